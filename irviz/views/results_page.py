"""The page “Your results”: what is brought, what it comes to with all choices, and the way back from a query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, final

from irviz.formats.errors import MAX_FILE_BYTES
from irviz.lenses.formatting import format_message
from irviz.views.elements import flatten, h, scroll, segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from irviz.views.elements import Child, Element


class Choice(TypedDict):
    """A tick box: its label, a remark, and whether it is ticked."""

    label: str
    about: NotRequired[str]
    is_on: bool


class PicturesChoice(Choice):
    """A tick box for pictures; `hosts` names all that they come from, where the label does not."""

    hosts: str


class RoleData(TypedDict):
    """A role that a column of a table can have, and the column (from 0) that has it; None if none has."""

    role: str
    about: str
    column: int | None


class ColumnsData(TypedDict):
    """The columns of a table: its key among the inputs, its file's name, the columns' names, and their roles."""

    place: str
    file: str
    names: list[str]
    roles: list[RoleData]


class SlotData(TypedDict):
    """A place on the page where a file can be dropped or text pasted.

    Attributes:
        slot: The key of the slot.
        label: The label on the page.
        about: The file formats in words.
        paste_label: The label of the box for pasted text.
        example: An example of a pasted line.
        text: The pasted text.
        max_pasted_characters: The greatest length of it.
        files: The names of the files.
        takes_several: Whether it takes several files.
        tables: The columns of the files that are tables.
    """

    slot: str
    label: str
    about: str
    paste_label: str
    example: str
    text: str
    max_pasted_characters: int
    files: list[str]
    takes_several: bool
    tables: list[ColumnsData]


class ReadingData(TypedDict):
    """The messages on reading the inputs.

    Attributes:
        faults: Error messages; None for none.
        faulty_slots: The keys of the slots with faulty inputs.
        next_step: A sentence on what is still missing; empty where nothing was brought, or nothing is missing.
        summary: Warnings, and sentences on what was read.
    """

    faults: Element | None
    faulty_slots: list[str]
    next_step: str
    summary: list[Child]


class QueryTable(TypedDict):
    """A page of the table of queries.

    Attributes:
        heads: The heads of its columns.
        rows: The cells of its rows.
        changed_queries: The queries of these rows of which the user has changed a list.
        row_count: How many rows all pages have.
        first_row: The number of the first row of this page, from 0.
        page: The number of this page, from 0.
        last_page: The number of the last page, from 0.
        search: A text that the shown queries' ids contain.
        sorted_column: The column by which the table is sorted, from 0; None for the order of the files.
        is_descending: Whether the largest value is first.
    """

    heads: list[str]
    rows: list[list[str]]
    changed_queries: list[str]
    row_count: int
    first_row: int
    page: int
    last_page: int
    search: str
    sorted_column: int | None
    is_descending: bool


class ValuesData(TypedDict):
    """The values of all queries.

    Attributes:
        means: A table of the means.
        distribution: A histogram of the values of the chosen metric.
        comparison: A test of two runs under that metric; None where there are not two.
        unjudged: The section on unjudged results; None where they change nothing.
        tests: The tick box for the tests of all pairs of runs; None where there is one run.
        all_tests: These tests; None if they are not shown.
        runs: The choices of the run whose lists are opened, two side by side among them; empty for one run.
        run: The chosen one of these.
        run_labels: The label of each run.
        pair: The two runs that are opened side by side.
        query_fault: An error message if a query could not be opened; else None.
        table: A page of the table of queries.
    """

    means: Element
    distribution: Element
    comparison: Element | None
    unjudged: Element | None
    tests: Choice | None
    all_tests: Element | None
    runs: list[str]
    run: str
    run_labels: dict[str, str]
    pair: Sequence[str]
    query_fault: Element | None
    table: QueryTable


class QueryResultsData(TypedDict):
    """The results of several queries.

    Attributes:
        k: The cutoff.
        max_k: The largest one.
        metrics: The metrics whose means are shown, and that can be chosen.
        metric: The chosen metric.
        added_metrics: The additional metrics.
        metric_options: The metrics that can be added, with their labels.
        metric_help: How other metrics are written.
        refused_metric: What was typed last and is no metric; else empty.
        faults: Error messages, if values could not be computed or a metric not be added.
        pictures: The tick box for pictures; None where there are none.
        values: The values of all queries; left out where they could not be computed.
    """

    k: int
    max_k: int
    metrics: list[str]
    metric: str
    added_metrics: list[str]
    metric_options: dict[str, str]
    metric_help: str
    refused_metric: str
    faults: Element | None
    pictures: PicturesChoice | None
    values: NotRequired[ValuesData]


@final
class InputData(ReadingData):
    """The page “Your results” without an open query.

    Attributes:
        introduction: The introduction of the page.
        slots: The places where files can be dropped.
        precision: The tick box for single precision; None where it makes no difference.
        is_ready: Whether the inputs are complete.
        results: The results, once the user has chosen to use the inputs.
        loss_notice: The message after a reload of the page, which loses them.
        is_stopped: Whether work was stopped, and can be resumed.
    """

    introduction: Element
    slots: list[SlotData]
    precision: Choice | None
    is_ready: bool
    results: NotRequired[QueryResultsData]
    loss_notice: NotRequired[str]
    is_stopped: bool


class OpenQueryData(TypedDict):
    """The panel above the board of a query: its values, the other runs' labels by name, and errors."""

    working: Element
    other_runs: dict[str, str]
    faults: Element | None


