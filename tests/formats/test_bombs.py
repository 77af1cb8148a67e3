"""Files that are small and want to be large: stopped early, in little memory and time."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from functools import cache
from typing import TYPE_CHECKING

import pytest

from irviz.formats import COMMAND_LIMITS, PAGE_LIMITS, FormatError, Limits, TooLargeError, read
from irviz.formats.errors import UNCHECKED_RATIO_BYTES
from irviz.formats.spreadsheet import guard_text, remove_guard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.formats.reading import Format

MEGABYTE = 1_000_000


@cache
def packed(piece: bytes, times: int) -> bytes:
    """Many times the same, packed, and never in memory as a whole."""
    pack = zlib.compressobj(wbits=31)
    return b"".join([*(pack.compress(piece) for _ in range(times)), pack.flush()])


@pytest.fixture
def _within_bounds() -> Iterator[None]:
    tracemalloc.start()
    yield
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60 * MEGABYTE


@pytest.mark.exhaustive
@pytest.mark.usefixtures("_within_bounds")
@pytest.mark.parametrize(
    ("form", "limits"),
    [*((form, PAGE_LIMITS) for form in ("run", "qrels", "table", "json", "typed")), ("run", COMMAND_LIMITS)],
)
def test_a_bomb_of_blanks(form: Format, limits: Limits) -> None:
    bomb = packed((b" " * 99 + b"\n") * 10_000, 60)

    assert len(bomb) < 4 * MEGABYTE
    with pytest.raises(FormatError, match=r"at most 100 times|no columns"):
        read(bomb, "bomb.gz", form=form, limits=limits)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("_within_bounds")
def test_a_bomb_of_nothing() -> None:
    with pytest.raises(FormatError, match="found the control character 0x00"):
        read(packed(bytes(MEGABYTE), 100), "bomb.gz")


@pytest.mark.usefixtures("_within_bounds")
def test_many_members() -> None:
    """Each part of a packed file counts, and not only the first."""
    bomb = gzip.compress((b" " * 99 + b"\n") * 10_000) * 300

    with pytest.raises(TooLargeError):
        read(bomb, "bomb.gz", form="run")


@pytest.mark.exhaustive
@pytest.mark.usefixtures("_within_bounds")
def test_many_members_of_nothing() -> None:
    """Each is work, and none of them is text."""
    bomb = gzip.compress(b"q1 Q0 d1 1 1 x\n") + gzip.compress(b"") * 200_000

    with pytest.raises(TooLargeError, match="at most 20,000 packed parts in one file, found more"):
        read(bomb, "bomb.gz")
    few = gzip.compress(b"q1 Q0 d1 1 1 x\n") + gzip.compress(b"") * 5_000
    assert read(few, "few.gz").run == {"q1": {"d1": 1.0}}


@pytest.mark.usefixtures("_within_bounds")
def test_text_is_counted_after_unpacking() -> None:
    text = b"".join(b"q%d Q0 d%d 1 %d x\n" % (i % 7, i, i) for i in range(20_000))
    data = gzip.compress(text)
    limits = Limits(size=len(data) + 1, remedy="use less")

    with pytest.raises(TooLargeError, match=r"found more: use less"):
        read(data, "a.run.gz", limits=limits)


@pytest.mark.usefixtures("_within_bounds")
def test_a_line_without_end() -> None:
    with pytest.raises(FormatError, match="expected lines of at most 1,000,000 bytes"):
        read(b"q1 Q0 d1 1 " + b"1" * 20 * MEGABYTE, form="run")


@pytest.mark.usefixtures("_within_bounds")
def test_a_cell_without_end() -> None:
    rows = b'doc,score\n"' + b"d,1\n" * MEGABYTE

    with pytest.raises(FormatError, match=r"line 2: expected closed quotation marks"):
        read(rows)


@pytest.mark.usefixtures("_within_bounds")
@pytest.mark.parametrize("data", [b"{%s}", b'{"q": {%s"d": 1}}', b'{"q": {"d": 1}%s}', b"[%s]"])
def test_blanks_between_values(data: bytes) -> None:
    with pytest.raises(FormatError):
        read(data % (b" " * 5 * MEGABYTE) + b"x", form="json")


@pytest.mark.exhaustive
@pytest.mark.parametrize("text", ["\t", " ", ";", "'", "; '", "\t'"])
def test_cells_of_blanks_are_guarded_quickly(text: str) -> None:
    assert remove_guard(guard_text(text * MEGABYTE)) == text * MEGABYTE


@pytest.mark.exhaustive
@pytest.mark.usefixtures("_within_bounds")
def test_one_wrong_number_at_the_end_is_found_quickly() -> None:
    pairs = b",".join(b'"d%d": 2.0\n' % i for i in range(20_000))

    with pytest.raises(FormatError, match="line 20001: expected a whole number as the grade"):
        read(b'{"q": {' + pairs + b',"e": 0.5}}', wanted="qrels")


@pytest.mark.exhaustive
def test_honest_files_shrink_less() -> None:
    text = b"".join(b"1 Q0 d%07d %d %d.0 x\n" % (i, i, -i) for i in range(1, 200_000))
    data = gzip.compress(text)

    assert len(text) > UNCHECKED_RATIO_BYTES
    assert read(data, "a.run.gz").run is not None
