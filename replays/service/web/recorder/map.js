/** The city as a map of buttons: nine tiles, and between them the twelve streets with their stacks. */

/** @import { SheetStreet } from "../common/api.js" */

import { h, s } from "../viewer/elements.js";
import { disc } from "../viewer/shapes.js";
import { details, drawing, list, signOf, text } from "./page.js";

const WIDTH = 100;
const MIDDLE = 27;
const RADIUS = 19;
const OVERLAPS = [22, 22, 22, 17, 12];
const CONTRIBUTE = "C";

/**
 * A street with its discs, if these are known, and those that are `waiting`.
 * @typedef {Pick<SheetStreet, "street" | "name"> & {intrigue?: string, discs?: string, waiting?: string[]}} MapStreet
 */

/**
 * Return the map.
 * @param {{city: string, streets: MapStreet[], isLegal: (street: string) => boolean,
 *   active?: {street: string, depth: number} | null, onTap?: (street: string) => void}} shown `city` as in `Snapshot`;
 *   without `onTap` nothing is a button
 */
export function drawMap({ city, streets, isLegal, active, onTap }) {
  return h(
    "div",
    { class: "map", role: "group", "aria-label": text("city") },
    tilesOf(city).map((action, at) => drawTile(action, at + 1)),
    streets.map((street) => {
      const depth = active?.street === street.street ? active.depth : 0;
      return drawRoad(street, isLegal(street.street), depth, onTap);
    }),
  );
}

/**
 * Return the actions of the nine squares.
 * @param {string} city
 */
export function tilesOf(city) {
  return [...city.replaceAll("/", "").replace("-", CONTRIBUTE)];
}

/**
 * Place an element on a square, or between two.
 * @template {HTMLElement} E
 * @param {E} element @param {number} square @param {number} other
 */
function place(element, square, other = square) {
  const at = (/** @type {number} */ number) => [Math.floor((number - 1) / 3) * 2 + 1, ((number - 1) % 3) * 2 + 1];
  const [[row, column], [otherRow, otherColumn]] = [at(square), at(other)];
  element.style.gridArea = `${(row + otherRow) / 2} / ${(column + otherColumn) / 2}`;
  return element;
}

/** @param {string} action @param {number} square */
function drawTile(action, square) {
  const content = [signOf(action), h("span", {}, text(`action.${action}`))];
  return place(h("div", { class: "square", "aria-hidden": "true" }, content), square);
}

/**
 * @param {MapStreet} street @param {boolean} isLegal @param {number} depth of the active disc, 0 without one
 * @param {((street: string) => void) | undefined} onTap
 */
function drawRoad(street, isLegal, depth, onTap) {
  const [one, other] = [...street.street].map(Number);
  const kind = ["road", one + 1 === other ? "across" : "down", isLegal && "may", depth && "active"];
  const label = [streetName(street), describeDiscs(street), isLegal || !onTap ? "" : text("refused.street")];
  const attributes = {
    class: kind.filter(Boolean).join(" "),
    "data-street": street.street,
    "data-key": `street ${street.street}`,
    "aria-label": details(label.filter(Boolean)),
  };
  const content = [
    drawStack(street, depth),
    street.intrigue && h("span", { class: "intrigue", "aria-hidden": "true" }, street.intrigue),
  ];
  const road = onTap
    ? h("button", { type: "button", click: () => onTap(street.street), ...attributes }, content)
    : h("div", { role: "img", ...attributes }, content);
  return place(road, one, other);
}

/**
 * Return the name of a street: its two tiles, in the order of its name in notation.
 * @param {{name: string}} street
 */
export function streetName({ name: [one, other] }) {
  return text("street", { one: text(`action.${one}`), other: text(`action.${other}`) });
}

/** @param {MapStreet} street */
function describeDiscs({ discs, waiting = [] }) {
  if (discs === undefined) return "";
  const described = [
    ...[...discs].map((letter) => text(`disc.${letter}`)),
    ...waiting.map((letter) => (letter ? text("disc.waiting", { disc: text(`disc.${letter}`) }) : text("disc.+"))),
  ];
  return described.length ? list(described) : text("street.empty");
}

/**
 * Return a stack from above, the bottom disc at the left; the disc at `depth` from the top, if it is not 0, is marked.
 * Discs that are waiting come after the others, "" for one whose colour is not certain.
 * @param {{discs?: string, waiting?: string[]}} street
 */
export function drawStack({ discs = "", waiting = [] }, depth = 0) {
  const letters = [...discs, ...waiting];
  const overlap = OVERLAPS[letters.length] ?? 12;
  const left = WIDTH / 2 - ((letters.length - 1) * overlap) / 2;
  const at = letters.length - depth;
  return drawing(
    WIDTH,
    WIDTH * 0.56,
    letters.map((letter, number) => {
      const x = left + number * overlap;
      const shown = letter ? disc(letter, x, MIDDLE, RADIUS, number < letters.length - 1) : drawUnknown(x);
      return number < discs.length ? shown : s("g", { class: "waiting-disc" }, shown);
    }),
    depth > 0 && at >= 0 && s("circle", { cx: left + at * overlap, cy: MIDDLE, r: RADIUS + 3, class: "halo" }),
    !letters.length && s("path", { d: "M50 20v14M43 27h14", class: "free" }),
  );
}

/** @param {number} x */
function drawUnknown(x) {
  return s("circle", { cx: x, cy: MIDDLE, r: RADIUS - 2, class: "unknown-disc" });
}
