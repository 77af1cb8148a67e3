"""From the hand to the curves, beside a plain Streamlit app: ``python tests/bench/interaction.py``.

In a Chromium without a window, visitors come in turns to the dashboard, to a plain Streamlit app that draws
the same six curves, and to an app that only echoes. Each comes for the first time, comes back twice, and
then plays. When something counts as painted is told in probe.js.

A curve glides to its new place, unless somebody prefers reduced motion. So a preview is measured twice:
until a curve is seen to move, and, with reduced motion, until all are in their places. A finger on a phone's page
does the same, once on this machine's processor and once on one that is four times slower.

Bytes are counted by a relay between browser and server, in visits of their own, which are not timed.
``--quick`` takes fewer turns.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import sync_playwright

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.desk import MEAN
from irviz.ui.line import PATH
from tests.bench._browser import PHONE, expect, launch, painted, visitor
from tests.bench._relay import relayed
from tests.bench._report import Sample, heading, table, verdict
from tests.bench._servers import ECHO, IRVIZ, PLAIN, App, Server, running
from tests.browser.explorer import Finger

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response, WebSocket

    from irviz.state.board import Board

FRESH = next(iter(CATALOGUE.values()))
START = FRESH.visible[0]
LINK = f"/?{urlencode({'q': START.id, 'k': '3'})}"
SLACK = 12  # px that lift a card
LIMIT = 50.0  # ms that make a task long
FRAMES = 2 * 1000 / 60
FEELS = 25.0  # ms from where a finger feels a delay (Jota et al., CHI 2013)
SLOWER = {1: FEELS, 4: 2 * FEELS}
"""How many times slower a phone's processor is made, and within which time at the median a curve is to move there."""

LONG_IN = "length of a long task in a drag"
LONG_AFTER = "length of a long task after a drop"
REST = 300  # ms between two actions, so that nothing of the first is left

MOTIONS: dict[Literal["no-preference", "reduce"], str] = {
    "no-preference": "curves move",
    "reduce": "curves in place, reduced motion",
}


@dataclass(frozen=True)
class Times:
    """How often everything is done."""

    turns: int
    drags: int
    ranks: int
    clicks: int
    counted: int


QUICK = Times(turns=1, drags=1, ranks=4, clicks=4, counted=4)
FULL = Times(turns=8, drags=3, ranks=5, clicks=12, counted=12)

Found = dict[tuple[str, str], list[float]]
"""Milliseconds by what happened and the app's name."""

USABLE = {IRVIZ: ("cards", "drawn"), PLAIN: ("widgets", "drawn"), ECHO: ("button",)}
"""What has to be there before somebody can work; see probe.js."""


def come(page: Page, server: Server) -> dict[str, float]:
    """Open the app, and say when each part of what it needs was painted."""
    page.goto(server.url + (LINK if server.app is IRVIZ else "/"), wait_until="commit")
    for state in USABLE[server.app]:
        expect(page, state, None)
    return {state: painted(page, state) for state in USABLE[server.app]}


def reacts(page: Page) -> bool:
    """Whether a card of the dashboard answers a click, in the very same task."""
    script = """() => {
      const card = document.querySelector("[data-testid=relevance]");
      const before = card.getAttribute("aria-pressed");
      card.click();
      return card.getAttribute("aria-pressed") !== before;
    }"""
    return bool(page.evaluate(script))


