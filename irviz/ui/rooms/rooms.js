// Asking the class: opens a room, stages what the teacher changes on the board, asks, counts, shows and reveals.

import { isOwn, listSmallPictures } from "../own_pictures.js";
import { afterSpeech } from "../board/speech.js";
import { consume, FIELDS, hasModifier, listen, tell } from "../events.js";
import { mounted } from "../frame.js";
import { listRevealed } from "../masks.js";
import { clock } from "../numbers.js";
import { addresses, qrCode } from "../qr.js";
import { outward, root as home, ways } from "../addresses.js";
import { changeState, state } from "../state.js";
import { bringUp } from "../scrolling.js";
import { renderDescription } from "../view/description.js";
import { draw, h } from "../view/view.js";
import { Room } from "./room.js";
import { describeStrip, MOST, nextAct, offer, strip } from "./strip.js";
import { openEndDialog } from "./end_dialog.js";

const KEYS = { a: "next", v: "again", j: "join" };

/** How many of how many: that somebody else is here is no news of a question that is closed. */
const COUNT = /\d+ of \d+ /;

const MASKED = "The values stay masked: M brings them.";

/** What only this computer can open (irviz/ui/addresses.py). */
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

/** The pages on which a room that has ended had covered what would tell the answers. */
let left = new Set();

export default mounted(".ix-room", makeWall);

