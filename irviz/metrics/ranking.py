"""A ranking: what a search engine returned, as the grades of its documents from the top down."""

from __future__ import annotations

from itertools import accumulate, compress, count, repeat

from irviz.metrics.errors import RankingError, name_type
from irviz.metrics.grades import are_plain_grades, validate_grades, validate_ranks, validate_threshold
from irviz.metrics.judgments import grades_by_id, grades_by_score
from irviz.metrics.scores import by_score

TYPE_CHECKING = False
if TYPE_CHECKING:
    import functools
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any, Never, Self, TypeVar

    from irviz.metrics.scores import ScoresAs

    One = TypeVar("One", bound="Pooled")
    # What judgment states are computed from: the retrieved documents (in order, or with their scores),
    # the grades, the documents with a negative grade, the precision of scores, the number of judgments.
    Source = tuple[Collection[Any], Mapping[Any, int], Collection[Any], ScoresAs | None, int]
    _Key = tuple[tuple[int, ...], tuple[int, ...], int, bytes]

    cached_property = functools.cached_property
else:

    class cached_property:  # noqa: N801 - named as in functools
        """A property that is computed once: `functools.cached_property` without the lock it has before Python 3.12."""

        def __init__(self, derive):
            """Take the function that computes the value."""
            self.derive = derive
            self.name = derive.__name__
            self.__doc__ = derive.__doc__

        def __get__(self, instance, owner):
            """The value, computed on first access and kept in the instance; the property itself from the class."""
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.derive(instance)
            return value


# The judgment state of a result, one byte a rank.
UNKNOWN, POOLED, JUDGED = 0, 1, 2


def copy_source(ranking: One) -> One:
    """Copy the score and judgment dictionaries that a ranking reads from; returns the ranking itself, changed."""
    retrieved, judged, spam, scores_as, count = ranking.__dict__["_source"]
    # A list of ids is a copy already. Copies of dictionaries are quick to make.
    own = retrieved if scores_as is None else {**retrieved}
    ranking.__dict__["_source"] = own, {**judged}, spam, scores_as, count
    return ranking


def judgment_states(source: Source, grades: tuple[int, ...]) -> bytes:
    """The judgment state of the result at each rank, a byte each: UNKNOWN (0), POOLED (1) or JUDGED (2).

    Raises a RankingError where the run or the judgments have changed since the ranking was made: its
    grades, or the number of judgments, then differ.

    >>> [*judgment_states((["a", "b", "c"], {"a": 1, "c": 0}, {"c"}, None, 2), (1, 0, 0))]
    [2, 0, 1]
    """
    retrieved, judged, spam, scores_as, count = source
    if scores_as is not None:
        retrieved = by_score(retrieved, scores_as=scores_as)  # type: ignore[arg-type]
    if len(judged) != count or (*(judged.get(doc, 0) for doc in retrieved),) != grades:
        raise RankingError("the judgments or the run have changed since the ranking was made: make it anew")
    if not spam:
        return bytes([JUDGED if doc in judged else UNKNOWN for doc in retrieved])
    return bytes([(POOLED if doc in spam else JUDGED) if doc in judged else UNKNOWN for doc in retrieved])


def judgment_states_of_grades(grades: tuple[int | None, ...], pooled: Iterable[int]) -> bytes:
    """A byte by rank: UNKNOWN (0) where the grade is None, POOLED (1) at the ranks ``pooled``, else JUDGED (2)."""
    known = bytearray([UNKNOWN if grade is None else JUDGED for grade in grades])
    for rank in validate_ranks(pooled, len(grades)):
        if grades[rank - 1] is not None:
            raise RankingError(f"rank {rank} is pooled and has grade {grades[rank - 1]}: use None for its grade")
        known[rank - 1] = POOLED
    return bytes(known)


def require_ranking(value: object, name: str) -> None:
    """Raise a RankingError where a value is no ranking; ``name`` is what it was given to.

    >>> require_ranking([1, 0], "AP")
    Traceback (most recent call last):
    ...
    irviz.metrics.errors.RankingError: AP was given a list: wrap the grades in a Ranking
    """
    if not isinstance(value, Ranking):
        raise RankingError(f"{name} was given {name_type(value)}: wrap the grades in a Ranking")


