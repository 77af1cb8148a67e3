// How the class has answered: for each metric bars of both rounds, or dots on a line; and what is right, once it is
// revealed.

import { decimal, median, percent, rounded } from "../numbers.js";
import { h } from "../view/view.js";

const WAYS = {
  direction: [
    ["up", "▲", "up", "goes up"],
    ["same", "=", "same", "stays the same"],
    ["down", "▼", "down", "goes down"],
  ],
  preference: [
    ["first", "A", "", "prefers A"],
    ["same", "=", "same", "prefers neither"],
    ["second", "B", "", "prefers B"],
  ],
};

/** What counts as right is so near to the value (irviz/rooms/question.py says it with the question). */
const NEAR = 0.05;

/** The line of values is drawn in these units. */
const LINE = { width: 200, height: 26, dot: 2.4 };

/**
 * What a class has said: for each metric the answers of each round, and once it is revealed what is right, how many
 * were, and why; a view. It has one place, whatever is known by then.
 *
 * @param {object} event What the server has said.
 * @param {{chosen: string, choose: (metric: string) => void} | null} chart Where values are dots on the chart, which
 *   shows those of one metric at a time.
 */
export function result(event, chart) {
  const { question, tally: rounds, reveal } = event;
  const { kind, metrics } = question;
  const ways = WAYS[kind];
  const line = ways
    ? (metric) => answers(metric, event, ways)
    : kind === "challenge"
    ? (metric) => moves(metric, event)
    : (metric) => values(metric, event, chart);
  return h(
    "div.ix-room-result",
    { key: "result", "data-testid": reveal ? "outcome" : null },
    h(
      "ul.ix-room-tally",
      {
        "data-testid": chart ? "room-values" : "room-tally",
        "data-kind": kind,
        "data-ways": Boolean(ways) || null,
        "data-lines": metrics.length * rounds.length <= FEW ? "few" : "many",
      },
      ways &&
        h(
          "li.ix-room-ways",
          { key: "ways", "aria-hidden": "true" },
          h("span.ix-room-sure", {}, sureness(rounds, "Sure")),
          ways.map(([way, sign, word]) => h("strong", { key: way }, sign, h("span", {}, ` ${word}`))),
          reveal && h("strong", {}, "✓ right"),
        ),
      metrics.map(line),
      !ways && rounds.some(({ sure }) => total(sure)) && h("li", { key: "sure" }, sureness(rounds, SURE)),
      chart && rounds.length > 1 &&
        h(
          "li.ix-soft",
          { key: "dots" },
          `Each dot is an answer: hollow in round ${rounds.length - 1}, filled in round ${rounds.length}.`,
        ),
      reveal && h("li.ix-room-reason", { key: "reason" }, reason(event)),
    ),
    ways && h("p.ix-said", {}, sureness(rounds, SURE)),
  );
}

/**
 * The same to hear, of the last round: how many said what, and once it is revealed, how many were right.
 *
 * @param {object} event
 */
export function describeAnswers({ question: { kind, metrics }, tally: rounds, reveal }) {
  const last = rounds.at(-1);
  const words = (name, said) => {
    if (kind === "challenge") return `${total(said)} solved it`;
    const share = reveal && rightShare(name, last, reveal);
    if (reveal) return share === null ? "no answers" : `${whole(share)} right`;
    if (kind === "value") {
      return said.length ? `${said.length} said a value, the median ${decimal(median(said))}` : "nobody said a value";
    }
    const counts = WAYS[kind].filter(([way]) => said[way]).map(([way, sign, word]) => `${said[way]} ${word || sign}`);
    return counts.join(", ") || "no answers";
  };
  return metrics.map(({ name, title }) =>
    `${title}: ${words(name, last.metrics[name] ?? (kind === "value" ? [] : {}))}.`
  ).join(" ");
}

/** With so many lines at most these are larger. */
const FEW = 2;

const total = (counts) => Object.values(counts ?? {}).reduce((sum, one) => sum + one, 0);

/** A share in whole percent. */
const whole = (share) => (share === null ? "–" : percent(Math.round(100 * share) / 100));

