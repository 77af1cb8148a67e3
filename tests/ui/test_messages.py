"""What no page would send: it is dropped with one line in the log, and the page that sent it goes on."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from irviz.pages.intake import MAX_PASTED_CHARACTERS
from irviz.ui.component import KEY
from irviz.ui.limits import MAX_DEPTH, MAX_LOG_LINES, MAX_STATE_CHARACTERS, MessageMiddleware, clean_message, find_fault
from tests.apart import apart
from tests.bench._protocol import Page
from tests.bench._servers import IRVIZ, Server, running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Message, Receive, Scope, Send

RUN = "".join(f"q{i // 1000} Q0 d{i * 7_919 % 999_983:06d} {i % 1000} {i % 977 / 7} run " for i in range(60_000))
"""Results as somebody pastes them, more than 2 MB."""

CSV = "".join(f"q{i},d{i},{i}\n" for i in range(1000))
JSON = json.dumps([{"query": "q", "doc": ["d"], "score": 0.5}] * 1000)

LINK = {"q": "cat-in-a-box", "k": "3"}


def message(field: str, value: Any, widget: str, page: Page | None = None) -> bytes:
    """A message with one widget's state."""
    sent = BackMsg()
    state = sent.rerun_script
    state.query_string = "q=cat-in-a-box&k=3"
    if page is not None:
        state.page_script_hash, state.fragment_id = page._page, page._fragment
    one = state.widget_states.widgets.add()
    one.id = widget
    place = getattr(one, field)
    if hasattr(place, "SetInParent"):
        place.SetInParent()
    else:
        setattr(one, field, value)
    written: bytes = sent.SerializeToString()
    return written


@pytest.mark.parametrize(
    "text", ["{", "", "nonsense", "[" * 10_000, "9" * 5_000, r'{"message": "\ud800"}', '{"a": 1} 2']
)
def test_what_is_no_json_is_no_state(text: str) -> None:
    assert find_fault(text) == "a state that is no JSON"


