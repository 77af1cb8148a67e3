"""The command line: ``irviz`` starts the dashboard, ``irviz evaluate`` does without it.

Evaluating needs the standard library only; the dashboard's packages are imported when it starts.
"""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TextIO

from irviz import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.formats import Contents
    from irviz.formats.report import Report

DEFAULT_METRICS = ("nDCG@10", "RR@10", "AP@100", "R@100")
"""What is computed where no metric is asked for."""

BAD = 2
"""The exit code where the input is bad, as for bad arguments."""

_ABOUT = """\
Ranking metrics you can drag, and exact ones on the command line.

Without a command, the dashboard starts: a page in your browser where you reorder
and judge results and watch precision, recall, MRR, MAP and nDCG move."""

_EXAMPLES = """\
examples:
  irviz
  irviz dashboard --port 8600
  irviz evaluate qrels.txt bm25.run -m nDCG@10 -m AP@100
  irviz evaluate qrels.txt bm25.run.gz dense.run.gz -m nDCG@10 --compare"""

_EVALUATE = """\
Compute metrics of one run or several under judgments.

Files may be TREC qrels and runs, CSV, TSV or JSON, packed with gzip or not; - is
standard input. Ties are broken and means taken as trec_eval -c does: a judged query
without results counts as an empty list, a query without judgments is left out."""

_METRICS = """\
metrics, as ir_measures writes them:
  P@10  R@100  F1@10  RR@10  AP@100  nDCG@10  Rprec  Success@5  RBP  ERR@10
  variants: P(rel=2)@10  nDCG(dcg='exp-log2')@10  AP(denominator='min(R,k)')@100

examples:
  irviz evaluate qrels.txt bm25.run -m nDCG@10 -m AP@100
  irviz evaluate qrels.txt bm25.run --per-query --json > values.json
  irviz evaluate qrels.txt a.run b.run -m nDCG@10 --compare
  zcat bm25.run.gz | irviz evaluate qrels.txt - -m RR@10"""

_DASHBOARD = """\
Start the dashboard and open it in the browser. Ctrl+C stops it."""

_OPTIONS = """\
further options go to Streamlit, such as:
  irviz dashboard --server.address 0.0.0.0 --server.headless true
  irviz dashboard --server.baseUrlPath irviz"""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        _say(sys.stderr, f"{self.prog}: {message}; see {self.prog} --help\n")
        sys.exit(BAD)


class _Fault(Exception):  # noqa: N818 - it is what a person did, not the program
    """Something that a person can put right; its text is one line."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        argv: The arguments; by default, those of the process.

    Returns:
        The exit code: 0 where all went well, 2 where arguments or files are bad.

    Raises:
        SystemExit: After ``--help`` and ``--version``, and after bad arguments.

    Example:
        >>> main(["evaluate", "/nowhere/qrels", "/nowhere/run"])
        2
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    options, further = parser.parse_known_args(arguments)
    if further and options.command != "dashboard":
        parser.error(f"there is no argument {further[0]}")
    try:
        if options.command == "evaluate":
            return _evaluate(options)
        return _dashboard(options, further)
    except _Fault as fault:
        _say(sys.stderr, f"irviz: {fault}\n")
        return BAD
    except BrokenPipeError:
        # Whoever read the output has seen enough; keep Python from saying so once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser("irviz", description=_ABOUT, epilog=_EXAMPLES, formatter_class=raw)
    parser.add_argument("--version", action="version", version=f"irviz {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", title="commands")
    dashboard = commands.add_parser(
        "dashboard",
        help="start the dashboard (the same as irviz alone)",
        description=_DASHBOARD,
        epilog=_OPTIONS,
        formatter_class=raw,
        allow_abbrev=False,
    )
    dashboard.add_argument("--port", type=int, metavar="N", help="where it listens (8501)")
    evaluate = commands.add_parser(
        "evaluate",
        help="compute metrics of runs, without the dashboard",
        description=_EVALUATE,
        epilog=_METRICS,
        formatter_class=raw,
    )
    _add_evaluate(evaluate)
    return parser


def _add_evaluate(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("qrels", metavar="QRELS", help="the judgments")
    add("runs", metavar="RUN", nargs="+", help="a run, or several")
    add(
        "-m",
        "--metric",
        dest="metrics",
        action="append",
        metavar="METRIC",
        help=f"a metric; may be given many times ({', '.join(DEFAULT_METRICS)})",
    )
    add("--json", action="store_true", help="print JSON, with every digit")
    add("--per-query", action="store_true", help="print each query, and not the means only")
    add("--compare", action="store_true", help="compare two runs: the second against the first")
    add(
        "--undefined",
        choices=("0", "1", "nan", "skip"),
        help="what a metric counts as where nothing is relevant (0); skip leaves the query out",
    )
    add(
        "--threshold",
        type=int,
        default=1,
        metavar="GRADE",
        help="the lowest grade that counts as relevant (1)",
    )
    add("--seed", type=int, default=0, metavar="N", help="of the randomisation test (0)")
    add("--strict", action="store_true", help="refuse a run with queries that nobody judged")


def _dashboard(options: argparse.Namespace, further: Sequence[str]) -> int:
    config = _config(further)
    if getattr(options, "port", None) is not None:
        config["server.port"] = options.port
    import streamlit as st  # noqa: PLC0415 - evaluating must not load it
    from streamlit.errors import StreamlitAPIException  # noqa: PLC0415 - the same

    from irviz import server  # noqa: PLC0415 - the same

    try:
        st.App(**server.parts()).run(config={**server.settings(), **config})
    except StreamlitAPIException as error:
        raise _Fault(_one_line(error)) from None
    return 0


def _config(further: Sequence[str]) -> dict[str, Any]:
    """Streamlit's options from the command line: ``--name value``, ``--name=value`` or ``--name``."""
    config: dict[str, Any] = {}
    name = ""
    for word in further:
        if word.startswith("--"):
            name, given, value = word[2:].partition("=")
            if "." not in name:
                raise _Fault(f"there is no option --{name}; see irviz dashboard --help")
            config[name] = _value(value) if given else True
        elif name:
            config[name] = _value(word)
            name = ""
        else:
            raise _Fault(f"{word!r} belongs to no option; see irviz dashboard --help")
    return config


