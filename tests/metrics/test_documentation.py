"""The package in its own words: everything public is told, in a terminal as on the page."""

from __future__ import annotations

import re

import pytest

import irviz.metrics
from irviz.metrics import METRICS, NotationError
from irviz.metrics.documentation import GROUPS, WIDTH, blocks, contents, entries, entry, page, plain

NAMES = [name for names in GROUPS.values() for name in names]


def test_every_public_name_is_told_once() -> None:
    assert sorted(NAMES) == sorted(irviz.metrics.__all__)
    assert [one.name for group in entries().values() for one in group] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_a_docstring_says_is_there(name: str) -> None:
    text = page(name)
    said = entry(name)
    squeezed = re.sub(r"\s+", "", text)
    for block in said.blocks:
        pieces = [block.text, *(word for item in block.items for word in item)]
        for piece in pieces:
            assert re.sub(r"\s+", "", piece.replace("``", "")) in squeezed
    assert said.summary.replace("``", "").split()[0] in contents()
    assert not re.search(r":\w+:`|``", text)
    prose = [line for line in text.splitlines() if ">>>" not in line and "    {" not in line]
    assert sum(len(line) > WIDTH + 8 for line in prose) <= 3


def test_a_metric_is_written_with_its_cutoff_and_its_parameters() -> None:
    assert entry("AP").call == ("AP @ k, AP(rel=None, denominator='R', judged_only=False, undefined=0.0)")
    assert entry("Bpref").call.startswith("Bpref, Bpref(")
    assert {one.name for one in entries()["Metrics"]} == set(METRICS)


def test_a_function_is_written_with_what_it_takes() -> None:
    assert entry("holm").call == "holm(values: Mapping[Key, float]) -> dict[Key, float]"
    assert entry("TTest").call == "TTest(statistic: float, degrees: int, value: float)"
    assert "undefined: float | Literal['skip'] | None = None" in entry("evaluate").call
    assert entry("RankingError").call == "RankingError"


def test_what_belongs_to_a_class_is_told_with_it() -> None:
    names = {part.name for part in entry("Ranking").parts}
    assert {"Ranking.from_ids", "Ranking.hits", "Ranking.judged"} <= names
    assert not any("._" in name for name in names)
    assert entry("Evaluation.to_frame").blocks[1].items[0][0] == "means"
    assert entry("irviz.metrics.Evaluation.means").call == "Evaluation.means"
    assert not entry("MetricsError").parts


def test_a_docstring_falls_into_its_pieces() -> None:
    found = blocks(
        """Say it.

        Two lines
        of one.

        Args:
            a: What goes
                over two lines.
            b: Another.

        Returns:
            The thing: itself.

        >>> 1 + 1
        2
        """
    )
    assert [(block.kind, block.text) for block in found] == [
        ("text", "Say it."),
        ("text", "Two lines of one."),
        ("items", "Args"),
        ("items", "Returns"),
        ("code", ">>> 1 + 1\n2"),
    ]
    assert found[2].items == (("a", "What goes over two lines."), ("b", "Another."))
    assert plain("as :meth:`Metric.worked`") == "as ``worked``"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("evaluat", "irviz.metrics has no evaluat; did you mean evaluate?"),
        ("ndcg", "irviz.metrics has no ndcg; did you mean nDCG?"),
        ("Ranking.nothing", "Ranking has no nothing"),
        ("Ranking._key", "Ranking has no _key"),
        ("zzz", "irviz.metrics has no zzz"),
    ],
)
def test_an_unknown_name_is_one_line(name: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        entry(name)
    assert caught.value.problem == problem
