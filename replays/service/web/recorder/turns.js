/** What waits on this phone, turn by turn: which turn it is then, and whose disc comes next where that is certain. */

import { standing, UNDO } from "./pending.js";
import { placementOf, placementsOf } from "./placements.js";

/**
 * The turns of what waits: `turns` has {turn, seat, symbols}, the first the turn in which the game stands, `next` the
 * turn and seat of the next placement; `seat` is `null` where nobody can tell. `of` has the turn of each entry by its
 * name, and `placements` those that wait, in order: {seat, sheet, kind}.
 * @param {import("./ledger.js").Ledger} ledger
 */
export function turnsOf({ entries, now }) {
  const names = placementsOf(now);
  const first = now.coming?.[0]?.turn ?? now.turn + 1;
  let current = { turn: now.turn, seat: now.seat, symbols: [] };
  const turns = [current];
  const of = new Map();
  const placements = [];
  let at = 0;

  /** The turn of a placement, 0 the next that the service waits for; those before it were taken back. */
  const placed = (number) =>
    now.coming?.[number] ?? { turn: first + number, seat: number < 0 ? seatOf(first + number, now, names) : null };

  function begin({ turn, seat }) {
    if (turn === current.turn) current.seat = seat;
    else {
      current = { turn, seat, symbols: [] };
      turns.push(current);
    }
  }

  for (const entry of standing(entries)) {
    if (!entry.decision) {
      const to = entry.path === UNDO ? entry.json.to : undefined;
      current.symbols.push(entry.path === UNDO ? "↶" : "↷");
      const gone = now.last.find((one) => one.number === to + 1);
      if (!gone) continue;
      const turn = turnOf(gone);
      at = turn - first + (names[gone.symbol] ? 0 : 1);
      begin({ turn, seat: seatOf(turn, now, names) });
      continue;
    }
    for (const word of entry.decision.split(/\s+/)) {
      const found = placementOf(entry, word, names);
      if (entry.misses || found) begin(placed(at++));
      if (found) placements.push({ ...found, seat: current.seat });
      if (!of.has(entry.name)) of.set(entry.name, current.turn);
      current.symbols.push(word);
    }
  }
  return { turns, next: placed(at), of, placements };
}

/** What waits, as it is written behind the line of the turn; a line for each further turn. */
export function unsentLine({ turns }) {
  const told = turns.map(({ turn, symbols }, at) =>
    symbols.length ? [at ? `${turn}.` : "", ...symbols].filter(Boolean).join(" ") : "",
  );
  return (
    told[0] +
    told
      .slice(1)
      .filter(Boolean)
      .map((line) => `\n${line}`)
      .join("")
  );
}

/** The turn of a decision, by its id, which begins with it. */
export function turnOf(one) {
  return Number.parseInt(one.id, 10);
}

/** Who placed the disc of one of the last turns. */
function seatOf(turn, now, names) {
  return now.last.find((one) => turnOf(one) === turn && names[one.symbol])?.seat ?? null;
}
