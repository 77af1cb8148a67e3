"""The cards of the reference: what is to be known of each metric, in sentences and in an example.

They are in the order of the metrics; what a metric does not say of itself is said in general words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import log10
from statistics import fmean
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from irviz.metrics import (
    AP,
    CG,
    DCG,
    ERR,
    F1,
    METRICS,
    RBP,
    RR,
    Bpref,
    IPrec,
    Judged,
    P,
    R,
    Ranking,
    RBPresid,
    Rprec,
    Success,
    distribution,
    infAP,
    nDCG,
)
from irviz.metrics.parameter import REL, UNDEFINED
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.scenarios.lists import FEEDS, FIVE, MODELS
from irviz.scenarios.printed.desks import replace_grades
from irviz.state import permalink
from irviz.state.board import UNJUDGED
from irviz.state.desk import ALL_NAMES, MEAN
from irviz.state.number_words import format_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from irviz.metrics import Metric
    from irviz.state.desk import Desk


@dataclass(frozen=True)
class Shown:
    """A sentence with numbers that are computed when it is read, and the example that shows them.

    Args:
        words: The sentence, with a pair of braces for each number.
        numbers: Computes the numbers that fill the braces.
        desk: The desk that shows what the sentence says.

    Example:
        >>> from irviz.metrics import P
        >>> shown = Shown("P@2 is {}.", lambda: (value_on(P @ 2, "01"),), CATALOGUE["cats"])
        >>> shown.text, shown.link
        ('P@2 is 0.5.', '?q=cat-in-a-box&k=3')
    """

    words: str
    numbers: Callable[[], tuple[float, ...]]
    desk: Desk

    @cached_property
    def text(self) -> str:
        """The sentence with its computed numbers, to three decimals."""
        return self.words.format(*map(format_number, self.numbers()))

    @property
    def link(self) -> str:
        """The query string of the link that opens the example."""
        return f"?{urlencode(permalink.write(self.desk, CATALOGUE[self.desk.id]))}"


@dataclass(frozen=True)
class Card:
    """What the reference says about a metric beyond its definition, which the metric itself has.

    Args:
        metric: The metric.
        strengths: What it does well, a sentence each.
        hides: What the metric does not distinguish.
        misleads: When its number is easily misread.
        undefined: Where the metric is undefined, and what tools do there.
        use: When to report it.
        shown: An example in numbers.
        aliases: Names under which its mean over queries goes.
    """

    metric: Metric
    strengths: tuple[str, ...]
    hides: str
    misleads: str
    undefined: str
    use: str
    shown: Shown
    aliases: tuple[str, ...] = ()


def value_on(metric: Metric, grades: str, missed: str = "") -> float:
    """A metric's value on a list, written as text.

    Args:
        metric: The metric.
        grades: The grades by rank, a digit each, and ``_`` for unjudged results.
        missed: The grades of the relevant results that are not in the list, a digit each.

    Example:
        >>> from irviz.metrics import CG
        >>> value_on(CG @ 2, "041")
        4.0
    """
    known = [None if digit == UNJUDGED else int(digit) for digit in grades]
    return metric(Ranking(known, missed=map(int, missed)))


_QUERIES = ("01011010", "10011010", "00001001")
_GRADES = "04134132"
_SWAPPED = "40134132"
_BOARD = GRADED.boards[0]
_LENS = GRADED.look("nDCG", "gain")


def _compute_shuffle_mean() -> tuple[float, float]:
    """The mean nDCG@8 over all orders of the graded example, and that of the order shown."""
    orders = distribution(nDCG @ 8, Ranking(map(int, _GRADES)))
    return orders.mean, orders.value


def usual_example(metric: Metric) -> Shown:
    """The default example of a metric's card: its value on a graded list and on that list's best order.

    Args:
        metric: The metric; the example opens with it chosen, if the page shows it.
    """
    seen = GRADED.look(metric.name) if metric.name in ALL_NAMES else GRADED
    called = metric.name if metric.own_cutoff else f"{metric.name}@{GRADED.k}"
    cut = metric if metric.own_cutoff else metric @ GRADED.k
    return Shown(
        f"For “white cat in a box”, {called} is {{}}, and {{}} in the best order.",
        lambda: (value_on(cut, _GRADES), value_on(cut, "".join(sorted(_GRADES, reverse=True)))),
        seen,
    )


SHOWN: Mapping[str, Shown] = MappingProxyType(
    {
        "P": Shown(
            "Three relevant documents of five, all at the top or all at the bottom: P@5 is {} and {}.",
            lambda: (value_on(P @ 5, "11100"), value_on(P @ 5, "00111")),
            MODELS.open(MEAN),
        ),
        "R": Shown(
            "Four pictures show a cat in a box: R@2 is {}, and no order could bring it above {}.",
            lambda: (value_on(R @ 2, "01011010"), value_on(R @ 2, "11110000")),
            CATS.move_cutoff(2).look("R"),
        ),
        "F1": Shown(
            "Relevant at ranks 1, 3 and 5: at k = 3, P is {}, R is {} and F1 is {}.",
            lambda: tuple(value_on(metric @ 3, "10101") for metric in (P, R, F1)),
            FIVE.move_cutoff(3).look("F1"),
        ),
        "RR": Shown(
            "Three queries with the first relevant picture at ranks 2, 1 and 5: MRR is {}, and one over "
            "it {}, while the ranks are {} on average.",
            lambda: (
                fmean(value_on(RR, grades) for grades in _QUERIES),
                1 / fmean(value_on(RR, grades) for grades in _QUERIES),
                fmean(1 + grades.index("1") for grades in _QUERIES),
            ),
            CATS.open(MEAN).move_cutoff(8).look("RR"),
        ),
        "AP": Shown(
            "For “white cat”, AP@1 is {} divided by R, {} by min(R, k) and {} by the hits.",
            lambda: tuple(value_on(AP(denominator=by) @ 1, "10011010") for by in ("R", "min(R,k)", "hits")),
            CATS.open("white-cat").move_cutoff(1).look("AP", "conventions"),
        ),
        "CG": Shown(
            "Swap ranks 1 and 2 of “white cat in a box”: CG@2 is {} before and {} after, DCG@2 is {} and {}.",
            lambda: tuple(value_on(metric @ 2, grades) for metric in (CG, DCG) for grades in (_GRADES, _SWAPPED)),
            GRADED.replace_boards(_BOARD.swap(1, 2)).look("CG", "gain"),
        ),
        "DCG": Shown(
            "Feed A of the two shopping feeds: DCG@3 is {}; with logarithms to base 10 it would be {}.",
            lambda: (value_on(DCG @ 3, "011"), value_on(DCG @ 3, "011") / log10(2)),
            FEEDS.look("nDCG", "gain"),
        ),
        "IDCG": Shown(
            "nDCG@2 of “white cat in a box” is {} by this ideal, {} if the ideal is not cut at k, and {} by "
            "the ideal of the two results alone.",
            lambda: tuple(value_on(nDCG(ideal=ideal) @ 2, _GRADES) for ideal in ("judged", "uncut", "top k")),
            _LENS,
        ),
        "nDCG": Shown(
            "A random order of “white cat in a box” has an nDCG@8 of {} on average; the order shown has {}.",
            _compute_shuffle_mean,
            GRADED.move_cutoff(8).look("nDCG", "orders"),
        ),
        "Rprec": Shown(
            "Four pictures show a cat in a box, so Rprec, P@4 and R@4 are the same: {}, {} and {}.",
            lambda: tuple(value_on(metric, "01011010") for metric in (Rprec, P @ 4, R @ 4)),
            CATS.move_cutoff(4).look("P"),
        ),
        "Success": Shown(
            "Of the four pictures of a cat in a box, the first two ranks hold one: Success@2 is {}, R@2 is {}.",
            lambda: (value_on(Success @ 2, "01011010"), value_on(R @ 2, "01011010")),
            CATS.move_cutoff(2).look("R"),
        ),
        "ERR": Shown(
            "On a scale up to 4: a 4 at rank 1 makes ERR@2 {}, and another 4 at rank 2 only lifts it to {}.",
            lambda: (value_on(ERR @ 2, "40"), value_on(ERR @ 2, "44")),
            GRADED.replace_boards(_BOARD.ideal()).look("nDCG"),
        ),
        "Judged": Shown(
            "Had nobody judged the first and the third picture of a cat in a box, Judged@3 would be {}. "
            "AP would still be {}; over the judged ones only it would be {}.",
            lambda: (
                value_on(Judged @ 3, "_1_11010"),
                value_on(AP, "_1_11010"),
                value_on(AP(judged_only=True), "_1_11010"),
            ),
            CATS.move_cutoff(3).look("AP"),
        ),
        "Bpref": Shown(
            "Of eight pictures four show a cat in a box: Bpref is {}. Had nobody judged the first, which "
            "shows none, it would be {}, and AP {} as before.",
            lambda: (value_on(Bpref, "01011010"), value_on(Bpref, "_1011010"), value_on(AP, "_1011010")),
            CATS.move_cutoff(8).look("AP"),
        ),
        "infAP": Shown(
            "Had the first picture of a cat in a box been in the pool, but not judged, infAP would be {}. "
            "Judged not relevant, or outside of the pool, it makes infAP {} and {}, as AP is: {}.",
            lambda: (
                infAP(Ranking([None, 1, 0, 1, 1, 0, 1, 0], pooled=[1])),
                *(value_on(infAP, "01011010"), value_on(infAP, "_1011010"), value_on(AP, "01011010")),
            ),
            CATS.move_cutoff(8).look("AP"),
        ),
        "RBPresid": Shown(
            "Eight results that are all judged leave {} of RBP open for p = 0.8, and {} for p = 0.5: what "
            "stands below them.",
            lambda: (value_on(RBPresid, "01011010"), value_on(RBPresid(p=0.5), "01011010")),
            CATS.move_cutoff(8).look("P"),
        ),
        "IPrec": Shown(
            "In “cat in a box” recall is 0.5 at rank 4, where precision is {}. Interpolated it is {}: rank "
            "5 has more of both.",
            lambda: (value_on(P @ 4, "01011010"), value_on(IPrec @ 0.5, "01011010")),
            CATS.move_cutoff(4).look("P", "precision-recall"),
        ),
        "RBP": Shown(
            "If all eight results are relevant, RBP is {} for p = 0.8 and {} for p = 0.5.",
            lambda: (value_on(RBP, "11111111"), value_on(RBP(p=0.5), "11111111")),
            replace_grades(CATS, "11111111").move_cutoff(8).look("P"),
        ),
    }
)
"""By metric; of any other, `usual_example`."""


def make_card(metric: Metric) -> Card:
    """The reference card of a metric; generic texts fill what the catalogue leaves out.

    Args:
        metric: The metric, without a cutoff.

    >>> from irviz.metrics import ERR, RR
    >>> make_card(RR).aliases, make_card(ERR).undefined
    (('MRR',), 'Nowhere. With nothing relevant it is 0.')
    """
    return Card(
        metric,
        strengths=metric.strengths or _list_strengths(metric),
        hides=metric.hides or _describe_blind_spot(metric),
        misleads=metric.misleads or _describe_pitfall(metric),
        undefined=metric.where_undefined or _describe_undefined(metric),
        use=metric.use or f"This is what you want to know: {metric.summary[:1].lower()}{metric.summary[1:]}",
        shown=SHOWN.get(metric.name) or usual_example(metric),
        aliases=(metric.mean_name,) if metric.mean_name else (),
    )


def _list_strengths(metric: Metric) -> tuple[str, ...]:
    """Sentences on what a metric takes into account: the order, the grades."""
    return (
        "It sees the order: swapping two results above the cutoff can change it."
        if metric.order_aware
        else "It asks for no order: only what stands above the cutoff matters.",
        "It uses degrees of relevance." if metric.graded else "Relevant or not is all that has to be judged.",
    )


def _describe_blind_spot(metric: Metric) -> str:
    """A sentence on what a metric ignores, for a card whose catalogue entry says nothing."""
    hidden = [
        *([] if metric.order_aware else ["The order above the cutoff."]),
        *([] if metric.graded else ["Degrees of relevance."]),
    ]
    return " ".join(hidden) or "What stands below the cutoff: that adds nothing to it."


def _describe_pitfall(metric: Metric) -> str:
    """A sentence on how a metric's value is easily misread, for a card whose catalogue entry says nothing."""
    own = [one.name for one in metric.parameters if one not in (REL, UNDEFINED)]
    if own:
        return f"It has variants under one name, so say which {' and '.join(own)} with the number."
    if metric.range != (0, 1):
        return "Its values are not from 0 to 1, so those of two queries need not compare."
    return "Its value depends on the cutoff, so say the k with the number."


def _describe_undefined(metric: Metric) -> str:
    """A sentence on the lists on which a metric is undefined, found by trying all short lists."""
    lists = [Ranking(grades) for n in (1, 2, 3) for grades in product((0, 1), repeat=n)]
    if all(metric.defined(one) for one in lists):
        return f"Nowhere. With nothing relevant it is {format_number(metric(Ranking([0, 0, 0])))}."
    where = "nothing is relevant"
    if any(one.relevant and not metric.defined(one) for one in lists):
        where += ", and for some lists besides"
    return f"Where {where}. It counts as {format_number(metric.undefined)} here, and the page says so."


CARDS: dict[str, Card] = {name: make_card(metric) for name, metric in METRICS.items()}
"""A card for each metric, by its name."""
