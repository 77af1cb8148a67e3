"""Limits are as the pages about rooms and security say."""

from __future__ import annotations

from math import ceil
from pathlib import Path

from irviz.rooms import hub, question, quotas, room, routes, store
from tests.each import each

PAGES = Path(__file__).resolve().parents[2] / ".github"
ROOMS = quotas.MAX_PEOPLE // quotas.PEOPLE_PER_ROOM


@each(
    ("page", "words"),
    [
        ("ROOMS", f"| rooms | {store.MAX_ROOMS} in a process"),
        ("ROOMS", f"| phones that have joined | {store.MAX_MEMBERS:,} in a room |"),
        ("ROOMS", f"| lines that are open to one process | {hub.MAX_LINES:,} |"),
        ("ROOMS", f"{routes.MAX_ANSWER_BYTES / 1024:g} KB, {routes.MAX_QUESTION_BYTES / 1024:g} KB |"),
        ("ROOMS", f"| {hub.MAX_ANSWERS_PER_SECOND} a second |"),
        ("ROOMS", f"| {room.MAX_ROUNDS}, {question.MAX_METRICS}, {question.MAX_RESULTS} |"),
        ("ROOMS", f"six signs of {len(room.CODE_SIGNS)} that do not look alike, {31**room.CODE_LENGTH:,} in all"),
        ("ROOMS", f"who tries {quotas.GUESSES_PER_MINUTE} that are none waits a minute"),
        ("SECURITY", f"taken for {quotas.MAX_PEOPLE} people"),
        ("SECURITY", f"open lines of rooms: {quotas.LINES_PER_PERSON} each; rooms: {ROOMS} (one for "),
        ("SECURITY", f"(one for {quotas.PEOPLE_PER_ROOM}), and"),
        ("SECURITY", f"and {ceil(ROOMS * quotas.OPENINGS_PER_ROOM)} attempts to open one a minute"),
    ],
)
def test_limits_are_as_documented(page: str, words: str) -> None:
    assert words in " ".join((PAGES / f"{page}.md").read_text("utf-8").split())


def test_times_are_as_documented() -> None:
    hours = (store.IDLE_ROOM_SECONDS, store.UNUSED_SECONDS, store.ENDED_ROOM_SECONDS)
    assert hours == (3 * 3600, 10 * 60, 3600)
    assert hub.HEARTBEAT_SECONDS == 15
