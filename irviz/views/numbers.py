"""How numbers are written on the page; ``irviz/ui/numbers.js`` gives the same text for the same number."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from irviz.lenses.formatting import format_short
from irviz.metrics.rounding import format_rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def format_decimal(value: float | None) -> str:
    """A value with three decimals as text; “none” for None and NaN.

    >>> format_decimal(19 / 35), format_decimal(-0.5), format_decimal(None)
    ('0.543', '−0.500', 'none')
    """
    return "none" if value is None or isnan(value) else format_rounded(value).replace("-", "−")


def choose_column_format(values: Iterable[float]) -> Callable[[float], str]:
    """The function that formats a column of numbers: without decimals if all are whole, else with three."""
    return format_short if all(float(value).is_integer() for value in values) else format_decimal


def format_difference(value: float) -> str:
    """A difference with its sign and three decimals, as text.

    >>> format_difference(0.5), format_difference(-0.5)
    ('+0.500', '−0.500')
    """
    return f"+{format_decimal(value)}" if value > 0 else format_decimal(value)


def format_percent(share: float) -> str:
    """A share from 0 to 1 in percent, with one decimal unless it is whole; near 0 and 1 “< 0.1 %” and “> 99.9 %”.

    >>> [" ".join(format_percent(share).split()) for share in (0, 0.0002, 0.15416, 0.9, 0.9998, 1)]
    ['0 %', '< 0.1 %', '15.4 %', '90 %', '> 99.9 %', '100 %']
    """
    if 0 < share < 0.0005:
        return "<\u2009" + "0.1\xa0%"
    if 0.9995 < share < 1:
        return ">\u2009" + "99.9\xa0%"
    return f"{format_rounded(100 * share, 1).removesuffix('.0')}\xa0%"


class Movement(NamedTuple):
    """A change as a sign and figures for the eye, and as words for screen readers."""

    sign: str
    figures: str
    words: str


def format_movement(difference: float | None) -> Movement:
    """A difference as an arrow, figures and words; all empty for None.

    >>> format_movement(0.25), format_movement(0)
    (Movement(sign='▲', figures='0.250', words='up 0.250'), Movement(sign='=', figures='', words='unchanged'))
    """
    if difference is None:
        return Movement("", "", "")
    if difference == 0:
        return Movement("=", "", "unchanged")
    tiny = abs(difference) < 0.0005
    figures = "<0.001" if tiny else format_decimal(abs(difference))
    said = "by less than 0.001" if tiny else figures
    up = difference > 0
    return Movement("▲" if up else "▼", figures, f"{'up' if up else 'down'} {said}")
