"""A metric: a running sum of one term a rank, divided by one norm a cutoff.

A subclass says what its terms and its norm are, and how they are written. Everything else follows:
the curve, the value, the working, the steps, the part of each rank.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from itertools import accumulate, chain, repeat
from operator import truediv

from irviz.metrics.errors import CutoffError, ParameterError
from irviz.metrics.grades import as_whole_number
from irviz.metrics.parameter import JUDGED_ONLY, REL, UNDEFINED
from irviz.metrics.ranking import Ranking, require_ranking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, ClassVar, Never, Self, overload

    from irviz.metrics.parameter import Parameter
    from irviz.metrics.working import Step, Worked

    # A summand as plain Python and as LaTeX, and the rank of the document it comes from, if any.
    Summand = tuple[str, str, int | None]


class Described:
    """A metric's texts and facts that decide how it is shown; ``title``, ``summary`` and ``reference`` are a must.

    What is left out is said in general words wherever it is shown. What one metric says of itself is
    not said of those that are made from it, from ``mean_name`` on.

    Attributes:
        title: The name in words.
        summary: What it measures, in one sentence.
        reference: Where it comes from.
        order_aware: Whether swapping two documents above the cutoff can change the value.
        graded: Whether the grades count, and not only whether they reach the threshold.
        range: The lowest and the highest value there can be.
        mean_name: What its mean over queries is called, ``"MRR"``; empty where that has no name.
        spellings: Other ways in which the name is usually written, capitals apart.
        word: What prose calls it where that is clearer than the symbol: ``"precision"``.
        shown: Whether a board has its curve and score; other metrics, and all with ``own_cutoff``, are for
            goals and the command line.
        uncut: Whether it is meant over the whole list where no cutoff is given, as one with ``own_cutoff`` is.
        own_cutoff: Whether it brings its cutoff, so that none is written with it.
        summed: Whether it is a count, which is added up over queries in place of a mean.
        sees_judged: Whether it tells a result that nobody judged from one judged not relevant.
        rising: Whether it never falls where a result above the cutoff gets a higher grade, and never
            rises where one below it does: what :func:`bounds` has to know.
        kin: The name of a relative that it is not drawn beside, and whose colour it borrows.
        looks_at: What decides its value, if it is one of these: how many ``"hits"`` are above the cutoff,
            where the ``"first"`` one is, what the ``"gains"`` add up to, what the ``"precisions"`` do, or
            which share of the ``"ideal"`` is reached. If not, it is told by what each rank adds.
        symbols: The symbols of its formula that no other metric has, each with a short name for links,
            its LaTeX and a sentence.
        strengths: What it does well, a sentence each. ``hides`` is what it does not see, ``misleads``
            how its number is misread, ``where_undefined`` where it has no value, ``use`` when to
            report it. What is left empty is said in general words on the reference page.

    >>> from irviz.metrics import AP, IDCG, METRICS
    >>> AP.mean_name, [metric.name for metric in METRICS.values() if metric.uncut][:3]
    ('MAP', ['RR', 'AP', 'Rprec'])
    """

    title: ClassVar[str]
    summary: ClassVar[str]
    reference: ClassVar[str]
    order_aware: ClassVar[bool] = True
    graded: ClassVar[bool] = False
    range: ClassVar[tuple[float, float]] = (0.0, 1.0)

    mean_name: ClassVar[str] = ""
    spellings: ClassVar[tuple[str, ...]] = ()
    word: ClassVar[str] = ""
    shown: ClassVar[bool] = True
    uncut: ClassVar[bool] = False
    own_cutoff: ClassVar[bool] = False
    summed: ClassVar[bool] = False
    sees_judged: ClassVar[bool] = False
    rising: ClassVar[bool] = False
    kin: ClassVar[str] = ""
    looks_at: ClassVar[str] = ""
    symbols: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    strengths: ClassVar[tuple[str, ...]] = ()
    hides: ClassVar[str] = ""
    misleads: ClassVar[str] = ""
    where_undefined: ClassVar[str] = ""
    use: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Set what a subclass does not say of itself back to the default, where it is not to be inherited."""
        for name in _OWN:
            if name not in cls.__dict__:
                setattr(cls, name, getattr(Described, name))
        cls.uncut |= cls.own_cutoff
        cls.shown &= not cls.own_cutoff


