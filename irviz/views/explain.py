"""The page on which a printed number is asked where it comes from: the form, and the formulas that give it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from irviz.formats.asked_list import NotAGradeError, parse_asked_list
from irviz.lenses.formatting import format_message
from irviz.metrics import METRICS, Explanation, MetricsError, explain_number, explain_numbers
from irviz.metrics.explain import EXPLAINED
from irviz.metrics.rounding import format_rounded
from irviz.views.elements import flatten, h

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from irviz.formats.asked_list import AskedList
    from irviz.metrics import Match
    from irviz.views.elements import Child, Element
    from irviz.views.part import PartData

FIELDS = {"n": "number", "g": "grades", "m": "metric", "k": "cutoff", "n2": "number 2", "g2": "grades 2"}
"""What the form asks for, by its name in the form and in the link."""

MAX_FIELD_CHARACTERS = 400
"""Characters of a field that are read."""

MAX_GRADES = 100
"""Grades of a list that is asked about; longer ones are for ``irviz explain`` with files."""

_LEAD = (
    "Two tools print two numbers for one list. Write the number as it was printed, and the grades of the list; "
    "below are the formulas that give it, those of tools first."
)
_SYNTAX = (
    "Is a document there twice, or are results tied? Letters name documents: 3a 0 3a has a at ranks 1 and 3. "
    "Results with = between have one score: 1=0=0."
)
_MAX_ROWS = 10


def explain_data(fields: Mapping[str, str]) -> PartData:
    """The data of the page.

    Args:
        fields: The texts of the form's fields, by the names in `FIELDS`.
    """
    shown = (
        h("header", h("h1.ix-h1", "Which formula gave this number?"), h("p.ix-lead", _LEAD)),
        _render_form(fields),
        h("div.ix-stack", _render_answer(fields), aria_live="polite", data_testid="explained"),
    )
    return {"view": flatten(shown), "address": ({name: text for name, text in fields.items() if text}, [*FIELDS])}


def _render_form(fields: Mapping[str, str]) -> Element:
    """The form: the number, the grades, and if they are known the metric and its cutoff; a second list in a fold."""

    def field(name: str, label: str, placeholder: str = "", **props: object) -> Element:
        """A labelled text field."""
        value = fields.get(name, "")
        text = {"type": "text", "name": name, "value": value, "placeholder": placeholder, "autocomplete": "off"}
        return h("label.ix-stack", label, h("input.ix-field", maxlength=MAX_FIELD_CHARACTERS, **text, **props))

    metrics = [h("option", f"{name} · {METRICS[name].title}", value=name) for name in EXPLAINED]
    return h(
        "form.ix-panel.ix-stack",
        h(
            "div.ix-explain-form",
            field("n", "The number, as it was printed", "0.9488", required=True),
            field("g", "The grades, from rank 1 on; - where nobody judged", "3 2 3 0 1 2", required=True),
            h(
                "label.ix-stack",
                "It is said to be",
                h("select.ix-field", h("option", "any metric", value=""), metrics, name="m", value=fields.get("m", "")),
            ),
            field("k", "at cutoff", "any", inputmode="numeric"),
        ),
        h(
            "details",
            h("summary", "A second list, and its number by the same formula"),
            h("div.ix-explain-form", field("n2", "Its number", "0.5876"), field("g2", "Its grades", "0 1 3 0 2 2")),
            open=bool(fields.get("n2") or fields.get("g2")),
            key="second",
        ),
        h("p.ix-caption", _SYNTAX),
        h("div.ix-line", h("button.ix-button.ix-do", "Look for it", type="submit")),
        say={"do": "ask"},
    )


def _render_answer(fields: Mapping[str, str]) -> Iterator[Child]:
    """The formulas that give the number, or what is wrong with a field; nothing before one is asked about."""
    if not fields.get("n"):
        return
    try:
        found = _explain(tuple(fields.get(name, "").strip() for name in FIELDS))
    except ValueError as error:
        words = format_message(str(error))
        yield h("p.ix-notice", f"{words[0].upper()}{words[1:]}.", data_kind="wrong", data_testid="explain-fault")
        return
    rows = found.matches[:_MAX_ROWS]
    if rows:
        yield h("h2.ix-h2", f"{found.number} {'are' if ' and ' in found.number else 'is'} …")
    else:
        yield h("h2.ix-h2", f"None of {found.tried:,} formulas gives {found.number}")
        yield h("p", "The nearest ones:")
    yield h(
        "div.ix-table-box",
        h(
            "table.ix-table",
            h(
                "thead",
                h("tr", (h("th", name, scope="col") for name in ("Metric", "Value", "Computed so by", "Set apart by"))),
            ),
            h("tbody", (_render_row(one) for one in rows or found.nearest)),
        ),
        scrolls=True,
        role="group",
        aria_label="The formulas",
    )
    if len(found.matches) > _MAX_ROWS:
        yield h("p", f"And {len(found.matches) - _MAX_ROWS:,} more.")
    yield h("p.ix-caption", _describe_luck(found))
    link = f"./explain?{urlencode({name: text for name, text in fields.items() if text})}"
    yield h(
        "div.ix-line",
        h("input.ix-field.ix-outward", type="text", readonly=True, outward=link, aria_label="Link to this answer"),
        h(
            "button.ix-button",
            "Copy the link",
            say={"do": "copyLink", "words": ("Copied", "Please mark it, and copy it")},
        ),
    )


def _render_row(one: Match) -> Element:
    """A row of the table: a formula, its value, its tools, and what differs from trec_eval's conventions."""
    name = one.metric if one.k is None else f"{one.metric}@{one.k}"
    apart = [f"{part} = {value}" for part, value in one.conventions.items()]
    apart += [one.rounding] * (one.rounding not in ("", "rounded"))
    values = " and ".join(format_rounded(value, 6) for value in one.values)
    return h(
        "tr",
        h("th", name, scope="row"),
        h("td", values),
        h("td", one.named_tools, title=", ".join(one.tools)),
        h(
            "td",
            "; ".join(apart) or "nothing: the usual one",
            (h("p.ix-caption", f"{why[0].upper()}{why[1:]}.") for why in one.reasons.values()),
        ),
    )


