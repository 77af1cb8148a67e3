// The page as Python gives it: a frame, which says what parts there are and what each shows. Which edition brought it,
// the parts do not know: they say what they have to say to its line.
//
// A part that cannot be loaded or drawn, or that Python could not make, leaves the others alone (faults.js).

import { tell } from "./events.js";
import { fail, mend, watch } from "./faults.js";
import { received } from "./frame_data.js";
import { styled } from "./styles.js";
import { followTheme } from "./theme.js";
import { forgetTitles } from "./title.js";
import * as wire from "./transport.js";
import { draw as put, h, make } from "./view/view.js";

/** By name, the parts that are there: their place, and the farewell of the one that draws them. */
const parts = new Map();

/** By place: what was drawn last without a fault. */
const good = new WeakMap();

/** Where files are that parts ask for, beside this module. */
const at = (path) => new URL(path, import.meta.url).href;
const ADDRESSES = { pictures: at("pictures/"), plotly: at("plotly/plotly.min.js") };

/** The parts that say themselves what stands in the head. */
const BOARDS = ["board", "disagree"];

/** What is laid out now: which page, and which parts it has. */
let shape = "";

/**
 * Which page is open, and whether somebody has come to it from another one, or has pressed what is gone now, and has
 * not been told yet.
 */
let open = "";
let arrives = false;

/** The line to Python that the frame came by. */
let line = null;

/**
 * How often this page has asked for something: each time it is another value, so that Python hears of it. What is said
 * of the same thing takes the place of what waits, so it has to be all that there is to say of it.
 */
let asked = 0;

/** Pixels below the last part, so that a frame has nothing to scroll. */
const ROOM_BELOW = 24;

/**
 * Show a frame.
 *
 * @param {{page: string, heading: string, left: string[], main: string[], below: string[], data: Record<string,
 *   object>}} frame From `irviz.pages.host`. A part without data waits for it.
 * @param {Element} place What the page is in.
 * @param {{say: (part: string, name: string, value: object) => void, bring: Function}} by The way to Python.
 */
export function show(frame, place, by) {
  line = by;
  const { page, left, main, below, data } = frame;
  const wanted = JSON.stringify([page, left, main, below]);
  const whole = place.querySelector(":scope > .ix-page");
  if (wanted !== shape || !whole) {
    shape = wanted;
    lay(frame, place, page === open ? whole : null);
  }
  document.documentElement.dataset.ixPage = page;
  arrives ||= open !== "" && open !== page;
  open = page;
  followTheme(place);
  wire.connect((name, value) => line.say("board", name, value));
  received.clear();
  for (const [name, part] of Object.entries(data)) received.set(name, part);
  for (const name of parts.keys()) give(name);
  tell("received");
  if (arrives) arrive(place);
}

