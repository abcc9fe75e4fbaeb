/**
 * What a person has to settle before anything else is sent: a decision that the rules refuse, and one in whose place
 * somebody else wrote another.
 */

/** @import { Snapshot, LegalDecision } from "../common/api.js" */
/** @import { Draft, Entry } from "./entry.js" */
/** @import { Ledger } from "./ledger.js" */
/** @import { Sender } from "./sender.js" */

import { h } from "../viewer/elements.js";
import { anywayDecision, decision, isDeed } from "./decisions.js";
import { offered } from "./options.js";
import { button, capitalize, decisionButton, text } from "./page.js";
import { placementsOf, UNDO } from "./pending.js";

/**
 * What settles: `replace` sends something else in the place of what was refused.
 * @typedef {{ledger: Ledger, now: Snapshot, sender: Sender, draw: () => void, replace: (draft: Draft) => void}} Recorder
 */

/** How the type of a problem ends where what was typed is not notation. */
const MISTYPED = "/not-well-formed";
/** How it ends where nothing can be stored. */
const UNSAVED = "/not-saving";
const STREET = "street";

/**
 * Return the panel for what has to be settled, null if there is nothing.
 * @param {Recorder} recorder
 */
export function settlePanel(recorder) {
  const { front } = recorder.ledger;
  if (front?.state === "refused") return refusedPanel(recorder, front);
  return front?.state === "clash" ? clashPanel(recorder, front) : null;
}

// What the rules refused.

/**
 * Return whether what was refused belongs to another moment: it is not wrong, something before it is not recorded.
 * @param {Entry} entry
 */
export function isEarly({ problem }) {
  return problem?.due === false;
}

/** @param {Entry} entry */
function isMistyped({ problem }) {
  return String(problem?.type).endsWith(MISTYPED);
}

/** @param {Entry} entry */
function isUnsaved({ problem }) {
  return String(problem?.type).endsWith(UNSAVED);
}

/**
 * Return whether what was refused stays whatever is tapped: it is early, in doubt, several decisions, or none.
 * @param {Entry} entry
 */
function stays(entry) {
  return isEarly(entry) || isUnsaved(entry) || Boolean(entry.problem?.isDoubt) || !/^\S+$/.test(entry.decision);
}

/**
 * Return of which kind a decision is: a disc, or its action, the card with its action, or the end of the disc.
 * @param {{decision?: string, group?: string}} entry @param {Snapshot} now
 */
function kindOf({ decision: symbol = "", group }, now) {
  const word = symbol.toUpperCase();
  const isPlaced = group ? group === STREET : placementsOf(now)[word] && !now.active?.pending.includes(word[0]);
  return isPlaced ? STREET : /^\+?./.exec(word)?.[0];
}

/**
 * Return whether a decision is an alternative to the one that was refused, and takes its place; else it came before it.
 * @param {Entry} refused @param {Draft} other @param {Snapshot} now
 */
export function isAlternative(refused, other, now) {
  if (stays(refused)) return false;
  return isMistyped(refused) || !now.active || kindOf(refused, now) === kindOf(other, now);
}

/**
 * Return the title above the options that may be tapped: what becomes of the refused one then.
 * @param {Entry} refused @param {Snapshot} now
 */
export function alternativesTitle(refused, now) {
  if (stays(refused)) return text("before");
  return text(isMistyped(refused) || !now.active ? "rather" : "rather.either");
}

/**
 * Return what was refused, with a suggestion in the place of the word that is wrong. Where the service was sent another
 * text, with the number of the turn before a street, its columns are not those of what was tapped, which is one word.
 * @param {Entry} entry @param {string} symbol
 */
function corrected({ decision: symbols, sent, problem }, symbol) {
  const column = problem?.column;
  if (!column || (sent && sent.notation !== symbols)) return symbol;
  return symbols.slice(0, column - 1) + symbol + symbols.slice(column - 1).replace(/^\S+/, "");
}

