"""Every page as the values that its frames are: by any link, asked for anything, failing in one place."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz import views
from irviz.lessons.check.check import Check
from irviz.pages import host as module
from irviz.pages.host import MAX_FAULTS, Frame, Host
from irviz.pages.menu import MENU, PAGES
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.pairs import PAIRED
from irviz.state.desk import MEAN
from irviz.state.pairs.pair import A, B
from irviz.state.session import Session
from irviz.static import worker
from irviz.views.share import LINK
from irviz.views.share import MENU as OFFERS
from tests.parts import PARTS
from tests.views.described import attributes

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARD = {"board", "curves", "lens", "present", "rooms"}
"""What a board brings; one card of it is chosen at random."""


def names(frame: Frame) -> list[str]:
    return [*frame.left, *frame.main, *frame.below]


def message(*steps: dict[str, Any], **link: str) -> dict[str, Any]:
    numbered = [{"revision": number, **step} for number, step in enumerate(steps, 1)]
    return {"client": "me", "revision": len(steps), "steps": numbered, "link": link}


@pytest.fixture
def log() -> Iterator[list[str]]:
    """What is written to the log of the pages."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    kept = Kept()
    module._LOG.addHandler(kept)
    yield lines
    module._LOG.removeHandler(kept)


# Pages and links.


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_the_menu_opens_and_says_what_each_part_shows(path: str) -> None:
    frame = Host().open_page(path, {})

    there = names(frame)
    assert frame.title
    assert '"fault"' not in worker.frame_to_json(frame)
    assert {*there} <= {*PARTS}
    assert len(there) == len({*there}) > 0
    assert {*frame.data} - {"words"} == {*there}


FRESH = "1-2-3-4-5-6-7-8.01011010"
NOTHING_RELEVANT = "1-2-3-4-5-6-7-8.00000000"
OWN = {"q": "five-documents", "k": "3", "goal": "AP = 1", "allow": "move", "most": "2"}

LINKS: dict[str, list[dict[str, str]]] = {
    "explore": [
        {"q": "mean", "k": "8"},
        {"q": "unicorn"},
        {"k": "0"},
        {"k": "99"},
        {"k": "x"},
        {"cat-in-a-box": "1-1-3-4-5-6-7-8.01011010"},
        {"cat-in-a-box": "1-2-3-4-5-6-7-8.99999999"},
        {"cat-in-a-box": NOTHING_RELEVANT},
        {"cat-in-a-box": NOTHING_RELEVANT, "q": "mean"},
        {"cat-in-a-box": NOTHING_RELEVANT, "by": "undefined-nan"},
        {"q": "<script>alert(1)</script>"},
        {"q": "y" * 2_000_000},
        {"cat-in-a-box": "1-" * 1_000_000},
        {"hide": "XYZ.AP"},
        {"q": "white-cat-in-a-box", "top": "10", "rel": "5"},
    ],
    "compare": [{"set": "nothing", "k": "many"}, {"b": "2-1-3.110", "q": "<b>"}],
    "challenges": [
        {"challenge": "two-names", "solved": "first-hit"},
        {"challenge": "giraffe"},
        OWN,
        {**OWN, "goal": "AP >"},
        {"write": "1", "q": "dark-cat", "k": "2"},
        {"write": "2", "goal": "<img src=x>", "start": "%%%"},
    ],
    "learn": [{"lesson": "recall", "step": "2", "done": "recall-1"}, {"lesson": "giraffe", "step": "<b>", "done": "`"}],
    "check": [
        {"seed": "4711", "said": "11"},
        {"seed": "<img src=x>", "said": "`", "done": "<b>"},
        {"seed": "4711", "said": "1" * 9000, "done": "recall-1" * 900},
    ],
    "hides": [{"done": "recall-1-2-3.<b>.x-1"}],
    "disagree": [
        {"a": "P@4", "b": "R@4"},
        {"a": "nDCG@3", "b": "nDCG(dcg='exp-log2')@3", "of": "04134132", "pair": "3"},
        {"a": "<img src=x>", "b": "`", "of": "<b>", "level": "-1", "pair": "1e9"},
        {"q": "mean", "set": "models"},
        {"q": "giraffe", "a": "P(rel=2)@3"},
    ],
    "handout": [{"from": "compare", "present": "1"}, {"from": "<b>", "off": "%"}],
    "write": [{"draft": "%%%", "goal": "<img src=x>"}],
    "results": [{"k": "x", "seed": "<b>"}],
}


