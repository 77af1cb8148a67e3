/**
 * The live chart and its scoreboard: they show what the board shows, as soon as the board shows it.
 *
 * @typedef {object} Scene What all that is drawn is made of.
 * @property {Row[]} rows The metrics.
 * @property {Row[]} plotted Those that have a curve; they come first.
 * @property {Row[]} drawn Those whose curve is not hidden.
 * @property {import("./content.js").Content} content
 * @property {import("./memory.js").Memory | null} memory
 * @property {Record<string, object>} marks How the prediction that led here was marked, by metric.
 * @property {string} chosen The metric whose working is shown.
 * @property {string | null} lit The metric whose curve stands out.
 * @property {import("./geometry.js").Geometry} place
 * @property {number} n
 *
 * @typedef {object} Row A metric (Row in irviz/views/curves.py), the trace of its curve, the sample of that, and
 *   what a hand on its score does.
 */

import { HELD_BACK } from "../board/prediction_gate.js";
import { getRoomState, isClassAsked, isMasked, isPresenting } from "../masks.js";
import { listen, tell } from "../events.js";
import { mounted } from "../frame.js";
import { recordEvidence } from "../progress.js";
import { bringBack, reveal } from "../scrolling.js";
import { changeState, watchState } from "../state.js";
import { readStored } from "../storage.js";
import { draw, h } from "../view/view.js";
import * as wire from "../transport.js";
import { Chart, inkOf } from "./chart.js";
import { coverContent, findContent, findCurvesAhead, listVisible } from "./content.js";
import { geometry, unit } from "./geometry.js";
import { classAnswers, labels, tip, under } from "./layers.js";
import { Listing } from "./listing.js";
import { keep, recall, remember } from "./memory.js";
import * as sound from "./sound.js";
import { loadPlotly } from "./plotly.js";
import { Predictions } from "./predict.js";
import { Reading } from "./reading.js";
import { scoreline, scores } from "./scoreboard.js";
import { swatch } from "./swatch.js";
import { remark, sentence, verdict } from "./words.js";

/** So near to a point, in the units of the place, a click means it. */
const NEAR = 10;

/** In a narrower stage, in pixels, type that is larger than usual would leave no room for the curves. */
const NARROWEST = 272;

/** Passing over a picture is no question; resting on it for so many milliseconds is. */
const REST = 180;

/** On a wall, what a click would do is shown while somebody moves the mouse, and for so many milliseconds more. */
const GHOST = 3000;

let moved = 0;
document.addEventListener("pointermove", ({ movementX, movementY, timeStamp }) => {
  if (movementX || movementY) moved = timeStamp;
}, { passive: true });

/** Whether no curve tells its value at a cutoff, as far as there are curves. */
const isShut = (drawn, content, k) =>
  k > content.last || (drawn.length > 0 && listVisible(drawn, content, k).length === 0);

/** So wide, in pixels, is a chart on a sheet of paper. */
const ON_PAPER = 600;

// What is drawn in pixels of the screen keeps its form on paper, and becomes smaller.
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll(".ix-chart")) {
    one.style.height = `${one.clientHeight}px`;
    one.style.setProperty("--ix-print", String(Math.min(1, ON_PAPER / one.clientWidth)));
  }
});
addEventListener("afterprint", () => {
  for (const one of document.querySelectorAll(".ix-chart")) {
    for (const name of ["height", "--ix-print"]) one.style.removeProperty(name);
  }
});

