/** The streets as they will lie with what waits on this phone, and the one on which the turn goes on. */

import { letterOf } from "./elements.js";
import { standing, UNDO } from "./pending.js";
import { placementsOf } from "./placements.js";
import { turnsOf } from "./turns.js";

const WHITE = "w";

/** The discs that wait, in order: their street, and the letter of what lies there then, "" where that is not certain. */
function placed(ledger) {
  const { placements } = turnsOf(ledger);
  return placements.map(({ seat, sheet, kind }) => ({
    street: sheet.street,
    letter: letterFor(kind, ledger.now.players[seat]),
  }));
}

function letterFor(kind, player) {
  if (kind === WHITE) return WHITE;
  return kind === "c" && player ? letterOf(player.colour) : "";
}

/** Whether an undo that waits takes back the disc that the service has as the last one. */
function isTakenBack({ entries, now }) {
  const named = placementsOf(now);
  const last = now.last.findLast(({ symbol }) => named[symbol])?.number ?? 0;
  return standing(entries).some((entry) => entry.path === UNDO && entry.json.to < last);
}

/** The street on which the turn goes on: that of the last disc that waits, or the one of `now`. */
export function streetOf(ledger) {
  const square = placed(ledger).at(-1)?.street ?? (isTakenBack(ledger) ? null : ledger.now.active?.street);
  return streetsNow(ledger).find((street) => street.street === square);
}

/** The streets, each with the letters of the discs that wait on it. */
export function streetsNow(ledger) {
  const waiting = placed(ledger);
  return ledger.now.turn_sheet.map((street) => ({
    ...street,
    waiting: waiting.filter((disc) => disc.street === street.street).map((disc) => disc.letter),
  }));
}

/** Whether something is done by it: no action that is left out, no end of a disc. */
export function isDeed({ symbol }) {
  return !/[-/_]$/.test(symbol);
}
