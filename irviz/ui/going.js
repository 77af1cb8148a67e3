// Somebody goes from a list to what they have chosen in it, which another component shows.

let gone = false;

/** Say that somebody has chosen. */
export function go() {
  gone = true;
}

/** Whether somebody has chosen since this was asked last. */
export function arrived() {
  const was = gone;
  gone = false;
  return was;
}
