/** The council: fifteen scoring tiles in their order with the seats on them, and the next one marked. */

/** @import { Page } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { changes, classes, h, put, region } from "./elements.js";
import { discIcon, placeIcon, widthOf } from "./shapes.js";
import { format, list, named } from "./words.js";

const FREE = ".";
const CLOSED = "x";

export class Council {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.seats = page.council.map((tile, at) => {
      const seat = h("span", { class: "seat", "data-spot": `seat:${at}` });
      const words = (page.names.broken[tile] ?? page.names.tile[tile]).split(" ");
      const name = h("span", { class: "tile-name" }, h("span", {}, drawWords(words)));
      // The style sheet makes the name so small that its longest word, or part of one, fits.
      name.style.setProperty("--longest", String(Math.max(...words.flatMap(partsOf).map(leastWidth))));
      name.style.setProperty("--lines", words.length > 1 && words.some(isBroken) ? "3" : "2");
      const button = h(
        "button",
        { type: "button", tabindex: at ? -1 : 0, "data-spot": `tile:${at}` },
        h("span", { class: "order", "aria-hidden": "true" }, String(at + 1)),
        placeIcon(tile),
        name,
        seat,
      );
      return { item: h("li", {}, button), button, show: region(seat) };
    });
    this.hasChanged = changes();
    this.beside = h("span", { class: "beside" });
    this.showBeside = region(this.beside);
    this.root = h(
      "nav",
      { class: "council", "aria-label": page.controls.council },
      h(
        "ol",
        {},
        this.seats.map(({ item }) => item),
      ),
      this.beside,
    );
  }

  /** @param {Scene} scene */
  update(scene) {
    const { page } = this;
    const marks = [...scene.value("council")];
    const before = scene.valueBefore("council");
    const next = nextTile(scene);
    if (!this.hasChanged([marks, before, next, [...scene.marks], scene.value("seats")])) return;
    this.seats.forEach(({ item, button, show }, at) => {
      const mark = marks[at];
      const isNext = at === next;
      const isDone = mark !== FREE;
      const shown = classes(
        isNext && "next",
        isDone && !isNext && "past",
        mark !== before[at] && "changed",
        scene.isPointedAt(`tile:${page.council[at]}`) && "pointed",
      );
      put(item, { class: shown, "aria-current": isNext && "true" });
      const state = isDone ? seatName(scene, mark) : isNext ? page.controls.next : page.controls.free;
      const name = format(page.controls.branch, { id: at + 1, name: page.names.tile[page.council[at]] });
      put(button, { "aria-label": named(page, name, state) });
      show([mark], () => drawSeat(scene, mark));
    });
    const more = seatsOnNoTile(marks, scene.value("seats"));
    put(this.beside, { hidden: !more.length });
    this.showBeside([more], () => [
      h("span", { class: "quiet" }, page.controls.noTile),
      more.map((mark) => discIcon(scene.colourOf(mark))),
      h(
        "span",
        { class: "heard" },
        list(
          page,
          more.map((mark) => scene.ownerOf(mark)),
        ),
      ),
    ]);
  }
}

/** From how many letters on, with its soft hyphen, a word is broken rather than set in small letters. */
const TOO_LONG = 12;
const HYPHEN = "\u00ad";
/** From here on letters are written without spaces, and a line may break between any two. */
const UNSPACED = "\u2e80";

/**
 * Return how wide a word is that need not be broken, and of two lines that a text without spaces is broken into.
 * @param {string} word
 */
function leastWidth(word) {
  return word >= UNSPACED ? widthOf(word) / Math.min(2, Math.max(1, word.length - 2)) : widthOf(word);
}

/**
 * Return the words of a name, each of which is broken only where it has no room on a line of its own.
 * @param {string[]} words
 */
function drawWords(words) {
  return words.map((word) => [h("span", { class: "word" }, word), " "]);
}

/** @param {string} word with a place where it may be broken */
function isBroken(word) {
  return word.length > TOO_LONG && word.includes(HYPHEN);
}

/**
 * Return the parts of a word that have lines of their own, so that its letters need not be too small.
 * @param {string} word with a place where it may be broken
 */
function partsOf(word) {
  return isBroken(word) ? word.replace(HYPHEN, "-\n").split("\n") : word.replace(HYPHEN, "").split("-");
}

/**
 * Return the number of the tile that is being scored or is next, -1 if all are scored.
 * @param {Scene} scene
 */
export function nextTile(scene) {
  const { moment, page } = scene;
  if (moment?.[1] === "tile") return page.council.indexOf(moment[2]);
  const due = scene.value("tile");
  return due ? page.council.indexOf(due) : scene.value("council").indexOf(FREE);
}

/** @param {Scene} scene @param {string} mark */
export function seatName(scene, mark) {
  return mark === CLOSED ? scene.page.controls.closed : scene.ownerOf(mark);
}

/** @param {Scene} scene @param {string} mark */
function drawSeat(scene, mark) {
  if (mark === FREE) return h("span", { class: "free" });
  return mark === CLOSED ? h("span", { class: "free closed" }, "×") : discIcon(scene.colourOf(mark));
}

/** @param {string[]} marks @param {string} seats */
function seatsOnNoTile(marks, seats) {
  const left = [...marks];
  return [...seats].filter((seat) => {
    const at = left.indexOf(seat);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
