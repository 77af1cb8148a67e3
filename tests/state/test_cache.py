"""What is remembered stays within a limit of bytes, whoever remembers it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from irviz.state import cache as module
from irviz.state.cache import MAX_CACHE_BYTES, cache_by_size, count_cached_bytes, evict_unused
from irviz.state.curves import lookahead
from tests.bench._students import Student


@pytest.fixture
def thousand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for a thousand bytes, and nothing of what others remember."""
    monkeypatch.setattr(module, "_CACHE", module._Cache())
    monkeypatch.setattr(module, "MAX_CACHE_BYTES", 1000)


@pytest.mark.usefixtures("thousand")
def test_what_nobody_has_asked_for_the_longest_goes_first_whoever_has_remembered_it() -> None:
    called: list[str] = []

    @cache_by_size(lambda _, text: len(text))
    def one(text: str) -> str:
        called.append(text[0])
        return text

    @cache_by_size(lambda _, text: 10 * len(text))
    def other(text: str) -> str:
        called.append(text[0].upper())
        return text

    for text in ("a" * 400, "b" * 300, "a" * 400):
        one(text)
    other("c" * 40)
    assert count_cached_bytes() == 800
    one("a" * 400)
    assert (called, count_cached_bytes()) == (["a", "b", "C"], 800)
    one("b" * 300)
    one("a" * 400)
    assert (called, count_cached_bytes()) == (["a", "b", "C", "b"], 700)
    one("d" * 2_000)
    assert count_cached_bytes() == 0
    one("a" * 400)
    one.cache_clear()
    assert (called[-2:], count_cached_bytes()) == (["d", "a"], 0)


@pytest.mark.usefixtures("thousand")
def test_what_was_not_used_between_two_looks_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ALWAYS_KEPT_BYTES", 0)

    @cache_by_size(lambda _, text: len(text))
    def one(text: str) -> str:
        return text

    for used, kept in ((("a", "bc"), 3), (("a",), 1), ((), 0)):
        for text in used:
            one(text)
        evict_unused()
        assert count_cached_bytes() == kept


@pytest.mark.usefixtures("thousand")
def test_many_at_once_keep_the_books() -> None:
    @cache_by_size(lambda _, number: 10 * number % 70 + 1)
    def squared(number: int) -> int:
        return number**2

    with ThreadPoolExecutor(8) as pool:
        asked = [number % 97 for number in range(4_000)]
        assert [*pool.map(squared, asked)] == [number**2 for number in asked]
    assert count_cached_bytes() == sum(one.size for one in module._CACHE.kept.values()) <= 1000


def test_boards_that_nobody_has_seen_take_no_more_than_is_named() -> None:
    student = Student(1, 4)
    for _ in range(60):
        student.surprise()
        lookahead.look_ahead(student.desk)
    assert 60 * 1_000 < count_cached_bytes() <= MAX_CACHE_BYTES
