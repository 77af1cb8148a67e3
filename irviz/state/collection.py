"""Results of many queries: judgments, runs, and the boards that the user has changed since.

A million results as dictionaries take 200 MB, and half a second to go from one process to another, in which
Python does nothing else. `Packed`, they take 25 MB and go as they are; what is asked for is unpacked then.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterator, KeysView, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from math import fsum
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit
from zlib import crc32

from irviz.metrics import (
    METRICS,
    Evaluation,
    bounds,
    by_score,
    compare_all,
    evaluate_rankings,
    known,
    rankings,
    reordered,
    swing,
)
from irviz.metrics.incomplete import has_bounds
from irviz.metrics.scores import apply_precision
from irviz.state.board import Below, Board, Item
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.desk import MAX_GRADE
from irviz.state.pairs.judgments import read_grades
from irviz.state.tied_ranks import find_ties
from irviz.workers import PickleableBytes, run_with_progress

if TYPE_CHECKING:
    from collections.abc import Collection as Several
    from collections.abc import Sequence

    from irviz.metrics import Bounds, Comparison, Known, Metric, Ranking, Swing
    from irviz.metrics.scores import ScoresAs
    from irviz.state.tied_ranks import Groups

    Comparisons = dict[tuple[str, str], dict[Metric, Comparison]]

MAX_CARDS = 50
"""How many ranks of a query are cards on the board; those below cannot be moved."""

EXTRA_METRICS: dict[str, Metric] = {name: metric for name, metric in METRICS.items() if metric not in PLOTTED}
"""By name, the metrics that can be added to those of every page; so can their variants."""

MAX_EVALUATED_LISTS = 400_000
"""Queries times runs that are evaluated at once; each has a value for each metric."""

MAX_BOUNDED_LISTS = 1_000
"""Up to this many lists (queries times runs), a page gives the bounds of their values."""

MAX_TESTED_DIFFERENCES = 2_000_000
"""Differences of two runs' values that are tested at once."""

_MAX_KEPT_CUTOFFS = 4
"""For how many cutoffs the values of a small collection are kept."""

_SMALL_COLLECTION_LISTS = 100_000
"""Up to this many queries times runs, a collection is small."""

_MAX_DIFFERENCES_AT_ONCE = 100
"""Up to this many differences are tested in the page's own process, without a worker."""

Value = TypeVar("Value")

