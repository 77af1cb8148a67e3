"""The question that a change on the board is to a class."""

from __future__ import annotations

import csv
import json
import random
import re
from collections import Counter
from dataclasses import replace
from io import StringIO
from itertools import combinations, product
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from irviz.lenses.changes import show
from irviz.lessons.challenge import challenges
from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.lessons.course import Place, lessons
from irviz.lessons.study import Study
from irviz.metrics import METRICS
from irviz.rooms.question import MAX_ERROR, MAX_METRICS, Answer, Question
from irviz.rooms.room import STATES_BY_ACTION, Room
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.scenarios.pairs import PAIRED, PAIRS
from irviz.state import permalink
from irviz.state.board import Board, Item
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.curves.series import compute_curves
from irviz.state.desk import MEAN, Desk
from irviz.state.history import History
from irviz.state.session import Session
from irviz.ui import files
from irviz.views import page_data
from irviz.views.answer_files import write_count_files
from irviz.views.answers import describe_answers
from irviz.views.room import (
    MAX_RESULTS,
    MAX_TITLE_CHARACTERS,
    challenge_question,
    change_question,
    preference_question,
    room_data,
)
from tests.each import each
from tests.lenses.claims import is_true
from tests.lenses.reading import Case
from tests.lenses.test_prediction_lines import at, value
from tests.lessons.believing import BELIEFS, DEEP, MEANS, expects, held, way
from tests.views.described import elements, texts, where

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irviz.rooms.question import AskedMetric
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
                yield desk.replace_boards(board.move(rank, to))
        for index in range(board.n):
            yield desk.replace_boards(board.toggle(index))
    for k in range(1, desk.n + 1):
        if k != desk.k:
            yield desk.move_cutoff(k)
    for name, option in OPTIONS.items():
        for chosen in option.values:
            by = Conventions(**{name: chosen})
            if by != desk.conventions:
                yield replace(desk, conventions=by)


def staged(session: Session, desk: Desk, revision: int = 1) -> Session:
    """The session after its page has held a change back."""
    step = {"do": "stage", "link": permalink.write_full(desk), "revision": revision}
    message = {"client": "page", "revision": revision, "steps": [step], "link": session.link}
    return session.receive(message)


@pytest.mark.exhaustive
@each("k", [1, 3])
@each("grades", [*product((0, 1), repeat=4)])
def test_right_is_what_the_curves_do_on_every_board(grades: tuple[int, ...], k: int) -> None:
    desk = made(grades, k)
    was = compute_curves(desk)
    for after in changed(desk):
        asked = change_question(desk, after)
        now = compute_curves(after)
        lens = {row["name"]: row for row in show(after, desk)["rows"]}
        for one in asked["metrics"]:
            old, new = was[one["name"]][desk.k - 1], now[one["name"]][after.k - 1]
            assert (one["from"], one["to"]) == (old, new)
            difference = new - old
            assert one["right"] == ("same" if abs(difference) <= 1e-9 else "up" if difference > 0 else "down")
            assert one["title"] == f"{one['name']}@{after.k}"
            reason = lens[one["name"]]["lines"][0]["reason"]
            assert one["reason"].lower() == f"{reason}.".lower()
        # Whoever has no value then cannot be asked about.
        named = {one["name"] for one in asked["metrics"]}
        assert named == {name for name in now if now[name][after.k - 1] == now[name][after.k - 1]} & {
            name for name in was if was[name][desk.k - 1] == was[name][desk.k - 1]
        }
        assert asked["words"].endswith(".")
        assert asked["cutoff"] == after.k


def test_right_is_what_the_curves_do() -> None:
    desk = made((0, 1, 0, 1), 2)
    asked = change_question(desk, desk.replace_boards(desk.visible[0].move(2, 1)))

    told = {one["title"]: (one["from"], one["to"], one["right"]) for one in asked["metrics"]}
    assert told["P@2"] == (0.5, 0.5, "same")
    assert told["RR@2"] == (0.5, 1.0, "up")
    assert told["AP@2"] == (0.25, 0.5, "up")


