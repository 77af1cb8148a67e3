"""What is said of results that nobody judged: each sentence read back, and computed again the slow way."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

from irviz.lenses.unjudged import find_unjudged
from irviz.metrics import AP, ERR, RR, Metric, P, R, Ranking, nDCG

NUMBER = r"(\d+(?:\.\d{3})?)"
RANGE = rf"(?:from {NUMBER} to )?{NUMBER}"
SIGNED = r"[+−](?:\d+\.\d{3}|<0\.001)|0"
SHARES = re.compile(
    r"Judged are (\d+) of the first (\d+) of A and (\d+) of the first (\d+) of B; what nobody judged counts "
    r"as not relevant\."
)
RANGES = re.compile(rf"Whatever a list’s own unjudged results are, its (\S+) is {RANGE} for A and {RANGE} for B\.")
TURNED = re.compile(
    rf"Judged otherwise, (\S+) of B − A could be ({SIGNED})(?: or ({SIGNED}))? instead of ({SIGNED})"
    r"(\.|: the difference lies within what is not known\.)"
)
WITHOUT = re.compile(
    rf"With the unjudged left out, (\S+) is {NUMBER} for A and {NUMBER} for B: "
    r"(neither is ahead|[AB] is ahead|[AB] stays ahead|[AB] is ahead instead)\."
)


def figure(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value * (1 + 1e-12):.3f}"


def signed(value: float) -> str:
    if abs(value) < 1e-9:
        return "0"
    size = "<0.001" if abs(value) < 0.0005 else f"{abs(value) * (1 + 1e-12):.3f}"
    return f"{'+' if value > 0 else '−'}{size}"


def ways(metric: Metric, lists: tuple[list[str], list[str]], judged: dict[str, int],
         open_: list[str], threshold: int = 1) -> list[tuple[float, float]]:  # fmt: skip
    """The values of both lists under every way to judge some documents."""
    top = max(threshold, *judged.values(), 1)
    return [
        tuple(  # type: ignore[misc]
            metric(Ranking.from_ids(one, judged | dict(zip(open_, grades, strict=True)), threshold)) for one in lists
        )
        for grades in product(range(top + 1), repeat=len(open_))
    ]


def check(
    metric: Metric, a: list[str], b: list[str], judged: dict[str, int], k: int, *, threshold: int = 1
) -> list[str]:
    """What was said; all of it holds."""
    lists = a, b
    holes = [[one for one in documents if one not in judged] for documents in lists]
    found = find_unjudged(metric, lists, judged, k, threshold)
    if found is None:
        assert holes == [[], []]
        return []
    cut = metric @ k
    now = tuple(cut(Ranking.from_ids(one, judged, threshold)) for one in lists)
    kinds = []
    for sentence in found.sentences:
        for pattern in (SHARES, RANGES, TURNED, WITHOUT):
            if said := pattern.fullmatch(sentence):
                break
        else:
            pytest.fail(sentence)
        kinds.append(sentence.split()[0])
        if pattern is SHARES:
            numbers = [number for one in lists for number in (sum(doc in judged for doc in one[:k]), len(one[:k]))]
            assert [*map(int, said.groups())] == numbers
        elif pattern is RANGES:
            ends = []
            for place in (0, 1):
                values = [row[place] for row in ways(cut, lists, judged, holes[place], threshold)]
                ends.append((figure(min(values)), figure(max(values))))
            figures = [text for low, high in ends for text in (None if low == high else low, high)]
            assert said.groups() == (str(cut), *figures)
        elif pattern is TURNED:
            every = [
                second - first
                for first, second in ways(cut, lists, judged, [*dict.fromkeys(holes[0] + holes[1])], threshold)
            ]
            name, *could, before, end = said.groups()
            assert name == str(cut)
            assert before == signed(now[1] - now[0])
            # Each end is reached by some way to judge the results.
            assert {*filter(None, could)} <= {*map(signed, every)}
            within = "the difference lies within" in end
            assert within == found.swing.open == found.headline.startswith("The judgments do not")
            if within:
                assert abs(now[1] - now[0]) > 1e-9
                turned = [one for one in every if one * (now[1] - now[0]) <= 1e-12]
                assert turned
        else:
            left = [cut(Ranking.from_ids([d for d in one if d in judged], judged, threshold)) for one in lists]
            ahead, then = ((x > y + 1e-9) - (y > x + 1e-9) for x, y in (now, left))
            words = "is ahead" if not ahead else "stays ahead" if then == ahead else "is ahead instead"
            told = f"{'A' if then > 0 else 'B'} {words}" if then else "neither is ahead"
            assert said.groups() == (str(cut), *map(figure, left), told)
    assert ("Whatever" in kinds) == (metric != ERR)
    return [*kinds, found.headline]


@pytest.mark.parametrize("metric", [P, R, RR, AP, nDCG, ERR], ids=str)
def test_what_is_said_of_unjudged_results_holds(metric: Metric) -> None:
    rng = random.Random(12)
    documents = "abcdefg"
    top = 1 if metric == ERR else 2
    said: list[str] = []
    for _ in range(80):
        judged = {one: rng.choice((0, 1, top)) for one in documents if rng.random() < 0.6}
        a, b = (rng.sample(documents, rng.randrange(1, 5)) for _ in range(2))
        said += check(metric, a, b, judged, rng.randrange(1, 6), threshold=rng.choice((1, 1, 2)))
    assert {"The judgments do not settle", "Some results are not judged"} <= {
        one.partition(f" {metric}@")[0] for one in said
    }
    assert "Judged" in said


def test_nothing_is_said_where_all_is_judged() -> None:
    assert find_unjudged(nDCG, (["a", "b"], ["b"]), {"a": 1, "b": 0}, 2) is None


def test_a_perfect_list_loses_to_one_that_found_what_nobody_had_seen() -> None:
    """Each list's own range tells nothing of it: what one finds is missing in the other."""
    found = find_unjudged(nDCG, (["a", "b"], ["x", "a", "y"]), {"a": 2, "b": 1}, 4)
    assert found is not None
    assert found.known[0].bounds == (1.0, 1.0)
    assert found.known[1].bounds is not None
    assert found.known[1].bounds.high < 1
    assert found.headline == "The judgments do not settle nDCG@4"
