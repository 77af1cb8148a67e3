"""The page “Your results”: files come in, what many queries come to, and each of them on the board.

What may be brought, and how it is read and counted, is in `irviz.pages.intake`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from irviz.formats import FormatError
from irviz.formats.errors import quote_name
from irviz.formats.table import ROLES
from irviz.metrics import MetricsError, NotationError, parse
from irviz.metrics.rounding import format_rounded, lift_halfway
from irviz.pages import intake
from irviz.pages.boards import share_board, share_groups
from irviz.pages.intake import Counted, Taken, Wanted, count_together, make_collection, read_file
from irviz.pages.visit import COMPARE
from irviz.scenarios.sample import make_sample
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.collection import EXTRA_METRICS, Packed, apply_cutoff, ignore_progress, label_judged_share
from irviz.state.desk import Desk
from irviz.state.history import History
from irviz.state.pairs.pair import pair_runs
from irviz.views import results_share
from irviz.views.elements import h
from irviz.views.results import (
    format_change,
    render_all_tests,
    render_distribution,
    render_means,
    render_open_query,
    render_test,
    render_unjudged,
)
from irviz.views.results_page import (
    render_faults,
    render_introduction,
    render_results_page,
    render_understood,
    render_warnings,
)
from irviz.workers import PickleableBytes, StoppedError, TooLongError, run_with_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from irviz.formats import Contents, Limits
    from irviz.metrics import Metric
    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit
    from irviz.state.board import Board
    from irviz.state.collection import Collection, ReportProgress
    from irviz.views.elements import Element
    from irviz.views.results_page import (
        Choice,
        ColumnsData,
        InputData,
        OpenQueryData,
        OpenQueryPage,
        PicturesChoice,
        QueryResultsData,
        QueryTable,
        ReadingData,
        RoleData,
        SlotData,
    )
    from irviz.views.share import Shared

ROWS = 50
"""So many queries stand on one page of the table."""

_KEPT = "results"

BOARD = "results"
"""The page that has the board of an open query, and the id of what is on it."""

FIRST = 10, "nDCG"
"""The cutoff and the metric that one begins with."""

LARGEST = 1000
"""The largest cutoff that can be asked for."""

BOTH = "both, to compare"
TWO = "two, to compare"
"""What is chosen in place of a run to see the lists of both, or of two of several."""

MAX_HOSTS_NAMED = 8
"""So many of the machines that pictures come from are named at once."""

PRECISION_HELP = (
    "Some scores differ so little that single precision makes them equal. Of equal ones the greater "
    "document id comes first. Without this, scores are compared in double precision, as trec_eval 10 does."
)

MORE_HELP = (
    "Choose, or type one as ir_measures writes it: P(rel=2)@5, nDCG(dcg='exp-log2'), RBP(p=0.95). Without a "
    "cutoff of its own, one has the cutoff k."
)


class UserFile(PickleableBytes):
    """The bytes of a file, or of pasted text; empty where they are too many."""

    def check(self, name: str, limits: Limits) -> None:
        """Raise FormatError where there is no room for the file; here there always is, unlike in some editions."""

    def settle(self, name: str, size: int, *, again: bool) -> None:
        """Note that the file has been read; FormatError where there is no room for its contents.

        Args:
            name: The name of the file.
            size: How many bytes its contents take.
            again: Whether it may have to be read once more; if not, its own bytes are freed.
        """
        del name, size
        if not again:
            self.data = b""


class ResultsInput(NamedTuple):
    """One input: a file, or pasted text.

    Attributes:
        name: The file's name; empty for pasted text.
        data: The bytes.
        size: The number of bytes.
        mark: Identifies the input.
        slot: The key of the slot where it was brought.
        place: Its key among all inputs: ``qrels``, ``about``, or a run's letter; empty where the slot is full.
    """

    name: str
    data: UserFile
    size: int
    mark: object
    slot: str = ""
    place: str = ""


class Understood(NamedTuple):
    """The result of reading all inputs together.

    Attributes:
        found: The contents of the inputs, by key.
        collection: The results.
        said: By a heading for each input, sentences on it.
        warnings: Warnings on sparse judgments.
    """

    found: Mapping[str, Contents]
    collection: Collection
    said: Mapping[str, Sequence[str]]
    warnings: Sequence[str]


class ReadingKey(NamedTuple):
    """Identifies an input and how it is read, so that it is read once.

    Attributes:
        kind: The kind of contents that it has to have; None for any.
        name: The file's name.
        mark: Identifies the input.
        columns: Pairs of a role and the table's column that the user chose for it, in place of the guessed one.
    """

    kind: str | None
    name: str
    mark: object
    columns: tuple[tuple[str, int | None], ...]


class OpenedQuery(NamedTuple):
    """The query that is open on the board.

    Attributes:
        run: The name of the run whose list is open.
        query: The id of the query.
        k: The cutoff that it was opened with.
    """

    run: str
    query: str
    k: int


@dataclass
class Results:
    """The state of the page “Your results”: the inputs, and how the results are shown.

    Args:
        files: By slot, the files that were brought.
        texts: By slot, the pasted text.
        heard: The number of the last request with pasted texts.
        columns: By the `mark` of a table, the column that the user chose for each role, in place of the guessed one.
        read: By input, the result of reading it, and the judgments that it was read with.
        understood: The last result of reading all inputs together; None if they were faulty or incomplete.
        single: Whether scores are compared in single precision.
        taken: The results that are shown; None before any.
        k: The cutoff.
        metric: The name of the metric that is shown query by query.
        faults: Error messages on additional metrics that could not be read.
        refused: What was typed last and is no metric; else empty.
        tests: Whether to show the tests of all pairs of runs.
        find: A text that a query's id has to contain to be in the table.
        sort: The column by which the table is sorted, from 0; None is the order of the judgments.
        down: Whether that column is sorted with the largest value first.
        page: Which page of the table is shown, from 0.
        run: The run whose lists are opened; `BOTH` or `TWO` open two of them side by side.
        pair: The two runs that are opened by `TWO`.
        said: An error message if a query could not be opened; else empty.
        opened: The query that is on the board.
        left: By run and query, how a board was left, with all that can be undone.
        stopped: The keys of work that the user has stopped.
        is_missed: Whether something on the page is missing because the user has stopped the work for it.
    """

    files: dict[str, list[ResultsInput]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    heard: int = 0
    columns: dict[object, dict[str, int | None]] = field(default_factory=dict)
    read: dict[ReadingKey, tuple[Taken, object]] = field(default_factory=dict)
    understood: Understood | None = None
    single: bool = False
    taken: Collection | None = None
    k: int = FIRST[0]
    metric: str = FIRST[1]
    faults: tuple[str, ...] = ()
    refused: str = ""
    tests: bool = False
    find: str = ""
    sort: int | None = None
    down: bool = False
    page: int = 0
    run: str = "A"
    pair: tuple[str, str] = ("A", "B")
    said: str = ""
    opened: OpenedQuery | None = None
    left: dict[tuple[str, str], History] = field(default_factory=dict)
    stopped: list[tuple[object, ...]] = field(default_factory=list)
    is_missed: bool = False

    def show_collection(self, collection: Collection) -> None:
        """Show other results, with everything about how they are shown reset."""
        self.taken, self.opened, self.said = collection, None, ""
        self.left, self.refused = {}, ""
        self.faults, self.tests, self.find, self.sort, self.page = (), False, "", None, 0
        runs = [*collection.runs]
        self.run, self.pair = runs[0], (runs[0], runs[-1] if len(runs) < 3 else runs[1])


def results_of(visit: Visit) -> Results:
    """The state of the page “Your results”, made when needed."""
    found: Results = visit.state.setdefault(_KEPT, Results())
    return found


def store_files(visit: Visit, slot: str, files: Sequence[tuple[str, int, UserFile]]) -> None:
    """Put files into a slot, in place of those there; in the slot of further runs they are added.

    There, a file that could not be read goes where one of its name comes, since it has been mended.

    Args:
        visit: The open page.
        slot: The key of the slot in `irviz.pages.intake.SLOTS`; an unknown one changes nothing.
        files: For each file its name, its size in bytes, and its contents, which are empty if it is too large.
    """
    if slot not in intake.SLOTS:
        return
    results = results_of(visit)
    given = [ResultsInput(name, data, size, data) for name, size, data in files]
    if slot == intake.LAST_RUN:
        names = {one.name for one in given}
        there = results.files.get(slot, ())
        given = [*(one for one in there if one.name not in names or not _is_faulty(results, one, slot)), *given]
    results.files[slot] = given


# --- What is asked for


class ResultsRequest(TypedDict, total=False):
    """A request of the page “Your results”, which has one of these, and some of them a second field.

    Attributes:
        sample: Show the sample results.
        fields: Pasted texts, by ``text-`` and their slot; with their ``number``, counted by the browser's page.
        remove: Remove from a ``slot`` the ``file`` of a number, from 0.
        column: In the table ``file`` of a ``place``, give a ``role`` to the column of number ``at``; empty for none.
        single_precision: Whether to compare scores in single precision.
        use: Show the results of the inputs.
        resume: Resume stopped work.
        k: Another cutoff.
        metric: Another metric.
        add: One more metric.
        drop: An additional metric to leave out again.
        pictures: Whether to show pictures.
        tests: Whether to test all pairs of runs.
        run: The run whose lists are opened.
        pair: On which of two boards, from 0, the list of the run ``to`` is opened.
        find: A text that queries' ids have to contain.
        sort: The column to sort by; once more for the opposite order.
        page: The page of the table, from 0.
        query: A query to open.
        compare: The run with which the open query is compared.
        back: Go back to all queries.
    """

    sample: bool
    fields: dict[str, str]
    number: int
    remove: dict[str, str | int]
    column: dict[str, str]
    at: str
    single_precision: bool
    use: bool
    resume: bool
    k: int
    metric: str
    add: str
    drop: str
    pictures: bool
    tests: bool
    run: str
    pair: int
    to: str
    find: str
    sort: int
    page: int
    query: str
    compare: str
    back: bool


def answer(visit: Visit, _part: str, request: object) -> str | None:
    """Apply a request of the page; an invalid one changes nothing.

    Args:
        visit: The open page.
        request: The request, a `ResultsRequest` if it is valid.

    Returns:
        The path of the page to show next, or None for the same.
    """
    if not isinstance(request, dict):
        return None
    results = results_of(visit)
    _change_inputs(results, request)
    collection = results.taken
    if collection and "use" in request and (only := only_query(collection)):
        results.run = only.run
        return _open_from_list(visit, results, collection, only.query)
    if collection is None:
        return None
    match request:
        case {"back": True}:
            results.opened, results.said = None, ""
        case {"compare": str(other)} if results.opened:
            return _open_pair(visit, results, results.opened.query, (results.opened.run, other))
        case {"query": str(query)} if query in collection.qrels:
            return _open_from_list(visit, results, collection, query)
        case _:
            _change_view(results, collection, request)
            _change_query_list(results, [*collection.runs], request)
    return None


def _change_inputs(results: Results, request: dict[str, object]) -> None:
    """Apply a request about the inputs: the sample, pasted text, removed files, columns, precision, use, resume."""
    match request:
        case {"sample": True}:
            results.show_collection(make_sample())
        case {"fields": dict(fields)}:
            pasted = {slot: fields.get(f"text-{slot}") for slot in intake.SLOTS}
            results.texts |= {slot: words for slot, words in pasted.items() if isinstance(words, str)}
            results.heard = number if type(number := request.get("number")) is int else results.heard
        case {"remove": {"slot": str(slot), "file": int(at)}} if at >= 0:
            del results.files.get(slot, [])[at : at + 1]
        case {"column": {"place": str(place), "file": str(name), "role": str(role)}, "at": str(at)}:
            _assign_column(results, place, name, role, at)
        case {"single_precision": bool(single)}:
            results.single = single
        case {"use": True}:
            collection = _read_all(results, lambda _: ignore_progress)[0]
            if collection is not None:
                results.show_collection(collection)
        case {"resume": True}:
            results.read = {way: one for way, one in results.read.items() if way not in results.stopped}
            results.stopped.clear()


def _assign_column(results: Results, place: str, name: str, role: str, at: str) -> None:
    """Give a role in a table to the column `at`, from "0", or to none; `place` and `name` identify the table."""
    given = (one for slot in intake.SLOTS for one in _list_inputs(results, slot))
    for one in given:
        taken, _ = results.read.get(_reading_key(results, one), (None, None))
        if (one.place, one.name) != (place, name) or taken is None or taken.layout is None:
            continue
        columns = {f"{number}": number for number, _ in enumerate(taken.layout.names)}
        if role in ROLES and at in {"", *columns}:
            results.columns.setdefault(one.mark, {})[role] = columns.get(at)


def _change_view(results: Results, collection: Collection, request: dict[str, object]) -> None:
    """Apply a request about what is shown: the cutoff, the metric, more metrics, pictures, tests."""
    match request:
        case {"k": int(k)} if 1 <= k <= LARGEST:
            results.k = k
        case {"metric": str(name)} if name in map(str, collection.metrics):
            results.metric, results.sort = name, None
        case {"add": str(name)} if name.strip():
            _choose_more_metrics(results, collection, [*map(str, collection.more), name.strip()])
            results.refused = name.strip() if results.faults else ""
        case {"drop": str(name)}:
            results.refused = ""
            _choose_more_metrics(results, collection, [one for one in map(str, collection.more) if one != name])
        case {"pictures": bool(wanted)} if collection.pictures:
            results.taken = collection.with_pictures(wanted=wanted)
        case {"tests": bool(wanted)}:
            results.tests = wanted


def _choose_more_metrics(results: Results, collection: Collection, wanted: Iterable[str]) -> None:
    """Show additional metrics, and say which of these names are none."""
    results.taken, faults = add_metrics(collection, wanted)
    results.faults, results.sort = tuple(faults), None


def _change_query_list(results: Results, runs: Sequence[str], request: dict[str, object]) -> None:
    """Apply a request about the list of queries: its order, page and search words, and the run whose lists open."""
    match request:
        case {"run": str(run)} if run in {*runs, *_joint_choices(runs)}:
            results.run, results.said = run, ""
        case {"pair": 0 | 1 as at, "to": str(run)} if run in runs and len(runs) > 1:
            other = results.pair[1 - at]
            pair = (run, other if other != run else next(one for one in runs if one != run))
            results.pair = pair if at == 0 else pair[::-1]
        case {"find": str(words)}:
            results.find, results.page = words, 0
        case {"sort": int(column)} if column >= 0:
            results.down = column == results.sort and not results.down
            results.sort, results.page = column, 0
        case {"page": int(page)} if page >= 0:
            results.page = page


def _open_from_list(visit: Visit, results: Results, collection: Collection, query: str) -> str | None:
    """Open a query in the chosen run on the board, or in two runs on Compare; returns the path of Compare, or None."""
    if results.run in {BOTH, TWO}:
        runs = [*collection.runs]
        return _open_pair(visit, results, query, runs if results.run == BOTH else results.pair)
    chosen = OpenedQuery(results.run, query, results.k)
    try:
        open_query(visit, collection, chosen, results.left.get((chosen.run, query)))
    except ValueError as error:
        results.said = str(error)
    else:
        results.opened, results.said = chosen, ""
    return None


def _open_pair(visit: Visit, results: Results, query: str, runs: Sequence[str]) -> str | None:
    """Open the lists of two runs for a query on Compare, and return the path of Compare; None where that fails."""
    if results.taken is None or not {*runs} <= {*results.taken.runs}:
        return None
    k = visit.session.desk.k if results.opened else results.k
    try:
        pair = pair_runs(results.taken, query, k, runs)
    except ValueError as error:
        results.said = str(error)
        return None
    results.said = ""
    visit.take_board(COMPARE)
    visit.replace_session(visit.session.open_new(pair))
    return COMPARE


# --- What is shown


def show(host: Host) -> Frame:
    """Make the frame of the page “Your results”."""
    results = results_of(host.visit)
    part = host.add_part("results", lambda: render_results_page(page_data(host), results_of(host.visit).heard))
    if results.taken is not None and results.opened is not None:
        return host.make_frame(part, *host.add_board(), host.add_share_menu(share_groups(host.visit.session.desk)))
    if results.taken is None:
        return host.make_frame(part)
    forms = "csv", "json", *host.tables
    return host.make_frame(part, host.add_share_menu(results_share.share_groups(results.taken, results.k, forms)))


def share(visit: Visit, kind: str, link: Mapping[str, str]) -> Shared:
    """What a button of the menu Share makes, for all queries or the open one; arguments as for `share_board`."""
    results = results_of(visit)
    if results.taken is not None and results.opened is None:
        return results_share.export_results(kind, results.taken, results.k)
    return share_board(visit, kind, link)


def page_data(host: Host) -> InputData | OpenQueryPage:
    """The data of “Your results”: the inputs and results, or with an open query, of what is above its board."""
    results = results_of(host.visit)
    results.is_missed = False
    if results.taken is not None and results.opened is not None:
        return {"open_query": _open_query_data(host.visit, results, results.taken, results.opened)}
    collection, brought = _read_all(results, host.track_progress)
    data: InputData = {
        "introduction": render_introduction(host.keeps),
        "slots": [_slot_data(host, results, slot) for slot in intake.SLOTS],  # once all is read
        "precision": _precision_choice(results, collection),
        "is_ready": collection is not None,
        "faults": brought["faults"],
        "faulty_slots": brought["faulty_slots"],
        "next_step": brought["next_step"],
        "summary": brought["summary"],
        "is_stopped": False,
    }
    if results.taken is not None:
        data["results"] = _query_results_data(results, results.taken, host.track_progress)
        data["loss_notice"] = describe_lost_results(results.taken)
    data["is_stopped"] = results.is_missed
    return data


def _slot_data(host: Host, results: Results, slot: str) -> SlotData:
    """The data of a slot for the page: its files, pasted text and the columns of its tables."""
    about = intake.SLOTS[slot]
    files = results.files.get(slot, [])
    tables = [_columns_data(results, one) for one in _list_inputs(results, slot) if one.place]
    return {
        "slot": slot,
        "label": about.label,
        "about": about.about(*([] if host.tables else [""])),
        "paste_label": f"or paste {about.pasted}",
        "example": about.example,
        "text": results.texts.get(slot, ""),
        "max_pasted_characters": intake.MAX_PASTED_CHARACTERS,
        "files": [one.name for one in files],
        "takes_several": slot == intake.LAST_RUN,
        "tables": [table for table in tables if table],
    }


def _list_inputs(results: Results, slot: str) -> list[ResultsInput]:
    """The files or the pasted text of a slot, each with its key among all inputs."""
    given = results.files.get(slot, [])
    words = results.texts.get(slot, "")
    if not given and words.strip():
        data = words.encode()
        given = [ResultsInput("", UserFile(data), len(data), words)]
    here = [*intake.slot_keys(slot)]
    return [
        one._replace(slot=slot, place=place)
        for one, place in zip_longest(given, here[: len(given)], fillvalue="")
        if isinstance(one, ResultsInput)
    ]


def _columns_data(results: Results, one: ResultsInput) -> ColumnsData | None:
    """The columns of a table and their roles, which the user can correct; None if the input is no table."""
    taken, _ = results.read[_reading_key(results, one)]
    layout, chosen = taken.layout, results.columns.get(one.mark, {})
    if layout is None:
        return None
    names = [name or f"column {at + 1}" for at, name in enumerate(layout.names)]
    roles: list[RoleData] = [
        {"role": role, "about": about, "column": chosen.get(role, layout.columns.get(role))}
        for role, about in ROLES.items()
    ]
    return {"place": one.place, "file": one.name, "names": names, "roles": roles}


def _read_all(
    results: Results, track_progress: Callable[[str], ReportProgress]
) -> tuple[Collection | None, ReadingData]:
    """Read all inputs: the results, if the inputs are complete, and messages for the page.

    Args:
        results: The state of the page, in which what was read is kept.
        track_progress: Makes the callback for progress, as `Host.track_progress`.
    """
    found: dict[str, Contents] = {}
    faults: list[str] = []
    wrong: list[str] = []
    kept: dict[ReadingKey, tuple[Taken, object]] = {}
    given = [one for slot in intake.SLOTS for one in _list_inputs(results, slot)]
    _forget_missing_files(results, {one.mark for one in given})
    for one in given:
        if not one.place:
            faults += [] if intake.TOO_MANY in faults else [intake.TOO_MANY]
            continue
        judged = found.get("qrels") if intake.SLOTS[one.slot].kind == "run" else None
        taken, under = _read_input(results, one, judged, track_progress)
        kept[_reading_key(results, one)] = taken, under
        if taken.contents is None:
            faults.append(intake.locate_fault(one.slot, one.name, taken.fault))
            wrong.append(one.slot)
        else:
            found[one.place] = taken.contents
    results.read = kept
    said: ReadingData = {"faults": render_faults(faults), "faulty_slots": wrong, "next_step": "", "summary": []}
    if faults or not intake.is_complete(found):
        results.understood = None
        said["next_step"] = intake.describe_progress(found, faulty=bool(faults)) if found else ""
        return None, said
    last_time = results.understood
    if last_time is None or not _are_same_contents(last_time.found, found):
        counted = Counted()

        def work(told: ReportProgress) -> None:
            """Check the inputs against each other, in a worker process if they are large."""
            nonlocal counted
            packed = any(isinstance(one.run or one.qrels, Packed) for one in found.values())
            counted = run_with_progress(told, count_together, found) if packed else count_together(found, told)

        mark = ("count", *kept)
        if fault := _run_or_explain(results, track_progress, "Counting", mark, work) or counted.fault:
            said["faults"] = render_faults([fault])
            return None, said
        last_time = Understood(found, make_collection(found, counted), counted.said, counted.warnings)
        results.understood = last_time
    said["summary"] = [render_warnings(last_time.warnings), render_understood(last_time.said)]
    collection = last_time.collection
    single = results.single and collection.reordered
    return collection.with_score_precision("single") if single else collection, said


def _forget_missing_files(results: Results, marks: set[object]) -> None:
    """Drop what is kept of files whose `mark` is not among these, so that their memory is freed."""
    results.read = {way: one for way, one in results.read.items() if way.mark in marks}
    results.columns = {mark: one for mark, one in results.columns.items() if mark in marks}
    results.stopped = [one for one in results.stopped if _files_of_work(one) <= marks]


def _files_of_work(mark: tuple[object, ...]) -> set[object]:
    """The marks of the inputs that a piece of work reads, from the key of the work."""
    return {one.mark for one in (mark, *mark) if isinstance(one, ReadingKey)}


def _are_same_contents(before: Mapping[str, Contents], now: Mapping[str, Contents]) -> bool:
    """Whether both have the very same objects under the same keys."""
    return before.keys() == now.keys() and all(before[slot] is now[slot] for slot in now)


def _reading_key(results: Results, one: ResultsInput) -> ReadingKey:
    """The key under which the result of reading an input is kept: the file and the chosen columns."""
    chosen = results.columns.get(one.mark, {})
    return ReadingKey(intake.SLOTS[one.slot].kind, one.name, one.mark, tuple(chosen.items()))


def _is_faulty(results: Results, one: ResultsInput, slot: str) -> bool:
    """Whether an input of a slot could not be read the last time."""
    taken, _ = results.read.get(_reading_key(results, one._replace(slot=slot)), (None, None))
    return taken is not None and taken.contents is None


def _run_or_explain(
    results: Results,
    track_progress: Callable[[str], ReportProgress],
    doing: str,
    mark: tuple[object, ...],
    work: Callable[[ReportProgress], None],
) -> str:
    """Run work with progress, unless the user has stopped it before.

    Args:
        results: The state of the page, in which stopped work is noted.
        track_progress: Makes the callback for progress, as `Host.track_progress`.
        doing: The work in a word, such as ``Counting``.
        mark: The key of the work, by which it is known as stopped.
        work: Does it, with the callback for progress.

    Returns:
        An error message for the page; empty if the work is done.
    """
    try:
        if mark not in results.stopped:
            work(track_progress(doing))
            return ""
    except StoppedError:
        results.stopped.append(mark)
    except TooLongError as error:
        return f"{doing} was given up, since {error}."
    except MetricsError as error:  # a metric that does not take some grade
        return f"{error}; take the metric out again"
    except ValueError as error:  # too many
        return str(error)
    results.is_missed = True
    return f"{doing} was stopped."


def _read_input(
    results: Results, one: ResultsInput, judged: Contents | None, track_progress: Callable[[str], ReportProgress]
) -> tuple[Taken, object]:
    """Read an input, or reuse its last result; returns that and the judgments with which it was read.

    Args:
        results: The state of the page.
        one: The input.
        judged: The judgments of the same queries, where they are known.
        track_progress: Makes the callback for progress, as `Host.track_progress`.
    """
    qrels = None if judged is None else judged.qrels
    way = _reading_key(results, one)
    if way in results.read:
        taken, under = results.read[way]
        results.is_missed |= way in results.stopped
        if under is qrels or not taken.met:
            return taken, under
    limits, kind = intake.reading_limits(one.slot, one.name), intake.SLOTS[one.slot].kind
    name = quote_name(one.name) or "What was pasted"
    told = track_progress(f"Reading {name}")
    try:
        one.data.check(one.name, limits)
        limits.check_size(one.size, one.name, whole=True)
        wanted = Wanted(one.data, one.name, kind, way.columns, limits, qrels, takes_list=one.slot == "a")
        taken = read_file(wanted, ignore_progress) if wanted.is_small else run_with_progress(told, read_file, wanted)
        one.data.settle(one.name, taken.size, again=taken.met)
    except FormatError as error:
        taken = Taken(None, fault=str(error))
    except TooLongError as error:
        taken = Taken(None, fault=f"{name}: given up, since {error}")
    except StoppedError:
        results.stopped.append(way)
        results.is_missed = True
        taken = Taken(None, fault=f"{name}: reading was stopped; go on, or take it off")
    return taken, qrels


def _precision_choice(results: Results, collection: Collection | None) -> Choice | None:
    """The tick box for comparing scores in single precision; None where that changes nothing."""
    count = 0 if collection is None else len(collection.reordered)
    if not count:
        return None
    label = (
        "Compare scores in single precision, as pytrec_eval and older versions of trec_eval do: the "
        f"results of {count:,} {'query' if count == 1 else 'queries'} then have another order"
    )
    return {"label": label, "about": PRECISION_HELP, "is_on": results.single}


def _query_results_data(
    results: Results, collection: Collection, track_progress: Callable[[str], ReportProgress]
) -> QueryResultsData:
    """The data of the means, the tests and the table of queries; `track_progress` is that of the host."""
    names = [*map(str, collection.metrics)]
    if results.metric not in names:
        results.metric = FIRST[1]
    metric, k = results.metric, results.k
    several = len(collection.runs) > 1
    data: QueryResultsData = {
        "k": k,
        "max_k": LARGEST,
        "metrics": names,
        "metric": metric,
        "added_metrics": [*map(str, collection.more)],
        "metric_options": list_more_metrics(collection),
        "metric_help": MORE_HELP,
        "refused_metric": results.refused,
        "faults": render_faults(results.faults),
        "pictures": _pictures_choice(collection),
    }
    mark = ("compute", *collection.files.items(), k, collection.metrics)
    fault = _run_or_explain(results, track_progress, "Computing", mark, lambda told: collection.prepare(k, told))
    if fault:
        data["faults"] = render_faults([fault])
        return data
    chosen = next(one for one in collection.metrics if str(one) == metric)
    values = {run: collection.values(run, k) for run in collection.runs}
    spread = render_distribution(apply_cutoff(chosen, k), {run: found[metric] for run, found in values.items()})
    beside = all_tests = None
    if len(values) == 2:
        beside = _render_tests(results, collection, (chosen,), track_progress)
    if results.tests and several:
        all_tests = _render_tests(results, collection, collection.metrics, track_progress)
    data["values"] = {
        "means": render_means(collection, k),
        "distribution": spread,
        "comparison": beside,
        "unjudged": render_unjudged(collection, chosen, k),
        "tests": {"label": label_for_tests(collection), "is_on": results.tests} if several else None,
        "all_tests": all_tests,
        "runs": [*collection.runs, *_joint_choices([*collection.runs])] if several else [],
        "run": results.run,
        "run_labels": {run: collection.label_run(run) for run in collection.runs},
        "pair": results.pair if results.run == TWO else (),
        "query_fault": render_faults([results.said] if results.said else []),
        "table": _query_table_page(results, collection, query_columns(collection, values, chosen, k)),
    }
    return data


def _joint_choices(runs: Sequence[str]) -> list[str]:
    """The choice that opens two runs' lists side by side: of both runs, or of two among more; none for one run."""
    return [] if len(runs) < 2 else [BOTH if len(runs) == 2 else TWO]


