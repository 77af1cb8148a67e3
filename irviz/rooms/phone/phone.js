/** The page of a phone in a class: what it knows, and what is on it; everything is drawn from that. */

import { clock, parseNumber, rounded } from "../numbers.js";
import { addPictures } from "../own_pictures.js";
import { readStored, writeStored } from "../storage.js";
import { draw, h } from "../view/view.js";
import { answers, moves, rights, UNSOLVED } from "./answers.js";
import { Line, ROOT } from "./line.js";
import { lists } from "./lists.js";

/** The signs of a code: none that looks like another. */
const SIGNS = /^[2-9A-HJKMNP-Z]{6}$/;

/** A line that is mended sooner is not worth a word. */
const PATIENCE = 700;

const bar = document.querySelector(".ix-phone-bar");
const main = document.querySelector("main");
const live = document.querySelector("[role=status]");

/** What is known of the answers to a question before there are any. */
const fresh = () => ({
  chosen: {}, // by metric: a way, or what has been written
  sure: null,
  sent: null, // the answers to the open question that the room has
  unsent: false, // answers wait for the line
  tried: false, // the last answers that were to be sent are not there yet
  wrong: "", // the metric whose value is none
  fault: "",
  word: "",
});

const page = {
  code: "",
  typed: "",
  odd: "", // what is wrong with the code that was typed
  why: "", // one is not let in
  line: "", // as `Line` says, and "" before it has said anything
  event: null,
  own: null, // what the room has from this phone, as it says
  earlier: {}, // the answers of its rounds before, by round
  sending: false,
  ...fresh(),
  until: 0, // when time is up, as `performance.now` counts
  warned: "", // the round of which it was said that time is short
};

let line = null;
let late = 0;
// What the room said when the page was asked for.
let first = JSON.parse(document.getElementById("event").textContent || "null");

const asked = () => page.event?.question ?? null;
const open = () => page.event?.state === "open";

/** Say where one is, so that a reload leads there; the icon, which is found from the address, stays where it is. */
function goTo(path) {
  const icon = document.querySelector("link[rel=icon]");
  icon.setAttribute("href", icon.href);
  history.replaceState(null, "", ROOT + path);
}

// What comes from the room

function enter(code) {
  line?.close();
  Object.assign(page, { code, typed: "", line: "", event: null, own: null, sent: null, fault: "", odd: "" });
  line = new Line(code, { event: hear, own: known, status });
  if (first?.code === code) hear(first);
  first = null;
}

/** How the line is; one that was lost is only told if it stays so. */
function status(now, why = "") {
  clearTimeout(late);
  const tell = () => {
    const before = page.line;
    page.line = now;
    page.why = why;
    if (now === "none") {
      page.odd = `There is no room ${page.code}. Look at the wall once more.`;
      page.typed = page.code;
      page.code = "";
      goTo("join");
    }
    if (now === before) return;
    const words = {
      lost: "No line. Trying again.",
      gone: "The room is gone. Trying again.",
      full: `Not in yet. ${why}`,
      ended: ENDED,
      here: before === "lost" || before === "gone" ? "Back in." : "",
    };
    say(now === "none" ? page.odd : (words[now] ?? ""));
    paint();
  };
  if (now === "lost" && page.event) late = setTimeout(tell, PATIENCE);
  else tell();
}

/** One more event: the whole of what may be known. */
function hear(event) {
  const { event: before } = page;
  const same = before?.question && event.question?.number === before.question.number &&
    event.question.round === before.question.round;
  page.event = event;
  addPictures(event.question?.pictures ?? {});
  page.until = performance.now() + 1000 * (event.question?.left ?? 0);
  if (!same) {
    const again = before?.question && event.question?.number === before.question.number;
    page.earlier = again ? { ...page.earlier, [before.question.round]: page.sent?.answers } : {};
    Object.assign(page, fresh());
    if (event.state === "open") Object.assign(page, chosenBefore());
    if (page.own) remember(page.own);
  }
  if (event.state !== before?.state || !same) {
    if (before?.state === "open" && same) {
      // What was chosen but not sent does not count, and is not shown as if it did.
      const missed = page.tried ? "Your answer did not get through in time." : unanswered();
      Object.assign(page, {
        chosen: written(page.sent?.answers),
        sure: page.sent?.sure ?? null,
        unsent: false,
        wrong: "",
        fault: "",
      });
      page.word = page.sent ? "Your answer is in." : missed;
    } else if (event.state === "open") page.word = page.sent ? taken() : "";
    tell();
  }
  paint();
}

