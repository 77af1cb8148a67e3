"""What a teacher's link locks: each change runs into its own locks, and locks go along."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.state import permalink
from irviz.state.deck import SavedState, pack
from irviz.state.locks import ACTIONS, find_locks, is_locked
from irviz.state.session import Session
from tests.each import each
from tests.state.hand import unjudged

if TYPE_CHECKING:
    from irviz.state.desk import Desk

ORDER, FRESH = "1-2-3-4-5-6-7-8", "01011010"
MOVED = {"cat-in-a-box": f"2-1-3-4-5-6-7-8.{FRESH}"}
JUDGED = {"cat-in-a-box": f"{ORDER}.11011010"}
BOTH = {"cat-in-a-box": "2-1-3-4-5-6-7-8.11011010"}

CHANGES: dict[str, tuple[dict[str, Any], ...]] = {
    "move": (
        {"do": "boards", "boards": MOVED},
        {"do": "boards", "boards": BOTH},
        {"do": "ideal"},
        {"do": "worst"},
        {"do": "shuffle"},
        {"do": "shuffle", "boards": MOVED},
        {"do": "link", "link": {"q": "cat-in-a-box", "k": "2", **MOVED}},
    ),
    "judge": (
        {"do": "boards", "boards": JUDGED},
        {"do": "boards", "boards": BOTH},
        {"do": "shuffle", "boards": JUDGED},
    ),
    "cut": ({"do": "cut", "k": 5},),
    "sort": ({"do": "ideal"}, {"do": "worst"}, {"do": "shuffle"}),
    "tools": ({"do": "ideal"}, {"do": "reset"}, {"do": "undo"}),
    "tabs": ({"do": "open", "q": "white-cat"},),
    "scale": ({"do": "scale", "top": 4, "threshold": 2}, {"do": "conventions", "by": "ap-hits"}),
    "scores": ({"do": "hide", "hidden": ["F1"]},),
    "lens": ({"do": "look", "metric": "RR", "lens": "gain"},),
    "example": ({"do": "example", "id": "graded"}, {"do": "link", "link": {"q": "model-b"}}),
    "predict": ({"do": "mode", "predict": True},),
}


def told(session: Session, *steps: dict[str, Any]) -> Session:
    """The session after what a page has sent."""
    first = session.revision + 1
    numbered = [{"revision": first + place, **step} for place, step in enumerate(steps)]
    last = first + len(steps) - 1
    return session.receive({"client": "page", "revision": last, "steps": numbered, "link": session.link})


def start(off: str = "") -> Session:
    return Session.start({"q": "cat-in-a-box", "k": "3", "off": off}, CATALOGUE)


@each(("lock", "step"), [(lock, step) for lock, steps in CHANGES.items() for step in steps])
def test_a_locked_change_changes_nothing_and_others_do(lock: str, step: dict[str, Any]) -> None:
    # Something to undo, which is not locked itself.
    moved = {"do": "boards", "boards": {"cat-in-a-box": f"8-7-2-1-3-6-4-5.{FRESH}"}}
    prior = {"do": "cut", "k": 2} if lock == "move" else moved
    free, kept = told(start(), prior), told(start(lock), prior)

    assert told(free, step).desk != free.desk
    assert told(kept, step).desk == kept.desk
    assert told(kept, step).revision == 2


def test_a_change_of_both_runs_into_both_locks() -> None:
    moved = CATS.replace_boards(CATS.board("cat-in-a-box").move(1, 2))
    both = moved.replace_boards(moved.board("cat-in-a-box").toggle(1))

    def found(do: str, after: Desk) -> tuple[str, ...]:
        return find_locks(do, permalink.write_full(CATS), permalink.write_full(after), CATS.names)

    assert found("boards", moved) == ("move",)
    assert found("boards", both) == ("move", "judge")
    assert found("mode", CATS) == ()
    assert is_locked("sort", ("tools",))
    assert not is_locked("tools", ("sort",))


def test_locks_go_along_to_other_examples_and_cannot_be_linked_away() -> None:
    session = start("judge.cut")
    other = told(session, {"do": "example", "id": "graded"})
    linked = told(session, {"do": "link", "link": {"q": "model-b", "k": "2", "off": ""}})

    assert other.desk.id == "graded"
    assert other.desk.off == linked.desk.off == ("judge", "cut")
    assert told(other, {"do": "cut", "k": 7}).desk == other.desk
    assert told(other, {"do": "example", "id": "cats"}).desk == session.desk


def file_of(*deck: SavedState) -> str:
    return json.dumps({"irviz": "deck", "version": 1, "states": [asdict(one) for one in deck]})


def test_a_saved_state_brings_its_own_locks_and_nothing_else_does() -> None:
    free, bound = SavedState("q=cat-in-a-box&k=5"), SavedState("q=model-b&k=2&off=move")
    link = {"q": "cat-in-a-box", "k": "3", "off": "judge.cut", "deck": pack((free, bound))}
    session = Session.start(link, CATALOGUE)

    assert told(session, {"do": "slide", "at": 1}).desk.off == ("move",)
    opened = told(session, {"do": "slide", "at": 0}).desk
    assert (opened.off, opened.k, opened.deck) == ((), 5, (free, bound))
    # Neither a state that was not in the link, nor one kept here, is a way round.
    for step in (
        {"do": "slide", "at": 2},
        {"do": "slide", "at": -1},
        {"do": "slide", "link": {"q": "cat-in-a-box", "k": "7"}},
        {"do": "mode", "deck": [free.link]},
        {"do": "load", "text": file_of(free)},
        {"do": "restore"},
        {"do": "keep", "at": 0, "state": "q=cat-in-a-box&k=7"},
    ):
        assert told(session, step).desk.off == ("judge", "cut")
        assert told(session, step).desk.k == 3
    away = told(session, {"do": "load", "text": file_of(free)}, {"do": "slide", "at": 0})
    assert away.desk.deck == session.desk.deck
    kept = told(session, {"do": "keep", "at": 2}, {"do": "slide", "at": 2})
    assert (kept.desk.off, kept.desk.k) == (("judge", "cut"), 3)


GRADED = {"q": "white-cat-in-a-box", "k": "3"}
MESSAGES: tuple[dict[str, Any], ...] = (
    *[{"do": name} for name in ("ideal", "worst", "shuffle", "reset", "undo", "redo")],
    {"do": "boards", "boards": {"white-cat-in-a-box": "2-1-3-4-5-6-7-8.14134132"}},
    {"do": "shuffle", "boards": {"white-cat-in-a-box": "8-7-6-5-4-3-2-1.00000000"}},
    {"do": "cut", "k": 7},
    {"do": "scale", "top": 1, "threshold": 1},
    {"do": "mode", "predict": True},
    {"do": "link", "link": {"q": "white-cat-in-a-box", "k": "7", "white-cat-in-a-box": "8-7-6-5-4-3-2-1.00000000"}},
)


@each("off", [c for n in range(6) for c in combinations(ACTIONS, n)])
def test_under_each_combination_of_locks_what_is_locked_stays(off: tuple[str, ...]) -> None:
    """Whatever a message asks for, one by one, all after another, and by a link without the way there."""
    start = Session.start({**GRADED, "off": ".".join(off)}, CATALOGUE)
    found = [told(start, step) for step in MESSAGES] + [told(start, *MESSAGES, *MESSAGES)]
    for link in ({"k": "7"}, {"white-cat-in-a-box": "8-7-6-5-4-3-2-1.00000000"}, {"predict": "1"}):
        message = {"client": "x", "revision": 9, "steps": [], "link": {**GRADED, **link}}
        found.append(start.receive(message))
    before = start.desk
    for after in (session.desk for session in found):
        assert after.off == off
        for name in off:
            if name == "judge":
                assert [one.grades for one in after.boards] == [one.grades for one in before.boards]
            elif name == "move":
                assert [one.order for one in after.boards] == [one.order for one in before.boards]
            elif name == "cut":
                assert after.k == before.k
            elif name == "predict":
                assert after.predict == before.predict
    if not off:
        assert len({desk for session in found if (desk := session.desk) != before}) > 8


def test_a_judgment_cannot_be_taken_away_where_judging_is_locked() -> None:
    board = replace(CATS.board("white-cat"), incomplete=True)
    desk = CATS.replace_boards(board)

    before, after = permalink.write_full(desk), permalink.write_full(desk.replace_boards(unjudged(board, 1)))
    assert find_locks("boards", before, after, desk.names) == ("judge",)


def test_a_reset_leads_back_to_the_exercise_and_not_to_the_example() -> None:
    link = {"q": "cat-in-a-box", "k": "3", "off": "judge", "cat-in-a-box": MOVED["cat-in-a-box"]}
    session = Session.start(link, CATALOGUE)
    away = told(session, {"do": "worst"})

    assert away.desk != session.desk
    assert told(away, {"do": "reset"}).desk == session.desk
