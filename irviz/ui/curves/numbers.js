/** Numbers as they are written on this page. */

import { rounded } from "../rounding.js";

/**
 * A score with three decimals.
 *
 * @param {number | null} value null where the conventions give none
 * @returns {string}
 */
export function decimal(value) {
  return value === null ? "none" : rounded(value);
}

/**
 * A value that somebody says: with three decimals, or with two where the third is 0.
 *
 * @param {number} value
 * @returns {string}
 */
export const said = (value) => decimal(value).replace(/0$/, "");

/**
 * A number that somebody has written: whole or a decimal, with a point or a comma.
 *
 * @param {string} text
 * @returns {number} NaN if it is none.
 */
export function read(text) {
  const plain = text.trim().replace(",", ".");
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

/**
 * A score as exactly as it is known: six decimals, and the fraction where there is one.
 *
 * @param {number} value
 * @param {string | null | undefined} fraction
 * @returns {{decimal: string, fraction: string, both: string}}
 */
export function long(value, fraction) {
  if (value === null) return { decimal: "none", fraction: "", both: "none" };
  const exact = rounded(value, 6);
  if (!fraction?.includes("/")) return { decimal: exact, fraction: "", both: exact };
  return { decimal: exact, fraction, both: `${fraction} ${Number(exact) === value ? "=" : "≈"} ${exact}` };
}

/**
 * A change as a sign and figures to see, and as words to hear.
 *
 * @param {number | null} difference
 * @returns {{sign: string, figures: string, words: string}}
 */
export function movement(difference) {
  if (difference === null) return { sign: "", figures: "", words: "" };
  if (difference === 0) return { sign: "=", figures: "", words: "unchanged" };
  const size = Math.abs(difference);
  const tiny = size < 0.0005;
  const figures = tiny ? "<0.001" : decimal(size);
  const spoken = tiny ? "by less than 0.001" : figures;
  return difference > 0
    ? { sign: "▲", figures, words: `up ${spoken}` }
    : { sign: "▼", figures, words: `down ${spoken}` };
}