def _pictures_choice(collection: Collection) -> PicturesChoice | None:
    """The tick box for pictures, which the browser fetches from other hosts; None if the results have none."""
    if not collection.pictures:
        return None
    hosts = collection.hosts
    written, more = ", ".join(hosts[:MAX_HOSTS_NAMED]), len(hosts) - MAX_HOSTS_NAMED
    others = f" and {more:,} more" if more > 0 else ""
    label = f"Show the documents’ pictures. Your browser then fetches them from {written}{others}"
    every = ", ".join(hosts) if more > 0 else ""
    return {"label": label, "is_on": collection.pictured, "hosts": every}


def _render_tests(
    results: Results,
    collection: Collection,
    metrics: tuple[Metric, ...],
    track_progress: Callable[[str], ReportProgress],
) -> Element | None:
    """The tests under some metrics, or of why there are none; `track_progress` is that of the host."""
    k = results.k
    mark = ("test", *collection.files.items(), k, metrics)
    fault = _run_or_explain(
        results, track_progress, "Shuffling", mark, lambda told: collection.compute_tests(k, metrics, told)
    )
    if fault:
        return render_faults([fault])
    if len(metrics) > 1:
        return render_all_tests(collection, k)
    return render_test(collection.compare(metrics[0], k), edited=bool(collection.edits))


