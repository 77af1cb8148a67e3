// What a step points at, marked on the board, the chart and below.

const WHERE = {
  card: (rank) => `.ix-card[data-rank="${rank}"]`,
  term: (rank) => `.ix-lens [data-rank="${rank}"]`,
  score: (name) => `[data-testid="score"][data-metric="${name}"]`,
  curve: (name) => `[data-testid="score"][data-metric="${name}"]`,
  cutoff: () => '[data-testid="cutoff"]',
  lens: () => '[data-testid="lens"]',
  tab: (name) => `.ix-tabs [data-query="${name}"]`,
  tool: (name) => `.ix-tools [data-testid="${name}"]`,
  setting: (name) => `.ix-setting:has([data-testid="${name}"])`,
};

/**
 * Mark what these points name, and nothing else.
 *
 * @returns {boolean} Whether all of it is on the page; what is not is marked when asked again.
 */
export function markPoints(points) {
  const found = points.flatMap(({ kind, names }) =>
    (names.length ? names : [""]).map((name) => [...document.querySelectorAll(WHERE[kind](CSS.escape(name)))])
  );
  const wanted = new Set(found.flat());
  for (const node of document.querySelectorAll("[data-pointed]")) {
    node.toggleAttribute("data-pointed", wanted.has(node));
  }
  for (const node of wanted) node.toggleAttribute("data-pointed", true);
  return found.every((nodes) => nodes.length > 0);
}
