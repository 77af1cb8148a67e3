"""The command line, called as a function and as a program of its own."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import random
import subprocess
import sys
from copy import deepcopy
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ir_measures as untyped
import pytest
import streamlit as st
from streamlit import config as streamlits

import irviz
import irviz.metrics
from irviz.cli import BAD, DEFAULT_METRICS, main
from irviz.formats import trec
from irviz.metrics import bootstrap_interval, holm, t_test

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[1]

ir_measures: Any = untyped

QRELS = "q1 0 a 2\nq1 0 b 0\nq1 0 c 1\nq2 0 a 0\nq3 0 b 1\n"
FIRST = "q1 Q0 a 1 3 x\nq1 Q0 b 2 2 x\nq2 Q0 a 1 1 x\nq9 Q0 a 1 1 x\n"
SECOND = "q1 Q0 b 1 3 x\nq1 Q0 c 2 2 x\nq3 Q0 b 1 1 x\n"

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "first.run").write_text(FIRST)
    (tmp_path / "second.run.gz").write_bytes(gzip.compress(SECOND.encode()))
    return tmp_path


def program(*arguments: str, stdin: bytes = b"", folder: Path | None = None) -> Any:
    """``python -m irviz`` as a process of its own, in which warnings are errors."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "irviz", *arguments],
        input=stdin,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.mark.usefixtures("files")
def test_table_of_means(capsys: Capture) -> None:
    assert main(["evaluate", "qrels.txt", "first.run", "-m", "nDCG@10", "-m", "P@2"]) == 0

    captured = capsys.readouterr()
    assert captured.out == (
        "run        nDCG@10     P@2\n"
        "first.run   0.2534  0.1667\n"
        "\n"
        "queries: 3\n"
        "undefined: nDCG@10 1; counted as 0\n"
        "missing: 1; counted as empty lists\n"
    )
    assert captured.err == (
        "irviz: first.run, line 4: expected judgments for each query, found none for query 'q9': it is left out\n"
    )


@pytest.mark.usefixtures("files")
def test_table_of_queries(capsys: Capture) -> None:
    assert main(["evaluate", "qrels.txt", "second.run.gz", "-m", "AP", "--per-query"]) == 0

    assert capsys.readouterr().out == (
        "query      AP\n"
        "q1     0.2500\n"
        "q2     0.0000\n"
        "q3     1.0000\n"
        "all    0.4167\n"
        "\n"
        "queries: 3\n"
        "undefined: AP 1; counted as 0\n"
        "missing: 1; counted as empty lists\n"
    )


@pytest.mark.usefixtures("files")
def test_comparison(capsys: Capture) -> None:
    arguments = ["evaluate", "qrels.txt", "first.run", "second.run.gz", "-m", "AP", "--compare"]
    assert main(arguments) == 0

    assert capsys.readouterr().out == (
        "run                AP\n"
        "first.run      0.1667\n"
        "second.run.gz  0.4167\n"
        "\n"
        "metric  first.run  second.run.gz  difference  wins  ties  losses       p\n"
        "AP         0.1667         0.4167     +0.2500     1     1       1  1.0000\n"
        "wins: queries that second.run.gz does better on.\n"
        "p: of all ways to swap the two runs' values on some of the queries, the share that give\n"
        "a difference at least as far from 0 (paired randomisation test, two-sided).\n"
        "\n"
        "queries: 3\n"
        "undefined (first.run): AP 1; counted as 0\n"
        "missing (first.run): 1; counted as empty lists\n"
        "undefined (second.run.gz): AP 1; counted as 0\n"
        "missing (second.run.gz): 1; counted as empty lists\n"
    )


@pytest.mark.usefixtures("files")
def test_json(capsys: Capture) -> None:
    arguments = ["evaluate", "qrels.txt", "first.run", "second.run.gz", "-m", "AP", "-m", "P@1"]
    assert main([*arguments, "--json", "--compare", "--per-query", "--seed", "7"]) == 0

    captured = capsys.readouterr()
    assert captured.err == ""
    report = json.loads(captured.out)
    first, second = ([*run["per_query"].values()] for run in report["runs"])
    tests = {}
    for metric, found in report["comparison"].items():
        differences = [b[metric] - a[metric] for a, b in zip(first, second, strict=True)]
        assert found.pop("interval") == bootstrap_interval(differences, seed=7)._asdict()
        tests[metric] = t_test(differences)
        told = [found.pop(name) for name in ("t", "degrees_of_freedom", "t_p_value")]
        assert told == [*tests[metric]]
        assert found.pop("p_value_holm") == 1.0
        assert found.pop("judged_otherwise") == dict.fromkeys(("low", "value", "high"), found["difference"])
    for run in report["runs"]:
        # Everything is judged, so that each value is all that it can be; of no results nothing is.
        share = 1 - len(run["missing"]) / report["queries"]
        for metric, mean in run["means"].items():
            known = run["known"].pop(metric)
            judged_only = known.pop("per_query")["q1"]["judged_only"]
            assert judged_only == run["per_query"]["q1"][metric]
            assert known == {
                "judged": pytest.approx(share),
                **dict.fromkeys(("at_least", "at_most", "judged_only"), mean),
            }
        assert run.pop("known") == {}
    corrected = holm({metric: tested.value for metric, tested in tests.items()})
    assert corrected == {metric: found.pop("t_p_value_holm") for metric, found in report["comparison"].items()}
    assert report == {
        "qrels": "qrels.txt",
        "queries": 3,
        "undefined_counts_as": "0",
        "scores_as": "double",
        "runs": [
            {
                "run": "first.run",
                "means": {"AP": 1 / 6, "P@1": 1 / 3},
                "undefined": {"AP": ["q2"]},
                "missing": ["q3"],
                "left_out": ["q9"],
                "per_query": {
                    "q1": {"AP": 0.5, "P@1": 1.0},
                    "q2": {"AP": 0.0, "P@1": 0.0},
                    "q3": {"AP": 0.0, "P@1": 0.0},
                },
            },
            {
                "run": "second.run.gz",
                "means": {"AP": 1.25 / 3, "P@1": 1 / 3},
                "undefined": {"AP": ["q2"]},
                "missing": ["q2"],
                "left_out": [],
                "per_query": {
                    "q1": {"AP": 0.25, "P@1": 0.0},
                    "q2": {"AP": 0.0, "P@1": 0.0},
                    "q3": {"AP": 1.0, "P@1": 1.0},
                },
            },
        ],
        "comparison": {
            "AP": {"difference": 0.25, "wins": 1, "ties": 1, "losses": 1, **CERTAIN},
            "P@1": {"difference": 0.0, "wins": 1, "ties": 1, "losses": 1, **CERTAIN},
        },
        "notes": [("first.run, line 4: expected judgments for each query, found none for query 'q9': it is left out")],
    }


