/** The plotly chart: made once, then changed in place. */

import { isUndefined } from "./content.js";
import { numbered, scaled } from "./geometry.js";
import { Paths } from "./paths.js";

/** A panel that is not laid out yet has no chart either; plotly would make up a width. */
const SMALLEST = 160;

/** From one value that is written on the axis to the next, at least, in pixels where the root has 16. */
const LINE = 15;

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
   * @param {import("./curves.js").Scene} scene
   * @param {object} figure The template.
   * @param {string} template The same as text, with the names of the curves.
   * @param {object} ink From `inkOf`.
   */
  draw({ plotted, drawn, content, place, n }, figure, template, ink) {
    if (!this.plotly || place.width < SMALLEST) return;
    const values = plotted.map((row) => content.curves[row.name]);
    const hidden = plotted.map((row) => !drawn.includes(row));
    const hollow = plotted.map((row) => isUndefined(content, row.name));
    const frame = template + JSON.stringify([hidden, hollow, place.width, place.height, place.unit, ink]);
    const still = frame !== this.frame;
    if (!still && sameValues(values, this.values)) return;
    this.frame = frame;
    this.values = values;
    this.plot.toggleAttribute("data-still", still);
    if (!still && this.paths.move(values, place)) return;
    const data = plotted.map(({ trace, symbol }, at) => ({
      ...style(trace, symbol, values[at], hollow[at], place.unit, ink),
      visible: hidden[at] ? "legendonly" : true, // then plotly keeps it, and draws it nowhere
    }));
    this.plotly.react(this.plot, data, layout(figure.layout, place, n, ink), figure.config);
    this.paths = new Paths(this.plot, data);
  }

  /**
   * Let one curve stand out. Plotly may have made its group anew, so this is said after each drawing.
   *
   * @param {string | null} uid Of its trace; nothing for none.
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
 * @param {string} name
 * @param {(number | null)[]} y
 * @param {boolean} hollow Whether its values only stand for values that are not there.
 * @param {number} unit From the place.
 * @param {object} ink From `inkOf`.
 */
function style(trace, name, y, hollow, unit, ink) {
  const { uid, line, marker } = trace;
  const color = ink.hues[uid];
  return {
    ...trace,
    y,
    name,
    line: {
      ...line,
      color,
      width: (hollow ? 1 : line.width) * unit,
      dash: line.dash.replace(/[\d.]+/g, (length) => length * unit),
    },
    marker: {
      ...marker,
      color,
      size: marker.size * unit,
      symbol: hollow ? `${marker.symbol}-open` : marker.symbol,
      line: hollow ? { width: 1.5 * unit } : { width: marker.line.width * unit, color: ink.ground },
    },
  };
}

function layout(template, place, n, ink) {
  const { margin, font, xaxis, yaxis } = template;
  const { unit, width, height } = place;
  const few = numbered(n, place);
  const tickvals = few.length < xaxis.tickvals.length ? few : xaxis.tickvals;
  const isLow = place.bottom - place.top < LINE * unit * (yaxis.tickvals.length - 1);
  const ends = (all) => (isLow ? [all[0], all.at(-1)] : all);
  const axis = {
    tickangle: 0, // what is written there fits: plotly need not measure it
    ticklabeloverflow: "allow",
    color: ink.soft,
    gridcolor: ink.grid,
    gridwidth: Math.round(unit),
    tickcolor: ink.line,
    tickwidth: Math.round(unit),
  };
  return {
    ...template,
    width,
    height,
    margin: scaled(margin, unit),
    font: { size: font.size * unit, family: ink.font, color: ink.soft },
    xaxis: { ...xaxis, ...axis, tickvals, ticklen: xaxis.ticklen * unit },
    yaxis: {
      ...yaxis,
      ...axis,
      tickvals: ends(yaxis.tickvals),
      ticktext: ends(yaxis.ticktext),
      ticklabelstandoff: yaxis.ticklabelstandoff * unit,
    },
  };
}

/**
 * The page's colours and font, for plotly, which cannot read CSS variables.
 *
 * @param {Element} element
 * @param {object[]} traces
 */
export function inkOf(element, traces) {
  const css = getComputedStyle(element);
  const value = (name) => css.getPropertyValue(`--ix-${name}`).trim();
  return {
    ground: value("card"),
    grid: value("line"),
    line: value("line-strong"),
    soft: value("ink-soft"),
    font: value("font"),
    hues: Object.fromEntries(traces.map(({ uid }) => [uid, value(`line-${uid}`)])),
  };
}