ReportProgress = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1. To stop the work, raise from it."""

_TEXTS_PER_BUCKET = 30


def ignore_progress(_share: float) -> None:
    """Do nothing: the default callback for progress, a share from 0 to 1."""


def scale_progress(report_progress: ReportProgress, start: float, length: float) -> ReportProgress:
    """Make the callback for one part of some work, which reports the progress of the whole.

    Args:
        report_progress: Called with the share of the whole that is done, from 0 to 1.
        start: The share of the whole that is done before the part.
        length: The share of the whole that the part is.

    Example:
        >>> scale_progress(print, 0.5, 0.25)(0.5)
        0.625
    """
    return lambda share: report_progress(start + length * share)


def apply_cutoff(metric: Metric, k: int) -> Metric:
    """Apply a cutoff to a metric, unless it has its own.

    Example:
        >>> from irviz.metrics import P, Rprec
        >>> apply_cutoff(P, 10), apply_cutoff(Rprec, 10), apply_cutoff(P @ 5, 10)
        (P@10, Rprec, P@5)
    """
    return metric if metric.own_cutoff or metric.cutoff else metric @ k


def label_judged_share(metric: Metric, k: int) -> str:
    """The column title for the share of judged results among the first k, with the metric's own cutoff if it has one.

    Example:
        >>> from irviz.metrics import P, Rprec
        >>> label_judged_share(P, 10), label_judged_share(P @ 5, 10), label_judged_share(Rprec, 10)
        ('judged@10', 'judged@5', 'judged')
    """
    one = apply_cutoff(metric, k)
    return "judged" if one.own_cutoff or one.cutoff is None else f"judged@{one.cutoff}"


@dataclass(frozen=True)
class Collection:
    """Runs under the same judgments, with the boards that the user has changed.

    Values are computed when they are first asked for, for all queries at once; a change of one query
    afterwards computes that query alone. Those of packed runs are computed in another process.

    Args:
        qrels: For each query, the grade of each judged document; below 0 is not judged.
        runs: By the name of each run, for each query the score of each document; large ones are `Packed`.
        titles: The title of a document, where there is more than its id.
        pictures: The https link to a document's picture, where there is one; fetched by the
            browser alone, after the visitor has agreed.
        pictured: Whether the visitor has agreed to that.
        scores_as: The precision in which scores are compared, as for `irviz.metrics.evaluate`.
        edits: Boards that the user has changed, by run and query.
        files: By the name of a run, that of the file that it came from, where it came from one.
        more: The metrics that are added to the others, from `EXTRA_METRICS` or variants of them; results by
            metric use these names.
        near: The value of `reordered`, where it is known.
        asked: The value of `hosts`, where it is known.

    Raises:
        ValueError: There is no run, or a run has a query without judgments.

    Example:
        >>> results = Collection({"q": {"a": 1, "b": 0}}, {"A": {"q": {"b": 2.0, "a": 1.0}}})
        >>> results.means("A", 1)["P"], results.board("A", "q").pattern
        (0.0, '01')
        >>> results.with_edit("A", "q", results.board("A", "q").ideal()).means("A", 1)["P"]
        1.0
    """

    qrels: Mapping[str, Mapping[str, int]]
    runs: Mapping[str, Mapping[str, Mapping[str, float]]]
    titles: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)
    pictured: bool = False
    scores_as: ScoresAs = "double"
    edits: Mapping[tuple[str, str], Board] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    more: tuple[Metric, ...] = ()
    near: frozenset[str] | None = None
    asked: tuple[str, ...] | None = None
    _kept: dict[tuple[str, int], Evaluation] = field(default_factory=dict, repr=False, compare=False)
    _rankings: dict[str, dict[str, Ranking]] = field(default_factory=dict, repr=False, compare=False)
    _compared: dict[int, Comparisons] = field(default_factory=dict, repr=False, compare=False)
    _known: dict[tuple[str, Metric], tuple[Known, ...]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raise a ValueError for invalid runs, as the class says."""
        if not self.runs:
            raise ValueError("there is no run: pass at least one")
        for name, run in self.runs.items():
            if strange := next(iter(run.keys() - self.qrels.keys()), None):
                raise ValueError(f"query {strange!r} of run {name!r} has no judgments")

    @property
    def queries(self) -> tuple[str, ...]:
        """Every judged query, in the order of the judgments."""
        return tuple(self.qrels)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics that are computed for each query."""
        return (*PLOTTED, *self.more)

    def with_extra_metrics(self, more: tuple[Metric, ...]) -> Collection:
        """A copy with these extra metrics in place of the old ones."""
        return self if more == self.more else replace(self, more=more, _kept={}, _compared={})

    def label_run(self, run: str) -> str:
        """Name a run for readers: its file, else ``run A``; runs with equal file names get their letter, too."""
        name = self.files.get(run, "")
        if not name:
            return f"run {run}"
        return f"{name} ({run})" if [*self.files.values()].count(name) > 1 else name

    @property
    def packed(self) -> bool:
        """Whether the collection is large, so that worker processes compute its values."""
        return any(isinstance(lists, Packed) for lists in (self.qrels, *self.runs.values()))

    def prepare(self, k: int, report_progress: ReportProgress = ignore_progress) -> None:
        """Compute and cache the values of all runs at cutoff `k`.

        Args:
            k: The cutoff.
            report_progress: Called with the share that is done, from 0 to 1.

        Raises:
            TooLongError: The computation was given up.
        """
        each = 1 / len(self.runs)
        for place, run in enumerate(self.runs):
            self._evaluate(run, k, scale_progress(report_progress, place * each, each))

    def evaluation(self, run: str, k: int) -> Evaluation:
        """The cached values of the original run at cutoff `k`."""
        return self._evaluate(run, k, ignore_progress)

    def _evaluate(self, run: str, k: int, report_progress: ReportProgress) -> Evaluation:
        """Evaluate an original run at cutoff `k` and cache it, in a worker process for large collections."""
        if (run, k) not in self._kept:
            few = len(self.qrels) * len(self.runs) <= _SMALL_COLLECTION_LISTS
            while len(self._kept) >= (_MAX_KEPT_CUTOFFS if few else 1) * len(self.runs):
                self._kept.pop(next(iter(self._kept)))
            metrics = [apply_cutoff(metric, k) for metric in self.metrics]
            if self.packed:
                lists = self.qrels, self.runs[run], metrics, self.scores_as
                self._kept[run, k] = run_with_progress(report_progress, evaluate_run, *lists)
            else:
                self._kept[run, k] = evaluate_rankings(self._rank_all_queries(run), metrics)
        return self._kept[run, k]

    def values(self, run: str, k: int) -> dict[str, tuple[float, ...]]:
        """By metric, the values at cutoff `k` of all queries with their edits, in the order of `queries`."""
        found = self.evaluation(run, k).values
        columns = {name: list(found[one]) for name, one in self._metrics_at(k).items()}
        changed = [query for name, query in self.edits if name == run]
        if changed:
            places = {query: place for place, query in enumerate(self.qrels)}
            for query in changed:
                for name, value in self.value(run, query, k).items():
                    columns[name][places[query]] = value
        return {name: tuple(column) for name, column in columns.items()}

    def means(self, run: str, k: int) -> dict[str, float]:
        """By metric, the mean at cutoff `k` over all queries with their edits."""
        means = self.original_means(run, k)
        moved: dict[str, list[float]] = {name: [] for name in means}
        for name, query in self.edits:
            if name != run:
                continue
            before = self._evaluate_original(run, query, k)
            for metric, value in self.value(run, query, k).items():
                moved[metric].append(value - before[metric])
        count = len(self.qrels)
        return {name: mean + fsum(moved[name]) / count for name, mean in means.items()}

    def original_means(self, run: str, k: int) -> dict[str, float]:
        """By metric, the mean at cutoff `k` over all queries without edits."""
        found = self.evaluation(run, k).means
        return {name: found[one] for name, one in self._metrics_at(k).items()}

    def value(self, run: str, query: str, k: int) -> dict[str, float]:
        """By metric, the value at cutoff `k` of one query with its edits."""
        board = self.edits.get((run, query))
        if board is None:
            return self._evaluate_original(run, query, k)
        return {name: one(board.ranking) for name, one in self._metrics_at(k).items()}

    def compare(self, metric: Metric, k: int) -> Comparison:
        """Compare the original runs B and A under one of the metrics; the result is cached.

        Raises:
            ValueError: There are not two runs.
        """
        if len(self.runs) != 2:
            raise ValueError(f"a comparison takes two runs, not {len(self.runs)}")
        (found,) = self.comparisons(k).values()
        return found[apply_cutoff(metric, k)]

    def comparisons(self, k: int) -> Comparisons:
        """By pair of runs and by metric, the comparison of each original run with each run before it.

        Raises:
            EvaluationError: There is one run only.
        """
        if k not in self._compared:
            while len(self._compared) >= _MAX_KEPT_CUTOFFS:
                self._compared.pop(next(iter(self._compared)))
            self._compared[k] = compare_all({run: self.evaluation(run, k) for run in self.runs})
        return self._compared[k]

    def compute_tests(
        self, k: int, metrics: Several[Metric], report_progress: ReportProgress = ignore_progress
    ) -> None:
        """Compute and cache the significance tests of all runs under some metrics, for `comparisons`.

        Args:
            k: The cutoff.
            metrics: The metrics to test, without a cutoff.
            report_progress: Called with the share that is done, from 0 to 1.

        Raises:
            TooLongError: The computation was given up.
            ValueError: There are too many pairs, metrics and queries for a page.
        """
        found = self.comparisons(k)
        wanted = [
            (pair, metric)
            for pair in found
            for metric in (apply_cutoff(one, k) for one in metrics)
            if "interval" not in vars(found[pair][metric])
        ]
        many = len(wanted) * len(self.qrels)
        if many > MAX_TESTED_DIFFERENCES:
            raise ValueError(
                f"{many:,} differences are more than a page tests at once; on the command line, irviz "
                "evaluate QRELS RUN … --statistics tests them all"
            )
        if many <= _MAX_DIFFERENCES_AT_ONCE:
            return
        made = run_with_progress(report_progress, compute_tests, [found[pair][metric] for pair, metric in wanted])
        for (pair, metric), one in zip(wanted, made, strict=True):
            found[pair][metric] = one

    def count_undefined(self, run: str, k: int) -> dict[str, int]:
        """By metric, the number of queries with their edits on which it is undefined and counts as 0."""
        found = self.evaluation(run, k).undefined
        edits = {query: board.ranking for (name, query), board in self.edits.items() if name == run}
        return {
            name: len({*found[one]} - edits.keys()) + sum(not one.defined(ranking) for ranking in edits.values())
            for name, one in self._metrics_at(k).items()
        }

    def rank_documents(self, run: str, query: str) -> list[str]:
        """Rank the documents of a query, best first; of equal scores the greater id, as in trec_eval."""
        return by_score(self.runs[run].get(query, {}), scores_as=self.scores_as)

    def find_ties(self, run: str, query: str) -> Groups:
        """The groups of ranks with one score among the results of a query that have cards, without edits."""
        scores = apply_precision(self.runs[run].get(query, {}), self.scores_as)
        return find_ties([scores[document] for document in self.rank_documents(run, query)[:MAX_CARDS]])

    def count_judged(self, run: str, query: str, k: int) -> int:
        """The number of judged results among the first `k` of a query with its edits."""
        board = self.board(run, query)
        return min(k, board.depth) - sum([rank <= k for rank in board.unjudged_ranks])

    def bounds(self, run: str, query: str, k: int) -> dict[str, Bounds]:
        """By metric, the lowest and highest value of a query over all possible judgments of its unjudged results.

        All unjudged results of the list count, those below rank `k` too, with any grade on the
        query's scale; see `irviz.metrics.bounds`. Unjudged documents that the run did not retrieve are not
        considered. Metrics whose bounds are not known are left out.
        """
        board = self.board(run, query)
        return {
            name: bounds(one, board.ranking, highest=board.top)
            for name, one in self._metrics_at(k).items()
            if has_bounds(one)
        }

    def bound_each_query(self, run: str, metric: Metric, k: int) -> tuple[Known, ...]:
        """Bounds of the original value of each query, in the order of `queries`, given its unjudged results.

        Empty where there are too many lists for a page; `irviz evaluate --compare` computes them for any number.
        """
        if self.packed or len(self.qrels) * len(self.runs) > MAX_BOUNDED_LISTS:
            return ()
        one = apply_cutoff(metric, k)
        if (run, one) not in self._known:
            if len(self._known) >= _MAX_KEPT_CUTOFFS * len(self.runs):
                self._known.pop(next(iter(self._known)))
            self._known[run, one] = tuple([known(one, ranking) for ranking in self._rank_all_queries(run).values()])
        return self._known[run, one]

    def list_judged_shares(self, run: str, metric: Metric, k: int) -> list[float]:
        """By query with its edits, the share of judged results down to a metric's cutoff; see `bound_each_query`."""
        one = apply_cutoff(metric, k)
        return [
            known(one, self.edits[run, query].ranking).judged if (run, query) in self.edits else was.judged
            for query, was in zip(self.queries, self.bound_each_query(run, metric, k), strict=False)
        ]

    def swings(self, metric: Metric, k: int) -> tuple[Swing, ...]:
        """By query, how far judging could change the difference of the two runs; empty for too many lists."""
        if not self.bound_each_query(next(iter(self.runs)), metric, k):
            return ()
        one, (a, b) = apply_cutoff(metric, k), self.runs
        return tuple(
            swing(one, self.rank_documents(a, query), self.rank_documents(b, query), judged)
            for query, judged in self.qrels.items()
        )

    @cached_property
    def hosts(self) -> tuple[str, ...]:
        """The host names that the pictures come from."""
        return list_hosts(self.pictures) if self.asked is None else self.asked

    def with_pictures(self, *, wanted: bool) -> Collection:
        """A copy whose cards show the documents' pictures if `wanted`, else their titles only."""
        changed = replace(self, pictured=wanted)
        edits = {
            (run, query): replace(board, items=changed.original_board(run, query).items)
            for (run, query), board in self.edits.items()
        }
        return replace(changed, edits=edits)

    @cached_property
    def reordered(self) -> frozenset[str]:
        """The queries for which a run has another order if scores are compared in single precision."""
        return self.near if self.near is not None else frozenset().union(*map(reordered, self.runs.values()))

    def with_score_precision(self, scores_as: ScoresAs) -> Collection:
        """A copy without edits whose scores are compared in double or single precision."""
        return Collection(
            self.qrels,
            self.runs,
            self.titles,
            self.pictures,
            pictured=self.pictured,
            scores_as=scores_as,
            files=self.files,
            more=self.more,
            near=self.near,
            asked=self.asked,
        )

    def board(self, run: str, query: str) -> Board:
        """A query as a board with its edits: the first ranks as items, the others below them.

        Raises:
            ValueError: The run has nothing for the query, or a grade is beyond any board's scale.
        """
        return self.edits.get((run, query)) or self.original_board(run, query)

    def judgments(self, query: str) -> dict[str, int]:
        """The grade of each document of a query with its edits; below 0 is not judged."""
        edits = (read_grades(board) for (_, of), board in self.edits.items() if of == query)
        return dict(chain(self.qrels[query].items(), *(grades.items() for grades in edits)))

    def original_board(self, run: str, query: str) -> Board:
        """A query as a board without edits."""
        return self._make_board(run, query, self.qrels[query])

    def _make_board(self, run: str, query: str, judged: Mapping[str, int]) -> Board:
        """A query as a board with these grades."""
        # A negative grade says that a document was in the pool, but is unjudged.
        known = {document: grade for document, grade in judged.items() if grade >= 0}
        ranked = self.rank_documents(run, query)
        shown = ranked[:MAX_CARDS]
        if not shown:
            raise ValueError(f"Run {run} has no results for query {query}: its values are those of an empty list.")
        top = max(known.values(), default=0)
        if top > MAX_GRADE:
            raise ValueError(f"A board takes grades up to {MAX_GRADE}; query {query} has {top}.")
        missed = known.keys() - set(ranked)
        return Board(
            id=f"result-{self.queries.index(query) + 1}",  # an id from a file does not go into links
            query=query,
            items=tuple(map(self._make_item, shown)),
            order=tuple(range(len(shown))),
            grades=tuple(known.get(document, 0) for document in shown),
            missed=tuple(sorted((known[document] for document in missed), reverse=True)),
            top=max(top, 1),
            below=tuple(
                Below(document, self.titles.get(document, document), known.get(document))
                for document in ranked[MAX_CARDS:]
            ),
            incomplete=True,
            unjudged=frozenset(place for place, document in enumerate(shown) if document not in known),
        )

    def with_edit(self, run: str, query: str, board: Board) -> Collection:
        """A copy in which the user's board replaces a query's results; one equal to the original removes the edit.

        What is judged otherwise on it holds for the other runs, too.
        """
        was = self.board(run, query)
        edits = {**self.edits, (run, query): board}
        if board != replace(was, order=board.order):
            judged = {**self.judgments(query), **read_grades(board)}
            for other in self.runs:
                if other != run and self.runs[other].get(query):
                    made, order = self._make_board(other, query, judged), self.board(other, query).order
                    top = max(made.top, board.top)
                    edits[other, query] = replace(made, order=order, top=top, threshold=board.threshold)
        kept = {key: one for key, one in edits.items() if key[1] != query or one != self.original_board(*key)}
        return replace(self, edits=kept)

    def _evaluate_original(self, run: str, query: str, k: int) -> dict[str, float]:
        """By metric, the value of one query of an original run, without edits."""
        if self.packed:
            only = {query: self.qrels[query]}, {query: self.runs[run].get(query, {})}
            ranking = rankings(*only, scores_as=self.scores_as, hardly_judged="ignore")[query]
        else:
            ranking = self._rank_all_queries(run)[query]
        return {name: one(ranking) for name, one in self._metrics_at(k).items()}

    def _metrics_at(self, k: int) -> dict[str, Metric]:
        """By name, each metric at the cutoff."""
        return {str(metric): apply_cutoff(metric, k) for metric in self.metrics}

    def _rank_all_queries(self, run: str) -> Mapping[str, Ranking]:
        """By query, the ranking of the original run; computed once."""
        if run not in self._rankings:
            self._rankings[run] = rankings(self.qrels, self.runs[run], scores_as=self.scores_as, hardly_judged="ignore")
        return self._rankings[run]

    def _make_item(self, document: str) -> Item:
        """Make the card of a document, with its title and, if wanted, its picture."""
        title = self.titles.get(document, document)
        return Item(document, title, picture=self.pictures.get(document) if self.pictured else None)


