"""What is covered is told nowhere: while a presenter masks the values, and while one predicts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.curves.series import compute_curves
from irviz.state.number_words import format_fraction
from tests.browser.test_wall import SIZES, readable
from tests.browser.told import at_each_rank, forms, told, within

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

CATS = CATALOGUE["cats"]
VALUES = compute_curves(CATS)
K = 3


def written(first: int, last: int) -> set[str]:
    """All values of the fresh board from one cutoff to another, in each form."""
    some = [value for row in VALUES.values() for value in row[first - 1 : last]]
    return forms(some, [format_fraction(value) for value in some])


def points(explorer: Explorer) -> dict[str, int]:
    """How many points of each curve are drawn, by the metric's symbol."""
    found: dict[str, int] = explorer.page.evaluate(
        """() => Object.fromEntries(
          [...document.querySelectorAll('.ix-chart .scatterlayer > .trace')].map(trace =>
            [[...trace.classList].find(one => /^trace./.test(one)).slice(5),
             trace.querySelectorAll('.point').length]))"""
    )
    return found


def tells_only(explorer: Explorer, *metrics: str) -> str:
    """Nothing on the page, under the pointer or for a screen reader has a value of another metric; what is there."""
    page = explorer.page
    explorer.settle()
    seen = [value for name in metrics for value in VALUES[name]]
    free = forms([*seen, 0, 1], [format_fraction(value) for value in seen])
    hidden = written(1, 8) - free
    assert len(hidden) > 20
    text = "\n".join((told(page, unseen=True), at_each_rank(page, 8)))
    assert within(text, hidden) == set()
    for name, row in explorer.curves().items():
        drawn = [one for one in row if one is not None]
        assert len(drawn) == (8 if name.split("@")[0] in metrics else 0), name
    return text


