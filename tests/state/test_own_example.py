"""An example that a teacher writes is the same in a file, in a link and as lines, and nothing damaged gets through."""

import json
import random
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.example_draft import Draft, TypedQuery
from irviz.state.own_example import (
    MAX_NAME_CHARACTERS,
    PREFIX,
    ExampleError,
    OwnExample,
    OwnQuery,
    OwnResult,
    copy_desk,
    find_own_desk,
    parse_results,
    read_desk,
    read_example,
    unpack_example,
    write_results,
)

TEXTS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=30)
TITLES = st.lists(TEXTS, min_size=1, max_size=3).map(" ".join)
PICTURES = st.sampled_from(["", "🐆", "❤️", "👩‍💻", f"{PREFIX}0123456789abcdef"])


SCORES = st.lists(st.floats(-1e9, 1e9) | st.integers(-3, 12).map(float), min_size=20, max_size=20)


def give_scores(results: list[OwnResult], scores: list[float]) -> tuple[OwnResult, ...]:
    """The results with scores that fall from rank to rank, or stay the same."""
    fallen = sorted(scores[: len(results)], reverse=True)
    return tuple(one._replace(score=score) for one, score in zip(results, fallen, strict=True))


@st.composite
def examples(draw: st.DrawFn) -> OwnExample:
    top = draw(st.integers(1, 10))
    n = draw(st.integers(2, 20))
    result = st.builds(OwnResult, TITLES, st.none() | st.integers(0, top), PICTURES, st.none())
    results = st.lists(result, min_size=n, max_size=n)
    query = st.builds(OwnQuery, TITLES, results.map(tuple) | st.builds(give_scores, results, SCORES))
    queries = tuple(draw(st.lists(query, min_size=1, max_size=5)))
    return OwnExample(draw(TITLES | st.just("")), queries, top, draw(TITLES | st.just("")))


@given(examples())
def test_a_link_and_a_file_hold_the_whole_example(example: OwnExample) -> None:
    assert unpack_example(example.name) == example or len(example.name) > MAX_NAME_CHARACTERS
    assert read_example(json.loads(json.dumps(example.to_json()))) == example


@given(examples())
def test_its_desk_is_found_again_by_any_link_to_it(example: OwnExample) -> None:
    desk = example.desk
    assert desk.metric == ("nDCG" if example.top > 1 else "AP")
    board = desk.boards[0]
    moved = desk.replace_boards(board.move(1, board.n).grade(0, example.top)).move_cutoff(desk.n)
    link = permalink.write(moved, desk)
    if len(example.name) > MAX_NAME_CHARACTERS:
        return

    there, notes = permalink.read(link, permalink.find_example(link, CATALOGUE))

    assert (there, notes) == (moved, ())
    results, first = read_desk(moved).queries[0].results, example.queries[0].results
    assert results[-1] == first[0]._replace(grade=example.top, score=first[-1].score)
    assert [one.score for one in results] == [one.score for one in first]  # which are the ranks'


@given(
    st.lists(
        st.builds(OwnResult, TITLES, st.none() | st.integers(0, 10), st.just(""), st.none()), min_size=1, max_size=20
    )
)
def test_lines_say_what_they_were_made_from(results: list[OwnResult]) -> None:
    assert [*parse_results(write_results(results))] == results


@given(examples())
def test_lines_keep_scores(example: OwnExample) -> None:
    for query in example.queries:
        shown = tuple(one._replace(picture="") for one in query.results)
        assert parse_results(write_results(shown)) == shown


def test_a_head_that_promises_scores_is_kept_to() -> None:
    with pytest.raises(ExampleError, match="line 2: its score is missing"):
        parse_results("Title\tScore\nOne\t3\nTwo\t1")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One;1;12,5\nTwo;?;9", [("One", 1, 12.5), ("Two", None, 9.0)]),
        ("Title\tGrade\tScore\nOne\t2\t3\nTwo\t0\t-1e-3", [("One", 2, 3.0), ("Two", 0, -0.001)]),
        ("Title\tGrade\tScore\nOne\t2\t3\nTwo\t0\t1", [("One", 2, 3.0), ("Two", 0, 1.0)]),
        ("1\tOne\t1\t0.75\n2\tTwo\t0\t0.75", [("One", 1, 0.75), ("Two", 0, 0.75)]),
    ],
)
def test_scores_of_a_spreadsheet_are_read(text: str, found: list[tuple[str, int | None, float]]) -> None:
    assert [(one.title, one.grade, one.score) for one in parse_results(text)] == found


