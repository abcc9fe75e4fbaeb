/** The decisions, the newest first; each can be opened to be set right. */

import { button, capital, h } from "./elements.js";
import { say } from "./told.js";

/**
 * @param {object} now @param {object[]} older all decisions, if somebody asked for them
 * @param {(decided: object) => void} opened @param {() => void} recall asks for all of them
 */
export function log(now, older, opened, recall) {
  const all = older.length ? older : now.last;
  if (!all.length) return [h("p", { class: "quiet" }, say("log.empty"))];
  return [
    h(
      "ol",
      { class: "decided" },
      [...all].reverse().map((one) => h("li", {}, entry(one, opened))),
    ),
    all[0].number > 1 ? button(say("log.all"), recall, { key: "recall" }) : null,
  ];
}

function entry(one, opened) {
  return button([h("code", {}, one.symbol), h("span", {}, capital(one.words)), h("small", {}, one.id)], () => opened(one), {
    key: `decided ${one.number}`,
    "data-number": one.number,
    "aria-label": say("log.open", { words: one.words }),
  });
}
