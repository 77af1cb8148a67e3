"""Which formula gave a number: by hand, against what tools compute, and against luck."""

from __future__ import annotations

import random
from itertools import product
from math import isnan, log, nan
from typing import TYPE_CHECKING, Any

import pytest

from irviz.metrics import (
    AP,
    METRICS,
    TOOLS,
    CutoffError,
    MetricsError,
    NotationError,
    ParameterError,
    Ranking,
    RankingError,
    evaluate_rankings,
    explain_number,
    explain_numbers,
    nDCG,
)
from irviz.metrics.explain import EXPLAINED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.metrics import Match

BINARY = [1, 0, 0, 1, 1, 0, 1, 0]
GRADED = [0, 4, 1, 3, 4, 1, 3, 2]


def first(number: str, grades: Any, **asked: Any) -> Match:
    return explain_number(number, grades, **asked).matches[0]


@pytest.mark.parametrize(
    ("number", "tools", "conventions"),
    [
        ("0.250", ("trec_eval", "ir_measures", "ranx", "MTEB and BEIR", "Quepid", "OpenSearch"), {}),
        ("0.333", ("Spark", "Recommenders", "RecBole", "Kaggle-style code"), {"denominator": "min(R,k)"}),
        ("1.000", ("scikit-learn", "torchmetrics", "Ragas", "DeepEval"), {"denominator": "hits"}),
    ],
)
def test_three_tools_have_three_values_of_ap(number: str, tools: tuple[str, ...], conventions: dict[str, str]) -> None:
    found = first(number, BINARY, metric="AP", k=3)

    assert (found.metric, found.k, found.tools[: len(tools)]) == ("AP", 3, tools)
    assert found.conventions == conventions


@pytest.mark.parametrize(
    ("number", "conventions"),
    [
        (".387", {}),
        (".234", {"ideal": "uncut"}),
        (".631", {"ideal": "top k"}),
        (".5", {"discount": "max(1,log2(i))"}),
        (".288", {"gain": "exp", "ideal": "uncut"}),
    ],
)
def test_five_numbers_go_by_the_name_of_ndcg(number: str, conventions: dict[str, str]) -> None:
    found = first(number, GRADED, metric="nDCG@2")

    assert (found.k, found.conventions) == (2, conventions)


@pytest.mark.parametrize("number", ["0.9488107485678985", "94.88107485678985 %", "948.8107485678985e-3"])
def test_a_number_with_every_digit_of_a_double(number: str) -> None:
    found = first(number, [3, 2, 3, 0, 1, 2])

    assert (found.metric, found.k, found.conventions) == ("nDCG", 6, {"gain": "exp"})


def test_digits_count_and_the_way_of_rounding_is_said() -> None:
    ways = {}
    for number in ("0.313", "0.312", "31.25 %", "0,3125", "0.3", "0.31"):  # 5/16
        matches = explain_number(number, [1] * 5 + [0] * 11, metric="P", k=16).matches
        ways[number] = [match.rounding for match in matches if match.k == 16]
    assert ways == {
        "0.313": ["rounded half up"],
        "0.312": ["rounded half to even or truncated"],
        "31.25 %": ["rounded"],
        "0,3125": ["rounded"],
        "0.3": ["rounded"],
        "0.31": ["rounded"],
    }
    assert first("0.666", [1, 1, 0], metric="P", k=3).rounding == "truncated"
    assert [match.k for match in explain_number("0.67", [1, 1, 0], metric="P").matches] == [3]


def test_known_faults() -> None:
    natural = 3 / log(2) + 2 / log(3)
    assert first(f"{natural:.4f}", [3, 2], metric="DCG").conventions == {"log": "natural"}
    precisions = 1 + 2 / 3 + 3 / 6
    assert first(f"{precisions / 6:.4f}", [1, 0, 1, 0, 0, 1], metric="AP", k=6).conventions == {"denominator": "k"}


def test_a_document_that_is_listed_twice() -> None:
    # a is at ranks 1 and 2, c at 4; R is 2. Each value is counted by hand.
    grades, ids = [1, 1, 0, 1], "aabc"
    values = {
        "first counts": (1 + 2 / 4) / 2,
        "counted twice": (1 + 2 / 2 + 3 / 4) / 2,
        "last kept": (1 + 2 / 3) / 2,
        "one more": (1 + 2 / 2 + 3 / 4) / 3,
    }
    for rule, value in values.items():
        assert first(f"{value:.6f}", grades, ids=ids, metric="AP").conventions["duplicates"] == rule
    assert first("0.5833", [0, 1, 0, 1], ids="xaxb", metric="AP").conventions == {"duplicates": "first kept"}
    assert first("0.5000", [1, 0, 1], ids="aba", metric="AP").conventions == {"duplicates": "last kept"}
    assert first("1.50", [1, 1, 1, 0], ids="abad", metric="R", k=3).conventions == {"duplicates": "counted twice"}
    # Without a document that is there twice, names change nothing.
    assert explain_number("0.25", [0, 1], ids="ab") == explain_number("0.25", [0, 1])
    with pytest.raises(RankingError, match="there are 3 ids for 2 results"):
        explain_number("1.63", [2, 2], ids="aab")
    with pytest.raises(RankingError, match="document 'a' has two grades"):
        explain_number("1.63", [2, 1], ids="aa")


