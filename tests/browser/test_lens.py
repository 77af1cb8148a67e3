"""Below the chart: the tabs, the working, what changed, and the confusion table, as a person uses them."""

from __future__ import annotations

from math import log2
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

BINARY = ("P", "R", "F1", "RR", "AP", "nDCG")
GRADED_LINK = "?q=white-cat-in-a-box&k=5"

LIT = "all => all.map(one => one.closest('[data-rank]').dataset.rank + one.dataset.hot)"

LIT_FIELDS = """all => all.filter(one => getComputedStyle(one).boxShadow !== "none")
  .map(one => one.dataset.field)"""


def panel(explorer: Explorer) -> Locator:
    """The open panel, once it shows the server's last answer."""
    explorer.settle()
    expect(explorer.page.locator(".ix-lens-stage")).to_have_attribute("aria-busy", "false")
    return explorer.page.locator("[data-testid=lens-panel]:visible")


def tab(explorer: Explorer, lens: str) -> Locator:
    return explorer.page.get_by_test_id(f"lens-{lens}")


def number(locator: Locator, name: str = "data-value") -> float:
    return float(locator.get_attribute(name) or "nan")


def evaluated(text: str) -> float:
    names: dict[str, Any] = {"log2": log2, "fmean": fmean, "min": min, "__builtins__": {}}
    value: float = eval(text, names)  # noqa: S307 - the formula that the page shows
    return value


def cards(explorer: Explorer) -> dict[int, tuple[str, bool]]:
    """By rank, the item there and whether it is relevant."""
    found: list[Any] = explorer.page.get_by_test_id("card").evaluate_all(
        """all => all.map(({ dataset }) =>
          [+dataset.rank, dataset.item, dataset.relevant === 'true'])"""
    )
    return {rank: (item, relevant) for rank, item, relevant in found}


def check_working(explorer: Explorer, metric: str) -> None:
    """The working agrees with the score, and its rows with it."""
    work = panel(explorer)
    score = explorer.scores()[metric]
    assert number(work.get_by_test_id("result")) == score
    assert evaluated(work.get_by_test_id("python").inner_text()) == score
    parts = work.get_by_test_id("step").evaluate_all("all => all.map(one => +one.dataset.part)")
    assert sum(parts) == pytest.approx(score, abs=1e-9)
    expect(work.locator(f".ix-chip[data-metric='{metric}']")).to_have_attribute("aria-pressed", "true")
    terms = work.locator("[data-testid=worked] .ix-term").evaluate_all(
        "all => all.map(one => [+one.dataset.rank, one.dataset.relevant === 'true'])"
    )
    by_rank = {rank: relevant for rank, (_, relevant) in cards(explorer).items()}
    assert all(by_rank[rank] == relevant for rank, relevant in terms)


def test_one_action_is_followed_everywhere(visit: OpenPage) -> None:
    explorer = visit("?q=white-cat-in-a-box&k=4&m=AP", reduced_motion="reduce")
    check_working(explorer, "AP")
    before = explorer.scores()
    item = cards(explorer)[5][0]
    handle = explorer.handle(item)
    handle.focus()
    for key in ("Space", *["ArrowLeft"] * 4, "Space"):
        explorer.page.keyboard.press(key)
    panel(explorer)
    assert cards(explorer)[1][0] == item
    check_working(explorer, "AP")
    rows = panel(explorer).get_by_test_id("step")
    picture = explorer.card(item).locator("img").get_attribute("src")
    assert rows.first.locator("img").get_attribute("src") == picture
    after = explorer.scores()
    tab(explorer, "changes").click()
    changes = panel(explorer)
    expect(changes.get_by_test_id("action")).to_contain_text("moved from rank 5 to rank 1.")
    for metric in BINARY:
        line = changes.locator(f"[data-testid=change][data-metric='{metric}']")
        change = after[metric] - before[metric]
        assert number(line, "data-difference") == pytest.approx(change, abs=1e-9)
        direction = "same" if abs(change) < 1e-9 else "up" if change > 0 else "down"
        assert line.get_attribute("data-direction") == direction
        assert line.locator(".ix-reason").inner_text().endswith(".")
        if direction != "same":
            assert f"{abs(change):.3f}" in line.locator(".ix-change-size").inner_text()