function makeWall(root, signal) {
  const [join, end] = [".ix-join", ".ix-room-end"].map((name) => root.parentElement.querySelector(name));
  const room = new Room(paint, signal);
  let data = null;
  let held = false; // whether the board holds a change back
  let found = { links: [home], note: "" };
  let joinAt = ""; // the address that was chosen while the dialog is open
  let options = { kind: "direction", names: [], sure: false, seconds: 0, ...room.kept?.options };
  let was = null; // what was kept of the room
  let last = ""; // the state that was drawn
  let slid = false; // whether the talk went on, and what it goes on to has not come
  let told = ""; // what was said of the question
  let onIt = "null"; // what the chart shows of the answers

  const able = (what) => {
    if (what === "ask" && room.state === "staged") return room.fits("open");
    if (what === "again" && challenged()) return room.state === "closed" && room.fits("open");
    if (what === "ask") return room.fits("ask") && ready();
    return room.fits(what);
  };

  /** Whether there is something to ask: a change that is held back, or what the page itself asks. */
  const ready = () =>
    Boolean(data.question) && (data.question_kind ? room.state !== "revealed" && data.is_presenting : held);

  /** Whether the class has a challenge: that has no second round, and goes on instead. */
  const challenged = () => room.event?.question?.kind === "challenge";

  /** What the answers are. */
  const kind = () => data.question_kind || options.kind;

  const acts = {
    ask: async () => {
      if (room.state === "staged") return room.tell("open");
      if (await room.tell("ask", { question: await asked(), open: true })) room.keep({ mine: true });
    },
    again: () => room.tell(challenged() ? "open" : "again"),
    next: async () => {
      if (await room.tell("next")) room.keep({ mine: false });
    },
  };

  const on = {
    act: (what) => (acts[what] ?? (() => room.tell(what)))(),
    join: showJoin,
    end: () => (room.kept ? openEndDialog(end, room) : null),
    takeUp: () => room.takeUp(false),
    endLeft() {
      room.takeUp(true);
      on.end();
    },
    back: () => tell("predicted", { back: true }),
    choose(more) {
      options = { ...options, ...more, step: `${data.metrics_to_ask}` };
      room.keep({ options });
      paint();
    },
  };

  listen("class", begin, signal);
  listen("slide", goOn, signal);
  listen("step", goOn, signal);
  listen("staged", staged, signal);
  document.body.addEventListener("keydown", keys, { signal }); // before the talk's own, where Escape leaves
  const ticking = setInterval(tick, 200);
  if (room.kept) look();

  /** Open a room, or show how to join the one that is open. */
  async function begin() {
    if (room.kept) return showJoin();
    await room.looked;
    if (room.left) return root.querySelector("button").focus(); // one room at a time
    if (document.querySelector(".ix-curves[data-asking]")) tell("predicted", { back: true });
    await room.open();
    if (!room.kept) return;
    cover();
    look();
    bringUp(root);
    // The presenter's bar has made way, and the focus in it with it.
    if (!document.activeElement.checkVisibility() || document.activeElement === document.body) {
      root.querySelector("button").focus({ preventScroll: true });
    }
  }

  /** Find out where phones open it. */
  async function look() {
    found = await ways();
    if (!signal.aborted) paint();
  }

  /** The talk goes on: a question that is over does not come along. */
  function goOn() {
    slid = true;
    if (room.state === "revealed" && able("next")) acts.next();
  }

  /** The curves beyond the cutoff would tell what is asked, and so are covered; a lock of the link comes first. */
  function cover() {
    if (data.question_kind || data.is_predicting || state.off.split(" ").includes("predict")) return;
    noteCover();
    tell("predicts", { wanted: true });
  }

  /** What the room covers on this page it uncovers in the end, and nothing else. */
  const noteCover = () => room.keep({ covered: [...new Set(room.kept.covered).add(data.page)] });

  function uncover() {
    if (room.kept || !left.delete(data.page)) return;
    // Who has asked says when the values are shown.
    if (data.question_kind === "preference") data.is_presenting && tell("say", { words: MASKED });
    // A step of a lesson that asks for a prediction goes on asking for it.
    else if (data.is_predicting && !data.metrics_to_ask.length) tell("predicts", { wanted: false });
  }

  /** The board holds a change back, lets it go, or takes it back. */
  function staged({ step, next, here, through }) {
    if (!room.kept) return;
    held = Boolean(next);
    if (held && room.state) room.note = ""; // it was about what was before
    room.keep({ staged: held ? { step, next, here } : null });
    if (!through) tell("stage", { next });
    paint();
  }

  /** The question as it goes to the room. */
  async function asked() {
    const { metrics, before, after, ...question } = data.question;
    const { seconds } = options;
    const sure = options.sure && kind() !== "challenge";
    const names = chosen();
    const told = metrics.filter(({ name }) => names.includes(name)).map((one) => ({
      ...one,
      right: kind() === "value" ? one.to : one.right,
    }));
    return {
      ...question,
      kind: kind(),
      sure,
      seconds,
      metrics: told,
      before: before.map(pictured),
      after: after.map(pictured),
      pictures: await listSmallPictures([...before, ...after].map(({ picture }) => picture).filter(isOwn)),
    };
  }

  /** A result with its picture as the phones find it; what lies elsewhere they do not fetch. */
  function pictured(card) {
    if (isOwn(card.picture) || card.picture.startsWith("data:")) return card;
    const elsewhere = /^\w+:/.test(card.picture);
    return { ...card, picture: card.picture && !elsewhere ? (data.pictures + card.picture).slice(home.length) : "" };
  }

  /**
   * The metrics that are asked about: those that were chosen, as far as there are such, those of the lesson, or the one
   * that is shown.
   */
  function chosen() {
    const { metrics } = data.question;
    const can = metrics.filter(({ range }) => kind() !== "value" || range).map(({ name }) => name);
    // Another step of a lesson asks about metrics of its own.
    const own = options.step === `${data.metrics_to_ask}` ? options.names : [];
    const names = own.filter((name) => can.includes(name)).slice(0, MOST);
    if (names.length) return names;
    const usual = can.filter((name) => data.metrics_to_ask.includes(name)).slice(0, MOST);
    return usual.length ? usual : [can.includes(data.metric) ? data.metric : can[0]].filter(Boolean);
  }

  function showJoin(way) {
    const { code } = room.kept;
    if (typeof way === "string") joinAt = way;
    else if (!join.open) joinAt = "";
    const base = joinAt || found.links[0];
    const link = outward(`${home}join/${code}`, base);
    draw(
      join,
      qrCode(link, "QR code of the address below"),
      h("p.ix-join-code.ix-bold", { "data-testid": "code" }, code),
      h("p.ix-code-link.ix-l.ix-breaks", outward(home, base), h("wbr"), "join"),
      h("p.ix-join-here", `${room.event?.here ?? 0} here`),
      addresses(found.links, base, showJoin),
      found.note && h("p.ix-caption", found.note),
      h("button.ix-button.ix-quiet", { onclick: () => join.close() }, "Close"),
    );
    if (join.open) return;
    join.showModal();
    ways().then((answer) => {
      found = answer;
      if (join.open) showJoin();
    });
  }

  function keys(event) {
    if (!data?.is_presenting || hasModifier(event) || event.defaultPrevented) return;
    // What has just been chosen in the strip, such as the timer, has no use for these keys.
    if (document.querySelector("dialog[open]") || (event.target.closest?.(FIELDS) && !root.contains(event.target))) {
      return;
    }
    if (event.key === "Escape" && room.note && (!room.kept || room.event)) return consume(event), room.say("");
    const what = KEYS[event.key.toLowerCase()];
    if (!what || !(room.kept || what === "next")) return;
    consume(event);
    if (!room.kept) begin();
    else if (what === "join") showJoin();
    else {
      const act = what === "next" ? nextAct(room) : what;
      if (act && able(act)) on.act(act);
    }
  }

  /** The time that is left, by this page's clock from what the server said last. */
  function tick() {
    const timer = root.querySelector(".ix-room-timer");
    const { question, heard } = room.event ?? {};
    if (!timer || !question) return;
    const text = clock(Math.max(0, Math.ceil(question.left - (performance.now() - heard) / 1000)));
    if (timer.textContent !== text) timer.textContent = text;
  }

  /** The values of two lists tell which is preferred: they are masked. On a masked board, what is asked is revealed. */
  function mask(compared, told) {
    const asked = !compared || told?.kind === "preference" ? (told?.metrics ?? []).map(({ name }) => name) : [];
    if (!compared && !(state.masked && asked.length)) return;
    if (!state.masked) noteCover();
    const reveal = compared ? asked : [...new Set([...listRevealed(), ...asked])];
    if (!state.masked || `${reveal}` !== `${listRevealed()}`) tell("mask", { mask: true, reveal });
    if (asked.length && !asked.includes(data.metric)) tell("look", { metric: asked[0] });
  }

  /**
   * There is no room here any more: the board is as it was before, and so are others once they are seen. Another
   * window's stays covered.
   */
  function leave({ covered }) {
    if (held) tell("predicted", { back: true });
    held = false;
    left = new Set(room.left ? [] : covered);
    uncover();
    document.querySelector("[data-ix-main]")?.scrollTo(0, 0); // to the board
  }

  /** What the page does of itself when the room is in another state. */
  function move() {
    const { state, kept } = room;
    if (was && !kept) leave(was);
    was = kept;
    const asks = ["staged", "open", "closed", "shown"].includes(state);
    // Where the page asks, no change waits.
    const quiet = data.question_kind ? "" : held ? "held" : state === "revealed" ? state : "waiting";
    const compared = data.question_kind === "preference" && kept;
    // The curves hold what is asked about a smaller cutoff: where they are masked, they stay so.
    const inCurves = held && kept?.staged.next.k < kept.staged.here.k;
    const sealed = inCurves || (compared && asks && room.event.question.kind === "preference") ? "1" : "";
    // Until the server has said where its question is, it is where this window saw it last.
    if (state) room.keep({ shown: asks ? state : quiet, sealed });
    const waits = Boolean(kept?.staged && !data.question_kind);
    changeState({ room: kept?.shown ?? "", held: waits, sealed: Boolean(kept?.sealed) });
    if (state === last) return;
    const comes = !last; // to a room that goes on
    last = state;
    // A question that is over stays on the page where it was revealed.
    const { pathname } = location;
    if (comes && state === "revealed" && (kept.at ?? pathname) !== pathname) return goOn();
    if (state) room.keep({ at: pathname });
    if (state) mask(compared, state === "revealed" ? room.event.question : null);
    if (state === "revealed" && kept.mine && held) tell("predicted", { guesses: {} });
  }

  /** Why no phone can open the address, where that is so. */
  const alone = () => (LOOPBACK.test(new URL(found.links[0]).hostname) ? found.note : "");

  /** Values stand where they were said, at the cutoff of the chart. */
  function showOnChart(dots) {
    const text = JSON.stringify(dots);
    if (text === onIt) return;
    onIt = text;
    if (dots && !dots.metrics[data.metric]) tell("look", { metric: Object.keys(dots.metrics)[0] });
    tell("answers", { answers: dots });
  }

  /** How the class has answered (irviz/views/answers.py): where there is a chart, values are dots on it. */
  const describe = (result, charted) =>
    renderDescription(result, {
      made: {
        "ix:charted": (_props, children, context) => charted && renderDescription(children, context),
        "ix:uncharted": (_props, children, context) => !charted && renderDescription(children, context),
        "ix:chosen": ({ of }, children, context) => of === data.metric && renderDescription(children, context),
        "ix:dotted": ({ of }, title) =>
          h("button.ix-chip", {
            "data-hue": of,
            "aria-pressed": of === data.metric,
            title: "Show it on the chart",
            onclick: () => tell("look", { metric: of }),
          }, title),
      },
    });

  function paint() {
    if (!data) return;
    move();
    const { kept, event, note, lost, state, left: open } = room;
    root.hidden = !kept && !note && !open;
    lay(kept);
    if (!kept) {
      showOnChart(null);
      draw(root, note && h("p", { key: "note", role: "status" }, note), open && offer(open, on));
      return;
    }
    // The curves may be about another query by now.
    const charted = Boolean(event?.dots && event.question.title === data.title && document.querySelector(".ix-chart"));
    showOnChart(charted ? event.dots : null);
    const shown = {
      code: kept.code,
      address: outward(`${home}join`, found.links[0]).replace(/^https?:\/\//, ""),
      state,
      lost,
      note,
      event,
      query: data.title,
      held,
      staged: data.question,
      able,
      reach: alone(),
      result: event?.result && describe(event.result, charted),
      ready: ready(),
      pageKind: data.question_kind,
      options: { ...options, kind: kind(), names: data.question ? chosen() : [] },
    };
    draw(root, strip(shown, on));
    const before = told;
    told = describeStrip(shown);
    if (told.replace(COUNT, "") !== before.replace(COUNT, "")) {
      afterSpeech(() => (root.querySelector("[data-testid=room-heard]").textContent = told));
    }
    if (join.open) draw(join.querySelector(".ix-join-here"), `${event?.here ?? 0} here`);
    tick();
  }

  /**
   * A class that is here changes the page's layout: beside the curves there is a place for what it is asked and
   * answers.
   */
  function lay(kept) {
    const block = root.closest(".ix-column, .ix-page");
    changeState({ class: Boolean(kept), outcome: Boolean(kept && room.state === "revealed") });
    block?.toggleAttribute(
      "data-ix-wall",
      Boolean(kept && block.querySelector(":scope > :is(.ix-part-curves, .ix-part-versus)")),
    );
  }

  signal.addEventListener("abort", () => {
    clearInterval(ticking);
    changeState({ room: "", held: false, sealed: false });
    lay(null);
  });

  return (next) => {
    const first = !data;
    // A server that was started anew does not know what is held back here.
    const forgotten = held && data.question && !next.question;
    const arrives = data && (slid || data.page !== next.page);
    slid = false;
    if (data?.is_presenting && !next.is_presenting && !room.kept) room.note = ""; // it was for the talk
    data = next;
    if (first) changeState({ room: room.kept?.shown ?? "" }); // what is held back is for the class
    if (forgotten) tell("stage", { next: room.kept.staged.next });
    // A change that was held back when the page was left is held back again.
    if (first && room.kept?.staged && !data.question_kind) tell("restage", room.kept.staged);
    if (room.kept) cover();
    paint();
    if (room.kept && arrives) mask(data.question_kind === "preference");
    uncover();
  };
}
