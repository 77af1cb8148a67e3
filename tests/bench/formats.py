"""From files to means, beside ir_measures and ranx: ``python tests/bench/formats.py``.

ranx takes part where it is installed. All sides work on the same synthetic TREC files in one
process, turn by turn; every turn gives one ratio of CPU times. What is printed is the median time
of each, and the median ratio with its quartiles. Memory is that of a process of its own, less that
of one which only imports. ``--quick`` takes fewer turns and smaller files.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from irviz.formats import FormatError, count_contents, json_results, read, read_file, table, trec
from irviz.metrics import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.formats import Qrels, Run

ir_measures: Any = importlib.import_module("ir_measures")
ranx: Any = importlib.import_module("ranx") if find_spec("ranx") else None

SIZES = ((1_000, 1_000), (7_000, 100))
METRICS = ["nDCG@10", "AP@100", "R@100"]


def write_files(folder: Path, queries: int, documents: int) -> tuple[Path, Path, Path]:
    """A run, the same packed, and judgments: 40 documents a query, half of them retrieved."""
    rng = random.Random(1)
    run, qrels = [], []
    for q in range(1_000_000, 1_000_000 + queries):
        ids = rng.sample(range(8_800_000), documents + 20)
        scores = sorted((rng.uniform(0, 30) for _ in range(documents)), reverse=True)
        for rank, (doc, score) in enumerate(zip(ids, scores, strict=False), 1):
            run.append(f"{q} Q0 {doc} {rank} {score:.6f} bench\n")
        judged = rng.sample(ids[:documents], 20) + ids[documents:]
        qrels += [f"{q} 0 {doc} {rng.choice((0, 1, 1, 2, 3))}\n" for doc in judged]
    paths = folder / "a.run", folder / "a.run.gz", folder / "a.qrels"
    paths[0].write_text("".join(run))
    paths[1].write_bytes(gzip.compress(paths[0].read_bytes(), 6))
    paths[2].write_text("".join(qrels))
    return paths


def ours_read(path: Path) -> Run | None:
    return read_file(path, wanted="run").run


def theirs_read(path: Path) -> Any:
    """What ir_measures reads, as the dictionaries that it hands to trec_eval."""
    run: dict[str, dict[str, float]] = {}
    for row in ir_measures.read_trec_run(str(path)):
        run.setdefault(row.query_id, {})[row.doc_id] = row.score
    return run


def ranx_read(path: Path) -> Any:
    return ranx.Run.from_file(str(path), kind="trec")


def ours_evaluated(run: Path, qrels: Path) -> list[float]:
    judged, found = read_file(qrels).qrels, read_file(run).run
    return list(evaluate(judged or {}, found or {}, METRICS).means.values())


def theirs_evaluated(run: Path, qrels: Path) -> list[float]:
    measures = [ir_measures.parse_measure(name) for name in METRICS]
    means = ir_measures.calc_aggregate(
        measures, ir_measures.read_trec_qrels(str(qrels)), ir_measures.read_trec_run(str(run))
    )
    return [means[measure] for measure in measures]


def ranx_evaluated(run: Path, qrels: Path) -> list[float]:
    means = ranx.evaluate(
        ranx.Qrels.from_file(str(qrels), kind="trec"),
        ranx_read(run),
        ["ndcg@10", "map@100", "recall@100"],
        make_comparable=True,
    )
    return [float(mean) for mean in means.values()]


def timed(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def race(title: str, turns: int, sides: dict[str, Callable[[], object]]) -> None:
    """Each in turn; the ratios are of the first to each of the others."""
    times: dict[str, list[float]] = {name: [] for name in sides}
    for call in sides.values():
        call()  # files into the cache, functions compiled
    for _ in range(turns):
        for name, call in sides.items():
            times[name].append(timed(call))
    first, *others = times
    row = f"{title:<24} {statistics.median(times[first]):6.2f} s"
    for name in others:
        ratios = [a / b for a, b in zip(times[first], times[name], strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4)
        row += f"   {statistics.median(times[name]):6.2f} s {middle:5.2f} ({low:.2f} to {high:.2f})"
    print(row)


def held(*code: str) -> float:
    """The memory that a process holds after this code, in MB; Linux only."""
    ask = "print(*[line for line in open('/proc/self/status') if line.startswith('VmRSS')])"
    script = "\n".join([*code, ask])
    result = subprocess.run([sys.executable, "-W", "ignore", "-c", script], capture_output=True, text=True, check=True)
    return int(result.stdout.split()[-2]) / 1024


def memory(run: Path) -> None:
    codes = {
        "irviz": ("from irviz.formats import read_file", f"kept = read_file({str(run)!r})"),
        "ir_measures": (
            "import ir_measures\nkept = {}",
            (
                f"for row in ir_measures.read_trec_run({str(run)!r}):\n"
                "    kept.setdefault(row.query_id, {})[row.doc_id] = row.score"
            ),
        ),
        "ranx": ("from ranx import Run", f"kept = Run.from_file({str(run)!r}, kind='trec')"),
    }
    row = f"{'memory to hold the run':<24}"
    for name, (start, work) in codes.items():
        if name != "ranx" or ranx is not None:
            row += f" {name} {held(start, work) - held(start):.0f} MB  "
    print(row)


def collection(folder: Path, queries: int, documents: int, turns: int) -> None:
    run, packed, qrels = write_files(folder, queries, documents)
    print(f"\n{queries:,} x {documents:,}: {run.stat().st_size / 1e6:.0f} MB")
    with_ranx = ranx is not None
    print(f"{'':<24} {'irviz':>8}   {'ir_measures, ratio':<30}" + "ranx, ratio" * with_ranx)
    for title, path in (("read a run", run), ("read it packed", packed)):
        sides: dict[str, Callable[[], object]] = {
            "irviz": lambda path=path: ours_read(path),  # type: ignore[misc]
            "ir_measures": lambda path=path: theirs_read(path),  # type: ignore[misc]
        }
        if with_ranx and path == run:
            sides["ranx"] = lambda: ranx_read(run)
        race(title, turns, sides)
    sides = {"irviz": lambda: ours_evaluated(run, qrels), "ir_measures": lambda: theirs_evaluated(run, qrels)}
    if with_ranx:
        sides["ranx"] = lambda: ranx_evaluated(run, qrels)
    race("read both and evaluate", turns, sides)
    ours, theirs = ours_evaluated(run, qrels), theirs_evaluated(run, qrels)
    print(f"largest difference between the means: {max(map(gap, ours, theirs)):.1g}")
    memory(run)
    others(ours_read(run) or {}, read_file(qrels).qrels or {}, turns)


def gap(a: float, b: float) -> float:
    return abs(a - b)


def others(run: Run, qrels: Qrels, turns: int) -> None:
    """The other formats, and what else a page does with a file."""
    shapes = {"read CSV": table.write(run), "read JSON": json_results.write(run)}
    for title, text in shapes.items():
        data = text.encode()
        race(title, turns, {"irviz": lambda data=data: read(data, wanted="run")})  # type: ignore[misc]
    race("count for the preview", turns, {"irviz": lambda: count_contents(run, qrels)})
    race("write a run", turns, {"irviz": lambda: trec.write_run(run)})


def bomb(turns: int) -> None:
    """A gigabyte of blanks in a megabyte."""
    data = gzip.compress((b" " * 99 + b"\n") * 100_000) * 100

    def refused() -> None:
        try:
            read(data, form="run")
        except FormatError:
            return
        raise AssertionError("a bomb was read")

    print(f"\na bomb of 1 GB in {len(data) / 1e6:.1f} MB")
    race("refuse it", turns, {"irviz": refused})


def main() -> None:
    parser = argparse.ArgumentParser(description="Reading files, beside ir_measures and ranx")
    parser.add_argument("--quick", action="store_true", help="fewer turns, smaller files")
    quick = parser.parse_args().quick
    warnings.simplefilter("ignore")
    tools = ["ir-measures", "ranx"] if ranx is not None else ["ir-measures"]
    print(
        f"Python {platform.python_version()}, {platform.machine()}, "
        f"{', '.join(f'{name} {version(name)}' for name in tools)}; CPU times; "
        "ratios below 1: irviz is faster"
    )
    with tempfile.TemporaryDirectory() as folder:
        for queries, documents in SIZES:
            smaller = 10 if quick else 1
            collection(Path(folder), queries // smaller, documents, 3 if quick else 7)
    bomb(3 if quick else 7)


if __name__ == "__main__":
    main()
