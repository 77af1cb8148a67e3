"""What is at its limit is still taken; what is beyond is refused in the tests of its kind, or cut."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from irviz.scenarios.cats import CATS
from irviz.state import cache, collection
from irviz.state.deck import SavedState, insert_state, pack, unpack
from irviz.state.disagreements.question import Question
from irviz.state.example_draft import Draft
from irviz.state.fields import FIELDS
from irviz.state.goals.parser import parse_goal
from irviz.state.message import parse_faults, parse_message
from irviz.state.own_example import OwnExample, OwnQuery, OwnResult, copy_desk
from irviz.state.pairs.pair import decode_pair
from irviz.state.predictions.prediction import parse_guesses
from irviz.state.predictions.tally import Tally


def test_what_is_at_its_limit_is_still_taken() -> None:
    query = OwnQuery("q" * 120, (OwnResult("x" * 120, 10, "★" * 12), OwnResult("y", 0)) * 10)
    OwnExample("x" * 120, (query,) * 5, 10, "x" * 300, "x" * 300)
    fault = {"number": 1, "part": "a", "words": "x" * 300, "where": "x" * 300}
    message: dict[str, Any] = {"client": "x" * 64, "revision": 0, "steps": [{"revision": 1, "do": "undo"}] * 500}
    message |= {"link": {}, "faults": [fault] * 20}
    assert len(parse_message(message).steps) == 500
    assert len(parse_faults(message)) == 20
    state = SavedState("x" * 250_000, "x" * 80, "x" * 1000, "x" * 160)
    deck = (replace(state, link="q=white-cat"),) * 40
    assert insert_state(deck[1:], 39, deck[0]) == unpack(pack(deck)) == deck
    for name, text in (("top", "10"), ("rel", "1"), ("first", "3"), ("at", "40")):
        assert not FIELDS[name].read(replace(CATS, deck=deck), text)[1]
    order = "-".join(map(str, range(1, 51)))
    assert decode_pair(f"{order}.{order}.{'a' * 50}.10-10").threshold == 10
    assert len(parse_goal("k".ljust(498) + "=1")) == 1
    assert not Question.read({"a": "P@8", "pair": "20"}, CATS.boards[0])[1]
    assert not Question.read({"of": "012345679", "level": "9"}, CATS.boards[0])[1]


def test_what_goes_beyond_a_limit_is_cut_there() -> None:
    assert parse_guesses({"AP": 9999, "RR": 9999.5, "P": 0, "R": -0.5}) == {"P": 0, "AP": 9999}
    assert Tally.read("AP-9999-9999.RR-10000-1").counts == (("AP", 9999, 9999),)
    assert [Tally((("AP", right, 1),)).worst for right in (1, 2)] == [None, "AP"]
    assert Draft().type("query-0", "x" * 6001).queries[0].query == "x" * 6000
    long = replace(CATS, boards=tuple(replace(board, query="x" * 130) for board in CATS.boards))
    assert copy_desk(long, "").queries[0].query == "x" * 120


def test_limits_are_as_documented() -> None:
    text = " ".join((Path(__file__).resolve().parents[2] / ".github" / "SECURITY.md").read_text("utf-8").split())
    assert f"evaluates at most {collection.MAX_EVALUATED_LISTS:,} queries times runs" in text
    assert f"takes about {cache.MAX_CACHE_BYTES // 10**6} MB" in text
