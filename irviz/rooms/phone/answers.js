/** What is asked and answered, metric by metric, and what came of it; views. */

import { decimal, median, NUMBER_FIELD, percent, rounded, said, takeLane } from "../numbers.js";
import { h } from "../view/view.js";
import { ROOT } from "./line.js";

/** The answers there are by kind of question: as sent, as a sign, in words, and as they are heard. */
const CHOICES = {
  direction: [
    ["up", "▲", "up", "up"],
    ["same", "=", "same", "the same"],
    ["down", "▼", "down", "down"],
  ],
  preference: [
    ["first", "A", "higher", "list A"],
    ["same", "=", "same", "both the same"],
    ["second", "B", "higher", "list B"],
  ],
};

const SURE = ["a guess", "not very", "half and half", "quite", "certain"];

/** What a challenge leaves to say once it is over. */
export const UNSOLVED = "You did not solve it in time.";

/** A number of moves. */
export const moves = (made) => `${made} ${Number(made) === 1 ? "move" : "moves"}`;

/** An answer in words. */
function spoken(kind, answer) {
  if (kind === "challenge") return moves(answer);
  if (typeof answer === "number") return said(answer);
  const found = CHOICES[kind]?.find(([value]) => value === answer);
  if (!found) return "";
  return kind === "preference" && answer !== "same" ? `${found[1]} ${found[2]}` : found[2];
}

/** One of a few, as segments. */
function segments(name, label, choices, chosen, off, pick) {
  return h(
    "div.ix-segments",
    { role: "radiogroup", "aria-label": label },
    choices.map(([value, sign, words, heard]) =>
      h(
        "label",
        { key: `${value}` },
        h("input", {
          type: "radio",
          name,
          value: String(value),
          checked: value === chosen,
          disabled: off,
          "aria-label": heard ?? null,
          onchange: () => pick(value),
        }),
        h("span", sign && h("b.ix-sign", { "aria-hidden": words ? "true" : null }, sign), words && ` ${words}`),
      )
    ),
  );
}

function choices({ kind }, title) {
  const seen = (value, words) => (kind === "preference" && value !== "same" ? "" : words);
  return CHOICES[kind].map(([value, sign, words, heard]) => [value, sign, seen(value, words), `${title}: ${heard}`]);
}

function field({ name, title }, page, off, write) {
  const wrong = page.wrong === name;
  return h(
    "label.ix-line.ix-caption",
    "value",
    h("input.ix-field.ix-answer-value", {
      ...NUMBER_FIELD,
      maxlength: 12,
      name: `value-${name}`,
      value: page.chosen[name] ?? "",
      disabled: off,
      "aria-label": `The value that ${title} will have`,
      "aria-invalid": wrong,
      "aria-describedby": wrong ? "fault" : null,
      oninput: ({ target }) => write(name, target.value),
    }),
  );
}

/** What is asked about one metric, and after that what was answered and what is right. */
function metric(one, page, { pick }) {
  const { question, state, tally, reveal } = page.event;
  const { name, title, from } = one;
  const { cutoff, cutoff_before: old } = question;
  const off = state !== "open";
  const known = reveal?.[name];
  return h(
    "section.ix-stack.ix-answer",
    { key: name, "data-hue": name, "aria-label": title },
    h(
      "div.ix-line.ix-ends",
      h(
        "p",
        h("b.ix-hue", { dir: "auto" }, title),
        typeof from === "number" &&
          h("span.ix-caption", ` ${known ? "was" : "now"} ${decimal(from)}`, old && old !== cutoff && ` at k = ${old}`),
      ),
      question.kind === "value"
        ? field(one, page, off, pick)
        : segments(`way-${name}`, title, choices(question, title), page.chosen[name], off, (way) => pick(name, way)),
    ),
    known && verdict(one, known, page),
    tally && counted(one, page),
  );
}

/** Whether an answer is right, early or late; a value if it is near enough as both are written. */
function isRight({ kind, near }, own, { to, right }) {
  return kind === "value" ? Math.abs(own - to) <= near + 0.0005 : own === right;
}

/** How many of the own answers are right, and of how many. */
export function rights({ event: { question, reveal }, sent }) {
  const mine = question.metrics.filter(({ name }) => sent?.answers[name] !== undefined && reveal[name]);
  return {
    all: mine.length,
    right: mine.filter(({ name }) => isRight(question, sent.answers[name], reveal[name])).length,
  };
}

const WAYS = { up: "Goes up", same: "Stays the same", down: "Goes down" };