@pytest.mark.parametrize(
    ("path", "link"), [(path, link) for path, links in LINKS.items() for link in links], ids=lambda one: str(one)[:60]
)
def test_whatever_the_link_the_page_is_there(path: str, link: dict[str, str]) -> None:
    frame = Host().open_page(path, link)

    assert '"fault"' not in worker.frame_to_json(frame)
    if path == "explore":
        board = frame.data["board"]
        assert board["link"]["q"] in {"cat-in-a-box", MEAN, "white-cat-in-a-box"}
        assert sum(map(len, board["notes"])) < 500


def test_an_address_that_there_is_not_is_explore() -> None:
    assert Host().open_page("nowhere", {}).page == "explore"


@pytest.mark.parametrize("link", [{}, {"q": "white-cat", "k": "5"}, {"set": "shop", "q": "mean"}])
def test_the_board_of_the_link_is_shown(link: dict[str, str]) -> None:
    frame = Host().open_page("explore", link)

    session = Session.start(link, {**CATALOGUE, **PAIRED})
    wanted = views.page_data(session)
    given = {name: frame.data[name] for name in wanted}
    assert given["board"]["link"] == session.link
    for one in (given, wanted):
        one["board"] = {**one["board"], "orders_by_tool": None}  # one of them is chosen at random
    assert given == wanted
    assert {*names(frame)} == BOARD | {"export"}


def test_markup_in_a_link_stays_text() -> None:
    (note,) = Host().open_page("explore", {"q": "<img src=x onerror=alert(1)>"}).data["board"]["notes"]

    assert "“<img src=x onerror=alert…”" in note


@pytest.mark.parametrize("path", [page.path for page in PAGES.values() if page.is_read])
def test_what_is_only_read_has_nothing_in_it_that_comes_from_people(path: str) -> None:
    """The browser takes its HTML as it is."""
    link = {"q": "<b>", "lesson": "<b>", "k": "<b>"}
    frame = Host().open_page(path, link)

    assert frame.main == ("prose",)
    assert frame.data["prose"] == Host().open_page(path, {}).data["prose"]


def test_two_open_pages_have_two_boards() -> None:
    one, other = Host(), Host()
    one.open_page("explore", {"q": "dark-cat"})
    other.open_page("explore", {"k": "7"})

    assert one.frame().data["board"]["link"] == {"q": "dark-cat", "k": "3"}
    assert other.frame().data["board"]["link"] == {"q": "cat-in-a-box", "k": "7"}


def test_compare_shows_the_pair_of_its_link() -> None:
    link = {"set": "two-feeds", "k": "2", "b": "2-1-3.110"}
    frame = Host().open_page("compare", link)

    board, versus = frame.data["board"], frame.data["versus"]
    assert frame.main[:2] == ("board", "versus")
    assert board["example"] == "two-feeds"
    assert [one["id"] for one in board["queries"]] == [A, B]
    assert [one["id"] for one in board["examples"] if one["q"] == MEAN] == list(PAIRED)
    assert board["notes"] == []
    assert versus["k"] == 2
    assert versus["paired"]
    assert versus["pattern"] == "011|110"
    assert versus["curves"][B]["P"] == [1.0, 1.0, pytest.approx(2 / 3)]
    assert versus["fractions"][B]["P"][2] == "2/3"
    head, *lines = versus["explanations"][1]
    assert re.fullmatch(r"B leads in all \d respects", head)
    assert "P@2, R@2 and F1@2 together prefer B: it has 2 relevant results in the first 2, A 1." in lines


def test_a_bad_link_to_compare_shows_the_first_pair_and_says_so() -> None:
    board = Host().open_page("compare", {"set": "nothing", "k": "many"}).data["board"]

    assert board["example"] == "two-engines"
    assert len(board["notes"]) == 2


# What parts say.


