"""Where two metrics disagree: which two, on which judgments, and the two orders that were found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict
from urllib.parse import urlencode

from irviz.lenses.disagreement import CLEAREST_EXPLANATION, describe_answer
from irviz.metrics.rounding import format_rounded
from irviz.scenarios.catalogue import CATALOGUE
from irviz.scenarios.made_up import make_graded_desk
from irviz.state import permalink
from irviz.state.disagreements.question import CHOICES, PARAMETERS, RESULT_COUNTS, VARIANTS
from irviz.state.disagreements.question_form import KINDS, kind_of_judgments, name_without_cutoff
from irviz.state.metric_words import describe_metric, describe_variant
from irviz.views.elements import h, thumb, unless_masked
from irviz.views.present import pair_present_data
from irviz.views.room import preference_question

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from irviz.metrics import Metric
    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.state.disagreements.question import Question
    from irviz.state.session import Session
    from irviz.views.elements import Child, Element
    from irviz.views.present import PresentData
    from irviz.views.room import RoomData


LOOKS = ("present", "mask")
"""What a link says of how the page is looked at."""


class DisagreeData(TypedDict):
    """The page on which two metrics disagree: the question, and the orders that answer it.

    Attributes:
        notes: Sentences on what was ignored in the link.
        link: The parameters of the page's link.
        own_parameters: The names of the parameters that the page manages in its address.
        looks: The display settings of `LOOKS` that are on.
        present: The data of the presenter's bar.
        rooms: The data of the part with which a teacher asks a class.
        title: The two metrics, for the window's title.
        pair: The number of the pair of orders, from 1; 0 where there is none.
        has_more: Whether there is another pair after it.
        view: The elements of the page: the question, and the answer.
    """

    notes: list[str]
    title: str
    link: dict[str, str]
    own_parameters: list[str]
    looks: list[str]
    present: PresentData
    rooms: RoomData
    pair: int
    has_more: bool
    view: list[Child]


def results_of(question: Question, desk: Desk) -> Desk:
    """The results that a question is about: those of a desk of Explore, or pictures with made-up grades."""
    return desk if question.grades is None else make_graded_desk(question.grades, question.level)


def disagree_data(
    question: Question,
    session: Session,
    notes: Sequence[str],
    looks: Collection[str] = (),
    form: Mapping[str, str] = {},
) -> DisagreeData:
    """The data of the page on which two metrics disagree: a search for two orders answers the question.

    Args:
        question: The question.
        session: The session of the Explore page, whose first open board the question may refer to.
        notes: Sentences on what was ignored in the link.
        looks: The display settings of `LOOKS` that are on.
        form: What was said in the form: `of`, the kind of judgments, and `grades`, as they were typed if they left
            those of the question as they were; empty where nothing was.
    """
    about = results_of(question, session.desk.without_notes())
    fresh = session.fresh if question.grades is None else CATALOGUE[about.id]
    board = about.visible[0]
    found = describe_answer(question.answer(board), board)
    orders = [order["board"] for order in found.get("orders", ())]
    links = [
        _link_to_order(about, fresh, arranged, metric)
        for arranged, metric in zip(orders, (question.a, question.b), strict=False)
    ]
    pair, more = found.get("pair", 0), found.get("more", False)
    return {
        "notes": list(notes),
        "link": {name: text for name, text in session.address.items() if name not in _LOOKED_AT}
        | question.link
        | dict.fromkeys(looks, "1"),
        "looks": list(looks),
        "present": pair_present_data(present="present" in looks, pair=pair, more=more),
        "rooms": _class_question_data(question, orders, present="present" in looks),
        "own_parameters": _OWN_PARAMETERS,
        "title": f"{describe_metric(question.a)} and {describe_metric(question.b)}",
        "pair": pair,
        "has_more": more,
        "view": [
            _HEADER,
            _render_form(question, board, session.desk.visible[0], form),
            h("div.ix-stack", h("ix:notes"), _render_answer(question, found, links, board)),
        ],
    }


_HEADER = h(
    "header",
    h("h1.ix-h1", "Where metrics disagree"),
    h(
        "p.ix-lead",
        "Choose two metrics. The page searches the orders of the results for two that they prefer oppositely, and "
        "shows the clearest pair it finds.",
    ),
)


def _render_form(question: Question, board: Board, own: Board, form: Mapping[str, str]) -> Element:
    """The question: both metrics, and the judgments, which are those of `own` on Explore or are made up.

    Args:
        question: The question.
        board: Its results.
        own: The board of Explore.
        form: What was said in the form, as for `disagree_data`.
    """
    kind = kind_of_judgments(question, board, form.get("of", ""))
    options = _render_metric_choices(question)
    return h(
        "form.ix-panel.ix-line.ix-top.ix-disagree-ask",
        _render_metric("a", question.a, options, board.n),
        h(
            "button.ix-button.ix-disagree-swap",
            "⇄",
            aria_label="Swap the two metrics",
            title="Swap the two metrics",
            say={"swap": True},
        ),
        _render_metric("b", question.b, options, board.n),
        h(
            "fieldset.ix-grows.ix-disagree-of",
            h("legend.ix-caption", "Judgments"),
            h("input", type="hidden", name="was", value=kind),
            h(
                "div.ix-segments",
                (
                    h("label", h("input", type="radio", name="of", value=of, checked=of == kind), h("span", words))
                    for of, words in KINDS.items()
                ),
            ),
            _render_judgments(question, board, own, kind, form.get("grades", "")),
        ),
        aria_label="The question",
        say={"do": "fields"},
    )


def _render_judgments(question: Question, board: Board, own: Board, kind: str, typed: str) -> Element:
    """What there is to say and to choose of the judgments.

    Args:
        question: The question.
        board: Its results.
        own: The board of Explore.
        kind: Where its judgments come from, a key of `KINDS`.
        typed: The grades as they were typed, if they left those of the question as they were; else empty.
    """
    smallest, largest = RESULT_COUNTS[0], RESULT_COUNTS[-1]
    details: Child = _describe_judgments(own)
    if kind == "relevant":
        relevant = _render_number("relevant", "Relevant results", board.ranking.relevant, 0, board.n)
        n = _render_number("n", "Results", board.n, smallest, largest)
        details = h("label", relevant, " relevant"), h("label", "of ", n, " results")
    elif kind == "graded":
        grades = h(
            "input.ix-field",
            name="grades",
            type="text",
            value=typed or question.link["of"],
            maxlength=largest,
            inputmode="numeric",
            autocomplete="off",
            spellcheck="false",
        )
        level = _render_number("level", "Relevant from grade", question.level, 1, board.top)
        details = h("label", "Grades ", grades), h("label", "relevant from ", level)
    return h("p.ix-line.ix-disagree-detail", details, key=kind)


def _render_metric(side: str, metric: Metric, options: Sequence[Element], n: int) -> Element:
    """One of the two metrics, “a” or “b”, with its cutoff on a list of n results, if it has one."""
    letter, cutoff = side.upper(), metric.cutoff
    choice = h(
        "select.ix-field", options, name=side, value=name_without_cutoff(metric), aria_label=f"Which metric {letter}"
    )
    at = h(
        "input.ix-field",
        name=f"{side}k",
        type="number",
        min=1,
        max=n,
        value=cutoff or 1,
        inputmode="numeric",
        aria_label=f"Cutoff of metric {letter}",
    )
    return h(
        "fieldset.ix-disagree-metric",
        h("legend.ix-caption", f"Metric {letter}"),
        h("div.ix-line.ix-one-line", choice, h("label.ix-rigid", "@ ", at, hidden=cutoff is None)),
        h("p.ix-caption", metric.summary),
        data_hue=metric.name,
    )


def _render_number(name: str, title: str, value: int, low: int, high: int) -> Element:
    """A field for a whole number."""
    props = {"type": "number", "inputmode": "numeric", "min": low, "max": high}
    return h("input.ix-field", name=name, title=title, value=value, **props)


def _render_answer(
    question: Question, found: Mapping[str, Any], links: Sequence[Mapping[str, str]], board: Board
) -> Iterator[Child]:
    """Elements with two orders on which the metrics disagree, or with the reason why there are none.

    Args:
        question: The question.
        found: The answer, as `irviz.lenses` describes it.
        links: The links to the two orders on the Explore page.
        board: The judgments that both orders share.
    """
    a, b = describe_metric(question.a), describe_metric(question.b)
    yield h("div.ix-line.ix-ends", _render_pair(found, a, b) if links else _render_no_pair(found, a, b))
    if links:
        orders = zip(found["orders"], links, strict=True)
        yield h("div.ix-disagree-orders", (_render_order(order, link, question, board) for order, link in orders))
        told = f"Pair {found['pair']}. {found['clear']} {found['search']}"
        yield unless_masked("ab", h("p.ix-soft.ix-disagree-search", told))
    yield h("details", h("summary", "What “clearest” means"), h("p.ix-read", CLEAREST_EXPLANATION))


def _render_no_pair(found: Mapping[str, Any], a: str, b: str) -> Element:
    """The panel that says why the metrics `a` and `b` (as written on the page) do not disagree here."""
    return h(
        "div.ix-fill.ix-panel",
        h("h2.ix-h2.ix-disagree-verdict", f"{a} and {b} do not disagree here."),
        h("p.ix-lead.ix-disagree-why", f"{found['text']} {found['search']}"),
        role="status",
    )


def _render_pair(found: Mapping[str, Any], a: str, b: str) -> Iterator[Element]:
    """A sentence on two orders on which the metrics `a` and `b` disagree, and the button for another pair."""
    pair, more = found["pair"], found["more"]
    asked = f"Which order does {a} prefer, and which {b}?"
    yield h(
        "div.ix-fill",
        h("p.ix-said", f"Pair {pair}."),  # which the same sentence may follow
        h("h2.ix-h2.ix-disagree-verdict", unless_masked("ab", found["text"], asked)),
        role="status",
    )
    yield h(
        "button.ix-button",
        "Another pair" if more or pair == 1 else "Back to the clearest",
        disabled=not more and pair == 1,
        say={"pair": str(pair + 1 if more else 1)},
    )


def _render_order(order: Mapping[str, Any], link: Mapping[str, str], question: Question, board: Board) -> Element:
    """The panel of one of two orders: its results, the value of each metric, and the reason.

    Args:
        order: The order with its values, as the answer to the question describes it.
        link: The link parameters that open the order on the Explore page.
        question: The question, for the cutoffs of its metrics.
        board: The judgments that both orders share.
    """
    place, letter = (("First", "A"), ("Second", "B"))[order["by"]]
    cut = max(metric.cutoff or board.n for metric in (question.a, question.b))
    cards, sides = order["cards"], zip("ab", order["values"], strict=True)
    return h(
        "article.ix-panel.ix-stack",
        h(
            "header.ix-line.ix-ends",
            h("h3.ix-h3", f"{place} order", h("span.ix-order-letter", f": {letter}")),
            h(
                "a.ix-button",
                "Open on the board",
                href=f"./?{urlencode(link)}",
                aria_label=f"Open on the board: the {place.lower()} order",
            ),
        ),
        h(
            "ol.ix-faces.ix-as-grid",
            (_render_result(card, graded=board.top > 1, beyond=card["rank"] > cut) for card in cards),
            style={"--ix-count": min(len(cards), 10)},
        ),
        h("dl", (unless_masked(side, _render_value(one), _render_masked_value(one, side)) for side, one in sides)),
        unless_masked("ab", h("p", order["reason"])),
        data_testid="disagree-order",
    )


def _render_result(card: Mapping[str, Any], *, graded: bool, beyond: bool) -> Element:
    """A list item with a result: rank, picture or title, tick or grade; `beyond` if it is below the cutoffs."""
    grade, relevant = card["grade"], card["relevant"]
    judged = f"grade {grade}" if graded else "relevant" if relevant else "not relevant"
    words = f"{card['title']}, {judged}"
    mark = str(grade) if graded else relevant and "✓"
    return h(
        "li.ix-face.ix-relative.ix-centred",
        h("span.ix-caption", card["rank"], aria_hidden="true"),
        thumb(card, aria_label=f"Rank {card['rank']}: {words}", title=words),
        mark and h("span.ix-badge.ix-absolute", mark, aria_hidden="true", data_kind="good" if relevant else None),
        data_grade=grade,
        data_cut=beyond,
    )


def _render_masked_value(one: Mapping[str, Any], side: str) -> Element:
    """The button that reveals a metric's masked value of an order; `side` is “a” or “b”, one of the two metrics."""
    symbol = one["symbol"]
    told = f"Reveal {symbol}"
    reveal = h("button.ix-plain", "?", aria_label=told, title=told, say={"reveal": side})
    return h(
        "div.ix-disagree-value.ix-as-grid.ix-middle",
        h("dt.ix-hue", symbol),
        h("dd.ix-xl", reveal),
        data_testid="disagree-value",
        data_metric=symbol,
        data_hue=one["name"],
    )


