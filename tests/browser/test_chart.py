"""The chart is one and the same from the first to the last frame, and shows what is asked of it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.oracle import curves

if TYPE_CHECKING:
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


def test_moved_paths_are_where_plotly_draws_them_and_names_meet_neither_each_other_nor_listen(quick: Explorer) -> None:
    fresh = quick.page.evaluate(PLACES)
    names_are_apart(quick)
    for change in ("worst", "hide"):
        if change == "hide":
            quick.hide("F1")
        else:
            quick.press(change)
        quick.settle()
        moved = quick.page.evaluate(PLACES)
        assert moved != fresh

        quick.page.evaluate("() => Plotly.redraw(document.querySelector('.js-plotly-plot'))")

        assert quick.page.evaluate(PLACES) == moved, change
        fresh = moved
    quick.hide("F1")
    # On a phone, where all curves end at 1, and with the cutoff at the last rank.
    quick.page.set_viewport_size({"width": 390, "height": 844})
    names_are_apart(quick)
    quick.divider.press("End")
    names_are_apart(quick)


def names_are_apart(explorer: Explorer) -> None:
    """At the right end of the curves, and below what can be pressed."""
    explorer.settle()
    names = explorer.chart.locator(".ix-curve-label")
    expect(names).to_have_count(6)
    listen = explorer.page.get_by_test_id("listen").evaluate("one => one.getBoundingClientRect().bottom")
    tops = sorted(names.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)"))
    assert min(below - above for above, below in pairwise(tops)) >= 12
    assert tops[0] + 1 >= listen


def test_chart_is_the_same_node_and_never_missing_while_it_changes(desktop: Explorer) -> None:
    page = desktop.page
    plot = page.query_selector(".js-plotly-plot")
    assert plot is not None
    page.evaluate(WATCH)

    change = "[data-testid=score][data-metric='{}'] .ix-score-change"
    desktop.toggle("dog-in-box")
    expect(page.locator(change.format("P"))).to_have_text(re.compile("^="))
    expect(page.locator(change.format("R"))).to_have_text(re.compile(r"^▼\s*0\.050"))
    desktop.settle()
    page.get_by_role("button", name="mean: MAP").click()
    desktop.settle()
    assert desktop.opened() == "mean of 3"
    desktop.tab("cat in a box")
    desktop.settle()
    desktop.press("ideal")
    desktop.settle()
    desktop.drag("two-cats", 6, steps=3)
    desktop.settle()
    desktop.divider.press("ArrowRight")
    desktop.settle()
    desktop.press("reset")
    desktop.settle()

    frames = page.evaluate("() => window.frames_")
    assert frames["wrong"] == []
    assert frames["count"] > 9
    same = "node => node.isConnected && node === document.querySelector('.js-plotly-plot')"
    assert plot.evaluate(same)


def test_chart_is_read_by_a_pointer_as_a_table_and_on_paper(quick: Explorer) -> None:
    tick = quick.chart.locator(".xtick text", has_text="8").bounding_box()
    assert tick is not None
    quick.page.mouse.move(tick["x"] + tick["width"] / 2 - 4, tick["y"] - 100)
    tip = quick.chart.locator(".ix-tip")
    expect(tip).to_be_visible()
    for words in ("k = 8", "0.542857", "19/35"):
        expect(tip).to_contain_text(words)
    quick.page.mouse.move(10, 10)
    expect(tip).to_be_hidden()
    assert "nDCG@3 0.296" in (quick.chart.get_attribute("aria-label") or "")

    table = quick.page.get_by_role("table", name="The curves of the chart")
    line = table.get_by_role("row", name="AP@k").get_by_role("cell")
    expect(line).to_have_text(["0.000", *["0.125"] * 2, "0.250", *["0.400"] * 2, *["0.543"] * 2])
    quick.toggle("two-cats")
    expect(line).to_have_text([f"{value:.3f}" for value in curves([1, 1, 0, 1, 1, 0, 1, 0])["AP"]])
    quick.hide("AP")
    expect(table.get_by_role("row", name="AP@k")).to_have_count(0)
    quick.page.get_by_test_id("predict").click()
    covered = table.get_by_role("row", name="RR@k").get_by_role("cell")
    expect(covered).to_have_text(["1.000"] * 3 + ["covered"] * 5)
    on_paper_it_becomes_as_small_as_the_sheet_and_is_light_and_the_line_among_the_cards_goes(quick)


def on_paper_it_becomes_as_small_as_the_sheet_and_is_light_and_the_line_among_the_cards_goes(quick: Explorer) -> None:
    page = quick.page
    card = page.locator(".ix-curves")
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-ix-theme", "dark")
    # While it prints, a browser measures nothing anew; so what is printed is read before and after.
    page.evaluate("""() => {
      window.printed = [];
      for (const event of ["beforeprint", "afterprint"]) {
        addEventListener(event, () => {
          const { clientWidth, style } = document.querySelector(".ix-chart");
          const { ixTheme } = document.documentElement.dataset;
          printed.push([event, ixTheme, clientWidth * style.getPropertyValue("--ix-print")]);
        });
      }
    }""")
    page.pdf(format="A4")
    assert page.evaluate("() => printed") == [["beforeprint", "light", pytest.approx(600)], ["afterprint", "dark", 0]]
    page.emulate_media(media="print")
    expect(quick.divider).to_be_hidden()
    expect(card).to_have_css("break-inside", "avoid")
    expect(page.get_by_test_id("share")).to_be_hidden()
    expect(page.locator(".ix-lens-tabs")).to_have_css("flex-wrap", "wrap")
    page.emulate_media(media="screen")
    expect(quick.divider).to_be_visible()
    # The longest working has all its terms and columns on a sheet.
    quick.open("?q=cat-in-a-box&k=8&m=nDCG")
    page.set_viewport_size({"width": 680, "height": 900})
    cut = page.locator("[data-testid=lens-panel] [data-more]").filter(visible=True)
    expect(cut).not_to_have_count(0)
    page.emulate_media(media="print")
    expect(cut).to_have_count(0)
