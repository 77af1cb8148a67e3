"""Two lists side by side: what the sentence claims is so."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.lenses.versus import sentence, verdicts
from irviz.metrics import AP, RR, P, Ranking, nDCG
from irviz.scenarios.pairs import PAIRED
from irviz.state.pair import A, B
from irviz.state.rules import PLOTTED, SUMS, Rules

ALL = (*PLOTTED, *SUMS)


def told(a: str, b: str, k: int) -> str:
    metrics = ALL if max(a + b) > "1" else PLOTTED
    return sentence(metrics, Ranking(map(int, a)), Ranking(map(int, b)), k)


@pytest.mark.parametrize(
    ("a", "b", "k", "said"),
    [
        (
            "11100",
            "00111",
            5,
            (
                "RR@5, AP@5 and nDCG@5 prefer A, because it has relevant results at ranks 1 and 2, where B "
                "has none, which count for more than B’s at ranks 4 and 5; P@5, R@5 and F1@5 see no "
                "difference: both have 3 relevant results within the first 5."
            ),
        ),
        (
            "011",
            "110",
            3,
            (
                "RR@3, AP@3 and nDCG@3 prefer B, because it has a relevant result at rank 1, where A has "
                "none, which counts for more than A’s at rank 3; P@3, R@3 and F1@3 see no difference: "
                "both have 2 relevant results within the first 3."
            ),
        ),
        (
            "10001",
            "01100",
            3,
            (
                "P@3, R@3 and F1@3 prefer B, because 2 of its first 3 results are relevant, and only 1 of "
                "A’s; AP@3 and nDCG@3 prefer B, because it has relevant results at ranks 2 and 3, where A "
                "has none, which count for more than A’s at rank 1; RR@3 prefers A, because its first "
                "relevant result is at rank 1, B’s at rank 2."
            ),
        ),
        ("010", "100", 3, "RR@3, AP@3 and nDCG@3 prefer B"),
        (
            "100",
            "000",
            1,
            "P@1, R@1 and F1@1 prefer A, because its first result is relevant, and B’s is not",
        ),
        ("000", "000", 2, "Nothing is judged relevant, so no metric can tell A from B."),
        ("101", "110", 1, "No metric sees a difference at k = 1: the same ranks are relevant."),
        (
            "31",
            "31",
            2,
            "No metric sees a difference at k = 2: the same grades stand at the same ranks.",
        ),
        (
            "351",
            "153",
            3,
            "nDCG@3 and DCG@3 prefer A, because it has grade 3 at rank 1, where B has 1",
        ),
        ("30", "13", 1, "CG@1 prefers A, because its first result has the gain 3, B’s has 1"),
        (
            "311",
            "130",
            3,
            "CG@3 prefers A, because the gains of its first 3 results add up to 5, B’s to 4",
        ),
    ],
)
def test_the_sentence_names_metrics_lists_and_ranks(a: str, b: str, k: int, said: str) -> None:
    assert said in told(a, b, k)


def test_a_first_result_that_comes_too_late_is_none() -> None:
    assert (
        "RR@2 prefers A, because its first relevant result is at rank 2, and B has none"
        in sentence((RR,), Ranking([0, 1, 0]), Ranking([0, 0, 1]), 2)
    )


def test_undefined_values_are_no_preference() -> None:
    nan = Rules(undefined="nan")
    found = verdicts([nan.metric(AP)], Ranking([0]), Ranking([0]), 1)[0]

    assert (found.prefers, found.defined) == (None, False)


grades = st.lists(st.integers(0, 3), min_size=1, max_size=8)


@settings(deadline=None, max_examples=200)
@given(grades, st.randoms(use_true_random=False), st.integers(1, 9), st.booleans())
def test_each_metric_is_named_once_with_what_it_prefers(
    first: list[int], draw: object, k: int, binary: bool
) -> None:
    second = list(first)
    draw.shuffle(second)  # type: ignore[attr-defined]
    if binary:
        first, second = ([min(grade, 1) for grade in one] for one in (first, second))
    a, b = Ranking(first), Ranking(second)
    text = sentence(ALL, a, b, k)
    found = verdicts(ALL, a, b, k)
    if text.startswith(("No metric", "Nothing is")):
        assert [one.prefers for one in found] == [None] * len(found)
        return
    said: dict[str, int | None] = {}
    for part in text.removesuffix(".").split("; "):
        match = re.match(r"(.+?) (?:prefers? ([AB])|sees? no difference)", part)
        assert match, part
        for symbol in re.findall(r"\w+@\d+", match[1]):
            assert symbol not in said
            said[symbol] = "AB".index(match[2]) if match[2] else None
        for ranks, loser in re.findall(r"at ranks? ([\d ,andto]+), where ([AB]) has none", part):
            best, other = (a, b) if loser == "B" else (b, a)
            for rank in map(int, re.findall(r"\d+", ranks)):
                assert best.hits[rank - 1] == 1
                assert other.hits[rank - 1] == 0
        for grade, rank, less in re.findall(
            r"has grade (\d) at rank (\d), where [AB] has (\d)", part
        ):
            assert int(grade) > int(less)
            assert {first[int(rank) - 1], second[int(rank) - 1]} == {int(grade), int(less)}
    assert said == {str(one.metric): one.prefers for one in found}
    assert "its convention" not in text


def test_the_sources_figures() -> None:
    models, feeds, counted = (
        PAIRED[name] for name in ("two-models", "two-feeds", "two-feeds-counted")
    )
    for desk, metric, k, values in (
        (models, P, 5, (0.6, 0.6)),
        (feeds, AP, 3, (7 / 12, 1)),
        (feeds, RR, 3, (0.5, 1)),
        (feeds, nDCG, 3, (0.6934, 1)),
        (counted, nDCG, 3, (0.9002, 0.7649)),
    ):
        one = verdicts([metric], desk.board(A).ranking, desk.board(B).ranking, k)[0]
        assert one.values == pytest.approx(values, abs=5e-5)
