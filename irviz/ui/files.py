"""The files that a browser fetches: modules, styles, pictures and plotly.js, under one versioned path.

All style sheets are served as one, so that a visit asks once however many rooms they are kept in. A phone
that joins a class gets a smaller one, with what its page is made of.

The path carries a digest of all contents, so that browsers may keep a file for ever and still never
see an old one. Paths are relative to the page, so that a path prefix of a proxy or of Streamlit
(`server.baseUrlPath`) needs no setting here.

plotly.js goes as this page needs it: it begins in a tenth of the time, and draws lines.

Whole, it makes each of its fifty kinds of traces when it begins, and a browser reads its five million letters
four times before one line is drawn: that takes longer than all other scripts of the page together. Nothing
here draws anything but lines, whose kind its core has.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from functools import cache, lru_cache
from pathlib import Path
from posixpath import dirname, normpath
from typing import TYPE_CHECKING

import plotly
import streamlit

from irviz.views import palette

if TYPE_CHECKING:
    from collections.abc import Mapping


PREFIX = "irviz-assets"
"""First part of the path of every file."""

STYLES = "styles.css"
"""All style sheets in one."""

PHONE_STYLES = "phone/phone.css"
"""The style sheets of a phone's page in one."""

PAGE = "page.js"
"""All modules of the page in one: a visit asks once, and each runs when it is first needed."""

_ELSEWHERE = ("phone/", "present/notes_window.js")
"""The modules that are a phone's or the second window's, of which the page has what its own import."""

BEGIN = ("connection.js", "focus.js", "server.js")
"""The modules that run as soon as a page is there; `frame.js` asks for the others."""

PLOTLY = "plotly/plotly.min.js"

QR = "irviz-qr.svg"
"""Path of the QR code of a link."""

NOTES = "present/notes.html"
"""The page of a presenter's second window; other html belongs to a component, and travels with it."""

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
"""What is served, and as what."""

