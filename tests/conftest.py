"""What holds for all tests."""

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

# Nothing is left behind in the working directory, where pytest would come across it.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "irviz-hypothesis")

# A slow machine is no failure: examples have no deadline, and may take their time to be made.
settings.register_profile(
    "irviz", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("irviz")


BROWSER = Path(__file__).parent / "browser"


def pytest_addoption(parser: pytest.Parser) -> None:
    """How far the walk over every control goes, and which way (tests/browser/test_walk.py)."""
    parser.addoption(
        "--steps", type=int, default=80, help="how many steps the walk takes at random"
    )
    parser.addoption(
        "--seed", type=int, help="which way it takes; a new one each time, and reported"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Not even read what is not quick."""
    return True if config.option.markexpr == "quick" and collection_path == BROWSER else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What neither needs a browser nor tries everything is quick."""
    for item in items:
        if BROWSER not in item.path.parents and item.get_closest_marker("exhaustive") is None:
            item.add_marker("quick")


def pytest_configure(config: pytest.Config) -> None:
    """Draw the seed once, before other processes are started: they are told."""
    if config.option.seed is None:
        config.option.seed = random.randrange(10**6)


def pytest_report_header(config: pytest.Config) -> str:
    return f"walk: --steps {config.option.steps} --seed {config.option.seed}"
