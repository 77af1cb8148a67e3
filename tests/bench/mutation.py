"""How many small changes to the code the tests find: ``python tests/bench/mutation.py --count 100 --seed 1``.

A change is a flipped comparison, another constant, `and` for `or`, or a dropped line, at a random place. It is made
in a copy of the checkout, where the tests run that reach its line, by the contexts of `coverage` (which has to be
installed: ``pip install coverage``), and then the walk without a browser. What no test finds is listed.
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
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
STRICT = ("metrics", "state", "lenses", "rooms")
"""Where at least 95 % are to be found; elsewhere 85 %."""

PACKAGES = (*STRICT, "scenarios", "lessons", "formats", "views", "pages")
MAX_TESTS = 60
"""So many of the tests that reach a line are run."""

SECONDS = 300
"""After so long a change counts as found: something runs on for ever."""

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
    hints = {id(part) for node in ast.walk(tree) for part in ast.walk(_annotation(node) or ast.Pass())}
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


def _annotation(node: ast.AST) -> ast.expr | None:
    found: ast.expr | None = getattr(node, "annotation", None) or getattr(node, "returns", None)
    return found


def find_tests(folder: Path) -> dict[tuple[str, int], list[str]]:
    """By file and line, the tests that reach it: one run of all quick tests under coverage."""
    settings = folder / "coverage.ini"
    settings.write_text(f"[run]\nsource = irviz\ndynamic_context = test_function\ndata_file = {folder}/data\n")
    command = [
        "-m",
        "coverage",
        "run",
        f"--rcfile={settings}",
        "-m",
        "pytest",
        "-q",
        "-m",
        "quick",
        "-p",
        "no:cacheprovider",
    ]
    subprocess.run([sys.executable, *command, "-p", "no:xdist"], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    with sqlite3.connect(folder / "data") as data:
        rows = data.execute(
            "select path, context, numbits from line_bits"
            " join file on file.id = file_id join context on context.id = context_id"
        )
        for path, context, bits in rows:
            module, _, name = context.rpartition(".")
            if not module.startswith("tests."):
                continue
            test = f"{module.replace('.', '/')}.py::{name}"
            for line in (8 * at + bit for at, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1):
                found[str(Path(path).relative_to(ROOT)), line].append(test)
    return found


def list_tests(change: Change, tests: dict[tuple[str, int], list[str]]) -> list[str]:
    """The tests of the module's own file, and those that reach a line, in an order that is drawn.

    What runs when a module is imported, no single test reaches: then all count that reach the module.
    """
    package, *folders = Path(change.path).with_suffix("").parts[1:]
    own = ROOT / "tests" / package / Path(*folders[:-1]) / f"test_{folders[-1] if folders else package}.py"
    reach = tests.get((change.path, change.line)) or [
        name for (path, _), names in tests.items() if path == change.path for name in names
    ]
    drawn = sorted(set(reach), key=lambda name: hash((name, change)))
    return [str(own.relative_to(ROOT))] * own.exists() + drawn[:MAX_TESTS]


def is_found(change: Change, tests: list[str], folder: Path) -> bool:
    """Whether a test fails with a change."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        copy = Path(place) / "irviz"
        shutil.copytree(
            ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "*_cache", "__pycache__", "node_modules")
        )
        target = copy / change.path
        raw = target.read_bytes()
        target.write_bytes(raw[: change.start] + change.now.encode() + raw[change.end :])
        runs = [[change.path, *tests], ["tests/pages/test_walk.py", "-k", "0 or once"]]
        return any(_fails(run, copy) for run in runs)


def _fails(tests: list[str], copy: Path) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    there = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=there, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (0, 5)


def main() -> None:
    """Make the changes, two at a time, and say which were found."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--count", type=int, default=100)
    wanted.add_argument("--seed", type=int, default=1)
    chosen = wanted.parse_args()
    draw = random.Random(chosen.seed)
    modules = [path for package in PACKAGES for path in sorted((ROOT / "irviz" / package).rglob("*.py"))]
    every = [
        one for path in modules for one in find_changes(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"))
    ]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        tests = find_tests(folder)
        changes = draw.sample(every, chosen.count)
        reach = [list_tests(one, tests) for one in changes]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            verdicts = [*pool.map(is_found, changes, reach, [folder] * len(changes))]
    counts: Counter[tuple[bool, bool]] = Counter()
    for change, names, found in zip(changes, reach, verdicts, strict=True):
        counts[change.path.split("/")[1] in STRICT, found] += 1
        if not found:
            print(f"not found ({len(names)} tests were asked): {change}", flush=True)
    for strict, name in ((True, ", ".join(STRICT)), (False, "elsewhere")):
        of = counts[strict, True] + counts[strict, False]
        print(f"{name}: {counts[strict, True]} of {of} found" + (f", {counts[strict, True] / of:.0%}" if of else ""))


if __name__ == "__main__":
    main()
