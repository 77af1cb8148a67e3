"""What `irviz static` writes, and what it says where it cannot."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest

from irviz.cli import BAD, main
from irviz.pages.menu import PAGES
from irviz.pages.visit import EXPLORE
from irviz.static import folder, pyodide
from irviz.ui import files
from tests import edition

if TYPE_CHECKING:
    from collections.abc import Iterator

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return edition.written(tmp_path_factory)


def pages(site: Path) -> Iterator[tuple[str, str]]:
    for path in PAGES:
        name = "index.html" if path == EXPLORE else f"{path}/index.html"
        yield name, (site / name).read_text(encoding="utf-8")


def worker(site: Path) -> tuple[str, dict[str, str]]:
    """What the service worker begins with: the version, and the files with their sums."""
    version, sums = (site / "sw.js").read_text(encoding="utf-8").splitlines()[:2]
    return (
        json.loads(version.removeprefix("const VERSION = ").removesuffix(";")),
        json.loads(sums.removeprefix("const FILES = ").removesuffix(";")),
    )


def references(path: Path) -> list[str]:
    """What a browser then asks for: icons, the manifest, styles, scripts, pictures."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        return re.findall(r"""\burl\(["']?(?!data:)([^"')]+)""", text)
    if path.suffix == ".webmanifest":
        told = json.loads(text)
        return [told["start_url"], *(icon["src"] for icon in told["icons"])]
    head, _, _ = text.partition("</head>")
    named = re.findall(r'<link\b[^>]*\bhref="([^"]+)"', head)
    return named + re.findall(r'<(?:script|img)\b[^>]*\bsrc="([^"]+)"', text)


@pytest.mark.exhaustive
def test_whatever_a_written_file_names_is_there(site: Path) -> None:
    kinds = {".html", ".css", ".webmanifest"}
    named = {path: references(path) for path in site.rglob("*") if path.suffix in kinds}

    assert {"404.html", "notes.html", "styles.css"} <= {path.name for path in named}
    for path, there in named.items():
        place = urljoin(edition.BASE, path.relative_to(site).as_posix())
        for one in there:
            address = urljoin(place, one)
            assert address.startswith(edition.BASE), (path, one)
            file = site / address.removeprefix(edition.BASE)
            assert (file / "index.html" if address.endswith("/") else file).is_file(), (path, one)
    for name, _ in pages(site):
        icons = [one for one in named[site / name] if one.endswith("mark.svg")]
        assert len(icons) == 1, name
        assert len(named[site / name]) >= 6, name


@pytest.mark.exhaustive
def test_no_page_allows_more_than_it_needs(site: Path) -> None:
    for name, page in pages(site):
        found = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
        assert found, name
        assert page.index("Content-Security-Policy") < page.index("<script")
        policy = dict(part.split(" ", 1) for part in found[1].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
        assert policy["worker-src"] == "'self'"
        assert policy["connect-src"] == "'self' blob:"
        # Nothing in the page runs but files of the same host.
        assert all("src=" in one or "application/json" in one for one in re.findall(r"<script[^>]*>", page))
        assert re.findall(r"\son\w+=", page) == []


@pytest.mark.exhaustive
def test_worker_keeps_all_that_a_page_can_ask_for_with_its_sum(site: Path) -> None:
    _, sums = worker(site)

    there = {
        folder._address_of(path.relative_to(site).as_posix())
        for path in site.rglob("*")
        if path.is_file() and path.suffix not in {".gz", ".br"}
    }
    assert set(sums) == there - {"sw.js", "404.html", "licenses.txt"}
    for name, expected in sums.items():
        path = site / name / "index.html" if name.endswith("/") else site / name
        assert f"sha256-{b64encode(sha256(path.read_bytes()).digest()).decode()}" == expected


@pytest.mark.exhaustive
def test_what_stands_beside_a_file_is_the_same_compressed(site: Path) -> None:
    compressed = list(site.rglob("*.gz"))

    assert len(compressed) > 20
    for path in compressed:
        assert gzip.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()
        assert shutil.which("node") is None or path.with_suffix(".br").is_file()


@pytest.mark.exhaustive
def test_visit_fetches_no_more_than_it_may(site: Path) -> None:
    _, sums = worker(site)

    def size(name: str) -> int:
        path = site / name / "index.html" if name.endswith("/") else site / name
        beside = path.with_name(f"{path.name}.gz")
        return (beside if beside.is_file() else path).stat().st_size

    first = re.findall(r'\b(?:href|src)="\./([^"#]+)"', (site / "index.html").read_text(encoding="utf-8"))
    pictures = [name for name in sums if "/pictures/" in name]
    until_a_move = {"./", *(one for one in first if files.PREFIX in one), *pictures}
    assert sum(map(size, until_a_move)) < 2_000_000
    if shutil.which("node"):
        assert sum(map(size, sums)) < 13_200_000


@pytest.mark.exhaustive
def test_our_python_needs_nothing_but_what_is_sent_along(tmp_path: Path) -> None:
    for name, text in folder.read_sources().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from irviz.pages.menu import PAGES\n"
        "from irviz.static import worker\n"
        "for path in PAGES: assert '\"fault\"' not in worker.open_page(path, '{}')\n"
        "there = {name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names\n"
        "print(worker.__file__, *sorted(there))"
    )

    done = subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "-c", script],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    place, *packages = done.stdout.split()
    assert place.startswith(str(tmp_path))
    assert set(packages) <= {"__main__", "irviz", *folder.LIBRARIES}


def test_says_what_is_missing_of_pyodide(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "package").mkdir()

    assert main(["static", str(tmp_path / "site"), "--pyodide", str(tmp_path / "package")]) == BAD

    assert capsys.readouterr().err == (
        f"irviz: {tmp_path}/package: expected the npm package pyodide@{pyodide.VERSION}, unpacked; "
        "there is no pyodide.mjs\n"
    )
    assert not (tmp_path / "site").exists()


def test_says_that_pyodide_is_another_one(tmp_path: Path, capsys: Capture) -> None:
    for name in pyodide.FILES:
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "package.json").write_text('{"version": "0.1"}')

    assert main(["static", str(tmp_path / "site"), "--pyodide", str(tmp_path)]) == BAD

    assert capsys.readouterr().err == (f"irviz: {tmp_path}: expected pyodide {pyodide.VERSION}, found 0.1\n")


