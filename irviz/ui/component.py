"""From a folder with html, css and js to a Streamlit component.

Streamlit sends a component's text again with every change. So it gets only the html (a skeleton, so
that nothing jumps when the module arrives) and a few lines that load the real module from
`irviz.ui.files`, which the browser keeps.

What is shown together comes together: one component is given the parts of all, `packed`, and the others
are mounted without data and wait for their part (see ``parts.js``). So Streamlit has one message to make
and send for each change, and none of its data to search for data frames.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson
import streamlit as st

from irviz.ui import files
from irviz.ui.faults import hear, made

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from streamlit.components.v2.bidi_component.state import ComponentResult

MOUNTED: set[str] = set()
"""The keys under which components have been shown; what they say is JSON, and nothing else."""

_LOADER = """
const base = new URL("{base}", document.baseURI).href;
export default async function show(component) {{
  const place = component.parentElement;
  place.querySelector(":scope > .ix-unloaded")?.remove();
  try {{
    return (await import(base + "{module}")).mount("{path}", component);
  }} catch {{
    const line = document.createElement("div");
    const again = document.createElement("button");
    line.className = "ix ix-notice ix-line ix-fault ix-unloaded";
    line.dataset.kind = "wrong";
    line.setAttribute("role", "status");
    again.className = "ix-button";
    again.textContent = "Try again";
    again.onclick = () => show(component);
    line.append("This part of the page could not be loaded. ", again);
    place.append(line);
  }}
}}
"""


def component(name: str) -> Callable[..., ComponentResult]:
    """The component in the folder `irviz/ui/<name>`.

    Args:
        name: The folder, and the stem of its html, css and js files.

    Returns:
        What `st.components.v2.component` returns: call it with `key` and `data`. What the page says has
        failed in it goes to the log, unless the caller takes the page's messages (`on_message_change`).
    """
    html = (Path(__file__).parent / name / f"{name}.html").read_text(encoding="utf-8")
    return mounting(name, html, f"{name}/{name}")


def mounting(name: str, html: str, path: str) -> Callable[..., ComponentResult]:
    """A component from its html and the path of its module, without `.js`."""
    loader = _LOADER.format(base=files.base(), module=files.PAGE, path=path)
    mount = st.components.v2.component(f"irviz_{name}", html=html, js=loader, isolate_styles=False)

    def mounted(*, key: str, **options: Any) -> ComponentResult:
        MOUNTED.add(key)
        options.setdefault("on_message_change", lambda: hear(st.session_state[key].get("message")))
        return mount(key=key, **options)

    return mounted


def packed(parts: Mapping[str, Any]) -> bytes:
    """The data of several components, for the one that brings them all.

    Args:
        parts: By component, its data. What cannot be written as JSON leaves the others alone; NaN is null.
    """
    # orjson, since this is on the way of each change, and the standard library takes ten times as long.
    written = {name: made(name, partial(_written, part)) for name, part in parts.items()}
    return orjson.dumps(written)


def _written(part: Any) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(part))
