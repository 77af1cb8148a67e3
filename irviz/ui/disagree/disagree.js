// Where metrics disagree: what is presented of it and told of masked values; what is on the page,
// irviz/views/disagree.py says.

import { address } from "../address.js";
import { modes } from "../board/modes.js";
import { listen } from "../events.js";
import { headTools, mounted, tellBriefly, toast } from "../frame.js";
import { onMaskChange } from "../masks.js";
import { refuseDuringQuestion } from "../rooms/question_lock.js";
import { setTitle } from "../title.js";
import { changeState } from "../state.js";
import { renderDescription } from "../view/description.js";
import { draw, h } from "../view/view.js";

export default mounted(".ix-disagree", (root, signal) => {
  let data = null;
  let ask = null;
  /** Whether it is presented, and then whether the values are masked; the server hears of it with every request. */
  let looks = null;
  /** The sides whose values are told although they are masked; a name will not do, since both metrics may have one. */
  const told = new Set();

  const notes = () => h("p.ix-notice.ix-disagree-notes", { role: "alert", "data-kind": "wrong" }, data.notes.join(" "));
  const show = () =>
    draw(
      root,
      renderDescription(data.view, { ...data, ask: wish, redraw: show, made: { "ix:notes": notes } }),
      toast(),
    );
  const request = (wanted, thing) => ask({ ...wanted, look: looks }, thing);

  /** What is pressed or chosen: another question, or the values of one of the two metrics are told. */
  function wish(wanted, thing) {
    if (wanted.reveal) told.add(wanted.reveal);
    if (wanted.reveal || refuseDuringQuestion()) return showLook(); // what was refused is not chosen
    told.clear();
    return request(wanted, thing);
  }

  function look(wanted) {
    told.clear();
    looks = { ...looks, ...wanted };
    showLook();
    request({});
  }

  /** Present, or leave; the browser's Back leads to where somebody has left. */
  function present(wanted) {
    if (!wanted) history.pushState(history.state, "", location.href);
    look({ present: wanted });
  }

  function showLook() {
    const masked = looks.present && looks.mask;
    changeState({ present: looks.present, masked, revealed: masked ? [...told].join(".") : "" });
    draw(headTools(), modes({ paired: true, present: looks.present }, { present: () => present(true) }));
    show();
  }

  const step = ({ by }) => {
    const { pair, has_more: more } = data;
    if (by > 0 ? more : pair > 1) wish({ pair: String(pair + by) });
  };
  const path = location.pathname;
  const travel = () => {
    const wanted = new URLSearchParams(location.search).get("present") === "1";
    if (location.pathname === path && wanted !== looks?.present) look({ present: wanted });
  };
  addEventListener("popstate", travel, { signal });
  listen("present", (detail) => present(detail.present), signal);
  listen("mask", ({ mask, reveal }) => look({ mask: mask && !reveal?.length }), signal);
  listen("say", ({ words }) => tellBriefly(words), signal);
  onMaskChange(() => data && show(), signal);
  listen("step", step, signal);
  signal.addEventListener("abort", () => changeState({ present: false, masked: false }));

  return (next, asked) => {
    data = next;
    ask = asked;
    looks ??= { present: data.looks.includes("present"), mask: data.looks.includes("mask") };
    root.dataset.pair = data.pair;
    showLook();
    setTitle("task", data.title);
    address(data.link, data.own_parameters);
  };
});
