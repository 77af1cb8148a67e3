"""Undo, redo, reset, shuffle, ideal and worst order by their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.explorer import Explorer


def by_item(explorer: Explorer) -> dict[str, int]:
    return {card.item: card.grade for card in explorer.cards()}


def test_order_tools_by_key(quick: Explorer) -> None:
    fresh, grades = quick.state(), by_item(quick)

    def use(key: str) -> None:
        quick.handle("two-cats").focus()
        quick.key(key)
        quick.settle()

    use("i")
    assert quick.grades() == [1, 1, 1, 1, 0, 0, 0, 0]
    assert by_item(quick) == grades
    use("w")
    assert quick.grades() == [0, 0, 0, 0, 1, 1, 1, 1]
    orders = {tuple(quick.order())}
    for _ in range(3):
        use("s")
        assert by_item(quick) == grades
        orders.add(tuple(quick.order()))
    assert len(orders) > 2
    quick.toggle("dog-in-box")
    use("r")
    assert quick.state() == fresh


def test_undo_and_redo_every_kind_of_change(quick: Explorer) -> None:
    states = [quick.state()]

    def done() -> None:
        quick.settle()
        assert quick.state() != states[-1]
        states.append(quick.state())

    assert not quick.able("undo")
    assert not quick.able("redo")
    quick.toggle("two-cats")
    done()
    quick.drag("dog-in-box", 2)
    done()
    quick.divider.focus()
    quick.key("End")
    done()
    quick.press("ideal")
    done()

    def on_the_board(key: str) -> None:
        quick.handle("two-cats").focus()
        quick.key(key)

    ways: list[Callable[[], None]] = [
        lambda: quick.press("undo"),
        lambda: quick.key("Control+z"),
        lambda: on_the_board("z"),
    ]
    for place in range(len(states) - 2, -1, -1):
        assert quick.able("undo")
        ways[place % 3]()
        quick.settle()
        assert quick.state() == states[place], place
    assert not quick.able("undo")

    ways = [
        lambda: quick.press("redo"),
        lambda: quick.key("Control+Shift+Z"),
        lambda: quick.key("Control+y"),
        lambda: on_the_board("y"),
    ]
    for place in range(1, len(states)):
        assert quick.able("redo")
        ways[place % 4]()
        quick.settle()
        assert quick.state() == states[place], place
    assert not quick.able("redo")


def test_cutoff_key_during_a_move_leaves_the_card_in_the_air_where_it_is(quick: Explorer) -> None:
    quick.lift("white-cat")
    quick.key("ArrowLeft", "ArrowLeft")
    over_rank_4 = quick.order()
    assert over_rank_4[3] == "white-cat"

    quick.key("]")

    assert quick.order() == over_rank_4
    quick.key("Space")
    quick.settle()
    assert quick.order() == over_rank_4
