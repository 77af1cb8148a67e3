/**
 * What stands below the chart: a bar of tabs, and one panel at a time.
 *
 * Each tab has a module of its own, named like its lens with `_` for `-`: `precision-recall` is precision_recall.js.
 * It is loaded when its tab is first opened. The contract:
 *
 *   export function make(root) {              called once; root is the empty panel, a <div role="tabpanel">
 *     return {
 *       show(view, data) {},                  called with each answer of the server: view is what the lens's
 *                                             `show(desk, before)` in Python returned, each {"latex": …} in it with
 *                                             its "mathml" added; data is all that the component got (`LensData` in
 *                                             __init__.py: metric, palettes, pictures, board, pattern, k). Change what is there, do not
 *                                             build it anew: somebody may have the focus in it.
 *       leave() {},                           optional: called when the component goes away
 *     };
 *   }
 *
 * Whatever carries `data-rank="3"` is one with the third card: hovering or focusing it lights all of that rank on the
 * whole page, and it gets `data-hot="true"` while somebody points at that rank anywhere. A panel needs to do nothing
 * for it but to set `data-rank`.
 *
 * The colours of the metrics are set on the lens as `--ix-line-AP`, `--ix-text-AP` and so on; those of the chosen
 * metric are `--ix-hue` and `--ix-hue-text` too. To look at something else: `look({ metric: "RR" })`.
 */

import { masked, onMask } from "../covered.js";
import { fail, mend } from "../faults.js";
import * as wire from "../wire.js";
import { html, setAttribute, setText } from "../dom.js";

const here = new Map();
const base = new URL(".", import.meta.url).href;

/**
 * Ask the page to look at another metric, or at another lens.
 *
 * @param {{lens?: string, metric?: string}} detail
 */
export function look(detail) {
  document.dispatchEvent(new CustomEvent("irviz:look", { detail }));
}

/**
 * Show a lens. Called on mount and on each change of the data.
 *
 * @param {{data: object, parentElement: Element}} component
 * @returns {() => void} Called when the component goes away.
 */
export default function lens({ data, parentElement }) {
  for (const [root, one] of here) {
    if (!root.isConnected) one.leave();
  }
  const root = parentElement.querySelector(".ix-lens");
  if (!here.has(root)) here.set(root, new Lens(root));
  here.get(root).receive(data);
  // Streamlit also calls this when data comes in a burst; then the component is still on the page.
  return () => root.isConnected || here.get(root)?.leave();
}

class Lens {
  constructor(root) {
    this.root = root;
    this.bar = root.querySelector(".ix-lens-tabs");
    this.stage = root.querySelector(".ix-lens-stage");
    this.tabs = new Map();
    this.panels = new Map();
    this.data = null;
    this.seen = null; // the lens whose panel is there
    this.wanted = null; // the lens that the user wants, which the server may not have heard of yet
    this.metric = null; // and the metric
    this.hot = null;
    this.life = new AbortController();
    this.bar.onkeydown = (event) => this.keys(event);
    this.stage.onpointerover = (event) => this.point(event.target);
    this.stage.onpointerleave = () => this.point(null);
    const { signal } = this.life;
    this.stage.addEventListener("focusin", (event) => this.point(event.target), { signal });
    this.stage.addEventListener("focusout", () => this.point(null), { signal });
    document.addEventListener("irviz:rank", (event) => this.heat(event.detail.rank), { signal });
    document.addEventListener("irviz:look", (event) => this.looked(event.detail), { signal });
    document.addEventListener("irviz:show", () => this.wait(), { signal });
    onMask(() => this.mask(), signal);
    this.themes = new MutationObserver(() => this.colour());
    this.themes.observe(document.documentElement, { attributeFilter: ["data-ix-theme"] });
  }

  /** Take in what the server says; while it is behind, the tab that the user chose stays. */
  receive(data) {
    this.data = data;
    if (this.wanted === null || wire.quiet()) [this.wanted, this.metric] = [data.lens, data.metric];
    if ([...this.tabs.keys()].join() !== data.tabs.map(({ id }) => id).join()) this.build(data.tabs);
    this.colour();
    this.turn();
    if (data.lens === this.wanted) this.fill(data);
  }

  /** Make a tab and an empty panel for each lens. */
  build(tabs) {
    this.tabs.clear();
    this.panels.clear();
    for (const { id, label } of tabs) {
      const tab = html("button", "ix-lens-tab", {
        type: "button",
        role: "tab",
        id: `ix-lens-tab-${id}`,
        "data-testid": `lens-${id}`,
        "aria-controls": `ix-lens-panel-${id}`,
        "data-label": label,
      });
      setText(tab, label);
      tab.onclick = () => look({ lens: id });
      const panel = html("div", `ix-lens-panel ix-panel-${id}`, {
        role: "tabpanel",
        id: `ix-lens-panel-${id}`,
        "data-testid": "lens-panel",
        "data-lens": id,
        "aria-labelledby": tab.id,
        tabindex: "0",
        hidden: "",
      });
      this.tabs.set(id, tab);
      this.panels.set(id, { root: panel, shown: null, content: null });
    }
    this.bar.replaceChildren(...this.tabs.values());
    this.mask();
  }

