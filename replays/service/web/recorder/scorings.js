/** Scorings that are still to come: how the next tile would go. */

/** @import { NextTile, Snapshot, TileOutcome, TilePlace } from "../common/api.js" */

import { h } from "../viewer/elements.js";
import { streetName } from "./options.js";
import { capitalize, list, markOf, text } from "./page.js";

/** @type {("cubes" | "points" | "missing")[]} */
const COLUMNS = ["cubes", "points", "missing"];

/**
 * Return the next tile; the others after it can be opened.
 * @param {Snapshot} now
 */
export function nextTiles(now) {
  const [next, ...later] = now.next;
  if (!next) return null;
  return h(
    "details",
    { class: "next", "data-key": "next tiles" },
    h(
      "summary",
      {},
      h("span", { class: "tile" }, text(`tile.${next.tile}`)),
      h("span", { class: "why" }, text("tile.next")),
      h("span", { class: "winner" }, next.others.length ? openWinners(next) : knownWinners(next)),
    ),
    [next, ...next.others].map((outcome) => [
      next.others.length > 0 && h("h2", { class: "small" }, streetNames(now, outcome)),
      h("p", {}, capitalize(outcome.words)),
      rankingTable(outcome),
    ]),
    later.map(({ tile, words }) =>
      h("div", {}, h("h2", { class: "small" }, text(`tile.${tile}`)), h("p", {}, capitalize(words))),
    ),
  );
}

/** @param {TileOutcome} outcome */
function leadersOf({ ranking }) {
  return ranking.filter(({ place }) => place === 1);
}

/** @param {TilePlace} leader */
function leaderName({ colour, name, points }) {
  return h("b", {}, markOf(colour), h("bdi", {}, name), ` +${points}`);
}

/** @param {NextTile} next whose stacks all come to the same */
function knownWinners(next) {
  const why = next.ranking[0]?.place ? next.decided : text("tile.nobody");
  return [
    leadersOf(next).map(leaderName),
    h("span", { class: "why" }, [next.streets.length > 1 && text("tile.any"), why].filter(Boolean).join(" · ")),
  ];
}

/** @param {NextTile} next whose winner depends on the stack, or whose places do */
function openWinners(next) {
  const leaders = [next, ...next.others].flatMap(leadersOf);
  const different = leaders.filter((one, at) =>
    leaders.slice(0, at).every(({ seat, points }) => seat !== one.seat || points !== one.points),
  );
  return [different.map(leaderName), h("span", { class: "why" }, text("tile.depends"))];
}

/** @param {Snapshot} now @param {TileOutcome} outcome */
function streetNames({ turn_sheet }, { streets }) {
  return capitalize(list(turn_sheet.filter(({ street }) => streets.includes(street)).map(streetName)));
}

/** @param {TileOutcome} tile */
function rankingTable({ ranking }) {
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["player", ...COLUMNS].map((name) => h("th", { scope: "col" }, text(`ranking.${name}`))),
      ),
    ),
    h(
      "tbody",
      {},
      ranking.map((one) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, markOf(one.colour), " ", h("bdi", {}, one.name)),
          COLUMNS.map((column) => h("td", {}, String(one[column]))),
        ),
      ),
    ),
  );
}
