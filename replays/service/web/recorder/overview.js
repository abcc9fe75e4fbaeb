/** What is seen all the time: points, discs and goods, the turn as notation. */

/** @import { Snapshot } from "../common/api.js" */

import { h, s } from "../viewer/elements.js";
import { drawing, markOf, playerTitle, text } from "./page.js";

export const DISC = "●";
export const WHITE = "○";
export const CARD = "▯";

/** @type {("wood" | "brick" | "marble")[]} */
const GOODS = ["wood", "brick", "marble"];

/**
 * Return everybody's points, discs and cards; the player who is to act is highlighted.
 * @param {Snapshot} now @param {number | null} acting
 */
export function playerList(now, acting = now.seat) {
  return h(
    "ul",
    { class: "players", "aria-label": text("players") },
    now.players.map((player, seat) => {
      const { coloured, white, points } = player;
      const hand = player.hand.length;
      const signs = [`${coloured}\u2009${DISC}`, `${white}\u2009${WHITE}`, `${hand}\u2009${CARD}`];
      return h(
        "li",
        { class: seat === acting ? "acting" : false },
        markOf(player.colour),
        h("bdi", {}, playerTitle(player)),
        h("b", { role: "img", "aria-label": text("points", { points }) }, String(points)),
        h(
          "small",
          { role: "img", "aria-label": text("discs", { coloured, white, hand }) },
          signs.map((sign) => h("span", {}, sign)),
        ),
      );
    }),
  );
}

/**
 * Return the turn so far as notation, and after it what the service does not have yet.
 * @param {Snapshot} now @param {string} unsent
 */
export function turnLine(now, unsent) {
  return h(
    "p",
    { class: "line" },
    h("span", { class: "heard" }, text("line"), " "),
    h("code", {}, now.line || `${now.turn}.`, unsent && [" ", h("span", { class: "unsent" }, unsent)]),
  );
}

/**
 * Return the mat of each player in a line.
 * @param {Snapshot} now
 */
export function matList(now) {
  return now.players.map((player) =>
    h(
      "li",
      {},
      markOf(player.colour),
      h("bdi", {}, playerTitle(player)),
      GOODS.map((good) => {
        const cube = drawing(10, 10, s("rect", { width: 10, height: 10 }));
        return h("span", { class: `good ${good}` }, cube, text(`good.${good}`, { number: player[good] }));
      }),
      h("span", {}, text("good.cloth", { number: player.cloth.reduce((sum, one) => sum + one, 0) })),
      h("span", {}, text("good.ships", { number: player.ships })),
      h("span", {}, text("good.houses", { houses: [...player.houses].join(" ") || "–" })),
    ),
  );
}
