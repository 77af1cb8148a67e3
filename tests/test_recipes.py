"""The recipes of CONTRIBUTING, followed to the letter in a copy of the package: each new thing is there.

What a recipe asks for is written into one copy. A fresh Python (this file, run as a module) then opens
the pages from the copy and tells what it found; nothing of it knows the new names but by asking.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
import traceback
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from irviz.formats import FormatError, read, write_ir_measures_script, write_irviz_script
from irviz.formats.export import boards
from irviz.formats.reading import FORMATS, KNOWN
from irviz.formats.scripts import Numbers
from irviz.lenses import conventions as convention_lens
from irviz.lenses import working
from irviz.lenses.conventions import read_tool_conventions
from irviz.lenses.explanation import explain
from irviz.lessons.blind_spots import lines
from irviz.lessons.challenge import challenges
from irviz.lessons.course import lessons
from irviz.metrics import METRICS, TOOLS, conventions_table, parse
from irviz.pages.host import Host
from irviz.pages.menu import MENU, PAGES
from irviz.pages.reference import render_page
from irviz.scenarios.catalogue import CATALOGUE, EXAMPLES
from irviz.scenarios.sample import make_sample
from irviz.state import permalink
from irviz.state.chosen_conventions import Conventions
from irviz.state.desk import LENSES, MEAN
from irviz.state.goals.goal import Goal
from irviz.state.session import Session
from irviz.static import frame, worker
from irviz.ui import files
from irviz.views import palette
from irviz.views import results as results_views
from irviz.views.curves import curves_data
from irviz.views.lens import lens_data, panel
from irviz.views.palette import LOOKS
from tests.apart import apart
from tests.bench._protocol import Page as OpenPage
from tests.bench._servers import App, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.bench._servers import Server

ROOT = Path(__file__).resolve().parents[1]

METRIC = '''"""Half-life utility: each rank is read half as often as the one some ranks above it."""

from __future__ import annotations

from irviz.metrics.metric import BinaryMetric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.metrics.metric import Summand
    from irviz.metrics.ranking import Ranking


class HalfLifeUtility(BinaryMetric):
    """HLU@k, the share of the utility that the best order of all relevant documents would have.

    Values are from 0 to 1, and undefined where nothing is relevant. Parameters: ``rel``, ``undefined``.

    Errors: as for :class:`Metric`.

    Source: Breese, Heckerman & Kadie 1998, with a half-life of four ranks.

    >>> from irviz.metrics import HLU, Ranking
    >>> HLU.curve(Ranking([1, 0, 0, 0, 1]))[0] == 1 / (1 + 2 ** -0.25)
    True
    """

    name = "HLU"
    title = "Half-life utility"
    summary = "The utility of the hits, halved every fourth rank, as a share of the best order's."
    reference = "Breese, Heckerman & Kadie 1998, Empirical analysis of predictive algorithms, UAI"

    symbols = (("half", "h", "In HLU: after how many ranks a result is read half as often, here 4."),)

    def _numerators(self, ranking: Ranking, k: int, /) -> Sequence[int]:
        return ranking.hits[:k]

    def _divisors(self, n: int, /) -> Sequence[float]:
        return [2 ** (i / 4) for i in range(n)]

    def _norm(self, ranking: Ranking, _k: int, /) -> Sequence[float]:
        return (sum(1 / divisor for divisor in self._divisors(ranking.relevant)),)

    def _term_formula(self) -> str:
        return r"\\frac{\\mathrm{hit}_i}{2^{(i-1)/h}}"

    def _norm_formula(self) -> str:
        return r"\\sum_{i=1}^{R} 2^{-(i-1)/h}"

    def _format_term(self, _ranking: Ranking, i: int, numerator: float, /) -> tuple[str, str]:
        return f"{numerator}/2**({i - 1}/4)", rf"\\frac{{{numerator}}}{{2^{{{i - 1}/4}}}}"

    def _format_norm(self, ranking: Ranking, _k: int, /) -> list[Summand]:
        ranks = range(ranking.relevant)
        return [(f"1/2**({i}/4)", rf"\\frac{{1}}{{2^{{{i}/4}}}}", None) for i in ranks]


HLU = HalfLifeUtility()
'''

LENS = '''"""How much of the value at the cutoff each rank brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.lenses.formatting import get_chosen_metric
from irviz.views.elements import Element, h
from irviz.views.numbers import format_decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irviz.state.desk import Desk