def test_scores_in_single_precision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text("q1 0 a 1\nq1 0 b 0\n")
    Path("near.run").write_text("q1 Q0 a 1 16777217 x\nq1 Q0 b 2 16777216 x\n")
    arguments = ["evaluate", "qrels.txt", "near.run", "-m", "RR"]
    said = []
    for option, mean in (([], 1.0), (["--scores-as", "double"], 1.0), (["--scores", "single"], 0.5)):
        assert main([*arguments, *option, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["runs"][0]["means"] == {"RR": mean}
        assert report["scores_as"] == ("single" if mean == 0.5 else "double")
        assert main([*arguments, *option]) == 0
        said.append("scores: compared in single precision\n" in capsys.readouterr().out)
    assert said == [False, False, True]


CERTAIN = {"p_value": 1.0, "p_error": 0.0, "resamples": 4, "exact": True}
"""The p-value of two queries that differ, where every way to swap them gives as much."""


def test_a_drawn_p_value_is_shown_with_its_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    queries = range(60)
    Path("qrels.txt").write_text("".join(f"q{i} 0 a 1\nq{i} 0 b 0\n" for i in queries))
    for name, better in (("a.run", 0), ("b.run", 5)):
        # Of 60 queries each run is right on some, and run B on a few more.
        right = [(i % 2 == 0) == (name == "a.run") or i % 12 < better for i in queries]
        Path(name).write_text("".join(f"q{i} Q0 a 1 {2 * good} x\nq{i} Q0 b 1 1 x\n" for i, good in enumerate(right)))
    arguments = ["evaluate", "qrels.txt", "a.run", "b.run", "-m", "P@1", "-m", "P@2", "--compare"]

    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["comparison"]
    drawn = found["P@1"]
    # As many as four decimals of a value near 0.03 need for an error of a third of the third.
    assert not drawn["exact"]
    assert 200_000 < drawn["resamples"] < 400_000
    # 45 queries differ by 1: 30 in favour of B, 15 of A.
    assert (drawn["wins"], drawn["losses"]) == (30, 15)
    exact = 2 * sum(comb(45, losses) for losses in range(16)) / 2**45
    assert abs(drawn["p_value"] - exact) < 4 * drawn["p_error"]
    assert 0.0002 < drawn["p_error"] < 0.00034
    assert found["P@2"] | CERTAIN | {"resamples": 1} == found["P@2"]

    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[5].endswith(f" {drawn['p_value']:.4f} ± {drawn['p_error'] + 5e-5:.4f}")
    assert lines[6].endswith(" 1.0000")
    assert f"{drawn['resamples']:,} random ones" in lines[-4]
    assert max(map(len, lines)) <= 90


@pytest.mark.usefixtures("files")
def test_without_metrics_there_are_some(capsys: Capture) -> None:
    assert main(["evaluate", "qrels.txt", "first.run", "--json"]) == 0

    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert tuple(run["means"]) == DEFAULT_METRICS


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("policy", "mean", "words"),
    [
        ("0", 0.5 / 3, "counted as 0"),
        ("1", 1.5 / 3, "counted as 1"),
        ("skip", 0.5 / 2, "left out of the mean"),
        ("nan", None, "counted as nan"),
    ],
)
def test_undefined(capsys: Capture, policy: str, mean: float | None, words: str) -> None:
    arguments = ["evaluate", "qrels.txt", "first.run", "-m", "AP", "--undefined", policy]

    assert main([*arguments, "--json"]) == 0
    value = json.loads(capsys.readouterr().out)["runs"][0]["means"]["AP"]
    assert value == (None if mean is None else pytest.approx(mean))

    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert f"undefined: AP 1; {words}\n" in text
    assert text.split()[3] == ("nan" if mean is None else f"{mean:.4f}")


@pytest.mark.usefixtures("files")
def test_threshold(capsys: Capture) -> None:
    arguments = ["evaluate", "qrels.txt", "first.run", "-m", "R@1", "--json", "--threshold"]
    means = []
    for threshold in ("1", "2"):
        assert main([*arguments, threshold]) == 0
        means.append(json.loads(capsys.readouterr().out)["runs"][0]["means"]["R@1"])

    assert means == [pytest.approx(0.5 / 3), pytest.approx(1 / 3)]


@pytest.mark.usefixtures("files")
def test_runs_of_the_same_name_are_told_apart(capsys: Capture) -> None:
    Path("other").mkdir()
    Path("other/first.run").write_text(FIRST)
    arguments = ["evaluate", "qrels.txt", "-m", "AP", "--json", "first.run"]

    assert main([*arguments, "other/first.run"]) == 0
    names = [run["run"] for run in json.loads(capsys.readouterr().out)["runs"]]
    assert names == ["first.run", "other/first.run"]

    assert main([*arguments, "first.run"]) == 0
    names = [run["run"] for run in json.loads(capsys.readouterr().out)["runs"]]
    assert names == ["1 first.run", "2 first.run"]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("place", ["qrels", "run"])
def test_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    text, arguments = {"qrels": (QRELS, ["-", "second.run.gz"]), "run": (SECOND, ["qrels.txt", "-"])}[place]
    stdin = io.TextIOWrapper(io.BytesIO(gzip.compress(text.encode())))
    monkeypatch.setattr(sys, "stdin", stdin)

    assert main(["evaluate", *arguments, "-m", "AP", "--json"]) == 0

    report = json.loads(capsys.readouterr().out)
    assert report["runs"][0]["means"] == {"AP": 1.25 / 3}
    assert "standard input" in (report["qrels"], report["runs"][0]["run"])


FAULTS: dict[str, tuple[list[str], str]] = {
    "no such file": (["qrels.txt", "none.run"], "none.run: no such file or directory"),
    "a folder": (["qrels.txt", "."], ".: is a directory"),
    "files the wrong way round": (
        ["first.run", "qrels.txt"],
        (
            "first.run, line 1: expected 4 columns (query 0 document grade), found 6 "
            "(query Q0 document rank score tag): this looks like a run, so give it as the run"
        ),
    ),
    "judgments as the run": (
        ["qrels.txt", "qrels.txt"],
        (
            "qrels.txt, line 1: expected 6 columns (query Q0 document rank score tag), found 4 "
            "(query 0 document grade): these look like judgments, so give them as the qrels"
        ),
    ),
    "an empty file": (
        ["empty", "first.run"],
        "empty: expected a TREC run or qrels, CSV, JSON or a list of grades, found an empty file",
    ),
    "an unknown metric": (
        ["qrels.txt", "first.run", "-m", "nDGC@10"],
        "-m nDGC@10: unknown metric 'nDGC'; did you mean 'nDCG'?",
    ),
    "a bad threshold": (
        ["qrels.txt", "first.run", "--threshold", "0"],
        "the relevance threshold is 0: use a whole number of at least 1",
    ),
    "a comparison of one": (["qrels.txt", "first.run", "--compare"], "a comparison takes two runs or more, not 1"),
    "a comparison in trec_eval's columns": (
        ["qrels.txt", "first.run", "second.run.gz", "--compare", "-f", "trec"],
        "a comparison is a table, CSV, TSV or JSON, not trec",
    ),
    "a comparison of what no query has": (
        ["qrels.txt", "first.run", "second.run.gz", "--compare", "-m", "gm_map"],
        "a comparison takes a metric that has a value on each query",
    ),
    "two runs in trec_eval's columns": (
        ["qrels.txt", "first.run", "second.run.gz", "-f", "trec"],
        "trec_eval's format holds one run: choose table, csv, tsv or json",
    ),
    "neither means nor queries": (
        ["qrels.txt", "first.run", "-n"],
        "without means and without queries nothing is left: add -q",
    ),
    "no results": (["qrels.txt", "first.run", "-M0"], "-M is 0: use a whole number of at least 1"),
    "a multiple of R that is none": (
        ["qrels.txt", "first.run", "-m", "Rprec_mult.x"],
        "-m Rprec_mult_x: a multiple of R belongs here",
    ),
    "a string of no length": (
        ["qrels.txt", "first.run", "-m", "relstring.0"],
        "-m relstring_0: how many results belongs here: a whole number of at least 1",
    ),
    "a cutoff that is none": (
        ["qrels.txt", "first.run", "-m", "P.5,0"],
        "-m P_0: the cutoff belongs here: a whole number of at least 1",
    ),
    "a cutoff where there is none": (
        ["qrels.txt", "first.run", "-m", "map.5"],
        "-m map.5: map takes no parameters here; did you mean map_cut?",
    ),
    "a recall that is none": (
        ["qrels.txt", "first.run", "-m", "iprec_at_recall_1.5"],
        "-m iprec_at_recall_1.5: a recall belongs here, from 0 to 1",
    ),
    "an empty metric": (["qrels.txt", "first.run", "-m", ","], "-m : a metric's name belongs here, such as nDCG"),
    "a comparison without values": (
        ["qrels.txt", "first.run", "second.run.gz", "--compare", "--undefined", "skip"],
        (
            "expected a value for each query, found none of nDCG@10 for 1 of them: "
            "compare with undefined counted as 0 or 1"
        ),
    ),
    "two standard inputs": (["-", "-"], "standard input can be one of the files only"),
    "a query that nobody judged": (
        ["qrels.txt", "first.run", "--strict"],
        ("first.run, line 4: expected judgments for each query, found none for query 'q9': judge it or drop it"),
    ),
    "files that do not belong together": (
        ["qrels.txt", "strange.run"],
        (
            "strange.run, line 1: expected judgments for each query, found none for query 'x': "
            "judged is query 'q1'; do the two files belong together?"
        ),
    ),
    "a run of strangers, where that is refused": (
        ["qrels.txt", "strangers.run", "--strict"],
        (
            "expected results that are judged, found none: strangers.run: none of its 2 results is "
            "judged. It has ids such as 'A' and 'B', qrels.txt such as 'a' and 'b'. They differ in "
            "capital letters or blanks."
        ),
    ),
    "an option that there is not": (
        ["qrels.txt", "first.run", "--colour"],
        "evaluate: there is no argument --colour; see irviz evaluate --help",
    ),
    "no run": (["qrels.txt"], "evaluate: the following arguments are required: RUN; see irviz evaluate --help"),
}


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("arguments", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_line(capsys: Capture, arguments: list[str], message: str) -> None:
    Path("empty").touch()
    Path("strange.run").write_text("x Q0 a 1 1 x\n")
    Path("strangers.run").write_text("q1 Q0 A 1 2 x\nq1 Q0 B 2 1 x\n")
    try:
        code: object = main(["evaluate", *arguments])
    except SystemExit as stop:
        code = stop.code

    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert captured.err.replace("irviz evaluate: ", "irviz: evaluate: ") == f"irviz: {message}\n"


def test_the_program_fails_without_a_traceback(files: Path) -> None:
    result = program("evaluate", "qrels.txt", "none.run", folder=files)

    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr == b"irviz: none.run: no such file or directory\n"


def test_the_program_reads_standard_input(files: Path) -> None:
    result = program("evaluate", "qrels.txt", "-", "-m", "AP", stdin=SECOND.encode(), folder=files)

    assert (result.returncode, result.stderr) == (0, b"")
    assert b"standard input  0.4167" in result.stdout


def test_the_program_bears_a_terminal_that_knows_few_characters(files: Path) -> None:
    (files / "猫.run").write_text(SECOND)
    result = subprocess.run(
        [sys.executable, "-m", "irviz", "evaluate", "qrels.txt", "猫.run", "-m", "AP"],
        cwd=files,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
        timeout=60,
    )

    assert b"\\u732b.run" in result.stdout


def test_the_program_is_silent_when_nobody_reads_on(files: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "irviz", "evaluate", "qrels.txt", "second.run.gz"],
        cwd=files,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_evaluating_imports_nothing_of_the_page(files: Path) -> None:
    script = (
        "import sys\n"
        "from irviz.cli import main\n"
        "main(['evaluate', 'qrels.txt', 'first.run', 'second.run.gz', '--compare'])\n"
        "third = {name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
        "ours = {name for name in sys.modules if name.startswith('irviz.ui')}\n"
        "print(*sorted(third | ours), file=sys.stderr)\n"
    )
    result = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{script}"],
        cwd=files,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    loaded = set(result.stderr.splitlines()[-1].split())
    # Some installations load hooks of their own into every process.
    hooks = {name for name in loaded if name.startswith("_") or "distutils" in name}
    hooks |= {"sitecustomize", "usercustomize"}
    assert loaded - hooks == {"irviz"}


def test_help_and_version(capsys: Capture) -> None:
    for arguments, words in (
        (["--help"], ["dashboard", "evaluate", "Without a command", "irviz --port 8600"]),
        (
            ["evaluate", "--help"],
            [
                *("QRELS RUN", "-q, --per-query", "--compare", "nDCG@10", "gzip", "as pytrec_eval"),
                *("ndcg_cut_10", "official", "-l GRADE", "-M N", "exit code: 0; 2 where"),
            ],
        ),
        (["dashboard", "--help"], ["--port", "--server.address", "Ctrl+C"]),
    ):
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        assert stop.value.code == 0
        text = capsys.readouterr().out
        assert max(map(len, text.splitlines())) <= 88
        for word in words:
            assert word in text
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"irviz {irviz.__version__}\n"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The settings that the dashboard was started with, each time."""
    configs: list[dict[str, Any]] = []

    class App:
        def __init__(self, **_: object) -> None: ...

        def run(self, *, config: dict[str, Any]) -> None:
            configs.append(config)

    monkeypatch.setattr(st, "App", App)
    # What a command tells Streamlit is for one server, and not for the next test.
    monkeypatch.setattr(streamlits, "_config_options", deepcopy(streamlits.get_config_options()))
    return configs


def test_without_a_command_the_dashboard_starts(started: list[dict[str, Any]]) -> None:
    assert main([]) == 0
    assert main(["dashboard"]) == 0

    from irviz import server  # noqa: PLC0415 - it comes with Streamlit

    assert started == [server.read_settings(), server.read_settings()]


def test_options_of_the_dashboard(started: list[dict[str, Any]]) -> None:
    further = ["--server.address", "127.0.0.1", "--server.headless", "--theme.font=serif"]
    more = ["--server.enableCORS", "false", "--server.baseUrlPath=a/b"]
    assert main(["dashboard", "--port", "8600", *further, *more]) == 0

    (config,) = started
    assert config["server.port"] == 8600
    assert config["server.address"] == "127.0.0.1"
    assert config["server.headless"] is True
    assert config["server.enableCORS"] is False
    assert config["server.baseUrlPath"] == "a/b"
    assert config["theme.font"] == "serif"
    assert config["browser.gatherUsageStats"] is False


def test_the_options_of_the_dashboard_need_no_command(started: list[dict[str, Any]]) -> None:
    for arguments in (["--port", "8600"], ["--port=8600"], ["--server.port", "8600"]):
        assert main(arguments) == 0
    assert [config["server.port"] for config in started] == [8600] * 3


def test_an_option_without_a_command(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["-q"])
    assert stop.value.code == 2
    assert capsys.readouterr().err == "irviz: there is no argument -q; see irviz --help\n"


def test_help_is_that_of_the_command_that_was_typed(capsys: Capture) -> None:
    for arguments, command in (
        (["class", "--colour", "red"], "class"),
        (["dashboard", "--colour", "red"], "dashboard"),
        (["--colour", "red"], "dashboard"),
    ):
        assert main(arguments) == 2
        assert capsys.readouterr().err == (f"irviz: there is no option --colour; see irviz {command} --help\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--colour", "red"], "there is no option --colour; see irviz dashboard --help"),
        (["red"], "'red' belongs to no option; see irviz dashboard --help"),
        (
            ["--frame-ancestors", "*;"],
            (
                "'*;' is no site that may show the dashboard; expected such as "
                "https://moodle.example.edu, with spaces between several"
            ),
        ),
    ],
)
def test_bad_options_of_the_dashboard(
    capsys: Capture, started: list[dict[str, Any]], arguments: list[str], message: str
) -> None:
    assert main(["dashboard", *arguments]) == 2
    assert capsys.readouterr().err == f"irviz: {message}\n"
    assert started == []


def test_an_option_that_streamlit_does_not_know(capsys: Capture) -> None:
    assert main(["dashboard", "--server.nonsense", "1"]) == 2

    error = capsys.readouterr().err
    assert error.startswith("irviz: ")
    assert error.count("\n") == 1
    assert "server.nonsense" in error


PYTERRIER = "qid,docid,docno,rank,score,query\n1,17,D7,0,9.5,cats\n1,4,D2,1,8.5,cats\n2,9,D5,0,3.5,dogs\n"
PYTERRIER_QRELS = "qid,docno,label\n1,D7,1\n1,D2,0\n2,D5,2\n"


def test_the_column_whose_ids_meet_the_judgments_wins(tmp_path: Path, capsys: Capture) -> None:
    qrels, run = tmp_path / "qrels.csv", tmp_path / "run.csv"
    run.write_text(PYTERRIER)
    for judged, column, other in (
        (PYTERRIER_QRELS, "docno", "docid"),
        ("qid,docid,label\n1,17,1\n1,4,0\n2,9,2\n", "docid", "docno"),
    ):
        qrels.write_text(judged)
        assert main(["evaluate", str(qrels), str(run), "-m", "AP,nDCG@10", "-f", "csv"]) == 0
        captured = capsys.readouterr()
        assert captured.out == "run,AP,nDCG@10\nrun.csv,1.0,1.0\n"
        told = f"irviz: run.csv: The column {column} has the document ids, not {other}.\n"
        assert captured.err == told * (column == "docno")

    queries = "query,qid,docno,score\ncats,1,D7,2\ncats,1,D2,1\ndogs,2,D5,1\n"
    qrels.write_text(PYTERRIER_QRELS)
    run.write_text(queries)
    assert main(["evaluate", str(qrels), str(run), "-m", "AP", "-f", "tsv"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "run\tAP\nrun.csv\t1.0\n"
    assert captured.err == "irviz: run.csv: The column qid has the query ids, not query.\n"


def test_a_run_of_strangers_is_a_loud_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    Path("qrels.csv").write_text(PYTERRIER_QRELS)
    Path("own.csv").write_text(PYTERRIER.replace("docno", "price"))
    warning = (
        "own.csv: none of its 3 results is judged. It has ids such as '17' and '4', "
        "qrels.csv such as 'D7' and 'D2'. "
        "Its ids are bare numbers: they may be a tool’s own, such as PyTerrier’s docid, and not the "
        "documents’."
    )
    for form in ("table", "csv", "json", "trec"):
        assert main(["evaluate", "qrels.csv", "own.csv", "-m", "map", "-f", form]) == 3
        captured = capsys.readouterr()
        assert f"irviz: WARNING: {warning}\n" in captured.err
        if form == "json":
            assert json.loads(captured.out)["warnings"] == [warning]

    # One of 40: values are printed, and the exit code is that of any run.
    Path("few.run").write_text("".join(f"1 Q0 X{i} 1 {-i} x\n" for i in range(40)) + "1 Q0 d1 1 9 x\n")
    Path("many.qrels").write_text("".join(f"1 0 d{i} 1\n" for i in range(40)))
    assert main(["evaluate", "many.qrels", "few.run", "-m", "P@5"]) == 0
    captured = capsys.readouterr()
    assert "few.run  0.2000" in captured.out
    assert captured.err == (
        "irviz: WARNING: few.run: only 1 of its 41 results (2.4 %) are judged. "
        "It has ids such as 'X0' and 'X1', many.qrels such as 'd0' and 'd1'. "
        "They differ in what stands before the number.\n"
    )


@pytest.mark.usefixtures("files")
def test_trec_evals_names_bring_its_columns(capsys: Capture) -> None:
    assert main(["evaluate", "qrels.txt", "first.run", "-mmap,P.1,2", "-q", "-l2", "-c"]) == 0

    captured = capsys.readouterr()
    rows = [line.split("\t") for line in captured.out.splitlines()]
    assert [(name.rstrip(), query, value) for name, query, value in rows] == [
        ("map", "q1", "1.0000"),
        ("P_1", "q1", "1.0000"),
        ("P_2", "q1", "0.5000"),
        *((name, query, "0.0000") for query in ("q2", "q3") for name in ("map", "P_1", "P_2")),
        ("map", "all", "0.3333"),
        ("P_1", "all", "0.3333"),
        ("P_2", "all", "0.1667"),
    ]
    assert {len(name) for name, _, _ in rows} == {22}


@pytest.mark.usefixtures("files")
def test_means_in_trec_evals_columns_are_its_own(capsys: Capture) -> None:
    """It leaves queries out that the run lacks; all other formats, and -c, count them as empty."""
    arguments = ["evaluate", "qrels.txt", "first.run", "-m", "num_q", "-m", "map"]
    values = {}
    for options in ((), ("-c",), ("-f", "table"), ("-f", "json")):
        assert main([*arguments, *options]) == 0
        values[options] = capsys.readouterr()

    left_out = values[()]
    assert left_out.out == f"{'num_q':22}\tall\t2\n{'map':22}\tall\t0.2500\n"
    assert left_out.err.splitlines()[1] == (
        "irviz: first.run: 1 judged query has no results and is left out of the means, as by "
        "trec_eval; -c counts it as an empty list"
    )
    assert values["-c",].out == f"{'num_q':22}\tall\t3\n{'map':22}\tall\t0.1667\n"
    assert "first.run  0.1667" in values["-f", "table"].out
    assert json.loads(values["-f", "json"].out)["runs"][0]["means"] == {"map": 1 / 6}


@pytest.mark.usefixtures("files")
def test_both_dialects_at_once_are_a_table(capsys: Capture) -> None:
    assert main(["evaluate", "qrels.txt", "first.run", "-m", "map,nDCG@10,num_ret", "-q"]) == 0
    assert capsys.readouterr().out.startswith(
        "query     map  nDCG@10  num_ret\n"
        "q1     0.5000   0.7602        2\n"
        "q2     0.0000   0.0000        1\n"
        "q3     0.0000   0.0000        0\n"
        "all    0.1667   0.2534        3\n"
    )


@pytest.mark.usefixtures("files")
def test_values_as_data(capsys: Capture) -> None:
    arguments = ["evaluate", "qrels.txt", "first.run", "second.run.gz", "-m", "AP,RR"]

    assert main([*arguments, "-f", "csv"]) == 0
    third = "0.3333333333333333"
    assert capsys.readouterr().out == (
        f"run,AP,RR\nfirst.run,0.16666666666666666,{third}\nsecond.run.gz,0.4166666666666667,0.5\n"
    )
    assert main([*arguments, "-f", "tsv", "-q", "-n"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["run\tquery\tAP\tRR", "first.run\tq1\t0.5\t1.0", "first.run\tq2\t0.0\t0.0"]
    assert len(lines) == 7
    assert main([*arguments, "--json", "-q", "-n"]) == 0
    assert "means" not in json.loads(capsys.readouterr().out)["runs"][0]


@pytest.mark.usefixtures("files")
def test_only_the_first_results_count(capsys: Capture) -> None:
    arguments = ["evaluate", "qrels.txt", "second.run.gz", "--json", "-m", "AP,NumRet", "-q"]
    found = []
    for most in ("1", "2"):
        assert main([*arguments, "-M", most]) == 0
        found.append(json.loads(capsys.readouterr().out)["runs"][0])

    # The better of the two results of q1 is the one that is not relevant.
    assert [run["per_query"]["q1"] for run in found] == [{"AP": 0.0, "NumRet": 1.0}, {"AP": 0.25, "NumRet": 2.0}]
    assert [run["means"]["NumRet"] for run in found] == [2.0, 3.0]


@pytest.mark.usefixtures("files")
def test_several_runs_are_compared_in_pairs(capsys: Capture) -> None:
    Path("third.run").write_text("q1 Q0 a 1 3 x\nq3 Q0 b 1 1 x\n")
    arguments = ["evaluate", "qrels.txt", "first.run", "second.run.gz", "third.run", "--compare"]

    assert main([*arguments, "-m", "map"]) == 0
    text = capsys.readouterr().out
    assert "run               map\nfirst.run      0.1667\nsecond.run.gz  0.4167\n" in text
    lines = text.splitlines()
    assert [line.split() for line in lines[5:9]] == [
        ["run", "A", "run", "B", "metric", "A", "B", "difference", "wins", "ties", "losses", "p"],
        ["first.run", "second.run.gz", "map", "0.1667", "0.4167", "+0.2500", "1", "1", "1", "1.0000"],
        ["first.run", "third.run", "map", "0.1667", "0.5000", "+0.3333", "1", "2", "0", "1.0000"],
        ["second.run.gz", "third.run", "map", "0.4167", "0.5000", "+0.0833", "1", "2", "0", "1.0000"],
    ]
    assert "not corrected for that" in text

    assert main([*arguments, "-m", "map", "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)["comparisons"]
    assert [(one["a"], one["b"]) for one in compared] == [
        ("first.run", "second.run.gz"),
        ("first.run", "third.run"),
        ("second.run.gz", "third.run"),
    ]
    assert compared[1]["metrics"]["map"]["difference"] == pytest.approx(1 / 3)


@pytest.mark.usefixtures("files")
def test_statistics_that_a_reviewer_asks_for(capsys: Capture) -> None:
    Path("third.run").write_text("q1 Q0 a 1 3 x\nq3 Q0 b 1 1 x\n")
    arguments = ["evaluate", "qrels.txt", "first.run", "second.run.gz", "third.run", "--statistics"]

    assert main([*arguments, "-m", "map,P@1"]) == 0
    text = capsys.readouterr().out
    table = text[text.index("95 % interval") : text.index("95 % interval: of")]
    assert table.count("third.run") == 4
    assert "Holm: corrected for the number of tests in a column" in text
    assert "−" not in text
    assert "9,999 resamples" in text
    assert "not corrected" not in text

    assert main([*arguments, "-m", "map,P@1", "-f", "csv", "--seed", "4"]) == 0
    rows = [*csv.DictReader(capsys.readouterr().out.splitlines())]
    assert [(row["run a"], row["run b"], row["metric"]) for row in rows] == [
        ("first.run", "second.run.gz", "map"),
        ("first.run", "second.run.gz", "P@1"),
        ("first.run", "third.run", "map"),
        ("first.run", "third.run", "P@1"),
        ("second.run.gz", "third.run", "map"),
        ("second.run.gz", "third.run", "P@1"),
    ]
    p = {i: float(row["t p value"]) for i, row in enumerate(rows)}
    assert {i: float(row["t p value (Holm)"]) for i, row in enumerate(rows)} == holm(p)
    for row in rows:
        interval = float(row["interval low"]), float(row["interval high"])
        assert interval[0] <= float(row["difference"]) <= interval[1]
        assert row["bootstrap seed"] == "4"


@pytest.mark.usefixtures("files")
def test_many_metrics_have_a_row_each(capsys: Capture) -> None:
    arguments = ["evaluate", "qrels.txt", "first.run", "second.run.gz", "-m", "official,nDCG@10"]

    assert main(arguments) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[:4] == [
        "metric                first.run  second.run.gz",
        "num_ret                       3              3",
        "num_rel                       3              3",
        "num_rel_ret                   1              2",
    ]
    assert "nDCG@10                  0.2534         0.4133" in lines
    undefined = "map 1, Rprec 1, bpref 1, iprec_at_recall_0.00 1, iprec_at_recall_0.10 1"
    assert f"undefined (first.run): {undefined}, iprec_at_recall_0.20 1, and 9 more metrics" in lines[-4]
    assert "irviz: only in trec_eval's format, -f trec: runid, num_q\n" in captured.err


PUBLISHED = ROOT.parent / "shared" / "oracles" / "trec_eval"
"""The files of trec_eval's own tests, which are no part of this project."""


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="trec_eval's own test files are not here")
def test_the_output_is_that_of_trec_eval_on_its_own_files(capsys: Capture) -> None:
    qrels, run = str(PUBLISHED / "qrels.test"), str(PUBLISHED / "results.test")

    for options in (["-m", "official"], ["-f", "trec"]):
        assert main(["evaluate", *options, qrels, run]) == 0
        captured = capsys.readouterr()
        assert captured.out == (PUBLISHED / "out.test").read_text()
        assert captured.err == ""

    for options, name in (([], "out.test.a"), (["-q"], "out.test.aq")):
        assert main(["evaluate", "-m", "all_trec", *options, qrels, run]) == 0
        captured = capsys.readouterr()
        assert captured.out == (PUBLISHED / name).read_text()
        # One of the measures hangs on ties, by one in the last digit.
        assert "3 queries have tied scores, whose order moves ndcg_rel by 0.0001 (0.3681 to 0.3682)" in captured.err


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="trec_eval's own test files are not here")
def test_trec_evals_comments_and_words_after_the_tag_are_read(capsys: Capture) -> None:
    commented = str(PUBLISHED / "qrels.test.with-comments")
    assert main(["evaluate", commented, str(PUBLISHED / "results.test"), "-m", "num_rel,P_10"]) == 0
    captured = capsys.readouterr()
    assert "num_rel               \tall\t561\n" in captured.out
    assert "P_10                  \tall\t0.3000\n" in captured.out
    assert "Lines that begin with # are comments." in captured.err

    truncated = str(PUBLISHED / "results.trunc")
    found = {}
    for options in ((), ("-c",), ("-c", "-M100")):
        arguments = ["-m", "runid,num_q,num_ret,map", *options]
        assert main(["evaluate", str(PUBLISHED / "qrels.test"), truncated, *arguments]) == 0
        captured = capsys.readouterr()
        found[options] = [line.split()[-1] for line in captured.out.splitlines()]
        assert "Words after the tag were passed over." in captured.err
    # Of the three queries it has two; .0324 and .2723 are their AP.
    assert found[()] == ["STANDARD", "2", "584", "0.1523"]
    assert found["-c",] == ["STANDARD", "3", "584", "0.1016"]
    assert found["-c", "-M100"][:3] == ["STANDARD", "3", "184"]


