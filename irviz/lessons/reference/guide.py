"""Which metric should I report? And where metrics belong: online or offline, order or not."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Advice:
    """Which metrics to report in one situation.

    Args:
        when: The situation.
        report: The names of the metrics that answer it, the first choice first.
        why: The reason, in a sentence.
    """

    when: str
    report: tuple[str, ...]
    why: str


GUIDE = (
    Advice(
        "There is one right answer",
        ("RR", "Success"),
        "How far up it stands, or whether it is there at all, is all that matters.",
    ),
    Advice(
        "Several results are relevant, yes or no",
        ("AP", "P"),
        "AP rewards each more, the higher it stands; P@k says what one screen holds.",
    ),
    Advice(
        "Relevance comes in degrees",
        ("nDCG",),
        "A perfect result counts more than a fair one, and the order counts too.",
    ),
    Advice("Nothing may be missed", ("R",), "Choose the k that somebody, or the next stage, really reads."),
    Advice(
        "A first stage feeds a re-ranker or a language model",
        ("R", "Success"),
        "What it does not find is lost; the next stage can improve the order.",
    ),
    Advice(
        "Results are seen all at once",
        ("P", "F1"),
        "Without an order to look at, an order-aware metric measures nothing.",
    ),
    Advice(
        "Readers stop when they are satisfied",
        ("ERR", "RBP"),
        "Both have a model of the reader, and say how it reads on.",
    ),
    Advice(
        "Queries have very different numbers of relevant documents",
        ("Rprec", "nDCG"),
        "No single k suits them all; R-precision takes each query’s own, nDCG its own ideal.",
    ),
)
"""From the situation to the metric."""

SAY_WITH_IT = (
    "the cutoff k, and why that one",
    "how relevance was judged, on which scale, and what counts as relevant",
    "the gain and the ideal of nDCG, and what AP is divided by",
    "what unjudged documents count as, and how many there are in the first k",
    "how many queries there are, and how many have nothing relevant",
    "the differences query by query, with a test, and not the mean alone",
)
"""What belongs beside a number in a report."""

ONLINE = (
    ("click-through rate", "the share of result lists, or results, that are clicked"),
    ("abandonment", "the share of searches that end without a click"),
    ("dwell time", "how long somebody stays with what was clicked"),
    ("conversion", "how often a search ends in a purchase, a play or a download"),
    ("interleaving", "two rankers mixed into one list: whose results are clicked"),
    ("A/B test", "two rankers shown to two groups, and any of the above compared"),
)
"""What is measured with users on a running system, and what it is."""
