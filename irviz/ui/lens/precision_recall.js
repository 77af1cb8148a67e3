/** Precision against recall, rank by rank, and average precision as the area of the steps below. */

import { fit } from "./fit.js";
import { decimal } from "../numbers.js";
import { RecallPlot } from "./recall_plot.js";
import { html, setAttribute, setText } from "../dom.js";
import { showThumb, thumb } from "./thumb.js";

/**
 * @param {HTMLElement} root
 * @returns {{show: (view: object, data: object) => void}}
 */
export function make(root) {
  const lead = html("p", "ix-lens-lead", { "data-testid": "precision-recall-text" });
  const box = html("input", "", { type: "checkbox", "data-testid": "interpolated" });
  const toggle = html("label", "ix-recall-toggle", {}, box, "Interpolated precision");
  const list = html("div", "ix-recall-panels");
  const panels = [];
  root.append(
    html("div", "ix-recall-head", {}, html("h2", "ix-lens-title", {}, "Average precision is an area"), toggle, lead),
    list,
  );
  box.onchange = () => list.toggleAttribute("data-smooth", box.checked);

  return {
    show(view, data) {
      setText(lead, view.sentence);
      const several = view.panels.length > 1;
      setAttribute(root, "data-several", String(several));
      toggle.hidden = view.panels.every(({ smooth }) => smooth === null);
      fit(list, view.panels.length, (index) => {
        panels.length = index;
        panels.push(new Panel());
        return panels[index].root;
      });
      view.panels.forEach((panel, index) => panels[index].show(panel, view, data, several));
    },
  };
}

/** One board: its curve, what is to be said about it, and the same as a table. */
class Panel {
  constructor() {
    this.title = html("h3", "ix-recall-query");
    this.plot = new RecallPlot();
    this.words = html("p", "ix-recall-words");
    this.notes = html("div", "ix-recall-notes");
    this.smooth = html("p", "ix-recall-smooth");
    this.table = new Points();
    this.root = html(
      "section",
      "ix-recall-panel",
      { "data-testid": "recall-panel" },
      this.title,
      this.plot.root,
      html("div", "ix-recall-side", {}, this.words, this.table.root, this.notes, this.smooth),
    );
  }

  show(panel, view, data, several) {
    const drawn = panel.points.length > 0;
    this.title.hidden = !several;
    this.words.hidden = !several;
    this.plot.root.hidden = !drawn;
    this.table.root.hidden = !drawn;
    setText(this.title, panel.query);
    setText(this.words, several && drawn ? `AP@${view.k} = ${decimal(panel.area.value)}` : panel.sentence);
    const notes = fit(this.notes, panel.notes.length, () => html("p", ""));
    notes.forEach((note, index) => setText(note, panel.notes[index]));
    setText(this.smooth, panel.smooth?.text ?? "");
    if (!drawn) return;
    this.plot.show(panel, view.k);
    this.table.show(panel, view.k, data.pictures);
  }
}

/** A table with more lines than this is scrolled in a box of its own. */
const LONG = 24;

/** The points and areas as a table. */
class Points {
  constructor() {
    const heads = ["k", "Result", "Recall@k", "Precision@k", "Area"];
    this.body = html("tbody", "");
    this.caption = html("caption", "ix-said");
    this.table = html(
      "table",
      "ix-points",
      { "data-testid": "points" },
      this.caption,
      html("thead", "", {}, html("tr", "", {}, ...heads.map((words) => html("th", "", { scope: "col" }, words)))),
      this.body,
    );
    this.root = html("div", "ix-points-box", {}, this.table);
  }

  show({ points, steps, query }, k, pictures) {
    const long = points.length > LONG;
    this.root.toggleAttribute("data-long", long);
    for (const [name, value] of Object.entries({ role: "group", tabindex: "0", "aria-label": "Points, rank by rank" })) {
      if (long) setAttribute(this.root, name, value);
      else this.root.removeAttribute(name);
    }
    setText(this.caption, `Precision and recall by rank for “${query}”`);
    const areas = new Map(steps.map((step) => [step.rank, step]));
    const lines = fit(this.body, points.length, () =>
      html("tr", "ix-point", {}, html("th", "", { scope: "row" }), html("td", "", {}, thumb()), html("td", ""), html("td", ""), html("td", "ix-point-area")),
    );
    points.forEach((point, index) => {
      const line = lines[index];
      const [rank, result, recall, precision, area] = line.children;
      setAttribute(line, "data-rank", String(point.rank));
      setAttribute(line, "data-counted", String(point.counted));
      setAttribute(line, "data-cutoff", String(point.rank === k));
      setText(rank, String(point.rank));
      showThumb(result.firstChild, { ...point, rank: null }, pictures);
      setText(recall, decimal(point.recall));
      setText(precision, decimal(point.precision));
      const step = areas.get(point.rank);
      setText(area, step ? `${step.counted ? "+" : ""}${decimal(step.area)}` : "");
    });
  }
}
