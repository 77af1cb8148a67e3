"""Two lists side by side: a small chart for each metric, the values at k, and why they differ.

The curves of every state of either board that is one move away are there already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lenses.unjudged import find_unjudged
from irviz.lenses.versus import compare_lists
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.curves import lookahead
from irviz.state.curves.series import compute_curves_by_board, find_undefined
from irviz.state.number_words import MAX_FRACTIONS, format_fraction
from irviz.state.pairs.judgments import UNKNOWN, list_outside_grades, read_grades
from irviz.views.curves import without_nan, without_nan_ahead

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.metrics import Ranking
    from irviz.state.desk import Desk
    from irviz.state.session import Session


def versus_data(session: Session) -> dict[str, Any]:
    """What the component shows, and may be asked to show next.

    Returns:
        ``pattern`` is what both boards show, ``curves`` their values by board and metric in full
        precision, ``fractions`` the same where they are fractions, and ``cuts`` what is said of them
        at each cutoff: a headline, then a sentence for each respect; ``unjudged`` says what nobody
        judged, and what that leaves open under the chosen metric at the desk's cutoff, or is empty;
        ``ahead`` has curves by board, and ``lines`` what is said by pattern, filed as in
        `irviz.views.curves`.
    """
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
                "plotted": metric.name in plotted,
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
        "cuts": [_explain_difference(desk, k) for k in range(1, desk.n + 1)],
        "unjudged": _describe_unjudged(desk),
        "lines": {"graded": _lines_for_neighbours(desk, near)},
        "ahead": without_nan_ahead(desk, lookahead.look_ahead(desk, near)),
        "threshold": desk.threshold,
    }


def _describe_unjudged(desk: Desk) -> list[str]:
    """Say whether the judgments settle the difference, and what is unjudged."""
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
    """By key, the sentences for each state that is one change away."""
    states = {name: (a.ranking, b.ranking) for name, (a, b) in lookahead.list_changes(desk).items()}
    for one in near:
        if one.k == desk.k:
            a, b = one.boards
            states[lookahead.make_key(one)] = (a.ranking, b.ranking)
    return {name: _describe_verdict(desk, *both, desk.k) for name, both in states.items()}


def _explain_difference(desk: Desk, k: int) -> list[str]:
    a, b = desk.boards
    return _describe_verdict(desk, a.ranking, b.ranking, k)


def _describe_verdict(desk: Desk, a: Ranking, b: Ranking, k: int) -> list[str]:
    found = compare_lists(desk.metrics, a, b, k)
    return [found.headline, *found.sentences]
