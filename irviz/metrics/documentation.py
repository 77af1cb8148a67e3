"""The documentation of the public names, from their docstrings: as values for a page, as text for a terminal."""

from __future__ import annotations

import inspect
import re
from difflib import get_close_matches
from importlib import import_module
from textwrap import dedent, fill, indent
from typing import TYPE_CHECKING, Any, NamedTuple

from irviz.metrics.catalogue import METRICS
from irviz.metrics.errors import NotationError
from irviz.metrics.metric import Metric

if TYPE_CHECKING:
    from collections.abc import Iterator


PACKAGE = "irviz.metrics"

GROUPS: dict[str, tuple[str, ...]] = {
    "Metrics": tuple(METRICS),
    "A list and its values": (
        *("Ranking", "Metric", "parse", "Worked", "Part", "Step", "Confusion", "confusion"),
        *("outcomes", "gains", "discounts", "by_score", "reordered", "eleven_points"),
    ),
    "Many queries": (*("evaluate", "rankings", "evaluate_rankings", "Evaluation", "read_judgments", "read_run"),),
    "Comparing systems": (
        *("compare", "compare_all", "corrected", "Comparison", "Corrected"),
        *("randomisation_test", "PValue", "t_test", "TTest", "bootstrap_interval", "Interval", "holm"),
    ),
    "What could be": (
        *("bounds", "Bounds", "known", "Known", "swing", "Swing", "distribution", "Distribution"),
        *("tie_range", "tie_curves", "tie_groups", "mean_tie_ranges", "TieRange"),
    ),
    "What tools mean": (
        *("METRICS", "TOOLS", "Tool", "conventions_table"),
        *("explain_number", "explain_numbers", "Explanation", "Match"),
    ),
    "Errors": (
        *("MetricsError", "RankingError", "CutoffError", "ParameterError", "NotationError"),
        "EvaluationError",
        "HardlyJudgedWarning",
    ),
}
"""Every public name by group, in the order of the documentation."""

_PLAIN = {
    "METRICS": "All metrics by their names, as a dictionary; each can be cut, varied and called.",
    "TOOLS": "The tools whose conventions are known, by their names, as a dictionary of :class:`Tool`.",
}

_HEADS = ("Args", "Attributes", "Returns", "Yields", "Raises")
_HEAD = re.compile(rf"({'|'.join(_HEADS)}):")
_ITEM = re.compile(r"(\*{0,2}\w+|[\w ,*`]+?): +(\S.*)", re.DOTALL)
_ROLE = re.compile(r":(?:func|class|data|meth|mod):`~?\.?([\w.]+)`")


class Block(NamedTuple):
    r"""A piece of a docstring.

    Attributes:
        kind: ``"text"`` for a paragraph, ``"items"`` for names with what each means, ``"code"`` for an
            example with what it prints.
        text: The paragraph, the heading of the items, or the code.
        items: The names and their meanings; a name may be empty.

    >>> from irviz.metrics.documentation import parse_docstring
    >>> [block.kind for block in parse_docstring("Do it.\n\nArgs:\n    a: How.\n\n>>> 1\n1\n")]
    ['text', 'items', 'code']
    """

    kind: str
    text: str
    items: tuple[tuple[str, str], ...] = ()


class Entry(NamedTuple):
    """The documentation of a public name.

    Attributes:
        name: The name; of a member, ``Class.member``.
        call: The signature, in Python.
        summary: The first sentence of the docstring.
        blocks: The whole docstring.
        parts: The entries of a class's methods and properties.

    >>> from irviz.metrics.documentation import find_entry
    >>> found = find_entry("evaluate")
    >>> found.summary
    'Evaluate metrics on every query of a run: the values and their means as an ``Evaluation``.'
    >>> [part.name for part in find_entry("Evaluation").parts][:2]
    ['Evaluation.averaged', 'Evaluation.geometric_means']
    """

    name: str
    call: str
    summary: str
    blocks: tuple[Block, ...]
    parts: tuple[Entry, ...] = ()


