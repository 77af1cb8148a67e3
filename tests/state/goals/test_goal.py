"""Goals are read, written, checked and said as they are meant."""

import pickle
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics import AP, METRICS, RR, P, Ranking, distribution, nDCG
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import LENSES, MEAN, Desk
from irviz.state.goals.clause import Choice
from irviz.state.goals.goal import START, Clause, Goal, GoalError
from irviz.state.goals.parser import parse_goal, parse_quantity
from irviz.state.goals.quantity import AMONG, COUNTS, OF_DESK, OVER_TIES, Quantity
from irviz.state.number_words import format_number, format_percent
from tests.each import each

names = st.from_regex(r"[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,5}){0,2}", fullmatch=True).filter(
    lambda name: name not in {"start", "and", "of"}
)
boards = st.none() | names | st.just(MEAN)
cutoffs = st.none() | st.integers(1, 40)


@st.composite
def metrics(draw: st.DrawFn) -> Quantity:
    metric = METRICS[draw(st.sampled_from(["P", "R", "F1", "RR", "AP", "CG", "DCG", "nDCG"]))]
    if metric.name == "AP" and draw(st.booleans()):
        metric = metric(denominator="min(R,k)")
    cutoff = draw(cutoffs)
    kind = draw(st.sampled_from(["metric", *AMONG, *OVER_TIES]))
    return Quantity(kind, metric @ cutoff if cutoff else metric, board=draw(boards))


quantities = st.one_of(
    metrics(),
    st.builds(Quantity, st.sampled_from(["rank", "grade", "relevant"]), item=names, board=boards),
    st.builds(Quantity, st.sampled_from([*COUNTS]), cutoff=cutoffs, board=boards),
    st.builds(Quantity, st.sampled_from([*OF_DESK])),
    st.builds(Quantity, st.sampled_from(["relevant", "first"]), board=boards),
)
numbers = st.fractions(0, 1000, max_denominator=1000)
signs = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
clauses = st.one_of(
    st.builds(Clause, quantities, signs, st.one_of(numbers, quantities, st.just(START))),
    st.builds(Clause, st.just(Choice("opened")), st.sampled_from(["=", "!="]), names | st.just(START)),
    st.builds(Clause, st.just(Choice("lens")), st.just("="), st.sampled_from([*LENSES])),
    st.builds(Clause, st.just(Choice("rule", "ap")), st.just("="), st.just("minrk")),
)


@given(st.lists(clauses, min_size=1, max_size=4))
def test_text_and_goal_are_the_same(parts: list[Clause]) -> None:
    goal = Goal(tuple(parts))

    assert Goal.read(str(goal)) == goal


@given(st.lists(clauses, min_size=1, max_size=3))
def test_words_are_a_sentence(parts: list[Clause]) -> None:
    words = Goal(tuple(parts)).describe()

    assert words == words.strip()
    assert "None" not in words
    assert "  " not in words


@given(st.text(max_size=40) | st.text("APRk@=<> of.%/()start0123456789 and", max_size=30))
def test_reading_ends_in_a_goal_or_a_goal_error(text: str) -> None:
    goal = None
    with suppress(GoalError):
        goal = Goal.read(text)

    assert goal is None or Goal.read(str(goal)) == goal


SPELLINGS = {
    "RR=1": "RR = 1",
    "  AP  <  .6 ": "AP < 0.6",
    "AP ≥ 60%": "AP >= 0.6",
    "AP ≤ 19/35": "AP <= 19/35",
    "AP == 1": "AP = 1",
    "MAP != start": "MAP != start",
    "AP of mean > start": "MAP > start",
    "nDCG(gain='exp') @ 3 > 1/2": "nDCG(dcg='exp-log2')@3 > 0.5",
    "beats( AP ) >= 90 %": "beats(AP) >= 0.9",
    "beats(AP of dark-cat) > 1/2": "beats(AP) of dark-cat > 0.5",
    "beats(MAP) > 0": "beats(MAP) > 0",
    "relevant > 3 and relevant(dog) = 1": "relevant > 3 and relevant(dog) = 1",
    "rank( white-cat ) of dark-cat = 1": "rank(white-cat) of dark-cat = 1",
    "TP@3 = 2 and FP = 0": "TP@3 = 2 and FP = 0",
    "RR>nDCG": "RR > nDCG",
    "opened = mean": "opened = mean",
    "opened != start": "opened != start",
    "metric = nDCG and lens = precision-recall": "metric = nDCG and lens = precision-recall",
    "rule( ideal ) = retrieved": "rule(ideal) = retrieved",
    "R@2 = best(R@2)": "R@2 = best(R@2)",
    "ndcg@3 > 1/2 and ndcg_cut_3 > recall@2": "nDCG@3 > 0.5 and nDCG@3 > R@2",
    "map@8 = 1 and hit_rate@1 = 1": "MAP@8 = 1 and Success@1 = 1",
}


