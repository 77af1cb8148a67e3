"""The check: one answer is right, each wrong one is that of its misconception, and every number is true."""

from __future__ import annotations

import math
import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from irviz.lessons.check.check import LARGEST, Check
from irviz.lessons.check.making import GROUPS, SIZES, questions
from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.lessons.course import lessons
from irviz.lessons.reference.guide import GUIDE
from irviz.scenarios.catalogue import CATALOGUE
from tests.lessons.believing import BELIEFS, TOOLS, TRUE, answers, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.lessons.check.question import Question
    from tests.conftest import Some
    from tests.lessons.believing import Counted

MAKERS = [maker for _, group in GROUPS for maker in group]
SEEDS = range(1, 401)


@pytest.mark.parametrize("number", range(len(MAKERS)))
def test_one_answer_is_right_and_each_wrong_one_is_that_of_its_belief(
    number: int, draw: Some
) -> None:
    for seed in draw(SEEDS, 12):
        question = MAKERS[number](Random(seed))
        words = [choice.words for choice in question.choices]
        assert len({*words}) == len(words) >= 3, (seed, question)
        assert answers(question) == [words[question.right]], (seed, question)
        assert len({*question.probed}) == len(words) - 1, (seed, question)
        for choice in question.choices:
            if choice.believed:
                held = answers(question, choice.believed)
                # With another metric misunderstood, the one that is right is right as well.
                also = [words[question.right]] if question.kind.startswith("report") else []
                assert sorted(held) == sorted([choice.words, *also]), (seed, question)


@pytest.mark.parametrize("number", range(len(MAKERS)))
def test_what_a_belief_would_come_to_is_worked_out(number: int, draw: Some) -> None:
    """Of what divides by something; of success and the like there is nothing to work out."""
    plain = {"r-success", "rr-found", "r-ceiling", "r-fixed", "mrr-every"}
    for seed in draw(SEEDS, 12):
        question = MAKERS[number](Random(seed))
        for choice in question.choices:
            head = choice.instead.partition("”")[2]
            named = choice.believed in BELIEFS or choice.believed == "mrr-rank"
            if "would" in head and named and choice.believed not in plain:
                assert " = " in head or " ≈ " in head, head


@pytest.mark.parametrize("number", range(len(MAKERS)))
def test_every_number_of_every_reply_is_true(number: int, draw: Some) -> None:
    for seed in draw(SEEDS, 12):
        question = MAKERS[number](Random(seed))
        for at in range(len(question.choices)):
            left = proved(question, at)
            assert not re.search(r"\d", left), (seed, left, question.reply(at))


def proved(question: Question, at: int) -> str:
    """What is left of a reply without the sentences that were found to be true."""
    reply, found = question.reply(at), question.choices[at].misconception
    head, _, facts = reply.partition("\n") if found else ("", "", reply)
    if found:
        assert facts.startswith(found.instead)
        assert f"“{found.belief}”" in head
        head = head.replace(found.belief, "")
        facts = facts.removeprefix(found.instead)
    for advice in GUIDE:
        facts = facts.replace(advice.why, "")
    believed, _, real = head.partition("But ")
    believed = sums_done(believed)
    held = {BELIEFS[found.id][0]: BELIEFS[found.id][1]} if found and found.id in BELIEFS else {}
    return " ".join(
        true(question, part, {**TRUE, **metrics}, found.id if found and metrics else "")
        for part, metrics in ((believed, held or {"": TRUE["P"]}), (real, {}), (facts, {}))
    )


def sums_done(text: str) -> str:
    """What would follow from a belief, with each sum in it worked out, and only its result left."""

    def done(found: re.Match[str]) -> str:
        value = eval(found[1].replace("×", "*"), {"__builtins__": {}})  # noqa: S307 - a working
        rounded = "." in found[1]  # of a gain there are three decimals
        assert told(value) == found[3] or (rounded and abs(value - float(found[3])) < 0.002), found
        assert rounded or (found[2] == "=") == (abs(value - float(found[3])) < 1e-9), found
        return found[3]

    return re.sub(r"([(\d][\d\s()+×.]*/[\d\s()+×./]*) ([=≈]) ([\d.]*\d)", done, text)


