"""The menu that leads to every page, by keys and by finger, on every width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.pages.menu import MENU

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage


def test_the_menu_by_keys_and_type_as_large_as_the_reader_has_set_it(visit: OpenPage) -> None:
    explorer = visit(reduced_motion="reduce")
    page = explorer.page
    groups = page.get_by_test_id("stTopNavSection")
    page.set_viewport_size({"width": 1024, "height": 720})
    expect(groups).to_have_text([*MENU])
    last, modes = groups.last.bounding_box(), page.locator(".ix-modes").bounding_box()
    assert last
    assert modes
    assert last["x"] + last["width"] <= modes["x"]

    group = page.get_by_role("button", name="Learn", exact=True)
    group.press("Enter")
    expect(page.get_by_role("menuitem")).to_have_text([one.title for one in MENU["Learn"]])
    expect(page.get_by_role("menuitem").first).to_be_focused()
    explorer.key("Tab")
    expect(page.get_by_role("menuitem").nth(1)).to_be_focused()
    explorer.key("Escape")
    expect(group).to_be_focused()
    group.press("ArrowUp")
    expect(page.get_by_role("menuitem", name="The final check")).to_be_focused()
    explorer.key("ArrowUp", "Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("What each metric hides")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    marks = groups.evaluate_all("all => all.map(one => getComputedStyle(one).boxShadow !== 'none')")
    assert marks == [name == "Learn" for name in MENU]
    explorer.key("Tab")
    expect(page.locator("[data-ix-main] :focus")).to_be_visible()

    # Streamlit would set 16 pixels, whatever the browser's own setting is; tests/ui/test_style.py counts the sizes.
    explorer.altered = True
    heading = page.get_by_role("heading", level=1)
    usual = heading.evaluate(SIZE)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
    page.wait_for_function("() => parseFloat(getComputedStyle(document.documentElement).fontSize) === 24")
    assert heading.evaluate(SIZE) == 1.5 * usual
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"


def test_the_smallest_phone_has_the_menu(visit: OpenPage) -> None:
    narrow = {"width": 320, "height": 640}
    phone = visit("?q=unicorn", viewport=narrow, has_touch=True, is_mobile=True).page
    boxes = [one.bounding_box() for one in phone.locator(".ix-modes > button:visible").all()]
    menu = phone.get_by_test_id("stExpandSidebarButton").bounding_box()
    edge = menu["x"] + menu["width"] if menu else 0.0
    for box in boxes:
        assert box
        assert box["x"] >= edge
        edge = box["x"] + box["width"]
    assert edge <= 320
    phone.get_by_test_id("stExpandSidebarButton").tap()
    for name, entries in MENU.items():
        listed = phone.get_by_role("list", name=name).get_by_role("link")
        expect(listed).to_have_text([one.title for one in entries])
    link = phone.get_by_role("link", name="Reference: metrics and words")
    assert link.evaluate("one => one.scrollWidth <= one.clientWidth")
    link.tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Reference")
    # The page is in sight, and not the menu; reading goes on at its heading.
    phone.wait_for_function("() => document.elementFromPoint(40, 320).closest('[data-ix-main]')")
    expect(phone.get_by_role("heading", level=1)).to_be_focused()
    phone.keyboard.press("Shift+Tab")
    where = phone.evaluate("() => document.activeElement.getBoundingClientRect().left")
    assert where >= 0, "what is away has the focus"
