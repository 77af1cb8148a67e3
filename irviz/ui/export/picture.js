// The chart as a picture of its own: the same curves and colours, on white, with a title and a legend.

import { inkOf, style } from "../curves/chart.js";
import { loadPlotly } from "../curves/plotly.js";

const SIZE = { width: 1120, height: 560 };

/** A picture of pixels has so many for each of the above. */
const SHARP = 2;

/**
 * Draw a chart.
 *
 * @param {object} drawing From irviz/views/drawing.py; its title may be empty.
 * @param {string} address Of plotly.js.
 * @param {{width: number, height: number}} [size] In pixels.
 * @returns {Promise<string>} The SVG, as an address that holds it. (The page's policy knows no blobs.)
 */
export async function drawn(drawing, address, size = SIZE) {
  const plotly = await loadPlotly(address);
  return plotly.toImage(figureOf(drawing, size), { ...size, format: "svg" });
}

/**
 * Draw a chart as a file.
 *
 * @param {object} drawing
 * @param {string} address Of plotly.js.
 * @param {string} format "svg" or "png".
 * @returns {Promise<Blob>}
 */
export async function picture(drawing, address, format) {
  const svg = await drawn(drawing, address);
  if (format === "png") return pixels(svg);
  return new Blob([decodeURIComponent(svg.slice(svg.indexOf(",") + 1))], { type: "image/svg+xml" });
}

async function pixels(svg) {
  const image = new Image();
  image.src = svg;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SHARP * SIZE.width;
  canvas.height = SHARP * SIZE.height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function figureOf({ title, ...drawing }, size) {
  const { figure, rows, curves, hidden, k, last, n } = drawing;
  const ink = paperInk(figure.data);
  const data = figure.data
    .map((trace, index) => {
      const { name, symbol, title } = rows[index];
      const hollow = drawing.undefined.includes(name);
      const legend = `<b>${symbol}</b>  ${title}`;
      return { ...style(trace, legend, curves[name], hollow, ink), showlegend: true };
    })
    .filter((_, index) => !hidden.includes(rows[index].name));
  const axis = { color: ink.soft, gridcolor: ink.grid, tickcolor: ink.line };
  const { layout } = figure;
  // Where the curves end before the list does, the picture says why.
  const across = { x0: last + 0.1, x1: n + 0.2, y0: 0, y1: 1, yref: "paper" };
  const covered = last < n ? [{ type: "rect", layer: "below", ...across, line: { width: 0 }, fillcolor: ink.grid, opacity: 0.5 }] : [];
  const why = last < n ? [{ text: "covered while<br>one predicts", x: (last + n) / 2, y: 0.5, yref: "paper", showarrow: false, font: { size: 13, color: ink.soft } }] : [];
  return {
    data,
    layout: {
      ...layout,
      ...size,
      paper_bgcolor: ink.ground,
      plot_bgcolor: ink.ground,
      font: { ...layout.font, family: FONT, color: ink.soft },
      title: { text: `<b>${plain(title)}</b>`, x: 0, xanchor: "left", xref: "paper", y: 0.97, yanchor: "top", font: { size: 20, color: ink.ink } },
      margin: { l: 72, r: 24, t: title ? 78 : 36, b: 56, pad: 0 },
      xaxis: { ...layout.xaxis, ...axis, title: { text: "cutoff k", standoff: 10, font: { size: 13 } } },
      yaxis: { ...layout.yaxis, ...axis, title: { text: "value", standoff: 12, font: { size: 13 } } },
      showlegend: true,
      legend: { x: 1.02, xanchor: "left", y: 1, font: { size: 13, color: ink.ink }, itemwidth: 44 },
      shapes: [...covered, { type: "line", layer: "below", x0: k, x1: k, y0: 0, y1: 1, yref: "paper", line: { color: ink.cutoff, width: 1.5 } }],
      annotations: [...why, { text: `<b>k = ${k}</b>`, x: k, y: 1, yref: "paper", yanchor: "bottom", showarrow: false, font: { size: 13, color: ink.cutoff } }],
    },
  };
}

/** Fonts that other programs have, too; a picture leaves this machine. */
const FONT = "Helvetica, Arial, Liberation Sans, sans-serif";

/** The colours of paper, whatever the theme of the page. */
function paperInk(traces) {
  const probe = document.createElement("i");
  probe.className = "ix-paper";
  probe.hidden = true;
  document.body.append(probe);
  const css = getComputedStyle(probe);
  const more = { ink: css.getPropertyValue("--ix-ink").trim(), cutoff: css.getPropertyValue("--ix-cutoff").trim() };
  const ink = { ...inkOf(probe, traces), ...more };
  probe.remove();
  return ink;
}

/** Plotly reads a few tags in its texts; what a user wrote is shown as it is. */
function plain(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
