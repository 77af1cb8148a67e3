// Where the board of this tab has been, and how often predictions were right: a server that knows nothing of it, since
// it was started anew or the page was loaded again, can then undo, redo and count on as the one before
// (irviz/state/session.py).

import { withoutDeck } from "./link.js";
import { readStored, writeStored } from "./storage.js";

const KEPT = "irviz-trail";
const TALLY = "irviz-tally";
const MOST = 60;
const LONGEST = 200_000; // characters

/** What belongs to a talk stays as it is, whatever is undone. */
const plain = (link) => Object.fromEntries(Object.entries(withoutDeck(link)).sort());
const text = (link) => JSON.stringify(plain(link));

let trail = stored();
let due = true;

/** What each page of this tab counts; without storage nothing is kept. */
const tallies = () => readStored(TALLY) ?? {};

function count(tally) {
  if (!tally || tallies()[location.pathname] === tally) return;
  writeStored(TALLY, { ...tallies(), [location.pathname]: tally }); // else it is enough that the server knows it
}

function stored() {
  const { path, links } = readStored(KEPT) ?? {};
  return path === location.pathname && Array.isArray(links) ? { path, links } : { path: location.pathname, links: [] };
}

/** The board is here now. */
export function recordVisit(link) {
  if (trail.path !== location.pathname) trail = { path: location.pathname, links: [] };
  const { links } = trail;
  if (links.length && text(links.at(-1)) === text(link)) return;
  trail.links = [...links, plain(link)].slice(-MOST);
  while (JSON.stringify(trail.links).length > LONGEST) trail.links.shift();
  writeStored(KEPT, trail); // else what the page remembers is enough while it is open
}

/** The line to the server was cut: whoever answers next may know nothing. */
export function markUntold() {
  due = true;
}

/**
 * What the server should be told now that it shows a link and counts so far; null where it knows.
 * @param {{link: object, tally: string}} shown What the server shows.
 * @param {boolean} started Whether this page has changed something since it was loaded.
 */
export function takeUntoldHistory({ link, tally }, started) {
  count(tally);
  if (!due) return null;
  due = false;
  const { links } = trail;
  const same = started || (links.length > 0 && text(links.at(-1)) === text(link));
  if (!same || trail.path !== location.pathname) trail = { path: location.pathname, links: [] };
  if (!started) recordVisit(link);
  const counted = tallies()[location.pathname] ?? "";
  return trail.links.length > 1 || (counted && counted !== tally)
    ? { number: Date.now(), links: trail.links, tally: counted }
    : null;
}
