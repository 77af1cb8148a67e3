"""Two runs of one's own: pictures with a yes, and both lists on two boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.explorer import visits
from tests.browser.test_results import bring, choose, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from tests.browser.conftest import OpenPage

JUDGED = b"query,document,grade\nq1,=a,1\nq1,b,0\nq1,c,0\nq2,d,0\n"
A = b"q1 Q0 b 1 0.9 x\nq1 Q0 =a 2 0.5 x\nq1 Q0 c 3 0.4 x\nq2 Q0 d 1 0.5 x\n"
B = b"q1 Q0 =a 1 0.9 x\nq1 Q0 new 2 0.5 x\nq2 Q0 d 1 0.5 x\n"
ABOUT = b"id,title,picture\n=a,<b>Ant</b>,https://pictures.example/ant.svg\nb,Bee,https://pictures.example/none\n"
ANT = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9" /></svg>'


def test_two_runs_on_two_boards(visit: OpenPage) -> None:
    explorer = opened(visit(ready=False, reduced_motion="reduce"))
    page = explorer.page
    pictures = serve_pictures(page)
    bring(page, "qrels", "judged.csv", JUDGED)
    bring(page, "a", "a.run", A)
    understood = page.locator(".ix-understood")
    expect(understood).to_contain_text("4 judgments, 1 of them relevant.")
    bring(page, "b", "b.run", B)
    bring(page, "about", "about.csv", ABOUT)
    expect(understood).to_contain_text("2 of 5 documents have a title, 2 a picture.")
    page.get_by_role("button", name="Use these results").click()

    means = page.locator(".ix-means tr")
    expect(means.filter(has_text="B − A").locator("td").nth(3)).to_have_text("+0.2500")
    expect(means.filter(has_text="B − A").locator("td").first).to_have_text("0")

    # A query on both boards: the same judgments, titles as text, and no picture before the yes.
    page.get_by_role("button", name="both, to compare").click()
    choose(page, "q1")
    page.wait_for_url("**/compare?*")
    why = page.get_by_test_id("versus-why")
    expect(why).to_contain_text("RR@3 and AP@3 together prefer B: its first relevant result is at rank 1")
    expect(page.get_by_role("group", name="List A, a.run")).to_be_visible()
    expect(page.get_by_role("combobox", name="Example")).to_contain_text("q1: a.run and b.run")
    expect(explorer.card("=a", "b")).to_contain_text("<b>Ant</b>")
    expect(explorer.card("new", "b")).to_have_attribute("data-judged", "false")
    assert pictures == []
    # The way back leads to the results, where the yes is given and a query is opened.
    visits(page, "results")
    expect(page.get_by_role("heading", name="Means over 2 queries")).to_be_visible()
    page.get_by_role("checkbox", name="Show the documents’ pictures").check()
    page.get_by_role("button", name="A", exact=True).click()
    choose(page, "q1")
    expect(explorer.card("=a").locator("img:not([data-coming])")).to_be_visible()
    expect(explorer.card("b")).to_contain_text("Bee")
    assert {url.rpartition("/")[2] for url in pictures} == {"ant.svg", "none"}
    # What has failed on purpose, and whom the pictures come from.
    explorer.origins.discard("pictures.example")
    explorer.problems[:] = [one for one in explorer.problems if "ERR_FAILED" not in one]


def serve_pictures(page: Page) -> list[str]:
    """One picture of somebody else's, and none; the requests for them."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if route.request.url.endswith(".svg"):
            route.fulfill(body=ANT, content_type="image/svg+xml")
        else:
            route.abort()

    page.route("https://pictures.example/**", answer)
    return asked
