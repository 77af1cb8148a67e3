"""“Your results” where there is no server: what is brought, what it comes to, and what makes no sense."""

from __future__ import annotations

import json
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from irviz.formats.limits import MOST_BYTES
from irviz.metrics import corrected
from irviz.scenarios.sample import sample
from irviz.static import results
from irviz.static.host import Host

if TYPE_CHECKING:
    from irviz.static.host import Frame

MARKUP = "<img/src=x/onerror=alert(1)>"
QRELS = f"q1 0 a 1\nq1 0 b 0\n{MARKUP} 0 `c`=$1$ 1\n"
RUN = f"q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\n{MARKUP} Q0 `c`=$1$ 1 0.5 x\n"
PYTERRIER = "qid,docid,docno,rank,score,query\n1,7,D7,0,9,cats\n1,4,D2,1,8,cats\n2,9,D5,0,3,dogs\n"


@pytest.fixture
def page() -> Host:
    host = Host()
    host.opened("results", {})
    return host


def bring(page: Host, slot: str, name: str, text: str) -> dict[str, Any]:
    data = text.encode()
    return shown(page.brought(slot, [(name, len(data), data)]))


def paste(page: Host, **texts: str) -> dict[str, Any]:
    for slot, words in texts.items():
        ask(page, paste={"slot": slot, "text": words})
    return shown(page.frame())


def ask(page: Host, /, **request: Any) -> Frame:
    return page.told("results", "request", {"count": 1, **request})


def shown(frame: Frame) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(frame.main[0].data)
    assert "fault" not in found
    return found


def told(data: dict[str, Any]) -> str:
    """All that it says in paragraphs and tables."""
    parts = ("faults", "next", "understood", "means", "spread", "tested", "all", "said", "shown")
    layers = (data, data.get("taken", {}), data.get("opened", {}))
    return unescape("".join(layer.get(part, "") for layer in layers for part in parts))


def test_the_sample_says_what_the_other_edition_says(page: Host) -> None:
    data = shown(ask(page, sample=True))["taken"]

    wanted = sample()
    assert f"Means over {len(wanted.queries)} queries" in data["means"]
    assert all(f"{mean:.4f}" in data["means"] for mean in wanted.means("B", 10).values())
    values = wanted.values("A", 10)["nDCG"]
    assert [row[:2] for row in data["table"]["rows"]] == [
        [query, f"{value:.4f}"] for query, value in zip(wanted.queries, values, strict=True)
    ]


def test_files_are_understood_and_taken(page: Host) -> None:
    first = bring(page, "a", "a.run", RUN)
    assert first["next"] == "a.run: 2 queries. Now the judgments that belong to this run."
    assert not first["ready"]
    both = bring(page, "qrels", "qrels.txt", QRELS)
    assert "2 queries with 3 results" in both["understood"]
    assert both["ready"]
    data = shown(ask(page, use=True))
    assert "Means over 2 queries" in told(data)
    # Who takes a file off has what was taken, until other results are taken.
    off = shown(ask(page, off={"slot": "a", "file": 0}))
    assert off["slots"][1]["files"] == []
    assert not off["ready"]
    assert "Means over 2 queries" in told(off)


def test_markup_is_text(page: Host) -> None:
    paste(page, qrels=QRELS, a=RUN)
    data = shown(ask(page, use=True))
    assert "<img" not in json.dumps({**data, "slots": [], "taken": {**data["taken"], "table": {}}})
    opened = shown(ask(page, query=MARKUP))["opened"]
    assert "<img" not in opened["shown"]
    assert MARKUP in unescape(opened["shown"])


@pytest.mark.parametrize(
    ("qrels", "run", "said"),
    [
        (RUN, RUN, "line 1: expected 4 columns"),
        (QRELS, "q1 Q0 a 1 nan x", "expected a finite number as the score, found"),
        (QRELS, "q9 Q0 a 1 2 x", "do the two files belong together?"),
    ],
)
def test_damage_is_one_line_and_what_was_there_stays(
    page: Host, qrels: str, run: str, said: str
) -> None:
    ask(page, sample=True)
    data = paste(page, qrels=qrels, a=run)
    assert said in told(data)
    assert 'role="alert"' in data["faults"]
    assert not data["ready"]
    assert f"Means over {len(sample().queries)} queries" in told(data)


