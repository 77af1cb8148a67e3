// The strip on the wall: who is there, what is asked, and what the teacher can do next; a view.

import { h } from "../view/view.js";

const DO = [
  ["ask", "Ask", "Ask the class (A)"],
  ["close", "Close", "Take no more answers (A)"],
  ["again", "Vote again", "Another round, after they have discussed (V)"],
  ["show", "Show answers", "How the class has answered (A)"],
  ["reveal", "Reveal", "The curves move, and each phone says right or wrong (A)"],
  ["next", "Next", "Leave this question (A)"],
];

/** What A does, by state: the next thing that one does with a question. */
export const NEXT = { waiting: "ask", staged: "ask", open: "close", closed: "show", shown: "reveal", revealed: "next" };

const SECONDS = [[0, "no timer"], [30, "30 s"], [60, "1 min"], [120, "2 min"], [300, "5 min"]];
const KINDS = [["direction", "direction"], ["value", "value"]];

/** So many metrics at once can be asked about, answered on a phone, and read from the last row. */
export const MOST = 4;

/**
 * @param {object} shown
 * @param {string} shown.code
 * @param {string} shown.address Where phones type it.
 * @param {string} shown.state Of the room; empty until it is known.
 * @param {boolean} shown.lost Whether the line to it is lost.
 * @param {string} shown.note What went wrong, or has to be known.
 * @param {object | null} shown.event What the server said last.
 * @param {boolean} shown.held Whether a change is held back on the board.
 * @param {boolean} shown.ready Whether there is something to ask.
 * @param {string} shown.given The kind of question that the page itself asks; empty where a change is asked about.
 * @param {object | null} shown.staged The question that it is.
 * @param {{kind: string, names: string[], sure: boolean, seconds: number}} shown.options
 * @param {(what: string) => boolean} shown.able
 * @param {boolean} shown.bars Whether the answers are in sight, which can be chosen once they are revealed.
 * @param {Record<string, Function>} on
 */
export function strip(shown, on) {
  const { code, address, event, note, lost, state } = shown;
  const primary = NEXT[state];
  // What was asked has been said by then, and the room is for what came of it.
  const told = state === "revealed" && !asks(shown) && !note && !lost;
  const button = ([what, words, title]) =>
    h("button.ix-button", {
      key: what,
      class: what === primary && shown.able(what) ? "ix-do" : "ix-quiet",
      title,
      "data-act": what,
      // One that is off keeps the focus, which would fall out of the strip.
      "aria-disabled": !shown.able(what),
      "aria-pressed": what === "show" && state === "revealed" ? shown.bars : null,
      onclick: () => shown.able(what) && on.act(what),
    }, what === "ask" && state === "staged" ? "Open" : what === "again" && event?.question?.kind === "challenge" ? "Open again" : words);
  return [
    h(
      "div.ix-line.ix-ends.ix-room-head",
      {},
      h(
        "button.ix-plain.ix-room-code",
        { title: "The address and a QR code that fill the screen (J)", "data-act": "join", "aria-haspopup": "dialog", onclick: on.join },
        h("strong", {}, code),
        h("span.ix-soft", {}, address),
      ),
      h("span", { "data-testid": "here" }, event ? `${event.here} here` : "…"),
      h("div.ix-line", { role: "group", "aria-label": "The question" }, DO.map(button)),
      h("button.ix-button.ix-quiet", { "data-act": "end", title: "Save the answers, and end the room", "aria-haspopup": "dialog", onclick: on.end }, "End"),
    ),
    !told && h(
      "div.ix-line.ix-room-foot",
      {},
      h("p.ix-room-words", { role: "status", "data-kind": note || lost ? "wrong" : null }, lost ? "The line to the room is lost; this page tries again by itself." : note || words(shown)),
      state === "open" || state === "closed" ? counted(event) : null,
      state === "open" && event.question.left !== null && h("span.ix-room-timer", { role: "timer", own: true }),
      asks(shown) && options(shown, on),
    ),
  ];
}

