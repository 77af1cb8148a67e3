"""Questions for rooms, as a wall sends them; what must not be told too early can be found in them."""

from __future__ import annotations

from typing import Any

REASON = "a reason that nobody has read yet"
BELIEF = "what nobody should read before"
TO = 0.654321
"""Where each metric goes; no other number is this one."""

BELIEFS = [{"belief": BELIEF, "said": "down", "to": 0.1}]


def question(kind: str = "direction", *metrics: str, **more: Any) -> dict[str, Any]:
    """A question of a kind, with the metrics AP and nDCG if none are given."""
    right = {"direction": "up", "preference": "second"}.get(kind, TO)
    cards = [
        {
            "id": name,
            "title": f"<b>{name}</b>",
            "picture": f"pictures/{name}.svg",
            "level": level,
            "relevant": level > 0,
            "judged": True,
        }
        for name, level in (("dog", 0), ("cat", 1))
    ]
    return {
        "kind": kind,
        "title": "cat in a box",
        "words": "The second moves to rank 1.",
        "before": cards,
        "after": cards[::-1],
        "cutoff": 8,
        "metrics": [
            {
                "name": name,
                "title": f"{name}@8",
                "from": 0.5,
                "to": TO,
                "right": right,
                "reason": REASON,
                "beliefs": BELIEFS,
            }
            for name in metrics or ("AP", "nDCG")
        ],
        "sure": True,
        "seconds": 0,
        **({"link": "challenges?challenge=first-hit"} if kind == "challenge" else {}),
        **more,
    }
