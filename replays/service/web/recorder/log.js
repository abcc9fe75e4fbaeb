/** The decisions, the newest first; each can be opened to be set right. */

import { button, capital, h } from "./elements.js";
import { headed, mark } from "./strip.js";
import { say } from "./told.js";

/**
 * @param {object} now @param {import("./past.js").Past} past
 * @param {(decided: object) => void} opened
 */
export function log(now, past, opened) {
  const all = past.decisions(now);
  if (!all.length) return [h("p", { class: "quiet" }, say("log.empty"))];
  return [
    h(
      "ol",
      { class: "decided" },
      [...all].reverse().map((one) => h("li", {}, entry(one, now.players[one.seat], opened))),
    ),
    all[0].number > 1 ? button(say("log.all"), () => past.recall(), { key: "recall" }) : null,
  ];
}

function entry(one, player, opened) {
  const whose = player ? headed(player) : "";
  const content = [
    h("span", { class: "who" }, player ? mark(player.colour) : null, h("span", {}, capital(one.words))),
    h("small", {}, one.id),
    h("code", {}, one.symbol),
  ];
  return button(content, () => opened(one), {
    key: `decided ${one.number}`,
    "data-number": one.number,
    "aria-label": [whose, say("log.open", { words: one.words })].filter(Boolean).join(": "),
  });
}
