"""What is shared from a board computes the numbers that the page shows, again and by other means."""

from __future__ import annotations

import csv
import io
import json
import warnings
from contextlib import redirect_stdout
from dataclasses import replace
from math import isnan, nan

import pytest

from irviz.formats import paired, read, write_ir_measures_script, write_irviz_script
from irviz.formats.errors import FormatError
from irviz.formats.export.boards import judgments, numbers, qrels_file, query_ids, run, run_file, stem, values
from irviz.lenses.ties import show
from irviz.metrics import AP, evaluate, nDCG
from irviz.scenarios.catalogue import CATALOGUE
from irviz.state.board import Below, Board, Item
from irviz.state.chosen_conventions import Conventions
from irviz.state.curves.series import compute_curves
from irviz.state.desk import MEAN, Desk
from tests.state.hand import unjudged

CONVENTIONS = [
    Conventions(),
    Conventions(ap="hits", p="min(n,k)", gain="exp", ideal="retrieved"),
    Conventions(ap="min(R,k)", gain="exp", discount="max(1,log2(i))", ideal="uncut", undefined=1.0),
    Conventions(ideal="top k", undefined="nan"),
]

OPENED = [(desk.id, name) for desk in CATALOGUE.values() for name in {desk.opened: 0, MEAN: 0}]

Lines = dict[tuple[str, str], float]


def opened(desk: str, name: str, conventions: Conventions = CONVENTIONS[0]) -> Desk:
    return replace(CATALOGUE[desk].open(name), conventions=conventions)


def nothing_relevant() -> Desk:
    desk = CATALOGUE["cats"]
    blank = replace(desk.boards[0], grades=(0,) * 8)
    return desk.replace_boards(blank).open(MEAN)


def brought() -> Desk:
    """A board as somebody's own results make it: three documents shown, two more relevant ones not."""
    items = tuple(Item(name, name) for name in ("=1+1", "d'2", "d3"))
    board = Board("result-1", "q7", items, (2, 0, 1), (1, 0, 3), missed=(3, 1), top=3)
    return Desk("results", (board,), board.id, 2).change_scale(3, 2)


DESKS = {
    **{f"{desk}/{name}": opened(desk, name) for desk, name in OPENED},
    **{f"conventions {i}": opened("graded", "white-cat-in-a-box", one) for i, one in enumerate(CONVENTIONS)},
    **{f"mean by conventions {i}": opened("feeds-graded", MEAN, one) for i, one in enumerate(CONVENTIONS)},
    **{f"blank by conventions {i}": replace(nothing_relevant(), conventions=one) for i, one in enumerate(CONVENTIONS)},
    "relevant from 3": opened("graded", "white-cat-in-a-box").change_scale(4, 3),
    "brought": brought(),
}


@pytest.fixture(params=list(DESKS.values()), ids=list(DESKS))
def desk(request: pytest.FixtureRequest) -> Desk:
    found: Desk = request.param
    return found


def printed(script: str) -> Lines:
    """What a copied script prints: by query (``all`` for the mean) and metric, the value."""
    out = io.StringIO()
    with redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of packages that are not ours
        exec(compile(script, "copied", "exec"), {})  # noqa: S102 - our own
    rows = [line.split("\t") for line in out.getvalue().splitlines()]
    return {(query, metric): float(value) for _, query, metric, value in rows}


def shown(desk: Desk) -> Lines:
    """The same from the page: every point of every curve, and of the curves of each open query."""
    ones = {query: desk.open(board) for board, query in query_ids(desk).items()}
    ones["all"] = desk
    return {
        (query, str(metric @ k)): value
        for query, one in ones.items()
        for metric in one.metrics
        for k, value in enumerate(compute_curves(one)[metric.name], 1)
    }


def test_copied_python_prints_every_number_of_the_page(desk: Desk) -> None:
    found, wanted = printed(write_irviz_script(numbers(desk))), shown(desk)

    assert found == pytest.approx(wanted, rel=1e-15, nan_ok=True)


def test_copied_ir_measures_prints_the_same_or_says_what_it_leaves_out(desk: Desk) -> None:
    script = write_ir_measures_script(numbers(desk))
    found, wanted = printed(script), shown(desk)

    said = next((x for x in script.splitlines() if x.startswith("# ir_measures does not")), "")
    for (query, name), value in wanted.items():
        if (query, name) not in found:
            assert name.rpartition("@")[0] in said
        elif isnan(value) or found[query, name] != pytest.approx(value, abs=1e-12):
            assert "# Where nothing is relevant, ir_measures counts 0." in script
            assert desk.conventions.undefined != 0
    assert found.keys() <= wanted.keys()