/** The answers in one of a few ways: a column for each, a line for each round. */
function answers({ name, title, ...metric }, event, ways) {
  const { tally: rounds, reveal } = event;
  const several = rounds.length > 1;
  return h(
    "li.ix-room-metric",
    { key: name, "data-hue": name, "data-metric": name },
    h("strong.ix-hue", {}, title),
    h(
      "div.ix-soft.ix-room-rounds",
      { "aria-hidden": "true" },
      several && rounds.map(({ round }) => h("span", { key: round }, `Round ${round}`)),
    ),
    ways.map(([way, , , words]) => {
      const right = reveal?.[name].right === way;
      return h(
        "div.ix-room-way",
        { key: way, "data-way": way, "data-right": reveal ? String(right) : null },
        h("span.ix-said", {}, `${words}: `),
        rounds.map((round) => bar(round, name, way, rounds.length)),
        right && h("span.ix-room-tick", {}, "✓", h("span.ix-said", {}, " right")),
      );
    }),
    // Its lines are there before, so that nothing moves for them.
    h("div.ix-room-came", { key: "came" }, reveal ? came({ name, ...metric }, true, event) : [h("span"), h("strong")]),
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
    h(
      "span.ix-room-share",
      {},
      of > 1 && h("span.ix-said", {}, `Round ${round}: `),
      h("strong", {}, counts[way] ?? 0),
      h("span", {}, ` ${whole(share)}`),
    ),
  );
}

/**
 * From which value to which, of two lists both; and which share of the class was right in each round, which the head of
 * a column says.
 */
function came(metric, column, { question: { kind }, tally: rounds, reveal }) {
  const { from = metric.from, to } = reveal[metric.name];
  const values = kind === "preference"
    ? `A ${decimal(from)}, B ${decimal(to)}`
    : from === null
    ? decimal(to)
    : `${decimal(from)} → ${decimal(to)}`;
  const shares = rounds.map((round) => rightShare(metric.name, round, reveal));
  return [
    h("span", {}, values),
    h(
      "strong",
      {},
      shares.at(-1) === null ? "no answers" : [
        shares.map(whole).join(" → "),
        h("span", { class: column && "ix-said" }, kind === "value" ? ` right, within ${NEAR}` : " right"),
      ],
    ),
  ];
}

/** In how many moves a challenge was solved. */
function moves({ name, title }, { tally: rounds }) {
  const counts = rounds.at(-1).metrics[name] ?? {};
  const all = total(counts);
  const made = Object.keys(counts).sort((one, other) => Number(one) - Number(other));
  const line = (one) => {
    const count = counts[one];
    return h(
      "div.ix-room-way",
      { key: one, "data-way": one },
      h("span.ix-strong", {}, `${one} ${one === "1" ? "move" : "moves"}`),
      h(
        "div.ix-room-bar",
        { "data-last": "" },
        h("span.ix-room-fill", { style: { width: `${(100 * count) / all}%` } }),
        h("span.ix-room-share", {}, h("strong", {}, count), h("span", {}, ` ${whole(count / all)}`)),
      ),
    );
  };
  return h(
    "li",
    { key: name, "data-metric": name, "aria-label": title },
    made.length ? made.map(line) : "Nobody has solved it.",
  );
}

/** The values of a metric: in words, and as dots on the chart, or on a line where there is none. */
function values(metric, event, chart) {
  const { name, title } = metric;
  const { tally: rounds, reveal } = event;
  const said = rounds.map(({ metrics }) => metrics[name] ?? []);
  const medians = said.map((some) => (some.length ? decimal(median(some)) : "–")).join(" → ");
  const words = said.some((some) => some.length)
    ? `${said.at(-1).length} said a value, the median ${medians}`
    : "nobody said a value";
  return h(
    "li",
    { key: name, "data-metric": name, "data-hue": name },
    h(
      "div.ix-line",
      {},
      chart
        ? h("button.ix-plain.ix-strong.ix-hue", {
          "aria-pressed": name === chart.chosen,
          title: "Its dots on the chart",
          onclick: () => chart.choose(name),
        }, title)
        : h("strong.ix-hue", {}, title),
      h("span", {}, words),
      reveal && h("span.ix-line.ix-room-landed", {}, came(metric, false, event)),
    ),
    !chart && rounds.map((round) => dots(metric, round, rounds.length, reveal)),
  );
}

