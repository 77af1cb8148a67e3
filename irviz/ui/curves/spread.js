/**
 * Spread places on a line so that neighbours keep a distance and move as little as possible.
 *
 * Places that are too close form a group about their mean; groups that touch merge. Equal places keep their order.
 *
 * @param {number[]} places
 * @param {number} gap
 * @param {number} low No place comes out below.
 * @param {number} high Nor above, unless there are too many for the room.
 * @returns {number[]} In the order given.
 */
export function spread(places, gap, low, high) {
  const order = places.map((_, index) => index).sort((a, b) => places[a] - places[b] || a - b);
  const groups = [];
  for (const index of order) {
    groups.push({ members: [index], sum: places[index] });
    while (groups.length > 1 && start(groups.at(-1)) < start(groups.at(-2)) + groups.at(-2).members.length * gap) {
      const { members, sum } = groups.pop();
      groups.at(-1).members.push(...members);
      groups.at(-1).sum += sum;
    }
  }
  const result = [];
  for (const group of groups) {
    group.members.forEach((index, position) => {
      result[index] = start(group) + position * gap;
    });
  }
  return result;

  function start({ members, sum }) {
    const length = (members.length - 1) * gap;
    return Math.max(low, Math.min(high - length, sum / members.length - length / 2));
  }
}
