/** The live chart and its scoreboard: they show what the board shows, as soon as the board shows it. */

import * as wire from "../wire.js";
import { Chart, inkOf } from "./chart.js";
import { masked } from "../covered.js";
import { cover, find, fits, isCovered, own } from "./content.js";
import { Cutoff } from "./cutoff.js";
import { reveal, setAttribute, setText, setVariable } from "../dom.js";
import { geometry } from "./geometry.js";
import { Labels } from "./labels.js";
import { remember } from "./memory.js";
import { Ghost } from "./ghost.js";
import { Listing, drawn } from "./listing.js";
import { loadPlotly } from "./plotly.js";
import { Predictions, remarkOn } from "./predict.js";
import { Scoreboard } from "./scoreboard.js";
import { Scoreline } from "./scoreline.js";
import { Tip } from "./tip.js";
import { FAILED, remark, sentence } from "./words.js";

/** What the board said last, which may be before there is a panel to hear it. */
let asked = wire.shown ?? null;
const panels = new Map();

document.addEventListener("irviz:show", (event) => {
  asked = event.detail;
  forget();
  for (const panel of panels.values()) panel.draw();
});

const HEARD = {
  "irviz:rank": (panel, { rank }) => panel.heat(rank),
  "irviz:ghost": (panel, { pattern }) => panel.ghost(pattern),
  "irviz:predict": (panel, detail) => panel.ask(detail),
};
for (const [name, hear] of Object.entries(HEARD)) {
  document.addEventListener(name, ({ detail }) => panels.forEach((panel) => hear(panel, detail)));
}

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

/** So near to a point, in pixels, a click means it. */
const NEAR = 10;

/**
 * Show the curves. Called on mount and on each change of the data.
 *
 * @param {{data: object, parentElement: Element}} component
 * @returns {() => void} Called when the component goes away.
 */
export default function curves({ data, parentElement }) {
  forget();
  const root = parentElement.querySelector(".ix-curves");
  if (!panels.has(root)) panels.set(root, new Panel(root));
  panels.get(root).receive(data);
  // Streamlit also calls this when data comes in a burst; then the component is still on the page.
  return forget;
}

/** A page may also take a component away without a word. */
function forget() {
  for (const [root, panel] of panels) {
    if (root.isConnected) continue;
    panel.leave();
    panels.delete(root);
  }
}

/** One chart with its scoreboard, from mount to farewell. */
class Panel {
  constructor(root) {
    const [stage, under, plot, over, hit, note, why] = [
      ".ix-chart", ".ix-chart-under", ".ix-chart-plot", ".ix-chart-over", ".ix-chart-hit", ".ix-chart-note", ".ix-why",
    ].map((name) => root.querySelector(name));
    Object.assign(this, { root, stage, hit, note, why });
    this.chart = new Chart(plot);
    this.cutoff = new Cutoff(under, over);
    this.labels = new Labels(over);
    this.ghosts = new Ghost(under);
    this.tip = new Tip(under, over);
    this.listing = new Listing(root.querySelector(".ix-listing"));
    this.scores = new Scoreboard(root.querySelector(".ix-scores"), {
      toggle: (metric) => this.toggle(metric),
      choose: (metric) => {
        tell("irviz:look", { metric, lens: "working" });
        reveal(document.querySelector(".ix-lens"));
      },
      light: (metric) => this.light(metric),
    });
    this.scoreline = new Scoreline(root);
    this.predictions = new Predictions(root);
    this.memory = null;
    this.known = null; // what is to be drawn, and without what is covered:
    this.content = null;
    this.built = "";
    hit.onpointermove = (event) => this.point(event);
    hit.onpointerleave = () => this.point(null);
    hit.onclick = (event) => this.choose(event);
    this.lit = null;
    this.measure();
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(stage);
    this.themes = new MutationObserver(() => this.measure());
    this.themes.observe(document.documentElement, { attributeFilter: ["theme", "present", "predict", "masked"].map((name) => `data-ix-${name}`) });
  }