def view(desk: Desk, _before: Desk | None, _untaught: Sequence[str]) -> Element:
    """What each rank adds to the chosen metric."""
    parts = get_chosen_metric(desk).contributions(desk.visible[0].ranking, desk.k)
    return h("ol", (h("li", format_decimal(part)) for part in parts), data_testid="shares")
'''

SCENARIO = '''"""Two searches in a bakery: a short list that is judged by grades."""

from __future__ import annotations

from irviz.scenarios.lists import make_board, number_items
from irviz.state.desk import Desk

BAKERY = Desk(
    id="bakery",
    boards=(
        make_board("bread", "bread", number_items(6), "020120", top=2),
        make_board("rolls", "rolls", number_items(6), "200011", top=2),
    ),
    opened="bread",
    k=3,
    metric="nDCG",
)
"""Two lists of six."""
'''

TOOL = """        Tool(
            "shopsearch",
            "2.1, its evaluation page",
            "read",
            _metrics_by_name(P, RR, AP(denominator="min(R,k)"), nDCG(gain="exp", ideal="retrieved")),
            ("Ties: the cheaper product first.",),
        ),
"""

LESSON = """# Half of it
about: What half a list is worth.
minutes: 3
try: first-hit
sources: article

## The second half
open: ?q=cat-in-a-box&k=4&m=P
allow: cutoff
ask: k = 8
given: P@4 = 0.5
then: P = start
hint: Move the cutoff to the end.
praise: P is {now P}, as it was.

The first {k:word} results hold {TP:word} relevant pictures. Move the cutoff to the end of the list: is the
second half worse?
"""

CHALLENGE = """
[[challenge]]
id = "all-or-nothing"
title = "All or nothing"
level = 3
text = "Make every picture above the cutoff relevant."
start = "?q=cat-in-a-box&k=2&m=P"
goal = "P = 1"
allow = ["move"]
hints = ["Precision is 1 where each rank above the cutoff is relevant.", "Take ranks 1 and 3 to the end."]
teaches = "P is {now P}."
fewest = 2
"""

FORMAT = r'''"""Rankings as people write them into a chat: ``cats: tabby > dog > white-cat``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.formats.records import Contents
from irviz.formats.errors import quote_value
from irviz.formats.decoding import read_text

if TYPE_CHECKING:
    from irviz.formats.decoding import Source

FORMAT = "chain"


def looks_chained(text: str) -> bool:
    """Whether each line has a colon first and a sign for "better than" after it."""
    lines = [line for line in text.split("\n") if line.strip()]
    return bool(lines) and all(":" in line.partition(" > ")[0] and " > " in line for line in lines)


def read(source: Source) -> Contents:
    """A run: the query before the colon, the documents after it, the best first."""
    run: dict[str, dict[str, float]] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(read_text(source).split("\n"), 1):
        if not line.strip():
            continue
        query, colon, listed = line.partition(":")
        names = [name.strip() for name in listed.split(" > ")]
        if not colon or not query.strip() or not all(names):
            raise source.error("query: best > next > last", quote_value(line.strip()), number)
        run[query.strip()] = {name: -float(rank) for rank, name in enumerate(names, 1)}
        lines[query.strip()] = number
    return Contents(source.name, FORMAT, run=run, lines=lines)
'''

PAGE = '''"""When somebody is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.views.html import introduction, prose

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host


def show(host: Host) -> Frame:
    """Make the page's frame."""
    return host.make_frame(host.add_prose(lambda: prose(introduction("Opening hours", "Nine to five."))))
'''

BELL = '''"""A bell, and how often somebody has rung it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irviz.views.bell import bell_data

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit

_RUNG = "bell-rung"


def show(host: Host) -> Frame:
    """Make the page's frame."""
    rung = host.visit.state.get(_RUNG, 0)
    return host.make_frame(host.add_part("bell", lambda: bell_data(rung)))


def answer(visit: Visit, _part: str, request: object) -> None:
    """Ring it; a request that makes no sense changes nothing."""
    if isinstance(request, dict) and request.get("ring") is True:
        visit.state[_RUNG] = visit.state.get(_RUNG, 0) + 1
'''

BELL_DATA = '''"""A bell."""

from __future__ import annotations

from typing import Any


def bell_data(rung: int) -> dict[str, Any]:
    """What the bell shows."""
    return {"words": f"Rung {rung} times"}