  /** While the values are masked there are no panels, since there is nothing in them but values. */
  mask() {
    this.stage.replaceChildren(...(masked() ? [] : [...this.panels.values()].map(({ root }) => root)));
  }

  /** Turn to the tab that is wanted. Until its panel has something to show, the one that is there stays. */
  turn() {
    if (!this.seen || this.panels.get(this.wanted).shown) this.seen = this.wanted;
    for (const [id, tab] of this.tabs) {
      const chosen = id === this.wanted;
      setAttribute(tab, "aria-selected", String(chosen));
      setAttribute(tab, "tabindex", chosen ? "0" : "-1");
      this.panels.get(id).root.hidden = id !== this.seen;
    }
    this.wait();
  }

  /** Put the server's answer into its panel. */
  async fill(data) {
    const panel = this.panels.get(data.lens);
    const failed = (again, error) => fail("lens", panel.root, panel.good ? "draw" : "first", again, error);
    try {
      const { make } = await this.load(data.lens);
      if (data !== this.data || this.life.signal.aborted) return;
      if (data.view.fault) {
        failed(wire.again);
      } else {
        panel.content ??= make(panel.root);
        panel.content.show(data.view, data);
        panel.good = data;
        mend(panel.root);
      }
    } catch (error) {
      panel.loading = null;
      this.restore(panel);
      failed(() => this.fill(this.data), error);
    }
    panel.shown = data;
    this.root.style.minHeight = "";
    this.turn();
    this.heat(this.hot);
  }

  /** After half of a new picture: the last one again, or nothing. */
  restore(panel) {
    try {
      if (panel.good) return panel.content.show(panel.good.view, panel.good);
    } catch {
      panel.good = null; // not even that
    }
    panel.content = null;
    panel.root.replaceChildren();
  }

  /** The module of a lens, which is on its way as soon as it is asked for. */
  load(id) {
    const panel = this.panels.get(id);
    panel.loading ??= load(id);
    return panel.loading;
  }

  /** Say whether what is seen still waits for the server; until it is there, the height stays what it was. */
  wait() {
    const shown = this.panels.get(this.wanted)?.shown;
    const board = wire.shown;
    const current = ["board", "pattern", "k"].every((name) => !board || !shown || board[name] === shown[name]);
    const answered = shown === this.data || wire.quiet();
    const settled = shown && answered && current && shown.metric === this.metric;
    setAttribute(this.stage, "aria-busy", String(!settled));
  }

  /** Somebody asked to look at something else. Its panel shows at once what it showed last, dimmed. */
  looked({ lens: wanted, metric }) {
    this.metric = metric ?? this.metric;
    if (!wanted || wanted === this.wanted || !this.tabs.has(wanted)) return this.wait();
    this.load(wanted).catch(() => {}); // `fill` says so
    this.hold();
    this.wanted = wanted;
    this.turn();
  }

  /** A shorter panel must not pull the page away under the reader: the stage keeps what is on the screen of it. */
  hold() {
    const { top, height } = this.stage.getBoundingClientRect();
    const seen = Math.min(Math.max(innerHeight - top, 0), height);
    this.stage.style.minHeight = `${Math.ceil(seen)}px`;
  }

  /** Arrow keys, Home and End go through the tabs. */
  keys(event) {
    const ids = [...this.tabs.keys()];
    const at = ids.indexOf(this.wanted);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const id = ids[(next + ids.length) % ids.length];
    look({ lens: id });
    this.tabs.get(id).focus();
  }

  /** Tell the page which rank the pointer or the focus is on. */
  point(target) {
    const value = target?.closest?.("[data-rank]")?.getAttribute("data-rank");
    const rank = value ? Number(value) : null;
    if (rank === this.hot) return;
    document.dispatchEvent(new CustomEvent("irviz:rank", { detail: { rank } }));
  }

  /** Light everything that belongs to a rank. */
  heat(rank) {
    this.hot = rank;
    for (const node of this.stage.querySelectorAll("[data-hot]")) node.removeAttribute("data-hot");
    if (rank === null) return;
    for (const node of this.stage.querySelectorAll(`[data-rank="${Number(rank)}"]`)) node.setAttribute("data-hot", "true");
  }

  /** The colours of the metrics in this theme, as variables. */
  colour() {
    const theme = document.documentElement.dataset.ixTheme === "dark" ? "dark" : "light";
    const colours = this.data.palettes[theme];
    const { style } = this.root;
    for (const [name, { line, text }] of Object.entries(colours)) {
      style.setProperty(`--ix-line-${name}`, line);
      style.setProperty(`--ix-text-${name}`, text);
    }
    style.setProperty("--ix-hue", colours[this.data.metric]?.line ?? "currentcolor");
    style.setProperty("--ix-hue-text", colours[this.data.metric]?.text ?? "currentcolor");
  }

  leave() {
    this.life.abort();
    this.themes.disconnect();
    for (const { content } of this.panels.values()) content?.leave?.();
    here.delete(this.root);
  }
}

/** The module of a lens. */
function load(id) {
  return import(`${base}${id.replaceAll("-", "_")}.js`);
}