def test_a_tool_is_named_for_what_it_does_with_a_document_that_is_there_twice() -> None:
    found = explain_number("1.6309", [1, 1], ids="aa", metric="nDCG").matches[0]
    assert "LlamaIndex" in found.tools
    assert "Haystack" not in found.tools
    assert found.reasons["duplicates"].startswith("the document counts each time")
    # Haystack 3.4.1 and llama-index-core 0.14.25 were run on a, a, b, of which a and b are relevant.
    for number, metric, tool in (
        ("0.9197", "nDCG", "Haystack"),
        ("0.8333", "AP", "Haystack"),
        ("1.3066", "nDCG", "LlamaIndex"),
        ("1.5000", "AP", "LlamaIndex"),
    ):
        named = [match.tools for match in explain_number(number, [1, 1, 1], ids="aab", metric=metric).matches]
        assert any(tool in tools for tools in named)


def test_ties_may_get_any_order() -> None:
    """A scorer that gave all eleven candidates one score had an MRR of 1 and an nDCG of 0 (mteb)."""
    grades, scores = [1] + [0] * 10, [0.5] * 11
    ranked = first("1.0", grades, scores=scores, metric="RR@10")
    gained = first("0.0", grades, scores=scores, metric="nDCG@10")

    assert (ranked.conventions, gained.conventions) == ({"ties": "as listed"}, {"ties": "reversed"})
    assert "MTEB and BEIR" in ranked.tools
    assert "MTEB and BEIR" in gained.tools
    assert gained.reasons["ties"].startswith("results of one score are in the reverse order")
    # Of 2 = 0 = 1, 0 the luckiest order is 2 1 0 0 and the unluckiest 0 1 2 0.
    orders = {rule: [*order, 0] for rule, order in (("best first", [2, 1, 0]), ("worst first", [0, 1, 2]))}
    for rule, order in orders.items():
        value = nDCG(Ranking(order))
        found = first(f"{value:.5f}", [2, 0, 1, 0], scores=[3, 3, 3, 1], metric="nDCG")
        assert found.conventions == {"ties": rule}
    assert explain_number("0.25", [0, 1], scores=[2, 1]) == explain_number("0.25", [0, 1])
    for wrong, message in (([1, 2], "a score is above"), ([1], "there are 1 scores for 2 results")):
        with pytest.raises(RankingError, match=message):
            explain_number("1.0", [1, 1], scores=wrong)
    with pytest.raises(RankingError, match="there are ids and scores"):
        explain_number("1.0", [1, 1], scores=[1, 1], ids="aa")
    for odd in (None, nan, "1"):
        with pytest.raises(RankingError, match=r"the score at rank 2 is .*: use a finite number"):
            explain_number("1.0", [1, 1], scores=[1, odd])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("number", "tool", "conventions"),
    [
        ("0.06", "Quepid", {"ideal": "uncut", "missed": "64 to 81 of grade 3"}),
        ("0.22", "OpenSearch", {"missed": "9 or more of grade 3"}),
        ("1.00", "Quepid", {}),
    ],
)
def test_judged_documents_that_the_list_lacks(number: str, tool: str, conventions: dict[str, str]) -> None:
    """One result of grade 3, and three values of nDCG@10 (Quepid): by how many others are judged, and by the cut."""
    found = first(number, [3], metric="nDCG@10")

    assert (found.k, found.conventions) == (10, conventions)
    assert tool in found.tools
    assert bool(found.reasons) == bool(conventions)
    counts = {"64 to 81 of grade 3": 63, "9 or more of grade 3": 9}
    more = counts.get(conventions.get("missed", ""), 0)
    edge = nDCG(ideal=conventions.get("ideal", "judged")) @ 10
    assert (f"{edge(Ranking([3], [3] * more)):.2f}" == number) == (more != 63)


def test_a_number_that_no_formula_gives() -> None:
    """The documentation of a metric for Ragas prints 0.9307, where nDCG is 0.9197."""
    assert explain_number("0.16", [1], metric="R@10").matches  # cut off, of 1/6
    for k in (5, 10, 20, 50, 100, 1000):  # of a list of two
        assert k in {one.k for one in explain_number(f"{2 / k}", [1, 1], metric="P").matches}
    found = explain_number("0.9307", [1, 0, 1, 0, 0], metric="nDCG@5")

    assert found.matches == ()
    assert round(found.nearest[0].value, 4) == 0.9197
    assert found.by_luck < 0.1


