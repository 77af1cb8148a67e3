// What has been done in the lessons and the challenges, remembered in this browser, for each who learns in it.
//
// Each is kept as their part of a link: {done, solved, lesson, step}. What was edited or is of another version is said and
// left behind; where nothing can be kept, the address has it all the same.

const KEY = "irviz-learners";
const VERSION = 1;

/** So many can learn in one browser. */
const MOST = 9;

const PARTS = { done: 2000, solved: 2000, lesson: 60, step: 2 };

/** Why nothing is remembered, or what was not: `closed`, `full`, `odd`; else empty. */
export const trouble = () => wrong;

let wrong = "";

/** What this browser keeps under a name, or null. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    wrong = "closed";
    return null;
  }
}

/** Let this browser keep something, if it can. */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
    if (wrong !== "odd") wrong = "";
  } catch {
    wrong = wrong === "closed" ? wrong : "full";
  }
}

const part = (link) => Object.fromEntries(Object.keys(PARTS).map((name) => [name, link[name] ?? ""]));
const isPart = (one) => Object.entries(PARTS).every(([name, most]) => typeof one?.[name] === "string" && one[name].length <= most && /^[\w.-]*$/.test(one[name]));

/** What was kept of those who learn, or null if that cannot be read. */
function parse(text) {
  try {
    const { version, now, learners } = JSON.parse(text);
    if (version === VERSION && learners.length > 0 && learners.length <= MOST && learners.every(isPart) && Number.isInteger(now) && learners[now]) return { version, now, learners };
  } catch {
    // It is none.
  }
  return null;
}

/** Who learns here, and which of them it is now. */
function read() {
  const text = kept(KEY);
  const found = text && parse(text);
  if (text && !found) wrong = "odd";
  return found || { version: VERSION, now: 0, learners: [part({})] };
}

const write = (all) => keep(KEY, JSON.stringify(all));

/** The part of a link of who learns now. */
export function mine() {
  const { now, learners } = read();
  return learners[now];
}

/** How many learn here, and which of them it is now, from 1. */
export function learners() {
  const { now, learners: all } = read();
  return { now: now + 1, of: all.length };
}

/** What is done according to a part of a link: `recall-1`, `recall-3`, and the challenges. */
export function deeds({ done = "", solved = "" }) {
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
  for (const deed of new Set([...deeds(one), ...deeds(other)])) {
    const [lesson, number] = deed.split(" ");
    if (number) lessons.set(lesson, [...(lessons.get(lesson) ?? []), Number(number)]);
    else solved.add(deed);
  }
  const done = [...lessons].map(([lesson, numbers]) => [lesson, ...numbers.toSorted((low, high) => low - high)].join("-"));
  return { done: done.toSorted().join("."), solved: [...solved].toSorted().join(".") };
}

/** What the server was told last of what is done beside what its link says; it may know better than to take all of it. */
let added = "";

/** Remember what a link says of who learns now, beside what is remembered; what the link lacks is told to the server. */
function remember(link, ask) {
  if (left === said(link) && deeds(link).size) return;
  left = null;
  const all = read();
  const before = all.learners[all.now];
  const place = link.lesson ? {} : { lesson: before.lesson, step: before.step };
  const after = part({ ...link, ...place, ...(within(deeds(before), deeds(link)) ? {} : join(before, link)) });
  if (!isPart(after)) return;
  if (JSON.stringify(before) !== JSON.stringify(after)) write({ ...all, learners: all.learners.with(all.now, after) });
  if (within(deeds(after), deeds(link)) || added === said(after)) return;
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
  const here = deeds(link);
  const order = [all.now, ...all.learners.keys()];
  const now = order.find((place) => within(here, deeds(all.learners[place]))) ?? all.now;
  if (now !== all.now) write({ ...all, now });
  const one = all.learners[now];
  return within(deeds(one), here) && (!one.lesson || link.lesson) ? null : one;
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
    const forgotten = before && deeds(before.learners[before.now]).size > 0 && deeds(all[now]).size === 0;
    const other = forgotten || (before && (before.now !== now || before.learners.length !== all.length));
    if (other) left = said(link());
    // Nothing is written here: two tabs would answer each other for ever.
    if (other || !within(deeds(all[now]), deeds(link()))) ask({ learner: all[now], alone: Boolean(other) });
  };
  addEventListener("storage", changed, { signal });
}

/** Go on as another learner, counted from 1; one more than there are is somebody new. What is remembered of them. */
export function become(number, link) {
  const all = read();
  if (number > MOST) return mine();
  all.learners[number - 1] ??= part({});
  left = said(link);
  write({ ...all, now: number - 1 });
  return all.learners[number - 1];
}

/** Forget who learns now. What is remembered of who learns then. */
export function forget(link) {
  const all = read();
  const rest = all.learners.toSpliced(all.now, 1);
  left = said(link);
  wrong = "";
  write({ ...all, now: 0, learners: rest.length ? rest : [part({})] });
  return mine();
}
