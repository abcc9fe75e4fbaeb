/** What is seen all the time: the next tile with who would win it and by which rule, points, and the turn as notation. */

import { capital, drawn, h, letterOf, s, shape } from "./elements.js";
import { say } from "./told.js";

export const DISC = "●";
export const WHITE = "○";
export const CARD = "▯";

/** The mark of a player: colour and shape. */
export function mark(colour) {
  const letter = letterOf(colour);
  return s(
    "svg",
    { viewBox: "-12 -12 24 24", class: "mark", "aria-hidden": "true" },
    s("circle", { r: 11, class: `disc c-${letter}` }),
    shape(letter, 0, 0, 5.4, "on"),
  );
}

/** The next tile; the others after it can be unfolded. */
export function nextTiles(now) {
  const [next, ...later] = now.next;
  if (!next) return [];
  return [
    h(
      "details",
      { class: "next", "data-key": "next tiles" },
      h(
        "summary",
        {},
        h("span", { class: "tile" }, say(`tile.${next.tile}`)),
        h(
          "span",
          { class: "winner" },
          leaders(next),
          h("span", { class: "why" }, next.standing[0]?.place ? next.decided : say("tile.nobody")),
        ),
      ),
      h("p", {}, capital(next.words)),
      table(next),
      later.map((tile) =>
        h("div", {}, h("h2", { class: "small" }, say(`tile.${tile.tile}`)), h("p", {}, capital(tile.words))),
      ),
    ),
  ];
}

function leaders(tile) {
  return tile.standing
    .filter((one) => one.place === 1)
    .map((one) => h("b", {}, mark(one.colour), h("bdi", {}, one.name), ` +${one.points}`));
}

function table(tile) {
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["player", "cubes", "points", "lacking"].map((name) => h("th", { scope: "col" }, say(`standing.${name}`))),
      ),
    ),
    h(
      "tbody",
      {},
      tile.standing.map((one) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, mark(one.colour), " ", h("bdi", {}, one.name)),
          h("td", {}, String(one.cubes)),
          h("td", {}, String(one.points)),
          h("td", {}, String(one.lacking)),
        ),
      ),
    ),
  );
}

/** The name of a player, or the colour of one without. */
export function called({ colour, name }) {
  return name ?? say(`colour.${letterOf(colour)}`);
}

/** The same where it stands by itself. */
export function headed({ colour, name }) {
  return name ?? capital(called({ colour }));
}

/** Everybody's points, discs and cards; who is to act, at `acting`, stands out. */
export function players(now, acting = now.seat) {
  return h(
    "ul",
    { class: "players", "aria-label": say("players") },
    now.players.map((player, seat) =>
      h(
        "li",
        { class: seat === acting ? "acting" : false },
        mark(player.colour),
        h("bdi", {}, headed(player)),
        h("b", { role: "img", "aria-label": say("points", { points: player.points }) }, String(player.points)),
        h(
          "small",
          {
            role: "img",
            "aria-label": say("discs", { coloured: player.coloured, white: player.white, hand: player.hand.length }),
          },
          [
            [player.coloured, DISC],
            [player.white, WHITE],
            [player.hand.length, CARD],
          ].map(([number, sign]) => h("span", {}, `${number}\u2009${sign}`)),
        ),
      ),
    ),
  );
}

/** The turn so far, as it is written, and behind it what the service does not have yet. */
export function line(now, unsent) {
  return h(
    "p",
    { class: "line" },
    h("span", { class: "heard" }, say("line"), " "),
    h("code", {}, now.line || `${now.turn}.`, unsent ? [" ", h("span", { class: "unsent" }, unsent)] : null),
  );
}

/** Where the pictures of goods are: a mat in a line. */
export function mats(now) {
  return now.players.map((player) =>
    h(
      "li",
      {},
      mark(player.colour),
      h("bdi", {}, headed(player)),
      ["wood", "brick", "marble"].map((good) =>
        h(
          "span",
          { class: `good ${good}` },
          drawn(10, 10, s("rect", { width: 10, height: 10 })),
          say(`good.${good}`, { number: player[good] }),
        ),
      ),
      h("span", {}, say("good.cloth", { number: player.cloth.reduce((sum, one) => sum + one, 0) })),
      h("span", {}, say("good.ships", { number: player.ships })),
      h("span", {}, say("good.houses", { houses: player.houses.length ? [...player.houses].join(" ") : "–" })),
    ),
  );
}
