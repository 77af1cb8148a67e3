// A challenge that a class was given: once it is solved on a phone's page, the room counts in how many moves.

import { isPresenting } from "../masks.js";
import { readClassCode } from "../phone/member.js";
import { h } from "../view/view.js";

/** The line to the room of this phone, from when there is one; and what is known of the room. */
const phone = { code: "", line: null, event: null, made: 0, told: 0, known: false, page: "", redraw: () => {} };

/**
 * Take part in the class in which this browser is, if it is in one.
 *
 * @param {{page: string, moves: number} | null} task The challenge's page, and the moves in which it is solved; 0 if it
 *   is not.
 * @param {() => void} redraw Called when there is something else to say.
 */
export async function joinClass(task, redraw) {
  Object.assign(phone, { page: task?.page ?? "", made: task?.moves ?? 0, redraw });
  if (phone.code) return report();
  phone.code = (task?.page && !isPresenting() && readClassCode()) || "";
  if (!phone.code) return;
  const { Line } = await import("../phone/line.js");
  phone.line = new Line(phone.code, { event: hear, own: remember, status });
}

function hear(event) {
  const { question } = phone.event ?? {};
  if (event.question?.number !== question?.number || event.question?.round !== question?.round) phone.told = 0;
  phone.event = event;
  report();
  phone.redraw();
}

/** What the room has from this phone already. */
function remember(own) {
  Object.assign(phone, { told: own.answers?.moves ?? 0, known: true });
  report();
  phone.redraw();
}

function status(now) {
  if (now !== "none" && now !== "ended") return;
  Object.assign(phone, { code: "", line: null, event: null, known: false });
  phone.redraw();
}

/** Whether the class works on what is open here. */
const given = () => phone.event?.state === "open" && phone.event.question.link === phone.page;

async function report() {
  const { made, told, known, line } = phone;
  if (!known || !given() || !made || (told && told <= made)) return;
  const { number, round } = phone.event.question;
  phone.told = made;
  try {
    await line.send({ question: number, round, answers: { moves: made }, sure: null });
  } catch ({ status: refused }) {
    if (phone.told === made) phone.told = told;
    if (!refused || refused >= 500) line.mend(); // it is told once more as soon as there is a line
  }
  phone.redraw();
}

/**
 * What is said of the class; a view. What has come of it stands where the praise does, which a phone keeps in sight.
 *
 * @param {boolean} over Whether that is wanted, or what there is to do.
 */
export function classNotice(over) {
  const { code, event, told, page } = phone;
  if (event?.question?.kind !== "challenge" || event.question.link !== page || over !== Boolean(told || !given())) {
    return null;
  }
  const moves = told === 1 ? "1 move" : `${told} moves`;
  const words = [
    told && `Your class has counted it: ${moves}.`,
    !told && !over && `Your class ${code} works on this. Once you have solved it, it is counted, without your name.`,
    !given() && "The class goes on.",
  ];
  return h(
    "p.ix-notice",
    { key: "class", role: "status", "data-testid": "class", "data-kind": told ? "good" : null },
    words.filter(Boolean).join(" "),
    " ",
    h("a", { href: `./join/${code}` }, "Back to the class"),
  );
}
