"""Why precision, recall and F1 changed: they only count what is above the cutoff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.lenses.norms import precision_divisor
from irviz.lenses.words import plural, within

if TYPE_CHECKING:
    from irviz.lenses.case import Case, Side

_ORDER = ", and their order does not count"


def precision(case: Case) -> str:
    """Why P changed: how many of the first k are relevant."""
    old, new = case.old, case.new
    if not old.found and not new.found:
        return case.none()
    was, now = (precision_divisor(case.metric, side) for side in (old, new))
    if was != now:
        same = ": the same share" if old.found * now == new.found * was else ""
        return f"{_share(new, now)}, before {_shared(old, was)}{same}"
    if old.found == new.found:
        order = _ORDER if new.found > 1 and old.hits != new.hits else ""
        if new.found == 1 and old.hits != new.hits:
            order = ", and its place there does not count"
        return f"still {case.some(new.found)} {within(new.k)}{order}"
    if now == 1:
        return f"{_share(new, now)} {'now' if new.found else 'any more'}"
    return f"{_share(new, now)}, before {old.found}"


def _share(side: Side, among: int) -> str:
    """How many are relevant of the first ranks, which P divides by."""
    if among == 1:
        return f"rank 1 is {'' if side.found else 'not '}relevant"
    if not side.found:
        return f"none of the first {among} is relevant"
    return f"{side.found} of the first {among} {'is' if side.found == 1 else 'are'} relevant"


def _shared(side: Side, among: int) -> str:
    """The same of how it was, among so many."""
    if among == 1:
        return f"rank 1 was{'' if side.found else ' not'}"
    return f"{side.found} of the first {among}"


def recall(case: Case) -> str:
    """Why R changed: how many of the relevant ones are among the first k."""
    old, new = case.old, case.new
    if not old.found and not new.found:
        if new.relevant == 1:
            return f"the only relevant {case.noun} is still not {within(new.k)}"
        return f"still {_of(0, new.relevant, case.noun)} {within(new.k)}"
    verb = {0: "is not" if new.relevant == 1 else "is", 1: "is"}.get(new.found, "are")
    now = f"{_of(new.found, new.relevant, case.noun)} {verb} {within(new.k)}"
    where = f" {within(old.k)}" if old.k != new.k else ""
    if old.relevant != new.relevant:
        same = old.found * new.relevant == new.found * old.relevant
        return f"{now}, before {old.found} of {old.relevant}{where}{': the same share' if same else ''}"
    if old.found != new.found:
        return f"{now}, before {old.found}{where}"
    moved = old.hits != new.hits
    order = (_ORDER if new.found > 1 else _PLACE) if moved else ""
    return f"still {_of(new.found, new.relevant, case.noun)} {within(new.k)}{order}"


_PLACE = ", and its place there does not count"


def _of(found: int, relevant: int, noun: str) -> str:
    if not found and relevant > 1:
        return f"none of the {relevant} relevant {noun}s"
    if relevant in {found, 1}:
        return f"the only relevant {noun}" if relevant == 1 else f"all {relevant} relevant {noun}s"
    return f"{found} of {relevant} relevant {plural(relevant, noun)}"


def f1(case: Case) -> str:
    """Why F1 changed: what precision and recall did."""
    old, new = case.old, case.new
    if not old.found and not new.found:
        return case.none()
    precisely = _direction(old.found * new.k, new.found * old.k)
    wholly = _direction(old.found * (new.relevant or 1), new.found * (old.relevant or 1))
    now = (f"{new.found}/{new.k}", f"{new.found}/{new.relevant}")
    told = [
        f"{name} {_DID[did]} {value}"
        for name, did, value in zip(("precision", "recall"), (precisely, wholly), now, strict=True)
    ]
    if not new.relevant:
        return f"nothing is relevant any more, so precision is {now[0]}"
    if precisely == wholly:
        verb = {1: "both rose", 0: "are unchanged", -1: "both fell"}[wholly]
        numbers = "" if wholly == 0 else f", to {now[0]} and {now[1]}"
        return f"precision and recall {verb}{numbers}"
    if 0 in (precisely, wholly):
        return " and ".join(told)
    balance = _direction(old.found * (new.k + new.relevant), new.found * (old.k + old.relevant))
    if balance == 0:
        return f"{told[0]} and {told[1]}, which cancel out"
    first, second = told if balance == precisely else told[::-1]
    return f"{first}, which outweighs that {second}"


_DID = {1: "rose to", 0: "stayed at", -1: "fell to"}


def _direction(old: int, new: int) -> int:
    return (new > old) - (new < old)