/** One chart with its scoreboard, from mount to farewell. */
class Panel {
  constructor(root, signal) {
    this.root = root;
    this.stage = root.querySelector(".ix-chart");
    this.chart = new Chart(root.querySelector(".ix-chart-plot"));
    this.listing = new Listing(root.querySelector(".ix-listing"));
    this.predictions = new Predictions(this);
    this.reading = new Reading(this);
    this.rows = [];
    this.memory = null;
    this.known = null; // what is to be drawn, covered or not
    this.hot = null; // the rank that is pointed at somewhere on the page, and here:
    this.pointed = null;
    this.ghosts = null; // curves of what a click would do
    this.answers = null; // what a class has said of the values
    this.lit = null; // the metric that is pointed at
    this.all = false; // whether scores that stand aside are shown, too
    this.inSight = false; // whether the scores are
    this.hands = {
      onpointermove: (event) => this.point(event),
      onpointerleave: () => this.point(null),
      onclick: (event) => this.choose(event),
    };
    this.unlight = () => this.light(null);
    this.listen = () => this.hearCurve();
    this.showAll = () => {
      this.set({ all: true });
      root.querySelector(".ix-choose").focus();
    };
    this.measure();
    const sizes = new ResizeObserver(() => this.measure());
    sizes.observe(this.stage);
    watchState(
      ["theme", "present", "predict", "told", "masked", "revealed", "sealed", "room", "held"],
      () => this.measure(),
      signal,
    );
    const sight = new IntersectionObserver(([{ isIntersecting: inSight }]) => this.set({ inSight }), {
      threshold: 0.4,
    });
    sight.observe(root.querySelector(".ix-scores"));
    listen("show", () => this.draw(), signal);
    listen("rank", ({ rank }) => this.set({ hot: rank }), signal);
    listen("ghost", ({ pattern }) => this.ghost(pattern), signal);
    listen("predict", (detail) => this.ask(detail), signal);
    listen("listen", this.listen, signal);
    listen("answers", ({ answers }) => this.set({ answers }), signal);
    signal.addEventListener("abort", () => {
      sizes.disconnect();
      sight.disconnect();
      sound.stopSound();
      this.chart.leave();
    });
  }

  /** Take in what the server says. */
  receive(data) {
    const { rows, figure, hidden_metrics: hidden, n } = data;
    const heldBack = !this.data && readStored(HELD_BACK);
    this.data = data;
    this.template = JSON.stringify([figure, rows]);
    this.rows = rows.map((row, index) => this.prepared(row, figure.data[index]));
    if (this.hot > n) this.hot = this.pointed = null;
    // The server's word on what is hidden counts, unless it is older than the user's last click on a toggle.
    if (this.sent === undefined || this.sent === [...hidden].sort().join()) {
      this.sent = undefined;
      this.hidden = new Set(hidden);
    }
    this.measure();
    this.load();
    const answers = data.counts.reduce((sum, [, , all]) => sum + all, 0);
    if (!getRoomState()) recordEvidence("predict", location.pathname, answers, data.evidence);
    if (heldBack?.at === location.href) tell("restage", heldBack);
  }

  prepared(row, trace) {
    const { name } = row;
    return {
      ...row,
      trace,
      swatch: trace && swatch(trace),
      toggle: () => this.toggle(name),
      choose: () => {
        tell("look", { metric: name, lens: "working" });
        reveal(document.querySelector(".ix-lens"));
      },
      openMean: () => {
        tell("look", { metric: name });
        tell("open", { q: "mean" });
      },
      enter: ({ pointerType }) => pointerType === "mouse" && this.light(name),
      focus: ({ target }) => target.matches(":focus-visible") && this.light(name),
    };
  }

  /**
   * Look up what only changes with the window, the theme and the metrics: asking for it while drawing would cost a
   * layout.
   */
  measure() {
    const { clientWidth, clientHeight } = this.stage;
    this.size = [clientWidth, clientHeight, Math.min(unit(), Math.max(1, clientWidth / NARROWEST))];
    if (!this.data) return;
    this.ink = inkOf(this.root, this.data.figure.data);
    this.draw();
  }

  async load() {
    if (this.chart.plotly) return;
    try {
      this.chart.plotly = await loadPlotly(this.data.plotly);
      this.failed = false;
    } catch {
      this.failed = true;
    }
    this.measure();
  }

