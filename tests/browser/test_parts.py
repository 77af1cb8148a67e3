"""A part that fails takes nothing with it: it says so, can be tried again, and the log has why, once."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from irviz import views
from tests import live
from tests.browser.modules import added, alter

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

UI = live.ROOT / "irviz" / "ui"
HOMES = {"lens": "", "hides": "hides"}
"""What has a module and what is described, and where they are."""

# What a component shows, which fails for as long as the page wants it to.
FAILING = r"""default: (component) => {{
  if (window.failing === "{name}" && component.parentElement.matches(".ix-part-{name} > *")) {{
    component.parentElement.appendChild(document.createElement("p")).append("half a picture");
    throw new Error("{words}");
  }}
  return \1(component);
}}"""


def wrap(explorer: Explorer, name: str, words: str) -> None:
    """Let a component fail on this page while `window.failing` names it."""
    failing = partial(re.sub, r"\bdefault: (\w+)", FAILING.format(name=name, words=words))
    described = "data-ix-view" in (UI / name / f"{name}.html").read_text(encoding="utf-8")
    alter(explorer.page, {"view/part.js" if described else f"{name}/{name}.js": failing})
    explorer.inject(f"window.failing ??= {name!r}")


def notices(page: Page) -> Locator:
    return page.get_by_test_id("fault")


def try_again(page: Page) -> None:
    notices(page).get_by_role("button", name="Try again").click()


def times(server: live.Server, words: str) -> int:
    """How many lines of the log say this."""
    return sum(words in line for line in server.written().splitlines())


def assert_logged(page: Page, server: live.Server, words: str) -> None:
    """The log has it once, sooner or later."""
    while not times(server, words):
        page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => done(true)))")
    assert times(server, words) == 1


def assert_works(explorer: Explorer) -> None:
    """The board can be clicked and dragged."""
    query = explorer.row().first.get_attribute("data-query")
    first, second, *_ = order = explorer.order(query)
    grades = explorer.grades(query)
    explorer.toggle(second, query)
    expect(explorer.card(second, query)).to_have_attribute("data-grade", str(1 - grades[1]))
    explorer.still()
    explorer.drag(first, 3, query)
    expect(explorer.card(first, query)).to_have_attribute("data-rank", "3")
    assert explorer.order(query) != order


@pytest.mark.parametrize("name", HOMES)
def test_each_component_fails_alone(visit: OpenPage, server: live.Server, name: str) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page, words = explorer.page, f"made to fail {uuid4()}"
    wrap(explorer, name, words)
    page.goto(f"{explorer.url}/{HOMES[name]}")

    line = notices(page)
    expect(line).to_have_count(1)
    expect(line).to_be_visible()
    expect(line.get_by_role("status")).to_contain_text("could not be shown. The rest of the page works.")
    expect(line.get_by_role("button")).to_have_text(["Try again", "Copy what happened"])
    expect(page.get_by_text("half a picture").and_(page.locator(":visible"))).to_have_count(0)
    # Nothing of it is on the page but the line.
    expect(page.get_by_text(words)).to_have_count(0)
    if page.locator(".ix-board").count():
        expect(page.get_by_test_id("card").first).to_be_visible()
        assert_works(explorer)
        explorer.answered()  # which fails, too, and says so anew
    try_again(page)
    expect(line.get_by_role("status")).to_contain_text("It failed again")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    line.get_by_role("button", name="Copy what happened").click()
    expect(line.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert f"Error: {words}" in copied
    assert page.evaluate("() => navigator.userAgent") in copied

    page.evaluate("() => { window.failing = null }")
    try_again(page)
    expect(line).to_have_count(0)
    assert_logged(page, server, words)
    expect(page.locator(".stException, [data-testid=stException]")).to_have_count(0)
    expect(page.get_by_text("BidiComponent")).to_have_count(0)


def test_part_that_fails_later_keeps_its_picture_until_a_draw_works(visit: OpenPage, server: live.Server) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page, name, words = explorer.page, "curves", f"made to fail {uuid4()}"
    wrap(explorer, name, words)
    explorer.inject("window.failing = null")
    explorer.open()
    picture = page.locator(f".ix-{name}")
    box = picture.bounding_box()
    page.evaluate("name => { window.failing = name }", name)
    explorer.toggle("two-cats")
    line = notices(page)
    expect(line.get_by_role("status")).to_contain_text("could not be brought up to date")
    expect(picture).to_be_visible()
    assert picture.bounding_box() == box
    assert_works(explorer)
    expect(line).to_have_count(1)
    page.evaluate("() => { window.failing = null }")
    explorer.press("undo")
    expect(line).to_have_count(0)
    explorer.settle()
    assert_logged(page, server, words)


def test_handler_a_timer_and_a_promise_that_fail_are_said_where_they_belong(
    visit: OpenPage, server: live.Server
) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page, words = explorer.page, f"made to fail {uuid4()}"

    at_hand = f"Panel.prototype.heat = () => {{ throw new Error('{words} at hand') }};"
    in_time = f"setTimeout(() => {{ throw new TypeError('{words} in time') }});"
    promised = f"Promise.reject(new Error('{words} promised'));"
    later = f"window.later = () => {in_time}\nwindow.promised = () => {{ {promised} }};"
    alter(page, {"curves/curves.js": added(at_hand), "lens/lens.js": added(later)})
    explorer.open()
    explorer.chart.hover(position={"x": 200, "y": 100})
    explorer.chart.hover(position={"x": 300, "y": 120})
    explorer.chart.hover(position={"x": 400, "y": 140})
    curves = page.locator("[data-testid=fault][data-part=curves]")
    expect(curves).to_contain_text("Something in “Curves and scores” did not work. You can go on.")
    # What the server answers draws the page anew, and what did not work is over.
    assert_logged(page, server, f"{words} at hand")
    explorer.answered()
    explorer.settle()
    for act in ("later", "promised"):
        page.evaluate(f"() => window.{act}()")
    lens = page.locator("[data-testid=fault][data-part=lens]")
    expect(lens).to_contain_text("Something in “Behind the numbers” did not work.")
    for what in ("at hand", "in time", "promised"):
        assert_logged(page, server, f"{words} {what}")
    page.mouse.move(0, 0)
    assert_works(explorer)
    explorer.settle()
    expect(notices(page)).to_have_count(0)  # the server's answer was drawn


def test_script_that_cannot_be_fetched_is_fetched_again(visit: OpenPage) -> None:
    explorer = visit(ready=False, new=True, reduced_motion="reduce")
    page = explorer.page
    page.route("**/page.js", lambda route: route.abort())
    page.goto(f"{explorer.url}/learn?lesson=relevant&step=1")
    expect(page.locator(".ix-fault").first).to_contain_text("could not be loaded.")
    page.unroute_all()
    line = page.locator(".ix-fault").first  # none lies over another, so any can be pressed
    for left in range(page.locator(".ix-fault").count() - 1, -1, -1):
        line.get_by_role("button", name="Try again").click()
        expect(page.locator(".ix-fault")).to_have_count(left)
    expect(page.get_by_test_id("coach")).to_be_visible()
    expect(page.get_by_test_id("card").first).to_be_visible()
    explorer.problems[:] = [one for one in explorer.problems if "ERR_FAILED" not in one]


@pytest.mark.parametrize("edition", ["host"])
def test_part_that_raises_in_python(visit: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    explorer = visit()
    page = explorer.page
    monkeypatch.setattr(views, "lens_data", fails)
    explorer.toggle("two-cats")
    line = notices(page)
    expect(line).to_contain_text("could not be brought up to date. The rest of the page works.")
    expect(line).to_have_attribute("data-part", "lens")
    assert_works(explorer)
    expect(line).to_have_count(1)
    try_again(page)
    expect(line).to_contain_text("It failed again")
    monkeypatch.undo()
    try_again(page)
    expect(line).to_have_count(0)
    explorer.settle()
