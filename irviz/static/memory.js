// Run by Node where the edition is written: starts Python, opens every page once, and keeps the memory that Python then
// has.
//
// A browser that begins with it neither compiles nor imports anything. In the folder that it runs in are Pyodide and
// our Python.

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "./pyodide.mjs";
import { OPTIONS, toggleProgramData, writeFiles } from "./start.js";

// Of what went wrong, the last line is for people; Node would print the script that it happened in, which is very long.
process.on("uncaughtException", ({ message }) => {
  console.error(message.trim().split("\n").pop());
  process.exit(1);
});

const { info } = JSON.parse(readFileSync("pyodide-lock.json", "utf8"));
const files = JSON.parse(readFileSync("irviz.json", "utf8"));

const python = await loadPyodide({
  ...OPTIONS,
  // The same each time, or nobody could keep it from one version to the next.
  env: { ...OPTIONS.env, PYTHONHASHSEED: "0" },
  indexURL: process.cwd(),
  lockFileContents: { info, packages: {} },
  _makeSnapshot: true,
});
// Not before: Pyodide would note the packages that it begins with in JavaScript, which no memory of Python's holds.
writeFiles(python.FS, python._api.sitePackages, files);
// Each page by somebody who opens nothing else, and all of it forgotten but what is the same for everybody.
python.runPython(`
import gc, importlib, random
from irviz.pages.host import Host
from irviz.pages.menu import PAGES
from irviz.static import worker
for path in PAGES:
    Host().open_page(path, {})
del path
random.seed(0)
importlib.invalidate_caches()  # which hold a file open that is another one elsewhere
gc.collect()
`);
const begun = python.runPython("import json, sys; json.dumps([*sys.modules])");
sweep(python._module);
const memory = python.makeMemorySnapshot();
toggleProgramData(memory, readFileSync("pyodide.asm.wasm"));
writeFileSync("memory.bin", memory);
console.log(begun);

/** Fill with nothing what is free between what is not: it would travel, too. */
function sweep(memory) {
  const taken = [];
  for (let size = 2 ** 15; size >= 8; size = Math.floor(size * 0.8)) {
    const end = memory._sbrk(0);
    for (let at = memory._malloc(size); at; at = memory._malloc(size)) {
      taken.push(at);
      if (memory._sbrk(0) !== end) break;
      memory.HEAPU8.fill(0, at, at + size);
    }
  }
  taken.forEach(memory._free);
}
