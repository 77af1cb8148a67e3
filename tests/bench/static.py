"""The edition without a server beside the one with it, in one run: ``python tests/bench/static.py``.

In a Chromium without a window, visitors come in turns to both, for the first time and then again, as soon
as the browser has kept what it keeps. As soon as the curves are drawn, a visitor judges a card, and a curve
has to follow. Then each makes some changes, and holds some cards over other ranks. When something counts as
painted is told in probe.js; it counts from the start of the navigation, but for a change or a preview.

Bytes are counted by a relay between browser and host, in visits of their own, which are not timed; the host
sends what it has compressed beforehand. ``--quick`` takes fewer turns, and ``--pyodide`` a folder with
Pyodide's npm package, where npm cannot fetch it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from playwright.sync_api import sync_playwright

from irviz.static.folder import write
from tests.bench._browser import PROBE, expect, launch, options, painted, visitor
from tests.bench._relay import relayed
from tests.bench._report import Sample, heading, table, verdict
from tests.bench._servers import IRVIZ, running
from tests.bench.interaction import MOTIONS, REST, START, drag
from tests.edition import shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

SERVER, STATIC = "with a server", "without"
CARD = "[data-testid=card] .ix-picture"
TURNS, CHANGES, DRAGS, RANKS = 8, 12, 3, 5
QUICK = 2, 4, 1, 4

# What the page asks Python in its worker, and when that has answered.
LISTEN = """(() => {
  window.answers = [];
  const asked = new Map();
  const heard = new WeakSet();
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (given, ...more) {
    if (!heard.has(this)) this.addEventListener("message", ({ data: { id } }) => {
      if (asked.has(id)) window.answers.push(performance.now() - asked.get(id));
    });
    heard.add(this);
    if (given.call === "hear" && given.args[1] === "message") asked.set(given.id, performance.now());
    return post.call(this, given, ...more);
  };
})()"""

Found = dict[tuple[str, str], list[float]]


def come(page: Page, url: str, which: str) -> dict[str, float]:
    """Open the page, judge a card as soon as there are curves, and say when what was there."""
    page.goto(url, wait_until="commit")
    expect(page, "drawn", None)
    found = {"first view drawn": painted(page, "drawn")}
    expect(page, "changed", None)
    page.locator(CARD).first.click()
    found["first move answered"] = painted(page, "changed")
    if which == STATIC:
        page.wait_for_function("() => document.documentElement.dataset.ixPython")
        found["Python ready"] = float(page.evaluate("performance.now()"))
    else:
        page.wait_for_function("() => document.querySelector('[data-testid=curves]').dataset.exact === 'true'")
    return found


def kept(page: Page, which: str) -> None:
    """Wait until the browser has all that it keeps."""
    if which == STATIC:
        page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_timeout(3 * REST)


def turn(browser: Browser, which: str, url: str, times: tuple[int, ...], found: Found) -> None:
    """One visitor, who comes, comes back, and plays."""
    _, changes, drags, ranks = times
    rng = random.Random(len(found["first visit: first view drawn", which]))
    with visitor(browser) as context:
        if which == STATIC:
            context.add_init_script(LISTEN)
        page = context.new_page()
        for visit in ("first visit", "repeat visit"):
            for what, when in come(page, url, which).items():
                found[f"{visit}: {what}", which].append(when)
            kept(page, which)
        page.emulate_media(reduced_motion="reduce")
        for number in range(changes):
            expect(page, "changed", "click")
            page.locator(CARD).nth(1 + number % 7).click()
            found["change → curves", which].append(painted(page, "changed"))
            page.wait_for_timeout(REST)
        if which == STATIC:
            found["change: the worker's answer", which] += page.evaluate("window.answers")
        page.goto(url, wait_until="commit")
        expect(page, "drawn", None)
        painted(page, "drawn")
        page.wait_for_timeout(5 * REST)
        board = START
        previews: Found = defaultdict(list)
        for _ in range(drags):
            board = drag(page, board, ranks, rng, previews)
        found["rank entered → " + MOTIONS["reduce"], which] += previews[
            f"rank entered → {MOTIONS['reduce']}", IRVIZ.name
        ]


def count(playwright: Playwright, port: int, which: str) -> tuple[float, float]:
    """MB on the wire without Python, and in all, where the browser keeps files on a disk, as most do."""
    found = []
    for python in (False, True):
        with relayed(port) as relay, tempfile.TemporaryDirectory() as profile:
            context = playwright.chromium.launch_persistent_context(profile, **options(playwright))
            context.add_init_script(PROBE)
            if not python:
                context.route("**/worker.js", lambda route: route.abort())
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{relay.port}/", wait_until="commit")
            expect(page, "drawn", None)
            painted(page, "drawn")
            if python and which == STATIC:
                page.wait_for_function("() => document.documentElement.dataset.ixPython")
                kept(page, which)
            page.wait_for_timeout(5 * REST)
            context.close()
            found.append(relay.bytes / 1e6)
    return found[0], found[1]


def judged(found: Found, wire: dict[str, tuple[float, float]]) -> list[list[str]]:
    """What was to be reached."""
    middle = {key: Sample(tuple(values)).median for key, values in found.items() if values}
    first = middle["first visit: first move answered", SERVER]
    again = middle["repeat visit: first move answered", SERVER]
    moved = middle["first visit: first move answered", STATIC]
    ready = middle["first visit: Python ready", STATIC]
    warm = middle["repeat visit: first move answered", STATIC]
    preview = "rank entered → " + MOTIONS["reduce"]
    answer = middle["change: the worker's answer", STATIC]
    return [
        ["first visit, first move / with a server", *verdict(moved / first, 0.6)],
        ["first visit, Python ready / with a server", *verdict(ready / first, 1.3)],
        ["repeat visit, first move / with a server", *verdict(warm / again, 0.5)],
        ["a change in the worker", *verdict(answer, 50, 1, " ms")],
        ["preview / with a server", *verdict(middle[preview, STATIC] / middle[preview, SERVER], 1)],
        ["bytes until the first move", *verdict(wire[STATIC][0], 2, 2, " MB")],
        ["bytes in all", *verdict(wire[STATIC][1], 13, 2, " MB")],
    ]


def main() -> None:
    """Measure in turns and print."""
    parser = argparse.ArgumentParser(description="the edition without a server, beside the other")
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    parser.add_argument("--pyodide", type=Path, help="Pyodide's npm package, unpacked")
    given = parser.parse_args()
    times = QUICK if given.quick else (TURNS, CHANGES, DRAGS, RANKS)
    found: Found = defaultdict(list)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "site"
        for note in write(folder, pyodide_folder=given.pyodide).notes:
            print(note)
        playwright = stack.enter_context(sync_playwright())
        browser = launch(playwright)
        stack.callback(browser.close)
        heading(f"Chromium {browser.version}; {times[0]} turns", "plotly", "playwright")
        server = stack.enter_context(running(IRVIZ))
        urls = {SERVER: f"{server.url}/", STATIC: stack.enter_context(shown(folder, "/"))}
        with visitor(browser) as context:  # what the server imports at its first visit
            come(context.new_page(), urls[SERVER], SERVER)
        for number in range(times[0]):
            for which in list(urls)[:: 1 if number % 2 else -1]:
                turn(browser, which, urls[which], times, found)
        ports = {which: int(url.rstrip("/").rpartition(":")[2]) for which, url in urls.items()}
        wire = {which: count(playwright, port, which) for which, port in ports.items()}
        troubles = server.troubles()
    table(
        ["ms", "edition", "n", "median (quartiles), p95"],
        [
            [what, which, str(len(values)), Sample(tuple(values)).line()]
            for (what, which), values in sorted(found.items())
            if values
        ],
    )
    rows = [[which, f"{first:.2f}", f"{whole:.2f}"] for which, (first, whole) in wire.items()]
    table(["MB on the wire", "until the first move", "in all"], rows)
    table(["to reach", "value", "", ""], judged(found, wire))
    print("\n".join(troubles) or "The server has logged no error.")


if __name__ == "__main__":
    main()
