"""How much of a file is read: what one page can hold, and what a command may."""

from __future__ import annotations

from dataclasses import dataclass

from irviz.formats.errors import TooLargeError

MOST_BYTES = 150_000_000
"""A page reads files up to this size, packed or not; 1,000 × 1,000 results take about 45 MB."""

MOST_LINES = 2_000_000
"""A page reads this many lines, or results in a JSON file."""

MOST_RATIO = 100
"""Text shrinks to a fifth or a tenth when packed; what shrinks more than this is a trap."""

FREE_OF_RATIO = 4_000_000
"""Up to this many bytes a file may shrink as much as it likes."""

MOST_PARTS = 20_000
"""A packed file has no more parts, one after the other; each may be empty, and is work all the same."""

LONGEST_LINE = 1_000_000
"""No line is longer, in bytes; JSON does not count, since all of it may stand in one line."""

LONGEST_ID = 1_000
"""No id of a query or a document is longer, in characters."""

LONGEST_TEXT = 10_000
"""No title and no link is longer, in characters."""


@dataclass(frozen=True)
class Limits:
    """Where reading stops with a `TooLargeError`; None is no limit.

    Args:
        size: Bytes of the file, and of the text that is packed in it.
        lines: Lines, or results in a JSON file.
        ratio: How many times its size a packed file may unpack to.
        remedy: What a person can do whose file is larger.

    Example:
        >>> Limits(lines=10).check_lines(11, "run.txt")
        Traceback (most recent call last):
        ...
        irviz.formats.errors.TooLargeError: run.txt: expected at most 10 lines, found more
    """

    size: int | None = None
    lines: int | None = None
    ratio: int = MOST_RATIO
    remedy: str = ""

    def check_size(self, size: int, file: str, *, whole: bool = False) -> None:
        """Refuse a file that has too many bytes: so far, or as a whole; or the text unpacked from it."""
        if self.size is not None and size > self.size:
            most = f"at most {_megabytes(self.size)}"
            found = _megabytes(size) if whole else "more"
            raise TooLargeError(most, found, file=file, hint=self.remedy)

    def check_ratio(self, packed: int, text: int, file: str) -> None:
        """Refuse text that was packed to hardly anything: nobody's results look like that."""
        if text > FREE_OF_RATIO and text > self.ratio * packed:
            raise TooLargeError(
                f"at most {self.ratio} times the packed file's own size",
                f"{_megabytes(text)} in {_megabytes(packed)}",
                file=file,
                hint="this is no list of results; unpack it yourself and see",
            )

    def check_parts(self, parts: int, file: str) -> None:
        """Refuse a packed file of too many parts."""
        if parts > MOST_PARTS:
            most = f"at most {MOST_PARTS:,} packed parts in one file"
            raise TooLargeError(
                most, "more", file=file, hint="unpack it, and pack all of it as one"
            )

    def check_lines(self, lines: int, file: str, what: str = "lines") -> None:
        """Refuse a file with this many lines, or results, where they are too many."""
        if self.lines is not None and lines > self.lines:
            most = f"at most {self.lines:,} {what}"
            raise TooLargeError(most, "more", file=file, hint=self.remedy)


def _megabytes(size: int) -> str:
    """A size in words; what is not nothing is at least a tenth."""
    return f"{max(size, 100_000) / 1e6:,.1f} MB".replace(".0 MB", " MB")


PAGE = Limits(
    size=MOST_BYTES,
    lines=MOST_LINES,
    remedy="on the command line, irviz evaluate QRELS RUN -m nDCG@10 reads it without the page",
)
"""What the dashboard reads."""

COMMAND = Limits()
"""What a command reads: as much as there is, and still no trap."""
