"""The floor plan: who may import whom, what lies where, and what the page's scripts never do."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from tests.each import each
from tests.parts import PARTS

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "irviz"

IN_THE_PAGE = {"streamlit", "plotly", "starlette", "uvicorn", "websockets", "segno", "orjson"}

THIRD_PARTY = {
    "rooms": {"starlette", "orjson", "valkey", "limits"},
    "views": {"latex2mathml", "segno"},
    "ui": IN_THE_PAGE,
    "server": IN_THE_PAGE,
    "cli": {"streamlit"},
    # Tables of other tools: imported by the function that somebody calls for one, and by nothing else.
    "metrics": {"pandas"},
    "formats": {"pandas", "pyarrow"},
}
"""What is not in the standard library is used by these parts only."""

TYPES_ONLY = {"typing_extensions"}
"""May be named where only a type checker looks."""

MOST_OF_STREAMLIT = 8
"""So many files know Streamlit."""

COMES_ALONG: dict[str, set[str]] = {
    "metrics": set(),
    "state": set(),
    "scenarios": set(),
    "lenses": set(),
    "lessons": set(),
    "formats": set(),
    "views": {"latex2mathml", "segno"},
    "pages": {"latex2mathml", "segno"},
}
"""What is loaded beside the standard library where there is no server; tables only when asked for."""

FILES = sorted(PACKAGE.rglob("*.py"))
SCRIPTS = sorted(path for part in ("ui", "rooms") for path in (PACKAGE / part).rglob("*.js"))
STYLES = sorted(path for part in ("ui", "rooms") for path in (PACKAGE / part).rglob("*.css"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def part_of(module: str) -> str:
    """The part that a module belongs to; empty for the package itself."""
    return module.split(".")[1] if "." in module else ""


def test_each_part_imports_what_it_may() -> None:
    """The contracts are in `pyproject.toml`."""
    script = "import sys; from importlinter.cli import lint_imports as lint; sys.exit(lint(no_cache=True))"
    # In a process of its own, since it silences all logs.
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr


def test_no_module_needs_one_that_needs_it() -> None:
    graph = grimp.build_graph("irviz", exclude_type_checking_imports=True, cache_dir=None)
    needs = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


@pytest.fixture(scope="module")
def outside() -> dict[str, set[str]]:
    """By module, what it imports that is neither ours nor in the standard library."""
    graph = grimp.build_graph("irviz", include_external_packages=True, cache_dir=None)
    ours = (one for one in graph.modules if one.split(".")[0] == "irviz")
    known = {"irviz", *sys.stdlib_module_names}
    return {one: {name.split(".")[0] for name in graph.find_modules_directly_imported_by(one)} - known for one in ours}


def test_only_some_parts_need_more_than_the_standard_library(outside: dict[str, set[str]]) -> None:
    strange = {one: names - THIRD_PARTY.get(part_of(one), set()) - TYPES_ONLY for one, names in outside.items()}

    assert {one: names for one, names in strange.items() if names} == {}


def test_streamlit_is_known_to_few(outside: dict[str, set[str]]) -> None:
    knowing = [one for one, names in outside.items() if "streamlit" in names]

    assert {part_of(one) for one in knowing} == {"ui", "server", "cli"}
    assert len(knowing) <= MOST_OF_STREAMLIT


def loaded(part: str) -> tuple[set[str], set[str]]:
    """What comes with all modules of a part: the packages beside the standard library, and our own parts."""
    modules = [
        relative(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in (PACKAGE / part).rglob("*.py")
    ]
    script = f"""
import importlib, sys
before = set(sys.modules)
for name in {modules!r}:
    importlib.import_module(name)
loaded = {{name.split('.')[0] for name in set(sys.modules) - before}}
print(*sorted(loaded - set(sys.stdlib_module_names)))
print(*sorted(name for name in sys.modules if name.count('.') == 1 and name.startswith('irviz.')))
"""
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
    packages, ours = result.stdout.splitlines()
    return set(packages.split()), set(ours.split())


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", COMES_ALONG)
def test_a_part_without_a_server_loads_nothing_that_needs_one(part: str) -> None:
    packages, ours = loaded(part)

    assert packages == {"irviz", *COMES_ALONG[part]}
    assert not {"irviz.ui", "irviz.rooms"} & ours
    assert part != "metrics" or ours == {"irviz.metrics"}


def test_rooms_load_neither_streamlit_nor_another_part() -> None:
    packages, ours = loaded("rooms")

    assert "streamlit" not in packages
    assert ours == {"irviz.rooms"}


def test_app_is_a_few_lines_that_import_the_server() -> None:
    app = (ROOT / "app.py").read_text(encoding="utf-8")

    assert re.findall(r"^(?:import|from) (\S+)", app, re.MULTILINE) == ["streamlit", "irviz"]
    assert len(app.splitlines()) < 20


def test_every_folder_of_code_is_a_package_that_says_what_it_is() -> None:
    for folder in {path.parent for path in FILES}:
        start = folder / "__init__.py"
        assert start.is_file(), relative(folder)
        assert ast.get_docstring(ast.parse(start.read_text(encoding="utf-8"))), relative(folder)


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_a_page_has_its_files(part: str) -> None:
    # What is only read has no room to keep: it comes with the page.
    kinds = {"css", "js"} if part == "prose" else {"css", "html", "js"}
    own = {path.suffix[1:]: path for path in (PACKAGE / "ui" / part).glob(f"{part}.*")}
    if "html" in own and "data-ix-view" in own["html"].read_text(encoding="utf-8"):
        kinds -= {"js"}  # Python describes all of it

    assert {*own} >= kinds


def test_tests_mirror_the_package() -> None:
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    for folder in folders:
        first = folder.relative_to(ROOT / "tests").parts[:1]
        if first and first[0] != "browser":
            assert (PACKAGE / first[0]).is_dir(), relative(folder)


FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\s*\.\s*write|createContextualFragment|setHTML"
    r"|srcdoc|\beval\s*\(|new\s+Function|javascript:"
)


OF_HTML = {
    "irviz/ui/prose/prose.js": ["innerHTML"]  # whole pages, in which nothing comes from people
}
"""Scripts that take HTML, which Python has made, and how."""


@each("path", SCRIPTS)
def test_script_never_builds_html_or_code_from_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    html = ["innerHTML"] * text.count("innerHTML")

    assert html == OF_HTML.get(relative(path), [])
    others = [match.group() for match in FORBIDDEN.finditer(text)]
    assert [one for one in others if one not in html] == []
    assert text.count("parseFromString(") == text.count('"application/xml")')


REMOTE = re.compile(r"https?:|['\"(]//")


@each("path", [*SCRIPTS, *STYLES])
def test_scripts_and_styles_name_no_other_server(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"http://www\.w3\.org/[\w/]+", "", text)  # names of namespaces, never fetched
    code = re.sub(r"(?m)^\s*(//|\*|/\*).*$|\s//\s.*$", "", text)

    assert [match.group() for match in REMOTE.finditer(code)] == []


def test_scripts_are_found() -> None:
    names = {path.name for path in SCRIPTS}

    assert {"board.js", "curves.js", "transport.js", "link.js"} <= names
    # A presenter masks values, and so does a question about them: who watches one watches the other.
    watched = [one for path in SCRIPTS for one in re.findall(r'\[[^\]]*"masked"[^\]]*\]', path.read_text("utf-8"))]
    assert [one for one in watched if '"sealed"' not in one] == []
    assert len(watched) > 4
