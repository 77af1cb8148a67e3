"""What a link says of how boards are graded and looked at: one parameter each, written and read here alone.

The page is told what each says on a fresh desk, and passes texts on (ui/link.js).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from irviz.state.chosen_conventions import Conventions, quote
from irviz.state.deck import DECK_ON_PAGE, MAX_STATES, pack, unpack
from irviz.state.desk import ALL_NAMES, MAX_GRADE
from irviz.state.locks import ACTIONS, PARTS
from irviz.state.pairs.pair import swap_names
from irviz.state.tied_ranks import read_ties, write_ties

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.state.desk import Desk

MAX_VALUE_CHARACTERS = 2000
"""Characters of a value in a link that are read; only a deck may be longer."""

FIRST_MINUTE_STEPS = 3
"""Steps of the first minute (irviz/lessons/first-minute.md)."""


class Stays(IntEnum):
    """How long a link's field keeps its value while the user goes on."""

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
        stays: How long it keeps its value.
        write: Gives its text for a desk.
        read: Gives a copy of a desk with the value in a text, and a sentence for the page about what was ignored
            of the text; empty where nothing was.
    """

    holds: str
    stays: Stays
    write: Callable[[Desk], str]
    read: Callable[[Desk, str], tuple[Desk, str]]


def _read_top(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with its highest grade from a link, and a sentence on what was ignored, else ""."""
    top = _parse_grade(text)
    return _change_scale(desk, top, min(desk.threshold, top))


