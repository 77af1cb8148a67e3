"""A curve is heard where somebody asks for it: as high as its values, and never one that is covered."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.modules import SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

EARS = """(() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.heard.push({ type: this.type, pitch: this.frequency.value, at });
    start.call(this, at);
  };
  const connect = AudioNode.prototype.connect;
  window.sides = [];
  AudioNode.prototype.connect = function (to, ...more) {
    if (this instanceof StereoPannerNode) window.sides.push(this.pan.value);
    return connect.call(this, to, ...more);
  };
})()"""
"""Keeps what the browser is told to sound."""

LOUD = """async (values) => {
  const sound = (await PAGE).module("curves/sound.js");
  const into = new OfflineAudioContext(1, 44100 * 3, 44100);
  const marks = [];
  const end = sound.schedule(into, into.destination, { values, k: 3 }, 0, marks);
  const samples = (await into.startRendering()).getChannelData(0);
  const step = marks[1].at - marks[0].at;
  return { end, tones: marks.map(({ at }) => {
    const [from, to] = [Math.round((at + 0.05) * 44100), Math.round((at + step * 0.8) * 44100)];
    let rises = [];
    for (let i = from; i < to; i += 1) if (samples[i - 1] <= 0 && samples[i] > 0) rises.push(i);
    return rises.length > 1 ? 44100 * (rises.length - 1) / (rises.at(-1) - rises[0]) : 0;
  }) };
}""".replace("PAGE", SCRIPT)
"""What comes out of a curve, in hertz by rank, counted in the samples themselves."""


def pitch(value: float) -> float:
    """Two octaves from 0 to 1."""
    return 220 * 4**value


def heard(page: Page) -> list[dict[str, Any]]:
    """What has been sounded since the last time."""
    found: list[dict[str, Any]] = page.evaluate("() => window.heard.splice(0)")
    return found


def assert_is_curve(sounds: list[dict[str, Any]], values: list[float], k: int) -> None:
    """A tone for each rank at its time, and a click with that of the cutoff."""
    tones = [one for one in sounds if one["type"] == "triangle"]
    clicks = [one for one in sounds if one["type"] == "square"]
    assert [one["pitch"] for one in tones] == pytest.approx([pitch(one) for one in values], rel=1e-4)
    steps = [later["at"] - one["at"] for one, later in pairwise(tones)]
    assert steps == pytest.approx([steps[0]] * len(steps))
    assert [one["at"] for one in clicks] == [tones[k - 1]["at"]]


def test_curves_are_heard(visit: OpenPage) -> None:
    explorer = visit("?k=3", ready=False)
    explorer.inject(EARS)
    explorer.open("?k=3")
    page = explorer.page
    hear_only_what_is_asked_for(explorer)
    hear_what_moves(explorer)
    hear_nothing_that_is_covered(explorer)
    rendered = page.evaluate(LOUD, [0, 0.5, 0.25, None, 1])
    assert rendered["tones"] == pytest.approx([220, 440, pitch(0.25), 0, 880], rel=0.01)
    assert rendered["end"] == pytest.approx(1.2)
    hear_two_lists(explorer)


def hear_only_what_is_asked_for(explorer: Explorer) -> None:
    page = explorer.page
    explorer.drag("two-cats", 4)
    explorer.settle()
    page.get_by_test_id("reading").focus()
    explorer.key("ArrowRight")
    assert heard(page) == []

    listen = page.get_by_test_id("listen")
    listen.press("Enter")
    expect(listen).to_have_text("Stop")
    assert_is_curve(heard(page), explorer.curves()["AP@k"], 3)
    listen.press("Enter")
    expect(listen).to_have_text("Listen")
    # With the key, of the metric that is read; a change of the board ends it.
    page.get_by_test_id("reading").focus()
    explorer.key("ArrowUp", "h")
    expect(listen).to_have_text("Stop")
    assert_is_curve(heard(page), explorer.curves()["RR@k"], 3)
    explorer.key("Escape")
    expect(listen).to_have_text("Listen")
    explorer.key("h")
    expect(listen).to_have_text("Stop")
    heard(page)
    explorer.key("End", "Enter")
    expect(listen).to_have_text("Listen")
    explorer.settle()
    assert heard(page) == []


def is_relevant(explorer: Explorer, item: str) -> bool:
    return explorer.card(item).get_attribute("data-relevant") == "true"


def hear_what_moves(explorer: Explorer) -> None:
    """A tone for each preview, and for what is read; only once that is switched on."""
    page = explorer.page
    page.get_by_test_id("help").press("Enter")
    dialog = page.get_by_role("dialog", name="Words and keys")
    dialog.get_by_role("button", name="Keys", exact=True).press("Enter")
    group = dialog.get_by_role("group", name="A tone while one drags")
    expect(group.get_by_role("button", pressed=True)).to_have_text("Off")
    group.get_by_role("button", name="On").press("Enter")
    loud = dialog.get_by_role("group", name="How loud curves are heard")
    loud.get_by_role("button", name="Quiet").press("Enter")
    explorer.key("Escape")
    page.get_by_test_id("reading").focus()
    heard(page)
    explorer.key("Home")
    values = explorer.curves()["AP@k"]
    # A relevant result sounds full, another one hollow.
    (tone,) = heard(page)
    assert tone["pitch"] == pytest.approx(pitch(values[0]))
    assert tone["type"] == ("triangle" if is_relevant(explorer, explorer.order()[0]) else "square")
    explorer.lift("tabby-in-box")
    explorer.key("ArrowLeft")
    expect(explorer.chart).to_have_attribute("data-kind", "preview")
    explorer.shown()
    (tone,) = heard(page)
    assert tone["pitch"] == pytest.approx(pitch(explorer.scores()["AP"]), rel=1e-4)
    assert tone["type"] == ("triangle" if is_relevant(explorer, "tabby-in-box") else "square")
    explorer.key("Escape")
    explorer.settle()
    assert page.evaluate("localStorage.getItem('irviz-volume')") == "Quiet"


def hear_nothing_that_is_covered(explorer: Explorer) -> None:
    """While one predicts, up to the cutoff; masked, nothing at all, and what sounds falls silent."""
    page = explorer.page
    explorer.open("?k=3&predict=1")
    explorer.divider.focus()
    heard(page)
    explorer.key("h")
    expect(page.get_by_test_id("listen")).to_have_text("Stop")
    sounds = heard(page)
    assert [one["type"] for one in sounds].count("triangle") == 3
    assert_is_curve(sounds, [0, 0.125, 0.125], 3)

    explorer.open("?k=3&present=1")
    page.get_by_test_id("listen").click()
    expect(page.get_by_test_id("listen")).to_have_text("Stop")
    heard(page)
    page.get_by_role("button", name="Mask values").click()
    expect(page.get_by_test_id("listen")).to_have_text("Listen")
    page.get_by_test_id("listen").click()
    expect(explorer.board.locator("> .ix-toast")).to_have_text("There is nothing to hear: AP@k is masked.")
    explorer.lift("tabby-in-box")  # tones are on
    explorer.key("ArrowLeft", "Escape")
    page.get_by_test_id("reading").focus()
    explorer.key("ArrowRight", "h")
    assert heard(page) == []


def hear_two_lists(explorer: Explorer) -> None:
    """A from the left, then B from the right."""
    page = explorer.page
    page.goto(f"{explorer.url}/compare")
    page.get_by_role("button", name="Listen to RR@k: A, then B").press("Enter")
    sounds = heard(page)
    k = explorer.k()
    assert_is_curve(sounds[:9], [0, *[0.5] * 7], k)
    assert_is_curve(sounds[9:], [1.0] * 8, k)
    assert sounds[9]["at"] > sounds[8]["at"]
    assert page.evaluate("window.sides") == [-1, 1]