class Packed(Mapping[str, dict[str, Value]]):
    """For each query, a number for each document: a read-only mapping of mappings in few bytes.

    Args:
        whole: The serialized mappings of all queries, one after the other.
        places: For each query, the start and end in bytes of its mapping in `whole`.

    Example:
        >>> run = Packed.pack({"q1": {"a": 2.0, "b": 1.0}, "q2": {"c": 0.5}})
        >>> run["q2"], list(run), "q3" in run, list(run.select(["q1"]))
        ({'c': 0.5}, ['q1', 'q2'], False, ['q1'])
    """

    def __init__(self, whole: PickleableBytes, places: Mapping[str, tuple[int, int]]) -> None:
        self._whole = whole
        self._places = dict(places)

    @classmethod
    def pack(cls, lists: Mapping[str, Mapping[str, Value]]) -> Packed[Value]:
        """Pack a mapping of mappings into bytes.

        Args:
            lists: For each query, a mapping of strings and numbers.
        """
        parts, places = [], {}
        end = 0
        for query, found in lists.items():
            part = marshal.dumps(dict(found))
            places[query] = (end, end + len(part))
            end += len(part)
            parts.append(part)
        return cls(PickleableBytes(b"".join(parts)), places)

    @classmethod
    def pack_and_empty(cls, lists: dict[str, dict[str, Value]]) -> Packed[Value]:
        """Pack a mapping of mappings and empty it meanwhile, so that its memory is freed."""
        packed, places = bytearray(), {}
        for query in [*lists]:
            start = len(packed)
            packed += marshal.dumps(lists.pop(query))
            places[query] = (start, len(packed))
        return cls(PickleableBytes(packed), places)

    def __getitem__(self, query: str) -> dict[str, Value]:
        """The mapping of a query, unpacked."""
        start, end = self._places[query]
        # Our own process has written it.
        found: dict[str, Value] = marshal.loads(self._whole.data[start:end])  # noqa: S302
        return found

    def __iter__(self) -> Iterator[str]:
        """The ids of the queries, in the order in which they were packed."""
        return iter(self._places)

    def __len__(self) -> int:
        """The number of queries."""
        return len(self._places)

    def __contains__(self, query: object) -> bool:
        """Whether there is a mapping for a query, which is not unpacked."""
        return query in self._places

    @property
    def size(self) -> int:
        """About how many bytes the packed mapping takes."""
        return len(self._whole.data) + 200 * len(self._places)

    def keys(self) -> KeysView[str]:
        """The ids of the queries."""
        return self._places.keys()

    def select(self, queries: Any) -> Packed[Value]:
        """A mapping of these queries only; the bytes are shared, not copied."""
        return Packed(self._whole, {query: self._places[query] for query in queries})

    def unpack(self, report_progress: ReportProgress = ignore_progress) -> dict[str, dict[str, Value]]:
        """Unpack to a dictionary of dictionaries.

        Args:
            report_progress: Called with the share that is done, from 0 to 1.
        """
        found = {}
        for number, query in enumerate(self._places, 1):
            found[query] = self[query]
            if not number % 100:
                report_progress(number / len(self._places))
        return found


