"""The page where metrics disagree: what is put into its form, and what stands there and in the address then."""

from __future__ import annotations

from typing import Any

import pytest

from irviz.pages.host import Host
from tests.views.described import elements, texts

TYPED = {"a": "RR@8", "b": "nDCG@8", "of": "04134132"}


def opened(**link: str) -> Host:
    host = Host()
    host.open_page("disagree", link)
    return host


def page(host: Host) -> dict[str, Any]:
    found: dict[str, Any] = host.frame().data["disagree"]
    return found


def fields(host: Host) -> dict[str, str]:
    """What stands in the form."""
    inside = [props for _, props, *_ in elements(page(host)["view"]) if "name" in props]
    return {props["name"]: str(props["value"]) for props in inside if props.get("checked") is not False}


def put(host: Host, **changes: str) -> dict[str, Any]:
    """Change fields by hand, as the form tells it; the page after it."""
    host.handle_message("disagree", "request", {"fields": {**fields(host), **changes}})
    return page(host)


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", ["x", "0413x132", "0"])
def test_grades_that_are_none_stay_to_be_put_right_and_change_nothing_else(text: str) -> None:
    host = opened(**TYPED, level="2", pair="2")
    before, shown = page(host), fields(host)

    after = put(host, grades=text)

    assert (after["link"], after["pair"]) == (before["link"], 2)
    assert fields(host) == {**shown, "grades": text}
    told = "Made-up grades are 2 to 9 digits, one for each result, such as 0110; "
    assert after["notes"] == [f"{told}not “{text}”, so these are still 04134132."]
    assert put(host, a="P")["notes"] == after["notes"]  # as long as they stand there
    host.handle_message("disagree", "request", {"swap": True})
    assert (fields(host)["grades"], page(host)["notes"]) == ("04134132", [])
    assert put(host, grades="0 1 2")["link"]["of"] == fields(host)["grades"] == "012"


@pytest.mark.parametrize("of", ["board", "relevant", "graded"])
def test_the_address_carries_the_board_whatever_the_judgments(of: str) -> None:
    board = {"q": "cat-in-a-box", "k": "5", "cat-in-a-box": "2-1-3-4-5-6-7-8.11011011"}

    link = put(opened(**board), of=of)["link"]

    assert board.items() <= link.items()
    assert Host().open_page("explore", link).data["board"]["link"].items() >= board.items()
    assert page(opened(**link))["link"] == link


def test_what_is_more_than_there_are_results_is_lowered_and_that_is_told() -> None:
    host = opened(a="RR@8", b="AP@3", of="11111100")

    assert put(host, relevant="9")["notes"] == ["Relevant results: a whole number from 0 to 8, so it is 8."]
    after = put(host, n="4")
    assert after["notes"] == [
        "Relevant results: a whole number from 0 to 4, so it is 4.",
        "Cutoff of metric A: a whole number from 1 to 4, so it is 4.",
    ]
    assert put(host)["notes"] == []
    assert {"a": "RR@4", "b": "AP@3", "of": "1111"}.items() <= after["link"].items()


def test_results_that_are_all_alike_have_one_order_and_that_is_said() -> None:
    host = opened(of="1100")

    for relevant in ("0", "4"):
        said = " ".join(texts(put(host, relevant=relevant)["view"]))
        assert "These results have only one order, as all are alike, so there is no pair to compare." in said
        assert "distinct orders" not in said


def test_who_opens_it_on_the_wall_has_no_other_page_there() -> None:
    host = Host()
    assert host.open_page("disagree", {"k": "5", "present": "1", "mask": "1"}).data["present"]["is_presenting"]
    for path in ("explore", "compare"):
        assert host.open_page(path, {}).data["board"]["link"].keys().isdisjoint({"present", "mask"})
    assert host.open_page("explore", {}).data["board"]["link"]["k"] == "5"
