"""Share: one menu from which a page's state leaves as a file, a picture, code or paper.

The menu stands outside the fragment that follows each change, and everything in it is made when
somebody asks for it: until then it costs nothing.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import streamlit as st

from irviz.ui.component import component

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOG = st.logger.get_logger(__name__)

_mount = component("export")


@dataclass(frozen=True)
class File:
    """A file to save.

    Args:
        name: Its name.
        text: Its contents; of a file that is no text, its bytes in base 64.
        type: Its media type.
        note: What the file cannot say by itself, in a sentence; may be empty.
        packed: Whether it is no text.
    """

    what: ClassVar[str] = "file"
    name: str
    text: str
    type: str = "text/plain"
    note: str = ""
    packed: bool = False

    @classmethod
    def of_bytes(cls, name: str, data: bytes, type: str) -> File:  # noqa: A002 - as the field
        """A file that is no text."""
        return cls(name, b64encode(data).decode(), type, packed=True)


@dataclass(frozen=True)
class Script:
    """Code for the clipboard; a page without access to it shows the code to be copied by hand.

    Args:
        text: The code.
        note: What has to be said of it, in a sentence; may be empty.
    """

    what: ClassVar[str] = "script"
    text: str
    note: str = ""


@dataclass(frozen=True)
class Picture:
    """A chart to save, drawn in the browser.

    Args:
        name: The name of the file, with its kind: ``.svg`` or ``.png``.
        drawing: What ui/export/picture.js draws, from `irviz.views.drawing.drawing`.
        note: What has to be said of it, in a sentence; may be empty.
    """

    what: ClassVar[str] = "picture"
    name: str
    drawing: Mapping[str, Any]
    note: str = ""


@dataclass(frozen=True)
class Paper:
    """A page to print.

    Args:
        sheet: What stands on it, from `irviz.formats.export.sheet`.
        drawing: Its chart.
    """

    what: ClassVar[str] = "paper"
    sheet: Mapping[str, Any]
    drawing: Mapping[str, Any]


Shared = File | Script | Picture | Paper
"""What leaves the page."""


@dataclass(frozen=True)
class Offer:
    """A button of the menu.

    Args:
        kind: What it asks for; ``link`` copies the page's address and asks nothing.
        label: What stands on it.
    """

    kind: str
    label: str


@dataclass(frozen=True)
class Group:
    """A line of the menu: what it is about, and its buttons."""

    title: str
    about: str
    offers: tuple[Offer, ...]


@st.fragment
def share_menu(
    key: str,
    groups: Sequence[Group],
    make: Callable[[str, Mapping[str, str]], Shared],
    *,
    button: bool = False,
) -> None:
    """Show the menu, closed.

    Args:
        key: A name of its own among the page's components.
        groups: What there is to share.
        make: Makes what is asked for from its kind and the parameters of the link in the address
            bar, which carries what the page shows, whatever is still on its way. It may raise
            ValueError with a message for the page.
        button: Whether the menu has a button here; without, it opens on ``irviz:share``.
    """
    answer = f"{key}-answer"
    _mount(
        key=key,
        data={
            "groups": [asdict(group) for group in groups],
            "button": button,
            "answer": st.session_state.pop(answer, None),
        },
        on_ask_change=lambda: _answer(key, answer, make),
    )


def _answer(key: str, answer: str, make: Callable[[str, Mapping[str, str]], Shared]) -> None:
    asked = answered(st.session_state[key].get("ask"), make)
    if asked is not None:
        st.session_state[answer] = asked


def answered(
    ask: object, make: Callable[[str, Mapping[str, str]], Shared]
) -> dict[str, Any] | None:
    """The answer to a page that asks; None where what it says makes no sense.

    Args:
        ask: ``{"id": a name for this question, "kind", "link": parameters}``.
        make: As for `share_menu`.

    Returns:
        The question's ``id``, and ``what`` there is with its parts, or a ``fault`` in words.

    Example:
        >>> answered({"id": "1", "kind": "csv", "link": {}}, lambda kind, link: Script(kind))
        {'id': '1', 'what': 'script', 'text': 'csv', 'note': ''}
    """
    if not isinstance(ask, Mapping) or not isinstance(link := ask.get("link"), Mapping):
        return None
    number, kind = ask.get("id"), ask.get("kind")
    if not isinstance(number, str) or not isinstance(kind, str):
        return None
    parameters = {str(name): str(text) for name, text in link.items()}
    try:
        found = make(kind, parameters)
    except ValueError as error:
        return {"id": number, "fault": str(error)}
    except LookupError:
        _LOG.warning("A page asked for something that is not on its menu")
        return None
    except Exception:  # noqa: BLE001 - whatever it is, the menu goes on
        _LOG.exception("What a page asked for could not be made")
        return {"id": number, "fault": "something failed on the server, which has written down why"}
    return {"id": number, "what": found.what} | asdict(found)
