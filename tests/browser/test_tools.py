"""Undo, redo, reset, shuffle, ideal and worst order by their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.explorer import Explorer


def by_item(explorer: Explorer) -> dict[str, int]:
    return {card.item: card.grade for card in explorer.cards()}


def test_undo_and_redo_by_buttons_and_keys_and_order_tools_by_key(quick: Explorer) -> None:
    states, fresh = [quick.state()], quick.order()

    def done() -> None:
        quick.settle()
        assert quick.state() != states[-1]
        states.append(quick.state())

    def on_the_board(key: str) -> None:
        quick.handle("two-cats").focus()
        quick.key(key)

    assert not quick.able("undo")
    assert not quick.able("redo")
    quick.toggle("two-cats")
    done()
    quick.drag("dog-in-box", 2, steps=3)
    done()
    judged = by_item(quick)
    on_the_board("i")
    done()
    assert quick.grades() == [1, 1, 1, 1, 1, 0, 0, 0]

    undo: list[Callable[[], None]] = [
        lambda: quick.press("undo"),
        lambda: quick.key("Control+z"),
        lambda: on_the_board("z"),
    ]
    redo: list[Callable[[], None]] = [
        lambda: quick.press("redo"),
        lambda: quick.key("Control+Shift+Z"),
        lambda: quick.key("Control+y"),
    ]
    for tool, ways, places in (("undo", undo, (2, 1, 0)), ("redo", redo, (1, 2, 3))):
        for way, place in zip(ways, places, strict=True):
            assert quick.able(tool)
            way()
            assert quick.state() == states[place], place
        assert not quick.able(tool)
    quick.settle()

    orders = {tuple(quick.order())}
    for key in ("w", "s", "r"):
        on_the_board(key)
        quick.still()
        orders.add(tuple(quick.order()))
        if key == "w":
            assert quick.grades() == [0, 0, 0, 1, 1, 1, 1, 1]
        if key != "r":
            assert by_item(quick) == judged
    assert len(orders) == 4
    assert quick.order() == fresh
    assert quick.grades() == [0, 1, 0, 1, 1, 0, 1, 0]
    quick.settle()
