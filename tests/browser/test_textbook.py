"""The examples, the page “Printed numbers, checked” and the reference, as a person uses them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

from irviz.pages.textbook import VERDICTS
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.textbook import TEXTBOOK, row_link
from irviz.state import permalink
from irviz.state.desk import MEAN

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from irviz.scenarios.printed.row import Row
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

READY = {"textbook": ".ix-book-filters", "reference": ".ix-reference"}
"""What each page shows when it is there."""


class Read(Protocol):
    """Open a page of the dashboard that has no board."""

    def __call__(self, path: str, **options: Any) -> Explorer: ...


@pytest.fixture
def read(visit: OpenPage) -> Read:
    def open_page(path: str, **options: Any) -> Explorer:
        explorer = visit(ready=False, **options)
        explorer.page.goto(f"{explorer.url}/{path}")
        explorer.page.wait_for_selector(READY[re.split(r"[?#]", path)[0]])
        return explorer

    return open_page


def expect_rows(page: Page, expected: list[str]) -> None:
    """The heading may be there before the table is."""
    rows = page.locator(".ix-book tr[id]:visible")
    expect(rows).to_have_count(len(expected))
    assert rows.evaluate_all("all => all.map(one => one.id)") == expected


def chosen(verdict: str, source: str = "") -> tuple[Row, ...]:
    """The rows with a verdict, of one source or of all."""
    return tuple(row for row in TEXTBOOK if row.verdict is VERDICTS[verdict][0] and source in ("", row.source.id))


def ids(some: tuple[Row, ...]) -> list[str]:
    return [row.id for row in some]


# Printed numbers, checked.


def test_a_row_is_found_and_filters_leave_what_they_say_by_keys_and_in_the_link(read: Read) -> None:
    page = read("textbook#recommender-ndcg-winner").page
    expect(page.locator("#recommender-ndcg-winner")).to_be_in_viewport()
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        over = page.locator(".ix-run li").evaluate_all(
            """all => all.filter(one => one.getBoundingClientRect().right
               > one.closest("td").getBoundingClientRect().right).length"""
        )
        assert over == 0, f"at {width} px, so many values stand in the next column"
    page.set_viewport_size({"width": 1280, "height": 800})

    errata = chosen("errata")
    page.get_by_role("radio", name="All").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect_rows(page, ids(errata))
    assert urlsplit(page.url).query == "show=errata"

    page.get_by_role("combobox", name="Source").select_option("Chaudhary’s post")
    few = chosen("errata", "chaudhary")
    expect_rows(page, ids(few))
    assert urlsplit(page.url).query == "show=errata&source=chaudhary"

    page.get_by_role("combobox", name="Source").focus()
    first = page.locator(".ix-book a:visible").first
    for _ in range(20):
        page.keyboard.press("Tab")
        if first.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{row_link(few[0])}")


# The reference.


def test_links_lead_into_the_reference_and_from_it_to_an_example(read: Read) -> None:
    explorer = read("reference#ndcg")
    page = explorer.page
    expect(page.locator("[id='ndcg']")).to_be_in_viewport()
    assert page.evaluate("document.querySelector(':target').id") == "ndcg"
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="RR", exact=True).click()
    expect(page.locator("#rr")).to_be_in_viewport()

    page.locator("#rr").get_by_role("link", name="Open it").click()
    explorer.settle()
    address = dict(parse_qsl(explorer.search()[1:]))
    desk, ignored = permalink.read(address, permalink.find_example(address, CATALOGUE))
    assert ignored == ()
    assert (desk.opened, desk.metric) == (MEAN, "RR")
    assert explorer.scores()["MRR"] == pytest.approx(17 / 30)
