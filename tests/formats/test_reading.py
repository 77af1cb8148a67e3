"""The one door: what a file is taken for, however it comes, and how reading is followed and stopped."""

from __future__ import annotations

import builtins
import bz2
import gzip
import io
import lzma
import os
import random
from functools import partial
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.formats import (
    COMMAND_LIMITS,
    FormatError,
    Layout,
    Qrels,
    Run,
    Source,
    count_contents,
    decoding,
    read,
    read_file,
    trec,
)
from irviz.formats.reading import Preview, guess_format
from tests.formats.test_fuzz import SEEDS, mutated

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from irviz.formats.decoding import Duplicates
    from irviz.formats.reading import Format, Kind

GUESSES: list[tuple[bytes, Kind | None, Format]] = [
    (b"q1 Q0 d1 1 3.5 tag\n", None, "run"),
    (b"q1\tQ0\td1\t1\t3.5\ttag\n", None, "run"),
    (b"1 Q0 2 3 4 5\n", "run", "run"),
    (b"[1] Q0 {2} 3 4 5\n", None, "run"),
    (b"q1 0 d1 1\n", None, "qrels"),
    (b"101\t0\t4711\t1\n", None, "qrels"),
    (b"1 0 1 1\n2 0 1 0\n", None, "qrels"),
    (b"1 0 1 1\n", "qrels", "qrels"),
    (b"1 0 1 1\n", None, "typed"),
    (b"q1 0 d1 1 of words\n", None, "run"),
    (b"q1 0 d1 1 word\n", None, "qrels"),
    (b"q1 Q0 d1 2 0.5\n", None, "run"),
    (b"10110", None, "typed"),
    (b"1\n0\n1\n", None, "typed"),
    (b"[3, 2, 0]", None, "typed"),
    (b"(1;0;1)", None, "typed"),
    (b"query,doc,score\n", None, "table"),
    (b"query-id\tcorpus-id\tscore\n1\t2\t1\n", None, "table"),
    (b"1234\t7654321\t1\n1234\t7654322\t2\n", None, "table"),
    (b"docno;relevance\nd1;1\n", None, "table"),
    (b'\n {"q1": {}}', None, "json"),
    (b'[{"doc": 1}]', None, "json"),
]


