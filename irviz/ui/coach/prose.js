// Prose with *emphasis*, **strong words** and `code`, as a view.

import { terms } from "../definitions.js";
import { h } from "../view/view.js";

const INLINE = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;
const TAGS = [["**", "strong"], ["*", "em"], ["`", "code"]];

/** Its words can be looked up, each where it stands first; what is `code` is code. */
const inline = (text, seen) =>
  text.split(INLINE).map((piece) => {
    const [mark, tag] = TAGS.find(([sign]) =>
      piece.length > 2 * sign.length && piece.startsWith(sign) && piece.endsWith(sign)
    ) ?? [];
    const words = tag ? piece.slice(mark.length, -mark.length) : piece;
    const marked = tag === "code" ? words : terms(words, seen);
    return tag ? h(tag, marked) : marked;
  });

/** Describe prose: paragraphs, and lists of lines that begin with a dash. */
export const prose = (text, seen = new Set()) =>
  text
    .split(/\n\s*\n/)
    .filter((block) => block.trim())
    .map((block) => {
      const lines = block.trim().split("\n");
      if (!lines.every((line) => /^([*-] |\s)/.test(line))) return h("p", inline(lines.join(" "), seen));
      const items = block.trim().split(/\n(?=[*-] )/);
      return h(
        "ul.ix-bullets",
        items.map((item) => h("li", inline(item.replace(/^[*-] /, "").replace(/\s*\n\s*/g, " "), seen))),
      );
    });