def test_cards_stand_in_the_order_before_and_after() -> None:
    desk = made((0, 1, 2, 0), 2, top=2, threshold=2, incomplete=True, unjudged=frozenset({3}))
    asked = change_question(desk, desk.replace_boards(desk.visible[0].move(3, 1)))

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
        change_question(CATS, after)["words"]
        for after in (
            CATS.replace_boards(board.move(3, 1)),
            CATS.replace_boards(board.swap(1, 6)),
            CATS.move_cutoff(5),
            CATS.replace_boards(board.toggle(0)),
            replace(CATS, conventions=Conventions(ap="min(R,k)", gain="exp")),
            CATS.replace_boards(board.move(3, 1)).move_cutoff(5),
        )
    }
    title = [board.items[index].title for index in board.order]
    empty = CATS.replace_boards(replace(board, grades=(0,) * board.n))
    lacking = " So far nothing is relevant: R@3, AP@3 and nDCG@3 are undefined and counted as 0."
    assert change_question(empty, CATS)["words"].endswith(lacking)
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
    asked = change_question(desk, desk.replace_boards(last.move(2, 1)))

    assert asked["title"] == f"mean of {len(desk.boards)} queries"
    assert asked["before"][0]["id"] == last.items[last.order[0]].id
    assert asked["words"].endswith(f"Phones show the pictures for “{last.query}”.")
    assert {"MRR@3", "MAP@3"} <= {one["title"] for one in asked["metrics"]}


def test_what_is_masked_is_not_told_before() -> None:
    desk = replace(CATS, present=True, masked=True, revealed=("AP",))
    asked = change_question(desk, desk.move_cutoff(5))

    told = [one["name"] for one in asked["metrics"] if one["from"] is not None]
    assert told == ["AP"]
    # The mask is for a projector.
    desk = replace(desk, present=False)
    assert all(one["from"] is not None for one in change_question(desk, desk.move_cutoff(5))["metrics"])


def test_any_list_fits_into_a_question() -> None:
    items = tuple(Item(f"d{place}", "ü" * 5000, picture="x.svg") for place in range(500))
    board = Board("b", "q" * 5000, items, tuple(range(500)), (1,) * 500)
    desk = Desk("d", (board,), "b", 100)
    asked = change_question(desk, desk.replace_boards(board.move(490, 400)))

    assert len(json.dumps(asked, ensure_ascii=False).encode()) < MOST_BYTES
    assert len(asked["before"]) == len(asked["after"]) == MAX_RESULTS
    assert len(asked["title"]) == len(asked["before"][0]["title"]) == MAX_TITLE_CHARACTERS
    # A short change of a long list shows no more than is needed.
    near = desk.move_cutoff(3)
    assert len(change_question(near, near.replace_boards(board.move(12, 2)))["after"]) == 13


@pytest.mark.parametrize("name", [name for name, desk in CATALOGUE.items() if not desk.paired])
def test_every_example_can_be_asked_about(name: str) -> None:
    desk = CATALOGUE[name]
    for opened in (desk.opened, *([MEAN] if len(desk.boards) > 1 else [])):
        here = desk.open(opened)
        board = here.visible[0]
        for after in (here.replace_boards(board.move(min(board.n, 4), 1)), here.replace_boards(board.toggle(0))):
            asked = change_question(here, after)
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
    assert page_data(session, study)["rooms"]["metrics_to_ask"] == study.step.predict
    assert page_data(session)["rooms"]["metrics_to_ask"] == ()


def test_the_page_knows_what_the_room_takes() -> None:
    strip = (ROOMS / "strip.js").read_text("utf-8")
    offered = re.findall(r'^  \["(\w+)", ', strip.partition("const DO")[2].partition("];")[0], re.MULTILINE)
    assert {*offered} < {*STATES_BY_ACTION}
    assert len(offered) == 6
    assert int(re.findall(r"const MOST = (\d+);", strip)[0]) <= MAX_METRICS


