"""What the draggable board shows, and what its tools lead to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NotRequired, TypedDict

from irviz.scenarios.catalogue import EXAMPLES
from irviz.scenarios.pairs import PAIRS
from irviz.state import locks, permalink
from irviz.state.board import DIGITS
from irviz.state.chosen_conventions import OPTIONS
from irviz.state.curves import lookahead
from irviz.state.deck import DECK_ON_PAGE, MAX_ADDRESS_CHARACTERS, MAX_CHARACTERS, MAX_DECK_CHARACTERS, MAX_STATES
from irviz.state.desk import MAX_GRADE, MEAN
from irviz.state.own_example import find_own_title
from irviz.state.pairs import pair
from irviz.state.pairs.judgments import list_outside_grades
from irviz.state.session import VIEW_STEPS
from irviz.state.tools import shuffle
from irviz.views.paper import name_pair

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irviz.state.board import Board
    from irviz.state.desk import Desk
    from irviz.state.session import Session
    from irviz.views.first_minute import FirstOffer, FirstStep


class ExampleOption(TypedDict):
    """An example in the menu: its id, its title, and the query that it opens with; `MEAN` for two lists."""

    id: str
    title: str
    q: str


class Tab(TypedDict):
    """A tab of the board that opens a query, or the mean of all; `about` explains the mean."""

    id: str
    label: str
    about: NotRequired[str]


class ItemData(TypedDict):
    """A result on the board: its id, its title, a text alternative for its picture, and the picture's address."""

    id: str
    title: str
    alt: str
    picture: str | None


class QueryData(TypedDict):
    """A query with its results.

    Attributes:
        id: Its name in links.
        query: The text of the query.
        threshold: The lowest grade that counts as relevant.
        top: The highest grade of the scale.
        incomplete: Whether results may be unjudged.
        results_below: Title and grade of the results below those with a card; None for unjudged.
        items: The results that have a card on the board.
    """

    id: str
    query: str
    threshold: int
    top: int
    incomplete: bool
    results_below: list[tuple[str, int | None]]
    items: list[ItemData]


class LockTables(TypedDict):
    """What each lock covers, as tables from `irviz.state.locks`."""

    steps: Mapping[str, str]
    parameters: Mapping[str, str]
    board: Sequence[str]
    implied: Mapping[str, Sequence[str]]


class DeckLimits(TypedDict):
    """The limits of what a link can save for a talk, from `irviz.state.deck`."""

    max_states: int
    max_characters: dict[str, int]
    max_deck_characters: int
    max_address_characters: int
    deck_on_page: str


class BoardData(TypedDict):
    """The data of the board: the session's desk, and what the browser needs to answer actions by itself.

    Attributes:
        paired: Whether the board shows two lists under the same judgments.
        numbered: Whether links refer to the documents of two lists by numbers, since they come from uploaded files.
        outside_grades: The grades of judged documents that are in neither of two lists, a digit each.
        client: The id of the browser's page that sent the last change; None before any.
        revision: The number of the last change that was applied, counted by that page.
        link: The parameters of the link to the desk.
        example: The id of the open example.
        initial_boards: By query, its board in the example, as text.
        queries: The queries with their results.
        tabs: The tabs with queries to open; empty for two lists.
        examples: The examples in the menu.
        initial_view: The link parameters of the example that are not boards.
        max_top: The largest grade that a scale can end at.
        has_predicted: Whether the student predicted the last change, so that its curves may be shown.
        tally: How often predictions were right and wrong, as text for `Tally.read`.
        preview_number: The number of the last preview of a change that the browser asked for.
        n: The number of ranks.
        has_lookahead: Whether the chart's data has the curves of every state that is one move away.
        gain: The chosen gain, a convention.
        conventions_by_gain: The conventions with each gain, as text for a link.
        orders_by_tool: By tool (such as ideal) and query, the board it makes as text; None if that has other documents.
        undo_link: The link parameters of the desk after undo; None without one.
        redo_link: The link parameters of the desk after redo; None without one.
        notes: Sentences on what was ignored in the link.
        view_steps: The kinds of changes that only concern the view, which undo skips.
        can_save: Whether states of the board can be saved for a talk.
        first_minute: The step or the offer of the short introduction (`irviz.views.first_minute`); None for neither.
        deck_limits: The limits of what can be saved for a talk.
        locks: What each lock covers.
        is_demonstration: Whether the board shows the solution of a challenge, and not the user's own board.
    """

    paired: bool
    numbered: bool
    outside_grades: str
    client: str | None
    revision: int
    link: dict[str, str]
    example: str
    initial_boards: dict[str, str]
    queries: list[QueryData]
    tabs: list[Tab]
    examples: list[ExampleOption]
    initial_view: dict[str, str]
    max_top: int
    has_predicted: bool
    tally: str
    preview_number: int
    n: int
    has_lookahead: bool
    gain: str
    conventions_by_gain: dict[str, str]
    orders_by_tool: dict[str, dict[str, str] | None]
    undo_link: dict[str, str] | None
    redo_link: dict[str, str] | None
    notes: list[str]
    view_steps: Sequence[str]
    can_save: bool
    first_minute: FirstStep | FirstOffer | None
    deck_limits: DeckLimits
    locks: LockTables
    is_demonstration: bool