def drag(page: Page, board: Board, ranks: int, rng: random.Random, found: Found, *, by: str = "") -> Board:
    """Take a card, hold it over some ranks where it changes the curves, and drop it there.

    Args:
        page: The open page.
        board: What it shows.
        ranks: Over how many.
        rng: Chooses.
        found: Where the times go.
        by: What is used instead of a mouse: a finger, which takes the card by its handle.
    """
    part = " .ix-handle" if by else ""
    cards = [page.locator(f"[data-testid=card][data-rank='{rank}']{part}") for rank in range(1, board.n + 1)]
    boxes = [box for box in (card.bounding_box() for card in cards) if box]
    at = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    motion = MOTIONS["reduce" if page.evaluate("matchMedia('(prefers-reduced-motion)').matches") else "no-preference"]
    hand = Finger(page) if by else page.mouse
    source = rng.randint(1, board.n)
    began = page.evaluate("performance.now()")
    x, y = at[source - 1]
    if isinstance(hand, Finger):
        hand.down(x, y)
    else:
        hand.move(x, y)
        hand.down()
    hand.move(x + SLACK, y, steps=1)
    page.wait_for_timeout(REST)
    seen = board
    for _ in range(ranks):
        choices = [
            rank
            for rank in range(1, board.n + 1)
            if board.move(source, rank).pattern not in (seen.pattern, board.pattern)
        ]
        rank = rng.choice(choices)
        seen = board.move(source, rank)
        expect(page, "changed", "pointermove")
        hand.move(*at[rank - 1], steps=1)
        found[f"{by}rank entered → {motion}", IRVIZ.name].append(painted(page, "changed"))
        page.wait_for_timeout(REST)
    expect(page, "confirmed", "pointerup")
    dropped = page.evaluate("performance.now()")
    hand.up()
    found[f"{by}change → confirmed curves", IRVIZ.name].append(painted(page, "confirmed"))
    page.wait_for_timeout(REST)
    for start, length in page.evaluate("probe.long"):
        if start + length > began:
            found[LONG_IN if start < dropped else LONG_AFTER, IRVIZ.name].append(length)
    return seen


def click(page: Page, app: App, number: int, found: Found | None) -> None:
    """Change something in an app of checkboxes or buttons."""
    if app is ECHO:
        target, state = page.locator("[data-testid=echo]"), "echoed"
    else:
        target, state = page.locator("[data-testid=stCheckbox] label").nth(number % 8), "changed"
    box = target.bounding_box()
    if box is None:
        raise RuntimeError(f"{app.name} shows nothing to click")
    expect(page, state, "click")
    page.mouse.click(box["x"] + 8, box["y"] + box["height"] / 2)
    if found is not None:
        found["change → confirmed curves", app.name].append(painted(page, state))
    page.wait_for_timeout(REST)


def turn(browser: Browser, server: Server, times: Times, rng: random.Random, found: Found) -> None:
    """One visitor's first visit, two more, and play."""
    with visitor(browser) as context:
        page = context.new_page()
        for visit in ("first visit", "repeat visit", "repeat visit"):
            for state, when in come(page, server).items():
                found[f"{visit}: {state}", server.app.name].append(when)
            parts = [found[f"{visit}: {one}", server.app.name][-1] for one in USABLE[server.app]]
            found[f"{visit} → usable", server.app.name].append(max(parts))
            if visit == "first visit" and server.app is IRVIZ and not reacts(page):
                raise RuntimeError("the first card does not react")
            page.wait_for_timeout(3 * REST)
        if server.app is not IRVIZ:
            for number in range(times.clicks):
                click(page, server.app, number, found)
            return
        board = START
        # Whoever plays first has a colder page, so both come first as often.
        turns = len(found["first visit → usable", server.app.name])
        for motion in list(MOTIONS)[:: 1 if turns % 2 else -1]:
            page.emulate_media(reduced_motion=motion)
            for _ in range(times.drags):
                board = drag(page, board, times.ranks, rng, found)


def touch(browser: Browser, server: Server, times: Times, rng: random.Random, found: Found) -> None:
    """A finger drags on a phone's page, and on one that is slower."""
    with visitor(browser, **PHONE) as context:
        page = context.new_page()
        come(page, server)
        page.locator("[data-testid=card]").first.scroll_into_view_if_needed()
        board = START
        for rate in SLOWER:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
            for motion in MOTIONS:
                page.emulate_media(reduced_motion=motion)
                for _ in range(times.drags):
                    board = drag(page, board, times.ranks, rng, found, by=f"finger, processor / {rate}: ")


COUNTED = {
    "irviz, relevant or not": (IRVIZ, LINK),
    "irviz, grades 0 to 4": (IRVIZ, f"{LINK}&top=4"),
    "irviz, mean of 3 queries": (IRVIZ, f"/?q={MEAN}&set={FRESH.id}&k=3"),
    "plain": (PLAIN, "/"),
    "echo": (ECHO, "/"),
}


