// The states that are kept for a talk, as one parameter of the link (irviz/state/deck.py packs them in the same way).

import { tell } from "../events.js";

/** What is kept, as the page shows it: its text for a link, the states in it, which one was shown last (from 1; 0 for none),
    and what irviz/state/deck.py allows, with what they are `of`: boards, or pairs of lists. */
export const held = { text: "", states: [], place: 0, limits: {} };

/** Let the parts of the page know what is kept: `irviz:deck` says that it has changed. */
export function hold({ deck: text, at }, limits) {
  const place = Number(at);
  if (text === held.text && place === held.place && held.limits.address) return;
  Object.assign(held, { text, states: text === held.text ? held.states : unpack(text), place, limits });
  if (!fits(text)) remember();
  tell("deck");
}

/** Whether they have room in the address. */
export const fits = (text) => text.length <= held.limits.address;

/** A link as it stands in the address. */
export const inAddress = (link) => (fits(link.deck ?? "") ? link : { ...link, deck: held.limits.elsewhere, at: "" });

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
export function stateOf({ present, deck, at, ...link }) {
  const text = Object.entries(link).map(([name, value]) => `${name}=${value}`);
  return { link: text.join("&"), name: "", notes: "", question: "" };
}

/**
 * The states as a file, which irviz/state/deck_file.py reads.
 *
 * @param {(link: string) => string} [usual] What one without a name is called.
 */
export function fileOf(states, usual = () => "") {
  const written = states.map(({ link, name, ...said }) => ({ name: name || usual(link), ...said, link }));
  return `${JSON.stringify({ irviz: "deck", version: 1, of: held.limits.of, states: written }, null, 2)}\n`;
}

/** Each page has its own. */
const key = () => `irviz-deck${location.pathname}`;

/** What has no room in the address is there when this tab is loaded again, where the browser allows it. */
function remember() {
  try {
    sessionStorage.setItem(key(), JSON.stringify({ text: fileOf(held.states), place: held.place }));
  } catch {
    // The page says that they are in it only.
  }
}

/** What was remembered, where the address says that there is something: {text, place}, as a file; else nothing. */
export function remembered({ elsewhere }) {
  try {
    return new URLSearchParams(location.search).get("deck") === elsewhere ? JSON.parse(sessionStorage.getItem(key())) : null;
  } catch {
    return null;
  }
}
