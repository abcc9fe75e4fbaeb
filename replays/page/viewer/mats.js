/** What is in front of each player, and the cards by the board. */

/** @import { MatSlot, ValueIn } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { h, s } from "./elements.js";
import { cell, disc, label, picture, shape, sign } from "./shapes.js";
import { details, format, list, named } from "./words.js";

const WIDTH = 376;
const GOOD = 15;
const GOODS_HEIGHT = 78;
/** @type {("wood" | "brick" | "marble")[]} */
const MATERIALS = ["wood", "brick", "marble"];

/**
 * Return the mat of a party: points, discs, warehouses, workshops, ships, houses, hand.
 * @param {Scene} scene @param {number} party
 */
export function drawMat(scene, party) {
  const { page } = scene;
  const { colour, name, family } = page.parties[party];
  const isThird = party >= page.players;
  const points = named(page, page.controls.points, scene.isKnown("points") ? scene.value(`m${party}.points`) : "?");
  const title = [
    family ? format(page.controls.family, { name, family }) : name,
    ...(isThird ? [] : describe(scene, party)),
    points,
  ];
  const isActive = !isThird && scene.value("turn") > 0 && scene.value("active") === party;
  const hasGoods = scene.isKnown("goods");
  const lower = hasGoods ? 0 : -GOODS_HEIGHT;
  const height = isThird ? 36 : 186 + lower;
  return picture(
    WIDTH,
    height,
    details(page, title),
    s("rect", { x: 1, y: 1, width: WIDTH - 2, height: height - 2, rx: 9, class: isActive ? "mat active" : "mat" }),
    s("path", { d: `M1 32V10a9 9 0 0 1 9-9H${WIDTH - 10}a9 9 0 0 1 9 9V32z`, class: `head c-${colour}` }),
    shape(colour, 20, 17, 8, "on"),
    label(family ? `${name} · ${family}` : name, 38, 22.5, 250, 16, { class: "onhead" }),
    drawPoints(scene, party),
    !isThird && [
      drawSupply(scene, party),
      hasGoods && drawGoods(scene, party),
      s("g", { transform: `translate(0 ${lower})` }, drawCards(scene, party)),
    ],
  );
}

/** @param {Scene} scene @param {number} party */
function describe(scene, party) {
  const { page } = scene;
  const { controls, names, parties } = page;
  const value = valuesOf(scene, party);
  const discs = (/** @type {number} */ number, /** @type {string} */ colour) =>
    named(page, names.mat.discs, format(controls.amount, { number, what: names.colour[colour] }));
  const parts = [discs(value("coloured"), parties[party].colour), discs(value("white"), "w")];
  if (value("support")) parts.push(named(page, controls.support, value("support")));
  if (scene.isKnown("goods")) {
    parts.push(
      ...MATERIALS.map((kind) => named(page, names.mat[kind], value(kind))),
      named(page, names.mat.workshops, list(page, value("cloth").map(String))),
      named(page, names.mat.ships, value("ships")),
      named(page, names.mat.houses, list(page, scene.houseNames(value("houses"))) || controls.none),
    );
  }
  if (scene.isKnown("cards")) {
    const hand = [...value("hand")].map((card) => scene.cardName(card));
    parts.push(named(page, names.mat.hand, list(page, hand) || controls.none));
  }
  if (value("influence").length) parts.push(named(page, controls.influence, influenceNames(scene, party)));
  return parts;
}

/**
 * Return what looks up the values of a party's slots.
 * @param {Scene} scene @param {number} party
 * @returns {<P extends MatSlot>(part: P) => ValueIn<`m${number}.${P}`>}
 */
function valuesOf(scene, party) {
  return (part) => scene.value(`m${party}.${part}`);
}

/** @param {Scene} scene @param {number} party */
function influenceNames(scene, party) {
  const cards = scene.value(`m${party}.influence`);
  return list(
    scene.page,
    cards.map((card) => scene.placeName(card)),
  );
}

/** @param {Scene} scene @param {number} party */
function drawPoints(scene, party) {
  if (!scene.isKnown("points"))
    return label("?", WIDTH - 14, 24, 44, 20, { class: "onhead strong", "text-anchor": "end" });
  const points = scene.value(`m${party}.points`);
  const gained = points - scene.valueBefore(`m${party}.points`);
  const sign = gained > 0 ? `+${gained}` : `−${-gained}`;
  return [
    gained && label(sign, WIDTH - 58, 22, 40, 14, { class: "onhead", "text-anchor": "end" }),
    label(String(points), WIDTH - 14, 24, 44, 20, { class: "onhead strong", "text-anchor": "end" }),
  ];
}

/**
 * Return a frame around a part of a mat that changed or is pointed at, null around any other.
 * @param {Scene} scene @param {number} party @param {MatSlot} part
 * @param {number} x @param {number} y @param {number} width @param {number} height
 */
function drawFrame(scene, party, part, x, y, width, height) {
  const kind = scene.highlight(`m${party}.${part}`);
  return kind ? s("rect", { x: x - 3, y, width, height, rx: 4, class: `row ${kind}` }) : null;
}

