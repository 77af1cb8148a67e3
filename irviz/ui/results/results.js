// Your results: files come in by a hand, and the browser's Back leads from the board of a query to all of them; what is
// on the page, irviz/views/results_page.py says.

import { mounted } from "../frame.js";
import { isPresenting } from "../masks.js";
import { readStored, writeStored } from "../storage.js";
import { renderDescription } from "../view/description.js";
import { draw, h } from "../view/view.js";

/** So far below the window's top, in pixels, is what keys go on to: there the page's head ends. */
const BELOW_HEAD = 60;

/** The headings to which keys go on. */
const QUERY = "h1";
const MANY = ".ix-own-many h2";
const TABLE = ".ix-own-queries h2";

/** Where keys go on, as soon as it is there; and what was shown last. The page may be laid out anew in between. */
let next = "";
let was = "";

/** The query that was opened last: whoever leaves it goes on there. */
let opened = "";

/** The address of all queries, once one of them has an entry of its own. */
let list = "";
let depth = 0; // of the browser's history with that entry: who has presented the query has more of them

/**
 * What goes with the page, and is said once when it is not there any more: results that somebody brought live in one
 * page only.
 */
const LOST = "irviz-own-results";
const lost = readStored(LOST);
writeStored(LOST, null);

/** The address says nothing of a query that is not open any more. */
const clearAddress = () => history.replaceState(history.state, "", location.pathname);

export default mounted(".ix-own-results", (root, signal) => {
  const path = location.pathname;
  let ask = null;
  let bring = null; // files, to Python
  let pressed = "";
  let isOpen = false;

  /** The browser's Back leads from a query to all of them, and Forward to it. */
  const travel = () => {
    const query = history.state?.query;
    if (query === undefined || location.pathname !== path || isOpen === Boolean(query)) return;
    next = "";
    pressed = ""; // it has its entry
    opened = query || opened;
    ask(query ? { query } : { back: true });
  };
  addEventListener("popstate", travel, { signal });

  /** An open query has an entry of its own in the browser's history, before the board writes its address there. */
  const enter = () => {
    // A board that has not gone yet may have written there in between.
    if (!isOpen && list && (was === "query" || history.state?.query === "")) {
      history.replaceState({ ...history.state, query: "" }, "", list);
    }
    if (!pressed || !isOpen) return;
    list = location.href;
    history.replaceState({ ...history.state, query: "" }, "", location.href);
    history.pushState({ ...history.state, query: pressed }, "", location.href);
    depth = history.length;
    pressed = "";
  };

  const goOn = (heading) => {
    const found = root.querySelector(heading);
    if (!found) return;
    next = "";
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
    const sheet = root.closest("[data-ix-main]");
    const { top } = (found.closest(heading === MANY ? ".ix-own-many" : "section") ?? found).getBoundingClientRect();
    sheet?.scrollTo({ top: heading === QUERY ? 0 : top + sheet.scrollTop - BELOW_HEAD });
  };

  const toQuery = () => {
    const found = [...root.querySelectorAll(".ix-own-query")].find(({ textContent }) => textContent === opened);
    if (!found) return goOn(TABLE);
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: "center" });
  };

  const wish = ({ field, value, ...more }, thing) => {
    const wanted = field ? { ...more, [field]: value } : more;
    if (wanted.mend) return toSlot(wanted.mend);
    if (wanted.back && history.state?.query && history.length === depth && !isPresenting()) return history.back();
    next = wanted.query ? QUERY : wanted.sample || wanted.use ? MANY : "";
    pressed = wanted.query ?? "";
    opened = pressed || opened;
    return ask(wanted, thing);
  };
  const here = {};
  const made = { "ix:lost": () => h("p.ix-notice", { role: "status" }, lost) };

  /** What is chosen or dropped in a slot comes in: several files only where it takes them. */
  const take = (slot, files) => {
    const { multiple } = slot.querySelector("input[type=file]");
    if (files.length) bring(slot.dataset.slot, multiple ? [...files] : [files[0]]);
  };
  const slotOf = ({ target }) => target.closest("[data-slot]");
  const choose = ({ target }) => {
    if (target.type !== "file") return;
    take(slotOf({ target }), target.files);
    target.value = ""; // so that the same file can be chosen again
  };
  const drop = (event) => {
    const slot = slotOf(event);
    if (!slot) return;
    event.preventDefault();
    if (event.type === "drop") take(slot, event.dataTransfer.files);
  };
  root.addEventListener("change", choose, { signal });
  root.addEventListener("dragover", drop, { signal });
  root.addEventListener("drop", drop, { signal });
  // A metric that was added is typed no more.
  root.addEventListener("submit", () => root.querySelectorAll("[name=add]").forEach((one) => (one.value = "")), {
    signal,
  });

  return (data, request, component) => {
    isOpen = data.is_open;
    enter();
    ask = request;
    bring = (slot, files) => component.bring({ slot, files, most: data.max_file_bytes });
    const beside = root.contains(document.activeElement) && document.activeElement.closest("[data-slot], form");
    draw(root, renderDescription(data.view, { ask: wish, made, here, heard: data.heard }));
    // What is taken off leaves the focus to what it stood beside.
    if (beside && document.activeElement === document.body) beside.querySelector("input, button, select")?.focus();
    const hasResults = "loss_notice" in data;
    if (hasResults) writeStored(LOST, data.loss_notice || null);
    if (next === MANY && isOpen) next = QUERY; // there is but one query, and it opens at once
    if (next && (next !== QUERY || isOpen)) goOn(next);
    const now = isOpen ? "query" : hasResults ? "many" : "";
    if (was === "query" && now === "many") toQuery();
    if (was ? was === "query" && now === "many" && !list : lost && !isOpen) clearAddress();
    was = now;
  };
});

/** To what was brought and cannot be read: the field, or the button that takes the file off. */
function toSlot(name) {
  const place = document.querySelector(`[data-slot="${name}"]`);
  place.querySelector(".ix-own-file button, form:not([hidden]) textarea").focus();
}
