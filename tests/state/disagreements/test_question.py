"""The question where two metrics disagree is read from any link, and answered pair by pair."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.metrics import AP, RR, Metric, P, R
from irviz.scenarios.cats import CATS
from irviz.scenarios.made_up import make_graded_desk
from irviz.state.disagreements.disagreement import Agreement, Disagreement, find_disagreement
from irviz.state.disagreements.question import CHOICES, PARAMETERS, Question
from tests.each import each

BOARD = CATS.boards[0]


def read(**link: str) -> Question:
    question, notes = Question.read(link, BOARD)
    assert notes == ()
    return question


def test_without_a_link_it_is_rr_against_ap_on_the_whole_board() -> None:
    question = read()

    assert (question.a, question.b, question.grades, question.pair) == (RR @ 8, AP @ 8, None, 1)
    assert question.link == {"a": "RR@8", "b": "AP@8"}


metrics = st.sampled_from(CHOICES)


@given(
    metrics,
    metrics,
    st.lists(st.integers(0, 9), min_size=2, max_size=9).map(tuple) | st.none(),
    st.integers(1, 8),
    st.data(),
)
def test_a_link_carries_the_question(
    a: Metric, b: Metric, grades: tuple[int, ...] | None, k: int, data: st.DataObject
) -> None:
    n = len(grades) if grades else BOARD.n
    cut = [one if one.own_cutoff else one @ min(k, n) for one in (a, b)]
    level = data.draw(st.integers(1, max(grades, default=1) or 1)) if grades else 1
    top = max(grades or BOARD.ranked)
    cut = [one(max_grade=top) if getattr(one, "max_grade", top) < top else one for one in cut]
    question = Question(cut[0], cut[1], grades, level, data.draw(st.integers(1, 20)))

    assert Question.read(question.link, BOARD) == (question, ())


BAD = {
    ("a", "nDGC@3"): "There is no metric “nDGC@3”",
    ("b", "AP@0"): "There is no metric “AP@0”",
    ("a", "P@9"): "There are 8 results, so P@9 is read at the cutoff 8.",
    ("of", "0"): "Made-up grades are 2 to 9 digits",
    ("of", "01a"): "not “01a”, so these are the judgments of the board",
    ("pair", "0"): "The pair is a whole number from 1 to 20, not “0”.",
    ("pair", "21"): "The pair is a whole number from 1 to 20, not “21”.",
    ("of", "0123456789"): "Made-up grades are 2 to 9 digits",
    ("pair", "²"): "The pair is",
}


@pytest.mark.parametrize(("name", "text"), BAD)
def test_what_is_ignored_is_said(name: str, text: str) -> None:
    question, notes = Question.read({name: text}, BOARD)

    assert len(notes) == 1
    assert notes[0].startswith(BAD[name, text]) or BAD[name, text] in notes[0]
    assert Question.read(question.link, BOARD) == (question, ())


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(PARAMETERS), st.text(max_size=12)))
def test_reading_is_total(link: dict[str, str]) -> None:
    question, _ = Question.read(link, BOARD)

    assert Question.read(question.link, BOARD) == (question, ())


@each("other", CHOICES)
@each("of", ["0719", "00", "1111", "0101"])
def test_every_metric_can_be_asked_about_on_every_scale(other: Metric, of: str) -> None:
    question, notes = Question.read({"a": "AP", "b": str(other), "of": of}, BOARD)

    assert question.b.name == other.name
    assert all("scale" in one and f"max_grade={max(map(int, of))}" in one for one in notes)
    assert bool(notes) == (other.name == "ERR" and of == "0719")
    found = question.answer(make_graded_desk(question.grades or (), question.level).visible[0]).found
    assert isinstance(found, Agreement | Disagreement)


def test_pairs_come_in_turn_and_the_last_one_stays() -> None:
    question = read(a="RR@5", b="P@3", of="11000")
    board = make_graded_desk([1, 1, 0, 0, 0]).boards[0]
    seen: list[tuple[int, ...]] = []
    for number in range(1, 10):
        answer = Question(question.a, question.b, question.grades, 1, number).answer(board)
        expected = find_disagreement(question.a, question.b, board.ranked, without=seen)
        if isinstance(expected, Agreement):
            assert not answer.more
            assert answer.number == len(seen) // 2 < number
            break
        assert answer.found == expected
        assert answer.number == number
        seen += [expected.first, expected.second]
    else:
        pytest.fail("there are only six orders")


def test_no_pair_is_an_answer_too() -> None:
    answer = Question(P @ 4, R @ 4, None, 1, 3).answer(BOARD)

    assert isinstance(answer.found, Agreement)
    assert (answer.number, answer.more) == (1, False)


def test_there_is_an_end_to_pairs() -> None:
    answer = Question(RR @ 8, AP @ 8, None, 1, 20).answer(BOARD)

    assert isinstance(answer.found, Disagreement)
    assert not (answer.more and answer.number >= 20)
