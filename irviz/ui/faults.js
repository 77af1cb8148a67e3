// A part of the page that fails takes nothing with it: it keeps what it shows and says in one line what failed, with a
// way to try again and a way to tell somebody; the server hears of each failure once.

import { copy } from "./export/save.js";
import { draw, h, make } from "./view/view.js";
import * as wire from "./transport.js";

/** Where this page's modules are: what fails elsewhere is not ours to tell of. */
const { url, starts = [] } = import.meta;
const base = new URL(".", url).href;

/** A page that fails all over tells of so many failures, and clips each. */
const MOST = 20;
const LONGEST = 300;

const REST = "The rest of the page works.";
const WORDS = {
  load: (name) => `${name} could not be loaded. ${REST}`,
  first: (name) => `${name} could not be shown. ${REST}`,
  draw: (name) => `${name} could not be brought up to date. ${REST}`,
  act: (name) => `Something in ${name} did not work. You can go on.`,
};
const AGAIN = "It failed again; reloading the page may help.";

/** By place: the part there, and what draws it anew. */
const parts = new Map();
/** By place: the box of what it says, and what that is of. */
const notices = new Map();
const told = new Set();

/**
 * Know what is on the page, so that what fails in a handler finds its place.
 *
 * @param {string} part The folder of its module.
 * @param {Element} place What it is in.
 * @param {() => void} again Draws it anew.
 */
export function watch(part, place, again) {
  for (const known of [parts, notices]) {
    for (const one of known.keys()) if (!one.isConnected) known.delete(one);
  }
  parts.set(place, { part, again });
}

/**
 * Say that something failed.
 *
 * @param {string} part The folder of its module.
 * @param {Element} place What it is in; the line comes last in it.
 * @param {"load" | "first" | "draw" | "act"} kind What failed: without a first drawing there is nothing else to see.
 * @param {() => void} again Tries again.
 * @param {unknown} [error] Unless the server has said it, which then knows it.
 */
export function fail(part, place, kind, again, error) {
  if (error) report(part, error);
  if (kind === "first" || kind === "load") place.dataset.ixFault = "first";
  const before = notices.get(place);
  const { box, tried } = before ??
    { box: make(h("div.ix.ix-notice.ix-line.ix-fault", { "data-testid": "fault", "data-kind": "wrong" })) };
  // What could not be drawn says more than what did not work because of it.
  const shown = before && kind === "act" ? before : { part, kind, again, error };
  const notice = { ...shown, box, words: WORDS[shown.kind](nameOf(place)) + (tried ? ` ${AGAIN}` : ""), tried };
  notices.set(place, notice);
  box.dataset.part = part;
  draw(box, ...lines(notice));
  if (!box.isConnected) place.append(box);
}

/** What is said, and what can be done about it. */
function lines(notice) {
  const again = () => {
    notice.tried = true;
    notice.again();
  };
  const give = async ({ currentTarget: button }) => {
    const account = accountOf(notice);
    if (await copy(account)) {
      button.textContent = "Copied";
      return;
    }
    const details = button.nextSibling;
    details.textContent = account;
    details.hidden = false;
    getSelection().selectAllChildren(details);
  };
  return [
    h("p", { role: "status" }, notice.words),
    h("button.ix-button", { onclick: again }, "Try again"),
    h("button.ix-button", { onclick: give }, "Copy what happened"),
    h("pre", { hidden: true, tabindex: 0, own: true }),
  ];
}

/**
 * A part has been drawn: what it said is over. What did not work by hand is said until there is something new to see:
 * the answer to its own report would take it away at once.
 */
export function mend(place, isNew = () => true) {
  delete place.dataset.ixFault;
  if (notices.get(place)?.kind === "act" && !isNew()) return;
  const box = notices.get(place)?.box;
  notices.delete(place);
  const focused = box?.contains(document.activeElement);
  box?.remove();
  const first = place.querySelector("section");
  if (!focused || !first) return;
  if (!first.hasAttribute("tabindex")) first.tabIndex = -1;
  first.focus({ preventScroll: true });
}

/** What a part is called for those who hear it. */
function nameOf(place) {
  const by = document.getElementById(place.getAttribute("aria-labelledby"))?.dataset.label;
  const name = by ?? place.querySelector("section[aria-label]")?.getAttribute("aria-label");
  return name ? `“${name}”` : "This part of the page";
}

/** What somebody can send to those who can mend it. */
function accountOf({ part, error, words }) {
  const said = error ? [messageOf(error), frames(error)[0]] : ["It failed on the server, which has written down why."];
  return [
    words,
    `In ${part}: ${said.filter(Boolean).join(", at ")}`,
    `Link: ${location.href}`,
    `Browser: ${navigator.userAgent}`,
  ].join("\n");
}

/** Tell the server of a failure, once, and the browser's console. */
export function report(part, error) {
  console.warn(error);
  const words = messageOf(error).slice(0, LONGEST);
  const key = `${part}: ${words}`;
  if (told.has(key) || told.size >= MOST) return;
  told.add(key);
  wire.report({ part, words, where: (frames(error)[0] ?? "").slice(0, LONGEST) });
}

const messageOf = (error) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** The places in this page's modules where something failed, the innermost first: `curves/tip.js:49:12`. */
function frames(error) {
  const lines = String(error?.stack ?? "").split("\n");
  return lines.filter((line) => line.includes(base)).map((line) => moduleOf(line.split(base)[1].replace(/\)?$/, "")));
}

/** The place in a module of a place in the script that all are in. */
function moduleOf(place) {
  const [, line, column] = /^page\.js:(\d+):(\d+)$/.exec(place) ?? [];
  const [name, start] = starts.findLast(([, first]) => first <= Number(line)) ?? [];
  return name ? `${name}:${Number(line) - start + 1}:${column}` : place;
}

/** What fails in a handler, a timer or a promise is said at the part whose module it is, or else at the first. */
function caught(event, error) {
  const places = frames(error);
  if (!places.length) return;
  event.preventDefault();
  const here = [...parts].filter(([place]) => place.isConnected);
  const names = places.map((one) => one.split("/")[0]);
  const name = names.find((one) => here.some(([, { part }]) => part === one));
  const [place, { part, again }] = here.find(([, one]) => one.part === name) ?? here[0] ?? [null, {}];
  if (place) fail(part, place, "act", again, error);
  else report("page", error);
}

addEventListener("error", (event) => caught(event, event.error));
addEventListener("unhandledrejection", (event) => caught(event, event.reason));
