/** The city: nine tiles, and the stacks of the twelve streets between them, the bottom disc at the left. */

/** @import { Scene } from "./scene.js" */

import { classes, s } from "./elements.js";
import { disc, label, picture, sign } from "./shapes.js";
import { details, named } from "./words.js";

const TILE = 76;
const PITCH = 150;
const RADIUS = 15;
const OVERLAP = 17;

/** @param {Scene} scene */
export function drawCity(scene) {
  const { page, streets } = scene;
  const size = 2 * PITCH + TILE;
  const described = streets
    .filter((street) => scene.value(`street:${street}`))
    .map((street) => named(page, page.names.street[street], scene.ownersOf(`street:${street}`)));
  const name = details(page, [page.controls.city, ...(described.length ? described : [page.controls.empty])]);
  return picture(
    size,
    size,
    name,
    streets.map((street) => drawRoad(scene, street)),
    [...page.city].map((action, at) => drawTile(scene, action, (at % 3) * PITCH, Math.floor(at / 3) * PITCH)),
    streets.map((street, number) => drawStack(scene, street, page.intrigue[number])),
  );
}

/**
 * Return the middle of a street.
 * @param {string} street
 */
function middleOf(street) {
  const [one, other] = [...street].map((square) => Number(square) - 1);
  const at = (/** @type {number} */ square) => (square % 3) * PITCH + TILE / 2;
  const row = (/** @type {number} */ square) => at(Math.floor(square / 3));
  return [(at(one) + at(other)) / 2, (row(one) + row(other)) / 2];
}

/** @param {Scene} scene @param {string} street */
function drawRoad(scene, street) {
  const [x, y] = middleOf(street);
  const isAcross = Number(street[1]) - Number(street[0]) === 1;
  const [width, height] = isAcross ? [PITCH - TILE + 12, 40] : [40, PITCH - TILE + 12];
  const kind = classes("road", scene.highlight(`street:${street}`));
  return s("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 6, class: kind });
}

/** @param {Scene} scene @param {string} action @param {number} x @param {number} y */
function drawTile(scene, action, x, y) {
  const kind = scene.isPointedAt(`square:${action}`) ? "tile pointed" : "tile";
  return s(
    "g",
    {},
    s("rect", { x, y, width: TILE, height: TILE, rx: 9, class: kind }),
    sign(action, x + TILE / 2 - 17, y + 11, 34),
    label(scene.page.names.square[action], x + TILE / 2, y + TILE - 12, TILE - 8, 14, { "text-anchor": "middle" }),
  );
}

/** @param {Scene} scene @param {string} street @param {string | undefined} intrigue */
function drawStack(scene, street, intrigue) {
  const marks = [...scene.value(`street:${street}`)];
  const [x, y] = middleOf(street);
  const left = x - ((marks.length - 1) * OVERLAP) / 2;
  const [active, depth] = scene.value("disc").split("/");
  const number = active === street ? marks.length - Number(depth) : -1;
  const activeX = left + number * OVERLAP;
  return s(
    "g",
    {},
    intrigue &&
      label([...intrigue].join(" / "), x, y - RADIUS - 5, 60, 11, { "text-anchor": "middle", class: "quiet" }),
    marks.map((mark, at) => disc(scene.colourOf(mark), left + at * OVERLAP, y, RADIUS, at < marks.length - 1)),
    number >= 0 && s("circle", { cx: activeX, cy: y, r: RADIUS + 2, class: "halo" }),
    number >= 0 && drawPointer(activeX, y + RADIUS + 4),
  );
}

/**
 * Return a small pointer to the disc that is being activated.
 * @param {number} x @param {number} y
 */
function drawPointer(x, y) {
  return s("polygon", { points: `${x - 5},${y + 7} ${x + 5},${y + 7} ${x},${y}`, class: "pointer" });
}
