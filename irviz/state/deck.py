"""A deck: the states that somebody keeps for a talk, each as the text of its link, in one parameter.

The page packs them as this does (ui/present/deck.js).
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

MOST = 40
"""A deck holds no more states."""

LONGEST = 120_000
"""No deck is longer, in characters of a link; a longer one is not read at all."""


def pack(deck: tuple[str, ...]) -> str:
    """The states as text for a link; empty where there are none.

    >>> pack(("q=white-cat&k=3",))
    'WyJxPXdoaXRlLWNhdCZrPTMiXQ'
    """
    text = json.dumps(deck, separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode().rstrip("=") if deck else ""


def unpack(text: str) -> tuple[str, ...]:
    """The states that a link carries; the inverse of `pack`.

    Raises:
        ValueError: If it is no list of at most `MOST` texts.

    >>> unpack("WyJxPXdoaXRlLWNhdCZrPTMiXQ"), unpack("")
    (('q=white-cat&k=3',), ())
    """
    if not text:
        return ()
    if len(text) > LONGEST:
        raise ValueError("the list of saved states is too long")
    try:
        found = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except RecursionError:
        raise ValueError("the list of saved states is no list") from None
    if not isinstance(found, list) or len(found) > MOST:
        raise ValueError(f"saved states are a list of at most {MOST}")
    if not all(isinstance(one, str) for one in found):
        raise ValueError("each saved state is a text")
    return tuple(found)


def kept(deck: tuple[str, ...], at: int, state: str) -> tuple[str, ...]:
    """The deck with one more state, at place `at` (from 0 to its length).

    Raises:
        ValueError: If there is no such place, or the deck is full.
    """
    if type(at) is not int or not 0 <= at <= len(deck) < MOST:
        raise ValueError(f"there is no room for a state at {at!r} of {len(deck)}")
    return (*deck[:at], state, *deck[at:])


def dropped(deck: tuple[str, ...], at: int) -> tuple[str, ...]:
    """The deck without the state at place `at`, from 0.

    Raises:
        ValueError: If there is none.
    """
    if type(at) is not int or not 0 <= at < len(deck):
        raise ValueError(f"there is no state at {at!r} of {len(deck)}")
    return (*deck[:at], *deck[at + 1 :])
