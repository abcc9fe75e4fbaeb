/**
 * What this phone keeps of a game: what the service told last, and what was tapped since, in order. An entry is kept
 * before it is sent, and goes when the service has acknowledged it, so nothing is lost with the connection, and its
 * own name (the idempotency key) keeps it from being written twice.
 *
 * An entry: {name, path, json, decision, words, group, base, state, tries, problem}. `path` and `json` are what is asked
 * of the service; `decision` is its notation, "" for what is none; `base` is the version it was tapped on, `null` for
 * one that comes after another entry; `sent` is `json` as it went the first time; `state` is `waiting`, `refused` or `clash`. An entry that changes nothing of the
 * game is `isFree`, and is for no version; one that follows another tap by itself has in `since` how many decisions
 * stood before that; a photo has in `photo` the name under which the phone keeps it.
 */

import { UNDO } from "./pending.js";
import { TOLD } from "./told.js";

const WAITING = "waiting";
const REFUSED = "refused";
const MOST_TAPS = 20;
const BLANK = { decision: "", words: "", group: "", street: null, state: WAITING, tries: 0 };

export class Ledger {
  /** @param {string} id of the game @param {Storage} storage where it is kept @param {string} whose "" or a page */
  constructor(id, storage = localStorage, whose = "") {
    this.storage = storage;
    this.places = { now: `calimala.now.${whose}${id}`, entries: `calimala.queue.${whose}${id}`, of: `${whose}${id}` };
    this.keeps = true;
    this.now = null;
    this.entries = [];
    this.reread();
  }

  /** Read again what is kept: another page of this phone may have written. */
  reread() {
    const now = this.read(this.places.now);
    const isOther = now?.lang !== TOLD.lang;
    if (now && !(isOther && now.version === this.now?.version)) this.now = now;
    const entries = this.read(this.places.entries);
    if (Array.isArray(entries)) this.entries = entries.filter((entry) => entry && typeof entry.path === "string");
  }

  read(place) {
    try {
      return JSON.parse(this.storage.getItem(place) ?? "null");
    } catch {
      return null;
    }
  }

  /** Keep a value; `keeps` tells whether the phone did. */
  write(place, value) {
    try {
      this.storage.setItem(place, JSON.stringify(value));
      this.keeps = true;
    } catch {
      this.keeps = false;
    }
  }

  /** Something else that the page keeps under a name. */
  keep(name, value) {
    this.write(`calimala.${name}.${this.places.of}`, value);
  }

  kept(name) {
    return this.read(`calimala.${name}.${this.places.of}`);
  }

  /** Note that what came behind the first `before` decisions was one tap: it is taken back as one. */
  tapped(before) {
    const symbols = this.now.last.filter((one) => one.number > before).map((one) => one.symbol);
    this.keep("taps", [...this.taps.slice(1 - MOST_TAPS), { from: before + 1, symbols }]);
  }

  /** The taps that made several decisions: the number of the first, and all in notation. */
  get taps() {
    return this.kept("taps") ?? [];
  }

  saveEntries() {
    this.write(this.places.entries, this.entries);
  }

  /** Take what the service told, in the language of this page, unless something later is known: versions only grow. */
  told(now) {
    if (this.now && now.version < this.now.version) return;
    this.now = { ...now, lang: TOLD.lang };
    this.write(this.places.now, this.now);
  }

  /** The entry that is sent next. */
  get first() {
    return this.entries[0];
  }

  /** Add an entry behind all others. */
  add(entry) {
    const base = this.entries.length ? null : (this.now?.version ?? null);
    const added = { ...BLANK, ...entry, name: name(), base };
    this.entries.push(added);
    this.saveEntries();
    return added;
  }

  /** Put entries before all others; the first of them is for this version. What was refused waits again behind them. */
  addBefore(version, ...entries) {
    const added = entries.map((entry, at) => ({ ...BLANK, ...entry, name: name(), base: at ? null : version }));
    if (this.first) Object.assign(this.first, { base: null, state: WAITING, tries: 0, problem: undefined });
    this.entries.unshift(...added);
    this.saveEntries();
  }

  /** The first entry, changed; it counts as another one. */
  replaceFirst(changes) {
    if (!this.first) return;
    const entry = { ...this.first, ...changes, name: name(), state: WAITING, tries: 0, problem: undefined };
    for (const key of Object.keys(entry)) if (entry[key] === undefined) delete entry[key];
    this.entries[0] = entry;
    this.saveEntries();
  }

  /** Note how it went with an entry. */
  note(entry, changes) {
    const at = this.entries.findIndex((other) => other.name === entry.name);
    if (at >= 0) Object.assign(this.entries[at], changes);
    this.saveEntries();
  }

  /** Let go of the first entry; the next one is for `version`, `null` for what the service will be at. */
  dropFirst(version) {
    this.entries.shift();
    if (this.first) this.first.base = version;
    this.saveEntries();
  }

  /** Let go of the last entry if it was never sent, or was refused, and takes nothing back itself; what it was. */
  takeBackLast() {
    const last = this.entries.at(-1);
    if (!last || (last.tries && last.state !== REFUSED) || last.path === UNDO) return null;
    this.entries.pop();
    this.saveEntries();
    return last;
  }

  /** Let go of everything that waits. */
  dropAll() {
    this.entries = [];
    this.saveEntries();
  }
}

/** A name that nobody else gives: 128 random bits. */
export function name() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
