"""A metric: a running sum of one term a rank, divided by one norm a cutoff.

A subclass says what its terms and its norm are. Everything else follows from these two.
"""

from __future__ import annotations

from functools import reduce
from itertools import accumulate, chain, repeat
from operator import add, truediv

from irviz.metrics.errors import CutoffError, MetricsError, ParameterError
from irviz.metrics.ranking import Ranking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, ClassVar, Never, Self, overload

    from irviz.metrics.working import Step, Worked


class Metric:
    """A metric with its cutoff and its variant, as an immutable value."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    reference: ClassVar[str]
    formula: str
    order_aware: ClassVar[bool] = True
    graded: ClassVar[bool] = False
    range: ClassVar[tuple[float, float]] = (0.0, 1.0)
    choices: ClassVar[dict[str, tuple[object, ...]]] = {}
    cutoff: int | None
    undefined: float

    def __init__(self, cutoff: int | None = None, **parameters: Any) -> None:
        columns = self.__dict__
        columns["cutoff"] = cutoff if cutoff is None else _cutoff(cutoff, self.name)
        columns["undefined"] = parameters.pop("undefined", 0.0)
        for name, choices in self.choices.items():
            value = columns[name] = parameters.pop(name, choices[0])
            if value not in choices:
                known = ", ".join(map(repr, choices))
                raise ParameterError(f"{self.name}({name}={value!r}): {name} is one of {known}")
        if parameters:
            name = next(iter(parameters))
            raise ParameterError(f"{self.name} has no parameter {name!r}")

    def _terms(self, ranking: Ranking, k: int) -> Sequence[float]:
        """What each of the first k ranks adds (fewer where the list is shorter)."""
        raise NotImplementedError

    def _norm(self, ranking: Ranking, k: int) -> Sequence[float]:
        """What the sum is divided by at 1, 2, ... k; never falls; the last one stays from there."""
        return (1,)

    def _whole(self, ranking: Ranking) -> int:
        """The cutoff that stands for the whole list."""
        return ranking.n or 1

    if TYPE_CHECKING:

        @overload
        def __call__(self, ranking: Ranking, /) -> float: ...
        @overload
        def __call__(self, **parameters: Any) -> Self: ...

    def __call__(self, ranking: Ranking | None = None, /, **parameters: Any) -> Any:
        if ranking is None:
            return type(self)(self.cutoff, **{**self._parameters(), **parameters})
        k = self.cutoff or self._whole(ranking)
        norm = self._norm(ranking, k)[-1]
        return reduce(add, self._terms(ranking, k), 0) / norm if norm else self.undefined

    def __matmul__(self, cutoff: int) -> Self:
        return type(self)(_cutoff(cutoff, self.name), **self._parameters())

    def curve(self, ranking: Ranking) -> list[float]:
        """The values at every cutoff from 1 to the length of the list, in one pass."""
        n = ranking.n
        if not n:
            return []
        norm = self._norm(ranking, n)
        sums = accumulate(self._terms(ranking, n))
        norms = norm if len(norm) == n else chain(norm, repeat(norm[-1]))
        if norm[0]:
            return list(map(truediv, sums, norms))
        undefined = self.undefined
        return [total / norm if norm else undefined for total, norm in zip(sums, norms)]

    def defined(self, ranking: Ranking) -> bool:
        """Whether the metric has a value of its own here: whether its norm is above 0."""
        return self._norm(ranking, self.cutoff or self._whole(ranking))[-1] > 0

    def _parameters(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "cutoff"}

    def __str__(self) -> str:
        return self.name if self.cutoff is None else f"{self.name}@{self.cutoff}"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Metric):
            return NotImplemented
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((self.name, *self.__dict__.values()))

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a metric never changes: call it with {name}=... to get a variant")


def _cutoff(k: object, name: str) -> int:
    if type(k) is not int or k < 1:
        raise CutoffError(f"the cutoff of {name} is {k!r}: use a whole number of at least 1")
    return k
