// Somebody goes from a list to what they have chosen in it, which another component shows.

let opened = false;

/** Say that somebody has chosen. */
export function openFromList() {
  opened = true;
}

/** Go on at a heading: what is read and what is seen begin there. */
export function beginAt(heading) {
  heading.focus({ preventScroll: true });
  heading.closest(".stMain")?.scrollTo({ top: 0 });
}

/** Whether somebody has chosen since this was asked last. */
export function openedFromList() {
  const was = opened;
  opened = false;
  return was;
}
