"""Two lists side by side: a small chart for each metric, the values at k, and why they differ.

The curves of every state of either board that is one move away are there already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from irviz.lenses.unjudged import find_unjudged
from irviz.lenses.versus import compare_lists
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.curves import lookahead
from irviz.state.curves.series import compute_curves_by_board, find_undefined
from irviz.state.number_words import MAX_FRACTIONS, format_fraction
from irviz.state.pairs.judgments import UNKNOWN, list_outside_grades, read_grades
from irviz.views.curves import without_nan, without_nan_ahead

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from irviz.metrics import Metric, Ranking
    from irviz.state.desk import Desk
    from irviz.state.session import Session
    from irviz.views.curves import Curves


class VersusRow(TypedDict):
    """A metric in the table of two lists; `is_plotted` if it has a chart, too."""

    name: str
    symbol: str
    title: str
    meaning: str
    is_plotted: bool


class VersusData(TypedDict):
    """The data of two lists side by side.

    Attributes:
        pattern: The grades of both lists in rank order, which identify the state.
        k: The cutoff.
        n: The number of ranks.
        paired: Always true, which tells the data from that of one list.
        metric: The name of the chosen metric.
        rows: The metrics, in order.
        curves: By board and metric, the values in full precision.
        fractions: By board and metric, the values as exact fractions where they are known.
        undefined: Metrics that are undefined on a board, and counted as 0 there.
        explanations: For each cutoff from 1, a headline and sentences on which list the metrics prefer.
        unjudged: Sentences on what unjudged results leave open under the chosen metric at the cutoff; may be empty.
        explanations_ahead: The explanation of each state that is one move away, by the same keys as `curves_ahead`.
        curves_ahead: By board, as in `irviz.views.curves`.
        threshold: The lowest grade that counts as relevant.
    """

    pattern: str
    k: int
    n: int
    paired: bool
    metric: str
    rows: list[VersusRow]
    curves: dict[str, Curves]
    fractions: dict[str, dict[str, list[str | None]]]
    undefined: list[str]
    explanations: list[list[str]]
    unjudged: list[str]
    explanations_ahead: dict[str, dict[str, list[str]]]
    curves_ahead: Mapping[str, Mapping[str, Mapping[str, Curves]]]
    threshold: int


def versus_data(session: Session) -> VersusData:
    """The data of two lists side by side, and of the states that the browser may show next."""
    desk = session.desk
    values = compute_curves_by_board(desk)
    plotted = {metric.name for metric in PLOTTED}
    near = lookahead.list_nearby_desks(session)
    return {
        "pattern": lookahead.make_key(desk),
        "k": desk.k,
        "n": desk.n,
        "paired": True,
        "metric": desk.metric,
        "rows": [
            {
                "name": metric.name,
                "symbol": f"{metric.name}@k",
                "title": metric.title,
                "meaning": metric.summary,
                "is_plotted": metric.name in plotted,
            }
            for metric in desk.metrics
        ],
        "curves": {name: without_nan(found) for name, found in values.items()},
        "fractions": {
            name: {
                metric.name: [*map(format_fraction, found[metric.name][:MAX_FRACTIONS])]
                for metric in PLOTTED
                if not metric.graded
            }
            for name, found in values.items()
        },
        "undefined": list(find_undefined(desk.metrics, desk.boards)),
        "explanations": [_explain_difference(desk, k) for k in range(1, desk.n + 1)],
        "unjudged": _describe_unjudged(desk),
        "explanations_ahead": {"graded": _lines_for_neighbours(desk, near)},
        "curves_ahead": without_nan_ahead(desk, lookahead.look_ahead(desk, near)),
        "threshold": desk.threshold,
    }


def _describe_unjudged(desk: Desk) -> list[str]:
    """Sentences on whether the judgments settle which list is better; empty where all is judged."""
    a, b = desk.boards
    metric = next((one for one in desk.metrics if one.name == desk.metric), desk.metrics[0])
    if not a.unjudged and not b.unjudged:
        return []
    grades = {
        **{f"neither {at}": grade for at, grade in enumerate(list_outside_grades((a, b)))},
        **read_grades(a),
        **read_grades(b),
    }
    known = {document: grade for document, grade in grades.items() if grade != UNKNOWN}
    lists = [[board.items[place].id for place in board.order] for board in (a, b)]
    found = find_unjudged(metric, (lists[0], lists[1]), known, desk.k, desk.threshold)
    return [] if found is None else [found.headline, *found.sentences]


def _lines_for_neighbours(desk: Desk, near: Iterable[Desk]) -> dict[str, list[str]]:
    """For each state that is one change away, by its key, sentences on which list the metrics prefer."""
    states = {name: (a.ranking, b.ranking) for name, (a, b) in lookahead.list_changes(desk).items()}
    for one in near:
        if one.k == desk.k:
            a, b = one.boards
            states[lookahead.make_key(one)] = (a.ranking, b.ranking)
    return {name: _describe_verdict(desk.metrics, *both, desk.k) for name, both in states.items()}


def _explain_difference(desk: Desk, k: int) -> list[str]:
    """A headline and sentences on whether the metrics prefer list A or B at cutoff k."""
    a, b = desk.boards
    return _describe_verdict(desk.metrics, a.ranking, b.ranking, k)


def _describe_verdict(metrics: tuple[Metric, ...], a: Ranking, b: Ranking, k: int) -> list[str]:
    """A headline and sentences on which of two rankings the metrics prefer at cutoff k."""
    found = compare_lists(metrics, a, b, k)
    return [found.headline, *found.sentences]