_DARK = re.compile(r':root\[data-ix-theme="dark"\] ?(\{[^}]*\})')
_IMPORT = re.compile(r'(?:^import\b[^";=(]*|\bimport\()"(\.[^"]+)"', re.MULTILINE)
_IMPORTED = re.compile(r'^import (?:(?:\{([^}]*)\}|\* as (\w+)) from )?"(\.[^"]+)";', re.MULTILINE)
_EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
_CHANGES = re.compile(r"^export let (\w+)", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ((?:async )?function|class) (\w+)", re.MULTILINE)
_NOTE = re.compile(r"^ *(?://[^\n]*\n|/\*.*?\*/ *\n)", re.MULTILINE | re.DOTALL)
_END = "\n"
_NEED = """\
const starts = [];
const made = {};
const need = (name) => (made[name] ??= makers[name]());
const meta = (name) => ({ url: base + name, starts });
const bring = async (name, path) => {
  const { href } = new URL(path, base + name);
  const beside = href.startsWith(base) ? href.slice(base.length) : "";
  return beside in makers ? need(beside) : import(href);
};
"""
_MOUNT = """\
export const modules = made;
export const module = need;
"""
_UI = Path(__file__).parent
_PACKAGE = _UI.parent
_PHONE = _PACKAGE / "rooms" / "phone"
_OF_PHONE = ("tokens", "base", "controls", "surfaces")
_PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"


def pictures_folder() -> Path:
    """The folder of pictures: in the installed package, or in the checkout's `assets`."""
    packaged = _PACKAGE / "pictures"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "assets" / "pictures"


@cache
def list_served_files() -> dict[str, tuple[Path, ...]]:
    """By its path below `base()`, the source files of each served file, which is made of them."""
    ours = [path for path in sorted(_UI.rglob("*")) if path.suffix in TYPES]
    found: dict[str, tuple[Path, ...]] = {
        path.relative_to(_UI).as_posix(): (path,)
        for path in ours
        if path.suffix not in {".css", ".html"} or path == _UI / NOTES
    }
    # What all pages share comes first, and a room may differ from it.
    styles = [path for path in ours if path.suffix == ".css"]
    first = ("style", "")
    found[STYLES] = tuple(sorted(styles, key=lambda path: _folder_of(path) not in first))
    found |= {f"phone/{path.name}": (path,) for path in sorted(_PHONE.glob("*.js"))}
    shared = (_UI / "style" / f"{name}.css" for name in _OF_PHONE)
    found[PHONE_STYLES] = (*shared, _PHONE / "phone.css")
    found |= {f"pictures/{path.name}": (path,) for path in sorted(pictures_folder().glob("*.svg"))}
    return found | {PAGE: tuple(paths[0] for name, paths in found.items() if name.endswith(".js")), PLOTLY: (_PLOTLY,)}


@cache
def render_templates() -> str:
    """HTML of each part's skeleton, which holds its place on the page until its module is loaded."""
    skeletons = [path for path in sorted(_UI.glob("*/*.html")) if path.stem == path.parent.name]
    return "".join(
        f'<template data-component="{path.stem}">{path.read_text(encoding="utf-8").strip()}</template>'
        for path in skeletons
    )


@cache
def read_streamlit_page() -> str:
    """The HTML of Streamlit's page, before anything is added to it."""
    return (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")


@cache
def list_streamlit_files() -> dict[str, Path]:
    """Streamlit's own modules and style sheets, by their path below the page."""
    folder = Path(streamlit.__file__).parent / "static"
    found = (path for path in folder.rglob("static/*/*") if path.suffix in TYPES)
    return {path.relative_to(folder).as_posix(): path for path in found}


def list_needed_modules(*modules: str) -> tuple[str, ...]:
    """The names of these modules and of all that they import, directly or not, dependencies first.

    Raises:
        KeyError: If one of them is not served.

    Example:
        >>> list_needed_modules("connection.js")
        ('link.js', 'storage.js', 'history.js', 'events.js', 'transport.js', 'view/view.js', 'connection.js')
    """
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        """Add a module to those found, once, after its imports."""
        if name in found:
            return
        for one in _IMPORT.findall(strip_comments(read_content(name).decode())):
            visit(_resolve_import(name, one))
        found.setdefault(name)

    for module in modules:
        visit(module)
    return tuple(found)


@cache
def bundle_module(module: str) -> str:
    """JavaScript of a module and of all that it imports, as one script that a page can bring along.

    Each module becomes a function that is called once, when it is first needed. Only the ways to import and
    export that are used here are known; a changed ``export let`` reaches only an ``import * as``.

    Args:
        module: Its path, such as `phone/phone.js`. The page says in `data-files` where its files are.

    Raises:
        KeyError: If it is not served.

    Example:
        >>> bundle_module("phone/member.js").splitlines()[-4:]
        ['return { readMember, readClassCode, storeMember };', '},', '};', 'need("phone/member.js");']
    """
    place = "new URL(document.documentElement.dataset.files, location).href"
    made = {name: strip_comments(_wrap_module(name)) for name in list_needed_modules(module)}
    return f'{_bundle(made, place)}need("{module}");'


def _bundle_page() -> str:
    """JavaScript of all modules of the page, as one script.

    Line breaks are kept, so that an error can be reported at its line in the module (``faults.js``).
    """
    not_ours = (*_ELSEWHERE, PAGE, PLOTLY)
    names = [name for name in list_served_files() if name.endswith(".js") and not name.startswith(not_ours)]
    made = {name: _NOTE.sub(_keep_line_breaks, _wrap_module(name)) for name in list_needed_modules(*names)}
    text = _bundle(made, 'new URL(".", import.meta.url).href')
    starts = {}
    line = text[: text.index("const makers")].count("\n") + 3
    for name, one in made.items():
        starts[name] = line
        line += one.count("\n") + 2
    begin = "\n".join(f'queueMicrotask(() => need("{name}"));' for name in BEGIN)
    return f"{text}starts.push(...{json.dumps([*starts.items()])});\n{_MOUNT}{begin}\n"


def _bundle(made: Mapping[str, str], place: str) -> str:
    """JavaScript that defines `need`, which runs a wrapped module once.

    Args:
        made: The wrapped modules, by their paths.
        place: A JavaScript expression for the base URL of the served files.
    """
    makers = "".join(f'"{name}"() {{\n{text}}},\n' for name, text in made.items())
    return f"const base = {place};\n{_NEED}const makers = {{\n{makers}}};\n"


def _wrap_module(name: str) -> str:
    """JavaScript of a module as the body of a function that returns what the module exports."""

    def replace_import(found: re.Match[str]) -> str:
        """The JavaScript that replaces an import statement."""
        module = f'need("{_resolve_import(name, found[3])}");'
        names = f"{{{found[1].replace(' as ', ': ')}}}" if found[1] else found[2]
        return f"const {names} = {module}" if names else module

    text = _IMPORTED.sub(replace_import, read_content(name).decode())
    shared = [f"get {one}() {{ return {one}; }}" for one in _CHANGES.findall(text)]
    shared += [one for one in _EXPORTED.findall(text) if one not in _CHANGES.findall(text)]
    named = _DEFAULT.search(text)
    if named:
        shared.append(f"default: {named[2]}")
    elif "export default " in text:
        text = text.replace("export default ", "const shown_ = ", 1)
        shared.append("default: shown_")
    text = _DEFAULT.sub(r"\1 \2", text)
    text = _EXPORTED.sub(lambda found: found[0].removeprefix("export "), text)
    text = re.sub(r"\bimport\(", f'bring("{name}", ', text)
    text = text.replace("import.meta", f'meta("{name}")')
    return f"{text.removesuffix(_END)}{_END}return {{ {', '.join(shared)} }};{_END}"


def _keep_line_breaks(found: re.Match[str]) -> str:
    """The line breaks of a match alone, so that the lines after a removed comment keep their numbers."""
    return _END * found[0].count(_END)


def strip_comments(text: str) -> str:
    r"""A script or style sheet without its comments.

    Example:
        >>> strip_comments("/** Adds one. */\nf = (x) => x + 1; // more\n  // So much.\n")
        'f = (x) => x + 1; // more\n'
    """
    return _NOTE.sub("", text)


def _resolve_import(name: str, other: str) -> str:
    """The path, below the folder of served files, of the module `other` as the module `name` imports it."""
    return normpath(f"{dirname(name)}/{other}").lstrip("/")


@cache
def digest() -> str:
    """A short hash of the contents of all served files."""
    sums = hashlib.sha256()
    for name in list_served_files():
        sums.update(name.encode())
        sums.update(read_content(name))
    return sums.hexdigest()[:12]


def _folder_of(path: Path) -> str:
    """The name of the folder that a file of the page is in; empty for files beside the folders."""
    return path.relative_to(_UI).parent.as_posix().removeprefix(".")


@cache
def base() -> str:
    """The address of the folder of served files, relative to the page; ends with a slash."""
    return f"{PREFIX}/{digest()}/"


def url(name: str) -> str:
    """The address of a served file, relative to the page.

    Args:
        name: Such as `pictures/dog.svg` or `board/board.js`.

    Raises:
        KeyError: If no such file is served.
    """
    if name not in list_served_files():
        raise KeyError(name)
    return base() + name


@cache
def read_content(name: str) -> bytes:
    """The contents of a served file, Streamlit's included; the main style sheet has the metrics' colours, too."""
    if name == PAGE:
        return _bundle_page().encode()
    if name == PLOTLY:
        return trim_plotly(_PLOTLY.read_bytes())
    hues = [palette.sheet().encode()] if name in {STYLES, PHONE_STYLES} else []
    paths = list_served_files().get(name) or (list_streamlit_files()[name],)
    whole = b"\n".join([*hues, *(path.read_bytes() for path in paths)])
    return _follow_colour_scheme(whole) if name == PHONE_STYLES else whole


def _follow_colour_scheme(sheet: bytes) -> bytes:
    """A style sheet whose dark colours follow the device's setting, for pages without Streamlit."""
    dark = r"@media (prefers-color-scheme: dark) { :root \1 }"
    return _DARK.sub(dark, sheet.decode()).encode()


@cache
def compress_file(name: str) -> bytes:
    """A served file as gzip, made once."""
    return gzip.compress(read_content(name), compresslevel=9, mtime=0)


@lru_cache(64)
def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header accepts gzip, by name or by `*`, with a weight above 0.

    Example:
        >>> takes_gzip("deflate, gzip;q=0.5"), takes_gzip("br, gzip;q=0")
        (True, False)
    """
    weights = {}
    for coding in accepted.lower().split(","):
        name, *parameters = (part.strip() for part in coding.split(";"))
        weight = next((value for value in parameters if value.startswith("q=")), "q=1")
        weights[name] = bool(weight[2:].strip("0."))
    return weights.get("gzip", weights.get("*", False))


def compress_ahead() -> None:
    """Fill the cache of compressed files with those that a first visit needs, Streamlit's included."""
    page = read_streamlit_page()
    for name in (*list_served_files(), *(name for name in list_streamlit_files() if name in page)):
        compress_file(name)


_KINDS = re.compile(rb"(?<=\bregister\()\[[\w$]+\(\)(?:,[\w$]+\(\))*\](?=\))")
"""The traces beyond lines, made as they are registered."""

_WRAPPED = re.compile(
    rb"^\(\n function\(root, factory\) \{.*?, \(\) => \{\n"
    rb'("use strict";var Plotly=.*)return Plotly;\n\}\)\);\s*\Z',
    re.DOTALL | re.MULTILINE,
)
"""What lets Node have it, too. A function in it is read once more than one at the top."""


def trim_plotly(script: bytes) -> bytes:
    """The script of Plotly, changed so that it sets up line charts only.

    Args:
        script: As its package has it, whole or in part. One that is built otherwise stays as it is.

    Example:
        >>> whole = b'''(
        ...  function(root, factory) { root.it = factory(); } (this, () => {
        ... "use strict";var Plotly=(()=>{core.register([bar(),pie()]);return core})();
        ... window.Plotly = Plotly;
        ... return Plotly;
        ... }));'''
        >>> print(trim_plotly(whole).decode())
        "use strict";var Plotly=(()=>{core.register([]);return core})();
        window.Plotly = Plotly;
        >>> trim_plotly(b"another")
        b'another'
    """
    if len(_KINDS.findall(script)) == 1:
        script = _KINDS.sub(b"[]", script)
    found = _WRAPPED.search(script)
    return script[: found.start()] + found[1].rstrip() + script[found.end() :] if found else script
