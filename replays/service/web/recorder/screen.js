/** What the recorder shows: whose turn it is, the table with its streets, what may be tapped, what waits, what was done. */

/** @import { RecentDecision, Snapshot } from "../common/api.js" */
/** @import { Keys } from "../common/keys.js" */
/** @import { Child } from "../viewer/elements.js" */
/** @import { Log } from "./correction.js" */
/** @import { Draft } from "./entry.js" */
/** @import { Moment } from "./moment.js" */
/** @import { Turn } from "./pending.js" */
/** @import { ScribesTable } from "./table.js" */
/** @import { Taps } from "./taps.js" */

import { h } from "../viewer/elements.js";
import { lastCorrection, undoEntry } from "./decisions.js";
import { optionButtons } from "./options.js";
import { capitalize, fill, playerTitle, text } from "./page.js";
import { effective, pendingLine, pendingStreets, pendingTurns } from "./pending.js";
import { nextTiles } from "./scorings.js";
import { alternativesTitle, settlePanel } from "./settle.js";
import { deniedPanel, queue, showStatus, statusOf } from "./status.js";
import { offlineOptions } from "./unchecked.js";

/** From how many letters on the sentence above the table is set smaller on a phone. */
const LONG = 30;

/** The end of a disc, and a card that nobody at the table sees. */
const BY_ITSELF = /^(\/|-?\?)$/;

/**
 * What the screen is made of, and what is done where it is tapped.
 * @typedef {{parts: Record<string, HTMLElement>, keys: Keys, moment: Moment, taps: Taps, table: ScribesTable, log: Log,
 *   announce: (sentence: string) => void, replace: (draft: Draft) => void,
 *   open: (decided: RecentDecision) => void}} Recorder
 */

export class Screen {
  /** @param {Recorder} recorder */
  constructor(recorder) {
    this.recorder = recorder;
    const { parts, moment } = recorder;
    const { now } = moment.ledger;
    this.drawn = "";
    /** How many decisions there were before what is shown as new, how many there are, and how many are on the table. */
    this.seen = (now?.undo ?? 0) - 1;
    this.shown = now?.undo ?? 0;
    this.onTable = this.shown;
    this.typed = /** @type {HTMLFormElement} */ (parts.typed);
    this.undoButton = /** @type {HTMLButtonElement} */ (parts.undo);
    this.redoButton = /** @type {HTMLButtonElement} */ (parts.redo);
  }

  /** Note what is new: all that came with the last decisions; what came by itself is shown with what it came after. */
  noteSeen() {
    const { now } = this.recorder.moment;
    if (!now || now.undo === this.shown) return;
    const hasMore = now.undo > this.shown && this.shown > 0;
    const cameByItself = now.last
      .filter(({ number }) => number > this.shown)
      .every(({ symbol }) => BY_ITSELF.test(symbol));
    if (!hasMore) this.seen = now.undo - 1;
    else if (!cameByItself) this.seen = this.shown;
    this.shown = now.undo;
  }

  /** Forget what is drawn: it is drawn anew, whatever has changed. */
  forget() {
    this.drawn = "";
  }

  /** Draw everything anew, if something has changed. */
  draw() {
    const { parts, moment, taps, table, log } = this.recorder;
    const { ledger, sender, isOffline, now } = moment;
    const { entries } = ledger;
    const status = statusOf(ledger, sender);
    taps.mark(parts.act);
    const state = JSON.stringify([
      moment.stamp,
      ledger.now?.lang,
      entries,
      status,
      moment.disc,
      moment.isAtMap,
      moment.street,
      this.seen,
      isOffline,
      moment.note,
      ledger.canStore,
      log.all.length,
    ]);
    if (this.drawn === state) return;
    const isBusy = status.kind === "busy" || (moment.isOnItsWay && moment.isAway);
    showStatus(parts.state, status);
    if (this.drawn && (moment.isFollowing || taps.press)) return;
    this.drawn = state;
    const hadFocus = parts.act.contains(document.activeElement) || table.hasFocus(".street");
    parts.app.setAttribute("aria-busy", String(isBusy));
    fill(parts.queue, queue(ledger, isBusy && !isOffline));
    if (now) this.drawGame(now);
    fill(parts.act, this.middle());
    taps.mark(parts.act);
    table.isTall = moment.isSettling || moment.isAnswered || (isOffline && !moment.isUnchecked);
    const isLost = document.activeElement === document.body || (table.hasFocus(".street") && !moment.streets.size);
    if (hadFocus && isLost) parts.act.focus({ preventScroll: true });
    parts.act.classList.toggle("busy", isBusy && !isOffline);
    this.lock();
  }

  /** Let nothing be recorded without a key, undone without a decision, or redone while something waits. */
  lock() {
    const { parts, moment } = this.recorder;
    const { entries, now } = moment.ledger;
    const { isLocked } = moment;
    for (const part of [parts.log, this.typed]) part.inert = isLocked;
    for (const tool of [parts.say, parts.phones, ...this.typed.querySelectorAll("input, button")])
      tool.toggleAttribute("disabled", isLocked);
    this.undoButton.disabled = isLocked || (!entries.length && !undoEntry(moment.ledger));
    this.redoButton.disabled = isLocked || entries.length > 0 || !now?.redo;
  }

