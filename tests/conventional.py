"""The dashboard's metrics by any conventions that its links can name: slow, simple, and sharing nothing.

What `tests/oracle.py` computes is one choice of these. The texts are those of the link's `by`, such as
`ap-minrk.gain-exp`; what each stands for is written down here once more, from what the tools do.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Value = float | None
"""A value, or None where the conventions give none."""

USUAL = {
    "ap": "r",
    "p": "k",
    "gain": "linear",
    "discount": "log2i1",
    "ideal": "judged",
    "undefined": "00",
}


def chosen(by: str) -> dict[str, str]:
    """What a link's `by` asks for, and the usual choice for the rest."""
    return USUAL | dict(part.split("-", 1) for part in by.split(".") if part)


def curves(
    grades: Sequence[int], missed: Sequence[int] = (), threshold: int = 1, by: str = ""
) -> dict[str, list[Value]]:
    """For each metric by name its values at k = 1..n.

    Args:
        grades: By rank; what is not judged has grade 0.
        missed: The grades of judged documents that were not retrieved.
        threshold: The lowest grade that counts as relevant.
        by: The conventions, as in a link.
    """
    rules = chosen(by)
    hits = [grade >= threshold for grade in grades]
    relevant = sum(hits) + sum(grade >= threshold for grade in missed)
    found: dict[str, list[Value]] = {}
    for k in range(1, len(grades) + 1):
        values = {
            "P": _part(sum(hits[:k]), k if rules["p"] == "k" else min(k, len(grades)), rules),
            "R": _part(sum(hits[:k]), relevant, rules),
            "F1": _part(2 * sum(hits[:k]), k + relevant, rules),
            "RR": float(Fraction(1, hits.index(True) + 1)) if True in hits[:k] else 0.0,
            "AP": _average_precision(hits, k, relevant, rules),
            "CG": float(sum(_gain(grade, rules) for grade in grades[:k])),
            "DCG": _dcg(grades[:k], rules),
            "nDCG": _ndcg(grades, missed, k, rules),
        }
        for name, value in values.items():
            found.setdefault(name, []).append(value)
    return found


def mean(tables: Sequence[dict[str, list[Value]]]) -> dict[str, list[Value]]:
    """The arithmetic mean of several lists' curves; none where one has none."""
    return {
        name: [
            None if None in at_k else math.fsum(value or 0.0 for value in at_k) / len(tables)
            for at_k in zip(*(table[name] for table in tables), strict=True)
        ]
        for name in tables[0]
    }


def _part(of: int, whole: int, rules: dict[str, str]) -> Value:
    return float(Fraction(of, whole)) if whole else _undefined(rules)


def _undefined(rules: dict[str, str]) -> Value:
    return {"00": 0.0, "10": 1.0, "nan": None}[rules["undefined"]]


def _average_precision(hits: Sequence[bool], k: int, relevant: int, rules: dict[str, str]) -> Value:
    total = sum(
        (Fraction(sum(hits[:rank]), rank) for rank in range(1, k + 1) if hits[rank - 1]),
        Fraction(0),
    )
    divisor = {"r": relevant, "minrk": min(relevant, k), "hits": sum(hits[:k])}[rules["ap"]]
    return float(total / divisor) if divisor else _undefined(rules)


def _gain(grade: int, rules: dict[str, str]) -> int:
    return 2**grade - 1 if rules["gain"] == "exp" else grade


def _discount(rank: int, rules: dict[str, str]) -> float:
    if rules["discount"] == "log2i1":
        return math.log(rank + 1) / math.log(2)
    return 1.0 if rank <= 2 else math.log(rank) / math.log(2)


def _dcg(grades: Sequence[int], rules: dict[str, str]) -> float:
    return math.fsum(
        _gain(grade, rules) / _discount(rank, rules) for rank, grade in enumerate(grades, 1)
    )


def _ndcg(grades: Sequence[int], missed: Sequence[int], k: int, rules: dict[str, str]) -> Value:
    judged = sorted([*grades, *missed], reverse=True)
    ideal = {
        "judged": judged[:k],
        "uncut": judged,
        "retrieved": sorted(grades, reverse=True)[:k],
        "topk": sorted(grades[:k], reverse=True),
    }[rules["ideal"]]
    best = _dcg(ideal, rules)
    return _dcg(grades[:k], rules) / best if best else _undefined(rules)
