// The chart as a picture of its own: the same curves and colours, on white, with a title and a legend.

import { loadPlotly } from "../curves/plotly.js";

/** A picture of pixels has so many for each of the above. */
const SHARP = 2;

/** No browser draws more pixels below each other. */
const LONGEST = 16_000;

/**
 * Draw a chart.
 *
 * @param {{data: object[], layout: {width: number, height: number}}} drawing From irviz/views/drawing.py.
 * @param {string} address Of plotly.js.
 * @returns {Promise<string>} The SVG, as an address that holds it. (The page's policy knows no blobs.)
 */
export async function drawChart(drawing, address) {
  const { width, height } = drawing.layout;
  const plotly = await loadPlotly(address);
  return plotly.toImage(onPaper(drawing), { width, height, format: "svg" });
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
  const svg = await drawChart(drawing, address);
  if (format === "png") return pixels(svg);
  return new Blob([decodeURIComponent(svg.slice(svg.indexOf(",") + 1))], { type: "image/svg+xml" });
}

/**
 * An SVG as a file of pixels.
 *
 * @param {string} svg As an address that holds it.
 * @returns {Promise<Blob>}
 */
export async function pixels(svg) {
  const image = new Image();
  image.src = svg;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const sharp = Math.min(SHARP, LONGEST / height);
  const canvas = Object.assign(document.createElement("canvas"), { width: sharp * width, height: sharp * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** A figure in the colours of paper, whatever the theme of the page: it names them as style sheets do. */
function onPaper(figure) {
  const paper = document.createElement("i");
  paper.className = "ix-paper";
  paper.hidden = true;
  document.body.append(paper);
  const css = getComputedStyle(paper);
  const text = JSON.stringify(figure).replace(
    /"var\((--[\w-]+)\)"/g,
    (_, name) => JSON.stringify(css.getPropertyValue(name).trim()),
  );
  paper.remove();
  return JSON.parse(text);
}