def _describe_luck(found: Explanation) -> str:
    """How many formulas were tried, how many would match by luck, and what to do if that is more than one."""
    luck = format_rounded(found.by_luck, 0) if found.by_luck >= 10 else f"{found.by_luck:.2g}"
    words = f"{found.tried:,} formulas were tried; about {luck} would match by luck."
    several = " and " in found.number
    if found.matches and found.by_luck > 1 and not several:
        return f"{words} So give more digits, the metric, or a second list with its number."
    return words


@lru_cache(maxsize=64)
def _explain(texts: tuple[str, ...]) -> Explanation:
    """The explanation for the texts of all fields; ValueError names the field that is wrong, and the remedy."""
    number, grades, metric, k, number_2, grades_2 = texts
    if k and not (k.isascii() and k.isdigit() and 1 <= int(k) <= 10**6):
        raise ValueError(f"the cutoff is a whole number from 1 on, not “{k[:20]}”")
    if bool(number_2) != bool(grades_2):
        raise ValueError("a second list needs both its number and its grades")
    name, cut = metric or None, int(k) if k else None
    try:
        first = _parse_list(grades)
        if number_2:
            second = _parse_list(grades_2)
            if any((first.ids, first.scores, second.ids, second.scores)):
                raise ValueError("letters and = go with the only list: leave them out, or the second list")
            return explain_numbers([(number, first.grades), (number_2, second.grades)], metric=name, k=cut)
        return explain_number(number, first.grades, metric=name, k=cut, ids=first.ids, scores=first.scores)
    except MetricsError as error:
        raise ValueError(str(error).rstrip(".")) from error


def _parse_list(text: str) -> AskedList:
    """The list in a text; digits alone without blanks are a grade each.

    >>> _parse_list("3 2, -").grades, _parse_list("3210").grades, _parse_list("3a 0 3a").ids
    ([3, 2, None], [3, 2, 1, 0], ['a', '2', 'a'])
    """
    try:
        found = parse_asked_list(" ".join(text) if text.isdigit() else text)
    except NotAGradeError as error:
        what = f"“{error.word[:20]}”" if error.word else "a gap beside ="
        raise ValueError(f"{what} is no grade: write whole numbers with blanks between, such as 3 2 0 1") from None
    if not 1 <= len(found.grades) <= MAX_GRADES:
        raise ValueError(f"a list has 1 to {MAX_GRADES} grades, and this has {len(found.grades)}")
    return found
