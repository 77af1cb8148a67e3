"""What a teacher's link locks: each change runs into its own locks, and locks go along."""

from __future__ import annotations

from typing import Any

import pytest

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.state.desk import ALL_NAMES
from irviz.state.locks import locked, locks_of
from irviz.state.session import Session

ORDER, FRESH = "1-2-3-4-5-6-7-8", "01011010"
MOVED = {"cat-in-a-box": f"2-1-3-4-5-6-7-8.{FRESH}"}
JUDGED = {"cat-in-a-box": f"{ORDER}.11011010"}
BOTH = {"cat-in-a-box": "2-1-3-4-5-6-7-8.11011010"}

CHANGES: dict[str, tuple[dict[str, Any], ...]] = {
    "move": ({"do": "boards", "boards": MOVED}, {"do": "boards", "boards": BOTH}),
    "judge": (
        {"do": "boards", "boards": JUDGED},
        {"do": "boards", "boards": BOTH},
        {"do": "shuffle", "boards": JUDGED},
    ),
    "cut": ({"do": "cut", "k": 5},),
    "sort": ({"do": "ideal"}, {"do": "worst"}, {"do": "shuffle"}),
    "tools": ({"do": "ideal"}, {"do": "reset"}, {"do": "undo"}),
    "tabs": ({"do": "open", "q": "white-cat"},),
    "scale": ({"do": "scale", "top": 4, "threshold": 2}, {"do": "rules", "by": "ap-hits"}),
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
    return session.receive(
        {"client": "page", "revision": last, "steps": numbered, "link": session.link}
    )


def start(off: str = "") -> Session:
    return Session.start({"q": "cat-in-a-box", "k": "3", "off": off}, CATALOGUE, ALL_NAMES)


@pytest.mark.parametrize(
    ("lock", "step"), [(lock, step) for lock, steps in CHANGES.items() for step in steps]
)
def test_a_locked_change_changes_nothing_and_others_do(lock: str, step: dict[str, Any]) -> None:
    # Something to undo, which is not locked itself.
    moved = {"do": "boards", "boards": {"cat-in-a-box": f"8-7-2-1-3-6-4-5.{FRESH}"}}
    prior = {"do": "cut", "k": 2} if lock == "move" else moved
    free, kept = told(start(), prior), told(start(lock), prior)

    assert told(free, step).desk != free.desk
    assert told(kept, step).desk == kept.desk
    assert told(kept, step).revision == 2


def test_a_change_of_both_runs_into_both_locks() -> None:
    moved = CATS.put(CATS.board("cat-in-a-box").move(1, 2))
    both = moved.put(moved.board("cat-in-a-box").toggle(1))

    assert locks_of("boards", CATS, moved) == ("move",)
    assert locks_of("boards", CATS, both) == ("move", "judge")
    assert locks_of("mode", CATS, CATS) == ()
    assert locked("sort", ("tools",))
    assert not locked("tools", ("sort",))


def test_locks_go_along_to_other_examples_and_cannot_be_linked_away() -> None:
    session = start("judge.cut")
    other = told(session, {"do": "example", "id": "graded"})
    linked = told(session, {"do": "link", "link": {"q": "model-b", "k": "2", "off": ""}})

    assert other.desk.id == "graded"
    assert other.desk.off == linked.desk.off == ("judge", "cut")
    assert told(other, {"do": "cut", "k": 7}).desk == other.desk
    assert told(other, {"do": "example", "id": "cats"}).desk == session.desk
    # A saved state of somebody who presents has its own.
    slide = {"do": "slide", "link": {"q": "model-b", "k": "2", "off": "move"}}
    assert told(session, slide).desk.off == ("move",)


def test_a_reset_leads_back_to_the_exercise_and_not_to_the_example() -> None:
    link = {"q": "cat-in-a-box", "k": "3", "off": "judge", "cat-in-a-box": MOVED["cat-in-a-box"]}
    session = Session.start(link, CATALOGUE, ALL_NAMES)
    away = told(session, {"do": "worst"})

    assert away.desk != session.desk
    assert told(away, {"do": "reset"}).desk == session.desk
