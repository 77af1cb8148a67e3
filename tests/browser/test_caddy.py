"""The dashboard over https behind the Caddy of the system, set up as SERVING.md says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from tests import live
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

SERVING = (live.ROOT / ".github" / "SERVING.md").read_text(encoding="utf-8")
SITE = re.search(r"<!-- caddy -->\n```caddyfile\n(irviz\.example\.edu) \{\n(.*?)```", SERVING, re.DOTALL)
IMAGE = re.search(r"<!-- container -->\n```sh\n.*?\nCMD (\[.*?\])\n", SERVING, re.DOTALL)

# A certificate of Caddy's own, for a port of this machine; nothing is written elsewhere.
AROUND = """
{{
  admin off
  auto_https disable_redirects
  skip_install_trust
  storage file_system {folder}/storage
}}
https://localhost:{port} {{
  tls internal
{site}
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of the site."""
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("there is no Caddy: install the package `caddy` of your system")
    assert SITE
    assert IMAGE
    # What the image of a container runs answers from any folder.
    program, *words = json.loads(IMAGE[1])
    assert program == "irviz"
    command = [sys.executable, "-m", "irviz", *words, "--public-url", f"https://{SITE[1]}"]
    environment = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": str(live.ROOT)}
    with ExitStack() as stack:
        server = live.serve(command, tmp_path / "log.txt", folder=tmp_path, environment=environment)
        stack.callback(server.stop)
        port = live.free_port()
        inner = SITE[2].replace("127.0.0.1:8501", f"127.0.0.1:{server.port}")
        (tmp_path / "Caddyfile").write_text(AROUND.format(folder=tmp_path, port=port, site=inner))
        log = (tmp_path / "caddy.txt").open("wb")
        stack.callback(log.close)
        process = subprocess.Popen(
            [caddy, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"],
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
        )
        proxy = live.Server(f"https://localhost:{port}", port, process, tmp_path / "caddy.txt")
        stack.callback(proxy.stop)
        while not answers(proxy.url):
            assert process.poll() is None, proxy.written()
        yield proxy.url
        assert "Traceback" not in server.written()


def answers(url: str) -> bool:
    """Whether the dashboard answers behind a certificate that nobody knows."""
    with suppress(httpx.TransportError):
        return httpx.get(f"{url}/_stcore/health", verify=False).is_success  # noqa: S501
    return False


def test_https_with_caddy(browser: Browser, site: str) -> None:
    context = browser.new_context(ignore_https_errors=True, reduced_motion="reduce")
    page = context.new_page()
    explorer = Explorer(page, site)
    explorer.open()
    explorer.toggle("two-cats")
    explorer.settle()
    page.get_by_role("button", name="Present").click()
    page.get_by_role("button", name="QR code").click()
    assert SITE
    expect(page.locator(".ix-code-link")).to_contain_text(f"https://{SITE[1]}/?q=cat-in-a-box")
    explorer.check()
    context.close()
