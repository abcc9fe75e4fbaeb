/**
 * What happened and what people remarked, in words: a heading for each turn, the events of the one that is shown, and
 * variations as branches beside what was played, so that the main line stays in sight inside of one.
 */

/** @import { Attributes, Child } from "./elements.js" */
/** @import { Game, Line } from "./game.js" */
/** @import { Frame, Page, Remark } from "./page.js" */

import { afterFrame, h, put } from "./elements.js";
import { format, list, sentence } from "./words.js";

const EVENT = 5;

/** @typedef {(line: number, position: number) => void} GoTo */
/** @typedef {(line: number) => void} EnterLine */
/** @typedef {(place: string) => string} AddressOf */

/**
 * Where a photo is, at once or later; empty where it cannot be had.
 * @typedef {(name: string) => string | Promise<string>} PhotoOf
 */

/** @typedef {{ item: HTMLElement, list: HTMLElement, isDrawn: boolean, at: number }} Branch */
/** @typedef {{ root: HTMLElement, first: number, last: number }} Turn */

export class Log {
  /** @param {Page} page @param {GoTo} goTo @param {EnterLine} enterLine @param {AddressOf} addressOf */
  constructor(page, goTo, enterLine, addressOf) {
    this.page = page;
    this.goTo = goTo;
    this.enterLine = enterLine;
    this.addressOf = addressOf;
    /** The entries of each line by position; those of a variation from where it begins. @type {Map<number, HTMLElement[]>} */
    this.entries = new Map();
    /** @type {Map<number, Branch>} */
    this.branches = new Map();
    /** @type {Turn[]} */
    this.turns = [];
    /** @type {Element[]} */
    this.current = [];
    /** How far the main line is shown. */
    this.reached = Infinity;
    this.cancelScrolling = () => {};
    this.scroller = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": page.controls.log });
    this.root = h("section", { class: "log" }, this.scroller);
  }

  /** @param {Game} game @param {Line} main as it is seen @param {boolean} openOnly */
  draw(game, main, openOnly) {
    this.game = game;
    this.openOnly = openOnly;
    this.main = main;
    this.entries = new Map([[0, []]]);
    this.branches = new Map();
    this.turns = [];
    this.current = [];
    this.reached = Infinity;
    const before = game.remarksAt(main, 0, openOnly).map((remark) => drawRemark(remark));
    let list = h("ol", {});
    let id = "";
    main.frames.forEach((frame, at) => {
      const [turn] = frame[0].split(".");
      if (turn !== id) {
        id = turn;
        list = h("ol", {});
        this.turns.push({ root: h("section", {}, this.drawTurn(turn, at), list), first: at + 1, last: at + 1 });
      }
      this.turns[this.turns.length - 1].last = at + 1;
      list.append(...this.drawBranches(0, at), this.drawEntry(main, 0, at));
    });
    this.scroller.replaceChildren(...before, ...this.turns.map(({ root }) => root));
  }

  /**
   * Return the heading of a turn: whose it is, where a disc was placed, and what was scored in it.
   * @param {string} turn @param {number} at
   */
  drawTurn(turn, at) {
    const { controls, parties, names, slots } = this.page;
    const main = /** @type {Line} */ (this.main);
    const game = /** @type {Game} */ (this.game);
    const party = Number(turn) > 0 ? parties[game.value(main, at + 1, "active")] : undefined;
    const street = main.frames[at][4]
      .filter((_, place) => place % 2 === 0)
      .map((slot) => slots[Number(slot)])
      .find((slot) => slot.startsWith("street:"));
    const where = street ? names.street[street.slice(7)] : "";
    const said = [format(controls.turn, { turn }), party?.name ?? "", where].filter(Boolean);
    return h(
      "h2",
      {},
      h(
        "button",
        { type: "button", tabindex: -1, "aria-label": list(this.page, said), click: () => this.goTo(0, at + 1) },
        h("b", {}, party ? turn : ""),
        party && [" ", h("i", { class: `dot p-${party.colour}` }), " ", h("bdi", {}, party.name), " "],
        h("span", { class: "quiet" }, where),
      ),
    );
  }