/** @param {Recorder} recorder @param {Entry} entry */
function refusedPanel({ ledger, now, sender, draw, replace }, entry) {
  const problem = entry.problem ?? {};
  const [early, mistyped] = [isEarly(entry), isMistyped(entry)];
  const unsaved = isUnsaved(entry);
  const title = text(unsaved ? "unsaved" : early ? "early" : mistyped ? "mistyped" : "refused");
  const rule = problem.rule && !mistyped && h("code", {}, `(${problem.rule})`);
  const suggestions = early ? [] : (problem.suggestions ?? []);
  const isDue = !early || entry.group !== STREET;
  const canBePlayedAnyway = problem.rule && !mistyped && isDue && isDeed({ symbol: entry.decision });

  const suggestion = (/** @type {string} */ symbol) => {
    const symbols = corrected(entry, symbol);
    const found = offered(now, { symbol: symbols, words: "", group: entry.group });
    const { words = "", group, street = null } = found ?? {};
    const act = () => replace({ ...decision(symbols, words), group: group ?? entry.group, street });
    return decisionButton({ symbol: symbols, words: words || symbols }, act, "primary");
  };
  const playAnyway = () => replace(anywayDecision({ ...entry, symbol: entry.decision }, now));
  const again = () => {
    ledger.note(entry, { state: "waiting", problem: undefined });
    sender.retry();
    draw();
  };
  const drop = () => {
    ledger.dropFront();
    sender.retry();
    draw();
  };
  const dropAll = () => {
    ledger.dropAll();
    draw();
  };
  return panel(
    "refused",
    title,
    h(
      "p",
      {},
      entry.words !== entry.decision && [h("bdi", {}, capitalize(entry.words)), " "],
      h("code", {}, entry.decision || entry.path),
    ),
    h("p", { class: "why" }, capitalize(problem.detail ?? problem.title ?? ""), rule && [" ", rule]),
    early ? h("p", { class: "why" }, text("early.what")) : expected(entry),
    suggestions.length > 0 && [
      h("h3", { class: "small" }, capitalize(text("instead"))),
      h("div", { class: "ways" }, suggestions.map(suggestion)),
    ],
    h(
      "div",
      { class: "ways" },
      unsaved && button(text("again"), again, { key: "again" }),
      canBePlayedAnyway && button(text("anyway"), playAnyway, { key: "anyway" }),
      button(text("drop"), drop, { key: "drop" }),
      ledger.entries.length > 1 &&
        button(text("drop.all", { number: ledger.entries.length }), dropAll, { key: "drop all" }),
    ),
  );
}

/**
 * Return what would be right: words of a typed line are listed, the rules say it in a sentence.
 * @param {Entry} entry
 */
function expected(entry) {
  const words = entry.problem?.expected;
  if (!words || entry.group === STREET) return null;
  return h("p", { class: "quiet" }, isMistyped(entry) ? text("expected", { expected: words }) : capitalize(words));
}

// Two phones that wrote two things, of which one is tapped.

/** @param {Recorder} recorder @param {Entry} entry */
function clashPanel({ ledger, now, sender }, entry) {
  const { base, theirs: symbols = [] } = entry;
  const [first, ...rest] = symbols;
  const words = now.last.findLast((one) => one.symbol === first)?.words ?? "";

  const takeMine = () => {
    ledger.replaceFront({ theirs: undefined, base: null });
    ledger.addBefore(base, { path: UNDO, json: { count: symbols.length }, words: text("undo"), theirs: symbols });
    sender.retry();
  };
  const takeTheirs = () => {
    ledger.dropFirst(base);
    sender.compare(rest, base);
    sender.retry();
  };
  return panel(
    "clash",
    text("clash"),
    h("p", {}, rest.length ? text("clash.more", { number: symbols.length }) : text("clash.one")),
    h(
      "div",
      { class: "two" },
      choice(text("clash.theirs"), { symbol: first, words }, takeTheirs, "theirs"),
      choice(text("clash.mine"), { symbol: entry.decision, words: entry.words }, takeMine, "mine"),
    ),
  );
}

/** @param {string} whose @param {LegalDecision} option @param {() => void} act @param {string} key */
function choice(whose, { symbol, words }, act, key) {
  return button([h("small", {}, whose), h("strong", {}, capitalize(words || symbol)), h("code", {}, symbol)], act, {
    kind: "choice-card",
    key,
    "data-choice": key,
  });
}

/**
 * Return a panel that takes the place of the options.
 * @param {string} kind @param {string} title @param {import("../viewer/elements.js").Child[]} content
 */
export function panel(kind, title, ...content) {
  return h(
    "section",
    { class: "settle bad", "aria-label": title || undefined, tabindex: "-1", "data-settle": kind },
    title && h("h2", {}, title),
    content,
  );
}
