"""The command line: ``irviz`` starts the dashboard, ``irviz evaluate`` does without it.

Evaluating needs the standard library only; the dashboard's packages are imported when it starts.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from irviz import EXAMPLES_FOLDER, __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from irviz.formats.asked_list import AskedList

DEFAULT_METRICS = ("nDCG@10", "RR@10", "AP@100", "R@100")
"""What is computed where no metric is asked for."""

TREC_METRICS = ("official",)
"""What is computed in trec_eval's format where no metric is asked for."""

BAD = 2
"""The exit code where the input is bad, as for bad arguments."""

STRANGERS = 3
"""The exit code where values were printed, and of some run not one result is judged."""

_ABOUT = """\
Ranking metrics you can drag, and exact ones on the command line.

Without a command, the dashboard starts: a page in your browser where you reorder
and judge results and watch precision, recall, MRR, MAP and nDCG move."""

_EXAMPLES = """\
examples:
  irviz
  irviz --port 8600
  irviz class
  irviz static ./site
  irviz explain 0.9488 --grades "3 2 3 0 1 2"
  irviz evaluate qrels.txt bm25.run -m nDCG@10 -m AP@100
  irviz evaluate qrels.txt bm25.run.gz dense.run.gz -m nDCG@10 --compare"""

_EVALUATE = """\
Compute metrics of one run or several under judgments.

Files may be TREC qrels and runs, CSV, TSV, JSON, Parquet or Excel, packed with gzip,
bzip2, xz or zstd or not; - is standard input. Of equal scores the greater id comes
first, as in trec_eval. A query without judgments is left out; a judged query without
results counts as an empty list, as with trec_eval -c."""

_METRICS = """\
metrics, as ir_measures writes them:
  P@10  R@100  F1@10  RR@10  AP@100  nDCG@10  Rprec  Success@5  RBP  ERR@10
  Judged@10  Bpref  infAP  IPrec@0.1  SetP  SetR  SetF  SetAP  NumRet  NumRel
  variants: P(rel=2)@10  nDCG(dcg='exp-log2')@10  AP(denominator='min(R,k)')@100

and as trec_eval does:
  map  P_10  P.5,10  recall_100  ndcg  ndcg_cut_10  recip_rank  bpref  gm_map
  official  set  all_trec
Where only these are asked for, of one run, all is as trec_eval has it: its three
columns, and means over the queries that the run has, or with -c over all judged.

examples:
  irviz evaluate qrels.txt bm25.run -m nDCG@10,AP@100
  irviz evaluate qrels.txt bm25.run -m official
  irviz evaluate qrels.txt bm25.run -q -f csv > values.csv
  irviz evaluate qrels.txt a.run b.run c.run -m nDCG@10 --compare
  zstdcat bm25.run.zst | irviz evaluate qrels.txt - -m RR@10

exit code: 0; 2 where arguments or files are bad; 3 where the values are printed, but
of some run not one result is judged, so that they mean nothing."""

_DOCS = """\
What the package irviz.metrics offers, from its own docstrings: all names in a line each, or
all of one. The dashboard has the same on a page, under Reference."""

_EXPLAIN = """\
Which formula gave this number? Tries the usual metrics in all conventions, at all
cutoffs and levels of relevance, and names those that print as it at its digits; what
tools compute by default comes first. Many formulas meet a number of few digits by
luck: a second list with its number tells more."""

_EXPLAIN_EXAMPLES = """\
examples:
  irviz explain 0.9488 --grades "3 2 3 0 1 2"
  irviz explain 0.333 --grades "1 0 0 1 1 0 1 0" -m AP -k 3
  irviz explain 94.88% --grades "3 2 3 0 1 2" --and 58.76% "0 1 3 0 2 2"
  irviz explain 1.63 --grades "2a 2a" -m nDCG
  irviz explain 0.00 --grades "1=0=0=0" -m nDCG@3
  irviz explain 0.2534 --qrels qrels.txt --run bm25.run -m nDCG@10"""

