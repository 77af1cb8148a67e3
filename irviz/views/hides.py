"""What the page “What each metric hides” shows: all lines, and which of them the lessons have come to."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from irviz.lessons.blind_spots import lines, list_unlocked_lines
from irviz.lessons.course import Place, lessons
from irviz.state.disagreements.disagreement import TOLERANCE
from irviz.state.number_words import format_number
from irviz.views.elements import h
from irviz.views.tiles import render_legend, render_tiles, tiles_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from irviz.lessons.blind_spots import Line, Value
    from irviz.lessons.study import Study
    from irviz.views.elements import Element
    from irviz.views.part import PartData
    from irviz.views.tiles import TilesData


def progress_parameters(study: Study) -> dict[str, str]:
    """The link parameters that hold the student's progress: done steps and solved challenges."""
    return study.leave().link


def end_of_course_links(study: Study) -> dict[str, str]:
    """The addresses of the pages offered at the end of the course, by page name, with the student's progress."""
    query = f"?{urlencode(progress_parameters(study))}" if progress_parameters(study) else ""
    return {"learn": f"./learn{query}", "hides": f"./hides{query}", "check": f"./check{query}"}


def lesson_link(place: Place, study: Study) -> str:
    """The relative address of the lesson's step that `place` names, with the student's progress as parameters."""
    return f"./learn?{urlencode({**place.link, **progress_parameters(study)})}"


def hides_data(study: Study) -> PartData:
    """The data of the page “What each metric hides”.

    Args:
        study: The student's progress; the entries of finished lessons are marked as known.
    """
    to, known = end_of_course_links(study), len(list_unlocked_lines(study.progress))
    lists = [shown for line in lines().values() for side in _lists_of_sides(line) for shown in side]
    return {
        "view": [
            _render_progress_bar(known),
            render_legend(lists),
            *_render_groups(study),
            h(
                "div.ix-line.ix-hides-ways",
                h("a.ix-button.ix-do", "The final check", href=to["check"]),
                h("a.ix-button", "All lessons", href=to["learn"]),
            ),
        ],
        "address": (progress_parameters(study), ["done", "solved"]),
    }


def _render_progress_bar(known: int) -> Element:
    """An element with the number of entries that finished lessons have unlocked (`known`), and the print button."""
    of = len(lines())
    return h(
        "div.ix-line.ix-hides-bar",
        known > 0
        and (
            h("progress", max=of, value=known, aria_label="What your lessons have come to"),
            h("span.ix-strong", f"Your lessons have come to {known} of these {of}."),
        ),
        h("button.ix-button", "Print or save as PDF", say={"do": "print"}),
    )


def _render_groups(study: Study) -> Iterator[Element]:
    """A section for each lesson with its entries, and one for the entries of no lesson."""
    mine = list_unlocked_lines(study.progress)
    for name in (*lessons(), ""):
        own = [line for line in lines().values() if line.lesson == name]
        if not own:
            continue
        lesson, known = lessons().get(name), all(line.id in mine for line in own)
        title = f"{lesson.number}. {lesson.title}" if lesson else "Further metrics"
        yield h(
            "section.ix-stack",
            h(
                "h2.ix-h3",
                h("a", title, href=_next_step_link(name, study)) if lesson else title,
                known and h("span.ix-badge", "✓ known", data_kind="good"),
            ),
            map(_render_line, own),
            key=f"group-{name}",
            aria_label=title,
            data_lesson=name,
            data_done=known,
        )


def _next_step_link(lesson: str, study: Study) -> str:
    """The address of the first undone step of a lesson, by its id."""
    return lesson_link(Place(lesson, (study.progress.list_open_steps(lesson) or (1,))[0]), study)


def _render_line(line: Line) -> Element:
    """An element with an entry: what its metric hides, and the two lists that the metric does not tell apart."""
    name, heading = line.name or None, f"ix-hides-{line.id}"
    return h(
        "article.ix-panel.ix-hides-line.ix-as-grid.ix-top",
        h(
            "div",
            h("h3.ix-h3", name and h("span.ix-hue", f"{line.blind.called} "), line.title, id=heading),
            h("p", h("b", "Hides: "), line.hides[0].lower() + line.hides[1:]),
        ),
        (_render_side(line, which, side) for which, side in enumerate(_lists_of_sides(line))),
        key=line.id,
        data_testid="blind-spot",
        data_line=line.id,
        data_hue=name,
        aria_labelledby=heading,
    )


def _render_side(line: Line, which: int, lists: Sequence[TilesData]) -> Element:
    """An element with one of the two sides of an entry of “What each metric hides”.

    Args:
        line: The entry.
        which: 0 for the first side, 1 for the second.
        lists: The lists of this side.
    """
    return h(
        "div.ix-stack.ix-tight.ix-hides-side",
        len(lists) > 1 and h("p.ix-caption.ix-strong", _capitalize_label(line.labels[which])),
        map(render_tiles, lists),
        h("dl", (_render_value(value, which) for value in (line.blind, *line.telling))),
        data_testid="side",
    )


def _render_value(value: Value, which: int) -> Element:
    """An element with a metric's value on a side (`which` is 0 or 1), marked where it is the same on both."""
    text, same = format_number(value.values[which]), value.difference <= TOLERANCE
    return h(
        "div.ix-line",
        h("dt.ix-hue", value.called),
        h("dd", text, same and h("span.ix-caption", " for both")),
        data_hue=value.name,
        data_value=text,
        data_same=same,
    )


def _lists_of_sides(line: Line) -> Iterator[list[TilesData]]:
    """For each of the two sides of an entry, its lists as tiles."""
    graded = any(grade > 1 for side in line.sides for grades in side for grade in grades)
    for which, (side, label) in enumerate(zip(line.sides, line.labels, strict=True)):
        yield [
            tiles_data(
                grades,
                line.k,
                label=f"Query {at}" if len(side) > 1 else _capitalize_label(label),
                graded=graded,
                unjudged=line.unjudged if which else (),
            )
            for at, grades in enumerate(side, 1)
        ]


def _capitalize_label(label: str) -> str:
    """A label of several words with a capital; a single word, such as a letter, stays."""
    return label.capitalize() if " " in label else label


def titles_added_by(lesson: str) -> list[str]:
    """The titles of the entries of “What each metric hides” that a lesson unlocks.

    >>> titles_added_by("recall")
    ['Recall', 'Success']
    """
    return [line.title for line in lines().values() if line.lesson == lesson]
