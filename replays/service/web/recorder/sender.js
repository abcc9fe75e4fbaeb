/**
 * Sends what waits in a ledger, one entry after the other, each until the service has answered, and looks what others
 * write meanwhile. What the service refuses, and what somebody else wrote in its place, stays at the front until a
 * person has settled it.
 */

/** @import { Snapshot, Stale } from "../common/api.js" */
/** @import { Change, Entry, EntryJson } from "./entry.js" */
/** @import { Ledger } from "./ledger.js" */

import { IS_POCKET, request, Unreachable, unlessReached } from "../common/service.js";
import { completed, tableQuery } from "./changes.js";
import { exactJson, UNSEEN } from "./decisions.js";
import { GAME_PATH, text } from "./page.js";
import { turnOf } from "./pending.js";
import { forgetPhoto, storedPhoto } from "./photos.js";

const PAUSES = [1, 2, 4, 8, 15];
const LOCK = "calimala.sending";
const MOST_FAULTS = 5;
const STALE = 412;
/** Statuses by which the service says that a key does not allow something. */
const DENIALS = [401, 403, 404];
const UNKNOWN = "?";

/** An entry as it is asked of the service. */
/** @typedef {{key: string, method: string, name: string, json?: EntryJson, body?: Blob, type?: string,
 *   version?: number | null}} EntryRequest */

export class Sender {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  pause = undefined;

  /**
   * @param {Ledger} ledger @param {string[]} keys tried one after the other for what the page needs
   * @param {string} needs as in `may` of `Snapshot` @param {(change: Change) => void} onChange
   */
  constructor(ledger, [key = "", ...others], needs, onChange) {
    this.ledger = ledger;
    this.key = key;
    this.otherKeys = others;
    this.needs = needs;
    this.onChange = onChange;
    // The service in a phone needs no connection.
    this.isReached = IS_POCKET || navigator.onLine;
    this.isDenied = false;
    this.isSending = false;
    this.failures = 0;
    addEventListener("online", () => this.retry());
    addEventListener("offline", () => {
      this.isReached = IS_POCKET;
      onChange({});
    });
  }

  /** Try at once, whatever was waited for. */
  retry() {
    clearTimeout(this.pause);
    this.failures = 0;
    this.run();
  }

  /** Send until nothing waits, something has to be settled, or the service does not answer. */
  async run() {
    if (this.isSending) return;
    this.isSending = true;
    try {
      if (navigator.locks) await navigator.locks.request(`${LOCK}.${GAME_PATH}`, () => this.sendAll());
      else await this.sendAll();
    } finally {
      this.isSending = false;
    }
    this.onChange({});
  }

  async sendAll() {
    this.ledger.reread();
    for (;;) {
      const entry = this.ledger.first;
      if (entry?.state !== "waiting" || this.isDenied) return;
      this.ledger.note(entry, { tries: entry.tries + 1 });
      this.onChange({});
      try {
        await this.send(entry);
        this.isReached = true;
        this.failures = 0;
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        if (error.fault && entry.tries >= MOST_FAULTS) this.refuse(entry, { detail: error.fault });
        else this.wait(error.seconds);
        return;
      }
    }
  }

