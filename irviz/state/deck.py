"""A deck: the states that somebody keeps for a talk, each with a name and notes, as one parameter of a link.

The page packs them as this does (ui/present/deck.js). Files of them are read in `irviz.state.deck_file`.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import astuple, dataclass, replace
from functools import lru_cache

MOST = 40
"""A deck holds no more states."""

LONGEST = 250_000
"""No deck is longer, in characters of a link; a longer one is not read at all."""

IN_ADDRESS = 6_000
"""A longer one stands in no address, since servers on the way take no more than 8,000 characters of one."""

ELSEWHERE = "page"
"""Stands in the address in its place."""

LONGEST_NAME = 80
"""So many characters a name has at most."""

LONGEST_NOTES = 1_000
"""So many characters the notes on one state have at most."""

LONGEST_QUESTION = 160
"""So many characters the question of a state has at most."""

_LONGEST = {"name": LONGEST_NAME, "notes": LONGEST_NOTES, "question": LONGEST_QUESTION}

LIMITS = {"most": MOST, **_LONGEST, "deck": LONGEST, "address": IN_ADDRESS, "elsewhere": ELSEWHERE}
"""What the page has to know of all this."""


@dataclass(frozen=True)
class Saved:
    r"""One state of a deck.

    Args:
        link: The text of its link, without the talk around it.
        name: What somebody calls it, on one line; empty where it is called by what it shows.
        notes: What only who gives the talk sees; plain text.
        question: What everybody is asked, on one line of the wall; empty where nothing is.

    Raises:
        ValueError: If a text is none, or too long; the message begins with which.

    Example:
        >>> Saved("q=white-cat&k=3", "  The\nproblem ").name
        'The problem'
        >>> Saved("q=white-cat&k=3", notes=7)
        Traceback (most recent call last):
        ...
        ValueError: notes: expected a text
    """

    link: str
    name: str = ""
    notes: str = ""
    question: str = ""

    def __post_init__(self) -> None:
        for part, longest in {"link": LONGEST, **_LONGEST}.items():
            text = getattr(self, part)
            if not isinstance(text, str):
                raise ValueError(f"{part}: expected a text")  # noqa: TRY004 - as all that a file may say
            if len(text) > longest:
                raise ValueError(f"{part}: it has {len(text):,} characters, and at most {longest:,} fit")
            if any("\ud800" <= sign <= "\udfff" for sign in text):
                raise ValueError(f"{part}: one of its characters is only half there")
        for part in ("name", "question"):
            object.__setattr__(self, part, " ".join(getattr(self, part).split()))

    @property
    def shown(self) -> Saved:
        """What an address may hold of it: no notes, and nothing that is asked later.

        The browser keeps the rest (ui/present/deck.js), and finds it again by this.

        >>> Saved("q=white-cat&k=3", "One", "Ask first.", "How many?").shown
        Saved(link='q=white-cat&k=3', name='One', notes='', question='')
        """
        return Saved(self.link, self.name)

    @property
    def said(self) -> list[str] | str:
        """What a link says of it, as briefly as can be: what is empty at the end is left out."""
        parts = [*astuple(self)]
        while not parts[-1] and len(parts) > 1:
            parts.pop()
        return parts if len(parts) > 1 else self.link


@lru_cache(maxsize=256)
def pack(deck: tuple[Saved, ...]) -> str:
    """The states as text for a link; empty where there are none.

    One that is only a link is that, and another one a list: its link, name, notes and question.

    >>> pack((Saved("q=white-cat&k=3"),))
    'WyJxPXdoaXRlLWNhdCZrPTMiXQ'
    """
    if not deck:
        return ""
    text = json.dumps([one.said for one in deck], separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def unpack(text: str) -> tuple[Saved, ...]:
    """The states that a link carries; the inverse of `pack`.

    Raises:
        ValueError: If it is no list of at most `MOST` states.

    >>> unpack("WyJxPXdoaXRlLWNhdCZrPTMiXQ"), unpack("")
    ((Saved(link='q=white-cat&k=3', name='', notes='', question=''),), ())
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
    parts = [one if isinstance(one, list) else [one] for one in found]
    if not all(1 <= len(one) <= 4 for one in parts):
        raise ValueError("each saved state is a link, a name, notes and a question")
    return tuple(Saved(*one) for one in parts)


def whole(deck: tuple[Saved, ...]) -> tuple[Saved, ...]:
    """A deck, if that is not too much.

    Raises:
        ValueError: If it is; the message says how much there may be.
    """
    if len(deck) > MOST:
        raise ValueError(f"there are {len(deck)} states, and at most {MOST} fit")
    if len(pack(deck)) > LONGEST:
        raise ValueError("links, names and notes are too long all together: shorten some notes")
    return deck


def kept(deck: tuple[Saved, ...], at: int, state: Saved) -> tuple[Saved, ...]:
    """The deck with one more state, at place `at` (from 0 to its length).

    Raises:
        ValueError: If there is no such place, or the deck is full.
    """
    if type(at) is not int or not 0 <= at <= len(deck) < MOST:
        raise ValueError(f"there is no room for a state at {at!r} of {len(deck)}")
    return whole((*deck[:at], state, *deck[at:]))


def dropped(deck: tuple[Saved, ...], at: int) -> tuple[Saved, ...]:
    """The deck without the state at place `at`, from 0.

    Raises:
        ValueError: If there is none.
    """
    _state(deck, at)
    return (*deck[:at], *deck[at + 1 :])


def moved(deck: tuple[Saved, ...], at: int, to: int) -> tuple[Saved, ...]:
    """The deck with the state at place `at` at place `to`, both from 0.

    Raises:
        ValueError: If there is no such place.

    >>> [one.link for one in moved((Saved("a"), Saved("b"), Saved("c")), 0, 2)]
    ['b', 'c', 'a']
    """
    _state(deck, to)
    return kept(dropped(deck, at), to, _state(deck, at))


def followed(place: int, at: int, to: int) -> int:
    """Where somebody is, from 1 (0 for nowhere), after the state at place `at` moved to `to`, both from 0.

    >>> followed(1, 0, 2), followed(2, 0, 2), followed(3, 2, 0), followed(1, 2, 0), followed(0, 2, 0)
    (3, 1, 1, 2, 0)
    """
    if place == at + 1:
        return to + 1
    left = place - (at < place)
    return left + (left > to)


def labelled(deck: tuple[Saved, ...], at: int, name: str, notes: str, question: str = "") -> tuple[Saved, ...]:
    """The deck with another name, other notes and another question of the state at place `at`, from 0.

    Raises:
        ValueError: If there is none, or one of them is no text or too long.
    """
    one = replace(_state(deck, at), name=name, notes=notes, question=question)
    return whole((*deck[:at], one, *deck[at + 1 :]))


def _state(deck: tuple[Saved, ...], at: int) -> Saved:
    if type(at) is not int or not 0 <= at < len(deck):
        raise ValueError(f"there is no state at {at!r} of {len(deck)}")
    return deck[at]
