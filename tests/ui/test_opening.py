"""The dashboard opens in the browser of whoever starts it at a screen."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from irviz.ui import addresses
from tests import live

if TYPE_CHECKING:
    from pathlib import Path

IRVIZ = [sys.executable, "-m", "irviz"]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("command", "host"),
    [
        ([*IRVIZ, "dashboard"], "localhost"),
        pytest.param(
            [*IRVIZ, "class"],
            (addresses.list_network_addresses() or ("",))[0],
            marks=pytest.mark.skipif(not addresses.list_network_addresses(), reason="this machine is in no network"),
        ),
    ],
    ids=["irviz", "class"],
)
def test_it_opens_in_the_browser(tmp_path: Path, command: list[str], host: str) -> None:
    opened, browser = tmp_path / "opened.txt", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n', encoding="utf-8")
    browser.chmod(0o700)
    port = live.free_port()
    words = [*command, "--server.port", str(port), "--server.headless", "false"]

    server = live.launch(words, tmp_path / "log.txt", port, environment={**os.environ, "BROWSER": str(browser)})
    try:
        while not opened.is_file() or not opened.read_text(encoding="utf-8").endswith("\n"):
            assert server.process.poll() is None, server.written()
    finally:
        server.stop()

    assert opened.read_text(encoding="utf-8") == f"http://{host}:{port}/\n"
    assert "Traceback" not in server.written()
