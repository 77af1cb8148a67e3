"""Why precision, recall and F1 changed: they only count what is above the cutoff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.lenses.words import plural, within

if TYPE_CHECKING:
    from irviz.lenses.case import Case

_ORDER = ", and their order does not count"


def precision(case: Case) -> str:
    """Why P changed: how many of the first k are relevant."""
    old, new = case.old, case.new
    if not old.found and not new.found:
        return case.none()
    if _divisors(case)[0] != _divisors(case)[1]:
        same = old.found * _divisors(case)[1] == new.found * _divisors(case)[0]
        return (
            f"{case.some(new.found)} {within(new.k)}, before {old.found} {within(old.k)}"
            f"{': the same share' if same else ''}"
        )
    if old.found == new.found:
        order = _ORDER if new.found > 1 and old.hits != new.hits else ""
        if new.found == 1 and old.hits != new.hits:
            order = ", and its place there does not count"
        return f"still {case.some(new.found)} {within(new.k)}{order}"
    if new.k == 1:
        return f"there is a relevant {case.noun} at rank 1 now" if new.found else _gone(case)
    return f"{_more(case)} {within(new.k)}: {new.found}, before {old.found}"


def _divisors(case: Case) -> tuple[int, int]:
    """What P divides by, before and now."""
    if getattr(case.metric, "denominator", "k") == "k":
        return case.old.k, case.new.k
    sides = (case.old, case.new)
    old, new = (min(side.ranking.n or 1, side.k) for side in sides)
    return old, new


def _gone(case: Case) -> str:
    return f"there is no relevant {case.noun} at rank 1 any more"


def _more(case: Case) -> str:
    difference = case.new.found - case.old.found
    if difference > 0:
        return f"{_few(difference)} more relevant {plural(difference, case.noun)}"
    return f"{_few(-difference)} relevant {plural(-difference, case.noun)} fewer"


def _few(count: int) -> str:
    return "one" if count == 1 else str(count)


def recall(case: Case) -> str:
    """Why R changed: how many of the relevant ones are among the first k."""
    old, new = case.old, case.new
    if not old.found and not new.found:
        return f"still {_of(0, new.relevant, case.noun)} {within(new.k)}"
    now = f"{_of(new.found, new.relevant, case.noun)} {within(new.k)}"
    if old.relevant != new.relevant:
        same = old.found * new.relevant == new.found * old.relevant
        share = ": the same share" if same else ""
        where = f" {within(old.k)}" if old.k != new.k else ""
        return f"{now}, before {old.found} of {old.relevant}{where}{share}"
    if old.found != new.found:
        where = f" {within(old.k)}" if old.k != new.k else ""
        return f"{now}, before {old.found}{where}"
    moved = old.hits != new.hits
    order = (", and their order does not count" if new.found > 1 else _PLACE) if moved else ""
    return f"still {now}{order}"


_PLACE = ", and its place there does not count"


def _of(found: int, relevant: int, noun: str) -> str:
    if not found and relevant > 1:
        return f"none of the {relevant} relevant {noun}s"
    if found == relevant:
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
