"""Which challenges are done is kept in a link, and what a link says of a challenge is proved again."""

import pytest

from irviz.lessons.challenge import Challenge, challenges
from irviz.lessons.study import Study
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.session import Session

OWN = {"q": "five-documents", "k": "3", "goal": "AP = 1", "allow": "move"}


def test_a_challenge_that_is_done_stays_done() -> None:
    study = Study().take_challenge("first-hit")
    desk = study.challenge.desk if study.challenge else None
    assert desk is not None

    assert study.record_desk(desk).solved == frozenset()
    done = study.record_desk(desk.replace_boards(desk.boards[0].move(2, 1)))
    assert done.solved == {"first-hit"}
    assert done.take_challenge("found-all").solved == done.leave().solved == {"first-hit"}
    assert Study.read(done.link).solved == {"first-hit"}
    assert Study.read({"solved": "first-hit.cooking..found-all"}).link == {"solved": "first-hit.found-all"}


@pytest.mark.parametrize("odd", ["cooking-2", "recall-99", "<b>x</b>", "recall-1-99"])
def test_what_is_no_step_is_left_out_and_said(odd: str) -> None:
    study = Study.read({"done": f"precision-1.{odd}"})
    assert f"“{odd}” is no step of the course" in study.note
    assert study.link["done"].startswith(("recall-1.precision-1", "precision-1"))
    assert Study().restore({"done": odd}).note == Study.read({"done": odd}).note
    assert Study.read(study.link).note == Study().note == ""


def test_who_has_done_a_step_goes_on_behind_it() -> None:
    left = {"lesson": "relevant", "step": "7", "done": "relevant-7"}
    there = Study().restore(left).next_place
    assert there is not None
    assert there.link == {"lesson": "recall", "step": "1"}


def test_all_that_is_done_fits_in_a_link() -> None:
    everything = Study(solved=frozenset(challenges()))

    assert Study.read(everything.link) == everything
    assert len(everything.link["solved"]) < 600


def test_a_question_that_was_answered_is_not_asked_again() -> None:
    open_one = {"lesson": "recall", "step": "8"}
    done = Study.read(open_one | {"done": "recall-8"})
    assert done == Study.read(open_one).answer(1)
    assert Study.read(open_one).restore({"done": "recall-8"}).said == 1
    assert Study.read(open_one | {"done": "recall-7"}).said == 0

    # Its values are seen, and what was tried with them stays.
    session = Session.start({}, CATALOGUE)
    again = done.begin(session, {"q": "cat-in-a-box", "k": "2", "hide": "P.F1.RR.AP.nDCG"})
    assert again.desk.k == 2
    assert not {"scores", "curves", "lens"} & {*again.desk.off}
    assert again.desk.off == done.begin(session).desk.off


def test_ones_own_is_no_part_of_the_list() -> None:
    study = Study.read(OWN)
    assert study.challenge is not None

    assert study.record_desk(study.challenge.desk.replace_boards(study.challenge.desk.boards[0].ideal())) == study


def test_what_a_link_says_of_the_fewest_moves_is_proved() -> None:
    for claim in ("1", "9"):
        challenge = Study.read({**OWN, "fewest": claim}).challenge
        assert challenge is not None
        assert challenge.fewest == 2


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ({"goal": "AP = 0"}, "the goal cannot be reached by what is allowed (move)."),
        ({"most": "1"}, "it takes at least two moves, and only one move may be used."),
        ({"goal": "AP <"}, "the goal cannot be read: a number, start or another quantity"),
        ({"start": "%%%"}, "its board cannot be read."),
        ({"start": "q=giraffe"}, "its board cannot be set: There is no query “giraffe”"),
        ({"most": "²"}, "must be a whole number from 1 to 99"),
    ],
)
def test_a_bad_link_is_said_and_leads_to_the_list(link: dict[str, str], said: str) -> None:
    study = Study.read({**OWN, "solved": "first-hit", **link})

    assert study.challenge is None
    assert study.solved == {"first-hit"}
    assert study.note.startswith("This challenge cannot be played: ")
    assert said in study.note


def test_a_link_that_has_lost_its_goal_is_said() -> None:
    study = Study.read({"start": "q=cat-in-a-box", "fewest": "2"})

    assert study.challenge is None
    assert "its goal is missing. Ask for its link again" in study.note


def test_the_board_may_be_left_and_taken_up_again() -> None:
    study = Study.read(OWN)
    session = Session.start({}, CATALOGUE)
    begun = study.begin(session)
    moved = begun.desk.replace_boards(begun.desk.boards[0].move(1, 5))
    left = {**study.link, "q": "five-documents", "k": "3", "five-documents": "2-3-4-5-1.10101"}

    again = Study.read(left)
    assert again.challenge is not None
    assert study.challenge is not None
    assert again.challenge.desk == study.challenge.desk
    assert again.begin(session, left).desk == moved
    assert Challenge.read_custom(left).start == {"q": "five-documents", "k": "3"}


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ({"lesson": "cooking"}, "There is no lesson “cooking”"),
        ({"lesson": "recall", "step": "99"}, "Lesson 2 has no step “99”, so this is step 8."),
        ({"lesson": "recall", "step": "<b>"}, "Lesson 2 has no step “<b>”, so this is step 1."),
        ({"lesson": "recall", "step": "3"}, ""),
    ],
)
def test_a_place_that_is_not_there_is_said(link: dict[str, str], said: str) -> None:
    assert Study.read(link).note.startswith(said)
    assert bool(Study.read(link).note) == bool(said)


def test_a_damaged_board_in_a_link_to_a_lesson_is_said() -> None:
    link = {"lesson": "recall", "step": "2", "q": "cat-in-a-box", "cat-in-a-box": "nonsense"}
    study = Study.read(link)
    step = study.step
    assert step

    begun = study.begin(Session.start({}, CATALOGUE), link)

    assert begun.desk.boards == step.desk.boards
    assert "is fresh, since its link is damaged" in begun.notes[0]
    assert begun.notes[-1] == "The board is as this step begins."
