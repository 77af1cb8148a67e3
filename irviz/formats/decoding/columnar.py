"""Tables that are no text, Parquet and Excel, as the CSV that they would be.

What reads them is imported when such a file comes: pyarrow, or pandas with openpyxl.
"""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from irviz.formats.errors import FormatError, refused
from irviz.formats.limits import LONGEST_TEXT
from irviz.formats.spreadsheet import csv_text, guarded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from irviz.formats.limits import Limits

_ROWS = 8_192  # at once

_NO_TEXT = "use text, or text packed with gzip"
_AGAIN = "fetch or save it again, or save it as CSV"


def parquet(data: bytes, name: str, limits: Limits) -> Iterator[bytes]:
    """The rows of a Parquet file, in pieces; columns that hold lists or structures are left out.

    Args:
        data: The file.
        name: What it is called in messages.
        limits: Where reading stops.

    Raises:
        FormatError: It is damaged, or pyarrow is not installed.
        TooLargeError: It is beyond the limits.

    Example:
        >>> import pandas as pd
        >>> from irviz.formats.limits import PAGE
        >>> file = pd.DataFrame({"docno": ["d7", "d2"], "score": [0.9, 1.0]}).to_parquet()
        >>> print(b"".join(parquet(file, "run.parquet", PAGE)).decode(), end="")
        "docno","score"
        "d7",0.9
        "d2",1
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - whoever brings such a file needs it
        from pyarrow import csv, types  # noqa: PLC0415 - the same
        from pyarrow.parquet import ParquetFile, read_schema  # noqa: PLC0415 - the same

        with refused("a whole Parquet file", "a damaged one", file=name, hint=_AGAIN):
            schema = read_schema(pa.BufferReader(data))
            kept = [field.name for field in schema if not types.is_nested(field.type)]
            # A text that many rows share is in the file once, and is not to be multiplied unseen.
            shared = [one for one in kept if _is_text(schema.field(one).type, types)]
            file = ParquetFile(pa.BufferReader(data), read_dictionary=shared)
            _check(file.metadata, len(data), name, limits)
            plain = csv.WriteOptions(include_header=False, quoting_style="needed")
            header = pa.schema([(one, pa.string()) for one in kept]).empty_table()
            yield _written(csv.write_csv, header)
            for batch in file.iter_batches(_ROWS, columns=kept):
                columns = [_plain(column, pa, name) for column in batch.columns]
                table = pa.Table.from_arrays(columns, names=batch.schema.names)
                yield _written(csv.write_csv, table, plain)
    except ImportError:
        raise _not_here("a Parquet file", "pyarrow", name) from None


def _is_text(kind: Any, types: Any) -> bool:
    return bool(
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_binary(kind)
        or types.is_large_binary(kind)
        or (types.is_dictionary(kind) and _is_text(kind.value_type, types))
    )


def _check(metadata: Any, packed: int, name: str, limits: Limits) -> None:
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    limits.check_lines(metadata.num_rows, name, "rows")
    size = sum(group.total_byte_size for group in groups)
    limits.check_size(size, name)
    limits.check_ratio(packed, size, name)


def _plain(column: Any, pa: Any, name: str) -> Any:
    """A column whose texts are as `irviz.formats.kinds.table` is to find them."""
    if not pa.types.is_dictionary(column.type):
        return column
    texts = column.dictionary.cast(pa.large_string()).to_pylist()
    if any(text is not None and len(text) > LONGEST_TEXT for text in texts):
        raise FormatError(f"texts of at most {LONGEST_TEXT:,} characters", "more", file=name)
    if any(text is not None and "'" in text for text in texts):
        texts = [text if text is None else guarded(text) for text in texts]
    return pa.array(texts, pa.large_string()).take(column.indices)


def _written(write: Callable[..., None], table: Any, *options: Any) -> bytes:
    out = io.BytesIO()
    write(table, out, *options)
    return out.getvalue()


def excel(data: bytes, name: str, limits: Limits) -> Iterator[bytes]:
    """The rows of an Excel workbook's first sheet; of formulas, the values that were saved with them.

    Args:
        data: The file.
        name: What it is called in messages.
        limits: Where reading stops.

    Raises:
        FormatError: It is another zip archive, or damaged, or openpyxl is not installed.
        TooLargeError: It is beyond the limits.

    Example:
        >>> from irviz.formats.limits import PAGE
        >>> [*excel(b"PK", "run.zip", PAGE)]  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        irviz.formats.errors.FormatError: run.zip: expected text, found a damaged zip archive: use text, ...
    """
    with refused("text", "a damaged zip archive", file=name, hint=_NO_TEXT):
        parts = ZipFile(io.BytesIO(data)).infolist()
    if "xl/workbook.xml" not in {part.filename for part in parts}:
        raise FormatError("text", "a zip archive", file=name, hint=_NO_TEXT)
    size = sum(part.file_size for part in parts)
    limits.check_size(size, name)
    limits.check_ratio(len(data), size, name)
    most = None if limits.lines is None else limits.lines + 2
    try:
        from pandas import read_excel  # noqa: PLC0415 - whoever brings such a file needs it

        options: dict[str, Any] = {"header": None, "dtype": object, "na_filter": False}
        with refused("a whole Excel workbook", "a damaged one", file=name, hint=_AGAIN):
            frame = read_excel(io.BytesIO(data), nrows=most, engine="openpyxl", **options)
            header, *rows = frame.to_numpy().tolist() or [[]]
            yield csv_text([*map(str, header)], rows).encode()
    except ImportError:
        raise _not_here("an Excel workbook", "openpyxl", name) from None


def _not_here(kind: str, package: str, name: str) -> FormatError:
    # A browser has no pip.
    install = "" if sys.platform == "emscripten" else f"to read it here, pip install {package}; or "
    hint = f"{install}save it as CSV"
    return FormatError("text", kind, file=name, hint=hint)


BINARY: Mapping[bytes, Callable[[bytes, str, Limits], Iterator[bytes]]] = {
    b"PAR1": parquet,
    b"PK\x03\x04": excel,
}
"""By how such a file begins, what reads it."""
