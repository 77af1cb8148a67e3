"""Presenting on a wall: the page fills the screen, all of it is there, and the last row can read it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

from irviz.lessons.course import Place, lessons
from tests.browser.axe import axe
from tests.browser.learner import Learner

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

SIZES = ((1024, 768), (1920, 1080))
"""One of each shape: all type and room follow the height, so that screens of one shape have one layout."""

LOOKED_AT = """() => {
  const found = { small: [], cut: [], scrolls: [] };
  const main = document.querySelector('[data-ix-main]');
  const words = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  // Beside a verdict there is more where it fits, and nothing of it where it does not.
  const unseen = 'script, style, template, .ix-said, .ix-verdict > :not(.ix-badge)';
  // The working and the other views may be longer than their place, and are scrolled in it.
  const inner = '.ix-lens-stage';
  const seen = { visibilityProperty: true, opacityProperty: true };
  const clips = ({ overflowX, overflowY }) => overflowX !== 'visible' || overflowY !== 'visible';
  let read = 0;
  while (words.nextNode()) {
    const { data, parentElement: one } = words.currentNode;
    if (!data.trim() || one.closest(unseen) || !one.checkVisibility(seen)) continue;
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 1) continue;
    read += 1;
    const size = parseFloat(getComputedStyle(one).fontSize);
    const where = `${data.trim().slice(0, 40)} (${one.className.baseVal ?? one.className})`;
    if (size < 0.02 * innerHeight - 0.01) found.small.push(`${where}: ${size}px`);
    if (one.closest(inner)) continue;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const frames = [[screen, 'the screen']];
    for (let up = one; up !== document.body; up = up.parentElement) {
      const name = `${up.localName}.${up.className}`;
      if (clips(getComputedStyle(up))) frames.push([up.getBoundingClientRect(), name]);
    }
    // A line's box is higher than its letters: a little of it may be cut.
    const slack = size / 4;
    for (const [{ left, top, right, bottom }, name] of frames) {
      const across = box.left >= left - 1 && box.right <= right + 1;
      if (across && box.top >= top - slack && box.bottom <= bottom + slack) continue;
      found.cut.push(`${where} by ${name}`);
      break;
    }
  }
  for (const one of [document.documentElement, main, ...main.querySelectorAll('*')]) {
    const { overflowX, overflowY } = getComputedStyle(one);
    const scrolls = one === document.documentElement || /auto|scroll/.test(overflowX + overflowY);
    if (!scrolls || one.closest(inner) || !one.checkVisibility()) continue;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = one;
    if (scrollHeight <= clientHeight + 1 && scrollWidth <= clientWidth + 1) continue;
    const name = `${one.localName}.${one.className}`;
    found.scrolls.push(`${name}: ${scrollWidth} × ${scrollHeight} in ${clientWidth} × ${clientHeight}`);
  }
  return { ...found, read };
}"""


ASKED = "Which of the six will rise, and which will fall, when the first two change places? <b>Why</b>?"


def presented(visit: OpenPage, link: str, size: tuple[int, int], **options: Any) -> Explorer:
    """Open a page and press its button."""
    width, height = size
    explorer = visit(link, viewport={"width": width, "height": height}, **options)
    explorer.page.get_by_test_id("present").click()
    expect(explorer.page.get_by_test_id("presenter")).to_be_visible()
    explorer.settle()
    return explorer


def readable(page: Page) -> None:
    """All words are at least 2 % of the height, none is cut off, and nothing has to be scrolled."""
    with suppress(Late):  # a chart whose place has become another draws itself once more
        page.wait_for_function(f"() => ({LOOKED_AT})().cut.length === 0")
    found = page.evaluate(LOOKED_AT)
    assert found.pop("read") > 15
    assert found == {"small": [], "cut": [], "scrolls": []}


def spans(explorer: Explorer) -> None:
    """The cards go from one side of their part of the screen to the other, and nothing lies over anything."""
    size = explorer.page.viewport_size
    assert size
    boxes = [card.bounding_box() for card in explorer.page.get_by_test_id("card").all()]
    left = min(box["x"] for box in boxes if box)
    right = max(box["x"] + box["width"] for box in boxes if box)
    assert right - left >= 0.93 * size["width"]
    # The bar tells the page how high it is once it is there.
    explorer.page.wait_for_function(
        """() => document.querySelector('[data-testid=presenter]').getBoundingClientRect().top >=
          document.querySelector('.ix-curves').getBoundingClientRect().bottom"""
    )
    edge = 0.0
    parts = ["[data-testid=board]", ".ix-curves", "[data-testid=presenter]"]
    # The first steps of the first lesson show nothing but the pictures, in the middle.
    if not explorer.page.locator(parts[1]).is_visible():
        board = explorer.page.locator(parts.pop(0)).bounding_box()
        assert board
        assert 0.25 * size["height"] < board["y"] < 0.5 * size["height"]
        parts = parts[1:]
    for part in parts:
        box = explorer.page.locator(part).bounding_box()
        assert box, part
        assert box["y"] >= edge, part
        edge = box["y"] + box["height"]
    # The foot of the page is used, too.
    assert 0.97 * size["height"] <= edge <= size["height"]


def filled(explorer: Explorer) -> None:
    readable(explorer.page)
    spans(explorer)
    # Each metric has words of its own below its curve.
    explorer.key("ArrowDown")
    explorer.settle()
    readable(explorer.page)
    explorer.key("m")
    expect(explorer.page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text("?")
    readable(explorer.page)
    explorer.key("m")


def test_three_boards_and_a_code_fill_the_wall(visit: OpenPage) -> None:
    explorer = presented(visit, "?q=mean&k=3", SIZES[0])
    filled(explorer)
    explorer.key("q")
    code = explorer.page.get_by_role("dialog", name="QR code of this state")
    expect(code).to_be_visible()
    explorer.page.wait_for_function("() => document.querySelector('.ix-code img').naturalWidth > 100")
    readable(explorer.page)
    box = code.locator("img").bounding_box()
    assert box
    assert box["width"] == box["height"]
    assert box["height"] >= 0.6 * SIZES[0][1]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= SIZES[0][1]


TICK = """() => {
  const tick = [...document.querySelectorAll('.xtick text')].find(one => one.textContent === '5');
  const chart = document.querySelector('[data-testid=curves]').getBoundingClientRect();
  const box = tick?.getBoundingClientRect();
  return box?.width && { x: box.left + box.width / 2, y: chart.top + chart.height / 2 };
}"""
"""Where the chart has rank 5, once it is drawn."""


def test_a_graded_board_fills_the_wall_and_its_chart_follows_the_screen(visit: OpenPage) -> None:
    explorer = presented(visit, "?top=4&k=3", SIZES[1])
    page = explorer.page
    filled(explorer)

    explorer.settle()
    # The chart draws itself anew for each screen, and has no ticks while it does.
    size = "[...document.querySelectorAll('.xtick text')].map(one => parseFloat(getComputedStyle(one).fontSize))[0]"
    page.wait_for_function(f"() => {size} > 21.6")
    # A click on the chart still means what is under it.
    at = page.wait_for_function(TICK).json_value()
    page.mouse.click(at["x"], at["y"])
    explorer.settle()
    assert explorer.k() == 5
    explorer.drag("dark-cat-in-box", 1, steps=3)
    explorer.settle()
    assert explorer.order()[0] == "dark-cat-in-box"
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_function(f"() => {size} < 20")
    explorer.key("Escape")
    expect(page.get_by_test_id("presenter")).to_be_hidden()
    expect(page.locator(":root")).to_have_css("font-size", "16px")
    page.wait_for_function(f"() => {size} === 13")


def test_a_lesson_and_its_text_fit_on_the_wall_and_come_and_go_by_keys(visit: OpenPage) -> None:
    lesson = "precision"
    explorer = presented(visit, f"learn?lesson={lesson}", SIZES[0])
    page = explorer.page
    coach, bar = page.get_by_test_id("coach"), page.get_by_test_id("presenter")

    expect(coach).to_be_hidden()
    # What no step asks for stays away.
    expect(page.get_by_test_id("lens")).to_be_hidden()
    expect(page.locator(".ix-tools")).to_be_hidden()
    readable(explorer.page)
    spans(explorer)
    # Of all steps the first has the longest text, and the second asks for a prediction.
    steps = lessons()[lesson].steps
    for number, step in enumerate(steps[:2], 1):
        if number > 1:
            explorer.key("ArrowRight")
        else:
            explorer.key("t")
            masked_its_text_has_no_values(explorer)
        expect(page.locator(".ix-present-place")).to_contain_text(f"{number} of {len(steps)}: {step.title}")
        expect(page.locator(".ix-coach-title")).to_have_text(step.title)
        explorer.settle()
        readable(explorer.page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.wait_for_function("() => document.documentElement.dataset.ixTheme === 'dark'")
    assert axe(page) == []

    # What a step asks for is there: the fifth needs a tool.
    for number in (3, 4, 5):
        explorer.key("PageDown")
        expect(page.locator(".ix-present-place")).to_contain_text(f"{number} of {len(steps)}")
    Learner(explorer).arrives(Place(lesson, 5))
    expect(page.locator(".ix-tools [data-testid=ideal]")).to_be_visible()
    explorer.key("t")
    expect(coach).to_be_hidden()
    page.mouse.click(512, 4)
    explorer.key("Escape")
    expect(bar).to_be_hidden()
    expect(coach).to_be_visible()


def masked_its_text_has_no_values(explorer: Explorer) -> None:
    prose, values = explorer.page.locator(".ix-coach-prose"), re.compile(r"\d\.\d|\d\s*/\s*\d")
    expect(prose).to_contain_text(values)
    explorer.key("m")
    # What is to be reached is no value of the board.
    expect(prose).to_contain_text(re.compile(r"is \? = \?\.Recall[^.]+k\. Find the cutoff where precision is 0\.6\.$"))
    explorer.key("m")
    expect(prose).to_contain_text(values)


def asks(explorer: Explorer) -> None:
    """What a state asks stands there for all, over one list or three, and is in the link."""
    page = explorer.page
    question = page.locator(".ix-present-question")

    def write(text: str) -> None:
        page.get_by_role("button", name="Saved states").click()
        page.get_by_role("textbox", name="Question of state 1").fill(text)
        explorer.key("Tab", "Escape")
        expect(question).to_have_text(text)
        explorer.settle()

    write(ASKED)
    readable(explorer.page)
    explorer.key("m")
    expect(page.locator(".ix-present-name")).to_have_text("")
    explorer.tab("mean of 3")
    explorer.settle()
    readable(explorer.page)
    explorer.reload()
    expect(question).to_have_text(ASKED)
    explorer.key("m")
    write("")


def test_a_talk_moves_no_button_and_hears_every_key(visit: OpenPage) -> None:
    explorer = presented(visit, "", SIZES[0], reduced_motion="reduce")
    page = explorer.page
    name = page.locator(".ix-present-name")

    def places() -> list[object]:
        return [one.bounding_box() for one in page.get_by_test_id("presenter").locator("button").all()]

    before = places()
    page.get_by_role("button", name="Keep this state").click()
    expect(page.locator(".ix-present-place")).to_have_text("1 of 1")
    explorer.key("ArrowDown")
    expect(page.locator(".ix-present-metric")).to_have_text("nDCG")
    assert places() == before

    # Wherever the focus is, the keys of the board do what they say.
    page.mouse.click(4, 4)
    explorer.key("]", "]")
    explorer.settle()
    assert explorer.k() == 5
    order = explorer.order()
    explorer.key("w")
    explorer.settle()
    assert explorer.order() != order
    explorer.key("z")
    explorer.settle()
    assert explorer.order() == order

    # A state’s name is on the wall, unless it might tell; who goes to it by mouse leaves no focus behind.
    page.get_by_role("button", name="Saved states").click()
    page.get_by_role("textbox", name="Name of state 1").fill("Where it begins")
    page.get_by_role("button", name="Go to state 1").click()
    expect(name).to_have_text("Where it begins")
    assert page.evaluate("() => document.activeElement === document.body")
    explorer.settle()
    readable(explorer.page)
    explorer.key("m")
    expect(name).to_have_text("")
    explorer.key("m")
    asks(explorer)

    # What a click would do is shown while somebody moves the mouse, and no longer.
    box = page.get_by_test_id("relevance").first.bounding_box()
    assert box
    page.mouse.move(box["x"] + 30, box["y"] + 30, steps=3)
    expect(page.locator(".ix-ghost")).to_have_count(1)
    expect(page.locator(".ix-ghost")).to_have_count(0)
