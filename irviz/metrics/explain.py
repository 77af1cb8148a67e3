"""Which formula gave a number: every formula that is known, tried on the list that the number is of."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise, product
from math import isfinite, isnan, log, nan
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.metrics.average_precision import AP
from irviz.metrics.catalogue import METRICS
from irviz.metrics.conventions import TOOLS
from irviz.metrics.duplicates import DUPLICATES, is_rule_of, read_duplicates, reorder_results
from irviz.metrics.errors import CutoffError, ParameterError, RankingError
from irviz.metrics.gain import GAINS, LARGEST_EXPONENT, nDCG
from irviz.metrics.grades import as_whole_number
from irviz.metrics.notation import parse
from irviz.metrics.ranking import Ranking
from irviz.metrics.rounding import format_rounded
from irviz.metrics.set_measures import R

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from irviz.metrics.metric import Metric

    # What a number is of: a list, its grades, or the lists that it is the mean over.
    Lists = Ranking | Sequence[int | None] | Sequence[Ranking]

EXPLAINED = ("P", "R", "F1", "RR", "AP", "CG", "DCG", "nDCG", "Rprec", "Success", "ERR", "RBP")
"""The metrics that are tried, by their names."""

DEEPEST = 100
"""The last of the cutoffs that are all tried."""

# The metrics that documents which the list lacks can lower.
_LACKING = (
    *(R, AP, AP(denominator="min(R,k)")),
    *[nDCG(gain=gain, ideal=ideal) for gain, ideal in product(GAINS, ("judged", "uncut"))],
)
_USUAL_CUTOFFS = (5, 10, 20, 50, 100, 1000)
_USUAL_VALUES = {"p": (0.8, 0.5, 0.9, 0.95), "max_grade": (4, 3)}
_SHOWN = 5
_TOOLS_SHOWN = 6
# So many documents at most are assumed to be judged beside those of the list.
_MOST_MISSED = 100
_PLACES = 12
TIES = {
    "as listed": "results of one score stay in the order of the input, as a stable sort leaves them",
    "reversed": "results of one score are in the reverse order, as by the greater id first where ids rise",
    "best first": "results of one score are in the luckiest order",
    "worst first": "results of one score are in the unluckiest order",
}
"""What the tie of results may become."""

_REASONS = {
    "duplicates": DUPLICATES,
    "ties": TIES,
    "log": {"natural": "another base of the logarithm changes DCG, and cancels out of nDCG"},
}
_MISSED = "judged documents that the list lacks are in R and in the ideal order"

_NUMBER = re.compile(r"((?=[.,]?\d)\d*(?:[.,]\d+)?(?:[eE][+-]?\d{1,2})?)\s*(%?)")


@dataclass(frozen=True)
class Match:
    """A formula that gives a number.

    Attributes:
        metric: The symbol, ``"nDCG"``.
        k: The cutoff that is nearest to the one asked for or to the length of the list; None for none.
        values: Its value on each list, to twelve decimals; ``value`` is the first.
        tools: The tools that compute this by default, or another variant with the same value at k.
        conventions: What differs from the standard conventions, by parameter.
        rounding: How the number was made of the value: ``"rounded"``, ``"truncated"``, or which way halfway.
        cutoffs: All cutoffs at which the formula has these values; beyond the end of the list only if there is none
            within, or that one is asked for.

    >>> from irviz.metrics import explain_number
    >>> print(explain_number("0.333", [1, 0, 0, 1, 1, 0, 1, 0], metric="AP", k=3).matches[0])
    AP@3 is 0.333333: Spark, Recommenders, RecBole, Kaggle-style code; denominator=min(R,k)
    """

    metric: str
    k: int | None
    values: tuple[float, ...]
    tools: tuple[str, ...]
    conventions: dict[str, Any]
    rounding: str
    cutoffs: tuple[int | None, ...]

    @property
    def value(self) -> float:
        """The value on the first list."""
        return self.values[0]

    @property
    def named_tools(self) -> str:
        """The tools in a few words: the first of them by name."""
        if len(self.tools) <= _TOOLS_SHOWN:
            return ", ".join(self.tools) or "no tool by default"
        return f"{', '.join(self.tools[: _TOOLS_SHOWN - 1])} and {len(self.tools) - _TOOLS_SHOWN + 1} more"

    @property
    def reasons(self) -> dict[str, str]:
        """What a convention that no metric has as a parameter does, by its name, such as ``"duplicates"``."""
        found = {name: _REASONS.get(name, {}).get(value, "") for name, value in self.conventions.items()}
        if "missed" in found:
            found["missed"] = _MISSED
        return {name: text for name, text in found.items() if text}

    def to_dict(self) -> dict[str, Any]:
        """The match as plain values, for JSON."""
        several = {"values": [*self.values]} if len(self.values) > 1 else {}
        own = {"metric": self.metric, "k": self.k, "value": self.value, **several, "tools": [*self.tools]}
        return {**own, "conventions": self.conventions, "rounding": self.rounding}

    def __str__(self) -> str:
        """The match in one line: metric, value, tools, what differs from the standard, other cutoffs."""
        said = [self.named_tools]
        said += [", ".join(f"{name}={value}" for name, value in self.conventions.items())] * bool(self.conventions)
        said += [self.rounding] * (self.rounding not in {"", "rounded"})
        if others := [str(cut) for cut in self.cutoffs if cut is not None and cut != self.k]:
            said.append(f"also at k = {', '.join(others[:4])}{', …' if len(others) > 4 else ''}")
        cut = "" if self.k is None else f"@{self.k}"
        values = " and ".join(format_rounded(value, 6) for value in self.values)
        return f"{self.metric}{cut} is {values}: {'; '.join(said)}"


@dataclass(frozen=True)
class Explanation:
    """The formulas that give a number, and how much that says.

    Attributes:
        number: The number as it was given; of several, with "and" between.
        tried: How many formulas were tried: all variants at all cutoffs.
        by_luck: How long ``matches`` would be for a number that has nothing to do with the list: the mean over
            the numbers of as many digits that are near (up to 0.05 away, and at least ten steps), without 0, 1 and the
            number itself; simple fractions such as 0.5 have more. Of 0 and 1, which any formula may give, it is the
            length of ``matches``. With several lists, chance has to hit the same formula on each.
        matches: The formulas that give it, the likeliest first. What has the same metric, cutoff and values on these
            lists is one match.
        nearest: The three formulas whose values are nearest, where none gives it.
        aims: The numbers as values.

    >>> from irviz.metrics import explain_number
    >>> found = explain_number("0.388", [0, 4, 1, 3, 4, 1, 3, 2], metric="nDCG", k=2)
    >>> found.matches, found.nearest[0].conventions, found.nearest[0].values
    ((), {}, (0.386852807235,))
    """

    number: str
    tried: int
    by_luck: float
    matches: tuple[Match, ...]
    nearest: tuple[Match, ...]
    aims: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """The explanation as plain values, for JSON."""
        found = {"number": self.number, "tried": self.tried, "by_luck": self.by_luck}
        lists = {"matches": self.matches, "nearest": self.nearest}
        return {**found, **{name: [one.to_dict() for one in some] for name, some in lists.items()}}

    def __str__(self) -> str:
        """The best matches in a line each, or the nearest values, and how many would match by luck."""
        lines = [str(match) for match in self.matches[:_SHOWN]]
        for name, why in self.matches[0].reasons.items() if self.matches else ():
            lines.insert(1, f"  {name}={self.matches[0].conventions[name]}: {why}")
        if len(self.matches) > _SHOWN:
            lines.append(f"and {len(self.matches) - _SHOWN:,} more")
        if not lines:
            lines = [f"no formula gives {self.number}; the nearest:"]
            for match in self.nearest:
                far = [value - aim for value, aim in zip(match.values, self.aims, strict=True)]
                missing = [f"{format_rounded(abs(one), 6)} too {'high' if one > 0 else 'low'}" for one in far]
                lines.append(f"{match} ({' and '.join(missing)})")
        luck = format_rounded(self.by_luck, 0) if self.by_luck >= 10 else f"{self.by_luck:.2g}"
        lines.append(f"{self.tried:,} formulas were tried; about {luck} would match by luck")
        if self.matches and self.by_luck > 1:
            lines.append("give a second list and its number")
        return "\n".join(lines)


def explain_number(  # noqa: PLR0913 - what is known of the number and of its list
    number: str,
    ranking: Lists,
    *,
    metric: str | None = None,
    k: int | None = None,
    ids: Sequence[Hashable] | None = None,
    scores: Sequence[float] | None = None,
) -> Explanation:
    """Which formulas give a number on a list: all metrics that are usual, in all variants, at all cutoffs.

    Tried are the conventions that metrics here have as parameters (those that can matter on the list), every level of
    relevance, cutoffs from 1 to the end (at most 100), none, and usual ones beyond the end; and known faults: DCG with
    the natural logarithm, and AP divided by k. With ``ids`` what tools do with a document that is listed twice, with
    ``scores`` orders of results that are tied. Where nothing fits a list without ``missed``, judged documents that it
    lacks are assumed, up to 100 of its highest grade.

    Args:
        number: The number as it was printed, since its digits count: ``"0.50"``, ``"93.07 %"``.
        ranking: The list, as a :class:`Ranking` or its grades; or several rankings, whose mean the number is.
        metric: The metric that it is said to be, if it is known, ``"nDCG"`` or ``"nDCG@5"``.
        k: The cutoff that it is said to have; formulas at that cutoff come first.
        ids: The document at each rank, where one is listed twice.
        scores: The score at each rank, from the highest down, where some are equal.

    Returns:
        The matches in order: at the cutoff asked for before others, rounded before truncated, what tools compute by
        default, the fewest changes from the standard, and the nearest to the cutoff asked for or to the whole list.

    Raises:
        ParameterError: The number is none, or ``metric`` is not one of those tried.
        NotationError: ``metric`` names no metric.
        CutoffError: k is no whole number of at least 1.
        RankingError: A grade is bad or above 53, there is no list, there are not as many ids or scores as grades or
            both, a document has two grades, or a score is above the one before.

    Source: the conventions in :data:`TOOLS`.

    >>> found = explain_number("0.250", [1, 0, 0, 1, 1, 0, 1, 0], metric="AP", k=3)
    >>> found.matches[0].tools[:2], found.matches[0].conventions
    (('trec_eval', 'ir_measures'), {})
    >>> explain_number("1.63", [2, 2], ids="aa", metric="nDCG").matches[0].conventions["duplicates"]
    'counted twice'
    """
    readings: tuple[_Reading, ...] = ()
    if ids is not None and scores is not None:
        raise RankingError("there are ids and scores: give those that matter, a document twice or a tie")
    if ids is not None:
        readings = _read_duplicates(ranking, ids)
    if scores is not None:
        readings = _read_ties(ranking, scores)
    return _explain([(number, ranking)], metric, k, readings)


def explain_numbers(
    pairs: Iterable[tuple[str, Lists]], *, metric: str | None = None, k: int | None = None
) -> Explanation:
    """Which formulas give each of several numbers, each on its own list: what fits one by luck hardly fits two.

    Args:
        pairs: Each number with its list; both are as for :func:`explain_number`.
        metric: As for :func:`explain_number`.
        k: As for :func:`explain_number`.

    Returns:
        The formulas that fit all of them.

    Raises:
        MetricsError: As for :func:`explain_number`, or there are no pairs.

    Source: as for :func:`explain_number`.

    >>> grades, others = [3, 2, 3, 0, 1, 2], [0, 1, 3, 0, 2, 2]
    >>> found = explain_numbers([("0.9488", grades), ("0.5876", others)])
    >>> [(match.metric, match.k, match.conventions) for match in found.matches]
    [('nDCG', 6, {'gain': 'exp'})]
    """
    return _explain([*pairs], metric, k)


def _explain(
    pairs: list[tuple[str, Lists]], metric: str | None, k: int | None, readings: tuple[_Reading, ...] = ()
) -> Explanation:
    """The explanation of numbers on their lists; ``readings`` are what the only list can be made into, if there are."""
    if not pairs:
        raise RankingError("there is no number to explain: give one with its list")
    numbers = [_parse_number(number) for number, _ in pairs]
    names: tuple[str, ...] = EXPLAINED
    if metric is not None:
        asked = parse(metric)
        names, k = (asked.name,), asked.cutoff if k is None else k
        if asked.name not in EXPLAINED:
            raise ParameterError(f"the metric is {asked.name}: use one of {', '.join(EXPLAINED)}")
    if k is not None and (k := as_whole_number(asked_k := k)) is None:
        raise CutoffError(f"k is {asked_k!r}: use a whole number of at least 1")
    cases = tuple([_to_rankings(lists) for _, lists in pairs])
    tried, candidates = _tabulate(cases, readings, names, k)
    matches = []
    for one in candidates:
        forms = [_round(value, digits) for value, (_, digits) in zip(one.values, numbers, strict=True)]
        if all(n in form for form, (n, _) in zip(forms, numbers, strict=True)):
            ways = " and ".join(dict.fromkeys(form[n] for form, (n, _) in zip(forms, numbers, strict=True)))
            matches.append((one, ways))
    matches.sort(key=lambda match: (match[0].order[0], "truncated" in match[1], match[0].order))
    luck = _estimate_luck(numbers, candidates, len(matches))
    found = [one.to_match(ways) for one, ways in matches]
    if not found and len(cases) == len(cases[0]) == 1 and not readings and not cases[0][0].missed:
        more, by_luck, found = _assume_missed(*numbers[0], cases[0][0], names, k)
        tried, luck = tried + more, luck + by_luck
    aims = tuple([n / 10.0**digits for n, digits in numbers])

    def compute_distance(one: _Candidate) -> float:
        return max(abs(value - aim) for value, aim in zip(one.values, aims, strict=True))

    return Explanation(
        " and ".join(number for number, _ in pairs),
        tried,
        luck,
        tuple(found),
        () if found else tuple([one.to_match("") for one in sorted(candidates, key=compute_distance)[:3]]),
        aims,
    )


def _estimate_luck(numbers: list[tuple[int, int]], candidates: list[_Candidate], matches: int) -> float:
    """How many candidates would match by luck; of 0 and 1 as many as ``matches``, which do."""
    if all(n in {0, 10**digits} for n, digits in numbers):
        return float(matches)
    luck = float(len(candidates))
    for i, (n, digits) in enumerate(numbers):
        luck *= _count_near([one.values[i : i + 1] for one in candidates], n, digits) / (len(candidates) or 1)
    return luck


def _parse_number(text: str) -> tuple[int, int]:
    """The number's digits as a whole number, and how many of them are decimals; of a percentage, as a share."""
    parts = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    number = Decimal(parts[1].replace(",", ".")).scaleb(-2 if parts[2] else 0) if parts else Decimal("Infinity")
    if not number < 10**_PLACES:
        as_text = "" if isinstance(text, str) else "as a text, "
        raise ParameterError(f"the number is {text!r}: write it {as_text}as it was printed, such as 0.9307 or 93.07 %")
    digits = min(max(-int(number.as_tuple().exponent), 0), _PLACES)
    return round(number.scaleb(digits)), digits


