"""What holds for all tests."""

from __future__ import annotations

import gc
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

if TYPE_CHECKING:
    import pytest

# Nothing is left behind in the working directory, where pytest would come across it.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "irviz-hypothesis")

# A slow machine is no failure: examples have no deadline, and may take their time to be made.
settings.register_profile("irviz", deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("irviz"), max_examples=5)
settings.load_profile("irviz")

# Each request would read the certificates of all authorities anew, of whom no test asks anything.
vars(httpx._transports.default)["create_ssl_context"] = cache(httpx.create_ssl_context)
# Nor is a slow machine a failure of what is asked.
vars(httpx._config.DEFAULT_TIMEOUT_CONFIG).update(dict.fromkeys(("connect", "read", "write", "pool"), 60.0))

# Tests make much that is gone at once; to look for cycles after each 700 objects takes a sixth of their time.
gc.set_threshold(50_000, 20, 20)

BROWSER = Path(__file__).parent / "browser"


def pytest_addoption(parser: pytest.Parser) -> None:
    """What somebody asks of a run."""
    parser.addoption("--store", action="store_true", help="write what views describe to their stored outputs")
    parser.addoption("--steps", type=int, default=40, help="how many steps a walk of a page takes at random")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Not even read what is not quick."""
    return True if config.option.markexpr == "quick" and collection_path == BROWSER else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What neither needs a browser nor tries everything is quick."""
    for item in items:
        if BROWSER not in item.path.parents and item.get_closest_marker("exhaustive") is None:
            item.add_marker("quick")
    # What takes a minute by itself comes first, or all others wait for it in the end.
    items.sort(key=lambda item: item.path.name != "test_quality.py")


def pytest_configure(config: pytest.Config) -> None:
    """What is quick tries fewer examples."""
    if config.option.markexpr == "quick":
        settings.load_profile("quick")


def pytest_collection_finish() -> None:
    """Thousands of tests stay: who collects garbage need not look through them again and again."""
    gc.collect()
    gc.freeze()
