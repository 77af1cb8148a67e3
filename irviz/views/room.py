"""What a class is asked: a change on the board as a question, and what there is to ask about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from irviz.lenses import changes
from irviz.lenses.changes import describe_action
from irviz.lenses.formatting import choose_noun, join_words, name_at_cutoff, to_json_number
from irviz.lenses.versus import Respect, find_preference
from irviz.lessons.challenge import format_moves
from irviz.lessons.check.misconceptions import predict_by_beliefs
from irviz.state.chosen_conventions import OPTIONS, PLOTTED
from irviz.state.desk import MEAN
from irviz.state.metric_words import describe_metric
from irviz.state.predictions.prediction import list_outcomes
from irviz.views.coach import page_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.lessons.challenge import Challenge
    from irviz.lessons.check.misconceptions import Expected
    from irviz.lessons.study import Study
    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.state.session import Session

MAX_RESULTS = 31
"""A phone gets so many results of each list, or those down to the cutoff and the change: one more than it shows, so
that it says that there are more."""

MAX_TITLE_CHARACTERS = 120
"""Longer titles and queries are clipped, in characters."""

MAX_REASON_CHARACTERS = 400
"""Longer reasons are clipped, in characters."""

CURVED = {metric.name: [*metric.range] for metric in PLOTTED}
"""The metrics of the chart, whose values can be asked for, with the lowest and the highest there can be."""


class CardData(TypedDict):
    """A result as a phone shows it; `level` is its grade, and `judged` whether it has one."""

    id: str
    title: str
    picture: str
    level: int
    relevant: bool
    judged: bool


class BeliefAnswer(TypedDict):
    """A misconception about a metric, and the answer that it leads to: a direction, and a value if one follows."""

    belief: str
    said: str
    to: float | None


AskedMetric = TypedDict(
    "AskedMetric",
    {
        "name": str,
        "title": str,
        "from": float | None,
        "to": float,
        "right": str | int,
        "reason": str,
        "range": list[float] | None,
        "beliefs": list[BeliefAnswer],
    },
)
"""A metric that can be asked about.

