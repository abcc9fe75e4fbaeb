/**
 * What happened, in one sentence, and its echo: the row, the store or the hand that the last step changed, drawn again
 * beside it, so that it is seen on every sheet of a small screen.
 */

/** @import { Child } from "./elements.js" */
/** @import { MatSlot, Moment, Page, ValueIn } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { classes, contentOf, fill, h, put, region, s } from "./elements.js";
import { cube, discIcon, placeIcon, signIcon } from "./shapes.js";
import { drawCard } from "./strips.js";
import { format, list, sentence } from "./words.js";

const MOST_ECHOES = 5;
const FEW_ROWS = 2;
/** What comes first of a step that changed much; a pile is in sight anyway. */
const ORDER = [/^row:/, /points$/, /^council/, /^m/, /^street:/];
/** From how many letters on a sentence is set smaller where it shares its line, everywhere, and smaller still. */
const HALF = 34;
const LONG = 46;
const LONGER = 76;

/**
 * What is said of a position: its turn, the sentences of the step that led there, whether it is the end, what is waited
 * for, and warnings.
 * @typedef {{ turn: string, sentences: string[], isEnd: boolean, waiting: string, notices: string[] }} Said
 */

export class Caption {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const [icon, where, more] = [
      h("span", { class: "actor", "aria-hidden": "true" }),
      h("p", { class: "where" }),
      h("div", {}),
    ];
    this.said = h("p", { class: "said" });
    this.echo = h("div", { class: "echo", "aria-hidden": "true" });
    this.showIcon = region(icon);
    this.showSaid = region(this.said);
    this.showWhere = region(where);
    this.showMore = region(more);
    this.told = h(
      "div",
      { class: "caption", role: "status", "aria-live": "polite", "aria-atomic": "true", tabindex: -1 },
      icon,
      h("div", { class: "words" }, this.said, where, more),
      this.echo,
    );
    this.root = h("div", { class: "now" }, this.told);
  }

  /** @param {Scene} scene @param {Said} said */
  update(scene, { turn, sentences, isEnd, waiting, notices }) {
    const { page } = this;
    const isTurn = !isEnd && scene.turn !== "";
    const moment = isEnd || isTurn ? null : scene.stepMoment;
    const last = isEnd ? (sentences.at(-1) ?? "") : (moment?.[3] ?? (scene.sentence || sentences.at(-1) || ""));
    const others = moment || isTurn ? sentences : sentences.toSpliced(sentences.lastIndexOf(last), 1);
    const number = scene.frame?.[0].split(".")[0];
    this.showIcon([moment?.[2], scene.actor, number], () => [
      drawActor(scene, moment),
      number && h("small", { class: "turn-number" }, number),
    ]);
    put(this.said, { class: classes("said", isTurn && "of-turn", length(last)) });
    this.showSaid([last], () => sentence(page, last));
    this.showWhere([turn, waiting], () => [turn, waiting && [turn && " · ", sentence(page, waiting)]]);
    this.showMore([notices, others], () => [
      notices.map((words) => h("p", { class: "notice" }, words)),
      others.length > 0 &&
        h(
          "ol",
          { class: "heard" },
          others.map((words) => h("li", {}, sentence(page, words))),
        ),
    ]);
  }

  /** @param {Scene} scene */
  showEchoes(scene) {
    fill(this.echo, contentOf([listEchoes(scene)]));
  }
}

/**
 * Return the class of a sentence by its length.
 * @param {string} words
 */
function length(words) {
  if (words.length > LONGER) return "long longer";
  if (words.length > LONG) return "long";
  return words.length > HALF ? "half" : "";
}

/** @param {Scene} scene @param {Moment | null} moment */
export function drawActor({ actor, page }, moment) {
  if (moment) return h("span", { class: "medal" }, placeIcon(moment[2]));
  const party = page.parties[actor];
  return party ? discIcon(party.colour) : h("span", { class: "medal" }, placeIcon("PAL"));
}

// Echoes.

/**
 * Return the echoes of what the last step changed.
 * @param {Scene} scene @returns {Child[]}
 */
