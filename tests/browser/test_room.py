"""Asking a class from the wall: a question with two rounds, by mouse and by keys, and what may go wrong."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, field
from io import StringIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.axe import axe
from tests.browser.explorer import Explorer
from tests.browser.test_covered import written
from tests.browser.test_wall import SIZES, readable
from tests.browser.told import at_each_rank, told, within

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage


@dataclass
class Phones:
    """A class, as far as the server sees it.

    Args:
        url: The address of the dashboard.
        code: The room's.
        count: How many there are.
    """

    url: str
    code: str
    count: int
    members: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for _ in range(self.count):
            answer = httpx.post(f"{self.url}/room/{self.code}/members")
            assert answer.status_code == 201
            self.members.append(answer.json()["member"])

    def say(
        self, *answers: Mapping[str, str | float], number: int = 1, round_: int = 1, sure: int | None = None
    ) -> None:
        """Each answers in turn; further ones say nothing."""
        for member, one in zip(self.members, answers, strict=False):
            sent = {"member": member, "question": number, "round": round_, "answers": one, "sure": sure}
            answer = httpx.post(f"{self.url}/room/{self.code}/answers", json=sent)
            assert answer.status_code == 204, answer.text

    def hears(self, host: str | None = None) -> dict[str, Any]:
        """What a phone is told now; with the teacher's secret, what the wall is."""
        headers = {"Authorization": f"Bearer {host}"} if host else {}
        with httpx.stream("GET", f"{self.url}/room/{self.code}/events", headers=headers) as stream:
            for line in stream.iter_lines():
                if line.startswith("data:"):
                    found: dict[str, Any] = json.loads(line[5:])
                    return found
        raise AssertionError("the stream ended without an event")


class Wall:
    """The page of the teacher.

    Args:
        explorer: A page that is open.
    """

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.page: Page = explorer.page
        self.strip: Locator = self.page.get_by_test_id("room")
        explorer.altered = True  # it has a line to the room that would go on

    def open(self) -> str:
        """Open a room from the page as it opens, and its code."""
        self.page.get_by_test_id("present").click()
        self.page.get_by_role("button", name="Ask the class").click()
        return self.code()

    def code(self) -> str:
        expect(self.page.get_by_test_id("here")).to_contain_text("here")
        return self.strip.locator(".ix-room-code strong").inner_text()

    def button(self, name: str) -> Locator:
        return self.strip.get_by_role("button", name=name, exact=True)

    def able(self) -> set[str]:
        """What can be done with the question now."""
        group = self.strip.get_by_role("group", name="The question")
        found = group.locator("button:not([aria-disabled=true])").all_inner_texts()
        return set(found)

    def does(self, name: str, then: str) -> None:
        """Press a button and wait until that was done, and another can be pressed."""
        self.button(name).click()
        expect(self.button(name)).to_have_attribute("aria-disabled", "true")
        expect(self.button(then)).not_to_have_attribute("aria-disabled", "true")

    def choose(self, *names: str) -> None:
        """Ask about these metrics and no others."""
        chips = self.strip.locator(".ix-chip")
        for name in (*names, "AP", "P", "R", "F1", "RR", "nDCG"):
            chip = self.strip.locator(f".ix-chip[data-metric='{name}']")
            if (chip.get_attribute("aria-pressed") == "true") != (name in names):
                chip.click()
        expect(chips.and_(self.page.locator("[aria-pressed=true]"))).to_have_count(len(names))

    def kept(self) -> dict[str, Any]:
        """What this window keeps."""
        found: dict[str, Any] = self.page.evaluate(
            "() => JSON.parse(Object.values(sessionStorage).find(one => one.includes('host')) ?? '{}')"
        )
        return found

    def counts(self, metric: str) -> list[list[str]]:
        """What the bars of a metric say: for each way the counts of its rounds."""
        ways = self.page.locator(f"[data-testid=room-tally] [data-metric='{metric}'] .ix-room-way").all()
        return [way.locator(".ix-room-share > strong").all_inner_texts() for way in ways]

    def figure(self) -> float:
        """The chosen score."""
        return float(self.page.locator(".ix-score[data-chosen] .ix-score-figure").inner_text())


STRIP_ABOVE_BAR = """() => {
  const [strip, bar] = ["room", "presenter"].map(name => document.querySelector(`[data-testid=${name}]`));
  return strip.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top + 1;
}"""
"""JavaScript: whether the presenter's bar, which tells the page how high it is, lies below the strip."""


