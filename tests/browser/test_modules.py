"""The modules of a page: the head asks for all that it begins with at once, and for nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from irviz.ui import files

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

FETCHED = """() => performance.getEntriesByType("resource").map((one) => one.name)"""

ASKED = """() => [...document.querySelectorAll("link[rel=modulepreload], script[type=module]")]
  .map((one) => one.href || one.src)"""

PAGES = {
    "": "[data-testid=lens-panel]:visible",
    "?see=precision-recall": "[data-testid=lens-panel]:visible",
    "learn": "[data-testid=coach]",
    "learn?lesson=recall&step=1": "[data-testid=lens-panel]:visible",
    "challenges": "h1:visible",
    "challenges?challenge=first-hit": "[data-testid=lens-panel]:visible",
    "challenges?write=1": "[data-testid=lens-panel]:visible",
    "compare": "h1:visible",
    "disagree": "h1:visible",
    "hides": "h1:visible",
    "check?seed=1": "h1:visible",
    "results": "h1:visible",
    "handout": "h1:visible",
    "textbook": "h1:visible",
    "reference": "h1:visible",
    "package": "h1:visible",
}
"""Pages, and what is on each when it is complete."""


def ours(addresses: list[str]) -> list[str]:
    """The modules of this page's own, by their names."""
    names = [one.partition(files.base())[2] for one in addresses]
    return [one for one in names if one.endswith(".js") and not one.startswith("plotly/")]


@pytest.mark.drawn(4)
@pytest.mark.parametrize("path", PAGES)
def test_all_modules_that_a_page_begins_with_are_asked_for_at_once(
    visit: OpenPage, path: str
) -> None:
    explorer = visit(ready=False)
    page = explorer.page
    page.goto(f"{explorer.url}/{path}")
    expect(page.locator(PAGES[path]).first).to_be_attached()
    page.wait_for_load_state("networkidle")

    asked, fetched = (ours(page.evaluate(what)) for what in (ASKED, FETCHED))

    assert len(asked) == len({*asked})
    assert {*fetched} == {*asked}
