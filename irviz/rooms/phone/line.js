/**
 * The line between a phone and its room: events come down, answers go up, and what breaks mends itself.
 *
 * Each event is the whole of what may be known, so who comes late or comes back has missed nothing.
 */

import { readMember, storeMember } from "./member.js";

/** Where the dashboard is: three steps up from here (irviz-assets/DIGEST/phone). */
export const ROOT = new URL("../../../", import.meta.url).href;

/** Milliseconds until the first new try, and the most between two; spread, or a whole class would come at once. */
const [SOON, LATEST] = [400, 3000];

/** After so many tries there is less hope, and a longer pause. */
const [MANY, RARELY] = [40, 30_000];

/** What is asked or said is answered within so many ms, or not at all. */
const PATIENCE = 10_000;

/** So long may a phone have slept without its line being opened anew. */
const NAP = 5000;

async function ask(path, options = {}) {
  const signal = AbortSignal.timeout?.(PATIENCE);
  const answer = await fetch(ROOT + path, { cache: "no-store", signal, ...options });
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  const { error } = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(typeof error === "string" ? error : ""), { status: answer.status });
}

const posted = (body) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** The way into one room. */
export class Line {
  /**
   * @param {string} code
   * @param {{event: Function, own: Function, status: Function}} told What is called with each event, with the own
   *   answers that the room has, and with how the line is: "here", "lost", "gone", "none", "full" or "ended".
   */
  constructor(code, told) {
    this.code = code;
    this.told = told;
    this.member = readMember(code);
    this.stored = true;
    this.been = Boolean(this.member); // whether the room was there once
    this.tries = 0;
    this.slept = 0;
    this.life = new AbortController();
    const { signal } = this.life;
    document.addEventListener("visibilitychange", () => this.wake(), { signal });
    addEventListener("online", () => this.open(), { signal });
    addEventListener("offline", () => this.lost("lost"), { signal });
    this.open();
  }

  wake() {
    if (document.hidden) this.slept = performance.now();
    else if (this.slept && performance.now() - this.slept > NAP) this.open();
  }

  /** Leave for good. */
  close() {
    this.life.abort();
    this.stop();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.source?.close();
    this.source = null;
  }

  /** Open the line, or open it anew. */
  open() {
    this.stop();
    if (this.life.signal.aborted) return;
    const source = new EventSource(`${ROOT}room/${this.code}/events`);
    this.source = source;
    source.onmessage = ({ data }) => {
      this.been = true;
      this.tries = 0;
      this.told.status("here");
      const event = JSON.parse(data);
      this.told.event(event);
      if (event.state === "ended") this.end();
    };
    const known = this.identify(source);
    let over = false;
    const once = (what) => {
      if (over || source !== this.source) return;
      over = true;
      what();
    };
    known.catch((error) => once(() => this.refused(error)));
    // A browser tries again by itself, but each after a time of its own, and never once somebody in between has said
    // no.
    source.onerror = () => {
      source.close();
      known.then(() => once(() => this.lost("lost")), () => {}); // else it is known better why
    };
  }

  /** Find out what the room knows of this phone, or make it known. */
  async identify(source) {
    if (this.member) {
      try {
        const own = await this.answers();
        if (source === this.source) this.told.own(own);
        return;
      } catch (error) {
        if (error.status !== 404) throw error; // else the room is another, or gone
      }
    }
    const { member } = await ask(`room/${this.code}/members`, posted({}));
    if (source !== this.source) return;
    this.member = member;
    this.stored = storeMember(this.code, member);
    this.told.own({});
  }

  refused({ status, message }) {
    if (status === 410) this.end(message);
    else if (status === 404 && this.been) this.lost("gone");
    else if (status === 404) this.leave("none");
    else if (status && !this.member) this.lost("full", message);
    else this.lost("lost");
  }

  /** Try again after a while. */
  lost(status, words) {
    this.stop();
    this.told.status(status, words);
    const pause = this.tries > MANY ? RARELY : Math.min(SOON * 2 ** this.tries, LATEST);
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), pause * (0.5 + Math.random()));
  }

  /** Something does not get through: open the line anew, soon. */
  mend() {
    if (this.timer) return;
    this.tries = 3;
    this.lost("lost");
  }

  leave(status, words) {
    this.close();
    this.told.status(status, words);
  }

  /** Forget the room; the words say why it has ended, where that is known. */
  end(words) {
    storeMember(this.code, null);
    this.leave("ended", words);
  }

  /** The answers to the open question that the room has from this phone. */
  answers() {
    return ask(`room/${this.code}/answers`, { headers: { Authorization: `Bearer ${this.member}` } });
  }

  /**
   * Send answers.
   *
   * @throws {Error} If the room does not take them, then with its `status`, or cannot be reached.
   */
  send(answers) {
    if (!this.member) throw new TypeError("not known yet");
    return ask(`room/${this.code}/answers`, posted({ member: this.member, ...answers }));
  }
}
