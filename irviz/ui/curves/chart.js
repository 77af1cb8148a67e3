/** The plotly chart: made once, then changed in place. */

export class Chart {
  /** @param {HTMLElement} plot */
  constructor(plot) {
    this.plot = plot;
    this.plotly = null;
    this.frame = "";
    this.values = [];
  }

  /**
   * Bring the chart up to date. Where only values have changed, only they are handed to plotly, and the style sheet
   * lets the old paths glide into the new ones: nothing waits in a queue, and a further change starts from where the
   * paths are.
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
    if (!this.plotly) return;
    const values = rows.map((row) => content.curves[row.name]);
    const hollow = rows.map((row) => content.undefined.has(row.name));
    const frame = JSON.stringify([figure, rows.map((row) => row.symbol), hidden, hollow, place.width, place.height, colours, ink]);
    if (frame !== this.frame) {
      this.frame = frame;
      this.plot.toggleAttribute("data-still", true);
      const data = figure.data.map((trace, index) => style(trace, rows[index], values[index], hidden[index], hollow[index], colours[index], ink));
      this.plotly.react(this.plot, data, layout(figure.layout, place, ink), figure.config);
    } else if (values.some((row, index) => row !== this.values[index])) {
      this.plot.toggleAttribute("data-still", false);
      this.plotly.restyle(this.plot, { y: values });
    }
    this.values = values;
  }

  /** Let go of everything plotly holds. */
  leave() {
    if (this.plotly) this.plotly.purge(this.plot);
    this.plotly = null;
  }
}

function style(trace, row, y, hidden, hollow, colour, ink) {
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
      line: hollow ? { width: 1.5 } : { width: 1.25, color: ink.ground },
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
