/** What everybody has: a strip for each player with points, discs, goods, ships, houses and hand; and the cards by the board. */

/** @import { Child, Region } from "./elements.js" */
/** @import { MatSlot, Page, Slot, ValueIn } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { changes, classes, h, put, region, s } from "./elements.js";
import { discIcon, placeIcon, signIcon } from "./shapes.js";
import { details, format, list, named } from "./words.js";

const STORE = 4;
const MOST_SHIPS = 3;
/** The materials with the signs of their goods. @type {[part: "wood" | "brick" | "marble", sign: string][]} */
const MATERIALS = [
  ["wood", "W"],
  ["brick", "B"],
  ["marble", "M"],
];
const HOUSES = [..."TBH"];
/** How much room a house has in its drawing. */
const HOUSE = 18;

/** A part of a mat: where it is drawn, what it depends on, and what it shows. @typedef {{ name: MatSlot, root: HTMLElement, show: Region }} Part */
/**
 * @typedef {{
 *   root: HTMLElement, slots: Slot[], content: HTMLElement, parts: Part[], showPoints: Region, points: HTMLElement,
 *   hasChanged: ReturnType<typeof changes>, hasOtherParts: ReturnType<typeof changes>,
 * }} Strip
 */

export class Strips {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.strips = page.parties.map((party, at) => makeStrip(page, party, at));
    this.root = h(
      "ol",
      { class: "strips", "aria-label": page.controls.players },
      this.strips.map(({ root }) => root),
    );
    this.bank = h("div", { class: "bank" });
    this.showBank = region(this.bank);
  }

  /** @param {Scene} scene */
  update(scene) {
    for (const [party, strip] of this.strips.entries()) updateStrip(scene, strip, party);
    const [pile, laid] = [scene.value("discard"), scene.value("laid")];
    const board = scene.value("board");
    const isKnown = scene.isKnown("cards");
    this.showBank([scene.value("deck"), pile, laid, board, isKnown], () => listCards(scene, isKnown));
  }
}

/** @param {Page} page @param {{colour: string, name: string, family: string}} party @param {number} at @returns {Strip} */
function makeStrip(page, { colour, name, family }, at) {
  const content = h("div", { class: "content", "aria-hidden": "true" });
  const points = h("button", { type: "button", class: "points", tabindex: at ? -1 : 0, "data-spot": `m${at}.points` });
  const root = h(
    "li",
    { class: "strip", "data-spot": `m${at}`, "data-party": at },
    discIcon(colour),
    h("span", { class: "who" }, h("bdi", {}, name), family && h("small", {}, family)),
    content,
    points,
  );
  root.classList.add(`p-${colour}`);
  if (at >= page.players) root.classList.add("third");
  /** @type {any[]} */
  const slots = page.slots.filter((slot) => slot.startsWith(`m${at}.`));
  const [hasChanged, hasOtherParts] = [changes(), changes()];
  return { root, slots, content, parts: [], points, showPoints: region(points), hasChanged, hasOtherParts };
}

/** @param {Scene} scene @param {Strip} strip @param {number} party */
function updateStrip(scene, strip, party) {
  const { page } = scene;
  const { root, points, showPoints } = strip;
  const isThird = party >= page.players;
  const hasPoints = scene.isKnown("points");
  const number = scene.value(`m${party}.points`);
  const gained = hasPoints ? number - scene.valueBefore(`m${party}.points`) : 0;
  root.classList.toggle("turn", !isThird && scene.value("turn") > 0 && scene.value("active") === party);
  root.classList.toggle("acting", scene.actor === party);
  const own = strip.slots.map((slot) => [scene.value(slot), scene.highlight(slot)]);
  if (!strip.hasChanged([own, gained, scene.value("unrecorded")])) return;
  root.classList.toggle("changed", gained !== 0);
  showPoints([number, gained, hasPoints], () => [
    gained !== 0 && h("small", { class: "gained" }, gained > 0 ? `+${gained}` : `−${-gained}`),
    hasPoints ? String(number) : "?",
  ]);
  const said = named(page, page.controls.points, hasPoints ? number : "?");
  put(points, { "aria-label": details(page, [...(isThird ? [] : describe(scene, party)), said]) });
  if (isThird) return;
  const parts = partsOf(scene, party);
  if (strip.hasOtherParts(parts)) {
    const made = parts.map((names) => names.map(makePart(party)));
    strip.parts = made.flat();
    const groups = made.map((group, at) => h("span", { class: GROUPS[at] }, ...group.map((part) => part.root)));
    strip.content.replaceChildren(...groups);
    root.classList.toggle("whole", scene.isKnown("goods") && scene.isKnown("cards"));
  }
  for (const { name, root: place, show: showPart } of strip.parts) {
    put(place, { class: classes("part", `of-${name}`, scene.highlight(`m${party}.${name}`)) });
    showPart([scene.value(`m${party}.${name}`)], () => DRAWN[name]?.(scene, party));
  }
}

