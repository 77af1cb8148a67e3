"""What each metric hides: two small lists that it cannot tell apart, and others that can.

Nothing here is written down: what a metric hides is what the reference says of it, and the lists are
searched. Orders of the same results come first, then lists with other judgments.
Lessons that are about no single metric add what a judgment, a mean, a choice, a name or a laboratory hides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from math import nan
from statistics import fmean
from typing import TYPE_CHECKING

from irviz.lessons.course import Progress, lessons
from irviz.lessons.reference.cards import CARDS, make_card
from irviz.metrics import AP, METRICS, RR, TOOLS, P, R, Ranking, bounds, nDCG, tie_range
from irviz.state.disagreements.disagreement import TOLERANCE
from irviz.state.metric_words import format_symbol
from irviz.state.number_words import format_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from irviz.metrics import Metric

CUTOFF = 3
"""The cutoff of all of them, unless a metric brings its own."""

RESULTS_PER_LIST = 5
"""How many results each list has."""

MAX_OTHER_METRICS = 3
"""So many metrics that tell the lists apart are named."""

LABELS = ("the first", "the second")

Grades = tuple[int, ...]
"""Grades by rank."""


@dataclass(frozen=True, slots=True)
class Value:
    """The values that one metric gives to two lists, or to two groups of lists.

    Args:
        name: The metric's name, for its colour.
        called: What the page calls the value: the name with the cutoff, or other words.
        values: The value on the first and on the second side.
    """

    name: str
    called: str
    values: tuple[float, float]

    @property
    def difference(self) -> float:
        """The absolute difference of the values on the two sides."""
        return abs(self.values[0] - self.values[1])

    def describe(self, labels: Sequence[str] = LABELS) -> str:
        """A sentence with both values; `labels` are the names of the two sides.

        >>> Value("P", "P@3", (0.5, 0.5)).describe(), Value("RR", "RR@3", (1, 0.5)).describe()
        ('P@3 is 0.5 for both.', 'RR@3 is 1 for the first and 0.5 for the second.')
        """
        first, second = map(format_number, self.values)
        if self.difference <= TOLERANCE:
            return f"{self.called} is {first} for both."
        return f"{self.called} is {first} for {labels[0]} and {second} for {labels[1]}."


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the page “What each metric hides”: lists that a metric does not tell apart, and others that do.

    Args:
        id: A short name of the entry, for links.
        name: The metric's name, for its colour; empty where the entry is about more than one.
        title: The heading: what hides something.
        hides: What it hides, a sentence or two.
        lesson: The id of the lesson that unlocks the entry; empty where none does.
        sides: For each of the two sides that are compared, one or more lists.
        blind: The value that is the same on both sides.
        telling: Values that differ, the clearest difference first.
        labels: The names of the two sides.
        k: The cutoff of the lists.
        unjudged: The ranks of the second side whose results are unjudged.
    """

    id: str
    name: str
    title: str
    hides: str
    lesson: str
    sides: tuple[tuple[Grades, ...], tuple[Grades, ...]]
    blind: Value
    telling: tuple[Value, ...]
    labels: tuple[str, str] = LABELS
    k: int = CUTOFF
    unjudged: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """Sentences that compare the values of the two sides."""
        return " ".join(one.describe(self.labels) for one in (self.blind, *self.telling))


def _apply_cutoff(metric: Metric) -> Metric:
    """A copy of the metric with the cutoff `CUTOFF`, unless it has one already."""
    return metric if metric.own_cutoff else metric @ CUTOFF


def _compute_value(metric: Metric, pair: Sequence[Grades]) -> Value:
    """The values that a metric gives to the two lists of a pair."""
    cut = _apply_cutoff(metric)
    first, second = (cut(Ranking(one)) for one in pair)
    return Value(metric.name, format_symbol(cut), (first, second))


_YES_NO: tuple[Grades, ...] = tuple(product((1, 0), repeat=RESULTS_PER_LIST))
_GRADED: tuple[Grades, ...] = tuple(sorted({*permutations((2, 1, 1, 0, 0))}, reverse=True))


@cache
def _compute_all_values(metric: Metric) -> dict[Grades, float]:
    """A metric's value by list, for all lists of grades that are searched for blind spots; NaN where undefined."""
    cut = _apply_cutoff(metric)(undefined=nan)
    return {one: cut(Ranking(one)) for one in (*_YES_NO, *_GRADED)}


def _iterate_pair_spaces(hides: str) -> Iterator[Iterable[tuple[Grades, Grades]]]:
    """Generate the sets of pairs of lists to search; first the one for a metric that `hides` this, in words."""
    graded = combinations(_GRADED, 2)
    if hides.startswith("Degrees"):
        yield graded
    yield (pair for pair in combinations(_YES_NO, 2) if sum(pair[0]) == sum(pair[1]))
    yield combinations(_YES_NO, 2)
    yield graded


