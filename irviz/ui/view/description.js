/**
 * What Python describes (irviz/views/elements.py), as what view.js draws.
 *
 * An element is `[selector, props, ...children]`. With `say` it tells something when it is pressed or changed: to other
 * parts of the page where its `do` is one of `EVENTS`, to the browser where it is one of `DEEDS`, else to Python, with
 * the `value` of a field, or those of all fields of a form, which says to tell all `fields` where each change counts.
 * Of a checkbox that says to `tick`, Python is told all that was ticked or unticked on the page, as one: an answer may
 * still be on its way when the next box is pressed.
 */

import { isChangeWaiting, isMasked } from "../masks.js";
import { terms } from "../definitions.js";
import { tell } from "../events.js";
import { copy } from "../export/save.js";
import { formula } from "../lens/formula.js";
import { scrollable } from "../lens/scrollable.js";
import { addresses, qrCode } from "../qr.js";
import * as reach from "../addresses.js";
import { keep, openExample, saveExample } from "../own_pictures.js";
import { thumb } from "../result.js";
import * as wire from "../transport.js";
import { h } from "./view.js";

/** Milliseconds after the last letter until Python hears of what is typed, while somebody goes on in the field. */
const PAUSE = 500;

const EVENTS = new Set(["look", "cutoff", "conventions", "again", "example", "tie", "share"]);

const DEEDS = {
  print: () => window.print(),
  toBoard: () => document.querySelector(".ix-part-board").scrollIntoView(),
  saveExample: ({ text }) => saveExample(text),
  async copy({ text }, button) {
    const say = (words) => (button.firstChild.data = words);
    const copied = await copy(text);
    if (!copied) getSelection().selectAllChildren(button.previousSibling);
    say(copied ? "Copied" : "Selected");
    setTimeout(say, 1600, "Copy");
  },
  async copyLink({ words }, button) {
    const { previousSibling, nextSibling: said } = button;
    const field = previousSibling.control ?? previousSibling;
    const [copied, failed] = words ?? ["Copied.", "Please copy it from the field."];
    const isCopied = await copy(field.value ?? field.href);
    if (!isCopied) field.select?.();
    (words ? button : said).textContent = isCopied ? copied : failed;
  },
};

const MADE = {
  "ix:terms": ({ once }, [text], { seen }) => terms(text, once ? seen : undefined),
  "ix:formula": (_props, [mathml]) => formula({ mathml }),
  "ix:unmasked": ({ of }, [shown, instead], context) =>
    read(of.some((name) => isMasked(name)) ? instead : shown, context),
  "ix:outward": (_props, [link], context) => outward(link, context),
  "ix:code": ({ of, longest }, [instead], context) => {
    const link = outward(of, context);
    return link.length > longest
      ? h("p", instead)
      : h("div.ix-handout-code", { key: link }, qrCode(link, "QR code of the link"));
  },
  "ix:frame": ({ of }, [code], context) =>
    h("textarea.ix-field", {
      readonly: true,
      rows: 4,
      "aria-label": "The code for a page",
      value: code.replace("LINK", outward(of, context).replaceAll("&", "&amp;")),
    }),
  "ix:ways": (_props, _children, { here }) =>
    addresses(reach.known.links, here.base, (base) => (Object.assign(here, { base }), here.draw())),
  "ix:reach": () => reach.known.note && h("p.ix-caption", reach.known.note),
  "ix:thumb": ({ of, ...props }, _children, { pictures }) => thumb(of, pictures, props),
};

/** A link to the dashboard as others open it, at the address that is chosen on the page. */
const outward = (link, { here }) =>
  reach.outward(new URL(link, reach.root).href, reach.known.links.find((one) => one === here?.base));

/** What was chosen last among radio buttons: it stays chosen until Python has heard of it, or it is taken back. */
let picked = null;

/**
 * @param {object[]} children As Python describes them.
 * @param {{pictures?: string, ask?: (wanted: object, thing?: string) => void, redraw?: () => void, here?: object,
 *   heard?: number, made?: object}} context `here` as part.js has it; in `made`, by selector what else only the browser
 *   can make here: from an element's props and its children, a view.
 * @returns {object[]} For `draw`.
 */
export function renderDescription(children, context) {
  const whole = { ...context, seen: new Set() };
  return children.map((one) => read(one, whole));
}

function read(one, context) {
  if (!Array.isArray(one)) return one;
  const [selector, props, ...children] = one;
  const make = MADE[selector] ?? context.made?.[selector];
  return make
    ? make(props, children, context)
    : h(selector, dressed(selector, props, context), ...children.map((child) => read(child, context)));
}

const whole = (form) => Object.fromEntries(new FormData(form));

/** A number for what is told of a part, larger than those before, also those of a page that was loaded anew. */
const nextNumber = (here) => (here.told = Math.max((here.told ?? 0) + 1, Date.now()));

