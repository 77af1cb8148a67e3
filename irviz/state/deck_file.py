"""A deck as a file, which is there next year: JSON with a version, and each state's name, notes and link.

The page writes it (ui/present/deck.js); whatever comes back is read here. Names that say only what a
state shows are none: so a state that is changed later is called by what it shows then.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from irviz.state import permalink
from irviz.state.chosen_conventions import quoted
from irviz.state.deck import MOST, Saved, whole
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from irviz.state.desk import Desk

KIND, VERSION = "deck", 1
"""What a file says that it is: `{"irviz": "deck", "version": 1, "states": […]}`."""

LARGEST = 1_000_000
"""So many bytes are read at most."""


class DeckError(ValueError):
    """A file that is no deck; the message is one line that names the place."""


def parameters(link: str) -> dict[str, str]:
    """The parameters of a state's link; those that say nothing count, too.

    >>> parameters("q=white-cat&k=3&hide=")
    {'q': 'white-cat', 'k': '3', 'hide': ''}
    """
    return dict(parse_qsl(link, keep_blank_values=True))


def usual(desk: Desk) -> str:
    """What a state is called by what it shows.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> usual(CATS), usual(CATS.open(MEAN))
        ('cat in a box, k = 3, AP', 'mean of 3 queries, k = 3, AP')
    """
    shown = desk.visible
    query = shown[0].query if len(shown) == 1 else f"mean of {len(shown)} queries"
    return f"{query}, k = {desk.k}, {desk.metric}"


class Reader:
    """Reads states of decks.

    Args:
        catalogue: The fresh desks that a state may be of, by id; not empty.
    """

    def __init__(self, catalogue: Mapping[str, Desk]) -> None:
        self._catalogue = catalogue
        self.name = lru_cache(maxsize=512)(self._name)

    def _name(self, link: str) -> str:
        """What a state is called by what it shows."""
        found = parameters(link)
        fresh = permalink.example(found, self._catalogue)
        return usual(permalink.read(found, fresh)[0])

    def read(self, text: str) -> tuple[Saved, ...]:
        r"""The states of a file.

        Args:
            text: All of it.

        Raises:
            DeckError: If it is no such file, or anything in it makes no sense.

        Example:
            >>> from irviz.scenarios.catalogue import CATALOGUE
            >>> reader = Reader(CATALOGUE)
            >>> state = '{"name": "One", "notes": "Ask first.", "link": "q=white-cat&k=5"}'
            >>> reader.read('{"irviz": "deck", "version": 1, "states": [%s]}' % state)
            (Saved(link='q=white-cat&k=5', name='One', notes='Ask first.'),)
            >>> reader.read('{"irviz": "deck", "version": 1, "states": [{"link": "q=unicorn&k=5"}]}')
            Traceback (most recent call last):
            ...
            irviz.state.deck_file.DeckError: state 1: link: there is no query “unicorn”
        """
        if (size := len(text.encode(errors="replace"))) > LARGEST:
            raise DeckError(f"it has {size / 1e6:.1f} MB, and saved states have 1 MB at most")
        found = _parsed(text)
        if not isinstance(found, Mapping) or found.get("irviz") != KIND:
            raise DeckError(
                "it holds no saved states: a file that “Save as a file” writes says “irviz”: “deck”"
            )
        version = found.get("version")
        if type(version) is not int or version != VERSION:
            raise DeckError(
                f"version: it is {_shown(version)}, and this irviz reads version {VERSION}: open it with the "
                "irviz that wrote it"
            )
        states = found.get("states")
        if not isinstance(states, list) or not states:
            raise DeckError("states: expected a list of at least one state")
        if len(states) > MOST:
            raise DeckError(f"states: there are {len(states)}, and at most {MOST} fit")
        deck = tuple(self._state(one, number) for number, one in enumerate(states, 1))
        try:
            return whole(deck)
        except ValueError as error:
            raise DeckError(f"states: {error}") from None

    def _state(self, one: Any, number: int) -> Saved:
        if not isinstance(one, Mapping):
            raise DeckError(f"state {number}: expected an object with a name, notes and a link")
        link: Any = one.get("link")
        try:
            said = Saved(link, one.get("name", ""), one.get("notes", ""))
            link = self._link(said.link)
        except ValueError as error:
            raise DeckError(f"state {number}: {error}") from None
        return Saved(link, "" if said.name == self.name(link) else said.name, said.notes)

    def _link(self, text: str) -> str:
        """A state's link as the page would keep it; an address is one, too.

        Raises:
            ValueError: If it opens nothing, or not what it says.
        """
        found = parameters(text.rpartition("?")[2].partition("#")[0].strip())
        if "q" not in found:
            raise ValueError(f"link: {quoted(text)} opens no query: it has no q=")
        example = found.get("set", "")
        if found["q"] == MEAN and example not in self._catalogue:
            raise ValueError(f"link: there is no example {quoted(example)}")
        fresh = permalink.example(found, self._catalogue)
        talk = {**found, "present": "1", "deck": ""}  # or no mask would be read
        desk, ignored = permalink.read(talk, fresh)
        if ignored:
            # What the page would do about it is not done here.
            said, _, why = ignored[0].rstrip(".").partition(", since ")
            fault = why or said.partition(", so ")[0]
            raise ValueError(f"link: {fault[0].lower()}{fault[1:]}")
        return permalink.state(desk, fresh)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DeckError(f"{place}: it is no JSON, or cut off: {error.msg}") from None
    except (
        ValueError,
        RecursionError,
    ):  # a number of thousands of digits, or lists in lists in lists
        raise DeckError("it is no JSON that anybody would write") from None


def _shown(value: object) -> str:
    return "missing" if value is None else quoted(str(value))
