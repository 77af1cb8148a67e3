"""What people believe of the metrics that is not so, each as the value that would follow from it.

A belief is a metric computed wrongly. So the answer of a student who holds it to any question is computed
as the right answer is, and no wrong answer is made up.

So is what they expect of a change: where a value goes, and what it comes to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from irviz.lessons.course import Place, lessons
from irviz.metrics import AP, CG, DCG, IDCG, METRICS, RR, P, R, Ranking, Success, nDCG
from irviz.state.number_words import format_number
from irviz.state.predictions.prediction import find_direction, list_outcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from irviz.metrics import Metric
    from irviz.state.desk import Desk
    from irviz.state.predictions.prediction import Direction


@dataclass(frozen=True)
class Misconception:
    """A wrong belief about a metric, with the values that a student who holds it would compute.

    Args:
        id: A short name.
        metric: The name of the metric that it is about; empty where it is about no single one.
        belief: What the student believes, a sentence.
        instead: What is true instead, a sentence.
        lesson: The id of the lesson that corrects it.
        step: The title of the step of that lesson.
        value: The value that a believer computes for a list at a cutoff; None where the belief gives no value.
        depth: Whether it is about changes of the cutoff only: then `value` tells the direction, and no more.
        sums: The working of that value as text; None or empty where there is nothing to compute.
        mean: The mean that a believer computes over some queries (the lists, and the cutoff), where the belief is
            about that alone.
        sums_of: The working of that mean as text.
    """

    id: str
    metric: str
    belief: str
    instead: str
    lesson: str
    step: str
    value: Callable[[Ranking, int], float] | None = None
    depth: bool = False
    sums: Callable[[Ranking, int], str] | None = None
    mean: Callable[[Sequence[Ranking], int], float] | None = None
    sums_of: Callable[[Sequence[Ranking], int], str] | None = None

    def compute_value(self, ranking: Ranking, k: int) -> float:
        """The value of the metric at cutoff k as a student with the misconception computes it.

        >>> MISCONCEPTIONS["ap-found"].compute_value(Ranking([1, 0, 0, 1]), 2)
        1.0
        """
        if self.value is None:
            raise ValueError(f"{self.id} says nothing of a value")
        return self.value(ranking, k)

    def format_working(self, ranking: Ranking, k: int) -> str:
        """The working of `compute_value` as text; empty where there is nothing to compute.

        >>> MISCONCEPTIONS["ap-found"].format_working(Ranking([1, 0, 0, 1]), 4)
        '(1/1 + 2/4) / 2'
        """
        return self.sums(ranking, k) if self.sums else ""

    def compute_mean(self, lists: Sequence[Ranking], k: int) -> float:
        """The mean over some queries at cutoff k as a student with the misconception computes it.

        >>> lists = Ranking([1, 0, 0]), Ranking([0, 0, 1])
        >>> MISCONCEPTIONS["mrr-rank"].compute_mean(lists, 3)
        0.5
        """
        return self.mean(lists, k) if self.mean else fmean(self.compute_value(one, k) for one in lists)

    def format_mean_working(self, lists: Sequence[Ranking], k: int) -> str:
        """The working of `compute_mean` as text; empty where there is nothing to compute."""
        if self.mean:
            return self.sums_of(lists, k) if self.sums_of else ""
        sums = [self.format_working(one, k) for one in lists]
        return _format_fraction((f"({one})" for one in sums), len(sums)) if all(sums) else ""

    @property
    def place(self) -> Place:
        """The lesson step that corrects the misconception; the lesson's first one if no step has its title."""
        titles = [step.title for step in lessons()[self.lesson].steps]
        return Place(self.lesson, titles.index(self.step) + 1 if self.step in titles else 1)


def _sum_inverse_ranks(ranking: Ranking, k: int) -> float:
    """The sum of 1/rank over the relevant ranks down to the cutoff."""
    return sum(hit / rank for rank, hit in enumerate(ranking.hits[:k], 1))


def _list_hit_ranks(ranking: Ranking, k: int) -> list[int]:
    """The relevant ranks down to the cutoff."""
    return [rank for rank in ranking.hit_ranks if rank <= k]


