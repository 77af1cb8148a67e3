"""The floor plan: who may import whom, what lies where, and what the page's scripts never do."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "irviz"

FOLDERS = (
    "metrics",
    "state",
    "scenarios",
    "lenses",
    "lessons",
    "formats",
    "views",
    "pages",
    "ui",
    "static",
)
"""The parts that are folders: each may import itself and what stands before it."""

APART = "rooms"
"""A part that knows nothing of the others; only the page and its server know it."""

HEAVY = "elsewhere"
"""Where heavy work is done; it knows nothing of it, and the metrics do not need it."""

STARTERS = {
    HEAVY: set(),
    "server": {"server", "ui", "views", APART, HEAVY},
    "cli": {"cli", "server", "static", "formats", "metrics"},
    "__main__": {"cli"},
}
"""The files beside them that start something, and what those import; nobody else imports `ui`."""

IN_THE_PAGE = {"streamlit", "plotly", "starlette", "uvicorn", "websockets", "segno", "orjson"}

THIRD_PARTY = {
    APART: {"starlette", "orjson", "valkey", "limits"},
    "views": {"latex2mathml", "segno"},
    "ui": IN_THE_PAGE,
    "server": IN_THE_PAGE,
    "cli": {"streamlit"},
}
"""What is not in the standard library is used by these parts only."""

TYPES_ONLY = {"typing_extensions"}
"""May be named where only a type checker looks."""

WHEN_ASKED = {"metrics": {"pandas"}, "formats": {"pandas", "pyarrow"}}
"""Tables of other tools: imported by the function that somebody calls for one, and by nothing else."""

FILES = sorted(PACKAGE.rglob("*.py"))
SCRIPTS = sorted(path for part in ("ui", APART) for path in (PACKAGE / part).rglob("*.js"))
STYLES = sorted(path for part in ("ui", APART) for path in (PACKAGE / part).rglob("*.css"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def part_of(path: Path) -> str:
    """The part that a file belongs to; empty for the package itself."""
    first = path.relative_to(PACKAGE).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


@dataclass(frozen=True)
class Import:
    """One imported module, whether only a type checker sees the import, and whether a function does it."""

    module: str
    line: int
    types_only: bool
    inside: bool = False


def imports(path: Path) -> list[Import]:
    found: list[Import] = []

    def visit(node: ast.AST, *, types_only: bool, inside: bool = False) -> None:
        inside = inside or isinstance(node, ast.FunctionDef)
        if isinstance(node, ast.Import):
            found.extend(Import(name.name, node.lineno, types_only, inside) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            assert node.level == 0, f"{relative(path)}:{node.lineno} imports by dots"
            names = [f"{base}.{name.name}" for name in node.names] if base == "irviz" else [base]
            found.extend(Import(name, node.lineno, types_only, inside) for name in names)
        elif isinstance(node, ast.If) and ast.unparse(node.test) in {
            "TYPE_CHECKING",
            "typing.TYPE_CHECKING",
        }:
            for seen_by_checkers in node.body:
                visit(seen_by_checkers, types_only=True, inside=inside)
            for otherwise in node.orelse:
                visit(otherwise, types_only=types_only, inside=inside)
            return
        for child in ast.iter_child_nodes(node):
            visit(child, types_only=types_only, inside=inside)

    visit(ast.parse(path.read_text(encoding="utf-8")), types_only=False)
    return found


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_imports_go_down_the_floor_plan_only(path: Path) -> None:
    part = part_of(path)
    allowed = {"__version__"}
    if part in FOLDERS:
        allowed |= set(FOLDERS[: FOLDERS.index(part) + 1])
        allowed |= {APART} if part == "ui" else set()
        allowed |= {HEAVY} if part != "metrics" else set()
    elif part == APART:
        allowed |= {APART}
    elif part:
        allowed |= STARTERS[part]
    for one in imports(path):
        names = one.module.split(".")
        if names[0] == "irviz":
            target = names[1] if len(names) > 1 else ""
            assert target in allowed, f"{relative(path)}:{one.line} must not import {one.module}"


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_only_the_page_and_its_server_need_more_than_the_standard_library(path: Path) -> None:
    allowed = THIRD_PARTY.get(part_of(path), set())
    for one in imports(path):
        name = one.module.split(".")[0]
        if name == "irviz" or name in sys.stdlib_module_names:
            continue
        if one.types_only and name in TYPES_ONLY:
            continue
        if (one.types_only or one.inside) and name in WHEN_ASKED.get(part_of(path), ()):
            continue
        assert name in allowed, f"{relative(path)}:{one.line} must not import {one.module}"


def loaded(part: str) -> tuple[set[str], set[str]]:
    """What comes with all modules of a part: the packages beside the standard library, and our own parts."""
    modules = [
        relative(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in FILES
        if part_of(path) == part
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
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    )
    packages, ours = result.stdout.splitlines()
    return set(packages.split()), set(ours.split())


def test_rooms_load_neither_streamlit_nor_another_part() -> None:
    packages, ours = loaded(APART)

    assert "streamlit" not in packages
    assert {name for name in ours if not name.startswith("irviz.rooms")} == set()


def test_metrics_load_nothing_but_the_standard_library() -> None:
    assert loaded("metrics") == ({"irviz"}, {"irviz.metrics"})


def test_views_load_no_page() -> None:
    packages, ours = loaded("views")

    assert packages == {"irviz", "latex2mathml", "segno"}
    assert "irviz.ui" not in ours


def test_app_is_a_few_lines_that_import_the_server() -> None:
    app = ROOT / "app.py"

    assert {one.module for one in imports(app)} == {"streamlit", "irviz.server"}
    assert len(app.read_text(encoding="utf-8").splitlines()) < 20


def test_rule_sees_what_it_forbids(tmp_path: Path) -> None:
    path = tmp_path / "file.py"
    path.write_text(
        "from typing import TYPE_CHECKING\n"
        "def later() -> None:\n"
        "    import irviz.ui.files\n"
        "if TYPE_CHECKING:\n"
        "    from irviz import server\n"
        "try:\n"
        "    import pandas as pd\n"
        "except ImportError:\n"
        "    pass\n"
    )

    found = {(one.module, one.types_only) for one in imports(path)}

    assert found == {
        ("typing", False),
        ("irviz.ui.files", False),
        ("irviz.server", True),
        ("pandas", False),
    }


def test_package_holds_the_parts_of_the_floor_plan_and_nothing_else() -> None:
    entries = {path.name for path in PACKAGE.iterdir() if path.name != "__pycache__"}

    assert entries <= {
        "__init__.py",
        "py.typed",
        APART,
        *FOLDERS,
        *(f"{one}.py" for one in STARTERS),
    }
    assert {"metrics", "state", "scenarios", "ui", "server.py", "py.typed"} <= entries


def test_every_folder_of_code_is_a_package_that_says_what_it_is() -> None:
    for folder in {path.parent for path in FILES}:
        start = folder / "__init__.py"
        assert start.is_file(), relative(folder)
        assert ast.get_docstring(ast.parse(start.read_text(encoding="utf-8"))), relative(folder)


def test_every_component_has_the_same_four_files() -> None:
    components = [path.parent for path in (PACKAGE / "ui").rglob("*.html")]

    assert len(components) >= 2
    for folder in components:
        names = {path.name for path in folder.iterdir()}
        wanted = {"__init__.py", *(f"{folder.name}.{kind}" for kind in ("html", "css", "js"))}
        assert wanted <= names, relative(folder)


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


@pytest.mark.parametrize("path", SCRIPTS, ids=relative)
def test_script_never_builds_html_or_code_from_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert [match.group() for match in FORBIDDEN.finditer(text)] == []
    # XML may be parsed, such as formulas of our own; HTML may not.
    assert text.count("parseFromString(") == text.count('"application/xml")')


REMOTE = re.compile(r"https?:|['\"(]//")


@pytest.mark.parametrize("path", [*SCRIPTS, *STYLES], ids=relative)
def test_scripts_and_styles_name_no_other_server(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"http://www\.w3\.org/[\w/]+", "", text)  # names of namespaces, never fetched
    code = re.sub(r"(?m)^\s*(//|\*|/\*).*$|\s//\s.*$", "", text)

    assert [match.group() for match in REMOTE.finditer(code)] == []


def test_scripts_are_found() -> None:
    names = {path.name for path in SCRIPTS}

    assert {"board.js", "curves.js", "wire.js", "link.js"} <= names
