"""What is shown of a pair is what the metrics say, and its working comes to its value."""

import re
from itertools import product
from math import fsum, log2
from typing import Any

import pytest

from irviz.lenses.disagreement import CLEAREST_EXPLANATION, describe_answer, explain_preferences
from irviz.metrics import AP, CG, DCG, ERR, F1, RBP, RR, Bpref, Metric, P, Ranking, Rprec, Success, infAP, nDCG, parse
from irviz.metrics.rounding import rounded
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.scenarios.made_up import made_up
from irviz.state.board import Board
from irviz.state.disagreements.disagreement import Disagreement, find_disagreement
from irviz.state.disagreements.question import Question
from irviz.state.metric_words import describe_metric
from tests.lenses.claims_two import Said, near, reason_is_true
from tests.lenses.slowly import Listed, Two

ASKED = [
    ({"a": "RR@8", "b": "AP@8"}, CATS.boards[0]),
    ({"a": "P@4", "b": "nDCG@8", "pair": "2"}, CATS.boards[0]),
    ({"a": "nDCG@3", "b": "nDCG(dcg='exp-log2')@3"}, CATALOGUE["graded"].boards[0]),
    ({"a": "DCG@5", "b": "ERR@5"}, made_up([0, 3, 1, 1, 2]).boards[0]),
    ({"a": "Rprec", "b": "RBP@6"}, made_up([0, 1, 1, 0, 1, 0]).boards[0]),
    ({"a": "Success@1", "b": "AP@6"}, made_up([0, 1, 1, 0, 1, 0]).boards[0]),
    ({"a": "RR@20", "b": "AP@20"}, CATALOGUE["long"].boards[0]),
]


def asked(link: dict[str, str], board: Board) -> dict[str, Any]:
    return describe_answer(Question.read(link, board)[0].answer(board), board)


def top(metric: Metric, grades: list[int]) -> float:
    """What the bars of a metric end at: 1, or what a sum reaches with the grades in falling order."""
    best = sorted(grades, reverse=True)[: metric.cutoff]
    sums = {
        "CG": fsum(best),
        "DCG": fsum(one / log2(i + 1) for i, one in enumerate(best, 1)),
        "RBP": fsum(one * 0.8**i / 5 for i, one in enumerate(best)),
    }
    return sums.get(metric.name, 1)


@pytest.mark.parametrize(("link", "board"), ASKED, ids=str)
def test_a_pair_is_shown_as_it_is(link: dict[str, str], board: Board) -> None:
    found = asked(link, board)

    assert found["kind"] == "pair"
    assert found["text"].endswith("the second.")
    assert found["pair"] == int(link.get("pair", "1"))
    metrics = [parse(link["a"]), parse(link["b"])]
    for at, order in enumerate(found["orders"]):
        grades = [card["grade"] for card in order["cards"]]
        assert sorted(grades) == sorted(board.grades)
        assert order["board"].ranked == tuple(grades)
        assert order["reason"].endswith(".")
        for metric, value in zip(metrics, order["values"], strict=True):
            expected = metric(Ranking(grades))
            assert value["value"] == pytest.approx(expected)
            assert value["text"] == rounded(expected)
            assert 0 <= value["share"] <= 1
            assert value["share"] * top(metric, grades) == pytest.approx(expected)
            assert float(value["top"]) == pytest.approx(top(metric, grades), abs=5e-4)
            assert value["preferred"] == (metric is metrics[at])
            if value["worked"] and "²" not in value["worked"] and "log" not in value["worked"]:
                assert "^" not in value["worked"]
    first, second = found["orders"]
    assert first["values"][0]["share"] > second["values"][0]["share"]
    assert first["values"][1]["share"] < second["values"][1]["share"]


def test_the_working_comes_to_the_value() -> None:
    found = asked({"a": "RR@8", "b": "AP@8"}, CATS.boards[0])

    for order in found["orders"]:
        for value in order["values"]:
            assert eval(value["worked"], {"log2": log2}) == pytest.approx(value["value"])  # noqa: S307