def test_a_rank_is_lit_everywhere(visit: OpenPage) -> None:
    explorer = visit("?k=5", reduced_motion="reduce", viewport={"width": 1280, "height": 1600})
    work = panel(explorer)
    work.get_by_test_id("step").nth(3).hover()
    hot = explorer.page.locator("[data-hot]")
    expect(explorer.page.locator("[data-testid=card][data-hot]")).to_have_attribute("data-rank", "4")
    expect(work.locator("[data-testid=step][data-hot=true]")).to_have_attribute("data-rank", "4")
    expect(work.locator(".ix-term[data-hot=true]")).to_have_text("24")
    explorer.card(cards(explorer)[2][0]).hover()
    expect(work.locator("[data-testid=step][data-hot=true]")).to_have_attribute("data-rank", "2")
    assert {one[0] for one in work.locator("[data-hot=true]").evaluate_all(LIT)} == {"2"}
    work.locator(".ix-term[data-rank='5']").hover()
    expect(explorer.page.locator("[data-testid=card][data-hot]")).to_have_attribute("data-rank", "5")
    explorer.page.mouse.move(2, 2)
    expect(hot).to_have_count(0)


def test_the_tabs_follow_the_keys(quick: Explorer) -> None:
    panel(quick)
    tab(quick, "working").focus()
    for key, lens in (
        ("ArrowRight", "changes"),
        ("ArrowRight", "confusion"),
        ("ArrowLeft", "changes"),
        ("Home", "working"),
        ("ArrowLeft", "conventions"),
        ("ArrowRight", "working"),
        ("End", "conventions"),
    ):
        quick.page.keyboard.press(key)
        expect(tab(quick, lens)).to_be_focused()
        expect(tab(quick, lens)).to_have_attribute("aria-selected", "true")
        shown = quick.page.locator("[data-testid=lens-panel]:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_have_attribute("aria-labelledby", f"ix-lens-tab-{lens}")
    assert quick.page.locator("[role=tab][tabindex='0']").count() == 1


def test_the_page_stays_where_it_is_when_the_tab_changes(visit: OpenPage) -> None:
    explorer = visit(reduced_motion="reduce")
    panel(explorer)
    explorer.page.get_by_test_id("step").last.scroll_into_view_if_needed()
    top = tab(explorer, "changes").bounding_box()
    assert top is not None
    for lens in ("changes", "confusion", "working"):
        explorer.page.evaluate("id => document.getElementById(id).click()", f"ix-lens-tab-{lens}")
        panel(explorer)
        assert tab(explorer, "changes").bounding_box() == pytest.approx(top)


def test_the_focus_stays_on_a_chosen_metric(quick: Explorer) -> None:
    choice = panel(quick).locator(".ix-chip[data-metric='nDCG']")
    choice.focus()
    quick.page.keyboard.press("Enter")
    check_working(quick, "nDCG")
    expect(choice).to_be_focused()


def test_the_formula_is_copied_as_python(visit: OpenPage) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    explorer = visit("?m=nDCG&k=2", permissions=permissions, reduced_motion="reduce")
    panel(explorer).locator(".ix-copy").click()
    expect(explorer.page.locator(".ix-copy")).to_have_text("Copied")
    copied = explorer.page.evaluate("navigator.clipboard.readText()")
    first, _, formula = copied.partition("\n")
    assert first == "from math import log2"
    assert evaluated(formula) == explorer.scores()["nDCG"]


def test_pointing_at_recall_lights_its_column(visit: OpenPage) -> None:
    explorer = visit("?see=confusion", viewport={"width": 1280, "height": 1400})
    panel(explorer).get_by_test_id("reading-R").hover()
    assert explorer.page.locator("[data-field]").evaluate_all(LIT_FIELDS) == ["TP", "FN"]


def test_the_lenses_are_accessible_and_fit(visit: OpenPage) -> None:
    explorer = visit(viewport=PHONE, color_scheme="dark", reduced_motion="reduce")
    for link in (GRADED_LINK + "&m=nDCG&by=gain-exp", "?q=mean&m=RR", "?see=changes"):
        explorer.open(link)
        panel(explorer)
        if "changes" in link:
            explorer.page.get_by_test_id("ideal").click()
            panel(explorer)
        assert axe(explorer.page, ".ix-lens") == [], link
        wide = explorer.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, link
        inside = explorer.page.evaluate(
            "(lens => lens.scrollWidth - lens.clientWidth)(document.querySelector('.ix-lens'))"
        )
        assert inside <= 0, link


def test_a_tab_at_the_foot_of_the_screen_brings_its_panel_into_sight(quick: Explorer) -> None:
    page = quick.page
    tab = page.get_by_role("tab", name="Gain")
    tab.scroll_into_view_if_needed()
    gain = page.locator("table.ix-gain")
    tab.click()
    expect(gain).to_be_in_viewport()
    # The curves that it is about stay in sight, and nothing moves for another tab.
    expect(quick.chart.locator(".xtick").first).to_be_in_viewport()
    before = tab.bounding_box()
    page.get_by_role("tab", name="Confusion").click()
    expect(page.get_by_test_id("confusion")).to_be_in_viewport()
    assert tab.bounding_box() == before