def reloaded(wall: Wall) -> None:
    """Load the wall again: nothing on it is another, and nobody who stands at it is asked."""
    page = wall.page
    parts = [page.locator(one) for one in (".ix-rows", ".ix-scores", "[data-testid=room]")]
    before = [one.inner_text() for one in parts]
    state = page.evaluate("() => document.documentElement.dataset.ixRoom")
    page.reload()
    for part, words in zip(parts, before, strict=True):
        expect(part).to_have_text(words, use_inner_text=True)
    expect(page.locator("html")).to_have_attribute("data-ix-room", state)
    wall.explorer.answered()
    expect(page.locator(".ix-guess, .ix-guess-value, [data-asking], [data-testid=target]")).to_have_count(0)
    wall.explorer.key("Space", "Enter")
    for part, words in zip(parts, before, strict=True):
        expect(part).to_have_text(words, use_inner_text=True)


def test_a_question_in_two_rounds_and_one_of_values(visit: OpenPage) -> None:
    explorer = visit()
    wall = Wall(explorer)
    page = explorer.page
    phones = Phones(explorer.url, wall.open(), 4)
    expect(page.get_by_test_id("here")).to_have_text("0 here")
    assert wall.able() == set()

    # How to join fills the wall, and tells the room and nothing of the teacher's right.
    wall.strip.locator(".ix-room-code").click()
    expect(page.get_by_test_id("code")).to_have_text(phones.code)
    assert f"join%2F{phones.code}" in (page.locator(".ix-join img").get_attribute("src") or "")
    host = wall.kept()["host"]
    assert host not in page.content()
    assert host not in page.url
    page.keyboard.press("Escape")

    two_rounds(wall, phones, host)
    values_on_a_line(wall, phones)


def two_rounds(wall: Wall, phones: Phones, host: str) -> None:  # noqa: PLR0915 - from the change to what came of it
    explorer, page = wall.explorer, wall.page
    # A change is held back: the cards move, the curves do not.
    before = explorer.curves()
    score = wall.figure()
    order = explorer.order()
    for taken_back in (True, False):
        explorer.drag(order[4], 1, steps=3)
        expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
        assert wall.able() == {"Ask"}
        expect(wall.strip).to_contain_text("moves from rank 5 to rank 1.")
        explorer.answered()
        assert explorer.curves() == before
        if taken_back:
            wall.button("Take it back").click()
            expect(wall.strip).to_contain_text("Make a change on the board")
            explorer.settle()
            assert explorer.order() == order
    expect(page.locator(".ix-guess")).to_have_count(0)
    wall.choose("AP", "R")
    wall.strip.get_by_label("how sure").check()

    wall.does("Ask", "Close")
    assert wall.able() == {"Close"}
    asked = phones.hears()["question"]
    assert [one["name"] for one in asked["metrics"]] == ["R", "AP"]
    assert asked["words"].endswith("moves from rank 5 to rank 1.")
    # The wall says what is asked, and of when its own value is.
    expect(wall.strip.locator(".ix-room-ask")).to_have_text("What will R@3 and AP@3 do?")
    expect(page.get_by_test_id("room-heard")).to_have_text("The question is open. What will R@3 and AP@3 do?")
    expect(page.locator(".ix-score[data-chosen] .ix-score-change")).to_have_text("before")
    place = explorer.chart.bounding_box()
    assert place
    assert place["height"] >= 180
    assert httpx.get(f"{explorer.url}/{asked['after'][0]['picture']}").status_code == 200
    phones.say({"AP": "down", "R": "up"}, {"AP": "same", "R": "up"}, {"AP": "up", "R": "up"}, sure=2)
    expect(page.get_by_test_id("answered")).to_have_text("3 of 3 have answered")
    reloaded(wall)

    # Nothing of what they said is on the wall's page, nor in what it is told. What is pressed twice is done once.
    wall.button("Close").dblclick()
    expect(wall.button("Vote again")).not_to_have_attribute("aria-disabled", "true")
    expect(page.get_by_test_id("room-tally")).to_have_count(0)
    told = phones.hears(host)
    assert not {"tally", "reveal"} & set(told)
    assert not {"to", "right", "reason"} & set(told["question"]["metrics"][0])
    assert wall.kept()["counts"] is None
    assert wall.able() == {"Vote again", "Show answers", "Reveal", "Next"}

    # Another card has to wait for it.
    explorer.toggle(explorer.order()[1])
    expect(page.locator(".ix-toast")).to_contain_text("The class is asked about the last change")

    wall.does("Vote again", "Close")
    phones.say(*[{"AP": "up", "R": "up"}] * 3, {"AP": "same", "R": "down"}, round_=2, sure=4)
    expect(page.get_by_test_id("answered")).to_have_text("4 of 4 have answered")
    wall.does("Close", "Show answers")
    wall.does("Show answers", "Reveal")
    expect(page.get_by_test_id("room-tally")).to_be_visible()
    assert wall.counts("AP") == [["1", "3"], ["1", "1"], ["1", "0"]]
    assert wall.counts("R") == [["3", "3"], ["0", "0"], ["0", "1"]]
    expect(page.locator(".ix-room-sure")).to_have_text("Sure 2.0 → 4.0")
    expect(page.locator("[data-metric=R] .ix-room-rounds > span")).to_have_text(["Round 1", "Round 2"])
    assert explorer.chart.bounding_box() == place
    bars = page.locator(".ix-room-bar").all()
    boxes = [one.bounding_box() for one in bars]
    assert phones.hears().keys() >= {"tally"}
    expect(page.locator("[data-right=true]")).to_have_count(0)

    # Reveal: the curves move, and the wall says what came of it.
    wall.does("Reveal", "Next")
    expect(page.get_by_test_id("outcome")).to_contain_text("33 % → 75 % right")
    explorer.settle()
    assert explorer.curves() != before
    assert wall.figure() > score
    reveal = phones.hears()["reveal"]
    assert reveal["AP"]["right"] == reveal["R"]["right"] == "up"
    # Both were judged alike in the end, and recall better before.
    said = page.get_by_test_id("outcome").inner_text()
    assert f"Most misjudged was AP@3: {reveal['AP']['reason']}" in said
    # The answers stay where they were, beside what is right; so does the chart, which is covered no more.
    expect(page.locator("[data-testid=room-tally] [data-right=true]")).to_have_count(2)
    assert [one.bounding_box() for one in bars] == boxes
    assert explorer.chart.bounding_box() == place
    expect(page.locator(".ix-veil[data-lifted]")).to_have_count(1)
    wall.button("Next").click()
    expect(wall.strip).to_contain_text("Make a change on the board")
    assert phones.hears()["state"] == "waiting"


