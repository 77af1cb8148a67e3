"""Results of many queries: from files to means, and what a change costs after that.

Run it with ``python tests/bench/collection.py``; Linux only. irviz does what the page “Your results” does
with a run and judgments: read both, put every query in order, compute its metrics at k = 10. ir_measures
and, where it is installed, ranx read the same files and compute those of these metrics that they have.
Where two scores tie, irviz orders as trec_eval does; ir_measures cuts its RR@10 itself, in the order of
the file, which is the one difference between the means.

Each side runs in a process of its own, turn by turn, after a warm-up on small files. Times are CPU
seconds, memory is the most that the process held, less what it held after the warm-up; both are medians.
``--quick`` takes fewer turns and smaller files.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from irviz.formats import paired, read
from irviz.metrics import nDCG
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.collection import Collection

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.state.board import Board

SIZES = ((1_000, 1_000), (6_980, 100))
K = 10
CHANGES = 20
MEASURES = ["P@10", "R@10", "RR@10", "AP@10", "nDCG@10"]
RANX = ["precision@10", "recall@10", "mrr@10", "map@10", "ndcg@10"]


def brought(run: Path, qrels: Path, other: Path | None = None) -> Collection:
    """What the page makes of the files."""
    judged = read(qrels.read_bytes(), qrels.name, wanted="qrels")
    runs = {}
    for name, path in zip("AB", filter(None, (run, other)), strict=False):
        pair = paired(judged, read(path.read_bytes(), path.name, wanted="run"))
        runs[name] = pair.run
    return Collection(pair.qrels, runs)


def irviz_means(run: Path, qrels: Path) -> list[float]:
    means = brought(run, qrels).means("A", K)
    return [means[name] for name in ("P", "R", "RR", "AP", "nDCG")]


def ir_measures_means(run: Path, qrels: Path) -> list[float]:
    tool: Any = import_module("ir_measures")
    measures = [tool.parse_measure(name) for name in MEASURES]
    read_qrels, read_run = tool.read_trec_qrels(str(qrels)), tool.read_trec_run(str(run))
    means = tool.calc_aggregate(measures, read_qrels, read_run)
    return [means[measure] for measure in measures]


def ranx_means(run: Path, qrels: Path) -> list[float]:
    tool: Any = import_module("ranx")
    judged = tool.Qrels.from_file(str(qrels), kind="trec")
    found = tool.Run.from_file(str(run), kind="trec")
    means = tool.evaluate(judged, found, RANX, make_comparable=True)
    return [float(means[name]) for name in RANX]


SIDES: dict[str, Callable[[Path, Path], list[float]]] = {
    "irviz": irviz_means,
    "ir_measures": ir_measures_means,
    "ranx": ranx_means,
}


def held(what: str) -> float:
    """What this process holds, or has held at most (``VmHWM``), in MB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(what))


def one_turn(side: str, folder: Path) -> None:
    """One side in a process of its own: what it says is a line of JSON."""
    SIDES[side](folder / "small.run", folder / "small.qrels")
    before = held("VmRSS")
    start = time.process_time()
    means = SIDES[side](folder / "large.run", folder / "large.qrels")
    seconds = time.process_time() - start
    print(json.dumps({"seconds": seconds, "memory": held("VmHWM") - before, "means": means}))


def turns(side: str, folder: Path, count: int) -> list[dict[str, Any]]:
    command = [sys.executable, "-W", "ignore", __file__, "--side", side, "--folder", str(folder)]
    return [
        json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(count)
    ]


def write(folder: Path, name: str, queries: int, documents: int) -> None:
    """A run, another one, and judgments, made by ``tests/bench/formats.py``."""
    write_files = import_module("formats").write_files
    run, packed, qrels = write_files(folder, queries, documents)
    packed.unlink()
    lines = run.read_text().splitlines()
    # The other run has the ranks of each query the other way round.
    other = [line.split() for line in lines]
    swapped = [f"{q} Q0 {d} 0 {-float(score)} other\n" for q, _, d, _, score, _ in other]
    (folder / f"{name}.other").write_text("".join(swapped))
    run.rename(folder / f"{name}.run")
    qrels.rename(folder / f"{name}.qrels")


def changes(folder: Path) -> dict[str, float]:
    """What the page does after loading, in CPU milliseconds."""
    files = folder / "large.run", folder / "large.qrels", folder / "large.other"
    results = brought(*files)
    for name in results.runs:
        results.means(name, K)
    query = results.queries[5]
    board = results.board("A", query).ideal()
    found: dict[str, list[float]] = {}

    def timed(title: str, call: Callable[[], object]) -> None:
        start = time.process_time()
        call()
        found.setdefault(title, []).append((time.process_time() - start) * 1000)

    for rank in range(1, CHANGES + 1):
        changed = board.swap(rank, rank + 1)
        timed("a change, with the query’s value and the mean", partial(change, results, query, changed))
    for k in (20, 50, 100):
        timed("all values at another cutoff, one run", partial(results.values, "A", k))
    timed("randomisation test of two runs", lambda: results.compare(nDCG, K))
    timed("bounds of a query", lambda: results.bounds("A", query, K))
    return {title: statistics.median(times) for title, times in found.items()}


def change(results: Collection, query: str, board: Board) -> None:
    """What the page does when a hand has changed a query."""
    after = results.with_edit("A", query, board)
    after.value("A", query, K)
    after.means("A", K)


def report(folder: Path, queries: int, documents: int, count: int) -> None:
    """The table of one size."""
    write(folder, "large", queries, documents)
    size = (folder / "large.run").stat().st_size / 1e6
    print(f"\n{queries:,} queries x {documents:,} results, {size:.0f} MB")
    sides = [name for name in SIDES if name == "irviz" or find_spec(name)]
    found = {side: turns(side, folder, count) for side in sides}
    for side, results in found.items():
        seconds = statistics.median(one["seconds"] for one in results)
        memory = statistics.median(one["memory"] for one in results)
        gaps = zip(results[0]["means"], found["irviz"][0]["means"], strict=True)
        print(
            f"  {side:<12} {seconds:6.2f} s {memory:6.0f} MB   "
            f"largest difference to irviz's means {max(abs(a - b) for a, b in gaps):.1g}"
        )
    for title, milliseconds in changes(folder).items():
        print(f"  {title:<48} {milliseconds:8.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description="Results of many queries, from files to means")
    parser.add_argument("--quick", action="store_true", help="fewer turns, smaller files")
    parser.add_argument("--side", choices=SIDES, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side:
        one_turn(options.side, options.folder)
        return
    tools = [name for name in ("ir_measures", "ranx") if find_spec(name)]
    print(
        f"Python {platform.python_version()}, {platform.machine()}, "
        + ", ".join(f"{name} {version(name)}" for name in tools)
        + f"; {len(PLOTTED)} metrics here, {len(MEASURES)} there"
    )
    smaller = 10 if options.quick else 1
    for queries, documents in SIZES:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            write(folder, "small", 20, 50)
            report(folder, queries // smaller, documents, 1 if options.quick else 5)


if __name__ == "__main__":
    main()
