// All challenges by level (irviz/views/lists.py): this browser knows which were done with help, and where somebody was.

import { address } from "../address.js";
import { isHelped } from "../coach/mastery.js";
import { mounted } from "../frame.js";
import { openFromList, travel } from "../opened_from_list.js";
import { follow, followTabs } from "../progress.js";
import { renderDescription } from "../view/description.js";
import { draw } from "../view/view.js";

export default mounted(".ix-list", (root, signal) => {
  let last = null;
  /** @type {Record<string, string>} */
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
    const made = { "ix:helped": ({ of }, [yes, no]) => (isHelped(of) ? yes : no) };
    draw(root.lastElementChild, renderDescription(data.view, { ask: leave, made }));
    // Somebody who comes back goes on where they were.
    const here = root.querySelector('[aria-current="true"]');
    if (here !== last) here?.focus();
    last = here;
    address(data.link);
    follow(data.link, ask);
  };
});
