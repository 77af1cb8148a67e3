"""What somebody writes in the form is a challenge that a link carries, or an error; the solver judges it."""

from dataclasses import replace
from itertools import permutations, product
from json import dumps
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irviz.lessons.challenge import Challenge, ChallengeError
from irviz.lessons.draft import ALLOWED, MOST_ROWS, RELATIONS, SUBJECTS, Draft, Row, judge
from irviz.metrics import METRICS
from irviz.workers import report_searches
from tests.each import each

if TYPE_CHECKING:
    from irviz.state.desk import Desk

BOX = {"q": "cat-in-a-box", "k": "3"}
FIVE = {"q": "five-documents", "k": "3", "five-documents": "5-2-3-1-4.00111"}

rows = st.builds(
    Row,
    subject=st.sampled_from([*SUBJECTS]),
    metric=st.sampled_from([*METRICS]),
    k=st.sampled_from(["", "2", "8"]),
    item=st.sampled_from(["dog", "document-1", "two-cats", ""]),
    relation=st.sampled_from([*RELATIONS]),
    value=st.sampled_from(["0.5", "3/5", "60%", "1", "2"]),
    other=st.sampled_from([*METRICS]),
)
drafts = st.builds(
    Draft,
    rows=st.lists(rows, min_size=1, max_size=3).map(tuple),
    allow=st.lists(st.sampled_from([*ALLOWED]), unique=True).map(tuple),
    most=st.sampled_from(["", "1", "99"]),
    title=st.text(max_size=30).map(str.strip),
    task=st.text(max_size=30).map(str.strip),
    hints=st.sampled_from(["", "Look at the dog.", "Look {k}\n\nLook again", "a\nb\nc\nd"]),
)


@pytest.mark.exhaustive
@settings(max_examples=150)
@given(drafts, st.sampled_from([BOX, FIVE, {"q": "white-cat-in-a-box", "k": "2"}]))
def test_a_challenge_of_ones_own_goes_through_a_link(draft: Draft, board: dict[str, str]) -> None:
    try:
        challenge = draft.challenge(board)
    except ChallengeError:
        return
    again = Challenge.read_custom(dict(parse_qsl(urlencode(challenge.link))))

    assert again == Challenge.read_custom(challenge.link)
    assert (again.desk, again.goal, again.allow) == (challenge.desk, challenge.goal, challenge.allow)
    assert (again.most, again.fewest) == (challenge.most, challenge.fewest)
    assert again.task == challenge.task
    assert again.hints == challenge.hints
    assert again.hint_count == (len(again.hints) or 1)
    if draft.title:
        assert again.title == draft.title


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)
parts = st.sampled_from(["rows", "allow", "most", "title", "task", "hints"])


@given(st.dictionaries(parts, json) | st.builds(lambda row: {"rows": [row]}, json))
def test_reading_a_form_is_total(form: dict[str, object]) -> None:
    draft = Draft.read(form)

    assert 1 <= len(draft.rows) <= MOST_ROWS
    assert {*draft.allow} <= {*ALLOWED}
    assert judge(draft, {"q": "feed-a", "k": "1"}).words


@given(drafts)
def test_an_address_keeps_a_form(draft: Draft) -> None:
    kept = Draft.reopen(draft.as_text)

    assert {*kept.allow} == {*draft.allow}
    assert (kept.rows, kept.most, kept.hints) == (draft.rows, draft.most, draft.hints)
    assert (kept.title, kept.task) == (draft.title, draft.task)


@given(st.text(max_size=40) | json.map(dumps) | st.just("[" * 5000))
def test_whatever_an_address_holds_is_a_form(text: str) -> None:
    assert isinstance(Draft.reopen(text).goal, str)


@given(drafts)
def test_a_form_is_read_as_it_is_sent(draft: Draft) -> None:
    rows = {f"{name}-{at}": value for at, row in enumerate(draft.rows) for name, value in vars(row).items()}
    read = Draft.read_fields({**vars(draft), **rows, **{f"allow-{one}": "on" for one in draft.allow}})

    assert ({*read.allow}, read.title, read.most) == ({*draft.allow}, draft.title, draft.most)
    for row, sent in zip(read.rows, draft.rows, strict=True):
        only_metrics = sent.subject != "metric" and sent.relation in {"best", "over"}
        assert row == (replace(sent, relation="up") if only_metrics else sent)