``from`` is its value before, None while it is masked; ``right`` what is right: ``"up"``, ``"same"`` or
``"down"``, of two lists ``"first"``, ``"same"`` or ``"second"``, of a challenge the fewest moves; ``range`` is that
of its values, None where they cannot be asked for.
"""


class ClassQuestion(TypedDict):
    """A question to a class, as `irviz.rooms.question` reads it.

    Attributes:
        title: The text of the query.
        words: A sentence on what is changed, or compared.
        before: The results of one board, or list A.
        after: The results after the change, or list B.
        cutoff: The cutoff after the change.
        cutoff_before: The cutoff before it.
        link: The address of a challenge's page; only for a challenge.
        metrics: The metrics that can be asked about, with the right answers.
    """

    title: str
    words: str
    before: list[CardData]
    after: list[CardData]
    cutoff: int
    cutoff_before: int
    link: NotRequired[str]
    metrics: list[AskedMetric]


class RoomData(TypedDict):
    """The data of the part of the page with which a teacher asks a class.

    Attributes:
        is_presenting: Whether the page is being presented.
        is_predicting: Whether actions are predicted first.
        metric: The name of the chosen metric.
        metrics_to_ask: The names of the metrics that the lesson step or the question asks for.
        question_kind: The kind of the page's own question, such as ``preference``; empty for a change of the board,
            ``step`` where a lesson asks itself, and ``none`` where nothing can be asked.
        page: The name of the page, for those with a board of their own.
        title: What is searched for, as a question about it says; empty where none is about one board.
        question: The question about the staged change, the two lists or the challenge; None for none.
    """

    is_presenting: bool
    is_predicting: bool
    metric: str
    metrics_to_ask: Sequence[str]
    question_kind: str
    page: str
    title: str
    question: ClassQuestion | None


def room_data(session: Session, study: Study | None = None, *, can_ask: bool = True) -> RoomData:
    """The data of the part of the page with which a teacher asks a class.

    Args:
        session: The session, which may have a change staged that is not made yet.
        study: The open task; a step of a lesson says what to predict.
        can_ask: Whether a class can be asked about the board.
    """
    desk = session.desk
    kind, page = "", "study" if study else "compare" if desk.paired else "board"
    asked = change_question(desk, session.staged) if session.staged and can_ask else None
    if not can_ask:
        kind = "none"
    elif study and study.step and study.step.choices and "move" in desk.off and not asked:
        kind = "step"
    if study and study.challenge:
        kind, asked = "challenge", challenge_question(study.challenge)
    if desk.paired:
        kind = "preference"
        asked = preference_question(desk.boards, desk.k, desk.metrics, "Two lists for one query, A and B.")
    return {
        "is_presenting": desk.present,
        "is_predicting": desk.predict,
        "metric": desk.metric,
        "metrics_to_ask": study.step.predict if study and study.step else (),
        "question_kind": kind,
        "page": page,
        "title": _describe_query(desk),
        "question": asked,
    }


def change_question(before: Desk, after: Desk) -> ClassQuestion:
    """A question to a class: how does a change of the desk move each metric?

    Args:
        before: The desk before the change.
        after: The desk after the change.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> desk = CATS.move_cutoff(3)
        >>> asked = change_question(desk, desk.replace_boards(desk.visible[0].move(4, 1)))
        >>> asked["title"], asked["words"]
        ('cat in a box', '“Tabby in a box” moves from rank 4 to rank 1.')
        >>> [(one["title"], one["right"]) for one in asked["metrics"]][:3]
        [('P@3', 'up'), ('R@3', 'up'), ('F1@3', 'up')]
    """
    here, there = _find_changed_board(before, after)
    word = choose_noun(*after.visible)
    shown = _count_visible_ranks(here, there, max(before.k, after.k))
    return {
        "title": _describe_query(after),
        "words": _describe_change(before, after, there, word) + _describe_undefined(before),
        "before": [_card_data(here, rank) for rank in range(1, shown + 1)],
        "after": [_card_data(there, rank) for rank in range(1, shown + 1)],
        "cutoff": after.k,
        "cutoff_before": before.k,
        "metrics": _metric_changes(before, after),
    }


def _describe_query(desk: Desk) -> str:
    """What is searched for on the open board, or on how many of them."""
    return _clip_text(f"mean of {len(desk.visible)} queries" if desk.opened == MEAN else desk.visible[0].query)


def preference_question(lists: Sequence[Board], k: int, metrics: Sequence[Metric], words: str) -> ClassQuestion | None:
    """A question to a class: which of two lists does each metric prefer? None where no metric has a value for both.

    Args:
        lists: Lists A and B, with the same judgments.
        k: The cutoff of metrics that have none of their own.
        metrics: The metrics to ask about.
        words: A sentence on what is compared.

    Returns:
        The question, or None.

    Example:
        >>> from irviz.metrics import AP, RR
        >>> from irviz.scenarios.cats import CATS
        >>> board = CATS.boards[0]
        >>> asked = preference_question((board, board.move(3, 1)), 8, (RR, AP), "Two lists, A and B.")
        >>> [(one["title"], one["right"]) for one in asked["metrics"]]
        [('RR@8', 'first'), ('AP@8', 'first')]
    """
    a, b = (one.ranking for one in lists)
    found: dict[str, AskedMetric] = {}
    for metric in metrics:
        told = find_preference(metric, a, b, metric.cutoff or k)
        before, after = (to_json_number(value) for value in told.values)
        if before is None or after is None:
            continue
        # Two that differ by a convention or by their cutoff have one symbol.
        name = metric.name if metric.name not in found else str(told.metric)
        found[name] = {
            "name": name,
            "title": describe_metric(told.metric),
            "from": before,
            "to": after,
            "right": "same" if told.higher is None else ("first", "second")[told.higher],
            "reason": _clip_text(Respect((told,)).sentence, MAX_REASON_CHARACTERS),
            "range": None,
            "beliefs": [
                _belief_data(one, {"up": "second", "same": "same", "down": "first"})
                for one in predict_by_beliefs(metric, [a], [b], k, k)
            ],
        }
    if not found:
        return None
    first, second = ([_card_data(one, rank) for rank in range(1, _count_visible_results(one, k) + 1)] for one in lists)
    return {
        "title": _clip_text(" or ".join(dict.fromkeys(one.query for one in lists))),
        "words": words,
        "before": first,
        "after": second,
        "cutoff": k,
        "cutoff_before": k,
        "metrics": [*found.values()],
    }


def challenge_question(challenge: Challenge) -> ClassQuestion:
    """A question to a class: who solves this challenge, in how many moves?

    Args:
        challenge: The challenge; its page is the ``link``.

    Example:
        >>> from irviz.lessons.challenge import challenges
        >>> asked = challenge_question(challenges()["first-hit"])
        >>> asked["link"], asked["metrics"][0]["reason"]
        ('challenges?challenge=first-hit', 'It can be done in one move.')
    """
    desk = challenge.desk
    board = desk.visible[0]
    fewest = challenge.fewest
    told = f"It can be done in {format_moves(fewest)}." if fewest else ""
    return {
        "title": _clip_text(challenge.title),
        "words": _clip_text(challenge.task, MAX_REASON_CHARACTERS),
        "before": [_card_data(board, rank) for rank in range(1, _count_visible_results(board, desk.k) + 1)],
        "after": [],
        "cutoff": desk.k,
        "cutoff_before": desk.k,
        "link": page_of(challenge),
        "metrics": [
            {
                "name": "moves",
                "title": "Moves",
                "from": None,
                "to": fewest or 0,
                "right": fewest or 0,
                "reason": told,
                "range": None,
                "beliefs": [],
            }
        ],
    }


def _count_visible_results(board: Board, k: int) -> int:
    """How many results of each list a phone gets for a comparison at cutoff k."""
    return min(board.n, MAX_RESULTS, max(9, k + 2))


def _find_changed_board(before: Desk, after: Desk) -> tuple[Board, Board]:
    """The first changed board, before and after the change; the first of all where none is changed."""
    pairs = list(zip(before.visible, after.visible, strict=True))
    return next(((here, there) for here, there in pairs if here != there), pairs[0])


def _describe_change(before: Desk, after: Desk, shown: Board, word: str) -> str:
    """A sentence on a change that is still to come.

    Args:
        before: The desk before the change.
        after: The desk after it.
        shown: The board whose results the question shows.
        word: The noun for a result, such as “picture”.
    """
    said = describe_action(before, after, word)
    if before.conventions != after.conventions:
        said = said.replace("The metrics follow other conventions.", _describe_computation_change(before, after), 1)
    for was, will in _TENSES.items():
        said = said.replace(was, will)
    if len(after.visible) > 1:
        said = f"{said} Phones show the {word}s for “{_clip_text(shown.query)}”."
    return said


def _describe_undefined(desk: Desk) -> str:
    """A sentence on the metrics that are undefined where nothing is relevant, with a blank before it; else empty."""
    boards = () if desk.masked or desk.conventions.undefined != 0.0 else desk.visible
    lacking = (one for one in desk.metrics if not any(one.defined(board.ranking) for board in boards))
    names = [name_at_cutoff(one, desk) for one in lacking] if boards else []
    are = "are" if len(names) > 1 else "is"
    return f" So far nothing is relevant: {join_words(names)} {are} undefined and counted as 0." if names else ""


_TENSES = {
    " moved from rank ": " moves from rank ",
    " swapped ranks ": " swap ranks ",
    "The cutoff went from ": "The cutoff goes from ",
}
"""What has been done is told of what is to be done."""


_VERBS = {
    "ap": "AP divides by {}",
    "p": "P divides by {}",
    "gain": "The gain is {}",
    "discount": "The discount divides by {}",
    "ideal": "The ideal order is made of {}",
}
"""How each convention is told beside what it means."""


def _describe_computation_change(before: Desk, after: Desk) -> str:
    """A sentence on the conventions that differ after a change."""
    told = []
    for name, option in OPTIONS.items():
        chosen = getattr(after.conventions, name)
        if chosen != getattr(before.conventions, name):
            words = _VERBS.get(name, "{}").format(option.values[chosen])
            told.append(f"{words[0].upper()}{words[1:]}.")
    return f"Another convention: {' '.join(told)}"


def _count_visible_ranks(here: Board, there: Board, k: int) -> int:
    """How many results of a changed list a phone gets: one past the last change, and some past the cutoff `k`."""
    differ = [
        rank
        for rank, (was, now) in enumerate(zip(here.order, there.order, strict=True), 1)
        if was != now or here.grades[was] != there.grades[now]
    ]
    return min(here.n, MAX_RESULTS, max([9, k + 2, *(rank + 1 for rank in differ)]))


def _card_data(board: Board, rank: int) -> CardData:
    """A result for phones, from its rank on a board, from 1."""
    index = board.order[rank - 1]
    item, grade = board.items[index], board.grades[index]
    return {
        "id": item.id,
        "title": _clip_text(item.title),
        "picture": item.picture or "",
        "level": grade,
        "relevant": grade >= board.threshold,
        "judged": index not in board.unjudged,
    }


def _metric_changes(before: Desk, after: Desk) -> list[AskedMetric]:
    """The metrics that a question asks for, each with its values, direction, reason and misconceptions."""
    rows: Mapping[str, Any] = {row["name"]: row for row in changes.show(after, before)["rows"]}
    covered = before.present and before.masked
    same = before.opened == after.opened
    metrics = {one.name: one for one in after.metrics if one in before.metrics and same}
    found: list[AskedMetric] = []
    for one in list_outcomes(before, after):
        if one.direction is None or to_json_number(one.after) is None:
            continue
        told = covered and one.metric not in before.revealed
        found.append(
            {
                "name": one.metric,
                "title": one.symbol,
                "from": None if told else to_json_number(one.before),
                "to": one.after,
                "right": one.direction,
                "reason": _join_reasons(rows[one.metric]["lines"]),
                "range": CURVED.get(one.metric),
                "beliefs": _beliefs_data(metrics.get(one.metric), before, after),
            }
        )
    return found


def _beliefs_data(metric: Metric | None, before: Desk, after: Desk) -> list[BeliefAnswer]:
    """The answer that each misconception about a metric leads to; empty if the metric is None."""
    old, new = ([board.ranking for board in desk.visible] for desk in (before, after))
    return [_belief_data(one) for one in predict_by_beliefs(metric, old, new, before.k, after.k)] if metric else []


def _belief_data(one: Expected, ways: Mapping[str, str] | None = None) -> BeliefAnswer:
    """The answer that a misconception leads to; `ways` has the question's words for directions, if they differ."""
    return {
        "belief": one.belief.belief,
        "said": ways[one.way] if ways else one.way,
        "to": None if one.belief.depth else to_json_number(one.now),
    }


def _join_reasons(lines: list[dict[str, str]]) -> str:
    """The reasons of a change (a line for each query) as one sentence, cut where it is too long."""
    told = "; ".join(
        f"“{_clip_text(line['query'])}”: {line['reason']}" if "query" in line else line["reason"] for line in lines
    )
    return _clip_text(f"{told[:1].upper()}{told[1:]}.", MAX_REASON_CHARACTERS)


def _clip_text(text: str, most: int = MAX_TITLE_CHARACTERS) -> str:
    """A text of at most `most` characters, with an ellipsis where it is cut."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
