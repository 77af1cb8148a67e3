"""The numbers of the course read back from its words, and computed once more the slow way."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import log2
from typing import TYPE_CHECKING

from irviz.metrics import METRICS
from irviz.metrics.catalogue import ALIASES
from irviz.state.desk import MEAN
from tests.lenses.claims_orders import SAME, Number, value

if TYPE_CHECKING:
    from irviz.state.board import Board
    from irviz.state.chosen_conventions import Conventions
    from irviz.state.desk import Desk

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WHOLE = {"RR", "AP", "Rprec"}
METRIC = re.compile(r"(?P<name>[A-Za-z]\w*?)(?:\((?P<key>\w+)='(?P<by>[^']+)'\))?(?:@(?P<k>\d+|k))?")
KEYS = {("AP", "denominator"): "ap", ("CG", "gain"): "gain", ("nDCG", "gain"): "gain", ("nDCG", "ideal"): "ideal"}


class List:
    """A board, or the grades that stand for one, as the sums here need it."""

    def __init__(self, board: Board | None, pattern: str = "", threshold: int = 1) -> None:
        self.board = board
        self.grades = tuple(map(int, pattern))
        self.missed: tuple[int, ...] = ()
        self.threshold = threshold
        if board is not None:
            self.grades = tuple(board.grades[index] for index in board.order)
            self.missed = tuple(board.missed)
            self.threshold = board.threshold

    @property
    def hits(self) -> list[int]:
        return [rank for rank, grade in enumerate(self.grades, 1) if grade >= self.threshold]

    def item(self, name: str) -> tuple[int, int]:
        """The rank and the grade of a result."""
        assert self.board is not None
        place = [self.board.items[index].id for index in self.board.order].index(name)
        return place + 1, self.grades[place]

    def metric(self, name: str, k: int, conventions: Conventions, order: tuple[int, ...] | None = None) -> Number:
        """A metric; undefined ones count as the conventions say."""
        grades = self.grades if order is None else order
        if name == "Success":
            return int(any(rank <= k for rank in self.hits))
        if name == "Rprec":
            name, k = "P", len(self.hits)
        if name == "IDCG":
            name, grades = "DCG", tuple(sorted(grades + self.missed, reverse=True))
        found = value(name, grades, k, self.missed, self.threshold, conventions)
        return float(conventions.undefined) if found is None else found


def numbers(inner: str, desk: Desk) -> Number | list[int] | None:
    """What stands behind a placeholder, without how it is written; None is undefined."""
    name, _, where = inner.partition(" of ")
    name, where = name.strip(), where.strip()
    if name in {"MRR", "MAP"} or name.startswith(("MRR@", "MAP@")):
        name, where = name[1:], MEAN
    conventions = desk.conventions
    if where == MEAN or (not where and desk.opened == MEAN):
        lists = [List(board) for board in desk.boards]
    elif re.fullmatch(r"\d+", where):
        lists = [List(None, where, desk.threshold)]
    else:
        board = desk.board(where or desk.opened)
        lists = [List(board)]
    if name == "ranks":
        return lists[0].hits
    if name == "orders":
        return len(_list_orders(tuple(sorted(lists[0].grades))))
    of_item = re.fullmatch(r"(rank|grade|relevant)\(([\w-]+)\)", name)
    if of_item:
        # Over several boards, the first that has it.
        here = next(one for one in lists if one.board and of_item[2] in {i.id for i in one.board.items})
        rank, grade = here.item(of_item[2])
        return {"rank": rank, "grade": grade, "relevant": int(grade >= here.threshold)}[of_item[1]]
    if name in {"k", "n", "top", "threshold"}:
        return {"k": desk.k, "n": len(lists[0].grades), "top": desk.top, "threshold": desk.threshold}[name]
    found = [_one(name, one, desk, conventions) for one in lists]
    if None in found:
        return None
    return sum(one for one in found if one is not None) / len(found)


def _one(name: str, one: List, desk: Desk, conventions: Conventions) -> Number | None:
    """A number of one list."""
    n, k = len(one.grades), desk.k
    hits = sum(rank <= k for rank in one.hits)
    total = len(one.hits) + sum(grade >= one.threshold for grade in one.missed)
    counts = {"TP": hits, "FP": k - hits, "FN": total - hits, "TN": n - k - (total - hits)}
    if name in counts:
        return Fraction(counts[name])
    if name == "relevant":
        return Fraction(total)
    if name == "first":
        return Fraction(one.hits[0]) if one.hits else None
    among = re.fullmatch(r"(beats|shuffle|best|worst|least|expected|most)\((.*)\)", name)
    match = METRIC.fullmatch(among[2] if among else name)
    assert match, name
    metric = match["name"]
    if match["key"]:
        conventions = replace(conventions, **{KEYS[metric, match["key"]]: match["by"]})
    cut = match["k"] or ("" if metric in WHOLE else "k")
    cutoff = min(k if cut == "k" else int(cut or n), n)
    here = one.metric(metric, cutoff, conventions)
    if among is None:
        return here
    if among[1] in {"least", "expected", "most"}:
        every = [one.metric(metric, cutoff, conventions, order) for order in _tied_orders(one.grades, desk.ties)]
        mean: Number = sum(every) / len(every)
        return mean if among[1] == "expected" else min(every) if among[1] == "least" else max(every)
    values = _values_of_orders(metric, cutoff, conventions, (tuple(sorted(one.grades)), one.missed, one.threshold))
    match among[1]:
        case "beats":
            return Fraction(sum(other < here - SAME for other in values), len(values))
        case "shuffle":
            return sum(values) / len(values)
        case "best":
            return max(values)
        case _:
            return min(values)


@lru_cache(maxsize=1024)
def _values_of_orders(
    name: str, k: int, conventions: Conventions, judged: tuple[tuple[int, ...], tuple[int, ...], int]
) -> list[Number]:
    """A metric on every distinct order of some grades, which are given with those missed and the threshold."""
    grades, missed, threshold = judged
    one, found = List(None, threshold=threshold), []
    one.missed = missed
    for one.grades in _list_orders(grades):
        found.append(one.metric(name, k, conventions))
    return found


@lru_cache(maxsize=256)
def _list_orders(grades: tuple[int, ...]) -> set[tuple[int, ...]]:
    """All distinct orders of ascending grades."""
    return set(permutations(grades))


def _tied_orders(grades: tuple[int, ...], ties: tuple[tuple[int, int], ...]) -> list[tuple[int, ...]]:
    """All orders of what is tied, equal ones as often as they come."""
    found = [grades]
    for first, last in ties:
        parts = [*permutations(grades[first - 1 : last])]
        found = [(*one[: first - 1], *part, *one[last:]) for one in found for part in parts]
    return found


def is_written(text: str, inner: str, desk: Desk) -> bool:
    """Whether a placeholder was filled with the number that it stands for."""
    what, _, form = inner.partition(":")
    found = numbers(what.strip(), desk)
    if isinstance(found, list):
        return [*map(int, re.findall(r"\d+", text))] == found
    if found is None:
        return text == "undefined"
    match form.strip():
        case "word":
            return text == WORDS[int(found)]
        case "fraction":
            return abs(Fraction(text) - Fraction(found)) < Fraction(1, 10**12)
        case "percent":
            share = Fraction(re.sub(r"\D*$", "", text)) / 100 if text[0].isdigit() else None
            assert share is not None, text
            return abs(share - Fraction(found)) <= Fraction(1, 2000)
        case "worked":
            written = text.replace("log₂", "log2")
            came: float = eval(written, {"log2": log2})  # noqa: S307 - our own text
            return abs(came - float(found)) < 1e-9
        case "inverse":
            found = 1 / found
    exact = abs(float(text.replace(",", "").replace("−", "-")) - float(found))
    # Fewer than three decimals are said only of what has no more.
    digits = len(text.partition(".")[2])
    return exact <= (0.0005 + 1e-9 if digits == 3 else 1e-9)


def find_typed_numbers(text: str) -> list[str]:
    """The numbers typed in a text: outside of placeholders and code, and no metric's cutoff.

    >>> find_typed_numbers("P@3 is {P@3}, and `1/2` of nDCG@8 at rank 4.")
    ['4']
    """
    metrics = "|".join(sorted([*METRICS, *ALIASES], key=len, reverse=True))
    bare = re.sub(rf"\{{[^{{}}]*\}}|`[^`]*`|\b(?:{metrics}|[a-z]+@)(?:@?\d+)?", "", text)
    return re.findall(r"\d+(?:\.\d+)?", bare)
