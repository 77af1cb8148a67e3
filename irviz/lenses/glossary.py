"""What the symbols of a formula stand for, with the numbers of the board in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irviz.metrics import Metric, Ranking

Entry = dict[str, str]


def glossary(metric: Metric, ranking: Ranking, k: int, word: str = "picture") -> list[Entry]:
    r"""The symbols that occur in a metric's formula, in the order of a first reading.

    Args:
        metric: The metric, in the variant that is shown.
        ranking: The list, for R.
        k: The cutoff.
        word: What the results are called.

    Returns:
        For each symbol, its ``latex`` and a ``text`` that goes on from there.

    >>> from irviz.metrics import R, Ranking
    >>> for entry in glossary(R, Ranking([0, 1]), 1):
    ...     print(entry["latex"], entry["text"])
    \mathrm{hit}_i 1 where the picture at rank i is relevant, else 0
    k the cutoff, 1
    R all relevant pictures, retrieved or not: 1
    """
    n, relevant = ranking.n, ranking.relevant
    known = (
        (r"\mathrm{hit}_i", f"1 where the {word} at rank i is relevant, else 0"),
        (r"\mathrm{first}_i", f"1 at the rank of the first relevant {word}, else 0"),
        (r"\mathrm{P}@i", f"the precision of the first i {word}s"),
        (r"\mathrm{grade}_i", f"the grade of the {word} at rank i"),
        (
            r"\log_2(i + 1)",
            "the discount, which divides the gain: 1 at rank 1, then growing ever more slowly",
        ),
        (
            r"\max(1, \log_2 i)",
            "the discount, which divides the gain: 1 at ranks 1 and 2, and growing from there",
        ),
        (
            r"\mathrm{IDCG}_{\mathrm{retrieved}}@k",
            f"the DCG@k of the best order of these {n} {word}s",
        ),
        (
            r"\mathrm{IDCG}_{\mathrm{top}\ k}@k",
            f"the DCG@k of the best order of the first k {word}s",
        ),
        (r"\mathrm{IDCG}@k", f"the DCG@k of the best order of all judged {word}s"),
        (r"\mathrm{IDCG}", f"the DCG of the best order of all judged {word}s, never cut"),
        *((latex, _within(meaning, metric)) for _, latex, meaning in metric.symbols),
        ("n", f"the length of the list, {n}"),
        ("k", f"the cutoff, {k}"),
        ("R", f"all relevant {word}s, retrieved or not: {relevant}"),
    )
    rest = metric.formula.partition("=")[2]
    found = []
    for latex, text in known:
        if (latex if len(latex) > 1 else _alone(latex, rest)) in rest:
            found.append({"latex": latex, "text": text})
            if latex.startswith(r"\mathrm{IDCG}"):
                rest = rest.replace(latex, "")
    return found


def _within(meaning: str, metric: Metric) -> str:
    """What a symbol means, said of its own metric."""
    return meaning.removeprefix(f"In {metric.name}: ").removesuffix(".")


_FORMS = {"n": (r"\min(n,",), "k": ("^{k}",), "R": ("{R}", "+ R", "(R,")}


def _alone(letter: str, formula: str) -> str:
    """How a single letter occurs in the formulas, where it is not part of a word or a bound."""
    forms = _FORMS.get(letter) or (f"{{{letter}}}", f"/{letter}}}", f"{letter}^", f" {letter}")
    return next((form for form in forms if form in formula), "\0")
