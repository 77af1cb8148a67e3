"""Parses the names of measures: metrics as ir_measures writes them, and trec_eval's measures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from math import exp, fsum, log
from typing import TYPE_CHECKING

from irviz.metrics import (
    AP,
    IDCG,
    RBP,
    RR,
    Bpref,
    IPrec,
    Judged,
    NotationError,
    NumRel,
    NumRelRet,
    NumRet,
    P,
    R,
    RBPresid,
    Rprec,
    SetAP,
    SetF,
    SetP,
    SetR,
    Success,
    infAP,
    nDCG,
    parse,
)
from irviz.metrics.experimental import BinG, G, GainAtR, GainAtRelevant, PrecisionAtR
from irviz.metrics.metric import sum_in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from irviz.metrics import Evaluation, Metric


@dataclass(frozen=True)
class Measure:
    """A measure asked for by name, one column of a report: a metric, or a number computed from several.

    Args:
        name: The column's heading: the name as it was asked for, or as trec_eval prints it.
        metrics: The metrics from which the measure is computed.
        compute: Computes its value on a query from the metrics' values; None if it is the only metric.
        geometric: Whether it is a geometric mean over queries, without a value on each query.

    >>> from irviz.metrics import evaluate
    >>> evaluation = evaluate({"q": {"a": 1}}, {"q": ["b", "a"]}, [NumRet, NumRelRet])
    >>> (utility,) = parse_measures(["utility"]).measures
    >>> utility.values(evaluation), utility.overall(evaluation)
    ((0.0,), 0.0)
    """

    name: str
    metrics: tuple[Metric, ...] = ()
    compute: Callable[..., float] | None = None
    geometric: bool = False

    @property
    def metric(self) -> Metric | None:
        """The metric that the measure is; None where it is computed from several or is a geometric mean."""
        return self.metrics[0] if self.compute is None and not self.geometric else None

    @property
    def is_count(self) -> bool:
        """Whether the measure is a number of results, which is summed over queries."""
        return self.name in _COUNTS or (self.metric is not None and self.metric.summed)

    def values(self, evaluation: Evaluation) -> tuple[float, ...]:
        """The measure's value on each query, in the evaluation's order."""
        columns = [evaluation.values[metric] for metric in self.metrics]
        return columns[0] if self.compute is None else tuple([self.compute(*row) for row in zip(*columns, strict=True)])

    def overall(self, evaluation: Evaluation) -> float:
        """The measure's value for the whole run: the mean over queries, of a count the sum."""
        if self.geometric:
            return evaluation.geometric_means[self.metrics[0]]
        if self.metric is not None:
            return evaluation.overall[self.metric]
        values = self.values(evaluation)
        return fsum(values) if self.is_count else fsum(values) / len(values)

    def average_in_order(self, values: Sequence[float]) -> float:
        """The mean of the values, added from left to right as in trec_eval; of a count the sum."""
        if self.is_count:
            return fsum(values)
        if self.geometric:
            return exp(sum_in_order(log(max(value, _GEOMETRIC_FLOOR)) for value in values) / len(values))
        return sum_in_order(values) / len(values)


_GEOMETRIC_FLOOR = 0.00001
_COUNTS = {"num_nonrel_judged_ret"}

_TREC_CUTOFFS = ("5", "10", "15", "20", "30", "100", "200", "500", "1000")
_LEVELS = tuple(f"{level / 10:.2f}" for level in range(11))


def _count_unjudged(judged: float, retrieved: float) -> float:
    """The number of unjudged results, from the share that is judged and the number retrieved."""
    return retrieved - round(judged * retrieved)


def _make_cut_measure(metric: Metric) -> Callable[[str], Measure]:
    """A function that makes a measure of the metric at a cutoff, from the cutoff's text, ``"10"``."""
    return lambda cutoff: Measure("", (metric @ _parse_cutoff(cutoff),))


def _make_relative_precision(text: str) -> Measure:
    """The measure relative_P of trec_eval at a cutoff, from its text: hits over min(k, R)."""
    k = _parse_cutoff(text)
    metrics = NumRelRet @ k, NumRel
    return Measure("", metrics, lambda found, relevant: found / (min(k, relevant) or 1))


def _make_unjudged_share(text: str) -> Measure:
    """The measure unj of trec_eval at a cutoff k, from its text: the share of k that are unjudged results."""
    k = _parse_cutoff(text)
    metrics = Judged @ k, NumRet @ k
    return Measure("", metrics, lambda judged, retrieved: _count_unjudged(judged, retrieved) / k)


def _make_interpolated_precision(text: str) -> Measure:
    """The measure iprec_at_recall of trec_eval at a recall level, from its text: ``"0.30"``."""
    return Measure("", (IPrec(hits="nearest") @ float(text),))


def _make_precision_at_multiple(text: str) -> Measure:
    """The measure Rprec_mult of trec_eval at a multiple of R, from its text: ``"0.20"``."""
    return Measure("", (PrecisionAtR(times=float(text)),))


