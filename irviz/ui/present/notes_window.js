// The window beside the wall: what it shows comes from the page that opened it (notes.js), and what is pressed happens
// there.

import { prose } from "../coach/prose.js";
import { hasModifier, keyOf } from "../events.js";
import { lettersWork } from "../letters.js";
import { thumb } from "../result.js";
import { head } from "../view/table.js";
import { draw, h } from "../view/view.js";

const PICTURES = new URL("../pictures/", import.meta.url).href;

/** A page that is there answers at once; one that is being loaded takes longer than so many seconds. */
const PATIENCE = 3;

const KEYS = {
  PageDown: "forward",
  ArrowRight: "forward",
  PageUp: "back",
  ArrowLeft: "back",
  ".": "blank",
  b: "blank",
  m: "mask",
  q: "code",
  p: "present",
  Escape: "escape",
};
const HELP =
  "Page Down, Page Up: on, back. 1 to 9: a metric, revealed, and once more: masked again. M: mask values. B or a " +
  "full stop: blank. Q: QR code.";

const LETTERS_OFF = "Keys of one letter, sign or figure are switched off, on the wall’s page under “?”.";
const STEP = "In step with the wall.";
const ASKED = "The class is asked: “Back” and “On” wait until that is closed, and then revealed or left (Next).";
const CLOSED_QUESTION = "The question is closed: “Back” and “On” wait until it is revealed or left (Next).";
/** What there is to say of the class (ui/masks.js has where its question is). */
const CLASS = {
  held: "A change is held back on the wall. The values here are those before it.",
  staged: ASKED,
  open: ASKED,
  closed: CLOSED_QUESTION,
  shown: CLOSED_QUESTION,
};
const ALONE = "No page that presents has opened this window. Press “Notes” there, at the foot of the page.";
const CLOSED = "The page that opened this window is closed. Press “Notes” on the page that presents now.";
const WAITS =
  "The page on the wall does not answer: it is being loaded, or shows something else. This window goes on when " +
  "it is back.";
const ODD = "The page on the wall is of another version than this window: load both anew.";
const LEFT = "Nobody presents on the wall now, so masked values can be read there.";
const STAYS = "Esc does nothing here, so that no value is unmasked by mistake. “Leave” leaves.";
const OVER = {
  blank: "The wall is black.",
  code: "The QR code covers the wall.",
  states: "The list of saved states covers the wall, and shows their notes.",
};
const MIRRORED = "The browser knows one screen only: if the wall shows the same as this one, it shows your notes, too.";
const NO_STATES_HERE = "What is on the wall is no saved state, so there are no notes on it.";
const NO_NOTES = "There are no notes on this state. The list “Saved states” on the wall’s page has room for them.";
const NO_STATES = "There are no saved states. “Keep this state” on the wall’s page makes one of what it shows.";

let wall = null; // what it has said last
let here = false; // whether it answers
let asked = 0; // how often it was asked since
let told = ""; // what there is to say of the last key
let heard = ""; // where one was

const send = (act, more) => opener?.postMessage({ irviz: "notes", act, ...more }, location.origin);

/** What is pressed is only sent to a page that answers. */
function press(act, more) {
  told = "";
  if (here) send(act, more);
  show();
}

const does = {
  blank: () => press("blank", { on: wall.over !== "blank" }),
  code: () => press("code", { on: wall.over !== "code" }),
  /** Where some are revealed, all are masked: nothing is told by mistake. */
  mask: () => press("mask", { on: !wall.masked || wall.metrics.some(({ masked }) => !masked) }),
  escape() {
    if (wall.over === "code") return does.code();
    told = STAYS;
    show();
  },
  /** Go to a metric, and reveal it where it is masked; who is there already masks it again. */
  meet({ name, masked, chosen }) {
    if (!chosen) press("look", { metric: name });
    if (wall.masked && (chosen || masked)) press("reveal", { metric: name, on: masked });
  },
};

