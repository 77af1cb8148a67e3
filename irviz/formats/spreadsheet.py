"""Cells that no spreadsheet runs as a formula; Excel and Parquet files as the CSV that they would be.

A spreadsheet takes a cell for a formula where it begins with one of a few signs. A cell may also be
split at a semicolon, by a program that was set up for a country where that parts the columns. An
apostrophe in front of the sign makes text of it. `remove_guard` takes away exactly what `guard_text` adds.

What reads a file that is no text is imported when one comes: pyarrow, or pandas with openpyxl.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from irviz.formats.errors import MAX_TEXT_CHARACTERS, FormatError, convert_errors, quote_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from irviz.formats.errors import Limits

Cell = str | int | float | None
"""What a cell of an exported table can be; None is an empty cell."""

_SIGNS = "=+\\-@＝＋－＠"
_START = r"(^|[;\t\n\r])([^\S\t\n\r]*'*)"
_GUARD = re.compile(f"{_START}(?=[{_SIGNS}])")
_UNGUARD = re.compile(f"{_START}'(?=[{_SIGNS}])")


def guard_text(text: str) -> str:
    """The text with apostrophes in front of what a spreadsheet could run as a formula.

    Source: OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection.

    Example:
        >>> guard_text("=1+1"), guard_text("a;@b"), guard_text("cat"), guard_text("'=1")
        ("'=1+1", "a;'@b", 'cat', "''=1")
    """
    return _GUARD.sub(r"\1\2'", text)


def remove_guard(text: str) -> str:
    """The text without the apostrophes that `guard_text` adds.

    Example:
        >>> remove_guard(guard_text("=1+1")), remove_guard("'tis"), remove_guard("cat")
        ('=1+1', "'tis", 'cat')
    """
    return _UNGUARD.sub(r"\1\2", text) if "'" in text else text


def format_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]], delimiter: str = ",") -> str:
    """CSV of a table, with texts guarded against running as a formula; numbers unrounded, NaN an empty cell.

    Example:
        >>> print(format_csv(["query", "P@1"], [["=1+1", 0.5], ["-x", None]]), end="")
        query,P@1
        '=1+1,0.5
        '-x,
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow([_guard_cell(name) for name in header])
    writer.writerows([_guard_cell(value) for value in row] for row in rows)
    return out.getvalue()


def _guard_cell(value: Cell) -> Cell:
    """The cell, with an apostrophe before a text that would run as a formula; NaN becomes None (an empty cell)."""
    if isinstance(value, str):
        # A lone carriage return would end the row in some programs.
        return guard_text(value.replace("\r\n", "\n").replace("\r", "\n"))
    return None if value != value else value  # noqa: PLR0124 - only NaN differs from itself


_BATCH_ROWS = 8_192  # at once

_NO_TEXT = "use text, or text packed with gzip"
_AGAIN = "fetch or save it again, or save it as CSV"
_ONE_SHEET = "delete the others, or save the one that you mean as CSV"


def read_parquet(data: bytes, name: str, limits: Limits) -> Iterator[bytes]:
    """The rows of a Parquet file as pieces of CSV; columns of lists or structures are left out.

    Args:
        data: The file.
        name: What it is called in messages.
        limits: Where reading stops.

    Raises:
        FormatError: It is damaged, or pyarrow is not installed.
        TooLargeError: It is beyond the limits.

    Example:
        >>> import pandas as pd
        >>> from irviz.formats.errors import PAGE_LIMITS
        >>> file = pd.DataFrame({"docno": ["d7", "d2"], "score": [0.9, 1.0]}).to_parquet()
        >>> print(b"".join(read_parquet(file, "run.parquet", PAGE_LIMITS)).decode(), end="")
        "docno","score"
        "d7",0.9
        "d2",1
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - only such files need it
        from pyarrow import csv, types  # noqa: PLC0415 - the same
        from pyarrow.parquet import ParquetFile, read_schema  # noqa: PLC0415 - the same

        with convert_errors("a whole Parquet file", "a damaged one", file=name, hint=_AGAIN):
            schema = read_schema(pa.BufferReader(data))
            kept = [field.name for field in schema if not types.is_nested(field.type)]
            # A text that many rows share is in the file once, and is not to be multiplied unseen.
            shared = [one for one in kept if _is_text(schema.field(one).type, types)]
            file = ParquetFile(pa.BufferReader(data), read_dictionary=shared)
            _check_limits(file.metadata, len(data), name, limits)
            plain = csv.WriteOptions(include_header=False, quoting_style="needed")
            header = pa.schema([(one, pa.string()) for one in kept]).empty_table()
            yield _write_bytes(csv.write_csv, header)
            for batch in file.iter_batches(_BATCH_ROWS, columns=kept):
                columns = [_guard_column(column, pa, name) for column in batch.columns]
                table = pa.Table.from_arrays(columns, names=batch.schema.names)
                yield _write_bytes(csv.write_csv, table, plain)
    except ImportError:
        raise _missing_package_error("a Parquet file", "pyarrow", name) from None


def _is_text(kind: Any, types: Any) -> bool:
    """Whether an Arrow type holds text, also as bytes or in a dictionary; ``types`` is ``pyarrow.types``."""
    return bool(
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_binary(kind)
        or types.is_large_binary(kind)
        or (types.is_dictionary(kind) and _is_text(kind.value_type, types))
    )


def _check_limits(metadata: Any, packed: int, name: str, limits: Limits) -> None:
    """Raise a TooLargeError where a Parquet file's own counts exceed the limits; ``packed`` is its size in bytes."""
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    limits.check_lines(metadata.num_rows, name, "rows")
    size = sum(group.total_byte_size for group in groups)
    limits.check_size(size, name)
    limits.check_ratio(packed, size, name)