def _parse_cutoff(text: str) -> int:
    """The cutoff as an int, from ASCII digits; a ValueError where the text is none, or 0."""
    if not text.isascii() or not text.isdigit() or not int(text):
        raise ValueError(text)
    return int(text)


_ELEVEN = tuple([IPrec(hits="nearest") @ float(level) for level in _LEVELS])

# In the order in which trec_eval prints them.
_PLAIN: dict[str, Measure] = {
    "num_ret": Measure("", (NumRet,)),
    "num_rel": Measure("", (NumRel,)),
    "num_rel_ret": Measure("", (NumRelRet,)),
    "map": Measure("", (AP,)),
    "gm_map": Measure("", (AP,), geometric=True),
    "Rprec": Measure("", (Rprec,)),
    "bpref": Measure("", (Bpref,)),
    "recip_rank": Measure("", (RR,)),
    "infAP": Measure("", (infAP,)),
    "gm_bpref": Measure("", (Bpref,), geometric=True),
    "utility": Measure("", (NumRelRet, NumRet), lambda found, all_: 2 * found - all_),
    "11pt_avg": Measure("", _ELEVEN, lambda *levels: sum_in_order(levels) / len(levels)),
    "binG": Measure("", (BinG,)),
    "G": Measure("", (G,)),
    "ndcg": Measure("", (nDCG,)),
    "ndcg_rel": Measure("", (GainAtRelevant,)),
    "Rndcg": Measure("", (GainAtR,)),
    "set_P": Measure("", (SetP,)),
    "set_relative_P": Measure("", (SetP(relative=True),)),
    "set_recall": Measure("", (SetR,)),
    "set_map": Measure("", (SetAP,)),
    "set_F": Measure("", (SetF,)),
    "num_nonrel_judged_ret": Measure(
        "", (Judged, NumRet, NumRelRet), lambda judged, retrieved, found: round(judged * retrieved) - found
    ),
    # Where grades go beyond 1, the highest one that was judged counts 1.
    "rbp": Measure("", (RBP(p=0.9), IDCG @ 1), lambda value, top: value / max(top, 1.0)),
    "rbp_resid": Measure(
        "", (RBPresid(p=0.9), Judged, NumRet), lambda residual, *judged: residual if _count_unjudged(*judged) else 0.0
    ),
}
_CUT: dict[str, tuple[Callable[[str], Measure], tuple[str, ...]]] = {
    "iprec_at_recall": (_make_interpolated_precision, _LEVELS),
    "P": (_make_cut_measure(P), _TREC_CUTOFFS),
    "recall": (_make_cut_measure(R), _TREC_CUTOFFS),
    "Rprec_mult": (_make_precision_at_multiple, tuple(f"{times / 5:.2f}" for times in range(1, 11))),
    "ndcg_cut": (_make_cut_measure(nDCG), _TREC_CUTOFFS),
    "map_cut": (_make_cut_measure(AP), _TREC_CUTOFFS),
    "relative_P": (_make_relative_precision, _TREC_CUTOFFS),
    "success": (_make_cut_measure(Success), ("1", "5", "10")),
    "unj": (_make_unjudged_share, ("5", "10", "20")),
}
ORDER = (
    *("runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref"),
    *("recip_rank", "iprec_at_recall", "P", "relstring", "recall", "infAP", "gm_bpref"),
    *("Rprec_mult", "utility", "11pt_avg", "binG", "G", "ndcg", "ndcg_rel", "Rndcg", "ndcg_cut"),
    *("map_cut", "relative_P", "success", "set_P", "set_relative_P", "set_recall", "set_map"),
    *("set_F", "num_nonrel_judged_ret", "rbp", "rbp_resid", "unj"),
)
"""trec_eval's measures, in the order in which it prints them."""

SPECIAL = ("runid", "num_q")
"""What is no measure of a ranking: the run's tag, and the number of queries."""

STRING = "relstring"
"""What is no number: the grades of a query's first results, one character each."""

_STRING_LENGTH = 10

