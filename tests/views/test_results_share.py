"""What is shared of many queries: each button makes its file, and none that is too long."""

from __future__ import annotations

import csv
import io
from base64 import b64decode
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest

from irviz.formats import read
from irviz.formats.export import queries
from irviz.scenarios.sample import make_sample
from irviz.state.collection import Collection
from irviz.views import results_share as share
from irviz.views.share import File

if TYPE_CHECKING:
    from collections.abc import Mapping


def hyphened(lists: Mapping[str, Any]) -> dict[str, Any]:
    """TREC's files hold no blanks in ids, as the sample's queries have them."""
    return {query.replace(" ", "-"): found for query, found in lists.items()}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("csv", "irviz-results-at-3.csv"),
        ("json", "irviz-results-at-3.json"),
        ("qrels", "irviz-qrels.txt"),
        ("run-A", "irviz-run-A.txt"),
        ("run-B", "irviz-run-B.txt"),
    ],
)
def test_every_button_has_its_file(kind: str, name: str) -> None:
    results = make_sample()
    found = share.export_results(kind, results, 3)

    assert isinstance(found, File)
    assert found.name == name
    assert not found.is_base64
    if kind.startswith("run"):
        assert read(found.text, wanted="run").run == hyphened(results.runs[kind[-1]])
    if kind == "qrels":
        assert read(found.text, wanted="qrels").qrels == hyphened(results.qrels)


def test_a_comparison_is_said_to_be_without_the_changes_that_there_are() -> None:
    results = make_sample()
    changed = results.with_edit("A", "dark cat", results.board("A", "dark cat").ideal())
    about = [{one.title: one.about for one in share.share_groups(each, 3)}["Comparison"] for each in (results, changed)]
    assert ["without your changes" in one for one in about] == [False, True]


@pytest.mark.exhaustive
def test_comparisons_leave_as_tables_too() -> None:
    found = share.export_results("tests-csv", make_sample(), 3)

    assert isinstance(found, File)
    assert found.name == "irviz-comparison-at-3.csv"
    rows = [*csv.DictReader(found.text.splitlines())]
    comparison = make_sample().comparisons(3)["A", "B"]
    assert [float(row["p value"]) for row in rows] == [one.p.value for one in comparison.values()]
    assert [float(row["interval low"]) for row in rows] == [one.interval.low for one in comparison.values()]
    packed = share.export_results("tests-parquet", make_sample(), 3)
    assert isinstance(packed, File)
    assert len(pd.read_parquet(io.BytesIO(b64decode(packed.text)))) == len(rows)


def test_a_parquet_file_holds_what_the_csv_does() -> None:
    found = share.export_results("parquet", make_sample(), 3)

    assert isinstance(found, File)
    assert (found.name, found.is_base64) == ("irviz-results-at-3.parquet", True)
    table = pd.read_parquet(io.BytesIO(b64decode(found.text)))
    values = queries.values(make_sample(), 3)
    assert ([*table.columns], [*table.itertuples(index=False, name=None)]) == ([*values.header], values.rows)


def test_a_workbook_is_made_where_it_can_be_and_else_one_line_says_what_is_missing() -> None:
    if find_spec("openpyxl") is None:
        with pytest.raises(ValueError, match=r"pip install openpyxl\); CSV holds the same"):
            share.export_results("xlsx", make_sample(), 3)
        return
    found = share.export_results("xlsx", make_sample(), 3)
    assert isinstance(found, File)
    table = pd.read_excel(io.BytesIO(b64decode(found.text)))
    rows = zip(table.itertuples(index=False, name=None), queries.values(make_sample(), 3).rows, strict=True)
    for found_row, row in rows:
        # A workbook holds sixteen digits of a number.
        assert found_row[:2] == row[:2]
        assert found_row[2:] == pytest.approx(row[2:], rel=1e-15)


def test_an_id_that_a_file_cannot_hold_and_a_file_that_is_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = Collection({"q": {"a b": 1}}, {"A": {"q": {"a b": 1.0}}})
    with pytest.raises(ValueError, match="blank"):
        share.export_results("run-A", blank, 3)
    monkeypatch.setattr(share, "MAX_FILE_CHARACTERS", 100)
    with pytest.raises(ValueError, match="csv would have 0 MB"):
        share.export_results("csv", make_sample(), 3)
    for kind in ("run-C", "A"):
        with pytest.raises(KeyError):
            share.export_results(kind, make_sample(), 3)
