from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state import permalink
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.deck import SavedState, pack
from irviz.state.desk import ALL_NAMES, LENSES, MEAN, Desk
from irviz.state.fields import FIELDS
from irviz.state.locks import ACTIONS, PARTS
from tests.state.hand import unjudged

if TYPE_CHECKING:
    from irviz.state.board import Board

ORDER = "1-2-3-4-5-6-7-8"


@st.composite
def desks(draw: st.DrawFn, fresh: Desk) -> Desk:
    """Any desk that a person can make out of a fresh one."""
    top = draw(st.integers(1, 10))
    desk = fresh.change_scale(top, draw(st.integers(1, top)))

    def changed(board: Board) -> Board:
        order = draw(st.permutations(range(board.n)))
        grades = draw(st.tuples(*[st.integers(0, top)] * board.n))
        return replace(board, order=tuple(order), grades=grades)

    touched = draw(st.sets(st.sampled_from(desk.names)))
    names = list(ALL_NAMES)
    hidden = draw(st.sets(st.sampled_from(names)))
    conventions = {name: draw(st.sampled_from(list(one.values))) for name, one in OPTIONS.items()}
    masked = draw(st.booleans())
    revealed = draw(st.sets(st.sampled_from(names))) if masked else set()
    off = tuple(draw(st.lists(st.sampled_from([*PARTS, *ACTIONS]), unique=True)))
    deck = tuple(draw(st.lists(st.just(SavedState("q=white-cat&k=3", "Name", "Notes")), max_size=3)))
    tied = draw(st.sets(st.integers(1, desk.shortest - 1), max_size=4))
    for rank in tied:
        desk = desk.tie(rank, rank + 1, together=True)
    return replace(
        desk.replace_boards(*(changed(board) for board in desk.boards if board.id in touched)),
        opened=draw(st.sampled_from([*desk.names, MEAN])),
        k=draw(st.integers(1, desk.n)),
        hidden=tuple(name for name in names if name in hidden),
        metric=draw(st.sampled_from(names)),
        lens=draw(st.sampled_from([*LENSES])),
        conventions=Conventions(**conventions),
        off=off,
        predict="scores" not in off and draw(st.booleans()),
        present=draw(st.booleans()),
        masked=masked,
        revealed=tuple(name for name in names if name in revealed),
        deck=deck,
        place=draw(st.integers(0, len(deck))),
    )


@given(st.sampled_from(list(CATALOGUE.values())).flatmap(desks))
def test_what_is_written_is_read_again(desk: Desk) -> None:
    fresh = CATALOGUE[desk.id]
    link = permalink.write(desk, fresh)

    sent = dict(parse_qsl(urlencode(link), keep_blank_values=True))

    assert permalink.find_example(sent, CATALOGUE) is fresh
    assert permalink.read(sent, fresh) == (desk, ())


def test_fresh_desk_has_a_short_link() -> None:
    assert permalink.write(CATS, CATS) == {"q": "cat-in-a-box", "k": "3"}


def test_link_is_readable() -> None:
    board = CATS.board("white-cat").move(1, 2).toggle(0)
    desk = CATS.replace_boards(board).open("white-cat").move_cutoff(5).hide_curves(("F1",))

    assert permalink.write(desk, CATS) == {
        "q": "white-cat",
        "k": "5",
        "white-cat": "2-1-3-4-5-6-7-8.00011010",
        "hide": "F1",
    }


def test_no_link_is_the_fresh_desk() -> None:
    assert permalink.read({}, CATS) == (CATS, ())


def test_parameters_of_others_are_left_alone() -> None:
    assert permalink.read({"utm_source": "x", "embed": "true"}, CATS) == (CATS, ())


def read(**link: str) -> tuple[Desk, str]:
    """The desk, and the one line that says what was ignored."""
    desk, notes = permalink.read({key.replace("_", "-"): text for key, text in link.items()}, CATS)
    (note,) = notes
    return desk, note


def test_a_scale_that_is_wrong_twice_is_said_once() -> None:
    desk, note = read(top="x", rel="9")

    assert desk == CATS
    assert note.startswith("Grades can go up to")


def test_a_threshold_stays_below_the_highest_grade() -> None:
    desk = FIELDS["rel"].read(CATALOGUE["five-graded"], "2")[0]

    assert [FIELDS["top"].read(desk, text)[0].threshold for text in ("4", "2", "1")] == [2, 2, 1]


def test_grades_of_another_number_are_told_in_plain_words() -> None:
    _, note = read(cat_in_a_box="1-2-3-4-5-6-7-8.01011")

    assert note.endswith("its link is damaged: its 8 results need as many grades, not 5.")