def shows(explorer: Explorer, value: str) -> None:
    """The score that is on the wall."""
    expect(explorer.page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text(value)


def test_masked_values_are_nowhere_in_the_page_and_revealed_one_at_a_time(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3")
    page = explorer.page
    hidden = written(1, 8)
    assert {"0.125", "0.543", "19/35", "0.542857", "0.296"} <= hidden
    page.get_by_test_id("present").click()
    page.mouse.click(640, 4)
    # All that could be left behind: a card beside the pointer, a sentence for a screen reader, a change.
    explorer.divider.focus()
    for key, heard in [("ArrowRight", "AP@4"), ("ArrowLeft", "AP@3")]:
        explorer.key(key)
        expect(explorer.board.locator(".ix-said").first).to_contain_text(heard)
    explorer.settle()
    page.locator(".ix-chart-hit").hover()
    expect(page.locator(".ix-tip-row").first).to_be_visible()
    page.mouse.click(640, 4)
    explorer.key("m")
    mask = page.get_by_role("button", name="Mask values")
    expect(mask).to_have_attribute("aria-pressed", "true")
    explorer.settle()

    expect(page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text("?")
    expect(page.locator(".ix-chart-note")).to_have_text("The values are masked.")
    assert set(points(explorer).values()) <= {0}
    assert {one for row in explorer.curves().values() for one in row} == {None}
    assert within(at_each_rank(page, 8), hidden) == set()
    page.locator(".ix-score[data-chosen] .ix-score-value").hover()
    assert within(told(page, unseen=True), hidden) == set()
    assert "mask=1" in explorer.search()
    # What an action does is not told either: neither which way, nor how far, nor why.
    explorer.toggle("white-cat-in-box")
    explorer.toggle("white-cat-in-box")
    explorer.settle()
    assert within(told(page, unseen=True), hidden) == set()
    assert page.locator(".ix-score[data-chosen] .ix-score-change").inner_text().strip() == ""
    expect(page.get_by_test_id("why")).to_have_text("")
    one_is_revealed_at_a_time(explorer)


def one_is_revealed_at_a_time(explorer: Explorer) -> None:
    """Its curve and its value, also loaded again; all others stay masked everywhere."""
    page = explorer.page
    figure = page.locator(".ix-score[data-chosen] button.ix-score-figure")
    page.mouse.click(640, 4)
    said = page.locator(".ix-board > .ix-said")
    explorer.key("5")
    shows(explorer, "0.125")
    expect(said).to_have_text("AP@3 0.125.")
    explorer.key("ArrowDown")
    shows(explorer, "?")
    figure.click()
    page.mouse.move(2, 2)
    shows(explorer, "0.296")
    explorer.settle()
    explorer.reload()
    shows(explorer, "0.296")
    assert "mask=1&reveal=AP.nDCG" in explorer.search()
    assert explorer.notes() == []
    tells_only(explorer, "AP", "nDCG")

    # Masking all takes that back, too. By keys and by ear a masked value is a button.
    page.mouse.click(640, 4)
    explorer.key("m")
    shows(explorer, "?")
    expect(said).to_have_text("All values are masked.")
    expect(figure).to_have_accessible_description("Reveal nDCG@3")
    figure.focus()
    explorer.key("Enter")
    shows(explorer, "0.296")
    expect(figure).to_be_focused()
    expect(figure).to_have_accessible_description("Mask nDCG@3 again")
    explorer.key("Space")
    shows(explorer, "?")
    page.mouse.click(640, 4)

    # A number goes to its metric; a change tells of what is revealed alone.
    explorer.key("5")
    shows(explorer, "0.125")
    said = explorer.board.locator(".ix-said").first
    explorer.divider.focus()
    explorer.key("ArrowRight")
    expect(said).to_contain_text("Cutoff k = 4.")
    explorer.key("ArrowLeft")
    explorer.settle()
    expect(said).to_contain_text("Cutoff k = 3. AP@3 from 0.250 to 0.125, down 0.125.")
    assert within(tells_only(explorer, "AP"), ["0.542857", "19/35"]) == {"0.542857", "19/35"}
    expect(page.get_by_test_id("listing")).to_contain_text("0.543")
    assert points(explorer)["AP"] == 8
    expect(page.get_by_test_id("curves")).to_have_accessible_name(re.compile("AP@3 0.125"))


def test_a_prediction_fills_the_wall_and_is_not_answered_before_its_value_is_revealed(visit: OpenPage) -> None:
    size = {"width": SIZES[0][0], "height": SIZES[0][1]}
    explorer = visit("?q=cat-in-a-box&k=3&predict=1&present=1", viewport=size)
    page = explorer.page
    tally, why = page.get_by_test_id("tally"), page.get_by_test_id("why")
    mark = page.locator(".ix-score[data-chosen] .ix-score-mark")
    expect(page.get_by_test_id("presenter")).to_be_visible()
    explorer.key("m")
    high = "() => document.querySelector('.ix-card').offsetHeight"
    told_of = page.evaluate(high)
    explorer.toggle("white-cat-in-box")
    # What is covered takes as much room as what is told.
    expect(page.locator(".ix-verdict > .ix-badge").first).to_have_text("?")
    assert page.evaluate(high) == told_of
    target = page.get_by_test_id("target")
    expect(target).to_have_attribute("aria-valuetext", "not said yet")
    readable(explorer.page)
    # So it does where nothing is masked.
    page.mouse.click(640, 4)
    explorer.key("m")
    shows(explorer, "0.125")
    readable(explorer.page)
    explorer.key("m")
    shows(explorer, "?")
    page.locator(".ix-score[data-chosen] [data-guess=down]").click()
    page.get_by_test_id("see").click()
    expect(page.get_by_test_id("ask")).to_be_hidden()
    explorer.settle()
    for part in (tally, why, mark):
        expect(part).to_have_text("")
    page.mouse.click(640, 4)
    explorer.key("m")
    expect(tally).to_have_text("1 of 1 right.")
    expect(why).to_have_text("All correct.")
    expect(mark).to_have_text("✓")
    explorer.settle()
    readable(explorer.page)


def test_while_one_predicts_nothing_beyond_the_cutoff_is_told(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3")
    page = explorer.page
    page.get_by_test_id("predict").click()
    explorer.settle()
    hidden = written(K + 1, 8) - written(1, K) - {"1.000", "1.000000"}
    assert {"0.543", "19/35", "0.571", "0.400", "0.600"} <= hidden

    assert set(points(explorer).values()) == {K}
    assert {len([one for one in row if one is not None]) for row in explorer.curves().values()} == {K}
    veil = page.locator(".ix-veil")
    expect(veil).to_be_visible()
    solid = "node => getComputedStyle(node).backgroundColor !== 'rgba(0, 0, 0, 0)'"
    framed = "node => getComputedStyle(node).borderTopStyle !== 'none'"
    for forced in ("none", "active"):
        page.emulate_media(forced_colors=forced)
        assert veil.evaluate(solid) == veil.evaluate(framed) == (forced == "active")
    assert within(at_each_rank(page, 8), hidden) == set()
    # What the views below it describe, tests/pages/walk.py reads; only of the orders it reads nothing.
    page.get_by_test_id("lens-orders").click()
    panel = "[data-testid=lens-panel][data-lens=orders]"
    expect(page.locator(panel)).to_be_visible()
    expect(page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")
    # What the best order of this list would have at this cutoff is no secret: 3/4 of AP@3.
    assert within(told(page, panel, unseen=True), hidden) <= {"0.750"}
    page.get_by_test_id("lens-working").click()

    # A change waits for its prediction: what it would do is nowhere either.
    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    expect(page.get_by_test_id("ask")).to_be_visible()
    assert within(told(page), hidden) == set()
    page.locator("[data-testid=score][data-metric=AP] [data-guess=up]").click()
    page.get_by_test_id("see").click()
    explorer.settle()
    expect(page.locator("[data-testid=score][data-metric=AP] .ix-score-figure")).to_have_text("0.400")
    # Then the curves are told, until they are others.
    assert set(points(explorer).values()) == {8}
    explorer.toggle("white-cat-in-box")
    expect(page.get_by_test_id("ask")).to_be_visible()
    assert set(points(explorer).values()) == {5}


def test_on_a_graded_board_a_number_on_a_picture_is_its_grade(visit: OpenPage) -> None:
    """While a sum is on the wall the curves of all that is revealed are, and of nothing else."""
    explorer = visit("?q=white-cat-in-a-box&k=3&present=1&mask=1&reveal=AP.RR&m=DCG")
    page = explorer.page
    expect(page.get_by_test_id("presenter")).to_be_visible()
    shows(explorer, "?")
    assert {name: count for name, count in points(explorer).items() if count} == {"RR": 8, "AP": 8}
    hit = page.locator(".ix-chart-hit").bounding_box()
    assert hit
    page.mouse.move(hit["x"] + hit["width"] / 2, hit["y"] + hit["height"] / 2)
    expect(page.locator(".ix-tip-row .ix-hue")).to_have_text([re.compile("RR@"), re.compile("AP@")])
    first = page.get_by_test_id("card").first
    first.get_by_test_id("grade").first.focus()
    explorer.key("2")
    expect(first).to_have_attribute("data-grade", "2")
    shows(explorer, "?")
    page.mouse.click(640, 4)
    explorer.key("7")
    shows(explorer, "7.000")
    explorer.settle()
    assert explorer.search().endswith("m=CG&present=1&mask=1&reveal=RR.AP.CG")