class PackedTexts(Mapping[str, str]):
    """A text for each document: a read-only mapping in few bytes.

    Args:
        buckets: The texts by document, in groups by checksum of the document's id.
        count: The number of texts.

    Example:
        >>> titles = PackedTexts.pack({"a": "Ant", "b": "Bee"})
        >>> titles["b"], titles.get("c"), dict(titles)
        ('Bee', None, {'a': 'Ant', 'b': 'Bee'})
    """

    def __init__(self, buckets: Packed[str], count: int) -> None:
        self._buckets = buckets
        self._count = count

    @classmethod
    def pack(cls, texts: Mapping[str, str]) -> PackedTexts:
        """Pack a mapping from documents to texts."""
        number = len(texts) // _TEXTS_PER_BUCKET + 1
        buckets: dict[str, dict[str, str]] = {str(at): {} for at in range(number)}
        for document, text in texts.items():
            buckets[_find_bucket(document, number)][document] = text
        return cls(Packed.pack(buckets), len(texts))

    @property
    def size(self) -> int:
        """About how many bytes the packed texts take."""
        return self._buckets.size

    def __getitem__(self, document: str) -> str:
        """The text of a document."""
        return self._buckets[_find_bucket(document, len(self._buckets))][document]

    def __iter__(self) -> Iterator[str]:
        """The ids of the documents, in no certain order."""
        for bucket in self._buckets.values():
            yield from bucket

    def __len__(self) -> int:
        """The number of documents with a text."""
        return self._count


