"""Copied as Python: the scripts run on their own and print the numbers of the page."""

from __future__ import annotations

import random
import subprocess
import sys
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from irviz.formats import Qrels, Run, trec, write_ir_measures_script, write_irviz_script
from irviz.formats.scripts import Numbers
from irviz.metrics import (
    AP,
    CG,
    DCG,
    ERR,
    F1,
    RR,
    Metric,
    P,
    R,
    Rprec,
    Success,
    compare,
    compare_all,
    corrected,
    evaluate,
    nDCG,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[3]

NASTY = '"""\n\'; import os # <script> {0} \\'
PLAIN = ["q1", "q2", "猫"]

Lines = dict[tuple[str, str, str], float]


def boards(names: list[str], seed: int = 1) -> tuple[Qrels, Run]:
    rng = random.Random(seed)
    qrels: Qrels = {}
    run: Run = {}
    for name in names:
        docs = [f"{name[:1]}{i}" for i in range(12)]
        run[name] = {doc: float(rng.randrange(4)) for doc in rng.sample(docs, 8)}
        qrels[name] = {doc: rng.choice((-1, 0, 1, 2, 3)) for doc in docs}
    return qrels, run


def output(script: str, folder: Path) -> Lines:
    """What a script prints, run as a file of its own in another folder."""
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "ignore", str(path)],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    lines = [line.rsplit("\t", 2) for line in result.stdout.splitlines()]
    found = {}
    for front, metric, value in lines:
        system, query = front.split("\t")
        found[system, query, metric] = float(value)
    return found


def expected(numbers: Numbers, metrics: Sequence[Metric]) -> Lines:
    """The same numbers, straight from the package."""
    found: Lines = {}
    for system, run in numbers.runs.items():
        assert isinstance(run, dict)
        assert isinstance(numbers.qrels, dict)
        evaluation = evaluate(numbers.qrels, run, metrics, threshold=numbers.threshold)
        for query, values in evaluation.per_query.items():
            found |= {(system, query, str(metric)): value for metric, value in values.items()}
        found |= {(system, "all", str(metric)): mean for metric, mean in evaluation.means.items()}
    return found


METRICS = [P @ 3, R @ 3, F1 @ 3, RR @ 3, AP @ 3, nDCG @ 3, nDCG(gain="exp") @ 3, P(rel=2) @ 5]
WHOLE = [P, R, F1, RR, AP, nDCG, Rprec, Success @ 5]


@pytest.mark.parametrize("threshold", [1, 2])
def test_irviz_prints_every_number_to_the_last_bit(tmp_path: Path, threshold: int) -> None:
    qrels, run = boards(PLAIN)
    metrics = [*METRICS, *WHOLE, CG @ 3, DCG @ 3, ERR @ 3, AP(denominator="min(R,k)") @ 3]
    numbers = Numbers(metrics, qrels, {"A": run}, threshold=threshold)

    assert output(write_irviz_script(numbers), tmp_path) == expected(numbers, metrics)


@pytest.mark.parametrize("threshold", [1, 2])
def test_ir_measures_prints_the_same_numbers(tmp_path: Path, threshold: int) -> None:
    qrels, run = boards(PLAIN)
    metrics = [*METRICS, *WHOLE]
    numbers = Numbers(metrics, qrels, {"A": run}, threshold=threshold)

    found = output(write_ir_measures_script(numbers), tmp_path)

    wanted = expected(numbers, metrics)
    assert found.keys() == wanted.keys()
    assert found == pytest.approx(wanted, abs=1e-12)


def test_curves(tmp_path: Path) -> None:
    qrels, run = boards(["q"])
    numbers = Numbers([P @ 3, F1, nDCG(gain="exp") @ 3], qrels, {"A": run}, depth=4)
    metrics = [m @ k for m in (P, F1, nDCG(gain="exp")) for k in range(1, 5)]

    wanted = expected(numbers, metrics)
    assert output(write_irviz_script(numbers), tmp_path) == wanted
    assert output(write_ir_measures_script(numbers), tmp_path) == pytest.approx(wanted, abs=1e-12)