/** Why the metric that the class misjudged most is what it is. */
function reason({ question: { kind, metrics }, tally: rounds, reveal }) {
  const last = rounds.at(-1);
  if (kind === "challenge") {
    return [best(last.metrics[metrics[0].name], reveal[metrics[0].name]), ` ${reveal[metrics[0].name].reason}`];
  }
  const share = ({ name }) => rightShare(name, last, reveal) ?? 1;
  const [worst] = metrics.toSorted((one, other) => share(one) - share(other));
  return [
    metrics.length > 1 && share(worst) < 1 && h("strong", {}, "Most misjudged: "),
    kind === "preference" ? "" : `${worst.title}. `,
    reveal[worst.name].reason.replace(/; “.*/s, " …"), // of several queries the first
    believed(reveal[worst.name], kind, last.metrics[worst.name] ?? []),
  ];
}

/**
 * Of what people believe that is not so, what explains the largest share of wrong answers: each belief that gives
 * those.
 */
function believed({ beliefs = [], ...so }, kind, counts) {
  const given = Array.isArray(counts)
    ? counts
    : Object.entries(counts).flatMap(([way, count]) => Array(count).fill(way));
  const gives = (one, { to = null, right = null }) =>
    kind === "value" ? Math.abs(one - (to ?? NaN)) <= NEAR + 1e-9 : one === right;
  const shares = beliefs.map(({ said, to }) =>
    given.filter((one) => gives(one, { to, right: said }) && !gives(one, so)).length / given.length
  );
  const most = Math.max(0, ...shares);
  const first = beliefs[shares.indexOf(most)];
  if (!most) return "";
  const held = beliefs.filter(({ said, to }, at) =>
    shares[at] === most && (kind === "value" ? to === first.to : said === first.said)
  );
  return ` ${whole(most)} answered as it would be if ${held.length > 1 ? "one of these were so" : "this were so"}: ${
    held.map(({ belief }) => `“${belief}”`).join(" ")
  }`;
}

/**
 * What the chart shows of a tally of values: for each metric what was said in each round; null where nothing is to be
 * shown.
 *
 * @param {object} event
 */
export function listChartAnswers({ question, tally: rounds, reveal }) {
  const of = (
    { name },
  ) => [name, { rounds: rounds.map(({ metrics }) => metrics[name] ?? []), to: reveal?.[name].to ?? null }];
  return { k: question.cutoff, near: NEAR, metrics: Object.fromEntries(question.metrics.map(of)) };
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
    h(
      "figcaption",
      {},
      of > 1 ? `Round ${round}: ` : "",
      values.length > 0 ? `the median ${decimal(median(values))}` : "no values",
    ),
    h(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `The values said for ${title}` },
      reveal &&
        h("rect.ix-room-near", { x: x(to - NEAR), y: 0, width: x(to + NEAR) - x(to - NEAR), height: height - 1 }),
      h("line", { x1: x(0), x2: x(1), y1: height - 1, y2: height - 1 }),
      [...stacks].flatMap(([place, count]) =>
        Array.from(
          { length: count },
          (_, level) =>
            h("circle", { key: `${place} ${level}`, cx: place * 2 * dot, cy: height - 1 - dot - level * step, r: dot }),
        )
      ),
    ),
    h("div.ix-line.ix-ends.ix-soft", { "aria-hidden": true }, ["0", "0.5", "1"].map((value) => h("span", {}, value))),
  );
}

const SURE = "How sure, from 1 to 5:";

/** How sure the class was, on average in each round; nothing where it was not asked. */
function sureness(rounds, words) {
  if (!rounds.some(({ sure }) => total(sure))) return "";
  const mean = ({ sure }) => {
    const all = total(sure);
    return all
      ? rounded(Object.entries(sure).reduce((sum, [one, count]) => sum + Number(one) * count, 0) / all, 1)
      : "–";
  };
  return `${words} ${rounds.map(mean).join(" → ")}`;
}

/** Which share of those who answered was right; null where nobody did. */
function rightShare(name, { metrics }, reveal) {
  const counts = metrics[name] ?? {};
  const { to, right } = reveal[name];
  if (Array.isArray(counts)) {
    return counts.length ? counts.filter((one) => Math.abs(one - to) <= NEAR + 1e-9).length / counts.length : null;
  }
  return total(counts) ? (counts[right] ?? 0) / total(counts) : null;
}

/** How many have solved a challenge, and how many of them as quickly as can be. */
function best(counts, { to }) {
  const all = total(counts);
  const fewest = counts?.[to] ?? 0;
  return h(
    "strong",
    {},
    all ? `${all} solved it${to ? `, ${fewest} of them in the fewest moves` : ""}.` : "Nobody has solved it.",
  );
}
