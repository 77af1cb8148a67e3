"""The explore page without a browser: what it sends to its components, for good links and bad ones."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from streamlit.testing.v1 import AppTest

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.chosen_conventions import OPTIONS, PLOTTED, Conventions
from irviz.state.desk import ALL_NAMES, MEAN
from irviz.state.session import Session
from irviz.ui import files
from irviz.ui.board import board_data
from irviz.ui.pages.explore import curves_data
from tests import oracle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.testing.v1.element_tree import Node

SCRIPT = Path(files.__file__).parent / "pages" / "main.py"
FRESH = "1-2-3-4-5-6-7-8.01011010"
NOTHING_RELEVANT = "1-2-3-4-5-6-7-8.00000000"


def start(**link: str) -> Session:
    link = {name.replace("_", "-"): text for name, text in link.items()}
    return Session.start(link, CATALOGUE, ALL_NAMES)


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


def test_curves_are_those_of_the_open_board_in_full_precision() -> None:
    data = curves_data(start())

    expected = oracle.curves([0, 1, 0, 1, 1, 0, 1, 0])
    for name, row in expected.items():
        assert data["curves"][name] == pytest.approx(row, rel=0, abs=1e-12)
    assert [row["symbol"] for row in data["rows"]] == [f"{one.name}@k" for one in PLOTTED]
    assert data["fractions"]["AP"][7] == "19/35"
    assert "nDCG" not in data["fractions"]


def test_mean_is_named_mrr_and_map() -> None:
    data = curves_data(start(q=MEAN, k="8"))

    symbols = {row["name"]: row["symbol"] for row in data["rows"]}
    assert symbols["RR"] == "MRR@k"
    assert symbols["AP"] == "MAP@k"
    assert symbols["P"] == "P@k"
    assert data["fractions"]["RR"][7] == "17/30"
    assert data["fractions"]["AP"][7] == "67/140"
    assert data["board"] == MEAN
    assert data["pattern"] == "01011010|10011010|00001001"


def test_what_undo_and_each_tab_and_tool_would_show_is_there_already() -> None:
    step = {"revision": 1, "do": "boards", "boards": {"cat-in-a-box": "8-1-2-3-4-5-6-7.11011010"}}
    message = {"client": "page", "revision": 1, "steps": [step], "link": {}}
    session = start().receive(message)
    pattern = "01101101"

    ahead = curves_data(session)["ahead"]

    assert set(ahead) == {"cat-in-a-box", "white-cat", "dark-cat", MEAN}
    here = ahead["cat-in-a-box"]
    assert {"01011010", "11111000", "00011111", pattern} <= set(here)  # undo, ideal, worst, itself
    assert "10011010" in ahead["white-cat"]
    assert f"{pattern}|10011010|00001001" in ahead[MEAN]
    assert "01011010|10011010|00001001" in ahead[MEAN]


@pytest.mark.parametrize("name", OPTIONS)
def test_every_convention_is_sent_as_numbers_even_where_nothing_is_relevant(name: str) -> None:
    for value, nothing in product(OPTIONS[name].values, (True, False)):
        by = Conventions(**{name: value}).write()
        board = NOTHING_RELEVANT if nothing else FRESH

        data = curves_data(start(by=by, cat_in_a_box=board))

        text = json.dumps(data)
        assert "Infinity" not in text
        assert "NaN" not in text
        for row in data["curves"].values():
            assert len(row) == 8
            assert all(value is None or 0 <= value <= 1 for value in row)


def test_undefined_metrics_are_named() -> None:
    data = curves_data(start(cat_in_a_box=NOTHING_RELEVANT))

    assert set(data["undefined"]) >= {"R", "AP", "nDCG"}
    assert "P" not in data["undefined"]
    assert curves_data(start())["undefined"] == []


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_example_can_be_sent(name: str) -> None:
    desk = CATALOGUE[name]
    for opened in (*desk.names, MEAN):
        session = start(q=opened, set=name)

        assert session.notes == ()
        assert session.desk.id == name
        json.dumps([board_data(session), curves_data(session)], allow_nan=False)


def test_board_is_told_what_its_tools_would_do() -> None:
    data = board_data(start())

    assert data["to"]["ideal"] == {"cat-in-a-box": "2-4-5-7-1-3-6-8.01011010"}
    assert data["to"]["worst"] == {"cat-in-a-box": "1-3-6-8-2-4-5-7.01011010"}
    assert data["to"]["reset"] == {"cat-in-a-box": FRESH}
    order, grades = data["to"]["shuffle"]["cat-in-a-box"].split(".")
    assert sorted(order.split("-")) == list("12345678")
    assert grades == "01011010"
    assert data["undo"] is None
    assert data["redo"] is None


def test_board_is_told_every_picture_with_a_title_and_an_alternative_text() -> None:
    data = board_data(start())

    for query in data["queries"]:
        assert len(query["items"]) == 8
        for item in query["items"]:
            assert item["title"]
            assert len(item["alt"]) > 20
            assert f"pictures/{item['picture']}" in files.served()


def test_tabs_are_the_queries_and_their_mean() -> None:
    tabs = board_data(start())["tabs"]

    assert [tab["label"] for tab in tabs] == ["cat in a box", "white cat", "dark cat", "mean of 3"]


def test_markup_in_a_link_stays_text() -> None:
    found = components(run(q="<img src=x onerror=alert(1)>"))

    (note,) = found["board"]["notes"]
    assert "“<img src=x onerror=alert…”" in note
