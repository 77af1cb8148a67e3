"""What is claimed of a metric that has no words of its own: which ranks add more, and which less."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from tests.lenses.reading import AT, ranks

if TYPE_CHECKING:
    import re

    from tests.lenses.reading import Case, Claim


def added(name: str) -> list[Claim]:
    """The sentences of one metric, which `tests.lenses.slowly` counts."""

    def true(m: re.Match[str], c: Case) -> bool:
        parts = (one.all.parts(name, one.k) for one in (c.old, c.new))
        changes = [float(now) - float(was) for was, now in zip_longest(*parts, fillvalue=0.0)]
        more = [rank for rank, change in enumerate(changes, 1) if change > 1e-9]
        less = [rank for rank, change in enumerate(changes, 1) if change < -1e-9]
        told = [ranks(m[group]) if m[group] else [] for group in ("more", "less")]
        return told == [more, less]

    some = rf"(?:(?P<more>{AT}) adds? more)?(?:(?:^|, )(?P<less>{AT}) adds? less)?"
    return [(rf"(?=.){some}|each rank adds what it added before", true)]
