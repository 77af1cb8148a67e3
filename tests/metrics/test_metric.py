"""A metric is a value: cut, varied, compared, written, and called."""

from __future__ import annotations

import copy
import math
import pickle
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from irviz.metrics import (
    AP,
    ERR,
    METRICS,
    RBP,
    CutoffError,
    Metric,
    MetricsError,
    P,
    ParameterError,
    R,
    Ranking,
    RankingError,
    bounds,
    confusion,
    distribution,
    evaluate_rankings,
    known,
    nDCG,
    outcomes,
    tie_curves,
    tie_range,
)
from tests.each import each
from tests.metrics.variants import METRIC, VARIANT

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLE = Ranking([0, 4, 1, 3, 4, 1, 3, 2], missed=[1])
BINARY = Ranking([0, 1, 0, 1, 1, 0, 1, 0])


def test_all_of_them() -> None:
    known = [*("P", "R", "F1", "RR", "AP", "CG", "DCG", "IDCG", "nDCG"), *("Rprec", "Success", "ERR", "RBP")]
    assert [name for name in METRICS if name in known] == known
    assert all(metric.name == name for name, metric in METRICS.items())


def test_what_is_said_of_one_is_not_said_of_those_made_from_it() -> None:
    class Other(type(METRICS["RR"])):  # type: ignore[misc]
        name = "Other"

    assert METRICS["RR"].uncut
    assert METRICS["RR"].strengths
    assert (Other.mean_name, Other.uncut, Other.strengths, Other.rising) == ("", False, (), False)
    assert Other.order_aware is METRICS["RR"].order_aware
    assert {one.name for one in METRICS.values() if one.mean_name} == {"RR", "AP"}


@each(
    ("what", "names"),
    [
        ("uncut", "RR AP Rprec Bpref infAP IPrec SetP SetR SetF SetAP NumRet NumRel NumRelRet"),
        ("shown", "P R F1 RR AP CG DCG nDCG"),
        ("own_cutoff", "Rprec Bpref infAP IPrec SetP SetR SetF SetAP NumRet NumRel NumRelRet"),
        ("summed", "NumRet NumRel NumRelRet"),
        ("rising", "P R F1 RR CG DCG Success SetP SetR SetF NumRelRet"),
    ],
)
def test_what_is_said_of_some_alone(what: str, names: str) -> None:
    assert [name for name, metric in METRICS.items() if getattr(metric, what)] == names.split()


@METRIC
def test_what_each_says_of_itself(metric: Metric) -> None:
    assert metric.name == str(metric)
    assert metric.title
    assert metric.summary.endswith(".")
    assert metric.formula.startswith(rf"\mathrm{{{metric.name}}}@k = ")
    assert metric.formula.count("{") == metric.formula.count("}")
    assert any(part.isdigit() and len(part) == 4 for part in metric.reference.replace(",", " ").split())
    low, high = metric.range
    assert low == 0 < high
    assert metric.cutoff is None
    assert metric.undefined == 0.0


@METRIC
def test_each_parameter_says_what_it_decides(metric: Metric) -> None:
    names = [parameter.name for parameter in metric.parameters]
    assert names[-1] == "undefined"
    assert len(set(names)) == len(names)
    for parameter in metric.parameters:
        assert getattr(metric, parameter.name) == parameter.default
        assert parameter.summary.endswith(".")
        for choice, meaning in parameter.choices.items():
            assert meaning
            assert getattr(metric(**{parameter.name: choice}), parameter.name) == choice


def test_variants_say_their_own_formula() -> None:
    formulas = {str(AP(denominator=by)): AP(denominator=by).formula for by in ("R", "min(R,k)", "hits")}
    assert len(set(formulas.values())) == 3
    assert nDCG(gain="exp").formula != nDCG.formula


