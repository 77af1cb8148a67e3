"""A message from the page: the parts that it must have, before anything believes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_STEPS = 500
"""No honest page has more unanswered changes than this."""


class BadMessageError(ValueError):
    """A message from the browser that makes no sense."""


def unpack(message: object) -> tuple[str, int, list[dict[str, Any]], dict[str, str]]:
    """The parts of a message: its client, revision, steps and link.

    Args:
        message: Whatever a browser has sent.

    Raises:
        BadMessageError: If a part is missing or is not what it has to be; the error says which.

    Example:
        >>> unpack({"client": "x", "revision": 1, "steps": [{"revision": 1, "do": "undo"}], "link": {}})
        ('x', 1, [{'revision': 1, 'do': 'undo'}], {})
    """
    if not isinstance(message, Mapping):
        raise BadMessageError("a message must be an object")
    client, revision = message.get("client"), message.get("revision")
    steps, link = message.get("steps"), message.get("link")
    if not isinstance(client, str) or not 1 <= len(client) <= 64:
        raise BadMessageError("a message must name its client")
    if type(revision) is not int or revision < 0:
        raise BadMessageError("a message must carry a revision, a whole number")
    if not isinstance(steps, list) or len(steps) > MOST_STEPS:
        raise BadMessageError(f"a message must carry a list of at most {MOST_STEPS} steps")
    for step in steps:
        if not isinstance(step, dict) or type(step.get("revision")) is not int or "do" not in step:
            raise BadMessageError("each step must be an object with a revision and something to do")
    if not isinstance(link, dict) or not all(
        isinstance(name, str) and isinstance(text, str) for name, text in link.items()
    ):
        raise BadMessageError("a message must carry the link that the page shows")
    return client, revision, steps, link
