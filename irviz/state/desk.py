"""A desk: the boards that belong together, which one is open, and how it is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from irviz.state.chosen_conventions import PLOTTED, SUMS, Conventions
from irviz.state.locks import ACTIONS, PARTS
from irviz.state.pairs.judgments import share_judgments
from irviz.state.tied_ranks import change_ties, check_ties

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.deck import SavedState

MEAN = "mean"
"""The name under which all boards of a desk are open at once, and their mean is shown."""

LENSES: Mapping[str, str] = MappingProxyType(
    {
        "working": "Working",
        "changes": "What changed",
        "confusion": "Confusion",
        "precision-recall": "Precision–recall",
        "gain": "Gain",
        "orders": "All orders",
        "ties": "Ties",
        "conventions": "Conventions",
    }
)
"""What can be shown below the chart, one thing at a time: what each is called on its tab, in their order."""

MAX_GRADE = 10
"""No scale of grades goes further."""

ALL_NAMES = tuple(metric.name for metric in (*PLOTTED, *SUMS))
"""Every metric that the page can show."""


@dataclass(frozen=True)
class Desk:
    """Everything a link carries: the boards, and how they are looked at.

    An example is a desk before the user has changed anything.

    Args:
        id: Short name of the example that this is; several desks in one catalogue differ in it.
        boards: One for each query, all with the same number of items.
        opened: The id of the open board, or `MEAN` for all of them.
        k: The cutoff, from 1 to the length of the list.
        hidden: Names of the metrics whose curves are hidden.
        metric: Name of the metric whose working is shown.
        lens: Name of what is shown below the chart; one of `LENSES`.
        conventions: The conventions that the metrics follow.
        again: Two ranks, at both of which a result is in the panel of conventions; empty leaves the choice to it.
        off: Names of the parts that are hidden and the actions that are locked; see `irviz.state.locks`.
        predict: Whether the user predicts what an action does before it is shown.
        told: Whether the curves of what is on the boards have been shown after a prediction, so that
            nothing of them is covered any more; links leave it out, and desks that differ in it alone are equal.
        present: Whether the page is laid out for a projector.
        masked: Whether values are masked on the projector; see `last_visible_cutoff`.
        revealed: Names of the metrics whose values are shown despite the mask.
        deck: The states that are kept for a talk; see `irviz.state.deck`.
        place: The number of the saved state that was shown last, from 1; 0 for none.
        first: The open step of the introduction (“first minute”), from 1; 0 for none.
        paired: Whether these are two lists for one query, under one set of judgments; see
            `irviz.state.pairs.pair`.
        asked: The query of a pair's two lists, where it is known; it is in no link.
        swapped: Whether the names of a pair's lists have changed places, as the lists have.
        ties: The first and the last rank of each group of ranks whose results have one score, from the top. They
            are ranks and not results: whatever is moved to a rank gets the score of that rank.

    Raises:
        ValueError: If `opened` names no board, `k` is off the boards, a name is unknown, a pair is
            none, or ties are not ranks of all boards.
    """

    id: str
    boards: tuple[Board, ...]
    opened: str
    k: int
    hidden: tuple[str, ...] = ()
    metric: str = "AP"
    lens: str = "working"
    conventions: Conventions = field(default_factory=Conventions)
    again: tuple[int, ...] = ()
    off: tuple[str, ...] = ()
    predict: bool = False
    told: bool = field(default=False, compare=False)
    present: bool = False
    masked: bool = False
    revealed: tuple[str, ...] = ()
    deck: tuple[SavedState, ...] = ()
    place: int = 0
    first: int = 0
    paired: bool = False
    asked: str = ""
    swapped: bool = False
    ties: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        """Raise a ValueError for invalid fields, as the class says."""
        if self.opened not in (*self.names, MEAN):
            raise ValueError(f"there is no board {self.opened!r}, only {', '.join(self.names)}")
        if type(self.k) is not int or not 1 <= self.k <= self.n:
            raise ValueError(f"the cutoff must be a whole number from 1 to {self.n}, not {self.k!r}")
        if self.metric not in ALL_NAMES:
            raise ValueError(f"there is no metric {self.metric!r} on the page")
        if self.lens not in LENSES:
            raise ValueError(f"there is no view {self.lens!r}")
        if self.again and not (len(self.again) == 2 and 1 <= self.again[0] < self.again[1]):
            raise ValueError(f"a result is at two ranks, the first first, and not at {self.again!r}")
        for name in self.off:
            if name not in PARTS and name not in ACTIONS:
                raise ValueError(f"there is nothing called {name!r} to hide or lock")
        if self.paired and (len(self.boards) != 2 or self.opened != MEAN):
            raise ValueError("a pair is two boards, both of them open")
        if self.ties:
            check_ties(self.ties, 0 if self.paired else self.shortest)

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of the boards, in order."""
        return tuple(board.id for board in self.boards)

    @property
    def n(self) -> int:
        """The length of the longest list."""
        return max(board.depth for board in self.boards)

    @property
    def shortest(self) -> int:
        """The number of cards on the board with the fewest."""
        return min(board.n for board in self.boards)

    @property
    def last_visible_cutoff(self) -> int:
        """The last cutoff whose values may be shown.

        Values after it are covered, on the page and in everything that is shared: beyond the cutoff
        while the user predicts, until the prediction is checked; and all (0) while a presenter has masked
        the values: revealed metrics are shown on the page alone.
        """
        if self.present and self.masked:
            return 0
        return self.k if self.predict and not self.told else self.n

    @property
    def top(self) -> int:
        """The highest grade of the boards' common scale."""
        return max(board.top for board in self.boards)

    @property
    def threshold(self) -> int:
        """The lowest grade that counts as relevant."""
        return self.boards[0].threshold

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics shown, under the desk's conventions; sums such as DCG on graded boards only."""
        return _list_metrics(self.conventions, graded=self.top > 1)

    @property
    def charted(self) -> tuple[Metric, ...]:
        """The shown metrics drawn as curves: those from 0 to 1; if all of these are hidden, the sums.

        Sums have no upper end that all share, so they are never on one scale with the others.
        """
        sums = self.metrics[len(PLOTTED) :]
        alone = {metric.name for metric in PLOTTED} <= {*self.hidden}
        return sums if sums and alone else self.metrics[: len(PLOTTED)]

    def has_same_values(self, other: Desk) -> bool:
        """Whether both desks have equal metrics and thresholds, so that equal grades have equal values."""
        return (self.metrics, self.threshold) == (other.metrics, other.threshold)

    @property
    def visible(self) -> tuple[Board, ...]:
        """The boards that are shown: the open one, or all of them if `MEAN` is open."""
        return self.boards if self.opened == MEAN else tuple(board for board in self.boards if board.id == self.opened)

    def board(self, name: str) -> Board:
        """The board with this id.

        Raises:
            KeyError: If there is none.
        """
        for board in self.boards:
            if board.id == name:
                return board
        raise KeyError(name)

    def replace_boards(self, *changed: Board) -> Desk:
        """A copy in which these boards replace those with the same ids.

        On a pair, what is judged on one board is judged on the other.
        """
        new = {board.id: board for board in changed}
        boards = tuple(new.get(board.id, board) for board in self.boards)
        return replace(self, boards=share_judgments(self.boards, boards) if self.paired else boards)

    def without_deck(self) -> Desk:
        """A copy without the saved states, which are for the speaker only."""
        return replace(self, deck=(), place=0)

    def without_notes(self) -> Desk:
        """A copy without notes and questions, for an address that others may see."""
        return replace(self, deck=tuple(one.for_address for one in self.deck))

    def move_cutoff(self, k: int) -> Desk:
        """A copy with cutoff k."""
        return replace(self, k=k)

    def tie(self, first: int, last: int, *, together: bool) -> Desk:
        """A copy in which neighbouring ranks from `first` to `last` are tied, or none of them with the next."""
        check_ties(((first, last),), self.shortest)
        return replace(self, ties=change_ties(self.ties, first, last, together=together))

    def open(self, name: str) -> Desk:
        """A copy with another board open, or `MEAN`."""
        return replace(self, opened=name)

    def look(self, metric: str | None = None, lens: str | None = None) -> Desk:
        """A copy with another metric explained, or another lens (panel) below the chart."""
        return replace(self, metric=metric or self.metric, lens=lens or self.lens)

    def change_scale(self, top: int, threshold: int) -> Desk:
        """A copy with grades from 0 to `top` (1 to 10), relevant from `threshold` (1 to `top`) on.

        Grades above the new top become the top.
        """
        whole = type(top) is int and type(threshold) is int
        if not whole or not 1 <= threshold <= top <= MAX_GRADE:
            raise ValueError(
                f"a scale goes up to at most {MAX_GRADE}, and relevance starts on it; not up to {top} from {threshold}"
            )
        if all((board.top, board.threshold) == (top, threshold) for board in self.boards):
            return self
        return self.replace_boards(
            *(
                replace(board, top=top, threshold=threshold, grades=tuple(min(grade, top) for grade in board.grades))
                for board in self.boards
            )
        )

    def hide_curves(self, hidden: tuple[str, ...]) -> Desk:
        """A copy with exactly these metrics' curves hidden."""
        return replace(self, hidden=hidden)


@lru_cache(maxsize=256)
def _list_metrics(conventions: Conventions, *, graded: bool) -> tuple[Metric, ...]:
    """The metrics shown on a desk under these conventions: those with curves, on graded boards also the sums."""
    return tuple(conventions.metric(metric) for metric in ((*PLOTTED, *SUMS) if graded else PLOTTED))