/**
 * Tell Python all fields of a form, and what it has not heard of those of others: a later wish may take the place of
 * one that waits. They stay as they are until it has heard of them, by their number.
 */
function tellFields(form, { here, heard, ask }, more) {
  const fields = { ...(here?.kept?.number > heard && here.kept.form !== form && here.kept.fields), ...whole(form) };
  const number = here && nextNumber(here);
  if (here) here.kept = { fields, number, form };
  ask({ fields, number, ...more }, more ? undefined : "fields");
}

function dressed(selector, { say, scrolls, goes, outward: link, ...props }, context) {
  if (scrolls) props.ref = scrollable;
  if (props.autofocus) props.ref = (node) => queueMicrotask(() => node.focus());
  if (link) props[selector.startsWith("a") ? "href" : "value"] = outward(link, context);
  const { kept } = context.here ?? {};
  if (props.name && kept?.number > context.heard) {
    if (props.type === "checkbox") props.checked = props.name in kept.fields;
    else if (props.name in kept.fields) props.value = kept.fields[props.name];
  }
  if (!say) return props;
  if (say.do === "tick") {
    const { here, ask } = context;
    if (!props.disabled) props.checked = here.ticks[props.name] ?? props.checked;
    props.onchange = ({ target }) => {
      here.ticks[props.name] = target.checked;
      ask({ tick: here.ticks }, "ticks");
    };
    return props;
  }
  if (selector.startsWith("form")) {
    if (say.do === "fields") {
      props.onchange = ({ currentTarget, target }) => {
        tellFields(currentTarget, context);
        if (!target.validity.valid) context.redraw?.(); // the answer may be what is there
      };
      props.onpaste = ({ currentTarget }) => setTimeout(tellFields, 0, currentTarget, context);
    }
    props.onsubmit = (event) => {
      event.preventDefault();
      if (say.do !== "fields") context.ask({ ...say, ...whole(event.target) });
    };
    return props;
  }
  if (props.type === "file") {
    const take = async (file) => {
      if (!file) return;
      try {
        context.ask({
          ...say,
          ...(say.do === "open" ? { text: await openExample(file), name: file.name } : { picture: await keep(file) }),
        });
      } catch ({ message }) {
        context.ask({ ...say, fault: `${file.name || "It"} ${message}.` });
      }
    };
    props.onchange = async ({ target }) => {
      await take(target.files[0]);
      target.value = "";
    };
    props.onpaste = ({ clipboardData }) => take(clipboardData.files[0]);
    return props;
  }
  if (say.do === "type") {
    // What is being typed, or is on its way to Python, stays as it is in the field.
    const { typed } = context.here;
    const { field } = say;
    if (typed[field]?.left <= context.heard) delete typed[field];
    if (field in typed) props.value = typed[field].value;
    // All that Python may not have heard of, since a later wish may take the place of one that waits.
    const tell = (more) => {
      const fields = Object.fromEntries(Object.entries(typed).map(([name, { value }]) => [name, value]));
      context.ask({ do: "type", fields, number: nextNumber(context.here), ...more }, "typed");
    };
    props.oninput = ({ target }) => {
      clearTimeout(context.here.pause);
      typed[field] = { value: target.value };
      context.here.pause = setTimeout(() => tell({ live: true }), PAUSE);
    };
    props.onchange = ({ target }) => {
      clearTimeout(context.here.pause);
      typed[field] = { value: target.value };
      tell();
      typed[field].left = context.here.told;
    };
    return props;
  }
  if (say.do === "copyLink") props["aria-live"] = "polite"; // the button says what has come of it
  const field = /^(input|select|textarea)\b/.test(selector);
  if (props.type === "radio" && picked?.name === props.name) {
    if (isChangeWaiting() || !wire.quiet()) props.checked = picked.value === props.value;
    else picked = null;
  }
  props[props.type === "search" ? "oninput" : field ? "onchange" : "onclick"] = ({ currentTarget: node }) => {
    if (node.type === "radio") picked = { name: node.name, value: node.value };
    const isNumber = node.type === "number";
    if (isNumber && !node.validity.valid) { // the browser says why; whoever leaves it so finds what counts again
      node.addEventListener("blur", () => node.validity.valid || (node.value = props.value), { once: true });
      return void node.reportValidity();
    }
    const value = node.type === "checkbox" ? node.checked : isNumber ? node.valueAsNumber : node.value;
    const { do: what, ...more } = field && node.type !== "radio" ? { ...say, value } : say;
    if (goes) node.parentElement.querySelector("input").focus();
    if (what === "fields") tellFields(node.form, context, more);
    else if (EVENTS.has(what)) tell(what, more);
    else if (what in DEEDS) DEEDS[what](more, node);
    else context.ask(what ? { do: what, ...more } : more, field ? JSON.stringify(say) : undefined);
    context.redraw?.(); // what the page has refused is not chosen
  };
  return props;
}
