"""What is open, looked at, or chosen as a convention: what can be read off a desk as a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.desk import ALL_NAMES, LENSES, MEAN

if TYPE_CHECKING:
    from irviz.state.desk import Desk

LOOKS = ("opened", "metric", "lens")
"""The open board or `MEAN`, the metric that is explained, and what is shown below the chart."""

CONVENTION = "rule"
"""A convention, named in brackets: `rule(ap)`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A name that can be read off a desk.

    Args:
        kind: One of `LOOKS`, or `CONVENTION`.
        option: Which convention, for `CONVENTION`; a key of `irviz.state.chosen_conventions.OPTIONS`.

    Example:
        >>> str(Choice("lens")), str(Choice("rule", "ap"))
        ('lens', 'rule(ap)')
        >>> Choice("rule", "ap").words("minrk")
        'the convention for AP is min(R,k)'
    """

    kind: str
    option: str = ""

    def __str__(self) -> str:
        return f"{self.kind}({self.option})" if self.option else self.kind

    def value(self, desk: Desk) -> str:
        """The name on this desk; a convention as in links, where `min(R,k)` is `minrk`."""
        return slug(desk.conventions, self.option) if self.option else str(getattr(desk, self.kind))

    def problem(self, name: str) -> str | None:
        """Why no desk can have this name here, or None."""
        if self.kind == "opened":
            return None
        if self.option:
            names = [_slug(value) for value in OPTIONS[self.option].values]
        else:
            names = [*(ALL_NAMES if self.kind == "metric" else LENSES)]
        return None if name in names else f"{self} is one of {', '.join(names)}, not {name!r}"

    def words(self, name: str | None, desk: Desk | None = None, *, same: bool = True) -> str:
        """That this is the name, or is not, in plain English.

        Args:
            name: The name, or None for the one at the start.
            desk: Whose titles to use, if there is one.
            same: Whether it is to be that name, or any other.
        """
        verb = "is" if same else "is not"
        if name is None:
            what = {"opened": "the open query", "metric": "the metric that is explained"}
            subject = what.get(self.kind, "what is shown below the chart")
            if self.option:
                subject = f"the convention for {', '.join(OPTIONS[self.option].metrics)}"
            return f"{subject} {'stays the same' if same else 'changes'}"
        match self.kind:
            case "opened":
                if name == MEAN:
                    return f"the mean of all queries {verb} open"
                return f"the query “{desk.board(name).query if desk else name}” {verb} open"
            case "metric":
                return f"{name} {verb} the metric that is explained"
            case "lens":
                return f"the view “{name}” {verb} open"
            case _:
                value = getattr(Conventions.read(f"{self.option}-{name}"), self.option)
                metrics = ", ".join(OPTIONS[self.option].metrics)
                return f"the convention for {metrics} {verb} {value}"


def slug(conventions: Conventions, option: str) -> str:
    """What a convention is set to, as it stands in links.

    >>> slug(Conventions(), "ap"), slug(Conventions(ap="min(R,k)"), "ap")
    ('r', 'minrk')
    """
    return _slug(getattr(conventions, option))


def _slug(value: object) -> str:
    return "".join(c for c in str(value).lower() if c.isascii() and c.isalnum())
