"""What shows the pages where there is no server: each page, what it says, and what makes no sense."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from irviz import views
from irviz.pages.menu import MENU
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.session import Session
from irviz.static import host
from irviz.static.host import WAITING, Frame, Host

PATHS = [entry.path for entries in MENU.values() for entry in entries]


def names(frame: Frame) -> list[str]:
    return [part.name for side in (frame.left, frame.main, frame.below) for part in side]


def data(frame: Frame, name: str) -> Any:
    """What a component is given."""
    sides = (*frame.left, *frame.main, *frame.below)
    return json.loads(next(part.data for part in sides if part.name == name))


def message(*steps: dict[str, Any], **link: str) -> dict[str, Any]:
    numbered = [{"revision": number, **step} for number, step in enumerate(steps, 1)]
    return {"client": "me", "revision": len(steps), "steps": numbered, "link": link}


@pytest.mark.parametrize("path", PATHS)
def test_every_page_of_the_menu_opens_and_nothing_in_it_fails(path: str) -> None:
    frame = Host().opened(path, {})

    assert frame.title
    assert '"fault"' not in frame.json()
    assert set(json.loads(frame.json())) == set(Frame._fields)


def test_an_address_that_there_is_not_is_explore() -> None:
    assert Host().opened("nowhere", {}).page == "explore"


@pytest.mark.parametrize("link", [{}, {"q": "white-cat", "k": "5"}, {"set": "shop", "q": "mean"}])
def test_the_board_brings_what_the_server_would_bring(link: dict[str, str]) -> None:
    frame = Host().opened("explore", link)

    given = data(frame, "board")
    wanted = json.loads(json.dumps(views.page(Session.start(link, CATALOGUE))))
    for one in (given, wanted):
        one["board"].pop("to")  # one of them is chosen at random
    assert given == wanted
    assert set(WAITING) < set(given)
    assert [part.name for part in frame.main if not part.data] == list(WAITING)


def test_a_change_is_answered_with_the_board_after_it() -> None:
    one = Host()
    before = data(one.opened("explore", {"k": "3"}), "board")

    after = data(one.told("board", "message", message({"do": "cut", "k": 5})), "board")

    assert before["board"]["link"]["k"] == "3"
    assert after["board"]["link"]["k"] == "5"
    assert (after["board"]["client"], after["board"]["revision"]) == ("me", 1)


@pytest.mark.parametrize("value", [None, 3, [], {}, {"client": 4}, {"steps": "x"}])
@pytest.mark.parametrize(
    ("path", "part", "name"),
    [
        ("explore", "board", "message"),
        ("explore", "export", "ask"),
        ("explore", "check", "request"),
        ("explore", "nobody", "request"),
        ("learn", "coach", "request"),
        ("challenges", "challenges", "request"),
        ("check", "check", "request"),
        ("write", "author", "request"),
        ("disagree", "disagree", "request"),
    ],
)
def test_what_makes_no_sense_changes_nothing(
    path: str, part: str, name: str, value: object
) -> None:
    one = Host()
    one.opened(path, {"k": "4", "seed": "3"})
    before = seen(one)

    one.told(part, name, value)

    assert seen(one) == before


def seen(one: Host) -> list[object]:
    """What is shown, but for what is chosen at random."""
    frame = one.frame()
    found = {name: data(frame, name) for name in names(frame) if name not in WAITING}
    if "board" in found:
        found["board"]["board"].pop("to")
    return [frame.page, found]


def test_a_lesson_is_gone_through() -> None:
    one = Host()
    assert names(one.opened("learn", {})) == ["coach", "export"]

    step = one.told("coach", "request", {"go": {"lesson": "recall", "step": "2"}})

    assert names(step) == ["coach", "board", *WAITING, "export"]
    assert data(step, "coach")["task"]["title"]
    listed = one.told("coach", "request", {"go": {}})
    assert names(listed) == ["coach", "export"]


def test_a_challenge_is_taken_on_and_one_is_written() -> None:
    one = Host()
    listed = data(one.opened("challenges", {}), "challenges")
    first = listed["levels"][0]["entries"][0]["id"]

    taken = one.told("challenges", "request", {"go": {"challenge": first}})
    assert names(taken)[:2] == ["coach", "board"]

    written = one.opened("write", {})
    assert (written.page, names(written)[:2]) == ("challenges", ["author", "board"])
    form = {"goal": "R@3 = 1", "moves": ["drag"]}
    checked = data(one.told("author", "request", {"check": form, "page": 1, "count": 1}), "author")
    assert checked["verdict"]


def test_the_final_check_takes_answers() -> None:
    one = Host()
    before = data(one.opened("check", {"seed": "7"}), "check")
    after = data(one.told("check", "request", {"answer": {"number": 0, "choice": 1}}), "check")

    assert (before["seed"], before["answered"], after["answered"]) == (7, 0, 1)


def test_what_is_presented_is_handed_out_and_gone_back_to() -> None:
    host = Host()
    host.opened("explore", {"present": "1", "q": "white-cat"})
    assert data(host.opened("handout", {}), "handout")["wall"]
    frame = host.told("handout", "request", {"set": {"cut": True}})
    assert data(frame, "handout")["link"]["off"] == "example.talk.cut.predict"
    assert host.told("handout", "request", {"back": True}).page == "explore"
    assert "off" not in data(host.opened("explore", {}), "board")["board"]["link"]
    # For another exercise one begins anew.
    assert "cut" not in data(host.opened("handout", {}), "handout")["link"]["off"]


def test_metrics_that_disagree_are_asked_about() -> None:
    one = Host()
    one.opened("disagree", {})
    asked = one.told("disagree", "request", {"ask": {"a": "P@3", "b": "RR@8"}})

    assert data(asked, "disagree")["link"]["a"] == "P@3"
    assert names(asked) == ["disagree", "present", "rooms"]


def test_what_is_shared_comes_once() -> None:
    one = Host()
    one.opened("explore", {})
    asked = one.told("export", "ask", {"id": "1", "kind": "csv", "link": {"k": "3"}})

    assert data(asked, "export")["answer"]["name"].endswith(".csv")
    assert data(one.frame(), "export")["answer"] is None


def test_a_part_that_fails_leaves_the_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(views, "lens_data", fails)

    board = data(Host().opened("explore", {}), "board")

    assert board["lens"] == {"fault": 1}
    assert board["curves"]["curves"]


def test_no_number_is_what_browsers_cannot_read() -> None:
    assert host._json({"a": [float("nan"), 1.5]}) == '{"a":[null,1.5]}'


def test_the_worker_speaks_json() -> None:
    shown = json.loads(host.opened("explore", '{"k": "2"}'))
    assert shown["page"] == "explore"
    told = json.loads(host.told("board", "message", json.dumps(message({"do": "cut", "k": 6}))))
    assert json.loads(told["main"][0]["data"])["board"]["link"]["k"] == "6"


def test_it_loads_nothing_that_is_not_in_the_browser() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, irviz.static.host; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    outside = {"streamlit", "plotly", "pandas", "orjson", "starlette", "pyarrow", "numpy"}
    assert not outside & set(loaded)
    assert not [name for name in loaded if name.startswith(("irviz.ui", "irviz.server"))]
