"""From a folder with html, css and js to a Streamlit component.

Streamlit sends a component's text again with every change. So it gets only the html (a skeleton, so
that nothing jumps when the module arrives) and a few lines that load the real module from
`irviz.ui.files`, which the browser keeps.

What is shown together comes together: one component is given the parts of all, `packed`, and the others
are mounted without data and wait for their part (see ``parts.js``). So Streamlit has one message to make
and send for each change, and none of its data to search for data frames.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from irviz.ui import files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from streamlit.components.v2.types import ComponentRenderer

_LOADER = """
const base = new URL("{base}", document.baseURI).href;
const loaded = Promise.all([
  import(base + "parts.js"),
  import(base + "{name}/{name}.js"),
  import(base + "styles.js").then(({{ styled }}) => styled),
]);
export default async (component) => {{
  const [{{ mount }}, {{ default: show }}] = await loaded;
  return mount("{name}", component, show);
}};
"""


def component(name: str) -> ComponentRenderer:
    """The component in the folder `irviz/ui/<name>`.

    Args:
        name: The folder, and the stem of its html, css and js files.

    Returns:
        What `st.components.v2.component` returns: call it with `key` and `data`.
    """
    html = (Path(__file__).parent / name / f"{name}.html").read_text(encoding="utf-8")
    loader = _LOADER.format(base=files.base(), name=name)
    return st.components.v2.component(f"irviz_{name}", html=html, js=loader, isolate_styles=False)


def packed(parts: Mapping[str, Any]) -> bytes:
    """The data of several components, for the one that brings them all.

    Args:
        parts: By component, what can be written as JSON.

    Raises:
        ValueError: If a part has a number that JSON does not know, such as NaN.
    """
    return json.dumps(parts, separators=(",", ":"), allow_nan=False).encode()
