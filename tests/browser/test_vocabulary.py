"""How few sizes of type, corners and widths of windows there are, as computed on every page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.state.desk import LENSES
from irviz.ui import files

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

PAGES = (
    *(f"?top=3&k=5&see={lens}" for lens in LENSES),
    "?predict=1",
    "?present=1",
    "compare",
    "challenges?challenge=first-hit",
    "disagree?a=P@3&b=RR@8",
    "hides?all=1",
    "check?seed=4711&said=11",
    "results",
    "handout",
    "textbook",
    "reference",
)

COMPUTED = """() => {
  // Type and our corners follow the root's size, which follows the screen where somebody presents.
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const times = 1600 / root;
  const usual = (size) => size.replace(/[\\d.]+(?=px)/g, (pixels) => Math.round(times * pixels) / 100);
  const sizes = {};
  const corners = {};
  const walk = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.shadowRoot) walk(one.shadowRoot);
      // A formula's type follows from its structure.
      if (one.closest("math, head, script, style")) continue;
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      const style = getComputedStyle(one);
      const name = one.className?.baseVal ?? one.className ?? "";
      const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      const field = one.matches("input, select, textarea");
      if (words || field) sizes[usual(style.fontSize)] ??= `${one.localName}.${name}`;
      for (const corner of ["TopLeft", "TopRight", "BottomLeft", "BottomRight"]) {
        const radius = style[`border${corner}Radius`];
        const ours = one.closest(".ix") && radius !== "99px";
        corners[ours ? usual(radius) : radius] ??= `${one.localName}.${name}`;
      }
    }
  };
  walk(document.body);
  return [sizes, corners];
}"""

ROUND = re.compile(r"^(50%|99px|999px|9999px)$")
"""Half of a height, whatever the height is."""


def test_eight_sizes_of_type_and_four_corners(visit: OpenPage) -> None:
    explorer = visit(ready=False)
    page = explorer.page
    sizes: dict[str, str] = {}
    corners: dict[str, str] = {}
    for path in PAGES:
        page.goto(f"{explorer.url}/{path}")
        expect(page.locator("[data-ix-main] :is(section, h1)").first).to_be_visible()
        expect(page.locator("[data-testid=stSkeleton], [aria-busy=true]")).to_have_count(0)
        for all_of_them, found in zip((sizes, corners), page.evaluate(COMPUTED), strict=True):
            all_of_them.update({value: f"{path} {name}" for value, name in found.items() if value not in all_of_them})
    corners = {one: name for one, name in corners.items() if one != "0px" and not ROUND.match(one)}
    explorer.problems.clear()  # Streamlit looks for itself below the address of any page but the first

    assert len(sizes) <= 8, sizes
    assert len(corners) <= 4, corners


def test_four_widths_at_which_the_page_changes() -> None:
    sheet = re.sub(r"/\*.*?\*/", "", files.read_content(files.STYLES).decode(), flags=re.DOTALL)
    queries = re.findall(r"@(?:media|container)[^{]*\b(min|max)-width:\s*(\d+)px", sheet)
    assert queries
    # From 761 pixels on is what is not up to 760.
    widths = {int(width) - (kind == "min") for kind, width in queries}
    assert len(widths) <= 4, widths


def test_type_is_as_large_as_the_reader_has_set_it(visit: OpenPage) -> None:
    """Streamlit would set 16 pixels, whatever the browser's own setting is."""
    explorer = visit(new=True)
    page = explorer.page
    tab = page.get_by_role("button", name="white cat", exact=True)
    usual = tab.evaluate(SIZE)
    browser = page.context.new_cdp_session(page)

    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
    explorer.settle()

    assert (page.locator(":root").evaluate(SIZE), tab.evaluate(SIZE)) == (24, 1.5 * usual)
    sideways = "() => document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(sideways)


SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"
