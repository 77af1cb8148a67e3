"""What is shared: every digit, nothing that a spreadsheet runs."""

from __future__ import annotations

import csv
import io
import json
from math import nan
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.formats import FormatError, read, trec, typed
from irviz.formats.export.values import Values, qrels_from_lists, run_from_lists, tabulate_comparisons, tabulate_curves
from irviz.formats.spreadsheet import format_csv
from irviz.metrics import AP, METRICS, P, Ranking, compare, compare_all, evaluate

if TYPE_CHECKING:
    from collections.abc import Callable

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")

texts = st.one_of(st.text(st.sampled_from("=+-@;'\" ,ax＝\t\r\n|"), max_size=12), st.text(st.characters(codec="utf-8")))


def cells(text: str, delimiter: str) -> list[str]:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    return [cell for row in rows for cell in row]


@given(st.lists(texts, min_size=1, max_size=4), st.sampled_from(",;\t|"))
def test_no_cell_is_a_formula_however_it_is_split(row: list[str], delimiter: str) -> None:
    text = format_csv(row, [row], delimiter)

    for cell in cells(text, delimiter):
        assert not cell.strip(" \t\r\n'").startswith("=") or cell.lstrip(" \t\r\n").startswith("'")
        assert not cell.lstrip(" \t\r\n").startswith(DANGEROUS)
        for part in cell.split(";"):
            assert not part.lstrip(" \t\r\n").startswith(DANGEROUS)


def test_known_attacks() -> None:
    attacks = ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1", "\r=1", " =1", "a;=1", '"=1']
    text = format_csv(["title"], [[attack] for attack in attacks])

    assert cells(text, ",")[1:] == [
        "'=cmd|' /C calc'!A0", "'+1+1", "'-2+3", "'@SUM(1)", "\t'=1", "\n'=1", " '=1", "a;'=1", '"=1'
    ]  # fmt: skip


def test_numbers_are_written_in_full_and_as_numbers() -> None:
    text = format_csv(["a", "b", "c", "d"], [[-0.1, 1 / 3, 7, None], [nan, 1e-300, -5, "x"]])

    assert text == "a,b,c,d\n-0.1,0.3333333333333333,7,\n,1e-300,-5,x\n"


def test_values_as_csv_and_json() -> None:
    values = Values(("query", "AP"), [("=q", 1 / 3), ("r", nan)])

    assert values.csv() == "query,AP\n'=q,0.3333333333333333\nr,\n"
    assert json.loads(values.json()) == [{"query": "=q", "AP": 1 / 3}, {"query": "r", "AP": None}]


def test_curves_of_every_metric_come_back_exactly() -> None:
    ranking = Ranking([1, 0, 3, 2], missed=[1])
    curves = {f"{name}@k": metric.curve(ranking) for name, metric in METRICS.items()}

    values = tabulate_curves(curves)

    rows = list(csv.DictReader(io.StringIO(values.csv())))
    assert [row["k"] for row in rows] == ["1", "2", "3", "4"]
    for name, curve in curves.items():
        assert [float(row[name]) for row in rows] == curve
        assert [row[name] for row in json.loads(values.json())] == curve


def test_a_comparison() -> None:
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}}
    first = evaluate(qrels, {"q1": ["a"], "q2": ["b", "a"]}, [AP, P @ 1])
    second = evaluate(qrels, {"q1": ["a"], "q2": ["a"]}, [AP, P @ 1])

    found = {"A": first, "B": second}
    table = tabulate_comparisons(found, compare_all(found, seed=3), {AP: "map"})
    rows = [dict(zip(table.header, row, strict=True)) for row in table.rows]
    assert [row["metric"] for row in rows] == ["map", "P@1"]
    comparison = compare(first, second, seed=3)[AP]
    assert rows[0] == {
        "run a": "A",
        "run b": "B",
        "metric": "map",
        "a": 0.75,
        "b": 1.0,
        "difference": 0.25,
        "interval low": comparison.interval.low,
        "interval high": comparison.interval.high,
        "interval level": 0.95,
        "bootstrap resamples": 9_999,
        "bootstrap seed": 3,
        "wins": 1,
        "ties": 1,
        "losses": 0,
        "p value": 1.0,
        "p error": 0.0,
        "resamples": 2,
        "exact": True,
        "p value (Holm)": 1.0,
        "t": 1.0,
        "degrees of freedom": 1,
        "t p value": pytest.approx(0.5),
        "t p value (Holm)": pytest.approx(1.0),
    }


def test_a_board_as_trec_files() -> None:
    lists = {"cat": ["c", "a", "b"]}
    run = run_from_lists(lists)
    qrels = qrels_from_lists({"cat": ["c", "a", "missed1"]}, {"cat": [1, 0, 2]}, {"cat": [3, 1]})

    assert run == {"cat": {"c": 3.0, "a": 2.0, "b": 1.0}}
    assert qrels == {"cat": {"c": 1, "a": 0, "missed1": 2, "missed2": 3, "missed3": 1}}
    assert read(trec.write_run(run), wanted="run").run == run
    assert read(trec.write_qrels(qrels), wanted="qrels").qrels == qrels
    with pytest.raises(ValueError, match="argument"):
        qrels_from_lists(lists, {"cat": [1]})


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9), st.lists(st.integers(0, 3), max_size=4))
def test_a_shared_board_has_the_same_values(grades: list[int], missed: list[int]) -> None:
    ids = [f"d{i}" for i in range(len(grades))]
    text = trec.write_run(run_from_lists({"q": ids}))
    judged = trec.write_qrels(qrels_from_lists({"q": ids}, {"q": grades}, {"q": missed}))

    run, qrels = read(text, wanted="run").run, read(judged, wanted="qrels").qrels

    assert run is not None
    assert qrels is not None
    values = evaluate(qrels, run, [*METRICS.values()]).means
    ranking = Ranking(grades, missed)
    assert values == {metric: metric(ranking) for metric in METRICS.values()}


@pytest.mark.parametrize("bad", ["", "a b", "a\tb", "a\nb", "\x00", "a\x9b", "\ud800"])
def test_what_trec_cannot_hold_is_refused(bad: str) -> None:
    with pytest.raises(FormatError, match="without blanks"):
        trec.write_run({bad: {"a": 1.0}})
    with pytest.raises(FormatError, match="document id without blanks"):
        trec.write_run({"q": {bad: 1.0}})
    with pytest.raises(FormatError, match="tag without blanks"):
        trec.write_run({"q": {"a": 1.0}}, tag=bad)
    with pytest.raises(FormatError, match="query id without blanks"):
        trec.write_qrels({bad: {"a": 1}})


@pytest.mark.parametrize("write", [trec.write_run, trec.write_qrels])
def test_a_query_that_would_be_a_comment_is_refused(write: Callable[..., str]) -> None:
    with pytest.raises(FormatError, match="a query id that does not begin with #, found '#1'"):
        write({"#1": {"a": 1}})
    assert write({"1#": {"#a": 1}}).startswith("1# ")


def test_an_empty_list_cannot_be_typed() -> None:
    with pytest.raises(FormatError, match="at least one grade"):
        typed.write([[]])
