"""Every curve one change away from a desk, so that a preview need not wait for the server.

Curves depend only on grades, so they are filed under what metrics see of the boards: changes that lead to the
same grades share one entry, and a reader finds the curves after a change without knowing which it was. Most
metrics see less, only whether each result is relevant; so theirs are filed under that, and even a board that
nobody has had before finds most of its curves computed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics import Ranking
from irviz.state.board import DIGITS, MetricInput
from irviz.state.cache import cache_by_size
from irviz.state.curves.series import Curves, average_tables, compute_table
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from irviz.metrics import Metric
    from irviz.state.desk import Desk
    from irviz.state.session import Session

MAX_RESULTS = 12
"""Boards with more results than this are not computed ahead: the page asks the server instead."""

STEPS_PER_UNIT = 1e6
"""A previewed value is a whole number over this: more than a screen can show."""

States = dict[str, Curves]
"""Curves by the key of the boards that they belong to."""


class Ahead(NamedTuple):
    """The curves of all states that are one change away from a board.

    Args:
        graded: By key (see `make_key`), the curves of the metrics that use grades.
        relevant: By binarized key (see `binarize_key`), the curves of the metrics that only ask what is relevant.
    """

    graded: States
    relevant: States

    def find(self, key: str, threshold: int) -> Curves:
        """The curves of the board state with this key, its grades binarized at the threshold if need be.

        Raises:
            KeyError: If it is not one change away.
        """
        return {**self.relevant[binarize_key(key, threshold)], **self.graded[key]}


_RELEVANCE = [str.maketrans(DIGITS, "0" * low + "1" * (len(DIGITS) - low)) for low in range(len(DIGITS))]
"""By threshold, the table that maps the digits of a key to 1 for relevant and 0 for not."""

Documents = tuple[tuple[tuple[int, int], ...], ...]
"""Each document that can be judged: the boards that it is on, and its place there."""


def make_key(desk: Desk) -> str:
    """Make the key of the open boards: the grades of their cards, and for a pair the grades that each list misses.

    Example:
        >>> from irviz.scenarios.pairs import PAIRED
        >>> make_key(PAIRED["two-engines"])
        '01011010|10001011'
    """
    return _format_key([board.metric_input for board in desk.visible], paired=desk.paired)


def list_changes(desk: Desk) -> Mapping[str, tuple[MetricInput, ...]]:
    """List the states of the open boards after one change: a move or a judgment.

    Returns:
        By key (see `make_key`), each state once, the present one first; that one alone where a list is longer
        than `MAX_RESULTS`.
    """
    boards = tuple([board.metric_input for board in desk.visible])
    if desk.n > MAX_RESULTS:
        return {_format_key(boards, paired=desk.paired): boards}
    return _compute_changes(boards, _locate_documents(desk), desk.top, paired=desk.paired)


def list_changes_of_list(here: MetricInput, top: int) -> Mapping[str, tuple[MetricInput, ...]]:
    """By key, list the states of a single list after one change: a move or a judgment; the present one first.

    Args:
        here: The list as it is.
        top: The highest grade that a result can be given.

    Example:
        >>> [*list_changes_of_list(MetricInput((1, 0), (), (), 1), 1)]
        ['10', '01', '00', '11']
    """
    documents = tuple([((0, place),) for place in range(len(here.ranked))])
    return _compute_changes((here,), documents, top, paired=False)


def binarize_key(key: str, threshold: int) -> str:
    """Convert a key with grades to one with 1 for relevant and 0 for not.

    >>> binarize_key("0321|1042.21", 2)
    '0110|0011.10'
    """
    return key.translate(_RELEVANCE[threshold])


def look_ahead(desk: Desk, near: Iterable[Desk] = ()) -> dict[str, Ahead]:
    """Compute the curves of all states that one change can lead to.

    Args:
        desk: The desk.
        near: Other states of it that may be asked for, such as that before the last change.

    Returns:
        By id of the board, or `MEAN`, the rounded curves of each state. Of a pair both boards have their own:
        the browser puts any two together.
    """
    curves = _get_curve_cache(desk.metrics, desk.n if desk.paired else None)
    names = desk.names if desk.paired else (desk.opened,)
    here = (tuple([board.metric_input for board in desk.visible]), _locate_documents(desk), desk.top)
    made = _compute_ahead(curves, *here, paired=desk.paired) if desk.n <= MAX_RESULTS else [Ahead({}, {})] * len(names)
    found = {name: Ahead(*map(dict, one)) for name, one in zip(names, made, strict=True)}
    for one in near:
        for name, boards in _list_charts(one):
            known = found.setdefault(name, Ahead({}, {}))
            _add_curves(known, _format_key(boards, paired=desk.paired), boards, curves)
    return found


def list_nearby_desks(session: Session) -> list[Desk]:
    """List the desks that one action can lead a session to: a tool, undo, redo, or a preview that the page asked for.

    Those of another example, and on another scale or by other conventions, are left out.
    """
    desk, history = session.desk, session.history
    orders = [[one.ideal() for one in desk.visible], [one.worst() for one in desk.visible]]
    tools = [[one] for both in orders for one in both] if desk.paired else orders
    found = [desk, session.reset_boards(desk), *(desk.replace_boards(*boards) for boards in tools)]
    found += [*history.past[-1:], *history.future[-1:]]
    if desk.n > MAX_RESULTS and not desk.paired:
        found = []
    found += [session.preview[1]] if session.preview else []
    return [one for one in found if one.id == desk.id and desk.has_same_values(one)]


def find_undefined(desk: Desk, found: Iterable[str]) -> dict[str, list[str]]:
    """By state key, list the names of the metrics that are undefined in that state, where there are any.

    Args:
        desk: The desk.
        found: The keys of the states to look at, from `make_key`.
    """
    if any(one.missed or any(one.listed[one.n :]) for one in desk.boards):
        return {}
    relevant = DIGITS[desk.threshold]
    names: dict[str, list[str]] = {}
    for name in found:
        for pattern in name.split("|"):
            if max(pattern) < relevant:
                ranking = Ranking(map(DIGITS.index, pattern), threshold=desk.threshold)
                names[name] = [one.name for one in desk.metrics if not one.defined(ranking)]
    return names


_NAMES = DIGITS.encode().ljust(256)


def _format_key(boards: Iterable[MetricInput], *, paired: bool) -> str:
    """Format board states as a key: their grades in rank order, joined; for a pair also the missed grades."""
    return "|".join(
        [
            _format_grades(one.ranked) + ("." + _format_grades(one.missed) if paired and one.missed else "")
            for one in boards
        ]
    )


def _format_grades(grades: tuple[int, ...]) -> str:
    """Format grades as text with one digit (base 36) each."""
    return bytes(grades).translate(_NAMES).decode()


def _list_charts(desk: Desk) -> Iterator[tuple[str, tuple[MetricInput, ...]]]:
    """List the charts of a desk as (board id or `MEAN`, boards): one for each board, and one for their mean."""
    boards = tuple([board.metric_input for board in desk.boards])
    for name, board in zip(desk.names, boards, strict=True):
        yield name, (board,)
    if len(boards) > 1 and not desk.paired:
        yield MEAN, boards


def _locate_documents(desk: Desk) -> Documents:
    """For each document on the open boards, its places there (board and rank, both from 0)."""
    found: dict[object, list[tuple[int, int]]] = {}
    for at, board in enumerate(desk.visible):
        for place, index in enumerate(board.order):
            # What both lists of a pair have is one document.
            name = board.items[index].id if desk.paired else (at, place)
            found.setdefault(name, []).append((at, place))
    return tuple(map(tuple, found.values()))


def _estimate_changes_bytes(
    found: dict[str, tuple[MetricInput, ...]], boards: tuple[MetricInput, ...], *_: object
) -> int:
    """About how many bytes a result of `_compute_changes` takes in the cache."""
    return len(found) * (300 + 8 * sum(len(one.ranked) for one in boards))


@cache_by_size(_estimate_changes_bytes)
def _compute_changes(
    boards: tuple[MetricInput, ...], documents: Documents, top: int, *, paired: bool
) -> dict[str, tuple[MetricInput, ...]]:
    """By key, every state of the boards after one move or judgment, and the present one."""
    found = {_format_key(boards, paired=paired): boards}
    for after in (*_generate_moves(boards), *_generate_judgments(boards, documents, top, paired=paired)):
        found.setdefault(_format_key(after, paired=paired), after)
    return found


def _estimate_ahead_bytes(found: Iterable[Ahead], *_: object) -> int:
    """About how many bytes a result of `_compute_ahead` takes in the cache, where no other shares its curves."""
    kinds = [states for one in found for states in one if states]
    return sum([len(kind) * _estimate_curves_bytes(next(iter(kind.values()))) for kind in kinds])


def _estimate_curves_bytes(curves: Curves) -> int:
    """About how many bytes the curves of one state take, with their key."""
    return 300 + sum([80 + 32 * len(row) for row in curves.values()])


@cache_by_size(_estimate_ahead_bytes)
def _compute_ahead(
    curves: _CurveCache, boards: tuple[MetricInput, ...], documents: Documents, top: int, *, paired: bool
) -> list[Ahead]:
    """Compute the curves after each change: an `Ahead` for each board of a pair, else one for all open boards."""
    found = [Ahead({}, {}) for _ in (boards if paired else "1")]
    for key, after in _compute_changes(boards, documents, top, paired=paired).items():
        keys, charts = (key.split("|"), [(one,) for one in after]) if paired else ([key], [after])
        for one, called, chart in zip(found, keys, charts, strict=True):
            _add_curves(one, called, chart, curves)
    return found


def _generate_moves(boards: tuple[MetricInput, ...]) -> Iterator[tuple[MetricInput, ...]]:
    """Generate the boards after each possible move of one result."""
    for at, board in enumerate(boards):
        ranked, below, missed, threshold = board
        places = range(len(ranked))
        orders = {ranked: None}
        for source in places:
            rest = ranked[:source] + ranked[source + 1 :]
            one = ranked[source : source + 1]
            for target in places:
                orders[rest[:target] + one + rest[target:]] = None
        for order in orders:
            yield (*boards[:at], MetricInput(order, below, missed, threshold), *boards[at + 1 :])


def _generate_judgments(
    boards: tuple[MetricInput, ...], documents: Documents, top: int, *, paired: bool
) -> Iterator[tuple[MetricInput, ...]]:
    """Generate the boards after each possible change of one document's grade, on both lists of a pair."""
    for places in documents:
        at, place = places[0]
        old = boards[at].ranked[place]
        lacking = {*range(len(boards))}.difference(dict(places)) if paired else ()
        for grade in range(top + 1):
            if grade != old:
                after = [*boards]
                for at, place in places:
                    after[at] = _replace_grade(boards[at], place, grade)
                for at in lacking:
                    after[at] = _change_missed_grade(boards[at], old, grade)
                yield tuple(after)


