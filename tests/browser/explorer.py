"""The explore page as a person uses it: what it shows, and what a hand can do with it.

Nothing here waits for a time. `settle` waits for a state: the server has answered everything, what the
chart shows is what the board shows, in the server's own figures, and nothing moves any more.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, expect

from irviz.pages.menu import MENU
from tests.browser.modules import ONE_SCRIPT, WIRE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import ConsoleMessage, Locator, Page, Request, Route, WebSocket, WebSocketRoute

METRICS = ("P", "R", "F1", "RR", "AP", "nDCG")

# What the board shows, as the chart names it: the grades of each row by rank; 0 where nobody judged.
_PATTERN = """() => [...document.querySelectorAll('.ix-row')].map(row =>
  [...row.querySelectorAll('[data-testid=card]')]
    .sort((a, b) => a.dataset.rank - b.dataset.rank)
    .map(card => Math.max(card.dataset.grade, 0).toString(36)).join('')).join('|')"""

_SHOWN = f"""() => {{
  const chart = document.querySelector('[data-testid=curves]');
  const plot = chart?.querySelector('.js-plotly-plot');
  // A chart that a link hides is not drawn; its figures are there all the same.
  const drawn = plot?.data || document.documentElement.dataset.ixOff?.split(' ').includes('curves');
  if (!chart || !drawn || !document.querySelector('[data-testid=card]')) return false;
  return chart.dataset.pattern === ({_PATTERN})();
}}"""

_SETTLED = f"""() => {{
  const {{ exact, kind }} = document.querySelector('[data-testid=curves]')?.dataset ?? {{}};
  if (exact !== 'true' || kind !== 'settled' || !window.wireOfThePage.quiet() || !({_SHOWN})()) return false;
  return !document.getAnimations().some(one => one.playState === 'running');
}}"""


def visits(page: Page, path: str) -> None:
    """Go to another page by the menu of its group, as a pointer does.

    Args:
        page: With a head that is wide enough for the groups.
        path: The last part of its address.
    """
    named = ((group, one.title) for group in MENU for one in MENU[group] if one.path == path)
    group, title = next(named)
    head = page.locator("[data-ix-head]")
    head.get_by_text(group, exact=True).click()
    item = page.get_by_role("menuitem", name=title, exact=True)
    item.or_(head.get_by_role("link", name=title, exact=True)).click()
    # A menu that closes gives the focus back, after whoever is quicker has gone on elsewhere.
    expect(item).to_have_count(0)
    page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(done)))")


@dataclass(frozen=True)
class Card:
    """One card of the board as its attributes and texts say."""

    item: str
    rank: int
    grade: int
    pressed: bool
    verdict: str
    label: str


_OF_STREAMLIT = (
    # It counts with WebAssembly where it may, and without it here. Firefox calls that an error.
    "blocked WebAssembly",
    # Its requests go on for a moment in a page that is left. Nothing of ours goes through parameters so.
    "execute 'forEach' on 'URLSearchParams': The provided callback is no longer runnable",
)
"""What Streamlit's own errors say."""


