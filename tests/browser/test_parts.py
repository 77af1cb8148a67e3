"""A part that fails takes nothing with it: it says so, can be tried again, and the log has why, once."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from irviz import views
from tests.browser.modules import added, alter

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests import live
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

# What a component shows, which fails for as long as the page wants it to; on one line, since the page finds the place
# of what fails by the lines of its script.
FAILING = (
    "default: (component) => {{ "
    'if (window.failing === "{name}" && component.parentElement.matches(".ix-part-{name} > *")) {{ '
    'component.parentElement.appendChild(document.createElement("p")).append("half a picture"); '
    'throw new Error("{words}"); }} return \\1(component); }}'
)


def failing(name: str, words: str) -> Callable[[str], str]:
    """A change of a module by which a component fails while `window.failing` names it."""
    return partial(re.sub, r"\bdefault: (\w+)", FAILING.format(name=name, words=words))


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


def fails_alone(page: Page, words: str) -> Locator:
    """The line of a part that cannot be shown: nothing of it is on the page but that."""
    line = notices(page)
    expect(line).to_have_count(1)
    expect(line).to_be_visible()
    expect(line.get_by_role("status")).to_contain_text("could not be shown. The rest of the page works.")
    expect(line.get_by_role("button")).to_have_text(["Try again", "Copy what happened"])
    expect(page.get_by_text("half a picture").and_(page.locator(":visible"))).to_have_count(0)
    expect(page.get_by_text(words)).to_have_count(0)
    return line


def comes_back(page: Page, server: live.Server, words: str) -> None:
    """A part that fails once more, and then no longer."""
    try_again(page)
    expect(notices(page).get_by_role("status")).to_contain_text("It failed again")
    page.evaluate("() => { window.failing = null }")
    try_again(page)
    expect(notices(page)).to_have_count(0)
    assert_logged(page, server, words)
    expect(page.locator(".stException, [data-testid=stException]")).to_have_count(0)
    expect(page.get_by_text("BidiComponent")).to_have_count(0)


def test_part_that_is_described_fails_alone(visit: OpenPage, server: live.Server) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page, words = explorer.page, f"made to fail {uuid4()}"
    alter(page, {"view/part.js": failing("hides", words)})
    explorer.inject("window.failing ??= 'hides'")
    page.goto(f"{explorer.url}/hides")
    fails_alone(page, words)
    comes_back(page, server, words)


def test_part_with_a_module_fails_alone_at_first_later_and_in_what_it_does(
    visit: OpenPage, server: live.Server
) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page, words = explorer.page, f"made to fail {uuid4()}"
    at_hand = (
        "const { point } = Panel.prototype; Panel.prototype.point = function (...all) { "
        f'if (window.failing === "hand") throw new Error("{words} at hand"); return point.apply(this, all); }};'
    )
    in_time = f"setTimeout(() => {{ throw new TypeError('{words} in time') }});"
    promised = f"Promise.reject(new Error('{words} promised'));"
    act = f"window.later = () => {in_time} window.promised = () => {{ {promised} }};"
    curves, lens = failing("curves", f"{words} curves"), failing("lens", f"{words} lens")
    alter(
        page,
        {
            "curves/curves.js": lambda text: curves(added(at_hand)(text)),
            "lens/lens.js": lambda text: lens(added(act)(text)),
        },
    )
    explorer.inject("window.failing ??= 'lens'")
    page.goto(explorer.url)
    line = fails_alone(page, words)
    assert_works(explorer)
    explorer.answered()  # which fails, too, and says so anew
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    line.get_by_role("button", name="Copy what happened").click()
    expect(line.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert f"Error: {words} lens" in copied
    assert page.evaluate("() => navigator.userAgent") in copied
    comes_back(page, server, f"{words} lens")
    explorer.settle()

    # What fails later keeps its picture until a draw works.
    picture = page.locator(".ix-curves")
    explorer.still()
    box = picture.bounding_box()
    page.evaluate("() => { window.failing = 'curves' }")
    explorer.toggle("two-cats")
    expect(line.get_by_role("status")).to_contain_text("could not be brought up to date")
    expect(picture).to_be_visible()
    assert picture.bounding_box() == box
    expect(line).to_have_count(1)
    page.evaluate("() => { window.failing = null }")
    explorer.press("undo")
    expect(line).to_have_count(0)
    explorer.settle()
    assert_logged(page, server, f"{words} curves")

    acts_are_said_where_they_belong(explorer, server, words)


def acts_are_said_where_they_belong(explorer: Explorer, server: live.Server, words: str) -> None:
    """A handler, a timer and a promise that fail are told of until the server's answer is drawn."""
    page = explorer.page
    page.evaluate("() => { window.failing = 'hand' }")
    for x in (200, 300, 400):
        explorer.chart.hover(position={"x": x, "y": x // 5 + 60})
    at_curves = page.locator("[data-testid=fault][data-part=curves]")
    expect(at_curves).to_contain_text("Something in “Curves and scores” did not work. You can go on.")
    assert_logged(page, server, f"{words} at hand")
    page.evaluate("() => { window.failing = null }")
    explorer.answered()
    explorer.settle()
    for what in ("later", "promised"):
        page.evaluate(f"() => window.{what}()")
    at_lens = page.locator("[data-testid=fault][data-part=lens]")
    expect(at_lens).to_contain_text("Something in “Behind the numbers” did not work.")
    for what in ("in time", "promised"):
        assert_logged(page, server, f"{words} {what}")
    page.mouse.move(0, 0)
    explorer.toggle("two-cats")
    explorer.settle()
    expect(notices(page)).to_have_count(0)


def test_script_that_cannot_be_fetched_is_fetched_again(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
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
    monkeypatch.undo()
    try_again(page)
    expect(line).to_have_count(0)
    explorer.settle()
