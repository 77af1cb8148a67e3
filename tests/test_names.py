"""Names: the glossary is true, and functions are called by verbs."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.each import each

ROOT = Path(__file__).resolve().parents[1]
GLOSSARY = (ROOT / ".github" / "GLOSSARY.md").read_text("utf-8")
WORDS = re.findall(r"^\| (\w+) \| .* \| `(irviz/[\w./]+)` \|$", GLOSSARY, re.MULTILINE)

PARTICIPLES = re.compile(
    r"_*(told|said|shown|found|given|made|seen|asked|kept|drawn|gone|left|taken|brought|begun|written|put|set|heard"
    r"|[a-z]{3,}ed)(_|$)"
)
PUBLIC = {"averaged", "corrected", "defined", "known", "paired", "reordered", "worked", "set_share"}
"""Names that others use, in `irviz.metrics` and in copied scripts; and a share of a set."""

RIDDLES = {"elsewhere", "strangers", "turns", "tidy", "reach", "trail", "gone", "covered", "here", "wire", "apart"}


def test_the_glossary_has_its_thirty_words() -> None:
    assert len(WORDS) == GLOSSARY.count("\n| ") - 1 >= 30


@each(("word", "path"), WORDS)
def test_a_word_is_used_where_the_glossary_says(word: str, path: str) -> None:
    assert re.search(rf"(?i)(\b|_){word}", (ROOT / path).read_text("utf-8"))


def test_functions_are_named_by_verbs_and_files_by_what_they_hold() -> None:
    files = sorted(path for path in (ROOT / "irviz").rglob("*") if path.suffix in {".py", ".js", ".css"})
    assert [path for path in files if path.stem in RIDDLES] == []
    odd = []
    for path in files:
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            kinds = {one.id for one in node.decorator_list if isinstance(one, ast.Name)}
            if PARTICIPLES.match(node.name) and not kinds & {"property", "cached_property"} and node.name not in PUBLIC:
                odd.append(f"{path.name}: {node.name}")
            if (ast.get_docstring(node) or "").startswith("The same"):
                odd.append(f"{path.name}: {node.name} says that it is the same")
    assert odd == []
