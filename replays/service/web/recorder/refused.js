/** What the rules refused: why, what would be right, and where what is tapped then belongs: in its place, or before it. */

import { anywayOf, decision } from "./asked.js";
import { button, capital, decisionButton, h } from "./elements.js";
import { placementsOf } from "./placements.js";
import { isDeed } from "./streets.js";
import { say } from "./told.js";

/** How the type of a problem ends where what was typed is no notation. */
const MISTYPED = "/not-well-formed";
const STREET = "street";

/** Whether what was refused is one of another moment: it is not wrong, something before it was not told. */
export function isEarly({ problem }) {
  return problem?.due === false;
}

function isMistyped({ problem }) {
  return String(problem?.type).endsWith(MISTYPED);
}

/** Whether what was refused stays whatever is tapped: it is early, in doubt, several decisions, or none. */
function stays(entry) {
  return isEarly(entry) || Boolean(entry.problem?.isDoubt) || !/^\S+$/.test(entry.decision);
}

/** Of which kind a decision is: a disc, or of the answers to one its action, the card by its action, the end. */
function kindOf({ decision: symbol, group }, now) {
  const word = symbol.toUpperCase();
  const isPlaced = group ? group === STREET : placementsOf(now)[word] && !now.active?.pending.includes(word[0]);
  return isPlaced ? STREET : /^\+?./.exec(word)?.[0];
}

/**
 * Whether a decision is another way of the one that was refused, and takes its place; else it came before it.
 * @param {object} refused an entry @param {{decision: string, group: string}} other @param {object} now
 */
export function isInstead(refused, other, now) {
  if (stays(refused)) return false;
  return isMistyped(refused) || !now.active || kindOf(refused, now) === kindOf(other, now);
}

/** What is said above the options that may be tapped: what becomes of the refused one then. */
export function rather(refused, now) {
  if (stays(refused)) return say("before");
  return say(isMistyped(refused) || !now.active ? "rather" : "rather.either");
}

/** What was refused, with a suggestion in the place of the word that is wrong. */
function mended({ decision: text, problem: { column } }, symbol) {
  if (!column) return symbol;
  return text.slice(0, column - 1) + symbol + text.slice(column - 1).replace(/^\S+/, "");
}

/**
 * The panel: why, what would be right, and what may be done about it.
 * @param {import("./settle.js").Table} table
 */
export function refused({ ledger, sender, draw, instead }) {
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

  function suggestion(symbol) {
    const whole = mended(entry, symbol);
    return decisionButton(
      { symbol: whole, words: words(whole) || whole },
      () => instead(decision(whole, words(whole))),
      "primary",
    );
  }

  const problem = entry.problem ?? {};
  const [early, mistyped] = [isEarly(entry), isMistyped(entry)];
  const isAnyway =
    problem.rule && !mistyped && !(early && entry.group === STREET) && isDeed({ symbol: entry.decision });
  const title = say(early ? "early" : mistyped ? "mistyped" : "refused");
  const suggestions = early ? [] : (problem.suggestions ?? []);
  return h(
    "section",
    { class: "settle bad", "aria-label": title, tabindex: "-1", "data-settle": "refused" },
    h("h2", {}, title),
    h(
      "p",
      {},
      h("code", {}, entry.decision || entry.path),
      " ",
      h("bdi", {}, entry.words === entry.decision ? "" : entry.words),
    ),
    h(
      "p",
      { class: "why" },
      capital(problem.detail ?? problem.title ?? ""),
      problem.rule && !mistyped ? [" ", h("code", {}, `(${problem.rule})`)] : null,
    ),
    early ? h("p", { class: "why" }, say("early.what")) : expected(entry),
    suggestions.length
      ? [h("h3", { class: "small" }, capital(say("instead"))), h("div", { class: "ways" }, suggestions.map(suggestion))]
      : null,
    h(
      "div",
      { class: "ways" },
      isAnyway
        ? button(say("anyway"), () => instead(anywayOf({ ...entry, symbol: entry.decision }, now)), { key: "anyway" })
        : null,
      button(say("drop"), drop, { key: "drop" }),
      others ? button(say("drop.all", { number: others + 1 }), dropAll, { key: "drop all" }) : null,
    ),
  );
}

/** What would be right: words of a typed line are listed, the rules say it in a sentence. */
function expected(entry) {
  const told = entry.problem?.expected;
  if (!told || entry.group === STREET) return null;
  return h("p", { class: "quiet" }, isMistyped(entry) ? say("expected", { expected: told }) : capital(told));
}