function status() {
  if (!opener || opener.closed) return { kind: "wrong", words: wall ? CLOSED : ALONE };
  if (!here) return wall || asked > PATIENCE ? { kind: "wrong", words: WAITS } : { words: "One moment…" };
  if (!wall.presents) return { kind: "wrong", words: LEFT, act: button("Present again", () => press("present"), here) };
  if (!wall.over) return { words: told || CLASS[wall.room] || STEP };
  return { kind: "wrong", words: OVER[wall.over], act: wall.over in does && button("Show the board", does[wall.over]) };
}

const button = (label, onclick, able = here && wall.presents, props = {}, kind = ".ix-button") =>
  h(`button${kind}`, { "aria-disabled": !able, onclick: () => able && onclick(), ...props }, label);

function view() {
  const { kind, words, act } = status();
  return h(
    "main.ix-stack",
    h("div.ix-line.ix-ends", heading(), wall && times()),
    wall && h("p.ix-said", { "aria-live": "polite", "data-testid": "place" }, place()),
    h("div.ix-notice.ix-line.ix-ends", { role: "status", "data-kind": kind ?? "plain" }, h("span", words), act),
    wall && h("div.ix-beside-parts.ix-as-grid.ix-loose", notes(), values(), next()),
    wall &&
      h(
        "div.ix-stack.ix-beside-foot",
        bar(),
        h("p.ix-caption", lettersWork() ? HELP : `Page Down, Page Up: on, back. ${LETTERS_OFF}`),
        screen.isExtended === false && h("p.ix-caption", MIRRORED),
      ),
  );
}

/** Where one is, and what is masked there, for who listens; once, when the values have come. */
function place() {
  const { now, of, masked, metrics } = wall;
  if (!wall.arrived) return heard;
  const revealed = metrics.filter((one) => !one.masked).map(({ symbol }) => symbol);
  const values = masked ? `Values masked${revealed.length ? `, but ${revealed.join(", ")}` : ""}` : "Values shown";
  return heard = `${now && of ? `${now.number} of ${of}: ${now.title}` : "The board"}. ${values}.`;
}

function heading() {
  if (!wall) return h("h1.ix-h1", "Notes");
  const { now, of } = wall;
  return h(
    "div",
    h("p.ix-soft", of ? `${now ? now.number : "–"} of ${of}` : "No saved states"),
    h("h1.ix-h1", { dir: "auto" }, now ? now.title : "The board"),
  );
}

const two = (number) => String(Math.floor(number)).padStart(2, "0");

function times() {
  const now = new Date();
  const seconds = Math.max(0, (now.getTime() - wall.began) / 1000);
  return h(
    "div.ix-line.ix-loose",
    h(
      "span.ix-h2",
      { role: "timer", "aria-label": "Time since the beginning" },
      `${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`,
    ),
    button("Start again", () => press("restart"), here, { class: "ix-quiet", title: "Count the time from now on" }),
    h("time.ix-h2.ix-soft", { title: "Time of day" }, `${two(now.getHours())}:${two(now.getMinutes())}`),
  );
}

function notes() {
  const { now, of, canSave, notes: said, prose: lesson } = wall;
  const none = !canSave ? NO_STATES_HERE : now ? NO_NOTES : of ? "“On” goes to the first state." : NO_STATES;
  return h(
    "section.ix-panel.ix-stack.ix-beside-notes",
    h("h2.ix-label", lesson ? "The step’s text" : "Notes"),
    lesson
      ? h("div.ix-stack.ix-beside-said.ix-breaks.ix-xl", prose(lesson))
      : said
      ? h("p.ix-beside-said.ix-breaks.ix-xl", { dir: "auto" }, said)
      : h("p.ix-soft", none),
  );
}

