/** The last decisions, the newest first; each can be opened to be set right. */

import { button, capital, h } from "./elements.js";
import { say } from "./told.js";

/** @param {object} now @param {(decided: object) => void} opened */
export function log(now, opened) {
  if (!now.last.length) return [h("p", { class: "quiet" }, say("log.empty"))];
  return [
    h(
      "ol",
      { class: "decided", reversed: true, start: now.last.at(-1).number },
      [...now.last].reverse().map((one) =>
        h(
          "li",
          {},
          button(
            [h("code", {}, one.symbol), h("span", {}, capital(one.words)), h("small", {}, one.id)],
            () => opened(one),
            { key: `decided ${one.number}`, "data-number": one.number, "aria-label": say("log.open", { words: one.words }) },
          ),
        ),
      ),
    ),
  ];
}