/** @param {Scene} scene @param {number} party */
function drawSupply(scene, party) {
  const { names, parties, players } = scene.page;
  /** @type {[MatSlot, string][]} */
  const kinds = [
    ["coloured", parties[party].colour],
    ["white", "w"],
  ];
  if (players < parties.length) kinds.push(["support", parties[players].colour]);
  return [
    label(names.mat.discs, 12, 52, 70, 11.5, { class: "quiet" }),
    kinds.map(([part, colour], at) => [
      drawFrame(scene, party, part, 86 + at * 82, 38, 66, 22),
      disc(colour, 98 + at * 82, 48, 8.5),
      label(`× ${scene.value(`m${party}.${part}`)}`, 112 + at * 82, 53, 40, 14),
    ]),
  ];
}

/**
 * Return a row of cells with goods in it from the left.
 * @param {number} count @param {number} most @param {number} x @param {number} y @param {string} kind
 */
function drawCells(count, most, x, y, kind) {
  const size = GOOD - 2;
  return Array.from({ length: Math.max(most, count) }, (_, at) =>
    at < count
      ? s("rect", { x: x + at * GOOD + 1, y: y + 1, width: size, height: size, rx: 2.5, class: `good ${kind}` })
      : cell(x + at * GOOD, y, GOOD),
  );
}

/** @param {Scene} scene @param {number} party */
function drawGoods(scene, party) {
  const { names } = scene.page;
  const value = valuesOf(scene, party);
  const warehouses = MATERIALS.map((part, at) => [
    label(names.mat[part], 12 + at * 122, 77, 48, 11.5, { class: "quiet" }),
    drawFrame(scene, party, part, 60 + at * 122, 63, 66, 20),
    drawCells(value(part), 4, 60 + at * 122, 65, part),
  ]);
  const workshops = [
    label(names.mat.workshops, 12, 103, 70, 11.5, { class: "quiet" }),
    drawFrame(scene, party, "cloth", 88, 89, 278, 20),
    value("cloth").map((cloth, at) => drawCells(cloth, 4, 88 + at * 74, 91, "cloth")),
  ];
  const ships = value("ships");
  const built = [
    label(names.mat.ships, 12, 129, 48, 11.5, { class: "quiet" }),
    drawFrame(scene, party, "ships", 62, 114, 78, 22),
    Array.from({ length: Math.max(3, ships) }, (_, at) =>
      at < ships ? sign("S", 62 + at * 24, 114, 21) : s("circle", { cx: 73 + at * 24, cy: 125, r: 3, class: "spot" }),
    ),
    label(names.mat.houses, 150, 129, 56, 11.5, { class: "quiet" }),
    drawFrame(scene, party, "houses", 208, 114, 162, 22),
    scene
      .houseNames(value("houses"))
      .map((house, at) => [sign("U", 207 + at * 54, 117, 14), label(house, 223 + at * 54, 129, 36, 11)]),
  ];
  return [warehouses, workshops, built];
}

/** @param {Scene} scene @param {number} party */
function drawCards(scene, party) {
  const { controls, names } = scene.page;
  const hasInfluence = scene.value(`m${party}.influence`).length > 0;
  const influence = hasInfluence && [
    label(controls.influence, WIDTH - 12, 154, 120, 10, { class: "quiet", "text-anchor": "end" }),
    label(influenceNames(scene, party), WIDTH - 12, 170, 126, 13, { "text-anchor": "end" }),
  ];
  if (!scene.isKnown("cards")) return influence;
  const hand = [...scene.value(`m${party}.hand`)];
  const step = Math.min(24, (hasInfluence ? 170 : 300) / Math.max(hand.length, 1));
  return [
    label(names.mat.hand, 12, 164, 46, 11.5, { class: "quiet" }),
    drawFrame(scene, party, "hand", 62, 142, Math.max(hand.length * step + 6, 24), 40),
    hand.map((code, at) => drawCard(scene, code, 62 + at * step, 145)),
    influence,
  ];
}

/**
 * Return an action card: its sign, or a question mark for one that is not known.
 * @param {Scene} scene @param {string} code @param {number} x @param {number} y
 */
function drawCard(scene, code, x, y) {
  const isHidden = code === "?";
  return s(
    "g",
    {},
    s("title", {}, scene.cardName(code)),
    s("rect", { x, y, width: 22, height: 33, rx: 3, class: isHidden ? "card hidden" : "card" }),
    isHidden
      ? label("?", x + 11, y + 22, 20, 15, { "text-anchor": "middle" })
      : [sign(code, x + 3, y + 3, 16), label(code, x + 11, y + 29, 18, 9, { "text-anchor": "middle", class: "quiet" })],
  );
}

/**
 * Return a list of the deck, the open pile, the starting cards laid out, and the influence cards beside the board.
 * @param {Scene} scene
 */
export function listPiles(scene) {
  const { page } = scene;
  const { controls, names } = page;
  const pile = scene.value("discard");
  const counts = Object.keys(names.square)
    .filter((code) => pile.includes(code))
    .map((code) => format(controls.amount, { number: pile.split(code).length - 1, what: names.action[code] }));
  const board = scene.value("board").map((code) => scene.placeName(code));
  const laid = [...scene.value("laid")].map((code) => scene.cardName(code));
  const rows = [[controls.byBoard, list(page, board)]];
  if (scene.isKnown("cards"))
    rows.unshift(
      [controls.deck, String(scene.value("deck"))],
      [controls.pile, counts.length ? named(page, pile.length, list(page, counts)) : "0"],
      [controls.laid, list(page, laid)],
    );
  return h(
    "dl",
    { class: "piles" },
    rows.filter(([, words]) => words).map(([name, words]) => h("div", {}, h("dt", {}, name), h("dd", {}, words))),
  );
}
