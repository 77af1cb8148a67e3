"""Firefox as Debian packages it, for playwright: `python -m tests.browser.firefox FIREFOX OPTION...`.

Playwright's own protocol needs a Firefox that is built for it, but it also speaks the standard one,
WebDriver BiDi, which any Firefox does. One command that it sends for each new page is unknown to the Firefox
of long-term support. So this starts the browser, passes on everything between the two, and answers that one
command itself.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

UNKNOWN = "emulation.setMediaFeaturesOverride"
"""Light or dark as the browser is: nothing is lost if it cannot be changed."""

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


def command(firefox: str, folder: Path) -> Path:
    """Write the file that playwright runs in the place of Firefox.

    Args:
        firefox: The path of Firefox.
        folder: Where to write it.
    """
    root = Path(__file__).resolve().parents[2]
    script = folder / "firefox"
    script.write_text(
        f'#!/bin/sh\nPYTHONPATH={str(root)!r} exec {sys.executable!r} -m {__name__} {firefox!r} "$@"\n',
        encoding="utf-8",
    )
    script.chmod(0o755)
    return script


async def main(firefox: str, *options: str) -> int:
    """Run Firefox, and tell playwright where to speak to it: here."""
    browser = await asyncio.create_subprocess_exec(firefox, *options, stderr=asyncio.subprocess.PIPE)
    assert browser.stderr
    async for line in browser.stderr:
        if found := LISTENS.search(line.decode(errors="replace")):
            break
    else:
        return await browser.wait()
    reading = asyncio.create_task(browser.stderr.read())
    place = found[1]

    async def relay(client: ServerConnection) -> None:
        assert client.request
        async with connect(place + client.request.path, max_size=None, ping_interval=None) as line:
            await asyncio.gather(to_browser(client, line), to_client(client, line))

    async with serve(relay, "127.0.0.1", 0, max_size=None, ping_interval=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)  # noqa: T201
        code = await browser.wait()
        await reading
        return code


async def to_browser(client: ServerConnection, line: ClientConnection) -> None:
    """Pass on what playwright says, but for the unknown command."""
    async for words in client:
        said = json.loads(words)
        if said.get("method") == UNKNOWN:
            await client.send(json.dumps({"type": "success", "id": said["id"], "result": {}}))
        else:
            await line.send(words)
    await line.close()


async def to_client(client: ServerConnection, line: ClientConnection) -> None:
    """Pass on what the browser says."""
    with suppress(ConnectionClosed):
        async for words in line:
            await client.send(words)
    await client.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
