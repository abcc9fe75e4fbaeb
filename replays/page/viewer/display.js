/**
 * All that is shown of a game that is replayed: the parts of the page, and how each shows where the player is.
 */

/** @import { AddressOf, PhotoOf } from "./log.js" */
/** @import { Page } from "./page.js" */
/** @import { Player } from "./player.js" */
/** @import { Scene } from "./scene.js" */

import { Caption, describeTurn } from "./caption.js";
import { Controls } from "./controls.js";
import { classes, contentOf, h, put } from "./elements.js";
import { Log, listRemarks } from "./log.js";
import { Cards } from "./moments.js";
import { Motion } from "./motion.js";
import { Pacer } from "./pacer.js";
import { listenToSwipes, Sheets } from "./sheets.js";
import { Table } from "./table.js";
import { Timeline } from "./timeline.js";
import { listenToTouches, Touch } from "./touch.js";
import { format, list, named } from "./words.js";

export class Display {
  /** @param {Player} player @param {AddressOf} addressOf @param {PhotoOf} photoOf */
  constructor(player, addressOf, photoOf) {
    const { page } = player;
    this.page = page;
    this.player = player;
    this.photoOf = photoOf;
    const goTo = (/** @type {number} */ position) => player.goTo(position);
    this.timeline = new Timeline(page, goTo, () => player.reveal());
    this.controls = new Controls(page, player, this.timeline.root);
    this.log = new Log(
      page,
      (number, position) => player.goToLine(number, position),
      (number) => player.enterLine(number),
      addressOf,
    );
    this.caption = new Caption(page);
    this.touch = new Touch(page, goTo);
    this.cards = new Cards(page, () => this.focus());
    this.remarks = h("div", { class: "here", role: "region", tabindex: 0, "aria-label": page.controls.remarks });
    this.notices = h("div", { class: "notices" });
    this.story = h("div", { class: "story" }, this.notices, this.remarks, this.log.root);
    this.sheets = new Sheets(page, () => this.turnSheet());
    this.board = h("div", { class: "board" });
    this.side = h("div", { class: "side" });
    this.root = h("div", { class: "player", lang: page.language });
    this.motion = new Motion(this.root);
    this.pacer = new Pacer();
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
    listenToSwipes(this.board, (way) => (this.isSmall ? this.sheets.turn(way) : player.step(way)));
    listenToSwipes(this.side, (way) => this.isSmall && this.sheets.turn(way));
    listenToTouches(this.root, this.touch, (touched) => this.touch.open(player.scene, touched));
    this.sheets.choose("city");
  }

  /** Draw the table of this game, on which everything has its place. */
  build() {
    this.table = new Table(this.page);
    this.board.replaceChildren(...this.table.board);
    this.side.replaceChildren(this.table.strips.root, this.table.strips.bank, this.story);
    this.table.describe(this.root);
    this.motion.forget();
  }

  /**
   * Show the same game as it is by now.
   * @param {Page} page
   */
  update(page) {
    this.page = page;
    this.controls.update(page);
    for (const part of [this.caption, this.cards, this.log, this.timeline, this.touch]) part.page = page;
    this.build();
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
    this.caption.told.focus({ preventScroll: true });
  }

  /** Draw the player's line anew, without a position. */
  draw() {
    const { game, hasChances, line, main, markers, openOnly } = this.player;
    this.notices.replaceChildren(...this.page.notices.map((words) => h("p", { class: "notice" }, words)));
    this.timeline.draw(game, line, markers, hasChances);
    this.log.draw(game, main, openOnly);
  }

  /**
   * Show a position: all at once, or one part after another, as an event of a run.
   * @param {Scene} scene @param {boolean} isPaced
   */
  show(scene, isPaced = false) {
    const { page, player, table } = this;
    const { line, lineNumber, position, sentences, since } = player;
    const isEnd = page.over && player.isAtEnd;
    const [last = ""] = sentences.slice(-1);
    const showCity = () => {
      table?.updateCity(scene);
      if (isPaced) this.motion.showDiscs(scene);
    };
    const others = {
      world: () => {
        table?.world.update(scene);
        if (isPaced) this.motion.showGoods(scene);
      },
      caption: () => this.showCaption(scene, sentences, isEnd),
      echoes: () => this.caption.showEchoes(scene),
      strips: () => table?.strips.update(scene),
      remarks: () => {
        this.showRemarks(scene);
        this.cards.update(scene, isEnd, last);
      },
      log: () => this.log.show(line, since, position, player.shownUntil(0)),
      timeline: () => {
        const said = scene.sentence || last;
        const turn = describeTurn(scene) || page.controls.beginning;
        const words = position && said ? named(page, turn, said) : turn;
        this.timeline.show(position, Math.min(player.shownUntil(lineNumber), line.frames.length), words);
      },
      controls: () => this.controls.show(player),
      others: () => player.tell(),
    };
    if (isPaced) this.pacer.start(showCity, others);
    else {
      this.pacer.stop();
      for (const show of [showCity, ...Object.values(others)]) show();
    }
  }

  /**
   * Say what happened, what is waited for, and what is missing.
   * @param {Scene} scene @param {string[]} sentences of the step @param {boolean} isEnd
   */
  showCaption(scene, sentences, isEnd) {
    const { page, player } = this;
    const { game, line, missing, position } = player;
    const unknown = game.value(line, position, "unrecorded").map((part) => page.names.part[part]);
    const parts = list(page, unknown.filter(Boolean));
    const notices = [missing && this.controls.noPlace(missing), parts && format(page.controls.unrecorded, { parts })];
    const isLast = position === line.frames.length;
    this.caption.update(scene, {
      turn: describeTurn(scene),
      sentences,
      isEnd,
      waiting: isLast && !isEnd && !page.over ? game.sentence(game.value(line, position, "waiting")) : "",
      notices: notices.filter(Boolean),
    });
  }

  /** @param {Scene} scene */
  showRemarks(scene) {
    const { page, player } = this;
    const { openOnly, remarksHere, variations } = player;
    const enterLine = (/** @type {number} */ number) => {
      player.enterLine(number);
      this.focus();
    };
    const listed = listRemarks(page, remarksHere, variations, openOnly, enterLine, this.photoOf);
    if (listed.length || !this.remarks.hidden) this.remarks.replaceChildren(...contentOf(listed));
    put(this.remarks, { hidden: !listed.length });
    // What is said here is not said in the log as well.
    put(this.story, { class: classes("story", listed.length > 0 && (player.position ? "said-here" : "said-first")) });
    this.sheets.update(scene, remarksHere.length + variations.length);
  }
}