def test_trec_evals_string_of_grades_and_its_rbp(tmp_path: Path, capsys: Capture) -> None:
    qrels, run = tmp_path / "qrels.txt", tmp_path / "a.run"
    grades = {"a": 2, "b": 0, "c": -1, "d": 12, "e": 3}
    qrels.write_text("".join(f"q1 0 {doc} {grade}\n" for doc, grade in grades.items()))
    run.write_text("".join(f"q1 Q0 {doc} 0 {10 - i} tag\n" for i, doc in enumerate("axbcde")))
    arguments = ["evaluate", str(qrels), str(run), "-m", "relstring,relstring.3,rbp,P_5", "-q"]

    assert main(arguments) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    told = {(name, query): value for name, query, value in lines}
    # In trec_eval's order, and of single queries only.
    assert [name for name, query, _ in lines] == ["P_5", "relstring", "relstring_3", "rbp", "P_5", "rbp"]
    assert told["relstring", "q1"] == "'2-0.>3'"
    assert told["relstring_3", "q1"] == "'2-0'"
    # The highest grade that was judged counts 1.
    rbp = (1 - 0.9) * sum(grade / 12 * 0.9**i for i, grade in enumerate((2, 0, 0, 0, 12, 3)))
    assert told["rbp", "q1"] == told["rbp", "all"] == f"{rbp:.4f}"

    assert main([*arguments, "-M", "2"]) == 0
    assert "relstring             \tq1\t'2-'\n" in capsys.readouterr().out
    assert main([*arguments, "-f", "csv"]) == 0
    assert "only in trec_eval's format, -f trec: relstring, relstring_3" in capsys.readouterr().err


