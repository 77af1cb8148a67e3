"""Pairs: shared judgments, copying and swapping, and the text that a link carries."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.scenarios.pairs import PAIRED
from irviz.scenarios.sample import make_sample
from irviz.state import permalink
from irviz.state.board import Board, Item
from irviz.state.collection import Collection
from irviz.state.curves.lookahead import look_ahead, make_key
from irviz.state.curves.series import compute_curves_by_board
from irviz.state.desk import MEAN, Desk
from irviz.state.pairs.judgments import fill_board, list_outside_grades, read_grades
from irviz.state.pairs.pair import (
    A,
    B,
    copy_list,
    decode_pair,
    encode_pair,
    list_documents,
    make_pair,
    pair_runs,
    swap_lists,
)
from irviz.state.session import Session
from irviz.views import page_data
from tests.state.hand import judged, unjudged


def board(names: str, grades: str, missed: tuple[int, ...] = (), top: int = 1) -> Board:
    """A board with a grade for each name, or `_` where nobody judged."""
    items = tuple(Item(name, name.upper()) for name in names)
    known = dict(zip(names, (-1 if one == "_" else int(one) for one in grades), strict=True))
    return fill_board(Board(names, names, (), (), (), (), 1, top), items, known, missed)


@pytest.fixture
def apart() -> Desk:
    """Two lists with x in common; w is relevant and in neither."""
    return make_pair("apart", board("xya", "101", missed=(1, 1)), board("bx", "11"), k=2)


@st.composite
def pairs(draw: st.DrawFn) -> Desk:
    names = "abcdefgh"
    grades = {name: draw(st.integers(-1, 4)) for name in names}
    lists = [draw(st.permutations(names))[: draw(st.integers(1, 8))] for _ in "AB"]
    missed = tuple(draw(st.lists(st.integers(0, 4), max_size=3)))
    texts = [(one, "".join("_01234"[grades[n] + 1] for n in one)) for one in lists]
    a, b = (board("".join(one), digits, top=4) for one, digits in texts)
    only_b = tuple(max(grades[n], 0) for n in lists[1] if n not in lists[0])
    desk = make_pair("drawn", replace(a, missed=(*missed, *only_b)), b, k=draw(st.integers(1, 10)))
    return desk.replace_boards(desk.board(A).reorder(draw(st.permutations(range(a.n)))))


def relevant(desk: Desk) -> list[list[int]]:
    """All grades above 0 that a metric knows of, for each board."""
    return [sorted(grade for grade in (*one.grades, *one.missed) if grade) for one in desk.boards]


def test_a_judgment_counts_on_both_boards(apart: Desk) -> None:
    assert (apart.board(A).missed, apart.board(B).missed) == ((1, 1), (1, 1))
    changed = apart.replace_boards(apart.board(B).toggle(1))

    assert read_grades(changed.board(A))["x"] == read_grades(changed.board(B))["x"] == 0
    assert changed.replace_boards(changed.board(A).toggle(0)) == apart


def test_a_document_of_one_list_is_missed_by_the_other(apart: Desk) -> None:
    without = apart.replace_boards(apart.board(B).toggle(0))  # b, which A has not

    assert without.board(A).missed == (1,)
    assert without.board(A).ranking.relevant == without.board(B).ranking.relevant == 3
    assert make_key(without).split("|")[0] == "101.1"


@settings(deadline=None, max_examples=25)
@given(pairs())
def test_both_boards_know_the_same_judgments_whatever_is_done(desk: Desk) -> None:
    for one in (desk, *judged(desk), copy_list(desk, A), copy_list(desk, B), swap_lists(desk)):
        a, b = relevant(one)
        assert a == b
        shared = read_grades(one.board(A)).items() ^ read_grades(one.board(B)).items()
        names = [name for name, _ in shared]
        assert len(names) == len({*names})  # no document has two grades


@settings(deadline=None, max_examples=25)
@given(pairs())
def test_copying_and_swapping_change_lists_and_no_judgment(desk: Desk) -> None:
    def names(one: Desk, name: str) -> list[str]:
        board = one.board(name)
        return [board.items[index].id for index in board.order]

    a, b = names(desk, A), names(desk, B)
    both, other = copy_list(desk, A), swap_lists(desk)

    assert (names(both, A), names(both, B)) == (a, a)
    assert (names(other, A), names(other, B)) == (b, a)
    assert relevant(both)[0] == relevant(other)[0] == relevant(desk)[0]
    assert both.k <= both.n
    assert (both.id == desk.id) == (sorted(a) == sorted(b))


@settings(deadline=None, max_examples=25)
@given(pairs())
def test_the_text_of_a_pair_says_all_but_the_titles(desk: Desk) -> None:
    again = decode_pair(encode_pair(desk))

    assert make_key(again) == make_key(desk)
    assert (again.top, again.threshold) == (desk.top, desk.threshold)
    assert list_outside_grades(again.boards) == list_outside_grades(desk.boards)
    assert encode_pair(again) == encode_pair(desk)
    assert len(list_documents(again)) == len(list_documents(desk))


@pytest.mark.parametrize(
    "text", ["", "1-2", "1-2.2-1.01", "1-1.2-1.01.1-1", "1-3.1.01.1-1", "1-2.1.02.1-1", "1.1.0.11-1", "1.1.0.2-0"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"order|scale|document"):
        decode_pair(text)


def test_a_pair_is_two_open_boards(apart: Desk) -> None:
    with pytest.raises(ValueError, match="both of them open"):
        apart.open(A)
    with pytest.raises(ValueError, match="two boards"):
        replace(apart, boards=apart.boards[:1])


def test_curves_of_the_shorter_list_go_on_to_the_end_of_the_longer(apart: Desk) -> None:
    found = compute_curves_by_board(apart)

    assert {len(row) for curves in found.values() for row in curves.values()} == {3}
    assert found[B]["P"] == [1.0, 1.0, 2 / 3]
    assert found[B]["R"] == [0.25, 0.5, 0.5]


@pytest.mark.exhaustive
@settings(deadline=None, max_examples=25)
@given(pairs())
def test_every_change_one_move_away_is_foreseen(desk: Desk) -> None:
    foreseen = look_ahead(desk)
    moves = [
        desk.replace_boards(one.move(rank, to))
        for one in desk.boards
        for rank in range(1, one.n + 1)
        for to in range(1, one.n + 1)
    ]
    for after in (*moves, *judged(desk)):
        exact = compute_curves_by_board(after)
        for name, pattern in zip((A, B), make_key(after).split("|"), strict=True):
            found = foreseen[name].find(pattern, desk.threshold)
            assert found["nDCG"] == pytest.approx(exact[name]["nDCG"], abs=1e-6)
            assert found["AP"] == pytest.approx(exact[name]["AP"], abs=1e-6)


def start(**link: str) -> Session:
    return Session.start(link, PAIRED)


def do(session: Session, *steps: dict[str, object], link: dict[str, str] | None = None) -> Session:
    first = session.revision + 1
    numbered = [{"revision": first + place, **step} for place, step in enumerate(steps)]
    last = first + len(steps) - 1
    message = {"client": "c", "revision": last, "steps": numbered, "link": link or session.link}
    return session.receive(message)


def test_a_link_carries_a_pair_as_it_is() -> None:
    session = do(start(set="two-feeds"), {"do": "boards", "boards": {"b": "3-1-2.010"}}, {"do": "cut", "k": 2})
    assert session.link == {"q": MEAN, "k": "2", "set": "two-feeds", "a": "1-2-3.010", "b": "3-1-2.010"}
    again = start(**session.link)

    assert again.desk == session.desk
    assert again.notes == ()
    swapped = do(session, {"do": "swap"})
    assert swapped.link["swap"] == "1"
    assert start(**swapped.link).desk.boards == swapped.desk.boards


@pytest.mark.parametrize(
    ("link", "note"),
    [
        ({"set": "three-feeds"}, "There is no pair “three-feeds”, so these are “engine A” and “engine B”."),
        ({"q": "giraffe"}, "There is no query “giraffe”, so these are “engine A” and “engine B”."),
        ({"set": "two-feeds", "a": "1-2.010"}, "The board “feed A” is fresh, since its link is damaged"),
        ({"set": "two-feeds", "k": "9"}, "so it is 3"),
        (
            {"set": "two-feeds", "a": "1-2-3.100", "b": "1-2-3.100"},
            "The link judges “Sneakers” in two ways; the one of A counts.",
        ),
    ],
)
def test_a_damaged_link_falls_back_and_says_so(link: dict[str, str], note: str) -> None:
    session = start(**link)

    assert any(note in line for line in session.notes)
    assert session.desk.paired
    again = start(**session.link)
    assert (again.desk, again.notes) == (session.desk, ())


def test_of_two_judgments_in_a_link_the_one_of_a_counts() -> None:
    desk = start(set="two-feeds", a="1-2-3.100", b="1-2-3.011").desk

    assert [one.pattern for one in desk.boards] == ["100", "001"]


@pytest.mark.parametrize("other", [{"q": "a"}, {"q": "cat-in-a-box"}, {"predict": "1"}, {"deck": "WzFd"}])
def test_what_is_for_one_board_is_nothing_for_two(other: dict[str, str]) -> None:
    assert start(**other).desk == PAIRED["two-engines"]


def test_two_lists_can_be_presented_and_masked() -> None:
    session = start(present="1", mask="1", reveal="AP")

    assert (session.desk.present, session.desk.masked, session.desk.revealed) == (True, True, ("AP",))
    assert start(**session.link).desk == session.desk
    shown = page_data(session)["present"]
    assert (shown["is_presenting"], shown["can_save"], shown["has_lens"], shown["task"]) == (True, True, False, None)
    left = do(session, {"do": "mode", "present": False})
    assert not left.desk.present


def test_before_and_after_can_be_undone() -> None:
    session = start(set="two-models")
    copy = do(session, {"do": "copy", "on": "a"})
    moved = do(copy, {"do": "ideal", "on": "b"}, {"do": "worst", "on": "b"})

    assert [one.pattern for one in copy.desk.boards] == ["11100", "11100"]
    assert [one.pattern for one in moved.desk.boards] == ["11100", "00111"]
    assert do(moved, {"do": "undo"}, {"do": "undo"}).desk == session.desk
    swap = do(session, {"do": "swap"})
    assert [one.pattern for one in swap.desk.boards] == ["00111", "11100"]
    # A name goes with its list, in the link, too; undo, reset and another swap bring both back.
    assert [one.query for one in swap.desk.boards] == ["model B", "model A"]
    link = permalink.write(swap.desk, swap.fresh)
    assert Session.start(link, PAIRED).desk == swap.desk
    for step in ("undo", "reset", "swap"):
        assert do(swap, {"do": step}).desk == session.desk


def test_a_pair_of_other_documents_is_copied_undone_and_opened_from_its_link(apart: Desk) -> None:
    session = start().open_new(apart)
    copy = do(session, {"do": "copy", "on": "b"}, {"do": "cut", "k": 1})

    assert [one.pattern for one in copy.desk.boards] == ["11", "11"]
    assert copy.fresh.paired
    again = start(**copy.link)
    assert again.notes == ()
    assert make_key(again.desk) == make_key(copy.desk)
    assert do(copy, {"do": "undo"}, {"do": "undo"}).desk == apart
    # After a restart, the server has the link only.
    adopted = start().receive({"client": "c", "revision": 9, "steps": [], "link": copy.link})
    assert make_key(adopted.desk) == make_key(copy.desk)


@pytest.mark.parametrize("step", [{"do": "copy"}, {"do": "copy", "on": "c"}, {"do": "open", "q": "a"}])
def test_a_step_that_makes_no_sense_changes_nothing(step: dict[str, object]) -> None:
    session = start()

    assert do(session, step).desk == session.desk


def test_two_runs_of_a_query_become_a_pair() -> None:
    results = make_sample()
    for query in results.queries:
        desk = pair_runs(results, query, 3)
        assert [one.query for one in desk.boards] == ["run A", "run B"]
        assert permalink.find_example({"set": desk.id}, PAIRED).paired
        values = compute_curves_by_board(desk)
        for name, run in ((A, "A"), (B, "B")):
            wanted = results.value(run, query, desk.k)
            assert {m: values[name][m][desk.k - 1] for m in wanted} == pytest.approx(wanted)


def test_the_heads_of_long_lists_become_a_pair_that_knows_every_judgment() -> None:
    names = [f"d{place:02}" for place in range(70)]
    qrels = {"q": {"d00": 1, "d10": 0, "d60": 1, "d69": 1, "elsewhere": 1}}
    runs = {
        "A": {"q": {name: -float(place) for place, name in enumerate(names)}},
        "B": {"q": {name: float(place) for place, name in enumerate(names)}},
    }
    results = Collection(qrels, runs)
    # A hand finds another relevant document, and judges one that only the other run has among its cards.
    results = results.with_edit("A", "q", results.board("A", "q").grade(11, 1))
    results = results.with_edit("B", "q", results.board("B", "q").grade(names[::-1].index("d60"), 0))
    desk = pair_runs(results, "q", 80)
    a, b = desk.boards

    assert (desk.k, a.n, b.n, a.incomplete, b.incomplete) == (50, 50, 50, True, True)
    assert read_grades(a)["d11"] == 1
    assert read_grades(a)["d10"] == 0
    assert read_grades(a)["d12"] == -1
    assert a.ranking.relevant == b.ranking.relevant == 4  # d00, d11, d69 and the one elsewhere
    again = permalink.find_example({"set": desk.id}, PAIRED)
    assert encode_pair(again) == desk.id
    assert [one.unjudged_ranks for one in again.boards] == [one.unjudged_ranks for one in (a, b)]

    # Judging in one list, and taking a judgment away, holds for the other.
    judged = desk.replace_boards(b.grade(b.items.index(a.items[49]), 1))
    assert read_grades(judged.board(A))["d49"] == 1
    assert judged.replace_boards(unjudged(judged.board(A), 49)) == desk


def test_any_two_of_several_runs_become_a_pair() -> None:
    qrels = {"q": {"d1": 1, "d2": 0}}
    runs = {name: {"q": {"d1": 1.0, f"only {name}": 2.0}} for name in "ABC"}
    results = Collection(qrels, runs, files={"C": "third.run"})
    made = pair_runs(results, "q", 2, ("C", "A"))
    assert [one.query for one in made.boards] == ["third.run", "run A"]
    assert [one.query for one in pair_runs(results, "q", 2).boards] == ["run A", "run B"]
    assert made.boards[0].items[made.boards[0].order[0]].id == "only C"


def test_one_run_is_no_pair() -> None:
    with pytest.raises(ValueError, match="second run"):
        pair_runs(Collection({"q": {"d": 1}}, {"A": {"q": {"d": 1.0}}}), "q", 3)


def test_shared_permalink_of_a_scale() -> None:
    session = do(start(set="two-feeds"), {"do": "scale", "top": 3, "threshold": 2})

    assert start(**session.link).desk == session.desk
