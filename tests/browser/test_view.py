"""What `irviz/ui/view/view.js` makes of descriptions, in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.modules import SCRIPT

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import OpenPage

RUN = """async () => {
  const { draw, h } = (await SCRIPT).module("view/view.js");
  const box = document.createElement("div");
  document.body.append(box);
  try {
    BODY
  } finally {
    box.remove();
  }
}""".replace("SCRIPT", SCRIPT)


def test_view(visit: OpenPage) -> None:
    """JavaScript with `draw`, `h` and an empty `box`, and what it returns."""
    page = visit().page

    def run(body: str) -> Any:
        return page.evaluate(RUN.replace("BODY", body))

    what_is_described_is_there(run)
    what_stays_is_the_same_node_and_what_goes_is_gone(run)
    only_what_differs_from_the_last_description_is_touched(run)
    a_field_shows_what_is_described_although_a_hand_changed_it(run)
    nodes_of_others_stay_where_they_are_put(run)
    drawings_and_formulas_are_what_they_are(run)
    what_is_to_be_done_is_the_last_that_was_said(run)


def what_is_described_is_there(run: Callable[[str], Any]) -> None:
    html = run(
        """draw(box, "a < b ", 0, null, false, h("p.one.two", { title: "<i>", hidden: true, lang: null,
             "aria-pressed": false, style: { "--n": 3 }, class: "three" }, [["x"], h("b")]), undefined);
           return box.innerHTML;"""
    )
    assert html == (
        'a &lt; b 0<p title="&lt;i&gt;" hidden="" aria-pressed="false" class="one two three" '
        'style="--n: 3;">x<b></b></p>'
    )


def what_stays_is_the_same_node_and_what_goes_is_gone(run: Callable[[str], Any]) -> None:
    assert run(
        """const list = (...keys) => draw(box, ...keys.map((key) => h("input", { key, "data-key": key })));
           list(1, 2, 3, 4);
           const [, two, three] = box.children;
           three.focus();
           let lost = 0;
           three.onblur = () => (lost += 1);
           list(4, 3, 5, 2);
           const order = [...box.children].map((one) => Number(one.dataset.key));
           const [, now, , last] = box.children;
           return [order, now === three, last === two, document.activeElement === three, lost];"""
    ) == [[4, 3, 5, 2], True, True, True, 0]


def only_what_differs_from_the_last_description_is_touched(run: Callable[[str], Any]) -> None:
    assert run(
        """const show = (title, words) => draw(box, h("details.one", { title }, h("summary", words)));
           show("a", "first");
           const node = box.firstChild;
           node.open = true;
           node.classList.add("lit");
           show("a", "second");
           const kept = [node.open, node.className, node.textContent, box.firstChild === node];
           show(null, "second");
           return [...kept, node.hasAttribute("title")];"""
    ) == [True, "one lit", "second", True, False]


def a_field_shows_what_is_described_although_a_hand_changed_it(run: Callable[[str], Any]) -> None:
    assert run(
        """const show = (chosen, on) => draw(box,
             h("select", { value: chosen }, ["a", "b"].map((value) => h("option", { value }))),
             h("input", { type: "checkbox", checked: on }));
           show("b", true);
           const first = [box.children[0].value, box.children[1].checked];
           box.children[0].value = "a";
           box.children[1].checked = false;
           show("b", true);
           return [first, [box.children[0].value, box.children[1].checked]];"""
    ) == [["b", True], ["b", True]]


def nodes_of_others_stay_where_they_are_put(run: Callable[[str], Any]) -> None:
    assert run(
        """const other = document.createElement("canvas");
           let made = 0;
           const ref = (node) => {
             made += 1;
             node.textContent = "own";
           };
           const show = (first) => draw(box, first && h("p", first), other, h("div", { own: true, ref }));
           show("one");
           show("");
           show("two");
           const before = made;
           // A node that has stood for something else.
           draw(box, h("p"));
           draw(box, h("p", { ref, own: true }));
           return [box.children[1] === other, box.children.length, box.lastChild.textContent, before, made];"""
    ) == [False, 1, "own", 1, 2]


def drawings_and_formulas_are_what_they_are(run: Callable[[str], Any]) -> None:
    assert run(
        """draw(box, h("svg", { viewBox: "0 0 1 1" }, h("circle", { r: 1 })), h("math", h("mi")));
           const [drawing, formula] = box.children;
           return [drawing.firstChild instanceof SVGCircleElement, drawing.getAttribute("viewBox"),
             formula.firstChild.namespaceURI];"""
    ) == [True, "0 0 1 1", "http://www.w3.org/1998/Math/MathML"]


def what_is_to_be_done_is_the_last_that_was_said(run: Callable[[str], Any]) -> None:
    assert run(
        """const done = [];
           for (const what of ["a", "b"]) draw(box, h("button", { onclick: () => done.push(what) }));
           box.firstChild.click();
           draw(box, h("button"));
           box.firstChild.click();
           return done;"""
    ) == ["b"]