def test_without_npm_it_says_what_to_do(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert main(["static", str(tmp_path / "site")]) == BAD

    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "npm, which is not here: install Node" in said
    assert "--pyodide" in said


def test_a_folder_with_something_else_stays_as_it_is(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "thesis.tex").write_text("all of it")

    assert main(["static", str(tmp_path)]) == BAD

    assert capsys.readouterr().err == (
        f"irviz: {tmp_path} has something else: name a new folder, or one that irviz static has written\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("base", ["course", "/a b/", "https://example.edu/", '/"/'])
def test_base_that_is_no_path_is_refused(tmp_path: Path, capsys: Capture, base: str) -> None:
    assert main(["static", str(tmp_path / "site"), "--base", base]) == BAD

    assert capsys.readouterr().err == (f"irviz: --base: expected a path such as /course/irviz/, found {base!r}\n")


def test_it_needs_a_folder_or_a_place_to_be_seen(capsys: Capture) -> None:
    assert main(["static"]) == BAD

    assert capsys.readouterr().err == ("irviz: static needs a FOLDER, or --serve; see irviz static --help\n")


@pytest.mark.exhaustive
def test_without_node_it_is_whole_but_for_the_memory_and_takes_the_place_of_what_was_written_before(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    there = tmp_path / "site"
    old = there / files.PREFIX / "0123" / "host.js"
    old.parent.mkdir(parents=True)
    old.write_text("")
    (there / "CNAME").write_text("irviz.example.edu")

    written = folder.write(there, base=edition.BASE, pyodide_folder=site.parent / "pyodide")

    assert any(note.startswith("Node is not here") for note in written.notes)
    python = {path.name.partition("-")[0] for path in there.rglob("*.bin")}
    assert python == {"core", "library", "irviz"}
    script = next(there.rglob("python.js")).read_text(encoding="utf-8")
    assert '"memory"' not in script
    assert not old.exists()
    assert (there / "CNAME").read_text() == "irviz.example.edu"
    assert len({path.name for path in (there / files.PREFIX).iterdir()}) == 2


def test_licences_name_all_that_is_inside() -> None:
    text = folder.collect_licenses()

    assert "Mozilla Public License" in text
    assert "Python Software Foundation" in text
    assert "plotly.js" in text
    for library in folder.LIBRARIES:
        assert library in text
    assert "None" not in text


@pytest.mark.exhaustive
def test_the_python_whose_memory_is_taken_runs(tmp_path: Path) -> None:
    script = (Path(folder.__file__).parent / "memory.js").read_text("utf-8")
    [begins] = re.findall(r"python\.runPython\(`(.*?)`\)", script, re.DOTALL)

    done = subprocess.run([sys.executable, "-c", begins], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.exhaustive
def test_node_takes_the_memory_where_there_is_one(site: Path) -> None:
    note = (site.parent / "done").read_text(encoding="utf-8")

    assert note == "" if shutil.which("node") else note.startswith("Node is not here")
