// Share: a menu whose contents the server makes when somebody asks for them.

import { listen } from "../events.js";
import { report } from "../faults.js";
import { mounted } from "../frame.js";
import { isChangeWaiting } from "../masks.js";
import { addDeck, held } from "../present/deck.js";
import { outward, ways } from "../addresses.js";
import { renderDescription } from "../view/description.js";
import { draw } from "../view/view.js";
import { copy, save } from "./save.js";

/** So long, in milliseconds, an answer may take. */
const PATIENCE = 30_000;

const WITHOUT_DECK = "Your saved states and their notes are not in it.";
const TOO_LONG =
  "Your saved states and their notes are too long for a link: save them as a file, in the list of saved states, " +
  "and send that.";

const BEFORE = "All of it is of the board before the change that you are asked about.";
const OWN = "All of it is of your own board, without the moves that are shown.";
const SILENT = "The server did not answer. Please try again.";

export default mounted(".ix-share", (root, signal) => {
  const [dialog] = root.children;
  const [head, groups, said, code] = dialog.children;
  let data = null;
  let send = null;
  let waiting = null;

  function open(kind) {
    say((isChangeWaiting() && BEFORE) || (document.querySelector(".ix-coach-play") ? OWN : ""));
    paint();
    dialog.showModal();
    groups.querySelector("button").focus();
    if (kind) choose(kind);
  }
  head.lastElementChild.onclick = () => dialog.close();
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  dialog.onkeydown = (event) => event.stopPropagation(); // the keys of what is behind the menu rest while it is open
  listen("share", (detail) => open(detail?.kind), signal);

  function paint() {
    draw(groups, renderDescription(data.view, { ask: ({ kind }) => choose(kind) }));
    const talk = groups.querySelector("[data-kind=talk]");
    if (talk) talk.hidden = !hasTalk();
  }

  /** Say something, which went wrong or did not, and show a text to be read or copied. */
  function say(words, text = "", kind = "") {
    said.textContent = words.trim();
    said.dataset.kind = waiting ? "waiting" : kind;
    code.textContent = text;
    code.hidden = !text;
    code.scrollTop = 0;
  }

  async function choose(kind) {
    if (waiting) return;
    try {
      if (kind === "link") {
        const notes = [hasTalk() && WITHOUT_DECK, (await ways()).note, data.link_note];
        await give(outward(), "The link is", notes.filter(Boolean).join(" "));
      } else if (kind === "talk") await giveTalk();
      else await hand(await ask(kind));
    } catch (error) {
      // What nobody has put into words is a fault of the page.
      say(error.constructor === Error ? error.message : "This could not be made. Please try again.", "", "wrong");
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
    const { kind, name, note } = answer;
    if (kind === "script") return give(answer.text, "The code is", note);
    if (kind === "paper") {
      const { paper } = await import("./paper.js");
      const shown = await paper(answer, data);
      dialog.close();
      return shown();
    }
    if (kind === "picture") {
      const { picture } = await import("./picture.js");
      save(name, await picture(answer.drawing, data.plotly, name.split(".").pop()));
    } else {
      const { text, type, is_base64: isBase64 } = answer;
      const contents = isBase64 ? Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)) : text;
      save(name, new Blob([contents], { type: isBase64 ? type : `${type};charset=utf-8` }));
    }
    return say(`Saved ${name}. ${note}`);
  }

  /** Copy a text, and show it too: to be read, and to be copied by hand where the page may not. */
  async function give(text, words, note = "") {
    const copied = await copy(text);
    if (copied) return say(`${words} in the clipboard. ${note}`, text);
    say(`Not copied: this page may not use the clipboard. Please copy it from here. ${note}`, text, "wrong");
    getSelection().selectAllChildren(code);
  }

  /** The link with the talk, for who is to give it, too. */
  async function giveTalk() {
    const link = addDeck(outward());
    if (!link) throw new Error(TOO_LONG);
    await give(link, "The link is", `Whoever opens it reads your notes. ${(await ways()).note}`);
  }

  return (next, _, component) => {
    data = next;
    send = component.say;
    paint();
    if (!data.answer) return;
    if (data.answer.id === waiting?.id) waiting.resolve(data.answer);
    send("ask", { received: data.answer.id }); // so that it need not come again
  };
});

/** Whether states are saved on this page; those of another one are held, too, until a board comes. */
const hasTalk = () => held.states.length > 0 && document.querySelector(".ix-board") !== null;