def _guard_column(column: Any, pa: Any, name: str) -> Any:
    """The pyarrow column with texts guarded against running as a formula; a FormatError for a text too long."""
    if not pa.types.is_dictionary(column.type):
        return column
    texts = column.dictionary.cast(pa.large_string()).to_pylist()
    if any(text is not None and len(text) > MAX_TEXT_CHARACTERS for text in texts):
        raise FormatError(f"texts of at most {MAX_TEXT_CHARACTERS:,} characters", "more", file=name)
    if any(text is not None and "'" in text for text in texts):
        texts = [text if text is None else guard_text(text) for text in texts]
    return pa.array(texts, pa.large_string()).take(column.indices)


def _write_bytes(write: Callable[..., None], table: Any, *options: Any) -> bytes:
    """The bytes that ``write`` (such as ``csv.write_csv``) writes for an Arrow table into a file."""
    out = io.BytesIO()
    write(table, out, *options)
    return out.getvalue()


def read_excel_sheet(data: bytes, name: str, limits: Limits) -> Iterator[bytes]:
    """The rows of an Excel workbook's only sheet that has some as pieces of CSV; formulas give their saved values.

    Args:
        data: The file.
        name: What it is called in messages.
        limits: Where reading stops.

    Raises:
        FormatError: It is another zip archive, or damaged, or has several sheets, or openpyxl is not installed.
        TooLargeError: It is beyond the limits.

    Example:
        >>> from irviz.formats.errors import PAGE_LIMITS
        >>> [*read_excel_sheet(b"PK", "run.zip", PAGE_LIMITS)]  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        irviz.formats.errors.FormatError: run.zip: expected text, found a damaged zip archive: use text, ...
    """
    with convert_errors("text", "a damaged zip archive", file=name, hint=_NO_TEXT):
        parts = ZipFile(io.BytesIO(data)).infolist()
    if "xl/workbook.xml" not in {part.filename for part in parts}:
        raise FormatError("text", "a zip archive", file=name, hint=_NO_TEXT)
    size = sum(part.file_size for part in parts)
    limits.check_size(size, name)
    limits.check_ratio(len(data), size, name)
    most = None if limits.lines is None else limits.lines + 2
    try:
        from pandas import ExcelFile, read_excel  # noqa: PLC0415 - only such files need it

        options: dict[str, Any] = {"header": None, "dtype": object, "na_filter": False}
        with convert_errors("a whole Excel workbook", "a damaged one", file=name, hint=_AGAIN):
            book = ExcelFile(io.BytesIO(data), engine="openpyxl")
            filled = [sheet.title for sheet in book.book.worksheets if _has_rows(sheet.iter_rows(values_only=True))]
            if len(filled) > 1:
                found = f"{len(filled)}: {', '.join(map(quote_value, filled[:3]))}{', …' if filled[3:] else ''}"
                raise FormatError("one sheet with rows", found, file=name, hint=_ONE_SHEET)
            frame = read_excel(book, sheet_name=filled[0] if filled else 0, nrows=most, **options)
            header, *rows = frame.to_numpy().tolist() or [[]]
            yield format_csv([*map(str, header)], rows).encode()
    except ImportError:
        raise _missing_package_error("an Excel workbook", "openpyxl", name) from None


def _has_rows(rows: Iterable[Sequence[object]]) -> bool:
    """Whether some cell of some row is filled."""
    return any(cell is not None for row in rows for cell in row)


def _missing_package_error(kind: str, package: str, name: str) -> FormatError:
    """A FormatError, to be raised, for a file (``kind``, such as a Parquet file) that needs a missing package."""
    # A browser has no pip.
    install = "" if sys.platform == "emscripten" else f"to read it here, pip install {package}; or "
    return FormatError("text", kind, file=name, hint=f"{install}save it as CSV")


BINARY: Mapping[bytes, Callable[[bytes, str, Limits], Iterator[bytes]]] = {
    b"PAR1": read_parquet,
    b"PK\x03\x04": read_excel_sheet,
}
"""By how such a file begins, what reads it."""