/** Whoever comes from another page begins at its heading, which is said; unless a part has begun elsewhere. */
async function arrive(place) {
  await Promise.all([...parts.values()].map(({ farewell }) => farewell));
  const heading = place.querySelector("h1");
  if (!arrives || !heading) return;
  arrives = false;
  if (place.contains(document.activeElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Show the same once more, in other colours. */
export const showAgain = () => {
  for (const name of parts.keys()) give(name);
};

/** Tells the page that shows this one in a frame how high it is (irviz/views/handout.py), and nothing else. */
const tellHeight = new ResizeObserver(([{ target }]) => {
  const sheet = target.closest("[data-ix-main]") ?? document.documentElement;
  const height = target.getBoundingClientRect().bottom + sheet.scrollTop + ROOM_BELOW;
  parent.postMessage({ irvizHeight: Math.ceil(height) }, "*");
});

/** Make room for the parts of a page; those of the page before go, and of the same page those that it has no more. */
function lay({ heading, left, main, below }, place, before) {
  const stay = before && !left.length ? [...main, ...below].filter((name) => parts.has(name)) : [];
  for (const [name, { farewell }] of parts) {
    if (stay.includes(name)) continue;
    farewell?.then((go) => go?.());
    parts.delete(name);
  }
  const room = (name) => parts.get(name)?.room ?? makeRoom(name);
  const middle = main.map(room);
  const head = heading ? [make(h("div.ix.ix-prose.ix-heading", h("h1.ix-said", heading)))] : [];
  const columns = () => h("div.ix-two", h("div.ix-column", left.map(room)), h("div.ix-column", middle));
  const inside = left.length ? [make(columns())] : middle;
  forgetTitles();
  arrives ||= Boolean(before?.contains(document.activeElement));
  const whole = stay.length ? before : make(h("div.ix-page", h("div.ix.ix-head-tools.ix-fixed")));
  put(whole, whole.firstElementChild, head, inside, below.map(room));
  if (whole !== before) place.replaceChildren(whole);
  tellHeight.disconnect();
  if (parent !== window) tellHeight.observe(whole);
  if (![...left, ...main].some((name) => BOARDS.includes(name))) {
    import("./help/help.js").then(({ offerHelp }) => offerHelp(headTools()));
  }
}

/** What the page's head offers, on every page before all else: modes and help (board/modes.js, help/help.js). */
export const headTools = () => document.querySelector(".ix-head-tools");

let telling = 0;

/** Say something for a moment, to see and to hear; it lies over the page, so that nothing moves for it. */
export function tellBriefly(words) {
  const place = document.querySelector(".ix-toast");
  place.textContent = words;
  clearTimeout(telling);
  telling = setTimeout(() => (place.textContent = ""), 4000);
}

/** Where that stands, a view. */
export const toast = () =>
  h("p.ix-toast.ix-as-grid.ix-fixed.ix-centred.ix-round", { role: "alert", own: true, key: "toast" });

function makeRoom(name) {
  const skeleton = document.querySelector(`template[data-component="${name}"]`);
  const inner = make(h("div", skeleton?.content.cloneNode(true)));
  const room = make(h(`div.ix-part.ix-part-${name}`, inner));
  parts.set(name, { inner, room, farewell: null });
  return room;
}

/** Give a part what it shows, if that has come. */
function give(name) {
  const here = parts.get(name);
  here.farewell = drawn(name, here.inner);
}

async function drawn(name, place) {
  const draws = await loaded(name, place);
  // Another page may be here by now.
  if (draws && received.has(name) && parts.get(name)?.inner === place) return draw(name, place, draws);
  return undefined;
}

/** A part's own function, or null where it cannot be had. */
async function loaded(name, place) {
  watch(name, place, () => give(name));
  try {
    const [module] = await Promise.all([
      import(place.querySelector("[data-ix-view]") ? "./view/part.js" : `./${name}/${name}.js`),
      styled,
    ]);
    return module.default;
  } catch (error) {
    fail(name, place, "load", () => give(name), error);
    return null;
  }
}

/** Draw a part; one that throws goes back to what it showed. */
function draw(name, place, draws) {
  const data = received.get(name);
  const again = () => draw(name, place, draws);
  const failed = (error) => fail(name, place, good.has(place) ? "draw" : "first", again, error);
  watch(name, place, again);
  if (data?.fault) {
    fail(name, place, good.has(place) ? "draw" : "first", wire.retry);
    return undefined;
  }
  try {
    delete place.dataset.ixFault; // what has no size cannot be measured
    const farewell = draws(component(name, place, data));
    farewell?.catch?.(failed);
    const before = good.get(place);
    good.set(place, data);
    mend(place, () => JSON.stringify(before) !== JSON.stringify(data));
    return farewell;
  } catch (error) {
    failed(error);
    return restored(name, place, draws);
  }
}

/** Half of a new picture would be a lie: draw the last one again. */
function restored(name, place, draws) {
  if (!good.has(place)) return undefined;
  try {
    return draws(component(name, place, good.get(place)));
  } catch {
    return undefined; // it has been said
  }
}

/** What a part is drawn with. */
const component = (name, place, data) => ({
  data: { ...data, ...ADDRESSES },
  parentElement: place,
  say: (what, value) => line.say(name, what, value),
  ask(wanted, thing = undefined) {
    asked += 1;
    line.say(name, "request", { ...wanted, count: asked, page: performance.timeOrigin }, `${name} ${thing ?? asked}`);
    return asked;
  },
  bring: (files) => line.bring(files),
});

/**
 * The function by which a module draws its part, with a root that lives as long as the part is on the page.
 *
 * @param {string} selector Its root.
 * @param {(root: HTMLElement, life: AbortSignal) => (data: object, ask: (wanted: object) => number, component: object)
 *   => void} begin Called once for each root, until whose end `life` lasts. What it returns shows data; `ask` sends a
 *   request and returns its number.
 */
export function mounted(selector, begin) {
  let page = null;
  return (component) => {
    const { data, parentElement, ask } = component;
    const root = parentElement.querySelector(selector);
    if (page?.root !== root) {
      page?.life.abort();
      const life = new AbortController();
      page = { root, life, show: begin(root, life.signal) };
    }
    root.removeAttribute("style"); // which kept its room
    page.show(data, ask, component);
    return () => {
      if (page?.root !== root || root.isConnected) return;
      page.life.abort();
      page = null;
    };
  };
}

/** In a frame of another page, without a head, our own links lead to pages without one, too. */
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.("a[href^='./']:not([target])");
  if (!(link instanceof HTMLAnchorElement) || !("ixEmbed" in document.documentElement.dataset)) return;
  const search = new URLSearchParams(link.search);
  search.set("embed", "true");
  link.search = String(search);
});
