"""What is left of plotly.js, and that nothing is taken from what is built otherwise."""

from __future__ import annotations

from pathlib import Path

import plotly
import pytest

from irviz.ui import files
from irviz.ui.files import trim_plotly

WHOLE = (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()


def test_the_installed_one_makes_no_other_kinds_and_has_no_wrapper() -> None:
    served = files.read_content(files.PLOTLY)

    assert served.count(b"register([])") == 1
    assert b"function(root, factory)" not in served
    assert 300 < len(WHOLE) - len(served) < 2000
    # Its licence stays at the beginning, and those of its parts at the end.
    assert served.startswith(WHOLE[: WHOLE.index(b"*/")])
    licences = WHOLE[WHOLE.index(b"/*! ieee754") : WHOLE.index(b"window.Plotly = Plotly;")]
    assert licences in served


@pytest.mark.parametrize(
    "script",
    [
        b"",
        b"var Plotly={};core.register([]);",
        b"core.register([a()]);core.register([b()]);",
        b"core.register([named]);core.unregister([a()]);",
    ],
)
def test_what_is_built_otherwise_stays_as_it_is(script: bytes) -> None:
    assert trim_plotly(script) == script


def test_twice_is_once() -> None:
    once = trim_plotly(WHOLE)

    assert trim_plotly(once) == once