  /**
   * Return an event.
   * @param {Line} line @param {number} number of the line @param {number} at its place on the line
   */
  drawEntry(line, number, at) {
    const { controls, parties } = this.page;
    const game = /** @type {Game} */ (this.game);
    const frame = line.frames[at];
    const remarks = game.remarksAt(line, at + 1, this.openOnly ?? false);
    const link = h(
      "a",
      {
        href: this.addressOf(game.place(line, at + 1)),
        tabindex: -1,
        class: `entry a-${parties[frame[2]]?.colour ?? "none"} depth-${depthOf(frame)}`,
        click: (event) => {
          event.preventDefault();
          this.goTo(number, at + 1);
        },
      },
      sentence(this.page, game.sentence(frame[3]) || controls.missed),
      remarks.map(({ sign }) => sign && [" ", h("span", { class: "given" }, sign)]),
    );
    const item = h(
      "li",
      { class: frame[1] < EVENT ? "event step" : "event" },
      link,
      remarks.map((remark) => drawRemark(remark)),
    );
    this.entries.get(number)?.push(item);
    return item;
  }

  /**
   * Return the variations that begin at a place of a line, each closed.
   * @param {number} number of the line @param {number} at
   */
  drawBranches(number, at) {
    if (this.openOnly) return [];
    return this.page.lines.flatMap(({ leaves, at: begins }, branch) => {
      if (!branch || leaves !== number || begins !== at) return [];
      const list = h("ol", {});
      const item = h(
        "li",
        { class: "variation" },
        variationButton(this.page, branch, this.enterLine, { tabindex: -1 }),
        list,
      );
      this.branches.set(branch, { item, list, isDrawn: false, at });
      return [item];
    });
  }

  /**
   * Fill a variation with its events.
   * @param {number} number
   */
  open(number) {
    const branch = this.branches.get(number);
    if (!branch || branch.isDrawn) return;
    branch.isDrawn = true;
    this.entries.set(number, []);
    const line = /** @type {Game} */ (this.game).line(number);
    for (let at = line.at; at < line.frames.length; at += 1)
      branch.list.append(...this.drawBranches(number, at), this.drawEntry(line, number, at));
  }

  /**
   * Show the events of the step that led to a position, of the main line only those that somebody has come to.
   * @param {Line} line @param {number} since @param {number} position @param {number} reached on the main line
   */
  show(line, since, position, reached) {
    const path = this.openPath(line);
    for (const item of this.current) item.classList.remove("current", "latest");
    this.current = [];
    for (let at = since; at < position; at += 1) {
      const owner = path.find(({ at: begins }) => at >= begins);
      const item = owner && this.entries.get(owner.number)?.[at - owner.at];
      if (item) this.current.push(item);
    }
    for (const item of this.current) item.classList.add("current");
    this.current.at(-1)?.classList.add("latest");
    const inMain = line.number ? (path[path.length - 2]?.at ?? 0) + 1 : position;
    for (const { root, first, last } of this.turns) root.classList.toggle("open", first <= inMain && inMain <= last);
    this.uncover(Math.max(reached, 1));
    this.follow();
  }

  /**
   * Hide the events of the main line that nobody has come to.
   * @param {number} reached
   */
  uncover(reached) {
    if (this.reached === reached) return;
    const [first, last] = [Math.min(this.reached, reached), Math.max(this.reached, reached)];
    this.reached = reached;
    for (const turn of this.turns) put(turn.root, { hidden: turn.first > reached });
    for (const item of this.entries.get(0)?.slice(first, last) ?? []) put(item, { hidden: last > reached });
    for (const [number, { item, at }] of this.branches)
      if (!this.page.lines[number].leaves)
        put(item, { hidden: this.page.lines[number].after > Math.max(reached, at + 1) });
  }

