// The secret by which a phone is found to be who it was: all that the page keeps, and only for the room it is in.

const OURS = "irviz-room-";

/** The secret for a room; null if there is none, or nothing may be kept. */
export function readMember(code) {
  try {
    return localStorage.getItem(OURS + code);
  } catch {
    return null;
  }
}

/** The code of the room that this browser is in; null if it is in none. */
export function readClassCode() {
  try {
    return Object.keys(localStorage).find((name) => name.startsWith(OURS))?.slice(OURS.length) ?? null;
  } catch {
    return null;
  }
}

/**
 * Keep the secret for a room, and none for another.
 *
 * @returns {boolean} Whether it is kept: a browser may refuse.
 */
export function storeMember(code, member) {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(OURS)) localStorage.removeItem(name);
    if (member) localStorage.setItem(OURS + code, member);
    return true;
  } catch {
    return false;
  }
}
