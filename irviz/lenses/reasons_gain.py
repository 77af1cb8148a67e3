"""Why CG, DCG and nDCG changed: how much gain stands at which rank, and what the best order would have."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from irviz.lenses.norms import ideal, relative
from irviz.lenses.words import SAME, at, decimal, signed, within
from irviz.metrics import CG, DCG

if TYPE_CHECKING:
    from collections.abc import Iterable

    from irviz.lenses.case import Case, Side

Values = tuple[float, ...]


def _gains(metric: Any, side: Side) -> Values:
    """The gain at each rank down to the cutoff."""
    return tuple(relative(CG, metric.gain).contributions(side.ranking, side.k))


def _terms(metric: Any, side: Side) -> Values:
    """The same, each divided by its discount."""
    return tuple(relative(DCG, metric.gain, metric.discount).contributions(side.ranking, side.k))


def cumulated(case: Case) -> str:
    """Why CG changed: the gains of the first k."""
    old, new = _gains(case.metric, case.old), _gains(case.metric, case.new)
    cut = case.only_cut(old, new)
    if cut:
        return _cut(case, cut, old, new)
    was, now = sum(old), sum(new)
    here = within(case.new.k)
    if was != now:
        there = f" {within(case.old.k)}" if case.old.k != case.new.k else ""
        return f"the gain {here} sums to {decimal(now)}, before {decimal(was)}{there}"
    if not now:
        return f"still no gain {here}"
    order = old != new and sorted(old) == sorted(new)
    return f"the gain {here} still sums to {decimal(now)}" + (
        ", and its order does not count" if order else ""
    )


def discounted(case: Case) -> str:
    """Why DCG changed: gains at other ranks count more or less."""
    gains = _gains(case.metric, case.old), _gains(case.metric, case.new)
    terms = _terms(case.metric, case.old), _terms(case.metric, case.new)
    return _discounted(case, gains, terms)


def _discounted(case: Case, gains: tuple[Values, Values], terms: tuple[Values, Values]) -> str:
    old, new = gains
    if not any(old) and not any(new):
        return f"still no gain {within(case.new.k)}"
    cut = case.only_cut(old, new)
    if cut:
        return _cut(case, cut, old, new)
    if case.old.k != case.new.k:
        was, now = sum(terms[0]), sum(terms[1])
        return (
            f"DCG is {decimal(now)} {within(case.new.k)}, "
            f"{'as' if abs(now - was) < SAME else f'before {decimal(was)}'} {within(case.old.k)}"
        )
    more: list[int] = []
    less: list[int] = []
    for i, (was, now) in enumerate(zip_longest(old, new, fillvalue=0), 1):
        if was != now:
            (more if now > was else less).append(i)
    if not more and not less:
        return f"the same gain at each rank {within(case.new.k)}".replace("each rank at ", "")
    if len(more) == 1 == len(less):
        told = _moved(more[0], less[0], gains, terms)
        if told:
            return told
    return _shifted(more, less, gains, terms)


def _cut(case: Case, between: range, old: Values, new: Values) -> str:
    """Only the cutoff moved, and the ranks in between came in or went out."""
    longer, verb = (new, "takes in") if case.new.k > case.old.k else (old, "leaves out")
    passed = [rank for rank in between if rank <= len(longer) and longer[rank - 1]]
    if not passed:
        return f"no gain at {at(between)}"
    if len(passed) == 1:
        return f"the cutoff {verb} gain {decimal(longer[passed[0] - 1])} at {at(passed)}"
    return f"the cutoff {verb} the gains at {at(passed)}"


def _moved(up: int, down: int, gains: tuple[Values, Values], terms: tuple[Values, Values]) -> str:
    """One gain stands elsewhere; empty where it is not as plain as that."""
    old, new = (dict(enumerate(values, 1)) for values in gains)
    gain = new.get(up, 0)
    if old.get(up, 0) or new.get(down, 0) or old.get(down, 0) != gain:
        return ""
    now, was = gain / terms[1][up - 1], gain / terms[0][down - 1]
    if abs(now - was) < SAME:
        return f"gain {decimal(gain)} is at rank {up} instead of {down}, which weigh the same"
    return (
        f"gain {decimal(gain)} is at rank {up} instead of {down}, "
        f"divided by {decimal(now)} instead of {decimal(was)}"
    )


def _shifted(
    more: list[int], less: list[int], gains: tuple[Values, Values], terms: tuple[Values, Values]
) -> str:
    if len(more) + len(less) == 1:
        rank = (more or less)[0]
        was, now = (values[rank - 1] if rank <= len(values) else 0 for values in gains)
        return f"gain {decimal(now)} instead of {decimal(was)} at rank {rank}"
    told = [
        f"{word} gain at {at(ranks)} ({signed(_change(ranks, terms))})"
        for word, ranks in (("more", more), ("less", less))
        if ranks
    ]
    return ", ".join(told)


def _change(ranks: Iterable[int], terms: tuple[Values, Values]) -> float:
    """How much the terms at some ranks changed together."""
    was, now = (sum(values[rank - 1] for rank in ranks if rank <= len(values)) for values in terms)
    return now - was


def normalised(case: Case) -> str:
    """Why nDCG changed: what the list gains, against what the best order would."""
    gains = _gains(case.metric, case.old), _gains(case.metric, case.new)
    if not any(gains[0]) and not any(gains[1]):
        return f"still no gain {within(case.new.k)}"
    best = ideal(case.metric, case.old), ideal(case.metric, case.new)
    terms = _terms(case.metric, case.old), _terms(case.metric, case.new)
    if abs(best[0] - best[1]) < SAME:
        told = _discounted(case, gains, terms)
        return f"{told}; the ideal stays {decimal(best[1])}"
    if abs(case.before - 1) < SAME and abs(case.after - 1) < SAME:
        return f"the gain {within(case.new.k)} is still the best there can be"
    return f"{_from_to(sum(terms[0]), sum(terms[1]), *best)}{_why(case)}"


def _from_to(was: float, now: float, ideal_was: float, ideal_now: float) -> str:
    """What the list gains and the most that it could gain; the latter has changed."""
    ideal = f"from {decimal(ideal_was)} to {decimal(ideal_now)}"
    verb = "rose" if ideal_now > ideal_was else "fell"
    if abs(was - now) < SAME:
        return f"DCG stays {decimal(now)}, but the ideal {verb} {ideal}"
    did = "rose" if now > was else "fell"
    return (
        f"DCG {did} from {decimal(was)} to {decimal(now)}, "
        f"the ideal {ideal if did == verb else f'{verb} {ideal}'}"
    )


def _why(case: Case) -> str:
    """Where the one gain that changed stands, if it is one."""
    old, new = case.old.ranking.grades, case.new.ranking.grades
    if case.old.k != case.new.k or len(old) != len(new):
        return ""
    changed = [i for i, (was, now) in enumerate(zip(old, new, strict=True), 1) if was != now]
    if len(changed) != 1 or sorted(case.old.ranking.missed) != sorted(case.new.ranking.missed):
        return ""
    rank = changed[0]
    where = f"rank {rank}" if rank <= case.new.k else f"rank {rank}, below the cutoff"
    return f", with grade {new[rank - 1]} instead of {old[rank - 1]} at {where}"
