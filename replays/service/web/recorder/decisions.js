/** What is sent to the service for a tap: decisions by the rules or against them, undo and redo. */

/** @import { RecentDecision, Snapshot, DecisionOption } from "../common/api.js" */
/** @import { Draft, Entry, EntryJson, Tappable } from "./entry.js" */
/** @import { Ledger } from "./ledger.js" */

import { letterOf, text } from "./page.js";
import { placementsOf, UNDO } from "./pending.js";

/** Where decisions are written. */
export const DECISIONS = "/decisions";

/** The symbol of a decision that nobody saw. */
export const MISSED = "_";

/** A card, or a deal, that nobody at the table sees. */
export const UNSEEN = /^-?\?$/;

const REDO = "/redo";
const CORRECTED = "corrected";
const FORCED = ["end", "skip"];

/**
 * Return what is sent for decisions in notation.
 * @param {string} symbols @param {string} words shown while it waits @returns {Draft}
 */
export function decision(symbols, words = "") {
  return { path: DECISIONS, json: { notation: symbols, auto: true }, decision: symbols, words };
}

/**
 * Return what is sent for a decision at a certain version. `US` is a street, and builds a ship: a disc has the number of
 * its turn before it, and an action that no disc has to do comes as an object.
 * @param {Entry} entry @param {Snapshot | null} now @returns {EntryJson | undefined}
 */
export function exactJson({ json, decision: symbol, group }, now) {
  if (!now || json?.notation !== symbol || !placementsOf(now)[symbol]) return json;
  if (group === "street" && now.coming) return { ...json, notation: `${now.coming[0].turn}. ${symbol}` };
  if (group !== "action" || now.active?.pending.includes(symbol[0])) return json;
  return { auto: true, commands: [{ type: "do_action", action: symbol[0], option: symbol.slice(1) }] };
}

/**
 * Return what is sent for a decision that was done at the table, whatever the rules say.
 * @param {Tappable} option @param {Snapshot} now @returns {Draft}
 */
export function anywayDecision({ symbol, words = "", group = "", street = null }, now) {
  const example = `${letterOf(now.player)}.points:=12`;
  return {
    // A placement against the rules ends its turn: this says how what it did is written.
    note: group === "street" ? text("anyway.turn", { example }) : undefined,
    path: DECISIONS,
    json: { anyway: symbol, auto: true },
    decision: symbol,
    words: text("anyway.words", { words: words || symbol }),
    group,
    street,
  };
}

/**
 * Return whether something is done by a decision: not by skipping an action or ending a disc.
 * @param {{symbol: string}} option
 */
export function isDeed({ symbol }) {
  return !/[-/_]$/.test(symbol);
}

// Decisions without a tap, where nothing waits.

/**
 * Return what chance decides without anybody at the table seeing it, null where there is nothing.
 * @param {Ledger} ledger @returns {Tappable | null}
 */
export function unseenDecision({ now, entries }) {
  if (!now || entries.length || now.auto === null || now.over) return null;
  return { symbol: now.auto, words: "", group: "draw" };
}

/**
 * Return the end of a disc, or an action that cannot be done, where nothing else is legal; null otherwise. With what was
 * tapped before they are one tap to undo.
 * @param {Ledger} ledger @returns {DecisionOption | null}
 */
export function forcedDecision({ now, entries }) {
  return now && !entries.length ? onlyOption(now) : null;
}

/**
 * Return the end of a disc, or an action that cannot be done, where nothing else is legal; null otherwise.
 * @param {Snapshot} now @returns {DecisionOption | null}
 */
export function onlyOption({ over, options }) {
  if (over || options.length !== 1) return null;
  const [only] = options;
  return FORCED.includes(only.group) ? only : null;
}

// Undo and redo.

/**
 * Return how many decisions there are after one tap is undone where there are `count`: an undo goes over what nobody at
 * the table saw, to before the last decision that somebody took, and with it what the service says came with it.
 * @param {number} count @param {RecentDecision[]} last @param {{from: number, symbols: string[]}[]} taps
 */
function countBeforeTap(count, last, taps) {
  const symbols = new Map(last.map((one) => [one.number, one.symbol]));
  const tap = taps.findLast(
    ({ from, symbols: made }) =>
      from + made.length - 1 === count && made.every((symbol, at) => symbols.get(from + at) === symbol),
  );
  const first = last.find((one) => one.number === count)?.first ?? count;
  let left = Math.min(first, tap?.from ?? count) - 1;
  while (left > 0 && UNSEEN.test(symbols.get(left + 1) ?? "")) left -= 1;
  return Math.max(left, 0);
}

/**
 * Return an undo as something to send; null where it undoes what was never sent, nothing is there, or a correction is
 * being undone.
 * @param {Ledger} ledger @returns {Draft | null}
 */
export function undoEntry(ledger) {
  const { now, entries } = ledger;
  if (!now) return null;
  const correction = lastCorrection(ledger);
  if (correction)
    return { path: UNDO, json: { version: correction.before }, words: text("undo.correction", { id: correction.id }) };
  const waiting = entries.at(-1);
  if (waiting?.json?.version !== undefined) return null;
  const undone = waiting?.path === UNDO ? waiting.json?.to : undefined;
  const count = undone ?? now.undo;
  const to = waiting && undone === undefined ? count : countBeforeTap(count, now.last, ledger.taps);
  return count > 0 || waiting ? { path: UNDO, json: { to }, words: text("undo") } : null;
}

/**
 * Return a redo as something to send: of all that one tap made, or that the service says belongs together.
 * @param {Ledger} ledger @returns {Draft}
 */
export function redoEntry({ now, taps }) {
  const { redo = 0, redo_next = 0, undo = 0 } = now ?? {};
  const tap = taps.findLast(({ from, symbols }) => from === undo + 1 && symbols.length <= redo);
  return { path: REDO, json: { count: tap?.symbols.length ?? redo_next }, words: text("redo") };
}

// Corrections: one that this phone made is undone as a whole while nothing else has come after it.

/**
 * Note a correction that was saved, with the versions of the game before and after it.
 * @param {Ledger} ledger @param {{id: string, before: number, after: number}} correction
 */
export function noteCorrection(ledger, correction) {
  ledger.store(CORRECTED, correction);
}

/**
 * Note what was saved: what came by itself after a correction is undone with it.
 * @param {Ledger} ledger @param {Entry} entry
 */
export function noteSaved(ledger, { decision: symbols, since, base }) {
  const correction = ledger.stored(CORRECTED);
  const isByItself = since !== undefined || UNSEEN.test(symbols);
  if (isByItself && correction?.after === base && ledger.now)
    noteCorrection(ledger, { ...correction, after: ledger.now.version });
}

/**
 * Return the correction that an undo takes back; null where there is none, or something has come after it.
 * @param {Ledger} ledger @returns {{id: string, before: number, after: number} | null}
 */
export function lastCorrection(ledger) {
  const correction = ledger.stored(CORRECTED);
  return correction && !ledger.entries.length && correction.after === ledger.now?.version ? correction : null;
}
