"""The package from outside: documented, on its own, quick to load."""

from __future__ import annotations

import ast
import doctest
import inspect
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import irviz.metrics
from irviz.metrics import METRICS, Metric
from tests.each import each
from tests.metrics.variants import METRIC

SOURCES = sorted(Path(irviz.metrics.__file__).parent.glob("*.py"))
NAMES = [name for name in irviz.metrics.__all__ if name not in {"METRICS", "TOOLS"}]


def documentation(name: str) -> str:
    value = getattr(irviz.metrics, name)
    return inspect.getdoc(value) or ""


@each("name", NAMES)
def test_every_public_name_has_a_docstring_with_an_example(name: str) -> None:
    assert doctest.DocTestParser().get_examples(documentation(name)), name


@each("name", NAMES)
def test_public_functions_say_what_they_raise_and_where_they_come_from(name: str) -> None:
    value = getattr(irviz.metrics, name)
    if not inspect.isfunction(value) or not inspect.signature(value).parameters:
        return
    text = documentation(name)
    assert "Raises:" in text or "errors are as for" in text
    assert "Source: " in text or name in {"outcomes", "gains", "parse"}


@METRIC
def test_every_metric_says_its_parameters_and_its_source(metric: Metric) -> None:
    text = documentation(metric.name)
    assert "Source: " in text
    assert "Parameters: " in text
    assert "Errors: " in text
    assert "defined" in text
    assert "Values are from 0" in text or "either 0 or 1" in text
    if "as for" not in text:
        for parameter in metric.parameters:
            assert f"``{parameter.name}``" in text


def test_which_metrics_have_a_curve_which_are_added_up_and_which_have_a_cutoff_of_their_own() -> None:
    counts = ["NumRet", "NumRel", "NumRelRet"]
    in_order = ["RR", "AP", "DCG", "nDCG", "Rprec", "ERR", "RBP", "Bpref", "infAP", "RBPresid", "IPrec"]
    own = ["Rprec", "Bpref", "infAP", "IPrec", "SetP", "SetR", "SetF", "SetAP", *counts]
    facts = {
        "order_aware": in_order,
        "graded": ["CG", "DCG", "IDCG", "nDCG", "ERR", "RBP"],
        "shown": ["P", "R", "F1", "RR", "AP", "CG", "DCG", "nDCG"],
        "summed": counts,
        "uncut": ["RR", "AP", *own],
        "own_cutoff": own,
        "sees_judged": ["Judged", "Bpref", "infAP", "RBPresid"],
        "rising": ["P", "R", "F1", "RR", "CG", "DCG", "Success", "SetP", "SetR", "SetF", "NumRelRet"],
    }
    assert {fact: [name for name, one in METRICS.items() if getattr(one, fact)] for fact in facts} == facts


def test_public_methods_are_documented() -> None:
    for cls in (Metric, irviz.metrics.Ranking, irviz.metrics.Distribution):
        for name, member in inspect.getmembers(cls):
            if not name.startswith("_") and callable(member):
                assert inspect.getdoc(member), f"{cls.__name__}.{name}"


def test_all_names_are_there_and_in_order() -> None:
    names = irviz.metrics.__all__
    assert len(set(names)) == len(names)
    assert set(names) <= set(dir(irviz.metrics))
    assert set(METRICS) <= set(names)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        irviz.metrics.nothing  # noqa: B018


def test_no_module_is_named_like_a_public_name() -> None:
    modules = {module.name for module in pkgutil.iter_modules(irviz.metrics.__path__)}
    assert not modules & set(irviz.metrics.__all__)
    for module in modules:
        assert inspect.getdoc(import_module(f"irviz.metrics.{module}"))


def test_the_order_of_imports_does_not_matter() -> None:
    for module in ("evaluation", "notation", "contingency", "working", "gain", "conventions"):
        code = f"import irviz.metrics.{module}; from irviz.metrics import confusion; confusion.__call__"
        subprocess.run([sys.executable, "-c", code], check=True)


@each("path", SOURCES)
def test_standard_library_only(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for statement in block.body
        for node in ast.walk(statement)
    }
    asked = {
        node for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        else:
            continue
        for module in modules:
            top = module.partition(".")[0]
            if top == "pandas" and node in asked:  # by somebody who wants a data frame
                continue
            assert top in sys.stdlib_module_names or module.startswith("irviz.metrics"), module


BLOCKED = ("streamlit", "plotly", "pandas", "numpy", "scipy", "sklearn", "pytrec_eval", "ir_measures")
ALL_OF_IT = """
import sys
for name in {blocked!r}:
    sys.modules[name] = None
from irviz.metrics import *
qrels, run = {{"q": {{"a": 1, "b": 0}}}}, {{"q": {{"b": 2.0, "a": 1.0}}}}
evaluation = evaluate(qrels, run, [nDCG @ 10, "AP"])
compare(evaluation, evaluation)[AP].p_value
ranking = Ranking.from_scores(run["q"], qrels["q"])
distribution(AP, ranking).mean
print(AP.worked(ranking).fraction, confusion(ranking, 1), parse("P@5")(ranking), "Spark" in TOOLS)
"""


def test_it_works_without_the_dashboard_and_its_dependencies() -> None:
    code = ALL_OF_IT.format(blocked=BLOCKED)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "1/2 Confusion(tp=0, fp=1, fn=1, tn=0) 0.2 True\n"


def test_importing_it_loads_little() -> None:
    root = str(SOURCES[0].parents[2])
    code = f"import sys; sys.path.insert(0, {root!r}); before = set(sys.modules); import irviz.metrics"
    code += "; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-S", "-c", code], check=True, capture_output=True, text=True)
    loaded = {name for name in done.stdout.split() if not name.startswith("irviz")}
    small = {"__future__", "bisect", "_bisect", "itertools", "math", "operator", "_operator"}
    assert loaded <= small
