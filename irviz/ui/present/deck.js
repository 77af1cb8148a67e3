// The states that are kept for a talk, as one parameter of the link (irviz/state/deck.py packs them in the same way).

import { tell } from "../events.js";
import { root } from "../addresses.js";
import { withoutDeck } from "../link.js";
import { readStored, writeStored } from "../storage.js";

/** So many characters this browser keeps of talks, the latest first. */
const MOST_KEPT = 1_000_000;

/**
 * What is kept, as the page shows it: its text for a link, the states in it, which one was shown last (from 1; 0 for
 * none), and what irviz/state/deck.py allows. `shown` is the text without what others may not see, and `stays` says
 * whether this browser keeps the rest.
 */
export const held = { text: "", shown: "", states: [], place: 0, limits: {}, stays: true };

/** Let the parts of the page know what is kept: "deck" says that it has changed. */
export function holdDeck({ deck: text, at }, limits) {
  const place = Number(at);
  if (text === held.text && place === held.place && held.limits.max_address_characters) return;
  if (text !== held.text) Object.assign(held, { text, shown: shown(text), states: unpack(text) });
  Object.assign(held, { place, limits });
  if (text) held.stays = remember();
  tell("deck");
}

/** The parameter as others may see it (irviz/state/deck.py). */
const shown = (text) => pack(unpack(text).map(({ link, name }) => ({ link, name })));

/** Whether they have room in the address, where no notes are. */
export const fits = (text) => shown(text).length <= held.limits.max_address_characters;

/** A link of what is held as it stands in the address. */
export function shortenForAddress(link) {
  if (!link.deck) return link;
  return held.shown.length <= held.limits.max_address_characters
    ? { ...link, deck: held.shown }
    : { ...withoutDeck(link), deck: held.limits.deck_on_page };
}

/** A link with all that is held, notes and all, for whom it is given to on purpose; null where that is too long. */
export function addDeck(link) {
  if (held.text.length > held.limits.max_address_characters) return null;
  const there = new URL(link);
  there.searchParams.set("deck", held.text);
  if (held.place) there.searchParams.set("at", String(held.place));
  return there.href;
}

const letters = (text) => text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The parameter for these states; empty where there are none. */
export function pack(deck) {
  const said = deck.map(({ link, name, notes, question }) => {
    const parts = [link, name, notes, question];
    while (parts.length > 1 && !parts.at(-1)) parts.pop();
    return parts.length > 1 ? parts : link;
  });
  const bytes = Array.from(new TextEncoder().encode(JSON.stringify(said)), (byte) => String.fromCharCode(byte));
  return deck.length ? letters(btoa(bytes.join(""))) : "";
}

/** The states of a parameter that the server has made sure is good. */
export function unpack(text) {
  if (!text) return [];
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)).map((one) => {
    const [link, name = "", notes = "", question = ""] = [one].flat();
    return { link, name, notes, question };
  });
}

/** A link's parameters as one state of a deck: with its mask, without the talk around it. */
export function stateOf({ present = "", ...link }) {
  const text = Object.entries(withoutDeck(link)).map(([name, value]) => `${name}=${value}`);
  return { link: text.join("&"), name: "", notes: "", question: "" };
}

/**
 * The states as a file, which irviz/state/deck_file.py reads.
 *
 * @param {(link: string) => string} [usual] What one without a name is called.
 */
export function fileOf(states, usual = () => "") {
  const written = states.map(({ link, name, ...said }) => ({ name: name || usual(link), ...said, link }));
  return `${JSON.stringify({ irviz: "deck", version: 1, states: written }, null, 2)}\n`;
}

/** Talks go through all pages. */
const KEY = `irviz-decks${new URL(root).pathname}`;

/** Where talks of the page Compare were once. */
const OLD_KEY = `${KEY}compare`;

/** The tab’s own storage, and the browser’s, where a bookmark finds what its tab had. */
const STORAGES = ["sessionStorage", "localStorage"];

/** What a storage keeps: talks, each with what others may see of it, the latest first. */
function kept(storage) {
  try {
    const all = [KEY, OLD_KEY].flatMap((key) => readStored(key, storage) ?? []);
    return all.filter(({ shown: text, deck }) => text && unpack(deck));
  } catch {
    return []; // it is something else
  }
}

/** Keep what is not in the address for when it is opened again, and say whether this browser does. */
function remember() {
  const { shown: text, text: deck, place } = held;
  const written = STORAGES.map((storage) => {
    const all = [{ shown: text, deck, place }, ...kept(storage).filter((one) => one.shown !== text)];
    while (JSON.stringify(all).length > MOST_KEPT) all.pop();
    return writeStored(KEY, all, storage);
  });
  return written.includes(true);
}

/**
 * What was kept of the talk that the address is of: {deck, place}; nothing where there is no more than it says.
 *
 * @param {string | undefined} text The deck that the server has read there.
 * @param {{deck_on_page: string}} limits
 */
export function recallDeck(text, { deck_on_page: marker }) {
  const any = new URLSearchParams(location.search).get("deck") === marker;
  return STORAGES.flatMap(kept).find((one) => (any ? one.deck : one.shown === text && one.deck !== text));
}