def _to_rankings(lists: Lists) -> tuple[Ranking, ...]:
    """The rankings that a number is the mean over: one, or several; a RankingError where there is none to explain."""
    given = (lists,) if isinstance(lists, Ranking) else (*lists,)
    rankings = tuple([one for one in given if isinstance(one, Ranking)])
    if len(rankings) < len(given):
        rankings = (Ranking([None if one is None else one for one in given]),)
    if not any(one.n for one in rankings):
        raise RankingError("there is no result in the list: give the grades from the top down, such as 3 2 0 1")
    for one in rankings:
        if place := one.place_above(LARGEST_EXPONENT):
            raise RankingError(f"{place} is too large: use at most {LARGEST_EXPONENT}, and blanks between grades")
    return rankings


class _Reading(NamedTuple):
    """A list that a tool may make of the results that it is given, by a rule for ties or for duplicates."""

    part: str
    rule: str
    ranking: Ranking


def _take_list(lists: Lists, beside: Sequence[object], what: str) -> Ranking:
    """The only list; a RankingError if there are several, or another number of ids or scores than of results."""
    rankings = _to_rankings(lists)
    if len(rankings) > 1 or len(beside) != rankings[0].n:
        raise RankingError(
            f"there are {len(beside)} {what} for {rankings[0].n} results: give one for each result of one list"
        )
    return rankings[0]


