// What takes longer than a moment: how far it has come, over the page, and a button that stops it.

import { draw, h, make } from "./view/view.js";

const bar = make(h("div.ix.ix-notice.ix-line.ix-ends.ix-work", { role: "status", "data-testid": "work" }));

/**
 * Say how far some work has come.
 *
 * @param {string} words Empty where there is none.
 * @param {() => void} [stop] Stops it, where it can be stopped.
 */
export function work(words, stop) {
  if (!words) return bar.remove();
  draw(bar, h("span", words), stop && h("button.ix-button", { onclick: stop }, "Stop"));
  // Without a server the page is one layer, with its menu on top: below that, within it.
  const place = document.querySelector("[data-ix-static] [data-ix-app]") ?? document.body;
  if (!bar.isConnected) place.append(bar);
}
