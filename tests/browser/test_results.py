"""The page “Your results” as a person uses it: bring files, see what is wrong, open a query, change it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from irviz.scenarios.sample import sample

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

    from tests.browser.conftest import OpenPage

MEANS = f"Means over {len(sample().queries)} queries"
MARKUP = "<img/src=x/onerror=document.title='bad'>"
QRELS = f"q1 0 a 1\nq1 0 b 0\n{MARKUP} 0 `c`=$1$ 1\n".encode()
RUN = f"q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\n{MARKUP} Q0 `c`=$1$ 1 0.5 x\n".encode()


@pytest.fixture
def page(visit: OpenPage) -> Page:
    explorer = visit(ready=False)
    explorer.page.goto(f"{explorer.url}/results")
    expect(explorer.page.locator("input[type=file]")).to_have_count(4)
    return explorer.page


def bring(page: Page, slot: str, name: str, data: bytes | Path) -> None:
    """Upload a file to a slot, and wait until the page has said what it is."""
    choose_file(page, slot, name, data)
    said = page.locator(":is(.ix-next, .ix-understood, .ix-faults)")
    expect(said.filter(has_text=name).first).to_be_visible()
    rested(page)


def choose_file(page: Page, slot: str, name: str, data: bytes | Path) -> None:
    """Choose a file, and once more where Streamlit has lost it, as it does when a run begins just then."""
    file: FilePayload = {
        "name": name,
        "mimeType": "application/octet-stream",
        "buffer": data if isinstance(data, bytes) else b"",
    }
    button = page.locator(f".st-key-results-file-{slot}").get_by_role(
        "button", name=re.compile("^(Upload|Add files)$")
    )
    chosen = page.get_by_role("button", name=f"Remove {name}")
    for _ in range(3):
        with page.expect_file_chooser() as chooser:
            button.click()
        chooser.value.set_files(data if isinstance(data, Path) else [file])
        try:
            expect(chosen).to_be_visible(timeout=5_000)
        except AssertionError:
            continue
        return
    expect(chosen).to_be_visible()


def rested(page: Page) -> None:
    expect(page.locator("[data-testid=stApp]")).to_have_attribute(
        "data-test-script-state", "notRunning"
    )


def choose(page: Page, words: str) -> None:
    """Choose the one query with these words; once more where the page's last run has taken the list away."""
    expect(page.get_by_role("heading", name=re.compile("^Means over"))).to_be_visible()
    expect(page.locator("[data-testid=stDataFrame] canvas").first).to_be_visible()
    rested(page)
    query, option = page.get_by_role("combobox", name="Query"), page.get_by_role("option")
    for _ in range(3):
        query.click()
        query.fill(words)
        try:
            expect(option).to_have_count(1, timeout=5_000)
        except AssertionError:
            page.keyboard.press("Escape")
            continue
        break
    expect(option).to_have_count(1)
    page.keyboard.press("Enter")


def test_files_are_understood_taken_and_opened_as_text(page: Page) -> None:
    bring(page, "a", "a.run.gz", gzip.compress(RUN))
    expect(page.locator(".ix-next")).to_be_visible()
    bring(page, "qrels", "qrels.txt", QRELS)
    expect(page.locator(".ix-understood")).to_contain_text("2 queries with 3 results")
    page.get_by_role("button", name="Use these results").click()
    expect(page.get_by_role("heading", name="Means over 2 queries")).to_be_visible()
    choose(page, "img")
    expect(page.locator(".ix-results h1")).to_have_text(MARKUP)
    expect(page.locator("[data-testid=card]")).to_contain_text("`c`=$1$")
    assert page.title() != "bad"


def test_results_that_went_with_a_reload_are_named_once(page: Page) -> None:
    bring(page, "a", "a.run", RUN)
    bring(page, "qrels", "qrels.txt", QRELS)
    page.get_by_role("button", name="Use these results").click()
    expect(page.get_by_role("heading", name="Means over 2 queries")).to_be_visible()
    page.reload()
    gone = page.get_by_text("The results that you had brought (a.run) went")
    expect(gone).to_be_visible()
    rested(page)
    page.reload()
    expect(page.locator("input[type=file]")).to_have_count(4)
    rested(page)
    expect(gone).to_have_count(0)


def test_damage_is_one_line(page: Page) -> None:
    bring(page, "qrels", "bad.txt", b"q1 0 a 1\nq1 0 b 0 7 7 7\n")
    expect(page.locator(".ix-faults")).to_contain_text("bad.txt, line 2: expected 4 columns")
    expect(page.get_by_role("button", name="Stop reading")).to_have_count(0)


PYTERRIER = b"qid,docid,docno,rank,score,query\n1,7,D7,0,9,cats\n1,4,D2,1,8,cats\n2,9,D5,0,3,dogs\n"


