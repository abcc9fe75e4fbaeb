/**
 * What may have come next as buttons, without a connection: everything on the last turn sheet, legal or not, which is
 * checked when it has been sent.
 */

/** @import { Disc, LegalDecision, Snapshot } from "../common/api.js" */
/** @import { Child } from "../viewer/elements.js" */
/** @import { Tappable } from "./entry.js" */
/** @import { Pending } from "./pending.js" */

import { h } from "../viewer/elements.js";
import { isDeed } from "./decisions.js";
import { deedSection, discChoice, foldedDeeds, streetName } from "./options.js";
import { button, capitalize, decisionButton, letterOf, list, playerTitle, signOf, tappedMark, text } from "./page.js";
import { activatedDiscs, currentStreet, doneByDisc, END, pendingTurns, placementSymbol } from "./pending.js";

const PLAYED = "+";

/**
 * Return the kinds of discs that somebody may have.
 * @param {Snapshot} now @returns {Disc[]}
 */
function possibleDiscs(now) {
  return now.players.some((player) => player.support) ? ["c", "w", "s", "d"] : ["c", "w"];
}

/**
 * Return the panel: the options of the two actions, cards, the end of the disc, and the next turn's street. With
 * `isDone` only what can have been done, for those who say that it was.
 * @param {Pending} pending
 * @param {{isAtMap: boolean, disc: Disc, note?: string, isDone?: boolean, setAtMap: (isAtMap: boolean) => void,
 *   setDisc: (disc: Disc) => void, choosePlacement: () => Child, record: (option: Tappable) => void}} view what is shown, and how a street is
 *   chosen where it is not tapped on the table
 * @returns {Child[]}
 */
export function offlineOptions(pending, view) {
  const { isAtMap, disc, note = text("unchecked"), isDone = false, setAtMap, record } = view;
  const street = currentStreet(pending);
  const discs = activatedDiscs(pending);
  const head = h("p", { class: "notice" }, note);
  if (isAtMap || !street || !discs) {
    const { next } = pendingTurns(pending);
    const choice = discChoice(pending.now, next.seat, possibleDiscs(pending.now), disc, view.setDisc);
    const back = street && button(text("unchecked.back"), () => setAtMap(false), { key: "back" });
    return [head, !isDone && discs && unrecordedDiscs(discs.left, pending.now), choice, view.choosePlacement(), back];
  }
  const { symbols, isOver } = doneByDisc(pending);
  const sections = Object.entries(street.actions).map(([action, options]) => {
    const isTapped = !isDone && isOver(action);
    const shown = isDone
      ? options.filter(isDeed)
      : options.map((option) => ({ ...option, isTapped: symbols.includes(option.symbol) }));
    const name = text(`action.${action}`);
    const heading = [signOf(action), capitalize(name), isTapped && tappedMark()];
    return deedSection(name, heading, sheetButtons(shown, record));
  });
  const isLast = !isDone && discs.isOver;
  const on = !isDone && [
    h(
      "div",
      { class: "ways" },
      decisionButton({ symbol: END, words: text("end.disc") }, record, "end"),
      button(text("next.turn"), () => setAtMap(true), {
        kind: isLast ? "decision primary" : "decision",
        key: "next turn",
      }),
    ),
  ];
  const over = h("p", { class: "notice", role: "status", "data-notice": "over" }, text("street.over"));
  return [
    head,
    h("h2", { class: "small street-now" }, streetName(street)),
    isLast && [over, on],
    sections,
    sheetCards(pending.now, isDone ? [] : symbols, record),
    !isLast && on,
  ];
}

/**
 * Return what is recorded where a street is tapped without asking what is legal.
 * @param {Snapshot} now @param {Disc} disc @param {string} square @returns {Tappable | null}
 */
export function uncheckedPlacement({ turn_sheet }, disc, square) {
  const street = turn_sheet.find((one) => one.street === square);
  if (!street) return null;
  return { symbol: placementSymbol(street, disc), words: streetName(street), group: "street", street: square };
}

/**
 * Return whose discs on the street of the turn are not recorded, though the next turn is to be tapped.
 * @param {string[]} letters @param {Snapshot} now
 */
function unrecordedDiscs(letters, now) {
  if (!letters.length) return null;
  const names = letters.map((letter) => {
    const player = now.players.find(({ colour }) => letterOf(colour) === letter);
    return player ? playerTitle(player) : text("somebody");
  });
  const words = text("below", { players: list([...new Set(names)]) });
  return h("p", { class: "notice", role: "status", "data-notice": "below" }, words);
}

/** @param {(LegalDecision & {isTapped?: boolean})[]} options @param {(option: Tappable) => void} record */
function sheetButtons(options, record) {
  return h(
    "div",
    { class: "ways" },
    options.map((option) => decisionButton({ ...option, group: "action" }, record)),
  );
}

/**
 * Return every card that there may be, by what it does; those that are already tapped are marked.
 * @param {Snapshot} now @param {string[]} tapped @param {(option: Tappable) => void} record
 */
function sheetCards(now, tapped, record) {
  const actions = new Map(
    now.turn_sheet.flatMap((street) => [...street.tiles].map((action) => [action, street.actions[action]])),
  );
  const cards = [...actions].map(([action, options]) => {
    const buttons = options.filter(isDeed).map((option) => {
      const symbol = PLAYED + option.symbol;
      const words = text("card.for", { deed: option.words });
      const card = { symbol, words, group: "card", isTapped: tapped.includes(symbol) };
      return decisionButton(card, record, "by-hand");
    });
    const summary = [signOf(action), capitalize(text(`action.${action}`))];
    return foldedDeeds("deed", `cards ${action}`, summary, h("div", { class: "ways" }, buttons));
  });
  return foldedDeeds("deed hand", "cards", text("cards"), cards);
}
