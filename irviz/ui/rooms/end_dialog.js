// Saving the answers, and ending the room: what is not downloaded then is nowhere.

import { save } from "../export/save.js";
import { draw, h } from "../view/view.js";
import { drawPicture, writeCsv } from "./answer_files.js";

const file = (room, ending) => `irviz-room-${room.kept.code}.${ending}`;

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
  const saved = (ending, blob) => {
    save(file(room, ending), blob);
    room.keep({ fresh: false });
    room.note = "";
    show();
  };
  const download = (ending, type, text) => () => saved(ending, new Blob([text(kept.counts)], { type }));
  const downloadPixels = async () => {
    try {
      const { pixels } = await import("../export/picture.js");
      const { svg, ...size } = drawPicture(kept.counts);
      saved("png", await pixels(`data:image/svg+xml,${encodeURIComponent(svg)}`, size));
    } catch {
      room.note = "This browser could not make that picture: save it as SVG.";
      show();
    }
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
        h("button.ix-button", { onclick: download("csv", "text/csv", writeCsv) }, "CSV"),
        h(
          "button.ix-button",
          { onclick: download("json", "application/json", (all) => JSON.stringify(all, null, 2)) },
          "JSON",
        ),
        h(
          "button.ix-button",
          { onclick: download("svg", "image/svg+xml", (all) => drawPicture(all).svg) },
          "Picture (SVG)",
        ),
        h("button.ix-button", { onclick: downloadPixels }, "Picture (PNG)"),
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
