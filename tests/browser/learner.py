"""A reader of the course: does with a real hand what a step asks for, and says first what will happen."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from irviz.lessons.check.check import draw_fresh_question
from irviz.lessons.course import lessons
from irviz.state.desk import MEAN
from irviz.state.locks import IMPLIED, is_locked
from irviz.state.predictions.prediction import list_outcomes

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from irviz.lessons.challenge import Challenge
    from irviz.lessons.course import Place
    from irviz.lessons.lesson import Step
    from irviz.state.desk import Desk
    from irviz.state.goals.action import Action
    from tests.browser.explorer import Explorer

# Whether the page shows a desk: the open boards with their cards, the cutoff, and what is locked.
_STANDS = """([rows, k, off, predict]) => {
  const shown = [...document.querySelectorAll('.ix-row')].map(row => [row.dataset.query,
    [...row.querySelectorAll('[data-testid=card]')].sort((a, b) => a.dataset.rank - b.dataset.rank)
      .map(card => `${card.dataset.item}=${card.dataset.grade}`)]);
  const { ixOff } = document.documentElement.dataset;
  const pressed = document.querySelector('[data-testid=predict]')?.getAttribute('aria-pressed');
  return JSON.stringify(shown) === rows && (ixOff ?? '') === off && pressed === predict
    && document.querySelector('[data-testid=cutoff]')?.dataset.k === k;
}"""


class Learner:
    """Somebody in the course.

    Args:
        explorer: The page.
        keys: Whether the hand prefers the keyboard to the mouse.
    """

    def __init__(self, explorer: Explorer, *, keys: bool = False) -> None:
        self.explorer = explorer
        self.page = explorer.page
        self.keys = keys

    @property
    def coach(self) -> Locator:
        return self.page.get_by_test_id("coach")

    @property
    def next(self) -> Locator:
        return self.page.get_by_test_id("next")

    def presses(self, button: Locator) -> None:
        """Press a button, by mouse or by keyboard."""
        if self.keys:
            button.press("Enter")
        else:
            button.click()

    def arrives(self, place: Place) -> None:
        """Wait until the page shows a step, with its board."""
        step = place.lesson_step
        self.coach.get_by_role("heading", level=2, name=step.title, exact=True).wait_for()
        self.stands(step.desk, step)
        self.explorer.settle()

    def stands(self, desk: Desk, step: Step) -> None:
        """Wait until the page shows a desk, locked as the step wants it."""
        rows = [[one.id, [f"{one.items[i].id}={one.grades[i]}" for i in one.order]] for one in desk.visible]
        off = dict.fromkeys([*step.locks, *(one for one in IMPLIED if is_locked(one, step.locks))])
        text = json.dumps(rows, separators=(",", ":"), ensure_ascii=False)
        wanted = [text, str(desk.k), " ".join(off), "true" if step.predict else "false"]
        self.page.wait_for_function(_STANDS, arg=wanted)

    def does(self, step: Step) -> Desk:
        """Do what a step asks for; returns the desk that this leads to."""
        desk = step.desk
        tool = next((point.names[0] for point in step.points if point.kind == "tool"), None)
        if tool in {"ideal", "worst"}:
            boards = (getattr(board, tool)() for board in desk.visible)
            self.explorer.press(tool)
            desk = desk.replace_boards(*boards)
            self.stands(desk, step)
        else:
            for action in step.find_solution().actions:
                self.act(action, desk)
                desk = action.apply(desk)
                self.stands(desk, step)
        if step.predict:
            self.predicts(step, desk)
        self.explorer.settle()
        return desk

    def solves(self, challenge: Challenge) -> None:
        """Do what the solver has found, from a challenge's start."""
        desk = challenge.desk
        self.explorer.settle()
        for action in challenge.find_solution().actions:
            self.act(action, desk)
            desk = action.apply(desk)
            self.explorer.settle()

    def answers(self, step: Step) -> None:
        """Answer a question wrongly, a fresh one of its kind as well, and then one rightly.

        What is not to be seen before an answer is seen after it.
        """
        replies = self.coach.locator(".ix-coach-praise, .ix-coach-reply")
        values = self.page.get_by_test_id("lens")
        expect(values).to_be_hidden()
        expect(replies).to_have_text(["", ""])
        here = self.coach.get_by_role("list", name="Your answer", exact=True).get_by_role("button")
        wrong = next(at for at in range(1, len(step.choices) + 1) if not step.is_right(at))
        self.presses(here.nth(wrong - 1))
        expect(here.nth(wrong - 1)).to_have_attribute("aria-pressed", "true")
        expect(replies).to_contain_text(["", re.sub(r"[*`]", "", step.format_reply(wrong))])
        expect(values).to_be_visible()
        expect(self.next).to_have_attribute("data-ready", "false")
        for other in range(len(step.choices)):
            expect(here.nth(other)).to_have_attribute("aria-disabled", "true")
        lesson = next(one.id for one in lessons().values() if step in one.steps)
        for number, more in enumerate((1, 0)):
            question = draw_fresh_question(lesson, number)
            shown = self.coach.get_by_test_id("fresh")
            expect(shown).to_contain_text(question.prompt)
            at = (question.right + more) % len(question.choices)
            self.presses(shown.get_by_role("button").nth(at))
            # A wrong answer brings a new list at once, so the reply says which one it is about.
            before = "On the list before this one:" if more else ""
            told = [f"{before}{question.reply(at)}".replace("\n", ""), ""]
            expect(replies).to_have_text(told if not more else told[::-1])
            if self.keys and more:
                expect(shown.locator("button:focus")).to_have_count(1)
        expect(self.coach.get_by_test_id("fresh")).to_have_count(0)
        if self.keys:
            expect(self.next).to_be_focused()
        expect(self.next).to_have_attribute("data-ready", "true")
        self.explorer.settle()

    def predicts(self, step: Step, after: Desk) -> None:
        """Say what the change does to each score that the step asks about, and see that it is so."""
        ask = self.page.get_by_test_id("ask")
        expect(ask).to_be_visible()
        for one in list_outcomes(step.desk, after):
            if one.metric in step.predict:
                self.guess(one.symbol.split("@")[0], one.direction or "same")
        self.presses(ask.get_by_test_id("see"))
        expect(ask).to_be_hidden()
        expect(self.page.locator("p.ix-why")).to_contain_text("All correct.")

    def guess(self, metric: str, way: str) -> None:
        """Say where a score will go."""
        score = self.page.locator(f"[data-testid=score][data-metric='{metric}']")
        button = score.locator(f"[data-guess={way}]")
        self.presses(button)
        expect(button).to_have_attribute("aria-pressed", "true")

    def act(self, action: Action, desk: Desk) -> None:
        """Do one thing by hand."""
        match action.kind:
            case "cutoff":
                self.cut(desk.k, action.to)
            case "open":
                self.page.locator(f".ix-tabs [data-query='{action.name}']").click()
            case "metric":
                symbol = f"[data-testid=score][data-metric='{action.name}'] .ix-choose"
                self.page.locator(symbol).click()
            case "rule":
                self.rule(action.name)
            case _:
                self.on_card(action, desk)

    def cut(self, k: int, to: int) -> None:
        divider = self.explorer.divider
        if self.keys:
            divider.focus()
            self.explorer.key(*[("ArrowRight" if to > k else "ArrowLeft")] * abs(to - k))
            return
        centres = self.explorer.centres()
        box = divider.bounding_box()
        assert box
        edge = (centres[-1][0] - centres[0][0]) / (len(centres) - 1) / 2
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(centres[to - 1][0] + edge, centres[to - 1][1], steps=4)
        self.page.mouse.up()

    def rule(self, name: str) -> None:
        """Choose a convention: under the board where it is there, else below the chart."""
        option, _, value = name.partition("-")
        if option == "gain" and not self.keys:
            self.page.locator(".ix-scale [data-testid=gain]").select_option(value)
            return
        own = self.page.locator(".ix-own")
        if own.get_attribute("open") is None:
            own.locator("summary").click()
        part = name if name != "ap-r" else ""
        own.locator(f"[data-option={option}] input[value='{part}']").check()

    def on_card(self, action: Action, desk: Desk) -> None:
        board = desk.board(action.board)
        item = board.items[board.order[action.rank - 1]].id
        query = board.id if desk.opened == MEAN else None
        card = self.explorer.card(item, query)
        match action.kind:
            case "move" if self.keys:
                self.explorer.lift(item, query)
                way = "ArrowRight" if action.to > action.rank else "ArrowLeft"
                self.explorer.key(*[way] * abs(action.to - action.rank), "Space")
            case "move":
                self.explorer.drag(item, action.to, query)
            case "grade" if self.keys:
                card.get_by_test_id("raise").press(str(action.to))
            case "grade":
                while (now := int(card.get_attribute("data-grade") or 0)) != action.to:
                    card.get_by_test_id("raise").click()
                    expect(card).not_to_have_attribute("data-grade", str(now))
            case "toggle" if self.keys:
                card.get_by_test_id("relevance").press("Space")
            case kind:
                assert kind == "toggle"
                self.explorer.toggle(item, query)