_DASHBOARD = """\
Start the dashboard and open it in the browser. Ctrl+C stops it."""

_CLASS = """\
Start the dashboard for a class: it opens in your browser, and phones in the same
network open it by the QR code that is printed here. Ctrl+C stops it."""

_STATIC = """\
Write the dashboard as a folder of files, for a host that runs no programs: each visitor's
browser runs the same Python. Pyodide, the Python of browsers, is fetched by npm, and Node
takes the memory with which it begins; without Node, a first visit waits longer."""

_STATIC_EXAMPLES = """\
examples:
  irviz static ./site
  irviz static ./site --base /course/irviz/
  irviz static --serve

how to host it, and what needs a server: .github/STATIC.md"""

_OPTIONS = """\
further options go to Streamlit, such as:
  irviz dashboard --server.address 0.0.0.0 --server.headless true
  irviz dashboard --server.baseUrlPath irviz"""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error on one line, and exit with code 2."""
        _write_to(sys.stderr, f"{self.prog}: {message}; see {self.prog} --help\n")
        sys.exit(BAD)


class _Fault(Exception):  # noqa: N818 - it is what a person did, not the program
    """A mistake that the user can correct; its text is one line."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit code.

    Args:
        argv: The arguments; by default, those of the process.

    Returns:
        The exit code: 0 for success, 2 for bad arguments or files, 3 where not a single result of an
        evaluated run is judged.

    Raises:
        SystemExit: After ``--help`` and ``--version``, and after bad arguments.

    Example:
        >>> main(["evaluate", "/nowhere/qrels", "/nowhere/run"])
        2
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser, commands = _make_parser()
    if arguments and arguments[0].startswith("--") and arguments[0] not in _OF_ALL:
        arguments.insert(0, "dashboard")
    options, further = parser.parse_known_args(arguments)
    if further and options.command not in {"dashboard", "class"}:
        commands.get(options.command, parser).error(f"there is no argument {further[0]}")
    try:
        if options.command == "evaluate":
            return _run_evaluate(options)
        if options.command == "explain":
            return _run_explain(options)
        if options.command == "docs":
            return _run_docs(options.name)
        return _run_static(options) if options.command == "static" else _run_dashboard(options, further)
    except _Fault as fault:
        _write_to(sys.stderr, f"irviz: {fault}\n")
        return BAD
    except BrokenPipeError:  # the reader of the output has closed it
        _discard(sys.stdout)
        return 1
    except KeyboardInterrupt:
        return 130


_OF_ALL = {"--help", "--version"}
"""Options that belong to no command; any other one, typed first, is the dashboard's."""


def _make_parser() -> tuple[_Parser, dict[str, _Parser]]:
    """The parser of all arguments, and the parsers of the commands by their names."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser("irviz", description=_ABOUT, epilog=_EXAMPLES, formatter_class=raw)
    parser.add_argument("--version", action="version", version=f"irviz {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", title="commands")
    add = partial(commands.add_parser, formatter_class=raw)
    dashboard = add(
        "dashboard",
        help="start the dashboard (the same as irviz alone)",
        description=_DASHBOARD,
        epilog=_OPTIONS,
        allow_abbrev=False,
    )
    _add_dashboard_options(dashboard)
    dashboard.add_argument(
        "--class", dest="room", action="store_true", help="for phones in this network, too (the same as irviz class)"
    )
    room = add(
        "class",
        help="start the dashboard for phones in this network",
        description=_CLASS,
        epilog=_OPTIONS.replace("dashboard", "class"),
        allow_abbrev=False,
    )
    _add_dashboard_options(room)
    room.set_defaults(room=True)
    _add_evaluate_options(
        add("evaluate", help="compute metrics of runs, without the dashboard", description=_EVALUATE, epilog=_METRICS)
    )
    _add_explain_options(
        add(
            "explain",
            help="say which formula gave a number",
            description=_EXPLAIN,
            epilog=_EXPLAIN_EXAMPLES,
            allow_abbrev=False,
        )
    )
    docs = add("docs", help="read what the metrics package offers", description=_DOCS)
    docs.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        help="such as nDCG, evaluate, or Evaluation.to_frame; without one, the contents",
    )
    _add_static_options(
        add(
            "static",
            help="write the dashboard as a folder of files, which needs no server",
            description=_STATIC,
            epilog=_STATIC_EXAMPLES,
        )
    )
    return parser, commands.choices


def _add_dashboard_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``irviz dashboard`` to its parser."""
    add = parser.add_argument
    add("--port", type=int, metavar="N", help="where it listens (8501)")
    add("--public-url", metavar="URL", help="the address under which others reach it, for links and QR codes")
    add("--hosts", metavar="NAMES", help="further names under which it is opened, such as 'irviz.example.edu'")
    add(
        "--frame-ancestors",
        metavar="SITES",
        help="the sites that may show it in a frame, such as 'https://moodle.example.edu' (its own)",
    )
    _add_examples_option(parser)


