/** What somebody else made otherwise of the decisions that this phone showed. */

import { say } from "./told.js";
import { turnOf } from "./turns.js";

const UNKNOWN = "?";

/**
 * The first turn of which something was taken back or is written otherwise, in a sentence; "" where all that stood
 * stands, or a card that nobody saw is told.
 * @param {object|null} before @param {object} after two answers of `now`
 */
export function otherwise(before, after) {
  if (!before || after.version <= before.version) return "";
  const there = new Map(after.last.map((one) => [one.number, one.symbol]));
  const isOther = ({ number, symbol }) =>
    there.has(number) && there.get(number) !== symbol && !symbol.includes(UNKNOWN);
  const first = before.last.find((one) => one.number > after.undo || isOther(one));
  if (!first) return "";
  const turn = turnOf(first) ? say("turn", { turn: turnOf(first) }) : say("setting.up");
  return say(first.number > after.undo ? "theirs.back" : "theirs.otherwise", { turn });
}
