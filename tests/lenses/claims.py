"""What each sentence of an explanation claims: a pattern, and a check of everything that it says.

A sentence must match one of its metric's patterns as a whole. The checks know nothing of how it was
made: they count by themselves.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from tests.lenses.claims_added import added
from tests.lenses.claims_counts import F1, P, R
from tests.lenses.claims_gain import CG, DCG, NDCG
from tests.lenses.claims_rank import AP, RR

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.lenses.reading import Case

    Check = Callable[[re.Match[str], Case], bool]

CLAIMS = {
    name: [(re.compile(pattern), check) for pattern, check in claims]
    for name, claims in (
        ("P", P),
        ("R", R),
        ("F1", F1),
        ("RR", RR),
        ("AP", AP),
        ("CG", CG),
        ("DCG", DCG),
        ("nDCG", NDCG),
    )
}


@cache
def others(name: str) -> list[tuple[re.Pattern[str], Check]]:
    """What is claimed of a metric that is not told in words of its own."""
    return [(re.compile(pattern), check) for pattern, check in added(name)]


@lru_cache(maxsize=100_000)
def understood(name: str, reason: str) -> tuple[re.Match[str], Check] | None:
    """The first of its metric's sentences that a reason is, as a whole."""
    for pattern, check in CLAIMS.get(name) or others(name):
        match = pattern.fullmatch(reason)
        if match:
            return match, check
    return None


def is_true(name: str, reason: str, case: Case) -> bool:
    """Whether a reason is one of its metric's sentences, and everything in it holds."""
    found = understood(name, reason)
    return found is not None and bool(found[1](found[0], case))
