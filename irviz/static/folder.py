"""Writes the static edition: pages, assets, Python, and a memory snapshot of it."""

from __future__ import annotations

import ast
import gzip
import json
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from importlib.metadata import distribution, version
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from irviz.pages.menu import PAGES
from irviz.pages.visit import EXPLORE
from irviz.scenarios.folder import PACKED, read_texts
from irviz.static import frame, pyodide
from irviz.static.pyodide import PackageError, fetch_package, unpack_package
from irviz.ui import files, policy
from irviz.ui.files import trim_plotly
from irviz.ui.page import begins_with_chart

if TYPE_CHECKING:
    from collections.abc import Mapping

LIBRARIES = ("latex2mathml", "segno")
"""What our Python needs besides the standard library, in the browser."""

LEFT_OUT = {"ui", "rooms", "server.py", "cli.py", "__main__.py"}
"""What of irviz a browser has no use for."""

OF_THE_PAGE = ("host.js", "worker.js", "start.js", "static.css")
"""The files of this package that a page fetches."""

_HERE = Path(__file__).parent
_PACKAGE = _HERE.parent
_PYTHON = f"{files.PREFIX}/python/"
_COMPRESSED = {".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest"}


class FolderError(RuntimeError):
    """The folder cannot be written; the text is one line with the remedy."""


class Written(NamedTuple):
    """A summary of the static edition that was written.

    Args:
        files: The number of files, without compressed copies.
        visit: The compressed size in bytes of all that a visit fetches.
        notes: Remarks for the user, a line each, such as on what could not be compressed.
    """

    files: int
    visit: int
    notes: tuple[str, ...]


def write(folder: Path, *, base: str = "/", pyodide_folder: Path | None = None) -> Written:
    """Write the static edition, which needs no Python on a server, to a folder.

    Args:
        folder: The folder, which is new, empty, or has an earlier edition.
        base: The path at which its host will serve it; only the 404 page needs it.
        pyodide_folder: See `pyodide.read_package`.

    Raises:
        FolderError: If the folder has other files, or the base is no path.
        pyodide.PyodideError: If Pyodide cannot be had.
        OSError: If it cannot be written.
    """
    if folder.exists() and not (folder.is_dir() and _is_writable_folder(folder)):
        raise FolderError(f"{folder} has something else: name a new folder, or one that irviz static has written")
    if not base.startswith("/") or any(letter in base for letter in "\"'<>?#\\ "):
        raise FolderError(f"--base: expected a path such as /course/irviz/, found {base!r}")
    made, notes = build_files(base.rstrip("/") + "/", pyodide.read_package(pyodide_folder))
    shutil.rmtree(folder / files.PREFIX, ignore_errors=True)
    visit = 0
    for name, whole in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(whole)
        sent = whole if path.suffix == ".bin" else _compress(whole)
        visit += len(sent)
        if path.suffix in _COMPRESSED:
            path.with_name(f"{path.name}.gz").write_bytes(sent)
    return Written(len(made), visit, (*notes, *_compress_by_brotli(folder, made)))


def _is_writable_folder(folder: Path) -> bool:
    """Whether a folder may be overwritten: it is empty, or holds an earlier static edition."""
    return (folder / files.PREFIX).is_dir() or not any(folder.iterdir())


def build_files(base: str, package: Mapping[str, bytes]) -> tuple[dict[str, bytes], list[str]]:
    """The content of each file of the static edition by path, and notes on what could not be made.

    Args:
        base: The path at which its host will serve it.
        package: The files of Pyodide, from `pyodide.read_package`.
    """
    python, notes = _collect_python(package)
    ours = {name: files.read_content(name) for name in files.list_served_files() if _is_fetched(name)}
    ours |= {name: (_HERE / name).read_bytes() for name in OF_THE_PAGE}
    ours[files.PLOTLY], note = _build_plotly(ours[files.PLOTLY])
    notes += [note] if note else []
    ours["python.js"] = _make_loader(python, json.loads(package[pyodide.LOCK])["info"])
    assets = f"{files.PREFIX}/{_short_digest(*ours, *ours.values())}/"
    made = {assets + name: whole for name, whole in ours.items()} | python
    made |= {f"{'' if path == EXPLORE else f'{path}/'}index.html": _render_page(path, assets) for path in PAGES}
    made["manifest.webmanifest"] = _make_manifest(assets)
    made["licenses.txt"] = collect_licenses().encode()
    made["sw.js"] = _make_service_worker(made)
    made["404.html"] = _not_found_page(base, assets)
    return made, notes


