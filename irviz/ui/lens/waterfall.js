/** A bar that starts where the last one ended, so that the parts are seen to add up to the whole. */

import { short, signed } from "../numbers.js";
import { h } from "../view/view.js";

/**
 * Describe a bar in its track.
 *
 * @param {number} from
 * @param {number} size
 * @param {number} scale Where the track ends.
 * @param {string} [words] What stands behind the bar.
 */
export function waterfall(from, size, scale, words = size ? signed(size) : "") {
  const share = (value) => Math.min(Math.max((100 * value) / scale, 0), 100);
  const [start, end] = [share(from), share(from + size)];
  return h(
    "div.ix-fall",
    { "data-empty": size === 0 },
    h("span.ix-fall-bar", { style: { left: `${start}%`, width: `${end - start}%` } }),
    h("span.ix-fall-label", { style: { left: `${end}%` } }, words),
  );
}

/** Describe what stands above the bars: what they show, from 0 to the end of the scale. */
export function scaleHead(words, scale) {
  return h("div.ix-fall-scale", {}, h("span", {}, words), h("span", { "aria-hidden": "true" }, short(scale)));
}