def _read_duplicates(lists: Lists, ids: Sequence[Hashable]) -> tuple[_Reading, ...]:
    """What tools make of a list in which documents are there twice; nothing if none is."""
    whole = _take_list(lists, ids, "ids")
    return tuple([_Reading("duplicates", rule, one) for rule, one in read_duplicates(whole, ids).items()])


def _read_ties(lists: Lists, scores: Sequence[float]) -> tuple[_Reading, ...]:
    """The list in the orders that a tie of results may get; nothing if none is tied."""
    whole = _take_list(lists, scores, "scores")
    for rank, one in enumerate(scores, 1):
        if not isinstance(one, Real) or not isfinite(one):
            raise RankingError(f"the score at rank {rank} is {one!r}: use a finite number")
    if any(one < other for one, other in pairwise(scores)):
        raise RankingError("a score is above the one before: give them from the highest down, as the list is")
    places = range(whole.n)
    orders = {
        "as listed": [*places],
        "reversed": sorted(places, key=lambda i: (-scores[i], -i)),
        "best first": sorted(places, key=lambda i: (-scores[i], -whole.grades[i])),
        "worst first": sorted(places, key=lambda i: (-scores[i], whole.grades[i])),
    }
    if len({*scores}) == whole.n:
        return ()
    return tuple([_Reading("ties", rule, reorder_results(whole, order)) for rule, order in orders.items()])