  /** Show what the board shows. */
  draw() {
    const { content, busy } = findContent(this.data, this.known);
    this.root.setAttribute("aria-busy", String(busy));
    if (content.pattern !== this.known?.pattern) {
      clearTimeout(this.resting); // it was of another state
      this.ghosts = null;
    }
    this.known = content;
    const before = content.place === "solution" && this.data.before; // the state before the last move of a solution
    this.memory = before
      ? { now: content, before: { board: content.board, ...before } }
      : remember(this.memory ?? recall(content), content, this.data.is_untouched && wire.quiet());
    keep(this.memory);
    this.paint();
    if (content.kind === "preview" && !busy) this.tone(content.k, this.metric());
  }

  paint() {
    if (!this.known) return;
    const { data, rows, root, size, predictions } = this;
    const { figure, n, metric: chosen, metrics_to_predict: ask } = data;
    root.toggleAttribute("data-asking", predictions.asking); // which covers the curves
    changeState({ asking: predictions.asking });
    const content = coverContent(this.known, n, chosen);
    const plotted = rows.filter(({ trace }) => trace);
    // While presenting there is the chosen curve alone.
    const { scale } = figure;
    const alone = isPresenting() && scale.includes(chosen);
    const drawn = plotted.filter(({ name }) =>
      scale.includes(name) && (alone ? name === chosen : !this.hidden.has(name))
    );
    if (this.pointed && isShut(drawn, content, this.pointed)) this.pointed = null;
    const marked = content.exact && content.kind === "settled" && content.k === data.k
      ? Object.entries(data.marks)
      : [];
    const marks = Object.fromEntries(marked.filter(([name]) => !isMasked(name)));
    const place = geometry(figure.layout, n, size[0], size[1], size[2]);
    const lit = drawn.some(({ name }) => name === this.lit) ? this.lit : null;
    const scene = { rows, plotted, drawn, content, memory: this.memory, marks, chosen, lit, place, n };
    this.scene = scene;
    // The chart first: plotly measures texts, and should not have to wait for the layout of what changes here.
    this.chart.draw(scene, figure, this.template, this.ink);
    this.chart.light(lit);
    root.toggleAttribute("data-wrong", predictions.fault() !== "");
    const note = remark(scene, this.failed);
    const why = verdict(scene);
    const worked = content.exact && content.kind === "settled" && !isPresenting() && data.working_line;
    const asked = predictions.asking || isClassAsked(); // what was before is no answer to what is asked
    const [ties, names] = labels(scene);
    const { pattern, k, kind, exact } = content;
    // A label that changes costs a new style of all that a sheet finds by labels, and in the middle of a drag nobody
    // hears it.
    if (kind === "settled" || content.last < n || isMasked()) this.words = `${sentence(scene)} ${note}`.trim();
    draw(
      root,
      h(
        "div.ix-chart.ix-relative.ix-unselected",
        {
          role: "img",
          style: {
            "--ix-top": `${place.top}px`,
            "--ix-down": `${place.bottom - place.top}px`,
            "--ix-unit": `${place.unit}px`,
          },
          "aria-label": this.words,
          "data-testid": "curves",
          "data-lit": lit && "",
          "data-kind": kind,
          "data-pattern": pattern,
          "data-k": k,
          "data-exact": exact,
        },
        h("div.ix-layer.ix-absolute", { "aria-hidden": true }, under(scene, this)),
        h("div.ix-chart-plot.ix-layer.ix-absolute", { own: true }),
        h(
          "div.ix-chart-over.ix-layer.ix-absolute",
          { "aria-hidden": true },
          ties,
          predictions.over(scene),
          names,
          this.pointed && drawn.length > 0 && tip(scene, this.pointed),
        ),
        note && h("p.ix-chart-note.ix-absolute.ix-centred.ix-well", { "aria-hidden": true }, note),
        classAnswers(scene, this.answers),
        h("div.ix-chart-hit.ix-pointer.ix-pan.ix-layer.ix-absolute", this.hands),
      ),
      h("div.ix-listing.ix-said", { own: true }),
      h("div.ix-reach.ix-relative", this.reading.view(scene), predictions.target(scene)),
      this.listening(),
      h(
        "div.ix-scoreline",
        { "aria-hidden": true, "data-idle": this.inSight ? "" : null },
        !this.inSight && scoreline(scene, ask),
      ),
      h(
        "table.ix-scores.ix-block",
        {
          role: "table",
          "data-kind": kind,
          "data-few": !isPresenting() && rows.some((row) => this.standsAside(row)) ? "" : null,
          "data-question": predictions.words(),
          "aria-label": "Scores at the cutoff",
        },
        HEAD,
        h("tbody", { role: "rowgroup" }, scores(scene, this)),
      ),
      h(
        "div.ix-below",
        h("p.ix-working-line.ix-flex.ix-caption", {
          "data-testid": "working-line",
          "data-hue": chosen,
          title: worked || null,
          hidden: asked,
        }, worked && worked.split(/(?= = [^=]*$)/).map((part) => h("span", part))),
        h(`${why[0]?.tag ? "div" : "p"}.ix-why.ix-clamp.ix-caption`, {
          key: "why", // of another tag it is not taken for the question, which may have the focus
          "data-testid": "why",
          "data-marked": Object.keys(marks).length > 0 ? "" : null,
          hidden: asked,
        }, why),
        predictions.question(),
        predictions.tally(scene, data),
      ),
    );
    predictions.resume();
    this.listing.show(
      "The curves of the chart",
      drawn.map(({ name, symbol }) => ({
        name: symbol,
        values: content.curves[name],
        last: isMasked(name) ? 0 : content.last,
      })),
    );
  }

