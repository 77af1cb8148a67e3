"""What RR and AP are called in the mean, where one query is open; and the working beside the curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.explorer import Explorer


@pytest.mark.parametrize("name", ["MRR", "MAP"])
def test_the_mean_is_named_and_one_press_away(quick: Explorer, name: str) -> None:
    quick.page.get_by_role("button", name=f"mean: {name}").click()
    quick.settle()

    assert quick.opened() == "mean of 3"
    expect(quick.page.get_by_test_id("working-line")).to_contain_text(f"{name}@3 = (")
    expect(quick.page.get_by_role("button", name="mean: M")).to_have_count(0)


def test_the_working_is_in_sight_and_follows_the_hand(quick: Explorer) -> None:
    line = quick.page.get_by_test_id("working-line")
    expect(line).to_have_text("AP@3 = (1/2) / 4 = 0.125")
    box = line.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 720

    quick.drag("white-cat-in-box", 1)
    quick.settle()
    expect(line).to_have_text("AP@3 = (1/1) / 4 = 0.250")
