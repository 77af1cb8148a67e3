// What the page says while its server does not answer, in the place of Streamlit's own dialog, which covers the board.
//
// The board works on without a server: the last message waits, with all changes (transport.js), and the address is
// right at once (link.js). Streamlit tries to connect by itself and then asks for a whole run, which takes the message
// along (main.py). Its element says how far it is.

import { markUntold } from "./history.js";
import { quiet } from "./transport.js";
import { h, make } from "./view/view.js";

const STATE = "data-test-connection-state";
const PATIENCE = 8000; // ms that a server may take to answer
const LATE = "The server is slow to answer, or the connection is down. Go on here: it will catch up.";
const LOST = "The server does not answer. This page tries again by itself.";
const SAFE = "Your board is safe: here on the page, and in the address.";
const FILES = "Files may have to be chosen again.";
const AGAIN = "The server was started anew, and your files went with the old one. Choose them again.";
const GONE = "The connection has ended. Reload the page to go on.";

const line = make(h("div.ix.ix-notice.ix-lost", { role: "status", "data-testid": "lost", "data-kind": "wrong" }));

let connected = false;
let waiting = 0; // since when
let watch = 0; // s for which to look whether the files that were here still are

/** Whether the page shows what the server has made of files (pages/results.py). */
const files = () => document.querySelector(":is(.ix-next, .ix-understood, .ix-means)") !== null;

function look() {
  const state = document.querySelector(`[${STATE}]`)?.getAttribute(STATE);
  connected ||= state === "CONNECTED";
  if (state !== "CONNECTED") markUntold();
  const told = dismiss();
  if (state === "CONNECTED") say(news());
  else if (state === "DISCONNECTED_FOREVER") say(`${GONE} ${SAFE}`);
  else if ((connected && state) || told) {
    if (files()) watch = 10;
    say([LOST, SAFE, ...(watch || document.querySelector("input[type=file]") ? [FILES] : [])].join(" "));
  }
}

/** What there is to say while the line stands. */
function news() {
  if (waiting && Date.now() - waiting > PATIENCE) return `${LATE} ${SAFE}`;
  return watch && !files() ? AGAIN : "";
}

/** A line that is cut without a word looks like a server that does not answer. */
function listen() {
  const before = waiting || watch;
  waiting = !quiet() && document.querySelector(".ix-board") ? waiting || Date.now() : 0;
  if (!location.pathname.endsWith("/results")) watch = 0;
  else if (watch && connected && files()) watch -= 1;
  if (before || waiting) look();
}

function say(words) {
  if (!line.isConnected) document.body.append(line);
  if (line.textContent !== words) line.textContent = words;
}

/** Close Streamlit's dialog before it is painted; it does not come back until the next loss. */
function dismiss() {
  const all = [...document.querySelectorAll("[role=dialog]")];
  const dialog = all.find(({ textContent }) => textContent.trim().startsWith("Connection error"));
  dialog?.querySelector("button[aria-label=Close]")?.click();
  return Boolean(dialog);
}

if (!("ixStatic" in document.documentElement.dataset)) {
  new MutationObserver(look).observe(document.documentElement, { attributeFilter: [STATE], subtree: true });
  // Streamlit's dialogs are added to the body itself.
  new MutationObserver(look).observe(document.body, { childList: true });
  setInterval(listen, 1000);
  look();
}
