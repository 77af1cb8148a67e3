"""Who was judged: what the grade 0 alone does not tell, that somebody said so or that nobody did.

Judgments are made of a pool. A document that is not in the judgments was not in it, and one with a
negative grade was in it but not judged, as TREC writes down samples of a pool.
"""

from __future__ import annotations

from itertools import compress, repeat

from irviz.metrics.column import column
from irviz.metrics.errors import RankingError
from irviz.metrics.grades import checked_ranks
from irviz.metrics.scores import by_score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any, Self, TypeVar

    from irviz.metrics.scores import ScoresAs

    One = TypeVar("One", bound="Pooled")

    # What is needed to find out: the retrieved documents (in their order, or with the scores that put
    # them in it), the grades, the documents with a negative one, how scores are compared, and how many
    # grades there were.
    Source = tuple[Collection[Any], Mapping[Any, int], Collection[Any], ScoresAs | None, int]

# What is known of a result, one byte a rank.
UNKNOWN, POOLED, JUDGED = 0, 1, 2


def kept_for_good(ranking: One) -> One:
    """The same ranking, whatever becomes of the dictionaries that it was made of."""
    retrieved, judged, spam, scores_as, count = ranking.__dict__["_source"]
    # A list of ids is a copy already. Copies of dictionaries are quick to make.
    own = retrieved if scores_as is None else {**retrieved}
    ranking.__dict__["_source"] = own, {**judged}, spam, scores_as, count
    return ranking


def standing(source: Source, grades: tuple[int, ...]) -> bytes:
    """What is known of each result, in the order of the ranks.

    The grades that the ranking has, and the number of judgments there were, tell whether somebody has
    changed what it was made of: a RankingError then says so.

    >>> [*standing((["a", "b", "c"], {"a": 1, "c": 0}, {"c"}, None, 2), (1, 0, 0))]
    [2, 0, 1]
    """
    retrieved, judged, spam, scores_as, count = source
    if scores_as is not None:
        retrieved = by_score(retrieved, scores_as=scores_as)  # type: ignore[arg-type]
    if len(judged) != count or (*(judged.get(doc, 0) for doc in retrieved),) != grades:
        raise RankingError(
            "the judgments or the run have changed since the ranking was made: make it anew"
        )
    if not spam:
        return bytes([JUDGED if doc in judged else UNKNOWN for doc in retrieved])
    return bytes(
        [(POOLED if doc in spam else JUDGED) if doc in judged else UNKNOWN for doc in retrieved]
    )


def standing_of(grades: tuple[int | None, ...], pooled: Iterable[int]) -> bytes:
    """The same from grades by rank, None where nobody judged, and the ranks of those in the pool."""
    known = bytearray([UNKNOWN if grade is None else JUDGED for grade in grades])
    for rank in checked_ranks(pooled, len(grades)):
        if grades[rank - 1] is not None:
            raise RankingError(
                f"rank {rank} is pooled and has grade {grades[rank - 1]}: use None for its grade"
            )
        known[rank - 1] = POOLED
    return bytes(known)


class Pooled:
    """The part of a ranking that tells which of its documents somebody judged.

    All of it is derived when first asked for: metrics that do not ask are as quick as without it.

    >>> from irviz.metrics import Ranking
    >>> ranking = Ranking.from_ids(["a", "b", "c"], {"a": 0, "c": -1})
    >>> ranking.judged, ranking.pooled, ranking.unjudged
    ((1, 0, 0), (1, 0, 1), (2, 3))
    """

    if TYPE_CHECKING:
        grades: tuple[int, ...]
        threshold: int

        @column
        def n(self) -> int: ...  # noqa: D102 - said by the ranking
        @column
        def _graded(self) -> Collection[int]: ...
        @classmethod
        def _trusted(
            cls,
            threshold: int,
            grades: Iterable[int],
            missed: Iterable[int] | None,
            graded: Collection[int],
        ) -> Self: ...

    @column
    def missed(self) -> tuple[int, ...]:
        """The grades of the judged documents that were not retrieved."""
        known = self._standing  # it says so where the judgments are not what they were
        retrieved, judged, spam, _, _ = self.__dict__["_source"]
        if len(known) == len(judged) == known.count(JUDGED):
            return ()
        found = {*retrieved}
        return tuple(
            [grade for doc, grade in judged.items() if doc not in found and doc not in spam]
        )

    @column
    def judged(self) -> tuple[int, ...]:
        """1 at each rank whose document somebody judged, 0 at the others."""
        return tuple([1 if known == JUDGED else 0 for known in self._standing])

    @column
    def pooled(self) -> tuple[int, ...]:
        """1 at each rank whose document is in the judgments, be its grade negative."""
        return tuple([0 if known == UNKNOWN else 1 for known in self._standing])

    @column
    def unjudged(self) -> tuple[int, ...]:
        """The ranks of the documents that nobody judged."""
        return tuple([rank for rank, known in enumerate(self._standing, 1) if known != JUDGED])

    @column
    def condensed(self) -> Self:
        """The list without the documents that nobody judged; ``places`` has the ranks they had.

        >>> condensed = Ranking([None, 2, None, 0]).condensed
        >>> condensed, condensed.places
        (Ranking([2, 0]), (2, 4))
        """
        if not self.unjudged:
            return self
        judged = self.judged
        ranking = self._trusted(
            self.threshold, compress(self.grades, judged), self.missed, self._graded
        )
        ranking.__dict__["places"] = tuple(compress(self.places, judged))
        return ranking

    @column
    def places(self) -> Sequence[int]:
        """The rank of each document in the list that this one was made of: its own, if of none."""
        return range(1, self.n + 1)

    @column
    def _standing(self) -> bytes:
        """What is known of each document: see `irviz.metrics.pool`."""
        source = self.__dict__.get("_source")
        if source is None:
            return bytes(repeat(JUDGED, self.n))
        return standing(source, self.grades)