@final
class OpenQueryPage(TypedDict):
    """The page “Your results” with an open query."""

    open_query: OpenQueryData


class ResultsPart(TypedDict):
    """What the browser is given of the page (ui/results/results.js).

    Attributes:
        view: The elements.
        is_open: Whether a query is open on the board.
        max_file_bytes: The largest size of a file.
        heard: The number of the last pasted texts that were heard.
        loss_notice: What to say after a reload of the page, which loses the results; left out where none are shown.
    """

    view: list[Any]
    is_open: bool
    max_file_bytes: int
    heard: int
    loss_notice: NotRequired[str]


def render_results_page(data: InputData | OpenQueryPage, heard: int = 0) -> ResultsPart:
    """The page's elements, and what else the browser has to know, from the data of `irviz.pages.results`.

    Args:
        data: What the page shows.
        heard: The number of the last pasted texts that were heard.
    """
    is_open = "open_query" in data
    part: ResultsPart = {"view": [], "is_open": is_open, "max_file_bytes": MAX_FILE_BYTES, "heard": heard}
    if "open_query" in data:
        part["view"] = flatten(_render_above_board(data["open_query"]))
        return part
    inputs = [
        h("div.ix-own-slots", (_render_slot(one, wrong=one["slot"] in data["faulty_slots"]) for one in data["slots"])),
        _render_understood(data),
    ]
    if "results" in data:
        part["loss_notice"] = data["loss_notice"]
        brought = h("details.ix-panel", h("summary", "Bring other results"), inputs, key="others")
    else:
        begin = h("p", h("button.ix-button", "Try it with a sample", say={"sample": True}))
        brought = h("div.ix-stack", begin, inputs, key="first")
    again = h("p", h("button.ix-button", "Go on", say={"resume": True}), key="stopped")
    many = _render_many(data["results"]) if "results" in data else None
    lost = h("ix:lost") if many is None else None
    part["view"] = flatten([data["introduction"], lost, brought, again if data["is_stopped"] else None, many])
    return part


def render_introduction(kept: str) -> Element:
    """The introduction of the page.

    Args:
        kept: The end of a sentence on where files are kept, and for how long.
    """
    return h(
        "header",
        h("h1.ix-h1", "Your results"),
        h(
            "p.ix-lead",
            "Bring judgments (“qrels”: which document is relevant to which query) and one or more runs (what a "
            "system returned for each query, best first): see every query, compare the runs, and open any query "
            f"on the board. Files up to {MAX_FILE_BYTES // 10**6} MB {kept} For larger ones there is a command, ",
            h("code", "irviz evaluate QRELS RUN -m nDCG@10"),
            ". Files are in no link, so who opens a link to this page finds it empty.",
        ),
    )


