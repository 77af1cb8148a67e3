// Prose with *emphasis*, **strong words** and `code`, as a view.

import { h } from "../view/view.js";

const INLINE = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;
const TAGS = [
  ["**", "strong"],
  ["*", "em"],
  ["`", "code"],
];

const inline = (text) =>
  text.split(INLINE).map((piece) => {
    const [mark, tag] = TAGS.find(([sign]) => piece.length > 2 * sign.length && piece.startsWith(sign) && piece.endsWith(sign)) ?? [];
    return tag ? h(tag, {}, piece.slice(mark.length, -mark.length)) : piece;
  });

/** Describe prose: paragraphs, and lists of lines that begin with a dash. */
export const prose = (text) =>
  text
    .split(/\n\s*\n/)
    .filter((block) => block.trim())
    .map((block) => {
      const lines = block.trim().split("\n");
      if (!lines.every((line) => /^([*-] |\s)/.test(line))) return h("p", {}, inline(lines.join(" ")));
      const items = block.trim().split(/\n(?=[*-] )/);
      return h(
        "ul.ix-bullets",
        {},
        items.map((item) => h("li", {}, inline(item.replace(/^[*-] /, "").replace(/\s*\n\s*/g, " ")))),
      );
    });
