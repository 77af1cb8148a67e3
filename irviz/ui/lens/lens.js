/**
 * What stands below the chart: a bar of tabs, and one panel at a time, which Python describes (irviz/views/lens).
 *
 * Whatever has `data-rank="3"` is one with the third card: hovering or focusing it lights all of that rank on the whole
 * page, and it gets `data-hot="true"` while somebody points at that rank anywhere. Whatever has `data-hue="AP"` has
 * that metric's colours as `--ix-hue` and `--ix-hue-text`; the panel has those of the chosen metric.
 */

import { isMasked, onMaskChange } from "../masks.js";
import { fail, mend } from "../faults.js";
import { mounted } from "../frame.js";
import { consume, hasModifier, listen, tell } from "../events.js";
import { reveal } from "../scrolling.js";
import { state, watchState } from "../state.js";
import { renderDescription } from "../view/description.js";
import { draw, h, make } from "../view/view.js";
import * as wire from "../transport.js";

const MASKED = "The values are masked. What stands here is made of them: a metric that is revealed (1 to 9) has its " +
  "working, and M brings all.";

export default mounted(".ix-lens", (root, signal) => {
  const lens = new Lens(root, signal);
  return (data) => lens.receive(data);
});

class Lens {
  constructor(root, signal) {
    this.bar = root.querySelector(".ix-lens-tabs");
    this.stage = root.querySelector(".ix-lens-stage");
    this.panels = new Map(); // by lens: its root, what it shows and what it showed last without a fault
    this.data = null;
    this.seen = null; // the lens whose panel is there
    this.wanted = null; // the lens that the user wants, which the server may not have heard of yet
    this.turned = null; // the lens whose tab was scrolled to
    this.metric = null; // and the metric
    this.hot = null;
    this.note = make(h("p.ix-lead.ix-lens-masked", MASKED));
    this.bar.onkeydown = (event) => this.keys(event);
    this.stage.onpointerover = (event) => this.point(event.target);
    this.stage.onpointerleave = () => this.point(null);
    this.more = root.querySelector(".ix-lens-more");
    this.more.onclick = () => this.scroll(1);
    this.stage.addEventListener("scroll", () => this.hint(), { signal, passive: true });
    this.sizes = new ResizeObserver((all) => {
      this.hint();
      if (this.turned && all.some(({ target }) => target === this.bar)) this.centre();
    });
    for (const one of [this.stage, this.bar]) this.sizes.observe(one);
    signal.addEventListener("abort", () => this.sizes.disconnect());
    listen("scroll", ({ by }) => this.scroll(by), signal);
    this.stage.addEventListener("focusin", (event) => this.point(event.target), { signal });
    this.stage.addEventListener("focusout", () => this.point(null), { signal });
    listen("rank", ({ rank }) => this.heat(rank), signal);
    listen("look", (detail) => this.looked(detail), signal);
    listen("show", () => this.wait(), signal);
    listen("predict", ({ ask }) => {
      this.stage.toggleAttribute("data-before", ask);
      if (!ask) this.redraw();
    }, signal);
    onMaskChange(() => this.mask(), signal);
    watchState(["lens"], () => this.panels.size && this.mask(), signal);
  }

  /** Take in what the server says; while it is behind, the tab that the user chose stays. */
  receive(data) {
    this.data = data;
    if (this.wanted === null || wire.quiet()) [this.wanted, this.metric] = [data.lens, data.metric];
    if (!this.panels.size) this.build(data.tabs);
    this.turn();
    if (data.lens === this.wanted) this.fill(data);
  }

  /** An empty panel for each lens. */
  build(tabs) {
    draw(this.stage, tabs.map(({ id }) => panel(id)));
    for (const root of this.stage.children) {
      this.panels.set(root.dataset.lens, { root });
      this.sizes.observe(root);
    }
    this.mask();
  }

  /**
   * While the values are masked there are no panels, since there is nothing in them but values; a line says so. A
   * metric that is revealed has its working, where somebody has asked for that (F), as soon as it is what is in the
   * panel.
   */
  mask() {
    const working = this.panels.get("working");
    const told = state.lens && this.wanted === "working" && !isMasked(this.metric) &&
      working.good?.metric === this.metric;
    const there = !isMasked() ? [...this.panels.values()].map(({ root }) => root) : told ? [working.root] : [this.note];
    draw(this.stage, there);
  }

  /** The tabs to choose from: a lesson has not come to all of them. */
  tabs() {
    return this.data.tabs.filter(({ id, later }) => !later || id === this.wanted);
  }

  /** Turn to the tab that is wanted. Until its panel has something to show, the one that is there stays. */
  turn() {
    if (!this.seen || this.panels.get(this.wanted).shown) this.seen = this.wanted;
    draw(this.bar, this.tabs().map(({ id, label }) => tab(id, label, id === this.wanted)));
    if (this.turned !== this.wanted) this.centre();
    for (const [id, { root }] of this.panels) root.hidden = id !== this.seen;
    this.mask();
    this.wait();
  }

