"""Why RR and AP changed: at which ranks the relevant results stand."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from irviz.lenses.words import SAME, at, decimal, listed, numbered, plural, within

if TYPE_CHECKING:
    from irviz.lenses.case import Case, Side
    from irviz.metrics import Ranking


def reciprocal_rank(case: Case) -> str:
    """Why RR changed: where the first relevant result is."""
    old, new = case.old, case.new
    first = f"the first relevant {case.noun}"
    was, now = _first(old.ranking), _first(new.ranking)
    if old.hits and new.hits:
        return (
            f"{first} is still at rank {now}"
            if was == now
            else (f"{first} is at rank {now} instead of rank {was}")
        )
    if new.hits:
        if was == now:
            return f"the cutoff now reaches {first}, at rank {now}"
        return f"{first} is at rank {now} now; before, there was none {within(old.k)}"
    if now is None:
        return f"no {case.noun} in the list is relevant{'' if was is None else ' any more'}"
    if not old.hits:
        return f"{case.none()}: the first one is at rank {now}"
    if was == now:
        return f"the cutoff no longer reaches {first}, at rank {now}"
    return f"{first} is at rank {now} now, below the cutoff"


def _first(ranking: Ranking) -> int | None:
    return ranking.hits.index(1) + 1 if 1 in ranking.hits else None


def average_precision(case: Case) -> str:
    """Why AP changed: the precision at the relevant ranks, and what divides their sum."""
    old, new = case.old, case.new
    if not old.hits and not new.hits:
        return case.none()
    norms = _norm(case, old), _norm(case, new)
    if norms[0][0] != norms[1][0]:
        return _divided(case, norms)
    cut = case.only_cut(old.ranking.hits[: old.k], new.ranking.hits[: new.k])
    if cut:
        return _cut(case, cut)
    if old.hits == new.hits:
        if new.found == 1:
            return f"the only relevant {case.noun} {within(new.k)} is still at rank {new.hits[0]}"
        return f"the relevant {case.noun}s {within(new.k)} are still at {at(new.hits)}"
    pairs = [
        (j, was, now)
        for j, (was, now) in enumerate(zip(old.hits, new.hits, strict=False), 1)
        if was != now
    ]
    if old.found == new.found:
        told = _moved(case, pairs)
        if told:
            return told
    elif not pairs and old.k == new.k:
        return _joined(case) if new.found > old.found else _left(case)
    return f"{_places(case)}; the precision there {_summed(case)}"


def _norm(case: Case, side: Side) -> tuple[int, str]:
    """What the sum of precisions is divided by, and how it is called."""
    by = getattr(case.metric, "denominator", "R")
    if by == "hits":
        return side.found, "the number of hits"
    if by == "min(R,k)":
        return min(side.relevant, side.k), "min(R, k)"
    return side.relevant, "R"


def _cut(case: Case, between: range) -> str:
    """Only the cutoff moved, and the ranks in between came in or went out."""
    longer = case.new if case.new.k > case.old.k else case.old
    passed = [rank for rank in longer.hits if rank in between]
    if not passed:
        return f"no relevant {case.noun} at {at(between)}"
    verb = "takes in" if longer is case.new else "leaves out"
    precisions = listed([f"{longer.hits.index(rank) + 1}/{rank}" for rank in passed])
    return f"the cutoff {verb} {_the(passed, case.noun)}, with precision {precisions}"


def _the(ranks: list[int], noun: str) -> str:
    return f"the relevant {plural(len(ranks), noun)} at {at(ranks)}"


def _moved(case: Case, pairs: list[tuple[int, int, int]]) -> str:
    """As many as before, but elsewhere; empty where some moved up and some down."""
    if len(pairs) == 1:
        j, was, now = pairs[0]
        return (
            f"a relevant {case.noun} is at rank {now} instead of {was}, "
            f"with precision {j}/{now} instead of {j}/{was}"
        )
    directions = {now < was for _, was, now in pairs}
    if len(directions) == 2:
        return ""
    better = "higher" if directions == {True} else "lower"
    new = numbered([now for _, _, now in pairs])
    old = numbered([was for _, was, _ in pairs])
    return f"relevant {case.noun}s are at ranks {new} instead of {old}, where precision is {better}"


def _joined(case: Case) -> str:
    old, new = case.old, case.new
    extra = new.hits[old.found :]
    precisions = listed([f"{j}/{rank}" for j, rank in enumerate(extra, old.found + 1)])
    if len(extra) == 1:
        return f"rank {extra[0]} is relevant now and adds precision {precisions}"
    return f"{at(extra)} are relevant now and add precision {precisions}"


def _left(case: Case) -> str:
    old, new = case.old, case.new
    lost = old.hits[new.found :]
    precisions = listed([f"{j}/{rank}" for j, rank in enumerate(lost, new.found + 1)])
    verb = "is" if len(lost) == 1 else "are"
    return f"{at(lost)} {verb} no longer relevant, where precision was {precisions}"


def _places(case: Case) -> str:
    """Where the relevant results are now and where they were."""
    old, new = case.old, case.new
    where = f" {within(old.k)}" if old.k != new.k else ""
    if not new.hits:
        return f"no relevant {case.noun} {within(new.k)} any more, before at {at(old.hits)}{where}"
    was = f"before at {numbered(old.hits)}" if old.hits else "before there was none"
    verb = "is" if new.found == 1 else "are"
    them = f"the relevant {plural(new.found, case.noun)} {within(new.k)}"
    return f"{them} {verb} at {at(new.hits)}, {was}{where}"


def _total(side: Side) -> float:
    return fsum([j / rank for j, rank in enumerate(side.hits, 1)])


def _summed(case: Case) -> str:
    was, now = _total(case.old), _total(case.new)
    if abs(was - now) < SAME:
        return f"still sums to {decimal(now)}"
    return f"sums to {decimal(now)}, before {decimal(was)}"


def _divided(case: Case, norms: tuple[tuple[int, str], tuple[int, str]]) -> str:
    """What divides the sum changed, and perhaps the sum with it."""
    old, new = case.old, case.new
    (was, _), (now, called) = norms
    if old.hits == new.hits:
        return f"the precision at {at(new.hits)} is the same, but {called} is {now}, before {was}"
    sums = (
        f"the precisions sum to {decimal(_total(new))}, divided by {called} = {now}, "
        f"before to {decimal(_total(old))}, divided by {was}"
    )
    gained, lost = sorted({*new.hits} - {*old.hits}), sorted({*old.hits} - {*new.hits})
    if old.k == new.k and len(gained) + len(lost) == 1:
        rank = (gained or lost)[0]
        later = [other for other in new.hits if other > rank]
        change, verb = ("relevant now", "raises") if gained else ("not relevant any more", "lowers")
        then = f", which {verb} precision at {at(later)}" if later else ""
        return f"rank {rank} is {change}{then}; {sums}"
    return f"{_places(case)}; {sums}"
