"""What the board and its chart show of a session, and what they foresee."""

from __future__ import annotations

import json
from itertools import product

import pytest

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.chosen_conventions import OPTIONS, PLOTTED, Conventions
from irviz.state.desk import MEAN
from irviz.state.session import Session
from irviz.ui import files
from irviz.views import page_data
from irviz.views.board import board_data
from irviz.views.curves import curves_data
from tests import oracle

FRESH = "1-2-3-4-5-6-7-8.01011010"
NOTHING_RELEVANT = "1-2-3-4-5-6-7-8.00000000"


def start(**link: str) -> Session:
    link = {name.replace("_", "-"): text for name, text in link.items()}
    return Session.start(link, CATALOGUE)


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

    ahead = {name: found["graded"] for name, found in curves_data(session)["curves_ahead"].items()}

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

    assert data["orders_by_tool"]["ideal"] == {"cat-in-a-box": "2-4-5-7-1-3-6-8.01011010"}
    assert data["orders_by_tool"]["worst"] == {"cat-in-a-box": "1-3-6-8-2-4-5-7.01011010"}
    assert data["orders_by_tool"]["reset"] == {"cat-in-a-box": FRESH}
    shuffled = data["orders_by_tool"]["shuffle"]
    assert shuffled is not None
    order, grades = shuffled["cat-in-a-box"].split(".")
    assert sorted(order.split("-")) == list("12345678")
    assert grades == "01011010"
    assert data["undo_link"] is None
    assert data["redo_link"] is None
    assert (data["can_save"], data["is_demonstration"], data["first_minute"]) == (False, False, None)


def test_who_leaves_the_first_minute_keeps_the_work_and_sees_everything() -> None:
    step = {"first": "2", "q": "cat-in-a-box", "k": "4", "m": "P", "hide": "F1.RR.AP.nDCG"}
    offered = page_data(Session.start(step, CATALOGUE))["board"]["first_minute"]
    left = Session.start(offered["leave_link"], CATALOGUE).desk
    assert (offered["step"], left.first, left.k, left.hidden) == (2, 0, 4, CATALOGUE["cats"].hidden)


def test_board_is_told_every_picture_with_a_title_and_an_alternative_text() -> None:
    data = board_data(start())

    for query in data["queries"]:
        assert len(query["items"]) == 8
        for item in query["items"]:
            assert item["title"]
            assert len(item["alt"]) > 20
            assert f"pictures/{item['picture']}" in files.list_served_files()


def test_tabs_are_the_queries_and_their_mean() -> None:
    tabs = board_data(start())["tabs"]

    assert [tab["label"] for tab in tabs] == ["cat in a box", "white cat", "dark cat", "mean of 3"]
