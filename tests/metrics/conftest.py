"""What the tests of the metrics share."""

from __future__ import annotations

import tempfile
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

from irviz.metrics import METRICS, RBP, P, R
from irviz.metrics.parameter import Choice

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from irviz.metrics import Metric


# Nothing is left behind in the working directory, where pytest would come across it.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "irviz-hypothesis")
settings.register_profile("metrics", deadline=None, max_examples=60)
settings.load_profile("metrics")


def variants() -> Iterator[Metric]:
    """Every metric under every combination of its named choices, and some of its numbers."""
    for metric in METRICS.values():
        choices = [parameter for parameter in metric.parameters if isinstance(parameter, Choice)]
        for values in product(*[choice.choices for choice in choices]):
            named = {choice.name: value for choice, value in zip(choices, values, strict=True)}
            yield metric(**named) if named else metric
    yield from (RBP(p=0.5), P(rel=2), R(rel=3))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for ``metric`` runs for each of the metrics, ``variant`` for all variants."""
    if "metric" in metafunc.fixturenames:
        metafunc.parametrize("metric", METRICS.values(), ids=str)
    if "variant" in metafunc.fixturenames:
        metafunc.parametrize("variant", list(variants()), ids=str)
