/**
 * How far an undo goes: over what nobody at the table saw, to before the last decision that somebody took, and with it
 * what the service says came with it. A correction that this phone made is taken back as a whole while nothing else has
 * come behind it.
 */

import { UNDO } from "./pending.js";
import { UNSEEN } from "./sender.js";
import { say } from "./told.js";

const CORRECTED = "corrected";

/** How many decisions stand after one tap is taken back where `count` stand; `last` as `now`, `taps` as a ledger tells. */
export function before(count, last, taps) {
  const symbols = new Map(last.map((one) => [one.number, one.symbol]));
  const tap = taps.findLast(
    ({ from, symbols: made }) =>
      from + made.length - 1 === count && made.every((symbol, at) => symbols.get(from + at) === symbol),
  );
  const first = last.find((one) => one.number === count)?.first ?? count;
  let stand = Math.min(first, tap?.from ?? count) - 1;
  while (stand > 0 && UNSEEN.test(symbols.get(stand + 1) ?? "")) stand -= 1;
  return Math.max(stand, 0);
}

/** Note a correction that was kept: the id of its decision, and the versions of the game before and after it. */
export function corrected(ledger, { id, before, after }) {
  ledger.keep(CORRECTED, { id, before, after });
}

/** Note what was kept: what came by itself behind a correction is taken back with it. */
export function following(ledger, { decision, since, base }) {
  const made = ledger.kept(CORRECTED);
  const isByItself = since !== undefined || UNSEEN.test(decision);
  if (isByItself && made?.after === base) corrected(ledger, { ...made, after: ledger.now.version });
}

/** The correction that an undo takes back; `null` where there is none, or something has come behind it. */
export function correctionBehind(ledger) {
  const made = ledger.kept(CORRECTED);
  return made && !ledger.entries.length && made.after === ledger.now.version ? made : null;
}

/**
 * An undo as something to send; `null` where it takes back what was never sent, nothing is there, or a correction is
 * being taken back.
 * @param {import("./ledger.js").Ledger} ledger
 */
export function undoOf(ledger) {
  const { now, entries } = ledger;
  const made = correctionBehind(ledger);
  if (made) return { path: UNDO, json: { version: made.before }, words: say("undo.correction", { id: made.id }) };
  const waits = entries.at(-1);
  if (waits?.json?.version !== undefined) return null;
  const isUndo = waits?.path === UNDO && waits.json.to !== undefined;
  const stand = isUndo ? waits.json.to : now.undo;
  const to = waits && !isUndo ? stand : before(stand, now.last, ledger.taps);
  return stand > 0 || waits ? { path: UNDO, json: { to }, words: say("undo") } : null;
}

/** A redo as something to send: of all that one tap made, or that the service says belongs together. */
export function redoOf({ now, taps }) {
  const tap = taps.findLast(({ from, symbols }) => from === now.undo + 1 && symbols.length <= now.redo);
  return { path: "/redo", json: { count: tap?.symbols.length ?? now.redo_next } };
}