def _find_bucket(document: str, number: int) -> str:
    """The key of the bucket, of `number` in all, that holds a document's text: its id's checksum modulo number."""
    return str(crc32(document.encode()) % number)


def unpack_lists(
    lists: Mapping[str, Mapping[str, Value]], report_progress: ReportProgress = ignore_progress
) -> dict[str, dict[str, Value]]:
    """Convert a mapping of mappings to a dictionary of dictionaries, whether it is packed or not.

    Example:
        >>> unpack_lists(Packed.pack({"q": {"a": 1}})) == unpack_lists({"q": {"a": 1}}) == {"q": {"a": 1}}
        True
    """
    if isinstance(lists, Packed):
        return lists.unpack(report_progress)
    return {query: dict(found) for query, found in lists.items()}


def select_queries(lists: Mapping[str, Mapping[str, Value]], queries: Any) -> Mapping[str, Mapping[str, Value]]:
    """The mapping with these queries only.

    Example:
        >>> select_queries({"q1": {"a": 1}, "q2": {}}, ["q2"])
        {'q2': {}}
    """
    return lists.select(queries) if isinstance(lists, Packed) else {query: lists[query] for query in queries}


def list_hosts(pictures: Mapping[str, str]) -> tuple[str, ...]:
    """The host names in the pictures' addresses.

    Args:
        pictures: The https link to each document's picture.

    Example:
        >>> list_hosts({"a": "https://b.example/a.png", "b": "https://a.example/b.png"})
        ('a.example', 'b.example')
    """
    return tuple(sorted({urlsplit(link).hostname or "" for link in pictures.values()}))


