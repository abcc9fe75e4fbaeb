/**
 * Checks without a connection what waits: the service in a worker of this page has the game as the service answered last,
 * and does there what waits, with the same endpoints. What the rules refuse is shown at once, and what comes next is
 * offered as with a connection. Without the worker, or where the game is not known, nothing is checked until it is sent.
 */

/** @import { RecentDecision, Snapshot } from "../common/api.js" */
/** @import { Entry } from "./entry.js" */
/** @import { Ledger } from "./ledger.js" */
/** @import { Sender } from "./sender.js" */

import { ask, LANGUAGE } from "../common/service.js";
import { DECISIONS, exactJson } from "./decisions.js";
import { GAME_PATH } from "./page.js";
import { UNDO } from "./pending.js";

/** The game as text at one moment, with how many decisions it has, and the last of them by their numbers. */
/** @typedef {{text: string, count: number, last: [number, string][]}} Base */
/** @typedef {{status: number, body: Uint8Array, failed?: string}} Answered */
/** What became of what waits: the game after it, or the entry that is refused, with the problem. */
/** @typedef {{names: string[], now: Snapshot | null, refused: Entry | null, problem: Entry["problem"]}} Verdict */

const STORED = "base";
const QUIET = 2000;
const BEHIND = 6;
const IDLE = 4000;
const MOST_BY_ITSELF = 20;
const REDO = "/redo";
/** The name by which the worker knows that it stores nothing. */
const JUDGE = "judge";
/** The id of the placement of a turn. */
const PLACEMENT = /^([1-9]\d*)\.0\.1$/;

export class Judge {
  /** @type {Worker | null} */
  worker = null;
  isReady = false;
  /** @type {Verdict | null} */
  verdict = null;
  isJudging = false;
  fetching = 0;

  /**
   * @param {Ledger} ledger @param {Sender} sender @param {string} address of the worker, empty for none
   * @param {(verdict: Verdict) => void} onVerdict
   */
  constructor(ledger, sender, address, onVerdict) {
    this.ledger = ledger;
    this.sender = sender;
    this.onVerdict = onVerdict;
    if (address && !(/** @type {any} */ (navigator).connection?.saveData)) setTimeout(() => this.load(address), IDLE);
  }

  /** @param {string} address */
  load(address) {
    const worker = new Worker(address, { type: "module", name: JUDGE });
    worker.onmessage = ({ data }) => {
      this.isReady = Boolean(data.ready);
      this.look();
    };
    // Without it what waits is checked when it is sent.
    worker.onerror = () => {
      this.isReady = false;
    };
    this.worker = worker;
  }

  /** Whether what waits is checked here. */
  get isActive() {
    const { now, entries } = this.ledger;
    return this.isReady && now !== null && this.fits(now) && entries.every(isJudged);
  }

  /** Whether all that waits has been checked. */
  get isCurrent() {
    const names = this.ledger.entries.map(({ name }) => name);
    return this.isActive && names.length > 0 && this.verdict?.names.slice(-names.length).join() === names.join();
  }

  /** The game after what waits, null where that is not known. */
  get now() {
    return this.isCurrent ? (this.verdict?.now ?? null) : null;
  }

  /** @returns {Base | null} */
  get base() {
    return this.ledger.stored(STORED);
  }

  /**
   * Return whether the text is the game up to a decision of those that the service listed last.
   * @param {Snapshot} now
   */
  fits(now) {
    const { base } = this;
    const [oldest] = now.last;
    if (!base || base.count > now.undo || (base.count < now.undo && (!oldest || oldest.number > base.count + 1)))
      return false;
    const symbols = new Map(base.last);
    return now.last.every(({ number, symbol }) => (symbols.get(number) ?? symbol) === symbol);
  }

  /** Check what waits, and ask for the game as text where it is not known well enough, once nothing happens. */
  look() {
    if (!this.worker) return;
    const { now, entries } = this.ledger;
    if (entries.length) this.judge();
    clearTimeout(this.fetching);
    const isBehind = now && (!this.fits(now) || now.undo - (this.base?.count ?? 0) >= BEHIND);
    if (isBehind && !entries.length && this.sender.isReached)
      this.fetching = setTimeout(() => this.fetchBase(now), QUIET);
  }

  /** @param {Snapshot} now */
  async fetchBase(now) {
    try {
      const response = await ask(`${GAME_PATH}/notation`, { key: this.sender.key, cache: "no-store" });
      const text = await response.text();
      const { ledger } = this;
      if (!response.ok || ledger.now?.version !== now.version) return;
      /** @type {Base} */
      const base = { text, count: now.undo, last: now.last.map(({ number, symbol }) => [number, symbol]) };
      ledger.store(STORED, base);
      this.look();
    } catch {
      // Without a connection there is none to be had.
    }
  }

