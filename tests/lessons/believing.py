"""Somebody who answers the check, with every metric counted the slow way; or with one of them misunderstood.

Nothing here is shared with `irviz`. What is asked is read from the question's words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from tests import oracle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.lessons.check.question import Question

Counted = Callable[[Sequence[int], int], oracle.Number]

TRUE: dict[str, Counted] = {**oracle.METRICS, "CG": lambda grades, k: sum(grades[:k]), "DCG": oracle.dcg}


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
    parts = (Fraction(grades[rank - 1], max(grades)) * oracle.precision(grades, rank) for rank in ranks(grades, k))
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
    "ap-ranks": ("AP", lambda grades, k: Fraction(sum(oracle.precision(grades, one + 1) for one in range(k)), k)),
    "ap-found": ("AP", lambda grades, k: over(grades, len(ranks(grades, k)), k)),
    "ap-p": ("AP", oracle.precision),
    "ap-first": ("AP", oracle.reciprocal_rank),
    "ap-grades": ("AP", graded_ap),
    "ndcg-order": ("nDCG", some_gain),
    "ndcg-binary": ("nDCG", lambda grades, k: oracle.ndcg([int(grade > 0) for grade in grades], k)),
    "ndcg-shown": ("nDCG", shown_ideal),
    "ndcg-absolute": ("nDCG", lambda grades, k: oracle.dcg(grades, k) / oracle.dcg([max(grades)] * k, k)),
    "ndcg-depth": ("nDCG", lambda _, k: k),
    "ndcg-sum": ("nDCG", oracle.dcg),
}
"""By id the metric, and what it is if the belief is true."""


def uncut(name: str) -> Counted:
    return lambda grades, _: TRUE[name](grades, len(grades))


def held(belief: str, name: str) -> Counted | None:
    """What a metric is to somebody who believes something; None where the belief is not about it."""
    if belief == "below":
        return uncut(name)
    metric, counted = BELIEFS.get(belief, ("", None))
    return counted if metric == name else None


def believing(belief: str) -> dict[str, Counted]:
    """Every metric as somebody counts it who believes one thing, or nothing that is not so."""
    return {name: held(belief, name) or counted for name, counted in TRUE.items()}


DEEP = {"r-depth", "f1-depth", "ndcg-depth"}
"""Those about another cutoff alone: where it stays, they say nothing."""

Lists = Sequence[Sequence[int]]

MEANS: dict[str, Callable[[Lists], oracle.Number]] = {
    "mrr-rank": lambda lists: Fraction(len(lists), sum(min(oracle.relevant(one)) for one in lists)),
    "mrr-every": lambda lists: Fraction(sum(inverse(one, len(one)) for one in lists), sum(map(total, lists))),
    "map-ranks": lambda lists: Fraction(
        sum(oracle.precision(one, k) for one in lists for k in range(1, len(one) + 1)), sum(map(len, lists))
    ),
    "map-pooled": lambda lists: Fraction(sum(precisions(one, len(one)) for one in lists), sum(map(total, lists))),
}
"""What a mean over queries is, by the beliefs about that alone; all lists are of one length."""


def expects(belief: str, name: str, lists: Lists, k: int) -> oracle.Number:
    """A metric of a list, or its mean over several, to who believes something; of a mean, k is their end."""
    if len(lists) > 1 and belief.startswith(f"m{name.lower()}-"):
        return MEANS[belief](lists)
    values = [believing(belief)[name](one, k) for one in lists]
    return sum(values, Fraction(0)) / len(values) if len(values) > 1 else values[0]


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
"""As which tool they all compute, to those who believe that they do."""

ABOUT = {"AP": ("one-name", "tool-reach", "tool-found"), "nDCG": ("one-name", "tool-gain", "tool-uncut")}
"""By metric, the beliefs about its tools."""


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
    if belief in DEEP and not question.kind.startswith("cutoff"):
        belief = ""
    words = [choice.words for choice in question.choices]
    return [one for one in words if _taken(question, one, believing(belief), belief)]


def _taken(question: Question, words: str, metrics: Mapping[str, Counted], belief: str) -> bool:  # noqa: C901 - a case for each kind
    grades = [one.grades for one in question.lists]
    k = question.lists[0].k
    kind = question.kind.split("-")[0]
    name = next((one for one in re.findall(r"\b(\w+)@", question.prompt)), "")

    def values(of: str) -> list[oracle.Number]:
        return [metrics[of](one, k) for one in grades]

    match kind:
        case "move" | "judged" | "grades":
            names = re.findall(r"(\w+)@", question.prompt)
            said = names if words.startswith("All") else re.findall(r"(\w+)@", words)
            return said == [one for one in names if way(values(one))]
        case "cutoff":
            goes = re.findall(r"(\w+) (rises|stays|falls)", words.replace("It", name))
            turns = {
                one: way([metrics[one](grades[0], k), metrics[one](grades[0], k + 1)])
                for one in re.findall(r"(\w+)@k", question.prompt)
            }
            return goes == [(one, ("stays", "rises", "falls")[turn]) for one, turn in turns.items()]
        case "order":
            return ["Neither", "The second", "The first"][way(values(name))] in words
        case "value":
            return words == told(metrics[name](grades[0], k))
        case "sums":
            return words == ", ".join(f"{of}@{k} = {told(values(of)[0])}" for of in ("CG", "DCG"))
        case "report":
            return way(values(words.split("@", maxsplit=1)[0])) == -1
        case "ceiling":
            best = sorted(grades[0], reverse=True)
            odd = {"r-ceiling": Fraction(1), "r-fixed": oracle.recall(grades[0], k)}
            return words == told(odd[belief] if belief in odd else metrics["R"](best, k))
        case "mean":
            return words == told(_mean(question.kind.split("-")[1], grades, metrics, belief))
        case "unjudged":
            return words == _unjudged(question).get(belief, _unjudged(question)[""])
        case "counts":
            return words == _counted(question).get(belief, _counted(question)[""])
        case _:
            name = question.kind.split("-")[1]
            if belief in ABOUT[name]:
                printed = told(TOOLS[name][ALWAYS[belief]](grades[0], k))
                return words == f"All three print {printed}"
            return words.startswith("Not the same")


def _mean(name: str, lists: Lists, metrics: Mapping[str, Counted], belief: str) -> oracle.Number:
    if belief.startswith(name.lower()):
        return MEANS[belief](lists)
    return sum(metrics[name[1:]](one, len(one)) for one in lists) / len(lists)


def _unjudged(question: Question) -> dict[str, str]:
    (one,) = question.lists
    (rank,) = one.unjudged
    yes = [int(at == rank or grade > 0) for at, grade in enumerate(one.grades, 1)]
    without = [grade for at, grade in enumerate(one.grades, 1) if at != rank]
    as_no, as_yes, left_out = (oracle.average_precision(some, len(some)) for some in (one.grades, yes, without))
    return {
        "": f"Either {told(min(as_no, as_yes))} or {told(max(as_no, as_yes))}",
        "unjudged-no": told(as_no),
        "unjudged-skip": told(left_out),
        "unjudged-least": f"{told(as_no)} or more, never less",
    }


def _counted(question: Question) -> dict[str, str]:
    (one,) = question.lists
    (rank,) = one.unjudged
    without = [grade for at, grade in enumerate(one.grades, 1) if at != rank]
    hits, every = len(ranks(one.grades, one.k)), total(one.grades)
    return {
        "": f"{hits} or {hits + 1}",
        "below": f"{every} or {every + 1}",
        "unjudged-no": f"{hits}, for certain",
        "unjudged-skip": f"{len(ranks(without, one.k))}, for certain",
    }
