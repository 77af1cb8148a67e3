"""What can be read off a desk as a number: a metric, its place among all orders, a rank, a count."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, isnan
from statistics import fmean
from typing import TYPE_CHECKING

from irviz.metrics import METRICS, Metric, Ranking, confusion, distribution, tie_range
from irviz.state.cache import cache_by_size
from irviz.state.curves.series import MEAN_NAMES
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from irviz.state.board import Board, Item
    from irviz.state.chosen_conventions import Conventions
    from irviz.state.desk import Desk

AMONG = {
    "beats": "the share of all distinct orders that this order beats",
    "shuffle": "the mean over all distinct orders: what a shuffle scores on average",
    "best": "the value of the best of all orders",
    "worst": "the value of the worst of all orders",
}
"""What can be asked of a metric over all orders of the list."""

OVER_TIES = {
    "least": "the least value over the orders of what is tied",
    "expected": "the expected value over the orders of what is tied",
    "most": "the most over the orders of what is tied",
}
"""What can be asked of a metric over the orders of tied results; without ties it is the metric's value."""

COUNTS = {"TP": "true positives", "FP": "false positives", "FN": "false negatives", "TN": "true negatives"}
"""What a cutoff sorts the results into."""

OF_ITEM = ("rank", "grade", "relevant")
"""What can be asked of one result; `relevant` is 1 or 0."""

OF_DESK = {
    "k": "the cutoff",
    "n": "the length of the list",
    "top": "the highest grade of the scale",
    "threshold": "the lowest grade that is relevant",
}
"""Plain numbers of the desk."""

ALL_RELEVANT = "relevant"
"""Without a result in brackets: how many results are relevant, missed ones among them."""

FIRST = "first"
"""The rank of the first relevant result; NaN where there is none."""

