// The address bar of the pages that have more to say than the board.

/** What the pages that teach write into an address, beside the board (irviz/lessons/study.py). */
const TEACHING = "lesson step done challenge goal allow title task hints clues most fewest start solved write draft"
  .split(" ");

/**
 * Put these parameters into the address bar; those of the board and of others stay.
 *
 * @param {Record<string, string>} link
 * @param {string[]} [ours] The names of all that this page may write.
 */
export function address(link, ours = TEACHING) {
  const params = new URLSearchParams(location.search);
  for (const name of ours) params.delete(name);
  for (const [name, value] of Object.entries(link)) params.set(name, value);
  const search = params.toString().replaceAll("%40", "@");
  if (location.search !== (search && `?${search}`)) {
    history.replaceState(history.state, "", `${location.pathname}${search ? `?${search}` : ""}${location.hash}`);
  }
}