def _read_threshold(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with its relevance threshold from a link, and a sentence on what was ignored, else ""."""
    return _change_scale(desk, desk.top, _parse_grade(text))


def _parse_grade(text: str) -> int:
    """Parse a grade of one or two digits; 0 for anything else."""
    return int(text) if re.fullmatch(r"\d{1,2}", text, re.ASCII) else 0


def _change_scale(desk: Desk, top: int, threshold: int) -> tuple[Desk, str]:
    """A copy of a desk with another grade scale and "", or the desk itself and a sentence on why that is invalid."""
    try:
        return desk.change_scale(top, threshold), ""
    except ValueError:
        return desk, (
            f"Grades can go up to {MAX_GRADE} and be relevant from 1 on; the link asks for something "
            f"else, so they go up to {desk.top} and are relevant from {desk.threshold} on."
        )


def _read_hidden(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with its hidden curves from a link, and a sentence on what was ignored, else ""."""
    wanted = text[:MAX_VALUE_CHARACTERS].split(".") if text else []
    unknown = [name for name in wanted if name not in ALL_NAMES]
    shown = desk.hide_curves(tuple(name for name in ALL_NAMES if name in wanted))
    return shown, f"There is no curve {quote('.'.join(unknown))} to hide." if unknown else ""


def _read_metric(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with its explained metric from a link, and a sentence on what was ignored, else ""."""
    try:
        return replace(desk, metric=text), ""
    except ValueError:
        return desk, f"There is no metric {quote(text)} to show."


def _read_lens(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with the panel below its chart from a link, and a sentence on what was ignored, else ""."""
    try:
        return replace(desk, lens=text), ""
    except ValueError:
        return desk, f"There is nothing called {quote(text)} to show below the chart."


def _read_conventions(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with its conventions from a link, and a sentence on what was ignored, else ""."""
    try:
        return replace(desk, conventions=Conventions.read(text[:MAX_VALUE_CHARACTERS])), ""
    except ValueError as error:
        return desk, f"The metrics follow trec_eval, since {error}."


def parse_ranks(text: str) -> tuple[int, ...]:
    """The two ranks in a text such as ``2-5``; none in an empty one.

    Raises:
        ValueError: The text is something else.
    """
    if text and not re.fullmatch(r"\d{1,4}-\d{1,4}", text, re.ASCII):
        raise ValueError(f"there are no two ranks in {quote(text)}")
    return tuple(map(int, text.split("-"))) if text else ()


def _read_again(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with the ranks at which a result is twice, and a sentence on what was ignored, else ""."""
    try:
        return replace(desk, again=parse_ranks(text)), ""
    except ValueError:
        return desk, f"{quote(text)} are no two ranks, so the page chooses what is there twice."


def _read_locks(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with its hidden and locked parts from a link, and a sentence on what was ignored, else ""."""
    wanted = tuple(dict.fromkeys(text[:MAX_VALUE_CHARACTERS].split("."))) if text else ()
    unknown = [name for name in wanted if name not in PARTS and name not in ACTIONS]
    kept = replace(desk, off=tuple(name for name in wanted if name not in unknown))
    line = f"There is nothing called {quote('.'.join(unknown))} to hide or lock."
    return kept, line if unknown else ""


def _read_ties(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with its tied ranks from a link, and a sentence on what was ignored, else ""."""
    try:
        return replace(desk, ties=read_ties(text[:MAX_VALUE_CHARACTERS])), ""
    except ValueError:
        few = "of a single list " if desk.paired else f"from 1 to {desk.shortest} "
        return desk, f"Ties are groups of neighbouring ranks {few}such as 2-3.5-8, not {quote(text)}: nothing is tied."


def _read_swapped(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a pair with its names swapped if a link says so, and a sentence on what was ignored, else ""."""
    wanted = text == "1" and desk.paired
    return swap_names(desk) if wanted != desk.swapped else desk, _check_switch("swap", text)


def _read_predict(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with prediction on or off as in a link, and a sentence on what was ignored, else ""."""
    able = not desk.paired and "scores" not in desk.off
    return replace(desk, predict=text == "1" and able), _check_switch("predict", text)


def _read_present(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with presentation on or off as in a link, and a sentence on what was ignored, else ""."""
    return replace(desk, present=text == "1"), _check_switch("present", text)


def _read_masked(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with its values masked or not as in a link, and a sentence on what was ignored, else ""."""
    return replace(desk, masked=text == "1"), _check_switch("mask", text)


def _check_switch(name: str, text: str) -> str:
    """A sentence that says that a switch's text is not 0 or 1; empty if it is, or if there is no text."""
    known = text in ("", "0", "1")
    return "" if known else f"“{name}” is 1 in a link or is left out; {quote(text)} is neither."


def _read_revealed(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with the metrics revealed behind its mask, and a sentence on what was ignored, else ""."""
    wanted = text[:MAX_VALUE_CHARACTERS].split(".") if text and desk.masked else []
    unknown = [name for name in wanted if name not in ALL_NAMES]
    shown = replace(desk, revealed=tuple(name for name in ALL_NAMES if name in wanted))
    return shown, f"There is no metric {quote('.'.join(unknown))} to reveal." if unknown else ""


def _read_deck(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with its saved states unpacked from a link, and a sentence on what was ignored, else ""."""
    if text == DECK_ON_PAGE:
        return desk, ("The saved states were too many for this link: open the file that they were saved in.")
    try:
        return replace(desk, deck=unpack(text)), ""
    except ValueError:
        return desk, f"The saved states in this link are damaged, or more than {MAX_STATES}, so there are none."


def _read_place(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk with the number of its open saved state, and a sentence on what was ignored, else ""."""
    if text in ("", "0"):
        return replace(desk, place=0), ""
    place = int(text) if re.fullmatch(r"\d{1,2}", text, re.ASCII) else 0
    if 0 < place <= len(desk.deck):
        return replace(desk, place=place), ""
    return desk, f"There is no saved state {quote(text)} in this link, so none is open."


def _read_first_minute(desk: Desk, text: str) -> tuple[Desk, str]:
    """A copy of a desk at a step of the first minute, and a sentence on what was ignored, else ""."""
    if text in ("", "0") or desk.paired:
        return desk, ""
    step = int(text) if re.fullmatch(r"\d", text, re.ASCII) else 0
    if 0 < step <= FIRST_MINUTE_STEPS:
        return replace(desk, first=step), ""
    return desk, f"There is no step {quote(text)} of the first minute, so it is left out."


SCALE = {
    "top": Field("", Stays.WORK, lambda desk: str(desk.top), _read_top),
    "rel": Field("", Stays.WORK, lambda desk: str(desk.threshold), _read_threshold),
}
"""The scale of the grades, which has to be known before they are read."""

FIELDS = {
    **SCALE,
    "by": Field("conventions", Stays.WORK, lambda desk: desk.conventions.write(), _read_conventions),
    "tie": Field("ties", Stays.WORK, lambda desk: write_ties(desk.ties), _read_ties),
    "again": Field("again", Stays.WORK, lambda desk: "-".join(map(str, desk.again)), _read_again),
    "swap": Field("", Stays.WORK, lambda desk: "1" if desk.swapped else "", _read_swapped),
    "hide": Field("hidden", Stays.SEEN, lambda desk: ".".join(desk.hidden), _read_hidden),
    "m": Field("metric", Stays.SEEN, lambda desk: desk.metric, _read_metric),
    "see": Field("lens", Stays.SEEN, lambda desk: desk.lens, _read_lens),
    "first": Field("first", Stays.SEEN, lambda desk: str(desk.first or ""), _read_first_minute),
    "off": Field("off", Stays.PAGE, lambda desk: ".".join(desk.off), _read_locks),
    "predict": Field("predict", Stays.PAGE, lambda desk: "1" if desk.predict else "", _read_predict),
    "present": Field("present", Stays.TALK, lambda desk: "1" if desk.present else "", _read_present),
    "mask": Field("masked", Stays.PAGE, lambda desk: "1" if desk.masked else "", _read_masked),
    "reveal": Field(
        "revealed", Stays.PAGE, lambda desk: ".".join(desk.revealed if desk.masked else ()), _read_revealed
    ),
    "deck": Field("deck", Stays.TALK, lambda desk: pack(desk.deck), _read_deck),
    "at": Field(
        "place", Stays.TALK, lambda desk: str(desk.place) if 0 < desk.place <= len(desk.deck) else "", _read_place
    ),
}
"""Every field by its name in links; one that depends on another stands after it."""


def keep_fields(desk: Desk, seen: Desk, least: Stays) -> Desk:
    """A copy of `desk` with those link fields of `seen` that last at least as long as `least`.

    Args:
        desk: The desk to go to.
        seen: The desk that is open.
        least: `Stays.SEEN` for undo, `Stays.PAGE` for another example, `Stays.TALK` for a saved state.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> seen = replace(CATS.move_cutoff(5), metric="RR", predict=True)
        >>> keep_fields(CATS, seen, Stays.PAGE) == replace(CATS, predict=True)
        True
    """
    stays = {one.holds: getattr(seen, one.holds) for one in FIELDS.values() if one.holds and one.stays >= least}
    return replace(desk, **stays)
