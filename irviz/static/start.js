// How Python begins, the same wherever it does: in a visitor's browser, and where its memory is taken for them (memory.js).

/** What Pyodide is told, whoever starts it: nothing is looked for elsewhere, and no position within a line is kept. */
export const OPTIONS = { env: { PYTHONNODEBUGRANGES: "1" }, packageBaseUrl: "./" };

/**
 * Lay our own Python where Pyodide looks for it.
 *
 * @param {object} FS Pyodide's file system.
 * @param {string} place The folder of packages.
 * @param {Record<string, string>} files Their texts, by path.
 */
export function lay(FS, place, files) {
  for (const [path, text] of Object.entries(files)) {
    FS.mkdirTree(`${place}/${path.slice(0, path.lastIndexOf("/"))}`);
    FS.writeFile(`${place}/${path}`, text);
  }
}