class Explorer:
    """A page with the board, the chart and the scores.

    Args:
        page: A new page.
        url: The address of the server, without a slash at its end.

    Attributes:
        altered: Whether something was done to the page that stays, so that nobody else can have it.
    """

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.problems: list[str] = []
        self.altered = False
        self.origins: set[str] = set()
        self._ears: dict[Any, Callable[[Any], None]] = {
            "console": self._console,
            "pageerror": self._error,
            "request": self._asked,
            "websocket": self._asked,
        }
        for event, ear in self._ears.items():
            page.on(event, ear)

    def leave(self) -> None:
        """Listen no more; the page may go to somebody else."""
        for event, ear in self._ears.items():
            self.page.remove_listener(event, ear)

    def _console(self, message: ConsoleMessage) -> None:
        # Streamlit looks for itself below the address of any page but the first.
        if message.type == "error" and "/_stcore/" not in message.location["url"]:
            self.problems.append(f"console: {message.text} ({message.location})")

    def _error(self, error: Error) -> None:
        if not any(words in error.message for words in _OF_STREAMLIT):
            self.problems.append(f"error in the page: {error}")

    def _asked(self, asked: Request | WebSocket) -> None:
        parts = urlsplit(asked.url)
        if parts.scheme not in {"data", "blob"}:
            self.origins.add(parts.netloc)

    def check(self) -> None:
        """No page may write errors to the console or ask any other server for anything."""
        assert self.problems == [], self.problems
        others = self.origins - {urlsplit(self.url).netloc}
        assert others == set(), others

    # Open and wait

    def open(self, link: str = "") -> None:
        """Open a link (`?q=…`) and wait until board and chart are there."""
        self.page.goto(f"{self.url}/{link}")
        self.settle()

    def reload(self) -> None:
        self.page.reload()
        self.settle()

    def settle(self) -> None:
        """Wait until the server has confirmed what the page shows and nothing moves."""
        self._find_wire()
        self.page.wait_for_function(_SETTLED, polling=50)

    def answered(self) -> None:
        """Wait until the server has confirmed what the page shows, whether or not all of it can be drawn."""
        self._find_wire()
        self.page.wait_for_function("() => window.wireOfThePage.quiet()")

    def _find_wire(self) -> None:
        # A link may just have led to another page.
        self.page.wait_for_function(f"() => document.querySelector('{ONE_SCRIPT}')")
        self.page.evaluate(WIRE)

    def shown(self) -> None:
        """Wait until the chart shows what the board shows, confirmed by the server or not."""
        self.page.wait_for_function(_SHOWN)

    # Read

    @property
    def board(self) -> Locator:
        return self.page.get_by_test_id("board")

    @property
    def chart(self) -> Locator:
        return self.page.get_by_test_id("curves")

    @property
    def divider(self) -> Locator:
        return self.page.get_by_test_id("cutoff")

    def row(self, query: str | None = None) -> Locator:
        """The row of one query, or the only one."""
        return self.page.locator(f".ix-row[data-query='{query}']" if query else ".ix-row")

    def card(self, item: str, query: str | None = None) -> Locator:
        return self.row(query).locator(f"[data-testid=card][data-item='{item}']")

    def handle(self, item: str, query: str | None = None) -> Locator:
        return self.card(item, query).get_by_test_id("handle")

    def cards(self, query: str | None = None) -> list[Card]:
        """The cards of a row by rank, which is also their order in the page while nothing is held."""
        found = (
            self.row(query)
            .get_by_test_id("card")
            .evaluate_all(
                """cards => cards.map(card => {
              const picture = card.querySelector('[data-testid=relevance]');
              return {
                item: card.dataset.item, rank: Number(card.dataset.rank),
                grade: Number(card.dataset.grade),
                pressed: picture.getAttribute('aria-pressed') === 'true',
                verdict: card.querySelector('[data-verdict]').dataset.verdict,
                label: picture.getAttribute('aria-label'),
              };
            })"""
            )
        )
        return sorted((Card(**card) for card in found), key=lambda card: card.rank)

    def order(self, query: str | None = None) -> list[str]:
        """The items by rank."""
        found: list[str] = (
            self.row(query)
            .get_by_test_id("card")
            .evaluate_all(
                """cards => cards.sort((a, b) => a.dataset.rank - b.dataset.rank)
                  .map(card => card.dataset.item)"""
            )
        )
        return found

    def grades(self, query: str | None = None) -> list[int]:
        """The grades by rank."""
        return [card.grade for card in self.cards(query)]

    def relevance(self) -> list[list[int]]:
        """The grades by rank of each row."""
        pattern: str = self.page.evaluate(_PATTERN)
        return [[int(digit, 36) for digit in row] for row in pattern.split("|")]

    def k(self) -> int:
        return int(self.divider.get_attribute("data-k") or 0)

    def opened(self) -> str:
        """The pressed tab."""
        return self.page.locator(".ix-tabs [aria-pressed=true]").inner_text()

    def scores(self) -> dict[str, float]:
        """The scores at the cutoff in full precision, by the metrics' symbols."""
        found: dict[str, float] = self.page.get_by_test_id("score").evaluate_all(
            "all => Object.fromEntries(all.map(one => [one.dataset.metric, Number(one.dataset.value)]))"
        )
        return found

    def curves(self) -> dict[str, list[float]]:
        """The values that plotly holds, by the traces' names."""
        found: dict[str, list[float]] = self.page.evaluate(
            """() => Object.fromEntries(
              document.querySelector('[data-testid=curves] .js-plotly-plot').data
                .map(trace => [trace.name, [...trace.y]]))"""
        )
        return found

    def drawn(self) -> set[str]:
        """The names of the traces that are not hidden; none where there is no chart."""
        found: list[str] = self.page.evaluate(
            """() => (document.querySelector('[data-testid=curves] .js-plotly-plot')?.data ?? [])
              .filter(trace => trace.visible === true).map(trace => trace.name)"""
        )
        return set(found)

    def kind(self) -> str:
        """Whether the chart shows a preview or what is settled."""
        return self.chart.get_attribute("data-kind") or ""

    def exact(self) -> bool:
        """Whether the chart shows the server's own figures."""
        return self.chart.get_attribute("data-exact") == "true"

    def notes(self) -> list[str]:
        """The lines above the cards that say what was ignored in the link."""
        text = self.page.locator(".ix-notes").inner_text()
        return [line for line in text.split("\n") if line]

    def search(self) -> str:
        """The query string in the address bar."""
        found: str = self.page.evaluate("() => location.search")
        return found

    def able(self, tool: str) -> bool:
        """Whether a tool is not greyed out."""
        return self.page.get_by_test_id(tool).get_attribute("aria-disabled") != "true"

    def state(self) -> tuple[object, ...]:
        """All that a person sees of the board, to compare."""
        rows = self.page.locator(".ix-row").evaluate_all("rows => rows.map(r => r.dataset.query)")
        cards = tuple(tuple(self.cards(row)) for row in rows)
        return (self.opened(), self.k(), cards, frozenset(self.drawn()))

    # Act

    def toggle(self, item: str, query: str | None = None) -> None:
        self.card(item, query).get_by_test_id("relevance").click()

    def press(self, tool: str) -> None:
        """Press one of the buttons: undo, redo, reset, shuffle, ideal, worst, take."""
        # A greyed button can be pressed too, so nothing waits until it can be used.
        self.page.get_by_test_id(tool).click(force=True)

    def tab(self, label: str) -> None:
        """Open a query, or the mean, by its name."""
        self.page.locator(".ix-tabs button", has_text=label).click()

    def hide(self, metric: str) -> None:
        """Press the toggle of a metric's curve."""
        self.page.locator(f"[data-testid=score][data-metric='{metric}'] .ix-toggle").click()

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def centres(self, query: str | None = None) -> list[tuple[float, float]]:
        """The middle of each card by rank, while nothing moves."""
        found: list[list[float]] = (
            self.row(query)
            .get_by_test_id("card")
            .evaluate_all(
                """cards => cards.sort((a, b) => a.dataset.rank - b.dataset.rank).map(card => {
              const box = card.getBoundingClientRect();
              return [box.left + box.width / 2, box.top + box.height / 2];
            })"""
            )
        )
        return [(x, y) for x, y in found]

    def drag(self, item: str, to: int, query: str | None = None, steps: int = 8) -> None:
        """Drag a card to a rank with the mouse, by its picture."""
        self.hold(item, query)(to, steps)
        self.page.mouse.up()

    def hold(self, item: str, query: str | None = None) -> Callable[..., None]:
        """Press the mouse on a card; what is returned moves it over a rank."""
        centres = self.centres(query)
        start = centres[self.order(query).index(item)]
        self.page.mouse.move(*start)
        self.page.mouse.down()

        def over(rank: int, steps: int = 4) -> None:
            self.page.mouse.move(*centres[rank - 1], steps=steps)

        return over

    def lift(self, item: str, query: str | None = None) -> None:
        """Lift a card with the keyboard."""
        self.handle(item, query).focus()
        self.page.keyboard.press("Space")

    def finger(self) -> Finger:
        return Finger(self.page)

    def still(self) -> None:
        """Wait until nothing moves."""
        self.page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")

    def gate(self) -> Gate:
        """Put a gate between the server and this page; before it is opened."""
        self.altered = True
        return Gate(self.page)

    def inject(self, script: str) -> None:
        """Let a script run before those of each page that is opened here."""
        self.altered = True
        self.page.add_init_script(script)


