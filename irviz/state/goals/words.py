"""Goals in plain English: a quantity, and what is asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.state.desk import MEAN
from irviz.state.goals.quantity import ALL_RELEVANT, COUNTS, FIRST, OF_DESK, Quantity
from irviz.state.metric_words import spoken
from irviz.state.number_words import figure, percent

if TYPE_CHECKING:
    from fractions import Fraction

    from irviz.state.desk import Desk

SIGNS = {
    "=": ("is", "stays the same"),
    "!=": ("is not", "changes"),
    "<": ("is below", "goes down"),
    "<=": ("is at most", "does not go up"),
    ">": ("is above", "goes up"),
    ">=": ("is at least", "does not go down"),
}
"""The signs that a clause can have, in words: against a number, and against the start."""

_AMONG = {
    "beats": "the share of all orders that this one beats on {}",
    "shuffle": "the mean {} of all orders",
    "best": "the best {} of any order",
    "worst": "the worst {} of any order",
}
_SHARES = {">=": "at least ", ">": "more than ", "<": "fewer than ", "<=": "at most "}


def decimal(number: Fraction) -> str:
    """A number as text: a decimal where it is one, else a fraction.

    >>> from fractions import Fraction
    >>> decimal(Fraction(3, 5)), decimal(Fraction(2)), decimal(Fraction(19, 35))
    ('0.6', '2', '19/35')
    """
    for digits in range(10):
        if 10**digits % number.denominator == 0:
            return f"{float(number):.{digits}f}"
    return str(number)


def against(one: Quantity, sign: str, right: Quantity | Fraction | None, desk: Desk | None) -> str:
    """A clause in plain English.

    Args:
        one: The quantity on the left.
        sign: A key of `SIGNS`.
        right: What it is held against; None is its own value at the start.
        desk: Whose titles and cutoffs to use, if there is one.

    >>> from fractions import Fraction
    >>> against(Quantity("rank", item="dog"), "=", Fraction(1), None)
    '“dog” is at rank 1'
    >>> from irviz.metrics import AP
    >>> against(Quantity("beats", AP @ 8), ">=", Fraction(9, 10), None).replace(chr(160), " ")
    'the order beats at least 90 % of all orders on AP@8'
    """
    verb, changed = SIGNS[sign]
    if right is None:
        return f"{subject(one, desk)} {changed}"
    if isinstance(right, Quantity):
        same = right.kind not in _AMONG and sign in {"=", "!="}
        verb = {"=": "equals", "!=": "differs from"}[sign] if same else verb
        return f"{subject(one, desk)} {verb} {subject(right, desk)}"
    return _special(one, sign, right, desk) or f"{subject(one, desk)} {verb} {_shown(right)}"


def subject(one: Quantity, desk: Desk | None) -> str:
    """A quantity as the subject of a sentence.

    >>> subject(Quantity("k"), None), subject(Quantity("grade", item="dog"), None)
    ('the cutoff', 'the grade of “dog”')
    """
    where = _where(one, desk)
    if one.item:
        what = "relevance" if one.kind == ALL_RELEVANT else one.kind
        return f"the {what} of {_title(one, desk)}{where}"
    if one.kind in OF_DESK:
        return OF_DESK[one.kind]
    if one.kind == ALL_RELEVANT:
        return f"the number of relevant results{where}"
    if one.kind == FIRST:
        return f"the rank of the first relevant result{where}"
    if one.kind in COUNTS:
        return f"the number of {COUNTS[one.kind]} ({_bare(one, desk)}){where}"
    inner = _bare(one, desk)
    return (inner if one.kind == "metric" else _AMONG[one.kind].format(inner)) + where


def _special(one: Quantity, sign: str, number: Fraction, desk: Desk | None) -> str | None:
    """What has a shorter way to be said."""
    where = _where(one, desk)
    if one.kind == "beats":
        share = f"{_SHARES.get(sign, '')}{percent(float(number))}"
        verb = "does not beat" if sign == "!=" else "beats"
        return f"the order {verb} {share} of all orders on {_bare(one, desk)}{where}"
    if sign != "=":
        return None
    if one.kind == "rank":
        return f"{_title(one, desk)} is at rank {decimal(number)}{where}"
    if one.kind == "grade":
        return f"{_title(one, desk)} has grade {decimal(number)}{where}"
    if one.kind == ALL_RELEVANT and one.item and number in {0, 1}:
        return f"{_title(one, desk)} is {'' if number else 'not '}relevant{where}"
    return None


def _bare(one: Quantity, desk: Desk | None) -> str:
    """The metric or the count, with its cutoff if that is known, without its board."""
    metric = one.cut(desk) if desk else one.metric
    if metric is not None:
        mean = metric.mean_name if one.board == MEAN else ""
        text = spoken(metric) + ("@k" if one.here and metric.cutoff is None else "")
        return (mean or metric.word or metric.name) + text.removeprefix(metric.name)
    text = one.label(desk) if desk else str(one)
    if one.board is not None:
        text = text.removesuffix(f" of {one.board}")
    return text


def _where(one: Quantity, desk: Desk | None) -> str:
    """Which query it is about, where that is said."""
    if one.board is None:
        return ""
    if one.board == MEAN:
        named = one.kind == "metric" and one.metric is not None and one.metric.mean_name
        return "" if named else " on average over all queries"
    return f" for “{desk.board(one.board).query if desk else one.board}”"


def _title(one: Quantity, desk: Desk | None) -> str:
    item = one.named(desk) if desk else None
    return f"“{item.title if item else one.item}”"


def standing(one: Quantity, right: Quantity | Fraction | None, now: float, target: float) -> str:
    """How a clause stands, in a few words.

    Args:
        one: The quantity on the left.
        right: What it is held against; None is its own value at the start.
        now: The value on the left.
        target: What that is held against, as a number.

    >>> from fractions import Fraction
    >>> from irviz.metrics import AP
    >>> standing(Quantity("metric", AP @ 8), Fraction(3, 5), 0.54285, 0.6)
    'now 0.543'
    >>> standing(Quantity("metric", AP @ 8), None, 0.54285, 0.5)
    'now 0.543, at the start 0.5'
    """
    here, there = shown(one, now), shown(one, target)
    if isinstance(right, Quantity):
        return f"now {here} against {there}"
    if right is None and here != there:
        return f"now {here}, at the start {there}"
    return f"now {here}{', as at the start' if right is None else ''}"


def shown(one: Quantity, value: float) -> str:
    """A value of a quantity as text.

    >>> shown(Quantity("k"), 3.0), shown(Quantity("first"), float("nan"))
    ('3', 'undefined')
    """
    return percent(value) if one.kind == "beats" else figure(value)


def _shown(number: Fraction) -> str:
    text = decimal(number)
    return f"{text} ({figure(float(number))})" if "/" in text else text
