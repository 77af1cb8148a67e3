// All challenges by level: what is asked, in how many moves it can be done, and which are done.

import { address } from "../address.js";
import { element } from "../board/cards.js";
import { openFromList } from "../opened_from_list.js";
import { followTheme } from "../theme.js";

let list = null;

/** Called by Streamlit when the list is mounted and whenever its data changes. */
export default function challenges({ data, parentElement, setStateValue }) {
  followTheme(parentElement);
  const root = parentElement.querySelector(".ix-list");
  if (list?.root !== root) list = makeList(root);
  list.show(data, setStateValue);
}

function line(tag, className, text, attributes = {}) {
  const made = element(tag, className, attributes);
  made.textContent = text;
  return made;
}

function entry({ id, title, about, graded, moves, done, next, current }) {
  const made = element("button", "ix-list-entry", { type: "button", "data-challenge": id, "data-done": done, "data-next": next, "aria-current": current });
  made.append(
    line("span", "ix-list-mark", done ? "✓" : "", { "aria-hidden": "true" }),
    line("span", "ix-list-title", title),
    line("span", "ix-list-about", about),
    line("span", "ix-list-remark", [moves, graded ? "graded" : "", done ? "done" : "", current ? "you were here" : "", next ? "next" : ""].filter(Boolean).join(" · ")),
  );
  const item = element("li", "");
  item.append(made);
  return item;
}

function level({ level: hard, title, entries }) {
  const part = element("section", "ix-list-level", { "aria-label": title });
  const head = line("h2", "", title);
  const dots = line("span", "ix-list-hard", "●".repeat(hard) + "○".repeat(4 - hard), { role: "img", "aria-label": `difficulty ${hard} of 4` });
  const done = entries.filter((one) => one.done).length;
  head.append(dots, line("span", "ix-list-some", `${done} of ${entries.length} done`));
  const items = element("ul", "");
  items.append(...entries.map(entry));
  part.append(head, items);
  return part;
}

function makeList(root) {
  const part = (name) => root.querySelector(`.ix-list-${name}`);
  let send = null;
  let count = 0;

  const request = (wanted) => {
    count += 1;
    openFromList();
    send("request", { ...wanted, count, page: performance.timeOrigin });
  };
  root.addEventListener("click", (event) => {
    const pressed = event.target.closest("button");
    if (pressed?.dataset.challenge) request({ go: { challenge: pressed.dataset.challenge } });
    else if (pressed?.dataset.do === "write") request({ write: true });
  });

  return {
    root,
    show(data, setStateValue) {
      send = setStateValue;
      root.style.visibility = "visible";
      part("note").textContent = data.note;
      part("count").querySelector("progress").value = data.done / data.of;
      part("count").querySelector("span").textContent = `All of them: ${data.done} of ${data.of} done`;
      const key = JSON.stringify(data.levels);
      if (root.dataset.key !== key) {
        part("levels").replaceChildren(...data.levels.map(level));
        // Somebody who comes back goes on where they were.
        root.querySelector("[aria-current=true]")?.focus();
      }
      root.dataset.key = key;
      address(data.link);
    },
  };
}