def test_beyond_the_end_of_the_list() -> None:
    assert first("0.30", [1, 1, 1], metric="P").k == 10
    assert first("0.43", [1, 1, 1], metric="P", k=7).tools[0] == "trec_eval"
    found = first("1.00", [1, 1, 1], metric="P", k=7)
    assert (found.tools[:2], found.k, found.conventions) == (("Quepid", "OpenSearch"), 7, {"denominator": "min(n,k)"})
    assert first("1.00", [1, 1, 1], metric="RR").cutoffs == (None, 1, 2, 3)


def test_levels_unjudged_results_and_where_there_is_no_value() -> None:
    assert first("0.3333", [1, 3, 2], metric="P", k=3).conventions == {"rel": 3}
    assert first("0.3333", Ranking([1, 3, 2], threshold=3), metric="P", k=3).conventions == {}
    assert first("1.000", [None, 1], metric="RR").conventions == {"judged_only": True}
    assert first("1.0", [0, 0], metric="nDCG").conventions == {"undefined": 1.0}


def test_every_formula_is_counted() -> None:
    # A number that no formula gives is tried with 1 to 100 missed documents, with no cutoff and at the end.
    lacking = 100 * 2
    # P with two denominators, at 1, 2, none and six usual cutoffs; with two levels, and with unjudged results.
    assert explain_number("0.1", [1, 0], metric="P").tried == 2 * 9
    assert explain_number("0.1", [1, 2], metric="P").tried == 2 * 2 * 9
    assert explain_number("0.1", [1, 2, None], metric="P").tried == 2 * 2 * 2 * 10
    assert explain_number("0.1", [1, 0], metric="P", k=7).tried == 2 * 10
    # Three gains, two discounts, four ideals; of one the natural logarithm.
    assert explain_number("0.1", [1, 0], metric="nDCG").tried == 3 * 2 * 4 * 9 + 6 * lacking
    assert explain_number("0.1", [1, 0], metric="DCG").tried == (3 * 2 + 3) * 9
    assert explain_number("0.1", [1, 0], metric="Rprec").tried == 1
    assert explain_number("0.1", [0, 0], metric="nDCG").tried == 2 * 3 * 2 * 4 * 9


def random_rankings(count: int, seed: int) -> Iterator[Ranking]:
    rng = random.Random(seed)
    for _ in range(count):
        top = rng.choice((1, 1, 2, 3))
        grades = [rng.choice((0, 0, *range(1, top + 1))) for _ in range(rng.randint(5, 12))]
        yield Ranking(grades, [rng.randint(1, top) for _ in range(rng.choice((0, 0, 1, 3)))])


def test_no_variant_is_missed_and_what_matches_has_that_value() -> None:
    rng = random.Random(3)
    for ranking in random_rankings(12, seed=1):
        for name in ("P", "AP", "nDCG", "DCG", "CG", "R", "F1", "RR", "Success"):
            metric = METRICS[name]
            chosen = {one.name: rng.choice([*one.choices]) for one in metric.parameters if one.choices}
            k = rng.randint(1, ranking.n)
            value = (metric(**chosen) @ k)(ranking)
            number = f"{value:.6f}"
            matches = explain_number(number, ranking, metric=name).matches
            assert any(k in one.cutoffs and one.value == pytest.approx(value, abs=1e-9) for one in matches)
            for one in matches:
                if "k" not in one.conventions.values() and "log" not in one.conventions:
                    variant = metric(**one.conventions)
                    for cut in one.cutoffs:
                        again = (variant if cut is None else variant @ cut)(ranking)
                        assert one.value == pytest.approx(again, abs=1e-9)


@pytest.mark.exhaustive
@pytest.mark.parametrize("asked", [True, False])
def test_the_tool_that_gave_a_number_is_among_the_first_three(asked: bool) -> None:
    """Asked for by metric and cutoff, or by the number alone, where that is not 0 or 1, which any metric may give."""
    rng = random.Random(7)
    places = []
    for ranking, tool in product(random_rankings(12, seed=2), TOOLS.values()):
        for name in sorted(set(tool.metrics) & set(EXPLAINED)):
            k = rng.randint(1, ranking.n)
            metric = tool.metrics[name] if METRICS[name].own_cutoff else tool.metrics[name] @ k
            value = metric(ranking)
            if isnan(value) or (value in {0, 1} and not asked):
                continue
            hints: Any = {"metric": name, "k": k} if asked else {}
            matches = explain_number(f"{value:.4f}", ranking, **hints).matches
            fitting = [one.metric == name and tool.name in one.tools for one in matches]
            places.append(fitting.index(True) if True in fitting else len(fitting))

    assert len(places) >= 300
    assert sum(place < 3 for place in places) >= (1.0 if asked else 0.95) * len(places)