def board_data(
    session: Session,
    *,
    can_save: bool = False,
    first_minute: FirstStep | FirstOffer | None = None,
    is_demonstration: bool = False,
) -> BoardData:
    """The data of the board of a session; the other arguments as in `BoardData`."""
    desk, fresh = session.desk, session.fresh
    history = session.history
    return {
        "paired": desk.paired,
        "numbered": desk.paired and pair.is_numbered(desk),
        "outside_grades": "".join(DIGITS[grade] for grade in list_outside_grades(desk.boards)) if desk.paired else "",
        "client": session.client,
        "revision": session.revision,
        "link": session.link,
        "example": desk.id,
        "initial_boards": {one.id: one.text for one in fresh.boards},
        "queries": [_query_data(one) for one in desk.boards],
        "tabs": [] if desk.paired else _list_tabs(fresh.boards),
        "examples": _list_examples(session),
        "initial_view": permalink.write_fields(fresh),
        "max_top": MAX_GRADE,
        "has_predicted": desk.told,
        "tally": session.tally.write(),
        "preview_number": session.preview[0] if session.preview else 0,
        "n": desk.n,
        "has_lookahead": desk.n <= lookahead.MAX_RESULTS,
        "gain": desk.conventions.gain,
        "conventions_by_gain": {gain: replace(desk.conventions, gain=gain).write() for gain in OPTIONS["gain"].values},
        "orders_by_tool": {
            "reset": _orders_by_id(session.reset_boards(desk).visible),
            **(_tool_orders_of_pair(desk) if desk.paired else _tool_orders(desk.visible)),
        },
        "undo_link": _write_link(session, history.undo().now) if history.past else None,
        "redo_link": _write_link(session, history.redo().now) if history.future else None,
        "notes": list(session.notes),
        "view_steps": VIEW_STEPS,
        "can_save": can_save,
        "first_minute": first_minute,
        "deck_limits": {
            "max_states": MAX_STATES,
            "max_characters": MAX_CHARACTERS,
            "max_deck_characters": MAX_DECK_CHARACTERS,
            "max_address_characters": MAX_ADDRESS_CHARACTERS,
            "deck_on_page": DECK_ON_PAGE,
        },
        "locks": {
            "steps": locks.OF_STEP,
            "parameters": locks.OF_PARAMETER,
            "board": locks.OF_BOARD,
            "implied": locks.IMPLIED,
        },
        "is_demonstration": is_demonstration,
    }


def _list_examples(session: Session) -> list[ExampleOption]:
    """The examples of the session's catalogue that a menu names, and the open one if it is not among them."""
    fresh, known = session.fresh, session.catalogue
    named = [(one.desk, one.title) for one in (*EXAMPLES, *PAIRS) if one.desk.id in known]
    named += [(desk, title) for desk in known.values() if (title := find_own_title(desk.id))]
    found: list[ExampleOption] = [{"id": desk.id, "title": title, "q": desk.opened} for desk, title in named]
    if all(one["id"] != fresh.id for one in found):
        title = name_pair(fresh) if fresh.paired else "Made up"
        found.append({"id": fresh.id, "title": title, "q": fresh.opened})
    return found


def _write_link(session: Session, desk: Desk) -> dict[str, str]:
    """The link parameters of a desk: only what differs from its example in the session."""
    return permalink.write(desk, session.catalogue[desk.id])


def _tool_orders(boards: tuple[Board, ...], on: str = "") -> dict[str, dict[str, str] | None]:
    """By tool (shuffle, ideal, worst), the order it makes of each board, by id; `on` is a suffix of tool names."""
    return {
        f"shuffle{on}": _orders_by_id(shuffle(boards)),
        f"ideal{on}": _orders_by_id(tuple(one.ideal() for one in boards)),
        f"worst{on}": _orders_by_id(tuple(one.worst() for one in boards)),
    }


def _tool_orders_of_pair(desk: Desk) -> dict[str, dict[str, str] | None]:
    """By tool for one or both of two lists, the orders it makes, by board; None if it brings other documents."""
    found: dict[str, dict[str, str] | None] = {}
    for board in desk.boards:
        found |= _tool_orders((board,), f"-{board.id}")
    made = {f"copy-{board.id}": pair.copy_list(desk, board.id) for board in desk.boards}
    made["swap"] = pair.swap_lists(desk)
    for name, other in made.items():
        found[name] = _orders_by_id(other.boards) if other.id == desk.id else None
    return found


def _orders_by_id(boards: tuple[Board, ...]) -> dict[str, str]:
    """The order and grades of each board as text, by the board's id."""
    return {one.id: one.text for one in boards}


def _query_data(one: Board) -> QueryData:
    """The data of a board for the browser: its query, its items and the results below the board."""
    return {
        "id": one.id,
        "query": one.query,
        "threshold": one.threshold,
        "top": one.top,
        "incomplete": one.incomplete,
        "results_below": [(result.title, result.grade) for result in one.below],
        "items": [{"id": item.id, "title": item.title, "alt": item.alt, "picture": item.picture} for item in one.items],
    }


def _list_tabs(boards: tuple[Board, ...]) -> list[Tab]:
    """A tab for each board; with several, one more for the mean."""
    tabs: list[Tab] = [{"id": one.id, "label": one.query} for one in boards]
    if len(boards) > 1:
        about = "The curves and scores as means over all of these queries"
        tabs.append({"id": MEAN, "label": f"mean of {len(boards)}", "about": about})
    return tabs
