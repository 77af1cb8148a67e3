"""The page on which a teacher builds a link: which board, and what is hidden or locked on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from irviz.pages.visit import EXPLORE
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.locks import ACTIONS, OF_PHONES, PARTS, also, locked, of_phones
from irviz.state.session import Session
from irviz.views.qr import LONGEST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.pages.visit import Visit
    from irviz.state.desk import Desk

_COMPARE, _FROM = "compare", "from"
"""The page with two lists, and what the address of this one says of it, so that it can be loaded anew."""

_CHOSEN = "handout-chosen"

_PATHS = {"lessons": "learn", EXPLORE: "explore"}
"""The path of each page with a board of its own that is not the name under which that is kept."""

_OF_PAIRS = ("tools", "example", "kinds", "nav", "share", "talk", "move", "judge", "cut", "sort")
"""What there is to hide or to lock where two lists are; they are not predicted."""

_FIRST = "predict first"
"""What starts with a prediction is called so; to lock that is another thing."""


def begin(visit: Visit) -> None:
    """Open the page: what was ticked for another link is forgotten."""
    visit.state.pop(_CHOSEN, None)


def shown(visit: Visit) -> dict[str, Any]:
    """What the page shows."""
    if visit.fresh and visit.link.get(_FROM) == _COMPARE:
        visit.enter_pair()
    own = _own(visit)
    current = visit.explored if own else visit.session
    before = current.desk
    chosen = _chosen(visit)
    # Whoever got an exercise hands it on as it is; a task's own locks end with the task.
    given = before.off if own else ()
    # From a wall it is handed out to phones: one exercise, without what belongs to the talk.
    usual = of_phones(paired=before.paired) if before.present else ()
    wanted = tuple(
        name for name in _there(before) if name in given or chosen.get(name, name in usual)
    )
    off = tuple(name for name in wanted if name in given or not _implied(name, wanted))
    predict = chosen.get(_FIRST, before.predict) and not before.paired
    present = chosen.get("present", False)
    masked = before.masked and present and chosen.get("masked", True)
    desk = replace(
        before,
        predict=predict,
        present=present,
        masked=masked,
        revealed=before.revealed if masked else (),
        # What is kept for a talk is not for those who do the exercise.
        deck=(),
        place=0,
        off=off,
    )
    link = permalink.write(desk, current.fresh)
    kept = before.present and (own or visit.owner == _COMPARE)
    return {
        "paired": before.paired,
        "wall": before.present,
        "hide": [_tick(name, PARTS, desk, given) for name in _there(before) if name in PARTS],
        "lock": [_tick(name, ACTIONS, desk, given) for name in _there(before) if name in ACTIONS],
        "start": _start(desk, before, locked_=("predict" in given)),
        "summary": summary(desk),
        "link": link if opens(link, desk) else None,
        "path": _COMPARE if before.paired else "",
        "longest": LONGEST,
        "notes": _notes(before, desk),
        # In the address, so that loading the page anew, as clickers do, loses nothing of a talk.
        "address": {**current.link, **({_FROM: _COMPARE} if before.paired else {})} if kept else {},
    }


def answer(visit: Visit, request: object) -> str | None:
    """Do what is asked for; a request that makes no sense changes nothing.

    Args:
        visit: The open page.
        request: ``{"set": {"name", "on"}}`` or ``{"back": True}``.

    Returns:
        The path of the page that is to be shown now, if it is another.
    """
    own = _own(visit)
    before = (visit.explored if own else visit.session).desk
    match request:
        case {"set": {"name": str(name), "on": bool(on)}} if name not in _fixed(before, own=own):
            _chosen(visit)[name] = on
        case {"back": True} if before.present:
            return "explore" if own else _PATHS.get(visit.owner, visit.owner)
    return None


def _fixed(desk: Desk, *, own: bool) -> tuple[str, ...]:
    """What came with the exercise, and stays."""
    off = desk.off if own else ()
    return (*off, *([_FIRST] if "predict" in off else []))


def _own(visit: Visit) -> bool:
    """Whether it is the board of Explore: the two lists of Compare are handed out from the wall only."""
    desk = visit.session.desk
    return visit.owner == EXPLORE or (desk.paired and not desk.present)


def _chosen(visit: Visit) -> dict[str, bool]:
    """What was ticked or unticked."""
    found: dict[str, bool] = visit.state.setdefault(_CHOSEN, {})
    return found


def _there(desk: Desk) -> tuple[str, ...]:
    """Those of what can be hidden or locked that a desk has."""
    return tuple(name for name in (*PARTS, *ACTIONS) if not desk.paired or name in _OF_PAIRS)


def _implied(name: str, wanted: tuple[str, ...]) -> bool:
    """Whether another one that is wanted locks it, too."""
    return locked(name, tuple(one for one in wanted if one != name))


def _tick(
    name: str, words: Mapping[str, str], desk: Desk, given: tuple[str, ...]
) -> dict[str, Any]:
    """A box; those that came with the exercise, or with another one, stay ticked."""
    about = words[name]
    more = f" (locks {also(name)}, too)" if also(name) else ""
    implied = name not in desk.off and locked(name, desk.off)
    return {
        "name": name,
        "label": about[0].upper() + about[1:] + more,
        "on": implied or name in desk.off,
        "fixed": implied or name in given,
    }


def _start(desk: Desk, before: Desk, *, locked_: bool) -> list[dict[str, Any]]:
    """What the exercise can start with."""

    def switch(
        name: str, label: str, *, on: bool, fixed: bool = False, about: str = ""
    ) -> dict[str, Any]:
        return {"name": name, "label": label, "on": on, "fixed": fixed, "about": about}

    ways = []
    if not desk.paired:
        about = "They say what will happen before they see it."
        ways.append(switch(_FIRST, "Predict first", on=desk.predict, fixed=locked_, about=about))
    ways.append(switch("present", "Large type for a projector", on=desk.present))
    if before.masked and desk.present:
        ways.append(switch("masked", "Keep the values masked", on=desk.masked))
    return ways


def _notes(before: Desk, desk: Desk) -> dict[str, str]:
    """What else to know, by where it stands."""
    name = "Compare" if desk.paired else "Explore"
    unmasked = before.masked and not desk.present
    numbered = desk.paired and desk.id not in PAIRED
    return {
        "start": "Your values are masked. Whoever opens this link sees them." if unmasked else "",
        "titles": "Links have no titles of lists that are your own: there these are numbered."
        if numbered
        else "",
        "deck": f"Your saved states stay with you: they are on {name}, and in the link of {name}."
        if before.deck
        else "",
    }


def opens(link: Mapping[str, str], desk: Desk) -> bool:
    """Whether a link opens this very desk for somebody else; it cannot for results that somebody brought.

    Example:
        >>> opens({"q": "white-cat", "k": "3"}, CATALOGUE["cats"].open("white-cat").cut(3))
        True
        >>> opens({"q": "white-cat", "k": "3"}, CATALOGUE["cats"].open("white-cat").cut(4))
        False
    """
    return desk.paired or Session.start(link, CATALOGUE).desk == desk


def summary(desk: Desk) -> str:
    """What a link to a desk opens, in words.

    Example:
        >>> summary(replace(CATALOGUE["cats"], off=("nav", "cut")))
        'It opens “cat in a box” at k = 3. Hidden: the other pages. Locked: moving the cutoff.'
    """
    queries = " and ".join(f"“{board.query}”" for board in desk.visible)
    ways = [
        *([", predicting first"] if desk.predict else []),
        *([", in large type"] if desk.present else []),
        *([", with the values masked"] if desk.present and desk.masked else []),
    ]
    lines = [f"It opens {queries} at k = {desk.k}{''.join(ways)}."]
    for state, names in {"Hidden": PARTS, "Locked": ACTIONS}.items():
        chosen = [words for name, words in names.items() if locked(name, desk.off)]
        if chosen:
            lines.append(f"{state}: {'; '.join(chosen)}.")
    if {*desk.off} - {"nav", *OF_PHONES} and "nav" not in desk.off:
        lines.append(
            "Other pages open boards of their own, which are free; hide them, too, to keep everybody here."
        )
    return " ".join(lines)
