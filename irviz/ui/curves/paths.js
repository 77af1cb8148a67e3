/**
 * The paths that plotly has drawn, moved to other values. Where nothing but values differs, this takes a tenth of the
 * time of plotly's own way, which computes the whole chart anew.
 */

/** The paths of one drawing of the chart. */
export class Paths {
  /**
   * @param {HTMLElement} plot With a chart in it.
   * @param {{uid: string, visible: boolean | string}[]} traces As they were drawn.
   */
  constructor(plot, traces) {
    const groups = [...plot.querySelectorAll(".scatterlayer > .trace")];
    this.plot = plot;
    this.drawn = traces.map(({ uid }) => {
      const group = groups.find((one) => one.classList.contains(`trace${uid}`));
      return group && { line: group.querySelector(".js-line"), points: [...group.querySelectorAll(".point")] };
    });
    this.shown = traces.map(({ visible }) => visible === true);
  }

  /**
   * Show other values.
   *
   * @param {(number | null)[][]} values By trace and rank.
   * @param {import("./geometry.js").Geometry} place
   * @returns {boolean} Whether all could be shown; if not, nothing has changed.
   */
  move(values, place) {
    if (!values.every((row, index) => this.fits(row, index))) return false;
    values.forEach((row, index) => {
      // Who asks plotly for its data gets what is drawn.
      this.plot.data[index].y = row;
      if (!this.shown[index]) return;
      const { line, points } = this.drawn[index];
      const ends = row.slice(0, told(row)).map((value, at) =>
        `${round(place.x(at + 1) - place.left)},${round(place.y(value) - place.top)}`
      );
      change(line, "d", `M${ends.join("L")}`);
      points.forEach((point, at) => change(point, "transform", `translate(${ends[at]})`));
    });
    return true;
  }

  /**
   * Whether a curve has a line and one point for each value. It may end before the list does, since what follows is
   * covered; where another value is missing, plotly breaks the line.
   */
  fits(row, index) {
    const end = told(row);
    if (end === 0 || row.slice(end).some((value) => value !== null)) return false;
    const { line, points } = this.drawn[index] ?? {};
    return !this.shown[index] || (Boolean(line) && [0, end].includes(points.length));
  }
}

/** How many values a curve has before the first one that is missing. */
const told = (row) => (row.includes(null) ? row.indexOf(null) : row.length);

/** What does not differ is not touched: a curve that stays costs nothing. */
function change(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** Plotly's own precision, so that a path that is drawn again stays as it is. */
const round = (pixels) => Math.round(pixels * 100) / 100;
