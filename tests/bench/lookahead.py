"""What looking one move ahead costs: ``python tests/bench/lookahead.py``.

`irviz.state.curves.lookahead.look_ahead` gives every curve that is one move or one grade away from a board. Timed
here with cold caches, as for the first of a class who asks for a board, and with warm ones; and counted
as JSON, as Streamlit writes it, before compression. ``--quick`` takes fewer boards.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.curves import lookahead
from irviz.state.desk import MEAN
from irviz.state.history import History
from irviz.state.session import Session
from irviz.views.curves import without_nan_ahead
from tests.bench._report import Sample, heading, table, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.state.desk import Desk

MOST_MS = 3.0
MOST_KB = 30.0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="the cost of looking one move ahead")
    parser.add_argument("--quick", action="store_true", help="fewer boards")
    boards = 20 if parser.parse_args().quick else 200
    heading(f"One move ahead: {boards} random boards of eight cards for each kind")
    cats = CATALOGUE["cats"]
    kinds = {
        "relevant or not": cats,
        "grades 0 to 4": cats.change_scale(4, 1),
        "relevant or not, mean of 3": cats.open(MEAN),
    }
    rows, judged = [], []
    for name, desk in kinds.items():
        cold, warm, sizes, sent = measure(desk, boards)
        rows.append([name, cold.line(2), warm.line(3), sizes.line(), sent.line()])
        if name == "relevant or not":
            judged = [
                ["Python, cold caches", *verdict(cold.median, MOST_MS, unit=" ms")],
                ["JSON", *verdict(sizes.median, MOST_KB, unit=" KB")],
            ]
    table(["board", "cold, ms", "warm, ms", "JSON, KB", "sent with the curves, KB"], rows)
    print("Median (quartiles), 95th percentile. Sent are also the results of the tools, of undo and")
    print("redo, and the other queries as they are.\n")
    table(["8 cards, relevant or not: median", "value", "to reach", ""], judged)


def measure(desk: Desk, count: int) -> tuple[Sample, Sample, Sample, Sample]:
    """Times in milliseconds with cold and with warm caches, and sizes in KB."""
    cold, warm, sizes, sent = [], [], [], []
    for one in drawn(desk, count):
        forget()
        start = time.perf_counter()
        found = lookahead.look_ahead(one)[one.opened]
        cold.append((time.perf_counter() - start) * 1e3)
        warm.append(statistics.median(seconds(one) for _ in range(5)) * 1e3)
        sizes.append(len(json.dumps(found)) / 1e3)
        session = Session(CATALOGUE, History(one))
        sent.append(
            len(json.dumps(without_nan_ahead(one, lookahead.look_ahead(one, lookahead.list_nearby_desks(session)))))
            / 1e3
        )
    return Sample(tuple(cold)), Sample(tuple(warm)), Sample(tuple(sizes)), Sample(tuple(sent))


def seconds(desk: Desk) -> float:
    """One call with warm caches."""
    start = time.perf_counter()
    lookahead.look_ahead(desk)
    return time.perf_counter() - start


def drawn(desk: Desk, count: int) -> Iterator[Desk]:
    """The desk with random orders and grades on its open boards."""
    rng = random.Random(1)
    for _ in range(count):
        changed = []
        for board in desk.visible:
            mixed = board.reorder(rng.sample(range(board.n), board.n))
            for index in range(board.n):
                mixed = mixed.grade(index, rng.randint(0, board.top))
            changed.append(mixed)
        yield desk.replace_boards(*changed)


def forget() -> None:
    """Empty every cache of irviz's metrics and state."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("irviz.metrics", "irviz.state")):
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and not isinstance(value, type):
                    value.cache_clear()


if __name__ == "__main__":
    main()
