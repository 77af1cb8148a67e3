"""Reading metrics as ir_measures writes them: ``nDCG(dcg='exp-log2')@10``."""

from __future__ import annotations

from difflib import get_close_matches
from math import nan
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any

from irviz.metrics.catalogue import ALIASES, METRICS, find_metric
from irviz.metrics.errors import NotationError, ParameterError
from irviz.metrics.metric import Metric

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORDS = {"None": None, "True": True, "False": False, "nan": nan}


def parse(text: str) -> Metric:
    """A metric from its notation, ``nDCG(dcg='exp-log2')@10``; the inverse of ``str(metric)``.

    Args:
        text: A name, parameters in brackets where there are any, and a cutoff after ``@`` if there
            is one, in ir_measures' notation: ``P@5``, ``AP(rel=2)``, ``nDCG(dcg='exp-log2')@10``.
            The parameters' own names do too (``gain='exp'``), and the usual spellings of other tools,
            in capitals or not: ``ndcg@10``, ``ndcg_cut_10``, ``recall@100``, ``hit_rate@5``, ``mrr@10``,
            ``map``. After ``IPrec@`` comes a level of recall, such as 0.3.

    Raises:
        NotationError: The text is no such thing. The message points at the first bad character and
            suggests the nearest known name.

    >>> parse("nDCG(dcg='exp-log2')@10")
    nDCG(dcg='exp-log2')@10
    >>> parse("MAP @ 100"), parse("ndcg_cut_10"), parse("hit_rate@5")
    (AP@100, nDCG@10, Success@5)
    >>> parse("P(relevance=2)@5")
    Traceback (most recent call last):
    ...
    irviz.metrics.errors.NotationError: P has no parameter 'relevance'; did you mean 'rel'?
        P(relevance=2)@5
          ^
    """
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is not a text: write a metric's name", str(text), 0)
    return _Reader(text).parse_metric()


def as_metric(metric: Metric | str) -> Metric:
    """The metric that is given as such or by its notation.

    Raises:
        NotationError: As for :func:`parse`.
        ParameterError: It is neither.

    >>> from irviz.metrics import P
    >>> as_metric("P@5"), as_metric(P @ 5)
    (P@5, P@5)
    """
    found = parse(metric) if isinstance(metric, str) else metric
    if not isinstance(found, Metric):
        kind = type(found)
        raise ParameterError(
            f"{found!r}, a {kind.__module__}.{kind.__qualname__}, is not a metric: pass nDCG @ 10 or 'nDCG@10'"
        )
    return found


def without_cutoff(name: str) -> str:
    """A metric's name without a cutoff appended as in trec_eval: ``P`` of ``P_10``; other names as they are.

    >>> without_cutoff("ndcg_cut_10"), without_cutoff("hit_rate"), without_cutoff("dog_7")
    ('ndcg_cut', 'hit_rate', 'dog_7')
    """
    root, _, cutoff = name.rpartition("_")
    return root if cutoff.isdigit() and find_metric(root) else name