def test_a_change_is_answered_with_the_board_after_it() -> None:
    host = Host()
    before = host.open_page("explore", {"k": "3"}).data["board"]

    after = host.handle_message("board", "message", message({"do": "cut", "k": 5})).data["board"]

    assert before["link"]["k"] == "3"
    assert after["link"]["k"] == "5"
    assert (after["client"], after["revision"]) == ("me", 1)


def seen(host: Host) -> list[object]:
    """What is shown, but for what is chosen at random."""
    frame = host.frame()
    found = {name: data for name, data in frame.data.items() if name not in BOARD}
    board = frame.data.get("board", {}).get("link")
    return [frame.page, names(frame), board, found]


@pytest.mark.parametrize("value", [None, 3, [], {}, {"client": 4}, {"steps": "x"}])
@pytest.mark.parametrize(
    ("path", "part", "name"),
    [
        ("explore", "board", "message"),
        ("explore", "export", "ask"),
        ("explore", "check", "request"),
        ("explore", "nobody", "request"),
        ("explore", "board", "nothing"),
        ("learn", "coach", "request"),
        ("challenges", "challenges", "request"),
        ("check", "check", "request"),
        ("write", "author", "request"),
        ("write", "board", "request"),
        ("disagree", "disagree", "request"),
        ("handout", "handout", "request"),
        ("hides", "hides", "request"),
        ("textbook", "prose", "request"),
    ],
)
def test_what_makes_no_sense_changes_nothing(path: str, part: str, name: str, value: object) -> None:
    host = Host()
    host.open_page(path, {"k": "4", "seed": "3"})
    before = seen(host)

    host.handle_message(part, name, value)

    assert seen(host) == before


FOLDER = Path(module.__file__).parent
ASKED = sorted(
    {
        first or other
        for path in FOLDER.glob("*.py")
        for first, other in re.findall(r'{"([a-z ]+)":|\bget\("([a-z ]+)"', path.read_text(encoding="utf-8"))
    }
)
"""What requests are told apart by, as the pages' own modules name it."""

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["A", "a", "csv", "recall", "first-hit", "nDCG@3", "both, to compare"]),
)
REQUESTS = st.recursive(
    VALUES, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.sampled_from(ASKED), one), max_leaves=6
)


@given(st.data(), st.sampled_from([*PAGES]), st.lists(REQUESTS, min_size=1, max_size=4))
def test_no_part_can_say_anything_by_which_a_page_fails(data: st.DataObject, path: str, said: list[object]) -> None:
    host = Host()
    frame = host.open_page(path, {})
    if path == "results":
        host.handle_message("results", "request", {"sample": True})
    for value in said:
        part = data.draw(st.sampled_from(names(frame)))
        frame = host.handle_message(part, data.draw(st.sampled_from(["request", "ask"])), value)
        assert not [one for one in frame.data.values() if isinstance(one, dict) and one.get("fault")]


def test_what_a_page_that_is_not_there_says_is_not_heard() -> None:
    host = Host()
    host.open_page("check", {"seed": "7"})
    host.open_page("explore", {})
    host.handle_message("check", "request", {"answer": {"number": 0, "choice": 1}})

    assert host.open_page("check", {}).data["check"]["address"][0] == {"seed": "7"}


def test_a_lesson_is_gone_through() -> None:
    host = Host()
    assert names(host.open_page("learn", {})) == ["coach"]

    step = host.handle_message("coach", "request", {"go": {"lesson": "recall", "step": "2"}})

    assert step.left == ("coach",)
    assert {*step.main} == BOARD
    assert step.below == ("export",)
    assert step.data["coach"]["title"]
    assert names(host.handle_message("coach", "request", {"go": {}})) == ["coach"]


def test_a_challenge_is_taken_on_and_one_is_written() -> None:
    host = Host()
    listed = host.open_page("challenges", {}).data["challenges"]
    first = next(one["data-entry"] for one in attributes(listed["view"]) if "data-entry" in one)

    taken = host.handle_message("challenges", "request", {"go": {"challenge": first}})
    assert names(taken)[:2] == ["coach", "board"]

    written = host.open_page("write", {})
    assert (written.page, written.left, written.main[0]) == ("challenges", ("author",), "board")
    form = {"subject-0": "metric", "metric-0": "R", "relation-0": "=", "value-0": "1", "allow-move": "on"}
    checked = host.handle_message("author", "request", {"fields": form, "check": True, "number": 1})
    assert checked.data["author"]["view"][-1] != written.data["author"]["view"][-1]
    # Who leaves the form finds it again as it was, and the challenge behind it.
    left = host.handle_message("author", "request", {"leave": True})
    assert names(left)[:2] == ["coach", "board"]
    again = host.open_page("write", {}).data["author"]
    assert again["view"] == checked.data["author"]["view"]