def test_cutting() -> None:
    cut = nDCG @ 10
    assert (cut.cutoff, nDCG.cutoff) == (10, None)
    assert cut @ 5 == nDCG @ 5
    assert (nDCG @ 10)(gain="exp") == nDCG(gain="exp") @ 10
    assert nDCG(cutoff=10) == cut
    assert cut(cutoff=None) == nDCG


def test_varying() -> None:
    assert P(rel=2).rel == 2
    assert P(rel=2)(rel=None) == P
    assert AP(denominator="hits")(rel=3) == AP(rel=3, denominator="hits")
    assert P() is P
    assert RBP(p=0.5).p == 0.5
    assert ERR(max_grade=3).max_grade == 3


def test_equality_and_hash() -> None:
    assert P @ 5 == P @ 5 != P @ 6
    assert P @ 5 != R @ 5
    assert P != "P"
    assert len({P @ 5, P @ 5, P(rel=2) @ 5, P(rel=1) @ 5, R @ 5}) == 4
    assert hash(AP(undefined=math.nan)) == hash(AP(undefined=float("nan")))
    assert AP(undefined=math.nan) == AP(undefined=float("nan")) != AP


@VARIANT
def test_all_metrics_and_variants_differ(variant: Metric) -> None:
    assert [str(other) for other in METRICS.values() if other == variant] in ([], [str(variant)])


def pickled(value: object) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301


@VARIANT
@each("again", [copy.copy, copy.deepcopy, pickled])
def test_copies(variant: Metric, again: Any) -> None:
    assert again(variant @ 3) == variant @ 3
    assert again(variant @ 3)(EXAMPLE) == (variant @ 3)(EXAMPLE)


def test_it_never_changes() -> None:
    with pytest.raises(AttributeError, match="never changes"):
        P.cutoff = 5
    with pytest.raises(AttributeError, match="never changes"):
        del P.cutoff


@METRIC
@each("k", [0, -1, True, 2.5, 3.0, "3", None, float("nan")])
def test_bad_cutoffs(metric: Metric, k: Any) -> None:
    tries: list[Callable[[], object]] = [
        lambda: metric @ k,
        lambda: metric.worked(EXAMPLE, k),
        lambda: metric.steps(EXAMPLE, k),
        lambda: metric.contributions(EXAMPLE, k),
        lambda: metric.defined(EXAMPLE, k),
        lambda: metric(cutoff=k),
    ]
    for attempt in tries if k is not None else tries[:1]:
        with pytest.raises(CutoffError, match=f"the cutoff of {metric.name} is"):
            attempt()


@METRIC
def test_unknown_parameters(metric: Metric) -> None:
    with pytest.raises(ParameterError, match="has no parameter 'colour'"):
        metric(colour="red")


BAD_PARAMETERS: list[tuple[Metric, dict[str, Any]]] = [
    *[(P, {"rel": rel}) for rel in (0, -1, True, 1.5, "2", float("nan"))],
    *[(P, {"denominator": by}) for by in ("n", 5, None)],
    *[(AP, {"denominator": by}) for by in ("r", "R ", "min(R, k)", 1)],
    *[(nDCG, {"gain": gain}) for gain in ("exponential", "log2", 2)],
    *[(nDCG, {"ideal": ideal}) for ideal in ("all", None)],
    *[(nDCG, {"discount": discount}) for discount in ("log", 2)],
    *[(RBP, {"p": p}) for p in (0.0, 1.0, 1.5, -0.5, 1, "0.8", float("nan"))],
    *[(ERR, {"max_grade": top}) for top in (0, 2.0, None, False)],
    *[(R, {"undefined": value}) for value in ("0", None, math.inf, True, "skip")],
]


@each(("base", "values"), BAD_PARAMETERS)
def test_bad_parameters(base: Metric, values: dict[str, Any]) -> None:
    ((name, value),) = values.items()
    with pytest.raises(ParameterError) as caught:
        base(**values)
    assert str(caught.value).startswith(f"{base.name}({name}={value!r}): {name} is ")
    assert isinstance(caught.value, MetricsError)


