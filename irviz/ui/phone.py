"""The page of a phone in a class, as an answer: a page of its own, and none of Streamlit's."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse

from irviz.rooms import phone
from irviz.ui import files
from irviz.ui.policy import PHONE_POLICY, POLICY

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


def page(request: Request, status: int) -> Response:
    """The page at `join` and `join/CODE`; its script reads the code from its address.

    Args:
        request: Who asks; the page finds its files from there, whatever path a proxy has put before.
        status: Of HTTP; where there is no such room, the page is the same, and says it.
    """
    up = "../" if "code" in request.path_params else "./"
    headers = {POLICY: PHONE_POLICY, "Cache-Control": "no-store"}
    return HTMLResponse(_page(up), status, headers)


@cache
def _page(up: str) -> str:
    """The page, from where the dashboard is so many steps up."""
    assets = f"{up}{files.base()}"
    modules = files.needed("phone/phone.js")
    ahead = "\n".join(f'<link rel="modulepreload" href="{assets}{name}">' for name in modules)
    return phone.html().replace("{assets}", assets).replace("{ahead}", ahead)
