"""What the list of all challenges shows, easier ones first, and which of them are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lessons.challenge import LEVELS
from irviz.lessons.challenges import challenges
from irviz.lessons.clues import moves

if TYPE_CHECKING:
    from irviz.lessons.study import Study


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