/** Right or wrong, what it is now, and why. */
function verdict({ name, from: start }, known, { event, sent, earlier }) {
  const from = known.from ?? start;
  const { kind } = event.question;
  const own = sent?.answers[name];
  const given = own !== undefined;
  const hit = given && isRight(event.question, own, known);
  const both = typeof from === "number";
  const values = kind === "preference"
    ? both && `A ${decimal(from)}, B ${decimal(known.to)}`
    : `${both && known.right !== "same" ? `${decimal(from)} → ` : ""}${decimal(known.to)}`;
  const [round, before] = Object.entries(earlier).filter(([, answers]) => answers?.[name] !== undefined).at(-1) ?? [];
  const unanswered = before
    ? `You did not answer in round ${event.question.round}. In round ${round} you said ` +
      `${spoken(kind, before[name])}${isRight(event.question, before[name], known) ? ", which is right" : ""}.`
    : "You did not answer.";
  const is = { direction: WAYS[known.right], preference: spoken(kind, known.right) }[kind];
  return h(
    "div.ix-verdict",
    { key: "verdict" },
    h(
      "p.ix-line",
      given && h("span.ix-badge", { "data-kind": hit ? "good" : "wrong" }, hit ? "✓ right" : "✗ wrong"),
      h("span.ix-strong", [is, values].filter(Boolean).join(": ")),
      h("span.ix-caption", !given ? unanswered : !hit && `You said ${spoken(kind, own)}.`),
    ),
    known.reason && h("p", { dir: "auto" }, known.reason),
    given && !hit && believed(event.question, own, known),
  );
}

/** What one would have to believe to answer so: each belief by which it would be right. */
function believed(question, own, { beliefs = [] }) {
  const held = beliefs.filter(({ said, to }) => isRight(question, own, { to: to ?? NaN, right: said }));
  const from = held.length > 1 ? "each of these beliefs" : "a belief";
  const words = held.map(({ belief }) => `“${belief}”`).join(" ");
  return words && h("p", { dir: "auto" }, `Your answer would follow from ${from}: ${words}`);
}

/** What this phone answered in a round, as far as it knows. */
const mine = (round, { event, sent, earlier }) => (round === event.question.round ? sent?.answers : earlier[round]);

/** In how many moves anybody solved a challenge. */
const made = (rounds, name) =>
  [...new Set(rounds.flatMap(({ metrics }) => Object.keys(metrics[name])))].sort((one, other) => one - other);

/** How the class answered, in bars with words and numbers; of several rounds, one below the other. */
function counted({ name, title }, page) {
  const { question, tally } = page.event;
  const rounds = tally.filter(({ metrics }) => metrics[name]);
  if (!rounds.length) return null;
  if (question.kind === "value") return rounds.map((one) => dots(one, name, rounds.length > 1, page));
  const several = rounds.length > 1;
  const own = (value) => {
    const said = rounds.filter(({ round }) => String(mine(round, page)?.[name]) === value).map(({ round }) => round);
    return said.length > 0 && h("span.ix-badge", several ? `you in ${said.join(", ")}` : "you");
  };
  const ways = CHOICES[question.kind]?.map(([value]) => value) ?? made(rounds, name);
  if (!ways.length) return h("p", "Nobody has solved it.");
  const rows = ways.map((value) =>
    h(
      "li",
      { key: value },
      h("p.ix-counted-way", spoken(question.kind, value), " ", own(value)),
      h(
        "div",
        rounds.map(({ round, metrics }) => {
          const count = metrics[name][value] ?? 0;
          const all = Object.values(metrics[name]).reduce((sum, one) => sum + one, 0);
          const share = all ? count / all : 0;
          return h(
            "p.ix-line.ix-bar",
            { key: round, "data-last": round === question.round ? "" : null },
            several && h("span.ix-caption", `round ${round}`),
            h("span.ix-bar-track", h("span", { style: { width: `${100 * share}%` } })),
            h("span.ix-bar-count", `${count} (${percent(Math.round(100 * share) / 100)})`),
          );
        }),
      ),
    )
  );
  return h("ul.ix-stack.ix-counted", { "aria-label": `How the class answered: ${title}` }, rows);
}

/** How many values there are, and between which they lie; they are in order. */
function describeValues(values) {
  const [first, last] = [values[0], values.at(-1)].map(said);
  if (values.length === 1) return `One value, ${first}.`;
  const range = first === last ? `all ${first}` : `from ${first} to ${last}, the median ${said(median(values))}`;
  return `${values.length} values, ${range}.`;
}