def test_what_was_done_in_a_lesson_is_kept_beside_a_challenge() -> None:
    host = Host()
    host.open_page("challenges", {"challenge": "first-hit", "done": "recall-1"})
    host.open_page("learn", {})

    assert host.visit.state["study-lessons"].progress.count_done("recall") == 1


@pytest.mark.parametrize("beside", [False, True])
def test_a_question_that_the_browser_knows_as_answered_turns_the_board_of_its_own_page_alone(*, beside: bool) -> None:
    host = Host()
    host.open_page("learn", {"lesson": "recall", "step": "8"})
    if beside:
        host.open_page("challenges", {"challenge": "first-hit"})
        host.handle_message("board", "message", message({"do": "hide", "hidden": ["F1"]}))
        assert host.visit.session.desk.hidden == ("F1",)
    before = host.visit.session.desk
    host.handle_message("coach", "request", {"learner": {"done": "recall-8"}})

    assert host.visit.state["study-lessons"].said == 1
    assert (host.visit.session.desk == before) == beside


@pytest.mark.parametrize("file", [False, True])
def test_what_is_no_step_is_told_of_a_file_once_and_not_at_each_load(*, file: bool) -> None:
    host = Host()
    host.open_page("learn", {})
    host.handle_message("coach", "request", {"learner": {"done": "away-3"}, "file": file})
    assert ("away-3" in host.visit.state["study-lessons"].note) == file


@pytest.mark.parametrize(
    ("link", "notes"),
    [
        ({}, 0),
        ({"seed": "4711", "said": "11"}, 0),
        ({"seed": "<img src=x>", "said": "`", "done": "<b>"}, 1),
        ({"seed": "4711", "said": "1" * 9000, "done": "recall-1" * 900}, 1),
    ],
    ids=["fresh", "begun", "markup", "long"],
)
def test_a_check_says_what_of_its_link_makes_no_sense(link: dict[str, str], notes: int) -> None:
    shown = Host().open_page("check", link).data["check"]

    assert len(shown["view"][0][2:]) == notes
    assert 1 <= int(shown["address"][0]["seed"]) <= 999_999


def test_the_final_check_takes_answers_and_numbers_of_questions() -> None:
    host = Host()

    def check(**request: Any) -> tuple[int, int, int]:
        shown = host.handle_message("check", "request", request).data["check"]
        link, form = shown["address"][0], shown["view"][-1]
        return int(link["seed"]), len(link.get("said", "")), str(form).count("“none”")

    host.open_page("check", {"seed": "4711"})
    assert check(answer={"number": 0, "choice": 1}) == (4711, 1, 0)
    for odd in (3, {"number": "1", "choice": 0}, {"number": 1, "choice": 9}):
        assert check(answer=odd) == (4711, 1, 0)
    assert check(answer={"number": 0, "choice": 1}) == (4711, 1, 0)
    assert check(answer={"number": 1, "choice": -1}) == (4711, 1, 0)
    assert check(seed="none") == (4711, 1, 1)
    assert check(seed=3) == (4711, 1, 0)
    assert check(seed="12") == (12, 0, 0)
    assert check(fresh=True)[1] == 0


def test_the_questions_of_the_check_are_gone_through() -> None:
    host = Host()

    def title(**request: Any) -> str:
        found: str = host.handle_message("check", "request", request).data["check"]["title"]
        return found

    # The reply to a wrong answer is there to be read.
    assert host.open_page("check", {"seed": "4711", "said": "1"}).data["check"]["title"] == "Question 1 of 12"
    assert title(show=0) == "Question 1 of 12"
    assert title(show=2) == title(show=-1) == title(show="1") == "Question 1 of 12"
    assert title(show=1) == "Question 2 of 12"
    assert title(answer={"number": 1, "choice": 0}) == "Question 2 of 12"
    assert title(show=2) == "Question 3 of 12"
    assert title(seed="4711") == "Question 1 of 12"
    right = Check(4711).questions[0].right
    host.handle_message("check", "request", {"answer": {"number": 0, "choice": right}})
    assert host.open_page("check", {}).data["check"]["title"] == "Question 2 of 12"


