// The page's title: what is open on the page, and before the product's name what the page is called, which Streamlit
// says (main.py) each time that it runs the whole page.

let page = document.title;
let words = "";

/**
 * What says it, the nearest to what somebody does first: in a lesson that is the step, and not the query on its board.
 */
const told = { task: "", board: "" };

/**
 * Say what is open.
 *
 * @param {"task" | "board"} by
 * @param {string} what Empty where there is nothing to say.
 */
export function setTitle(by, what) {
  told[by] = what;
  write();
}

/** What was open is not there any more; who shows something says so anew. */
export function forgetTitles() {
  readPage(); // the page's title may be a new one
  Object.assign(told, { task: "", board: "" });
  write();
}

function write() {
  words = [told.task || told.board, page].filter(Boolean).join(" · ");
  if (document.title !== words) document.title = words;
}

function readPage() {
  if (document.title === words) return;
  if (document.title !== page) Object.assign(told, { task: "", board: "" }); // another page
  page = document.title;
  write();
}

new MutationObserver(readPage).observe(document.head, { childList: true, characterData: true, subtree: true });
