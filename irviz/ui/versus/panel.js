/** One metric's small chart: A's curve solid, B's dashed, and the difference between them shaded. */

import { html, setAttribute, setText, svg } from "../dom.js";
import { decimal } from "../numbers.js";
import { spread } from "../curves/spread.js";
import { compare, signed } from "./content.js";

const MARGIN = { left: 30, right: 24, top: 8, bottom: 20 };
const GAP = 13; // px between the letters at the ends of the curves
const MANY = 20; // past so many ranks only that of the cutoff has a dot
const ROOM = 26; // px between the numbers of the ranks, at least

/** The chart of one metric, made once and then changed in place. */
export class Panel {
  /**
   * @param {{name: string, title: string}} row
   * @param {{light: object, dark: object}} hues
   * @param {number} n
   */
  constructor(row, hues, n) {
    Object.assign(this, { row, n, size: { width: 0, height: 0 }, content: null, rank: null });
    this.name = html("b", "ix-vs-name", { title: row.meaning });
    this.said = html("span", "ix-vs-said");
    this.box = html("div", "ix-vs-box");
    this.drawing = svg("svg", "ix-vs-drawing", { role: "img" });
    this.grid = svg("g", "ix-vs-grid");
    this.area = svg("path", "ix-vs-area");
    this.cut = svg("path", "ix-vs-cut");
    this.guide = svg("path", "ix-vs-guide");
    this.lines = { a: svg("path", "ix-vs-line ix-vs-a"), b: svg("path", "ix-vs-line ix-vs-b") };
    const dots = (name) => Array.from({ length: n }, () => svg("circle", `ix-vs-dot ix-vs-${name}`, { r: 3 }));
    this.dots = { a: dots("a"), b: dots("b") };
    const end = (letter) => {
      const made = svg("text", "ix-vs-end");
      made.textContent = letter;
      return made;
    };
    this.ends = { a: end("A"), b: end("B") };
    this.drawing.append(
      this.grid, this.area, this.guide, this.cut, this.lines.a, ...this.dots.a, this.lines.b, ...this.dots.b,
      this.ends.a, this.ends.b,
    );
    this.box.append(this.drawing);
    const style = Object.entries(hues)
      .map(([theme, { line, text }]) => `--ix-line-${theme}: ${line}; --ix-text-${theme}: ${text}`)
      .join("; ");
    this.figure = html(
      "figure",
      "ix-vs-panel ix-vs-hue",
      { "data-testid": "versus-chart", "data-metric": row.name, style },
      html("figcaption", "", {}, this.name, this.said),
      this.box,
    );
    this.box.addEventListener("pointermove", (event) => this.heat(this.rankAt(event)));
    this.box.addEventListener("pointerleave", () => this.heat(null));
    this.box.addEventListener("click", (event) => {
      const k = this.rankAt(event);
      document.dispatchEvent(new CustomEvent("irviz:cutoff", { detail: { k } }));
    });
  }

  /** Look up what only changes with the window. */
  measure() {
    this.size = { width: this.box.clientWidth, height: this.box.clientHeight };
    const { width, height } = this.size;
    const { n } = this;
    setAttribute(this.drawing, "viewBox", `0 0 ${width} ${height}`);
    const ranks = numbered(n, width - MARGIN.left - MARGIN.right);
    this.grid.replaceChildren(
      ...[0, 0.5, 1].flatMap((value) => [
        svg("path", "", { d: `M${MARGIN.left - 4} ${this.y(value)}H${width - MARGIN.right + 4}` }),
        label(MARGIN.left - 9, this.y(value) + 4, String(value), "end"),
      ]),
      ...ranks.map((k) => label(this.x(k), height - 4, String(k), "middle")),
    );
  }

  x(k) {
    const across = this.size.width - MARGIN.left - MARGIN.right;
    return round(MARGIN.left + (this.n > 1 ? ((k - 1) / (this.n - 1)) * across : across / 2));
  }

