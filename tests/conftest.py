"""What holds for all tests."""

from __future__ import annotations

import gc
import random
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

if TYPE_CHECKING:
    from collections.abc import Sequence

Case = TypeVar("Case")

# Nothing is left behind in the working directory, where pytest would come across it.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "irviz-hypothesis")

# A slow machine is no failure: examples have no deadline, and may take their time to be made.
settings.register_profile("irviz", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("irviz"), max_examples=15)
settings.load_profile("irviz")


BROWSER = Path(__file__).parent / "browser"

WHOLE = pytest.StashKey[bool]()
"""Whether no file and no word says which tests to run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """What is tried of that which is too much for each run."""
    parser.addoption("--all", action="store_true", help="try all cases of tests that draw some of them")
    parser.addoption("--seed", type=int, help="decides what is drawn; a new one each time, and reported")
    parser.addoption("--store", action="store_true", help="write what views describe to their stored outputs")
    parser.addoption("--steps", type=int, default=60, help="how many steps the walk takes at random")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Not even read what is not quick."""
    return True if config.option.markexpr == "quick" and collection_path == BROWSER else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What neither needs a browser nor tries everything is quick; of cases to be drawn, some are left.

    A run of everything plays a twentieth of the scenes in the browser: the seed decides which, and
    `--all` plays them all, as whoever names a file does.
    """
    drawn: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if BROWSER not in item.path.parents and item.get_closest_marker("exhaustive") is None:
            item.add_marker("quick")
        if item.get_closest_marker("drawn"):
            drawn[item.nodeid.split("[")[0]].append(item)
    left_out: set[pytest.Item] = set()
    for name, cases in drawn.items():
        marker = cases[0].get_closest_marker("drawn")
        assert marker
        left_out |= {*cases} - {*some(config, name, cases, *marker.args)}
    if config.stash[WHOLE]:
        scenes = [
            item
            for item in items
            if BROWSER in item.path.parents and item not in left_out and not item.get_closest_marker("always")
        ]
        left_out |= {*scenes} - {*some(config, "scenes", scenes, -(-len(scenes) // 20))}
    # What takes a minute by itself comes first, or all others wait for it in the end.
    left = [item for item in items if item not in left_out]
    items[:] = sorted(left, key=lambda item: item.path.name != "test_quality.py")
    config.hook.pytest_deselected(items=[*left_out])


def some(config: pytest.Config, name: str, cases: Sequence[Case], number: int) -> list[Case]:
    """So many of the cases of a test with this name, which the seed decides, in their order."""
    if config.option.all or len(cases) <= number:
        return [*cases]
    places = random.Random(f"{config.option.seed} {name}").sample(range(len(cases)), number)
    return [cases[place] for place in sorted(places)]


class Some(Protocol):
    """Draw so many cases from all of a test's."""

    def __call__(self, cases: Sequence[Case], number: int) -> list[Case]: ...


@pytest.fixture
def draw(request: pytest.FixtureRequest) -> Some:
    """What a test draws within itself; all of it with `--all`."""
    return lambda cases, number: some(request.config, request.node.nodeid, cases, number)


def pytest_configure(config: pytest.Config) -> None:
    """Draw the seed once, which the other processes are told; what is quick tries fewer examples."""
    told = getattr(config, "workerinput", {})
    if config.option.seed is None:
        config.option.seed = told.get("seed", random.randrange(10**6))
    if config.option.markexpr == "quick":
        settings.load_profile("quick")
    named = config.args_source is pytest.Config.ArgsSource.ARGS or config.option.keyword
    config.stash[WHOLE] = told.get("whole", not named)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process that is about to be started (pytest-xdist)."""
    node.workerinput["seed"] = node.config.option.seed
    node.workerinput["whole"] = node.config.stash[WHOLE]


def pytest_report_header(config: pytest.Config) -> str:
    return f"drawn: --seed {config.option.seed}; walk: --steps {config.option.steps}"


def pytest_collection_finish() -> None:
    """Thousands of tests stay: who collects garbage need not look through them again and again."""
    gc.collect()
    gc.freeze()