def _value(text: str) -> Any:
    """A number, true or false where it reads as one, and otherwise the text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _evaluate(options: argparse.Namespace) -> int:
    if options.compare and len(options.runs) != 2:
        raise _Fault(f"--compare takes two runs, and there {_are(len(options.runs))}")
    if [options.qrels, *options.runs].count("-") > 1:
        raise _Fault("standard input can be one of the files only")
    from irviz.formats import FormatError  # noqa: PLC0415 - the dashboard starts without it
    from irviz.metrics import MetricsError, NotationError  # noqa: PLC0415 - the same

    try:
        report = _report(options)
    except NotationError as error:
        raise _Fault(f"-m {_one_line(error.text)}: {error.problem}") from None
    except (FormatError, MetricsError) as error:
        raise _Fault(_one_line(error)) from None
    if not options.json:
        for note in report.notes:
            _say(sys.stderr, f"irviz: {note}\n")
    _say(sys.stdout, report.json() if options.json else report.text())
    sys.stdout.flush()
    return 0


def _report(options: argparse.Namespace) -> Report:
    """Read, evaluate, and compare."""
    from irviz.formats import paired  # noqa: PLC0415 - the dashboard starts without it
    from irviz.formats.report import Report  # noqa: PLC0415 - the same
    from irviz.metrics import compare, evaluate, parse  # noqa: PLC0415 - the same

    metrics = [parse(name) for name in options.metrics or DEFAULT_METRICS]
    undefined = {"0": 0.0, "1": 1.0, "nan": nan, "skip": "skip"}.get(options.undefined)
    qrels = _read(options.qrels, "qrels")
    notes = list(_prefixed(qrels))
    systems, left_out = {}, {}
    for path, name in zip(options.runs, _names(options.runs), strict=True):
        run = _read(path, "run")
        pair = paired(qrels, run, strict=options.strict)
        notes += [*_prefixed(run), *pair.notes]
        left_out[name] = pair.left_out
        systems[name] = evaluate(
            pair.qrels,
            pair.run,
            metrics,
            threshold=options.threshold,
            undefined=undefined,  # type: ignore[arg-type]
        )
    comparison = {}
    if options.compare:
        a, b = systems.values()
        if options.undefined in {"nan", "skip"} and any([*a.undefined.values()]):
            raise _Fault("--compare needs a value for each query: use --undefined 0 or 1")
        comparison = compare(a, b, seed=options.seed)
    return Report(
        _shown(options.qrels),
        systems,
        comparison,
        left_out,
        options.undefined or "0",
        options.per_query,
        notes,
    )


def _read(path: str, wanted: Literal["run", "qrels"]) -> Contents:
    from irviz.formats import COMMAND, read, read_file  # noqa: PLC0415 - as above

    if path == "-":
        return read(sys.stdin.buffer, _shown(path), wanted=wanted, limits=COMMAND)
    try:
        return read_file(path, wanted=wanted)
    except OSError as error:
        raise _Fault(f"{_shown(path)}: {(error.strerror or 'cannot be read').lower()}") from None


def _names(paths: Sequence[str]) -> list[str]:
    """What each run is called: its file's name, or where that is not unique its path, or its place."""
    for names in ([Path(_shown(path)).name for path in paths], [*map(_shown, paths)]):
        if len(set(names)) == len(names):
            return names
    return [f"{i} {_shown(path)}" for i, path in enumerate(paths, 1)]


def _shown(path: str) -> str:
    from irviz.formats.errors import named  # noqa: PLC0415 - as above

    return "standard input" if path == "-" else named(path)


def _prefixed(contents: Contents) -> list[str]:
    return [f"{contents.name}: {note}" for note in contents.notes]


def _are(count: int) -> str:
    return "is one" if count == 1 else f"are {count}"


def _one_line(error: object) -> str:
    return " ".join(str(error).split())


def _say(stream: TextIO, text: str) -> None:
    """Write, whatever characters the terminal knows."""
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