export function listEchoes(scene) {
  const names = [...scene.changed].map((number) => scene.page.slots[Number(number)]).filter(isEchoed(scene));
  const order = (/** @type {string} */ name) => ORDER.findIndex((kind) => kind.test(name));
  const drawn = names.sort((one, other) => order(one) - order(other)).flatMap((name) => drawEcho(scene, name) ?? []);
  return drawn.slice(0, MOST_ECHOES);
}

/**
 * Return whether a changed slot is echoed: of a scoring the points alone.
 * @param {Scene} scene @returns {(name: string) => boolean}
 */
function isEchoed({ moment }) {
  return (name) => !moment || name.endsWith("points");
}

/**
 * Return the echo of a changed slot; nothing where it says no more than another one.
 * @param {Scene} scene @param {string} name @returns {HTMLElement | null}
 */
function drawEcho(scene, name) {
  if (name.startsWith("row:")) return echoRow(scene, /** @type {`row:${string}`} */ (name));
  if (name.startsWith("street:")) return echoStreet(scene, /** @type {`street:${string}`} */ (name));
  if (name === "council") return echoSeat(scene);
  const [, party, part] = name.match(/^m(\d)\.(\w+)$/) ?? [];
  return part in PARTS ? PARTS[part](scene, Number(party)) : null;
}

/**
 * Return what is echoed of a slot, which can be touched as the slot itself.
 * @param {string} slot @param {Child[]} content
 */
function echo(slot, ...content) {
  return h("span", { class: "echoed", "data-spot": slot }, ...content);
}

/**
 * Return the echo of a row; where many changed, only the cubes that came to it and the one before them.
 * @param {Scene} scene @param {`row:${string}`} slot
 */
function echoRow(scene, slot) {
  const row = slot.slice(4);
  const [owners, before] = [scene.value(slot), scene.valueBefore(slot)];
  const rows = [...scene.changed].filter((number) => scene.page.slots[Number(number)].startsWith("row:"));
  const isShort = rows.length > FEW_ROWS;
  const first = isShort ? Math.max(before.length - 1, 0) : 0;
  const free = isShort ? 0 : 1;
  const count = Math.max(Math.min(scene.page.cells[row], owners.length + free), owners.length) - first;
  const size = 15;
  const drawCell = (/** @type {unknown} */ _, /** @type {number} */ place) => {
    const [at, x] = [first + place, place * size];
    const kind = `cell ${row.split(".")[1] ?? ""}`;
    const isFresh = at >= before.length && at < owners.length;
    return [
      s("rect", { x: x + 0.5, y: 0.5, width: size - 1, height: size - 1, rx: 2, class: kind }),
      at < owners.length && cube(scene.colourOf(owners[at]), x, 0, size),
      isFresh && s("rect", { x, y: 0, width: size, height: size, rx: 3, class: "fresh" }),
    ];
  };
  const [width, height] = [count * size + 2, size + 2];
  const attributes = { viewBox: `-1 -1 ${width} ${height}`, class: "inline echo-row", width, height };
  const cells = s("svg", attributes, Array.from({ length: count }, drawCell));
  return echo(slot, drawName(scene.placeName(row.split(".")[0])), cells);
}

/**
 * Return the name of a place; where there is little room for it, its last word alone is shown.
 * @param {string} name
 */
function drawName(name) {
  const [, before = "", last = name] = name.match(/^(.*[\s-])(\S+)$/) ?? [];
  return h("span", { class: "echo-name" }, before && h("span", { class: "more" }, before), last);
}

/** @param {Scene} scene @param {`street:${string}`} slot */
function echoStreet(scene, slot) {
  const owners = [...scene.value(slot)];
  const tiles = [...slot.slice(7)].map((square) => scene.page.city[Number(square) - 1]);
  return echo(
    slot,
    h("span", { class: "echo-street" }, tiles.map(signIcon)),
    h(
      "span",
      { class: "echo-pile" },
      owners.map((owner) => discIcon(scene.colourOf(owner))),
    ),
  );
}

/** @param {Scene} scene */
function echoSeat(scene) {
  const [marks, before] = [scene.value("council"), scene.valueBefore("council")];
  const at = [...marks].findIndex((mark, number) => mark !== before[number]);
  const tile = scene.page.council[at];
  if (!tile) return null;
  return echo(
    `tile:${at}`,
    placeIcon(tile),
    h("span", { class: "echo-name echo-tile" }, scene.page.names.tile[tile]),
    discIcon(scene.colourOf(marks[at])),
  );
}

