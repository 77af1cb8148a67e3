"""The list of all challenges, easier ones first, and which of them are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lessons.challenge import LEVELS
from irviz.lessons.challenges import challenges
from irviz.lessons.clues import moves
from irviz.ui.component import component

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.lessons.study import Study

KEY = "challenges"
"""The component's key in Streamlit's session state."""

_mount = component("challenges")


def list_challenges(data: dict[str, Any], on_request: Callable[[], None]) -> None:
    """Show the list.

    Args:
        data: From `list_data`.
        on_request: Called when somebody takes on a challenge, or wants to write one.
    """
    _mount(key=KEY, data=data, on_request_change=on_request)


def list_data(study: Study) -> dict[str, Any]:
    """Everything that the list shows."""
    every = [*challenges().values()]
    done = study.solved
    at = next((i for i, one in enumerate(every, 1) if one.id == study.last), 0)
    ahead = (one.id for one in (*every[at:], *every[:at]) if one.id not in done)
    following = next(ahead, None)
    return {
        "link": study.link,
        "note": study.note,
        "done": len(done),
        "of": len(every),
        "levels": [
            {
                "level": level,
                "title": title,
                "entries": [
                    {
                        "id": one.id,
                        "title": one.title,
                        "about": _sentence(one.about),
                        "graded": one.desk.top > 1,
                        "moves": moves(one.fewest or 0),
                        "done": one.id in done,
                        "next": one.id == following,
                        "current": one.id == study.last,
                    }
                    for one in every
                    if one.level == level
                ],
            }
            for level, title in LEVELS.items()
        ],
    }


def _sentence(words: str) -> str:
    """Words with a capital at their beginning, unless they begin with a symbol."""
    first = words[:1] if words.startswith("nDCG") else words[:1].upper()
    return f"{first}{words[1:]}."
