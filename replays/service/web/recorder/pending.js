/** The game as it is with what waits on this phone: turns, streets with their discs, whose disc is activated. */

/** @import { Disc, Snapshot, SheetStreet } from "../common/api.js" */
/** @import { Entry } from "./entry.js" */

import { letterOf } from "./page.js";

/** @typedef {{entries: Entry[], now: Snapshot}} Pending the ledger of a game that is known */
/** @typedef {{turn: number, seat: number | null}} Turn */
/** @typedef {{sheet: SheetStreet, kind: Disc}} Placement */
/** @typedef {SheetStreet & {waiting: string[]}} Street */

/** Where something is undone. */
export const UNDO = "/undo";

/** The end of a disc's activation. */
export const END = "/";

const WHITE = "w";
const ACTIVATED = 3;

// Placements.

/**
 * What is after the name of a street for each kind of disc.
 * @type {Record<Disc, string>}
 */
const SUFFIXES = { c: "", w: "2", s: "0", d: "00" };

/**
 * Return the symbol of a disc of a kind on a street.
 * @param {SheetStreet} street @param {Disc} kind
 */
export function placementSymbol({ name }, kind) {
  return name + SUFFIXES[kind];
}

/**
 * Return the placements by their symbols.
 * @param {Snapshot} now @returns {Record<string, Placement>}
 */
export function placementsOf(now) {
  const kinds = /** @type {Disc[]} */ (Object.keys(SUFFIXES));
  return Object.fromEntries(
    now.turn_sheet.flatMap((sheet) => kinds.map((kind) => [placementSymbol(sheet, kind), { sheet, kind }])),
  );
}

/**
 * Return what a word of an entry places; undefined for an action whose symbol is that of a street.
 * @param {Entry} entry @param {string} word @param {Record<string, Placement>} placements
 */
function placementIn({ group }, word, placements) {
  return group && group !== "street" ? undefined : placements[word.toUpperCase()];
}

// Entries.

/**
 * Return the entries that make a difference to the game, once all of them have been sent: no comments, and nothing that
 * is undone before it was sent.
 * @param {Entry[]} entries
 */
export function effective(entries) {
  /** @type {Entry[]} */
  let found = [];
  for (const entry of entries) {
    if (entry.isFree) continue;
    const undoes = entry.path === UNDO && entry.json?.to !== undefined && found.some((one) => one.decision);
    if (undoes) found = found.filter((one) => !one.decision);
    else found.push(entry);
  }
  return found;
}

/**
 * Return the words of all decisions that wait.
 * @param {Pending} pending
 */
function decisionWords({ entries, now }) {
  const placements = placementsOf(now);
  return effective(entries).flatMap((entry) =>
    entry.decision
      .toUpperCase()
      .split(/\s+/)
      .map((word) => ({ word, placement: placementIn(entry, word, placements) })),
  );
}

// Turns.

/** @param {{id: string}} decided @returns {number} the turn, with which its id begins */
export function turnOf({ id }) {
  return Number.parseInt(id, 10);
}

/**
 * Return the turns of what waits: `turns`, the first the turn in which the game is, with the symbols of each; `next`,
 * that of the next placement; `of`, the turn of each entry by its name; and the `placements` that wait, in order. A seat
 * is null where nobody can know it.
 * @param {Pending} pending
 */
export function pendingTurns({ entries, now }) {
  const placements = placementsOf(now);
  const first = now.coming?.[0]?.turn ?? now.turn + 1;
  /** @type {Turn & {symbols: string[]}} */
  let current = { turn: now.turn, seat: now.seat, symbols: [] };
  const turns = [current];
  /** @type {Map<string, number>} */
  const of = new Map();
  /** @type {(Placement & {seat: number | null})[]} */
  const placed = [];
  let at = 0;

  /** @param {number} turn */
  const seatOf = (turn) => now.last.find((one) => turnOf(one) === turn && placements[one.symbol])?.seat ?? null;

  /** @param {number} number of a placement, 0 the next that the service waits for; those before it were undone */
  const turnAt = (number) =>
    now.coming?.[number] ?? { turn: first + number, seat: number < 0 ? seatOf(first + number) : null };

  /** @param {Turn} turn */
  function begin({ turn, seat }) {
    if (turn === current.turn) current.seat = seat;
    else {
      current = { turn, seat, symbols: [] };
      turns.push(current);
    }
  }

  for (const entry of effective(entries)) {
    if (!entry.decision) {
      const isUndo = entry.path === UNDO;
      current.symbols.push(isUndo ? "↶" : "↷");
      const undone = isUndo && now.last.find((one) => one.number === (entry.json?.to ?? NaN) + 1);
      if (!undone) continue;
      const turn = turnOf(undone);
      at = turn - first + (placements[undone.symbol] ? 0 : 1);
      begin({ turn, seat: seatOf(turn) });
      continue;
    }
    for (const word of entry.decision.split(/\s+/)) {
      const placement = placementIn(entry, word, placements);
      if (entry.misses || placement) {
        begin(turnAt(at));
        at += 1;
      }
      if (placement) placed.push({ ...placement, seat: current.seat });
      if (!of.has(entry.name)) of.set(entry.name, current.turn);
      current.symbols.push(word);
    }
  }
  return { turns, next: turnAt(at), of, placements: placed };
}

