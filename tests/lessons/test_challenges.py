"""Every challenge can be done, in as many moves as it says, and its last hint is true."""

import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from irviz.lessons.challenge import PARAMETERS, Challenge, challenges
from irviz.lessons.prose import fill_in
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.desk import Desk
from irviz.state.goals.action import MOVES, VIEW_ACTIONS, Action, count_moves
from irviz.state.locks import ACTIONS, PARTS
from tests.lessons.reading import WORDS, find_typed_numbers, is_written
from tests.lessons.test_claims import placeholders
from tests.lessons.test_replies import actions

ALL = challenges()
EACH = pytest.mark.parametrize("challenge", ALL.values(), ids=lambda one: one.id)

BOX, WHITE, DARK, GRADED = "cat-in-a-box", "white-cat", "dark-cat", "white-cat-in-a-box"


def moves(board: str, *pairs: tuple[int, int]) -> list[Action]:
    return [Action("move", board, rank, to) for rank, to in pairs]


LAST_HINT: dict[str, list[Action]] = {
    "first-hit": moves(BOX, (2, 1)),
    "found-all": [Action("cutoff", to=7)],
    "where-they-meet": [Action("cutoff", to=4)],
    "it-falls": [Action("cutoff", to=3)],
    "quiet-gain": moves(BOX, (3, 8)),
    "same-precision": [Action("swap", BOX, 1, 2)],
    "swap-for-gain": [Action("swap", GRADED, 1, 2)],
    "raise-ndcg": moves(GRADED, (1, 4)),
    "better-than-chance": moves(BOX, (2, 1)),
    "threshold": [Action("scale", to=2)],
    "two-names": [Action("swap", BOX, 1, 2)],
    "rr-prefers": moves(GRADED, (6, 1)),
    "gain-matters": moves(GRADED, (4, 6)),
    "clean-page": moves(BOX, (3, 8), (1, 8)),
    "ceiling": moves(BOX, (4, 1), (5, 1)),
    "five-to-the-top": moves("five-documents", (2, 5), (3, 5)),
    "nine-in-ten": moves(BOX, (3, 8), (1, 8)),
    "mean-hides": [*moves(BOX, (2, 3)), *moves(DARK, (5, 6))],
    "one-pays": [Action("swap", BOX, 2, 3), *moves(DARK, (5, 1))],
    "better-and-worse": [*moves(WHITE, (1, 3)), *moves(BOX, (1, 5))],
    "graded-nine": moves(GRADED, (1, 8), (4, 1)),
    "two-tastes": [Action("swap", BOX, 1, 2), *moves(BOX, (6, 3), (7, 4))],
    "no-better-than-luck": [Action("swap", GRADED, 1, 2), *moves(GRADED, (8, 1))],
    "blind-to-grades": moves(GRADED, (1, 8), (1, 5)),
    "steps-down": moves("five-graded-documents", (3, 5), (3, 4)),
    "forget-some": [Action("toggle", BOX, 5), Action("toggle", BOX, 7)],
    "judges-decide": [Action("toggle", BOX, rank) for rank in (1, 3, 6)],
    "one-and-poor": [Action("swap", BOX, 1, 2), *moves(BOX, (4, 8), (4, 8))],
    "ap-against-ndcg": [Action("swap", BOX, 1, 2), *moves(BOX, (5, 8), (3, 8))],
    "perfect": moves(BOX, (3, 8), (1, 8), (5, 1)),
    "three-queries": [*moves(BOX, (2, 3)), *moves(WHITE, (1, 2)), *moves(DARK, (5, 1))],
    "worse-and-perfect": moves(GRADED, (1, 8), (1, 7), (4, 1)),
    "graded-perfect": moves(GRADED, (1, 8), (2, 7), (4, 6), (2, 3)),
}
"""What the last hint of each challenge says, as actions."""


def path(desk: Desk, actions: list[Action]) -> list[Desk]:
    desks = [desk]
    for action in actions:
        desks.append(action.apply(desks[-1]))
    return desks


def test_there_are_many_in_rising_difficulty() -> None:
    order = [(one.level, one.fewest or 0) for one in ALL.values()]

    assert len(ALL) >= 24
    assert order == sorted(order)
    assert {one.desk.top > 1 for one in ALL.values()} == {False, True}
    assert {kind for one in ALL.values() for kind in one.allow} >= {"move", "toggle", "cutoff"}


@pytest.mark.exhaustive
@EACH
def test_it_takes_as_few_moves_as_it_says(challenge: Challenge) -> None:
    solution = challenge.find_solution()
    desks = path(challenge.desk, list(solution.actions))

    assert solution.moves == challenge.fewest
    assert challenge.is_done(desks[-1])
    assert challenge.describe_result(desks).endswith("the fewest there are.")
    for before, after in pairwise(desks):
        assert challenge.permits(before, after)


