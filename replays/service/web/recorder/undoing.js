/**
 * How far an undo goes: over what nobody at the table saw, to before the last decision that somebody took, and with it
 * what the service says came with it.
 */

import { UNDO } from "./pending.js";
import { UNSEEN } from "./sender.js";

/** How many decisions stand after one tap is taken back where `count` stand; `last` as `now`, `taps` as a ledger tells. */
export function before(count, last, taps) {
  const symbols = new Map(last.map((one) => [one.number, one.symbol]));
  const tap = taps.findLast(
    ({ from, symbols: made }) => from + made.length - 1 === count && made.every((symbol, at) => symbols.get(from + at) === symbol),
  );
  const first = last.find((one) => one.number === count)?.first ?? count;
  let stand = Math.min(first, tap?.from ?? count) - 1;
  while (stand > 0 && UNSEEN.test(symbols.get(stand + 1) ?? "")) stand -= 1;
  return Math.max(stand, 0);
}

/**
 * An undo as something to send; `null` where it takes back what was never sent, or nothing is there.
 * @param {import("./ledger.js").Ledger} ledger
 */
export function undoOf(ledger) {
  const { now, entries } = ledger;
  const waits = entries.at(-1);
  const isUndo = waits?.path === UNDO && waits.json.to !== undefined;
  const stand = isUndo ? waits.json.to : now.undo;
  const to = waits && !isUndo ? stand : before(stand, now.last, ledger.taps);
  return stand > 0 || waits ? { path: UNDO, json: { to } } : null;
}

/** A redo as something to send: of all that one tap made, or that the service says belongs together. */
export function redoOf({ now, taps }) {
  const tap = taps.findLast(({ from, symbols }) => from === now.undo + 1 && symbols.length <= now.redo);
  return { path: "/redo", json: { count: tap?.symbols.length ?? now.redo_next } };
}
