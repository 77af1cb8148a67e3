"""Where two metrics disagree: which two, on which judgments, and the two orders that were found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from irviz.lenses.disagreement import CLEAREST, shown
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.made_up import made_up
from irviz.state import permalink
from irviz.state.disagreements.question import CHOICES, HIGHEST, PARAMETERS, SIZES, VARIANTS
from irviz.state.metric_words import spoken, unusual
from irviz.views.present import without_board
from irviz.views.room import preferred

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.state.disagreements.question import Question
    from irviz.state.session import Session


LOOKS = ("present", "mask")
"""What a link says of how the page is looked at."""


def disagree_data(
    question: Question, session: Session, notes: Sequence[str], looks: Collection[str] = ()
) -> dict[str, Any]:
    """Everything that the page shows.

    Args:
        question: The question.
        session: That of the Explore page, whose first open board may be asked about.
        notes: What was ignored in the link.
        looks: Those of `LOOKS` that are on.
    """
    about, fresh = session.desk.without_notes(), session.fresh
    if question.grades is not None:
        about = made_up(question.grades, question.level)
        fresh = CATALOGUE[about.id]
    board = about.visible[0]
    answer = question.answer(board)
    found = shown(answer, board)
    orders = [order.pop("board") for order in found.get("orders", ())]
    for order, arranged in zip(found.get("orders", ()), orders, strict=True):
        metric = (question.a, question.b)[order["by"]]
        order["open"] = f"./?{urlencode(_opened(about, fresh, arranged, metric))}"
    link = session.address if question.grades is None else {}
    return {
        "notes": list(notes),
        "link": {name: text for name, text in link.items() if name not in _LOOKED_AT}
        | question.link
        | dict.fromkeys(looks, "1"),
        "looks": list(looks),
        "bar": without_board(
            present="present" in looks, pair=found.get("pair", 0), more=found.get("more", False)
        ),
        "room": _asked(question, orders, present="present" in looks),
        "ours": _OURS,
        "a": _chosen(question.a, board.n),
        "b": _chosen(question.b, board.n),
        "metrics": _choices(question),
        "of": question.link.get("of", ""),
        "level": question.level,
        "levels": board.top,
        "n": board.n,
        "relevant": board.ranking.relevant,
        "sizes": [SIZES[0], SIZES[-1]],
        "highest": HIGHEST,
        "boards": session.desk.visible[0].n,
        "board": _about(session.desk.visible[0]),
        "graded": board.top > 1,
        "found": found,
        "clearest": CLEAREST,
    }


def _asked(question: Question, orders: Sequence[Board], *, present: bool) -> dict[str, Any]:
    """What the part of the page needs in which a class is asked which of the orders a metric prefers."""
    metrics = (question.a, question.b)
    k = max(metric.cutoff or orders[0].n for metric in metrics) if orders else 1
    words = "Two orders of the same results: A is the first, B the second."
    asked = preferred(orders, k, metrics, words) if orders else None
    return {
        "present": present,
        "predict": False,
        "metric": question.a.name,
        "ask": [one["name"] for one in asked["metrics"]] if asked else [],
        "given": "preference",
        "page": "disagree",
        "question": asked,
    }


_LOOKED_AT = {*LOOKS, "reveal"}
_OURS = sorted(
    {*PARAMETERS, *permalink.NAMES}
    | {board.id for desk in CATALOGUE.values() for board in desk.boards}
)
"""The parameters of the address that this page sets or takes away."""


def _opened(desk: Desk, fresh: Desk, board: Board, metric: Metric) -> dict[str, str]:
    """The link to an order on the Explore page, cut where the metric that prefers it is."""
    changed = desk.put(board).open(board.id).cut(min(metric.cutoff or board.n, board.n))
    if metric.name in {one.name for one in desk.metrics}:
        changed = changed.look(metric=metric.name)
    return permalink.write(changed, fresh)


def _chosen(metric: Metric, n: int) -> dict[str, Any]:
    return {
        "name": metric.name,
        "symbol": spoken(metric),
        "link": str(metric),
        "written": _uncut(metric),
        "k": metric.cutoff,
        "most": n,
        "summary": metric.summary,
    }


def _uncut(metric: Metric) -> str:
    return str(metric).rsplit("@", 1)[0] if metric.cutoff else str(metric)


def _choices(question: Question) -> list[dict[str, Any]]:
    """The metrics to choose from, in groups; one that only the link names is there, too."""
    groups: dict[str, list[dict[str, str]]] = {
        "Order-aware": [],
        "Order-unaware": [],
        "By another convention": [],
    }
    for one in CHOICES:
        group = "Order-aware" if one.order_aware else "Order-unaware"
        other = one in VARIANTS
        label = f"{one.name} · {unusual(one) if other else one.title}"
        groups["By another convention" if other else group].append(
            {"value": str(one), "label": label}
        )
    known = {str(one) for one in CHOICES}
    for one in {_uncut(one): one for one in (question.a, question.b)}.values():
        if _uncut(one) not in known:
            groups["By another convention"].append(
                {"value": _uncut(one), "label": f"{one.name} · {unusual(one) or one.title}"}
            )
    return [{"label": label, "options": options} for label, options in groups.items()]


def _about(board: Board) -> str:
    """The judgments of a board, in a line."""
    grades = "graded" if board.top > 1 else f"{board.ranking.relevant} relevant"
    return f"“{board.query}”: {board.n} results, {grades}"
