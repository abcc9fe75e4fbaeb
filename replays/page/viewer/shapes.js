/**
 * The small things that are on a table: discs, cubes, goods, cards; texts that fit, and rows of cells. A colour never
 * stands alone: every player has a shape too.
 */

/** @import { Attributes, Child } from "./elements.js" */

import { s } from "./elements.js";

const STAR = Array.from({ length: 10 }, (_, at) => {
  const radius = at % 2 ? 0.48 : 1.12;
  return [radius * Math.sin((at * Math.PI) / 5), 0.06 - radius * Math.cos((at * Math.PI) / 5)];
});
/** @type {Record<string, number[][]>} */
const OUTLINES = {
  r: [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
  y: [
    [0, -1.08],
    [1.02, 0.76],
    [-1.02, 0.76],
  ],
  g: [
    [0, -1.15],
    [1, 0],
    [0, 1.15],
    [-1, 0],
  ],
  p: STAR,
};

/**
 * Return the shape of a player's colour; `squash` is below one where it lies on something seen from the side.
 * @param {string} colour @param {number} x @param {number} y @param {number} radius @param {string} kind
 */
export function shape(colour, x, y, radius, kind, squash = 1) {
  const outline = OUTLINES[colour];
  if (!outline) {
    const [rx, ry] = [radius * 0.92, radius * 0.92 * squash].map(round);
    return s("ellipse", { cx: x, cy: y, rx, ry, class: kind });
  }
  return s("polygon", {
    points: outline.map(([a, b]) => `${round(x + a * radius)},${round(y + b * radius * squash)}`).join(" "),
    class: kind,
  });
}

/**
 * Return what a disc shows of its owner: the shape of the colour, or a ring on white discs.
 * @param {string} colour @param {number} x @param {number} y @param {number} radius
 */
export function mark(colour, x, y, radius, squash = 1) {
  if (colour === "w") {
    const [rx, ry] = [radius * 0.95, radius * 0.95 * squash].map(round);
    return s("ellipse", { cx: x, cy: y, rx, ry, class: "ring" });
  }
  return shape(colour, x, y, radius, `on on-${colour}`, squash);
}

/**
 * Return a disc from above: its owner's colour and shape, at the left where another disc covers it; a ring on white ones.
 * @param {string} colour @param {number} x @param {number} y @param {number} radius
 */
export function disc(colour, x, y, radius, isCovered = false) {
  const [middle, size] = isCovered ? [x - radius * 0.42, radius * 0.36] : [x, radius * 0.46];
  return s(
    "g",
    {},
    s("circle", { cx: x, cy: y + radius * 0.13, r: radius, class: "edge" }),
    s("circle", { cx: x, cy: y, r: radius, class: `disc c-${colour}` }),
    mark(colour, middle, y, size),
  );
}

/**
 * Return a cube of a player.
 * @param {string} colour @param {number} x @param {number} y @param {number} size
 */
export function cube(colour, x, y, size) {
  const inset = size * 0.07;
  return s(
    "g",
    {},
    s("rect", {
      x: x + inset,
      y: y + inset,
      width: size - 2 * inset,
      height: size - 2 * inset,
      rx: size * 0.16,
      class: `cube c-${colour}`,
    }),
    shape(colour, x + size / 2, y + size / 2, size * 0.22, `on on-${colour}`),
  );
}

/**
 * Return about how wide a text is, in parts of its font size.
 * @param {string} text
 */
export function widthOf(text) {
  let width = 0;
  for (const letter of text) width += letter > "\u2e7f" ? 1 : letter >= "\u0400" ? 0.63 : 0.55;
  return width;
}

/**
 * Return a text made smaller until it fits into a width, then cut.
 * @param {string} text @param {number} x @param {number} y @param {number} width @param {number} size
 * @param {Attributes} attributes
 */
export function label(text, x, y, width, size, attributes = {}) {
  const fits = Math.min(size, width / Math.max(widthOf(text), 0.01));
  const smallest = size * 0.62;
  let shown = text;
  if (fits < smallest) {
    const letters = [...text];
    while (letters.length > 1 && widthOf(`${letters.join("")}…`) * smallest > width) letters.pop();
    shown = `${letters.join("")}…`;
  }
  return s("text", { x, y, "font-size": round(Math.max(fits, smallest)), ...attributes }, shown);
}

/**
 * Return words in at most two lines around a middle, broken at a space, after a hyphen, or between Chinese letters.
 * @param {string} text @param {number} x @param {number} y @param {number} width @param {number} size
 * @param {Attributes} attributes
 */
export function twoLines(text, x, y, width, size, attributes = {}) {
  const halves = (/** @type {number} */ at) => [text.slice(0, at).trim(), text.slice(at).trim()];
  const longer = (/** @type {number} */ at) => Math.max(...halves(at).map(widthOf));
  const breaks = [...text].flatMap((letter, at) =>
    at && (/[ -]/.test(text[at - 1]) || letter > "\u2e7f") ? [at] : [],
  );
  if (widthOf(text) * size <= width || !breaks.length) return label(text, x, y, width, size, attributes);
  const [above, below] = halves(breaks.reduce((best, at) => (longer(at) < longer(best) ? at : best)));
  return s(
    "g",
    {},
    label(above, x, y - size * 0.55, width, size, attributes),
    label(below, x, y + size * 0.55, width, size, attributes),
  );
}

/**
 * The signs of the nine actions, of the four of Intrigue and of the Palazzo, each within 24 by 24.
 * @type {Record<string, string>}
 */
export const SIGNS = {
  W: "M3 9h13a3 3 0 0 1 0 6H3zM16 9a3 3 0 0 0 0 6M5 17h12a2.5 2.5 0 0 1 0 5H5M6 2h11a2.5 2.5 0 0 1 0 5H6z",
  B: "M2 15h9v5H2zM13 15h9v5h-9zM7 8h10v5H7zM2 8h3v5H2zM19 8h3v5h-3z",
  M: "M3 8l9-4 9 4v9l-9 4-9-4zM3 8l9 4 9-4M12 12v9M7 12l2 4M16 13l2 3",
  U: "M3 21V10l9-7 9 7v11zM9 21v-7h6v7M16 5V3h2v4",
  A: "M12 2a3 3 0 0 1 0 6a3 3 0 0 1 0-6zM8 21v-2h8v2zM9 19c0-4-2-5-1-9h8c1 4-1 5-1 9z",
  V: "M4 3v18M20 3v18M4 6h16M4 18h16M8 6v12M12 6v12M16 6v12M8 10h4M12 13h4",
  S: "M3 16h18l-3 5H6zM12 2v14M12 3l7 9h-7zM12 6l-5 6h5z",
  T: "M2 6h2l2 9h13l2-8H5M9 16.5a2.2 2.2 0 1 0 .1 0M16 16.5a2.2 2.2 0 1 0 .1 0M9 7v8M13 7v8M17 7l-1 8",
  C: "M12 1v6M10 3h4M5 21V12l7-5 7 5v9zM10 21v-5a2 2 0 0 1 4 0v5",
  K: "M3 15c4 2 14 2 18 0M7 14c0-6 10-6 10 0M6 16l-1 5M18 16l1 5",
  R: "M4 4h16v16H4zM7 16l4-5 3 3 2-2 2 4z",
  E: "M3 19h18M4 16L3 7l5 4 4-7 4 7 5-4-1 9z",
  N: "M12 4a8 8 0 1 0 .1 0M12 8v8M9.5 10h3.5a1.6 1.6 0 0 1 0 3.3h-2.5M9 15h4",
  P: "M4 21V8h2V5h3v3h2V5h2v3h2V5h3v3h2v13zM10 21v-5a2 2 0 0 1 4 0v5",
};

/** The sign of each scoring tile: of what is brought there. @type {Record<string, string>} */
const TILE_SIGNS = {
  WOOD: "W",
  BRICK: "B",
  MARBLE: "M",
  ART: "A",
  PORT: "S",
  TRADE: "T",
  BAR: "S",
  LIS: "S",
  LON: "S",
  TRO: "T",
  BRU: "T",
  HAM: "T",
  SMF: "C",
  SMN: "C",
  SCR: "C",
  PAL: "P",
  CAR: "K",
  EMP: "E",
};

/**
 * Return the sign of an action.
 * @param {string} action @param {number} x @param {number} y @param {number} size
 */
export function sign(action, x, y, size) {
  return s("path", {
    d: SIGNS[action] || "",
    transform: `translate(${x} ${y}) scale(${round(size / 24)})`,
    class: "sign",
  });
}

/** @param {number} number */
export function round(number) {
  return Math.round(number * 100) / 100;
}

// The same as pictures of their own, among words.

/**
 * Return a picture among words.
 * @param {number} size of its side in units of the drawing @param {string} kind @param {Child[]} children
 */
function inline(size, kind, ...children) {
  return s("svg", { viewBox: `0 0 ${size} ${size}`, class: `inline ${kind}`, "aria-hidden": "true" }, ...children);
}

/** @param {string} colour */
export function discIcon(colour) {
  return inline(24, "disc-icon", disc(colour, 12, 11.4, 10.4));
}

/** @param {string} colour */
export function cubeIcon(colour) {
  return inline(16, "cube-icon", cube(colour, 0, 0, 16));
}

/** @param {string} action */
export function signIcon(action) {
  return inline(24, "sign-icon", sign(action, 0, 0, 24));
}

/**
 * Return the sign of a scoring tile, an influence card or an area.
 * @param {string} place
 */
export function placeIcon(place) {
  return signIcon(TILE_SIGNS[place] ?? "C");
}