  /** Whether a score stands aside: those that a lesson is not about do, as long as their curves are hidden. */
  standsAside(row) {
    const { drawn, chosen } = this.scene;
    return !this.all && this.data.folded_metrics.includes(row.name) && !drawn.includes(row) && row.name !== chosen;
  }

  /** Hide or show a curve at once, and tell the board, which tells the server. */
  toggle(metric) {
    if (!this.hidden.delete(metric)) this.hidden.add(metric);
    this.draw();
    const hidden = this.rows.map((row) => row.name).filter((name) => this.hidden.has(name));
    this.sent = [...hidden].sort().join();
    tell("hide", { hidden });
  }

  /** Show the same with something of it changed. */
  set(more) {
    Object.assign(this, more);
    this.paint();
  }

  /** Let one curve stand out while the pointer or the focus is on its score. */
  light(metric) {
    if (metric !== this.lit) this.set({ lit: metric });
  }

  /** A click asks the board to move the cutoff, and on a point of a curve for the working of its metric. */
  choose(event) {
    const k = this.rankAt(event);
    if (k === null) return;
    const { content, drawn, place } = this.scene;
    const y = event.clientY - this.stage.getBoundingClientRect().top;
    const far = ({ name }) => Math.abs(place.y(content.curves[name][k - 1]) - y);
    const [nearest] = listVisible(drawn, content, k).sort((one, other) => far(one) - far(other));
    if (nearest && far(nearest) < NEAR * place.unit) tell("look", { metric: nearest.name });
    tell("cutoff", { k });
  }

  /** Show faintly what a click would do, in a moment, or stop showing it. */
  ghost(pattern) {
    clearTimeout(this.resting);
    const { content } = this.scene;
    const curves = pattern && content.last === this.data.n ? findCurvesAhead(this.data, content.board, pattern) : null;
    const show = () => {
      const rests = isPresenting() && performance.now() - moved > GHOST / 3;
      this.ghosts = rests ? null : curves;
      if (curves && isPresenting() && !rests) this.resting = setTimeout(() => this.ghost(null), GHOST);
      this.paint();
    };
    if (curves) this.resting = setTimeout(show, REST);
    else if (this.ghosts) show();
  }