class Pooled:
    """The part of a ranking that knows which of its documents are judged.

    All of this is computed on first use, so that metrics that do not need it stay fast.

    >>> from irviz.metrics import Ranking
    >>> ranking = Ranking.from_ids(["a", "b", "c"], {"a": 0, "c": -1})
    >>> ranking.judged, ranking.pooled, ranking.unjudged
    ((1, 0, 0), (1, 0, 1), (2, 3))
    """

    if TYPE_CHECKING:
        grades: tuple[int, ...]
        threshold: int

        @cached_property
        def n(self) -> int: ...  # noqa: D102 - said by the ranking
        @cached_property
        def _graded(self) -> Collection[int]: ...
        @classmethod
        def _from_valid_grades(
            cls, threshold: int, grades: Iterable[int], missed: Iterable[int] | None, graded: Collection[int]
        ) -> Self: ...

    @cached_property
    def missed(self) -> tuple[int, ...]:
        """The grades of the judged documents that were not retrieved."""
        known = self._judgment_states  # it says so where the judgments are not what they were
        retrieved, judged, spam, _, _ = self.__dict__["_source"]
        if len(known) == len(judged) == known.count(JUDGED):
            return ()
        found = {*retrieved}
        return tuple([grade for doc, grade in judged.items() if doc not in found and doc not in spam])

    @cached_property
    def judged(self) -> tuple[int, ...]:
        """For each rank, 1 if its document is judged, else 0."""
        return tuple([1 if known == JUDGED else 0 for known in self._judgment_states])

    @cached_property
    def pooled(self) -> tuple[int, ...]:
        """For each rank, 1 if its document is in the judgments, even with a negative grade, else 0."""
        return tuple([0 if known == UNKNOWN else 1 for known in self._judgment_states])

    @cached_property
    def unjudged(self) -> tuple[int, ...]:
        """The ranks, from 1, of the unjudged documents."""
        return tuple([rank for rank, known in enumerate(self._judgment_states, 1) if known != JUDGED])

    @cached_property
    def condensed(self) -> Self:
        """A copy without the unjudged documents; its ``places`` has the original ranks.

        >>> condensed = Ranking([None, 2, None, 0]).condensed
        >>> condensed, condensed.places
        (Ranking([2, 0]), (2, 4))
        """
        if not self.unjudged:
            return self
        judged = self.judged
        ranking = self._from_valid_grades(self.threshold, compress(self.grades, judged), self.missed, self._graded)
        ranking.__dict__["places"] = tuple(compress(self.places, judged))
        return ranking

    @cached_property
    def places(self) -> Sequence[int]:
        """The rank of each document in the list that this one was condensed from, or else its own rank."""
        return range(1, self.n + 1)

    @cached_property
    def _judgment_states(self) -> bytes:
        """A byte for each rank: UNKNOWN (0), POOLED (1, in the pool but not judged) or JUDGED (2)."""
        source = self.__dict__.get("_source")
        return bytes(repeat(JUDGED, self.n)) if source is None else judgment_states(source, self.grades)


