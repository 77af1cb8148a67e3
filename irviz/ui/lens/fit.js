/** Small things that several lenses draw by. */

/**
 * Give a box as many children as there are things to show, and keep those that it has.
 *
 * @param {Element} box
 * @param {number} count
 * @param {(index: number) => Element} make
 * @returns {Element[]} The children.
 */
export function fit(box, count, make) {
  while (box.children.length > count) box.lastChild.remove();
  while (box.children.length < count) box.append(make(box.children.length));
  return [...box.children];
}

/**
 * Round numbers from 0 up to `top`, about `count` of them, for an axis.
 *
 * @param {number} top
 * @param {number} count
 * @returns {number[]}
 */
export function ticks(top, count = 4) {
  const rough = top / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 2.5, 5, 10].find((one) => one * power >= rough * 0.999);
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}
