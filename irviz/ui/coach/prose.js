// Prose with *emphasis*, **strong words** and `code`, made of text nodes only.

const INLINE = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;
const TAGS = [
  ["**", "strong"],
  ["*", "em"],
  ["`", "code"],
];

function inline(parent, text) {
  for (const piece of text.split(INLINE)) {
    const [mark, tag] = TAGS.find(([sign]) => piece.length > 2 * sign.length && piece.startsWith(sign) && piece.endsWith(sign)) ?? [];
    if (!tag) parent.append(piece);
    else {
      const made = document.createElement(tag);
      made.textContent = piece.slice(mark.length, -mark.length);
      parent.append(made);
    }
  }
}

/** Show prose: paragraphs, and lists of lines that begin with a dash. */
export function showProse(root, text) {
  if (root.dataset.text === text) return;
  root.dataset.text = text;
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim());
  root.replaceChildren(
    ...blocks.map((block) => {
      const lines = block.trim().split("\n");
      if (!lines.every((line) => /^([*-] |\s)/.test(line))) {
        const paragraph = document.createElement("p");
        inline(paragraph, lines.join(" "));
        return paragraph;
      }
      const list = document.createElement("ul");
      for (const item of block.trim().split(/\n(?=[*-] )/)) {
        const entry = document.createElement("li");
        inline(entry, item.replace(/^[*-] /, "").replace(/\s*\n\s*/g, " "));
        list.append(entry);
      }
      return list;
    }),
  );
}