@pytest.mark.parametrize(("data", "wanted", "form"), GUESSES)
def test_guess(data: bytes, wanted: Kind | None, form: Format) -> None:
    for variant in (data, b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n")):
        assert guess_format(Source(variant), wanted).format == form
    assert guess_format(Source(gzip.compress(data)), wanted).format == form


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": partial(lzma.compress, preset=0),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
def test_packed_files(pack: Callable[[bytes], bytes]) -> None:
    lines = b"".join(b"q%d Q0 d%d 1 %d x\n" % (i // 100, i, i) for i in range(60_000))
    half = lines.index(b"\n", len(lines) // 2) + 1

    # As one part, as two, and with the zeros that some programs fill the last block up with.
    whole = pack(lines)
    for data in (whole, pack(lines[:half]) + pack(lines[half:]), whole + bytes(512)):
        run = read(data, "f", wanted="run", limits=COMMAND_LIMITS).run or {}
        assert sum(map(len, run.values())) == 60_000


@pytest.mark.exhaustive
def test_zstd_where_it_can_be_unpacked() -> None:
    zstd = next(filter(None, map(compress_with, ("compression.zstd", "backports.zstd"))), None)
    if zstd is None:
        pytest.skip("neither Python 3.14 nor backports.zstd")
    lines = b"".join(b"q%d Q0 d%d 1 %d x\n" % (i // 100, i, i) for i in range(200_000))

    run = read(zstd(lines) + zstd(b"r Q0 d 1 1 x\n"), "f", wanted="run", limits=COMMAND_LIMITS).run or {}
    assert sum(map(len, run.values())) == 200_001
    with pytest.raises(FormatError, match="a whole zstd file, found its end missing"):
        read(zstd(lines)[:-9], "f", wanted="run", limits=COMMAND_LIMITS)
    with pytest.raises(FormatError, match="at most 100 times"):
        read(zstd(b"q1 Q0 d1 1 1 x\n" + b"     \n" * 2_000_000), "f", wanted="run", limits=COMMAND_LIMITS)


def compress_with(module: str) -> Callable[[bytes], bytes] | None:
    try:
        compress: Callable[[bytes], bytes] = import_module(module).compress
    except ImportError:
        return None
    return compress


def test_comments_and_words_after_the_tag() -> None:
    run = b"# query, doc, score: our best run\nq1 Q0 d1 1 3.5 tag of mine\n  # a b c d 1\nq1 Q0 #d2 2 1 x\n"
    qrels = b"# Q0 d1 1\nq1 0 d1 1\n# two words\nq1 0 #d2 0\n#q2 0 d1 1\n"

    for variant in (run, run.replace(b" ", b"\t"), gzip.compress(run)):
        for wanted in ("run", None):
            contents = read(variant, wanted=wanted)
            assert contents.run == {"q1": {"d1": 3.5, "#d2": 1.0}}
            assert set(contents.notes) == {
                "Lines that begin with # are comments.",
                "Words after the tag were passed over.",
            }
    for kind in ("qrels", None):
        judged = read(qrels, wanted=kind)
        assert judged.qrels == {"q1": {"d1": 1, "#d2": 0}}
        assert judged.lines == {"q1": 2}
        assert judged.notes == ("Lines that begin with # are comments.",)


def test_every_way_a_file_can_come() -> None:
    data = b"q1 Q0 d1 1 3.5 tag\n"
    for form in (data, bytearray(data), memoryview(data), data.decode(), io.BytesIO(data)):
        assert read(form).run == {"q1": {"d1": 3.5}}


def test_a_file_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "a.run.gz"
    path.write_bytes(gzip.compress(b"q1 Q0 d1 1 3.5 tag\n"))

    contents = read_file(str(path), wanted="run")

    assert contents.run == {"q1": {"d1": 3.5}}
    assert (contents.name, contents.format, contents.lines) == ("a.run.gz", "TREC run", {"q1": 1})
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none")


@pytest.mark.parametrize("step", [1, 2, 3, 7, 64])
def test_where_pieces_end_changes_nothing(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    rng = random.Random(step)
    files = [*SEEDS, *(mutated(rng.choice(SEEDS), rng) for _ in range(150))]
    whole = [outcome(data) for data in files]

    monkeypatch.setattr(decoding, "READ_BYTES", step)

    assert [outcome(data) for data in files] == whole


def outcome(data: bytes) -> object:
    try:
        return read(data, "f")
    except FormatError as error:
        return str(error)


def run_of_lines(lines: int) -> bytes:
    return b"".join(b"q%d Q0 d%d 1 %d x\n" % (i // 100, i, i) for i in range(lines))


BIG = run_of_lines(60_000)
BIG_JSON = b"{%s}" % b",".join(
    b'"q%d": {%s}' % (q, b",".join(b'"d%d": 0.5' % d for d in range(500))) for q in range(200)
)


@pytest.mark.parametrize("data", [BIG, gzip.compress(BIG), BIG_JSON], ids=["run", "gzip", "json"])
def test_progress_goes_up_to_the_end(data: bytes) -> None:
    told: list[tuple[int, int]] = []

    read(data, progress=lambda done, total: told.append((done, total)))

    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert {total for _, total in told} == {len(data)}
    assert told[-1] == (len(data), len(data))
    if len(data) > 1_000_000:
        assert 3 < len(told) < len(data) // 1000


class Cancelled(Exception):  # noqa: N818 - nothing went wrong
    pass


@pytest.mark.parametrize("data", [BIG, BIG_JSON], ids=["run", "json"])
def test_reading_can_be_cancelled(data: bytes) -> None:
    told: list[int] = []

    def progress(done: int, _: int) -> None:
        told.append(done)
        if done > len(data) // 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        read(data, progress=progress)
    assert told[-1] < len(data)


def test_total_is_not_known_of_a_stream() -> None:
    told: list[tuple[int, int]] = []

    read(io.BytesIO(BIG), progress=lambda done, total: told.append((done, total)), limits=COMMAND_LIMITS)

    assert {total for _, total in told} == {0}
    assert told[-1][0] == len(BIG)


def test_nothing_is_written_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("no file may be opened")

    monkeypatch.setattr(builtins, "open", refuse)
    monkeypatch.setattr(io, "open", refuse)
    monkeypatch.setattr(os, "open", refuse)
    for data in SEEDS:
        outcome(data)
    read(gzip.compress(BIG))


def test_a_corrected_layout_is_followed() -> None:
    data = b"a,b,c\nq1,d1,3\nq1,d2,1\n"
    guessed = read(data).layout
    assert isinstance(guessed, Layout)

    contents = read(data, layout=guessed.assign("score", 2))
    judged = read(data, layout=guessed.assign("grade", 2))

    assert contents.run == {"q1": {"d1": 3.0, "d2": 1.0}}
    assert judged.qrels == {"q1": {"d1": 3, "d2": 1}}
    assert judged.run is None


def test_notes_say_what_was_put_right() -> None:
    data = b"\xef\xbb\xbfdoc;score;title\r\nd1;0,5;'=1\r\n"

    contents = read(data)

    assert contents.run == {"query": {"d1": 0.5}}
    assert contents.titles == {"d1": "=1"}
    assert set(contents.notes) == {
        "The file began with a byte order mark, which was left out.",
        "The file has Windows line ends.",
        "Decimal commas were read as points.",
        "Apostrophes that keep a spreadsheet from running a cell were taken off.",
    }


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ("q1 Q0 d7 1 1 x\nq1 Q0 d7\u200b 2 0.5 x\n", r"'d7\u200b' of a document"),
        ("q1\u200f 0 d7 1\n", r"'q1\u200f' of a query"),
        ("doc,score\nd\u00ad7,1\n", r"'d\xad7' of a document"),
    ],
)
def test_ids_that_look_alike_and_are_not_are_named(data: str, named: str) -> None:
    (note,) = read(data).notes
    assert note == (
        f"Some ids hold characters that nobody sees, such as {named}: two that look alike may not be the same."
    )


def test_ids_in_any_script_are_as_usual() -> None:
    assert read("q1 Q0 документ-7 1 1 x\nq1 Q0 文書 2 0.5 x\n").notes == ()


def test_whole_scores_in_json_are_asked_about() -> None:
    contents = read(b'{"q1": {"d1": 2}}', wanted="run")

    assert contents.run == {"q1": {"d1": 2.0}}
    assert contents.notes == ("All scores are whole numbers: are these judgments?",)
    assert read(b'{"q1": {"d1": "0.5"}}', wanted="run").notes == ()


def test_ranks_and_scores_that_may_be_swapped_are_asked_about() -> None:
    contents = read(b"Q0 Q0 d1 3.5 1 x\nQ0 Q0 d2 2.5 2 x\n")

    assert contents.run == {"Q0": {"d1": 1.0, "d2": 2.0}}
    assert contents.notes == (trec.SWAPPED_NOTE,)


def test_lines_in_any_order_and_blank_ones() -> None:
    data = b"\nq1 Q0 a 1 2 x\n\nq2 Q0 a 1 1 x\r\n\r\nq1 Q0 b 2 1 x"
    contents = trec.read_run(Source(data))

    assert contents.run == {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 1.0}}
    assert contents.lines == {"q1": 2, "q2": 4}


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no format 'xml'"):
        read(b"", form="xml")


@pytest.mark.parametrize(
    "data",
    [
        b'{"query": "q1", "doc": "d1", "score": 2}\n{"query": "q1", "doc": "d2", "score": 1.5}\n',
        b'[{"qid": "q1", "docno": "d1", "rsv": 2}, {"qid": "q1", "docno": "d2", "rsv": "1.5"}]',
        b'{"q1": {"d1": 2.0, "d2": 1.5}}',
        b"query,doc,score\nq1,d1,2\nq1,d2,1.5\n",
        b"query, doc, score\nq1, d1, 2\nq1, d2, 1.5\n",
        b'"sep=;"\nquery;doc;score\nq1;d1;2\nq1;d2;1,5\n',
        b"query;doc;score;;\nq1;d1;2;;\n;;;;\nq1;d2;1,5;;\n ; ;\n;;;;\n",
        b"q1|d1|2.0\nq1|d2|1.5\n",
        b"q1 Q0 d1 1 2 x\nq1 Q0 d2 1 1.5 x\n",
    ],
)
def test_one_run_in_many_shapes(data: bytes) -> None:
    assert read(data, wanted="run").run == {"q1": {"d1": 2.0, "d2": 1.5}}


@pytest.mark.parametrize(
    "data",
    [
        b'{"q1": ["d1", "d2"]}',
        b"query,doc\nq1,d1\nq1,d2\n",
        b"q1\td1\t1\nq1\td2\t2\n",
        b"query,rank,doc\nq1,1,d1\nq1,2,d2\n",
    ],
)
def test_one_order_in_many_shapes(data: bytes) -> None:
    assert read(data, wanted="run").run == {"q1": {"d1": -1.0, "d2": -2.0}}


NAMES = st.sampled_from("abcd")
RUNS = st.dictionaries(NAMES, st.dictionaries(NAMES, st.sampled_from([0.5, 1.0, 2.0])))
JUDGMENTS = st.dictionaries(NAMES, st.dictionaries(NAMES, st.integers(-1, 3), min_size=1))


@given(RUNS, JUDGMENTS, st.integers(1, 3))
def test_the_preview_counts(run: Run, qrels: Qrels, threshold: int) -> None:
    seen = count_contents(run, qrels, threshold=threshold)

    results = [(query, doc) for query, docs in run.items() for doc in docs]
    grades = {(query, doc): grade for query, docs in qrels.items() for doc, grade in docs.items()}
    assert seen.queries == len(run)
    assert seen.documents == len(results)
    assert seen.judged == len(grades)
    assert seen.relevant == len([grade for grade in grades.values() if grade >= threshold])
    assert seen.negative == list(grades.values()).count(-1)
    assert seen.unjudged == len([pair for pair in results if pair[0] in qrels and pair not in grades])
    assert seen.without_judgments == len([query for query in run if query not in qrels])
    assert seen.without_results == len([query for query in qrels if query not in run])
    tied = 0
    for docs in run.values():
        scores = sorted(docs.values())
        tied += sum(a == b for a, b in pairwise(scores))
    assert seen.ties == tied


def test_the_preview_in_words() -> None:
    seen = count_contents(
        {"q1": {"a": 1.0, "b": 1.0, "c": 0.5}, "q2": {"a": 1.0}, "q9": {"a": 1.0}},
        {"q1": {"a": 3, "x": -2}, "q2": {"b": 0}, "q3": {"c": 1}},
        notes=["The file has Windows line ends."],
    )

    assert seen.sentences() == [
        "3 queries with 5 results, 1 to 3 each.",
        "4 judgments, 2 of them relevant, grades up to 3.",
        "3 results: nobody judged them.",
        "1 result: it has the score of the one above; the greater id comes first.",
        "1 grade below 0, counted as not judged, and so as not relevant.",
        "1 query without judgments, left out.",
        "1 judged query without results, counted with an empty list.",
        "The file has Windows line ends.",
    ]


def test_the_preview_of_one_file_only() -> None:
    assert count_contents(None, {"q": {"a": 1}}).sentences() == [
        "1 query with 0 results.",
        "1 judgment, 1 of them relevant.",
    ]
    assert count_contents({"q": {"a": 1.0}, "r": {"a": 2.0}}, None).sentences() == ["2 queries with 2 results, 1 each."]
    assert count_contents(None, None) == Preview()


@pytest.mark.parametrize(("rule", "score"), [("first", 3.0), ("last", 1.0)])
def test_one_line_of_a_document_that_is_there_again_can_be_kept(rule: Duplicates, score: float) -> None:
    run = b"q1 Q0 a 1 3 t\nq1 Q0 b 2 2 t\nq2 Q0 a 1 5 t\nq1 Q0 a 3 1 t\nq1 Q0 c 4 0 t\n"

    found = read(run, "a.run", wanted="run", duplicates=rule)

    assert found.run == {"q1": {"a": score, "b": 2.0, "c": 0.0}, "q2": {"a": 5.0}}
    assert found.notes == (
        f"1 line lists a document again, in 1 query (line 4: query 'q1', document 'a'); the {rule} line of each counts",
    )


_ODD_LINES = (
    *("", "# a comment", "q1 Q0 d1 1 0.5", "q1 Q0 d1 1 0.5 tag more", "q1 0 d1 1", "q1 Q0 d1 1 nan tag"),
    *("q1 Q0 d1 1 1_0 tag", "q1 Q0 d1 1 1e999 tag", "q1 Q0 d\u00e9 1 0.5 tag", f"q1 Q0 {'d' * 1001} 1 0.5 tag"),
    *("q1\x07 Q0 d1 1 0.5 tag", "q_1 Q0\td_1  1 0.5 tag", "q1 Q0 d1 1 x tag"),
)


@given(
    st.lists(
        st.builds("q{} Q0 d{} 1 {}.5 t".format, st.integers(1, 2), st.integers(1, 40), st.integers(0, 9))
        | st.sampled_from(_ODD_LINES),
        min_size=1,
        max_size=30,
    ),
    st.sampled_from(["refuse", "first", "last"]),
)
def test_lines_of_a_run_are_read_at_once_as_they_are_one_by_one(written: list[str], rule: Duplicates) -> None:
    def found(*lines: str, before: int = 0) -> object:
        source = Source("".join(f"{line}\n" for line in lines))
        source.duplicates = rule
        try:
            contents = trec.read_run(source)
        except FormatError as error:
            return error.expected, error.found, error.hint, (error.line or before) - before
        run = [(query, [*scores.items()]) for query, scores in (contents.run or {}).items()]
        return run, {query: line - before for query, line in contents.lines.items()}, contents.tag

    # A comment makes each line be looked at by itself.
    assert found(*written) == found("# one by one", *written, before=1)
