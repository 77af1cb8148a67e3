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
        lambda m, c: (
            int(m[1]) == c.old.first == c.new.first and _reached(c.old) and _reached(c.new)
        ),
    ),
    (
        r"the first relevant picture is at rank (\d+) instead of rank (\d+)",
        lambda m, c: (
            (int(m[1]), int(m[2])) == (c.new.first, c.old.first)
            and _reached(c.old)
            and _reached(c.new)
        ),
    ),
    (
        r"the cutoff now reaches the first relevant picture, at rank (\d+)",
        lambda m, c: (
            int(m[1]) == c.old.first == c.new.first and _reached(c.new) and not _reached(c.old)
        ),
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
            cutoff(m[1]) == c.new.k
            and int(m[2]) == c.new.first
            and not _reached(c.old)
            and not _reached(c.new)
        ),
    ),
    (
        r"the cutoff no longer reaches the first relevant picture, at rank (\d+)",
        lambda m, c: (
            int(m[1]) == c.old.first == c.new.first and _reached(c.old) and not _reached(c.new)
        ),
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
    if m["still"]:
        return near(m["still"], float(c.new.precisions)) and c.old.precisions == c.new.precisions
    return near(m["now"], float(c.new.precisions)) and near(m["was"], float(c.old.precisions))


def _places(m: re.Match[str], c: Case) -> bool:
    if m["gone"]:
        now = (
            cutoff(m["gone_w"]) == c.new.k and not c.new.hits and ranks(m["gone_at"]) == c.old.hits
        )
        return now and (not m["w0"] or cutoff(m["w0"]) == c.old.k)
    return (
        ranks(m["at"]) == c.new.hits
        and cutoff(m["w1"]) == c.new.k
        and (ranks(m["before"]) if m["before"] else []) == c.old.hits
        and (cutoff(m["w0"]) if m["w0"] else c.new.k) == c.old.k
    )


PLACES = (
    rf"(?:(?P<gone>no relevant picture) (?P<gone_w>{W}) any more, before at (?P<gone_at>{AT})"
    rf"|the relevant pictures? (?P<w1>{W}) (?:is|are) at (?P<at>{AT}), "
    rf"before (?:at (?P<before>{RANKS}?)|there was none))(?: (?P<w0>{W}))?"
)
SUM = rf"(?:still sums to (?P<still>{NUMBER})|sums to (?P<now>{NUMBER}), before (?P<was>{NUMBER}))"
DIVIDED = (
    rf"the precisions sum to (?P<s1>{NUMBER}), divided by (?P<by>R|min\(R, k\)|the number of hits) = "
    rf"(?P<n1>\d+), before to (?P<s0>{NUMBER}), divided by (?P<n0>\d+)"
)


def norm(by: str, one: List) -> int:
    return {
        "R": one.relevant,
        "min(R, k)": min(one.relevant, one.k),
        "the number of hits": len(one.hits),
    }[by]


def _divided(m: re.Match[str], c: Case) -> bool:
    return (
        near(m["s1"], float(c.new.precisions))
        and near(m["s0"], float(c.old.precisions))
        and (int(m["n1"]), int(m["n0"])) == (norm(m["by"], c.new), norm(m["by"], c.old))
    )


def _toggled(m: re.Match[str], c: Case) -> bool:
    rank = int(m["rank"])
    on = m["state"] == "now"
    more, fewer = (c.new.hits, c.old.hits) if on else (c.old.hits, c.new.hits)
    later = ranks(m["later"]) if m["later"] else []
    moved = [i for i in c.new.hits if i != rank and c.new.precision(i) != c.old.precision(i)]
    better = all(
        (c.new.precision(i) > c.old.precision(i)) == (m["verb"] == "raises") for i in later
    )
    return sorted([*fewer, rank]) == more and later == moved and better and _divided(m, c)


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
    at = ranks(m["at"])
    if m["verb"].endswith("no longer relevant, where precision was"):
        return c.old.hits == c.new.hits + at and fractions(m["p"]) == [
            c.old.precision(i) for i in at
        ]
    return c.new.hits == c.old.hits + at and fractions(m["p"]) == [c.new.precision(i) for i in at]


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
            rf"(?P<at>{AT}) (?P<verb>is relevant now and adds precision|are relevant now and add precision"
            r"|(?:is|are) no longer relevant, where precision was) (?P<p>[\d/, and]+)"
        ),
        _joined,
    ),
    (
        rf"{PLACES}; the precision there {SUM}",
        lambda m, c: _places(m, c) and _summed(m, c),
    ),
    (
        (
            rf"the precision at (?P<at>{AT}) is the same, but "
            r"(?P<by>R|min\(R, k\)|the number of hits) is (?P<n1>\d+), before (?P<n0>\d+)"
        ),
        lambda m, c: (
            ranks(m["at"]) == c.new.hits == c.old.hits
            and (int(m["n1"]), int(m["n0"])) == (norm(m["by"], c.new), norm(m["by"], c.old))
        ),
    ),
    (
        (
            rf"rank (?P<rank>\d+) is (?:relevant (?P<state>now)|not relevant any more)"
            rf"(?:, which (?P<verb>raises|lowers) precision at (?P<later>{AT}))?; {DIVIDED}"
        ),
        _toggled,
    ),
    (rf"{PLACES}; {DIVIDED}", lambda m, c: _places(m, c) and _divided(m, c)),
]
