"""The answer that a phone gets, without a browser."""

from __future__ import annotations

import re

import pytest
from starlette.requests import Request

from irviz.ui import files, phone


def asked(code: str = "") -> Request:
    return Request({"type": "http", "path_params": {"code": code} if code else {}, "headers": []})


@pytest.mark.parametrize(("code", "up"), [("", "./"), ("K7M2QX", "../")])
def test_page_asks_for_all_its_files_at_once_from_where_it_is(code: str, up: str) -> None:
    answer = phone.page(asked(code), 200)

    text = bytes(answer.body).decode()
    found = re.findall(r'(?:href|src)="([^"]+)"', text)
    assert all(one.startswith(up + files.base()) for one in found)
    names = {one.removeprefix(up + files.base()) for one in found}
    assert names == {*files.needed("phone/phone.js"), files.PHONE_STYLES, "brand/mark.svg"}
    assert names <= set(files.served())
    assert "<style" not in text
    assert "{" not in text


def test_page_has_the_status_it_is_given() -> None:
    assert phone.page(asked("222222"), 404).status_code == 404


def test_styles_of_a_phone_are_dark_where_the_device_is() -> None:
    sheet = files.content(files.PHONE_STYLES).decode()

    assert "data-ix-theme" not in sheet
    assert sheet.count("@media (prefers-color-scheme: dark) { :root {") == 2  # tokens, and metrics
    assert "--ix-page: #14171c" in sheet


def test_styles_of_a_phone_are_not_those_of_the_dashboard() -> None:
    assert b".ix-phone-bar" in files.content(files.PHONE_STYLES)
    assert b".ix-phone-bar" not in files.content(files.STYLES)
