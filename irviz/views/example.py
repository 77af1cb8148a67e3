"""The form in which a teacher writes an example, and how it is given away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from irviz.scenarios.catalogue import EXAMPLES
from irviz.state.desk import MAX_GRADE
from irviz.state.own_example import (
    MAX_NAME_CHARACTERS,
    MAX_QUERIES,
    MAX_RESULTS,
    MAX_TITLE_CHARACTERS,
    MAX_WORDS_CHARACTERS,
    ExampleError,
    is_own,
    picture_source,
)
from irviz.state.pairs.pair import OF_EXAMPLE
from irviz.state.tied_ranks import find_ties
from irviz.views.elements import flatten, h
from irviz.views.qr import MAX_LINK_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from irviz.state.example_draft import Draft, TypedQuery
    from irviz.state.own_example import OwnResult
    from irviz.state.session import Session
    from irviz.views.elements import Child, Element
    from irviz.views.part import PartData

MAX_COURSE_CHARACTERS = 2_000
"""Characters of a link that course platforms keep whole."""

_LEAD = "Write one title a line. From the second on, the board shows them: drag and judge there; the lines follow."
_LINES = (
    "After a tab or a semicolon a line may have a grade, or ? for a result that nobody judged; without one it is not "
    "relevant. A number after that is its score: equal ones are ties, and scores stay with the ranks. Rows of a "
    "spreadsheet can be pasted. An emoji in front of a title is its picture."
)
_OTHER_TIES = "The board ties the ranks that are tied in all queries; here other scores are equal, too."
_AS_MANY = "With as many results as the first query: MRR and MAP are means over all."
_PLACEHOLDER = "🐆 Jaguar in a tree; 1\nJaguar E-Type\nHow fast is a jaguar?; 1"
_SAVED = ("Copied", "Please mark it, and copy it")
_PICTURES = "Pictures stay in this browser and in the file: who opens the link sees titles."


class Fault(NamedTuple):
    """What could not be done.

    Attributes:
        words: A sentence; empty if nothing went wrong.
        title: The title of the result whose picture could not be read; empty for all else.
    """

    words: str = ""
    title: str = ""


_NO_FAULT = Fault()


def example_data(
    draft: Draft, session: Session, fault: Fault = _NO_FAULT, query: str = "", *, can_go_back: bool = False
) -> PartData:
    """The data of the form in which a teacher writes an example.

    Args:
        draft: The fields of the form.
        session: The session whose board is beside it.
        fault: Why a file was not opened; of a picture it stands beside the pictures.
        query: The query of the visitor's own results that is open on its page; empty for none.
        can_go_back: Whether a change of the form can be taken back.
    """
    faults = draft.faults
    shown = (
        h("h1.ix-h2", "An example of your own", tabindex=-1),
        h("p.ix-soft", _LEAD),
        not fault.title and _render_fault(fault),
        _render_starts(query),
        can_go_back and h("button.ix-button", "Take back the last change here", say={"do": "back"}, key="back"),
        [_render_query(at, one, draft, faults.get(f"results-{at}", ""), fault) for at, one in enumerate(draft.queries)],
        len(draft.queries) < MAX_QUERIES
        and not draft.queries[-1].is_empty
        and h("button.ix-button", "Add a query", say={"do": "add"}),
        _render_missing(draft),
        _render_words(draft, faults),
        _render_gifts(draft, session),
    )
    return {"view": flatten(shown), "title": "An example of your own"}


def _render_starts(query: str) -> Element:
    """The ways to begin: from an example of the menu, from the board, from a `query` of own results, from a file."""
    begin = h("option", "Start from …", value="-", disabled=True)
    options = [h("option", one.title, value=one.desk.id) for one in EXAMPLES if one.desk.n <= MAX_RESULTS]
    ways = [h("option", "an empty form", value=""), h("option", "the board as it is", value="board"), *options]
    if query:
        ways.insert(2, h("option", f"“{query}” of your results", value="results"))
    return h(
        "div.ix-line",
        h("select.ix-field", begin, ways, value="-", aria_label="Start from", say={"do": "start"}),
        h(
            "label.ix-button.ix-example-file.ix-rigid.ix-relative",
            "Open a file",
            h("input", type="file", accept=".json,application/json", say={"do": "open"}),
        ),
    )


def _render_fault(fault: Fault) -> Element | str:
    """What could not be done, if anything."""
    return fault.words and h(
        "p.ix-notice", fault.words, role="alert", data_kind="wrong", data_testid="example-fault", key="unread"
    )


def _render_query(at: int, one: TypedQuery, draft: Draft, fault: str, unread: Fault) -> Element:
    """The fields of the query at an index from 0, and the pictures of its results, one of which may be `unread`."""
    several = len(draft.queries) > 1
    wrong = {"aria_invalid": True, "aria_describedby": f"ix-example-fault-{at}"} if fault else {}
    remove = h("button.ix-button.ix-quiet", "Remove this query", say={"do": "remove", "at": at})
    return h(
        "fieldset.ix-stack.ix-example-query",
        h("legend.ix-strong", f"Query {at + 1}" if several else "The query"),
        h(
            "label.ix-stack",
            "What is searched for",
            _render_field(f"query-{at}", one.query, MAX_TITLE_CHARACTERS, autofocus=at > 0 and one.is_empty),
        ),
        h(
            "label.ix-stack",
            "Results, the first one on top",
            h(
                "textarea.ix-field",
                value=one.results,
                name=f"results-{at}",
                rows=max(4, min(12, one.results.count("\n") + 2)),
                placeholder=None if at else _PLACEHOLDER,
                spellcheck="false",
                say={"do": "type", "field": f"results-{at}"},
                **wrong,
            ),
        ),
        fault
        and h(
            "p.ix-wrong",
            f"{fault[0].upper()}{fault[1:]}. Until then the board stays.",
            id=f"ix-example-fault-{at}",
            role="status",
            key="wrong",
        ),
        h("button.ix-button.ix-example-down", "See the board below", say={"do": "toBoard"}),
        h("p.ix-caption", _AS_MANY if at else _LINES),
        not fault and _has_other_ties(at, draft) and h("p.ix-notice", _OTHER_TIES, role="status", key="ties"),
        list(_render_pictures(draft.list_readable_results(at) if fault else draft.list_results(at), unread)),
        several and remove,
        key=f"query {at}",
    )


def _has_other_ties(at: int, draft: Draft) -> bool:
    """Whether the query at an index from 0 has ties that the board has not, since not all queries have them."""
    try:
        ties = draft.example.desk.ties
    except ExampleError:
        return False
    scores = [one.score for one in draft.list_results(at)]
    return bool(scores) and None not in scores and find_ties(scores) != ties


def _render_field(name: str, value: str, longest: int, **props: object) -> Element:
    """A text field of the form, which says each change."""
    return h(
        "input.ix-field",
        type="text",
        name=name,
        value=value,
        maxlength=longest,
        autocomplete="off",
        say={"do": "type", "field": name},
        **props,
    )


def _render_pictures(results: Sequence[OwnResult], unread: Fault) -> Iterator[Child]:
    """A button for the picture of each result, with the picture if there is one; and why one could not be read."""
    if not results:
        return
    yield h(
        "div.ix-line.ix-example-pictures",
        (
            h(
                "span.ix-example-picture.ix-middle",
                h(
                    "label.ix-relative.ix-as-grid",
                    h(
                        "ix:thumb",
                        of={"title": one.title, "picture": picture_source(one.picture)},
                        aria_label=one.title,
                    ),
                    h(
                        "input",
                        type="file",
                        accept="image/*",
                        aria_label=f"Picture of {one.title}",
                        say={"do": "picture", "title": one.title},
                    ),
                    title=f"{one.title}: choose a picture, drop or paste one",
                ),
                is_own(one.picture)
                and h(
                    "button.ix-button.ix-quiet",
                    "×",
                    aria_label=f"No picture of {one.title}",
                    say={"do": "picture", "title": one.title, "picture": ""},
                    goes=True,
                ),
                key=f"picture {rank}",
            )
            for rank, one in enumerate(results)
        ),
        role="group",
        aria_label="Pictures",
    )
    if unread.title in [one.title for one in results]:
        yield _render_fault(unread)
    yield h("p.ix-caption", "Press one to choose its picture, or drop or paste it there.")


def _render_words(draft: Draft, faults: dict[str, str]) -> Element:
    """The fields for what the teacher says about the example, and for its scale."""

    def field(name: str, label: str, value: str, longest: int) -> Element:
        """A labelled text field, with its fault below."""
        wrong = faults.get(name)
        marks = {"aria_invalid": True} if wrong else {}
        return h(
            "label.ix-stack",
            label,
            _render_field(name, value, longest, **marks),
            wrong and h("span.ix-wrong", f"{wrong}."),
        )

    scales = [("1", "relevant or not"), *((str(top), f"grades 0 to {top}") for top in range(2, MAX_GRADE + 1))]
    return h(
        "details",
        h("summary", "Title, what to see, source, grades"),
        field("title", "Title", draft.title, MAX_TITLE_CHARACTERS),
        field("about", "What there is to see", draft.about, MAX_WORDS_CHARACTERS),
        field("source", "Source", draft.source, MAX_WORDS_CHARACTERS),
        h(
            "label.ix-line",
            "Judge by ",
            h(
                "select.ix-field",
                [h("option", label, value=value) for value, label in scales],
                value=str(draft.top),
                say={"do": "type", "field": "top"},
            ),
        ),
        key="words",
    )


def _render_missing(draft: Draft) -> Iterator[Child]:
    """What is still missing before the fields make an example."""
    if not draft.is_empty and (missing := draft.missing):
        yield h("p.ix-notice", f"Not yet: {missing}.", role="status", key="missing")


def _render_gifts(draft: Draft, session: Session) -> Iterator[Child]:
    """The ways to share an example: its link with the QR code, and a file."""
    try:
        example = draft.example
    except ExampleError:
        return
    name = example.name
    link = f"./#?{urlencode({'q': example.desk.opened, 'k': str(session.desk.k), 'set': name})}"
    pictured = any(is_own(one.picture) for query in example.queries for one in query.results)
    yield h("h2.ix-h3", "Share it")
    if len(name) > MAX_NAME_CHARACTERS:
        yield h("p", f"It is too long for a link ({len(name):,} characters): give the file.")
    else:
        yield h("ix:ways")
        long = len(link) > MAX_COURSE_CHARACTERS
        yield long and h("p.ix-caption", f"With {len(link):,} characters, it may be too long for a course platform.")
        yield pictured and h("p.ix-caption", _PICTURES)
    yield h(
        "div.ix-line",
        len(name) <= MAX_NAME_CHARACTERS
        and (
            h("input.ix-field.ix-outward", type="text", readonly=True, outward=link, aria_label="The link"),
            h("button.ix-button.ix-do", "Copy the link", say={"do": "copyLink", "words": _SAVED}),
            h("a.ix-button", "Open it", href=link, target="_blank", rel="noopener"),
        ),
        h(
            "button.ix-button",
            "Save as a file",
            say={"do": "saveExample", "text": json.dumps(example.to_json(), ensure_ascii=False, indent=1)},
        ),
    )
    compared = f"./compare?{urlencode({'set': OF_EXAMPLE + name})}"
    several = "Compare the first two lists" if len(example.queries) > 1 else "Compare two orders of it"
    yield h("p", h("a", several, href=compared, target="_blank", rel="noopener"))
    code = "The link is too long for a QR code that a phone could read."
    yield len(name) <= MAX_NAME_CHARACTERS and h("ix:code", code, of=link, longest=MAX_LINK_CHARACTERS)
