/**
 * DCG against its ideal, rank by rank: what the discount leaves, the cards in this order and in the ideal one, and the
 * running sums of both.
 */

import { fit } from "./fit.js";
import { GainTable } from "./gain_table.js";
import { html, setAttribute, setText } from "../dom.js";

/**
 * @param {HTMLElement} root
 * @returns {{show: (view: object, data: object) => void, leave: () => void}}
 */
export function make(root) {
  const lead = html("p", "ix-lens-lead", { "data-testid": "gain-text" });
  const rule = html("p", "ix-gain-rule", { "data-testid": "gain-rule" });
  const list = html("div", "ix-gain-panels");
  const why = html("p", "ix-lens-note ix-gain-why");
  const panels = [];
  root.append(html("div", "ix-gain-head", {}, html("h2", "ix-lens-title", {}, "DCG against its ideal"), lead, rule), list, why);

  return {
    show(view, data) {
      setText(lead, view.sentence);
      setText(rule, `A result at rank i adds ${view.gain} × ${view.discount}.`);
      setText(why, view.why);
      const several = view.panels.length > 1;
      setAttribute(root, "data-several", String(several));
      fit(list, view.panels.length, (index) => {
        for (const panel of panels.splice(index)) panel.leave();
        panels.push(new Panel());
        return panels[index].root;
      });
      view.panels.forEach((panel, index) => panels[index].show(panel, view, data, several));
    },
    leave() {
      for (const panel of panels) panel.leave();
    },
  };
}

/** One board. */
class Panel {
  constructor() {
    this.title = html("h3", "ix-gain-query");
    this.words = html("p", "ix-gain-words");
    this.table = new GainTable();
    this.fall = html("p", "ix-gain-fall");
    this.root = html("section", "ix-gain-panel", { "data-testid": "gain-panel" }, this.title, this.words, this.table.root, this.fall);
  }

  show(panel, view, data, several) {
    this.title.hidden = this.words.hidden = !several;
    setText(this.title, panel.query);
    setText(this.words, panel.sentence);
    this.table.root.hidden = panel.columns.length === 0;
    if (panel.columns.length) this.table.show(panel, view, data);
    this.fall.hidden = !panel.fall;
    setText(this.fall, panel.fall ?? "");
  }

  leave() {
    this.table.leave();
  }
}
