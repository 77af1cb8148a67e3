"""“Your results”: what is brought is understood or refused in a line, compared, and opened on the board."""

from __future__ import annotations

import gc
import json
import re
import weakref
from gzip import compress
from html import unescape
from importlib.util import find_spec
from math import comb
from typing import TYPE_CHECKING, Any

import pytest

from irviz.formats.errors import MAX_FILE_BYTES
from irviz.metrics import Judged, corrected, nDCG
from irviz.metrics.incomplete import mean_known
from irviz.pages import results
from irviz.pages.host import Host
from irviz.pages.results import UserFile
from irviz.scenarios.pairs import PAIRED
from irviz.scenarios.sample import make_sample
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.collection import MAX_BOUNDED_LISTS, Collection
from irviz.state.curves.lookahead import make_key
from irviz.state.session import Session
from irviz.state.tied_ranks import write_ties
from irviz.views.elements import Element
from irviz.views.results import render_unjudged
from tests.views.described import attributes, elements, html

if TYPE_CHECKING:
    from irviz.pages.host import Frame

MARKUP = "<img/src=x/onerror=alert(1)>"
QRELS = f"q1 0 a 1\nq1 0 b 0\n{MARKUP} 0 `c`=$1$ 1\n"
RUN = f"q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\n{MARKUP} Q0 `c`=$1$ 1 0.5 x\n"
PYTERRIER = "qid,docid,docno,rank,score,query\n1,7,D7,0,9,cats\n1,4,D2,1,8,cats\n2,9,D5,0,3,dogs\n"
MEANS = f"Means over {len(make_sample().queries)} queries"


@pytest.fixture
def page() -> Host:
    host = Host()
    host.open_page("results", {})
    return host


def bring(page: Host, slot: str, name: str, text: str) -> dict[str, Any]:
    data = text.encode()
    return shown(page, page.add_files(slot, [(name, len(data), UserFile(data))]))


def paste(page: Host, **texts: str) -> dict[str, Any]:
    for slot, words in texts.items():
        ask(page, fields={f"text-{slot}": words})
    return shown(page)


def ask(page: Host, /, **request: Any) -> Frame:
    return page.handle_message("results", "request", {"count": 1, **request})


def use(page: Host, **request: Any) -> dict[str, Any]:
    """What many queries come to, after a request."""
    found: dict[str, Any] = shown(page, ask(page, **(request or {"use": True})))["results"]
    return {**found, **found.get("values", {})}


def shown(page: Host, frame: Frame | None = None) -> dict[str, Any]:
    """What the page shows, by name, with what is described as HTML."""
    part = (frame or page.frame()).data["results"]
    assert json.loads(json.dumps(part)) == part
    found: dict[str, Any] = read(results.page_data(page))
    return {**found, "summary": "".join(filter(None, found.get("summary", ())))}


def read(one: Any) -> Any:
    if isinstance(one, Element):
        return html([one])
    if isinstance(one, dict):
        return {name: read(value) for name, value in one.items()}
    return [*map(read, one)] if isinstance(one, list | tuple) else one


def collection(page: Host) -> Collection:
    found = results.results_of(page.visit).taken
    assert found is not None
    return found


def told(data: dict[str, Any]) -> str:
    """All that it says in paragraphs and tables."""
    return unescape(written(data))


def written(data: dict[str, Any]) -> str:
    parts = (
        "faults",
        "next_step",
        "summary",
        "means",
        "distribution",
        "comparison",
        "all_tests",
        "query_fault",
        "working",
    )
    results = data.get("results", {})
    layers = (data, results, results.get("values", {}), data.get("open_query", {}))
    return "".join(layer.get(part) or "" for layer in layers for part in parts)


def test_the_sample_is_one_click_away(page: Host) -> None:
    data = use(page, sample=True)

    wanted = make_sample()
    assert MEANS in data["means"]
    assert all(f"{mean:.4f}" in data["means"] for mean in wanted.means("B", 10).values())
    values = wanted.values("A", 10)["nDCG"]
    assert [row[:2] for row in data["table"]["rows"]] == [
        [query, f"{value:.4f}"] for query, value in zip(wanted.queries, values, strict=True)
    ]
    assert "paired randomisation test" in data["comparison"]
    assert re.search(r"p = 0\.\d{4}</b>", data["comparison"])
    ways = r"(\d+) queries differ, and all ([\d,]+) ways were counted\."
    counted = re.search(ways, data["comparison"])
    assert counted
    assert int(counted[2].replace(",", "")) == 2 ** int(counted[1])


