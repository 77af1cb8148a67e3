"""The modules of a page: its head asks for all of them as one script, and each runs when it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.ui import files
from tests.browser.modules import SCRIPT

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

FETCHED = """() => performance.getEntriesByType("resource").map((one) => one.name)"""
RAN = f"async () => Object.keys((await {SCRIPT}).modules)"


def test_page_asks_for_one_script_and_runs_what_it_needs(visit: OpenPage) -> None:
    # A browser takes again from its memory what some other page has asked for.
    explorer = visit(ready=False, new=True)
    page = explorer.page
    page.goto(f"{explorer.url}/hides")
    expect(page.get_by_test_id("hides").first).to_be_attached()
    page.wait_for_load_state("networkidle")

    fetched = page.evaluate(FETCHED)
    names = [one.partition(files.base())[2] for one in fetched]
    ran = {*page.evaluate(RAN)}

    assert [one for one in names if one.endswith(".js") and one != files.PLOTLY] == [files.PAGE]
    assert "view/part.js" in ran
    assert {"lens/lens.js", "coach/coach.js", "prose/prose.js"} - ran
    assert "export/paper.js" not in ran
    assert not [one for one in fetched if one.endswith(".woff2")], "the device's own fonts do"
