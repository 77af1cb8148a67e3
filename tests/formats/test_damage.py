"""Each kind of damage is told in one line: the file, the line, what was expected, what was found."""

from __future__ import annotations

import bz2
import gzip
import lzma
import pickle
from typing import TYPE_CHECKING

import pytest

from irviz.formats import COMMAND_LIMITS, PAGE_LIMITS, FormatError, Limits, TooLargeError, decoding, paired, read

if TYPE_CHECKING:
    from irviz.formats.reading import Format, Kind

RUN = b"q1 Q0 d1 1 3.5 x\nq1 Q0 d2 2 2.5 x\n"
QRELS = b"q1 0 d1 1\nq1 0 d2 0\n"

SIX = "6 columns (query Q0 document rank score tag)"
FOUR = "4 columns (query 0 document grade)"
AS_RUN = "this looks like a run, so give it as the run"
AS_QRELS = "these look like judgments, so give them as the qrels"
KNOWN = "a TREC run or qrels, CSV, JSON or a list of grades"
HEAD = "if this line names the columns, delete it"
POINT = "write numbers without commas, and decimals with a point"
NAMED = "a table begins with the names of its columns, such as query,document,score"
MANY = "3 lines do so in 2 queries"
ONCE = "list each once; on the command line, irviz evaluate --duplicates first (or last) keeps one"
IF_SCORES = (
    "if these are the scores of a run, give them as the run; if they are grades, multiply all of them by 10 and round"
)


def complaint(data: bytes, wanted: Kind | None = None, form: Format | None = None) -> str:
    with pytest.raises(FormatError) as caught:
        read(data, "f.txt", wanted=wanted, form=form)
    message = str(caught.value)
    assert "\n" not in message
    assert message.isprintable()
    return message


