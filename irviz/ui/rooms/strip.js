// The strip on the wall: who is there, what is asked, and what the teacher can do next; a view.

import { segments } from "../view/segments.js";
import { h } from "../view/view.js";
import { quiet } from "../transport.js";

const DO = [
  ["ask", "Ask", "Ask the class (A)"],
  ["close", "Close", "Take no more answers (A)"],
  ["again", "Vote again", "Another round, after they have discussed (V)"],
  ["show", "Show answers", "How the class has answered (A)"],
  ["reveal", "Reveal", "The curves move, and each phone says right or wrong (A)"],
  ["next", "Next", "Leave this question (A)"],
];

const NEXT = { waiting: "ask", staged: "ask", open: "close", closed: "show", shown: "reveal", revealed: "next" };

/** What A does: the next thing that one does with a question. */
export const nextAct = ({ state, event }) => state === "closed" && isUnanswered(event) ? "reveal" : NEXT[state];

/** Whether there is no answer that could be shown. */
const isUnanswered = ({ answered, question: { kind, round } }) => !answered && round === 1 && kind !== "challenge";

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
 * @param {string} shown.query What is searched for on the open board.
 * @param {boolean} shown.held Whether a change is held back on the board.
 * @param {boolean} shown.ready Whether there is something to ask.
 * @param {string} shown.pageKind The kind of question that the page itself asks; empty where a change is asked about.
 * @param {object | null} shown.staged The question that it is.
 * @param {{kind: string, names: string[], sure: boolean, seconds: number}} shown.options
 * @param {(what: string) => boolean} shown.able
 * @param {string} shown.reach Why no phone can open the address; empty where they can.
 * @param {object | null} shown.result How the class has answered, as a view; null before that is shown.
 * @param {Record<string, Function>} on
 */
export function strip(shown, on) {
  const { code, address, event, note, lost, state, reach } = shown;
  const primary = nextAct(shown);
  const button = ([what, words, title]) =>
    h(
      "button.ix-button",
      {
        key: what,
        class: what === primary && shown.able(what) ? "ix-do" : "ix-quiet",
        title,
        "data-act": what,
        // One that is off keeps the focus, which would fall out of the strip.
        "aria-disabled": !shown.able(what),
        onclick: () => shown.able(what) && on.act(what),
      },
      what === "ask" && state === "staged"
        ? "Open"
        : what === "again" && event?.question?.kind === "challenge"
        ? "Open again"
        : words,
    );
  return [
    h(
      "div.ix-line.ix-ends.ix-room-head",
      h(
        "button.ix-plain.ix-room-code.ix-as-grid.ix-xs",
        {
          title: "The address and a QR code that fill the screen (J)",
          "data-act": "join",
          "aria-haspopup": "dialog",
          onclick: on.join,
        },
        h("strong", code),
        h("span.ix-soft", address),
      ),
      h("span", { "data-testid": "here" }, event ? `${event.here} here` : "…"),
      h("div.ix-line", { role: "group", "aria-label": "The question" }, DO.map(button)),
      h("button.ix-button.ix-quiet", {
        "data-act": "end",
        title: "Save the answers, and end the room",
        "aria-haspopup": "dialog",
        onclick: on.end,
      }, "End"),
    ),
    h(
      "div.ix-room-panel.ix-vertical.ix-tight",
      h(
        "p.ix-room-words",
        { role: "status", "data-kind": note || lost ? "wrong" : null },
        lost ? "The line to the room is lost; this page tries again by itself." : note || words(shown),
      ),
      h("p.ix-said", { key: "heard", role: "status", own: true, "data-testid": "room-heard" }),
      ["staged", "open", "closed"].includes(state) && h("p.ix-room-ask.ix-bold", question(event.question)),
      state === "closed" && h("p", closed(event)),
      (state === "open" || state === "closed") && h(
        "div.ix-line.ix-ends",
        counted(event),
        event.question.round > 1 && h("span", `Round ${event.question.round}.`),
        state === "open" && event.question.left !== null && h("span.ix-room-timer", { role: "timer", own: true }),
      ),
      asks(shown) && options(shown, on),
      reach && state === "waiting" && event.here === 0 && !asks(shown) &&
        h("p.ix-notice", { "data-kind": "wrong", "data-testid": "alone" }, reach),
      !asks(shown) && shown.result,
    ),
  ];
}

/** A room that this browser has, and this window does not lead; a view. */
export const offer = ({ code, led }, on) =>
  h(
    "div.ix-line.ix-ends",
    { key: "left", "data-testid": "room-left" },
    h(
      "p",
      { role: "status" },
      led ? `The room ${code} is led in another window of this browser.` : `The room ${code} is still open.`,
    ),
    h(
      "div.ix-line",
      h(
        "button.ix-button.ix-do",
        { "data-act": "take", onclick: on.takeUp },
        led ? "Lead it here" : "Take it up again",
      ),
      !led &&
        h("button.ix-button", {
          "data-act": "end",
          title: "Save the answers, and end the room",
          "aria-haspopup": "dialog",
          onclick: on.endLeft,
        }, "End it"),
    ),
  );

