"""Two lists under any conventions of the page, counted the slow way: nothing here is shared with `irviz`.

Binary metrics are exact fractions. A metric is a list of parts, what each rank adds to the value; the
value is their sum. Manning, Raghavan and Schütze 2008, chapter 8; Voorhees 1999; Järvelin and
Kekäläinen 2002; the conventions are those that tools have under one name.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import zip_longest

Number = Fraction | float

USUAL = {"ap": "R", "p": "k", "gain": "linear", "discount": "log2(i+1)", "ideal": "judged"}

recently = lru_cache(maxsize=4096)
"""Lists are counted again for each partner; all that ever were would fill the memory."""

_SUMS = {"RR", "Success", "RBP", "ERR", "CG", "DCG"}
"""What is not divided."""


@dataclass(frozen=True)
class Listed:
    """One list.

    Args:
        grades: By rank.
        missed: Those of judged results that it does not have.
        threshold: The lowest grade that is relevant.
        conventions: By name, the conventions that are not the usual ones.
    """

    grades: tuple[int, ...]
    missed: tuple[int, ...] = ()
    threshold: int = 1
    conventions: tuple[tuple[str, object], ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.grades, self.missed, self.threshold, self.conventions))

    @recently
    def rule(self, name: str) -> object:
        return dict(self.conventions).get(name, USUAL.get(name, 0.0))

    @recently
    def hits(self, k: int) -> list[int]:
        return [rank for rank, grade in enumerate(self.grades, 1) if rank <= k and grade >= self.threshold]

    @cached_property
    def relevant(self) -> int:
        return sum(grade >= self.threshold for grade in (*self.grades, *self.missed))

    @recently
    def precision(self, rank: int) -> Fraction:
        return Fraction(len(self.hits(rank)), rank)

    def among(self, k: int) -> int:
        """Among how many ranks P counts."""
        return k if self.rule("p") == "k" else min(k, max(len(self.grades), 1))

    def gain(self, grade: int) -> int:
        return {"linear": grade, "exp": int(2**grade - 1), "binary": int(grade > 0)}[str(self.rule("gain"))]

    def discount(self, rank: int) -> float:
        if self.rule("discount") == "log2(i+1)":
            return math.log(rank + 1) / math.log(2)
        return 1.0 if rank <= 2 else math.log(rank) / math.log(2)

    def dcg(self, grades: tuple[int, ...] | list[int]) -> float:
        return math.fsum(self.gain(grade) / self.discount(rank) for rank, grade in enumerate(grades, 1))

    @recently
    def ideal(self, k: int) -> float:
        everything = sorted([*self.grades, *self.missed])[::-1]
        best = {
            "judged": everything[:k],
            "uncut": everything,
            "retrieved": sorted(self.grades)[::-1][:k],
            "top k": sorted(self.grades[:k])[::-1],
        }
        return self.dcg(best[str(self.rule("ideal"))])

    @recently
    def averaged_over(self, k: int) -> int:
        """What AP divides by."""
        hits, relevant = len(self.hits(k)), self.relevant
        return {"R": relevant, "min(R,k)": min(relevant, k), "hits": hits}[str(self.rule("ap"))]

    def norm(self, name: str, k: int) -> Number:
        match name:
            case "P":
                return self.among(k)
            case "R" | "Rprec" | "Bpref" | "infAP":
                return self.relevant
            case "F1":
                return k + self.relevant
            case "AP":
                return self.averaged_over(k)
            case "nDCG":
                return self.ideal(k)
            case _ if name in _SUMS:
                return 1
        raise KeyError(f"{name} is not counted here yet: add its term and its norm")

    def term(self, name: str, rank: int) -> Number:
        """What a rank adds before it is divided by the norm."""
        hit = self.grades[rank - 1] >= self.threshold
        match name:
            case "P" | "R":
                return Fraction(hit)
            case "Rprec":
                return Fraction(hit and rank <= self.relevant)
            case "Success" | "RR":
                return Fraction(hit and self.hits(rank) == [rank], rank if name == "RR" else 1)
            case "RBP":
                return self.grades[rank - 1] * Fraction(4, 5) ** (rank - 1) / 5
            case "ERR":
                return self.stopping(rank) / rank
            case "Bpref" | "infAP":
                inferred = self.inferred if name == "infAP" else self.preferred
                return hit * inferred(rank)
            case "F1":
                return Fraction(2 * hit)
            case "AP":
                return self.precision(rank) if hit else Fraction(0)
            case "CG":
                return Fraction(self.gain(self.grades[rank - 1]))
        return self.gain(self.grades[rank - 1]) / self.discount(rank)

    def preferred(self, rank: int) -> Fraction:
        """The share of the first R results judged not relevant that are not above a rank; all are judged."""
        above = rank - 1 - len(self.hits(rank - 1))
        against = len(self.grades) + len(self.missed) - self.relevant
        limit = min(against, self.relevant)
        return 1 - Fraction(min(above, self.relevant), limit) if limit else Fraction(1)

    def inferred(self, rank: int) -> Fraction:
        """The precision to be expected at a hit, where all results are judged, smoothed by .00001."""
        smooth = Fraction(1, 100_000)
        share = (len(self.hits(rank - 1)) + smooth) / (rank - 1 + 2 * smooth)
        return (1 + (rank - 1) * share) / rank

    def stopping(self, rank: int) -> Fraction:
        """How likely a reader stops just here, on a scale that goes up to grade 4."""
        *above, here = (Fraction(2**grade - 1, 16) for grade in self.grades[:rank])
        return math.prod((1 - one for one in above), start=here)

    @recently
    def defined(self, name: str, k: int) -> bool:
        return self.norm(name, k) > 0

    @recently
    def parts(self, name: str, k: int) -> list[Number]:
        norm = self.norm(name, k)
        ranks = range(1, min(k, len(self.grades)) + 1)
        return [self.term(name, rank) / norm if norm else Fraction(0) for rank in ranks]

    @recently
    def value(self, name: str, k: int) -> Number:
        if not self.defined(name, k):
            undefined = self.rule("undefined") if name not in {"CG", "DCG"} else 0.0
            return float(str(undefined))
        return sum(self.parts(name, k), Fraction(0))


@dataclass(frozen=True)
class Two:
    """Two lists under the same judgments."""

    a: Listed
    b: Listed

    @property
    def lists(self) -> tuple[Listed, Listed]:
        return self.a, self.b

    def higher(self, name: str, k: int) -> int | None:
        """Which list has the higher value of a metric; None where neither has."""
        a, b = self.a.value(name, k), self.b.value(name, k)
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return None if a == b else int(b > a)
        difference = float(b) - float(a)
        return int(difference > 0) if abs(difference) > 1e-9 else None

    def ahead(self, name: str, k: int, which: int) -> dict[int, float]:
        """The ranks that add more in one list than in the other, each with how much more."""
        rows = [one.parts(name, k) for one in self.lists]
        pairs = enumerate(zip_longest(*rows, fillvalue=Fraction(0)), 1)
        more = {rank: float(pair[which] - pair[1 - which]) for rank, pair in pairs}
        return {rank: by for rank, by in more.items() if by > 1e-9}

    def in_proportion(self, one: str, other: str, k: int) -> bool:
        """Whether two metrics differ by a factor only, at each rank of both lists."""
        x, y = ([float(part) for each in self.lists for part in each.parts(name, k)] for name in (one, other))
        most = max(x), max(y)
        return all(abs(p * most[1] - q * most[0]) < 1e-9 for p, q in zip(x, y, strict=True)) and bool(most[0]) == bool(
            most[1]
        )


def two(
    a: tuple[int, ...], b: tuple[int, ...], more: tuple[int, ...] = (), threshold: int = 1, **conventions: object
) -> Two:
    """Two lists of documents of which as many as possible are the same, and some that neither has."""
    first, second = Counter(a), Counter(b)
    every = (first | second) + Counter(more)
    return Two(
        *(
            listed(one, tuple(sorted((every - has).elements())), threshold, tuple(conventions.items()))
            for one, has in ((a, first), (b, second))
        )
    )


listed = recently(Listed)
"""One object for equal lists, which remembers what was counted."""
