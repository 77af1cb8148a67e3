"""The conventions lens against what the tools compute."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from math import log2
from typing import Any

import pytest

from irviz.lenses import conventions
from irviz.metrics import TOOLS, nDCG
from irviz.scenarios.cats import CATS
from irviz.scenarios.pictures import PICTURES
from irviz.state import permalink
from irviz.state.board import Board
from irviz.state.chosen_conventions import OPTIONS, PLOTTED, SUMS, Conventions
from irviz.state.desk import MEAN, Desk
from tests.each import each

GRADED = Desk(
    "graded",
    (
        Board(
            "white-cat-in-a-box",
            "white cat in a box",
            tuple(picture.item for picture in list(PICTURES.values())[:8]),
            tuple(range(8)),
            (0, 4, 1, 3, 4, 1, 3, 2),
            top=4,
        ),
    ),
    "white-cat-in-a-box",
    2,
)


def by(desk: Desk, **choices: Any) -> dict[str, Any]:
    return conventions.show(replace(desk, conventions=Conventions(**choices)), None)


def moved_by(view: dict[str, Any]) -> dict[str, list[str]]:
    """Which metrics each difference moves."""
    return {line["option"]: [one["name"] for one in line["moves"]] for line in view["differences"]}


def row(view: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in view["metrics"] if one["name"] == name)


@pytest.mark.parametrize(
    ("choices", "at_1", "at_3"), [({}, 0.25, 0.25), ({"ap": "min(R,k)"}, 1, 1 / 3), ({"ap": "hits"}, 1, 1)]
)
def test_ap_of_the_ready_case(choices: dict[str, Any], at_1: float, at_3: float) -> None:
    white = CATS.open("white-cat")

    assert row(by(white.move_cutoff(1), **choices), "AP")["now"]["value"] == pytest.approx(at_1)
    assert row(by(white.move_cutoff(3), **choices), "AP")["now"]["value"] == pytest.approx(at_3)


@pytest.mark.parametrize(
    ("choices", "value"),
    [({}, 0.387), ({"ideal": "top k"}, 0.631), ({"ideal": "uncut"}, 0.234), ({"discount": "max(1,log2(i))"}, 0.5)],
)
def test_ndcg_of_the_ready_case(choices: dict[str, Any], value: float) -> None:
    moved = row(by(GRADED, **choices), "nDCG")

    assert moved["now"]["value"] == pytest.approx(value, abs=5e-4)
    assert moved["moved"] == bool(choices)


def test_by_default_nothing_moves() -> None:
    view = by(CATS)

    assert view["by"] == ""
    assert view["sentence"] == ("This page computes as trec_eval does, until you choose otherwise.")
    assert not any(one["moved"] or one["difference"] for one in view["metrics"])
    assert view["differences"] == []


def test_what_moves_says_why() -> None:
    view = by(CATS, ap="min(R,k)", gain="exp")

    assert view["sentence"] == f"AP@3 moves against trec_eval; the other {len(PLOTTED) - 1} stay."
    ap = row(view, "AP")
    assert ap["difference"] == pytest.approx(1 / 6 - 1 / 8)
    assert (ap["plain"]["total"], ap["plain"]["norm"]) == (0.5, 4)
    assert (ap["now"]["total"], ap["now"]["norm"]) == (0.5, 3)
    # On a binary board 2^1 - 1 is 1.
    assert moved_by(view) == {"ap": ["AP"], "gain": []}
    assert view["differences"][0]["means"] == OPTIONS["ap"].values["min(R,k)"]
    assert view["differences"][0]["plainMeans"] == OPTIONS["ap"].values["R"]


def test_several_that_move_are_named_in_one_breath() -> None:
    assert by(GRADED.move_cutoff(3), gain="exp", ap="hits")["sentence"] == (
        f"AP@3, nDCG@3, CG@3 and DCG@3 move against trec_eval; the other {len(PLOTTED) - 2} stay."
    )
    assert by(CATS, p="min(n,k)")["sentence"] == ("On this board the chosen conventions move none of the numbers.")


def test_undefined_moves_only_what_is_undefined() -> None:
    empty = CATS.replace_boards(replace(CATS.boards[0], grades=(0,) * 8))

    without = [one.name for one in PLOTTED if not one.defined(empty.boards[0].ranking)]

    assert {"R", "AP", "nDCG"} <= {*without}
    view = by(empty, undefined=1.0)
    assert [one["name"] for one in view["metrics"] if one["moved"]] == without
    assert moved_by(view) == {"undefined": without}

    view = by(empty, undefined="nan")
    assert row(view, "AP")["now"]["value"] is None
    assert row(view, "AP")["difference"] is None
    json.dumps(view, allow_nan=False)

    assert moved_by(by(CATS, undefined=1.0)) == {"undefined": []}
    # A metric that is defined, but moved by something else, is not counted here.
    assert moved_by(by(CATS, undefined=1.0, ap="hits")) == {"ap": ["AP"], "undefined": []}


def test_tools_that_agree_stand_together() -> None:
    groups = {tuple(tool["name"] for tool in group["tools"]): group["by"] for group in by(CATS)["groups"]}

    assert groups.pop(()) is None
    assert sorted(name for names in groups for name in names) == sorted(TOOLS)
    assert len({*groups.values()}) == len(groups)
    for names, by_rules in groups.items():
        assert {conventions.read_tool_conventions(TOOLS[name]).write() for name in names} == {by_rules}
    of = {name: by_rules for names, by_rules in groups.items() for name in names}
    assert of["trec_eval"] == of["ir_measures"] == of["ranx"] == ""
    assert of["scikit-learn"] == of["torchmetrics"] == "ap-hits.ideal-retrieved"
    assert of["Quepid"] == "p-minnk.gain-exp.ideal-uncut"


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_choosing_a_tool_chooses_its_conventions_or_says_what_is_left_out(tool: Any) -> None:
    chosen = conventions.read_tool_conventions(tool)
    told = " ".join(conventions.describe_gaps(tool))

    for metric in (*PLOTTED, *SUMS):
        theirs = tool.metrics.get(metric.name)
        assert theirs is None or theirs == chosen.metric(metric) or f"Its {metric.name} " in told
    view = by(CATS, **{name: getattr(chosen, name) for name in OPTIONS})
    (chosen,) = [group for group in view["groups"] if group["chosen"]]
    assert tool.name in [one["name"] for one in chosen["tools"]]


def test_a_mix_belongs_to_no_tool() -> None:
    (chosen,) = [group for group in by(CATS, ideal="top k")["groups"] if group["chosen"]]

    assert chosen["tools"] == []


@each("values", list(product(*(option.values for option in OPTIONS.values())))[::7])
def test_the_parts_of_the_chosen_options_make_the_rules(values: tuple[Any, ...]) -> None:
    """The page joins them with dots."""
    chosen = Conventions(**dict(zip(OPTIONS, values, strict=True)))

    view = conventions.show(replace(CATS, conventions=chosen), None)

    parts = [choice["part"] for option in view["options"] for choice in option["choices"] if choice["chosen"]]
    assert len(parts) == len(OPTIONS)
    assert Conventions.read(".".join(filter(None, parts))) == chosen
    assert ".".join(filter(None, parts)) == chosen.write() == view["by"]


def test_every_tool_has_its_own_value_of_each_metric() -> None:
    view = conventions.show(CATS.open("white-cat").move_cutoff(1), None)

    names = [one["name"] for one in view["metrics"]]
    values = {tool["name"]: dict(zip(names, tool["values"], strict=True)) for tool in view["tools"]}
    assert values["trec_eval"]["AP"]["value"] == 0.25
    assert values["Spark"]["AP"]["value"] == values["scikit-learn"]["AP"]["value"] == 1
    assert values["Spark"]["AP"]["moved"]
    assert not values["ranx"]["AP"]["moved"]
    assert values["trec_eval"]["F1"] is None
    assert {tool["name"]: tool["run"] for tool in view["tools"]} == {
        name: tool.checked == "run" for name, tool in TOOLS.items()
    }


def test_quepid_keeps_its_own_gain_per_metric() -> None:
    """A desk has one gain, the registry has one a metric."""
    view = by(GRADED)
    names = [one["name"] for one in view["metrics"]]
    (quepid,) = [tool for tool in view["tools"] if tool["name"] == "Quepid"]
    values = dict(zip(names, quepid["values"], strict=True))

    assert values["CG"]["value"] == 4
    assert values["nDCG"]["value"] == pytest.approx((nDCG(gain="exp", ideal="uncut") @ 2)(GRADED.boards[0].ranking))


@pytest.mark.parametrize(
    ("symbol", "values"), [("AP@1", (0.25, 1, 1)), ("nDCG@2", (0.387, 0.631, 0.234, 0.5)), ("AP@3", (0, 1, None))]
)
def test_examples_show_the_largest_disagreements(symbol: str, values: tuple[float | None, ...]) -> None:
    (example,) = [one for one in by(CATS)["examples"] if one["symbol"] == symbol]

    for answer, value in zip(example["answers"], values, strict=True):
        assert answer["value"] == (value if value is None else pytest.approx(value, abs=5e-4))


@pytest.mark.parametrize("answer", [answer for one in by(CATS)["examples"] for answer in one["answers"]], ids=str)
def test_an_example_opens_with_the_value_that_it_shows(answer: dict[str, Any]) -> None:
    link = answer["link"]
    fresh = next(desk for desk in (CATS, GRADED) if link["q"] in desk.names)
    desk, ignored = permalink.read(link, fresh)

    view = conventions.show(desk, None)

    assert ignored == ()
    assert desk.lens == "conventions"
    assert row(view, desk.metric)["now"]["value"] == answer["value"]
    here = [one["link"] for example in view["examples"] for one in example["answers"] if one["here"]]
    assert here == [link]


def test_over_several_queries_the_means_are_compared() -> None:
    view = by(CATS.open(MEAN).move_cutoff(8))

    assert row(view, "AP")["symbol"] == "MAP@8"
    assert row(view, "AP")["now"]["value"] == pytest.approx(67 / 140)
    assert row(view, "RR")["now"]["value"] == pytest.approx(17 / 30)
    assert row(view, "AP")["now"]["norm"] is None


def test_sums_are_compared_on_graded_boards() -> None:
    assert [one["name"] for one in by(CATS)["metrics"]] == [metric.name for metric in PLOTTED]
    assert [one["name"] for one in by(GRADED)["metrics"]] == [m.name for m in (*PLOTTED, *SUMS)]


def test_a_result_that_is_there_twice() -> None:
    """The cat at rank 2 again at rank 5, of grades 0 1 0 1 1 0 1 0: each value is counted by hand."""
    again = conventions.show(CATS.move_cutoff(5), None)["again"]
    names = [one["name"] for one in conventions.show(CATS, None)["metrics"]]
    values = {row["rule"]: dict(zip(names, row["values"], strict=True)) for row in again["rows"]}
    lists = {  # by rank, 1 where a relevant one counts; and how many are relevant in all
        "first counts": ([0, 1, 0, 1, 0], 4),
        "counted twice": ([0, 1, 0, 1, 1], 4),
        "last kept": ([0, 0, 1, 1, 1], 4),
        "first kept": ([0, 1, 0, 1, 1], 4),
        "one more": ([0, 1, 0, 1, 1], 5),
    }

    assert (again["noun"], again["rank"], again["again"]) == ("picture", 2, 5)
    assert set(values) == {"refused", *lists}
    assert {*values["refused"].values()} == {None}
    for rule, (hits, relevant) in lists.items():
        precisions = [sum(hits[:rank]) / rank for rank in range(1, 6) if hits[rank - 1]]
        gained, ideal = (
            sum(one / log2(rank + 1) for rank, one in enumerate(each, 1)) for each in (hits, [1] * min(relevant, 5))
        )
        counted = {
            "P": sum(hits) / 5,
            "R": sum(hits) / relevant,
            "RR": 1 / (hits.index(1) + 1),
            "AP": sum(precisions) / relevant,
            "nDCG": gained / ideal,
        }
        for name, value in counted.items():
            assert values[rule][name]["value"] == pytest.approx(value), (rule, name)
            usual = values["first counts"][name]["value"]
            assert values[rule][name]["moved"] == (abs(value - usual) > 1e-9)
    tools = {tool for one in again["rows"] for tool in one["tools"]}
    assert tools == {name for name, tool in TOOLS.items() if tool.duplicates != "never twice"}


def test_what_is_there_twice_is_counted_beyond_one() -> None:
    """One relevant result, at rank 1 and again at rank 2: nDCG is 1.63, as in several tools."""
    board = CATS.boards[0]
    alone = replace(board, order=tuple(range(8)), grades=(1, *[0] * 7))
    again = conventions.show(CATS.replace_boards(alone).move_cutoff(2), None)["again"]
    names = [one["name"] for one in conventions.show(CATS, None)["metrics"]]
    (row,) = [one for one in again["rows"] if one["rule"] == "counted twice"]
    values = {name: one["value"] for name, one in zip(names, row["values"], strict=True)}

    assert round(values["nDCG"], 2) == 1.63
    assert (values["AP"], values["R"]) == (2, 2)
    assert "LlamaIndex" in row["tools"]


@pytest.mark.parametrize(
    ("chosen", "ranks"), [((4, 6), (4, 6)), ((1, 9), (1, 9)), ((3, 40), (3, 9)), ((9, 10), (2, 3)), ((), (2, 3))]
)
def test_the_ranks_of_what_is_there_twice_are_the_desks(chosen: tuple[int, ...], ranks: tuple[int, int]) -> None:
    """Where the list is shorter, the end is meant, or the panel chooses."""
    again = conventions.show(replace(CATS, again=chosen), None)["again"]

    assert (again["rank"], again["again"]) == ranks


def test_nothing_is_there_twice_without_a_relevant_result_or_on_several_boards() -> None:
    none = CATS.replace_boards(replace(CATS.boards[0], grades=(0,) * 8))

    assert conventions.show(none, None)["again"] is None
    assert conventions.show(CATS.open(MEAN), None)["again"] is None
    for k in range(1, 9):
        again = conventions.show(CATS.move_cutoff(k), None)["again"]
        assert (again["rank"], again["again"]) == (2, max(3, k))