def _compute_inverse_mean_rank(ranking: Ranking, k: int) -> float:
    """One divided by the mean of the relevant ranks, mistaken for RR."""
    ranks = _list_hit_ranks(ranking, k)
    return 1 / fmean(ranks) if ranks else 0.0


def _get_top_grade(ranking: Ranking) -> int:
    """The highest grade of the judged results; 1 without any."""
    return max(ranking.ideal, default=1)


def _compute_graded_reciprocal_rank(ranking: Ranking, k: int) -> float:
    """The first relevant result's share of the top grade divided by its rank, mistaken for RR."""
    ranks = _list_hit_ranks(ranking, k)
    return ranking.grades[ranks[0] - 1] / _get_top_grade(ranking) / ranks[0] if ranks else 0.0


def _compute_graded_ap(ranking: Ranking, k: int) -> float:
    """AP with each precision weighted by the share of the top grade, mistaken for AP."""
    parts = (ranking.grades[rank - 1] * (P @ rank)(ranking) for rank in _list_hit_ranks(ranking, k))
    return sum(parts) / _get_top_grade(ranking) / ranking.relevant if ranking.relevant else 0.0


def _compute_undiscounted_ndcg(ranking: Ranking, k: int) -> float:
    """CG divided by that of the best order, mistaken for nDCG."""
    best = sum(ranking.ideal[:k])
    return (CG @ k)(ranking) / best if best else 0.0


def _compute_top_grade_ndcg(ranking: Ranking, k: int) -> float:
    """DCG divided by that of a list with only top grades, mistaken for nDCG."""
    best = (IDCG @ k)(Ranking([_get_top_grade(ranking)] * k))
    return (DCG @ k)(ranking) / best if best else 0.0


def _compute_mean_precision(ranking: Ranking, k: int) -> float:
    """The mean of the precisions at all ranks down to k, mistaken for AP."""
    return fmean((P @ rank)(ranking) for rank in range(1, k + 1))


def _format_mean_precision(ranking: Ranking, k: int) -> str:
    """The working of `_compute_mean_precision` as text."""
    return _format_fraction((f"{_count_hits(ranking, rank)}/{rank}" for rank in range(1, k + 1)), k)


def _compute_pooled_mean(parts: Iterable[Sequence[float]]) -> float:
    """The mean over the values of all lists pooled, not list by list; `parts` are the values of each list."""
    values = [value for some in parts for value in some]
    return fmean(values) if values else 0.0


# How such values would come about. Only what divides by something is worked out.


def _format_fraction(terms: Iterable[object], by: object) -> str:
    """A text such as “(1 + 2) / 3”: a bracketed sum of terms divided by a number."""
    return f"({' + '.join(map(str, terms)) or '0'}) / {by}"


def _format_inverse_ranks(ranking: Ranking, k: int) -> list[str]:
    """The texts “1/rank” of the relevant ranks down to k."""
    return [f"1/{rank}" for rank in _list_hit_ranks(ranking, k)]


def _format_precisions(ranking: Ranking, k: int) -> list[str]:
    """The precisions at the relevant ranks down to k, as texts of fractions."""
    return [f"{count}/{rank}" for count, rank in enumerate(_list_hit_ranks(ranking, k), 1)]


def _format_share(found: int, by: int) -> str:
    """A text such as “2/3”: a division of two numbers."""
    return f"{found} / {by}"


def _count_hits(ranking: Ranking, k: int) -> int:
    """The number of relevant results down to the cutoff."""
    return len(_list_hit_ranks(ranking, k))


def _format_inverse_mean_rank(ranking: Ranking, k: int) -> str:
    """The working of `_compute_inverse_mean_rank` as text; empty without relevant results."""
    ranks = _list_hit_ranks(ranking, k)
    return f"1 / ({_format_fraction(ranks, len(ranks))})" if ranks else ""


def _format_graded_reciprocal_rank(ranking: Ranking, k: int) -> str:
    """The working of `_compute_graded_reciprocal_rank` as text; empty without relevant results."""
    ranks = _list_hit_ranks(ranking, k)
    return f"{ranking.grades[ranks[0] - 1]}/{_get_top_grade(ranking)} / {ranks[0]}" if ranks else ""


