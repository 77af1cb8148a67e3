"""Where two metrics disagree: the clearest pair of orders that they rank oppositely.

How strongly a metric prefers one order to another is the difference of its values, as a share of the
range from its worst order to its best. A pair is as clear as the weaker of the two preferences. To find
the clearest pair, orders with equal values count once; that a pair of a given clearness exists is then
one sweep over the values of A with the best value of B so far, and halving finds the limit.

Where no two orders are opposite, what is said comes from the metrics' values alone, never from their names,
so it holds under any conventions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from math import factorial, isnan, prod
from random import Random
from typing import TYPE_CHECKING

from irviz.metrics import Ranking
from irviz.state.metric_words import describe_metric
from irviz.state.number_words import format_number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board

MAX_EXACT_ORDERS = 10_000
"""Up to this many distinct orders, all are evaluated; eight results have at most 40,320."""

SAMPLED_ORDERS = 4_000
"""Random orders that are evaluated where there are more distinct ones."""

Order = tuple[int, ...]
"""Grades in rank order."""


def list_orders(grades: Sequence[int]) -> tuple[Iterable[Order], bool, int]:
    """The distinct orders of some grades, or a random sample if too many; whether these are all; how many exist.

    >>> orders, exact, number = list_orders([1, 0, 0])
    >>> list(orders), exact, number
    ([(0, 0, 1), (0, 1, 0), (1, 0, 0)], True, 3)
    """
    number = factorial(len(grades)) // prod(map(factorial, Counter(grades).values()))
    if number <= MAX_EXACT_ORDERS:
        return _permute_grades(Counter(grades), len(grades)), True, number
    draw = Random(0)  # noqa: S311 - a reproducible draw, not a secret
    drawn = {tuple(draw.sample(list(grades), len(grades))) for _ in range(SAMPLED_ORDERS)}
    return sorted(drawn), False, number


def _permute_grades(left: Counter[int], n: int) -> Iterator[Order]:
    """Generate every distinct order of `n` grades, given how often each is left; ascending."""
    if not n:
        yield ()
    for grade in sorted(left):
        if left[grade]:
            left[grade] -= 1
            for rest in _permute_grades(left, n - 1):
                yield (grade, *rest)
            left[grade] += 1


def list_single_moves(order: Order) -> Iterator[Order]:
    """List every order that moving one result leads to, some of them more than once.

    >>> sorted(set(list_single_moves((1, 0, 0))))
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    for i, grade in enumerate(order):
        rest = order[:i] + order[i + 1 :]
        for j in range(len(order)):
            if j != i:
                yield (*rest[:j], grade, *rest[j:])


def count_moves(first: Order, second: Order) -> int:
    """Count the fewest results to move from one order to the other: all but the longest common subsequence.

    >>> count_moves((1, 0, 0, 1), (0, 0, 1, 1))
    1
    """
    lengths = [0] * (len(second) + 1)
    for grade in first:
        diagonal = 0
        for at, other in enumerate(second, 1):
            above = lengths[at]
            lengths[at] = diagonal + 1 if grade == other else max(above, lengths[at - 1])
            diagonal = above
    return len(first) - lengths[-1]


MAX_COMPARED_PAIRS = 2_500
"""Up to this many pairs of orders are compared one by one."""

