/** Formulas: MathML that the server typeset, taken over node by node. */

import { h } from "../view/view.js";

const MATHML = "http://www.w3.org/1998/Math/MathML";
const KEPT = new Set(["class", "data-rank", "data-relevant", "lspace", "mathvariant", "rspace", "stretchy", "width"]);

/** By text, so that one that stays costs nothing; and how many texts are kept. */
const known = new Map();
const MOST = 500;

/**
 * Describe a formula.
 *
 * @param {{mathml: string}} typeset A `<math>` element as text.
 */
export function formula({ mathml }) {
  if (known.size > MOST) known.clear();
  if (!known.has(mathml)) {
    known.set(mathml, described(new DOMParser().parseFromString(mathml, "application/xml").documentElement));
  }
  return known.get(mathml);
}

/** MathML elements only, and of their attributes those known to be harmless. */
function described(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.namespaceURI !== MATHML) return null;
  const kept = [...node.attributes].filter(({ name }) => KEPT.has(name));
  return h(
    node.localName,
    Object.fromEntries(kept.map(({ name, value }) => [name, value])),
    [...node.childNodes].map(described),
  );
}
