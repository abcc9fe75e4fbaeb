/**
 * The scribe's table: the drawing of the viewer at the end of the game, with the streets to tap. What stands around it, in
 * slots, is the page's: what is waited for, what may be done, the decisions, the tools.
 */

/** @import { Snapshot } from "../common/api.js" */
/** @import { Child } from "../viewer/elements.js" */
/** @import { Taps } from "../viewer/city.js" */
/** @import { Page } from "../viewer/page.js" */

import { listEchoes } from "../viewer/caption.js";
import { City } from "../viewer/city.js";
import { contentOf, h } from "../viewer/elements.js";
import { Game } from "../viewer/game.js";
import { Cards } from "../viewer/moments.js";
import { Motion } from "../viewer/motion.js";
import { Scene } from "../viewer/scene.js";
import { discIcon, placeIcon } from "../viewer/shapes.js";
import { listenToSwipes, Sheets } from "../viewer/sheets.js";
import { Table } from "../viewer/table.js";
import { listenToTouches, Touch, walkable } from "../viewer/touch.js";
import { sentence } from "../viewer/words.js";
import { details } from "./page.js";

const STREET = "street:";

/**
 * What is shown of a game: where the last step began, whose decision is waited for, and what may be tapped.
 * @typedef {{ since: number, seat: number | null, taps: Taps, isMoving: boolean }} Shown
 */

export class ScribesTable {
  /**
   * @param {HTMLElement} host @param {(street: string) => boolean} tapStreet which does something, or returns false
   * @param {() => Child} share what is offered at the end @param {() => void} onClose when a card is closed
   */
  constructor(host, tapStreet, share, onClose) {
    this.host = host;
    this.tapStreet = tapStreet;
    this.share = share;
    this.onClose = onClose;
    this.actor = h("span", { class: "actor", "aria-hidden": "true" });
    this.echo = h("div", { class: "echo", "aria-hidden": "true" });
    this.tabs = h("div", { class: "tabs" });
    this.board = h("div", { class: "board" });
    this.side = h("div", { class: "side" });
    this.doing = h("div", { class: "doing" }, slot("act"));
    this.scribe = h("div", { class: "scribe" }, this.side, this.doing, h("div", { class: "tools" }, slot("bar")));
    this.root = h(
      "div",
      { class: "player recording" },
      h(
        "div",
        { class: "now" },
        h("div", { class: "caption" }, this.actor, h("div", { class: "words" }, slot("top")), this.echo, slot("state")),
      ),
      this.tabs,
      this.board,
      this.scribe,
      h("div", { class: "story" }, slot("log")),
    );
    const shadow = host.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [STYLE, RECORDER_STYLE].map(sheetOf);
    shadow.append(this.root);
    this.motion = new Motion(this.root);
    /** What a table was built for: nothing of it changes while a game goes on. */
    this.built = "";
    listenToSwipes(this.board, (way) => this.sheets?.turn(way));
  }

  /** @param {Page} page */
  build(page) {
    const built = JSON.stringify([page.language, page.parties, page.city, page.council, page.intrigue, page.slots]);
    if (this.built === built) return;
    this.built = built;
    this.table = new Table(page);
    this.cards = new Cards(page, this.onClose, this.share);
    this.touch = new Touch(page, () => undefined);
    this.sheets = new Sheets(page, () => this.turnSheet());
    this.board.replaceChildren(...this.table.board);
    this.side.replaceChildren(this.table.strips.root, this.table.strips.bank);
    this.tabs.replaceWith(this.sheets.root);
    this.tabs = this.sheets.root;
    this.doing.replaceChildren(this.cards.score, slot("act"));
    for (const old of this.root.querySelectorAll(":scope > :is(.end, .facts, .flights)")) old.remove();
    this.root.append(this.cards.end, this.touch.root, this.motion.layer);
    this.table.describe(this.root);
    if (!this.scene) listenToTouches(this.root, this, (touched) => this.touchSpot(touched));
    this.sheets.choose("city");
    this.motion.forget();
  }

