"""The page on which a teacher writes an example: form and board are one thing, and what is given away opens as it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from irviz.pages.host import Host
from irviz.views.elements import Element

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.pages.host import Frame

LINES = "🐆 Jaguar in a tree\t1\nJaguar E-Type\nHow fast is a jaguar?\t1\nJaguar knits\t?"


def every(one: object) -> Iterator[Any]:
    for child in one if isinstance(one, list) else ():
        yield from every(child)
    if isinstance(one, Element):
        yield one


def wish(host: Host, do: str, **more: object) -> Frame:
    return host.handle_message("example", "request", {"do": do, **more})


def written(host: Host, query: str = "jaguar", lines: str = LINES) -> Frame:
    host.open_page("example", {})
    wish(host, "type", fields={"query-0": query})
    return wish(host, "type", fields={"results-0": lines})


def field(frame: Frame, name: str) -> str:
    value: str = next(one[1]["value"] for one in every(frame.data["example"]["view"]) if one[1].get("name") == name)
    return value


def words(frame: Frame) -> str:
    return " ".join(part for one in every(frame.data["example"]["view"]) for part in one[2:] if isinstance(part, str))


def given_link(frame: Frame) -> dict[str, str]:
    link = next(one[1]["href"] for one in every(frame.data["example"]["view"]) if one[0] == "a.ix-button")
    return dict(parse_qsl(urlsplit(link).fragment.removeprefix("?")))


def given_file(frame: Frame) -> str:
    says = [one[1]["say"] for one in every(frame.data["example"]["view"]) if "say" in one[1]]
    return str(next(say["text"] for say in says if say["do"] == "saveExample"))


def test_what_makes_no_example_yet_is_there_after_a_reload() -> None:
    host = Host()
    host.open_page("example", {"k": "2"})
    wish(host, "type", fields={"query-0": "jaguar", "title": "Big cats", "top": "3"})
    before = wish(host, "type", fields={"results-0": "Jaguar in a tree"}, live=True)
    assert "has 1." in words(before)
    kept = json.loads(json.dumps(before.data["example"]["draft"]))

    anew = Host()
    opened = anew.open_page("example", before.data["board"]["link"])
    assert opened.data["example"]["draft"] is None
    for wrong in (
        {},
        {**kept, "queries": "2"},
        {**kept, "fields": 3},
        {**kept, "pictures": [1]},
        {**kept, "of": "shop"},
    ):
        assert field(wish(anew, "recall", draft=wrong), "query-0") == ""
    frame = wish(anew, "recall", draft=kept)
    assert [field(frame, name) for name in ("query-0", "results-0", "title")] == [
        "jaguar",
        "Jaguar in a tree",
        "Big cats",
    ]
    assert "Not yet: query 1: it needs 2 to 20 results, and has 1." in words(frame)
    frame = wish(anew, "type", fields={"results-0": LINES})
    assert (frame.data["example"]["draft"], frame.data["board"]["queries"][0]["top"]) == (None, 3)
    # What is written by now stays, whatever the browser had.
    assert field(wish(anew, "recall", draft=kept), "results-0") == LINES


def test_what_is_missing_is_counted_while_one_types() -> None:
    host = Host()
    host.open_page("example", {})
    assert "it needs" not in words(wish(host, "type", fields={"results-0": "One"}, live=True))
    assert "it needs 2 to 20 results, and has 0" in words(wish(host, "type", fields={"query-0": "jaguar"}))
    for lines, count in (("One", 1), ("", 0), ("One\n\n", 1)):
        typed = wish(host, "type", fields={"results-0": lines}, live=True)
        assert f"it needs 2 to 20 results, and has {count}" in words(typed)
        assert field(typed, "results-0") == lines
    assert "it needs" not in words(wish(host, "type", fields={"results-0": "One\nTwo"}, live=True))


def test_the_board_lives_from_the_second_result_on() -> None:
    host = Host()
    frame = written(host, lines="Jaguar in a tree")
    assert frame.data["board"]["example"] == "cats"
    assert "Not yet: query 1: it needs 2 to 20 results, and has 1." in words(frame)

    frame = wish(host, "type", fields={"results-0": LINES})

    query = frame.data["board"]["queries"][0]
    assert (query["query"], query["items"][0]["title"]) == ("jaguar", "Jaguar in a tree")
    assert frame.data["board"]["initial_boards"] == {"own-1": "1-2-3-4.101_"}
    assert frame.data["board"]["examples"][-1]["title"] == "jaguar"


def test_what_is_dragged_and_judged_on_the_board_is_in_the_lines() -> None:
    host = Host()
    board = written(host).data["board"]
    # The page sends what the board does; here the best order and a judgment.
    link = {**board["link"], "own-1": "3-1-4-2.1110"}
    message = {"client": "abc", "revision": 1, "steps": [{"do": "link", "link": link, "revision": 1}], "link": link}

    frame = host.handle_message("board", "message", message)

    assert field(frame, "results-0") == (
        "How fast is a jaguar?\t1\n🐆 Jaguar in a tree\t1\nJaguar knits\nJaguar E-Type\t1"
    )
    assert "undo_link" in frame.data["board"]
    there = Host().open_page("explore", given_link(frame)).data["board"]
    assert there["initial_boards"]["own-1"].endswith(".1101")


def test_a_link_and_a_file_open_what_was_written() -> None:
    host = Host()
    written(host)
    wish(host, "add")
    wish(host, "type", fields={"query-1": "puma"})
    frame = wish(host, "type", fields={"results-1": "Shoes\nIn snow\t2\nCougar\t2\nFord Puma"})
    wish(host, "type", fields={"title": "Big <b>cats</b>"})
    frame = wish(host, "picture", title="Shoes", picture="own.0123456789abcdef")

    by_link = Host().open_page("explore", given_link(frame)).data["board"]
    other = Host()
    other.open_page("example", {})
    by_file = wish(other, "open", text=given_file(frame)).data["board"]

    for there in (by_link, by_file):
        assert there["queries"] == frame.data["board"]["queries"]
        assert there["tabs"][-1]["label"] == "mean of 2"
        assert there["examples"][-1]["title"] == "Big <b>cats</b>"
        assert there["queries"][1]["items"][0]["picture"] == "own.0123456789abcdef"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "it is no JSON, as “Save as a file” writes it"),
        ("[]", "it is no example, as “Save as a file” writes it"),
        ('{"irviz_example": 7}', "it is of version 7, and this irviz reads up to 1: a newer one opens it"),
        ('{"irviz_example": 1, "queries": [{}]}', "query 1: expected a list of results"),
        ("[" * 100_000, "it is no JSON, as “Save as a file” writes it"),
    ],
)
def test_a_file_that_is_none_changes_nothing_and_says_why_once(text: str, why: str) -> None:
    host = Host()
    before = written(host)

    frame = wish(host, "open", text=text, name="cats.json")

    assert f"cats.json was not opened: {why}." in words(frame)
    assert frame.data["board"]["queries"] == before.data["board"]["queries"]
    assert "not opened" not in words(wish(host, "nothing"))


@pytest.mark.parametrize(
    "request_",
    [
        None,
        {"do": "type", "fields": {"results-5": "One"}},
        {"do": "type", "fields": ["results-0"]},
        {"do": "type", "fields": {"faults": "x"}},
        {"do": "remove", "at": -7},
        {"do": "remove", "at": "0"},
        {"do": "start", "value": 7},
        {"do": "picture", "title": "Jaguar E-Type", "picture": "https://elsewhere.example/x.png"},
    ],
)
def test_a_request_that_makes_no_sense_changes_nothing_on_the_board(request_: object) -> None:
    host = Host()
    before = written(host)

    frame = host.handle_message("example", "request", request_)

    assert frame.data["board"]["queries"] == before.data["board"]["queries"]


def test_a_line_that_cannot_be_read_is_marked_and_the_board_stays() -> None:
    host = Host()
    before = written(host)

    frame = wish(host, "type", fields={"results-0": f"{LINES}\nOne\tmany"})

    area = next(one for one in every(frame.data["example"]["view"]) if one[0] == "textarea.ix-field")
    assert area[1]["aria-invalid"]
    assert area[1]["value"].endswith("One\tmany")
    assert "Line 5: “many” is no grade; write a whole number from 0 to 10, or ? for none. Until then" in words(frame)
    assert frame.data["board"]["queries"] == before.data["board"]["queries"]


def test_a_grade_beyond_the_scale_raises_it() -> None:
    host = Host()
    frame = written(host, lines="One\t3\nTwo\t1")

    assert frame.data["board"]["queries"][0]["top"] == 3
    assert {row["name"] for row in frame.data["curves"]["rows"]} > {"DCG"}


def test_begun_from_the_board_as_it_is() -> None:
    host = Host()
    host.open_page("example", {"q": "white-cat", "k": "3", "white-cat": "8-7-6-5-4-3-2-1.00000001"})

    frame = wish(host, "start", value="board")

    assert field(frame, "query-1") == "white cat"
    assert field(frame, "results-1").splitlines()[0].endswith("\t1")
    assert json.loads(given_file(frame))["title"] == "Cats in boxes"


def test_it_is_handed_out_kept_for_a_talk_and_set_as_a_challenge() -> None:
    host = Host()
    written(host)
    frame = host.open_page("explore", {})
    assert frame.data["board"]["can_save"]
    handed = host.open_page("handout", {})
    link = next(one[1]["outward"] for one in every(handed.data["handout"]["view"]) if one[0] == "a.ix-button.ix-do")
    there = Host().open_page("explore", dict(parse_qsl(urlsplit(link).query))).data["board"]
    assert there["queries"] == frame.data["board"]["queries"]

    host.open_page("write", {})
    form = {"subject-0": "metric", "metric-0": "AP", "relation-0": "best", "allow-move": "on"}
    checked = host.handle_message("author", "request", {"fields": form, "check": True, "number": 1})
    said = str(checked.data["author"]["view"])
    assert "1 move" in said or "one move" in said


def test_begun_from_a_query_of_own_results() -> None:
    host = Host()
    host.open_page("results", {})
    host.handle_message("results", "request", {"sample": True})
    frame = host.handle_message("results", "request", {"query": "white cat"})
    titles = [one["title"] for one in frame.data["board"]["queries"][0]["items"]]

    frame = host.open_page("example", {})
    assert "“white cat” of your results" in words(frame)
    frame = wish(host, "start", value="results")

    assert field(frame, "query-0") == "white cat"
    assert [line.split("\t")[0] for line in field(frame, "results-0").splitlines()] == titles[:20]


def test_each_change_of_the_form_can_be_taken_back() -> None:
    host = Host()
    frames = [written(host)]
    wish(host, "picture", title="Jaguar E-Type", picture="own.0123456789abcdef")
    frames.append(wish(host, "add"))
    wish(host, "type", fields={"query-1": "puma"})
    frames.append(wish(host, "type", fields={"results-1": "One\nTwo\nThree\nFour"}))
    frames.append(wish(host, "remove", at=0))
    frames.append(wish(host, "start", value="five"))
    assert frames[-1].data["board"]["queries"][0]["items"][0]["title"] == "Document 1"
    assert "puma" in [one["title"] for one in frames[-1].data["board"]["examples"]]

    seen = [wish(host, "back") for _ in range(2)]
    assert field(seen[0], "query-0") == "puma"
    assert seen[1].data["board"]["queries"] == frames[2].data["board"]["queries"]
    for _ in range(9):
        frame = wish(host, "back")
    assert frame.data["board"]["example"] == "cats"


def test_a_picture_takes_the_place_of_an_emoji_and_share_says_that_no_link_has_it() -> None:
    host = Host()
    assert written(host).data["export"]["link_note"] == ""
    frame = wish(host, "picture", title="Jaguar in a tree", picture="own.0123456789abcdef")
    assert frame.data["board"]["queries"][0]["items"][0]["picture"] == "own.0123456789abcdef"
    assert field(frame, "results-0") == LINES.removeprefix("🐆 ")
    assert "pictures stay in this browser" in frame.data["export"]["link_note"]
    assert field(wish(host, "back"), "results-0") == LINES


def test_a_picture_that_cannot_be_read_is_told_beside_the_pictures_and_a_file_at_the_top() -> None:
    host = Host()
    written(host)
    wrong = "notes.txt is no picture that this browser can read, such as PNG or JPEG."

    view = wish(host, "picture", title="Jaguar E-Type", fault=wrong).data["example"]["view"]
    group = next(one for one in every(view) if one[0] == "fieldset.ix-stack.ix-example-query")
    assert [one[2] for one in every(group) if one[1].get("role") == "alert"] == [wrong]

    view = wish(host, "open", fault="x.json is larger than 20 MB.").data["example"]["view"]
    assert [one[2] for one in view if one[1].get("role") == "alert"] == ["x.json is larger than 20 MB."]
    assert not any(one[1].get("role") == "alert" for one in every(wish(host, "add").data["example"]["view"]))


def test_a_title_that_is_corrected_keeps_its_picture() -> None:
    host = Host()
    written(host)
    wish(host, "picture", title="Jaguar E-Type", picture="own.0123456789abcdef")

    frame = wish(host, "type", fields={"results-0": LINES.replace("E-Type", "E-Type of 1961")})

    assert frame.data["board"]["queries"][0]["items"][1]["picture"] == "own.0123456789abcdef"


def test_what_is_still_being_typed_changes_nothing_before_it_can_be_read() -> None:
    host = Host()
    before = written(host)

    frame = wish(host, "type", fields={"results-0": f"{LINES}\nOne\tma"}, live=True)
    assert "no grade" not in words(frame)
    assert frame.data["board"]["queries"] == before.data["board"]["queries"]

    frame = wish(host, "type", fields={"results-0": f"{LINES}\nOne"}, live=True)
    assert len(frame.data["board"]["queries"][0]["items"]) == 5


def test_an_own_example_stays_in_the_menu_beside_others() -> None:
    host = Host()
    board = written(host).data["board"]
    wanted = {"do": "example", "id": "five", "revision": 1}
    link = {"q": "five-documents", "k": "5"}
    frame = host.handle_message("board", "message", {"client": "a", "revision": 1, "steps": [wanted], "link": link})

    assert frame.data["board"]["example"] == "five"
    assert {"id": board["example"], "title": "jaguar", "q": "own-1"} in frame.data["board"]["examples"]


def test_a_challenge_on_it_opens_elsewhere() -> None:
    host = Host()
    frame = written(host)
    goal = {"goal": "AP@4 = 1", "allow": "move", "start": urlencode(frame.data["board"]["link"])}

    there = Host().open_page("challenges", goal)

    assert there.data["board"]["queries"] == frame.data["board"]["queries"]
    assert "AP@4" in str(there.data["coach"])


def test_how_the_board_is_looked_at_and_what_is_saved_outlive_an_edit_and_its_way_back() -> None:
    host = Host()
    host.open_page("example", {"q": "cat-in-a-box", "k": "3", "present": "1", "mask": "1", "predict": "1", "m": "RR"})
    wish(host, "type", fields={"query-0": "jaguar"})
    frame = wish(host, "type", fields={"results-0": LINES})
    looked = {"present": "1", "mask": "1", "predict": "1", "m": "RR"}
    assert looked.items() <= frame.data["board"]["link"].items()
    link = frame.data["board"]["link"]
    keep = {"client": "a", "revision": 1, "steps": [{"do": "keep", "at": 0, "revision": 1}], "link": link}
    saved = host.handle_message("board", "message", keep).data["board"]["link"]["deck"]

    back = wish(host, "back").data["board"]

    assert back["example"] == "cats"
    assert {**looked, "deck": saved}.items() <= back["link"].items()


def test_an_exercise_that_is_locked_is_not_replaced() -> None:
    host = Host()
    before = host.open_page("example", {"q": "cat-in-a-box", "k": "3", "off": "move.cut"})
    wish(host, "type", fields={"query-0": "jaguar"})

    frame = wish(host, "type", fields={"results-0": LINES})

    assert "an exercise with parts locked" in words(frame)
    assert frame.data["board"]["link"] == before.data["board"]["link"]
