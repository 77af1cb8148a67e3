"""Parquet and Excel: read as the tables that they hold, and refused in one line where they cannot be."""

from __future__ import annotations

import gzip
import io
import zipfile
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest

from irviz.formats import FormatError, Limits, TooLargeError, read, read_file
from irviz.formats.evaluation.task import Task, run_task
from irviz.formats.export.values import Values

if TYPE_CHECKING:
    from collections.abc import Callable

QRELS = {"301": {"D7": 2, "D2": 0, "'=1": 1}, "302": {'é,\n"x"': -1}}
RUN = {"301": {"D7": 0.1, "D2": 1e-17, "'=1": 3.0}, "302": {'é,\n"x"': 2.5}}
RUN = {query: {doc.replace("\n", " "): of for doc, of in docs.items()} for query, docs in RUN.items()}
QRELS = {query: {doc.replace("\n", " "): of for doc, of in docs.items()} for query, docs in QRELS.items()}


def table(of: dict[str, dict[str, Any]], value: str, **more: Any) -> pd.DataFrame:
    rows = [(int(query), doc, one) for query, docs in of.items() for doc, one in docs.items()]
    return pd.DataFrame(rows, columns=["qid", "docno", value]).assign(**more)


def packed(frame: pd.DataFrame, **options: Any) -> bytes:
    out = io.BytesIO()
    frame.to_parquet(out, **options)
    return out.getvalue()


