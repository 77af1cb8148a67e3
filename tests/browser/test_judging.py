"""Judging results of one's own: each first click does what is expected, and none is lost on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import oracle
from tests.browser.conftest import PHONE
from tests.browser.explorer import METRICS
from tests.browser.test_results import bring

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

NAMES = "abcdef"
RUN = "".join(f"q1 Q0 {name} 1 {9 - place} x\n" for place, name in enumerate(NAMES)).encode()


ON_A_PHONE = {
    "viewport": PHONE,
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "reduced_motion": "reduce",
}


def brought(explorer: Explorer, grades: str) -> Explorer:
    """Six results of one's own on the board; a grade for each, `_` where nobody judged."""
    page = explorer.page
    page.goto(f"{explorer.url}/results")
    expect(page.locator("input[type=file]")).to_have_count(4)
    judged = "".join(f"q1 0 {name} {grade}\n" for name, grade in zip(NAMES, grades, strict=True) if grade != "_")
    bring(page, "qrels", "qrels.txt", judged.encode())
    bring(page, "a", "a.run", RUN)
    page.get_by_role("button", name="Use these results").click()
    expect(page.get_by_test_id("card").first).to_be_visible()
    explorer.settle()
    return explorer


def picture(explorer: Explorer, item: str) -> Locator:
    return explorer.card(item).locator(".ix-picture")


def grades(explorer: Explorer) -> list[int]:
    """The grades from rank 1 on; -1 where nobody judged."""
    found: list[int] = explorer.page.get_by_test_id("card").evaluate_all(
        "cards => cards.map(card => Number(card.dataset.grade))"
    )
    return found


def test_the_first_click_says_the_other_thing(visit: OpenPage) -> None:
    explorer = brought(visit(ready=False, reduced_motion="reduce"), "10_10_")
    page = explorer.page
    before = explorer.scores()
    for item in ("b", "a", "c"):  # not relevant, relevant, not judged
        title = picture(explorer, item).get_attribute("title") or ""
        picture(explorer, item).click()
        explorer.settle()
        said = picture(explorer, item).get_attribute("aria-pressed") == "true"
        assert title.endswith(f"Click to make it {'' if said else 'not '}relevant.")
    assert grades(explorer) == [0, 1, 1, 1, 0, -1]
    assert explorer.scores() != before
    # By keys, too, and what is done is undone, one step each.
    picture(explorer, "b").press("Enter")
    picture(explorer, "f").press(" ")
    explorer.settle()
    assert grades(explorer) == [0, 0, 1, 1, 0, 1]
    explorer.key("z", "z", "z")
    explorer.settle()
    assert grades(explorer) == [0, 1, -1, 1, 0, -1]
    expect(page.locator(".ix-means tr", has_text="moved by").locator("td").last).not_to_have_text("0")


def test_not_judged_has_a_control_of_its_own(visit: OpenPage) -> None:
    explorer = brought(visit(ready=False, reduced_motion="reduce"), "10_10_")
    page = explorer.page
    for item, before, after in (("a", "false", -1), ("b", "false", -1), ("c", "true", 0)):
        control = explorer.card(item).get_by_role("button", name=f"Not judged: {item}")
        expect(control).to_have_attribute("aria-pressed", before)
        control.click()
        expect(control).to_have_attribute("aria-pressed", str(after < 0).lower())
        expect(explorer.card(item)).to_have_attribute("data-grade", str(after))
    expect(page.locator(".ix-results p").first).to_contain_text("3 of the first 6")
    picture(explorer, "d").press("u")
    picture(explorer, "f").press("u")
    explorer.settle()
    assert grades(explorer) == [-1, -1, 0, -1, 0, 0]
    for _ in range(5):
        explorer.key("z")
    explorer.settle()
    assert grades(explorer) == [1, 0, -1, 1, 0, -1]


def test_what_a_click_would_do_is_shown_before_and_at_once(visit: OpenPage) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    gate = explorer.gate()
    brought(explorer, "10_10_")
    ghost = explorer.page.locator(".ix-ghost")
    gate.close()  # from here on without the server
    for item, pattern in (("b", [1, 1, 0, 1, 0, 0]), ("c", [1, 1, 1, 1, 0, 0])):
        explorer.page.mouse.move(0, 0)
        expect(ghost).to_be_hidden()
        picture(explorer, item).hover()
        expect(ghost).to_be_visible()
        heights: list[list[float]] = ghost.locator("path").evaluate_all(
            "all => all.map(one => one.getAttribute('d').split('L').map(at => Number(at.split(',')[1])))"
        )
        expected = oracle.curves(pattern)
        first, last = heights[0][0], heights[0][-1]
        unit = (last - first) / (1 - expected["P"][-1])
        for name, line in zip(METRICS, heights, strict=True):
            wanted = [first + unit * (1 - value) for value in expected[name]]
            assert line == pytest.approx(wanted, abs=0.01), name
        if item == "b":
            picture(explorer, item).click()
            explorer.shown()
            assert explorer.curves()["P@k"] == pytest.approx(expected["P"], abs=1e-5)
            assert explorer.relevance() == [pattern]
            gate.open()
            explorer.settle()
            gate.close()
    gate.open()


def test_grades_go_up_and_from_the_highest_to_0(visit: OpenPage) -> None:
    explorer = brought(visit(ready=False, **ON_A_PHONE), "30_210")
    for item in "abcdef":
        picture(explorer, item).tap()
    explorer.settle()
    assert grades(explorer) == [0, 1, 1, 3, 2, 1]
    control = explorer.card("d").get_by_test_id("unjudge")
    box = control.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    control.tap()
    explorer.settle()
    assert grades(explorer) == [0, 1, 1, -1, 2, 1]
    control.tap()
    explorer.settle()
    assert grades(explorer) == [0, 1, 1, 0, 2, 1]


def test_boards_on_which_everything_is_judged_have_no_such_control(desktop: Explorer) -> None:
    expect(desktop.page.get_by_test_id("unjudge")).to_have_count(0)
    before = desktop.cards()
    desktop.card("dark-cat-in-box").get_by_test_id("relevance").press("u")
    assert desktop.cards() == before