@pytest.mark.parametrize("text", SPELLINGS)
def test_spellings(text: str) -> None:
    assert str(Goal.read(text)) == SPELLINGS[text]


ERRORS = {
    "": (0, "a quantity belongs here"),
    "AP": (2, "a sign belongs here"),
    "AP <": (4, "a number, start or another"),
    "AP < 0.6 or RR = 1": (9, "“and” or the end"),
    "AP < 0.6 and": (12, "a quantity belongs here"),
    "AP < 1/0": (7, "divided by 0"),
    "AP < 1.2.3": (5, "a number, start or another"),
    "nDGC = 1": (0, "did you mean 'nDCG'?"),
    "AP@0 = 1": (3, "a whole number of at least 1"),
    "AP@ = 1": (4, "a whole number of at least 1"),
    "TP@0 = 1": (3, "a whole number of at least 1"),
    "AP(denominator='many') = 1": (15, "is one of"),
    "AP(x=1) = 1": (3, "no parameter 'x'"),
    "rank = 1": (5, "rank(dog)"),
    "rank(dog = 1": (4, "never closed"),
    "rank() = 1": (5, "a name belongs"),
    "beats = 1": (6, "beats(AP)"),
    "beats(k) = 1": (6, "no quantity 'k'"),
    "beats(AP = 1": (9, "“)” belongs here"),
    "AP of = 1": (6, "the id of a query"),
    "opened > mean": (7, "only equal"),
    "opened = ": (9, "a name belongs here"),
    "metric = MAP": (9, "metric is one of"),
    "lens = nothing": (7, "lens is one of"),
    "rule(bp) = x": (5, "there is no convention 'bp'"),
    "rule(ap) = x": (11, "rule(ap) is one of r, minrk, hits"),
    "MAP of dark-cat = 1": (4, "a sign belongs here"),
}


@pytest.mark.parametrize("text", ERRORS)
def test_errors_name_the_place(text: str) -> None:
    position, problem = ERRORS[text]

    with pytest.raises(GoalError) as caught:
        Goal.read(text)

    assert problem in caught.value.problem
    assert caught.value.position == position
    if text:
        assert str(caught.value).splitlines()[-1] == " " * (4 + position) + "^"


def test_a_goal_has_an_end() -> None:
    with pytest.raises(GoalError, match="at most 500 characters"):
        Goal.read("RR = 1 and " * 100)
    assert parse_goal("RR = 1".ljust(500))


def test_a_goal_error_can_be_pickled() -> None:
    with pytest.raises(GoalError) as caught:
        Goal.read("AP <")

    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301


def test_a_quantity_alone() -> None:
    assert parse_quantity(" AP@8 of dark-cat ").board == "dark-cat"
    with pytest.raises(GoalError, match="the end belongs here"):
        parse_quantity("AP = 1")


MEAN_DESK = CATS.open(MEAN)
EXP = replace(GRADED, conventions=Conventions(gain="exp"))

VALUES: list[tuple[str, Desk, float]] = [
    ("P", CATS, 1 / 3),
    ("P@4", CATS, 1 / 2),
    ("AP", CATS, 19 / 35),
    ("AP@4", CATS, 1 / 4),
    ("RR", CATS.move_cutoff(1), 1 / 2),
    ("RR@1", CATS, 0),
    ("MRR", CATS, 17 / 30),
    ("MAP", CATS, 67 / 140),
    ("AP", MEAN_DESK, 67 / 140),
    ("AP of dark-cat", MEAN_DESK, 9 / 40),
    ("nDCG", GRADED, 0.386853),
    ("nDCG@8", EXP, 0.682872),
    ("nDCG(gain='exp')@8", GRADED, 0.682872),
    ("nDCG@8", GRADED, 0.728295),
    ("Rprec", CATS, 1 / 2),
    ("beats(nDCG@8)", GRADED, 777 / 5040),
    ("shuffle(AP)", CATS, 0.6227),
    ("best(R@2)", CATS, 1 / 2),
    ("worst(RR)", CATS, 1 / 5),
    ("rank(tabby-in-box)", CATS, 4),
    ("rank(tabby-in-box) of white-cat", CATS, 6),
    ("grade(dog)", GRADED, 0),
    ("relevant(tabby-in-box)", CATS, 1),
    ("relevant", CATS, 4),
    ("first", CATS, 2),
    ("first of mean", CATS, 8 / 3),
    ("relevant", MEAN_DESK, 10 / 3),
    ("TP@2", CATS, 1),
    ("FP@2", CATS, 1),
    ("FN@2", CATS, 3),
    ("TN@2", CATS, 3),
    ("TP", CATS, 1),
    ("k", CATS, 3),
    ("n", CATS, 8),
    ("top", GRADED, 4),
    ("threshold", GRADED, 1),
]


