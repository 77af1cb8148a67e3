/** Small helpers to build and change elements: they are made here, and text is only ever set as text. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element.
 *
 * @param {string} name
 * @param {string} className
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function html(name, className, attributes = {}, ...children) {
  return fill(document.createElement(name), className, attributes, children);
}

/**
 * Make an SVG element.
 *
 * @param {string} name
 * @param {string} className
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(name, className, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), className, attributes, children);
}

/**
 * Change a text only where it differs, so that an unchanged page costs no layout.
 *
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Change an attribute only where it differs.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function fill(element, className, attributes, children) {
  if (className) element.setAttribute("class", className);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export { bringUp, reveal } from "./scrolling.js";

/**
 * Change a variable of the style only where it differs: everything below the element would be styled anew.
 *
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string} value
 */
export function setVariable(element, name, value) {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
