"""The answer that a phone gets, without a browser."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest
from starlette.requests import Request

from irviz.ui import files
from irviz.ui.page import phone_page


def asked(code: str = "", accepted: str = "") -> Request:
    headers = [(b"accept-encoding", accepted.encode())]
    params = {"code": code} if code else {}
    return Request({"type": "http", "path_params": params, "headers": headers})


@pytest.mark.parametrize(("code", "up"), [("", "./"), ("K7M2QX", "../")])
def test_page_is_one_file_that_finds_the_others_from_where_it_is(code: str, up: str) -> None:
    answer = phone_page(asked(code), 200)

    text = bytes(answer.body).decode()
    assert f'data-files="{up}{files.base()}"' in text
    assert re.findall(r'(?:href|src)="([^"]+)"', text) == [f"{up}{files.url('brand/mark.svg')}"]
    assert ".ix-phone-bar" in re.findall(r"<style>(.*?)</style>", text, re.DOTALL)[0]
    assert re.search(r"^(import|export)\b|import\.meta", text, re.MULTILINE) is None


def test_policy_names_the_script_and_the_style_of_the_page() -> None:
    answer = phone_page(asked("K7M2QX"), 200)

    text = bytes(answer.body).decode()
    parts = (
        ("script", re.findall(r'<script type="module">(.*?)</script>', text, re.DOTALL)),
        ("style", re.findall(r"<style>(.*?)</style>", text, re.DOTALL)),
    )
    for name, (only,) in parts:
        digest = b64encode(sha256(only.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}';" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("event", [None, {"title": "</script><b>\u2028"}])
def test_page_is_the_same_compressed(event: dict[str, str] | None) -> None:
    plain = phone_page(asked("K7M2QX"), 200, event)
    packed = phone_page(asked("K7M2QX", "gzip, br"), 200, event)

    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == bytes(plain.body)
    told = re.findall(r'id="event">(.*?)</script>', bytes(plain.body).decode(), re.DOTALL)
    assert told == [""] if event is None else json.loads(told[0]) == event


def test_page_has_the_status_it_is_given() -> None:
    assert phone_page(asked("222222"), 404).status_code == 404


def test_styles_of_a_phone_are_dark_where_the_device_is() -> None:
    sheet = files.read_content(files.PHONE_STYLES).decode()

    assert "data-ix-theme" not in sheet
    # Tokens and metrics, each with more contrast, too.
    assert sheet.count("@media (prefers-color-scheme: dark) { :root {") == 4
    assert "--ix-page: #14171c" in sheet


def test_styles_of_a_phone_are_not_those_of_the_dashboard() -> None:
    assert b".ix-phone-bar" in files.read_content(files.PHONE_STYLES)
    assert b".ix-phone-bar" not in files.read_content(files.STYLES)