TREC = {
    "a run given as qrels": (
        RUN,
        "qrels",
        f"f.txt, line 1: expected {FOUR}, found 6 (query Q0 document rank score tag): {AS_RUN}",
    ),
    "qrels given as a run": (
        QRELS,
        "run",
        f"f.txt, line 1: expected {SIX}, found 4 (query 0 document grade): {AS_QRELS}",
    ),
    "a run further down in qrels": (QRELS + RUN, "qrels", f"f.txt, line 3: expected {FOUR}, found 6"),
    "qrels further down in a run": (b"\n" + RUN + QRELS, "run", f"f.txt, line 4: expected {SIX}, found 4"),
    "a title above a table": (
        b"My results;;\nquery;document;grade\nq1;d1;1\n",
        "qrels",
        f"f.txt, line 1: expected {KNOWN}, found 'My results;;': {NAMED.replace('score', 'grade')}",
    ),
    "a run without Q0 and tag": (b"q1 d1 1 3.5\n", "run", f"f.txt, line 1: expected {SIX}, found 4"),
    "a run of three columns": (b"q1 d1 3.5\n", "run", f"f.txt, line 1: expected {SIX}, found 3"),
    "qrels of three columns": (b"q1 d1 1\n", "qrels", f"f.txt, line 1: expected {FOUR}, found 3"),
    "a run cut off": (RUN + b"q1 Q0 d3 3", "run", f"f.txt, line 3: expected {SIX}, found 4"),
    "an id with a blank": (RUN + b"q1 Q0 my d3 3 1.5 x\n", "run", f"f.txt, line 3: expected {SIX}, found 7"),
    "an id with a blank and a number": (RUN + b"q1 Q0 d 3 3 1.5 x\n", "run", f"f.txt, line 3: expected {SIX}, found 7"),
    "ids with blanks everywhere": (RUN.replace(b" d", b" my d"), None, f"f.txt, line 1: expected {SIX}, found 7"),
    "ids with blanks, and tabs": (
        RUN.replace(b" d", b" my d").replace(b" ", b"\t"),
        "run",
        f"f.txt, line 1: expected {SIX}, found 7",
    ),
    "a comment and nothing else": (
        b"# q1 Q0 d1 1 3.5 x\n",
        "run",
        f"f.txt: expected a run with {SIX}, found an empty file",
    ),
    "words behind a grade": (QRELS + b"q1 0 d3 1 surely\n", "qrels", f"f.txt, line 3: expected {FOUR}, found 5"),
    "five columns": (b"q1 0 d1 1 x\n", "qrels", f"f.txt, line 1: expected {FOUR}, found 5"),
    "a NaN score": (
        RUN + b"q1 Q0 d3 3 NaN x\n",
        "run",
        "f.txt, line 3: expected a finite number as the score, found 'NaN'",
    ),
    "an infinite score": (
        RUN + b"q1 Q0 d3 3 -inf x\n",
        None,
        "f.txt, line 3: expected a finite number as the score, found '-inf'",
    ),
    "a score beyond all numbers": (
        RUN + b"q1 Q0 d3 3 1e999 x\n",
        None,
        "f.txt, line 3: expected a finite number as the score, found '1e999'",
    ),
    "a score in words": (
        b"q1 Q0 d3 3 high x\n",
        "run",
        "f.txt, line 1: expected a finite number as the score, found 'high'",
    ),
    "names of a run's columns": (
        b"qid Q0 docno rank score tag\n" + RUN,
        "run",
        f"f.txt, line 1: expected a finite number as the score, found 'score': {HEAD}",
    ),
    "names of the judgments' columns": (
        b"TOPIC ITERATION DOCUMENT# RELEVANCY\n" + QRELS,
        "qrels",
        f"f.txt, line 1: expected a whole number as the grade, found 'RELEVANCY': {HEAD}",
    ),
    "a decimal comma": (
        b"q1 Q0 d3 3 1,5 x\n",
        "run",
        f"f.txt, line 1: expected a finite number as the score, found '1,5': {POINT}",
    ),
    "true as a grade": (
        QRELS + b"q1 0 d3 true\n",
        "qrels",
        "f.txt, line 3: expected a whole number as the grade, found 'true': write 1 for true and 0 for false",
    ),
    "a score as Python writes it": (
        RUN + b"q1 Q0 d3 3 1_0 x\n",
        "run",
        "f.txt, line 3: expected a finite number as the score, found '1_0'",
    ),
    "a document twice": (
        RUN + b"q2 Q0 d1 1 9 x\nq1 Q0 d2 3 1 x\n",
        "run",
        f"f.txt, line 4: expected each document once in query 'q1', found document 'd2' again: {ONCE}",
    ),
    "many documents twice": (
        RUN + b"q2 Q0 d1 1 9 x\nq1 Q0 d2 3 1 x\nq2 Q0 d1 2 8 x\nq1 Q0 d2 4 0 x\n",
        "run",
        f"f.txt, line 4: expected each document once in query 'q1', found document 'd2' again: {MANY}; {ONCE}",
    ),
    "Q0 behind the document": (
        b"q1 d1 Q0 1 3.5 x\nq1 d2 Q0 2 2.5 x\n",
        "run",
        f"f.txt, line 1: expected {SIX}, found Q0 in another column: put the columns in this order",
    ),
    "Q0 before the query": (
        b"\nQ0 q1 d1 1 3.5 x\n",
        "run",
        f"f.txt, line 2: expected {SIX}, found Q0 in another column: put the columns in this order",
    ),
    "0 behind the document": (
        b"q1 d1 0 1\nq1 d2 0 0\n",
        "qrels",
        (
            "f.txt, line 2: expected each document once in query 'q1', found document '0' again: "
            "put the columns in this order: query 0 document grade"
        ),
    ),
    "subtopics": (
        b"q1 1 d1 1\nq1 2 d1 1\n",
        "qrels",
        (
            "f.txt, line 2: expected each document once in query 'q1', found document 'd1' again: "
            "if the second column has subtopics, as for alpha-nDCG, give each document one grade"
        ),
    ),
    "a document judged twice": (
        QRELS + b"q1 0 d1 0\n",
        "qrels",
        "f.txt, line 3: expected each document once in query 'q1', found document 'd1' again: list each once",
    ),
    "a fractional grade": (
        QRELS + b"q1 0 d3 0.5\n",
        "qrels",
        f"f.txt, line 3: expected a whole number as the grade, found '0.5': {IF_SCORES}",
    ),
    "a grade that is none": (
        QRELS + b"q1 0 d3 nan\n",
        "qrels",
        "f.txt, line 3: expected a whole number as the grade, found 'nan'",
    ),
    "a grade beyond 2**53": (
        QRELS + b"q1 0 d3 9007199254740993\n",
        "qrels",
        ("f.txt, line 3: expected a whole number as the grade, at most 2**53, found '9007199254740993'"),
    ),
    "a grade of thousands of digits": (
        QRELS + b"q1 0 d3 " + b"9" * 5000 + b"\n",
        "qrels",
        f"f.txt, line 3: expected a whole number as the grade, found '{'9' * 60}…'",
    ),
    "an endless id": (
        b"q1 Q0 " + b"d" * 1001 + b" 1 1 x\n",
        "run",
        ("f.txt, line 1: expected the id of a document with at most 1,000 characters, found 1,001 characters"),
    ),
}


