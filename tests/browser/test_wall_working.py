"""On a wall, the working and the other views stand in place of the chart, and scroll in themselves alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.lessons.course import lessons
from irviz.state.desk import LENSES
from tests.browser.test_wall import SIZES, presented, readable

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

FRAMED = """() => [...document.querySelectorAll('.ix-card')].filter((card) => {
  const [picture, ...words] = ['picture', 'handle', 'verdict > .ix-badge']
    .map((name) => card.querySelector(`.ix-${name}`).getBoundingClientRect());
  // The frame of what is relevant stands around the picture.
  const frame = 0.3125 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  return words.some(({ right }) => right > picture.left - frame + 1);
}).length"""

AWAY = "() => document.querySelector('[data-ix-main]').scrollTop"


def fits(explorer: Explorer) -> None:
    """All words can be read from the last row, and nothing but the view itself scrolls."""
    readable(explorer.page)
    assert explorer.page.evaluate(AWAY) == 0
    # It ends above the bar, and has room to be read.
    stage = explorer.page.locator(".ix-lens-stage").bounding_box()
    bar = explorer.page.get_by_test_id("presenter").bounding_box()
    assert stage
    assert bar
    assert stage["y"] + stage["height"] <= bar["y"]
    assert stage["height"] >= 0.4 * bar["y"]


def spans(page: Page) -> None:
    """Nothing of a view is beyond its sides."""
    wide = "({ scrollWidth, clientWidth }) => scrollWidth - clientWidth"
    assert page.locator(".ix-lens-stage").evaluate(wide) <= 1


def turned(page: Page, lens: str) -> None:
    """Open a tab, and wait for what it shows."""
    page.get_by_test_id(f"lens-{lens}").click()
    panel = page.locator(f".ix-lens-panel[data-lens='{lens}']")
    expect(panel).to_be_visible()
    expect(page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")


def test_every_view_comes_by_a_key_and_goes_by_it(visit: OpenPage) -> None:
    explorer = presented(visit, "", SIZES[0])
    page = explorer.page
    lens, button = page.get_by_test_id("lens"), page.get_by_role("button", name="Working")

    expect(lens).to_be_hidden()
    explorer.key("f")
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("definition")).to_be_visible()
    expect(explorer.chart).to_be_hidden()
    expect(button).to_have_attribute("aria-pressed", "true")
    for name in LENSES:
        turned(page, name)
        fits(explorer)
        spans(page)
    # Another metric is one key away, and the cards are there as before.
    turned(page, "working")
    page.mouse.click(4, 4)
    explorer.key("ArrowDown")
    expect(page.locator(".ix-lens-panel[data-lens=working] h2")).to_have_text("Normalised DCG")
    fits(explorer)
    it_scrolls_by_keys(explorer)
    no_frame_covers_what_stands_beside_it(page)
    masked_it_says_so_and_nothing_else(explorer)
    button.click()
    expect(lens).to_be_hidden()
    expect(explorer.chart).to_be_visible()


def it_scrolls_by_keys(explorer: Explorer) -> None:
    """The page stays where it is."""
    page = explorer.page
    explorer.key("ArrowUp")
    metric = page.locator(".ix-present-metric")
    expect(metric).to_have_text("AP")
    turned(page, "working")
    page.locator(".ix-lens-panel[data-lens=working]").focus()
    explorer.key(*["ArrowDown"] * 8)
    page.wait_for_function("() => document.querySelector('.ix-lens-stage').scrollTop > 100")
    expect(metric).to_have_text("AP")
    assert page.evaluate(AWAY) == 0
    # So it does by keys from anywhere, and what goes on below says so.
    more = page.get_by_role("button", name="More below")
    page.mouse.click(4, 4)
    explorer.key(*["Shift+ArrowDown"] * 12)
    expect(more).to_be_hidden()
    explorer.key(*["Shift+ArrowUp"] * 12)
    expect(more).to_be_visible()
    more.click()
    page.wait_for_function("() => document.querySelector('.ix-lens-stage').scrollTop > 100")


def no_frame_covers_what_stands_beside_it(page: Page) -> None:
    for width, height in ((1366, 850), (1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => innerWidth === {width} && ({FRAMED})() === 0")
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})


def masked_it_says_so_and_nothing_else(explorer: Explorer) -> None:
    page, stage = explorer.page, explorer.page.locator(".ix-lens-stage")
    turned(page, "confusion")
    page.mouse.click(4, 4)
    explorer.key("m")
    expect(stage).to_have_text(re.compile(r"^The values are masked\."))
    fits(explorer)
    # A metric that is revealed has its working, and nothing else comes with it.
    explorer.key("2")
    expect(stage).to_have_text(re.compile(r"^The values are masked\."))
    page.get_by_test_id("lens-working").click()
    expect(page.get_by_test_id("result")).to_contain_text("0.250")
    page.mouse.click(4, 4)
    explorer.key("ArrowDown")
    expect(stage).to_have_text(re.compile(r"^The values are masked\."))
    assert "0.286" not in stage.inner_html()
    explorer.key("m", "m")
    expect(stage).not_to_contain_text("masked")


def test_a_step_that_points_below_the_chart_brings_it(visit: OpenPage) -> None:
    steps = lessons()["ndcg"].steps
    number = next(at for at, step in enumerate(steps, 1) if any(point.kind == "lens" for point in step.points))
    explorer = presented(visit, f"learn?lesson=ndcg&step={number}", SIZES[1])
    page, lens = explorer.page, explorer.page.get_by_test_id("lens")
    explorer.key("t")
    expect(lens).to_be_visible()
    expect(lens).to_have_attribute("data-pointed", "")
    expect(page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")
    fits(explorer)
    # Its head is in sight without scrolling.
    expect(page.locator(".ix-lens-tabs")).to_be_in_viewport()
    # All its tabs are there, so no shade at an end says that there are more.
    expect(page.locator(".ix-lens-tabs")).to_have_css("background-image", "none")
    # Whoever wants the chart has it.
    explorer.key("f")
    expect(lens).to_be_hidden()
    expect(explorer.chart).to_be_visible()