/**
 * Return whose something is, if not that of who acts.
 * @param {Scene} scene @param {number} party
 */
function owner(scene, party) {
  const { colour, name } = scene.page.parties[party];
  return party !== scene.actor && [discIcon(colour), h("span", { class: "echo-name more" }, name)];
}

/**
 * Return a number that rose or fell.
 * @param {number} party @param {MatSlot} part @param {Child} picture @param {number} by
 */
function echoNumber(party, part, picture, by) {
  return by ? echo(`m${party}.${part}`, picture, h("b", {}, by > 0 ? `+${by}` : `−${-by}`)) : null;
}

/** @param {string} kind */
function good(kind) {
  return h("i", { class: `good ${kind}` });
}

/** @param {number[]} cloth */
function sum(cloth) {
  return cloth.reduce((total, each) => total + each, 0);
}

/**
 * What is echoed of a party's slots.
 * @type {Record<string, (scene: Scene, party: number) => HTMLElement | null>}
 */
const PARTS = {
  points: (scene, party) => rise(scene, party, "points", discIcon(scene.page.parties[party].colour)),
  wood: (scene, party) => rise(scene, party, "wood", [owner(scene, party), good("wood")]),
  brick: (scene, party) => rise(scene, party, "brick", [owner(scene, party), good("brick")]),
  marble: (scene, party) => rise(scene, party, "marble", [owner(scene, party), good("marble")]),
  ships: (scene, party) => rise(scene, party, "ships", [owner(scene, party), signIcon("S")]),
  faction: (scene, party) => rise(scene, party, "faction", discIcon(scene.page.parties[party].colour)),
  houses: (scene, party) => {
    const [now, before] = changeOf(scene, party, "houses");
    return echoNumber(party, "houses", [owner(scene, party), signIcon("U")], now.length - before.length);
  },
  cloth: (scene, party) => {
    const [now, before] = changeOf(scene, party, "cloth");
    const hasMore = now.length > before.length;
    const by = hasMore ? now.length - before.length : sum(now) - sum(before);
    return echoNumber(party, "cloth", [owner(scene, party), hasMore ? signIcon("V") : good("cloth")], by);
  },
  hand: (scene, party) => {
    const [now, before] = changeOf(scene, party, "hand");
    const [come, gone] = [without(now, before), without(before, now)].map((cards) => [...cards].map(drawCard));
    if (!come.length && !gone.length) return null;
    const signed = [come.length > 0 && [h("b", {}, "+"), come], gone.length > 0 && [h("b", {}, "−"), gone]];
    return echo(`m${party}.hand`, owner(scene, party), ...signed);
  },
  influence: (scene, party) => {
    const cards = scene.value(`m${party}.influence`).map((card) => scene.placeName(card));
    return cards.length
      ? echo(`m${party}.influence`, h("span", { class: "echo-name" }, list(scene.page, cards)))
      : null;
  },
};

/**
 * Return what a party has of something now, and what it had before the last step.
 * @template {MatSlot} P
 * @param {Scene} scene @param {number} party @param {P} part
 * @returns {[ValueIn<`m${number}.${P}`>, ValueIn<`m${number}.${P}`>]}
 */
function changeOf(scene, party, part) {
  return [scene.value(`m${party}.${part}`), scene.valueBefore(`m${party}.${part}`)];
}

/**
 * Return cards without others.
 * @param {string} cards @param {string} others
 */
function without(cards, others) {
  return [...others].reduce((left, card) => left.replace(card, ""), cards);
}

/**
 * Return by how much a party's number rose in the last step.
 * @param {Scene} scene @param {number} party @param {"points" | "wood" | "brick" | "marble" | "ships" | "faction"} part
 * @param {Child} picture
 */
function rise(scene, party, part, picture) {
  const [now, before] = changeOf(scene, party, part);
  return echoNumber(party, part, picture, now - before);
}

/**
 * Return which turn it is and whose.
 * @param {Scene} scene
 */
export function describeTurn(scene) {
  const { page } = scene;
  const turn = scene.frame?.[0].split(".")[0] ?? "0";
  if (turn === "0") return "";
  const name = page.parties[scene.valueBeforeEvent("active")]?.name ?? "";
  return format(page.controls.turnOf, { turn, name });
}