def test_pasted_text_has_a_limit_and_a_name(page: Host) -> None:
    data = paste(page, a="q1 Q0 d 1 1 x\n" * 200_000)
    assert "Pasted run A: expected at most 2 MB, found 2.8 MB: bring it as a file" in told(data)
    assert "Pasted run A: line 1: expected" in told(paste(page, a="q1 0 a 0.5"))


def test_a_file_that_is_too_large_is_named_and_not_read(page: Host) -> None:
    data = shown(page.brought("qrels", [("all.txt", MOST_BYTES + 1, b"")]))
    assert "all.txt: expected at most 150 MB, found 150 MB" in told(data)
    assert "irviz evaluate all.txt RUN" in told(data)


def test_the_column_whose_ids_meet_the_judgments_wins_and_another_can_be_chosen(page: Host) -> None:
    def column(data: dict[str, Any]) -> str:
        (table,) = data["slots"][1]["tables"]
        (role,) = [one for one in table["roles"] if one["role"] == "document"]
        return str(table["names"][role["at"]])

    bring(page, "a", "run.csv", PYTERRIER)
    data = bring(page, "qrels", "numbers.csv", "qid,docid,label\n1,4,1\n2,9,1\n")
    assert column(data) == "docid"
    assert "Hardly anything is judged" not in told(data)
    chosen = {"place": "a", "file": "run.csv", "role": "document", "at": 2}
    data = shown(ask(page, column=chosen))
    assert column(data) == "docno"
    assert "Run A: none of its 3 results is judged." in told(data)
    # Another file in its place has its own columns.
    data = bring(page, "a", "run.csv", "query,document,score\n1,4,9\n2,9,3\n")
    assert column(data) == "document"


def test_several_runs_are_tested_in_pairs(page: Host) -> None:
    near = "q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\nq2 Q0 c 1 0.5 x\n"
    bring(page, "qrels", "q.txt", "q1 0 a 1\nq1 0 b 0\nq2 0 c 1\n")
    bring(page, "a", "a.run", near)
    bring(page, "b", "b.run", near)
    data = bring(page, "b", "c.run", near.replace("0.9", "0.1"))
    assert data["slots"][2]["files"] == ["b.run", "c.run"]
    data = shown(ask(page, use=True))
    assert "Every metric and every two runs" not in told(data)
    assert data["taken"]["runs"] == ["A", "B", "C", "two, to compare"]
    data = shown(ask(page, tests=True))
    assert "Every metric and every two runs" in told(data)
    collection = results.of(page.visit).taken
    assert collection is not None
    found = corrected(collection.comparisons(10))
    assert all(str(one.p) in told(data) for row in found.values() for one in row.values())


def test_the_table_is_sorted_searched_and_has_pages(page: Host) -> None:
    count = results.ROWS * 2 + 3
    qrels = "".join(f"q{i:03} 0 a 1\nq{i:03} 0 b 0\n" for i in range(count))
    run = "".join(f"q{i:03} Q0 a 1 {i % 2} x\nq{i:03} Q0 b 2 0.5 x\n" for i in range(count))
    paste(page, qrels=qrels, a=run)

    def table(**request: Any) -> dict[str, Any]:
        found: dict[str, Any] = shown(ask(page, **request))["taken"]["table"]
        return found

    first = table(use=True)
    assert (len(first["rows"]), first["found"], first["last"]) == (results.ROWS, count, 2)
    assert len(table(page=2)["rows"]) == 3
    up, down = table(sort=4), table(sort=4)
    assert (up["page"], up["rows"][0][4]) == (0, "0.5000")
    assert up["heads"][4] == "RR@10"
    assert down["rows"][0][0] == "q001"
    assert [row[0] for row in table(find="Q01")["rows"]] == [
        f"q{i:03}" for i in [*range(11, 20, 2), *range(10, 20, 2)]
    ]
    assert table(find="nothing")["rows"] == []


def test_more_metrics_and_a_text_that_is_none(page: Host) -> None:
    ask(page, sample=True)
    data = shown(ask(page, more=["Bpref", "MAP@"]))["taken"]
    assert data["more"] == ["Bpref"]
    assert "is no metric" in data["faults"]
    data = shown(ask(page, metric="Bpref"))["taken"]
    assert data["table"]["heads"] == [
        "Query",
        "Bpref A",
        "Bpref B",
        "B − A",
        "judged A",
        "judged B",
    ]


