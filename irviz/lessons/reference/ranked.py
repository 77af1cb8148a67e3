"""Cards of the metrics of order over relevant or not: RR, AP, and RBP."""

from __future__ import annotations

from statistics import fmean

from irviz.lessons.reference.card import Card, Shown, on
from irviz.metrics import AP, RBP, RR
from irviz.scenarios.cats import CATS
from irviz.scenarios.printed.desks import regraded
from irviz.state.desk import MEAN

_QUERIES = ("01011010", "10011010", "00001001")

CARDS = (
    Card(
        RR,
        strengths=(
            "It asks for the first relevant result only, as somebody with one question does.",
            "One relevant document a query is enough to compute it.",
        ),
        hides="Everything after the first relevant result.",
        misleads=(
            "Its steps are uneven: from rank 1 to 2 it loses a half, from rank 4 to 5 a twentieth. One "
            "over MRR is the harmonic mean of the ranks, not their average; and whether it may be "
            "averaged at all is debated (Fuhr 2018, Moffat 2022)."
        ),
        undefined="Nowhere. With nothing relevant it is 0.",
        use=(
            "There is one right answer, or the first good one ends the search: finding a page, answering "
            "a question, completing a word."
        ),
        shown=Shown(
            "Three queries with the first relevant picture at ranks 2, 1 and 5: MRR is {}, and one over "
            "it {}, while the ranks are {} on average.",
            lambda: (
                fmean(on(RR, grades) for grades in _QUERIES),
                1 / fmean(on(RR, grades) for grades in _QUERIES),
                fmean(1 + grades.index("1") for grades in _QUERIES),
            ),
            CATS.open(MEAN).cut(8).look("RR"),
        ),
        aliases=("MRR",),
    ),
    Card(
        AP,
        strengths=(
            "It sees every relevant document, and each counts more the higher it stands.",
            "What was missed counts too: R divides.",
            "It tells systems apart more reliably than precision at a fixed k (Buckley & Voorhees 2000).",
        ),
        hides="Degrees of relevance, and where in the list the loss came about.",
        misleads=(
            "Three denominators go by its name: R, min(R, k) and the hits found. It is not the average "
            "of P@1 to P@k: only relevant ranks count."
        ),
        undefined=(
            "Where nothing is relevant, since R is 0. It counts as 0 here, and the page says so. Divided "
            "by the hits, also where the first k hold none."
        ),
        use=(
            "Several results are relevant, relevance is yes or no, and people read from the top. Its mean "
            "over queries is MAP."
        ),
        shown=Shown(
            "For “white cat”, AP@1 is {} divided by R, {} by min(R, k) and {} by the hits.",
            lambda: tuple(
                on(AP(denominator=by) @ 1, "10011010") for by in ("R", "min(R,k)", "hits")
            ),
            CATS.open("white-cat").cut(1).look("AP", "conventions"),
        ),
        aliases=("MAP",),
    ),
    Card(
        RBP,
        strengths=(
            "It says how it thinks people read: with chance p they go on to the next result.",
            "R may stay unknown, and what unjudged documents could add is easily bounded.",
        ),
        hides="How many relevant documents there are to find.",
        misleads=(
            "Its size depends on p, so say which. On a finite list it never reaches 1, and another p "
            "may prefer another list."
        ),
        undefined="Nowhere. With nothing relevant it is 0.",
        use="Judgments are incomplete, or you know how deep your users read.",
        shown=Shown(
            "If all eight results are relevant, RBP is {} for p = 0.8 and {} for p = 0.5.",
            lambda: (on(RBP, "11111111"), on(RBP(p=0.5), "11111111")),
            regraded(CATS, "11111111").cut(8).look("P"),
        ),
    ),
)
