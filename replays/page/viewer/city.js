/**
 * The city: nine tiles, and the stacks of the twelve streets between them as piles, the bottom disc lowest.
 *
 * A pile that is being activated opens, so that each disc can be seen: its order, the one that acts in a frame, and
 * the one that goes to the council next, hollow.
 */

/** @import { Region } from "./elements.js" */
/** @import { Page } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { changes, classes, put, region, s } from "./elements.js";
import { label, mark, round, sign } from "./shapes.js";
import { details, format, list, named } from "./words.js";

const TILE = 106;
const GAP = 96;
const PITCH = TILE + GAP;
const LEFT = 22;
const TOP = 20;
const WIDTH = 2 * PITCH + TILE + 2 * LEFT;
const HEIGHT = 2 * PITCH + TILE + 2 * TOP;
const ROAD = 64;
const TAG = 22;

const RADIUS = 27;
const FLAT = 16.5;
const CLOSED = 13;
const FULL = 4;
/** How thick a disc is in a pile that is open, by the number of its discs. */
const OPEN = [19, 19, 19, 19, 16.5];

/** @typedef {{ root: SVGGElement, road: SVGElement, show: Region, hasChanged: ReturnType<typeof changes>, x: number, base: number }} Street */

/**
 * What may be tapped where a game is written down: on which streets a disc may be placed, what is said of the others, and
 * the colours of the discs that are still to be sent, with what is said of them.
 * @typedef {{ may: Set<string>, refused: string, waiting: Map<string, { colours: string[], words: string[] }> }} Taps
 */

/** What the city has to know. @typedef {Pick<Page, "city" | "intrigue"> & {controls: Record<string, string>, names: Pick<Page["names"], "square" | "street">}} CityOf */

export class City {
  /** @param {CityOf} page @param {string[]} streets */
  constructor(page, streets) {
    this.page = page;
    /** @type {Map<string, Street>} */
    this.streets = new Map(streets.map((street, number) => [street, drawStreet(page, street, number)]));
    this.tiles = new Map([...page.city].map((action, at) => [action, drawTile(page, action, at)]));
    const drawn = [...this.streets.values()];
    this.root = s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": page.controls.city },
      drawn.map(({ road }) => road),
      [...this.tiles.values()],
      page.intrigue.length > 0 && streets.map((street, number) => drawTags(street, page.intrigue[number])),
      drawn.map(({ root }) => root),
    );
  }

  /** @param {Scene} scene @param {Taps | null} taps */
  update(scene, taps = null) {
    const { activation, done } = scene;
    const [active, depth, pending] = activation.split("/");
    for (const [street, { root, road, show, hasChanged, x, base }] of this.streets) {
      const owned = [...scene.value(`street:${street}`)].map((owner) => scene.colourOf(owner));
      const waiting = taps?.waiting.get(street)?.colours ?? [];
      const colours = [...owned, ...waiting];
      const acting = street === active && !waiting.length ? Number(depth) : 0;
      const may = taps?.may.has(street);
      const highlight = scene.highlight(`street:${street}`);
      const said = taps && [may, taps.may.size, taps.refused, taps.waiting.get(street)];
      if (!hasChanged([owned, acting, highlight, said])) continue;
      const state = classes("road", acting > 0 && "now", may && "may", highlight);
      put(road, { class: state });
      put(root, { "aria-label": describeStreet(scene, street, taps), "data-may": String(may ?? "") });
      show([colours, waiting.length, acting], () => drawPile(colours, x, base, acting, waiting.length));
    }
    if (taps) this.reachable(taps.may);
    const beside = active ? [...active].map((square) => this.page.city[Number(square) - 1]) : [];
    for (const [action, tile] of this.tiles) {
      const state = pending?.includes(action) ? "now" : done.has(action) ? "done" : "failed";
      const isPointedAt = scene.isPointedAt(`square:${action}`);
      put(tile, { class: classes("tile", beside.includes(action) && state, isPointedAt && "pointed") });
    }
  }

  /**
   * Let Tab lead to a street that may be tapped.
   * @param {Set<string>} may
   */
  reachable(may) {
    const roots = [...this.streets].map(([street, { root }]) => ({ street, root }));
    const now = roots.find(({ root }) => root.getAttribute("tabindex") === "0");
    const next = roots.find(({ street }) => may.has(street));
    if (!next || !now || may.has(now.street) || now.root.matches(":focus")) return;
    now.root.setAttribute("tabindex", "-1");
    next.root.setAttribute("tabindex", "0");
  }
}

