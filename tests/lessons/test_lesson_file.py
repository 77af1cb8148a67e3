"""A lesson's file is read as it is meant, and an error names the line."""

import pytest

from irviz.lessons.lesson import EVERYTHING, LessonError, Point, parse_lesson
from irviz.lessons.prose import fill_in
from tests.each import each

TEXT = """\
# A lesson
about: A line.
minutes: 4
try: first-hit
sources: article
metrics: R P
further: One
further: Two,
  and more

## First step
open: ?q=cat-in-a-box&k=2&m=R
point: card 2 4, cutoff, score R, lens
predict: R P
allow: cutoff
ask: R > start
  and k = 4
hint: Look at {ranks}.
praise: From {R}
  to {now R}.

Prose about {R@2}.

More of it.

## Second step
point: tab mean

Nothing to do.
"""


def test_a_lesson_is_read() -> None:
    lesson = parse_lesson(TEXT, "07-a-lesson.md", 7)
    first = lesson.steps[0]

    assert (lesson.id, lesson.number, lesson.title) == ("a-lesson", 7, "A lesson")
    assert (lesson.about, lesson.minutes, lesson.tries) == ("A line.", 4, ("first-hit",))
    assert lesson.further == ("One", "Two, and more")
    assert lesson.credits[0].startswith("Laura Carnevali")
    assert len(lesson.credits) == 4
    assert first.points == (Point("card", ("2", "4")), Point("cutoff"), Point("score", ("R",)), Point("lens"))
    assert first.predict == ("R", "P")
    assert first.allow == ("cutoff",)
    assert str(first.ask) == "R > start and k = 4"
    assert first.format_prose() == "Prose about 0.25.\n\nMore of it."
    assert first.format_praise(first.desk.move_cutoff(4)) == "From 0.25 to 0.5."
    assert first.format_hint() == "Look at 2, 4, 5 and 7."
    assert first.is_done(first.desk.move_cutoff(4))
    assert not first.is_done(first.desk.move_cutoff(5))


def test_a_step_without_a_link_goes_on_with_the_board_before() -> None:
    first, second = parse_lesson(TEXT, "a.md").steps

    assert (first.sets, second.sets) == (True, False)
    assert second.desk == first.desk
    assert second.is_done(second.desk)
    assert second.check(second.desk) == ()
    assert second.find_solution().moves == 0
    assert second.allow == EVERYTHING
    assert second.locks == ("example",)


def test_the_readers_own_numbers_are_marked() -> None:
    first = parse_lesson(TEXT.replace("Prose about {R@2}", "It is {now R}"), "a.md").steps[0]

    assert first.format_prose(first.desk.move_cutoff(4), mark="**{}**".format).startswith("It is **0.5**.")
    assert fill_in(first.prose, first.desk).startswith("It is 0.25.")


BROKEN = [
    ("# A lesson", "No heading", 1, "begins with a heading #"),
    ("# A lesson", "## A lesson", 1, "one heading # comes first"),
    ("## Second step", "# Second step", 26, "one heading # comes first"),
    ("about: A line.", "about:", 2, "a lesson has a line `about:`"),
    ("minutes: 4", "minutes: four", 3, "minutes are a whole number"),
    ("minutes: 4", "colour: red", 3, "a key belongs here, one of about, further"),
    ("try: first-hit", "try: fly", 4, "there is no 'fly'"),
    ("sources: article", "sources: bible", 5, "there is no 'bible'"),
    ("metrics: R P", "metrics: R Q", 6, "there is no 'Q'"),
    ("open: ?q=cat-in-a-box&k=2&m=R\n", "", 11, "sets the board with `open:`"),
    ("?q=cat-in-a-box", "?q=giraffe", 12, "There is no query “giraffe”"),
    ("k=2&m=R", "k=99&m=R", 12, "The cutoff k must be"),
    ("&m=R", "&hide=XY", 12, "There is no curve “XY” to hide"),
    ("point: card 2 4", "point: card 9", 13, "there is no card '9'"),
    ("point: card 2 4", "point: card", 13, "card what"),
    ("point: card 2 4", "point: moon", 13, "'moon' is none of card, term"),
    ("cutoff, score R", "cutoff 3, score R", 13, "there is no cutoff '3'"),
    ("predict: R P", "predict: R CG", 14, "'CG' is not shown"),
    ("allow: cutoff", "allow: fly", 15, "'fly' is no kind of action"),
    ("ask: R > start\n  and k = 4", "ask: R >", 16, "a number, start or another"),
    ("and k = 4", "and rank(giraffe) = 1", 16, "there is no result 'giraffe'"),
    ("ask: R > start\n  and k = 4\n", "", 14, "predict needs `ask:`"),
    ("Look at {ranks}", "Look at {rocks}", 18, "{rocks}: there is no quantity 'rocks'"),
    ("Prose about {R@2}", "Prose about {R@0}", 11, "{R@0}: the cutoff belongs here"),
    ("point: tab mean", "point: tab sum", 27, "there is no tab 'sum'"),
    ("point: tab mean", "ask: R > start", 27, "with `start`, a step sets the board"),
    ("point: tab mean", "hint: Go.", 27, "hint needs `ask:`"),
    ("point: tab mean", "given: k = giraffe", 27, "no quantity"),
    ("point: tab mean", "then: k = 3", 27, "then needs `ask:`"),
    ("point: tab mean", "point: tab mean\npoint: lens", 28, "point is given twice"),
    ("point: tab mean", "point tab mean", 27, "a key belongs here, one of after, allow, ask"),
    ("Nothing to do.", "", 26, "a step has prose"),
]


@each(("old", "new", "line", "problem"), BROKEN)
def test_errors_name_file_and_line(old: str, new: str, line: int, problem: str) -> None:
    assert old in TEXT
    with pytest.raises(LessonError) as caught:
        parse_lesson(TEXT.replace(old, new), "a.md")

    assert str(caught.value).startswith(f"a.md:{line}: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize("text", ["", "# Alone\n", "# Alone\nabout: A.\nminutes: 3\n"])
def test_a_file_without_steps_is_refused(text: str) -> None:
    with pytest.raises(LessonError, match=r"^a.md:\d: "):
        parse_lesson(text, "a.md")