def _format_graded_ap(ranking: Ranking, k: int) -> str:
    """The working of `_compute_graded_ap` as text."""
    top = _get_top_grade(ranking)
    both = zip(_list_hit_ranks(ranking, k), _format_precisions(ranking, k), strict=True)
    terms = [f"{ranking.grades[rank - 1]}/{top} × {part}" for rank, part in both]
    return _format_fraction(terms, ranking.relevant)


def _format_ndcg(ranking: Ranking, k: int) -> str:
    """The working of nDCG as text: DCG divided by that of the ideal order; empty without gain."""
    ideal = (IDCG @ k)(ranking)
    return f"{format_number((DCG @ k)(ranking))} / {format_number(ideal)}" if ideal else ""


_ALL = (
    # All metrics
    Misconception(
        "below",
        "",
        "What is below the cutoff counts as well.",
        "A metric at k looks at the first k results; of what is below, it knows at most how much there is.",
        "relevant",
        "Retrieved means above the cutoff",
    ),
    # Precision
    Misconception(
        "p-order",
        "P",
        "Precision counts a relevant result more, the higher it stands.",
        "Above the cutoff, the order changes nothing about precision.",
        "precision",
        "Blind to the order, too",
        lambda ranking, k: _sum_inverse_ranks(ranking, k) / k,
        sums=lambda ranking, k: _format_fraction(_format_inverse_ranks(ranking, k), k),
    ),
    Misconception(
        "p-found",
        "P",
        "Precision is the share of the relevant results that was found.",
        "That is recall; precision divides by the cutoff.",
        "precision",
        "How much of it is worth it?",
        lambda ranking, k: (R @ k)(ranking),
        sums=lambda ranking, k: _format_share(_count_hits(ranking, k), ranking.relevant),
    ),
    Misconception(
        "p-grades",
        "P",
        "Precision is higher where the results are better.",
        "Precision asks relevant or not, and nothing else.",
        "gain",
        "Not just yes or no",
        lambda ranking, k: (CG @ k)(ranking) / k / _get_top_grade(ranking),
        sums=lambda ranking, k: _format_fraction(ranking.grades[:k], f"({k} × {_get_top_grade(ranking)})"),
    ),
    # Recall
    Misconception(
        "r-order",
        "R",
        "Recall is higher where the relevant results stand higher.",
        "Above the cutoff, the order changes nothing about recall.",
        "recall",
        "What it hides",
        lambda ranking, k: _sum_inverse_ranks(ranking, k) / (ranking.relevant or 1),
        sums=lambda ranking, k: _format_fraction(_format_inverse_ranks(ranking, k), ranking.relevant),
    ),
    Misconception(
        "r-success",
        "R",
        "Recall says whether anything relevant was found.",
        "That is success; recall counts how many of all were found.",
        "recall",
        "Not the same as success",
        lambda ranking, k: (Success @ k)(ranking),
    ),
    Misconception(
        "r-ceiling",
        "R",
        "Recall@k can always reach 1.",
        "With more relevant results than k, it cannot: it divides by all of them.",
        "recall",
        "The ceiling",
    ),
    Misconception(
        "r-fixed",
        "R",
        "Another order of the same results has the same recall.",
        "The order decides which results are above the cutoff, and recall counts those.",
        "recall",
        "What it does not hide",
    ),
    Misconception(
        "r-k",
        "R",
        "Recall divides by the cutoff.",
        "That is precision; recall divides by all that is relevant.",
        "precision",
        "Where they meet",
        lambda ranking, k: (P @ k)(ranking),
        sums=lambda ranking, k: _format_share(_count_hits(ranking, k), k),
    ),
    Misconception(
        "r-depth",
        "R",
        "The further down one looks, the higher recall gets.",
        "It never falls, but it only rises where a relevant result comes in.",
        "recall",
        "Further down, never less",
        lambda ranking, k: k / ranking.n,
        depth=True,
    ),
    # F1
    Misconception(
        "f1-depth",
        "F1",
        "The further down one looks, the higher F1 gets.",
        "It falls where precision loses more than recall wins.",
        "precision",
        "One number for both",
        lambda ranking, k: k / ranking.n,
        depth=True,
    ),
    Misconception(
        "f1-order",
        "F1",
        "F1 is higher where the relevant results stand higher.",
        "Above the cutoff, the order changes nothing about F1, as about precision and recall.",
        "precision",
        "One number for both",
        lambda ranking, k: 2 * _sum_inverse_ranks(ranking, k) / (k + ranking.relevant),
        sums=lambda ranking, k: (
            f"2 × {_format_fraction(_format_inverse_ranks(ranking, k), f'({k} + {ranking.relevant})')}"
        ),
    ),
    # Reciprocal rank
    Misconception(
        "rr-every",
        "RR",
        "Reciprocal rank counts every relevant result.",
        "It looks at the first relevant result and at nothing after it.",
        "reciprocal-rank",
        "It sees nothing else",
        lambda ranking, k: _sum_inverse_ranks(ranking, k) / (ranking.relevant or 1),
        sums=lambda ranking, k: _format_fraction(_format_inverse_ranks(ranking, k), ranking.relevant),
    ),
    Misconception(
        "rr-found",
        "RR",
        "Reciprocal rank is 1 as soon as something relevant was found.",
        "It is one over the rank of the first relevant result.",
        "reciprocal-rank",
        "Steep at the top, flat below",
        lambda ranking, k: (Success @ k)(ranking),
    ),
    Misconception(
        "rr-average",
        "RR",
        "Reciprocal rank is one over the average rank of the relevant results.",
        "Of one list, only the first relevant rank counts.",
        "reciprocal-rank",
        "One good answer is enough",
        _compute_inverse_mean_rank,
        sums=_format_inverse_mean_rank,
    ),
    Misconception(
        "rr-grades",
        "RR",
        "Reciprocal rank is higher where the first relevant result is a better one.",
        "It asks relevant or not, and at which rank.",
        "which-one",
        "Some are better than others",
        _compute_graded_reciprocal_rank,
        sums=_format_graded_reciprocal_rank,
    ),
    Misconception(
        "mrr-rank",
        "MRR",
        "MRR is one over the average rank of the first relevant results.",
        "It is the mean of the reciprocal ranks, which is another number.",
        "reciprocal-rank",
        "Not the average rank",
        mean=lambda lists, _: 1 / fmean(one.hit_ranks[0] for one in lists),
        sums_of=lambda lists, _: f"1 / ({_format_fraction((one.hit_ranks[0] for one in lists), len(lists))})",
    ),
    Misconception(
        "mrr-every",
        "MRR",
        "MRR counts all relevant results of all queries: it is the mean of one over each rank.",
        "It is the mean over the queries, of one reciprocal rank each.",
        "reciprocal-rank",
        "Many queries",
        mean=lambda lists, k: _compute_pooled_mean([1 / rank for rank in _list_hit_ranks(one, k)] for one in lists),
        sums_of=lambda lists, k: _format_fraction(
            [each for one in lists for each in _format_inverse_ranks(one, k)], sum(_count_hits(one, k) for one in lists)
        ),
    ),
    # Average precision
    Misconception(
        "ap-ranks",
        "AP",
        "AP averages the precision at every rank.",
        "It takes the precision at the relevant ranks only.",
        "average-precision",
        "Only at relevant ranks",
        _compute_mean_precision,
        sums=_format_mean_precision,
    ),
    Misconception(
        "ap-found",
        "AP",
        "AP divides by the relevant results that were found.",
        "It divides by all relevant results, found or not.",
        "average-precision",
        "Divided by all of them",
        lambda ranking, k: (AP(denominator="hits") @ k)(ranking),
        sums=lambda ranking, k: _format_fraction(_format_precisions(ranking, k), _count_hits(ranking, k) or 1),
    ),
    Misconception(
        "ap-p",
        "AP",
        "AP is precision in other words: only how many are found matters.",
        "AP is higher where the relevant results stand higher.",
        "average-precision",
        "The order counts",
        lambda ranking, k: (P @ k)(ranking),
        sums=lambda ranking, k: _format_share(_count_hits(ranking, k), k),
    ),
    Misconception(
        "ap-first",
        "AP",
        "AP looks at the first relevant result.",
        "That is reciprocal rank; AP counts every relevant result.",
        "average-precision",
        "Stop at each relevant picture",
        lambda ranking, k: (RR @ k)(ranking),
        sums=lambda ranking, k: next(iter(_format_inverse_ranks(ranking, k)), ""),
    ),
    Misconception(
        "ap-grades",
        "AP",
        "AP is higher where better results stand higher.",
        "AP asks relevant or not; grades are nothing to it.",
        "which-one",
        "Some are better than others",
        _compute_graded_ap,
        sums=_format_graded_ap,
    ),
    # Mean average precision
    Misconception(
        "map-ranks",
        "MAP",
        "MAP is the mean of P@1 to P@k, over all queries.",
        "It is the mean of AP over the queries, and AP takes precision at the relevant ranks only.",
        "mean-average-precision",
        "Three queries, three values",
        mean=lambda lists, k: fmean(_compute_mean_precision(one, k) for one in lists),
        sums_of=lambda lists, k: _format_fraction((f"({_format_mean_precision(one, k)})" for one in lists), len(lists)),
    ),
    Misconception(
        "map-pooled",
        "MAP",
        "MAP is the mean of precision over all relevant results of all queries.",
        "Each query has one AP, and all queries have the same weight, however much is relevant.",
        "mean-average-precision",
        "Each query counts the same",
        mean=lambda lists, k: _compute_pooled_mean(
            [(P @ rank)(one) for rank in _list_hit_ranks(one, k)] for one in lists
        ),
        sums_of=lambda lists, k: _format_fraction(
            [each for one in lists for each in _format_precisions(one, k)], sum(_count_hits(one, k) for one in lists)
        ),
    ),
    # Cumulated gain
    Misconception(
        "cg-hits",
        "CG",
        "CG counts the relevant results above the cutoff.",
        "It adds up their grades: a better result adds more.",
        "gain",
        "Add them up",
        lambda ranking, k: float(_count_hits(ranking, k)),
    ),
    Misconception(
        "cg-order",
        "CG",
        "CG is higher where the higher grades stand higher.",
        "It adds up the grades above the cutoff, in whatever order they stand; DCG looks at the order.",
        "gain",
        "Blind to the order, again",
        lambda ranking, k: (DCG @ k)(ranking),
    ),
    Misconception(
        "dcg-sum",
        "DCG",
        "DCG adds up the grades above the cutoff, in whatever order they stand.",
        "Each gain is discounted by its rank, so the order counts.",
        "gain",
        "The discount",
        lambda ranking, k: (CG @ k)(ranking),
    ),
    Misconception(
        "dcg-ideal",
        "DCG",
        "DCG falls where something better is left below the cutoff.",
        "That is nDCG, which is measured by the ideal order; DCG adds up what is above the cutoff.",
        "ndcg",
        "Why there has to be an ideal",
        lambda ranking, k: (nDCG @ k)(ranking),
    ),
    # nDCG
    Misconception(
        "ndcg-order",
        "nDCG",
        "nDCG adds up the grades above the cutoff, in whatever order they stand.",
        "Each gain is discounted by its rank, so the order counts.",
        "gain",
        "The discount",
        _compute_undiscounted_ndcg,
        sums=lambda ranking, k: _format_fraction(ranking.grades[:k], f"({' + '.join(map(str, ranking.ideal[:k]))})"),
    ),
    Misconception(
        "ndcg-binary",
        "nDCG",
        "nDCG only asks relevant or not.",
        "It counts the grades: a better result adds more.",
        "gain",
        "Not just yes or no",
        lambda ranking, k: (nDCG @ k)(Ranking(ranking.hits)),
        sums=lambda ranking, k: _format_ndcg(Ranking(ranking.hits), k),
    ),
    Misconception(
        "ndcg-shown",
        "nDCG",
        "The ideal is the best order of the results above the cutoff.",
        "The ideal is the best order of all judged results, cut at k.",
        "tools",
        "Two ideals",
        lambda ranking, k: (nDCG(ideal="top k") @ k)(ranking),
        sums=lambda ranking, k: _format_ndcg(Ranking(ranking.grades[:k]), k),
    ),
    Misconception(
        "ndcg-absolute",
        "nDCG",
        "nDCG is about absolute positions: it is 1 where each rank down to k holds the best grade.",
        "It is 1 where the best results there are come first, however few of them are good.",
        "ndcg",
        "One scale for all queries",
        _compute_top_grade_ndcg,
        sums=lambda ranking, k: (
            f"{format_number((DCG @ k)(ranking))} / {format_number((IDCG @ k)(Ranking([_get_top_grade(ranking)] * k)))}"
        ),
    ),
    Misconception(
        "ndcg-depth",
        "nDCG",
        "nDCG rises with k.",
        "It falls where the ideal gains more than the list does.",
        "ndcg",
        "Further down can be lower",
        lambda ranking, k: k / ranking.n,
        depth=True,
    ),
    Misconception(
        "ndcg-sum",
        "nDCG",
        "nDCG is the sum of the discounted gains.",
        "That sum is DCG; nDCG is its share of the sum of the ideal order.",
        "ndcg",
        "Why there has to be an ideal",
        lambda ranking, k: (DCG @ k)(ranking),
    ),
    # Tools
    Misconception(
        "one-name",
        "",
        "One name means one number, the one that trec_eval computes.",
        "Tools divide by other things and gain in other ways under the same name.",
        "tools",
        "One name, three numbers",
    ),
    Misconception(
        "tool-reach",
        "",
        "Everybody divides AP@k so that it can reach 1.",
        "trec_eval divides by all relevant results, whatever k is.",
        "tools",
        "One name, three numbers",
    ),
    Misconception(
        "tool-found",
        "",
        "Everybody divides AP@k by the relevant results that were found.",
        "Some do; most divide by all relevant results.",
        "tools",
        "Find the difference",
    ),
    Misconception(
        "tool-gain",
        "",
        "The gain is always 2 to the power of the grade, minus 1.",
        "Many tools take the grade itself.",
        "tools",
        "Two gains",
    ),
    Misconception(
        "tool-uncut",
        "",
        "The ideal is always the whole best order, not cut at k.",
        "Most tools cut it at k, as the list is.",
        "tools",
        "Two ideals",
    ),
    # What nobody judged
    Misconception(
        "unjudged-no",
        "",
        "What nobody judged is not relevant.",
        "Nobody knows: it could be either.",
        "relevant",
        "Nobody looked at this one",
    ),
    Misconception(
        "unjudged-least",
        "",
        "Counting what nobody judged as not relevant gives the least that a metric can be.",
        "One more relevant result can lower AP, since AP divides by all of them.",
        "offline-online",
        "What nobody has judged",
    ),
    Misconception(
        "unjudged-skip",
        "",
        "What nobody judged can be left out of the list.",
        "Then whatever is below moves up, and the value changes.",
        "offline-online",
        "What nobody has judged",
    ),
)

