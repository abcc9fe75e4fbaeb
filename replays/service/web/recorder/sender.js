/**
 * Sends what waits in a ledger, one entry after the other, each until the service has answered. What it refuses, and
 * what somebody else wrote in its place, stays at the front until a person has settled it.
 */

import { exact } from "./asked.js";
import { DENIALS } from "./denied.js";
import { otherwise } from "./otherwise.js";
import { forgetPhoto, photoOf } from "./photos.js";
import { say } from "./told.js";
import { request, Unreachable } from "./wire.js";

const PAUSES = [1, 2, 4, 8, 15];
const ONE = "calimala.sending";
const OFTEN = 5;

/** A card, or a deal, that nobody at the table sees. */
export const UNSEEN = /^-?\?$/;

export class Sender {
  /**
   * @param {import("./ledger.js").Ledger} ledger
   * @param {{path: string, keys: string[], needs: string, changed: (what: object) => void}} told `keys` are tried one
   *   after the other for what the page `needs`, as in `may` of `now`
   */
  constructor(ledger, { path, keys: [key = "", ...others], needs, changed }) {
    this.ledger = ledger;
    this.path = path;
    this.key = key;
    this.others = others;
    this.needs = needs;
    this.changed = changed;
    this.reaches = navigator.onLine;
    this.isDenied = false;
    this.sends = false;
    this.failures = 0;
    addEventListener("online", () => this.again());
    addEventListener("offline", () => this.lost());
  }

  /** Try at once, whatever was waited for. */
  again() {
    clearTimeout(this.pause);
    this.failures = 0;
    this.run();
  }

  lost() {
    this.reaches = false;
    this.changed({});
  }

  /** Send until nothing waits, something has to be settled, or nobody answers. */
  async run() {
    if (this.sends) return;
    this.sends = true;
    try {
      if (navigator.locks) await navigator.locks.request(`${ONE}.${this.path}`, () => this.sendAll());
      else await this.sendAll();
    } finally {
      this.sends = false;
    }
    this.changed({});
  }

  async sendAll() {
    this.ledger.reread();
    while (this.ledger.first?.state === "waiting" && !this.isDenied) {
      const entry = this.ledger.first;
      this.ledger.note(entry, { tries: entry.tries + 1 });
      this.changed({});
      try {
        await this.send(entry);
        this.reaches = true;
        this.failures = 0;
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        if (!error.fault || entry.tries < OFTEN) return this.wait(error.seconds);
        this.ledger.note(entry, { state: "refused", problem: { detail: error.fault } });
        return this.changed({ refused: entry });
      }
    }
    return undefined;
  }

  wait(seconds) {
    this.reaches = false;
    const pause = Math.max(seconds, PAUSES[Math.min(this.failures, PAUSES.length - 1)]);
    this.failures += 1;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.run(), pause * 1000);
  }

  async send(entry) {
    const asked = { key: this.key, method: entry.method ?? "POST", name: entry.name };
    if (entry.photo) {
      const photo = await photoOf(entry.photo);
      if (!photo) return this.ledger.dropFirst(entry.base);
      Object.assign(asked, { body: photo, type: photo.type });
    } else asked.json = entry.json;
    if (!entry.isFree) {
      if (!this.ledger.now && !(await this.refresh())) return this.changed({});
      asked.version = entry.base ?? this.ledger.now?.version;
      // A request that comes again has to be the same.
      const sent = entry.tries > 1 && entry.sent ? entry.sent : exact(entry, this.ledger.now);
      this.ledger.note(entry, { base: asked.version, sent });
      asked.json = sent;
    }
    const { ok, status, told } = await request(this.path + entry.path, asked);
    if (ok) return this.kept(entry, told);
    if (status === 412) return this.stale(entry, told ?? {});
    if (DENIALS.includes(status)) {
      await this.refresh();
      if (this.isDenied || asked.key !== this.key) return this.changed({});
    }
    this.ledger.note(entry, { state: "refused", problem: told ?? { status, detail: String(status) } });
    this.changed({ refused: entry });
    return this.refresh();
  }

  async kept(entry, told) {
    const now = told?.options ? told : told?.now;
    const before = this.ledger.now?.undo;
    if (now) this.ledger.told(now);
    if (now && entry.since !== undefined) this.ledger.tapped(entry.since);
    const isSame = entry.isFree ? entry.base : null;
    this.ledger.dropFirst(isSame);
    if (entry.photo) await forgetPhoto(entry.photo);
    if (!now && !this.ledger.first) await this.refresh();
    this.changed({ kept: entry, told, since: entry.since ?? before });
  }

  /** Somebody else wrote meanwhile: what is the same is done, what is not is for a person to settle. */
  async stale(entry, { version, meanwhile, undone }) {
    if (version === undefined) return this.wait(1);
    if (!entry.decision) {
      this.ledger.dropFirst(version);
      this.changed({ overtaken: entry });
      const behind = this.ledger.first;
      if (behind?.decision && entry.theirs && meanwhile) this.clash([...entry.theirs, ...meanwhile], version);
      else if (behind?.decision) this.doubt(behind, version);
    } else if (undone || !meanwhile) this.doubt(entry, version);
    else this.compare(meanwhile, version);
    await this.refresh();
  }

  /** What was tapped on a game that has become another one is not written without being asked for again. */
  doubt(entry, version) {
    const problem = { detail: say("undone.meanwhile"), suggestions: [entry.decision], isDoubt: true };
    this.ledger.note(entry, { state: "refused", base: version, problem });
    this.changed({ refused: entry });
  }

  /** What waits first stands against what somebody else wrote up to a version. */
  clash(theirs, version) {
    this.ledger.note(this.ledger.first, { state: "clash", base: version, theirs });
    this.changed({ clash: this.ledger.first });
  }

  /** Hold what waits against what somebody else wrote, up to a version: what both say is done. */
  compare(meanwhile, version) {
    const theirs = [...meanwhile];
    while (theirs.length && this.ledger.first?.decision) {
      const length = agreeing(this.ledger.first.decision, theirs);
      if (!length && !UNSEEN.test(this.ledger.first.decision)) break;
      theirs.splice(0, length);
      const same = this.ledger.first;
      this.ledger.dropFirst(version);
      if (length) this.changed({ same });
    }
    const first = this.ledger.first;
    if (theirs.length && first?.decision) this.clash(theirs, version);
    else if (first) this.ledger.note(first, { base: version });
  }

  /** Ask where the game stands; what only those see who may not write it is not kept. */
  async refresh() {
    const { ok, told } = await request(`${this.path}/now`, { key: this.key });
    this.reaches = true;
    this.isDenied = !ok || !told.may.includes(this.needs);
    if (this.isDenied && this.others.length) {
      this.key = this.others.shift();
      return this.refresh();
    }
    if (this.isDenied) return false;
    const theirs = this.sends ? "" : otherwise(this.ledger.now, told);
    this.ledger.told(told);
    if (theirs) this.changed({ theirs });
    return true;
  }
}

/** How many of their decisions say what mine says, with the unseen cards that came by themselves behind it. */
function agreeing(mine, theirs) {
  let at = 0;
  for (const word of mine.split(/\s+/)) {
    if (theirs[at] === word) at += 1;
    else if (word.endsWith("-?") && theirs[at] === word.slice(0, -1) && theirs[at + 1] === "-?") at += 2;
    else return 0;
  }
  while (at < theirs.length && UNSEEN.test(theirs[at])) at += 1;
  return at;
}