@pytest.mark.parametrize(("data", "wanted", "message"), TREC.values(), ids=TREC)
def test_trec(data: bytes, wanted: Kind | None, message: str) -> None:
    assert complaint(data, wanted) == message


TEXT = {
    "an empty file": (b"", f"f.txt: expected {KNOWN}, found an empty file"),
    "blanks only": (b"\r\n \n\t\n", f"f.txt: expected {KNOWN}, found an empty file"),
    "a BOM only": (b"\xef\xbb\xbf", f"f.txt: expected {KNOWN}, found an empty file"),
    "an empty packed file": (gzip.compress(b""), f"f.txt: expected {KNOWN}, found an empty file"),
    "prose": (
        b"\nDear reader, this is a letter.\n",
        f"f.txt, line 2: expected {KNOWN}, found 'Dear reader, this is a letter.': {NAMED}",
    ),
    "prose of three words": (b"The year 1999\n", f"f.txt, line 1: expected {KNOWN}, found 'The year 1999': {NAMED}"),
    "Latin-1": (
        RUN + "q1 Q0 café 3 1 x\n".encode("latin-1"),
        (
            "f.txt, line 3: expected text in UTF-8, found the byte 0xE9: "
            "it is byte 10 of the line; in Latin-1 it is é, so save the file as UTF-8"
        ),
    ),
    "half a character at the end": (
        b"q1 Q0 d1 1 3 \xe2\x82",
        (
            "f.txt, line 1: expected text in UTF-8, found the byte 0xE2: "
            "it is byte 14 of the line; in Latin-1 it is â, so save the file as UTF-8"
        ),
    ),
    "UTF-16": (
        RUN.decode().encode("utf-16"),
        "f.txt, line 1: expected text in UTF-8, found UTF-16: save the file as UTF-8",
    ),
    "UTF-16 without a mark": (
        RUN.decode().encode("utf-16-le"),
        (
            "f.txt, line 1: expected text, found the control character 0x00: "
            "it is byte 2 of the line; save the file as UTF-8"
        ),
    ),
    "UTF-32": (
        RUN.decode().encode("utf-32"),
        "f.txt, line 1: expected text in UTF-8, found UTF-32: save the file as UTF-8",
    ),
    "UTF-32 with big ends": (
        b"\x00\x00\xfe\xff" + RUN.decode().encode("utf-32-be"),
        "f.txt, line 1: expected text in UTF-8, found UTF-32: save the file as UTF-8",
    ),
    "a control character": (
        RUN + b"q1 Q0 d\x1b[31m 3 1 x\n",
        "f.txt, line 3: expected text, found the control character 0x1B: it is byte 8 of the line",
    ),
    "a control character of Latin-1": (
        RUN + "q1 Q0 d\x9b31m 3 1 x\n".encode(),
        ("f.txt, line 3: expected the id of a document without control characters, found 'd\\x9b31m'"),
    ),
    "a zip archive": (
        b"PK\x03\x04" + bytes(40),
        "f.txt: expected text, found a damaged zip archive: use text, or text packed with gzip",
    ),
    "a packed zip archive": (
        gzip.compress(b"PK\x03\x04" + bytes(40)),
        "f.txt: expected text, found a damaged zip archive: use text, or text packed with gzip",
    ),
    "half of a Parquet file": (
        b"PAR1" + bytes(40),
        ("f.txt: expected a whole Parquet file, found a damaged one: fetch or save it again, or save it as CSV"),
    ),
    "packed twice": (gzip.compress(gzip.compress(RUN)), "f.txt: expected text, found a packed file in a packed file"),
    "packed and cut off": (
        gzip.compress(RUN)[:-9],
        "f.txt: expected a whole gzip file, found its end missing: pack or fetch it again",
    ),
    "packed with a wrong checksum": (
        gzip.compress(RUN)[:-8] + b"12345678",
        "f.txt: expected a whole gzip file, found damaged data: pack or fetch it again",
    ),
    "packed with bzip2 and cut off": (
        bz2.compress(RUN)[:-9],
        "f.txt: expected a whole bzip2 file, found its end missing: pack or fetch it again",
    ),
    "packed with xz and damaged": (
        lzma.compress(RUN)[:-20] + bytes(20),
        "f.txt: expected a whole xz file, found damaged data: pack or fetch it again",
    ),
    "packed twice in two ways": (
        bz2.compress(lzma.compress(RUN)),
        "f.txt: expected text, found a packed file in a packed file",
    ),
    "packed with something behind": (
        gzip.compress(RUN) + b"and so on",
        "f.txt: expected a whole gzip file, found damaged data: pack or fetch it again",
    ),
}