def _add_examples_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--examples`` to a parser."""
    words = "a folder with files of “Write an example”, which the menu of examples offers, too"
    parser.add_argument("--examples", metavar="FOLDER", help=words)


def _name_examples(options: argparse.Namespace) -> None:
    """Name the folder of ``--examples`` in the environment, before what reads it is imported."""
    if given := getattr(options, "examples", None):
        os.environ[EXAMPLES_FOLDER] = given


def _add_static_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``irviz static`` to its parser."""
    add = parser.add_argument
    add(
        "folder",
        metavar="FOLDER",
        nargs="?",
        type=Path,
        help="where to; a new one, or one that this has written before",
    )
    add("--base", default="/", metavar="PATH", help="the path at which its host will have it (/)")
    add("--pyodide", type=Path, metavar="FOLDER", help="Pyodide's npm package, unpacked, where npm cannot fetch it")
    add("--serve", action="store_true", help="show it on this machine; without FOLDER, keep nothing")
    add("--port", type=int, default=8502, metavar="N", help="where it is shown (8502)")
    _add_examples_option(parser)


def _add_evaluate_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``irviz evaluate`` to its parser."""
    add = parser.add_argument
    add("qrels", metavar="QRELS", help="the judgments")
    add("runs", metavar="RUN", nargs="+", help="a run, or several")
    add(
        "-m",
        "--metric",
        dest="metrics",
        action="append",
        metavar="METRIC",
        help=f"a metric, or several with commas between; may be given many times ({', '.join(DEFAULT_METRICS)})",
    )
    add("-q", "--per-query", action="store_true", help="print each query, and not the means only")
    add("-n", "--no-means", action="store_true", help="print no means; goes with -q")
    add(
        "-f",
        "--format",
        choices=("table", "trec", "csv", "tsv", "json"),
        help="a table with four decimals; trec_eval's three columns; or every digit, as data "
        "(table, or trec for one run under trec_eval's names)",
    )
    add("--json", action="store_const", dest="format", const="json", help="the same as -f json")
    add("--compare", action="store_true", help="compare the runs, each with those before it")
    add(
        "--statistics",
        action="store_true",
        help="the same with bootstrap intervals, a paired t-test, and p-values corrected by Holm's "
        "method for all metrics and pairs of runs",
    )
    add("-l", "--threshold", type=int, default=1, metavar="GRADE", help="the lowest grade that counts as relevant (1)")
    add("-M", "--most", type=int, metavar="N", help="only the first N results of each query count")
    add(
        "-c",
        "--complete",
        action="store_true",
        help="means over all judged queries, those without results too; only trec_eval's format does not do so anyway",
    )
    add(
        "--undefined",
        choices=("0", "1", "nan", "skip"),
        help="what a metric counts as where nothing is relevant (0); skip leaves the query out",
    )
    add(
        "--scores-as",
        choices=("double", "single"),
        default="double",
        help="the precision in which scores are compared: double, as trec_eval 10 does, or single, "
        "as pytrec_eval and older versions of trec_eval do, where near scores tie (double)",
    )
    add(
        "--ties",
        choices=("trec_eval", "input", "expected", "least", "most"),
        help="what documents of one score count as: the greater id first, as in trec_eval; in the order of the run; or "
        "over all their orders, the expected value, the least or the most (trec_eval, with a warning where it matters)",
    )
    add(
        "--duplicates",
        choices=("refuse", "first", "last"),
        default="refuse",
        help="what to do with a run in TREC's format that lists a document of a query again: refuse it, or take the "
        "first or the last of its lines (refuse)",
    )
    add("--seed", type=int, default=0, metavar="N", help="of the randomisation test and the bootstrap (0)")
    add(
        "--strict",
        action="store_true",
        help="refuse a run with queries that nobody judged, or with hardly any result that somebody did",
    )


def _add_explain_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``irviz explain`` to its parser."""
    add = parser.add_argument
    add("number", metavar="NUMBER", help="as it was printed, such as 0.9307, 0.50 or '93.07 %%'")
    add(
        "--grades",
        metavar="GRADES",
        help="the grades of the list from the top down, such as '3 2 0 1'; - is unjudged, "
        "'3a 0 3a' has the document a twice, and '1=0=0' are tied",
    )
    add("--missed", default="", metavar="GRADES", help="the grades of the judged documents that are not in the list")
    add("--qrels", metavar="FILE", help="judgments, in place of grades; goes with --run")
    add("--run", metavar="FILE", help="a run: the number is its mean over the judged queries")
    add("--query", metavar="QUERY", help="the query of the files that the number is of")
    add("-m", "--metric", metavar="METRIC", help="the metric that it is said to be, such as nDCG")
    add("-k", type=int, metavar="N", help="the cutoff that it is said to have; formulas at it come first")
    add("-l", "--threshold", type=int, default=1, metavar="GRADE", help="the lowest grade that counts as relevant (1)")
    add(
        "--and",
        dest="others",
        nargs=2,
        action="append",
        default=[],
        metavar=("NUMBER", "GRADES"),
        help="a second number with its list, which the formula has to give, too; may be given many times",
    )
    add("--json", action="store_true", help="all matches as JSON, the best first")