def true(  # noqa: C901 - a case for each kind of sentence
    question: Question, text: str, metrics: dict[str, Counted], belief: str
) -> str:
    """A text without its true sentences."""
    lists = [one.grades for one in question.lists]

    def values(name: str, k: str) -> list[str]:
        return [told(metrics[name](one, int(k))) for one in lists]

    def tools(found: re.Match[str]) -> bool:
        name, k = found[1], int(found[2])
        wanted = {one: told(by(lists[0], k)) for one, by in TOOLS[name].items()}
        return dict(re.findall(r"(\w+) ([\d.]+\d|\d)", found[3])) == wanted

    def one_tool(found: re.Match[str]) -> bool:
        return told(TOOLS[found[1]][found[4]](lists[0], int(found[2]))) == found[3]

    def worked(found: re.Match[str]) -> bool:
        text = found[3].replace("log₂", "log2")
        value = eval(text, {"__builtins__": {}, "log2": math.log2})  # noqa: S307 - a working
        if question.kind in {"mean", "ceiling"}:
            return told(value) == found[5] and told(value) == question.choices[question.right].words
        own = [told(TRUE[found[1]](one, int(found[2]))) for one in lists]
        close = "is" if abs(value - float(found[5])) < 1e-9 else "is about"
        return told(value) == found[5] and found[5] in own and found[4] == close

    def unjudged(found: re.Match[str]) -> bool:
        (one,) = question.lists
        yes = [int(at in one.unjudged or grade > 0) for at, grade in enumerate(one.grades, 1)]
        return [told(TRUE["AP"](some, one.k)) for some in (one.grades, yes)] == [found[2], found[4]]

    def at_the_top(found: re.Match[str]) -> bool:
        (one,) = question.lists
        return (int(found[1]), int(found[2])) == (one.k, sum(one.grades))

    def answered(found: re.Match[str]) -> bool:
        return found[2] in {choice.words.split(" or ")[0] for choice in question.choices}

    def changed(found: re.Match[str]) -> bool:
        if question.kind.startswith("cutoff"):
            k = question.lists[0].k
            shown = [told(metrics[found[1]](lists[0], one)) for one in (k, k + 1)]
            return shown == [found[3], found[4] or found[3]]
        return values(found[1], found[2]) == [found[3], found[4] or found[3]]

    number = r"([\d.]*\d)"
    sentences = [
        (
            rf"(\w+)(?:@(\d+))? (?:would )?(?:stays?|goe?s? from) {number}(?: to {number})?[.;]",
            changed,
        ),
        (
            rf"(\w+)@(\d+) (?:is|would be) {number} for the first order and {number} for the second\.",
            lambda found: values(found[1], found[2]) == [found[3], found[4]],
        ),
        (
            rf"(\w+)@(\d+) (?:is|would be) {number} for both orders\.",
            lambda found: values(found[1], found[2]) == [found[3]] * 2,
        ),
        (r"Of this list, (\w+)@(\d+) by (.*\d)\.", tools),
        (rf"(\w+)@(\d+) would be {number}, as (\w+) computes it\.", one_tool),
        (rf"(\w+)(?:@(\d+))? = (.+?), which (is|is about) {number}\.", worked),
        (
            rf"If it is not relevant, (AP@\d+) is {number}; if it is, (AP@\d+) is {number},",
            unjudged,
        ),
        (r"In the best order the first (\d) are all relevant, and (\d) are:", at_the_top),
        (r"The first relevant results are at ranks (\d), (\d) and (\d):", first_ranks(lists)),
    ]
    if belief in BELIEFS:
        sentences.append(
            (
                rf"(\w+)@(\d+) would be {number}\.",
                lambda found: values(found[1], found[2]) == [found[3]],
            )
        )
    else:  # the value is what the answer says, which is compared with the belief's own
        sentences.append((rf"([AR]P?@\d+|MRR) (?:would be|could not be below) {number}", answered))
    for pattern, holds in sentences:
        for found in [*re.finditer(pattern, text)]:
            assert holds(found), (found[0], question)
            text = text.replace(found[0], "", 1)
    return text


BESIDE = ("which", "order", "value", "report")
"""The questions that are about a metric with other beliefs beside those that are offered."""


@pytest.mark.parametrize("number", range(len(MAKERS)))
def test_no_other_belief_gives_the_same_wrong_answer(number: int, draw: Some) -> None:
    """So an answer tells what somebody believes."""
    for seed in draw(SEEDS, 12):
        question = MAKERS[number](Random(seed))
        right = question.choices[question.right].words
        for choice in question.choices:
            if choice.believed and question.kind.startswith(BESIDE):
                metric = BELIEFS[choice.believed][0]
                alike = [
                    name
                    for name, (about, _) in BELIEFS.items()
                    if about == metric
                    and not MISCONCEPTIONS[name].depth
                    and {*answers(question, name)} - {right} == {choice.words}
                ]
                assert alike == [choice.believed], (seed, question)


