"""The script that Streamlit runs: it opens pages, hears what they say, and shows the Host’s frames."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from irviz import server
from irviz.pages.host import Frame, Host
from irviz.pages.menu import PAGES
from irviz.ui import component
from irviz.ui.uploads import Upload
from tests.views.described import elements, texts, where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.testing.v1.element_tree import Node


def opened(path: str = "explore", said: WidgetStates | None = None, /, **link: str) -> AppTest:
    """A page as Streamlit runs it for a link.

    Args:
        path: Which page.
        said: What its component has to say in the first run.
        link: The parameters of its address.
    """
    app = AppTest.from_file(server._SCRIPT, default_timeout=30)
    for name, text in link.items():
        app.query_params[name.replace("_", "-")] = text
    if path != "explore":
        fresh = opened()
        app._page_hash = next(known for known, page in fresh._registered_pages.items() if path_of(page) == path)
    return app._run(said)


def path_of(page: Any) -> str:
    found: str = page["url_pathname"]
    return found


def given(app: AppTest) -> dict[str, Any]:
    """What the component on the page is given."""
    assert not app.exception

    def walk(node: Node) -> Iterator[Any]:
        proto = getattr(node, "proto", None)
        if getattr(proto, "component_name", ""):
            yield proto
        for child in getattr(node, "children", {}).values():
            yield from walk(child)

    (proto,) = walk(app.main)
    found: dict[str, Any] = json.loads(proto.bytes)
    return {**found, "id": proto.id}


def say(app: AppTest, **values: object) -> dict[str, Any]:
    """Have parts of the page say something, and return what it is given then."""
    return given(app._run(states(given(app)["id"], **values)))


def states(component: str, **values: object) -> WidgetStates:
    said = WidgetStates()
    one = said.widgets.add()
    one.id, one.json_value = component, json.dumps(values)
    return said


def cut(k: int) -> dict[str, Any]:
    step = {"revision": 1, "do": "cut", "k": k}
    return {"client": "me", "revision": 1, "steps": [step], "link": {"k": str(k)}}


def test_the_component_is_given_the_frame_and_its_own_line() -> None:
    app = opened(q="white-cat", k="5")

    found = given(app)
    assert {*found} == {*Frame._fields, "line", "id"}
    assert found["page"] == "explore"
    assert found["data"]["board"]["link"] == {"q": "white-cat", "k": "5"}
    assert found["line"] == app.session_state["line"].token


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_run(path: str) -> None:
    found = given(opened(path))

    # One of them is a part of another, to which Streamlit goes.
    assert found["page"] == ("challenges" if path == "write" else path)
    assert found["title"] == PAGES[found["page"]].title
    assert found["data"]


@pytest.mark.parametrize(
    "link",
    [
        {"q": "<img src=x onerror=alert(1)>"},
        {"q": "y" * 2_000_000},
        {"cat_in_a_box": "1-" * 1_000_000},
        {"k": "x", "hide": "XYZ.AP"},
    ],
    ids=lambda link: str(link)[:40],
)
def test_whatever_the_link_it_is_run(link: dict[str, str]) -> None:
    board = given(opened(**link))["data"]["board"]

    assert board["link"]["q"] == "cat-in-a-box"
    assert sum(map(len, board["notes"])) < 500
    if "<" in link.get("q", ""):
        assert "“<img src=x onerror=alert…”" in board["notes"][0]


def test_two_users_have_two_sessions() -> None:
    one, other = opened(q="dark-cat"), opened(k="7")
    again = one.run()

    assert given(again)["data"]["board"]["link"] == {"q": "dark-cat", "k": "3"}
    assert given(other)["data"]["board"]["link"] == {"q": "cat-in-a-box", "k": "7"}
    assert given(again)["line"] != given(other)["line"]


def test_what_a_part_says_is_heard_once() -> None:
    app = opened(k="3")

    board = say(app, board_message=cut(5))["data"]["board"]
    assert (board["link"]["k"], board["revision"]) == ("5", 1)
    asked = {"id": "1", "kind": "csv", "link": {}}
    shared = say(app, board_message=cut(5), export_ask=asked)["data"]["export"]
    assert shared["answer"]["name"].endswith(".csv")
    # Streamlit keeps what was said, and sends it along with all that comes after.
    had = say(app, board_message=cut(5), export_ask={"received": "1"})["data"]
    assert had["export"]["answer"] is None
    assert had["board"]["revision"] == 1


def test_a_change_comes_by_the_pages_own_line_and_the_script_goes_on_from_it() -> None:
    app = opened(k="3")
    before = given(app)["number"]

    changed = json.loads(app.session_state["line"].apply_change(json.dumps(cut(6)).encode()))

    assert (changed["data"]["board"]["link"]["k"], changed["line"]) == ("6", given(app)["line"])
    asked = {"id": "1", "kind": "csv", "link": {}}
    shared = say(app, export_ask=asked)
    assert shared["data"]["board"]["link"]["k"] == "6"
    assert before < changed["number"] < shared["number"]


def test_a_frame_of_another_page_leads_there() -> None:
    app = opened("results")
    requests: list[dict[str, Any]] = [{"sample": True}, {"run": "both, to compare"}, {"query": "dark cat"}]
    for number, request in enumerate(requests):
        found = say(app, results_request={**request, "count": number})

    assert found["page"] == "compare"
    assert "versus" in found["data"]
    assert path_of(app._registered_pages[app._finished_page_script_hash]) == "compare"


def test_files_that_came_up_are_taken_by_their_names() -> None:
    app = opened("results")
    line = app.session_state["line"]
    line.files["up"] = Upload(line.token, b"q1 Q0 a 1 0.5 x\n")
    files = [{"name": "a.run", "size": 16, "id": "up"}, {"name": "b.run", "size": 10**12, "id": ""}, {"name": 4}]
    found = say(app, results_request={"bring": {"slot": "b", "files": files}})

    view = found["data"]["results"]["view"]
    [slot] = where(view, "data-slot", "b")
    assert [texts([one])[0] for one in elements(slot[2:]) if ".ix-own-file" in one[0]] == ["a.run", "b.run"]
    said = " ".join(texts(view))
    assert "b.run: expected at most 150 MB" in said
    assert "a.run: 1 query" in said
    assert line.files == {}


def test_what_cannot_be_written_of_a_part_leaves_the_others_alone() -> None:
    data = {"one": {"k": 1}, "two": {"value": object()}, "three": {"value": float("nan")}}
    frame = Frame("p", "t", "", (), ("one", "two", "three"), (), data)

    found = json.loads(component.encode_frame(Host(), frame))

    assert found["data"] == {"one": {"k": 1}, "two": {"fault": 1}, "three": {"value": None}}