def values_on_a_line(wall: Wall, phones: Phones) -> None:
    explorer, page = wall.explorer, wall.page
    explorer.settle()
    explorer.drag(explorer.order()[4], 1, steps=3)
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    wall.button("value").click()
    wall.choose("P", "AP")
    wall.strip.get_by_label("Timer").select_option("30 s")
    wall.strip.get_by_label("Timer").press("a")
    expect(wall.strip.get_by_role("timer")).to_be_visible()
    phones.say({"AP": 0.1}, {"AP": 0.42}, {"AP": 1}, number=2)
    expect(page.get_by_test_id("answered")).to_have_text("3 of 3 have answered")
    wall.does("Close", "Reveal")
    expect(wall.strip.get_by_role("timer")).to_have_count(0)
    # Where the wall is masked, what was asked is revealed on it, and nothing else.
    page.mouse.click(640, 4)
    explorer.key("m")
    figures = page.locator(".ix-score-figure")
    expect(figures.filter(has_not_text="?")).to_have_count(0)
    wall.does("Reveal", "Next")
    expect(figures.filter(has_not_text="?")).to_have_count(2)
    explorer.key("m", "m")
    # Each value is a dot at the cutoff of the chart, as high as the axis says.
    dots = page.get_by_test_id("answers")
    expect(dots.locator("circle")).to_have_count(3)
    explorer.settle()
    heights = [float(one.get_attribute("cy") or 0) for one in dots.locator("circle").all()]
    labels = page.locator(".ytick text").all()
    tops = {one.text_content(): one.bounding_box() for one in labels}
    box = page.get_by_test_id("curves").bounding_box()
    zero, full = tops["0"], tops["1"]
    assert box
    assert zero
    assert full
    height = zero["y"] - full["y"]
    top = full["y"] + full["height"] / 2 - box["y"]
    assert sorted((top + height - one) / height for one in heights) == pytest.approx([0.1, 0.42, 1], abs=0.01)
    cut = page.locator(".ix-cut-line").bounding_box()
    first = dots.locator("circle").first.bounding_box()
    assert cut
    assert first
    assert abs(first["x"] - cut["x"]) < 24
    # Nothing was said of another query: its curve is without dots, which have a line of their own then.
    explorer.tab("white cat")
    expect(dots).to_have_count(0)
    expect(wall.strip.get_by_test_id("outcome").locator("[data-metric=AP] circle")).to_have_count(3)


