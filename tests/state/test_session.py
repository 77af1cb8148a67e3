"""Messages from the page: applied once, in order, or not at all."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.state import permalink
from irviz.state.board import Board
from irviz.state.desk import MEAN, Desk
from irviz.state.message import BadMessageError
from irviz.state.predictions.answer import MAX_ANSWERS
from irviz.state.session import Session
from irviz.state.tools import shuffle
from tests.each import each

if TYPE_CHECKING:
    from irviz.state.history import History

ORDER = "1-2-3-4-5-6-7-8"
FRESH = "01011010"
LINK = {"q": "cat-in-a-box", "k": "3"}


def start(**link: str) -> Session:
    return Session.start(link, CATALOGUE)


def message(
    *steps: dict[str, Any], first: int = 1, client: str = "page", link: dict[str, str] | None = None
) -> dict[str, Any]:
    """What the page sends when these steps, numbered from `first`, are unanswered."""
    numbered = [{"revision": first + place, **step} for place, step in enumerate(steps)]
    revision = first + len(steps) - 1
    return {"client": client, "revision": revision, "steps": numbered, "link": link or LINK}


def cut(k: int) -> dict[str, Any]:
    return {"do": "cut", "k": k}


def boards(**texts: str) -> dict[str, Any]:
    return {"do": "boards", "boards": {name.replace("_", "-"): text for name, text in texts.items()}}


def test_session_starts_with_what_the_link_says() -> None:
    session = start(q="dark-cat", k="99")

    assert session.desk == CATS.open("dark-cat").move_cutoff(8)
    assert len(session.notes) == 1
    assert session.history.past == ()
    assert start(q="white-cat-in-a-box").desk == CATALOGUE["graded"]


def test_steps_are_applied_in_order() -> None:
    toggled = boards(cat_in_a_box=f"{ORDER}.11011010")
    moved = boards(cat_in_a_box="2-1-3-4-5-6-7-8.11011010")

    session = start().receive(message(toggled, moved, cut(7)))

    assert session.revision == 3
    assert session.desk == CATS.replace_boards(CATS.boards[0].toggle(0).move(1, 2)).move_cutoff(7)
    assert len(session.history.past) == 3


def test_message_that_comes_twice_is_applied_once() -> None:
    once = start().receive(message(cut(5), {"do": "undo"}, cut(6)))

    assert once.receive(message(cut(5), {"do": "undo"}, cut(6))) is once
    assert once.receive(message(cut(5))) is once


def test_steps_that_were_applied_before_are_not_applied_again() -> None:
    first = start().receive(message(cut(5)))

    second = first.receive(message(cut(5), cut(6), {"do": "undo"}))

    assert second.desk.k == 5
    assert [desk.k for desk in second.history.past] == [3]
    assert [desk.k for desk in second.history.future] == [6]


def test_merged_messages_do_what_single_ones_do() -> None:
    steps = [cut(4), {"do": "ideal"}, {"do": "undo"}, cut(6), {"do": "open", "q": "dark-cat"}]
    one_by_one = start()
    for place, step in enumerate(steps, 1):
        one_by_one = one_by_one.receive(message(step, first=place))

    assert start().receive(message(*steps)) == one_by_one


def test_restarted_server_adopts_the_link_of_the_page() -> None:
    link = {"q": "white-cat", "k": "6", "white-cat": "8-7-6-5-4-3-2-1.11110000", "hide": "P"}

    session = start().receive(message(cut(6), first=41, link=link))

    assert session.link == link
    assert session.revision == 41
    assert session.history.undo().now.k == 3
    later = session.receive(message(cut(2), first=42))
    assert later.desk.k == 2
    assert later.desk.opened == "white-cat"


def walk(*steps: dict[str, Any]) -> tuple[Session, list[dict[str, str]]]:
    """What a server knows after some steps, and the links that the page has been at."""
    session = start(**LINK)
    links = [session.link]
    for number, step in enumerate(steps, 1):
        session = session.receive(message(step, first=number, link=session.link))
        links.append(session.link)
    return session, links


def ways(history: History) -> tuple[list[Desk], list[Desk]]:
    """What undoing leads to, one step after the other, and what redoing does."""
    back, forth = [history], [history]
    while back[-1].past:
        back.append(back[-1].undo())
    while forth[-1].future:
        forth.append(forth[-1].redo())
    return [one.now for one in back], [one.now for one in forth]


WALK = (cut(5), boards(white_cat=f"{ORDER}.11011010"), {"do": "hide", "hidden": ["P"]}, cut(2))


@pytest.mark.parametrize("back", range(4))
def test_restarted_server_undoes_and_redoes_as_the_one_before(back: int) -> None:
    before, links = walk(*WALK, *[{"do": "undo"}] * back)
    history = {"number": 1, "links": links}
    told = {**message(cut(9), first=9, client="new", link=links[-1]), "history": history}
    again = start(**links[-1]).receive(told)

    assert again.desk == before.desk
    assert ways(again.history) == ways(before.history)
    # The same account once more, or a shorter one, changes nothing.
    assert again.receive(told) is again
    short = {**told, "history": {"number": 8, "links": links[-2:]}}
    assert again.receive(short).history == again.history


def test_restarted_server_counts_predictions_on() -> None:
    told = {**message(first=1), "revision": 0}
    again = start(**LINK).receive({**told, "history": {"number": 7, "links": [], "tally": "AP-3-2.no.RR-5-0"}})
    assert again.tally.counts == (("RR", 5, 0), ("AP", 3, 2))
    # What it counts by now is newer than what a tab tells.
    later = again.receive({**told, "history": {"number": 8, "links": [], "tally": "P-1-0"}})
    assert later.tally == again.tally


@pytest.mark.parametrize(
    "history",
    [
        7,
        [],
        {},
        {"number": "7", "links": []},
        {"number": 7, "links": "q"},
        {"number": 7, "links": [LINK] * 101},
        {"number": 7, "links": [{"q": "no such query"}, 3, None]},
        {"number": 7, "links": [{"q": "white-cat", "k": "99"}, {"q": "five-documents", "k": "2"}]},
        {"number": 7, "links": [{"q": "two-engines"}]},
        {"number": True, "links": [{"q": "white-cat", "k": "2"}]},
        {"number": 7, "links": [], "tally": ["AP-1-1"]},
    ],
)
def test_an_account_that_makes_no_sense_changes_nothing(history: object) -> None:
    session = start(**LINK)
    found = session.receive({**message(first=1), "revision": 0, "history": history})
    assert found.desk == session.desk
    assert found.history.past == ()


def test_what_a_teacher_has_locked_cannot_be_undone_by_an_account() -> None:
    session = start(**LINK, off="judge")
    links = [{**LINK, "white-cat": f"{ORDER}.11111111"}, LINK]
    told = {**message(first=1), "revision": 0, "history": {"number": 7, "links": links}}
    assert session.receive(told).history.past == ()


def test_restarted_server_adopts_the_link_of_another_example() -> None:
    link = {"q": "white-cat-in-a-box", "k": "4"}

    session = start().receive(message(cut(4), first=9, link=link))

    assert session.desk == CATALOGUE["graded"].move_cutoff(4)


def test_gap_in_the_steps_lets_the_link_speak() -> None:
    session = start().receive(message(cut(5)))
    gap = message(cut(1), first=9, link={**LINK, "k": "8"})

    assert session.receive(gap).desk.k == 8


@pytest.mark.parametrize("numbers", [[2, 1], [1, 1], [0, 1], [1, 3], [-5, 2], [1, 2, 2]])
def test_steps_out_of_order_let_the_link_speak(numbers: list[int]) -> None:
    steps = [{"revision": number, **cut(7)} for number in numbers]
    broken = {"client": "page", "revision": 2, "steps": steps, "link": {**LINK, "k": "2"}}

    assert start().receive(broken).desk.k == 2


def test_page_that_was_reloaded_begins_to_count_again() -> None:
    session = start().receive(message(cut(5), cut(6), client="before"))

    again = session.receive(message(cut(2), client="after"))

    assert again.desk.k == 2
    assert again.client == "after"
    assert again.revision == 1


def test_notes_go_with_the_first_change() -> None:
    assert start(k="x").receive(message(cut(5))).notes == ()


STEPS_THAT_MAKE_NO_SENSE: list[dict[str, Any]] = [
    {"do": "explode"},
    {"do": ""},
    {"do": None},
    {"do": 7},
    {"do": ["undo"]},
    {"do": {"undo": True}},
    boards(cat_in_a_box=f"1-1-3-4-5-6-7-8.{FRESH}"),
    boards(cat_in_a_box=f"1-2-3-4-5-6-7-9.{FRESH}"),
    boards(cat_in_a_box=f"0-1-2-3-4-5-6-7.{FRESH}"),
    boards(cat_in_a_box="1-2-3.010"),
    boards(cat_in_a_box=f"{ORDER}.01011019"),
    boards(cat_in_a_box=f"{ORDER}.0101101"),
    boards(cat_in_a_box=""),
    boards(cat_in_a_box="9" * 2_000_000),
    boards(unicorn=f"{ORDER}.{FRESH}"),
    boards(cat_in_a_box=f"8-7-6-5-4-3-2-1.{FRESH}", unicorn=f"{ORDER}.{FRESH}"),
    boards(white_cat_in_a_box=f"{ORDER}.{FRESH}"),
    {"do": "boards"},
    {"do": "boards", "boards": {"cat-in-a-box": 7}},
    {"do": "boards", "boards": {"cat-in-a-box": None}},
    {"do": "boards", "boards": {"cat-in-a-box": ["1"]}},
    {"do": "boards", "boards": ["cat-in-a-box"]},
    {"do": "boards", "boards": "cat-in-a-box"},
    {"do": "boards", "boards": 7},
    {"do": "boards", "boards": None},
    {"do": "shuffle", "boards": [1, 2]},
    {"do": "shuffle", "boards": {"cat-in-a-box": "1-1"}},
    {"do": "cut"},
    {"do": "cut", "k": 0},
    {"do": "cut", "k": 9},
    {"do": "cut", "k": -1},
    {"do": "cut", "k": 2.0},
    {"do": "cut", "k": True},
    {"do": "cut", "k": "5"},
    {"do": "cut", "k": [5]},
    {"do": "cut", "k": 10**30},
    {"do": "open"},
    {"do": "open", "q": "unicorn"},
    {"do": "open", "q": 1},
    {"do": "open", "q": None},
    {"do": "open", "q": ["dark-cat"]},
    {"do": "open", "q": {}},
    {"do": "hide"},
    {"do": "hide", "hidden": 7},
    {"do": "hide", "hidden": None},
    {"do": "hide", "hidden": ["XYZ", 7, None, [], {}]},
    {"do": "example"},
    {"do": "example", "id": "unicorn"},
    {"do": "example", "id": ["cats"]},
    {"do": "link"},
    {"do": "link", "link": 7},
    {"do": "link", "link": "q=dark-cat"},
    {"do": "link", "link": ["q"]},
    {"do": "link", "link": {"q": 7}},
    {"do": "link", "link": {"q": "cat-in-a-box", "k": 5}},
    {"do": "link", "link": {"q": "unicorn"}},
    {"do": "look", "metric": "XYZ"},
    {"do": "look", "lens": ["gain"]},
    {"do": "look", "metric": None},
    {"do": "conventions"},
    {"do": "conventions", "by": 7},
    {"do": "conventions", "by": None},
    {"do": "conventions", "by": ["gain-exp"]},
    {"do": "conventions", "by": "ap-nonsense"},
    {"do": "again"},
    {"do": "again", "again": 7},
    {"do": "again", "again": ["2-3"]},
    {"do": "again", "again": "3-2"},
    {"do": "scale"},
    {"do": "scale", "top": 0, "threshold": 1},
    {"do": "scale", "top": 99, "threshold": 1},
    {"do": "scale", "top": "2", "threshold": 1},
    {"do": "scale", "top": 2.5, "threshold": 1},
    {"do": "scale", "top": 3, "threshold": 1.5},
    {"do": "scale", "top": True, "threshold": True},
    {"do": "scale", "top": None, "threshold": None},
    {"do": "mode"},
]


@each("step", STEPS_THAT_MAKE_NO_SENSE)
def test_step_that_makes_no_sense_changes_nothing_and_ends(step: dict[str, Any]) -> None:
    session = start().receive(message(boards(cat_in_a_box=f"8-2-3-4-5-6-7-1.{FRESH}"), cut(4)))

    after = session.receive(message(step, first=3))

    assert after.desk == session.desk
    assert after.history == session.history
    assert after.revision == 3
    assert after.receive(message(cut(7), first=4)).desk.k == 7


def test_step_that_makes_no_sense_does_not_spoil_its_neighbours() -> None:
    session = start().receive(message(cut(5), {"do": "cut", "k": "x"}, {"do": "ideal"}))

    assert session.desk.k == 5
    assert session.desk.visible[0].pattern == "11110000"


MESSAGES_THAT_MAKE_NO_SENSE: dict[str, object] = {
    "none": None,
    "a text": "undo",
    "a number": 7,
    "a list": [message(cut(5))],
    "empty": {},
    "no client": {**message(cut(5)), "client": None},
    "an empty client": {**message(cut(5)), "client": ""},
    "a long client": {**message(cut(5)), "client": "x" * 65},
    "a client that is a list": {**message(cut(5)), "client": ["page"]},
    "no revision": {**message(cut(5)), "revision": None},
    "a negative revision": {**message(cut(5)), "revision": -1},
    "half a revision": {**message(cut(5)), "revision": 1.5},
    "a revision that is true": {**message(cut(5)), "revision": True},
    "no steps": {**message(cut(5)), "steps": None},
    "steps that are a text": {**message(cut(5)), "steps": "cut"},
    "too many steps": message(*[cut(5)] * 501),
    "a step that is none": {**message(cut(5)), "steps": [None]},
    "a step without a number": {**message(cut(5)), "steps": [cut(5)]},
    "a step with nothing to do": {**message(cut(5)), "steps": [{"revision": 1}]},
    "no link": {**message(cut(5)), "link": None},
    "a link that is a text": {**message(cut(5)), "link": "q=dark-cat"},
    "a link with numbers": {**message(cut(5)), "link": {"k": 5}},
    "a gap and an unknown query": message(cut(5), first=9, link={"q": "unicorn"}),
    "a gap and a cutoff of 99": message(cut(5), first=9, link={**LINK, "k": "99"}),
    "a gap and a picture twice": message(cut(5), first=9, link={**LINK, "cat-in-a-box": f"1-1-3-4-5-6-7-8.{FRESH}"}),
}


@each("kind", MESSAGES_THAT_MAKE_NO_SENSE)
def test_message_that_makes_no_sense_is_refused_and_changes_nothing(kind: str) -> None:
    session = start()

    with pytest.raises(BadMessageError):
        session.receive(MESSAGES_THAT_MAKE_NO_SENSE[kind])

    assert session == start()
    assert session.receive(message(cut(5))).desk.k == 5


@pytest.mark.parametrize("revision", [10**6, 2**53, 10**15, 10**30])
def test_huge_revision_costs_no_memory_and_lets_the_link_speak(revision: int) -> None:
    tracemalloc.start()
    try:
        session = start().receive(message(cut(5), first=revision, link={**LINK, "k": "8"}))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert session.desk.k == 8
    assert peak < 5_000_000


anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 12),
        st.floats(),
        st.text(max_size=9),
        st.sampled_from([*CATS.names, MEAN, f"{ORDER}.{FRESH}", "AP", "gain-exp", "cats"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from([*CATS.names, "q", "k", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
DO = [
    *("boards", "shuffle", "ideal", "worst", "reset", "cut", "open", "hide", "undo", "redo"),
    *("example", "link", "look", "conventions", "again", "scale", "mode"),
]
ARGUMENTS = [
    *("boards", "k", "q", "hidden", "id", "link", "metric", "lens", "by", "top", "threshold"),
    *("predict", "present", "mask", "again"),
]


@settings(max_examples=5 * settings().max_examples)
@given(
    st.lists(
        st.tuples(
            st.one_of(st.sampled_from(DO), anything), st.dictionaries(st.sampled_from(ARGUMENTS), anything, max_size=3)
        ),
        max_size=6,
    )
)
def test_any_steps_leave_a_good_desk_that_can_be_linked_to(steps: list[tuple[object, dict[str, object]]]) -> None:
    session = start().receive(message(*({"do": do, **rest} for do, rest in steps)))

    assert session.revision == len(steps)
    link = permalink.write(session.desk, session.fresh)
    assert permalink.read(link, session.fresh) == (session.desk, ())


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("client", "revision", "steps", "link"), anything)))
def test_any_message_is_understood_or_refused(broken: dict[str, object]) -> None:
    session = start()
    with suppress(BadMessageError):
        session.receive(broken)
    assert session == start()


def after(*steps: dict[str, Any]) -> Desk:
    return start().receive(message(*steps)).desk


def test_undo_and_redo() -> None:
    assert after(cut(5), cut(6), {"do": "undo"}).k == 5
    assert after(cut(5), cut(6), {"do": "undo"}, {"do": "undo"}).k == 3
    assert after(cut(5), cut(6), {"do": "undo"}, {"do": "undo"}, {"do": "redo"}).k == 5
    assert after({"do": "undo"}, {"do": "redo"}) == CATS


def test_ideal_and_worst_order_the_open_boards() -> None:
    assert [board.pattern for board in after({"do": "ideal"}).boards] == [*("11110000", "10011010", "00001001")]
    in_the_mean = after({"do": "open", "q": MEAN}, {"do": "worst"})
    assert [board.pattern for board in in_the_mean.boards] == ["00001111", "00001111", "00000011"]


def test_reset_makes_the_open_boards_fresh_and_no_others() -> None:
    changed = boards(cat_in_a_box=f"{ORDER}.11111111", white_cat=f"{ORDER}.11111111")

    desk = after(changed, {"do": "reset"})

    assert desk.board("cat-in-a-box") == CATS.board("cat-in-a-box")
    assert desk.board("white-cat").pattern == "11111111"
    assert after(changed, {"do": "open", "q": MEAN}, {"do": "reset"}).boards == CATS.boards


def test_shuffle_keeps_items_and_grades() -> None:
    desk = after({"do": "shuffle"})

    assert sorted(desk.boards[0].order) == list(range(8))
    assert desk.boards[0].grades == CATS.boards[0].grades
    assert desk.boards[1:] == CATS.boards[1:]
    orders = {shuffle(CATS.visible)[0].order for _ in range(20)}
    assert len(orders) > 15


def test_shuffle_of_two_results_changes_their_places() -> None:
    board = Board("two", "two", CATS.boards[0].items[:2], (0, 1), (1, 0))

    assert {shuffle([board])[0].order for _ in range(20)} == {(1, 0)}
    one = Board("one", "one", board.items[:1], (0,), (1,))
    assert shuffle([one]) == (one,)


def test_shuffle_that_the_page_has_drawn_is_taken_over() -> None:
    step = {**boards(cat_in_a_box=f"3-1-2-4-5-6-8-7.{FRESH}"), "do": "shuffle"}

    assert after(step).boards[0].order == (2, 0, 1, 3, 4, 5, 7, 6)


def test_opening_and_hiding_are_nothing_to_undo() -> None:
    session = start().receive(message({"do": "open", "q": "dark-cat"}, {"do": "hide", "hidden": ["AP", "P", "XYZ"]}))

    assert session.desk == CATS.open("dark-cat").hide_curves(("P", "AP"))
    assert session.history.past == ()


def test_session_never_changes_in_place() -> None:
    session = start()
    session.receive(message(cut(5), {"do": "example", "id": "graded"}))

    assert session == start()


def test_example_is_left_and_found_again_as_it_was() -> None:
    graded = {"do": "example", "id": "graded"}
    cats = {"do": "example", "id": "cats"}

    session = start().receive(message(cut(5), graded, cut(8), cats))

    assert session.desk == CATS.move_cutoff(5)
    assert session.receive(message({"do": "undo"}, first=5)).desk == CATS
    assert session.receive(message(graded, first=5)).desk == CATALOGUE["graded"].move_cutoff(8)


def test_a_mask_holds_while_one_presents_and_is_found_again() -> None:
    mask = {"do": "mode", "mask": True}
    session = start(present="1").receive(message(mask, cut(5), {"do": "example", "id": "graded"}))
    assert (session.desk.id, session.desk.masked, session.desk.last_visible_cutoff) == ("graded", True, 0)
    session = session.receive(message({"do": "undo"}, first=4))
    assert session.desk.masked
    session = session.receive(message({"do": "mode", "present": False}, first=5))
    assert (session.desk.masked, session.desk.last_visible_cutoff) == (True, session.desk.n)
    session = session.receive(message({"do": "mode", "present": True}, first=6))
    assert (session.desk.masked, session.desk.last_visible_cutoff) == (True, 0)


def test_metrics_are_revealed_one_by_one_and_masked_again_together() -> None:
    reveal = {"do": "mode", "mask": True, "reveal": ["nDCG", "AP", "unicorn"]}
    session = start(present="1", mask="1").receive(message(reveal))
    assert session.desk.revealed == ("AP", "nDCG")
    assert session.link["reveal"] == "AP.nDCG"
    # What is revealed is on the page alone: nothing else that tells values is shared.
    assert session.desk.last_visible_cutoff == 0
    assert Session.start(session.link, CATALOGUE).desk == session.desk
    session = session.receive(message({"do": "mode", "predict": True}, first=2))
    assert session.desk.revealed == ("AP", "nDCG")
    session = session.receive(message({"do": "mode", "mask": False}, first=3))
    session = session.receive(message({"do": "mode", "mask": True}, first=4))
    assert (session.desk.masked, session.desk.revealed) == (True, ())


def test_a_prediction_uncovers_the_curves_until_the_lists_change() -> None:
    moved = {**boards(cat_in_a_box="2-1-3-4-5-6-7-8.01011010"), "guesses": {"AP": "up"}}
    session = start(predict="1", k="3")
    assert session.desk.last_visible_cutoff == 3
    session = session.receive(message(moved))
    assert session.desk.last_visible_cutoff == 8
    # What one looks at, and another cutoff of what is shown, cover nothing.
    session = session.receive(message({"do": "look", "metric": "RR"}, cut(5), first=2))
    assert (session.desk.k, session.desk.last_visible_cutoff) == (5, 8)
    assert "told" not in session.link
    assert Session.start(session.link, CATALOGUE).desk.last_visible_cutoff == 5
    for step in (
        boards(cat_in_a_box="1-2-3-4-5-6-7-8.11111111"),
        {"do": "undo"},
        {"do": "conventions", "by": "ap-hits"},
        {"do": "open", "q": "white-cat"},
        {"do": "example", "id": "five"},
        {"do": "mode", "predict": True},
    ):
        after = session.receive(message(step, first=4)).desk
        assert (step, after.last_visible_cutoff) == (step, after.k)
    assert session.receive(message({"do": "mode", "predict": False}, first=4)).desk.last_visible_cutoff == 8


def test_a_guess_about_nothing_uncovers_nothing() -> None:
    for guesses in ({}, {"AP": "sideways"}, None, "up"):
        moved = {**boards(cat_in_a_box="2-1-3-4-5-6-7-8.01011010"), "guesses": guesses}
        assert start(predict="1", k="3").receive(message(moved)).desk.last_visible_cutoff == 3


def test_the_last_answers_about_one_list_are_remembered() -> None:
    session = start(predict="1", k="3")
    texts = ("2-1-3-4-5-6-7-8.01011010", "1-2-3-4-5-6-7-8.01011010")
    for at in range(MAX_ANSWERS + 5):
        step = {**boards(cat_in_a_box=texts[at % 2]), "guesses": {"AP": "up", "F1": 0.5}}
        session = session.receive(message(step, first=at + 1))
    assert len(session.answers) == MAX_ANSWERS
    assert {one.metric.name for one in session.answers} == {"F1", "AP"}
    assert session.tally.right + session.tally.wrong == 2 * (MAX_ANSWERS + 5)
    mean = start(predict="1", q=MEAN).receive(message({**cut(5), "guesses": {"AP": "up"}}))
    assert mean.tally.right + mean.tally.wrong == 1
    assert mean.answers == ()
    other = start(predict="1").receive(
        message({"do": "conventions", "by": "ap-hits", "guesses": {"AP": "up", "RR": "up"}})
    )
    assert [one.metric.name for one in other.answers] == ["RR"]


def test_a_cutoff_that_is_undone_covers_again_what_it_has_told() -> None:
    told = start(predict="1").receive(message({**cut(8), "guesses": {"P": "up"}}))
    assert told.before is not None
    undone = told.receive(message({"do": "undo"}, first=2))
    assert (undone.desk.last_visible_cutoff, undone.before) == (3, None)
    free = start().receive(message(cut(8), {"do": "undo"}))
    assert free.before == CATS.move_cutoff(8)