def test_comparison(tmp_path: Path) -> None:
    qrels, first = boards(PLAIN)
    _, second = boards(PLAIN, seed=2)
    numbers = Numbers([AP, P @ 3], qrels, {"A": first, "B": second}, seed=5)

    found = output(write_irviz_script(numbers), tmp_path)

    a, b = (evaluate(qrels, run, [AP, P @ 3]) for run in (first, second))
    for metric, comparison in compare(a, b, seed=5).items():
        assert found["difference", "all", str(metric)] == comparison.mean
        assert found["wins", "all", str(metric)] == comparison.wins
        assert found["ties", "all", str(metric)] == comparison.ties
        assert found["losses", "all", str(metric)] == comparison.losses
        assert found["p value", "all", str(metric)] == comparison.p.value
        assert found["p error", "all", str(metric)] == comparison.p.error
        assert found["resamples", "all", str(metric)] == comparison.p.resamples
        ends = [found[f"interval {end}", "all", str(metric)] for end in ("low", "high")]
        assert ends == [comparison.interval.low, comparison.interval.high]
        assert found["t p value", "all", str(metric)] == comparison.t.value
        again = corrected({("A", "B"): compare(a, b, seed=5)})["A", "B"][metric]
        assert found["p value (Holm)", "all", str(metric)] == again.p.value
        assert found["t p value (Holm)", "all", str(metric)] == again.t.value
    wanted = expected(numbers, [AP, P @ 3])
    assert output(write_ir_measures_script(numbers), tmp_path) == pytest.approx(wanted, abs=1e-12)


def test_more_than_two_runs_are_compared_in_pairs(tmp_path: Path) -> None:
    qrels, first = boards(PLAIN)
    runs = {"A": first, "B": boards(PLAIN, seed=2)[1], "it's C": boards(PLAIN, seed=3)[1]}
    found = output(write_irviz_script(Numbers([AP], qrels, runs)), tmp_path)
    evaluations = {name: evaluate(qrels, run, [AP]) for name, run in runs.items()}
    for (a, b), comparison in compare_all(evaluations).items():
        told = found[f"difference of {b} against {a}", "all", "AP"]
        assert told == comparison[AP].mean


def test_files(tmp_path: Path) -> None:
    qrels, run = boards(PLAIN)
    (tmp_path / "a.qrels").write_text(trec.write_qrels(qrels), encoding="utf-8")
    odd = {**run, "nobody judged it": {"d": 1.0}}
    odd = {query.replace(" ", "-"): listed for query, listed in odd.items()}
    (tmp_path / "a.run").write_text(trec.write_run(odd), encoding="utf-8")
    numbers = Numbers(METRICS, "a.qrels", {"A": "a.run"})

    wanted = expected(Numbers(METRICS, qrels, {"A": run}), METRICS)
    assert output(write_irviz_script(numbers), tmp_path) == wanted
    found = output(write_ir_measures_script(numbers), tmp_path)
    assert {key: found[key] for key in wanted} == pytest.approx(wanted, abs=1e-12)


def test_nothing_that_a_user_wrote_is_run(tmp_path: Path) -> None:
    qrels = {NASTY: {NASTY: 1, "\u2028": 0}}
    run = {NASTY: {"\u2028": 2.0, NASTY: 1.0}}
    numbers = Numbers([RR], qrels, {NASTY: run})

    for script in (write_irviz_script(numbers), write_ir_measures_script(numbers)):
        compile(script, "script", "exec")
        assert "\n'; import" not in script
        path = tmp_path / "script.py"
        path.write_text(script, encoding="utf-8")
        result = subprocess.run(
            [sys.executable, "-W", "ignore", str(path)],
            env={"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        )
        assert result.stdout.endswith(b"\tRR\t0.5\n")


def test_what_ir_measures_lacks_is_named() -> None:
    metrics: list[Metric] = [P @ 1, DCG @ 1, AP(denominator="hits") @ 1, nDCG(gain="exp") @ 1, nDCG(gain="binary") @ 1]
    script = write_ir_measures_script(Numbers(metrics, {"q": {"a": 20}}, {"A": {"q": {"a": 1.0}}}))

    names = "DCG@1, AP(denominator='hits')@1, nDCG(dcg='exp-log2')@1, nDCG(gain='binary')@1"
    assert f"# ir_measures does not have {names}." in script


def test_another_policy_is_named() -> None:
    job = Numbers([AP], {"q": {"a": 0}}, {"A": {"q": {"a": 1.0}}}, undefined=float("nan"))

    assert "# Where nothing is relevant, ir_measures counts 0." in write_ir_measures_script(job)
    script = write_irviz_script(job)
    assert "undefined=float('nan')" in script
    namespace: dict[str, object] = {"print": lambda *_, **__: None}
    exec(script, namespace)  # noqa: S102 - our own
    mean = namespace["mean"]
    assert isinstance(mean, float)
    assert isnan(mean)


def test_numbers_need_a_metric_a_run_and_one_kind_of_data() -> None:
    with pytest.raises(ValueError, match="a metric and a run"):
        Numbers([], {"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}})
    with pytest.raises(ValueError, match="a metric and a run"):
        Numbers([P], {"q": {"a": 1}}, {})
    with pytest.raises(ValueError, match="all in files"):
        Numbers([P], {"q": {"a": 1}}, {"A": "a.run"})