def test_equal_scores_are_ties_of_the_desk() -> None:
    tied = OwnQuery("one", parse_results("A;1;9\nB;0;7.5\nC;1;7.5\nD;0;7.5\nE;0;1"))
    other = OwnQuery("two", parse_results("A;1;9\nB;0;9.5\nC;1;7.5\nD;0;7.5\nE;0;7.5".replace("A;1;9", "A;1;99")))
    assert OwnExample("", (tied,)).desk.ties == ((2, 4),)
    assert OwnExample("", (tied, other)).desk.ties == ((3, 4),)  # which both have
    assert OwnExample("", (tied, tied._replace(results=parse_results("A\nB\nC\nD\nE")))).desk.ties == ()


def test_what_is_tied_and_parted_by_hand_is_in_the_scores() -> None:
    desk = OwnExample("", (OwnQuery("q", parse_results("A;1;9\nB;0;7\nC;1;7\nD;0;2")),)).desk
    tied, parted = desk.tie(1, 2, together=True), desk.tie(2, 3, together=False)

    assert [one.score for one in read_desk(tied).queries[0].results] == [9, 9, 9, 2]
    assert [one.score for one in read_desk(parted).queries[0].results] == [9, 7, 4.5, 2]
    for one in (tied, parted):
        assert read_desk(one).desk.ties == one.ties


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "One;1;9\nTwo;0;8\nThree;1",
            "line 3: its score is missing, as line 1 has one; write title, grade and score in each line, or no scores",
        ),
        ("One;yess\nTwo;1", "line 1: “yess” is no grade; write a whole number from 0 to 10, or ? for none"),
        ("One;1;12.5\nTwo;0;high", "line 2: “high” is no score; write a number, such as 12.5"),
        (
            "One;1\nTwo;0\nThree;1;3",
            "line 1: its score is missing, as line 3 has one; write title, grade and score in each line, or no scores",
        ),
        ("One;1;12.5\nTwo;0;13.5", "result 2: its score is higher than that of the result before; sort them by score"),
    ],
)
def test_scores_that_are_none_are_said_in_the_form(text: str, words: str) -> None:
    assert Draft((TypedQuery("q", text),)).faults == {"results-0": words}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One\nTwo", [("One", 0), ("Two", 0)]),
        ("One\t2\nTwo\t0", [("One", 2), ("Two", 0)]),
        ("Title\tGrade\r\nOne\t2\r\nTwo\t", [("One", 2), ("Two", 0)]),
        ("Rank;Title;Relevant\n1;One;yes\n2;Two;no", [("One", 1), ("Two", 0)]),
        ("1\tOne\n2\tTwo", [("One", 0), ("Two", 0)]),
        ("\nName\tMine\nOne\t1\n", [("One", 1)]),
        ("1\t1\n2\t0", [("1", 1), ("2", 0)]),
        ("\n  One,  two | x \n\nThree|?\n", [("One, two", 1), ("Three", None)]),
        ("", []),
    ],
)
def test_rows_of_a_spreadsheet_are_read(text: str, found: list[tuple[str, int | None]]) -> None:
    assert [(one.title, one.grade) for one in parse_results(text)] == found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"irviz_example": None}, "it is no example, as “Save as a file” writes it"),
        ({"irviz_example": 2}, "a newer one opens it"),
        ({"queries": "x"}, "queries: expected a list"),
        ({"queries": []}, "there have to be 1 to 5, not 0"),
        ({"queries": [{"query": "q", "results": [{"title": "a"}]}]}, "query 1: it needs 2 to 20 results, and has 1"),
        ({"queries": [{"query": "q", "results": [{"title": "a"}, {"title": "b", "grade": 2}]}]}, "query 1, result 2"),
        (
            {"queries": [{"query": "q", "results": [{"title": "a"}, {"title": "b", "grade": True}]}]},
            "query 1, result 2",
        ),
        ({"queries": [{"query": "", "results": [{"title": "a"}, {"title": "b"}]}]}, "say what is searched for"),
        ({"queries": [{"query": "q", "results": [{"title": "a", "picture": "https://x"}, {"title": "b"}]}]}, "picture"),
        ({"queries": [{"query": "q", "results": [{"title": "a", "picture": "<b>"}, {"title": "b"}]}]}, "picture"),
        ({"queries": [{"query": "q", "results": [{"title": "a", "score": 1}, {"title": "b"}]}]}, "or none"),
        ({"queries": [{"query": "q", "results": [{"title": "a", "score": "1"}] * 2}]}, "result 1: a score is a number"),
        (
            {"queries": [{"query": "q", "results": [{"title": "a", "score": True}] * 2}]},
            "result 1: a score is a number",
        ),
        ({"queries": [{"query": "q", "results": [{"title": "a", "score": 1e999}] * 2}]}, "a score is a number"),
        ({"top": 11}, "from 1 to 10"),
        ({"title": "x" * 121}, "title: it has 121 characters, and at most 120 fit"),
        ({"source": "x" * 301}, "source: it has 301 characters, and at most 300 fit"),
        ({"queries": [{"query": "q", "results": [{"title": "a"}] * 21}]}, "and has 21"),
        ({"about": "a\x00b"}, "about: it has a character that is no text"),
    ],
)
def test_a_file_that_is_none_says_where_and_what(change: dict[str, object], words: str) -> None:
    whole = OwnExample("", (OwnQuery("q", (OwnResult("a"), OwnResult("b"))),)).to_json()

    with pytest.raises(ExampleError, match=words):
        read_example({**whole, **change})


