/** A game being gone through: where one is, at which level, as whom, and everything that is shown of it. */

import { board, Shown } from "./board.js";
import { Controls } from "./controls.js";
import { Game } from "./game.js";
import { swipes } from "./keys.js";
import { Log, said } from "./log.js";
import { sentence } from "./sentences.js";
import { h } from "./shapes.js";
import { Timeline } from "./timeline.js";

const TURN = 2;
const SECONDS = 1.6;
const MOST_HEARD = 6;

/** Words of a step of which what comes first is told always: who placed where, or how the game ended. */
function heard(words, isEnd) {
  const [first, ...others] = isEnd ? [words.at(-1), ...words.slice(0, -1)] : words;
  const last = others.slice(1 - MOST_HEARD);
  return [first, ...(last.length < others.length ? ["…"] : []), ...last];
}

export class Player {
  /**
   * @param {object} page what the page holds; `onChange` is called with a position that is shown, `addressOf` tells
   * the address of a place, `photoOf` that of a photo
   */
  constructor(page, onChange, addressOf, photoOf) {
    this.page = page;
    this.game = new Game(page);
    this.onChange = onChange;
    this.photoOf = photoOf;
    this.level = TURN;
    this.view = -1;
    this.number = 0;
    this.position = 0;
    this.missing = "";
    this.timer = 0;
    this.line = this.game.line(0);
    const go = (position) => this.goTo(position);
    this.controls = new Controls(page, {
      first: () => this.goTo(0),
      back: () => this.step(-1),
      on: () => this.step(1),
      last: () => this.goTo(Infinity),
      play: () => this.play(),
      level: (level) => this.by(level),
      view: (view) => this.look(view),
      line: (number) => this.enterLine(number),
      help: () => this.help(),
      go: (place) => this.goToPlace(place),
      leave: () => this.now.focus({ preventScroll: true }),
    });
    this.timeline = new Timeline(page, go);
    this.controls.root.prepend(this.timeline.bar);
    this.log = new Log(page, go, (number) => this.enterLine(number), addressOf);
    this.now = h("div", { class: "now", role: "status", "aria-live": "polite", "aria-atomic": "true", tabindex: 0 });
    this.board = h("div", { class: "board", tabindex: -1 });
    this.said = h("div", { class: "said-here", role: "region", tabindex: 0, "aria-label": page.controls.said });
    this.saidPanel = h("section", { class: "panel said" }, h("h2", {}, page.controls.said), this.said);
    this.notices = h("div", { class: "notices" });
    this.root = h(
      "div",
      { class: "player", lang: page.language },
      this.notices,
      h("div", { class: "main" }, this.board, this.timeline.root),
      h("div", { class: "side" }, h("section", { class: "panel now-panel" }, this.now), this.saidPanel, this.log.root),
      this.controls.root,
      this.controls.dialog,
    );
    swipes(this.board, this);
    this.notice();
    this.redraw();
  }

  notice() {
    this.notices.replaceChildren(...this.page.notices.map((words) => h("p", { class: "notice" }, words)));
  }

  // The game as it goes on.

  /** Whether the end of the main line is shown. */
  get atEnd() {
    return !this.number && this.position === this.line.frames.length;
  }

  /** The place of the end of the main line. */
  get lastPlace() {
    const main = this.game.line(0);
    return this.game.place(main, main.frames.length);
  }

  /**
   * Show the same game as it is by now, at the place where one was; at the end if one was there, or if `toEnd`.
   * Whether anything is otherwise than before.
   */
  take(page, toEnd) {
    if (JSON.stringify(page) === JSON.stringify(this.page)) return false;
    const [place, isAtEnd, seen] = [this.place, this.atEnd || toEnd, this.page.views[this.view]];
    this.page = page;
    this.game = new Game(page);
    this.view = seen ? page.views.findIndex(({ seat }) => seat === seen.seat) : -1;
    for (const part of [this.controls, this.timeline, this.log]) part.take(page);
    this.notice();
    const found = isAtEnd ? null : this.game.find(place);
    this.number = found?.line ? found.line : 0;
    this.position = isAtEnd ? Infinity : found ? found.position : this.position;
    this.redraw();
    return true;
  }

  // Where one goes.

  goTo(position) {
    this.missing = "";
    this.position = Math.min(Math.max(position, 0), this.line.frames.length);
    this.show();
  }

  step(way, coarser = 0) {
    const level = Math.max(this.level - coarser, 0);
    this.goTo(
      way > 0 ? this.game.next(this.line, this.position, level) : this.game.previous(this.line, this.position, level),
    );
  }

  by(level) {
    this.level = level;
    this.show();
  }

  jump(kind, way) {
    this.jumpAmong(
      kind === "markers" ? [...this.markers.keys()].sort((one, other) => one - other) : this.line[kind],
      way,
    );
  }

  jumpToParty(party, way) {
    if (party < this.page.parties.length) this.jumpAmong(this.line.activations[party], way);
  }

  jumpAmong(positions, way) {
    const found =
      way > 0
        ? positions.find((position) => position > this.position)
        : positions.filter((position) => position < this.position).pop();
    if (found !== undefined) this.goTo(found);
  }

