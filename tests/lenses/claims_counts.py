"""What is claimed of P, R and F1."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tests.lenses.reading import NONE, W, cutoff

if TYPE_CHECKING:
    import re

    from tests.lenses.reading import Case, Claim


def _shared(words: str) -> tuple[int, int]:
    """How many are relevant, and among how many."""
    if words.startswith("rank 1 "):
        return 0 if " not" in words else 1, 1
    said, _, rest = words.partition(" of the first ")
    return 0 if said == "none" else int(said), int(rest.split()[0])


def _cut_counts(m: re.Match[str], c: Case) -> bool:
    return (
        c.old.among != c.new.among
        and _shared(m["now"]) == (len(c.new.hits), c.new.among)
        and _shared(m["was"]) == (len(c.old.hits), c.old.among)
        and (m["same"] is not None) == (c.difference == 0)
    )


def _still(m: re.Match[str], c: Case) -> bool:
    elsewhere = c.old.hits != c.new.hits
    return (
        int(m["n"]) == len(c.new.hits) == len(c.old.hits)
        and cutoff(m["w"]) == c.new.k
        and bool(m["order"]) == elsewhere
    )


def _difference(m: re.Match[str], c: Case) -> bool:
    was, now = len(c.old.hits), len(c.new.hits)
    return (_shared(m["now"]), int(m["was"])) == ((now, c.new.among), was) and (c.old.among == c.new.among)


SHARE = (
    r"(?:rank 1 is (?:not )?relevant|1 of the first \d+ is relevant|none of the first \d+ is relevant"
    r"|(?:[2-9]|\d\d+) of the first \d+ are relevant)"
)
ORDER = r"(?P<order>, and (?:their order|its place there) does not count)?"

P: list[Claim] = [
    NONE,
    (
        (
            rf"(?P<now>{SHARE}), before (?P<was>rank 1 was(?: not)?|\d+ of the first \d+)"
            r"(?P<same>: the same share)?"
        ),
        _cut_counts,
    ),
    (rf"still (?P<n>\d+) relevant pictures? (?P<w>{W}){ORDER}", _still),
    (r"rank 1 is relevant now", lambda _, c: c.new.hit(1) and not c.old.hit(1) and c.new.among == 1),
    (r"rank 1 is not relevant any more", lambda _, c: c.old.hit(1) and not c.new.hit(1) and c.new.among == 1),
    (rf"(?P<now>{SHARE}), before (?P<was>\d+)", _difference),
]

OF = (
    r"(?:(?P<all>all (?P<all_n>\d+) relevant pictures|the only relevant picture)"
    r"|(?P<none>none of the (?P<none_n>\d+) relevant pictures)"
    r"|(?P<n>\d+) of (?P<r>\d+) relevant pictures?)"
)


def _recalled(m: re.Match[str], *, lost: bool = False) -> tuple[int, int]:
    if m["all"]:
        total = int(m["all_n"] or 1)
        return 0 if lost else total, total
    if m["none"]:
        return 0, int(m["none_n"])
    return int(m["n"]), int(m["r"])


def _recall(m: re.Match[str], c: Case) -> bool:
    was = int(m["was"])
    found = len(c.new.hits)
    lost = found == 0 and c.new.relevant == 1
    return (
        m["verb"] == ("is not" if lost else "is" if found < 2 else "are")
        and _recalled(m, lost=lost) == (len(c.new.hits), c.new.relevant)
        and cutoff(m["w"]) == c.new.k
        and was == len(c.old.hits)
        and int(m["was_r"] or c.new.relevant) == c.old.relevant
        and (cutoff(m["w0"]) if m["w0"] else c.new.k) == c.old.k
        and (m["same"] is not None) == (c.difference == 0)
    )


def _recall_still(m: re.Match[str], c: Case) -> bool:
    found, relevant = _recalled(m)
    return (
        found == len(c.new.hits) == len(c.old.hits)
        and relevant == c.new.relevant
        and (found == 0 or relevant == c.old.relevant)
        and cutoff(m["w"]) == c.new.k
        and bool(m["order"]) == (found > 0 and c.old.hits != c.new.hits)
    )


R: list[Claim] = [
    (
        (
            rf"{OF} (?P<verb>is|are|is not) (?P<w>{W}), before (?P<was>\d+)"
            rf"(?: of (?P<was_r>\d+))?(?: (?P<w0>{W}))?(?P<same>: the same share)?"
        ),
        _recall,
    ),
    (rf"still {OF} (?P<w>{W}){ORDER}", _recall_still),
    (
        rf"the only relevant picture is still not (?P<w>{W})",
        lambda m, c: not c.old.hits and not c.new.hits and c.new.relevant == 1 and cutoff(m["w"]) == c.new.k,
    ),
]


def _sign(number: Fraction | float) -> int:
    return (number > 1e-12) - (number < -1e-12)


def _parts(c: Case) -> tuple[int, int]:
    """Where precision and recall went."""
    was, now = ((Fraction(len(one.hits), one.k), Fraction(len(one.hits), one.relevant or 1)) for one in (c.old, c.new))
    return _sign(now[0] - was[0]), _sign(now[1] - was[1])


def _told(name: str) -> str:
    return rf"{name} (?P<{name}_did>rose to|stayed at|fell to) (?P<{name}>\d+/\d+)"


DID = {"rose to": 1, "stayed at": 0, "fell to": -1, "rose": 1, "fell": -1}


def _numbers(m: re.Match[str], c: Case) -> bool:
    found = len(c.new.hits)
    return (m["precision"], m["recall"]) == (f"{found}/{c.new.k}", f"{found}/{c.new.relevant}")


def _mixed(m: re.Match[str], c: Case) -> bool:
    return _numbers(m, c) and _parts(c) == (DID[m["precision_did"]], DID[m["recall_did"]])


def _outweighs(m: re.Match[str], c: Case) -> bool:
    return _mixed(m, c) and DID[m[f"{m[0].split()[0]}_did"]] == _sign(c.difference)


_BOTH = (_told("precision"), _told("recall"))

F1: list[Claim] = [
    NONE,
    (
        r"nothing is relevant any more, so precision is 0/(?P<k>\d+)",
        lambda m, c: not c.new.relevant and c.old.relevant > 0 and int(m["k"]) == c.new.k,
    ),
    (r"precision and recall are unchanged", lambda _, c: _parts(c) == (0, 0)),
    (
        (
            r"precision and recall both (?P<did>rose|fell), to (?P<precision>\d+/\d+) "
            r"and (?P<recall>\d+/\d+)"
        ),
        lambda m, c: _numbers(m, c) and _parts(c) == (DID[m["did"]],) * 2,
    ),
    (rf"{_BOTH[0]} and {_BOTH[1]}", lambda m, c: _mixed(m, c) and 0 in _parts(c)),
    (
        rf"{_BOTH[0]} and {_BOTH[1]}, which cancel out",
        lambda m, c: _mixed(m, c) and c.difference == 0 and 0 not in _parts(c),
    ),
    (rf"{_BOTH[0]}, which outweighs that {_BOTH[1]}", _outweighs),
    (rf"{_BOTH[1]}, which outweighs that {_BOTH[0]}", _outweighs),
]
