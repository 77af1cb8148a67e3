"""Documents of one score: what a metric is over the orders that they could have stood in."""

# ruff: noqa: SLF001 - the orders of checked grades need no second check

from __future__ import annotations

from collections import Counter
from itertools import accumulate, pairwise, product
from math import comb, factorial, fsum, isnan, prod
from operator import mul
from typing import TYPE_CHECKING, Literal, NamedTuple

from irviz.metrics.average_precision import AveragePrecision, InterpolatedPrecision, RPrecision
from irviz.metrics.errors import ParameterError, RankingError
from irviz.metrics.gain import IdealDiscountedCumulatedGain, NormalizedDiscountedCumulatedGain
from irviz.metrics.grades import as_whole_number
from irviz.metrics.notation import as_metric
from irviz.metrics.orders import _list_orders
from irviz.metrics.rank_biased_precision import RankBiasedPrecision, Residual
from irviz.metrics.ranking import Ranking, require_ranking
from irviz.metrics.reciprocal_rank import ExpectedReciprocalRank, ReciprocalRank, SuccessAtK
from irviz.metrics.scores import apply_precision
from irviz.metrics.set_measures import NumberRelevant
from irviz.metrics.unjudged import BinaryPreference, InferredAveragePrecision, JudgedShare

Rule = Literal["expected", "least", "most"]
"""Which value over all orders counts."""

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from irviz.metrics.metric import Metric
    from irviz.metrics.scores import ScoresAs

    # The ranks of tied documents as slices of the list: from 0, the end not included.
    Span = tuple[int, int]

# More orders than this are not tried one by one, and more ways to split a group at the cutoff neither.
_MOST_ORDERS = 20_000

_ENDS: tuple[Rule, ...] = ("least", "most")

# So many things can be known of a document: see `irviz.metrics.ranking.UNKNOWN`.
_KINDS = 3


class TieRange(NamedTuple):
    """What a metric is over all orders of the tied documents of a list, each as likely as the others.

    Attributes:
        least: The lowest value that some order has.
        expected: The mean over all orders.
        most: The highest value that some order has.

    >>> from irviz.metrics import TieRange
    >>> TieRange(0.25, 0.375, 0.5).spread
    0.25
    """

    least: float
    expected: float
    most: float

    @property
    def spread(self) -> float:
        """How much of the value hangs on ties: the most less the least."""
        return self.most - self.least


def tie_range(metric: Metric | str, ranking: Ranking, groups: Iterable[tuple[int, int]]) -> TieRange:
    """The least, the expected and the most value of a metric over all orders of tied documents.

    All three are exact. The expected value is computed in closed form, for any number of tied documents, of P, R, F1,
    RR, AP, CG, DCG, nDCG and those that are made like them, Success, ERR and RBP among them. What is left (IPrec,
    Bpref, infAP, RBPresid) takes each order in turn, and so has an end where there are many.

    Args:
        metric: The metric, with or without a cutoff, or its name.
        ranking: The list, tied documents in any order.
        groups: The first and the last rank of each group of tied documents, such as ``[(2, 3), (5, 8)]``.

    Raises:
        RankingError: A group is not in the list, or shares a rank with another.
        ParameterError: The metric has no closed form, and there are more than 20,000 orders.

    Source: McSherry & Najork 2008, Computing information retrieval performance measures efficiently in the
    presence of tied scores, ECIR.

    >>> from irviz.metrics import AP, Ranking, tie_range
    >>> tie_range(AP, Ranking([1, 0, 1]), [(2, 3)])
    TieRange(least=0.8333333333333333, expected=0.9166666666666666, most=1.0)
    """
    metric = as_metric(metric)
    spans = _validate_groups(ranking, groups)
    return TieRange(*[value_over_ties(metric, ranking, spans, rule) for rule in ("least", "expected", "most")])


