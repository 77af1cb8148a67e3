// Beside the tabs: which example is open. Below: how it is judged.

import { element } from "./cards.js";

/** A labelled select; `choose(value)` is called for a choice. */
function makeSelect(root, name, label, choose) {
  const wrap = element("label", "ix-setting");
  const words = element("span", "");
  words.textContent = label;
  const select = element("select", "", { "data-testid": name });
  select.addEventListener("change", () => choose(select.value));
  wrap.append(words, select);
  root.append(wrap);
  return {
    show(options, value, visible = true) {
      const wanted = options.map(([id, text]) => `${id}:${text}`).join("|");
      if (select.dataset.options !== wanted) {
        select.dataset.options = wanted;
        select.replaceChildren(
          ...options.map(([id, text]) => {
            const option = element("option", "", { value: id });
            option.textContent = text;
            return option;
          }),
        );
      }
      if (select.value !== String(value)) select.value = String(value);
      wrap.hidden = !visible;
    },
  };
}

const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, step) => first + step);

/**
 * The settings of the board.
 * @param on {example(id), scale(top, threshold), gain(name)}
 */
export function makeSettings(menuRoot, scaleRoot, on) {
  let shown = null;
  const example = makeSelect(menuRoot, "example", "Example", on.example);
  const top = makeSelect(scaleRoot, "top", "Judge by", (value) =>
    on.scale(Number(value), Math.min(shown.threshold, Number(value))),
  );
  const threshold = makeSelect(scaleRoot, "threshold", "Relevant from grade", (value) => on.scale(shown.top, Number(value)));
  const gain = makeSelect(scaleRoot, "gain", "Gain", on.gain);
  return {
    show(data) {
      const [{ top: highest, threshold: lowest }] = data.queries;
      shown = { top: highest, threshold: lowest };
      const graded = highest > 1;
      example.show(data.examples.map(({ id, title }) => [id, title]), data.set, data.examples.length > 1);
      const scales = upTo(2, data.highest).map((grade) => [grade, `grades 0 to ${grade}`]);
      top.show([[1, "relevant or not"], ...scales], highest);
      threshold.show(upTo(1, highest).map((grade) => [grade, String(grade)]), lowest, graded);
      gain.show([["linear", "the grade"], ["exp", "2^grade − 1"]], data.gain, graded);
    },
  };
}
