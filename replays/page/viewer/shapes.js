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
 * Return the shape of a player's colour.
 * @param {string} colour @param {number} x @param {number} y @param {number} radius @param {string} kind
 */
export function shape(colour, x, y, radius, kind) {
  const outline = OUTLINES[colour];
  if (!outline) return s("circle", { cx: x, cy: y, r: radius * 0.92, class: kind });
  return s("polygon", {
    points: outline.map(([a, b]) => `${round(x + a * radius)},${round(y + b * radius)}`).join(" "),
    class: kind,
  });
}

/**
 * Return a disc from above: its owner's colour and shape, at the left where another disc covers it; a ring on white ones.
 * @param {string} colour @param {number} x @param {number} y @param {number} radius
 */
export function disc(colour, x, y, radius, isCovered = false) {
  const [middle, size] = isCovered ? [x - radius * 0.42, radius * 0.36] : [x, radius * 0.46];
  const inner =
    colour === "w" ? s("circle", { cx: middle, cy: y, r: size, class: "ring" }) : shape(colour, middle, y, size, "on");
  return s(
    "g",
    {},
    s("circle", { cx: x, cy: y + radius * 0.13, r: radius, class: "edge" }),
    s("circle", { cx: x, cy: y, r: radius, class: `disc c-${colour}` }),
    inner,
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
    shape(colour, x + size / 2, y + size / 2, size * 0.22, "on"),
  );
}

/**
 * Return a free cell.
 * @param {number} x @param {number} y @param {number} size
 */
export function cell(x, y, size) {
  return s("rect", { x: x + 0.5, y: y + 0.5, width: size - 1, height: size - 1, rx: size * 0.16, class: "cell" });
}

/**
 * Return about how wide a text is, in parts of its font size.
 * @param {string} text
 */
function widthOf(text) {
  let width = 0;
  for (const letter of text) width += letter > "\u2e7f" ? 1 : 0.55;
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
 * Return a row of cells with cubes in it from the left; a very long row as a number.
 * @param {string} row @param {number} count @param {number} x @param {number} y @param {number} size
 * @param {(mark: string) => string} colourOf
 */
export function cells(row, count, x, y, size, colourOf) {
  const most = Math.max(count, row.length);
  if (most > 20) {
    return [...new Set(row)].map((mark, at) =>
      s(
        "g",
        {},
        cube(colourOf(mark), x + at * size * 2.6, y, size),
        label(
          `×${[...row].filter((other) => other === mark).length}`,
          x + size * (at * 2.6 + 1.1),
          y + size * 0.8,
          size * 1.4,
          size * 0.8,
        ),
      ),
    );
  }
  return Array.from({ length: most }, (_, at) =>
    at < row.length ? cube(colourOf(row[at]), x + at * size, y, size) : cell(x + at * size, y, size),
  );
}

/**
 * Return a picture with a name for screen readers.
 * @param {number} width @param {number} height @param {string} name @param {Child[]} children
 */
export function picture(width, height, name, ...children) {
  return s("svg", { viewBox: `-2 -2 ${width + 4} ${height + 4}`, role: "img", "aria-label": name }, ...children);
}

/**
 * The signs of the nine actions, each within 24 by 24.
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
