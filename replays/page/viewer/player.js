/** A game being replayed: the position, level and viewpoint that are chosen, and everything that is shown of it. */

/** @import { AddressOf, PhotoOf } from "./log.js" */
/** @import { Page } from "./page.js" */

import { drawBoard } from "./board.js";
import { Controls, listenToSwipes } from "./controls.js";
import { contentOf, h } from "./elements.js";
import { Game } from "./game.js";
import { Log, listRemarks } from "./log.js";
import { Scene } from "./scene.js";
import { Timeline } from "./timeline.js";
import { format, list, named, sentence } from "./words.js";

const TURN = 2;
const SECONDS = 1.6;
const MOST_SENTENCES = 6;

/**
 * Return those sentences of a step that are shown: the first one, who placed where, or how the game ended, and the last.
 * @param {string[]} sentences @param {boolean} isEnd
 */
function shorten(sentences, isEnd) {
  const [first, ...others] = isEnd ? [...sentences.slice(-1), ...sentences.slice(0, -1)] : sentences;
  const last = others.slice(1 - MOST_SENTENCES);
  return [first, ...(last.length < others.length ? ["…"] : []), ...last];
}

export class Player {
  /** @param {Page} page @param {AddressOf} addressOf @param {PhotoOf} photoOf @param {(player: Player) => void} onShow */
  constructor(page, addressOf, photoOf, onShow) {
    this.page = page;
    this.game = new Game(page);
    this.photoOf = photoOf;
    this.onShow = onShow;
    this.level = TURN;
    this.viewNumber = -1;
    this.lineNumber = 0;
    this.position = 0;
    this.missing = "";
    this.timer = 0;
    this.line = this.game.line(0);
    this.markers = this.game.markers(this.line, false);
    const goTo = (/** @type {number} */ position) => this.goTo(position);
    this.controls = new Controls(page, this);
    this.timeline = new Timeline(page, goTo);
    this.controls.root.prepend(this.timeline.bar);
    this.log = new Log(page, goTo, (number) => this.enterLine(number), addressOf);
    this.now = h("div", { class: "now", role: "status", "aria-live": "polite", "aria-atomic": "true", tabindex: 0 });
    this.board = h("div", { class: "board", tabindex: -1 });
    this.remarks = h("div", { class: "here", role: "region", tabindex: 0, "aria-label": page.controls.remarks });
    this.remarksPanel = h("section", { class: "panel remarks" }, h("h2", {}, page.controls.remarks), this.remarks);
    this.notices = h("div", { class: "notices" });
    this.root = h(
      "div",
      { class: "player", lang: page.language },
      this.notices,
      h("div", { class: "main" }, this.board, this.timeline.root),
      h(
        "div",
        { class: "side" },
        h("section", { class: "panel now-panel" }, this.now),
        this.remarksPanel,
        this.log.root,
      ),
      this.controls.root,
      this.controls.dialog,
    );
    listenToSwipes(this.board, this);
    this.redraw();
  }

  focus() {
    this.now.focus({ preventScroll: true });
  }

  // The game as it goes on.

  /** Whether the end of the main line is shown. */
  get isAtEnd() {
    return !this.lineNumber && this.position === this.line.frames.length;
  }

  /** The place of the end of the main line. */
  get lastPlace() {
    const main = this.game.line(0);
    return this.game.place(main, main.frames.length);
  }

  /**
   * Show the same game as it is by now, at the same place; at the end if that was shown, or if `toEnd`. Return whether
   * anything differs from before.
   * @param {Page} page @param {boolean} toEnd
   */
  update(page, toEnd) {
    if (JSON.stringify(page) === JSON.stringify(this.page)) return false;
    const [place, isAtEnd, view] = [this.place, this.isAtEnd || toEnd, this.page.views[this.viewNumber]];
    this.page = page;
    this.game = new Game(page);
    this.viewNumber = view ? page.views.findIndex(({ seat }) => seat === view.seat) : -1;
    for (const part of [this.controls, this.timeline, this.log]) part.update(page);
    const found = isAtEnd ? { line: 0, position: Infinity } : this.game.find(place);
    this.lineNumber = found?.line ?? 0;
    this.position = found?.position ?? this.position;
    this.redraw();
    return true;
  }

  // Positions.

  /** @param {number} position */
  goTo(position) {
    this.missing = "";
    this.position = Math.min(Math.max(position, 0), this.line.frames.length);
    this.show();
  }

  /** @param {number} way 1 forwards, -1 back @param {number} coarser by how many levels */
  step(way, coarser = 0) {
    const level = Math.max(this.level - coarser, 0);
    const { game, line, position } = this;
    this.goTo(way > 0 ? game.next(line, position, level) : game.previous(line, position, level));
  }

  /** @param {number} level */
  setLevel(level) {
    this.level = level;
    this.show();
  }

  /** @param {number} way */
  jumpToScoring(way) {
    this.jumpAmong(this.line.scorings, way);
  }

  /** @param {number} way */
  jumpToMarker(way) {
    const positions = [...this.markers.keys()];
    this.jumpAmong(
      positions.sort((one, other) => one - other),
      way,
    );
  }

  /** @param {number} party @param {number} way */
  jumpToParty(party, way) {
    if (party < this.page.parties.length) this.jumpAmong(this.line.activations[party], way);
  }

  /** @param {number[]} positions @param {number} way */
  jumpAmong(positions, way) {
    const found =
      way > 0
        ? positions.find((position) => position > this.position)
        : positions.findLast((position) => position < this.position);
    if (found !== undefined) this.goTo(found);
  }

