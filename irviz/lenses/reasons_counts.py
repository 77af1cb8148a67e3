"""Why precision, recall and F1 changed: they only count what is above the cutoff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from irviz.lenses.norms import precision_divisor
from irviz.lenses.words import none_yet, plural, within

if TYPE_CHECKING:
    from irviz.lenses.case import Both, Case

_ORDER = ", and their order does not count"
_PLACE = ", and its place there does not count"


@dataclass(frozen=True, slots=True)
class Counts:
    """What is counted, before and now.

    Args:
        found: How many relevant results there are down to the cutoff.
        among: What P divides by.
        relevant: How many relevant results there are at all.
        k: The cutoff.
        moved: Whether relevant results stand at other ranks down to the cutoff.
    """

    found: Both
    among: Both
    relevant: Both
    k: Both
    moved: bool

    @classmethod
    def of(cls, case: Case) -> Self:
        """The counts of a change."""
        old, new = case.old, case.new
        return cls(
            (old.found, new.found),
            (precision_divisor(case.metric, old), precision_divisor(case.metric, new)),
            (old.relevant, new.relevant),
            (old.k, new.k),
            old.hits != new.hits,
        )


class Precision(Counts):
    """What is told of P."""

    __slots__ = ()

    def words(self, noun: str) -> str:
        """Why P changed: how many of the first k are relevant."""
        (before, found), (was, now) = self.found, self.among
        if not before and not found:
            return none_yet(noun, self.k[1])
        if was != now:
            same = ": the same share" if before * now == found * was else ""
            return f"{_share(found, now)}, before {_shared(before, was)}{same}"
        if before == found:
            order = (_ORDER if found > 1 else _PLACE) if self.moved else ""
            return f"still {found} relevant {plural(found, noun)} {within(self.k[1])}{order}"
        if now == 1:
            return f"{_share(found, now)} {'now' if found else 'any more'}"
        return f"{_share(found, now)}, before {before}"


def _share(found: int, among: int) -> str:
    """How many are relevant of the first ranks, which P divides by."""
    if among == 1:
        return f"rank 1 is {'' if found else 'not '}relevant"
    if not found:
        return f"none of the first {among} is relevant"
    return f"{found} of the first {among} {'is' if found == 1 else 'are'} relevant"


def _shared(found: int, among: int) -> str:
    """The same of how it was, among so many."""
    if among == 1:
        return f"rank 1 was{'' if found else ' not'}"
    return f"{found} of the first {among}"


class Recall(Counts):
    """What is told of R."""

    __slots__ = ()

    def words(self, noun: str) -> str:
        """Why R changed: how many of the relevant ones are among the first k."""
        (before, found), (were, relevant), (k_before, k) = self.found, self.relevant, self.k
        if not before and not found:
            if relevant == 1:
                return f"the only relevant {noun} is still not {within(k)}"
            return f"still {_of(0, relevant, noun)} {within(k)}"
        verb = {0: "is not" if relevant == 1 else "is", 1: "is"}.get(found, "are")
        now = f"{_of(found, relevant, noun)} {verb} {within(k)}"
        where = f" {within(k_before)}" if k_before != k else ""
        if were != relevant:
            same = ": the same share" if before * relevant == found * were else ""
            return f"{now}, before {before} of {were}{where}{same}"
        if before != found:
            return f"{now}, before {before}{where}"
        order = (_ORDER if found > 1 else _PLACE) if self.moved else ""
        return f"still {_of(found, relevant, noun)} {within(k)}{order}"


def _of(found: int, relevant: int, noun: str) -> str:
    if not found and relevant > 1:
        return f"none of the {relevant} relevant {noun}s"
    if relevant in {found, 1}:
        return f"the only relevant {noun}" if relevant == 1 else f"all {relevant} relevant {noun}s"
    return f"{found} of {relevant} relevant {plural(relevant, noun)}"


class FMeasure(Counts):
    """What is told of F1."""

    __slots__ = ()

    def words(self, noun: str) -> str:
        """Why F1 changed: what precision and recall did."""
        (before, found), (were, relevant), (k_before, k) = self.found, self.relevant, self.k
        if not before and not found:
            return none_yet(noun, k)
        precisely = _direction(before * k, found * k_before)
        wholly = _direction(before * (relevant or 1), found * (were or 1))
        now = (f"{found}/{k}", f"{found}/{relevant}")
        told = [
            f"{name} {_DID[did]} {value}"
            for name, did, value in zip(
                ("precision", "recall"), (precisely, wholly), now, strict=True
            )
        ]
        if not relevant:
            return f"nothing is relevant any more, so precision is {now[0]}"
        if precisely == wholly:
            verb = {1: "both rose", 0: "are unchanged", -1: "both fell"}[wholly]
            numbers = "" if wholly == 0 else f", to {now[0]} and {now[1]}"
            return f"precision and recall {verb}{numbers}"
        if 0 in (precisely, wholly):
            return " and ".join(told)
        balance = _direction(before * (k + relevant), found * (k_before + were))
        if balance == 0:
            return f"{told[0]} and {told[1]}, which cancel out"
        first, second = told if balance == precisely else told[::-1]
        return f"{first}, which outweighs that {second}"


_DID = {1: "rose to", 0: "stayed at", -1: "fell to"}


def _direction(old: int, new: int) -> int:
    return (new > old) - (new < old)