TEXTS = {
    Row(metric="AP", k="8", relation="<", value="0.6"): "AP@8 < 0.6",
    Row(metric="AP", k="8", relation="<", value="0,6"): "AP@8 < 0.6",
    Row(metric="nDCG", k="4"): "nDCG@4 > start",
    Row(metric="P", k="4", relation="same"): "P@4 = start",
    Row(metric="RR", relation="down"): "RR@k < start",
    Row(subject="beats", metric="AP", relation=">=", value="90%"): "beats(AP@k) >= 90%",
    Row(subject="rank", item="dog", relation="=", value="1"): "rank(dog) = 1",
    Row(subject="k", relation="=", value="5"): "k = 5",
    Row(subject="relevant", relation="down"): "relevant < start",
    Row(metric="R", k="2", relation="best"): "R@2 = best(R@2)",
    Row(metric="AP", k="4", relation="over", other="RR"): "AP@4 > RR@4",
    Row(metric="Rprec", k="4", relation="over", other="P"): "Rprec > P@4",
    Row(metric="Rprec", k="4"): "Rprec > start",
}


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: row.text)
def test_conditions_as_text(row: Row) -> None:
    assert row.text == TEXTS[row]
    assert Draft((row,), allow=("move", "judge", "cutoff")).goal == TEXTS[row]


CUT = [name for name, metric in METRICS.items() if not (metric.own_cutoff or name == "IDCG")]


@pytest.mark.exhaustive
@each("metric", CUT)
@each(("subject", "relation"), [*product(["metric"], ["up", "down", "=", ">=", "best", "over"]), ("beats", "up")])
def test_an_empty_cutoff_is_that_of_the_board(subject: str, metric: str, relation: str) -> None:
    row = Row(subject, metric, relation=relation, value="0.9", other="RR")
    for allow in (("move",), ("move", "cutoff")):
        said = judge(Draft((row,), allow), BOX)
        if "cutoff" not in allow:  # where it cannot be moved, it is as good as written out
            meant = judge(Draft((replace(row, k="3"),), allow), BOX)
            assert (said.kind, said.words, said.way) == (meant.kind, meant.words, meant.way)
        if not said.link:
            continue
        challenge = Challenge.read_custom(said.link)
        if "cutoff" not in allow:
            symbol = {"P": "precision", "R": "recall"}.get(metric, metric)
            for words in (challenge.title, challenge.task, challenge.about):
                assert f"{symbol}@3" in words
                assert "@8" not in words
        for clause in challenge.check(challenge.desk.move_cutoff(5)):
            assert f"{metric}@5" in clause.text


@pytest.mark.parametrize("k", ["0", "9", "99", "-1", "1.5", "x", "3 ", "３", "k", "1e1"])
def test_a_cutoff_that_the_board_does_not_have_is_refused(k: str) -> None:
    verdict = judge(Draft((Row(metric="AP", k=k),)), BOX)

    assert verdict.words == (
        f"Condition 1: the cutoff is a whole number from 1 to 8, or empty for the board’s k, not “{k}”."
    )
    assert judge(Draft((Row(metric="Rprec", k=k),)), BOX).kind == "proved"
    assert judge(Draft((Row(subject="k", k=k),), ("cutoff",)), BOX).kind == "proved"