def count(browser: Browser, server: Server, link: str, changes: int) -> tuple[Sample, Sample]:
    """KB of a change: in the messages before compression, and of all connections on the wire."""
    messages = [0]
    answers: list[Response] = []

    def listen(line: WebSocket) -> None:
        for event in ("framesent", "framereceived"):
            line.on(event, lambda payload: messages.append(len(payload)))

    before, wire = [], []
    with relayed(server.port) as relay, visitor(browser) as context:
        page = context.new_page()
        page.on("websocket", listen)
        page.on("response", lambda one: answers.append(one) if PATH in one.url else None)
        page.goto(f"http://127.0.0.1:{relay.port}{link}", wait_until="commit")
        state = USABLE[server.app][-1]
        expect(page, state, None)
        painted(page, state)
        page.wait_for_timeout(5 * REST)
        for number in range(changes):
            messages.clear()
            answers.clear()
            start = relay.bytes
            if server.app is IRVIZ:
                page.locator("[data-testid=card] .ix-picture").nth(number % 8).click()
            else:
                click(page, server.app, number, None)
            page.wait_for_timeout(3 * REST)
            asked = [len(one.request.post_data or "") + len(one.body()) for one in answers]
            before.append((sum(messages) + sum(asked)) / 1e3)
            wire.append((relay.bytes - start) / 1e3)
    return Sample(tuple(before)), Sample(tuple(wire))


def judged(found: Found) -> list[list[str]]:
    """What was to be reached."""
    sample = {key: Sample(tuple(values)) for key, values in found.items()}
    plain = sample["change → confirmed curves", PLAIN.name]
    rows = []
    for motion in MOTIONS.values():
        preview = sample[f"rank entered → {motion}", IRVIZ.name]
        rows += [
            [f"{motion}: median / plain", *verdict(preview.median / plain.median, 0.1, 3)],
            [f"{motion}: p95 / plain", *verdict(preview.p95 / plain.p95, 1 / 6, 3)],
            [f"{motion}: median", *verdict(preview.median, FRAMES, 1, " ms")],
        ]
        for rate, limit in SLOWER.items():
            felt = f"finger, processor / {rate}: rank entered → {motion}"
            rows.append([f"{felt}: median", *verdict(sample[felt, IRVIZ.name].median, limit, 1, " ms")])
    drop = sample["change → confirmed curves", IRVIZ.name]
    rows.append(["drop → confirmed / plain", *verdict(drop.median / plain.median, 0.6)])
    for visit, limit in (("first visit", 1.2), ("repeat visit", 1.0)):
        ours, theirs = (sample[f"{visit} → usable", app.name] for app in (IRVIZ, PLAIN))
        rows.append([f"{visit} → usable / plain", *verdict(ours.median / theirs.median, limit)])
    lengths = [length for length in found[LONG_IN, IRVIZ.name] if length > LIMIT]
    rows.append(["tasks over 50 ms in a drag", *verdict(len(lengths), 0, 0)])
    return rows


def main() -> None:
    """Measure in turns and print."""
    parser = argparse.ArgumentParser(description="from the hand to the curves")
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    times = QUICK if parser.parse_args().quick else FULL
    rng = random.Random(1)
    found: Found = defaultdict(list)
    bytes_rows, bytes_judged = [], []
    with ExitStack() as stack:
        browser = launch(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        heading(f"Chromium {browser.version}; {times.turns} turns", "plotly", "playwright")
        servers = {app: stack.enter_context(running(app)) for app in (IRVIZ, PLAIN, ECHO)}
        for server in servers.values():  # what the server imports at its first visit
            with visitor(browser) as context:
                come(context.new_page(), server)
        for _ in range(times.turns):
            for server in servers.values():
                turn(browser, server, times, rng, found)
            touch(browser, servers[IRVIZ], times, rng, found)
        for name, (app, link) in COUNTED.items():
            messages, wire = count(browser, servers[app], link, times.counted)
            bytes_rows.append([name, messages.line(), wire.line()])
            if app is IRVIZ:
                bytes_judged.append([f"on the wire: {name}, median", *verdict(wire.median, 40, 1, " KB")])
        troubles = [line for server in servers.values() for line in server.troubles()]
    lines = [
        [what, app, str(len(values)), Sample(tuple(values)).line()]
        for (what, app), values in sorted(found.items())
        if values
    ]
    table(["ms until painted", "app", "n", "median (quartiles), p95"], lines)
    table(["a change, KB", "messages, uncompressed", "on the wire, all"], bytes_rows)
    table(["to reach", "value", "", ""], judged(found) + bytes_judged)
    print("\n".join(troubles) or "No server has logged an error.")


if __name__ == "__main__":
    main()
