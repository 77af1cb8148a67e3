"""What a handler returns: a browser takes `false` for “do not do what you would do”."""

from __future__ import annotations

import re
from pathlib import Path

import irviz
from tests.each import each

UI = Path(irviz.__file__).parent / "ui"
SCRIPTS = sorted(UI.rglob("*.js"))

_HANDLER = re.compile(r"\.on[a-z]+ = (?:[\w.]+ = )*(?:async )?\(?[\w, ]*\)? => (.*)")


def answers(script: str) -> list[str]:
    """The handlers of a script that hand back what an expression comes to, and so perhaps `false`.

    >>> answers('a.onkeydown = (e) => e.key === "Enter" && b();')
    ['e.key === "Enter" && b();']
    >>> answers("a.onpointerup = a.onpointercancel = () => (this.held = false);")
    ['(this.held = false);']
    >>> answers("a.onclick = () => { b(); };  a.onkeydown = (event) => this.keys(event);")
    []
    """
    bodies = _HANDLER.findall(script)
    return [body for body in bodies if not re.match(r"\{|[\w.]+\(", body)]


def test_a_handler_that_cancels_what_it_does_not_answer_is_found() -> None:
    assert answers('field.onkeydown = (event) => event.key === "Enter" && this.see.click();')


@each("path", SCRIPTS)
def test_no_handler_cancels_by_the_way(path: Path) -> None:
    assert answers(path.read_text(encoding="utf-8")) == []
