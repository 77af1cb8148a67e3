"""Page and server work out the same: links, the locks of a change, and the keys of curves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state import locks, permalink
from irviz.state.curves.lookahead import make_key
from irviz.state.history import History
from irviz.state.session import Session
from irviz.views.board import board_data
from tests.browser.modules import SCRIPT
from tests.state.test_permalink import desks

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.state.desk import Desk
    from tests.browser.conftest import OpenPage

TOLD = """async ([data, step, after]) => {
  const { module } = await SCRIPT;
  const [link, locks, model] = ["link.js", "board/locks.js", "board/model.js"].map((name) => module(name));
  const desk = link.read(data.link, data);
  const next = link.read(after, data);
  return {
    link: Object.entries(link.write(desk, data)),
    locks: locks.locksOf(step, link.full(desk), link.full(next), Object.keys(data.initial_boards), data.locks),
    key: model.key(desk, data),
  };
}""".replace("SCRIPT", SCRIPT)


@st.composite
def pairs(draw: st.DrawFn) -> Desk:
    """Any two lists that a hand can make of those that there are."""
    desk = draw(st.sampled_from([*PAIRED.values()]))
    top = draw(st.integers(1, 10))
    desk = desk.change_scale(top, draw(st.integers(1, top)))
    for _ in range(draw(st.integers(0, 6))):
        board = draw(st.sampled_from(desk.boards))
        rank, to = draw(st.integers(1, board.n)), draw(st.integers(1, board.n))
        grade = draw(st.integers(0, top))
        desk = desk.replace_boards(board.move(rank, to).grade(rank - 1, grade))
    return replace(desk, k=draw(st.integers(1, desk.n)))


@pytest.fixture
def told(visit: OpenPage) -> Callable[[Desk, str, Desk], dict[str, Any]]:
    """What the page makes of a desk, and of a change to another one."""
    page = visit().page

    def tell(desk: Desk, step: str, after: Desk) -> dict[str, Any]:
        session = Session({**CATALOGUE, **PAIRED}, History(desk))
        link = permalink.write(after, session.fresh)
        found: dict[str, Any] = page.evaluate(TOLD, [board_data(session), step, link])
        return found

    return tell


def agree(found: dict[str, Any], desk: Desk, step: str, after: Desk) -> None:
    fresh = {**CATALOGUE, **PAIRED}[desk.id]
    assert found["link"] == [list(one) for one in permalink.write(desk, fresh).items()]
    runs_into = locks.find_locks(step, permalink.write_full(desk), permalink.write_full(after), desk.names)
    assert tuple(found["locks"]) == runs_into
    assert found["key"] == make_key(desk)


STEPS = st.sampled_from(["boards", "cut", "mode", "look", *locks.OF_STEP])


def test_page_and_server_agree(told: Callable[[Desk, str, Desk], dict[str, Any]]) -> None:
    of_one = st.sampled_from([*CATALOGUE.values()]).flatmap(desks)
    both = of_one.flatmap(lambda one: st.tuples(st.just(one), st.just(one) | desks(CATALOGUE[one.id])))
    of_two = pairs().map(lambda one: (one, one))

    @given(both | of_two, STEPS)
    def check(states: tuple[Desk, Desk], step: str) -> None:
        desk, after = states
        agree(told(desk, step, after), desk, step, after)

    check()
