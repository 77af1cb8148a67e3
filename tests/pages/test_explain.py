"""The page that says which formula gave a number: that of the tool, its link, and what is wrong with a field."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from irviz.metrics import TOOLS, Ranking
from irviz.pages.host import Host
from tests.pages.test_example import every

if TYPE_CHECKING:
    from irviz.pages.host import Frame

LIST = "1 0 0 1 1 0 1 0"


def asks(host: Host, **fields: str) -> Frame:
    return host.handle_message("explain", "request", {"do": "ask", **fields})


def rows(frame: Frame) -> list[list[str]]:
    table = [one for one in every(frame.data["explain"]["view"]) if one[0] == "tbody"]
    return [[cell[2] for cell in row[2:]] for row in table[0][2:]] if table else []


def said(frame: Frame) -> str:
    return " ".join(part for one in every(frame.data["explain"]["view"]) for part in one[2:] if isinstance(part, str))


@pytest.mark.parametrize(
    ("number", "tool", "apart"),
    [
        ("0.250", "trec_eval", "nothing: the usual one"),
        ("0.333", "Spark", "denominator = min(R,k)"),
        ("1.000", "scikit-learn", "denominator = hits"),
    ],
)
def test_the_tool_and_what_sets_it_apart_are_named(number: str, tool: str, apart: str) -> None:
    host = Host()
    host.open_page("explain", {})

    frame = asks(host, n=number, g=LIST, m="AP", k="3")

    metric, value, tools, other = rows(frame)[0]
    assert (metric, other) == ("AP@3", apart)
    assert tool in tools.split(", ")
    computed = (TOOLS[tool].metrics["AP"] @ 3)(Ranking(map(int, LIST.split())))
    assert float(value) == pytest.approx(computed, abs=5e-7)
    assert re.search(r"formulas were tried; about [\d.]+ would match by luck\.", said(frame))


@pytest.mark.parametrize(
    ("fields", "apart", "why"),
    [
        ({"n": "1.63", "g": "1a 1a", "m": "nDCG"}, "duplicates = counted twice", "The document counts each time"),
        ({"n": "0.00", "g": "1=0=0=0", "m": "nDCG", "k": "3"}, "ties = reversed", "Results of one score are in the"),
        ({"n": "0.22", "g": "3", "m": "nDCG", "k": "10"}, "missed = 9 or more of grade 3", "Judged documents that"),
        ({"n": "0.66", "g": "1 1 0", "m": "P", "k": "3"}, "truncated", "formulas were tried"),
    ],
)
def test_what_is_odd_about_a_list_is_written_into_it_and_explained(
    fields: dict[str, str], apart: str, why: str
) -> None:
    host = Host()
    host.open_page("explain", {})

    frame = asks(host, **fields)

    assert apart in rows(frame)[0][3]
    assert why in said(frame)


def test_a_link_opens_the_answer() -> None:
    host = Host()
    host.open_page("explain", {})
    frame = asks(host, n="0.9488", g="323012", n2="0.5876", g2="0,1,3,0,2,2")
    link: Any = next(one[1]["outward"] for one in every(frame.data["explain"]["view"]) if "outward" in one[1])

    there = Host().open_page("explain", dict(parse_qsl(urlsplit(link).query)))

    assert (
        rows(there)
        == rows(frame)
        == [
            [
                *("nDCG@6", "0.948811 and 0.587622"),
                *("Spark, Quepid, OpenSearch, Elasticsearch, TensorFlow Ranking", "gain = exp"),
            ]
        ]
    )
    assert there.data["explain"]["address"] == frame.data["explain"]["address"]


def test_the_board_is_in_the_empty_form() -> None:
    frame = Host().open_page("explain", {})

    field = next(one[1] for one in every(frame.data["explain"]["view"]) if one[1].get("name") == "g")
    assert field["value"] == "0 1 0 1 1 0 1 0"
    assert rows(frame) == []


def test_the_second_list_is_open_where_something_is_in_it() -> None:
    for fields, is_open in (({}, False), ({"n2": "1"}, True), ({"g2": "1 0"}, True), ({"n2": "1", "g2": "1 0"}, True)):
        frame = Host().open_page("explain", {"n": "0.5", "g": LIST, **fields})
        assert [one[1]["open"] for one in every(frame.data["explain"]["view"]) if one[0] == "details"] == [is_open]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"n": "many", "g": LIST}, "many"),
        ({"n": "0.5", "g": "a b"}, "“a” is no grade: write whole numbers with blanks between, such as 3 2 0 1."),
        ({"n": "0.5", "g": "many"}, "“many” is no grade: write whole numbers with blanks between, such as 3 2 0 1."),
        ({"n": "0.5", "g": "1 " * 101}, "A list has 1 to 100 grades, and this has 101."),
        ({"n": "0.5", "g": ""}, "A list has 1 to 100 grades, and this has 0."),
        ({"n": "0.5", "g": LIST, "k": "0"}, "The cutoff is a whole number from 1 on, not “0”."),
        ({"n": "0.5", "g": LIST, "m": "<b>"}, "<b>"),
        ({"n": "0.5", "g": LIST, "n2": "1"}, "A second list needs both its number and its grades."),
        ({"n": "0.5", "g": "1a 1a", "n2": "1", "g2": "1"}, "Letters and = go with the only list: leave them out"),
        ({"n": "0.5", "g": "1a 2a"}, "Document “a” has two grades: give it the same each time."),
    ],
)
def test_a_field_that_is_wrong_is_named(fields: dict[str, str], words: str) -> None:
    host = Host()
    host.open_page("explain", {})

    frame = asks(host, **fields)

    fault = next(one for one in every(frame.data["explain"]["view"]) if one[1].get("data-testid") == "explain-fault")
    assert words in fault[2]


@pytest.mark.parametrize("request_", [None, [], {"do": "ask"}, {"do": "look", "n": "1"}])
def test_a_request_that_makes_no_sense_asks_nothing(request_: object) -> None:
    host = Host()
    host.open_page("explain", {})

    assert rows(host.handle_message("explain", "request", request_)) == []


def test_where_nothing_fits_the_nearest_are_there() -> None:
    host = Host()
    host.open_page("explain", {})

    frame = asks(host, n="0.123456", g=LIST)

    assert " formulas gives 0.123456" in said(frame)
    assert len(rows(frame)) == 3
