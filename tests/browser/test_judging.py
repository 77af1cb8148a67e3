"""Judging results of one's own: each first click does what is expected, and none is lost on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.test_results import bring

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

NAMES = "abcdef"
RUN = "".join(f"q1 Q0 {name} 1 {9 - place} x\n" for place, name in enumerate(NAMES)).encode()


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
    box = control.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    picture(explorer, "d").press("u")
    picture(explorer, "f").press("u")
    explorer.settle()
    assert grades(explorer) == [-1, -1, 0, -1, 0, 0]
    # The first click on a picture says the other thing: of what is relevant, of what is not, of what nobody judged.
    for _ in range(5):
        explorer.key("z")
    explorer.settle()
    assert grades(explorer) == [1, 0, -1, 1, 0, -1]
    for item in ("b", "a", "c"):
        title = picture(explorer, item).get_attribute("title") or ""
        picture(explorer, item).click()
        said = picture(explorer, item).get_attribute("aria-pressed") == "true"
        assert title.endswith(f"Click to make it {'' if said else 'not '}relevant.")
    explorer.settle()
    assert grades(explorer) == [0, 1, 1, 1, 0, -1]