_INHERITED = {"order_aware", "graded", "range"}
_OWN = [name for name in vars(Described) if name[0] != "_" and name not in _INHERITED]


class Variant:
    """A named thing with parameters and a cutoff: immutable, equal to its like, written as ir_measures does.

    Attributes:
        name: The symbol. ``parameters`` say what variants there are.
        allowed_cutoffs: What may be written after ``@``, in words.
        cutoff: The rank k, a whole number of at least 1, or None for the whole list.

    Every parameter is an attribute too.

    Raises:
        CutoffError: The cutoff is neither.
        ParameterError: There is no such parameter, or it cannot have that value.

    >>> from irviz.metrics import AP
    >>> variant = AP(rel=2) @ 5
    >>> variant, variant.rel, variant == AP(rel=2) @ 5
    (AP(rel=2)@5, 2, True)
    """

    name: ClassVar[str]
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    allowed_cutoffs: ClassVar[str] = "a whole number of at least 1"
    cutoff: int | None

    def __init__(self, cutoff: int | None = None, /, **values: Any) -> None:
        """Make the variant at a cutoff, with these parameters; the others have their defaults."""
        own = self.__dict__
        own["cutoff"] = cutoff if cutoff is None else self._validate_cutoff(cutoff)
        for parameter in self.parameters:
            name = parameter.name
            own[name] = parameter.validate(values.pop(name), self.name) if name in values else parameter.default
        for name in values:
            known = ", ".join(parameter.name for parameter in self.parameters)
            raise ParameterError(f"{self.name} has no parameter {name!r}: it has {known}")

    def __matmul__(self, cutoff: int) -> Self:
        """A copy that is cut at rank ``cutoff``, at least 1."""
        metric = self.__new__(type(self))
        metric.__dict__.update(self.__dict__, cutoff=self._validate_cutoff(cutoff))
        return metric

    def _validate_cutoff(self, k: object) -> int:
        """The cutoff as a plain int; a CutoffError where it is no whole number of at least 1."""
        cutoff = as_whole_number(k)
        if cutoff is None:
            raise CutoffError(f"the cutoff of {self.name} is {k!r}: use {self.allowed_cutoffs}")
        return cutoff

    def _make_variant(self, parameters: dict[str, Any]) -> Self:
        """A copy with other parameters; the metric itself where there are none."""
        if not parameters:
            return self
        for parameter in self.parameters:
            for name in parameter.names[1:]:
                if name in parameters and parameter.name not in parameters:
                    parameters[parameter.name] = parameter.parse_value(name, parameters.pop(name))
        chosen = {**self.__dict__, **parameters}
        return type(self)(chosen.pop("cutoff"), **chosen)

    def __str__(self) -> str:
        """The notation of ir_measures: name, parameters that are not at their defaults, and ``@`` with the cutoff."""
        own = self.__dict__
        chosen = [p.format_value(own[p.name]) for p in self.parameters if own[p.name] != p.default]
        written = f"{self.name}({','.join(chosen)})" if chosen else self.name
        return written if self.cutoff is None else f"{written}@{self.cutoff}"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        """Whether the other is the same variant: name, cutoff and parameters are equal."""
        if type(other) is not type(self):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        """A hash of name and cutoff, equal for equal variants."""
        return hash((self.name, self.cutoff))

    def __setattr__(self, name: str, value: object) -> Never:
        """Raise an AttributeError, since a variant never changes."""
        raise AttributeError(f"a metric never changes: {self.name}({name}=...) makes a variant")

    def __delattr__(self, name: str) -> Never:
        """Raise an AttributeError, since a variant never changes."""
        raise AttributeError(f"a metric never changes ({name})")


_NOTHING = object()