def test_a_run_of_strangers_is_a_loud_warning_until_its_ids_meet(page: Page) -> None:
    warning = page.locator(".ix-faults")
    bring(page, "a", "run.csv", PYTERRIER)
    expect(page.locator(".ix-next")).to_be_visible()
    bring(page, "qrels", "strange.csv", b"qid,docno,label\n1,WT-D8,1\n2,WT-D9,1\n")
    expect(warning).to_contain_text("Hardly anything is judged")
    expect(warning).to_contain_text(
        "Run A: none of its 3 results is judged. It has ids such as 'D7' and 'D2', the judgments such as "
        "'WT-D8' and 'WT-D9'."
    )
    bring(page, "qrels", "numbers.csv", b"qid,docid,label\n1,4,1\n2,9,1\n")
    expect(warning).to_have_count(0)
    page.get_by_role("button", name="Use these results").click()
    expect(page.get_by_role("heading", name="Means over 2 queries")).to_be_visible()
    expect(page.locator(".ix-means")).to_contain_text("0.7500")


def test_a_change_moves_the_mean(page: Page) -> None:
    page.get_by_role("button", name="Try it with a sample").press("Enter")
    # The button has gone with the page; keys go on where there is something new.
    expect(page.get_by_role("heading", name=MEANS)).to_be_focused()
    choose(page, "dark cat")
    expect(page.get_by_role("heading", name="dark cat", level=1)).to_be_focused()
    moved = page.locator(".ix-means tr", has_text="moved by").locator("td")
    expect(moved.last).to_have_text("0")
    # What has no meaning here is not offered.
    expect(page.get_by_label("Example")).to_be_hidden()
    expect(page.get_by_test_id("link")).to_be_hidden()
    page.get_by_role("button", name="Ideal", exact=True).click()
    expect(moved.last).not_to_have_text("0")
    gain = moved.last.text_content() or ""
    assert gain.startswith("+")
    page.get_by_role("button", name="Back to all queries").click()
    expect(page.get_by_role("heading", name=MEANS)).to_be_visible()


def test_a_long_list_with_results_that_nobody_judged(page: Page) -> None:
    names = [f"d{rank:03}" for rank in range(1, 81)]
    run = "".join(f"q1 Q0 {name} 1 {80 - place} x\n" for place, name in enumerate(names))
    judged = "".join(
        f"q1 0 {name} {int(place % 4 == 0)}\n" for place, name in enumerate(names[::2])
    )
    bring(page, "qrels", "qrels.txt", judged.encode())
    bring(page, "a", "a.run", run.encode())
    page.get_by_role("button", name="Use these results").click()

    cards = page.get_by_test_id("card")
    expect(cards).to_have_count(50)
    told = page.locator(".ix-results p").first
    expect(told).to_contain_text("5 of the first 10 results are judged, judged@10 = 0.500")
    least = page.locator(".ix-means tr", has_text="At least").locator("td").first
    most = page.locator(".ix-means tr", has_text="At most").locator("td").first
    expect(least).to_have_text("0.2000")
    expect(most).to_have_text("0.7000")

    # Rank 2 goes through all three states, told by its words and its buttons.
    picture = cards.nth(1).get_by_test_id("relevance")
    expect(picture).to_have_attribute("aria-pressed", "mixed")
    expect(cards.nth(1)).to_contain_text("not judged")
    picture.click()
    expect(picture).to_have_attribute("aria-pressed", "true")
    expect(least).to_have_text("0.3000")
    picture.click()
    expect(picture).to_have_attribute("aria-pressed", "false")
    expect(most).to_have_text("0.6000")
    expect(told).to_contain_text("6 of the first 10")
    cards.nth(1).get_by_test_id("unjudge").click()
    expect(picture).to_have_attribute("aria-pressed", "mixed")
    expect(most).to_have_text("0.7000")

    # The rest is a strip: told in words, and a cell of it takes the cutoff.
    strip = page.get_by_test_id("strip")
    expect(strip.locator("i")).to_have_count(30)
    expect(strip).to_have_attribute(
        "aria-label", re.compile("Relevant at 57, 65, 73. Not judged at 52,")
    )
    strip.locator("i").nth(22).click()
    cutoff = page.get_by_test_id("cutoff")
    expect(cutoff).to_have_attribute("aria-valuetext", "k = 73: the first 73 of 80 are retrieved")
    expect(page.locator(".ix-strip-at")).to_have_text("73. d073: relevant")
    cutoff.press("End")
    expect(page.locator("[data-testid=score][data-metric=R]")).to_have_attribute("data-value", "1")
    expect(page.get_by_role("columnheader", name="nDCG@80", exact=True)).to_be_visible()
