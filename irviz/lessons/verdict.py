"""What the solver makes of a challenge that somebody is writing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irviz.lessons.challenge_link import ChallengeError
from irviz.lessons.clues import moves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irviz.lessons.challenge import Challenge
    from irviz.lessons.draft import Draft
    from irviz.state.desk import Desk


@dataclass(frozen=True)
class Verdict:
    """What the solver makes of a draft.

    Args:
        kind: `"proved"` that it can be done, `"impossible"`, `"unknown"` where the search ended before
            it knew, or `"wrong"` where the draft is no challenge.
        words: The same in a sentence or two.
        link: The parameters of the link to share; empty where there is nothing to share.
        way: One shortest way, a line for each move.
    """

    kind: str
    words: str
    link: Mapping[str, str]
    way: tuple[str, ...] = ()


def judge(draft: Draft, board: Mapping[str, str]) -> Verdict:
    """Prove that a challenge can be done, or say why not.

    Args:
        draft: What the form says.
        board: The parameters of the link to the board that it begins with.

    >>> from irviz.lessons.draft import Draft, Row
    >>> rows = (Row(metric="RR", relation="=", value="1"), Row(metric="AP", relation="<", value="0.6"))
    >>> judge(Draft(rows), {"q": "cat-in-a-box", "k": "8"}).words
    'It can be done in three moves, and not in fewer.'
    >>> judge(Draft((Row(metric="P", k="8"),)), {"q": "cat-in-a-box", "k": "3"}).kind
    'impossible'
    """
    try:
        challenge = draft.challenge(board)
    except ChallengeError as error:
        return Verdict("wrong", f"{str(error)[:1].upper()}{str(error)[1:]}.", {})
    found = challenge.solution()
    if found.impossible:
        return Verdict(
            "impossible",
            f"It cannot be done: all {found.seen:,} states that these moves can reach were looked at, "
            "and none meets the goal.",
            {},
        )
    if found.moves is None:
        return Verdict(
            "unknown",
            f"Nobody knows yet: the search ended after {found.seen:,} states. There is no way with "
            f"{moves(found.depth)} or fewer; whether there is a longer one is open. Find one yourself "
            "before you share it.",
            challenge.link,
        )
    fewest = f"It can be done in {moves(found.moves)}, and not in fewer"
    if challenge.most is not None and found.moves > challenge.most:
        return Verdict("impossible", f"{fewest}; you allow only {moves(challenge.most)}.", {})
    return Verdict("proved", f"{fewest}.", challenge.solved().link, _way(challenge.desk, challenge))


def _way(desk: Desk, challenge: Challenge) -> tuple[str, ...]:
    said = []
    for action in challenge.solution().actions:
        said.append(action.words(desk))
        desk = action.apply(desk)
    return tuple(said)
