"""How few sizes of type, corners and widths of windows the sheet has."""

from __future__ import annotations

import re

from irviz.ui import files

SHEET = re.sub(r"/\*.*?\*/", "", files.read_content(files.STYLES).decode(), flags=re.DOTALL)

HAS = re.compile(r":has\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")

OTHER_SIZES = {
    *("0", "inherit", "100%", "max(100%, min(2.667vh, 2.001vw))"),  # of the root, which follows the screen on a wall
    *("16px !important", "0.875rem", "2rem", "3rem", "min(4rem, 20cqi)", "min(4.5rem, 5.5vw)"),
    *("0.82em", "1.3em", "max(0.75rem, 0.71em)"),  # of a sign beside its word
}


def values(name: str) -> set[str]:
    """What the sheet gives to a property."""
    return {value.strip() for value in re.findall(rf"(?<![\w-]){name}:\s*([^;}}]+)", SHEET)}


def test_type_has_six_sizes() -> None:
    assert {*re.findall(r"--ix-(xs|s|m|l|xl|xxl):", SHEET)} == {"xs", "s", "m", "l", "xl", "xxl"}
    assert {one for one in values("font-size") if "var(--ix-" not in one} <= OTHER_SIZES


def test_corners_are_of_three_kinds_or_round() -> None:
    corners = {part for one in values(r"border(?:-[\w-]+)?-radius") for part in one.split()}
    kinds = {f"var(--ix-r-{size})" for size in "sml"}
    assert kinds <= corners
    assert corners - kinds <= {"0", "inherit", "50%", "99px", "6.1875rem", "0.125rem"}


def test_four_widths_at_which_the_page_changes() -> None:
    queries = re.findall(r"@(?:media|container)[^{]*\b(min|max)-width:\s*(\d+)px", SHEET)
    assert queries
    # From 761 pixels on is what is not up to 760.
    assert len({int(width) - (kind == "min") for kind, width in queries}) <= 4


def test_no_element_that_comes_or_goes_is_one_that_another_may_have() -> None:
    """Where `:has` asks for anything, or for what is not so, Chromium styles the page anew at every change."""
    assert HAS.findall(SHEET)
    assert [one for one in HAS.findall(SHEET) if re.search(r":not\(|:nth-|(?:^|[\s>+~,(])\*", one)] == []


def test_what_waits_is_named() -> None:
    """With anything in it dimmed, Chromium styles all that it holds anew, at each press and at each answer."""
    waiting = [one for one in re.findall(r"[^{},;]+", SHEET) if "aria-busy" in one]
    assert waiting
    assert [one for one in waiting if one.rstrip().endswith("*")] == []


def test_cards_do_not_hang_on_what_another_element_has() -> None:
    """For each element that comes or goes, Chromium looks at all that does, in whatever may have it."""
    rules: list[str] = []
    for words, sign in re.findall(r"([^{};]*)([{};])", SHEET):
        if sign == "{":
            rules.append(words.strip())
            whole = HAS.sub(":has", " ".join(one for one in rules if not one.startswith("@")))
            assert not re.search(r":has[^\s,]*\s[^,]*\.ix-(card|handle|picture|verdict|title)", whole), whole
        elif sign == "}":
            rules.pop()
