"""A deck: the states that somebody keeps for a talk, each with a name and notes, as one parameter of a link.

The page packs them as this does (ui/present/deck.js). Files of them are read in `irviz.state.deck_file`.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import astuple, dataclass, replace
from functools import lru_cache

MAX_STATES = 40
"""A deck holds no more states."""

MAX_DECK_CHARACTERS = 250_000
"""No deck is longer, in characters of a link; a longer one is not read at all."""

MAX_ADDRESS_CHARACTERS = 6_000
"""A longer one stands in no address, since servers on the way take no more than 8,000 characters of one."""

DECK_ON_PAGE = "page"
"""Stands in the address in its place."""

MAX_NAME_CHARACTERS = 80
"""So many characters a name has at most."""

MAX_NOTES_CHARACTERS = 1_000
"""So many characters the notes on one state have at most."""

MAX_QUESTION_CHARACTERS = 160
"""So many characters the question of a state has at most."""

_MAX_CHARACTERS = {"name": MAX_NAME_CHARACTERS, "notes": MAX_NOTES_CHARACTERS, "question": MAX_QUESTION_CHARACTERS}

LIMITS = {
    "most": MAX_STATES,
    **_MAX_CHARACTERS,
    "deck": MAX_DECK_CHARACTERS,
    "address": MAX_ADDRESS_CHARACTERS,
    "elsewhere": DECK_ON_PAGE,
}
"""What the page has to know of all this."""


@dataclass(frozen=True)
class SavedState:
    r"""One state of a deck.

    Args:
        link: The text of its link, without the talk around it.
        name: What somebody calls it, on one line; empty where it is called by what it shows.
        notes: What only who gives the talk sees; plain text.
        question: What everybody is asked, on one line of the wall; empty where nothing is.

    Raises:
        ValueError: If a text is none, or too long; the message begins with which.

    Example:
        >>> SavedState("q=white-cat&k=3", "  The\nproblem ").name
        'The problem'
        >>> SavedState("q=white-cat&k=3", notes=7)
        Traceback (most recent call last):
        ...
        ValueError: notes: expected a text
    """

    link: str
    name: str = ""
    notes: str = ""
    question: str = ""

    def __post_init__(self) -> None:
        for part, longest in {"link": MAX_DECK_CHARACTERS, **_MAX_CHARACTERS}.items():
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
    def shown(self) -> SavedState:
        """What an address may hold of it: no notes, and nothing that is asked later.

        The browser keeps the rest (ui/present/deck.js), and finds it again by this.

        >>> SavedState("q=white-cat&k=3", "One", "Ask first.", "How many?").shown
        SavedState(link='q=white-cat&k=3', name='One', notes='', question='')
        """
        return SavedState(self.link, self.name)

    @property
    def said(self) -> list[str] | str:
        """What a link says of it, as briefly as can be: what is empty at the end is left out."""
        parts = [*astuple(self)]
        while not parts[-1] and len(parts) > 1:
            parts.pop()
        return parts if len(parts) > 1 else self.link


@lru_cache(maxsize=256)
def pack(deck: tuple[SavedState, ...]) -> str:
    """The states as text for a link; empty where there are none.

    One that is only a link is that, and another one a list: its link, name, notes and question.

    >>> pack((SavedState("q=white-cat&k=3"),))
    'WyJxPXdoaXRlLWNhdCZrPTMiXQ'
    """
    if not deck:
        return ""
    text = json.dumps([one.said for one in deck], separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def unpack(text: str) -> tuple[SavedState, ...]:
    """The states that a link carries; the inverse of `pack`.

    Raises:
        ValueError: If it is no list of at most `MAX_STATES` states.

    >>> unpack("WyJxPXdoaXRlLWNhdCZrPTMiXQ"), unpack("")
    ((SavedState(link='q=white-cat&k=3', name='', notes='', question=''),), ())
    """
    if not text:
        return ()
    if len(text) > MAX_DECK_CHARACTERS:
        raise ValueError("the list of saved states is too long")
    try:
        found = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except RecursionError:
        raise ValueError("the list of saved states is no list") from None
    if not isinstance(found, list) or len(found) > MAX_STATES:
        raise ValueError(f"saved states are a list of at most {MAX_STATES}")
    parts = [one if isinstance(one, list) else [one] for one in found]
    if not all(1 <= len(one) <= 4 for one in parts):
        raise ValueError("each saved state is a link, a name, notes and a question")
    return tuple(SavedState(*one) for one in parts)


def check_deck_size(deck: tuple[SavedState, ...]) -> tuple[SavedState, ...]:
    """A deck, if that is not too much.

    Raises:
        ValueError: If it is; the message says how much there may be.
    """
    if len(deck) > MAX_STATES:
        raise ValueError(f"there are {len(deck)} states, and at most {MAX_STATES} fit")
    if len(pack(deck)) > MAX_DECK_CHARACTERS:
        raise ValueError("links, names and notes are too long all together: shorten some notes")
    return deck


def insert_state(deck: tuple[SavedState, ...], at: int, state: SavedState) -> tuple[SavedState, ...]:
    """The deck with one more state, at place `at` (from 0 to its length).

    Raises:
        ValueError: If there is no such place, or the deck is full.
    """
    if type(at) is not int or not 0 <= at <= len(deck) < MAX_STATES:
        raise ValueError(f"there is no room for a state at {at!r} of {len(deck)}")
    return check_deck_size((*deck[:at], state, *deck[at:]))


def remove_state(deck: tuple[SavedState, ...], at: int) -> tuple[SavedState, ...]:
    """The deck without the state at place `at`, from 0.

    Raises:
        ValueError: If there is none.
    """
    _get_state(deck, at)
    return (*deck[:at], *deck[at + 1 :])


def move_state(deck: tuple[SavedState, ...], at: int, to: int) -> tuple[SavedState, ...]:
    """The deck with the state at place `at` at place `to`, both from 0.

    Raises:
        ValueError: If there is no such place.

    >>> [one.link for one in move_state((SavedState("a"), SavedState("b"), SavedState("c")), 0, 2)]
    ['b', 'c', 'a']
    """
    _get_state(deck, to)
    return insert_state(remove_state(deck, at), to, _get_state(deck, at))


def place_after_move(place: int, at: int, to: int) -> int:
    """Where somebody is, from 1 (0 for nowhere), after the state at place `at` moved to `to`, both from 0.

    >>> [place_after_move(*moved) for moved in ((1, 0, 2), (2, 0, 2), (3, 2, 0), (1, 2, 0), (0, 2, 0))]
    [3, 1, 1, 2, 0]
    """
    if place == at + 1:
        return to + 1
    left = place - (at < place)
    return left + (left > to)


def label_state(
    deck: tuple[SavedState, ...], at: int, name: str, notes: str, question: str = ""
) -> tuple[SavedState, ...]:
    """The deck with another name, other notes and another question of the state at place `at`, from 0.

    Raises:
        ValueError: If there is none, or one of them is no text or too long.
    """
    one = replace(_get_state(deck, at), name=name, notes=notes, question=question)
    return check_deck_size((*deck[:at], one, *deck[at + 1 :]))


def _get_state(deck: tuple[SavedState, ...], at: int) -> SavedState:
    if type(at) is not int or not 0 <= at < len(deck):
        raise ValueError(f"there is no state at {at!r} of {len(deck)}")
    return deck[at]