function next() {
  const { next: one, sketch } = wall;
  const told = [sketch?.is_masked && "values masked", sketch?.is_predicting && "predict first"];
  return h(
    "section.ix-panel.ix-stack.ix-beside-next",
    h("h2.ix-label", "Next"),
    one ? h("p.ix-h3", { dir: "auto" }, one.title) : h("p.ix-soft", "Nothing comes after this."),
    one && sketch && [
      sketch.lists.map((list) => drawn(list, sketch)),
      h(
        "p.ix-caption",
        [`k = ${sketch.k}`, sketch.metric, ...told].filter(Boolean).join(", "),
      ),
    ],
  );
}

/** A list in small, with the line of the cutoff. */
const drawn = ({ query, results, more }, { k, lists }) => [
  lists.length > 1 && h("p.ix-label", query),
  h(
    "ol.ix-line.ix-beside-list",
    { "aria-label": query },
    results.map((one) => h("li", { "data-cutoff": one.rank === k }, thumb(one, PICTURES))),
    more > 0 && h("li.ix-soft", `and ${more} more`),
  ),
];

const values = () =>
  h(
    "section.ix-panel.ix-beside-values",
    h("table.ix-table", head(["Metric", "Value", "On the wall"]), h("tbody", wall.metrics.map(value))),
    !wall.metrics.length && h("p.ix-soft", "The values of this page are on the wall alone."),
  );

function value({ name, symbol, title, values: all, undefined: none, chosen, masked }) {
  const live = here && wall.presents;
  const look = { "data-hue": name, "aria-pressed": chosen, title: `${title}: show it on the wall` };
  const words = masked ? "Reveal" : "Mask again";
  return h(
    "tr",
    { key: name, "data-metric": name },
    h("th", { scope: "row" }, button(symbol, () => press("look", { metric: name }), live, look, ".ix-chip")),
    h("td.ix-strong", all.join(", "), none && h("span.ix-caption", " undefined")),
    h(
      "td",
      wall.masked
        ? button(words, () => press("reveal", { metric: name, on: masked }), live, {
          class: "ix-quiet",
          "aria-label": `${words}: ${symbol}`,
        })
        : chosen && wall.presents && "shown",
    ),
  );
}

function bar() {
  const { back, next: one, masked, over, presents } = wall;
  const live = here && presents;
  return h(
    "div.ix-line",
    { role: "group", "aria-label": "On the wall" },
    button("◀ Back", () => press("back"), live && back),
    button("On ▶", () => press("forward"), live && Boolean(one), { class: "ix-do" }),
    button("Mask values", does.mask, live, { "aria-pressed": masked }),
    button("Blank", does.blank, live, { "aria-pressed": over === "blank" }),
    button("QR code", does.code, live, { "aria-pressed": over === "code" }),
    button("Leave", () => press("leave")),
  );
}

function show() {
  try {
    draw(document.body, view());
  } catch {
    wall = null;
    draw(
      document.body,
      h("main", h("h1.ix-h1", "Notes"), h("p.ix-notice", { role: "status", "data-kind": "wrong" }, ODD)),
    );
  }
}

addEventListener("message", ({ source, data: message }) => {
  if (!source || source !== opener || message?.irviz !== "wall") return;
  here = message.wall !== null;
  if (message.wall?.room !== wall?.room) told = ""; // the class is news
  wall = message.wall ?? wall;
  asked = 0;
  if (wall) document.documentElement.dataset.ixTheme = wall.theme;
  show();
});

addEventListener("keydown", (event) => {
  const key = keyOf(event);
  const act = KEYS[key];
  const metric = wall?.metrics[Number(key) - 1];
  if (hasModifier(event) || !(act || metric)) return;
  event.preventDefault();
  if (!wall) return;
  // As on the wall itself, a key brings the board back and does nothing else.
  if (wall.over === "blank") does.blank();
  else if (metric) does.meet(metric);
  else (does[act] ?? (() => press(act)))();
});

/** Ask what there is: a page that was loaded anew knows nobody. */
function look() {
  if (asked > PATIENCE) here = false;
  asked += 1;
  send("hello");
  show();
}

document.documentElement.dataset.ixTheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
setInterval(look, 1000);
look();