class Finger:
    """One finger on the screen, as the browser's own input events."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)
        self._two = False

    def down(self, x: float, y: float) -> None:
        self._send("touchStart", x, y)

    def move(self, x: float, y: float, steps: int = 8) -> None:
        (x0, y0) = self._at
        for step in range(1, steps + 1):
            part = step / steps
            self._send("touchMove", x0 + (x - x0) * part, y0 + (y - y0) * part)

    def both(self, first: tuple[float, float], second: tuple[float, float]) -> None:
        """Keep the finger at one point, with a second one at another."""
        points = [{"x": x, "y": y, "id": name} for name, (x, y) in enumerate((first, second))]
        self._dispatch("touchMove" if self._two else "touchStart", points)
        self._two = True

    def up(self) -> None:
        self._dispatch("touchEnd", [])

    def _send(self, kind: str, x: float, y: float) -> None:
        self._at = (x, y)
        self._dispatch(kind, [{"x": x, "y": y}])

    def _dispatch(self, kind: str, points: list[dict[str, Any]]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Gate:
    """Holds back what the server says, in order, while it is closed: a network of any slowness."""

    def __init__(self, page: Page) -> None:
        self._closed = False
        self._held: list[Callable[[], None]] = []
        page.route_web_socket("**/*", self._connect)
        page.route("**/irviz-line/*/board", self._answer)

    def _pass(self, say: Callable[[], None]) -> None:
        if self._closed:
            self._held.append(say)
        else:
            say()

    def _connect(self, browser: WebSocketRoute) -> None:
        line = browser.connect_to_server()
        line.on_message(lambda message: self._pass(lambda: browser.send(message)))

    def _answer(self, asked: Route) -> None:
        with suppress(Error):  # the page was left before its answer came
            answer = asked.fetch()
            self._pass(lambda: asked.fulfill(response=answer))

    def close(self) -> None:
        self._closed = True

    def open(self) -> None:
        self._closed = False
        for say in self._held:
            say()
        self._held.clear()
