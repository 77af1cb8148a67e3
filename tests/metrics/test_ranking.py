"""A ranking is a value: what it holds, what it derives, what it refuses."""

from __future__ import annotations

import copy
import pickle
import random
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from irviz.metrics import MetricsError, Ranking, RankingError, by_score, rankings

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLE = Ranking([0, 4, 1, 3], missed=[2, 0, 1], threshold=2)


def test_what_it_holds() -> None:
    assert EXAMPLE.grades == (0, 4, 1, 3)
    assert EXAMPLE.missed == (2, 0, 1)
    assert EXAMPLE.threshold == 2
    assert EXAMPLE.n == len(EXAMPLE) == 4


def test_what_it_derives() -> None:
    assert EXAMPLE.hits == (0, 1, 0, 1)
    assert EXAMPLE.hit_ranks == (2, 4)
    assert EXAMPLE.found == (0, 1, 1, 2)
    assert EXAMPLE.relevant == 3
    assert EXAMPLE.ideal == (4, 3, 2, 1, 1)


def test_another_threshold() -> None:
    assert EXAMPLE.at(4) == Ranking([0, 4, 1, 3], [2, 0, 1], 4)
    assert EXAMPLE.at(1).hits == (0, 1, 1, 1)
    assert EXAMPLE.at(1).relevant == 5
    assert EXAMPLE.at(4).ideal == EXAMPLE.ideal


def test_equality_and_hash() -> None:
    same = Ranking((0, 4, 1, 3), (1, 2, 0), 2)
    same.hits  # noqa: B018 - what has been derived does not matter
    assert same == EXAMPLE
    assert hash(same) == hash(EXAMPLE)
    assert Ranking([0, 4, 1, 3], [2, 0, 1]) != EXAMPLE
    assert Ranking([4, 0, 1, 3], [2, 0, 1], 2) != EXAMPLE
    assert Ranking([0, 4, 1, 3], [2, 1], 2) != EXAMPLE
    assert Ranking([1]) != (1,)


def test_it_never_changes() -> None:
    with pytest.raises(AttributeError, match="never changes"):
        EXAMPLE.grades = (1,)
    with pytest.raises(AttributeError, match="never changes"):
        del EXAMPLE.grades
    with pytest.raises(AttributeError, match="never changes"):
        EXAMPLE.label = "mine"


def test_it_is_independent_of_what_it_was_made_of() -> None:
    grades = [1, 0]
    ranking = Ranking(grades)
    grades[0] = 0
    assert ranking.grades == (1, 0)
    judgments = {"a": 1, "b": 2}
    by_scores = Ranking.from_scores({"a": 0.5}, judgments)
    judgments["b"] = 0
    assert by_scores.ideal == (2, 1)


def pickled(value: object) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_copies(again: Any) -> None:
    assert again(EXAMPLE) == EXAMPLE


def test_repr_reads_back() -> None:
    for ranking in (EXAMPLE, Ranking([]), Ranking([1, 0]), Ranking([], missed=[1])):
        assert eval(repr(ranking)) == ranking  # noqa: S307


def test_any_iterable_and_any_whole_number() -> None:
    grades = (grade for grade in np.array([0, 2, 1]))
    ranking = Ranking(grades, missed=iter([1]))
    assert ranking == Ranking([0, 2, 1], [1])
    assert {type(grade) for grade in ranking.grades} == {int}


BAD_GRADES = [
    (-1, "negative"),
    (0.5, r"multiply all grades by 10 and round, round\(10 \* grade\)"),
    (float("nan"), "not a whole number"),
    (float("inf"), "not a whole number"),
    (True, r"use int\(grade\)"),
    (np.True_, r"use int\(grade\)"),
    ("1", "not a whole number"),
    (Fraction(1, 4), "multiply all grades by 100 and round"),
    (Decimal(1), "not a whole number"),
    (np.float64(2.5), "multiply all grades by 10 and round"),
    (np.float32(1 / 3), "multiply all grades by 100 and round"),
    (2**53 + 1, "too large"),
    (10**400, "too large"),
]