def test_by_keys_alone_and_all_of_it_fits_on_the_wall(visit: OpenPage) -> None:
    size = SIZES[0]
    explorer = visit("?q=mean&k=3", viewport={"width": size[0], "height": size[1]}, color_scheme="dark")
    wall, page = Wall(explorer), explorer.page

    def fits() -> None:
        explorer.still()
        readable(explorer.page)

    explorer.key("p")
    expect(page.get_by_test_id("presenter")).to_be_visible()
    explorer.key("a")
    phones = Phones(explorer.url, wall.code(), 2)
    explorer.key("j")
    expect(page.get_by_test_id("code")).to_be_visible()
    fits()
    explorer.key("Escape")
    expect(page.get_by_test_id("code")).to_be_hidden()
    # The code of the board is another one, says so, and leads to the one of the room.
    explorer.key("q")
    state = page.get_by_role("dialog", name="QR code of this state")
    expect(state).to_contain_text("This opens the board as it is now.")
    state.get_by_role("button", name="How to join the class").press("Enter")
    expect(state).to_be_hidden()
    expect(page.get_by_test_id("code")).to_be_visible()
    explorer.key("Escape")

    explorer.divider.first.focus()
    explorer.key("ArrowRight", "ArrowRight")
    expect(wall.strip).to_contain_text("The cutoff goes from 3 to 5.")
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    wall.choose("P", "R", "AP", "nDCG")
    wall.strip.get_by_label("how sure").check()
    explorer.key("a")
    expect(wall.button("Close")).not_to_have_attribute("aria-disabled", "true")
    phones.say(*[{"AP": "up", "P": "down", "R": "same", "nDCG": "up"}] * 2, sure=3)
    expect(page.get_by_test_id("answered")).to_have_text("2 of 2 have answered")
    fits()
    for key, then in (("a", "Vote again"), ("v", "Close"), ("a", "Show answers")):
        explorer.key(key)
        expect(wall.button(then)).not_to_have_attribute("aria-disabled", "true")
    expect(wall.strip).to_contain_text("Round 2.")
    explorer.key("a")
    expect(page.get_by_test_id("room-tally")).to_be_visible()
    fits()
    explorer.key("a")
    expect(page.get_by_test_id("outcome")).to_be_visible()
    explorer.settle()
    assert explorer.k() == 5
    fits()
    assert axe(page, ".ix-room") == []
    explorer.key("a")
    expect(wall.strip).to_contain_text("Make a change on the board")
    what_the_wall_shows_is_not_asked(wall)