MISCONCEPTIONS = {one.id: one for one in _ALL}
"""All of them, by id, in the order of the course."""


def misconceptions_about(metric: str, *, depth: bool = False) -> list[Misconception]:
    """The misconceptions about one metric that predict its value.

    Args:
        metric: The metric's name.
        depth: Whether to include those about changes of the cutoff only.

    >>> [one.id for one in misconceptions_about("RR")]
    ['rr-every', 'rr-found', 'rr-average', 'rr-grades', 'below']
    """
    held = [*(one for one in _ALL if one.metric == metric), bind_to_metric("below", metric)]
    return [one for one in held if one.value and (depth or not one.depth)]


def misconceptions_about_mean(metric: str) -> list[Misconception]:
    """The misconceptions that predict a mean over queries: about each query's value, or about the mean.

    Args:
        metric: The mean's name, MRR or MAP.

    >>> [one.id for one in misconceptions_about_mean("MAP")][-2:]
    ['map-ranks', 'map-pooled']
    """
    return [*misconceptions_about(metric.removeprefix("M")), *(one for one in _ALL if one.metric == metric)]


@lru_cache
def bind_to_metric(name: str, metric: str) -> Misconception:
    """A misconception applied to one metric: the one about results below the cutoff applies to every metric.

    Args:
        name: The misconception's id.
        metric: The metric's name.

    >>> bind_to_metric("below", "R").compute_value(Ranking([0, 1]), 1)
    1.0
    """
    one = MISCONCEPTIONS[name]
    if name != "below":
        return one
    return replace(one, metric=metric, value=lambda ranking, _: (METRICS[metric] @ ranking.n)(ranking))