  y(value) {
    const down = this.size.height - MARGIN.top - MARGIN.bottom;
    return round(MARGIN.top + (1 - (value ?? 0)) * down);
  }

  rankAt(event) {
    const { left, width } = this.box.getBoundingClientRect();
    const across = width - MARGIN.left - MARGIN.right;
    const rank = 1 + Math.round(((event.clientX - left - MARGIN.left) / across) * (this.n - 1));
    return Math.min(Math.max(rank, 1), this.n);
  }

  /** @param {import("./content.js").Content} content */
  draw(content) {
    this.content = content;
    const { row, n, size } = this;
    if (size.width < 60 || size.height < 40) return;
    const points = { a: [], b: [] };
    for (const name of ["a", "b"]) {
      content.curves[name][row.name].forEach((value, place) => {
        const point = [this.x(place + 1), this.y(value)];
        points[name].push(point);
        const dot = this.dots[name][place];
        dot.style.transform = `translate(${point[0]}px, ${point[1]}px)`;
        dot.classList.toggle("ix-vs-at", place + 1 === content.k);
        dot.classList.toggle("ix-vs-few", n > MANY && place + 1 !== content.k);
      });
      setAttribute(this.lines[name], "d", path(points[name]));
    }
    setAttribute(this.area, "d", `${path([...points.a, ...points.b.toReversed()])}Z`);
    setAttribute(this.cut, "d", `M${this.x(content.k)} ${MARGIN.top - 4}V${size.height - MARGIN.bottom + 4}`);
    const ends = [points.a[n - 1][1], points.b[n - 1][1]];
    const places = spread(ends, GAP, MARGIN.top, size.height - MARGIN.bottom);
    ["a", "b"].forEach((name, index) => {
      this.ends[name].style.transform = `translate(${this.x(n) + 9}px, ${places[index] + 4}px)`;
    });
    this.tell();
    setAttribute(this.drawing, "aria-label", this.sentence());
  }

  /** Point at a rank, or at none. */
  heat(rank) {
    this.rank = rank !== null && rank <= this.n ? rank : null;
    if (!this.content) return;
    const shown = this.rank !== null && this.size.width >= 60;
    setAttribute(this.guide, "d", shown ? `M${this.x(this.rank)} ${MARGIN.top}V${this.size.height - MARGIN.bottom}` : "");
    this.tell();
  }

  /** The values where one points, else the difference at the cutoff. */
  tell() {
    const { row, content, rank } = this;
    setText(this.name, `${row.name}@k`);
    const { a, b, difference, winner } = compare(content, row.name, rank ?? content.k);
    if (rank !== null) setText(this.said, `k = ${rank}: A ${decimal(a)}, B ${decimal(b)}`);
    else setText(this.said, winner ? `${winner} by ${signed(Math.abs(difference)).slice(1)}` : "equal");
    this.said.dataset.winner = rank === null ? winner : "";
  }

  /** The chart for those who do not see it. */
  sentence() {
    const { row, content } = this;
    const list = (name) => content.curves[name][row.name].map(decimal).join(", ");
    return `${row.title} at k = 1 to ${this.n}. A: ${list("a")}. B: ${list("b")}.`;
  }
}

/** The ranks that are written below a chart: every one where there is room, else each second, fifth, tenth ... */
function numbered(n, width) {
  const most = Math.max(Math.floor(width / (n > MANY ? ROOM : ROOM / 1.6)), 1);
  const step = [1, 2, 5, 10, 20, 50].find((one) => n / one <= most) ?? n;
  return Array.from({ length: n }, (_, place) => place + 1).filter((k) => (step < 5 ? (k - 1) % step === 0 : k === 1 || k % step === 0));
}

function label(x, y, words, anchor) {
  const made = svg("text", "", { x, y, "text-anchor": anchor });
  made.textContent = words;
  return made;
}

function path(points) {
  return points.map(([x, y], place) => `${place ? "L" : "M"}${x} ${y}`).join("");
}

function round(number) {
  return Math.round(number * 10) / 10;
}