def _is_fetched(name: str) -> bool:
    """Whether a page fetches a file: most modules are bundled, and phones cannot join without a server."""
    if not name.endswith(".js"):
        return not name.startswith("phone/")
    return name in {files.PAGE, files.PLOTLY, *files.list_needed_modules("present/notes_window.js")}


def _short_digest(*whole: str | bytes) -> str:
    """The first 12 hexadecimal digits of a checksum of contents, for file names."""
    sums = sha256()
    for one in whole:
        sums.update(one.encode() if isinstance(one, str) else one)
    return sums.hexdigest()[:12]


def _compress(whole: bytes) -> bytes:
    """The bytes compressed by gzip, without a time, so that equal contents give equal bytes."""
    return gzip.compress(whole, compresslevel=8, mtime=0)


def _collect_python(package: Mapping[str, bytes]) -> tuple[dict[str, bytes], list[str]]:
    """The files that run Python in the browser, by path with digests in their names, and notes about them."""
    texts = read_sources()
    memory, begun, note = _build_snapshot(package, _to_json(texts))
    there = {path for name in begun for path in pyodide.module_paths(name)}
    large = {
        "core": package[pyodide.CORE],
        "library": pyodide.trim_standard_library(package[pyodide.LIBRARY], begun),
        "irviz": _to_json({name: text for name, text in texts.items() if name not in there}),
        "memory": memory,
    }
    named = {f"{name}-{_short_digest(whole)}.bin": _compress(whole) for name, whole in large.items() if whole}
    # Not every host knows what a file is that ends with .mjs.
    for name in (pyodide.LOADER, pyodide.RUNTIME):
        named[f"{name.removesuffix('.mjs')}-{_short_digest(package[name])}.js"] = package[name]
    return {_PYTHON + name: whole for name, whole in named.items()}, [note] if note else []


def _to_json(texts: Mapping[str, str]) -> bytes:
    """A mapping of names to texts as compact JSON."""
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def read_sources() -> dict[str, str]:
    """The Python sources that the browser needs, of irviz and of its libraries, by path.

    Example:
        >>> found = read_sources()
        >>> "irviz/metrics/gain.py" in found, any(name.startswith("irviz/ui/") for name in found)
        (True, False)
    """
    found = {}
    for path in sorted(_PACKAGE.rglob("*")):
        name = path.relative_to(_PACKAGE)
        there = name.parts[0] not in LEFT_OUT and path.suffix in {".py", ".md", ".toml"}
        if there and (path.parent != _HERE or path.stem in {"__init__", "worker"}):
            text = path.read_text(encoding="utf-8")
            # Docstrings would be a twentieth of a visit; the page that shows those of the metrics is HTML by then.
            found[f"irviz/{name.as_posix()}"] = _blank_docstrings(text) if path.suffix == ".py" else text
    if texts := read_texts():
        found[PACKED] = json.dumps(texts)
    for library in LIBRARIES:
        for one in distribution(library).files or ():
            if one.suffix in {".py", ".txt"} or one.name == "METADATA":
                found[one.as_posix()] = one.read_text(encoding="utf-8")
    return found


