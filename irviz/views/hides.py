"""What the page “What each metric hides” shows: all lines, and which of them the lessons have come to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from irviz.lessons.blind_spots import added, lines
from irviz.lessons.course import Place, lessons
from irviz.state.disagreements.disagreement import SAME
from irviz.state.number_words import figure
from irviz.views.tiles import tiles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.lessons.blind_spots import Line
    from irviz.lessons.study import Study


def done(study: Study) -> dict[str, str]:
    """What a link says of what has been done, of lessons and of challenges."""
    return study.left().link


def ways(study: Study) -> dict[str, str]:
    """Where one goes at the end of the course, taking along what has been done."""
    query = f"?{urlencode(done(study))}" if done(study) else ""
    return {"learn": f"./learn{query}", "hides": f"./hides{query}", "check": f"./check{query}"}


def to_lesson(place: Place, study: Study) -> str:
    """The address of a step, taking along what has been done."""
    return f"./learn?{urlencode({**place.link, **done(study)})}"


def hides_data(study: Study) -> dict[str, Any]:
    """Everything that the page shows.

    Args:
        study: What has been done of the course; the lines of a lesson that is done are marked.
    """
    return {
        "link": done(study),
        "added": len(added(study.progress)),
        "of": len(lines()),
        "ways": ways(study),
        "groups": [*_groups(study)],
    }


def _groups(study: Study) -> Iterator[dict[str, Any]]:
    """The lines of each lesson, and of none."""
    mine = added(study.progress)
    for name in (*lessons(), ""):
        own = [line for line in lines().values() if line.lesson == name]
        if not own:
            continue
        lesson = lessons().get(name)
        yield {
            "id": name,
            "title": f"{lesson.number}. {lesson.title}" if lesson else "Further metrics",
            "open": to_lesson(Place(name, (study.progress.open(name) or (1,))[0]), study)
            if lesson
            else "",
            "done": all(line.id in mine for line in own),
            "lines": [_line(line) for line in own],
        }


def _line(line: Line) -> dict[str, Any]:
    graded = any(grade > 1 for side in line.sides for grades in side for grade in grades)
    return {
        "id": line.id,
        "name": line.name,
        "symbol": line.name and line.blind.called,
        "title": line.title,
        "hides": line.hides,
        "sides": [
            {
                "label": _headed(label) if len(side) > 1 else "",
                "lists": [
                    tiles(
                        grades,
                        line.k,
                        label=f"Query {at}" if len(side) > 1 else _headed(label),
                        graded=graded,
                        unjudged=line.unjudged if which else (),
                    )
                    for at, grades in enumerate(side, 1)
                ],
            }
            for which, (side, label) in enumerate(zip(line.sides, line.labels, strict=True))
        ],
        "values": [
            {
                "name": value.name,
                "called": value.called,
                "texts": [*map(figure, value.values)],
                "same": value.apart <= SAME,
            }
            for value in (line.blind, *line.telling)
        ],
        "words": line.words,
    }


def _headed(label: str) -> str:
    return label.capitalize() if " " in label else label


def added_by(lesson: str) -> list[str]:
    """What the lines that a lesson comes to are about.

    >>> added_by("recall")
    ['Recall', 'Success']
    """
    return [line.title for line in lines().values() if line.lesson == lesson]
