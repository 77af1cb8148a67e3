"""Worked formulas as LaTeX, with each number marked as belonging to its rank."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

from irviz.metrics.rounding import format_rounded
from irviz.state.number_words import format_fraction

if TYPE_CHECKING:
    from irviz.metrics import Ranking, Worked

_POWER = re.compile(r"\*\*(\d+)")
_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def mark_rank(latex: str, rank: int, *, relevant: bool) -> str:
    r"""Mark a piece of LaTeX as belonging to the result at a rank.

    LaTeX has no attributes, so the mark is a colour that is not used otherwise: red says whether the
    result is relevant, green and blue the rank. The code that typesets it replaces the colour by
    attributes.

    >>> mark_rank(r"\frac{1}{2}", 2, relevant=True)
    '{\\color{#010002} \\frac{1}{2}}'
    """
    return rf"{{\color{{#{int(relevant):02x}{rank:04x}}} {latex}}}"


def mark_formula(worked: Worked, ranking: Ranking) -> str:
    r"""Write a worked formula as LaTeX, with each number of a retrieved result marked.

    >>> from irviz.metrics import P, Ranking
    >>> ranking = Ranking([0, 1])
    >>> print(mark_formula(P.worked(ranking), ranking))
    \frac{{\color{#000001} 0} + {\color{#010002} 1}}{2}
    """
    if not worked.defined:
        return r"\frac{0}{0}"
    hits = ranking.hits
    return "".join(
        part.latex if part.rank is None else mark_rank(part.latex, part.rank, relevant=bool(hits[part.rank - 1]))
        for part in worked.parts
    )


def format_result(worked: Worked) -> str:
    r"""Format the result of a worked formula as LaTeX: its fraction, and its value to three decimals.

    >>> from irviz.metrics import AP, R, RR, Ranking
    >>> print(format_result(AP.worked(Ranking([0, 1, 0, 1, 1, 0, 1, 0]))))
    = \frac{19}{35} \approx 0.543
    >>> print(format_result(RR.worked(Ranking([0, 1]))))
    = 0.500
    >>> print(format_result(R.worked(Ranking([0]))))
    \text{undefined, counted as } 0
    """
    if not worked.defined:
        return _format_undefined(worked.value)
    return _format_fraction_and_decimal(worked.value, worked.fraction, worked.latex)


def _format_undefined(value: float) -> str:
    """Format the value that an undefined metric counts as, as LaTeX: “undefined, counted as 0”."""
    return rf"\text{{undefined, counted as }} {value:g}" if isfinite(value) else r"\text{undefined}"


def format_mean_result(value: float) -> str:
    r"""Format a mean over queries as LaTeX.

    >>> print(format_mean_result(0.5))
    = \frac{1}{2} = 0.500
    """
    text = format_fraction(value) if isfinite(value) else None
    return _format_fraction_and_decimal(value, None if text is None else Fraction(text), "")


def _format_fraction_and_decimal(value: float, exact: Fraction | None, latex: str) -> str:
    """Format a value as “= fraction ≈ decimal” in LaTeX; the fraction is left out if it equals `latex`."""
    if not isfinite(value):
        return _format_undefined(value)
    shown = format_rounded(value)
    end = f"= {shown}" if exact is not None and Fraction(shown) == exact else rf"\approx {shown}"
    if exact is None or exact.denominator == 1:
        return end if exact is None else f"= {exact}"
    written = rf"\frac{{{exact.numerator}}}{{{exact.denominator}}}"
    return end if written == latex else f"= {written} {end}"


def format_summand(worked: Worked) -> str:
    r"""Format one query's value as a summand of the mean over queries, as LaTeX.

    >>> from irviz.metrics import P, Ranking
    >>> [format_summand(P.worked(Ranking(grades), k=2)) for grades in ([1, 1], [1, 0])]
    ['1', '\\frac{1}{2}']
    """
    if not worked.defined:
        return f"{worked.value:g}" if isfinite(worked.value) else r"\text{undefined}"
    if worked.fraction is None:
        return format_rounded(worked.value)
    top, bottom = worked.fraction.numerator, worked.fraction.denominator
    return str(top) if bottom == 1 else rf"\frac{{{top}}}{{{bottom}}}"


def format_python(text: str) -> str:
    """Format a Python expression as mathematics: superscripts, subscripts and products.

    >>> print(format_python("(2**4 - 1)/log2(16)").replace("\u00a0", " "))
    (2⁴−1)/log₂ 16
    """
    text = _POWER.sub(lambda power: power[1].translate(_SUPERSCRIPT), text)
    text = re.sub(r"log2\((\d+)\)", "log₂\u00a0\\1", text)
    return text.replace("*", "·").replace(" - ", "−")