_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two orders of the same results that two metrics prefer oppositely.

    Args:
        a: The metric that prefers the first order, with its cutoff.
        b: The metric that prefers the second one.
        first: Grades in rank order.
        second: The same grades in another order.
        values_a: The values of a on the first and on the second order.
        values_b: The values of b on them.
        strength_a: How strongly a prefers the first order: a share of the range of a over all orders.
        strength_b: How strongly b prefers the second one.
        moves: The fewest results to move from the first order to the second.
        exact: Whether all distinct orders were looked at, so that no pair is clearer.
        orders: How many distinct orders there are.
    """

    a: Metric
    b: Metric
    first: Order
    second: Order
    values_a: tuple[float, float]
    values_b: tuple[float, float]
    strength_a: float
    strength_b: float
    moves: int
    exact: bool
    orders: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """The result of a search that found no pair of orders which two metrics prefer oppositely.

    Args:
        a: A metric with its cutoff.
        b: The other one.
        claim: Why there is no such pair.
        looked: Which orders were searched.
        orders: How many distinct orders there are.
    """

    a: Metric
    b: Metric
    claim: Claim
    looked: SearchedOrders
    orders: int

    @property
    def exact(self) -> bool:
        """Whether all distinct orders were searched, so that a disagreement is ruled out."""
        return self.looked.exact

    @property
    def reason(self) -> str:
        """A sentence that says why the two metrics do not disagree."""
        return self.claim.describe(self.looked)


def find_disagreement(  # noqa: PLR0913 - the question in full
    a: Metric,
    b: Metric,
    grades: Sequence[int],
    missed: Sequence[int] = (),
    threshold: int = 1,
    *,
    without: Collection[Order] = (),
) -> Disagreement | Agreement:
    """Find the clearest pair of orders of some results that two metrics prefer oppositely.

    Args:
        a: A metric with its cutoff, by any conventions.
        b: The other one; its cutoff may be another.
        grades: The grades of the results, in any order.
        missed: The grades of judged results that were not retrieved.
        threshold: The lowest grade that counts as relevant.
        without: Orders that neither side of the pair may be.

    Returns:
        The pair; of equally clear ones, the one with the fewest moves between. An `Agreement` if there is none.

    Example:
        >>> from irviz.metrics import AP, P, R, RR
        >>> found = find_disagreement(RR @ 8, AP @ 8, [0, 1, 0, 1, 1, 0, 1, 0])
        >>> found.first, found.second
        ((1, 0, 0, 0, 0, 1, 1, 1), (0, 1, 1, 1, 1, 0, 0, 0))
        >>> found.values_a
        (1.0, 0.5)
        >>> find_disagreement(P @ 2, R @ 2, [0, 1, 0, 1]).reason
        'P@2 and R@2 have the same value on every order of these results.'
    """
    everything, exact, defined, number = _group_by_values(a, b, tuple(sorted(grades)), tuple(missed), threshold)
    ranges = [(min(side), max(side)) for side in zip(*everything, strict=True)] or [(0.0, 0.0)] * 2
    spans = [highest - lowest for lowest, highest in ranges]
    if min(spans) <= TOLERANCE:
        return Agreement(a, b, find_claim(a, b, everything), SearchedOrders(exact, defined), number)
    groups = {
        point: kept
        for point, orders in everything.items()
        if (kept := [order for order in orders if order not in without])
    }
    scaled = {(x / spans[0], y / spans[1]): (x, y) for x, y in groups}
    pairs = _find_clearest(list(scaled))
    if not pairs:
        looked = SearchedOrders(exact, defined, left=bool(without))
        return Agreement(a, b, find_claim(a, b, groups), looked, number)
    moves, first, second, p, q = _find_nearest([(groups[scaled[p]], groups[scaled[q]], p, q) for p, q in pairs])
    value_a, value_b = (_make_scorer(metric, missed, threshold) for metric in (a, b))
    return Disagreement(
        a,
        b,
        first,
        second,
        values_a=(value_a(first), value_a(second)),
        values_b=(value_b(first), value_b(second)),
        strength_a=p[0] - q[0],
        strength_b=q[1] - p[1],
        moves=moves,
        exact=exact,
        orders=number,
    )


@lru_cache(maxsize=32)
def _group_by_values(
    a: Metric, b: Metric, grades: Order, missed: Order, threshold: int
) -> tuple[dict[_Point, list[Order]], bool, bool, int]:
    """Group the orders of some grades by their values under two metrics; cached.

    Returns:
        By (value of a, value of b), the orders; whether all distinct orders were scored, not a sample; whether
        both metrics are defined on each; and how many distinct orders exist.
    """
    orders, exact, number = list_orders(grades)
    groups: defaultdict[_Point, list[Order]] = defaultdict(list)
    value_a, value_b = (_make_scorer(metric, missed, threshold) for metric in (a, b))
    defined = True
    for order in orders:
        point = round(value_a(order), 12), round(value_b(order), 12)
        if any(map(isnan, point)):
            defined = False
        else:
            groups[point].append(order)
    return dict(groups), exact, defined, number


def _make_scorer(metric: Metric, missed: Sequence[int], threshold: int) -> Callable[[Order], float]:
    """Make a function from an order to a metric's value; a binary metric computes each pattern of hits once."""
    if metric.graded:
        return lambda order: metric(Ranking(order, missed, threshold))
    level = metric.rel or threshold
    hits = [int(grade >= level) for grade in missed]
    plain = metric(rel=1) if metric.rel else metric
    of_hits = cache(lambda pattern: plain(Ranking(pattern, hits)))
    return lambda order: of_hits(tuple([1 if grade >= level else 0 for grade in order]))


