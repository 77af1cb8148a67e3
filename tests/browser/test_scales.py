"""The lists beside the board: choices of each, there and back, from the page as it opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import oracle

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

BINARY = {"P", "R", "F1", "RR", "AP", "nDCG"}
GRADED = {*BINARY, "CG", "DCG"}


def seen_lists(explorer: Explorer) -> list[str]:
    """The lists that can be seen, by their hooks."""
    boxes = explorer.board.get_by_role("combobox").filter(visible=True)
    names: list[str] = boxes.evaluate_all("all => all.map(one => one.dataset.testid)")
    return names


def choices(box: Locator) -> list[str]:
    """What else can be chosen in a list."""
    found: list[str] = box.locator("option").evaluate_all("all => all.map(one => one.value)")
    return [value for value in found if value != box.input_value()]


def there_and_back(explorer: Explorer, name: str, settle: Callable[[], None]) -> None:
    """Choices of a list and back, and in between those of the lists that it brings; the walk takes each."""
    box = explorer.page.get_by_test_id(name)
    start, others, before = box.input_value(), seen_lists(explorer), explorer.search()
    for value in choices(box)[:2]:
        box.select_option(value)
        settle()
        assert box.input_value() == value
        graded = explorer.page.get_by_test_id("top").input_value() != "1"
        assert set(shown(explorer)) == (GRADED if graded else BINARY)
        # Another example brings the same lists as the first one.
        for brought in seen_lists(explorer) if name != "example" else ():
            if brought not in others:
                there_and_back(explorer, brought, settle)
        box.select_option(start)
        settle()
        assert explorer.search() == before


def shown(explorer: Explorer) -> dict[str, str]:
    """The scores as they are read, by metric; those of a mean without its M."""
    rows = explorer.page.locator("[data-testid=score], [data-testid=versus-row]")
    found: dict[str, str] = rows.evaluate_all(
        "all => Object.fromEntries(all.map(one => [one.dataset.metric, one.innerText]))"
    )
    return {name if name in GRADED else name.removeprefix("M"): text for name, text in found.items()}


def test_graded_scores_are_right_and_only_what_both_scales_have_is_compared(visit: OpenPage) -> None:
    explorer = visit(reduced_motion="reduce")
    box = explorer.page.get_by_label("Judge by")
    box.focus()
    for top in (2, 3, 4):
        explorer.key("ArrowDown")
        explorer.settle()
        assert box.input_value() == str(top)
        changes = explorer.page.locator(".ix-score-figures, .ix-score-sign").all_inner_texts()
        assert len(changes) == 2 * len(GRADED)
    [grades], k = explorer.relevance(), explorer.k()
    expected = {name: values[k - 1] for name, values in oracle.curves(grades).items()}
    expected |= {"CG": float(oracle.cg(grades, k)), "DCG": oracle.dcg(grades, k)}
    assert explorer.scores() == pytest.approx(expected, abs=1e-9)
    for sum_ in ("CG", "DCG"):
        line = explorer.page.locator(f"[data-testid=score][data-metric={sum_}]")
        expect(line.locator(".ix-score-sign")).to_have_text("=")
    for _ in range(3):
        explorer.press("undo")
        explorer.settle()
    assert set(explorer.scores()) == BINARY
    for _ in range(3):
        explorer.press("redo")
        explorer.settle()
    assert set(explorer.scores()) == GRADED


@pytest.mark.parametrize(("name", "value"), [("top", "3"), ("example", "graded")])
def test_a_card_is_clicked_before_the_server_has_answered_a_choice(visit: OpenPage, name: str, value: str) -> None:
    explorer = visit(ready=False, reduced_motion="reduce")
    gate = explorer.gate()
    explorer.open()
    gate.close()
    explorer.page.get_by_test_id(name).select_option(value)
    first = explorer.order()[:2]
    for item in first:
        explorer.card(item).locator(".ix-picture").click()
    gate.open()
    explorer.settle()
    assert explorer.page.get_by_test_id(name).input_value() == value
    search = explorer.search()
    explorer.board.locator(".ix-picture").first.click()
    explorer.settle()
    assert explorer.search() != search