def render_faults(lines: Sequence[str]) -> Element | None:
    """An alert with a list of error messages; None for none."""
    return _render_alert(h("ul", (h("li", format_message(one)) for one in lines))) if lines else None


def render_warnings(warnings: Sequence[str]) -> Element | None:
    """An alert with warnings on sparse judgments; None for none."""
    return _render_alert(h("h2.ix-h2", "Hardly anything is judged"), _render_bullets(warnings)) if warnings else None


def render_understood(said: Mapping[str, Sequence[str]]) -> Element:
    """A section with sentences on each input, by its heading."""
    parts = ([h("h3.ix-h3", name), _render_bullets(lines)] for name, lines in said.items())
    return h("section.ix-panel.ix-understood", h("h2.ix-h2", "What was understood"), parts)


def _render_bullets(lines: Iterable[str]) -> Element:
    return h("ul.ix-bullets", (h("li", format_message(one)) for one in lines))


def _render_alert(*contents: Child) -> Element:
    return h("div.ix-notice.ix-faults", *contents, data_kind="wrong", role="alert")


# --- What is brought


def _render_slot(slot: SlotData, *, wrong: bool) -> Element:
    """A place where files are dropped or chosen, or text is pasted; `wrong` if something in it cannot be read."""
    name, label, files, tables = slot["slot"], slot["label"], slot["files"], slot["tables"]
    choose = h(
        "input.ix-said",
        type="file",
        multiple=slot["takes_several"],
        aria_label=f"{label}: choose a file",
        aria_description=slot["about"],
    )
    return h(
        "div.ix-panel.ix-stack.ix-own-slot",
        h("h2.ix-h3", label),
        h("p.ix-caption", slot["about"]),
        h(
            "p.ix-line",
            h("label.ix-button", choose, "Add files" if slot["takes_several"] else "Choose a file"),
            h("span.ix-caption", f"or drop {'them' if slot['takes_several'] else 'it'} here"),
        ),
        h("ul.ix-stack", (_render_file(name, file, at) for at, file in enumerate(files))) if files else None,
        (_render_columns(one, several=len(tables) > 1) for one in tables),
        h(
            "form",
            h(
                "label.ix-stack",
                h("span.ix-caption", slot["paste_label"]),
                h(
                    "textarea.ix-field",
                    rows=3,
                    name=f"text-{name}",
                    placeholder=slot["example"],
                    value=slot["text"],
                    maxlength=slot["max_pasted_characters"] + 1,  # what is too long is not read, and that is said
                    spellcheck="false",
                    aria_invalid="true" if wrong else None,
                    aria_describedby="ix-own-faults" if wrong else None,
                ),
            ),
            hidden=bool(files),
            say={"do": "fields"},
        ),
        key=name,
        role="group",
        aria_label=label,
        data_slot=name,
    )


def _render_file(slot: str, file: str, at: int) -> Element:
    """A file of a slot, with its number from 0, and the button that takes it off."""
    off = {"remove": {"slot": slot, "file": at}}
    remove = h("button.ix-button.ix-plain", "×", aria_label=f"Remove {file}", say=off)
    return h("li.ix-line.ix-own-file", h("span.ix-breaks", file), remove)


def _render_columns(table: ColumnsData, *, several: bool) -> Element:
    """Which column of a table has which role; `several` if other tables stand beside it."""
    place, file = table["place"], table["file"]
    options = [h("option", name, value=f"{at}") for at, name in enumerate(table["names"])]
    return h(
        "details",
        h("summary", f"Columns of {file}" if several else "Columns"),
        h(
            "div.ix-stack",
            (
                h(
                    "label.ix-own-role.ix-as-grid.ix-middle",
                    f"{role['role'].capitalize()} ",
                    h(
                        "select.ix-field",
                        h("option", "—", value=""),
                        options,
                        value="" if role["column"] is None else f"{role['column']}",
                        say={"column": {"place": place, "file": file, "role": role["role"]}, "field": "at"},
                    ),
                    title=role["about"],
                )
                for role in table["roles"]
            ),
        ),
        key=f"{place} {file}",
    )


