/**
 * Rows of cells and the cubes in them: what is drawn once, and what is drawn again when somebody has put a cube there.
 */

/** @import { Child, Region } from "./elements.js" */
/** @import { Page } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { changes, classes, put, region, s } from "./elements.js";
import { cube, label } from "./shapes.js";
import { named } from "./words.js";

/**
 * How a row lies: its corner, how many cells are beside each other, their size, and whether they are niches.
 * @typedef {{ x: number, y: number, columns: number, size: number, isNiche?: boolean }} Layout
 */

/** @typedef {{ root: SVGElement, show: Region, layout: Layout, count: number, hasChanged: ReturnType<typeof changes> }} Row */

export class Rows {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
  }

  /**
   * Return a row of free cells; nothing where the game has no such row.
   * @param {string} name e.g. `SMF.W` @param {Layout} layout
   */
  draw(name, layout) {
    const count = this.page.cells[name];
    if (!count) return null;
    const { x, y, columns, size } = layout;
    const [across, down] = [Math.min(count, columns), Math.ceil(count / columns)];
    const cubes = s("g", {});
    const root = s(
      "g",
      {
        class: "row",
        role: "button",
        tabindex: -1,
        "data-spot": `row:${name}`,
        "aria-label": this.page.names.row[name],
      },
      s("rect", { x, y, width: across * size, height: down * size, class: "touched" }),
      Array.from({ length: count }, (_, at) => drawCell(name, at, layout)),
      cubes,
    );
    this.rows.set(name, { root, show: region(cubes), layout, count, hasChanged: changes() });
    return root;
  }

  /** @param {Scene} scene */
  update(scene) {
    for (const [name, { root, show, layout, count, hasChanged }] of this.rows) {
      const owners = scene.value(`row:${name}`);
      const before = scene.valueBefore(`row:${name}`);
      const fresh = owners.startsWith(before) ? before.length : 0;
      const highlight = scene.highlight(`row:${name}`);
      if (!hasChanged([owners, highlight])) continue;
      put(root, { class: classes("row", highlight), "aria-label": describeRow(scene, name) });
      show([owners, fresh], () =>
        owners.length > count ? drawCrowd(scene, owners, layout) : drawCubes(scene, name, owners, fresh, layout),
      );
    }
  }
}

/** @param {Scene} scene @param {string} name */
function describeRow(scene, name) {
  return named(scene.page, scene.page.names.row[name], scene.ownersOf(`row:${name}`) || scene.page.controls.empty);
}

/** @param {number} at @param {Layout} layout */
function cornerOf(at, { x, y, columns, size }) {
  return [x + (at % columns) * size, y + Math.floor(at / columns) * size];
}

/** @param {string} name @param {number} at @param {Layout} layout */
function drawCell(name, at, layout) {
  const { size, isNiche } = layout;
  const [x, y] = cornerOf(at, layout);
  const kind = `cell ${name.split(".")[1] ?? ""}`;
  const spot = `cell:${name}:${at}`;
  if (!isNiche)
    return s("rect", {
      x: x + 0.6,
      y: y + 0.6,
      width: size - 1.2,
      height: size - 1.2,
      rx: 2.4,
      class: kind,
      "data-spot": spot,
    });
  const radius = size / 2 - 0.7;
  const d = `M${x + 0.7} ${y + size + 0.5}V${y + 1.5}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${y + size + 0.5}z`;
  return s("path", { d, class: kind, "data-spot": spot });
}

/**
 * Return the cubes in a row, those in a frame that the last step put there.
 * @param {Scene} scene @param {string} name @param {string} owners @param {number} fresh @param {Layout} layout
 * @returns {Child[]}
 */
function drawCubes(scene, name, owners, fresh, layout) {
  const { size } = layout;
  return [...owners].map((owner, at) => {
    const [x, y] = cornerOf(at, layout);
    return s(
      "g",
      { "data-spot": `cube:${name}:${at}` },
      cube(scene.colourOf(owner), x, y, size),
      at >= fresh && s("rect", { x, y, width: size, height: size, rx: 3.5, class: "fresh" }),
    );
  });
}

/**
 * Return more cubes than there are cells as numbers.
 * @param {Scene} scene @param {string} owners @param {Layout} layout
 * @returns {Child[]}
 */
function drawCrowd(scene, owners, { x, y, columns, size }) {
  return [...new Set(owners)].map((owner, at) => {
    const number = owners.split(owner).length - 1;
    const [left, top] = [x + (at % 2) * (columns / 2) * size, y + Math.floor(at / 2) * size];
    return s(
      "g",
      {},
      cube(scene.colourOf(owner), left, top, size),
      label(`×${number}`, left + size * 1.1, top + size * 0.8, size * 1.6, size * 0.8),
    );
  });
}
