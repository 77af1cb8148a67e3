"""What is shared of many queries: each button makes its file, and none that is too long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from irviz.formats import read
from irviz.scenarios.sample import sample
from irviz.state.collection import Collection
from irviz.ui.export import File
from irviz.ui.export import results as share

if TYPE_CHECKING:
    from collections.abc import Mapping


def hyphened(lists: Mapping[str, Any]) -> dict[str, Any]:
    """TREC's files hold no blanks in ids, as the sample's queries have them."""
    return {query.replace(" ", "-"): found for query, found in lists.items()}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("csv", "irviz-results-at-3.csv"),
        ("json", "irviz-results-at-3.json"),
        ("qrels", "irviz-qrels.txt"),
        ("run-A", "irviz-run-A.txt"),
        ("run-B", "irviz-run-B.txt"),
    ],
)
def test_every_button_has_its_file(kind: str, name: str) -> None:
    results = sample()
    found = share.shared(kind, results, 3)

    assert isinstance(found, File)
    assert found.name == name
    if kind.startswith("run"):
        assert read(found.text, wanted="run").run == hyphened(results.runs[kind[-1]])
    if kind == "qrels":
        assert read(found.text, wanted="qrels").qrels == hyphened(results.qrels)


def test_an_id_that_a_file_cannot_hold_and_a_file_that_is_too_long_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blank = Collection({"q": {"a b": 1}}, {"A": {"q": {"a b": 1.0}}})
    with pytest.raises(ValueError, match="blank"):
        share.shared("run-A", blank, 3)
    monkeypatch.setattr(share, "MOST", 100)
    with pytest.raises(ValueError, match="csv would have 0 MB"):
        share.shared("csv", sample(), 3)
    with pytest.raises(KeyError):
        share.shared("run-C", sample(), 3)