class Ranking(Pooled):
    """One ranked list with its judgments: all that a metric reads.

    Args:
        grades: The grade of each retrieved document in rank order: whole numbers from 0 (not
            relevant) to 2**53, or None where nobody judged. Most metrics read None as 0;
            :data:`Judged`, :data:`Bpref` and others know the difference.
        missed: The grades of the judged documents that were not retrieved, in any order. They count
            in R and in the ideal order.
        threshold: The lowest grade that counts as relevant, at least 1. Metrics over gains ignore
            it, as trec_eval does.
        pooled: The ranks of those unjudged documents that were in the pool that judgments were
            made of: what :data:`infAP` asks for, and a negative grade says in qrels.

    Attributes:
        grades: The grades, 0 where nobody judged.

    Raises:
        RankingError: A grade is negative, fractional, NaN, a bool or too large, or the threshold is
            no whole number of at least 1, or a pooled rank is not in the list or has a grade.

    Which documents are judged is told by ``judged`` and its like, see :class:`Pooled`. A ranking never changes.
    Two with the same grades, missed grades, threshold and unjudged ranks are equal and hash alike.
    What metrics derive from it is derived once.

    >>> ranking = Ranking([0, 1, 0, 1, 1, 0, 1, 0], missed=[1, 0])
    >>> ranking.n, ranking.relevant, ranking.hits
    (8, 5, (0, 1, 0, 1, 1, 0, 1, 0))
    >>> Ranking([0, 4, 1], threshold=2).hits
    (0, 1, 0)
    >>> Ranking([2, None, 0]).judged
    (1, 0, 1)
    """

    grades: tuple[int, ...]
    threshold: int

    def __init__(
        self, grades: Iterable[int | None], missed: Iterable[int] = (), threshold: int = 1, pooled: Iterable[int] = ()
    ) -> None:
        """Validate the grades; the arguments are those of the class."""
        columns = self.__dict__
        if isinstance(grades, (set, frozenset)) or not hasattr(grades, "__iter__"):
            raise RankingError(f"the grades are {grades!r}: pass a list of them, best result first")
        given, others = tuple(grades), tuple(missed)
        if are_plain_grades(given + others):
            columns["grades"] = given
            columns["missed"] = others
        else:
            columns["grades"] = validate_grades(given, "rank", gaps=True)
            columns["missed"] = validate_grades(others, "missed document")
        columns["threshold"] = validate_threshold(threshold)
        if pooled or (columns["grades"] is not given and None in given):
            columns["_judgment_states"] = judgment_states_of_grades(given, pooled)

    @classmethod
    def from_ids(cls, ids: Iterable[Any], judgments: Mapping[Any, int] | Collection[Any], threshold: int = 1) -> Self:
        """The ranking of a list of document ids.

        Args:
            ids: The retrieved documents, best first, each once: a list or another iterable that has
                an order of its own.
            judgments: The grade of each judged document, or a set of the relevant ones (grade 1). A
                document without judgment counts as not relevant. So does one with a negative grade,
                TREC's mark for spam, and for what was in the pool and not judged.
            threshold: As for :class:`Ranking`.

        Raises:
            RankingError: A document is listed twice, the ids have no order, or a grade is not a
                whole number.

        >>> Ranking.from_ids(["d7", "d2", "d9"], {"d2", "d4"})
        Ranking([None, 1, None], missed=[1])
        >>> Ranking.from_ids(["d7", "d2", "d9"], {"d7": 2, "d2": 0, "d9": -2, "d4": 1})
        Ranking([2, 0, None], missed=[1], pooled=[3])
        """
        grades = grades_by_id(ids, judgments)
        return copy_source(cls._from_source(validate_threshold(threshold), *grades))

    @classmethod
    def from_scores(
        cls,
        scores: Mapping[Any, float],
        judgments: Mapping[Any, int] | Collection[Any],
        threshold: int = 1,
        *,
        scores_as: ScoresAs = "double",
    ) -> Self:
        """The ranking that scores put documents in, by trec_eval's rule.

        Args:
            scores: A finite number for each retrieved document: higher first, and among equal
                scores the greater document id first.
            judgments: As for :meth:`from_ids`.
            threshold: As for :class:`Ranking`.
            scores_as: The precision in which scores are compared: ``"double"``, as trec_eval 10
                does, or ``"single"``, as pytrec_eval and older versions of trec_eval do.

        Raises:
            RankingError: A score is NaN, infinite or no number; ids of tied documents cannot be
                ordered; a grade is not a whole number.
            ParameterError: ``scores_as`` is none of the two.

        >>> Ranking.from_scores({"d1": 0.3, "d2": 0.9, "d3": 0.3}, {"d1": 1, "d2": 3, "d3": 2})
        Ranking([3, 2, 1])
        """
        grades = grades_by_score(scores, judgments, scores_as)
        return copy_source(cls._from_source(validate_threshold(threshold), *grades))

    @classmethod
    def _from_source(
        cls, threshold: int, grades: list[int], graded: list[int], ranks: list[int] | None, source: Source
    ) -> Self:
        """A ranking that looks up judgment states in ``source`` when first asked; ``graded`` has all grades above 0."""
        ranking = cls.__new__(cls)
        columns = ranking.__dict__
        columns["grades"] = tuple(grades)
        columns["threshold"] = threshold
        columns["_graded"] = graded
        columns["_source"] = source
        if ranks is not None:
            columns["_graded_ranks"] = tuple(ranks)
        return ranking

    @classmethod
    def _from_valid_grades(
        cls,
        threshold: int,
        grades: Iterable[int],
        missed: Iterable[int] | None,
        graded: Collection[int],
        known: bytes | None = None,
    ) -> Self:
        """A ranking from grades that are already validated.

        ``missed`` has the grades of missed documents, or None where the caller sets them; ``graded`` all
        grades above 0, retrieved or missed; ``known`` the judgment states, if not all documents are judged.
        """
        ranking = cls.__new__(cls)
        columns = ranking.__dict__
        columns["grades"] = tuple(grades)
        if missed is not None:
            columns["missed"] = tuple(missed)
        columns["threshold"] = threshold
        columns["_graded"] = graded
        if known is not None:
            columns["_judgment_states"] = known
        return ranking

    def place_above(self, limit: int) -> str:
        """The place of the first grade above a limit, as text for a message; empty if there is none.

        >>> Ranking([1, 5], missed=[9]).place_above(3)
        'grade 5 at rank 2'
        """
        if self.ideal and self.ideal[0] > limit:
            for place, grades in (("rank", self.grades), ("missed document", self.missed)):
                for i, grade in enumerate(grades, 1):
                    if grade > limit:
                        return f"grade {grade} at {place} {i}"
        return ""

    def at(self, threshold: int) -> Self:
        """A copy with another relevance threshold.

        >>> Ranking([3, 1, 2]).at(2).hits
        (1, 0, 1)
        """
        lowest = validate_threshold(threshold)
        ranking = self._from_valid_grades(lowest, self.grades, None, self._graded)
        for name in ("missed", "_judgment_states", "_source", "places"):
            if name in self.__dict__:
                ranking.__dict__[name] = self.__dict__[name]
        return ranking

    @cached_property
    def n(self) -> int:
        """The number of retrieved documents."""
        return len(self.grades)

    @cached_property
    def hits(self) -> tuple[int, ...]:
        """For each rank, 1 if its grade reaches the threshold, else 0."""
        threshold = self.threshold
        return tuple([1 if grade >= threshold else 0 for grade in self.grades])

    @cached_property
    def found(self) -> tuple[int, ...]:
        """For each rank, the number of relevant documents down to it."""
        return tuple(accumulate(self.hits))

    @cached_property
    def hit_ranks(self) -> tuple[int, ...]:
        """The ranks, from 1, of the relevant documents."""
        graded, threshold = self._graded_ranks, self.threshold
        if threshold == 1:
            return graded
        grades = self.grades
        return tuple([rank for rank in graded if grades[rank - 1] >= threshold])

    @cached_property
    def _graded_ranks(self) -> tuple[int, ...]:
        """The ranks, from 1, of the documents with a grade above 0."""
        return tuple(compress(count(1), self.grades))

    @cached_property
    def relevant(self) -> int:
        """R, the number of documents judged relevant, retrieved or not."""
        threshold, graded = self.threshold, self._graded
        return len(graded) if threshold == 1 else sum([1 for one in graded if one >= threshold])

    @cached_property
    def ideal(self) -> tuple[int, ...]:
        """The grades of all documents, retrieved or missed, in descending order down to the last above 0."""
        return tuple(sorted(self._graded, reverse=True))

    @cached_property
    def _graded(self) -> Collection[int]:
        """All grades above 0, of documents retrieved or missed."""
        return [*filter(None, self.grades), *filter(None, self.missed)]

    def __len__(self) -> int:
        """The number of retrieved documents."""
        return self.n

    def __eq__(self, other: object) -> bool:
        """Whether the other ranking has the same grades, missed grades, threshold and judgment states."""
        if not isinstance(other, Ranking):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """A hash of what rankings are compared by."""
        return hash(self._key())

    def __repr__(self) -> str:
        """The call that makes this ranking."""
        known = self._judgment_states
        judged = zip(self.grades, known, strict=True)
        grades = [grade if one == JUDGED else None for grade, one in judged]
        missed = f", missed={list(self.missed)}" if self.missed else ""
        threshold = f", threshold={self.threshold}" if self.threshold != 1 else ""
        pooled = [rank for rank, one in enumerate(known, 1) if one == POOLED]
        return f"Ranking({grades}{missed}{threshold}{f', pooled={pooled}' if pooled else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        """How to pickle the ranking: `_restore` and its arguments."""
        return _restore, (type(self), self.grades, self.missed, self.threshold, self._judgment_states)

    def __setattr__(self, name: str, value: object) -> Never:
        """Raise an AttributeError, since a ranking never changes."""
        raise AttributeError(f"a Ranking never changes ({name}): make a new one")

    def __delattr__(self, name: str) -> Never:
        """Raise an AttributeError, since a ranking never changes."""
        raise AttributeError(f"a Ranking never changes ({name}): make a new one")

    def _key(self) -> _Key:
        """What rankings are compared and hashed by: grades, missed grades, threshold and judgment states."""
        return self.grades, tuple(sorted(self.missed)), self.threshold, self._judgment_states


def _restore(cls: type[Ranking], grades: tuple[int, ...], missed: tuple[int, ...],
              threshold: int, known: bytes) -> Ranking:  # fmt: skip
    """The ranking from its pickled parts; ``known`` has a byte of judgment state for each rank."""
    return cls._from_valid_grades(threshold, grades, missed, [*filter(None, grades + missed)], known=known)
