"""Somebody who answers the check, with every metric counted the slow way; or with one of them misunderstood.

Nothing here is shared with `irviz`. What is asked is read from the question's words.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import TYPE_CHECKING

from tests import oracle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from irviz.lessons.check.question import Question

    Counted = Callable[[Sequence[int], int], oracle.Number]

TRUE: dict[str, Counted] = {
    **oracle.METRICS,
    "CG": lambda grades, k: sum(grades[:k]),
    "DCG": oracle.dcg,
}


def ranks(grades: Sequence[int], k: int) -> list[int]:
    """Of the relevant results above the cutoff."""
    return sorted(rank for rank in oracle.relevant(grades) if rank <= k)


def total(grades: Sequence[int]) -> int:
    return len(oracle.relevant(grades))


def inverse(grades: Sequence[int], k: int) -> Fraction:
    return sum((Fraction(1, rank) for rank in ranks(grades, k)), Fraction(0))


def precisions(grades: Sequence[int], k: int) -> Fraction:
    return sum((oracle.precision(grades, rank) for rank in ranks(grades, k)), Fraction(0))


def found(grades: Sequence[int], k: int) -> Fraction:
    return Fraction(bool(ranks(grades, k)))


def average_rank(grades: Sequence[int], k: int) -> Fraction:
    some = ranks(grades, k)
    return Fraction(len(some), sum(some)) if some else Fraction(0)


def first_grade(grades: Sequence[int], k: int) -> Fraction:
    some = ranks(grades, k)
    return Fraction(grades[some[0] - 1], max(grades) * some[0]) if some else Fraction(0)


def graded_ap(grades: Sequence[int], k: int) -> Fraction:
    parts = (
        Fraction(grades[rank - 1], max(grades)) * oracle.precision(grades, rank)
        for rank in ranks(grades, k)
    )
    return sum(parts, Fraction(0)) / total(grades)


def shown_ideal(grades: Sequence[int], k: int) -> float:
    best = oracle.idcg(grades[:k], k)
    return oracle.dcg(grades, k) / best if best else 0.0


def some_gain(grades: Sequence[int], k: int) -> Fraction:
    return Fraction(sum(grades[:k]), sum(sorted(grades)[-k:]))


def over(grades: Sequence[int], by: int, k: int) -> Fraction:
    return precisions(grades, k) / by if by else Fraction(0)


BELIEFS: dict[str, tuple[str, Counted]] = {
    "p-order": ("P", lambda grades, k: inverse(grades, k) / k),
    "p-all": ("P", lambda grades, _: Fraction(total(grades), len(grades))),
    "p-found": ("P", oracle.recall),
    "p-grades": ("P", lambda grades, k: Fraction(sum(grades[:k]), k * max(grades))),
    "r-order": ("R", lambda grades, k: inverse(grades, k) / total(grades)),
    "r-success": ("R", found),
    "r-k": ("R", oracle.precision),
    "r-depth": ("R", lambda _, k: k),
    "f1-depth": ("F1", lambda _, k: k),
    "f1-order": ("F1", lambda grades, k: 2 * inverse(grades, k) / (k + total(grades))),
    "cg-hits": ("CG", lambda grades, k: len(ranks(grades, k))),
    "cg-order": ("CG", oracle.dcg),
    "dcg-sum": ("DCG", lambda grades, k: sum(grades[:k])),
    "dcg-ideal": ("DCG", oracle.ndcg),
    "rr-every": ("RR", lambda grades, k: inverse(grades, k) / total(grades)),
    "rr-found": ("RR", found),
    "rr-average": ("RR", average_rank),
    "rr-grades": ("RR", first_grade),
    "ap-ranks": (
        "AP",
        lambda grades, k: Fraction(sum(oracle.precision(grades, one + 1) for one in range(k)), k),
    ),
    "ap-found": ("AP", lambda grades, k: over(grades, len(ranks(grades, k)), k)),
    "ap-p": ("AP", oracle.precision),
    "ap-first": ("AP", oracle.reciprocal_rank),
    "ap-grades": ("AP", graded_ap),
    "ndcg-order": ("nDCG", some_gain),
    "ndcg-binary": (
        "nDCG",
        lambda grades, k: oracle.ndcg([int(grade > 0) for grade in grades], k),
    ),
    "ndcg-shown": ("nDCG", shown_ideal),
    "ndcg-depth": ("nDCG", lambda _, k: k),
    "ndcg-sum": ("nDCG", oracle.dcg),
}
"""By id the metric, and what it is if the belief is true."""


def exponential(grades: Sequence[int], k: int, ideal: int) -> float:
    def dcg(some: Sequence[int]) -> float:
        return math.fsum((2**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(some, 1))

    return dcg(grades[:k]) / dcg(sorted(grades, reverse=True)[:ideal])


TOOLS: dict[str, dict[str, Counted]] = {
    "AP": {
        "trec_eval": oracle.average_precision,
        "Spark": lambda grades, k: over(grades, min(k, total(grades)), k),
        "torchmetrics": lambda grades, k: over(grades, len(ranks(grades, k)), k),
    },
    "nDCG": {
        "trec_eval": oracle.ndcg,
        "Spark": lambda grades, k: exponential(grades, k, k),
        "Quepid": lambda grades, k: exponential(grades, k, len(grades)),
    },
}
"""What tools compute."""

ALWAYS = {
    "one-name": "trec_eval",
    "tool-reach": "Spark",
    "tool-found": "torchmetrics",
    "tool-gain": "Spark",
    "tool-uncut": "Quepid",
}
"""Which tool those name who believe that all do as it does."""


def told(value: oracle.Number) -> str:
    """A number as the page writes it."""
    text = f"{float(value) * (1 + 1e-12):.3f}"
    return text.rstrip("0").rstrip(".") if abs(float(value) - float(text)) < 1e-9 else text


def way(values: Sequence[oracle.Number]) -> int:
    before, after = map(float, values)
    return 0 if abs(before - after) < 1e-9 else 1 if after > before else -1


def answers(question: Question, belief: str = "") -> list[str]:
    """The choices that somebody takes for right: of somebody without a misconception, there has to be one.

    Args:
        question: As it is asked.
        belief: The id of the one thing that is misunderstood; nothing is if it is empty.
    """
    metrics = dict(TRUE)
    if belief in BELIEFS:
        metrics[BELIEFS[belief][0]] = BELIEFS[belief][1]
    words = [choice.words for choice in question.choices]
    return [one for one in words if _taken(question, one, metrics, belief)]


def _taken(question: Question, words: str, metrics: Mapping[str, Counted], belief: str) -> bool:  # noqa: C901 - a case for each kind
    grades = [one.grades for one in question.lists]
    k = question.lists[0].k
    kind = question.kind.split("-")[0]
    name = next((one for one in re.findall(r"\b(\w+)@", question.prompt)), "")

    def values(of: str) -> list[oracle.Number]:
        return [metrics[of](one, k) for one in grades]

    match kind:
        case "which":
            names = re.findall(r"(\w+)@", question.prompt)
            said = names if words.startswith(("All", "Both")) else re.findall(r"(\w+)@", words)
            return said == [one for one in names if way(values(one))]
        case "cutoff":
            moved = way([metrics[name](grades[0], k), metrics[name](grades[0], k + 1)])
            return moved == {"It rises": 1, "It stays the same": 0, "It falls": -1}[words]
        case "order":
            return ["Neither", "The second", "The first"][way(values(name))] in words
        case "value":
            return words == told(metrics[name](grades[0], k))
        case "report":
            return way(values(words.split("@", maxsplit=1)[0])) == -1
        case "ceiling":
            highest = {"": Fraction(k, total(grades[0])), "r-ceiling": Fraction(1)}
            return words == told(highest.get(belief, oracle.recall(grades[0], k)))
        case "mean":
            firsts = [min(oracle.relevant(one)) for one in grades]
            means = {
                "": Fraction(sum(Fraction(1, one) for one in firsts), 3),
                "mrr-rank": Fraction(3, sum(firsts)),
                "mrr-every": Fraction(sum(inverse(one, k) / total(one) for one in grades), 3),
            }
            return words == told(means[belief])
        case "unjudged":
            return words == _unjudged(question)[belief]
        case _:
            printed = re.search(r"= (\S+) for this list", question.prompt)
            assert printed
            tool = words.split(":", maxsplit=1)[0]
            if belief:
                return tool == ALWAYS[belief]
            return told(TOOLS[name][tool](grades[0], k)) == printed[1]


def _unjudged(question: Question) -> dict[str, str]:
    (one,) = question.lists
    (rank,) = one.unjudged
    yes = [int(at == rank or grade > 0) for at, grade in enumerate(one.grades, 1)]
    without = [grade for at, grade in enumerate(one.grades, 1) if at != rank]
    as_no, as_yes, left_out = (
        oracle.average_precision(some, len(some)) for some in (one.grades, yes, without)
    )
    return {
        "": f"Either {told(min(as_no, as_yes))} or {told(max(as_no, as_yes))}",
        "unjudged-no": told(as_no),
        "unjudged-skip": told(left_out),
        "unjudged-least": f"{told(as_no)} or more, never less",
    }
