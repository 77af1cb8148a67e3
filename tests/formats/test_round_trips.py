"""What is written and read again is what it was, in every format."""

from __future__ import annotations

import gzip
import json
import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irviz.formats import Qrels, Run, Source, json_results, read, table, trec, typed
from irviz.formats.spreadsheet import guard_text, remove_guard
from tests.formats.strategies import ids, links, qrels, runs, titles, words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def exact(run: Run | None) -> object:
    """With -0.0 told from 0.0, which are equal."""
    assert run is not None
    return {
        query: {document: (score, math.copysign(1, score)) for document, score in listed.items()}
        for query, listed in run.items()
    }


def documents(queries: Mapping[str, Mapping[str, float]]) -> set[str]:
    return {document for listed in queries.values() for document in listed}


def records(run: Run, qrels: Qrels, titles: dict[str, str], pictures: dict[str, str]) -> str:
    """Run and judgments as a list of records in JSON, one in a line, with what is known of each document."""
    found = []
    for query in dict.fromkeys([*run, *qrels]):
        scores, grades = run.get(query, {}), qrels.get(query, {})
        for document in dict.fromkeys([*scores, *grades]):
            record = {"query": query, "document": document}
            fields: dict[str, Mapping[str, object]]
            fields = {"score": scores, "grade": grades, "title": titles, "picture": pictures}
            found.append(record | {k: of[document] for k, of in fields.items() if document in of})
    return "[\n" + ",\n".join(map(json.dumps, found)) + "\n]\n"


def test_json_has_every_character_as_it_is_and_no_number_that_json_lacks() -> None:
    assert json_results.write({"größe": {"猫": 1}}) == '{\n"größe": {"猫": 1}\n}\n'
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_results.write({"q": {"d": math.nan}})


@given(runs(words))
def test_trec_run(run: Run) -> None:
    assert exact(read(trec.write_run(run), wanted="run").run) == exact(run)


@given(runs(words))
def test_trec_run_is_in_the_order_of_its_ranks(run: Run) -> None:
    again = trec.read_run(Source(trec.write_run(run))).run

    assert again is not None
    for listed in again.values():
        pairs = [(score, document) for document, score in listed.items()]
        assert pairs == sorted(pairs, reverse=True)


@given(qrels(words))
def test_trec_qrels(qrels: Qrels) -> None:
    assert read(trec.write_qrels(qrels), wanted="qrels").qrels == qrels


@given(runs(), st.sampled_from([",", "\t", ";", "|"]))
def test_table_of_a_run(run: Run, delimiter: str) -> None:
    contents = read(table.write(run, delimiter=delimiter), wanted="run")

    assert exact(contents.run) == exact(run)
    assert contents.qrels is None


@given(qrels(), st.sampled_from([",", "\t", ";", "|"]))
def test_table_of_judgments(qrels: Qrels, delimiter: str) -> None:
    contents = read(table.write(None, qrels, delimiter=delimiter), wanted="qrels")

    assert contents.qrels == qrels
    assert contents.run is None


@given(runs(), qrels(), st.dictionaries(ids, titles), st.dictionaries(ids, links))
def test_table_of_everything(run: Run, qrels: Qrels, titles: dict[str, str], pictures: dict[str, str]) -> None:
    contents = read(table.write(run, qrels, titles, pictures))

    there = documents(run) | documents(qrels)
    assert exact(contents.run) == exact(run)
    assert contents.qrels == qrels
    assert contents.titles == {d: text for d, text in titles.items() if d in there}
    assert contents.pictures == {d: link for d, link in pictures.items() if d in there}


@given(runs())
def test_json_of_a_run(run: Run) -> None:
    assert exact(read(json_results.write(run)).run) == exact(run)


@given(qrels())
def test_json_of_judgments(qrels: Qrels) -> None:
    assert read(json_results.write(qrels)).qrels == qrels


@given(runs(), qrels(), st.dictionaries(ids, titles), st.dictionaries(ids, links))
def test_json_records(run: Run, qrels: Qrels, titles: dict[str, str], pictures: dict[str, str]) -> None:
    contents = read(records(run, qrels, titles, pictures))

    there = documents(run) | documents(qrels)
    assert exact(contents.run) == exact(run)
    assert contents.qrels == qrels
    assert contents.titles == {d: text for d, text in titles.items() if d in there}
    assert contents.pictures == {d: link for d, link in pictures.items() if d in there}


@given(st.lists(st.lists(st.integers(0, 99), min_size=1, max_size=9), min_size=1, max_size=4))
def test_typed_lists(lists: list[list[int]]) -> None:
    contents = typed.read(Source(typed.write(lists)))

    assert contents.qrels is not None
    assert [list(grades.values()) for grades in contents.qrels.values()] == lists


@given(runs(words), st.booleans(), st.booleans(), st.booleans())
def test_bom_line_ends_and_packing_change_nothing(run: Run, bom: bool, windows: bool, packed: bool) -> None:
    data = trec.write_run(run).encode()
    data = data.replace(b"\n", b"\r\n") if windows else data
    data = b"\xef\xbb\xbf" + data if bom else data
    data = gzip.compress(data) if packed else data

    assert exact(read(data).run) == exact(run)


@pytest.mark.parametrize("convert", [trec.write_run, table.write, json_results.write])
@given(run=runs(words))
def test_lone_carriage_returns_end_lines(convert: Callable[[Run], str], run: Run) -> None:
    text = convert(run)

    assert exact(read(text.replace("\n", "\r"), wanted="run").run) == exact(run)


@given(st.text(st.characters(codec="utf-8")))
def test_guarding_a_cell_can_be_undone(text: str) -> None:
    assert remove_guard(guard_text(text)) == text


@given(st.text(st.sampled_from("=+-@;'\" ,ax＝\t\n\r"), max_size=12))
def test_guarding_a_nasty_cell_can_be_undone(text: str) -> None:
    assert remove_guard(guard_text(text)) == text
