"""All of a page fits: with letters twice as large, on a narrow screen, and with text spaced out (WCAG 2.2, 1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

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

  // Where something can be seen, after all that scrolls or cuts it off; what the sheet cuts off is lost. What stands
  // still lies over what scrolls below it, as it should.
  const places = new Map();
  const place = (up) => {
    if (!up || up === main || up === document.body) {
      return { still: false, left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    }
    if (places.has(up)) return places.get(up);
    const css = getComputedStyle(up);
    const box = up.getBoundingClientRect();
    const found = { ...place(css.position === "fixed" ? null : up.parentElement) };
    if (["fixed", "sticky"].includes(css.position)) found.still = true;
    if (css.overflowX !== "visible" && !up.matches("[data-ix-sheet]")) {
      found.left = Math.max(found.left, box.left);
      found.right = Math.min(found.right, box.right);
    }
    if (css.overflowY !== "visible") {
      found.top = Math.max(found.top, box.top);
      found.bottom = Math.min(found.bottom, box.bottom);
    }
    places.set(up, found);
    return found;
  };
  const boxes = (all) => all
    .map(({ one, box: { left, top, right, bottom } }) => {
      const seen = place(one.parentElement);
      return {
        one,
        still: place(one).still,
        left: Math.max(left, seen.left),
        top: Math.max(top, seen.top),
        right: Math.min(right, seen.right),
        bottom: Math.min(bottom, seen.bottom),
      };
    })
    .filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1)
    .sort((a, b) => a.top - b.top);
  const pairs = (all) => {
    const found = [];
    all.forEach((a, at) => {
      for (let next = at + 1; next < all.length && a.bottom - all[next].top > 2; next += 1) {
        const b = all[next];
        const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && b.bottom - b.top > 2;
        if (over && a.still === b.still && !a.one.contains(b.one) && !b.one.contains(a.one)) {
          found.push(`${said(a.one)} lies over ${said(b.one)}`);
        }
      }
    });
    return found;
  };

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


OUTSIDE = """all => all.map(one => [one, one.getBoundingClientRect()])
  .filter(([, { left, top, right, bottom, height }]) =>
    left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || height <= 20)
  .map(([one]) => one.outerHTML.slice(0, 120))"""


def test_board_chart_and_scores_fit_on_1280_by_720_and_what_is_chosen_on_a_phone(visit: OpenPage) -> None:
    """Every page is tried in `test_access.py`."""
    explorer = visit("?q=mean&k=3")
    page = explorer.page
    parts = page.locator("[data-testid=board], [data-testid=curves], [data-testid=card], [data-testid=score]")
    expect(parts).to_have_count(1 + 1 + 3 * 8 + 6)
    assert parts.evaluate_all(OUTSIDE) == []

    page.set_viewport_size({"width": 320, "height": 640})
    tab = page.get_by_role("tab", name="Conventions")
    tab.evaluate("one => one.closest('.ix-lens').scrollIntoView()")
    tab.dispatch_event("click")  # without a focus, which would bring it into sight anyway
    expect(tab).to_be_in_viewport(ratio=0.9)
    page.get_by_role("button", name="Share", exact=True).click()
    menu = page.locator(".ix-share-menu")
    expect(menu.get_by_role("button", name="with ir_measures")).to_be_visible()
    assert menu.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    assert menu.evaluate_all(OUTSIDE) == []
    menu.get_by_role("button", name="Copy link").click()
    for part in (".ix-share-said", ".ix-share-code"):
        expect(menu.locator(part)).to_be_in_viewport(ratio=1)
    explorer.key("Escape")

    # The presenter's bar is one line.
    page.get_by_test_id("present").click()
    bar = page.get_by_test_id("presenter")
    expect(bar).to_be_visible()
    for size, style in ((PHONE, TWICE), ({"width": 844, "height": 390}, "")):
        assert faults(page, size, style) == []
        assert bar.evaluate("one => one.offsetHeight / innerHeight") < 0.15
        bar.evaluate("one => one.scrollTo(0, 0)")
        expect(bar.get_by_role("button", name="Leave")).to_be_in_viewport(ratio=1)
        last = bar.get_by_role("button", name="Hand out")
        last.evaluate("one => { one.blur(); one.focus(); }")
        expect(last).to_be_in_viewport(ratio=1)
