"""The room as a value: what follows what, what is counted, and what is told when."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.rooms.question import Answer, Question
from irviz.rooms.room import CODE_SIGNS, STATES_BY_ACTION, Room, UnfitError, derive_code, is_secret, parse_code
from tests.each import each
from tests.rooms.asked import BELIEFS, REASON, TO, question

ASKED = Question.read(question())
UP, DOWN = Answer({"AP": "up", "nDCG": "up"}, 5), Answer({"AP": "down"})

ACTIONS = {
    "ask": lambda room: room.ask(ASKED),
    "open": lambda room: room.open(0.0),
    "close": Room.close,
    "again": lambda room: room.again(0.0),
    "show": Room.show,
    "reveal": Room.reveal,
    "next": Room.next,
    "end": Room.end,
}
WAYS = {
    "waiting": (),
    "staged": ("ask",),
    "open": ("ask", "open"),
    "closed": ("ask", "open", "close"),
    "shown": ("ask", "open", "close", "show"),
    "revealed": ("ask", "open", "close", "show", "reveal"),
    "ended": ("end",),
}


def went(*actions: str) -> Room:
    room = Room("K7M2QX")
    for action in actions:
        room = ACTIONS[action](room)
    return room


@each("state", WAYS)
@each("action", ACTIONS)
def test_each_action_fits_some_states_and_no_other(state: str, action: str) -> None:
    room = went(*WAYS[state])
    assert room.state == state

    assert (action in room.list_actions()) == (state in STATES_BY_ACTION[action])
    if state in STATES_BY_ACTION[action]:
        assert ACTIONS[action](room).revision == room.revision + 1
    else:
        with pytest.raises(UnfitError, match=f"{action} does not fit: the room is {state}"):
            ACTIONS[action](room)


def test_a_lesson_with_two_rounds() -> None:
    room = went("ask", "open").add_answer("a", UP).add_answer("b", DOWN).add_answer("a", DOWN)
    room = room.close().again(0.0).add_answer("a", UP).add_answer("c", UP).close().show()

    first, second = room.public(0.0)["tally"]

    assert first["answered"] == 2
    assert first["metrics"]["AP"] == {"up": 0, "same": 0, "down": 2}
    assert first["metrics"]["nDCG"] == {"up": 0, "same": 0, "down": 0}
    assert first["sure"] == dict.fromkeys("12345", 0)
    assert second["round"] == 2
    assert second["answered"] == 2
    assert second["metrics"]["AP"] == {"up": 2, "same": 0, "down": 0}
    assert second["sure"] == {"1": 0, "2": 0, "3": 0, "4": 0, "5": 2}
    assert room.public(0.0)["question"]["round"] == 2
    assert room.reveal().public(0.0)["reveal"]["AP"] == {
        "from": 0.5,
        "to": TO,
        "right": "up",
        "reason": REASON,
        "beliefs": BELIEFS,
    }


def test_closed_round_opened_again_keeps_its_answers() -> None:
    room = went("ask", "open").add_answer("a", UP).close().open(0.0)

    assert room.public(0.0)["question"]["round"] == 1
    assert room.answers == {"a": UP}


def test_who_has_solved_a_challenge_is_counted_by_moves() -> None:
    asked = Question.read(question("challenge", "moves", sure=False))
    room = Room("K7M2QX").ask(asked).open(0.0)
    for member, moves in (("a", 12), ("b", 2), ("c", 4), ("d", 2), ("c", 3)):
        room = room.add_answer(member, Answer.read({"moves": moves}, None, asked))

    tally = room.close().show().public(0.0)["tally"][0]

    assert tally["answered"] == 4
    assert [*tally["metrics"]["moves"].items()] == [("2", 2), ("3", 1), ("12", 1)]


def test_values_are_told_in_order_and_without_names() -> None:
    asked = Question.read(question("value", sure=False))
    room = Room("K7M2QX").ask(asked).open(0.0)
    for member, value in (("a", 0.7), ("b", 0.1), ("c", 0.4)):
        room = room.add_answer(member, Answer({"AP": value}))

    assert room.close().show().tally_rounds() == [
        {"round": 1, "answered": 3, "metrics": {"AP": [0.1, 0.4, 0.7], "nDCG": []}, "sure": {}}
    ]


def test_question_that_was_replaced_or_withdrawn_was_none() -> None:
    assert went("ask", "ask").number == 1
    assert went("ask", "next").number == 0
    assert went("ask", "next", "ask").number == 1
    assert went("ask", "next").collect_counts()["questions"] == []


def test_questions_are_numbered_one_after_the_other() -> None:
    room = went("ask", "open", "close", "reveal", "ask", "open", "close", "next", "ask")

    assert room.number == 3
    assert [one["number"] for one in room.collect_counts()["questions"]] == [1, 2]


def test_answer_fits_its_question_and_round_only() -> None:
    room = went("ask", "open", "close", "again")

    assert room.find_open_question(1, 2, 0.0) is ASKED
    for number, round_ in ((1, 1), (1, 3), (0, 2), (2, 2)):
        with pytest.raises(UnfitError, match="another question or round"):
            room.find_open_question(number, round_, 0.0)
    with pytest.raises(UnfitError, match="closed"):
        room.close().find_open_question(1, 2, 0.0)
    with pytest.raises(UnfitError, match="closed"):
        room.close().add_answer("a", UP)
    for state in ("waiting", "staged", "ended"):
        with pytest.raises(UnfitError):
            went(*WAYS[state]).find_open_question(1, 1, 0.0)


def test_round_ends_by_itself_when_its_time_is_over() -> None:
    room = Room("K7M2QX").ask(Question.read(question(seconds=30))).open(100.0)

    assert room.public(112.34)["question"]["left"] == 17.7
    assert room.close_if_over(129.9) is room
    assert room.find_open_question(1, 1, 129.9)
    with pytest.raises(UnfitError, match="closed"):
        room.find_open_question(1, 1, 130.0)
    assert room.public(131.0)["question"]["left"] == 0
    closed = room.close_if_over(130.0)
    assert closed.state == "closed"
    assert closed.public(131.0)["question"]["left"] is None
    assert closed.open(200.0).public(200.0)["question"]["left"] == 30
    assert closed.again(200.0).close_if_over(229.0).state == "open"
    assert went("ask", "open").close_if_over(1e12).state == "open"


def test_there_are_only_so_many_rounds() -> None:
    room = went("ask", "open", "close")
    for _ in range(8):
        room = room.again(0.0).close()

    with pytest.raises(UnfitError, match="rounds"):
        room.again(0.0)


def test_counts_open_the_room_again() -> None:
    room = went("ask", "open").add_answer("a", UP).close().reveal()
    counts = json.loads(json.dumps(room.collect_counts()))

    again = Room("K7M2QX", revision=99).restore_counts(counts)

    assert again.collect_counts() == counts
    assert again.ask(ASKED).number == 2
    assert counts["questions"][0]["rounds"][0]["answered"] == 1
    assert counts["questions"][0]["metrics"][0]["right"] == "up"


@pytest.mark.parametrize(
    "counts",
    [
        None,
        [],
        {},
        {"questions": {}},
        {"questions": [7]},
        {"questions": [{}]},
        {"questions": [{"number": True}]},
        {"questions": [{"number": 2}, {"number": 1}]},
        {"questions": [{"number": 0}]},
        {"questions": [{"number": 7}, {"number": 7}]},
        {"questions": [{"number": 10**6}]},
        {"questions": [{"number": place} for place in range(1, 502)]},
    ],
)
def test_counts_that_are_none_are_refused(counts: Any) -> None:
    many = {"questions": [{"number": place} for place in range(10**6 - 500, 10**6)]}
    assert Room("K7M2QX").restore_counts(many).number == 10**6 - 1
    with pytest.raises(ValueError, match=r"counts\.questions"):
        Room("K7M2QX").restore_counts(counts)


def test_counts_keep_what_the_class_has_not_seen() -> None:
    room = went("ask", "open").add_answer("a", UP)

    assert room.collect_counts()["questions"] == []
    assert room.close().collect_counts()["questions"] == []
    assert len(room.close().show().collect_counts()["questions"]) == 1
    assert len(room.close().next().collect_counts()["questions"]) == 1


STEPS = st.lists(
    st.sampled_from([*ACTIONS]) | st.tuples(st.sampled_from("abcd"), st.sampled_from(["up", "same", "down"])),
    max_size=40,
)


@given(STEPS)
def test_nothing_is_told_too_early_and_nothing_is_counted_twice(steps: list[str | tuple[str, str]]) -> None:
    room = Room("K7M2QX", revision=1000)
    voted: list[dict[str, str]] = []
    for step in steps:
        before = room
        try:
            if isinstance(step, str):
                room = ACTIONS[step](room)
            else:
                member, word = step
                room = room.add_answer(member, Answer({"AP": word}))
                voted[-1][member] = word
        except UnfitError:
            assert room is before
            continue
        if step in {"ask", "next", "end"}:
            voted = []
        elif step == "again" or (step == "open" and not before.rounds):
            voted.append({})
        assert room.revision == before.revision + isinstance(step, str)

        told = room.public(0.0)
        text = json.dumps(told)
        assert ("tally" in told) == (room.state in {"shown", "revealed"})
        assert ("reveal" in told) == (room.state == "revealed")
        assert (REASON in text) == (room.state == "revealed")
        assert (str(TO) in text) == (room.state == "revealed")
        counted = [{word: list(one.values()).count(word) for word in ("up", "same", "down")} for one in voted]
        assert [one["metrics"]["AP"] for one in room.tally_rounds()] == counted
        assert [one["answered"] for one in room.tally_rounds()] == [len(one) for one in voted]
        assert all("member" not in json.dumps(one) for one in room.collect_counts()["questions"])


@given(st.text())
def test_codes_are_read_or_not(text: str) -> None:
    found = parse_code(text)

    assert not found or (found == text.strip().upper() and set(found) <= set(CODE_SIGNS))


def test_signs_look_unlike_each_other() -> None:
    assert len(CODE_SIGNS) == len(set(CODE_SIGNS)) == 31
    assert not set("0O1IL") & set(CODE_SIGNS)


def test_code_follows_from_the_secret() -> None:
    codes = {derive_code(f"secret {number}") for number in range(4)}

    assert len(codes) == 4
    assert all(parse_code(code) == code for code in codes)
    assert derive_code("secret 1") in codes


@pytest.mark.parametrize("text", ["", "short", "x" * 65, "ä" * 30, "a b" * 10, 7, None])
def test_what_is_no_secret(text: object) -> None:
    assert not is_secret(text)


def test_counts_of_the_last_500_questions_are_kept() -> None:
    old = {"questions": [{"number": place} for place in range(1, 501)]}
    room = Room("K7M2QX").restore_counts(old).ask(ASKED).open(0.0).close().show()

    assert [one["number"] for one in room.collect_counts()["questions"]] == [*range(2, 502)]
