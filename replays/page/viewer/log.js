/** What happened and what was said, in words. */

import { filled } from "./game.js";
import { sentence } from "./sentences.js";
import { h } from "./shapes.js";

/** A remark as a paragraph; its words are somebody's. `picture` is shown instead of them. */
export function remark(said, picture = null) {
  return h(
    "p",
    { class: `remark is-${said.kind}` },
    said.author ? [h("bdi", { class: "author" }, `${said.author}:`), " "] : null,
    picture || h("bdi", {}, said.words),
    said.time ? h("small", {}, ` ${said.time.slice(0, 10)}`) : null,
  );
}

/**
 * The events of a line, turn by turn. `onGo` is called with a position, `onLine` with the number of a variation;
 * `addressOf` tells the address of a place.
 */
export class Log {
  constructor(page, onGo, onLine, addressOf) {
    this.page = page;
    this.addressOf = addressOf;
    this.onGo = onGo;
    this.onLine = onLine;
    this.entries = [];
    this.scroller = h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": page.controls.log });
    this.root = h("section", { class: "panel log" }, h("h2", {}, page.controls.log), this.scroller);
  }

  /** Go on with the same game as it is by now. */
  take(page) {
    this.page = page;
  }

  draw(game, line, openOnly) {
    this.entries = [null];
    const turns = [];
    let turn = null;
    let list = null;
    line.frames.forEach((frame, number) => {
      const position = number + 1;
      const [id] = frame[0].split(".");
      if (id !== turn) {
        turn = id;
        list = h("ol", {});
        turns.push(h("h3", {}, `${this.page.controls.turn} ${turn}`), list);
      }
      if (!openOnly) list.append(...this.variations(game, line, number));
      const notes = game.said(line, position, openOnly);
      const party = this.page.parties[frame[2]];
      const link = h(
        "a",
        {
          href: this.addressOf(game.place(line, position)),
          tabindex: -1,
          class: `entry a-${party ? party.colour : "none"}`,
          click: (event) => {
            event.preventDefault();
            this.onGo(position);
          },
        },
        h("span", { class: "id" }, frame[0]),
        " ",
        sentence(this.page, game.words(frame) || this.page.controls.missed),
        signs(notes),
      );
      const item = h(
        "li",
        { class: frame[1] < 5 ? "step" : "" },
        link,
        notes.map((one) => remark(one)),
      );
      this.entries.push(item);
      list.append(item);
    });
    this.scroller.replaceChildren(...game.said(line, 0, openOnly).map((one) => remark(one)), ...turns);
    this.current = [];
  }

  variations(game, line, position) {
    return game
      .leaving(line, position, position)
      .filter((number) => this.page.lines[number].at === position)
      .map((number) => h("li", { class: "variation" }, variation(this.page, number, this.onLine, { tabindex: -1 })));
  }

  /** Mark the events of the step that led to a position. */
  at(since, position) {
    for (const item of this.current) item.classList.remove("current");
    this.current = this.entries.slice(since + 1, position + 1);
    for (const item of this.current) item.classList.add("current");
    const shown = this.current[this.current.length - 1];
    if (!shown) {
      this.scroller.scrollTop = 0;
      return;
    }
    const box = this.scroller.getBoundingClientRect();
    const here = shown.getBoundingClientRect();
    if (here.top < box.top + 20 || here.bottom > box.bottom - 20)
      this.scroller.scrollTop += here.top - box.top - box.height / 2;
  }
}

/** The glyphs among remarks. */
function signs(remarks) {
  return remarks.filter((said) => said.sign).map((said) => [" ", h("span", { class: "given" }, said.sign)]);
}

/** What a line is called. */
export function lineName(page, number) {
  const { id, name } = page.lines[number];
  return number ? `${id}${name && ", "}${name}` : page.controls.main;
}

/** A button that leads into a variation. */
function variation(page, number, onLine, attributes) {
  const words = filled(page.controls.variation, { name: lineName(page, number) });
  return h("button", { type: "button", class: "chip", click: () => onLine(number), ...attributes }, `↳ ${words}`);
}

/** A photo that leads to itself in full; its words, where it cannot be had. */
function photo(said, address) {
  const words = h("bdi", {}, said.words);
  const shown = h("a", { class: "photo", target: "_blank", rel: "noopener" }, words);
  Promise.resolve(address).then((source) => {
    if (!source) return;
    const lost = () => shown.replaceWith(words);
    shown.href = source;
    shown.replaceChildren(h("img", { src: source, alt: said.words, error: lost }));
  });
  return shown;
}

/**
 * What was said at a position, and what may come instead; `openOnly` where a viewpoint hides some of it. `photoOf`
 * tells where a photo is, at once or later, nothing where it cannot be had.
 */
export function said(page, remarks, numbers, openOnly, onLine, photoOf) {
  const content = remarks.map((one) => remark(one, one.photo ? photo(one, photoOf(one.photo)) : null));
  content.push(...numbers.map((number) => h("p", {}, variation(page, number, onLine))));
  const hides = openOnly && page.remarks.some(([, , notes]) => notes.some((note) => !note.open));
  const nothing = hides ? page.controls.hidden : page.controls.silent;
  return content.length ? content : [h("p", { class: "quiet" }, nothing)];
}
