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

from tests import live
from tests.browser.axe import axe
from tests.browser.explorer import Explorer
from tests.browser.test_covered import written
from tests.browser.test_phone import Phone
from tests.browser.test_wall import SIZES, readable
from tests.browser.told import at_each_rank, told, within

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

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
        """Press a button and wait until another can be pressed."""
        self.button(name).click()
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


def test_a_question_in_two_rounds(visit: OpenPage) -> None:  # noqa: PLR0915 - from the page as it opens
    explorer = visit()
    wall = Wall(explorer)
    page = explorer.page
    code = wall.open()
    phones = Phones(explorer.url, code, 4)
    expect(page.get_by_test_id("here")).to_have_text("0 here")
    assert wall.able() == set()

    # How to join fills the wall, and tells the room and nothing of the teacher's right.
    wall.strip.locator(".ix-room-code").click()
    expect(page.get_by_test_id("code")).to_have_text(code)
    picture = page.locator(".ix-join img")
    assert f"join%2F{code}" in (picture.get_attribute("src") or "")
    host = wall.kept()["host"]
    assert host not in page.content()
    assert host not in page.url
    page.keyboard.press("Escape")

    # A change is held back: the cards move, the curves do not.
    before = explorer.curves()
    score = wall.figure()
    explorer.drag(explorer.order()[4], 1)
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    assert wall.able() == {"Ask"}
    expect(wall.strip).to_contain_text("moves from rank 5 to rank 1.")
    explorer.answered()
    assert explorer.curves() == before
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
    expect(page.locator(".ix-score[data-chosen] .ix-score-change")).to_have_text("before")
    place = explorer.chart.bounding_box()
    assert place
    assert place["height"] >= 180
    assert httpx.get(f"{explorer.url}/{asked['after'][0]['picture']}").status_code == 200
    phones.say({"AP": "down", "R": "up"}, {"AP": "same", "R": "up"}, {"AP": "up", "R": "up"}, sure=2)
    expect(page.get_by_test_id("answered")).to_have_text("3 of 3 have answered")

    # Nothing of what they said is on the wall's page, nor in what it is told.
    for what, then in (("", "Close"), ("Close", "Vote again")):
        if what:
            wall.does(what, then)
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
    first = page.locator("[data-testid=outcome] li[data-metric]").first
    assert reveal[str(first.get_attribute("data-metric"))]["reason"] in page.get_by_test_id("outcome").inner_text()
    # The answers stay where they were, beside what is right; so does the chart, which is covered no more.
    expect(page.locator("[data-testid=room-tally] [data-right=true]")).to_have_count(2)
    assert [one.bounding_box() for one in bars] == boxes
    assert explorer.chart.bounding_box() == place
    expect(page.locator(".ix-veil[data-lifted]")).to_have_count(1)

    wall.button("Next").click()
    expect(wall.strip).to_contain_text("Make a change on the board")
    assert phones.hears()["state"] == "waiting"


