"""Thousands of damaged files at every reader: each is read or refused, and nothing else happens."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
from math import isfinite
from typing import TYPE_CHECKING

import pytest

from irviz.formats import FormatError, count_contents, paired, read
from irviz.formats.errors import MAX_ID_CHARACTERS
from irviz.formats.reading import FORMATS, RECOGNISED
from tests.formats.damage import PACKED, TABLES, damaged

if TYPE_CHECKING:
    from irviz.formats import Contents
    from irviz.formats.reading import Format, Kind

FILES = 12_000

RUN = b"q1 Q0 d1 1 3.5 x\nq1 Q0 d2 2 2.5 x\nq2 Q0 \xe7\x8c\xab 1 -1e-3 x\n"
QRELS = b"q1 0 d1 1\r\nq1 0 d2 -2\r\nq2 0 \xe7\x8c\xab 3\r\n"
CSV = (
    b"query,doc,score,grade,title,image\n"
    b'q1,d1,0.5,1,"A ""cat"", boxed",https://a.example/b.png\n'
    b"q1,d2,,0,'=1+1,\nq2,d1,-2,,,\n"
)
TSV = b"sep=\t\nquery-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t0\n"
JSON = b'{"q1": {"d1": 0.5, "d\\u00e9": 1e3},\n "q2": {"d3": -1}}\n'
JUDGED = b'{"q1": {"d1": 2, "d2": 0}, "q2": {"d1": 1}}'
RANKED = b'{"q1": ["d1", "d2"], "q2": ["d3"]}'
RECORDS = b'[{"query": "q1", "doc": "d1", "score": 1.5, "title": "<b>"},\n {"doc": 7, "rel": 2}]'
LINES = b'{"query": 1, "doc": "d1", "rank": 1}\n{"query": 1, "doc": "d2", "rank": 2}\n'
SEEDS = [RUN, QRELS, CSV, TSV, JSON, JUDGED, RANKED, RECORDS, LINES]
SEEDS += [reader.example.encode() for reader in RECOGNISED.values()]
SEEDS += [b"# of q1\n" + RUN + b"q2 Q0 d4 4 -2 my own tag\n", bz2.compress(RUN), lzma.compress(RUN)]
SEEDS += [gzip.compress(RUN, mtime=0), b"\xef\xbb\xbf" + CSV, RUN.decode().encode("utf-16")]

PIECES = [
    *(bytes([byte]) for byte in (0, 9, 10, 11, 13, 27, 32, 34, 39, 44, 59, 91, 93, 92, 123, 125)),
    *(b"nan", b"inf", b"1e999", b"-0", b"0x1", b"1_0", b"9" * 400, b"9" * 5000, b"\xc2\xa0"),
    *(b"\x80", b"\xff\xfe", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\xa8", b"\xc2\x85"),
    *(b"\\ud800", b"\\u0000", b"null", b"true", b"[" * 3000, b'{"a":' * 3000, b'""', b"=", b"\r\n"),
    *(b"\x1f\x8b", b"PK\x03\x04", b"javascript:", b"<script>", b"q1 ", b"d1", b"Q0", b"sep=;\n"),
]

FORMS: list[Format | None] = [*[None] * 15, *FORMATS]
KINDS: list[Kind | None] = [None, None, None, "run", "qrels"]


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The data with one to a few things done to it."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.choice((1, 1, 2, 5, 20)))
        match rng.randrange(7):
            case 0:
                data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
            case 1:
                data = data[:at] + data[to:]
            case 2:
                data = data[:at] + rng.choice(PIECES) + data[at:]
            case 3:
                data = data[:at] + rng.choice(PIECES) + data[to:]
            case 4:
                data = data[:to] + data[at:]
            case 5:
                other = rng.choice(SEEDS)
                data = data[:at] + other[rng.randrange(len(other)) :]
            case _:
                data = data[:at]
    return data


def is_sound(contents: Contents) -> bool:
    """Whether what was read is what every reader promises."""
    run, qrels = contents.run or {}, contents.qrels or {}
    texts = [*run, *qrels]
    texts += [document for listed in run.values() for document in listed]
    texts += [document for judged in qrels.values() for document in judged]
    scores = [score for listed in run.values() for score in listed.values()]
    grades = [grade for judged in qrels.values() for grade in judged.values()]
    return (
        bool(contents.kinds)
        and all(type(score) is float and isfinite(score) for score in scores)
        and all(type(grade) is int and abs(grade) <= 2**53 for grade in grades)
        and all(text.strip() and len(text) <= MAX_ID_CHARACTERS for text in texts)
        and all(text.isprintable() or min(text) >= " " for text in texts)
        and all(line >= 1 for line in contents.lines.values())
        and all(link.startswith("https://") for link in contents.pictures.values())
        and " ".join(texts + list(contents.titles.values())).encode() != b""
    )


def attempt(data: bytes, form: Format | None, wanted: Kind | None) -> Contents | str:
    """What was read, or why it was refused."""
    try:
        return read(data, "f", wanted=wanted, form=form)
    except FormatError as error:
        return str(error)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(4))
def test_every_file_is_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    refused = 0
    for _ in range(FILES // 4):
        data = mutated(rng.choice(SEEDS), rng)
        form, wanted = rng.choice(FORMS), rng.choice(KINDS)
        found = attempt(data, form, wanted)
        if isinstance(found, str):
            assert found.isprintable(), (data, form, wanted)
            assert len(found) < 800, (data, form, wanted)
            refused += 1
        else:
            assert is_sound(found), (data, form, wanted)
            assert wanted is None or wanted in found.kinds
            assert count_contents(found.run, found.qrels).sentences()
            if len(found.kinds) == 2:
                try_to_pair(found)
    assert 0 < refused < FILES // 4


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore::UserWarning:openpyxl")  # of a workbook without some of its parts
@pytest.mark.parametrize("seeds", [TABLES, PACKED], ids=["Parquet and Excel", "packed"])
def test_no_library_has_the_last_word_on_a_damaged_file(seeds: list[bytes]) -> None:
    rng = random.Random(2)
    for _ in range(600):
        data, wanted = damaged(rng.choice(seeds), rng), rng.choice(KINDS)
        found = attempt(data, None, wanted)
        if isinstance(found, str):
            assert found.startswith(("f: ", "f, line ")), (data, wanted)
        else:
            assert is_sound(found), (data, wanted)


def try_to_pair(contents: Contents) -> None:
    try:
        pair = paired(contents, contents)
    except FormatError:
        return
    assert pair.run.keys() <= pair.qrels.keys()
