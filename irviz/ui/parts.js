// What the server says comes in one piece, with the board; here each component of the page gets its part of it.
//
// One message for all costs the server a third of what four do, and nothing on the page is ever ahead of the rest.

/** By component: its part of what came last, and what shows it. */
const parts = new Map();
const mounted = new Map();

const decoder = new TextDecoder();

/**
 * Show a component: with its part where data comes in parts, and otherwise with what it was given.
 *
 * @param {string} name The component's.
 * @param {{data: Uint8Array | object | null, parentElement: Element}} component As Streamlit mounts it: the one that
 *   brings all parts has them as bytes, and one that waits for its part has no data.
 * @param {(component: object) => unknown} show The component's own function.
 * @returns {unknown} What `show` returns, a farewell.
 */
export function mount(name, component, show) {
  const { data } = component;
  if (data && !(data instanceof Uint8Array)) return show(component);
  const tell = (part) => show({ ...component, data: part });
  if (data) {
    parts.clear();
    for (const [one, part] of Object.entries(JSON.parse(decoder.decode(data)))) parts.set(one, part);
  } else {
    mounted.set(name, { parentElement: component.parentElement, tell });
  }
  const farewell = parts.has(name) ? tell(parts.get(name)) : undefined;
  if (data) deliver();
  return farewell;
}

/** Give their parts to those who are on the page. */
function deliver() {
  for (const [name, { parentElement, tell }] of mounted) {
    if (!parentElement.isConnected) mounted.delete(name);
    else if (parts.has(name)) tell(parts.get(name));
  }
}