  /**
   * Go to a place, e.g. `7.2` or `port:7.2.3`; return whether there is one.
   * @param {string} place
   */
  goToPlace(place) {
    const found = this.game.find(place.toLowerCase());
    if (!found || (found.line && this.openOnly)) {
      this.missing = place;
      this.show();
      return false;
    }
    if (found.line !== this.lineNumber && this.game.owner(this.line, found.position).number !== found.line)
      this.setLine(found.line);
    this.goTo(found.position);
    return true;
  }

  play() {
    if (this.timer) {
      this.stop();
      return;
    }
    this.timer = setInterval(() => {
      this.step(1);
      if (this.position === this.line.frames.length) this.stop();
    }, SECONDS * 1000);
    this.show();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.show();
  }

  // Lines and viewpoints.

  /**
   * Show a line from where it leaves another one.
   * @param {number} number
   */
  enterLine(number) {
    const { position } = this;
    this.setLine(number);
    this.goTo(number ? this.game.next(this.line, this.page.lines[number].at, this.level) : position);
  }

  /** @param {number} number */
  setLine(number) {
    this.lineNumber = number;
    if (number) this.viewNumber = -1;
    this.redraw();
  }

  enterVariation() {
    const [number] = this.variations;
    if (number !== undefined) this.enterLine(number);
  }

  leaveVariation() {
    if (!this.lineNumber) return;
    const { leaves, at } = this.page.lines[this.lineNumber];
    this.setLine(leaves);
    this.goTo(at);
  }

  /** @param {number} number of a view, -1 for the whole record */
  setView(number) {
    this.lineNumber = 0;
    this.viewNumber = number;
    this.redraw();
  }

  /** @param {number} way */
  nextView(way) {
    const count = this.page.views.length + 1;
    this.setView(((this.viewNumber + 1 + way + count) % count) - 1);
  }

  // What is shown.

  /** Whether the viewpoint hides what may reveal hidden cards. */
  get openOnly() {
    return this.viewNumber >= 0;
  }

  get place() {
    return this.game.place(this.line, this.position);
  }

  /** Where the step began that led here. */
  get since() {
    return this.game.previous(this.line, this.position, this.level);
  }

  /** The numbers of the variations that begin in the step that led here. */
  get variations() {
    return this.openOnly ? [] : this.game.variationsAt(this.line, this.since, this.position);
  }

  /** The sentences of the step that led here. */
  get sentences() {
    const frames = this.line.frames.slice(this.since, this.position);
    const sentences = frames.map((frame) => this.game.sentence(frame[3])).filter(Boolean);
    return sentences.length ? sentences : [this.page.controls.beginning];
  }

  /** All that there is to say of the position, for other programs. */
  get description() {
    const values = this.line.states[this.position];
    const slots = Object.fromEntries(this.page.slots.map((name, number) => [name, values[number]]));
    return { place: this.place, position: this.position, words: this.sentences, slots };
  }

  /** Draw the game or another line of it anew. */
  redraw() {
    const { game, openOnly } = this;
    this.line = openOnly ? game.view(this.viewNumber) : game.line(this.lineNumber);
    this.position = Math.min(this.position, this.line.frames.length);
    this.markers = game.markers(this.line, openOnly);
    this.notices.replaceChildren(...this.page.notices.map((words) => h("p", { class: "notice" }, words)));
    this.timeline.draw(game, this.line, this.markers);
    this.log.draw(game, this.line, openOnly);
    this.show();
  }

  /** Show the position. */
  show() {
    const { game, line, openOnly, page, position, sentences, since } = this;
    const { controls } = page;
    const place = this.place || controls.beginning;
    const isEnd = page.over && this.isAtEnd;
    const waiting = game.sentence(game.value(line, position, "waiting"));
    const unknown = game.value(line, position, "unrecorded").map((part) => page.names.part[part]);
    const parts = list(page, unknown.filter(Boolean));
    this.now.replaceChildren(
      ...contentOf([
        h("h2", {}, place),
        this.missing && h("p", { class: "notice" }, this.controls.noPlace(this.missing)),
        position > 0 && shorten(sentences, isEnd).map((words) => h("p", {}, sentence(page, words))),
        !isEnd && h("p", { class: "waiting" }, sentence(page, waiting)),
        parts && h("p", { class: "notice" }, format(controls.unrecorded, { parts })),
      ]),
    );
    this.now.scrollTop = 0;
    const remarks = [];
    for (let at = position ? since + 1 : 0; at <= position; at += 1)
      remarks.push(...game.remarksAt(line, at, openOnly));
    const { variations } = this;
    const enterLine = (/** @type {number} */ number) => {
      this.enterLine(number);
      this.focus();
    };
    this.remarks.replaceChildren(...listRemarks(page, remarks, variations, openOnly, enterLine, this.photoOf));
    this.remarksPanel.classList.toggle("silent", !remarks.length && !variations.length);
    const pointed = remarks.map((remark) => remark.slot);
    this.board.replaceChildren(...contentOf(drawBoard(new Scene(game, line, position, since, pointed))));
    this.timeline.show(position, position ? named(page, place, sentences.at(-1) ?? "") : place);
    this.log.show(since, position);
    const isPlaying = this.timer !== 0;
    this.controls.show({ level: this.level, view: this.viewNumber, line: this.lineNumber, isPlaying });
    this.onShow(this);
  }
}
