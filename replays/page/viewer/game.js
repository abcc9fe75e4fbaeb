/**
 * The game as the page holds it: lines of play with every position, steps of every level, places by their ids.
 * Nothing here knows rules or draws.
 *
 * A position is the number of events before it.
 */

/** @import { Frame, Moment, Page, Remark, Slot, ValueIn, Values } from "./page.js" */

/**
 * A line of play from the very start: its frames, the values of all slots at every position, and where it leaves its
 * parent.
 * @typedef {{
 *   number: number, id: string, at: number, parent: Line | null, frames: Frame[], states: Values[],
 *   scorings: number[], moments: Moment[], activations: number[][], gaps: number[], turns: [number, number][],
 * }} Line
 */

/** @typedef {"comment" | "glyph" | "gap" | "variation"} MarkerKind */

/** The version of what a page holds that this viewer reads. */
const VERSION = 1;

const PLACE = /^(?:([a-z][a-z0-9-]*):)?([0-9]+(?:\.[0-9]+){0,2})$|^([a-z][a-z0-9-]*)$/;

export class Game {
  /** @param {Page} page */
  constructor(page) {
    if (page.version !== VERSION) throw new Error(`page version ${page.version}, this viewer reads ${VERSION}`);
    this.page = page;
    this.slotNumbers = new Map(page.slots.map((name, number) => [name, number]));
    /** Whether the page shows only how a game has gone on lately: a step of the whole game begins with its first event. */
    this.isTail = page.lines[0].frames.length > 0 && page.lines[0].frames[0][1] > 0;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Map<string, Remark[]>} */
    this.remarks = new Map();
    for (const [line, position, remarks] of page.remarks) {
      const place = `${line}/${position}`;
      this.remarks.set(place, [...(this.remarks.get(place) ?? []), ...remarks]);
    }
  }

  /** @param {number} number @returns {Line} */
  line(number) {
    this.lines[number] ??= number ? this.readVariation(number) : this.readMain();
    return this.lines[number];
  }

  /** @returns {Line} */
  readMain() {
    const { frames, scorings, moments, activations, gaps, turns } = this.page.lines[0];
    const states = play([this.page.start], frames);
    return { number: 0, id: "", at: -1, parent: null, frames, states, scorings, moments, activations, gaps, turns };
  }

  /** @param {number} number @returns {Line} */
  readVariation(number) {
    const { id, at, leaves, ...own } = this.page.lines[number];
    const parent = this.line(leaves);
    const before = (/** @type {number[]} */ positions) => positions.filter((position) => position <= at);
    return {
      number,
      id,
      at,
      parent,
      frames: parent.frames.slice(0, at).concat(own.frames),
      states: play(parent.states.slice(0, at + 1), own.frames),
      scorings: before(parent.scorings).concat(own.scorings),
      moments: parent.moments.filter(([position]) => position <= at).concat(own.moments),
      activations: parent.activations.map((positions, seat) => before(positions).concat(own.activations[seat])),
      gaps: before(parent.gaps).concat(own.gaps),
      turns: parent.turns.filter(([position]) => position <= at).concat(own.turns),
    };
  }

  /**
   * Return the main line as somebody saw it.
   * @param {number} number of a view, of which all but the first differ from the first @returns {Line}
   */
  view(number) {
    const main = number ? this.view(0) : this.line(0);
    const { changed, words } = this.page.views[number].view;
    const differing = new Map();
    const states = main.states.map((values, position) => {
      const changes = changed[position] ?? [];
      for (let place = 0; place < changes.length; place += 2) {
        if (changes[place + 1] === null) differing.delete(changes[place]);
        else differing.set(changes[place], changes[place + 1]);
      }
      return differing.size ? values.map((value, slot) => differing.get(slot) ?? value) : values;
    });
    const frames = main.frames.map(
      /** @returns {Frame} */ ([id, level, actor, sentence, changes], at) => [
        id,
        level,
        actor,
        words[at + 1] ?? sentence,
        changes,
      ],
    );
    return { ...main, frames, states };
  }

  /** @template {Slot} S @param {Values} values @param {S} slot @returns {ValueIn<S>} */
  valueIn(values, slot) {
    return /** @type {any} */ (values[this.slotNumbers.get(slot) ?? -1]);
  }

  /**
   * Return the value of a slot at a position of a line.
   * @template {Slot} S @param {Line} line @param {number} position @param {S} slot
   */
  value(line, position, slot) {
    return this.valueIn(line.states[position], slot);
  }

  /**
   * Return a sentence by its number.
   * @param {number} number
   */
  sentence(number) {
    return this.page.sentences[number].map((word) => this.page.words[word]).join(" ");
  }

  // Steps.

  /**
   * Return where the step of a level that begins at a position, or is under way there, ends.
   * @param {Line} line @param {number} position @param {number} level
   */
  next(line, position, level) {
    const last = line.frames.length;
    let at = Math.min(position + 1, last);
    while (at < last && line.frames[at][1] > level) at += 1;
    return at;
  }

  /**
   * Return where the step of a level that led to a position began.
   * @param {Line} line @param {number} position @param {number} level
   */
  previous(line, position, level) {
    let at = Math.max(position - 1, 0);
    while (at > 0 && line.frames[at][1] > level) at -= 1;
    return at;
  }

  // Places.

  /**
   * Return the line on which the event before a position happened.
   * @param {Line} line @param {number} position
   */
  owner(line, position) {
    let owner = line;
    while (owner.parent && position <= owner.at) owner = owner.parent;
    return owner;
  }

  /**
   * Return the id of the event before a position, e.g. `7.2.3` or `port:7.2.3`; empty at the start.
   * @param {Line} line @param {number} position
   */
  place(line, position) {
    if (!position) return "";
    const { id } = this.owner(line, position);
    return (id ? `${id}:` : "") + line.frames[position - 1][0];
  }

  /**
   * Return the line and the position after a turn, an activation, an event or the first event of a variation, or null.
   * A variation has the places before it leaves its line, too.
   * @param {string} place
   */
  find(place) {
    if (place === "") return { line: 0, position: 0 };
    const [, prefix, numbers, name] = PLACE.exec(place) ?? [];
    const id = prefix || name || "";
    const number = this.page.lines.findIndex((line) => line.id === id);
    if (number < 0 || !(numbers || name)) return null;
    const line = this.line(number);
    if (name) return { line: number, position: line.at + 1 };
    const wanted = numbers.split(".").map(Number).join(".");
    for (let at = line.frames.length; at > 0; at -= 1) {
      const here = line.frames[at - 1][0];
      // The end of an activation has the place of the event before it, which is meant.
      if (here === wanted && line.frames[at - 2]?.[0] === wanted) continue;
      if (here === wanted || here.startsWith(`${wanted}.`)) return { line: number, position: at };
    }
    return null;
  }

  // Remarks and variations.

  /**
   * Return the remarks on a position of a line, of its own line and, where that begins, of the one it leaves.
   * @param {Line} line @param {number} position @param {boolean} openOnly
   */
  remarksAt(line, position, openOnly) {
    const found = [];
    for (let one = /** @type {Line | null} */ (line); one; one = one.parent) {
      found.unshift(...(this.remarks.get(`${one.number}/${position}`) ?? []));
      if (position > one.at) break;
    }
    return openOnly ? found.filter((remark) => remark.open) : found;
  }

  /**
   * Return the numbers of the lines that replace a decision of a line that touches positions `first` to `last`.
   * @param {Line} line @param {number} first @param {number} last
   */
  variationsAt(line, first, last) {
    return this.page.lines.flatMap(({ after, at, leaves }, number) =>
      number && at <= last && after > first && this.owner(line, at + 1).number === leaves && number !== line.number
        ? [number]
        : [],
    );
  }

  /**
   * Return the positions of a line worth coming back to, each with its kinds.
   * @param {Line} line @param {boolean} openOnly
   */
  markers(line, openOnly) {
    /** @type {Map<number, Set<MarkerKind>>} */
    const markers = new Map();
    const add = (/** @type {number} */ position, /** @type {MarkerKind} */ kind) =>
      markers.set(position, (markers.get(position) ?? new Set()).add(kind));
    for (let position = 0; position <= line.frames.length; position += 1)
      for (const remark of this.remarksAt(line, position, openOnly))
        if (remark.kind !== "chances") add(position, remark.kind === "glyph" ? "glyph" : "comment");
    for (const position of line.gaps) add(position, "gap");
    if (!openOnly)
      for (const number of this.variationsAt(line, 0, line.frames.length))
        add(this.page.lines[number].after, "variation");
    return markers;
  }
}

/**
 * Return states with those after each of several frames.
 * @param {Values[]} states @param {Frame[]} frames
 */
function play(states, frames) {
  let values = states[states.length - 1];
  for (const [, , , , changes] of frames) {
    values = values.slice();
    for (let place = 0; place < changes.length; place += 2)
      values[Number(changes[place])] = /** @type {any} */ (changes[place + 1]);
    states.push(values);
  }
  return states;
}
