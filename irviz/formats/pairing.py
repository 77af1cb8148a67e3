"""A run with the judgments that it is measured by, and what is in them, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from irviz.formats.errors import FormatError, quoted
from irviz.metrics.strangers import Strangers, strangers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from irviz.formats.records import Contents, Qrels, Run


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


@dataclass(frozen=True)
class Preview:
    """Counts of what is in a run and its judgments.

    Args:
        queries: Queries in the run, or in the judgments where there is no run.
        documents: Results, summed over the queries.
        shortest: Results of the query that has the fewest.
        longest: Results of the query that has the most.
        judged: Judgments, summed over the queries.
        relevant: Those of them that reach the threshold.
        unjudged: Results that nobody judged, of the queries with judgments.
        negative: Judgments below 0, which count as not relevant.
        highest: The highest grade.
        ties: Results with the same score as one above them in their query.
        without_judgments: Queries of the run that nobody judged.
        without_results: Judged queries that the run does not have.
        notes: What else there is to say, a sentence each.
    """

    queries: int = 0
    documents: int = 0
    shortest: int = 0
    longest: int = 0
    judged: int = 0
    relevant: int = 0
    unjudged: int = 0
    negative: int = 0
    highest: int = 0
    ties: int = 0
    without_judgments: int = 0
    without_results: int = 0
    notes: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """The same in words; what is nought and goes without saying is left out.

        Example:
            >>> preview({"q": {"a": 1.0, "b": 1.0}}, {"q": {"a": 2}}).sentences()[0]
            '1 query with 2 results.'
        """
        each = "" if self.queries < 2 or not self.documents else f", {_span(self)} each"
        said = [f"{_many(self.queries, 'query')} with {_many(self.documents, 'result')}{each}."]
        if self.judged:
            top = f", grades up to {self.highest}" if self.highest > 1 else ""
            said.append(
                f"{_many(self.judged, 'judgment')}, {self.relevant:,} of them relevant{top}."
            )
        facts = (
            (self.unjudged, "nobody judged it.", "nobody judged them."),
            (self.ties, "it has the score of the one above; the greater id comes first.",
             "they have the score of the one above; the greater id comes first."),
        )  # fmt: skip
        said += [
            f"{_many(count, 'result')}: {one if count == 1 else many}"
            for count, one, many in facts
            if count
        ]
        if self.negative:
            said.append(f"{_many(self.negative, 'grade')} below 0, counted as not relevant.")
        if self.without_judgments:
            said.append(f"{_many(self.without_judgments, 'query')} without judgments, left out.")
        if self.without_results:
            said.append(f"{_many(self.without_results, 'judged query')} without results.")
        return [*said, *self.notes]


def preview(
    run: Mapping[str, Mapping[str, float]] | None,
    qrels: Mapping[str, Mapping[str, int]] | None,
    *,
    threshold: int = 1,
    notes: Iterable[str] = (),
) -> Preview:
    """Count what is in a run and its judgments.

    Args:
        run: The run, or None where there is none yet.
        qrels: The judgments, or None where there are none yet.
        threshold: The lowest grade that counts as relevant.
        notes: Sentences to carry along.

    Example:
        >>> seen = preview({"q": {"a": 2.0, "b": 1.0, "c": 1.0}}, {"q": {"a": 2, "d": -1}})
        >>> seen.documents, seen.judged, seen.relevant, seen.unjudged, seen.ties, seen.negative
        (3, 2, 1, 2, 1, 1)
    """
    listed, judged = run or {}, qrels or {}
    lengths = [len(documents) for documents in listed.values()]
    grades = [grade for each in judged.values() for grade in each.values()]
    return Preview(
        queries=len(listed if run is not None else judged),
        documents=sum(lengths),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        judged=len(grades),
        relevant=sum([grade >= threshold for grade in grades]),
        unjudged=sum(
            len(documents) - sum([document in documents for document in judged[query]])
            for query, documents in listed.items()
            if query in judged
        ),
        negative=sum([grade < 0 for grade in grades]),
        highest=max(grades, default=0),
        ties=sum(len(documents) - len({*documents.values()}) for documents in listed.values()),
        without_judgments=0 if qrels is None else len(listed.keys() - judged.keys()),
        without_results=0 if run is None else len(judged.keys() - listed.keys()),
        notes=tuple(notes),
    )


def _many(count: int, what: str) -> str:
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{count:,} {what if count == 1 else plural}"


def _span(seen: Preview) -> str:
    if seen.shortest == seen.longest:
        return f"{seen.longest:,}"
    return f"{seen.shortest:,} to {seen.longest:,}"
