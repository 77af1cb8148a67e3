"""What is told of a guess that was wrong is so: what was said, what happened, and why."""

from __future__ import annotations

import random
import re
from dataclasses import asdict, replace
from math import fsum, isnan
from typing import TYPE_CHECKING

import pytest

from irviz.lenses.explanation import explain
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.desk import ALL_NAMES, MEAN
from irviz.state.predictions.prediction import mark_prediction
from tests.lenses.claims import is_true
from tests.lenses.claims_two import near
from tests.lenses.reading import Case, List

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.state.predictions.prediction import Guess, Mark

SEED = 20_251_121
ANOTHER_WAY = "by the conventions chosen now it is computed in another way"
READ = re.compile(
    r"You said (?P<said>up|same|down|[\d.]+, (?P<off>[\d.]+) too (?P<side>high|low))\. "
    r"(?P<symbol>\w+)@(?P<k>\d+) (?:(?P<way>went up|went down) from (?P<was>[\d.]+) to (?P<now>[\d.]+)"
    r"|stayed at (?P<still>[\d.]+))(?:: (?P<why>.+?)(?: for “(?P<query>.+)”)?)?\."
)


def at(board: Board, desk: Desk) -> List:
    conventions = tuple(asdict(desk.conventions).items())
    return List(board.ranked, desk.k, board.missed, board.threshold, conventions)


def actions() -> Iterator[tuple[Desk, Desk]]:
    """What a person does, one thing at a time, on one query or the mean, by any conventions."""
    draw = random.Random(SEED)
    for _ in range(400):
        conventions = Conventions(
            **{name: draw.choice([*option.values]) for name, option in OPTIONS.items() if name != "undefined"}
        )
        desk = replace(draw.choice((CATS, GRADED)), conventions=draw.choice((conventions, Conventions())))
        names = [*desk.names, MEAN] if len(desk.names) > 1 else [*desk.names]
        desk = desk.open(draw.choice(names)).move_cutoff(draw.randint(1, desk.n))
        board = draw.choice(desk.visible)
        ranks = draw.randint(1, board.n), draw.randint(1, board.n)
        moved = board.move(*ranks)
        yield (
            desk,
            draw.choice(
                (
                    desk.replace_boards(moved),
                    desk.replace_boards(board.grade(draw.randrange(board.n), draw.randint(0, board.top))),
                    desk.move_cutoff(draw.randint(1, desk.n)),
                    desk.replace_boards(moved).move_cutoff(draw.randint(1, desk.n)),
                    replace(desk, conventions=replace(desk.conventions, ap=draw.choice([*OPTIONS["ap"].values]))),
                    desk.open(draw.choice(names)),
                )
            ),
        )


def value(name: str, desk: Desk) -> float:
    values = [float(at(board, desk).all.value(name, desk.k)) for board in desk.visible]
    return fsum(values) / len(values)


@pytest.mark.exhaustive
def test_every_line_is_true() -> None:
    guesses: list[Guess] = ["up", "same", "down", 0.0, 1.0, 0.43]
    told = set()
    for before, after in actions():
        for guess in guesses:
            for one in mark_prediction(dict.fromkeys(ALL_NAMES, guess), before, after, explain):
                told.add(line_is_true(one, guess, before, after))
    assert told >= {"right", "unexplained", "one query", "one of several", "conventions", "opened"}


def line_is_true(one: Mark, guess: Guess, before: Desk, after: Desk) -> str:
    name = one.outcome.metric
    was, now = value(name, before), value(name, after)
    assert not isnan(was + now)
    went = "same" if abs(now - was) <= 1e-9 else "up" if now > was else "down"
    right = guess == went if isinstance(guess, str) else abs(guess - now) <= 0.05 * max(1.0, was, now) + 1e-09
    assert one.right == right
    if right:
        assert one.line == ""
        return "right"
    m = READ.fullmatch(one.line)
    assert m, one.line
    assert m["k"] == str(after.k)
    if m["still"]:
        assert went == "same"
        assert near(m["still"], now)
    else:
        assert m["way"] == f"went {went}"
        assert near(m["was"], was)
        assert near(m["now"], now)
        # Who reads that something went up must see it.
        assert m["was"] != m["now"], one.line
    if isinstance(guess, str):
        assert m["said"] == guess
    else:
        assert near(m["said"].split(",")[0], guess)
        assert near(m["off"], abs(guess - now))
        assert (m["side"] == "high") == (guess > now)
    return why_is_true(m["why"] or "", m["query"], name, before, after)


def why_is_true(why: str, query: str | None, name: str, before: Desk, after: Desk) -> str:
    if why.startswith(ANOTHER_WAY):
        changed = before.conventions.ap != after.conventions.ap
        assert changed
        assert name == "AP"
        same = abs(value(name, before) - value(name, after)) < 1e-9
        assert why == ANOTHER_WAY + (", which makes no difference here" if same else "")
        return "conventions"
    if before.opened != after.opened:
        assert why == (
            "it is the mean over all queries now"
            if after.opened == MEAN
            else "it is read off one query now"
            if before.opened == MEAN
            else "it is read off another query"
        )
        return "opened"
    if not why:
        assert len(before.visible) > 1
        assert before.k != after.k or before.boards == after.boards
        return "unexplained"
    pairs = [(old, new) for old, new in zip(before.visible, after.visible, strict=True)]
    if len(pairs) > 1:
        assert before.k == after.k
        ((old, new),) = [pair for pair in pairs if pair[0] != pair[1]]
        assert query == new.query
    else:
        ((old, new),) = pairs
        assert query is None
    lists = at(old, before), at(new, after)
    values = [float(one.all.value(name, one.k)) for one in lists]
    if not all(one.all.defined(name, one.k) for one in lists):
        assert re.match(r"nothing is relevant|there (is|are) |no picture has any gain", why)
        return "undefined"
    difference = values[1] - values[0]
    case = Case(*lists, difference if abs(difference) > 1e-9 else 0.0)
    assert is_true(name, why, case), (why, case)
    return "one of several" if query else "one query"
