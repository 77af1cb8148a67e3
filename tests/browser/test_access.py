"""Every page for everybody: axe-core, room for large or spaced letters, targets for a finger, keys, and no jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from irviz.state.desk import LENSES
from tests.browser.axe import axe
from tests.browser.conftest import PHONE
from tests.browser.test_fit import SPACED, TWICE, faults

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

PAGES = {
    "": "[data-testid=score][data-value]",
    "learn": ".ix-coach a, .ix-coach button",
    "learn?lesson=offline-online&step=7": ".ix-coach h2",
    "challenges": ".ix-entry",
    "compare": "[data-testid=card]",
    "disagree": ".ix-disagree-verdict",
    "hides?all=1": "[data-testid=blind-spot]",
    "check?seed=4711&said=11": "[data-testid=question]",
    "results": "h1",
    "explain?n=0.9488&g=3+2+3+0+1+2": "tbody",
    "handout": ".ix-part h2",
    "textbook?show=errata": "table",
    "reference": ".ix-part h2",
}
"""Where one can be, and what is there as soon as the page is."""

LIKE_OTHERS = ("learn", "challenges", "compare", "hides?all=1", "explain?n=0.9488&g=3+2+3+0+1+2", "reference")
"""Nothing stands still on these that does not on another page, so that the focus is hidden by nothing else."""

SHIFTS = """async () => {
  const moved = [];
  const watch = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const what = sources.map(({ node }) => node?.className || node?.nodeName).join(" ");
      if (!hadRecentInput) moved.push({ value, what });
    }
  });
  watch.observe({ type: "layout-shift", buffered: true });
  await new Promise((done) => setTimeout(done));
  return moved;
}"""
"""What has jumped since the page came."""

SMALL = """() => {
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // Links and words within a sentence, and what is shown by a larger label, may be smaller (WCAG 2.2, 2.5.8).
  const inText = (one) => one.matches("a, .ix-term") && one.closest("p, li, dd, td, figcaption");
  const labelled = (one) => one.tagName === "INPUT" && one.closest("label");
  const size = (one) => (({ width, height }) => Math.min(width, height))(one.getBoundingClientRect());
  const kinds = "button, a[href], input, select, summary, [role=button], [role=slider]";
  return [...document.querySelectorAll(kinds)]
    .filter((one) => seen(one) && !inText(one) && !labelled(one) && size(one) > 1 && size(one) < 23.9)
    .map((one) => `${size(one).toFixed(1)} ${one.outerHTML.slice(0, 160)}`);
}"""

WIDE = """() => [document.scrollingElement, document.querySelector("[data-ix-main]")]
  .map((one) => one.scrollWidth - one.clientWidth)"""

FOCUS = """() => {
  const one = document.activeElement;
  const near = [one, one.parentElement, one.nextElementSibling].filter(Boolean);
  const ring = near.map((it) => getComputedStyle(it))
    .some((css) => css.outlineStyle !== "none" && parseFloat(css.outlineWidth) > 0);
  const { top, bottom, left, right, width, height } = one.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height]));
  const reached = ([x, y]) => {
    const there = document.elementFromPoint(x, y);
    return there && (one.contains(there) || there.contains(one) || one.closest("label")?.contains(there));
  };
  const apart = getComputedStyle(one);
  const again = window.walked.has(one);
  window.walked.add(one);
  return {
    again,
    body: one === document.body,
    what: one.outerHTML.slice(0, 120),
    ring,
    seen: width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    hidden: apart.pointerEvents !== "none" && apart.opacity !== "0" && !parts.some(reached),
  };
}"""
"""The focus that has come: whether it has a ring, is in sight, and lies below something else."""


def go(page: Page, url: str, path: str) -> None:
    page.goto(f"{url}/{path}")
    page.wait_for_function("() => document.querySelector('[data-ix-app]')?.dataset.testScriptState === 'notRunning'")
    expect(page.locator(PAGES[path]).first).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
def test_page_is_for_everybody(visit: OpenPage, path: str) -> None:
    explorer = visit(ready=False)
    page = explorer.page
    go(page, explorer.url, path)
    expect(page.locator("h1")).to_have_count(1)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    moved = page.evaluate(SHIFTS)
    assert sum(one["value"] for one in moved) < 0.1, moved
    if path == "":
        show_every_lens(page)
    # That both themes have enough contrast, tests/views/test_palette.py shows.
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.wait_for_function("() => document.documentElement.dataset.ixTheme === 'dark'")
    assert axe(page) == []
    assert page.evaluate(SMALL) == []

    # What the head offers comes first on every page, and help is there.
    assert page.evaluate("() => document.querySelector('.ix-page button').closest('.ix-head-tools') !== null")
    expect(page.get_by_test_id("help")).to_be_visible()
    # Where there is least room, nothing hides the focus.
    if path not in LIKE_OTHERS:
        page.set_viewport_size({"width": 320, "height": 180})
        page.wait_for_function("() => innerWidth === 320")
        places = walk(page)
        assert len(places) >= 5
        assert lost(places) == []

    page.set_viewport_size({"width": 320, "height": 640})
    page.wait_for_function(f"() => innerHeight === 640 && ({WIDE})().every((more) => more <= 0)")
    assert page.evaluate(SMALL) == []
    looks = ((PHONE, SPACED), (PHONE, TWICE))
    assert {str(look): found for look in looks if (found := faults(page, *look))} == {}


def show_every_lens(page: Page) -> None:
    """One after the other, and then all of them at once."""
    for lens in LENSES:
        page.get_by_test_id(f"lens-{lens}").click()
        expect(page.locator(f"[data-testid=lens-panel][data-lens='{lens}']")).to_be_visible()
        expect(page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")
    panels = page.get_by_test_id("lens-panel")
    panels.evaluate_all("all => { for (const one of all) one.hidden = false; }")
    expect(panels.filter(visible=True)).to_have_count(len(LENSES))


def ways_past_the_head_to_help_and_into_presenting(explorer: Explorer) -> None:
    page = explorer.page
    skip = page.get_by_role("button", name="Skip to the results")
    skip.focus()
    expect(skip).to_have_css("opacity", "1")
    explorer.key("Enter")
    expect(explorer.card("two-cats").get_by_test_id("handle")).to_be_focused()
    page.get_by_test_id("present").click()
    expect(page.get_by_test_id("presenter")).to_be_focused()
    explorer.key("Escape")
    expect(page.get_by_test_id("present")).to_be_focused()
    # A key leads to the help on pages that have no board, too.
    go(page, explorer.url, "results")
    page.locator("h1").click()
    explorer.key("?")
    help_ = page.get_by_role("dialog", name="Words and keys")
    expect(help_.get_by_text("The cutoff: the first k results count")).to_be_visible()
    explorer.key("Escape")
    page.get_by_role("textbox").first.fill("1 0 x")
    page.get_by_role("textbox").first.press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("Pasted judgments")
    page.get_by_role("button", name="Go to Judgments").click()
    expect(page.get_by_role("textbox").first).to_be_focused()
    expect(page.get_by_role("textbox").first).to_have_attribute("aria-invalid", "true")


def walk(page: Page, most: int | None = None) -> list[dict[str, Any]]:
    """Where Tab leads from wherever the focus is, once round the page or as often as is said."""
    page.evaluate("() => { window.walked = new WeakSet(); }")
    places: list[dict[str, Any]] = []
    for _ in range(most or 300):
        page.keyboard.press("Tab")
        place = page.evaluate(FOCUS)
        if place["again"]:
            return places
        if not place["body"]:
            places.append(place)
    if most is None:
        pytest.fail("the focus does not come to an end")
    return places


def lost(places: list[dict[str, Any]]) -> list[str]:
    """Where somebody who uses keys does not see where they are."""
    return [one["what"] for one in places if one["hidden"] or not (one["ring"] and one["seen"])]


EDGES = """() => {
  const css = (selector, pseudo) => getComputedStyle(document.querySelector(selector), pseudo);
  const mark = css(".ix-tabs [aria-pressed=true]").backgroundColor;
  const chosen = [".ix-choose[aria-pressed=true]", ".ix-tab[aria-selected=true]"];
  return {
    seen: [".ix-card", ".ix-curves", ".ix-lens-stage"].map(one => css(one).borderTopWidth),
    grip: css(".ix-handle", "::before").backgroundImage.includes("gradient"),
    chosen: chosen.map(one => css(one).backgroundColor === mark),
    other: css(".ix-choose[aria-pressed=false]").backgroundColor === mark,
    ring: css("[data-relevant=true] > .ix-picture").borderTopColor === mark,
  };
}"""


def test_ways_by_keys_and_forced_colours_and_more_contrast_keep_what_matters(visit: OpenPage) -> None:
    explorer = visit("?k=3", forced_colors="active")
    page = explorer.page
    found = page.evaluate(EDGES)
    assert found == {"seen": ["1px", "1px", "1px"], "grip": True, "chosen": [True, True], "other": False, "ring": True}
    # What a mean is called stands on the chosen score, and on a phone below it.
    mean = page.locator(".ix-score[data-chosen] .ix-score-mean")
    colour = "one => getComputedStyle(one).color"
    page.set_viewport_size({"width": 390, "height": 844})
    expect(mean).to_have_css("color", page.locator("body").evaluate(colour))
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(mean).not_to_have_css("color", page.locator("body").evaluate(colour))
    page.emulate_media(forced_colors="none")
    ways_past_the_head_to_help_and_into_presenting(explorer)
    page.emulate_media(forced_colors="active")
    ink = "name => getComputedStyle(document.documentElement).getPropertyValue(`--ix-${name}`)"
    page.goto(f"{explorer.url}/check?seed=865955")
    line = page.locator(".ix-tile[data-last=true]").first
    assert line.evaluate("one => getComputedStyle(one, '::after').borderRightWidth") == "2px"
    page.emulate_media(forced_colors="none", contrast="no-preference")
    usual = page.evaluate(ink, "ink-soft")
    page.emulate_media(contrast="more")
    assert page.evaluate(ink, "ink-soft") == page.evaluate(ink, "ink") != usual


def test_what_stands_at_the_foot_of_a_phone_hides_no_focus(visit: OpenPage) -> None:
    """The questions of a prediction."""
    explorer = visit("?predict=1", viewport=PHONE)
    page = explorer.page
    explorer.divider.press("ArrowRight")
    expect(page.get_by_test_id("see")).to_be_visible()
    places = walk(page, 16)
    assert len(places) == 16
    assert lost(places) == []
