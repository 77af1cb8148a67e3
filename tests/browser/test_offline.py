"""The edition without a server: from plain hosts of files, without a network, and where something fails."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from irviz.static import folder
from irviz.ui import files
from tests import edition
from tests.browser.conftest import BEEN_HERE
from tests.browser.explorer import visits
from tests.browser.test_results import MEANS, RUN, bring, choose_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

READY = "html[data-ix-python]"
LINE = ".ix-still"
NEWER = "<!-- a newer version -->"

GIVES_UP = """
const { register } = ServiceWorkerContainer.prototype;
ServiceWorkerContainer.prototype.register = async function (...all) {
  const found = await register.apply(this, all);
  const worker = found.installing;
  if (!worker) window.givenUp = true;
  worker?.addEventListener("statechange", () => { window.givenUp = worker.state === "redundant"; });
  return found;
};
"""
"""Says when the worker that keeps the files could not keep them."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, from which each scene shows what it needs."""
    return edition.written(tmp_path_factory)


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Somebody who has never been here; an error in the page fails the test, unless it is meant to be."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(message.text)

    def new(*, faulty: bool = False) -> Page:
        context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
        context.add_init_script(BEEN_HERE)
        contexts.append(context)
        page = context.new_page()
        if not faulty:
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", said)
        return page

    yield new
    for context in contexts:
        context.close()
    assert problems == []


def plays(page: Page) -> None:
    """Do what only Python can answer: the counts of another board than the page began with."""
    page.wait_for_selector(READY, state="attached")
    page.get_by_role("tab", name="Confusion").click()
    first = page.get_by_test_id("card").first
    was = first.get_attribute("data-grade")
    first.locator(".ix-picture").click()
    expect(first).not_to_have_attribute("data-grade", str(was))
    expect(page.get_by_test_id("curves")).to_have_attribute("data-exact", "true")
    expect(page.get_by_test_id("curves")).to_have_attribute("data-kind", "settled")
    expect(page.get_by_role("tab", name="Confusion")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".ix-part-lens")).to_contain_text("true positive")