def test_a_session_stages_a_change_and_stays_as_it_is() -> None:
    session = Session.start({"q": "cat-in-a-box", "k": "3"}, CATALOGUE)
    after = session.desk.replace_boards(session.desk.visible[0].move(5, 1))
    held = staged(session, after)

    assert held.desk == session.desk
    assert held.staged == after
    assert room_data(session)["question"] is None
    assert page_data(held)["rooms"]["question"] == change_question(session.desk, after)
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
    assert asked
    metrics = asked["metrics"][:MAX_METRICS]
    question = Question.read({**asked, "kind": "preference", "metrics": metrics})

    assert room_data(session)["question_kind"] == "preference"
    for shown, board in zip((asked["before"], asked["after"]), example.desk.visible, strict=True):
        assert shown[0]["id"] == board.items[board.order[0]].id
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
    assert data["question"]
    question = Question.read({**data["question"], "kind": "challenge"})

    assert data["question_kind"] == "challenge"
    assert question.link == f"challenges?challenge={name}"
    assert question.metrics[0].right == challenges()[name].fewest
    assert question.before


def test_a_step_that_asks_itself_has_nothing_for_phones() -> None:
    study = Study.read({"lesson": "average-precision", "step": "7"})
    session = study.begin(Session.start({}, CATALOGUE))
    assert room_data(session, study)["question_kind"] == "step"
    # Once it is answered, its board can be changed.
    study = study.answer(1)
    assert room_data(study.begin(session), study)["question_kind"] == ""


# Answers at random, and what wall and phones say of them


def played(seed: int) -> tuple[Desk, Desk, Question, Room, list[list[Answer]]]:
    """A change that is asked about, and two rounds of answers between which the board moves on."""
    chance = random.Random(seed)
    before = chance.choice((CATS, CATALOGUE["graded"], CATS.open(MEAN)))
    # Of a mean, the slow sums go to the end of each list.
    before = before.move_cutoff(before.n if before.opened == MEAN else chance.randint(1, before.n))
    options = [one for one in changed(before) if before.opened != MEAN or one.k == before.n]
    after = chance.choice(options)
    kind = chance.choice(("direction", "value"))
    every = [one for one in change_question(before, after)["metrics"] if one["range"]]
    metrics = chance.sample(every, 2)
    asked = Question.read({**change_question(before, after), "kind": kind, "metrics": metrics})
    session = Session({before.id: before}, History(before))
    room = Room("K7M2QX").ask(asked).open(0.0)
    rounds: list[list[Answer]] = []
    for turn in range(2):
        room = room.again(0.0) if turn else room
        given = [Answer({one.name: answer(one, kind, chance) for one in asked.metrics}) for _ in range(9)]
        for member, one in enumerate(given):
            room = room.add_answer(str(member), one)
        room, rounds = room.close(), [*rounds, given]
        session = staged(session, chance.choice(options), turn + 1)
    return before, after, asked, room.reveal(), rounds


def answer(one: AskedMetric, kind: str, chance: random.Random) -> str | float:
    if kind == "direction":
        return chance.choice(("up", "same", "down"))
    believed = [belief.to for belief in one.beliefs if belief.to is not None]
    return min(max(chance.choice([one.to, *believed, chance.random()]), 0.0), 1.0)


@each("seed", range(40))
def test_what_wall_and_phones_are_told_is_so(seed: int) -> None:
    before, after, asked, room, rounds = played(seed)
    event = room.public(0.0)
    for one in asked.metrics:
        both = [value(one.name, desk) for desk in (before, after)]
        assert [one.start, one.to] == pytest.approx(both, abs=1e-9)
        right = WAYS[way(both)] if asked.kind == "direction" else one.to
        assert event["reveal"][one.name]["right"] == right
        for given, tally in zip(rounds, event["tally"], strict=True):
            said = sorted(each.values[one.name] for each in given)
            told = tally["metrics"][one.name]
            assert said == (sorted(Counter(told).elements()) if isinstance(told, dict) else told)
        if before.conventions == after.conventions:
            reason_is_true(one, before, after)


def reason_is_true(one: AskedMetric, before: Desk, after: Desk) -> None:
    several = len(after.visible) > 1
    for part in re.split(r"; (?=“)", one.reason[:-1]) if several else [one.reason[:-1]]:
        query, _, why = part.rpartition("”: ") if several else ("", "", part)
        pairs = zip(before.visible, after.visible, strict=True)
        old, new = next(pair for pair in pairs if query in {"", f"“{pair[1].query}"})
        case = Case(at(old, before), at(new, after), 0.0)
        goes = [float(side.all.value(one.name, side.k)) for side in (case.old, case.new)]
        case = replace(case, difference=goes[1] - goes[0] if way(goes) else 0.0)
        small = f"{why[:1].lower()}{why[1:]}"
        same = several and why == "No query has another value"
        assert same or is_true(one.name, why, case) or is_true(one.name, small, case), why
        assert not same or way([value(one.name, before), value(one.name, after)]) == 0


