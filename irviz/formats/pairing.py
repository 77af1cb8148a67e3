"""A run with the judgments that it is measured by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from irviz.formats.errors import FormatError, quoted
from irviz.metrics.strangers import Strangers, strangers

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
        strangers: How few of the results are judged, where hardly any are.
        warning: The same in words, which nobody may overlook; else empty.
    """

    qrels: Qrels
    run: Run
    left_out: tuple[str, ...]
    missing: tuple[str, ...]
    notes: tuple[str, ...]
    strangers: Strangers | None = None
    warning: str = ""


def paired(qrels: Contents, run: Contents, *, strict: bool = False) -> Pair:
    r"""The run of one file under the judgments of another, or of the same.

    Queries of the run without judgments are left out, as by trec_eval, and named in a note.

    Args:
        qrels: Contents with `qrels`.
        run: Contents with `run`.
        strict: Whether to refuse a run with such queries, and one of which hardly anything is judged.

    Raises:
        FormatError: No query of the run is judged; or one is not, or hardly any result, where that is
            to be strict.
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
        return _met(qrels, run, Pair(judged, run.run, left_out, missing, ()), strict=strict)
    nothing = len(left_out) == len(run.run)
    if nothing:
        hint = f"judged is query {quoted(next(iter(judged)))}; do the two files belong together?"
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
    pair = Pair(judged, kept, left_out, missing, (str(strange),))
    return _met(qrels, run, pair, strict=strict)


def _met(qrels: Contents, run: Contents, pair: Pair, *, strict: bool) -> Pair:
    """The pair with a warning where hardly anything of the run is judged."""
    found = strangers(pair.qrels, pair.run)
    if found is None:
        return pair
    names = run.name or "the run", qrels.name or "the judgments"
    warning = found.sentence(*names)
    if strict:
        raise FormatError(
            "results that are judged",
            "hardly any" if found.judged else "none",
            hint=warning,
        )
    return pair._replace(strangers=found, warning=warning)


def _queries(queries: tuple[str, ...]) -> str:
    others = len(queries) - 1
    more = "" if not others else f" and {others:,} other{'s' if others > 1 else ''}"
    return f"query {quoted(queries[0])}{more}"
