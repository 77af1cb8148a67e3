"""The question where two metrics disagree: which two, on which judgments, and the number of the pair.

`?a=RR@8&b=AP@8&of=00001111&level=1&pair=2`. Without `of`, the judgments are those of a board. Reading is
total: whatever a link says, the answer is a good question and a list of what was ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from irviz.metrics import AP, METRICS, Metric, NotationError, Ranking, nDCG, parse
from irviz.state.board import DIGITS
from irviz.state.chosen_conventions import quote
from irviz.state.disagreements.disagreement import Agreement, Disagreement, find_disagreement
from irviz.workers import run_in_worker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.state.board import Board
    from irviz.state.disagreements.disagreement import Order

PARAMETERS = ("a", "b", "of", "level", "pair")
"""What a link carries beside the board."""

VARIANTS: tuple[Metric, ...] = (nDCG(gain="exp"), AP(denominator="min(R,k)"), AP(denominator="hits"))
"""Metrics by another convention that are worth comparing with themselves."""


def _depends_on_order(metric: Metric) -> bool:
    """Whether a metric depends on the order of judged results, or has a cutoff to move."""
    if not (metric.own_cutoff or metric.sees_judged):
        return True
    cut = metric if metric.own_cutoff else metric @ 1
    return cut(Ranking([1, 0])) != cut(Ranking([0, 1]))


CHOICES: tuple[Metric, ...] = (*filter(_depends_on_order, METRICS.values()), *VARIANTS)
"""The metrics that can be chosen."""

MAX_PAIRS = 20
"""Pairs that are shown for one question."""

RESULT_COUNTS = range(2, 10)
"""Possible numbers of results with made-up judgments."""

MAX_MADE_UP_GRADE = 9
"""The highest grade that can be made up, a digit."""

_A, _B = "RR", "AP"


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the page Disagree: on which two orders of the same results do two metrics disagree?

    Args:
        a: The metric that is to prefer the first order, with its cutoff.
        b: The metric that is to prefer the second order, with its cutoff.
        grades: Made-up grades, in any order, or None for those of the board.
        level: With made-up grades, the lowest one that counts as relevant.
        pair: The number of the pair of orders that is asked for, 1 for the clearest.
    """

    a: Metric
    b: Metric
    grades: tuple[int, ...] | None
    level: int
    pair: int

    @classmethod
    def read(cls, link: Mapping[str, str], board: Board) -> tuple[Question, tuple[str, ...]]:
        """Read the question of a link, and a sentence for each thing that was ignored.

        Args:
            link: The link's parameters; others than `PARAMETERS` are left alone.
            board: The board whose judgments are taken where the link has none of its own.

        Example:
            >>> from irviz.state.board import Board, Item
            >>> board = Board("b", "q", (Item("a", "A"), Item("b", "B")), (0, 1), (0, 1))
            >>> question, notes = Question.read({"a": "P@1", "b": "nDGC@3", "of": "0 4 1"}, board)
            >>> question.link, len(notes)
            ({'a': 'P@1', 'b': 'AP@2'}, 2)
        """
        notes: list[str] = []
        grades = parse_grades(link.get("of", ""), "the judgments of the board", notes)
        n = len(grades) if grades else board.n
        top = max(grades) if grades else max((*board.ranked, *board.missed), default=0)
        a = _parse_metric(link, "a", _A, n, notes)
        b = _parse_metric(link, "b", _B, n, notes)
        a, b = (_widen_scale(one, top, notes) for one in (a, b))
        level = 1 if grades is None else _parse_number(link, "level", max(grades, default=1) or 1, notes)
        pair = _parse_number(link, "pair", MAX_PAIRS, notes)
        return cls(a, b, grades, level, pair), tuple(notes)

    @property
    def link(self) -> dict[str, str]:
        """The question's parameters of a link; the inverse of `read`."""
        link = {"a": str(self.a), "b": str(self.b)}
        if self.grades is not None:
            link["of"] = "".join(DIGITS[grade] for grade in self.grades)
        if self.level > 1:
            link["level"] = str(self.level)
        if self.pair > 1:
            link["pair"] = str(self.pair)
        return link

    def answer(self, board: Board) -> Answer:
        """Find the pair of orders with the question's number, or the last one if there are fewer pairs.

        A pair after the first is the clearest of which neither order was in a pair before it.

        Args:
            board: The board whose judgments are searched; a made-up one has the made-up grades.

        Raises:
            TooLongError: If the search was given up.
        """
        judged = _Judgments(tuple(sorted(board.ranked)), board.missed, board.threshold)
        found = _request_pairs(self.a, self.b, judged, min(self.pair, MAX_PAIRS) + 1)
        if isinstance(found, Agreement):
            return Answer(found, 1, more=False)
        number = min(self.pair, len(found))
        return Answer(found[number - 1], number, more=number < min(len(found), MAX_PAIRS))


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a `Question`.

    Args:
        found: The pair of orders, or that there is none.
        number: The number of the pair.
        more: Whether there is another one after it.
    """

    found: Disagreement | Agreement
    number: int
    more: bool


class _Judgments(NamedTuple):
    """The judgments that are searched: as for `irviz.state.disagreements.disagreement.find_disagreement`."""

    grades: Order
    missed: Order
    threshold: int


@lru_cache(maxsize=256)
def _request_pairs(a: Metric, b: Metric, judged: _Judgments, most: int) -> tuple[Disagreement, ...] | Agreement:
    """Find up to `most` pairs of orders on which the metrics disagree, in a worker process; cached."""
    return run_in_worker(_find_pairs, a, b, judged, most)


@lru_cache(maxsize=256)
def _find_pairs(a: Metric, b: Metric, judged: _Judgments, most: int) -> tuple[Disagreement, ...] | Agreement:
    """Find up to `most` pairs of orders on which the metrics disagree, clearest first; cached."""
    before = _find_pairs(a, b, judged, most - 1) if most > 1 else ()
    if isinstance(before, Agreement) or len(before) < most - 1:
        return before
    seen = frozenset(order for one in before for order in (one.first, one.second))
    found = find_disagreement(a, b, *judged, without=seen)
    if isinstance(found, Agreement):
        return before or found
    return (*before, found)


def parse_grades(text: str, instead: str, notes: list[str]) -> tuple[int, ...] | None:
    """Parse made-up grades, a digit each; None if there are none, or invalid ones.

    Args:
        text: The grades.
        instead: What is shown instead of invalid ones.
        notes: A sentence on invalid ones is added to these.
    """
    if not text:
        return None
    if re.fullmatch(rf"[0-{MAX_MADE_UP_GRADE}]{{{RESULT_COUNTS[0]},{RESULT_COUNTS[-1]}}}", text, re.ASCII):
        return tuple(map(int, text))
    notes.append(
        f"Made-up grades are {RESULT_COUNTS[0]} to {RESULT_COUNTS[-1]} digits, one for each result, such as 0110; "
        f"not {quote(text)}, so these are {instead}."
    )
    return None


def _parse_metric(link: Mapping[str, str], name: str, usual: str, n: int, notes: list[str]) -> Metric:
    """Parse the metric behind a link's parameter, else `usual`, with a cutoff up to `n`; problems go to `notes`."""
    metric = METRICS[usual] @ n
    text = link.get(name, "")
    if not text:
        return metric
    try:
        metric = parse(text)
    except NotationError as error:
        why = error.problem.partition(": known are ")[0]  # the page has a list of them
        notes.append(f"There is no metric {quote(text)} ({why}), so it is {metric}.")
        return metric
    if metric.own_cutoff:
        return metric(cutoff=None)
    near = min(metric.cutoff or n, n)
    if metric.cutoff not in {None, near}:
        notes.append(f"There are {n} results, so {metric} is read at the cutoff {near}.")
    return metric @ near


def _widen_scale(metric: Metric, top: int, notes: list[str]) -> Metric:
    """A copy of a metric whose highest grade is at least `top`; a sentence is added to `notes` if that changes it."""
    scale = getattr(metric, "max_grade", top)
    if scale >= top:
        return metric
    wider = metric(max_grade=top)
    notes.append(f"The scale of {metric} ends at grade {scale}, so it is {wider}.")
    return wider


def _parse_number(link: Mapping[str, str], name: str, most: int, notes: list[str]) -> int:
    """Parse a link's parameter as a whole number from 1 to `most`; problems go to `notes`."""
    text = link.get(name, "1")
    number = int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else 1
    near = min(max(number, 1), most)
    if text != str(near):
        notes.append(f"The {name} is a whole number from 1 to {most}, not {quote(text)}.")
    return near