class Metric(Described, Variant):
    """A ranking metric with its cutoff and its variant: an immutable value.

    ``metric @ k`` cuts it at rank k, ``metric(name=value)`` is a variant of it (ir_measures' keywords
    do, too), and calling it with a :class:`Ranking` evaluates it: at its cutoff, or without one over
    the whole list. Metrics are equal where name, cutoff and parameters are, and ``str`` writes them as
    ir_measures does.

    Attributes:
        name: The symbol, ``"nDCG"``. What else is known of it is told by :class:`Described`.
        formula: The definition in LaTeX.
        parameters: What variants there are, each with its name, default and meaning.
        cutoff: The rank k, a whole number of at least 1, or None for the whole list.
        undefined: The value where the metric has none: 0.0, unless the variant says otherwise.

    Raises:
        CutoffError: A cutoff is no whole number of at least 1.
        ParameterError: A variant has an unknown parameter, or one with a value it cannot have.
        RankingError: What is to be evaluated is no :class:`Ranking`, or has a grade that the metric
            cannot take; the message names its rank.

    >>> from irviz.metrics import Ranking, nDCG
    >>> metric = nDCG(gain="exp") @ 10
    >>> str(metric), metric.cutoff, metric.gain
    ("nDCG(dcg='exp-log2')@10", 10, 'exp')
    >>> metric(Ranking([3, 2, 3, 0, 1, 2]))
    0.9488107485678985
    """

    parameters: ClassVar[tuple[Parameter, ...]] = (UNDEFINED,)

    rel: int | None = None
    judged_only: bool = False
    undefined: float

    _writes_zeros: ClassVar[bool] = True

    # The definition, one method a half.

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[float]:
        """What each of the first k ranks adds to the sum, before its discount; fewer numbers for a shorter list."""
        raise NotImplementedError

    def _divisors(self, _n: int, /) -> Sequence[float] | None:
        """What divides the numerators of ranks 1 to n, in a sequence at least that long; None for no discount."""
        return None

    def _norm(self, _ranking: Ranking, _k: int, /) -> Sequence[float]:
        """The divisors of the sum at the cutoffs 1 to k; they never fall as k grows.

        The sequence may be shorter than k: its last value then holds for the larger cutoffs.
        """
        return (1,)

    def _norm_at(self, ranking: Ranking, k: int, /) -> float:
        """The divisor of the sum at cutoff k."""
        return self._norm(ranking, k)[-1]

    def _full_cutoff(self, ranking: Ranking, /) -> int:
        """The cutoff that covers the whole list, at least 1."""
        return ranking.n or 1

    # How it is written, in plain Python and in LaTeX.

    def _lists_zeros(self, k: int, /) -> bool:
        """Whether ranks that add nothing are written out in the working at cutoff k."""
        return self._writes_zeros and k <= 100

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum, as a definition in i."""
        raise NotImplementedError

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum, as a definition; empty where the sum is not divided."""
        return ""

    def _format_term(self, _ranking: Ranking, _i: int, numerator: float, /) -> tuple[str, str]:
        """What rank i adds to the sum (``numerator`` before its discount), with its numbers, as Python and as LaTeX."""
        return str(numerator), str(numerator)

    def _format_norm(self, _ranking: Ranking, _k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None); empty where there is none."""
        return []

    def _order(self, ranking: Ranking) -> Sequence[int]:
        """The grades in the order in which the metric sums them."""
        return ranking.grades

    def _ranks(self, ranking: Ranking, k: int, /) -> Sequence[int | None]:
        """The ranks in the list, from 1, of the first k documents in the order of `_order`; None for a missed one."""
        return ranking.places[:k]

    # What follows from it.

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        """What each of the first k ranks adds to the sum: its numerator over its divisor."""
        numerators = self._numerators(ranking, k)
        divisors = self._divisors(len(numerators))
        return numerators if divisors is None else list(map(truediv, numerators, divisors))

    def _sums(self, ranking: Ranking, n: int) -> Iterable[float]:
        """The running sums of what the ranks 1 to n add, before the divisor."""
        return accumulate(self._terms(ranking, n))

    def _total(self, ranking: Ranking, k: int) -> float:
        """The sum of what the first k ranks add, before the divisor."""
        return sum_in_order(self._terms(ranking, k))

    def _value(self, ranking: Ranking) -> float | None:
        """The metric's value on a ranking at the metric's cutoff; None where it is undefined."""
        ranking = self._prepare_ranking(ranking)
        k = self.cutoff or self._full_cutoff(ranking)
        norm = self._norm_at(ranking, k)
        return self._total(ranking, k) / norm if norm else None

    if TYPE_CHECKING:

        @overload
        def __call__(self, ranking: Ranking, /) -> float: ...
        @overload
        def __call__(self, /, **parameters: Any) -> Self: ...

    def __call__(self, ranking: Any = _NOTHING, /, **parameters: Any) -> Any:
        """The value on a ranking, or with keywords the variant that they describe."""
        if ranking is _NOTHING:
            return self._make_variant(parameters)
        if parameters:
            raise ParameterError(f"make the variant first: {self.name}(...)(ranking)")
        value = self._value(ranking)
        return self.undefined if value is None else value

    def curve(self, ranking: Ranking) -> list[float]:
        """The values at every cutoff from 1 to the length of the list, in one pass.

        ``metric.curve(ranking)[k - 1] == (metric @ k)(ranking)``, to the last bit; the metric's own
        cutoff does not matter. An empty list gives an empty curve.

        >>> from irviz.metrics import Ranking, P
        >>> P.curve(Ranking([0, 1, 0, 1]))
        [0.0, 0.5, 0.3333333333333333, 0.5]
        """
        read = self._prepare_ranking(ranking)
        n = len(ranking.grades)
        if not n:
            return []
        sums = self._sums(read, n)
        if read is not ranking and read.n < n:
            # A list without the unjudged is shorter; past its end the sums stay.
            known = [*sums] or [0]
            sums = known + known[-1:] * (n - len(known))
        norm = self._norm(read, n)
        norms: Iterable[float] = norm
        if len(norm) < n:
            norms = chain(norm, repeat(norm[-1])) if len(norm) > 1 else repeat(norm[0])
        if norm[0]:
            return [*map(truediv, sums, norms)]
        undefined = self.undefined
        # Not strict: the norms may go on for ever.
        return [total / by if by else undefined for total, by in zip(sums, norms, strict=False)]

    def defined(self, ranking: Ranking, k: int | None = None) -> bool:
        """Whether the metric has a value of its own on a ranking, and not the ``undefined`` one.

        It has none where its norm (what the sum is divided by) is 0: where nothing is relevant, if that is R or the
        ideal. ``k`` stands in for the metric's own cutoff.

        >>> from irviz.metrics import AP, P, Ranking
        >>> AP.defined(Ranking([0, 0])), P.defined(Ranking([0, 0]))
        (False, True)
        """
        ranking = self._prepare_ranking(ranking)
        return self._norm_at(ranking, self._resolve_cutoff(ranking, k)) > 0

    def contributions(self, ranking: Ranking, k: int | None = None) -> list[float]:
        """What each rank down to the cutoff adds to the value: its term divided by the norm at k, such as R.

        They sum to the value, up to rounding. All are 0 where the metric is undefined.

        >>> from irviz.metrics import AP, Ranking
        >>> AP.contributions(Ranking([1, 0, 1, 0]))
        [0.5, 0.0, 0.3333333333333333, 0.0]
        """
        ranking = self._prepare_ranking(ranking)
        k = self._resolve_cutoff(ranking, k)
        norm = self._norm_at(ranking, k)
        return [term / norm if norm else 0.0 for term in self._terms(ranking, k)]

    def worked(self, ranking: Ranking, k: int | None = None) -> Worked:
        """The formula with this ranking's numbers put in.

        Args:
            ranking: The list.
            k: The cutoff, in place of the metric's own.

        Returns:
            The working: ``text`` is plain Python that evaluates to the value, to the last bit, with
            ``math.log2`` at hand; ``latex`` the same to be typeset; ``parts`` the pieces of both.

        Raises:
            CutoffError: k is no whole number of at least 1, or leaves more than 1,000 terms.

        >>> from irviz.metrics import Ranking, nDCG
        >>> print(nDCG.worked(Ranking([0, 4, 1]), k=2).text)
        (0/log2(2) + 4/log2(3)) / (4/log2(2) + 1/log2(3))
        """
        from irviz.metrics.working import build_working  # noqa: PLC0415 - keeps the import quick

        ranking = self._prepare_ranking(ranking)
        return build_working(self, ranking, self._resolve_cutoff(ranking, k))

    def steps(self, ranking: Ranking, k: int | None = None) -> list[Step]:
        """The running sum of the terms, one row for each rank down to the cutoff.

        Each row has ``rank``, ``grade``, ``hit``, ``term``, ``total`` (the sum so far), ``norm``
        and ``value`` (the metric, were it cut at this rank). ``k`` is as in :meth:`worked`. Past
        the end of the list there are no rows.

        >>> from irviz.metrics import AP, Ranking
        >>> for step in AP.steps(Ranking([0, 1, 1])):
        ...     print(step.rank, step.hit, round(step.term, 3), round(step.value, 3))
        1 0 0.0 0.0
        2 1 0.5 0.25
        3 1 0.667 0.583
        """
        from irviz.metrics.working import build_steps  # noqa: PLC0415 - keeps the import quick

        ranking = self._prepare_ranking(ranking)
        return build_steps(self, ranking, self._resolve_cutoff(ranking, k))

    @property
    def formula(self) -> str:
        r"""The definition in LaTeX, of this variant, at a cutoff k.

        >>> from irviz.metrics import P
        >>> print(P.formula)
        \mathrm{P}@k = \frac{\sum_{i=1}^{k} \mathrm{hit}_i}{k}
        """
        total = rf"\sum_{{i=1}}^{{k}} {self._term_formula()}"
        norm = self._norm_formula()
        return rf"\mathrm{{{self.name}}}@k = " + (rf"\frac{{{total}}}{{{norm}}}" if norm else total)

    def _prepare_ranking(self, ranking: Ranking) -> Ranking:
        """A copy of the ranking under the metric's own threshold, and without unjudged documents if ``judged_only``."""
        if not isinstance(ranking, Ranking):
            require_ranking(ranking, self.name)
        if self.rel is not None and self.rel != ranking.threshold:
            ranking = ranking.at(self.rel)
        return ranking.condensed if self.judged_only else ranking

    def _resolve_cutoff(self, ranking: Ranking, k: int | None) -> int:
        """The cutoff to use: k if given, else the metric's own, else the one that covers the whole list."""
        if k is None:
            return self.cutoff or self._full_cutoff(ranking)
        return self._validate_cutoff(k)


