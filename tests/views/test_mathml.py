"""Formulas become MathML that a browser typesets, with the ranks of their terms."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from latex2mathml.converter import convert

from irviz.metrics import METRICS, nDCG
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.state.desk import MEAN
from irviz.views.lens import panel
from irviz.views.mathml import mathml
from tests.each import each

if TYPE_CHECKING:
    from irviz.metrics import Metric
    from irviz.state.desk import Desk

SPACE = "{http://www.w3.org/1998/Math/MathML}"


def parsed(latex: str) -> ET.Element:
    return ET.fromstring(mathml(latex))  # noqa: S314 - our own formula


def text(element: ET.Element) -> str:
    return "".join(element.itertext())


@each("metric", METRICS.values())
def test_every_definition_is_well_formed(metric: Metric) -> None:
    root = parsed(metric.formula)
    assert root.tag == f"{SPACE}math"
    assert "\\" not in text(root)


def test_words_are_one_upright_identifier() -> None:
    names = [text(one) for one in parsed(nDCG.formula).iter(f"{SPACE}mi")]
    assert {"nDCG", "grade", "IDCG", "log"} <= set(names)


def test_recall_stands_upright_and_the_number_of_relevant_items_does_not() -> None:
    upright, italic = parsed(r"\mathrm{R}@k = R").findall(f".//{SPACE}mi")[0::3]
    assert upright.get("mathvariant") == "normal"
    assert (text(italic), italic.get("mathvariant")) == ("R", None)


def test_the_sum_has_its_bounds_below_and_above() -> None:
    assert parsed(r"\frac{\sum_{i=1}^{k} x}{2}").find(f".//{SPACE}munderover") is not None


def test_formulas_that_differ_in_numbers_alone_are_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    converted = []

    def noting(latex: str) -> str:
        converted.append(latex)
        return convert(latex)

    monkeypatch.setattr("irviz.views.mathml.convert", noting)
    written = r"\mathrm{DCG}@%s = {\color{#%s} \frac{2^{%s} - 1}{\log_2 %s}} \cdot x_7 \approx %s"
    few, many = ("3", "000001", "4", "2", "0.5"), ("12", "010c02", "10", "31", "123.456")
    for numbers in (few, many):
        root = parsed(written % numbers)
        found = [text(one) for one in root.iter(f"{SPACE}mn")]
        power, by, value = numbers[2:]
        assert found == [numbers[0], "2", power, "1", "2", by, "7", value]
    marks = [one.get("data-rank") for one in root.iter() if one.get("data-rank")]
    assert (marks, len(converted)) == (["3074"], 1)


def test_terms_carry_their_rank() -> None:
    root = parsed(r"\frac{{\color{#000001} 0} + {\color{#010c02} \frac{1}{2}}}{4}")
    marks = [one.attrib for one in root.iter() if "data-rank" in one.attrib]
    assert [(mark["data-rank"], mark["data-relevant"]) for mark in marks] == [("1", "false"), ("3074", "true")]
    assert "mathcolor" not in mathml(r"{\color{#010002} 1}")


def test_other_colours_stay_what_they_are() -> None:
    assert 'mathcolor="#ff0000"' in mathml(r"{\color{#ff0000} 1}")


@pytest.mark.exhaustive
@pytest.mark.parametrize("desk", CATALOGUE.values(), ids=CATALOGUE)
def test_every_formula_of_every_example_is_well_formed(desk: Desk) -> None:
    for name in (*desk.names, MEAN):
        for lens in ("working", "confusion"):
            for metric in desk.metrics:
                seen = replace(desk, opened=name, lens=lens, metric=metric.name)
                for formula in found(panel(seen)):
                    ET.fromstring(formula)  # noqa: S314 - our own formula


def found(described: list[Any]) -> list[str]:
    if described[:1] == ["ix:formula"]:
        return [described[2]]
    return [one for child in described if isinstance(child, list) for one in found(child)]


def test_the_working_of_the_cats_is_marked() -> None:
    shown = found(panel(replace(CATS, metric="AP", k=5)))
    root = ET.fromstring(next(one for one in shown if 'data-rank="' in one))  # noqa: S314 - our own formula
    ranks = [one.get("data-rank") for one in root.iter() if one.get("data-rank")]
    assert ranks == ["2", "4", "5"]
