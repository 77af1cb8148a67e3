"""The working of a value: its formula with the numbers put in, and its running sum as a table."""

# ruff: noqa: SLF001 - the half of Metric that is loaded when first asked for

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple

from irviz.metrics.errors import CutoffError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from irviz.metrics.metric import Metric, Summand
    from irviz.metrics.ranking import Ranking

# Python's compiler gives up on sums of a few thousand terms, and readers long before.
MAX_TERMS = 1000


class Part(NamedTuple):
    """A piece of a worked formula; joined in order, the pieces are the whole.

    Attributes:
        text: The piece in Python; ``latex`` the same in LaTeX.
        rank: The rank of the document it comes from, or None: signs, whole numbers such as R, and
            missed documents in an ideal order belong to no rank.
        role: ``"term"`` for a summand, ``"norm"`` for what is under the line, ``"sign"`` for what
            holds them together.

    >>> from irviz.metrics import R, Ranking
    >>> [part.text for part in R.worked(Ranking([0, 1, 1]), k=2).parts if part.role == "term"]
    ['0', '1']
    """

    text: str
    latex: str
    rank: int | None
    role: Literal["term", "norm", "sign"]


class Worked(NamedTuple):
    r"""A value with its formula written out.

    Attributes:
        metric: The metric, cut at ``k``. ``ranking`` is the list, with the metric's own threshold.
        value: The value. ``defined`` is False where the norm is 0 and the value therefore the
            metric's ``undefined`` one.
        parts: The pieces of the formula, for a page that links each to its document.

    ``text`` and ``latex`` are the pieces joined: ``text`` is plain Python that evaluates to the
    value, to the last bit, with ``log2`` from ``math`` at hand. ``fraction`` is the value as an
    exact fraction, or None where it is undefined or a number in it is not whole.

    >>> from irviz.metrics import AP, Ranking
    >>> worked = AP.worked(Ranking([0, 1, 0, 1, 1, 0, 1, 0]))
    >>> print(worked)
    AP@8 = (1/2 + 2/4 + 3/5 + 4/7) / 4 = 0.5428571428571429
    >>> print(worked.latex)
    \frac{\frac{1}{2} + \frac{2}{4} + \frac{3}{5} + \frac{4}{7}}{4}
    >>> print(worked.fraction)
    19/35
    """

    metric: Metric
    ranking: Ranking
    value: float
    defined: bool
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The formula with its numbers as plain Python, which evaluates to the value."""
        return "".join([part.text for part in self.parts])

    @property
    def latex(self) -> str:
        """The formula with its numbers as LaTeX."""
        return "".join([part.latex for part in self.parts])

    @property
    def fraction(self) -> Fraction | None:
        """The value as an exact fraction; None where a number in the formula is not whole."""
        return _exact_fraction(self.metric, self.ranking) if self.defined else None

    def __str__(self) -> str:
        """The metric, its formula with numbers, and the value: ``R@2 = (0 + 1) / 2 = 0.5``."""
        return f"{self.metric} = {f'{self.text} =' if self.defined else 'undefined, counted as'} {self.value}"

    def _repr_html_(self) -> str:
        """The HTML for a notebook: the formula, and the metric's curve with the cutoff in it."""
        from irviz.metrics.notebook import render_working  # noqa: PLC0415 - notebooks alone need it

        return render_working(self)


class Step(NamedTuple):
    """A row of the running sum.

    Attributes:
        rank: The rank, from 1. ``grade`` is the grade read there (of the ideal order for IDCG), and
            ``hit`` 1 where it reaches the relevance threshold, else 0.
        term: What the rank adds; ``total`` the sum so far.
        norm: What the sum is divided by at this rank.
        value: The metric, were it cut here.

    >>> from irviz.metrics import P, Ranking
    >>> P.steps(Ranking([0, 1]))[-1]
    Step(rank=2, grade=1, hit=1, term=1, total=1, norm=2, value=0.5)
    """

    rank: int
    grade: int
    hit: int
    term: float
    total: float
    norm: float
    value: float


