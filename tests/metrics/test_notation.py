"""Metrics as text, there and back."""

from __future__ import annotations

import math
import pickle
from typing import TYPE_CHECKING, Any

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.metrics import (
    AP,
    ERR,
    METRICS,
    RBP,
    RR,
    Bpref,
    IPrec,
    Metric,
    NotationError,
    NumRet,
    P,
    ParameterError,
    R,
    Ranking,
    Rprec,
    SetF,
    SetP,
    Success,
    bounds,
    distribution,
    known,
    nDCG,
    parse,
    swing,
    tie_curves,
    tie_range,
)
from tests.each import each
from tests.metrics.variants import VARIANT

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_cutoff_is_written_with_the_metrics_that_ir_measures_writes_one_with() -> None:
    peers = {name: getattr(ir_measures.measures, name, None) for name in METRICS}
    shared = {name: peer for name, peer in peers.items() if peer}
    assert len(shared) > 15
    for name, peer in shared.items():
        assert METRICS[name].own_cutoff == ("cutoff" not in peer.SUPPORTED_PARAMS), name


@VARIANT
def test_there_and_back(variant: Metric) -> None:
    for metric in (variant, variant @ 1, variant @ 100, variant(undefined=math.nan), variant(undefined=1)):
        assert parse(str(metric)) == metric
        assert repr(metric) == str(metric)
        assert eval(str(metric), {**METRICS, "nan": math.nan}) == metric  # noqa: S307 - it is Python, too


SPELLINGS: list[tuple[str, Metric]] = [
    ("P@5", P @ 5),
    (" P @ 5 ", P @ 5),
    ("P(rel=2)@5", P(rel=2) @ 5),
    ("P( rel = 2 , denominator = 'min(n,k)' ) @5", P(rel=2, denominator="min(n,k)") @ 5),
    ("P()@5", P @ 5),
    ("P(rel=2,)", P(rel=2)),
    ('nDCG(dcg="exp-log2")@10', nDCG(gain="exp") @ 10),
    ("nDCG(dcg='log2')@10", nDCG @ 10),
    ("nDCG(gain='exp')@10", nDCG(gain="exp") @ 10),
    ("nDCG(gain='binary')@10", nDCG(gain="binary") @ 10),
    ("nDCG(ideal='top k')", nDCG(ideal="top k")),
    ("AP(denominator='min(R,k)')@3", AP(denominator="min(R,k)") @ 3),
    ("AP(undefined=nan)", AP(undefined=math.nan)),
    ("AP(undefined=1)", AP(undefined=1.0)),
    ("P(rel=None)", P),
    ("RBP(p=0.5)", RBP(p=0.5)),
    ("RBP(p=5e-1)", RBP(p=0.5)),
    ("ERR(max_grade=3)@20", ERR(max_grade=3) @ 20),
    ("MAP@10", AP @ 10),
    ("MRR", RR),
    ("NDCG@7", nDCG @ 7),
    ("RPrec", Rprec),
    ("IPrec@0.1", IPrec(recall=0.1)),
    ("IPrec @ 1.0", IPrec(recall=1.0)),
    ("IPrec(rel=2)@0.5", IPrec(recall=0.5, rel=2)),
    ("IPrec(recall=0.5)@5", IPrec(recall=0.5) @ 5),
    ("AP(judged_only=True)@5", AP(judged_only=True) @ 5),
    ("SetF(beta=2)", SetF(beta=2.0)),
    ("SetRelP", SetP(relative=True)),
    ("BPref", Bpref),
    ("ndcg@10", nDCG @ 10),
    ("ndcg_cut_10", nDCG @ 10),
    ("ndcg_10", nDCG @ 10),
    ("recall@100", R @ 100),
    ("recall_100", R @ 100),
    ("precision@5", P @ 5),
    ("p@5", P @ 5),
    ("P_5", P @ 5),
    ("hit_rate@5", Success @ 5),
    ("Hit_Rate_5", Success @ 5),
    ("mrr@10", RR @ 10),
    ("recip_rank", RR),
    ("map", AP),
    ("map@100", AP @ 100),
    ("map_cut_100", AP @ 100),
    ("rprec", Rprec),
    ("bpref", Bpref),
    ("ndcg(gain='exp')@10", nDCG(gain="exp") @ 10),
    ("NumRet(rel=1)", NumRet(rel=1)),
]


@each(("text", "metric_"), SPELLINGS)
def test_spellings(text: str, metric_: Metric) -> None:
    assert parse(text) == metric_


JUDGED = (
    *("Judged@10", "Judged", "Bpref", "Bpref(rel=2)", "infAP", "IPrec@0.1", "IPrec(rel=2)@0.5"),
    *("AP(judged_only=True)@5", "nDCG(judged_only=True)@10", "P(judged_only=True)@3", "SetP", "SetR"),
    *("SetP(relative=True)", "SetF", "SetF(beta=2.0)", "SetAP", "NumRet", "NumRet(rel=1)", "NumRel"),
)


def test_plain_metrics_and_the_exponential_gain_are_written_as_in_ir_measures() -> None:
    for text in ("P@5", "nDCG(dcg='exp-log2')@10", "AP(rel=2)@100", "RBP(p=0.5,rel=2)", "Rprec", *JUDGED):
        assert str(parse(text)) == text == str(ir_measures.parse_measure(text))


