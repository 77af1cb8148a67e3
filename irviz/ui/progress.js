// What has been done in the lessons and the challenges, remembered in this browser, for each who learns in it.
//
// Each is kept as their part of a link, {done, solved, lesson, step}, and what they have shown that they can, `known`,
// which is in no link and goes to no server. What was edited or is of another version is said and left behind; where
// nothing can be kept, the address has what is done all the same.

const KEY = "irviz-learners";
const VERSION = 1;

/** So many can learn in one browser. */
const MOST = 9;

/** So much of what one can is kept; there is a third of that. */
const MOST_ABILITIES = 400;

const PARTS = { done: 2000, solved: 2000, lesson: 60, step: 2 };

/** Why nothing is remembered, or what was not: `closed`, `full`, `odd`; else empty. */
export const findStorageProblem = () => wrong;

let wrong = "";

/** What this browser keeps under a name, or null. */
export function readItem(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    wrong = "closed";
    return null;
  }
}

/** Let this browser keep something, if it can. */
export function writeItem(name, text) {
  try {
    localStorage.setItem(name, text);
    if (wrong !== "odd") wrong = "";
  } catch {
    wrong = wrong === "closed" ? wrong : "full";
  }
}

/**
 * One of a few that this browser remembers.
 *
 * @param {string} name Under which it is kept.
 * @param {string[]} all
 * @param {string} usual What it is until somebody has chosen.
 */
export const choice = (name, all, usual) => ({
  all,
  get() {
    const kept = readItem(name);
    return all.includes(kept) ? kept : usual;
  },
  set: (one) => writeItem(name, one),
});

const part = (link) => Object.fromEntries(Object.keys(PARTS).map((name) => [name, link[name] ?? ""]));

/** By ability (irviz/lessons/mastery.py): the best and the last that was shown of it, from 0, and when that was. */
const isAbility = ([name, one]) =>
  /^[\w-]{1,60}$/.test(name) && Array.isArray(one) && one.length === 3 && one.every(Number.isSafeInteger) &&
  [0, 1, 2].includes(one[0]) && [0, 1, 2].includes(one[1]);

/** Where something is no learner, in words; empty where it is one. */
function flaw(one) {
  const odd = Object.entries(PARTS).find(([name, most]) =>
    typeof one?.[name] !== "string" || one[name].length > most || !/^[\w.-]*$/.test(one[name])
  );
  if (odd) return `at “${odd[0]}”, words and numbers of irviz were expected`;
  const abilities = Object.entries(one.known ?? {});
  if (abilities.length > MOST_ABILITIES) return `at “known”, there are more than ${MOST_ABILITIES} entries`;
  const wrong = abilities.find((ability) => !isAbility(ability));
  return wrong ? `at “known”, “${wrong[0].slice(0, 60)}”, three whole numbers were expected` : "";
}

/** What was kept of those who learn, or null if that cannot be read. */
function parse(text) {
  try {
    const { version, now, learners } = JSON.parse(text);
    if (
      version === VERSION && learners.length > 0 && learners.length <= MOST && !learners.some(flaw) &&
      Number.isInteger(now) && learners[now]
    ) return { version, now, learners };
  } catch {
    // It is none.
  }
  return null;
}

/** Who learns here, and which of them it is now. */
function read() {
  const text = readItem(KEY);
  const found = text && parse(text);
  if (text && !found) wrong = "odd";
  return found || { version: VERSION, now: 0, learners: [part({})] };
}

const write = (all) => writeItem(KEY, JSON.stringify(all));

/** What is kept of who learns now: their part of a link, and what they can. */
export function readLearner() {
  const { now, learners } = read();
  return learners[now];
}

/** What who learns now has shown, by ability. */
export const readEvidence = () => readLearner().known ?? {};

/** Keep something else of who learns now. */
function change(all, one) {
  write({ ...all, learners: all.learners.with(all.now, one) });
}

/** What is known by two accounts: the best of both, and what came last. */
const joined = (one = {}, other = {}) =>
  Object.fromEntries(
    Object.keys({ ...one, ...other }).map((name) => {
      const [[best, , at], [mark, last, later]] = [one[name] ?? other[name], other[name] ?? one[name]];
      return [name, [Math.max(best, mark), later >= at ? last : one[name][1], Math.max(at, later)]];
    }),
  );

/** By place where answers are given: where exactly, and how many there were. */
const counts = new Map();

/**
 * Remember what an answer shows, once it is given; where a page opens that has it already, nothing is.
 *
 * @param {string} where
 * @param {string} of What the answers are to.
 * @param {number} count How many there are.
 * @param {Record<string, number>} evidence What the last one shows (irviz/lessons/mastery.py).
 */
export function recordEvidence(where, of, count, evidence) {
  const before = counts.get(where);
  counts.set(where, { of, count });
  if (before?.of !== of || count <= before.count || !Object.keys(evidence).length) return;
  const all = read();
  const here = all.learners[all.now];
  const now = Object.entries(evidence).map(([name, mark]) => [name, [mark, mark, Date.now()]]);
  change(all, { ...here, known: joined(here.known, Object.fromEntries(now)) });
}

/** Who learns now, as the text of a file. */
export const writeProgressFile = () => JSON.stringify({ irviz: VERSION, ...readLearner() }, null, 1);

/**
 * Add what a file says to who learns now; of a damaged one, nothing.
 *
 * @param {string} text
 * @returns {{fault?: string, learner?: Record<string, string>}} What is wrong, or their part of a link.
 */
