// Two orders beside each other: their pictures, what both metrics make of them, and why.

import { element } from "../board/cards.js";

function line(tag, className, text, attributes = {}) {
  const made = element(tag, className, attributes);
  made.textContent = text;
  return made;
}

/** Give an element the colour of a metric, in both themes. */
export function hue(node, metric, palettes) {
  node.classList.add("ix-hued");
  for (const theme of ["light", "dark"]) node.style.setProperty(`--ix-hue-${theme}`, palettes[theme][metric].text);
}

/** One result, small: its rank, its picture or title, and its tick or grade. */
function card(one, cut, graded, pictures) {
  const words = graded ? `grade ${one.grade}` : one.relevant ? "relevant" : "not relevant";
  const made = element("li", "ix-face", { "data-rank": one.rank, "data-grade": one.grade, "data-relevant": one.relevant, "data-cut": one.rank > cut });
  const picture = element("span", "ix-face-picture", { role: "img", "aria-label": `Rank ${one.rank}: ${one.title}, ${words}`, title: `${one.title}, ${words}` });
  if (one.picture) picture.append(element("img", "", { src: pictures + one.picture, alt: "", draggable: "false" }));
  else picture.append(line("span", "ix-face-title", one.title));
  picture.append(line("span", "ix-face-mark", graded ? String(one.grade) : one.relevant ? "✓" : ""));
  made.append(line("span", "ix-face-rank", String(one.rank), { "aria-hidden": "true" }), picture);
  return made;
}

/** What one metric makes of an order: its value, as a bar from 0 to the most there can be, and the working. */
function value(one, palettes) {
  const row = element("div", "ix-disagree-value", { "data-testid": "disagree-value", "data-metric": one.symbol, "data-value": one.value, "data-preferred": one.preferred });
  hue(row, one.name, palettes);
  const bar = element("span", "ix-disagree-bar", { "aria-hidden": "true" });
  const fill = element("span");
  fill.style.width = `${(100 * one.share).toFixed(1)}%`;
  bar.append(fill);
  row.append(
    line("dt", "", one.symbol),
    line("dd", "ix-disagree-unusual", one.more),
    line("dd", "ix-disagree-number", one.text),
    line("dd", "ix-disagree-more", one.preferred ? "▲ prefers this order" : ""),
    element("dd", "ix-disagree-scale"),
    line("dd", "ix-disagree-worked", one.worked ? `= ${one.worked}` : ""),
  );
  const end = (text) => line("span", "ix-disagree-end", text, { "aria-hidden": "true" });
  row.querySelector(".ix-disagree-scale").append(end("0"), bar, end(one.top));
  return row;
}

function order(found, at, data) {
  const article = element("article", "ix-disagree-order", { "data-testid": "disagree-order" });
  const cut = Math.max(data.a.k ?? data.n, data.b.k ?? data.n);
  const head = element("header");
  const open = line("a", "ix-disagree-open", "Open on the board", { href: found.open });
  open.setAttribute("aria-label", `Open the ${at ? "second" : "first"} order on the board`);
  head.append(line("h3", "", at ? "Second order" : "First order"), open);
  const list = element("ol", "ix-faces");
  list.style.setProperty("--ix-count", Math.min(found.cards.length, 10));
  list.append(...found.cards.map((one) => card(one, cut, data.graded, data.pictures)));
  const values = element("dl");
  values.append(...found.values.map((one) => value(one, data.palettes)));
  article.append(head, list, values, line("p", "ix-disagree-reason", found.reason));
  return article;
}

/** Show both orders, or none; nothing is touched where nothing has changed. */
export function showOrders(root, data) {
  const key = JSON.stringify([data.found.orders ?? [], data.a.k, data.b.k]);
  if (root.dataset.key === key) return;
  root.dataset.key = key;
  root.replaceChildren(...(data.found.orders ?? []).map((one, at) => order(one, at, data)));
}
