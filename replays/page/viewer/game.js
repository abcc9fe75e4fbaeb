/**
 * The game as the page holds it: lines of play with every position, steps of every level, places by their ids.
 * Nothing here knows rules or draws.
 *
 * A position is the number of events before it; a frame is [id, level, actor, sentence, [slot, value, ...]].
 */

/** The version of what a page holds that this viewer reads. */
const VERSION = 1;

const PLACE = /^(?:([a-z][a-z0-9-]*):)?([0-9]+(?:\.[0-9]+){0,2})$|^([a-z][a-z0-9-]*)$/;

/** Text with its fields in braces filled. */
export function filled(words, fields) {
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

export class Game {
  /** @param {object} page what `replays/page/contents.py` describes */
  constructor(page) {
    if (page.version !== VERSION) throw new Error(`page version ${page.version}, this viewer reads ${VERSION}`);
    this.page = page;
    this.slotNumbers = new Map(page.slots.map((name, number) => [name, number]));
    this.lines = [];
    this.remarks = new Map();
    for (const [line, position, said] of page.remarks) this.remarks.set(`${line}/${position}`, said);
  }

  /** A line from the very start: its frames, the values of all slots at every position, and where it was left from. */
  line(number) {
    if (!this.lines[number]) this.lines[number] = number ? this.varied(number) : this.main();
    return this.lines[number];
  }

  main() {
    const told = this.page.lines[0];
    return {
      number: 0,
      id: "",
      at: -1,
      parent: null,
      frames: told.frames,
      states: played([this.page.start], told.frames),
      scorings: told.scorings,
      activations: told.activations,
      gaps: told.gaps,
    };
  }

  varied(number) {
    const told = this.page.lines[number];
    const parent = this.line(told.leaves);
    const before = (positions) => positions.filter((position) => position <= told.at);
    return {
      number,
      id: told.id,
      at: told.at,
      parent,
      frames: parent.frames.slice(0, told.at).concat(told.frames),
      states: played(parent.states.slice(0, told.at + 1), told.frames),
      scorings: before(parent.scorings).concat(told.scorings),
      activations: parent.activations.map((positions, seat) => before(positions).concat(told.activations[seat])),
      gaps: before(parent.gaps).concat(told.gaps),
    };
  }

  /** The main line as somebody saw it; `view` is the number of a view, of which all but the first go by the first. */
  seen(view) {
    const main = view ? this.seen(0) : this.line(0);
    const told = this.page.views[view].view;
    const other = new Map();
    const states = main.states.map((values, position) => {
      const changes = told.changed[position] || [];
      for (let place = 0; place < changes.length; place += 2) {
        if (changes[place + 1] === null) other.delete(changes[place]);
        else other.set(changes[place], changes[place + 1]);
      }
      return other.size ? values.map((value, slot) => (other.has(slot) ? other.get(slot) : value)) : values;
    });
    const frames = main.frames.map((frame, number) =>
      number + 1 in told.words ? [frame[0], frame[1], frame[2], told.words[number + 1], frame[4]] : frame,
    );
    return { ...main, frames, states };
  }

  /** The value of a slot at a position of a line. */
  value(line, position, slot) {
    return line.states[position][this.slotNumbers.get(slot)];
  }

  /** A sentence by its number. */
  sentence(number) {
    return this.page.sentences[number].map((word) => this.page.words[word]).join(" ");
  }

  /** What happened in a frame, as a sentence; empty where nobody wrote it down. */
  words(frame) {
    return this.sentence(frame[3]);
  }

  // Steps.

  /** Where the step of a level that comes, or is under way, ends. */
  next(line, position, level) {
    const last = line.frames.length;
    let at = Math.min(position + 1, last);
    while (at < last && line.frames[at][1] > level) at += 1;
    return at;
  }

  /** Where the step of a level that led here began. */
  previous(line, position, level) {
    let at = Math.max(position - 1, 0);
    while (at > 0 && line.frames[at][1] > level) at -= 1;
    return at;
  }

  // Places.

  /** The line on which the event before a position happened. */
  owner(line, position) {
    while (line.parent && position <= line.at) line = line.parent;
    return line;
  }

  /** The id of the event before a position, as `7.2.3` or `port:7.2.3`; empty at the start. */
  place(line, position) {
    if (!position) return "";
    const { id } = this.owner(line, position);
    return (id ? `${id}:` : "") + line.frames[position - 1][0];
  }

  /**
   * The line and the position behind a turn, an activation, an event or the first event of a variation, or null.
   * A variation has the places before it leaves its line, too.
   */
  find(place) {
    const found = PLACE.exec(place);
    if (!found) return place === "" ? { line: 0, position: 0 } : null;
    const id = found[1] || found[3] || "";
    const number = this.page.lines.findIndex((line) => line.id === id);
    if (number < 0) return null;
    const line = this.line(number);
    if (found[3]) return { line: number, position: line.at + 1 };
    const wanted = found[2].split(".").map(Number).join(".");
    for (let at = line.frames.length; at > 0; at -= 1) {
      const here = line.frames[at - 1][0];
      if (here === wanted || here.startsWith(`${wanted}.`)) return { line: number, position: at };
    }
    return null;
  }

  // What was said.

  /** The remarks on a position of a line, of its own line and, where that begins, of the one it leaves. */
  said(line, position, openOnly) {
    const found = [];
    for (let one = line; one; one = one.parent) {
      found.unshift(...(this.remarks.get(`${one.number}/${position}`) || []));
      if (position > one.at) break;
    }
    return openOnly ? found.filter((remark) => remark.open) : found;
  }

  /** The numbers of the lines that stand instead of a decision of a line that touches positions `first` to `last`. */
  leaving(line, first, last) {
    return this.page.lines.flatMap((told, number) =>
      number &&
      told.at <= last &&
      told.behind > first &&
      this.owner(line, told.at + 1).number === told.leaves &&
      number !== line.number
        ? [number]
        : [],
    );
  }

  /** Positions of a line worth coming back to, each with its kinds: said, glyph, gap, variation. */
  markers(line, openOnly) {
    const marks = new Map();
    const add = (position, kind) => marks.set(position, (marks.get(position) || new Set()).add(kind));
    for (let position = 0; position <= line.frames.length; position += 1) {
      for (const remark of this.said(line, position, openOnly)) {
        add(position, remark.kind === "glyph" ? "glyph" : "said");
      }
    }
    for (const position of line.gaps) add(position, "gap");
    if (!openOnly) {
      for (const number of this.leaving(line, 0, line.frames.length)) {
        add(this.page.lines[number].behind, "variation");
      }
    }
    return marks;
  }
}

function played(states, frames) {
  let values = states[states.length - 1];
  for (const frame of frames) {
    const changes = frame[4];
    values = values.slice();
    for (let place = 0; place < changes.length; place += 2) values[changes[place]] = changes[place + 1];
    states.push(values);
  }
  return states;
}
