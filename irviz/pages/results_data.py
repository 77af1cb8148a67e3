"""What the page “Your results” is given and asks for, by type; `irviz.pages.results` makes and answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence


class Choice(TypedDict):
    """A tick box: what it is for, more on that, and whether it is ticked."""

    label: str
    about: NotRequired[str]
    is_on: bool


class PicturesChoice(Choice):
    """With the machines that the pictures come from, where the label does not name all."""

    hosts: str


class RoleData(TypedDict):
    """What a column of a table can be, and which one is; None if none is."""

    role: str
    about: str
    column: int | None


class ColumnsData(TypedDict):
    """The columns of a table, by the key of its place and the name of its file."""

    place: str
    file: str
    names: list[str]
    roles: list[RoleData]


class SlotData(TypedDict):
    """Where files are brought.

    Attributes:
        slot: Its key.
        label: What is brought here.
        about: In which formats.
        paste_label: What can be pasted instead.
        example: An example of that.
        text: What was pasted.
        files: The names of the files.
        takes_several: Whether it takes several files.
        tables: The columns of those that are tables.
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
    """What came of reading what was brought; faults and the summary are HTML.

    Attributes:
        faults: What is wrong.
        faulty_slots: The keys of the slots in which it is.
        next_step: What is still missing; empty where nothing was brought, or nothing is missing.
        summary: What was read.
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
        row_count: How many rows all pages have.
        first_row: The number of the first one here, from 0.
        page: The number of the page, from 0.
        last_page: That of the last one.
        search: What is looked for in the ids.
        sorted_column: The column by which it is sorted, from 0; None for the order of the files.
        is_descending: Whether the largest is first.
    """

    heads: list[str]
    rows: list[list[str]]
    row_count: int
    first_row: int
    page: int
    last_page: int
    search: str
    sorted_column: int | None
    is_descending: bool


class ValuesData(TypedDict):
    """What the queries come to; what is no name, choice or table is HTML.

    Attributes:
        means: The means.
        distribution: How the values of the chosen metric are spread.
        comparison: A test of two runs under that; empty where there are not two.
        unjudged: What nobody judged.
        tests: The tick box for the tests of every two runs; None where there is one.
        all_tests: These.
        runs: The runs from which lists are opened, alone or together; empty where there is one.
        run: The chosen one.
        run_labels: What each run is called.
        pair: The two that are opened together, where they are chosen.
        query_fault: Why a query could not be opened.
        table: A page of the queries.
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
    """Results of several queries.

    Attributes:
        k: The cutoff.
        max_k: The largest one.
        metrics: Those whose means are shown, and that can be chosen.
        metric: The chosen one.
        added_metrics: Those that were added.
        metric_options: Those that can be, with what they are called.
        metric_help: How others are written.
        faults: Why the values could not be computed, or a metric not be added; HTML.
        pictures: The tick box for pictures; None where there are none.
        values: What the queries come to; left out where that could not be computed.
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
    """The page without an open query.

    Attributes:
        introduction: What it is about; HTML.
        max_file_bytes: How large a file can be.
        max_pasted_characters: How long a pasted text can be.
        slots: Where files are brought.
        precision: The tick box for single precision; None where it makes no difference.
        is_ready: Whether what was brought is complete.
        results: What came of it, once it is used.
        loss_notice: What is said once these are gone.
        is_stopped: Whether something was stopped, and can go on.
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
    """What stands above the board of a query: its working, the other runs by name, and faults; HTML."""

    working: str
    other_runs: dict[str, str]
    faults: str


class OpenQueryPage(TypedDict):
    """The page with an open query."""

    open_query: OpenQueryData


class ResultsRequest(TypedDict, total=False):
    """What the page asks for: one of these.

    Attributes:
        sample: Try it with a sample.
        paste: A ``text`` for a ``slot``.
        remove: From a ``slot`` the ``file`` of a number.
        column: In the table ``file`` of a ``place``, the column of a ``role``: a number, ``at``, or None.
        single_precision: Whether scores are compared so.
        use: What was brought.
        resume: What was stopped.
        k: Another cutoff.
        metric: Another metric.
        more: All metrics that are added.
        pictures: Whether they are shown.
        tests: Whether every two runs are tested.
        run: The run from which lists are opened.
        pair: The two that are opened together.
        find: What is looked for in the ids.
        sort: The column by which is sorted; once more the other way round.
        page: The page of the table.
        query: A query to open.
        compare: The run with which the open query is compared.
        back: The way to all queries.
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