def runs(count: int, better: int) -> dict[str, str]:
    """Queries that run A and run B get right in turns, and B some more; each differs by 1 or not."""
    right = [(i % 2 == 0, i % 2 == 1 or i < better) for i in range(count)]
    qrels = "".join(f"q{i} 0 a 1\nq{i} 0 b 0\n" for i in range(count))
    a, b = (
        "".join(f"q{i} Q0 a 1 {2 * one[side]} x\nq{i} Q0 b 1 1 x\n" for i, one in enumerate(right)) for side in (0, 1)
    )
    return {"qrels": qrels, "a": a, "b": b}


def test_a_p_value_shows_the_digits_that_hold(page: Host) -> None:
    # 45 queries differ, 30 of them in favour of B, for each metric that looks at the first rank.
    paste(page, **runs(60, 30))
    tested = use(page)["comparison"]
    found = re.search(r"<b>p = (0\.\d{4}) ± (0\.000\d)</b>", tested)
    assert found
    exact = 2 * sum(comb(45, losses) for losses in range(16)) / 2**45
    assert abs(float(found[1]) - exact) < 4 * float(found[2])
    drawn = re.search(r"estimated from ([\d,]+) of these ways, drawn at random; ± is", tested)
    # More than the least, since the third decimal of a value near 0.04 asks for them.
    assert drawn
    assert int(drawn[1].replace(",", "")) > 100_000


@pytest.mark.parametrize("count", [60, 80])
def test_no_p_value_is_0_or_made_of_nothing(page: Host, count: int) -> None:
    # Run B alone is right on half of the queries: counted with 30, drawn with 40.
    paste(page, **runs(count, count))
    tested = use(page)["comparison"]
    assert "p = 0.0000" not in tested
    assert "p &lt; 0.0001" in tested
    assert "±" not in tested
    tested = use(page, metric="R")["comparison"]
    assert "p = 1.0000" in tested
    assert "No query differs, so every way does." in tested


def test_files_are_understood_and_taken(page: Host) -> None:
    first = bring(page, "a", "a.run", RUN)
    assert first["next_step"] == "a.run: 2 queries. Now the judgments that belong to this run."
    assert not first["is_ready"]
    both = bring(page, "qrels", "qrels.txt", QRELS)
    assert "2 queries with 3 results" in both["summary"]
    assert re.findall(r"<h(\d)", both["summary"]) == ["2", "3"]
    assert both["is_ready"]
    assert "Means over" not in told(both)
    data = shown(page, ask(page, use=True))
    assert "Means over 2 queries" in told(data)
    # Who takes a file off has what was taken, until other results are taken.
    off = shown(page, ask(page, remove={"slot": "a", "file": 0}))
    assert off["slots"][1]["files"] == []
    assert not off["is_ready"]
    assert "Means over 2 queries" in told(off)


def test_markup_is_text(page: Host) -> None:
    paste(page, qrels=QRELS, a=RUN)
    data = shown(page, ask(page, use=True))
    del data["slots"], data["results"]["values"]["table"]
    assert "<img" not in json.dumps(data)
    opened = shown(page, ask(page, query=MARKUP))["open_query"]
    assert "<img" not in opened["working"]
    assert MARKUP in unescape(opened["working"])


def test_markup_in_a_fault_is_text(page: Host) -> None:
    data = paste(page, qrels=QRELS, a=RUN.replace("0.9", MARKUP))
    assert "<img" not in written(data)
    assert "&lt;img" in data["faults"]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("qrels", "run", "said"),
    [
        (RUN, RUN, "line 1: expected 4 columns"),
        (QRELS, QRELS, "line 1: expected 6 columns"),
        (QRELS, "q1 Q0 a 1 nan x", "expected a finite number as the score, found"),
        (QRELS, "q1 Q0 a b 1 1 x", "line 1: expected 6 columns"),
        (QRELS, "q1 Q0 a 1 2 x\nq1 Q0 a 2 1 x", "line 2: "),
        ("q1 0 a 0.5", RUN, "line 1: expected"),
        (QRELS, "q9 Q0 a 1 2 x", "Pasted run A: line 1: expected judgments for each query, found none for"),
        (QRELS, "q9 Q0 a 1 2 x", "do the two files belong together?"),
        (QRELS, "doc,score\na,2\nb,1", "rows without a query are of “query”; add a column of queries"),
        (QRELS, "1 0 1 1 0", "or, as it has judgments itself, take the others out"),
    ],
)
def test_damage_is_one_line_and_what_was_there_stays(page: Host, qrels: str, run: str, said: str) -> None:
    ask(page, sample=True)
    data = paste(page, qrels=qrels, a=run)
    assert said in told(data)
    assert 'role="alert"' in data["faults"]
    assert not data["is_ready"]
    assert MEANS in told(data)