def test_trec_files_give_the_same_numbers_when_they_are_read_again(desk: Desk) -> None:
    pair = paired(read(qrels_file(desk), wanted="qrels"), read(run_file(desk), wanted="run"))
    assert (pair.qrels, pair.run) == (judgments(desk), run(desk))

    metrics = [metric @ k for metric in desk.metrics for k in range(1, desk.n + 1)]
    found = evaluate(pair.qrels, pair.run, metrics, threshold=desk.threshold)

    again = {("all", str(metric)): mean for metric, mean in found.means.items()}
    for query, each in found.per_query.items():
        again |= {(query, str(metric)): value for metric, value in each.items()}
    assert again == pytest.approx(shown(desk), rel=1e-15, nan_ok=True)


def test_tables_hold_every_digit(desk: Desk) -> None:
    table = values(desk)
    rows = list(csv.DictReader(io.StringIO(table.csv())))
    objects = json.loads(table.json())

    wanted = shown(desk)
    assert len(rows) == len(objects) == len(wanted) / len(desk.metrics) / (1 if len(desk.visible) > 1 else 2)
    for row, one in zip(rows, objects, strict=True):
        for metric in desk.metrics:
            value = wanted[row.get("query", "all"), str(metric @ int(row["k"]))]
            text, number = row[f"{metric}@k"], one[f"{metric}@k"]
            assert (nan if text == "" else float(text)) == pytest.approx(value, nan_ok=True, abs=0)
            assert (nan if number is None else number) == pytest.approx(value, nan_ok=True, abs=0)


def test_names() -> None:
    assert stem(brought()) == "irviz-result-1"
    assert query_ids(brought()) == {"result-1": "q7"}
    same = replace(brought().boards[0], id="result-2")
    assert query_ids(replace(brought(), boards=(*brought().boards, same), opened=MEAN)) == {
        "result-1": "result-1",
        "result-2": "result-2",
    }


def test_tied_ranks_have_one_score_in_a_run_file() -> None:
    desk = CATALOGUE["cats"].tie(2, 4, together=True)
    text = run_file(desk)
    assert [float(line.split()[4]) for line in text.splitlines()] == [8, 7, 7, 7, 4, 3, 2, 1]

    # Evaluated as trec_eval does, the file has what the view of ties says of it.
    shown = next(row for row in show(replace(desk, metric="AP"))["tools"] if row["name"] == "trec_eval")
    pair = paired(read(qrels_file(desk), wanted="qrels"), read(text, wanted="run"))
    found = evaluate(pair.qrels, pair.run, [AP @ desk.k])
    assert list(found.means.values()) == [pytest.approx(shown["low"], abs=1e-12)]


def test_an_id_that_trec_cannot_hold_is_named() -> None:
    board = Board("b", "q", (Item("two words", ""),), (0,), (1,))
    desk = Desk("d", (board,), "b", 1)

    for write in (run_file, qrels_file):
        with pytest.raises(FormatError, match="two words"):
            write(desk)


def test_what_nobody_judged_is_in_the_run_and_not_in_the_judgments() -> None:
    items = tuple(Item(name, name.upper()) for name in "ab")
    below = (Below("c", "C", 1), Below("d", "D", None))
    board = Board("b", "q", items, (1, 0), (1, 0), (1,), below=below, incomplete=True)
    desk = Desk("b", (unjudged(board, 1),), "b", 1)
    assert list(run(desk)["q"]) == ["b", "a", "c", "d"]
    assert judgments(desk) == {"q": {"a": 1, "c": 1, "missed1": 1}}
    again = evaluate(judgments(desk), run(desk), [AP @ 4, nDCG @ 3])
    assert again.means[AP @ 4] == compute_curves(desk)["AP"][3]
    assert again.means[nDCG @ 3] == compute_curves(desk)["nDCG"][2]
    nothing = Desk("b", (unjudged(Board("b", "q", items, (0, 1), (0, 0), incomplete=True), 0, 1),), "b", 1)
    assert judgments(nothing) == {"q": {"a": 0, "b": 0}}
