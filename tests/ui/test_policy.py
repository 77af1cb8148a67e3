"""Who may frame the page, and what its policy lets it do."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.responses import HTMLResponse

from irviz import server
from irviz.ui.policy import FRAMES, PolicyMiddleware, file_policy, page_policy, parse_frame_ancestors

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


def directives(policy: str) -> dict[str, set[str]]:
    """A policy by directive; each may stand in it once."""
    words = [directive.split() for directive in policy.split("; ")]
    found = {name: set(sources) for name, *sources in words}
    assert len(found) == len(words)
    return found


@pytest.mark.parametrize(
    "sites",
    [
        "'self'",
        "'none'",
        "*",
        "https:",
        "moodle.example.edu",
        "https://moodle.example.edu:8443/course https://*.example.org http://localhost:*",
    ],
)
def test_sites_that_may_frame_the_page(sites: str) -> None:
    assert parse_frame_ancestors(sites) == sites
    assert directives(page_policy(sites))["frame-ancestors"] == set(sites.split())


@pytest.mark.parametrize("sites", ["a.example; script-src *", "'unsafe-inline'", "a,b", "a\0b"])
def test_what_is_no_site_is_refused_and_named(sites: str) -> None:
    with pytest.raises(ValueError, match="is no site that may show the dashboard; expected such as"):
        server.parts(sites)


def test_sites_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FRAMES, raising=False)
    assert parse_frame_ancestors() == "'self'"
    monkeypatch.setenv(FRAMES, " ")
    assert parse_frame_ancestors() == "'self'"
    monkeypatch.setenv(FRAMES, "https://moodle.example.edu")
    assert parse_frame_ancestors() == "https://moodle.example.edu"
    assert parse_frame_ancestors("'none'") == "'none'"


def test_page_may_do_nothing_that_is_not_listed() -> None:
    policy = directives(page_policy("'self'"))

    assert policy["default-src"] == policy["object-src"] == policy["base-uri"] == {"'none'"}
    assert policy["connect-src"] == {"'self'"}
    assert policy["img-src"] == {"'self'", "data:", "https:"}
    assert {one for one in policy["script-src"] if not one.startswith("'sha256-")} == {"'self'", "blob:"}
    assert "'unsafe-eval'" not in page_policy("'self'")


def test_a_file_opened_by_itself_runs_nothing() -> None:
    policy = directives(file_policy("https://a.example"))

    assert policy["default-src"] == {"'none'"}
    assert policy["sandbox"] == set()
    assert policy["frame-ancestors"] == {"https://a.example"}


@pytest.mark.parametrize("own", ["", "default-src 'none'"])
def test_answer_with_a_policy_of_its_own_keeps_it(own: str) -> None:
    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        await HTMLResponse("", headers={"Content-Security-Policy": own} if own else {})(scope, receive, send)

    async def ask() -> httpx.Response:
        app = httpx.ASGITransport(PolicyMiddleware(page, "https://a.example"))
        async with httpx.AsyncClient(transport=app, base_url="http://a.example") as client:
            return await client.get("/")

    with ThreadPoolExecutor(1) as pool:  # this thread may have a loop: that of a browser
        answer = pool.submit(asyncio.run, ask()).result()

    expected = f"{own}; frame-ancestors https://a.example" if own else page_policy("https://a.example")
    assert answer.headers["content-security-policy"] == expected
