/**
 * The world: ports and trading cities on a map, the churches and the Palazzo as façades with a niche for each cube, and
 * with Intrigue the two areas and the faction track. All cells are where they are on the map; cubes are put there.
 */

/** @import { Child } from "./elements.js" */
/** @import { Page } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { h, region, s } from "./elements.js";
import { Rows } from "./rows.js";
import { label, round, shape, sign } from "./shapes.js";
import { details, format, named } from "./words.js";

const WIDTH = 520;
const MAP_HEIGHT = 350;
const CELL = 17;
const COLUMNS = 6;
const BANKING = [..."WBM"];

const LAND = [
  "M172-10C158 4 166 18 158 28C152 36 164 44 170 50C162 58 150 62 152 70C160 74 168 72 172 78C160 86 146 90 150 96C166 100 188 94 204 94C218 96 232 90 236 80C238 72 228 66 224 58C220 46 214 40 208 28C202 16 208 4 214-10Z",
  "M96 26C112 20 128 28 128 42C132 56 128 70 112 76C94 82 82 72 86 58C80 46 84 32 96 26Z",
  "M530-8L486-8C478 8 484 24 474 36C458 46 438 48 418 54C394 58 374 68 358 82C342 94 326 100 306 104C292 110 284 118 268 118C256 116 252 110 246 114C244 126 230 126 212 126C198 126 190 134 202 140C216 146 228 152 230 164C234 180 232 192 222 198C198 200 168 192 146 194C128 194 120 200 124 212C128 228 120 242 116 254C112 264 120 272 132 276C144 282 150 292 156 310L218 310C234 294 240 276 246 264C254 252 262 244 276 236C292 228 298 216 316 213C336 208 352 216 372 209C388 204 400 202 410 210C424 226 440 246 456 262C466 276 480 290 490 310L530 310Z",
];
const WAVES = [
  [18, 84],
  [40, 132],
  [92, 150],
  [14, 190],
  [110, 196],
  [384, 22],
  [430, 330],
  [250, 332],
  [30, 330],
  [414, 44],
  [72, 318],
];

/** Where the cells of a city are, and the city itself. @type {Record<string, [x: number, y: number, townX: number, townY: number]>} */
const PORTS = { LON: [262, 36, 236, 91], LIS: [8, 246, 117, 286], BAR: [302, 290, 277, 270] };
/** @type {Record<string, [x: number, y: number, townX: number, townY: number]>} */
const TOWNS = { HAM: [404, 84, 446, 57], BRU: [284, 146, 318, 118], TRO: [404, 178, 372, 228] };
/** How a house of each city is written in a slot. @type {Record<string, string>} */
const HOUSES = { TRO: "T", BRU: "B", HAM: "H" };

/** Where each building stands and how many cells its rows have. @type {Record<string, { x: number, cells: number }>} */
const BUILDINGS = {
  SMF: { x: 36, cells: 5 },
  SMN: { x: 174, cells: 3 },
  SCR: { x: 272, cells: 4 },
  PAL: { x: 390, cells: 4 },
};
const NICHE = 20;
/** Where the rows of a façade are, from below. @type {Record<string, number>} */
const STOREYS = { W: 144, B: 123, M: 102, A: 74, R: 50 };
const GROUND = 168;

export class World {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.rows = new Rows(page);
    const isIntrigue = page.intrigue.length > 0;
    /** @type {Map<string, SVGElement>} */
    this.places = new Map();
    /** @type {Map<string, import("./elements.js").Region>} */
    this.houses = new Map();
    this.track = s("g", {});
    this.showTrack = region(this.track);
    this.europe = this.drawEurope(isIntrigue);
    this.florence = this.drawFlorence(isIntrigue);
    this.areas = isIntrigue ? this.drawAreas() : null;
    this.root = h("div", { class: isIntrigue ? "world intrigue" : "world" }, this.europe, this.florence, this.areas);
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

  // Europe.

