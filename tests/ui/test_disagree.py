"""The page “Where metrics disagree”: what it sends to the browser, and what it takes from there."""

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.desk import ALL_NAMES
from irviz.state.disagreements.question import Question
from irviz.state.session import Session
from irviz.ui.disagree import disagree_data


def page() -> None:
    from irviz.ui.pages.disagree import disagreements  # noqa: PLC0415 - AppTest runs this text alone

    disagreements()


def run(**link: str) -> AppTest:
    app = AppTest.from_function(page, default_timeout=60)
    for name, text in link.items():
        app.query_params[name] = text
    app.run()
    assert not app.exception
    return app


def data(link: dict[str, str], **board: str) -> dict[str, Any]:
    session = Session.start(board, CATALOGUE, ALL_NAMES)
    question, notes = Question.read(link, session.desk.visible[0])
    return disagree_data(question, session, notes)


@pytest.mark.parametrize(
    "link",
    [
        {},
        {"a": "P@4", "b": "R@4"},
        {"a": "nDCG@3", "b": "nDCG(dcg='exp-log2')@3", "of": "04134132", "pair": "3"},
        {"a": "<img src=x>", "b": "`", "of": "<b>", "level": "-1", "pair": "1e9"},
        {"q": "mean", "set": "models"},
        {"q": "giraffe", "a": "P(rel=2)@3"},
    ],
    ids=str,
)
def test_it_opens_with_any_link(link: dict[str, str]) -> None:
    app = run(**link)

    assert app.session_state["question"].link


def test_what_it_sends_is_json_and_its_link_asks_the_same() -> None:
    for link in ({}, {"of": "0110"}, {"a": "Rprec", "b": "AP@2", "of": "01210", "level": "2"}):
        sent = data(link, q="white-cat", k="2")

        assert json.loads(json.dumps(sent)) == sent
        assert data({name: sent["link"][name] for name in sent["link"]}, q="white-cat") == {
            **sent,
            "link": sent["link"] if "of" in link else {**sent["link"], "k": "3"},
        }


@pytest.mark.parametrize("link", [{}, {"of": "011020"}], ids=str)
def test_an_order_opens_on_the_board(link: dict[str, str]) -> None:
    sent = data(link, q="dark-cat")

    for order in sent["found"]["orders"]:
        parameters = dict(parse_qsl(order["open"].removeprefix("./?")))
        desk, notes = permalink.read(
            parameters, permalink.example(parameters, CATALOGUE), ALL_NAMES
        )
        assert notes == ()
        assert [card["grade"] for card in order["cards"]] == list(desk.visible[0].ranked)
        assert desk.metric == ("RR" if order["by"] == 0 else "AP")


def test_every_choice_can_be_asked() -> None:
    values = [option["value"] for group in data({})["metrics"] for option in group["options"]]

    assert len(values) == len({*values}) >= 15
    for value in values:
        assert data({"a": value})["notes"] == []
        assert data({"a": value})["a"]["written"] == value
    assert data({"a": "P(rel=2)@3"})["metrics"][-1]["options"][-1]["value"] == "P(rel=2)"
