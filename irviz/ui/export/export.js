// Take it along: a menu whose contents the server makes when somebody asks for them.

import { report } from "../faults.js";
import { followTheme } from "../theme.js";
import { html, setText } from "../dom.js";
import { copy, save } from "./save.js";

/** So long, in milliseconds, an answer may take. */
const PATIENCE = 30_000;

const SILENT = "The server did not answer. Please try again.";

let menu = null;

/** Called by Streamlit when the menu is mounted and whenever its data changes. */
export default function takeAlong({ data, parentElement, setTriggerValue }) {
  followTheme(parentElement);
  const root = parentElement.querySelector(".ix-take");
  if (menu?.root !== root) {
    menu?.remove();
    menu = makeMenu(root);
  }
  menu.receive(data, setTriggerValue);
  return () => {
    // Streamlit also calls this when data comes in a burst; then the component is still on the page.
    if (menu?.root === root && !root.isConnected) {
      menu.remove();
      menu = null;
    }
  };
}

function makeMenu(root) {
  const life = new AbortController();
  const { signal } = life;
  const part = (name) => root.querySelector(`.ix-take-${name}`);
  const [opener, dialog, groups, said, code] = ["open", "menu", "groups", "said", "code"].map(part);
  let data = null;
  let send = null;
  let built = "";
  let waiting = null;

  opener.addEventListener("click", open, { signal });
  part("close").addEventListener("click", () => dialog.close(), { signal });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(), { signal });
  // The keys of what is behind the menu rest while it is open.
  dialog.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
  document.addEventListener("irviz:take", open, { signal });
  groups.addEventListener("click", (event) => choose(event.target.closest("[data-kind]")), { signal });

  function open() {
    say("");
    dialog.showModal();
    groups.querySelector("button").focus();
  }

  function say(words) {
    setText(said, words);
    said.toggleAttribute("data-waiting", false);
    code.hidden = true;
  }

  async function choose(button) {
    if (!button || waiting) return;
    const { kind } = button.dataset;
    try {
      if (kind === "link") await shown(location.href, "The link is");
      else await hand(await ask(kind));
    } catch (error) {
      // What nobody has put into words is a fault of the page.
      say(error.constructor === Error ? error.message : "This could not be made. Please try again.");
      if (error.constructor !== Error) report("export", error);
    }
  }

  /** Ask the server; what it says comes with `receive`. */
  async function ask(kind) {
    say("One moment…");
    said.toggleAttribute("data-waiting", true);
    const id = Math.random().toString(36).slice(2);
    const answer = await new Promise((resolve, reject) => {
      waiting = { id, resolve, timer: setTimeout(() => reject(new Error(SILENT)), PATIENCE) };
      send("ask", { id, kind, link: Object.fromEntries(new URLSearchParams(location.search)) });
    }).finally(() => {
      clearTimeout(waiting.timer);
      waiting = null;
    });
    if (answer.fault) throw new Error(`This cannot be written: ${answer.fault}.`);
    return answer;
  }

  /** Give the user what has come. */
  async function hand(answer) {
    if (answer.what === "file") {
      save(answer.name, new Blob([answer.text], { type: `${answer.type};charset=utf-8` }));
      say(`Saved ${answer.name}. ${answer.note}`.trim());
    } else if (answer.what === "script") {
      await shown(answer.text, "The code is", answer.note);
    } else if (answer.what === "picture") {
      const { picture } = await import("./picture.js");
      save(answer.name, await picture(answer.drawing, data.plotly, answer.name.split(".").pop()));
      say(`Saved ${answer.name}. ${answer.note}`.trim());
    } else {
      const { paper } = await import("./paper.js");
      const show = await paper(answer, data);
      dialog.close();
      show();
    }
  }

  /** Copy a text, and show it too: to be read, and to be copied by hand where the page may not. */
  async function shown(text, words, note = "") {
    const copied = await copy(text);
    const done = copied ? `${words} in the clipboard.` : "Please copy it from here: this page may not use the clipboard.";
    say(`${done} ${note}`.trim());
    code.textContent = text;
    code.hidden = false;
    if (!copied) getSelection().selectAllChildren(code);
    code.scrollTop = 0;
  }

  function build() {
    const wanted = JSON.stringify(data.groups);
    if (wanted === built) return;
    built = wanted;
    groups.replaceChildren(...data.groups.map(row));
  }

  return {
    root,
    receive(next, trigger) {
      data = next;
      send = trigger;
      opener.hidden = !data.button;
      build();
      if (waiting && data.answer?.id === waiting.id) waiting.resolve(data.answer);
    },
    remove: () => life.abort(),
  };
}

/** A line of the menu. */
function row({ title, about, offers }) {
  const buttons = offers.map(({ kind, label }) => html("button", "ix-take-item", { type: "button", "data-kind": kind }, label));
  return html(
    "div",
    "ix-take-group",
    { role: "group", "aria-label": title },
    html("p", "ix-take-about", {}, html("b", "", {}, title), html("span", "", {}, about)),
    html("div", "ix-take-items", {}, ...buttons),
  );
}