@pytest.mark.exhaustive
def test_the_wall_says_what_was_answered_and_what_would_explain_it() -> None:
    """Shares and beliefs are counted again from the answers."""
    explained = 0
    for seed in range(60):
        before, after, asked, room, rounds = played(seed)
        told = describe_answers(room.public(0.0))
        shown = "".join(texts(told["result"]))
        said = {one.name: [each.values[one.name] for each in rounds[-1]] for one in asked.metrics}
        right = {one.name: share(said[one.name], one.right) for one in asked.metrics}
        shares = [f"{one.title}: {right[one.name]}\u00a0% right." for one in asked.metrics]
        assert told["spoken"] == " ".join(shares)
        found = re.search(r"(\d+)\u00a0% answered as it would be if (?:one|this).*?so: (.*)$", shown)
        beliefs = {
            one.name: {
                belief: share(said[one.name], gives, one.right)
                for belief, gives in believers(one.name, asked.kind, before, after).items()
            }
            for one in asked.metrics
        }
        rated = {
            one.name: (
                right[one.name],
                sum(near(answer.values[one.name], one.right) for given in rounds for answer in given),
                -max(beliefs[one.name].values(), default=0),
            )
            for one in asked.metrics
        }
        worst = min(asked.metrics, key=lambda one: rated[one.name])
        alone = right[worst.name] < 100 and [*rated.values()].count(rated[worst.name]) == 1
        told_first = "Most misjudged was " if alone else ""
        assert f"{told_first}{worst.title}: {worst.reason.split('; “')[0]}" in shown
        assert alone or "Most misjudged" not in shown
        by = beliefs[worst.name]
        most = max(by.values(), default=0)
        named = {one for one in by if found and f"“{MISCONCEPTIONS[one].belief}”" in found[2]}
        assert {by[one] for one in named} == ({most} if most else set())
        assert found is None or int(found[1]) == most
        explained += bool(named)
    assert explained > 20


def answered(asked: Question, rounds: Sequence[Sequence[Mapping[str, str | float]]]) -> Room:
    """A room in which everybody has answered; how sure each is goes from 1 to 5."""
    room = Room("K7M2QX").ask(replace(asked, sure=True)).open(0.0)
    for turn, given in enumerate(rounds):
        room = room.again(0.0) if turn else room
        for member, values in enumerate(given):
            room = room.add_answer(str(member), Answer(values, 1 + member % 5))
        room = room.close()
    return room.show()


def shown_counts(result: Sequence[Any], metric: str) -> dict[tuple[str, int], str]:
    """What stands at the bars of a metric, by answer and round."""
    (line,) = (one for one in where(result, "data-metric", metric) if one[0].startswith("li"))
    ways = [one for one in elements([line]) if one[1].get("data-way")]
    bars = [(way, bar) for way in ways for bar in elements([way]) if bar[0].startswith("div.ix-room-bar")]
    return {(way[1]["data-way"], bar[1]["key"]): "".join(texts([bar])[-2:]) for way, bar in bars}


def test_the_wall_counts_each_round_and_keeps_what_is_right_until_it_is_revealed() -> None:
    (board,) = CATS.boards[:1]
    pair = preference_question((board, board.move(3, 1)), 8, (METRICS["RR"], METRICS["P"]), "Two lists.")
    asked = Question.read({**(pair or {}), "kind": "preference"})
    first = [{"RR": "first", "P": "second"}, {"RR": "second", "P": "second"}, {"RR": "second"}]
    room = answered(asked, [first, [{"RR": "first", "P": "same"}]])
    hidden = describe_answers(room.public(0.0))
    told = describe_answers(room.reveal().public(0.0))
    for one in (hidden, told):
        assert shown_counts(one["result"], "RR") == {
            ("first", 1): "1 33\u00a0%", ("first", 2): "1 100\u00a0%",
            ("same", 1): "0 0\u00a0%", ("same", 2): "0 0\u00a0%",
            ("second", 1): "2 67\u00a0%", ("second", 2): "0 0\u00a0%",
        }  # fmt: skip
        assert "How sure, from 1 to 5: 2.0 → 1.0" in texts(one["result"])
        assert "dots" not in one
    assert hidden["spoken"] == "RR@8: 1 A. P@8: 1 same."
    assert told["spoken"] == "RR@8: 100\u00a0% right. P@8: 100\u00a0% right."
    right = [one[1]["data-way"] for one in where(told["result"], "data-right", True)]
    assert right == [one.right for one in asked.metrics] == ["first", "same"]
    assert [one[1].get("data-right") for one in elements(hidden["result"]) if one[1].get("data-way")] == [None] * 6
    for words in ("✓", "right", *(one.reason for one in asked.metrics)):
        assert words not in "".join(texts(hidden["result"]))
    assert "33\u00a0% → 100\u00a0%" in texts(told["result"])
    assert "33\u00a0% → –" in texts(describe_answers(answered(asked, [first, []]).reveal().public(0.0))["result"])


