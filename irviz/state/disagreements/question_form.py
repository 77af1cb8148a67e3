"""The form of the question where two metrics disagree: its fields, and the link that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.metrics import NotationError, parse
from irviz.state.disagreements.question import RESULT_COUNTS, parse_grades

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.disagreements.question import Question

KINDS = {"board": "The board", "relevant": "Relevant or not", "graded": "Graded"}
"""Where judgments come from, with the words for it."""

EXAMPLE_GRADES = "04134132"
"""Grades to begin with."""

EXAMPLE_COUNTS = {"relevant": 4, "n": 8}
"""Relevant ones among so many results, to begin with."""


def kind_of_judgments(question: Question, board: Board, asked: str = "") -> str:
    """Where the judgments of a question come from, a key of `KINDS`.

    Args:
        question: The question.
        board: Its results.
        asked: The kind that was chosen in the form: grades 0 and 1 do for two of them.
    """
    if question.grades is None:
        return "board"
    return "graded" if board.top > 1 or asked == "graded" else "relevant"


def name_without_cutoff(metric: Metric) -> str:
    """A metric's name with its parameters, but without its cutoff.

    >>> from irviz.metrics import nDCG
    >>> name_without_cutoff(nDCG(gain="exp") @ 5)
    "nDCG(dcg='exp-log2')"
    """
    return str(metric).rsplit("@", 1)[0] if metric.cutoff else str(metric)


def read_form(
    question: Question, board: Board, own: Board, fields: Mapping[str, object]
) -> tuple[dict[str, str], list[str]]:
    """The parameters of a link for what is in the form, and a sentence for each thing in it that is put right.

    A number is brought into its range; in place of invalid grades, those of the question stay.

    Args:
        question: The question that the form shows.
        board: The results of that question.
        own: The board of Explore, whose judgments can be chosen.
        fields: The form's values: metrics ``a`` and ``b`` with their cutoffs ``ak`` and ``bk``; ``of``, a key of
            `KINDS`; of ``relevant`` ones among ``n``, or the ``grades`` with the lowest relevant one, ``level``.

    Example:
        >>> from irviz.scenarios.cats import CATS
        >>> from irviz.state.disagreements.question import Question
        >>> board = CATS.boards[0]
        >>> question, _ = Question.read({}, board)
        >>> read_form(question, board, board, {"a": "P", "ak": "99", "b": "AP", "bk": "8", "of": "board"})
        ({'a': 'P@8', 'b': 'AP@8'}, ['Cutoff of metric A: a whole number from 1 to 8, so it is 8.'])
    """
    notes: list[str] = []

    def number(name: str, label: str, low: int, high: int) -> int:
        """The number in a field, in its range."""
        text = f"{fields.get(name, '')}".strip()
        try:
            value = round(float(text))
        except (ValueError, OverflowError):
            value = low
        within = min(max(value, low), high)
        if text != f"{within}":
            notes.append(f"{label}: a whole number from {low} to {high}, so it is {within}.")
        return within

    kind, before = f"{fields.get('of', '')}", kind_of_judgments(question, board, f"{fields.get('was', '')}")
    # While a search for what was chosen last goes on, the form has its fields not yet.
    before = before if {"graded": "level", "relevant": "n"}.get(kind) in fields else ""
    link = {}
    if kind == "graded":
        link["of"] = EXAMPLE_GRADES[: max(board.n, RESULT_COUNTS[0])]
        if before == kind:
            link["of"] = _read_grades(fields, question.link["of"], notes) or link["of"]
            link["level"] = f"{number('level', 'Relevant from grade', 1, board.top)}"
    elif kind == "relevant":
        counts = EXAMPLE_COUNTS
        if before == kind:
            n = number("n", "Results", RESULT_COUNTS[0], RESULT_COUNTS[-1])
            counts = {"n": n, "relevant": number("relevant", "Relevant results", 0, n)}
        link["of"] = "1" * counts["relevant"] + "0" * (counts["n"] - counts["relevant"])
    n = len(link.get("of", "")) or own.n
    for side, metric in (("a", question.a), ("b", question.b)):
        name = f"{fields.get(side, '')}"
        cutoff = number(f"{side}k", f"Cutoff of metric {side.upper()}", 1, n)
        # What was read over the whole list stays so.
        whole = metric.cutoff in {None, board.n} and cutoff in {board.n, metric.cutoff or 1}
        link[side] = name if _brings_cutoff(name) else f"{name}@{n if whole else cutoff}"
    return {"a": link.pop("a"), "b": link.pop("b"), **link}, notes


def _read_grades(fields: Mapping[str, object], last: str, notes: list[str]) -> str:
    """The grades in the form, without separators; the `last` ones, with a sentence in `notes`, if they are invalid."""
    given = "".join(f"{fields.get('grades', '')}".replace(",", " ").replace(";", " ").split())
    return given if not given or parse_grades(given, f"still {last}", notes) else last


def _brings_cutoff(name: str) -> bool:
    """Whether a metric, by its name, has a cutoff of its own; False where there is no such metric."""
    try:
        return parse(name).own_cutoff
    except NotationError:
        return False
