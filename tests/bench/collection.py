"""How long results of many queries take: the values once, then a change and the mean after it.

Run it with ``python -m tests.bench.collection``; times are the best of a few, in milliseconds.
"""

from __future__ import annotations

import tracemalloc
from random import Random
from time import perf_counter

from irviz.state.collection import Collection

SIZES = ((1000, 1000), (6980, 100))
K = 10
CHANGES = 20


def collection(queries: int, documents: int) -> Collection:
    """Random results, twenty judgments a query."""
    draw = Random(1)
    names = [f"d{i}" for i in range(documents)]
    run = {f"q{i}": {name: draw.random() for name in names} for i in range(queries)}
    qrels = {query: dict.fromkeys(draw.sample(names, 20), 1) for query in run}
    return Collection(qrels, {"A": run})


def main() -> None:
    """Print a line for each size."""
    for queries, documents in SIZES:
        results = collection(queries, documents)
        start = perf_counter()
        results.means("A", K)
        values = perf_counter() - start
        board = results.board("A", "q5").ideal()
        times = []
        for rank in range(1, CHANGES):
            start = perf_counter()
            results = results.edit("A", "q5", board.swap(rank, rank + 1))
            results.means("A", K)
            times.append(perf_counter() - start)
        tracemalloc.start()
        Collection(results.qrels, results.runs).means("A", K)
        more = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        print(
            f"{queries:,} queries with {documents:,} results: values {values * 1e3:,.0f} ms, "
            f"a change {min(times) * 1e3:.2f} ms, {more / 1e6:.1f} MB for the values"
        )


if __name__ == "__main__":
    main()
