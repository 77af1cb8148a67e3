// How the class has answered: for each metric bars of both rounds, or dots on a line; and what is right, once it is revealed.

import { percent, rounded, short } from "../numbers.js";
import { h } from "../view/view.js";

const WAYS = {
  direction: [
    ["up", "▲ up", "goes up"],
    ["same", "= same", "stays the same"],
    ["down", "▼ down", "goes down"],
  ],
  preference: [
    ["first", "A", "prefers A"],
    ["same", "= same", "prefers neither"],
    ["second", "B", "prefers B"],
  ],
};

/** What counts as right is so near to the value (irviz/rooms/question.py says it with the question). */
const NEAR = 0.05;

/** The line of values is drawn in these units. */
const LINE = { width: 200, height: 26, dot: 2.4 };

/**
 * The answers of each metric, a view.
 *
 * @param {object} event What the server has said.
 */
export function tally({ question, tally: rounds = [], reveal }) {
  return h(
    "ul.ix-room-tally",
    { "data-testid": "room-tally", style: { "--count": question.metrics.length } },
    question.metrics.map((metric) =>
      h(
        "li.ix-room-metric",
        { key: metric.name, "data-hue": metric.name, "data-metric": metric.name },
        h("div.ix-line.ix-ends", {}, h("strong.ix-hue", {}, metric.title), reveal && h("span.ix-soft", {}, moved(metric, reveal[metric.name], question))),
        question.kind === "value" ? rounds.map((round) => dots(metric, round, rounds.length, reveal)) : bars(metric, rounds, reveal, WAYS[question.kind] ?? solved(metric, rounds)),
      ),
    ),
    rounds.some(({ sure }) => total(sure)) && h("li.ix-room-sure", { key: "" }, "How sure, from 1 to 5: ", rounds.map(sureness)),
  );
}

/** In how many moves a challenge was solved. */
function solved({ name }, rounds) {
  const made = new Set(rounds.flatMap(({ metrics }) => Object.keys(metrics[name] ?? {})));
  return [...made].sort((one, other) => one - other).map((one) => [one, `${one} ${one === "1" ? "move" : "moves"}`, "so many have solved it in"]);
}

/** From which value to which; of two lists, both. */
function moved(metric, { from = metric.from, to }, { kind }) {
  if (kind === "challenge") return to ? `fewest ${to}` : "";
  if (kind === "preference") return `A ${short(from)}, B ${short(to)}`;
  return from === null ? short(to) : `${short(from)} → ${short(to)}`;
}

const total = (counts) => Object.values(counts ?? {}).reduce((sum, one) => sum + one, 0);

function bars({ name }, rounds, reveal, ways) {
  if (!ways.length) return h("p", {}, "Nobody has solved it.");
  return h(
    "div.ix-room-bars",
    {},
    ways.map(([way, label, words]) => {
      const right = String(reveal?.[name].right) === way;
      return h(
        "div.ix-room-way",
        { key: way, "data-way": way, "data-right": reveal ? String(right) : null },
        h("span.ix-strong", { title: words }, label, right && h("span", {}, " ✓", h("span.ix-said", {}, " right"))),
        h("div", {}, rounds.map((round) => bar(round, name, way, rounds.length))),
      );
    }),
  );
}

function bar({ round, metrics }, name, way, of) {
  const counts = metrics[name] ?? {};
  const all = total(counts);
  const share = all ? (counts[way] ?? 0) / all : 0;
  return h(
    "div.ix-room-bar",
    { key: round, "data-round": round, "data-last": round === of ? "" : null },
    h("span.ix-room-fill", { style: { width: `${100 * share}%` } }),
    h("span.ix-room-share", {}, of > 1 && h("span.ix-said", {}, `Round ${round}: `), h("strong", {}, counts[way] ?? 0), h("span.ix-soft", {}, ` ${percent(Math.round(100 * share) / 100)}`)),
  );
}

/**
 * What the chart shows of a tally of values: for each metric what was said in each round; null where nothing is to be shown.
 *
 * @param {object} event
 */
export function onChart({ question, tally: rounds, reveal }) {
  const of = ({ name }) => [name, { rounds: rounds.map(({ metrics }) => metrics[name] ?? []), to: reveal?.[name].to ?? null }];
  return { k: question.cutoff, near: NEAR, metrics: Object.fromEntries(question.metrics.map(of)) };
}

/**
 * The values in words, and a way to each metric’s dots on the chart, which shows one at a time; a view.
 *
 * @param {object} event
 * @param {string} chosen The metric that is shown.
 * @param {(metric: string) => void} choose
 */
