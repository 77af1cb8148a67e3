/** Faint curves of what a click would do, while somebody hovers over it or has the focus on it. */

import { setAttribute, svg } from "../dom.js";
import { hue } from "./swatch.js";

/** Passing over a picture is no question; resting on it for so many milliseconds is. */
const REST = 180;

/** The ghosts behind the plot. */
export class Ghost {
  /** @param {HTMLElement} layer */
  constructor(layer) {
    this.root = svg("svg", "ix-ghost", { width: "100%", height: "100%" });
    this.root.style.display = "none";
    layer.append(this.root);
    this.paths = [];
    this.timer = 0;
  }

  /** @param {object[]} rows */
  build(rows) {
    this.paths = rows.map((_, index) => svg("path", "ix-ghost-line", { style: hue(index) }));
    this.root.replaceChildren(...this.paths);
  }

  /**
   * Show the ghosts of these curves in a moment, or none at once.
   *
   * @param {import("./geometry.js").Geometry} place
   * @param {(number[] | null)[] | null} curves One for each row; null where it is hidden.
   */
  show(place, curves) {
    clearTimeout(this.timer);
    if (!curves) {
      this.root.style.display = "none";
      return;
    }
    this.timer = setTimeout(() => {
      curves.forEach((values, index) => {
        const points = (values ?? []).map((value, at) => `${place.x(at + 1)},${place.y(value)}`);
        setAttribute(this.paths[index], "d", points.length ? `M${points.join("L")}` : "");
      });
      this.root.style.display = "";
    }, REST);
  }
}