/** The room knows this phone, and says what it has from it. */
function known(own) {
  remember(own);
  paint();
  if (page.unsent) send();
}

/** What the room has from this phone, if it is about the open question; what a hand has chosen since stays. */
function remember(own) {
  page.own = own;
  const question = asked();
  if (!question) return;
  const about = own.question === question.number ? own : {};
  page.earlier = { ...about.earlier, ...page.earlier };
  if (page.sent) return;
  if (about.round !== question.round || !own.answers) {
    if (page.event.state === "closed") page.word ||= unanswered();
    return;
  }
  page.sent = { answers: own.answers, sure: own.sure };
  page.chosen = { ...written(own.answers), ...page.chosen };
  page.sure ??= own.sure;
  page.word = open() ? word() : "Your answer is in.";
}

/** An answer as it stands in its field: 1/3 is longer than that. */
const asWritten = (answer) => typeof answer === "number" ? String(Number(rounded(answer, 6))) : answer;

/** Answers as they stand in the fields. */
const written = (answers = {}) =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, asWritten(answer)]));

const KEPT = "irviz-phone";

/** For which question something was chosen, so that a page that is loaded anew shows it. */
const place = () => [page.code, asked().number, asked().round].join(" ");

function keepChosen() {
  writeStored(KEPT, { place: place(), chosen: page.chosen, sure: page.sure });
  page.word = word();
  paint();
}

function chosenBefore() {
  const kept = readStored(KEPT);
  return kept?.place === place() ? { chosen: kept.chosen, sure: kept.sure } : {};
}

/** What is chosen for a metric, as it is sent; undefined where nothing is. */
function read(name) {
  const one = page.chosen[name]?.trim();
  return one && asked().kind === "value" ? parseNumber(one) : one || undefined;
}

const ENDED = "The lesson has ended.";
const unanswered = () => asked().kind === "challenge" ? UNSOLVED : "You sent no answer this time.";

/** What there is to say of the answers that the room has, while they can be changed. */
function taken() {
  const all = asked().metrics.length;
  const left = all - Object.keys(page.sent.answers).length;
  return `Sent${left ? `, without ${left} of ${all}` : ""}. You can change it until it closes.`;
}

// What is done by hand

/** What would be sent, or null where a value is none. */
function given() {
  const { kind, metrics } = asked();
  const found = {};
  for (const { name, title, range: [least, most] = [-Infinity, Infinity] } of metrics) {
    const value = read(name);
    if (value === undefined) continue;
    if (kind === "value" && !(least <= value && value <= most)) {
      page.wrong = name;
      const range = most < Infinity ? `from ${least} to ${most}, ` : "";
      page.fault = `“${page.chosen[name]}” cannot be ${title}: write a number ${range}such as 0.15 or 3/20.`;
      return null;
    }
    found[name] = value;
  }
  return found;
}

/** Whether what is chosen is what the room has, however a value is written. */
function unchanged() {
  if (!page.sent || page.sure !== page.sent.sure) return false;
  const sent = written(page.sent.answers);
  return asked().metrics.every(({ name }) => asWritten(read(name)) === sent[name]);
}

/** What there is to say of what has been chosen anew. */
const word = () => (unchanged() ? taken() : page.sent ? "Changed, but not sent yet." : "");

const changed = (name, one) => {
  page.unsent = false; // what waits for the line is not this
  page.chosen[name] = one;
  if (page.wrong === name || !page.wrong) Object.assign(page, { wrong: "", fault: "" });
  keepChosen();
};

const does = {
  pick: changed,
  doubt: (sure) => {
    page.sure = sure;
    keepChosen();
  },
  ready: () => Object.values(page.chosen).some((one) => one.trim()) && !page.sending && !unchanged(),
  send: (event) => {
    event.preventDefault();
    send();
  },
};

const REFUSALS = {
  409: "Too late: this question is closed.",
  410: "The lesson has ended.",
  429: "That was often. Wait a moment, then send again.",
};

