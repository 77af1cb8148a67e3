"""The boards on which the conventions disagree most, with the number by each of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from irviz.lenses.cards import number
from irviz.metrics import AP, Ranking, nDCG
from irviz.state.chosen_conventions import Conventions
from irviz.state.permalink import write_board

if TYPE_CHECKING:
    from irviz.metrics import Metric
    from irviz.state.desk import Desk

_TREC_EVAL = Conventions()


def examples(desk: Desk) -> list[dict[str, Any]]:
    """The examples, each with its answers by other conventions; the one that the desk shows is marked.

    Returns:
        For each example its ``symbol``, the metric's ``name``, the grades as a ``pattern``, a
        ``text`` and ``answers``: a ``label``, a ``text``, the ``value``, the ``link`` to it, and
        whether the desk is ``here``.
    """
    return [_placed(example, desk) for example in _examples()]


def _answer(conventions: Conventions, label: str, text: str) -> dict[str, Any]:
    return {"conventions": conventions, "label": label, "text": text}


@cache
def _examples() -> tuple[dict[str, Any], ...]:
    """The boards on which the conventions lie furthest apart."""
    return (
        _example(
            AP,
            1,
            "white-cat",
            "10011010",
            "One hit at rank 1, three more behind the cutoff",
            _answer(_TREC_EVAL, "÷ R", "all four relevant pictures: trec_eval, ir_measures, ranx"),
            _answer(
                Conventions(ap="min(R,k)"),
                "÷ min(R, k)",
                "the most that fit: Spark, Kaggle-style code",
            ),
            _answer(Conventions(ap="hits"), "÷ hits", "those found: scikit-learn, torchmetrics"),
        ),
        _example(
            nDCG,
            2,
            "white-cat-in-a-box",
            "04134132",
            "Grades 0 and 4 on top, a second 4 further down",
            _answer(_TREC_EVAL, "ideal cut at k", "4 and 4: trec_eval, ir_measures, ranx"),
            _answer(
                Conventions(ideal="top k"),
                "ideal of the first k",
                "4 and 0: a tool that sees no more",
            ),
            _answer(
                Conventions(ideal="uncut"),
                "ideal uncut",
                "all eight: Quepid’s ndcg, there with 2^grade − 1",
            ),
            _answer(
                Conventions(discount="max(1,log2(i))"), "discount of 2002", "rank 2 undiscounted"
            ),
        ),
        _example(
            AP,
            3,
            "cat-in-a-box",
            "00000000",
            "Nothing is relevant, so AP is 0 ÷ 0",
            _answer(_TREC_EVAL, "counts as 0", "trec_eval, ir_measures, ranx, Spark"),
            _answer(Conventions(undefined=1.0), "counts as 1", "some copies of Kaggle’s code"),
            _answer(Conventions(undefined="nan"), "no value", "Quepid: not a number"),
        ),
    )


def _example(
    metric: Metric, k: int, board: str, pattern: str, text: str, *answers: dict[str, Any]
) -> dict[str, Any]:
    ranking = Ranking(map(int, pattern))
    text_of_board = f"{'-'.join(str(rank) for rank in range(1, len(pattern) + 1))}.{pattern}"
    shown = []
    for answer in answers:
        conventions = answer["conventions"]
        value = (conventions.metric(metric) @ k)(ranking)
        link = {
            "q": board,
            "k": str(k),
            board: text_of_board,
            "m": metric.name,
            "see": "conventions",
        }
        shown.append(
            {
                "label": answer["label"],
                "text": answer["text"],
                "value": number(value),
                "link": link | ({"by": conventions.write()} if conventions.write() else {}),
            }
        )
    return {
        "symbol": f"{metric.name}@{k}",
        "name": metric.name,
        "pattern": pattern,
        "text": text,
        "answers": shown,
    }


def _placed(example: dict[str, Any], desk: Desk) -> dict[str, Any]:
    """An example, with the answer marked that the desk shows."""
    return example | {
        "answers": [
            answer | {"here": _shows(answer["link"], desk)} for answer in example["answers"]
        ]
    }


def _shows(link: dict[str, str], desk: Desk) -> bool:
    return (
        desk.opened == link["q"]
        and str(desk.k) == link["k"]
        and desk.conventions.write() == link.get("by", "")
        and write_board(desk.visible[0]) == link[link["q"]]
    )
