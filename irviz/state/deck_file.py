"""A deck as a file: JSON with a version, and for each state its name, notes, question and link.

The page writes it (ui/present/deck.js); whatever comes back is read here. Names that say only what a
state shows are none: so a state that is changed later is called by what it shows then. One deck holds boards,
pairs of lists and own examples in any order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from irviz.state import permalink
from irviz.state.chosen_conventions import quote
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.deck import MAX_STATES, SavedState, check_deck_size
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from irviz.state.desk import Desk

KIND, VERSION = "deck", 1
"""What a file says that it is: `{"irviz": "deck", "version": 1, "states": […]}`."""

MAX_DECK_FILE_BYTES = 1_000_000
"""Bytes of a file of saved states."""


class DeckError(ValueError):
    """A file that is no deck; the message is one line that names the place in the file."""


def parse_parameters(link: str) -> dict[str, str]:
    """Parse the parameters of a state's link, empty ones too.

    >>> parse_parameters("q=white-cat&k=3&hide=")
    {'q': 'white-cat', 'k': '3', 'hide': ''}
    """
    return dict(parse_qsl(link, keep_blank_values=True))


def describe_desk(desk: Desk) -> str:
    """Describe a desk in a few words, as the name of a saved state that has none.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> describe_desk(CATS), describe_desk(CATS.open(MEAN))
        ('cat in a box, k = 3, AP', 'mean of 3 queries, k = 3, MAP')
    """
    shown, metric = desk.visible, desk.metric
    if desk.paired or len(shown) == 1:
        query = " and ".join(board.query for board in shown)
    else:
        query, metric = f"mean of {len(shown)} queries", MEAN_NAMES.get(metric, metric)
    return f"{query}, k = {desk.k}, {metric}"


class DeckReader:
    """Reads the saved states of deck files and links.

    Args:
        catalogue: The unchanged examples that a state may be of, by id; not empty.
    """

    def __init__(self, catalogue: Mapping[str, Desk]) -> None:
        self._catalogue = catalogue

    def find_example(self, link: str) -> Desk:
        """Find the unchanged example that a state's link belongs to."""
        return permalink.find_example(parse_parameters(link), self._catalogue)

    def describe_link(self, link: str) -> str:
        """Describe the desk of a state's link in a few words, as the name of a state that has none."""
        return _describe_link(link, self.find_example(link))

    def read(self, text: str) -> tuple[SavedState, ...]:
        r"""Read the states of a deck file.

        Args:
            text: The content of the file.

        Raises:
            DeckError: If it is no such file, or a part of it is invalid.

        Example:
            >>> from irviz.scenarios.catalogue import CATALOGUE
            >>> reader = DeckReader(CATALOGUE)
            >>> state = '{"name": "One", "notes": "Ask first.", "link": "q=white-cat&k=5"}'
            >>> reader.read('{"irviz": "deck", "version": 1, "states": [%s]}' % state)
            (SavedState(link='q=white-cat&k=5', name='One', notes='Ask first.', question=''),)
            >>> reader.read('{"irviz": "deck", "version": 1, "states": [{"link": "q=unicorn&k=5"}]}')
            Traceback (most recent call last):
            ...
            irviz.state.deck_file.DeckError: state 1: link: there is no query “unicorn”
        """
        if (size := len(text.encode(errors="replace"))) > MAX_DECK_FILE_BYTES:
            raise DeckError(f"it has {size / 1e6:.1f} MB, and saved states have 1 MB at most")
        found = _parse_json(text)
        if not isinstance(found, Mapping) or found.get("irviz") != KIND:
            raise DeckError("it holds no saved states: a file that “Save as a file” writes says “irviz”: “deck”")
        version = found.get("version")
        if type(version) is not int or version != VERSION:
            raise DeckError(
                f"version: it is {_format_value(version)}, and this irviz reads version {VERSION}: open it with the "
                "irviz that wrote it"
            )
        states = found.get("states")
        if not isinstance(states, list) or not states:
            raise DeckError("states: expected a list of at least one state")
        if len(states) > MAX_STATES:
            raise DeckError(f"states: there are {len(states)}, and at most {MAX_STATES} fit")
        deck = tuple(self._read_state(one, number) for number, one in enumerate(states, 1))
        try:
            return check_deck_size(deck)
        except ValueError as error:
            raise DeckError(f"states: {error}") from None

    def filter_openable(self, deck: tuple[SavedState, ...]) -> tuple[tuple[SavedState, ...], str]:
        """Filter the states that open with this catalogue; also return a sentence for the page about the others, or "".

        Example:
            >>> from irviz.scenarios.catalogue import CATALOGUE
            >>> deck = (SavedState("q=white-cat&k=5"), SavedState("q=unicorn&k=5"))
            >>> found, line = DeckReader(CATALOGUE).filter_openable(deck)
            >>> found == deck[:1], line.split(":")[-1]
            (True, ' there is no query “unicorn”.')
        """
        faults = {}
        for place, one in enumerate(deck):
            try:
                self._normalize_link(one.link)
            except ValueError as error:
                faults[place] = f"state {place + 1}: {error}."
        if not faults:
            return deck, ""
        good = tuple(one for place, one in enumerate(deck) if place not in faults)
        first = next(iter(faults.values()))
        if len(faults) == 1:
            return good, f"One of the saved states in this link is left out: {first}"
        return (good, f"{len(faults)} of the saved states in this link are left out; the first: {first}")

    def _read_state(self, one: Any, number: int) -> SavedState:
        """Read one decoded entry of a deck file, its link normalized; `number`, from 1, is for error messages."""
        if not isinstance(one, Mapping):
            raise DeckError(f"state {number}: expected an object with a name, notes and a link")
        link: Any = one.get("link")
        try:
            said = SavedState(link, *(one.get(part, "") for part in ("name", "notes", "question")))
            link = self._normalize_link(said.link)
        except ValueError as error:
            raise DeckError(f"state {number}: {error}") from None
        name = "" if said.name == self.describe_link(link) else said.name
        return replace(said, link=link, name=name)

    def _normalize_link(self, text: str) -> str:
        """Normalize a state's link, or an address, to the link that the page would save.

        Raises:
            ValueError: If it opens no example, or a part of it is invalid.
        """
        found = parse_parameters(text.rpartition("?")[2].partition("#")[0].strip())
        if "q" not in found:
            raise ValueError(f"link: {quote(text)} opens no query: it has no q=")
        example = found.get("set", "")
        if found["q"] == MEAN and permalink.find_named_desk(example, self._catalogue) is None:
            raise ValueError(f"link: there is no example {quote(example)}")
        fresh = permalink.find_example(found, self._catalogue)
        talk = {**found, "present": "1", "deck": ""}  # or no mask would be read
        desk, ignored = permalink.read(talk, fresh)
        if ignored:
            # What the page would do about it is not done here.
            said, _, why = ignored[0].rstrip(".").partition(", since ")
            fault = why or said.partition(", so ")[0]
            raise ValueError(f"link: {fault[0].lower()}{fault[1:]}")
        return permalink.write_state(desk, fresh)


@lru_cache(maxsize=512)
def _describe_link(link: str, fresh: Desk) -> str:
    """Describe the desk of a link in a few words, given its unchanged example; cached."""
    return describe_desk(permalink.read(parse_parameters(link), fresh)[0])


def _parse_json(text: str) -> Any:
    """Parse JSON, and raise a `DeckError` that names line and column where it is broken."""
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DeckError(f"{place}: it is no JSON, or cut off: {error.msg}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, or lists in lists in lists
        raise DeckError("it is no JSON that anybody would write") from None


def _format_value(value: object) -> str:
    """Quote a value for an error message, or say “missing”."""
    return "missing" if value is None else quote(str(value))