def _render_value(one: Mapping[str, Any]) -> Element:
    """An element with a metric's value of an order: the number, a bar from 0, and the working."""
    bar = h("span.ix-block.ix-hue-fill", style={"width": f"{format_rounded(100 * one['share'], 1)}%"})
    return h(
        "div.ix-disagree-value.ix-as-grid.ix-middle",
        h("dt.ix-hue", one["symbol"]),
        h("dd", one["text"], class_="ix-h2" if one["preferred"] else "ix-xl"),
        h(
            "dd.ix-line.ix-tight.ix-caption.ix-disagree-scale",
            h("span.ix-disagree-end", "0"),
            h("span.ix-disagree-bar.ix-sunken.ix-fill", bar),
            h("span.ix-disagree-end", one["top"]),
            aria_hidden="true",
        ),
        one["preferred"] and h("dd.ix-hue.ix-caption.ix-disagree-more", "▲ prefers this order"),
        one["more"] and h("dd.ix-disagree-wide.ix-all-columns.ix-breaks.ix-caption", one["more"]),
        one["worked"] and h("dd.ix-disagree-wide.ix-all-columns.ix-breaks.ix-caption", h("code", f"= {one['worked']}")),
        data_testid="disagree-value",
        data_metric=one["symbol"],
        data_value=one["value"],
        data_hue=one["name"],
    )


