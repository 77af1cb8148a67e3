"""The form in which a teacher writes a challenge: what its buttons do, and where keys go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from irviz.lessons.draft import MOST_ROWS
from irviz.pages.host import Host
from tests.views.described import attributes, elements, texts, where

if TYPE_CHECKING:
    from irviz.pages.host import Frame

FIRST = {"subject-0": "metric", "metric-0": "RR", "k-0": "8", "relation-0": "=", "value-0": "1", "allow-move": "on"}


@pytest.fixture
def host() -> Host:
    opened = Host()
    opened.open_page("write", {"q": "cat-in-a-box", "k": "8"})
    return opened


def wish(host: Host, fields: object, number: object = 1, **more: object) -> Frame:
    return host.handle_message("author", "request", {"fields": fields, "number": number, **more})


def form(frame: Frame) -> dict[str, Any]:
    """What the browser would tell of the form."""
    named = [one for one in attributes(frame.data["author"]["view"]) if "name" in one]
    return {one["name"]: one.get("value", "on") for one in named if one.get("checked") is not False}


def test_a_condition_is_added_and_taken_away(host: Host) -> None:
    frame = wish(host, FIRST, 1, add=True)
    assert frame.data["author"]["reach"] == ("[name=subject-1]", 1)
    assert (form(frame)["metric-1"], form(frame)["relation-1"], form(frame)["value-1"]) == ("RR", "same", "")

    second = {**form(frame), "metric-1": "AP", "relation-1": "<", "value-1": "0.6"}
    frame = wish(host, second, 2)
    assert "Goal: RR@8 is 1 and AP@8 is below 0.6." in texts(frame.data["author"]["view"])
    assert frame.data["author"]["reach"] == ("[name=subject-1]", 1)

    frame = wish(host, form(frame), 3, remove=0)
    assert "Not yet: the board meets the goal from the start: AP@8 is below 0.6." in texts(frame.data["author"]["view"])
    assert (frame.data["author"]["reach"], frame.data["author"]["heard"]) == (("[data-do=add]", 3), 3)
    # The last one stays, and there are no more than can be read.
    for at in (0, -1, 1, True, "0"):
        assert form(wish(host, form(frame), 4, remove=at))["metric-0"] == "AP"
    for _ in range(MOST_ROWS + 2):
        frame = wish(host, form(frame), 5, add=True)
    assert len([name for name in form(frame) if name.startswith("subject")]) == MOST_ROWS
    assert where(frame.data["author"]["view"], "data-do", "add")[0][1]["disabled"]


def test_a_check_leads_to_its_verdict_or_to_what_is_wrong(host: Host) -> None:
    frame = wish(host, FIRST, 7, check=True)
    assert frame.data["author"]["reach"] == (".ix-author > :last-child > :last-child", 7)
    assert "It can be done in one move, and not in fewer." in texts(frame.data["author"]["view"])
    assert not where(frame.data["author"]["view"], "aria-invalid", True)

    frame = wish(host, {**FIRST, "value-0": ""}, 8, check=True)
    assert frame.data["author"]["reach"] == ("[aria-invalid=true]", 8)
    marked = where(frame.data["author"]["view"], "aria-invalid", True)
    assert [one[1]["name"] for one in marked] == ["value-0"]
    assert texts(where(frame.data["author"]["view"], "id", "ix-author-fault")) == [
        "Condition 1 needs a number, such as 0.6, 3/5 or 60%."
    ]
    for fields, name in (({"allow-move": None}, "allow-move"), ({"most": "0"}, "most"), ({"k-0": "9"}, "k-0")):
        changed = {name: value for name, value in {**FIRST, **fields}.items() if value is not None}
        shown = wish(host, changed, 9, check=True).data["author"]["view"]
        assert [one[1]["name"] for one in where(shown, "aria-invalid", True)] == [name]


def test_a_verdict_is_about_what_was_checked_and_an_empty_cutoff_about_the_board(host: Host) -> None:
    def said(fields: dict[str, str], number: int, **more: object) -> str:
        shown = texts(wish(host, {**FIRST, **fields}, number, **more).data["author"]["view"])
        return "\n".join(shown).replace("\N{NO-BREAK SPACE}", " ")

    second = {"subject-1": "metric", "metric-1": "AP", "k-1": "8", "relation-1": "<", "value-1": "0.2"}
    assert "It cannot be done: all 70 states" in said(second, 1, check=True)
    assert "has changed since it was checked" in said({**second, "value-1": "0.6"}, 2)

    moving = said({"k-0": "", "allow-cutoff": "on"}, 3)
    assert "An empty cutoff is that of the board, k = 8, and moves with it." in moving
    assert "Goal: RR@k is 1." in moving
    fixed = said({"k-0": ""}, 4)
    assert "An empty cutoff is that of the board, k = 8." in fixed
    assert "Goal: RR@8 is 1." in fixed


def test_what_only_a_metric_can_do_is_asked_of_nothing_else(host: Host) -> None:
    frame = wish(host, {**FIRST, "relation-0": "best"})
    assert "Goal: RR@8 is the best RR@8 of any order." in texts(frame.data["author"]["view"])

    frame = wish(host, {**form(frame), "subject-0": "k"})
    assert form(frame)["relation-0"] == "up"
    options = [one[1] for one in elements(frame.data["author"]["view"]) if one[0] == "option"]
    assert {one["value"] for one in options if one.get("disabled")} == {"best", "over"}


def test_what_a_rank_can_do_is_offered_as_its_goal_says_it(host: Host) -> None:
    frame = wish(host, {**FIRST, "subject-0": "rank", "item-0": "dog-in-box", "relation-0": "up"})
    view = frame.data["author"]["view"]
    assert ["moves down the list"] in [texts(one[2:]) for one in where(view, "value", "up")]
    assert any("“Dog in a box” moves down the list" in one for one in texts(view))


def test_fields_with_words_of_ones_own_stay_open(host: Host) -> None:
    def is_open(frame: Frame) -> bool:
        return bool(next(one[1]["open"] for one in elements(frame.data["author"]["view"]) if one[0] == "details"))

    assert not is_open(wish(host, FIRST))
    assert is_open(wish(host, {**FIRST, "title": "Mine"}))
    assert is_open(wish(host, {**FIRST, "title": ""}))


@pytest.mark.parametrize("fields", [None, [], "x", {"subject-0": 7}, {"subject-0": "<b>", "item-0": {}}])
def test_what_makes_no_sense_is_a_new_form(host: Host, fields: object) -> None:
    frame = wish(host, fields, "x", check=True, remove={})
    assert frame.data["author"]["heard"] == 0
    assert form(frame)["metric-0"] == "AP"


def test_the_form_begins_with_the_board_as_it_is_seen_and_a_class_is_not_asked_about_it() -> None:
    host = Host()
    host.open_page("", {"q": "cat-in-a-box", "k": "3", "predict": "1"})
    assert host.visit.session.desk.predict
    link = host.visit.session.link
    step = {"do": "stage", "revision": 1, "link": {**link, "k": "5"}}
    host.handle_message("board", "message", {"client": "page", "revision": 1, "steps": [step], "link": link})
    assert host.visit.session.staged
    data = host.open_page("write", {}).data
    assert (data["rooms"]["question_kind"], data["rooms"]["question"]) == ("none", None)
    assert not data["present"]["can_ask_class"]
    assert "predict" not in host.visit.session.link
