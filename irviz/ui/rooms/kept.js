// What this window keeps of its room, so that a page that is loaded again is what it was from the first moment.

import { root } from "../reach.js";

/** Several dashboards of one host do not share it. */
const KEPT = `irviz-room ${root}`;

/** What is kept: {code, host, counts, fresh, …}; null where this window has no room. */
export function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    return typeof kept?.code === "string" && typeof kept.host === "string" ? kept : null;
  } catch {
    return null; // no storage, or nothing that was kept here
  }
}

export function store(kept) {
  try {
    if (kept) sessionStorage.setItem(KEPT, JSON.stringify(kept));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Without storage the room lives as long as this page.
  }
}
