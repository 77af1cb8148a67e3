"""Two versions of irviz in one run, in turns: ``python tests/bench/versions.py FOLDER [bench ...]``.

The folder has a checkout of the other version. Each plays its own benches against the same other tools, so their lines
can be read side by side: of the lines that both print, the numbers are shown, as medians of all rounds. What no bench
prints alike, the imports and the start of the server, is measured here.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench._report import heading, table
from tests.bench._servers import CACHE, ROOT, answers, free_port, stop

STARTS = "start"
BENCHES = {
    STARTS: (7, []),
    "metrics": (1, ["--quick"]),
    "collection": (1, []),
    "server_cost": (2, ["--quick"]),
    "interaction": (4, ["--quick"]),
    "static": (2, ["--quick"]),
    "pressure": (1, []),
}
"""How many rounds of which bench, and its options."""

NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.])")

Found = dict[str, list[list[float]]]
"""The numbers of each line, by the line's first cell and the rounds."""


def environment(root: Path) -> dict[str, str]:
    """In which Python takes one version, and compiles it once."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(root), "PYTHONPYCACHEPREFIX": CACHE}


def read_lines(text: str) -> dict[str, list[float]]:
    """The lines of a bench's tables that have numbers; those that begin alike are counted."""
    found: dict[str, list[float]] = {}
    times: Counter[str] = Counter()
    for line in text.splitlines():
        label, *cells = re.split(r"\s{2,}", line.strip())
        numbers = [float(one.replace(",", "")) for cell in cells for one in NUMBER.findall(cell)]
        words = [cell for cell in cells if not re.search(r"\d", cell) and cell not in ("reached", "missed")]
        if numbers:
            # What stands in brackets may be measured, too.
            title = " · ".join([re.sub(r" \(.*\)$", "", label), *words])
            times[title] += 1
            found[title if times[title] == 1 else f"{title}, {times[title]}"] = numbers
    return found


def start_once(root: Path) -> dict[str, list[float]]:
    """Milliseconds until `irviz.metrics` is imported, beyond an empty interpreter, and until the server answers."""
    timed: list[float] = []
    for code in ("pass", "import irviz.metrics", "from irviz.metrics import Ranking, nDCG"):
        rounds = []
        for _ in range(5):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], env=environment(root), cwd=root, check=True)
            rounds.append(time.perf_counter() - begun)
        timed.append(statistics.median(rounds) * 1e3)
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    command += ["--server.address", "127.0.0.1", "--server.port", str(port)]
    begun = time.perf_counter()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, env=environment(root), cwd=root, stdout=log, stderr=log)
        while not answers(f"http://127.0.0.1:{port}/_stcore/health"):
            if process.poll() is not None:
                raise RuntimeError(f"the server in {root} has not started")
            time.sleep(0.01)
        answered = (time.perf_counter() - begun) * 1e3
        stop(process)
    empty, whole, asked = timed
    return {
        "ms: import irviz.metrics": [whole - empty],
        "ms: from irviz.metrics import Ranking, nDCG": [asked - empty],
        "ms: the server answers after its command": [answered],
    }


def play_once(root: Path, bench: str, options: list[str]) -> dict[str, list[float]]:
    """What a bench of a version prints."""
    if bench == STARTS:
        return start_once(root)
    command = [sys.executable, str(root / "tests" / "bench" / f"{bench}.py"), *options]
    done = subprocess.run(command, env=environment(root), cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{bench} in {root} has failed:\n{done.stderr[-2000:]}")
    return read_lines(done.stdout)


def middle(rounds: list[list[float]]) -> str:
    """The median of each number of a line over all rounds."""
    return ", ".join(f"{statistics.median(numbers):g}" for numbers in zip(*rounds, strict=False))


def main() -> None:
    """Measure in turns and print."""
    parser = argparse.ArgumentParser(description="two versions in one run")
    parser.add_argument("folder", type=Path, help="a checkout of the other version")
    parser.add_argument("bench", nargs="*", choices=[*BENCHES, []], help="which benches; all by default")
    given = parser.parse_args()
    versions = {"the other": given.folder.resolve(), "this": ROOT}
    heading("Two versions in turns; the numbers of each line, medians of all rounds")
    for bench in given.bench or BENCHES:
        count, options = BENCHES[bench]
        found: dict[str, Found] = {name: defaultdict(list) for name in versions}
        for number in range(count):
            for name in list(versions)[:: 1 if number % 2 else -1]:
                for label, numbers in play_once(versions[name], bench, options).items():
                    found[name][label].append(numbers)
        other, this = found.values()
        rows = [[label, middle(other[label]) if label in other else "–", middle(this[label])] for label in this]
        table([f"{bench}, {count} rounds", *versions], rows)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
