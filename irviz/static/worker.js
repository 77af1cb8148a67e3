// Python in a thread of its own: it starts, and then answers what the page asks (host.js).
//
// To it: `{id, call, args, address}`; back: `{id, text}` or `{id, fault}`. Of itself it says `{progress, words,
// stops}`, `{ready}`, the milliseconds that it took, or `{fault}`, one line, if it cannot start. What is asked before
// it is ready waits.
//
// Large files are compressed once, when the edition is written, and unpacked here: a host needs to do nothing for that.

import { FILES, LOADER, LOCK, RUNTIME } from "./python.js";
import { OPTIONS, toggleProgramData, writeFiles } from "./start.js";

/** Before so much time is over, in ms, nobody needs to be told how far it has come. */
const SILENT = 1000;

/** A line for people. */
class Fault extends Error {}

const { fetch } = self;
const at = (name) => new URL(name, import.meta.url).href;
const whole = Object.values(FILES).reduce((sum, [, size]) => sum + size, 0);
let come = 0;
let over = false;

/** A file, unpacked while it comes. */
async function unpacked([name]) {
  let answer;
  try {
    answer = await fetch(at(name));
  } catch {
    throw new Fault("Python could not be fetched: there is no connection. Load the page again when there is one.");
  }
  if (!answer.ok) throw missing(name);
  return answer.body.pipeThrough(new TransformStream({ transform: counted })).pipeThrough(
    new DecompressionStream("gzip"),
  );
}

function missing(path) {
  const name = path.split("/").pop();
  return new Fault(
    `Python could not start: the file ${name} is missing, or is of another version. Load the page again.`,
  );
}

function counted(chunk, line) {
  come += chunk.length;
  line.enqueue(chunk);
  if (over || performance.now() <= SILENT) return;
  const part = come / whole;
  postMessage({ progress: Math.min(part, 0.99), words: `Python is on its way: ${Math.round(100 * part)} %` });
}

/** What a file comes to; one that is not what it should be is as good as none. */
async function content(file, made = (answer) => answer.arrayBuffer()) {
  const stream = await unpacked(file);
  try {
    return await made(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
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

/** Whether programs may run here: the shortest one that there is. */
function able() {
  try {
    return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) &&
      typeof DecompressionStream === "function";
  } catch {
    return false;
  }
}

/** Pyodide with our Python, and its memory where that was taken. */
async function started() {
  if (!able()) {
    throw new Fault(
      "Python needs WebAssembly, which this browser lacks, or its host forbids; the board and its curves work without.",
    );
  }
  const { core, library, irviz, memory } = FILES;
  const parts = [
    imported(LOADER),
    imported(RUNTIME),
    content(core, (answer) => Promise.all([WebAssembly.compileStreaming(answer.clone()), answer.arrayBuffer()])),
    content(library),
    content(irviz, (answer) => answer.json()),
    memory && content(memory),
  ];
  const [{ loadPyodide }, { default: runtime }, [compiled, program], zip, ours, kept] = await Promise.all(parts);
  const snapshot = kept && new Uint8Array(kept);
  if (snapshot) toggleProgramData(snapshot, new Uint8Array(program));
  // Pyodide asks for two files by itself: the library, and its core, which is here already.
  const { instantiateStreaming } = WebAssembly;
  self.fetch = async () => new Response(zip);
  WebAssembly.instantiateStreaming = async (_, imports) => /** @type {any} */ ({
    module: compiled,
    instance: await WebAssembly.instantiate(compiled, imports),
  });
  try {
    return await loadPyodide({
      ...OPTIONS,
      indexURL: at("./"),
      lockFileContents: LOCK,
      fsInit: (FS, { sitePackages }) => writeFiles(FS, sitePackages, ours),
      createPyodideModule: snapshot ? async (settings) => roomy(await runtime(settings), snapshot.length) : runtime,
      ...(snapshot && { _loadSnapshot: snapshot }),
    });
  } finally {
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** Let Pyodide's memory grow to so many bytes before another one takes its place, which Pyodide leaves to us. */
function roomy(module, size) {
  if (module.HEAP8.length < size) module._free(module._malloc(size - module._sbrk(0) + 2 ** 17));
  module.HEAP8.fill(0, size);
  return module;
}

/** The last line of what went wrong: Python tells where first, and then what. */
function told(error) {
  return error instanceof Fault ? error.message : `Python: ${String(error?.message ?? error).trim().split("\n").pop()}`;
}

const host = started().then((python) => {
  // Whoever begins with the same memory would draw the same numbers, and look for modules where they were.
  python.runPython("import importlib, random; importlib.invalidate_caches(); random.seed()");
  const found = python.pyimport("irviz.static.worker");
  postMessage({ progress: 1, words: "" });
  postMessage({ ready: performance.now() });
  return found;
});

host.catch((error) => {
  over = true; // what is still on its way has nothing more to say
  if (!(error instanceof Fault)) console.error(error);
  postMessage({
    fault: error instanceof Fault
      ? error.message
      : `Python could not start (${told(error)}). Load the page again, or in another browser.`,
  });
});

/**
 * The address that came with the question, which the page takes back to stop the work; and whether it can be asked for
 * here.
 */
let going = "";
let stops = null;

/** Whether the page still waits: while Python is at work no message comes in, but an address can be asked for. */
function wanted() {
  try {
    const asked = new XMLHttpRequest();
    asked.open("GET", going, false);
    asked.send();
    return true;
  } catch {
    return false;
  }
}

/** Tell how far something has come that takes a while, in words; whether to go on. Python calls this. */
self.say = (words) => {
  stops ??= wanted(); // before anybody could stop it
  postMessage({ progress: 0, words, stops });
  return !stops || wanted();
};

self.onmessage = async ({ data: { id, call, args, address } }) => {
  try {
    await host;
    [going, stops] = [address, null];
    postMessage({ id, text: (await host)[call](...args) });
  } catch (error) {
    if (!(error instanceof Fault)) console.error(error);
    postMessage({ id, fault: told(error) });
  }
};
