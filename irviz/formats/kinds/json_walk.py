"""Going through a JSON text value by value, so that every fault has a line and reading can be cancelled."""

from __future__ import annotations

import json
import re
from json import JSONDecodeError, JSONDecoder
from typing import TYPE_CHECKING, Any

from irviz.formats.decoding.text import whole
from irviz.formats.errors import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.formats.decoding.source import Source
    from irviz.formats.errors import FormatError

_BLANK = re.compile(r"[ \t\n]+")
_KEY = re.compile(r'("(?:[^"\\]|\\.)*")[ \t\n]*:')


class Walk:
    """The text with the place that was read up to; large values are decoded one by one."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = whole(source)
        self.odd = "\\" in self.text or not self.text.isascii()
        self.at = 0
        self._named = self._begun = 0
        self._counted = (0, 1)
        self._decoder = JSONDecoder(object_pairs_hook=_unique)

    def check_size(self, fields: int) -> None:
        """Refuse a text with too many values, before one of them takes all the memory.

        Args:
            fields: How many commas an honest text has for each result, at most.
        """
        least = self.text.count(",") // fields
        self.source.limits.check_lines(least, self.source.name, "results")

    def line(self) -> int:
        """The line in which the last element or member began."""
        return self._line(self._named)

    def next(self) -> str:
        """The next sign that is not blank, where reading goes on, or nothing at the end."""
        if blank := _BLANK.match(self.text, self.at):
            self.at = blank.end()
        return self.text[self.at : self.at + 1]

    def first_value(self) -> str:
        """How the value of an object's first member begins, or nothing; nothing is used up."""
        at = self.at
        self._take("{")
        sign = ""
        if self.next() == '"':
            self._value()
            self._take(":")
            sign = self.next()
        self.at = at
        return sign

    def members(self) -> Iterator[tuple[str, Any]]:
        """The keys of an object with their values, and then the end of the file."""
        self._take("{")
        more = self.next() != "}"
        while more:
            if self.next() != '"':
                raise self.error("a key in quotation marks")
            named = self.at
            key = self._value()
            self._take(":")
            value = self._value()
            self._named = named
            yield key, value
            more = self._goes_on("}")
        self._end("}")

    def elements(self) -> Iterator[Any]:
        """The elements of a list, and then the end of the file."""
        self._take("[")
        more = self.next() != "]"
        while more:
            yield self._value()
            more = self._goes_on("]")
        self._end("]")

    def sequence(self) -> Iterator[Any]:
        """Values one after the other, to the end of the file."""
        while self.next():
            yield self._value()

    def find(self, query: str, document: str) -> int | None:
        """The line of a document's number, by walking the text once more, which ends the reading."""
        self.at = 0
        for key, _ in self.members():
            if key == query:
                return self._key_line(self._begun, self.at, document, 1)
        return None

    def error(self, expected: str) -> FormatError:
        """The error for what stands at this place."""
        found = quoted(self.text[self.at : self.at + 30]) if self.next() else "the end of the file"
        return self.source.error(expected, found, self._line(self.at))

    def _value(self) -> Any:
        self.next()
        start = self._named = self._begun = self.at
        try:
            value, self.at = self._decoder.raw_decode(self.text, start)
        except JSONDecodeError as error:
            self.at = error.pos
            raise self.error("JSON") from None
        except RecursionError:
            raise self.source.error(
                "a few brackets in each other", "brackets without end", self.line()
            ) from None
        except _TwiceError as error:
            line = self._key_line(start, len(self.text), error.key, 2)
            raise self.source.error("each key once", f"{quoted(error.key)} again", line) from None
        except ValueError:  # a whole number with more digits than Python reads
            raise self.source.error(
                "numbers", "one with thousands of digits", self.line()
            ) from None
        self.source.tell(self.at / len(self.text))
        return value

    def _take(self, sign: str) -> None:
        if self.next() != sign:
            raise self.error(f"“{sign}”")
        self.at += 1

    def _goes_on(self, end: str) -> bool:
        sign = self.next()
        if not sign or sign not in {",", end}:
            raise self.error(f"“,” or “{end}”")
        if sign == ",":
            self.at += 1
        return sign == ","

    def _end(self, sign: str) -> None:
        self._take(sign)
        if self.next():
            raise self.error("the end of the file")

    def _line(self, at: int) -> int:
        before, line = self._counted if at >= self._counted[0] else (0, 1)
        line += self.text.count("\n", before, at)
        self._counted = at, line
        return line

    def _key_line(self, start: int, end: int, key: str, which: int) -> int | None:
        """The line in which a key stands for that many times."""
        for match in _KEY.finditer(self.text, start, end):
            try:
                which -= json.loads(match[1]) == key
            except ValueError:
                continue
            if not which:
                return self._line(match.start())
        return None


class _TwiceError(ValueError):
    """A key that an object has two times."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys differ."""
    found = dict(pairs)
    if len(found) != len(pairs):
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise _TwiceError(key)
            seen.add(key)
    return found
