"""How fast irviz.metrics is beside pytrec_eval: ``python tests/bench/metrics.py``.

Both sides work on the same synthetic data in one process, turn by turn, and every turn gives one
ratio of CPU times. What is printed is the median ratio with its quartiles, and the median times.
pytrec_eval is timed twice: with an evaluator made for each call, and with one that is kept, as people
keep it who evaluate many runs under the same judgments. ``--quick`` takes fewer turns.
"""

from __future__ import annotations

import argparse
import platform
import random
import resource
import statistics
import subprocess
import sys
import time
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

import pytrec_eval

from irviz.metrics import AP, RR, P, R, Ranking, evaluate, nDCG

if TYPE_CHECKING:
    from collections.abc import Callable

    from irviz.metrics import Metric

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

SIZES = (8, 100, 1_000, 10_000, 100_000)
COLLECTIONS = (
    # queries, documents a list, judged documents a query, highest grade, in order, target
    (7_000, 100, 1, 1, True, 0.8),
    (7_000, 100, 1, 1, False, 0.8),
    (7_000, 100, 10, 3, True, 0.8),
    (7_000, 100, 10, 3, False, 0.8),
    (7_000, 100, 40, 3, False, 0.8),
    (1_000, 1_000, 100, 3, True, 0.6),
    (1_000, 1_000, 100, 3, False, 0.6),
    (1_000, 1_000, 400, 3, False, 0.6),
    # As TREC's: of a pool of 1,200 most are not relevant.
    (100, 1_000, 1_200, 0, True, 0.6),
    (100, 1_000, 1_200, 0, False, 0.6),
)
KEPT = 0.9  # to reach beside an evaluator that is kept


class Result(NamedTuple):
    """Times in seconds a call, and the ratios turn by turn."""

    ours: list[float]
    theirs: list[float]

    @property
    def ratios(self) -> list[float]:
        return [a / b for a, b in zip(self.ours, self.theirs, strict=True)]

    def __str__(self) -> str:
        low, middle, high = statistics.quantiles(self.ratios, n=4)
        return (
            f"{scaled(statistics.median(self.ours)):>10} {scaled(statistics.median(self.theirs)):>10}"
            f"   {middle:5.2f} ({low:.2f} to {high:.2f})"
        )


