// The page where there is no server: its frame with the menu, its components, and the line to Python in a worker.
//
// What a page shows first is in its HTML, so that it can be used at once; what is done before Python has arrived waits
// here, as it would wait for a server that is slow (transport.js). In its frame everything has the names that Streamlit
// gives it, by which our style sheets place it.

import { module } from "./page.js";

// A link's parameters may be behind "#", where no server sees them (irviz/ui/policy.py).
if (location.hash[1] === "?") {
  const before = location.search ? `${location.search}&` : "?";
  history.replaceState(null, "", `${location.pathname}${before}${location.hash.slice(2)}`);
}

const link = () => Object.fromEntries(new URLSearchParams(location.search));
// A frame of another page is marked, as the server does it (irviz/ui/page.py).
if (link().embed === "true") document.documentElement.dataset.ixEmbed = "";

/** The folder of all pages: this module lies two folders below. */
const ROOT = new URL("../../", import.meta.url);
const PATIENCE = 2000; // ms that Python waits for the first picture
const TASKS = ["lesson", "challenge", "goal"];
const { show: showFrame, showAgain } = module("frame.js");
const { work: tellWork } = module("work_progress.js");
const { h, make } = module("view/view.js");

const app = document.querySelector("[data-ix-app]");
const place = document.getElementById("ix-page");
const notice = document.querySelector(".ix-still");
// A folder's address ends with a slash, which would lead links among the pages astray.
const path = () =>
  location.pathname.slice(ROOT.pathname.length).replace(/\/$/, "").replace(/(^|\/)index\.html$/, "") || "explore";
const entry = (page) => document.querySelector(`[data-page="${page}"]`);
const address = (page) => new URL(page === "explore" ? "./" : page, ROOT).pathname;

// --- Python

let calls = 0;
let worker = null;
let going = ""; // the address that is there as long as somebody waits for what Python does
const waiting = new Map();
const unsent = [];

function ask(call, ...args) {
  calls += 1;
  const id = calls;
  send({ id, call, args, address: going });
  return new Promise((settle) => waiting.set(id, settle));
}

/** What is asked before there is a worker waits for it. */
function send(question) {
  if (worker) worker.postMessage(question, question.args.filter((one) => one instanceof ArrayBuffer));
  else unsent.push(question);
}

function start() {
  try {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    unsent.splice(0).forEach(send);
  } catch {
    return tell("Python could not start in this browser, so what you do changes the board and its curves only.");
  }
  worker.onerror = () =>
    tell("Python could not start: a file of this page is missing, or the browser forbids it. Load the page again.");
  worker.onmessage = ({ data }) => {
    if (data.id) {
      const settle = waiting.get(data.id);
      waiting.delete(data.id);
      settle(data);
    } else if (data.fault) {
      tell(data.fault);
      keep();
    } else if ("progress" in data) {
      tellWork(data.progress < 1 ? data.words : "", data.stops && (() => URL.revokeObjectURL(going)));
    } else if ("ready" in data) {
      document.documentElement.dataset.ixPython = String(Math.round(data.ready));
      keep();
    }
  };
}

/** Say something below the page; nothing takes it away. */
function tell(words, kind = "wrong") {
  notice.textContent = words;
  notice.dataset.kind = kind;
  notice.hidden = !words;
}

module("qr.js").drawCodes(async (link) => {
  const { text } = await ask("code", link);
  return `data:image/svg+xml,${encodeURIComponent(JSON.parse(text))}`;
});

// --- What components say, one after the other, as on a server. Under the same key it takes the place of what waits.

const said = new Map();
let busy = true;

function say(part, name, value, key = name === "message" ? part : {}) {
  said.delete(key);
  said.set(key, ["hear", part, name, JSON.stringify(value)]);
  next();
}

/** Files go to Python as they are; of one that is too large only its name and its size. */
async function bring({ slot, files, most }) {
  try {
    const whole = await Promise.all(files.map((file) => (file.size > most ? new ArrayBuffer(0) : file.arrayBuffer())));
    said.set(whole, ["bring", slot, JSON.stringify(files.map(({ name, size }) => ({ name, size }))), ...whole]);
    next();
  } catch {
    tell("A file could not be read: it has been moved or changed since. Choose it again.");
  }
}

async function next() {
  if (busy || !said.size) return;
  const [key, args] = said.entries().next().value;
  said.delete(key);
  await answered(...args);
}

/** Whether Python is at work, said where Streamlit says it. */
function work(whether) {
  busy = whether;
  app.dataset.testScriptState = whether ? "running" : "notRunning";
}

let visits = 0; // how often somebody has gone to another page

async function answered(call, ...args) {
  work(true);
  const visit = visits;
  going = URL.createObjectURL(new Blob());
  const { text, fault } = await ask(call, ...args);
  URL.revokeObjectURL(going);
  work(false);
  tellWork("");
  if (fault) tell(fault);
  else if (visit === visits) show(JSON.parse(text), call !== "open_page"); // or it is of a page that somebody has left
  next();
}

// --- What is shown

const LINE = { say, bring };

