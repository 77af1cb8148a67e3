"""The page Compare as a person uses it: two boards, one set of judgments, before and after."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.modules import WIRE

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

SETTLED = """() => {
  const shown = document.querySelector('[data-testid=versus]');
  const rows = [...document.querySelectorAll('.ix-row')].map(row =>
    [...row.querySelectorAll('[data-testid=card]')].sort((a, b) => a.dataset.rank - b.dataset.rank)
      .map(card => card.dataset.grade).join(''));
  const moving = document.getAnimations().some(one => one.playState === 'running');
  return shown?.dataset.pattern === rows.join('|') && shown.dataset.exact === 'true' && !moving
    && shown.dataset.kind === 'settled' && window.wireOfThePage.quiet();
}"""

COVERED = """() => [...document.querySelectorAll('.ix-card')].filter(card => {
  const [picture, ...words] = ['picture', 'rank', 'handle', 'verdict > .ix-badge']
    .map(name => card.querySelector(`.ix-${name}`)).filter(Boolean).map(one => one.getBoundingClientRect());
  return words.some(one => one.right > picture.left + 1 && one.bottom > picture.top + 1
    && one.left < picture.right - 1 && one.top < picture.bottom - 1);
}).map(card => card.dataset.item)"""
"""The cards whose picture lies over their rank, their handle or their verdict."""

DOCUMENTS = [f"document-{number}" for number in (1, 2, 3, 4, 5)]


class Comparison:
    """Two boards and what is said of them."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.page = explorer.page
        self.why = self.page.get_by_test_id("versus-why")

    def open(self, link: str = "") -> None:
        self.page.goto(f"{self.explorer.url}/compare{link}")
        expect(self.page.get_by_test_id("versus-row").first).to_be_visible()
        self.settle()

    def settle(self) -> None:
        self.page.evaluate(WIRE)
        self.page.wait_for_function(SETTLED)

    def row(self, metric: str) -> Locator:
        return self.page.locator(f"[data-testid=versus-row][data-metric={metric}]")

    def press(self, tool: str) -> None:
        self.explorer.press(tool)
        self.settle()

    def orders(self) -> tuple[list[str], list[str]]:
        return self.explorer.order("a"), self.explorer.order("b")


def test_two_models_are_compared_and_changed(visit: OpenPage) -> None:
    comparison = Comparison(visit(ready=False, reduced_motion="reduce"))
    explorer, page, why = comparison.explorer, comparison.page, comparison.why
    verdict = page.get_by_test_id("versus-verdict")
    comparison.open("?set=two-models")
    expect(verdict).to_have_text("A leads in 3 of 4 respects")
    first, second = DOCUMENTS, [*DOCUMENTS[3:], *DOCUMENTS[:3]]
    assert comparison.orders() == (first, second)
    expect(why).to_contain_text("RR@5 prefers A: its first relevant result is at rank 1, B’s at rank 3")
    expect(comparison.row("P")).to_have_attribute("data-difference", "0")

    # While a card of B is in the air, the scores and the sentence follow; A stays as it is.
    over = explorer.hold("document-1", "b")
    over(1)
    expect(page.get_by_test_id("versus")).to_have_attribute("data-kind", "preview")
    expect(comparison.row("RR")).to_have_attribute("data-difference", "0")
    expect(why).to_contain_text("add up to 1/1 + 2/2 + 3/3 = 3, B’s to 1/1 + 2/4 + 3/5 = 2.1")
    expect(verdict).to_have_text(re.compile(r"A leads in 2 of \d respects"))
    page.mouse.up()
    comparison.settle()
    moved = ["document-1", "document-4", "document-5", "document-2", "document-3"]
    assert comparison.orders() == (first, moved)

    a_card_stays_in_its_list(comparison)

    # The same with keys, in A.
    explorer.lift("document-1", "a")
    explorer.key("ArrowRight", "ArrowRight")
    expect(explorer.board.get_by_role("status")).to_contain_text("Rank 3 of 5")
    explorer.key("Space")
    comparison.settle()
    assert comparison.orders()[0] == [DOCUMENTS[1], DOCUMENTS[2], DOCUMENTS[0], *DOCUMENTS[3:]]

    # A document is as relevant in A as in B.
    explorer.toggle("document-4", "a")
    comparison.settle()
    expect(explorer.card("document-4", "b")).to_have_attribute("data-relevant", "true")
    explorer.toggle("document-4", "b")
    expect(explorer.card("document-4", "a")).to_have_attribute("data-relevant", "false")

    # Before and after: B becomes A, its first one goes down; the line sets one k for both.
    comparison.press("copy-a")
    assert comparison.orders()[0] == comparison.orders()[1]
    expect(why).to_contain_text("No metric sees a difference at k = 5")
    expect(verdict).to_have_text("No metric tells A from B at k = 5")
    comparison.press("worst-b")
    explorer.divider.focus()
    explorer.key("ArrowLeft", "ArrowLeft")
    comparison.settle()
    assert explorer.k() == 3
    expect(why).to_contain_text("P@3, R@3 and F1@3 together prefer A")
    # A name goes where its list goes.
    names = page.locator(".ix-side h2 > span:last-child")
    first_name, second_name = names.all_inner_texts()
    comparison.press("swap")
    expect(names).to_have_text([second_name, first_name])
    comparison.press("undo")
    expect(page.locator(".ix-board > .ix-said")).to_contain_text("Undone: the lists have changed places.")


def a_card_stays_in_its_list(comparison: Comparison) -> None:
    """Over the other list it is where it was, and let go there it goes back."""
    page, before = comparison.page, comparison.orders()
    over = comparison.explorer.hold("document-5", "b")
    over(1)
    page.mouse.move(*comparison.explorer.centres("a")[0])
    expect(page.get_by_test_id("versus")).to_have_attribute("data-kind", "settled")
    assert comparison.orders() == before
    page.mouse.up()
    expect(page.locator(".ix-toast")).to_have_text("A card stays in its own list.")
    comparison.settle()
    assert comparison.orders() == before


def test_graded_pictures_fit_a_projector_and_work_on_a_phone(visit: OpenPage) -> None:
    comparison = Comparison(visit(ready=False, reduced_motion="reduce", color_scheme="dark"))
    comparison.open("?set=one-swap")
    main = "() => { const main = document.querySelector('[data-ix-main]'); return "
    assert comparison.page.evaluate(f"{main} main.scrollHeight - main.clientHeight }}") == 0
    expect(comparison.row("DCG")).to_contain_text("2.524")

    # On a narrower one each rank, and what a card counts as, stand beside its picture, not below it.
    comparison.page.set_viewport_size({"width": 1024, "height": 768})
    assert comparison.page.evaluate(COVERED) == []
    touch = visit(ready=False, viewport=PHONE, has_touch=True, is_mobile=True)
    phone = Comparison(touch)
    phone.open("?set=before-and-after")
    assert phone.page.evaluate(f"{main} main.scrollWidth - main.clientWidth }}") <= 0
    before = phone.explorer.order("b")
    finger = phone.explorer.finger()
    handle = phone.explorer.handle(before[1], "b").bounding_box()
    centres = phone.explorer.centres("b")
    assert handle
    finger.down(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    finger.move(*phone.explorer.centres("a")[0], steps=4)
    assert phone.explorer.order("b") == before
    finger.move(*centres[0], steps=4)
    expect(phone.why).to_contain_text("B: its first relevant result is at rank 1, A’s at rank 2")
    finger.up()
    phone.settle()
    assert phone.explorer.order("b") == [before[1], before[0], *before[2:]]
    assert phone.explorer.order("a") == before