  /** Go to a place as `7.2` or `port:7.2.3`; whether there is one. */
  goToPlace(place) {
    const found = this.game.find(place.toLowerCase());
    if (!found || (found.line && this.view >= 0)) {
      this.missing = place;
      this.show();
      return false;
    }
    if (found.line !== this.number && this.game.owner(this.line, found.position).number !== found.line)
      this.choose(found.line);
    this.goTo(found.position);
    return true;
  }

  // Lines and viewpoints.

  /** Show a line from where it leaves another one. */
  enterLine(number) {
    const at = this.position;
    this.choose(number);
    this.goTo(number ? this.game.next(this.line, this.page.lines[number].at, this.level) : at);
  }

  choose(number) {
    this.number = number;
    if (number) this.view = -1;
    this.redraw();
  }

  enter() {
    const [number] = this.instead();
    if (number !== undefined) this.enterLine(number);
  }

  leave() {
    if (!this.number) return;
    const { leaves, at } = this.page.lines[this.number];
    this.choose(leaves);
    this.goTo(at);
  }

  look(view) {
    if (this.number) this.number = 0;
    this.view = view;
    this.position = Math.min(this.position, this.game.line(0).frames.length);
    this.redraw();
  }

  nextView(way) {
    const count = this.page.views.length + 1;
    this.look(((this.view + 1 + way + count) % count) - 1);
  }

  play() {
    if (this.timer) this.stop();
    else {
      this.timer = setInterval(() => {
        this.step(1);
        if (this.position === this.line.frames.length) this.stop();
      }, SECONDS * 1000);
    }
    this.show();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.show();
  }

  help() {
    this.controls.dialog.showModal();
  }

  ask() {
    this.controls.open(true);
    this.controls.go.focus();
    this.controls.go.select();
  }

  // What is shown.

  get openOnly() {
    return this.view >= 0;
  }

  get place() {
    return this.game.place(this.line, this.position);
  }

  /** Everything that there is to say of the position, for other programs. */
  get told() {
    const slots = Object.fromEntries(
      this.page.slots.map((name, number) => [name, this.line.states[this.position][number]]),
    );
    return { place: this.place, position: this.position, words: this.words().words, slots };
  }

  redraw() {
    this.line = this.view < 0 ? this.game.line(this.number) : this.game.seen(this.view);
    this.position = Math.min(this.position, this.line.frames.length);
    this.markers = this.game.markers(this.line, this.openOnly);
    this.timeline.draw(this.game, this.line, this.markers);
    this.log.draw(this.game, this.line, this.openOnly);
    this.show();
  }

  instead() {
    return this.openOnly ? [] : this.game.leaving(this.line, this.since, this.position);
  }

  get since() {
    return this.game.previous(this.line, this.position, this.level);
  }

  /** The step that led here in words, and what is waited for. */
  words() {
    const frames = this.line.frames.slice(this.since, this.position);
    const words = frames.map((frame) => this.game.words(frame)).filter(Boolean);
    const waiting = this.game.sentence(this.game.value(this.line, this.position, "waiting"));
    return { words: words.length ? words : [this.page.controls.beginning], waiting };
  }

  show() {
    const { since } = this;
    const remarks = [];
    for (let position = this.position ? since + 1 : 0; position <= this.position; position += 1) {
      remarks.push(...this.game.said(this.line, position, this.openOnly));
    }
    const { words, waiting } = this.words();
    const lacking = this.game
      .value(this.line, this.position, "lacking")
      .map((part) => this.page.names.part[part])
      .filter(Boolean);
    const place = this.place || this.page.controls.beginning;
    const isEnd = this.page.over && this.atEnd;
    const told = this.position ? heard(words, isEnd) : [];
    this.now.replaceChildren(
      h("h2", {}, place),
      this.missing ? h("p", { class: "notice" }, this.controls.noPlace(this.missing)) : "",
      ...told.map((words) => h("p", {}, sentence(this.page, words))),
      isEnd ? "" : h("p", { class: "waiting" }, sentence(this.page, waiting)),
      lacking.length
        ? h("p", { class: "notice" }, this.page.controls.lacking.replace("{parts}", lacking.join(", ")))
        : "",
    );
    const instead = this.instead();
    this.now.scrollTop = 0;
    this.said.replaceChildren(
      ...said(
        this.page,
        remarks,
        instead,
        this.openOnly,
        (number) => {
          this.enterLine(number);
          this.now.focus({ preventScroll: true });
        },
        this.photoOf,
      ),
    );
    this.saidPanel.classList.toggle("silent", !remarks.length && !instead.length);
    const shown = new Shown(
      this.game,
      this.line,
      this.position,
      since,
      remarks.map((remark) => remark.slot).filter(Boolean),
    );
    this.board.replaceChildren(...board(shown).filter(Boolean));
    this.timeline.at(this.position, `${place}: ${words[words.length - 1]}`);
    this.log.at(since, this.position);
    this.controls.at({ level: this.level, view: this.view, line: this.number, isPlaying: this.timer !== 0 });
    this.onChange(this);
  }
}
