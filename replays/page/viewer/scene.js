/** A position as it is drawn: values of slots, what the last step changed, and what people and things are called. */

/** @import { Game, Line } from "./game.js" */
/** @import { Frame, Moment, Slot, ValueIn } from "./page.js" */

import { list } from "./words.js";

/** The level of a turn among the steps, and of coarser ones below it. */
const TURN = 2;
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
    const touched = line.frames.slice(since, position).flatMap((frame) => this.slotsOf(frame));
    const hasChanged = (/** @type {unknown} */ slot) =>
      JSON.stringify(this.values[Number(slot)]) !== JSON.stringify(this.valuesBefore[Number(slot)]);
    this.changed = new Set(touched.filter(hasChanged));
  }

  /** The scoring that the last event was. @type {Moment | null} */
  get moment() {
    return this.line.moments.find(([at]) => at === this.position) ?? null;
  }

  /** The last event. */
  get frame() {
    return this.position ? this.line.frames[this.position - 1] : null;
  }

  /** Who acted in what is said of the last step, or whose hand a card came into; below zero for nobody. */
  get actor() {
    const frame = (this.turn ? null : this.captioned[0]) ?? this.frame;
    return frame ? this.actorOf(frame) : -1;
  }

  /** @param {Frame} frame */
  actorOf(frame) {
    if (frame[2] >= 0) return frame[2];
    const slots = this.slotsOf(frame);
    return this.page.parties.findIndex((_, party) => slots.includes(this.game.slotNumbers.get(`m${party}.hand`) ?? -1));
  }

  /** The disc that is being activated, or whose activation the last event has ended, with its actions to come. */
  get activation() {
    return this.value("disc") || this.valueBeforeEvent("disc").replace(/[^/]*$/, "");
  }

  /** The actions of that disc that were done; those that were impossible have changed nothing on the table. */
  get done() {
    const { game, line } = this;
    const disc = this.activation.replace(/[^/]*$/, "");
    /** @type {Set<string>} */
    const done = new Set();
    for (let at = this.position; disc && at > 0; at -= 1) {
      const before = game.value(line, at - 1, "disc");
      if (!before.startsWith(disc)) break;
      const after = game.value(line, at, "disc");
      const left = after.startsWith(disc) ? after.slice(disc.length) : "";
      const changes = this.slotsOf(line.frames[at - 1]).filter((slot) => !this.isOfTurn(slot));
      // Where goods or cubes are not recorded, an action that was done may leave nothing to see.
      if (!changes.length && !this.value("unrecorded").length) continue;
      for (const action of before.slice(disc.length)) if (!left.includes(action)) done.add(action);
    }
    return done;
  }

  /**
   * Return whether a slot says who is to do what, and nothing of the table.
   * @param {number} slot
   */
  isOfTurn(slot) {
    return ["turn", "active", "waiting", "disc"].includes(this.page.slots[slot]);
  }

  /** What the players did in the turn that the last step was; empty if it was not a whole one. */
  get turn() {
    const { game, line, position, since } = this;
    const isWhole = since < position && line.frames[since][1] <= TURN;
    const sentence = isWhole && line.turns.find(([at]) => at === position)?.[1];
    return sentence ? game.sentence(sentence) : "";
  }

  /**
   * The last event of the last step that has a sentence and left something to see on the table, or the last of all, and
   * the one before it.
   */
  get captioned() {
    const frames = this.line.frames.slice(this.since, this.position).filter((frame) => this.game.sentence(frame[3]));
    const seen = frames.findLastIndex((frame) => this.slotsOf(frame).some((slot) => !this.isOfTurn(slot)));
    return [frames.at(seen), seen > 0 ? frames[seen - 1] : undefined];
  }

  /** What the last step came to: the sentence of a turn, or of one event. What brought a card is said with it. */
  get sentence() {
    if (this.turn) return this.turn;
    const [frame, before] = this.captioned;
    if (!frame) return "";
    const sentence = this.game.sentence(frame[3]);
    const actor = this.actorOf(frame);
    const hasCause = before && before[2] === actor && this.isDraw(frame) && !this.isDraw(before);
    if (!hasCause || actor < 0) return sentence;
    const { name } = this.page.parties[actor];
    const rest = sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
    return `${this.game.sentence(before[3])}${this.page.controls.semicolon}${rest}`;
  }

  /** Return whether a card was drawn. @param {Frame} frame */
  isDraw(frame) {
    return this.slotsOf(frame).some((slot) => this.page.slots[slot] === "deck");
  }

  /** Return the slots that an event changed. @param {Frame} frame */
  slotsOf(frame) {
    return frame[4].filter((_, place) => place % 2 === 0).map(Number);
  }

  /** The last scoring of the last step, which stays to be seen at the end of a turn. @type {Moment | null} */
  get stepMoment() {
    return this.line.moments.findLast(([at]) => at > this.since && at <= this.position) ?? null;
  }

  /** The places whose cubes are being scored. */
  get lit() {
    const { page, stepMoment } = this;
    if (!stepMoment) return new Set();
    const [, kind, place] = stepMoment;
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
    const { city, building, area } = this.page.names;
    return city[code] || building[code] || area[code] || this.page.controls.unknown;
  }

  /** @param {string} codes */
  houseNames(codes) {
    return [...codes].map((code) => this.page.names.city[HOUSES[code]]);
  }
}
