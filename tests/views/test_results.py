"""“Your results” in named states: what is brought, what is wrong with it, what it comes to, and one query of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from irviz.pages.host import Host
from tests.views.described import texts

if TYPE_CHECKING:
    from tests.views.conftest import Stored

QRELS = {"fields": {"text-qrels": "query,document,grade\nq1,a,1\nq1,b,0\nq2,c,2\n"}}
RUN = {"fields": {"text-a": "q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\nq2 Q0 d 1 0.5 x\n"}}
OTHER = {"fields": {"text-b": "q1 Q0 a 1 0.9 x\nq2 Q0 c 1 0.5 x\n"}}
ALL = (QRELS, RUN, OTHER, {"use": True})

STATES: dict[str, tuple[dict[str, Any], ...]] = {
    "begin": (),
    "fault": (QRELS, {"fields": {"text-a": "q1 Q0 <b>b</b> 1 high x"}}),
    "many": (*ALL, {"k": 2}, {"add": "Bpref"}, {"sort": 3}),
    "query": (*ALL, {"query": "q1"}),
}


@pytest.mark.parametrize("state", STATES)
def test_your_results(state: str, stored: Stored) -> None:
    host = Host()
    frame = host.open_page("results", {})
    for request in STATES[state]:
        frame = host.handle_message("results", "request", request)

    stored(f"results-{state}", frame.data["results"]["view"])


def test_the_tests_of_all_metrics_come_between_what_stays() -> None:
    host = Host()
    host.open_page("results", {})
    for request in ALL:
        before = host.handle_message("results", "request", request)
    after = host.handle_message("results", "request", {"tests": True})

    def keys(frame: Any) -> list[str]:
        return [
            one[1]["key"] for one in frame.data["results"]["view"][-1][2:] if isinstance(one, list) and "key" in one[1]
        ]

    assert keys(after) == [*keys(before)[:-1], "tests", "queries"]
    assert "Every metric, B against A" in texts(after.data["results"]["view"])