def test_what_is_done_comes_along_to_what_each_metric_hides() -> None:
    def done(**link: str) -> dict[str, str]:
        found: dict[str, str] = Host().open_page("hides", link).data["hides"]["address"][0]
        return found

    assert done() == {}
    assert done(done="recall-1-2-3.<b>.x-1") == {"done": "recall-1-2-3"}


def test_ticks_in_an_address_are_those_of_boxes_that_can_be_changed() -> None:
    host = Host()
    host.open_page("explore", {"off": "judge"})
    shown = host.open_page("handout", {"tick": "-judge.curves.nonsense.-"}).data["handout"]
    assert shown["address"][0]["tick"] == "curves"
    assert "off=curves.judge" in str(shown["view"])


def test_what_is_presented_is_handed_out_and_gone_back_to() -> None:
    host = Host()
    host.open_page("explore", {"present": "1", "q": "white-cat"})
    assert "Back to presenting" in str(host.open_page("handout", {}).data["handout"])
    frame = host.handle_message("handout", "request", {"tick": {"cut": True}})
    assert "off=example.talk.cut.predict" in str(frame.data["handout"])
    assert host.handle_message("handout", "request", {"back": True}).page == "explore"
    assert "off" not in host.open_page("explore", {}).data["board"]["link"]
    # For another exercise one begins anew.
    assert "cut.predict" not in str(host.open_page("handout", {}).data["handout"])


def test_the_page_of_disagreements_is_presented_and_masked_and_no_longer() -> None:
    host = Host()
    host.open_page("disagree", {})
    shown = host.handle_message("disagree", "request", {"look": {"present": True, "mask": True}}).data["disagree"]
    assert (shown["looks"], shown["present"]["is_presenting"]) == (["present", "mask"], True)
    for odd in ({}, {"present": 1, "mask": "1"}):
        shown = host.handle_message("disagree", "request", {"look": odd}).data["disagree"]
        assert (shown["looks"], shown["present"]["is_presenting"]) == ([], False)


def test_metrics_that_disagree_are_asked_about() -> None:
    host = Host()
    host.open_page("disagree", {})
    asked = host.handle_message(
        "disagree", "request", {"fields": {"a": "P", "ak": "3", "b": "RR", "bk": "8", "of": "board"}}
    )

    assert asked.data["disagree"]["link"]["a"] == "P@3"
    assert names(asked) == ["disagree", "present", "rooms"]


# What is shared.


def test_nothing_is_made_to_be_shared_before_it_is_asked_for() -> None:
    menu = Host().open_page("explore", {}).data["export"]

    assert menu["answer"] is None
    kinds = [one["say"]["kind"] for one in attributes(menu["view"]) if "say" in one]
    assert kinds == [offer.kind for group in (LINK, *OFFERS) for offer in group.offers]
    assert len(json.dumps(menu)) < 3_000


def test_what_is_shared_stays_until_the_page_has_it() -> None:
    host = Host()
    host.open_page("explore", {})

    def answer() -> Any:
        return host.frame().data["export"]["answer"]

    link = {"q": "white-cat", "k": "3"}  # what is shown counts, not what has been told
    asked = host.handle_message("export", "ask", {"id": "1", "kind": "csv", "link": link})
    assert asked.data["export"]["answer"]["name"] == "irviz-white-cat.csv"
    # An answer may be lost, when another change follows at once.
    host.handle_message("board", "message", message({"do": "cut", "k": 5}))
    host.handle_message("export", "ask", {"id": 7})
    assert answer()["name"] == "irviz-white-cat.csv"
    host.handle_message("export", "ask", {"received": "1"})
    assert answer() is None


# What fails.