def _class_question_data(question: Question, orders: Sequence[Board], *, present: bool) -> RoomData:
    """The data with which a teacher asks a class which of the two orders each metric prefers."""
    asked = None
    if orders:
        metrics = (question.a, question.b)
        k = max(metric.cutoff or orders[0].n for metric in metrics)
        words = "Two orders of the same results: A is the first, B the second."
        asked = preference_question(orders, k, metrics, words)
    return {
        "is_presenting": present,
        "is_predicting": False,
        "metric": question.a.name,
        "metrics_to_ask": [one["name"] for one in asked["metrics"]] if asked else [],
        "question_kind": "preference",
        "page": "disagree",
        "title": "",
        "question": asked,
    }


_LOOKED_AT = {*LOOKS, "reveal"}
_OWN_PARAMETERS = sorted(
    {*PARAMETERS, *permalink.NAMES} | {board.id for desk in CATALOGUE.values() for board in desk.boards}
)
"""The parameters of the address that this page sets or takes away."""


def _link_to_order(desk: Desk, fresh: Desk, board: Board, metric: Metric) -> dict[str, str]:
    """The link parameters that open an order (`board`) on the Explore page, with the cutoff of the metric."""
    changed = desk.replace_boards(board).open(board.id).move_cutoff(min(metric.cutoff or board.n, board.n))
    if metric.name in {one.name for one in desk.metrics}:
        changed = changed.look(metric=metric.name)
    return permalink.write(changed, fresh)


def _render_metric_choices(question: Question) -> list[Element]:
    """The metrics to choose from, as groups of options; those of the question are always among them."""
    other = "By another convention"
    groups: dict[str, list[Element]] = {"Order-aware": [], "Order-unaware": [], other: []}
    named = {name_without_cutoff(one): one for one in (question.a, question.b)}
    known = {str(one): one for one in CHOICES}
    for value, one in (known | named | known).items():
        usual = one in CHOICES and one not in VARIANTS
        group = ("Order-aware" if one.order_aware else "Order-unaware") if usual else other
        words = one.title if usual else describe_variant(one) or one.title
        groups[group].append(h("option", f"{one.name} · {words}", value=value))
    return [h("optgroup", options, label=label) for label, options in groups.items()]


def _describe_judgments(board: Board) -> str:
    """The number of results of a board and their judgments, in a few words."""
    grades = "graded" if board.top > 1 else f"{board.ranking.relevant} relevant"
    return f"“{board.query}”: {board.n} results, {grades}"
