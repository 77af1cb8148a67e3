// Somebody goes from a list to what they have chosen in it, which another component shows, and back by the browser.

/** What an address says of what was chosen. */
const CHOSEN = ["lesson", "step", "challenge"];

let opened = false;

/** Say that somebody has chosen. With an entry of its own, the browser's Back leads to the list. */
export function openFromList({ entry = true } = {}) {
  opened = true;
  if (entry) history.pushState(history.state, "", location.href);
}

/** Go on at a heading: what is read and what is seen begin there. */
export function startReadingAt(heading) {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.closest("[data-ix-main]")?.scrollTo({ top: 0 });
}

/** Whether somebody has chosen since this was asked last. */
export function wasOpenedFromList() {
  const was = opened;
  opened = false;
  return was;
}

/**
 * Go where the browser's Back and Forward lead on this page: to a list, or to what was chosen in it.
 *
 * @param {() => Record<string, string>} here What the address says of where one is.
 * @param {(place: Record<string, string>) => void} go
 * @param {AbortSignal} signal
 */
export function travel(here, go, signal) {
  const path = location.pathname;
  const chosen = (link) => Object.fromEntries(CHOSEN.filter((name) => name in link).map((name) => [name, link[name]]));
  const back = () => {
    const wanted = chosen(Object.fromEntries(new URLSearchParams(location.search)));
    if (location.pathname !== path || JSON.stringify(wanted) === JSON.stringify(chosen(here()))) return;
    opened = true;
    go(wanted);
  };
  addEventListener("popstate", back, { signal });
}
