/** Numbers as they are written in the lenses: three decimals, a real minus sign, whole numbers as they are. */

import { rounded } from "../rounding.js";

/**
 * A value with three decimals.
 *
 * @param {number | null} value null stands for NaN, which has no value.
 * @returns {string}
 */
export function decimal(value) {
  return value === null ? "none" : rounded(value).replace(/^-/, "−");
}

/**
 * A number as short as it is exact: a whole one without decimals.
 *
 * @param {number} value
 * @returns {string}
 */
export function short(value) {
  return Number.isInteger(value) ? String(value).replace(/^-/, "−") : decimal(value);
}

/**
 * How the numbers of a column are written: alike, all whole or all with decimals.
 *
 * @param {number[]} values
 * @returns {(value: number) => string}
 */
export function alike(values) {
  return values.every(Number.isInteger) ? short : decimal;
}

/**
 * A difference with its sign.
 *
 * @param {number} value
 * @returns {string}
 */
export function signed(value) {
  return value > 0 ? `+${decimal(value)}` : decimal(value);
}
