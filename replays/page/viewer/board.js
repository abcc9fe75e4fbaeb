/** The board at a position: all its parts as panels, and what all players share beside the city. */

/** @import { Child } from "./elements.js" */
/** @import { Page } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { drawCity } from "./city.js";
import { classes, h, s } from "./elements.js";
import { drawMat, listPiles } from "./mats.js";
import { cells, disc, label, picture, round, shape, twoLines } from "./shapes.js";
import { details, format, named } from "./words.js";

const WIDTH = 376;
const CELL = 15;
const MOST_CELLS = 20;
const MATERIALS = [..."WBM"];

/**
 * Return all parts of the board.
 * @param {Scene} scene
 */
export function drawBoard(scene) {
  const { page } = scene;
  const { controls } = page;
  const mats = h(
    "div",
    { class: "mats" },
    page.parties.map((_, party) => drawMat(scene, party)),
  );
  const isIntrigue = page.intrigue.length > 0;
  const hasCubes = scene.isKnown("cubes");
  return [
    h(
      "div",
      { class: "column" },
      panel("city", controls.city, drawCity(scene)),
      panel("piles", controls.cards, listPiles(scene)),
      scene.isKnown("points") && panel("track", controls.track, drawPoints(scene)),
      isIntrigue && scene.isKnown("goods") && panel("track", controls.faction, drawFactions(scene)),
    ),
    h(
      "div",
      { class: "column" },
      panel("council", controls.council, drawCouncil(scene)),
      hasCubes && panel("buildings", controls.buildings, drawBuildings(scene)),
      hasCubes && panel("cities", controls.cities, drawCities(scene)),
      hasCubes && isIntrigue && panel("areas", controls.intrigue, drawAreas(scene)),
    ),
    panel("wide", controls.players, mats),
  ];
}

/** @param {string} kind @param {string} title @param {Child[]} content */
function panel(kind, title, ...content) {
  return h("section", { class: `panel ${kind}` }, h("h2", {}, title), ...content);
}

// The council.

/**
 * Return the fifteen scoring tiles with the seats on them.
 * @param {Scene} scene
 */
function drawCouncil(scene) {
  const { page } = scene;
  const marks = [...scene.value("council")];
  const due = scene.value("tile") || page.council[marks.indexOf(".")] || "";
  const more = seatsOnNoTile(marks, scene.value("seats"));
  const seatName = (/** @type {string} */ mark) =>
    mark === "." ? page.controls.free : mark === "x" ? page.controls.closed : scene.ownerOf(mark);
  const seats = page.council.map((tile, at) => named(page, page.names.tile[tile], seatName(marks[at])));
  const name = details(page, [page.controls.council, ...seats]);
  const height = 3 * 80 + (more.length ? 26 : 0);
  const before = scene.valueBefore("council");
  return picture(
    WIDTH,
    height,
    name,
    page.council.map((tile, at) => drawCouncilTile(scene, tile, at, marks[at], tile === due, marks[at] !== before[at])),
    more.length > 0 && label(page.controls.noTile, 0, height - 8, 150, 12, { class: "quiet" }),
    more.map((mark, at) => disc(scene.colourOf(mark), 170 + at * 24, height - 12, 10)),
  );
}

/**
 * @param {Scene} scene @param {string} tile @param {number} at @param {string} mark
 * @param {boolean} isDue @param {boolean} isChanged
 */
function drawCouncilTile(scene, tile, at, mark, isDue, isChanged) {
  const [x, y] = [(at % 5) * 76, Math.floor(at / 5) * 80];
  const kind = classes(
    "tile",
    isDue && "due",
    isChanged && "changed",
    mark !== "." && "scored",
    scene.isPointedAt(`tile:${tile}`) && "pointed",
  );
  return s(
    "g",
    {},
    s("rect", { x: x + 1, y: y + 1, width: 70, height: 74, rx: 8, class: kind }),
    label(String(at + 1), x + 5, y + 11, 20, 8.5, { class: "quiet" }),
    twoLines(scene.page.names.tile[tile], x + 36, y + 32, 64, 11.5, { "text-anchor": "middle" }),
    mark === "." || mark === "x"
      ? s("circle", { cx: x + 36, cy: y + 57, r: 12, class: "seat" })
      : disc(scene.colourOf(mark), x + 36, y + 57, 12),
    mark === "x" && s("path", { d: `M${x + 30} ${y + 51}l12 12m0-12l-12 12`, class: "cross" }),
  );
}

