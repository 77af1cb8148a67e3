"""Everything that the sources print is recomputed, judged rightly, and opens its example."""

import re
from urllib.parse import parse_qsl

import pytest

from irviz.metrics import Ranking, parse
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.printed.row import Row, Verdict, compare
from irviz.scenarios.sources import BEYOND, SOURCES
from irviz.scenarios.textbook import TEXTBOOK, count_verdicts, row_link
from irviz.state import permalink
from irviz.state.curves.series import MEAN_NAMES, compute_curves
from tests.each import each
from tests.scenarios.values import IN_NOTES, NOT_AS_PRINTED, OF_LISTS, OF_ROWS

ROW = each("row", TEXTBOOK)

PRINTED = 5e-5
"""Values stand here to four decimals."""


@each(("pattern", "metric", "values"), OF_LISTS)
def test_metrics_have_the_right_values(pattern: str, metric: str, values: tuple[float, ...]) -> None:
    ranking = Ranking(map(int, pattern))
    chosen = parse(metric)
    found = [chosen(ranking)] if chosen.cutoff else chosen.curve(ranking)

    assert found == pytest.approx(values, abs=PRINTED)


@each(("pattern", "metric", "values"), OF_LISTS)
def test_page_shows_each_of_them_on_that_list(pattern: str, metric: str, values: tuple[float, ...]) -> None:
    name = re.split(r"[@(]", metric)[0]
    shown = [
        fact.value
        for row in TEXTBOOK
        if any(board.pattern == pattern for board in row.desk.visible)
        for fact in row.facts
        if fact.notation.startswith(f"{name}@")
    ]

    for value in values:
        assert any(one == pytest.approx(value, abs=PRINTED) for one in shown)


@ROW
def test_row_computes_what_is_right(row: Row) -> None:
    assert [fact.value for fact in row.facts] == pytest.approx(OF_ROWS[row.id], abs=PRINTED)


@ROW
def test_row_is_judged_rightly(row: Row) -> None:
    if row.id in NOT_AS_PRINTED:
        expected = NOT_AS_PRINTED[row.id]
        assert " ".join(verdict.value for verdict in row.verdicts) == expected
        assert row.right
    else:
        fine = {Verdict.UNPRINTED} if row.source is BEYOND else {Verdict.AGREES, Verdict.ROUNDED}
        assert set(row.verdicts) <= fine


@ROW
def test_row_opens_its_example_in_its_state(row: Row) -> None:
    address = dict(parse_qsl(row_link(row).removeprefix("?"), strict_parsing=True))
    fresh = permalink.find_example(address, CATALOGUE)

    assert fresh.id == row.desk.id
    assert permalink.read(address, fresh) == (row.desk, ())


@ROW
def test_example_shows_the_row_s_values_where_it_opens(row: Row) -> None:
    names = {mean: name for name, mean in MEAN_NAMES.items()}
    shown = compute_curves(row.desk)

    for notation, value in row.facts:
        match = re.fullmatch(r"(\w+)@(\d+)", notation)
        name = names.get(match[1], match[1]) if match else ""
        if match and name in shown:
            assert shown[name][int(match[2]) - 1] == pytest.approx(value, abs=1e-15)


@ROW
def test_row_says_where_and_what_it_is(row: Row) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", row.id)
    assert row.place
    assert row.words
    assert row.right == "" or row.right.endswith(".")
    assert row.facts
    if row.numbers:
        assert len(row.numbers) == len(row.facts)


@ROW
def test_every_number_in_a_remark_is_right(row: Row) -> None:
    known = IN_NOTES.get(row.id, {})
    found = re.findall(r"\d+\.\d+", row.right)

    assert set(found) == set(known)
    for printed in found:
        digit = 10.0 ** -len(printed.partition(".")[2])
        assert abs(known[printed] - float(printed)) <= digit / 2 + 1e-9


def test_remarks_on_the_decay_compare_with_a_truly_exponential_one() -> None:
    row = next(row for row in TEXTBOOK if row.id == "chaudhary-decay")
    second = row.facts[0].value / 100

    assert [f"{100 * second**i:.0f} %" for i in (1, 2, 3, 4)] == re.findall(r"\d+ %", row.right)


def test_fractions_in_the_remark_are_the_values() -> None:
    row = next(row for row in TEXTBOOK if row.id == "beyond-ap-exact")
    fractions = [one.split("/") for one in re.findall(r"\d+/\d+", row.right)]

    assert [fact.value for fact in row.facts] == pytest.approx(
        [int(above) / int(below) for above, below in fractions], abs=1e-15
    )


def test_every_row_has_its_values_here_and_a_name_of_its_own() -> None:
    assert sorted(row.id for row in TEXTBOOK) == sorted(OF_ROWS)
    assert set(NOT_AS_PRINTED) | set(IN_NOTES) <= set(OF_ROWS)


def test_rows_stand_by_source_and_every_source_has_some() -> None:
    sources = [row.source for row in TEXTBOOK]

    assert list(dict.fromkeys(sources)) == list(SOURCES.values())
    assert sources == sorted(sources, key=list(SOURCES.values()).index)
    assert sum(count_verdicts().values()) == len(TEXTBOOK)


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        ("0.25", 0.25, Verdict.AGREES),
        ("0.50", 0.5, Verdict.AGREES),
        ("4", 4.0, Verdict.AGREES),
        ("2/3", 2 / 3, Verdict.AGREES),
        ("63%", 63.093, Verdict.ROUNDED),
        ("0.57", 17 / 30, Verdict.ROUNDED),
        ("0.23", 0.225, Verdict.ROUNDED),
        ("0.22", 0.225, Verdict.TRUNCATED),
        ("0.666", 2 / 3, Verdict.TRUNCATED),
        ("0.668", 2 / 3, Verdict.ERRATUM),
        ("0.665", 2 / 3, Verdict.ERRATUM),
        ("0.749", 0.75, Verdict.ERRATUM),
        ("2/3", 0.6667, Verdict.ERRATUM),
        ("3", 4.0, Verdict.ERRATUM),
        ("4", 3.2, Verdict.ERRATUM),
    ],
)
def test_printed_numbers_are_compared_to_their_last_digit(printed: str, value: float, verdict: Verdict) -> None:
    assert compare(printed, value) is verdict


def test_figures_that_were_cut_off_before_may_lose_one_more() -> None:
    assert compare("6.3233", 6.323466, carried=True) is Verdict.TRUNCATED
    assert compare("6.3233", 6.323466) is Verdict.ERRATUM
    assert compare("6.3232", 6.323466, carried=True) is Verdict.ERRATUM


def test_f1_loses_its_last_digit_to_floating_point() -> None:
    precision, recall = 3 / 5, 1.0

    assert repr(2 * precision * recall / (precision + recall)) == "0.7499999999999999"