def _blank_docstrings(text: str) -> str:
    """Python source without the docstrings of its modules, classes and functions; every line keeps its number."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            one = node.body[0]
            first, last = one.lineno - 1, one.end_lineno or one.lineno
            instead = "" if isinstance(node, ast.Module) else f"{' ' * one.col_offset}..."
            lines[first:last] = [f"{instead}\n", *["\n"] * (last - first - 1)]
    return "".join(lines)


def _build_plotly(whole: bytes) -> tuple[bytes, str]:
    """plotly.js without the parts that are not needed, from npm, and ""; or all of it, and a note on why.

    Args:
        whole: The whole script, as the package for Python has it.
    """
    found = re.match(rb"/\*\*\n\* plotly\.js v([\d.]+)\n", whole)
    if not found:
        return whole, "the version of plotly.js is not where it was: written with all of it"
    try:
        package = unpack_package(fetch_package("plotly.js-basic-dist-min", found[1].decode()))
        return trim_plotly(package["plotly-basic.min.js"]), ""
    except (PackageError, KeyError) as error:
        return whole, f"written with all of plotly.js, which is larger: {error}"


def _build_snapshot(package: Mapping[str, bytes], irviz: bytes) -> tuple[bytes, list[str], str]:
    """A memory snapshot of a started Python, the names of its loaded modules, and ""; or nothing, and a note on why.

    Args:
        package: The files of Pyodide, by name.
        irviz: The Python sources, as JSON.
    """
    node = shutil.which("node")
    slower = "without the memory of a Python that has begun, so each first visit waits some seconds longer"
    if node is None:
        return b"", [], f"Node is not here: written {slower}; install Node, and write it again"
    ours = {name: (_HERE / name).read_bytes() for name in ("memory.js", "start.js")}
    modules = {"package.json": b'{"type": "module"}', "irviz.json": irviz}
    with TemporaryDirectory() as place:
        for name, whole in {**package, **ours, **modules}.items():
            (Path(place) / name).write_bytes(whole)
        command = [node, "memory.js"]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)  # noqa: S603 - our own script
        found = Path(place) / "memory.bin"
        if done.returncode or not found.is_file():
            said = " ".join(done.stderr.split())[-200:]
            return b"", [], f"Node {_node_version(node)} could not take it: written {slower} ({said})"
        return found.read_bytes(), json.loads(done.stdout), ""


def _node_version(node: str) -> str:
    """The version that a Node executable at this path prints."""
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - the same
    return done.stdout.strip()


def _make_loader(python: Mapping[str, bytes], lock: Mapping[str, str]) -> bytes:
    """The JavaScript module with the paths and sizes of Python's files, for the web worker.

    Args:
        python: The files that run Python, by path.
        lock: The `info` of Pyodide's lock file.
    """

    def beside(name: str) -> str:
        """The path of a file of Python, relative to the module."""
        return f"../python/{name.removeprefix(_PYTHON)}"

    by_name = {name.removeprefix(_PYTHON).rpartition("-")[0]: name for name in python}
    told = {
        "FILES": {name: [beside(path), len(python[path])] for name, path in by_name.items() if path.endswith(".bin")},
        "LOADER": beside(by_name[pyodide.LOADER.removesuffix(".mjs")]),
        "RUNTIME": beside(by_name[pyodide.RUNTIME.removesuffix(".mjs")]),
        "LOCK": {"info": lock, "packages": {}},
    }
    return "".join(f"export const {name} = {json.dumps(value)};\n" for name, value in told.items()).encode()


def _render_page(path: str, assets: str) -> bytes:
    """The HTML of a page for this edition; `assets` is the path of the folder with digests in its name."""
    root = "./" if path == EXPLORE else "../"
    lines = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy.static_policy()}">',
        '<meta name="referrer" content="same-origin">',
        f'<link rel="manifest" href="{root}manifest.webmanifest">',
        f'<link rel="modulepreload" href="{root}{assets}{files.PAGE}">',
    ]
    if begins_with_chart(f"/{path}", {}):
        lines.append(f'<script async src="{root}{assets}{files.PLOTLY}"></script>')
    return frame.render_page("" if path == EXPLORE else path, root, assets, "\n".join(lines)).encode()


def _make_manifest(assets: str) -> bytes:
    """The web app manifest as JSON, with which a browser can install the dashboard."""
    icon = {"src": f"./{assets}brand/mark.svg", "type": "image/svg+xml", "sizes": "any"}
    told = {
        "name": "irviz: ranking metrics you can drag",
        "short_name": "irviz",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "icons": [icon],
    }
    return json.dumps(told, indent=1).encode()


def _make_service_worker(made: Mapping[str, bytes]) -> bytes:
    """The script of the service worker, with a version and the checksums of all files (`made`) that it caches."""
    sums = {
        _address_of(name): f"sha256-{b64encode(sha256(whole).digest()).decode()}"
        for name, whole in made.items()
        if name != "licenses.txt"
    }
    script = (_HERE / "sw.js").read_bytes()
    told = {"VERSION": _short_digest(script, *sums, *sums.values()), "FILES": sums}
    lines = (f"const {name} = {json.dumps(value)};\n" for name, value in told.items())
    return "".join(lines).encode() + script


def _address_of(name: str) -> str:
    """The address of a file relative to the root; for a page, that of its folder.

    Example:
        >>> _address_of("compare/index.html"), _address_of("index.html"), _address_of("manifest.webmanifest")
        ('compare/', './', 'manifest.webmanifest')
    """
    return (name.removesuffix("index.html") or "./") if name.endswith("index.html") else name


def _not_found_page(base: str, assets: str) -> bytes:
    """The HTML of the 404 page, given the path of the edition and that of its assets below it."""
    page = Template((_HERE / "404.html").read_text(encoding="utf-8"))
    return page.substitute(base=base, files=base + assets).encode()


def collect_licenses() -> str:
    """The licenses of everything in the folder, as one text."""
    told = [
        f"irviz {version('irviz')}\n\n{_find_license().read_text(encoding='utf-8')}",
        _OF_PYODIDE,
        f"plotly.js, in {files.PREFIX}: MIT License, Copyright Plotly, Inc.\nhttps://github.com/plotly/plotly.js",
    ]
    for library in LIBRARIES:
        found = distribution(library)
        text = next((one for one in found.files or () if one.name == "LICENSE"), None)
        of_it = text and text.read_text(encoding="utf-8")
        said = f"{found.metadata['License']} License, {found.metadata['Author']}"
        told.append(f"{library} {found.version}, in {_PYTHON}\n\n{of_it or said}")
    return f"\n\n{'-' * 80}\n\n".join(told) + "\n"


_OF_PYODIDE = f"""\
Pyodide {pyodide.VERSION}, in {_PYTHON}: Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/
Its source: https://github.com/pyodide/pyodide/tree/{pyodide.VERSION}
It contains CPython with its standard library, under the licence of the Python Software Foundation:
https://docs.python.org/3.14/license.html"""


def _find_license() -> Path:
    """The path of our own licence, in the checkout or in the installed package."""
    there = _PACKAGE.parent / "LICENSE"
    if there.is_file():
        return there
    found = (one for one in distribution("irviz").files or () if one.name == "LICENSE")
    return Path(str(next(found).locate()))


def _compress_by_brotli(folder: Path, made: Mapping[str, bytes]) -> tuple[str, ...]:
    """Write Brotli copies of the files (`made`, by path) to a folder, if Node is installed; else, return a note."""
    node = shutil.which("node")
    if node is None:
        return ()
    names = [str(folder.resolve() / name) for name in made if Path(name).suffix in _COMPRESSED]
    done = subprocess.run(  # noqa: S603 - our own script
        [node, "-e", _BROTLI], input=json.dumps(names), capture_output=True, text=True, check=False
    )
    return ("Node could not compress by Brotli: written with gzip only",) if done.returncode else ()


_BROTLI = """
const { readFileSync, writeFileSync } = require("fs");
const { brotliCompressSync } = require("zlib");
for (const name of JSON.parse(readFileSync(0, "utf8"))) {
  writeFileSync(`${name}.br`, brotliCompressSync(readFileSync(name)));
}
"""