class Expected(NamedTuple):
    """The values that a student with one misconception would expect before and after a change.

    Attributes:
        belief: The misconception.
        was: The value before the change.
        now: The value after it; for a belief about changes of the cutoff, only which of the two is greater counts.
    """

    belief: Misconception
    was: float
    now: float

    @property
    def way(self) -> Direction:
        """The direction in which the value changes according to the misconception."""
        return find_direction(self.was, self.now)


def predict_by_beliefs(
    metric: Metric, before: Sequence[Ranking], after: Sequence[Ranking], k_before: int, k: int
) -> tuple[Expected, ...]:
    """What each misconception about a metric predicts for a change of one list, or of several under a mean.

    None predicts anything for a metric whose conventions are not those of the course, nor for a mean over
    queries of which one has nothing relevant. `k_before` and `k` are the cutoffs before and after.

    >>> from irviz.metrics import AP, Ranking
    >>> found = predict_by_beliefs(AP, [Ranking([0, 1, 1])], [Ranking([1, 0, 1])], 3, 3)
    >>> [(one.belief.id, one.way) for one in found][:3]
    [('ap-ranks', 'up'), ('ap-found', 'up'), ('ap-p', 'same')]
    """
    several = len(after) > 1
    if metric != METRICS[metric.name] or (several and not all(one.hit_ranks for one in (*before, *after))):
        return ()
    deep = k != k_before
    if several:
        known = [one for one in misconceptions_about_mean(f"M{metric.name}") if deep or not one.depth]
        return tuple(Expected(one, one.compute_mean(before, k_before), one.compute_mean(after, k)) for one in known)
    (old,), (new,) = before, after
    return tuple(
        Expected(one, one.compute_value(old, k_before), one.compute_value(new, k))
        for one in misconceptions_about(metric.name, depth=deep)
    )


