/** Formulas: MathML that the server typeset, taken over node by node. */

const MATHML = "http://www.w3.org/1998/Math/MathML";
const KEPT = new Set(["class", "data-rank", "data-relevant", "mathvariant", "stretchy", "width"]);

/**
 * Make the node of a formula.
 *
 * @param {string} text A `<math>` element as text.
 * @returns {Node}
 */
export function formula(text) {
  const parsed = new DOMParser().parseFromString(text, "application/xml").documentElement;
  return copied(parsed) ?? document.createTextNode("");
}

/**
 * Show a formula in a box; nothing is touched where it is the one that is there.
 *
 * @param {HTMLElement} box
 * @param {{latex: string, mathml: string}} shown
 */
export function showFormula(box, { latex, mathml }) {
  if (box.dataset.latex === latex) return;
  box.dataset.latex = latex;
  box.replaceChildren(formula(mathml));
}

/** A copy with MathML elements only, and of their attributes those known to be harmless. */
function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.namespaceURI !== MATHML) return null;
  const made = document.createElementNS(MATHML, node.localName);
  for (const { name, value } of node.attributes) {
    if (KEPT.has(name)) made.setAttribute(name, value);
  }
  for (const child of node.childNodes) {
    const inner = copied(child);
    if (inner) made.append(inner);
  }
  return made;
}