  /** @param {boolean} isIntrigue */
  drawEurope(isIntrigue) {
    const { controls } = this.page;
    return s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${MAP_HEIGHT}`, class: "europe", role: "group", "aria-label": controls.cities },
      s("rect", { class: "sea", width: WIDTH, height: MAP_HEIGHT, rx: 14 }),
      WAVES.map(([x, y]) => s("path", { d: `M${x} ${y}q6-5 12 0t12 0`, class: "wave" })),
      s("clipPath", { id: "map" }, s("rect", { width: WIDTH, height: MAP_HEIGHT, rx: 14 })),
      s(
        "g",
        { "clip-path": "url(#map)" },
        s(
          "g",
          { transform: "scale(1 1.14)" },
          LAND.map((d) => s("path", { d, class: "land" })),
        ),
      ),
      s("path", { d: "M442 280C474 300 480 320 482 348", class: "way" }),
      s("circle", { cx: 440, cy: 277, r: 4.5, class: "home" }),
      label(controls.florence, 451, 281, 64, 16, { class: "place-name" }),
      Object.entries(PORTS).map(([city, [x, y, townX, townY]]) => this.drawPort(city, x, y, townX, townY)),
      Object.entries(TOWNS).map(([city, [x, y, townX, townY]]) => this.drawTown(city, x, y, townX, townY, isIntrigue)),
    );
  }

  /** @param {string} city @param {number} x @param {number} y @param {number} townX @param {number} townY */
  drawPort(city, x, y, townX, townY) {
    const width = COLUMNS * CELL;
    const isRight = townX > x + width / 2;
    const quay = isRight ? `${x + width + 2} ${y + CELL}` : `${x - 2} ${y + CELL}`;
    return this.place(city, "at-sea", [
      s("path", { d: `M${townX} ${townY}L${quay}`, class: "way" }),
      s("circle", { cx: townX, cy: townY, r: 4, class: "town" }),
      [0, 1, 2, 3].map((at) =>
        s("rect", { x: x + 6 + at * 28, y: y + 2 * CELL + 2, width: 4.5, height: 8, class: "pile" }),
      ),
      s("rect", { x: x - 4, y: y - 4, width: width + 8, height: 2 * CELL + 8, rx: 4, class: "ground quay" }),
      sign("S", x - 5, y - 27, 19),
      label(this.page.names.city[city], x + 18, y - 11, width - 14, 16, { class: "place-name" }),
      this.rows.draw(city, { x, y, columns: COLUMNS, size: CELL }),
    ]);
  }

  /**
   * @param {string} city @param {number} x @param {number} y @param {number} townX @param {number} townY
   * @param {boolean} isIntrigue
   */
  drawTown(city, x, y, townX, townY, isIntrigue) {
    const top = isIntrigue && city !== "TRO" ? y - 12 : y + (isIntrigue ? 6 : 0);
    const bank = isIntrigue ? CELL + 3 : 0;
    const width = COLUMNS * CELL;
    const houses = s("g", { transform: `translate(${x + 1} ${top + 2 * CELL + bank + 3})` });
    this.houses.set(city, region(houses));
    const road = city === "TRO" ? `${x - 4} ${top + 30}` : `${x + 10} ${top - 3}`;
    return this.place(city, "on-land", [
      s("path", { d: `M${townX} ${townY}L${road}`, class: "way" }),
      s("circle", { cx: townX, cy: townY, r: 4, class: "town" }),
      s("rect", { x: x - 4, y: top - 4, width: width + 8, height: 2 * CELL + bank + 25, rx: 4, class: "ground" }),
      label(this.page.names.city[city], x - 3, top - 10, width, 16, { class: "place-name" }),
      s("g", { "data-spot": `houses:${city}` }, houses),
      this.rows.draw(city, { x, y: top, columns: COLUMNS, size: CELL }),
      BANKING.map((good, at) =>
        this.rows.draw(`${city}.${good}`, { x: x + at * 2 * CELL, y: top + 2 * CELL + 3, columns: 2, size: CELL }),
      ),
    ]);
  }

  /** @param {string} name @param {string} kind @param {Child[]} content */
  place(name, kind, content) {
    const root = s("g", { class: `place ${kind}` }, content);
    this.places.set(name, root);
    return root;
  }

  // Florence.

  /** @param {boolean} isIntrigue */
  drawFlorence(isIntrigue) {
    const up = isIntrigue ? 22 : 0;
    const storeys = isIntrigue ? "WBMAR" : "WBMA";
    return s(
      "svg",
      {
        viewBox: `0 ${-2 - up} ${WIDTH} ${194 + up}`,
        class: "florence",
        role: "group",
        "aria-label": this.page.controls.buildings,
      },
      s("path", { d: `M6 ${GROUND + 0.5}H514`, class: "line" }),
      [...storeys].map((good) => sign(good, 8, STOREYS[good] + (good === "A" ? 2 : 1), 18)),
      Object.keys(BUILDINGS).map((building) => this.drawBuilding(building, STOREYS.A - 8 - up, isIntrigue)),
    );
  }

  /** @param {string} building @param {number} top @param {boolean} isIntrigue */
  drawBuilding(building, top, isIntrigue) {
    const { x, cells } = BUILDINGS[building];
    const width = cells * NICHE + 16;
    const row = (/** @type {string} */ good, /** @type {object} */ more = {}) =>
      this.rows.draw(`${building}.${good}`, { x: x + 8, y: STOREYS[good], columns: 9, size: NICHE, ...more });
    return this.place(building, "building", [
      ROOFS[building](x, width, top),
      s("path", { d: `M${x} ${GROUND}V${top}H${x + width}V${GROUND}Z`, class: "wall" }),
      building === "PAL"
        ? drawPalazzo(x, width)
        : [BANKING.map((good) => row(good)), trim(`M${x} ${STOREYS.M - 4}H${x + width}`)],
      row("A", { y: STOREYS.A + 2.5, isNiche: true }),
      isIntrigue && row("R", { x: x + 8 + ((cells - 3) * NICHE) / 2, y: STOREYS.R - 2 }),
      label(
        this.page.names.tile[building] ?? this.page.names.building[building],
        x + width / 2,
        185,
        width + 20,
        14.5,
        {
          class: "place-name",
          "text-anchor": "middle",
        },
      ),
    ]);
  }

  // Intrigue.

  drawAreas() {
    const { area } = this.page.names;
    return s(
      "svg",
      { viewBox: `0 0 ${WIDTH} 108`, class: "areas", role: "group", "aria-label": this.page.controls.intrigue },
      this.place("CAR", "area", [
        s("path", { d: "M6 6h246v48H6z", class: "wall" }),
        sign("K", 12, 8, 19),
        label(area.CAR, 36, 22, 210, 14, { class: "place-name" }),
        this.rows.draw("CAR", { x: 15, y: 29, columns: 12, size: 19 }),
      ]),
      this.place("EMP", "area", [
        s("path", { d: "M262 6h252v48H262z", class: "wall" }),
        sign("E", 268, 8, 18),
        label(area.EMP, 292, 22, 216, 14, { class: "place-name" }),
        BANKING.map((good, at) => this.rows.draw(`EMP.${good}`, { x: 270 + at * 81, y: 29, columns: 4, size: 19 })),
      ]),
      this.drawTrackSteps(),
      this.track,
      sign("K", 14, 70, 20),
      sign("E", 487, 70, 20),
    );
  }

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

/** @param {string} d */
function trim(d) {
  return s("path", { d, class: "trim" });
}

/**
 * The roof of each building: where it stands, how wide it is, how high its walls are.
 * @type {Record<string, (x: number, width: number, top: number) => Child[]>}
 */
const ROOFS = {
  SMF: (x, width, top) => {
    const middle = x + width / 2;
    const dome = `M${x + 22} ${top}C${x + 24} ${top - 42} ${x + 44} ${top - 50} ${middle} ${top - 52}C${x + width - 44} ${top - 50} ${x + width - 24} ${top - 42} ${x + width - 22} ${top}Z`;
    const ribs = [-20, 20].map(
      (way) =>
        `M${middle} ${top - 52}C${middle + way} ${top - 36} ${middle + way} ${top - 12} ${middle + way * 0.95} ${top}`,
    );
    return [
      s("path", { d: dome, class: "roof" }),
      trim(`M${middle} ${top - 52}V${top}${ribs.join("")}`),
      s("path", { d: `M${middle - 5} ${top - 51}v-9l5-6l5 6v9z`, class: "wall" }),
    ];
  },
  SMN: (x, width, top) => [
    s("path", { d: `M${x + 8} ${top}L${x + width / 2} ${top - 26}L${x + width - 8} ${top}Z`, class: "wall" }),
    s("circle", { cx: x + width / 2, cy: top - 9, r: 5, class: "trim" }),
    cross(x + width / 2, top - 26),
  ],
  SCR: (x, width, top) => {
    const middle = x + width / 2;
    const gables = `M${x} ${top}L${x + 16} ${top - 14}L${x + 30} ${top - 2}L${middle} ${top - 34}L${x + width - 30} ${top - 2}L${x + width - 16} ${top - 14}L${x + width} ${top}Z`;
    return [
      s("path", { d: gables, class: "wall" }),
      trim(`M${middle - 6} ${top - 16}l6-7l6 7l-6 7z`),
      cross(middle, top - 34),
    ];
  },
  PAL: (x, width, top) => [
    s("path", { d: `M${x + 52} ${top - 6}V${top - 50}h-3v-6${"v-5h4v5h4".repeat(3)}v6h-3V${top - 6}Z`, class: "wall" }),
    s("path", { d: `M${x - 4} ${top}v-10${"v-6h6.5v6h6.5".repeat(8)}V${top}H${x + width + 4}Z`, class: "wall" }),
  ],
};

/** @param {number} x @param {number} y */
function cross(x, y) {
  return trim(`M${x} ${y}v-9M${x - 4} ${y - 6}h8`);
}

/** @param {number} x @param {number} width */
function drawPalazzo(x, width) {
  const windows = [0, 1, 3].map((at) => `M${round(x + 13 + (at * (width - 36)) / 3)} 130v-10a5 5 0 0 1 10 0v10z`);
  return [
    trim(`M${x} 100H${x + width}`),
    trim(`M${x + width / 2 - 11} ${GROUND}V142a11 11 0 0 1 22 0v26`),
    trim(windows.join("")),
  ];
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
  return round(WIDTH / 2 + step * (204 / steps));
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
