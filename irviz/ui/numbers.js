/** Numbers as they are written: one rule for all that the page shows. */

/** Lifts what binary numbers and sums leave just short of halfway; far less than a digit that is shown. */
const UP = 1 + 1e-12;

/**
 * A value with so many decimals, rounded to the nearest, and away from zero from halfway: 7/80 becomes 0.088.
 *
 * `irviz.metrics.rounding.format_rounded` gives the same text for the same number.
 *
 * @param {number} value
 * @param {number} [digits]
 * @returns {string}
 */
export const rounded = (value, digits = 3) => (value * UP + 0).toFixed(digits);

/**
 * A share in percent, with one decimal unless it is whole; what is neither nothing nor all is not said to be.
 *
 * `irviz.state.number_words.format_percent` says the same in words.
 *
 * @param {number} share
 * @returns {string}
 */
export function percent(share) {
  if (share > 0 && share < 0.0005) return "<\u2009" + "0.1\u00a0%";
  if (share < 1 && share > 0.9995) return ">\u2009" + "99.9\u00a0%";
  return `${rounded(100 * share, 1).replace(/\.0$/, "")}\u00a0%`;
}

/**
 * A value with three decimals.
 *
 * @param {number | null} value null stands for NaN, which has no value.
 * @returns {string}
 */
export const decimal = (value) => value === null ? "none" : rounded(value).replace(/^-/, "−");

/**
 * A value that somebody says: with three decimals, or with two where the third is 0.
 *
 * @param {number} value
 * @returns {string}
 */
export const said = (value) => decimal(value).replace(/0$/, "");

/**
 * A number that somebody has written: whole or a decimal, with a point or a comma, or a fraction of two.
 *
 * @param {string} text
 * @returns {number} NaN if it is none.
 */
export function parseNumber(text) {
  const parts = text.replaceAll(",", ".").split("/").map((part) => part.trim());
  if (parts.length > 2 || !parts.every((part) => /^(\d+\.?\d*|\.\d+)$/.test(part))) return NaN;
  const [over, under] = parts.map(Number);
  return under === 0 ? NaN : over / (under ?? 1);
}

/** The attributes of a field in which somebody writes one: a browser's own kind refuses a comma without a word. */
export const NUMBER_FIELD = { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false" };

/** Seconds as minutes and seconds: 1:05. */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Take the first lane in which there is room, or a new one.
 *
 * @param {number[]} ends How far each is taken; changed in place.
 * @param {(end: number) => boolean} isFree
 * @param {number} end How far it is taken from now on.
 * @returns {number} Which one, from 0.
 */
export function takeLane(ends, isFree, end) {
  const free = ends.findIndex(isFree);
  const lane = free < 0 ? ends.length : free;
  ends[lane] = end;
  return lane;
}

/** The median of numbers in their order, of which there is one at least. */
export const median = (values) => {
  const half = (values.length - 1) / 2;
  return (values[Math.floor(half)] + values[Math.ceil(half)]) / 2;
};

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
  const [sign, way] = difference > 0 ? ["▲", "up"] : ["▼", "down"];
  return { sign, figures, words: `${way} ${spoken}` };
}
