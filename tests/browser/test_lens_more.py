"""The lenses gain, precision-recall, all orders and conventions, as a person uses them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

LENSES = ("precision-recall", "gain", "orders", "conventions")
GRADED = "q=white-cat-in-a-box"


def panel(explorer: Explorer) -> Locator:
    """The panel that is open, once it shows the server's last answer."""
    expect(explorer.page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")
    return explorer.page.locator("[data-testid=lens-panel]:visible")


# Conventions


def test_the_options_can_be_chosen_by_keys(visit: OpenPage) -> None:
    explorer = visit("?q=white-cat&k=3&see=conventions")
    panel(explorer).get_by_label(re.compile("^trec_eval")).focus()

    explorer.key("ArrowDown")
    explorer.settle()

    assert "by=ap-hits.ideal-retrieved" in explorer.search()
    expect(panel(explorer).get_by_label(re.compile("^scikit-learn"))).to_be_focused()

    explorer.key("Space")
    explorer.settle()

    expect(panel(explorer).get_by_label(re.compile("^Spark"))).to_be_focused()


def test_a_result_can_be_there_twice(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=5&see=conventions")
    rank = panel(explorer).get_by_label("Rank of what is there twice")
    later = panel(explorer).get_by_label("Rank at which it is there again")
    twice = panel(explorer).locator("[data-testid=again][data-rule='counted twice'] [data-metric=AP]")
    expect(later).to_have_value("2-5")

    later.select_option(label="3")
    explorer.settle()
    expect(twice).to_contain_text("0.442")
    rank.select_option(label="4")
    explorer.settle()

    assert "again=4-5" in explorer.search()
    expect(twice).to_contain_text("0.400")
    explorer.page.get_by_role("button", name="Undo").first.click()
    expect(twice).to_contain_text("0.442")
    assert "again=2-3" in explorer.search()


# All orders


# Gain


def test_a_rank_is_lit_in_card_sums_and_ideal(visit: OpenPage) -> None:
    explorer = visit(f"?{GRADED}&k=3&see=gain")

    panel(explorer).locator(".ix-gain-order td").nth(1).hover()

    hot = panel(explorer).locator("[data-hot=true]")
    assert set(hot.evaluate_all("all => all.map(one => one.dataset.rank)")) == {"2"}
    # The best picture stands at rank 2, and first in the ideal order.
    expect(panel(explorer).locator(".ix-gain-ideal td").first).to_have_attribute("data-hot", "true")
    expect(panel(explorer).locator(".ix-gain-parts [data-hot=true]")).to_have_count(7)


# Precision and recall


def test_interpolated_precision_comes_when_asked_for(visit: OpenPage) -> None:
    explorer = visit("?k=8&see=precision-recall")
    drawn = panel(explorer).locator("g.ix-recall-smooth")
    dots = drawn.locator("circle")
    expect(drawn).to_have_css("display", "none")
    expect(dots.first).to_be_hidden()

    panel(explorer).get_by_label("Interpolated precision").check()

    expect(drawn).to_have_css("display", "inline")
    expect(dots).to_have_count(11)
    expect(dots.last).to_be_visible()
    said = panel(explorer).locator("p.ix-recall-smooth")
    expect(said).to_contain_text("which is not AP")
    expect(said).to_contain_text("Their mean is 0.592")


def test_a_point_lights_its_line_in_the_table_and_its_card(visit: OpenPage) -> None:
    explorer = visit("?k=8&see=precision-recall")

    panel(explorer).locator(".ix-recall-points [data-rank='5'] .ix-recall-dot").hover()

    expect(panel(explorer).locator(".ix-points [data-rank='5']")).to_have_attribute("data-hot", "true")
    expect(panel(explorer).locator(".ix-recall-areas [data-rank='5']")).to_have_attribute("data-hot", "true")


# All of them


@pytest.mark.parametrize(
    ("link", "scheme"), [("q=mean&set=cats", "light"), (f"{GRADED}&k=5&by=gain-exp.ideal-uncut", "dark")]
)
def test_axe_has_nothing_to_complain_about(visit: OpenPage, link: str, scheme: str) -> None:
    explorer = visit(f"?{link}", reduced_motion="reduce", color_scheme=scheme)
    for lens in LENSES:
        turn(explorer, lens)
        assert axe(explorer.page, "[data-testid=lens-panel]:not([hidden])") == [], lens


def turn(explorer: Explorer, lens: str) -> Locator:
    """Turn to a lens by its tab; its panel, once it is there."""
    explorer.page.get_by_test_id(f"lens-{lens}").click()
    shown = explorer.page.locator(f"[data-testid=lens-panel][data-lens='{lens}']")
    expect(shown).to_be_visible()
    panel(explorer)
    return shown


@pytest.mark.parametrize("lens", ["gain", "orders"])
def test_nothing_is_built_anew_when_the_board_changes(visit: OpenPage, lens: str) -> None:
    explorer = visit(f"?see={lens}&k=8", reduced_motion="reduce")
    stage = panel(explorer)
    stage.evaluate("one => { for (const node of one.querySelectorAll('*')) node.kept = true; }")

    explorer.press("worst")
    explorer.settle()
    explorer.press("undo")
    explorer.settle()

    fresh = panel(explorer).evaluate(
        "one => [...one.querySelectorAll('table, tr, svg, figure, fieldset')].filter(node => !node.kept).length"
    )
    assert fresh == 0
