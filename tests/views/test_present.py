"""What the presenter's bar and the window beside it are given."""

from __future__ import annotations

from irviz.lessons.challenge import challenges
from irviz.lessons.course import Place, lessons
from irviz.lessons.study import Study
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.scenarios.sample import make_sample
from irviz.state.deck import SavedState, pack
from irviz.state.pairs.pair import pair_runs
from irviz.state.session import Session
from irviz.views.present import SKETCHED, describe_task, next_state, present_data
from tests.state.test_locks import told

DECK = (
    SavedState("q=white-cat&k=5&mask=1&predict=1&m=nDCG"),
    SavedState("q=twenty-documents&k=6"),
    SavedState("q=mean&k=3&set=cats"),
)


def start(**link: str) -> Session:
    return Session.start({"q": "cat-in-a-box", "k": "3", **link}, CATALOGUE)


def test_what_comes_next_is_the_state_after_the_one_that_is_shown() -> None:
    found = [next_state(start(present="1", deck=pack(DECK), **({"at": str(at)} if at else {}))) for at in range(4)]

    assert found[3] is None
    first, second, third = found[:3]
    assert first
    assert second
    assert third
    assert [one["link"] for one in (first, second, third)] == [one.link for one in DECK]
    assert (first["k"], first["metric"]) == (5, "Normalised DCG")
    assert (first["is_masked"], first["is_predicting"]) == (True, True)
    (row,) = first["lists"]
    white = next(board for board in CATALOGUE["cats"].boards if board.id == "white-cat")
    assert row["query"] == "white cat"
    assert [one["relevant"] for one in row["results"]] == [bool(grade) for grade in white.ranked]
    assert row["more"] == 0
    (long,) = second["lists"]
    assert (len(long["results"]), long["more"]) == (SKETCHED, 20 - SKETCHED)
    assert [row["query"] for row in third["lists"]] == ["cat in a box", "white cat", "dark cat"]
    assert (third["metric"], third["is_masked"], third["is_predicting"]) == ("Mean average precision", False, False)


def test_a_challenge_says_what_the_next_one_is_called() -> None:
    first, second, *_, last = challenges().values()
    for one, following_title in ((first, second.title), (last, "")):
        said = describe_task(Study(challenge=one))
        assert said
        assert said["next_title"] == following_title
        assert (said["has_previous"], said["has_next"]) == (False, bool(following_title))
        assert (said["shows_text"], said["shows_lens"]) == (True, False)


def test_who_does_not_present_is_sent_no_sketch() -> None:
    assert next_state(start(deck=pack(DECK))) is None
    assert next_state(start(present="1")) is None


def test_a_lesson_says_what_its_next_step_is_called() -> None:
    names = [*lessons()]
    steps = lessons()[names[0]].steps
    said = describe_task(Study(Place(names[0], 1)))
    assert said
    assert said["next_title"] == steps[1].title
    said = describe_task(Study(Place(names[0], len(steps))))
    assert said
    assert said["next_title"] == lessons()[names[1]].steps[0].title
    said = describe_task(Study(Place(names[-1], len(lessons()[names[-1]].steps))))
    assert said
    assert said["next_title"] == ""


def test_a_pair_that_comes_next_is_sketched_with_both_lists() -> None:
    deck = (SavedState("q=mean&k=2&set=two-feeds&m=nDCG&mask=1"), SavedState("q=mean&k=5&set=two-engines"))
    session = Session.start({"set": "two-engines", "present": "1", "deck": pack(deck)}, PAIRED)
    found = next_state(session)
    assert found
    assert (found["link"], found["k"], found["is_masked"]) == (deck[0].link, 2, True)
    assert [row["query"] for row in found["lists"]] == ["feed A", "feed B"]
    assert [[one["title"] for one in row["results"]] for row in found["lists"]] == [
        ["Sneakers", "Shorts", "Watch"],
        ["Watch", "Shorts", "Sneakers"],
    ]
    shown = present_data(session)
    assert (shown["can_save"], shown["has_notes"]) == (True, True)
    assert shown["state_titles"] == ["feed A and feed B, k = 2, nDCG", "engine A and engine B, k = 5, nDCG"]
    assert not shown["has_untitled"]


def test_states_of_own_lists_are_called_by_their_titles_and_said_to_have_none_elsewhere() -> None:
    own = pair_runs(make_sample(), "dark cat", 5)
    session = told(Session.start({}, PAIRED).open_new(own), {"do": "keep", "at": 0})
    shown = present_data(session)
    first, second = (board.query for board in own.boards)
    assert shown["state_titles"] == [f"{first} and {second}, k = 5, {own.metric}"]
    assert shown["has_untitled"]
    elsewhere = present_data(Session.start(session.link, PAIRED))
    assert elsewhere["state_titles"] == [f"list A and list B, k = 5, {own.metric}"]
