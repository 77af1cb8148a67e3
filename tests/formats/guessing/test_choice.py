"""Of several columns that may hold the ids, the one counts whose ids meet the judgments."""

from __future__ import annotations

import csv
import io
import json

import pytest

from irviz.formats import read

QRELS = {"1": {"D7": 1, "D2": 0}, "2": {"D5": 2}}
OWN = {"1": {"17": 1, "4": 0}, "2": {"9": 2}}
HEADER = ["qid", "docid", "docno", "rank", "score", "query"]
ROWS = [
    ["1", "17", "D7", "0", "9.5", "cats"],
    ["1", "4", "D2", "1", "8.5", "cats"],
    ["2", "9", "D5", "0", "3.5", "dogs"],
]


def as_table(delimiter: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows([HEADER, *ROWS])
    return out.getvalue()


def as_records(between: str) -> str:
    records = [json.dumps(dict(zip(HEADER, row, strict=True))) for row in ROWS]
    return between.join(records) if between == "\n" else f"[{between.join(records)}]"


FILES = {
    "comma": as_table(","),
    "tab": as_table("\t"),
    "semicolon": as_table(";"),
    "JSON": as_records(", "),
    "JSON lines": as_records("\n"),
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_the_judged_column_wins(text: str) -> None:
    by_number = {"1": {"17": 9.5, "4": 8.5}, "2": {"9": 3.5}}
    by_name = {"1": {"D7": 9.5, "D2": 8.5}, "2": {"D5": 3.5}}

    assert read(text, wanted="run", judged=QRELS).run == by_name
    assert read(text, wanted="run", judged=OWN).run == by_number
    # Without judgments, and where no column meets them, docno is the name that people give.
    assert read(text, wanted="run").run == by_name
    assert read(text, wanted="run", judged={"1": {"x": 1}}).run == by_name


def test_a_choice_is_told() -> None:
    contents = read(FILES["comma"], wanted="run", judged=QRELS)

    assert contents.notes == ("The column docno has the document ids, not docid.",)
    assert contents.layout is not None
    assert contents.layout.columns["document"] == 2


def test_one_judged_document_of_many_is_enough() -> None:
    rows = "".join(f"1,{i},D{i + 1},{-i}\n" for i in range(900))

    for name in ("docid", "id"):
        text = f"qid,{name},doc,score\n{rows}"
        assert "D900" in (read(text, wanted="run", judged={"1": {"D900": 1}}).run or {})["1"]
        assert "899" in (read(text, wanted="run", judged={"1": {"899": 1}}).run or {})["1"]


def test_the_query_s_column_is_chosen_too() -> None:
    text = "query,qid,docno,score\ncats,1,D7,2\ncats,1,D2,1\n"

    assert read(text, wanted="run", judged=QRELS).run == {"1": {"D7": 2.0, "D2": 1.0}}
    assert read(text, wanted="run").run == {"cats": {"D7": 2.0, "D2": 1.0}}


def test_records_may_differ_in_what_they_call_a_document() -> None:
    text = '[{"qid": 1, "docno": "D7", "score": 2.5}, {"qid": 1, "doc": "D2", "score": 1}]'

    assert read(text, wanted="run", judged=QRELS).run == {"1": {"D7": 2.5, "D2": 1.0}}
