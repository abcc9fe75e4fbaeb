/** A position as it is drawn: values of slots, what the last step changed, and what people and things are called. */

/** @import { Game, Line } from "./game.js" */
/** @import { Slot, ValueIn } from "./page.js" */

import { list } from "./words.js";

/** @type {Record<string, string>} */
const HOUSES = { T: "TRO", B: "BRU", H: "HAM" };

export class Scene {
  /**
   * @param {Game} game @param {Line} line @param {number} position @param {number} since where the last step began
   * @param {(string | undefined)[]} pointed what somebody's marks point at
   */
  constructor(game, line, position, since, pointed) {
    this.game = game;
    this.page = game.page;
    this.values = line.states[position];
    this.valuesBefore = line.states[since];
    this.marks = new Set(pointed);
    this.streets = game.page.slots.filter((name) => name.startsWith("street:")).map((name) => name.slice(7));
    this.changed = new Set(
      line.frames.slice(since, position).flatMap((frame) => frame[4].filter((_, place) => place % 2 === 0)),
    );
  }

  /** @template {Slot} S @param {S} slot @returns {ValueIn<S>} */
  value(slot) {
    return this.game.valueIn(this.values, slot);
  }

  /**
   * Return the value of a slot before the last step.
   * @template {Slot} S @param {S} slot @returns {ValueIn<S>}
   */
  valueBefore(slot) {
    return this.game.valueIn(this.valuesBefore, slot);
  }

  /**
   * Return the classes of something on the board: whether the last step changed it, whether a mark points at it.
   * @param {Slot} slot
   */
  highlight(slot) {
    const changed = this.changed.has(this.game.slotNumbers.get(slot) ?? -1) ? "changed" : "";
    const pointed = this.isPointedAt(slot) ? "pointed" : "";
    return changed && pointed ? "changed pointed" : changed + pointed;
  }

  /**
   * Return whether somebody's mark points at something.
   * @param {string} slot
   */
  isPointedAt(slot) {
    return this.marks.has(slot);
  }

  /**
   * Return whether a part of the position is recorded: points, cubes, goods, cards.
   * @param {string} part
   */
  isKnown(part) {
    return !this.value("unrecorded").includes(part);
  }

  /**
   * Return the colour of a disc or a cube.
   * @param {string} mark
   */
  colourOf(mark) {
    return this.page.parties[Number(mark)]?.colour ?? "w";
  }

  /**
   * Return whose a disc or a cube is.
   * @param {string} mark
   */
  ownerOf(mark) {
    return this.page.parties[Number(mark)]?.name ?? this.page.controls.disc;
  }

  /**
   * Return whose the discs or cubes in a slot are.
   * @param {`street:${string}` | `row:${string}`} slot
   */
  ownersOf(slot) {
    const owners = [...this.value(slot)].map((mark) => this.ownerOf(mark));
    return list(this.page, owners);
  }

  /** @param {string} code */
  cardName(code) {
    return this.page.names.action[code] || this.page.controls.unknown;
  }

  /** @param {string} code */
  placeName(code) {
    return this.page.names.city[code] || this.page.names.building[code] || this.page.controls.unknown;
  }

  /** @param {string} codes */
  houseNames(codes) {
    return [...codes].map((code) => this.page.names.city[HOUSES[code]]);
  }
}