  /** Take in what the server says. */
  receive(data) {
    this.data = data;
    if (this.pointed > data.n) this.point(null);
    if (data.fresh && wire.quiet()) this.memory = null; // nothing has been done yet, so nothing has moved
    this.settleHidden(data.hidden ?? []);
    this.build();
    this.draw();
    this.load();
  }

  /** Look up what only changes with the window and the theme: asking for it while drawing would cost a layout. */
  measure() {
    this.size = { width: this.stage.clientWidth, height: this.stage.clientHeight };
    this.theme = document.documentElement.dataset.ixTheme === "dark" ? "dark" : "light";
    this.ink = inkOf(this.root);
    this.draw();
  }

  /** Make what depends on the metrics only. */
  build() {
    const { rows, figure } = this.data;
    const built = JSON.stringify([rows, figure.data]);
    if (built === this.built) return;
    this.built = built;
    this.predictions.clear();
    this.scores.build(rows, figure.data, (row, plotted) => this.predictions.group(row, plotted));
    this.scoreline.build(rows);
    this.labels.build(this.plotted);
    this.ghosts.build(this.plotted);
    this.tip.build(this.plotted, figure.data);
  }

  /** Which curves are not drawn: those that are hidden, and while presenting all but the chosen one. */
  veiled() {
    const alone = document.documentElement.dataset.ixPresent === "1" && this.plotted.some(({ name }) => name === this.data.metric);
    return this.plotted.map(({ name }) => (alone ? name !== this.data.metric : this.hidden.has(name)));
  }

