"""A mean of three queries: its rows are changed by hand, each by itself, and its cutoff is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import oracle

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

IDS = ("cat-in-a-box", "white-cat", "dark-cat")


def test_the_working_leads_to_the_mean_whose_rows_are_changed_and_queries_keep_their_boards(visit: OpenPage) -> None:
    explorer = visit()
    line = explorer.page.get_by_test_id("working-line")
    expect(line).to_have_text("AP@3 = (1/2) / 4 = 0.125")
    expect(line).to_be_in_viewport(ratio=1)

    # What AP is called in the mean leads there.
    explorer.page.get_by_role("button", name="mean: MAP").click()
    explorer.settle()
    assert explorer.opened() == "mean of 3"
    expect(line).to_contain_text("MAP@3 = (")
    expect(explorer.page.get_by_role("button", name="mean: M")).to_have_count(0)
    before = {name: explorer.order(name) for name in IDS}

    explorer.toggle("empty-box", "dark-cat")
    explorer.drag(before["white-cat"][7], 2, "white-cat")
    explorer.settle()
    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    explorer.settle()

    assert explorer.order("cat-in-a-box") == before["cat-in-a-box"]
    assert explorer.order("dark-cat") == before["dark-cat"]
    moved = [before["white-cat"][0], before["white-cat"][7], *before["white-cat"][1:7]]
    assert explorer.order("white-cat") == moved
    rows = [[0, 1, 0, 1, 1, 0, 1, 0], [1, 0, 0, 0, 1, 1, 0, 1], [0, 0, 0, 0, 1, 1, 0, 1]]
    assert explorer.relevance() == rows
    for name in IDS:
        assert [card.verdict[1] for card in explorer.cards(name)] == [*"PPPPPNNN"]
    expect(explorer.divider).to_have_count(1)
    expected = oracle.mean_curves(rows)
    assert explorer.curves()["MAP@k"] == pytest.approx(expected["AP"], abs=1e-9)
    assert explorer.scores()["MRR"] == pytest.approx(expected["RR"][4], abs=1e-9)

    explorer.tab("white cat")
    explorer.settle()
    assert explorer.order("white-cat") == moved
