"""The chart is one and the same from the first to the last frame, and shows what is asked of it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.oracle import curves

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

# At each frame: how many charts there are, whether it is the first one, drawn whole and to be seen.
WATCH = """() => {
  const first = document.querySelector('.js-plotly-plot');
  const drawing = first.querySelector('.main-svg');
  window.frames_ = {count: 0, wrong: []};
  const solid = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { opacity, visibility, display } = getComputedStyle(one);
      if (Number(opacity) < 1 || visibility !== 'visible' || display === 'none') return false;
    }
    return true;
  };
  const look = () => {
    const plots = [...document.querySelectorAll('.js-plotly-plot')];
    const good = plots.length === 1 && plots[0] === first && plots[0].isConnected &&
      plots[0].querySelector('.main-svg') === drawing &&
      plots[0].querySelectorAll('.scatterlayer .trace .js-line').length === 6 &&
      plots[0].getBoundingClientRect().height > 100 && solid(plots[0]);
    window.frames_.count += 1;
    if (!good) window.frames_.wrong.push(plots.map((one) => one.outerHTML.slice(0, 200)));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


# Where everything in the plot is, by trace.
PLACES = """() => [...document.querySelectorAll('.js-plotly-plot .scatterlayer > .trace')].map((trace) => [
  trace.querySelector('.js-line').getAttribute('d'),
  ...[...trace.querySelectorAll('.point')].map((point) => point.getAttribute('transform')),
])"""


def test_moved_paths_are_where_plotly_draws_them(quick: Explorer) -> None:
    fresh = quick.page.evaluate(PLACES)
    for change in ("toggle", "ideal", "hide", "worst"):
        if change == "toggle":
            quick.toggle("two-cats")
        elif change == "hide":
            quick.hide("F1")
        else:
            quick.press(change)
        quick.settle()
        moved = quick.page.evaluate(PLACES)
        assert moved != fresh

        quick.page.evaluate("() => Plotly.redraw(document.querySelector('.js-plotly-plot'))")

        assert quick.page.evaluate(PLACES) == moved, change
        fresh = moved


def test_chart_is_the_same_node_and_never_missing_while_it_changes(desktop: Explorer) -> None:
    plot = desktop.page.query_selector(".js-plotly-plot")
    assert plot is not None
    desktop.page.evaluate(WATCH)

    desktop.toggle("two-cats")
    desktop.settle()
    desktop.tab("mean of 3")
    desktop.settle()
    desktop.tab("cat in a box")
    desktop.settle()
    for tool in ("ideal", "shuffle", "undo", "reset"):
        desktop.press(tool)
        desktop.settle()
    desktop.drag("two-cats", 6)
    desktop.settle()
    desktop.divider.focus()
    desktop.key("ArrowRight")
    desktop.settle()

    frames = desktop.page.evaluate("() => window.frames_")
    assert frames["wrong"] == []
    assert frames["count"] > 9
    same = "node => node.isConnected && node === document.querySelector('.js-plotly-plot')"
    assert plot.evaluate(same)
    assert desktop.page.locator(".js-plotly-plot").count() == 1


def test_labels_at_the_right_end_do_not_meet(quick: Explorer) -> None:
    for tool in (None, "ideal", "worst"):
        if tool:
            quick.press(tool)
            quick.settle()
        boxes = quick.chart.locator(".ix-curve-label").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().top)"
        )
        tops = sorted(boxes)
        assert len(tops) == 6
        gaps = [below - above for above, below in pairwise(tops)]
        assert min(gaps) >= 12, tool


def test_hover_shows_exact_values_as_decimals_and_fractions(desktop: Explorer) -> None:
    tick = desktop.chart.locator(".xtick text", has_text="8").bounding_box()
    assert tick is not None
    desktop.page.mouse.move(tick["x"] + tick["width"] / 2 - 4, tick["y"] - 100)
    tip = desktop.chart.locator(".ix-tip")

    expect(tip).to_be_visible()
    expect(tip).to_contain_text("k = 8")
    expect(tip).to_contain_text("0.542857")
    expect(tip).to_contain_text("19/35")

    desktop.page.mouse.move(10, 10)
    expect(tip).to_be_hidden()
    assert "nDCG@3 0.296" in (desktop.chart.get_attribute("aria-label") or "")

    desktop.toggle("two-cats")
    desktop.settle()
    change = "[data-testid=score][data-metric='{}'] .ix-score-change"
    expect(desktop.page.locator(change.format("P"))).to_have_text(re.compile(r"^▲\s*0\.333"))
    desktop.toggle("dog-in-box")
    desktop.settle()
    expect(desktop.page.locator(change.format("P"))).to_have_text(re.compile(r"^="))
    expect(desktop.page.locator(change.format("R"))).to_have_text(re.compile(r"^▼\s*0\.067"))


def test_chart_can_be_read_as_a_table(visit: OpenPage) -> None:
    explorer = visit("?k=3", reduced_motion="reduce")
    table = explorer.page.get_by_role("table", name="The curves of the chart")
    line = table.get_by_role("row", name="AP@k").get_by_role("cell")
    expect(line).to_have_text(["0.000", *["0.125"] * 2, "0.250", *["0.400"] * 2, *["0.543"] * 2])

    explorer.toggle("two-cats")
    expect(line).to_have_text([f"{value:.3f}" for value in curves([1, 1, 0, 1, 1, 0, 1, 0])["AP"]])
    explorer.hide("AP")
    expect(table.get_by_role("row", name="AP@k")).to_have_count(0)
    explorer.page.get_by_test_id("predict").click()
    covered = table.get_by_role("row", name="RR@k").get_by_role("cell")
    expect(covered).to_have_text(["1.000"] * 3 + ["covered"] * 5)


def test_no_name_of_a_curve_lies_under_listen(visit: OpenPage) -> None:
    """Where all curves end at 1, and with the cutoff at the last rank."""
    explorer = visit(viewport=PHONE, reduced_motion="reduce")
    for done in ("ideal", "End"):
        if done == "ideal":
            explorer.press("ideal")
        else:
            explorer.divider.focus()
            explorer.key("End")
        explorer.settle()
        listen = explorer.page.get_by_test_id("listen").bounding_box()
        names = explorer.chart.locator(".ix-curve-label").all()
        assert listen
        assert len(names) == 6
        for name in names:
            box = name.bounding_box()
            assert box
            assert box["y"] + 1 >= listen["y"] + listen["height"], name.inner_text()
