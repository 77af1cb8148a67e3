// The page that builds a link: what is hidden and locked in it, what it starts with, its address and its QR code.

import { address } from "../address.js";
import { copy } from "../export/save.js";
import { mounted } from "../frame.js";
import { qrCode } from "../qr.js";
import * as reach from "../reach.js";
import { draw, h } from "../view/view.js";

const COPY = "Copy the link";

export default mounted(".ix-handout", (root, signal) => {
  let data = null;
  let ask = null;
  /** All that was ticked or unticked here, sent as one: an answer may still be on its way when the next box is pressed. */
  const ticks = {};
  let base = "";
  let copied = COPY;
  let copiedLink = "";

  const copyLink = async (link) => {
    copied = (await copy(link)) ? "Copied" : "Please mark it, and copy it";
    copiedLink = link;
    redraw();
  };
  const tick = (name, on) => {
    ticks[name] = on;
    ask({ set: { ...ticks } });
  };
  const choose = (one) => {
    base = one;
    redraw();
  };
  function redraw() {
    if (!reach.known.links.includes(base)) [base] = reach.known.links;
    const to = data.link && reach.outward(linkTo(data), base);
    if (to !== copiedLink) copied = COPY;
    const link = to ? way(data, to, { ...reach.known, base, choose, copied, copyLink }) : [h("h2.ix-h2", {}, "No link"), h("p", {}, "These results are in this page only, so no link can open them elsewhere.")];
    draw(root, head(data, ask), h("div.ix-handout-two", {}, choices(data, ticks, tick), h("section.ix-panel.ix-stack.ix-handout-link", { "data-testid": "handout-link" }, link, data.notes.titles && h("p", {}, data.notes.titles), data.notes.deck && h("p", {}, data.notes.deck))));
  }

  // Where there is a way back, Escape goes it.
  document.addEventListener(
    "keydown",
    ({ key, target, defaultPrevented }) => {
      if (key === "Escape" && !defaultPrevented && data?.wall && !target.closest?.("dialog, [role=dialog], [role=menu]")) ask({ back: true });
    },
    { signal },
  );
  reach.ways().then(() => data && redraw());

  return (next, request) => {
    data = next;
    ask = request;
    redraw();
    address(data.address, []);
  };
});

const linkTo = ({ link, path }) => {
  const params = new URLSearchParams(link).toString();
  return `${reach.root}${path}${params && `?${params}`}`;
};

const head = ({ paired, wall }, ask) => [
  wall && h("p", {}, h("button.ix-button", { onclick: () => ask({ back: true }) }, "Back to presenting (Esc)")),
  h(
    "header",
    {},
    h("h1.ix-h1", {}, "Hand out an exercise"),
    h(
      "p.ix-lead",
      {},
      paired
        ? "The link opens both lists as you left them: their order, relevance, cutoff and view. Choose what the others may do with them."
        : "The link opens the board as you left it: its order, relevance, cutoff and view. Choose what the others may do with it.",
    ),
  ),
];

const choices = ({ hide, lock, start, notes }, ticks, tick) => [
  group("Hide", hide, ticks, tick),
  h(
    "div.ix-stack.ix-handout-column",
    {},
    group("Lock", lock, ticks, tick),
    group("Start with", start, ticks, tick, notes.start && h("p.ix-caption", { role: "status" }, notes.start)),
  ),
];

const group = (title, boxes, ticks, tick, note) =>
  h(
    "section.ix-panel.ix-stack",
    { role: "group", "aria-label": title, "data-group": title },
    h("h2.ix-h2", {}, title),
    boxes.map(({ name, label, on, fixed, about }) =>
      h(
        "label.ix-handout-tick",
        { key: name },
        h("input", { type: "checkbox", name, checked: fixed ? on : (ticks[name] ?? on), disabled: fixed, onchange: ({ target }) => tick(name, target.checked) }),
        h("span", {}, label, about && h("span.ix-caption.ix-handout-about", {}, about)),
      ),
    ),
    note,
  );

/** The link and its code, which comes first on a wall. */
const way = ({ summary, wall, longest }, to, { links, note, base, choose, copied, copyLink }) => {
  const code =
    to.length > longest
      ? h("p", {}, "The link is too long for a QR code that a phone could read.")
      : h("div.ix-handout-code", { key: to }, qrCode(to, "QR code of the link"));
  return [
    h("h2.ix-h2", {}, "The link"),
    h("p", { role: "status" }, summary),
    links.length > 1 &&
      h(
        "div.ix-segments",
        { role: "group", "aria-label": "Address" },
        links.map((one) => h("button", { key: one, "aria-pressed": one === base, onclick: () => choose(one) }, new URL(one).host)),
      ),
    wall && code,
    note && h("p.ix-caption", {}, note),
    h("p.ix-well.ix-handout-address", {}, h("code", {}, to)),
    h("div.ix-line", {}, h("a.ix-button.ix-do", { href: to, target: "_blank", rel: "noopener" }, "Open it"), h("button.ix-button", { onclick: () => copyLink(to) }, copied)),
    !wall && code,
  ];
};