/** The values that the class said, as dots on an axis from nothing to one, or to the largest. */
function dots({ round, metrics }, name, several, page) {
  const { event } = page;
  const values = metrics[name];
  const own = mine(round, page)?.[name];
  const to = event.reveal?.[name]?.to;
  const most = Math.max(1, ...values, to ?? 0);
  const lines = []; // where the last dot of each stands: values come in their order
  const places = values.map((value) => {
    const x = (100 * value) / most;
    return [x, 1 + takeLane(lines, (last) => x - last >= 2.8, x)];
  });
  const step = Math.min(3.5, 24 / Math.max(1, lines.length));
  const mark = (kind, value) => {
    const x = (100 * value) / most;
    return typeof value === "number" && h("line", { key: kind, "data-kind": kind, x1: x, x2: x, y1: 0, y2: 28 });
  };
  const words = values.length ? describeValues(values) : "Nobody said a value.";
  const meanings = [
    typeof to === "number" && `Line: ${said(to)}, which is right.`,
    typeof own === "number" && `Dashed: ${said(own)}, which you said.`,
  ];
  return h(
    "figure.ix-dots",
    { key: round },
    h(
      "svg",
      { viewBox: "-2 0 104 29", "aria-hidden": "true" },
      h("path", { d: "M0 28H100" }),
      mark("right", to),
      mark("own", own),
      places.map(([x, place]) => h("circle", { cx: x, cy: 28 - place * step, r: 1.4 })),
    ),
    h(
      "p.ix-line.ix-ends.ix-label",
      { "aria-hidden": "true" },
      [0, most / 2, most].map((value) => h("span", said(value))),
    ),
    h("figcaption.ix-caption", several && `Round ${round}: `, [words, ...meanings].filter(Boolean).join(" ")),
  );
}

/** How sure the class was, on average in each round. */
function sureness(tally) {
  const rounds = tally.map(({ round, sure }) => {
    const all = Object.values(sure).reduce((sum, one) => sum + one, 0);
    const mean = Object.entries(sure).reduce((sum, [one, count]) => sum + Number(one) * count, 0) / all;
    return `${tally.length > 1 ? `round ${round}: ` : ""}${all ? `${rounded(mean, 1)} on average` : "nobody said"}`;
  });
  return h("p.ix-caption", { key: "class" }, `The class, from 1 to 5: ${rounds.join(", ")}.`);
}

/** A challenge, which is solved on a page of its own, and who has. */
function challenge(page) {
  const { question, state, tally, reveal } = page.event;
  const [one] = question.metrics;
  const solved = page.sent?.answers[one.name];
  const words = solved
    ? `You solved it in ${moves(solved)}, and it is counted.`
    : "Solve it on its own page: then it is counted, in how many moves and without your name.";
  return h(
    "section.ix-stack.ix-answers",
    { key: question.number, "aria-label": "The challenge" },
    state === "open" &&
      h(
        "a.ix-button.ix-do",
        { href: new URL(question.link, ROOT).href },
        solved ? "Open it again" : "Open the challenge",
      ),
    h("p", { id: "fault" }, state === "open" || solved ? words : UNSOLVED),
    reveal && h("p", reveal[one.name].reason),
    tally && h("h2.ix-h3", "In how many moves"),
    tally && counted(one, page),
  );
}

/** All that is asked, what sends it, and what came of it. */
export function answers(page, does) {
  if (page.event.question.kind === "challenge") return challenge(page);
  const { question, state, tally } = page.event;
  const open = state === "open";
  const off = !open;
  const ready = does.ready();
  return h(
    "form.ix-stack.ix-answers",
    {
      key: `${question.number} ${question.round}`,
      novalidate: true,
      autocomplete: "off",
      onsubmit: does.send,
      "aria-label": "Your answers",
    },
    question.metrics.map((one) => metric(one, page, does)),
    question.kind === "value" && open &&
      h("p.ix-caption", { key: "near" }, `A value counts as right when it is within ${question.near}.`),
    question.sure &&
      h(
        "div.ix-line.ix-ends.ix-sure",
        { key: "sure" },
        h("p.ix-strong", "How sure are you?", h("span.ix-caption", " 1 a guess, 5 certain")),
        segments(
          "sure",
          "How sure are you?",
          SURE.map((words, index) => [index + 1, String(index + 1), "", `${index + 1}, ${words}`]),
          page.sure,
          off,
          does.doubt,
        ),
      ),
    question.sure && tally && sureness(tally),
    h(
      "div.ix-stack.ix-tight.ix-send",
      { key: "send" },
      h(
        "p",
        { id: "fault", class: page.fault ? "ix-strong ix-wrong" : "ix-caption" },
        page.fault || (page.event.reveal ? "" : page.word),
      ),
      open &&
        h("button.ix-button.ix-do", {
          key: "send",
          type: "submit",
          "aria-disabled": !ready,
          "aria-describedby": "fault",
        }, page.sent ? "Send the change" : "Send"),
    ),
  );
}