class _Formula(NamedTuple):
    """A variant, as the product of metrics over a number; ``own`` is the metric whose variant it is, if it has one."""

    name: str
    factors: tuple[Metric, ...]
    by: float
    conventions: dict[str, Any]
    own: Metric | None


class _Candidate(NamedTuple):
    """What would be a match: a formula at the best of the cutoffs at which it has these values."""

    order: tuple[Any, ...]
    name: str
    k: int | None
    values: tuple[float, ...]
    tools: tuple[str, ...]
    conventions: dict[str, Any]
    cutoffs: tuple[int | None, ...]

    def to_match(self, rounding: str) -> Match:
        """The match, with the way in which the number was made of the value."""
        tools = tuple([name for name in TOOLS if name in self.tools])
        return Match(self.name, self.k, self.values, tools, {**self.conventions}, rounding, self.cutoffs)


@lru_cache(maxsize=16)
def _tabulate(
    cases: tuple[tuple[Ranking, ...], ...], readings: tuple[_Reading, ...], names: tuple[str, ...], k: int | None
) -> tuple[int, list[_Candidate]]:
    """How many formulas there are for these lists, and all values they give as candidates, the likeliest first.

    Each case is the rankings that one number is the mean over; with readings each of these stands for the only one.
    """
    rankings = [ranking for case in cases for ranking in case] + [one.ranking for one in readings]
    whole = max([ranking.n for ranking in rankings])
    cuts = sorted({*range(1, min(whole, DEEPEST) + 1), *_USUAL_CUTOFFS, *([k] if k else [])})
    tried = 0
    found: list[_Candidate] = []
    for formula, reading in product(_list_formulas(rankings, names), readings or (None,)):
        metric = METRICS[formula.name]
        cutoffs: list[int | None] = [None] if metric.own_cutoff else [None, *cuts]
        read = cases if reading is None else ((reading.ranking,),)
        rows = [[_compute_row(formula, one, cutoffs) for one in case] for case in read]
        gaps = any(isnan(value) for case in rows for row in case for value in row)
        for counted in (0.0, 1.0) if gaps else (0.0,):
            tried += len(cutoffs)
            means = [[_average(column, counted) for column in zip(*case, strict=True)] for case in rows]
            places: dict[tuple[float, ...], list[int | None]] = {}
            for cut, values in zip(cutoffs, zip(*means, strict=True), strict=True):
                places.setdefault(values, []).append(cut)
            conventions = {**formula.conventions, **({"undefined": counted} if counted else {})}
            tools = _find_tools(formula.own, counted, gaps=gaps)
            if reading is not None:
                conventions[reading.part] = reading.rule
                tools = tuple([name for name in tools if _is_rule_of(name, reading)])
            rank = [*TOOLS].index(tools[0]) if tools else len(TOOLS)
            for values, at in places.items():
                inside = [cut for cut in at if cut is None or cut <= whole or cut == k] or at
                near, best = min((_measure_cutoff(cut, k, whole, uncut=metric.uncut), cut) for cut in inside)
                elsewhere = k is not None and k not in at and not metric.own_cutoff
                order = (elsewhere, rank, len(conventions), near, EXPLAINED.index(formula.name))
                found.append(_Candidate(order, formula.name, best, values, tools, conventions, tuple(inside)))
    groups: dict[tuple[Any, ...], _Candidate] = {}
    for one in sorted(found, key=lambda candidate: candidate.order):
        first = groups.setdefault(one[1:4], one)
        if first is not one and not {*one.tools} <= {*first.tools}:
            groups[one[1:4]] = first._replace(tools=first.tools + one.tools)
    return tried, [*groups.values()]


