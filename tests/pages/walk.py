"""A visitor without a browser: presses the controls of each frame, and asks whether what then stands there is true.

A press is a value, as `Host` takes it. After each press the frame is whole; its curves are those of the slow oracle;
its sentences are true; nothing private, masked or covered is in what it describes or gives away; and its link, opened
anew, gives the same frame. Undone to its end, the work is as it began. A break comes with the shortest way to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import factorial, log2, prod
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import orjson

from irviz.lenses.explanation import explain, find_shown_metric
from irviz.lenses.formatting import choose_noun
from irviz.metrics.rounding import format_rounded
from irviz.pages.host import Frame, Host
from irviz.pages.menu import PAGES
from irviz.pages.results import Results
from irviz.pages.visit import Visit
from irviz.rooms.question import Question
from irviz.state.chosen_conventions import OPTIONS, Conventions
from irviz.state.deck import SavedState, pack, unpack
from irviz.state.desk import ALL_NAMES, LENSES, MEAN, Desk
from irviz.state.own_example import OwnExample, OwnQuery, OwnResult
from irviz.state.pairs.pair import OF_EXAMPLE, is_numbered
from irviz.state.permalink import write_full
from irviz.state.predictions.prediction import mark_prediction
from irviz.static.worker import frame_to_json
from tests import conventional
from tests.lenses.claims import is_true
from tests.lenses.reading import Case, List
from tests.lenses.test_prediction_lines import line_is_true

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Sequence

SECRET = "for the teacher alone"  # noqa: S105 - no password
"""What a talk's notes and questions say: nobody else may read it."""

TALK = pack(
    (
        SavedState("q=cat-in-a-box&k=3", "Begin", SECRET, SECRET),
        SavedState("q=white-cat&k=5&predict=1", "Predict", SECRET),
        SavedState("q=mean&k=4&set=cats&mask=1", "Masked", "", SECRET),
        SavedState("q=mean&k=2&set=two-feeds&mask=1", "Two", SECRET),
    )
)


class BrokenError(AssertionError):
    """Something is not so after a press."""


class Press(NamedTuple):
    """What a visitor does: on which part, what kind of thing, and with which value."""

    part: str
    kind: str
    value: Any

    def __str__(self) -> str:
        return f"{self.kind} {self.part}: {json.dumps(self.value)[:300]}"


class Mode(NamedTuple):
    """A way to use the dashboard.

    Args:
        path: The page that it begins on.
        link: The parameters of its address.
        way: What is pressed first.
        reopens: Whether its address opens the same; what somebody brings lives in one page only.
    """

    path: str
    link: Mapping[str, str]
    way: tuple[Press, ...] = ()
    reopens: bool = True


def request(part: str, **value: Any) -> Press:
    return Press(part, "request", value)


OWN = OwnExample(
    "Big cats",
    (
        OwnQuery(
            "jaguar", (OwnResult("In a tree", 3, "🐆"), OwnResult("E-Type"), OwnResult("Knits", None, f"own.{7:016}"))
        ),
        OwnQuery("puma", (OwnResult("Shoes"), OwnResult("In snow", 2), OwnResult("Cougar", 3))),
    ),
    3,
)
"""An example as a teacher writes it, with an emoji, a picture of a browser, and a result that nobody judged."""

_SAMPLE = request("results", sample=True)

MODES = {
    "plain": Mode("explore", {}),
    "first minute": Mode("explore", {"first": "2", "q": "cat-in-a-box", "k": "5", "m": "P", "hide": "F1.RR.AP.nDCG"}),
    "graded": Mode("explore", {"top": "3"}),
    "unjudged": Mode("explore", {"cat-in-a-box": "1-2-3-4-5-6-7-8.0_01_010"}),
    "conventions": Mode("explore", {"by": "ap-minrk.gain-exp", "see": "conventions", "top": "3"}),
    "ties": Mode("explore", {"tie": "2-4.6-7", "see": "ties", "top": "3"}),
    "ties while predicting": Mode("explore", {"tie": "1-2.4-5", "see": "ties", "predict": "1"}),
    "mean": Mode("explore", {"q": MEAN, "set": "cats"}),
    "predict": Mode("explore", {"predict": "1"}),
    "present": Mode("explore", {"present": "1"}),
    "masked": Mode("explore", {"present": "1", "mask": "1", "reveal": "P"}),
    "talk": Mode("explore", {"present": "1", "deck": TALK}),
    "handed out": Mode("explore", {"off": "move.example.talk"}),
    "pair": Mode("compare", {}),
    "pair in a talk": Mode("compare", {"present": "1", "mask": "1", "deck": TALK}),
    "lessons": Mode("learn", {}),
    "lesson": Mode("learn", {"lesson": "recall", "step": "1"}),
    "lesson on gain": Mode("learn", {"lesson": "graded", "step": "2"}),
    "challenges": Mode("challenges", {}),
    "challenge": Mode("challenges", {"challenge": "first-hit"}),
    "own challenge": Mode("write", {}, reopens=False),
    "check": Mode("check", {"seed": "4711"}),
    "hides": Mode("hides", {}),
    "disagreements": Mode("disagree", {}),
    "hand out": Mode("handout", {}, reopens=False),
    "results": Mode("results", {}, (_SAMPLE,), reopens=False),
    "own results": Mode("results", {}, (_SAMPLE, request("results", query="white cat")), reopens=False),
    "own example": Mode("explore", {"q": "own-1", "k": "2", "set": OWN.name}),
    "own pair": Mode("compare", {"set": OF_EXAMPLE + OWN.name}, reopens=False),
    "writing an example": Mode("example", {"q": "mean", "k": "2", "set": OWN.name}),
}
"""Every page and every mode, by name."""