def tie_curves(
    metric: Metric | str, ranking: Ranking, groups: Iterable[tuple[int, int]]
) -> tuple[list[float], list[float]]:
    """The least and the most value at every cutoff from 1 to the length of the list: a band around any curve.

    Args:
        metric: The metric, or its name; its own cutoff does not matter.
        ranking: The list, tied documents in any order.
        groups: As for :func:`tie_range`.

    Raises:
        RankingError: A group is not in the list, or shares a rank with another.
        ParameterError: The metric is infAP, which takes each order in turn, and there are more than 20,000 of them.

    Source: as for :func:`tie_range`.

    >>> from irviz.metrics import P, Ranking, tie_curves
    >>> tie_curves(P, Ranking([1, 0]), [(1, 2)])
    ([0.0, 0.5], [1.0, 0.5])
    """
    metric = as_metric(metric)
    spans = _validate_groups(ranking, groups)
    if metric.judged_only or norm_varies(metric) or isinstance(metric, InferredAveragePrecision):
        cutoffs = [metric @ k for k in range(1, ranking.n + 1)]
        low, high = ([value_over_ties(at, ranking, spans, rule) for at in cutoffs] for rule in _ENDS)
    else:
        read = metric._prepare_ranking(ranking)
        low, high = (metric.curve(_sort_ties(metric, read, spans, best=rule == "most")) for rule in _ENDS)
    return low, high


def tie_groups(scores: Mapping[Any, float], *, scores_as: ScoresAs = "double") -> tuple[tuple[int, int], ...]:
    """The first and the last rank of each group of documents with one score, best first.

    Args:
        scores: A finite number for each document.
        scores_as: The precision in which scores are compared: as for :func:`by_score`.

    Raises:
        RankingError: A score is NaN, infinite or no number.
        ParameterError: ``scores_as`` is no such precision.

    Source: as for :func:`tie_range`.

    >>> from irviz.metrics import tie_groups
    >>> tie_groups({"d1": 0.5, "d2": 0.9, "d3": 0.5, "d4": 0.1})
    ((2, 3),)
    """
    values = [*apply_precision(scores, scores_as).values()]
    if len({*values}) == len(values):
        return ()
    values.sort(reverse=True)
    starts = [0, *[i for i, (a, b) in enumerate(pairwise(values), 1) if a != b], len(values)]
    return tuple([(start + 1, stop) for start, stop in pairwise(starts) if stop - start > 1])


def value_over_ties(metric: Metric, ranking: Ranking, spans: Sequence[Span], rule: Rule) -> float:
    """The ``"least"``, the ``"most"`` or the ``"expected"`` value of a metric over all orders of tied documents.

    ``spans`` has each group as a slice. An order on which the metric is nan, being undefined, does not count.

    >>> from irviz.metrics import P
    >>> value_over_ties(P @ 1, Ranking([1, 0]), [(0, 2)], "expected")
    0.5
    """
    read = metric._prepare_ranking(ranking)
    if metric.judged_only:
        spans = _condense_spans(spans, read.places)
    if not spans or isinstance(metric, IdealDiscountedCumulatedGain | NumberRelevant):
        return metric(ranking)
    found = [
        (weight, value)
        for weight, part, groups in _split_at_cutoff(metric, read, spans)
        for value in _part_values(metric, part, groups, rule)
        if not isnan(value)
    ]
    if not found:
        return metric.undefined
    if rule != "expected":
        return (min if rule == "least" else max)(value for _, value in found)
    return fsum(weight * value for weight, value in found) / fsum(weight for weight, _ in found)


def _validate_groups(ranking: Ranking, groups: Iterable[tuple[int, int]]) -> list[Span]:
    """The groups as slices in the order of the list; a RankingError for one that is not in the list or overlaps."""
    require_ranking(ranking, "a metric")
    spans = []
    end = 0
    for first, last in sorted(groups):
        if as_whole_number(first) is None or as_whole_number(last) is None or not end < first <= last <= ranking.n:
            raise RankingError(
                f"ranks {first!r} to {last!r} are tied: name the first and the last rank of a group, from 1 to "
                f"{ranking.n}, each rank in one group"
            )
        end = last
        if first < last:
            spans.append((first - 1, last))
    return spans


def _condense_spans(spans: Sequence[Span], places: Sequence[int]) -> list[Span]:
    """The groups in a list without the unjudged; ``places`` has the rank, from 1, that each document had before."""
    counts = [[sum(place <= end for place in places) for end in span] for span in spans]
    return [(start, stop) for start, stop in counts if stop - start > 1]


