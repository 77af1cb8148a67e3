"""The question that a change on the board is to a class."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from irviz.lenses.changes import show
from irviz.lessons.challenges import challenges
from irviz.lessons.course import Place, lessons
from irviz.lessons.study import Study
from irviz.rooms.question import MOST_METRICS, NEAR, Question
from irviz.rooms.room import FITS
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.scenarios.pairs import PAIRED, PAIRS
from irviz.state import permalink
from irviz.state.board import Board, Item
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.curves.series import curves
from irviz.state.desk import MEAN, Desk
from irviz.state.session import Session
from irviz.ui import files
from irviz.views import page
from irviz.views.room import LONGEST, MOST, question, room_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.scenarios.catalogue import Example

ROOMS = Path(files.__file__).parent / "rooms"

MOST_BYTES = 60_000
"""A room takes questions up to 64 KB, with what the page adds to them."""


def made(grades: tuple[int, ...], k: int, **board: Any) -> Desk:
    items = tuple(Item(f"d{place}", f"Result {place}") for place in range(len(grades)))
    one = Board("b", "letters", items, tuple(range(len(grades))), grades, **board)
    return Desk("d", (one,), "b", k)


def changed(desk: Desk) -> Iterator[Desk]:
    """Every card to every rank, every judgment, every cutoff and every convention."""
    for board in desk.visible:
        for rank, to in product(range(1, board.n + 1), repeat=2):
            if rank != to:
                yield desk.put(board.move(rank, to))
        for index in range(board.n):
            yield desk.put(board.toggle(index))
    for k in range(1, desk.n + 1):
        if k != desk.k:
            yield desk.cut(k)
    for name, option in OPTIONS.items():
        for value in option.values:
            by = Conventions(**{name: value})
            if by != desk.conventions:
                yield replace(desk, conventions=by)


def staged(session: Session, desk: Desk, revision: int = 1) -> Session:
    """The session after its page has held a change back."""
    step = {"do": "stage", "link": permalink.full(desk), "revision": revision}
    message = {"client": "page", "revision": revision, "steps": [step], "link": session.link}
    return session.receive(message)


@pytest.mark.exhaustive
@pytest.mark.parametrize("k", [1, 3, 5])
@pytest.mark.parametrize("grades", [*product((0, 1), repeat=5)], ids=str)
def test_right_is_what_the_curves_do_on_every_board(grades: tuple[int, ...], k: int) -> None:
    desk = made(grades, k)
    was = curves(desk)
    for after in changed(desk):
        asked = question(desk, after)
        now = curves(after)
        lens = {row["name"]: row for row in show(after, desk)["rows"]}
        for one in asked["metrics"]:
            old, new = was[one["name"]][desk.k - 1], now[one["name"]][after.k - 1]
            assert (one["from"], one["to"]) == (old, new)
            difference = new - old
            assert one["right"] == (
                "same" if abs(difference) <= 1e-9 else "up" if difference > 0 else "down"
            )
            assert one["title"] == f"{one['name']}@{after.k}"
            reason = lens[one["name"]]["lines"][0]["reason"]
            assert one["reason"].lower() == f"{reason}.".lower()
        # Whoever has no value then cannot be asked about.
        named = {one["name"] for one in asked["metrics"]}
        assert named == {
            name for name in now if now[name][after.k - 1] == now[name][after.k - 1]
        } & {name for name in was if was[name][desk.k - 1] == was[name][desk.k - 1]}
        assert asked["words"].endswith(".")
        assert asked["cutoff"] == after.k


def test_right_is_what_the_curves_do() -> None:
    desk = made((0, 1, 0, 1), 2)
    asked = question(desk, desk.put(desk.visible[0].move(2, 1)))

    told = {one["title"]: (one["from"], one["to"], one["right"]) for one in asked["metrics"]}
    assert told["P@2"] == (0.5, 0.5, "same")
    assert told["RR@2"] == (0.5, 1.0, "up")
    assert told["AP@2"] == (0.25, 0.5, "up")


def test_cards_stand_in_the_order_before_and_after() -> None:
    desk = made((0, 1, 2, 0), 2, top=2, threshold=2, incomplete=True, unjudged=frozenset({3}))
    asked = question(desk, desk.put(desk.visible[0].move(3, 1)))

    ids = [[card["id"] for card in asked[when]] for when in ("before", "after")]
    assert ids == [["d0", "d1", "d2", "d3"], ["d2", "d0", "d1", "d3"]]
    assert asked["after"][0] == {
        "id": "d2",
        "title": "Result 2",
        "picture": "",
        "level": 2,
        "relevant": True,
        "judged": True,
    }
    assert [card["relevant"] for card in asked["before"]] == [False, False, True, False]
    assert [card["judged"] for card in asked["before"]] == [True, True, True, False]


def test_what_is_to_come_is_told_as_such() -> None:
    board = CATS.visible[0]
    words = {
        question(CATS, after)["words"]
        for after in (
            CATS.put(board.move(3, 1)),
            CATS.put(board.swap(1, 6)),
            CATS.cut(5),
            CATS.put(board.toggle(0)),
            replace(CATS, conventions=Conventions(ap="min(R,k)", gain="exp")),
            CATS.put(board.move(3, 1)).cut(5),
        )
    }
    title = [board.items[index].title for index in board.order]
    assert words == {
        f"“{title[2]}” moves from rank 3 to rank 1.",
        f"“{title[0]}” and “{title[5]}” swap ranks 1 and 6.",
        "The cutoff goes from 3 to 5.",
        f"“{title[0]}” at rank 1 counts as relevant now.",
        (
            "Another convention: AP divides by as many of them as the first k ranks could hold. "
            "The gain is 2 to the power of the grade, minus 1: high grades weigh far more."
        ),
        f"The cutoff goes from 3 to 5. “{title[2]}” moves from rank 3 to rank 1.",
    }


def test_over_several_queries_the_board_that_changes_is_shown() -> None:
    desk = CATALOGUE["cats"].open(MEAN)
    last = desk.boards[-1]
    asked = question(desk, desk.put(last.move(2, 1)))

    assert asked["title"] == f"mean of {len(desk.boards)} queries"
    assert asked["before"][0]["id"] == last.items[last.order[0]].id
    assert asked["words"].endswith(f"The pictures here are those for “{last.query}”.")
    assert {"MRR@3", "MAP@3"} <= {one["title"] for one in asked["metrics"]}


def test_what_is_masked_is_not_told_before() -> None:
    desk = replace(CATS, present=True, masked=True, revealed=("AP",))
    asked = question(desk, desk.cut(5))

    told = [one["name"] for one in asked["metrics"] if one["from"] is not None]
    assert told == ["AP"]
    # The mask is for a projector.
    desk = replace(desk, present=False)
    assert all(one["from"] is not None for one in question(desk, desk.cut(5))["metrics"])


def test_any_list_fits_into_a_question() -> None:
    items = tuple(Item(f"d{place}", "ü" * 5000, picture="x.svg") for place in range(500))
    board = Board("b", "q" * 5000, items, tuple(range(500)), (1,) * 500)
    desk = Desk("d", (board,), "b", 100)
    asked = question(desk, desk.put(board.move(490, 400)))

    assert len(json.dumps(asked, ensure_ascii=False).encode()) < MOST_BYTES
    assert len(asked["before"]) == len(asked["after"]) == MOST
    assert len(asked["title"]) == len(asked["before"][0]["title"]) == LONGEST
    # A short change of a long list shows no more than is needed.
    near = desk.cut(3)
    assert len(question(near, near.put(board.move(12, 2)))["after"]) == 13


@pytest.mark.parametrize("name", [name for name, desk in CATALOGUE.items() if not desk.paired])
def test_every_example_can_be_asked_about(name: str) -> None:
    desk = CATALOGUE[name]
    for opened in (desk.opened, *([MEAN] if len(desk.boards) > 1 else [])):
        here = desk.open(opened)
        board = here.visible[0]
        for after in (here.put(board.move(min(board.n, 4), 1)), here.put(board.toggle(0))):
            asked = question(here, after)
            assert json.loads(json.dumps(asked, allow_nan=False)) == asked
            assert len(json.dumps(asked)) < MOST_BYTES
            # The room takes it, as the wall sends it.
            Question.read({**asked, "kind": "direction", "metrics": asked["metrics"][:4]})
            assert not re.search(r" moved | went ", asked["words"])


def test_a_step_of_a_lesson_says_what_to_ask_about() -> None:
    place = next(
        Place(name, number)
        for name, lesson in lessons().items()
        for number, step in enumerate(lesson.steps, 1)
        if step.predict
    )
    session = Session.start({}, CATALOGUE)
    study = Study(place=place)

    assert study.step
    assert page(session, study)["rooms"]["ask"] == study.step.predict
    assert page(session)["rooms"]["ask"] == ()


def test_the_page_knows_what_the_room_takes() -> None:
    script = (ROOMS / "room.js").read_text("utf-8")
    table = re.findall(r"^  (\w+): \[(.*)\],$", script.partition("const FITS")[2], re.MULTILINE)
    found = {name: set(re.findall(r"\w+", states)) for name, states in table}
    assert found == {name: set(states) for name, states in FITS.items() if name != "end"}
    tally = (ROOMS / "tally.js").read_text("utf-8")
    assert f"const NEAR = {NEAR};" in tally
    strip = (ROOMS / "strip.js").read_text("utf-8")
    assert int(re.findall(r"const MOST = (\d+);", strip)[0]) <= MOST_METRICS


def test_a_session_stages_a_change_and_stays_as_it_is() -> None:
    session = Session.start({"q": "cat-in-a-box", "k": "3"}, CATALOGUE)
    after = session.desk.put(session.desk.visible[0].move(5, 1))
    held = staged(session, after)

    assert held.desk == session.desk
    assert held.staged == after
    assert room_data(session)["question"] is None
    assert page(held)["rooms"]["question"] == question(session.desk, after)
    # It is over with the next change, or when it is taken back.
    cut = {"client": "page", "revision": 2, "link": {**session.link, "k": "5"}}
    assert held.receive({**cut, "steps": [{"do": "cut", "k": 5, "revision": 2}]}).staged is None
    back = {"client": "page", "revision": 2, "link": session.link}
    assert held.receive({**back, "steps": [{"do": "stage", "revision": 2}]}).staged is None


@pytest.mark.parametrize(
    "link",
    [
        {"q": "cat-in-a-box", "k": "3"},  # what is on the board
        {"q": "dark-cat", "k": "3"},
        {"q": "cat-in-a-box", "k": "99"},
        {"q": "cat-in-a-box", "k": "3", "cat-in-a-box": "1-1.00"},
        {"q": "<b>"},
        {"q": None},
        ["q"],
        "q=1",
        7,
    ],
    ids=str,
)
def test_what_makes_no_sense_is_not_staged(link: object) -> None:
    session = Session.start({"q": "cat-in-a-box", "k": "3"}, CATALOGUE)
    step = {"do": "stage", "link": link, "revision": 1}
    message = {"client": "page", "revision": 1, "steps": [step], "link": session.link}
    after = session.receive(message)

    assert after.staged is None
    assert after.desk == session.desk


@pytest.mark.parametrize("example", PAIRS, ids=lambda one: str(one.desk.id))
def test_of_two_lists_the_higher_value_is_preferred(example: Example) -> None:
    session = Session.start({"set": example.desk.id}, PAIRED)
    asked = room_data(session)["question"]
    metrics = asked["metrics"][:MOST_METRICS]
    question = Question.read({**asked, "kind": "preference", "metrics": metrics})

    assert room_data(session)["given"] == "preference"
    for one in question.metrics:
        assert one.start is not None
        by = round(one.to - one.start, 9)
        assert one.right == ("same" if by == 0 else "second" if by > 0 else "first")
        preferred = {"first": "prefers A", "second": "prefers B"}
        assert preferred.get(str(one.right), "no difference") in one.reason
        assert one.reason not in json.dumps(question.public())


@pytest.mark.parametrize("name", challenges())
def test_a_challenge_is_given_with_the_way_to_its_page(name: str) -> None:
    study = Study.read({"challenge": name})
    session = study.begin(Session.start({}, CATALOGUE))
    data = room_data(session, study)
    question = Question.read({**data["question"], "kind": "challenge"})

    assert data["given"] == "challenge"
    assert question.link == f"challenges?challenge={name}"
    assert question.metrics[0].right == challenges()[name].fewest
    assert question.before
