/** A position as it is drawn: values of slots, what the last step changed, and what people and things are called. */

/** @import { Game, Line } from "./game.js" */
/** @import { Moment, Slot, Value, ValueIn } from "./page.js" */

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
    this.line = line;
    this.position = position;
    this.since = since;
    this.values = line.states[position];
    this.valuesBefore = line.states[since];
    this.marks = new Set(pointed);
    this.streets = game.page.slots.filter((name) => name.startsWith("street:")).map((name) => name.slice(7));
    this.changed = new Set(
      line.frames.slice(since, position).flatMap((frame) => frame[4].filter((_, place) => place % 2 === 0)),
    );
  }

  /** The scoring that the last event was. @type {Moment | null} */
  get moment() {
    return this.line.moments.find(([at]) => at === this.position) ?? null;
  }

  /** The last event. */
  get frame() {
    return this.position ? this.line.frames[this.position - 1] : null;
  }

  /** Who acted in the last event, below zero for nobody. */
  get actor() {
    return this.frame?.[2] ?? -1;
  }

  /** The places whose cubes are being scored. */
  get lit() {
    const { moment, page } = this;
    if (!moment) return new Set();
    const [, kind, place] = moment;
    if (kind !== "tile") return new Set([place]);
    const rows = Object.keys(page.counted).filter((row) => page.counted[row].includes(place));
    return new Set(rows.map((row) => row.split(".")[0]));
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
   * Return the value of a slot before the last event.
   * @template {Slot} S @param {S} slot @returns {ValueIn<S>}
   */
  valueBeforeEvent(slot) {
    return this.game.value(this.line, Math.max(this.position - 1, 0), slot);
  }

  /**
   * Return all that a party has, in the order of its slots.
   * @param {number} party @returns {Value[]}
   */
  mat(party) {
    return this.game.matSlots(party).map((slot) => this.values[slot]);
  }

  /**
   * Return which of a party's slots the last step changed, or somebody's marks point at.
   * @param {number} party
   */
  changedOf(party) {
    const slots = this.game.matSlots(party);
    return slots.filter((slot) => this.changed.has(slot) || this.marks.has(this.page.slots[slot]));
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
