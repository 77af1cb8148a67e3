"""The states that are kept for a talk: in every link, whatever is done, until somebody takes one out."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.deck import MOST, dropped, kept, pack, unpack
from irviz.state.session import Session
from tests.state.test_locks import MOVED, told

DECK = ("q=white-cat&k=5", "q=cat-in-a-box&k=2&m=RR")


def start(**link: str) -> Session:
    return Session.start({"q": "cat-in-a-box", "k": "3", **link}, CATALOGUE)


@given(st.lists(st.text(max_size=50), max_size=MOST).map(tuple))
def test_a_link_carries_them(deck: tuple[str, ...]) -> None:
    assert unpack(pack(deck)) == deck
    desk = replace(CATS, deck=deck)
    assert permalink.read(permalink.write(desk, CATS), CATS) == (desk, ())


@pytest.mark.parametrize(
    "text", ["WzFd", "x", "e30", "[", "é", pack(("a",) * (MOST + 1)), "W" * 200_000, "W1tb" * 9999]
)
def test_what_is_damaged_is_said(text: str) -> None:
    session = start(deck=text)

    assert session.desk == CATS
    assert session.notes == ("The saved states in this link are damaged, so there are none.",)


CHANGES: tuple[dict[str, Any], ...] = (
    {"do": "boards", "boards": MOVED},
    {"do": "cut", "k": 7},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "reset"},
    {"do": "ideal"},
    {"do": "open", "q": "white-cat"},
    {"do": "mode", "present": True},
    {"do": "mode", "present": False},
    {"do": "conventions", "by": "ap-hits"},
    {"do": "example", "id": "graded"},
    {"do": "link", "link": {"q": "model-b", "k": "2"}},
    {"do": "undo"},
    {"do": "slide", "at": 0},
    {"do": "undo"},
    {"do": "example", "id": "cats"},
)


def test_nothing_that_is_done_to_the_board_drops_them() -> None:
    session = start(deck=pack(DECK))
    for step in CHANGES:
        session = told(session, step)
        assert session.desk.deck == DECK, step
        assert unpack(session.link["deck"]) == DECK


def test_a_state_is_kept_as_it_is_shown_and_shown_as_it_was_kept() -> None:
    session = told(start(present="1"), {"do": "keep", "at": 0}, {"do": "boards", "boards": MOVED})
    changed = session.desk
    session = told(
        session, {"do": "keep", "at": 1}, {"do": "cut", "k": 8}, {"do": "slide", "at": 1}
    )

    assert len(session.desk.deck) == 2
    assert session.desk.boards == changed.boards
    assert session.desk.k == 3
    assert session.link["at"] == "2"
    assert told(session, {"do": "drop", "at": 1}).desk.place == 1
    assert "at" not in told(session, {"do": "drop", "at": 0}).link
    assert session.desk.present
    assert all("present" not in one and "deck" not in one for one in session.desk.deck)
    assert Session.start(dict(parse_qsl(session.desk.deck[1])), CATALOGUE).desk == replace(
        changed, present=False, deck=(), place=0
    )
    # Neither is anything to undo.
    assert (
        told(session, {"do": "undo"}, {"do": "undo"}, {"do": "undo"}).desk.deck == session.desk.deck
    )
    assert told(session, {"do": "drop", "at": 0}).desk.deck == session.desk.deck[1:]


@pytest.mark.parametrize("at", [-1, 3, True, None, "1", 1.0])
def test_a_place_that_there_is_not_changes_nothing(at: Any) -> None:
    session = start(deck=pack(DECK))
    for do in ("keep", "drop", "slide"):
        assert told(session, {"do": do, "at": at}).desk == session.desk
    with pytest.raises(ValueError, match="no room"):
        kept(DECK, at, "q=x")
    with pytest.raises(ValueError, match="no state"):
        dropped(DECK, at)


def test_no_more_fit() -> None:
    full = start(deck=pack(("q=white-cat&k=5",) * MOST))

    assert len(full.desk.deck) == MOST
    assert told(full, {"do": "keep", "at": MOST}).desk == full.desk


def test_pairs_have_none() -> None:
    assert Session.start({"deck": pack(DECK)}, PAIRED).desk.deck == ()
