// The secret by which a phone is found to be who it was, only for the room that it is in.

import { readStored, writeStored } from "../storage.js";

const KEY = "irviz-member";

const kept = () => readStored(KEY, "localStorage");

/** The secret for a room; null if there is none, or nothing may be kept. */
export const readMember = (code) => (kept()?.code === code ? kept().member : null);

/** The code of the room that this browser is in; null if it is in none. */
export const readClassCode = () => kept()?.code ?? null;

/**
 * Keep the secret for a room, and none for another.
 *
 * @returns {boolean} Whether it is kept: a browser may refuse.
 */
export const storeMember = (code, member) => writeStored(KEY, member && { code, member }, "localStorage");
