"""Where a reader is, and what has been done, is kept in a link."""

import pytest

from irviz.lessons.course import Place, Progress, lessons

ALL = lessons()
STEPS = [(lesson, number, step) for lesson in ALL.values() for number, step in enumerate(lesson.steps, 1)]


def test_one_goes_from_place_to_place() -> None:
    there = [Place("relevant")]
    while (after := there[-1].next_place) is not None:
        there.append(after)
    back = [there[-1]]
    while (before := back[-1].previous_place) is not None:
        back.append(before)

    assert len(there) == len(STEPS)
    assert back == there[::-1]
    assert [place.lesson_step for place in there] == [step for *_, step in STEPS]


@pytest.mark.parametrize(
    ("link", "place"),
    [
        ({}, None),
        ({"lesson": "cooking", "step": "2"}, None),
        ({"lesson": "ndcg"}, Place("ndcg", 1)),
        ({"lesson": "ndcg", "step": "3"}, Place("ndcg", 3)),
        ({"lesson": "ndcg", "step": "0"}, Place("ndcg", 1)),
        ({"lesson": "ndcg", "step": "-3"}, Place("ndcg", 1)),
        ({"lesson": "ndcg", "step": "²"}, Place("ndcg", 1)),
        ({"lesson": "ndcg", "step": "999"}, Place("ndcg", len(ALL["ndcg"].steps))),
    ],
)
def test_places_are_read_whatever_a_link_says(link: dict[str, str], place: Place | None) -> None:
    assert Place.read(link) == place
    if place:
        assert Place.read(place.link) == place


def test_progress_is_kept_in_a_link() -> None:
    progress = Progress()
    for number in range(1, len(ALL["recall"].steps) + 1):
        assert not progress.is_finished("recall")
        progress = progress.add(Place("recall", number))
    progress = progress.add(Place("ndcg", 2)).add(Place("ndcg", 2))

    assert progress.is_finished("recall")
    assert progress.count_done("ndcg") == 1
    assert progress.count_done("gain") == 0
    assert Progress.read(progress.write()) == progress
    everything = Progress(frozenset((lesson.id, number) for lesson, number, _ in STEPS))
    assert Progress.read(everything.write()) == everything
    assert len(everything.write()) < 320


@pytest.mark.parametrize(
    "text", ["", ".", "-", "recall", "recall-", "recall-0", "recall-99", "cooking-1", "-1", "recall--1", "²-²"]
)
def test_progress_that_makes_no_sense_is_none(text: str) -> None:
    assert Progress.read(text) == (Progress.read("recall-1") if text == "recall--1" else Progress())
