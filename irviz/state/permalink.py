"""Desk to link and back: the whole state as a query string that a person can read.

`?q=white-cat&k=5&white-cat=2-1-3-4-5-6-7-8.10011010&hide=F1`: the open board, the cutoff, each board
that is not fresh (the fresh ranks in their new order, then a grade for each fresh rank) and the
hidden curves. What equals the fresh desk is left out, but `q` and `k` always stand. The page writes
the same text (ui/link.js), so that the address bar is right before the server has answered.

Reading is total: whatever a link says, the answer is a good desk and a list of what was ignored.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from irviz.state.board import DIGITS, UNJUDGED, Board
from irviz.state.chosen_conventions import quote
from irviz.state.desk import MEAN, Desk
from irviz.state.fields import FIELDS, MAX_VALUE_CHARACTERS, SCALE, Stays
from irviz.state.own_example import ExampleError, find_own_desk, is_own, unpack_example
from irviz.state.pairs.judgments import find_conflicts
from irviz.state.pairs.pair import read_pair

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.state.fields import Field

NAMES = ("q", "k", "set", *FIELDS)
"""The parameters of every link; each board has one, too, named by its id."""


OF_TALK = tuple(name for name, field in FIELDS.items() if field.stays == Stays.TALK)
"""The parameters that belong to a talk, and to none of its states."""


def read_board(text: str, fresh: Board) -> Board:
    """Read a board from its text in a link, such as `3-1-2.101`, and the unchanged board.

    Raises:
        ValueError: If the text is no permutation of the fresh ranks followed by as many grades on
            the board's scale; the message says which.
    """
    match = re.fullmatch(r"(\d{1,4}(?:-\d{1,4})*)\.([0-9a-z_]+)", text, re.ASCII)
    if len(text) > MAX_VALUE_CHARACTERS or match is None:
        raise ValueError("it is not an order and grades, such as 2-1-3.010")
    order = tuple(int(rank) - 1 for rank in match[1].split("-"))
    grades = tuple(0 if digit == UNJUDGED else DIGITS.index(digit) for digit in match[2])
    unjudged = frozenset(index for index, digit in enumerate(match[2]) if digit == UNJUDGED)
    return replace(fresh, order=order, grades=grades, unjudged=unjudged)


def write_full(desk: Desk) -> dict[str, str]:
    """All parameters of a link to a desk, also those that equal the unchanged example."""
    boards = {board.id: board.text for board in desk.boards}
    return {"q": desk.opened, "k": str(desk.k), "set": desk.id, **boards, **write_fields(desk)}


def write_fields(desk: Desk) -> dict[str, str]:
    """All parameters of a link to a desk other than its boards, its query and its cutoff."""
    return {name: field.write(desk) for name, field in FIELDS.items()}


def write(desk: Desk, fresh: Desk) -> dict[str, str]:
    """Write a desk as the parameters of a link; what equals the unchanged example is left out."""
    usual = write_full(fresh)
    always = ("q", "k", "set") if desk.opened == MEAN or is_own(desk.id) else ("q", "k")
    return {
        name: text
        for name, text in write_full(desk).items()
        if name in always or (name != "set" and text != usual[name])
    }


def write_state(desk: Desk, fresh: Desk) -> str:
    """The text of a saved state: the link to the desk, without the parameters about the talk itself.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> write_state(replace(CATS.move_cutoff(5), present=True, masked=True), CATS)
        'q=cat-in-a-box&k=5&mask=1'
    """
    link = write(desk, fresh)
    return "&".join(f"{name}={text}" for name, text in link.items() if name not in OF_TALK)


def find_example(link: Mapping[str, str], catalogue: Mapping[str, Desk]) -> Desk:
    """Find the unchanged example that a link is about: the one with the board it opens, else the first one.

    Args:
        link: The link's parameters; `q` is the board's id, or `MEAN` with the desk's id in `set`, which may spell out
            a pair or hold a whole own example.
        catalogue: Fresh desks by id; not empty.
    """
    opened, name = link.get("q", ""), link.get("set", "")
    first = next(iter(catalogue.values()))
    if opened in ("", MEAN) or is_own(name):
        return find_named_desk(name, catalogue) or first
    return next((desk for desk in catalogue.values() if opened in desk.names and not desk.paired), first)


def find_named_desk(name: str, catalogue: Mapping[str, Desk]) -> Desk | None:
    """Find the unchanged example with an id; None where there is none, and the id holds no own one and no pair."""
    try:
        return catalogue.get(name) or find_own_desk(name) or read_pair(name)
    except ValueError:
        return None


def read(link: Mapping[str, str], fresh: Desk) -> tuple[Desk, tuple[str, ...]]:
    """Read the desk of a link, and a sentence for each parameter that was ignored.

    Args:
        link: The link's parameters; unknown ones are left alone.
        fresh: The desk to start from.

    Returns:
        A valid desk, whatever the link says, and sentences for the page about what was ignored.
    """
    desk, ignored = _read_fields(link, fresh, SCALE)
    scaled = desk
    opened = link.get("q", fresh.opened)
    if fresh.paired:
        names = " and ".join(f"“{board.query}”" for board in fresh.boards)
        told = ("pair", link.get("set", fresh.id), [fresh.id]), ("query", opened, [*fresh.names, MEAN])
        ignored += [
            f"There is no {what} {quote(text)}, so these are {names}."
            for what, text, known in told
            if text not in known
        ]
    elif is_own(name := link.get("set", "")) and name != fresh.id:
        ignored.append(f"This is “{fresh.visible[0].query}”, since {_find_fault(name)}.")
    elif opened in (*fresh.names, MEAN):
        desk = desk.open(opened)
        if link.get("q", MEAN) == MEAN and link.get("set", fresh.id) != fresh.id:
            which = "these are the queries of the first one" if opened == MEAN else f"this is “{desk.visible[0].query}”"
            ignored.append(f"There is no example {quote(link['set'])}, so {which}.")
    else:
        ignored.append(f"There is no query {quote(opened)}, so this is “{fresh.visible[0].query}”.")
    text = link.get("k", str(fresh.k))
    k = int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else None
    near = fresh.k if k is None else min(max(k, 1), fresh.n)
    desk = desk.move_cutoff(near)
    if k != near:
        ignored.append(f"The cutoff k must be a whole number from 1 to {fresh.n}, not {quote(text)}, so it is {near}.")
    found, damaged = _read_boards(link, scaled)
    others = {name: field for name, field in FIELDS.items() if name not in SCALE}
    desk, more = _read_fields(link, desk.replace_boards(*found), others)
    return desk, tuple(dict.fromkeys((*ignored, *damaged, *more)))


def _find_fault(name: str) -> str:
    """What is wrong with the own example in a link's text, as a clause."""
    try:
        unpack_example(name)
    except ExampleError as error:
        return str(error)
    return "there is no such example"


def _read_fields(link: Mapping[str, str], desk: Desk, fields: Mapping[str, Field]) -> tuple[Desk, list[str]]:
    """A copy of a desk with the values of some fields in a link, and a sentence for each that was ignored."""
    ignored = []
    for name, field in fields.items():
        if name in link:
            desk, line = field.read(desk, link[name])
            ignored += [line] if line else []
    return desk, ignored


def _read_boards(link: Mapping[str, str], desk: Desk) -> tuple[list[Board], list[str]]:
    """Read the boards that a link changes, and a sentence for each that was ignored."""
    found, ignored = [], []
    for board in desk.boards:
        if board.id in link:
            try:
                found.append(read_board(link[board.id], board))
            except ValueError as error:
                ignored.append(f"The board “{board.query}” is fresh, since its link is damaged: {error}.")
    if desk.paired and len(found) == 2 and (titles := find_conflicts((found[0], found[1]))):
        ignored.append(f"The link judges {quote(titles[0])} in two ways; the one of A counts.")
        found = [*desk.replace_boards(found[1]).replace_boards(found[0]).boards]
    return found, ignored
