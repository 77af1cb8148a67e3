"""The page “Where metrics disagree” as a person uses it, with the keyboard alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer


def at(visit: OpenPage, path: str, **options: object) -> Explorer:
    explorer = visit(ready=False, reduced_motion="reduce", **options)
    explorer.page.goto(f"{explorer.url}/{path}")
    expect(explorer.page.get_by_test_id("disagree")).to_be_visible()
    return explorer


def grades(page: Page, order: int) -> list[int]:
    found = page.get_by_test_id("disagree-order").nth(order).locator(".ix-face")
    return [int(one.get_attribute("data-grade") or "") for one in found.all()]


def address(page: Page) -> dict[str, str]:
    return {name: texts[0] for name, texts in parse_qs(urlsplit(page.url).query).items()}


def test_two_metrics_are_chosen_and_a_pair_opens_on_the_board(visit: OpenPage) -> None:
    explorer = at(visit, "disagree?a=DCG@5&b=ERR@5&of=04134132&embed=true")
    page = explorer.page
    root, verdict = page.get_by_test_id("disagree"), page.locator(".ix-disagree-verdict")
    bars_are_as_long_as_their_numbers(page)

    page.get_by_role("radio", name="Relevant or not").click()
    page.get_by_role("combobox", name="Which metric A").select_option("P")
    page.get_by_role("combobox", name="Which metric B").select_option("AP")
    page.get_by_role("spinbutton", name="Cutoff of metric A").fill("4")
    page.keyboard.press("Enter")
    expect(verdict).to_have_text("P@4 prefers the first order, AP@5 the second.")

    page.get_by_role("button", name="Another pair").press("Enter")
    expect(root).to_have_attribute("data-pair", "2")
    assert address(page)["pair"] == "2"
    shown = grades(page, 1)
    page.get_by_role("link", name="Open on the board: the second order").press("Enter")
    page.wait_for_url(re.compile(r"/\?q=.*embed=true"))  # in a frame, what follows is for a frame
    explorer.settle()
    assert explorer.relevance() == [shown]
    page.go_back()
    expect(verdict).to_have_text("P@4 prefers the first order, AP@5 the second.")

    # A field says what it puts right, and one that was left is not undone.
    field = page.get_by_role("spinbutton", name="Cutoff of metric A")
    field.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("999")
    page.keyboard.press("Tab")
    expect(field).to_have_value("8")
    field.fill("4")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("a=P@4"))

    cutoff = page.get_by_role("spinbutton", name="Cutoff of metric B")
    cutoff.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Swap the two metrics").click()  # it stands still below the hand
    expect(page).to_have_url(re.compile("a=AP@1&b=P@4"))
    page.keyboard.press("ControlOrMeta+z")
    expect(field).to_have_value("1")
    expect(cutoff).to_have_value("4")


def bars_are_as_long_as_their_numbers(page: Page) -> None:
    rows = page.get_by_test_id("disagree-value")
    expect(rows).to_have_count(4)
    for row in rows.all():
        zero, end = row.locator(".ix-disagree-end").all_inner_texts()
        bar, fill = (
            one.bounding_box() for one in (row.locator(".ix-disagree-bar"), row.locator(".ix-disagree-bar span"))
        )
        assert zero == "0"
        assert bar
        assert fill
        share = float(row.get_attribute("data-value") or "nan") / float(end)
        assert fill["width"] == pytest.approx(share * bar["width"], abs=0.6)
        assert fill["x"] == pytest.approx(bar["x"], abs=0.6)
