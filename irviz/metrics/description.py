"""What is known of a metric besides its terms and its norm: what pages, goals and links ask for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar


class Described:
    """What a metric says of itself. Only ``title``, ``summary`` and ``reference`` must be said.

    What is left out is said in general words wherever it is shown. What one metric says of itself is
    not said of those that are made from it, from ``mean_name`` on.

    Attributes:
        title: The name in words.
        summary: What it measures, in one sentence.
        reference: Where it comes from.
        order_aware: Whether swapping two documents above the cutoff can change the value.
        graded: Whether the grades count, and not only whether they reach the threshold.
        range: The lowest and the highest value there can be.
        mean_name: What its mean over queries is called, ``"MRR"``; empty where that has no name.
        spellings: Other ways in which the name is usually written, capitals apart.
        word: What prose calls it where that is clearer than the symbol: ``"precision"``.
        shown: Whether it stands among the curves and scores of a board. Those that are not shown are
            found in the reference, in goals and on the command line.
        uncut: Whether it is meant over the whole list where no cutoff is given.
        own_cutoff: Whether it brings its cutoff, so that none is written with it.
        summed: Whether it is a count, which is added up over queries in place of a mean.
        sees_judged: Whether it tells a result that nobody judged from one judged not relevant.
        rising: Whether it never falls where a result above the cutoff gets a higher grade, and never
            rises where one below it does: what :func:`bounds` has to know.
        kin: The name of a relative that it is not drawn beside, and whose colour it borrows.
        looks_at: What decides its value, if it is one of these: how many ``"hits"`` are above the cutoff,
            where the ``"first"`` one is, what the ``"gains"`` add up to, what the ``"precisions"`` do, or
            which share of the ``"ideal"`` is reached. If not, it is told by what each rank adds.
        symbols: The symbols of its formula that no other metric has, each with a short name for links,
            its LaTeX and a sentence.
        strengths: What it does well, a sentence each. ``hides`` is what it does not see, ``misleads``
            how its number is misread, ``where_undefined`` where it has no value, ``use`` when to
            report it. What is left empty is said in general words on the reference page.

    >>> from irviz.metrics import AP, IDCG, METRICS
    >>> AP.mean_name, [metric.name for metric in METRICS.values() if metric.uncut][:3]
    ('MAP', ['RR', 'AP', 'Rprec'])
    """

    title: ClassVar[str]
    summary: ClassVar[str]
    reference: ClassVar[str]
    order_aware: ClassVar[bool] = True
    graded: ClassVar[bool] = False
    range: ClassVar[tuple[float, float]] = (0.0, 1.0)

    mean_name: ClassVar[str] = ""
    spellings: ClassVar[tuple[str, ...]] = ()
    word: ClassVar[str] = ""
    shown: ClassVar[bool] = True
    uncut: ClassVar[bool] = False
    own_cutoff: ClassVar[bool] = False
    summed: ClassVar[bool] = False
    sees_judged: ClassVar[bool] = False
    rising: ClassVar[bool] = False
    kin: ClassVar[str] = ""
    looks_at: ClassVar[str] = ""
    symbols: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    strengths: ClassVar[tuple[str, ...]] = ()
    hides: ClassVar[str] = ""
    misleads: ClassVar[str] = ""
    where_undefined: ClassVar[str] = ""
    use: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        for name in _OWN:
            if name not in cls.__dict__:
                setattr(cls, name, getattr(Described, name))


_INHERITED = {"order_aware", "graded", "range"}
_OWN = [name for name in vars(Described) if name[0] != "_" and name not in _INHERITED]