def test_what_the_wall_shows_is_not_asked(visit: OpenPage) -> None:
    """The values at a smaller cutoff stand on its curves: they are asked about only where they are masked."""
    explorer = visit("?q=cat-in-a-box&k=5", new=True, reduced_motion="reduce")
    wall, page = Wall(explorer), explorer.page
    wall.open()
    page.mouse.click(640, 4)
    explorer.key("[")
    expect(page.locator(".ix-toast")).to_have_text("The curves have shown this, so nothing is asked.")
    explorer.settle()
    assert explorer.k() == 4
    assert "Ask" not in wall.able()
    expect(page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text("0.250")

    # Nor is the way back, which the page has just told; what comes after it is told nowhere.
    explorer.key("]")
    explorer.settle()
    assert explorer.k() == 5
    assert "Ask" not in wall.able()
    explorer.key("]")
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    hidden = written(6, 8) - written(1, 5) - {"1.000", "1.000000"}
    assert {"0.543", "19/35"} <= hidden
    assert within(told(page), hidden) == set()
    assert within(at_each_rank(page, 8), hidden) == set()
    page.mouse.click(640, 4)
    explorer.key("f")
    expect(page.locator(".ix-lens-stage")).to_be_visible()
    assert within(told(page), hidden) == set()
    explorer.key("f")

    # It is let go once the cutoff is pushed back behind where it was.
    explorer.key("[", "[", "[")
    explorer.settle()
    assert explorer.k() == 3
    assert "Ask" not in wall.able()

    explorer.key("m", "[")
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    explorer.key("m")
    expect(page.get_by_role("button", name="Mask values")).to_have_attribute("aria-pressed", "true")
    assert {one for row in explorer.curves().values() for one in row} == {None}
    explorer.key("a")
    expect(wall.strip.locator(".ix-room-ask")).to_have_text("What will AP@2 do?")
    explorer.key("m")
    assert {one for row in explorer.curves().values() for one in row} == {None}
    expect(page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text("?")
    wall.does("Close", "Show answers")
    wall.does("Show answers", "Reveal")
    wall.does("Reveal", "Next")
    expect(page.locator(".ix-score[data-chosen] .ix-score-figure")).to_have_text("0.125")
    explorer.settle()
    assert explorer.k() == 2


def test_by_keys_alone(visit: OpenPage) -> None:
    explorer = visit()
    wall = Wall(explorer)
    page = explorer.page
    explorer.key("p")
    expect(page.get_by_test_id("presenter")).to_be_visible()
    explorer.key("a")
    phones = Phones(explorer.url, wall.code(), 2)
    explorer.key("j")
    expect(page.get_by_test_id("code")).to_be_visible()
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

    explorer.divider.focus()
    explorer.key("ArrowRight", "ArrowRight")
    expect(wall.strip).to_contain_text("The cutoff goes from 3 to 5.")
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    explorer.key("a")
    expect(wall.button("Close")).not_to_have_attribute("aria-disabled", "true")
    phones.say({"AP": "up"}, {"AP": "same"})
    expect(page.get_by_test_id("answered")).to_have_text("2 of 2 have answered")
    explorer.key("a")
    expect(wall.button("Vote again")).not_to_have_attribute("aria-disabled", "true")
    explorer.key("v")
    expect(wall.strip).to_contain_text("Round 2.")
    explorer.key("a")
    expect(wall.button("Show answers")).not_to_have_attribute("aria-disabled", "true")
    explorer.key("a")
    expect(page.get_by_test_id("room-tally")).to_be_visible()
    explorer.key("a")
    expect(page.get_by_test_id("outcome")).to_be_visible()
    explorer.settle()
    assert explorer.k() == 5
    explorer.key("a")
    expect(wall.strip).to_contain_text("Make a change on the board")


def test_values_on_a_line_and_a_timer_that_closes(visit: OpenPage) -> None:
    explorer = visit("?top=2")
    wall = Wall(explorer)
    page = explorer.page
    phones = Phones(explorer.url, wall.open(), 3)
    explorer.drag(explorer.order()[4], 1)
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    wall.button("value").click()
    # A sum has no end to its line.
    expect(wall.strip.locator(".ix-chip[data-metric='DCG']")).to_have_attribute("aria-disabled", "true")
    wall.strip.get_by_label("Timer").select_option("30 s")
    wall.does("Ask", "Close")
    expect(wall.strip.get_by_role("timer")).to_have_text("0:30")
    phones.say({"AP": 0.1}, {"AP": 0.42}, {"AP": 1})
    expect(page.get_by_test_id("answered")).to_have_text("3 of 3 have answered")
    expect(wall.strip.get_by_role("timer")).to_have_text("0:28")
    wall.does("Close", "Reveal")
    expect(wall.strip.get_by_role("timer")).to_have_count(0)
    wall.does("Reveal", "Next")
    # Each value is a dot at the cutoff of the chart, as high as the axis says.
    dots = page.get_by_test_id("answers")
    expect(dots.locator("circle")).to_have_count(3)
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
    assert sorted((top + height - one) / height for one in heights) == pytest.approx([0.1, 0.42, 1], abs=0.04)
    cut = page.locator(".ix-cut-line").bounding_box()
    first = dots.locator("circle").first.bounding_box()
    assert cut
    assert first
    assert abs(first["x"] - cut["x"]) < 24
    expect(page.get_by_test_id("room-values")).to_contain_text("3 said a value, the middle 0.420")
    expect(dots.locator("rect")).to_have_count(1)


def test_a_wall_that_is_loaded_again_is_the_same_in_every_state(visit: OpenPage) -> None:
    explorer = visit()
    wall = Wall(explorer)
    page = explorer.page
    phones = Phones(explorer.url, wall.open(), 3)

    def reload() -> None:
        """Load the wall again: nothing on it is another, and nobody who stands at it is asked."""
        parts = [page.locator(one) for one in (".ix-rows", ".ix-scores", "[data-testid=room]")]
        before = [one.inner_text() for one in parts]
        state = page.evaluate("() => document.documentElement.dataset.ixRoom")
        page.reload()
        for part, words in zip(parts, before, strict=True):
            expect(part).to_have_text(words, use_inner_text=True)
        expect(page.locator("html")).to_have_attribute("data-ix-room", state)
        explorer.answered()
        solo = page.locator(".ix-guess, .ix-guess-value, [data-asking], [data-testid=target]")
        expect(solo).to_have_count(0)
        explorer.key("Space", "Enter")
        for part, words in zip(parts, before, strict=True):
            expect(part).to_have_text(words, use_inner_text=True)

    explorer.drag(explorer.order()[4], 1)
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    reload()
    wall.does("Ask", "Close")
    phones.say({"AP": "up"}, {"AP": "down"})
    expect(page.get_by_test_id("answered")).to_have_text("2 of 2 have answered")
    reload()
    wall.does("Close", "Vote again")
    wall.does("Vote again", "Close")
    phones.say({"AP": "up"}, round_=2)
    expect(page.get_by_test_id("answered")).to_have_text("1 of 1 has answered")
    reload()
    # What the class is asked about stays, as before.
    explorer.toggle(explorer.order()[1])
    expect(page.locator(".ix-toast")).to_contain_text("The class is asked about the last")
    wall.does("Close", "Show answers")
    wall.does("Show answers", "Reveal")
    reload()
    wall.does("Reveal", "Next")
    explorer.settle()
    expect(page.locator(".ix-score[data-chosen] .ix-score-figures")).not_to_be_empty()
    reload()
    wall.button("Next").click()
    expect(wall.strip).to_contain_text("Make a change on the board")


def test_a_change_can_be_taken_back(visit: OpenPage) -> None:
    explorer = visit()
    wall = Wall(explorer)
    order = explorer.order()
    explorer.toggle(order[0])
    explorer.settle()
    wall.open()
    explorer.drag(order[4], 1)
    assert explorer.order() != order
    wall.button("Take it back").click()
    expect(wall.strip).to_contain_text("Make a change on the board")
    explorer.settle()
    assert explorer.order() == order

    # So does undo, and no more than that.
    explorer.drag(order[4], 1)
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    explorer.key("Control+z")
    expect(wall.strip).to_contain_text("Make a change on the board")
    explorer.settle()
    assert explorer.order() == order
    assert explorer.grades()[0] == 1

    # What changes nothing is no question, and what the class is asked about stays.
    explorer.toggle(order[1])
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    explorer.toggle(order[1])
    expect(wall.strip).to_contain_text("Make a change on the board")
    assert wall.able() == set()
    explorer.toggle(order[1])
    wall.does("Ask", "Close")
    explorer.key("Control+z")
    expect(explorer.page.locator(".ix-toast")).to_contain_text("The class is asked")
    assert explorer.grades()[:2] == [1, 0]


def test_the_answers_are_saved_and_forgotten(visit: OpenPage) -> None:
    explorer = visit()
    wall = Wall(explorer)
    page = explorer.page
    code = wall.open()
    phones = Phones(explorer.url, code, 3)
    explorer.drag(explorer.order()[4], 1)
    wall.does("Ask", "Close")
    phones.say({"AP": "up"}, {"AP": "up"}, {"AP": "same"})
    wall.does("Close", "Reveal")
    wall.does("Reveal", "Next")
    wall.button("End").click()
    dialog = page.get_by_role("dialog", name="End the room")
    expect(dialog).to_contain_text("They have not been downloaded yet.")
    assert axe(page) == []

    def downloaded(name: str) -> str:
        with page.expect_download() as coming:
            dialog.get_by_role("button", name=name).click()
        assert code in coming.value.suggested_filename
        return coming.value.path().read_text("utf-8")

    rows = list(csv.DictReader(StringIO(downloaded("CSV"))))
    assert [(row["metric"], row["round"], row["answer"], row["count"]) for row in rows] == [
        ("AP@3", "1", "up", "2"),
        ("AP@3", "1", "same", "1"),
        ("AP@3", "1", "down", "0"),
    ]
    assert {row["right"] for row in rows} == {"up"}
    expect(dialog).to_contain_text("They are downloaded.")
    counts = json.loads(downloaded("JSON"))
    assert counts["questions"][0]["rounds"][0]["metrics"]["AP"] == {"up": 2, "same": 1, "down": 0}
    drawn = ET.fromstring(downloaded("SVG"))  # noqa: S314 - our own
    assert "2 of 3" in "".join(drawn.itertext())
    with page.expect_download() as taken:
        dialog.get_by_role("button", name="PNG").click()
    pixels = taken.value.path().read_bytes()
    assert pixels.startswith(b"\x89PNG")
    assert int.from_bytes(pixels[16:20]) == 2 * int(drawn.attrib["width"])

    dialog.get_by_role("button", name="End the room").click()
    expect(wall.strip).to_be_hidden()
    assert wall.kept() == {}
    assert httpx.get(f"{explorer.url}/room/{code}/events").status_code in {404, 410}
    explorer.settle()
    assert "predict=1" not in explorer.search()
    # The next one is another.
    page.get_by_role("button", name="Ask the class").click()
    assert wall.code() != code


def test_a_server_that_is_started_anew_has_the_room_again(browser: Browser, tmp_path: Path) -> None:  # noqa: PLR0915
    """In a round, its answers are lost, but not what is held back: it is asked once more."""
    first = live.start(tmp_path / "first.txt")
    context = browser.new_context(reduced_motion="reduce")
    try:
        explorer = Explorer(context.new_page(), first.url)
        explorer.open()
        wall = Wall(explorer)
        code = wall.open()
        phone = Phone(context.new_page(), first.url)
        phone.open(f"join/{code}")
        explorer.page.bring_to_front()
        explorer.drag(explorer.order()[4], 1)
        wall.does("Ask", "Close")
        phone.choose(AP="up")
        phone.send()
        expect(explorer.page.get_by_test_id("answered")).to_have_text("1 of 1 has answered")
        wall.does("Close", "Reveal")
        wall.does("Reveal", "Next")
        wall.button("Next").click()
        expect(wall.strip).to_contain_text("Make a change on the board")
        explorer.toggle(explorer.order()[2])
        wall.does("Ask", "Close")
        phone.choose(AP="up")
        held = explorer.order()
        first.stop()
        expect(wall.strip).to_contain_text("The line to the room is lost")
        assert wall.able() == set()
        phone.reads("no line, trying again", "header span")
        phone.send()
        phone.reads("Not sent yet: there is no line. It is sent as soon as there is one.", "#fault")

        second = live.start(tmp_path / "second.txt", port=first.port)
        try:
            expect(wall.strip).to_contain_text("Ask the last question once more: its answers are lost.", timeout=30_000)
            assert wall.code() == code
            host = wall.kept()["host"]
            kept = httpx.get(f"{first.url}/room/{code}/counts", headers={"Authorization": f"Bearer {host}"}).json()
            assert kept["questions"][0]["rounds"][0]["metrics"]["AP"]["up"] == 1
            phone.reads("You are in. Look at the wall.")
            wall.does("Ask", "Close")
            assert explorer.order() == held
            phone.choose(AP="up")
            phone.send()
            expect(explorer.page.get_by_test_id("answered")).to_have_text("1 of 1 has answered")
            before = explorer.curves()
            wall.does("Close", "Reveal")
            wall.does("Reveal", "Next")
            explorer.settle()
            assert explorer.curves() != before
        finally:
            second.stop()
    finally:
        context.close()
        first.stop()


def test_two_windows_of_one_teacher(visit: OpenPage) -> None:
    explorer = visit(new=True)
    wall = Wall(explorer)
    code = wall.open()
    explorer.drag(explorer.order()[4], 1)
    wall.does("Ask", "Close")
    # A window that is made from this one has all that it keeps, and leads nothing until somebody wants it to.
    with explorer.page.expect_popup() as opened:
        explorer.page.evaluate("() => { window.open(location.href); }")
    twin = Wall(Explorer(opened.value, explorer.url))
    expect(twin.strip).to_contain_text(f"The room {code} is led in another window of this browser.")
    assert twin.kept() == {}
    twin.button("Lead it here").click()
    assert twin.code() == code
    expect(wall.strip).to_contain_text(f"The room {code} is led in another window of this browser.")
    expect(wall.button("Close")).to_have_count(0)
    twin.does("Close", "Reveal")
    twin.does("Reveal", "Next")
    expect(twin.page.get_by_test_id("outcome")).to_be_visible()
    twin.explorer.settle()
    assert twin.explorer.order() != explorer.order()
    # Back, and on from there; who has ended it says so to the other.
    wall.button("Lead it here").click()
    expect(wall.button("Next")).not_to_have_attribute("aria-disabled", "true")
    expect(twin.button("Lead it here")).to_be_visible()
    wall.button("End").click()
    wall.page.get_by_role("button", name="End without downloading").click()
    expect(wall.strip).to_be_hidden()
    expect(twin.strip).to_have_text("The room was ended in another window.")


def test_a_room_outlives_its_window(visit: OpenPage) -> None:
    explorer = visit(new=True)
    wall = Wall(explorer)
    code = wall.open()
    phones = Phones(explorer.url, code, 2)
    explorer.drag(explorer.order()[4], 1)
    wall.does("Ask", "Close")
    phones.say({"AP": "up"}, {"AP": "same"})
    held = explorer.order()
    # Who closes it is asked first.
    context = explorer.page.context
    other = Explorer(context.new_page(), explorer.url)
    for answer in ("dismiss", "accept"):
        with explorer.page.expect_event("dialog") as asked:
            explorer.page.close(run_before_unload=True)
        assert asked.value.type == "beforeunload"
        getattr(asked.value, answer)()
        if answer == "dismiss":
            assert wall.code() == code
    other.open("?q=dark-cat")
    twin = Wall(other)
    page = other.page
    expect(twin.strip).to_contain_text(f"The room {code} is still open.")
    assert axe(page, "[data-testid=room]") == []
    # Asking leads to it, and opens no other.
    page.get_by_test_id("present").click()
    page.get_by_role("button", name="Ask the class").click()
    expect(twin.button("Take it up again")).to_be_focused()
    other.key("Enter")
    expect(page.get_by_test_id("answered")).to_have_text("2 of 2 have answered")
    assert twin.code() == code
    other.answered()
    assert other.order() == held
    twin.does("Close", "Reveal")
    twin.does("Reveal", "Next")
    expect(page.get_by_test_id("outcome")).to_contain_text("50 % right")

    # The answers can be had from a window that has seen nothing of it; then nothing of the room is left.
    page.close()
    last = Explorer(context.new_page(), explorer.url)
    last.open()
    page = last.page
    page.get_by_test_id("room-left").get_by_role("button", name="End it").click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="CSV").click()
    rows = list(csv.DictReader(StringIO(coming.value.path().read_text("utf-8"))))
    assert [row["count"] for row in rows] == ["1", "1", "0"]
    page.get_by_role("button", name="End the room").click()
    expect(page.get_by_test_id("room")).to_be_hidden()
    kept = "() => [localStorage, sessionStorage].flatMap(Object.values).join().includes('host')"
    assert not page.evaluate(kept)
    page.close()


def test_a_room_that_has_ended_meanwhile_is_not_offered(visit: OpenPage) -> None:
    explorer = visit(new=True)
    wall = Wall(explorer)
    code = wall.open()
    host = wall.kept()["host"]
    other = Explorer(explorer.page.context.new_page(), explorer.url)
    explorer.page.close()
    httpx.post(f"{explorer.url}/room/{code}", json={"do": "end"}, headers={"Authorization": f"Bearer {host}"})
    other.open()
    other.page.wait_for_function("() => !Object.values(localStorage).join().includes('host')")
    expect(other.page.get_by_test_id("room")).to_be_hidden()
    other.page.get_by_test_id("present").click()
    other.page.get_by_role("button", name="Ask the class").click()
    assert Wall(other).code() != code


def test_a_secret_that_is_refused(visit: OpenPage) -> None:
    explorer = visit(new=True)
    wall = Wall(explorer)
    wall.open()
    explorer.page.evaluate(
        """() => {
          const [name, text] = Object.entries(sessionStorage).find(([, text]) => text.includes('host'));
          sessionStorage.setItem(name, JSON.stringify({ ...JSON.parse(text), host: 'x'.repeat(32) }));
        }"""
    )
    explorer.page.reload()
    expect(wall.strip).to_contain_text("does not take this window for the teacher’s")
    wall.button("End").click()
    explorer.page.get_by_role("button", name="End the room").click()
    expect(wall.strip).to_be_hidden()
    explorer.problems.clear()  # the browser tells of the refusals


def test_the_strip_fits_on_the_wall(visit: OpenPage) -> None:
    size = SIZES[0]
    explorer = visit("?q=mean&k=3", viewport={"width": size[0], "height": size[1]})
    wall = Wall(explorer)
    page = explorer.page
    phones = Phones(explorer.url, wall.open(), 3)

    def fits() -> None:
        explorer.page.wait_for_function("() => !document.getAnimations().some(one => one.playState === 'running')")
        readable(explorer)

    fits()
    explorer.divider.first.focus()
    explorer.key("ArrowRight")
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    wall.choose("P", "R", "AP", "nDCG")
    wall.strip.get_by_label("how sure").check()
    fits()
    wall.does("Ask", "Close")
    phones.say(*[{"AP": "up", "P": "down", "R": "same", "nDCG": "up"}] * 3, sure=3)
    expect(page.get_by_test_id("answered")).to_have_text("3 of 3 have answered")
    fits()
    wall.does("Close", "Vote again")
    fits()
    wall.does("Vote again", "Close")
    wall.does("Close", "Show answers")
    wall.does("Show answers", "Reveal")
    fits()
    wall.does("Reveal", "Next")
    explorer.settle()
    fits()
    expect(page.get_by_test_id("room-tally")).to_be_visible()
    explorer.key("j")
    expect(page.get_by_test_id("code")).to_be_visible()
    fits()


def test_nothing_stands_in_the_way_of_anybody(visit: OpenPage) -> None:
    explorer = visit(color_scheme="dark")
    wall = Wall(explorer)
    page = explorer.page
    phones = Phones(explorer.url, wall.open(), 2)
    explorer.drag(explorer.order()[4], 1)
    expect(wall.button("Ask")).not_to_have_attribute("aria-disabled", "true")
    assert axe(page) == []
    wall.does("Ask", "Close")
    phones.say({"AP": "up"}, {"AP": "down"})
    expect(page.get_by_test_id("answered")).to_have_text("2 of 2 have answered")
    wall.does("Close", "Show answers")
    wall.does("Show answers", "Reveal")
    wall.does("Reveal", "Next")
    assert axe(page) == []
    page.emulate_media(color_scheme="light")
    explorer.key("j")
    expect(page.get_by_test_id("code")).to_be_visible()
    assert axe(page) == []
