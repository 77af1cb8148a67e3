// Saving the answers, and ending the room: what is not downloaded then is nowhere.

import { save } from "../export/save.js";
import { draw, h } from "../view/view.js";

/** What the answers can be saved as: the ending of a file, its type, and what it is called. */
const FILES = [
  ["csv", "text/csv", "CSV"],
  ["json", "application/json", "JSON"],
  ["svg", "image/svg+xml", "Picture (SVG)"],
  ["png", "image/png", "Picture (PNG)"],
];

/**
 * Show the dialog.
 *
 * @param {HTMLDialogElement} dialog
 * @param {import("./room.js").Room} room
 */
export async function openEndDialog(dialog, room) {
  await room.count();
  const { kept } = room;
  if (!kept || dialog.open) return;
  const close = () => dialog.close();
  const end = async () => {
    await room.end();
    if (room.kept) return show();
    close();
    document.querySelector('[data-do="class"]')?.focus({ preventScroll: true }); // where another one is opened
  };
  /** A file of the counts; what the server has drawn as lines becomes pixels here. */
  const write = async (ending, type) => {
    const { counts, files } = kept;
    if (ending !== "png") return new Blob([files[ending] ?? JSON.stringify(counts, null, 2)], { type });
    const { pixels } = await import("../export/picture.js");
    return pixels(`data:image/svg+xml,${encodeURIComponent(files.svg)}`);
  };
  const download = async (ending, type) => {
    try {
      save(`irviz-room-${kept.code}.${ending}`, await write(ending, type));
      room.keep({ fresh: false });
      room.note = "";
    } catch {
      room.note = "This browser could not make that picture: save it as SVG.";
    }
    show();
  };

  function show() {
    const { counts, fresh } = kept;
    const some = counts?.questions.length ?? 0;
    const said = { 0: "Nobody has been shown any answers, so there is nothing to save." }[some] ??
      `The answers to ${some === 1 ? "one question" : `${some} questions`}: counts only, without names.`;
    draw(
      dialog,
      h("h2.ix-h2", "Save the answers"),
      h("p", said),
      some > 0 && h(
        "div.ix-line",
        FILES.map(([ending, type, name]) => h("button.ix-button", { onclick: () => download(ending, type) }, name)),
      ),
      h(
        "p.ix-room-warning",
        { role: "status" },
        some > 0 &&
          (fresh
            ? "They have not been downloaded yet. Ending the room deletes them, here and on the server."
            : "They are downloaded. Ending the room deletes them here and on the server."),
      ),
      room.note && h("p.ix-notice", { "data-kind": "wrong" }, room.note),
      h(
        "div.ix-line",
        h(
          "button.ix-button",
          { class: fresh ? null : "ix-do", "data-act": "forget", onclick: end },
          fresh ? "End without downloading" : "End the room",
        ),
        h("button.ix-button.ix-quiet", { onclick: close }, "Go on"),
      ),
    );
  }

  show();
  dialog.showModal();
}
