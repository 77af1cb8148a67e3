"""Every relevance pattern of eight results, every metric, every cutoff, against the oracle."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from irviz.scenarios.cats import CATS
from irviz.state.curves.series import compute_curves
from tests import oracle
from tests.each import each

PATTERNS = list(product((0, 1), repeat=8))


@each("pattern", PATTERNS)
def test_every_metric_at_every_k_agrees_with_the_oracle(pattern: tuple[int, ...]) -> None:
    desk = CATS.replace_boards(replace(CATS.boards[0], grades=pattern))

    found = compute_curves(desk)

    assert set(found) == set(oracle.METRICS)
    for name, expected in oracle.curves(pattern).items():
        assert found[name] == pytest.approx(expected, rel=0, abs=1e-12), name


def test_there_are_256_patterns() -> None:
    assert len(set(PATTERNS)) == 256
