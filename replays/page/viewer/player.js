/** A game being replayed: the position, level and viewpoint that are chosen, and everything that is shown of it. */

/** @import { AddressOf, PhotoOf } from "./log.js" */
/** @import { Line } from "./game.js" */
/** @import { Page } from "./page.js" */

import { Caption, describeTurn } from "./caption.js";
import { Controls } from "./controls.js";
import { contentOf, h, put } from "./elements.js";
import { Game } from "./game.js";
import { Log, listRemarks } from "./log.js";
import { Cards } from "./moments.js";
import { Motion } from "./motion.js";
import { Run } from "./run.js";
import { Scene } from "./scene.js";
import { listenToSwipes, Sheets } from "./sheets.js";
import { Table } from "./table.js";
import { Timeline } from "./timeline.js";
import { listenToTouches, Touch } from "./touch.js";
import { format, list, named } from "./words.js";

const TURN = 2;

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
    this.run = new Run(this);
    /** How far somebody has come on each line. @type {Map<number, number>} */
    this.reached = new Map();
    this.isRevealed = false;
    this.wantsChances = false;
    this.line = this.game.line(0);
    this.markers = this.game.markers(this.line, false);
    const goTo = (/** @type {number} */ position) => this.goTo(position);
    this.timeline = new Timeline(page, goTo, () => this.reveal());
    this.controls = new Controls(page, this, this.timeline.root);
    this.log = new Log(
      page,
      (number, position) => this.goToLine(number, position),
      (number) => this.enterLine(number),
      addressOf,
    );
    this.caption = new Caption(page);
    this.touch = new Touch(page, goTo);
    this.cards = new Cards(page, () => this.focus());
    this.remarks = h("div", { class: "here", role: "region", tabindex: 0, "aria-label": page.controls.remarks });
    this.notices = h("div", { class: "notices" });
    this.sheets = new Sheets(page, () => this.turnSheet());
    this.board = h("div", { class: "board" });
    this.side = h("div", { class: "side" });
    this.root = h("div", { class: "player", lang: page.language });
    this.motion = new Motion(this.root);
    this.root.append(
      this.caption.root,
      this.sheets.root,
      this.board,
      this.side,
      this.controls.root,
      this.cards.score,
      this.cards.end,
      this.touch.root,
      this.controls.dialog,
      this.motion.layer,
    );
    this.build();
    listenToSwipes(this.board, (way) => (this.isSmall ? this.sheets.turn(way) : this.step(way)));
    listenToSwipes(this.side, (way) => this.isSmall && this.sheets.turn(way));
    this.listen();
    this.sheets.choose("city");
    this.redraw();
  }

  /** Draw the table of this game, on which everything has its place. */
  build() {
    this.table = new Table(this.page);
    this.board.replaceChildren(...this.table.board);
    const story = h("div", { class: "story" }, this.notices, this.remarks, this.log.root);
    this.side.replaceChildren(this.table.strips.root, this.table.strips.bank, story);
    this.table.describe(this.root);
    this.motion.forget();
  }

  listen() {
    listenToTouches(this.root, this.touch, (touched) => this.touch.open(this.scene, touched));
  }

  /** Close the innermost of what is open. */
  close() {
    return this.touch.close() || this.controls.open(false) || this.cards.close();
  }

  /** Whether one sheet is shown at a time. */
  get isSmall() {
    return getComputedStyle(this.sheets.root).display !== "none";
  }

  turnSheet() {
    this.root.dataset.sheet = this.sheets.chosen;
    this.motion.finish();
    this.motion.forget();
    this.log.follow();
  }

  focus() {
    this.caption.root.focus({ preventScroll: true });
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
    this.controls.update(page);
    for (const part of [this.caption, this.cards, this.log, this.timeline, this.touch]) part.page = page;
    this.build();
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
    if (way > 0 && target > position && !this.motion.isReduced) this.runTo(target);
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
    this.motion.speed = speed;
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

  get place() {
    return this.game.place(this.line, this.position);
  }

  /** Where the step began that led here; in a run every event is a step. */
  get since() {
    if (this.run.goal && !this.motion.isReduced) return Math.max(this.position - 1, 0);
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
    const { game, openOnly, page } = this;
    const main = openOnly ? game.view(this.viewNumber) : game.line(0);
    this.line = this.lineNumber ? game.line(this.lineNumber) : main;
    this.position = Math.min(this.position, this.line.frames.length);
    this.markers = game.markers(this.line, openOnly);
    this.notices.replaceChildren(...page.notices.map((words) => h("p", { class: "notice" }, words)));
    this.timeline.draw(game, this.line, this.markers, this.hasChances);
    this.log.draw(game, main, openOnly);
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

  /** Show the position; return it as it is drawn. */
  show() {
    const { line, lineNumber, position, since } = this;
    const scene = this.scene;
    this.reach(line, position);
    const isEnd = this.page.over && this.isAtEnd;
    this.table?.update(scene);
    const sentences = this.showCaption(scene, isEnd);
    this.cards.update(scene, isEnd, sentences.at(-1) ?? "");
    this.showRemarks(scene);
    const place = this.place || this.page.controls.beginning;
    const last = line.frames.length;
    const words = position ? named(this.page, place, scene.sentence || (sentences.at(-1) ?? "")) : place;
    this.timeline.show(position, Math.min(this.shownUntil(lineNumber), last), words);
    this.log.show(line, since, position, this.shownUntil(0));
    this.showControls();
    if (!this.run.goal || this.isPlaying) this.onShow(this);
    return scene;
  }

  showControls() {
    const { isPlaying, level, lineNumber, viewNumber, wantsChances } = this;
    this.controls.show({ level, view: viewNumber, line: lineNumber, isPlaying, wantsChances });
  }

  /**
   * Say what happened; return the sentences of the step.
   * @param {Scene} scene @param {boolean} isEnd
   */
  showCaption(scene, isEnd) {
    const { game, line, page, position, sentences } = this;
    const { controls } = page;
    const unknown = game.value(line, position, "unrecorded").map((part) => page.names.part[part]);
    const parts = list(page, unknown.filter(Boolean));
    const notices = [
      this.missing && this.controls.noPlace(this.missing),
      parts && format(controls.unrecorded, { parts }),
    ];
    const isLast = position === line.frames.length;
    this.caption.update(scene, {
      place: this.place,
      turn: describeTurn(scene),
      sentences,
      isEnd,
      waiting: isLast && !isEnd && !page.over ? game.sentence(game.value(line, position, "waiting")) : "",
      notices: notices.filter(Boolean),
    });
    return sentences;
  }

  /** @param {Scene} scene */
  showRemarks(scene) {
    const { openOnly, page, remarksHere, variations } = this;
    const enterLine = (/** @type {number} */ number) => {
      this.enterLine(number);
      this.focus();
    };
    const listed = listRemarks(page, remarksHere, variations, openOnly, enterLine, this.photoOf);
    if (listed.length || !this.remarks.hidden) this.remarks.replaceChildren(...contentOf(listed));
    put(this.remarks, { hidden: !listed.length });
    this.sheets.update(scene, remarksHere.length + variations.length);
  }
}