/** @param {Scene} scene @param {string} street @param {Taps | null} taps */
function describeStreet(scene, street, taps) {
  const { page } = scene;
  const { controls, names } = page;
  const owners = [...scene.value(`street:${street}`)].reverse().map((owner) => scene.ownerOf(owner));
  const discs = owners.length ? format(controls.fromTop, { discs: list(page, owners) }) : controls.empty;
  const others = [...(taps?.waiting.get(street)?.words ?? []), taps?.may.size && !taps.may.has(street) && taps.refused];
  return details(page, [
    named(page, names.street[street], discs),
    ...others.filter((words) => typeof words === "string"),
  ]);
}

// What stays.

/**
 * Return where a street is: whether it runs across, and the corner of the tile at its left or above it.
 * @param {string} street
 */
function placeOf(street) {
  const [one, other] = [...street].map((square) => Number(square) - 1);
  return { isAcross: other - one === 1, left: LEFT + (one % 3) * PITCH, top: TOP + Math.floor(one / 3) * PITCH };
}

/** @param {CityOf} page @param {string} street @param {number} number @returns {Street} */
function drawStreet(page, street, number) {
  const { isAcross, left, top } = placeOf(street);
  const [x, y] = isAcross ? [left + TILE - 6, top + (TILE - ROAD) / 2] : [left + (TILE - ROAD) / 2, top + TILE - 6];
  const [width, height] = isAcross ? [GAP + 12, ROAD] : [ROAD, GAP + 12];
  const road = s("rect", { x, y, width, height, rx: 4, class: "road" });
  const root = s("g", {
    class: "street",
    role: "button",
    tabindex: number ? -1 : 0,
    "data-spot": `street:${street}`,
    "aria-label": page.names.street[street],
  });
  const [middle, base] = isAcross ? [left + TILE + GAP / 2, top + TILE - 14] : [left + TILE / 2, top + PITCH - 3];
  const content = s("g", {});
  // A finger finds the whole of the space between two tiles.
  const [nearX, nearY] = isAcross ? [left + TILE, top] : [left, top + TILE];
  const near = { x: nearX, y: nearY, width: isAcross ? GAP : TILE, height: isAcross ? TILE : GAP };
  root.append(s("rect", { ...near, class: "touched" }), content);
  return { root, road, show: region(content), hasChanged: changes(), x: middle, base };
}

/** @param {CityOf} page @param {string} action @param {number} at */
function drawTile(page, action, at) {
  const [x, y] = [LEFT + (at % 3) * PITCH, TOP + Math.floor(at / 3) * PITCH];
  return s(
    "g",
    { class: "tile", "data-spot": `square:${action}` },
    s("rect", { x, y: y + 4, width: TILE, height: TILE, rx: 13, class: "low" }),
    s("rect", { x, y, width: TILE, height: TILE, rx: 13, class: "face" }),
    sign(action, x + TILE / 2 - 24, y + 15, 48),
    label(page.names.square[action], x + TILE / 2, y + TILE - 16, TILE - 10, 17, { "text-anchor": "middle" }),
    s(
      "g",
      { class: "tick", transform: `translate(${x + TILE - 4} ${y + 5})` },
      s("circle", { r: 12 }),
      s("path", { d: "M-5 0l3.5 4L5-4", class: "yes" }),
      s("path", { d: "M-4-4l8 8M4-4l-8 8", class: "no" }),
    ),
  );
}

/**
 * Return the two actions of Intrigue beside a street.
 * @param {string} street @param {string} actions
 */
function drawTags(street, actions) {
  const { isAcross, left, top } = placeOf(street);
  const [x, y] = isAcross ? [left + TILE + GAP / 2 - TAG - 1, top + TILE - 6] : [left + TILE / 2 + 51, top + TILE + 26];
  return [...actions].map((action, at) =>
    s(
      "g",
      {
        class: "tag",
        transform: `translate(${x + (isAcross ? at * (TAG + 2) : 0)} ${y + (isAcross ? 0 : at * (TAG + 2))})`,
      },
      s("rect", { width: TAG, height: TAG, rx: 5 }),
      sign(action, 2.5, 2.5, 17),
    ),
  );
}