export function values({ question, tally: rounds, reveal }, chosen, choose) {
  const words = (name) => {
    const said = rounds.map(({ metrics }) => metrics[name] ?? []);
    const middles = said.map((some) => (some.length ? short(middle(some)) : "–")).join(" → ");
    return said.some((some) => some.length) ? `${said.at(-1).length} said a value, the middle ${middles}` : "nobody said a value";
  };
  return h(
    "ul.ix-room-outcome",
    { "data-testid": "room-values" },
    question.metrics.map((metric) =>
      h(
        "li.ix-line",
        { key: metric.name, "data-metric": metric.name, "data-hue": metric.name },
        h("button.ix-plain.ix-strong.ix-hue", { "aria-pressed": metric.name === chosen, title: "Its dots on the chart", onclick: () => choose(metric.name) }, metric.title),
        h("span", {}, words(metric.name)),
        reveal && h("span.ix-strong", {}, `is ${short(reveal[metric.name].to)}`),
      ),
    ),
  );
}

/** Each value as a dot above the line; equal ones stand on each other. */
function dots({ name, title }, { round, metrics }, of, reveal) {
  const values = metrics[name] ?? [];
  const { width, height, dot } = LINE;
  const x = (value) => 5 + Math.min(Math.max(value, 0), 1) * (width - 10);
  const stacks = new Map();
  for (const value of values) {
    const place = Math.round(x(value) / (2 * dot));
    stacks.set(place, (stacks.get(place) ?? 0) + 1);
  }
  const high = Math.max(...stacks.values(), 1);
  const step = Math.min(2 * dot, (height - 2) / high);
  const to = reveal?.[name].to;
  return h(
    "figure.ix-room-line",
    { key: round, "data-round": round },
    h("figcaption", {}, of > 1 ? `Round ${round}: ` : "", values.length > 0 ? `the middle ${short(middle(values))}` : "no values", reveal && values.length > 0 && `, ${percent(Math.round(100 * rightShare(name, { metrics }, reveal)) / 100)} right`),
    h(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `The values said for ${title}` },
      reveal && h("rect.ix-room-near", { x: x(to - NEAR), y: 0, width: x(to + NEAR) - x(to - NEAR), height: height - 1 }),
      h("line", { x1: x(0), x2: x(1), y1: height - 1, y2: height - 1 }),
      [...stacks].flatMap(([place, count]) => Array.from({ length: count }, (_, level) => h("circle", { key: `${place} ${level}`, cx: place * 2 * dot, cy: height - 1 - dot - level * step, r: dot }))),
    ),
    h("div.ix-line.ix-ends.ix-soft", { "aria-hidden": true }, ["0", "0.5", "1"].map((value) => h("span", {}, value))),
  );
}

const middle = (values) => values[Math.floor((values.length - 1) / 2)];

function sureness({ round, sure }) {
  const all = total(sure);
  const mean = all ? Object.entries(sure).reduce((sum, [one, count]) => sum + one * count, 0) / all : 0;
  return h("span", { key: round, "data-round": round }, `round ${round} `, h("strong", {}, all ? rounded(mean, 1) : "nobody said"), " ");
}

/** Which share of those who answered was right; null where nobody did. */
export function rightShare(name, { metrics }, reveal) {
  const counts = metrics[name] ?? {};
  const { to, right } = reveal[name];
  if (Array.isArray(counts)) return counts.length ? counts.filter((one) => Math.abs(one - to) <= NEAR + 1e-9).length / counts.length : null;
  return total(counts) ? (counts[right] ?? 0) / total(counts) : null;
}

/**
 * In a line for each metric how many were right, the most misjudged first; a view.
 *
 * @param {object} event
 */
export function outcome({ question, tally: rounds, reveal }) {
  const last = rounds.at(-1);
  const share = ({ name }) => rightShare(name, last, reveal) ?? 1;
  const order = question.metrics.toSorted((one, other) => share(one) - share(other));
  return h(
    "ul.ix-room-outcome",
    { "data-testid": "outcome" },
    order.map((metric) => {
      const { name, title } = metric;
      const shares = rounds.map((round) => rightShare(name, round, reveal));
      const said = shares.map((one) => (one === null ? "–" : percent(Math.round(100 * one) / 100)));
      if (question.kind === "challenge") return h("li", { key: name, "data-metric": name }, best(last.metrics[name], reveal[name]));
      return h(
        "li.ix-line",
        { key: name, "data-metric": name, "data-hue": name },
        h("strong.ix-hue", {}, title),
        h("span", {}, moved(metric, reveal[name], question)),
        h("span.ix-strong", {}, shares.at(-1) === null ? "nobody answered" : `${said.join(" → ")} right`),
      );
    }),
    question.kind === "challenge" ? h("li.ix-soft.ix-room-reason", { key: "" }, reveal[order[0].name].reason) : h("li.ix-soft.ix-room-reason", { key: "" }, order.length > 1 && share(order[0]) < 1 && h("strong", {}, "Most misjudged: "), question.kind === "preference" ? "" : `${order[0].title}. `, reveal[order[0].name].reason),
  );
}

/** How many have solved a challenge, and how many of them as quickly as can be. */
function best(counts, { to }) {
  const all = total(counts);
  const fewest = counts[to] ?? 0;
  const most = to ? `, ${fewest} of them in the fewest moves` : "";
  return h("strong", {}, all ? `${all} solved it${most}.` : "Nobody has solved it.");
}
