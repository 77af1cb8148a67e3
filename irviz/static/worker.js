// Python in a thread of its own: it starts, and then answers what the page asks (host.js).
//
// To it: `{id, call, args}`; back: `{id, text}` or `{id, fault}`. Of itself it says `{progress, words}`, `{ready}`, the
// milliseconds that it took, or `{fault}`, one line, if it cannot start. What is asked before it is ready waits.
//
// Large files are compressed once, when the edition is written, and unpacked here: a host needs to do nothing for that.

import { FILES, LOADER, LOCK, RUNTIME } from "./python.js";
import { OPTIONS, lay } from "./start.js";

/** Before so much time is over, in ms, nobody needs to be told how far it has come. */
const SILENT = 1000;

/** A line for people. */
class Fault extends Error {}

const { fetch } = self;
const at = (name) => new URL(name, import.meta.url).href;
const whole = Object.values(FILES).reduce((sum, [, size]) => sum + size, 0);
let come = 0;

/** A file, unpacked while it comes. */
async function unpacked([name]) {
  let answer;
  try {
    answer = await fetch(at(name));
  } catch {
    throw new Fault("Python could not be fetched: there is no connection. Load the page again when there is one.");
  }
  if (!answer.ok) throw missing(name);
  return answer.body.pipeThrough(new TransformStream({ transform: counted })).pipeThrough(new DecompressionStream("gzip"));
}

const missing = (name) =>
  new Fault(`Python could not start: the file ${name.split("/").pop()} is missing, or is of another version. Load the page again.`);

function counted(chunk, line) {
  come += chunk.length;
  line.enqueue(chunk);
  if (performance.now() > SILENT) postMessage({ progress: Math.min(come / whole, 0.99), words: `Python is on its way: ${Math.round((100 * come) / whole)} %` });
}

/** The same as what a function of `Response` makes of it; a file that is not what it should be is as good as none. */
async function content(file, kind) {
  const stream = await unpacked(file);
  try {
    return await new Response(stream)[kind]();
  } catch {
    throw missing(file[0]);
  }
}

async function imported(name) {
  try {
    return await import(at(name));
  } catch {
    throw missing(name);
  }
}

/** Pyodide with our Python, and its memory where that was taken. */
async function started() {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
    throw new Fault("Python needs a browser of the last two years, with WebAssembly allowed; without it, the board and its curves work.");
  }
  const { core, library, irviz } = FILES;
  const ours = content(irviz, "json");
  const parts = [FILES.memory && content(FILES.memory, "arrayBuffer"), imported(LOADER), imported(RUNTIME), content(core, "arrayBuffer"), content(library, "arrayBuffer")];
  const [snapshot, { loadPyodide }, runtime, wasm, zip] = await Promise.all([...parts, ours]);
  const memory = snapshot && new Uint8Array(snapshot);
  // Pyodide asks for two files by itself.
  self.fetch = async (address) => {
    const core = String(address).endsWith(".wasm");
    return new Response(core ? wasm : zip, { headers: { "Content-Type": core ? "application/wasm" : "application/zip" } });
  };
  try {
    return await loadPyodide({
      ...OPTIONS,
      indexURL: at("./"),
      lockFileContents: LOCK,
      createPyodideModule: memory ? async (settings) => roomy(await runtime.default(settings), memory.length) : runtime.default,
      fsInit: async (FS, { sitePackages }) => lay(FS, sitePackages, await ours),
      ...(memory && { _loadSnapshot: memory }),
    });
  } finally {
    self.fetch = fetch;
  }
}

/** Let Pyodide's memory grow to so many bytes before another one takes its place, which Pyodide leaves to us. */
function roomy(module, size) {
  while (module.HEAP8.length < size) module._free(module._malloc(size - module.HEAP8.length));
  module.HEAP8.fill(0, size);
  return module;
}

/** The last line of what went wrong: Python tells where first, and then what. */
const told = (error) => (error instanceof Fault ? error.message : `Python: ${String(error?.message ?? error).trim().split("\n").pop()}`);

const host = started().then((python) => {
  // Whoever begins with the same memory would draw the same numbers.
  python.runPython("import random; random.seed()");
  const found = python.pyimport("irviz.static.host");
  postMessage({ progress: 1, words: "" });
  postMessage({ ready: performance.now() });
  return found;
});

host.catch((error) => {
  if (!(error instanceof Fault)) console.error(error);
  postMessage({ fault: error instanceof Fault ? error.message : `Python could not start (${told(error)}). Load the page again, or in another browser.` });
});

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    postMessage({ id, text: (await host)[call](...args) });
  } catch (error) {
    if (!(error instanceof Fault)) console.error(error);
    postMessage({ id, fault: told(error) });
  }
};