def evaluate_run(
    qrels: Mapping[str, Mapping[str, int]],
    run: Mapping[str, Mapping[str, float]],
    metrics: Sequence[Metric],
    scores_as: ScoresAs,
    report_progress: ReportProgress,
) -> Evaluation:
    """Evaluate a run, which may be packed: its values by query, and their means.

    Args:
        qrels: For each query, the grade of each judged document; below 0 is not judged.
        run: For each query, the score of each document.
        metrics: The metrics to compute.
        scores_as: The precision in which scores are compared.
        report_progress: Called with the share that is done, from 0 to 1.
    """
    found: list[Evaluation] = []
    queries = [*qrels]
    for start in range(0, len(queries), _QUERIES_PER_BATCH):
        some = queries[start : start + _QUERIES_PER_BATCH]
        judged = {query: grades for query in some if (grades := qrels[query])}
        listed = {query: run[query] for query in judged if query in run}
        if judged:
            ranked = rankings(judged, listed, scores_as=scores_as, hardly_judged="ignore")
            found.append(evaluate_rankings(ranked, metrics))
        report_progress(start / len(queries))
    return _join_evaluations(found)


def _join_evaluations(parts: Sequence[Evaluation]) -> Evaluation:
    """Join evaluations of different queries under the same metrics."""
    queries, missing = (chain(*[one.queries for one in parts]), chain(*[one.missing for one in parts]))
    values = {key: chain(*[one.values[key] for one in parts]) for key in parts[0].values}
    gaps = {key: chain(*[one.undefined[key] for one in parts]) for key in parts[0].values}
    return Evaluation(
        tuple(queries),
        {key: tuple(found) for key, found in values.items()},
        {key: tuple(found) for key, found in gaps.items()},
        tuple(missing),
    )


_QUERIES_PER_BATCH = 100  # queries, so that the others can stay packed


def compute_tests(comparisons: Sequence[Comparison], report_progress: ReportProgress) -> list[Comparison]:
    """Compute the significance tests of some comparisons, and return the comparisons, which cache them.

    Args:
        comparisons: Comparisons whose tests have not been computed yet.
        report_progress: Called with the share that is done, from 0 to 1.
    """
    for number, one in enumerate(comparisons, 1):
        _TESTS(one)  # made when first asked for, and kept
        report_progress(number / len(comparisons))
    return [*comparisons]


_TESTS = attrgetter("p", "t", "interval")
