"""A name with a cutoff and parameters: the part of a metric that is a value."""

from __future__ import annotations

from irviz.metrics.errors import CutoffError, ParameterError
from irviz.metrics.whole import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Never, Self

    from irviz.metrics.parameter import Parameter


class Variant:
    """A variant of something that has a name: immutable, equal to its like, written as ir_measures does.

    Attributes:
        name: The symbol. ``parameters`` say what variants there are.
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
    cutoff: int | None

    def __init__(self, cutoff: int | None = None, /, **values: Any) -> None:
        own = self.__dict__
        own["cutoff"] = cutoff if cutoff is None else self._checked_cutoff(cutoff)
        for parameter in self.parameters:
            name = parameter.name
            own[name] = (
                parameter.checked(values.pop(name), self.name)
                if name in values
                else parameter.default
            )
        for name in values:
            known = ", ".join(parameter.name for parameter in self.parameters)
            raise ParameterError(f"{self.name} has no parameter {name!r}: it has {known}")

    def __matmul__(self, cutoff: int) -> Self:
        metric = self.__new__(type(self))
        metric.__dict__.update(self.__dict__, cutoff=self._checked_cutoff(cutoff))
        return metric

    def _checked_cutoff(self, k: object) -> int:
        cutoff = whole(k)
        if cutoff is None:
            raise CutoffError(
                f"the cutoff of {self.name} is {k!r}: use a whole number of at least 1"
            )
        return cutoff

    def _variant(self, parameters: dict[str, Any]) -> Self:
        if not parameters:
            return self
        chosen = {**self.__dict__, **parameters}
        return type(self)(chosen.pop("cutoff"), **chosen)

    def __str__(self) -> str:
        own = self.__dict__
        chosen = [p.spelled(own[p.name]) for p in self.parameters if own[p.name] != p.default]
        written = f"{self.name}({','.join(chosen)})" if chosen else self.name
        return written if self.cutoff is None else f"{written}@{self.cutoff}"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((self.name, self.cutoff))

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a metric never changes: {self.name}({name}=...) makes a variant")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a metric never changes ({name})")
