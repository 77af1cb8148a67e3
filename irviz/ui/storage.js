// What this tab, or this browser, keeps as JSON under a name; where nothing may be kept, nothing is.

/** What is kept; null where nothing is, or something else. */
export function readStored(name, storage = "sessionStorage") {
  try {
    return JSON.parse(window[storage].getItem(name));
  } catch {
    return null;
  }
}

/**
 * Keep something, or with null nothing any more.
 *
 * @returns {boolean} Whether it is kept: it may be forbidden, or full.
 */
export function writeStored(name, value, storage = "sessionStorage") {
  try {
    if (value === null) window[storage].removeItem(name);
    else window[storage].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
