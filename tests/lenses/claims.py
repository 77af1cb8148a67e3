"""What each sentence of an explanation claims: a pattern, and a check of everything that it says.

A sentence must match one of its metric's patterns as a whole. The checks know nothing of how it was
made: they count by themselves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.lenses.claims_counts import F1, P, R
from tests.lenses.claims_gain import CG, DCG, NDCG
from tests.lenses.claims_rank import AP, RR

if TYPE_CHECKING:
    from tests.lenses.reading import Case

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


def is_true(name: str, reason: str, case: Case) -> bool:
    """Whether a reason is one of its metric's sentences, and everything in it holds."""
    for pattern, check in CLAIMS[name]:
        match = pattern.fullmatch(reason)
        if match:
            return bool(check(match, case))
    return False