def _query_table_page(results: Results, collection: Collection, made: Mapping[str, Sequence[float]]) -> QueryTable:
    """A page of the table of queries, searched and sorted; `made` are its columns, by their heads."""
    queries = collection.queries
    wanted = results.find.casefold()
    rows = [at for at, query in enumerate(queries) if wanted in query.casefold()]
    by: list[Sequence[Any]] = [queries, *made.values()]
    if results.sort is not None and results.sort < len(by):
        rows.sort(key=by[results.sort].__getitem__, reverse=results.down)
    last = max(0, (len(rows) - 1) // ROWS)
    results.page = min(results.page, last)
    here = rows[results.page * ROWS : (results.page + 1) * ROWS]
    changed = {query for _, query in collection.edits}
    write, plain = {"B − A": format_change}, partial(format_rounded, digits=4)
    return {
        "heads": ["Query", *made],
        "rows": [[queries[at], *(write.get(head, plain)(column[at]) for head, column in made.items())] for at in here],
        "changed_queries": [queries[at] for at in here if queries[at] in changed],
        "row_count": len(rows),
        "first_row": results.page * ROWS,
        "page": results.page,
        "last_page": last,
        "search": results.find,
        "sorted_column": results.sort,
        "is_descending": results.down,
    }


def _open_query_data(visit: Visit, results: Results, collection: Collection, one: OpenedQuery) -> OpenQueryData:
    """The data of the panel above the board of an open query."""
    results.taken = collection = edit_open_query(visit, collection, one)
    results.left[one.run, one.query] = visit.session.history
    desk = visit.session.desk
    # To a room, the board is all; a table beside it would tell what is masked.
    plain = h("section.ix-results", h("h1.ix-h1", one.query))
    return {
        "working": plain if desk.present else render_open_query(collection, one.run, one.query, desk.k),
        "other_runs": {run: collection.label_run(run) for run in collection.runs if run != one.run},
        "faults": render_faults([results.said] if results.said else []),
    }


# --- A query on the board, and how results are looked at


def open_query(visit: Visit, collection: Collection, opened: OpenedQuery, left: History | None = None) -> None:
    """Put a query, with a run's list, on the board, and what can be undone as it was `left`, if that fits.

    Raises:
        ValueError: It cannot be shown there; the message is a sentence for the page.
    """
    desk = _make_desk(collection, *opened)
    board = collection.board(opened.run, opened.query)
    visit.take_board(BOARD)
    _place_on_board(visit, desk, board)
    if left and left.now.boards == (board,):
        visited = (replace(one, k=desk.k) for one in (*left.past, left.now))
        history = History.replay(visited, visit.session.desk)
        visit.replace_session(replace(visit.session, history=history))


def only_query(collection: Collection) -> OpenedQuery | None:
    """The only query of the results, with the first run's list; None where there are several queries.

    >>> from irviz.state.collection import Collection
    >>> only_query(Collection({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}))
    OpenedQuery(run='A', query='q', k=10)
    """
    run = next((run for run, lists in collection.runs.items() if lists), None)
    if len(collection.queries) != 1 or run is None:
        return None
    return OpenedQuery(run, collection.queries[0], FIRST[0])


def edit_open_query(visit: Visit, collection: Collection, opened: OpenedQuery) -> Collection:
    """A copy of the results with the user's changes of the open query, which is put on the board if needed."""
    if not visit.take_board(BOARD):
        _place_on_board(visit, _make_desk(collection, *opened), collection.board(opened.run, opened.query))
    current = visit.session.desk
    return collection if current.id != BOARD else collection.with_edit(opened.run, opened.query, current.boards[0])


def _make_desk(collection: Collection, run: str, query: str, k: int) -> Desk:
    """The desk of a query's results without the user's changes, with the ties of the run's scores."""
    board, ties = collection.original_board(run, query), collection.find_ties(run, query)
    return Desk(BOARD, (board,), board.id, min(k, board.depth), metric="nDCG", off=("example", "share"), ties=ties)


def _place_on_board(visit: Visit, desk: Desk, board: Board) -> None:
    """Put a board into the session; `desk` is the one without the user's changes, to which it can be reset."""
    opened = visit.session.open_new(desk)
    visit.replace_session(replace(opened, history=History(desk.replace_boards(board)), shelf={}, preview=None))


def add_metrics(collection: Collection, wanted: Iterable[str]) -> tuple[Collection, list[str]]:
    """A copy of the collection with additional metrics, and an error for each text that names no new one.

    Args:
        collection: The results.
        wanted: Metrics as ir_measures writes them.

    Example:
        >>> from irviz.scenarios.sample import make_sample
        >>> more, faults = add_metrics(make_sample(), ["Bpref", "nDCG", "MAP@"])
        >>> [str(metric) for metric in more.more], len(faults)
        (['Bpref'], 2)
    """
    found: dict[str, Metric] = {}
    faults = []
    for name in wanted:
        try:
            metric = EXTRA_METRICS.get(name) or parse(name)
        except NotationError as error:
            faults.append(f"“{error.text}” is no metric: {error.problem}")
            continue
        if metric in PLOTTED or str(metric) in found:
            other = f"; with a cutoff of its own, such as {metric}@10, it is another metric"
            faults.append(f"“{name}” is there already{'' if metric.cutoff or metric.own_cutoff else other}")
        elif (metric.cutoff or 1) > LARGEST:
            faults.append(f"“{name}”: a cutoff is a whole number from 1 to {LARGEST:,}")
        else:
            found[str(metric)] = metric
    return collection.with_extra_metrics(tuple(found.values())), faults


def list_more_metrics(collection: Collection) -> dict[str, str]:
    """By name, the labels of the additional metrics that can be chosen."""
    names = [*EXTRA_METRICS, *(str(one) for one in collection.more if str(one) not in EXTRA_METRICS)]
    return {name: f"{name}: {EXTRA_METRICS[name].title}" if name in EXTRA_METRICS else name for name in names}


Values = dict[str, tuple[float, ...]]
"""By metric, the value of each query."""


def query_columns(
    collection: Collection, values: Mapping[str, Values], metric: Metric, k: int
) -> dict[str, list[float]]:
    """The columns of the table of queries, by their heads; the values are in the order of the queries.

    Args:
        collection: The results.
        values: By run, the metrics' values for each query, from `Collection.values`.
        metric: The metric that is shown where there are several runs.
        k: The cutoff.

    Example:
        >>> from irviz.metrics import AP
        >>> from irviz.scenarios.sample import make_sample
        >>> results = make_sample()
        >>> values = {run: results.values(run, 5) for run in results.runs}
        >>> list(query_columns(results, values, AP, 5))
        ['AP@5 A', 'AP@5 B', 'B − A', 'judged@5 A', 'judged@5 B']
    """
    several = len(values) > 1
    made = {}
    for run, found in values.items():
        for one in [metric] if several else collection.metrics:
            head = str(apply_cutoff(one, k)) + (f" {run}" if several else "")
            made[head] = [*map(lift_halfway, found[str(one)])]
    if len(values) == 2:
        a, b = (found[str(metric)] for found in values.values())
        # Without the rounding errors, which would be shown as -0.0000.
        made["B − A"] = [lift_halfway(round(y - x, 12)) for x, y in zip(a, b, strict=True)]
    for run in values if several else ():
        if any(one.unjudged for one in collection.bound_each_query(run, metric, k)):
            made[f"{label_judged_share(metric, k)} {run}"] = collection.list_judged_shares(run, metric, k)
    return made


def describe_lost_results(collection: Collection) -> str:
    """A message that uploaded results are lost with the page or the server that had them; empty for the sample.

    >>> from irviz.state.collection import Collection
    >>> describe_lost_results(Collection({}, {"A": {}}, files={"A": "bm25.run"}))[:44]
    'The results that you had brought (bm25.run) '
    >>> from irviz.scenarios.sample import make_sample
    >>> describe_lost_results(make_sample())
    ''
    """
    if not collection.files:
        return ""
    names = ", ".join(name or "pasted text" for name in collection.files.values())
    return f"The results that you had brought ({names}) are gone, since they are not kept. Please bring them again."


def label_for_tests(collection: Collection) -> str:
    """The label of the button that shows all tests, which take some seconds."""
    what = "every two runs under every metric" if len(collection.runs) > 2 else "every metric"
    return f"Test {what}, with Holm’s correction"