@dataclass
class Visitor:
    """One open page, and what its browser knows.

    Args:
        mode: From `MODES`.
    """

    mode: Mode
    host: Host = field(default_factory=Host)
    way: list[Press] = field(default_factory=list)
    visited: list[dict[str, str]] = field(default_factory=list)
    examples: set[str] = field(default_factory=set)
    is_trail_cut: bool = False
    revision: int = 0
    frame: Frame = field(init=False)
    starts: dict[tuple[str, ...], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.frame = self.host.open_page(self.mode.path, self.mode.link)
        for press in self.mode.way:
            self.press(press)
        self.way.clear()
        self._note_start()

    def again(self) -> Visitor:
        """Another visitor, who has come just as far: what a page keeps is never changed, but for results."""
        host = replace(self.host, visit=Visit(_renew(self.host.visit.state), self.host.visit.link))
        other = copy(self)
        vars(other).update({name: _renew(value) for name, value in vars(self).items()}, host=host)
        return other

    # What a hand does.

    def press(self, press: Press) -> None:
        """Press something, as the browser says it."""
        self.way.append(press)
        match press.kind:
            case "message":
                self.revision += 1
                self._say({"revision": self.revision, **press.value})
            case "open":
                path, link = press.value
                self._open(path, link)
            case "reload":
                self._reload()
                self._forget_starts()
            case "restart":  # the server knows nothing of this page, and hears its whole link
                link, self.host = self.address, Host()
                self.host.open_page(self.frame.page, link)
                self._say(trail=self._trail())
                self._forget_starts()
            case kind:
                self.frame = self.host.handle_message(press.part, kind, press.value)
                if kind == "ask":
                    self.answers = self.frame.data["export"]["answer"]
                    self.frame = self.host.handle_message(press.part, kind, {"received": True})
        self._note_start()

    def _say(self, *steps: dict[str, Any], trail: object = None) -> None:
        message = {"client": "walk", "revision": self.revision, "steps": [*steps], "history": trail}
        link = steps[0].get("link") if steps and steps[0]["do"] == "link" else self.link
        self.frame = self.host.handle_message("board", "message", {**message, "link": link or {}})

    def _open(self, path: str, link: Mapping[str, str]) -> None:
        """Go to another page, as its link in the same window does."""
        self.frame = self.host.open_page(path, link)
        self.visited.clear()
        self.is_trail_cut = True

    def _reload(self) -> None:
        """Load the page anew; its browser tells where it has been."""
        link, trail, deck = self.address, self._trail(), self.link.get("deck")
        self.host, self.revision = Host(), 0
        self.frame = self.host.open_page(self.frame.page, link)
        if self.board:
            self._say(trail=trail)
        if deck:  # its notes are in no address: this browser has kept them
            self.revision = 1
            self._say({"revision": 1, "do": "recall", "deck": deck, "place": int(link.get("at", 0))})

    def _trail(self) -> dict[str, Any]:
        """Where this tab has been, as `history.js` keeps it."""
        return {"number": len(self.way), "links": self.visited[-60:], "tally": (self.board or {}).get("tally", "")}

    # What it sees.

    @property
    def board(self) -> dict[str, Any] | None:
        """What the board is given, where there is one."""
        found: dict[str, Any] | None = self.frame.data.get("board")
        return found

    @property
    def link(self) -> dict[str, str]:
        """What the page's board says of itself."""
        return dict(self.board["link"]) if self.board else {}

    @property
    def address(self) -> dict[str, str]:
        """The parameters in the address bar."""
        data = self.frame.data
        kept: dict[str, str] = next((part["address"][0] for part in data.values() if "address" in part), {})
        of_task = data.get("coach", data.get("challenges", {})).get("link", {})
        board = self.host.visit.session.address if self.board else {}
        return {**data.get("disagree", {}).get("link", {}), **kept, **of_task, **board}

    @property
    def desk(self) -> Desk:
        """What is on the board."""
        return self.host.visit.session.desk

    def _note_start(self) -> None:
        if self.board is None or "link" not in self.board:
            return
        if not self.visited or self.visited[-1] != self.link:
            self.visited.append(self.link)
        self.examples.add(self.board["example"])
        if not (self.board["undo_link"] or self.board["redo_link"]):
            self.starts[self._task] = self.work
        else:
            self.starts.setdefault(self._task, None)

    def _forget_starts(self) -> None:
        """The tab's history may have more, of an example that was left, or less, since a page was opened."""
        if len(self.examples) > 1 or self.is_trail_cut:
            self.starts = dict.fromkeys(self.starts)

    @property
    def _task(self) -> tuple[str, ...]:
        """Of what undo is undone: the page, its task and its example."""
        assert self.board
        task = self.frame.data.get("coach", {}).get("link", {})
        page = "explore" if self.frame.page == "example" else self.frame.page  # the form is about the same board
        return (page, str(self.host.visit.owner), self.board["example"], *(f"{at}" for at in task.items()))

    @property
    def work(self) -> dict[str, str]:
        """What undo brings back: boards, cutoff, scale, conventions and ties."""
        assert self.board
        full = write_full(self.desk)
        return {name: full[name] for name in ("k", "top", "rel", "by", "tie", *self.board["initial_boards"])}


def _renew(value: Any) -> Any:
    """A copy of what can be changed in place."""
    match value:
        case dict():
            return {name: _renew(one) for name, one in value.items()}
        case list() | set():
            return type(value)(value)
        case Results():
            return replace(value, **_renew(vars(value)))
        case _:
            return value


# What can be pressed.


def presses(visitor: Visitor, draw: random.Random) -> list[list[Press]]:
    """What can be pressed on a frame, by kinds of control; of what has endless values some are drawn."""
    frame = visitor.frame
    groups = [
        [Press("", "reload", None)],
        [Press("", "open", (path, {})) for path in PAGES],
        *(
            [request(name, **wish) for wish in ask(frame.data[name], draw)]
            for name, ask in _ASKED.items()
            if name in frame.data
        ),
        *_described_presses(frame),
    ]
    if visitor.board:
        groups += [[Press("board", "message", step) for step in steps] for steps in _board_steps(visitor, draw)]
        groups.append([Press("", "restart", None)] if not visitor.desk.off else [])
    if "export" in frame.data:
        says = [one[1]["say"]["kind"] for one in _elements(frame.data["export"]["view"]) if "say" in one[1]]
        kinds = [kind for kind in says if kind not in ("link", "talk", "png", "svg")]
        link = visitor.address
        groups.append([Press("export", "ask", {"id": "1", "kind": kind, "link": link}) for kind in kinds])
    return [group for group in groups if group]


def _described_presses(frame: Frame) -> Iterator[list[Press]]:
    """The controls that Python describes, and the links."""
    for part, data in frame.data.items():
        if part == "export":
            continue
        found: list[Press] = []
        for element in _elements(data.get("view", ())):
            props = element[1]
            if props.get("disabled"):
                continue
            if say := props.get("say"):
                if say.get("do") == "fields" and part not in _ASKED:
                    found += _form_presses(part, element)
                found += _said(part, element, say)
            elif "href" in props and props["href"].startswith("./"):
                url = urlsplit(props["href"])
                if url.path[2:] in PAGES:
                    found.append(Press("", "open", (url.path[2:], dict(parse_qsl(url.query)))))
        yield found


def _values(selector: str, props: Mapping[str, Any], children: list[Any]) -> list[Any]:
    """What a described control can be set to; None for one that is only pressed."""
    if selector.startswith("select"):
        return [one[1].get("value") for one in _elements(children) if one[0].startswith("option")]
    if selector.startswith("input") and props.get("type") == "checkbox":
        return [True, False]
    if props.get("type") == "number":
        return [props["min"], props["min"] + 4]
    if selector.startswith(("input", "textarea")) and props.get("type") != "radio":
        return ["2", "<b>", ""]
    return [None]


def _said(part: str, element: list[Any], say: Mapping[str, Any]) -> Iterator[Press]:
    """What a described control says, as `described.js` sends it."""
    selector, props = element[:2]
    values = _values(selector, props, element[2:])
    match say.get("do"):
        case "print" | "copy" | "copyLink" | "saveExample" | "share" | "fields":
            return
        case "type":
            yield from (request(part, do="type", fields={say["field"]: value}) for value in values)
        case "tick":
            yield from (request(part, tick={props["name"]: value}) for value in (True, False))
        case "look" | "conventions" | "tie" as do:
            rest = {name: value for name, value in say.items() if name != "do"}
            for value in values:
                yield Press("board", "message", {"do": do, **rest, **({"by": value} if value is not None else {})})
        case "again":
            yield from (Press("board", "message", {"do": "again", "again": value}) for value in values)
        case "example":
            yield Press("board", "message", {"do": "link", "link": say["link"]})
        case _ if selector.startswith("form"):
            names = [one[1]["name"] for one in _elements(element[2:]) if "name" in one[1]]
            yield from (request(part, **say, **dict.fromkeys(names, words)) for words in ("7", "<b>", ""))
        case _:
            wish = {name: value for name, value in say.items() if name != "field"}
            field = say.get("field", "value")
            yield from (request(part, **wish, **({} if value is None else {field: value})) for value in values)


def _form_presses(part: str, form: list[Any]) -> Iterator[Press]:
    """A form of which all fields are told: each of them set to what it can be, and its buttons pressed."""
    inside = [one for one in _elements(form[2:]) if "name" in one[1]]
    fields = {
        one[1]["name"]: "on" if "checked" in one[1] else one[1].get("value", "")
        for one in inside
        if one[1].get("checked") is not False
    }
    for selector, props, *children in inside:
        others = {name: value for name, value in fields.items() if name != props["name"]}
        for value in _values(selector, props, children):
            told = {props["name"]: "on" if value is True else value} if value is not False else {}
            yield request(part, fields={**others, **told})
    for element in _elements(form[2:]):
        if element[0].startswith("button") and (say := element[1].get("say", {})).get("do") == "fields":
            yield request(part, fields=fields, **{name: value for name, value in say.items() if name != "do"})


def _check_form(data: Mapping[str, Any], draw: random.Random) -> Iterator[dict[str, Any]]:
    yield from ({"answer": {"number": number, "choice": choice}} for number in range(12) for choice in range(4))
    yield {"seed": draw.choice(["12", "x", ""])}


def _task(data: Mapping[str, Any], draw: random.Random) -> Iterator[dict[str, Any]]:
    yield from ({"hint": True}, {"restart": True}, {"finish": True}, {"show": draw.randrange(4)})
    yield from ({"choose": number} for number in range(1, 4))
    yield from (
        {"go": place}
        for place in (data.get("back_link"), data.get("next_link"), {"lesson": "map", "step": "2"})
        if place
    )


def _question(_data: Mapping[str, Any], draw: random.Random) -> Iterator[dict[str, Any]]:
    metrics = ["P", "AP", "nDCG", "RR", "Rprec", "<b>", 7]
    for kind in ("board", "relevant", "graded"):
        numbers = {name: draw.choice(["1", "3", "8", "", "99", "x"]) for name in ("ak", "bk", "n", "relevant", "level")}
        sides = {"a": draw.choice(metrics), "b": draw.choice(metrics)}
        was, grades = draw.choice(["board", "graded"]), draw.choice(["04134132", "0 1 0 1", "", "<b>"])
        yield {"fields": {**sides, **numbers, "of": kind, "was": was, "grades": grades}}
    yield {"pair": str(draw.randint(1, 9))}
    yield {"look": {"present": draw.random() < 0.5, "mask": draw.random() < 0.5}}


def _results(_data: Mapping[str, Any], draw: random.Random) -> Iterator[dict[str, Any]]:
    yield from ({"sample": True}, {"query": "nobody asked"}, {"k": draw.randint(-1, 30)}, {"page": 1}, {"find": "cat"})
    yield {"fields": {"text-qrels": draw.choice(["q1 0 a 1", "<b>", ""])}}


def _example(_data: Mapping[str, Any], draw: random.Random) -> Iterator[dict[str, Any]]:
    lines = draw.choice(["One\t1\nTwo", "🐆 One; 2\nTwo; ?\n<b>", "One\tmany", "\n".join(map(str, range(30))), ""])
    yield from ({"do": "type", "fields": {field: lines}} for field in ("results-0", "results-1", "results-9"))
    yield {"do": "picture", "title": "One", "picture": draw.choice(["own.0123456789abcdef", "javascript:", ""])}
    yield {"do": "open", "text": draw.choice([json.dumps(OWN.to_json()), '{"irviz_example": 2}', "[", "{}"])}
    yield from ({"do": "start", "value": "board"}, {"do": "add"}, {"do": "remove", "at": 0}, {"fault": "It is none."})


_ASKED: dict[str, Callable[[Mapping[str, Any], random.Random], Iterable[dict[str, Any]]]] = {
    "check": _check_form,
    "coach": _task,
    "disagree": _question,
    "results": _results,
    "example": _example,
    "challenges": lambda _data, _draw: ({"write": True}, {"go": {"challenge": "found-all"}}),
}
"""What the parts ask whose modules are in the browser."""


def _board_steps(visitor: Visitor, draw: random.Random) -> Iterator[list[dict[str, Any]]]:
    """What a board and the bars around it say, by kind."""
    board, desk = visitor.board, visitor.desk
    assert board
    guesses = {}
    if desk.predict and not desk.paired:
        wanted = visitor.frame.data.get("curves", {}).get("metrics_to_predict") or ALL_NAMES[:6]
        guesses = {"guesses": {name: draw.choice(["up", "same", "down", 0.5]) for name in wanted}}

    def boards() -> Iterator[dict[str, Any]]:
        for one in desk.visible:
            ranks = draw.randint(1, one.n), draw.randint(1, one.n)
            changed = [one.move(*ranks), one.swap(*ranks), one.toggle(draw.randrange(one.n))]
            changed.append(one.grade(draw.randrange(one.n), draw.randint(0, one.top)))
            yield from ({"do": "boards", "boards": {one.id: other.text}, **guesses} for other in changed)

    yield [*boards()]
    yield [*boards()]
    yield [{"do": "cut", "k": k, **guesses} for k in range(1, desk.n + 1)]
    yield [{"do": "undo"}, {"do": "redo"}]
    yield [{"do": "open", "q": one["id"]} for one in board["tabs"]]
    yield [{"do": "look", "metric": draw.choice(ALL_NAMES[:6])}, *({"do": "look", "lens": lens} for lens in LENSES)]
    yield [{"do": "hide", "hidden": draw.sample(ALL_NAMES, draw.randint(0, 6))}]
    modes = ["present", *(["predict"] if not desk.paired and "scores" not in desk.off else [])]
    yield [{"do": "mode", name: wanted} for name in modes for wanted in (True, False)]
    revealed = draw.sample(ALL_NAMES, 2)
    yield [{"do": "mode", "mask": True, "reveal": revealed}, {"do": "mode", "mask": False, "reveal": []}]
    by = {name: draw.choice([*option.values]) for name, option in OPTIONS.items()}
    yield [{"do": "conventions", "by": text, **guesses} for text in ("", "gain-exp", Conventions(**by).write())]
    first = draw.randint(1, desk.n - 1)
    yield [{"do": "tie", "first": first, "last": first + 1, "together": wanted} for wanted in (True, False)]
    top = draw.randint(1, 5)
    yield [{"do": "scale", "top": top, "threshold": draw.randint(1, top)}, {"do": "scale", "top": 1, "threshold": 1}]
    yield [{"do": name.split("-")[0], **({"on": name[-1]} if "-" in name else {})} for name in board["orders_by_tool"]]
    yield [{"do": "example", "id": one["id"]} for one in board["examples"]]
    minute = board["first_minute"] or {}
    yield [{"do": "link", "link": minute[name]} for name in minute if name.endswith("_link")]
    pressed = [one[1]["say"]["go"] for one in _elements(minute.get("view", [])) if "say" in one[1]]
    yield [{"do": "link", "link": link} for link in pressed]
    yield [{"do": "stage", "link": None}, *({"do": "stage", "link": _moved(desk, draw)} for _ in range(desk.present))]
    if board["can_save"]:
        at = draw.randint(0, max(len(desk.deck) - 1, 0))
        label = {"do": "label", "at": at, "name": "<b>", "notes": SECRET, "question": SECRET}
        to = draw.randint(0, max(len(desk.deck) - 1, 0))
        yield [{"do": "keep", "at": len(desk.deck)}, label, {"do": "slide", "at": at}, {"do": "slide", "at": to}]
        yield [
            {"do": "drop", "at": at},
            {"do": "move", "at": at, "to": to},
            {"do": "restore"},
            {"do": "load", "text": "{"},
        ]


def _moved(desk: Desk, draw: random.Random) -> dict[str, str]:
    """The link to what a class is asked about: a change that is held back."""
    one = draw.choice(desk.visible)
    there = desk.replace_boards(one.move(draw.randint(1, one.n), draw.randint(1, one.n)))
    return write_full(there.without_deck())


# What has to be so.


def check(visitor: Visitor) -> None:
    """Look at a frame.

    Raises:
        BrokenError: Something of it is not so.
    """
    text = check_whole(visitor.frame)
    check_directions(text)
    check_private(visitor)
    if "curves" in visitor.frame.data or "versus" in visitor.frame.data:
        check_values(visitor)
        check_sentences(visitor)
        check_covered(visitor)
    if visitor.mode.reopens:
        check_reopened(visitor)


def check_whole(frame: Frame) -> str:
    """What is read on it is JSON, each part has its data, and nothing has failed."""
    read = {
        part: {name: one for name, one in data.items() if name != "curves_ahead"} for part, data in frame.data.items()
    }
    text = orjson.dumps(frame._replace(data=read)._asdict()).decode()
    wanted = {*frame.left, *frame.main, *frame.below}
    if {*frame.data} - {"words"} != wanted:
        raise BrokenError(f"the parts are {wanted}, and there is data for {[*frame.data]}")
    if '"fault"' in text:
        raise BrokenError("a part could not be made")
    return text


_WENT = re.compile(r" from (\d+(?:\.\d+)?) to (\d+(?:\.\d+)?)")
_DIRECTION = re.compile(r"\b(?:(rose|up)|fell|down)$")


def check_directions(text: str) -> None:
    """Whatever says that something rose or fell is so."""
    for match in _WENT.finditer(text):
        said = _DIRECTION.search(text, match.start() - 6, match.start())
        if said and (float(match[2]) > float(match[1])) != bool(said[1]):
            raise BrokenError(f"it says “{said[0]}{match[0]}”")


@lru_cache(maxsize=50_000)
def _oracle(grades: tuple[int, ...], missed: tuple[int, ...], threshold: int, by: str) -> dict[str, list[Any]]:
    return conventional.curves(grades, missed, threshold, by)


def _tables(visitor: Visitor) -> dict[str, dict[str, list[Any]]]:
    """By board, the curves by the oracle, from the texts of the link alone."""
    board = visitor.board
    assert board
    link = visitor.link
    says = {**board["initial_view"], **link}
    tables = {}
    for query in board["queries"]:
        order, digits = link.get(query["id"], board["initial_boards"][query["id"]]).split(".")
        grades = [0 if digit == "_" else int(digit, 36) for digit in digits]
        ranked = tuple(grades[int(rank) - 1] for rank in order.split("-"))
        missed = tuple(grade for _, grade in query["results_below"])
        if board["paired"]:
            missed += _missed_of_pair(visitor, query["id"])
        tables[query["id"]] = _oracle(ranked, missed, int(says["rel"]), says["by"])
    return tables


def _wanted(visitor: Visitor) -> dict[str, dict[str, list[Any]]]:
    """For what is open, the curves by the oracle: of a board, of both, or of the mean."""
    board, link, tables = visitor.board, visitor.link, _tables(visitor)
    assert board
    if link["q"] == MEAN and not board["paired"]:
        return {MEAN: conventional.mean([*tables.values()])}
    return tables if board["paired"] else {link["q"]: tables[link["q"]]}


def _missed_of_pair(visitor: Visitor, name: str) -> tuple[int, ...]:
    """The grades of what only the other list has."""
    one = visitor.desk.board(name)
    return one.missed


def check_values(visitor: Visitor) -> None:
    """Every value of every curve is the oracle's."""
    data, board = visitor.frame.data, visitor.board
    assert board
    shown = data["versus"]["curves"] if board["paired"] else {visitor.link["q"]: data["curves"]["curves"]}
    for name, curves in shown.items():
        wanted = _wanted(visitor)[name]
        for metric, values in curves.items():
            for k, (value, right) in enumerate(zip(values, wanted[metric], strict=True), 1):
                if (value is None) != (right is None) or (value is not None and abs(value - right) > 1e-9):
                    raise BrokenError(f"{metric}@{k} of {name} is {value}, and {right} by the oracle")
    if board["paired"]:
        return
    check_bands(visitor)
    for metric, fractions in data["curves"]["fractions"].items():
        for value, fraction in zip(data["curves"]["curves"][metric], fractions, strict=False):
            if fraction is not None and abs(float(Fraction(fraction)) - value) > 1e-9:
                raise BrokenError(f"{metric} is {value}, and says {fraction}")


MOST_ORDERS = 48
"""So many orders of tied ranks are tried."""


def check_bands(visitor: Visitor) -> None:
    """The bands are as wide as all orders of tied ranks make them, where these are few."""
    desk = visitor.desk
    bands = visitor.frame.data["curves"]["tie_bands"]
    if bool(bands) != bool(desk.ties):
        raise BrokenError(f"the ties are {desk.ties}, and there are {len(bands)} bands")
    if len(desk.visible) > 1 or prod(factorial(last - first + 1) for first, last in desk.ties) > MOST_ORDERS:
        return
    (board,) = desk.visible
    by = desk.conventions.write()
    tables = []
    for parts in product(*[permutations(board.ranked[first - 1 : last]) for first, last in desk.ties]):
        grades = [*board.listed]
        for (first, last), part in zip(desk.ties, parts, strict=True):
            grades[first - 1 : last] = part
        tables.append(_oracle(tuple(grades), board.missed, board.threshold, by))
    for metric, ends in bands.items():
        for k in range(desk.n):
            every = [table[metric][k] for table in tables if table[metric][k] is not None]
            wanted = (min(every), max(every)) if every else (None, None)
            found = (ends[0][k], ends[1][k])
            if any(
                (one is None) != (other is None) or (one is not None and abs(one - other) > 1e-9)
                for one, other in zip(found, wanted, strict=True)
            ):
                raise BrokenError(f"the band of {metric}@{k + 1} is {found}, and {wanted} by all orders")


def _listed(desk: Desk, at: int = 0) -> List:
    board = desk.visible[at]
    return List(board.ranked, desk.k, board.missed, board.threshold, tuple(asdict(desk.conventions).items()))


def check_sentences(visitor: Visitor) -> None:
    """What is said of the last action and of predictions is so, counted again; a formula gives its value."""
    session, desk, before = visitor.host.visit.session, visitor.desk, visitor.host.visit.session.before
    if desk.paired:
        return
    data = visitor.frame.data["curves"]
    if before and before.has_same_values(desk):
        if data["explanation"]:
            check_reason(data["explanation"], before, desk)
        for mark in (
            mark_prediction(session.guesses, before, desk, explain) if desk.conventions.undefined != "nan" else ()
        ):
            said = data["marks"].get(mark.outcome.metric)
            if said and said["is_right"] != mark.right:
                raise BrokenError(f"a prediction of {mark.outcome.metric} counts as {said['is_right']}")
            picture = mark.line.replace(choose_noun(desk.visible[0]), "picture")
            line_is_true(replace(mark, line=picture), mark.said, before, desk)
    if data["working_line"]:
        symbol, *_, value = data["working_line"].split(" = ")
        name = symbol.split("@")[0]
        right = _wanted(visitor)[desk.opened][{"MRR": "RR", "MAP": "AP"}.get(name, name)][desk.k - 1]
        if right is None or abs(float(value) - right) > 0.00051:
            raise BrokenError(f"it says “{data['working_line']}”, and it is {right}")


def check_reason(line: str, before: Desk, desk: Desk) -> None:
    """Why the chosen metric has changed, or has not, is so."""
    old, new, name = _listed(before), _listed(desk), find_shown_metric(desk).name
    if not all(one.all.defined(name, one.k) for one in (old, new)):
        return
    head, _, reason = line.partition(": ")
    was, now = (float(one.all.value(name, one.k)) for one in (old, new))
    case = Case(old, new, now - was if abs(now - was) > 1e-9 else 0.0)
    if not is_true(name, reason.replace(choose_noun(desk.visible[0]), "picture"), case):
        raise BrokenError(f"it says “{line}”, of {old} and {new}")
    if abs(now - was) > 0.0005 and ("+" in head) != (now > was):
        raise BrokenError(f"it says “{head}”, and the difference is {now - was}")


# What others must not see, or nobody yet.


def _elements(view: Iterable[Any]) -> Iterator[list[Any]]:
    for one in view:
        if isinstance(one, list):
            yield one
            yield from _elements(one[2:])


HEARD = ("aria-label", "title", "alt", "value", "data-value", "data-difference")
"""The attributes that tell something."""


def read_view(view: Iterable[Any], masked: Callable[[str], bool]) -> Iterator[str]:
    """Every text of a described view as the browser shows it (`described.js`)."""
    for one in view:
        if not isinstance(one, list):
            yield str(one)
            continue
        selector, props, *children = one
        if selector == "ix:unmasked":
            shown, instead = children if len(children) == 2 else (*children, "")
            children = [instead if any(map(masked, props["of"])) else shown]
        else:
            yield from (str(props[name]) for name in HEARD if props.get(name) is not None)
        yield from read_view(children, masked)


_NUMBER = re.compile(r"(?<![\d.])0?\.\d{3}(?!\d)")


def check_covered(visitor: Visitor) -> None:
    """What a presenter has masked, or a prediction has not uncovered yet, is not in what is described."""
    desk = visitor.desk
    # What a grade is divided by is no secret, and a share of a few results says nothing of a metric.
    ranks = range(1, desk.n + 1)
    told = {format_rounded(1 / log2(rank + 1)) for rank in ranks} | {
        format_rounded(i / j) for j in ranks for i in ranks
    }
    if desk.present and desk.masked:
        # How nDCG comes about begins with DCG.
        revealed = {*desk.revealed, *(["DCG"] if "nDCG" in desk.revealed else [])}
        hidden = [(name, k) for name in ALL_NAMES if name not in revealed for k in range(desk.n)]
        open_ = [(name, k) for name in revealed for k in range(desk.n)]
    elif desk.predict and not desk.told and not desk.paired:
        hidden = [(name, k) for name in ALL_NAMES for k in range(desk.k, desk.n)]
        open_ = [(name, k) for name in ALL_NAMES for k in range(desk.k)]
    else:
        return
    # The working of a mean has the value of each list at the cutoff.
    for table in (*_wanted(visitor).values(), *(_tables(visitor).values() if visitor.link["q"] == MEAN else ())):
        told |= {format_rounded(table[name][k]) for name, k in open_ if table[name][k] is not None}
    secret = {
        format_rounded(table[name][k])
        for table in _wanted(visitor).values()
        for name, k in hidden
        if table[name][k] is not None
    } - told

    def masked(name: str) -> bool:
        return desk.present and desk.masked and name not in desk.revealed

    lens = visitor.frame.data.get("lens", {"view": ()})
    if masked(desk.metric) or (desk.present and desk.masked and lens.get("lens") != "working"):
        return  # then there is no panel at all (lens.js)
    if lens.get("lens") == "orders":
        return  # of all orders, at the cutoff
    view = lens["view"]
    said = " ".join(read_view(view, masked))
    for number in _NUMBER.findall(said):
        if number in secret:
            raise BrokenError(f"{number} is covered, and the view below the chart says it")


def check_private(visitor: Visitor) -> None:
    """The notes of a talk are in nothing that others get, and a question to a class holds no more than it may."""
    session = visitor.host.visit.session
    if any(state.notes or state.question for state in session.desk.deck):
        given = {name: data for name, data in visitor.frame.data.items() if name not in ("board", "words")}
        for text in map(json.dumps, (given, getattr(visitor, "answers", None), session.address)):
            if SECRET in text:
                raise BrokenError(f"the notes of a talk are in …{text[max(text.index(SECRET) - 200, 0) :][:300]}")
            for packed in re.findall(r'deck(?:=|": ?")([\w-]{20,})', text):
                if any(state.notes or state.question for state in unpack(packed)):
                    raise BrokenError("the notes of a talk are in a link")
    question = visitor.frame.data.get("rooms", {}).get("question")
    kind = visitor.frame.data.get("rooms", {}).get("question_kind") or "direction"
    if question and question["metrics"]:
        asked = Question.read({"kind": kind, **question})
        for metric in asked.public()["metrics"]:
            if not {"right", "to", "reason", "beliefs"}.isdisjoint(metric):
                raise BrokenError("a phone is told the answer with the question")


# The same again.

_OF_HISTORY = {
    "board": {"client", "revision", "undo_link", "redo_link", "has_predicted", "tally", "preview_number", "notes"}
    | {"first_minute", "orders_by_tool", "examples"},
    "curves": {"explanation", "is_untouched", "marks", "evidence", "tally", "counts", "beliefs", "practice"}
    | {"no_practice", "curves_ahead", "undefined_ahead", "explanations_ahead"},
    "versus": {"curves_ahead", "explanations_ahead"},
    "challenges": {"view"},
    "present": {"file_error"},
    "rooms": {"question"},
    "coach": {"view", "title", "evidence", "reply", "verdict", "shown_move", "hint", "challenge"},
    "export": {"answer"},
    "check": {"view", "reading_place", "title", "evidence", "address"},
    "disagree": {"notes", "own_parameters"},
}
"""What hangs on how one has come here, by part."""


def reopens(visitor: Visitor) -> bool:
    """Whether all that is on the page is in its address."""
    frame, owner = visitor.frame, visitor.host.visit.owner
    if frame.page in ("results", "handout", "write", "example") or "author" in frame.data or "coach" in frame.data:
        return False
    # A link to two lists of one's own has numbers in place of their names.
    return owner in ("explore", "compare", "lessons", "challenges") and not is_numbered(visitor.desk)


def check_reopened(visitor: Visitor) -> None:
    """The address, opened by somebody else, gives the same frame."""
    frame = visitor.frame
    if not reopens(visitor):
        return
    address = visitor.address
    there, desk = reopen(frame.page, tuple(address.items()))
    here = visitor.desk.without_notes()
    if visitor.board and desk != here:
        fields = [name for name in vars(desk) if getattr(desk, name) != getattr(here, name)]
        raise BrokenError(f"the address opens another board: {', '.join(fields)} differ")
    for part, data in frame.data.items():
        if part == "lens" and (data["lens"] == "changes" or visitor.desk.told):
            continue
        if part == "disagree" and visitor.host.visit.state.get("question-kind") == "graded":
            continue  # grades 0 and 1 that are typed as grades are relevant or not where the link is opened
        if part not in there:
            raise BrokenError(f"the address opens no {part}")
        for name in _told_by_address(part, data):
            # What is the same as data reads the same.
            if data[name] == (other := there[part].get(name)):
                continue
            now, then = _without_history(name, data[name]), other and _without_history(name, other)
            if now != then:
                raise BrokenError(f"the address opens another {name} of {part}: {difference(now, then)}")


@lru_cache(maxsize=256)
def reopen(page: str, address: tuple[tuple[str, str], ...]) -> tuple[dict[str, dict[str, Any]], Desk]:
    """The data by part for somebody who opens an address, without what hangs on how one has come here; the desk."""
    host = Host()
    frame = host.open_page(page, dict(address))
    data = {part: {name: one[name] for name in _told_by_address(part, one)} for part, one in frame.data.items()}
    return data, host.visit.session.desk


def _told_by_address(part: str, data: Mapping[str, Any]) -> set[str]:
    return {*data} - _OF_HISTORY.get(part, set())


def _without_history(name: str, value: Any) -> Any:
    """Of a view, what is read there; of a link, what it says beside the saved states."""
    if name == "view":
        return [*read_view(value, lambda _: False)]
    return {one: text for one, text in value.items() if one != "deck"} if name == "link" else value


def difference(here: Any, there: Any, place: str = "") -> str:
    """The first place where two values differ."""
    if isinstance(here, Mapping) and isinstance(there, Mapping) and {*here} == {*there}:
        return next(
            difference(here[name], there[name], f"{place}.{name}") for name in here if here[name] != there[name]
        )
    lists = isinstance(here, list | tuple) and isinstance(there, list | tuple)
    if lists and len(here) == len(there):
        at = next(at for at, pair in enumerate(zip(here, there, strict=True)) if pair[0] != pair[1])
        return difference(here[at], there[at], f"{place}[{at}]")
    if lists:
        at = next((at for at, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), 0)
        return f"{place}[{at}:] was {str(here[at:])[:200]} and is {str(there[at:])[:200]}"
    return f"{place} was {str(here)[:200]} and is {str(there)[:200]}"


def check_undo(visitor: Visitor) -> None:
    """Undone to its end, the work is as it began; done again to its end, it is as it was."""
    if not visitor.board or visitor.starts.get(visitor._task) is None:
        return
    before, start = visitor.work, visitor.starts[visitor._task]
    steps = 0
    while visitor.board["undo_link"]:
        visitor.press(Press("board", "message", {"do": "undo"}))
        steps += 1
        if steps > 300:
            raise BrokenError("undo never comes to an end")
    if visitor.work != start:
        raise BrokenError(f"undone to its end, the board is {visitor.work}, and it began as {start}")
    for _ in range(steps):
        visitor.press(Press("board", "message", {"do": "redo"}))
    if visitor.work != before and not visitor.board["redo_link"]:
        raise BrokenError(f"undone and done again, the board is {visitor.work}, and it was {before}")


# Walking.


def walk(mode: str, draw: random.Random, steps: int) -> int:
    """Walk on at random from a mode, look after each press, and undo it all in the end.

    Returns:
        How often something was pressed.

    Raises:
        BrokenError: With the shortest way to the break that is found by leaving presses out.
    """
    visitor = Visitor(MODES[mode])
    try:
        check(visitor)
        for _ in range(steps):
            visitor.press(draw.choice(draw.choice(presses(visitor, draw))))
            check(visitor)
        check_undo(visitor)
        frame_to_json(visitor.frame)
    except AssertionError as broken:
        raise BrokenError(report(mode, shortest(MODES[mode], visitor.way, broken), broken)) from broken
    return len(visitor.way)


def press_each(mode: str, draw: random.Random) -> int:
    """Press every control of a mode's first frame once, each from that frame."""
    first = Visitor(MODES[mode])
    planned = [press for group in presses(first, draw) for press in group]
    for press in planned:
        visitor = first.again()
        visitor.press(press)
        try:
            check(visitor)
        except AssertionError as broken:
            raise BrokenError(report(mode, [press], broken)) from broken
    return len(planned)


def shortest(mode: Mode, way: Sequence[Press], broken: AssertionError) -> list[Press]:
    """The shortest way to a break of the same kind that is found by leaving presses out."""
    way = list(way)
    size = len(way) // 2
    while size:
        for start in range(0, len(way), size):
            less = [*way[:start], *way[start + size :]]
            if _breaks(mode, less, broken):
                way = less
                break
        else:
            size //= 2
        size = min(size, len(way) // 2) or (1 if size and len(way) > 1 else 0)
        if size == 1 and all(not _breaks(mode, [*way[:at], *way[at + 1 :]], broken) for at in range(len(way))):
            break
    return way


def _breaks(mode: Mode, way: Sequence[Press], broken: AssertionError) -> bool:
    visitor = Visitor(mode)
    try:
        for press in way:
            visitor.press(press)
            check(visitor)
        check_undo(visitor)
    except AssertionError as again:
        return _kind(again) == _kind(broken)
    except Exception:  # noqa: BLE001 - another way breaks in another way
        return False
    return False


def _kind(broken: AssertionError) -> str:
    return re.sub(r"[\d.]+|“[^”]*”", "", str(broken))[:30]


def report(mode: str, way: Sequence[Press], broken: AssertionError) -> str:
    lines = "\n".join(f"  {number}. {press}" for number, press in enumerate(way, 1))
    return f"{str(broken)[:1500]}\non “{mode}” by\n{lines or '  opening it'}"
