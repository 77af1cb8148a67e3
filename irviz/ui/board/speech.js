// What a screen reader is told, by one rule for the whole page: what changed, by how much, in which direction and why,
// in that order and in some twenty words. What else there is to tell is a key away (A); and there is a setting for less
// or more.

import { isMasked } from "../masks.js";
import { difference } from "../curves/content.js";
import { movement, rounded } from "../numbers.js";
import { choice } from "../progress.js";

/**
 * How much is said: of the chosen score alone; why, and which way the others went, as far as there is room; all of it.
 */
export const amount = choice("irviz-speech", ["Less", "Usual", "More"], "Usual");

/** How the mark of a wrong prediction begins (curves/scoreboard.js). */
const WRONG = "predicted wrong: ";

/** So many words are heard to their end. */
const WORDS = 28;

/**
 * A change is heard once it has come to rest: what comes within so many ms takes its place. So many also let all that
 * the change does to the page go by first: Orca drops a sentence that comes to it among more than fifty other changes.
 */
const REST = 600;

/** So many ms where one press follows another, as at the cutoff: all of them are one sentence. */
export const SERIES = 400;

/** The values and the reasons may still be on their way; so often one looks again. */
const PATIENCE = 12;

let timer = 0;

/** What is told once that is said, or null. */
let afterwards = null;

/** The values when nothing was in the air last, before the first of several presses: what they are compared with. */
let before = new Map();

/** How many presses the next sentence is about. */
let presses = 0;

const region = () => document.querySelector(".ix-board > .ix-said");

/**
 * Say a sentence in the board's live region; a later one replaces it if it was not read yet.
 *
 * @param {string | (() => string)} sentence What happened; a function is called when it is said.
 * @param {"" | "moving" | "done" | "marked"} [then] Whether what it does to the scores is said, too: while something is
 *   held in the air, when it is done, or when its prediction is marked.
 * @param {number} [rest] So many ms no other sentence may come.
 */
export function say(sentence, then = "", rest = REST) {
  clearTimeout(timer);
  presses = rest === SERIES ? presses + 1 : 0;
  const look = (tries) => {
    timer = 0;
    if (then && tries > 0 && !ready(then)) {
      timer = setTimeout(look, REST, tries - 1);
      return;
    }
    const words = typeof sentence === "string" ? sentence : sentence();
    speak([words, then && effects(amount.get(), words)].filter(Boolean).join(" "));
    presses = 0;
    if (afterwards) setTimeout(afterwards, REST); // two at once have no order
    afterwards = null;
  };
  timer = setTimeout(look, rest, PATIENCE);
}

/** Tell what answers a change after the change itself: a lesson's reply, how a class has answered. */
export function afterSpeech(tell) {
  if (timer) afterwards = tell;
  else tell();
}

/** Say what a metric comes to whose values have been revealed. */
export const sayValue = (metric) =>
  say(() => {
    const row = scores().find(({ dataset }) => dataset.hue === metric);
    const told = row ? [[row.querySelector(".ix-score-symbol").textContent, row.dataset.value]] : [...values()];
    return told.filter(([name]) => row || name.startsWith(`${metric} of `))
      .map(([name, value]) => `${name} ${figure(`${value}`)}.`).join(" ");
  });

/** Say all scores with what has moved, and why. */
export const sayAll = () => say(effects("More", "") || "There are no scores to tell here.");

function speak(words) {
  const told = region();
  // The same sentence twice is news too; a changed node is what makes it heard.
  if (told) told.textContent = told.textContent === words ? `${words}\u00a0` : words;
}

/** Say nothing any more, at once. */
export function stopSpeech() {
  clearTimeout(timer);
  timer = presses = 0;
  afterwards = null;
  region().textContent = "";
}

/** Keep in mind what all comes to before something is done to it. */
export function rememberScores() {
  if (presses) return;
  const pair = document.querySelector(".ix-versus");
  if (!pair) before = new Map(scores().map(({ dataset: { metric, value } }) => [metric, read(value)]));
  else if (pair.dataset.kind === "settled") before = values();
}

/** A value as it stands in an attribute; null where there is none. */
const read = (text) => (text === "null" ? null : Number(text));

const scores = () => [...document.querySelectorAll('[data-testid="score"][data-value]:not([hidden])')];

/**
 * What one press has changed, or several together.
 *
 * @param {DOMStringMap} row
 * @param {string} words
 */
function step({ metric, value, was }, words) {
  const since = presses > 1 ? before.get(metric) : undefined;
  if (since === undefined) return { was: was && rounded(Number(was)), moved: words };
  return { was: rounded(since), moved: movement(difference(since, read(value))).words };
}

/** Whether what has been done is what is shown, in the server's own figures, with its reasons and marks. */
function ready(then) {
  const shown = document.querySelector(".ix-versus, .ix-chart");
  if (!shown || shown.closest("[aria-busy=true]")) return !shown;
  if (then === "moving") return true;
  const answered = shown.dataset.exact !== "false" && document.querySelector('.ix-board[data-settled="true"]');
  return Boolean(answered) && (then !== "marked" || document.querySelector(".ix-why[data-marked]") !== null);
}

