/** The small picture that stands for a result wherever there is no room for its card. */

import { showPicture } from "../picture.js";
import { html, setAttribute, setText } from "../dom.js";

/**
 * Make one, to be shown by `showThumb`.
 *
 * @returns {HTMLElement}
 */
export function thumb() {
  return html("span", "ix-thumb", { role: "img" });
}

/**
 * Show a result in it.
 *
 * @param {HTMLElement} node From `thumb`.
 * @param {{title: string, picture: string | null, rank: number | null, relevant: boolean}} item
 * @param {string} pictures `data.pictures`.
 */
export function showThumb(node, item, pictures) {
  const words = `${item.title}, ${item.relevant ? "relevant" : "not relevant"}`;
  setAttribute(node, "aria-label", item.rank ? `Rank ${item.rank}: ${words}` : words);
  setAttribute(node, "title", item.title);
  setAttribute(node, "data-relevant", String(item.relevant));
  if (item.rank) setAttribute(node, "data-rank", String(item.rank));
  else node.removeAttribute("data-rank");
  if (!item.picture) return setText(node, initials(item.title));
  const shown = node.querySelector("img");
  const image = shown ?? html("img", "", { alt: "", draggable: "false" });
  if (!shown) node.replaceChildren(image);
  showPicture(image, pictures, item.picture, () => setText(node, initials(item.title)));
}

/** The first letters of the first two words, or of the only one, for a result without a picture. */
function initials(title) {
  const words = title.split(/\s+/, 2).map((word) => [...word]);
  return words.length > 1 ? words.map(([letter]) => letter).join("") : words[0].slice(0, 3).join("");
}