class TextReader:
    """A text that is read from left to right: ``text``, and ``at``, the index of the next character."""

    def __init__(self, text: str) -> None:
        """Begin at the first character of the text."""
        self.text = text
        self.at = 0

    def take(self, sign: str) -> bool:
        """Whether ``sign`` comes next, after blanks; if so, it is consumed."""
        if self.text.startswith(sign, self.skip()):
            self.at += len(sign)
            return True
        return False

    def skip(self) -> int:
        """Move to the next character that is no blank; returns its index."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.at


class _Reader(TextReader):
    """Parses a text in the notation of metrics, ``nDCG(gain='exp')@10``."""

    def parse_metric(self) -> Metric:
        """The metric that the whole text names; a NotationError where anything is left over."""
        start = self.skip()
        name = self.parse_name()
        root = without_cutoff(name)
        metric = find_metric(root)
        if metric is None:
            if not name:
                raise self.error("a metric's name belongs here, such as nDCG", start)
            hint = _suggest_name(name, {**ALIASES, **METRICS})
            raise self.error(f"unknown metric {name!r}{hint}", start)
        if root != name:
            self.at = start + len(root) + 1
            metric = self.parse_cutoff(metric)
        else:
            if self.take("("):
                metric = self.parse_parameters(metric)
            if self.take("@"):
                metric = self.parse_cutoff(metric)
        if self.skip() < len(self.text):
            several = ": pass several metrics as a list" if self.text[self.at] == "," else ""
            raise self.error(f"nothing more belongs after {metric}{several}", self.at)
        return metric

    def parse_parameters(self, metric: Metric) -> Metric:
        """A copy of the metric with the parameters that come next, up to the closing parenthesis."""
        by_name = {name: parameter for parameter in metric.parameters for name in parameter.names}
        seen: set[str] = set()
        while not self.take(")"):
            start = self.skip()
            name = self.parse_name()
            if not name:
                raise self.error("a parameter's name or ')' belongs here", start)
            if name[0].isdigit():
                raise self.error("a parameter's name and '=' belong before its value", start)
            if name not in by_name:
                hint = _suggest_name(name, by_name)
                raise self.error(f"{metric.name} has no parameter {name!r}{hint}", start)
            parameter = by_name[name]
            if parameter.name in seen:
                raise self.error(f"{parameter.name} is given twice", start)
            seen.add(parameter.name)
            if not self.take("="):
                raise self.error(f"'=' and a value belong after {name}", self.skip())
            start = self.skip()
            try:
                metric = metric(**{name: self.parse_value()})
            except ParameterError as error:
                raise self.error(str(error), start) from None
            if not self.take(",") and not self.text.startswith(")", self.skip()):
                raise self.error("',' or ')' belongs here", self.at)
        return metric

    def parse_cutoff(self, metric: Metric) -> Metric:
        """A copy of the metric, cut at the number that comes next."""
        start = self.skip()
        word = self.take_while(_WORD)
        try:
            cutoff: Any = int(word) if word.isdigit() else float(word)
            cut: Metric = metric @ cutoff
        except ValueError:  # CutoffError, or more digits than int() takes
            raise self.error(f"the cutoff belongs here: {metric.allowed_cutoffs}", start) from None
        return cut

    def parse_value(self) -> Any:
        """The next parameter value: a quoted text, a word such as ``True``, or a number."""
        start = self.skip()
        quote = self.text[start : start + 1]
        if quote and quote in "'\"":
            end = self.text.find(quote, start + 1)
            if end == -1:
                raise self.error(f"this {quote} is never closed", start)
            self.at = end + 1
            return self.text[start + 1 : end]
        word = self.take_while(_WORD)
        if word in _WORDS:
            return _WORDS[word]
        for kind in (int, float):
            try:
                return kind(word)
            except ValueError:
                continue
        raise self.error("a number or a text in quotes belongs here", start)

    def parse_name(self) -> str:
        """The letters, digits and underscores that come next, consumed; empty where there are none."""
        return self.take_while(_NAME)

    def take_while(self, allowed: str) -> str:
        """The longest run of characters that are all in ``allowed``, consumed."""
        start = self.skip()
        while self.at < len(self.text) and self.text[self.at] in allowed:
            self.at += 1
        return self.text[start : self.at]

    def error(self, problem: str, position: int) -> NotationError:
        """A NotationError, to be raised, that points at the character with index ``position``."""
        return NotationError(problem, self.text, position)


_NAME = ascii_letters + digits + "_"
_WORD = ascii_letters + digits + "+-."


def _suggest_name(name: str, known: Iterable[str]) -> str:
    """The end of an error message: the known name most like an unknown one, or else all of them."""
    folded = {candidate.lower(): candidate for candidate in known}
    matches = get_close_matches(name.lower(), folded, 1, 0.5)
    return f"; did you mean {folded[matches[0]]!r}?" if matches else f": known are {', '.join(known)}"
