/** The line at the cutoff, behind the curves, with its name above. */

import { html, setText } from "../dom.js";

/** So far the line goes beyond the frame, up to its name. */
const REACH = 8;

/** Line and name are elements of the page, so they glide without plotly. */
export class Cutoff {
  /**
   * @param {HTMLElement} under The layer behind the plot.
   * @param {HTMLElement} over The layer before it.
   */
  constructor(under, over) {
    this.line = html("div", "ix-cut-line");
    this.name = html("span", "ix-cut-name");
    this.hot = html("div", "ix-hot-line");
    this.hot.hidden = true;
    under.append(this.hot, this.line);
    over.append(this.name);
  }

  /**
   * Mark a rank that is pointed at, or none.
   *
   * @param {import("./geometry.js").Geometry} place
   * @param {number | null} rank
   */
  heat(place, rank) {
    this.hot.hidden = !rank;
    if (!rank) return;
    this.hot.style.top = `${place.top}px`;
    this.hot.style.height = `${place.bottom - place.top}px`;
    this.hot.style.transform = `translateX(${place.x(rank) - 8}px)`;
  }

  /**
   * @param {import("./geometry.js").Geometry} place
   * @param {number} k
   */
  draw(place, k) {
    const x = place.x(k);
    this.line.style.top = `${place.top - REACH}px`;
    this.line.style.height = `${place.bottom - place.top + REACH}px`;
    this.line.style.transform = `translateX(${x - 1}px)`;
    this.name.style.transform = `translate(${x}px, ${place.top - REACH}px) translate(-50%, -100%)`;
    setText(this.name, `k = ${k}`);
  }
}
