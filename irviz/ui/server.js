// The line between the page and its server, where Streamlit carries it: a frame comes as its one component's data, and
// what parts say goes as that component's state. What the board does, files, and how far long work has come, go by the
// page's own line beside it.

import { consume } from "./events.js";
import { show as showFrame, showAgain } from "./frame.js";
import { work } from "./work_progress.js";

const MOMENT = 1000; // ms that an answer may take before anybody asks how far it is
const BEAT = 400; // ms between two such questions
const PAUSE = 500; // ms until a server that does not answer is asked once more,
const MOST_PAUSE = 2000; // and at most, after some times

const decoder = new TextDecoder();

/** Streamlit's elements around the page, under the names by which ours know them. */
const AROUND = { app: ".stApp", head: ".stAppHeader", main: ".stMain", sheet: ".stMainBlockContainer" };

let own = ""; // the address of this page's own line
let shown = 0; // the number of the newest frame of that line
let first = ""; // the name of a part of it
let place = null; // the address bar's query as a new line found it
let watch = 0;
let streamlit = null; // where Streamlit has put the page, and its way to the script
let asked = false; // whether its script has been asked for something,
let answered = null; // what waits until it has answered,
let release = null; // and what goes on then
let said = null; // the board's last message, which has all that the server has not answered
let asking = null; // the request with it

/** Called by Streamlit when the component is there, and whenever its data changes. */
export function show({ data, parentElement, setStateValue }) {
  for (const [name, selector] of Object.entries(AROUND)) {
    document.querySelector(selector)?.setAttribute(`data-ix-${name}`, "");
  }
  nameGroups();
  streamlit = { place: parentElement.firstElementChild ?? parentElement, setStateValue };
  asked = false;
  release?.();
  take(JSON.parse(decoder.decode(data)));
}

/**
 * Show a frame, unless a later one is there already.
 *
 * @param {any} sent The frame, and the name of this page's line.
 */
function take({ line, ...frame }) {
  const mine = new URL(`../../irviz-line/${line}`, import.meta.url).href;
  if (own !== mine) {
    if (own) place = location.search;
    own = mine;
    shown = 0;
  }
  if (frame.number < shown) return showAgain();
  shown = frame.number;
  [first] = frame.main;
  settle();
  showFrame(frame, streamlit.place, { say, bring });
  if (!frame.main.length) wait(); // it is being made
  else if (place !== null) setTimeout(comeBack); // when the parts have written the address
}

/** What Streamlit's script is to hear, one after the other: of two at once it would hear the last one only. */
const unsaid = new Map();

/** What a part says. Under the same `key` it takes the place of what waits. */
function say(part, name, value, key = {}) {
  if (part === "board" && name === "message") return tell(value);
  const goesOn = !unsaid.size;
  unsaid.delete(key);
  unsaid.set(key, [part, name, value]);
  if (goesOn) goOn();
}

/** Each waits for what was said before it, also by the board, but no longer than a moment. */
async function goOn() {
  while (unsaid.size) {
    if (asked || asking) await Promise.race([Promise.all([asking, answered]), after(MOMENT)]);
    const [[key, args]] = unsaid;
    unsaid.delete(key);
    run(...args);
  }
}

/** Have Streamlit's script hear something. */
function run(part, name, value) {
  asked = true;
  answered = new Promise((done) => (release = done));
  streamlit.setStateValue(`${part}_${name}`, value);
  wait();
}

/**
 * What the board says goes by the page's own line: the script would take longer. While one is answered, the next waits.
 */
async function tell(message) {
  const goesOn = said === null;
  said = message;
  wait();
  for (let pause = PAUSE; goesOn && said;) {
    const message = said;
    asking = ask(message);
    const frame = await asking;
    asking = null;
    if (frame === undefined) {
      await after(pause);
      pause = Math.min(2 * pause, MOST_PAUSE);
    } else if (said === message) said = null;
    if (frame) take(frame);
  }
  settle();
}

/** The frame after a message; null where none comes this way, and undefined where the server does not answer. */
async function ask(message) {
  try {
    const answer = await fetch(`${own}/board`, { method: "POST", body: JSON.stringify(message) });
    if (answer.status >= 500) return undefined;
    // The way leads to another process, or this one has forgotten the page.
    if (answer.status === 404) run("board", "message", message);
    return answer.status === 200 ? await answer.json() : null;
  } catch {
    return undefined;
  }
}

const after = (pause) => new Promise((done) => setTimeout(done, pause));

/**
 * A server that has forgotten this page opens it by the address that Streamlit loaded it with. Where one has gone on
 * since, to another step or question, the page is loaded by the address that the bar had.
 */
