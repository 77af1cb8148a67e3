"""The modules of a page: its head asks for all of them as one script, and each runs when it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from irviz.ui import files
from tests.browser.modules import SCRIPT

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

FETCHED = """() => performance.getEntriesByType("resource").map((one) => one.name)"""
RAN = f"async () => Object.keys((await {SCRIPT}).modules)"

PAGES = {
    "": ("[data-testid=lens-panel]:visible", "lens/lens.js"),
    "learn?lesson=recall&step=1": ("[data-testid=lens-panel]:visible", "coach/coach.js"),
    "hides": ("[data-testid=hides]:visible", "view/part.js"),
    "reference": ("h1:visible", "prose/prose.js"),
}
"""Pages, what is on each when it is complete, and a module that not all of them need."""


@pytest.mark.parametrize("path", ["", "reference"])
def test_page_asks_for_one_script_and_runs_what_it_needs(visit: OpenPage, path: str) -> None:
    # A browser takes again from its memory what some other page has asked for.
    explorer = visit(ready=False, new=True)
    page = explorer.page
    shown, own = PAGES[path]
    page.goto(f"{explorer.url}/{path}")
    expect(page.locator(shown).first).to_be_attached()
    page.wait_for_load_state("networkidle")

    fetched = page.evaluate(FETCHED)
    names = [one.partition(files.base())[2] for one in fetched]
    ran = {*page.evaluate(RAN)}

    assert [one for one in names if one.endswith(".js") and one != files.PLOTLY] == [files.PAGE]
    assert own in ran
    others = {module for _, module in PAGES.values()} - {own}
    assert others - ran
    assert "export/paper.js" not in ran
    assert not [one for one in fetched if one.endswith(".woff2")], "the device's own fonts do"