def workbook(frame: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.to_excel(out, index=False)
    return out.getvalue()


FILES: dict[str, Any] = {
    "as pandas writes it": packed,
    "with an index": lambda frame: packed(frame.set_index("qid")),
    "with categories": lambda frame: packed(frame.astype({"docno": "category"})),
    "packed with zstd": lambda frame: packed(frame, compression="zstd"),
    "packed with gzip once more": lambda frame: gzip.compress(packed(frame)),
    "in many groups": lambda frame: packed(frame, row_group_size=1),
    "ids with a gap in their column": lambda frame: packed(frame.astype({"qid": float})),
    "beside lists": lambda frame: packed(frame.assign(words=[["a"], [], ["b"], None])),
}


@pytest.mark.parametrize("form", FILES)
def test_a_parquet_file_is_the_table_that_it_holds(form: str) -> None:
    run = read(FILES[form](table(RUN, "score")), "run.parquet", wanted="run")
    assert run.run == RUN
    qrels = read(FILES[form](table(QRELS, "label")), "qrels.parquet", wanted="qrels")
    assert qrels.qrels == QRELS


def test_grades_with_gaps_and_two_columns_of_ids() -> None:
    both = table(RUN, "score", label=[1.0, None, 0.0, None], docid=[17, 4, 9, 8])
    contents = read(packed(both[["qid", "docid", "docno", "score", "label"]]), "both.parquet")
    assert contents.run == RUN
    assert contents.qrels == {"301": {"D7": 1, "'=1": 0}}
    assert "The column docno has the document ids, not docid." in contents.notes


@pytest.mark.parametrize(("write", "form"), [(packed, "parquet"), (workbook, "xlsx")])
def test_the_command_reads_it(write: Callable[[pd.DataFrame], bytes], form: str, tmp_path: Any) -> None:
    (tmp_path / f"qrels.{form}").write_bytes(write(table(QRELS, "label")))
    (tmp_path / f"run.{form}").write_bytes(write(table(RUN, "score")))
    paths = [str(tmp_path / f"{name}.{form}") for name in ("qrels", "run")]
    report = run_task(Task(paths[0], [paths[1]], ["P@1"]))
    assert report.systems[0].evaluation.queries == ("301", "302")
    assert read_file(paths[1]).run == RUN


BAD = {
    "cut off": (packed(table(RUN, "score"))[:-9], "f: expected a whole Parquet file, found a damaged"),
    "no rows": (packed(table(RUN, "score")[:0]), "f: expected a row for each document, found no row"),
    "no documents": (
        packed(table(RUN, "score").drop(columns="docno")),
        "f: expected a column of documents, found the columns 'qid', 'score'",
    ),
    "no number": (
        packed(table(RUN, "score", score=["high", "0", "1", "2"])),
        "f, line 1: expected a finite number as the score, found 'high'",
    ),
    "an endless text": (
        packed(table(RUN, "score", docno="x" * 20_000)),
        "f: expected texts of at most 10,000 characters, found more",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_wrong_with_one_is_a_line(kind: str) -> None:
    data, problem = BAD[kind]
    with pytest.raises(FormatError) as caught:
        read(data, "f", wanted="run")
    assert str(caught.value).startswith(problem)


def test_a_file_that_grows_when_unpacked_stops_at_the_limit() -> None:
    one = pd.DataFrame({"docno": ["d" * 900] * 50_000, "score": range(50_000)})
    data = packed(one)
    assert len(data) < 1_000_000
    with pytest.raises(TooLargeError, match="at most 2 MB"):
        read(data, "f", limits=Limits(size=2_000_000))
    with pytest.raises(TooLargeError, match="at most 1,000 rows"):
        read(data, "f", limits=Limits(lines=1_000))


def test_a_workbook_without_what_reads_it_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(FormatError) as caught:
        read(out.getvalue(), "run.xlsx", wanted="run")
    assert str(caught.value) == (
        "run.xlsx: expected text, found an Excel workbook: to read it here, pip install openpyxl; or save it as CSV"
    )
    with pytest.raises(TooLargeError):
        read(out.getvalue(), "run.xlsx", limits=Limits(size=5))


def test_a_workbook_is_the_table_on_its_only_sheet_with_rows() -> None:
    pytest.importorskip("openpyxl")
    assert read(workbook(table(RUN, "score")), "run.xlsx", wanted="run").run == RUN
    assert read(workbook(table(QRELS, "label")), "q.xlsx", wanted="qrels").qrels == QRELS
    # Which one of several counts is not guessed; one that is empty counts for nothing.
    out = io.BytesIO()
    with pd.ExcelWriter(out) as book:
        pd.DataFrame().to_excel(book, sheet_name="Empty", index=False)
        table(RUN, "score").to_excel(book, sheet_name="Run", index=False)
    assert read(out.getvalue(), "run.xlsx", wanted="run").run == RUN
    with pd.ExcelWriter(out) as book:
        table(QRELS, "label").to_excel(book, sheet_name="Judgments", index=False)
        table(RUN, "score").to_excel(book, sheet_name="Run", index=False)
    with pytest.raises(FormatError) as caught:
        read(out.getvalue(), "both.xlsx", wanted="run")
    assert str(caught.value) == (
        "both.xlsx: expected one sheet with rows, found 2: 'Judgments', 'Run': "
        "delete the others, or save the one that you mean as CSV"
    )


def test_numbers_and_gaps_of_a_workbook_are_read_as_one_means_them() -> None:
    pytest.importorskip("openpyxl")
    rows = [(1, 101, 2.5), (1, "d2", 1), (2, 103, 0.25), (None, None, None)]
    frame = pd.DataFrame(rows, columns=["qid", "docno", "score"], dtype=object)
    contents = read(workbook(frame), "run.xlsx", wanted="run")
    assert contents.run == {"1": {"101": 2.5, "d2": 1.0}, "2": {"103": 0.25}}


@pytest.mark.parametrize("part", ["whole", "workbook", "sheet", "cut off"])
def test_a_damaged_workbook_is_a_line(part: str) -> None:
    pytest.importorskip("openpyxl")
    data = workbook(table(RUN, "score"))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            torn = part == "whole" or part in name
            new.writestr(name, text[: len(text) // 2] if torn else text)
    broken = data[: len(data) // 2] if part == "cut off" else out.getvalue()
    expected = "text, found a damaged zip" if part == "cut off" else "a whole Excel workbook, found"
    with pytest.raises(FormatError, match=f"run.xlsx: expected {expected}"):
        read(broken, "run.xlsx", wanted="run")


def renamed(text: bytes) -> bytes:
    """A Parquet file one of whose names or texts is no UTF-8 any more."""
    frame = table(RUN, "score", titles="titel")
    return packed(frame, compression=None, store_schema=False).replace(text, b"\xff" * len(text))


def versioned(version: int) -> bytes:
    """A zip archive that asks for a newer program to unpack it."""
    data = bytearray(workbook(table(RUN, "score")))
    data[data.rindex(b"PK\x01\x02") + 6] = version
    return bytes(data)


UNHEARD_OF: dict[str, tuple[Callable[[], bytes], str]] = {
    "a name that is no text": (lambda: renamed(b"titles"), "a whole Parquet file, found a damaged"),
    "a text that is none": (lambda: renamed(b"titel"), "a whole Parquet file, found a damaged"),
    "a newer zip archive": (lambda: versioned(255), "text, found a damaged zip archive: use text"),
}


@pytest.mark.parametrize("kind", UNHEARD_OF)
def test_whatever_a_library_raises_is_a_line_that_names_the_file(kind: str) -> None:
    pytest.importorskip("openpyxl")
    make, problem = UNHEARD_OF[kind]
    with pytest.raises(FormatError) as caught:
        read(make(), "bm25.table", wanted="run")
    assert str(caught.value).startswith(f"bm25.table: expected {problem}")


def test_want_of_memory_is_no_fault_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def scarce(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("pyarrow.parquet.read_schema", scarce)
    with pytest.raises(MemoryError):
        read(packed(table(RUN, "score")), "run.parquet", wanted="run")


VALUES = Values(("run", "P@1"), [("=1+1", 0.1), ("b", float("nan")), ("'x", 1.0)])


def test_values_as_parquet_are_the_same_to_the_last_bit() -> None:
    found = pd.read_parquet(io.BytesIO(VALUES.parquet()))
    assert [*found["run"]] == ["=1+1", "b", "'x"]
    assert found["P@1"].isna().tolist() == [False, True, False]
    assert [*found["P@1"].dropna()] == [0.1, 1.0]


def test_values_as_a_workbook_run_no_formula() -> None:
    if find_spec("openpyxl") is None:
        with pytest.raises(ValueError, match="Excel needs openpyxl"):
            VALUES.excel()
        return
    found = pd.read_excel(io.BytesIO(VALUES.excel()))
    assert [*found["run"]] == ["'=1+1", "b", "'x"]
