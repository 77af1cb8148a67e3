"""The explore page: the board, and every curve against k."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from irviz.lenses import explanation_line
from irviz.lenses.explanation import explain
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.curves import lookahead, series
from irviz.state.curves.series import undefined
from irviz.state.desk import MEAN
from irviz.state.number_words import fraction
from irviz.state.predictions.prediction import mark
from irviz.ui import figures, files
from irviz.ui.board import KEY, board, board_data
from irviz.ui.curves import Curves, CurvesData, curves
from irviz.ui.curves.rows import rows, sendable
from irviz.ui.export.board import take_board
from irviz.ui.faults import whole
from irviz.ui.lens import lens, lens_data
from irviz.ui.pages.prose import heading
from irviz.ui.present import present, present_data
from irviz.ui.session import EXPLORE, enter, receive, session

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.state.session import Session
    from irviz.ui.present import Talk


def explore() -> None:
    """Show the page."""
    enter(EXPLORE)
    heading("Ranking metrics you can drag")
    _play()
    show_panels()
    take_board(linkable="share" not in session().desk.off)


@st.fragment
@whole
def _play() -> None:
    """A fragment, so that a change on the board runs nothing else."""
    show_board(saves=True)


def show_board(
    ask: tuple[str, ...] = (),
    aside: tuple[str, ...] = (),
    talk: Talk | None = None,
    *,
    saves: bool = False,
) -> None:
    """The board, which brings what `show_panels` shows, for a page whose fragment calls it.

    Args:
        ask: The metrics to predict where one predicts first; all of them if empty.
        aside: The metrics whose scores stand aside until somebody wants them.
        talk: The step of a lesson that the arrow keys leave while somebody presents.
        saves: Whether who presents can keep states, as on the user's own board, which a link opens.
    """
    before = session()
    parts = {
        "board": lambda: board_data(before),
        "curves": lambda: {**curves_data(before), "ask": ask, "aside": aside},
        "lens": lambda: lens_data(before),
        "present": lambda: present_data(before, talk, saves=saves),
    }
    message = board(parts, on_message=lambda: receive(st.session_state[KEY]["message"]))
    # After a restart of the server, a page that is still open tells it everything in its first run.
    if message is not None:
        receive(message)
    if session() is not before:
        st.rerun()


def show_panels() -> None:
    """The chart and what stands below. Outside of a fragment they are not made again with each change."""
    curves()
    lens()
    present()


def curves_data(current: Session) -> CurvesData:
    """Everything that the chart and the scoreboard show, and may be asked to show next."""
    desk = current.desk
    values = series.curves(desk)
    plotted = tuple(metric.name for metric in PLOTTED)
    ahead = foreseen(current)
    return {
        "plotly": files.url("plotly/plotly.min.js"),
        "figure": figures.curves_template(plotted, desk.n),
        "rows": rows(desk),
        "metric": desk.metric,
        "why": explanation_line.line(desk, current.before),
        "lines": explanation_line.lines(desk),
        "fresh": current.before is None,
        "marks": marks(current),
        "tally": current.tally.words,
        "board": desk.opened,
        "pattern": lookahead.key(desk.visible),
        "k": desk.k,
        "n": desk.n,
        "curves": sendable(values),
        "fractions": {
            metric.name: [fraction(value) for value in values[metric.name]]
            for metric in PLOTTED
            if not metric.graded
        },
        "undefined": list(undefined(desk.metrics, desk.visible)),
        "ahead": ahead,
        "blank": {name: lookahead.blank(desk, found) for name, found in ahead.items()},
        "hidden": list(desk.hidden),
    }


def marks(current: Session) -> dict[str, dict[str, Any]]:
    """How the prediction of the last action was marked, by metric."""
    if current.before is None or not current.guesses:
        return {}
    marked = mark(current.guesses, current.before, current.desk, explain)
    return {
        one.outcome.metric: {
            "right": one.right,
            "line": one.line,
            "said": one.said if isinstance(one.said, float) else None,
            "off": one.off,
        }
        for one in marked
        if one.right is not None
    }


def foreseen(current: Session) -> Mapping[str, Mapping[str, Curves]]:
    """The curves of what the next action can lead to, by open board."""
    desk, history = current.desk, current.history
    tools = [
        desk.put(*(board.ideal() for board in desk.visible)),
        desk.put(*(board.worst() for board in desk.visible)),
        current.restored(desk),
    ]
    near = (desk, *tools, *history.past[-1:], *history.future[-1:])
    names = (*desk.names, MEAN) if len(desk.boards) > 1 else desk.names
    found: dict[str, lookahead.Ahead] = {desk.opened: dict(lookahead.ahead(desk))}
    for one in filter(desk.scores_like, near):
        for name in names:
            found.setdefault(name, {}).update(lookahead.here(one.open(name)))
    if current.peek and current.peek[1].opened == desk.opened:
        found[desk.opened].update(lookahead.this(current.peek[1]))
    if desk.conventions.undefined == "nan":
        return {
            name: {pattern: sendable(values) for pattern, values in states.items()}
            for name, states in found.items()
        }
    return found
