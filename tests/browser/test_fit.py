"""All of a page fits: with letters twice as large, on a narrow screen, and with text spaced out (WCAG 2.2, 1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.state.desk import LENSES
from tests.browser.axe import axe
from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

STYLE = """(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""

TWICE = ":root { font-size: 200% !important; }"
"""What somebody has who sets the letters of a browser to 32 pixels."""

SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }"""
"""The spacing that a page has to bear (1.4.12)."""

FAULTS = """() => {
  const main = document.querySelector("[data-ix-main]");
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const said = (one) => `${one.className || one.localName} “${one.textContent.trim().slice(0, 30)}”`;

  // What is left of a box after all that scroll or cut it off; what the sheet cuts off is lost.
  const left = (one, { left, top, right, bottom }) => {
    for (let up = one.parentElement; up && up !== main && up !== document.body; up = up.parentElement) {
      const css = getComputedStyle(up);
      const box = up.getBoundingClientRect();
      if (css.overflowX !== "visible" && !up.matches("[data-ix-sheet]")) {
        left = Math.max(left, box.left);
        right = Math.min(right, box.right);
      }
      if (css.overflowY !== "visible") {
        top = Math.max(top, box.top);
        bottom = Math.min(bottom, box.bottom);
      }
      if (css.position === "fixed") break;
    }
    return { left, top, right, bottom };
  };
  // What stands still lies over what scrolls below it, as it should.
  const still = (one) => {
    for (let up = one; up && up !== main && up !== document.body; up = up.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(up).position)) return true;
    }
    return false;
  };
  const over = (a, b) =>
    a.still === b.still && !a.one.contains(b.one) && !b.one.contains(a.one) &&
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const boxes = (all) => all
    .map(({ one, box }) => ({ one, still: still(one), ...left(one, box) }))
    .filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1);
  const pairs = (all) => all.flatMap((a, at) => all.slice(at + 1).filter((b) => over(a, b)).map((b) => [a, b]))
    .map(([a, b]) => `${said(a.one)} lies over ${said(b.one)}`);

  // The room for a finger around a word in a sentence, and the places for one on the chart, take none from others.
  const controls = [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=tab]")]
    .filter((one) => seen(one) && !one.matches(".ix-term, .ix-score-mean") && !one.closest(".ix-said"));
  const pressed = boxes(controls.flatMap((one) => [...one.getClientRects()].map((box) => ({ one, box }))));

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  const unread = ".ix-said, script, style, noscript, option, math, .js-plotly-plot, [data-ix-head]";
  while (words.nextNode()) {
    const { parentElement: one, data } = words.currentNode;
    if (!data.trim() || one.closest(unread) || !seen(one)) continue;
    const range = document.createRange();
    range.selectNode(words.currentNode);
    // The middle of a line: its box is higher than its letters.
    for (const { left, right, top, height } of range.getClientRects()) {
      const line = { top: top + height / 4, bottom: top + (3 * height) / 4 };
      texts.push({ one, box: { left: left + 1, right: right - 1, ...line } });
    }
  }
  for (const one of document.querySelectorAll("math")) {
    if (seen(one)) texts.push({ one, box: one.getBoundingClientRect() });
  }
  const read = boxes(texts);

  const cut = controls.flatMap((one) => [one, ...one.querySelectorAll("*")]).filter((one) =>
    one.textContent.trim() && /hidden|clip/.test(getComputedStyle(one).overflowX) &&
    one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1);
  return [
    ...[document.scrollingElement, main].filter((one) => one.scrollWidth > one.clientWidth)
      .map(() => "the page is wide"),
    ...[...read, ...pressed].filter(({ left, right }) => left < -1 || right > innerWidth + 1)
      .map(({ one }) => `${said(one)} is beside the page`),
    ...pairs(pressed),
    ...pairs(read),
    ...cut.map((one) => `${said(one)} is cut off`),
  ];
}"""
"""What does not fit."""


def faults(page: Page, size: dict[str, int], style: str) -> list[str]:
    """What does not fit on a screen of some size, with some style."""
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.evaluate(STYLE, style)
    # What measures itself draws once more.
    page.wait_for_function("(width) => innerWidth === width", arg=size["width"])
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")
    found: list[str] = page.evaluate(FAULTS)
    return found


def test_each_lens_is_accessible_and_fits_on_a_phone(visit: OpenPage) -> None:
    """Every page is tried in `test_access.py`."""
    explorer = visit("?m=nDCG", viewport=PHONE, color_scheme="dark")
    page = explorer.page
    for lens in LENSES:
        page.evaluate(STYLE, "")
        page.get_by_test_id(f"lens-{lens}").click()
        expect(page.locator(f"[data-testid=lens-panel][data-lens='{lens}']")).to_be_visible()
        expect(page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")
        assert axe(page, "[data-testid=lens-panel]:not([hidden])") == [], lens
        assert faults(page, PHONE, TWICE) == [], lens


def test_board_chart_and_scores_fit_on_1280_by_720(visit: OpenPage) -> None:
    explorer = visit("?q=mean&k=3")
    parts = {"board": explorer.board, "chart": explorer.chart}
    parts |= {f"card {i}": card for i, card in enumerate(explorer.page.get_by_test_id("card").all())}
    parts |= {f"score {i}": one for i, one in enumerate(explorer.page.get_by_test_id("score").all())}
    for name, part in parts.items():
        box = part.bounding_box()
        assert box is not None, name
        assert box["x"] >= 0, name
        assert box["y"] >= 0, name
        assert box["x"] + box["width"] <= 1280, name
        assert box["y"] + box["height"] <= 720, name
        assert box["height"] > 20, name


def test_the_presenters_bar_is_one_line_on_a_phone(visit: OpenPage) -> None:
    explorer = visit("?present=1", viewport=PHONE)
    page = explorer.page
    bar = page.get_by_test_id("presenter")
    expect(bar).to_be_visible()
    for size, style in ((PHONE, ""), (PHONE, TWICE), ({"width": 844, "height": 390}, "")):
        assert faults(page, size, style) == []
        assert bar.evaluate("one => one.offsetHeight / innerHeight") < 0.15
        bar.evaluate("one => one.scrollTo(0, 0)")
        expect(bar.get_by_role("button", name="Leave")).to_be_in_viewport(ratio=1)
        last = bar.get_by_role("button", name="Hand out")
        last.evaluate("one => { one.blur(); one.focus(); }")
        expect(last).to_be_in_viewport(ratio=1)


def test_what_is_chosen_and_what_is_offered_is_in_sight_on_a_narrow_screen(visit: OpenPage) -> None:
    explorer = visit("?see=conventions", viewport={"width": 320, "height": 640})
    tab = explorer.page.get_by_role("tab", name="Conventions")
    tab.evaluate("one => one.closest('.ix-lens').scrollIntoView()")
    expect(tab).to_be_in_viewport(ratio=0.9)
    explorer.page.get_by_role("button", name="Share", exact=True).click()
    menu = explorer.page.locator(".ix-share-menu")
    expect(menu.get_by_role("button", name="with ir_measures")).to_be_visible()
    assert menu.evaluate("one => one.scrollWidth - one.clientWidth") == 0
