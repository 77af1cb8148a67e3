/** One metric's small chart: A's curve solid, B's dashed, and the difference between them shaded; views. */

import { isMasked } from "../masks.js";
import { difference } from "../curves/content.js";
import { geometry, numbered, unit as size } from "../curves/geometry.js";
import { spread } from "../curves/spread.js";
import { tell } from "../events.js";
import { decimal, movement } from "../numbers.js";
import { h } from "../view/view.js";

const margin = { l: 30, r: 24, t: 8, b: 20 };
// Lengths in pixels where the root has 16: they grow with it.
const GAP = 13; // between the letters at the ends of the curves
const MANY = 20; // past so many ranks only that of the cutoff has a dot
const SMALLEST = { width: 60, height: 40 };

/**
 * Where everything is in a small chart, and the grid behind the curves: all charts have one size.
 *
 * @param {number} n
 * @param {number} width
 * @param {number} height
 */
export function frame(n, width, height) {
  const ranks = { range: n > 1 ? [1, n] : [0.5, 1.5] };
  const unit = size();
  const place = geometry({ margin, xaxis: ranks, yaxis: { range: [0, 1] } }, n, width, height, unit);
  const words = (x, y, text, anchor) => h("text", { x, y, "text-anchor": anchor }, String(text));
  const grid = h(
    "g.ix-vs-grid",
    [0, 0.5, 1].map((value) => [
      h("path", { d: `M${place.left - 4 * unit} ${place.y(value)}H${place.right + 4 * unit}` }),
      words(place.left - 9 * unit, place.y(value) + 4 * unit, value, "end"),
    ]),
    numbered(n, place).map((k) => words(place.x(k), height - 4 * unit, k, "middle")),
  );
  return { ...place, n, grid, empty: width < SMALLEST.width || height < SMALLEST.height };
}

/**
 * How much higher B is than A.
 *
 * @param {import("../curves/content.js").Content} content
 * @param {string} metric
 * @param {number} [k]
 * @returns {{a: number | null, b: number | null, by: number | null, winner: "A" | "B" | ""}}
 */
export function compare({ curves, ...content }, metric, k = content.k) {
  const [a, b] = [curves.a[metric][k - 1], curves.b[metric][k - 1]];
  const by = difference(a, b);
  return { a, b, by, winner: by > 0 ? "B" : by < 0 ? "A" : "" };
}

/**
 * Describe a chart, with the values where one points, else the difference at the cutoff; one that is masked has its
 * grid alone.
 *
 * @param {{name: string, title: string, meaning: string}} row
 * @param {import("../curves/content.js").Content} content
 * @param {ReturnType<frame>} place
 * @param {number | null} rank The one that is pointed at.
 * @param {boolean} lit Whether it stands out.
 * @param {() => void} listen Called for a press on what makes it heard.
 */
export function chart(row, content, place, rank, lit, listen) {
  const { name, title, meaning } = row;
  const { a, b, by, winner } = compare(content, name, rank ?? content.k);
  const shut = isMasked(name);
  const said = winner ? `${winner} by ${movement(by).figures}` : "equal";
  const caption = rank ? `k = ${rank}: A ${decimal(a)}, B ${decimal(b)}` : said;
  const rankAt = ({ clientX, currentTarget }) => place.rank(clientX - currentTarget.getBoundingClientRect().left);
  const point = (to) => to !== rank && tell("rank", { rank: to });
  const all = (side) => content.curves[side][name].map(decimal).join(", ");
  const curves = `A: ${all("a")}. B: ${all("b")}.`;
  return h(
    "figure.ix-vs-panel.ix-vertical.ix-round",
    { key: name, "data-testid": "versus-chart", "data-metric": name, "data-hue": name, "data-lit": lit ? "" : null },
    h(
      "figcaption.ix-line.ix-ends.ix-one-line.ix-nowrap.ix-caption",
      h("b.ix-hue", { title: meaning }, `${name}@k`),
      h("span", { "data-winner": rank || shut ? "" : winner }, shut ? "?" : caption),
      h("button.ix-plain.ix-vs-listen", {
        "data-testid": "listen",
        "aria-label": `Listen to ${name}@k: A, then B`,
        title: "Hear A from the left, then B from the right: one tone a rank, the higher the larger, a click at the " +
          "cutoff (H)",
        onclick: listen,
      }, "♪"),
    ),
    h(
      "div.ix-vs-box.ix-relative.ix-pointer.ix-pan.ix-fill",
      {
        onpointermove: (event) => point(rankAt(event)),
        onpointerleave: () => point(null),
        onclick: (event) => rankAt(event) && tell("cutoff", { k: rankAt(event) }),
      },
      h(
        "svg.ix-vs-drawing.ix-layer.ix-absolute.ix-wide",
        {
          role: "img",
          viewBox: `0 0 ${place.width} ${place.height}`,
          "aria-label": `${title} at k = 1 to ${place.n}. ${shut ? "Masked." : curves}`,
        },
        !place.empty && drawing(name, content, place, rank, shut),
      ),
    ),
  );
}

function drawing(name, { curves, k }, place, rank, shut) {
  const { unit } = place;
  const upright = (at, beyond) => `M${round(place.x(at))} ${place.top - beyond * unit}V${place.bottom + beyond * unit}`;
  const under = [
    place.grid,
    rank && h("path.ix-vs-guide", { key: "guide", d: upright(rank, 0) }),
    h("path.ix-vs-cut", { key: "cut", d: upright(k, 4) }),
  ];
  if (shut) return under;
  const points = (side) => curves[side][name].map((value, at) => [round(place.x(at + 1)), round(place.y(value ?? 0))]);
  const [a, b] = [points("a"), points("b")];
  const path = (some) => some.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join("");
  const at = ([x, y], right = 0, down = 0) => ({ transform: `translate(${x + right}px, ${y + down}px)` });
  const dots = (some, side) =>
    some.map((point, index) =>
      (place.n <= MANY || index + 1 === k) &&
      h(`circle.ix-vs-dot.ix-vs-${side}`, {
        key: side + index,
        r: (index + 1 === k ? 4.5 : 3) * unit,
        style: at(point),
      })
    );
  const ends = spread([a.at(-1)[1], b.at(-1)[1]], GAP * unit, place.top, place.bottom);
  const end = (letter, y) =>
    h("text.ix-vs-end", { key: letter, style: at([a.at(-1)[0], y], 9 * unit, 4 * unit) }, letter);
  return [
    h("path.ix-vs-area", { key: "area", d: `${path([...a, ...b.toReversed()])}Z` }),
    under,
    h("path.ix-vs-line", { key: "a", d: path(a) }),
    dots(a, "a"),
    h("path.ix-vs-line.ix-vs-b", { key: "b", d: path(b) }),
    dots(b, "b"),
    end("A", ends[0]),
    end("B", ends[1]),
  ];
}

const round = (number) => Math.round(number * 10) / 10;
