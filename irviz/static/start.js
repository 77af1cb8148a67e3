// How Python begins, the same wherever it does: in a visitor's browser, and where its memory is taken for them
// (memory.js).

/** What Pyodide is told, whoever starts it: nothing is looked for elsewhere, and no position within a line is kept. */
export const OPTIONS = { env: { PYTHONNODEBUGRANGES: "1" }, packageBaseUrl: "./" };

/**
 * Lay our own Python where Pyodide looks for it.
 *
 * @param {object} FS Pyodide's file system.
 * @param {string} place The folder of packages.
 * @param {Record<string, string>} files Their texts, by path.
 */
export function writeFiles(FS, place, files) {
  for (const [path, text] of Object.entries(files)) {
    FS.mkdirTree(`${place}/${path.slice(0, path.lastIndexOf("/"))}`);
    FS.writeFile(`${place}/${path}`, text);
  }
}

/**
 * Python's memory without what its program begins with, which whoever has the program has already; and back again. That
 * leaves a sixth less to fetch.
 *
 * @param {Uint8Array} memory From `makeMemorySnapshot`, or from here; changed in place.
 * @param {Uint8Array} program The core of Pyodide.
 */
export function toggleProgramData(memory, program) {
  const begins = new DataView(memory.buffer, memory.byteOffset).getUint32(4, true); // behind Pyodide's own notes
  for (const [to, from, size] of data(program)) {
    const place = begins + to;
    for (let at = 0; at < size; at += 1) memory[place + at] ^= program[from + at];
  }
}

const DATA = 11;

/** What a WebAssembly program puts into its memory: where, from where in the program, and how many bytes. */
function* data(program) {
  let at = 8; // behind its name and version
  const read = () => program[at++];
  /** A number in LEB128; it has no sign here, since no address has. */
  const number = () => {
    let found = 0;
    for (let shift = 0;; shift += 7) {
      const byte = read();
      found += (byte & 127) * 2 ** shift;
      if (byte < 128) return found;
    }
  };
  while (at < program.length) {
    const section = read();
    const size = number();
    const end = at + size;
    for (let count = section === DATA ? number() : 0; count; count -= 1) {
      at += 2; // an active segment of the one memory; a constant
      const to = number();
      at += 1; // the end of the constant
      const length = number();
      yield [to, at, length];
      at += length;
    }
    at = end;
  }
}