def _replace_grade(board: MetricInput, place: int, grade: int) -> MetricInput:
    """A copy of a board with another grade at a place, counted from 0."""
    ranked, below, missed, threshold = board
    return MetricInput((*ranked[:place], grade, *ranked[place + 1 :]), below, missed, threshold)


def _change_missed_grade(board: MetricInput, old: int, grade: int) -> MetricInput:
    """A copy of a board in which one missed document with grade `old` has another grade."""
    missed = [*board.missed, grade]
    if old:
        missed.remove(old)
    return board._replace(missed=tuple(sorted(filter(None, missed), reverse=True)))


_MAX_CACHE_BYTES = 3_000_000
"""The most that cached curves take, for one set of metrics and each of their two kinds."""

_MAX_METRIC_SETS = 8
"""Sets of metrics whose curves are cached."""


class _CurveCache(NamedTuple):
    """Computes and caches the rounded curves of boards, for the two kinds of metrics in `Ahead`."""

    graded: Callable[[tuple[MetricInput, ...]], Curves]
    relevant: Callable[[tuple[MetricInput, ...]], Curves]


@lru_cache(maxsize=_MAX_METRIC_SETS)
def _get_curve_cache(metrics: tuple[Metric, ...], n: int | None) -> _CurveCache:
    """The cache of some metrics' curves up to cutoff `n` (None: the list's end), apart from that of other metrics."""

    def make_cached(some: tuple[Metric, ...]) -> Callable[[tuple[MetricInput, ...]], Curves]:
        """A cached function from boards to their curves under some of the metrics."""

        # This is asked hundreds of times for each board: by count, but as many as there is room for.
        @lru_cache(maxsize=_MAX_CACHE_BYTES // (500 + len(some) * (60 + 32 * (n or MAX_RESULTS))))
        def compute_rounded(boards: tuple[MetricInput, ...]) -> Curves:
            """By metric, the curve of the boards' mean values, rounded."""
            rows = average_tables([compute_table(some, one.ranking, n) for one in boards])
            return {
                metric.name: [
                    # A third of the time of round(); what is no number stays that.
                    int(value * STEPS_PER_UNIT + 0.5) / STEPS_PER_UNIT if value == value else value  # noqa: PLR0124
                    for value in row
                ]
                for metric, row in zip(some, rows, strict=True)
            }

        return compute_rounded

    kinds = [tuple(one for one in metrics if one.graded is graded) for graded in (True, False)]
    return _CurveCache(*map(make_cached, kinds))


def _add_curves(ahead: Ahead, key: str, boards: tuple[MetricInput, ...], curves: _CurveCache) -> None:
    """Compute the curves of boards into `ahead` under a key, unless it has them."""
    if key not in ahead.graded:
        ahead.graded[key] = curves.graded(boards)
    key = binarize_key(key, boards[0].threshold)
    if key not in ahead.relevant:
        ahead.relevant[key] = curves.relevant(tuple([one.relevance for one in boards]))
