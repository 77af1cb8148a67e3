// A part that Python describes as a whole, into what is marked for it in its skeleton (`data-ix-view`).

import { address } from "../address.js";
import { startReadingAt, wasOpenedFromList } from "../opened_from_list.js";
import { recordEvidence } from "../progress.js";
import { readStored, writeStored } from "../storage.js";
import { ways } from "../addresses.js";
import { setTitle } from "../title.js";
import { draw } from "./view.js";
import { renderDescription } from "./description.js";

// Paper is light, and is read from near by.
const toPaper = (on) => document.querySelector("[data-ix-prints]")?.classList.toggle("ix-paper", on);
addEventListener("beforeprint", () => toPaper(true));
addEventListener("afterprint", () => toPaper(false));

// Where there is a way back, Escape goes it.
addEventListener("keydown", ({ key, target, defaultPrevented }) => {
  if (key === "Escape" && !defaultPrevented && !target.closest?.("dialog, [role=dialog], [role=menu]")) {
    document.querySelector("[data-ix-escape]")?.click();
  }
});

/**
 * By root: where reading it begins, what was ticked and typed in it, and the address that its links have for others
 * (description.js).
 */
const places = new WeakMap();

const DRAFT = "irviz-draft";

/**
 * Draw it.
 *
 * @param {{data: object, parentElement: Element, ask: (wanted: object) => number}} component With the data
 *   `PartData` of irviz/views/part.py.
 */
export default function part({ data, parentElement, ask }) {
  const root = parentElement.firstElementChild;
  root.removeAttribute("style"); // which kept its room
  const begin = JSON.stringify(data.reading_place);
  const here = places.get(root) ?? { begin, ticks: {}, typed: {} };
  here.draw = () =>
    draw(parentElement.querySelector("[data-ix-view]"), renderDescription(data.view, { ...data, ask, here }));
  here.draw();
  if ("draft" in data) keepDraft(data.draft, !places.has(root), ask);
  const [place, reached] = data.reach ?? [];
  if (places.has(root)) goOn(place && here.reached !== reached && root.querySelector(place));
  else {
    if (wasOpenedFromList()) startReadingAt(root.querySelector("h1"));
    ways().then(() => here.draw());
  }
  here.reached = reached;
  places.set(root, here);
  if (data.title) setTitle("task", data.title);
  if (here.begin !== begin) startReadingAt(root.querySelector("h2"));
  here.begin = begin;
  if (data.address) address.apply(null, data.address);
  if (data.evidence) recordEvidence.apply(null, data.evidence);
}

/** Where keys go on after a request, and what is read. */
function goOn(node) {
  if (!node) return;
  node.scrollIntoView({ block: "nearest" });
  if (node.matches("input, select, button")) node.focus({ preventScroll: true });
  document.activeElement.scrollIntoView({ block: "nearest" }); // what comes next does not push it out of sight
}

/** Keep, for this tab, what is typed and makes nothing yet; Python hears of it where the page was loaded anew. */
function keepDraft(draft, begins, ask) {
  const kept = readStored(DRAFT);
  if (begins && kept && !draft) ask({ do: "recall", draft: kept });
  else writeStored(DRAFT, draft);
}
