"""How many small changes to the code the tests find: ``python tests/bench/mutation.py --count 100 --seed 1``.

A change is a flipped comparison, another constant, `and` for `or`, or a dropped line, at a random place. It is made
in a copy of the checkout, where the tests run that reach its line, by the contexts of `coverage` (which has to be
installed: ``pip install coverage``), then all quick ones of its package, since what is declared or cached is reached
by no line, and then the walk without a browser. Each is listed, found or not.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

ROOT = Path(__file__).parents[2]
STRICT = ("metrics", "state", "lenses", "rooms")
"""Where at least 95 % are to be found; elsewhere 85 %."""

PACKAGES = (*STRICT, "scenarios", "lessons", "formats", "views", "pages")
MAX_TESTS = 200
"""So many of the tests that reach a line are run."""

SECONDS = 300
"""After so long a change counts as found: something runs on for ever."""

WALK = ["tests/pages/test_walk.py", "-k", "0 or once"]
"""What is run where the tests have found nothing."""

FLIPPED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}


class Change(NamedTuple):
    """One small change: in which file and line, what is there instead of what."""

    path: str
    line: int
    start: int
    end: int
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.was!r} → {self.now!r}"


def find_changes(path: str, text: str) -> Iterator[Change]:
    """Every change that can be made in a module."""
    lines = [0]
    for row in text.encode().splitlines(keepends=True):
        lines.append(lines[-1] + len(row))
    raw = text.encode()

    def change(node: ast.expr | ast.stmt, now: str) -> Change:
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        return Change(path, node.lineno, start, end, raw[start:end].decode(), now)

    tree = ast.parse(text)
    parts = {id(value) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in ast.walk(node)}
    hints = {id(part) for node in ast.walk(tree) for form in _form(node) for part in ast.walk(form)}
    for node in ast.walk(tree):
        if id(node) in parts | hints:
            continue
        match node:
            case ast.Compare(left, [op], [right]) if type(op) in FLIPPED:
                yield change(node, f"({ast.unparse(left)} {FLIPPED[type(op)]} {ast.unparse(right)})")
            case ast.BoolOp(op, values):
                other = " or " if isinstance(op, ast.And) else " and "
                yield change(node, f"({other.join(f'({ast.unparse(one)})' for one in values)})")
            case ast.Constant(bool(value)):
                yield change(node, str(not value))
            case ast.Constant(int(value) | float(value)):
                yield change(node, str(value + 1))
            case ast.Expr(ast.Call()) | ast.AugAssign():
                yield change(node, "pass")


def _form(node: ast.AST) -> list[ast.AST]:
    """What of a node says how it is written or kept, and not what it does: its types, decorators, a class's words."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [*node.decorator_list, *filter(None, [node.returns])]
        case ast.ClassDef():
            return [*node.decorator_list, *node.keywords]
        case ast.Assign(targets=[ast.Name("TYPE_CHECKING")]):
            return [node.value]
        case ast.keyword(arg="strict"):  # zip says where two lists differ in length, which they do not
            return [node.value]
    return [*filter(None, [getattr(node, "annotation", None)])]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What is reached from now on, this test has reached: a worker loads this module as a plugin."""
    if measuring := import_module("coverage").Coverage.current():
        measuring.switch_context(item.nodeid.partition("[")[0])


def gather_coverage(data: Path) -> None:
    """Write down what reaches which line: one run under coverage of all tests of these packages."""
    settings = data.parent / "coverage.ini"
    settings.write_text(f"[run]\nsource = irviz\nparallel = true\npatch = subprocess\ndata_file = {data}\n")
    places = ["irviz", "tests/test_cli.py", *(f"tests/{package}" for package in PACKAGES)]
    how = ["-q", "-p", "no:cacheprovider", "-p", "tests.bench.mutation", "-n", "2", "--ignore", WALK[0]]
    run = ["run", f"--rcfile={settings}", "-m", "pytest", *how, *places]
    for command in (run, ["combine", f"--rcfile={settings}"]):
        subprocess.run([sys.executable, "-m", "coverage", *command], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)


def find_tests(data: Path) -> dict[tuple[str, int], list[str]]:
    """By file and line, the tests that reach it."""
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    with sqlite3.connect(data) as connection:
        rows = connection.execute(
            "select path, context, numbits from line_bits"
            " join file on file.id = file_id join context on context.id = context_id"
        )
        for path, test, bits in rows:
            for line in (8 * at + bit for at, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1 and test):
                found[str(Path(path).relative_to(ROOT)), line].append(test)
    return found


def list_tests(change: Change, tests: dict[tuple[str, int], list[str]], breadth: Counter[str]) -> list[str]:
    """The tests of the module's own file, and those that reach a line: its package's first, which reach least first.

    What runs when a module is imported, no single test reaches: then all count that reach the module, or if there
    are none, those of its package.
    """
    package, *folders = Path(change.path).with_suffix("").parts[1:]
    own = ROOT / "tests" / package / Path(*folders[:-1]) / f"test_{folders[-1] if folders else package}.py"
    reach = tests.get((change.path, change.line)) or [
        name for (path, _), names in tests.items() if path == change.path for name in names
    ]
    names = sorted({*reach}, key=lambda name: (not name.startswith(f"tests/{package}/"), breadth[name], name))
    return [str(own.relative_to(ROOT))] * own.exists() + (names[:MAX_TESTS] or [f"tests/{package}"])


class Checkout:
    """A copy of the checkout, in which one change after the other is made and tested."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        ignored = shutil.ignore_patterns(".git", ".venv", "*_cache", "__pycache__", "node_modules")
        shutil.copytree(ROOT, folder, ignore=ignored)
        self._environment = {**os.environ, "PYTHONPATH": str(folder)}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def finds(self, change: Change, tests: list[str]) -> bool:
        """Whether a test fails with a change."""
        target = self._folder / change.path
        was = target.read_bytes()
        self._write(target, was[: change.start] + change.now.encode() + was[change.end :])
        try:
            package = ["-m", "not exhaustive", f"tests/{change.path.split('/')[1]}"]
            return any(self._fails(run) for run in ([change.path, *tests], package, WALK))
        finally:
            self._write(target, was)

    @staticmethod
    def _write(target: Path, raw: bytes) -> None:
        before = target.stat().st_mtime
        target.write_bytes(raw)
        # What is compiled is kept by size and second.
        os.utime(target, (before + 1, before + 1))

    def _fails(self, tests: list[str]) -> bool:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
        try:
            done = subprocess.run(
                command, cwd=self._folder, env=self._environment, capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode not in (0, 5)


def main() -> None:
    """Make the changes, two at a time, and say which were found."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--count", type=int, default=100)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--data", type=Path, help="where it is kept, or will be, which tests reach which line")
    chosen = wanted.parse_args()
    draw = random.Random(chosen.seed)
    modules = [path for package in PACKAGES for path in sorted((ROOT / "irviz" / package).rglob("*.py"))]
    every = [
        one for path in modules for one in find_changes(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    ]
    counts: Counter[tuple[bool, bool]] = Counter()
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(os.cpu_count()) as pool:
        data = (chosen.data or Path(place) / "data").resolve()
        if not data.exists():
            gather_coverage(data)
        tests = find_tests(data)
        breadth = Counter(name for names in tests.values() for name in names)
        free: Queue[Checkout] = Queue()
        for number in range(os.cpu_count() or 1):
            free.put(Checkout(Path(place) / f"{number}"))

        def is_found(change: Change, names: list[str]) -> bool:
            checkout = free.get()
            try:
                return checkout.finds(change, names)
            finally:
                free.put(checkout)

        changes = draw.sample(every, chosen.count)
        reach = [list_tests(one, tests, breadth) for one in changes]
        asked = zip(changes, reach, pool.map(is_found, changes, reach), strict=True)
        for number, (change, names, found) in enumerate(asked, 1):
            counts[change.path.split("/")[1] in STRICT, found] += 1
            said = "found" if found else f"not found ({len(names)} tests were asked)"
            print(f"{number}. {said}: {change}", flush=True)
    for strict, name in ((True, ", ".join(STRICT)), (False, "elsewhere")):
        of = counts[strict, True] + counts[strict, False]
        print(f"{name}: {counts[strict, True]} of {of} found" + (f", {counts[strict, True] / of:.0%}" if of else ""))


if __name__ == "__main__":
    main()
