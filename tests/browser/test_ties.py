"""Ranks of one score: tied and parted by keys, seen, spoken, and never telling what is covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.axe import axe

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

TIED = "all => all.map(one => `${one.dataset.rank} ${one.dataset.tie}`)"


def tied(explorer: Explorer) -> list[str]:
    found: list[str] = explorer.page.locator("[data-testid=card][data-tie]").evaluate_all(TIED)
    return found


def step(explorer: Explorer, words: str) -> Locator:
    return explorer.page.get_by_role("button", name=words, exact=True)


def test_keys_tie_and_part_ranks_and_what_may_be_asked_is_not_told(visit: OpenPage) -> None:
    explorer = visit("?see=ties")
    page = explorer.page
    expect(page.get_by_test_id("bands")).to_have_count(0)

    step(explorer, "Tie ranks 2 and 3").focus()
    page.keyboard.press("Enter")
    assert tied(explorer) == ["2 first", "3 last"]
    explorer.settle()
    expect(step(explorer, "Part ranks 2 and 3")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    explorer.settle()
    assert tied(explorer) == ["2 first", "3 middle", "4 last"]
    assert "tie=2-4" in page.url
    assert page.get_by_test_id("bands").locator("path").count() == 6
    labels = page.get_by_test_id("handle").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert [", one of ranks 2 to 4, which are tied" in label for label in labels] == [False, *[True] * 3, *[False] * 4]
    assert axe(page, ".ix-board") == []

    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    step(explorer, "Part all").click()
    explorer.settle()
    expect(step(explorer, "Part all")).to_be_focused()
    assert tied(explorer) == []
    assert "tie=" not in page.url
    # Several presses before an answer are all counted.
    page.get_by_test_id("tie-step").evaluate_all("all => [all[0], all[4], all[5]].forEach((one) => one.click())")
    explorer.settle()
    assert tied(explorer) == ["1 first", "2 last", "5 first", "6 middle", "7 last"]

    # What may be asked is not told.
    expect(page.get_by_test_id("bands")).to_be_visible()
    page.get_by_test_id("predict").click()
    expect(page.get_by_test_id("bands")).to_have_count(0)
    explorer.settle()
    expect(page.get_by_test_id("tie-values")).to_have_count(0)
    assert tied(explorer) == ["1 first", "2 last", "5 first", "6 middle", "7 last"]
    # A tie moves no score, so it does not wait for a prediction; while a change does, it waits for that.
    step(explorer, "Tie ranks 7 and 8").click()
    explorer.settle()
    assert tied(explorer)[-1] == "8 last"
    page.get_by_test_id("relevance").first.click()
    step(explorer, "Part ranks 7 and 8").click()
    assert tied(explorer)[-1] == "8 last"
