"""The glossary: what the symbols and words of the formulas stand for."""

from dataclasses import dataclass

from irviz.lenses.confusion import FIELDS
from irviz.metrics import METRICS


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol of the formulas, or a word of the glossary.

    Args:
        id: A short name for links.
        name: How it is written; in LaTeX where it is a symbol of the formulas.
        meaning: What it stands for, in a sentence or two.
        latex: Whether the name is LaTeX.
        forms: How prose writes it, the heading of the entry first; empty if it is not marked in prose.
    """

    id: str
    name: str
    meaning: str
    latex: bool = True
    forms: tuple[str, ...] = ()


SYMBOLS = (
    Symbol(
        "query",
        "query",
        "What somebody searched for. The search answers it with one list of results, best first.",
        latex=False,
        forms=("query",),
    ),
    Symbol(
        "relevance",
        "relevant",
        "What somebody who searched for this wants to find. A person decides that, result by result; the "
        "search does not know it.",
        latex=False,
        forms=("relevant",),
    ),
    Symbol("k", "k", "The cutoff: the first k results count, the others do not.", forms=("k", "cutoff")),
    Symbol("i", "i", "A rank, from 1 at the top."),
    Symbol("n", "n", "How many results the list has."),
    Symbol(
        "grade",
        r"\mathrm{grade}_i",
        "How relevant a result is: a whole number, 0 for not at all. Where relevance is yes or no, the "
        "grades are 0 and 1.",
        forms=("grade", "grades"),
    ),
    Symbol(
        "threshold",
        "threshold",
        "The lowest grade that counts as relevant for the metrics that know only yes and no.",
        latex=False,
        forms=("threshold",),
    ),
    Symbol("hit", r"\mathrm{hit}_i", "1 where the grade at rank i reaches the threshold, else 0."),
    Symbol("first", r"\mathrm{first}_i", "1 at the rank of the first hit, 0 at all others."),
    Symbol(
        "relevant",
        "R",
        "How many judged documents are relevant in all, above the cutoff or not. R@k, with a cutoff, is recall.",
        forms=("R",),
    ),
    Symbol(
        "judged",
        "judged",
        "Somebody has said how relevant the document is. An unjudged one counts as not relevant, though nobody knows.",
        latex=False,
        forms=("judged", "judgment", "judgments", "unjudged"),
    ),
    Symbol("is-judged", r"\mathrm{judged}_i", "1 where somebody judged the document at rank i, else 0."),
    Symbol(
        "missed",
        "missed",
        "Judged, but not among the n results. Relevant ones count in R and in the ideal order.",
        latex=False,
    ),
    Symbol(
        "gain",
        "gain",
        "What a grade is worth: the grade itself (linear) or 2^grade − 1 (exponential).",
        latex=False,
        forms=("gain",),
    ),
    Symbol(
        "discount",
        r"\log_2(i + 1)",
        "The discount: the gain at rank i is divided by it. 1 at rank 1, then growing ever more slowly.",
        forms=("discount",),
    ),
    Symbol(
        "ideal",
        r"\mathrm{ideal}_i",
        "The ideal order is all judged documents, highest grade first; this is its grade at rank i.",
        forms=("ideal order",),
    ),
    Symbol("idcg-at-k", r"\mathrm{IDCG}@k", "The DCG of the ideal order, cut at k: the most there is to gain."),
    *(Symbol(*own) for metric in METRICS.values() for own in metric.symbols),
    Symbol(
        "term",
        "term and norm",
        "Every metric here is a running sum of one term a rank, divided by one norm a cutoff.",
        latex=False,
    ),
    *(
        Symbol(name.lower(), name, f"{words.capitalize()}: {meaning}.", latex=False, forms=(name, words))
        for name, (words, meaning) in FIELDS.items()
    ),
    Symbol(
        "mean",
        "MRR and MAP",
        "The means of RR and of AP over several queries. Of one query they are RR and AP.",
        latex=False,
    ),
)
"""In the order of a first reading."""
