"""What fits on a screen, and what axe-core finds on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from irviz.pages.menu import MENU
from tests.browser.axe import axe
from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

ON_PHONE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def scroll_sizes(explorer: Explorer) -> dict[str, list[int]]:
    """Of the document and of Streamlit's scrolling main part: width and height of content and frame."""
    found: dict[str, list[int]] = explorer.page.evaluate(
        """() => Object.fromEntries([
            ['document', document.scrollingElement],
            ['main', document.querySelector('[data-ix-main]')],
          ].map(([name, one]) =>
            [name, [one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight]]))"""
    )
    return found


@pytest.mark.parametrize("link", ["", "?q=mean&k=3"])
def test_board_chart_and_scores_fit_on_1280_by_720(visit: OpenPage, link: str) -> None:
    explorer = visit(link)

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
    for name, (width, frame, _, _) in scroll_sizes(explorer).items():
        assert width <= frame, name
    assert scroll_sizes(explorer)["document"][2] <= 720


@pytest.mark.parametrize("link", ["", "?q=mean&k=3"])
def test_phone_wraps_the_board_and_never_scrolls_sideways(visit: OpenPage, link: str) -> None:
    explorer = visit(link, **ON_PHONE)

    for name, (width, frame, _, _) in scroll_sizes(explorer).items():
        assert width <= frame <= 390, name
    # A newcomer is offered something, and there is no line of scores: nor is there room for one.
    begins = explorer.page.locator(".ix-offer, .ix-toolbar").first.bounding_box()
    if explorer.page.get_by_test_id("first").count():
        assert begins
        assert begins["y"] <= 48 + 12
    first = explorer.page.locator(".ix-row").first
    boxes = [card.bounding_box() for card in first.get_by_test_id("card").all()]
    assert all(box is not None and 0 <= box["x"] <= 390 - box["width"] for box in boxes)
    assert len({round(box["y"]) for box in boxes if box}) > 1
    chart = explorer.chart.bounding_box()
    assert chart is not None
    assert chart["width"] > 300


def test_theme_is_that_of_the_system(visit: OpenPage) -> None:
    scheme = "dark"
    explorer = visit(color_scheme=scheme)
    assert explorer.page.evaluate("() => document.documentElement.dataset.ixTheme") == scheme
    background, ink = explorer.page.evaluate(
        """() => [getComputedStyle(document.querySelector('[data-ix-app]')).backgroundColor,
                  getComputedStyle(document.querySelector('.ix-board')).color]
           .map(colour => colour.match(/\\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b))"""
    )
    assert background < ink


def test_axe_finds_nothing_on_a_phone(visit: OpenPage) -> None:
    explorer = visit(color_scheme="dark", reduced_motion="reduce", **ON_PHONE)
    found = axe(explorer.page)
    explorer.tab("mean")
    explorer.settle()
    found += axe(explorer.page)

    assert "\n".join(found) == ""


def test_the_menu_by_keys_and_by_finger_on_every_width(visit: OpenPage) -> None:
    explorer = visit(reduced_motion="reduce")
    page = explorer.page
    groups = page.get_by_test_id("stTopNavSection")
    for width in (1280, 1024):
        page.set_viewport_size({"width": width, "height": 720})
        expect(groups).to_have_text([*MENU])
        last, modes = groups.last.bounding_box(), page.locator(".ix-modes").bounding_box()
        assert last
        assert modes
        assert last["x"] + last["width"] <= modes["x"]
    group = page.get_by_role("button", name="Learn", exact=True)
    group.press("Enter")
    expect(page.get_by_role("menuitem")).to_have_text([one.title for one in MENU["Learn"]])
    expect(page.get_by_role("menuitem").first).to_be_focused()
    found = [line for line in axe(page) if "data-floating-ui-portal" not in line]  # Streamlit's
    assert found == []
    explorer.key("Escape")
    expect(group).to_be_focused()
    group.press("ArrowUp")
    expect(page.get_by_role("menuitem", name="The final check")).to_be_focused()
    explorer.key("ArrowUp", "Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("What each metric hides")
    marks = groups.evaluate_all("all => all.map(one => getComputedStyle(one).boxShadow !== 'none')")
    assert marks == [name == "Learn" for name in MENU]
    # What was one address before still is; a form of its own has one now.
    page.goto(f"{explorer.url}/write")
    expect(page.get_by_test_id("author")).to_be_visible()

    phone = visit(**{**ON_PHONE, "viewport": {"width": 320, "height": 640}}).page
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


def test_axe_finds_nothing_where_a_link_was_bad_and_nothing_is_relevant(visit: OpenPage) -> None:
    explorer = visit("?q=unicorn&cat-in-a-box=1-2-3-4-5-6-7-8.00000000", reduced_motion="reduce")

    assert "\n".join(axe(explorer.page)) == ""


def test_the_smallest_phone_can_present_and_has_its_saved_states(visit: OpenPage) -> None:
    width = 320
    explorer = visit(viewport={"width": width, "height": 640}, has_touch=True)
    page = explorer.page
    boxes = [one.bounding_box() for one in page.locator(".ix-modes > button:visible").all()]
    menu = page.get_by_test_id("stExpandSidebarButton").bounding_box()
    edge = menu["x"] + menu["width"] if menu else 0.0
    for box in boxes:
        assert box
        assert box["x"] >= edge
        edge = box["x"] + box["width"]
    assert edge <= width
    page.get_by_test_id("present").tap()
    page.get_by_role("button", name="Saved states").tap()
    expect(page.get_by_role("dialog", name="Saved states")).to_be_visible()
