"""A visitor who tries everything: finds a page's controls in its accessibility tree, uses them, and looks.

`Walk.first_pass` takes every choice of every list and every button once, by mouse and by keys, on the page
as it opens. After each step the page has to be whole: no error, nothing focused that Tab cannot leave, everything
drawn as the independent oracle computes it under the conventions that are set, and an address that opens the same
again. A break comes with the shortest way to it that can be found by trying.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Error
from playwright.sync_api import TimeoutError as Late
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests import conventional
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playwright.sync_api import BrowserContext, CDPSession, ElementHandle, Page, WebSocket

PATIENCE = 15_000
"""For so many milliseconds a page may be at work on one step."""

LONGEST = 5_000
"""Messages with more bytes bring what is on the page, and need not be read."""

TASK = ("challenge", "lesson", "step", "q", "set")
"""What a link says of the board that is open: undone is what was done on that one."""

ARRIVING = 12
"""For so many frames a page that has just come must stay as it is."""

MOST_CHOICES = 12
"""Of a longer list, so many choices are taken: the first, the last, and some between."""

CONTROLS = {
    *("button", "checkbox", "combobox", "DisclosureTriangle", "link", "option", "radio", "searchbox"),
    *("menuitem", "menuitemcheckbox", "menuitemradio", "slider", "spinbutton", "switch", "tab", "textbox"),
}
"""The roles that somebody can do something with."""

# What is Streamlit's own and not part of a page: its menu, and the tools and cells of a table.
FOREIGN = (
    "[data-testid=stToolbar], [data-testid=stMainMenu], [data-testid=stElementToolbar], "
    "[data-testid=stDataFrame], [data-testid=stHeaderActionElements]"
)

# Words of each kind that a field may be given: right, wrong, none at all, and what is no number.
WORDS = {
    "spinbutton": ("2", "0.667", "", "-1", "999"),
    "textbox": ("q1 0 a 1", "<b>bold</b>", ""),
    "searchbox": ("cat", ""),
}

_SCRIPTS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def script(name: str) -> str:
    """One of the functions of walk.js, for the page."""
    return f"({_SCRIPTS.strip()}).{name}"


class BrokenError(AssertionError):
    """Something is wrong with the page after a step."""


class GoneError(LookupError):
    """A control is not on the page any more."""


class Act(NamedTuple):
    """One thing that a hand does: to which control, how, and with which choice."""

    role: str
    name: str
    nth: int = 0
    way: str = "mouse"
    value: str = ""

    def __str__(self) -> str:
        if self.way == "press":
            return f"press {self.value}"
        which = f" (number {self.nth + 1})" if self.nth else ""
        value = f" {self.value!r}" if self.value else ""
        return f"{self.way}{value}: {self.role} “{self.name}”{which}"


@dataclass(frozen=True)
class Control:
    """One control as the accessibility tree has it."""

    role: str
    name: str
    nth: int
    node: int
    state: tuple[str, ...]
    able: bool


@dataclass(frozen=True)
class Mode:
    """A way to use the dashboard, and how one gets into it from the page as it opens.

    Args:
        name: What it is called in reports.
        way: What one does on the first page.
        kept: Whether the address opens the same again; what somebody brings lives in one page only.
    """

    name: str
    way: tuple[Act, ...]
    kept: bool = True


def press(role: str, name: str, nth: int = 0, way: str = "mouse", value: str = "") -> Act:
    return Act(role, name, nth, way, value)


def to(group: str, title: str) -> tuple[Act, Act]:
    """What leads to another page: its group, and there its entry."""
    return press("button", group), press("menuitem", title)


_SAMPLE = (*to("Compare, your data", "Your results"), press("button", "Try it with a sample"))

MODES = {
    mode.name: mode
    for mode in (
        Mode("plain", ()),
        Mode("pair", to("Compare, your data", "Compare two lists")),
        Mode("lesson", (*to("Learn", "Lessons"), press("button", "2. Recall@k"))),
        Mode("own results", (*_SAMPLE, press("button", "white cat")), kept=False),
    )
}
"""Pages that between them have every kind of control, by name; `tests/pages/walk.py` walks through all."""


@dataclass
class Walk:
    """A visitor in one mode.

    Args:
        context: Of a browser, for this visitor alone.
        url: The address of the server.
        mode: From `MODES`.
        opened: What each address has opened so far; grows.
        alike: Of more controls that look alike, such as cards, so many are tried.
    """

    context: BrowserContext
    url: str
    mode: Mode
    opened: dict[str, dict[str, Any] | None] = field(default_factory=dict)
    alike: int = MOST_CHOICES
    done: list[Act] = field(default_factory=list)
    twin: Walk | None = None

    page: Page = field(init=False)
    ears: Explorer = field(init=False)
    tree: CDPSession = field(init=False)
    asked: bool = field(init=False)
    _before: set[Page] = field(init=False)
    _place_before: tuple[object, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._before = {*self.context.pages}
        self._listen(self.context.new_page())

    # Beginning

    def begin(self) -> None:
        """Open the first page and get into the mode by hand."""
        self._place_before = ()
        self.page.goto(f"{self.url}/")
        self.ears.problems.clear()
        self.settle()
        for act in self.mode.way:
            self._await(act)
            self.do(act)
        self.done.clear()

    def _await(self, act: Act) -> None:
        """Wait until a control is there."""
        for _ in range(PATIENCE // 100):
            with suppress(GoneError):
                self.find(act)
                return
            self.page.wait_for_timeout(100)

    def _visit(self, page: Page) -> None:
        """Leave the page for another one."""
        self.ears.leave()
        self.page.close()
        self._listen(page)

    def _listen(self, page: Page) -> None:
        page.set_default_timeout(PATIENCE)
        page.on("dialog", lambda dialog: dialog.accept())
        page.on("filechooser", lambda _: None)
        page.on("websocket", self._line)
        self.asked = False
        self._place_before = ()
        self.page = page
        self.ears = Explorer(page, self.url)
        self.tree = self.context.new_cdp_session(page)

    def _line(self, line: WebSocket) -> None:
        """Listen to what page and server say, to know while one waits for the other."""
        line.on("framesent", self._sent)
        line.on("framereceived", self._received)

    def _sent(self, message: str | bytes) -> None:
        said = BackMsg()
        if isinstance(message, bytes) and len(message) < LONGEST:
            said.ParseFromString(message)
        self.asked = self.asked or not isinstance(message, bytes) or said.HasField("rerun_script")

    def _received(self, message: str | bytes) -> None:
        if not isinstance(message, bytes) or len(message) > LONGEST:
            return
        said = ForwardMsg()
        said.ParseFromString(message)
        if said.HasField("new_session"):
            self.asked = True
        elif said.WhichOneof("type") == "script_finished":
            self.asked = said.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN

    def _rest(self, frames: int) -> None:
        """Wait until the page rests, which may be another page by then."""
        for _ in range(9):
            with suppress(Error):  # it goes away while it is asked
                if not self.page.evaluate(script("rest"), [PATIENCE, frames]):
                    break
                return
            self.page.wait_for_load_state()
        raise BrokenError("the page does not come to rest")

    def settle(self) -> None:
        """Wait until the page has done what it was asked."""
        # Another page comes part by part.
        at = urlsplit(self.page.url)
        place = at.path, *(parse_qs(at.query).get(name) for name in TASK[:3])
        frames = 2 if place == self._place_before else ARRIVING
        self._place_before = place
        self._rest(frames)
        if not self.asked:
            return
        for _ in range(PATIENCE // 20):
            self.page.wait_for_timeout(20)  # until the server has said that it is done
            if not self.asked:
                break
        else:
            raise BrokenError("the server does not come to an end")
        self._rest(frames)

    # What there is

    def controls(self, role: str = "") -> list[Control]:
        """The controls in the accessibility tree, in its order; all, or those of one role."""
        if role:
            root = self.tree.send("DOM.getDocument", {"depth": 0})["root"]["backendNodeId"]
            asked = {"backendNodeId": root, "role": role}
            nodes = self.tree.send("Accessibility.queryAXTree", asked)["nodes"]
        else:
            nodes = self.tree.send("Accessibility.getFullAXTree")["nodes"]
        found: list[Control] = []
        count: dict[tuple[str, str], int] = {}
        for node in nodes:
            if node.get("ignored"):
                continue
            facts = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            role, name = node["role"]["value"], node.get("name", {}).get("value", "")
            if role not in CONTROLS and not (role == "image" and name.startswith("Curves")):
                continue
            nth = count[role, plain(name)] = count.get((role, plain(name)), -1) + 1
            state = tuple(
                f"{fact}={facts[fact]}"
                for fact in ("checked", "pressed", "selected")
                if facts.get(fact) not in (None, False, "false")
            )
            value = node.get("value", {}).get("value")
            state += (f"value={value}",) if value not in (None, "") else ()
            able = not facts.get("disabled")
            found.append(Control(role, name, nth, node["backendDOMNodeId"], state, able))
        return found

    def find(self, act: Act) -> ElementHandle:
        """The element of a control; what begins with the name if none has it.

        Raises:
            GoneError: If there is none.
        """
        found = self.controls(act.role)
        wanted = plain(act.name)
        here = [one for one in found if plain(one.name) == wanted]
        here = here or [one for one in found if plain(one.name).startswith(wanted)]
        if len(here) <= act.nth:
            raise GoneError(f"there is no {act.role} “{act.name}”")
        return self._element(here[act.nth].node)

    def _element(self, node: int) -> ElementHandle:
        try:
            remote = self.tree.send("DOM.resolveNode", {"backendNodeId": node})["object"]["objectId"]
        except Error as error:
            raise GoneError("the control has gone") from error
        hold = "function () { window.elementOfTheWalk = this; }"
        self.tree.send("Runtime.callFunctionOn", {"objectId": remote, "functionDeclaration": hold})
        element = self.page.evaluate_handle("() => window.elementOfTheWalk").as_element()
        assert element is not None
        return element

    # What a hand does

    def do(self, act: Act) -> None:
        """One act, until the page rests again.

        Raises:
            LookupError: If it cannot be done here: there is no such control, or nothing to press.
            BrokenError: If the page does not come to rest, or a field does not take what is typed.
        """
        if act.way == "press":
            self.page.keyboard.press(act.value)
        else:
            getattr(self, f"_{act.way}")(self.find(act), act.value)
        self.done.append(act)
        self._close_tabs()
        self.settle()

    def _close_tabs(self) -> None:
        for other in self.context.pages:
            if other not in {self.page, self.twin and self.twin.page, *self._before}:
                other.close()

    def leave(self) -> None:
        """Go, with everything that is kept in the browser."""
        with suppress(Error):
            self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.context.clear_cookies()
        for page in {*self.context.pages} - self._before:
            page.close()

    def _mouse(self, element: ElementHandle, _: str) -> None:
        self.page.mouse.click(*self._place(element))

    def _place(self, element: ElementHandle) -> tuple[float, float]:
        """The middle of an element, where a mouse meets it."""
        try:
            element.scroll_into_view_if_needed(timeout=2000)
        except Error as error:
            raise LookupError("it cannot be seen") from error
        box = element.bounding_box()
        if not box or box["width"] < 3 or box["height"] < 3:
            raise LookupError("it has no room on the page")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        met = element.evaluate(script("met"), [x, y])
        if not met:
            raise LookupError("something else lies above it")
        return x, y

    def _keys(self, element: ElementHandle, key: str) -> None:
        element.focus()
        self.page.keyboard.press(key)

    def _choose(self, element: ElementHandle, index: str) -> None:
        if not element.evaluate("(list, index) => list.options[index]?.disabled === false", int(index)):
            raise LookupError("it cannot be chosen now")
        element.select_option(index=int(index))

    def _pick(self, element: ElementHandle, index: str) -> None:
        """Choose from a list that opens below its field."""
        options = self.page.get_by_role("option")
        for patience in (300, 1000, 3000):  # a run that is just over may take the list away again
            self.page.mouse.click(*self._place(element))
            with suppress(Late):
                options.first.wait_for(timeout=patience)
                options.nth(min(int(index), options.count() - 1)).click(timeout=3000)
                return
            self.page.keyboard.press("Escape")
        raise BrokenError("the list does not open")

    def _type(self, element: ElementHandle, words: str) -> None:
        """Write into a field, key by key, as a person does, and look whether it arrives."""
        self.page.mouse.click(*self._place(element))
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(words)
        kept = element.evaluate("one => one.value ?? one.textContent")
        free = element.evaluate("one => one.isConnected && !one.readOnly && one.tagName !== 'SPAN'")
        if free and not str(kept).startswith(words[:3].strip()):
            raise BrokenError(f"{words!r} was typed, and {kept!r} arrived")

    def _drag(self, element: ElementHandle, part: str) -> None:
        """Drag by the mouse: to a part of the way across the window."""
        x, y = self._place(element)
        size = self.page.viewport_size or {"width": 1280}
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(float(part) * size["width"], y, steps=6)
        self.page.mouse.up()

    def _lift(self, element: ElementHandle, keys: str) -> None:
        """Lift a card by its handle, move it and drop it, all by keys."""
        element.focus()
        for key in ("Space", *keys.split(), "Space"):
            self.page.keyboard.press(key)

    def _point(self, element: ElementHandle, part: str) -> None:
        """Press somewhere in a picture."""
        _, y = self._place(element)
        box = element.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + float(part) * box["width"], y)

    def _follow(self, element: ElementHandle, _: str) -> None:
        """Open a link that somebody was given, in a tab of its own."""
        to = element.evaluate("one => one.href")
        page = self.context.new_page()
        page.goto(to)
        self._visit(page)

    # What can be done

    def acts(self, controls: Sequence[Control], *, nav: bool = True) -> list[Act]:
        """Everything that is to be tried once with some controls; of many that look alike, with some.

        Args:
            controls: The controls.
            nav: Whether those in the head of the page count, which leads to the other pages.
        """
        alike: dict[tuple[str, ...], list[tuple[Control, dict[str, Any]]]] = {}
        for control in controls:
            with suppress(GoneError, Error):
                facts = self._element(control.node).evaluate(script("facts"), FOREIGN)
                if not facts["apart"] and (nav or not facts["nav"]):
                    look = control.role, facts["tag"], facts["look"]
                    alike.setdefault(look, []).append((control, facts))
        return [
            Act(control.role, control.name, control.nth, way, value)
            for group in alike.values()
            for control, facts in map(group.__getitem__, sample(len(group), self.alike))
            for way, value in tries(control.role, facts)
        ]

    # Looking

    def check(self) -> None:
        """Look at everything after a step.

        Raises:
            BrokenError: If something is wrong with it.
        """
        if self.ears.problems:
            raise BrokenError(self.ears.problems[0])
        seen = self.page.evaluate(script("seen"))
        if seen["wrong"]:
            raise BrokenError(f"the page shows {seen['wrong'][0]}")
        self._check_figures(seen)
        self._check_focus()
        if self.done and self.done[-1].way == "type":
            self.settle()  # what is written in a field counts when the field is left
        if self.ears.problems:
            raise BrokenError(self.ears.problems[0])

    def _check_figures(self, seen: dict[str, Any]) -> None:
        query = {name: texts[0] for name, texts in parse_qs(urlsplit(seen["search"]).query).items()}
        by, threshold = query.get("by", ""), int(query.get("rel", "1"))
        if seen["drawn"] and seen["board"]:
            drawn = seen["drawn"]
            # While a change waits for its prediction, the cards show it already and the chart does not.
            lists = [[int(digit, 36) for digit in row.split(".")[0]] for row in drawn["pattern"].split("|")]
            if not seen["board"]["paired"]:
                expected = conventional.mean([conventional.curves(one, (), threshold, by) for one in lists])
                self._check_chart(drawn, expected)
        if seen["compared"] and seen["board"]:
            rows = seen["board"]["rows"]
            for side, (here, there) in {"a": rows, "b": rows[::-1]}.items():
                missed = [grade for item, grade in there if item not in {name for name, _ in here}]
                grades = [max(grade, 0) for _, grade in here]
                expected = conventional.curves(grades, missed, threshold, by)
                for row in seen["compared"]["rows"]:
                    k = min(seen["compared"]["k"], len(grades))
                    same(f"{row['metric']} of {side.upper()}", row[side], expected[row["metric"]][k - 1])

    def _check_chart(self, drawn: dict[str, Any], expected: dict[str, list[conventional.Value]]) -> None:
        names = {"MRR": "RR", "MAP": "AP"}

        def may_be_told(name: str) -> bool:
            return not drawn["masked"] or name in drawn["revealed"]

        for curve in drawn["curves"]:
            name = curve["name"].removesuffix("@k")
            wanted = expected[names.get(name, name)]
            last = drawn["last"] if may_be_told(names.get(name, name)) else 0
            told = [*wanted[:last], *[None] * (len(wanted) - last)]  # the rest is covered
            for k, (value, here) in enumerate(zip(curve["y"], told, strict=True), 1):
                same(f"the curve of {name} at k = {k}", value, here)
            if curve["shown"] and curve["ends"] and None not in curve["at"]:
                far = max(
                    (
                        abs(a - b)
                        for one, two in zip(curve["ends"], curve["at"], strict=True)
                        for a, b in zip(one, two, strict=True)
                    ),
                    default=0,
                )
                if far > 1.5:
                    raise BrokenError(f"the line of {name} is drawn {far:.1f} px from its values")
        for score in drawn["scores"]:
            if not may_be_told(names.get(score["metric"], score["metric"])):
                same(f"the masked score of {score['metric']}", score["value"] or None, None)
                continue
            at_k = expected[names.get(score["metric"], score["metric"])][drawn["k"] - 1]
            same(f"the score of {score['metric']}", score["value"], at_k)
            if re.fullmatch(r"\d+\.\d+", score["text"]) and (
                at_k is None or abs(float(score["text"]) - at_k) > 0.000501
            ):
                raise BrokenError(f"{score['metric']} says {score['text']}, and it is {at_k}")

    def _check_focus(self) -> None:
        """What has the focus can be left by Tab, and a dialog by Escape."""
        focus = self.page.evaluate(script("focus"))
        if focus is None:
            return
        self.page.keyboard.press("Tab")
        if focus["list"] and self.page.evaluate(script("still")):
            self.page.keyboard.press("Tab")  # the first one has closed the list
        if focus["stops"] > 1 and self.page.evaluate(script("still")):
            raise BrokenError(f"Tab does not leave “{focus['name']}”")
        self.page.keyboard.press("Shift+Tab")

    def check_address(self) -> None:
        """The address, opened anew, shows the same; looked up once for each address.

        Raises:
            BrokenError: If it does not.
        """
        if not self.mode.kept or (here := self._shown()) is None:
            return
        there = self._anew(self.page.url)
        for name in here:
            if there is None or here[name] != there[name]:
                raise BrokenError(
                    f"the address {self.page.url.removeprefix(self.url)} opens {name} as "
                    f"{there and there[name]}, and the page shows {here[name]}"
                )

    def _anew(self, address: str) -> dict[str, Any] | None:
        """What somebody finds who opens an address, looked up once."""
        if address not in self.opened:
            if self.twin is None:
                self.twin = Walk(self.context, self.url, Mode("", ()), self.opened)
            # Who is not in front is painted once a second.
            self.twin.page.bring_to_front()
            try:
                self.twin._place_before = ()
                self.twin.page.goto(address)
                self.twin.settle()
                self.opened[address] = self.twin._shown()
            finally:
                self.page.bring_to_front()
        return self.opened[address]

    def _shown(self) -> dict[str, Any] | None:
        """What an address stands for: the board, how it is looked at, and the scores."""
        seen = self.page.evaluate(script("seen"))
        # A change that waits for its prediction is not made yet, and the way of a challenge is on no board of
        # one's own; a dialog, and an open list of Streamlit's, hides the rest from everybody.
        apart = "[data-testid=ask]:not([hidden]), [data-testid=play], dialog[open], [aria-modal=true], [role=listbox]"
        if self.page.locator(apart).count():
            return None
        shown: dict[str, Any] = {"path": seen["path"], "board": seen["board"]}
        if seen["drawn"]:
            shown["scores"] = {one["metric"]: one["text"] for one in seen["drawn"]["scores"]}
            shown["curves"] = {one["name"]: one["shown"] for one in seen["drawn"]["curves"]}
        roles = {"combobox", "tab", "radio", "slider", "spinbutton"}
        # What is brought onto a wall is the tab's own, as the pointer is.
        if self.page.locator("html[data-ix-present='1']").count():
            roles.remove("tab")
        shown["states"] = [
            (one.role, one.name, one.state)
            for one in self.controls()
            if one.state
            and one.role in roles
            and one.name != "Read the curves"  # where keys are on the chart is in no address
            and not self._element(one.node).evaluate(script("folded"))
        ]
        return shown

    # Walking

    def first_pass(self, taken: set[tuple[Act, int]]) -> int:
        """Take every choice of every list and every button once, by mouse and by keys.

        The address is opened anew when a control is done with.

        Args:
            taken: What has been done before, here or on another page, and need not be done again; grows.

        Returns:
            How many acts there are to do, here or there.
        """
        # The lists first: a page has few of them, and most hangs on them.
        able = sorted((one for one in self.controls() if one.able), key=lambda one: one.role != "combobox")
        # The head is the same on every page; from the first one each is visited.
        planned = self.acts(able, nav=not self.mode.way)
        times: Counter[Act] = Counter()
        for act, then in zip_longest(planned, planned[1:]):
            times[act] += 1  # the same key, pressed again, is another choice
            if (act, times[act]) in taken:
                continue
            taken.add((act, times[act]))
            last = then is None or then[:3] != act[:3]
            try:
                self.attempt(act, anew=last)
            except GoneError:  # what was done before has led away
                self.begin()
                with suppress(GoneError):
                    self.attempt(act, anew=last)
        return len(planned)

    def attempt(self, act: Act, *, anew: bool = True) -> bool:
        """Do something and look; what cannot be done is passed over.

        Args:
            act: What to do.
            anew: Whether to open the address anew, too, which takes longest.

        Raises:
            BrokenError: If the page breaks; its words say by which way.
            GoneError: If the control is not there.
        """
        try:
            self.do(act)
            self.check()
            if anew:
                self.check_address()
        except GoneError:
            raise
        except LookupError:
            return False
        except BrokenError as broken:
            way = self.shortest([*self.done, act] if act not in self.done[-1:] else self.done, broken)
            raise BrokenError(self.report(way, broken)) from None
        return True

    # Reporting

    def shortest(self, way: Sequence[Act], broken: BrokenError, tries: int = 24) -> list[Act]:
        """The shortest way to the same break that is found by leaving steps out."""
        way = list(way)
        shorter: Iterable[list[Act]] = (way[-length:] for length in (1, 2, 3, 5) if length < len(way))
        found = next((some for some in shorter if self._breaks(some, broken)), None)
        way = found or way
        place = 0
        while place < len(way) - 1 and tries > 0:
            tries -= 1
            less = [*way[:place], *way[place + 1 :]]
            if self._breaks(less, broken):
                way = less
            else:
                place += 1
        return way

    def _breaks(self, way: Sequence[Act], broken: BrokenError) -> bool:
        """Whether a way leads to the same kind of break."""
        try:
            self.begin()
            for act in way:
                self.do(act)
            self.check()
            self.check_address()
        except LookupError:
            return False
        except BrokenError as again:
            return kind(again) == kind(broken)
        return False

    def report(self, way: Sequence[Act], broken: BrokenError) -> str:
        steps = [*self.mode.way, *way]
        lines = "\n".join(f"  {number}. {act}" for number, act in enumerate(steps, 1))
        return f"{broken}\non “{self.mode.name}”, from {self.url}/ by\n{lines}"


_PRESSED = (("mouse", ""), ("keys", "Space"))
_FOLLOWED = (("mouse", ""), ("keys", "Enter"))
_CHOSEN = (("mouse", ""), ("keys", "ArrowRight"))

TRIES: dict[str, tuple[tuple[str, str], ...]] = {
    "handle": (("drag", "0.1"), ("drag", "0.8"), ("lift", "ArrowLeft"), ("lift", "End")),
    "grade": (("keys", "ArrowUp"), ("keys", "ArrowDown"), ("keys", "2")),
    "slider": (
        *(("drag", part) for part in ("0.3", "0.9")),
        *(("keys", key) for key in ("Home", "ArrowRight", "End", "ArrowLeft")),
    ),
    "combobox": tuple(("pick", place) for place in ("0", "1", "2", "99")),
    "image": tuple(("point", part) for part in ("0.2", "0.5", "0.8")),
    "tab": _CHOSEN,
    "radio": _CHOSEN,
    "link": _FOLLOWED,
    "DisclosureTriangle": _FOLLOWED,
    "option": (("mouse", ""),),
}
"""What is tried with each kind of control, by hand and by keys; with the others, pressing."""


def tries(role: str, facts: dict[str, Any]) -> Sequence[tuple[str, str]]:
    """The ways to use a control, each with a choice, from its role and what its element is."""
    if role == "combobox" and facts["tag"] == "SELECT":
        keys = ("Home", *["ArrowDown"] * min(facts["options"] - 1, MOST_CHOICES))
        chosen = [("choose", str(place)) for place in sample(facts["options"])]
        return [*chosen, *(("keys", key) for key in keys)]
    if facts["test"] in TRIES:
        return TRIES[facts["test"]]
    if role in WORDS:
        return [] if facts["only"] else [("type", words) for words in WORDS[role]]
    return TRIES.get(role, _PRESSED)


def plain(name: str) -> str:
    """A control's name without figures: a card that is moved says another rank, and is the same card."""
    return re.sub(r"\d+(\.\d+)?", "#", name)


def kind(broken: BrokenError) -> str:
    """What kind of break it is, whatever figures are in it."""
    return re.sub(r"[\d.]+|“[^”]*”", "", str(broken))[:40]


def same(what: str, shown: Any, wanted: conventional.Value) -> None:
    """Compare a value on the page with the oracle's.

    Raises:
        BrokenError: If they differ.
    """
    value = None if shown in (None, "null", "NaN") else float(shown)
    if (value is None) != (wanted is None) or (value is not None and wanted is not None and abs(value - wanted) > 1e-6):
        raise BrokenError(f"{what} is {shown} on the page, and {wanted} by the oracle")


def sample(many: int, most: int = MOST_CHOICES) -> list[int]:
    """All places of a list, or of a long one the first, the last, and some between.

    >>> sample(3), sample(50, 4)
    ([0, 1, 2], [0, 16, 33, 49])
    """
    if many <= most:
        return list(range(many))
    return [round(place * (many - 1) / (most - 1)) for place in range(most)]
