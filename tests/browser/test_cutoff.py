"""Moving the cutoff, and what follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import oracle

if TYPE_CHECKING:
    from tests.browser.explorer import Explorer


def assert_everything_is_cut_at(explorer: Explorer, k: int) -> None:
    """Divider, verdicts, the chart's marker and the scores all say the same cutoff."""
    assert explorer.k() == k
    grades = explorer.grades()
    for card in explorer.cards():
        within = card.rank in oracle.retrieved(k, len(grades))
        good = card.rank in oracle.relevant(grades)
        assert card.verdict == {(1, 1): "TP", (1, 0): "FP", (0, 1): "FN", (0, 0): "TN"}[within, good]
    expect(explorer.chart.locator(".ix-cut-name")).to_have_text(f"k = {k}")
    for name, value in explorer.scores().items():
        expected = float(oracle.METRICS[name](grades, k))
        assert value == pytest.approx(expected, abs=1e-9), name


def hold_divider(explorer: Explorer) -> tuple[float, float]:
    box = explorer.divider.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    explorer.page.mouse.move(x, y)
    explorer.page.mouse.down()
    return x, y


def test_mouse_keys_and_clicks_move_the_divider_and_everything_follows_at_once(quick: Explorer) -> None:  # noqa: PLR0915 - one visit
    assert_everything_is_cut_at(quick, 3)
    centres = quick.centres()
    pitch = centres[1][0] - centres[0][0]

    x, y = hold_divider(quick)
    for k in (8, 1):
        quick.page.mouse.move(x + (k - 3) * pitch, y)
        assert quick.kind() == "preview"
        assert_everything_is_cut_at(quick, k)
    quick.page.mouse.move(x + 4 * pitch, y, steps=2)
    quick.page.mouse.up()
    quick.settle()
    assert_everything_is_cut_at(quick, 7)

    before = quick.state()
    x, y = hold_divider(quick)
    quick.page.mouse.move(x - 300, y, steps=2)
    assert quick.k() < 7
    quick.key("Escape")
    quick.page.mouse.up()
    quick.settle()

    assert quick.state() == before

    # By keys and clicks, from 1 to 8.
    quick.divider.focus()
    up = [("Home", 1), ("ArrowLeft", 1), ("ArrowUp", 2), ("ArrowRight", 3), ("PageUp", 4), ("End", 8)]
    for key, k in [*up, ("ArrowRight", 8), ("ArrowDown", 7), ("PageDown", 6), ("Home", 1)]:
        quick.key(key)
        assert quick.k() == k, key
    quick.settle()
    assert_everything_is_cut_at(quick, 1)
    assert quick.divider.get_attribute("role") == "slider"
    assert quick.divider.get_attribute("aria-valuenow") == "1"
    assert quick.divider.get_attribute("aria-valuemax") == "8"

    # Brackets do it from anywhere on the board, and so does a click on the chart.
    quick.card("empty-box").get_by_test_id("relevance").focus()
    quick.key("]", "]")
    assert quick.k() == 3
    quick.key("[")
    assert quick.k() == 2
    tick = quick.chart.locator(".xtick text", has_text="6").bounding_box()
    assert tick is not None
    quick.page.mouse.click(tick["x"] + tick["width"] / 2 + 5, tick["y"] - 80)
    quick.settle()
    assert_everything_is_cut_at(quick, 6)
    assert "k=6" in quick.search()

    # It stands between two cards, and the chart marks it at its tick.
    quick.divider.focus()
    centres = quick.centres()
    for k in (6, 7):
        box = quick.divider.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] / 2 == pytest.approx((centres[k - 1][0] + centres[k][0]) / 2, abs=2), k
        line = quick.chart.locator(".ix-cut-line").bounding_box()
        tick = quick.chart.locator(".xtick text", has_text=str(k)).bounding_box()
        assert line is not None
        assert tick is not None
        middle = line["x"] + line["width"] / 2
        assert middle == pytest.approx(tick["x"] + tick["width"] / 2, abs=1.5), k
        quick.key("ArrowRight")
        quick.still()


def test_finger_drags_the_divider(phone: Explorer) -> None:
    box = phone.divider.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    centres = phone.centres()
    finger = phone.finger()
    finger.down(x, y)
    finger.move(x - (centres[2][0] - centres[1][0]), y, steps=3)
    assert_everything_is_cut_at(phone, 2)
    finger.move(x, y + centres[6][1] - centres[2][1], steps=4)
    assert_everything_is_cut_at(phone, 7)
    finger.up()
    phone.settle()

    assert_everything_is_cut_at(phone, 7)
