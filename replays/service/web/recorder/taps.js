/**
 * What becomes of a tap: it is recorded at once, or after what is on its way if it is still legal then; otherwise a
 * sentence says that it was not recorded. An answer is waited for a moment; then what is tapped is recorded without one.
 */

/** @import { Tappable } from "./entry.js" */
/** @import { Moment } from "./moment.js" */

import { offered } from "./options.js";
import { capitalize, list, text } from "./page.js";

/** How long an answer is waited for before what is tapped is chosen without one, in milliseconds. */
const PATIENCE = 900;

/** A second tap on the same button within this time is a slip of the thumb, in milliseconds. */
const SLIP = 350;

/** How long a sentence about a tap stays, in milliseconds. */
const READING = 5000;

/** How long after a finger is lifted its tap may come, in milliseconds. */
const LIFTED = 120;

export class Taps {
  /**
   * @param {Moment} moment @param {HTMLElement} refusal where it is said what was not recorded
   * @param {(option: Tappable) => void} record @param {() => void} draw @param {(sentence: string) => void} announce
   */
  constructor(moment, refusal, record, draw, announce) {
    this.moment = moment;
    this.refusal = refusal;
    this.record = record;
    this.draw = draw;
    this.announce = announce;
    /** What was tapped while something else was on its way. @type {Tappable[]} */
    this.held = [];
    this.last = { symbol: "", at: 0 };
    this.patience = 0;
    this.reading = 0;
    /**
     * While a finger is on something: the version of the game that it sees, and what was on its way when it came down.
     * @type {{ stamp: string, symbols: (string | undefined)[] } | null}
     */
    this.press = null;
    this.lifting = 0;
  }

  /** What is on its way, and what was tapped since. */
  get symbols() {
    const { isOnItsWay, ledger } = this.moment;
    return isOnItsWay ? [ledger.first?.decision, ...this.held.map(({ symbol }) => symbol)] : [];
  }

  /**
   * Leave everything in its place while a finger is on something that can be tapped: what is drawn anew under a finger is
   * not tapped when it is lifted.
   * @param {HTMLElement} root
   */
  listen(root) {
    root.addEventListener("pointerdown", (event) => {
      const [touched] = event.composedPath();
      if (!(touched instanceof Element) || !touched.closest("[data-symbol], .street")) return;
      clearTimeout(this.lifting);
      this.press = { stamp: this.moment.stamp, symbols: this.symbols };
    });
    const lift = () => {
      clearTimeout(this.lifting);
      if (!this.press) return;
      this.press = null;
      this.draw();
    };
    addEventListener("click", lift);
    addEventListener("pointercancel", lift);
    addEventListener("pointerup", () => {
      if (this.press) this.lifting = setTimeout(lift, LIFTED);
    });
  }

  /** @param {Tappable} option */
  tap(option) {
    const { isOnItsWay, stamp } = this.moment;
    const { symbol } = option;
    const { stamp: seen, symbols } = this.press ?? { stamp, symbols: [] };
    const isSlip = this.last.symbol === symbol && performance.now() - this.last.at < SLIP;
    const isOnceMore = [...symbols, ...this.symbols].includes(symbol);
    this.last = { symbol, at: performance.now() };
    if (isSlip || isOnceMore) this.refuse("tap.twice", [option]);
    else if (isOnItsWay || seen !== stamp) {
      this.held.push(option);
      this.goOn();
      this.draw();
    } else this.record(option);
  }

  /** Wait a moment for an answer; then go on without it. */
  hurry() {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.giveUp(), PATIENCE);
  }

  /** Go on without an answer: what was tapped since is recorded unchecked. */
  giveUp() {
    const { moment } = this;
    const wasOffline = moment.isOffline;
    moment.isSlow = moment.ledger.entries.length > 0;
    if (moment.isSlow) {
      // What was chosen where no answer was waited for is for the next tap.
      if (!wasOffline) moment.forgetChoice();
      for (const option of this.held.splice(0)) this.record(option);
    }
    this.draw();
  }

  /** Record what was tapped meanwhile, once an answer has come, and only what is still legal. */
  goOn() {
    const { ledger, isOnItsWay, isOffline, isChecked, isWaiting, now } = this.moment;
    if (!ledger.entries.length) this.last = { symbol: "", at: 0 };
    if (!this.held.length || isOnItsWay) return;
    if (isOffline) return this.giveUp();
    const [next, ...rest] = this.held;
    const isFree = !ledger.first || (isChecked && isWaiting);
    const option = isFree && now ? offered(now, next) : undefined;
    this.held = option ? rest : [];
    if (option) this.record(option);
    else this.refuse("tap.gone", [next, ...rest]);
  }

  /** Drop the last tap that is not recorded yet, and return it. */
  dropLast() {
    return this.held.pop();
  }

  /**
   * Say what was not recorded.
   * @param {string} name of the sentence @param {Tappable[]} options
   */
  refuse(name, options) {
    const words = list(options.map((option) => capitalize(option.words || option.symbol)));
    const sentence = text(name, { words });
    this.refusal.textContent = sentence;
    this.announce(sentence);
    clearTimeout(this.reading);
    this.reading = setTimeout(() => this.refusal.replaceChildren(), READING);
  }

  /**
   * Mark the buttons of what is on its way and of what was tapped since.
   * @param {HTMLElement} panel
   */
  mark(panel) {
    const { symbols } = this;
    /** @type {NodeListOf<HTMLElement>} */
    const buttons = panel.querySelectorAll("[data-symbol]");
    for (const button of buttons) button.classList.toggle("held", symbols.includes(button.dataset.symbol));
  }
}
