/** A game being replayed: the line, the position, the level and the viewpoint that are chosen. */

/** @import { AddressOf, PhotoOf } from "./log.js" */
/** @import { Line } from "./game.js" */
/** @import { Page } from "./page.js" */

import { Display } from "./display.js";
import { Game } from "./game.js";
import { Run } from "./run.js";
import { Scene } from "./scene.js";

const TURN = 2;

export class Player {
  /** @param {Page} page @param {AddressOf} addressOf @param {PhotoOf} photoOf @param {(player: Player) => void} onShow */
  constructor(page, addressOf, photoOf, onShow) {
    this.page = page;
    this.game = new Game(page);
    this.onShow = onShow;
    this.level = TURN;
    this.viewNumber = -1;
    this.lineNumber = 0;
    this.position = 0;
    this.missing = "";
    this.run = new Run(this);
    /** How far somebody has come on each line. @type {Map<number, number>} */
    this.reached = new Map();
    this.isRevealed = false;
    this.wantsChances = false;
    this.line = this.game.line(0);
    this.markers = this.game.markers(this.line, false);
    this.display = new Display(this, addressOf, photoOf);
    this.redraw();
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
    this.stop();
    this.page = page;
    this.game = new Game(page);
    this.viewNumber = view ? page.views.findIndex(({ seat }) => seat === view.seat) : -1;
    this.display.update(page);
    const found = isAtEnd ? { line: 0, position: Infinity } : this.game.find(place);
    this.lineNumber = found?.line ?? 0;
    this.position = found?.position ?? this.position;
    this.redraw();
    return true;
  }

  // Positions.

  /** @param {number} position */
  goTo(position) {
    this.run.end();
    this.missing = "";
    this.position = Math.min(Math.max(position, 0), this.line.frames.length);
    this.show();
  }

  /**
   * Go to a position of a line, the main line or a variation.
   * @param {number} number @param {number} position
   */
  goToLine(number, position) {
    if (number !== this.lineNumber) this.setLine(number);
    this.goTo(position);
  }

  /** @param {number} way 1 forwards, -1 back @param {number} coarser by how many levels */
  step(way, coarser = 0) {
    const level = Math.max(this.level - coarser, 0);
    const { game, line, position, run } = this;
    if (run.goal && way > 0) {
      this.goTo(run.isPlaying ? position : run.goal.to);
      return;
    }
    const target = way > 0 ? game.next(line, position, level) : game.previous(line, position, level);
    if (way > 0 && target > position && !this.display.motion.isReduced) this.runTo(target);
    else this.goTo(target);
  }

  /**
   * Show the events up to a position one after another.
   * @param {number} position
   */
  runTo(position) {
    this.missing = "";
    this.run.start(position, false);
  }

  /** @param {number} level */
  setLevel(level) {
    this.level = level;
    this.show();
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
    this.missing = "";
    if (this.isPlaying) this.stop();
    else this.run.play();
  }

  stop() {
    this.run.end();
    this.show();
  }

  get isPlaying() {
    return this.run.isPlaying;
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.display.motion.speed = speed;
  }

  /** Show how the game goes on, too. */
  reveal() {
    this.isRevealed = true;
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

  /**
   * Draw the chances of winning, or the points.
   * @param {boolean} hasChances
   */
  setGraph(hasChances) {
    this.wantsChances = hasChances;
    this.redraw();
  }

  /** Whether the graph shows the chances of winning: the main line's, where all cards may be seen. */
  get hasChances() {
    return this.wantsChances && !this.openOnly && !this.lineNumber && this.page.chances.length > 0;
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

  /** The main line as it is seen. */
  get main() {
    return this.openOnly ? this.game.view(this.viewNumber) : this.game.line(0);
  }

  get place() {
    return this.game.place(this.line, this.position);
  }

  /** Where the step began that led here; in a run every event is a step. */
  get since() {
    if (this.run.goal && !this.display.motion.isReduced) return Math.max(this.position - 1, 0);
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
    this.line = this.lineNumber ? this.game.line(this.lineNumber) : this.main;
    this.position = Math.min(this.position, this.line.frames.length);
    this.markers = this.game.markers(this.line, this.openOnly);
    this.display.draw();
    this.show();
  }

  /** The position as it is drawn. */
  get scene() {
    return new Scene(this.game, this.line, this.position, this.since, this.pointed);
  }

  /** The remarks on the step that led here. */
  get remarksHere() {
    const { game, line, openOnly, position, since } = this;
    const remarks = [];
    for (let at = position ? since + 1 : 0; at <= position; at += 1)
      remarks.push(...game.remarksAt(line, at, openOnly));
    return remarks;
  }

  /** What somebody's marks point at. */
  get pointed() {
    return this.remarksHere.map((remark) => remark.slot);
  }

  /**
   * Return how far the curves and the log of a line are shown.
   * @param {number} number
   */
  shownUntil(number) {
    return this.isRevealed ? Infinity : (this.reached.get(number) ?? 0);
  }

  /**
   * Remember that somebody has come to a position of a line, and so to where that leaves others.
   * @param {Line} line @param {number} position
   */
  reach({ at, number, parent }, position) {
    this.reached.set(number, Math.max(this.reached.get(number) ?? 0, position));
    if (parent) this.reach(parent, at);
  }

  /** Show the position, as an event of a run if `isPaced`; return it as it is drawn. */
  show(isPaced = false) {
    const scene = this.scene;
    this.reach(this.line, this.position);
    this.display.show(scene, isPaced);
    return scene;
  }

  /** Tell others what is shown, unless it is on the way to the end of a step. */
  tell() {
    if (!this.run.goal || this.isPlaying) this.onShow(this);
  }
}
