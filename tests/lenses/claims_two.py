"""What each sentence on two lists claims: its numbers and ranks are read back, and counted the slow way."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tests.lenses.reading import ranks

if TYPE_CHECKING:
    from tests.lenses.slowly import Listed, Two


class Said(NamedTuple):
    """A reason with all that it is about.

    Attributes:
        two: The lists.
        k: The cutoff.
        best: The place of the list that is said to be preferred; None for a tie.
        name: The metric whose numbers are told.
    """

    two: Two
    k: int
    best: int | None
    name: str

    @property
    def its(self) -> Listed:
        return self.two.lists[self.best or 0]

    @property
    def others(self) -> Listed:
        return self.two.lists[1 - (self.best or 0)]


Check = Callable[[re.Match[str], Said], bool]

N = r"\d+(?:\.\d+)?"
AT = r"(?:rank \d+|ranks \d[\d, toand]*\d)"
X = r"(?P<x>A|B|the first order|the second|the other)"
FIRST = r"(?P<first>at rank 1|in the first \d+)"


def near(words: str, value: float) -> bool:
    """Whether a number as it is written is this value, to its last digit; a whole one is exactly that."""
    _, point, decimals = words.partition(".")
    room = 0.5 * 10.0 ** -len(decimals) if point else 0.0
    return abs(float(words) - value) <= room + 1e-9


def _cut(m: re.Match[str]) -> int:
    return 1 if m["first"] == "at rank 1" else int(m["first"].rsplit(maxsplit=1)[1])


def _few(words: str | None) -> int:
    return 0 if words in {"none", None} else int(str(words))


def _has(m: re.Match[str], s: Said) -> bool:
    found = len(s.its.hits(s.k)), len(s.others.hits(s.k))
    return found == (int(m["n"]), _few(m["few"])) and _cut(m) == s.k and found[0] > found[1]


def _share(m: re.Match[str], s: Said) -> bool:
    sides = (s.its, s.others)
    counts = [(len(one.hits(s.k)), one.among(s.k)) for one in sides]
    told = [(int(m["n"]), int(m["of"])), (int(m["few"]), int(m["from"]))]
    x, y = (Fraction(*pair) for pair in counts)
    return counts == told and (x == y if s.best is None else x > y)


def _both_count(m: re.Match[str], s: Said) -> bool:
    count = int(m["n"]) if m["n"] else 0
    return [len(one.hits(s.k)) for one in s.two.lists] == [count] * 2 and _cut(m) == s.k


def _first_at(m: re.Match[str], s: Said) -> bool:
    its, others = s.its.hits(s.k), s.others.hits(s.k)
    if m["none"]:
        return its[0] == int(m["at"]) and not others and _cut(m) == s.k
    return (its[0], others[0]) == (int(m["at"]), int(m["then"])) and its[0] < others[0]


def _sums(m: re.Match[str], s: Said) -> bool:
    sums = [float(one.value("CG", s.k)) for one in (s.its, s.others)]
    k = int(m["k"]) if "k" in m.groupdict() else 1
    then = m["then"] if "then" in m.groupdict() else m["now"]
    told = near(m["now"], sums[0]) and near(then, sums[1])
    return k == s.k and told and (sums[0] > sums[1]) == (s.best is not None)


ADDED = rf"(?:(?P<{{0}}sum>\(?[\d/ +]+\)?(?:/\d+)?) (?P<{{0}}sign>[=≈]) )?(?P<{{0}}n>{N})"


def _total(m: re.Match[str], side: str, one: Listed, s: Said, *, averaged: bool) -> bool:
    precisions = [one.precision(rank) for rank in one.hits(s.k)]
    value = sum(precisions, Fraction(0))
    if averaged:
        value /= one.averaged_over(s.k)
    if m[f"{side}sum"]:
        summands, _, by = m[f"{side}sum"].partition(")/")
        told = [Fraction(part) for part in summands.strip("()").split(" + ")]
        written = [str(part) for part in summands.strip("()").split(" + ")]
        at_ranks = [f"{place}/{rank}" for place, rank in enumerate(one.hits(s.k), 1)]
        exact = Fraction(m[f"{side}n"]) == value
        if told != precisions or written != at_ranks or (m[f"{side}sign"] == "=") != exact:
            return False
        if (int(by) if by else 1) != (one.averaged_over(s.k) if averaged else 1):
            return False
    return near(m[f"{side}n"], float(value))


def _precisions(m: re.Match[str], s: Said) -> bool:
    averaged = m["verb"] == "average"
    divisors = {one.averaged_over(s.k) for one in s.two.lists}
    if averaged != (len(divisors) > 1) or s.name != "AP":
        return False
    if "both" in m.groupdict():
        return all(
            near(
                m["both"],
                float(
                    sum((one.precision(rank) for rank in one.hits(s.k)), Fraction(0))
                    / (one.averaged_over(s.k) if averaged else 1)
                ),
            )
            for one in s.two.lists
        )
    its = _total(m, "a", s.its, s, averaged=averaged)
    if m["none"]:
        return its and not s.others.hits(s.k) and _cut(m) == s.k
    # Where the two differ, so do the numbers as they are written.
    return its and _total(m, "b", s.others, s, averaged=averaged) and m["an"] != m["bn"]


def _amount(m: re.Match[str], side: str, ahead: dict[int, float]) -> bool:
    """Ranks by name, or how many there are and the one with the largest part."""
    if not ahead or not near(m[f"{side}by"], math.fsum(ahead.values())) or float(m[f"{side}by"]) == 0:
        return False
    if m[f"{side}at"]:
        return ranks(m[f"{side}at"]) == list(ahead)
    most = max(ahead.values())
    at = int(m[f"{side}top"])
    return int(m[f"{side}many"]) == len(ahead) and near(m[f"{side}most"], most) and abs(ahead[at] - most) < 1e-9


def _where(side: str) -> str:
    return (
        rf"(?:(?P<{side}at>{AT})|(?P<{side}many>\d+) ranks, (?P<{side}most>{N}) of it "
        rf"at rank (?P<{side}top>\d+))"
    )


def _wins(m: re.Match[str], s: Said) -> bool:
    best = s.best or 0
    won, lost = (s.two.ahead(s.name, s.k, which) for which in (best, 1 - best))
    if not _amount(m, "w", won):
        return False
    return _amount(m, "l", lost) and m["wby"] != m["lby"] if m["lby"] else not lost


def _makes_up(m: re.Match[str], s: Said) -> bool:
    won, lost = (s.two.ahead(s.name, s.k, which) for which in (0, 1))
    same = abs(math.fsum(won.values()) - math.fsum(lost.values())) < 1e-9
    at = ranks(m["lat"]) if m["lat"] else None
    named = at == list(lost) if at else int(m["lmany"]) == len(lost)
    return same and named and _amount(m, "w", won)


def _of_ideal(m: re.Match[str], s: Said) -> bool:
    lists = (s.its, s.others)
    told = [(m["d1"], m["i1"]), (m["d2"], m["i2"])]
    true = [(one.dcg(one.grades[: s.k]), one.ideal(s.k)) for one in lists]
    fits = all(
        near(word, number)
        for pair, numbers in zip(told, true, strict=True)
        for word, number in zip(pair, numbers, strict=True)
    )
    x, y = (dcg / ideal for dcg, ideal in true)
    return fits and s.name == "nDCG" and (abs(x - y) < 1e-9 if s.best is None else x > y)


def _undefined(m: re.Match[str], s: Said) -> bool:
    missing = [not one.defined(s.name, s.k) for one in s.two.lists]
    if m["where"] == "the other":
        where = s.best is not None and missing[1 - s.best] and not missing[s.best]
    else:
        where = m["where"].split(" and ") == [name for name, lost in zip("AB", missing, strict=True) if lost]
    counts = float(str(s.its.rule("undefined")))
    told = math.isnan(counts) if not m["as"] else float(m["as"]) == counts
    return where and told


COUNTING = {"P", "R", "F1", "Rprec"}


class Others:
    """All metrics but those that are told in words of their own."""

    def __contains__(self, name: object) -> bool:
        return name not in {*COUNTING, "RR", "Success", "AP", "CG"}


REASONS: list[tuple[Container[str], bool, str, Check]] = [
    (COUNTING, True, rf"it has (?P<n>\d+) relevant results? {FIRST}, {X} (?P<few>\d+|none)", _has),
    (
        COUNTING,
        True,
        rf"its first result is relevant, {X}’s is not",
        lambda m, s: s.k == 1 and s.its.hits(1) == [1] and not s.others.hits(1),
    ),
    (
        {"P"},
        True,
        rf"(?P<n>\d+) of its first (?P<of>\d+) (?:is|are) relevant, (?P<few>\d+) of {X}’s (?P<from>\d+)",
        _share,
    ),
    (
        {"P"},
        False,
        (
            r"(?P<n>\d+) of A’s first (?P<of>\d+) and (?P<few>\d+) of B’s (?P<from>\d+) "
            r"are the same share"
        ),
        _share,
    ),
    (
        COUNTING,
        False,
        rf"(?:both have (?P<n>\d+) relevant results?|neither has a relevant result) {FIRST}",
        _both_count,
    ),
    (
        {"RR", "Success"},
        True,
        (
            r"its first relevant result is at rank (?P<at>\d+), "
            rf"{X}(?:’s at rank (?P<then>\d+)| (?P<none>has none) {FIRST})"
        ),
        _first_at,
    ),
    (
        {"RR"},
        False,
        r"both have their first relevant result at rank (?P<at>\d+)",
        lambda m, s: all(one.hits(s.k)[:1] == [int(m["at"])] for one in s.two.lists),
    ),
    (
        {"RR", "AP"},
        False,
        rf"neither has a relevant result {FIRST}",
        lambda m, s: _cut(m) == s.k and not any(one.hits(s.k) for one in s.two.lists),
    ),
    (
        {"CG"},
        True,
        (
            r"the gains of its first (?P<k>\d+) add up to "
            rf"(?P<now>{N}), {X}’s to (?P<then>{N})"
        ),
        _sums,
    ),
    ({"CG"}, True, rf"its first result has the gain (?P<now>{N}), {X}’s (?P<then>{N})", _sums),
    ({"CG"}, False, rf"the gains of the first (?P<k>\d+) add up to (?P<now>{N}) in both", _sums),
    ({"CG"}, False, rf"the first result has the gain (?P<now>{N}) in both", _sums),
    (
        {"AP"},
        True,
        (
            rf"the precisions at its relevant ranks (?P<verb>average|add up to) {ADDED.format('a')}, "
            rf"{X}(?: (?P<none>has no relevant result) {FIRST}|’s (?:to )?{ADDED.format('b')})"
        ),
        _precisions,
    ),
    (
        {"AP"},
        False,
        rf"the precisions at the relevant ranks (?P<verb>average|add up to) (?P<both>{N}) in both",
        _precisions,
    ),
    (
        Others(),
        True,
        (
            rf"it wins (?P<wby>{N}) at {_where('w')}"
            rf"(?: and loses (?P<lby>{N}) at {_where('l')})?"
        ),
        _wins,
    ),
    (Others(), False, rf"A wins (?P<wby>{N}) at {_where('w')}, B as much at {_where('l')}", _makes_up),
    (
        Others(),
        False,
        "each rank adds the same",
        lambda _, s: not s.two.ahead(s.name, s.k, 0) and not s.two.ahead(s.name, s.k, 1),
    ),
    (
        {"nDCG"},
        True,
        (
            rf"its DCG is (?P<d1>{N}) of its ideal (?P<i1>{N}), "
            rf"{X}’s (?P<d2>{N}) of its ideal (?P<i2>{N})"
        ),
        _of_ideal,
    ),
    (
        {"nDCG"},
        False,
        (
            rf"A’s DCG is (?P<d1>{N}) of its ideal (?P<i1>{N}), "
            rf"B’s (?P<d2>{N}) of its ideal (?P<i2>{N}): the same share"
        ),
        _of_ideal,
    ),
]
"""The metrics that a reason is about, whether it is one for a preference, its words and their check."""

_REASONS = [(names, won, re.compile(words), check) for names, won, words, check in REASONS]
_UNDEFINED = re.compile(r"on (?P<where>A|B|A and B|the other) it is undefined(?:, counted as (?P<as>[01]))?")


def reason_is_true(why: str, names: list[str], said: Said) -> bool:
    """Whether a reason is of one of some metrics that say one thing, and all that it says is so.

    Args:
        why: The reason.
        names: The metrics; the numbers are those of the first one that the reason can be about.
        said: The lists, the cutoff and which list is said to be preferred.
    """
    undefined = _UNDEFINED.fullmatch(why)
    if undefined:
        return any(_undefined(undefined, said._replace(name=name)) for name in names)
    for about, won, pattern, check in _REASONS:
        match = pattern.fullmatch(why)
        name = next((name for name in names if name in about), None)
        if match and name and won == (said.best is not None):
            return check(match, said._replace(name=name))
    return False


_SENTENCE = re.compile(
    r"(?P<metrics>[^:]+?) (?:(?P<did>prefers|together prefer) (?P<who>[AB])|(?P<none>sees?) no difference"
    r"|(?P<say>has|have) no say): (?:by (?P<by>\w+)@(?P<by_k>\d+), )?(?P<why>.+)\."
)


class Read(NamedTuple):
    """A sentence read back."""

    names: list[str]
    best: int | None
    silent: bool


def read(sentence: str, two: Two, k: int) -> Read:
    """A sentence of Compare, all of whose claims have been checked.

    Raises:
        AssertionError: One of them is false, or it says something that nobody can check.
    """
    m = _SENTENCE.fullmatch(sentence)
    assert m, sentence
    symbols = re.findall(r"(\w+)@(\d+)", m["metrics"])
    names = [name for name, _ in symbols]
    assert {int(cutoff) for _, cutoff in symbols} == {k}, sentence
    best = "AB".index(m["who"]) if m["who"] else None
    several = len(names) > 1
    assert (m["did"] or m["none"] or m["say"]) in (
        {"together prefer", "see", "have"} if several else {"prefers", "sees", "has"}
    ), sentence
    for name in names:
        assert two.higher(name, k) == best, (sentence, name)
        assert two.in_proportion(names[0], name, k), (sentence, name)
        nan = any(math.isnan(float(one.value(name, k))) for one in two.lists)
        assert bool(m["say"]) == nan, (sentence, name)
    if m["by"]:
        assert several, sentence
        assert int(m["by_k"]) == k, sentence
    about = [m["by"]] if m["by"] else names
    assert reason_is_true(m["why"], about, Said(two, k, best, "")), (sentence, two)
    return Read(names, best, bool(m["say"]))
