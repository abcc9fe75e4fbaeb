/**
 * What this phone stores of a game: what the service answered last, and what was tapped since, in order. An entry is
 * stored before it is sent, and goes when the service has acknowledged it, so nothing is lost with the connection, and
 * its own name (the idempotency key) prevents that it is written twice.
 */

/** @import { Snapshot } from "../common/api.js" */
/** @import { Draft, Entry } from "./entry.js" */

import { LANGUAGE, newName } from "../common/service.js";
import { UNDO } from "./pending.js";

/** @typedef {Snapshot & {lang?: string}} StoredNow */

const MOST_TAPS = 20;
/** @type {Omit<Entry, "name" | "path" | "base">} */
const BLANK = { decision: "", words: "", group: "", street: null, state: "waiting", tries: 0 };

export class Ledger {
  /** @param {string} id of the game @param {string} page "" for the recorder's, or the name of another one */
  constructor(id, page = "") {
    this.id = page + id;
    this.canStore = true;
    /** @type {StoredNow | null} */
    this.now = null;
    /** @type {Entry[]} */
    this.entries = [];
    this.reread();
  }

  /** Read again what is stored: another page of this phone may have written. */
  reread() {
    /** @type {StoredNow | null} */
    const now = this.stored("now");
    const isOther = now?.lang !== LANGUAGE;
    // What another version of this page stored without a table is asked for again.
    if (now?.page && !(isOther && now.version === this.now?.version)) this.now = now;
    const entries = this.stored("queue");
    if (Array.isArray(entries)) this.entries = entries.filter((entry) => typeof entry?.path === "string");
  }

  /** @param {string} name @returns {any} */
  stored(name) {
    try {
      return JSON.parse(localStorage.getItem(`calimala.${name}.${this.id}`) ?? "null");
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {unknown} value */
  store(name, value) {
    try {
      localStorage.setItem(`calimala.${name}.${this.id}`, JSON.stringify(value));
      this.canStore = true;
    } catch {
      this.canStore = false;
    }
  }

  storeEntries() {
    this.store("queue", this.entries);
  }

  /**
   * Store what the service answered, in the language of this page, unless it or something later is known; return
   * whether it was stored. What was asked for after what is known is later, whatever its version: the service may have
   * a restored store.
   * @param {Snapshot} now @param {Snapshot | null} before what was known when it was asked for
   * @returns {boolean}
   */
  update(now, before = null) {
    if (this.now && (now === this.now || (now.version < this.now.version && this.now !== before))) return false;
    this.now = { ...now, lang: LANGUAGE };
    this.store("now", this.now);
    return true;
  }

  /**
   * Note that what came after the first `count` decisions was one tap: it is undone as one.
   * @param {number} count
   */
  noteTap(count) {
    const symbols = this.now?.last.filter((one) => one.number > count).map((one) => one.symbol) ?? [];
    this.store("taps", [...this.taps.slice(1 - MOST_TAPS), { from: count + 1, symbols }]);
  }

  /**
   * The taps that made several decisions: the number of the first, and all in notation.
   * @returns {{from: number, symbols: string[]}[]}
   */
  get taps() {
    return this.stored("taps") ?? [];
  }

  /**
   * The entry that is sent next.
   * @returns {Entry | undefined}
   */
  get first() {
    return this.entries[0];
  }

  /** The place of the entry that has to be settled, of the first one where there is none. */
  get frontPlace() {
    return Math.max(
      0,
      this.entries.findIndex(({ state }) => state !== "waiting"),
    );
  }

  /**
   * The entry that has to be settled; the one that is sent next where there is none.
   * @returns {Entry | undefined}
   */
  get front() {
    return this.entries[this.frontPlace];
  }

  /**
   * Add an entry after all others.
   * @param {Draft} draft
   */
  add(draft) {
    const base = this.entries.length ? null : (this.now?.version ?? null);
    this.entries.push({ ...BLANK, ...draft, name: newName(), base });
    this.storeEntries();
  }

  /**
   * Add an entry before the one that has to be settled, for a version where that is the first. What was refused waits
   * again after it.
   * @param {number | null} version @param {Draft} draft
   */
  addBefore(version, draft) {
    const { front, frontPlace: place } = this;
    if (front) Object.assign(front, { base: null, state: "waiting", tries: 0, problem: undefined });
    this.entries.splice(place, 0, { ...BLANK, ...draft, name: newName(), base: place ? null : version });
    this.storeEntries();
  }

  /**
   * Change the entry that has to be settled; it counts as another one.
   * @param {Partial<Entry>} changes
   */
  replaceFront(changes) {
    const { front, frontPlace: place } = this;
    if (!front) return;
    const changed = { ...front, ...changes, name: newName(), state: /** @type {const} */ ("waiting"), tries: 0 };
    this.entries[place] = { ...changed, problem: undefined, base: place ? null : changed.base };
    this.storeEntries();
  }

  /** Drop the entry that has to be settled. */
  dropFront() {
    const place = this.frontPlace;
    const { base = null } = this.front ?? {};
    if (!place) return this.dropFirst(base);
    this.entries.splice(place, 1);
    this.storeEntries();
  }

  /**
   * Note how it went with an entry.
   * @param {Entry} entry @param {Partial<Entry>} changes
   */
  note(entry, changes) {
    const found = this.entries.find((other) => other.name === entry.name);
    if (found) Object.assign(found, changes);
    this.storeEntries();
  }

  /**
   * Drop the first entry; the next one is for `version`, null for the one that the service will be at.
   * @param {number | null} version
   */
  dropFirst(version) {
    this.entries.shift();
    if (this.first) this.first.base = version;
    this.storeEntries();
  }

  /** Drop the last entry if it was never sent, or was refused, and undoes nothing itself; return it, null otherwise. */
  dropLast() {
    const last = this.entries.at(-1);
    if (!last || (last.tries && last.state !== "refused") || last.path === UNDO) return null;
    this.entries.pop();
    this.storeEntries();
    return last;
  }

  dropAll() {
    this.entries = [];
    this.storeEntries();
  }
}