@EACH
def test_the_last_hint_leads_there_the_shortest_way(challenge: Challenge) -> None:
    desks = path(challenge.desk, LAST_HINT[challenge.id])

    assert challenge.is_done(desks[-1])
    assert challenge.describe_result(desks).endswith("the fewest there are.")


@EACH
def test_its_words_are_whole(challenge: Challenge) -> None:
    end = path(challenge.desk, LAST_HINT[challenge.id])[-1]

    assert len(challenge.hints) == 3
    for text in (challenge.task, *challenge.format_hints(challenge.desk), challenge.format_lesson(end)):
        assert text[0].isupper() or not text[0].isalpha() or text.startswith("nDCG")
        assert text[-1] in ".?!"
        assert "{" not in text
        assert "undefined" not in text
        assert 3 <= len(text.split()) <= 45
    assert challenge.title
    assert challenge.goal.describe(challenge.desk)


@EACH
def test_numbers_that_are_typed_are_those_of_the_goal_or_of_the_last_hint(challenge: Challenge) -> None:
    known = set(re.findall(r"[\d.]+", f"{challenge.goal} {challenge.goal.describe()} 0 1"))
    texts = (challenge.text, *challenge.hints[:2], challenge.teaches)

    assert {number for text in texts for number in find_typed_numbers(text)} <= known
    for number in find_typed_numbers(challenge.hints[2]):
        ranks = {str(n) for one in LAST_HINT[challenge.id] for n in (one.rank, one.to)}
        grades = {*path(challenge.desk, LAST_HINT[challenge.id])[-1].visible[0].pattern}
        assert number in ranks | grades


@EACH
def test_goals_are_about_the_cutoff_that_is_on_the_page(challenge: Challenge) -> None:
    if "cutoff" in challenge.allow or challenge.id == "steps-down":
        return
    cutoffs = re.findall(r"@(\d+)", challenge.about)
    assert {*cutoffs} <= {str(challenge.desk.k)}


@EACH
def test_hints_fit_the_board_as_it_is(challenge: Challenge) -> None:
    way = path(challenge.desk, LAST_HINT[challenge.id])
    start, moved = (challenge.format_hints(desk) for desk in (way[0], way[-1]))
    assert moved[-1] == f"Start again. {start[-1]}"
    board = way[-1].visible[0]
    for hint in moved[:-1]:
        for ranks in re.findall(r"stand at ranks ([\d, and]+)\.", hint):
            assert [*map(int, re.findall(r"\d+", ranks))] == [*board.ranking.hit_ranks]


@EACH
def test_a_link_carries_it(challenge: Challenge) -> None:
    again = Challenge.read_custom(challenge.link)

    assert (again.desk, again.goal, again.allow) == (challenge.desk, challenge.goal, challenge.allow)
    assert (again.title, again.fewest) == (challenge.title, challenge.fewest)
    assert again.task == challenge.task.replace("{", "(")


@EACH
def test_what_it_locks_can_be_locked(challenge: Challenge) -> None:
    assert {*challenge.locks} <= {*PARTS, *ACTIONS}
    assert "example" in challenge.locks
    assert ("move" in challenge.locks) == ("move" not in challenge.allow)
    assert replace(challenge.desk, off=challenge.locks)


def test_names_in_links_mean_nothing_else() -> None:
    taken = {"q", "k", "set", "hide", "top", "rel", "m", "see", "by", "off", "predict", "present"}
    boards = {board.id for desk in CATALOGUE.values() for board in desk.boards}

    assert not {*PARAMETERS} & (taken | boards)


def test_every_misunderstanding_has_a_challenge() -> None:
    assert {
        "mean-hides",  # a mean of .5 is no rank 2
        "ceiling",  # recall@k cannot always reach 1
        "no-better-than-luck",  # a high nDCG is no good ranker
        "same-precision",  # order never matters, it is said, for precision: but for AP it does
        "it-falls",  # nDCG need not rise with k
        "two-names",  # one name, two numbers
        "forget-some",  # unjudged is not irrelevant
        "quiet-gain",  # order decides what is inside k
        "one-pays",  # look at the queries one by one
    } <= {*ALL}


# With wrong moves first


def wander(challenge: Challenge, desk: Desk, chance: random.Random) -> list[Desk]:
    """A desk, and what one or two moves at random make of it, of those that are allowed."""
    way = [desk]
    for _ in range(chance.randint(1, 2)):
        options = [one for one in actions(challenge, way[-1]) if one.kind in MOVES]
        way.append(chance.choice(options).apply(way[-1]))
    return way


