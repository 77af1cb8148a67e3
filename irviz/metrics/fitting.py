"""Judgments and a run together: which queries count, and whether the documents meet."""

from __future__ import annotations

from collections.abc import Sized
from typing import TYPE_CHECKING
from warnings import warn

from irviz.metrics.errors import EvaluationError, HardlyJudgedWarning, ParameterError
from irviz.metrics.strangers import strangers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.metrics.evaluation import HardlyJudged, Judgments, Retrieved, WithoutJudgments


def check_choices(without_judgments: WithoutJudgments, hardly_judged: HardlyJudged) -> None:
    """Refuse what is none of the choices."""
    for name, value, choices in (
        ("without_judgments", without_judgments, ("skip", "undefined", "error")),
        ("hardly_judged", hardly_judged, ("warn", "error", "ignore")),
    ):
        if value not in choices:
            known = ", ".join(map(repr, choices))
            raise ParameterError(f"{name} is {value!r}: use one of {known}")


def judged_queries(
    qrels: Mapping[str, Judgments],
    run: Mapping[str, Retrieved],
    without_judgments: WithoutJudgments,
) -> tuple[Mapping[str, Judgments], tuple[str, ...]]:
    """The judgments of the queries that count, and the queries that are skipped.

    What is wrong with the whole, and not with one query, is refused.
    """
    if not qrels:
        raise EvaluationError("there are no queries: pass judgments for at least one")
    try:
        lacking = [query for query in run if not qrels.get(query)]
        lacking += [query for query, judged in qrels.items() if not judged and query not in run]
    except ValueError:  # an array or a data frame is neither true nor false
        raise EvaluationError(
            "the judgments of a query are a table: pass a dict of grades by document, or one data frame "
            "for all queries"
        ) from None
    if not lacking:
        return qrels, ()
    if without_judgments == "error":
        where = "of the run " if lacking[0] in run else ""
        raise EvaluationError(f"query {lacking[0]!r} {where}has no judgments: judge or drop it")
    if without_judgments == "undefined":
        return {**qrels, **dict.fromkeys(lacking, ())}, ()
    left = {query: judgments for query, judgments in qrels.items() if judgments}
    if not left:
        raise EvaluationError(f"no query has judgments, as {lacking[0]!r}: judge at least one")
    if run and all(query not in left for query in run):
        own, other = lacking[0], next(iter(left))
        kinds = type(own).__name__, type(other).__name__
        meet = {*map(str, run)} & {*map(str, left)}
        why = (
            f"; the run’s are {kinds[0]}, the judged ones {kinds[1]}: write both as str"
            if meet
            else ""
        )
        raise EvaluationError(
            f"no query of the run is judged: it has {own!r}, judged is {other!r}{why}"
        )
    return left, tuple(lacking)


def say_where_hardly_judged(
    qrels: Mapping[str, Judgments], run: Mapping[str, Retrieved], hardly_judged: HardlyJudged
) -> None:
    """Warn, or raise an error, where hardly any result is judged.

    Both have been read, so that they are what they should be; an iterator has nothing left.
    """
    if hardly_judged == "ignore" or not all(isinstance(one, Sized) for one in run.values()):
        return
    found = strangers(qrels, run)
    if found is None:
        return
    sentence = found.sentence("the run", "the judgments")
    if hardly_judged == "error":
        raise EvaluationError(sentence)
    warn(sentence, HardlyJudgedWarning, stacklevel=3)