@each(("text", "desk", "value"), VALUES)
def test_values(text: str, desk: Desk, value: float) -> None:
    assert parse_quantity(text).value(desk) == pytest.approx(value, abs=1e-4)


def test_beats_is_what_the_distribution_says() -> None:
    grades = (0, 1, 0, 1, 1, 0, 1, 0)

    expected = distribution(AP @ 8, Ranking(grades)).beaten

    assert parse_quantity("beats(AP)").value(CATS) == expected


def test_labels_say_the_cutoff() -> None:
    texts = ("AP < 0.6", "P = start", "TP = 1", "beats(nDCG) > 0.5", "MAP > nDCG", "k = 3")
    labels = [Goal.read(text).check(CATS, CATS)[0].text for text in texts]

    assert labels == ["AP@8 < 0.6", "P@3 = start", "TP@3 = 1", "beats(nDCG@3) > 0.5", "MAP@8 > nDCG@3", "k = 3"]


def test_how_far_it_is() -> None:
    goal = Goal.read("RR = 1 and AP < 0.6 and metric = AP and lens = orders")
    states = goal.check(CATS, CATS)

    assert [state.met for state in states] == [False, True, True, False]
    assert [state.gap for state in states] == [0.5, 0, None, None]
    assert states[3].now == "working"
    assert not goal.is_met(CATS, CATS)


def test_against_the_start() -> None:
    board = CATS.boards[0]
    moved = CATS.replace_boards(board.move(2, 1))
    goal = Goal.read("RR > start and P = start")

    assert goal.relative
    assert goal.is_met(moved, CATS)
    assert not goal.is_met(CATS, CATS)
    assert [state.target for state in goal.check(moved, CATS)] == pytest.approx([1 / 2, 1 / 3])
    assert Goal.read("opened != start").is_met(MEAN_DESK, CATS)
    assert not Goal.read("RR > 0").relative


@pytest.mark.parametrize(
    ("sign", "holds"), {"=": (0, 1, 0), "!=": (1, 0, 1), "<": (1, 0, 0), "<=": (1, 1, 0), ">": (0, 0, 1)}.items()
)
def test_signs_have_a_tolerance(sign: str, holds: tuple[int, ...]) -> None:
    value = Fraction(19, 35)
    near = value + Fraction(1, 10**10)
    goals = [
        Goal((Clause(Quantity("metric", AP), sign, right),))
        for right in (value + Fraction(1, 10**6), near, value - Fraction(1, 10**6))
    ]

    assert [goal.is_met(CATS, CATS) for goal in goals] == [bool(one) for one in holds]


def test_no_value_meets_nothing_but_being_another() -> None:
    board = CATS.boards[0]
    empty = replace(CATS.replace_boards(replace(board, grades=(0,) * 8)), conventions=Conventions(undefined="nan"))
    state = Goal.read("AP >= 0").check(empty, CATS)[0]

    assert not state.met
    assert state.gap is None
    assert not Goal.read("AP = start").is_met(empty, CATS)
    assert Goal.read("AP != start").is_met(empty, CATS)
    assert parse_quantity("beats(AP)").value(empty) != parse_quantity("beats(AP)").value(empty)


def test_a_result_that_is_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="no result 'giraffe'"):
        Quantity("rank", item="giraffe").value(CATS)


@pytest.mark.parametrize("name", ["P", "RR", "AP", "nDCG"])
def test_a_mean_is_that_of_the_boards(name: str) -> None:
    metric = {"P": P @ 3, "RR": RR @ 8, "AP": AP @ 8, "nDCG": nDCG @ 3}[name]
    values = [metric(board.ranking) for board in CATS.boards]

    assert parse_quantity(name).value(MEAN_DESK) == pytest.approx(sum(values) / 3)


def test_figures_in_prose() -> None:
    assert [format_number(1 / 3), format_number(0.25), format_number(2), format_number(0.69999)] == [
        "0.333",
        "0.25",
        "2",
        "0.700",
    ]
    assert [format_percent(1 / 3), format_percent(1), format_percent(float("nan"))] == [
        "33.3\xa0%",
        "100\xa0%",
        "undefined",
    ]