def test_a_part_that_fails_leaves_the_others_alone_and_is_written_down_once(
    monkeypatch: pytest.MonkeyPatch, log: list[str]
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(views, "lens_data", fails)
    host = Host()
    for times in (1, 2):
        frame = host.open_page("explore", {})
        assert frame.data["lens"] == {"fault": times}
        assert frame.data["curves"]["curves"]
    monkeypatch.setattr(views, "curves_data", fails)
    frame = host.frame()
    assert [frame.data[name]["fault"] for name in ("curves", "lens")] == [3, 4]
    assert log == ["The part 'lens' of a page could not be made", "The part 'curves' of a page could not be made"]


def test_a_page_that_fails_says_so_in_a_line_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, log: list[str]
) -> None:
    def fails(_: Host) -> Frame:
        raise ZeroDivisionError("on <purpose>")

    monkeypatch.setitem(PAGES, "check", replace(PAGES["check"], show=fails))
    host = Host()
    frame = host.open_page("check", {})
    assert (frame.page, frame.title, frame.main) == ("check", PAGES["check"].title, ("prose",))
    assert "This page could not be made" in frame.data["prose"]["html"]
    assert "purpose" not in worker.frame_to_json(frame)
    assert log == ["The part 'check' of a page could not be made"]

    assert host.open_page("explore", {}).data["board"]["queries"]
    monkeypatch.undo()
    assert host.open_page("check", {}).main == ("check",)


GOOD = {"number": 1, "part": "curves", "words": "TypeError: no", "where": "curves/tip.js:4:2"}


def told(*found: object) -> dict[str, Any]:
    return {**message(), "faults": [*found]}


@pytest.mark.parametrize("path", ["explore", "check"])
def test_what_fails_in_a_browser_is_written_down_once_and_on_one_line(log: list[str], path: str) -> None:
    host = Host()
    host.open_page(path, {})
    forged = {**GOOD, "number": 2, "words": "no\n2026 INFO all is well\r\x1b[2J\u2028\u202e"}
    for _ in range(3):
        host.handle_message("board", "message", told(GOOD, forged))
    place = "A page failed in curves, at curves/tip.js:4:2"
    assert log == [f"{place}: TypeError: no", rf"{place}: no\n2026 INFO all is well\r\x1b[2J\u2028\u202e"]


def test_a_page_that_fails_all_over_does_not_fill_the_log(log: list[str]) -> None:
    host = Host()
    host.open_page("textbook", {})
    for number in range(1, 1000):
        host.handle_message("board", "message", told({**GOOD, "number": number}))
    assert len(log) == MAX_FAULTS


@pytest.mark.parametrize(
    "fault",
    [
        None,
        "curves",
        {},
        {**GOOD, "number": 0},
        {**GOOD, "number": True},
        {**GOOD, "part": "curves\nforged"},
        {**GOOD, "part": ""},
        {**GOOD, "words": 7},
        {**GOOD, "words": "x" * 301},
        {**GOOD, "where": "x" * 301},
        {**GOOD, "where": None},
    ],
)
def test_a_failure_that_makes_no_sense_is_refused_in_one_line(log: list[str], fault: object) -> None:
    host = Host()
    host.open_page("explore", {})
    host.handle_message("board", "message", told(GOOD, fault))
    assert len(log) == 1
    assert "was ignored" in log[0]
    assert "forged" not in log[0]


@pytest.mark.parametrize("message", [told(*[GOOD] * 21), {**told(GOOD), "client": "x" * 65}], ids=["many", "nameless"])
def test_too_many_failures_and_a_client_without_a_name_are_refused(log: list[str], message: dict[str, Any]) -> None:
    host = Host()
    host.open_page("explore", {})
    host.handle_message("board", "message", message)
    assert len(log) == 1
    assert "was ignored" in log[0]


def test_nothing_else_changes_by_a_failure() -> None:
    fresh = Session.start({"k": "99"}, CATALOGUE)
    assert fresh.notes
    assert fresh.receive(told(GOOD)) == replace(fresh, client="me")
    known = fresh.receive(message({"do": "cut", "k": 5}))
    assert known.receive({**told(GOOD), "revision": 1}) is known


# The end of the line in the browser.