def _is_rule_of(tool: str, reading: _Reading) -> bool:
    """Whether a tool can have made this of the list; which order it gives a tie depends on the ids or on the input."""
    return reading.part == "ties" or is_rule_of(TOOLS[tool].duplicates, reading.rule)


def _list_formulas(rankings: list[Ranking], names: tuple[str, ...]) -> Iterator[_Formula]:
    """All variants of the metrics with these names that can differ on the rankings, and the known faults."""
    top = max((ranking.ideal[0] for ranking in rankings if ranking.ideal), default=1)
    levels = sorted({grade for ranking in rankings for grade in ranking.ideal})
    levels = [one for one in levels if any(lists.at(one).relevant != lists.relevant for lists in rankings)]
    unjudged = any(ranking.unjudged for ranking in rankings)
    choices: dict[str, Sequence[Any]] = {
        "rel": [None, *levels],
        "judged_only": [False, True] if unjudged else [False],
        "undefined": [nan],
        "p": _USUAL_VALUES["p"],
        "max_grade": [one for one in _USUAL_VALUES["max_grade"] if one >= top] + [top] * (top not in {3, 4}),
    }
    for name in names:
        standard = METRICS[name]
        options = {one.name: choices.get(one.name) or [*one.choices] for one in standard.parameters}
        if name == "RBP":  # of which no level is the grades themselves
            options["rel"] = [None, *sorted({rankings[0].threshold, *levels})]
        for values in product(*options.values()):
            chosen = dict(zip(options, values, strict=True))
            metric = standard(**chosen)
            conventions = {n: v for n, v in chosen.items() if n != "undefined" and v != getattr(standard, n)}
            kinds = [_Formula(name, (metric,), 1.0, conventions, metric)]
            if name == "DCG" and chosen["discount"] == "log2(i+1)":
                kinds.append(_Formula(name, (metric,), log(2), {**conventions, "log": "natural"}, None))
            if name == "AP" and chosen["denominator"] == "hits":
                # The mean of the precisions at the hits, times the share of the hits.
                share = METRICS["P"](rel=metric.rel, judged_only=metric.judged_only)
                kinds.append(_Formula(name, (metric, share), 1.0, {**conventions, "denominator": "k"}, None))
            yield from kinds