export function readProgressFile(text) {
  let one;
  try {
    one = JSON.parse(text);
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? [];
    return { fault: line ? `at line ${line}, column ${column}, it is no JSON` : "it is no JSON" };
  }
  if (one?.irviz !== VERSION) return { fault: `at “irviz”, the version ${VERSION} was expected` };
  const fault = flaw(one);
  if (fault) return { fault };
  const all = read();
  const here = all.learners[all.now];
  const after = {
    ...part({ ...(here.lesson ? here : one), ...join(here, one) }),
    known: joined(here.known, one.known),
  };
  change(all, after);
  return { learner: part(after) };
}

/** How many learn here, and which of them it is now, from 1. */
export function countLearners() {
  const { now, learners: all } = read();
  return { now: now + 1, of: all.length };
}

/** What is done according to a part of a link: `recall-1`, `recall-3`, and the challenges. */
export function listDone({ done = "", solved = "" }) {
  const steps = done.split(".").flatMap((one) => {
    const [, lesson, numbers] = /^(.*?)((?:-\d+)+)$/.exec(one) ?? [];
    return lesson ? numbers.slice(1).split("-").map((number) => `${lesson} ${number}`) : [];
  });
  return new Set([...steps, ...solved.split(".").filter(Boolean)]);
}

const within = (some, all) => [...some].every((one) => all.has(one));

/** Of what the server has not answered yet nothing is remembered: it is of who has left. */
let left = null;
const said = ({ done = "", solved = "" }) => `${done}/${solved}`;

/** What two parts of a link say is done, together. */
function join(one, other) {
  const lessons = new Map();
  const solved = new Set();
  for (const deed of new Set([...listDone(one), ...listDone(other)])) {
    const [lesson, number] = deed.split(" ");
    if (number) lessons.set(lesson, [...(lessons.get(lesson) ?? []), Number(number)]);
    else solved.add(deed);
  }
  const done = [...lessons].map(([lesson, numbers]) =>
    [lesson, ...numbers.toSorted((low, high) => low - high)].join("-")
  );
  return { done: done.toSorted().join("."), solved: [...solved].toSorted().join(".") };
}

/**
 * What the server was told last of what is done beside what its link says; it may know better than to take all of it.
 */
let added = "";

/**
 * Remember what a link says of who learns now, beside what is remembered; what the link lacks is told to the server.
 */
function remember(link, ask) {
  if (left === said(link) && listDone(link).size) return;
  left = null;
  const all = read();
  const before = all.learners[all.now];
  const place = link.lesson ? {} : { lesson: before.lesson, step: before.step };
  const after = part({ ...link, ...place, ...(within(listDone(before), listDone(link)) ? {} : join(before, link)) });
  if (flaw(after)) return;
  if (JSON.stringify(part(before)) !== JSON.stringify(after)) {
    change(all, { ...after, ...(before.known && { known: before.known }) });
  }
  if (within(listDone(after), listDone(link)) || added === said(after)) return;
  added = said(after);
  ask({ learner: after });
}

/**
 * Find out who has come by a link: whoever has done all of what it says, else who learned last, to whom it is added.
 *
 * @returns {object | null} What is remembered of them and the link does not say; null where it says it all.
 */
function meet(link) {
  const all = read();
  const here = listDone(link);
  const order = [all.now, ...all.learners.keys()];
  const now = order.find((place) => within(here, listDone(all.learners[place]))) ?? all.now;
  if (now !== all.now) write({ ...all, now });
  const one = all.learners[now];
  return within(listDone(one), here) && (!one.lesson || link.lesson) ? null : part(one);
}

let met = false;

/** Keep in step with what a page shows; the server is told of what this browser remembers beside it. */
export function follow(link, ask) {
  const more = !met && meet(link);
  met = true;
  if (more) ask({ learner: more });
  else remember(link, ask);
}

/** Keep in step with other tabs of this browser: what is done there is done here, and who learns there learns here. */
export function followTabs(link, ask, signal) {
  const changed = ({ key, oldValue }) => {
    if (key !== KEY || !met) return;
    const before = parse(oldValue);
    const { now, learners: all } = read();
    const forgotten = before && listDone(before.learners[before.now]).size > 0 && listDone(all[now]).size === 0;
    const other = forgotten || (before && (before.now !== now || before.learners.length !== all.length));
    if (other) left = said(link());
    // Nothing is written here: two tabs would answer each other for ever.
    if (other || !within(listDone(all[now]), listDone(link()))) ask({ learner: part(all[now]), alone: Boolean(other) });
  };
  addEventListener("storage", changed, { signal });
}

/** Go on as another learner, counted from 1; one more than there are is somebody new. What is remembered of them. */
export function switchLearner(number, link) {
  const all = read();
  if (number > MOST) return part(readLearner());
  const next = all.learners[number - 1] ?? part({});
  // Who has done nothing is forgotten as soon as somebody else goes on.
  const hasBegun = (one) => listDone(one).size > 0 || one.lesson || one.known;
  const learners = [...new Set([...all.learners, next])].filter((one) => one === next || hasBegun(one));
  left = said(link);
  write({ ...all, learners, now: learners.indexOf(next) });
  return part(next);
}

/** Forget who learns now. What is remembered of who learns then. */
export function forget(link) {
  const all = read();
  const rest = all.learners.toSpliced(all.now, 1);
  left = said(link);
  wrong = "";
  write({ ...all, now: 0, learners: rest.length ? rest : [part({})] });
  return part(readLearner());
}
