"""The page “Your results”: how brought results are looked at, and a query of theirs on the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics import NotationError, parse
from irviz.metrics.rounding import lifted
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.collection import MORE, cut, judged_head
from irviz.state.desk import Desk
from irviz.state.history import History

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from irviz.metrics import Metric
    from irviz.pages.visit import Visit
    from irviz.state.board import Board
    from irviz.state.collection import Collection

BOARD = "results"
"""The page that has the board of an open query, and the id of what is on it."""

FIRST = 10, "nDCG"
"""The cutoff and the metric that one begins with."""

LARGEST = 1000
"""The largest cutoff that can be asked for."""

BOTH = "both, to compare"
TWO = "two, to compare"
"""What is chosen in place of a run to see the lists of both, or of two of several."""

MOST_HOSTS = 8
"""So many of the machines that pictures come from are named at once."""


class Opened(NamedTuple):
    """The query that is on the board.

    Attributes:
        run: The run whose list it is.
        query: Its id.
        k: The cutoff that it was opened with.
    """

    run: str
    query: str
    k: int


def open_query(visit: Visit, collection: Collection, opened: Opened) -> None:
    """Put a query on the board.

    Raises:
        ValueError: It cannot be there; the message is a line for the page.
    """
    fresh = collection.fresh(opened.run, opened.query)
    board = collection.board(opened.run, opened.query)
    visit.enter(BOARD)
    _lay(visit, fresh, board, opened.k)


def alone(collection: Collection) -> Opened | None:
    """The only query of the results, which is opened at once: there is nothing to average. None if several.

    >>> from irviz.state.collection import Collection
    >>> alone(Collection({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}))
    Opened(run='A', query='q', k=10)
    """
    run = next((run for run, lists in collection.runs.items() if lists), None)
    if len(collection.queries) != 1 or run is None:
        return None
    return Opened(run, collection.queries[0], FIRST[0])


def go_on(visit: Visit, collection: Collection, opened: Opened) -> Collection:
    """Give the board to the open query, and the results as a hand has left it."""
    if not visit.enter(BOARD):
        run, query, k = opened
        _lay(visit, collection.fresh(run, query), collection.board(run, query), k)
    current = visit.session.desk
    if current.id != BOARD:
        return collection
    return collection.edit(opened.run, opened.query, current.boards[0])


def _lay(visit: Visit, fresh: Board, board: Board, k: int) -> None:
    desk = Desk(
        BOARD, (fresh,), fresh.id, min(k, fresh.depth), metric="nDCG", off=("example", "share")
    )
    visit.keep(
        replace(
            visit.session,
            catalogue={**visit.session.catalogue, BOARD: desk},
            history=History(desk.put(board)),
            shelf={},
            before=None,
            guesses={},
            notes=(),
            peek=None,
        )
    )


def measured(collection: Collection, wanted: Iterable[str]) -> tuple[Collection, list[str]]:
    """The results under more metrics than those that every page shows, and which texts are none.

    Args:
        collection: The results.
        wanted: Metrics as ir_measures writes them.

    Example:
        >>> from irviz.scenarios.sample import sample
        >>> more, faults = measured(sample(), ["Bpref", "nDCG", "MAP@"])
        >>> [str(metric) for metric in more.more], len(faults)
        (['Bpref'], 1)
    """
    found: dict[str, Metric] = {}
    faults = []
    for name in wanted:
        try:
            metric = MORE.get(name) or parse(name)
        except NotationError as error:
            faults.append(f"“{error.text}” is no metric: {error.problem}")
            continue
        if metric not in PLOTTED:
            found[str(metric)] = metric
    return collection.with_more(tuple(found.values())), faults


def offered(collection: Collection) -> dict[str, str]:
    """More metrics that can be asked for, or that were, by name, and how a list of them calls each."""
    names = [*MORE, *(str(one) for one in collection.more if str(one) not in MORE)]
    return {name: f"{name}: {MORE[name].title}" if name in MORE else name for name in names}


Values = dict[str, tuple[float, ...]]
"""By metric, the value of each query."""


def columns(
    collection: Collection, values: Mapping[str, Values], metric: Metric, k: int
) -> dict[str, list[float]]:
    """The table of queries: by the head of each column, its values, in the order of the queries.

    Args:
        collection: The results.
        values: By run, from `Collection.values`.
        metric: The one that is looked at, where there are several runs.
        k: The cutoff.

    Example:
        >>> from irviz.metrics import AP
        >>> from irviz.scenarios.sample import sample
        >>> results = sample()
        >>> values = {run: results.values(run, 5) for run in results.runs}
        >>> list(columns(results, values, AP, 5))
        ['AP@5 A', 'AP@5 B', 'B − A', 'judged@5 A', 'judged@5 B']
    """
    several = len(values) > 1
    made = {}
    for run, found in values.items():
        for one in [metric] if several else collection.metrics:
            head = str(cut(one, k)) + (f" {run}" if several else "")
            made[head] = [*map(lifted, found[str(one)])]
    if len(values) == 2:
        a, b = (found[str(metric)] for found in values.values())
        # Without the rounding errors, which would be shown as -0.0000.
        made["B − A"] = [lifted(round(y - x, 12)) for x, y in zip(a, b, strict=True)]
    for run in values if several else ():
        known = collection.known(run, metric, k)
        if any(one.judged < 1 for one in known):
            made[f"{judged_head(metric, k)} {run}"] = [one.judged for one in known]
    return made


def gone(collection: Collection) -> str:
    """What is to be said of brought results when the page is loaded anew; nothing of the sample.

    >>> from irviz.state.collection import Collection
    >>> gone(Collection({}, {"A": {}}, files={"A": "bm25.run"}))[:44]
    'The results that you had brought (bm25.run) '
    >>> from irviz.scenarios.sample import sample
    >>> gone(sample())
    ''
    """
    if not collection.files:
        return ""
    names = ", ".join(name or "pasted text" for name in collection.files.values())
    return (
        f"The results that you had brought ({names}) went when this page was loaded anew, since they are "
        "kept nowhere else. Please bring them again."
    )


def tests_label(collection: Collection) -> str:
    """What asks for all tests, which take some seconds."""
    what = "every two runs under every metric" if len(collection.runs) > 2 else "every metric"
    return f"Test {what}, with Holm’s correction"


def pictures_label(hosts: tuple[str, ...], written: str) -> str:
    """What asks for pictures: until then no other machine is asked.

    Args:
        hosts: The machines that they come from.
        written: The first of them, as the page writes them.
    """
    more = len(hosts) - MOST_HOSTS
    others = f" and {more:,} more" if more > 0 else ""
    return f"Show the documents’ pictures. Your browser then fetches them from {written}{others}"


def precision_label(collection: Collection) -> str:
    """What asks for single precision; empty where it makes no difference."""
    count = len(collection.reordered)
    if not count:
        return ""
    return (
        "Compare scores in single precision, as pytrec_eval and older versions of trec_eval do: the "
        f"results of {count:,} {'query' if count == 1 else 'queries'} then have another order"
    )


PRECISION_HELP = (
    "Some scores differ so little that single precision makes them equal. Of equal ones the greater "
    "document id comes first. Without this, scores are compared in double precision, as trec_eval 10 does."
)

MORE_HELP = (
    "Choose, or type one as ir_measures writes it: P(rel=2)@5, nDCG(dcg='exp-log2'), RBP(p=0.95). Without a "
    "cutoff of its own, one has the cutoff k."
)
