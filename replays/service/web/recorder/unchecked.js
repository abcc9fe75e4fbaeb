/**
 * What can be tapped while nobody answers: everything that the last turn sheet has, possible or not. It is checked when
 * it has been sent.
 */

import { activated } from "./below.js";
import { button, capital, decisionButton, h, letterOf, signOf, ticked } from "./elements.js";
import { cityMap, stack, streetName } from "./map.js";
import { standing } from "./pending.js";
import { placementOf, placementOn, placementsOf } from "./placements.js";
import { isDeed, streetOf, streetsNow } from "./streets.js";
import { headed } from "./strip.js";
import { say } from "./told.js";

const PLAYED = "+";
const END = "/";

/**
 * What the disc whose actions are shown has done already: `symbols` that wait, and whether an action, by its letter,
 * `isOver` as far as the service knows.
 */
function done({ entries, now }) {
  const named = placementsOf(now);
  const words = standing(entries).flatMap((entry) =>
    entry.decision
      .toUpperCase()
      .split(/\s+/)
      .map((word) => ({ word, entry })),
  );
  const begins = words.findLastIndex(({ word, entry }) => word === END || placementOf(entry, word, named));
  const isTold = now.active && begins < 0 && !entries.some((entry) => !entry.decision && !entry.isFree);
  const symbols = words.slice(begins + 1).map(({ word }) => word);
  return { symbols, isOver: (action) => Boolean(isTold) && !now.active.pending.includes(action) };
}

/** The kinds of discs that somebody may have. */
export function conceivable(now) {
  return now.players.some((player) => player.support) ? ["c", "w", "s", "d"] : ["c", "w"];
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
  const discs = activated(ledger);
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
    return [head, isDone ? null : untold(discs, ledger.now), kinds, map, back];
  }
  const { symbols, isOver } = done(ledger);
  const marked = (ways) => ways.map((way) => ({ ...way, isTapped: symbols.includes(way.symbol) }));
  const sections = Object.entries(street.actions).map(([action, ways]) =>
    section(action, isDone ? ways.filter(isDeed) : marked(ways), isOver(action) && !isDone, chosen),
  );
  const isLast = !isDone && discs.isOver;
  const on =
    !isDone &&
    h(
      "div",
      { class: "ways" },
      decisionButton({ symbol: END, words: say("end.disc") }, chosen, "end"),
      button(say("next.turn"), () => turn(true), { kind: isLast ? "decision primary" : "decision", key: "next turn" }),
    );
  return [
    head,
    h(
      "div",
      { class: "disc-now" },
      stack(street, isDone || isLast ? 0 : discs.depth),
      h("h2", { class: "small" }, streetName(street)),
    ),
    isLast ? [h("p", { class: "notice", role: "status", "data-told": "over" }, say("street.over")), on] : null,
    sections,
    played(ledger, isDone ? [] : symbols, chosen),
    isLast ? null : on,
  ];
}

/** Whose discs on the street of the turn nothing was told of, though the next turn is to be tapped. */
function untold(discs, now) {
  if (!discs?.left.length) return null;
  const owners = discs.left.map((letter) => now.players.find(({ colour }) => letterOf(colour) === letter));
  const names = owners.map((player) => (player ? headed(player) : say("somebody")));
  return h(
    "p",
    { class: "notice", role: "status", "data-told": "below" },
    say("below", { players: [...new Set(names)].join(", ") }),
  );
}

function section(action, ways, isOver, chosen) {
  return h(
    "section",
    { class: "deed", "aria-label": say(`action.${action}`) },
    h("h2", { class: "small" }, signOf(action), capital(say(`action.${action}`)), isOver && ticked()),
    h(
      "div",
      { class: "ways" },
      ways.map((way) => decisionButton({ ...way, group: "action" }, chosen)),
    ),
  );
}

/** Every card that there may be, by what it does; those that are `tapped` already are marked. */
function played(ledger, tapped, chosen) {
  const every = new Map(
    ledger.now.turn_sheet.flatMap((street) => [...street.tiles].map((action) => [action, street.actions[action]])),
  );
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