@pytest.mark.parametrize("typed", ["1 0 1 1 0", "10110", "1,0,1,1,0"])
def test_a_typed_list_is_run_a_with_its_judgments(page: Host, typed: str) -> None:
    data = paste(page, a=typed)
    assert data["is_ready"]
    assert "5 judgments, 3 of them relevant." in told(data)
    ask(page, use=True)
    assert page.visit.session.desk.boards[0].ranked == (1, 0, 1, 1, 0)


def test_a_typed_list_is_no_run_to_compare_and_no_judgments(page: Host) -> None:
    assert "Pasted run B: line 1: expected 6 columns" in told(paste(page, b="1 0 1 1 0"))
    assert not bring(page, "qrels", "list.txt", "10110")["is_ready"]


def test_ranks_are_no_scores_where_the_queries_are_found_by_hand(page: Host) -> None:
    rows = [(10 - at, f"d{at}", f"q{query}", at) for query in (1, 2) for at in range(1, 4)]
    run = "punkte,ergebnis,suche,platz\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
    bring(page, "qrels", "q.txt", "q1 0 d1 1\nq1 0 d3 0\nq2 0 d2 1\n")
    bring(page, "a", "a.csv", run)
    assert shown(page, ask(page, column={"place": "a", "file": "a.csv", "role": "query"}, at="2"))["is_ready"]
    use(page)
    ask(page, query="q1")
    board = page.visit.session.desk.boards[0]
    assert [board.items[index].id for index in board.order] == ["d1", "d2", "d3"]


def test_pasted_text_has_a_limit_and_a_name(page: Host) -> None:
    data = paste(page, a="q1 Q0 d 1 1 x\n" * 200_000)
    assert "Pasted run A: expected at most 2 MB, found 2.8 MB: bring it as a file" in told(data)
    assert "Pasted run A: line 1: expected" in told(paste(page, a="q1 0 a 0.5"))


def test_a_file_that_is_too_large_is_named_and_not_read(page: Host) -> None:
    data = shown(page, page.add_files("qrels", [("all.txt", MAX_FILE_BYTES + 1, UserFile(b""))]))
    assert "all.txt: expected at most 150 MB, found 150 MB" in told(data)
    assert "irviz evaluate all.txt RUN" in told(data)


def test_the_column_whose_ids_meet_the_judgments_wins_and_another_can_be_chosen(page: Host) -> None:
    def column(data: dict[str, Any]) -> str:
        (table,) = data["slots"][1]["tables"]
        (role,) = [one for one in table["roles"] if one["role"] == "document"]
        return str(table["names"][role["column"]])

    assert column(bring(page, "a", "run.csv", PYTERRIER)) == "docno"
    data = bring(page, "qrels", "numbers.csv", "qid,docid,label\n1,4,1\n2,9,1\n")
    assert column(data) == "docid"
    assert "Hardly anything is judged" not in told(data)
    chosen = {"place": "a", "file": "run.csv", "role": "document"}
    data = shown(page, ask(page, column=chosen, at="2"))
    assert column(data) == "docno"
    assert "Run A: none of its 3 results is judged." in told(data)
    # Another file in its place has its own columns.
    data = bring(page, "a", "run.csv", "query,document,score\n1,4,9\n2,9,3\n")
    assert column(data) == "document"
    # Other judgments are met by another column, which is said; and that is what comes to the board.
    bring(page, "a", "run.csv", PYTERRIER)
    data = bring(page, "qrels", "names.csv", "qid,docno,label\n1,D7,0\n1,D2,1\n2,D5,1\n")
    assert column(data) == "docno"
    assert "The column docno has the document ids, not docid." in told(data)
    use(page)
    ask(page, query="1")
    board = page.visit.session.desk.boards[0]
    assert [board.items[index].id for index in board.order] == ["D7", "D2"]
    assert board.grades[board.order[1]] == 1


def test_columns_are_guessed_and_can_be_put_right(page: Host) -> None:
    judged = "query,document,grade,strict\nq1,a,1,1\nq1,b,1,0\nq2,c,1,0\n"
    data = paste(page, qrels=judged, a="q1 Q0 b 1 0.9 x\nq2 Q0 c 1 0.5 x")
    assert "3 judgments, 3 of them relevant." in told(data)
    chosen = {"place": "qrels", "file": "", "role": "grade"}
    assert "3 judgments, 1 of them relevant." in told(shown(page, ask(page, column=chosen, at="3")))


def test_a_run_of_strangers_is_a_loud_warning(page: Host) -> None:
    qrels = "q1 0 a 1\nq1 0 b 0\nq2 0 d 1\n"
    run = "q1 Q0 0b 1 0.9 x\nq1 Q0 0a 2 0.5 x\nq2 Q0 c 1 0.5 x\n"
    data = paste(page, qrels=qrels, a=run)

    assert 'role="alert"' in data["summary"]
    assert "Hardly anything is judged" in told(data)
    assert (
        "Run A: none of its 3 results is judged. It has ids such as “0b” and “0a”, the judgments such "
        "as “a” and “b”. They differ in leading zeros."
    ) in told(data)
    # It is a warning: whoever knows better goes on.
    assert "Means over 2 queries" in use(page)["means"]