  /** @param {number} seconds at least */
  wait(seconds) {
    this.isReached = false;
    const pause = Math.max(seconds, PAUSES[Math.min(this.failures, PAUSES.length - 1)]);
    this.failures += 1;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.run(), pause * 1000);
  }

  /** @param {Entry} entry @param {Entry["problem"]} problem @param {Partial<Entry>} changes */
  refuse(entry, problem, changes = {}) {
    this.ledger.note(entry, { state: "refused", problem, ...changes });
    this.onChange({ refused: entry });
  }

  /** @param {Entry} entry @returns {Promise<unknown>} */
  async send(entry) {
    /** @type {EntryRequest} */
    const asked = { key: this.key, method: entry.method ?? "POST", name: entry.name };
    if (entry.photo) {
      const photo = await storedPhoto(entry.photo);
      if (!photo) return this.ledger.dropFirst(entry.base);
      Object.assign(asked, { body: photo, type: photo.type });
    } else asked.json = entry.json;
    if (!entry.isFree) {
      if (!this.ledger.now && !(await this.refresh())) return this.onChange({});
      asked.version = entry.base ?? this.ledger.now?.version;
      // A request that comes again has to be the same.
      const sent = entry.tries > 1 && entry.sent ? entry.sent : exactJson(entry, this.ledger.now);
      this.ledger.note(entry, { base: asked.version, sent });
      asked.json = sent;
    }
    const before = entry.isFree ? null : this.ledger.now;
    const query = entry.isFree ? "" : tableQuery(before);
    const { ok, status, data } = await request(GAME_PATH + entry.path + query, asked);
    if (ok) return this.onSaved(entry, completed(data, before));
    if (status === STALE) return this.onStale(entry, data ?? {});
    if (DENIALS.includes(status)) {
      await this.refresh();
      if (this.isDenied || asked.key !== this.key) return this.onChange({});
    }
    this.refuse(entry, data ?? { status, detail: String(status) });
    return this.refresh();
  }

  /** @param {Entry} entry @param {Change["answer"]} answer that has, or is, the game where it is now */
  async onSaved(entry, answer) {
    const now = answer?.options ? /** @type {Snapshot} */ (answer) : answer?.now;
    const before = this.ledger.now?.undo;
    if (now) this.ledger.update(now);
    const since = entry.since ?? before;
    // What was tapped is undone as one; words of a line that was typed are undone one by one.
    if (now && since !== undefined && (entry.since !== undefined || (entry.group && now.undo > since + 1)))
      this.ledger.noteTap(since);
    this.ledger.dropFirst(entry.isFree ? entry.base : null);
    if (entry.photo) await forgetPhoto(entry.photo);
    if (!now && !this.ledger.first) await this.refresh();
    this.onChange({ saved: entry, answer, since });
  }

  /**
   * Somebody else wrote meanwhile: what is the same is done, what is not is for a person to settle.
   * @param {Entry} entry @param {Stale} stale @returns {Promise<unknown>}
   */
  async onStale(entry, { version, meanwhile, undone }) {
    if (version === undefined) return this.wait(1);
    if (!entry.decision) {
      this.ledger.dropFirst(version);
      this.onChange({ overtaken: entry });
      const next = this.ledger.first;
      if (next?.decision && entry.theirs && meanwhile) this.clash(next, [...entry.theirs, ...meanwhile], version);
      else if (next?.decision) this.askAgain(next, version);
    } else if (undone || !meanwhile) this.askAgain(entry, version);
    else this.compare(meanwhile, version);
    return this.refresh();
  }

  /**
   * What was tapped on a game that has become another one is not sent before a person confirms it.
   * @param {Entry} entry @param {number} version
   */
  askAgain(entry, version) {
    const problem = { detail: text("undone.meanwhile"), suggestions: [entry.decision], isDoubt: true };
    this.refuse(entry, problem, { base: version });
  }

  /**
   * Note that the first entry clashes with what somebody else wrote up to a version.
   * @param {Entry} entry @param {string[]} theirs @param {number | null} version
   */
  clash(entry, theirs, version) {
    this.ledger.note(entry, { state: "clash", base: version, theirs });
    this.onChange({ clash: this.ledger.first });
  }

  /**
   * Compare what waits with what somebody else wrote up to a version: what is the same is done.
   * @param {string[]} meanwhile @param {number | null} version
   */
  compare(meanwhile, version) {
    const theirs = [...meanwhile];
    let first = this.ledger.first;
    while (theirs.length && first?.decision) {
      const length = countSame(first.decision, theirs);
      if (!length && !UNSEEN.test(first.decision)) break;
      theirs.splice(0, length);
      this.ledger.dropFirst(version);
      if (length) this.onChange({ same: first });
      first = this.ledger.first;
    }
    if (theirs.length && first?.decision) this.clash(first, theirs, version);
    else if (first) this.ledger.note(first, { base: version });
  }

  /**
   * Ask where the game is; return whether the key allows what the page needs. Otherwise the answer is not stored.
   * @returns {Promise<boolean>}
   */
  async refresh() {
    const before = this.ledger.now;
    /** @type {{ok: boolean, data: Snapshot}} */
    const { ok, data } = await request(`${GAME_PATH}/now${tableQuery(before)}`, { key: this.key });
    const now = completed(data, before);
    this.isReached = true;
    this.isDenied = !ok || !now.may.includes(this.needs);
    if (this.isDenied) {
      const [key, ...others] = this.otherKeys;
      if (!key) return false;
      Object.assign(this, { key, otherKeys: others });
      return this.refresh();
    }
    const known = this.ledger.now;
    const theirs = this.ledger.update(now, before) && !this.isSending ? describeOthersChange(known, now) : "";
    if (theirs) this.onChange({ theirs });
    return true;
  }
}

/**
 * Return how many of their decisions are mine, with the unseen cards that came by themselves after them.
 * @param {string} mine @param {string[]} theirs
 */
function countSame(mine, theirs) {
  let at = 0;
  for (const word of mine.split(/\s+/)) {
    if (theirs[at] === word) at += 1;
    else if (word.endsWith("-?") && theirs[at] === word.slice(0, -1) && theirs[at + 1] === "-?") at += 2;
    else return 0;
  }
  while (at < theirs.length && UNSEEN.test(theirs[at])) at += 1;
  return at;
}

/**
 * Return the first turn in which somebody else undid or rewrote a decision that this phone showed, in a sentence; empty
 * where there is none, or a card that nobody saw is known by now.
 * @param {Snapshot | null} before @param {Snapshot} after
 */
function describeOthersChange(before, after) {
  if (!before || after.version === before.version) return "";
  const symbols = new Map(after.last.map((one) => [one.number, one.symbol]));
  const first = before.last.find(({ number, symbol }) => {
    const other = symbols.get(number) ?? symbol;
    return number > after.undo || (other !== symbol && !symbol.includes(UNKNOWN));
  });
  if (!first) return "";
  const turn = turnOf(first) ? text("turn", { turn: turnOf(first) }) : text("setting.up");
  return text(first.number > after.undo ? "theirs.undone" : "theirs.rewritten", { turn });
}

const PAUSE = 3000;
const HIDDEN_PAUSE = 20000;

/**
 * Look every few seconds what others write, while the page is visible.
 * @param {Sender} sender
 */
export function watch(sender) {
  let timer = 0;
  const state = () => [sender.isReached, sender.isDenied, sender.ledger.now?.version, sender.ledger.now?.lang].join();
  const ask = () =>
    sender.refresh().catch((/** @type {unknown} */ error) => {
      unlessReached(error);
      sender.isReached = false;
    });
  async function look() {
    clearTimeout(timer);
    if (!document.hidden && !sender.isSending) {
      const before = state();
      if (sender.ledger.first?.state === "waiting" && !sender.isDenied) await sender.run();
      else await ask();
      if (before !== state()) sender.onChange({});
    }
    clearTimeout(timer);
    timer = setTimeout(look, document.hidden ? HIDDEN_PAUSE : PAUSE);
  }
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("online", look);
  look();
}