@pytest.mark.exhaustive
@pytest.mark.parametrize("digits", [2, 3])
def test_as_many_match_by_luck_as_is_said(digits: int) -> None:
    rng = random.Random(5)
    matches = luck = 0.0
    for ranking in random_rankings(6, seed=4):
        for n in rng.sample(range(1, 10**digits), 30):
            found = explain_number(f"0.{n:0{digits}d}", ranking)
            matches += len(found.matches)
            luck += found.by_luck

    assert luck == pytest.approx(matches, rel=0.25)


def test_a_number_of_few_digits_says_little_and_a_second_one_more() -> None:
    grades, others = [3, 2, 3, 0, 1, 2], [0, 1, 3, 0, 2, 2]
    one = explain_number("0.9", grades)
    both = explain_numbers([("0.9", grades), ("0.6", others)])

    assert one.by_luck > 10 > both.by_luck
    assert f"about {one.by_luck:.0f} would match by luck" in str(one)
    assert "give a second list and its number" in str(one)
    assert len(both.matches) < len(one.matches)
    for match in both.matches:
        assert [round(value, 1) for value in match.values] == [0.9, 0.6] or match.rounding != "rounded"
    assert both.number == "0.9 and 0.6"
    assert both.to_dict()["matches"][0]["values"] == [*both.matches[0].values]
    for number in ("1.0", "0.0"):
        assert explain_number(number, grades).by_luck == len(explain_number(number, grades).matches)


def test_a_mean_over_queries() -> None:
    rankings = {"q1": Ranking([1, 0, 2]), "q2": Ranking([0, 0, 3]), "q3": Ranking([], missed=[1])}
    for metric in (AP @ 2, nDCG(gain="exp") @ 3):
        mean = evaluate_rankings(rankings, [metric]).means[metric]
        found = first(f"{mean:.5f}", [*rankings.values()], metric=metric.name, k=metric.cutoff)
        assert found.value == pytest.approx(mean)
        assert found.conventions == ({"gain": "exp"} if metric.name == "nDCG" else {})


def test_where_nothing_fits_the_nearest_are_said() -> None:
    found = explain_number("0.388", GRADED, metric="nDCG", k=2)

    assert found.matches == ()
    assert [round(match.value, 3) for match in found.nearest] == [0.387, 0.391, 0.395]
    text = str(found).splitlines()
    assert text[0] == "no formula gives 0.388; the nearest:"
    assert text[1].startswith("nDCG@2 is 0.386853: trec_eval, ir_measures, ranx")
    assert text[1].endswith("(0.001147 too low)")
    assert "too high" in text[3]


def test_long_lists() -> None:
    grades = [*GRADED, *[0, 1] * 200]
    value = (nDCG(ideal="top k") @ 100)(Ranking(grades))
    assert first(f"{value:.6f}", grades, metric="nDCG").cutoffs == (100,)
    assert first(f"{(AP @ 333)(Ranking(grades)):.6f}", grades, k=333).k == 333


@pytest.mark.parametrize(
    ("number", "grades", "asked", "error", "message"),
    [
        ("much", [1], {}, ParameterError, "the number is 'much': write it as it was printed"),
        ("", [1], {}, ParameterError, "the number is '': write it"),
        ("-0.5", [1], {}, ParameterError, "the number is '-0.5'"),
        ("9" * 5000, [1], {}, ParameterError, "the number is"),
        ("9e99", [1], {}, ParameterError, "the number is '9e99'"),
        (0.5, [1], {}, ParameterError, "the number is 0.5: write it as a text, as it was printed"),
        ("0.5", [], {}, RankingError, "there is no result in the list"),
        ("0.5", [1, -1], {}, RankingError, "grade -1 at rank 2"),
        ("0.5", [54], {}, RankingError, "grade 54 at rank 1 is too large"),
        ("0.5", [1], {"k": 0}, CutoffError, "k is 0: use a whole number of at least 1"),
        ("0.5", [1], {"metric": "Bpref"}, ParameterError, "the metric is Bpref: use one of P, R"),
        ("0.5", [1], {"metric": "nDGC"}, NotationError, "did you mean 'nDCG'"),
    ],
)
def test_what_is_wrong_is_said(
    number: Any, grades: list[int], asked: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        explain_number(number, grades, **asked)


def test_no_pairs() -> None:
    with pytest.raises(MetricsError, match="there is no number to explain"):
        explain_numbers([])
