// One of two orders: its pictures, what both metrics make of it, and why; a view.

import { masked } from "../covered.js";
import { thumb } from "../result.js";
import { h } from "../view/view.js";

const PLACES = ["First", "Second"];

/** Describe it; `at` is 0 or 1, and `reveal` tells the values of one side while they are masked. */
export function order({ open, cards, values, reason }, at, data, reveal) {
  const cut = Math.max(data.a.k ?? data.n, data.b.k ?? data.n);
  return h(
    "article.ix-panel.ix-stack",
    { "data-testid": "disagree-order" },
    h(
      "header.ix-line.ix-ends",
      {},
      h("h3.ix-h3", {}, `${PLACES[at]} order`, h("span.ix-order-letter", {}, `: ${"AB"[at]}`)),
      h("a.ix-button", { href: open, "aria-label": `Open on the board: the ${PLACES[at].toLowerCase()} order` }, "Open on the board"),
    ),
    h(
      "ol.ix-faces",
      { style: { "--ix-count": Math.min(cards.length, 10) } },
      cards.map((one) => face(one, cut, data)),
    ),
    h("dl", {}, values.map((one, side) => (masked("ab"[side]) ? unknown(one, () => reveal("ab"[side])) : known(one)))),
    !masked("a") && !masked("b") && h("p", {}, reason),
  );
}

/** One result: its rank, its picture or title, and its tick or grade. */
const face = (one, cut, { graded, pictures }) => {
  const words = `${one.title}, ${graded ? `grade ${one.grade}` : one.relevant ? "relevant" : "not relevant"}`;
  const mark = graded ? String(one.grade) : one.relevant && "✓";
  return h(
    "li.ix-face",
    { "data-grade": one.grade, "data-cut": one.rank > cut },
    h("span.ix-caption", { "aria-hidden": "true" }, one.rank),
    thumb(one, pictures, { "aria-label": `Rank ${one.rank}: ${words}`, title: words }),
    mark && h("span.ix-badge", { "aria-hidden": "true", "data-kind": one.relevant ? "good" : null }, mark),
  );
};

/** What one metric makes of an order, while that is masked. */
const unknown = ({ symbol, name }, reveal) =>
  h("div.ix-disagree-value", { "data-testid": "disagree-value", "data-metric": symbol, "data-hue": name }, h("dt.ix-hue", {}, symbol), h("dd.ix-disagree-number", {}, h("button.ix-plain", { "aria-label": `Reveal ${symbol}`, title: `Reveal ${symbol}`, onclick: reveal }, "?")));

/** The same in numbers: its value, as a bar from 0 to the most there can be, and the working. */
const known = (one) =>
  h(
    "div.ix-disagree-value",
    { "data-testid": "disagree-value", "data-metric": one.symbol, "data-value": one.value, "data-hue": one.name },
    h("dt.ix-hue", {}, one.symbol),
    h("dd", { class: one.preferred ? "ix-h2" : "ix-disagree-number" }, one.text),
    h(
      "dd.ix-disagree-scale.ix-caption",
      { "aria-hidden": "true" },
      h("span.ix-disagree-end", {}, "0"),
      h("span.ix-disagree-bar", {}, h("span", { style: { width: `${(100 * one.share).toFixed(1)}%` } })),
      h("span.ix-disagree-end", {}, one.top),
    ),
    one.preferred && h("dd.ix-hue.ix-caption.ix-disagree-more", {}, "▲ prefers this order"),
    one.more && h("dd.ix-disagree-wide.ix-caption", {}, one.more),
    one.worked && h("dd.ix-disagree-wide.ix-caption", {}, h("code", {}, `= ${one.worked}`)),
  );
