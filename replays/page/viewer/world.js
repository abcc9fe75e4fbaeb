/**
 * The world: ports and trading cities on a map, the churches and the Palazzo as façades with a niche for each cube, and
 * with Intrigue the two areas and the faction track. Where everything is comes with the page; cubes are put there.
 */

/** @import { Child } from "./elements.js" */
/** @import { Label, Page, Site, Shape, Sheet } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { h, region, s } from "./elements.js";
import { Rows } from "./rows.js";
import { label, round, shape, sign } from "./shapes.js";
import { details, format, named } from "./words.js";

/** How a house of each city is written in a slot. @type {Record<string, string>} */
const HOUSES = { TRO: "T", BRU: "B", HAM: "H" };
/** The middle of the faction track, and how long each half is. */
const [MIDDLE, HALF] = [260, 204];

export class World {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.rows = new Rows(page);
    /** @type {Map<string, SVGElement>} */
    this.places = new Map();
    /** @type {Map<string, import("./elements.js").Region>} */
    this.houses = new Map();
    this.track = s("g", {});
    this.showTrack = region(this.track);
    const { controls, world } = page;
    this.areas =
      world.areas && this.drawSheet("areas", controls.intrigue, world.areas, this.drawTrackSteps(), this.track);
    this.root = h(
      "div",
      { class: this.areas ? "world intrigue" : "world" },
      this.drawSheet("europe", controls.cities, world.europe),
      this.drawSheet("florence", controls.buildings, world.florence),
      this.areas,
    );
    const [first] = this.rows.rows.values();
    first?.root.setAttribute("tabindex", "0");
  }

  /** @param {Scene} scene */
  update(scene) {
    const { page } = this;
    this.root.classList.toggle("unknown", !scene.isKnown("cubes"));
    this.rows.update(scene);
    for (const [place, root] of this.places) root.classList.toggle("lit", scene.lit.has(place));
    for (const [city, show] of this.houses) {
      const built = page.parties.map((_, party) => scene.value(`m${party}.houses`).includes(HOUSES[city]));
      show([built], () => drawHouses(page, built));
    }
    const steps = page.parties.slice(0, page.players).map((_, player) => scene.value(`m${player}.faction`));
    if (this.areas) this.showTrack([steps], () => drawSteps(page, steps));
  }

  /** @param {string} kind @param {string} name @param {Sheet} sheet @param {Child[]} others */
  drawSheet(kind, name, { box, shapes, signs, places, florence }, ...others) {
    const [left, top, width, height] = box;
    const clip = s("clipPath", { id: kind }, s("rect", { x: left, y: top, width, height, rx: 14 }));
    const drawing = s(
      "svg",
      { viewBox: box.join(" "), role: "group", "aria-label": name },
      shapes.length > 1 ? [clip, s("g", { "clip-path": `url(#${kind})` }, drawShapes(shapes))] : drawShapes(shapes),
      florence && drawName(this.page.controls.florence, florence),
      signs.map((each) => sign(...each)),
      Object.entries(places).map(([code, place]) => this.drawPlace(code, place)),
      others,
    );
    return h("div", { class: kind }, drawing);
  }

  /** @param {string} code @param {Site} place */
  drawPlace(code, { kind, shapes, name, rows, signs, houses }) {
    const { area, building, city, tile } = this.page.names;
    const root = s(
      "g",
      { class: `place ${kind}` },
      drawShapes(shapes),
      signs.map((each) => sign(...each)),
      drawName(city[code] ?? area[code] ?? tile[code] ?? building[code], name),
      houses && s("g", { "data-spot": `houses:${code}` }, this.placeHouses(code, houses)),
      Object.entries(rows).map(([row, [x, y, columns, size, niche]]) =>
        this.rows.draw(row, { x, y, columns, size, isNiche: niche > 0 }),
      ),
    );
    this.places.set(code, root);
    return root;
  }

  /** @param {string} city @param {[x: number, y: number]} corner */
  placeHouses(city, [x, y]) {
    const houses = s("g", { transform: `translate(${x} ${y})` });
    this.houses.set(city, region(houses));
    return houses;
  }

  // Intrigue.

  drawTrackSteps() {
    const { stages, steps } = this.page;
    return Array.from({ length: 2 * steps + 1 }, (_, at) => {
      const [x, distance] = [stepX(this.page, at - steps), Math.abs(at - steps)];
      const stage = stages.filter((each) => each <= distance).length;
      return [
        s("rect", { x: x - 15, y: 66, width: 30, height: 27, rx: 5, class: `step stage-${stage}` }),
        stages.includes(distance) &&
          label("I".repeat(stage), x, 105, 30, 11, { "text-anchor": "middle", class: "quiet" }),
      ];
    });
  }
}

/** @param {Shape[]} shapes */
function drawShapes(shapes) {
  return shapes.map(([kind, d]) => s("path", { class: kind, d }));
}

/** @param {string} name @param {Label} place */
function drawName(name, [x, y, width, size, anchor]) {
  return label(name, x, y, width, size, { class: "place-name", "text-anchor": anchor });
}

/**
 * Return the houses that players have built in a city, and places for those that they have not.
 * @param {Page} page @param {boolean[]} built by party
 */
function drawHouses(page, built) {
  return page.parties.slice(0, page.players).map(({ colour }, player) => {
    const x = player * 16;
    const house = s("path", {
      d: `M${x} 5.7l6.6-5.7l6.6 5.7v8.5h-13.2z`,
      class: built[player] ? `house c-${colour}` : "house free",
    });
    return [house, built[player] && shape(colour, x + 6.6, 9.4, 3, `on on-${colour}`)];
  });
}

// The faction track.

/** @param {Page} page @param {number} step */
function stepX({ steps }, step) {
  return round(MIDDLE + step * (HALF / steps));
}

/**
 * Return everybody's place on the faction track, those on one step beside and above each other.
 * @param {Page} page @param {number[]} steps
 */
function drawSteps(page, steps) {
  const said = steps.map((step, player) => named(page, page.parties[player].name, describeFaction(page, step)));
  return s(
    "g",
    { role: "img", "aria-label": details(page, [page.controls.faction, ...said]) },
    steps.map((step, player) => {
      const beside = steps.flatMap((other, at) => (other === step ? [at] : []));
      const [at, count] = [beside.indexOf(player), beside.length];
      const isCrowd = count > 3;
      const across = isCrowd ? Math.floor(at / 2) - (Math.ceil(count / 2) - 1) / 2 : at - (count - 1) / 2;
      const [x, y] = [round(stepX(page, step) + across * 10.5), isCrowd ? 73 + (at % 2) * 13 : 79.5];
      const { colour } = page.parties[player];
      return s(
        "g",
        {},
        s("circle", { cx: x, cy: y, r: 6.2, class: `disc c-${colour}` }),
        shape(colour, x, y, 3, `on on-${colour}`),
      );
    }),
  );
}

/** @param {Page} page @param {number} step */
function describeFaction(page, step) {
  const side = step < 0 ? page.names.track.cardinal : page.names.track.emperor;
  return step ? format(page.controls.steps, { number: Math.abs(step), side }) : "0";
}
