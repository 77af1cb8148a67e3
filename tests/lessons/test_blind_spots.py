"""What each metric hides: its two lists have the same value, others tell them apart, lessons add them."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from irviz.lessons.blind_spots import Line, find_blind_pair, lines, list_unlocked_lines
from irviz.lessons.course import Progress, lessons
from irviz.lessons.reference.cards import CARDS
from irviz.metrics import METRICS, P, Ranking
from tests import oracle
from tests.each import each
from tests.lessons.believing import TOOLS

LINES = each("line", lines().values())


def counted(called: str, grades: tuple[int, ...]) -> float:
    """A metric that is named with its cutoff, by the slow oracle where that has it."""
    name, _, k = called.partition("@")
    if name in oracle.METRICS:
        return float(oracle.METRICS[name](grades, int(k)))
    metric = METRICS[name] @ int(k) if k else METRICS[name]
    return metric(Ranking(grades))


@LINES
def test_the_two_lists_look_alike_to_one_and_differ_for_another(line: Line) -> None:
    first, second = line.blind.values
    assert first == pytest.approx(second, abs=1e-9)
    assert line.telling
    assert all(one.difference > 1e-9 for one in line.telling)
    assert "for both" in line.text
    assert len(line.sides[0]) == len(line.sides[1])


@each("name", METRICS)
def test_each_metric_has_a_line_with_its_own_two_lists(name: str) -> None:
    line = lines()[name.lower()]
    assert line.hides == CARDS[name].hides
    (first,), (second,) = line.sides
    assert first != second
    assert line.blind.name == name
    for value in (line.blind, *line.telling):
        here = [counted(value.called, grades) for grades in (first, second)]
        assert here == pytest.approx(value.values)
        assert not {value.name for value in line.telling} & {name}


def test_no_pair_of_orders_is_told_apart_more_clearly() -> None:
    """Looked through once more for precision, whose pair is one of orders."""
    (first,), (second,) = lines()["p"].sides
    others = ("R", "F1", "RR", "AP", "nDCG")

    def apart(one: tuple[int, ...], other: tuple[int, ...]) -> float:
        return sum(abs(counted(f"{name}@3", one) - counted(f"{name}@3", other)) for name in others)

    every = [tuple(map(int, f"{number:05b}")) for number in range(32)]
    for one in every:
        for other in every:
            if sum(one) == sum(other) and sum(one[:3]) == sum(other[:3]):
                assert apart(one, other) <= apart(first, second) + 1e-9
    assert sorted(first) == sorted(second)


def test_what_lessons_about_no_single_metric_add_is_true() -> None:
    found = lines()
    (even, same), (good, bad) = found["mean"].sides
    assert even == same
    values = [oracle.average_precision(one, 3) for one in (even, same, good, bad)]
    assert values == [Fraction(1, 2), Fraction(1, 2), 1, 0]

    (first,), (second,) = found["yes-or-no"].sides
    assert [grade > 0 for grade in first] == [grade > 0 for grade in second]

    (grades,), (again,) = found["name"].sides
    assert grades == again
    assert found["name"].labels == ("trec_eval", "scikit-learn")
    by_hits = TOOLS["AP"]["torchmetrics"](grades, 3)
    assert found["name"].telling[0].values == pytest.approx(
        (float(oracle.average_precision(grades, 3)), float(by_hits))
    )

    (worse,), (better,) = found["ties"].sides
    assert (worse[0], worse[1], *better[2:]) == (better[1], better[0], *worse[2:])
    both = [oracle.average_precision(one, 3) for one in (worse, better)]
    assert both[0] < both[1]
    assert found["ties"].blind.values == pytest.approx((float(sum(both) / 2),) * 2)
    assert "ranks 1 and 2" in found["ties"].hides

    line = found["unjudged"]
    ((listed,), _) = line.sides
    could = []
    for judged in ((0, 0), (0, 1), (1, 0), (1, 1)):
        guess = list(listed)
        for rank, grade in zip(line.unjudged, judged, strict=True):
            guess[rank - 1] = grade
        could.append(float(oracle.average_precision(guess, 5)))
    assert [one.values[1] for one in line.telling] == pytest.approx([min(could), max(could)])
    assert min(could) < line.blind.values[0] < max(could)

    rr, recall = found["choice"].telling
    assert rr.values[0] > rr.values[1]
    assert recall.values[0] < recall.values[1]


def test_every_lesson_adds_a_line_and_all_of_them_all() -> None:
    assert {line.lesson for line in lines().values()} == {*lessons(), ""}
    before: frozenset[str] = frozenset()
    text: list[str] = []
    assert list_unlocked_lines(Progress()) == before
    for name, lesson in lessons().items():
        steps = [str(one) for one in range(1, len(lesson.steps) + 1)]
        almost = ".".join([*text, "-".join([name, *steps[1:]])])
        assert list_unlocked_lines(Progress.read(almost)) == before
        text.append("-".join([name, *steps]))
        now = list_unlocked_lines(Progress.read(".".join(text)))
        assert now > before
        before = now
    assert before == {*lines()}


def test_a_metric_that_sees_everything_has_no_pair() -> None:
    class Exact(type(P)):  # type: ignore[misc]
        name = "Exact"
        title = "Exact"
        summary = "A number of its own for each list."
        reference = "nobody"

        def _value(self, ranking: Ranking) -> float:
            return float(re.sub(r"\D", "", str(ranking.grades)))

    assert find_blind_pair(Exact()) is None