  /** Judge what waits, until nothing has come since. */
  async judge() {
    if (this.isJudging) return;
    this.isJudging = true;
    try {
      while (this.ledger.entries.length && this.isActive && !this.isCurrent) {
        const verdict = await this.verdictOf([...this.ledger.entries]);
        if (!verdict) break;
        this.verdict = verdict;
        if (this.isCurrent) this.onVerdict(verdict);
      }
    } finally {
      this.isJudging = false;
    }
  }

  /**
   * Do in the worker what waits; null where the game cannot be had there.
   * @param {Entry[]} entries @returns {Promise<Verdict | null>}
   */
  async verdictOf(entries) {
    const { base } = this;
    const known = this.ledger.now?.last.filter(({ number }) => number > (base?.count ?? 0)) ?? [];
    const names = entries.map(({ name }) => name);
    const game = base && (await this.begin(base, known));
    if (!game) return null;
    let { now } = game;
    for (const entry of entries) {
      if (entry.isFree) continue;
      const json = entry.path === DECISIONS ? exactJson(entry, now) : entry.json;
      const { status, data } = await this.ask("POST", game.path + entry.path, json, now.version);
      if (status >= 400) {
        await this.ask("DELETE", game.path);
        return { names, now, refused: entry, problem: data };
      }
      now = await this.afterChance(game.path, data.now ?? data);
    }
    await this.ask("DELETE", game.path);
    return { names, now, refused: null, problem: undefined };
  }

  /**
   * Begin the game in the worker.
   * @param {Base} base @param {RecentDecision[]} known what came after the text
   * @returns {Promise<{path: string, now: Snapshot} | null>}
   */
  async begin({ text, count, last }, known) {
    const made = await this.ask("POST", "/api/games", { notation: text, visibility: "private" });
    if (made.status >= 400) return null;
    const path = `/api/games/${made.data.id}`;
    let { data: now } = await this.ask("GET", `${path}/now`);
    // Somebody else may have written before the text was asked for.
    const symbols = new Map(last);
    const isSame =
      now.undo === count &&
      now.last.every((/** @type {RecentDecision} */ one) => symbols.get(one.number) === one.symbol);
    if (!isSame) {
      this.ledger.store(STORED, null);
      return null;
    }
    for (const { symbol, id } of known) {
      const [, turn] = PLACEMENT.exec(id) ?? [];
      const notation = turn ? `${turn}. ${symbol}` : symbol;
      const answer = await this.ask("POST", path + DECISIONS, { notation }, now.version);
      if (answer.status >= 400) return null;
      now = answer.data;
    }
    return { path, now };
  }

  /**
   * Let chance decide what nobody at the table sees, as the service does once the next decision comes.
   * @param {string} path @param {Snapshot} now
   */
  async afterChance(path, now) {
    for (let count = 0; now.auto !== null && !now.over && count < MOST_BY_ITSELF; count++) {
      const { status, data } = await this.ask("POST", path + DECISIONS, { notation: now.auto }, now.version);
      if (status >= 400) break;
      now = data;
    }
    return now;
  }

  /**
   * Ask the service in the worker.
   * @param {string} method @param {string} path @param {unknown} json @param {number | undefined} version
   * @returns {Promise<{status: number, data: any}>}
   */
  async ask(method, path, json = undefined, version = undefined) {
    const { port1, port2 } = new MessageChannel();
    /** @type {Promise<Answered>} */
    const answered = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    const headers = [
      ["content-type", "application/json"],
      ...(version === undefined ? [] : [["if-match", `"${version}"`]]),
    ];
    const body = json === undefined ? null : new TextEncoder().encode(JSON.stringify(json));
    const query = `?table=1&lang=${encodeURIComponent(LANGUAGE)}`;
    this.worker?.postMessage({ method, path: path + query, headers, body }, [port2]);
    const { status, body: content, failed } = await answered;
    if (failed) return { status: 500, data: { detail: failed } };
    const text = new TextDecoder().decode(content);
    return { status, data: text ? JSON.parse(text) : null };
  }
}

/**
 * Return whether an entry can be checked here: no correction, whose versions are those of the service.
 * @param {Entry} entry
 */
function isJudged({ path, json, isFree, misses }) {
  return isFree || ([DECISIONS, UNDO, REDO].includes(path) && json?.version === undefined && !misses);
}