def find_entry(name: str) -> Entry:
    """The documentation of a public name, such as ``evaluate``, ``nDCG`` or ``Ranking.from_ids``.

    Raises:
        NotationError: There is no such name; the message says what is near.
    """
    known = {one for names in GROUPS.values() for one in names}
    plain = name.removeprefix(f"{PACKAGE}.")
    head, _, rest = plain.partition(".")
    if head not in known:
        lower = {one.lower(): one for one in sorted(known)}
        near = get_close_matches(head.lower(), lower, 1)
        hint = f"; did you mean {lower[near[0]]}?" if near else ""
        raise NotationError(f"{PACKAGE} has no {head}{hint}", name, 0)
    value = getattr(import_module(PACKAGE), head)
    if not rest:
        return _build_entry(head, value, parts=True)
    cls = type(value) if isinstance(value, Metric) else value
    member = inspect.getattr_static(cls, rest, None)
    if member is None or rest.startswith("_") or not _get_docstring(member):
        raise NotationError(f"{head} has no {rest}", name, len(name) - len(rest))
    return _build_entry(plain, getattr(cls, rest) if callable(getattr(cls, rest, None)) else member)


def list_entries() -> dict[str, tuple[Entry, ...]]:
    """The documentation of all public names, as entries by the heading they stand under in the reference."""
    return {group: tuple(map(find_entry, names)) for group, names in GROUPS.items()}


def parse_docstring(docstring: str) -> tuple[Block, ...]:
    """The blocks of a docstring in order: paragraphs, examples, and sections such as Args."""
    return tuple(_parse_blocks(inspect.cleandoc(docstring)))


def strip_roles(text: str) -> str:
    """Replace Sphinx roles: ``:func:`x``` becomes ```x```.

    >>> strip_roles("As for :func:`evaluate`, or :class:`~irviz.metrics.Metric`.")
    'As for ``evaluate``, or ``Metric``.'
    """
    return _ROLE.sub(lambda found: f"``{found[1].rpartition('.')[2]}``", text)


def _build_entry(name: str, value: Any, *, parts: bool = False) -> Entry:
    """The documentation of a public function, class or metric; with ``parts``, also of the members of a class."""
    found = parse_docstring(strip_roles(_PLAIN.get(name) or _get_docstring(value)))
    summary = found[0].text if found else ""
    members = tuple(_document_members(name, value)) if parts and inspect.isclass(value) else ()
    return Entry(name, _format_signature(name, value), summary, found, members)


def _get_docstring(value: Any) -> str:
    """The docstring of an object without its indentation; empty if it has none."""
    value = value.__func__ if isinstance(value, classmethod | staticmethod) else value
    return inspect.getdoc(value) or ""


def _document_members(name: str, cls: type) -> Iterator[Entry]:
    """An entry for each documented public member of the class called ``name``, but not for inherited built-ins."""
    for member, value in sorted(inspect.getmembers(cls), key=lambda one: one[0].lower()):
        home = next((base for base in cls.__mro__ if member in vars(base)), object)
        if member.startswith("_") or not home.__module__.startswith(PACKAGE):
            continue
        static = inspect.getattr_static(cls, member)
        # The fields of a named tuple are documented among its attributes.
        if member in getattr(cls, "_fields", ()) or not _get_docstring(static):
            continue
        if callable(value) or isinstance(static, property) or hasattr(static, "derive"):
            yield _build_entry(f"{name}.{member}", value if callable(value) else static)


class _Bare(str):
    """An annotation as text, whose ``repr`` has no quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The text without quotation marks."""
        return str(self)


def _unquote_annotation(annotation: Any) -> Any:
    """The annotation, wrapped so that ``inspect.signature`` prints it without quotation marks if it is a text."""
    # Tuples with names keep theirs in an envelope.
    text = getattr(annotation, "__forward_arg__", annotation)
    return _Bare(text) if isinstance(text, str) else annotation


def _format_signature(name: str, value: Any) -> str:
    """How a public name is written in a call, as text: its signature, or how to cut and vary a metric."""
    if isinstance(value, Metric):
        options = [f"{one.name}={one.default!r}" for one in value.parameters]
        cut = "" if value.own_cutoff else " @ k"
        return f"{name}{cut}, {name}({', '.join(options)})"
    if not callable(value):
        return name
    if inspect.isclass(value) and issubclass(value, BaseException):
        return name
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    own = [
        one.replace(annotation=_unquote_annotation(one.annotation))
        for one in signature.parameters.values()
        if one.name != "self"
    ]
    # What a class gives is itself.
    back = inspect.Signature.empty if inspect.isclass(value) else _unquote_annotation(signature.return_annotation)
    return f"{name}{inspect.Signature(own, return_annotation=back)}"