GROUPS = {
    "official": ORDER[:12],
    "set": (
        *("runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "utility"),
        *("set_P", "set_relative_P", "set_recall", "set_map", "set_F"),
    ),
    "all_trec": ORDER,
}
"""trec_eval's names for several measures at once."""

_REALS = {"iprec_at_recall": "a recall belongs here, from 0 to 1", "Rprec_mult": "a multiple of R belongs here"}
"""What stands where others have a cutoff."""

_SHARED = {"Rprec", "infAP"}
"""Names of both dialects."""

_PARTS = re.compile(r"""(?:[^,("']|\((?:[^()"']|"[^"]*"|'[^']*')*\)|"[^"]*"|'[^']*'|[("'])+""")
_BARE = re.compile(r"[0-9.]+")
_AFTER = re.compile(r"(\w+?)_([0-9]*\.?[0-9]+)")


@dataclass(frozen=True)
class RequestedMeasures:
    """The measures that a command asks for.

    Args:
        measures: The measures, each once, in the order asked for; trec_eval's in its own order.
        special: ``"runid"`` and ``"num_q"``, as far as they are asked for.
        trec: Whether all names are trec_eval's, and at least one is trec_eval's alone.
        strings: By name (``"relstring_20"``), how many results a string of grades shows.
    """

    measures: tuple[Measure, ...]
    special: tuple[str, ...] = ()
    trec: bool = False
    strings: Mapping[str, int] = field(default_factory=dict)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics to evaluate, from which all measures are computed, without duplicates."""
        return tuple(dict.fromkeys(metric for one in self.measures for metric in one.metrics))


def parse_measures(texts: Iterable[str]) -> RequestedMeasures:
    """The measures named in the texts, separated by commas, as ir_measures or trec_eval names them.

    Raises:
        NotationError: A text names nothing; the message says what is near.

    Example:
        >>> [one.name for one in parse_measures(["nDCG(dcg='exp-log2')@10,P_5,10"]).measures]
        ["nDCG(dcg='exp-log2')@10", 'P_5', 'P_10']
        >>> parse_measures(["official"]).trec, parse_measures(["AP", "map"]).trec, parse_measures(["Rprec"]).trec
        (True, False, False)
        >>> [*parse_measures(["all_trec"]).strings], [*parse_measures(["all_trec,relstring_3"]).strings]
        (['relstring'], ['relstring_3'])
    """
    found: dict[str, Measure] = {}
    special: dict[str, None] = {}
    strings: dict[str, int] = {}
    trec = True
    named: set[str] = set()
    for text in split_names(texts):
        for root in GROUPS.get(text, [text]):
            if root.split("_")[0] == STRING:
                strings[root] = _parse_string_length(root)
                continue
            if root in SPECIAL:
                special[root] = None
                continue
            measures = _parse_trec_measure(root)
            if measures is None:
                metric = parse(root)
                measures = [Measure(str(metric), (metric,))]
                trec = False
            found |= {one.name: one for one in measures}
        named.add(text)
    if len(strings) > 1 and STRING not in named:  # a length that was given is in place of a group's
        strings.pop(STRING, None)
    trec = trec and not named <= _SHARED
    measures = [*found.values()]
    if trec:
        measures.sort(key=lambda one: trec_order(one.name))
    return RequestedMeasures(tuple(measures), tuple(special), trec, strings)


def split_names(texts: Iterable[str]) -> list[str]:
    """The single names in texts separated by commas; a bare number repeats the name before at another cutoff.

    Example:
        >>> split_names(["map, P.5,10", "AP(rel=2,denominator='hits')@5,RR", "iprec_at_recall..1,.2"])[:5]
        ['map', 'P_5', 'P_10', "AP(rel=2,denominator='hits')@5", 'RR']
    """
    found: list[str] = []
    for text in texts:
        root = ""
        for part in map(str.strip, _PARTS.findall(text) or [""]):
            before, point, after = part.partition(".")
            if point and (before in _CUT or before == STRING):
                root = before
                found.append(f"{root}_{after}")
            elif root and _BARE.fullmatch(part):
                found.append(f"{root}_{part}")
            else:
                match = _AFTER.fullmatch(part)
                root = match[1] if match and match[1] in _CUT else ""
                found.append(part)
    return found


def _parse_string_length(text: str) -> int:
    """How many results ``relstring_20`` asks for, 10 for a bare ``relstring``; a NotationError for no number."""
    _, line, length = text.partition("_")
    try:
        return _parse_cutoff(length) if line else _STRING_LENGTH
    except ValueError:
        problem = "how many results belongs here: a whole number of at least 1"
        raise NotationError(problem, text, len(STRING) + 1) from None


def _parse_trec_measure(text: str) -> list[Measure] | None:
    """The measures that trec_eval has by this name, one for each cutoff; None if it has none."""
    if text in _PLAIN:
        return [replace(_PLAIN[text], name=text)]
    if text in _CUT:
        make, cutoffs = _CUT[text]
        return [replace(make(cutoff), name=f"{text}_{cutoff}") for cutoff in cutoffs]
    root, line, cutoff = text.rpartition("_")
    if line and root in _CUT:
        try:
            name = f"{root}_{float(cutoff):.2f}" if root in _REALS else text
            return [replace(_CUT[root][0](cutoff), name=name)]
        except ValueError:
            problem = _REALS.get(root, "the cutoff belongs here: a whole number of at least 1")
            raise NotationError(problem, text, len(root) + 1) from None
    before, point, _ = text.partition(".")
    if point and before in _PLAIN:
        hint = f"; did you mean {before}_cut?" if f"{before}_cut" in _CUT else ""
        raise NotationError(f"{before} takes no parameters here{hint}", text, len(before))
    return None


def trec_order(name: str) -> tuple[int, float]:
    """The key that sorts a measure's name as trec_eval's output does: the place of its kind, then the cutoff.

    >>> trec_order("P_5") < trec_order("P_10") < trec_order("relstring") < trec_order("recall_5")
    True
    """
    root, _, cutoff = name.rpartition("_")
    if root in _CUT or root == STRING:
        return ORDER.index(root), float(cutoff)
    return ORDER.index(name), 0.0