def test_several_runs_are_tested_in_pairs_and_corrected_for_their_number(page: Host) -> None:
    two = make_sample()
    three = Collection(
        two.qrels,
        {**two.runs, "C": two.runs["A"]},
        two.titles,
        files={"A": "bm25.run", "B": f"{MARKUP}.run", "C": "rerank.run"},
    )
    results.results_of(page.visit).show_collection(three)
    data = shown(page)
    assert "bm25.run" in written(data)
    assert "<img" not in written(data)
    assert "Every metric and every two runs" not in told(data)
    assert data["results"]["values"]["runs"] == ["A", "B", "C", "two, to compare"]
    assert data["results"]["values"]["tests"]["label"].startswith("Test every two runs")

    table = use(page, tests=True)["all_tests"]
    assert "Every metric and every two runs" in table
    assert "Of 18 tests some come out small by chance" in table
    heads = ["Difference", "Wins / ties / losses", "95\u00a0% interval", "p", "Holm", "t-test", "Holm"]
    assert heads == re.findall(r"<th scope=.col.>(.*?)</th>", table)
    found = three.comparisons(10)
    correct = corrected(found)
    for pair, comparison in found.items():
        for metric, one in comparison.items():
            head = rf"{pair[1]} − {pair[0]} <span[^>]*>{re.escape(str(metric))}</span>"
            row = re.search(rf"{head}(.*?)</tr>", table)
            assert row
            cells = re.findall(r"<td[^>]*>(.*?)</td>", row[1])
            again = correct[pair][metric]
            assert cells[1] == f"{one.wins} / {one.ties} / {one.losses}"
            tests = [*map(str, (one.interval, one.p, again.p, one.t, again.t))]
            assert [*map(unescape, cells[2:])] == tests


def test_several_files_are_runs_beside_each_other(page: Host) -> None:
    near = "q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\nq2 Q0 c 1 0.5 x\n"
    bring(page, "qrels", "q.txt", "q1 0 a 1\nq1 0 b 0\nq2 0 c 1\n")
    bring(page, "a", "a.run", near)
    bring(page, "b", "b.run", near)
    data = bring(page, "b", "c.run", near.replace("0.9", "0.1"))
    assert data["slots"][2]["files"] == ["b.run", "c.run"]
    assert "Run C: c.run" in told(data)
    # One of a name that is there is one more; but one that cannot be read goes where it comes again.
    bring(page, "b", "c.run", "q1 Q0 a 1 x x\n")
    data = bring(page, "b", "c.run", near.replace("0.9", "0.1"))
    assert data["slots"][2]["files"] == ["b.run", "c.run", "c.run"]
    assert not data["faults"]
    ask(page, remove={"slot": "b", "file": 2})
    # Who takes one off moves the others up.
    data = shown(page, ask(page, remove={"slot": "b", "file": 0}))
    assert data["slots"][2]["files"] == ["c.run"]
    assert "Run B: c.run" in told(data)
    assert not data["faults"]
    assert use(page)["runs"] == ["A", "B", "both, to compare"]


def test_more_runs_than_there_are_letters_are_refused_in_a_line(page: Host) -> None:
    for number in range(27):
        data = bring(page, "b", f"{number}.run", "q1 Q0 a 1 0.5 x\n")
    assert told(data).count("at most 25 runs can be compared with run A") == 1


def test_the_numbers_of_two_runs_are_those_of_the_package(page: Host) -> None:
    data = use(page, sample=True)
    one = make_sample().compare(PLOTTED[-1], 10)
    said = re.sub("</?b>", "", unescape(data["comparison"]))
    assert f"{one.interval} is where 95\u00a0% of 9,999 bootstrap resamples" in said
    assert f"p = {one.t} paired t-test" in said


def test_how_much_is_judged_is_a_column_only_where_something_is_not() -> None:
    run = {"q1": {"a": 2.0, "b": 1.0}}
    for judged, columns in ({"a": 1, "b": 0}, []), ({"a": 1}, ["judged@2 A", "judged@2 B"]):
        two = Collection({"q1": judged}, {"A": run, "B": run})
        values = {name: two.values(name, 2) for name in two.runs}
        assert [*results.query_columns(two, values, PLOTTED[0], 2)][3:] == columns


