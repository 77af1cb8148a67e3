"""A visitor who tries everything: finds the controls of a page in its accessibility tree, uses them, and looks.

`Walk.first_pass` takes every choice of every list and every button once, by mouse and by keys, on the page
as it opens; `Walk.wander` walks on at random. After each step the page has to be whole: no error, nothing
focused that Tab cannot leave, everything drawn as the independent oracle computes it under the conventions
that are set, and an address that opens the same again. A break comes with the shortest way to it that can
be found by trying.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Error, TimeoutError as Late

from tests import conventional
from tests.browser.explorer import Explorer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from playwright.sync_api import BrowserContext, CDPSession, ElementHandle, Page

PATIENCE = 15_000
"""For so many milliseconds a page may be at work on one step."""

MOST_OPTIONS = 12
"""Of a longer list, so many choices are taken: the first, the last, and some between."""

CONTROLS = frozenset(
    "button checkbox combobox DisclosureTriangle link listbox menuitem menuitemcheckbox menuitemradio "
    "option radio searchbox slider spinbutton switch tab textbox".split()
)
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

KEYS = (
    *("z", "y", "r", "s", "i", "w", "[", "]", "u", "1", "0", "?"),
    *("Escape", "Enter", "Space", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"),
    *("Control+z", "Control+Shift+Z"),
)

_WIRE = """async () => {
  const wire = document.querySelector('link[rel=modulepreload][href$="/wire.js"]');
  window.wireOfThePage ??= wire ? await import(wire.href) : undefined;
  await new Promise(then => requestAnimationFrame(() => requestAnimationFrame(then)));
}"""

_SETTLED = """() => {
  const app = document.querySelector('.stApp');
  if (app?.dataset.testScriptState !== 'notRunning') return false;
  if (document.querySelector('[data-testid=stSpinner], [data-testid=stAppSkeleton], [data-testid=stSkeleton]')) return false;
  const part = { '': 'board', explore: 'board', compare: 'board', learn: 'coach', disagree: 'disagree' }[location.pathname.split('/').at(-1)];
  if (!document.querySelector(part ? `[data-testid=${part}]` : '.stMain h1')) return false;
  if (document.querySelector('section[style*="visibility: hidden"], [data-testid=lens] > [aria-busy=true]')) return false;
  if (window.wireOfThePage && !window.wireOfThePage.quiet()) return false;
  if (document.getAnimations().some(one => one.playState === 'running')) return false;
  const seen = selector => [...document.querySelectorAll(selector)].find(one => one.getClientRects().length);
  const board = seen('[data-testid=board]');
  if (board && board.dataset.settled !== 'true') return false;
  const asking = document.querySelector('[data-testid=ask]:not([hidden])');
  const pattern = !asking && board && seen('[data-testid=card]') && [...document.querySelectorAll('.ix-row')].map(row =>
    [...row.querySelectorAll('[data-testid=card]')].sort((a, b) => a.dataset.rank - b.dataset.rank)
      .map(card => Math.max(0, Number(card.dataset.grade)).toString(36)).join('')).join('|');
  for (const chart of [seen('[data-testid=curves]'), seen('[data-testid=versus]')]) {
    if (!chart || !board) continue;
    if (chart.dataset.exact !== 'true' || chart.dataset.kind !== 'settled') return false;
    const shown = chart.dataset.pattern.replaceAll(/\\.[0-9a-z]*/g, '');
    if (pattern && shown !== pattern && board.dataset.paired !== 'true') return false;
    if (chart.dataset.testid === 'curves' && !chart.querySelector('.js-plotly-plot')?.data) return false;
  }
  return true;
}"""

# Everything that is drawn and can be computed, and everything that is wrong at sight.
_SEEN = """() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const seen = one => one && one.getClientRects().length > 0;
  const text = document.body.innerText;
  const wrong = ['BidiComponent Error', 'Component Error', 'Traceback', 'undefined, NaN'].filter(one => text.includes(one));
  if (document.querySelector('[data-testid=stException]')) wrong.push('an error box');
  wrong.push(...all('[data-testid=failed]').filter(seen).map(one => `a part that failed: ${one.textContent}`));
  const chart = document.querySelector('[data-testid=curves]');
  const plot = chart?.querySelector('.js-plotly-plot');
  const ends = (trace) => {
    const group = plot.querySelector(`.scatterlayer .trace${trace.uid} .js-line`);
    return group?.getAttribute('d')?.match(/-?[\\d.]+,-?[\\d.]+/g)?.map(one => one.split(',').map(Number)) ?? null;
  };
  const drawn = plot?.data && seen(chart) && plot._fullLayout ? {
    pattern: chart.dataset.pattern,
    k: Number(chart.dataset.k),
    curves: plot.data.map(trace => ({
      name: trace.name, y: [...trace.y], shown: trace.visible === true, ends: ends(trace),
      at: [...trace.y].map((y, place) => y === null ? null
        : [plot._fullLayout.xaxis.l2p(trace.x?.[place] ?? place + 1), plot._fullLayout.yaxis.l2p(y)]),
    })),
    scores: all('[data-testid=score]').map(one => ({
      metric: one.dataset.metric, value: one.dataset.value ?? null, shown: seen(one),
      text: one.querySelector('.ix-score-figure').textContent,
    })),
  } : null;
  const versus = document.querySelector('[data-testid=versus]');
  const compared = seen(versus) ? {
    pattern: versus.dataset.pattern,
    k: Number(versus.dataset.k),
    rows: all('[data-testid=versus-row]').map(one => ({
      metric: one.dataset.metric, a: one.dataset.a, b: one.dataset.b, cells: all('td', one).map(td => td.textContent),
    })),
  } : null;
  const board = document.querySelector('[data-testid=board]');
  return {
    wrong, drawn, compared, search: location.search, path: location.pathname,
    board: seen(board) ? {
      k: Number(board.querySelector('[data-testid=cutoff]')?.dataset.k),
      paired: board.dataset.paired === 'true',
      rows: all('.ix-row', board).map(row => all('[data-testid=card]', row)
        .sort((a, b) => a.dataset.rank - b.dataset.rank)
        .map(card => [card.dataset.item, Number(card.dataset.grade)])),
    } : null,
  };
}"""

_FOCUS = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body) return null;
  window.focusOfTheWalk = at;
  return {
    name: at.getAttribute('aria-label') || at.textContent.trim().slice(0, 40) || at.tagName,
    dialog: Boolean(at.closest('dialog[open]')),
    stops: at.closest('dialog[open]')?.querySelectorAll('a, button, input, select, textarea, [tabindex="0"]').length ?? 2,
  };
}"""

