/**
 * Elements, and the small things that lie on a table: discs, cubes, goods, cards. A colour never stands alone: every
 * player has a shape too. Texts are put in as text nodes only.
 */

const SVG = "http://www.w3.org/2000/svg";

function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== undefined && value !== null)
      element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An element of HTML; functions among the attributes are listeners. */
export function h(name, attributes, ...children) {
  return made(document.createElement(name), attributes, children);
}

/** An element of SVG. */
export function s(name, attributes, ...children) {
  return made(document.createElementNS(SVG, name), attributes, children);
}

const STAR = Array.from({ length: 10 }, (_, at) => {
  const radius = at % 2 ? 0.48 : 1.12;
  return [radius * Math.sin((at * Math.PI) / 5), 0.06 - radius * Math.cos((at * Math.PI) / 5)];
});
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

/** The shape of a player's colour. */
export function shape(colour, x, y, radius, kind) {
  const outline = OUTLINES[colour];
  if (!outline) return s("circle", { cx: x, cy: y, r: radius * 0.92, class: kind });
  return s("polygon", {
    points: outline.map(([a, b]) => `${round(x + a * radius)},${round(y + b * radius)}`).join(" "),
    class: kind,
  });
}

/** A disc from above: its owner's colour and shape, at the left where another disc covers it; a ring on white ones. */
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

/** A cube of a player. */
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

/** A free cell. */
export function cell(x, y, size) {
  return s("rect", { x: x + 0.5, y: y + 0.5, width: size - 1, height: size - 1, rx: size * 0.16, class: "cell" });
}

/** How wide a text is, about, in parts of its font size. */
function wide(text) {
  let width = 0;
  for (const letter of text) width += letter.codePointAt(0) > 0x2e7f ? 1 : 0.55;
  return width;
}

/** A text made smaller until it fits into a width, then cut. */
export function label(text, x, y, width, size, attributes = {}) {
  const fits = Math.min(size, width / Math.max(wide(text), 0.01));
  const smallest = size * 0.62;
  let shown = text;
  if (fits < smallest) {
    const letters = [...text];
    while (letters.length > 1 && wide(`${letters.join("")}…`) * smallest > width) letters.pop();
    shown = `${letters.join("")}…`;
  }
  return s("text", { x, y, "font-size": round(Math.max(fits, smallest)), ...attributes }, shown);
}

/** Words in at most two lines around a middle, broken at a space, behind a hyphen, or between Chinese letters. */
export function twoLines(text, x, y, width, size, attributes = {}) {
  const halves = (at) => [text.slice(0, at).trim(), text.slice(at).trim()];
  const longer = (at) => Math.max(...halves(at).map(wide));
  const breaks = [...text].flatMap((letter, at) =>
    at && (/[ -]/.test(text[at - 1]) || letter > "\u2e7f") ? [at] : [],
  );
  if (wide(text) * size <= width || !breaks.length) return label(text, x, y, width, size, attributes);
  const [above, below] = halves(breaks.reduce((best, at) => (longer(at) < longer(best) ? at : best)));
  return s(
    "g",
    {},
    label(above, x, y - size * 0.55, width, size, attributes),
    label(below, x, y + size * 0.55, width, size, attributes),
  );
}

/** A row of cells with cubes in it from the left; a very long row as a number. */
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

/** A picture with a name for whoever hears it. */
export function picture(width, height, name, ...children) {
  return s("svg", { viewBox: `-2 -2 ${width + 4} ${height + 4}`, role: "img", "aria-label": name }, ...children);
}

/** The signs of the nine actions, each within 24 by 24. */
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

/** The sign of an action. */
export function sign(action, x, y, size) {
  return s("path", {
    d: SIGNS[action] || "",
    transform: `translate(${x} ${y}) scale(${round(size / 24)})`,
    class: "sign",
  });
}

export function round(number) {
  return Math.round(number * 100) / 100;
}
