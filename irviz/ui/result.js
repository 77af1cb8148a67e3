/** The small picture that stands for a result wherever there is no room for its card; a view. */

import { broken, showPicture } from "./picture.js";
import { h } from "./view/view.js";

/**
 * Describe it: its picture, or the first letters of its title, with a ring where it is relevant.
 *
 * @param {{title: string, picture: string | null, rank?: number | null, relevant: boolean, letters?: string}} item
 * @param {string} pictures `data.pictures`.
 * @param {object} [props] More of the element.
 */
export function thumb(item, pictures, props = {}) {
  const words = `${item.title}, ${item.relevant ? "relevant" : "not relevant"}`;
  const first = item.letters ?? initials(item.title);
  const ref = (image) => showPicture(image, pictures, item.picture, () => image.replaceWith(first));
  return h(
    "span.ix-thumb",
    {
      role: "img",
      "aria-label": item.rank ? `Rank ${item.rank}: ${words}` : words,
      title: item.title,
      "data-relevant": item.relevant,
      "data-rank": item.rank ?? null,
      ...props,
    },
    item.picture && !broken(item.picture) ? h("img", { key: item.picture, alt: "", draggable: "false", ref }) : first,
  );
}

/**
 * The first letters of the first two words, or of the only one, for a result without a picture; of a number all there
 * is, and of an id the end, where ids differ.
 */
function initials(title) {
  const words = title.split(/\s+/, 2);
  const first = (word) => /^\d{1,3}$/.exec(word)?.[0] ?? [...word][0];
  if (words.length > 1) return words.map(first).join("");
  return [...title].slice(...(/\d/.test(title) ? [-3] : [0, 3])).join("");
}

/** By id, letters that no other of these results has: a small number tells those with the same ones apart. */
export function distinctLetters(items) {
  const found = new Map(items.filter(({ picture }) => !picture).map(({ id, title }) => [id, initials(title)]));
  const small = (number) => [...`${number}`].map((digit) => String.fromCodePoint(0x2080 + Number(digit))).join("");
  return new Map([...found].map(([id, letters]) => {
    const same = [...found.keys()].filter((other) => found.get(other) === letters);
    return [id, same.length > 1 ? letters + small(same.indexOf(id) + 1) : letters];
  }));
}