def first_ranks(lists: Sequence[Sequence[int]]):  # type: ignore[no-untyped-def]
    firsts = [str([*map(bool, one)].index(True) + 1) for one in lists]
    return lambda found: [found[1], found[2], found[3]] == firsts


def test_a_check_has_twelve_questions_of_five_kinds_and_the_seed_decides(draw: Some) -> None:
    for seed in draw(SEEDS, 4):
        drawn = questions(Random(seed))
        assert drawn == questions(Random(seed))
        assert len(drawn) == 12
        assert len({one.prompt for one in drawn}) == 12
        kinds = {one.title for one in drawn}
        assert kinds == {
            "What moves?",
            "Which order does it prefer?",
            "What is it worth?",
            "Which metric would you report here?",
            "Which tool computed this?",
        }
    assert questions(Random(1)) != questions(Random(2))


def test_nobody_has_seen_the_lists() -> None:
    shown = {
        len(board.items)
        for desk in CATALOGUE.values()
        for board in desk.boards
        if board.id[0] not in "23456789"
    }
    shown |= {
        board.n
        for lesson in lessons().values()
        for step in lesson.steps
        for board in step.desk.boards
    }
    assert shown.isdisjoint(SIZES)
    for maker in MAKERS:
        assert {len(one.grades) for one in maker(Random(3)).lists} <= {*SIZES}


@pytest.mark.parametrize("one", MISCONCEPTIONS.values(), ids=MISCONCEPTIONS)
def test_each_misconception_has_its_step(one) -> None:  # type: ignore[no-untyped-def]
    assert one.place.found.title == one.step
    assert one.belief.endswith(".")
    assert one.instead.endswith(".")


@pytest.mark.exhaustive
def test_each_misconception_is_asked_about() -> None:
    met = {name for maker in MAKERS for seed in range(40) for name in maker(Random(seed)).probed}
    # Of F1 and the sums of gains there is practice, but no question of the check.
    practised = {name for name, one in MISCONCEPTIONS.items() if one.metric in {"F1", "CG", "DCG"}}
    assert met == {*MISCONCEPTIONS} - practised


def test_answers_travel_in_the_link_and_what_is_wrong_there_is_said() -> None:
    check, notes = Check.read({"seed": "4711"}, 1)
    assert (check.seed, check.said, notes) == (4711, (), ())
    for number in range(12):
        check = check.answer(number, len(check.questions[number].choices) - 1)
    assert check.over
    assert Check.read(check.link, 1) == (check, ())

    fresh, notes = Check.read({"seed": "<b>", "said": "11"}, 99)
    assert (fresh.seed, fresh.said) == (99, ())
    assert notes == (
        "The questions have numbers from 1 to 999999, not “<b>”. So these are new ones.",
    )
    for seed in ("0", "-1", "1.5", "", str(LARGEST + 1), "١٢"):
        assert len(Check.read({"seed": seed}, 99)[1]) == 1
    assert Check.read({"seed": "4711", "said": "1x1"}, 1) == (
        Check(4711, (0,)),
        ("The answers in the link end with question 1: “x” is no answer to question 2.",),
    )
    assert Check.read({"seed": "4711", "said": "9"}, 1)[0].said == ()
    full, notes = Check.read({"seed": "4711", "said": f"{check.link['said']}1"}, 1)
    assert (full, notes) == (check, ("There are 12 questions; the link has more answers.",))
    with pytest.raises(ValueError, match="question 3 is not the one to answer"):
        Check(4711, (0,)).answer(2, 0)


def test_what_answers_show_is_told_by_misconception() -> None:
    check = Check(4711)
    for number, question in enumerate(check.questions):
        check = check.answer(number, question.right)
    assert check.findings == ()
    assert {one.id for one in check.avoided} == {
        name for question in check.questions for name in question.probed
    }

    wrong = Check(4711)
    for number, question in enumerate(wrong.questions):
        wrong = wrong.answer(number, (question.right + 1) % len(question.choices))
    held = [
        question.choices[at].believed
        for question, at in zip(wrong.questions, wrong.said, strict=True)
    ]
    assert {one.misconception.id: one.held for one in wrong.findings} == {
        name: held.count(name) for name in held
    }
    for one in wrong.findings:
        met = sum(one.misconception.id in question.probed for question in wrong.questions)
        assert one.met == met >= one.held
    assert not {one.id for one in wrong.avoided} & {*held}
