"""The oracle for conventions, against figures that need no program, and the page's own curves against it."""

from __future__ import annotations

from itertools import product
from math import isnan
from typing import Any

import pytest

from irviz.metrics import Ranking
from irviz.state.chosen_conventions import OPTIONS, PLOTTED, SUMS, Conventions
from irviz.state.curves import series
from tests import conventional, oracle


def test_the_conventions_by_hand() -> None:
    binary, graded = (1, 0, 0, 1, 1, 0, 1, 0), (0, 4, 1, 3, 4, 1, 3, 2)

    def at(name: str, k: int, by: str, grades: tuple[int, ...] = binary) -> float:
        value = conventional.curves(grades, by=by)[name][k - 1]
        assert value is not None
        return round(value, 3)

    assert [at("AP", 3, by) for by in ("", "ap-minrk", "ap-hits")] == [0.25, 0.333, 1.0]
    ideals = ("", "ideal-topk", "ideal-uncut", "discount-max1log2i.ideal-judged")
    assert [at("nDCG", 2, by, graded) for by in ideals] == [0.387, 0.631, 0.234, 0.5]
    assert [at("nDCG", 3, by, (0, 4, 4, 3, 2, 3, 1, 1)) for by in ("", "gain-exp")] == [0.564, 0.607]
    assert conventional.curves((0,), by="undefined-nan")["AP"] == [None]
    assert conventional.curves((0,), by="undefined-10")["nDCG"] == [1.0]


def test_the_usual_choice_is_the_other_oracle() -> None:
    for grades in product((0, 1, 2), repeat=4):
        found = conventional.curves(grades)
        for name, curve in oracle.curves(grades).items():
            assert found[name] == pytest.approx(curve, abs=1e-12)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "value"), [(n, v) for n, o in OPTIONS.items() for v in o.values])
def test_the_page_computes_by_the_conventions_it_names(name: str, value: Any) -> None:
    conventions = Conventions(**{name: value})
    metrics = tuple(conventions.metric(metric) for metric in (*PLOTTED, *SUMS))

    assert conventional.chosen(conventions.write())[name] == value
    for grades in product((0, 1, 3), repeat=3):
        for missed, threshold in product(((), (2,), (3, 1)), (1, 2)):
            expected = conventional.curves(grades, missed, threshold, conventions.write())
            ranking = Ranking(grades, missed=missed, threshold=threshold)
            table = series.compute_table(metrics, ranking)
            for metric, curve in zip(metrics, table, strict=True):
                here = [None if isnan(one) else one for one in curve]
                assert here == pytest.approx(expected[metric.name], abs=1e-12), (metric, grades, missed)