def test_no_number_is_what_browsers_cannot_read() -> None:
    frame = Frame("p", "t", "", (), (), (), {"a": [float("nan"), 1.5, {"b": float("inf")}]})

    assert json.loads(worker.frame_to_json(frame))["data"] == {"a": [None, 1.5, {"b": None}]}


def test_the_worker_speaks_json() -> None:
    shown = json.loads(worker.open_page("explore", '{"k": "2"}'))
    assert (shown["page"], {*shown}) == ("explore", {*Frame._fields})
    said = json.dumps(message({"do": "cut", "k": 6}))
    heard = json.loads(worker.hear("board", "message", said))
    assert heard["data"]["board"]["link"]["k"] == "6"
    assert json.loads(worker.code("http://localhost/")).startswith("<?xml")


def test_it_loads_nothing_that_is_not_in_the_browser() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, irviz.static.worker; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    outside = {"streamlit", "plotly", "pandas", "orjson", "starlette", "pyarrow", "numpy"}
    assert not outside & set(loaded)
    assert not [name for name in loaded if name.startswith(("irviz.ui", "irviz.server"))]


def test_the_menu_names_each_page_once() -> None:
    pages = [page for group in MENU.values() for page in group]
    assert [page.path for page in pages] == [*PAGES]
    assert len({page.title for page in pages}) == len(pages)
    assert all(page.about.endswith(".") for page in pages)


def test_predicting_begins_without_the_values_that_the_last_action_left() -> None:
    host = Host()
    host.open_page("explore", {"k": "3", "see": "changes"})
    steps = [{"do": "cut", "k": 2, "revision": 1}, {"do": "mode", "predict": True, "revision": 2}]
    link = {"q": "cat-in-a-box", "k": "2", "see": "changes"}
    before = host.handle_message("board", "message", {"client": "a", "revision": 1, "steps": steps[:1], "link": link})
    assert "0.296" in str(before.data["lens"]["view"])  # nDCG@3, which is covered from now on

    after = host.handle_message("board", "message", {"client": "a", "revision": 2, "steps": steps[1:], "link": link})

    assert after.data["board"]["link"]["predict"] == "1"
    assert "0.296" not in str(after.data["lens"]["view"])


def test_a_prediction_shows_what_one_can_do() -> None:
    host = Host()
    link = {"q": "cat-in-a-box", "k": "3", "predict": "1"}
    host.open_page("explore", link)
    moved = {"cat-in-a-box": "2-1-3-4-5-6-7-8.01011010"}
    guesses = {"RR": "up", "R": "up"}

    after = host.handle_message(
        "board", "message", message({"do": "boards", "boards": moved, "guesses": guesses}, **link)
    )

    shown = after.data["curves"]["evidence"]
    assert (shown["predicted-RR"], shown["predicted-R"]) == (2, 0)


def test_compare_chosen_by_its_name_shows_two_lists_again() -> None:
    host = Host()

    def ids(frame: Frame) -> tuple[str, bool]:
        return frame.data["board"]["example"], "versus" in frame.data

    def message(revision: int, example: str) -> Frame:
        step = {"revision": revision, "do": "example", "id": example}
        told = {"client": "c", "revision": revision, "steps": [step], "link": {}, "history": None}
        return host.handle_message("board", "message", told)

    assert ids(host.open_page("compare", {"q": "white-cat"})) == ("cats", False)  # as the link says
    host.open_page("explore", {})
    assert ids(host.open_page("compare", {})) == ("two-engines", True)
    message(1, "two-feeds")
    message(2, "two-engines")
    message(3, "graded")
    message(4, "two-feeds")
    assert ids(message(5, "graded")) == ("graded", False)
    assert ids(host.open_page("compare", {})) == ("two-feeds", True)
    message(6, "two-engines")
    message(7, "cats")
    assert ids(host.open_page("compare", {})) == ("two-engines", True)
    assert ids(host.open_page("explore", {})) == ("cats", False)


def test_what_a_teacher_has_locked_stays_when_compare_is_chosen_by_its_name() -> None:
    host = Host()
    host.open_page("compare", {"q": "white-cat", "off": "example"})
    frame = host.open_page("compare", {})
    assert (frame.data["board"]["example"], "versus" in frame.data) == ("cats", False)