  /** The metrics that have a curve; they come first. */
  get plotted() {
    return this.data.rows.slice(0, this.data.figure.data.length);
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

  /** Show what the board shows; or, until its curves are here, go on showing what is shown. */
  draw() {
    if (!this.data) return;
    const found = find(this.data, asked);
    setAttribute(this.root, "aria-busy", String(found === null));
    const last = this.known && fits(this.known.curves, this.data) ? this.known : null;
    this.known = found ?? last ?? own(this.data);
    this.memory = remember(this.memory, this.known);
    this.content = cover(this.known, this.data.n);
    this.paint();
  }

  paint() {
    const { content, stage } = this;
    const data = masked() ? { ...this.data, marks: {} } : this.data;
    const { figure, n } = data;
    const rows = this.plotted;
    const hidden = this.veiled();
    const colours = this.colours();
    this.place = geometry(figure.layout, n, this.size.width, this.size.height);
    // The chart first: plotly measures texts, and should not have to wait for the layout of what changes here.
    this.chart.draw(figure, rows, content, hidden, this.place, colours, this.ink);
    this.scores.draw(content, this.memory, hidden, data);
    this.scoreline.draw(content, this.memory, hidden, data);
    this.cutoff.draw(this.place, content.k);
    const end = Math.max(content.last, 1);
    const ends = rows.map((row) => content.curves[row.name][end - 1]);
    this.labels.draw(this.place, n, end, ends, hidden.map((is, index) => is || ends[index] === null));
    this.predictions.draw(this.place, content, data, colours, hidden);
    if (isCovered(this.pointed ?? null, content)) this.point(null);
    else if (this.pointed) this.tip.show(this.place, content, this.pointed, hidden);
    this.glow(hidden);
    const note = this.failed ? FAILED : remark(rows, content);
    setText(this.note, note);
    setText(this.why, remarkOn(content, data));
    for (const name of ["kind", "pattern", "k", "exact"]) setAttribute(stage, `data-${name}`, String(content[name]));
    this.listing.show("The curves of the chart", drawn(rows, content, hidden), content.last);
    setAttribute(stage, "aria-label", `${sentence(rows, content, hidden, n)} ${note}`.trim());
  }

  /** The colours of the theme, one for each row, and as variables for what the style sheet draws. */
  colours() {
    const colours = this.data.rows.map((row) => this.data.palettes[this.theme][row.name]);
    colours.forEach(({ line, text }, index) => {
      setVariable(this.root, `--ix-hue-${index}`, line);
      setVariable(this.root, `--ix-hue-text-${index}`, text);
    });
    return colours;
  }

  /** The server's word on what is hidden counts, unless it is older than the user's last click on a toggle. */
  settleHidden(hidden) {
    const text = [...hidden].sort().join();
    if (this.sent !== undefined && this.sent !== text) return;
    this.sent = undefined;
    this.hidden = new Set(hidden);
  }

  /** Hide or show a curve at once, and tell the board, which tells the server. */
  toggle(metric) {
    if (!this.hidden.delete(metric)) this.hidden.add(metric);
    this.draw();
    const hidden = this.data.rows.map((row) => row.name).filter((name) => this.hidden.has(name));
    this.sent = [...hidden].sort().join();
    tell("irviz:hide", { hidden });
  }

  /** Let one curve stand out while the pointer or the focus is on its score. */
  light(metric) {
    this.lit = metric;
    this.glow(this.veiled());
  }

  glow(hidden) {
    const index = this.plotted.findIndex((row, at) => row.name === this.lit && !hidden[at]);
    this.stage.toggleAttribute("data-lit", index >= 0);
    this.chart.light(this.data.figure.data[index]?.uid);
    this.labels.light(index);
  }

  /** A click asks the board to move the cutoff, and on a point of a curve for the working of its metric. */
  choose(event) {
    const k = this.rankAt(event);
    if (k === null) return;
    const y = event.clientY - this.hit.getBoundingClientRect().top;
    if (isCovered(k, this.content)) return tell("irviz:cutoff", { k });
    const far = ({ name }) => Math.abs(this.place.y(this.content.curves[name][k - 1]) - y);
    const [nearest] = this.plotted.filter(({ name }) => !this.hidden.has(name)).sort((one, other) => far(one) - far(other));
    if (nearest && far(nearest) < NEAR) tell("irviz:look", { metric: nearest.name });
    tell("irviz:cutoff", { k });
  }

  /** Show faintly what a click would do, or stop showing it. */
  ghost(pattern) {
    const curves = pattern === null || this.content.last < this.data.n ? null : this.data.ahead?.[this.content.board]?.[pattern];
    this.ghosts.show(
      this.place,
      curves ? this.plotted.map(({ name }) => (this.hidden.has(name) ? null : curves[name])) : null,
    );
  }

  /** Ask for a prediction, or stop asking; with `keep` the focus stays where it is. */
  ask({ ask, k, keep }) {
    this.root.toggleAttribute("data-asking", ask);
    const alone = document.documentElement.dataset.ixPresent === "1";
    this.predictions.ask(ask, alone ? [this.data.metric] : (this.data.ask ?? []), k);
    if (ask && !keep) this.predictions.focus();
  }

  /** Mark the rank that is pointed at somewhere on the page. */
  heat(rank) {
    this.cutoff.heat(this.place, rank);
  }

  /** Tell the values under a mouse or pen; a finger would cover them, and its tap sets the cutoff. */
  point(event) {
    const at = event && event.pointerType !== "touch" ? this.rankAt(event) : null;
    const rank = isCovered(at, this.content) ? null : at;
    if (rank === this.pointed) return;
    this.pointed = rank;
    tell("irviz:rank", { rank });
    if (rank) this.tip.show(this.place, this.content, rank, this.veiled());
    else this.tip.hide();
  }

  rankAt(event) {
    return this.place.rank(event.clientX - this.hit.getBoundingClientRect().left);
  }

  leave() {
    this.sizes.disconnect();
    this.themes.disconnect();
    this.scoreline.leave();
    this.chart.leave();
  }
}
