"""Goals are said in plain English, and fit the desks that they are about."""

import pytest

from irviz.scenarios.cats import CATS
from irviz.state.goals.goal import Goal, GoalError
from tests.each import each

WORDS = {
    "RR = 1 and AP < 0.6": "RR@8 is 1 and AP@8 is below 0.6",
    "nDCG@4 > start and P@4 = start": "nDCG@4 goes up and precision@4 stays the same",
    "beats(AP) >= 90%": "the order beats at least 90\xa0% of all orders on AP@8",
    "beats(AP) of dark-cat > 1/2": "the order beats more than 50\xa0% of all orders on AP@8 for “dark cat”",
    "rank(white-cat-in-box) = 1": "“White cat in a box” is at rank 1",
    "rank(white-cat) <= 3": "the rank of “White cat” is at most 3",
    "rank(white-cat) < start": "“White cat” moves up the list",
    "rank(white-cat) of mean > start": "“White cat” moves down the list on average over all queries",
    "relevant(dog-in-box) = 1": "“Dog in a box” is relevant",
    "relevant(dog-in-box) = 0": "“Dog in a box” is not relevant",
    "grade(dog-in-box) = 1": "“Dog in a box” has grade 1",
    "relevant = 2": "the number of relevant results is 2",
    "first of dark-cat < 3": "the rank of the first relevant result for “dark cat” is below 3",
    "k = 5": "the cutoff is 5",
    "TP = 2": "the number of true positives (TP@3) is 2",
    "FN of dark-cat = 2": "the number of false negatives (FN@3) for “dark cat” is 2",
    "P = R": "precision@3 equals recall@3",
    "AP(denominator='hits')@3 = 1": "AP@3 (divided by the hits found) is 1",
    "beats(nDCG(gain='exp')@8) > 1/2": ("the order beats more than 50\xa0% of all orders on nDCG@8 (exponential gain)"),
    "RR > nDCG": "RR@8 is above nDCG@3",
    "R@2 = best(R@2)": "recall@2 is the best recall@2 of any order",
    "AP > shuffle(AP)": "AP@8 is above the mean AP@8 of all orders",
    "MAP > 1/3": "MAP@8 is above 1/3 (0.333)",
    "AP of dark-cat = 1": "AP@8 for “dark cat” is 1",
    "P of mean = 1": "precision@3 on average over all queries is 1",
    "opened = mean": "the mean of all queries is open",
    "opened = dark-cat": "the query “dark cat” is open",
    "opened != start": "the open query changes",
    "metric = nDCG": "nDCG is the metric that is explained",
    "lens = orders": "the view “orders” is open",
    "rule(ap) = minrk": "the convention for AP is min(R,k)",
    "rule(ideal) != start": "the convention for nDCG changes",
    "RR = 1 and AP = 1 and P = 1": "RR@8 is 1, AP@8 is 1 and precision@3 is 1",
}


@each("text", WORDS)
def test_words(text: str) -> None:
    assert Goal.read(text).describe(CATS) == WORDS[text]


@each("text", WORDS)
def test_words_need_no_desk(text: str) -> None:
    assert Goal.read(text).describe()


def test_a_goal_fits_a_desk_or_says_why_not() -> None:
    for text in WORDS:
        Goal.read(text).fit(CATS)
    for text, problem in {
        "rank(giraffe) = 1": "no result 'giraffe'",
        "AP of giraffe = 1": "no query 'giraffe'",
        "opened = giraffe": "no query 'giraffe'",
        "rank(dog) of dark-cat = 1": "no result 'dog'",
    }.items():
        with pytest.raises(GoalError, match=problem):
            Goal.read(text).fit(CATS)
