"""Which column is what: guessed from names, values or judgments, and corrected by hand."""

from __future__ import annotations

import csv
import io
import json

import pytest

from irviz.formats import read
from irviz.formats.table import ROLES, guess_layout, role_of

NAMED = {
    "our own": ("query,document,score,grade,title,picture", "query document score grade title picture"),
    "pandas": ("qid,docno,rank,score", "query document rank score"),
    "BEIR": ("query-id,corpus-id,score", "query document grade"),
    "a spreadsheet": ("Search term,Position,Product ID,Rating,Image URL", "query rank document grade picture"),
    "ranx": ("q_id,doc_id,score", "query document score"),
    "with others between": ("id,when,label", "document grade"),
}


@pytest.mark.parametrize(("header", "roles"), NAMED.values(), ids=NAMED)
def test_names(header: str, roles: str) -> None:
    row = ",".join("1" for _ in header.split(","))
    layout = guess_layout(f"{header}\n{row}\n")

    assert layout is not None
    assert layout.header
    in_order = sorted(layout.columns, key=lambda role: layout.columns[role])
    assert " ".join(in_order) == roles


VALUES = {
    "query, document, score": ("q1,d1,0.5\nq1,d2,0.4", {"query": 0, "document": 1, "score": 2}),
    "query, document, rank": ("7,12,1\n7,13,2\n8,12,1", {"query": 0, "document": 1, "rank": 2}),
    "query, document, grade": ("7,12,3\n7,13,0", {"query": 0, "document": 1, "grade": 2}),
    "document, score": ("d1,0.5\nd2,0.4", {"document": 0, "score": 1}),
    "document, grade": ("d1,2\nd2,0", {"document": 0, "grade": 1}),
    "the highest grade and the lowest": ("d1,10\nd2,-3", {"document": 0, "grade": 1}),
    "more than a grade": ("d1,11\nd2,0", {"document": 0, "score": 1}),
    "less than a grade": ("d1,2\nd2,-4", {"document": 0, "score": 1}),
    "document, score, title": ("d1,0.5,cat\nd2,0.4,dog", {"document": 0, "score": 1, "title": 2}),
    "query, document": ("q1,d1\nq1,d2", {"query": 0, "document": 1}),
    "TREC with commas": (
        "q1,Q0,d1,1,0.5,bm25\nq1,Q0,d2,2,0.4,bm25",
        {"query": 0, "document": 2, "rank": 3, "score": 4, "title": 5},
    ),
    "a picture": (
        "q1,d1,0.5,https://a.example/b.png",
        {"query": 0, "document": 1, "score": 2, "picture": 3},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "columns"), VALUES.values(), ids=VALUES)
def test_values(text: str, columns: dict[str, int]) -> None:
    layout = guess_layout(text)

    assert layout is not None
    assert not layout.header
    assert layout.columns == columns


def test_beside_a_known_name_a_column_that_repeats_itself_has_the_queries() -> None:
    layout = guess_layout("foo,bar,score\n7,12,0.5\n7,13,0.4\n8,12,0.9\n", "run")

    assert layout is not None
    assert layout.columns == {"query": 0, "document": 1, "score": 2}
    single = guess_layout("foo,bar,score\nd1,Cat,0.5\nd2,Dog,0.4\n", "run")
    assert single is not None
    assert single.columns == {"document": 0, "title": 1, "score": 2}


def test_what_is_wanted_decides_where_it_could_be_either() -> None:
    text = "7,12,1\n7,13,2\n"
    as_run, as_qrels = guess_layout(text, "run"), guess_layout(text, "qrels")

    assert as_run is not None
    assert as_qrels is not None
    assert "rank" in as_run.columns
    assert "grade" in as_qrels.columns


def test_a_score_that_is_wanted_as_a_grade() -> None:
    as_qrels, as_run = (guess_layout("qid,docid,score\nq1,d1,1\n", kind) for kind in ("qrels", "run"))

    assert as_qrels is not None
    assert as_run is not None
    assert "grade" in as_qrels.columns
    assert "score" in as_run.columns


@pytest.mark.parametrize("text", ["", "\n\n", "one column\nof words\n", "sep=;\n"])
def test_no_table(text: str) -> None:
    assert guess_layout(text) is None


def test_correcting() -> None:
    layout = guess_layout("query,doc,price\nq1,d1,7\n")
    assert layout is not None
    assert layout.ordered
    assert layout.sample == (("q1", "d1", "7"),)

    scored = layout.assign("score", 2)
    moved = scored.assign("rank", 2)
    judged = layout.assign("grade", 2)

    assert scored.columns == {"query": 0, "document": 1, "score": 2}
    assert not scored.ordered
    assert moved.columns == {"query": 0, "document": 1, "rank": 2}
    assert scored.assign("score", None) == layout
    assert not judged.ordered
    assert judged.assign("query", None).ordered
    with pytest.raises(KeyError):
        layout.assign("price", 2)
    with pytest.raises(IndexError, match="no column 3"):
        layout.assign("score", 3)


def test_every_role_has_a_name_that_means_it() -> None:
    assert [role_of(role) for role in ROLES] == list(ROLES)
    assert all(text.endswith(".") for text in ROLES.values())


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
