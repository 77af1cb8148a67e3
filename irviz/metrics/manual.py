"""The documentation of the package for a terminal."""

from __future__ import annotations

from textwrap import fill, indent
from typing import TYPE_CHECKING

from irviz.metrics.documentation import PACKAGE, entries, entry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.metrics.documentation import Block, Entry

WIDTH = 88
"""No line is longer but those of code."""


def contents() -> str:
    """Every public name with what it is, in a line each.

    >>> contents().splitlines()[0]
    'irviz.metrics'
    """
    lines = [PACKAGE, ""]
    groups = entries()
    room = 2 + max(len(one.name) for group in groups.values() for one in group)
    for group, found in groups.items():
        lines.append(group)
        for one in found:
            front = f"  {one.name:<{room}}"
            summary = _unmarked(one.summary)
            lines.append(
                fill(summary, WIDTH, initial_indent=front, subsequent_indent=" " * len(front))
            )
        lines.append("")
    lines.append("irviz docs NAME says all of one: irviz docs nDCG, irviz docs Evaluation.to_frame")
    return "\n".join(lines) + "\n"


def page(name: str) -> str:
    """All that is said of a public name.

    Raises:
        NotationError: There is no such name; the message says what is near.

    >>> print(page("holm").splitlines()[0])
    holm(values: Mapping[Key, float]) -> dict[Key, float]
    """
    found = entry(name)
    return "\n\n".join(_pieces(found)) + "\n"


def _pieces(found: Entry) -> Iterator[str]:
    yield fill(found.call, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    for block in found.blocks:
        yield indent(_block(block), "    ")
    for part in found.parts:
        yield indent("\n\n".join(_pieces(part)), "    ")


def _block(block: Block) -> str:
    if block.kind == "text":
        return fill(_unmarked(block.text), WIDTH - 4)
    if block.kind == "code":
        return block.text
    lines = [f"{block.text}:"]
    for name, meaning in block.items:
        front = f"    {name}: " if name else "    "
        words = front.rstrip(" ") + " " + _unmarked(meaning) if name else front + _unmarked(meaning)
        lines.append(fill(words, WIDTH - 4, subsequent_indent="        ", break_on_hyphens=False))
    return "\n".join(lines)


def _unmarked(text: str) -> str:
    return text.replace("``", "")