'''

BELL_DRAWN = """/** A bell. */

import { mounted } from "../frame.js";
import { draw, h } from "../view/view.js";

export default mounted(".ix-bell", (root) => ({ words }, ask) => {
  draw(root, h("button.ix-button", { onclick: () => ask({ ring: true }) }, "Ring"), h("p", {}, words));
});
"""


@dataclass
class Copy:
    """A copy of the package, and what was written into it."""

    root: Path
    changed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)

    def add(self, path: str, text: str) -> None:
        """Write a new file."""
        assert not (self.root / path).exists(), path
        (self.root / path).parent.mkdir(exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")
        self.added.append(path)

    def put(self, path: str, text: str, before: str) -> None:
        """Write something into a file, in front of the one place that begins with these characters."""
        old = (self.root / path).read_text(encoding="utf-8")
        assert old.count(before) == 1, (path, before)
        (self.root / path).write_text(old.replace(before, text + before), encoding="utf-8")
        self.changed.append(path)

    def end(self, path: str, text: str) -> None:
        """Write something at the end of a file."""
        with (self.root / path).open("a", encoding="utf-8") as file:
            file.write(text)
        self.changed.append(path)


def add_a_metric(copy: Copy) -> None:
    copy.add("irviz/metrics/half_life_utility.py", METRIC)
    line = "from irviz.metrics.half_life_utility import HLU\n"
    catalogue, package = "irviz/metrics/catalogue.py", "irviz/metrics/__init__.py"
    copy.put(catalogue, line, before="from irviz.metrics.rank_biased_precision")
    copy.put(catalogue, "HLU, ", before="Rprec, Success, ERR")
    copy.put(package, f"    {line}", before="    from irviz.metrics.incomplete import")
    copy.put(package, '    "half_life_utility": ("HLU",),\n', before='    "incomplete": (')
    copy.put(package, '    "HLU",\n', before='    "IDCG",\n')


def add_a_lens(copy: Copy) -> None:
    copy.add("irviz/views/lens/rank_shares.py", LENS)
    copy.put("irviz/state/desk.py", '"rank-shares": "Shares",\n        ', before='"conventions":')


def add_a_scenario(copy: Copy) -> None:
    copy.add("irviz/scenarios/bakery.py", SCENARIO)
    catalogue = "irviz/scenarios/catalogue.py"
    copy.put(catalogue, "from irviz.scenarios.bakery import BAKERY\n", before="from irviz.scenarios.cats")
    example = '    Example(BAKERY, "A bakery", "Two searches, judged by grades.", BEYOND),\n'
    copy.put(catalogue, example, before=')\n"""Every example')


def add_a_tool(copy: Copy) -> None:
    copy.put("irviz/metrics/conventions.py", TOOL, before='        Tool(\n            "Quepid"')


def write_a_lesson(copy: Copy) -> None:
    copy.add("irviz/lessons/13-half.md", LESSON)


def write_a_challenge(copy: Copy) -> None:
    copy.end("irviz/lessons/challenges.toml", CHALLENGE)


def read_another_format(copy: Copy) -> None:
    copy.add("irviz/formats/chain.py", FORMAT)
    table = "irviz/formats/reading.py"
    copy.put(table, "chain, ", before="json_results, table")
    entry = '"chain": Reader("a chain of names", chain.looks_chained, chain.read, "q: a > b\\n"),\n'
    copy.put(table, f"{entry}        ", before="# Lists alone")


def add_a_page(copy: Copy) -> None:
    copy.add("irviz/pages/opening_hours.py", PAGE)
    menu = "irviz/pages/menu.py"
    copy.put(menu, "opening_hours,\n    ", before="package,\n    reference")
    entry = 'Page("hours", "Opening hours", "When somebody is there.", opening_hours.show, is_read=True),'
    copy.put(menu, f"{entry}\n        ", before='Page("package"')


def add_a_part(copy: Copy) -> None:
    copy.add("irviz/ui/bell/bell.js", BELL_DRAWN)
    copy.add("irviz/ui/bell/bell.html", '<div class="ix ix-bell"></div>\n')
    copy.add("irviz/ui/bell/bell.css", ".ix-bell {\n  gap: 1rem;\n}\n")
    copy.add("irviz/views/bell.py", BELL_DATA)
    # A page that shows it, by the recipe before.
    copy.add("irviz/pages/bell.py", BELL)
    menu = "irviz/pages/menu.py"
    copy.put(menu, "bell,\n    ", before="boards,\n    check")
    entry = 'Page("bell", "The bell", "Ring it.", bell.show, bell.answer),'
    copy.put(menu, f"{entry}\n        ", before='Page("package"')


RECIPES: dict[str, Callable[[Copy], None]] = {
    "add a metric": add_a_metric,
    "add a view below the chart": add_a_lens,
    "add an example": add_a_scenario,
    "add a tool's conventions": add_a_tool,
    "write a lesson": write_a_lesson,
    "write a challenge": write_a_challenge,
    "read another format": read_another_format,
    "add a page": add_a_page,
    "add a part to a page": add_a_part,
}
"""By its head in CONTRIBUTING, what it says to do."""


# What is found in the copy, in a fresh Python.


def page(path: str, **link: str) -> str:
    """All that a page shows for a link, as text."""
    text = worker.frame_to_json(Host().open_page(path, link))
    assert '"fault"' not in text, text
    return text


def started(**link: str) -> Session:
    return Session.start(link, CATALOGUE)


def script_says(numbers: Numbers) -> str:
    """What the script prints that a page gives to copy."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(write_irviz_script(numbers), {})  # noqa: S102 - our own script
    return said.getvalue()


def about_metrics() -> dict[str, Any]:
    metric = METRICS["HLU"]
    session = started(q="cat-in-a-box", m="HLU", k="4")
    desk = session.desk
    ranking = desk.boards[0].ranking
    worked = metric.worked(ranking, 4)
    moved = desk.replace_boards(desk.boards[0].swap(1, 2)).move_cutoff(4)
    goal = Goal.read("HLU@4 > start and HLU of mean > 0")
    conventions = Conventions(undefined=1.0).metric(metric)
    nothing = Numbers([conventions @ 2], {"q": {"b": 0}}, {"A": {"q": {"a": 2.0}}})
    data, results = curves_data(session), make_sample()
    run, query = next(iter(results.runs)), [*results.queries][2]
    return {
        "hides": (lines()["hlu"].blind.difference, [one.difference for one in lines()["hlu"].telling]),
        "reads back": parse("HLU(rel=2)@3") == metric(rel=2) @ 3,
        "curve": data["curves"]["HLU"],
        "row": next(row for row in data["rows"] if row["name"] == "HLU")["title"],
        "trace": [trace["name"] for trace in data["figure"]["data"]],
        "worked": eval(worked.text, {"math": math}) == worked.value,  # noqa: S307 - our own formula
        "link": (desk.metric, session.notes, permalink.write(desk, session.fresh)["m"]),
        "looks like another": [name for name, look in LOOKS.items() if look == LOOKS["HLU"] and name != "HLU"],
        "hued": '[data-hue="HLU"]{' in palette.sheet(),
        "lenses": [
            len(json.dumps(lens_data(replace(session, history=session.history.look(one)))["view"]))
            for lens in LENSES
            for one in [desk.look("HLU", lens)]
        ],
        "working": working.show(desk.look("HLU", "working"))["result"]["value"],
        "symbol": "read half as often" in render_page(),
        "glossary": working.show(desk.look("HLU", "working"))["where"],
        "goal": (goal.describe(desk), goal.is_met(moved, desk)),
        "reason": explain(metric, ranking, moved.boards[0].ranking, 4, 4).reason,
        "undefined": script_says(nothing).split("\n")[0],
        "export": boards.values(replace(desk, conventions=Conventions(undefined=1.0))).header,
        "elsewhere": write_ir_measures_script(nothing),
        "results": "HLU@3" in str(results_views.render_open_query(results, run, query, 3)),
        "explore": '"HLU"' in page("explore", q="cat-in-a-box", m="HLU"),
        "reference": render_page().count('id="hlu"') if page("reference") else 0,
        "compare": bool(page("compare", m="HLU")),
        "disagree": bool(page("disagree", a="HLU@8", b="RR@8")),
    }


def about_lenses() -> dict[str, Any]:
    session = started(q="cat-in-a-box", see="rank-shares")
    tab = {"revision": 1, "do": "look", "lens": "rank-shares"}
    clicked = started(q="cat-in-a-box").receive(
        {"client": "c", "revision": 1, "steps": [tab], "link": {}, "preview": None}
    )
    data = lens_data(session)
    return {
        "link": (session.desk.lens, session.notes, session.link["see"]),
        "clicked": clicked.desk.lens,
        "tabs": [(tab["id"], tab["label"]) for tab in data["tabs"]],
        "view": data["view"],
        "goal": Goal.read("lens = rank-shares").is_met(session.desk, session.desk),
        "explore": '"lens":"rank-shares"' in page("explore", see="rank-shares"),
    }


def about_scenarios() -> dict[str, Any]:
    session = started(q="rolls", k="2")
    return {
        "link": (session.desk.id, session.desk.opened, session.notes),
        "offered": [example.title for example in EXAMPLES if example.desk.id == "bakery"],
        "menu": "A bakery" in page("explore", q="bread"),
        "mean": curves_data(started(q=MEAN, set="bakery"))["curves"]["P"][0],
        "lenses": [bool(panel(session.desk.look(lens=lens))) for lens in LENSES],
        "sample": {"bread", "rolls"} <= {*make_sample().queries},
        "textbook": bool(page("textbook")),
    }


def about_tools() -> dict[str, Any]:
    conventions = read_tool_conventions(TOOLS["shopsearch"])
    session = started(q="white-cat", k="1", see="conventions", by=conventions.write())
    view = convention_lens.show(session.desk)
    return {
        "conventions": conventions.write(),
        "link": (session.desk.conventions == conventions, session.notes),
        "chosen": [[tool["name"] for tool in group["tools"]] for group in view["groups"] if group["chosen"]],
        "value": next(tool for tool in view["tools"] if tool["name"] == "shopsearch")["values"][4],
        "table": [line for line in conventions_table().splitlines() if "shopsearch" in line],
        "reference": "shopsearch" in render_page() and bool(page("reference")),
    }


def about_lessons() -> dict[str, Any]:
    lesson = [*lessons().values()][-1]
    step = lesson.steps[0]
    return {
        "last": (lesson.id, lesson.number, lesson.title),
        "moves": step.find_solution().moves,
        "says": step.format_prose(),
        "listed": "Half of it" in page("learn"),
        "open": "The second half" in page("learn", lesson=lesson.id, step="1"),
    }


def about_challenges() -> dict[str, Any]:
    challenge = challenges()["all-or-nothing"]
    return {
        "moves": challenge.find_solution().moves,
        "listed": "All or nothing" in page("challenges"),
        "open": "All or nothing" in page("challenges", challenge=challenge.id),
    }


def about_formats() -> dict[str, Any]:
    try:
        read("cats: tabby > dog\ndogs: beagle >  > cat\n", "chat.txt", form="chain")
    except FormatError as error:
        refused = str(error)
    return {
        "run": read("cats: tabby > dog\n").run,
        "wanted": read("cats: tabby > dog\n", wanted="run").run,
        "format": read("cats: tabby > dog\n").format,
        "refused": refused,
        "known": ("chain" in FORMATS, KNOWN),
        "typed": read("1 0 1").format,
        "page": bool(page("results")),
    }


def about_pages() -> dict[str, Any]:
    return {
        "title": PAGES["hours"].title,
        "group": next(group for group, pages in MENU.items() if PAGES["hours"] in pages),
        "shows": page("hours"),
        "written": frame.render_page("hours", "../", "irviz-assets/1/"),
        "another": frame.render_page("compare", "../", "irviz-assets/1/"),
    }


def about_parts() -> dict[str, Any]:
    host = Host()
    before = host.open_page("bell", {})
    host.handle_message("bell", "request", {"ring": "loudly"})
    return {
        "before": before.data["bell"],
        "after": host.handle_message("bell", "request", {"ring": True}).data["bell"],
        "parts": before.main,
        "module": '"bell/bell.js"()' in files.read_content(files.PAGE).decode(),
        "style": ".ix-bell {" in files.read_content(files.STYLES).decode(),
        "skeleton": 'data-component="bell"' in frame.render_page("bell", "../", "irviz-assets/1/"),
    }


ABOUT: dict[str, Callable[[], dict[str, Any]]] = {
    "add a metric": about_metrics,
    "add a view below the chart": about_lenses,
    "add an example": about_scenarios,
    "add a tool's conventions": about_tools,
    "write a lesson": about_lessons,
    "write a challenge": about_challenges,
    "read another format": about_formats,
    "add a page": about_pages,
    "add a part to a page": about_parts,
}


def tell() -> None:
    """Print what is found of each recipe, or what went wrong with it."""
    told: dict[str, Any] = {}
    for name, about in ABOUT.items():
        try:
            told[name] = about()
        except Exception:  # noqa: BLE001 - the test that reads this fails with it
            told[name] = {"broken": traceback.format_exc()}
    print(json.dumps(told))  # noqa: T201 - what it is for


# The tests.


GUIDE = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
WRITTEN = dict(re.findall(r"(?ms)^\* \*\*(.+?)\*\*: (.+?)(?=^\* |^$)", GUIDE.partition("## How to")[2]))
"""The recipes by their heads."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy in which all recipes were followed, one after the other."""
    root = tmp_path_factory.mktemp("followed")
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "irviz", root / "irviz", ignore=skipped)
    for folder in ("assets/pictures", ".streamlit"):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copy(ROOT / "app.py", root)
    copy = Copy(root)
    for follow in RECIPES.values():
        follow(copy)
    return copy


@pytest.fixture(scope="module")
def told(copy: Copy) -> dict[str, dict[str, Any]]:
    """What a fresh Python finds in the copy."""
    path = os.pathsep.join((str(copy.root), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", "tests.test_recipes"],
        cwd=copy.root,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", RECIPES)
def test_the_recipe_names_every_file_that_has_to_change(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "irviz", tmp_path / "irviz", ignore=shutil.ignore_patterns("__pycache__"))
    copy = Copy(tmp_path)
    RECIPES[name](copy)
    named = set(re.findall(r"`([\w./-]+)`", WRITTEN[name]))

    assert {*copy.changed} <= named
    for path in copy.added:
        place = Path(path).parent
        # What has a folder of its own is new.
        assert str(place if (ROOT / place).is_dir() else place.parent) in named, path


def test_every_recipe_for_something_new_is_followed_here() -> None:
    new = {name for name in WRITTEN if re.match(r"(add|write|read) ", name)}

    assert {*RECIPES} == {*ABOUT} == new


def of(told: dict[str, dict[str, Any]], name: str) -> dict[str, Any]:
    """What was found of one recipe."""
    assert "broken" not in told[name], told[name]["broken"]
    return told[name]


def utility(grades: str) -> list[float]:
    """Half-life utility once more, straight from its definition."""
    halved = [0.5 ** (i / 4) for i in range(len(grades))]
    best = sum(halved[: grades.count("1")])
    return [
        sum(one for one, grade in zip(halved, grades[:k], strict=False) if grade == "1") / best
        for k in range(1, len(grades) + 1)
    ]


@pytest.mark.exhaustive
def test_a_new_metric_is_drawn_worked_named_and_shared(told: dict[str, dict[str, Any]]) -> None:
    found = of(told, "add a metric")
    curve = utility("01011010")

    assert found["curve"] == pytest.approx(curve, abs=1e-12)
    assert found["working"] == pytest.approx(curve[3])
    assert found["row"] == "Half-life utility"
    assert found["trace"][-1] == "HLU@k"
    assert found["link"] == ["HLU", [], "HLU"]
    assert found["looks like another"] == []
    blind, telling = found["hides"]
    assert (blind < 1e-9 < min(telling)) is True
    assert all(found[name] for name in ("reads back", "worked", "hued", "results", "explore"))
    assert len(found["lenses"]) == len(LENSES) + 1
    assert found["symbol"]
    assert {"h", "R", "k"} < {entry["latex"] for entry in found["glossary"]}
    words, met = found["goal"]
    assert words == "HLU@4 goes up and HLU@4 on average over all queries is above 0"
    assert met
    assert found["reason"] == "rank 1 adds more, rank 2 adds less"
    assert found["undefined"] == "A\tq\tHLU(undefined=1.0)@2\t1.0"
    assert "HLU(undefined=1.0)@k" in found["export"]
    assert "HLU" in found["elsewhere"]
    assert found["reference"] == 1


@pytest.mark.exhaustive
def test_a_new_lens_has_a_tab_that_is_taken_by_click_and_link(told: dict[str, dict[str, Any]]) -> None:
    found = of(told, "add a view below the chart")
    assert found["link"] == ["rank-shares", [], "rank-shares"]
    assert found["clicked"] == "rank-shares"
    assert ["rank-shares", "Shares"] in found["tabs"]
    name, props, *parts = found["view"][0]
    assert (name, props["data-testid"]) == ("ol", "shares")
    assert sum(float(part) for _, _, part in parts) == pytest.approx(1 / 8)
    assert found["goal"]
    assert found["explore"]


@pytest.mark.exhaustive
def test_a_new_example_is_offered_and_opens(told: dict[str, dict[str, Any]]) -> None:
    found = of(told, "add an example")
    assert found["link"] == ["bakery", "rolls", []]
    assert found["offered"] == ["A bakery"]
    assert found["mean"] == 0.5
    assert all(found["lenses"])
    assert found["menu"]
    assert found["sample"]
    assert found["textbook"]


@pytest.mark.exhaustive
def test_a_new_tool_is_listed_and_chosen_at_a_stroke(told: dict[str, dict[str, Any]]) -> None:
    found = of(told, "add a tool's conventions")
    assert found["conventions"] == "ap-minrk.gain-exp.ideal-retrieved"
    assert found["link"] == [True, []]
    assert found["chosen"] == [["shopsearch"]]
    assert found["value"]["value"] == 1
    assert len(found["table"]) == 1
    assert found["reference"]


@pytest.mark.exhaustive
def test_a_new_lesson_is_listed_and_can_be_done(told: dict[str, dict[str, Any]]) -> None:
    found = of(told, "write a lesson")
    assert found["last"] == ["half", len(lessons()) + 1, "Half of it"]
    assert found["moves"] == 1
    assert "The first four results hold two relevant pictures." in found["says"]
    assert found["listed"]
    assert found["open"]


@pytest.mark.exhaustive
def test_a_new_challenge_is_listed_and_can_be_done(told: dict[str, dict[str, Any]]) -> None:
    found = of(told, "write a challenge")
    assert found["moves"] == 2
    assert found["listed"]
    assert found["open"]


@pytest.mark.exhaustive
def test_a_new_format_is_read_and_its_damage_told_in_a_line(told: dict[str, dict[str, Any]]) -> None:
    found = of(told, "read another format")
    run = {"cats": {"tabby": -1.0, "dog": -2.0}}

    assert found["run"] == found["wanted"] == run
    assert found["format"] == "chain"
    assert found["refused"].startswith("chat.txt, line 2: expected query: best > next > last, found")
    assert found["known"] == [True, "a TREC run or qrels, CSV, JSON, a chain of names or a list of grades"]
    assert found["typed"] == "typed list"
    assert found["page"]


@pytest.fixture(scope="module")
def followed(copy: Copy) -> Iterator[Server]:
    """The copy as a running server."""
    with running(App("a copy", copy.root / "app.py", copy.root)) as server:
        yield server
        assert server.troubles() == []


@pytest.mark.exhaustive
def test_a_new_page_is_on_both_editions_and_in_their_menus(told: dict[str, dict[str, Any]], followed: Server) -> None:
    found = of(told, "add a page")

    assert (found["title"], found["group"]) == ("Opening hours", "Look up")
    assert "Nine to five" in found["shows"]
    # Without a server.
    assert "<title>Opening hours · irviz</title>" in found["written"]
    assert "Nine to five" in found["written"]
    for written in (found["written"], found["another"]):
        link = '<a href="./hours" data-page="hours" data-plain title="When somebody is there.">'
        assert f"{link}Opening hours</a>" in written
    # With one.
    assert httpx.get(f"{followed.url}/hours").status_code == 200
    headers = {"Accept": "text/html"}
    assert httpx.get(f"{followed.url}/days", headers=headers).status_code == 404

    async def visit() -> dict[str, Any]:
        async with OpenPage(followed, path="hours") as page:
            return page.frame

    opened = apart(visit)
    assert opened["title"] == "Opening hours"
    assert "Nine to five" in opened["data"]["prose"]["html"]


@pytest.mark.exhaustive
def test_a_new_part_is_drawn_and_heard(told: dict[str, dict[str, Any]], followed: Server) -> None:
    found = of(told, "add a part to a page")

    assert found["before"] == {"words": "Rung 0 times"}
    assert found["after"] == {"words": "Rung 1 times"}
    assert found["parts"] == ["bell"]
    assert all(found[name] for name in ("module", "style", "skeleton"))

    async def visit() -> None:
        async with OpenPage(followed, path="bell") as page:
            await page.say("bell", "request", {"ring": True})
            await page.until(lambda: page.frame["data"]["bell"]["words"] == "Rung 1 times")

    apart(visit)


if __name__ == "__main__":
    tell()
