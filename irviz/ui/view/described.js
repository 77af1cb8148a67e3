/**
 * What Python describes (irviz/views/elements.py), as what view.js draws.
 *
 * An element is `[selector, props, ...children]`. With `say` it tells something when it is pressed or changed: to other parts
 * of the page where its `do` is one of `EVENTS`, to the browser where it is one of `DEEDS`, else to Python, with the `value` of
 * a field, or those of all fields of a form.
 */

import { covering, masked, waits } from "../covered.js";
import { terms } from "../define.js";
import { tell } from "../events.js";
import { copy } from "../export/save.js";
import { formula } from "../lens/formula.js";
import { scrollable } from "../lens/scrollable.js";
import { outward } from "../reach.js";
import { thumb } from "../result.js";
import * as wire from "../wire.js";
import { h } from "./view.js";

const EVENTS = new Set(["look", "cutoff", "conventions", "example"]);

const DEEDS = {
  print: () => window.print(),
  async copy({ text }, button) {
    const say = (words) => (button.firstChild.data = words);
    try {
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      getSelection().selectAllChildren(button.previousSibling);
      say("Selected");
    }
    setTimeout(say, 1600, "Copy");
  },
  async copyLink(_, { previousSibling: field, nextSibling: said }) {
    said.textContent = (await copy(field.value)) ? "Copied." : "Please copy it from the field.";
  },
};

const MADE = {
  "ix:terms": ({ once }, [text], { seen }) => terms(text, once ? seen : undefined),
  "ix:formula": (_props, [mathml]) => formula({ mathml }),
  "ix:unmasked": ({ of }, [shown, instead], context) => read(of.some((name) => masked(name)) ? instead : shown, context),
  "ix:thumb": ({ of, ...props }, _children, { pictures }) => thumb(of, pictures, props),
};

/** What was chosen last among radio buttons: it stays chosen until Python has heard of it, or it is taken back. */
let picked = null;

/**
 * @param {object[]} children As Python describes them.
 * @param {{pictures: string, ask: (wanted: object) => void, redraw?: () => void, made?: object}} context In `made`, by
 *   selector what else only the browser can make here: from an element's props and its children, a view.
 * @returns {object[]} For `draw`.
 */
export function described(children, context) {
  const whole = { ...context, seen: new Set() };
  return children.map((one) => read(one, whole));
}

function read(one, context) {
  if (!Array.isArray(one)) return one;
  const [selector, props, ...children] = one;
  const make = MADE[selector] ?? context.made?.[selector];
  return make ? make(props, children, context) : h(selector, dressed(selector, props, context), ...children.map((child) => read(child, context)));
}

function dressed(selector, { say, covered, scrolls, outward: link, ...props }, context) {
  if (covered && covering()) Object.assign(props, covered);
  if (scrolls) props.ref = scrollable;
  if (link) props.value = outward(new URL(link, location.href).href);
  if (!say) return props;
  if (selector.startsWith("form")) {
    props.onsubmit = (event) => {
      event.preventDefault();
      context.ask({ ...say, ...Object.fromEntries(new FormData(event.target)) });
    };
    return props;
  }
  const field = /^(input|select|textarea)\b/.test(selector);
  if (props.type === "radio" && picked?.name === props.name) {
    if (waits() || !wire.quiet()) props.checked = picked.value === props.value;
    else picked = null;
  }
  props[field ? "onchange" : "onclick"] = ({ currentTarget: node }) => {
    if (node.type === "radio") picked = { name: node.name, value: node.value };
    const value = node.type === "checkbox" ? node.checked : node.value;
    const { do: what, ...more } = field && node.type !== "radio" ? { ...say, value } : say;
    if (EVENTS.has(what)) tell(what, more);
    else if (what in DEEDS) DEEDS[what](more, node);
    else context.ask(what ? { do: what, ...more } : more);
    context.redraw?.(); // what the page has refused is not chosen
  };
  return props;
}
