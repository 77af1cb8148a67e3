"""The house style, held by the tools that know it; their settings are in `pyproject.toml`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted(str(path) for path in (ROOT / "irviz").rglob("*.js"))
TYPES = ROOT / "tests" / "types"
"""What the scripts take for granted of a browser, and what is made when pages are served."""

CHECKED = [str(TYPES / "browser.d.ts"), *(path for path in SCRIPTS if Path(path).name != "memory.js")]
"""All scripts but one, which Node runs and no browser."""


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["ruff", "check", "--output-format", "concise", "."], id="ruff check"),
        pytest.param(["ruff", "format", "--check", "."], id="ruff format"),
        pytest.param(["mypy"], id="mypy", marks=pytest.mark.exhaustive),
        pytest.param(["deno", "fmt", "--check", "--no-config", "--line-width", "120", *SCRIPTS], id="deno fmt"),
        pytest.param(["deno", "check", "--config", str(TYPES / "deno.json"), *CHECKED], id="deno check"),
    ],
)
def test_tool_has_nothing_to_say(command: list[str]) -> None:
    result = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False, capture_output=True, text=True)

    assert result.returncode == 0, f"{' '.join(command)}:\n{result.stdout}{result.stderr}"