def _assume_missed(
    number: int, digits: int, ranking: Ranking, names: tuple[str, ...], k: int | None
) -> tuple[int, float, list[Match]]:
    """How many formulas there are with judged documents that the list lacks, how many fit by luck, and those that fit.

    Assumed are 1, 2, 3 … of the list's highest grade, of which those that fit make one match; at the cutoff asked for,
    or at none and at the end of the list.
    """
    top = max(ranking.ideal, default=0)
    if not top:
        return 0, 0.0, []
    grades = [grade if known else None for grade, known in zip(ranking.grades, ranking.judged, strict=True)]
    fuller = [Ranking(grades, [top] * more, ranking.threshold) for more in range(1, _MOST_MISSED + 1)]
    cutoffs: list[int | None] = [k] if k else [None, ranking.n]
    groups: dict[tuple[str, tuple[float, ...]], list[Match]] = {}
    tried = 0
    for metric in [one for one in _LACKING if one.name in names]:
        own = {one.name: getattr(metric, one.name) for one in metric.parameters}
        conventions = {name: value for name, value in own.items() if value != getattr(METRICS[metric.name], name)}
        tools = _find_tools(metric, 0.0, gaps=False)
        rows = [_compute_row(_Formula(metric.name, (metric,), 1.0, {}, metric), one, cutoffs) for one in fuller]
        tried += len(rows) * len(cutoffs)
        for cut, values in zip(cutoffs, zip(*rows, strict=True), strict=True):
            shown = tuple([round(value, _PLACES) for value in values])
            match = Match(metric.name, cut, shown, tools, conventions, "", (cut,))
            groups.setdefault((metric.name, shown), []).append(match)
    luck = _count_near([values for _, values in groups], number, digits)
    found = []
    for (_, values), matches in groups.items():
        ways = {more: way for more, value in enumerate(values, 1) if (way := _round(value, digits).get(number))}
        if ways:
            if "truncated" in ways.values() and len({*ways.values()}) > 1:
                ways = {more: way for more, way in ways.items() if way != "truncated"}
            found.append((_merge_missed(matches, ways, top, k, ranking.n), ways))
    found.sort(key=lambda one: ("truncated" in one[1].values(), len(one[0].conventions)))
    return tried, luck, [one for one, _ in found]


