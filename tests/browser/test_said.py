"""What a screen reader is told, by keys alone: what changed, by how much, which way and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.explorer import Explorer

SOME_TWENTY = 24
"""So many words are heard to their end."""


def hears(explorer: Explorer, words: str) -> None:
    """Wait for what is said, which is short."""
    expect(explorer.board.locator("> .ix-said")).to_have_text(words)
    assert len(words.split()) <= SOME_TWENTY


def reads(explorer: Explorer, words: str) -> None:
    """What stands where keys are on the chart."""
    expect(explorer.page.get_by_test_id("reading")).to_have_attribute("aria-valuetext", words)


def test_board_chart_and_prediction_are_heard(visit: OpenPage) -> None:
    explorer = visit("?k=3")
    hear_the_board(explorer)
    read_the_chart(explorer)
    hear_a_prediction(explorer)


def hear_the_board(explorer: Explorer) -> None:
    page = explorer.page
    expect(page).to_have_title("cat in a box, Cats in boxes · Explore · irviz")

    explorer.divider.focus()
    explorer.key("ArrowRight")
    hears(
        explorer,
        "Cutoff k = 4. AP@4 up 0.125 to 0.250. "
        "The cutoff takes in the relevant picture at rank 4, with precision 2/4.",
    )
    explorer.key("a")
    said = explorer.board.locator("> .ix-said")
    expect(said).to_have_text(
        re.compile(r"^P@4 up 0.167 to 0.500. R@4 .*RR@4 stays 0.500. .*: the")
    )
    explorer.card("two-cats").get_by_test_id("relevance").focus()
    explorer.key("Space")
    hears(explorer, "Two cats: relevant. AP@4 up 0.300 to 0.550. P, R, F1, RR, nDCG up.")
    # In the air it is compared with what was before; what changes nothing repeats no score.
    explorer.lift("white-cat")
    hears(explorer, "White cat lifted from rank 6.")
    explorer.key("ArrowLeft")
    hears(explorer, "Rank 5 of 8. No score changes.")
    explorer.key("ArrowLeft", "Space")
    hears(
        explorer,
        "White cat at rank 4. AP@4 down 0.150 to 0.400. "
        "There is no relevant picture at rank 4 any more, where precision was 3/4.",
    )
    explorer.key("z")
    hears(
        explorer,
        "Undone: White cat at rank 6. AP@4 up 0.150 to 0.550. "
        "There is a relevant picture at rank 4 now, with precision 3/4.",
    )
    explorer.key("z")
    hears(
        explorer,
        "Undone: Two cats: not relevant. AP@4 down 0.300 to 0.250. P, R, F1, RR, nDCG down.",
    )
    page.get_by_role("button", name="white cat", exact=True).press("Enter")
    hears(explorer, "white cat is open. AP@4 0.375.")
    expect(page).to_have_title("white cat, Cats in boxes · Explore · irviz")
    page.get_by_role("button", name="mean of 3", exact=True).press("Enter")
    hears(explorer, "mean of 3 is open. MAP@4 0.208.")
    page.get_by_role("button", name="cat in a box", exact=True).press("Enter")


def read_the_chart(explorer: Explorer) -> None:
    """Along the ranks, across the metrics, and the cutoff."""
    page = explorer.page
    page.get_by_test_id("reading").focus()
    reads(explorer, "AP@4 0.250, up 0.125, the cutoff")
    for key, words in (
        ("ArrowRight", "AP@5 0.400, up 0.150"),
        ("ArrowUp", "RR@5 0.500, unchanged"),
        ("Home", "RR@1 0.000"),
        ("End", "RR@8 0.500, unchanged"),
        ("ArrowDown", "AP@8 0.543, unchanged"),
    ):
        explorer.key(key)
        reads(explorer, words)
    expect(page.locator(".ix-tip")).to_contain_text("AP@8")
    explorer.key("Enter")
    explorer.settle()
    assert explorer.k() == 8
    reads(explorer, "AP@8 0.543, unchanged, the cutoff")
    explorer.key("Tab")
    expect(page.locator(".ix-tip")).to_be_hidden()


def hear_a_prediction(explorer: Explorer) -> None:
    """The question, how it was marked, and keys go on where the change was made."""
    page = explorer.page
    page.get_by_test_id("predict").press("Enter")
    explorer.divider.focus()
    explorer.key("Home")
    hears(
        explorer,
        "Cutoff k = 1. What will this do to the scores? Enter leads to the question.",
    )
    page.get_by_test_id("take-back").press("Enter")
    expect(explorer.divider).to_be_focused()
    page.get_by_test_id("reading").focus()
    explorer.key("Home")
    reads(explorer, "AP@1 0.000")
    picture = explorer.card("two-cats").get_by_test_id("relevance")
    picture.focus()
    explorer.key("Space")
    hears(explorer, "Two cats: relevant. What will this do to the scores?")
    for button in page.locator("[data-guess=up]").all():
        button.press("Enter")
    page.get_by_test_id("see").press("Enter")
    expect(explorer.board.locator("> .ix-said")).to_have_text(
        re.compile(r"^Two cats: relevant. 5 of 6 predicted right; wrong: R. AP@8 up ")
    )
    expect(picture).to_be_focused()


def test_two_lists_are_heard_and_less_can_be_said(visit: OpenPage) -> None:
    """What changes nothing is said so; there is a setting; and letters can be switched off."""
    explorer = visit("", ready=False)
    page = explorer.page
    page.goto(f"{explorer.url}/compare")
    expect(page).to_have_title("Cats in boxes, two engines · Compare two lists · irviz")
    explorer.altered = True
    explorer.page.get_by_test_id("handle").nth(5).press("Space")
    hears(explorer, "White cat in A lifted from rank 6.")
    explorer.key("ArrowRight")
    hears(explorer, "Rank 7 of 8. No score changes.")
    for _ in range(2):
        explorer.key("ArrowLeft")
    hears(
        explorer,
        "Rank 5 of 8. AP of A down 0.150 to 0.250. P, R, F1, nDCG down. "
        "B leads in 3 of 4 respects.",
    )
    explorer.key("Space")
    hears(
        explorer,
        "White cat in A at rank 5. AP of A down 0.150 to 0.250. B leads in 3 of 4 respects.",
    )

    page.get_by_test_id("help").press("Enter")
    dialog = page.get_by_role("dialog", name="Words and keys")
    dialog.get_by_role("button", name="Keys", exact=True).press("Enter")
    amounts = dialog.get_by_role("group", name="A screen reader is told")
    amounts.get_by_role("button", name="Less").press("Enter")
    expect(amounts.get_by_role("button", pressed=True)).to_have_text("Less")
    letters = dialog.get_by_role("group", name="Keys of one letter or sign")
    letters.get_by_role("button", name="Off").press("Enter")
    explorer.key("Escape")

    explorer.divider.focus()
    explorer.key("ArrowRight")
    expect(explorer.board.locator("> .ix-said")).to_have_text(re.compile(r"^Cutoff k = 6. AP of "))
    explorer.key("z", "p")
    assert explorer.k() == 6
    expect(page.locator("html[data-ix-present='1']")).to_have_count(0)
    explorer.key("Control+z")
    expect(explorer.divider).to_have_attribute("data-k", "5")


@pytest.mark.parametrize(
    ("path", "title"),
    [
        (
            "learn?lesson=recall&step=3",
            "Step 3 of 8: What it hides · 2. Recall@k · Lessons · irviz",
        ),
        (
            "challenges?challenge=first-hit",
            re.compile(r"^First things first · .* · Challenges · irviz$"),
        ),
        ("check?seed=4711&said=11", "Question 3 of 12 · The final check · irviz"),
        ("disagree?a=P@3&b=RR@8", "P@3 and RR@8 · Where metrics disagree · irviz"),
        ("textbook", "Textbook numbers, checked · irviz"),
    ],
)
def test_title_says_what_is_open(visit: OpenPage, path: str, title: str | re.Pattern[str]) -> None:
    explorer = visit(ready=False)
    explorer.page.goto(f"{explorer.url}/{path}")
    expect(explorer.page).to_have_title(title)
    explorer.problems.clear()  # Streamlit looks for itself below the address of any page but the first
