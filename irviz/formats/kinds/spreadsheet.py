"""Text in cells of a spreadsheet: what would run as a formula is marked as text, and unmarked on reading.

A spreadsheet takes a cell for a formula where it begins with one of a few signs. A cell may also be
split at a semicolon, by a program that was set up for a country where that parts the columns. An
apostrophe in front of the sign makes text of it. `unguarded` takes away exactly what `guarded` adds.
"""

from __future__ import annotations

import re

_SIGNS = "=+\\-@＝＋－＠"
_START = r"(^|[;\t\n\r])([^\S\t\n\r]*'*)"
_GUARD = re.compile(f"{_START}(?=[{_SIGNS}])")
_UNGUARD = re.compile(f"{_START}'(?=[{_SIGNS}])")


def guarded(text: str) -> str:
    """The text so that no spreadsheet runs it.

    Source: OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection.

    Example:
        >>> guarded("=1+1"), guarded("a;@b"), guarded("cat"), guarded("'=1")
        ("'=1+1", "a;'@b", 'cat', "''=1")
    """
    return _GUARD.sub(r"\1\2'", text)


def unguarded(text: str) -> str:
    """The text as it was before `guarded`.

    Example:
        >>> unguarded(guarded("=1+1")), unguarded("'tis"), unguarded("cat")
        ('=1+1', "'tis", 'cat')
    """
    return _UNGUARD.sub(r"\1\2", text) if "'" in text else text