function comeBack() {
  if (location.search !== place) {
    history.replaceState(history.state, "", `${location.pathname}${place}${location.hash}`);
    location.reload();
  }
  place = null;
}

/** Whoever waits longer than a moment sees how far it has come, and can stop it. */
function wait() {
  clearTimeout(watch);
  watch = setTimeout(look, MOMENT);
}

function settle() {
  if (asked || asking) return;
  clearTimeout(watch);
  watch = 0;
  work("");
}

async function look() {
  const mine = watch;
  try {
    const { words } = await (await fetch(own)).json();
    if (mine === watch) work(words, () => fetch(own, { method: "DELETE" }));
  } catch {
    // The connection's own line says so (connection.js).
  }
  if (mine === watch) watch = setTimeout(look, BEAT);
}

/** Send files up; of one that is too large only its name and its size. */
async function bring({ slot, files, most }) {
  const whole = files.reduce((sum, { size }) => sum + (size > most ? 0 : size), 0);
  const life = new AbortController();
  let past = 0;
  const brought = [];
  for (const file of files) {
    const told = (loaded) =>
      work(`Bringing ${file.name}… ${Math.round((100 * (past + loaded)) / whole)} %`, () => life.abort());
    const sent = file.size > most ? { id: "" } : await post(file, told, life.signal);
    if (!sent) {
      return work(life.signal.aborted ? "" : `${file.name} could not be brought: try again, or load the page anew.`);
    }
    past += file.size;
    brought.push({ name: file.name, size: file.size, id: sent.id });
  }
  work("");
  while (asked) await answered; // however long what was brought before is read: the script hears the last of two only
  say("results", "request", { bring: { slot, files: brought }, count: Math.random() });
}

/**
 * Put a file up, and say what the server calls it; null where that fails. Not `fetch`, which cannot tell how far it is.
 */
const post = (file, told, signal) =>
  new Promise((settled) => {
    const asked = new XMLHttpRequest();
    const begun = performance.now();
    asked.open("POST", own);
    asked.responseType = "json";
    asked.upload.onprogress = ({ loaded }) => performance.now() - begun > MOMENT && told(loaded);
    asked.onload = () => settled(asked.status === 200 ? asked.response : null);
    asked.onerror = () => settled(null);
    asked.onabort = () => settled(null);
    signal.addEventListener("abort", () => asked.abort());
    asked.send(file);
  });

/** Before there is a frame, the script itself says how far the first one is (script/main.py). */
document.addEventListener("click", ({ target }) => {
  const token = target.closest?.("[data-ix-stop]")?.dataset.ixStop;
  if (token) fetch(new URL(`../../irviz-line/${token}`, import.meta.url), { method: "DELETE" });
});

// --- The menu, which is Streamlit's

/**
 * Say what the groups of pages are where they stand below each other, on phones: Streamlit makes them children of a
 * list, which can have none, and names them in sight only.
 */
function nameGroups() {
  document.querySelector('[data-testid="stExpandSidebarButton"]')?.setAttribute("aria-label", "Menu"); // as it is seen
  for (const list of document.querySelectorAll('[data-testid="stSidebarNavItems"]:not([role])')) {
    list.setAttribute("role", "none");
    for (const group of list.children) {
      const head = group.querySelector('[data-testid="stNavSectionHeader"] p');
      group.setAttribute("role", "list");
      group.setAttribute("aria-label", head?.textContent ?? "");
      head?.closest("header").setAttribute("aria-hidden", "true");
    }
  }
}

/** The open page, chosen once more, begins as from another one; Streamlit would show what is there (script/main.py). */
document.addEventListener("click", (event) => {
  const link = event.target.closest?.('[data-testid="stTopNavDropdownLink"], [data-testid="stSidebarNavLink"]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const { pathname } = new URL(link.getAttribute("href"), location.href);
  if (pathname === location.pathname) say(first, "request", { chosen: Math.random() });
});

/** Tab goes through an open menu as the arrow keys do: who has no others reaches each page, too. */
document.addEventListener("keydown", (event) => {
  const items = [...(event.target.closest?.("[role=menu]")?.querySelectorAll("[role=menuitem]") ?? [])];
  const next = items[items.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1)];
  if (event.key !== "Tab" || !next) return;
  consume(event);
  next.focus();
}, { capture: true });

/** On a phone the menu lies over the page: whoever has chosen a page sees it. */
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.('[data-testid="stSidebarNavLink"]')) return;
  requestAnimationFrame(() => {
    document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
    requestAnimationFrame(() => document.querySelector('[data-testid="stExpandSidebarButton"]')?.focus());
  });
});
