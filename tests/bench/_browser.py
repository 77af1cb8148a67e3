"""Chromium without a window, and pages that can be asked when something is painted."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

PROBE = (Path(__file__).resolve().parent / "probe.js").read_text(encoding="utf-8")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chromium-headless-shell")
WINDOW = {"width": 1280, "height": 720}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def options(playwright: Playwright) -> dict[str, Any]:
    """How to start the system's Chromium, or else the one that playwright has downloaded."""
    path = next(filter(None, map(shutil.which, NAMES)), playwright.chromium.executable_path)
    args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return {"executable_path": path, "args": args}


def launch(playwright: Playwright) -> Browser:
    """Start it."""
    return playwright.chromium.launch(**options(playwright))


@contextmanager
def visitor(browser: Browser, **options: Any) -> Iterator[BrowserContext]:
    """Somebody who has never been here: a context with an empty cache, at a window or with other options."""
    context = browser.new_context(**{"viewport": WINDOW, "reduced_motion": "no-preference", **options})
    context.add_init_script(PROBE)
    try:
        yield context
    finally:
        context.close()


def expect(page: Page, state: str, event: str | None) -> None:
    """From now on wait for a state, counted from the next such event; see probe.js."""
    page.evaluate("([state, event]) => probe.expect(state, state, event)", [state, event])


def painted(page: Page, state: str) -> float:
    """Milliseconds until the state that was expected was painted."""
    return float(page.evaluate("(state) => probe.pending[state]", state))
