/** A handle on the chart for where a value will land: dragged up and down, or moved with keys. */

import { rounded, said } from "../numbers.js";
import { html, setAttribute } from "../dom.js";

const KEYS = { ArrowUp: 0.01, ArrowRight: 0.01, ArrowDown: -0.01, ArrowLeft: -0.01, PageUp: 0.1, PageDown: -0.1 };

/** One handle, for the metric that is asked about. */
export class Target {
  /**
   * @param {HTMLElement} stage Lies over the chart and has its size.
   * @param {(value: number) => void} said Called whenever it has been moved.
   */
  constructor(stage, said) {
    this.root = html("div", "ix-target", {
      role: "slider",
      tabindex: "0",
      "data-testid": "target",
      "aria-orientation": "vertical",
      "aria-valuemin": "0",
      "aria-valuemax": "1",
      hidden: "",
    });
    this.root.append(html("span", "ix-target-dot"), html("span", "ix-target-value"));
    stage.append(this.root);
    this.stage = stage;
    this.said = said;
    this.value = 0;
    this.root.onpointerdown = (event) => this.grip(event);
    this.root.onpointermove = (event) => this.drag(event);
    this.root.onpointerup = this.root.onpointercancel = () => {
      this.held = false;
    };
    this.root.onkeydown = (event) => this.keys(event);
  }

  /**
   * @param {import("./geometry.js").Geometry} place
   * @param {{k: number, value: number, label: string, colour: string, given: boolean, covered: boolean} | null} shown
   *   Nothing to hide it; `covered` if the value that it has now may not be told.
   */
  show(place, shown) {
    this.root.hidden = !shown;
    if (!shown) return;
    this.place = place;
    this.value = shown.value;
    const text = shown.given ? said(shown.value) : "?";
    const now = shown.covered ? "" : `, now ${said(shown.value)}`;
    setAttribute(this.root, "aria-label", `Where ${shown.label} will land`);
    setAttribute(this.root, "aria-valuenow", said(shown.value));
    setAttribute(this.root, "aria-valuetext", shown.given ? text : `not said yet${now}`);
    setAttribute(this.root, "title", `Drag to where ${shown.label} will land`);
    this.root.toggleAttribute("data-given", shown.given);
    this.root.style.setProperty("--ix-hue", shown.colour);
    this.root.style.transform = `translate(${place.x(shown.k)}px, ${place.y(shown.value)}px)`;
    this.root.lastChild.textContent = text;
  }

  grip(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    this.root.focus({ preventScroll: true });
    this.root.setPointerCapture(event.pointerId);
    this.held = true;
  }

  drag(event) {
    if (!this.held) return;
    const y = event.clientY - this.stage.getBoundingClientRect().top;
    const { top, bottom } = { top: this.place.y(1), bottom: this.place.y(0) };
    this.say((bottom - y) / (bottom - top));
  }

  keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in KEYS) this.say(this.value + KEYS[event.key]);
    else if (event.key === "Home" || event.key === "End") this.say(event.key === "End" ? 1 : 0);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  say(value) {
    this.said(Math.round(Math.min(Math.max(value, 0), 1) * 100) / 100);
  }
}
