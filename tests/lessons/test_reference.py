"""The reference says nothing that the metrics do not bear out."""

import re
from itertools import combinations, permutations, product
from math import log2, log10
from urllib.parse import parse_qsl

import pytest

from irviz.lessons.reference import cards
from irviz.lessons.reference.cards import CARDS, SHOWN, Card, usual_example, value_on
from irviz.lessons.reference.guide import GUIDE, ONLINE, SAY_WITH_IT
from irviz.lessons.reference.mixups import MIXUPS
from irviz.lessons.reference.symbols import SYMBOLS
from irviz.metrics import AP, CG, DCG, ERR, F1, IDCG, METRICS, RBP, RR, Metric, P, R, Ranking, Rprec, Success, nDCG
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.graded import GRADED
from irviz.state import permalink
from irviz.state.session import Session
from tests.each import each

CARD = each("card", CARDS.values())

LISTS = ["".join(grades) for n in range(1, 7) for grades in product("01", repeat=n)]
"""All lists of yes and no with up to six results."""

NUMBERS: dict[str, tuple[float, ...]] = {
    "P": (3 / 5, 3 / 5),
    "R": (1 / 4, 1 / 2),
    "F1": (2 / 3, 2 / 3, 2 / 3),
    "RR": (17 / 30, 30 / 17, 8 / 3),
    "AP": (1 / 4, 1, 1),
    "CG": (4, 4, 2.5237, 4),
    "DCG": (1.1309, 1.1309 / log10(2)),
    "IDCG": (0.3869, 0.2341, 0.6309),
    "nDCG": (0.8252, 0.7283),
    "Rprec": (1 / 2, 1 / 2, 1 / 2),
    "Success": (1, 1 / 4),
    "ERR": (15 / 16, 15 / 16 + 1 / 16 * 15 / 16 / 2),
    "RBP": (1 - 0.8**8, 1 - 0.5**8),
    "Judged": (1 / 3, 19 / 35, 0.95),
    "Bpref": (1 / 2, 2 / 3, 19 / 35),
    "infAP": (0.6914, 19 / 35, 19 / 35, 19 / 35),
    "RBPresid": (0.8**8, 0.5**8),
    "IPrec": (1 / 2, 3 / 5),
}
"""What the sentences of `SHOWN` must say."""


def test_every_metric_has_a_card_and_in_their_order() -> None:
    assert list(CARDS) == list(METRICS)
    assert all(card.metric is METRICS[name] for name, card in CARDS.items())


@CARD
def test_numbers_of_the_sentence_are_right(card: Card) -> None:
    numbers = card.shown.numbers()

    if card.metric.name in {**NUMBERS, **SHOWN}:
        assert numbers == pytest.approx(NUMBERS[card.metric.name], abs=1e-4)
    assert card.shown.words.count("{}") == len(numbers)
    assert "{" not in card.shown.text


@CARD
def test_sentence_opens_its_example(card: Card) -> None:
    address = dict(parse_qsl(card.shown.link.removeprefix("?"), strict_parsing=True))
    fresh = permalink.find_example(address, CATALOGUE)

    assert permalink.read(address, fresh) == (card.shown.desk, ())


@CARD
def test_card_says_rightly_where_the_metric_is_undefined(card: Card) -> None:
    nothing = Ranking([0, 0, 0])

    assert card.metric.defined(nothing) == card.undefined.startswith("Nowhere")
    at_all = {"Judged": 1, "NumRet": 3, "RBPresid": pytest.approx(0.8**3)}
    assert card.metric(nothing) == at_all.get(card.metric.name, 0)


@CARD
def test_card_is_whole_sentences(card: Card) -> None:
    for words in (*card.strengths, card.hides, card.misleads, card.undefined, card.use):
        assert words[0].isupper()
        assert words.endswith((".", "?"))
        assert len(words) < 260
    assert card.strengths


@CARD
def test_order_aware_is_what_a_swap_above_the_cutoff_changes(card: Card) -> None:
    metric = card.metric
    grades = (0, 4, None, 3)
    changed = {round((metric @ 4)(Ranking(order)), 12) for order in permutations(grades)}

    assert metric.order_aware == (len(changed) > 1)


