/** Whose discs are activated on the street on which the turn goes on, as far as what was tapped tells it. */

import { letterOf } from "./elements.js";
import { standing } from "./pending.js";
import { placementOf, placementsOf } from "./placements.js";
import { streetOf } from "./streets.js";

const ACTIVE = 3;
const WHITE = "w";
const END = "/";

/**
 * The discs that are activated from the one on which the service stands, or from the one that waits: each the colour's
 * letter, "" where it is not certain. `at` counts those that are done, and `isOver` says that all are; `left` are those
 * of which nothing was told. `null` where nobody is activated.
 * @param {import("./ledger.js").Ledger} ledger
 */
export function activated(ledger) {
  const street = streetOf(ledger);
  if (!street) return null;
  const { now } = ledger;
  const named = placementsOf(now);
  const words = standing(ledger.entries).flatMap((entry) =>
    entry.decision.split(/\s+/).map((word) => ({ word: word.toUpperCase(), entry })),
  );
  const begins = words.findLastIndex(({ word, entry }) => placementOf(entry, word, named));
  const depth = begins < 0 ? now.active.depth : 1;
  const players = now.players.map(({ colour }) => letterOf(colour));
  const letters = [...street.discs, ...street.waiting]
    .reverse()
    .slice(depth - 1, ACTIVE)
    .filter((letter, at) => !letter || players.includes(letter) || (letter === WHITE && at === 0 && depth === 1));
  const first = begins < 0 ? now.active.pending : pendingOf(letters[0], street);
  const at = done(
    words.slice(begins + 1).map(({ word }) => word),
    first,
    street,
  );
  return { letters, at, depth: depth + at, left: letters.slice(at + 1), isOver: at >= letters.length };
}

/** The actions of a disc: a white one has each twice. */
function pendingOf(letter, { tiles }) {
  return letter === WHITE ? tiles + tiles : tiles;
}

/** How many discs are done by these words: one ends by a stroke, and where an action comes that it does not have left. */
function done(words, first, { tiles }) {
  let at = 0;
  let pending = first;
  for (const word of words) {
    const action = word[0] ?? "";
    if (word === END) {
      at += 1;
      pending = tiles;
    } else if (pending.includes(action)) pending = pending.replace(action, "");
    else if (action && tiles.includes(action)) {
      at += 1;
      pending = tiles.replace(action, "");
    }
  }
  return at;
}
