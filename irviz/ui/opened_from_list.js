// Somebody goes from a list to what they have chosen in it, which another component shows.

let opened = false;

/** Say that somebody has chosen. */
export function openFromList() {
  opened = true;
}

/** Whether somebody has chosen since this was asked last. */
export function openedFromList() {
  const was = opened;
  opened = false;
  return was;
}
