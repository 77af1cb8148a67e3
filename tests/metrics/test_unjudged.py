"""What knows who was judged, and the sets and counts, against definitions worked out in another way.

A result is its grade, None where nobody judged it, or ``"pool"`` where it was in the pool all the same.
Values are exact fractions, where the definition has no rounding of its own.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Literal

import pytest

from irviz.metrics import (
    AP,
    METRICS,
    RBP,
    RR,
    Bpref,
    IPrec,
    Judged,
    NumRel,
    NumRelRet,
    NumRet,
    P,
    R,
    Ranking,
    RankingError,
    RBPresid,
    Rprec,
    SetAP,
    SetF,
    SetP,
    SetR,
    Success,
    bounds,
    distribution,
    eleven_points,
    infAP,
    nDCG,
    rankings,
)
from tests import oracle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from irviz.metrics import Metric

    Result = int | None | Literal["pool"]
    Number = Fraction | float
    # Of the results, the grades of those missed, and k.
    Slow = Callable[[Sequence[Result], Sequence[int], int], Number]


def is_judged(result: Result) -> bool:
    return result is not None and result != "pool"


def is_hit(result: Result) -> bool:
    return is_judged(result) and int(result or 0) >= 1


def relevant(results: Sequence[Result], missed: Sequence[int]) -> int:
    return sum(map(is_hit, results)) + sum(grade >= 1 for grade in missed)


def share(part: Number, whole: int) -> Number:
    return Fraction(part) / whole if whole else Fraction(0)


def judged(results: Sequence[Result], _missed: Sequence[int], k: int) -> Number:
    head = results[:k]
    return share(sum(map(is_judged, head)), len(head))


def in_the_pool(results: Sequence[Result], _missed: Sequence[int], k: int) -> Number:
    head = results[:k]
    return share(sum(result is not None for result in head), len(head))


def bpref(results: Sequence[Result], missed: Sequence[int], k: int) -> Number:
    """Over relevant documents, the share of the first R not relevant ones that are not above it."""
    of = relevant(results, missed)
    against = [rank for rank, one in enumerate(results) if is_judged(one) and not is_hit(one)]
    every = len(against) + sum(grade < 1 for grade in missed)
    total = Fraction(0)
    for rank, one in enumerate(results[:k]):
        if is_hit(one):
            above = [other for other in against[:of] if other < rank]
            total += 1 - Fraction(share(len(above), min(every, of)))
    return share(total, of)


def inferred(results: Sequence[Result], missed: Sequence[int], k: int) -> Number:
    total: float = 0.0
    for rank, one in enumerate(results[:k], 1):
        if is_hit(one):
            above = results[: rank - 1]
            known = [is_hit(other) for other in above if is_judged(other)]
            rate = (sum(known) + 1e-5) / (len(known) + 2e-5)
            total += (1 + sum(other is not None for other in above) * rate) / rank
    return total / (relevant(results, missed) or 1)


def residual(results: Sequence[Result], _missed: Sequence[int], k: int) -> Number:
    """What RBP gains where all is relevant that nobody judged or that stands further down."""
    p = Fraction(4, 5)
    open_ranks = [rank for rank in range(len(results[:k])) if not is_judged(results[rank])]
    return p ** len(results[:k]) + sum((1 - p) * p**rank for rank in open_ranks)


def interpolated(level: Fraction) -> Slow:
    def value(results: Sequence[Result], missed: Sequence[int], k: int) -> Number:
        of = relevant(results, missed)
        precisions = [Fraction(0)]
        for rank in range(1, len(results[:k]) + 1):
            found = sum(map(is_hit, results[:rank]))
            if of and Fraction(found, of) >= level:
                precisions.append(Fraction(found, rank))
        return max(precisions)

    return value


def set_precision(results: Sequence[Result], _missed: Sequence[int], k: int) -> Number:
    return share(sum(map(is_hit, results[:k])), len(results))


def relative_precision(results: Sequence[Result], missed: Sequence[int], k: int) -> Number:
    return share(sum(map(is_hit, results[:k])), min(len(results) or 1, relevant(results, missed)))


def set_recall(results: Sequence[Result], missed: Sequence[int], k: int) -> Number:
    return share(sum(map(is_hit, results[:k])), relevant(results, missed))


def set_f(weight: Fraction) -> Slow:
    def value(results: Sequence[Result], missed: Sequence[int], k: int) -> Number:
        """The harmonic mean, recall weighed against precision."""
        p, r = (set_precision(results, missed, len(results)), set_recall(results, missed, len(results)))
        if not p or not r:
            return Fraction(0)
        whole = (1 + weight) / (1 / Fraction(p) + weight / Fraction(r))
        return whole * sum(map(is_hit, results[:k])) / sum(map(is_hit, results))

    return value


def set_average(results: Sequence[Result], missed: Sequence[int], k: int) -> Number:
    of_all = set_precision(results, missed, len(results))
    return Fraction(of_all) * Fraction(set_recall(results, missed, k))


def retrieved(results: Sequence[Result], _missed: Sequence[int], k: int) -> Number:
    return len(results[:k])


def could_be_had(results: Sequence[Result], missed: Sequence[int], k: int) -> Number:
    return min(relevant(results, missed), k)


def hits(results: Sequence[Result], _missed: Sequence[int], k: int) -> Number:
    return sum(map(is_hit, results[:k]))


def condensed(plain: Callable[[Sequence[int], int], Number], below: int = 50) -> Slow:
    """A metric of the list of those that were judged; what was missed stands far below."""

    def value(results: Sequence[Result], missed: Sequence[int], k: int) -> Number:
        known = [int(one or 0) for one in results if is_judged(one)]
        return plain([*known, *[0] * (below - len(known)), *missed], k)

    return value


SLOW: list[tuple[Metric, Slow]] = [
    (Judged, judged),
    (Judged(pooled=True), in_the_pool),
    (Bpref, bpref),
    (infAP, inferred),
    (RBPresid, residual),
    (IPrec, interpolated(Fraction(0))),
    (IPrec @ 0.5, interpolated(Fraction(1, 2))),
    (IPrec @ 1.0, interpolated(Fraction(1))),
    (IPrec(recall=0.7, hits="reached"), interpolated(Fraction(7, 10))),
    (SetP, set_precision),
    (SetP(relative=True), relative_precision),
    (SetR, set_recall),
    (SetF, set_f(Fraction(1))),
    (SetF(beta=0.25), set_f(Fraction(1, 4))),
    (SetAP, set_average),
    (NumRet, retrieved),
    (NumRet(rel=1), hits),
    (NumRel, could_be_had),
    (NumRelRet, hits),
    (AP(judged_only=True), condensed(oracle.average_precision)),
    (nDCG(judged_only=True), condensed(oracle.ndcg)),
    (P(judged_only=True), condensed(oracle.precision)),
    (R(judged_only=True), condensed(oracle.recall)),
    (RR(judged_only=True), condensed(oracle.reciprocal_rank)),
]

NEW = [name for name in METRICS if METRICS[name] in [metric for metric, _ in SLOW]]


def ranking_of(results: Sequence[Result], missed: Sequence[int] = ()) -> Ranking:
    return Ranking(
        [None if one == "pool" else one for one in results],
        missed,
        pooled=[rank for rank, one in enumerate(results, 1) if one == "pool"],
    )


def test_those_that_are_new_are_all_here() -> None:
    assert len(NEW) == 12
    assert {name for name, metric in METRICS.items() if metric.sees_judged} <= set(NEW)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("fast", "slow"), SLOW, ids=lambda one: getattr(one, "name", ""))
def test_all_short_lists(fast: Metric, slow: Slow) -> None:
    for n in range(5):
        for results in product((0, 1, None, "pool"), repeat=n):
            for missed in ([], [0, 1, 0]):
                ranking = ranking_of(results, missed)
                curve = fast.curve(ranking)
                assert len(curve) == n
                for k in range(1, n + 3):
                    value, known = (fast @ k)(ranking), float(slow(results, missed, k))
                    assert math.isclose(value, known, rel_tol=1e-12, abs_tol=1e-12), (results, k)
                    if k <= n:
                        assert curve[k - 1] == value


@pytest.mark.parametrize(("fast", "slow"), SLOW, ids=lambda one: getattr(one, "name", ""))
def test_long_lists(fast: Metric, slow: Slow) -> None:
    rng = random.Random(3)
    for _ in range(40):
        kinds: tuple[Result, ...] = (0, 1, 2, None, "pool")
        results = rng.choices(kinds, rng.choices((1, 5), k=5), k=40)
        missed = rng.choices((0, 1), k=rng.randrange(9))
        ranking = ranking_of(results, missed)
        for k in (1, 7, 40):
            known = float(slow(results, missed, k))
            assert math.isclose((fast @ k)(ranking), known, rel_tol=1e-12, abs_tol=1e-12)


# What a ranking knows.


def test_none_is_not_zero() -> None:
    ranking = Ranking([2, None, 0, None], pooled=[4])
    assert ranking.grades == (2, 0, 0, 0)
    assert ranking.judged == (1, 0, 1, 0)
    assert ranking.pooled == (1, 0, 1, 1)
    assert ranking.unjudged == (2, 4)
    assert len({ranking, Ranking([2, None, 0, None]), Ranking([2, 0, 0, 0])}) == 3
    assert Ranking([1, 0]).unjudged == ()


def test_what_is_known_stays_known_under_another_threshold() -> None:
    ranking = Ranking([2, None, 1, 0])
    assert ranking.at(2).unjudged == (2,)
    assert Bpref(rel=2)(ranking) == Bpref(ranking.at(2)) == 1.0
    assert AP(rel=2, judged_only=True)(Ranking([None, 1, 2])) == 0.5


def test_a_ranking_keeps_what_it_knows_whatever_becomes_of_the_dictionaries() -> None:
    judgments, scores, ids = {"a": 1}, {"a": 1.0, "b": 2.0}, ["b", "a"]
    made = [Ranking.from_ids(ids, judgments), Ranking.from_scores(scores, judgments)]
    judgments["b"] = 0
    scores.clear()
    ids.clear()
    assert made == [Ranking([None, 1])] * 2


def test_rankings_of_many_queries_notice_that_what_they_are_made_of_was_changed() -> None:
    judgments, scores = {"a": 1, "z": 0}, {"a": 1.0, "b": 2.0}
    changes: list[Callable[[dict[str, int], dict[str, float]], object]] = [
        lambda judged, _: judged.update(b=0),
        lambda judged, _: judged.update(a=2),
        lambda judged, _: judged.pop("z"),
        lambda _, run: run.update(a=3.0),
        lambda _, run: run.pop("b"),
    ]
    for change in changes:
        judged, run = {**judgments}, {**scores}
        ranking = rankings({"q": judged}, {"q": run})["q"]
        asked = rankings({"q": judged}, {"q": run})["q"]
        assert asked.judged == (0, 1)
        change(judged, run)
        assert asked.judged == (0, 1)
        assert AP(ranking) == 0.5
        with pytest.raises(RankingError, match="changed since the ranking was made: make it anew"):
            Bpref(ranking)


def test_working_of_a_condensed_list_points_at_the_ranks_of_the_whole() -> None:
    ranking = Ranking([None, 1, None, 0, 2], missed=[1])
    worked = AP(judged_only=True).worked(ranking)
    assert worked.text == "(1/1 + 2/3) / 3"
    assert [part.rank for part in worked.parts if part.role == "term"] == [2, 5]
    norm = [part for part in nDCG(judged_only=True).worked(ranking).parts if part.role == "norm"]
    assert [part.rank for part in norm] == [5, 2, None]


TEXTS = [
    (Judged, "(1 + 0 + 1 + 1) / min(4, 4)"),
    (Bpref, "(1 + 0 + 0 + (1 - 1/1)) / 2"),
    (infAP, "(1 + (1/4 + 3/4*(2/3)*((1 + 0.00001)/(2 + 2*0.00001)))) / 2"),
    (RBPresid, "((1/(1 - 0.8)-0.8**0) + -0.8**2 + -0.8**3) / (1/(1 - 0.8))"),
    (IPrec @ 1.0, "2 / 4"),
    (SetF, "((1 + 1)*1 + (1 + 1)*0 + (1 + 1)*0 + (1 + 1)*1) / (1*4 + 1*2)"),
    (SetAP, "(1*2 + 0*2 + 0*2 + 1*2) / (4 * 2)"),
    (NumRel, "1 + 1 + 0 + 0"),
]


@pytest.mark.parametrize(("metric_", "text"), TEXTS, ids=str)
def test_texts(metric_: Metric, text: str) -> None:
    worked = metric_.worked(Ranking([1, None, 0, 1]))
    assert worked.text == text


# Closed forms.


def test_where_all_is_judged_the_judged_only_are_the_plain_ones() -> None:
    for grades in product((0, 1, 2), repeat=5):
        ranking = Ranking(grades, [1, 0])
        for metric in (AP, nDCG, P, R, RR, Rprec, Success):
            assert metric(judged_only=True).curve(ranking) == metric.curve(ranking)
        assert Judged.curve(ranking) == [1.0] * 5
        assert infAP(ranking) == pytest.approx(AP(ranking), abs=1e-4)
        assert RBPresid(ranking) == pytest.approx(0.8**5)


def test_documents_that_nobody_judged_might_as_well_not_be_there() -> None:
    rng = random.Random(8)
    for _ in range(200):
        grades = [rng.choice((0, 1)) for _ in range(9)]
        holes = grades.copy()
        for _ in range(5):
            holes.insert(rng.randrange(len(holes) + 1), None)  # type: ignore[arg-type]
        with_holes, without = Ranking(holes), Ranking(grades)
        assert Bpref(with_holes) == Bpref(without)
        assert AP(judged_only=True)(with_holes) == AP(without)
        assert with_holes.condensed == without


def test_the_residual_is_as_far_as_rbp_can_rise() -> None:
    rng = random.Random(9)
    for _ in range(200):
        results = rng.choices((0, 1, None), k=12)
        ranking = Ranking(results)
        most = Ranking([1 if one is None else one for one in results] + [1] * 300)
        assert RBP(most) - RBP(ranking) == pytest.approx(RBPresid(ranking), abs=1e-12)


def test_after_hundreds_of_judged_ranks_no_residual_is_left() -> None:
    ranking = Ranking([0] * 2000)
    curve = RBPresid(p=0.5).curve(ranking)
    assert curve == sorted(curve, reverse=True)
    assert curve[-1] == RBPresid(p=0.5)(ranking) == pytest.approx(0, abs=1e-15)
    assert min(curve) >= 0


def test_the_eleven_points_fall_and_their_mean_is_above_average_precision() -> None:
    rng = random.Random(10)
    for _ in range(200):
        ranking = Ranking([rng.choice((0, 0, 1)) for _ in range(30)], [1] * rng.randrange(3))
        points = eleven_points(ranking)
        assert points == sorted(points, reverse=True)
        assert points[0] == max(P.curve(ranking))
        if ranking.relevant and not ranking.missed:
            assert points[-1] >= AP(ranking) / ranking.n
    assert eleven_points(Ranking([1, 1], [1, 1])) == [1.0] * 6 + [0.0] * 5


def test_three_ways_to_round_a_level_of_recall() -> None:
    # A tenth of fourteen relevant documents is 1.4 of them: two, or about one.
    ranking = Ranking([1, 0, 0, 1], [1] * 12)
    values = [(IPrec(hits=by) @ 0.1)(ranking) for by in ("up", "reached", "nearest")]
    assert values == [0.5, 0.5, 1.0]
    # Seven tenths of three are 2.1, which takes three; but 0.7 * 3 + 0.9 is below 3.
    ranking = Ranking([1, 1, 0, 1])
    values = [(IPrec(hits=by) @ 0.7)(ranking) for by in ("up", "reached", "nearest")]
    assert values == [1.0, 0.75, 1.0]


# What is derived from it.


def test_bounds_know_by_themselves_who_was_judged() -> None:
    ranking = Ranking([1, None, 0, None], missed=[1])
    for metric in (P @ 3, AP, nDCG @ 4):
        assert bounds(metric, ranking) == bounds(metric, ranking, {2, 4})
    assert bounds(P @ 3, ranking, ()) == (1 / 3, 1 / 3)


def test_all_orders_keep_who_was_judged() -> None:
    ranking = Ranking([1, None, 0], pooled=())
    for metric in (Bpref, AP(judged_only=True), Judged @ 1):
        orders = distribution(metric, ranking)
        values = sorted(
            metric(Ranking(order))
            for order in ([1, None, 0], [1, 0, None], [None, 1, 0], [None, 0, 1], [0, 1, None], [0, None, 1])
        )  # fmt: skip
        assert list(orders.values) == values
        assert orders.orders == 6
        assert orders.value == metric(ranking)
    assert distribution(AP, ranking).orders == 3
