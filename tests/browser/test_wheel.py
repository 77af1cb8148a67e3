"""What `pip install` gives: the wheel, in an environment of its own, started by one word from any folder.

The wheel is built and installed for real. Its dependencies are those of the test environment, which a
`.pth` file of the new one names: to fetch a hundred megabytes again would test the index and take
longer than all the rest. What such a file names is not searched for further `.pth` files, so that
irviz itself can only come from the wheel and not from the checkout.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests import live
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Browser

ENVIRONMENT: Mapping[str, str] = {
    name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))
}

LOADED = """() => {
  const all = [...document.querySelectorAll('[data-testid=card] img')];
  return all.length === 8 && all.every(image => image.complete && image.naturalWidth > 0);
}"""


def output(command: list[str | Path], folder: Path) -> str:
    result = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with nothing but the wheel and its dependencies."""
    wheels, place = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    output([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", wheels, live.ROOT], wheels)
    (wheel,) = wheels.glob("*.whl")
    output([sys.executable, "-m", "venv", "--without-pip", place], wheels)
    folder = place / ("Scripts" if os.name == "nt" else "bin")
    output([*pip, "--python", folder / "python", "install", "--no-deps", "--no-index", wheel], wheels)
    packages = output(
        [folder / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], wheels
    ).strip()
    paths = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    Path(packages, "dependencies.pth").write_text("\n".join(paths), encoding="utf-8")
    return folder


def test_installed_command_starts_the_dashboard_from_any_folder(
    programs: Path, browser: Browser, tmp_path: Path
) -> None:
    where = output([programs / "python", "-c", "import irviz; print(irviz.__file__)"], tmp_path)
    assert str(programs.parent) in where
    assert str(live.ROOT) not in where

    log = tmp_path / "log.txt"
    command = [str(programs / "irviz"), "dashboard", "--server.headless", "true"]
    server = live.serve(command, log, folder=tmp_path, environment=ENVIRONMENT)
    try:
        with browser.new_context() as context:
            explorer = Explorer(context.new_page(), server.url)
            explorer.open()
            explorer.page.wait_for_function(LOADED)
            before = explorer.scores()
            explorer.toggle("two-cats")
            score = explorer.page.locator("[data-testid=score][data-metric=P]")
            expect(score).not_to_have_attribute("data-value", str(before["P"]))
            explorer.settle()
            assert explorer.scores()["P"] == 2 / 3
            assert explorer.page.title() == "cat in a box, Cats in boxes · Explore · irviz"
            explorer.check()
    finally:
        server.stop()
    assert "Traceback" not in server.written()


def test_installed_command_evaluates(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "a.qrels").write_text("q1 0 a 1\nq1 0 b 0\n")
    (tmp_path / "a.run").write_text("q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\n")

    said = output([programs / "irviz", "evaluate", "a.qrels", "a.run", "-m", "RR@10"], tmp_path)

    assert "0.5000" in said
    assert output([programs / "irviz", "--version"], tmp_path).startswith("irviz ")
