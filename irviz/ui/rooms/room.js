// The room at the server, as the wall knows it: what it says, what it is told, and what this window keeps of it.
//
// The secret that makes this window the teacher's stays in the browser's storage (storage.js): it is in no link. Events
// come over fetch, since it is sent in a header. Nothing is asked for that the class must not see yet: whoever looks at
// the page, or into it, finds no count before it is shown.

import { root } from "../addresses.js";
import * as browser from "./storage.js";

/** The server is heard at least every 15 seconds; who is silent for so long, in ms, is gone. */
const SILENCE = 40_000;

/** After a lost line it is tried again after so many ms, and then twice as many, up to the last. */
const WAITS = [250, 500, 1000, 2000, 4000];

/** What is told is answered within so many ms, or not at all; a question with pictures takes its time. */
const PATIENCE = 30_000;

const GONE = "The room is gone: the server was started anew.";
const WORDS = {
  again: `${GONE} It is open again under the same code, with the counts that this window has.`,
  once: "Ask the last question once more: its answers are lost.",
  taken: `${GONE} Somebody else has its code by now: end it here, and open another.`,
  refused: "The server does not take this window for the teacher’s. End it here, and open another room.",
  ended: "The room was ended in another window.",
  further: "That does not fit any more: the room has gone on, maybe from another window.",
  large: "That question is too large for phones: ask about fewer metrics.",
  lost: "The server does not answer. Press again when it does.",
  away: "The place where the server keeps its rooms does not answer. Nothing was done: press again in a moment.",
  full: "The server has no room for another class just now. Try again later.",
  files:
    "Asking a class needs a server, and these pages are files. Where irviz is installed, “irviz class” starts one.",
  failed: "The server could not do that.",
};

/** By the answer's status, why something was not done. */
const REFUSALS = {
  401: WORDS.refused,
  403: WORDS.refused,
  409: WORDS.further,
  413: WORDS.large,
  503: WORDS.away,
};

let passing = false; // whether this window goes on to another page of the dashboard

function pass() {
  passing = true;
  setTimeout(() => (passing = false), 2000);
}

// Who closes the window of an open room is asked first.
addEventListener("click", ({ target }) => target.closest?.("a[href]")?.href.startsWith(root) && pass(), true);
addEventListener("beforeunload", (event) => browser.readRoom() && !passing && event.preventDefault());

export class Room {
  /**
   * @param {() => void} changed Called whenever there is something else to show.
   * @param {AbortSignal} signal
   */
  constructor(changed, signal) {
    this.changed = changed;
    this.signal = signal;
    this.kept = browser.readRoom(); // {code, host, counts, files, fresh, …}: null where no room is open
    this.event = null; // what the server said last
    this.told = undefined; // the event after which the room was told something; the next one answers
    this.lost = false;
    this.note = ""; // what went wrong, or has to be known
    this.left = null; // a room that another window of this browser has left, or leads
    browser.listenToWindows(
      { led: (code) => this.isLed(code), taken: () => this.yield(), changed: () => this.check() },
      signal,
    );
    // Who led it may be gone by the time that this window is looked at again.
    addEventListener("focus", () => this.left && this.ask(), { signal });
    // Who has cleared what the browser keeps wants nothing kept.
    addEventListener("pagehide", () => this.kept && browser.readLeftRoom() && browser.storePlace(this.kept), {
      signal,
    });
    if (this.kept) {
      this.follow();
      // A window that was made from this one has the same in its storage.
      browser.askForLeader(this.kept.code);
    }
    this.looked = this.kept ? null : this.look();
  }

  /** Look whether a room is open that can be taken up here. */
  async look() {
    const found = browser.readLeftRoom();
    if (!found) return;
    const { code, host } = found;
    const answer = await this.get(`room/${code}/counts`, host);
    if ([401, 403, 404, 410].includes(answer?.status)) return browser.forgetRoom(found);
    if (!answer?.ok || this.kept || this.signal.aborted) return;
    this.left = { code, led: false };
    this.changed();
    this.ask();
  }

