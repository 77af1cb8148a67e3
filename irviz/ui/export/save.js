// From the page to the user's disk and clipboard.

/** Save a blob as a file. */
export function save(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has its own hold on the blob once the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Save a text of JSON as a file. */
export const saveJson = (name, text) => save(name, new Blob([text], { type: "application/json" }));

/**
 * Copy a text.
 * @returns {Promise<boolean>} Whether the page may: not without https, nor where the user forbids it.
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