def _run_dashboard(options: argparse.Namespace, further: Sequence[str]) -> int:
    """Start the dashboard, and return the exit code; ``further`` are options for Streamlit."""
    _name_examples(options)
    config = _parse_streamlit_options(further, options.command or "dashboard")
    if getattr(options, "port", None) is not None:
        config["server.port"] = options.port
    try:
        import streamlit as st  # noqa: PLC0415 - evaluating must not load it
        from streamlit.errors import StreamlitAPIException  # noqa: PLC0415 - the same

        from irviz import server  # noqa: PLC0415 - the same
    except ModuleNotFoundError as error:
        raise _Fault(
            f"the dashboard needs {(error.name or '').partition('.')[0]}, which is not installed: "
            "pip install . in its checkout brings all of it; irviz evaluate and irviz docs work without"
        ) from None
    except ValueError as error:  # an example of the folder
        raise _Fault(_on_one_line(error)) from None

    server.configure({**server.read_settings(), **config})
    try:
        parts = server.parts(
            getattr(options, "frame_ancestors", None),
            getattr(options, "public_url", None),
            getattr(options, "hosts", None),
        )
        if getattr(options, "room", False):
            _write_to(sys.stdout, server.describe_invitation(config))
            server.configure(config)
    except ValueError as error:
        raise _Fault(_on_one_line(error)) from None
    try:
        st.App(**parts).run(config={**server.read_settings(), **config})
    except StreamlitAPIException as error:
        raise _Fault(_on_one_line(error)) from None
    return 0


def _run_docs(name: str | None) -> int:
    """Print the documentation of a metric or function by name, or all names; return the exit code."""
    from irviz.metrics import NotationError, documentation  # noqa: PLC0415 - the dashboard starts without them

    try:
        text = documentation.render_page(name) if name else documentation.render_contents()
    except NotationError as error:
        raise _Fault(f"{error.problem}; irviz docs lists all names") from None
    _write_to(sys.stdout, text)
    return 0