def scaled(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def race(ours: Callable[[], object], theirs: Callable[[], object], turns: int) -> Result:
    """Both in turn, each turn long enough for the clock."""
    result = Result([], [])
    repeats = [max(1, round(0.02 / max(timed(side, 1), 1e-7))) for side in (ours, theirs)]
    for _ in range(turns):
        result.ours.append(timed(ours, repeats[0]))
        result.theirs.append(timed(theirs, repeats[1]))
    return result


def timed(call: Callable[[], object], repeats: int) -> float:
    start = time.process_time()
    for _ in range(repeats):
        call()
    return (time.process_time() - start) / repeats


def collection(
    queries: int, documents: int, judged: int, top: int = 3, *, ordered: bool = False, seed: int = 1
) -> tuple[Qrels, Run]:
    """Random lists; three quarters of the judged documents are retrieved, with grades up to top.

    An ordered run lists the best document first, as search engines write them. Without a top, they are
    a pool: a quarter is retrieved, and one in twelve is relevant.
    """
    rng = random.Random(seed)
    qrels: Qrels = {}
    run: Run = {}
    for q in range(queries):
        ids = [f"d{number}" for number in rng.sample(range(10**7), documents + judged)]
        listed, missed = ids[:documents], ids[documents:]
        scores = [rng.random() for _ in listed]
        if ordered:
            scores.sort(reverse=True)
        run[f"q{q}"] = dict(zip(listed, scores, strict=True))
        if top:
            known = rng.sample(listed, max(1, min(documents, judged * 3 // 4)))
            known += missed[: judged // 4]
            grades = (0, 1, 1, 2, 3)[: top + 2 if top > 1 else 3]
        else:
            known = rng.sample(listed, judged // 4) + missed[: judged * 3 // 4]
            grades = (1, *(0,) * 11)
        qrels[f"q{q}"] = {doc: rng.choice(grades) for doc in known}
    return qrels, run


def curves(turns: int) -> None:
    print("\nAll curves of P, R, AP and nDCG; pytrec_eval with a cutoff at every k")
    print(f"{'n':>8} {'from':<22} {'irviz':>10} {'pytrec':>10}   ratio")
    each = []
    for n in SIZES:
        qrels, run = collection(1, n, max(4, n // 2))
        scores, judgments = run["q0"], qrels["q0"]
        ranking = Ranking.from_scores(scores, judgments)
        grades, missed = ranking.grades, ranking.missed
        ks = ",".join(map(str, range(1, n + 1)))
        measures = {f"P.{ks}", f"recall.{ks}", f"map_cut.{ks}", f"ndcg_cut.{ks}"}
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, measures)

        def from_grades(grades: tuple[int, ...] = grades, missed: tuple[int, ...] = missed) -> None:
            all_curves(Ranking(grades, missed))

        def from_dicts(scores: dict[str, float] = scores, judged: dict[str, int] = judgments) -> None:
            all_curves(Ranking.from_scores(scores, judged))

        def fresh(qrels: Qrels = qrels, run: Run = run, measures: set[str] = measures) -> None:
            pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)

        def kept(run: Run = run, evaluator: pytrec_eval.RelevanceEvaluator = evaluator) -> None:
            evaluator.evaluate(run)

        fewer = turns if n < 100_000 else max(5, turns // 3)
        result = race(from_grades, fresh, fewer)
        each.append((n, statistics.median(result.ours)))
        print(f"{n:>8} {'grades, new judgments':<22} {result}")
        print(f"{'':>8} {'dicts, new judgments':<22} {race(from_dicts, fresh, fewer)}")
        print(f"{'':>8} {'grades, evaluator kept':<22} {race(from_grades, kept, fewer)}   to reach: 1.0")
    growth = ", ".join(f"{seconds / n / 1e-9:.0f} at {n:,}" for n, seconds in each)
    print(f"irviz from grades, ns a document: {growth}")


def all_curves(ranking: Ranking) -> None:
    P.curve(ranking)
    R.curve(ranking)
    AP.curve(ranking)
    nDCG.curve(ranking)


def evaluations(turns: int) -> None:
    print("\nP@10, R@100, RR@10, AP@100 and nDCG@10 from dicts to means, per collection")
    print("(pytrec_eval: RR without its cutoff, which it does not have)")
    print(
        f"{'queries':>8} {'documents':>9} {'judged':>6} {'run':>8} {'evaluator':>9} {'irviz':>10} "
        f"{'pytrec':>10}   ratio"
    )
    metrics = [P @ 10, R @ 100, RR @ 10, AP @ 100, nDCG @ 10]
    measures = ["P_10", "recall_100", "recip_rank", "map_cut_100", "ndcg_cut_10"]
    for queries, documents, judged, top, ordered, target in COLLECTIONS:
        qrels, run = collection(queries, documents, judged, top, ordered=ordered)

        def ours(qrels: Qrels = qrels, run: Run = run) -> dict[Metric, float]:
            return evaluate(qrels, run, metrics).means

        def theirs(
            run: Run = run, evaluator: pytrec_eval.RelevanceEvaluator | None = None, qrels: Qrels = qrels
        ) -> dict[str, float]:
            evaluator = evaluator or pytrec_eval.RelevanceEvaluator(qrels, set(measures))
            rows = evaluator.evaluate(run).values()
            return {
                measure: pytrec_eval.compute_aggregated_measure(measure, [row[measure] for row in rows])
                for measure in measures
            }

        evaluator = pytrec_eval.RelevanceEvaluator(qrels, set(measures))

        def kept(
            theirs: Callable[..., object] = theirs,
            run: Run = run,
            evaluator: pytrec_eval.RelevanceEvaluator = evaluator,
        ) -> object:
            return theirs(run, evaluator)

        order = "ordered" if ordered else "shuffled"
        front = f"{queries:>8,} {documents:>9,} {judged:>6} {order:>8}"
        print(f"{front} {'new':>9} {race(ours, theirs, turns)}   to reach: {target}")
        print(f"{'':>34} {'kept':>9} {race(ours, kept, turns)}   to reach: {KEPT}")


def imports(turns: int) -> None:
    print("\nStarting an interpreter, CPU time")
    empty, full = [], []
    for _ in range(max(15, turns)):
        empty.append(started("pass"))
        full.append(started("import irviz.metrics"))
    extra = sorted(b - a for a, b in zip(empty, full, strict=True))
    low, middle, high = statistics.quantiles(extra, n=4)
    print(
        f"empty: {scaled(statistics.median(empty))}; import irviz.metrics adds "
        f"{middle * 1e3:.1f} ms ({low * 1e3:.1f} to {high * 1e3:.1f})   to reach: 20 ms"
    )


def started(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description="irviz.metrics beside pytrec_eval")
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    turns = 5 if parser.parse_args().quick else 21
    print(
        f"Python {platform.python_version()}, irviz {version('irviz')}, "
        f"pytrec-eval-terrier {version('pytrec-eval-terrier')}, {platform.machine()}; "
        f"{turns} turns; median ratio (quartiles), below 1 is faster than pytrec_eval"
    )
    curves(turns)
    evaluations(turns)
    imports(turns)


if __name__ == "__main__":
    main()
