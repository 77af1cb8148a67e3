"""What may be asked and answered, and the line that everything else gets."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.rooms.question import MAX_ERROR, Answer, Question
from tests.each import each
from tests.rooms.asked import BELIEF, BELIEFS, REASON, TO, question

KINDS = ("direction", "value", "preference", "challenge")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_true_is_in_the_solution_only(kind: str) -> None:
    read = Question.read(question(kind))

    told = json.dumps(read.public())
    assert REASON not in told
    assert BELIEF not in told
    assert str(TO) not in told
    assert '"right"' not in told
    assert '"to"' not in told
    assert read.solution()["AP"]["reason"] == REASON
    assert read.solution()["AP"]["beliefs"] == BELIEFS
    assert read.solution()["AP"]["to"] == TO


def test_what_is_shown_is_what_was_sent() -> None:
    sent = question()

    told = Question.read(sent).public()

    assert told["before"] == sent["before"]
    assert told["after"] == sent["after"]
    assert told["metrics"][0] == {"name": "AP", "title": "AP@8", "from": 0.5}
    assert "near" not in told
    assert Question.read(question("value")).public()["near"] == MAX_ERROR


def test_of_two_lists_no_value_is_known() -> None:
    read = Question.read(question("preference"))

    assert read.public()["metrics"][0]["from"] is None
    assert read.solution()["AP"]["from"] == 0.5
    assert Question.read(read.to_message()) == read


@pytest.mark.parametrize(
    "link",
    [
        None,
        "",
        "challenges",
        "/challenges?challenge=x",
        "https://example.org/challenges?challenge=x",
        "learn?lesson=recall",
        "challenges?challenge=a b",
        "challenges?" + "x" * 4001,
    ],
)
def test_challenge_is_a_page_of_its_own(link: Any) -> None:
    with pytest.raises(ValueError, match=r"question\.link is missing or no page of a challenge"):
        Question.read(question("challenge", link=link))


@pytest.mark.parametrize("moves", [0, 1001, 2.5, True, "3", None])
def test_moves_are_counted_in_whole_ones(moves: Any) -> None:
    asked = Question.read(question("challenge", "moves"))
    for made in (1, 3, 1000):
        assert Answer.read({"moves": made}, None, asked).values == {"moves": made}

    with pytest.raises(ValueError, match=r"answers\.moves is missing or no whole number"):
        Answer.read({"moves": moves}, None, asked)


def test_start_may_be_masked() -> None:
    sent = question()
    sent["metrics"][0]["from"] = None

    assert Question.read(sent).public()["metrics"][0]["from"] is None


def changed(path: str, value: Any) -> dict[str, Any]:
    sent: dict[str, Any] = json.loads(json.dumps(question()))  # no part of it in two places
    place: Any = sent
    *way, last = path.split(".")
    for step in way:
        place = place[int(step) if step.isdigit() else step]
    place[int(last) if last.isdigit() else last] = value
    return sent


@each(
    ("path", "value", "named"),
    [
        ("kind", "riddle", "question.kind"),
        ("metrics.0.beliefs", BELIEFS * 21, "question.metrics[0].beliefs"),
        ("metrics.0.beliefs.0.belief", None, "question.metrics[0].beliefs[0].belief"),
        ("metrics.0.beliefs.0.to", "x", "question.metrics[0].beliefs[0].to"),
        ("kind", None, "question.kind"),
        ("title", "x" * 1001, "question.title"),
        ("words", 7, "question.words"),
        ("before", {}, "question.before"),
        ("before", [{"id": "dog"}] * 201, "question.before"),
        ("before.1", None, "question.before[1]"),
        ("before.0.picture", "https://example.org/x.svg", "question.before[0].picture"),
        ("before.0.picture", "//example.org/x.svg", "question.before[0].picture"),
        ("before.0.picture", "/x.svg", "question.before[0].picture"),
        ("before.0.picture", "a/../../x.svg", "question.before[0].picture"),
        ("before.0.picture", "javascript:alert(1)", "question.before[0].picture"),
        ("before.0.picture", "a\\b", "question.before[0].picture"),
        ("before.0.level", 1.5, "question.before[0].level"),
        ("after.0.relevant", 1, "question.after[0].relevant"),
        ("after.0.judged", "yes", "question.after[0].judged"),
        ("before.0.level", 10**6 + 1, "question.before[0].level"),
        ("before.0.level", -(10**6) - 1, "question.before[0].level"),
        ("cutoff", 0, "question.cutoff"),
        ("cutoff", 10**6 + 1, "question.cutoff"),
        ("cutoff", True, "question.cutoff"),
        ("cutoff_before", 0, "question.cutoff_before"),
        ("cutoff_before", 10**6 + 1, "question.cutoff_before"),
        ("metrics", [], "question.metrics"),
        (
            "metrics",
            question("direction", *"abcdefghi")["metrics"],
            "question.metrics is missing or no list of at most 8",
        ),
        ("metrics.1.name", "AP", "question.metrics"),
        ("metrics.0.name", "", "question.metrics[0].name"),
        ("metrics.0.to", "0.6", "question.metrics[0].to"),
        ("metrics.0.to", float("nan"), "question.metrics[0].to"),
        ("metrics.0.to", float("inf"), "question.metrics[0].to"),
        ("metrics.0.to", -1000000.5, "question.metrics[0].to"),
        ("metrics.0.from", 1000000.5, "question.metrics[0].from"),
        ("metrics.0.from", True, "question.metrics[0].from"),
        ("metrics.0.right", "first", "question.metrics[0].right"),
        ("metrics.0.reason", ["x"], "question.metrics[0].reason"),
        ("sure", 1, "question.sure"),
        ("seconds", -1, "question.seconds"),
        ("seconds", 3601, "question.seconds"),
    ],
)
def test_what_is_wrong_is_named(path: str, value: Any, named: str) -> None:
    with pytest.raises(ValueError, match=r"expected|missing|no path|neither|twice|empty|none") as said:
        Question.read(changed(path, value))

    assert str(said.value).startswith(named)
    assert "\n" not in str(said.value)


def test_what_is_at_its_limit_is_still_taken() -> None:
    sent = question("value", *"abcdefgh", title="x" * 1000, cutoff=10**6, cutoff_before=1, seconds=3600)
    sent["before"] = [{**sent["before"][0], "level": level} for level in (10**6, -(10**6))] * 100
    sent["metrics"][0] |= {"from": 1e6, "to": -1e6, "beliefs": BELIEFS * 20}
    for whole in (sent, {**sent, "cutoff": 1, "cutoff_before": 10**6, "seconds": 0}):
        read = Question.read(whole)
        assert Question.read(read.to_message()) == read


def test_what_is_left_out_is_neither_asked_nor_so() -> None:
    cards = [{"id": "dog"}]
    read = Question.read(
        {"kind": "value", "before": cards, "after": cards, "cutoff": 3, "metrics": [{"name": "AP", "to": 1}]}
    )
    (card,), (asked,) = read.before, read.metrics
    assert (card.title, card.picture, card.level, card.relevant, card.judged) == ("", "", 0, False, True)
    assert (asked.title, asked.start, asked.reason, asked.range, asked.beliefs) == ("AP", None, "", None, ())
    assert (read.sure, read.seconds, read.cutoff_before, read.link, read.pictures) == (False, 0, None, "", {})


SENT = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=8,
)


@given(SENT, st.sampled_from(["", *question()]))
def test_whatever_is_sent_gets_a_line(sent: Any, field: str) -> None:
    whole = {**question(), field: sent} if field else sent
    try:
        read = Question.read(whole)
    except ValueError as error:
        assert str(error).startswith("question")  # noqa: PT017 - either is right
    else:
        assert REASON not in json.dumps(read.public())


@pytest.mark.parametrize(
    ("kind", "values", "sure"),
    [
        ("direction", {"AP": "up"}, None),
        ("direction", {"AP": "same", "nDCG": "down"}, 5),
        ("value", {"AP": 0.25, "nDCG": 1}, 1),
        ("preference", {"AP": "first"}, 3),
    ],
)
def test_answers_of_a_kind_are_read(kind: str, values: dict[str, Any], sure: int | None) -> None:
    assert Answer.read(values, sure, Question.read(question(kind))) == Answer(values, sure)


@pytest.mark.parametrize(
    ("kind", "values", "sure"),
    [
        ("direction", {}, None),
        ("direction", None, None),
        ("direction", ["up"], None),
        ("direction", {"AP": "sideways"}, None),
        ("direction", {"AP": "first"}, None),
        ("direction", {"AP": 0.5}, None),
        ("direction", {"AP": ["up"]}, None),
        ("direction", {"MRR": "up"}, None),
        ("direction", {"AP": "up", "MRR": "up"}, None),
        ("direction", {"AP": "up"}, 0),
        ("direction", {"AP": "up"}, 6),
        ("direction", {"AP": "up"}, True),
        ("direction", {"AP": "up"}, 2.5),
        ("direction", {"AP": "up"}, "5"),
        ("value", {"AP": "up"}, None),
        ("value", {"AP": True}, None),
        ("value", {"AP": float("nan")}, None),
        ("value", {"AP": 1e300}, None),
        ("preference", {"AP": "up"}, None),
    ],
)
def test_other_answers_are_none(kind: str, values: Any, sure: Any) -> None:
    with pytest.raises(ValueError, match=r"answers|sure"):
        Answer.read(values, sure, Question.read(question(kind)))


def ranged(*ends: object) -> dict[str, Any]:
    sent = question("value")
    sent["metrics"][0]["range"] = [*ends]
    return sent


@pytest.mark.parametrize("value", [1.7, -0.01, 1.000001])
def test_a_value_that_its_metric_cannot_have_is_none(value: float) -> None:
    asked = Question.read(ranged(0, 1))
    assert Question.read(asked.to_message()) == asked
    assert asked.public()["metrics"][0]["range"] == [0, 1]
    for end in (0, 1):
        assert Answer.read({"AP": end, "nDCG": value}, None, asked).values["AP"] == end

    with pytest.raises(ValueError, match=r"answers\.AP is missing or no number from 0 to 1$"):
        Answer.read({"AP": value}, None, asked)


@pytest.mark.parametrize("ends", [(), (0,), (1, 0), (0, 0), ("0", "1"), (0, 1, 2), (0, 1e300)])
def test_a_range_has_a_lowest_and_a_highest_value(ends: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"question\.metrics\[0\]\.range"):
        Question.read(ranged(*ends))


def test_how_sure_is_left_out_where_nobody_asked() -> None:
    asked = Question.read(question(sure=False))

    assert Answer.read({"AP": "up"}, 3, asked).sure is None
