"""Stored outputs: what a view describes in a named state, as HTML to be read; `--store` writes it anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from tests.views.described import lines

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path(__file__).parent / "stored"


class Stored(Protocol):
    """Compare what is described with what is stored under a name."""

    def __call__(self, name: str, described: Sequence[Any]) -> None: ...


@pytest.fixture
def stored(pytestconfig: pytest.Config) -> Stored:
    def compare(name: str, described: Sequence[Any]) -> None:
        path = FOLDER / f"{name}.html"
        now = "\n".join(line for one in described for line in lines(one)) + "\n"
        if pytestconfig.option.store:
            path.write_text(now, encoding="utf-8")
        assert now == path.read_text(encoding="utf-8"), "differs; --store writes it anew"

    return compare
