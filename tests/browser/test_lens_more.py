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


def value(cell: Locator) -> float:
    return float(cell.get_attribute("data-value") or "nan")


# Conventions


def move(explorer: Explorer, metric: str) -> Locator:
    return panel(explorer).locator(f"[data-testid=move][data-metric='{metric}']")


def test_a_tool_is_chosen_and_the_numbers_say_what_moved(visit: OpenPage) -> None:
    explorer = visit("?q=white-cat&k=3&see=conventions")
    assert explorer.scores()["AP"] == 0.25

    panel(explorer).get_by_label(re.compile("^Spark")).check()
    explorer.settle()

    assert explorer.scores()["AP"] == pytest.approx(1 / 3)
    assert "by=ap-minrk.gain-exp" in explorer.search()
    ap = move(explorer, "AP")
    expect(ap).to_have_attribute("data-moved", "true")
    assert value(ap.locator(".ix-move-plain")) == 0.25
    assert value(ap.locator(".ix-move-now")) == pytest.approx(1 / 3)
    expect(ap.locator(".ix-move-now")).to_have_text("1 / 3 = 0.333")
    expect(ap.locator(".ix-move-difference")).to_have_text("▲ 0.083")
    expect(move(explorer, "P")).to_have_attribute("data-moved", "false")
    why = panel(explorer).locator("[data-testid=why][data-option=ap]")
    expect(why).to_contain_text("as many of them as the first k ranks could hold")
    expect(why.locator(".ix-reason-moves")).to_have_text("AP@3")
    expect(panel(explorer).get_by_test_id("conventions-text")).to_have_text(
        "AP@3 moves against trec_eval; the other 5 stay."
    )


def test_conventions_are_mixed_one_by_one(visit: OpenPage) -> None:
    explorer = visit("?q=white-cat&k=3&see=conventions")
    mix = panel(explorer).get_by_label("a mix of your own")
    expect(mix).to_be_disabled()

    panel(explorer).get_by_text("Choose one by one").click()
    panel(explorer).locator("[data-option=ap]").get_by_label("hits").check()
    panel(explorer).locator("[data-option=ideal]").get_by_label("first k retrieved").check()
    explorer.settle()

    expect(mix).to_be_checked()
    assert "by=ap-hits.ideal-topk" in explorer.search()
    assert explorer.scores()["AP"] == 1
    expect(panel(explorer).locator("fieldset[data-option=ap] .ix-caption")).to_have_text(
        "those that the first k ranks do hold"
    )
    assert move(explorer, "nDCG").get_attribute("data-moved") == "true"


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


def test_the_table_chooses_the_metric_of_the_histogram(visit: OpenPage) -> None:
    explorer = visit(f"?{GRADED}&k=8&m=nDCG&see=orders")

    panel(explorer).get_by_test_id("standings").get_by_role("button", name="RR@8").click()
    explorer.settle()

    expect(panel(explorer).get_by_test_id("orders-text")).to_contain_text("on RR@8")
    expect(panel(explorer).get_by_test_id("standings").get_by_role("button", name="RR@8")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(panel(explorer).get_by_test_id("standings").get_by_role("button", name="RR@8")).to_be_focused()


def test_the_whole_list_is_one_click_away(visit: OpenPage) -> None:
    explorer = visit("?see=orders&m=AP")
    expect(panel(explorer).locator(".ix-orders-whole")).to_contain_text(
        "Over the whole list, AP@8 is 0.543 and beats 35.7\xa0% of the orders."
    )

    panel(explorer).get_by_test_id("whole-list").click()
    explorer.settle()

    assert explorer.k() == 8
    expect(panel(explorer).get_by_test_id("orders-text")).to_contain_text("beats 35.7\xa0% of the 70")
    expect(panel(explorer).get_by_test_id("whole-list")).to_be_hidden()


def test_moving_a_card_moves_the_order_in_the_same_histogram(quick: Explorer) -> None:
    quick.page.get_by_test_id("lens-orders").click()
    quick.settle()
    plot = panel(quick).get_by_test_id("histogram")
    plot.evaluate("one => { one.kept = true; }")
    here = panel(quick).locator(".ix-histo-here")
    before = here.get_attribute("style") or ""

    quick.press("ideal")
    quick.settle()

    expect(here).not_to_have_attribute("style", before)
    assert panel(quick).get_by_test_id("histogram").evaluate("one => one.kept")


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
    ("link", "scheme"),
    [
        ("&q=mean&set=cats", "light"),
        (f"&{GRADED}&k=5&by=gain-exp.ideal-uncut", "light"),
        (f"&{GRADED}&k=5&by=gain-exp.ideal-uncut", "dark"),
    ],
)
def test_axe_has_nothing_to_complain_about(visit: OpenPage, link: str, scheme: str) -> None:
    explorer = visit(f"?{link}", reduced_motion="reduce", color_scheme=scheme)
    for lens in LENSES:
        turn(explorer, lens)
        assert axe(explorer.page, "[data-testid=lens-panel]:not([hidden])") == [], lens


@pytest.mark.parametrize("link", ["", "&q=mean&set=cats", f"&{GRADED}&k=5"])
def test_a_phone_has_room_for_it(visit: OpenPage, link: str) -> None:
    explorer = visit(f"?{link}", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for lens in LENSES:
        box = turn(explorer, lens).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert explorer.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), lens


def turn(explorer: Explorer, lens: str) -> Locator:
    """Turn to a lens by its tab; its panel, once it is there."""
    explorer.page.get_by_test_id(f"lens-{lens}").click()
    shown = explorer.page.locator(f"[data-testid=lens-panel][data-lens='{lens}']")
    expect(shown).to_be_visible()
    panel(explorer)
    return shown


@pytest.mark.parametrize("lens", LENSES)
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
