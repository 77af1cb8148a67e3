"""“Your results” as a person uses it: bring files, see what is wrong, compare, open a query, go back."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from irviz.scenarios.sample import make_sample
from tests.browser.axe import axe

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

MEANS = f"Means over {len(make_sample().queries)} queries"
MARKUP = "<img/src=x/onerror=document.title='bad'>"
QRELS = f"q1 0 a 1\nq1 0 b 0\n{MARKUP} 0 `c`=$1$ 1\n".encode()
RUN = f"q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\n{MARKUP} Q0 `c`=$1$ 1 0.5 x\n".encode()
BETTER = RUN.replace(b"a 2 0.5", b"a 1 0.95")


@pytest.fixture
def explorer(visit: OpenPage) -> Explorer:
    return opened(visit(ready=False))


@pytest.fixture
def page(explorer: Explorer) -> Page:
    return explorer.page


def opened(explorer: Explorer) -> Explorer:
    explorer.page.goto(f"{explorer.url}/results")
    ready(explorer.page)
    return explorer


def ready(page: Page) -> None:
    expect(page.get_by_label(re.compile("choose a file"))).to_have_count(4)
    page.wait_for_selector("html:not([data-ix-static]), html[data-ix-python]", state="attached")


def bring(page: Page, slot: str, name: str, data: bytes | Path) -> None:
    """Bring a file, and wait until the page has said what it is."""
    choose_files(page, slot, {name: data})
    said = page.locator(":is(.ix-next, .ix-understood, .ix-faults)")
    expect(said.filter(has_text=name).first).to_be_visible()


def choose_files(page: Page, slot: str, files: dict[str, bytes | Path]) -> None:
    """Choose files by the button, as a hand does."""
    chosen: list[Any] = [
        data if isinstance(data, Path) else {"name": name, "mimeType": "application/octet-stream", "buffer": data}
        for name, data in files.items()
    ]
    with page.expect_file_chooser() as chooser:
        place(page, slot).locator("label.ix-button").click()
    chooser.value.set_files(chosen)


def place(page: Page, slot: str) -> Locator:
    return page.locator(f"[data-slot={slot}]")


def take(page: Page) -> None:
    page.get_by_role("button", name="Use these results").click()


def choose(page: Page, query: str) -> None:
    """Open a query, by its id or a part of it."""
    page.get_by_test_id("query").filter(has_text=query).first.click()


def test_packed_files_are_understood_taken_and_opened_as_text(page: Page) -> None:
    bring(page, "a", "a.run.gz", gzip.compress(RUN))
    expect(page.locator(".ix-next")).to_contain_text("Now the judgments that belong to this run.")
    bring(page, "qrels", "qrels.txt.xz", lzma.compress(QRELS))
    expect(page.locator(".ix-understood")).to_contain_text("2 queries with 3 results")
    choose_files(page, "b", {"b.run.bz2": bz2.compress(BETTER), "c.run": RUN})
    expect(page.locator(".ix-understood")).to_contain_text("Run C: c.run")
    take(page)
    expect(page.get_by_role("heading", name="Means over 2 queries")).to_be_focused()
    expect(page.locator(".ix-means").first).to_contain_text("b.run.bz2")
    choose(page, MARKUP)
    expect(page.get_by_role("heading", name=MARKUP, level=1)).to_be_focused()
    expect(page.get_by_test_id("card")).to_contain_text("`c`=$1$")
    assert page.title() != "bad"


def test_what_is_dropped_or_pasted_on_a_phone_is_read_and_named_once_when_it_has_gone(visit: OpenPage) -> None:
    page = opened(visit(ready=False, viewport={"width": 320, "height": 720}, color_scheme="dark")).page
    data = page.evaluate_handle(
        """([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name));
          return data;
        }""",
        ["dropped.txt", QRELS.decode()],
    )
    place(page, "qrels").dispatch_event("drop", {"dataTransfer": data})
    expect(page.locator(".ix-next")).to_contain_text("dropped.txt: 2 queries")
    field = place(page, "a").get_by_label("or paste run A")
    field.fill(RUN.decode())
    field.press("Tab")
    take(page)
    expect(page.get_by_role("heading", name="Means over 2 queries")).to_be_visible()
    page.reload()
    gone = page.get_by_text("The results that you had brought (")
    expect(gone).to_be_visible()
    page.reload()
    ready(page)
    expect(gone).to_have_count(0)

    # Nothing stands in the way of anybody.
    page.get_by_role("button", name="Try it with a sample").click()
    expect(page.get_by_role("heading", name=MEANS)).to_be_visible()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # What is typed stays while answers to its first letters come, and no cutoff is what makes none.
    find = page.get_by_role("searchbox", name="Find a query")
    find.press_sequentially("white cat in a box")
    expect(page.get_by_test_id("query")).to_have_count(1)
    expect(find).to_have_value("white cat in a box")
    cutoff = page.get_by_label("Cutoff k")
    cutoff.fill("2000")
    cutoff.press("Enter")
    assert cutoff.evaluate("one => one.matches(':invalid') && one.validationMessage")  # which the browser shows
    expect(cutoff).to_have_value("2000")
    for given, there in (("4.5", "10"), ("3", "3")):
        cutoff.fill(given)
        cutoff.press("Tab")
        expect(cutoff).to_have_value(there)
    expect(page.get_by_role("heading", name="Queries by nDCG@3")).to_be_visible()


LONG = "clueweb22-en0012-34-" + "x" * 150 + "-end"


def test_one_query_opens_on_its_board_with_an_address_ids_and_a_list_however_long(explorer: Explorer) -> None:
    page = explorer.page
    page.set_viewport_size({"width": 320, "height": 640})
    names = [LONG, *(f"d{rank:03}" for rank in range(2, 81))]
    run = "".join(f"q1 Q0 {name} 1 {80 - place} x\n" for place, name in enumerate(names))
    judged = "".join(f"q1 0 {name} {int(place % 4 == 0)}\n" for place, name in enumerate(names[::2]))
    bring(page, "qrels", "qrels.txt", judged.encode())
    bring(page, "a", "a.run", run.encode())
    take(page)

    expect(page.get_by_role("heading", name="q1", level=1)).to_be_focused()
    expect(page.get_by_role("heading", name="q1", level=1)).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.get_by_test_id("card")).to_have_count(50)
    # The rest is a strip: told in words, and a cell of it takes the cutoff.
    strip = page.get_by_test_id("strip")
    expect(strip.locator("i")).to_have_count(30)
    expect(strip).to_have_attribute("aria-label", re.compile("Relevant at 57, 65, 73. Not judged at 52,"))
    strip.locator("i").nth(22).click()
    cutoff = page.get_by_test_id("cutoff")
    expect(cutoff).to_have_attribute("aria-valuetext", "k = 73: the first 73 of 80 are retrieved")
    expect(page.locator(".ix-strip-at")).to_have_text("73. d073: relevant")

    card = explorer.card(LONG)
    title = card.locator(".ix-title")
    whole = "node => node.scrollHeight <= node.clientHeight"
    page.set_viewport_size({"width": 390, "height": 844})
    assert not title.evaluate(whole)
    card.locator(".ix-picture").focus()
    assert title.evaluate(whole)

    # Its address is there while it is open, and where the page is loaded again there is nothing to show.
    expect(page).to_have_url(re.compile(r"/results\?q="))
    page.get_by_test_id("back").press("Enter")
    expect(page).to_have_url(re.compile("/results$"))
    page.get_by_test_id("query").press("Enter")
    expect(page).to_have_url(re.compile(r"/results\?q="))
    page.reload()
    expect(page.get_by_text("Please bring them again")).to_be_visible()
    expect(page).to_have_url(re.compile("/results$"))


@pytest.mark.parametrize("edition", ["server"])
def test_two_presses_at_once_count_both_and_the_browsers_back_leads_from_one_board_or_two_to_all(
    explorer: Explorer,
) -> None:
    page = explorer.page
    page.get_by_role("button", name="Try it with a sample").click()
    every, other = page.get_by_label("Test every metric"), page.get_by_role("button", name="AP", exact=True)
    expect(other).to_be_visible()
    every.evaluate("(box, button) => { box.click(); button.click(); }", other.element_handle())
    expect(page.get_by_role("heading", name="Queries by AP@10")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^Every metric"))).to_be_visible()
    every.uncheck()

    query = page.get_by_test_id("query").filter(has_text="white cat").first
    query.click()
    expect(page.get_by_role("heading", name="white cat", level=1)).to_be_visible()
    was = explorer.order()
    explorer.handle(was[7]).focus()
    explorer.key("Space", "Home", "Space")
    page.go_back()
    expect(page.get_by_role("heading", name=MEANS)).to_be_visible()
    assert "q=" not in page.url
    expect(query).to_be_focused()
    page.go_forward()
    expect(page.get_by_role("heading", name="white cat", level=1)).to_be_visible()
    assert explorer.order() == [was[7], *was[:7]]

    # From a query to both lists and back, and then to all queries, whose address is there again.
    page.get_by_role("button", name="Compare on two boards").click()
    page.wait_for_url("**/compare?**")
    page.go_back()
    page.get_by_test_id("back").click()
    expect(page.get_by_role("heading", name=MEANS)).to_be_visible()
    expect(page).to_have_url(re.compile("/results$"))
    # What is taken off leaves the focus beside it.
    page.get_by_label("Or type a metric").fill("RBP(p=0.5)")
    page.get_by_label("Or type a metric").press("Enter")
    page.get_by_role("button", name="Remove RBP(p=0.5)").press("Enter")
    expect(page.get_by_label("More metrics")).to_be_focused()


def test_who_takes_files_off_by_keys_goes_on_in_the_same_place(page: Page) -> None:
    bring(page, "qrels", "qrels.txt", QRELS)
    choose_files(page, "b", {"b.run": RUN, "c.run": BETTER})
    for left in (page.get_by_role("button", name="Remove c.run"), place(page, "b").get_by_label("choose a file")):
        place(page, "b").get_by_role("button", name="Remove").first.press("Enter")
        expect(left).to_be_focused()


def test_what_is_pasted_is_read_at_once_and_stays_whatever_is_answered_in_between(visit: OpenPage) -> None:
    page = opened(visit(ready=False)).page
    judgments = place(page, "qrels").get_by_role("textbox")
    run = place(page, "a").get_by_role("textbox")
    judgments.fill(QRELS.decode())
    run.focus()  # by which the judgments are told
    page.keyboard.insert_text(RUN.decode())
    expect(page.locator(".ix-next")).to_contain_text("Now the run that belongs to them.")
    expect(run).to_have_value(RUN.decode())
    run.dispatch_event("paste")
    expect(page.locator(".ix-understood")).to_contain_text("2 queries")
    expect(run).to_be_focused()
    # Two that are told one after the other: the second tells what has not been heard of the first.
    told = """([first, second]) => {
      const fields = ["qrels", "a"].map((slot) => document.querySelector(`[data-slot=${slot}] textarea`));
      [first, second].forEach((text, at) => {
        fields[at].value = text;
        for (const name of ["input", "change"]) fields[at].dispatchEvent(new Event(name, { bubbles: true }));
      });
    }"""
    page.evaluate(told, [QRELS.decode().replace("q1", "q7"), RUN.decode().replace("q1", "q7")])
    expect(page.locator(".ix-understood")).to_contain_text("2 queries")
    expect(judgments).to_have_value(re.compile("q7"))
    expect(run).to_have_value(re.compile("q7"))
