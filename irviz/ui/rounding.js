/** How a value is rounded where it is written: one rule for all that the page shows. */

/** Lifts what binary numbers and sums leave just short of halfway; far less than a digit that is shown. */
const UP = 1 + 1e-12;

/**
 * A value with so many decimals, rounded to the nearest, and away from zero from halfway: 7/80 becomes 0.088.
 *
 * `irviz.metrics.rounding.rounded` gives the same text for the same number.
 *
 * @param {number} value
 * @param {number} [digits]
 * @returns {string}
 */
export function rounded(value, digits = 3) {
  return (value * UP + 0).toFixed(digits);
}

/**
 * A share in percent, with one decimal unless it is whole; what is neither nothing nor all is not said to be.
 *
 * `irviz.state.number_words.percent` says the same in words.
 *
 * @param {number} share
 * @returns {string}
 */
export function percent(share) {
  if (share > 0 && share < 0.0005) return "<\u2009" + "0.1\u00a0%";
  if (share < 1 && share > 0.9995) return ">\u2009" + "99.9\u00a0%";
  return `${rounded(100 * share, 1).replace(/\.0$/, "")}\u00a0%`;
}
