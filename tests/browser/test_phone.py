"""The page of a phone in a class; the teacher's side is done by requests. `test_webkit.py` has it in WebKit."""

from __future__ import annotations

import re
from base64 import b64encode
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import expect

from irviz.ui import files
from tests.browser.axe import axe
from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Response

    from tests import live

NARROW = {"width": 320, "height": 640}

MOST = 60 * 1024
"""Bytes of the first load, compressed and without pictures."""

MOST_REQUESTS = 3
"""The page, who one is, and the answers; the line and pictures come besides."""

RELEVANT = {"tabby-in-box", "dark-cat-in-box", "white-cat-in-box"}


def result(name: str) -> dict[str, Any]:
    return {
        "id": name,
        "title": name.replace("-", " "),
        "picture": files.url(f"pictures/{name}.svg"),
        "level": int(name in RELEVANT),
        "relevant": name in RELEVANT,
        "judged": True,
    }


BEFORE = [
    result(name)
    for name in ("empty-box", "dog", "tabby-in-box", "dark-cat-in-box", "dog-in-box", "white-cat-in-box", "two-cats")
]
AFTER = [BEFORE[2], BEFORE[0], BEFORE[1], *BEFORE[3:]]

SENT = "Sent. You can change it until it closes."

SAME = "Precision counts the first 5, and does not look at their order."
UP = "A relevant result comes earlier."


def question(**changes: Any) -> dict[str, Any]:
    """A question of two metrics; one stays the same and one goes up."""
    return {
        "kind": "direction",
        "title": "cat in a box",
        "words": "The third moves to rank 1.",
        "before": BEFORE,
        "after": AFTER,
        "cutoff": 5,
        "metrics": [
            {"name": "P", "title": "P@5", "from": 0.4, "to": 0.4, "right": "same", "reason": SAME},
            {"name": "AP", "title": "AP@5", "from": 0.278, "to": 0.5, "right": "up", "reason": UP},
        ],
        "sure": True,
        "seconds": 0,
        **changes,
    }


PREFERENCE = question(
    kind="preference",
    words="Two lists for one query.",
    metrics=[{"name": "AP", "title": "AP@5", "from": None, "to": 0.5, "right": "second", "reason": UP}],
)


CHALLENGE = question(kind="challenge", link="challenges?challenge=first-hit")

OWN = "own.0123456789abcdef"


@dataclass
class Teacher:
    """Who opened a room, and does with it what the wall would."""

    url: str
    code: str = ""
    host: str = ""
    counts: Any = None

    def __post_init__(self) -> None:
        self.reopen()

    def reopen(self) -> None:
        """Open the room; once more if it was open before."""
        body = {"code": self.code, "host": self.host} if self.code else {}
        answer = httpx.post(f"{self.url}/room", json=body)
        assert answer.status_code == 201, answer.text
        self.code, self.host = answer.json()["code"], answer.json()["host"]

    def do(self, does: str, **more: Any) -> None:
        answer = httpx.post(
            f"{self.url}/room/{self.code}", json={"do": does, **more}, headers={"Authorization": f"Bearer {self.host}"}
        )
        assert answer.status_code == 204, answer.text

    def ask(self, asked: dict[str, Any] | None = None) -> None:
        self.do("ask", question=asked or question(), open=True)

    def rounds(self) -> list[dict[str, Any]]:
        """How the class answered the last question."""
        answer = httpx.get(f"{self.url}/room/{self.code}/counts", headers={"Authorization": f"Bearer {self.host}"})
        found: list[dict[str, Any]] = answer.json()["questions"][-1]["rounds"]
        return found


@contextmanager
def unanswered(page: Page, address: str) -> Iterator[None]:
    """What is sent there is taken and never answered, and the page waits a fiftieth of the time for it."""
    page.route(address, lambda _route: None)
    page.evaluate("""() => {
      AbortSignal.patient = AbortSignal.timeout;
      AbortSignal.timeout = (ms) => AbortSignal.patient(ms / 50);
    }""")
    yield
    page.evaluate("() => { AbortSignal.timeout = AbortSignal.patient; }")
    page.unroute(address)


