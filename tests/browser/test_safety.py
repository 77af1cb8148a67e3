"""A whole visit asks nobody else, and markup stays text wherever it comes from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from playwright.sync_api import expect

from irviz.ui import files
from tests.browser.explorer import visits
from tests.browser.modules import SCRIPT
from tests.browser.test_results import choose

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

    from tests.browser.conftest import OpenPage


FETCHED = """() => performance.getEntriesByType("resource").map((one) => one.name)"""
RAN = f"async () => Object.keys((await {SCRIPT}).modules)"


def test_whole_visit_asks_only_its_own_server_and_misses_nothing(visit: OpenPage) -> None:
    # A browser takes again from its memory what some other page has asked for.
    explorer = visit(ready=False, new=True, reduced_motion="reduce")
    page = explorer.page
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - takes Python's own only
    explorer.page.goto(f"{explorer.url}/hides")
    expect(page.get_by_test_id("hides").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    runs_what_it_needs(page)
    visits(page, "results")
    page.get_by_role("button", name="Try it with a sample").click()
    choose(page, "dark cat")
    expect(page.get_by_test_id("card").first).to_be_visible()
    visits(page, "learn")
    page.get_by_test_id("coach").get_by_text("Relevant and retrieved").click()
    page.wait_for_function("() => 'irviz-learners' in localStorage")
    visits(page, "explore")
    expect(page.locator(".ix-offer")).to_be_visible()  # before that, it is the lesson that would be presented
    page.get_by_role("button", name="Present").click()
    page.get_by_role("button", name="QR code").click()
    code = page.get_by_role("dialog").locator("img")
    page.wait_for_function("image => image.naturalWidth > 0", arg=code.element_handle())
    # Who presents is offered no first minute again, as soon as the server has heard of it.
    page.wait_for_function("() => 'irviz-first' in localStorage")

    kept: list[str] = page.evaluate("() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    ours = {name for name in kept if not name.startswith("stActiveTheme-")}
    assert ours == {"irviz-first", "irviz-learners", "irviz-trail", "irviz-wall"}  # as .github/SECURITY.md says
    assert {one["name"] for one in page.context.cookies()} == {"_streamlit_xsrf"}

    # The explorer checks the origins of all requests and sockets when the visit ends.
    assert len(answers) > 50
    assert [f"{one.status} {one.url}" for one in answers if one.status >= 400] == []
    own = [one for one in answers if one.url.startswith(explorer.url)]
    assert [one.url for one in own if "content-security-policy" not in one.headers] == []


def runs_what_it_needs(page: Page) -> None:
    """The head of a page asks for all modules as one script, and each runs when it is needed."""
    fetched = page.evaluate(FETCHED)
    names = [one.partition(files.base())[2] for one in fetched]
    ran = {*page.evaluate(RAN)}
    assert [one for one in names if one.endswith(".js") and one != files.PLOTLY] == [files.PAGE]
    assert "view/part.js" in ran
    assert {"lens/lens.js", "coach/coach.js", "prose/prose.js"} - ran
    assert "export/paper.js" not in ran
    assert not [one for one in fetched if one.endswith(".woff2")], "the device's own fonts do"


MARKUP = "<img/data-planted/src/onerror=document.title=1>[l](//planted.example)"

# What markup would have become, in the page and in the components' own roots.
PLANTED = """() => {
  const bad = "[data-planted], a[href*='planted.example'], img[src*='planted.example']";
  const found = (root) => [...root.querySelectorAll("*")].flatMap((one) => [
    ...(one.matches(bad) ? [one.outerHTML] : []),
    ...(one.shadowRoot ? found(one.shadowRoot) : [])]);
  return found(document);
}"""

NAMES = (
    "q k set hide top rel m see by off predict present cat-in-a-box mean lesson step done challenge "
    "solved goal allow most fewest start write a b of level pair show source"
)


def is_text(page: Page) -> None:
    """Wait until the page has come, and look for what must not be in it."""
    page.wait_for_function("() => document.querySelector('[data-ix-app]')?.dataset.testScriptState === 'notRunning'")
    assert page.evaluate(PLANTED) == []
    assert page.title() != "1"


def test_markup_in_links_is_text(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    page = explorer.page
    every = urlencode(dict.fromkeys(NAMES.split(), MARKUP))
    page.goto(f"{explorer.url}/?{every}#{MARKUP}")
    expect(page.locator("[data-ix-main]")).to_contain_text(re.compile(r"\w"))
    is_text(page)
    # What is said of it is text, and the address is a good one; it is said until the first change.
    explorer.settle()
    assert any("“<img/data-planted/src/on…”" in note for note in explorer.notes()), explorer.notes()
    expect(page.locator(".ix-notes *")).to_have_count(0)
    assert explorer.search().startswith("?q=cat-in-a-box&k=3")
    explorer.toggle(explorer.order()[0])
    explorer.settle()
    assert explorer.notes() == []
    own = {"goal": "AP = 1", "title": MARKUP, "task": f"{MARKUP} **{MARKUP}**"}
    page.goto(f"{explorer.url}/challenges?{urlencode(own)}")
    coach = page.get_by_test_id("coach")
    expect(coach.get_by_role("heading", level=2)).to_have_text(MARKUP)
    expect(coach).to_contain_text(f"{MARKUP} {MARKUP}")
    explorer.settle()
    is_text(page)