def _render_understood(data: InputData) -> list[Child]:
    """What was read and what is missing, the way to what is wrong, and the button that shows the results."""
    precision, wrong = data["precision"], data["faulty_slots"]
    return [
        h("div", data["faults"], id="ix-own-faults", key="faults"),
        wrong
        and h(
            "div.ix-line",
            (
                h("button.ix-button", f"Go to {one['label']}", key=one["slot"], say={"mend": one["slot"]})
                for one in data["slots"]
                if one["slot"] in wrong
            ),
            key="mend",
        ),
        data["next_step"] and h("p.ix-next", data["next_step"], role="status"),
        data["summary"] and h("div.ix-stack", data["summary"]),
        precision and _render_tick(precision, "single_precision"),
        h("p", h("button.ix-button.ix-do", "Use these results", say={"use": True})) if data["is_ready"] else None,
    ]


# --- What many queries come to


def _render_many(data: QueryResultsData) -> Element:
    """The choices, the figures of all queries, and the table of queries."""
    pictures, values = data["pictures"], data.get("values")
    return h(
        "div.ix-stack.ix-loose.ix-own-many",
        _render_choices(data),
        data["faults"],
        pictures and _render_pictures(pictures),
        values and _render_values(values),
        key="many",
    )


def _render_values(values: ValuesData) -> list[Child]:
    """The figures of all queries, and the table of queries."""
    return [
        values["means"],
        h("p", h("button.ix-button", "Share", aria_haspopup="dialog", say={"do": "share"})),
        h("div.ix-own-beside.ix-as-grid.ix-top", values["distribution"], values["comparison"]),
        values["unjudged"],
        values["tests"] and _render_tick(values["tests"], "tests"),
        values["all_tests"],
        _render_queries(values),
    ]


def _render_labelled(words: str, field: Element) -> Element:
    """A field with its label above it."""
    return h("label.ix-stack", h("span.ix-caption", words), field)


def _render_named(words: str, *contents: Child) -> Element:
    """What has a name of its own, with that above it for the eye."""
    return h("div.ix-stack", h("span.ix-caption", words, aria_hidden="true"), *contents)


def _render_tick(choice: Choice, field: str) -> Element:
    """A tick box that says to set `field`."""
    return h(
        "label.ix-line.ix-top.ix-one-line",
        h("input", type="checkbox", checked=choice["is_on"], say={"field": field}),
        h("span", choice["label"]),
        title=choice.get("about"),
    )


def _render_choices(data: QueryResultsData) -> Element:
    """The cutoff, the metric that is shown query by query, and more metrics."""
    cutoff = h(
        "input.ix-field.ix-own-k",
        type="number",
        min=1,
        max=data["max_k"],
        required=True,
        value=data["k"],
        say={"field": "k"},
    )
    more, refused = data["added_metrics"], data["refused_metric"]
    offered = (h("option", words, value=name) for name, words in data["metric_options"].items() if name not in more)
    return h(
        "div.ix-line.ix-apart.ix-top",
        _render_labelled(f"Cutoff k, 1 to {data['max_k']:,}", cutoff),
        _render_named("Metric", segments("Metric", data["metrics"], data["metric"], "metric")),
        h(
            "form.ix-stack",
            h("label.ix-caption", "More metrics", for_="ix-own-more"),
            h(
                "div.ix-line",
                (
                    h("button.ix-button", f"{one} ×", key=one, aria_label=f"Remove {one}", say={"drop": one})
                    for one in more
                ),
                h(
                    "select.ix-field",
                    h("option", "Choose…", value=""),
                    offered,
                    id="ix-own-more",
                    value="",
                    say={"field": "add"},
                ),
                h(
                    "input.ix-field",
                    type="text",
                    name="add",
                    aria_label="Or type a metric",
                    placeholder="or type P(rel=2)@5 …",
                    title=data["metric_help"],
                    autocomplete="off",
                    **({"value": refused} if refused else {}),
                ),
                h("button.ix-button", "Add", type="submit"),
            ),
            h("p.ix-said", f"More metrics: {', '.join(more) or 'none'}.", role="status"),
            say={},
        ),
    )


def _render_pictures(choice: PicturesChoice) -> Element:
    """Whether pictures are fetched from other hosts, and from which."""
    hosts = choice["hosts"]
    every = hosts and h("details", h("summary", "All of these hosts"), h("p", hosts))
    return h("div", _render_tick(choice, "pictures"), every)