  turnSheet() {
    this.root.dataset.sheet = this.sheets?.chosen;
    this.motion.finish();
    this.motion.forget();
  }

  /** Let what may be done cover more than its place: there is much of it, or something has to be settled. */
  set isTall(/** @type {boolean} */ isTall) {
    this.root.classList.toggle("tall", isTall);
  }

  /** Show the sheet with the decisions and the line to type. */
  openLog() {
    this.sheets?.choose("log");
  }

  /** Close what is said of something touched. */
  close() {
    return this.touch?.close() ?? false;
  }

  /** @param {HTMLElement | SVGElement} touched */
  touchSpot(touched) {
    const street = touched.closest(".street")?.getAttribute("data-spot")?.slice(STREET.length);
    if (street && this.tapStreet(street)) return;
    if (this.scene) this.touch?.open(this.scene, touched);
  }

  /**
   * Draw the game where it is.
   * @param {Snapshot} now @param {Shown} shown
   */
  show({ page }, { since, seat, taps, isMoving }) {
    this.build(page);
    const game = new Game(page);
    const line = game.line(0);
    const position = line.frames.length;
    const scene = new Scene(game, line, position, Math.min(since, position), []);
    this.scene = scene;
    if (seat !== scene.value("active")) {
      scene.values = scene.values.slice();
      scene.values[game.slotNumbers.get("active") ?? -1] = seat ?? -1;
    }
    const result = page.over && position ? game.sentence(line.frames[position - 1][3]) : "";
    const party = seat === null ? undefined : page.parties[seat];
    this.actor.replaceChildren(party ? discIcon(party.colour) : h("span", { class: "medal" }, placeIcon("PAL")));
    this.echo.replaceChildren(...contentOf([listEchoes(scene)]));
    this.table?.update(scene, taps);
    this.cards?.update(scene, page.over, result);
    this.sheets?.update(scene, 0);
    if (isMoving) this.motion.show(scene, true);
    const last = result || scene.sentence;
    return last ? sentence(page, last) : "";
  }

  /** Whether a part of it has the focus. @param {string} selector */
  hasFocus(selector) {
    return this.host.shadowRoot?.activeElement?.matches(selector) ?? false;
  }
}

/** @param {string} name */
function slot(name) {
  return h("slot", { name });
}

/** @param {string} style */
function sheetOf(style) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return sheet;
}

/**
 * Return a drawing of the table that stands by itself.
 * @param {Element} drawn
 */
export function standAlone(drawn) {
  const host = h("div", { class: "city-alone" });
  const shadow = host.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [STYLE, RECORDER_STYLE].map(sheetOf);
  shadow.append(h("div", { class: "alone" }, drawn));
  return host;
}

/**
 * Return the city with no discs, where a street is chosen.
 * @param {Page} page @param {Set<string>} may the streets that may be chosen @param {string} refused said of others
 * @param {(street: string) => void} choose
 */
export function streetChoice(page, may, refused, choose) {
  const isEmptied = (/** @type {string} */ name) => name.startsWith(STREET) || name === "disc";
  const start = page.start.map((value, at) => (isEmptied(page.slots[at]) ? "" : value));
  const game = new Game({ ...page, start, lines: [{ ...page.lines[0], frames: [] }] });
  const scene = new Scene(game, game.line(0), 0, 0, []);
  const streets = page.slots.filter((name) => name.startsWith(STREET)).map((name) => name.slice(STREET.length));
  const city = new City(page, streets);
  city.update(scene, { may, refused, waiting: new Map() });
  // What lay there at the time is not shown, nor said.
  for (const [street, { root }] of city.streets)
    root.setAttribute(
      "aria-label",
      details([page.names.street[street], may.has(street) ? "" : refused].filter(Boolean)),
    );
  const root = standAlone(city.root);
  const act = (/** @type {HTMLElement | SVGElement} */ touched) => {
    const street = touched.closest(".street")?.getAttribute("data-spot")?.slice(STREET.length);
    if (street) choose(street);
  };
  listenToTouches(city.root, { close: () => false }, act);
  walkable(city.root, ".street");
  return root;
}