/** @param {string[]} marks @param {string} seats */
function seatsOnNoTile(marks, seats) {
  const left = [...marks];
  return [...seats].filter((seat) => {
    const at = left.indexOf(seat);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

// Rows of cells.

/** @param {Scene} scene @param {string} name @param {number} x @param {number} y */
function drawRow(scene, name, x, y) {
  const cubes = scene.value(`row:${name}`);
  const count = scene.page.cells[name];
  const width = Math.min(Math.max(count, cubes.length), MOST_CELLS) * CELL;
  const kind = `row ${scene.highlight(`row:${name}`)}`;
  return s(
    "g",
    {},
    s("rect", { x: x - 2, y: y - 2, width: width + 4, height: CELL + 4, rx: 4, class: kind }),
    cells(cubes, count, x, y, CELL, (mark) => scene.colourOf(mark)),
  );
}

/** @param {Scene} scene @param {string} title @param {string[]} rows */
function describeRows(scene, title, rows) {
  const described = rows
    .filter((name) => scene.value(`row:${name}`))
    .map((name) => named(scene.page, scene.page.names.row[name], scene.ownersOf(`row:${name}`)));
  return details(scene.page, [title, ...(described.length ? described : [scene.page.controls.empty])]);
}

/** @param {Scene} scene @param {string} name */
function hasRow(scene, name) {
  return name in scene.page.cells;
}

/**
 * Return the length of the longest of some rows.
 * @param {Scene} scene @param {string[]} names
 */
function longestRow(scene, names) {
  const lengths = names.filter((name) => hasRow(scene, name)).map((name) => scene.page.cells[name]);
  return Math.min(Math.max(0, ...lengths), MOST_CELLS);
}

/**
 * Return the churches and the Palazzo with their rows of cells.
 * @param {Scene} scene
 */
function drawBuildings(scene) {
  const { page } = scene;
  const places = Object.keys(page.names.building);
  /** @type {{kind: string, left: number, width: number}[]} */
  const columns = [];
  let x = 2;
  for (const kind of "WBMAR") {
    const names = places.map((place) => `${place}.${kind}`);
    const width = Math.max(longestRow(scene, names) * CELL, 44);
    if (!names.some((name) => hasRow(scene, name))) continue;
    columns.push({ kind, left: x, width });
    x += width + 12;
  }
  const rows = places.flatMap((place) =>
    columns.map(({ kind }) => `${place}.${kind}`).filter((name) => hasRow(scene, name)),
  );
  return picture(
    Math.max(x, WIDTH),
    places.length * 46 + 16,
    describeRows(scene, page.controls.buildings, rows),
    columns.map(({ kind, left, width }) =>
      label(page.names.row_kind[kind], left, 12, width + 8, 12, { class: "quiet" }),
    ),
    places.map((place, at) =>
      s(
        "g",
        {},
        label(page.names.building[place], 2, 34 + at * 46, WIDTH, 13.5, { class: "strong" }),
        columns
          .filter(({ kind }) => hasRow(scene, `${place}.${kind}`))
          .map(({ kind, left }) => drawRow(scene, `${place}.${kind}`, left, 41 + at * 46)),
      ),
    ),
  );
}

/**
 * Return the six cities with their cells, and with Intrigue those of banking.
 * @param {Scene} scene
 */
function drawCities(scene) {
  const { page } = scene;
  const places = Object.keys(page.names.city);
  const cellsWidth = longestRow(scene, places) * CELL;
  const banking = places
    .flatMap((place) => MATERIALS.map((kind) => `${place}.${kind}`))
    .filter((name) => hasRow(scene, name));
  const bankWidth = longestRow(scene, banking) * CELL;
  const left = 112;
  const bank = (/** @type {string} */ kind) => left + cellsWidth + 14 + MATERIALS.indexOf(kind) * (bankWidth + 12);
  const width = Math.max(WIDTH, banking.length ? bank("M") + bankWidth + 4 : left + cellsWidth + 4);
  const top = banking.length ? 18 : 0;
  return picture(
    width,
    places.length * 30 + top,
    describeRows(scene, page.controls.cities, [...places, ...banking]),
    banking.length > 0 &&
      MATERIALS.map((kind) => label(page.names.row_kind[kind], bank(kind), 12, 40, 12, { class: "quiet" })),
    places.map((place, at) =>
      s(
        "g",
        {},
        label(page.names.city[place], 2, top + 16 + at * 30, left - 8, 13.5, { class: "strong" }),
        drawRow(scene, place, left, top + 4 + at * 30),
        MATERIALS.filter((kind) => hasRow(scene, `${place}.${kind}`)).map((kind) =>
          drawRow(scene, `${place}.${kind}`, bank(kind), top + 4 + at * 30),
        ),
      ),
    ),
  );
}

/**
 * Return the two areas of Intrigue.
 * @param {Scene} scene
 */
function drawAreas(scene) {
  const { page } = scene;
  const left = 132;
  const kinds = MATERIALS.filter((kind) => hasRow(scene, `EMP.${kind}`));
  return picture(
    WIDTH,
    92,
    describeRows(scene, page.controls.intrigue, ["CAR", ...kinds.map((kind) => `EMP.${kind}`)]),
    label(page.names.area.CAR, 2, 18, left - 8, 13, { class: "strong" }),
    drawRow(scene, "CAR", left, 6),
    label(page.names.area.EMP, 2, 66, left - 8, 13, { class: "strong" }),
    kinds.map((kind, at) =>
      s(
        "g",
        {},
        label(page.names.row_kind[kind], left + at * 76, 44, 70, 11, { class: "quiet" }),
        drawRow(scene, `EMP.${kind}`, left + at * 76, 54),
      ),
    ),
  );
}

// Tracks.

/**
 * Return where each of several parties is on a track of numbers; parties at the same number are one above the other.
 * @param {Scene} scene @param {string} name
 * @param {{first: number, last: number, marks: number[]}} axis @param {number[]} numbers of the parties
 */
function drawTrack(scene, name, { first, last, marks }, numbers) {
  const x = (/** @type {number} */ number) =>
    round(14 + ((Math.min(Math.max(number, first), last) - first) / (last - first || 1)) * (WIDTH - 28));
  /** @type {Map<number, number>} */
  const below = new Map();
  const often = numbers.map((number) => numbers.filter((other) => other === number).length);
  const ground = 18 + Math.max(...often) * 13;
  return picture(
    WIDTH,
    ground + 8,
    name,
    s("path", { d: `M14 ${ground}H${WIDTH - 14}`, class: "axis" }),
    marks.map((number) =>
      s(
        "g",
        {},
        s("path", { d: `M${x(number)} ${ground - 4}v8`, class: "axis" }),
        label(String(Math.abs(number)), x(number), 8, 24, 10, { "text-anchor": "middle", class: "quiet" }),
      ),
    ),
    numbers.map((number, party) => {
      const count = below.get(number) || 0;
      below.set(number, count + 1);
      const { colour } = scene.page.parties[party];
      return shape(colour, x(number), ground - 9 - count * 13, 6, `piece c-${colour}`);
    }),
  );
}

/**
 * Return everybody's points on a track.
 * @param {Scene} scene
 */
function drawPoints(scene) {
  const { controls, parties } = scene.page;
  const points = parties.map((_, party) => scene.value(`m${party}.points`));
  const last = Math.max(50, Math.ceil(Math.max(...points) / 10) * 10);
  const every = last > 100 ? Math.ceil(last / 100) * 10 : 10;
  const marks = Array.from({ length: Math.floor(last / every) + 1 }, (_, at) => at * every);
  const everybody = parties.map((party, at) => named(scene.page, party.name, points[at]));
  const name = details(scene.page, [controls.track, ...everybody]);
  return drawTrack(scene, name, { first: Math.min(0, ...points), last, marks }, points);
}

/**
 * Return everybody between the cardinal and the emperor.
 * @param {Scene} scene
 */
function drawFactions(scene) {
  const { page } = scene;
  const players = page.parties.slice(0, page.players);
  const steps = players.map((_, player) => scene.value(`m${player}.faction`));
  const marks = [...page.stages.map((stage) => -stage).reverse(), 0, ...page.stages];
  const everybody = players.map((player, at) => named(page, player.name, describeFaction(page, steps[at])));
  const name = details(page, [page.controls.faction, ...everybody]);
  return drawTrack(scene, name, { first: -page.steps, last: page.steps, marks }, steps);
}

/** @param {Page} page @param {number} step */
function describeFaction(page, step) {
  const side = step < 0 ? page.names.track.cardinal : page.names.track.emperor;
  return step ? format(page.controls.steps, { number: Math.abs(step), side }) : "0";
}