def _run_static(options: argparse.Namespace) -> int:
    """Write the static pages and, if asked, serve them; return the exit code."""
    _name_examples(options)
    try:
        from irviz.static.folder import FolderError, write  # noqa: PLC0415 - the others need none of it
        from irviz.static.pyodide import PyodideError  # noqa: PLC0415 - the same
        from irviz.static.serve import make_server  # noqa: PLC0415 - the same
    except ModuleNotFoundError as error:
        raise _Fault(f"writing it needs {error.name}: pip install . in its checkout brings it") from None
    except ValueError as error:  # an example of the folder
        raise _Fault(_on_one_line(error)) from None
    if options.folder is None and not options.serve:
        raise _Fault("static needs a FOLDER, or --serve; see irviz static --help")
    with TemporaryDirectory() as place:
        folder = options.folder or Path(place)
        try:
            written = write(folder, base=options.base, pyodide_folder=options.pyodide)
        except (FolderError, PyodideError) as error:
            raise _Fault(_on_one_line(error)) from None
        except OSError as error:
            raise _Fault(f"{error.filename or folder}: {_format_reason(error)}") from None
        for note in written.notes:
            _write_to(sys.stderr, f"irviz: {note}\n")
        megabytes = f"{written.visit / 1e6:.1f} MB"
        _write_to(sys.stdout, f"irviz: {written.files} files; a visit fetches {megabytes} of them, once\n")
        if options.serve:
            try:
                serving = make_server(folder, options.base, options.port)
            except OSError as error:
                raise _Fault(f"--port {options.port}: {_format_reason(error)}") from None
            with serving:
                url = f"http://localhost:{serving.server_port}{options.base.rstrip('/')}/"
                _write_to(sys.stdout, f"irviz: open {url}; Ctrl+C stops it\n")
                serving.serve_forever()
    return 0


def _format_reason(error: OSError) -> str:
    """The operating system's message for an error, in lower case."""
    return (error.strerror or str(error)).lower()


def _parse_streamlit_options(further: Sequence[str], command: str) -> dict[str, Any]:
    """Streamlit's options by name from the command line: ``--name value``, ``--name=value`` or ``--name``."""
    config: dict[str, Any] = {}
    name = ""
    for word in further:
        if word.startswith("--"):
            name, given, value = word[2:].partition("=")
            if "." not in name:
                raise _Fault(f"there is no option --{name}; see irviz {command} --help")
            config[name] = _parse_value(value) if given else True
        elif name:
            config[name] = _parse_value(word)
            name = ""
        else:
            raise _Fault(f"{word!r} belongs to no option; see irviz {command} --help")
    return config