def test_unknown_query() -> None:
    desk, note = read(q="unicorn", k="5")

    assert desk == CATS.move_cutoff(5)
    assert "“unicorn”" in note
    assert "“cat in a box”" in note


@pytest.mark.parametrize(
    ("text", "k"),
    [
        ("0", 1),
        ("99", 8),
        ("9999", 8),
        ("x", 3),
        ("", 3),
        ("-1", 3),
        ("2.5", 3),
        ("1e3", 3),
        ("٤", 3),
        ("²", 3),
        (" 2", 3),
        ("2\n", 3),
        ("1" * 5000, 3),
        ("nan", 3),
    ],
)
def test_cutoff_off_the_boards(text: str, k: int) -> None:
    desk, note = read(k=text)

    assert desk == CATS.move_cutoff(k)
    assert "from 1 to 8" in note
    assert f"so it is {k}" in note


@pytest.mark.parametrize(
    "text",
    [
        "1-1-3-4-5-6-7-8.01011010",  # a picture twice
        "1-2-3-4-5-6-7.01011010",  # a picture too few
        "1-2-3-4-5-6-7-8-9.010110100",  # a picture too many
        "0-1-2-3-4-5-6-7.01011010",
        "1-2-3-4-5-6-7-9999.01011010",
        f"{ORDER}.0101101",  # a grade too few
        f"{ORDER}.010110100",
        f"{ORDER}.01011012",  # grades out of range
        f"{ORDER}.0101101z",
        f"{ORDER}.0101101A",
        f"{ORDER}.0101101-",
        f"{ORDER}",
        f"{ORDER}.",
        f".{ORDER}",
        "",
        "fresh",
        "<script>alert(1)</script>",
        "1-2-3-4-5-6-7-8.01011010\n",
        "１-2-3-4-5-6-7-8.01011010",
        "9" * 3_000_000,
        "1-" * 1_000_000,
    ],
)
def test_damaged_board_is_fresh_and_the_rest_of_the_link_counts(text: str) -> None:
    desk, note = read(q="dark-cat", k="7", cat_in_a_box=text)

    assert desk == CATS.open("dark-cat").move_cutoff(7)
    assert note.startswith("The board “cat in a box” is fresh")
    assert len(note) < 250


def test_one_damaged_board_does_not_spoil_another() -> None:
    link = {"cat-in-a-box": "nonsense", "white-cat": "8-7-6-5-4-3-2-1.11111111"}

    desk, notes = permalink.read(link, CATS)

    assert desk.board("cat-in-a-box") == CATS.board("cat-in-a-box")
    assert desk.board("white-cat").order == (7, 6, 5, 4, 3, 2, 1, 0)
    assert len(notes) == 1


def test_grades_of_a_graded_board_go_to_its_top() -> None:
    good, none = permalink.read({"white-cat-in-a-box": f"{ORDER}.01234432"}, GRADED)
    bad, notes = permalink.read({"white-cat-in-a-box": f"{ORDER}.01234532"}, GRADED)

    assert good.boards[0].grades == (0, 1, 2, 3, 4, 4, 3, 2)
    assert none == ()
    assert bad == GRADED
    assert "from 0 to 4" in notes[0]


def test_unknown_curve_to_hide_is_named_and_known_ones_are_hidden() -> None:
    desk, notes = permalink.read({"hide": "AP.XYZ.P"}, CATS)

    assert desk.hidden == ("P", "AP")
    (note,) = notes
    assert "“XYZ”" in note


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m", "XYZ"),
        ("see", "elsewhere"),
        ("by", "ap-nonsense"),
        ("by", "nonsense"),
        ("again", "nonsense"),
        ("again", "5-2"),
        ("again", "0-2"),
        ("again", "²-3"),
        ("off", "nothing"),
        ("off", "x" * 3000),
        ("top", "0"),
        ("top", "11"),
        ("top", "x"),
        ("rel", "2"),
        ("rel", "0"),
        ("predict", "yes"),
        ("present", "<b>"),
        ("mask", "x" * 3000),
    ],
)
def test_unknown_view_is_ignored_in_one_short_line(name: str, text: str) -> None:
    desk, note = read(**{name: text})

    assert desk == CATS
    assert len(note) < 250