@EACH
def test_after_wrong_moves_every_sentence_with_a_number_is_so(challenge: Challenge) -> None:
    chance = random.Random(challenge.id)
    wrong = wander(challenge, challenge.desk, chance)
    # The last hint begins with the start, and somebody may play on where it leads.
    hinted = path(challenge.desk, LAST_HINT[challenge.id])
    assert challenge.is_done(hinted[-1])
    for now in (*wrong, *hinted, *wander(challenge, hinted[-1], chance)):
        task_is_true(challenge, now)
        if challenge.is_done(now):
            praise_is_true(challenge, now)
    for to in range(1, len(wrong) + 1):
        # Two steps that amount to one move are one, and back at the start is none.
        made = {count_moves(challenge.desk, wrong[to - 1]), to - 1}
        said = challenge.describe_progress(wrong[:to]).partition(" ")[0].lower()
        assert WORDS.index(said) in range(min(made), max(made) + 1)


def task_is_true(challenge: Challenge, now: Desk) -> None:
    """The task, its hints and how its goal stands; what is so at the start alone is said to be."""
    start = challenge.desk
    for text in (challenge.text, *challenge.hints):
        for sentence in re.split(r"(?<=[.?!:]) ", text):
            for inner in placeholders(sentence):
                said, own = fill_in(f"{{{inner}}}", start, now), inner.startswith("now ")
                assert is_written(said, inner.removeprefix("now "), now if own else start)
                same = own or said == fill_in(f"{{now {inner}}}", start, now)
                assert same or "start" in sentence, (sentence, said)
    for one in challenge.check(now):
        for when, said in re.findall(r"(now|start) ([\d.]+)", one.comparison):
            # A reader knows gain by its name, and counts at the cutoff that is on the page.
            left = str(one.clause.left).replace("dcg='exp-log2'", "gain='exp'")
            left = re.sub(r"^([TF][PN])@\d+$", r"\1", left)
            form = ": percent" if left.startswith("beats") else ""
            shown = f"{said} %" if form else said
            about = now if when == "now" else start
            assert is_written(shown, f"{left}{form}", about), one.comparison


def praise_is_true(challenge: Challenge, now: Desk) -> None:
    for inner in placeholders(challenge.teaches):
        said = fill_in(f"{{{inner}}}", challenge.desk, now)
        about = now if inner.startswith("now ") else challenge.desk
        assert is_written(said, inner.removeprefix("now "), about), (inner, said)
    for verb, before, after in CHANGED.findall(challenge.teaches):
        was, to = (float(fill_in(f"{{{one}}}", challenge.desk, now)) for one in (before, after))
        assert {"rose": to > was, "fell": to < was, "went": to != was}[verb], challenge.teaches


CHANGED = re.compile(r"(rose|fell|went) from \{([^{}:]+)(?::\w+)?\} to \{(now [^{}]+)\}")


def test_what_is_praised_as_more_is_more_by_the_metric_of_the_goal() -> None:
    challenge = ALL["same-precision"]
    end = path(challenge.desk, moves(BOX, (4, 3), (5, 8), (6, 8)))[-1]

    # AP of the whole list has fallen.
    assert challenge.is_done(end)
    assert "AP@4 rose from 0.25 to 0.292" in challenge.format_lesson(end)


# Results and permissions

FIRST = ALL["first-hit"]


def test_results_say_how_near_one_came() -> None:
    start = FIRST.desk
    far = path(start, moves(BOX, (4, 8), (2, 1)))

    assert FIRST.describe_result(far) == "Done in two moves; it can be done in one."
    assert FIRST.describe_result([start, far[-1]]) == "Done in two moves; it can be done in one."
    assert replace(FIRST, fewest=None).describe_result(far) == "Done in two moves."
    assert FIRST.describe_result([start, *path(start, moves(BOX, (2, 1)))]).startswith("Done in one move,")


def test_only_what_is_allowed_is_permitted() -> None:
    start = ALL["mean-hides"].desk
    board = start.boards[0]
    steps = {
        "move": start.replace_boards(board.move(1, 2)),
        "toggle": start.replace_boards(board.toggle(0)),
        "cutoff": start.move_cutoff(2),
        "open": start.open(BOX),
        "rule": Action("rule", name="ap-minrk").apply(start),
        "scale": start.change_scale(3, 2),
    }
    for allowed in steps:
        challenge = replace(ALL["mean-hides"], allow=(allowed,))
        for kind, after in steps.items():
            assert challenge.permits(start, after) == (kind == allowed), (allowed, kind)
        assert challenge.permits(start, start.look(lens="orders").hide_curves(("F1",)))
        assert not challenge.permits(start, CATALOGUE["graded"])


def test_progress_is_told_clause_by_clause() -> None:
    challenge = ALL["one-and-poor"]
    states = challenge.check(challenge.desk)

    assert [state.text for state in states] == ["RR@8 = 1", "AP@8 < 0.6"]
    assert [state.met for state in states] == [False, True]


def test_kinds_of_actions_are_named_once() -> None:
    assert not {*MOVES} & {*VIEW_ACTIONS}
