// What this browser keeps of a room. The window that leads it has it in its own storage, so that a page that is loaded
// again is what it was from the first moment; another copy outlives the window, so that a new one can take the room up.

import { root } from "../addresses.js";
import { readStored, writeStored } from "../storage.js";

/** Several dashboards of one host do not share it. */
const KEPT = `irviz-room ${root}`;

/** Windows of this browser ask each other who leads the room. */
const channel = "BroadcastChannel" in window ? new BroadcastChannel(KEPT) : null;

/** This window's name towards them. */
const me = Math.random();

function find(storage) {
  const kept = readStored(KEPT, storage);
  return typeof kept?.code === "string" && typeof kept.host === "string" ? kept : null;
}

/** The room that this window leads: {code, host, counts, files, fresh, …}; null where it leads none. */
export const readRoom = () => find("sessionStorage");

/** The room that this browser has led, and where its board was (`at`); null where there is none, or it has ended. */
export const readLeftRoom = () => find("localStorage");

/** Without storage the room lives as long as this page. */
export function storeRoom(kept) {
  writeStored(KEPT, kept);
  storePlace(kept);
}

/** Keep where the board of a room is, for a window that takes it up. */
export const storePlace = (kept) => writeStored(KEPT, { ...kept, at: location.href }, "localStorage");

/** A room has ended: nothing of it is kept, here or for another window. */
export function forgetRoom({ code }) {
  leaveRoom();
  if (readLeftRoom()?.code === code) writeStored(KEPT, null, "localStorage");
}

/** Lead the room in this window, and in no other. */
export function takeLead(kept) {
  channel?.postMessage({ takes: kept.code });
  writeStored(KEPT, kept);
}

/** This window leads no room any more. */
export const leaveRoom = () => writeStored(KEPT, null);

/** Ask whether another window leads a room: `led` of `hear` is called if so, however busy that is. */
export const askForLeader = (code) => channel?.postMessage({ asks: code, from: me });

/**
 * Hear other windows of this browser, and answer them, until the signal.
 *
 * @param {object} told
 * @param {(code: string) => void} told.led Called when another window says that it leads a room that was asked for.
 * @param {() => void} told.taken Called when another window leads this one's room from now on.
 * @param {() => void} told.changed Called when another window has changed what is kept.
 * @param {AbortSignal} signal
 */
export function listenToWindows({ led, taken, changed }, signal) {
  const answer = ({ data: { asks, from, leads, to, takes } }) => {
    const code = readRoom()?.code;
    if (asks && asks === code) channel.postMessage({ leads: code, to: from });
    if (to === me) led(leads);
    if (takes && takes === code) taken();
  };
  channel?.addEventListener("message", answer, { signal });
  addEventListener("storage", ({ key }) => key === KEPT && changed(), { signal });
}