def test_two_hundred_damaged_examples_are_refused_or_read_as_others() -> None:
    results = tuple(OwnResult(f"Result {at}", at % 3, "🐆" if at % 2 else "") for at in range(12))
    whole = OwnExample("Big cats", (OwnQuery("jaguar", results),), 2)
    draw = random.Random(8)
    refused = 0
    for turn in range(200):
        text = whole.name if turn % 2 else json.dumps(whole.to_json(), ensure_ascii=False)
        at, far = draw.randrange(5, len(text)), draw.randrange(1, 9)
        damaged = (
            text[:at] + "".join(draw.choice('aZ0"{[]}:,-_<\ud800') for _ in range(draw.randrange(4))) + text[at + far :]
        )
        try:
            found = unpack_example(damaged) if turn % 2 else read_example(json.loads(damaged))
        except (ExampleError, json.JSONDecodeError):
            refused += 1
        else:
            assert read_example(found.to_json()) == found

    assert refused > 100


@pytest.mark.parametrize(
    "packed",
    [
        zlib.compress(b" " * 10_000_000 + b"{}"),
        zlib.compress(b"[" * 90_000),
        zlib.compress(b'{"irviz_example":1'),
        zlib.compress(b"{}")[:-3],
        b"",
    ],
)
def test_a_hostile_link_opens_the_first_example_and_says_why(packed: bytes) -> None:
    name = PREFIX + urlsafe_b64encode(packed).rstrip(b"=").decode()
    link = {"q": "own-1", "k": "2", "set": name}

    desk, notes = permalink.read(link, permalink.find_example(link, CATALOGUE))

    assert find_own_desk(name) is None
    assert desk.id == "cats"
    assert notes[0].startswith("This is “cat in a box”, since ")


@pytest.mark.parametrize("name", [name for name, desk in CATALOGUE.items() if desk.n <= 20])
def test_every_example_can_be_begun_from(name: str) -> None:
    desk = CATALOGUE[name]
    made = copy_desk(desk, "Mine").desk

    assert [board.ranked for board in made.boards] == [board.ranked for board in desk.boards]


def test_a_draft_says_what_is_missing_and_what_is_wrong() -> None:
    draft = Draft().type("results-0", "One\nTwo")
    assert draft.missing == "query 1: say what is searched for"
    draft = draft.type("query-0", "  two  words ").add_query().type("query-1", "other")
    assert draft.missing == "query 2: it needs 2 to 20 results, and has 0"
    assert draft.type("results-1", "One\nTwo\nThree").missing == (
        "query 2: it has 3 results, and query 1 has 2; give both as many"
    )
    assert draft.type("results-1", "x" * 121).faults == {
        "results-1": "result 1: it has 121 characters, and at most 120 fit"
    }
    wide = draft.type("top", "5")
    assert [wide.type("top", top).top for top in ("0", "1", "10", "11")] == [5, 1, 10, 5]
    assert draft.remove_query(1).example.queries[0].query == "two words"
    assert draft.remove_query(0).remove_query(0) == Draft((TypedQuery(),))
    assert draft.type("results-7", "One") == draft.type("pictures", "x") == draft
