"""Results of many queries: judgments, one or two runs, and what a hand has changed in them since."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics import Ranking, evaluate
from irviz.state.board import Board, Item
from irviz.state.desk import HIGHEST
from irviz.state.rules import PLOTTED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.metrics import Evaluation

SHOWN = 50
"""How many ranks of a query are cards on the board; no more than the curves of a chart can tell apart."""

_KEPT = 4
"""For how many cutoffs the values are kept."""


class Bounds(NamedTuple):
    """A value where no unjudged result is relevant, and where all of them are."""

    none: float
    all: float


@dataclass(frozen=True)
class Collection:
    """Runs under the same judgments.

    Values are computed when they are first asked for, for all queries at once; a change of one query
    afterwards computes that query alone.

    Args:
        qrels: For each query, the grade of each judged document; below 0 counts as 0.
        runs: By the name of each run, for each query the score of each document.
        titles: What a person reads for a document, where there is more than its id.
        edits: Boards that a hand has changed, by run and query.

    Raises:
        ValueError: There is no run, or a run has a query without judgments.

    Example:
        >>> results = Collection({"q": {"a": 1, "b": 0}}, {"A": {"q": {"b": 2.0, "a": 1.0}}})
        >>> results.means("A", 1)["P"], results.board("A", "q").pattern
        (0.0, '01')
        >>> results.edit("A", "q", results.board("A", "q").ideal()).means("A", 1)["P"]
        1.0
    """

    qrels: Mapping[str, Mapping[str, int]]
    runs: Mapping[str, Mapping[str, Mapping[str, float]]]
    titles: Mapping[str, str] = field(default_factory=dict)
    edits: Mapping[tuple[str, str], Board] = field(default_factory=dict)
    _kept: dict[tuple[str, int], Evaluation] = field(
        default_factory=dict, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if not self.runs:
            raise ValueError("there is no run: pass at least one")
        for name, run in self.runs.items():
            if strange := next((query for query in run if query not in self.qrels), None):
                raise ValueError(f"query {strange!r} of run {name!r} has no judgments")

    @property
    def queries(self) -> tuple[str, ...]:
        """Every judged query, in the order of the judgments."""
        return tuple(self.qrels)

    def evaluation(self, run: str, k: int) -> Evaluation:
        """The values of the run as it was brought, at cutoff `k`, kept for the next time."""
        if (run, k) not in self._kept:
            while len(self._kept) >= _KEPT * len(self.runs):
                self._kept.pop(next(iter(self._kept)))
            metrics = [metric @ k for metric in PLOTTED]
            self._kept[run, k] = evaluate(self.qrels, self.runs[run], metrics)
        return self._kept[run, k]

    def values(self, run: str, k: int) -> dict[str, tuple[float, ...]]:
        """By metric, the value of each query as it is now, in the order of `queries`."""
        found = self.evaluation(run, k).values
        columns = {metric.name: list(column) for metric, column in found.items()}
        changed = [query for name, query in self.edits if name == run]
        if changed:
            places = {query: place for place, query in enumerate(self.qrels)}
            for query in changed:
                for name, value in self.value(run, query, k).items():
                    columns[name][places[query]] = value
        return {name: tuple(column) for name, column in columns.items()}

    def means(self, run: str, k: int) -> dict[str, float]:
        """By metric, the mean over all queries as they are now."""
        found = self.evaluation(run, k)
        means = {metric.name: mean for metric, mean in found.means.items()}
        moved: dict[str, list[float]] = {name: [] for name in means}
        for name, query in self.edits:
            if name != run:
                continue
            before = self._brought(run, query, k)
            for metric, value in self.value(run, query, k).items():
                moved[metric].append(value - before[metric])
        count = len(self.qrels)
        return {name: mean + fsum(moved[name]) / count for name, mean in means.items()}

    def value(self, run: str, query: str, k: int) -> dict[str, float]:
        """By metric, the value of one query as it is now."""
        board = self.edits.get((run, query))
        if board is None:
            return self._brought(run, query, k)
        ranking = self._whole(run, query, board)
        return {metric.name: (metric @ k)(ranking) for metric in PLOTTED}

    def undefined(self, run: str, k: int) -> dict[str, int]:
        """By metric, on how many queries it had no value of its own and counted as 0."""
        found = self.evaluation(run, k).undefined
        return {metric.name: len(queries) for metric, queries in found.items()}

    def ranked(self, run: str, query: str) -> list[str]:
        """The documents of a query, best first; of equal scores the greater id, as in trec_eval."""
        scores = self.runs[run].get(query, {})
        return sorted(scores, key=lambda document: (scores[document], document), reverse=True)

    def judged(self, run: str, query: str, k: int) -> int:
        """How many of the first `k` results somebody judged."""
        grades = self.qrels[query]
        return sum([document in grades for document in self.ranked(run, query)[:k]])

    def bounds(self, run: str, query: str, k: int) -> dict[str, Bounds]:
        """By metric, the value of the query as it was brought, by what its unjudged results are.

        Those among the first `k` are taken as not relevant, and then as relevant with the lowest
        grade that counts. Some metrics can also fall when one result more is relevant.
        """
        known = self.qrels[query]
        unknown = [document for document in self.ranked(run, query)[:k] if document not in known]
        low = self._brought(run, query, k)
        if not unknown:
            return {name: Bounds(value, value) for name, value in low.items()}
        grades = {**known, **dict.fromkeys(unknown, 1)}
        scores = self.runs[run].get(query, {})
        found = evaluate({query: grades}, {query: scores}, [metric @ k for metric in PLOTTED])
        return {metric.name: Bounds(low[metric.name], mean) for metric, mean in found.means.items()}

    def board(self, run: str, query: str) -> Board:
        """A query as a board: the first ranks as its items, and what is below them as missed.

        Metrics at a cutoff up to `SHOWN` have the values that the whole list has.

        Raises:
            ValueError: The run has nothing for the query, or a grade is beyond any board's scale.
        """
        changed = self.edits.get((run, query))
        return changed or self.fresh(run, query)

    def fresh(self, run: str, query: str) -> Board:
        """The same as it was brought."""
        known = {document: max(grade, 0) for document, grade in self.qrels[query].items()}
        shown = self.ranked(run, query)[:SHOWN]
        if not shown:
            raise ValueError(f"run {run} has no results for query {query}: its values are 0")
        top = max(known.values(), default=0)
        if top > HIGHEST:
            raise ValueError(f"a board takes grades up to {HIGHEST}; query {query} has {top}")
        below = known.keys() - set(shown)
        return Board(
            id=f"result-{self.queries.index(query) + 1}",  # an id from a file does not go into links
            query=query,
            items=tuple(self._item(document, known) for document in shown),
            order=tuple(range(len(shown))),
            grades=tuple(known.get(document, 0) for document in shown),
            missed=tuple(sorted((known[document] for document in below), reverse=True)),
            top=max(top, 1),
        )

    def edit(self, run: str, query: str, board: Board) -> Collection:
        """The same with a board as a hand left it; one that is as it was brought is no change."""
        edits = {key: kept for key, kept in self.edits.items() if key != (run, query)}
        if board != self.fresh(run, query):
            edits[run, query] = board
        return replace(self, edits=edits)

    def _whole(self, run: str, query: str, board: Board) -> Ranking:
        """The whole list of a query whose first ranks are on a board."""
        known = self.qrels[query]
        ranked = self.ranked(run, query)
        rest = [max(known.get(document, 0), 0) for document in ranked[SHOWN:]]
        missed = [max(known[document], 0) for document in known.keys() - set(ranked)]
        return Ranking([*board.ranked, *rest], missed=missed, threshold=board.threshold)

    def _brought(self, run: str, query: str, k: int) -> dict[str, float]:
        found = self.evaluation(run, k).per_query[query]
        return {metric.name: value for metric, value in found.items()}

    def _item(self, document: str, known: Mapping[str, int]) -> Item:
        title = self.titles.get(document, document)
        return Item(document, title if document in known else f"{title} (unjudged)")
