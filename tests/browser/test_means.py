"""What RR and AP are called in the mean, where one query is open; and the working beside the curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.explorer import Explorer


def test_the_working_is_in_sight_follows_the_hand_and_leads_to_the_mean(quick: Explorer) -> None:
    line = quick.page.get_by_test_id("working-line")
    expect(line).to_have_text("AP@3 = (1/2) / 4 = 0.125")
    box = line.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 720
    quick.drag("white-cat-in-box", 1)
    quick.settle()
    expect(line).to_have_text("AP@3 = (1/1) / 4 = 0.250")

    quick.page.get_by_role("button", name="mean: MAP").click()
    quick.settle()
    assert quick.opened() == "mean of 3"
    expect(line).to_contain_text("MAP@3 = (")
    expect(quick.page.get_by_role("button", name="mean: M")).to_have_count(0)