  /** Bring the last event of the step into sight, as far as the log is shown. */
  follow() {
    this.cancelScrolling();
    this.cancelScrolling = afterFrame(() => this.scrollTo(this.current.at(-1)));
  }

  /**
   * Open a variation and those that it is in, and close all others; return them, the innermost first, the main line last.
   * @param {Line} line
   */
  openPath(line) {
    /** @type {{ number: number, at: number }[]} */
    const path = [];
    for (let each = /** @type {Line | null} */ (line); each; each = each.parent)
      path.push({ number: each.number, at: each.number && each.at });
    for (const { number } of path.toReversed()) this.open(number);
    for (const [number, { item }] of this.branches)
      item.classList.toggle(
        "open",
        path.some((each) => each.number === number),
      );
    return path;
  }

  /** @param {Element | undefined} item */
  scrollTo(item) {
    if (!item) {
      this.scroller.scrollTop = 0;
      return;
    }
    const box = this.scroller.getBoundingClientRect();
    const here = item.getBoundingClientRect();
    if (here.top < box.top + 20 || here.bottom > box.bottom - 20)
      this.scroller.scrollTop += here.top - box.top - box.height / 2;
  }
}

/**
 * Return how far an event is below the placement of its turn: activations one step, what they bring two.
 * @param {Frame} frame
 */
function depthOf([id]) {
  const [, activation, event] = id.split(".");
  return Number(activation) > 0 ? (Number(event) > 1 ? 2 : 1) : 0;
}

/**
 * Return a remark as a paragraph; `picture` is shown instead of its words.
 * @param {Remark} remark @param {Child} picture @returns {HTMLElement}
 */
function drawRemark({ author, kind, time, words }, picture = null) {
  return h(
    "p",
    { class: `remark is-${kind}` },
    author && [h("bdi", { class: "author" }, `${author}:`), " "],
    picture || h("bdi", {}, words),
    time && h("small", {}, ` ${time.slice(0, 10)}`),
  );
}

/** @param {Page} page @param {number} number */
export function lineName(page, number) {
  const { id, name } = page.lines[number];
  if (!number) return page.controls.main;
  return name ? format(page.controls.branch, { id, name }) : id;
}

/** @param {Page} page @param {number} number @param {EnterLine} enterLine @param {Attributes} attributes */
function variationButton(page, number, enterLine, attributes = {}) {
  const words = format(page.controls.variation, { name: lineName(page, number) });
  return h("button", { type: "button", class: "chip", click: () => enterLine(number), ...attributes }, `↳ ${words}`);
}

/**
 * Return a photo that leads to itself in full; its words, where it cannot be had.
 * @param {Remark} remark @param {string | Promise<string>} address
 */
function drawPhoto(remark, address) {
  const words = h("bdi", {}, remark.words);
  const photo = h("a", { class: "photo", target: "_blank", rel: "noopener" }, words);
  Promise.resolve(address).then((source) => {
    if (!source) return;
    photo.href = source;
    photo.replaceChildren(h("img", { src: source, alt: remark.words, error: () => photo.replaceWith(words) }));
  });
  return photo;
}

/**
 * Return the remarks on a position, and the variations that replace a decision there.
 * @param {Page} page @param {Remark[]} remarks @param {number[]} variations
 * @param {boolean} openOnly whether a viewpoint hides some remarks @param {EnterLine} enterLine @param {PhotoOf} photoOf
 */
export function listRemarks(page, remarks, variations, openOnly, enterLine, photoOf) {
  if (remarks.length || variations.length)
    return [
      ...remarks.map((remark) => drawRemark(remark, remark.photo && drawPhoto(remark, photoOf(remark.photo)))),
      ...variations.map((number) => h("p", {}, variationButton(page, number, enterLine))),
    ];
  const hides = openOnly && page.remarks.some(([, , hidden]) => hidden.some((remark) => !remark.open));
  return hides ? [h("p", { class: "quiet" }, page.controls.hidden)] : [];
}
