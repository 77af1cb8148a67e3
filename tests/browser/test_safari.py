"""What Safari does otherwise than the browsers that are driven here, as far as these can be made to do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.test_preview import FRESH

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

# Pressing a button, a radio button or a summary leaves the focus where it is not: on the page.
_NO_FOCUS = """addEventListener('mousedown', event => {
  if (!event.target.closest('button, summary, input[type=radio], input[type=checkbox]')) return;
  document.activeElement.blur();
  event.preventDefault();
}, true);"""

_SIZES = """() => [...document.querySelectorAll('select, textarea, input')]
  .filter(one => one.checkVisibility() && !['radio', 'checkbox', 'file'].includes(one.type))
  .map(one => parseFloat(getComputedStyle(one).fontSize))"""

_CUT = """() => [...document.querySelectorAll('select')].filter(one => one.checkVisibility())
  .filter(one => one.getBoundingClientRect().right > innerWidth).length"""


def test_keys_go_on_where_a_click_was_that_gave_no_focus(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page = explorer.page
    explorer.inject(_NO_FOCUS)
    explorer.open()
    items = explorer.order()

    explorer.toggle(items[0])
    explorer.settle()
    explorer.key("ArrowRight", "Space")
    explorer.settle()
    assert explorer.grades() == [1, 0, *FRESH[2:]]
    explorer.key("z", "z")
    explorer.settle()
    assert explorer.grades() == FRESH

    # What a dialog was opened with has the focus again, and a field that is typed in keeps it.
    help_button = page.get_by_test_id("help")
    help_button.click()
    page.keyboard.press("Escape")
    expect(help_button).to_be_focused()
    explorer.press("predict")
    expect(page.get_by_test_id("predict")).to_have_attribute("aria-pressed", "true")
    explorer.toggle(items[0])
    expect(page.get_by_test_id("ask")).to_be_visible()
    field = page.locator("[data-testid=score][data-metric=P] [data-testid=guess-value]")
    field.click()
    page.keyboard.type("0.5")
    expect(field).to_have_value("0.5")


def test_a_finger_on_a_field_does_not_zoom(visit: OpenPage) -> None:
    explorer = visit("?q=white-cat-in-a-box&k=4&see=gain", viewport=PHONE, has_touch=True, is_mobile=True)
    page = explorer.page
    page.wait_for_function("() => document.querySelector('select')?.checkVisibility()")

    assert min(page.evaluate(_SIZES)) >= 16
    assert page.evaluate(_CUT) == 0
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["width"]

    page.get_by_test_id("predict").tap()
    expect(page.get_by_test_id("predict")).to_have_attribute("aria-pressed", "true")
    explorer.card(explorer.order()[0]).get_by_test_id("raise").tap()
    expect(page.get_by_test_id("ask")).to_be_visible()
    field = page.locator("[data-testid=score][data-metric=nDCG] [data-testid=guess-value]")
    field.tap()
    page.keyboard.type("0.625")

    assert min(page.evaluate(_SIZES)) >= 16
    expect(field).to_have_value("0.625")
    assert field.evaluate("field => field.scrollWidth <= field.clientWidth")
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["width"]
