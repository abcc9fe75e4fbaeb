/** What is asked of the service for a decision: by the rules, or done at the table whatever they say. */

import { letterOf } from "./elements.js";
import { placementsOf } from "./placements.js";
import { say } from "./told.js";

/** Where decisions are written. */
export const DECISIONS = "/decisions";

/** What is asked for a decision in notation; its words are shown while it waits. */
export function decision(symbol, words = "") {
  return { path: DECISIONS, json: { notation: symbol, auto: true }, decision: symbol, words };
}

/**
 * What is sent for a decision where the game stands as in `now`. `US` is a street, and builds a ship: a disc has the
 * number of its turn before it, and an action of which no disc is in need comes as an object.
 */
export function exact({ json, decision: symbol, group }, now) {
  if (json?.notation !== symbol || !placementsOf(now)[symbol]) return json;
  if (group === "street" && now.coming) return { ...json, notation: `${now.coming[0].turn}. ${symbol}` };
  if (group !== "action" || now.active?.pending.includes(symbol[0])) return json;
  return { auto: true, commands: [{ type: "do_action", action: symbol[0], option: symbol.slice(1) }] };
}

/** What is asked for a decision that was done at the table, whatever the rules say. */
export function anywayOf({ symbol, words = "", group = "", street = null }, now) {
  return {
    note: noteOf({ group }, now),
    path: DECISIONS,
    json: { anyway: symbol, auto: true },
    decision: symbol,
    words: say("anyway.words", { words: words || symbol }),
    group,
    street,
  };
}

/** What is said where a placement against the rules comes to end its turn: how what it did is written. */
function noteOf({ group }, now) {
  return group === "street" ? say("anyway.turn", { example: `${letterOf(now.player)}.points:=12` }) : undefined;
}
