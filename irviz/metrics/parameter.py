"""The parameters of metrics: their names, defaults and valid values."""

from __future__ import annotations

from math import isinf, nan

from irviz.metrics.errors import ParameterError
from irviz.metrics.grades import as_whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Parameter:
    """A named choice that a metric leaves open, with its default.

    ``name`` is the keyword, ``default`` the value where it is not given, ``summary`` one line that
    says what it decides, and ``choices`` its values, each with its meaning, where they are few.
    """

    choices: dict[str, str] = {}  # noqa: RUF012 - empty, and never written to

    def __init__(self, name: str, default: Any, summary: str) -> None:
        """Take the keyword, the value where it is not given, and a line that says what the parameter decides."""
        self.name = name
        self.default = default
        self.summary = summary

    def validate(self, value: Any, metric: str) -> Any:
        """The value in its plain form; a ParameterError names the metric and lists the valid values."""
        raise NotImplementedError

    def format_value(self, value: Any) -> str:
        """The value in the notation of metrics, ``name=value``."""
        return f"{self.name}={value!r}"

    def parse_value(self, _name: str, value: Any, /) -> Any:
        """The parameter's value for what a metric's notation has after ``=``; ``_name`` is the keyword before it."""
        return value

    @property
    def names(self) -> tuple[str, ...]:
        """The keywords that the notation accepts for the parameter."""
        return (self.name,)

    def _make_error(self, metric: str, value: object, allowed: str) -> ParameterError:
        """A ParameterError, to be raised, for an invalid value; ``allowed`` describes the valid ones in words."""
        return ParameterError(f"{metric}({self.name}={value!r}): {self.name} is {allowed}")


class Choice(Parameter):
    """A parameter that takes one of several texts, each with a line that says what it means; default is the first."""

    def __init__(
        self, name: str, summary: str, choices: dict[str, str], notation: tuple[str, dict[str, str]] | None = None
    ) -> None:
        """Take the texts with their meanings; ``notation`` has the keyword and spellings of ir_measures, if others."""
        super().__init__(name, next(iter(choices)), summary)
        self.choices = choices
        self._notation = notation

    def validate(self, value: Any, metric: str) -> str:
        """The value, if it is one of the choices; else a ParameterError, which names the metric."""
        for choice in self.choices:
            if choice == value:
                return choice
        raise self._make_error(metric, value, f"one of {', '.join(map(repr, self.choices))}")

    def format_value(self, value: Any) -> str:
        """The choice as ``name=value``, spelled as ir_measures spells it where that is another way."""
        if self._notation is None or value not in self._notation[1]:
            return super().format_value(value)
        name, values = self._notation
        return f"{name}={values[value]!r}"

    def parse_value(self, name: str, value: Any, /) -> Any:
        """The choice that a text stands for, whether spelled as here or as in ir_measures."""
        if self._notation is None or name == self.name:
            return value
        for choice, written in self._notation[1].items():
            if written == value:
                return choice
        return value

    @property
    def names(self) -> tuple[str, ...]:
        """The keywords that the notation accepts: the parameter's own name, and that of ir_measures if another."""
        return (self.name,) if self._notation is None else (self.name, self._notation[0])


class Whole(Parameter):
    """A parameter that takes a whole number of at least 1, or None for the default."""

    def validate(self, value: Any, metric: str) -> int | None:
        """The value as a whole number or None; a ParameterError, which names the metric, where it is neither."""
        if value is None and self.default is None:
            return None
        number = as_whole_number(value)
        if number is None:
            raise self._make_error(metric, value, "a whole number of at least 1")
        return number


class Probability(Parameter):
    """A parameter that takes a number above 0 and below 1."""

    def validate(self, value: Any, metric: str) -> float:
        """The value as a float; a ParameterError, which names the metric, unless it is above 0 and below 1."""
        if not isinstance(value, float) or not 0 < value < 1:
            raise self._make_error(metric, value, "a number above 0 and below 1")
        return float(value)


class Share(Parameter):
    """A parameter that takes a number from 0 to 1."""

    def validate(self, value: Any, metric: str) -> float:
        """The value as a float; a ParameterError, which names the metric, unless it is from 0 to 1."""
        if not isinstance(value, float) or not 0 <= value <= 1:
            raise self._make_error(metric, value, "a number from 0.0 to 1.0")
        return float(value)


class Weight(Parameter):
    """A parameter that takes a finite number above 0."""

    def validate(self, value: Any, metric: str) -> float:
        """The value as a float; a ParameterError, which names the metric, unless it is finite and above 0."""
        number = not isinstance(value, bool) and isinstance(value, (int, float))
        if not number or not value > 0 or isinf(value):
            raise self._make_error(metric, value, "a number above 0")
        return float(value)


class Flag(Parameter):
    """A parameter that is True or False; False is the default."""

    def __init__(self, name: str, summary: str) -> None:
        """Take the keyword, and a line that says what the parameter decides; its default is False."""
        super().__init__(name, default=False, summary=summary)

    def validate(self, value: Any, metric: str) -> bool:
        """The value, if it is True or False; else a ParameterError, which names the metric."""
        if not isinstance(value, bool):
            raise self._make_error(metric, value, "True or False")
        return value


class Number(Parameter):
    """A parameter that takes any number, NaN among them."""

    def validate(self, value: Any, metric: str) -> float:
        """The value as a float; a ParameterError, which names the metric, unless it is finite or NaN."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or isinf(value):
            raise self._make_error(metric, value, "a finite number, or nan for no number at all")
        # One NaN stands for all, so that equal metrics stay equal.
        return nan if value != value else float(value)  # noqa: PLR0124 - only NaN differs from itself


REL = Whole("rel", None, "The lowest grade that counts as relevant, in place of the ranking's own threshold.")
JUDGED_ONLY = Flag("judged_only", "Whether documents that nobody judged are taken out of the list before all else.")
UNDEFINED = Number("undefined", 0.0, "The value where the metric has none, its norm being 0.")
