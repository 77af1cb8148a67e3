"""What is claimed of CG, DCG and nDCG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.lenses.reading import AT, NUMBER, W, cutoff, near, ranks

if TYPE_CHECKING:
    import re

    from tests.lenses.reading import Case, Claim


def _no_gain(m: re.Match[str], c: Case) -> bool:
    return not any(c.old.gains) and not any(c.new.gains) and cutoff(m["w"]) == c.new.k


def _cut_gain(m: re.Match[str], c: Case) -> bool:
    longer, shorter = (c.new, c.old) if m["verb"] == "takes in" else (c.old, c.new)
    at = ranks(m["at"])
    passed = [i for i, gain in enumerate(longer.gains, 1) if gain and i > shorter.k]
    same = longer.gains[: shorter.k] == shorter.gains
    return at == passed and same and (not m["gain"] or int(m["gain"]) == longer.gains[at[0] - 1])


def _no_gain_between(m: re.Match[str], c: Case) -> bool:
    longer, shorter = (c.new, c.old) if c.new.k > c.old.k else (c.old, c.new)
    between = list(range(shorter.k + 1, longer.k + 1))
    return ranks(m["at"]) == between and longer.gains == shorter.gains + [0] * len(longer.gains[shorter.k :])


NO_GAIN: Claim = (rf"still no gain (?P<w>{W})", _no_gain)
CUT_GAINS: list[Claim] = [
    (rf"the cutoff (?P<verb>takes in|leaves out) (?:gain (?P<gain>\d+)|the gains) at (?P<at>{AT})", _cut_gain),
    (rf"no gain at (?P<at>{AT})", _no_gain_between),
]


def _sum_changed(m: re.Match[str], c: Case) -> bool:
    return (
        (int(m["now"]), int(m["was"])) == (sum(c.new.gains), sum(c.old.gains))
        and int(m["now"]) != int(m["was"])
        and cutoff(m["w"]) == c.new.k
        and (cutoff(m["w0"]) if m["w0"] else c.new.k) == c.old.k
    )


CG: list[Claim] = [
    NO_GAIN,
    *CUT_GAINS,
    (rf"the gain (?P<w>{W}) sums to (?P<now>\d+), before (?P<was>\d+)(?: (?P<w0>{W}))?", _sum_changed),
    (
        rf"the gain (?P<w>{W}) still sums to (?P<now>\d+)(?P<order>, and its order does not count)?",
        lambda m, c: (
            int(m["now"]) == sum(c.new.gains) == sum(c.old.gains)
            and bool(m["order"]) == (c.new.gains != c.old.gains and sorted(c.new.gains) == sorted(c.old.gains))
        ),
    ),
]


def _moved_gain(m: re.Match[str], c: Case) -> bool:
    gain, now, was = int(m["gain"]), int(m["now"]), int(m["was"])
    expected = list(c.old.gains)
    if expected[was - 1] != gain or expected[now - 1]:
        return False
    expected[was - 1], expected[now - 1] = 0, gain
    return (
        expected == c.new.gains
        and near(m["by"], c.new.discount(now))
        and near(m["not"], c.old.discount(was))
        and m["by"] != m["not"]
    )


def _moved_alike(m: re.Match[str], c: Case) -> bool:
    gain, now, was = int(m["gain"]), int(m["now"]), int(m["was"])
    expected = list(c.old.gains)
    moved = expected[was - 1] == gain and not expected[now - 1]
    expected[was - 1], expected[now - 1] = 0, gain
    return moved and expected == c.new.gains and c.new.discount(now) == c.old.discount(was)


def _one_gain(m: re.Match[str], c: Case) -> bool:
    rank = int(m["rank"])
    expected = list(c.old.gains)
    if expected[rank - 1] != int(m["was"]):
        return False
    expected[rank - 1] = int(m["now"])
    return expected == c.new.gains


def _shifted(m: re.Match[str], c: Case) -> bool:
    changes = [now - was for was, now in zip(c.old.terms(), c.new.terms(), strict=True)]
    true = True
    for name, sign in (("more", 1), ("less", -1)):
        at = [i for i, change in enumerate(changes, 1) if change * sign > 0]
        told = ranks(m[name]) if m[name] else []
        size = sum(changes[i - 1] for i in at)
        true &= told == at
        true &= not told or near(m[f"{name}_by"].lstrip("+"), size)
    return true


def _shifted_down(m: re.Match[str], c: Case) -> bool:
    changes = [now - was for was, now in zip(c.old.terms(), c.new.terms(), strict=True)]
    at = [i for i, change in enumerate(changes, 1) if change]
    size = sum(changes)
    return ranks(m["less"]) == at and max(changes) <= 0 and near(m["less_by"], size)


MORE = rf"more gain at (?P<more>{AT}) \((?P<more_by>\+{NUMBER})\)"
LESS = rf"less gain at (?P<less>{AT}) \((?P<less_by>−{NUMBER})\)"

DCG: list[Claim] = [
    NO_GAIN,
    *CUT_GAINS,
    (
        rf"DCG is (?P<now>{NUMBER}) (?P<w>{W}), (?:as|before (?P<was>{NUMBER})) (?P<w0>{W})",
        lambda m, c: (
            near(m["now"], c.new.dcg)
            and near(m["was"] or m["now"], c.old.dcg)
            and (cutoff(m["w"]), cutoff(m["w0"])) == (c.new.k, c.old.k)
        ),
    ),
    (
        rf"the same gain (?:at each rank )?(?P<w>{W})",
        lambda m, c: c.old.gains == c.new.gains and cutoff(m["w"]) == c.new.k,
    ),
    (
        (
            r"gain (?P<gain>\d+) is at rank (?P<now>\d+) instead of (?P<was>\d+), "
            rf"divided by (?P<by>{NUMBER}) instead of (?P<not>{NUMBER})"
        ),
        _moved_gain,
    ),
    (r"gain (?P<gain>\d+) is at rank (?P<now>\d+) instead of (?P<was>\d+), which weigh the same", _moved_alike),
    (r"gain (?P<now>\d+) instead of (?P<was>\d+) at rank (?P<rank>\d+)", _one_gain),
    (rf"(?:{MORE}(?:, less gain at (?P<less>{AT}) \((?P<less_by>−{NUMBER})\))?)", _shifted),
    (LESS, _shifted_down),
]


def _ideal_too(m: re.Match[str], c: Case) -> bool:
    both = near(m["i0"], c.old.ideal) and near(m["i1"], c.new.ideal) and c.old.ideal != c.new.ideal
    rose = m["i_did"] or m["did"]
    both &= (c.new.ideal > c.old.ideal) == (rose == "rose")
    if m["stays"]:
        both &= near(m["stays"], c.new.dcg) and abs(c.new.dcg - c.old.dcg) < 1e-9
    else:
        both &= near(m["d0"], c.old.dcg) and near(m["d1"], c.new.dcg)
        both &= (c.new.dcg > c.old.dcg) == (m["did"] == "rose")
    if m["rank"]:
        rank = int(m["rank"])
        expected = list(c.old.grades)
        both &= expected[rank - 1] == int(m["was"])
        expected[rank - 1] = int(m["now"])
        both &= tuple(expected) == c.new.grades and bool(m["below"]) == (rank > c.new.k)
    return both


NDCG: list[Claim] = [
    NO_GAIN,
    *[
        (
            rf"{pattern}; the ideal stays (?P<stays>{NUMBER})",
            lambda m, c, check=check: (
                check(m, c) and near(m["stays"], c.new.ideal) and abs(c.new.ideal - c.old.ideal) < 1e-9
            ),
        )
        for pattern, check in DCG
    ],
    (
        rf"the gain (?P<w>{W}) is still the best there can be",
        lambda m, c: abs(c.new.dcg - c.new.ideal) < 1e-9 and abs(c.old.dcg - c.old.ideal) < 1e-9,
    ),
    (
        (
            rf"DCG (?:stays (?P<stays>{NUMBER}), but|(?P<did>rose|fell) from (?P<d0>{NUMBER}) "
            rf"to (?P<d1>{NUMBER}),) the ideal (?:(?P<i_did>rose|fell) )?from (?P<i0>{NUMBER}) "
            rf"to (?P<i1>{NUMBER})(?:, with grade (?P<now>\d+) instead of (?P<was>\d+) at rank "
            r"(?P<rank>\d+)(?P<below>, below the cutoff)?)?"
        ),
        _ideal_too,
    ),
]
