"""The form in which a teacher writes a challenge, beside the board that it begins with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from irviz.lessons.challenge import MAX_CHARACTERS, ChallengeError
from irviz.lessons.draft import ALLOWED, MOST_ROWS, OF_METRICS, OF_RANKS, RELATIONS, SUBJECTS, Draft, FieldError
from irviz.metrics import METRICS, Ranking
from irviz.state import permalink
from irviz.views.elements import flatten, h

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irviz.lessons.draft import Row, Verdict
    from irviz.metrics import Metric
    from irviz.state.session import Session
    from irviz.views.elements import Child, Element
    from irviz.views.part import PartData


_KINDS = {"proved": "good", "impossible": "wrong", "wrong": "wrong"}
_TITLE = "Write a challenge"
_CHECK = "Check it and get the link"
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
        is_asked: Whether the draft is to be checked.
        heard: The number of the last request of the browser's page that was heard.
        reach: Where keys go on after a request, as a selector, and that request's number.
        has_words: Whether there were words of the author's own, whose fields are open then.
        note: A sentence for the page on what could not be read in the link; empty if all could.
    """

    draft: Draft
    checked: Checked | None = None
    is_asked: bool = False
    heard: int = 0
    reach: tuple[str, int] = ("", 0)
    has_words: bool = False
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
        return cls(draft, note=note if lost else "").with_draft(draft)

    def with_draft(self, draft: Draft) -> Writing:
        """A copy with other contents; fields that are open stay so."""
        return replace(self, draft=draft, has_words=self.has_words or bool(draft.title or draft.task or draft.hints))


def board_parameters(session: Session) -> dict[str, str]:
    """The link parameters of the session's board, without locks and masks, as the start of a challenge."""
    bare = replace(session.desk.without_deck(), off=(), predict=False, present=False, masked=False, revealed=())
    return permalink.write(replace(bare, hidden=()), session.fresh)


def author_data(writing: Writing, session: Session) -> PartData:
    """The data of the form in which a challenge is written.

    Args:
        writing: The state of the form.
        session: The session with the board that the challenge begins with.
    """
    draft, desk = writing.draft, session.desk
    goal, fault, is_current = _judge_fields(writing, session)
    items = {item.id: item.title for board in desk.visible for item in board.items}
    rows = [_Condition(row, at, fault, len(draft.rows) > 1, items) for at, row in enumerate(draft.rows)]
    moved = ", and moves with it" if "cutoff" in draft.allow else ""
    shown = (
        h(
            "form.ix-stack",
            h("h1.ix-h2", _TITLE, tabindex=-1),
            h("p.ix-soft", "It begins with the board beside this form, as it is now. Arrange it first."),
            h(
                "fieldset.ix-stack",
                h("legend.ix-strong", "The goal"),
                writing.note and h("p.ix-notice", writing.note, role="alert", data_kind="wrong", key="note"),
                [one.render() for one in rows],
                h(
                    "p.ix-soft.ix-author-cutoff",
                    f"An empty cutoff is that of the board, k\u00a0=\u00a0{desk.k}{moved}.",
                    hidden=not any(row.has_cutoff for row in draft.rows),
                ),
                h(
                    "button.ix-button",
                    "Add a condition",
                    data_do="add",
                    disabled=len(rows) >= MOST_ROWS,
                    say={"do": "fields", "add": True},
                ),
                not fault
                and h("p.ix-notice", goal.line, role="status", data_kind="good" if goal.is_complete else None),
            ),
            _render_allowed(draft, fault),
            _render_words(draft, is_open=writing.has_words),
            h(
                "div.ix-line",
                h("button.ix-button.ix-do", _CHECK, type="submit", say={"do": "fields", "check": True}),
                h("button.ix-button", "All challenges", say={"leave": True}),
            ),
            novalidate=True,
            say={"do": "fields"},
        ),
        h("div.ix-stack", _render_answer(writing, fault, is_current=is_current)),
    )
    address = {"write": "1", **({"draft": draft.as_text} if draft.as_text else {})}
    return {
        "view": flatten(shown),
        "title": _TITLE,
        "address": (address, ["write", "draft"]),
        "heard": writing.heard,
        "reach": writing.reach,
    }