def _parse_value(text: str) -> Any:
    """An option's text as a number or boolean if it is one, else as it is."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _run_evaluate(options: argparse.Namespace) -> int:
    """Evaluate runs, print the report, and return the exit code."""
    # Imported here, since the dashboard starts without it.
    from irviz.formats.evaluation.task import Task, run_task  # noqa: PLC0415

    with _report_faults():
        report = run_task(
            Task(
                options.qrels,
                options.runs,
                options.metrics or (TREC_METRICS if options.format == "trec" else DEFAULT_METRICS),
                undefined=options.undefined,
                threshold=options.threshold,
                compare=options.compare or options.statistics,
                statistics=options.statistics,
                seed=options.seed,
                scores_as=options.scores_as,
                ties=options.ties,
                per_query=options.per_query,
                strict=options.strict,
                means=not options.no_means,
                most=options.most,
                complete=options.complete,
                form=options.format,
                duplicates=options.duplicates,
            )
        )
    if report.form != "json":
        for note in report.notes:
            _write_to(sys.stderr, f"irviz: {note}\n")
    for warning in report.warnings:
        _write_to(sys.stderr, f"irviz: WARNING: {warning}\n")
    _write_to(sys.stdout, str(report))
    return STRANGERS if report.has_unjudged_run else 0


def _run_explain(options: argparse.Namespace) -> int:
    """Print which formulas give a number, and return the exit code."""
    # Imported here, since the dashboard starts without them.
    from irviz.formats.evaluation.task import read_rankings  # noqa: PLC0415
    from irviz.metrics import Ranking, explain_number, explain_numbers  # noqa: PLC0415

    if (options.grades is None) == (options.qrels is None) or (options.qrels is None) != (options.run is None):
        raise _Fault("explain needs --grades, or --qrels and --run; see irviz explain --help")
    if options.grades is None and options.missed:
        raise _Fault("--missed goes with --grades: files have the documents themselves")
    if options.query is not None and options.qrels is None:
        raise _Fault("--query goes with --qrels and --run")
    with _report_faults():
        lists: Ranking | list[Ranking]
        ids, scores = None, None
        if options.grades is None:
            found = read_rankings(options.qrels, options.run, query=options.query, threshold=options.threshold)
            lists = [*found.values()]
        else:
            missed = [grade for grade in _parse_plain_list("--missed", options.missed) if grade is not None]
            asked_list = _parse_list("--grades", options.grades)
            lists = Ranking(asked_list.grades, missed, options.threshold)
            ids, scores = asked_list.ids, asked_list.scores
        others = [(n, Ranking(_parse_plain_list("--and", text), (), options.threshold)) for n, text in options.others]
        asked = {"metric": options.metric, "k": options.k}
        if others:
            _parse_plain_list("--grades", options.grades or "")
            explanation = explain_numbers([(options.number, lists), *others], **asked)
        else:
            explanation = explain_number(options.number, lists, **asked, ids=ids, scores=scores)
    text = json.dumps(explanation.to_dict(), ensure_ascii=False, indent=2) if options.json else str(explanation)
    _write_to(sys.stdout, f"{text}\n")
    return 0


def _parse_list(argument: str, text: str) -> AskedList:
    """The list in a text; the fault names the argument and what is no grade."""
    from irviz.formats.asked_list import NotAGradeError, parse_asked_list  # noqa: PLC0415 - as above

    try:
        return parse_asked_list(text)
    except NotAGradeError as error:
        raise _Fault(
            f"{argument} has {error.word[:20]!r}: write whole grades with blanks between, such as '3 2 0 1'"
        ) from None


def _parse_plain_list(argument: str, text: str) -> list[int | None]:
    """The grades in a text, which neither names documents nor has ties; the fault names the argument."""
    found = _parse_list(argument, text)
    if found.ids or found.scores:
        raise _Fault(f"{argument} has letters or =: these go with the only list")
    return found.grades


@contextmanager
def _report_faults() -> Iterator[None]:
    """Make one line for the user of what is wrong with a metric, a file, or what does not go together."""
    from irviz.formats.errors import quote_name  # noqa: PLC0415 - the dashboard starts without them
    from irviz.metrics import NotationError  # noqa: PLC0415 - the same

    try:
        yield
    except NotationError as error:
        raise _Fault(f"-m {_on_one_line(error.text)}: {error.problem}") from None
    except ValueError as error:
        raise _Fault(_on_one_line(error)) from None
    except OSError as error:
        place = f"{quote_name(str(error.filename))}: " if error.filename is not None else ""
        raise _Fault(f"{place}{(error.strerror or 'it cannot be read').lower()}") from None


def _on_one_line(error: object) -> str:
    """The text of an error on one line: all white space as single blanks."""
    return " ".join(str(error).split())


def _write_to(stream: TextIO, text: str) -> None:
    """Write text to a stream at once, escaping characters that its encoding lacks; a `_Fault` where it is full."""
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _discard(stream)
        raise _Fault(f"the output cannot be written: {_format_reason(error)}") from None


def _discard(stream: TextIO) -> None:
    """Let what is left of a stream go nowhere, so that Python reports no fault again when it closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
