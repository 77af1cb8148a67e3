"""The page “Your results” as a person uses it: bring files, see what is wrong, open a query, change it."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Page

    from tests.browser.conftest import OpenPage

MARKUP = "<img/src=x/onerror=document.title='bad'>"
QRELS = f"q1 0 a 1\nq1 0 b 0\n{MARKUP} 0 `c`=$1$ 1\n".encode()
RUN = f"q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\n{MARKUP} Q0 `c`=$1$ 1 0.5 x\n".encode()


@pytest.fixture
def page(visit: OpenPage) -> Page:
    explorer = visit(ready=False)
    explorer.page.goto(f"{explorer.url}/results")
    expect(explorer.page.locator("input[type=file]")).to_have_count(3)
    return explorer.page


def bring(page: Page, place: int, name: str, data: bytes) -> None:
    file: FilePayload = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    page.locator("input[type=file]").nth(place).set_input_files(files=[file])
    expect(page.get_by_text(name, exact=True).first).to_be_visible()


def choose(page: Page, words: str) -> None:
    """Choose the one query with these words, once the whole page has come."""
    expect(page.locator("[data-testid=stDataFrame] canvas").first).to_be_visible()
    expect(page.locator("[data-testid=stApp]")).to_have_attribute(
        "data-test-script-state", "notRunning"
    )
    page.get_by_role("combobox", name="Query").press_sequentially(words)
    expect(page.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")


def test_files_are_understood_taken_and_opened_as_text(page: Page) -> None:
    bring(page, 1, "a.run.gz", gzip.compress(RUN))
    expect(page.locator(".ix-next")).to_be_visible()
    bring(page, 0, "qrels.txt", QRELS)
    expect(page.locator(".ix-understood")).to_contain_text("2 queries with 3 results")
    page.get_by_role("button", name="Use these results").click()
    expect(page.get_by_role("heading", name="Means over 2 queries")).to_be_visible()
    choose(page, "img")
    expect(page.locator(".ix-results h1")).to_have_text(MARKUP)
    expect(page.locator("[data-testid=card]")).to_contain_text("`c`=$1$")
    assert page.title() != "bad"


def test_damage_is_one_line(page: Page) -> None:
    bring(page, 0, "bad.txt", b"q1 0 a 1\nq1 0 b 0 7 7 7\n")
    expect(page.locator(".ix-faults")).to_contain_text("bad.txt, line 2: expected 4 columns")
    expect(page.get_by_role("button", name="Stop reading")).to_have_count(0)


def test_a_change_moves_the_mean(page: Page) -> None:
    page.get_by_role("button", name="Try it with a sample").click()
    expect(page.get_by_role("heading", name="Means over 14 queries")).to_be_visible()
    choose(page, "dark cat")
    moved = page.locator(".ix-means tr", has_text="moved by").locator("td")
    expect(moved.last).to_have_text("+0.0000")
    page.get_by_role("button", name="Ideal").click()
    expect(moved.last).not_to_have_text("+0.0000")
    gain = moved.last.text_content() or ""
    assert gain.startswith("+")
    page.get_by_role("button", name="Back to all queries").click()
    expect(page.get_by_role("heading", name="Means over 14 queries")).to_be_visible()
