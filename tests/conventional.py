"""The dashboard's metrics by any conventions that its links can name: slow, simple, and sharing nothing.

What `tests/oracle.py` computes is one choice of these. The texts are those of the link's `by`, such as
`ap-minrk.gain-exp`; what each stands for is written down here once more.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from irviz.state.desk import ALL_NAMES
from tests.lenses.slowly import Listed

if TYPE_CHECKING:
    from collections.abc import Sequence

Value = float | None
"""A value, or None where the conventions give none."""

METRICS = ALL_NAMES
"""Only their names are taken from the page."""

CHOICES: dict[str, dict[str, object]] = {
    "ap": {"r": "R", "minrk": "min(R,k)", "hits": "hits"},
    "p": {"k": "k", "minnk": "min(n,k)"},
    "gain": {"linear": "linear", "exp": "exp", "binary": "binary"},
    "discount": {"log2i1": "log2(i+1)", "max1log2i": "max(1,log2(i))"},
    "ideal": {"judged": "judged", "uncut": "uncut", "retrieved": "retrieved", "topk": "top k"},
    "undefined": {"00": 0.0, "10": 1.0, "nan": "nan"},
}
"""By convention, what stands in a link and what it stands for."""


def chosen(by: str) -> dict[str, object]:
    """What a link's `by` asks for; what it does not name is the first choice of each."""
    asked = dict(part.split("-", 1) for part in by.split(".") if part)
    return {name: choices[asked.get(name, next(iter(choices)))] for name, choices in CHOICES.items()}


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
    one = Listed(tuple(grades), tuple(missed), threshold, tuple(chosen(by).items()))
    cutoffs = range(1, len(grades) + 1)
    return {name: [_told(float(one.value(name, k))) for k in cutoffs] for name in METRICS}


def _told(value: float) -> Value:
    return None if math.isnan(value) else value


def mean(tables: Sequence[dict[str, list[Value]]]) -> dict[str, list[Value]]:
    """The arithmetic mean of several lists' curves; none where one has none."""
    return {
        name: [
            None if None in at_k else math.fsum(value or 0.0 for value in at_k) / len(tables)
            for at_k in zip(*(table[name] for table in tables), strict=True)
        ]
        for name in tables[0]
    }