async function send() {
  if (!open() || page.sending) return;
  if (unchanged()) return say(page.word);
  page.fault = "";
  if (!line.member) {
    // It goes as soon as the room knows this phone.
    Object.assign(page, { unsent: true, word: "Sending …" });
    return paint();
  }
  const found = given();
  const question = asked();
  if (!found) say(page.fault);
  else if (!Object.keys(found).length) say(page.fault = "Choose an answer first.");
  else {
    page.sending = page.tried = true;
    page.unsent = false;
    const sure = question.sure ? page.sure : null;
    const same = () => asked()?.number === question.number && asked().round === question.round;
    try {
      await line.send({ question: question.number, round: question.round, answers: found, sure });
      if (same()) {
        page.sent = { answers: found, sure };
        page.tried = false;
        writeStored(KEPT, null);
        page.word = open() ? taken() : "Your answer is in.";
        say(page.word);
      }
    } catch ({ status: number, message }) {
      if (same() && open()) {
        page.unsent = !number || number === 404 || number >= 500;
        page.fault = page.unsent
          ? "Not sent yet: there is no line. It is sent as soon as there is one."
          : (REFUSALS[number] ?? (message || "This could not be read. Send it again."));
        say(page.fault);
        if (page.unsent) line.mend();
      }
    }
    page.sending = false;
  }
  paint();
  main.querySelector("[aria-invalid=true]")?.focus();
}

function join(event) {
  event.preventDefault();
  const code = page.typed.replace(/[\s-]/g, "").toUpperCase();
  if (SIGNS.test(code)) {
    goTo(`join/${code}`);
    enter(code);
    paint();
    return;
  }
  const odd = [...code].find((sign) => !/[2-9A-HJKMNP-Z]/.test(sign));
  page.odd = odd
    ? `No code has “${odd}” in it: there is none of 0, O, 1, I and L.`
    : `A code has six signs, such as K7M2QX; this one has ${code.length}.`;
  say(page.odd);
  paint();
  document.getElementById("code").focus();
}

// What is heard

let said = 0;

/** Say something to who listens, even if it is the same as before. */
function say(words) {
  if (!words) return;
  said += 1;
  live.textContent = said % 2 ? words : `${words}\u00a0`;
}

function tell() {
  const { state } = page.event;
  const before = { open: () => `${round()} is open. `, closed: () => "Closed. " }[state]?.() ?? "";
  say(`${before}${heading()}${state === "closed" ? ` ${page.word}` : ""}`);
}

const round = () => `Question ${asked().number}${asked().round > 1 ? `, round ${asked().round},` : ""}`;

// What is on the page

function question() {
  const { kind, metrics } = asked();
  if (kind === "challenge") return "Solve this challenge.";
  const each = metrics.length === 1 ? metrics[0].title : "each score";
  if (kind === "value") return `Where will ${each} land?`;
  if (kind === "preference") return `Which list does ${each} prefer?`;
  return `What will ${each} do?`;
}

function heading() {
  const { state } = page.event;
  if (state === "waiting") return "You are in. Look at the wall.";
  if (state === "staged") return "Look at the wall.";
  if (state === "open") return question();
  if (state === "closed" && asked()?.kind !== "challenge") {
    return asked().round > 1 ? "Look at the wall." : "Talk with your neighbour.";
  }
  if (asked()?.kind === "challenge" && state !== "open") return solved();
  if (state === "shown") return "How the class answered";
  if (state === "revealed") {
    const { all, right } = rights(page);
    if (!all) return "This is what happened.";
    if (all === 1) return right ? "You were right." : "You were wrong this time.";
    return `You were right about ${right} of ${all}.`;
  }
  return "";
}

/** What came of a challenge on this phone. */
function solved() {
  const made = page.sent?.answers.moves;
  return made ? `You solved it in ${moves(made)}.` : "Look at the wall.";
}

/**
 * Whole seconds left by the server's word, or null without a timer. The phone's own clock may be wrong: it only counts.
 */
function left() {
  if (!open() || typeof asked().left !== "number") return null;
  return Math.max(0, Math.ceil((page.until - performance.now()) / 1000));
}

/** How the line is, where that is all that there is to say. */
const LINE = {
  ended: "ended",
  gone: "gone, trying again",
  full: "not in yet, trying again",
  lost: "no line, trying again",
};

