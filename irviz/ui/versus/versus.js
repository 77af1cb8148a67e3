/** Two lists side by side: small charts, a table and a sentence, which show what the boards show. */

import { followTheme } from "../theme.js";
import * as wire from "../wire.js";
import { html, setAttribute, setText } from "../dom.js";
import { Listing } from "../curves/listing.js";
import { find, fitting } from "./content.js";
import { Panel } from "./panel.js";
import { Table } from "./table.js";

let asked = wire.shown ?? null;
const views = new Map();

document.addEventListener("irviz:show", (event) => {
  asked = event.detail;
  for (const view of living()) view.draw();
});

document.addEventListener("irviz:rank", (event) => {
  for (const view of living()) view.heat(event.detail.rank);
});

/**
 * Show the comparison. Called on mount and on each change of the data.
 *
 * @param {{data: object, parentElement: Element}} component
 * @returns {() => void} Called when the component goes away.
 */
export default function versus({ data, parentElement }) {
  followTheme(parentElement);
  const root = parentElement.querySelector(".ix-versus");
  living();
  if (!views.has(root)) views.set(root, new Versus(root));
  views.get(root).receive(data);
  return living;
}

/** The views that are still on the page; the others are let go. */
function living() {
  for (const [root, view] of views) {
    if (root.isConnected) continue;
    view.leave();
    views.delete(root);
  }
  return [...views.values()];
}

/** One comparison, from mount to farewell. */
class Versus {
  constructor(root) {
    this.root = root;
    this.charts = root.querySelector(".ix-vs-charts");
    this.why = root.querySelector(".ix-vs-why");
    this.table = new Table(root.querySelector(".ix-vs-table"), (name) => this.light(name));
    this.listing = new Listing(root.querySelector(".ix-listing"));
    this.panels = [];
    this.built = "";
    this.content = null;
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(this.charts);
  }

  receive(data) {
    this.data = data;
    const built = JSON.stringify([data.rows, data.n, data.palettes]);
    if (built !== this.built) {
      this.built = built;
      this.build();
    }
    this.draw();
  }

  /** Make what depends on the metrics and the length only. */
  build() {
    const { rows, palettes, n } = this.data;
    const hues = (name) => ({ light: palettes.light[name], dark: palettes.dark[name] });
    const plotted = rows.filter((row) => row.plotted);
    this.panels = plotted.map((row) => new Panel(row, hues(row.name), n));
    this.charts.replaceChildren(...this.panels.map((panel) => panel.figure));
    this.table.build(rows, hues);
    this.measure();
  }

  measure() {
    for (const panel of this.panels) panel.measure();
    this.draw();
  }

  /** Show what the boards show; until its curves are here, go on showing what is shown. */
  draw() {
    if (!this.data) return;
    const found = find(this.data, asked);
    setAttribute(this.root, "aria-busy", String(found === null));
    const last = this.content && fitting(this.content.curves, this.data) ? this.content : null;
    this.content = found ?? last ?? find(this.data, null);
    const { content } = this;
    for (const panel of this.panels) panel.draw(content);
    this.table.draw(content, this.data);
    this.listing.show("The curves of A and B", this.lines(), this.data.n);
    this.say(content.why.slice(1));
    setAttribute(this.root, "data-kind", content.kind);
    setAttribute(this.root, "data-pattern", content.pattern);
    setAttribute(this.root, "data-k", String(content.k));
    setAttribute(this.root, "data-exact", String(content.exact));
  }

  /** One line for each thing that is said; where nothing new is said, nothing is touched. */
  say(lines) {
    while (this.why.children.length > lines.length) this.why.lastChild.remove();
    while (this.why.children.length < lines.length) this.why.append(html("li", ""));
    lines.forEach((line, place) => setText(this.why.children[place], line));
  }

  /** Both curves of each metric. */
  lines() {
    const { a, b } = this.content.curves;
    const plotted = this.panels.map(({ row }) => row);
    return plotted.flatMap(({ name }) => [
      { name: `${name}@k of A`, values: a[name] },
      { name: `${name}@k of B`, values: b[name] },
    ]);
  }

  heat(rank) {
    for (const panel of this.panels) panel.heat(rank);
  }

  /** Let one metric's chart stand out; none for null. */
  light(name) {
    for (const panel of this.panels) panel.figure.toggleAttribute("data-lit", panel.row.name === name);
  }

  leave() {
    this.sizes.disconnect();
  }
}