_STILL_THERE = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at === window.focusOfTheWalk;
}"""


class Broken(AssertionError):
    """Something is wrong with the page after a step."""


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

    @property
    def key(self) -> tuple[str, str, int]:
        return self.role, self.name, self.nth


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
    apart: bool = False


def press(role: str, name: str, nth: int = 0, way: str = "mouse", value: str = "") -> Act:
    return Act(role, name, nth, way, value)


_GRADED = press("combobox", "Judge by", way="choose", value="3")
_SAMPLE = (press("link", "Your results"), press("button", "Try it with a sample"))

MODES = {
    mode.name: mode
    for mode in (
        Mode("plain", ()),
        Mode("graded", (_GRADED,)),
        Mode("mean", (press("button", "mean of 3"),)),
        Mode("pair", (press("link", "Compare"),)),
        Mode("predict", (press("button", "Predict first"),)),
        Mode("present", (press("button", "Present"),)),
        Mode("lessons", (press("link", "Learn"),), apart=True),
        Mode("lesson", (press("link", "Learn"), press("button", "2. Recall@k"))),
        Mode("challenges", (press("link", "Challenges"),), apart=True),
        Mode("challenge", (press("link", "Challenges"), press("button", "First things first"))),
        Mode(
            "own challenge",
            (press("link", "Challenges"), press("button", "Write your own")),
            kept=False,
        ),
        Mode("disagreements", (press("link", "Disagreements"),)),
        Mode("results", _SAMPLE, kept=False),
        Mode(
            "own results",
            (*_SAMPLE, press("combobox", "Query", way="pick", value="2")),
            kept=False,
        ),
        Mode("hand out", (press("link", "Hand out"),), kept=False),
        Mode(
            "handed out",
            (
                press("link", "Hand out"),
                press("checkbox", "Dragging a card to another rank"),
                press("checkbox", "The menu of examples"),
                press("link", "Open it", way="follow"),
            ),
        ),
        Mode("textbook", (press("link", "Textbook"),), apart=True),
        Mode("reference", (press("link", "Reference"),), apart=True),
    )
}
"""Every page and every mode, by name."""


@dataclass
class Walk:
    """A visitor in one mode.

    Args:
        context: Of a browser, for this visitor alone.
        url: The address of the server.
        mode: From `MODES`.
        before: How the server's address ends where the visitor begins.
    """

    context: BrowserContext
    url: str
    mode: Mode
    done: list[Act] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.checked = ""
        self.begin()

    # Beginning

    def begin(self) -> None:
        """Open the first page in a new tab and get into the mode by hand."""
        self._visit(self.context.new_page())
        self.page.goto(f"{self.url}/")
        self.settle()
        for act in self.mode.way:
            self.do(act)
        self.done.clear()
        self.start = self._work()
        self.offered = {control.key for control in self.controls()}

    def _visit(self, page: Page) -> None:
        if hasattr(self, "page"):
            self.ears.leave()
            self.page.close()
        self.page = page
        self.page.set_default_timeout(PATIENCE)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.on("filechooser", lambda _: None)
        self.ears = Explorer(self.page, self.url)
        self.tree: CDPSession = self.context.new_cdp_session(self.page)

    def settle(self) -> None:
        """Wait until the page has done what it was asked."""
        try:
            self.page.evaluate(_WIRE)
            self.page.wait_for_function(_SETTLED)
        except Late:
            raise Broken("the page does not come to rest") from None

    # What there is

    def controls(self) -> list[Control]:
        """The controls in the accessibility tree, in its order."""
        found: list[Control] = []
        count: dict[tuple[str, str], int] = {}
        for node in self.tree.send("Accessibility.getFullAXTree")["nodes"]:
            if node.get("ignored"):
                continue
            facts = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            role, name = node["role"]["value"], node.get("name", {}).get("value", "")
            if role not in CONTROLS and not (role == "image" and name.startswith("Curves")):
                continue
            nth = count[role, name] = count.get((role, name), -1) + 1
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
            LookupError: If there is none.
        """
        found = [one for one in self.controls() if one.role == act.role]
        here = [one for one in found if one.name == act.name]
        here = here or [one for one in found if one.name.startswith(act.name)]
        if len(here) <= act.nth:
            raise LookupError(f"there is no {act.role} “{act.name}”")
        return self._element(here[act.nth].node)

    def _element(self, node: int) -> ElementHandle:
        try:
            remote = self.tree.send("DOM.resolveNode", {"backendNodeId": node})["object"]["objectId"]
        except Error as error:
            raise LookupError("the control has gone") from error
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
            Broken: If the page does not come to rest, or a field does not take what is typed.
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
            if other not in {self.page, getattr(self, "twin", None)}:
                other.close()

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
        met = element.evaluate(
            """(one, [x, y]) => { const met = document.elementFromPoint(x, y);
            return Boolean(met) && (one.contains(met) || met.contains(one) || Boolean(met.closest('label')?.contains(one))); }""",
            [x, y],
        )
        if not met:
            raise LookupError("something else lies above it")
        return x, y

    def _keys(self, element: ElementHandle, key: str) -> None:
        element.focus()
        self.page.keyboard.press(key)

    def _choose(self, element: ElementHandle, index: str) -> None:
        element.select_option(index=int(index))

    def _step(self, element: ElementHandle, steps: str) -> None:
        """Go through a list by keys."""
        element.focus()
        for _ in range(abs(int(steps))):
            self.page.keyboard.press("ArrowDown" if int(steps) > 0 else "ArrowUp")

    def _pick(self, element: ElementHandle, index: str) -> None:
        """Choose from a list that opens below its field."""
        self.page.mouse.click(*self._place(element))
        options = self.page.get_by_role("option")
        options.first.wait_for()
        options.nth(min(int(index), options.count() - 1)).click()

    def _type(self, element: ElementHandle, words: str) -> None:
        """Write into a field, key by key, as a person does, and look whether it arrives."""
        self.page.mouse.click(*self._place(element))
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(words)
        kept = element.evaluate("one => one.value ?? one.textContent")
        free = element.evaluate("one => one.isConnected && !one.readOnly && one.tagName !== 'SPAN'")
        if free and not str(kept).startswith(words[:3].strip()):
            raise Broken(f"{words!r} was typed, and {kept!r} arrived")

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
        x, y = self._place(element)
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

    def acts(self, control: Control) -> list[Act]:
        """Everything that is to be tried once with a control."""
        make = lambda way, value="": Act(control.role, control.name, control.nth, way, value)  # noqa: E731
        try:
            facts: dict[str, Any] = self._element(control.node).evaluate(
                f"""one => ({{
                  foreign: Boolean(one.closest('{FOREIGN}')), tag: one.tagName, type: one.type ?? '',
                  options: one.options?.length ?? 0, at: one.selectedIndex ?? 0, test: one.dataset?.testid ?? '',
                  only: Boolean(one.readOnly), away: Boolean(one.href) && new URL(one.href).origin !== location.origin,
                  own: one.getRootNode() === document, file: one.type === 'file',
                }})"""
            )
        except (LookupError, Error):
            return []
        if facts["foreign"] or facts["away"] or facts["file"] or facts["tag"] == "OPTION":
            return []
        if facts["test"] == "handle":
            return [make("drag", "0.1"), make("drag", "0.8"), make("lift", "ArrowLeft"), make("lift", "End")]
        match control.role:
            case "combobox" if facts["tag"] == "SELECT":
                places = sample(facts["options"])
                by_keys = [make("step", "1")] * min(facts["options"] - 1, MOST_OPTIONS)
                return [*(make("choose", str(place)) for place in places), make("step", "-99"), *by_keys]
            case "combobox":
                return [make("pick", str(place)) for place in (0, 1, 2, 99)]
            case "slider":
                keys = ("Home", "ArrowRight", "End", "ArrowLeft")
                return [make("drag", "0.3"), make("drag", "0.9"), *(make("keys", key) for key in keys)]
            case "spinbutton" if facts["tag"] != "INPUT":
                return [make("keys", key) for key in ("ArrowUp", "ArrowDown", "2")]
            case "textbox" | "searchbox" | "spinbutton":
                words = () if facts["only"] else WORDS[control.role]
                return [make("type", one) for one in words]
            case "tab" | "radio":
                return [make("mouse"), make("keys", "ArrowRight")]
            case "image":
                return [make("point", part) for part in ("0.2", "0.5", "0.8")]
            case "link":
                return [make("mouse"), make("keys", "Enter")]
            case "option":
                return [make("mouse")]
            case _:
                return [make("mouse"), make("keys", "Space" if control.role != "DisclosureTriangle" else "Enter")]

    # Looking

    def check(self) -> None:
        """Look at everything after a step.

        Raises:
            Broken: If something is wrong with it.
        """
        if self.ears.problems:
            raise Broken(self.ears.problems[0])
        seen = self.page.evaluate(_SEEN)
        if seen["wrong"]:
            raise Broken(f"the page shows {seen['wrong'][0]}")
        self._check_figures(seen)
        self._check_focus()
        if self.ears.problems:
            raise Broken(self.ears.problems[0])

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
        for curve in drawn["curves"]:
            name = curve["name"].removesuffix("@k")
            for k, (value, wanted) in enumerate(
                zip(curve["y"], expected[names.get(name, name)], strict=True), 1
            ):
                same(f"the curve of {name} at k = {k}", value, wanted)
            if curve["shown"] and curve["ends"] and None not in curve["at"]:
                far = max(
                    (abs(a - b) for one, two in zip(curve["ends"], curve["at"], strict=True) for a, b in zip(one, two, strict=True)),
                    default=0,
                )
                if far > 1.5:
                    raise Broken(f"the line of {name} is drawn {far:.1f} px from its values")
        for score in drawn["scores"]:
            wanted = expected[names.get(score["metric"], score["metric"])][drawn["k"] - 1]
            if score["value"] not in (None, ""):
                same(f"the score of {score['metric']}", score["value"], wanted)
            if re.fullmatch(r"\d+\.\d+", score["text"]) and (
                wanted is None or abs(float(score["text"]) - wanted) > 0.000501
            ):
                raise Broken(f"{score['metric']} says {score['text']}, and it is {wanted}")

    def _check_focus(self) -> None:
        """What has the focus can be left by Tab, and a dialog by Escape."""
        focus = self.page.evaluate(_FOCUS)
        if focus is None:
            return
        self.page.keyboard.press("Tab")
        if focus["stops"] > 1 and self.page.evaluate(_STILL_THERE):
            raise Broken(f"Tab does not leave “{focus['name']}”")
        self.page.keyboard.press("Shift+Tab")

    def check_address(self) -> None:
        """The address, opened anew, shows the same; looked up once for each address.

        Raises:
            Broken: If it does not.
        """
        if not self.mode.kept or self.page.url == self.checked:
            return
        here = self._shown()
        if here is None:
            return
        self.checked = self.page.url
        self.twin = self.context.new_page()
        try:
            twin = Walk.__new__(Walk)
            twin.context, twin.url, twin.mode, twin.done = self.context, self.url, self.mode, []
            twin._visit(self.twin)
            self.twin.goto(self.page.url)
            twin.settle()
            there = twin._shown()
        finally:
            self.twin.close()
            del self.twin
        for name in here:
            if there is None or here[name] != there[name]:
                raise Broken(
                    f"the address {self.page.url.removeprefix(self.url)} opens {name} as "
                    f"{there and there[name]}, and the page shows {here[name]}"
                )

    def _shown(self) -> dict[str, Any] | None:
        """What an address stands for: the board, how it is looked at, and the scores."""
        seen = self.page.evaluate(_SEEN)
        # A change that waits for its prediction is not made yet, and a dialog hides the rest from everybody.
        if self.page.locator("[data-testid=ask]:not([hidden]), dialog[open]").count():
            return None
        shown: dict[str, Any] = {"path": seen["path"], "board": seen["board"]}
        if seen["drawn"]:
            shown["scores"] = {one["metric"]: one["text"] for one in seen["drawn"]["scores"]}
            shown["curves"] = {one["name"]: one["shown"] for one in seen["drawn"]["curves"]}
        shown["states"] = [
            (one.role, one.name, one.state)
            for one in self.controls()
            if one.state and one.role in {"combobox", "tab", "radio", "slider", "spinbutton"}
        ]
        return shown

    def _work(self) -> Any:
        """What undo and redo bring back: boards, cutoff, scale and conventions."""
        seen = self.page.evaluate(_SEEN)
        if not seen["board"]:
            return None
        query = parse_qs(urlsplit(seen["search"]).query)
        return seen["path"], seen["board"], *(query.get(name) for name in ("top", "rel", "by", "q", "set"))

    def check_undo(self) -> None:
        """Undo, taken to its end, is the start; and redo, taken to its end, is where one was.

        Raises:
            Broken: If it is not.
        """
        undo, redo = (self.page.get_by_test_id(name) for name in ("undo", "redo"))
        if not undo.count() or not undo.is_visible():
            return
        if self.page.locator("dialog[open]").count() or self.page.locator("[data-testid=ask]:not([hidden])").count():
            return
        before = self._work()
        steps = self._take(undo)
        if (start := self._work()) is not None and self._comparable(start) and start != self.start:
            raise Broken(f"undone to its end, the page has {start}, and it began with {self.start}")
        again = 0
        while again < steps and redo.get_attribute("aria-disabled") != "true":
            redo.click(force=True)
            self.settle()
            again += 1
        if again == steps and (after := self._work()) != before:
            raise Broken(f"undone and done again, the page has {after}, and it had {before}")

    def _comparable(self, work: Any) -> bool:
        """Whether the same example and query are open as in the beginning."""
        return bool(self.start) and work[0] == self.start[0] and work[-2:] == self.start[-2:]

    def _take(self, tool: Any) -> int:
        steps = 0
        while tool.get_attribute("aria-disabled") != "true":
            tool.click(force=True)
            self.settle()
            steps += 1
            if steps > 300:
                raise Broken("undo never comes to an end")
        return steps

    # Walking

    def first_pass(self, known: set[Act] | None = None) -> int:
        """Take every choice of every list and every button once, by mouse and by keys.

        Args:
            known: What has been done before and need not be done again; grows.

        Returns:
            How many acts were done.
        """
        known = set() if known is None else known
        acts = 0
        # The lists first: a page has few of them, and most hangs on them.
        for control in sorted(self.controls(), key=lambda one: one.role != "combobox"):
            if not control.able:
                continue
            for act in self.acts(control):
                if act.way != "step" and act in known:
                    continue
                known.add(act)
                if not self.offers(act):
                    self.begin()
                acts += self.attempt(act)
        self.check_undo()
        return acts

    def offers(self, act: Act) -> bool:
        """Whether a control is on the page."""
        return any(one.key == act[:3] for one in self.controls())

    def attempt(self, act: Act) -> bool:
        """Do something and look; what cannot be done is passed over.

        Raises:
            Broken: If the page breaks; its words say by which way.
        """
        try:
            self.do(act)
            self.check()
            self.check_address()
        except LookupError:
            return False
        except Broken as broken:
            way = self.shortest([*self.done, act] if act not in self.done[-1:] else self.done, broken)
            raise Broken(self.report(way, broken)) from None
        return True

    def wander(self, seed: int, steps: int, most: int = 15) -> int:
        """Walk at random, from the start again after `most` steps.

        Args:
            seed: The same one takes the same way, but for what is drawn by chance on the page.
            steps: How many.
            most: How long one way is.
        """
        draw = random.Random(seed)
        acts = 0
        while acts < steps:
            if len(self.done) >= most:
                self._end()
                self.begin()
            act = self.some(draw)
            if act is None:
                self.begin()
            else:
                acts += self.attempt(act)
        self._end()
        return acts

    def _end(self) -> None:
        try:
            self.check_undo()
        except Broken as broken:
            raise Broken(self.report(self.done, broken)) from None

    def some(self, draw: random.Random) -> Act | None:
        """Something that can be done here."""
        if draw.random() < 0.15:
            return Act("", "", 0, "press", draw.choice(KEYS))
        able = [one for one in self.controls() if one.able]
        groups = [list(some) for _, some in groupby(sorted(able, key=lambda one: one.role), lambda one: one.role)]
        for _ in range(20):
            acts = self.acts(draw.choice(draw.choice(groups))) if groups else []
            if acts:
                return draw.choice(acts)
        return None

    # Reporting

    def shortest(self, way: Sequence[Act], broken: Broken, tries: int = 24) -> list[Act]:
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

    def _breaks(self, way: Sequence[Act], broken: Broken) -> bool:
        """Whether a way leads to the same kind of break."""
        self.checked = ""
        try:
            self.begin()
            for act in way:
                self.do(act)
            self.check()
            self.check_address()
        except LookupError:
            return False
        except Broken as again:
            return kind(again) == kind(broken)
        return False

    def report(self, way: Sequence[Act], broken: Broken) -> str:
        steps = [*self.mode.way, *way]
        lines = "\n".join(f"  {number}. {act}" for number, act in enumerate(steps, 1))
        return f"{broken}\non “{self.mode.name}”, from {self.url}/ by\n{lines}"


def kind(broken: Broken) -> str:
    """What kind of break it is, whatever figures are in it."""
    return re.sub(r"[\d.]+|“[^”]*”", "", str(broken))[:40]


def same(what: str, shown: Any, wanted: conventional.Value) -> None:
    """Compare a value on the page with the oracle's.

    Raises:
        Broken: If they differ.
    """
    value = None if shown in (None, "null", "NaN") else float(shown)
    if (value is None) != (wanted is None) or (
        value is not None and wanted is not None and abs(value - wanted) > 1e-6
    ):
        raise Broken(f"{what} is {shown} on the page, and {wanted} by the oracle")


def sample(many: int) -> list[int]:
    """All places of a list, or of a long one the first, the last, and some between."""
    if many <= MOST_OPTIONS:
        return list(range(many))
    return sorted({round(place * (many - 1) / (MOST_OPTIONS - 1)) for place in range(MOST_OPTIONS)})