def place_after_check(writing: Writing, session: Session) -> str:
    """The selector of what is read after a check: the field that is wrong, or the verdict."""
    return "[aria-invalid=true]" if _judge_fields(writing, session)[1] else ".ix-author > :last-child > :last-child"


class _Goal(NamedTuple):
    """The goal of the draft in words; where it is incomplete, what is missing."""

    is_complete: bool
    words: str

    @property
    def line(self) -> str:
        """The goal as a sentence."""
        return f"{'Goal' if self.is_complete else 'Not yet'}: {self.words}."


class _Fault(NamedTuple):
    """A field of the form that is wrong: its condition (from 0; None for none), its name, and what to write there.

    After a check the focus goes to the field, which says so; one that is left wrong `is_announced`.
    """

    row: int | None
    field: str
    words: str
    is_announced: bool

    def render(self) -> Element:
        """The line below the field."""
        role = "status" if self.is_announced else None
        return h("p.ix-wrong", self.words, id="ix-author-fault", key="wrong", role=role)


def _mark(fault: _Fault | None, field: str, row: int | None = None) -> dict[str, object]:
    """The attributes of a field, by its name and its condition, that say whether it is the wrong one."""
    is_wrong = fault and (fault.row, fault.field) == (row, field)
    return {"aria_invalid": True, "aria_describedby": "ix-author-fault"} if is_wrong else {}


class _Condition(NamedTuple):
    """One condition of the goal, to be rendered with the fields that its subject and relation need.

    Args:
        row: The condition.
        at: Its index, from 0.
        fault: The field that is wrong.
        is_one_of_several: Whether it can be removed.
        items: The titles of the results, by their ids.
    """

    row: Row
    at: int
    fault: _Fault | None
    is_one_of_several: bool
    items: Mapping[str, str]

    def render(self) -> Element:
        """The group of its fields."""
        row = self.row
        named = row.subject in {"metric", "beats"}
        number = {"beats": "90%", "metric": "0.6"}.get(row.subject, "1")
        offered = RELATIONS | (OF_RANKS if row.subject == "rank" else {})
        relations = [
            h("option", words, value=value, disabled=value in OF_METRICS and row.subject != "metric")
            for value, words in offered.items()
        ]
        remove = "Remove this condition"
        return h(
            "div.ix-well.ix-line.ix-author-row",
            self._choose("subject", "What it is about", _list_options(SUBJECTS)),
            h(
                "button.ix-button",
                "×",
                data_do="remove",
                title=remove,
                aria_label=remove,
                hidden=not self.is_one_of_several,
                say={"do": "fields", "remove": self.at},
            ),
            self._choose("metric", "Metric", _list_options(_METRICS), hidden=not named),
            h("span", "@", hidden=not row.has_cutoff),
            self._write(
                "k",
                "Cutoff, empty for that of the board",
                hidden=not row.has_cutoff,
                placeholder="k",
                inputmode="numeric",
                maxlength=3,
            ),
            self._choose("item", "Result", _list_options(self.items), hidden=row.subject != "rank"),
            self._choose("relation", "What is asked of it", relations),
            self._write("value", "Value", hidden=not row.needs_value, maxlength=12, placeholder=number),
            self._choose("other", "The other metric", _list_options(_METRICS), hidden=row.relation != "over"),
            self.fault and self.fault.row == self.at and self.fault.render(),
            role="group",
            aria_label=f"Condition {self.at + 1}",
        )

    def _choose(self, name: str, label: str, options: Sequence[Element], *, hidden: bool = False) -> Element:
        """A select box; a value that is none of the options is the first of them."""
        values = [one[1]["value"] for one in options]
        value = getattr(self.row, name)
        return h(
            "select.ix-field",
            options,
            name=f"{name}-{self.at}",
            value=value if value in values else values[0],
            aria_label=label,
            hidden=hidden,
        )

    def _write(self, name: str, label: str, **props: object) -> Element:
        """A text field."""
        return h(
            "input.ix-field",
            type="text",
            autocomplete="off",
            name=f"{name}-{self.at}",
            value=getattr(self.row, name),
            aria_label=label,
            **props,
            **_mark(self.fault, name, self.at),
        )


