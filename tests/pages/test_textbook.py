"""The page “Printed numbers, checked”: what it shows, what its filters leave, and that text stays text."""

import re
from dataclasses import replace
from functools import partial
from html.parser import HTMLParser

import pytest

from irviz.pages.textbook import EVERYTHING, SIGNS, VERDICTS, render_page, render_sections
from irviz.scenarios.printed.row import Fact, Row, Verdict
from irviz.scenarios.sources import SOURCES
from irviz.scenarios.textbook import TEXTBOOK, count_verdicts, row_link


class Table(HTMLParser):
    """The rows of the page's tables: the texts of their cells and their links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: dict[str, list[str]] = {}
        self.links: dict[str, str] = {}
        self.open: list[str] = []
        self.row = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.open.append(tag)
        if tag == "tr":
            self.row = attributes.get("id") or ""
            self.rows.setdefault(self.row, [])
        if tag in {"td", "th"}:
            self.rows[self.row].append("")
        if tag == "a":
            self.links[self.row] = attributes["href"] or ""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.rows.get(self.row) and {"td", "th"} & set(self.open):
            self.rows[self.row][-1] += data


@pytest.fixture(scope="module")
def table() -> Table:
    return Table("".join(render_sections(TEXTBOOK)))


def test_every_row_shows_what_is_printed_beside_what_is_computed(table: Table) -> None:
    for row in TEXTBOOK:
        what, printed, computed, verdict, opening = table.rows[row.id]
        assert row.words in what
        chapter, _, part = row.place.partition(", ")
        assert chapter in table.rows[""]
        assert part in what
        for text in row.numbers or (row.printed,):
            assert text in printed
        for fact in row.facts:
            assert fact.text in computed
        assert SIGNS[row.verdict] in verdict
        assert row.verdict.value in verdict
        assert row.right in verdict
        assert opening == "Open"


def test_a_value_has_its_fraction_where_that_is_short(table: Table) -> None:
    fractions = [exact for row in table.rows.values() for exact in re.findall(r" = ([\d/]+)", row[2])]
    assert {"/" in exact and len(exact) < 10 for exact in fractions} == {True}


def test_every_row_opens_its_example(table: Table) -> None:
    assert {name: href for name, href in table.links.items() if name} == {
        row.id: f"./{row_link(row)}" for row in TEXTBOOK
    }


def test_verdicts_are_told_apart_by_word_and_by_sign() -> None:
    assert len(set(SIGNS.values())) == len(SIGNS) == len(Verdict)


def test_wrong_numbers_of_a_curve_are_marked_one_by_one(table: Table) -> None:
    printed = table.rows["article-ap-2-terms"][1]

    assert printed == "10.5✕0.4 erratum✕0.43 erratum"


def _facts_of(row: Row, some: slice, _desk: object) -> tuple[Fact, ...]:
    return row.facts[some]


def test_lists_of_four_and_eight_numbers_fill_their_lines() -> None:
    curve = next(row for row in TEXTBOOK if len(row.facts) == 8 and row.numbers)
    for count, columns in ((4, 4), (5, 3), (8, 4)):
        first = slice(count)
        shown = replace(curve, printed=" ".join(curve.numbers[first]), quantity=partial(_facts_of, curve, first))
        html = "".join(render_sections([shown]))
        assert {*re.findall(r'data-columns="(\d)"', html)} == {str(columns)}


def test_text_is_shown_as_text() -> None:
    evil = replace(TEXTBOOK[0], words="<b>&", printed="<img>", right="a < b.", sentence=True)
    html = "".join(render_sections([evil]))

    assert "<img>" not in html
    assert "&lt;img&gt;" in html
    assert "&lt;b&gt;&amp;" in html
    assert Table(html).rows[evil.id][1] == "<img>"


def test_every_row_says_by_what_it_is_chosen() -> None:
    """What is chosen of the page itself is tried in tests/browser/test_textbook.py."""
    found = re.findall(r'<tr id="([^"]*)" data-verdict="([^"]*)" data-source="([^"]*)"', render_page())

    assert found == [(row.id, name_of(row), row.source.id) for row in TEXTBOOK]
    for name, (verdict, label) in VERDICTS.items():
        assert f'value="{name}"' in render_page()
        assert f"{label} <b>{count_verdicts()[verdict]}</b>" in render_page()
    assert all(f'<option value="{name}">' in render_page() for name in (EVERYTHING, *SOURCES))


def name_of(row: Row) -> str:
    return next(name for name, (verdict, _) in VERDICTS.items() if verdict is row.verdict)
