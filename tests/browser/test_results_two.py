"""Two runs of one's own: reading stopped, pictures with a yes, both lists on two boards."""

from __future__ import annotations

import gzip
import io
import random
import re
from typing import TYPE_CHECKING

import pandas as pd
from playwright.sync_api import FilePayload, expect

from tests.browser.axe import axe
from tests.browser.explorer import visits
from tests.browser.test_results import MEANS, bring, choose, opened

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
    assert "\n".join(axe(page)) == ""
    assert shared(page) == [
        "run,query,P@10,R@10,F1@10,RR@10,AP@10,nDCG@10",
        "A,q1,0.1,1.0,0.18181818181818182,0.5,0.5,0.6309297535714575",
    ]

    # A query on both boards: the same judgments, titles as text, and no picture before the yes.
    page.get_by_role("button", name="both, to compare").click()
    choose(page, "q1")
    page.wait_for_url("**/compare?*")
    why = page.get_by_test_id("versus-why")
    expect(why).to_contain_text("RR@3 and AP@3 together prefer B: its first relevant result is at rank 1")
    expect(page.get_by_role("group", name="List A, a.run")).to_be_visible()
    expect(page.get_by_role("combobox", name="Example")).to_contain_text("q1: a.run and b.run")
    assert shared(page)[0].startswith("k,P@k of A,P@k of B,P@k: B − A,")
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
    page.get_by_role("button", name="Compare on two boards").click()
    page.wait_for_url("**/compare?*")
    expect(explorer.card("=a", "b").locator("img")).to_be_visible()
    # What has failed on purpose, and whom the pictures come from.
    explorer.origins.discard("pictures.example")
    explorer.problems[:] = [one for one in explorer.problems if "ERR_FAILED" not in one]


def test_a_query_that_a_run_lacks_is_said_beside_its_choice(visit: OpenPage) -> None:
    page = opened(visit(ready=False, reduced_motion="reduce")).page
    page.set_viewport_size({"width": 1440, "height": 900})
    bring(page, "qrels", "judged.csv", JUDGED)
    bring(page, "a", "a.run", A)
    bring(page, "b", "b.run", B.partition(b"q2")[0])
    page.get_by_role("button", name="Use these results").click()
    page.get_by_role("button", name="both, to compare").click()
    choose(page, "q2")
    said = page.locator(".ix-notice").filter(has_text="run B has no results for query q2")
    expect(said).to_be_in_viewport(ratio=1)
    assert page.url.endswith("/results")


def test_three_runs_from_parquet_are_tested_and_two_long_lists_leave_the_curves_in_sight(visit: OpenPage) -> None:
    explorer = opened(visit(ready=False, reduced_motion="reduce"))
    page = explorer.page
    page.set_viewport_size({"width": 1440, "height": 900})
    rng = random.Random(4)
    names = [f"d{i}" for i in range(60)]
    judged = [("q1", name, int(rng.random() < 0.4)) for name in names]
    bring(page, "qrels", "judged.parquet", packed(judged, "label"))
    ranked = [[("q1", one, -i) for i, one in enumerate(rng.sample(names, 60))] for _ in range(3)]
    bring(page, "a", "first.parquet", packed(ranked[0], "score"))
    files = [
        FilePayload(name=f"{name}.parquet", mimeType="", buffer=packed(run, "score"))
        for name, run in (("second", ranked[1]), ("third", ranked[2]))
    ]
    page.locator("input[type=file]").nth(2).set_input_files(files)
    expect(page.locator(".ix-understood")).to_contain_text("Run C: third.parquet")
    page.get_by_role("button", name="Use these results").click()
    page.get_by_role("button", name="Back to all queries").click()
    means = page.locator(".ix-means").first
    expect(means.locator("tbody tr")).to_have_count(4)
    expect(means).to_contain_text("Run B second.parquet")
    page.get_by_text("Test every two runs under every metric").click()
    tests = page.get_by_role("region", name="Differences with intervals and tests")
    expect(tests.locator("tbody tr")).to_have_count(18)
    expect(tests).to_contain_text("C − B nDCG@10")
    assert "\n".join(axe(page)) == ""
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as coming:
        page.locator("[data-kind=tests-parquet]").click()
    table = pd.read_parquet(coming.value.path())
    assert [*table["run b"]] == [*["B"] * 6, *["C"] * 12]
    page.get_by_role("button", name="Close").click()

    asks_for_any_metric(page)

    # Which two of the three are compared is chosen.
    page.get_by_role("button", name="two, to compare").click()
    page.get_by_label("On board B").select_option(label="third.parquet")
    choose(page, "q1")
    page.wait_for_url("**/compare?*")
    expect(page.get_by_role("group", name="List B, third.parquet")).to_be_visible()

    # Two of them on two boards: 50 results each, and every curve in sight below.
    link = ".".join(["-".join(map(str, range(1, 51))), "-".join(map(str, range(50, 0, -1)))])
    page.goto(f"{explorer.url}/compare?q=mean&k=10&set={link}.{'10' * 25}.1-1")
    charts = page.locator(".ix-vs-panel")
    expect(charts).to_have_count(6)
    expect(page.locator("[data-layout='pair dense'][data-long=true]")).to_be_visible()
    for chart in charts.all():
        expect(chart).to_be_in_viewport(ratio=1)
    assert "\n".join(axe(page)) == ""


def asks_for_any_metric(page: Page) -> None:
    """One by its name, one as it is written, and one that is none."""
    means = page.locator(".ix-means").first
    more = page.get_by_label("Or type a metric")
    faults = page.locator(".ix-notice")
    for written, where in (("NumRet", means), ("P(rel=1)@5", means), ("P(rl=2)", faults)):
        more.fill(written)
        page.keyboard.press("Enter")
        expect(where.filter(has_text=written)).to_be_visible()
    expect(faults.filter(has_text="is no metric: P has no parameter")).to_be_visible()
    expect(means.locator("thead th")).to_have_count(9)
    expect(means.locator("tbody tr").first.locator("td").nth(6)).to_have_text("60.0000")
    page.get_by_role("button", name="NumRet", exact=True).click()
    expect(page.get_by_role("heading", name="Queries by NumRet")).to_be_visible()
    expect(page.locator(".ix-results-scale")).to_have_text(re.compile("^0.*60"))


def packed(rows: list[tuple[str, str, int]], value: str) -> bytes:
    """A table as a Parquet file."""
    out = io.BytesIO()
    pd.DataFrame(rows, columns=["qid", "docno", value]).to_parquet(out)
    return out.getvalue()


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


def shared(page: Page) -> list[str]:
    """The first lines of the values that the page gives away."""
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as coming:
        page.locator("[data-kind=csv]").click()
    text = coming.value.path().read_text(encoding="utf-8")
    page.get_by_role("button", name="Close").click()
    return text.splitlines()[:2]


def test_a_bomb_is_refused_and_the_results_stay(visit: OpenPage) -> None:
    page = opened(visit(ready=False, reduced_motion="reduce")).page
    page.get_by_role("button", name="Try it with a sample").click()
    expect(page.get_by_role("heading", name=MEANS)).to_be_visible()
    page.get_by_text("Bring other results").click()
    bring(page, "qrels", "bomb.gz", gzip.compress(JUDGED + (b" " * 99 + b"\n") * 1_000_000, 9))
    faults = page.locator(".ix-faults li")
    expect(faults).to_contain_text("bomb.gz: expected at most 100 times the packed file's own size")
    expect(page.get_by_role("heading", name=MEANS)).to_be_visible()
