"""Behind a path, as with a proxy or Streamlit's `server.baseUrlPath`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import live
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


def test_page_below_a_path_is_whole(browser: Browser, tmp_path: Path) -> None:
    server = live.start(tmp_path / "log.txt", "--server.baseUrlPath", "some/where", path="/some/where")
    try:
        with browser.new_context(viewport={"width": 1280, "height": 720}) as context:
            explorer = Explorer(context.new_page(), server.url)
            explorer.open("?q=dark-cat&k=2")
            explorer.toggle("empty-box")
            explorer.settle()

            loaded = explorer.page.locator("[data-testid=card] img").evaluate_all(
                "images => images.map(image => image.complete && image.naturalWidth > 0)"
            )
            assert loaded == [True] * 8
            assert explorer.page.url.startswith(f"{server.url}/?q=dark-cat&k=2&dark-cat=")
            state = explorer.state()
            explorer.reload()
            assert explorer.state() == state
            explorer.check()
    finally:
        server.stop()
    assert "Traceback" not in server.written()
