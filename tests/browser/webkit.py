"""WebKit as Debian packages it: a window that is driven over WebDriver, used as playwright's pages are.

Playwright's own protocol needs a WebKit that is built for it. So this speaks the standard one with
WebKitGTK's driver, and offers as much of playwright's `Page` as `explorer.py` and `job.py` use. The driver
has a mouse and a keyboard; it takes a finger for a mouse.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx

from tests import live

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

PATIENCE = 60.0
"""Seconds until what is waited for counts as something that does not come."""

KEYS = {
    "Control": "\ue009",
    "Shift": "\ue008",
    "Escape": "\ue00c",
    "Space": " ",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}
"""How WebDriver writes keys that are no letters."""

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name of an element's id in WebDriver's messages."""

# The window is the page: what GTK draws around it takes no room, so it can be as narrow as a phone.
_BARE = "* { min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0; font-size: 1px }"

# A function, its argument, and what is done with its value: WebDriver's scripts are bodies of functions.
_CALL = """const [done] = [...arguments].slice(-1);
Promise.resolve().then(() => (%s)(arguments[0]))
  .then(value => done({ value }), error => done({ error: `${error}` }));"""

_WAIT = """const [argument, done] = arguments;
const until = performance.now() + 5000;
const look = () => {
  let found = false;
  try { found = (%s)(argument); } catch (error) { return done({ error: `${error}` }); }
  if (found || performance.now() > until) done({ value: Boolean(found) });
  else setTimeout(look, 15);
};
look();"""

# What goes wrong in the page. Streamlit looks for itself below the address of any page but the first.
_LISTEN = """() => {
  window.problemsOfThePage = [];
  const note = text => window.problemsOfThePage.push(String(text));
  addEventListener('error', event => note(event.message));
  addEventListener('unhandledrejection', event => note(event.reason));
  const { error } = console;
  console.error = (...words) => { note(words.join(' ')); error.apply(console, words); };
}"""

# Out of the way of what stays at an edge of the window.
_CENTRE = "selector => document.querySelector(selector)?.scrollIntoView({ block: 'center' })"

_ADDRESSES = "() => performance.getEntriesByType('resource').map(one => one.name)"

_PASSING = {"element click intercepted", "element not interactable", "no such element", "stale element reference"}
"""Refusals that are over when the page is where it is going."""


class RefusedError(Exception):
    """The driver's answer to what it could not do."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


class Session:
    """A line to the driver, with one window at its end.

    Args:
        url: The address of the driver.
        capabilities: What is asked of the browser.
    """

    def __init__(self, url: str, capabilities: dict[str, Any]) -> None:
        self._client = httpx.Client(base_url=url, timeout=60, trust_env=False)
        self._path = ""
        found = self.post("session", {"capabilities": {"alwaysMatch": capabilities}})
        self._path = f"session/{found['sessionId']}/"

    def post(self, command: str, values: dict[str, Any]) -> Any:
        return self._value(self._client.post(f"{self._path}{command}", json=values))

    def get(self, command: str) -> Any:
        return self._value(self._client.get(f"{self._path}{command}"))

    def close(self) -> None:
        self._value(self._client.delete(self._path.rstrip("/")))
        self._client.close()

    def _value(self, answer: httpx.Response) -> Any:
        value = answer.json()["value"]
        if answer.status_code != httpx.codes.OK:
            raise RefusedError(value["error"], value["message"])
        return value


class Page:
    """The window, by the names that playwright gives to what is done with it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._ears: dict[str, list[Callable[[Any], None]]] = {}
        self.mouse = Mouse(session)
        self.keyboard = Keyboard(session)

    def on(self, event: str, ear: Callable[[Any], None]) -> None:
        self._ears.setdefault(event, []).append(ear)

    def remove_listener(self, event: str, ear: Callable[[Any], None]) -> None:
        self._ears[event].remove(ear)

    def tell(self) -> None:
        """Tell the listeners what has gone wrong in this document, and whom it has asked."""
        if not self.evaluate("() => Boolean(window.problemsOfThePage)"):
            return
        for text in self.evaluate("() => window.problemsOfThePage.splice(0)"):
            for ear in self._ears.get("pageerror", []):
                ear(Said(message=text))
        for address in self.evaluate(_ADDRESSES):
            for ear in self._ears.get("request", []):
                ear(Asked(url=address))

    @property
    def url(self) -> str:
        found: str = self._session.get("url")
        return found

    def goto(self, url: str) -> None:
        self.tell()
        self._session.post("url", {"url": url})
        self.evaluate(_LISTEN)

    def reload(self) -> None:
        self.tell()
        self._session.post("refresh", {})
        self.evaluate(_LISTEN)

    def set_viewport_size(self, size: Mapping[str, int]) -> None:
        self._session.post("window/rect", {"x": 0, "y": 0, **size})
        self.wait_for_function("size => innerWidth === size.width && innerHeight === size.height", arg=size)

    def evaluate(self, function: str, arg: object = None) -> Any:
        return self._run(_CALL % function, [arg])

    def wait_for_function(self, function: str, *, arg: object = None, polling: int = 0) -> None:
        until = time.monotonic() + PATIENCE
        while not self._run(_WAIT % function, [arg]):
            if time.monotonic() > until:
                raise TimeoutError(function)

    def _run(self, script: str, arguments: list[object]) -> Any:
        found = self._session.post("execute/async", {"script": script, "args": arguments})
        assert "error" not in found, found["error"]
        return found.get("value")

    def locator(self, selector: str) -> Locator:
        return Locator(self, selector)

    def get_by_test_id(self, name: str) -> Locator:
        return self.locator(f"[data-testid={name}]")

    def click(self, selector: str) -> None:
        """Click an element with the mouse, as soon as it is there and nothing covers it."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                found = self._session.post("element", {"using": "css selector", "value": selector})
                self._session.post(f"element/{found[ELEMENT]}/click", {})
            except RefusedError as refused:
                if refused.kind not in _PASSING or time.monotonic() > until:
                    raise
                self.evaluate(_CENTRE, selector)
            else:
                return


@dataclass(frozen=True)
class Said:
    """What an error says."""

    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Asked:
    """What has been asked for."""

    url: str


class Mouse:
    """The mouse; between two calls it stays where it is, and pressed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._at = (0.0, 0.0)

    def move(self, x: float, y: float, steps: int = 1) -> None:
        (x0, y0) = self._at
        parts = [step / steps for step in range(1, steps + 1)]
        points = [(round(x0 + (x - x0) * part), round(y0 + (y - y0) * part)) for part in parts]
        self._do(*({"type": "pointerMove", "x": a, "y": b, "duration": 0} for a, b in points))
        self._at = (x, y)

    def down(self) -> None:
        self._do({"type": "pointerDown", "button": 0})

    def up(self) -> None:
        self._do({"type": "pointerUp", "button": 0})

    def _do(self, *actions: dict[str, Any]) -> None:
        source = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self._session.post("actions", {"actions": [{**source, "actions": actions}]})


