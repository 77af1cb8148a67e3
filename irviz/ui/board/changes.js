// What changes a desk, other than a hand on a card: each change is shown at once and sent to the server.

import { read, readBoard, write, writeBoard } from "../link.js";
import * as wire from "../wire.js";
import { lockOf } from "./locks.js";
import { withBoard } from "./model.js";
import { say, scores } from "./speech.js";

/** Changes of the view only: nothing to undo, nothing to compare. */
const LOOKS = ["open", "hide", "look", "mode"];

/**
 * @param page what board.js knows: data, desk, turn, undone, rows, said, and seen(), render(), showFrame(), tool(name)
 */
export function makeChanges(page) {
  /** Show a change and send it; while one predicts, keep it until the prediction is made. */
  function change(step, next, sentence) {
    const lock = lockOf(step, page.desk, next);
    if (lock && page.locked(lock)) {
      page.render();
      page.tell("That is locked here.");
      return;
    }
    const look = LOOKS.includes(step.do);
    if (!look && page.gate.holds(step, next, sentence)) return;
    if (!look) page.turn += 1;
    page.undone = look || step.do === "undo" || step.do === "redo" ? null : page.desk;
    page.desk = next;
    wire.send(step, write(next, page.data.fresh));
    page.render();
    if (sentence) say(page.said, `${sentence} ${scores()}.`);
  }

  function changeBoard(id, part, sentence) {
    const desk = page.seen();
    const next = withBoard(desk, id, part);
    const text = writeBoard(next.boards[id]);
    if (text === writeBoard(desk.boards[id])) page.render();
    else change({ do: "boards", boards: { [id]: text } }, next, sentence);
  }

  function cut(k) {
    if (k === page.seen().k) page.render();
    else change({ do: "cut", k }, { ...page.desk, k }, `Cutoff k = ${k}.`);
  }

  function open(q) {
    change({ do: "open", q }, { ...page.desk, q });
  }

  function hide(hidden) {
    change({ do: "hide", hidden }, { ...page.desk, hidden });
  }

  /** Change how the boards are looked at or graded: what equals the start is left out of the link. */
  function view(step, wanted) {
    const next = { ...page.desk.view };
    for (const [name, value] of Object.entries(wanted)) {
      if (value === page.data.view[name]) delete next[name];
      else if (value !== undefined) next[name] = value;
    }
    change(step, { ...page.desk, view: next });
  }

  function rule(by) {
    view({ do: "rules", by }, { by });
  }

  /** Ask the server for something that only it can show. */
  function ask(step, link) {
    if (page.locked("example")) return;
    page.undone = null;
    wire.send(step, link);
    page.showFrame();
  }

  /** What the tools do. Their results have come from the server, so they need not wait either. */
  function act(name) {
    if (page.rows.some((row) => row.held())) return;
    if (name === "link" && !page.locked("share")) copyLink();
    else if (name === "link") page.tell("There is no link to these results: they are in this page only.");
    else if (name === "take") document.dispatchEvent(new CustomEvent("irviz:take"));
    else if (name === "undo" || name === "redo") travel(name);
    else reorder(name);
  }

  function reorder(name) {
    const { data, desk } = page;
    // What came with the server's last answer is right only while nothing is under way.
    const known = wire.quiet() ? data.to[name] : null;
    const step = name === "shuffle" && known ? { do: name, boards: known } : { do: name };
    const boards = known ? Object.entries(known).map(([id, text]) => [id, readBoard(text)]) : [];
    change(step, { ...desk, boards: { ...desk.boards, ...Object.fromEntries(boards) } }, `${page.tool(name)}.`);
  }

  function travel(name) {
    const { data, desk, undone } = page;
    const known = wire.quiet() ? data[name] && read(data[name], data.fresh, data.set) : name === "undo" ? undone : null;
    if (wire.quiet() && !known) return;
    change({ do: name }, known ? { ...known, hidden: desk.hidden } : desk, `${page.tool(name)}.`);
    page.undone = null;
  }

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      say(page.said, "Link copied.");
      page.flash("take", "Link copied");
    } catch {
      page.flash("take", "Copy the address bar");
    }
  }

  return { change, changeBoard, cut, open, hide, view, rule, ask, act };
}