def test_a_mask_is_for_those_who_present() -> None:
    desk, notes = permalink.read({"present": "1", "mask": "1"}, CATS)
    assert (desk.masked, desk.last_visible_cutoff, notes) == (True, 0, ())
    link = {"q": "cat-in-a-box", "k": "3", "present": "1", "mask": "1"}
    assert permalink.write(desk, CATS) == link

    waits, notes = permalink.read({"mask": "1"}, CATS)
    assert (waits.last_visible_cutoff, notes) == (CATS.n, ())
    assert replace(waits, present=True) == desk


def test_what_is_revealed_is_revealed_by_name() -> None:
    desk, notes = permalink.read({"present": "1", "mask": "1", "reveal": "nDCG.AP"}, CATS)
    assert (desk.revealed, notes) == (("AP", "nDCG"), ())
    desk, notes = permalink.read({"mask": "1", "reveal": "AP.<b>"}, CATS)
    assert (desk.revealed, notes) == (("AP",), ("There is no metric “<b>” to reveal.",))
    assert permalink.read({"reveal": "AP"}, CATS) == (CATS, ())


@pytest.mark.parametrize("text", ["3", "-1", "x", "1.5", "٣", "9" * 3000])
def test_a_place_that_is_none_in_the_deck_is_said(text: str) -> None:
    link = {"deck": pack((SavedState("q=white-cat&k=3"),) * 2), "at": "2"}
    desk, notes = permalink.read(link, CATS)
    assert (desk.place, notes) == (2, ())
    desk, notes = permalink.read({**link, "at": text}, CATS)
    assert desk.place == 0
    (note,) = notes
    assert note.startswith("There is no saved state “")
    assert len(note) < 250


def test_unknown_example_is_the_first() -> None:
    link = {"q": "mean", "set": "unicorn"}
    assert permalink.find_example(link, CATALOGUE) is CATS
    said = "There is no example “unicorn”, so these are the queries of the first one."
    assert permalink.read(link, CATS) == (CATS.open("mean"), (said,))
    said = "There is no example “unicorn”, so this is “cat in a box”."
    assert permalink.read({"set": "unicorn"}, CATS) == (CATS, (said,))
    assert permalink.find_example({"q": "mean", "set": "models"}, CATALOGUE) is CATALOGUE["models"]
    assert permalink.find_example({"q": "white-cat-in-a-box"}, CATALOGUE) is GRADED
    assert permalink.find_example({}, CATALOGUE) is CATS


NAMES = [
    *("q", "k", "set", "hide", "top", "rel", "m", "see", "by", "again", "off", "predict", "present"),
    "mask",
    *CATS.names,
]
texts = st.one_of(
    st.text(),
    st.text(alphabet="0123456789-.abz"),
    st.sampled_from([*NAMES, MEAN, "-1", "99", f"{ORDER}.01011010", "AP", "lens.nav", "1"]),
    st.text(alphabet="<>&\"'\n\r\u2028\x00 x", max_size=60),
    st.text(min_size=1, max_size=9).map(lambda text: text * 50_000),
)


@given(st.dictionaries(st.one_of(st.sampled_from(NAMES), st.text()), texts), st.sampled_from(list(CATALOGUE.values())))
@example({"q": "one\ntwo\nthree"}, CATS)
@example({"hide": "\n\n\n"}, CATS)
def test_any_link_opens_a_good_desk_and_says_what_was_ignored_in_plain_lines(link: dict[str, str], fresh: Desk) -> None:
    desk, notes = permalink.read(link, fresh)

    assert desk.id == fresh.id
    assert permalink.read(permalink.write(desk, fresh), fresh) == (desk, ())
    assert len(notes) <= len(NAMES) + len(fresh.boards)
    for note in notes:
        assert note.splitlines() == [note]
        assert note.isprintable()
        assert len(note) < 300


def test_board_text_is_read_and_written() -> None:
    board = CATS.boards[0].move(1, 3).toggle(7)

    text = board.text

    assert text == "2-3-1-4-5-6-7-8.01011011"
    assert permalink.read_board(text, CATS.boards[0]) == board


@given(st.text(alphabet="0123456789-.abz", max_size=60))
@example("9-9-9.1")
def test_board_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    with suppress(ValueError):
        board = permalink.read_board(text, CATS.boards[0])
        assert permalink.read_board(board.text, CATS.boards[0]) == board


def test_what_nobody_judged_stands_in_a_link_where_a_board_knows_it() -> None:
    board = unjudged(replace(CATS.boards[0], grades=(1, 0, 1, 0, 0, 0, 0, 0), incomplete=True), 2)
    text = board.text

    assert text.endswith(".10_00000")
    assert permalink.read_board(text, replace(board, unjudged=frozenset())) == board
    with pytest.raises(ValueError, match="every result of board"):
        permalink.read_board(text, CATS.boards[0])