@METRIC
@each("grades", [[0, 1], (1,), "01", None, 3])
def test_only_rankings_are_measured(metric: Metric, grades: Any) -> None:
    for attempt in (metric, metric.curve, metric.steps, metric.worked, metric.defined):
        with pytest.raises(RankingError, match="wrap the grades in a Ranking"):
            attempt(grades)


def test_nothing_else_is_taken_for_a_ranking() -> None:
    listed: Any = [1, 0]
    for attempt in (
        lambda: confusion(listed, 1),
        lambda: outcomes(listed, 1),
        lambda: bounds(AP, listed),
        lambda: known(AP, listed),
        lambda: distribution(AP, listed),
        lambda: tie_range(AP, listed, []),
        lambda: tie_curves(AP, listed, []),
        lambda: evaluate_rankings({"q": listed}, AP),
    ):
        with pytest.raises(RankingError, match="was given a list: wrap the grades in a Ranking"):
            attempt()
    for bad in ({1, 2}, 3, None):
        with pytest.raises(RankingError, match="pass a list of them, best result first"):
            Ranking(bad)  # type: ignore[arg-type]


def test_parameters_do_not_go_with_a_ranking() -> None:
    with pytest.raises(ParameterError, match="make the variant first"):
        nDCG(EXAMPLE, gain="exp")  # type: ignore[call-overload]


def test_rel_takes_the_place_of_the_threshold() -> None:
    strict = Ranking(EXAMPLE.grades, EXAMPLE.missed, threshold=3)
    assert P.curve(strict) == P(rel=3).curve(EXAMPLE)
    assert P(rel=1).curve(strict) == P.curve(EXAMPLE)
    assert nDCG.curve(strict) == nDCG.curve(EXAMPLE)


@pytest.mark.parametrize("undefined", [0.0, 1.0, 0.5, 1])
def test_the_value_where_there_is_none(undefined: float) -> None:
    nothing = Ranking([0, 0, 0])
    for base in (R, AP, nDCG, METRICS["Rprec"]):
        metric = base(undefined=undefined)
        assert metric(nothing) == (metric @ 2)(nothing) == undefined
        assert metric.curve(nothing) == [undefined] * 3
        assert metric.curve(BINARY) == base.curve(BINARY)
    assert P(undefined=undefined).curve(nothing) == [0.0] * 3


def test_undefined_at_the_first_ranks_only() -> None:
    metric = AP(denominator="hits", undefined=math.nan)
    curve = metric.curve(BINARY)
    assert math.isnan(curve[0])
    assert curve[1:] == AP(denominator="hits").curve(BINARY)[1:]
    assert not metric.defined(BINARY, 1)
    assert metric.defined(BINARY, 2)


def test_the_whole_list_with_missed_documents() -> None:
    ranking = Ranking([1, 0], missed=[1, 1, 1])
    # As trec_eval: the ideal of nDCG and what AP divides by are not cut where nothing is cut.
    assert nDCG(ranking) == (nDCG @ 4)(ranking) < (nDCG @ 2)(ranking)
    assert AP(denominator="min(R,k)")(ranking) == AP(ranking) == 0.25
    assert P(ranking) == 0.5


def test_numbers_of_numpy() -> None:
    five: Any = np.int64(5)
    half, two, yes = np.float64(0.5), cast("Any", np.int8(2)), cast("Any", np.bool_(True))
    assert P @ five == P @ 5
    assert type((P @ five).cutoff) is int
    assert str(RBP(p=half, undefined=half)(rel=five)) == "RBP(p=0.5,rel=5,undefined=0.5)"
    assert EXAMPLE.at(two).threshold == 2
    with pytest.raises(CutoffError):
        P @ cast("Any", half)
    with pytest.raises(CutoffError):
        P @ yes


@METRIC
def test_far_past_the_end(metric: Metric) -> None:
    assert (metric @ 10**15)(EXAMPLE) >= 0
    assert (metric @ 10**15).defined(EXAMPLE)