ERRORS: list[tuple[str, str, int]] = [
    ("nDGC@10", "unknown metric 'nDGC'; did you mean 'nDCG'?", 0),
    ("ndgc@10", "unknown metric 'ndgc'; did you mean 'nDCG'?", 0),
    ("precisoin", "unknown metric 'precisoin'; did you mean 'precision'?", 0),
    ("ndcg_cut_0", "the cutoff belongs here", 9),
    ("ndcg_10@5", "nothing more belongs after nDCG@10", 7),
    ("zzz", "unknown metric 'zzz': known are ", 0),
    ("  succes@1", "unknown metric 'succes'; did you mean 'Success'?", 2),
    ("", "a metric's name belongs here", 0),
    ("@5", "a metric's name belongs here", 0),
    ("P@", "the cutoff belongs here", 2),
    ("P@0", "the cutoff belongs here", 2),
    ("P@-1", "the cutoff belongs here", 2),
    ("P@2.5", "the cutoff belongs here", 2),
    ("IPrec@1.5", "the cutoff belongs here: a recall from 0.0 to 1.0", 6),
    ("P@k", "the cutoff belongs here", 2),
    ("P@True", "the cutoff belongs here", 2),
    ("P@" + "9" * 5000, "the cutoff belongs here", 2),
    ("P@٣", "the cutoff belongs here", 2),
    ("P@5,AP", "nothing more belongs after P@5: pass several metrics as a list", 3),
    ("P@5@6", "nothing more belongs after P@5", 3),
    ("P@5 5", "nothing more belongs after P@5", 4),
    ("P@1_0", "nothing more belongs after P@1", 3),
    ("P 5", "nothing more belongs after P", 2),
    ("P(gain='exp')", "P has no parameter 'gain': known are ", 2),
    ("nDCG(gian='exp')", "nDCG has no parameter 'gian'; did you mean 'gain'?", 5),
    ("nDCG(dcg='exp')x", "nothing more belongs", 15),
    ("nDCG(dcg='cubic')", "nDCG(gain='cubic'): gain is one of", 9),
    ("P(rel=0)", "P(rel=0): rel is a whole number of at least 1", 6),
    ("P(rel=True)", "P(rel=True): rel is a whole number", 6),
    ("P(rel=2.5)", "P(rel=2.5): rel is a whole number", 6),
    ("P(rel=two)", "a number or a text in quotes belongs here", 6),
    ("P(rel=)", "a number or a text in quotes belongs here", 6),
    ("P(rel)", "'=' and a value belong after rel", 5),
    ("P(2)", "a parameter's name and '=' belong before its value", 2),
    ("P(=2)", "a parameter's name or ')' belongs here", 2),
    ("P(rel=2", "',' or ')' belongs here", 7),
    ("P(", "a parameter's name or ')' belongs here", 2),
    ("P(rel=2 rel=3)", "',' or ')' belongs here", 8),
    ("P(rel=2,rel=3)", "rel is given twice", 8),
    ("nDCG(gain='exp',dcg='log2')", "gain is given twice", 16),
    ("AP(denominator='R)", "this ' is never closed", 15),
]


@each(("text", "problem", "position"), ERRORS)
def test_errors_point_at_the_place(text: str, problem: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.problem.startswith(problem)
    assert caught.value.position == position
    assert caught.value.text == text
    *_, shown, caret = str(caught.value).splitlines()
    assert shown == f"    {text}"
    assert caret.index("^") - 4 == position
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301


@pytest.mark.parametrize("text", [None, 5, P, ["P"], b"P"], ids=repr)
def test_only_text_is_parsed(text: object) -> None:
    with pytest.raises(NotationError, match="is not a text"):
        parse(text)  # type: ignore[arg-type]


TIED = Ranking([1, None, 1, 0])


@each(
    "look_at",
    [
        lambda metric: known(metric, TIED),
        lambda metric: bounds(metric, TIED),
        lambda metric: swing(metric, ["a", "b"], ["b", "a"], {"a": 1}),
        lambda metric: distribution(metric, TIED).values,
        lambda metric: tie_range(metric, TIED, [(1, 2)]),
        lambda metric: tie_curves(metric, TIED, [(1, 2)]),
    ],
)
def test_what_takes_a_metric_takes_its_name(look_at: Callable[[Any], object]) -> None:
    assert look_at("nDCG@2") == look_at(nDCG @ 2)
    with pytest.raises(NotationError, match="did you mean 'nDCG'"):
        look_at("nDGC@2")
    with pytest.raises(ParameterError, match=r"5, a builtins\.int, is not a metric"):
        look_at(5)


ALPHABET = st.sampled_from([*METRICS, *"PRnDCGrelgain0123456789(),='\"@.- \n_é", "rel", "gain", "nan"])


@given(pieces=st.lists(ALPHABET, max_size=12))
def test_any_text_is_a_metric_or_a_notation_error(pieces: list[str]) -> None:
    text = "".join(pieces)
    position = None
    try:
        metric = parse(text)
    except NotationError as error:
        position = error.position
    if position is None:
        assert parse(str(metric)) == metric
    else:
        assert position <= len(text)