def test_the_wall_shows_values_as_dots_with_their_medians() -> None:
    after = CATS.replace_boards(CATS.visible[0].move(4, 1))
    asked = Question.read({**change_question(CATS, after), "kind": "value", "metrics": values_asked(CATS, after)})
    name, true = asked.metrics[0].name, asked.metrics[0].to
    said = [true, true + 0.04, 0.0, 1.0]
    room = answered(asked, [[{name: one} for one in said], [{name: true}, {}]])
    told = describe_answers(room.public(0.0))
    assert told["dots"]["metrics"][name] == {"rounds": [sorted(said), [true]], "to": None}
    middle = sum(sorted(said)[1:3]) / 2
    assert f"4 → 1 said a value, the median {middle:.3f} → {true:.3f}" in texts(told["result"])
    assert "How sure, from 1 to 5: 2.5 → 1.5" in texts(told["result"])
    dots = [one for one in elements(told["result"]) if one[0] == "circle"]
    assert len(dots) == len(said) + 1
    assert [(one[1]["cx"] - 5) / 190 for one in dots[:4]] == pytest.approx(sorted(said), abs=1e-9)
    places = [(one[1]["cx"], one[1]["cy"]) for one in dots[:4]]
    assert all(hypot(x - u, y - v) >= 4.8 for (x, y), (u, v) in combinations(places, 2))  # none lies on another
    assert not [one for one in elements(told["result"]) if one[0].startswith("rect")]
    told = describe_answers(room.reveal().public(0.0))
    assert told["dots"] | {"metrics": {}} == {"k": asked.cutoff, "near": MAX_ERROR, "metrics": {}}
    assert told["dots"]["metrics"][name]["to"] == true
    assert texts(told["result"])[4:6] == ["50\u00a0% → 100\u00a0%", " right, within 0.05"]
    assert len([one for one in elements(told["result"]) if one[0] == "rect.ix-room-near"]) == 2
    nobody = describe_answers(answered(asked, [[]]).reveal().public(0.0))
    assert "nobody said a value" in texts(nobody["result"])
    assert ["each dot" in "".join(texts(one["result"])) for one in (told, nobody)] == [True, False]
    assert nobody["spoken"] == f"{asked.metrics[0].title}: no answers."
    assert "How sure" not in "".join(texts(nobody["result"]))


def values_asked(before: Desk, after: Desk) -> list[Any]:
    return [{**one, "right": one["to"]} for one in change_question(before, after)["metrics"] if one["name"] == "AP"]


def test_the_wall_counts_in_how_many_moves_a_challenge_was_solved() -> None:
    challenge = challenges()["first-hit"]
    asked = Question.read({**challenge_question(challenge), "kind": "challenge"})
    room = answered(asked, [[{"moves": made} for made in (1, 10, 2, 1)]])
    told = describe_answers(room.public(0.0))
    assert shown_counts(told["result"], "moves") == {
        ("1", 1): "2 50\u00a0%",
        ("2", 1): "1 25\u00a0%",
        ("10", 1): "1 25\u00a0%",
    }
    assert [*shown_counts(told["result"], "moves")] == [("1", 1), ("2", 1), ("10", 1)]
    assert told["spoken"] == "Moves: 4 solved it."
    assert challenge.fewest == 1
    revealed = describe_answers(room.reveal().public(0.0))
    assert "4 solved it, 2 of them in the fewest moves." in texts(revealed["result"])
    assert revealed["spoken"] == "Moves: 4 solved it. It can be done in one move."
    nobody = describe_answers(answered(asked, [[]]).reveal().public(0.0))
    assert texts(nobody["result"]).count("Nobody has solved it.") == 1