@pytest.fixture
def teacher(server: live.Server) -> Iterator[Teacher]:
    opened = Teacher(server.url)
    yield opened
    httpx.post(
        f"{server.url}/room/{opened.code}", json={"do": "end"}, headers={"Authorization": f"Bearer {opened.host}"}
    )


@dataclass
class Phone:
    """A phone's page, whichever browser shows it."""

    page: Page
    url: str
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def open(self, path: str = "join") -> None:
        self.page.goto(f"{self.url}/{path}")

    def reads(self, words: str, selector: str = "h1") -> None:
        """Wait until it says so."""
        self.page.wait_for_function(
            "([selector, words]) => [...document.querySelectorAll(selector)].some("
            "one => one.textContent.trim() === words)",
            arg=[selector, words],
        )

    def hears(self, words: str) -> None:
        self.reads(words, "[role=status]")

    def has(self, selector: str) -> None:
        self.page.wait_for_function("selector => Boolean(document.querySelector(selector))", arg=selector)

    def click(self, selector: str) -> None:
        self.has(selector)
        self.page.locator(selector).click()

    def choose(self, **ways: str) -> None:
        for name, way in ways.items():
            self.click(f"label:has([name=way-{name}][value={way}])")

    def send(self) -> None:
        self.click("button[type=submit]")

    def chosen(self) -> list[str]:
        found: list[str] = self.page.evaluate("() => [...document.querySelectorAll(':checked')].map(one => one.value)")
        return found

    def text(self) -> str:
        found: str = self.page.evaluate("() => document.querySelector('main').innerText")
        return found

    def title(self) -> str:
        found: str = self.page.evaluate("() => document.title")
        return found

    def focused(self) -> str:
        found: str = self.page.evaluate(
            "() => (document.activeElement.name ?? '') + (document.activeElement.value ?? '')"
            " || document.activeElement.textContent"
        )
        return found