def find_blind_pair(metric: Metric) -> tuple[tuple[Grades, Grades], tuple[Value, ...]] | None:
    """Find two lists to which a metric gives the same value, and the differing values of other metrics.

    Of all such pairs it is the one that the others tell apart most clearly, all taken together.

    Args:
        metric: The metric, without a cutoff.

    Returns:
        The two lists, and the metrics' values that tell them apart, clearest first; None where the metric tells
        all lists apart that are searched.

    >>> pair, telling = find_blind_pair(P)
    >>> pair, telling[0].called
    (((1, 0, 0, 0, 0), (0, 0, 1, 0, 0)), 'RR@3')
    """
    others = [one for one in METRICS.values() if one.shown and one.name != metric.name and one.range == (0, 1)]
    own, tables = _compute_all_values(metric), [_compute_all_values(one) for one in others]
    for space in _iterate_pair_spaces(make_card(metric).hides):
        best: tuple[float, tuple[Grades, Grades]] = (TOLERANCE, ((), ()))
        for first, second in space:
            if abs(own[first] - own[second]) <= TOLERANCE:  # which no undefined value is
                apart = sum(abs(one[first] - one[second]) for one in tables)
                if apart > best[0] + TOLERANCE:
                    best = apart, (first, second)
        if best[0] > TOLERANCE:
            found = (_compute_value(one, best[1]) for one in others)
            telling = sorted((one for one in found if one.difference > TOLERANCE), key=lambda one: -one.difference)
            return best[1], tuple(telling[:MAX_OTHER_METRICS])
    return None


def _make_metric_line(metric: Metric, lesson: str) -> Line | None:
    """The page's entry for a metric: two lists that only other metrics tell apart; None if there are none."""
    found = find_blind_pair(metric)
    if found is None:
        return None
    pair, telling = found
    return Line(
        metric.name.lower(),
        metric.name,
        metric.title,
        CARDS[metric.name].hides,
        lesson,
        ((pair[0],), (pair[1],)),
        _compute_value(metric, pair),
        telling,
    )


def _make_judgments_line() -> Line:
    """The page's entry for binary judgments: two orders with the same hits and other grades."""
    pairs = [pair for pair in combinations(_GRADED, 2) if Ranking(pair[0]).hits == Ranking(pair[1]).hits]
    pair = max(pairs, key=lambda pair: _compute_value(nDCG, pair).difference)
    return Line(
        "yes-or-no",
        "",
        "A judgment of yes or no",
        "How relevant a result is: a perfect one and a fair one are both just relevant.",
        "relevant",
        ((pair[0],), (pair[1],)),
        _compute_value(AP, pair),
        (_compute_value(nDCG, pair),),
    )


def _make_mean_line() -> Line:
    """The page's entry for a mean over queries: two middling lists against a good and a bad one, with equal means."""
    table = _compute_all_values(AP)
    by_value = {round(table[one], 9): one for one in _YES_NO if sum(one)}
    pairs = [*combinations(by_value.values(), 2), *((one, one) for one in by_value.values())]

    def values(queries: Sequence[Grades]) -> tuple[float, float]:
        """The AP of each of two queries."""
        return table[queries[0]], table[queries[1]]

    def spread(queries: Sequence[Grades]) -> float:
        """The difference between the AP of two queries."""
        first, second = values(queries)
        return abs(first - second)

    even, uneven = max(
        ((a, b) for a, b in product(pairs, repeat=2) if abs(fmean(values(a)) - fmean(values(b))) <= TOLERANCE),
        key=lambda two: spread(two[1]) - spread(two[0]),
    )
    a, b = values(even), values(uneven)
    return Line(
        "mean",
        "",
        "A mean over queries",
        "Which queries go well and which go badly.",
        "mean-average-precision",
        (even, uneven),
        Value("AP", f"MAP@{CUTOFF}", (fmean(a), fmean(b))),
        tuple(Value("AP", f"AP@{CUTOFF} of query {at}", (x, y)) for at, (x, y) in enumerate(zip(a, b, strict=True), 1)),
    )


def _make_metric_choice_line() -> Line:
    """The page's entry for a single metric: two orders that two other metrics rank oppositely."""

    def both(pair: tuple[Grades, Grades]) -> tuple[float, float]:
        """By how much RR prefers the first of two lists, and recall the second."""
        first, second = pair
        return _compute_all_values(RR)[first] - _compute_all_values(RR)[second], _compute_all_values(R)[
            second
        ] - _compute_all_values(R)[first]

    pairs = [pair for pair in permutations(_YES_NO, 2) if sum(pair[0]) == sum(pair[1]) > 0]
    pair = max(pairs, key=lambda pair: (min(both(pair)), sum(both(pair))))
    whole = P @ RESULTS_PER_LIST
    return Line(
        "choice",
        "",
        "One metric alone",
        "That another one would choose the other list.",
        "which-one",
        ((pair[0],), (pair[1],)),
        Value("P", format_symbol(whole), (whole(Ranking(pair[0])), whole(Ranking(pair[1])))),
        (_compute_value(RR, pair), _compute_value(R, pair)),
    )


