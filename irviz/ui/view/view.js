/**
 * Views: from data to a description of what is to be there, and from that to what is there, changed in place.
 *
 *   draw(box, h("h3", title), h("ol.ix-line", ...results.map(({ id, name }) => h("li", { key: id }, name))));
 *
 * What is there already stays: a node goes on standing for the same key, or without keys for the next of the same tag,
 * and with it the focus in it, where it is scrolled to and what moves in it. Only what differs from the last
 * description is touched, so that others may set a class, an attribute or the opening of a `<details>`, too.
 */

const SPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };

/** By node: the description that it was last drawn from. */
const drawn = new WeakMap();

/** The field in which somebody is typing: what is in it stays theirs until they leave it, or it says it has changed. */
let typing = null;
const page = globalThis.document; // which a test of words has none of
page?.addEventListener("input", ({ target }) => (typing = target), true);
for (const end of ["change", "focusout"]) {
  page?.addEventListener(end, ({ target }) => target === typing && (typing = null), true);
}

/** By selector: its tag and its classes. */
const parsed = new Map();

/**
 * Describe an element.
 *
 * @param {string} selector A tag with classes: `button.ix-button.ix-do`.
 * @param {...(object | Node | string | number | null | false | Array)} inside Its attributes by their names, where it
 *   has some, and its children. Of null there is no attribute, and of `true` and `false` those with a `-` in their
 *   names are written as words. Besides: `key`, by which it is found again among its siblings; `style`, an object;
 *   `value` and `checked` of a field; what is to be done as `onclick` and so on; `ref`, called with the node when it
 *   first stands for this; `own`, if what is in the node is another's; `class`, more classes.
 */
export function h(selector, ...inside) {
  const [props, ...children] = isProps(inside[0]) ? inside : [{}, ...inside];
  let known = parsed.get(selector);
  if (!known) {
    const [tag, ...classes] = selector.split(".");
    parsed.set(selector, known = { tag, names: classes.join(" ") });
  }
  const names = props.class ? `${known.names} ${props.class}`.trim() : known.names;
  const defaults = known.tag === "button"
    ? { type: "button" } // one of type "submit" says so
    : props.type === "radio"
    ? { onkeydown: chooseNext }
    : null;
  return { tag: known.tag, props: { ...defaults, ...props, class: names || null }, children };
}

/** Whether something is attributes, and not a child. */
const isProps = (one) => one?.constructor === Object && !("tag" in one);

/** Space or Enter on a radio button that is chosen choose the next of its group: arrow keys are not needed. */
function chooseNext(event) {
  const { key, target } = event;
  if ((key !== " " && key !== "Enter") || event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
  const group = [...document.getElementsByName(target.name)].filter((one) =>
    one.matches(":enabled") && one.form === target.form
  );
  const next = target.checked ? group[(group.indexOf(target) + 1) % group.length] : target;
  next.focus();
  next.click();
}

/**
 * Make an element that is described, for who goes on with the node itself.
 *
 * @param {object} one
 * @returns {Element}
 */
export const make = (one) => change(undefined, one, document.body);

/**
 * Change what is in a box to what is described.
 *
 * @param {Element} box
 * @param {...(object | Node | string | number | null | false | Array)} children Without what is null, false or "".
 */
export function draw(box, ...children) {
  const wanted = children.flat(Infinity).filter((one) => one || one === 0);
  const before = [...box.childNodes];
  const keyed = new Map();
  const plain = [];
  for (const node of before) {
    const key = drawn.get(node)?.props.key;
    if (key === undefined) plain.push(node);
    else keyed.set(key, node);
  }
  const others = new Set(wanted.filter((one) => one instanceof Node));
  let at = 0;
  const nodes = wanted.map((one) => {
    if (one instanceof Node) return one;
    const key = one.props?.key;
    if (key !== undefined) return change(keyed.get(key), one, box);
    const name = one.tag ?? "#text";
    const found = plain.findIndex((node, index) =>
      index >= at && (node.localName ?? node.nodeName) === name && !others.has(node)
    );
    if (found >= 0) at = found + 1;
    return change(plain[found], one, box);
  });
  place(box, before, nodes);
}

/** The node that stands for a description: the one that is there, if it can be. */
function change(node, one, box) {
  if (typeof one !== "object") {
    const text = String(one);
    if (node?.nodeType !== Node.TEXT_NODE) return document.createTextNode(text);
    if (node.data !== text) node.data = text;
    return node;
  }
  const last = node && drawn.get(node);
  if (last === one) return node;
  const same = node?.localName === one.tag && last?.props.key === one.props.key;
  const made = same ? node : document.createElementNS(SPACES[one.tag] ?? box.namespaceURI, one.tag);
  // Before the attributes: a list has its options when it gets its value.
  if (!one.props.own) draw(made, ...one.children);
  dress(made, same ? (last?.props ?? {}) : {}, one.props);
  drawn.set(made, one);
  if (!same || !last?.props.ref) one.props.ref?.(made);
  return made;
}

const NO_ATTRIBUTE = new Set(["key", "ref", "own"]);

function dress(node, last, next) {
  for (const name in last) {
    if (!(name in next)) set(node, name, null, last[name]);
  }
  for (const name in next) set(node, name, next[name], last[name]);
}

function set(node, name, value, last) {
  if (NO_ATTRIBUTE.has(name)) return;
  if (name === "style") {
    for (const one in last) if (!(one in (value ?? {}))) node.style.removeProperty(one);
    for (const one in value) if (String(value[one]) !== String(last?.[one])) node.style.setProperty(one, value[one]);
  } else if (name === "value" || name === "checked") {
    if (node === typing) return;
    // What a hand has changed since is changed back.
    const wanted = name === "value" ? String(value ?? "") : Boolean(value);
    if (node[name] !== wanted) node[name] = wanted;
  } else if (name.startsWith("on")) {
    if (value !== last) node[name] = value;
  } else if (value !== last) {
    const text = typeof value === "boolean" && !name.includes("-") ? (value ? "" : null) : value;
    if (text === null || text === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(text)) node.setAttribute(name, text);
  }
}

/**
 * Put nodes into their order. The one with the focus is not moved, since that would take the focus from it: others are.
 */
function place(box, before, nodes) {
  const stay = new Set(nodes);
  for (const node of before) if (!stay.has(node)) node.remove();
  let here = box.firstChild;
  for (const node of nodes) {
    while (here !== node && node.contains(document.activeElement) && node.parentNode === box) {
      const next = here.nextSibling;
      box.append(here);
      here = next;
    }
    if (here === node) here = here.nextSibling;
    else box.insertBefore(node, here);
  }
}