def find_explaining_beliefs(claims: Mapping[str, Direction], before: Desk, after: Desk) -> list[Misconception]:
    """The misconceptions under which a wrong answer would be right; none for a right one.

    Args:
        claims: By a metric's name, the direction in which the answer says that it changes.
        before: The desk before the change.
        after: The desk after it.

    >>> from irviz.scenarios.cats import CATS
    >>> moved = CATS.replace_boards(CATS.boards[0].move(2, 1))
    >>> [one.id for one in find_explaining_beliefs({"P": "up"}, CATS, moved)]
    ['p-order']
    """
    true = {one.metric: one.direction for one in list_outcomes(before, after)}
    if before.opened != after.opened or all(true[name] == said for name, said in claims.items()):
        return []
    lists = [[board.ranking for board in desk.visible] for desk in (before, after)]
    ways: dict[str, dict[str, Direction]] = {}
    for metric in after.metrics:
        if metric.name in claims and metric in before.metrics:
            for one in predict_by_beliefs(metric, lists[0], lists[1], before.k, after.k):
                ways.setdefault(one.belief.id, {})[metric.name] = one.way
    return [
        MISCONCEPTIONS[name]
        for name, own in ways.items()
        if all(own.get(metric, true[metric]) == said for metric, said in claims.items())
    ]


def explain_beliefs(held: Sequence[Misconception]) -> str:
    """Sentences that explain an answer by the misconceptions it follows from; empty where it follows from none.

    >>> explain_beliefs([])
    ''
    >>> explain_beliefs([MISCONCEPTIONS["r-k"]])  # doctest: +ELLIPSIS
    'Your answer would follow from a belief: “Recall divides by the cutoff.” That is precision; ...'
    """
    quoted = " ".join(f"“{one.belief}”" for one in held)
    if len(held) == 1:
        return f"Your answer would follow from a belief: {quoted} {held[0].instead}"
    return f"Your answer would follow from each of these beliefs: {quoted}" if held else ""
