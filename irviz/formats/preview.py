"""What was understood of run and judgments, in numbers and in words, before anything is replaced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


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
