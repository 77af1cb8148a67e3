"""A message about a file stays on one line, however its name or a cell is made."""

from __future__ import annotations

import pytest

from irviz.formats.errors import MAX_NAME_CHARACTERS, MAX_QUOTE_CHARACTERS, FormatError, quote_name, quote_value


@pytest.mark.parametrize(
    ("quote", "most", "sign"), [(quote_name, MAX_NAME_CHARACTERS, ""), (quote_value, MAX_QUOTE_CHARACTERS, "'")]
)
def test_what_is_too_long_is_cut(quote: object, most: int, sign: str) -> None:
    assert callable(quote)
    assert quote("x" * most) == f"{sign}{'x' * most}{sign}"
    assert quote("x" * (most + 1)) == f"{sign}{'x' * most}…{sign}"


def test_what_is_written_longer_than_it_is_is_cut_too() -> None:
    assert len(quote_value("\x00" * MAX_QUOTE_CHARACTERS)) <= 4 * MAX_QUOTE_CHARACTERS
    assert quote_value(["x"] * MAX_QUOTE_CHARACTERS).endswith("…")
    assert quote_value(10**5000) == "a number with thousands of digits"


def test_a_name_has_no_second_line() -> None:
    error = FormatError("a run", "nothing", file="a\nb\u202e.txt", line=7)
    assert str(error) == "a?b?.txt, line 7: expected a run, found nothing"
