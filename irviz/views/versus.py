"""Two lists side by side: a small chart for each metric, the values at k, and why they differ.

The curves of every state of either board that is one move away are there already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irviz.lenses.versus import verdict
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.curves.lookahead import LONGEST
from irviz.state.curves.series import undefined
from irviz.state.number_words import fraction
from irviz.state.pairs import lookahead as pair_lookahead
from irviz.state.pairs.pair import A, B
from irviz.views import palette
from irviz.views.curves import sendable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.state.session import Session


def versus_data(session: Session) -> dict[str, Any]:
    """What the component shows, and may be asked to show next.

    Returns:
        ``pattern`` is what both boards show, ``curves`` their values by board and metric in full
        precision, ``fractions`` the same where they are fractions, ``why`` what is said of them: a
        headline, then a sentence for each respect; ``ahead`` has curves by board and full pattern, ``lines``
        what is said by pattern, and ``cuts`` the same for each other cutoff.
    """
    desk = session.desk
    values = pair_lookahead.curves(desk)
    plotted = {metric.name for metric in PLOTTED}
    near = [session.restored(desk), *_tools(desk), *session.history.past[-1:]]
    near += session.history.future[-1:]
    if session.peek and session.peek[1].id == desk.id:
        near.append(session.peek[1])
    return {
        "pattern": pair_lookahead.key(desk.boards),
        "k": desk.k,
        "n": desk.n,
        "names": [board.query for board in desk.boards],
        "rows": [
            {
                "name": metric.name,
                "title": metric.title,
                "meaning": metric.summary,
                "plotted": metric.name in plotted,
            }
            for metric in desk.metrics
        ],
        "palettes": palette.palettes(values[A]),
        "curves": {name: sendable(found) for name, found in values.items()},
        "fractions": {
            name: {
                metric.name: [fraction(value) for value in found[metric.name]]
                for metric in PLOTTED
                if not metric.graded
            }
            for name, found in values.items()
        },
        "undefined": list(undefined(desk.metrics, desk.boards)),
        "why": _why(desk, desk.k),
        "cuts": [_why(desk, k) for k in range(1, desk.n + 1)],
        "lines": _lines(desk, near),
        "ahead": {
            name: {pattern: sendable(curves) for pattern, curves in states.items()}
            for name, states in pair_lookahead.ahead(desk, near).items()
        },
    }


def _tools(desk: Desk) -> list[Desk]:
    """What the tools lead to that know one way only."""
    a, b = desk.boards
    return [desk.put(one) for board in (a, b) for one in (board.ideal(), board.worst())]


def _lines(desk: Desk, near: Iterable[Desk]) -> dict[str, list[str]]:
    """What is said of each state that is one change away, by its pattern."""
    states = [one for one in near if one.id == desk.id and one.k == desk.k]
    boards: list[tuple[Board, ...]] = [one.boards for one in states]
    if desk.n <= LONGEST:
        a, b = desk.board(A), desk.board(B)
        boards += [one.boards for one in pair_lookahead.judged(desk)]
        boards += [(one, b) for one in pair_lookahead.moved(a)]
        boards += [(a, one) for one in pair_lookahead.moved(b)]
    return {pair_lookahead.key(both): _said(desk, both, desk.k) for both in boards}


def _why(desk: Desk, k: int) -> list[str]:
    return _said(desk, desk.boards, k)


def _said(desk: Desk, boards: tuple[Board, ...], k: int) -> list[str]:
    a, b = boards
    found = verdict(desk.metrics, a.ranking, b.ranking, k)
    return [found.headline, *found.sentences]
