"""Data for the form in which a teacher writes a challenge, beside the board that it begins with."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, TypedDict
from urllib.parse import urlencode

from irviz.lessons.challenge import ChallengeError
from irviz.lessons.draft import ALLOWED, MOST_ROWS, RELATIONS, SUBJECTS, Draft, FieldError
from irviz.metrics import METRICS, Ranking
from irviz.state import permalink
from irviz.views.elements import flatten, h

if TYPE_CHECKING:
    from collections.abc import Iterator

    from irviz.lessons.draft import Verdict
    from irviz.metrics import Metric
    from irviz.state.session import Session
    from irviz.views.elements import Child, Element


_KINDS = {"proved": "good", "impossible": "wrong", "wrong": "wrong"}
_COPIED = ("Copied", "Press Ctrl+C to copy")


@dataclass(frozen=True)
class Checked:
    """A draft of a challenge that was checked, the link parameters of its board, and the solver's verdict."""

    draft: Draft
    start: dict[str, str]
    verdict: Verdict


@dataclass(frozen=True)
class Writing:
    """The state of the form in which a challenge is written.

    Args:
        draft: The contents of the form.
        checked: The draft that was checked last, with the verdict; None before any check.
        answered: The last request that was answered: the random number of its page, and its own number.
        note: A sentence for the page on what could not be read in the link; empty if all could.
    """

    draft: Draft
    checked: Checked | None = None
    answered: tuple[float, int] = (0.0, 0)
    note: str = ""

    @classmethod
    def reopen(cls, kept: str) -> Writing:
        """The form with the draft in the text of an address; `note` says what could not be read of it.

        >>> Writing.reopen("").note, Writing.reopen("nonsense").note
        ('', 'The draft in this link cannot be read, so the form is empty: ask for the link again.')
        """
        draft = Draft.reopen(kept)
        lost = bool(kept) and draft == Draft()
        note = "The draft in this link cannot be read, so the form is empty: ask for the link again."
        return cls(draft, note=note if lost else "")


def board_parameters(session: Session) -> dict[str, str]:
    """The link parameters of the session's board, without locks and masks, as the start of a challenge."""
    bare = replace(session.desk.without_deck(), off=(), predict=False, present=False, masked=False, revealed=())
    return permalink.write(replace(bare, hidden=()), session.fresh)


class Option(TypedDict):
    """A choice in a select box of the form: its value, and its label for the page."""

    value: str
    label: str


class GoalData(TypedDict):
    """The goal of the draft in words; where it is incomplete, what is missing."""

    is_complete: bool
    words: str


class FieldFault(TypedDict):
    """A field of the form that is wrong: its condition (from 0; None for none), its name, and what to write there."""

    row: int | None
    field: str
    words: str


class AuthorData(TypedDict):
    """The data of the form in which a challenge is written.

    Attributes:
        draft: The values of the fields.
        draft_text: The values of the fields as text for a link.
        note: What could not be read in the link.
        subjects: The subjects that a condition can have.
        relations: The relations that a condition can require.
        allowed: The kinds of actions that can be allowed.
        metrics: The metrics.
        items: The results.
        max_rows: The largest number of conditions.
        k: The cutoff of the board.
        goal: The goal in words, or what is missing of it.
        wrong_field: The field that is wrong; None if none is, or if it is still empty.
        verdict: The elements that say what the check found.
        answered: The last request that was answered: the random number of its page, and its own number.
    """

    draft: dict[str, Any]
    draft_text: str
    note: str
    subjects: list[Option]
    relations: list[Option]
    allowed: list[Option]
    metrics: list[Option]
    items: list[Option]
    max_rows: int
    k: int
    goal: GoalData
    wrong_field: FieldFault | None
    verdict: list[Child]
    answered: tuple[float, int]


def author_data(writing: Writing, session: Session) -> AuthorData:
    """The data of the form in which a challenge is written.

    Args:
        writing: The state of the form.
        session: The session with the board that the challenge begins with.
    """
    draft, checked = writing.draft, writing.checked
    start = board_parameters(session)
    is_current = checked is not None and (checked.draft, checked.start) == (draft, start)
    goal, fault = _describe_goal(draft, start, is_checked=is_current)
    verdict = checked and checked.verdict
    if verdict and fault:
        verdict = replace(verdict, words="Not checked: mend the field that is marked, then check again.")
    items = {item.id: item.title for board in session.desk.visible for item in board.items}
    return {
        "draft": asdict(draft),
        "draft_text": draft.as_text,
        "note": writing.note,
        "subjects": _list_options(SUBJECTS),
        "relations": _list_options(RELATIONS),
        "allowed": _list_options(ALLOWED),
        "metrics": [{"value": name, "label": name} for name, one in METRICS.items() if _depends_on_order(one)],
        "items": _list_options(items),
        "max_rows": MOST_ROWS,
        "k": session.desk.k,
        "goal": goal,
        "wrong_field": fault,
        "verdict": flatten(_render_verdict(verdict, is_current=is_current)) if verdict else [_render_notice()],
        "answered": writing.answered,
    }


def _depends_on_order(metric: Metric) -> bool:
    """Whether a metric's value can change when results move, and not by their judgments alone."""
    first, last = Ranking([1, 0]), Ranking([0, 1])
    return (metric @ 1)(first) != (metric @ 1)(last)


def _list_options(words: dict[str, str]) -> list[Option]:
    """The choices of a select box, from a mapping of values to labels."""
    return [{"value": value, "label": label} for value, label in words.items()]


def _describe_goal(draft: Draft, start: dict[str, str], *, is_checked: bool) -> tuple[GoalData, FieldFault | None]:
    """The goal in words, or what is missing; and the wrong field, unless it is empty and the draft not `is_checked`."""
    try:
        challenge = draft.challenge(start)
    except FieldError as error:
        words = str(error)
        empty = error.row is not None and not getattr(draft.rows[error.row], error.field)
        marked = is_checked or not empty
        fault: FieldFault = {"row": error.row, "field": error.field, "words": f"{words[:1].upper()}{words[1:]}."}
        return {"is_complete": False, "words": words}, fault if marked else None
    except ChallengeError as error:
        return {"is_complete": False, "words": str(error).partition("\n")[0]}, None
    return {"is_complete": True, "words": challenge.about}, None


def _render_notice(words: str = "", kind: str | None = None) -> Element:
    """A box with the words of a verdict; `kind` is that of `Verdict`, and chooses its colour."""
    return h("div.ix-notice", words, role="status", data_testid="verdict", data_kind=kind)


def _render_verdict(verdict: Verdict, *, is_current: bool) -> Iterator[Child]:
    """Elements that say what the check found, whether that `is_current`, and the link to a solvable challenge."""
    if not is_current:
        yield _render_notice("The goal or the board has changed since it was checked: check it again.")
        return
    yield _render_notice(verdict.words.replace("\n", " "), _KINDS.get(verdict.kind))
    if "goal" in verdict.link:
        to = f"./challenges?{urlencode(verdict.link)}"
        field = h("input.ix-field", name="link", type="text", readonly=True, outward=to)
        way = h("ol.ix-bullets", (h("li", step) for step in verdict.way))
        yield h(
            "div.ix-line.ix-author-share",
            h("label.ix-stack", "Link ", field),
            h("button.ix-button", "Copy the link", say={"do": "copyLink", "words": _COPIED}),
            h("a", "Try it in a new tab", href=to, target="_blank", rel="noopener"),
            verdict.way and h("details", h("summary", "A shortest way"), way),
            h("ix:reach"),
        )
