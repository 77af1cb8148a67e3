"""What is claimed of RR and AP."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tests.lenses.reading import AT, NONE, NUMBER, RANKS, W, cutoff, fractions, near, ranks

if TYPE_CHECKING:
    import re

    from tests.lenses.reading import Case, Claim, List


def _reached(one: List) -> bool:
    return one.first is not None and one.first <= one.k


RR: list[Claim] = [
    (
        r"the first relevant picture is still at rank (\d+)",
        lambda m, c: int(m[1]) == c.old.first == c.new.first and _reached(c.old) and _reached(c.new),
    ),
    (
        r"the first relevant picture is at rank (\d+) instead of rank (\d+)",
        lambda m, c: (int(m[1]), int(m[2])) == (c.new.first, c.old.first) and _reached(c.old) and _reached(c.new),
    ),
    (
        r"the cutoff now reaches the first relevant picture, at rank (\d+)",
        lambda m, c: int(m[1]) == c.old.first == c.new.first and _reached(c.new) and not _reached(c.old),
    ),
    (
        rf"the first relevant picture is at rank (\d+) now; before, there was none ({W})",
        lambda m, c: (
            int(m[1]) == c.new.first != c.old.first
            and cutoff(m[2]) == c.old.k
            and not _reached(c.old)
            and _reached(c.new)
        ),
    ),
    (
        r"no picture in the list is relevant( any more)?",
        lambda m, c: c.new.first is None and bool(m[1]) == (c.old.first is not None),
    ),
    (
        rf"still no relevant picture ({W}): the first one is at rank (\d+)",
        lambda m, c: (
            cutoff(m[1]) == c.new.k and int(m[2]) == c.new.first and not _reached(c.old) and not _reached(c.new)
        ),
    ),
    (
        r"the cutoff no longer reaches the first relevant picture, at rank (\d+)",
        lambda m, c: int(m[1]) == c.old.first == c.new.first and _reached(c.old) and not _reached(c.new),
    ),
    (
        r"the first relevant picture is at rank (\d+) now, below the cutoff",
        lambda m, c: int(m[1]) == c.new.first and _reached(c.old) and not _reached(c.new),
    ),
]


def _taken(m: re.Match[str], c: Case) -> bool:
    """The cutoff took in or left out relevant ranks, each with its precision."""
    passed = ranks(m["at"])
    longer, shorter = (c.new, c.old) if m["verb"] == "takes in" else (c.old, c.new)
    return (
        longer.hits == shorter.hits + passed
        and passed[0] > shorter.k
        and fractions(m["p"]) == [longer.precision(i) for i in passed]
    )


def _summed(m: re.Match[str], c: Case) -> bool:
    old, new = c.old.precisions, c.new.precisions
    if m["still"]:
        return near(m["now"], float(new)) and old == new
    return near(m["now"], float(new)) and near(m["was"], float(old)) and old != new


def _places(m: re.Match[str], c: Case) -> bool:
    cutoffs = (int(m["k1"] or c.new.k), int(m["k0"] or (c.new.k if m["before"] else c.old.k)))
    return (
        ranks(m["at"]) == c.new.hits
        and (ranks(m["before"]) if m["before"] else []) == c.old.hits
        and (not m["w0"] or cutoff(m["w0"]) == c.old.k)
        and cutoffs == (c.new.k, c.old.k)
    )


def _gone(m: re.Match[str], c: Case) -> bool:
    before = not m["at"] or (ranks(m["at"]) == c.old.hits and c.old.k == c.new.k)
    return cutoff(m["w"]) == c.new.k and before and not c.new.hits and bool(c.old.hits)


PLACES = (
    rf"(?P<at>{AT}?) (?:is|are) relevant(?: \(k = (?P<k1>\d+)\))?"
    rf"(?: instead of (?P<before>{AT}?)(?: \(k = (?P<k0>\d+)\))?"
    rf"|; before, there was none (?P<w0>{W}))"
)
SUM = (
    rf"the precisions (?P<still>still )?add up to (?P<now>{NUMBER})"
    rf"(?:, not (?P<was>{NUMBER}))?"
)
DIVIDED = rf"{SUM}, divided by (?P<by>R|min\(R, k\)|the number of hits) = (?P<n1>\d+), not (?P<n0>\d+)"


def _divided(m: re.Match[str], c: Case) -> bool:
    return _summed(m, c) and _norms(m, c)


def _norms(m: re.Match[str], c: Case) -> bool:
    told = [(m["by"], int(m["n1"])), (m["by"], int(m["n0"]))]
    return told == [c.new.averaged_over, c.old.averaged_over] and m["n1"] != m["n0"]


def _toggled(m: re.Match[str], c: Case) -> bool:
    more, fewer = (c.new.hits, c.old.hits) if m["on"] else (c.old.hits, c.new.hits)
    return sorted([*fewer, int(m["rank"])]) == more and c.old.k == c.new.k and _divided(m, c)


def _swapped(m: re.Match[str], c: Case) -> bool:
    now, was = int(m["now"]), int(m["was"])
    rest = [i for i in c.new.hits if i != now]
    return (
        rest == [i for i in c.old.hits if i != was]
        and (now in c.new.hits, was in c.old.hits) == (True, True)
        and Fraction(m["p1"]) == c.new.precision(now)
        and Fraction(m["p0"]) == c.old.precision(was)
    )


def _elsewhere(m: re.Match[str], c: Case) -> bool:
    now, was = ranks(m["now"]), ranks(m["was"])
    rest = [i for i in c.new.hits if i not in now]
    return (
        sorted(rest + now) == c.new.hits
        and len(now) == len(was)
        and set(was) <= set(c.old.hits)
        and (c.difference > 0) == (m["p"] == "higher")
        and c.difference != 0
    )


def _joined(m: re.Match[str], c: Case) -> bool:
    more, fewer = (c.new, c.old) if m["more"] else (c.old, c.new)
    at = ranks(m["at"])
    return more.hits == fewer.hits + at and fractions(m["p"]) == [more.precision(i) for i in at]


AP: list[Claim] = [
    NONE,
    (
        rf"no relevant picture at (?P<at>{AT})",
        lambda m, c: (
            c.old.k != c.new.k
            and ranks(m["at"]) == list(range(min(c.old.k, c.new.k) + 1, max(c.old.k, c.new.k) + 1))
            and c.old.hits == c.new.hits
        ),
    ),
    (
        (
            rf"the cutoff (?P<verb>takes in|leaves out) the relevant pictures? at (?P<at>{AT}), "
            r"with precision (?P<p>[\d/, and]+)"
        ),
        _taken,
    ),
    ("rank 1 is still relevant", lambda _, c: c.new.hits == c.old.hits == [1] and c.new.k == 1),
    (
        rf"the only relevant picture (?P<w>{W}) is still at rank (?P<at>\d+)",
        lambda m, c: c.new.hits == c.old.hits == [int(m["at"])] and cutoff(m["w"]) == c.new.k,
    ),
    (
        rf"the relevant pictures (?P<w>{W}) are still at (?P<at>{AT})",
        lambda m, c: c.new.hits == c.old.hits == ranks(m["at"]) and cutoff(m["w"]) == c.new.k,
    ),
    (
        (
            r"a relevant picture is at rank (?P<now>\d+) instead of (?P<was>\d+), "
            r"with precision (?P<p1>\d+/\d+) instead of (?P<p0>\d+/\d+)"
        ),
        _swapped,
    ),
    (
        (
            rf"relevant pictures are at ranks (?P<now>{RANKS}) instead of (?P<was>{RANKS}), "
            r"where precision is (?P<p>higher|lower)"
        ),
        _elsewhere,
    ),
    (
        (
            r"there (?:(?P<more>is a|are) relevant pictures?|(?:is|are) no relevant pictures?) "
            rf"at (?P<at>{AT}) (?:now, with precision|any more, where precision was) "
            r"(?P<p>[\d/, and]+)"
        ),
        _joined,
    ),
    (
        (
            rf"no relevant picture is left (?P<w>{W})"
            rf"(?:; before, there (?:was one|were some) at (?P<at>{AT}))?"
        ),
        _gone,
    ),
    (rf"{PLACES}; {SUM}", lambda m, c: _places(m, c) and _summed(m, c)),
    (
        (
            rf"the precision at (?P<at>{AT}) is the same, but divided by "
            r"(?P<by>R|min\(R, k\)|the number of hits) = (?P<n1>\d+), not (?P<n0>\d+)"
        ),
        lambda m, c: ranks(m["at"]) == c.new.hits == c.old.hits and _norms(m, c),
    ),
    (rf"rank (?P<rank>\d+) is (?:(?P<on>relevant now)|no longer relevant); {DIVIDED}", _toggled),
    (rf"{PLACES}; {DIVIDED}", lambda m, c: _places(m, c) and _divided(m, c)),
]
