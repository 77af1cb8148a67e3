"""What is covered is told nowhere: while a presenter masks the values, and while one predicts."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.curves.series import compute_curves
from irviz.state.desk import LENSES
from irviz.state.number_words import format_fraction
from tests.browser.test_export import copied, menu, printed, said, saved
from tests.browser.told import at_each_rank, forms, told, within

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

PLAIN = {"reduced_motion": "reduce"}

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


def test_masked_values_are_nowhere_in_the_page(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3", **PLAIN)
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
    assert within(at_each_rank(page, 8), ["0.542857"])
    page.mouse.click(640, 4)
    explorer.key("m")
    mask = page.get_by_role("button", name="Mask values")
    expect(mask).to_have_attribute("aria-pressed", "true")
    explorer.settle()

    def nothing_is_told() -> None:
        explorer.settle()
        expect(page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text("?")
        expect(page.locator(".ix-chart-note")).to_have_text("The values are masked.")
        assert set(points(explorer).values()) <= {0}
        assert {one for row in explorer.curves().values() for one in row} == {None}
        assert within(told(page, unseen=True), hidden) == set()
        assert within(at_each_rank(page, 8), hidden) == set()
        page.locator(".ix-score[data-chosen] .ix-score-value").hover()
        assert within(told(page, unseen=True), hidden) == set()

    nothing_is_told()
    for _ in range(2):
        page.mouse.click(640, 4)
        explorer.key("ArrowDown")
        explorer.settle()
        nothing_is_told()
    assert "mask=1" in explorer.search()
    explorer.reload()
    expect(mask).to_have_attribute("aria-pressed", "true")
    nothing_is_told()
    # What an action does is not told either: neither which way, nor how far, nor why.
    explorer.toggle("white-cat-in-box")
    explorer.toggle("white-cat-in-box")
    explorer.settle()
    nothing_is_told()
    assert page.locator(".ix-score[data-chosen] .ix-score-change").inner_text().strip() == ""
    expect(page.get_by_test_id("why")).to_have_text("")

    page.mouse.click(640, 4)
    explorer.key("m")
    expect(page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text("0.333")
    assert "mask" not in explorer.search()
    assert points(explorer)["P"] == 8


def test_each_state_has_its_own_mask_which_is_not_handed_out(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3&present=1", reduced_motion="reduce")
    page = explorer.page
    place, figure = (page.locator(".ix-present-place"), page.locator(".ix-score[data-chosen] .ix-score-figure"))
    explorer.key("k")
    expect(place).to_have_text("1 of 1")
    explorer.divider.focus()
    explorer.key("End")
    explorer.settle()
    page.mouse.click(640, 4)
    explorer.key("m")
    expect(figure).to_have_text("?")
    explorer.key("k")
    expect(place).to_have_text("2 of 2")
    explorer.key("ArrowLeft")
    expect(place).to_have_text("1 of 2")
    explorer.settle()
    assert explorer.k() == 3
    expect(figure).to_have_text("0.125")
    explorer.key("ArrowRight")
    expect(place).to_have_text("2 of 2")
    explorer.settle()
    expect(figure).to_have_text("?")
    explorer.key("q")
    link = page.locator(".ix-code-link")
    expect(link).to_contain_text("q=cat-in-a-box")
    assert "mask" not in link.inner_text()
    explorer.key("Escape")
    expect(link).to_be_hidden()
    # It is for the wall alone, and is there again when one presents again.
    explorer.key("Escape")
    expect(page.get_by_test_id("presenter")).to_be_hidden()
    explorer.settle()
    assert explorer.scores()["AP"] == pytest.approx(19 / 35, abs=5e-4)
    page.get_by_test_id("present").click()
    expect(figure).to_have_text("?")


def test_a_prediction_of_a_masked_value_is_not_answered_before_it_is_revealed(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3&predict=1&present=1", reduced_motion="reduce")
    page = explorer.page
    tally, why = page.get_by_test_id("tally"), page.get_by_test_id("why")
    mark = page.locator(".ix-score[data-chosen] .ix-score-mark")
    expect(page.get_by_test_id("presenter")).to_be_visible()
    explorer.key("m")
    explorer.toggle("white-cat-in-box")
    target = page.get_by_test_id("target")
    expect(target).to_have_attribute("aria-valuetext", "not said yet")
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


def test_a_masked_lesson_tells_no_values_in_its_text(visit: OpenPage) -> None:
    explorer = visit("learn?lesson=average-precision&step=1&present=1", reduced_motion="reduce")
    page = explorer.page
    prose = page.locator(".ix-coach-prose")
    values = re.compile(r"\d\.\d|\d\s*/\s*\d|RR@3 is 0")
    for lesson, step in (("average-precision", 1), ("reciprocal-rank", 4), ("ndcg", 7)):
        explorer.open(f"learn?lesson={lesson}&step={step}&present=1")
        page.mouse.click(640, 4)
        explorer.key("t")
        expect(prose).to_be_visible()
        expect(prose).to_contain_text(values)
        explorer.key("m")
        expect(prose).not_to_contain_text(values)
        explorer.settle()
        explorer.reload()
        expect(page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text("?")
        expect(prose).not_to_contain_text(values)
        expect(prose).to_contain_text("?")


def test_what_tells_values_is_not_shared_while_they_are_masked(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3&present=1&mask=1", reduced_motion="reduce")
    page = explorer.page
    explorer.divider.focus()
    explorer.key("t")
    expect(menu(page)).to_be_visible()
    for kind in ("csv", "json", "png", "svg", "python", "ir_measures", "paper"):
        page.locator(f"[data-kind={kind}]").click()
        expect(said(page)).to_have_text("This cannot be written: the values are masked; reveal them first.")
        page.locator("[data-kind=qrels]").click()
        expect(said(page)).to_contain_text("Saved irviz-cat-in-a-box-qrels.txt")


def test_while_one_predicts_nothing_beyond_the_cutoff_is_told(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3", **PLAIN)
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
    for lens in LENSES:
        page.get_by_test_id(f"lens-{lens}").click()
        panel = page.locator(f"[data-testid=lens-panel][data-lens={lens}]")
        expect(panel).to_be_visible()
        expect(page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")
        # What the best order of this list would have at this cutoff is no secret: 3/4 of AP@3.
        best = {"0.750"} if lens == "orders" else set()
        assert within(told(page), hidden) <= best, lens

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
    page.get_by_test_id("take-back").click()
    explorer.settle()
    assert set(points(explorer).values()) == {8}
    page.get_by_role("button", name="Undo").click()
    explorer.settle()
    assert set(points(explorer).values()) == {K}
    page.get_by_test_id("predict").click()
    explorer.settle()
    assert set(points(explorer).values()) == {8}
    assert within(at_each_rank(page, 8), ["0.542857", "19/35"]) == {"0.542857", "19/35"}


def test_what_is_shared_ends_at_the_cutoff_and_says_why(visit: OpenPage) -> None:
    explorer = visit(
        "?q=cat-in-a-box&k=3&predict=1", reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"]
    )
    page = explorer.page
    hidden = written(K + 1, 8) - written(1, K)
    why = "Curves and values end at k = 3: what comes after is covered while one predicts."
    page.get_by_test_id("share").click()
    _, data = saved(page, "csv")
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert [row["k"] for row in rows] == ["1", "2", "3"]
    assert [float(row["AP@k"]) for row in rows] == VALUES["AP"][:K]
    expect(said(page)).to_contain_text(why)
    _, data = saved(page, "json")
    assert [row["k"] for row in json.loads(data)] == [1, 2, 3]
    expect(said(page)).to_contain_text(why)
    for kind in ("python", "ir_measures"):
        script = copied(page, kind)
        expect(said(page)).to_contain_text(why)
        assert within(script, hidden) == set()
        if kind == "python":
            assert {name.split("@")[1] for name in printed(script)} == {"1", "2", "3"}
        else:
            assert "for k in range(1, 3 + 1):" in script
    _, data = saved(page, "svg")
    drawn = data.decode()
    assert "covered while" in drawn
    assert drawn.count('class="point"') == 3 * len(VALUES)
    expect(said(page)).to_contain_text(why)
    saved(page, "png")
    expect(said(page)).to_contain_text(why)
    page.locator("[data-kind=paper]").click()
    sheet = page.get_by_test_id("sheet")
    expect(sheet).to_contain_text(why)
    expect(sheet.locator("thead th")).to_have_text(["k = 1", "k = 2", "k = 3"])
    assert within(told(page), hidden) == set()
    drawing = sheet.locator(".ix-sheet-chart").get_attribute("src") or ""
    assert drawing.count("class%3D%22point%22") == 3 * len(VALUES)


def tells_only(explorer: Explorer, *metrics: str) -> None:
    """Nothing on the page, under the pointer or for a screen reader has a value of another metric."""
    page = explorer.page
    explorer.settle()
    seen = [value for name in metrics for value in VALUES[name]]
    free = forms([*seen, 0, 1], [format_fraction(value) for value in seen])
    hidden = written(1, 8) - free
    assert len(hidden) > 20
    for text in (told(page, unseen=True), at_each_rank(page, 8), told(page, unseen=True)):
        assert within(text, hidden) == set()
    for name, row in explorer.curves().items():
        drawn = [one for one in row if one is not None]
        assert len(drawn) == (8 if name.split("@")[0] in metrics else 0), name


def shows(explorer: Explorer, value: str) -> None:
    """The score that is on the wall."""
    expect(explorer.page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text(value)


def test_one_metric_is_revealed_at_a_time(visit: OpenPage) -> None:
    """Its curve and its value; all others stay masked everywhere, and it can be masked again."""
    explorer = visit("?q=cat-in-a-box&k=3", **PLAIN)
    page = explorer.page
    page.get_by_test_id("present").click()
    # What could be left behind: the scores that a screen reader was told, and a change.
    explorer.divider.focus()
    for key, heard in [("ArrowRight", "AP@4"), ("ArrowLeft", "AP@3")]:
        explorer.key(key)
        expect(explorer.board.locator(".ix-said").first).to_contain_text(heard)
    explorer.key("m")
    shows(explorer, "?")

    def hand(number: str) -> None:
        """Reveal the metric that is shown, or mask it again: one by its key, the other by a click."""
        if number == "5":
            explorer.key(number)
            return
        page.locator(".ix-score[data-chosen] button.ix-score-figure").click()
        page.mouse.move(2, 2)

    tells_only(explorer)
    hand("5")
    shows(explorer, "0.125")
    tells_only(explorer, "AP")
    assert "mask=1&reveal=AP" in explorer.search()
    expect(page.get_by_test_id("listing")).to_contain_text("0.543")
    assert points(explorer)["AP"] == 8
    expect(page.get_by_test_id("curves")).to_have_accessible_name(re.compile("AP@3 0.125"))
    assert within(at_each_rank(page, 8), ["0.542857", "19/35"]) == {"0.542857", "19/35"}

    page.mouse.click(640, 4)
    explorer.key("ArrowDown")
    shows(explorer, "?")
    tells_only(explorer, "AP")
    hand("6")
    shows(explorer, "0.296")
    tells_only(explorer, "AP", "nDCG")
    page.mouse.click(640, 4)
    explorer.key("ArrowUp")
    shows(explorer, "0.125")
    explorer.settle()
    hand("5")
    shows(explorer, "?")
    tells_only(explorer, "nDCG")
    assert "reveal=nDCG" in explorer.search()

    # Masking all takes that back, too; the next press reveals all.
    page.mouse.click(640, 4)
    explorer.key("m")
    tells_only(explorer)
    explorer.key("m")
    shows(explorer, "0.125")
    explorer.settle()
    assert "mask" not in explorer.search()
    assert "reveal" not in explorer.search()


def test_what_is_revealed_stays_so_over_changes_and_a_reload(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3&present=1&mask=1&m=nDCG", **PLAIN)
    explorer.page.mouse.click(640, 4)
    explorer.key("5")
    shows(explorer, "0.125")
    tells_only(explorer, "AP")
    explorer.reload()
    shows(explorer, "0.125")
    tells_only(explorer, "AP")
    explorer.divider.focus()
    explorer.key("ArrowRight")
    expect(explorer.board.locator(".ix-said").first).to_contain_text("Cutoff k = 4.")
    explorer.key("ArrowLeft")
    explorer.settle()
    expect(explorer.board.locator(".ix-said").first).to_contain_text(
        "Cutoff k = 3. AP@3 from 0.250 to 0.125, down 0.125."
    )
    explorer.page.mouse.click(640, 4)
    explorer.key("ArrowDown")
    shows(explorer, "?")
    tells_only(explorer, "AP")
    explorer.reload()
    shows(explorer, "?")
    tells_only(explorer, "AP")


def test_a_number_goes_to_a_metric_and_reveals_it(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3&present=1&mask=1", **PLAIN)
    page = explorer.page
    symbol = page.locator(".ix-score[data-chosen] .ix-score-symbol")
    figure = page.locator(".ix-score[data-chosen] .ix-score-figure")
    expect(page.get_by_test_id("presenter")).to_be_visible()
    for key, name, value in (("1", "P@3", "0.333"), ("2", "R@3", "0.250"), ("4", "RR@3", "0.500")):
        explorer.key(key)
        expect(symbol).to_have_text(name)
        expect(figure).to_have_text(value)
        explorer.settle()
    # One that is revealed already is only gone to; there, the same key masks it again.
    explorer.key("1")
    expect(symbol).to_have_text("P@3")
    expect(figure).to_have_text("0.333")
    explorer.settle()
    explorer.key("1")
    expect(figure).to_have_text("?")
    assert "reveal=R.RR" in explorer.search()
    # There is no ninth metric, and without a mask a number masks nothing.
    explorer.key("9", "m", "m", "1")
    expect(figure).to_have_text("0.333")
    assert "mask" not in explorer.search()


def test_by_keys_and_by_ear_a_masked_value_is_a_button(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3&present=1&mask=1&reveal=P", **PLAIN)
    page = explorer.page
    figure = page.locator(".ix-score[data-chosen] button.ix-score-figure")
    expect(figure).to_have_accessible_description("Reveal AP@3")
    figure.focus()
    explorer.key("Enter")
    expect(figure).to_have_text("0.125")
    expect(figure).to_be_focused()
    expect(figure).to_have_accessible_description("Mask AP@3 again")
    explorer.key("Space")
    expect(figure).to_have_text("?")
    explorer.settle()
    assert explorer.search().endswith("present=1&mask=1&reveal=P")
    assert explorer.notes() == []


def test_on_a_graded_board_a_number_on_a_picture_is_its_grade(visit: OpenPage) -> None:
    """While a sum is on the wall the curves of all that is revealed are, and of nothing else."""
    explorer = visit("?q=white-cat-in-a-box&k=3&present=1&mask=1&reveal=AP.RR&m=DCG", reduced_motion="reduce")
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
