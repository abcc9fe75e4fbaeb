/** Scorings: how the next tile would go, what has just been scored, and who has won. */

/** @import { NextTile, Scoring, Snapshot, TileOutcome, TilePlace } from "../common/api.js" */

import { h } from "../viewer/elements.js";
import { cubeIcon } from "../viewer/shapes.js";
import { streetName } from "./map.js";
import { button, capitalize, letterOf, list, markOf, playerTitle, text } from "./page.js";

/** @type {("cubes" | "points" | "missing")[]} */
const COLUMNS = ["cubes", "points", "missing"];
const MOST_CUBES = 6;

// What comes.

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

// What has come.

/**
 * Return what was scored since a number of decisions, each as a card, with a button that puts all of them away.
 * @param {Snapshot} now @param {number} seen @param {() => void} close
 */
export function scoringCards(now, seen, close) {
  const scorings = now.scorings.filter(({ number }) => number > seen);
  if (!scorings.length) return null;
  const player = now.seat === null ? null : now.players[now.seat];
  const words = player ? text("scored.on", { player: playerTitle(player) }) : text("scored.on.nobody");
  return [
    scorings.map((scoring) => scoringCard(now, scoring)),
    !now.over && button(words, close, { kind: "primary", key: "scored" }),
  ];
}

/** @param {Snapshot} now @param {Scoring} scoring */
function scoringCard(now, { place, title, tile, tiles, seat, decided, ranking }) {
  const sitting = seat === null ? null : now.players[seat];
  return h(
    "section",
    { class: "scored", "data-scored": place, "aria-label": capitalize(title) },
    tile > 0 &&
      h(
        "p",
        { class: "about" },
        text("scored.tile", { number: tile, total: tiles }),
        sitting && [" · ", text("scored.seat", { player: playerTitle(sitting) }), " ", markOf(sitting.colour)],
      ),
    h("h2", {}, capitalize(title)),
    ranking.length ? h("ol", {}, ranking.map(scoredPlace)) : h("p", {}, text("scored.nobody")),
    decided && h("p", { class: "why" }, decided),
  );
}

/** @param {TilePlace} ranked */
function scoredPlace({ colour, name, cubes, place, points }) {
  const isDrawn = cubes <= MOST_CUBES;
  return h(
    "li",
    { class: points > 0 ? false : "nothing" },
    h("span", { class: "rank" }, points > 0 ? `${place}.` : "–"),
    markOf(colour),
    h("bdi", {}, name),
    h(
      "span",
      { class: "cubes" },
      Array.from({ length: isDrawn ? cubes : 1 }, () => cubeIcon(letterOf(colour))),
      h("span", { class: isDrawn ? "heard" : false }, ` ×${cubes}`),
    ),
    h("b", {}, `+${points}`),
  );
}

/**
 * Return who has won and everybody's points, null while the game continues.
 * @param {Snapshot} now
 */
export function resultCard({ result, players }) {
  if (!result) return null;
  const isWinner = (/** @type {number} */ seat) => result.winners.includes(seat);
  const seats = players.map((_, seat) => seat);
  seats.sort(
    (one, other) => Number(isWinner(other)) - Number(isWinner(one)) || players[other].points - players[one].points,
  );
  return h(
    "section",
    { class: "scored result", "data-result": "", "aria-label": text("over") },
    h("p", { class: "about" }, text("over")),
    h(
      "h2",
      {},
      result.winners.map((seat) => markOf(players[seat].colour)),
      capitalize(result.words),
    ),
    h(
      "ol",
      {},
      seats.map((seat, at) =>
        h(
          "li",
          {},
          h("span", { class: "rank" }, `${at + 1}.`),
          markOf(players[seat].colour),
          h("bdi", {}, playerTitle(players[seat])),
          h("span", {}),
          h("b", {}, String(players[seat].points)),
        ),
      ),
    ),
  );
}
