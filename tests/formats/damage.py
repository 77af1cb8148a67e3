"""Tables that are no text, and packed files, damaged as a disk, a network and a hurried hand do it."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

FRAME = pd.DataFrame(
    [("q1", "d1", 0.5, 1, "A cat"), ("q1", "d2", 0.25, 0, "a box"), ("q2", "dé", -2.0, 3, "=1+1")],
    columns=["query", "doc", "score", "grade", "title"],
)
TEXT = FRAME.drop(columns="title").to_csv(index=False).encode()
RECORDS = FRAME.to_json(orient="records").encode()


def _parquet(**options: object) -> bytes:
    out = io.BytesIO()
    FRAME.to_parquet(out, **options)  # type: ignore[call-overload]
    return out.getvalue()


def _excel() -> bytes:
    out = io.BytesIO()
    FRAME.to_excel(out, index=False)
    return out.getvalue()


def _zip(text: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("run.csv", text)
    return out.getvalue()


PARQUET = [
    _parquet(),
    _parquet(store_schema=False),  # as other programs than pandas write it
    _parquet(compression="zstd", row_group_size=1),
    _parquet(compression="gzip", use_dictionary=False, data_page_version="2.0"),
]
EXCEL = [_excel()] if find_spec("openpyxl") else []
TABLES = [*PARQUET, *EXCEL * len(PARQUET)]
"""As many of the one as of the other."""

PACKED = [
    *(gzip.compress(one, mtime=0) for one in (TEXT, RECORDS, PARQUET[0])),
    *(bz2.compress(TEXT), lzma.compress(TEXT), _zip(TEXT), TEXT, RECORDS),
]
if find_spec("backports") and find_spec("backports.zstd"):
    from backports import zstd

    PACKED += [zstd.compress(one) for one in (TEXT, RECORDS, PARQUET[0])]


def _flipped(data: bytes, rng: random.Random) -> bytes:
    """With some bits turned, as often as not near the end, where such files tell what is in them."""
    found = bytearray(data)
    first = rng.choice((0, len(found) // 2, len(found) * 9 // 10))
    for _ in range(rng.choice((1, 1, 3, 20))):
        found[rng.randrange(first, len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)


def _cut(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return rng.choice((data[:at], data[at:], data[:at] + data[at + rng.randrange(1, 50) :]))


def _spliced(data: bytes, rng: random.Random) -> bytes:
    at, to = sorted(rng.randrange(len(data)) for _ in range(2))
    other = rng.choice((data, *TABLES, *PACKED))
    start = rng.randrange(len(other))
    return data[:at] + other[start : start + rng.choice((1, 4, 40, to - at))] + data[to:]


def _written_over(data: bytes, rng: random.Random) -> bytes:
    """With numbers that a length or an offset is not expected to be."""
    at = rng.randrange(len(data))
    there = rng.choice((b"\0\0\0\0", b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff", rng.randbytes(4)))
    return data[:at] + there + data[at + 4 :]


def _whole(data: bytes, change: Callable[[str, bytes], tuple[str, bytes]]) -> bytes:
    """An archive that is whole, with other contents."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(*change(name, old.read(name)))
    return out.getvalue()


def _parts_changed_round(data: bytes, rng: random.Random) -> bytes:
    """With each part under the name of another one."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
    others = dict(zip(names, rng.sample(names, len(names)), strict=True))
    first, second = rng.choice(names), rng.choice(names)
    if rng.random() < 0.5:  # of two only
        others = {name: name for name in names} | {first: second, second: first}
    return _whole(data, lambda name, text: (others[name], text))


def _part_damaged(data: bytes, rng: random.Random) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        victim = rng.choice(archive.namelist())
    how = rng.choice((_flipped, _cut, _spliced, _other_encoding, _other_words))
    return _whole(data, lambda name, text: (name, how(text, rng) if name == victim else text))


def _other_encoding(data: bytes, rng: random.Random) -> bytes:
    return data.decode("latin-1").encode(rng.choice(("utf-16", "utf-32", "utf-8", "utf-7")))


def _other_words(data: bytes, rng: random.Random) -> bytes:
    """XML that is whole and says something else."""
    words = (b"1", b"-1", b"1e999", b"", b"_xD800_", b"s", b"d", b"e", b"XFD99999999", b"\xc3\xa9")
    at = data.find(b'"', rng.randrange(len(data)))
    to = data.find(b'"', at + 1)
    return data if min(at, to) < 0 else data[: at + 1] + rng.choice(words) + data[to:]


def damaged(data: bytes, rng: random.Random) -> bytes:
    """The data with one thing done to it."""
    ways = [_flipped, _flipped, _cut, _spliced, _written_over, _other_encoding]
    if zipfile.is_zipfile(io.BytesIO(data)):
        ways += [_part_damaged] * 4 + [_parts_changed_round]
    return rng.choice(ways)(data, rng)