  /** Scroll the bar to the tab that is wanted, which a narrow window may not have in sight. */
  centre() {
    this.turned = this.wanted;
    const { offsetLeft, offsetWidth } = this.bar.querySelector("[aria-selected=true]");
    this.bar.scrollLeft = offsetLeft - (this.bar.clientWidth - offsetWidth) / 2;
  }

  /** Put the server's answer into its panel. What cannot be described leaves it as it is. */
  fill(data) {
    const one = this.panels.get(data.lens);
    const failed = (again, error) => fail("lens", one.root, one.good ? "draw" : "first", again, error);
    try {
      if (data.view.fault) {
        failed(wire.retry);
      } else {
        this.draw(one, data);
        one.good = data;
        mend(one.root);
      }
    } catch (error) {
      failed(() => this.fill(this.data), error);
    }
    one.shown = data;
    this.turn();
  }

  draw(one, data) {
    const contents = renderDescription(data.view, { ...data, redraw: () => one.good && this.draw(one, one.good) });
    const { activeElement: from } = document;
    draw(one.root, contents, one.root.querySelector(":scope > .ix-fault"));
    if (!from.isConnected) one.root.focus({ preventScroll: true }); // what was pressed has gone
    // The metric that is wanted is chosen before the server has heard of it.
    for (const chip of one.root.querySelectorAll(".ix-chip[data-metric]")) {
      chip.setAttribute("aria-pressed", chip.dataset.metric === this.metric);
    }
    one.root.dataset.hue = data.metric;
    this.heat(this.hot);
  }

  /** Draw again what is there, for what only the page knows. */
  redraw() {
    const one = this.panels.get(this.wanted);
    if (one?.good) this.draw(one, one.good);
  }

  /** Say whether what is seen still waits for the server; until it is there, the height stays what it was. */
  wait() {
    const shown = this.panels.get(this.wanted)?.shown;
    const board = wire.shown;
    const current = ["board", "pattern", "k"].every((name) => !board || !shown || board[name] === shown[name]);
    const answered = shown === this.data || wire.quiet();
    const settled = shown && answered && current && shown.metric === this.metric;
    this.stage.setAttribute("aria-busy", !settled);
  }

  /** Somebody asked to look at something else. Its panel shows at once what it showed last, dimmed. */
  looked({ lens: wanted = this.wanted, metric = this.metric }) {
    this.metric = metric;
    if (wanted !== this.wanted && this.panels.has(wanted)) {
      this.hold();
      this.wanted = wanted;
      this.turn();
    }
    this.redraw();
    this.mask();
    this.wait();
  }

  /** A shorter panel must not pull the page away under the reader: the stage keeps what is on the screen of it. */
  hold() {
    const { top, height } = this.stage.getBoundingClientRect();
    const seen = Math.min(Math.max(innerHeight - top, 0), height);
    this.stage.style.minHeight = `${Math.ceil(seen)}px`;
  }

  /** Arrow keys, Home, End and Space go through the tabs. */
  keys(event) {
    const ids = this.tabs().map(({ id }) => id);
    const at = ids.indexOf(this.wanted);
    const next = { ArrowRight: at + 1, " ": at + 1, ArrowLeft: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (next === undefined || hasModifier(event)) return;
    consume(event);
    const place = (next + ids.length) % ids.length;
    tell("look", { lens: ids[place] });
    this.bar.children[place].focus();
  }

  /** Tell the page which rank the pointer or the focus is on. */
  point(target) {
    const value = target?.closest?.("[data-rank]")?.getAttribute("data-rank");
    const rank = value ? Number(value) : null;
    if (rank === this.hot) return;
    tell("rank", { rank });
  }

  /** Light everything that belongs to a rank. */
  heat(rank) {
    this.hot = rank;
    for (const node of this.stage.querySelectorAll("[data-hot]")) node.removeAttribute("data-hot");
    if (rank === null) return;
    for (const node of this.stage.querySelectorAll(`[data-rank="${rank}"]`)) node.setAttribute("data-hot", "true");
  }

  /** Scroll what is in the stage, by most of what is seen of it. */
  scroll(by) {
    this.stage.scrollBy({ top: 0.8 * by * this.stage.clientHeight });
  }

  /** Say that there is more than is seen, where the stage has a height of its own. */
  hint() {
    const { scrollTop, scrollHeight, clientHeight } = this.stage;
    this.more.hidden = scrollHeight - scrollTop - clientHeight < 4;
  }
}

function tab(id, label, chosen) {
  return h(
    "button.ix-tab",
    {
      role: "tab",
      id: `ix-lens-tab-${id}`,
      "data-testid": `lens-${id}`,
      "data-label": label,
      "aria-controls": `ix-lens-panel-${id}`,
      "aria-selected": chosen,
      tabindex: chosen ? 0 : -1,
      onclick: ({ currentTarget }) => {
        tell("look", { lens: id });
        reveal(currentTarget);
      },
    },
    label,
  );
}

function panel(id) {
  return h("div.ix-lens-panel", {
    role: "tabpanel",
    id: `ix-lens-panel-${id}`,
    "data-testid": "lens-panel",
    "data-lens": id,
    "aria-labelledby": `ix-lens-tab-${id}`,
    tabindex: 0,
    hidden: true,
  });
}
