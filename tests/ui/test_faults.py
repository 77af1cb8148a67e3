"""What fails: validated, written down once and on one line, and nothing else changes by it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
import streamlit as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.message import LONGEST, MOST_FAULTS, BadMessageError, faults
from irviz.state.session import Session
from irviz.ui import faults as ours
from irviz.ui.component import packed
from irviz.ui.faults import made

GOOD = {"number": 1, "part": "curves", "words": "TypeError: no", "where": "curves/tip.js:4:2"}


class Log:
    """What would be written to the log."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def error(self, text: str, *values: object, exc_info: object = None) -> None:
        self.lines.append(text % values)

    warning = error


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    kept = Log()
    monkeypatch.setattr(ours, "_LOG", kept)
    monkeypatch.setattr(st, "session_state", {})
    return kept


def message(*found: object, **other: Any) -> dict[str, Any]:
    return {"client": "x", "revision": 0, "steps": [], "link": {}, "faults": [*found], **other}


def test_a_failure_is_written_down_once_and_on_one_line(log: Log) -> None:
    forged = {**GOOD, "number": 2, "words": "no\n2026 INFO all is well\r\x1b[2J\u2028\u202e"}
    for _ in range(3):
        ours.hear(message(GOOD, forged))
    assert log.lines == [
        "A page failed in curves, at curves/tip.js:4:2: TypeError: no",
        r"A page failed in curves, at curves/tip.js:4:2: no\n2026 INFO all is well\r\x1b[2J\u2028\u202e",
    ]


def test_a_page_that_fails_all_over_does_not_fill_the_log(log: Log) -> None:
    for number in range(1, 1000):
        ours.hear(message({**GOOD, "number": number}))
    assert len(log.lines) == ours.MOST


@pytest.mark.parametrize(
    "fault",
    [
        None,
        "curves",
        {},
        {**GOOD, "number": 0},
        {**GOOD, "number": True},
        {**GOOD, "part": "curves\nforged"},
        {**GOOD, "part": ""},
        {**GOOD, "words": 7},
        {**GOOD, "words": "x" * (LONGEST + 1)},
        {**GOOD, "where": "x" * (LONGEST + 1)},
        {**GOOD, "where": None},
    ],
)
def test_a_failure_that_makes_no_sense_is_refused_in_one_line(log: Log, fault: object) -> None:
    with pytest.raises(BadMessageError):
        faults(message(fault))
    ours.hear(message(GOOD, fault))
    assert len(log.lines) == 1
    assert "was ignored" in log.lines[0]
    assert "forged" not in log.lines[0]


def test_too_many_failures_and_a_client_without_a_name_are_refused() -> None:
    with pytest.raises(BadMessageError):
        faults(message(*[GOOD] * (MOST_FAULTS + 1)))
    with pytest.raises(BadMessageError):
        faults(message(GOOD, client="x" * 65))


def test_nothing_else_changes_by_a_failure() -> None:
    fresh = Session.start({"k": "99"}, CATALOGUE)
    assert fresh.notes
    assert fresh.receive(message(GOOD)) == replace(fresh, client="x")
    known = fresh.receive(message(revision=1, steps=[{"revision": 1, "do": "cut", "k": 5}]))
    assert known.receive(message(GOOD, revision=1)) is known


def test_a_part_that_raises_leaves_the_others_alone(log: Log) -> None:
    def broken() -> dict[str, float]:
        raise ZeroDivisionError("made to raise")

    for times in (1, 2):
        parts = {"one": {"k": 1}, "two": made("two", broken), "three": {"value": object()}}
        found = json.loads(packed(parts))
        assert found["one"] == {"k": 1}
        assert found["two"]["fault"] == 2 * times - 1
        assert found["three"]["fault"] == 2 * times
    assert log.lines == [
        "The part 'two' of a page could not be made",
        "The part 'three' of a page could not be made",
    ]
