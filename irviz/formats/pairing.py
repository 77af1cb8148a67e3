"""A run with the judgments that it is measured by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from irviz.formats.errors import FormatError, quoted

if TYPE_CHECKING:
    from irviz.formats.contents import Contents, Qrels, Run


class Pair(NamedTuple):
    """A run and judgments that fit together: every query of the run is judged.

    Attributes:
        qrels: All judgments.
        run: The run without the queries that nobody judged.
        left_out: Those queries.
        missing: The judged queries that the run does not have; they count as empty lists.
        notes: Which queries were left out, in words, one line a note.
    """

    qrels: Qrels
    run: Run
    left_out: tuple[str, ...]
    missing: tuple[str, ...]
    notes: tuple[str, ...]


def paired(qrels: Contents, run: Contents, *, strict: bool = False) -> Pair:
    r"""The run of one file under the judgments of another, or of the same.

    Queries of the run without judgments are left out, as by trec_eval, and named in a note.

    Args:
        qrels: Contents with `qrels`.
        run: Contents with `run`.
        strict: Whether to refuse a run with such queries.

    Raises:
        FormatError: No query of the run is judged; or one is not, where that is to be strict.
        ValueError: The contents have no judgments, or no run.

    Example:
        >>> from irviz.formats import read
        >>> qrels = read("q1 0 a 1\nq2 0 b 1", "qrels.txt", wanted="qrels")
        >>> run = read("q1 Q0 a 1 0.5 x\nq3 Q0 a 1 0.5 x", "run.txt", wanted="run")
        >>> pair = paired(qrels, run)
        >>> pair.left_out, pair.missing
        (('q3',), ('q2',))
        >>> print(*pair.notes)
        run.txt, line 2: expected judgments for each query, found none for query 'q3': it is left out
    """
    if qrels.qrels is None or run.run is None:
        raise ValueError("pair contents that have judgments with contents that have a run")
    judged = qrels.qrels
    left_out = tuple([query for query in run.run if query not in judged])
    missing = tuple([query for query in judged if query not in run.run])
    if not left_out:
        return Pair(judged, run.run, left_out, missing, ())
    nothing = len(left_out) == len(run.run)
    if nothing:
        hint = "do the two files belong together?"
    elif strict:
        hint = "judge it or drop it"
    else:
        hint = "it is left out" if len(left_out) == 1 else "they are left out"
    strange = FormatError(
        "judgments for each query",
        f"none for {_queries(left_out)}",
        file=run.name,
        line=run.lines.get(left_out[0]),
        hint=hint,
    )
    if strict or nothing:
        raise strange
    kept = {query: documents for query, documents in run.run.items() if query in judged}
    return Pair(judged, kept, left_out, missing, (str(strange),))


def _queries(queries: tuple[str, ...]) -> str:
    others = len(queries) - 1
    more = "" if not others else f" and {others:,} other{'s' if others > 1 else ''}"
    return f"query {quoted(queries[0])}{more}"
