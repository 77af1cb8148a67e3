// The secret by which a phone is found to be who it was, only for the room that it is in.

const OURS = "irviz-room-";

const listOurs = () => Object.keys(localStorage).filter((name) => name.startsWith(OURS));

/** What comes of something; null where the browser forbids it. */
function attempt(what) {
  try {
    return what();
  } catch {
    return null;
  }
}

/** The secret for a room; null if there is none, or nothing may be kept. */
export const readMember = (code) => attempt(() => localStorage.getItem(OURS + code));

/** The code of the room that this browser is in; null if it is in none. */
export const readClassCode = () => attempt(() => listOurs()[0]?.slice(OURS.length) ?? null);

/**
 * Keep the secret for a room, and none for another.
 *
 * @returns {boolean} Whether it is kept: a browser may refuse.
 */
export const storeMember = (code, member) =>
  attempt(() => {
    for (const name of listOurs()) localStorage.removeItem(name);
    if (member) localStorage.setItem(OURS + code, member);
    return true;
  }) ?? false;