WAYS = ("same", "up", "down")


def share(said: list[str | float], gives: str | float, besides: str | float | None = None) -> int:
    """Percent of the answers that are one, and are not another."""
    return round(100 * sum(near(one, gives) and not near(one, besides) for one in said) / len(said))


def near(one: str | float, other: str | float | None) -> bool:
    if isinstance(one, str) or isinstance(other, str) or other is None:
        return one == other
    return abs(one - other) <= MAX_ERROR + 0.0005


def believers(name: str, kind: str, before: Desk, after: Desk) -> dict[str, str | float]:
    """What each would answer who believes something of a metric, counted slowly."""
    usual = (desk.conventions.metric(METRICS[name]) == METRICS[name] for desk in (before, after))
    if not all(usual):
        return {}
    old, new = ([board.ranked for board in desk.visible] for desk in (before, after))
    several = len(new) > 1
    found: dict[str, str | float] = {}
    for belief in ("below", *BELIEFS, *MEANS):
        about = held(belief, name) or (several and belief.startswith(f"m{name.lower()}-"))
        if about and not (belief in DEEP and (kind == "value" or before.k == after.k)):
            both = expects(belief, name, old, before.k), expects(belief, name, new, after.k)
            found[belief] = float(both[1]) if kind == "value" else WAYS[way(both)]
    return found


def test_counts_as_files_say_what_the_class_has_answered() -> None:
    def question(number: int, kind: str, metric: dict[str, Any], *given: Any) -> dict[str, Any]:
        rounds = [
            {"round": place, "answered": 2, "metrics": {"M": one}, "sure": {}} for place, one in enumerate(given, 1)
        ]
        about = {"number": number, "kind": kind, "title": "cat & <box>", "words": "=It moves.", "cutoff": 3}
        return about | {"metrics": [{"name": "M", "from": 0.5} | metric], "rounds": rounds}

    counts = {
        "code": "K7M2QX",
        "questions": [
            question(1, "direction", {"title": "AP@3", "to": 0.6, "right": "up"}, {"up": 0, "same": 2}, {"up": 2}),
            question(2, "value", {"title": "RR@3", "to": 0.25, "right": 0.25}, [0.2, 0.2, 1.0]),
            question(3, "value", {"title": "R@3", "to": 0.25, "right": 0.25}, []),
            question(4, "challenge", {"title": "Moves", "to": 2, "right": 2}, {"10": 3, "2": 1}),
            question(
                5, "preference", {"title": "P@3", "to": 0.6, "right": "second"}, {"first": 0, "same": 0, "second": 1}
            ),
        ],
    }

    files = write_count_files(counts)

    rows = list(csv.DictReader(StringIO(files["csv"])))
    assert [(row["metric"], row["round"], row["answer"], row["count"]) for row in rows[:6]] == [
        ("AP@3", "1", "up", "0"),
        ("AP@3", "1", "same", "2"),
        ("AP@3", "2", "up", "2"),
        ("RR@3", "1", "0.2", "2"),
        ("RR@3", "1", "1.0", "1"),
        ("R@3", "1", "", "0"),
    ]
    assert rows[0]["change"] == "'=It moves."
    said = [one.text for one in ET.fromstring(files["svg"]).iter() if one.text]  # noqa: S314 - our own
    assert "1. cat & <box>" in said
    assert said[2:6] == ["AP@3 up ✓", "0 of 2, round 1", "2 of 2, round 2", "AP@3 same"]
    assert [one for one in said if one.endswith("✓")] == [
        "AP@3 up ✓",
        "RR@3 0.2 to 0.3 ✓",
        "R@3 0.2 to 0.3 ✓",
        "Moves 2 ✓",
        "P@3 B ✓",
    ]
    assert said.index("Moves 2 ✓") < said.index("Moves 10")
    assert {"RR@3 0.9 to 1.0", "P@3 A", "1 of 4"} <= {*said}
