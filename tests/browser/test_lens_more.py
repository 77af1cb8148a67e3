"""The lenses gain, precision-recall, all orders and conventions, as a person uses them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from irviz.metrics import TOOLS
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


def test_undo_takes_a_convention_back(visit: OpenPage) -> None:
    explorer = visit("?q=white-cat&k=3&see=conventions")
    panel(explorer).get_by_label(re.compile("^Kaggle")).check()
    explorer.settle()

    explorer.press("undo")
    explorer.settle()

    expect(panel(explorer).get_by_label(re.compile("^trec_eval"))).to_be_checked()
    assert explorer.scores()["AP"] == 0.25
    assert "by=" not in explorer.search()


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


def test_every_tool_is_shown_with_its_own_numbers(visit: OpenPage) -> None:
    explorer = visit("?q=white-cat&k=1&see=conventions")

    lines = panel(explorer).get_by_test_id("tool")
    found = {
        line.get_attribute("data-tool"): line.locator("[data-metric=AP]").get_attribute("data-value")
        for line in lines.all()
    }
    assert [*found] == [*TOOLS]
    assert found | {
        "trec_eval": "0.25", "ir_measures": "0.25", "ranx": "0.25", "scikit-learn": "1",
        "torchmetrics": "1", "Spark": "1", "Quepid": "0.25", "Kaggle-style code": "1",
    } == found  # fmt: skip
    expect(lines.filter(has_text="Quepid")).to_contain_text("read in its source")
    expect(lines.filter(has_text="ranx")).not_to_contain_text("read in its source")


@pytest.mark.parametrize(
    ("text", "board", "score"),
    [
        ("÷ R", "white-cat", ("AP", 1, 0.25)),
        ("÷ min(R, k)", "white-cat", ("AP", 1, 1)),
        ("÷ hits", "white-cat", ("AP", 1, 1)),
        ("ideal cut at k", "white-cat-in-a-box", ("nDCG", 2, 0.387)),
        ("ideal of the first k", "white-cat-in-a-box", ("nDCG", 2, 0.631)),
        ("ideal uncut", "white-cat-in-a-box", ("nDCG", 2, 0.234)),
        ("counts as 1", "cat-in-a-box", ("AP", 3, 1)),
    ],
)
def test_an_example_opens_with_its_number(
    visit: OpenPage, text: str, board: str, score: tuple[str, int, float]
) -> None:
    metric, k, expected = score
    explorer = visit("?see=conventions")
    case = panel(explorer).get_by_test_id("case").filter(has=explorer.page.get_by_text(text, exact=True))
    shown = value(case)

    case.click()
    explorer.page.wait_for_function(f"() => location.search.includes('q={board}&k={k}')")
    explorer.settle()

    assert shown == pytest.approx(expected, abs=5e-4)
    assert explorer.scores()[metric] == pytest.approx(shown)
    expect(panel(explorer).locator("[data-testid=case][aria-current=true]")).to_have_count(1)


# All orders


def test_the_sources_graded_order_beats_a_sixth_of_its_orders(visit: OpenPage) -> None:
    explorer = visit(f"?{GRADED}&k=8&m=nDCG&see=orders")

    text = panel(explorer).get_by_test_id("orders-text")
    expect(text).to_contain_text("beats only 15.4\xa0% of the 5,040 distinct orders")
    expect(text).to_contain_text("A random shuffle scores 0.825 on average, more than this order’s 0.728.")
    here = panel(explorer).locator(".ix-histo-here")
    assert here.evaluate("one => one.style.left") == pytest.approx("72.8296%")
    expect(panel(explorer).get_by_test_id("histogram")).to_have_attribute(
        "aria-label", re.compile("over all 5,040 orders")
    )


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


def test_running_sums_of_the_sources(visit: OpenPage) -> None:
    explorer = visit(f"?{GRADED}&k=2&see=gain")

    expect(panel(explorer).get_by_test_id("gain-text")).to_contain_text("2.524 / 6.524 = 0.387")
    texts = {
        name: panel(explorer).locator(f".ix-gain-{name} td").all_inner_texts() for name in ("dcg", "idcg", "ratio")
    }
    assert texts["dcg"][:3] == ["0.000", "2.524", "3.024"]
    assert texts["idcg"][:3] == ["4.000", "6.524", "8.024"]
    assert texts["ratio"][:3] == ["0.000", "0.387", "0.377"]


def test_swapping_the_first_two_raises_the_gain(visit: OpenPage) -> None:
    explorer = visit(f"?{GRADED}&k=2&see=gain", reduced_motion="reduce")
    explorer.page.locator("[data-testid=card][data-rank='1'] [data-testid=handle]").focus()
    explorer.key("Space")
    explorer.key("ArrowRight", "Space")
    explorer.settle()

    expect(panel(explorer).locator(".ix-gain-dcg td").nth(1)).to_have_text("4.000")


def test_a_rank_is_lit_in_card_sums_and_ideal(visit: OpenPage) -> None:
    explorer = visit(f"?{GRADED}&k=3&see=gain")

    panel(explorer).locator(".ix-gain-order td").nth(1).hover()

    hot = panel(explorer).locator("[data-hot=true]")
    assert set(hot.evaluate_all("all => all.map(one => one.dataset.rank)")) == {"2"}
    # The best picture stands at rank 2, and first in the ideal order.
    expect(panel(explorer).locator(".ix-gain-ideal td").first).to_have_attribute("data-hot", "true")
    expect(panel(explorer).locator(".ix-gain-parts [data-hot=true]")).to_have_count(7)


# Precision and recall


def test_the_area_is_average_precision(visit: OpenPage) -> None:
    explorer = visit("?k=8&see=precision-recall")

    expect(panel(explorer).get_by_test_id("precision-recall-text")).to_contain_text(
        "(1/2 + 2/4 + 3/5 + 4/7) / 4 = 0.543"
    )
    rects = panel(explorer).locator(".ix-recall-areas rect")
    box = panel(explorer).locator(".ix-recall-drawing").bounding_box()
    assert box is not None
    areas = [one.bounding_box() for one in rects.all()]
    share = sum(one["width"] * one["height"] for one in areas if one) / (box["width"] * box["height"])
    assert share == pytest.approx(explorer.scores()["AP"], rel=0.03)
    expect(panel(explorer).locator(".ix-recall-points > g")).to_have_count(8)


def test_what_is_below_the_cutoff_is_outlined(visit: OpenPage) -> None:
    explorer = visit("?k=4&see=precision-recall")

    counted = panel(explorer).locator(".ix-recall-areas > g")
    assert counted.evaluate_all("all => all.map(one => one.dataset.counted)") == [
        "true", "true", "false", "false",
    ]  # fmt: skip
    expect(panel(explorer).locator(".ix-recall-points [data-cutoff=true] text")).to_have_text("k = 4")


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


def test_nothing_relevant_has_no_curve(visit: OpenPage) -> None:
    explorer = visit("?cat-in-a-box=1-2-3-4-5-6-7-8.00000000&see=precision-recall")

    expect(panel(explorer).get_by_test_id("precision-recall-text")).to_contain_text("AP is undefined")
    expect(panel(explorer).get_by_test_id("recall-plot")).to_be_hidden()
    expect(panel(explorer).get_by_test_id("interpolated")).to_be_hidden()


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
