"""All metrics, and all their variants, for tests that go through them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from irviz.metrics import METRICS, RBP, Bpref, IPrec, NumRet, P, R, RBPresid, SetF, SetP, infAP
from irviz.metrics.parameter import JUDGED_ONLY, Choice
from tests.each import each

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.metrics import Metric


def variants() -> Iterator[Metric]:
    """Every metric under every combination of its named choices, and some of its numbers."""
    for metric in METRICS.values():
        choices = [parameter for parameter in metric.parameters if isinstance(parameter, Choice)]
        for values in product(*[choice.choices for choice in choices]):
            named = {choice.name: value for choice, value in zip(choices, values, strict=True)}
            yield metric(**named) if named else metric
    yield from (RBP(p=0.5), P(rel=2), R(rel=3))
    yield from (IPrec(recall=0.5), IPrec(recall=1.0, rel=2), SetF(beta=4.0), SetF(beta=0.3))
    yield from (SetP(relative=True), NumRet(rel=1), RBPresid(p=0.5), Bpref(rel=2), infAP(rel=2))
    for metric in METRICS.values():
        if JUDGED_ONLY in metric.parameters:
            yield metric(judged_only=True)


METRIC = each("metric", METRICS.values())
VARIANT = each("variant", variants())
