/** The card beside the pointer: all curves' exact values at one cutoff, the highest first. */

import { isUndefined } from "./content.js";
import { html, setText } from "../dom.js";
import { long } from "../numbers.js";
import { hue, swatch } from "./swatch.js";

/** From the pointer's cutoff to the card. */
const AWAY = 18;

/** One card, moved about. */
export class Tip {
  /**
   * @param {HTMLElement} under
   * @param {HTMLElement} over
   */
  constructor(under, over) {
    this.guide = html("div", "ix-tip-guide", { hidden: "" });
    this.title = html("p", "ix-tip-title");
    this.list = html("div", "ix-tip-list");
    this.card = html("div", "ix-tip", { hidden: "" }, this.title, this.list);
    under.append(this.guide);
    over.append(this.card);
  }

  /**
   * @param {object[]} rows
   * @param {object[]} traces
   */
  build(rows, traces) {
    this.items = rows.map((row, index) => {
      const value = html("span", "ix-tip-value");
      const fraction = html("span", "ix-tip-fraction");
      const symbol = html("span", "");
      const item = html("div", "ix-tip-row", { style: hue(index) }, swatch(traces[index]), symbol, value, fraction);
      return { item, symbol, value, fraction, metric: row.name, name: row.symbol };
    });
    this.list.replaceChildren(...this.items.map(({ item }) => item));
  }

  /**
   * @param {import("./geometry.js").Geometry} place
   * @param {import("./content.js").Content} content
   * @param {number} k
   * @param {boolean[]} hidden
   */
  show(place, content, k, hidden) {
    setText(this.title, `k = ${k}`);
    const value = ({ metric }) => content.curves[metric][k - 1];
    this.items.forEach((entry, index) => {
      const text = long(value(entry), content.fractions[entry.metric]?.[k - 1]);
      const without = isUndefined(content, entry.metric);
      setText(entry.symbol, entry.name.replace(/k$/, String(k)));
      setText(entry.value, without ? "undefined" : text.decimal);
      setText(entry.fraction, without ? "" : text.fraction);
      entry.item.hidden = hidden[index];
    });
    const sorted = [...this.items].sort((a, b) => value(b) - value(a));
    sorted.forEach(({ item }, position) => {
      item.style.order = String(position);
    });
    this.card.hidden = hidden.every(Boolean);
    this.guide.hidden = false;
    const x = place.x(k);
    this.guide.style.transform = `translateX(${x}px)`;
    this.guide.style.top = `${place.top}px`;
    this.guide.style.height = `${place.bottom - place.top}px`;
    const { offsetWidth, offsetHeight } = this.card;
    const onRight = x + AWAY + offsetWidth <= place.width;
    const left = onRight ? x + AWAY : Math.max(0, x - AWAY - offsetWidth);
    const top = Math.max(0, (place.top + place.bottom - offsetHeight) / 2);
    this.card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  hide() {
    this.card.hidden = true;
    this.guide.hidden = true;
    for (const { value, fraction } of this.items ?? []) value.textContent = fraction.textContent = "";
  }
}