def _find_clearest(points: list[_Point]) -> list[tuple[_Point, _Point]]:
    """All pairs of points (value of A, value of B) on which the metrics disagree most, by the smaller difference."""
    points = sorted(points)
    if not _find_opposed(points, TOLERANCE):
        return []
    low, high = TOLERANCE, points[-1][0] - points[0][0]
    while high - low > TOLERANCE / 4:
        middle = (low + high) / 2
        low, high = (middle, high) if _find_opposed(points, middle) else (low, middle)
    need = low - TOLERANCE
    return [
        ((x, y), (p, q)) for x, y in _find_opposed(points, need) for p, q in points if p <= x - need and q >= y + need
    ]


def _find_opposed(points: list[_Point], need: float) -> list[_Point]:
    """Of sorted points (value of A, value of B), those with another that is lower by `need` for A, and higher for B."""
    highest, behind = float("-inf"), 0
    found = []
    for x, y in points:
        while points[behind][0] <= x - need:
            highest = max(highest, points[behind][1])
            behind += 1
        if highest >= y + need:
            found.append((x, y))
    return found


def _find_nearest(
    pairs: list[tuple[list[Order], list[Order], _Point, _Point]],
) -> tuple[int, Order, Order, _Point, _Point]:
    """Find the fewest moves between two orders, these orders, and the points of their groups.

    Args:
        pairs: For each pair of groups: the orders of the first and of the second, and the points (value of A,
            value of B) of both.
    """
    found = []
    deepest = len(pairs[0][0][0])
    for firsts, seconds, p, q in pairs:
        few = len(firsts) * len(seconds) <= MAX_COMPARED_PAIRS
        best = _compare_all_pairs(firsts, seconds) if few else _search_by_level(firsts, {*seconds}, deepest)
        if best is not None:
            found.append((*best, p, q))
            deepest = min(deepest, best[0])
    return min(found)


def _compare_all_pairs(firsts: list[Order], seconds: list[Order]) -> tuple[int, Order, Order]:
    """The fewest moves between an order of each group, and these two orders; found by comparing each with each."""
    return min((count_moves(x, y), x, y) for x in firsts for y in seconds)


def _search_by_level(firsts: list[Order], seconds: set[Order], deepest: int) -> tuple[int, Order, Order] | None:
    """The fewest moves between an order of each group, and these two orders; found by breadth-first search.

    None where there are more than `deepest` moves between any two.
    """
    origin = {order: order for order in sorted(firsts)}
    level = list(origin)
    for moves in range(1, deepest + 1):
        following, hits = [], []
        for order in level:
            for moved in list_single_moves(order):
                if moved not in origin:
                    origin[moved] = origin[order]
                    following.append(moved)
                    if moved in seconds:
                        hits.append(moved)
        if hits:
            return moves, origin[min(hits)], min(hits)
        level = following
    return None


def arrange_board(board: Board, order: Order) -> Board:
    """A copy of a board in which its grades stand in this order; results with equal grades keep their order.

    Args:
        board: The board.
        order: Its grades in another order.

    Raises:
        ValueError: If these are not the board's grades.
    """
    if sorted(order) != sorted(board.ranked):
        raise ValueError(f"the grades {order} are not those of board {board.id!r}")
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    for index in reversed(board.order):
        waiting[board.grades[index]].append(index)
    return board.reorder([waiting[grade].pop() for grade in order])


TOLERANCE = 1e-9
"""Values that differ by less are one value."""


@dataclass(frozen=True, slots=True)
class SearchedOrders:
    """Which orders of some results a claim about two metrics was checked on.

    Args:
        exact: Whether all of them were looked at, or a random sample.
        defined: Whether both metrics have a value on each of those.
        left: Whether these are only the ones that no pair has shown yet.
    """

    exact: bool = True
    defined: bool = True
    left: bool = False

    @property
    def phrase(self) -> str:
        """A noun phrase without an article that says which orders were searched.

        >>> SearchedOrders().phrase, SearchedOrders(exact=False, defined=False).phrase
        ('order of these results', 'order that was drawn and has both values')
        """
        facts = [
            *([] if self.exact else ["was drawn"]),
            *([] if self.defined else ["has both values"]),
            *(["is left"] if self.left else []),
        ]
        return f"order that {' and '.join(facts)}" if facts else "order of these results"


@dataclass(frozen=True, slots=True)
class Itself:
    """The claim that both metrics are the same one."""

    metric: Metric

    def describe(self, _: SearchedOrders) -> str:
        """A sentence that says that both metrics are the same one."""
        return f"{describe_metric(self.metric)} is compared with itself: one metric cannot prefer both of two orders."


