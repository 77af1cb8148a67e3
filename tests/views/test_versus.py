"""What two lists side by side show, and what is foreseen of them."""

from __future__ import annotations

import json

import pytest

from irviz.scenarios.pairs import PAIRED
from irviz.state.desk import ALL_NAMES
from irviz.state.pairs import lookahead as pair_lookahead
from irviz.state.pairs.pair import A, B
from irviz.state.session import Session
from irviz.views.versus import versus_data


@pytest.mark.parametrize("name", PAIRED)
def test_every_tool_and_every_cutoff_is_foreseen(name: str) -> None:
    session = Session.start({"set": name}, PAIRED, ALL_NAMES)
    data = versus_data(session)
    desk = session.desk

    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["cuts"][desk.k - 1] == data["why"]
    for one in (*pair_lookahead.judged(desk), desk.put(desk.board(B).ideal())):
        key = pair_lookahead.key(one.boards)
        assert data["lines"][key]
        for board, pattern in zip((A, B), key.split("|"), strict=True):
            assert pattern in data["ahead"][board]
