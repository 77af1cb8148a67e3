// Keys that are pressed before the presenter's bar is there wait for it: a clicker does not know that a page is
// loading.

const MOST = 20;

let waiting = [];

const wait = (event) => (waiting = [...waiting, event].slice(-MOST));

document.addEventListener("keydown", wait);

/** What has been pressed so far and nobody has answered, in its order; from now on nothing waits. */
export function takeEarlyKeys() {
  document.removeEventListener("keydown", wait);
  return waiting.splice(0);
}
