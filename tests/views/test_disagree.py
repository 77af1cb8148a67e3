"""What is shown of where two metrics disagree, for any question."""

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest

from irviz.metrics import METRICS
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.disagreements.question import Question
from irviz.state.session import Session
from irviz.views.disagree import disagree_data


def data(link: dict[str, str], **board: str) -> dict[str, Any]:
    session = Session.start(board, CATALOGUE)
    question, notes = Question.read(link, session.desk.visible[0])
    return disagree_data(question, session, notes)


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
        desk, notes = permalink.read(parameters, permalink.example(parameters, CATALOGUE))
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


def test_what_no_order_changes_is_no_choice_but_can_be_asked_by_a_link() -> None:
    offered = {option["value"] for group in data({})["metrics"] for option in group["options"]}

    assert {"Bpref", "infAP", "IPrec", "Rprec", "IDCG"} <= offered
    for name in ("SetP", "SetF", "NumRet", "NumRel", "Judged", "RBPresid"):
        assert name not in offered
        sent = data({"a": name})
        assert sent["metrics"][-1]["options"][-1]["label"] == f"{name} · {METRICS[name].title}"
        assert sent["notes"] == []
        assert "orders" not in (sent["found"] or {})