/** Whether something is there that can be asked about now. */
const asks = ({ ready, state }) => ready && ["waiting", "revealed"].includes(state);

function words(shown) {
  const { state, event, held, staged } = shown;
  const question = event?.question;
  const again = question?.round > 1 ? ` Round ${question.round}.` : "";
  if (!state) return "Opening the room …";
  if (asks(shown)) return posed({ ...staged, kind: shown.options.kind, metrics: staged.metrics.filter(({ name }) => shown.options.names.includes(name)) });
  if (state === "staged") return posed(question);
  if (shown.given && state === "waiting") return NOTHING[shown.given];
  if (held && !staged) return "A change is held back; there is nothing about it to ask.";
  if (state === "waiting") return "Make a change on the board: it is held back until the class has said what it does.";
  if (state === "open") return `${posed(question)}${again}`;
  if (state === "closed" && question.kind === "challenge") return "Closed. Show in how many moves it was solved, or open it again.";
  if (state === "closed") return question.round > 1 ? "Closed. Show both rounds, or reveal." : "Closed. Let them discuss it with a neighbour, then vote again.";
  if (state === "shown" && question.kind === "value" && question.round > 1) return `${posed(question)} Each dot is an answer: hollow in round ${question.round - 1}, filled in round ${question.round}.`;
  return posed(question);
}

const NOTHING = { preference: "Present two lists that a metric tells apart, and ask which one it prefers.", challenge: "" };

/** A question as the wall says it. */
function posed({ kind, title, words, metrics }) {
  if (kind === "challenge") return `The challenge “${title}”: who solves it, and in how many moves?`;
  return kind === "preference" ? `Which does ${metrics.map(({ title: one }) => one).join(", which does ")} prefer? ${words}` : words;
}

function counted({ answered, here, question }) {
  const of = Math.max(here, answered);
  const done = question.kind === "challenge" ? "solved it" : "answered";
  return h(
    "span.ix-line.ix-room-count",
    {},
    h("progress", { max: Math.max(of, 1), value: answered, "aria-label": "Answered" }),
    h("strong", { "data-testid": "answered" }, `${answered} of ${of} ${answered === 1 ? "has" : "have"} ${done}`),
  );
}

function options({ staged, given, options: { kind, names, sure, seconds } }, on) {
  const chip = ({ name, title, share }) => {
    const off = (kind === "value" && !share) || (names.length >= MOST && !names.includes(name)) || (names.length === 1 && names[0] === name);
    return h("button.ix-chip", {
      key: name,
      "data-hue": name,
      "data-metric": name,
      "aria-pressed": names.includes(name),
      "aria-disabled": off,
      onclick: () => !off && on.choose({ names: names.includes(name) ? names.filter((one) => one !== name) : [...names, name] }),
    }, title);
  };
  return h(
    "div.ix-line.ix-room-options",
    {},
    kind !== "challenge" && h("div.ix-line", { role: "group", "aria-label": `Ask about, at most ${MOST}` }, staged.metrics.map(chip)),
    !given && h("div.ix-segments", { role: "group", "aria-label": "Answers are" }, KINDS.map(([one, label]) => h("button", { key: one, "aria-pressed": one === kind, onclick: () => on.choose({ kind: one }) }, label))),
    kind !== "challenge" && h("label.ix-line", {}, h("input", { type: "checkbox", checked: sure, onchange: ({ target }) => on.choose({ sure: target.checked }) }), "how sure"),
    h("select.ix-field", { "aria-label": "Timer", value: String(seconds), onchange: ({ target }) => on.choose({ seconds: Number(target.value) }) }, SECONDS.map(([one, label]) => h("option", { key: one, value: String(one) }, label))),
    !given && h("button.ix-button.ix-quiet", { "data-act": "back", onclick: on.back }, "Take it back"),
  );
}
