"""The reference page: a card for each metric, and every link leads somewhere."""

import re
from html.parser import HTMLParser

import pytest

from irviz import __version__
from irviz.lessons.reference.cards import CARDS
from irviz.lessons.reference.symbols import SYMBOLS
from irviz.metrics import AP, METRICS, TOOLS, Ranking, nDCG
from irviz.metrics.rounding import rounded
from irviz.pages.reference import anchor_of, render_page
from irviz.scenarios.sources import ARTICLE, CHAUDHARY, NOTEBOOK, RECOMMENDER, VIDEO
from irviz.views.html import tag, text

VOID = {"br", "hr", "img"}


class Page(HTMLParser):
    """The page's names, links and texts; it must be well formed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.tags.append(tag)
        if name := attributes.get("id"):
            self.ids.append(name)
        if href := attributes.get("href"):
            self.links.append(href)
        assert "src" not in attributes

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def page() -> Page:
    return Page(render_page())


@pytest.mark.parametrize("name", METRICS)
def test_metric_has_a_card_with_all_that_is_known_of_it(page: Page, name: str) -> None:
    metric, card = METRICS[name], CARDS[name]

    assert anchor_of(name) in page.ids
    for words in (
        *(metric.title, metric.summary, metric.reference, *card.strengths),
        *(card.hides, card.misleads, card.undefined, card.use, card.shown.text),
    ):
        assert words in page.text
    assert f"./{card.shown.link}" in page.links


def test_means_are_found_by_their_own_names(page: Page) -> None:
    assert {"mrr", "map"} <= set(page.ids)


def test_names_are_unique_and_every_link_leads_somewhere(page: Page) -> None:
    assert len(page.ids) == len(set(page.ids))
    for link in page.links:
        leads_away = link.startswith("./?q=") or link in {"./hides?all=1", "./package"}
        assert leads_away or link.removeprefix("#") in page.ids


def test_formulas_are_typeset(page: Page) -> None:
    symbols = sum(symbol.latex for symbol in SYMBOLS)

    # ERR explains a letter on a second line.
    assert page.tags.count("math") == len(METRICS) + 1 + symbols
    assert not re.search(r"\\\w", page.text)


def test_symbols_and_tools_are_listed(page: Page) -> None:
    for symbol in SYMBOLS:
        assert f"symbol-{symbol.id}" in page.ids
        assert symbol.meaning in page.text
    for tool in TOOLS.values():
        assert tool.name in page.text
        assert all(note in page.text for note in tool.notes)


def test_sources_are_credited_and_the_licence_is_named(page: Page) -> None:
    for source in (ARTICLE, NOTEBOOK, VIDEO, CHAUDHARY, RECOMMENDER):
        assert source.credit in page.text
    assert "MIT licence" in page.text
    assert f"irviz {__version__}" in page.text


def test_lists_beside_the_tools_are_those_of_their_values(page: Page) -> None:
    binary, graded = re.findall(r"(\d(?: \d){7})[,.]", page.text)

    for tool in TOOLS.values():
        for metric, k, grades in ((AP, 3, binary), (nDCG, 2, graded)):
            if metric.name in tool.metrics:
                value = (tool.metrics[metric.name] @ k)(Ranking(map(int, grades.split())))
                assert rounded(value).removeprefix("0") in page.text


def test_text_is_shown_as_text() -> None:
    assert tag("p", text("<b>"), title='"&') == '<p title="&quot;&amp;">&lt;b&gt;</p>'
