// All challenges by level: what is asked, in how many moves it can be done, and which are done.

import { address } from "../address.js";
import { isHelped } from "../coach/mastery.js";
import { entries } from "../entry.js";
import { mounted } from "../frame.js";
import { openFromList, travel } from "../opened_from_list.js";
import { follow, followTabs } from "../progress.js";
import { draw, h } from "../view/view.js";

export default mounted(".ix-list", (root, signal) => {
  let last = null;
  let shown = {};
  let go = null;
  travel(() => shown, (place) => go({ go: place }), signal);
  followTabs(() => shown, (request) => go(request), signal);
  return (data, ask) => {
    [shown, go] = [data.link, ask];
    const leave = (wanted) => {
      openFromList({ entry: !wanted.write });
      ask(wanted);
    };
    root.querySelector("button").onclick = () => leave({ write: true });
    draw(root.lastElementChild, list(data, leave));
    // Somebody who comes back goes on where they were.
    const here = root.querySelector('[aria-current="true"]');
    if (here !== last) here?.focus();
    last = here;
    address(data.link);
    follow(data.link, ask);
  };
});

const list = ({ note, done, of, levels }, leave) => [
  h("p.ix-notice", { role: "alert", "data-kind": "wrong" }, note),
  h(
    "p.ix-line.ix-strong.ix-list-count",
    {},
    h("progress", { max: 1, value: done / of, "aria-label": "Challenges done" }),
    h("span", {}, `All of them: ${done} of ${of} done`),
  ),
  levels.map((one) => level(one, leave)),
];

const level = ({ level: hard, title, entries: found }, leave) =>
  h(
    "section.ix-stack",
    { "aria-label": title },
    h(
      "h2.ix-h3.ix-line",
      {},
      title,
      h("span.ix-list-hard", { role: "img", "aria-label": `difficulty ${hard} of 4` }, "●".repeat(hard) + "○".repeat(4 - hard)),
      h("span.ix-caption", {}, `${found.filter((one) => one.done).length} of ${found.length} done`),
    ),
    entries(
      found.map((one) => ({ ...one, remark: [one.moves, one.graded && "graded", one.done && (isHelped(one.id) ? "done with help" : "done")].filter(Boolean).join(" · ") })),
      ({ id }) => leave({ go: { challenge: id } }),
    ),
  );
