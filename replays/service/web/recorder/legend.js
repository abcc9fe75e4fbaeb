/** What the signs on the recorder's page mean. */

import { h } from "./elements.js";
import { stack } from "./map.js";
import { CARD, DISC, WHITE } from "./strip.js";
import { say } from "./told.js";

/** A list that can be unfolded. */
export function legend() {
  const signs = [
    ["12", "points"],
    [DISC, "discs"],
    [WHITE, "white"],
    [CARD, "cards"],
    ["+3", "win"],
    [stack({ discs: "", waiting: ["b"] }), "waits"],
    ["↶ ↷", "undo"],
    ["✓", "tapped"],
  ];
  return h(
    "details",
    { class: "legend", "data-else": "signs" },
    h("summary", {}, say("signs")),
    h(
      "dl",
      {},
      signs.map(([sign, name]) => [h("dt", {}, sign), h("dd", {}, say(`signs.${name}`))]),
    ),
  );
}