def _render_queries(values: ValuesData) -> Element:
    """The table of queries, a page of it, with what chooses its rows and the lists that open."""
    table, runs = values["table"], values["runs"]
    page, last = table["page"], table["last_page"]
    find = h("input.ix-field", type="search", value=table["search"], say={"field": "find"})
    return h(
        "section.ix-panel.ix-stack.ix-loose.ix-own-queries",
        h("h2.ix-h2", "Queries"),
        h("p", "Sort by a column’s head; choose a query to open it on the board."),
        h(
            "div.ix-line.ix-apart.ix-top",
            _render_labelled("Find a query", find),
            runs and _render_named("Run", segments("Run", runs, values["run"], "run")),
            (
                _render_labelled(
                    f"On board {'AB'[at]}",
                    h(
                        "select.ix-field",
                        _render_options(values["run_labels"]),
                        value=one,
                        say={"pair": at, "field": "to"},
                    ),
                )
                for at, one in enumerate(values["pair"])
            ),
        ),
        values["query_fault"],
        _render_table(table),
        h(
            "div.ix-line",
            h("p.ix-caption", _count_rows(table), role="status"),
            last > 0
            and [
                h("button.ix-button", "Earlier", disabled=page == 0, say={"page": page - 1}),
                h("button.ix-button", "Later", disabled=page == last, say={"page": page + 1}),
            ],
        ),
        key="queries",
    )


def _render_options(labels: Mapping[str, str]) -> list[Element]:
    return [h("option", words, value=value) for value, words in labels.items()]


def _count_rows(table: QueryTable) -> str:
    """How many queries there are, or which of them are on this page.

    >>> table = {"row_count": 103, "first_row": 50, "rows": [["q"]] * 50}
    >>> _count_rows(table)
    '51 to 100 of 103 queries'
    """
    found, first, here = table["row_count"], table["first_row"], len(table["rows"])
    if not found:
        return "No query has that in its id."
    if here == found:
        return f"{found:,} {'query' if found == 1 else 'queries'}"
    return f"{first + 1:,} to {first + here:,} of {found:,} queries"


def _render_table(table: QueryTable) -> Element:
    """The table of queries, each with a button that opens it."""
    sort, down = table["sorted_column"], table["is_descending"]
    order, arrow = ("descending", "↓") if down else ("ascending", "↑")
    heads = (
        h(
            "th",
            h("button.ix-own-sort", at == sort and h("span", arrow, aria_hidden="true"), head, say={"sort": at}),
            scope="col",
            aria_sort=order if at == sort else None,
        )
        for at, head in enumerate(table["heads"])
    )
    changed = h("span.ix-caption", " changed")
    rows = (
        h(
            "tr",
            h(
                "th",
                h("button.ix-own-query", query, data_testid="query", say={"query": query}),
                changed if query in table["changed_queries"] else None,
                scope="row",
            ),
            (h("td", cell) for cell in cells),
            key=query,
        )
        for query, *cells in table["rows"]
    )
    return scroll("Table of queries", h("table.ix-table.ix-means", h("thead", h("tr", heads)), h("tbody", rows)))


# --- The query that is on the board


def _render_above_board(data: OpenQueryData) -> list[Child]:
    """The ways back and to Compare, and what is said of the query."""
    others = data["other_runs"]
    ways = h(
        "div.ix-line.ix-own-ways",
        h("button.ix-button", "Back to all queries", data_testid="back", say={"back": True}),
        others and _render_comparing(others),
    )
    return [ways, data["faults"], data["working"]]


def _render_comparing(others: Mapping[str, str]) -> Element:
    """The form that opens the list of another run beside the one on the board."""
    several = len(others) > 1
    return h(
        "form.ix-line",
        several and h("label.ix-line", "With ", h("select.ix-field", _render_options(others), name="compare")),
        h(
            "button.ix-button",
            "Compare on two boards",
            type="submit",
            title="Two runs’ lists for this query, under the same judgments",
        ),
        say={} if several else {"compare": next(iter(others))},
    )