def test_a_state_has_bounds() -> None:
    assert find_fault("[" * MAX_DEPTH + "]" * MAX_DEPTH) == ""
    assert "brackets" in find_fault("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))
    assert find_fault(f'"{"x" * (MAX_STATE_CHARACTERS - 2)}"') == ""
    assert "at most 4,000,000 are read" in find_fault(f'"{"x" * MAX_STATE_CHARACTERS}"')
    assert find_fault(r'{"message": "\ud83d\udc08"}') == ""


def test_only_what_is_wrong_is_dropped() -> None:
    good = message("json_value", '{"message": {"revision": 1}}', "$$ID-0-board")
    assert clean_message(good) == (good, "")
    mixed = BackMsg.FromString(good)
    for value in ("{", "7"):
        one = mixed.rerun_script.widget_states.widgets.add()
        one.id, one.json_value = "$$ID-0-lens", value
    left, words = clean_message(mixed.SerializeToString())
    assert words == "a state that is no JSON"
    assert left is not None
    kept = BackMsg.FromString(left).rerun_script
    assert [one.json_value for one in kept.widget_states.widgets] == ['{"message": {"revision": 1}}', "7"]
    assert kept.query_string == "q=cat-in-a-box&k=3"


@pytest.mark.parametrize("text", [CSV, JSON], ids=["csv", "json"])
def test_pasted_text_may_hold_any_signs_and_as_many_as_are_read(text: str) -> None:
    whole = (text * (MAX_PASTED_CHARACTERS // len(text) + 1))[: MAX_PASTED_CHARACTERS + 1]
    asked = {"results_request": {"fields": {"text-a": whole}, "count": 1}}
    pasted = message("json_value", json.dumps(asked), "$$ID-0-page")
    assert clean_message(pasted) == (pasted, "")


@pytest.mark.parametrize(
    "text",
    ['[""' + ',""' * 400_000 + "]", '["' + '","' * 400_000 + '"]', '{"a":"' + "," * 10, '"' * 10**6],
    ids=["texts", "signs", "open", "quotes"],
)
def test_signs_that_are_no_text_count(text: str) -> None:
    assert find_fault(text) in {"a state with more than 50,000 values", "a state that is no JSON"}


@pytest.mark.parametrize("field", ["int_value", "string_value", "file_uploader_state_value"])
def test_the_page_takes_nothing_but_json(field: str) -> None:
    value = {"int_value": 3, "string_value": "x"}.get(field)
    assert clean_message(message(field, value, f"$$ID-0-{KEY}"))[1] == "a state of another kind"


def test_nobody_forgets_for_others() -> None:
    wish = BackMsg()
    wish.clear_cache = True
    assert clean_message(wish.SerializeToString()) == (None, "a wish to forget what others use, too")


def test_a_page_does_not_fill_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    log: Any = type("Log", (), {"warning": lambda _, text, words: said.append(text % words)})()
    monkeypatch.setattr("irviz.ui.limits._LOG", log)
    heard: list[Message] = []
    coming: list[Message] = [{"type": "websocket.receive", "bytes": b"nonsense"}] * (MAX_LOG_LINES + 9)
    coming += [{"type": "websocket.disconnect", "code": 1001}]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        heard.append(await receive())

    async def receive() -> Message:
        return coming.pop(0)

    async def send(message: Message) -> None: ...

    apart(lambda: MessageMiddleware(app)({"type": "websocket"}, receive, send))
    assert [one["type"] for one in heard] == ["websocket.disconnect"]
    assert said == ["A page sent something that is no message; it was dropped"] * MAX_LOG_LINES


@pytest.fixture(scope="module")
def served() -> Iterator[Server]:
    with running(IRVIZ) as server:
        yield server


ODD: dict[str, tuple[str, Any]] = {
    "no JSON": ("json_value", "{"),
    "a hundred thousand brackets": ("json_value", "[" * 100_000),
    "a number of 5,000 digits": ("json_value", '{"message": ' + "9" * 5_000 + "}"),
    "half a character": ("json_value", r'{"message": "\ud800"}'),
    "5 MB": ("json_value", f'"{(RUN * 3)[:5_000_000]}"'),
    "a hundred thousand lists": ("json_value", f"[{'[],' * 100_000}1]"),
    "a million values": ("json_value", f"[{'1,' * 1_000_000}1]"),
    "another shape": ("json_value", '{"board_message": 7}'),
    "nothing in it": ("json_value", '{"board_message": {}}'),
    "a trigger that is no JSON": ("json_trigger_value", "{"),
    "a text for a component": ("string_value", "[" * 100_000),
    "a number for a component": ("int_value", 3),
    "a press for a component": ("trigger_value", True),
    "a file for a component": ("file_uploader_state_value", None),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("field", "value"), ODD.values(), ids=ODD)
def test_an_odd_message_costs_one_line_and_the_page_goes_on(served: Server, field: str, value: Any) -> None:
    before = len(served.log.read_text())

    async def visit() -> None:
        async with Page(served, LINK) as page:
            await page.wait(await page.send({"do": "cut", "k": 4}, {**LINK, "k": "4"}))
            await page._socket.send(message(field, value, page._component, page))
            async with asyncio.timeout(30):
                while len(served.log.read_text()) == before:
                    await asyncio.sleep(0.01)
            for k in (5, 6):
                revision = await page.send({"do": "cut", "k": k}, {**LINK, "k": str(k)})
                await page.wait(revision)
            assert page.data["revision"] == revision
            assert page.errors == []

    apart(visit)
    (line,) = served.log.read_text()[before:].splitlines()
    assert "was dropped" in line or "was ignored" in line


@pytest.mark.exhaustive
def test_what_is_no_message_at_all_does_not_close_the_line(served: Server) -> None:
    before = len(served.log.read_text())

    async def visit() -> None:
        async with Page(served, LINK) as page:
            for nonsense in ("a text", b"nonsense", b"\xff" * 1_000):
                await page._socket.send(nonsense)
            revision = await page.send({"do": "cut", "k": 4}, {**LINK, "k": "4"})
            await page.wait(revision)

    apart(visit)
    assert len(served.log.read_text()[before:].splitlines()) == 3


@pytest.mark.exhaustive
def test_a_long_text_that_is_pasted_arrives(served: Server) -> None:
    before = len(served.log.read_text())

    async def visit() -> None:
        async with Page(served, LINK) as page:
            asked = {"results_request": {"fields": {"text-a": RUN[:MAX_PASTED_CHARACTERS]}}}
            await page._socket.send(message("json_value", json.dumps(asked), page._component, page))
            revision = await page.send({"do": "cut", "k": 4}, {**LINK, "k": "4"})
            await page.wait(revision)

    apart(visit)
    assert served.log.read_text()[before:] == ""