@CARD
def test_graded_is_what_grades_above_the_threshold_change(card: Card) -> None:
    changes = any(
        abs((card.metric @ 3)(Ranking(grades)) - (card.metric @ 3)(Ranking([1, 0, 1]))) > 1e-12
        for grades in ([2, 0, 1], [1, 0, 3])
    )

    assert changes == card.metric.graded


@CARD
def test_values_lie_in_their_range(card: Card) -> None:
    low, high = card.metric.range
    values = [card.metric(Ranking(map(int, grades))) for grades in LISTS]

    assert low <= min(values)
    assert max(values) <= high


# What the cards claim, one by one.


def test_recall_never_falls_and_is_at_most_k_over_r() -> None:
    for grades in LISTS:
        curve = R.curve(Ranking(map(int, grades)))
        assert curve == sorted(curve)
        for k, value in enumerate(curve, start=1):
            assert value <= k / max(grades.count("1"), 1) + 1e-12


def test_precision_cannot_reach_1_with_fewer_than_k_relevant() -> None:
    for grades in LISTS:
        for k in range(grades.count("1") + 1, 8):
            assert value_on(P @ k, grades) < 1


def test_at_k_equal_to_r_precision_recall_and_f1_are_one_number() -> None:
    for grades in LISTS:
        if k := grades.count("1"):
            values = [value_on(metric @ k, grades) for metric in (P, R, F1)]
            assert values == pytest.approx([value_on(Rprec, grades)] * 3, abs=1e-12)


def test_f1_is_low_as_soon_as_either_is_low() -> None:
    for grades in LISTS:
        for k in range(1, len(grades) + 1):
            low = min(value_on(P @ k, grades), value_on(R @ k, grades))
            assert value_on(F1 @ k, grades) <= 2 * low + 1e-12


def test_reciprocal_rank_loses_a_half_and_then_a_twentieth() -> None:
    first, second, fourth, fifth = (value_on(RR, f"{'0' * (rank - 1)}1") for rank in (1, 2, 4, 5))

    assert first - second == pytest.approx(1 / 2)
    assert fourth - fifth == pytest.approx(1 / 20)


def test_what_was_missed_counts_in_average_precision() -> None:
    assert value_on(AP, "11", missed="1") < value_on(AP, "11")


def test_success_is_recall_only_where_one_is_relevant() -> None:
    for grades in LISTS:
        same = all(value_on(Success @ k, grades) == value_on(R @ k, grades) for k in range(1, len(grades) + 1))
        if grades.count("1") == 1:
            assert same
        if grades.startswith("1") and grades.count("1") > 1:
            assert not same


def test_the_two_gains_may_prefer_different_lists() -> None:
    one, other = "323", "044"

    assert value_on(DCG @ 3, one) > value_on(DCG @ 3, other)
    assert value_on(DCG(gain="exp") @ 3, one) < value_on(DCG(gain="exp") @ 3, other)


def test_the_narrower_the_ideal_is_taken_the_more_it_forgives() -> None:
    judged, retrieved, top = (
        value_on(nDCG(ideal=ideal) @ 2, "0413", missed="44") for ideal in ("judged", "retrieved", "top k")
    )

    assert judged < retrieved < top


def test_ndcg_is_a_perfect_1_for_one_weak_document_found_first() -> None:
    assert value_on(nDCG @ 3, "100") == 1


def test_ndcg_is_1_exactly_where_nothing_better_could_stand_in_the_first_k() -> None:
    for grades in ("".join(order) for order in permutations("0124")):
        for k in (1, 2, 3, 4):
            best = all(above >= below for above, below in combinations(grades[:k], 2)) and not any(
                grade > min(grades[:k]) for grade in grades[k:]
            )
            assert (value_on(nDCG @ k, grades) == 1) == best
    assert value_on(nDCG @ 2, "42", missed="3") < 1


def test_cumulated_gain_ignores_the_order_and_the_ideal_ignores_the_list() -> None:
    orders = ["".join(order) for order in permutations("0413")]

    assert len({value_on(CG @ 4, order) for order in orders}) == 1
    assert len({value_on(IDCG @ 2, order) for order in orders}) == 1


def test_expected_reciprocal_rank_gains_little_after_a_top_result_and_never_reaches_1() -> None:
    assert value_on(ERR, "44") - value_on(ERR, "40") < 0.05 * value_on(ERR, "40")
    assert value_on(ERR, "4" * 50) < 1