def _render_allowed(draft: Draft, fault: _Fault | None) -> Element:
    """The fields for what students may do."""
    boxes = [
        h(
            "label.ix-line",
            h(
                "input",
                type="checkbox",
                name=f"allow-{value}",
                checked=value in draft.allow,
                **(_mark(fault, "allow") if not at else {}),
            ),
            h("span", words),
        )
        for at, (value, words) in enumerate(ALLOWED.items())
    ]
    most = h(
        "input.ix-field",
        name="most",
        type="text",
        maxlength=12,
        inputmode="numeric",
        placeholder="any",
        value=draft.most,
        **_mark(fault, "most"),
    )
    return h(
        "fieldset.ix-stack",
        h("legend.ix-strong", "What one may do"),
        h("div", boxes),
        h("label", "At most ", most, " moves"),
        fault and fault.row is None and fault.render(),
    )


def _render_words(draft: Draft, *, is_open: bool) -> Element:
    """The fields for title, task and hints in the author's own words."""
    longer = {name: {"rows": 3, "maxlength": MAX_CHARACTERS[name]} for name in ("task", "hints")}
    return h(
        "details",
        h("summary", "Title, task and hints in your own words"),
        h(
            "label.ix-stack",
            "Title ",
            h(
                "input.ix-field",
                name="title",
                type="text",
                maxlength=MAX_CHARACTERS["title"],
                autocomplete="off",
                value=draft.title,
            ),
        ),
        h("label.ix-stack", "Task ", h("textarea.ix-field", name="task", value=draft.task, **longer["task"])),
        h(
            "label.ix-stack",
            "Hints, one a line, up to three ",
            h("textarea.ix-field", name="hints", value=draft.hints, **longer["hints"]),
        ),
        h("p.ix-soft", "What you leave empty is made from the goal, and the hints from a shortest way."),
        open=is_open or None,
    )


def _depends_on_order(metric: Metric) -> bool:
    """Whether a metric's value can change when results move, and not by their judgments alone."""
    first, last = Ranking([1, 0]), Ranking([0, 1])
    return (metric @ 1)(first) != (metric @ 1)(last)


_METRICS = {name: name for name, one in METRICS.items() if _depends_on_order(one)}


def _list_options(words: Mapping[str, str]) -> list[Element]:
    """The choices of a select box, from a mapping of values to labels."""
    return [h("option", label, value=value) for value, label in words.items()]


def _judge_fields(writing: Writing, session: Session) -> tuple[_Goal, _Fault | None, bool]:
    """The goal in words, the field that is wrong, and whether the draft is as it was when it was checked.

    An empty field is wrong only once it was checked.
    """
    draft, checked, start = writing.draft, writing.checked, board_parameters(session)
    is_current = checked is not None and (checked.draft, checked.start) == (draft, start)
    try:
        challenge = draft.challenge(start)
    except FieldError as error:
        words = str(error)
        empty = error.row is not None and not getattr(draft.rows[error.row], error.field)
        fault = _Fault(error.row, error.field, f"{words[:1].upper()}{words[1:]}.", not is_current)
        return _Goal(is_complete=False, words=words), fault if is_current or not empty else None, is_current
    except ChallengeError as error:
        return _Goal(is_complete=False, words=str(error).partition("\n")[0]), None, is_current
    return _Goal(is_complete=True, words=challenge.about), None, is_current


def _render_notice(words: str = "", kind: str | None = None) -> Element:
    """A box with the words of a verdict; `kind` is that of `Verdict`, and chooses its colour."""
    return h("div.ix-notice", words, role="status", data_testid="verdict", data_kind=kind)


def _render_answer(writing: Writing, fault: _Fault | None, *, is_current: bool) -> Iterator[Child]:
    """Elements that say what the check found, whether that `is_current`, and the link to a solvable challenge."""
    if not writing.checked:
        yield _render_notice()
        return
    verdict = writing.checked.verdict
    if not is_current:
        yield _render_notice("The goal or the board has changed since it was checked: check it again.")
        return
    if fault:
        yield _render_notice("Not checked: mend the field that is marked, then check again.", _KINDS[verdict.kind])
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
