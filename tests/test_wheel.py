"""What `pip install` gives: the wheel, in an environment of its own, started by one word from any folder.

The wheel is built and installed for real. Its dependencies are those of the test environment, which a
`.pth` file of the new one names: to fetch a hundred megabytes again would test the index and take
longer than all the rest. What such a file names is not searched for further `.pth` files, so that
irviz itself can only come from the wheel and not from the checkout.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from irviz.ui import files
from tests import live

if TYPE_CHECKING:
    from collections.abc import Mapping

ENVIRONMENT: Mapping[str, str] = {
    name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))
}

OPEN_ALL = """
import irviz
from irviz.pages.host import Host
from irviz.pages.menu import PAGES
for path in PAGES:
    frame = Host().open_page(path, {})
    assert frame.data and not any("fault" in part for part in frame.data.values()), path
print(irviz.__file__)
"""


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


@pytest.mark.exhaustive
def test_installed_command_starts_the_dashboard_from_any_folder(programs: Path, tmp_path: Path) -> None:
    where = output([programs / "python", "-c", OPEN_ALL], tmp_path)
    assert str(programs.parent) in where
    assert str(live.ROOT) not in where

    command = [str(programs / "irviz"), "dashboard", "--server.headless", "true"]
    server = live.serve(command, tmp_path / "log.txt", folder=tmp_path, environment=ENVIRONMENT)
    try:
        home = httpx.get(f"{server.url}/")
        assert "<title>irviz</title>" in home.text
        asked = re.findall(r'(?:href|src)="\./(irviz-assets/[^"]+)"', home.text)
        assert files.url(files.PAGE) in asked
        for address in (*asked, files.url("pictures/two-cats.svg")):
            assert httpx.get(f"{server.url}/{address}").status_code == 200, address
    finally:
        server.stop()
    assert "Traceback" not in server.written()


@pytest.mark.exhaustive
def test_installed_command_evaluates(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "a.qrels").write_text("q1 0 a 1\nq1 0 b 0\n")
    (tmp_path / "a.run").write_text("q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\n")

    said = output([programs / "irviz", "evaluate", "a.qrels", "a.run", "-m", "RR@10"], tmp_path)

    assert "0.5000" in said
    assert output([programs / "irviz", "--version"], tmp_path).startswith("irviz ")
