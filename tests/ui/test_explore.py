"""The explore page without a browser: what it sends to its components, for good links and bad ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from streamlit.testing.v1 import AppTest

from irviz.state.desk import MEAN
from irviz.ui import files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.testing.v1.element_tree import Node

SCRIPT = Path(files.__file__).parent / "pages" / "main.py"
FRESH = "1-2-3-4-5-6-7-8.01011010"
NOTHING_RELEVANT = "1-2-3-4-5-6-7-8.00000000"


def run(**link: str) -> AppTest:
    """The page as Streamlit runs it for a link."""
    app = AppTest.from_file(SCRIPT, default_timeout=30)
    for name, text in link.items():
        app.query_params[name.replace("_", "-")] = text
    return app.run()


def components(app: AppTest) -> dict[str, dict[str, Any]]:
    """What each component on the page is given, by its name: its own data, or its part of the board's."""

    def walk(node: Node) -> Iterator[Any]:
        proto = getattr(node, "proto", None)
        if getattr(proto, "component_name", ""):
            yield proto
        for child in getattr(node, "children", {}).values():
            yield from walk(child)

    protos = {proto.component_name.removeprefix("irviz_"): proto for proto in walk(app.main)}
    parts = json.loads(protos["board"].bytes) if "board" in protos else {}
    return {
        name: parts[name] if name in parts else json.loads(one.json) for name, one in protos.items()
    }


def test_page_gives_board_and_curves_what_they_show() -> None:
    app = run(q="white-cat", k="5")

    assert list(app.exception) == []
    found = components(app)
    board, curves = found["board"], found["curves"]
    assert board["link"] == {"q": "white-cat", "k": "5"}
    assert board["notes"] == []
    assert curves["board"] == "white-cat"
    assert curves["k"] == 5
    assert curves["pattern"] == "10011010"
    assert curves["curves"]["RR"] == [1] * 8


@pytest.mark.parametrize(
    "link",
    [
        {},
        {"q": "mean", "k": "8"},
        {"q": "unicorn"},
        {"k": "0"},
        {"k": "99"},
        {"k": "x"},
        {"cat_in_a_box": "1-1-3-4-5-6-7-8.01011010"},
        {"cat_in_a_box": "1-2-3-4-5-6-7-8.99999999"},
        {"cat_in_a_box": NOTHING_RELEVANT},
        {"cat_in_a_box": NOTHING_RELEVANT, "q": "mean"},
        {"cat_in_a_box": NOTHING_RELEVANT, "by": "undefined-nan"},
        {"q": "<script>alert(1)</script>"},
        {"q": "y" * 2_000_000},
        {"cat_in_a_box": "1-" * 1_000_000},
        {"hide": "XYZ.AP"},
        {"q": "white-cat-in-a-box", "top": "10", "rel": "5"},
    ],
    ids=lambda link: str(link)[:60],
)
def test_page_runs_without_exception_whatever_the_link(link: dict[str, str]) -> None:
    app = run(**link)

    assert list(app.exception) == []
    found = components(app)
    assert {"board", "curves"} <= set(found)
    assert found["board"]["link"]["q"] in {"cat-in-a-box", MEAN, "white-cat-in-a-box"}
    assert sum(len(note) for note in found["board"]["notes"]) < 500


def test_two_users_have_two_sessions() -> None:
    one, other = run(q="dark-cat"), run(k="7")
    again = one.run()

    assert components(again)["board"]["link"] == {"q": "dark-cat", "k": "3"}
    assert components(other)["board"]["link"] == {"q": "cat-in-a-box", "k": "7"}


def test_markup_in_a_link_stays_text() -> None:
    found = components(run(q="<img src=x onerror=alert(1)>"))

    (note,) = found["board"]["notes"]
    assert "“<img src=x onerror=alert…”" in note
