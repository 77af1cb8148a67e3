"""What can be wrong with the input: a small tree under ``ValueError``.

Every message says where the fault is and what to do about it.
"""


class MetricsError(ValueError):
    """The root of everything this package refuses; catch it for all of them.

    >>> from irviz.metrics import MetricsError, Ranking
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
    irviz.metrics.errors.RankingError: document 'a' is at rank 1 and again at rank 3: list it once
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
    """A parameter that a metric does not have, or a value that the parameter cannot take.

    >>> from irviz.metrics import nDCG
    >>> nDCG(gain="cubic")
    Traceback (most recent call last):
    ...
    irviz.metrics.errors.ParameterError: nDCG(gain='cubic'): gain is one of 'linear', 'exp', 'binary'
    """


class NotationError(MetricsError):
    """A text that names no metric; ``position`` is the index of the first bad character.

    >>> from irviz.metrics import parse
    >>> parse("nDGC@10")
    Traceback (most recent call last):
    ...
    irviz.metrics.errors.NotationError: unknown metric 'nDGC'; did you mean 'nDCG'?
        nDGC@10
        ^
    """

    def __init__(self, problem: str, text: str, position: int) -> None:
        """Make the message that points at the character with index ``position`` of the text."""
        super().__init__(f"{problem}\n    {text}\n    {' ' * position}^")
        self.problem = problem
        self.text = text
        self.position = position

    def __reduce__(self) -> tuple[type["NotationError"], tuple[str, str, int]]:
        """How to pickle the error: its class and the arguments to make it again."""
        return type(self), (self.problem, self.text, self.position)


class HardlyJudgedWarning(UserWarning):
    """A run of which hardly anything is judged: most often its ids are written in another way.

    >>> from irviz.metrics import RR, evaluate
    >>> try:
    ...     evaluate({"q1": {"7": 1}}, {"q1": [7]}, [RR], hardly_judged="error")
    ... except ValueError as error:
    ...     for sentence in str(error).split(". "):
    ...         print(sentence)
    the run: its only result is not judged
    It has ids such as 7, the judgments such as '7'
    The run’s ids are int, the judged ones str: write both as str.
    """


class EvaluationError(MetricsError):
    """Judgments, a run or two evaluations that do not fit together.

    >>> from irviz.metrics import RR, evaluate
    >>> evaluate({"q1": {"a": 1}}, {"2": {"a": 0.1}}, [RR])
    Traceback (most recent call last):
    ...
    irviz.metrics.errors.EvaluationError: no query of the run is judged: it has '2', judged is 'q1'
    """


def name_type(value: object) -> str:
    """What kind of thing was given instead, with its article.

    >>> name_type(3), name_type("x")
    ('an int', 'a str')
    """
    kind = type(value).__name__
    return f"{'an' if kind[0].lower() in 'aeiou' else 'a'} {kind}"