  /** @param {Snapshot} now */
  drawGame(now) {
    const { parts, moment, log, open } = this.recorder;
    const pending = moment.isOffline ? pendingTurns({ entries: moment.ledger.entries, now }) : null;
    const turn = pending ? this.shownTurn(pending) : now;
    fill(parts.head, this.turnTitle(now, turn));
    const waiting = capitalize(pending ? this.unsentWords() : now.over ? text("over") : now.words);
    fill(parts.waiting, waiting);
    parts.waiting.classList.toggle("long", waiting.length > LONG);
    parts.waiting.classList.toggle("unsent", pending !== null);
    fill(parts.strip, nextTiles(now));
    this.drawTable(now, turn.seat);
    fill(parts.line, turnLine(now, pending ? pendingLine(pending) : ""));
    fill(parts.log, log.draw(now, open));
  }

  /** @param {Snapshot} now @param {number | null} seat who is to act */
  drawTable(now, seat) {
    const { parts, moment, table } = this.recorder;
    const pending = moment.isOffline ? pendingStreets({ entries: moment.ledger.entries, now }) : [];
    const waiting = pending.flatMap(({ street, waiting: colours }) => {
      const words = colours.map((letter) =>
        letter ? text("disc.waiting", { disc: text(`disc.${letter}`) }) : text("disc.+"),
      );
      return colours.length ? [{ street, colours, words }] : [];
    });
    const since = this.seen > 0 ? (now.last.find(({ number }) => number === this.seen)?.at ?? 0) : 0;
    const words = table.show(now, {
      since,
      seat,
      taps: {
        may: moment.streets,
        refused: text("refused.street"),
        waiting: new Map(waiting.map((one) => [one.street, one])),
      },
      isMoving: now.undo > this.onTable && this.onTable > 0,
    });
    // What may be done next is read from its beginning.
    if (now.undo !== this.onTable) parts.act.parentElement?.scrollTo({ top: 0 });
    this.onTable = now.undo;
    fill(parts.done, words);
  }

  /** Return what is in the middle: something to settle, the map, or buttons. @returns {Child[]} */
  middle() {
    const { parts, keys, moment, taps, replace } = this.recorder;
    const { ledger, sender, disc, now } = moment;
    const { entries, front } = ledger;
    const draw = () => this.draw();
    const tap = taps.tap.bind(taps);
    if (moment.isLocked) return deniedPanel(ledger, keys, text(sender.key ? "key.gone" : "no.key"));
    if (!now) return [h("p", { class: "quiet" }, text(sender.isReached ? "loading" : "state.away"))];
    const panel = settlePanel({ ledger, now, sender, draw, replace });
    const setDisc = (/** @type {typeof disc} */ chosen) => {
      moment.disc = chosen;
      draw();
    };
    const buttons = () => optionButtons(now, disc, moment.street, setDisc, tap);
    if (front && moment.isAnswered)
      return [panel, h("h2", { class: "small" }, alternativesTitle(front, now)), buttons()];
    if (panel) return [panel];
    const setAtMap = (/** @type {boolean} */ chosen) => this.goToMap(now, chosen);
    if (moment.isOffline)
      return offlineOptions(
        { entries, now },
        { isAtMap: moment.isUnchecked, disc, setAtMap, setDisc, choosePlacement: () => null, record: tap },
      );
    const correction = lastCorrection(ledger);
    const words = moment.note || (correction && text("corrected", { id: correction.id }));
    return [
      words && h("p", { class: "notice", role: "status" }, words),
      now.over ? [h("a", { class: "button primary", href: parts.app.dataset.game }, text("look"))] : buttons(),
    ];
  }

  /** @param {Snapshot} now @param {boolean} chosen whether a street is chosen next */
  goToMap(now, chosen) {
    const { moment, announce } = this.recorder;
    moment.isAtMap = chosen;
    announce(this.turnTitle(now, this.shownTurn(pendingTurns({ entries: moment.ledger.entries, now }))));
    this.draw();
  }

  /**
   * Return the turn that is shown: that of the last decision, or the one whose disc is placed next.
   * @param {{turns: Turn[], next: Turn}} pending
   */
  shownTurn({ turns, next }) {
    return this.recorder.moment.isAtMap ? next : turns[turns.length - 1];
  }

  /**
   * Return a turn in words, without a connection with whose it is where that is certain.
   * @param {Snapshot} now @param {Turn} turn
   */
  turnTitle(now, { turn, seat }) {
    const player = this.recorder.moment.isOffline && seat !== null ? now.players[seat] : null;
    const depth = (this.recorder.moment.isOffline ? 0 : now.active?.depth) ?? 0;
    const words = turn ? text(depth > 1 ? "turn.disc" : "turn", { turn, number: depth }) : text("setting.up");
    return player ? text("turn.of", { turn: words, player: playerTitle(player) }) : words;
  }

  /** Return what was tapped last and waits, in words. */
  unsentWords() {
    const { entries } = this.recorder.moment.ledger;
    const last = effective(entries).at(-1) ?? entries.at(-1);
    return text("unsent", { words: last?.words || last?.decision });
  }
}

/**
 * Return the turn so far as notation, and after it what the service does not have yet; null where there is nothing.
 * @param {Snapshot} now @param {string} unsent
 */
function turnLine(now, unsent) {
  if (!now.line && !unsent) return null;
  return h(
    "p",
    { class: "line" },
    h("span", { class: "heard" }, text("line"), " "),
    h("code", {}, now.line || `${now.turn}.`, unsent && [" ", h("span", { class: "unsent" }, unsent)]),
  );
}