class Opening:
    """Opens pages of Chromium, each on a phone of its own."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self.contexts: list[BrowserContext] = []
        self.phones: list[Phone] = []

    def __call__(self, path: str = "join", **options: Any) -> Phone:
        given = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce", **options}
        script = given.pop("script", "")
        context = self._browser.new_context(**given)
        self.contexts.append(context)
        if script:
            context.add_init_script(script)
        phone = Phone(context.new_page(), self._url)
        self.phones.append(phone)
        phone.open(path)
        return phone


@pytest.fixture
def phone(browser: Browser, server: live.Server) -> Iterator[Opening]:
    opening = Opening(browser, server.url)
    yield opening
    for context in opening.contexts:
        context.close()
    assert [one.problems for one in opening.phones if one.problems] == []


def test_code_is_typed_and_the_first_load_is_small(phone: Opening, teacher: Teacher) -> None:
    """A wrong code is said in a line; a browser that keeps nothing can answer all the same."""
    blocked = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    one = phone("join/%3Cb%3E", script=blocked)
    one.reads("Join a class")
    assert "There is no room" in one.text()
    one.open("join")
    for typed, said in (
        ("k7m2", "A code has six signs, such as K7M2QX; this one has 4."),
        ("K7M2Q0", "No code has “0” in it: there is none of 0, O, 1, I and L."),
        ("222222", "There is no room 222222. Look at the wall once more."),
    ):
        one.page.locator("#code").fill(typed)
        one.click("button[type=submit]")
        one.reads(said, "#odd")
        one.hears(said)
        expect(one.page.locator("#code")).to_have_value(typed)
        assert one.page.url.endswith("/join")

    # A house that is full is tried again by itself.
    why = "As many have joined as this server takes: try again later."
    one.page.route("**/members", lambda route: route.fulfill(status=503, json={"error": why}))
    one.page.route("**/events", lambda route: route.fulfill(status=503))
    code = teacher.code.lower()
    one.page.locator("#code").fill(f" {code[:3]} {code[3:]}")
    one.page.keyboard.press("Enter")
    one.reads("Not in yet.")
    one.reads(why, "p")
    one.page.unroute_all()
    one.reads("You are in. Look at the wall.")
    one.hears("You are in. Look at the wall.")
    assert one.page.url.endswith(f"/join/{teacher.code}")
    assert one.title() == f"{teacher.code}: you are in · irviz"
    icon = one.page.evaluate("() => document.querySelector('link[rel=icon]').href")
    assert httpx.get(icon).status_code == 200
    one.reads("This browser keeps nothing, so if you reload this page, you join anew.", "p")

    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if response.url.endswith((".svg", "/events")):
            return
        packed = "content-encoding" in response.headers
        sizes[response.url] = int(response.headers["content-length"]) if packed else len(response.body())

    one.page.on("response", weigh)
    one.page.reload()
    one.reads("You are in. Look at the wall.")
    assert 0 < len(sizes) <= MOST_REQUESTS, sizes
    assert sum(sizes.values()) <= MOST, sizes

    teacher.ask()
    one.choose(P="same")
    one.send()
    one.hears("Sent, without 1 of 2. You can change it until it closes.")


def test_what_is_taken_and_never_answered_is_sent_again(phone: Opening, teacher: Teacher) -> None:
    teacher.ask()
    one = phone("join")
    one.open(f"join/{teacher.code}")
    one.reads("What will each score do?")

    one.choose(P="same", AP="up")
    with unanswered(one.page, "**/answers"):
        one.send()
        one.reads("Not sent yet: there is no line. It is sent as soon as there is one.", "#fault")
    one.reads(SENT, "#fault")
    teacher.do("close")
    teacher.do("show")
    assert teacher.rounds()[0]["answered"] == 1


def test_question_is_there_before_the_line_and_answers_wait_for_it(phone: Opening, teacher: Teacher) -> None:
    teacher.ask()
    one = phone("join")
    one.page.route("**/room/**", lambda route: route.abort())

    one.open(f"join/{teacher.code}")

    one.reads("What will each score do?")
    one.choose(P="same", AP="up")
    one.send()
    one.reads("Sending …", "#fault")
    one.page.unroute("**/room/**")
    one.reads(SENT, "#fault")
    teacher.do("close")
    teacher.do("show")
    assert teacher.rounds()[0]["answered"] == 1
    teacher.do("next")

    # A line that breaks later is waited for, but not too long.
    context = one.page.context
    teacher.ask()
    one.reads("question 2: open", "header span")
    one.choose(P="same", AP="up")
    context.set_offline(True)
    one.send()
    one.reads("Not sent yet: there is no line. It is sent as soon as there is one.", "#fault")
    one.reads("no line, trying again", "header span")
    assert one.chosen() == ["same", "up"]
    context.set_offline(False)
    one.reads(SENT, "#fault")
    one.reads("question 2: open", "header span")

    # Whoever slept comes back to what is now.
    context.set_offline(True)
    one.reads("no line, trying again", "header span")
    teacher.do("close")
    teacher.do("reveal")
    context.set_offline(False)
    one.reads("You were right about 2 of 2.")
    assert one.chosen() == ["same", "up"]
    assert teacher.rounds()[0]["metrics"]["P"]["same"] == 1
    teacher.do("next")

    teacher.ask()
    one.reads("What will each score do?")
    one.choose(P="same")
    context.set_offline(True)
    one.send()
    one.reads("no line, trying again", "header span")
    teacher.do("close")
    context.set_offline(False)
    one.hears("Closed. Talk with your neighbour. Your answer did not get through in time.")
    assert one.chosen() == []
    one.problems.clear()  # the browser tells of the lines that broke


def answers_by_touch(one: Phone) -> None:
    """Choose, send, and think it over."""
    page = one.page
    page.locator("label:has([name=way-P][value=up])").tap()
    page.locator("label:has([name=way-AP][value=up])").tap()
    page.locator("label:has([name=sure][value='4'])").tap()
    page.get_by_role("button", name="Send").tap()
    one.hears(SENT)
    change = page.get_by_role("button", name="Send the change")
    expect(change).to_be_disabled()
    page.locator("label:has([name=way-P][value=same])").tap()
    one.reads("Changed, but not sent yet.", "#fault")
    change.tap()
    one.hears(SENT)


def answers_by_keys(one: Phone) -> None:
    """The first stop is what unfolds the lists in words; then each group is one, and the button."""
    keys = one.page.keyboard
    for _ in range(10):
        if one.focused().startswith("way-P"):
            break
        keys.press("Tab")
    for key in ("Space", "ArrowRight", "Tab", "Space", "ArrowRight", "Tab", "Tab", "Enter"):
        keys.press(key)
    one.hears(SENT)
    assert one.chosen() == ["same", "same"]
    assert one.focused() == "Send the change"


def answers(one: Phone, **ways: str) -> None:
    one.choose(**ways)
    one.send()
    one.hears(SENT)


def sees_the_tally(one: Phone, said: str) -> None:
    """Of two, both were right about P in the first round; in the second, one answered."""
    one.reads("How the class answered")
    one.page.wait_for_function(
        "said => document.querySelectorAll(\"[aria-label='P@5'] .ix-counted-way\")[1]?.textContent === said", arg=said
    )
    bars = one.page.evaluate(
        "() => [...document.querySelectorAll('.ix-counted')].map(table =>"
        " [...table.querySelectorAll('.ix-bar-count')].map(one => parseInt(one.textContent)))"
    )
    assert bars == [[0, 0, 2, 1, 0, 0], [1, 0, 1, 0, 0, 1]]


def sees_the_truth(one: Phone) -> None:
    one.hears("You were right about 1 of 2.")
    one.reads("✓ right", "[aria-label='P@5'] .ix-badge")
    one.reads("✗ wrong", "[aria-label='AP@5'] .ix-badge")
    text = one.text()
    assert SAME in text
    assert "Goes up: 0.278 → 0.500" in text
    assert "You said down." in text
    assert ("Before" in text, "After the change" in text) == (True, False)


def types(one: Phone, label: str, code: str) -> None:
    """A code, into a field in which there is none yet."""
    field = one.page.get_by_label(label)
    expect(field).to_have_value("")
    field.fill(code)
    one.page.keyboard.press("Enter")


def comes_again(one: Phone, code: str) -> None:
    one.open("join")
    types(one, "The code on the wall", code)
    one.reads("This is what happened.")


def test_class_answers_together(phone: Opening, teacher: Teacher) -> None:
    """One by touch, who reloads, and one by keys alone, in the first round only."""
    join = f"join/{teacher.code}"
    touched, keyed = phone(join), phone(join, has_touch=False)
    everybody = [touched, keyed]

    def all_read(words: str, selector: str = "h1") -> None:
        for one in everybody:
            one.reads(words, selector)

    all_read("You are in. Look at the wall.")
    teacher.do("ask", question=question())
    all_read("The third moves to rank 1.", ".ix-phone-words")
    teacher.do("open")
    all_read("Question 1 is open. What will each score do?", "[role=status]")
    assert {one.title() for one in everybody} == {f"{teacher.code}: question 1: open · irviz"}

    answers_by_touch(touched)
    answers_by_keys(keyed)
    touched.page.reload()
    touched.reads(SENT, "#fault")
    assert touched.chosen() == ["same", "up", "4"]
    teacher.do("close")
    all_read("Talk with your neighbour.")
    assert keyed.focused() == "Talk with your neighbour."

    teacher.do("again")
    all_read("Question 1, round 2, is open. What will each score do?", "[role=status]")
    assert [one.chosen() for one in everybody] == [[], []]
    touched.click("label:has([name=sure][value='1'])")
    answers(touched, P="same", AP="down")
    teacher.do("close")
    all_read("Look at the wall.")
    keyed.hears("Closed. Look at the wall. You sent no answer this time.")
    assert not [one for one in everybody if "%" in one.text() or "on average" in one.text()]

    teacher.do("show")
    for one, rounds in ((touched, "1, 2"), (keyed, "1")):
        sees_the_tally(one, f"same you in {rounds}")
    touched.page.reload()  # the room still knows both
    ways = touched.page.locator("[aria-label='P@5'] .ix-counted-way, [aria-label='AP@5'] .ix-counted-way")
    expect(ways).to_have_text(["up", "same you in 1, 2", "down", "up you in 1", "same", "down you in 2"])
    touched.reads("The class, from 1 to 5: round 1: 4.0 on average, round 2: 1.0 on average.", "p.ix-caption")
    teacher.do("reveal")
    sees_the_truth(touched)
    missed = "You did not answer in round 2. In round 1 you said"
    keyed.reads(f"{missed} same, which is right.", "[aria-label='P@5'] .ix-verdict .ix-caption")
    keyed.reads(f"{missed} same.", "[aria-label='AP@5'] .ix-verdict .ix-caption")
    expect(keyed.page.locator("#fault")).to_have_text("")  # it is said where it belongs

    comes_again(keyed, teacher.code)
    teacher.do("end")
    all_read("The lesson has ended.")
    all_read("The lesson has ended.", "[role=status]")
    assert [one.page.evaluate("() => localStorage.length") for one in everybody] == [0, 0]
    # The next lesson has another code, which needs no other page.
    types(keyed, "The code of another room", "222222")
    keyed.reads("There is no room 222222. Look at the wall once more.", "#odd")
    keyed.problems.clear()  # the browser tells of what is not found


def test_each_kind_of_question_is_seen_and_answered(phone: Opening, teacher: Teacher) -> None:
    one = phone(f"join/{teacher.code}", forced_colors="active", script="Date.now = () => 0")
    change_in_pictures_and_in_words(one, teacher)
    timer_counts_by_the_servers_word(one, teacher)
    values_with_a_point_or_a_comma(one, teacher)
    one_of_two_lists(one, teacher)


def change_in_pictures_and_in_words(one: Phone, teacher: Teacher) -> None:
    saved = BytesIO()
    Image.new("RGB", (9, 9)).save(saved, "JPEG")
    own = f"data:image/jpeg;base64,{b64encode(saved.getvalue()).decode()}"  # it comes with the question
    after = [{**AFTER[0], "judged": False}, *AFTER[1:-1], {**AFTER[-1], "picture": OWN}]
    teacher.ask(question(title="<b>cat</b>", after=after, pictures={OWN: own}))
    page = one.page
    one.reads("<b>cat</b>", ".ix-phone-head .ix-caption")

    moved = page.get_by_role("img", name="Rank 1: tabby in box, not judged, was at rank 3, was relevant")
    expect(moved).to_be_visible()
    seen: Any = page.locator(f".ix-list img[src='{own}']")
    assert seen.evaluate("async one => (await one.decode(), one.naturalWidth)") == 9
    assert page.locator(".ix-links line").count() == 3
    expect(page.locator(".ix-list li[data-cut]")).to_have_count(2)
    expect(page.get_by_role("img", name="Rank 5: dog in box, not relevant", exact=True)).to_have_count(2)
    page.get_by_text("Both lists in words").click()
    expect(page.get_by_role("cell", name="tabby in box (not judged)")).to_be_visible()

    # What is relevant and chosen is seen with forced colours, too.
    one.choose(P="same")
    style = "(node, [part, name]) => getComputedStyle(node, part)[name]"
    relevant = page.locator(".ix-thumb[data-relevant=true]").first
    assert relevant.evaluate(style, [None, "outlineStyle"]) == "solid"
    chosen = page.locator("[name=way-P]:checked + span")
    other = page.locator("[name=way-P]:not(:checked) + span").first
    colours = [each.evaluate(style, [None, "backgroundColor"]) for each in (chosen, other)]
    assert colours[0] != colours[1]
    teacher.do("close")
    teacher.do("next")

    # A cutoff that moves is drawn where it was and where it is.
    teacher.ask(question(after=BEFORE, cutoff=3, cutoff_before=5))
    one.reads("What will each score do?")
    expect(page.locator(".ix-list figcaption .ix-badge")).to_have_text(["k = 5", "k = 3"])
    expect(page.locator(".ix-list [data-cut]")).to_have_text(["5", "3"])
    expect(page.locator(".ix-answer .ix-caption").first).to_have_text("now 0.400 at k = 5")
    teacher.do("close")
    teacher.do("next")


def timer_counts_by_the_servers_word(one: Phone, teacher: Teacher) -> None:
    teacher.ask(question(seconds=11))
    clock = one.page.get_by_role("timer")
    expect(clock).to_be_visible()
    shown = re.fullmatch(r"0:(\d\d)", clock.inner_text())
    assert shown
    assert int(shown[1]) <= 11
    one.hears("10 seconds left.")
    expect(clock).not_to_have_text(shown[0])  # it goes on
    teacher.do("close")
    one.reads("Talk with your neighbour.")
    expect(clock).to_have_count(0)
    teacher.do("next")


def values_with_a_point_or_a_comma(one: Phone, teacher: Teacher) -> None:
    asked = question(kind="value", sure=False)
    asked["metrics"] = [{**metric, "range": [0, 1]} for metric in asked["metrics"]]
    teacher.ask(asked)
    one.reads("Where will each score land?")
    assert "A value counts as right when it is within 0.05." in one.text()
    field_of = {name: one.page.locator(f"[name=value-{name}]") for name in ("P", "AP")}

    field_of["P"].fill("a lot")
    field_of["AP"].fill("0,46")
    one.send()

    for text in ("1,7", "a lot"):
        field_of["P"].fill(text)
        one.send()
        wrong = f"“{text}” cannot be P@5: write a number from 0 to 1, such as 0.15 or 3/20."
        one.reads(wrong, "#fault")
        one.hears(wrong)
    expect(field_of["P"]).to_be_focused()
    expect(field_of["P"]).to_have_attribute("aria-invalid", "true")

    field_of["P"].fill("")
    one.page.keyboard.press("Enter")
    one.hears("Sent, without 1 of 2. You can change it until it closes.")
    expect(one.page.get_by_role("button", name="Send the change")).to_be_disabled()
    one.page.reload()  # the room still knows what is missing
    one.reads("Sent, without 1 of 2. You can change it until it closes.", "#fault")
    field_of["P"].fill("1/3")
    one.page.keyboard.press("Enter")
    one.hears(SENT)
    one.page.reload()
    expect(field_of["P"]).to_have_value("0.333333")
    expect(one.page.get_by_role("button", name="Send the change")).to_be_disabled()
    field_of["P"].fill("0.3")
    one.page.reload()  # what is not sent yet is not lost
    one.reads("Changed, but not sent yet.", "#fault")
    field_of["P"].press("Enter")
    one.hears(SENT)
    other = httpx.post(f"{teacher.url}/room/{teacher.code}/members").json()["member"]
    sent = {"member": other, "question": 4, "round": 1, "answers": {"P": 0.2}}
    assert httpx.post(f"{teacher.url}/room/{teacher.code}/answers", json=sent).status_code == 204
    teacher.do("close")
    teacher.do("show")
    one.reads("How the class answered")
    # Of two it lies between them; the wall says the same.
    assert "2 values, from 0.20 to 0.30, the median 0.25" in one.text()
    assert "One value, 0.46." in one.text()
    teacher.do("reveal")

    one.hears("You were right about 1 of 2.")
    one.reads("✗ wrong", "[aria-label='P@5'] .ix-badge")
    one.reads("✓ right", "[aria-label='AP@5'] .ix-badge")
    assert "You said 0.30." in one.text()
    teacher.do("next")


def one_of_two_lists(one: Phone, teacher: Teacher) -> None:
    teacher.ask(PREFERENCE)
    one.reads("Which list does AP@5 prefer?")

    answer = one.page.get_by_role("radio", name="AP@5: both the same")
    answer.focus()
    # By one key: the first press chooses, each other goes on, from the last to the first.
    for name in ("both the same", "list B", "list A", "both the same", "list B"):
        one.page.keyboard.press("Space")
        expect(one.page.get_by_role("radio", name=f"AP@5: {name}")).to_be_checked()
    one.send()
    one.hears(SENT)
    teacher.do("close")
    teacher.do("reveal")

    one.hears("You were right.")
    assert "B higher" in one.text()


PLACES = """() => [...document.querySelectorAll('h1, .ix-phone-words, .ix-list, section > :first-child')]
  .slice(0, 5).map(one => one.getBoundingClientRect().top + scrollY)"""

ACROSS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_each_state_is_accessible_and_fits_and_nothing_jumps(phone: Opening, teacher: Teacher) -> None:
    one = phone("join", viewport=NARROW, color_scheme="dark")
    page = one.page
    places: list[list[float]] = []

    def look(heading: str) -> None:
        one.reads(heading)
        assert page.evaluate(ACROSS) <= 0, heading
        places.append([round(top) for top in page.evaluate(PLACES)])

    look("Join a class")
    one.open(f"join/{teacher.code}")
    look("You are in. Look at the wall.")
    teacher.do("ask", question=question(seconds=600))
    look("Look at the wall.")
    places.clear()
    teacher.do("open")
    look("What will each score do?")
    height = page.evaluate("() => document.documentElement.scrollHeight")
    one.choose(P="same", AP="down")
    one.send()
    one.hears(SENT)
    look("What will each score do?")
    # So nothing slides where it was scrolled to its end.
    assert page.evaluate("() => document.documentElement.scrollHeight") == height
    for does, heading in (
        ("close", "Talk with your neighbour."),
        ("show", "How the class answered"),
        ("reveal", "You were right about 1 of 2."),
    ):
        teacher.do(does)
        look(heading)
    assert len({*map(tuple, places)}) == 1
    page.get_by_text("Both lists in words").click()
    assert axe(page) == []
    page.emulate_media(color_scheme="light")
    for asked, heading, came in (
        (question(kind="value"), "Where will each score land?", "This is what happened."),
        (PREFERENCE, "Which list does AP@5 prefer?", "This is what happened."),
        (CHALLENGE, "Solve this challenge.", "You did not solve it in time."),
    ):
        teacher.ask(asked)
        look(heading)
        assert axe(page) == []
        teacher.do("close")
        teacher.do("reveal")
        one.reads(came, "h1, #fault")
        assert page.evaluate(ACROSS) <= 0, heading
    teacher.do("next")
    long_words_and_lists_in_large_type(one, teacher)
    teacher.do("end")
    look("The lesson has ended.")


def long_words_and_lists_in_large_type(one: Phone, teacher: Teacher) -> None:
    page = one.page
    before = [{**result("dog"), "id": str(rank), "title": f"result {rank}"} for rank in range(1, 101)]
    before[0] |= {"picture": "", "title": "Watch", "relevant": True, "level": 1}
    before[1] |= {"picture": "", "title": "clueweb12-0017"}
    before[2] |= {"picture": "", "title": "Water"}
    teacher.ask(question(before=before, after=[before[11], *before[:11], *before[12:]]))
    one.reads("What will each score do?")

    # It shows what it is asked about; what followed from the move is not told as if it had been made.
    expect(page.locator(".ix-list").last.get_by_role("listitem")).to_have_count(12)
    expect(page.get_by_text("and more")).to_have_count(2)
    expect(page.locator(".ix-list [data-moved]")).to_have_count(1)
    expect(page.locator(".ix-list").first.locator(".ix-thumb").filter(has_text=re.compile("."))).to_have_text(
        ["Wat₁", "017", "Wat₂"]
    )
    between = page.locator(".ix-thumb[data-mark]").first.evaluate(
        """box => {
          const text = document.createRange();
          text.selectNodeContents(box);
          const { top, height } = getComputedStyle(box, "::after");
          const mark = box.getBoundingClientRect().top + parseFloat(top) + parseFloat(height);
          return text.getBoundingClientRect().top - mark;
        }"""
    )
    assert between > -2, "the tick lies over the letters"  # whose line is a little higher than they are
    page.get_by_text("Both lists in words").click()
    expect(page.get_by_role("row")).to_have_count(101)

    long = [{**each, "title": "x" * 300, "picture": ""} for each in BEFORE]
    titled = [{**each, "title": "AP" * 40} for each in question()["metrics"]]
    teacher.do("close")
    teacher.do("next")
    teacher.ask(question(title="y" * 400, words="z" * 400, before=long, after=long, metrics=titled))
    expect(page.locator(".ix-phone-words")).to_contain_text("zzzz")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert page.evaluate(ACROSS) <= 0
    teacher.do("close")
    teacher.do("reveal")
    one.reads("This is what happened.")
    assert page.evaluate(ACROSS) <= 0