@pytest.mark.parametrize(("count", "named"), [(8, "h7.example"), (9, "h7.example and 1 more")])
def test_hosts_of_pictures_are_named_up_to_some(count: int, named: str) -> None:
    pictures = {f"d{at}": f"https://h{at}.example/d.png" for at in range(count)}
    choice = results._pictures_choice(Collection({"q": {"d1": 1}}, {"A": {"q": {"d1": 1.0}}}, pictures=pictures))
    assert choice
    assert choice["label"].endswith(named)
    assert bool(choice["hosts"]) == (count > 8)


def test_the_judged_share_is_the_metric_of_that_name_also_of_an_empty_list_and_of_a_changed_one() -> None:
    runs = {"A": {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 3.0}}, "B": {"q1": {"b": 2.0, "a": 1.0}}}
    two = Collection({"q1": {"a": 1}, "q2": {"a": 1}}, runs, more=(Judged,))
    two = two.with_edit("A", "q1", two.board("A", "q1").grade(1, 0))
    values = {name: two.values(name, 2) for name in two.runs}
    columns = results.query_columns(two, values, PLOTTED[0], 2)
    assert [columns[f"judged@2 {name}"] for name in "AB"] == [[1.0, 1.0], [1.0, 0.0]]
    assert [columns[f"judged@2 {name}"] for name in "AB"] == [[*values[name]["Judged"]] for name in "AB"]
    brought = [mean_known(two.bound_each_query(name, PLOTTED[0], 2)) for name in "AB"]
    assert [one.judged for one in brought] == [two.original_means(name, 2)["Judged"] for name in "AB"]
    assert [one.unjudged for one in brought] == [1, 1]


def test_where_all_is_judged_nothing_is_said_of_what_nobody_judged(page: Host) -> None:
    other = "r Q0 a 1 2 x\n"
    run = f"{other}q Q0 b 1 2 x\nq Q0 a 2 1 x"
    paste(page, qrels="q 0 a 1\nq 0 b 0\nr 0 a 1", a=f"{other}q Q0 a 1 2 x\nq Q0 b 2 1 x", b=run)
    assert use(page)["unjudged"] is None
    assert "Run A: the only result is judged, judged@" in told(shown(page, ask(page, query="r")))
    ask(page, back=True)
    paste(page, b=run.replace("q Q0 a", "q Q0 c"))
    assert "What nobody judged" in use(page)["unjudged"]


def page_buttons(page: Host) -> list[tuple[str, bool, int]]:
    """Those below the table: their words, whether they are off, and to which page they lead."""
    found = elements(page.frame().data["results"]["view"])
    ours = [one for one in found if one[2:] in (["Earlier"], ["Later"]) and "page" in (one[1].get("say") or {})]
    return [(one[2], one[1]["disabled"], one[1]["say"]["page"]) for one in ours]


def test_the_table_is_sorted_searched_and_has_pages(page: Host) -> None:
    count = results.ROWS * 2 + 3
    qrels = "".join(f"q{i:03} 0 a 1\nq{i:03} 0 b 0\n" for i in range(count))
    run = "".join(f"q{i:03} Q0 a 1 {i % 2} x\nq{i:03} Q0 b 2 0.5 x\n" for i in range(count))
    paste(page, qrels=qrels, a=run)

    def table(**request: Any) -> dict[str, Any]:
        found: dict[str, Any] = shown(page, ask(page, **request))["results"]["values"]["table"]
        return found

    first = table(use=True)
    assert (first["sorted_column"], first["is_descending"], first["search"]) == (None, False, "")
    assert (len(first["rows"]), first["row_count"], first["last_page"]) == (results.ROWS, count, 2)
    assert len(table(page=2)["rows"]) == 3
    assert page_buttons(page) == [("Earlier", False, 1), ("Later", True, 3)]
    table(page=1)
    assert page_buttons(page) == [("Earlier", False, 0), ("Later", False, 2)]
    up, down = table(sort=4), table(sort=4)
    assert (up["page"], up["rows"][0][4]) == (0, "0.5000")
    assert up["heads"][4] == "RR@10"
    assert down["rows"][0][0] == "q001"
    by_query = table(sort=0)
    assert (by_query["sorted_column"], by_query["rows"][0][0], by_query["rows"][-1][0]) == (0, "q000", "q049")
    assert table(sort=0)["rows"][0][0] == f"q{count - 1:03}"
    assert table(sort=4)["sorted_column"] == table(sort=-1)["sorted_column"] == 4
    assert table(sort=4)["rows"][0][0] == "q001"
    assert [row[0] for row in table(find="Q01")["rows"]] == [f"q{i:03}" for i in [*range(11, 20, 2), *range(10, 20, 2)]]
    assert table(find="nothing")["rows"] == []