// Piles.

/**
 * Return a pile of discs.
 * @param {string[]} colours the bottom disc's first @param {number} x of the middle @param {number} base where it stands
 * @param {number} acting which disc acts, 1 for the top one, 0 for none @param {number} waiting how many are to be sent
 */
function drawPile(colours, x, base, acting, waiting = 0) {
  if (!colours.length) return null;
  const thick = acting ? (OPEN[colours.length] ?? OPEN[FULL]) : CLOSED;
  const leaves = acting > 0 && colours.length === FULL;
  return [
    s("ellipse", { cx: x + 2, cy: base - FLAT + 4, rx: RADIUS + 3, ry: FLAT + 1, class: "shadow" }),
    colours.map((colour, at) => {
      const isTop = at === colours.length - 1;
      const kind = leaves && !at ? "leaves" : at >= colours.length - waiting ? "waits" : "";
      return drawDisc(colour, x, base - FLAT - at * thick, thick, isTop, kind);
    }),
    acting > 0 && drawOrder(colours, x, base, acting, thick),
    leaves && s("path", { d: `M${x - RADIUS - 5} ${base - 10}h-13m5-5l-5 5l5 5`, class: "exit" }),
  ];
}

/**
 * Return a disc seen from the side, with one sign, so that the signs of a pile count its discs: the top one's is on it.
 * @param {string} colour @param {number} x @param {number} low where its lower face is @param {number} thick
 * @param {boolean} isTop @param {string} kind
 */
function drawDisc(colour, x, low, thick, isTop, kind) {
  const high = low - thick;
  const [left, right] = [x - RADIUS, x + RADIUS];
  const side = `M${left} ${high}V${low}A${RADIUS} ${FLAT} 0 0 0 ${right} ${low}V${high}Z`;
  return s(
    "g",
    { class: classes("piece", kind) },
    s("path", { d: side, class: `flank k-${colour}` }),
    s("ellipse", { cx: x, cy: high, rx: RADIUS, ry: FLAT, class: `face c-${colour}` }),
    isTop
      ? mark(colour, x, high, 11.5, 0.64)
      : mark(colour, x, low + FLAT - thick / 2 - 0.3, thick > CLOSED ? 5.6 : 4.5, 0.92),
  );
}

/**
 * Return the numbers of the discs that are activated, if there are several, and a frame around the one that acts.
 * @param {string[]} colours @param {number} x @param {number} base @param {number} acting @param {number} thick
 */
function drawOrder(colours, x, base, acting, thick) {
  const count = colours.length;
  const numbers = colours.flatMap((colour, at) => {
    const depth = count - at;
    if (count === 1 || depth >= FULL || (colour === "w" && depth > 1 && depth !== acting)) return [];
    const y = round(base - FLAT - at * thick - thick / 2 + [0, -4, 0, 3][depth]);
    const kind = depth === acting ? "depth now" : depth < acting ? "depth past" : "depth";
    return [
      s(
        "g",
        { class: kind, transform: `translate(${x + RADIUS + 12} ${y})` },
        s("circle", { r: depth === acting ? 9 : 8 }),
        s("text", { y: 5, "text-anchor": "middle", "font-size": 14 }, String(depth)),
      ),
    ];
  });
  const d = frameOf(x, base - FLAT - (count - acting) * thick, thick, acting === 1);
  return [s("path", { d, class: "frame halo" }), s("path", { d, class: "frame" }), numbers];
}

/** @param {number} x @param {number} low @param {number} thick @param {boolean} isTop */
function frameOf(x, low, thick, isTop) {
  const high = low - thick;
  const [left, right, radius] = [x - RADIUS - 2, x + RADIUS + 2, RADIUS + 2];
  const over = isTop ? `A${radius} ${FLAT + 2} 0 0 1 ${right} ${high}` : `A${radius} ${FLAT} 0 0 0 ${right} ${high}`;
  return `M${left} ${high}${over}V${low}A${radius} ${FLAT + 2} 0 0 1 ${left} ${low}Z`;
}
