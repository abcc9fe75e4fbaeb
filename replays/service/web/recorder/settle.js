/** What a person has to settle: a decision that the rules refuse, and one in whose place somebody else wrote another. */

import { button, capital, h } from "./elements.js";
import { UNDO } from "./pending.js";
import { refused } from "./refused.js";
import { say } from "./told.js";

/** @typedef {{ledger: import("./ledger.js").Ledger, sender: import("./sender.js").Sender, draw: () => void,
 *   instead: (entry: object) => void}} Table `instead` asks something else in the place of what was refused */

const PANELS = { clash, refused };

/**
 * The panel for what has to be settled before anything else is sent; `null` if there is nothing.
 * @param {Table} table
 */
export function settling(table) {
  return PANELS[table.ledger.first?.state]?.(table) ?? null;
}

/** Two phones wrote two things: one of them is tapped. */
function clash({ ledger, sender }) {
  const { first: entry, now } = ledger;
  const { base, theirs: told } = entry;
  const words = (symbol) => now.last.findLast((one) => one.symbol === symbol)?.words ?? "";

  function mine() {
    ledger.replaceFirst({ theirs: undefined, base: null });
    ledger.addBefore(base, { path: UNDO, json: { count: told.length }, words: say("undo"), theirs: told });
    sender.again();
  }

  function theirs() {
    ledger.dropFirst(base);
    sender.compare(told.slice(1), base);
    sender.again();
  }

  const [first, ...rest] = told;
  return h(
    "section",
    { class: "settle bad", "aria-label": say("clash"), tabindex: "-1", "data-settle": "clash" },
    h("h2", {}, say("clash")),
    h("p", {}, rest.length ? say("clash.more", { number: told.length }) : say("clash.one")),
    h(
      "div",
      { class: "two" },
      choice(say("clash.theirs"), first, words(first), theirs, "theirs"),
      choice(say("clash.mine"), entry.decision, entry.words, mine, "mine"),
    ),
  );
}

function choice(whose, symbol, words, act, key) {
  return button([h("small", {}, whose), h("strong", {}, capital(words || symbol)), h("code", {}, symbol)], act, {
    kind: "choice-card",
    key,
    "data-choice": key,
  });
}