def test_more_metrics_are_had_by_choosing_them_and_a_text_that_is_none_is_said(page: Host) -> None:
    assert "Judged@10" not in use(page, sample=True)["means"]
    use(page, add="Judged")
    use(page, add=" Bpref ")
    data = use(page, add="MAP@")
    assert data["added_metrics"] == ["Judged", "Bpref"]
    assert "“MAP@” is no metric" in unescape(data["faults"])
    assert data["refused_metric"] == "MAP@"
    assert "Judged@10" in data["means"]
    for name, said in {
        "Bpref": "“Bpref” is there already<",
        "map": "“map” is there already; with a cutoff of its own, such as AP@10, it is another metric<",
        "P@1001": "“P@1001”: a cutoff is a whole number from 1 to 1,000<",
    }.items():
        refused = use(page, add=name)
        assert refused["added_metrics"] == ["Judged", "Bpref"]
        assert said in unescape(refused["faults"])
    more = use(page, add="P@1000")
    assert (more["added_metrics"], more["refused_metric"], more["faults"]) == (["Judged", "Bpref", "P@1000"], "", None)
    assert "“MAP@10” is there already<" in unescape((use(page, add="MAP@10"), use(page, add="MAP@10"))[1]["faults"])
    # Bpref brings its own cutoff.
    assert "Bpref" in data["means"]
    assert "Bpref@" not in data["means"]
    data = use(page, metric="Bpref")
    assert data["table"]["heads"] == ["Query", "Bpref A", "Bpref B", "B − A", "judged A", "judged B"]
    assert "Queries by Bpref<" in data["distribution"]
    assert "B against A by Bpref<" in data["comparison"]
    means = [f"{mean:.4f}" for mean in collection(page).means("A", 10).values()][-2:]
    assert all(mean in data["means"] for mean in means)
    assert "Bpref" in told(shown(page, ask(page, query="white cat")))


def test_a_change_on_the_board_moves_the_mean_and_stays(page: Host) -> None:
    ask(page, sample=True)
    before = ask(page, query="dark cat")
    assert before.main[:2] == ("results", "board")
    assert page.visit.session.desk.boards[0].query == "dark cat"
    assert "dark cat" in told(shown(page, before))
    assert "Mean of all" in told(shown(page, before))
    given = before.data["board"]
    step = {"revision": 1, "do": "ideal"}
    message = {"client": "me", "revision": 1, "steps": [step], "link": given["link"]}
    page.handle_message("board", "message", message)
    assert collection(page).edits
    after = shown(page)
    assert "Moved by" in told(after)
    back = ask(page, back=True)
    assert back.main == ("results", "export")
    assert MEANS in told(shown(page, back))
    assert page.visit.session.desk.boards[0].query == "dark cat"
    # What is of the changed list says so, and so does what is not.
    values = shown(page, back)["results"]["values"]
    assert "You have changed “dark cat” (run A): means, bars and the table count it as you have it." in values["means"]
    assert "without your changes" in values["comparison"]
    assert "without your changes" in use(page, tests=True)["all_tests"]
    assert values["table"]["changed_queries"] == ["dark cat"]
    # Taken back, which can be done when it is opened again, nothing says so.
    opened = ask(page, query="dark cat").data["board"]
    undo = {"client": "me", "revision": 2, "steps": [{"revision": 2, "do": "undo"}], "link": opened["link"]}
    page.handle_message("board", "message", undo)
    values = use(page, back=True)
    assert "You have changed" not in values["means"]
    assert "your changes" not in values["comparison"] + values["all_tests"]
    assert values["table"]["changed_queries"] == []


def test_two_lists_go_to_compare_and_the_results_stay(page: Host) -> None:
    ask(page, sample=True)
    ask(page, run="both, to compare")
    ask(page, k=5)
    frame = ask(page, query="dark cat")
    assert frame.page == "compare"
    assert frame.main[:2] == ("board", "versus")
    board = frame.data["board"]
    assert [one["query"] for one in board["queries"]] == ["run A", "run B"]
    assert board["examples"][-1]["title"] == "dark cat: run A and run B"
    # Its link opens the same lists, without the titles.
    again = Session.start(board["link"], PAIRED)
    assert again.notes == ()
    assert make_key(again.desk) == frame.data["versus"]["pattern"]
    # Explore has its own board still.
    assert "versus" not in page.open_page("explore", {}).data
    assert "results" in shown(page, page.open_page("results", {}))
    # Either is the first, and one is no pair.
    for at, run, pair in ((0, "B", ("B", "A")), (0, "A", ("A", "B")), (1, "A", ("B", "A"))):
        ask(page, pair=at, to=run)
        assert results.results_of(page.visit).pair == pair
    # From the board of one of them as well.
    ask(page, run="A")
    ask(page, query="white cat")
    assert ask(page, compare="Z").page == "results"  # there is no such run
    assert ask(page, compare="B").page == "compare"