function state() {
  if (!page.code) return "";
  if (page.line in LINE) return LINE[page.line];
  if (!page.event) return "joining …";
  const { number, round: now } = asked() ?? {};
  const { state: name } = page.event;
  const words = { waiting: "you are in", staged: "wait" }[name] ?? name;
  return `${number ? `question ${number}${now > 1 ? `, round ${now}` : ""}: ` : ""}${words}`;
}

function body() {
  if (page.line === "ended") {
    return [
      h1(ENDED),
      h("p", page.why || "Thank you for having taken part. Answers are kept as counts at most, without names."),
      field("The code of another room"),
    ];
  }
  if (!page.code) return [h1("Join a class"), field("The code on the wall")];
  if (page.line === "gone") {
    return [
      h1("The room is gone."),
      h(
        "p",
        `Nobody answers at ${page.code}: the server may have been started anew. This page goes on trying, and is ` +
          "back as soon as the room is.",
      ),
      field("Or the code of another room"),
    ];
  }
  if (page.line === "full") {
    return [
      h1("Not in yet."),
      h("p", page.why),
      h("p", "This page goes on trying, and is in as soon as there is a place."),
    ];
  }
  if (!page.event) {
    return [
      h1(page.line === "lost" ? "No line to the room." : "One moment …"),
      h("p", page.line === "lost" ? "This page goes on trying." : `Joining ${page.code}`),
    ];
  }
  if (!asked()) {
    return [
      h1(heading()),
      h("p", "Questions come to this page by themselves. Nobody sees who answered what."),
      line?.member && !line.stored &&
      h("p.ix-caption", "This browser keeps nothing, so if you reload this page, you join anew."),
    ];
  }
  const { title, words } = asked();
  return [
    h(
      "div.ix-phone-head",
      { key: "head" },
      h1(heading()),
      h("p.ix-caption", { dir: "auto" }, title),
      h("p.ix-strong.ix-phone-words", { dir: "auto" }, words),
    ),
    page.event.state === "staged"
      ? h("p.ix-notice", { key: "staged" }, "The question opens here in a moment.")
      : [lists(page.event), answers(page, does)],
  ];
}

const h1 = (words) => h("h1.ix-h2", { key: "h1", tabindex: -1 }, words);

const field = (label) =>
  h(
    "form.ix-stack.ix-join",
    { key: "join", onsubmit: join, novalidate: true },
    h("label", { for: "code" }, label),
    h(
      "div.ix-line",
      h("input.ix-field", {
        id: "code",
        name: "code",
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        maxlength: 24,
        value: page.typed,
        "aria-invalid": Boolean(page.odd),
        "aria-describedby": "odd",
        oninput: ({ target }) => {
          page.typed = target.value;
          page.odd = "";
          paint();
        },
      }),
      h("button.ix-button.ix-do", { type: "submit" }, "Join"),
    ),
    h("p.ix-wrong.ix-strong", { id: "odd" }, page.odd),
  );

function paintBar() {
  const seconds = left();
  draw(
    bar,
    h("b.ix-phone-code", page.code || "irviz"),
    h("span.ix-caption", state()),
    seconds !== null &&
      h(
        "span.ix-phone-clock",
        { role: "timer", "aria-label": "Time left", "data-soon": seconds <= 10 ? "" : null },
        clock(seconds),
      ),
  );
}

function paint() {
  const focused = main.contains(document.activeElement);
  document.title = `${[page.code || "Join a class", state()].filter(Boolean).join(": ")} · irviz`;
  paintBar();
  draw(main, body());
  const { activeElement: now } = document;
  // Who was at a control that is gone or off goes on at the heading.
  if (focused && (!main.contains(now) || now.disabled)) main.querySelector("h1").focus({ preventScroll: true });
}

/** The time that is left, second by second; said once, when it gets short. */
setInterval(() => {
  const seconds = left();
  if (seconds === null) return;
  if (seconds === 10 && page.warned !== round()) {
    page.warned = round();
    say("10 seconds left.");
  }
  paintBar();
}, 250);

/** A part of an address as it reads; as it stands where it is none. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const [, code = ""] = /\/join\/([^/]+)\/?$/.exec(location.pathname) ?? [];
const wanted = decoded(code).toUpperCase();
if (SIGNS.test(wanted)) enter(wanted);
else if (code) {
  Object.assign(page, {
    typed: wanted.slice(0, 24),
    odd: `There is no room ${wanted.slice(0, 24)}. Look at the wall once more.`,
  });
}
paint();