METRICS = ["P@5", "R@10", "RR", "AP@100", "nDCG@10", "Rprec", "Success@1"]


@pytest.mark.parametrize("write", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_values_are_those_of_ir_measures_on_the_same_files(
    tmp_path: Path, capsys: Capture, write: Callable[[bytes], bytes]
) -> None:
    rng = random.Random(3)
    queries = [f"q{i}" for i in range(50)]
    docs = [f"d{i}" for i in range(60)]
    run = {q: {d: round(rng.random(), 2) for d in rng.sample(docs, 30)} for q in queries[:47]}
    qrels = {q: {d: rng.choice((0, 0, 1, 2)) for d in rng.sample(docs, 20)} for q in queries[2:]}
    end = ".gz" if write is gzip.compress else ""
    a, b = tmp_path / f"a.qrels{end}", tmp_path / f"a.run{end}"
    a.write_bytes(write(trec.write_qrels(qrels).encode()))
    b.write_bytes(write(trec.write_run(run).encode()))

    chosen = [word for name in METRICS for word in ("-m", name)]
    assert main(["evaluate", str(a), str(b), "--json", "--per-query", *chosen]) == 0

    (ours,) = json.loads(capsys.readouterr().out)["runs"]
    measures = {name: ir_measures.parse_measure(name) for name in METRICS}
    theirs = ir_measures.calc(
        list(measures.values()), ir_measures.read_trec_qrels(str(a)), ir_measures.read_trec_run(str(b))
    )
    for name, measure in measures.items():
        assert ours["means"][name] == pytest.approx(theirs.aggregated[measure], abs=1e-12)
    for row in theirs.per_query:
        value = ours["per_query"][row.query_id][str(row.measure)]
        assert value == pytest.approx(row.value, abs=1e-12)


@pytest.mark.usefixtures("files")
def test_a_document_that_a_run_has_twice(capsys: Capture) -> None:
    Path("one.txt").write_text("q1 0 a 1\n")
    Path("twice.run").write_text("q1 Q0 a 1 3 x\nq1 Q0 b 2 2 x\nq1 Q0 a 3 1 x\n")
    arguments = ["evaluate", "one.txt", "twice.run", "-m", "RR", "--json"]
    assert main(arguments) == BAD
    assert capsys.readouterr().err.startswith(
        "irviz: twice.run, line 3: expected each document once in query 'q1', found document 'a' again"
    )
    for rule, value in (("first", 1.0), ("last", 0.5)):
        assert main([*arguments, "--duplicates", rule]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["runs"][0]["means"]["RR"] == value
        assert f"the {rule} line of each counts" in report["notes"][0]


def test_which_formula_gave_a_number(capsys: Capture) -> None:
    assert main(["explain", "0.333", "--grades", "1 0 0 1 1 0 1 0", "-m", "AP", "-k", "3"]) == 0
    assert capsys.readouterr().out == (
        "AP@3 is 0.333333: Spark, Recommenders, RecBole, Kaggle-style code; denominator=min(R,k)\n"
        "AP@8 is 0.333929: no tool by default; denominator=k; truncated\n"
        "56 formulas were tried; about 0.05 would match by luck\n"
    )

    assert main(["explain", "0.333", "--grades", "1,0,0,1,1,0,1,0", "--metric", "map", "-k", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["tried"], found["by_luck"]) == (56, pytest.approx(0.05))
    assert found["matches"][0] == {
        "metric": "AP",
        "k": 3,
        "value": pytest.approx(1 / 3),
        "tools": ["Spark", "Recommenders", "RecBole", "Kaggle-style code"],
        "conventions": {"denominator": "min(R,k)"},
        "rounding": "rounded",
    }

    assert main(["explain", "0.5", "--grades", "3 2 3 0 1 2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [lines[5][:4], lines[-1]] == ["and ", "give a second list and its number"]
    assert len(lines) == 5 + 3

    assert main(["explain", "95%", "--grades", "3 2 3 0 1 2", "--and", "59%", "0 1 3 0 2 2", "-m", "nDCG"]) == 0
    assert capsys.readouterr().out.startswith(
        "nDCG@6 is 0.948811 and 0.587622: Spark, Quepid, OpenSearch, Elasticsearch, TensorFlow Ranking; gain=exp\n"
    )

    assert main(["explain", "1.63", "--grades", "2a 2a", "-m", "nDCG"]) == 0
    assert (
        "\n  duplicates=counted twice: the document counts each time, which lifts nDCG above 1"
        in capsys.readouterr().out
    )

    assert main(["explain", "0.00", "--grades", "1=0=0=0", "-m", "nDCG@3"]) == 0
    assert "; ties=reversed; also at k = 1, 2" in capsys.readouterr().out

    assert main(["explain", "0.25", "--grades", "- 1 0", "--missed", "1", "-m", "AP"]) == 0
    assert capsys.readouterr().out.startswith("AP is 0.250000: trec_eval")

    assert main(["explain", "0.4", "--grades", "1 0 1", "-m", "RR"]) == 0
    assert capsys.readouterr().out.startswith("no formula gives 0.4; the nearest:\nRR")


@pytest.mark.usefixtures("files")
def test_which_formula_gave_a_mean(capsys: Capture) -> None:
    # As in the table of means above.
    files = ["--qrels", "qrels.txt", "--run", "first.run"]
    assert main(["explain", "0.2534", *files, "-m", "nDCG@10"]) == 0
    assert capsys.readouterr().out.startswith("nDCG@10 is 0.253")
    assert main(["explain", "0.760", *files, "--query", "q1", "-m", "nDCG", "-k", "10"]) == 0
    assert capsys.readouterr().out.startswith("nDCG@10 is 0.760188: trec_eval")
    assert main(["explain", "1.0", *files, "--query", "q1", "-l", "2", "-m", "R"]) == 0
    assert capsys.readouterr().out.startswith("R@2 is 1.000000: trec_eval")

    many = "".join(f"q{i} 0 a 1\n" for i in range(201))
    Path("many.txt").write_text(many)
    assert main(["explain", "0.5", "--qrels", "many.txt", "--run", "first.run"]) == BAD
    assert "many.txt has 201 queries, at most 200 can be: choose a --query" in capsys.readouterr().err


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "explain needs --grades, or --qrels and --run; see irviz explain --help"),
        (["--qrels", "qrels.txt"], "explain needs --grades, or --qrels and --run; see irviz explain --help"),
        (["--grades", "1", "--run", "first.run"], "explain needs --grades, or --qrels and --run"),
        (["--grades", "1 x"], "--grades has 'x': write whole grades with blanks between, such as '3 2 0 1'"),
        (["--grades", "10011010"], "--grades has '10011010': write whole grades with blanks between"),
        (["--grades", "1", "--missed", "2.5"], "--missed has '2.5'"),
        (["--grades", "1", "--and", "0.5", "!"], "--and has '!'"),
        (["--grades", ""], "there is no result in the list: give the grades from the top down"),
        (["--grades", "1", "--query", "q1"], "--query goes with --qrels and --run"),
        (["--grades", "1a 1a", "--and", "1", "1"], "--grades has letters or =: these go with the only list"),
        (["--grades", "1", "--and", "1", "1=1"], "--and has letters or =: these go with the only list"),
        (["--grades", "1", "--missed", "1a"], "--missed has letters or =: these go with the only list"),
        (["--grades", "1a 2a"], "document 'a' has two grades: give it the same each time"),
        (["--grades", "1", "-m", "nDGC"], "-m nDGC: unknown metric 'nDGC'; did you mean 'nDCG'?"),
        (["--grades", "1", "-k", "0"], "k is 0: use a whole number of at least 1"),
        (["--grades", "1", "-l", "0"], "the relevance threshold is 0: use a whole number of at least 1"),
        (["--qrels", "qrels.txt", "--run", "first.run", "--missed", "1"], "--missed goes with --grades"),
        (["--qrels", "qrels.txt", "--run", "first.run", "--query", "q7"], "--query q7: there is no such query in"),
        (["--qrels", "none.txt", "--run", "first.run"], "none.txt: no such file or directory"),
    ],
)
def test_what_cannot_be_explained_is_one_line(capsys: Capture, arguments: list[str], message: str) -> None:
    assert main(["explain", "0.5", *arguments]) == BAD
    captured = capsys.readouterr()
    assert captured.err.startswith(f"irviz: {message}")
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_docs_list_all_names_and_tell_each(capsys: Capture) -> None:
    assert main(["docs"]) == 0
    listed = capsys.readouterr().out
    assert all(f"  {name} " in listed for name in irviz.metrics.__all__)
    assert main(["docs", "nDCG"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("nDCG @ k, nDCG(")
    assert "Source: " in told
    assert main(["docs", "ndgc"]) == BAD
    assert capsys.readouterr().err == (
        "irviz: irviz.metrics has no ndgc; did you mean nDCG?; irviz docs lists all names\n"
    )


PYTHONS = [sys.executable, *(f"python3.{minor}" for minor in range(11, 15))]

ALONE = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from irviz.cli import main
sys.exit(main(sys.argv[1:]))
"""


def alone(python: str, *arguments: str) -> Any:
    """The program where nothing is installed but Python itself, in a folder with some files."""
    command = [python, "-S", "-W", "error", "-c", ALONE, *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.usefixtures("files")
def test_metrics_and_their_documentation_need_nothing_else(python: str) -> None:
    try:
        subprocess.run([python, "-S", "-c", ""], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"there is no {python}")
    done = alone(python, "evaluate", "qrels.txt", "first.run", "second.run.gz", "--statistics")
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0)
    assert "95 % interval" in done.stdout
    done = alone(python, "docs", "nDCG")
    assert (done.returncode, done.stderr) == (0, "")
    for command in ([], ["dashboard"], ["class"]):
        done = alone(python, *command)
        assert (done.returncode, done.stdout) == (BAD, "")
        assert done.stderr == (
            "irviz: the dashboard needs streamlit, which is not installed: pip install . in its checkout brings "
            "all of it; irviz evaluate and irviz docs work without\n"
        )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.usefixtures("files")
def test_a_full_disk_is_said_in_a_line() -> None:
    command = [sys.executable, "-m", "irviz", "evaluate", "qrels.txt", "first.run", "-f", "csv"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment)
    assert done.returncode == BAD
    assert done.stderr.endswith("irviz: the output cannot be written: no space left on device\n")
    assert "Traceback" not in done.stderr


def test_ties_of_a_query_without_a_value_move_nothing(tmp_path: Path, capsys: Capture) -> None:
    qrels, run = tmp_path / "qrels.txt", tmp_path / "a.run"
    qrels.write_text("q1 0 a 1\nq2 0 c 0\n")
    run.write_text("q1 Q0 a 1 9 x\nq2 Q0 c 1 9 x\nq2 Q0 d 2 9 x\n")
    assert main(["evaluate", str(qrels), str(run), "-m", "AP", "--undefined", "nan"]) == 0
    captured = capsys.readouterr()
    assert "nan" not in captured.err
    assert "tied scores" not in captured.out + captured.err


def _write_runs(folder: Path, a: str, b: str) -> list[str]:
    """The command for two runs, under judgments of two queries."""
    texts = {"qrels.txt": "q1 0 a 1\nq1 0 b 1\nq2 0 c 1\n", "a.run": a, "b.run": b}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return ["evaluate", *(str(folder / name) for name in texts)]


def test_counts_are_compared_by_their_means(tmp_path: Path, capsys: Capture) -> None:
    one, both = "q1 Q0 a 1 9 x\nq2 Q0 c 1 9 x\n", "q1 Q0 a 1 9 x\nq1 Q0 b 2 8 x\nq2 Q0 c 1 9 x\n"
    arguments = [*_write_runs(tmp_path, one, both), "-m", "NumRelRet", "--compare"]
    assert main(arguments) == 0
    means, compared = capsys.readouterr().out.split("\n\n")[:2]
    assert [line.split()[1] for line in means.splitlines()[1:]] == ["2", "3"]
    assert compared.splitlines()[1].split()[1:4] == ["1.0000", "1.5000", "+0.5000"]
    assert "a count is its mean over the queries" in compared
    assert main([*arguments, "-f", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("a.run,b.run,NumRelRet,1.0,1.5,0.5,")


def test_a_comparison_says_what_nobody_judged(tmp_path: Path, capsys: Capture) -> None:
    both, new = "q1 Q0 a 1 9 x\nq1 Q0 b 2 8 x\nq2 Q0 c 1 9 x\n", "q1 Q0 new 1 9 x\nq1 Q0 a 2 8 x\nq2 Q0 c 1 9 x\n"
    arguments = [*_write_runs(tmp_path, both, new), "-m", "precision@2", "--compare"]

    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert (
        "metric  run    judged   value  at least  at most  judged only\n"
        "P@2     a.run  1.0000  0.7500    0.7500   0.7500       0.7500\n"
        "P@2     b.run  0.7500  0.5000    0.5000   0.7500       0.5000\n"
    ) in told
    assert "P@2: judged otherwise, b.run - a.run could be from -0.2500 to +0.0000: not settled\n" in told

    assert main([*arguments, "-q"]) == 0
    assert "q1     P@2     b.run  0.5000  0.5000    0.5000   1.0000       0.5000\n" in capsys.readouterr().out
    assert main([*arguments, "-q", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    known = report["runs"][1]["known"]["P@2"]
    assert known.pop("per_query")["q1"] == {"judged": 0.5, "at_least": 0.5, "at_most": 1.0, "judged_only": 0.5}
    assert known == {"judged": 0.75, "at_least": 0.5, "at_most": 0.75, "judged_only": 0.5}
    swing = {"low": -0.25, "value": -0.25, "high": 0.0}
    assert report["comparison"]["P@2"]["judged_otherwise"] == swing

    # What nobody judged below the cutoff: if it is relevant, there is more to find.
    arguments = [*_write_runs(tmp_path, both, "q1 Q0 a 1 9 x\nq1 Q0 new 2 8 x\nq2 Q0 c 1 9 x\n"), "-m", "R@1"]
    assert main([*arguments, "--compare"]) == 0
    assert "R@1     b.run  1.0000  0.7500    0.6667   0.7500       0.7500\n" in capsys.readouterr().out


TIED_QRELS = "q1 0 a 1\nq1 0 c 2\nq2 0 b 1\n"
TIED_RUN = "q1 Q0 b 1 0.5 x\nq1 Q0 c 2 0.5 x\nq1 Q0 a 3 0.5 x\nq1 Q0 d 4 0.1 x\nq2 Q0 b 1 0.9 x\n"


def _write_ties(folder: Path) -> list[str]:
    for name, text in (("qrels", TIED_QRELS), ("run", TIED_RUN)):
        (folder / name).write_text(text)
    return ["evaluate", str(folder / "qrels"), str(folder / "run"), "-m", "AP,P@1,NumRet"]


def test_ties_that_move_a_mean_are_a_warning(tmp_path: Path, capsys: Capture) -> None:
    command = _write_ties(tmp_path)
    assert main(command) == 0
    err = capsys.readouterr().err
    # The orders of a, b and c give AP from (1/2 + 2/3) / 2 to 1, beside 1 for the other query.
    assert err == (
        "irviz: WARNING: run: 1 query has tied scores, whose order moves P@1 by 0.5000 (0.5000 to 1.0000), "
        "AP by 0.2083 (0.7917 to 1.0000); here it is that of trec_eval, see --ties\n"
    )
    assert main([*command, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["warnings"] == [err.removeprefix("irviz: WARNING: ").strip()]
    assert "ties" not in report
    for quiet in (["--ties", "trec_eval"], ["-M", "1"]):
        assert main([*command, *quiet]) == 0
        assert capsys.readouterr().err == ""
    (tmp_path / "qrels").write_text("q1 0 d 1\nq2 0 b 1\n")  # nothing hangs on the order
    assert main(command) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("rule", "mean"), [("input", 0.7917), ("expected", 0.9028), ("least", 0.7917), ("most", 1.0)])
def test_ties_under_a_rule(rule: str, mean: float, tmp_path: Path, capsys: Capture) -> None:
    command = [*_write_ties(tmp_path), "--ties", rule]
    assert main([*command, "--json"]) == 0
    captured = capsys.readouterr()
    report = json.loads(captured.out)
    assert (report["ties"], round(report["runs"][0]["means"]["AP"], 4), captured.err) == (rule, mean, "")
    assert main(command) == 0
    assert "\nties: " in capsys.readouterr().out
    for other in (["-M", "2"], ["-m", "relstring"]):
        assert main([*command, *other]) == 2
        assert f"--ties {rule} cannot go with" in capsys.readouterr().err