@pytest.mark.parametrize(("data", "message"), TEXT.values(), ids=TEXT)
def test_text(data: bytes, message: str) -> None:
    assert complaint(data) == message


def test_zstd_without_what_unpacks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(decoding, "import_module", absent)

    assert complaint(b"\x28\xb5\x2f\xfd" + bytes(40)) == (
        "f.txt: expected text, found a file packed with zstd, which this Python cannot unpack: "
        "install backports.zstd, or pack it with gzip"
    )


TABLE = {
    "a row too short": (
        b"query,doc,score\nq1,d1,0.5\nq1,d2\n",
        "f.txt, line 3: expected 3 columns, as in the first row, found 2",
    ),
    "seven columns": (
        b"query,doc,score\nq1,d1,0.5,,,,\n",
        "f.txt, line 2: expected 3 columns, as in the first row, found 7: put a cell with ',' in it in quotation marks",
    ),
    "an open quotation mark": (
        b'query,doc,score\nq1,d1,0.5\nq1,"d2,0.5\nq1,d3,0.4\n',
        "f.txt, line 3: expected closed quotation marks, found an open one",
    ),
    "text after a quotation mark": (
        b'query,doc,score\nq1,"d1"x,0.5\n',
        "f.txt, line 2: expected closed quotation marks, found text behind one",
    ),
    "a NaN score": (
        b'query,doc,score,title\nq1,d1,1,"a\nb"\nq1,d2,nan,c\n',
        "f.txt, line 4: expected a finite number as the score, found 'nan'",
    ),
    "a fractional grade": (
        b"query,doc,relevance\nq1,d1,0.5\n",
        f"f.txt, line 2: expected a whole number as the grade, found '0.5': {IF_SCORES}",
    ),
    "an empty id": (b"query,doc,score\nq1,,0.5\n", "f.txt, line 2: expected the id of a document, found nothing"),
    "a row with nothing": (
        b"query,doc,score,grade\nq1,d1,1,1\nq1,d2,,\n",
        "f.txt, line 3: expected a score or a grade, found neither: give the row one, or leave it out",
    ),
    "a broken rank": (
        b"query,doc,rank\nq1,d1,1.5\n",
        "f.txt, line 2: expected a whole number from 0 as the rank, found '1.5'",
    ),
    "a rank in words": (
        b"query,doc,rank\nq1,d1,first\n",
        "f.txt, line 2: expected a whole number from 0 as the rank, found 'first'",
    ),
    "thousands": (
        b'query,doc,score\nq1,d1,"1,234.5"\n',
        f"f.txt, line 2: expected a finite number as the score, found '1,234.5': {POINT}",
    ),
    "half a grade with a comma": (
        b"query;doc;grade\nq1;d1;0,5\n",
        f"f.txt, line 2: expected a whole number as the grade, found '0.5': {IF_SCORES}",
    ),
    "a header only": (b"query,doc,score\n", "f.txt: expected a row for each document, found no row"),
    "no documents": (
        b"image,label\nhttps://a.example/b.png,1\n",
        "f.txt, line 1: expected a column of documents, found the columns 'image', 'label'",
    ),
    "a document twice": (
        b"doc,score\nd1,0.5\nd1,0.4\n",
        "f.txt, line 3: expected each document once in query 'query', found document 'd1' again: list each once",
    ),
    "a script as a picture": (
        b"doc,score,image\nd1,1,javascript:alert(1)\n",
        "f.txt, line 2: expected an https link to a picture, found 'javascript:alert(1)'",
    ),
    "markup as a picture": (
        b'doc,score,image\nd1,1,"https://a.example/<script>"\n',
        "f.txt, line 2: expected an https link to a picture, found 'https://a.example/<script>'",
    ),
    "a picture from who knows where": (
        b"doc,score,image\nd1,1,http://a.example/b.png\n",
        "f.txt, line 2: expected an https link to a picture, found 'http://a.example/b.png'",
    ),
    "a line break in an id": (
        b'doc,score\n"d\n1",1\n',
        "f.txt, line 2: expected the id of a document without control characters, found 'd\\n1'",
    ),
}


