"""What can be wrong with the input, as a small tree under ``ValueError``.

Every message says where the fault is and what to do about it. Catch :class:`MetricsError` for all of them.
"""


class MetricsError(ValueError):
    """Anything this package refuses.

    >>> from irviz.metrics import Ranking, MetricsError
    >>> try:
    ...     Ranking([1, -1])
    ... except MetricsError as error:
    ...     print(error)
    grade -1 at rank 2 is negative: use 0 for a document that is not relevant
    """


class RankingError(MetricsError):
    """A grade, a document id or a score that no ranking can be made of.

    >>> from irviz.metrics import Ranking
    >>> Ranking.from_ids(["a", "b", "a"], {"a"})
    Traceback (most recent call last):
    ...
    irviz.metrics.errors.RankingError: document 'a' stands at rank 1 and again at rank 3: list each document once
    """


class CutoffError(MetricsError):
    """A cutoff that is not a whole number of at least 1.

    >>> from irviz.metrics import P
    >>> P @ 0
    Traceback (most recent call last):
    ...
    irviz.metrics.errors.CutoffError: the cutoff of P is 0: use a whole number of at least 1
    """


class ParameterError(MetricsError):
    """A parameter that a metric does not have, or a value it cannot take.

    >>> from irviz.metrics import nDCG
    >>> nDCG(gain="cubic")
    Traceback (most recent call last):
    ...
    irviz.metrics.errors.ParameterError: nDCG(gain='cubic'): gain is one of 'linear', 'exp'
    """
