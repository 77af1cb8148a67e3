/** A bar that starts where the last one ended, so that the parts are seen to add up to the whole. */

import { html, setText } from "../dom.js";
import { short, signed } from "../numbers.js";

/**
 * Make the track of a bar.
 *
 * @returns {{root: HTMLElement, show: (from: number, size: number, scale: number, words?: string) => void}}
 */
export function waterfall() {
  const bar = html("span", "ix-fall-bar");
  const label = html("span", "ix-fall-label");
  const root = html("div", "ix-fall", {}, bar, label);
  return {
    root,
    show(from, size, scale, words = size ? signed(size) : "") {
      const start = share(from, scale);
      const end = share(from + size, scale);
      bar.style.left = `${start}%`;
      bar.style.width = `${end - start}%`;
      label.style.left = `${end}%`;
      root.toggleAttribute("data-empty", size === 0);
      setText(label, words);
    },
  };
}

/**
 * What stands above the bars: what they show, from 0 to the end of the scale.
 *
 * @returns {{root: HTMLElement, show: (words: string, scale: number) => void}}
 */
export function scaleHead() {
  const title = html("span", "");
  const end = html("span", "", { "aria-hidden": "true" });
  return {
    root: html("div", "ix-fall-scale", {}, title, end),
    show(words, scale) {
      setText(title, words);
      setText(end, short(scale));
    },
  };
}

function share(value, scale) {
  return Math.min(Math.max((100 * value) / scale, 0), 100);
}
