/** Two lists side by side: small charts, a table and sentences, which show what the boards show. */

import { isMasked, isPresenting } from "../masks.js";
import { findContent } from "../curves/content.js";
import { unit } from "../curves/geometry.js";
import { Listing } from "../curves/listing.js";
import { figure } from "../curves/scoreboard.js";
import * as sound from "../curves/sound.js";
import { listen, tell } from "../events.js";
import { mounted } from "../frame.js";
import { scroll } from "../lens/scrollable.js";
import { decimal, long, movement } from "../numbers.js";
import { watchState } from "../state.js";
import { head } from "../view/table.js";
import { draw, h } from "../view/view.js";
import { chart, compare, frame } from "./chart.js";

/** One comparison, from mount to farewell. */
class Versus {
  constructor(root, signal) {
    this.root = root;
    this.charts = root.querySelector(".ix-vs-charts");
    this.listing = new Listing(root.querySelector(".ix-listing"));
    this.known = null;
    this.pointed = null; // the rank that is pointed at somewhere on the page
    this.lit = null; // the metric whose values are pointed at
    const sizes = new ResizeObserver(() => this.measure());
    sizes.observe(this.charts);
    watchState(
      ["present", "masked", "revealed", "sealed"],
      () => this.data && (this.paint(), this.measure()),
      signal,
    );
    listen("show", () => this.draw(), signal);
    listen("rank", ({ rank }) => this.set({ pointed: rank }), signal);
    listen("look", ({ metric = this.metric }) => this.set({ metric }), signal);
    listen("listen", () => this.hear(), signal);
    signal.addEventListener("abort", () => {
      sizes.disconnect();
      sound.stopSound();
    });
  }

  receive(data) {
    this.data = data;
    this.metric = data.metric;
    this.place = frame(data.n, this.place?.width ?? 0, this.place?.height ?? 0);
    this.draw();
    this.measure();
  }

  /** Look up what only changes with the window and the lists. */
  measure() {
    const { clientWidth, clientHeight } = this.charts.querySelector(".ix-vs-box");
    const { width, height } = this.place;
    if (width === clientWidth && height === clientHeight && this.place.unit === unit()) return;
    this.place = frame(this.data.n, clientWidth, clientHeight);
    this.paint();
  }

  /** Show what the boards show. */
  draw() {
    const { content, busy } = findContent(this.data, this.known);
    this.known = content;
    this.root.setAttribute("aria-busy", String(busy));
    for (const name of ["kind", "pattern", "k", "exact"]) this.root.dataset[name] = content[name];
    this.paint();
    if (content.kind === "preview" && !busy) this.tone();
  }

  /** The metrics that have a chart now: to a room, one at a time. */
  plotted() {
    const every = this.data.rows.filter((row) => row.is_plotted);
    const chosen = every.filter(({ name }) => name === this.metric);
    return isPresenting() && chosen.length ? chosen : every;
  }

  paint() {
    const { data, known: content, place } = this;
    const [verdict, ...why] = content.why;
    const [open, ...unjudged] = data.unjudged;
    const stale = content.pattern !== data.pattern || content.k !== data.k; // what is said is not of this
    const plotted = this.plotted();
    const rank = this.pointed <= data.n ? this.pointed : null;
    draw(
      this.root,
      h(
        "div.ix-vs-charts.ix-as-grid",
        plotted.map((row) => chart(row, content, place, rank, row.name === this.lit, () => this.hear(row.name))),
      ),
      h("div.ix-listing.ix-said", { own: true }),
      scroll(
        "Values of A and B",
        h(
          "table.ix-table.ix-vs-table",
          h(
            "caption",
            h("b.ix-h3.ix-block", { "data-testid": "versus-verdict" }, isMasked() ? "A or B?" : (verdict ?? "\u00a0")),
            h("span.ix-caption.ix-block", `Values at k = ${content.k}; another cutoff may say otherwise`),
          ),
          HEAD,
          h("tbody", data.rows.map((row) => this.line(row))),
        ),
      ),
      h(
        "ul.ix-vs-why.ix-all-columns",
        { "data-testid": "versus-why", "aria-label": "Why" },
        !isMasked() && open &&
          h(
            "li.ix-vs-unjudged",
            { key: "unjudged", "data-testid": "versus-unjudged", "data-stale": stale ? "" : null },
            h("b", `${open}.`),
            ` ${unjudged.join(" ")}`,
          ),
        !isMasked() && why.map((one) => h("li", one)),
      ),
    );
    const lines = plotted.flatMap(({ name }) =>
      ["a", "b"].map((side) => ({
        name: `${name}@k of ${side.toUpperCase()}`,
        values: content.curves[side][name],
        last: isMasked(name) ? 0 : data.n,
      }))
    );
    this.listing.show("The curves of A and B", lines);
  }

