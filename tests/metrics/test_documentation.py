"""The package in its own words: everything public is told, in a terminal as on the page."""

from __future__ import annotations

import re

import pytest

import irviz.metrics
from irviz.metrics import METRICS, NotationError
from irviz.metrics.documentation import (
    GROUPS,
    MAX_LINE_CHARACTERS,
    find_entry,
    list_entries,
    parse_docstring,
    render_contents,
    render_page,
    strip_roles,
)
from tests.each import each

NAMES = [name for names in GROUPS.values() for name in names]


def test_every_public_name_is_told_once() -> None:
    assert sorted(NAMES) == sorted(irviz.metrics.__all__)
    assert [one.name for group in list_entries().values() for one in group] == NAMES


@pytest.mark.exhaustive
@each("name", NAMES)
def test_everything_that_a_docstring_says_is_there(name: str) -> None:
    text = render_page(name)
    said = find_entry(name)
    squeezed = re.sub(r"\s+", "", text)
    for block in said.blocks:
        pieces = [block.text, *(word for item in block.items for word in item)]
        for piece in pieces:
            assert re.sub(r"\s+", "", piece.replace("``", "")) in squeezed
    assert said.summary.replace("``", "").split()[0] in render_contents()
    assert not re.search(r":\w+:`|``", text)
    prose = [line for line in text.splitlines() if ">>>" not in line and "    {" not in line]
    assert sum(len(line) > MAX_LINE_CHARACTERS + 8 for line in prose) <= 3


def test_a_metric_is_written_with_its_cutoff_and_its_parameters() -> None:
    assert find_entry("AP").call == ("AP @ k, AP(rel=None, denominator='R', judged_only=False, undefined=0.0)")
    assert find_entry("Bpref").call.startswith("Bpref, Bpref(")
    assert {one.name for one in list_entries()["Metrics"]} == set(METRICS)


def test_a_function_is_written_with_what_it_takes() -> None:
    assert find_entry("holm").call == "holm(values: Mapping[Key, float]) -> dict[Key, float]"
    assert find_entry("TTest").call == "TTest(statistic: float, degrees: int, value: float)"
    assert "undefined: float | Literal['skip'] | None = None" in find_entry("evaluate").call
    assert find_entry("RankingError").call == "RankingError"


def test_what_belongs_to_a_class_is_told_with_it() -> None:
    names = {part.name for part in find_entry("Ranking").parts}
    assert {"Ranking.from_ids", "Ranking.hits", "Ranking.judged"} <= names
    assert not any("._" in name for name in names)
    assert find_entry("Evaluation.to_frame").blocks[1].items[0][0] == "means"
    assert find_entry("irviz.metrics.Evaluation.means").call == "Evaluation.means"
    assert not find_entry("MetricsError").parts


def test_a_docstring_falls_into_its_pieces() -> None:
    found = parse_docstring(
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
    alone = parse_docstring("Say it.\n\nArgs:\n    a: How,\n        or not: why.\n")
    assert alone[1].items == (("a", "How, or not: why."),)
    assert strip_roles("as :meth:`Metric.worked`") == "as ``worked``"


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
        find_entry(name)
    assert caught.value.problem == problem