@pytest.mark.parametrize(("data", "message"), TABLE.values(), ids=TABLE)
def test_table(data: bytes, message: str) -> None:
    assert complaint(data) == message


def test_table_of_the_other_kind() -> None:
    column = ", or say which column is what"

    assert complaint(b"query,doc,score\nq1,d1,0.5\n", "qrels") == (
        f"f.txt, line 2: expected judgments (qrels), found a run only: {AS_RUN}{column}"
    )
    assert complaint(b"query,doc,grade\nq1,d1,2\n", "run") == (
        f"f.txt, line 2: expected a run, found judgments (qrels) only: {AS_QRELS}{column}"
    )


JSON = {
    "a colon missing": (b'{"q1": {"d1" 0.5}}', None, "f.txt, line 1: expected JSON, found '0.5}}'"),
    "cut off": (b'{"q1": {"d1": 0.5,\n"d2": 0.', None, "f.txt, line 2: expected JSON, found '.'"),
    "something behind": (b'{"q1": {"d1": 0.5}}\n{}', None, "f.txt, line 2: expected nothing more, found '{}'"),
    "a NaN score": (
        b'{"q1": {"d1": 0.5,\n"d2": NaN}}',
        "run",
        "f.txt, line 2: expected a finite number as the score of 'd2' for query 'q1', found nan",
    ),
    "a score in words": (
        b'{"q1": {"d1": 0.5},\n"d2": {"q1": 0.1, "d2": "high"}}',
        "run",
        "f.txt, line 2: expected a finite number as the score of 'd2' for query 'd2', found 'high'",
    ),
    "true as a grade": (
        b'{"q1": {"d1": true}}',
        "qrels",
        (
            "f.txt, line 1: expected a whole number as the grade of 'd1' for query 'q1', found True: "
            "write 1 for true and 0 for false"
        ),
    ),
    "two scores": (
        b'{"q1": {"d1": [1, 2]}}',
        "run",
        "f.txt, line 1: expected a finite number as the score of 'd1' for query 'q1', found [1, 2]",
    ),
    "brackets without end": (
        b"[" * 100_000,
        None,
        "f.txt, line 1: expected a few brackets in each other, found brackets without end",
    ),
    "objects without end": (
        b'{"a":' * 100_000,
        None,
        "f.txt, line 1: expected a few brackets in each other, found brackets without end",
    ),
    "a document twice": (
        b'{"q1": {"d1": 1,\n"d2": 1,\n "d1": 2}}',
        "qrels",
        "f.txt, line 3: expected each key once, found 'd1' again",
    ),
    "a query twice": (
        b'{"q1": {"d1": 1},\n"q1": {"d2": 2}}',
        "qrels",
        "f.txt, line 2: expected each query once, found query 'q1' again",
    ),
    "a run given as qrels": (
        b'{"q1": {"d1": 1,\n"d2": 0.5}}',
        "qrels",
        f"f.txt, line 2: expected a whole number as the grade of 'd2' for query 'q1', found 0.5: {IF_SCORES}",
    ),
    "a ranked list given as qrels": (
        b'{"q1": ["d1", "d2"]}',
        "qrels",
        f"f.txt: expected grades by query and document, found a list of documents: {AS_RUN}",
    ),
    "records of a run given as qrels": (
        b'[\n{"doc": "d1", "score": 0.5}]',
        "qrels",
        f"f.txt, line 2: expected judgments (qrels), found a run only: {AS_RUN}",
    ),
    "a document twice in a list": (
        b'{"q1": ["d1", "d1"]}',
        "run",
        "f.txt, line 1: expected each document once in query 'q1', found document 'd1' again: list each once",
    ),
    "a number without end": (
        b'{"q1": {"d1": 1' + b"0" * 5000 + b"}}",
        "run",
        "f.txt, line 1: expected numbers, found one with thousands of digits",
    ),
    "a number of hundreds of digits": (
        b'{"q1": {"d1": 1' + b"0" * 400 + b"}}",
        "run",
        f"f.txt, line 1: expected a finite number as the score of 'd1' for query 'q1', found 1{'0' * 59}…",
    ),
    "half a character": (
        b'{"q1": {"d\\ud800": 1}}',
        "run",
        "f.txt, line 1: expected the id of a document without control characters, found 'd\\ud800'",
    ),
    "nothing": (
        b"{}",
        None,
        "f.txt, line 1: expected {query: {document: number}} or a list of records, found no query",
    ),
    "no records": (b"[]", None, "f.txt, line 1: expected records with a document, found none"),
    "a query that nobody judged": (
        b'{"q1": {"d1": 1},\n"q2": {}}',
        "qrels",
        "f.txt, line 2: expected a judged document, found none for query 'q2'",
    ),
    "a query without an object": (
        b'{"q1": {"d1": 1},\n"q2": null}',
        "qrels",
        ("f.txt, line 2: expected {query: {document: number}} or a list of records, found None as a query's documents"),
    ),
    "a script as a picture": (
        b'[{"doc": "d1",\n"score": 1},\n{"doc": "d2", "score": 1, "image": "javascript:f()"}]',
        None,
        "f.txt, line 3: expected an https link to a picture, found 'javascript:f()'",
    ),
    "a record that is none": (
        b'[{"doc": "d1", "score": 1},\n7]',
        None,
        "f.txt, line 2: expected a record with a document, found 7",
    ),
}


