"""Predict before you see: by a direction or by a value, with mouse, keyboard and finger."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from irviz.lessons.course import lessons
from tests.browser.axe import axe
from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

MIDDLE = """node => {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""

ON_TOP = """node => {
  const box = node.getBoundingClientRect();
  const at = [[8, 8], [box.width / 2, box.height / 2], [box.width - 8, box.height - 8]];
  return at.every(([x, y]) => node.contains(document.elementFromPoint(box.left + x, box.top + y)));
}"""


def score(explorer: Explorer, metric: str) -> Locator:
    return explorer.page.locator(f"[data-testid=score][data-metric='{metric}']")


def field(explorer: Explorer, metric: str) -> Locator:
    return score(explorer, metric).get_by_test_id("guess-value")


def cards_count_as(explorer: Explorer, *kinds: str) -> None:
    """What the cards say; while that is asked they say nothing, neither in letters nor in words."""
    badges = explorer.page.locator(".ix-verdict .ix-badge")
    expect(badges).to_have_text([*kinds])
    if "?" in kinds:
        expect(explorer.page.locator(".ix-verdict > .ix-soft")).to_have_count(0)


def test_a_value_is_predicted_by_keys_and_nothing_tells_before(visit: OpenPage) -> None:  # noqa: PLR0915 - one visit
    explorer = visit("?q=cat-in-a-box&k=5&m=AP&predict=1", reduced_motion="reduce")
    page = explorer.page
    ask, target, tally = map(page.get_by_test_id, ("ask", "target", "tally"))
    expect(tally).to_have_text("No prediction has been checked yet.")

    # What comes beyond the cutoff is covered; the cutoff can be pushed on while the question is open.
    veil = page.locator(".ix-veil")
    expect(veil).to_be_visible()
    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    explorer.reload()  # what is held back still is
    expect(ask).to_be_visible()
    expect(explorer.divider).to_have_attribute("data-k", "7")
    expect(explorer.chart).to_have_attribute("data-k", "5")
    expect(score(explorer, "AP")).to_have_attribute("data-value", "0.4")
    cards_count_as(explorer, *("?" * 8))
    expect(page.locator(".ix-ask-question")).to_contain_text("each score? One answer is enough.")
    page.mouse.move(*veil.evaluate(MIDDLE))
    expect(page.locator(".ix-tip")).to_be_hidden()
    expect(ask.get_by_test_id("see")).to_have_attribute("aria-disabled", "true")

    # From the divider to the question, to the handle on the chart, and by its keys to a value.
    explorer.divider.focus()
    explorer.key("Enter")
    expect(score(explorer, "P").locator("[data-guess=up]")).to_be_focused()
    field(explorer, "AP").focus()
    expect(target).to_have_attribute("aria-label", "Where AP@7 will land")
    target.focus()
    explorer.key("PageUp", "ArrowUp", "ArrowUp")
    expect(target).to_have_attribute("aria-valuenow", "0.52")
    expect(field(explorer, "AP")).to_have_value("0.52")
    # A direction for another one; a value that a metric cannot have is not taken.
    score(explorer, "R").locator("[data-guess=down]").click()
    field(explorer, "RR").fill("1.4")
    expect(field(explorer, "RR")).to_have_attribute("aria-invalid", "true")
    field(explorer, "RR").fill("")
    ask.get_by_test_id("see").click()
    expect(ask).to_be_hidden()
    explorer.settle()
    expect(score(explorer, "AP").locator(".ix-score-mark")).to_have_text("✓ 0.023 off")
    expect(score(explorer, "R").locator(".ix-score-mark")).to_have_text("✗ said ▼")
    expect(tally).to_have_text("1 of 2 right.")
    cards_count_as(explorer, "FP", "TP", "FP", "TP", "TP", "FP", "TP", "TN")
    # Both guesses are marked on the chart; of AP, where it was said to land.
    expect(page.get_by_test_id("said")).to_have_count(2)
    assert marked(explorer, "AP", 7)["said"] == pytest.approx(0.52, abs=0.01)
    # The curves are told now, and what they have told is not asked.
    expect(veil).to_be_hidden()
    assert None not in explorer.curves()["AP@k"]
    explorer.divider.focus()
    explorer.key("ArrowRight")
    expect(explorer.chart).to_have_attribute("data-k", "8")
    expect(ask).to_be_hidden()
    expect(page.locator(".ix-toast")).to_have_text("The curves have shown this, so nothing is asked.")
    explorer.settle()
    assert explorer.scores()["AP"] == pytest.approx(19 / 35, abs=5e-4)

    # A step that is skipped while a question is open takes what was held back along: the next is as it begins.
    page.goto(f"{explorer.url}/learn?lesson=recall&step=2")
    expect(page.locator("html")).to_have_attribute("data-ix-predict", "1")
    explorer.divider.press("ArrowRight")
    expect(ask).to_be_visible()
    page.get_by_test_id("coach").get_by_role("button", name="Skip", exact=True).click()
    expect(ask).to_be_hidden()
    desk = lessons()["recall"].steps[2].desk
    board = desk.board(desk.opened)
    expect(explorer.divider).to_have_attribute("data-k", str(desk.k))
    explorer.settle()
    assert explorer.relevance() == [[board.grades[place] for place in board.order]]


def test_each_guess_is_marked_and_practice_goes_on_by_keys(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=3&predict=1", reduced_motion="reduce")
    page = explorer.page
    why, said = page.get_by_test_id("why"), page.get_by_test_id("said")
    practise, summary = page.get_by_test_id("practise"), page.get_by_text("By score and by belief")
    expect(practise).to_be_hidden()
    explorer.toggle("white-cat-in-box")
    for metric, way in {"P": "up", "R": "down", "RR": "up", "AP": "same", "nDCG": "down"}.items():
        score(explorer, metric).locator(f"[data-guess={way}]").click()
    page.get_by_test_id("see").click()
    explorer.settle()
    expect(why.get_by_role("listitem")).to_have_count(3)
    expect(said).to_have_count(5)
    for metric, before in {"P": 1 / 3, "AP": 0.125}.items():
        found = marked(explorer, metric, 3)
        assert found["said"] == pytest.approx(before, abs=0.02)
        assert found["truth"] == pytest.approx(0, abs=0.02)
    # The tally by score and by belief opens by a key.
    summary.focus()
    explorer.key("Enter")
    expect(page.get_by_role("list", name="How often you were right").get_by_role("listitem")).to_have_count(5)
    page.emulate_media(color_scheme="dark")
    assert axe(page, ".ix-curves") == []
    practise.focus()
    explorer.key("Enter")
    # One change, of which one score is asked about, and nothing tells.
    expect(page.locator(".ix-ask-question")).to_have_text(
        re.compile(r"(picture|cutoff).+\. What will this do to \w+@3\?$")
    )
    expect(page.get_by_role("group", name="Prediction for")).to_have_count(1)
    first = page.locator("[data-guess=up]")
    expect(first).to_be_focused()
    expect(page.locator(".ix-veil")).to_be_visible()
    assert all(row[3:] == [None] * 5 for row in explorer.curves().values())
    expect(practise).to_be_hidden()
    expect(said).to_have_count(0)
    explorer.key("Tab", "Enter")
    page.get_by_test_id("see").focus()
    explorer.key("Enter")
    explorer.settle()
    expect(said).to_have_count(1)
    expect(practise).to_be_focused()
    expect(practise).to_have_text("Practise another one")
    # What was counted is kept with the tab, and nowhere else.
    tally = page.get_by_test_id("tally")
    expect(tally).to_contain_text(" of 6 right.")
    kept = page.evaluate("() => [sessionStorage, localStorage].map((one) => 'irviz-tally' in one)")
    assert kept == [True, False]
    explorer.reload()
    expect(tally).to_contain_text(" of 6 right.")


def marked(explorer: Explorer, metric: str, k: int) -> dict[str, float]:
    """Where a guess is marked on the chart, and the value of the point of the curve that it is tied to."""
    found: dict[str, float] = explorer.page.evaluate(
        """([metric, k]) => {
          const box = document.querySelector('.ix-chart').getBoundingClientRect();
          const tie = document.querySelector(`[data-testid=said][data-hue="${metric}"] .ix-said-tie`);
          const [sx, sy, x, y] = tie.getAttribute('d').match(/[\\d.]+/g).map(Number);
          const points = document.querySelectorAll(`.scatterlayer .trace${metric} .point`);
          const point = points[k - 1].getBoundingClientRect();
          const [px, py] = [point.left + point.width / 2 - box.left, point.top + point.height / 2 - box.top];
          const ticks = [...document.querySelectorAll('.ytick text')].map(one => {
            const b = one.getBoundingClientRect();
            return [Number(one.textContent), b.top + b.height / 2 - box.top];
          });
          const at = of => ticks.find(([value]) => value === of)[1];
          const most = Math.max(...ticks.map(([value]) => value));
          const value = top => most * (at(0) - top) / (at(0) - at(most));
          return {said: value(sy), truth: value(y), off: Math.hypot(px - x, py - y), aside: Math.abs(sx - x)};
        }""",
        [metric, k],
    )
    assert found["off"] < 3, found
    assert found["aside"] > 10, found
    return found


def test_a_handle_is_dragged_and_a_value_is_typed_in_any_way(visit: OpenPage) -> None:  # noqa: PLR0915 - one visit
    explorer = visit("?q=cat-in-a-box&k=7&predict=1", reduced_motion="reduce")
    page = explorer.page
    ask, target = page.get_by_test_id("ask"), page.get_by_test_id("target")
    explorer.press("reset")  # which changes nothing
    explorer.settle()
    expect(ask).to_be_hidden()
    # Several changes are one prediction.
    for item in ("white-cat-in-box", "tabby-in-box"):
        explorer.toggle(item)
        expect(ask).to_be_visible()
    score(explorer, "RR").locator("[data-guess=same]").focus()
    expect(target).to_have_attribute("aria-label", "Where RR@7 will land")
    x, y = target.evaluate(MIDDLE)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 400, steps=2)
    page.mouse.up()
    expect(target).to_have_attribute("aria-valuenow", "1.00")
    # Both pictures changed back by hand leave nothing to predict.
    explorer.toggle("tabby-in-box")
    explorer.toggle("white-cat-in-box")
    expect(ask).to_be_hidden()

    explorer.toggle("white-cat-in-box")
    explorer.key("Control+z")  # takes back what is held, and a page that is fresh has nothing else to undo
    expect(ask).to_be_hidden()
    explorer.toggle("white-cat-in-box")
    lens = page.locator(".ix-lens-stage")
    above = "one => getComputedStyle(one, '::before').content"
    assert lens.evaluate(above) == '"Before this change:"'
    value = field(explorer, "AP")
    wrong = page.locator(".ix-ask-wrong")
    page.get_by_role("button", name="Take it back").focus()
    explorer.key(*["Shift+Tab"] * 8)  # the scores come before what ends the question
    expect(value).to_be_focused()
    for text, handle in (("0,5", "0.50"), ("2 / 3", "0.667")):
        value.press("Control+a")
        page.keyboard.type(text)
        expect(value).to_have_value(text)
        expect(target).to_have_attribute("aria-valuenow", handle)
        expect(wrong).to_be_hidden()
        assert value.evaluate("node => node.scrollWidth <= node.clientWidth")
    # What is no value is kept, and one line says what would be one.
    value.press("Control+a")
    page.keyboard.type("3/2")
    expect(wrong).to_have_text("“3/2” cannot be AP@7: write a number from 0 to 1, such as 0.15 or 3/20.")
    expect(value).to_have_attribute("aria-invalid", "true")
    expect(value).to_have_attribute("aria-describedby", wrong.get_attribute("id") or "")
    explorer.key("Enter")
    expect(ask).to_be_visible()
    expect(value).to_be_focused()
    # Out by Tab, Shift+Tab and Escape.
    explorer.key("Tab")
    expect(value).not_to_be_focused()
    explorer.key("Shift+Tab")
    expect(value).to_be_focused()
    explorer.key("Shift+Tab")
    expect(score(explorer, "AP").locator("[data-guess=down]")).to_be_focused()
    explorer.key("Tab", "Escape")
    expect(score(explorer, "AP").locator("[data-guess=up]")).to_be_focused()
    expect(ask).to_be_visible()
    # On a narrow screen nothing lies on it either, neither another control nor a bar.
    width, height = 320, 640
    page.set_viewport_size({"width": width, "height": height})
    value.focus()
    for part in (value, wrong, page.get_by_test_id("see")):
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate(ON_TOP)
    value.fill("0.667")
    expect(wrong).to_be_hidden()
    assert value.evaluate("node => node.scrollWidth <= node.clientWidth")
    for part in (value, page.get_by_test_id("see"), page.get_by_test_id("take-back")):
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate(ON_TOP)
    value.press("Enter")
    expect(ask).to_be_hidden()
    explorer.settle()
    off = abs(0.667 - explorer.scores()["AP"])
    expect(score(explorer, "AP").locator(".ix-score-mark")).to_have_text(f"✗ {off:.3f} off")
    assert lens.evaluate(above) == "none"


def test_on_a_phone_the_question_comes_up_beside_the_board(visit: OpenPage) -> None:
    explorer = visit("?q=cat-in-a-box&k=8&m=AP&predict=1", viewport=PHONE, has_touch=True, is_mobile=True)
    page = explorer.page
    line = page.locator(".ix-scoreline")
    expect(line).to_be_visible()
    expect(line).to_contain_text("AP@80.543")
    explorer.card("two-cats").get_by_test_id("relevance").tap()
    expect(page.get_by_test_id("see")).to_be_in_viewport()
    expect(field(explorer, "nDCG")).to_be_in_viewport()
    expect(explorer.card("two-cats")).to_be_in_viewport()
    # The sheet lies below the whole board, which it asks about.
    sheet = page.locator(".ix-scores").bounding_box()
    last = explorer.card("dog-in-box").bounding_box()
    assert sheet
    assert last
    assert last["y"] + last["height"] <= sheet["y"]
    field(explorer, "AP").focus()
    target = page.get_by_test_id("target")
    expect(target).to_have_attribute("aria-label", "Where AP@8 will land")
    target.evaluate("node => node.scrollIntoView()")
    x, y = target.evaluate(MIDDLE)
    finger = explorer.finger()
    finger.down(x, y)
    finger.move(x, y + 40, steps=3)
    finger.up()
    expect(target).to_have_attribute("data-given", "")
    said = float(field(explorer, "AP").input_value())
    assert said < 0.5
    page.get_by_test_id("see").click()  # a second tap at once would be half of a double tap
    expect(page.get_by_test_id("ask")).to_be_hidden()
    explorer.settle()
    expect(explorer.chart).to_be_in_viewport(ratio=1)
    expect(score(explorer, "AP")).to_be_in_viewport()
    expect(line).to_be_hidden()

    # Where the phone lies, below the pictures.
    page.set_viewport_size({"width": 667, "height": 375})
    explorer.card("two-cats").get_by_test_id("relevance").tap()
    see = page.get_by_test_id("see")
    for shown in (see, page.locator(".ix-ask-question"), *(field(explorer, name) for name in ("P", "AP", "nDCG"))):
        expect(shown).to_be_in_viewport(ratio=1)
    picture = explorer.card("two-cats").get_by_test_id("relevance").bounding_box()
    sheet = page.locator(".ix-scores").bounding_box()
    assert picture
    assert sheet
    assert picture["y"] >= 0
    assert picture["y"] + min(picture["height"], 90) <= sheet["y"]
    field(explorer, "P").fill("1/2")
    see.tap()
    expect(explorer.chart).to_be_in_viewport(ratio=0.8)
    explorer.settle()
