// Take it along: a menu whose contents the server makes when somebody asks for them.

import { report } from "../faults.js";
import { mounted } from "../mounted.js";
import { draw, h } from "../view/view.js";
import { copy, save } from "./save.js";

/** So long, in milliseconds, an answer may take. */
const PATIENCE = 30_000;

const SILENT = "The server did not answer. Please try again.";
const TITLE = "Take it along";

export default mounted(".ix-take", (root, signal) => {
  let data = null;
  let send = null;
  let waiting = null;
  /** What the menu says: in words, and code to be read or copied. */
  let said = "";
  let code = "";

  const part = (name) => root.querySelector(name);
  const say = (words, shown = "") => {
    said = words;
    code = shown;
    redraw();
  };
  const redraw = () => draw(root, menu(data, said, code, waiting, { open, choose }));

  function open() {
    say("");
    part("dialog").showModal();
    part("[data-kind]").focus();
  }
  document.addEventListener("irviz:take", open, { signal });

  async function choose(kind) {
    if (waiting) return;
    try {
      if (kind === "link") await show(location.href, "The link is");
      else await hand(await ask(kind));
    } catch (error) {
      // What nobody has put into words is a fault of the page.
      say(error.constructor === Error ? error.message : "This could not be made. Please try again.");
      if (error.constructor !== Error) report("export", error);
    }
  }

  /** Ask the server; its answer comes with the next data. */
  async function ask(kind) {
    const id = Math.random().toString(36).slice(2);
    const answer = await new Promise((resolve, reject) => {
      waiting = { id, resolve, timer: setTimeout(() => reject(new Error(SILENT)), PATIENCE) };
      say("One moment…");
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
    const { what, name, note } = answer;
    if (what === "script") return show(answer.text, "The code is", note);
    if (what === "paper") {
      const { paper } = await import("./paper.js");
      const shown = await paper(answer, data);
      part("dialog").close();
      return shown();
    }
    const { picture } = await import("./picture.js");
    const blob =
      what === "file"
        ? new Blob([answer.text], { type: `${answer.type};charset=utf-8` })
        : await picture(answer.drawing, data.plotly, name.split(".").pop());
    save(name, blob);
    return say(`Saved ${name}. ${note}`);
  }

  /** Copy a text, and show it too: to be read, and to be copied by hand where the page may not. */
  async function show(text, words, note = "") {
    const copied = await copy(text);
    say(`${copied ? `${words} in the clipboard.` : "Please copy it from here: this page may not use the clipboard."} ${note}`, text);
    if (!copied) getSelection().selectAllChildren(part("pre"));
    part("pre").scrollTop = 0;
  }

  return (next, _, trigger) => {
    data = next;
    send = trigger;
    redraw();
    if (waiting && data.answer?.id === waiting.id) waiting.resolve(data.answer);
  };
});

const menu = ({ button, groups }, said, code, waiting, { open, choose }) => {
  const leave = ({ currentTarget }) => currentTarget.closest("dialog").close();
  return [
    h("button.ix-button", { "aria-haspopup": "dialog", hidden: !button, onclick: open }, TITLE),
    h(
      "dialog.ix-popover.ix-take-menu",
      {
        "aria-label": TITLE,
        onclick: (event) => event.target === event.currentTarget && leave(event),
        onkeydown: (event) => event.stopPropagation(), // the keys of what is behind the menu rest while it is open
      },
      h("header.ix-line.ix-ends", {}, h("h2.ix-h2", {}, TITLE), h("button.ix-button.ix-plain", { "aria-label": "Close", onclick: leave }, "×")),
      groups.map(({ title, about, offers }) =>
        h(
          "div.ix-take-group",
          { role: "group", "aria-label": title },
          h("p", {}, h("b", {}, title), h("span.ix-caption", {}, about)),
          h(
            "div.ix-line",
            {},
            offers.map(({ kind, label }) => h("button.ix-button", { "data-kind": kind, onclick: () => choose(kind) }, label)),
          ),
        ),
      ),
      h("p.ix-take-said", { role: "status", "data-waiting": Boolean(waiting) }, said.trim()),
      h("pre.ix-well.ix-take-code", { tabindex: "0", role: "region", "aria-label": "The code", hidden: !code }, code),
    ),
  ];
};
