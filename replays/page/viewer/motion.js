/**
 * Motion that explains an event: a disc drops, the frame walks down the pile, cubes travel to their places, the lowest
 * disc goes to the council. What moves is a copy above the page; what stays is drawn already, and waits unseen.
 *
 * Where everything is on the screen is read once after each change of size or sheet, when that costs no layout.
 */

/** @import { Child } from "./elements.js" */
/** @import { MatSlot, Slot, ValueIn } from "./page.js" */
/** @import { Scene } from "./scene.js" */

import { afterFrame, h } from "./elements.js";
import { cubeIcon, discIcon, signIcon } from "./shapes.js";

const FLIGHT = 340;
const SEAT = 460;
const DROP = 360;
const APART = 80;
const EASE = "cubic-bezier(.45,.05,.25,1)";
/** What carries a good, an action and the sign of its tile. @type {Record<string, string>} */
const TILES = { wood: "W", brick: "B", marble: "M", cloth: "V", ships: "S", houses: "U" };
/** What pays for a cube in a row of a kind. @type {Record<string, MatSlot>} */
const PAYS = { W: "wood", B: "brick", M: "marble", A: "marble", R: "cloth" };

export class Motion {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.speed = 1;
    /** What the value of a slot was before what is shown. @type {<S extends Slot>(slot: S) => ValueIn<S>} */
    this.before = () => /** @type {any} */ ("");
    this.layer = h("div", { class: "flights", "aria-hidden": "true" });
    this.cancelReading = () => {};
    /** @type {Map<string, DOMRect | null>} */
    this.boxes = new Map();
    /** What has changed: the kind of each slot and its name. @type {string[][]} */
    this.changed = [];
    /** @type {Animation[]} */
    this.running = [];
    new ResizeObserver(() => this.forget()).observe(root);
  }

  /** Whether somebody asked for less of it. */
  get isReduced() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Read again where everything is. */
  forget() {
    this.boxes.clear();
    this.cancelReading();
    if (!this.isReduced) this.cancelReading = afterFrame(() => this.readBoxes());
  }

  readBoxes() {
    /** @type {NodeListOf<HTMLElement | SVGElement>} */
    const spots = this.root.querySelectorAll(":is(.board, .side) [data-spot]");
    for (const { dataset } of spots) this.box(dataset.spot ?? "");
  }

  /** End all motion at once. */
  finish() {
    for (const animation of this.running) animation.finish();
    this.running = [];
    this.layer.replaceChildren();
  }

  /**
   * Show the last event of a position, or the whole step that led to it.
   * @param {Scene} scene
   */
  show(scene, isWhole = false) {
    this.showDiscs(scene, isWhole);
    this.showGoods(scene);
  }

  /**
   * Show what happens in the city and the council, and end what was shown before.
   * @param {Scene} scene
   */
  showDiscs(scene, isWhole = false) {
    this.finish();
    this.changed = [];
    if (this.isReduced || !scene.frame) return;
    this.before = (slot) => (isWhole ? scene.valueBefore(slot) : scene.valueBeforeEvent(slot));
    const slots = isWhole ? [...scene.changed] : scene.slotsOf(scene.frame);
    this.changed = slots.map((slot) => scene.page.slots[slot].split(":"));
    for (const [kind, name] of this.changed)
      if (kind === "street") this.moveDiscs(scene, name);
      else if (kind === "disc") this.walk(scene);
  }

  /**
   * Show what else has changed.
   * @param {Scene} scene
   */
  showGoods(scene) {
    let order = 0;
    for (const [kind, name] of this.changed)
      if (kind === "row") order += this.sendCubes(scene, name, order);
      else if (kind.startsWith("m")) this.bring(scene, kind);
  }

  /**
   * Send cubes from where their price was to their cells; return how many.
   * @param {Scene} scene @param {string} row @param {number} order
   */
  sendCubes(scene, row, order) {
    const [owners, before] = [scene.value(`row:${row}`), this.before(`row:${row}`)];
    if (owners.length <= before.length || !owners.startsWith(before)) return 0;
    for (let at = before.length; at < owners.length; at += 1) {
      const from = this.box(`m${owners[at]}.${PAYS[row.split(".")[1]] ?? "cloth"}`);
      const delay = (order + at - before.length) * APART;
      this.fly(cubeIcon(scene.colourOf(owners[at])), from, this.box(`cell:${row}:${at}`), FLIGHT, delay);
      this.appear(this.find(`cube:${row}:${at}`), FLIGHT + delay);
    }
    return owners.length - before.length;
  }

  /** @param {Scene} scene @param {string} street */
  moveDiscs(scene, street) {
    const [owners, before] = [scene.value(`street:${street}`), this.before(`street:${street}`)];
    const pieces = this.find(`street:${street}`)?.querySelectorAll(".piece") ?? [];
    if (owners.length > before.length) {
      const drop = [
        { transform: "translateY(-64px)", opacity: 0 },
        { transform: "translateY(-52px)", opacity: 1, offset: 0.25 },
        { transform: "none", offset: 0.72 },
        { transform: "translateY(-5px)", offset: 0.86 },
        { transform: "none" },
      ];
      this.animate(pieces[pieces.length - 1], drop, { duration: DROP, easing: "ease-in" });
      return;
    }
    const [marks, marksBefore] = [scene.value("council"), this.before("council")];
    const seat = [...marks].findIndex((mark, at) => mark !== marksBefore[at]);
    if (seat >= 0) {
      this.fly(discIcon(scene.colourOf(marks[seat])), this.box(`street:${street}`), this.box(`seat:${seat}`), SEAT);
      this.appear(this.find(`seat:${seat}`)?.firstElementChild, SEAT);
    }
    for (const piece of pieces)
      this.animate(piece, [{ transform: "translateY(-13px)" }, { transform: "none" }], {
        duration: 260,
        easing: "ease-in",
      });
  }

  /**
   * Let the frame around the disc that acts come from the disc above.
   * @param {Scene} scene
   */
  walk(scene) {
    const [street, depth] = scene.value("disc").split("/");
    if (!street || this.before("disc").startsWith(`${street}/${depth}/`)) return;
    const frames = this.find(`street:${street}`)?.querySelectorAll(".frame") ?? [];
    const from = Number(depth) > 1 ? { transform: "translateY(-17px)", opacity: 0.4 } : { opacity: 0 };
    for (const frame of frames)
      this.animate(frame, [from, { transform: "none", opacity: 1 }], { duration: 260, easing: "ease-out" });
  }

  /**
   * Bring goods from their tile to a player, and a card from the deck; let points swell.
   * @param {Scene} scene @param {string} slot
   */
  bring(scene, slot) {
    const [owner, part] = slot.split(".");
    const value = /** @type {any} */ (scene.value(/** @type {any} */ (slot)));
    const before = /** @type {any} */ (this.before(/** @type {any} */ (slot)));
    const size = (/** @type {any} */ held) =>
      Array.isArray(held) ? held.reduce((sum, each) => sum + each, 0) : (held.length ?? held);
    if (part === "points" && value !== before) {
      const swell = [{ transform: "none" }, { transform: "scale(1.4)", offset: 0.4 }, { transform: "none" }];
      this.animate(this.find(`${owner}.points`), swell, { duration: 520 });
    }
    if (size(value) <= size(before)) return;
    if (part === "hand")
      this.fly(h("span", { class: "card" }), this.box("deck") ?? this.box("square:C"), this.box(slot), FLIGHT);
    const sign = TILES[part];
    if (!sign) return;
    const picture = part === "ships" || part === "houses" ? signIcon(sign) : h("i", { class: `good ${part}` });
    this.fly(picture, this.box(`square:${sign}`), this.box(slot), FLIGHT);
  }

  // Flights.

  /**
   * Let a picture travel in an arc.
   * @param {Child} picture @param {DOMRect | null} from @param {DOMRect | null} to @param {number} duration @param {number} delay
   */
  fly(picture, from, to, duration, delay = 0) {
    if (!from || !to) return;
    const copy = h("span", { class: "flight" }, picture);
    this.layer.append(copy);
    const [startX, startY] = [from.left + from.width / 2, from.top + from.height / 2];
    const [endX, endY] = [to.left + to.width / 2, to.top + to.height / 2];
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale) => ({
      transform: `translate(${x}px,${y}px) translate(-50%,-50%) scale(${scale})`,
    });
    const path = [
      at(startX, startY, 1),
      { ...at((startX + endX) / 2, (startY + endY) / 2 - 34, 1.5), offset: 0.5 },
      at(endX, endY, 1),
    ];
    const animation = this.animate(copy, path, { duration, delay, easing: EASE, fill: "both" });
    if (animation) animation.onfinish = () => copy.remove();
  }

  /**
   * Keep something unseen until what flies there has come.
   * @param {Element | null | undefined} element @param {number} after
   */
  appear(element, after) {
    const unseen = [{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }];
    this.animate(element, unseen, { duration: after });
  }

  /**
   * @param {Element | null | undefined} element @param {Keyframe[]} frames
   * @param {{ duration: number, delay?: number, easing?: string, fill?: FillMode }} timing
   */
  animate(element, frames, { duration, delay = 0, ...timing }) {
    if (!element) return null;
    const animation = element.animate(frames, {
      ...timing,
      duration: duration / this.speed,
      delay: delay / this.speed,
    });
    this.running.push(animation);
    return animation;
  }

  /**
   * Return what has a place on the table, not its echo above.
   * @param {string} spot
   */
  find(spot) {
    return this.root.querySelector(`:is(.board, .side) [data-spot="${spot}"]`);
  }

  /**
   * Return where something is on the screen, null where it is not shown.
   * @param {string} spot
   */
  box(spot) {
    let box = this.boxes.get(spot);
    if (box === undefined) {
      const found = this.find(spot)?.getBoundingClientRect();
      box = found?.width ? found : null;
      this.boxes.set(spot, box);
    }
    return box;
  }
}
