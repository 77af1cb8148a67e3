"""From a folder with html, css and js to a Streamlit component.

Streamlit sends a component's text again with every change. So it gets only the html (a skeleton, so
that nothing jumps when the module arrives) and a few lines that load the real module from
`irviz.ui.files`, which the browser keeps.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from irviz.ui import files

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_LOADER = """
const base = new URL("{base}", document.baseURI).href;
for (const sheet of {sheets}) {{
  if (![...document.querySelectorAll("link[rel=stylesheet]")].some((link) => link.href === base + sheet)) {{
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = base + sheet;
    document.head.append(link);
  }}
}}
const loaded = import(base + "{name}/{name}.js");
export default async (component) => (await loaded).default(component);
"""


def component(name: str) -> ComponentRenderer:
    """The component in the folder `irviz/ui/<name>`.

    Args:
        name: The folder, and the stem of its html, css and js files.

    Returns:
        What `st.components.v2.component` returns: call it with `key` and `data`.
    """
    html = (Path(__file__).parent / name / f"{name}.html").read_text(encoding="utf-8")
    loader = _LOADER.format(
        base=files.base(), name=name, sheets=["theme.css", f"{name}/{name}.css"]
    )
    return st.components.v2.component(f"irviz_{name}", html=html, js=loader, isolate_styles=False)
