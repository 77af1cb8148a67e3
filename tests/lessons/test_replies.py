"""Each foreseeable mistake has an answer, with numbers that are so, and each step has one for all others."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from itertools import chain, permutations, product
from typing import TYPE_CHECKING

import pytest

from irviz.lessons.allowed import find_forbidden_differences
from irviz.lessons.prose import fill_in
from irviz.state.chosen_conventions import OPTIONS, slugify
from irviz.state.desk import MEAN
from irviz.state.goals.action import Action
from irviz.state.goals.solver import solve
from tests.each import each
from tests.lessons.reading import find_typed_numbers, is_written
from tests.lessons.test_claims import placeholders
from tests.lessons.test_course import STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.lessons.challenge import Challenge
    from irviz.lessons.lesson import Reply, Step
    from irviz.state.desk import Desk

NAMED = {f"{lesson.id}-{number}": step for lesson, number, step in STEPS if step.ask}
REPLYING = each("step", NAMED.values())

WALKS = 100
"""So many learners lose their way in each step."""

STRIDES = 4
"""So many changes each of them makes."""

COMPUTED = 12
"""For so many boards of each reply its numbers are computed slowly; for those of all orders, for two."""

MISCOUNTED = re.compile(r"(?<!rank )(?<!and )\b(1|one|no) (are|(relevant )?pictures)\b|\brank \d(, \d)* and \d")
"""A plural of what is one, or one of what are several."""


def actions(step: Step | Challenge, desk: Desk) -> Iterator[Action]:
    """Everything that a hand can do here."""
    for board in desk.visible:
        ranks, grades = range(1, board.n + 1), range(desk.top + 1)
        every = {
            "move": (Action("move", board.id, *two) for two in permutations(ranks, 2)),
            "toggle": (Action("toggle", board.id, rank) for rank in ranks),
            "grade": (Action("grade", board.id, *two) for two in product(ranks, grades)),
        }
        yield from chain.from_iterable(every[kind] for kind in every if kind in step.allow)
    whole = {
        "cutoff": (Action("cutoff", to=to) for to in range(1, desk.n + 1)),
        "open": (Action("open", name=name) for name in (*desk.names, MEAN)),
        "scale": (Action("scale", to=to) for to in range(1, desk.top + 1)),
        "look": (Action("metric", name=metric.name) for metric in desk.metrics),
        "rule": (
            Action("rule", name=f"{name}-{slugify(value)}")
            for name, option in OPTIONS.items()
            for value in option.values
        ),
    }
    yield from chain.from_iterable(whole[kind] for kind in whole if kind in step.allow)


@cache
def reached(name: str) -> tuple[Desk, ...]:
    """Boards that a learner reaches on the way: all that are one change away, and where walks lead."""
    step = NAMED[name]
    chance = random.Random(name)
    found = [one.apply(step.desk) for one in actions(step, step.desk)]
    for _ in range(WALKS):
        desk = step.desk
        for _ in range(STRIDES):
            desk = chance.choice([*actions(step, desk)]).apply(desk)
            if step.is_done(desk):
                break
            found.append(desk)
    return tuple(dict.fromkeys(found))


def answered(name: str) -> dict[Reply, list[Desk]]:
    """For each reply of a step the boards that it answers."""
    step = NAMED[name]
    found: dict[Reply, list[Desk]] = {one: [] for one in step.replies}
    for desk in reached(name):
        reply = step.find_reply(desk)
        if reply is not None:
            found[reply].append(desk)
    for reply in step.replies:
        if not found[reply]:
            # Nobody came there by chance: somebody who wants to does.
            desk = step.desk
            for action in solve(desk, reply.when, step.allow).actions:
                desk = action.apply(desk)
            found[reply] += [desk] if step.find_reply(desk) is reply else []
    return found


def test_most_steps_foresee_what_may_go_wrong() -> None:
    without = {lesson.id for lesson, _, step in STEPS if step.ask and not step.replies}

    assert without <= {"first-minute"}  # what still has to be done is answer enough there
    assert sum(len(step.replies) for step in NAMED.values()) > 150


def test_only_what_is_still_missing_is_asked_for() -> None:
    step = NAMED["recall-3"]
    assert [clause.met for clause in step.check(step.desk)] == [False, False, True, True]
    assert replace(step, replies=()).format_correction(step.desk.replace_boards(step.desk.boards[0].swap(5, 6))) == (
        "Not yet. This step asks for: “White cat in a box” is at rank 1 (now 2) and “Two cats” is at rank 2 (now 1)."
    )


@pytest.mark.exhaustive
@each("name", NAMED)
def test_whatever_goes_wrong_is_answered_and_nothing_else_is(name: str) -> None:
    step = NAMED[name]

    assert step.format_correction(step.desk) == ""
    for desk in reached(name):
        said = step.format_correction(desk)
        same = (desk.boards, desk.k, desk.conventions, desk.opened, desk.metric) == (
            step.desk.boards,
            step.desk.k,
            step.desk.conventions,
            step.desk.opened,
            step.desk.metric,
        )
        assert bool(said) == (not step.is_done(desk) and not same), (said, step.check(desk))
        assert "{" not in said
        assert "undefined" not in said
        assert not MISCOUNTED.search(said), said
        assert len(said.split()) <= 50


@pytest.mark.exhaustive
@each("name", NAMED)
def test_each_reply_is_earned_by_somebody_and_true_whoever_it_is(name: str) -> None:
    step = NAMED[name]
    for reply, desks in answered(name).items():
        assert desks, str(reply.when)
        if reply.so is not None:
            for desk in desks:
                wrong = [str(one) for one in reply.so.check(desk, step.desk) if not one.met]
                assert not wrong, (wrong, desk.visible[0].pattern, desk.k)


CHANGED = re.compile(r"(rose|fell) from \{([^{}]+)\} to \{now ([^{}]+)\}")


@pytest.mark.exhaustive
@each("name", NAMED)
def test_what_is_said_to_have_risen_has(name: str) -> None:
    step = NAMED[name]
    for reply, desks in answered(name).items():
        for verb, before, after in CHANGED.findall(reply.words):
            for desk in desks:
                was = float(fill_in(f"{{{before}}}", step.desk))
                now = float(fill_in(f"{{{after}}}", desk))
                assert (now < was) if verb == "fell" else (now > was), (reply.words, was, now)


@pytest.mark.exhaustive
@each("name", NAMED)
def test_each_number_in_a_reply_is_what_the_slow_sums_say(name: str) -> None:
    step = NAMED[name]
    for reply, desks in answered(name).items():
        costly = re.search(r"now (beats|best|worst|shuffle)", reply.words)
        for inner in map(str.strip, placeholders(reply.words)):
            own = inner.startswith("now ")
            for desk in desks[: 2 if costly else COMPUTED] if own else desks[:1]:
                said = fill_in(f"{{{inner}}}", step.desk, desk)
                about = desk if own else step.desk
                assert is_written(said, inner.removeprefix("now "), about), (inner, said)


@REPLYING
def test_no_number_in_a_reply_is_typed(step: Step) -> None:
    task = f"{step.ask} {' '.join(step.start.values())} {' '.join(map(str, step.points))}"
    known = {"0", "1", *re.findall(r"\d+(?:\.\d+)?", task)}
    for reply in step.replies:
        assert {*find_typed_numbers(reply.words)} <= known, reply.words


@REPLYING
def test_an_answer_that_is_chosen_by_its_name_is_not_told(step: Step) -> None:
    if {*step.allow} <= {"look"}:
        for reply in step.replies:
            right = str(step.ask).removeprefix("metric = ")
            said = re.sub(r"\{[^{}]*\}", "", reply.words)
            assert not re.search(rf"\b{right}\b", said), said


def wander(step: Step, chance: random.Random) -> Iterator[Desk]:
    """One or two wrong moves, whatever the step allows, and then what it asks for, from there."""
    everything = replace(step, allow=("move", "toggle", "cutoff", "open"))
    desk = step.desk
    for _ in range(chance.randint(1, 2)):
        desk = chance.choice([*actions(everything, desk)]).apply(desk)
        yield desk
    for action in step.find_solution().actions:
        try:
            desk = action.apply(desk)
        except (ValueError, IndexError):
            return
        yield desk


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMED)
def test_after_wrong_moves_every_sentence_is_so(name: str) -> None:
    step = NAMED[name]
    for seed in range(6):
        for desk in wander(step, random.Random(f"{name} {seed}")):
            strays = find_forbidden_differences(step.allow, step.desk, desk)
            if not step.is_done(desk):
                said = step.format_correction(desk)
                assert all(stray in said for stray in strays)
                assert said.startswith("First take back") == bool(strays)
                continue
            assert not strays
            assert step.then is None or step.then.is_met(desk, step.desk)
            for verb, before, after in CHANGED.findall(step.praise):
                was, now = (float(fill_in(f"{{{one}}}", here)) for one, here in ((before, step.desk), (after, desk)))
                assert (now < was) if verb == "fell" else (now > was), (step.praise, was, now)


@each("step", [step for *_, step in STEPS])
def test_a_number_in_words_fits_its_noun_at_every_cutoff(step: Step) -> None:
    for k in range(1, step.desk.n + 1):
        said = step.format_prose(step.desk.move_cutoff(k))
        assert not re.search(r"\bone pictures\b|\bone of them are\b|\bno of\b", said), (k, said)


def test_what_a_next_move_cannot_mend_is_to_be_taken_back_first() -> None:
    step = NAMED["gain-3"]
    crossed = Action("move", "white-cat-in-a-box", 4, 1).apply(step.desk)
    assert "Undo it" in step.format_correction(crossed)
    step = NAMED["first-minute-1"]
    right = Action("toggle", "cat-in-a-box", 7).apply(step.desk)
    for rank in (2, 8):
        said = step.format_correction(Action("toggle", "cat-in-a-box", rank).apply(right))
        assert "press each" in said.lower()