@pytest.mark.parametrize(("data", "wanted", "message"), JSON.values(), ids=JSON)
def test_json(data: bytes, wanted: Kind | None, message: str) -> None:
    assert complaint(data, wanted) == message


TYPED = {
    "a word": (b"1 0 x 1", "'x'"),
    "a fraction": (b"1 0 0.5", f"'0.5': {IF_SCORES}"),
    "a negative grade": (b"1 0 -1 1", "'-1'"),
    "a sign of another script": ("1 0 ２".encode(), "'２'"),
}


@pytest.mark.parametrize(("data", "found"), TYPED.values(), ids=TYPED)
def test_typed_list(data: bytes, found: str) -> None:
    message = f"f.txt, line 1: expected grades, whole numbers from 0, found {found}"

    assert complaint(data, form="typed") == message


def test_typed_list_with_a_mistake_is_known_for_what_it_is() -> None:
    for data in (b"1 0 0.5", b"1 0 -1 1"):
        assert "expected grades, whole numbers from 0" in complaint(data)


def test_queries_without_judgments() -> None:
    qrels = read(QRELS, "qrels.txt", wanted="qrels")
    run = read(RUN + b"q8 Q0 d1 1 1 x\nq9 Q0 d1 1 1 x\n", "a.run", wanted="run")
    line = "a.run, line 3: expected judgments for each query, found none for query 'q8' and 1 other"

    assert paired(qrels, run).notes == (f"{line}: they are left out",)
    assert paired(qrels, run).left_out == ("q8", "q9")
    with pytest.raises(FormatError) as caught:
        paired(qrels, run, strict=True)
    assert str(caught.value) == f"{line}: judge it or drop it"


