/**
 * A curve to be heard: one tone a rank, the higher the larger its value, and a click at the cutoff. It is made in the
 * page, sounds only where somebody asks for it, and stops as soon as something of it may no longer be told.
 *
 * @typedef {object} Line
 * @property {(number | null)[]} values At k = 1..n; null where nothing may be told, which is a rest.
 * @property {number} k The cutoff.
 * @property {number} [pan] From the left, −1, to the right, 1.
 */

import { listen, tell } from "../events.js";
import { choice } from "../progress.js";
import { watchState } from "../state.js";

const GAINS = { Quiet: 0.05, Usual: 0.16, Loud: 0.5 };

/** 0 is the A below middle C, 1 two octaves above it. */
const LOWEST = 220;
const OCTAVES = 2;

/** In seconds: a curve takes no longer, and no tone of it longer or shorter; between two curves is a rest. */
const WHOLE = 4;
const LONGEST = 0.24;
const SHORTEST = 0.04;
const REST = 0.4;
const SINGLE = 0.12;
const FULL = "triangle";
const HOLLOW = "square";
const CLICK = { frequency: 2500, lasts: 0.015 };

export const volume = choice("irviz-volume", Object.keys(GAINS), "Usual");

/** Whether what moves in a drag, and what is read with keys, is heard. */
export const tones = choice("irviz-tones", ["on", "off"], "off");

let context = null;
let playing = null; // {output, whole, done}: `whole` for curves, not for single values

/** Play lines one after the other; `done` is called when they have ended, or were stopped. */
export function play(lines, done = () => {}) {
  const { output, start } = begin();
  const marks = [];
  let at = start;
  for (const line of lines) at = schedule(context, output, line, at, marks) + REST;
  playing = { output, whole: true, done };
  point(playing, marks, at - REST);
}

/**
 * Let single values be heard, one after the other, where that is wanted and something tells them; a later one takes
 * their place. What a hand holds, else the result at the rank, decides the voice: a relevant one sounds full, another
 * one hollow.
 *
 * @param {{value: number | null, pan?: number}[]} values
 * @param {Element} chart Where they are seen.
 * @param {number} [rank]
 */
export function note(values, chart, rank) {
  const untold = values.some(({ value }) => value === null);
  if (untold || tones.get() === "off" || isPlaying() || !chart.checkVisibility({ visibilityProperty: true })) return;
  const { output, start } = begin();
  playing = { output, whole: false };
  const top = Math.max(1, ...values.map(({ value }) => value));
  const card = document.querySelector(".ix-card:is(.ix-lifted, .ix-held)") ??
    document.querySelector(`.ix-card[data-rank="${rank}"]`);
  const voice = card?.dataset.relevant === "false" ? HOLLOW : FULL;
  values.forEach(({ value, pan }, at) =>
    tone(context, panned(context, output, pan), pitch(value, top), start + at * SINGLE, SINGLE, voice)
  );
}

/** Whether a curve is heard now. */
export const isPlaying = () => Boolean(playing?.whole);

/** Be silent, at once. */
export function stopSound() {
  if (!playing) return;
  const { output, whole, done } = playing;
  playing = null;
  output.disconnect();
  if (!whole) return;
  tell("rank", { rank: null });
  done();
}

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isPlaying()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  stopSound();
}, { capture: true });

function begin() {
  stopSound();
  context ??= new AudioContext();
  context.resume();
  const output = new GainNode(context, { gain: GAINS[volume.get()] });
  output.connect(context.destination);
  return { output, start: context.currentTime + 0.03 };
}

/**
 * Write a line into an audio context, real or offline.
 *
 * @param {BaseAudioContext} into
 * @param {AudioNode} output
 * @param {Line} line
 * @param {number} start In seconds.
 * @param {{rank: number, at: number}[]} [marks] Takes when each rank is heard.
 * @returns {number} When it ends.
 */
export function schedule(into, output, { values, k, pan }, start, marks = []) {
  const known = values.filter((value) => value !== null);
  const to = panned(into, output, pan);
  const top = Math.max(1, ...known);
  const ranks = heard(values, k);
  const step = Math.min(WHOLE / ranks.length, LONGEST);
  ranks.forEach((rank, index) => {
    const at = start + index * step;
    const value = values[rank - 1];
    marks.push({ rank, at });
    if (value !== null) tone(into, to, pitch(value, top), at, step * 0.9);
    if (rank === k && known.length) tone(into, to, CLICK.frequency, at, CLICK.lasts, "square");
  });
  return start + ranks.length * step;
}

/** Of a long list as many ranks as can be told apart, with the first, the cutoff and the last among them. */
function heard({ length }, k) {
  const by = Math.ceil((length * SHORTEST) / WHOLE);
  return Array.from({ length }, (_, at) => at + 1).filter((rank) =>
    (rank - 1) % by === 0 || rank === k || rank === length
  );
}

/** How high a value sounds, in hertz; `top` is the largest that there can be. */
export const pitch = (value, top = 1) => LOWEST * 2 ** ((OCTAVES * Math.max(value, 0)) / top);

function panned(into, output, pan) {
  if (!pan) return output;
  const side = new StereoPannerNode(into, { pan });
  side.connect(output);
  return side;
}

/**
 * One tone, without a crack at either end.
 *
 * @param {BaseAudioContext} into
 * @param {AudioNode} output
 * @param {number} frequency
 * @param {number} at
 * @param {number} lasts
 * @param {OscillatorType} type
 */
function tone(into, output, frequency, at, lasts, type = FULL) {
  const ease = Math.min(0.01, lasts / 4);
  const peak = type === HOLLOW ? 0.4 : 1; // as loud to the ear
  const loud = new GainNode(into, { gain: 0 });
  const voice = new OscillatorNode(into, { type, frequency });
  loud.gain.setValueAtTime(0, at);
  loud.gain.linearRampToValueAtTime(peak, at + ease);
  loud.gain.setValueAtTime(peak, at + lasts - ease);
  loud.gain.linearRampToValueAtTime(0, at + lasts);
  voice.connect(loud).connect(output);
  voice.start(at);
  voice.stop(at + lasts);
}

/** Point at each rank while it is heard, and be done at the end. */
function point(what, marks, end, last = null) {
  if (playing !== what) return;
  const now = context.currentTime;
  if (now >= end) return stopSound();
  const rank = marks.findLast(({ at }) => at <= now)?.rank ?? null;
  if (rank !== last) tell("rank", { rank });
  requestAnimationFrame(() => point(what, marks, end, rank));
}

listen("show", () => isPlaying() && stopSound());
// Something may no longer be told, or may be again.
watchState(["predict", "told", "masked", "revealed", "sealed", "room", "off"], stopSound);
