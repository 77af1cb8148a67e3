/** The plotly chart: made once, then changed in place. */

import { isUndefined } from "./content.js";
import { Paths } from "./paths.js";

/** A panel that is not laid out yet has no chart either; plotly would make up a width. */
const SMALLEST = 160;

/** One plotly chart in one element, from the first drawing to the last. */
export class Chart {
  /** @param {HTMLElement} plot */
  constructor(plot) {
    this.plot = plot;
    this.plotly = null;
    this.paths = null;
    this.frame = "";
    this.values = [];
  }

  /**
   * Bring the chart up to date. Where only values differ, the paths are changed in place and at once, and the style
   * sheet lets the old ones glide into the new ones. So nothing waits in a queue, and a further change starts from
   * where the paths are. (Plotly's own transition draws the whole chart again on each frame.)
   *
   * @param {object} figure The template.
   * @param {object[]} rows
   * @param {import("./content.js").Content} content
   * @param {boolean[]} hidden
   * @param {import("./geometry.js").Geometry} place
   * @param {{line: string}[]} colours One for each row.
   * @param {object} ink From `inkOf`.
   */
  draw(figure, rows, content, hidden, place, colours, ink) {
    if (!this.plotly || place.width < SMALLEST) return;
    const values = rows.map((row) => content.curves[row.name]);
    const hollow = rows.map((row) => isUndefined(content, row.name));
    const frame = JSON.stringify([figure, rows, hidden, hollow, place.width, place.height, colours, ink]);
    const still = frame !== this.frame;
    if (!still && sameValues(values, this.values)) return;
    this.frame = frame;
    this.values = values;
    this.plot.toggleAttribute("data-still", still);
    if (!still && this.paths.move(values, place)) return;
    const data = figure.data.map((trace, index) =>
      style(trace, rows[index], values[index], hidden[index], hollow[index], colours[index], ink),
    );
    this.plotly.react(this.plot, data, layout(figure.layout, place, ink), figure.config);
    this.paths = new Paths(this.plot, data);
  }

  /**
   * Let one curve stand out. Plotly may have made its group anew, so this is said after each drawing.
   *
   * @param {string | undefined} uid Of its trace; nothing for none.
   */
  light(uid) {
    for (const group of this.plot.querySelectorAll(".scatterlayer > .trace")) {
      group.classList.toggle("ix-lit", group.classList.contains(`trace${uid}`));
    }
  }

  /** Let go of everything plotly holds. */
  leave() {
    if (this.plotly) this.plotly.purge(this.plot);
    this.plotly = null;
  }
}

function sameValues(some, others) {
  return some.every((row, index) => row.every((value, place) => value === others[index][place]));
}

/**
 * A trace of the template with its values, in the colours of the theme.
 *
 * @param {object} trace
 * @param {{symbol: string}} row Its name.
 * @param {(number | null)[]} y
 * @param {boolean} hidden
 * @param {boolean} hollow Whether its values only stand for values that are not there.
 * @param {{line: string}} colour
 * @param {object} ink From `inkOf`.
 */
export function style(trace, row, y, hidden, hollow, colour, ink) {
  const { line, marker } = trace;
  return {
    ...trace,
    y,
    name: row.symbol,
    // Plotly keeps a trace that is only in the legend, and draws it nowhere.
    visible: hidden ? "legendonly" : true,
    line: { ...line, color: colour.line, width: hollow ? 1 : line.width },
    marker: {
      ...marker,
      color: colour.line,
      symbol: hollow ? `${marker.symbol}-open` : marker.symbol,
      line: hollow ? { width: 1.5 } : { ...marker.line, color: ink.ground },
    },
  };
}

function layout(template, place, ink) {
  const axis = { color: ink.soft, gridcolor: ink.grid, tickcolor: ink.line };
  return {
    ...template,
    width: place.width,
    height: place.height,
    font: { ...template.font, family: ink.font, color: ink.soft },
    xaxis: { ...template.xaxis, ...axis },
    yaxis: { ...template.yaxis, ...axis },
  };
}

/**
 * The page's colours and font, for plotly, which cannot read CSS variables.
 *
 * @param {Element} element
 * @returns {Record<string, string>}
 */
export function inkOf(element) {
  const css = getComputedStyle(element);
  const colour = (name) => css.getPropertyValue(name).trim();
  return {
    ground: colour("--ix-card"),
    grid: colour("--ix-line"),
    line: colour("--ix-line-strong"),
    soft: colour("--ix-ink-soft"),
    font: colour("--ix-font"),
  };
}
