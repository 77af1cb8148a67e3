"""Cards of the metrics that count what is relevant: P, R, F1, R-precision, Success."""

from __future__ import annotations

from irviz.lessons.reference.card import Card, Shown, on
from irviz.metrics import F1, P, R, Rprec, Success
from irviz.scenarios.cats import CATS
from irviz.scenarios.lists import FIVE, MODELS
from irviz.state.desk import MEAN

_NEVER = "Nowhere. With nothing relevant it is 0."
_NO_R = "Where nothing is relevant, since R is 0. It counts as 0 here, and the page says so."

CARDS = (
    Card(
        P,
        strengths=(
            "It explains itself: the share of what was shown that was worth showing.",
            "It needs judgments of the first k results only; R may stay unknown.",
        ),
        hides="The order above the cutoff, and everything that was missed.",
        misleads=(
            "With fewer than k relevant documents it cannot reach 1, however good the list; a mean "
            "over queries mixes such ceilings."
        ),
        undefined=_NEVER + " Past the end of a short list it still divides by k.",
        use="People see a fixed number of results, all at once: a page, a shelf, a row of products.",
        shown=Shown(
            "Three relevant documents of five, all at the top or all at the bottom: P@5 is {} and {}.",
            lambda: (on(P @ 5, "11100"), on(P @ 5, "00111")),
            MODELS.open(MEAN),
        ),
    ),
    Card(
        R,
        strengths=(
            "It says how much was found of all there is to find.",
            "It never falls as k grows, so its curve tells how deep one has to look.",
        ),
        hides="The order above the cutoff, and how much rubbish came along.",
        misleads=(
            "At small k it cannot reach 1: k / R is the most. At the end of a list that misses nothing, "
            "every order reaches 1. And where not all documents were judged, R is a guess."
        ),
        undefined=_NO_R,
        use=(
            "A miss costs more than a vain read: law, patents, medicine. Or a second stage re-ranks what "
            "the first one finds."
        ),
        shown=Shown(
            "Four pictures show a cat in a box: R@2 is {}, and no order could bring it above {}.",
            lambda: (on(R @ 2, "01011010"), on(R @ 2, "11110000")),
            CATS.cut(2).look("R"),
        ),
    ),
    Card(
        F1,
        strengths=(
            "One number for precision and recall, low as soon as either is low.",
            "It has a value even where both are 0.",
        ),
        hides="Which of the two is low, and the order above the cutoff.",
        misleads=(
            "It weighs precision and recall alike, whatever they cost you. At k = R all three are one "
            "number."
        ),
        undefined=_NEVER,
        use="A set of results is delivered as a whole, such as tags or matches, and both errors hurt alike.",
        shown=Shown(
            "Relevant at ranks 1, 3 and 5: at k = 3, P is {}, R is {} and F1 is {}.",
            lambda: tuple(on(metric @ 3, "10101") for metric in (P, R, F1)),
            FIVE.cut(3).look("F1"),
        ),
    ),
    Card(
        Rprec,
        strengths=(
            "It brings the cutoff that fits each query: there, precision and recall are one number.",
            "There is no k to argue about.",
        ),
        hides="The order above rank R, and everything below it.",
        misleads="With a single relevant document it is all or nothing; and it needs R, as recall does.",
        undefined=_NO_R,
        use="Queries differ widely in how many relevant documents they have.",
        shown=Shown(
            "Four pictures show a cat in a box, so Rprec, P@4 and R@4 are the same: {}, {} and {}.",
            lambda: tuple(on(metric, "01011010") for metric in (Rprec, P @ 4, R @ 4)),
            CATS.cut(4).look("P"),
        ),
    ),
    Card(
        Success,
        strengths=(
            "The plainest question of all: was there anything?",
            "One relevant document a query has to be known, and no more.",
        ),
        hides="How many relevant results there are, and at which rank.",
        misleads="Some call its mean hit rate, and some recall@k; recall it is only where R is 1.",
        undefined=_NEVER,
        use="One good result among the first k is all it takes: suggestions, a passage for a chatbot.",
        shown=Shown(
            "Of the four pictures of a cat in a box, the first two ranks hold one: Success@2 is {}, R@2 "
            "is {}.",
            lambda: (on(Success @ 2, "01011010"), on(R @ 2, "01011010")),
            CATS.cut(2).look("R"),
        ),
    ),
)
