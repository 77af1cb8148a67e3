/**
 * The curves read with keys: from rank to rank, and from one metric to another. What stands there is seen as under a
 * pointer, and heard as the value of a slider.
 */

import { isMasked } from "../masks.js";
import { consume, hasModifier, tell } from "../events.js";
import { decimal, movement } from "../numbers.js";
import { h } from "../view/view.js";
import { difference, isUndefined, labelAtCutoff } from "./content.js";

const ALONG = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const ACROSS = { ArrowUp: -1, ArrowDown: 1 };

/** Where somebody reads on a chart. */
export class Reading {
  /** @param {object} panel */
  constructor(panel) {
    this.panel = panel;
    this.k = null; // nobody reads; who comes begins at the cutoff, with the chosen metric
    this.metric = null;
    this.begin = ({ target }) => target.matches(":focus-visible") && this.go(this.at().k);
    this.end = () => this.go(null);
    this.press = (event) => {
      if (hasModifier(event)) return;
      const { key } = event;
      const { k, row } = this.at();
      const { drawn, n } = this.panel.scene;
      if (key in ALONG) this.go(Math.min(Math.max(k + ALONG[key], 1), n));
      else if (key in ACROSS) this.go(k, drawn.at((drawn.indexOf(row) + ACROSS[key]) % drawn.length).name);
      else if (key === " ") {
        this.go(k < n ? k + 1 : 1, k < n ? row.name : drawn.at(drawn.indexOf(row) + 1 - drawn.length).name);
      } else if (key === "Enter") tell("cutoff", { k });
      else return;
      consume(event);
    };
  }

  /** Where one reads. */
  at() {
    const { drawn, content, chosen, n } = this.panel.scene;
    const by = (wanted) => drawn.find(({ name }) => name === wanted);
    return { k: Math.min(this.k ?? content.k, n), row: by(this.metric) ?? by(chosen) ?? drawn[0] };
  }

  /** Go to a rank, or leave. */
  go(k, metric = this.metric) {
    Object.assign(this, { k, metric: k && metric });
    this.panel.read(k, k && this.at().row.name);
  }

  /** What keys go to on the chart, a view; nothing where no curve is drawn. */
  view({ place, drawn, content, n }) {
    if (!drawn.length) return null;
    const { k, row } = this.at();
    const [width, height] = [place.right - place.left, place.bottom - place.top];
    return h("div.ix-absolute.ix-round", {
      role: "slider",
      tabindex: 0,
      style: { left: `${place.left}px`, top: `${place.top}px`, width: `${width}px`, height: `${height}px` },
      "data-testid": "reading",
      "aria-label": "Read the curves",
      "aria-description": "Left and right: another rank. Up and down: another metric. Space: one after the other. " +
        "Enter: the cutoff there.",
      "aria-orientation": "horizontal",
      "aria-valuemin": 1,
      "aria-valuemax": n,
      "aria-valuenow": k,
      "aria-valuetext": `${words(row, content, k)}${k === content.k ? ", the cutoff" : ""}`,
      onkeydown: this.press,
      onfocus: this.begin,
      onblur: this.end,
    });
  }
}

/** A value and how it got there from the rank before. */
function words(row, content, k) {
  const name = labelAtCutoff(row, k);
  if (isMasked(row.name)) return `${name} is masked`;
  if (k > content.last) return `${name} is covered while you predict`;
  if (isUndefined(content, row.name)) return `${name} is undefined`;
  const values = content.curves[row.name];
  const step = k > 1 ? movement(difference(values[k - 2], values[k - 1])).words : "";
  return [`${name} ${decimal(values[k - 1])}`, step].filter(Boolean).join(", ");
}
