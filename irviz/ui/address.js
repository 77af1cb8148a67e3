// The address bar of the pages that teach.

/** What these pages write into an address, beside the board (irviz/lessons/study.py). */
const OURS = ["lesson", "step", "done", "challenge", "goal", "allow", "title", "task", "hints", "most", "fewest", "start", "solved", "write", "draft"];

/** Put these parameters into the address bar; those of the board and of others stay. */
export function address(link) {
  const params = new URLSearchParams(location.search);
  for (const name of OURS) params.delete(name);
  for (const [name, value] of Object.entries(link)) params.set(name, value);
  const search = params.toString();
  if (location.search !== (search && `?${search}`)) {
    history.replaceState(history.state, "", `${location.pathname}${search ? `?${search}` : ""}${location.hash}`);
  }
}