# Equal values that were added up in another order differ by less than this.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a desk that a goal can ask for, such as a metric's value or a result's rank.

    A metric without a cutoff is read at the desk's k, but an `uncut` one over the whole list unless `here`.
    Where several boards are open, or `board` is `MEAN`, the value is their mean.

    Args:
        kind: `"metric"`, `FIRST`, `ALL_RELEVANT`, or a name from `AMONG`, `OVER_TIES`, `COUNTS`, `OF_ITEM`, `OF_DESK`.
        metric: The metric, for `"metric"`, `AMONG` and `OVER_TIES`; a plain one follows the desk's conventions.
        item: The id of a result, for `OF_ITEM`.
        cutoff: The cutoff, for `COUNTS`, or None for the desk's k.
        board: The id of the board it is read off, `MEAN` for all boards, None for the open ones.
        here: Whether an `uncut` one is read at the desk's k all the same: `AP@k`.

    Example:
        >>> from irviz.metrics import AP, nDCG
        >>> str(Quantity("metric", nDCG @ 4)), str(Quantity("metric", AP, board="mean"))
        ('nDCG@4', 'MAP')
        >>> str(Quantity("beats", AP)), str(Quantity("rank", item="dog", board="white-cat"))
        ('beats(AP)', 'rank(dog) of white-cat')
    """

    kind: str
    metric: Metric | None = None
    item: str = ""
    cutoff: int | None = None
    board: str | None = None
    here: bool = False

    def __str__(self) -> str:
        """The quantity as a goal writes it: `nDCG@4`, `rank(dog) of white-cat`."""
        return self._format(self.metric, self.cutoff)

    def label(self, desk: Desk) -> str:
        """Format the quantity with the cutoff that it has on a desk.

        Args:
            desk: The desk that it is read off.
        """
        cutoff = self.cutoff
        if self.kind in COUNTS:
            cutoff = cutoff or desk.k
        return self._format(self.apply_cutoff(desk), cutoff)

    def value(self, desk: Desk) -> float:
        """The quantity's value on a desk; NaN where the conventions leave a metric undefined.

        Raises:
            KeyError: If the desk has no such board.
            ValueError: If none of the boards read has such a result.
        """
        if self.kind in OF_DESK:
            return float(getattr(desk, self.kind))
        boards = self.boards(desk)
        if self.item:
            board = next((one for one in boards if self._find_index(one) is not None), None)
            if board is None:
                raise ValueError(f"there is no result {self.item!r} here")
            return float(self._compute_item_value(board))
        values = [self._compute_board_value(desk, board) for board in boards]
        return values[0] if len(values) == 1 else fmean(values)

    def find_item(self, desk: Desk) -> Item | None:
        """The result that the quantity is about; None if no board of the desk has it."""
        for board in self.boards(desk):
            index = self._find_index(board)
            if index is not None:
                return board.items[index]
        return None

    def boards(self, desk: Desk) -> tuple[Board, ...]:
        """The boards of a desk whose values the quantity takes.

        Raises:
            KeyError: If the desk has no such board.
        """
        if self.board is None:
            return desk.visible
        return desk.boards if self.board == MEAN else (desk.board(self.board),)

    def _find_index(self, board: Board) -> int | None:
        """The index into a board's items of the result that the quantity is about; None if the board lacks it."""
        return next((i for i, item in enumerate(board.items) if item.id == self.item), None)

    def _compute_item_value(self, board: Board) -> int:
        """The rank, grade or relevance (0 or 1) of the quantity's result on a board."""
        index = self._find_index(board)
        if index is None:
            raise ValueError(f"there is no result {self.item!r} here")
        if self.kind == "rank":
            return board.order.index(index) + 1
        grade = board.grades[index]
        return grade if self.kind == "grade" else int(grade >= board.threshold)

    def _compute_board_value(self, desk: Desk, board: Board) -> float:
        """The value on one board of a count, a metric, or a metric's statistic over all orders."""
        if self.kind in COUNTS:
            counts = confusion(board.ranking, self.cutoff or desk.k)
            return float(getattr(counts, self.kind.lower()))
        if self.kind == FIRST:
            return float(next(iter(board.ranking.hit_ranks), "nan"))
        metric = self.resolve_metric(desk)
        if metric is None:
            return float(board.ranking.relevant)
        if self.kind == "metric":
            return compute_value(metric, board.ranked, board.missed, board.threshold)
        if self.kind in OVER_TIES:
            found = tie_range(metric, Ranking(board.ranked, board.missed, board.threshold), desk.ties)
            return float(getattr(found, self.kind))
        values = compute_all_values(metric, tuple(sorted(board.ranked)), board.missed, board.threshold)
        if not values:
            return float("nan")
        match self.kind:
            case "shuffle":
                return fsum(values) / len(values)
            case "best":
                return values[-1]
            case "worst":
                return values[0]
            case _:
                here = compute_value(metric, board.ranked, board.missed, board.threshold)
                return bisect_left(values, here - _ROUNDING) / len(values)

    def apply_cutoff(self, desk: Desk) -> Metric | None:
        """The quantity's metric with the cutoff that it has on a desk; None if the quantity is no metric."""
        metric = self.metric
        if metric is None or metric.cutoff is not None or metric.own_cutoff:
            return metric
        return metric @ (desk.k if self.follows_cutoff else desk.n)

    @property
    def follows_cutoff(self) -> bool:
        """Whether the quantity is a metric at the desk's cutoff k, not at a fixed one."""
        metric = self.metric
        return metric is not None and metric.cutoff is None and (self.here or not metric.uncut)

    def resolve_metric(self, desk: Desk) -> Metric | None:
        """The quantity's metric with its cutoff and conventions on a desk; None if the quantity is no metric."""
        metric = self.apply_cutoff(desk)
        return None if metric is None else _apply_conventions(metric, desk.conventions)

    def _format(self, metric: Metric | None, cutoff: int | None) -> str:
        """The quantity as a goal writes it, with this metric or this cutoff in place of its own."""
        board = "" if self.board is None else f" of {self.board}"
        if metric is not None:
            text = str(metric) + ("@k" if self.here and metric.cutoff is None else "")
            if self.board == MEAN and metric.name in MEAN_NAMES:
                text = MEAN_NAMES[metric.name] + text.removeprefix(metric.name)
                board = ""
            return (text if self.kind == "metric" else f"{self.kind}({text})") + board
        if self.item:
            return f"{self.kind}({self.item}){board}"
        return f"{self.kind}{'' if cutoff is None else f'@{cutoff}'}{board}"


@lru_cache(maxsize=1024)
def _apply_conventions(metric: Metric, conventions: Conventions) -> Metric:
    """The variant of a metric under some conventions; a metric with parameters of its own stays as it is."""
    plain = METRICS[metric.name]
    if metric != (plain if metric.cutoff is None else plain @ metric.cutoff):
        return metric
    return conventions.metric(metric)


@lru_cache(maxsize=32_768)
def compute_value(metric: Metric, ranked: tuple[int, ...], missed: tuple[int, ...] = (), threshold: int = 1) -> float:
    """Compute the value of a metric on a list of grades; cached.

    Args:
        metric: The metric with its cutoff.
        ranked: Grades in rank order.
        missed: Grades of judged items that were not retrieved.
        threshold: The lowest grade that counts as relevant.

    >>> from irviz.metrics import RR
    >>> compute_value(RR, (0, 1))
    0.5
    """
    return metric(Ranking(ranked, missed=missed, threshold=threshold))


@cache_by_size(lambda values, *_: 500 + 32 * len(values))
def compute_all_values(
    metric: Metric, grades: tuple[int, ...], missed: tuple[int, ...] = (), threshold: int = 1
) -> tuple[float, ...]:
    """Compute the values of a metric over all distinct orders of some grades, lowest first; cached.

    Orders without a value are left out; of more than 50,000 orders, random ones stand for all.

    >>> from irviz.metrics import P
    >>> compute_all_values(P @ 1, (0, 0, 1))
    (0.0, 0.0, 1.0)
    """
    values = distribution(metric, Ranking(grades, missed, threshold)).values
    return tuple(value for value in values if not isnan(value))