def build_steps(metric: Metric, ranking: Ranking, k: int) -> list[Step]:
    """The working of a metric as a table: a row for each rank down to k; see :meth:`Metric.steps`."""
    terms = metric._terms(ranking, k)
    norms = list(metric._norm(ranking, min(k, len(terms) or 1)))
    norms += norms[-1:] * (len(terms) - len(norms))
    threshold = ranking.threshold
    rows = zip(metric._order(ranking), terms, accumulate(terms), norms, strict=False)
    return [
        Step(rank, grade, int(grade >= threshold), term, total, norm, total / norm if norm else metric.undefined)
        for rank, (grade, term, total, norm) in enumerate(rows, 1)
    ]


def build_working(metric: Metric, ranking: Ranking, k: int) -> Worked:
    """The formula of a metric at k with a ranking's numbers filled in; see :meth:`Metric.worked`."""
    metric @= k
    value = metric(ranking)
    if not metric.defined(ranking):
        text = "float('nan')" if value != value else repr(value)  # noqa: PLR0124 - only NaN differs
        part = Part(text, r"\text{undefined}", None, "sign")
        return Worked(metric, ranking, value, defined=False, parts=(part,))
    numerators = metric._numerators(ranking, k)
    ranks = metric._ranks(ranking, k)
    terms: list[Summand] = [
        (*metric._format_term(ranking, i, numerator), rank)
        for i, (numerator, rank) in enumerate(zip(numerators, ranks, strict=False), 1)
        if numerator or metric._lists_zeros(k)
    ] or [("0", "0", None)]
    norm = metric._format_norm(ranking, k)
    if len(terms) + len(norm) > MAX_TERMS:
        raise CutoffError(
            f"the working of {metric} has {len(terms) + len(norm)} terms: "
            f"choose a cutoff that leaves at most {MAX_TERMS}"
        )
    return Worked(metric, ranking, value, defined=True, parts=tuple(_lay_out_parts(terms, norm)))


def _lay_out_parts(terms: list[Summand], norm: list[Summand]) -> Iterator[Part]:
    """The pieces of the written formula in order: the terms, then brackets and the divisor if there is one."""
    grouped = norm and (len(terms) > 1 or "/" in terms[0][0] or "*" in terms[0][0])
    if norm:
        yield Part("(" if grouped else "", r"\frac{", None, "sign")
    yield from _join_summands(terms, "term")
    if norm:
        several = len(norm) > 1 or "/" in norm[0][0]
        yield Part(f"{')' if grouped else ''} / {'(' if several else ''}", "}{", None, "sign")
        yield from _join_summands(norm, "norm")
        yield Part(")" if several else "", "}", None, "sign")


def _join_summands(summands: list[Summand], role: Literal["term", "norm"]) -> Iterator[Part]:
    """A piece of the formula for each summand, with plus signs between; ``role`` says what the pieces are."""
    for place, (text, latex, rank) in enumerate(summands):
        if place:
            yield Part(" + ", " + ", None, "sign")
        yield Part(text, latex, rank, role)


def _exact_fraction(metric: Metric, ranking: Ranking) -> Fraction | None:
    """The value of a metric at its cutoff as an exact fraction; None where a number in it is not whole."""
    from fractions import Fraction  # noqa: PLC0415 - slow to import, and only this needs it

    k = metric._resolve_cutoff(ranking, None)
    numerators = metric._numerators(ranking, k)
    divisors = metric._divisors(len(numerators)) or [1] * len(numerators)
    norm = metric._norm_at(ranking, k)
    if not all(isinstance(number, int) for number in (*numerators, *divisors[:1], norm)):
        return None
    total = sum(map(Fraction, numerators, divisors), Fraction(0))  # type: ignore[arg-type]
    return total / int(norm)