@pytest.mark.parametrize("link", [{"a": a, "b": b} for a, b in product(("nDCG@8", "RR@8"), ("AP@8", "P@3"))])
def test_no_grade_is_named_where_there_are_none(link: dict[str, str]) -> None:
    reasons = [order["reason"] for order in asked(link, CATS.boards[0])["orders"]]

    assert all(reasons)
    assert not any("grade" in reason for reason in reasons)


def test_how_it_was_looked_for_is_said() -> None:
    first = asked({}, CATS.boards[0])
    second = asked({"pair": "2"}, CATS.boards[0])
    drawn = asked({"a": "RR@20", "b": "AP@20"}, CATALOGUE["long"].boards[0])
    none = asked({"a": "P@4", "b": "R@4"}, CATS.boards[0])

    assert first["search"] == "All 70 distinct orders of these results were compared: no pair is clearer."
    assert second["search"] == "All 70 distinct orders of these results were compared."
    assert "drawn at random" in drawn["search"]
    assert none["kind"] == "none"
    assert none["search"].endswith("there is no such pair.")
    assert "orders" not in none
    assert "weaker of the two preferences" in CLEAREST_EXPLANATION.replace("\n", " ")


CLAIMING = [
    P @ 2,
    P @ 4,
    F1 @ 3,
    Rprec,
    Success @ 2,
    RR @ 5,
    AP @ 5,
    AP(denominator="hits") @ 3,
    AP(denominator="min(R,k)") @ 2,
    AP(rel=2) @ 5,
    CG @ 3,
    CG(gain="exp") @ 2,
    DCG @ 4,
    DCG(discount="max(1,log2(i))") @ 4,
    nDCG @ 3,
    nDCG(gain="exp") @ 5,
    nDCG(ideal="top k") @ 3,
    nDCG(ideal="uncut") @ 3,
    ERR @ 4,
    RBP @ 5,
    Bpref,
    infAP,
]
JUDGED = [((0, 0, 1, 1, 1), ()), ((0, 0, 1, 2, 3), (2,)), ((0, 0, 0, 1, 4), ()), ((0, 1, 1, 2, 2), (1,))]


@pytest.mark.exhaustive
def test_reasons_are_true_whichever_metrics_disagree() -> None:
    kinds, found_any = set(), 0
    for a, b in product(CLAIMING, repeat=2):
        for (grades, missed), threshold in product(JUDGED, (1, 2)):
            found = find_disagreement(a, b, grades, missed, threshold)
            if not isinstance(found, Disagreement):
                continue
            found_any += 1
            for which, line in enumerate(explain_preferences(found, missed, threshold)):
                metric = (a, b)[which]
                kinds.add(metric.name)
                reason_holds(line, metric, which, found, (missed, threshold))
    assert kinds == {metric.name for metric in CLAIMING}
    assert found_any > 500


def reason_holds(
    line: str, metric: Metric, which: int, found: Disagreement, judged: tuple[tuple[int, ...], int]
) -> None:
    missed, threshold = judged
    conventions = tuple(
        (name, getattr(metric, parameter))
        for name, parameter in (("ap", "denominator"), ("gain", "gain"), ("discount", "discount"), ("ideal", "ideal"))
        if hasattr(metric, parameter) and (name != "ap" or metric.name == "AP")
    )
    level = metric.rel or threshold
    one = Two(*(Listed(order, missed, level, conventions) for order in (found.first, found.second)))
    k = metric.cutoff or (min(5, one.a.relevant) if metric.name == "Rprec" else 5)
    order = re.escape(("the first order", "the second")[which])
    m = re.fullmatch(rf"{re.escape(describe_metric(metric))} prefers {order}, ([\d.]+) to ([\d.]+): (.+)\.", line)
    assert m, line
    values = [float(side.value(metric.name, k)) for side in one.lists]
    best, other = values[which], values[1 - which]
    assert best > other
    assert m[1] != m[2]
    assert near(m[1], best), line
    assert near(m[2], other), line
    assert reason_is_true(m[3], [metric.name], Said(one, k, which, "")), (line, one)