/**
 * Return what looks up the values of a party's slots.
 * @param {Scene} scene @param {number} party
 * @returns {<P extends MatSlot>(part: P) => ValueIn<`m${number}.${P}`>}
 */
function valuesOf(scene, party) {
  return (part) => scene.value(`m${party}.${part}`);
}

/**
 * Return everything in front of a player in words.
 * @param {Scene} scene @param {number} party
 */
export function describe(scene, party) {
  const { page } = scene;
  const { controls, names, parties } = page;
  const value = valuesOf(scene, party);
  const discs = (/** @type {number} */ number, /** @type {string} */ colour) =>
    format(controls.amount, { number, what: names.colour[colour] });
  const supply = [discs(value("coloured"), parties[party].colour), discs(value("white"), "w")];
  const parts = [named(page, names.mat.discs, list(page, supply))];
  if (value("support")) parts.push(named(page, controls.support, value("support")));
  if (scene.isKnown("goods")) {
    parts.push(
      ...MATERIALS.map(([part]) => named(page, names.mat[part], value(part))),
      named(
        page,
        names.mat.cloth,
        list(
          page,
          value("cloth").map((cloth) => `${cloth} / ${STORE}`),
        ),
      ),
      named(page, names.mat.ships, value("ships")),
      named(page, names.mat.houses, list(page, scene.houseNames(value("houses"))) || controls.none),
    );
  }
  if (scene.isKnown("cards")) {
    parts.push(named(page, names.mat.hand, list(page, countCards(scene, value("hand"))) || controls.none));
  }
  if (value("influence").length) parts.push(named(page, controls.influence, influenceNames(scene, party)));
  return parts;
}

/**
 * Return the names of cards, each once, with how many of it there are.
 * @param {Scene} scene @param {string} cards
 */
function countCards(scene, cards) {
  return [...Map.groupBy(cards, (card) => scene.cardName(card))].map(([what, { length }]) =>
    length > 1 ? format(scene.page.controls.marked, { what, mark: `×${length}` }) : what,
  );
}

/** @param {Scene} scene @param {number} party */
function influenceNames(scene, party) {
  const cards = scene.value(`m${party}.influence`);
  return list(
    scene.page,
    cards.map((card) => scene.placeName(card)),
  );
}

// A mat.

/** How the parts of a mat are grouped, in the order of `partsOf`. */
const GROUPS = ["supply", "goods", "held"];

/**
 * Return the parts of a party's mat that are there, by group: without those that the game has not, or nobody recorded.
 * @param {Scene} scene @param {number} party @returns {MatSlot[][]}
 */
function partsOf(scene, party) {
  const { page } = scene;
  const [hasGoods, hasCards] = [scene.isKnown("goods"), scene.isKnown("cards")];
  const hasInfluence = scene.value(`m${party}.influence`).length > 0;
  return [
    ["coloured", "white", ...whether(page.players < page.parties.length, "support")],
    whether(hasGoods, "wood", "brick", "marble", "cloth"),
    [...whether(hasGoods, "ships", "houses"), ...whether(hasInfluence, "influence"), ...whether(hasCards, "hand")],
  ];
}

/** @param {boolean} isThere @param {MatSlot[]} names */
function whether(isThere, ...names) {
  return isThere ? names : [];
}

/** @param {number} party @returns {(name: MatSlot) => Part} */
function makePart(party) {
  return (name) => {
    const root = h("span", { "data-spot": `m${party}.${name}` });
    return { name, root, show: region(root) };
  };
}

/**
 * What is drawn of each part of a mat.
 * @type {Partial<Record<MatSlot, (scene: Scene, party: number) => Child[]>>}
 */