def what_the_wall_shows_is_not_asked(wall: Wall) -> None:
    """The values at a smaller cutoff stand on its curves; those at a larger one are told nowhere before their time."""
    explorer, page = wall.explorer, wall.page
    explorer.tab("cat in a box")
    explorer.settle()
    page.mouse.click(640, 4)
    explorer.key("[")
    expect(page.locator(".ix-toast")).to_have_text("The curves have shown this, so nothing is asked.")
    explorer.settle()
    assert explorer.k() == 4
    assert "Ask" not in wall.able()
    explorer.key("]")
    explorer.settle()
    explorer.key("]")
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    wall.choose("AP")
    hidden = written(6, 8) - written(1, 5) - {"1.000", "1.000000"}
    assert {"0.543", "19/35"} <= hidden
    assert within(told(page), hidden) == set()
    assert within(at_each_rank(page, 8), hidden) == set()
    page.mouse.click(640, 4)
    explorer.key("f")
    expect(page.locator(".ix-lens-stage")).to_be_visible()
    assert within(told(page), hidden) == set()
    explorer.key("f", "m")
    expect(page.get_by_role("button", name="Mask values")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ix-chart .scatterlayer .js-line")).to_have_count(0)
    explorer.key("a")
    expect(wall.strip.locator(".ix-room-ask")).to_have_text("What will AP@6 do?")
    explorer.key("m")
    assert within(told(page), hidden) == set()


def test_a_room_outlives_its_window(visit: OpenPage) -> None:  # noqa: PLR0915 - three windows, one after the other
    explorer = visit()
    wall = Wall(explorer)
    code = wall.open()
    phones = Phones(explorer.url, code, 2)
    explorer.drag(explorer.order()[4], 1)
    wall.does("Ask", "Close")
    phones.say({"AP": "up"}, {"AP": "same"})
    held = explorer.order()
    # A window that is made from this one has all that it keeps, and leads nothing until somebody wants it to.
    context = explorer.page.context
    with explorer.page.expect_popup() as opened:
        explorer.page.evaluate("() => { window.open(location.href); }")
    twin = Wall(Explorer(opened.value, explorer.url))
    expect(twin.strip).to_contain_text(f"The room {code} is led in another window of this browser.")
    assert twin.kept() == {}
    twin.button("Lead it here").click()
    assert twin.code() == code
    expect(wall.strip).to_contain_text(f"The room {code} is led in another window of this browser.")
    expect(wall.button("Close")).to_have_count(0)
    explorer.page.close()

    # Who closes it is asked first.
    other = Explorer(context.new_page(), explorer.url)
    other.open("?q=mean")
    for answer in ("dismiss", "accept"):
        with twin.page.expect_event("dialog") as asked:
            twin.page.close(run_before_unload=True)
        assert asked.value.type == "beforeunload"
        getattr(asked.value, answer)()
        if answer == "dismiss":
            assert twin.code() == code
    twin = Wall(other)
    page = other.page
    expect(twin.strip).to_contain_text("is led in another window")
    page.evaluate("dispatchEvent(new Event('focus'))")  # as a browser does where a tab comes into sight
    expect(twin.strip).to_contain_text(f"The room {code} is still open.")
    page.get_by_test_id("present").click()
    expect(page.get_by_test_id("presenter")).to_be_visible()
    page.wait_for_function(STRIP_ABOVE_BAR)
    # Asking leads to it, and opens no other.
    page.get_by_role("button", name="Ask the class").click()
    expect(twin.button("Take it up again")).to_be_focused()
    other.key("Enter")
    expect(page.get_by_test_id("answered")).to_have_text("2 of 2 have answered")
    assert twin.code() == code
    other.answered()
    assert other.order() == held
    twin.does("Close", "Reveal")
    twin.does("Reveal", "Next")

    # The answers can be had; then nothing of the room is left.
    twin.button("End").click()
    dialog = page.get_by_role("dialog", name="End the room")
    expect(dialog).to_contain_text("They have not been downloaded yet.")

    def downloaded(name: str) -> bytes:
        with page.expect_download() as coming:
            dialog.get_by_role("button", name=name).click()
        assert code in coming.value.suggested_filename
        return coming.value.path().read_bytes()

    rows = list(csv.DictReader(StringIO(downloaded("CSV").decode())))
    assert [(row["answer"], row["count"]) for row in rows] == [("up", "1"), ("same", "1"), ("down", "0")]
    expect(dialog).to_contain_text("They are downloaded.")
    counts = json.loads(downloaded("JSON"))
    assert counts["questions"][0]["rounds"][0]["metrics"]["AP"] == {"up": 1, "same": 1, "down": 0}
    drawn = ET.fromstring(downloaded("SVG"))  # noqa: S314 - our own
    assert "1 of 2" in "".join(drawn.itertext())
    assert "".join(drawn.itertext()).count("✓") == 1
    pixels = downloaded("PNG")
    assert pixels.startswith(b"\x89PNG")
    assert int.from_bytes(pixels[16:20]) == 2 * int(drawn.attrib["width"])
    left = page.evaluate("() => Object.entries(localStorage).find(([, text]) => text.includes('host'))")
    page.get_by_role("button", name="End the room").click()
    expect(page.get_by_test_id("room")).to_be_hidden()
    kept = "() => [localStorage, sessionStorage].flatMap(Object.values).join().includes('host')"
    assert not page.evaluate(kept)
    assert httpx.get(f"{explorer.url}/room/{code}/events").status_code in {404, 410}

    # One that has ended meanwhile is not offered, and one that another leads can be ended all the same.
    page.evaluate("(left) => localStorage.setItem(...left)", left)
    page.goto(explorer.url)
    page.wait_for_function(f"() => !({kept})()")
    expect(page.get_by_test_id("room")).to_be_hidden()
    twin.open()
    page.evaluate(
        """() => {
          const [name, text] = Object.entries(sessionStorage).find(([, text]) => text.includes('host'));
          sessionStorage.setItem(name, JSON.stringify({ ...JSON.parse(text), host: 'x'.repeat(32) }));
        }"""
    )
    page.reload()
    expect(twin.strip).to_contain_text("does not take this window for the teacher’s")
    twin.button("End").click()
    page.get_by_role("button", name="End the room").click()
    expect(twin.strip).to_be_hidden()
    page.close()