  /** Ask for a prediction, or stop asking; with `keep` the focus stays where it is. */
  ask({ ask, k, keep }) {
    if (ask && getRoomState()) return; // the class is asked, and not whoever stands at the wall
    const here = document.activeElement;
    if (ask) this.from = here === document.body ? document.querySelector(".ix-picture") : here;
    const lost = !ask && this.root.contains(here) && here.closest(".ix-guesses, .ix-ask, .ix-target");
    const names = isPresenting() ? [this.data.metric] : this.predictions.about ?? this.data.metrics_to_predict;
    this.predictions.ask(ask, names, k);
    // Keys go on where the change was made; after practice, to what is next.
    if (lost && !this.predictions.waiting) this.from?.focus({ preventScroll: true });
    if (!ask || keep) return;
    this.root.querySelector(".ix-guess")?.focus({ preventScroll: true });
    bringBack(this.root, [...this.root.querySelectorAll(".ix-guesses, .ix-ask")]);
  }

  /** Tell the values under a mouse or pen; a finger would cover them, and its tap sets the cutoff. */
  point(event) {
    const at = event && event.pointerType !== "touch" ? this.rankAt(event) : null;
    const rank = at !== null && isShut(this.scene.drawn, this.scene.content, at) ? null : at;
    if (rank === this.pointed) return;
    this.pointed = rank;
    tell("rank", { rank }); // which is heard here, too, and so is drawn
  }

  /** Show what stands where somebody reads with keys, as under a pointer; null for nothing. */
  read(rank, metric) {
    this.pointed = rank;
    this.lit = metric;
    tell("rank", { rank });
    if (rank) this.tone(rank, this.reading.at().row);
  }

  /** The metric that is heard: the one that is read with keys, or the chosen one. */
  metric() {
    const { rows, chosen } = this.scene;
    return this.reading.k ? this.reading.at().row : (rows.find(({ name }) => name === chosen) ?? rows[0]);
  }

  listening() {
    const plays = sound.isPlaying();
    const title =
      "Hear the curve: one tone a rank, the higher the larger, and a click at the cutoff (H). How loud: behind " +
      "“?”, Keys";
    return h("button.ix-button.ix-quiet.ix-listen.ix-xs", {
      "data-testid": "listen",
      title,
      "aria-keyshortcuts": "H",
      onclick: this.listen,
    }, plays ? "Stop" : "Listen");
  }

  /** Let a curve be heard as far as it is told, or be silent again. */
  hearCurve() {
    if (sound.isPlaying()) return sound.stopSound();
    if (!this.stage.checkVisibility({ visibilityProperty: true })) return;
    const { content } = this.scene;
    const row = this.metric();
    const values = content.curves[row.name];
    if (values.every((value) => value === null)) {
      return tell("say", {
        words: `There is nothing to hear: ${row.symbol} ${isMasked(row.name) ? "is masked" : "has no value"}.`,
      });
    }
    sound.play([{ values, k: content.k }], () => this.paint());
    this.paint();
  }

  /** Let one value be heard, where that is wanted and it is told. */
  tone(k, { name }) {
    sound.note([{ value: this.scene.content.curves[name][k - 1] }], this.stage, k);
  }

  rankAt(event) {
    return this.scene.place.rank(event.clientX - this.stage.getBoundingClientRect().left);
  }
}

const HEAD = h(
  "thead.ix-said",
  { role: "rowgroup" },
  h(
    "tr",
    { role: "row" },
    ["Metric", "Value", "Change with the last action"].map((name) =>
      h("th", { scope: "col", role: "columnheader" }, name)
    ),
  ),
);

export default mounted(".ix-curves", (root, signal) => {
  const panel = new Panel(root, signal);
  return (data) => panel.receive(data);
});
