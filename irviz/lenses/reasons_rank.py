"""Why RR and AP changed: at which ranks the relevant results stand."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from irviz.lenses.norms import precisions_divisor
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
    if not new.hits:
        return _gone(case)
    if norms[0][0] != norms[1][0]:
        return _divided(case, norms)
    cut = case.only_cut(old.ranking.hits[: old.k], new.ranking.hits[: new.k])
    if cut:
        return _cut(case, cut)
    if old.hits == new.hits:
        return _unmoved(case)
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
    return f"{_places(case)}; {_sums(case)}"


def _unmoved(case: Case) -> str:
    new = case.new
    if new.k == 1:
        return "rank 1 is still relevant"
    if new.found == 1:
        return f"the only relevant {case.noun} {within(new.k)} is still at rank {new.hits[0]}"
    return f"the relevant {case.noun}s {within(new.k)} are still at {at(new.hits)}"


def _norm(case: Case, side: Side) -> tuple[int, str]:
    """What the sum of precisions is divided by, and how it is called."""
    return precisions_divisor(case.metric, side), _CALLED[getattr(case.metric, "denominator", "R")]


_CALLED = {"R": "R", "min(R,k)": "min(R, k)", "hits": "the number of hits"}


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
    return f"there {_are(len(extra), case.noun)} at {at(extra)} now, with precision {precisions}"


def _left(case: Case) -> str:
    old, new = case.old, case.new
    lost = old.hits[new.found :]
    precisions = listed([f"{j}/{rank}" for j, rank in enumerate(lost, new.found + 1)])
    noun = plural(len(lost), case.noun)
    verb = "is" if len(lost) == 1 else "are"
    return (
        f"there {verb} no relevant {noun} at {at(lost)} any more, where precision was {precisions}"
    )


def _are(count: int, noun: str) -> str:
    return f"is a relevant {noun}" if count == 1 else f"are relevant {noun}s"


def _gone(case: Case) -> str:
    """The first k have no relevant result any more."""
    old, new = case.old, case.new
    cut = case.only_cut(old.ranking.hits[: old.k], new.ranking.hits[: new.k])
    if cut:
        return _cut(case, cut)
    said = f"no relevant {case.noun} is left {within(new.k)}"
    if old.k != new.k or new.k == 1:
        return said
    return f"{said}; before, there {'was one' if old.found == 1 else 'were some'} at {at(old.hits)}"


def _places(case: Case) -> str:
    """Which ranks are relevant now, and which were."""
    old, new = case.old, case.new
    other = old.k != new.k
    said = f"{at(new.hits)} {'is' if new.found == 1 else 'are'} relevant"
    said += f" (k = {new.k})" if other else ""
    if not old.hits:
        return f"{said}; before, there was none {within(old.k)}"
    return f"{said} instead of {numbered(old.hits)}{f' (k = {old.k})' if other else ''}"


def _total(side: Side) -> float:
    return fsum([j / rank for j, rank in enumerate(side.hits, 1)])


def _sums(case: Case, norms: tuple[tuple[int, str], tuple[int, str]] | None = None) -> str:
    """What the precisions add up to, and what that is divided by if it is given."""
    was, now = _total(case.old), _total(case.new)
    same = abs(was - now) < SAME
    said = f"the precisions {'still ' if same else ''}add up to {decimal(now)}"
    said += "" if same else f", not {decimal(was)}"
    if norms is None:
        return said
    (divided, _), (divides, called) = norms
    return f"{said}, divided by {called} = {divides}, not {divided}"


def _divided(case: Case, norms: tuple[tuple[int, str], tuple[int, str]]) -> str:
    """What divides the sum changed, and perhaps the sum with it."""
    old, new = case.old, case.new
    (was, _), (now, called) = norms
    if old.hits == new.hits:
        return f"the precision at {at(new.hits)} is the same, but divided by {called} = {now}, not {was}"
    sums = _sums(case, norms)
    changed = {*new.hits} ^ {*old.hits}
    if old.k == new.k and len(changed) == 1:
        (rank,) = changed
        return (
            f"rank {rank} is {'relevant now' if rank in new.hits else 'no longer relevant'}; {sums}"
        )
    return f"{_places(case)}; {sums}"
