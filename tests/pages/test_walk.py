"""Every control of every frame, pressed in every mode and in any order; see `tests/pages/walk.py`."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from irviz.lessons.lesson import Step
from irviz.state import cache
from irviz.state.board import Board
from irviz.state.desk import Desk
from irviz.state.fields import FIELDS
from tests.pages import walk as walking
from tests.pages.walk import MODES, BrokenError, press_each, walk

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.exhaustive
@pytest.mark.parametrize("mode", MODES)
def test_every_control_once(mode: str) -> None:
    assert press_each(mode, random.Random(mode)) > 10


@pytest.mark.exhaustive
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("mode", MODES)
def test_any_way_on(mode: str, turn: int, pytestconfig: pytest.Config) -> None:
    assert walk(mode, random.Random(f"{mode} {turn}"), pytestconfig.option.steps) >= 40


def keep_notes(patch: pytest.MonkeyPatch) -> None:
    """What others get has the notes of a talk."""
    patch.setattr(Desk, "without_notes", lambda desk: desk)


def forget_grades(patch: pytest.MonkeyPatch) -> None:
    """A graded list counts as one that is relevant or not."""
    binary = property(lambda board: tuple(min(board.grades[index], 1) for index in board.order))
    patch.setattr(Board, "ranked", binary)


def forget_mask(patch: pytest.MonkeyPatch) -> None:
    """Loaded again, a wall shows what was masked."""
    patch.setitem(FIELDS, "mask", replace(FIELDS["mask"], write=lambda _desk: ""))


def praise_always(patch: pytest.MonkeyPatch) -> None:
    """A step says what has risen and fallen, whatever was done."""
    patch.setattr(Step, "is_done", lambda *_: True)


@pytest.mark.parametrize(
    ("fault", "mode"),
    [(keep_notes, "talk"), (forget_grades, "graded"), (forget_mask, "masked"), (praise_always, "first minute")],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_it_finds_what_was_wrong_before(
    fault: Callable[[pytest.MonkeyPatch], None], mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_CACHE", cache._Cache())
    monkeypatch.setattr(walking, "reopen", lru_cache(maxsize=8)(walking.reopen.__wrapped__))
    fault(monkeypatch)
    with pytest.raises(BrokenError, match=f"on “{mode}” by"):
        walk(mode, random.Random(mode), 200)
