"""Where others open the dashboard: what is said of an address, and what is asked of this machine."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from irviz import server
from irviz.cli import main
from irviz.ui import addresses

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(addresses.PUBLIC, raising=False)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://irviz.example.edu", "https://irviz.example.edu/"),
        ("http://irviz.example.edu:8080/course/", "http://irviz.example.edu:8080/course/"),
        ("https://[2001:db8::1]:8501", "https://[2001:db8::1]:8501/"),
    ],
)
def test_a_public_address_ends_with_a_slash(text: str, found: str) -> None:
    assert addresses.parse_public_address(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "irviz.example.edu",
        "ftp://irviz.example.edu",
        "https://",
        "https:///course",
        "https://irviz.example.edu:99999",
        "https://irviz.example.edu:port",
        "https://[2001:db8::1",
        "https://teacher:secret@irviz.example.edu",
        "https://irviz.example.edu/?q=1",
        "https://irviz.example.edu/#top",
        "https://irviz.example.edu/<b>",
        "https://irviz.example.edu/two words",
        "https://irviz.example.edu/\n",
        "javascript:alert(1)",
    ],
)
def test_what_is_no_public_address_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no public address; expected such as https://"):
        addresses.parse_public_address(text)


def test_a_public_address_stands_before_every_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(addresses.PUBLIC, "https://irviz.example.edu/course")
    for link in ("http://localhost:8501/tool/learn?lesson=recall", "http://10.1.2.3:8501/tool/learn?lesson=recall"):
        found = addresses.find_shareable_links(link, "/tool", here=True)
        assert found == (("https://irviz.example.edu/course/learn?lesson=recall",), "")


def test_nobody_else_is_told_this_machines_addresses() -> None:
    link = "http://localhost:8501/"
    assert addresses.find_shareable_links(link) == ((link,), addresses.LOCALHOST_NOTE)


@pytest.mark.parametrize("link", ["", "localhost:8501/", "javascript:1", "http://localhost:8501/other/"])
def test_a_link_to_something_else_is_refused(link: str) -> None:
    with pytest.raises(ValueError, match="no link to the dashboard"):
        addresses.find_shareable_links(link, "/tool", here=True)


def test_where_nobody_answers_a_link_opens_on_this_machine_only() -> None:
    link = "http://localhost:9/?k=3"  # a port that nothing of ours listens on
    assert addresses.find_shareable_links(link, here=True) == ((link,), addresses.LOCALHOST_NOTE)


def test_addresses_are_usable_from_elsewhere() -> None:
    for one in addresses.list_network_addresses():
        assert not addresses.is_loopback(one)
        assert not one.startswith(("169.254.", "fe80"))
        assert "%" not in one


def test_a_python_that_is_too_old_gets_one_line() -> None:
    start = (
        "import runpy, sys; sys.version_info = (3, 9, 18); sys.version = '3.9.18 (main)'; "
        "runpy.run_module('irviz', run_name='__main__')"
    )
    found = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, check=False, cwd=ROOT)
    assert found.stderr == "irviz needs Python 3.11 or newer; this is Python 3.9.18.\n"
    assert found.returncode == 1


def test_a_class_is_invited_to_the_public_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(addresses.PUBLIC, "https://irviz.example.edu/course")
    config: dict[str, object] = {"server.port": 8600}

    said = server.describe_invitation(config)

    assert said.startswith("Phones open https://irviz.example.edu/course/\n")
    assert "firewall" not in said
    assert config["server.address"] == "0.0.0.0"  # noqa: S104 - what a class needs
    assert "browser.serverAddress" not in config  # what the teacher's browser opens is this machine's own


@pytest.mark.parametrize("command", ["class", "dashboard"])
def test_a_public_address_that_is_none_is_one_line(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(addresses.PUBLIC, "")  # what the command sets is taken back
    assert main([command, "--public-url", "irviz.example.edu"]) == 2
    assert capsys.readouterr().err == (
        "irviz: 'irviz.example.edu' is no public address; expected such as https://irviz.example.edu\n"
    )


def test_it_is_one_line_too_where_streamlit_starts_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(addresses.PUBLIC, "irviz.example.edu")
    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(ROOT / "app.py"))
    assert stopped.value.code == (
        "irviz: 'irviz.example.edu' is no public address; expected such as https://irviz.example.edu"
    )
