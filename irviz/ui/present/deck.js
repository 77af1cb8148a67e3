// The states that are kept for a talk, as one parameter of the link (irviz/state/deck.py packs them in the same way).

/** A deck holds no more states. */
export const MOST = 40;

const letters = (text) => text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The parameter for these states; empty where there are none. */
export const pack = (deck) => (deck.length ? letters(btoa(JSON.stringify(deck))) : "");

/** The states of a parameter that the server has made sure is good. */
export const unpack = (text) => (text ? JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/"))) : []);

/** A link's parameters as one state of a deck: without the talk around it. */
export function stateOf({ present, mask, reveal, deck, at, ...link }) {
  return Object.entries(link)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}
