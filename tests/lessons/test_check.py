"""The check: one answer is right, each wrong one is that of its misconception, and every number is true."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from irviz.lessons.check.check import FIRST, LARGEST, MAX_EXTRA_QUESTIONS, Check
from irviz.lessons.check.making import MAKERS, SHOWN, SIZES, draw_questions
from irviz.lessons.check.making import draw_question as drawn
from irviz.lessons.check.misconceptions import MISCONCEPTIONS
from irviz.lessons.course import lessons
from irviz.lessons.reference.guide import GUIDE
from irviz.lessons.study import Study
from irviz.metrics import METRICS, Ranking
from irviz.scenarios.catalogue import CATALOGUE
from irviz.views.check import result_data
from tests.each import each
from tests.lessons.believing import ALWAYS, BELIEFS, MEANS, TOOLS, TRUE, answers, held, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.lessons.check.question import Question
    from tests.lessons.believing import Counted

KINDS = each("kind", MAKERS)
SEEDS = range(1, 401)
PARTED = range(1, 21)
"""Of so many checks, each tells every misconception."""


@pytest.mark.exhaustive
@KINDS
def test_one_answer_is_right_and_each_wrong_one_is_that_of_its_beliefs(kind: str) -> None:
    """Whatever is believed, the answer is among the choices, and an answer has all beliefs that give it."""
    for seed in SEEDS[::57]:
        question = drawn(kind, Random(seed), SHOWN.get(kind, ()))
        words = [choice.words for choice in question.choices]
        assert len({*words}) == len(words) >= 3, (seed, question)
        assert answers(question) == [words[question.right]], (seed, question)
        assert all(choice.beliefs for choice in question.choices if choice.words != answers(question)[0])
        for belief in MISCONCEPTIONS:
            if belief in question.silent:
                continue
            held = {one.words for one in question.choices if belief in one.beliefs}
            # With another metric misunderstood, the one that is right is right as well.
            right = {words[question.right]} if question.several or not held else set()
            assert {*answers(question, belief)} == held | right, (seed, belief, question)
            for at, one in enumerate(words):
                assert question.fits(belief, at) == (one in held | right), (seed, belief, question)


@pytest.mark.exhaustive
@KINDS
def test_lists_that_are_drawn_are_mixed(kind: str) -> None:
    """But for one where a judgment has changed, and for one that is drawn for what its grades add up to."""
    for seed in SEEDS[::20]:
        for one in drawn(kind, Random(seed)).lists:
            above = [grade for grade in one.grades if grade]
            assert len(one.grades) in SIZES
            if kind not in ("judged", "sums"):
                assert 2 <= len(above) < len(one.grades), (seed, one)
                assert len(above) <= 4 if max(above) == 1 else len(above) >= 3 and len({*above}) >= 2, (seed, one)


@pytest.mark.exhaustive
@each("name", ("MRR", "MAP"))
def test_a_mean_is_asked_of_two_queries_that_differ_in_it(name: str) -> None:
    for seed in SEEDS:
        lists = drawn(f"mean-{name}", Random(seed)).lists
        assert len({METRICS[name[1:]](Ranking(one.grades)) for one in lists}) == 2, (seed, lists)


@pytest.mark.exhaustive
@KINDS
def test_what_a_belief_would_come_to_is_worked_out(kind: str) -> None:
    """Of what divides by something; of success and the like there is nothing to work out."""
    plain = {"below", "r-success", "rr-found", "cg-hits", "cg-order", "dcg-sum", "dcg-ideal", "ndcg-sum"}
    for seed in SEEDS[::57]:
        question = drawn(kind, Random(seed))
        for choice in question.choices:
            for belief, text in zip(choice.beliefs, choice.told, strict=True):
                deep = belief in BELIEFS and MISCONCEPTIONS[belief].depth
                if (belief in BELIEFS or belief in MEANS) and belief not in plain and not deep:
                    assert " = " in text or " ≈ " in text, text


@pytest.mark.exhaustive
@KINDS
def test_the_right_answer_needs_no_calculator(kind: str) -> None:
    """A value is a small fraction; where a gain is needed, it is said what it is."""
    for seed in SEEDS[::57]:
        question = drawn(kind, Random(seed), SHOWN.get(kind, ()))
        right = question.choices[question.right].words
        if kind.startswith(("value", "mean", "ceiling", "tool-AP")):
            for text in re.findall(r"[\d.]*\d", right):
                assert any(told(Fraction(top, by)) == text for by in range(1, 13) for top in range(by + 1))
        if kind == "sums":
            assert {*re.findall(r"= ([\d.]+)", right)} <= {str(half / 2).removesuffix(".0") for half in range(20)}
        assert "nDCG" not in question.prompt or kind.startswith("tool") or "gain" in question.prompt
        if kind.startswith("order"):  # one result moved, or two exchanged
            first, second = (one.grades for one in question.lists)
            near = [
                (*rest[:to], first[at], *rest[to:])
                for at in range(len(first))
                for rest in [(*first[:at], *first[at + 1 :])]
                for to in range(len(first))
            ]
            apart = sum(one != other for one, other in zip(first, second, strict=True))
            assert second in near or apart == 2


@pytest.mark.exhaustive
@KINDS
def test_every_number_of_every_reply_is_true(kind: str) -> None:
    for seed in SEEDS[::57]:
        question = drawn(kind, Random(seed), SHOWN.get(kind, ()))
        for at in range(len(question.choices)):
            left = proved(question, at)
            assert not re.search(r"\d", left), (seed, left, question.reply(at))


def proved(question: Question, at: int) -> str:
    """What is left of a reply without the sentences that were found to be true."""
    reply, choice = question.reply(at), question.choices[at]
    *lines, facts = (
        [reply.removeprefix("Right. ")]
        if at == question.right
        else reply.split("\n", len(choice.beliefs) + (len(choice.beliefs) > 1))
    )
    several = len(choice.beliefs) > 1
    lines = lines[1:] if several else lines
    left = []
    for belief, line in zip(choice.beliefs, lines, strict=True):
        found = MISCONCEPTIONS[belief]
        assert f"“{found.belief}”" in line
        facts = facts if several else facts.removeprefix(found.instead)
        believed, _, real = sums_done(line.replace(found.belief, "")).partition("But ")
        counted = {name: one for name in TRUE if (one := held(belief, name))}
        left += [true(question, believed, {**TRUE, **counted}, belief), true(question, real, TRUE, "")]
    for advice in GUIDE:
        facts = facts.replace(advice.why, "")
    facts = facts.replace("2 to the power of the grade, minus 1", "")
    return " ".join([*left, true(question, facts, TRUE, "")])


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
    lists: list[Sequence[int]] = [one.grades for one in question.lists]
    if question.kind == "ceiling" and belief:
        lists = [sorted(one, reverse=True) for one in lists]

    def values(name: str, k: str) -> list[str]:
        return [told(metrics[name](one, int(k))) for one in lists]

    def tools(found: re.Match[str]) -> bool:
        name, k = found[1], int(found[2])
        wanted = {one: told(by(lists[0], k)) for one, by in TOOLS[name].items()}
        return dict(re.findall(r"(\w+) ([\d.]+\d|\d)", found[3])) == wanted

    def one_tool(found: re.Match[str]) -> bool:
        return told(TOOLS[found[1]][ALWAYS[belief]](lists[0], int(found[2]))) == found[3]

    def counted(found: re.Match[str]) -> bool:
        (one,) = question.lists
        hits = sum(one.grades[: None if found[2] else one.k])
        return found[1] == str(hits) and found[2] in {None, str(hits + 1)}

    def next_one(found: re.Match[str]) -> bool:
        (one,) = question.lists
        return (int(found[1]), int(found[2])) == (one.k + 1, sum(one.grades[: one.k + 1]))

    def known(found: re.Match[str]) -> bool:
        (one,) = question.lists
        hits = sum(one.grades[: one.k])
        whole = [str(one.k), str(hits), str(one.unjudged[0]), f"{hits} or {hits + 1}"]
        return [*found.groups()] == whole

    def worked(found: re.Match[str]) -> bool:
        text = found[3].replace("log₂", "log2").replace("×", "*")
        value = eval(text, {"__builtins__": {}, "log2": math.log2})  # noqa: S307 - a working
        if question.kind.startswith(("mean", "ceiling")):
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
        (rf"(\w+)(?:@(\d+|k))? (?:would )?(?:stays?|goe?s? from) {number}(?: to {number})?[.;]", changed),
        (
            rf"(\w+)@(\d+) (?:is|would be) {number} for the first order and {number} for the second\.",
            lambda found: values(found[1], found[2]) == [found[3], found[4]],
        ),
        (
            rf"(\w+)@(\d+) (?:is|would be) {number} for both orders\.",
            lambda found: values(found[1], found[2]) == [found[3]] * 2,
        ),
        (r"(\w+)@(\d+) of this list: (.*\d)\.", tools),
        (rf"(\w+)(?:@(\d+))? = (.+?), which (is|is about) {number}\.", worked),
        (rf"If it is not relevant, (AP@\d+) is {number}; if it is, (AP@\d+) is {number},", unjudged),
        (r"In the best order the first (\d) are all relevant, and (\d) are:", at_the_top),
        (
            rf"CG@(\d) would be {number} and DCG@(\d) {number}\.",
            lambda found: [*values("CG", found[1]), *values("DCG", found[1])] == [found[2], found[4]],
        ),
        (r"(R|F1|nDCG)@k would rise\.", lambda _: MISCONCEPTIONS[belief].depth),
        (rf"(MRR|MAP) would be {number}\.", answered),
        (rf"(\w+)@(\d+) would be {number}, whoever computes it\.", one_tool),
        (r"there would be (\d)(?: or (\d), as in the whole list)?\.", counted),
        (r"the result at rank (\d) would count: (\d)\.", next_one),
        (r"Among the first (\d), (\d) (?:is|are) known to be relevant, and .* (\d) may be: (\d or \d)\.", known),
    ]
    if belief in BELIEFS or belief == "below":
        sentences.append((rf"(\w+)@(\d+) would be {number}\.", lambda found: values(found[1], found[2]) == [found[3]]))
    else:  # the value is what the answer says, which is compared with the belief's own
        sentences.append((rf"([AR]P?@\d+|MRR) (?:would be|could not be below) {number}", answered))
    for pattern, holds in sentences:
        for found in [*re.finditer(pattern, text)]:
            assert holds(found), (found[0], question)
            text = text.replace(found[0], "", 1)
    return text


def hold(seed: int, belief: str, rng: Random) -> Check:
    """A check that somebody answers who believes one thing, and is right about all else."""
    check = Check(seed)
    while not check.is_over:
        question = check.questions[len(check.said)]
        words = [choice.words for choice in question.choices]
        said = answers(question, belief) or words
        wrong = [one for one in said if one != words[question.right]]
        # What offers no answer is answered by lot; where two look right, the other one is taken.
        pick = rng.choice(words) if belief in question.silent else (wrong or said)[0]
        check = check.answer(len(check.said), words.index(pick))
    return check


@pytest.mark.exhaustive
@pytest.mark.parametrize("belief", MISCONCEPTIONS)
def test_who_believes_one_thing_is_told_that_one_by_name(belief: str) -> None:
    for seed in PARTED[::10]:
        check = hold(seed, belief, Random(seed))
        assert [one.misconception.id for one in check.findings] == [belief], seed
        assert len(check.said) <= FIRST + MAX_EXTRA_QUESTIONS
        told = result_data(check, Study())
        assert told["lead"] == "Your answers fit this common mistake. A step of a lesson shows what is true."
        shown = told["findings"][0]
        assert shown["belief"] == MISCONCEPTIONS[belief].belief
        assert shown["example"].startswith("In question ")


def test_who_is_right_is_told_nothing() -> None:
    for seed in PARTED[::5]:
        check = hold(seed, "", Random(seed))
        assert (check.findings, check.is_guessing, len(check.said)) == ((), False, FIRST)
        assert result_data(check, Study())["lead"] == "All of your answers are right."


def test_who_guesses_is_told_that_nothing_can_be_said() -> None:
    for seed in PARTED[::5]:
        check, rng = Check(seed), Random(-seed)
        while not check.is_over:
            check = check.answer(len(check.said), rng.randrange(len(check.questions[len(check.said)].choices)))
        assert (check.findings, check.is_guessing) == ((), True), seed
        shown = result_data(check, Study())
        assert shown["lead"].startswith("Your wrong answers follow from too many different mistakes")
        assert shown["avoided"] == []


def test_one_slip_is_no_habit_and_one_question_more_tells() -> None:
    for seed in PARTED[::5]:
        check = Check(seed)
        while not check.is_over:
            question = check.questions[len(check.said)]
            slip = not check.said and not question.several
            check = check.answer(len(check.said), (question.right + slip) % len(question.choices))
        assert check.findings == ()
        assert not check.is_guessing


@pytest.mark.exhaustive
@pytest.mark.parametrize("belief", MISCONCEPTIONS)
def test_of_each_belief_there_is_a_list_that_tells_it_from_the_truth_and_all_others(belief: str) -> None:
    """Found by search among the questions that are drawn, and counted by hand."""
    mine = {one: said for one, said in all_answers()[belief].items() if said != all_answers()[""][one]}
    assert mine
    for other in {*MISCONCEPTIONS} - {belief}:
        both = all_answers()[belief], all_answers()[other]
        assert any(not both[0][one] & both[1][one] for one in both[0]), other


@lru_cache
def all_answers() -> dict[str, dict[tuple[str, int], set[str]]]:
    """By belief, what is answered to some questions of each kind; without one it is the truth."""
    some = {(kind, seed): drawn(kind, Random(seed)) for kind in MAKERS for seed in range(10)}
    return {belief: {key: {*answers(one, belief)} for key, one in some.items()} for belief in ("", *MISCONCEPTIONS)}


def test_a_check_has_twelve_questions_that_show_every_misconception() -> None:
    assert {name for shown in SHOWN.values() for name in shown} == {*MISCONCEPTIONS}
    for seed in SEEDS[::100]:
        found = draw_questions(Random(seed))
        assert found == draw_questions(Random(seed))
        assert len(found) == FIRST == 12
        assert len({one.prompt for one in found}) == 12
        assert {*MISCONCEPTIONS} <= {name for one in found for name in one.probed_misconceptions}
    assert draw_questions(Random(1)) != draw_questions(Random(2))


def test_nobody_has_seen_the_lists() -> None:
    shown = {len(board.items) for desk in CATALOGUE.values() for board in desk.boards if board.id[0] not in "23456789"}
    shown |= {board.n for lesson in lessons().values() for step in lesson.steps for board in step.desk.boards}
    assert shown.isdisjoint(SIZES)
    for kind in MAKERS:
        assert {len(one.grades) for one in drawn(kind, Random(3)).lists} <= {*SIZES}


@each("one", MISCONCEPTIONS.values())
def test_each_misconception_has_its_step(one) -> None:  # type: ignore[no-untyped-def]
    assert one.place.lesson_step.title == one.step
    assert one.belief.endswith(".")
    assert one.instead.endswith(".")


def test_a_belief_under_which_ndcg_would_be_the_sum_says_so() -> None:
    """Else “nDCG would stay 3.754” follows from nothing that was said."""
    belief = MISCONCEPTIONS["ndcg-sum"]

    assert belief.belief == "nDCG is the sum of the discounted gains."


def test_answers_travel_in_the_link_and_what_is_wrong_there_is_said() -> None:
    check, notes = Check.read({"seed": "4711"}, 1)
    assert (check.seed, check.said, notes) == (4711, (), ())
    for number in range(12):
        check = check.answer(number, len(check.questions[number].choices) - 1)
    assert check.is_over
    assert Check.read(check.link, 1) == (check, ())

    fresh, notes = Check.read({"seed": "<b>", "said": "11"}, 99)
    assert (fresh.seed, fresh.said) == (99, ())
    assert notes == ("The questions have numbers from 1 to 999999, not “<b>”. So these are new ones.",)
    for seed in ("0", "-1", "1.5", "", str(LARGEST + 1), "١٢"):
        assert len(Check.read({"seed": seed}, 99)[1]) == 1
    assert Check.read({"seed": "4711", "said": "1x1"}, 1) == (
        Check(4711, (0,)),
        ("“x” is no answer to question 2, so the answers in the link end before it.",),
    )
    assert Check.read({"seed": "4711", "said": "9"}, 1)[0].said == ()
    full, notes = Check.read({"seed": "4711", "said": f"{check.link['said']}1"}, 1)
    assert (full, notes) == (check, ("There are 12 questions; the link has more answers.",))
    with pytest.raises(ValueError, match="question 3 is not the one to answer"):
        Check(4711, (0,)).answer(2, 0)