  /** Whether another window leads the room that was left: one that does says so at once. */
  ask() {
    this.left.led = false;
    browser.askForLeader(this.left.code);
    setTimeout(() => this.signal.aborted || this.changed(), 200);
  }

  /** Another window says that it leads a room. */
  isLed(code) {
    if (this.kept?.code === code) return this.yield();
    if (this.left?.code !== code) return;
    this.left.led = true;
    this.changed();
  }

  /** Another window has changed what is kept. */
  check() {
    if (this.kept || (this.left && browser.readLeftRoom())) return;
    const { left } = this;
    this.left = null;
    if (left) this.say(WORDS.ended);
    else this.look();
  }

  /**
   * Lead the room that was left.
   *
   * @param {boolean} here On the page that is open, instead of where its board was.
   */
  takeUp(here) {
    const { at, ...kept } = browser.readLeftRoom() ?? {};
    this.left = null;
    if (!kept.code) return this.say(WORDS.ended);
    browser.takeLead(kept);
    // Own results went with the window that had them.
    if (!here && at.startsWith(root) && !new URL(at).pathname.endsWith("/results")) {
      pass();
      location.assign(at);
      return;
    }
    this.kept = kept;
    this.say("");
    this.follow();
  }

  /** Another window leads the room now. */
  yield() {
    if (!this.kept) return;
    const { code } = this.kept;
    this.line?.abort();
    this.kept = this.event = null;
    this.lost = false;
    this.left = { code, led: true };
    browser.leaveRoom();
    this.say("");
  }

  get state() {
    return this.event?.state ?? "";
  }

  /** Whether an action fits. */
  fits = (what) => !this.lost && Boolean(this.event?.fits.includes(what));

  /** Keep something more in this window. */
  keep(more) {
    if (!this.kept || Object.entries(more).every(([name, one]) => this.kept[name] === one)) return;
    Object.assign(this.kept, more);
    browser.storeRoom(this.kept);
  }

  say(note) {
    this.note = note;
    this.changed();
  }

  async open() {
    if (this.opening || this.kept) return;
    if ("ixStatic" in document.documentElement.dataset) return this.say(this.note ? "" : WORDS.files);
    this.opening = true;
    const answer = await this.post("room", {});
    this.opening = false;
    if (answer?.status !== 201) return this.say(answer ? ((await said(answer)) ?? WORDS.full) : WORDS.lost);
    const { code, host } = await answer.json();
    this.kept = { code, host, counts: null, fresh: false, shown: "waiting" };
    browser.storeRoom(this.kept);
    this.say("");
    this.follow();
  }

  /**
   * Tell the room to do something, once, however often it is pressed before the room has answered.
   *
   * @param {string} what
   * @param {object} [more]
   * @returns {Promise<boolean>} Whether it was done.
   */
  async tell(what, more = {}) {
    if (this.told === this.event) return false;
    this.told = this.event;
    const answer = await this.post(`room/${this.kept.code}`, { do: what, ...more }, this.kept.host);
    if (answer?.ok) {
      this.note = "";
      return true;
    }
    this.told = undefined;
    this.say(answer ? (REFUSALS[answer.status] ?? WORDS.failed) : WORDS.lost);
    return false;
  }

  /** End it, and forget all of it, here and there. */
  async end() {
    const answer = await this.post(`room/${this.kept.code}`, { do: "end" }, this.kept.host);
    // Where there is none any more, or it is not ours, there is nothing to end.
    if (!answer) return this.say(WORDS.lost);
    this.forget("");
  }

  forget(note) {
    this.line?.abort();
    if (this.kept) browser.forgetRoom(this.kept); // the line may have said so before the answer to who has ended it
    this.kept = this.event = null;
    this.lost = false;
    this.say(note);
  }

  /** The answer to what is told or asked of the server; undefined where it gives none. */
  post(path, body, host) {
    const headers = { "Content-Type": "application/json", ...(host && { Authorization: `Bearer ${host}` }) };
    // An older browser waits for as long as its network does.
    const signal = AbortSignal.any?.([this.signal, AbortSignal.timeout(PATIENCE)]) ?? this.signal;
    const options = { method: "POST", headers, body: JSON.stringify(body), signal };
    return fetch(root + path, options).catch(() => undefined);
  }

