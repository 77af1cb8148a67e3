"""What other tools compute under the same names, as variants of the metrics here."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING, Literal, NamedTuple

from irviz.metrics.average_precision import AP, IPrec, Rprec
from irviz.metrics.gain import CG, DCG, nDCG
from irviz.metrics.rank_biased_precision import RBP
from irviz.metrics.ranking import Ranking
from irviz.metrics.reciprocal_rank import ERR, RR, Success
from irviz.metrics.rounding import format_rounded
from irviz.metrics.set_measures import F1, NumRel, NumRelRet, NumRet, P, R, SetAP, SetF, SetP, SetR
from irviz.metrics.unjudged import Bpref, Judged, infAP

if TYPE_CHECKING:
    from irviz.metrics.metric import Metric


class Tool(NamedTuple):
    """A tool that computes ranking metrics, and what it means by them.

    Attributes:
        name: The name of the tool; ``version`` is the one looked at.
        checked: ``"run"`` where its values were compared on small cases, ``"read"`` where its
            source was read.
        metrics: For each metric it computes, by symbol, the variant it means, without cutoff.
        notes: What else differs, a sentence each.
        duplicates: What it does with a document that a list has twice, one of the keys of
            ``irviz.metrics.duplicates.DUPLICATES``; a dash where that was not looked at.

    >>> from irviz.metrics import TOOLS, Ranking
    >>> ranking = Ranking([1, 0, 0, 1, 1, 0, 1, 0])
    >>> for name in ("trec_eval", "Spark", "torchmetrics"):
    ...     print(name, round((TOOLS[name].metrics["AP"] @ 3)(ranking), 3))
    trec_eval 0.25
    Spark 0.333
    torchmetrics 1.0
    """

    name: str
    version: str
    checked: Literal["run", "read"]
    metrics: dict[str, Metric]
    notes: tuple[str, ...]
    duplicates: str = "–"


def _metrics_by_name(*metrics: Metric) -> dict[str, Metric]:
    """The metrics in a dictionary, by the symbol of each (``"nDCG"``)."""
    return {metric.name: metric for metric in metrics}


TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            "trec_eval",
            "10.0-rc3, and pytrec_eval-terrier 0.5.11",
            "run",
            _metrics_by_name(
                *(P, R, RR, AP, nDCG, Rprec, Success, Bpref, infAP, IPrec(hits="nearest")),
                *(SetP, SetR, SetF, SetAP, NumRet, NumRel, NumRelRet),
            ),
            (
                "Ties: the greater document id first; the rank column of a run is ignored.",
                "A query missing from the run is left out of the mean, or counts as 0 with -c.",
                "Version 10 compares scores in double precision.",
                "pytrec_eval and older versions compare them in single, where 1 and 1.00000001 tie.",
                "iprec_at_recall: version 10 rounds level · R to the nearest document, older ones up.",
                "bpref, infAP and unj take a document with a negative grade as not judged.",
            ),
            "refused",
        ),
        Tool(
            "ir_measures",
            "0.4.3",
            "run",
            _metrics_by_name(
                *(P, R, RR, AP, nDCG, Rprec, Success, ERR, RBP, Judged(pooled=True), Bpref, infAP, IPrec),
                *(SetP, SetR, SetF, SetAP, NumRet, NumRel),
            ),
            (
                "nDCG(dcg='exp-log2') is the exponential gain.",
                "Judged takes a document with a negative grade as judged.",
                "How ties are broken depends on the tool that it hands a metric to.",
            ),
            "last kept",
        ),
        Tool(
            "ranx",
            "0.3.21",
            "run",
            _metrics_by_name(P, R, F1, RR, AP, DCG, nDCG, Rprec, Success),
            (
                "ndcg_burges and dcg_burges are the exponential gain.",
                "A relevance threshold also takes the lower grades out of nDCG.",
                "Ties: in the order of insertion.",
            ),
            "last kept",
        ),
        Tool(
            "MTEB and BEIR",
            "mteb 2.26.24, beir 2.2.0",
            "run",
            _metrics_by_name(P, R, RR, AP, nDCG, Success),
            (
                "All but MRR and accuracy is pytrec_eval's, with the greater document id first in ties.",
                "MRR keeps ties in the order of the input in BEIR, and did so in mteb before August 2026.",
                "So a scorer that gave every document one score had an MRR of 1 and an nDCG of 0.",
                "BEIR divides MRR by all judged queries, the rest by those of the run.",
                "BEIR drops a document whose id is its query's.",
                "Means are rounded to five decimals.",
            ),
            "last kept",
        ),
        Tool(
            "scikit-learn",
            "1.9.1",
            "run",
            _metrics_by_name(AP(denominator="hits"), DCG, nDCG(ideal="retrieved")),
            (
                "It sees the documents it is given, so what was not retrieved counts nowhere.",
                "AP has no cutoff; ties are averaged over in DCG and nDCG.",
                "label_ranking_average_precision_score is 1 where nothing is relevant.",
            ),
            "no ids",
        ),
        Tool(
            "torchmetrics",
            "1.x",
            "read",
            _metrics_by_name(P, R, RR, AP(denominator="hits"), nDCG(ideal="retrieved"), Rprec, Success),
            (
                "It sees the documents it is given, so what was not retrieved counts nowhere.",
                "empty_target_action decides where nothing is relevant: 0 by default.",
                "adaptive_k=True divides P by at most the length of the list.",
            ),
            "no ids",
        ),
        Tool(
            "Spark",
            "3.x, RankingMetrics",
            "read",
            _metrics_by_name(P, R, AP(denominator="min(R,k)"), nDCG(gain="exp")),
            ("The ideal is the order in which the judged documents are passed: pass the best first.",),
            "counted twice",
        ),
        Tool(
            "Quepid",
            "7.x and 8.x, built-in scorers",
            "read",
            _metrics_by_name(
                P(denominator="min(n,k)"),
                RR,
                AP(undefined=nan),
                CG,
                DCG(gain="exp"),
                nDCG(gain="exp", ideal="uncut"),
                ERR(max_grade=3),
            ),
            ("ndcg_cut@10 cuts the ideal; ndcg@10 does not.",),
            "counted twice",
        ),
        Tool(
            "OpenSearch",
            "Search Relevance, source of 2026",
            "read",
            _metrics_by_name(P(denominator="min(n,k)"), R, RR, AP, DCG(gain="exp"), nDCG(gain="exp")),
            (
                "Each query's value is rounded to two decimals before the mean is taken.",
                "Up to 3.1 it had no recall, reciprocal rank or DCG.",
            ),
            "counted twice",
        ),
        Tool(
            "Elasticsearch",
            "rank_eval, 7.x to 9.x",
            "read",
            _metrics_by_name(P(denominator="min(n,k)"), R, RR, DCG(gain="exp"), nDCG(gain="exp")),
            (
                "Its dcg is nDCG with normalize: true only.",
                "Where fewer than k are found, the ideal is cut there.",
                "ignore_unlabeled leaves unjudged results out of P; unknown_doc_rating gives them a grade in DCG.",
                "Expected reciprocal rank asks for the highest grade.",
            ),
            "never twice",
        ),
        Tool(
            "LlamaIndex",
            "llama-index-core 0.14.25",
            "run",
            _metrics_by_name(P(denominator="min(n,k)"), R, RR, AP, nDCG(gain="binary", ideal="uncut"), Success),
            (
                "It has no cutoff: a list is what the retriever returns.",
                "hit_rate is Success; with use_granular_hit_rate it is R.",
                "Up to December 2024 nDCG was divided as if every retrieved document were relevant.",
                "A query for which nothing is expected is an error.",
                "A document that is retrieved twice is counted once by precision and recall.",
            ),
            "counted twice",
        ),
        Tool(
            "Haystack",
            "3.4.1",
            "run",
            _metrics_by_name(R, RR, AP, nDCG(ideal="uncut"), Success),
            (
                "It has no cutoff: a list is what the retriever returns.",
                "DocumentRecallEvaluator is Success by default, and R in the mode multi_hit.",
                "Documents are the same where their texts are, unless another field is named.",
                "Up to July 2026 nDCG counted a document that was retrieved twice each time.",
            ),
            "first counts",
        ),
        Tool(
            "MLflow",
            "3.18.0",
            "run",
            _metrics_by_name(P(denominator="min(n,k)"), R, nDCG(gain="binary")),
            (
                "Where fewer than k are retrieved, the ideal is cut there.",
                "nDCG is 1 where nothing is relevant and nothing is retrieved.",
                "A document that is retrieved twice is counted twice by precision and once by recall.",
            ),
            "one more",
        ),
        Tool(
            "Ragas",
            "0.4.3",
            "run",
            _metrics_by_name(P(denominator="min(n,k)"), R, AP(denominator="hits")),
            (
                "Context precision is AP of what a language model finds useful.",
                "IDBasedContextPrecision is P, and IDBasedContextRecall is R.",
                "It adds 1e-10 to AP's divisor, so that a perfect list has 0.9999999999.",
                "A document that is retrieved twice counts once where documents have ids.",
                "Context recall with a language model counts sentences of the answer and no documents.",
            ),
            "counted twice",
        ),
        Tool(
            "DeepEval",
            "4.3.1",
            "run",
            _metrics_by_name(AP(denominator="hits")),
            (
                "Contextual precision is AP of what a language model finds relevant.",
                "Contextual recall and relevancy count sentences and statements, and no documents.",
            ),
            "counted twice",
        ),
        Tool(
            "TensorFlow Ranking",
            "0.5.5",
            "read",
            _metrics_by_name(
                *(P(denominator="min(n,k)"), R, RR, AP, DCG(gain="exp"), nDCG(gain="exp", ideal="retrieved"), Success)
            ),
            (
                "It sees the documents it is given, so what was not retrieved counts nowhere.",
                "Ties are shuffled at random.",
                "Means are weighted where examples are; a list without a relevant document then weighs the average.",
            ),
            "no ids",
        ),
        Tool(
            "Recommenders",
            "1.2.1",
            "run",
            _metrics_by_name(P, R, AP(denominator="min(R,k)"), nDCG(gain="binary")),
            (
                "map divides by R, map_at_k by min(R, k).",
                "Its nDCG has the natural logarithm by default, which cancels out.",
                "score_type='raw' and 'exp' are the grade itself and the exponential gain.",
                "Its nDCG counts a document that is there twice four times.",
            ),
            "counted twice",
        ),
        Tool(
            "RecBole",
            "1.2.1",
            "run",
            _metrics_by_name(P, R, RR, AP(denominator="min(R,k)"), nDCG(gain="binary"), Success),
            ("Its documentation says that MAP is divided by k; the code divides by min(R, k).",),
            "never twice",
        ),
        Tool(
            "Kaggle-style code",
            "ml_metrics' apk and its copies",
            "read",
            _metrics_by_name(AP(denominator="min(R,k)")),
            ("Some copies give 1 where nothing is relevant.",),
            "first counts",
        ),
    )
}

# Two lists on which the conventions differ.
_BINARY = Ranking([1, 0, 0, 1, 1, 0, 1, 0])
_GRADED = Ranking([0, 4, 1, 3, 4, 1, 3, 2])

_IDEALS = {
    "judged": "judged, cut at k",
    "uncut": "judged, not cut",
    "retrieved": "retrieved, cut at k",
    "top k": "first k retrieved",
}


_HEADINGS = (
    "tool",
    "P@k divides by",
    "AP@k divides by",
    "nDCG gain",
    "nDCG ideal",
    "nothing relevant",
    "AP@3",
    "nDCG@2",
    "a document twice",
    "checked",
)


def conventions_table() -> str:
    """The conventions of all tools as a Markdown table, one row for each tool.

    The two columns of values are computed by the variants on grades 1 0 0 1 1 0 1 0 (AP@3) and
    0 4 1 3 4 1 3 2 (nDCG@2).

    Source: the tools named in :data:`TOOLS`, run or read.

    >>> print(conventions_table().splitlines()[2])
    | trec_eval | k | R | linear | judged, cut at k | 0 | .250 | .387 | refused | run |
    """
    lines = [f"| {' | '.join(_HEADINGS)} |", f"|{'---|' * len(_HEADINGS)}"]
    for tool in TOOLS.values():
        means = tool.metrics.get
        cells = (
            tool.name,
            _format_parameter(means("P"), "denominator"),
            _format_parameter(means("AP"), "denominator"),
            _format_parameter(means("nDCG"), "gain"),
            _IDEALS.get(_format_parameter(means("nDCG"), "ideal"), "–"),
            _describe_undefined(tool),
            _format_value(means("AP"), 3, _BINARY),
            _format_value(means("nDCG"), 2, _GRADED),
            tool.duplicates,
            tool.checked,
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _format_parameter(metric: Metric | None, name: str) -> str:
    """The value of the parameter ``name`` of a metric as a table cell; a dash where the tool lacks the metric."""
    return "–" if metric is None else str(getattr(metric, name))


def _format_value(metric: Metric | None, k: int, ranking: Ranking) -> str:
    """A metric's value on the ranking at cutoff k as a table cell; a dash where the tool lacks the metric."""
    return "–" if metric is None else format_rounded((metric @ k)(ranking)).removeprefix("0")


def _describe_undefined(tool: Tool) -> str:
    """What a tool gives for AP and nDCG where nothing is relevant, as a table cell: ``"0"`` or ``"AP 0, nDCG 1"``."""
    values = {
        name: "NaN" if isnan(tool.metrics[name].undefined) else f"{tool.metrics[name].undefined:g}"
        for name in ("AP", "nDCG")
        if name in tool.metrics
    }
    if len(set(values.values())) == 1:
        return next(iter(values.values()))
    return ", ".join(f"{name} {value}" for name, value in values.items())