class Keyboard:
    """The keyboard."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def press(self, key: str) -> None:
        """Press a key, or several as in `Control+Shift+z`."""
        names = [KEYS.get(name, name) for name in re.split(r"(?<=.)\+", key)]
        down = [{"type": "keyDown", "value": name} for name in names]
        up = [{"type": "keyUp", "value": name} for name in reversed(names)]
        keys = {"type": "key", "id": "keys", "actions": [*down, *up]}
        self._session.post("actions", {"actions": [keys]})


class Locator:
    """Where something is on the page, to be looked for whenever it is used.

    Args:
        page: The page.
        selector: Its CSS selector.
    """

    def __init__(self, page: Page, selector: str) -> None:
        self._page = page
        self._selector = selector

    def locator(self, selector: str) -> Locator:
        return Locator(self._page, f"{self._selector} {selector}")

    def get_by_test_id(self, name: str) -> Locator:
        return self.locator(f"[data-testid={name}]")

    def evaluate_all(self, function: str) -> Any:
        every = f"[...document.querySelectorAll({json.dumps(self._selector)})]"
        return self._page.evaluate(f"() => ({function})({every})")

    def evaluate(self, function: str) -> Any:
        one = f"document.querySelector({json.dumps(self._selector)})"
        self._page.wait_for_function(f"() => {one}")
        return self._page.evaluate(f"() => ({function})({one})")

    def get_attribute(self, name: str) -> str | None:
        found: str | None = self.evaluate(f"node => node.getAttribute({json.dumps(name)})")
        return found

    def inner_text(self) -> str:
        found: str = self.evaluate("node => node.innerText")
        return found

    def focus(self) -> None:
        self.evaluate("node => node.focus()")

    def press(self, key: str) -> None:
        self.focus()
        self._page.keyboard.press(key)

    def click(self, *, force: bool = False) -> None:
        self._page.click(self._selector)


@contextmanager
def display(folder: Path) -> Iterator[str]:
    """A screen that nobody sees, under the first number that is free."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24"]
    with (folder / "xvfb.txt").open("wb") as out:
        process = subprocess.Popen([*command, "-nolisten", "tcp"], pass_fds=[writing], stdout=out, stderr=out)
    os.close(writing)
    try:
        with os.fdopen(reading, encoding="ascii") as line:
            number = line.readline().strip()
        if not number:
            raise RuntimeError(f"Xvfb does not start: {(folder / 'xvfb.txt').read_text()}")
        yield f":{number}"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def launch(driver: str, folder: Path) -> Iterator[Page]:
    """Open a window of WebKit.

    Args:
        driver: The path of WebKitWebDriver.
        folder: Where the browser may write.
    """
    style = folder / "gtk-3.0" / "gtk.css"
    style.parent.mkdir()
    style.write_text(_BARE, encoding="utf-8")
    # Pages prefer reduced motion: WebKit draws what glides without a graphics card, at great cost.
    (style.parent / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n", encoding="utf-8")
    port = live.free_port()
    with display(folder) as screen:
        environment = os.environ | {
            "DISPLAY": screen,
            "GDK_BACKEND": "x11",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            **{f"XDG_{kind}_HOME": str(folder) for kind in ("CACHE", "CONFIG", "DATA")},
        }
        with (folder / "driver.txt").open("wb") as out:
            process = subprocess.Popen(
                [driver, f"--port={port}"], env=environment, stdout=out, stderr=out, start_new_session=True
            )
        try:
            _answers(process, f"http://127.0.0.1:{port}")
            session = Session(
                f"http://127.0.0.1:{port}", {"webkitgtk:browserOptions": {"args": ["--automation", "--full-screen"]}}
            )
            try:
                yield Page(session)
            finally:
                session.close()
        finally:
            # The browser is a child of the driver, and would outlive it.
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def _answers(driver: subprocess.Popen[bytes], url: str) -> None:
    """Wait until the driver answers."""
    while driver.poll() is None:
        try:
            httpx.get(f"{url}/status", timeout=5, trust_env=False)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("WebKit's driver has stopped by itself")
