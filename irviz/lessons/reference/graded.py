"""Cards of the metrics that use grades: CG, DCG, IDCG, nDCG, ERR."""

from __future__ import annotations

from math import log10

from irviz.lessons.reference.card import Card, Shown, on
from irviz.metrics import CG, DCG, ERR, IDCG, Ranking, distribution, nDCG
from irviz.scenarios.graded import GRADED
from irviz.scenarios.lists import FEEDS

_GRADES = "04134132"
_SWAPPED = "40134132"
_BOARD = GRADED.boards[0]
_LENS = GRADED.look("nDCG", "gain")


def _shuffled() -> tuple[float, float]:
    """The mean nDCG@8 over all orders of the graded example, and that of the order shown."""
    orders = distribution(nDCG @ 8, Ranking(map(int, _GRADES)))
    return orders.mean, orders.value


CARDS = (
    Card(
        CG,
        strengths=(
            "The plainest use of grades: add them up.",
            "It is the first step towards DCG and nDCG.",
        ),
        hides="The order above the cutoff, and what could have been had.",
        misleads="Its size depends on the scale and on k, so the values of two queries do not compare.",
        undefined="Nowhere. The most it can be is the sum of the k highest gains, which differs by query.",
        use="To explain DCG; hardly ever to report.",
        shown=Shown(
            "Swap ranks 1 and 2 of “white cat in a box”: CG@2 is {} before and {} after, DCG@2 is {} and {}.",
            lambda: tuple(
                on(metric @ 2, grades) for metric in (CG, DCG) for grades in (_GRADES, _SWAPPED)
            ),
            GRADED.put(_BOARD.swap(1, 2)).look("CG", "gain"),
        ),
    ),
    Card(
        DCG,
        strengths=(
            "Grades and order in one sum: a high grade adds the more the higher it stands.",
            "What each rank adds can be read off, term by term.",
        ),
        hides="How much there was to gain: a query with many good documents has a high DCG anyway.",
        misleads=(
            "Two gains go by its name, the grade and 2^grade − 1, and they may prefer different lists. The "
            "base of the logarithm changes it, though not nDCG."
        ),
        undefined="Nowhere. The most it can be is IDCG@k, another number for each query.",
        use="The same queries and judgments are compared, and the amount gained matters. Else take nDCG.",
        shown=Shown(
            "Feed A of the two shopping feeds: DCG@3 is {}; with logarithms to base 10 it would be {}.",
            lambda: (on(DCG @ 3, "011"), on(DCG @ 3, "011") / log10(2)),
            FEEDS.look("nDCG", "gain"),
        ),
    ),
    Card(
        IDCG,
        strengths=("It is the yardstick: what the best order of all judged documents reaches.",),
        hides="The list that you look at; only the judgments matter.",
        misleads=(
            "Made of the retrieved documents only, it forgives what was missed; made of the first k only, "
            "it forgives almost everything."
        ),
        undefined="Nowhere; but it is 0 where no grade is above 0, and that is where nDCG is undefined.",
        use="As what divides nDCG, and as a second line beside DCG.",
        shown=Shown(
            "nDCG@2 of “white cat in a box” is {} by this ideal, {} if the ideal is not cut at k, and {} by "
            "the ideal of the two results alone.",
            lambda: tuple(
                on(nDCG(ideal=ideal) @ 2, _GRADES) for ideal in ("judged", "uncut", "top k")
            ),
            _LENS,
        ),
    ),
    Card(
        nDCG,
        strengths=(
            "It uses degrees of relevance and the order at once.",
            "It lies between 0 and 1, so that queries with few and many good documents can be averaged.",
            "It is 1 exactly where nothing better could stand in the first k.",
        ),
        hides=(
            "How much there was to find: one weak document, found first, is a perfect 1. And whether a "
            "loss comes from a miss or from the order."
        ),
        misleads=(
            "It floats high, so compare it with a shuffle and not with 0. It may fall as k grows. With "
            "the usual discount all rankers approach 1 on very long lists (Wang et al. 2013). And gain "
            "and ideal differ from tool to tool."
        ),
        undefined=(
            "Where no grade is above 0, since the ideal gains nothing. It counts as 0 here, and the page "
            "says so."
        ),
        use="Relevance comes in degrees and order matters: web search, product search, recommendation.",
        shown=Shown(
            "A random order of “white cat in a box” has an nDCG@8 of {} on average; the order shown has {}.",
            _shuffled,
            GRADED.cut(8).look("nDCG", "orders"),
        ),
    ),
    Card(
        ERR,
        strengths=(
            "Its reader stops once satisfied, so after a top result little more can be gained.",
            "It uses degrees of relevance.",
        ),
        hides="Most of what stands below a top result.",
        misleads=(
            "It depends on the top of the scale: compare values with the same one only. It never reaches 1, "
            "and it is averaged under the same debate as RR."
        ),
        undefined="Nowhere. With nothing relevant it is 0.",
        use="Judgments are graded, and people want one good result rather than many.",
        shown=Shown(
            "On a scale up to 4: a 4 at rank 1 makes ERR@2 {}, and another 4 at rank 2 only lifts it to {}.",
            lambda: (on(ERR @ 2, "40"), on(ERR @ 2, "44")),
            GRADED.put(_BOARD.ideal()).look("nDCG"),
        ),
    ),
)