  get(path, host, signal = this.signal) {
    const headers = { Authorization: `Bearer ${host}` };
    return fetch(root + path, { headers, signal, cache: "no-store" }).catch(() => undefined);
  }

  /** Hear the room for as long as there is one, whatever happens to the line. */
  async follow() {
    const { kept, signal } = this;
    for (let tries = 0; this.kept === kept && !signal.aborted; tries += 1) {
      const heard = await this.listen(kept);
      if (heard) tries = -1;
      if (this.kept !== kept || signal.aborted) return;
      if (heard === null) return;
      this.lost = true;
      this.changed();
      await new Promise((resolve) => setTimeout(resolve, WAITS[Math.max(0, Math.min(tries, WAITS.length - 1))]));
    }
  }

  /**
   * Hear it until the line ends.
   *
   * @returns {Promise<boolean | null>} Whether anything was heard; null where there is nobody to hear any more.
   */
  async listen(kept) {
    const line = new AbortController();
    this.line = line;
    this.signal.addEventListener("abort", () => line.abort(), { signal: line.signal });
    let heard = false;
    let silence = 0;
    const listening = () => {
      clearTimeout(silence);
      silence = setTimeout(() => line.abort(), SILENCE);
    };
    try {
      listening();
      const answer = await this.get(`room/${kept.code}/events`, kept.host, line.signal);
      if (!answer) return false;
      if (answer.status === 404) return await this.reopen(kept);
      if (answer.status === 410) return this.forget(await ending(answer)), null;
      if (answer.status === 401 || answer.status === 403) return this.say(WORDS.refused), null;
      if (!answer.ok) return false;
      for await (const event of events(answer.body, listening)) {
        if (this.kept !== kept) return null;
        heard = true;
        this.take(event);
      }
    } catch {
      // A line that breaks is made anew.
    } finally {
      clearTimeout(silence);
      line.abort();
    }
    return heard;
  }

  take(event) {
    const { state, question } = this.event ?? {};
    this.lost = false;
    if (event.state === "ended") return this.forget(WORDS.ended);
    this.event = { ...event, heard: performance.now() };
    const other = event.state !== state || event.question?.number !== question?.number;
    if (other && (event.tally || (question && !event.question))) this.count();
    this.changed();
  }

  /** A room that the server does not know any more is opened again, under the same code. */
  async reopen(kept) {
    const unknown = ["staged", "open", "closed"].includes(this.state);
    this.event = null;
    this.say(GONE);
    const { code, host, counts } = kept;
    const answer = await this.post("room", { code, host, counts: counts ?? { code, questions: [] } });
    if (!answer) return false;
    if (answer.status !== 201) return this.say(answer.status === 409 ? WORDS.taken : WORDS.refused), null;
    this.say(unknown ? `${WORDS.again} ${WORDS.once}` : WORDS.again);
    return true;
  }

  /** Fetch the counts of what the class has been shown, to be saved, or to be told to a server that has lost them. */
  async count() {
    const { kept } = this;
    const answer = await this.get(`room/${kept.code}/counts`, kept.host);
    if (!answer?.ok) return;
    const { files, ...counts } = await answer.json();
    if (this.kept === kept && JSON.stringify(counts) !== JSON.stringify(kept.counts)) {
      this.keep({ counts, files, fresh: counts.questions.length > 0 });
      this.changed();
    }
  }
}

/** What the server says of a refusal, if it says anything. */
const said = (answer) => answer.json().then(({ error }) => error, () => undefined);

/** Why there is no room any more. */
const ending = (answer) =>
  answer.json().then(({ why, error }) => (why === "teacher" ? WORDS.ended : error), () => WORDS.ended);

/** The events of a stream, each as what its data says; `heard` is called for whatever comes. */
async function* events(body, heard) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    const parts = (rest + value).split(/\r?\n\r?\n/);
    rest = parts.pop();
    for (const part of parts) {
      const lines = part.split(/\r?\n/).filter((line) => line.startsWith("data:"));
      if (lines.length) yield JSON.parse(lines.map((line) => line.slice(5)).join("\n"));
    }
  }
}
