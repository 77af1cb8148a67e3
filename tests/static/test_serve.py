"""The folder shown on this machine, to browsers that come and go."""

from __future__ import annotations

import socket
import struct
from typing import TYPE_CHECKING

import httpx

from tests import edition

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_who_goes_before_the_answer_costs_the_others_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.html").write_text("<p>Here</p>")
    with edition.shown(tmp_path) as url:
        port = httpx.URL(url).port
        assert port
        for said in (b"", b"GET / HT", b"GET /course/irviz/ HTTP/1.1\r\nHost: here\r\n\r\n"):
            line = socket.create_connection(("127.0.0.1", port))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.sendall(said)
            line.close()  # without a word
        assert httpx.get(url).text == "<p>Here</p>"

    out, errors = capfd.readouterr()
    assert (out, errors) == ("", "")
