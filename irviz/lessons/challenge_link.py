"""The words of a link to a challenge of one's own.

A teacher can write one: `goal`, `allow` (kinds of actions, joined by dots), `title`, `task`,
`hints` (one a line), `most` (moves that may be used), `fewest`, and in `start` the parameters that set
the board. Without `start` they stand beside the others, which is easier to write by hand; with it, those
beside the others are the board as somebody has left it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from irviz.state import fields

if TYPE_CHECKING:
    from collections.abc import Mapping

PARAMETERS = ("goal", "allow", "title", "task", "hints", "most", "fewest", "start")
"""What a link to a challenge of one's own carries beside the board."""

LONGEST = {"title": 80, "task": 600, "hints": 600}
"""So many characters a challenge of one's own may have in its words."""

HINTS = 3
"""A challenge has so many hints at most."""


class ChallengeError(ValueError):
    """A challenge that makes no sense; the message says what and where, in words for its author."""


def plain(text: str) -> str:
    """A teacher's words, in which braces are only braces.

    >>> plain("{AP}")
    '(AP)'
    """
    return text.replace("{", "(").replace("}", ")")


def title(about: str) -> str:
    """What a challenge without a title is called.

    Args:
        about: Its goal in words.

    >>> title("AP@8 is 1")
    'AP@8 is 1'
    """
    longest = LONGEST["title"]
    return about if len(about) <= longest else f"{about[: longest - 2].rstrip()} …"


def task(about: str) -> str:
    """What to do where its author has not said it.

    Args:
        about: Its goal in words.

    >>> task("AP@8 is 1")
    'Make it so that AP@8 is 1.'
    """
    return f"Make it so that {plain(about)}."


def hints(text: str) -> tuple[str, ...]:
    r"""An author's hints, one a line.

    Raises:
        ChallengeError: If there are more than `HINTS`.

    >>> hints("Look at rank 1.\n\nMove it up.")
    ('Look at rank 1.', 'Move it up.')
    """
    lines = tuple(plain(line.strip()) for line in text.splitlines() if line.strip())
    if len(lines) > HINTS:
        raise ChallengeError(f"there are {len(lines)} hints, one a line; {HINTS} are the most")
    return lines


def start(link: Mapping[str, str]) -> dict[str, str]:
    """The parameters that set the board.

    Raises:
        ChallengeError: If they are packed, and name no query.

    >>> start({"start": "q=white-cat&k=3", "goal": "AP = 1"})
    {'q': 'white-cat', 'k': '3'}
    """
    if "start" in link:
        start = dict(parse_qsl(link["start"][: fields.LONGEST]))
        if "q" not in start:
            raise ChallengeError("its board cannot be read")
        return start
    return {name: text for name, text in link.items() if name not in PARAMETERS}


def small(text: str, what: str) -> int | None:
    """A number of moves, if there is one.

    Args:
        text: From 1 to 99, or empty.
        what: What the number is, in words for its author.

    Raises:
        ChallengeError: If it is something else.

    >>> small("7", "the fewest moves"), small("", "the fewest moves")
    (7, None)
    """
    if text and not re.fullmatch(r"[1-9]\d?", text, re.ASCII):
        raise ChallengeError(f"{what} must be a whole number from 1 to 99, not {text[:24]!r}")
    return int(text) if text else None