@dataclass(frozen=True, slots=True)
class Undefined:
    """The claim that there is no order on which both metrics have a value."""

    a: Metric
    b: Metric

    def describe(self, looked: SearchedOrders) -> str:
        """A sentence that says that no searched order (`looked`) has a value by both metrics."""
        orders = SearchedOrders(looked.exact, left=looked.left).phrase
        return f"{describe_metric(self.a)} and {describe_metric(self.b)} are not both defined on any {orders}."


@dataclass(frozen=True, slots=True)
class Constant:
    """The claim that a metric has the same value on every order."""

    metric: Metric
    value: float

    def describe(self, looked: SearchedOrders) -> str:
        """A sentence that says that the metric has one value on all searched orders (`looked`)."""
        return (
            f"{describe_metric(self.metric)} has the same value, {format_number(self.value)}, on every {looked.phrase}."
        )


@dataclass(frozen=True, slots=True)
class Proportional:
    """The claim that the value of b is a positive number times that of a."""

    a: Metric
    b: Metric
    factor: float

    def describe(self, looked: SearchedOrders) -> str:
        """A sentence that says that one metric is a multiple of the other on all searched orders (`looked`)."""
        a, b = describe_metric(self.a), describe_metric(self.b)
        if abs(self.factor - 1) <= TOLERANCE:
            return f"{a} and {b} have the same value on every {looked.phrase}."
        return (
            f"{a} and {b} differ by a number only, which no order changes: on every {looked.phrase}, "
            f"{b} is {format_number(self.factor)} times {a}."
        )


@dataclass(frozen=True, slots=True)
class Sign:
    """The claim that a metric is 1 where another one is above 0, and 0 where it is not."""

    metric: Metric
    other: Metric

    def describe(self, looked: SearchedOrders) -> str:
        """A sentence that says that, on searched orders (`looked`), a metric is 1 where another is above 0, else 0."""
        one, other = describe_metric(self.metric), describe_metric(self.other)
        return (
            f"{one} only asks whether {other} is above 0: on every {looked.phrase}, it is 1 where {other} is "
            "above 0, and 0 where it is not."
        )


@dataclass(frozen=True, slots=True)
class Unopposed:
    """The claim that no two orders are preferred oppositely, where nothing simpler is true."""

    a: Metric
    b: Metric

    def describe(self, looked: SearchedOrders) -> str:
        """A sentence that says that the metrics prefer no two searched orders (`looked`) oppositely."""
        a, b = describe_metric(self.a), describe_metric(self.b)
        return f"There is no {looked.phrase} that {a} prefers to another one while {b} prefers that one."


Claim = Itself | Undefined | Constant | Proportional | Sign | Unopposed


def find_claim(a: Metric, b: Metric, values: Collection[tuple[float, float]]) -> Claim:
    """Find the simplest claim that is true of two metrics that do not disagree.

    Args:
        a: A metric with its cutoff.
        b: The other one.
        values: The values of a and b on each order that was looked at, where both are defined.

    >>> from irviz.metrics import RR, P, R, Success
    >>> find_claim(Success @ 3, RR @ 3, [(1, 0.5), (1, 1), (0, 0)]).describe(SearchedOrders())
    'Success@3 only asks whether RR@3 is above 0: on every order of these results, it is 1 where RR@3 is above 0, and 0 where it is not.'
    >>> find_claim(P @ 2, R @ 2, [(0, 0), (0.5, 0.25), (1, 0.5)]).describe(SearchedOrders(exact=False))
    'P@2 and R@2 differ by a number only, which no order changes: on every order that was drawn, R@2 is 0.5 times P@2.'
    """  # noqa: E501 - sentences as they are read
    if a == b:
        return Itself(a)
    if not values:
        return Undefined(a, b)
    for metric, own in zip((a, b), zip(*values, strict=True), strict=True):
        if max(own) - min(own) <= TOLERANCE:
            return Constant(metric, own[0])
    most, at = max(values)
    if most > 0 < at and all(abs(y - x * at / most) <= TOLERANCE * max(1, at) for x, y in values):
        return Proportional(a, b, at / most)
    for one, other, pairs in ((a, b, values), (b, a, [(y, x) for x, y in values])):
        if all(abs(x - (y > TOLERANCE)) <= TOLERANCE for x, y in pairs):
            return Sign(one, other)
    return Unopposed(a, b)