def _parse_blocks(text: str) -> Iterator[Block]:
    """Split a docstring without Sphinx roles into its blocks, in order."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip() or line.strip() == "Example:":
            at += 1
            continue
        end = _find_block_end(lines, at)
        piece = lines[at:end]
        heading = _HEAD.fullmatch(line)
        if heading:
            yield Block("items", heading[1], tuple(_parse_items(piece[1:])))
        elif line.lstrip().startswith(">>>"):
            yield Block("code", inspect.cleandoc("\n".join(piece)))
        else:
            yield Block("text", " ".join(part.strip() for part in piece))
        at = end


def _find_block_end(lines: list[str], at: int) -> int:
    """The index of the line after the block (a section, an example or a paragraph) that begins at line ``at``."""
    end = at + 1
    if _HEAD.fullmatch(lines[at]):
        while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" ")):
            end += 1
        return end
    code = lines[at].lstrip().startswith(">>>")
    while end < len(lines) and lines[end].strip():
        if not code and (lines[end].lstrip().startswith(">>>") or _HEAD.fullmatch(lines[end])):
            break
        end += 1
    return end


def _parse_items(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Pairs (name, meaning) from the lines of a section such as Args; the name is empty in a section of prose."""
    found: list[list[str]] = []
    for line in dedent("\n".join(lines)).split("\n"):
        if line and not line.startswith(" ") and (_ITEM.match(line) or not found):
            found.append([line])
        elif line.strip():
            found[-1].append(line.strip())
    for piece in found:
        text = " ".join(piece)
        match = _ITEM.fullmatch(text)
        yield (match[1], match[2]) if match else ("", text)


MAX_LINE_CHARACTERS = 88
"""The longest line of text; code may be longer."""


def render_contents() -> str:
    """The list of all public names, with a one-line summary of each, as text for the terminal.

    >>> render_contents().splitlines()[0]
    'irviz.metrics'
    """
    lines = [PACKAGE, ""]
    groups = list_entries()
    room = 2 + max(len(one.name) for group in groups.values() for one in group)
    for group, found in groups.items():
        lines.append(group)
        for one in found:
            front = f"  {one.name:<{room}}"
            summary = _strip_backticks(one.summary)
            lines.append(fill(summary, MAX_LINE_CHARACTERS, initial_indent=front, subsequent_indent=" " * len(front)))
        lines.append("")
    lines.append("irviz docs NAME says all of one: irviz docs nDCG, irviz docs Evaluation.to_frame")
    return "\n".join(lines) + "\n"


def render_page(name: str) -> str:
    """The documentation of one public name as text for the terminal.

    Raises:
        NotationError: There is no such name; the message says what is near.

    >>> print(render_page("holm").splitlines()[0])
    holm(values: Mapping[Key, float]) -> dict[Key, float]
    """
    return "\n\n".join(_render_entry(find_entry(name))) + "\n"


def _render_entry(found: Entry) -> Iterator[str]:
    """Pieces of text for the terminal: the signature, the blocks of the docstring, then the class's members."""
    yield fill(found.call, MAX_LINE_CHARACTERS, subsequent_indent="    ", break_on_hyphens=False)
    for block in found.blocks:
        yield indent(_render_block(block), "    ")
    for part in found.parts:
        yield indent("\n\n".join(_render_entry(part)), "    ")


def _render_block(block: Block) -> str:
    """A block of a docstring as text, wrapped to the width of a page."""
    if block.kind == "text":
        return fill(_strip_backticks(block.text), MAX_LINE_CHARACTERS - 4)
    if block.kind == "code":
        return block.text
    lines = [f"{block.text}:"]
    for name, meaning in block.items:
        front = f"    {name}: " if name else "    "
        words = front.rstrip(" ") + " " + _strip_backticks(meaning) if name else front + _strip_backticks(meaning)
        lines.append(fill(words, MAX_LINE_CHARACTERS - 4, subsequent_indent="        ", break_on_hyphens=False))
    return "\n".join(lines)


def _strip_backticks(text: str) -> str:
    """The text without double backticks."""
    return text.replace("``", "")