const DRAWN = {
  coloured: (scene, party) => [discIcon(scene.page.parties[party].colour), number(scene.value(`m${party}.coloured`))],
  white: (scene, party) => [discIcon("w"), number(scene.value(`m${party}.white`))],
  support: (scene, party) => {
    const { page } = scene;
    return [discIcon(page.parties[page.players].colour), number(scene.value(`m${party}.support`))];
  },
  ...Object.fromEntries(
    MATERIALS.map(([name, sign]) => [
      name,
      (/** @type {Scene} */ scene, /** @type {number} */ party) => {
        const count = scene.value(`m${party}.${name}`);
        return [signIcon(sign), drawStore(name, count), number(count)];
      },
    ]),
  ),
  cloth: (scene, party) => {
    const workshops = scene.value(`m${party}.cloth`);
    const sum = workshops.reduce((total, cloth) => total + cloth, 0);
    const cells = h("small", {}, `/${workshops.length * STORE}`);
    return [signIcon("V"), workshops.map((cloth) => drawStore("cloth", cloth)), number(sum, cells)];
  },
  ships: (scene, party) => {
    const count = scene.value(`m${party}.ships`);
    return [Array.from({ length: Math.max(MOST_SHIPS, count) }, (_, at) => drawShip(at < count)), number(count)];
  },
  houses: (scene, party) => {
    const built = scene.value(`m${party}.houses`);
    return [signIcon("U"), drawHouses(scene.page, party, built), number(built.length)];
  },
  influence: (scene, party) => [scene.value(`m${party}.influence`).map(drawPlaceCard), placeNames(scene, party)],
  hand: (scene, party) => {
    const cards = scene.value(`m${party}.hand`);
    return [[...cards].map(drawCard), number(cards.length)];
  },
};

/** @param {number} value @param {Child} of what it is a part of */
function number(value, of = null) {
  return h("span", { class: value ? "number" : "number zero" }, String(value), of);
}

/** @param {Scene} scene @param {number} party */
function placeNames(scene, party) {
  return h("span", { class: "influence-names" }, influenceNames(scene, party));
}

/**
 * Return a warehouse or a workshop with its goods.
 * @param {string} kind @param {number} count
 */
function drawStore(kind, count) {
  return h(
    "span",
    { class: `store ${kind}` },
    Array.from({ length: Math.max(STORE, count) }, (_, at) => h("i", { class: at < count ? `good ${kind}` : "slot" })),
  );
}

/** @param {boolean} isBuilt */
function drawShip(isBuilt) {
  const ship = signIcon("S");
  if (!isBuilt) ship.classList.add("missing");
  return ship;
}

/** @param {Page} page @param {number} party @param {string} built */
function drawHouses(page, party, built) {
  const { colour } = page.parties[party];
  return s(
    "svg",
    { viewBox: `0 0 ${HOUSES.length * HOUSE} 17`, class: "inline house-icons" },
    HOUSES.map((house, at) => {
      const isBuilt = built.includes(house);
      return [
        s("path", { d: `M${at * HOUSE + 1} 7l7-6l7 6v9h-14z`, class: isBuilt ? `house c-${colour}` : "house free" }),
        s(
          "text",
          {
            x: at * HOUSE + 8,
            y: 14.5,
            "font-size": 8.5,
            "text-anchor": "middle",
            class: isBuilt ? `on on-${colour}` : "quiet",
          },
          house,
        ),
      ];
    }),
  );
}

/** @param {string} code */
export function drawCard(code) {
  return h("span", { class: code === "?" ? "card hidden" : "card" }, code === "?" ? "?" : signIcon(code));
}

/** @param {string} place */
function drawPlaceCard(place) {
  return h("span", { class: "card" }, place === "?" ? "?" : placeIcon(place));
}

/**
 * Return the deck, the open pile, the starting cards laid out, and the influence cards beside the board.
 * @param {Scene} scene @param {boolean} isKnown
 */
function listCards(scene, isKnown) {
  const { page } = scene;
  const { controls } = page;
  const board = list(
    page,
    scene.value("board").map((code) => scene.placeName(code)),
  );
  const laid = list(
    page,
    [...scene.value("laid")].map((code) => scene.cardName(code)),
  );
  /** @type {[string, string, string][]} */
  const rows = [["board", controls.byBoard, board]];
  if (isKnown)
    rows.unshift(
      ["deck", controls.deck, String(scene.value("deck"))],
      ["discard", controls.pile, String(scene.value("discard").length)],
      ["laid", controls.laid, laid],
    );
  return rows
    .filter(([, , words]) => words)
    .map(([slot, what, words]) => h("span", { "data-spot": slot }, `${what} `, h("b", {}, words)));
}