def test_two_of_several_lists_go_to_compare(page: Host) -> None:
    two = make_sample()
    results.results_of(page.visit).show_collection(Collection(two.qrels, {**two.runs, "C": two.runs["A"]}, two.titles))
    assert use(page, run="two, to compare")["pair"] == ["A", "B"]
    assert use(page, pair=0, to="C")["pair"] == ["C", "B"]
    frame = ask(page, query="dark cat")
    assert [one["query"] for one in frame.data["board"]["queries"]] == ["run C", "run B"]


def test_single_precision_is_asked_for_where_it_makes_a_difference(page: Host) -> None:
    assert paste(page, qrels=QRELS, a=RUN)["precision"] is None
    near = "q1 0 a 1\nq1 0 b 0\nq2 0 a 1\nq3 0 a 0"
    tied = "q1 Q0 a 1 1.000000001 x\nq1 Q0 b 2 1.0 x\nq2 Q0 a 1 1 x\nq2 Q0 b 1 0.5 x\n"
    data = paste(page, qrels=near, a=tied)
    assert "the results of 1 query then have another order" in data["precision"]["label"]
    before = use(page)["means"]
    assert "single precision" not in before
    # MRR: 1, 1 and 0, and then 1/2, 1 and 0.
    assert "0.6667" in before
    assert shown(page, ask(page, single_precision=True))["results"]["values"]["means"] == before
    after = use(page)["means"]
    assert "Scores are compared in single precision, as pytrec_eval" in after
    assert "0.5000" in after
    ask(page, query="q1")
    board = page.visit.session.desk.boards[0]
    assert [board.items[index].id for index in board.order] == ["b", "a"]


def test_a_class_is_asked_about_the_query_that_is_open(page: Host) -> None:
    paste(page, qrels="p 0 a 1\nq 0 a 1", a="p Q0 a 1 3 x\np Q0 b 2 2 x\np Q0 c 3 1 x\nq Q0 a 1 1 x\n")
    ask(page, use=True)
    link = ask(page, query="p").data["board"]["link"]
    step = {"do": "stage", "revision": 1, "link": {**link, "k": "2"}}
    page.handle_message("board", "message", {"client": "me", "revision": 1, "steps": [step], "link": link})
    assert page.visit.session.staged
    ask(page, back=True)
    assert ask(page, query="q").data["rooms"]["question"] is None


def test_scores_of_a_run_are_ties_on_the_board(page: Host) -> None:
    run = "q Q0 a 1 2.5 x\nq Q0 b 2 2.5 x\nq Q0 c 3 1.00000001 x\nq Q0 d 4 1 x\n"
    paste(page, qrels="q 0 a 1\nq 0 b 0\nq 0 c 1", a=run)
    ask(page, use=True)
    assert write_ties(page.visit.session.desk.ties) == "1-2"
    ask(page, back=True)
    ask(page, single_precision=True)
    ask(page, use=True)
    assert write_ties(page.visit.session.desk.ties) == "1-2.3-4"


def test_one_query_alone_opens_on_the_board(page: Host) -> None:
    paste(page, qrels="q1 0 a 1\nq1 0 b 0", a="q1 Q0 a 1 0.9 x\nq1 Q0 b 2 0.5 x\n")
    frame = ask(page, use=True)
    assert "q1" in told(shown(page, frame))
    assert frame.main[:2] == ("results", "board")
    assert "Means over 1 query" in told(shown(page, ask(page, back=True)))


def test_what_is_shared_are_all_queries_and_on_the_board_the_query(page: Host) -> None:
    def kinds(frame: Frame) -> set[str]:
        return {one["say"]["kind"] for one in attributes(frame.data["export"]["view"]) if "say" in one}

    many = ask(page, sample=True)
    assert {"csv", "tests-csv", "run-A", "run-B", "qrels"} <= kinds(many)
    assert ("parquet" in kinds(many)) is (find_spec("pandas") is not None)
    said = page.handle_message("export", "ask", {"id": "1", "kind": "csv", "link": {}})
    answer = said.data["export"]["answer"]
    assert answer["name"] == "irviz-results-at-10.csv"
    assert answer["text"].count("\n") == 2 * (len(make_sample().queries) + 1) + 1
    assert {"csv", "python", "png"} <= kinds(ask(page, query="white cat"))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "request_",
    [
        None,
        7,
        "sample",
        [],
        {"fields": {"text-nowhere": "x"}, "number": "x"},
        {"fields": {"text-a": 4}},
        {"remove": {"slot": "a", "file": -1}},
        {"remove": {"slot": "a", "file": 40}},
        {"column": {"place": "a", "file": "x", "role": "document"}, "at": "3"},
        {"k": 0},
        {"k": 10**9},
        {"k": "five"},
        {"metric": "nothing"},
        {"add": 3},
        {"add": " "},
        {"drop": "nDCG@10"},
        {"pictures": True},
        {"run": "Z"},
        {"pair": 0, "to": "Z"},
        {"pair": 2, "to": "A"},
        {"sort": 99},
        {"page": 99},
        {"page": -1},
        {"query": "no such query"},
        {"compare": "B"},
        {"back": 4},
    ],
)
def test_what_makes_no_sense_changes_nothing(page: Host, request_: Any) -> None:
    before = shown(page, ask(page, sample=True))

    after = shown(page, page.handle_message("results", "request", request_))

    for one in (before, after):
        del one["results"]["values"]["table"]["sorted_column"]
    assert after == before


