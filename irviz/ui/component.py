"""The one component of a page: Streamlit gives it a frame, and it shows all that is on the page.

Streamlit sends a component's text again with every change. So it gets no more than a few lines that load
the real module from `irviz.ui.files`, which the browser keeps.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

import orjson
import streamlit as st

from irviz.pages.host import SAYS
from irviz.ui import files

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.components.v2.bidi_component.state import ComponentResult

    from irviz.pages.host import Frame, Host

KEY = "page"
"""The component's key in Streamlit's session state."""

_LOADER = """
const base = new URL("{base}", document.baseURI).href;
export default async function show(component) {{
  const place = component.parentElement;
  place.querySelector(":scope > .ix-unloaded")?.remove();
  try {{
    return (await import(base + "{module}")).module("server.js").show(component);
  }} catch {{
    const line = document.createElement("div");
    const again = document.createElement("button");
    line.className = "ix ix-notice ix-line ix-fault ix-unloaded";
    line.dataset.kind = "wrong";
    line.setAttribute("role", "status");
    again.className = "ix-button";
    again.textContent = "Try again";
    again.onclick = () => show(component);
    line.append("The page could not be loaded. ", again);
    place.append(line);
  }}
}}
"""


@cache
def _mount() -> Callable[..., ComponentResult]:
    """Declare the Streamlit component of the page, once a server runs, and return the function that mounts it."""
    loader = _LOADER.format(base=files.base(), module=files.PAGE)
    return st.components.v2.component("irviz_page", js=loader, isolate_styles=False)


def show(host: Host, frame: Frame, line: str, hear: Callable[[str, str, object], None]) -> None:
    """Show a frame by mounting the component; each message that a part of the page sends reaches `hear`.

    Args:
        host: The open page that made the frame.
        frame: The parts of the page with their data.
        line: The token of the page's own line, from `irviz.ui.line`.
        hear: Called with the part's name, the message's name and its value, as `Host.handle_message` takes them.
    """

    def pass_on(part: str, name: str) -> None:
        """Call `hear` with the message of a part that has just arrived."""
        hear(part, name, st.session_state[KEY].get(f"{part}_{name}"))

    # Streamlit takes a callback for each value by its name.
    said = {
        f"on_{part}_{name}_change": partial(pass_on, part, name)
        for part in (*frame.left, *frame.main, *frame.below)
        for name in SAYS
    }
    _mount()(key=KEY, data=encode_frame(host, frame, line), **said)


def encode_frame(host: Host, frame: Frame, line: str = "") -> bytes:
    """A frame as JSON, with the token `line`; data that cannot be encoded becomes `{"fault": …}`, and NaN null."""
    # orjson, since this is on the way of each change, and the standard library takes ten times as long.
    data = {name: host.make_or_count_fault(name, partial(_encode_part, part)) for name, part in frame.data.items()}
    return orjson.dumps({**frame._asdict(), "data": data, "line": line})


def _encode_part(part: Any) -> orjson.Fragment:
    """The data of one part as JSON, to be embedded in the frame's JSON as it is."""
    return orjson.Fragment(orjson.dumps(part))