def test_another_patience_may_prefer_another_list() -> None:
    assert value_on(RBP(p=0.5), "100") > value_on(RBP(p=0.5), "011")
    assert value_on(RBP(p=0.8), "100") < value_on(RBP(p=0.8), "011")
    assert value_on(RBP, "1" * 8) < 1


# What a metric does not say of itself.


@each("metric", METRICS.values())
def test_a_metric_that_says_nothing_of_itself_has_a_card_without_gaps(metric: Metric) -> None:
    silent = type(type(metric).__name__, (type(metric),), {})()
    nothing = Ranking([0, 0, 0, 0])

    assert not silent.strengths
    found = cards.make_card(silent)
    for words in (*found.strengths, found.hides, found.misleads, found.undefined, found.use):
        assert words[0].isupper()
        assert words.endswith(".")
        assert "{" not in words
    assert silent.defined(nothing) == found.undefined.startswith("Nowhere")
    assert ("sees the order" in found.strengths[0]) == metric.order_aware
    assert ("Degrees of relevance." in found.hides) == (not metric.graded)
    at = metric if metric.own_cutoff else metric @ GRADED.k
    board = GRADED.boards[0]
    assert usual_example(metric).numbers() == (at(board.ranking), at(board.ideal().ranking))
    assert usual_example(metric).desk.board(board.id) == board


def test_a_card_says_that_a_metric_has_no_value_on_some_lists_with_something_relevant() -> None:
    class Second(type(R)):  # type: ignore[misc]
        def _norm(self, ranking: Ranking, _k: int, /) -> tuple[int]:
            return (int(ranking.relevant > 0 and ranking.n > 1),)

    assert cards.make_card(Second()).undefined == (
        "Where nothing is relevant, and for some lists besides. It counts as 0 here, and the page says so."
    )


# Names that mislead.


def test_names_that_mislead_are_told_apart_by_numbers() -> None:
    """Each figure once more, by a definition that is written out here."""
    lists = [[int(digit) for digit in board.pattern] for board in CATALOGUE["cats"].boards]
    grades = lists[0]
    hits = [rank for rank, grade in enumerate(grades, 1) if grade]
    at = {k: sum(grades[:k]) / k for k in range(1, 9)}
    best = {rank: max(at[k] for k in range(rank, 9)) for rank in hits}
    expected = {
        "hit-rate": (sum(any(one[:5]) for one in lists) / 3, sum(sum(one[:5]) / sum(one) for one in lists) / 3),
        "context-precision": (at[2], at[3], at[2] / 4),
        "object-detection": (sum(best.values()) / 4, sum(at[rank] for rank in hits) / 4),
        "average-over-hits": (sum(at.values()) / 8, sum(at[rank] for rank in hits) / 4),
        "high-ndcg": (
            sum(1 / log2(rank + 1) for rank in range(5, 9)) / sum(1 / log2(rank + 1) for rank in range(1, 5)),
            sum((rank - 4) / rank for rank in range(5, 9)) / 4,
        ),
    }
    assert {one.id for one in MIXUPS} == set(expected)
    for one in MIXUPS:
        numbers = one.shown.numbers()
        assert numbers == pytest.approx(expected[one.id], abs=1e-12)
        assert len(set(numbers)) == len(numbers)
        link = dict(parse_qsl(one.shown.link.removeprefix("?"), strict_parsing=True))
        assert Session.start(link, CATALOGUE).desk == one.shown.desk


# The glossary and the guide.


def test_symbols_of_all_formulas_are_explained() -> None:
    known = {symbol.name for symbol in SYMBOLS if symbol.latex}
    words = {word for metric in METRICS.values() for word in re.findall(r"\\mathrm\{(\w+)\}_i", metric.formula)}

    assert {rf"\mathrm{{{word}}}_i" for word in words} <= known
    assert {"k", "i", "R", "s_i", r"\mathrm{IDCG}@k"} <= known


def test_symbols_have_names_of_their_own_and_sentences() -> None:
    assert len({symbol.id for symbol in SYMBOLS}) == len(SYMBOLS)
    for symbol in SYMBOLS:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", symbol.id)
        assert symbol.meaning.endswith(".")


def test_guide_reports_metrics_that_have_a_card() -> None:
    for advice in GUIDE:
        assert set(advice.report) <= set(METRICS)
        assert advice.why.endswith(".")
    assert SAY_WITH_IT
    assert dict(ONLINE)