/**
 * Return what waits as notation after the line of the turn, with a line for each further turn.
 * @param {{turns: (Turn & {symbols: string[]})[]}} pending
 */
export function pendingLine({ turns: [current, ...others] }) {
  const further = others.filter(({ symbols }) => symbols.length);
  return [
    current.symbols.join(" "),
    ...further.map(({ turn, symbols }) => `\n${[`${turn}.`, ...symbols].join(" ")}`),
  ].join("");
}

// Streets.

/**
 * Return the streets, each with the letters of the discs that wait on it, "" for one whose colour is not certain.
 * @param {Pending} pending @returns {Street[]}
 */
export function pendingStreets(pending) {
  const { placements } = pendingTurns(pending);
  return pending.now.turn_sheet.map((street) => ({
    ...street,
    waiting: placements
      .filter(({ sheet }) => sheet.street === street.street)
      .map(({ kind, seat }) => {
        if (kind === WHITE) return WHITE;
        return kind === "c" && seat !== null ? letterOf(pending.now.players[seat]?.colour) : "";
      }),
  }));
}

/**
 * Return the street on which the turn goes on: that of the last disc that waits, or the one where a disc is activated.
 * @param {Pending} pending
 */
export function currentStreet(pending) {
  const { now, entries } = pending;
  const placements = placementsOf(now);
  const last = now.last.findLast(({ symbol }) => placements[symbol])?.number ?? 0;
  const isUndone = effective(entries).some(({ path, json }) => path === UNDO && (json?.to ?? Infinity) < last);
  const square = pendingTurns(pending).placements.at(-1)?.sheet.street ?? (isUndone ? null : now.active?.street);
  return pendingStreets(pending).find((street) => street.street === square);
}

/**
 * Return what the disc whose actions are shown has done already: symbols that wait, and whether an action is over as
 * far as the service knows.
 * @param {Pending} pending
 */
export function doneByDisc(pending) {
  const { entries, now } = pending;
  const words = decisionWords(pending);
  const begins = words.findLastIndex(({ word, placement }) => word === END || placement);
  const isServed = now.active && begins < 0 && !entries.some((entry) => !entry.decision && !entry.isFree);
  return {
    symbols: words.slice(begins + 1).map(({ word }) => word),
    isOver: (/** @type {string} */ action) => Boolean(isServed) && !now.active?.pending.includes(action),
  };
}

/**
 * Return the discs that are activated from the one that the service waits for, or from the one that waits; null where
 * nobody is activated. `depth` is that of the current one, `left` are the letters of those of which nothing is
 * recorded, "" where a colour is not certain, and `isOver` says that all are done.
 * @param {Pending} pending
 */
export function activatedDiscs(pending) {
  const street = currentStreet(pending);
  if (!street) return null;
  const { now } = pending;
  const words = decisionWords(pending);
  const begins = words.findLastIndex(({ placement }) => placement);
  const depth = begins < 0 ? (now.active?.depth ?? 1) : 1;
  const colours = now.players.map(({ colour }) => letterOf(colour));
  const letters = [...street.discs, ...street.waiting]
    .reverse()
    .slice(depth - 1, ACTIVATED)
    .filter((letter, at) => !letter || colours.includes(letter) || (letter === WHITE && at === 0 && depth === 1));
  const first = begins < 0 ? (now.active?.pending ?? "") : actionsOf(letters[0], street);
  const done = countDone(
    words.slice(begins + 1).map(({ word }) => word),
    first,
    street,
  );
  return { depth: depth + done, left: letters.slice(done + 1), isOver: done >= letters.length };
}

/**
 * Return the actions of a disc: a white one has each twice.
 * @param {string} letter @param {SheetStreet} street
 */
function actionsOf(letter, { tiles }) {
  return letter === WHITE ? tiles + tiles : tiles;
}

/**
 * Return how many discs are done by some words: one ends by a stroke, and where an action comes that it does not have
 * left.
 * @param {string[]} words @param {string} first the actions of the first disc @param {SheetStreet} street
 */
function countDone(words, first, { tiles }) {
  let count = 0;
  let pending = first;
  for (const word of words) {
    const action = word[0] ?? "";
    if (word === END) {
      count += 1;
      pending = tiles;
    } else if (pending.includes(action)) pending = pending.replace(action, "");
    else if (action && tiles.includes(action)) {
      count += 1;
      pending = tiles.replace(action, "");
    }
  }
  return count;
}
