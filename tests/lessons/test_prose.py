"""Numbers in prose are those of the board."""

import pytest

from irviz.lessons.prose import ProseError, fill_in
from irviz.scenarios.cats import CATS
from irviz.scenarios.graded import GRADED
from irviz.state.desk import MEAN, Desk
from tests.each import each
from tests.lessons.reading import find_typed_numbers

NOW = CATS.replace_boards(CATS.boards[0].move(2, 1))

FILLED: list[tuple[str, Desk, str]] = [
    ("{AP@8}", CATS, "0.543"),
    ("{ AP@8 : fraction }", CATS, "19/35"),
    ("{AP}", CATS, "0.543"),
    ("{P}", CATS, "0.333"),
    ("{now AP}", CATS, "0.668"),
    ("{now AP:fraction}", CATS, "187/280"),
    ("{AP of white-cat}", CATS, "0.668"),
    ("{AP@8 of 10011010}", CATS, "0.668"),
    ("{AP@8 of 10011010:worked}", CATS, "(1/1 + 2/4 + 3/5 + 4/7) / 4"),
    ("{AP(denominator='hits')@3 of 10011010}", CATS, "1"),
    ("{MRR:worked}", CATS, "(1/2 + 1/1 + 1/5) / 3"),
    ("{MAP@3:worked}", CATS, "(((1/2) / 4) + ((1/1) / 4) + (0 / 2)) / 3"),
    ("{AP}", CATS.open(MEAN), "0.479"),
    ("{nDCG@2:worked}", GRADED, "(0/log₂(2) + 4/log₂(3)) / (4/log₂(2) + 4/log₂(3))"),
    ("{nDCG@2 of 52}", GRADED, "1"),
    ("{CG@1 of 9}", GRADED, "9"),
    ("{beats(nDCG@8):percent}", GRADED, "15.4\xa0%"),
    ("{shuffle(nDCG@8)}", GRADED, "0.825"),
    ("{orders}", GRADED, "5,040"),
    ("{orders of 01}", GRADED, "2"),
    ("{ranks}", CATS, "2, 4, 5 and 7"),
    ("{ranks of dark-cat}", CATS, "5 and 8"),
    ("{ranks of 0010}", CATS, "3"),
    ("{ranks of 0000}", CATS, "none"),
    ("{ranks:word}", CATS, "ranks 2, 4, 5 and 7"),
    ("{ranks of 0010:word}", CATS, "rank 3"),
    ("{first}", CATS, "2"),
    ("{first of 00}", CATS, "undefined"),
    ("{first}", CATS.open(MEAN), "2.667"),
    ("{MRR:inverse}", CATS, "1.765"),
    ("{RR:inverse}", CATS, "2"),
    ("{RR of 00:inverse}", CATS, "infinite"),
    ("{k}", CATS, "3"),
    ("{k} of {n:word}", CATS.move_cutoff(2), "2 of eight"),
    ("{relevant:word}", CATS, "four"),
    ("{FN:word}", CATS.move_cutoff(7), "no"),
    ("{Success@2}", CATS, "1"),
    ("{rank(dog-in-box)}", CATS, "8"),
    ("no placeholder", CATS, "no placeholder"),
]


@each(("text", "desk", "filled"), FILLED)
def test_placeholders(text: str, desk: Desk, filled: str) -> None:
    assert fill_in(text, desk, NOW if "now" in text else None) == filled


def test_now_is_the_start_without_another_desk() -> None:
    assert fill_in("{now AP}", CATS) == fill_in("{AP}", CATS)


def test_the_readers_own_numbers_can_be_marked() -> None:
    assert fill_in("{AP} {now AP}", CATS, NOW, mark=lambda one: f"**{one}**") == "0.543 **0.668**"


ERRORS = {
    "{}": "a quantity belongs here",
    "{AQ}": "no quantity 'AQ'",
    "{AP:roman}": "there is no format 'roman'",
    "{nDCG@3:fraction}": "that is no fraction",
    "{AP@8:word}": "there is no word for 0.54",
    "{k:worked}": "only a metric has a working",
    "{beats(AP):worked}": "only a metric has a working",
    "{AP of giraffe}": "giraffe",
    "{ranks of giraffe}": "giraffe",
    "{rank(giraffe)}": "no result 'giraffe'",
    "{AP = 1}": "the end belongs here",
}


@pytest.mark.parametrize("text", ERRORS)
def test_errors_name_the_placeholder(text: str) -> None:
    with pytest.raises(ProseError) as caught:
        fill_in(f"Before {text} after", CATS)

    assert str(caught.value).startswith(text)
    assert ERRORS[text] in str(caught.value)


def test_typed_numbers_are_found() -> None:
    text = "P@3 is {P@3}, `1/2` of nDCG@8; F1 at rank 4 of 10, or 0.5, MAP@2."

    assert find_typed_numbers(text) == ["4", "10", "0.5"]