def _split_at_cutoff(
    metric: Metric, ranking: Ranking, spans: Sequence[Span]
) -> Iterator[tuple[float, Ranking, Sequence[Span]]]:
    """Triples (probability, ranking, groups) of cases in which the norm of the metric is the same for all orders.

    That is one case for all metrics but those that divide by what stands above the cutoff: AP over the hits, and nDCG
    whose ideal is made of the first k. There, it is one for each choice of grades from the group that the cutoff cuts.
    """
    k = metric.cutoff or ranking.n
    straddling = [span for span in spans if span[0] < k < span[1]]
    if not straddling or not norm_varies(metric):
        yield 1.0, ranking, spans
        return
    ((start, stop),) = straddling
    grades = ranking.grades
    counts = Counter(grades[start:stop] if metric.graded else ranking.hits[start:stop])
    # Where the metric asks whether a document is relevant and no more, these two grades say it.
    levels = {level: level if metric.graded else level * ranking.threshold for level in counts}
    ways = [*_choose(sorted(counts.items()), k - start)]
    rest = [(a, b) for a, b in spans if (a, b) != (start, stop)]
    groups = sorted(span for span in (*rest, (start, k), (k, stop)) if span[1] - span[0] > 1)
    for chosen in ways:
        above = [levels[level] for level, count in chosen.items() for _ in range(count)]
        below = [levels[level] for level in counts for _ in range(counts[level] - chosen[level])]
        weight = prod(comb(counts[level], count) for level, count in chosen.items()) / comb(stop - start, k - start)
        yield weight, _replace_grades(ranking, [*grades[:start], *above, *below, *grades[stop:]]), groups


def norm_varies(metric: Metric) -> bool:
    """Whether what a metric divides by depends on which documents stand above the cutoff.

    >>> from irviz.metrics import AP
    >>> norm_varies(AP), norm_varies(AP(denominator="hits"))
    (False, True)
    """
    if isinstance(metric, NormalizedDiscountedCumulatedGain):
        return metric.ideal == "top k"
    return isinstance(metric, AveragePrecision) and metric.denominator == "hits"


def _choose(counts: Sequence[tuple[int, int]], size: int) -> Iterator[dict[int, int]]:
    """Each way to choose so many documents: how many of each level; ``counts`` has how many there are of a level."""
    if not counts:
        if not size:
            yield {}
        return
    (level, there), *others = counts
    left = sum(count for _, count in others)
    for count in range(max(0, size - left), min(there, size) + 1):
        for way in _choose(others, size - count):
            yield {level: count} | way


def _replace_grades(ranking: Ranking, grades: Sequence[int], known: bytes | None = None) -> Ranking:
    """A ranking of other grades and judgment states, such as those of the same documents in another order."""
    return Ranking._from_valid_grades(ranking.threshold, grades, ranking.missed, ranking._graded, known=known)


def _part_values(metric: Metric, ranking: Ranking, spans: Sequence[Span], rule: Rule) -> Iterator[float]:
    """The value that a rule gives where the norm is the same for all orders; where nothing is known, one of each."""
    if rule == "expected":
        terms = _mean_terms(metric, ranking, spans)
        if terms is not None:
            k = metric._resolve_cutoff(ranking, None)
            norm = metric._norm_at(ranking, k)
            yield fsum(terms[:k]) / norm if norm else metric.undefined
            return
    elif not isinstance(metric, InferredAveragePrecision):
        yield metric(_sort_ties(metric, ranking, spans, best=rule == "most"))
        return
    yield from _all_values(metric, ranking, spans)


def _sort_ties(metric: Metric, ranking: Ranking, spans: Sequence[Span], *, best: bool) -> Ranking:
    """The order of tied documents with the highest value (``best``) or the lowest.

    Of any two documents next to each other, one is never worse above the other, wherever they stand: the one with the
    higher grade, or of metrics that look at judgments, the judged one or the other.
    """
    # Most metrics are best and worst on the same two orders, which are kept for the next one.
    kept: dict[tuple[object, ...], Ranking] = {}
    if not metric.sees_judged:
        kept = ranking.__dict__.setdefault("_sorted_ties", kept)
    place = (*spans, best)
    if place not in kept:
        keys: Sequence[int] = ranking.grades
        if isinstance(metric, JudgedShare):
            keys = ranking.pooled if metric.pooled else ranking.judged
        elif isinstance(metric, Residual):
            keys = [-one for one in ranking.judged]
        order = [*range(ranking.n)]
        for start, stop in spans:
            order[start:stop] = sorted(order[start:stop], key=keys.__getitem__, reverse=best)
        known = bytes([ranking._judgment_states[i] for i in order]) if metric.sees_judged else None
        kept[place] = _replace_grades(ranking, [ranking.grades[i] for i in order], known)
    return kept[place]