def test_a_change_on_the_board_moves_the_mean_and_stays(page: Host) -> None:
    ask(page, sample=True)
    before = ask(page, query="dark cat")
    assert [part.name for part in before.main[:2]] == ["results", "board"]
    assert "dark cat" in told(shown(before))
    given = json.loads(before.main[1].data)["board"]
    step = {"revision": 1, "do": "ideal"}
    message = {"client": "me", "revision": 1, "steps": [step], "link": given["link"]}
    page.told("board", "message", message)
    collection = results.of(page.visit).taken
    assert collection is not None
    assert collection.edits
    after = shown(page.frame())
    assert "moved by" in told(after)
    back = ask(page, back=True)
    assert [part.name for part in back.main] == ["results", "export"]
    assert shown(back)["taken"]["means"] != ""


def test_two_lists_go_to_compare_and_the_results_stay(page: Host) -> None:
    ask(page, sample=True)
    ask(page, run="both, to compare")
    frame = ask(page, query="white cat")
    assert frame.page == "compare"
    assert [part.name for part in frame.main[:2]] == ["board", "versus"]
    names = json.loads(frame.main[0].data)["board"]
    assert "white cat" in json.dumps(names)
    again = page.opened("results", {})
    assert "taken" in shown(again)
    # From the board of one of them as well.
    ask(page, run="A")
    ask(page, query="white cat")
    assert ask(page, compare="B").page == "compare"


def test_single_precision_is_asked_for_where_it_makes_a_difference(page: Host) -> None:
    tied = "q1 Q0 a 1 1.000000001 x\nq1 Q0 b 2 1.0 x\n"
    data = paste(page, qrels="q1 0 a 1\nq1 0 b 0", a=tied)
    assert "the results of 1 query then have another order" in data["precision"]["label"]
    assert "1.0000" in told(shown(ask(page, use=True)))
    ask(page, back=True)
    ask(page, single=True)
    assert "q1" in told(shown(ask(page, use=True)))  # one query alone opens on the board
    data = shown(ask(page, back=True))
    assert "Scores are compared in single precision" in told(data)
    assert "0.5000" in told(data)


def test_what_is_shared_are_all_queries_and_on_the_board_the_query(page: Host) -> None:
    def kinds(frame: Frame) -> set[str]:
        (menu,) = [part for part in frame.main if part.name == "export"]
        groups = json.loads(menu.data)["groups"]
        return {offer["kind"] for group in groups for offer in group["offers"]}

    many = ask(page, sample=True)
    assert {"csv", "tests-csv", "run-A", "run-B", "qrels"} <= kinds(many)
    assert "parquet" not in kinds(many)
    said = page.told("export", "ask", {"id": "1", "kind": "csv", "link": {}})
    (menu,) = [part for part in said.main if part.name == "export"]
    answer = json.loads(menu.data)["answer"]
    assert answer["name"] == "irviz-results-at-10.csv"
    assert answer["text"].count("\n") == 2 * (len(sample().queries) + 1) + 1
    assert {"csv", "python", "png"} <= kinds(ask(page, query="white cat"))


@pytest.mark.parametrize(
    "request_",
    [
        None,
        7,
        "sample",
        [],
        {"paste": {"slot": "nowhere", "text": "x"}},
        {"paste": {"slot": "a", "text": 4}},
        {"off": {"slot": "a", "file": -1}},
        {"off": {"slot": "a", "file": 40}},
        {"column": {"place": "a", "file": "x", "role": "document", "at": 3}},
        {"k": 0},
        {"k": 10**9},
        {"k": "five"},
        {"metric": "nothing"},
        {"more": [3]},
        {"pictures": True},
        {"run": "Z"},
        {"pair": ["A", "Z"]},
        {"sort": 99},
        {"page": 99},
        {"page": -1},
        {"query": "no such query"},
        {"compare": "B"},
        {"back": 4},
    ],
)
def test_what_makes_no_sense_changes_nothing(page: Host, request_: Any) -> None:
    before = shown(ask(page, sample=True))

    after = shown(page.told("results", "request", request_))

    after["taken"]["table"]["sort"] = before["taken"]["table"]["sort"]
    assert after == before
