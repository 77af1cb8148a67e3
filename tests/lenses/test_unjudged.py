"""What is said of results that nobody judged: each sentence read back, and computed again the slow way."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

from irviz.lenses.unjudged import unjudged
from irviz.metrics import AP, ERR, RR, Metric, P, R, Ranking, nDCG

NUMBER = r"(\d(?:\.\d{3})?)"
RANGE = rf"(?:from {NUMBER} to )?{NUMBER}"
SHARES = re.compile(
    r"Judged are (\d+) of the first (\d+) of A and (\d+) of the first (\d+) of B; what nobody judged counts "
    r"as not relevant\."
)
WITHIN = re.compile(
    rf"Whatever a list’s unjudged results are, its (\S+) is {RANGE} for A and {RANGE} for B\."
    r"( The two ranges meet, so the difference lies within what is not known\.| The two ranges do not "
    r"meet\.)?"
)
WITHOUT = re.compile(
    rf"With the unjudged left out, (\S+) is {NUMBER} for A and {NUMBER} for B: "
    r"(neither is ahead|[AB] is ahead|[AB] stays ahead|[AB] is ahead instead)\."
)

Grades = list[int | None]


def every_way(metric: Metric, grades: Grades, missed: list[int]) -> tuple[float, float]:
    """The least and the most over all ways to judge what nobody judged."""
    top = max([1, *filter(None, grades), *missed])
    values = [
        metric(
            Ranking(
                [next(new) if one is None else one for one in grades],
                missed,
            )
        )
        for way in product(range(top + 1), repeat=grades.count(None))
        for new in [iter(way)]
    ]
    return min(values), max(values)


def figure(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value * (1 + 1e-12):.3f}"


def check(metric: Metric, a: Grades, b: Grades, missed: list[int], k: int) -> bool:
    """Whether there was something to say; all of it holds."""
    found = unjudged(metric, Ranking(a, missed), Ranking(b, missed), k)
    if found is None:
        assert None not in a
        assert None not in b
        return False
    cut, lists = metric @ k, (a, b)
    shares, *middle, last = found.sentences
    said = SHARES.fullmatch(shares)
    assert said, shares
    assert [*map(int, said.groups())] == [
        number for one in lists for number in (len(one[:k]) - one[:k].count(None), len(one[:k]))
    ]
    values = [cut(Ranking([one or 0 for one in grades], missed)) for grades in lists]
    ahead = (values[0] > values[1] + 1e-9) - (values[1] > values[0] + 1e-9)
    if middle:
        said = WITHIN.fullmatch(middle[0])
        assert said, middle
        ends = [every_way(cut, grades, missed) for grades in lists]
        name, *figures, verdict = said.groups()
        assert name == str(cut)
        assert figures == [
            text
            for low, high in ends
            for text in (None if figure(low) == figure(high) else figure(low), figure(high))
        ]
        (low, high), (other_low, other_high) = ends
        meet = low <= other_high + 1e-12 and other_low <= high + 1e-12
        assert found.open == (bool(ahead) and meet)
        assert (verdict or "") == (
            ""
            if not ahead
            else " The two ranges meet, so the difference lies within what is not known."
            if meet
            else " The two ranges do not meet."
        )
    else:
        assert metric == ERR
        assert not found.open
    said = WITHOUT.fullmatch(last)
    assert said, last
    left = [cut(Ranking([one for one in grades if one is not None], missed)) for grades in lists]
    now = (left[0] > left[1] + 1e-9) - (left[1] > left[0] + 1e-9)
    leader = "A" if now > 0 else "B"
    words = "is ahead" if not ahead else "stays ahead" if now == ahead else "is ahead instead"
    assert said.groups() == (
        str(cut),
        *map(figure, left),
        f"{leader} {words}" if now else "neither is ahead",
    )
    return True


@pytest.mark.parametrize("metric", [P, R, RR, AP, nDCG, ERR], ids=str)
def test_what_is_said_of_unjudged_results_holds(metric: Metric) -> None:
    rng = random.Random(12)
    top = 1 if metric == ERR else 2
    said = 0
    for _ in range(60):
        a, b = (rng.choices((0, 1, top, None), k=rng.randrange(1, 6)) for _ in range(2))
        said += check(metric, a, b, rng.choices((0, 1), k=rng.randrange(3)), rng.randrange(1, 7))
    assert said > 40


def test_nothing_is_said_where_all_is_judged() -> None:
    assert unjudged(nDCG, Ranking([1, 0]), Ranking([0, 1]), 2) is None