def _all_values(metric: Metric, ranking: Ranking, spans: Sequence[Span]) -> Iterator[float]:
    """The value of each distinct order of the tied documents, all of which are equally likely."""
    # What is known of a document goes with its grade, in one number.
    codes = [_KINDS * grade + state for grade, state in zip(ranking.grades, ranking._judgment_states, strict=True)]
    groups = [tuple(codes[start:stop]) for start, stop in spans]
    orders = prod(factorial(len(group)) // prod(map(factorial, Counter(group).values())) for group in groups)
    if orders > _MOST_ORDERS:
        raise ParameterError(
            f"{metric.name} over ties has no closed form, and there are more than {_MOST_ORDERS:,} orders: "
            "use another metric, or ties='input' or 'trec_eval'"
        )
    for ordered in product(*[map(tuple, _list_orders(group)) for group in groups]):
        for (start, stop), group in zip(spans, ordered, strict=True):
            codes[start:stop] = group
        yield metric(_replace_grades(ranking, [c // _KINDS for c in codes], bytes([c % _KINDS for c in codes])))


def _mean_terms(metric: Metric, ranking: Ranking, spans: Sequence[Span]) -> Sequence[float] | None:
    """What each rank adds to the sum in the mean over all orders; None where no closed form is known."""
    n = ranking.n
    if isinstance(metric, BinaryPreference | InferredAveragePrecision | InterpolatedPrecision | Residual):
        return None
    if isinstance(metric, AveragePrecision):
        return _mean_precisions(ranking.hits, spans)
    if isinstance(metric, ReciprocalRank | SuccessAtK):
        return _divide(metric, _mean_stops([float(hit) for hit in ranking.hits], spans))
    if isinstance(metric, ExpectedReciprocalRank):
        scale = 2**metric.max_grade
        return _divide(metric, _mean_stops([(2**grade - 1) / scale for grade in ranking.grades], spans))
    if isinstance(metric, RankBiasedPrecision):
        gains = _average_ties(metric._gains(ranking), spans)
        return [gain * metric.p**i for i, gain in enumerate(gains)]
    if isinstance(metric, RPrecision):
        return _average_ties(ranking.hits, spans)[: ranking.relevant]
    return _divide(metric, _average_ties(metric._numerators(ranking, n), spans))


def _divide(metric: Metric, numerators: Sequence[float]) -> Sequence[float]:
    """What each rank adds, from its numerator: divided by the discount of the rank, where the metric has one."""
    divisors = metric._divisors(len(numerators))
    return numerators if divisors is None else [one / by for one, by in zip(numerators, divisors, strict=False)]


def _average_ties(values: Sequence[float], spans: Sequence[Span]) -> list[float]:
    """The values by rank, those of each group replaced by their mean.

    >>> _average_ties([3, 1, 0, 2], [(1, 3)])
    [3, 0.5, 0.5, 2]
    """
    averaged = [*values]
    for start, stop in spans:
        averaged[start:stop] = [sum(values[start:stop]) / (stop - start)] * (stop - start)
    return averaged


def _mean_precisions(hits: Sequence[int], spans: Sequence[Span]) -> list[float]:
    """What each rank adds to the sum of AP in the mean: the chance of a hit, times the precision expected at one."""
    found = [*accumulate(hits, initial=0)]
    terms = [hit * found[rank] / rank for rank, hit in enumerate(hits, 1)]
    for start, stop in spans:
        size, relevant = stop - start, found[stop] - found[start]
        # Given a hit at one rank of the group, the others are spread evenly over the other ranks.
        others = (relevant - 1) / (size - 1)
        terms[start:stop] = [
            relevant / size * (found[start] + 1 + place * others) / (start + place + 1) for place in range(size)
        ]
    return terms


def _mean_stops(chances: Sequence[float], spans: Sequence[Span]) -> list[float]:
    """The chance of each rank that a reader stops there, who stops at a document with the chance given for it.

    In a group, those who get past its first i documents in the mean are the mean product over all choices of i of them.
    """
    reach = [*accumulate((1 - chance for chance in chances), mul, initial=1.0)]
    for start, stop in spans:
        size = stop - start
        if {*chances[start:stop]} <= {0.0, 1.0}:  # quicker: nobody gets past a hit
            misses = size - sum(chances[start:stop])
            passing = [max(0.0, misses - i) / (size - i) for i in range(size)]
            means = [*accumulate(passing, mul, initial=1.0)]
        else:
            means = [1.0, *[0.0] * size]
            for count, chance in enumerate(chances[start:stop], 1):
                for i in range(count, 0, -1):
                    means[i] = means[i] * (count - i) / count + (1 - chance) * means[i - 1] * i / count
        before = reach[start]
        reach[start:stop] = [before * mean for mean in means[:size]]
    return [before - after for before, after in pairwise(reach)]
