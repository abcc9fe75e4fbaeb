/** What a person has to settle: a decision that the rules refuse, and one in whose place somebody else wrote another. */

import { anywayOf, decision } from "./asked.js";
import { button, capital, decisionButton, h } from "./elements.js";
import { UNDO } from "./pending.js";
import { say } from "./told.js";
import { isDeed } from "./unchecked.js";

/** How the type of a problem ends where what was typed is no notation. */
const MISTYPED = "/not-well-formed";

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

/** A decision that was refused: why, what would be right, and what may be done about it. */
function refused({ ledger, sender, draw, instead }) {
  const { first: entry, now } = ledger;
  const others = ledger.entries.length - 1;
  const words = (symbol) => now.options.find((option) => option.symbol === symbol)?.words ?? "";

  function drop() {
    ledger.dropFirst(entry.base);
    sender.again();
    draw();
  }

  function dropAll() {
    ledger.dropAll();
    draw();
  }

  const problem = entry.problem ?? {};
  const isMistyped = String(problem.type).endsWith(MISTYPED);
  const isAnyway = problem.rule && !isMistyped && isDeed({ symbol: entry.decision });
  const title = say(isMistyped ? "mistyped" : "refused");
  return h(
    "section",
    { class: "settle bad", "aria-label": title, tabindex: "-1", "data-settle": "refused" },
    h("h2", {}, title),
    h("p", {}, h("code", {}, entry.decision || entry.path), " ", h("bdi", {}, entry.words === entry.decision ? "" : entry.words)),
    h("p", { class: "why" }, capital(problem.detail ?? problem.title ?? ""), problem.rule && !isMistyped ? [" ", h("code", {}, `(${problem.rule})`)] : null),
    problem.expected && entry.group !== "street" ? h("p", { class: "quiet" }, say("expected", { expected: problem.expected })) : null,
    problem.suggestions?.length
      ? h(
          "div",
          { class: "ways" },
          problem.suggestions.map((symbol) =>
            decisionButton({ symbol, words: words(symbol) || say("instead") }, () => instead(decision(symbol, words(symbol)))),
          ),
        )
      : null,
    h(
      "div",
      { class: "ways" },
      isAnyway ? button(say("anyway"), () => instead(anywayOf({ ...entry, symbol: entry.decision }, now)), { key: "anyway" }) : null,
      button(say("drop"), drop, { kind: "primary", key: "drop" }),
      others ? button(say("drop.all", { number: others + 1 }), dropAll, { key: "drop all" }) : null,
    ),
  );
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
  return button(
    [h("small", {}, whose), h("strong", {}, capital(words || symbol)), h("code", {}, symbol)],
    act,
    { kind: "choice-card", key, "data-choice": key },
  );
}