def kept(page: Page) -> None:
    """Wait until everything is kept, and answers this page."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")


def changed(site: Path, place: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """A copy of the edition with something changed, which its own service worker knows of."""
    made = {
        path.relative_to(site).as_posix(): path.read_bytes()
        for path in site.rglob("*")
        if path.is_file() and path.suffix not in {".gz", ".br"} and path.name not in {"sw.js", "404.html"}
    }
    change(made)
    made["sw.js"] = folder._make_service_worker(made)
    for name, whole in made.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(whole)
    return place


def test_plays_from_a_plain_host_without_a_network_and_offers_a_newer_version(
    site: Path, tmp_path: Path, visitor: Any
) -> None:
    def newer(made: dict[str, bytes]) -> None:
        made["index.html"] = made["index.html"].replace(b"</head>", f"{NEWER}</head>".encode())

    there = changed(site, tmp_path / "newer", newer)
    current = tmp_path / "current"
    current.symlink_to(site)
    page = visitor()
    offer = page.get_by_role("button", name="Load it")
    with edition.plain(current) as url:
        page.goto(url)
        kept(page)

    page.goto(f"{url}compare?k=2")
    page.wait_for_selector(READY, state="attached")
    expect(page).to_have_title(re.compile("Compare two lists · irviz$"))
    expect(page.locator(".ix-row")).to_have_count(2)
    assert page.url.startswith(f"{url}compare?")
    expect(page.locator(LINE)).to_be_hidden()
    visits(page, "explore")
    plays(page)

    current.unlink()
    current.symlink_to(there)
    with edition.plain(current, port=urlsplit(url).port or 0):
        page.goto(url)
        expect(offer).to_be_visible()
        assert NEWER not in page.content()  # it is never forced
        offer.click()
        page.wait_for_function("(words) => document.documentElement.outerHTML.includes(words)", arg=NEWER)
        expect(offer).to_be_hidden()
        page.close()  # it may still be asking for files when its host goes


def test_where_python_cannot_start_a_line_says_why(site: Path, tmp_path: Path, visitor: Any) -> None:
    place = tmp_path / "site"
    shutil.copytree(site, place, copy_function=os.link)
    (path,) = (place / files.PREFIX / "python").glob("irviz-*.bin")
    path.unlink()
    path.write_bytes(b"something else")
    page = visitor(faulty=True)
    with edition.plain(place) as url:
        page.goto(url)
        expect(page.locator(LINE)).to_have_text(
            f"Python could not start: the file {path.name} is missing, or is of another version. Load the page again."
        )
        # The board plays on, with the curves that came with the page.
        first = page.get_by_test_id("card").first
        first.locator(".ix-picture").click()
        expect(first).to_have_attribute("data-grade", "1")
        expect(page.locator(LINE)).to_be_visible()
    with edition.plain(site, ("Content-Security-Policy", "script-src 'self'")) as url:
        page.goto(url)
        expect(page.locator(LINE)).to_have_text(
            "Python needs WebAssembly, which this browser lacks, or its host forbids; "
            "the board and its curves work without."
        )
    page.add_init_script("window.Worker = class { constructor() { throw new Error('no'); } }")
    with edition.plain(site) as url:
        page.goto(url)
        expect(page.locator(LINE)).to_contain_text("Python could not start in this browser")
        page.close()  # it may still be asking for files when its host goes
        the_menu_lies_over_what_says_how_far_python_is(visitor(), url)


def the_menu_lies_over_what_says_how_far_python_is(page: Page, url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    progress = "this.onmessage({ data: { progress: 0.3, words: 'On its way' } })"
    page.add_init_script(f"window.Worker = class {{ constructor() {{ setTimeout(() => {progress}); }} }}")
    page.goto(url)
    work = page.get_by_test_id("work")
    work.evaluate("(bar) => { bar.style.pointerEvents = 'auto'; }")
    page.get_by_role("button", name="Menu").click()
    box = work.bounding_box()
    assert box is not None
    place = [box["x"] + box["width"] / 3, box["y"] + box["height"] / 2]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('nav') !== null", place)
    page.close()


def test_below_a_path_full_storage_costs_nothing_but_the_network_and_reading_is_stopped(
    site: Path, tmp_path: Path, visitor: Any
) -> None:
    page = visitor(faulty=True)
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    with edition.shown(site) as url:
        devtools = page.context.new_cdp_session(page)
        origin = "://".join(urlsplit(url)[:2])
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1_000_000})
        page.add_init_script(GIVES_UP)
        page.goto(url)
        plays(page)
        page.wait_for_function("() => window.givenUp")
        assert page.evaluate("() => caches.keys()") == []
        expect(page.locator(LINE)).to_be_hidden()
        assert {one.startswith(url) for one in asked} == {True}
        reading_is_stopped_and_another_file_is_read(page, tmp_path)
        expect(page).to_have_title("Your results · irviz")
        page.emulate_media(media="print")
        expect(page.locator("header[data-ix-head]")).to_be_hidden()

        page.goto(f"{url}?embed=true")
        expect(page.locator("header[data-ix-head]")).to_be_hidden()

        answer = page.goto(f"{url}nowhere/at/all")
        assert answer.status == 404
        begins = page.get_by_role("link", name="All of it begins here.")
        assert begins.evaluate("one => one.href") == url


def reading_is_stopped_and_another_file_is_read(page: Page, place: Path) -> None:
    visits(page, "results")
    page.get_by_role("button", name="Try it with a sample").click()
    expect(page.get_by_role("heading", name=MEANS)).to_be_visible()
    page.get_by_text("Bring other results").click()
    # A form that takes so long to read that it is stopped in time on any machine.
    lines = "".join(f'{{"query": "q{i // 1000}", "doc": "d{i % 1000}", "score": {-i}}}\n' for i in range(500_000))
    long = place / "long.jsonl.gz"
    long.write_bytes(gzip.compress(lines.encode(), 1))
    choose_files(page, "a", {long.name: long})
    page.get_by_role("button", name="Stop").click()
    stopped = "long.jsonl.gz: reading was stopped; go on, or take it off"
    expect(page.get_by_text(stopped)).to_be_visible()
    page.get_by_role("button", name="Remove long.jsonl.gz").click()
    expect(page.get_by_text(stopped)).to_be_hidden()
    expect(page.get_by_role("heading", name=MEANS)).to_be_visible()
    bring(page, "a", "a.run", RUN)
