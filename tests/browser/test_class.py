"""A whole lesson: the wall by hand, and five phones, one of each engine that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.test_phone import (
    SENT,
    answers,
    answers_by_keys,
    answers_by_touch,
    others,
    phone,
)
from tests.browser.test_room import Wall

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.test_phone import Opening, Phone

__all__ = ["others", "phone"]  # fixtures


def test_lesson_with_a_wall_and_five_phones(
    visit: OpenPage, phone: Opening, others: dict[str, Phone]
) -> None:
    explorer = visit()
    wall = Wall(explorer)
    join = f"join/{wall.open()}"
    touched, keyed, reloaded = phone(join), phone(join, has_touch=False), phone(join)
    for other in others.values():
        other.open(join)
    everybody = [touched, keyed, reloaded, *others.values()]

    def all_read(words: str, selector: str = "h1") -> None:
        for one in everybody:
            one.reads(words, selector)

    all_read("You are in. Look at the wall.")
    expect(explorer.page.get_by_test_id("here")).to_have_text(f"{len(everybody)} here")

    explorer.drag(explorer.order()[1], 1)  # a relevant one goes up, within the cutoff
    wall.choose("AP", "P")
    wall.strip.get_by_label("how sure").check()
    wall.does("Ask", "Close")
    all_read("What will each score do?")
    assert {one.page.locator(".ix-phone-words").inner_text() for one in everybody} == {
        explorer.page.get_by_test_id("room").locator(".ix-room-words").inner_text()
    }
    answers_by_touch(touched)
    answers_by_keys(keyed)
    for one in (reloaded, *others.values()):
        answers(one, P="up", AP="same")
    reloaded.page.reload()
    reloaded.reads(SENT, "#fault")
    everybody.append(phone(join))
    all_read("What will each score do?")
    answered = explorer.page.get_by_test_id("answered")
    expect(answered).to_have_text(f"{len(everybody) - 1} of {len(everybody)} have answered")

    wall.does("Close", "Vote again")
    all_read("Talk with your neighbour.")
    wall.does("Vote again", "Close")
    for one in everybody:
        answers(one, P="same", AP="up")
    expect(answered).to_have_text(f"{len(everybody)} of {len(everybody)} have answered")
    wall.does("Close", "Show answers")
    wall.does("Show answers", "Reveal")
    all_read("How the class answered")
    misled = len(others) + 1
    assert wall.counts("P") == [[str(misled), "0"], ["2", str(len(everybody))], ["0", "0"]]

    wall.does("Reveal", "Next")
    explorer.settle()
    all_read("You were right about 2 of 2.")
    expect(explorer.page.get_by_test_id("outcome")).to_contain_text("→ 100 % right")
    wall.button("Next").click()
    all_read("You are in. Look at the wall.")