def _make_metric_name_line() -> Line:
    """The page's entry for a metric's name: one list, and the values that two tools compute for it."""
    means = {name: tool.metrics["AP"] for name, tool in TOOLS.items() if "AP" in tool.metrics}
    ours, *others = means

    def apart(tool: str, grades: Grades) -> tuple[float, float]:
        """AP of a list as the first tool computes it, and as another one does."""
        return _compute_all_values(means[ours])[grades], _compute_all_values(means[tool])[grades]

    tool, grades = max(
        product(others, (one for one in _YES_NO if sum(one))), key=lambda two: abs(apart(*two)[0] - apart(*two)[1])
    )
    return Line(
        "name",
        "",
        "A metric’s name",
        "What a tool computes under it.",
        "tools",
        ((grades,), (grades,)),
        _compute_value(P, (grades, grades)),
        (Value("AP", f"AP@{CUTOFF}", apart(tool, grades)),),
        labels=(ours, tool),
    )


def _make_tie_line() -> Line:
    """The page's entry for tied scores: the two orders of two results, and the value that is the mean of both."""
    table = _compute_all_values(AP)

    def swap(found: tuple[Grades, int]) -> Grades:
        """The list with the results at a rank and the next one exchanged."""
        grades, rank = found
        return (*grades[: rank - 1], grades[rank], grades[rank - 1], *grades[rank + 1 :])

    worse = [(one, rank) for one in _YES_NO for rank in range(1, RESULTS_PER_LIST) if one[rank - 1] < one[rank]]
    best = max(worse, key=lambda found: table[swap(found)] - table[found[0]])
    grades, rank = best
    mean = tie_range(AP @ CUTOFF, Ranking(grades), [(rank, rank + 1)]).expected
    return Line(
        "ties",
        "",
        "Scores that are the same",
        f"Which of two results comes first: if ranks {rank} and {rank + 1} have one score, each order will do.",
        "ties",
        ((grades,), (swap(best),)),
        Value("AP", f"AP@{CUTOFF} in the mean over both orders", (mean, mean)),
        (_compute_value(AP, (grades, swap(best))), _compute_value(RR, (grades, swap(best)))),
    )


def _make_laboratory_line() -> Line:
    """The page's entry for offline evaluation: a list, and the same with two unjudged results."""
    metric = AP @ RESULTS_PER_LIST

    def ends(found: tuple[Grades, tuple[int, ...]]) -> tuple[float, float, float]:
        """AP of a list, and its least and greatest value if these ranks are unjudged."""
        low, high = bounds(metric, Ranking(found[0]), found[1])
        return metric(Ranking(found[0])), low, high

    def doubt(found: tuple[Grades, tuple[int, ...]]) -> float:
        """How far AP may be from its value, at least, if these ranks are unjudged."""
        value, low, high = ends(found)
        return min(value - low, high - value)

    tried = [
        (grades, ranks)
        for grades in _YES_NO
        if sum(grades)
        for ranks in combinations([at for at, one in enumerate(grades, 1) if not one], 2)
    ]
    grades, ranks = best = max(tried, key=doubt)
    value, low, high = ends(best)
    called = format_symbol(metric)
    return Line(
        "unjudged",
        "",
        "A value from judgments",
        "What nobody has judged, and counts as not relevant.",
        "offline-online",
        ((grades,), (grades,)),
        Value("AP", called, (value, value)),
        (
            Value("AP", f"The least that {called} can be", (value, low)),
            Value("AP", f"The most that {called} can be", (value, high)),
        ),
        k=RESULTS_PER_LIST,
        unjudged=ranks,
    )


@cache
def lines() -> dict[str, Line]:
    """All entries of “What each metric hides” by id, in the course's order; those of no lesson come last.

    >>> [line.id for line in lines().values() if line.lesson == "precision"]
    ['p', 'f1', 'rprec']
    """
    taught: dict[str, str] = {}
    for lesson in lessons().values():
        for name in lesson.metrics:
            taught.setdefault(name, lesson.id)
    found = [
        _make_judgments_line(),
        _make_mean_line(),
        _make_metric_choice_line(),
        _make_metric_name_line(),
        _make_tie_line(),
        _make_laboratory_line(),
        *(_make_metric_line(metric, taught.get(name, "")) for name, metric in METRICS.items()),
    ]
    course = [*lessons(), ""]
    made = sorted((one for one in found if one), key=lambda one: course.index(one.lesson))
    return {one.id: one for one in made}


def list_unlocked_lines(progress: Progress) -> frozenset[str]:
    """The ids of the entries of “What each metric hides” that the finished lessons have unlocked.

    Entries that no lesson unlocks come with the last lesson.

    >>> sorted(list_unlocked_lines(Progress.read("recall-1-2-3-4-5-6-7-8")))
    ['r', 'success']
    """
    done = {name for name in lessons() if progress.is_finished(name)}
    if len(done) == len(lessons()):
        return frozenset(lines())
    return frozenset(name for name, line in lines().items() if line.lesson in done)