/** What has become of a question, to hear. */
export function describeStrip({ event, state, lost, note }) {
  if (lost || note || !event?.question) return "";
  const { question: one, answered, here } = event;
  const round = one.round > 1 ? `Round ${one.round} is open.` : "The question is open.";
  return {
    open: `${round} ${question(one)}`,
    closed: `${answered} of ${Math.max(here, answered)} ${done(one)}. ${closed(event)}`,
    shown: event.spoken,
    revealed: event.spoken,
  }[state] || "";
}

/** Whether something is there that can be asked about now. */
const asks = ({ ready, state }) => ready && ["waiting", "revealed"].includes(state);

function words(shown) {
  const { state, event, held, staged } = shown;
  if (!state) return "Opening the room …";
  if (asks(shown)) return posed({ ...staged, kind: shown.options.kind });
  if (event.question) return elsewhere(shown) + posed(event.question);
  if (shown.pageKind) return NOTHING[shown.pageKind];
  if (held && !staged && quiet()) return "A change is held back; there is nothing about it to ask.";
  return "Make a change on the board: it is held back until the class has said what it does.";
}

const NOTHING = {
  preference: "Present two lists that a metric tells apart, and ask which one it prefers.",
  challenge: "Present the challenge, and give it to the class.",
  step: "This step has a question of its own, which the class answers aloud.",
  none: "The class is asked about it on its own page, which its link opens.",
};

/** Which query a question about a board is about, where another one is open by now. */
const elsewhere = ({ event: { question: { kind, title } }, query }) =>
  ["direction", "value"].includes(kind) && title !== query ? `About “${title}”: ` : "";

/** What is changed or compared, as the phones say it. */
function posed({ kind, title, words }) {
  return kind === "challenge" ? `The challenge “${title}”.` : words.replace(ONE_OF, "");
}

/** Of several queries phones show one and say which; here are all. */
const ONE_OF = / Phones show the \w+ for “.*”\.$/;

const LIST = new Intl.ListFormat("en-GB");

/** What is asked about that. */
function question({ kind, metrics }) {
  const names = LIST.format(metrics.map(({ title }) => title));
  const few = metrics.length === 1;
  return {
    direction: `What will ${names} do?`,
    value: `Where will ${names} land?`,
    preference: few ? `Which list does ${names} prefer?` : `Which list do ${names} prefer?`,
    challenge: "Who solves it, and in how many moves?",
  }[kind];
}

/** What one can do once no answer is taken any more. */
function closed(event) {
  const { kind, round } = event.question;
  if (kind === "challenge") return "Closed. Show in how many moves it was solved, or open it again.";
  if (isUnanswered(event)) return "Closed before anybody had answered: vote again, or reveal.";
  return round > 1
    ? "Closed. Show both rounds, or reveal."
    : "Closed. Let them discuss it with a neighbour, then vote again.";
}

/** What somebody has done who counts. */
const done = ({ kind }) => (kind === "challenge" ? "solved it" : "answered");

function counted({ answered, here, question }) {
  const of = Math.max(here, answered);
  return h(
    "span.ix-line.ix-room-count",
    h("progress", { max: Math.max(of, 1), value: answered, "aria-label": "Answered" }),
    h(
      "strong",
      { "data-testid": "answered" },
      `${answered} of ${of} ${answered === 1 ? "has" : "have"} ${done(question)}`,
    ),
  );
}

function options({ staged, pageKind, options: { kind, names, sure, seconds } }, on) {
  const chip = ({ name, title, range }) => {
    const why = kind === "value" && !range
      ? "Its values have no largest one: ask whether it goes up or down"
      : names.length >= MOST && !names.includes(name)
      ? `At most ${MOST} are asked about`
      : names.length === 1 && names[0] === name
      ? "At least one is asked about"
      : "";
    return h("button.ix-chip", {
      key: name,
      "data-hue": name,
      "data-metric": name,
      "aria-pressed": names.includes(name),
      "aria-disabled": Boolean(why),
      title: why || null,
      onclick: () =>
        !why && on.choose({ names: names.includes(name) ? names.filter((one) => one !== name) : [...names, name] }),
    }, title);
  };
  return h(
    "div.ix-line.ix-room-options",
    kind !== "challenge" &&
      h("div.ix-line", { role: "group", "aria-label": `Ask about, at most ${MOST}` }, staged.metrics.map(chip)),
    !pageKind &&
      segments("Answers are", KINDS, kind, (one) => on.choose({ kind: one })),
    kind !== "challenge" &&
      h(
        "label.ix-line",
        h("input", { type: "checkbox", checked: sure, onchange: ({ target }) => on.choose({ sure: target.checked }) }),
        "how sure",
      ),
    h("select.ix-field", {
      "aria-label": "Timer",
      value: String(seconds),
      onchange: ({ target }) => on.choose({ seconds: Number(target.value) }),
    }, SECONDS.map(([one, label]) => h("option", { key: one, value: String(one) }, label))),
    !pageKind && h("button.ix-button.ix-quiet", { "data-act": "back", onclick: on.back }, "Take it back"),
  );
}