def test_files_that_do_not_belong_together() -> None:
    qrels = read(b"a 0 d1 1\n", "qrels.txt", wanted="qrels")
    run = read(RUN, "a.run", wanted="run")

    with pytest.raises(FormatError) as caught:
        paired(qrels, run)
    assert str(caught.value) == (
        "a.run, line 1: expected judgments for each query, found none for query 'q1': "
        "judged is query 'a'; do the two files belong together?"
    )


def test_a_large_file_is_refused_before_it_is_read() -> None:
    with pytest.raises(TooLargeError) as caught:
        read(memoryview(bytes(200_000_000)), "big.run")
    assert str(caught.value) == (
        "big.run: expected at most 150 MB, found 200 MB: on the command line, "
        "irviz evaluate QRELS RUN -m nDCG@10 reads it without the page"
    )


def test_too_many_lines() -> None:
    with pytest.raises(TooLargeError) as caught:
        read(RUN + b"q1 Q0 d3 3 1 x\n", "a.run", limits=Limits(lines=2, remedy="use less"))
    assert str(caught.value) == "a.run: expected at most 2 lines, found more: use less"


@pytest.mark.parametrize(
    "data",
    [
        b'{"q1": {"d1": 0.5, "d2": 1, "d3": 2}}',
        b'{"q1": [], "q2": [], "q3": []}',
        b'{"q1": [%s]}' % b",".join([b"7"] * 13),
        b'{"q1": {%s}}' % b",".join([b'"d": 1'] * 13),
        b'{"d": "a"}\n' * 3,
        b"[[%s]]" % b",".join([b"{}"] * 25),
    ],
)
def test_too_many_results_in_json(data: bytes) -> None:
    with pytest.raises(TooLargeError, match="expected at most 2 results, found more"):
        read(data, form="json", limits=Limits(lines=2))


def test_too_many_grades_in_a_typed_list() -> None:
    with pytest.raises(TooLargeError, match="expected at most 2 grades, found more"):
        read(b"1 0 1", limits=Limits(lines=2))


def test_names_of_files_are_shown_on_one_line() -> None:
    with pytest.raises(FormatError) as caught:
        read(b"", "a\nb\x1b[31m" + "c" * 100)
    assert str(caught.value).startswith("a?b?[31m" + "c" * 72 + "…: expected")


def test_an_error_can_be_pickled() -> None:
    with pytest.raises(FormatError) as caught:
        read(b"q1 0 d1 1 x\n", "a.txt")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own

    assert str(again) == str(caught.value)
    assert (type(again), again.file, again.line) == (FormatError, "a.txt", 1)


def test_limits_of_page_and_command() -> None:
    assert PAGE_LIMITS.size is not None
    assert PAGE_LIMITS.lines is not None
    assert PAGE_LIMITS.lines >= 1_000 * 1_000
    assert COMMAND_LIMITS.size is None
    assert COMMAND_LIMITS.lines is None


HARMLESS = {
    "markup is text": (b"doc,score,title\n<b>d1</b>,1,<script>alert(1)</script>\n", {"<b>d1</b>": 1.0}),
    "a CSV that starts with =": (b"=cmd|' /C calc'!A0,d1,0.5\n", {"d1": 0.5}),
    "negative scores": (b"q1 Q0 d1 1 -3 x\n", {"d1": -3.0}),
    "tabs and blanks": (b"q1\tQ0  d1 1\t2.5 x", {"d1": 2.5}),
}


@pytest.mark.parametrize(("data", "scores"), HARMLESS.values(), ids=HARMLESS)
def test_what_is_no_damage(data: bytes, scores: dict[str, float]) -> None:
    run = read(data).run

    assert run is not None
    assert list(run.values()) == [scores]


def test_negative_grades_are_legal() -> None:
    assert read(b"q1 0 d1 -2\nq1 0 d2 1\n", wanted="qrels").qrels == {"q1": {"d1": -2, "d2": 1}}


def test_a_title_is_text_on_one_line() -> None:
    contents = read(b'doc,score,title\nd1,1,"<img src=x onerror=f()>\n\tcat"\n')

    assert contents.titles == {"d1": "<img src=x onerror=f()> cat"}
