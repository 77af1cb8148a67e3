/** The curves' names at their right ends, pushed apart where curves meet and tied to their ends by a thin line. */

import { html, setAttribute, svg } from "../dom.js";
import { spread } from "./spread.js";
import { hue } from "./swatch.js";

/** The least distance between two names. */
const GAP = 16;
/** From the last point to the start of the tie, and to the name. */
const TIE = 8;
const NAME = 24;

/** The names beside the plot. */
export class Labels {
  /** @param {HTMLElement} layer Lies over the plot and has its size. */
  constructor(layer) {
    this.ties = svg("svg", "ix-ties", { width: "100%", height: "100%" });
    this.layer = layer;
    this.layer.append(this.ties);
    this.items = [];
  }

  /** @param {{symbol: string}[]} rows */
  build(rows) {
    for (const { name, tie } of this.items) {
      name.remove();
      tie.remove();
    }
    this.items = rows.map((row, index) => ({
      name: html("span", "ix-label", { style: hue(index) }, row.symbol),
      tie: svg("path", "ix-tie", { style: hue(index) }),
    }));
    this.layer.append(...this.items.map(({ name }) => name));
    this.ties.append(...this.items.map(({ tie }) => tie));
  }

  /**
   * @param {import("./geometry.js").Geometry} place
   * @param {number} n
   * @param {number} end The cutoff that each name is tied to.
   * @param {number[]} ends Each curve's value there.
   * @param {boolean[]} hidden
   */
  draw(place, n, end, ends, hidden) {
    const drawn = ends.map((_, index) => index).filter((index) => !hidden[index]);
    const wanted = drawn.map((index) => place.y(ends[index]));
    const spaced = spread(wanted, GAP, place.top - GAP / 2, place.bottom);
    const x = place.x(n);
    drawn.forEach((index, position) => {
      const { name, tie } = this.items[index];
      const y = Math.round(spaced[position] * 2) / 2;
      name.style.transform = `translate(${x + NAME}px, ${y}px) translateY(-50%)`;
      setAttribute(tie, "d", `M${place.x(end) + TIE},${wanted[position]}L${x + NAME - 4},${y}`);
    });
    this.items.forEach(({ name, tie }, index) => {
      name.hidden = hidden[index];
      tie.style.display = hidden[index] ? "none" : "";
    });
  }

  /** @param {number} lit Which one stands out; -1 for none. */
  light(lit) {
    this.items.forEach(({ name, tie }, index) => {
      name.classList.toggle("ix-lit", index === lit);
      tie.classList.toggle("ix-lit", index === lit);
    });
  }
}