def sum_in_order(terms: Iterable[float]) -> float:
    """The sum of terms from left to right, in the order of the curve and of trec_eval.

    The built-in ``sum``, which is quicker, rounds floats in another way from Python 3.12 on.

    >>> sum_in_order([0.1] * 10), sum_in_order([])
    (0.9999999999999999, 0)
    """
    if sys.version_info < (3, 12):
        return sum(terms)
    sums = [*accumulate(terms)]
    return sums[-1] if sums else 0


def format_number_summand(number: int) -> Summand:
    """A whole number, such as R, as a summand of a divisor: (Python, LaTeX, None for no document)."""
    return str(number), str(number), None


class BinaryMetric(Metric):
    """A metric that asks of a grade only whether it reaches the relevance threshold."""

    parameters: ClassVar[tuple[Parameter, ...]] = (REL, JUDGED_ONLY, UNDEFINED)


class CountingMetric(BinaryMetric):
    """A metric that counts relevant documents: each adds 1, at whatever rank."""

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        """1 at each relevant rank down to k, 0 at the others."""
        return ranking.hits[:k]

    def _total(self, ranking: Ranking, k: int) -> float:
        """The number of relevant documents down to rank k."""
        return bisect_right(ranking.hit_ranks, k)

    def _term_formula(self) -> str:
        """LaTeX of what rank i adds to the sum: the hit."""
        return r"\mathrm{hit}_i"


class OverRelevant(BinaryMetric):
    """A metric that divides by R, the number of relevant documents, wherever it is cut."""

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[int]:
        """The divisor of the sum, the same at every cutoff: R."""
        return (ranking.relevant,)

    def _norm_formula(self) -> str:
        """LaTeX of the divisor of the sum: R."""
        return "R"

    def _format_norm(self, ranking: Ranking, _k: int, /) -> list[Summand]:
        """The divisor with its numbers, as summands (Python, LaTeX, rank or None): R."""
        return [format_number_summand(ranking.relevant)]


R_IS_0 = "Where nothing is relevant, since R is 0. It counts as 0 here, and the page says so."
"""Where such a metric is undefined."""
