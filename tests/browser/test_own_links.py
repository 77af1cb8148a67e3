"""What a link to results of one's own leaves out, one query alone, and ids that are long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.browser.test_results import bring, choose, opened
from tests.browser.test_unjudged import NEW, POOLED, QRELS

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

LONG = "clueweb22-en0012-34-" + "x" * 150 + "-end"


def test_the_link_to_two_runs_says_what_is_not_in_it(visit: OpenPage) -> None:
    page = opened(visit(ready=False, reduced_motion="reduce")).page
    bring(page, "qrels", "qrels.txt", QRELS)
    bring(page, "a", "pooled.run", POOLED)
    bring(page, "b", "new.run", NEW)
    page.get_by_role("button", name="Use these results").click()
    page.get_by_role("button", name="both, to compare").click()
    choose(page, "q1")
    page.wait_for_url("**/compare?*")
    page.get_by_role("button", name="Copy link").first.click()
    dialog = page.get_by_role("dialog", name="Share")
    missing = "their ids, the runs’ names and the query stay here. The TREC files below have the ids."
    expect(dialog.get_by_role("group", name="Link")).to_contain_text(missing)
    expect(dialog.get_by_role("status")).to_contain_text(missing)
    page.keyboard.press("Escape")

    # A pair that everybody has is in its link as it is.
    page.get_by_role("combobox", name="Example").select_option(index=0)
    expect(page.get_by_text("pooled.run")).to_have_count(0)
    page.get_by_role("button", name="Share").first.click()
    expect(dialog.get_by_role("group", name="Link")).to_contain_text("exactly as they are")


def test_one_query_opens_on_the_board_and_its_long_ids_can_be_read(visit: OpenPage) -> None:
    explorer = opened(visit(ready=False, reduced_motion="reduce"))
    page = explorer.page
    expect(page.get_by_text("Files are in no link")).to_be_visible()
    bring(page, "qrels", "qrels.txt", f"q1 0 {LONG} 1\nq1 0 b 0\n".encode())
    bring(page, "a", "a.run", f"q1 Q0 b 1 9 x\nq1 Q0 {LONG} 2 8 x\n".encode())
    page.get_by_role("button", name="Use these results").click()
    expect(page.get_by_role("heading", name="q1", level=1)).to_be_visible()
    card = explorer.card(LONG)
    title = card.locator(".ix-title")
    whole = "node => node.scrollHeight <= node.clientHeight"
    page.set_viewport_size({"width": 390, "height": 844})
    assert not title.evaluate(whole)
    picture = card.locator(".ix-picture")
    picture.focus()
    assert title.evaluate(whole)
    assert LONG in (picture.get_attribute("title") or "")
    assert "\n".join(axe(page)) == ""
    page.get_by_role("button", name="Back to all queries").click()
    expect(page.get_by_role("heading", name="Means over 1 query")).to_be_visible()
