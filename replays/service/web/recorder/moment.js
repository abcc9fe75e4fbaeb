/**
 * The recorder at a moment: what was chosen for the next tap, whether an answer is on its way or not waited for, and what
 * may be tapped.
 */

/** @import { Disc, Snapshot } from "../common/api.js" */
/** @import { Judge } from "./judge.js" */
/** @import { Ledger } from "./ledger.js" */
/** @import { Sender } from "./sender.js" */

import { UNSEEN } from "./decisions.js";
import { legalStreets } from "./options.js";
import { pendingTurns } from "./pending.js";

export class Moment {
  /** @type {Disc} */
  disc = "c";
  /** A street on which several decisions are legal. @type {string | null} */
  street = null;
  /** Whether a street is chosen next, though the service has not answered. */
  isAtMap = false;
  /** What is said of what was saved, or of what another phone changed. */
  note = "";

  /** @param {Ledger} ledger @param {Sender} sender @param {Judge} judge */
  constructor(ledger, sender, judge) {
    this.ledger = ledger;
    this.sender = sender;
    this.judge = judge;
    /** Whether an answer was waited for too long. */
    this.isSlow = ledger.entries.length > 0;
  }

  /** Forget which disc, street and place to go on were chosen for what has been tapped. */
  forgetChoice() {
    this.disc = "c";
    this.street = null;
    this.isAtMap = false;
  }

  get isWaiting() {
    return this.ledger.front?.state === "waiting";
  }

  /** Whether no answer of the service is waited for. */
  get isAway() {
    return this.isSlow || !this.sender.isReached;
  }

  /** Whether what waits is checked on this phone, and shown as if it was saved. */
  get isChecked() {
    return this.ledger.entries.length > 0 && this.isAway && this.judge.isCurrent;
  }

  /** The game that is shown: as the service answered last, with what was checked here. @returns {Snapshot | null} */
  get now() {
    return (this.isChecked && this.judge.now) || this.ledger.now;
  }

  /** Changes with the game that is shown. */
  get stamp() {
    return `${this.isChecked ? "checked " : ""}${this.now?.version}`;
  }

  /**
   * Whether what is tapped stays on this phone alone for a while: then there is more to tap than the service answered.
   */
  get isOffline() {
    return this.isWaiting && this.isAway && !this.judge.isActive;
  }

  /** Whether an answer is about to come. */
  get isOnItsWay() {
    return this.isWaiting && !this.isOffline && !this.isChecked;
  }

  /** Whether something is sent that nobody tapped: what it follows is not shown without it. */
  get isFollowing() {
    const { first } = this.ledger;
    return this.isOnItsWay && first !== undefined && (first.since !== undefined || UNSEEN.test(first.decision));
  }

  /** Whether this phone has no key that lets it record. */
  get isLocked() {
    return !this.sender.key || this.sender.isDenied;
  }

  /** Whether a decision was refused, which what is tapped may replace. */
  get isAnswered() {
    return this.ledger.front?.state === "refused" && Boolean(this.ledger.front.decision);
  }

  /** Whether streets cannot be tapped: something is settled first. */
  get isSettling() {
    const { state = "" } = this.ledger.front ?? {};
    return this.isLocked || (["clash", "refused"].includes(state) && !this.isAnswered);
  }

  /** Whether the next decision without an answer is a placement. */
  get isAtPlacement() {
    const { entries, now } = this.ledger;
    if (!now) return false;
    const { turns, next } = pendingTurns({ entries, now });
    return this.isAtMap || turns.at(-1)?.turn === next.turn;
  }

  /** Whether a street is tapped without a connection, where every one may be right. */
  get isUnchecked() {
    return this.isOffline && this.isAtPlacement;
  }

  /** The streets that may be tapped: without a connection every one may be right. @returns {Set<string>} */
  get streets() {
    const { now } = this;
    if (!now || this.isSettling) return new Set();
    if (!this.isOffline) return legalStreets(now);
    return new Set(this.isUnchecked ? now.turn_sheet.map(({ street }) => street) : []);
  }
}
