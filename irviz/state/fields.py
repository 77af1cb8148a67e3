"""What a link says of how boards are graded and looked at: one parameter each, written and read here alone.

The page is told what each says on a fresh desk, and passes texts on (ui/link.js).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from irviz.state.chosen_conventions import Conventions, quoted
from irviz.state.deck import ELSEWHERE, pack, unpack
from irviz.state.desk import ALL_NAMES, HIGHEST
from irviz.state.locks import ACTIONS, PARTS
from irviz.state.pairs.pair import renamed

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.state.desk import Desk

LONGEST = 2000
"""No value of a link is read further, in characters; only a deck may be longer."""

FIRST_MINUTE = 3
"""How many steps the first minute has (irviz/lessons/first-minute.md)."""


class Stays(IntEnum):
    """How long a field stays as it is while somebody goes on."""

    WORK = 0
    """It belongs to the work: undo brings it back."""
    SEEN = 1
    """It is how the work is looked at, which undo leaves alone."""
    PAGE = 2
    """It belongs to the page, and stays when another example is opened, too."""
    TALK = 3
    """It belongs to a talk, and stays when one of its saved states is shown, too."""


@dataclass(frozen=True)
class Field:
    """One parameter of a link.

    Args:
        holds: The attribute of a desk that it holds; empty where several boards hold it.
        stays: How long it stays as it is.
        write: Its text for a desk.
        read: The desk as a text has it, and what was ignored of the text in a line for the page; empty
            where nothing was.
    """

    holds: str
    stays: Stays
    write: Callable[[Desk], str]
    read: Callable[[Desk, str], tuple[Desk, str]]


def _top(desk: Desk, text: str) -> tuple[Desk, str]:
    top = _grade(text)
    return _scaled(desk, top, min(desk.threshold, top) or 1)


def _threshold(desk: Desk, text: str) -> tuple[Desk, str]:
    return _scaled(desk, desk.top, _grade(text))


def _grade(text: str) -> int:
    return int(text) if re.fullmatch(r"\d{1,2}", text, re.ASCII) else 0


def _scaled(desk: Desk, top: int, threshold: int) -> tuple[Desk, str]:
    try:
        return desk.scale(top, threshold), ""
    except ValueError:
        return desk, (
            f"Grades can go up to {HIGHEST} and be relevant from 1 on; the link asks for something "
            f"else, so they go up to {desk.top} and are relevant from {desk.threshold} on."
        )


def _hidden(desk: Desk, text: str) -> tuple[Desk, str]:
    wanted = text[:LONGEST].split(".") if text else []
    unknown = [name for name in wanted if name not in ALL_NAMES]
    shown = desk.hide(tuple(name for name in ALL_NAMES if name in wanted))
    return shown, f"There is no curve {quoted('.'.join(unknown))} to hide." if unknown else ""


def _metric(desk: Desk, text: str) -> tuple[Desk, str]:
    try:
        return replace(desk, metric=text), ""
    except ValueError:
        return desk, f"There is no metric {quoted(text)} to show."


def _lens(desk: Desk, text: str) -> tuple[Desk, str]:
    try:
        return replace(desk, lens=text), ""
    except ValueError:
        return desk, f"There is nothing called {quoted(text)} to show below the chart."


def _conventions(desk: Desk, text: str) -> tuple[Desk, str]:
    try:
        return replace(desk, conventions=Conventions.read(text[:LONGEST])), ""
    except ValueError as error:
        return desk, f"The metrics follow trec_eval, since {error}."


def _off(desk: Desk, text: str) -> tuple[Desk, str]:
    wanted = tuple(dict.fromkeys(text[:LONGEST].split("."))) if text else ()
    unknown = [name for name in wanted if name not in PARTS and name not in ACTIONS]
    kept = replace(desk, off=tuple(name for name in wanted if name not in unknown))
    line = f"There is nothing called {quoted('.'.join(unknown))} to hide or lock."
    return kept, line if unknown else ""


def _swapped(desk: Desk, text: str) -> tuple[Desk, str]:
    wanted = text == "1" and desk.paired
    return renamed(desk) if wanted != desk.swapped else desk, _switch("swap", text)


def _predict(desk: Desk, text: str) -> tuple[Desk, str]:
    able = not desk.paired and "scores" not in desk.off
    return replace(desk, predict=text == "1" and able), _switch("predict", text)


def _present(desk: Desk, text: str) -> tuple[Desk, str]:
    return replace(desk, present=text == "1"), _switch("present", text)


def _masked(desk: Desk, text: str) -> tuple[Desk, str]:
    return replace(desk, masked=text == "1"), _switch("mask", text)


def _switch(name: str, text: str) -> str:
    known = text in ("", "0", "1")
    return "" if known else f"“{name}” is 1 in a link or is left out; {quoted(text)} is neither."


def _revealed(desk: Desk, text: str) -> tuple[Desk, str]:
    wanted = text[:LONGEST].split(".") if text and desk.masked else []
    unknown = [name for name in wanted if name not in ALL_NAMES]
    shown = replace(desk, revealed=tuple(name for name in ALL_NAMES if name in wanted))
    return shown, f"There is no metric {quoted('.'.join(unknown))} to reveal." if unknown else ""


def _deck(desk: Desk, text: str) -> tuple[Desk, str]:
    if text == ELSEWHERE:
        return desk, ("The saved states were too many for this link: open the file that they were saved in.")
    try:
        return replace(desk, deck=unpack(text)), ""
    except ValueError:
        return desk, "The saved states in this link are damaged, so there are none."


def _place(desk: Desk, text: str) -> tuple[Desk, str]:
    if text in ("", "0"):
        return replace(desk, place=0), ""
    place = int(text) if re.fullmatch(r"\d{1,2}", text, re.ASCII) else 0
    if 0 < place <= len(desk.deck):
        return replace(desk, place=place), ""
    return desk, f"There is no saved state {quoted(text)} in this link, so none is open."


def _first(desk: Desk, text: str) -> tuple[Desk, str]:
    if text in ("", "0") or desk.paired:
        return desk, ""
    step = int(text) if re.fullmatch(r"\d", text, re.ASCII) else 0
    if 0 < step <= FIRST_MINUTE:
        return replace(desk, first=step), ""
    return desk, f"There is no step {quoted(text)} of the first minute, so it is left out."


SCALE = {
    "top": Field("", Stays.WORK, lambda desk: str(desk.top), _top),
    "rel": Field("", Stays.WORK, lambda desk: str(desk.threshold), _threshold),
}
"""The scale of the grades, which has to be known before they are read."""

FIELDS = {
    **SCALE,
    "by": Field("conventions", Stays.WORK, lambda desk: desk.conventions.write(), _conventions),
    "swap": Field("", Stays.WORK, lambda desk: "1" if desk.swapped else "", _swapped),
    "hide": Field("hidden", Stays.SEEN, lambda desk: ".".join(desk.hidden), _hidden),
    "m": Field("metric", Stays.SEEN, lambda desk: desk.metric, _metric),
    "see": Field("lens", Stays.SEEN, lambda desk: desk.lens, _lens),
    "first": Field("first", Stays.SEEN, lambda desk: str(desk.first or ""), _first),
    "off": Field("off", Stays.PAGE, lambda desk: ".".join(desk.off), _off),
    "predict": Field("predict", Stays.PAGE, lambda desk: "1" if desk.predict else "", _predict),
    "present": Field("present", Stays.TALK, lambda desk: "1" if desk.present else "", _present),
    "mask": Field("masked", Stays.PAGE, lambda desk: "1" if desk.masked else "", _masked),
    "reveal": Field("revealed", Stays.PAGE, lambda desk: ".".join(desk.revealed if desk.masked else ()), _revealed),
    "deck": Field("deck", Stays.TALK, lambda desk: pack(desk.deck), _deck),
    "at": Field("place", Stays.TALK, lambda desk: str(desk.place) if 0 < desk.place <= len(desk.deck) else "", _place),
}
"""Every field by its name in links; one that depends on another stands after it."""


def keeping(desk: Desk, seen: Desk, least: Stays) -> Desk:
    """A desk with those fields of another one that stay at least so long.

    Args:
        desk: Where somebody goes.
        seen: Where somebody is.
        least: `Stays.SEEN` for undo, `Stays.PAGE` for another example, `Stays.TALK` for a saved state.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> seen = replace(CATS.cut(5), metric="RR", predict=True)
        >>> keeping(CATS, seen, Stays.PAGE) == replace(CATS, predict=True)
        True
    """
    stays = {one.holds: getattr(seen, one.holds) for one in FIELDS.values() if one.holds and one.stays >= least}
    return replace(desk, **stays)