/** What has moved, and why; empty where nothing may be told. */
function effects(how, sentence) {
  if (document.querySelector(".ix-versus")) return isMasked() ? "" : ofPair(how, sentence);
  if (!document.querySelector(".ix-scores")?.checkVisibility({ visibilityProperty: true })) return "";
  const rows = scores().map((row) => ({
    name: row.querySelector(".ix-score-symbol").textContent,
    metric: row.dataset.metric,
    value: figure(row.dataset.value),
    ...step(row.dataset, row.querySelector(".ix-score-change > .ix-said")?.textContent ?? ""),
    mark: row.querySelector(".ix-score-mark[role]")?.getAttribute("aria-label"),
    chosen: row.hasAttribute("data-chosen"),
  }));
  if (!rows.length) return "";
  const marked = marks(rows, how);
  if (how === "More") return [marked, ...rows.map(one), reason()].filter(Boolean).join(" ");
  const still = rows.every(({ moved }) => moved === "unchanged");
  const chosen = rows.find((row) => row.chosen) ?? rows[0];
  // What a wrong prediction says of its score needs no second telling.
  const first = missed(chosen) ? "" : still ? "No score changes." : one(chosen);
  if (how === "Less") return [marked, first].filter(Boolean).join(" ");
  const others = ways(rows.filter((row) => row !== chosen && row.moved && row.moved !== "unchanged"));
  const why = still || presses > 1 ? "" : cause();
  return fitting(
    sentence,
    marked ? [[marked, first, others], [marked, first]] : [[first, others, why], [first, why], [first, others]],
  );
}

/** The first of several ways to say it that is heard to its end, or the last. */
function fitting(sentence, ways) {
  const all = ways.map((parts) => parts.filter(Boolean).join(" "));
  return all.find((words) => `${sentence} ${words}`.trim().split(/\s+/).length <= WORDS) ?? all.at(-1);
}

const figure = (value) => (value === "null" ? "has no value" : rounded(Number(value)));

/** One score: where it went, or where it is. */
function one({ name, value, was, moved }) {
  if (moved === "unchanged") return `${name} stays ${value}.`;
  if (!moved) return `${name} ${value}.`;
  return was ? `${name} from ${was} to ${value}, ${moved}.` : `${name} ${moved} to ${value}.`;
}

/** What was wrong with a prediction of it, and why; empty where nothing was. */
const missed = ({ mark }) => (mark?.startsWith(WRONG) ? mark.slice(WRONG.length) : "");

/** Which way the others went. */
function ways(rows) {
  const list = (way) => rows.filter(({ moved }) => moved.startsWith(way)).map(({ metric }) => metric).join(", ");
  const said = ["up", "down"].filter(list).map((way) => `${list(way)} ${way}`);
  return said.length ? `${said.join("; ")}.` : "";
}

/** How a prediction was marked: what was said of the score that matters most among those missed, what came, and why. */
function marks(rows, how) {
  const asked = rows.filter(({ mark }) => mark);
  const wrong = asked.filter(missed);
  const right = ["", "Predicted right.", "Both predicted right."][asked.length];
  if (!wrong.length) return right ?? `All ${asked.length} predicted right.`;
  const told = how === "More" ? wrong : [wrong.find(({ chosen }) => chosen) ?? wrong[0]];
  const names = wrong.map(({ metric }) => metric).join(", ");
  const verdict = asked.length > 1
    ? `${asked.length - wrong.length} of ${asked.length} predicted right; wrong: ${names}.`
    : "Predicted wrong.";
  return [verdict, ...told.map(missed)].join(" ");
}

/** Why the chosen score is what it is. */
function reason() {
  const why = document.querySelector(".ix-why:not([hidden], [data-marked])")?.textContent.trim() ?? "";
  return why && !/[.!?]$/.test(why) ? `${why}.` : why;
}

/** The reason alone, without the score and its change, which are said before it. */
function cause() {
  const why = reason().replace(/^[^:]*: /, "");
  return why && why[0].toUpperCase() + why.slice(1);
}

/** By list and metric, what it comes to. */
function values() {
  const rows = [...document.querySelectorAll('[data-testid="versus-row"][data-a]')];
  const all = rows.map(({ dataset }) => dataset).flatMap(({ metric, a, b }) => [
    [`${metric} of A`, Number(a)],
    [`${metric} of B`, Number(b)],
  ]);
  const verdict = document.querySelector('[data-testid="versus-verdict"]')?.textContent.trim() ?? "";
  return new Map(/** @type {[string, any][]} */ ([...all, ["verdict", verdict]]));
}

/** What has moved between two lists; nothing is repeated that did not. */
function ofPair(how, sentence) {
  const now = values();
  const verdict = now.get("verdict");
  const why = () => document.querySelector('[data-testid="versus-why"]')?.innerText.replaceAll("\n", " ") ?? "";
  const moved = [...now].filter(([name, value]) =>
    name !== "verdict" && before.has(name) && difference(before.get(name), value)
  ).map(([name, value]) => ({
    name,
    metric: name.split(" ")[0],
    value: rounded(value),
    was: rounded(before.get(name)),
    moved: movement(difference(before.get(name), value)).words,
  }));
  if (how === "More") {
    return [...(moved.length ? moved.map(one) : ["No score changes."]), `${verdict}.`, why()].join(" ");
  }
  const lists = new Set(moved.map(({ name }) => name.slice(-1)));
  const first = moved.find(({ metric }) => metric === "AP") ?? moved[0];
  if (!first) return "No score changes.";
  const others = how === "Usual" && lists.size === 1 ? ways(moved.filter((other) => other !== first)) : "";
  const leads = verdict !== before.get("verdict") && `${verdict}.`;
  return fitting(sentence, [[one(first), others, leads], [one(first), leads]]);
}
