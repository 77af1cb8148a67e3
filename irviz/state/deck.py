"""A deck: the states that are saved for a talk, each with a name and notes, as one parameter of a link.

The page packs them as this does (ui/present/deck.js). Files of them are read in `irviz.state.deck_file`.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import astuple, dataclass, replace
from functools import lru_cache

MAX_STATES = 40
"""States in a deck."""

MAX_DECK_CHARACTERS = 250_000
"""Characters of a deck in a link; a longer one is not read at all."""

MAX_ADDRESS_CHARACTERS = 6_000
"""A longer deck is left out of the address, since servers on the way take no more than 8,000 characters."""

DECK_ON_PAGE = "page"
"""Stands in the address in place of a deck that is too long: the browser keeps it."""

MAX_NAME_CHARACTERS = 80
"""Characters of a state's name."""

MAX_NOTES_CHARACTERS = 1_000
"""Characters of the notes on a state."""

MAX_QUESTION_CHARACTERS = 160
"""Characters of the question of a state."""

MAX_CHARACTERS = {"name": MAX_NAME_CHARACTERS, "notes": MAX_NOTES_CHARACTERS, "question": MAX_QUESTION_CHARACTERS}


@dataclass(frozen=True)
class SavedState:
    r"""A desk that is saved in a deck: its link, a name, and what the speaker says and asks.

    Args:
        link: The text of its link, without the talk around it.
        name: Its name, on one line; empty where it is named by what it shows.
        notes: Plain text that only the speaker sees.
        question: The question to the audience, on one line of the wall; empty where there is none.

    Raises:
        ValueError: If a field is no text, or too long; the message begins with its name.

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
        """Normalize the texts, and raise a ValueError for one that is invalid."""
        for part, longest in {"link": MAX_DECK_CHARACTERS, **MAX_CHARACTERS}.items():
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
    def for_address(self) -> SavedState:
        """A copy without notes and question, for an address that others may read.

        The browser keeps notes and questions (ui/present/deck.js), and finds them again by this copy.

        >>> SavedState("q=white-cat&k=3", "One", "Ask first.", "How many?").for_address
        SavedState(link='q=white-cat&k=3', name='One', notes='', question='')
        """
        return SavedState(self.link, self.name)

    @property
    def as_json(self) -> list[str] | str:
        """The state for JSON: its link, or a list of its fields without the empty ones at the end."""
        parts = [*astuple(self)]
        while not parts[-1] and len(parts) > 1:
            parts.pop()
        return parts if len(parts) > 1 else self.link


@lru_cache(maxsize=256)
def pack(deck: tuple[SavedState, ...]) -> str:
    """Encode states as text for a link; empty where there are none.

    A state with a link only is encoded as the link, others as a list: link, name, notes and question.

    >>> pack((SavedState("q=white-cat&k=3"),))
    'WyJxPXdoaXRlLWNhdCZrPTMiXQ'
    """
    if not deck:
        return ""
    text = json.dumps([one.as_json for one in deck], separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def unpack(text: str) -> tuple[SavedState, ...]:
    """Decode the states of a link; the inverse of `pack`.

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
    """Check that a deck is not too large, and return it.

    Raises:
        ValueError: If it is; the message states the limit.
    """
    if len(deck) > MAX_STATES:
        raise ValueError(f"there are {len(deck)} states, and at most {MAX_STATES} fit")
    if len(pack(deck)) > MAX_DECK_CHARACTERS:
        raise ValueError("links, names and notes are too long all together: shorten some notes")
    return deck


def insert_state(deck: tuple[SavedState, ...], at: int, state: SavedState) -> tuple[SavedState, ...]:
    """A copy of the deck with a state inserted at place `at`, from 0 to the length of the deck.

    Raises:
        ValueError: If there is no such place, or the deck is full.
    """
    if type(at) is not int or not 0 <= at <= len(deck) < MAX_STATES:
        raise ValueError(f"there is no room for a state at {at!r} of {len(deck)}")
    return check_deck_size((*deck[:at], state, *deck[at:]))


def remove_state(deck: tuple[SavedState, ...], at: int) -> tuple[SavedState, ...]:
    """A copy of the deck without the state at place `at`, from 0.

    Raises:
        ValueError: If there is no such place.
    """
    _get_state(deck, at)
    return (*deck[:at], *deck[at + 1 :])


def move_state(deck: tuple[SavedState, ...], at: int, to: int) -> tuple[SavedState, ...]:
    """A copy of the deck with the state at place `at` moved to place `to`, both from 0.

    Raises:
        ValueError: If there is no such place.

    >>> [one.link for one in move_state((SavedState("a"), SavedState("b"), SavedState("c")), 0, 2)]
    ['b', 'c', 'a']
    """
    _get_state(deck, to)
    return insert_state(remove_state(deck, at), to, _get_state(deck, at))


def place_after_move(place: int, at: int, to: int) -> int:
    """The new number of the open state after a state of the deck has moved.

    Args:
        place: The number of the open state before, from 1; 0 for none.
        at: The index from 0 of the state that moves.
        to: The index from 0 that it moves to.

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
    """A copy of the deck with another name, notes and question for the state at place `at`, from 0.

    Raises:
        ValueError: If there is no such place, or a field is no text or too long.
    """
    one = replace(_get_state(deck, at), name=name, notes=notes, question=question)
    return check_deck_size((*deck[:at], one, *deck[at + 1 :]))


def _get_state(deck: tuple[SavedState, ...], at: int) -> SavedState:
    """The state at place `at`, from 0, after checking that there is one."""
    if type(at) is not int or not 0 <= at < len(deck):
        raise ValueError(f"there is no state at {at!r} of {len(deck)}")
    return deck[at]
