"""What the page “Your results” is given and asks for, by type; `irviz.pages.results` makes and answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence


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
    files: list[str]
    takes_several: bool
    tables: list[ColumnsData]


class ReadingData(TypedDict):
    """The messages on reading the inputs; faults and the summary are HTML.

    Attributes:
        faults: Error messages; empty for none.
        faulty_slots: The keys of the slots with faulty inputs.
        next_step: A sentence on what is still missing; empty where nothing was brought, or nothing is missing.
        summary: Warnings, and sentences on what was read.
    """

    faults: str
    faulty_slots: list[str]
    next_step: str
    summary: str


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
    """The values of all queries; texts are HTML, unless they are names.

    Attributes:
        means: A table of the means.
        distribution: A histogram of the values of the chosen metric.
        comparison: A test of two runs under that metric; empty where there are not two.
        unjudged: The section on unjudged results.
        tests: The tick box for the tests of all pairs of runs; None where there is one run.
        all_tests: These tests; empty if they are not shown.
        runs: The choices of the run whose lists are opened, two side by side among them; empty for one run.
        run: The chosen one of these.
        run_labels: The label of each run.
        pair: The two runs that are opened side by side.
        query_fault: An error message if a query could not be opened.
        table: A page of the table of queries.
    """

    means: str
    distribution: str
    comparison: str
    unjudged: str
    tests: Choice | None
    all_tests: str
    runs: list[str]
    run: str
    run_labels: dict[str, str]
    pair: Sequence[str]
    query_fault: str
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
        faults: Error messages as HTML, if values could not be computed or a metric not be added.
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
    faults: str
    pictures: PicturesChoice | None
    values: NotRequired[ValuesData]


class InputData(ReadingData):
    """The page “Your results” without an open query.

    Attributes:
        introduction: The introduction of the page as HTML.
        max_file_bytes: The largest size of a file.
        max_pasted_characters: The greatest length of a pasted text.
        slots: The places where files can be dropped.
        precision: The tick box for single precision; None where it makes no difference.
        is_ready: Whether the inputs are complete.
        results: The results, once the user has chosen to use the inputs.
        loss_notice: The message after a reload of the page, which loses them.
        is_stopped: Whether work was stopped, and can be resumed.
    """

    introduction: str
    max_file_bytes: int
    max_pasted_characters: int
    slots: list[SlotData]
    precision: Choice | None
    is_ready: bool
    results: NotRequired[QueryResultsData]
    loss_notice: NotRequired[str]
    is_stopped: bool


class OpenQueryData(TypedDict):
    """The panel above the board of a query: its values, the other runs' labels by name, and errors as HTML."""

    working: str
    other_runs: dict[str, str]
    faults: str


class OpenQueryPage(TypedDict):
    """The page “Your results” with an open query."""

    open_query: OpenQueryData


class ResultsRequest(TypedDict, total=False):
    """A request of the page “Your results”, which has one of these.

    Attributes:
        sample: Show the sample results.
        paste: Put a ``text`` into a ``slot``.
        remove: Remove from a ``slot`` the ``file`` of a number, from 0.
        column: In the table ``file`` of a ``place``, give a ``role`` to the column of number ``at``, or None.
        single_precision: Whether to compare scores in single precision.
        use: Show the results of the inputs.
        resume: Resume stopped work.
        k: Another cutoff.
        metric: Another metric.
        more: All additional metrics.
        pictures: Whether to show pictures.
        tests: Whether to test all pairs of runs.
        run: The run whose lists are opened.
        pair: The two runs that are opened side by side.
        find: A text that queries' ids have to contain.
        sort: The column to sort by; once more for the opposite order.
        page: The page of the table, from 0.
        query: A query to open.
        compare: The run with which the open query is compared.
        back: Go back to all queries.
    """

    sample: bool
    paste: dict[str, str]
    remove: dict[str, str | int]
    column: dict[str, str | int | None]
    single_precision: bool
    use: bool
    resume: bool
    k: int
    metric: str
    more: list[str]
    pictures: bool
    tests: bool
    run: str
    pair: list[str]
    find: str
    sort: int
    page: int
    query: str
    compare: str
    back: bool