  /** The values of a metric at the cutoff: A, B and the difference. */
  line({ name, title, meaning }) {
    const { k, fractions, undefined: blank } = this.known;
    const { by, winner, ...values } = compare(this.known, name);
    const empty = blank.has(name);
    const label = `${name}@${k}`;
    const none = by === null ? "none" : "0";
    const shut = isMasked(name);
    const value = (side) => {
      if (shut) return h("td", "?");
      const exact = long(values[side], fractions[side]?.[name]?.[k - 1]).both;
      return h("td", { title: empty ? "undefined, counted as 0" : exact }, decimal(values[side]));
    };
    return h(
      "tr",
      {
        key: name,
        "data-testid": "versus-row",
        "data-metric": name,
        "data-hue": name,
        "data-chosen": isPresenting() && name === this.metric ? "" : null,
        "data-winner": shut ? "" : winner,
        ...(!shut && { "data-difference": String(by), "data-a": String(values.a), "data-b": String(values.b) }),
        onpointerenter: () => this.set({ lit: name }),
        onpointerleave: () => this.set({ lit: null }),
      },
      h(
        "th.ix-hue",
        { scope: "row", title: `${title}: ${meaning}` },
        isPresenting()
          ? h("button.ix-plain", {
            "aria-pressed": name === this.metric,
            onclick: () => tell("look", { metric: name }),
          }, label)
          : label,
      ),
      value("a"),
      value("b"),
      h(
        "td",
        figure("ix-vs-figure", shut ? "?" : winner ? (by > 0 ? "+" : "−") + movement(by).figures : none, name, label),
        h("span.ix-vs-mark.ix-soft", { "aria-hidden": true }, !shut && winner),
        !shut &&
          h("span.ix-said", empty ? " undefined, counted as 0" : winner ? ` ${winner} is higher` : " no difference"),
      ),
    );
  }

  /** Show the same with something of it changed. */
  set(more) {
    Object.assign(this, more);
    this.paint();
  }

  /** The metric that is heard: the one that the focus or the pointer is on, or the chosen one. */
  heard() {
    const names = this.plotted().map(({ name }) => name);
    const here = document.activeElement.closest?.(".ix-vs-panel")?.dataset.metric;
    return [here, this.lit, this.metric, "AP"].find((name) => names.includes(name)) ?? names[0];
  }

  /** Let A be heard from the left and then B from the right, or be silent again. */
  hear(name = this.heard()) {
    if (sound.isPlaying()) return sound.stopSound();
    if (!this.charts.checkVisibility({ visibilityProperty: true })) return;
    if (isMasked(name)) return tell("say", { words: `There is nothing to hear: ${name}@k is masked.` });
    const { curves, k } = this.known;
    sound.play([{ values: curves.a[name], k, pan: -1 }, { values: curves.b[name], k, pan: 1 }]);
  }

  /** Let the values at the cutoff be heard while something moves, where that is wanted. */
  tone() {
    const { curves, k } = this.known;
    const name = this.heard();
    const value = (side) => (isMasked(name) ? null : curves[side][name][k - 1]);
    sound.note([{ value: value("a"), pan: -1 }, { value: value("b"), pan: 1 }], this.charts);
  }
}

const letter = (name, title) => h("abbr.ix-letter.ix-bold", { title, class: `ix-letter-${name.toLowerCase()}` }, name);

const HEAD = head(["Metric", letter("A", "the first list"), letter("B", "the second list"), "B − A"]);

export default mounted(".ix-versus", (root, signal) => {
  const versus = new Versus(root, signal);
  return (data) => versus.receive(data);
});