WRONG = {
    "Condition 1 needs a number": Draft((Row(relation="=", value=""),)),
    "Condition 2: only a metric": Draft((Row(), Row(subject="k", relation="best"))),
    "Tick at least one thing": Draft(allow=()),
    "Condition 1 needs a number, such as 0.6, 3/5 or 60%, not “much”": Draft((Row(relation="=", value="much"),)),
    **{
        f"Condition 1 needs a number, such as 0.6, 3/5 or 60%, not “{value}”": Draft((Row(relation="=", value=value),))
        for value in ("AP", "start", "1 and k = 4")
    },
    "The board meets the goal from the start": Draft((Row(relation="same"),)),
    "The number of moves that may be used": Draft(most="0"),
    "There is no result 'giraffe'": Draft((Row(subject="rank", item="giraffe", relation="=", value="1"),)),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_said(words: str) -> None:
    verdict = judge(WRONG[words], BOX)

    assert verdict.kind == "wrong"
    assert verdict.words.startswith(words)
    assert verdict.link == {}


# What the solver says, against all orders

FIVES = {
    Row(metric="AP", relation="=", value="1"): "proved",
    Row(metric="R", k="3", relation="best"): "proved",
    Row(metric="P", k="3", relation="=", value="1/3"): "proved",
    Row(metric="P", k="3", relation="=", value="0"): "impossible",
    Row(metric="AP", k="5", relation="<", value="0.3"): "impossible",
    Row(metric="nDCG", k="5", relation="<", value="0.62"): "proved",
}


@pytest.mark.parametrize("row", FIVES, ids=lambda row: row.text)
def test_its_claims_hold_over_all_orders(row: Row) -> None:
    verdict = judge(Draft((row,)), FIVE)
    challenge = Draft((row,)).challenge(FIVE)
    start = challenge.desk.boards[0]
    good = [
        order
        for order in permutations(start.order)
        if challenge.is_done(challenge.desk.replace_boards(start.reorder(order)))
    ]

    assert verdict.kind == FIVES[row]
    assert (verdict.kind == "proved") == bool(good)
    if good:
        fewest = min(start.n - longest_common(start.order, order) for order in good)
        assert verdict.link["fewest"] == str(fewest) == str(len(verdict.way))


def longest_common(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """How many results can stay where they are among themselves: the others have to be moved."""
    if not first or not second:
        return 0
    if first[0] == second[0]:
        return 1 + longest_common(first[1:], second[1:])
    return max(longest_common(first[1:], second), longest_common(first, second[1:]))


@pytest.mark.exhaustive
def test_too_few_moves_and_too_long_a_search_are_told_apart() -> None:
    short = judge(Draft((Row(metric="AP", k="8", relation="=", value="1"),), most="2"), BOX)
    far = judge(
        Draft((Row(metric="AP", relation="=", value="0.123"),), allow=("move", "judge", "cutoff")),
        {"q": "twenty-documents", "k": "3"},
    )

    assert short.kind == "impossible"
    assert short.words.endswith("you allow only two moves.")
    assert far.kind == "unknown"
    assert "Nobody knows yet" in far.words
    assert "fewest" not in far.link
    opened = Challenge.read_custom(far.link)
    assert opened.fewest is None
    assert len(opened.format_hints(opened.desk)) == opened.hint_count == 1


def test_a_search_that_was_stopped_is_no_search_that_found_nothing() -> None:
    with report_searches(None):
        stopped = judge(Draft((Row(metric="AP", relation="=", value="0.111"),), allow=("move", "judge")), BOX)

    assert stopped.kind == "unknown"
    assert stopped.words.startswith("Nobody knows yet: the search was stopped.")
    assert "fewest" not in stopped.link


# Playing one


def test_hints_come_from_the_shortest_way_and_the_allowance_counts() -> None:
    draft = Draft((Row(metric="AP", k="8", relation="=", value="1"),), most="3")
    challenge = Challenge.read_custom(judge(draft, BOX).link)
    path: list[Desk] = [challenge.desk]
    for action in challenge.find_solution().actions:
        path.append(action.apply(path[-1]))
    far = [*path[:1], path[0].replace_boards(path[0].boards[0].ideal().move(1, 4)), path[-1]]

    assert challenge.fewest == 3
    assert len(challenge.format_hints(challenge.desk)) == challenge.hint_count == 3
    assert challenge.format_hints(challenge.desk)[0].startswith(
        "It can be done in three moves: take a result to another"
    )
    assert challenge.format_hints(challenge.desk)[1].startswith("Begin with “")
    assert challenge.format_hints(challenge.desk)[2].count("Then: ") == 2
    assert challenge.is_done(path[-1])
    assert challenge.is_within_moves(path)
    assert challenge.describe_result(path) == "Done in three moves, the fewest there are."
    assert not challenge.is_within_moves(far)
    assert challenge.describe_result(far).startswith("The goal is met, but in seven moves, and only three")
