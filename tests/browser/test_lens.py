"""Below the chart: the tabs, the working, what changed, and the confusion table, as a person uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer


CHOSEN_IN_SIGHT = """() => {
  const chosen = document.querySelector(".ix-tab[aria-selected=true]");
  const [tab, bar] = [chosen, chosen.parentElement].map(one => one.getBoundingClientRect());
  return innerWidth === 320 && tab.left >= bar.left - 1 && tab.right <= Math.min(bar.right, 320) + 1;
}"""

LIT = "all => all.map(one => one.closest('[data-rank]').dataset.rank + one.dataset.hot)"


def panel(explorer: Explorer) -> Locator:
    """The open panel, once it shows the server's last answer."""
    explorer.settle()
    expect(explorer.page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")
    return explorer.page.locator("[data-testid=lens-panel]:visible")


def tab(explorer: Explorer, lens: str) -> Locator:
    return explorer.page.get_by_test_id(f"lens-{lens}")


def cards(explorer: Explorer) -> dict[int, tuple[str, bool]]:
    """By rank, the item there and whether it is relevant."""
    found: list[Any] = explorer.page.get_by_test_id("card").evaluate_all(
        """all => all.map(({ dataset }) =>
          [+dataset.rank, dataset.item, dataset.relevant === 'true'])"""
    )
    return {rank: (item, relevant) for rank, item, relevant in found}


def test_a_rank_is_lit_everywhere(visit: OpenPage) -> None:
    explorer = visit("?k=5", reduced_motion="reduce", viewport={"width": 1280, "height": 1600})
    work = panel(explorer)
    work.get_by_test_id("step").nth(3).hover()
    hot = explorer.page.locator("[data-hot]")
    expect(explorer.page.locator("[data-testid=card][data-hot]")).to_have_attribute("data-rank", "4")
    expect(work.locator("[data-testid=step][data-hot=true]")).to_have_attribute("data-rank", "4")
    expect(work.locator(".ix-of-rank[data-hot=true]")).to_have_text("24")
    explorer.card(cards(explorer)[2][0]).hover()
    expect(work.locator("[data-testid=step][data-hot=true]")).to_have_attribute("data-rank", "2")
    assert {one[0] for one in work.locator("[data-hot=true]").evaluate_all(LIT)} == {"2"}
    work.locator(".ix-of-rank[data-rank='5']").hover()
    expect(explorer.page.locator("[data-testid=card][data-hot]")).to_have_attribute("data-rank", "5")
    explorer.page.mouse.move(2, 2)
    expect(hot).to_have_count(0)


def test_tabs_and_metrics_by_keys_and_a_tab_at_the_foot_of_the_screen_brings_its_panel(quick: Explorer) -> None:
    page = quick.page
    expect(page.get_by_test_id("working-line")).to_be_in_viewport(ratio=1)
    choice = panel(quick).locator(".ix-chip[data-metric='nDCG']")
    choice.press("Enter")
    quick.settle()
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(choice).to_be_focused()
    # What is wider than its place says so until its end is in sight.
    page.set_viewport_size({"width": 320, "height": 720})
    worked = panel(quick).locator(".ix-worked")
    expect(worked).to_have_attribute("data-more", "")
    worked.evaluate("one => one.scrollTo(one.scrollWidth, 0)")
    expect(worked).not_to_have_attribute("data-more", "")
    page.set_viewport_size({"width": 1280, "height": 720})

    tab(quick, "working").focus()
    for key, lens in (
        ("ArrowRight", "changes"),
        ("ArrowLeft", "working"),
        ("ArrowLeft", "conventions"),
        ("Home", "working"),
        ("End", "conventions"),
    ):
        page.keyboard.press(key)
        expect(tab(quick, lens)).to_be_focused()
        expect(tab(quick, lens)).to_have_attribute("aria-selected", "true")
        shown = page.locator("[data-testid=lens-panel]:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("aria-labelledby", f"ix-lens-tab-{lens}")
    assert page.locator("[role=tab][tabindex='0']").count() == 1
    # A window that becomes narrow keeps the last tab in sight.
    page.set_viewport_size({"width": 320, "height": 720})
    page.wait_for_function(CHOSEN_IN_SIGHT)
    page.set_viewport_size({"width": 1280, "height": 720})

    page.evaluate("() => document.querySelector('[data-ix-main]').scrollTo(0, 0)")
    gain = page.get_by_role("tab", name="Gain")
    gain.scroll_into_view_if_needed()
    gain.click()
    expect(page.locator("table.ix-gain")).to_be_in_viewport()
    # The curves that it is about stay in sight, and nothing moves for another tab.
    expect(quick.chart.locator(".xtick").first).to_be_in_viewport()
    before = gain.bounding_box()
    page.get_by_role("tab", name="Confusion").click()
    expect(page.get_by_test_id("confusion")).to_be_in_viewport()
    assert gain.bounding_box() == before
