// The list of saved states, in the address bar, so that a link carries the whole talk.

const MOST = 40;

const pack = (text) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const unpack = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));

/** The saved states of this link, none if it has none; null if they cannot be read. */
export function readDeck() {
  const text = new URLSearchParams(location.search).get("deck");
  if (text === null) return [];
  try {
    const deck = JSON.parse(unpack(text));
    return deck.every((one) => typeof one === "string") ? deck.slice(0, MOST) : null;
  } catch {
    return null;
  }
}

/** Put the states into the address bar; returns those that it holds. */
export function writeDeck(deck) {
  const kept = deck.slice(0, MOST).map(plain);
  const params = new URLSearchParams(location.search);
  params.set("deck", pack(JSON.stringify(kept)));
  history.replaceState(history.state, "", `${location.pathname}?${params}${location.hash}`);
  return kept;
}

/** A state without the list that it stands in, and in letters that can be packed. */
function plain(state) {
  const params = new URLSearchParams(state);
  params.delete("deck");
  return params.toString();
}
