"""Type is as large as the reader has set it; `tests/ui/test_style.py` counts the sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage


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
