"""What two lists side by side show, and what is foreseen of them."""

from __future__ import annotations

import json

import pytest

from irviz.scenarios.pairs import PAIRED, PAIRS
from irviz.state.curves.lookahead import key
from irviz.state.pairs.pair import A, B
from irviz.state.session import Session
from irviz.views.versus import versus_data
from tests.state.hand import judged


@pytest.mark.parametrize("name", PAIRED)
def test_every_tool_and_every_cutoff_is_foreseen(name: str) -> None:
    session = Session.start({"set": name}, PAIRED)
    data = versus_data(session)
    desk = session.desk

    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert len(data["cuts"]) == desk.n
    for one in (*judged(desk), desk.put(desk.board(B).ideal())):
        assert data["lines"]["graded"][key(one)]
        for board, pattern in zip((A, B), key(one).split("|"), strict=True):
            assert pattern in data["ahead"][board]["graded"]


def test_each_pair_says_what_it_is() -> None:
    assert all(one.title and one.about for one in PAIRS)