def _merge_missed(matches: Sequence[Match], ways: dict[int, str], top: int, k: int | None, whole: int) -> Match:
    """One match for all cutoffs and variants at which as many missed documents give the number in these ways."""
    least, most = min(ways), max(ways)
    count = f"{least}" if least == most else f"{least} to {most}" if most < _MOST_MISSED else f"{least} or more"
    best = min(matches, key=lambda one: (_measure_cutoff(one.k, k, whole, uncut=False), len(one.conventions)))
    tools = {name for one in matches if one.k == best.k for name in one.tools}
    return replace(
        best,
        values=(best.values[least - 1],),
        tools=tuple([name for name in TOOLS if name in tools]),
        conventions={**best.conventions, "missed": f"{count} of grade {top}"},
        rounding=ways[least],
        cutoffs=tuple(dict.fromkeys(one.k for one in matches)),
    )


def _compute_row(formula: _Formula, ranking: Ranking, cutoffs: list[int | None]) -> list[float]:
    """A formula's values on a ranking at the cutoffs; NaN where it is undefined."""
    rows = []
    for metric in formula.factors:
        # A curve of this ideal takes the square of the length.
        quick = ranking.n <= DEEPEST or getattr(metric, "ideal", "") != "top k"
        curve = metric.curve(ranking) if quick else []
        end = len(curve)
        rows.append(
            [metric(ranking) if k is None else curve[k - 1] if k <= end else (metric @ k)(ranking) for k in cutoffs]
        )
    if len(rows) == 1 and formula.by == 1:
        return rows[0]
    return [value * (rows[1][i] if len(rows) > 1 else 1) / formula.by for i, value in enumerate(rows[0])]


def _average(values: Sequence[float], counted: float) -> float:
    """The mean of values, of which those that are NaN count as ``counted``, without the noise of the last bits."""
    return round(sum([counted if isnan(value) else value for value in values]) / len(values), _PLACES)


def _find_tools(own: Metric | None, counted: float, *, gaps: bool) -> tuple[str, ...]:
    """The tools that compute a variant by default; what they do where it is undefined matters with ``gaps`` only."""
    if own is None:
        return ()
    metric = own(undefined=counted)
    known = {name: tool.metrics.get(own.name) for name, tool in TOOLS.items()}
    return tuple(
        [name for name, one in known.items() if one is not None and (one if gaps else one(undefined=counted)) == metric]
    )


def _measure_cutoff(cut: int | None, k: int | None, whole: int, *, uncut: bool) -> tuple[int, bool, bool]:
    """How far a cutoff is from k, or from the whole list; to be compared."""
    depth = whole if cut is None else cut
    return abs(depth - (k or whole)), depth > whole, (cut is None) != (uncut and k is None)


def _round(value: float, digits: int) -> dict[int, str]:
    """The numbers of so many digits, as whole numbers, that a value prints as, each with the way of rounding."""
    unit = 10 ** (_PLACES - digits)
    cut, rest = divmod(round(value * 10**_PLACES), unit)
    if 2 * rest != unit:
        near = cut + (2 * rest > unit)
        return {near: "rounded"} if near == cut else {near: "rounded", cut: "truncated"}
    if cut % 2:
        return {cut + 1: "rounded", cut: "truncated"}
    return {cut + 1: "rounded half up", cut: "rounded half to even or truncated"}


def _count_near(groups: Sequence[Sequence[float]], number: int, digits: int) -> float:
    """How many groups have a value that prints as a number near this one, on average over those numbers.

    0 and 1 are left out.
    """
    reach = max(10, int(10**digits) // 20)
    counted = [{value for value in group if value not in {0.0, 1.0}} for group in groups]
    if not any(counted):
        return 0.0
    least, most = min(map(min, filter(None, counted))), max(map(max, filter(None, counted)))
    low, high = int(least * 10**digits), max(*_round(most, digits), 1)
    first, last = max(low, min(number, high) - reach), min(high, max(number, low) + reach)
    left_out = sum(first <= one <= last for one in {0, number, 10**digits})
    hits = sum(
        len({one for value in group for one in _round(value, digits) if first <= one <= last and one != number})
        for group in counted
    )
    return hits / float(max(last - first + 1 - left_out, 1))
