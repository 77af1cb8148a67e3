"""A challenge can be written in a link or a file, and what is wrong with it is said."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.lessons.challenge import PARAMETERS, Challenge, ChallengeError, parse_challenges
from irviz.state.desk import MEAN

BOX = "cat-in-a-box"

OWN = {"q": "dark-cat", "k": "2", "goal": "AP = 1", "allow": "move"}


def test_a_challenge_of_ones_own() -> None:
    challenge = Challenge.read_custom(OWN)

    assert challenge.task == "Make it so that AP@8 is 1."
    assert challenge.fewest is None
    assert challenge.with_fewest_moves().fewest == 2
    assert Challenge.read_custom(challenge.with_fewest_moves().link).fewest == 2
    assert Challenge.read_custom({**OWN, "task": "Do {this}", "title": "T"}).task == "Do (this)"


BAD = {
    "the goal cannot be read": {"goal": "AP ="},
    "a quantity belongs here": {"goal": ""},
    "'fly' is no kind of action": {"allow": "move.fly"},
    "nothing is allowed": {"allow": "look"},
    "its board cannot be set: There is no query": {"q": "giraffe"},
    "its board cannot be set: The cutoff": {"k": "99"},
    "its board cannot be set: The board": {"dark-cat": "1-2-3.000"},
    "no result 'giraffe'": {"goal": "rank(giraffe) = 1"},
    "no query 'giraffe'": {"goal": "AP of giraffe = 1"},
    "meets the goal from the start": {"goal": "k = 2"},
    "the fewest moves must be a whole number from 1 to 99, not “many”": {"fewest": "many"},
    "moves that may be used must be a whole number from 1 to 99, not “0”": {"most": "0"},
    "the title has more than 80": {"title": "a" * 81},
    "the task has more than 600": {"task": "a" * 601},
    "the hints have more than 600": {"hints": "a" * 601},
    "there are 4 hints, one a line; 3 are the most": {"hints": "a\nb\n\nc\nd"},
}


@pytest.mark.parametrize("problem", BAD)
def test_what_is_wrong_is_said(problem: str) -> None:
    with pytest.raises(ChallengeError, match=re.escape(problem)):
        Challenge.read_custom({**OWN, **BAD[problem]})


def test_titles_are_said_whether_or_not_the_cutoff_may_move() -> None:
    link = {"q": "cat-in-a-box", "k": "3", "goal": "rank(two-cats) = 5"}
    for allow in ("move", "move.cutoff"):
        assert Challenge.read_custom({**link, "allow": allow}).title == "“Two cats” is at rank 5"


def test_what_cannot_be_done_is_said() -> None:
    with pytest.raises(ChallengeError, match="cannot be reached by what is allowed"):
        Challenge.read_custom({**OWN, "goal": "AP = 0"}).with_fewest_moves()


def test_what_takes_too_long_stays_open() -> None:
    far = Challenge.read_custom({"q": MEAN, "set": "cats", "goal": "MAP = 1", "allow": "move"})

    assert far.with_fewest_moves(most=500).fewest is None


words = st.text(max_size=20)


@given(
    st.dictionaries(
        st.sampled_from([*PARAMETERS, "q", "k", "set", BOX, "top", "rel", "by", "see", "m"]),
        words | st.sampled_from(["AP = 1", "move", BOX, MEAN, "cats", "3", "k = 2 and R > 0"]),
    )
)
def test_whatever_a_link_says_it_is_a_challenge_or_an_error(link: dict[str, str]) -> None:
    challenge = None
    try:
        challenge = Challenge.read_custom(link)
    except ChallengeError as error:
        said = str(error)
    else:
        said = challenge.task

    assert said


# The file

TABLE = """
[[challenge]]
id = "a"
title = "A"
level = 1
text = "Do it."
start = "?q=dark-cat&k=2"
goal = "AP = 1"
allow = ["move"]
hints = ["One.", "Two.", "Three."]
teaches = "It."
fewest = 2
"""


def test_the_file_is_read() -> None:
    assert parse_challenges(TABLE)["a"].desk.opened == "dark-cat"


BROKEN = {
    'title = "A"': ("", "missing or unknown: title"),
    'goal = "AP = 1"': ('goal = "AP = "', "a number, start or another"),
    'start = "?q=dark-cat&k=2"': ('start = "?q=giraffe"', "There is no query"),
    'text = "Do it."': ('text = "Do {it}."', "{it}: there is no quantity 'it'"),
    "level = 1": ("level = 9", "its level is one of"),
    'allow = ["move"]': ('allow = ["fly"]', "'fly' is no kind"),
    'id = "a"': ("id = a", "challenges.toml: "),
}


@pytest.mark.parametrize("old", BROKEN)
def test_the_files_errors_say_where(old: str) -> None:
    new, problem = BROKEN[old]

    with pytest.raises(ChallengeError, match=re.escape(problem)) as caught:
        parse_challenges(TABLE.replace(old, new))

    assert str(caught.value).startswith("challenges.toml")


def test_no_id_is_used_twice() -> None:
    with pytest.raises(ChallengeError, match=r"challenge 2 \(a\): there are two"):
        parse_challenges(TABLE + TABLE)


def test_a_metric_that_does_not_take_every_grade_is_refused_with_its_reason() -> None:
    link = {"q": "cat-in-a-box", "top": "10", "goal": "ERR@8 > 0.9", "allow": "move.grade"}

    with pytest.raises(ChallengeError, match=r"above the scale of ERR: use ERR\(max_grade=10\)"):
        Challenge.read_custom(link)
    assert Challenge.read_custom({**link, "allow": "move.toggle", "top": "4"}).allow == ("move", "toggle")
