// What the server says comes in one piece, with the board; here each component of the page gets its part of it.
//
// One message for all costs the server a third of what four do, and nothing on the page is ever ahead of the rest. A
// part that cannot be loaded or drawn, or that the server could not make, leaves the others alone (faults.js).

import { fail, mend, watch } from "./faults.js";
import { nameGroups } from "./groups.js";
import { received } from "./received.js";
import { styled } from "./styles.js";
import * as wire from "./wire.js";

/** By component: what shows its part. */
const mounted = new Map();

/** By place: what was drawn last without a fault. */
const good = new WeakMap();

const decoder = new TextDecoder();

/** Where files are that parts ask for, beside this module. */
const at = (path) => new URL(path, import.meta.url).href;
const ADDRESSES = { pictures: at("pictures/"), plotly: at("plotly/plotly.min.js") };

/**
 * Show a component: with its part where data comes in parts, and otherwise with what it was given.
 *
 * @param {string} path The component's module, without `.js`: `board/board`.
 * @param {{data: Uint8Array | object | null, parentElement: Element, setStateValue: Function}} component As Streamlit
 *   mounts it: the one that brings all parts has them as bytes, and one that waits for its part has no data.
 * @returns {Promise<unknown>} What the component's own function returns, a farewell.
 */
export async function mount(path, component) {
  const { data, parentElement } = component;
  const name = path.split("/")[0];
  wire.lend(parentElement, component.setStateValue);
  nameGroups();
  const show = await loaded(path, name, parentElement, () => mount(path, component));
  const tell = (part) => show && draw(name, { ...component, data: part }, show);
  const brings = data instanceof Uint8Array;
  // A page of prose has no data, and waits for none.
  if ((data && !brings) || name === "pages") return tell(data);
  if (brings) {
    received.clear();
    for (const [one, part] of Object.entries(JSON.parse(decoder.decode(data)))) received.set(one, part);
  } else {
    mounted.set(name, { parentElement, tell });
  }
  const farewell = received.has(name) ? tell(received.get(name)) : undefined;
  if (brings) deliver();
  return farewell;
}

/** Give their parts to those who are on the page. */
function deliver() {
  for (const [name, { parentElement, tell }] of mounted) {
    if (!parentElement.isConnected) mounted.delete(name);
    else if (received.has(name)) tell(received.get(name));
  }
  document.dispatchEvent(new CustomEvent("irviz:received"));
}

/** A component's own function, or null where it cannot be had. */
async function loaded(path, name, place, again) {
  watch(name, place, again);
  try {
    const [module] = await Promise.all([import(`./${path}.js`), styled]);
    return module.default;
  } catch (error) {
    fail(name, place, "load", again, error);
    return null;
  }
}

/** Draw a component; one that throws goes back to what it showed. */
function draw(name, component, show) {
  const { data, parentElement: place } = component;
  const again = () => draw(name, { ...component, data: mounted.get(name)?.parentElement === place ? received.get(name) : data }, show);
  const failed = (error) => fail(name, place, good.has(place) ? "draw" : "first", again, error);
  watch(name, place, again);
  if (data?.fault) {
    fail(name, place, good.has(place) ? "draw" : "first", wire.again);
    return undefined;
  }
  try {
    delete place.dataset.ixFault; // what has no size cannot be measured
    const farewell = show(addressed(component));
    farewell?.catch?.(failed);
    good.set(place, data);
    mend(place);
    return farewell;
  } catch (error) {
    failed(error);
    return restored(component, show);
  }
}

const addressed = (component) => ({ ...component, data: component.data && { ...component.data, ...ADDRESSES } });

/** Half of a new picture would be a lie: draw the last one again. */
function restored(component, show) {
  const { parentElement: place } = component;
  if (!good.has(place)) return undefined;
  try {
    return show(addressed({ ...component, data: good.get(place) }));
  } catch {
    return undefined; // it has been said
  }
}
