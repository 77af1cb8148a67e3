"""The counts of a room as files: a table for a spreadsheet, and a picture for slides."""

from __future__ import annotations

import re
from collections import Counter
from math import floor
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from irviz.formats.spreadsheet import format_csv
from irviz.views.answers import WAYS
from irviz.views.html import tag, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from irviz.formats.spreadsheet import Cell

_BEGIN = ("room", "question", "searched for", "change", "cutoff")
_HEADS = (*_BEGIN, "metric", "before", "after", "right", "round", "answered", "answer", "count")
_LEFT, _LETTER, _BAR, _ROW, _GAP, _COUNT = 190, 9, 360, 22, 30, 170
_EARLIER, _LAST = "#9db8b0", "#0a6e52"
_LISTS = {"first": "A", "second": "B"}
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # which no SVG may have in it
_TENTHS = [f"{place / 10:.1f} to {(place + 1) / 10:.1f}" for place in range(10)]


def write_count_files(counts: Mapping[str, Any]) -> dict[str, str]:
    """The counts of a room's answers as the texts of files, by their ending.

    Args:
        counts: From `irviz.rooms.room.Room.collect_counts`.

    Example:
        >>> write_count_files({"code": "K7M2QX", "questions": []})["csv"].splitlines()[0][:21]
        'room,question,searche'
    """
    return {"csv": format_csv(_HEADS, _list_lines(counts)), "svg": _draw_picture(counts["questions"])}


def _list_lines(counts: Mapping[str, Any]) -> Iterator[tuple[Cell, ...]]:
    """A line of the table for each answer of each round, or for none, and for how sure the class was."""
    for question in counts["questions"]:
        about = (counts["code"], *(question[name] for name in ("number", "title", "words", "cutoff")))
        for round_ in question["rounds"]:
            place = (round_["round"], round_["answered"])
            for metric in question["metrics"]:
                known = (metric[name] for name in ("title", "from", "to", "right"))
                head = (*about, *known, *place)
                given = round_["metrics"].get(metric["name"], {})
                yield from ((*head, *one) for one in (_count(given) or {"": 0}).items())
            yield from ((*about, "how sure", "", "", "", *place, *one) for one in round_["sure"].items())


def _count(given: Sequence[float] | Mapping[str, int]) -> Mapping[Any, int]:
    """How often each answer was given, where values that were said may come as a list."""
    return Counter(given) if isinstance(given, list) else dict(given)  # type: ignore[arg-type]


def _draw_picture(questions: Sequence[Mapping[str, Any]]) -> str:
    """An SVG with a bar for each answer about each metric, the last round the darkest."""
    longest = max((len(metric["title"]) for one in questions for metric in one["metrics"]), default=0)
    left = max(_LEFT, _LETTER * (longest + 12))
    width = left + _BAR + _COUNT
    y = _GAP
    drawn: list[str] = []

    def write(x: float, words: str, **more: object) -> None:
        """Write a line at the present height."""
        drawn.append(tag("text", text(_CONTROLS.sub(" ", words)), x=f"{x:g}", y=y, **more))

    for question in questions:
        write(20, f"{question['number']}. {question['title']}", font_weight=700)
        for line in wrap(question["words"], 90):
            y += _ROW
            write(20, line)
        y += _GAP
        rounds = question["rounds"]
        for metric in question["metrics"]:
            given = [_count_bars(one["metrics"].get(metric["name"], {})) for one in rounds]
            for answer in _list_answers(question["kind"], metric, given):
                right = answer == _find_right(question["kind"], metric)
                write(20, f"{metric['title']} {_LISTS.get(answer, answer)}{' ✓' if right else ''}")
                for place, bars in enumerate(given, 1):
                    long = _BAR * bars[answer] / max(bars.total(), 1)
                    fill = _LAST if place == len(given) else _EARLIER
                    drawn.append(tag("rect", "", x=left, y=y - 13, width=f"{long:.1f}", height=16, fill=fill))
                    several = f", round {place}" if len(given) > 1 else ""
                    write(left + long + 6, f"{bars[answer]} of {bars.total()}{several}")
                    y += _ROW
            y += 8
        y += _GAP
    ground = tag("rect", "", width="100%", height="100%", fill="#fff")
    size = {"width": width, "height": y, "viewBox": f"0 0 {width} {y}", "font_family": "sans-serif", "font_size": 14}
    return tag("svg", ground + "".join(drawn), xmlns="http://www.w3.org/2000/svg", **size) + "\n"


def _count_bars(given: Sequence[float] | Mapping[str, int]) -> Counter[str]:
    """How often each answer was given; of values, those within each tenth."""
    return Counter(map(_find_tenth, given)) if isinstance(given, list) else Counter(given)  # type: ignore[arg-type]


def _find_tenth(value: float) -> str:
    """The tenth from 0 to 1 that a value is in; beyond its ends the first or the last."""
    return _TENTHS[min(max(floor(value * 10), 0), 9)]


def _find_right(kind: str, metric: Mapping[str, Any]) -> str:
    """The bar of the right answer about a metric."""
    return _find_tenth(metric["to"]) if kind == "value" else str(metric["right"])


def _list_answers(kind: str, metric: Mapping[str, Any], given: Iterable[Counter[str]]) -> Sequence[str]:
    """What the bars of a metric are of: all there may be, or of values the right one where nobody answered."""
    said = {answer for bars in given for answer in bars}
    if kind == "value":
        return _TENTHS if said else [_find_right(kind, metric)]
    return [way for way, *_ in WAYS[kind]] if kind in WAYS else sorted(said, key=int)
