"""What is shown of where two metrics disagree, for any question."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import pytest

from irviz.metrics import METRICS
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state import permalink
from irviz.state.disagreements.question import Question
from irviz.state.session import Session
from irviz.views.disagree import disagree_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.views.disagree import DisagreeData
    from tests.views.conftest import Stored


def data(link: dict[str, str], **board: str) -> DisagreeData:
    session = Session.start(board, CATALOGUE)
    question, notes = Question.read(link, session.desk.visible[0])
    return disagree_data(question, session, notes)


def find(described: Sequence[Any], tag: str) -> list[Any]:
    """All elements of a tag, in their order."""
    elements = [one for one in described if isinstance(one, list)]
    return [found for one in elements for found in ([one] if one[0].split(".")[0] == tag else find(one[2:], tag))]


def test_what_it_sends_is_json_and_its_link_asks_the_same() -> None:
    for link in ({}, {"of": "0110"}, {"a": "Rprec", "b": "AP@2", "of": "01210", "level": "2"}):
        sent = data(link, q="white-cat", k="2")

        assert json.loads(json.dumps(sent))["view"] == sent["view"]
        assert data({name: sent["link"][name] for name in sent["link"]}, q="white-cat") == {
            **sent,
            "link": {**sent["link"], "k": "3"},
        }


def test_after_the_last_pair_one_goes_back_to_the_clearest() -> None:
    def button(a: str, b: str, pair: int) -> tuple[str, bool, dict[str, str]]:
        shown = data({"a": a, "b": b, "of": "0110000", "pair": str(pair)})
        [found] = [one for one in find(shown["view"], "button") if "pair" in one[1].get("say", {})]
        return found[2], found[1]["disabled"], found[1]["say"]

    assert button("P@1", "P@3", 1) == ("Another pair", True, {"pair": "1"})
    assert button("RR", "AP", 1) == ("Another pair", False, {"pair": "2"})
    assert button("RR", "AP", 2) == ("Back to the clearest", False, {"pair": "1"})


@pytest.mark.parametrize("link", [{}, {"of": "011020"}], ids=str)
def test_an_order_opens_on_the_board(link: dict[str, str]) -> None:
    orders = find(data(link, q="dark-cat")["view"], "article")
    assert len(orders) == 2

    for order, metric in zip(orders, ("RR", "AP"), strict=True):
        [opened] = find([order], "a")
        parameters = dict(parse_qsl(opened[1]["href"].removeprefix("./?")))
        desk, notes = permalink.read(parameters, permalink.find_example(parameters, CATALOGUE))
        assert notes == ()
        assert [card[1]["data-grade"] for card in find([order], "li")] == list(desk.visible[0].ranked)
        assert desk.metric == metric


def test_what_tells_a_value_is_left_out_while_it_is_masked() -> None:
    [order, _] = find(data({}, q="dark-cat")["view"], "article")
    [*values, why] = find([order], "ix:unmasked")
    assert [one[1]["of"] for one in values] == [["a"], ["b"]]
    assert all("Reveal" in json.dumps(hidden) for _, _, _, hidden in values)
    assert (why[1]["of"], len(why[2:])) == (["a", "b"], 1)  # and nothing instead


@pytest.mark.parametrize("name", ["pair", "none"])
def test_what_is_found_is_as_stored(name: str, stored: Stored) -> None:
    link = {"a": "P@3", "b": "P@3"} if name == "none" else {"a": "nDCG@5", "b": "AP", "of": "32100213"}
    stored(f"disagree-{name}", data(link)["view"])


def offered(link: dict[str, str]) -> list[tuple[str, str]]:
    """What can be chosen: values, and the words for them."""
    choice = find(data(link)["view"], "select")[0]
    return [(option[1]["value"], option[2]) for option in find([choice], "option")]


def test_every_choice_can_be_asked() -> None:
    values = [value for value, _ in offered({})]

    assert len(values) == len({*values}) >= 15
    for value in values:
        assert data({"a": value})["notes"] == []
        assert find(data({"a": value})["view"], "select")[0][1]["value"] == value
    assert offered({"a": "P(rel=2)@3"})[-1][0] == "P(rel=2)"


def test_what_no_order_changes_is_no_choice_but_can_be_asked_by_a_link() -> None:
    values = {value for value, _ in offered({})}

    assert {"Bpref", "infAP", "IPrec", "Rprec", "IDCG"} <= values
    for name in ("SetP", "SetF", "NumRet", "NumRel", "Judged", "RBPresid"):
        assert name not in values
        sent = data({"a": name})
        assert offered({"a": name})[-1][1] == f"{name} · {METRICS[name].title}"
        assert sent["notes"] == []
        assert find(sent["view"], "article") == []
