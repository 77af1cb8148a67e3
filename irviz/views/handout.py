"""The page that builds a link: what can be ticked on it, and the link that comes of that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state import permalink
from irviz.state.locks import ACTIONS, OF_PHONES, PARTS, also, locked, of_phones
from irviz.state.session import Session
from irviz.views.qr import LONGEST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.state.desk import Desk

_FIRST = "predict first"
"""What starts with a prediction is called so; to lock that is another thing."""

_NOTHING = "Without the scoreboard there is nothing to predict."

_OF_PAIRS = ("tools", "example", "kinds", "nav", "share", "talk", "move", "judge", "cut", "sort")
"""What there is to hide or to lock where two lists are; they are not predicted."""


def handout_data(
    session: Session, chosen: Mapping[str, bool], given: tuple[str, ...] = ()
) -> dict[str, Any]:
    """What the page shows.

    Args:
        session: The one whose board is handed out.
        chosen: What was ticked or unticked, each one of `free`.
        given: The locks that came with the exercise, and stay.
    """
    before = session.desk
    desk = _desk(before, chosen, given)
    link = permalink.write(desk, session.fresh)
    return {
        "paired": before.paired,
        "wall": before.present,
        "hide": [_tick(name, PARTS, desk, given) for name in _there(before) if name in PARTS],
        "lock": [_tick(name, ACTIONS, desk, given) for name in _there(before) if name in ACTIONS],
        "start": _start(desk, before, given),
        "summary": summary(desk),
        "link": link if opens(link, desk) else None,
        "longest": LONGEST,
        "notes": _notes(before, desk),
    }


def free(desk: Desk, given: tuple[str, ...] = ()) -> set[str]:
    """The names of what can be ticked or unticked where a desk is handed out.

    Example:
        >>> sorted(free(CATALOGUE["cats"]) - free(CATALOGUE["cats"], ("cut", "predict")))
        ['cut', 'predict', 'predict first']
    """
    fixed = {*given, *([_FIRST] if "predict" in given else [])}
    return {*_there(desk), _FIRST, "present", "masked"} - fixed


def _desk(before: Desk, chosen: Mapping[str, bool], given: tuple[str, ...]) -> Desk:
    """The desk that the link opens."""
    # From a wall it is handed out to phones: one exercise, without what belongs to the talk.
    usual = of_phones(paired=before.paired) if before.present else ()
    wanted = tuple(
        name for name in _there(before) if name in given or chosen.get(name, name in usual)
    )
    present = chosen.get("present", False)
    masked = before.masked and present and chosen.get("masked", True)
    return replace(
        before.without_deck(),
        predict=chosen.get(_FIRST, before.predict) and not (before.paired or "scores" in wanted),
        present=present,
        masked=masked,
        revealed=before.revealed if masked else (),
        off=tuple(name for name in wanted if name in given or not _implied(name, wanted)),
    )


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


def _start(desk: Desk, before: Desk, given: tuple[str, ...]) -> list[dict[str, Any]]:
    """What the exercise can start with."""
    ways = [("present", "Large type for a projector", desk.present, "")]
    if not desk.paired:
        able = "scores" not in desk.off
        about = "They say what will happen before they see it."
        ways.insert(0, (_FIRST, "Predict first", desk.predict, about if able else _NOTHING))
    if before.masked and desk.present:
        ways.append(("masked", "Keep the values masked", desk.masked, ""))
    names = free(before, given) - ({_FIRST} if "scores" in desk.off else set())
    return [
        {"name": name, "label": label, "on": on, "fixed": name not in names, "about": about}
        for name, label, on, about in ways
    ]


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