@pytest.mark.parametrize(("grade", "problem"), BAD_GRADES, ids=repr)
def test_bad_grades_are_named_with_their_place(grade: Any, problem: str) -> None:
    with pytest.raises(RankingError, match=problem) as caught:
        Ranking([1, 0, grade, 1])
    assert "rank 3" in str(caught.value)
    with pytest.raises(RankingError, match=problem) as caught:
        Ranking([1], missed=[0, grade])
    assert "missed document 2" in str(caught.value)
    assert isinstance(caught.value, MetricsError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("grade", [2.0, np.float64(2.0), np.float32(2.0), np.int8(2)], ids=repr)
def test_whole_grades_of_any_kind(grade: Any) -> None:
    ranking = Ranking([0, grade], missed=[grade])
    assert ranking == Ranking([0, 2], [2])
    assert {type(one) for one in (*ranking.grades, *ranking.missed)} == {int}
    assert Ranking.from_ids(["a", "b"], {"a": 0, "b": grade}) == Ranking([0, 2])


def test_a_missed_document_is_one_that_somebody_judged() -> None:
    with pytest.raises(RankingError, match="grade None at missed document 2 is not a whole"):
        Ranking([1], missed=[0, None])  # type: ignore[list-item]


def test_the_largest_grade() -> None:
    assert Ranking([2**53]).ideal == (2**53,)


@pytest.mark.parametrize("threshold", [0, -1, True, 1.0, 2.5, "1", None, float("nan")], ids=repr)
def test_bad_thresholds(threshold: Any) -> None:
    attempts: list[Callable[[], Ranking]] = [
        lambda: Ranking([1], threshold=threshold),
        lambda: Ranking.from_ids(["a"], {"a"}, threshold),
        lambda: Ranking.from_scores({"a": 1.0}, {"a"}, threshold),
        lambda: Ranking([1]).at(threshold),
    ]
    for make in attempts:
        with pytest.raises(RankingError, match="threshold"):
            make()


def test_from_ids() -> None:
    by_set = Ranking.from_ids(["c", "a", "x"], {"a", "b"})
    assert by_set == Ranking([None, 1, None], [1])
    by_dict = Ranking.from_ids(["c", "a", "x"], {"a": 3, "b": 0, "c": 1}, threshold=2)
    assert by_dict == Ranking([1, 3, None], [0], 2)
    assert Ranking.from_ids([], {"a": 2}) == Ranking([], [2])
    assert Ranking.from_ids([7, 5], {5}) == Ranking([None, 1])


def test_from_scores() -> None:
    scores = {"a": 0.1, "b": 0.9, "c": 0.5}
    assert Ranking.from_scores(scores, {"c": 2, "a": 1, "z": 4}) == Ranking([None, 2, 1], [4])
    assert Ranking.from_scores({}, {"a": 1}) == Ranking([], [1])


def test_where_a_grade_is_too_large() -> None:
    assert EXAMPLE.place_above(3) == "grade 4 at rank 2"
    assert Ranking([1], missed=[0, 9]).place_above(3) == "grade 9 at missed document 2"
    assert EXAMPLE.place_above(4) == ""
    assert Ranking([]).place_above(0) == ""


def test_what_was_missed_is_found_when_asked_for() -> None:
    rng = random.Random(9)
    for _ in range(300):
        documents = [f"d{i}" for i in range(30)]
        judged = {doc: rng.choice((-1, 0, 0, 1, 2)) for doc in rng.sample(documents, 15)}
        scores = {doc: float(rng.randrange(12)) for doc in rng.sample(documents, rng.randrange(16))}
        expected = tuple(max(g, 0) for doc, g in judged.items() if doc not in scores and g >= 0)
        for ranking in (
            Ranking.from_scores(scores, judged),
            Ranking.from_ids(by_score(scores), judged),
            rankings({"q": judged}, {"q": scores}, hardly_judged="ignore")["q"].at(2).at(1),
            Ranking.from_scores(scores, judged).condensed,
        ):
            assert ranking.missed == expected
            graded = sorted(filter(None, (*ranking.grades, *expected)), reverse=True)
            assert ranking.ideal == tuple(graded)
            assert ranking.relevant == len(graded)
            assert ranking.at(2).relevant == graded.count(2)


def test_a_ranking_says_that_what_was_missed_is_no_longer_known() -> None:
    judged, run = {"a": 1, "b": 0}, {"a": 1.0, "c": 0.5}
    ranking = rankings({"q": judged}, {"q": run})["q"]
    kept = Ranking.from_scores(run, judged)
    judged["d"] = 1
    with pytest.raises(RankingError, match="have changed since the ranking was made"):
        _ = ranking.missed
    assert kept.missed == (0,)
