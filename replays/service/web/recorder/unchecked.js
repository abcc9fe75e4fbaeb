/**
 * What can be tapped while nobody answers: everything that the last turn sheet has, possible or not. It is checked when
 * it has been sent.
 */

import { button, capital, decisionButton, h, letterOf, signOf, ticked } from "./elements.js";
import { cityMap, stack, streetName } from "./map.js";
import { standing, UNDO } from "./pending.js";
import { placementOn, placementsOf } from "./placements.js";
import { say } from "./told.js";
import { turnsOf } from "./turns.js";

const WHITE = "w";
const PLAYED = "+";
const END = "/";

/** The discs that wait, in order: their street, and the letter of what lies there then, "" where that is not certain. */
function placed(ledger) {
  const named = placementsOf(ledger.now);
  return turnsOf(ledger).turns.flatMap(({ seat, symbols }) =>
    symbols
      .map((symbol) => named[symbol.toUpperCase()])
      .filter(Boolean)
      .map(({ sheet, kind }) => ({ street: sheet.street, letter: letterFor(kind, ledger.now.players[seat]) })),
  );
}

function letterFor(kind, player) {
  if (kind === "w") return WHITE;
  return kind === "c" && player ? letterOf(player.colour) : "";
}

/** Whether an undo that waits takes back the disc that the service has as the last one. */
function isTakenBack({ entries, now }) {
  const named = placementsOf(now);
  const last = now.last.findLast(({ symbol }) => named[symbol])?.number ?? 0;
  return standing(entries).some((entry) => entry.path === UNDO && entry.json.to < last);
}

/** The street on which the turn goes on: that of the last disc that waits, or the one of `now`. */
function streetOf(ledger) {
  const square = placed(ledger).at(-1)?.street ?? (isTakenBack(ledger) ? null : ledger.now.active?.street);
  return streetsNow(ledger).find((street) => street.street === square);
}

/**
 * What the disc whose actions are shown has done already: `symbols` that wait, and whether an action, by its letter,
 * `isOver` as far as the service knows.
 */
function done({ entries, now }) {
  const named = placementsOf(now);
  const words = standing(entries).flatMap((entry) => entry.decision.toUpperCase().split(/\s+/));
  const begins = words.findLastIndex((word) => word === END || named[word]);
  const due = now.options.filter(({ group }) => group === "action" || group === "skip").map(({ action }) => action);
  const isTold = now.active && begins < 0 && !entries.some((entry) => !entry.decision && !entry.isFree);
  return { symbols: words.slice(begins + 1), isOver: (action) => Boolean(isTold) && !due.includes(action) };
}

/** Whether something is done by it: no action that is left out, no end of a disc. */
export function isDeed({ symbol }) {
  return !/[-/_]$/.test(symbol);
}

/** The kinds of discs that somebody may have. */
export function conceivable(now) {
  return now.players.some((player) => player.support) ? ["c", "w", "s", "d"] : ["c", "w"];
}

/** The streets, each with the letters of the discs that wait on it. */
function streetsNow(ledger) {
  const waiting = placed(ledger);
  return ledger.now.turn_sheet.map((street) => ({
    ...street,
    waiting: waiting.filter((disc) => disc.street === street.street).map((disc) => disc.letter),
  }));
}

/**
 * The panel: the ways of the two actions, cards, the end of the disc, and the next turn's street.
 * With `isDone` only what can have been done, for who says that it was.
 * @param {{ledger: object, atMap: boolean, kind: string, turn: (atMap: boolean) => void, kinds: Node,
 *   chosen: (option: object) => void}} shown
 */
export function unchecked({ ledger, atMap, kind, kinds, turn, chosen, note = say("unchecked"), isDone = false }) {
  const street = streetOf(ledger);
  const head = h("p", { class: "notice" }, note);
  if (atMap || !street) {
    const map = cityMap({
      city: ledger.now.city,
      streets: streetsNow(ledger),
      may: () => true,
      tapped: (square) => {
        const found = ledger.now.turn_sheet.find((one) => one.street === square);
        chosen({ symbol: placementOn(found, kind), words: streetName(found), group: "street", street: square });
      },
    });
    const back = street ? button(say("unchecked.back"), () => turn(false), { key: "back" }) : null;
    return [head, kinds, map, back];
  }
  const { symbols, isOver } = done(ledger);
  const marked = (ways) => ways.map((way) => ({ ...way, isTapped: symbols.includes(way.symbol) }));
  const sections = Object.entries(street.actions).map(([action, ways]) =>
    section(action, isDone ? ways.filter(isDeed) : marked(ways), isOver(action) && !isDone, chosen),
  );
  return [
    head,
    h("div", { class: "disc-now" }, stack(street), h("h2", { class: "small" }, streetName(street))),
    sections,
    played(ledger, isDone ? [] : symbols, chosen),
    !isDone && h(
      "div",
      { class: "ways" },
      decisionButton({ symbol: END, words: say("end.disc") }, chosen, "end"),
      button(say("next.turn"), () => turn(true), { kind: "decision", key: "next turn" }),
    ),
  ];
}

function section(action, ways, isOver, chosen) {
  return h(
    "section",
    { class: "deed", "aria-label": say(`action.${action}`) },
    h("h2", { class: "small" }, signOf(action), capital(say(`action.${action}`)), isOver && ticked()),
    h("div", { class: "ways" }, ways.map((way) => decisionButton({ ...way, group: "action" }, chosen))),
  );
}

/** Every card that there may be, by what it does; those that are `tapped` already are marked. */
function played(ledger, tapped, chosen) {
  const every = new Map(ledger.now.turn_sheet.flatMap((street) => [...street.tiles].map((action) => [action, street.actions[action]])));
  return h(
    "details",
    { class: "deed hand", "data-key": "cards" },
    h("summary", {}, say("cards")),
    [...every].map(([action, ways]) =>
      h(
        "details",
        { class: "deed", "data-key": `cards ${action}` },
        h("summary", {}, signOf(action), capital(say(`action.${action}`))),
        h(
          "div",
          { class: "ways" },
          ways
            .filter(isDeed)
            .map((way) => ({ symbol: PLAYED + way.symbol, words: say("card.for", { deed: way.words }), group: "card" }))
            .map((card) => decisionButton({ ...card, isTapped: tapped.includes(card.symbol) }, chosen, "by-hand")),
        ),
      ),
    ),
  );
}
