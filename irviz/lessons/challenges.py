"""All challenges, from challenges.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from irviz.lessons.challenge import Challenge
from irviz.lessons.challenge_link import ChallengeError
from irviz.state.goals.goal import Goal

_KEYS = {"id", "title", "level", "text", "start", "goal", "allow", "hints", "teaches", "fewest"}


@cache
def challenges() -> dict[str, Challenge]:
    """All challenges by id, in the order of a list, easier ones first."""
    return parse(Path(__file__).with_name("challenges.toml").read_text(encoding="utf-8"))


def parse(text: str, name: str = "challenges.toml") -> dict[str, Challenge]:
    """The challenges of a TOML file, a table `[[challenge]]` each, whose keys are those of `Challenge`.

    Args:
        text: The file.
        name: Its name, for errors.

    Raises:
        ChallengeError: If something is wrong; says in which challenge, and what.
    """
    try:
        tables = tomllib.loads(text).get("challenge", [])
    except tomllib.TOMLDecodeError as error:
        raise ChallengeError(f"{name}: {error}") from None
    found: dict[str, Challenge] = {}
    for number, table in enumerate(tables, 1):
        place = f"{name}, challenge {number} ({table.get('id', 'without id')})"
        try:
            challenge = _from_table(table)
            challenge.sound()
        except ValueError as error:
            raise ChallengeError(f"{place}: {error}") from None
        if challenge.id in found:
            raise ChallengeError(f"{place}: there are two with this id")
        found[challenge.id] = challenge
    return found


def _from_table(table: dict[str, Any]) -> Challenge:
    if {*table} != _KEYS:
        odd = ", ".join(sorted({*table} ^ _KEYS))
        raise ChallengeError(f"these keys are missing or unknown: {odd}")
    return Challenge(
        **{
            **table,
            "text": table["text"].strip(),
            "start": dict(parse_qsl(table["start"].removeprefix("?"))),
            "goal": Goal.read(table["goal"]),
            "allow": tuple(table["allow"]),
            "hints": tuple(table["hints"]),
        }
    )