# What is kept.


def test_bytes_are_let_go_once_they_are_not_read_again(page: Host) -> None:
    qrels, run, table = (UserFile(one.encode()) for one in (QRELS, RUN, PYTERRIER))
    page.add_files("qrels", [("qrels.txt", 1, qrels)])
    page.add_files("a", [("a.run", 1, run)])
    assert (qrels.data, run.data) == (b"", b"")
    # What was read stays: the page says the same without the bytes.
    assert "2 queries with 3 results" in told(shown(page))
    # Its columns are chosen by the judgments, so it is read again with others.
    page.add_files("b", [("b.csv", 1, table)])
    assert table.data
    # What is replaced goes, whatever was chosen there.
    chosen = {"place": "b", "file": "b.csv", "role": "document"}
    ask(page, column=chosen, at="1")
    gone = weakref.ref(table)
    del table
    ask(page, remove={"slot": "b", "file": 0})
    gc.collect()
    assert gone() is None


def test_what_is_damaged_is_kept_until_it_is_taken_off(page: Host) -> None:
    for name in ("a.run", "a.run.gz"):
        data = shown(page, page.add_files("a", [(name, 1, UserFile(b"nonsense\x00"))]))
        assert data["faults"].count("<li>") == 1
        assert shown(page)["faults"] == data["faults"]
    assert shown(page, ask(page, remove={"slot": "a", "file": 0}))["faults"] is None


def test_what_is_brought_where_there_is_no_such_place_changes_nothing(page: Host) -> None:
    before = shown(page)
    assert shown(page, page.add_files("nowhere", [("a.run", 1, UserFile(b"x"))])) == before
    other = Host()
    other.open_page("explore", {})
    assert other.add_files("a", [("a.run", 1, UserFile(b"x"))]).page == "explore"
    assert shown(other, other.open_page("results", {}))["slots"][1]["files"] == []


def test_a_difference_that_lies_within_what_nobody_judged_is_called_so(page: Host) -> None:
    data = compress(b"q1 0 a 2\nq1 0 b 1\nq1 0 c 0\nq2 0 d 1\nq2 0 e 0\n")
    page.add_files("qrels", [("qrels.txt.gz", len(data), UserFile(data))])
    both = "q2 Q0 d 1 9 x\nq2 Q0 e 2 8 x\n"
    bring(page, "a", "pooled.run", f"q1 Q0 a 1 9 x\nq1 Q0 b 2 8 x\nq1 Q0 c 3 7 x\n{both}")
    bring(page, "b", "new.run", f"q1 Q0 new1 1 9 y\nq1 Q0 a 2 8 y\nq1 Q0 new2 3 7 y\n{both}")
    many = json.dumps(use(page), ensure_ascii=False)
    assert "What nobody judged, by nDCG@10" in many
    assert "instead of −0.260: the difference lies within what is not known." in many
    assert "At 1 of 2 queries the difference lies within what is not known." in many

    ask(page, run="both, to compare")
    two = json.dumps(ask(page, query="q1").data["versus"], ensure_ascii=False)
    assert "The judgments do not settle nDCG@3" in two
    assert "Judged are 3 of the first 3 of A and 1 of the first 3 of B" in two
    assert "B − A could be +0.383 instead of −0.520" in two


def test_where_there_is_too_much_to_tell_what_nobody_judged_that_is_said() -> None:
    runs = {name: {f"q{at}": {"x": 1.0} for at in range(MAX_BOUNDED_LISTS)} for name in "AB"}
    many = Collection({query: {"y": 1} for query in runs["A"]}, runs)
    few = Collection({"q0": {"y": 1}}, {name: {"q0": {"x": 1.0}} for name in "AB"})

    assert "irviz evaluate QRELS A B --compare" in read(render_unjudged(many, nDCG, 10))
    assert "What nobody judged, by nDCG@10" in read(render_unjudged(few, nDCG, 10))
    assert render_unjudged(Collection(few.qrels, {"A": few.runs["A"]}), nDCG, 10) is None
