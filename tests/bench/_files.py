"""The page “Your results” without a browser: files go up as Streamlit's page sends them."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

import httpx
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from types import TracebackType

    from streamlit.proto.Common_pb2 import FileURLs
    from streamlit.proto.Element_pb2 import Element

    from tests.bench._servers import Server

PIECE = 1 << 18


class Results:
    """An open page “Your results”.

    Args:
        server: What it is a page of.

    Attributes:
        said: What stands on the page as HTML, all of it.
        buttons: By label, the ids of the buttons.
        errors: What went wrong, in words.
        session: What the server calls the page.
        asked: The addresses to which files went, or from which they were taken off.
    """

    def __init__(self, server: Server) -> None:
        self.said: list[str] = []
        self.buttons: dict[str, str] = {}
        self.errors: list[str] = []
        self.session = ""
        self.asked: list[str] = []
        self._server = server
        self._inputs: dict[str, str] = {}
        self._urls: dict[str, FileURLs] = {}
        self._brought: dict[str, list[dict[str, Any]]] = {}
        self._page = ""
        self._number = ""
        self._cutoff = 0
        self._runs = 0
        self._news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        """Open the page, and wait until it is there."""
        self._socket: ClientConnection = await connect(
            self._server.stream,
            subprotocols=[Subprotocol("streamlit")],
            max_size=None,
            ping_interval=None,
        )
        self._reader = asyncio.create_task(self._read())
        await self.rerun()
        await self.until(lambda: len(self._inputs) == 4)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the page."""
        await self._socket.close()
        self._reader.cancel()
        with suppress(asyncio.CancelledError):
            await self._reader

    async def until(self, there: Callable[[], bool], seconds: float = 120.0) -> None:
        """Wait for something.

        Raises:
            RuntimeError: Something went wrong in the meantime.
        """
        try:
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: there() or bool(self.errors))
        except TimeoutError:
            raise TimeoutError(f"the page says {self.said}") from None
        if self.errors:
            raise RuntimeError("; ".join(self.errors))

    async def put(
        self, name: str, data: bytes, *, length: bool = True, seconds: float = 0.0
    ) -> tuple[int, str]:
        """Send a file up.

        Args:
            name: What it is called.
            data: What is in it.
            length: Whether to say beforehand how long it is.
            seconds: How long that takes at least.

        Returns:
            The status of the answer, and the file's id.
        """
        found = await self._place(name)
        async with httpx.AsyncClient(trust_env=False, timeout=120) as client:
            await client.get(f"{self._server.url}/_stcore/health")
            token = client.cookies.get("_streamlit_xsrf") or ""
            edge = secrets.token_hex(16)
            front = (
                f'--{edge}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
                "Content-Type: application/octet-stream\r\n\r\n"
            ).encode()
            back = f"\r\n--{edge}--\r\n".encode()
            headers = {
                "X-Xsrftoken": token,
                "Content-Type": f"multipart/form-data; boundary={edge}",
            }
            if length:
                headers["Content-Length"] = str(len(front) + len(data) + len(back))

            async def body() -> AsyncIterator[bytes]:
                yield front
                since = time.perf_counter()
                for start in range(0, len(data), PIECE):
                    yield data[start : start + PIECE]
                    due = since + seconds * start / len(data)
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                yield back

            self.asked.append(found.upload_url)
            address = f"{self._server.url}{found.upload_url}"
            answer = await client.put(address, content=body(), headers=headers)
        self._brought[name] = [{"urls": found, "size": len(data)}]
        return answer.status_code, found.file_id

    async def take_off(self, name: str) -> int:
        """Take a file off that was sent up, and say the status of the answer."""
        (one,) = self._brought.pop(name)
        self.asked.append(one["urls"].delete_url)
        async with httpx.AsyncClient(trust_env=False, timeout=120) as client:
            await client.get(f"{self._server.url}/_stcore/health")
            token = client.cookies.get("_streamlit_xsrf") or ""
            address = f"{self._server.url}{self.asked[-1]}"
            return (await client.delete(address, headers={"X-Xsrftoken": token})).status_code

    async def _place(self, name: str) -> FileURLs:
        """Where a file may be sent; asked for again, since an answer is lost where a run begins just then."""
        wish = BackMsg()
        request = wish.file_urls_request
        request.file_names.append(name)
        request.session_id = self.session
        for _ in range(20):
            request.request_id = secrets.token_hex(8)
            await self._socket.send(wish.SerializeToString())
            with suppress(TimeoutError):
                await self.until(lambda: request.request_id in self._urls, seconds=5)
                return self._urls.pop(request.request_id)
        raise TimeoutError(f"the server names no place for {name}")

    async def bring(self, slot: str, name: str, data: bytes) -> int:
        """Send a file up, and tell the page that it is there; the status of the answer."""
        status, _ = await self.put(name, data)
        if status == 204:
            await self.take(slot, name)
        return status

    async def take(self, slot: str, name: str) -> None:
        """Tell the page that a file is there."""
        (file,) = self._brought.pop(name)
        before = self._brought.get(slot, []) if slot == "b" else []
        self._brought[slot] = [*before, {**file, "name": name}]
        await self.rerun()

    async def drop(self, slot: str) -> None:
        """Take the first file of a place off."""
        self._brought[slot] = self._brought[slot][1:]
        await self.rerun()

    async def cut(self, k: int) -> None:
        """Ask for the values at another cutoff."""
        self._cutoff = k
        await self.rerun()

    async def press(self, label: str) -> None:
        """Press a button, as soon as it is there."""
        await self.until(lambda: label in self.buttons)
        await self.rerun(self.buttons[label])

    async def rerun(self, pressed: str = "") -> int:
        """Have the page run, with all files that were brought; the number of runs before."""
        sent = BackMsg()
        state = sent.rerun_script
        state.page_script_hash = self._page
        state.page_name = "" if self._page else "results"
        state.widget_states.SetInParent()
        for slot, files in self._brought.items():
            if slot not in self._inputs:
                continue
            widget = state.widget_states.widgets.add()
            widget.id = self._inputs[slot]
            for file in files:
                one = widget.file_uploader_state_value.uploaded_file_info.add()
                one.file_id = file["urls"].file_id
                one.name, one.size = file["name"], file["size"]
                one.file_urls.CopyFrom(file["urls"])
        if self._number and self._cutoff:
            widget = state.widget_states.widgets.add()
            widget.id, widget.double_value = self._number, float(self._cutoff)
        if pressed:
            widget = state.widget_states.widgets.add()
            widget.id, widget.trigger_value = pressed, True
        state.context_info.url = f"{self._server.url}/results"
        self.said = []
        before = self._runs
        await self._socket.send(sent.SerializeToString())
        return before

    async def _read(self) -> None:
        try:
            async for frame in self._socket:
                if isinstance(frame, bytes):
                    self._take(ForwardMsg.FromString(frame))
                    async with self._news:
                        self._news.notify_all()
        except ConnectionClosed as error:
            self.errors.append(f"the connection was closed: {error}")
            async with self._news:
                self._news.notify_all()

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.session = message.new_session.initialize.session_id or self.session
            self._page = message.new_session.page_script_hash
        elif kind == "navigation":
            self._page = message.navigation.page_script_hash
        elif kind == "script_finished":
            self._runs += 1
        elif kind == "file_urls_response":
            for found in message.file_urls_response.file_urls:
                self._urls[message.file_urls_response.response_id] = found
        elif kind == "delta":
            self._show(message.delta.new_element)

    def _show(self, element: Element) -> None:
        what = element.WhichOneof("type")
        if what == "file_uploader":
            slot = element.file_uploader.id.rpartition("results-file-")[2]
            self._inputs[slot] = element.file_uploader.id
        elif what == "button":
            self.buttons[element.button.label] = element.button.id
        elif what == "number_input":
            self._number = element.number_input.id
        elif what == "html":
            self.said.append(element.html.body)
        elif what == "exception":
            self.errors.append(f"{element.exception.type}: {element.exception.message}")

    def says(self, words: str) -> bool:
        """Whether some words stand on the page."""
        return any(words in one for one in self.said)