/** Show a page; whoever went there by a press can go back. */
function show(frame, went = false) {
  const { page, title } = frame;
  if (page !== path()) history[went ? "pushState" : "replaceState"](history.state, "", address(page));
  if (document.documentElement.dataset.ixPage !== page) document.title = `${title} · irviz`;
  showFrame(frame, place, LINE);
  for (const one of document.querySelectorAll("[data-page]")) {
    one.ariaCurrent = one.dataset.page === page ? "page" : null;
    const group = one.closest("ul");
    group.parentElement.toggleAttribute("data-here", group.querySelector("[aria-current]") !== null);
  }
}

// Light or dark, as the system has it: everything is drawn once more in other colours.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  module("theme.js").followTheme(place);
  showAgain();
});

/** Show a page that is only read: its HTML is in its file. */
async function read(page, given) {
  const { html, words } = given ?? (await fetched(page));
  if (page !== path()) return; // somebody has gone on meanwhile
  show({
    page,
    title: entry(page).textContent,
    heading: "",
    left: [],
    main: ["prose"],
    below: [],
    data: { prose: { html }, words },
  });
}

/** What there is to read on a page of this edition. */
async function fetched(page) {
  const answer = await fetch(new URL(`${page}/`, ROOT));
  return parts(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

const parts = (page) => ({
  html: page.getElementById("ix-page").innerHTML,
  words: JSON.parse(page.getElementById("ix-first").textContent).words,
});

// --- The menu

function open(button, whether) {
  button.setAttribute("aria-expanded", whether);
  if (button.matches(".ix-nav-group")) button.nextElementSibling.hidden = !whether;
}

const menus = () => document.querySelectorAll("[data-ix-head] [aria-expanded=true]");

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-ix-head] [aria-expanded]");
  const target = event.target.closest?.("[data-page]");
  for (const one of menus()) {
    if (one !== button && !(one.matches(".ix-nav-all") && event.target.closest("[data-ix-head] nav") && !target)) {
      open(one, false);
    }
  }
  if (button) open(button, button.getAttribute("aria-expanded") !== "true");
  if (!target || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.pushState(null, "", address(target.dataset.page));
  go();
});

document.addEventListener("keydown", (event) => {
  const [last] = [...menus()].reverse();
  if (event.key !== "Escape" || !last) return;
  event.preventDefault(); // nothing else is left by it
  open(last, false);
  last.focus();
});

function go() {
  document.querySelector("[data-ix-main]").scrollTo(0, 0);
  said.clear();
  visits += 1;
  const visit = visits;
  const page = path();
  if (entry(page)?.hasAttribute("data-plain")) return read(page).catch(() => location.reload());
  if (!worker) start();
  waitFor(() => visit === visits && answered("open_page", page, JSON.stringify(link())));
}

/** Do something when Python is done with what it was asked. */
function waitFor(what) {
  if (!busy) return what();
  setTimeout(() => waitFor(what), 5);
}

addEventListener("popstate", () => {
  if (path() !== document.documentElement.dataset.ixPage) go();
});

// --- Without a network (sw.js)

/** Keep all files for the next time, as soon as nobody waits for one; say when there is a newer version. */
async function keep() {
  try {
    const kept = await navigator.serviceWorker.register(new URL("sw.js", ROOT), { scope: ROOT.pathname });
    const look = () => kept.waiting && navigator.serviceWorker.controller && offer(kept);
    kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", look));
    look();
  } catch {
    // Then it needs the network.
  }
}

/** Offer a newer version; who does not take it gets it when no page is open any more. */
function offer(kept) {
  const take = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    kept.waiting?.postMessage("take over");
  };
  document.getElementById("ix-newer")?.remove();
  document.body.append(make(
    h(
      "div.ix.ix-notice.ix-lost",
      { id: "ix-newer", role: "status" },
      "There is a newer version of irviz. ",
      h("button.ix-button", { onclick: take }, "Load it"),
    ),
  ));
}

// --- The beginning

/** What can be seen and moved comes first: Python would take the processor from it. */
async function drawn() {
  const most = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  // Of a link nothing can be drawn before Python has answered.
  const waits = begun[1] === "{}" && first.data.board && place.querySelector(".ix-curves[aria-busy=true]");
  const chart = new Promise((resolve) => {
    if (!waits) return resolve();
    new MutationObserver((_, watch) => {
      if (waits.ariaBusy === "true") return;
      watch.disconnect();
      resolve();
    }).observe(waits, { attributeFilter: ["aria-busy"] });
  });
  await Promise.race([most, chart]);
}

// A browser asks for these late and again, and would look for them from the address that the page has by then.
for (const one of document.querySelectorAll("link[rel=icon], link[rel=manifest]")) one.setAttribute("href", one.href);
if (location.pathname !== ROOT.pathname && location.pathname.endsWith("/")) {
  history.replaceState(history.state, "", location.pathname.slice(0, -1) + location.search + location.hash);
}
tell("");
const begun = [path(), JSON.stringify(link())];
const first = JSON.parse(document.getElementById("ix-first").textContent);
if (first.plain) read(first.page, parts(document));
else if (begun[1] === "{}") show(first);
else if (["learn", "challenges"].includes(first.page) && TASKS.some((name) => name in link())) {
  show({ ...first, left: ["coach"], main: ["board", "curves", "lens", "present", "rooms"], below: [], data: {} });
} else show({ ...first, data: {} });
if (first.plain) {
  work(false);
  keep();
} else {
  drawn().then(() => {
    start();
    if (worker) answered("open_page", ...begun);
  });
}
