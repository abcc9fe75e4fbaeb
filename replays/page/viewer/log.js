/** What happened and what people remarked, in words. */

/** @import { Attributes, Child } from "./elements.js" */
/** @import { Game, Line } from "./game.js" */
/** @import { Page, Remark } from "./page.js" */

import { h } from "./elements.js";
import { format, sentence } from "./words.js";

const EVENT = 5;

/** @typedef {(position: number) => void} GoTo */
/** @typedef {(line: number) => void} EnterLine */
/** @typedef {(place: string) => string} AddressOf */

/**
 * Where a photo is, at once or later; empty where it cannot be had.
 * @typedef {(name: string) => string | Promise<string>} PhotoOf
 */

/** The events of a line, turn by turn. */
export class Log {
  /** @param {Page} page @param {GoTo} goTo @param {EnterLine} enterLine @param {AddressOf} addressOf */
  constructor(page, goTo, enterLine, addressOf) {
    this.page = page;
    this.goTo = goTo;
    this.enterLine = enterLine;
    this.addressOf = addressOf;
    /** @type {HTMLElement[]} */
    this.entries = [];
    /** @type {HTMLElement[]} */
    this.current = [];
    this.scroller = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": page.controls.log });
    this.root = h("section", { class: "panel log" }, h("h2", {}, page.controls.log), this.scroller);
  }

  /**
   * Go on with the same game as it is by now.
   * @param {Page} page
   */
  update(page) {
    this.page = page;
  }

  /** @param {Game} game @param {Line} line @param {boolean} openOnly */
  draw(game, line, openOnly) {
    const { controls, parties } = this.page;
    const content = game.remarksAt(line, 0, openOnly).map((remark) => drawRemark(remark));
    let turn = "";
    let list = h("ol", {});
    this.entries = line.frames.map((frame, number) => {
      const position = number + 1;
      const [id] = frame[0].split(".");
      if (id !== turn) {
        turn = id;
        list = h("ol", {});
        content.push(h("h3", {}, format(controls.turn, { turn })), list);
      }
      if (!openOnly) list.append(...this.drawVariations(game, line, number));
      const remarks = game.remarksAt(line, position, openOnly);
      const link = h(
        "a",
        {
          href: this.addressOf(game.place(line, position)),
          tabindex: -1,
          class: `entry a-${parties[frame[2]]?.colour ?? "none"}`,
          click: (event) => {
            event.preventDefault();
            this.goTo(position);
          },
        },
        h("span", { class: "id" }, frame[0]),
        " ",
        sentence(this.page, game.sentence(frame[3]) || controls.missed),
        remarks.map(({ sign }) => sign && [" ", h("span", { class: "given" }, sign)]),
      );
      const item = h(
        "li",
        { class: frame[1] < EVENT ? "step" : "" },
        link,
        remarks.map((remark) => drawRemark(remark)),
      );
      list.append(item);
      return item;
    });
    this.scroller.replaceChildren(...content);
    this.current = [];
  }

  /** @param {Game} game @param {Line} line @param {number} position */
  drawVariations(game, line, position) {
    return game
      .variationsAt(line, position, position)
      .filter((number) => this.page.lines[number].at === position)
      .map((number) =>
        h("li", { class: "variation" }, variationButton(this.page, number, this.enterLine, { tabindex: -1 })),
      );
  }

  /**
   * Mark the events of the step that led to a position.
   * @param {number} since @param {number} position
   */
  show(since, position) {
    for (const item of this.current) item.classList.remove("current");
    this.current = this.entries.slice(since, position);
    for (const item of this.current) item.classList.add("current");
    const last = this.current.at(-1);
    if (!last) {
      this.scroller.scrollTop = 0;
      return;
    }
    const box = this.scroller.getBoundingClientRect();
    const here = last.getBoundingClientRect();
    if (here.top < box.top + 20 || here.bottom > box.bottom - 20)
      this.scroller.scrollTop += here.top - box.top - box.height / 2;
  }
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
  return [h("p", { class: "quiet" }, hides ? page.controls.hidden : page.controls.silent)];
}
