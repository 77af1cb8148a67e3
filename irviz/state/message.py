"""A message from the page: its parts are checked before anything uses them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

MAX_STEPS = 500
"""Unanswered changes in one message."""


MAX_FAULTS = 20
"""Failures in one message."""

MAX_FAULT_CHARACTERS = 300
"""Characters of a text in the report of a failure."""


class BadMessageError(ValueError):
    """A message from the browser that is malformed."""


class Message(NamedTuple):
    """A message from the page about its board, as ui/transport.js writes it.

    Args:
        client: The page's random id.
        revision: The number of its last change.
        steps: The changes that were not answered yet: each has its ``revision``, an action to ``do``, and arguments.
        link: The parameters of the link that the page shows.
        preview: A request for the curves after a change, ``{"number", "board", "text"}``; not checked here.
        history: The desks that were visited, for undo, ``{"number", "links", "tally"}``; not checked here.
    """

    client: str
    revision: int
    steps: list[dict[str, Any]]
    link: dict[str, str]
    preview: object = None
    history: object = None


def parse_message(message: object) -> Message:
    """Check a message that a browser has sent, decoded from JSON, and return it as a `Message`.

    Args:
        message: Whatever a browser has sent.

    Raises:
        BadMessageError: If a part is missing or invalid; the error says which.

    Example:
        >>> parse_message({"client": "x", "revision": 1, "steps": [{"revision": 1, "do": "undo"}], "link": {}}).steps
        [{'revision': 1, 'do': 'undo'}]
    """
    if not isinstance(message, Mapping):
        raise BadMessageError("a message must be an object")
    client, revision = message.get("client"), message.get("revision")
    steps, link = message.get("steps"), message.get("link")
    if not isinstance(client, str) or not 1 <= len(client) <= 64:
        raise BadMessageError("a message must name its client")
    if type(revision) is not int or revision < 0:
        raise BadMessageError("a message must carry a revision, a whole number")
    if not isinstance(steps, list) or len(steps) > MAX_STEPS:
        raise BadMessageError(f"a message must carry a list of at most {MAX_STEPS} steps")
    for step in steps:
        if not isinstance(step, dict) or type(step.get("revision")) is not int or "do" not in step:
            raise BadMessageError("each step must be an object with a revision and something to do")
    if not isinstance(link, dict) or not all(
        isinstance(name, str) and isinstance(text, str) for name, text in link.items()
    ):
        raise BadMessageError("a message must carry the link that the page shows")
    return Message(client, revision, steps, link, message.get("preview"), message.get("history"))


@dataclass(frozen=True, slots=True)
class Fault:
    """An error that occurred in a browser.

    Args:
        client: The page's random id.
        number: Its number among the page's errors, from 1.
        part: The part of the page that failed.
        words: The browser's error message.
        where: The place in the page's modules: file, line and column.
    """

    client: str
    number: int
    part: str
    words: str
    where: str

    def __str__(self) -> str:
        r"""The error on one line; line breaks and other control characters are escaped.

        >>> str(Fault("x", 1, "curves", "Error: no\nline", "curves/tip.js:4:2"))
        'curves, at curves/tip.js:4:2: Error: no\\nline'
        """
        line = f"{self.part}, at {self.where}: {self.words}" if self.where else f"{self.part}: {self.words}"
        return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)


def parse_faults(message: object) -> tuple[Fault, ...]:
    """Parse the errors of the page since the last answer, as a message reports them.

    Raises:
        BadMessageError: If they are malformed.

    Example:
        >>> fault = {"number": 1, "part": "curves", "words": "Error: no", "where": ""}
        >>> message = {"client": "x", "revision": 0, "steps": [], "link": {}, "faults": [fault]}
        >>> [str(one) for one in parse_faults(message)]
        ['curves: Error: no']
    """
    found = message.get("faults", []) if isinstance(message, Mapping) else []
    if not isinstance(found, list) or len(found) > MAX_FAULTS:
        raise BadMessageError(f"a message must carry a list of at most {MAX_FAULTS} failures")
    if not found:
        return ()
    client = parse_message(message).client
    return tuple(_parse_fault(client, one) for one in found)


def _parse_fault(client: str, one: object) -> Fault:
    """Parse one reported error; `client` is the id of the page that reports it."""
    if not isinstance(one, Mapping):
        raise BadMessageError("a failure must be an object")
    number, part, words, where = (one.get(name) for name in ("number", "part", "words", "where"))
    if type(number) is not int or number < 1:
        raise BadMessageError("a failure must have a number from 1")
    if not isinstance(part, str) or not re.fullmatch(r"[a-z_]{1,40}", part):
        raise BadMessageError("a failure must name its part")
    if not isinstance(words, str) or not isinstance(where, str) or max(len(words), len(where)) > MAX_FAULT_CHARACTERS:
        raise BadMessageError(f"a failure must be told in texts of at most {MAX_FAULT_CHARACTERS} signs")
    return Fault(client, number, part, words, where)
