// What each metric hides: a line for each, and which of them the lessons have come to.

import { address } from "../address.js";
import { mounted } from "../frame.js";
import { legend, tiles } from "../tiles.js";
import { draw, h } from "../view/view.js";

/** The parameters that this page writes into the address. */
const OURS = ["done", "solved"];

export default mounted(".ix-hides", (root, signal) => {
  // Paper is light, and is read from near by.
  window.addEventListener("beforeprint", () => root.classList.add("ix-paper"), { signal });
  window.addEventListener("afterprint", () => root.classList.remove("ix-paper"), { signal });
  return (data) => {
    draw(root.lastElementChild, bar(data), legend(data.groups.flatMap(({ lines }) => lines.flatMap(({ sides }) => sides.flatMap(({ lists }) => lists)))), data.groups.map(group), ways(data));
    address(data.link, OURS);
  };
});

const bar = ({ added, of }) =>
  h(
    "div.ix-line.ix-hides-bar",
    {},
    added > 0 && h("progress", { max: of, value: added, "aria-label": "What your lessons have come to" }),
    added > 0 && h("span.ix-strong", {}, `Your lessons have come to ${added} of these ${of}.`),
    h("button.ix-button", { onclick: () => window.print() }, "Print or save as PDF"),
  );

const group = ({ id, title, open, lines, done }) =>
  h(
    "section.ix-stack",
    { key: `group-${id}`, "aria-label": title, "data-lesson": id, "data-done": done },
    h("h2.ix-h3", {}, open ? h("a", { href: open }, title) : title, done && h("span.ix-badge", { "data-kind": "good" }, "✓ known")),
    lines.map(line),
  );

const line = (one) =>
  h(
    "article.ix-panel.ix-hides-line",
    { key: one.id, "data-testid": "blind-spot", "data-line": one.id, "data-hue": one.name || null, "aria-labelledby": `ix-hides-${one.id}` },
    h(
      "div",
      {},
      h("h3.ix-h3", { id: `ix-hides-${one.id}` }, one.symbol && h("span.ix-hue", {}, `${one.symbol} `), one.title),
      h("p", {}, h("b", {}, "Hides: "), one.hides[0].toLowerCase() + one.hides.slice(1)),
    ),
    one.sides.map((side, at) => half(side, at, one.values)),
  );

const half = ({ label, lists }, at, values) =>
  h(
    "div.ix-stack.ix-hides-side",
    { "data-testid": "side" },
    label && h("p.ix-caption.ix-strong", {}, label),
    lists.map(tiles),
    h(
      "dl",
      {},
      values.map(({ name, called, texts, same }) =>
        h("div.ix-line", { "data-hue": name, "data-value": texts[at], "data-same": same }, h("dt.ix-hue", {}, called), h("dd", {}, texts[at], same && h("span.ix-caption", {}, " for both"))),
      ),
    ),
  );

const ways = ({ ways: to }) =>
  h("div.ix-line.ix-hides-ways", {}, h("a.ix-button.ix-do", { href: to.check }, "The final check"), h("a.ix-button", { href: to.learn }, "All lessons"));
