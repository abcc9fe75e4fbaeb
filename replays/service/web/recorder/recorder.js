/** The recorder: a game recorded on a phone, by taps. The service says which decisions are legal. */

/** @import { RecentDecision } from "../common/api.js" */
/** @import { Change, Draft, Entry, Tappable } from "./entry.js" */
/** @import { Verdict } from "./judge.js" */

import { copyButton } from "../common/elements.js";
import { keysOf, takeKeyFromAddress } from "../common/keys.js";
import { IS_POCKET, ROOT } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { openComments } from "./comments.js";
import { Log, openCorrection } from "./correction.js";
import {
  DECISIONS,
  decision,
  forcedDecision,
  MISSED,
  noteSaved,
  onlyOption,
  redoEntry,
  undoEntry,
  unseenDecision,
} from "./decisions.js";
import { Judge } from "./judge.js";
import { Ledger } from "./ledger.js";
import { Moment } from "./moment.js";
import { handOn, openMore, openPhones } from "./more.js";
import { tapStreet } from "./options.js";
import { findParts, ORIGIN, PAGE, storePage, text } from "./page.js";
import { Screen } from "./screen.js";
import { Sender, watch } from "./sender.js";
import { isAlternative } from "./settle.js";
import { openSetup, setupDecision } from "./setup.js";
import { announcements, reloadOnNewKey } from "./status.js";
import { ScribesTable } from "./table.js";
import { Taps } from "./taps.js";
import { uncheckedPlacement } from "./unchecked.js";

const parts = findParts();

takeKeyFromAddress(PAGE.id);
const keys = keysOf(PAGE.id);
const ledger = new Ledger(PAGE.id);
const sender = new Sender(ledger, [keys.recorder, keys.owner].filter(Boolean), "record", onChange);
const log = new Log(sender, (isReached) => {
  screen.forget();
  if (isReached) draw();
  else announce(text("state.away"));
});
const table = new ScribesTable(parts.table, onStreet, share, () => parts.act.focus({ preventScroll: true }));
const judge = new Judge(ledger, sender, parts.app.dataset.judge ?? "", onVerdict);
const moment = new Moment(ledger, sender, judge);
const taps = new Taps(moment, parts.refusal, record, draw, announce);
const screen = new Screen({ parts, keys, moment, taps, table, log, announce, replace, open: openDecision });

function draw() {
  screen.draw();
  judge.look();
}

// What happens.

/** @param {Change} change */
function onChange(change) {
  const { saved, theirs } = change;
  const sentences = announcements(change, ledger);
  if (sentences.length) announce(...sentences);
  if (saved && !saved.isFree) {
    moment.note = noteOf(saved);
    noteSaved(ledger, saved);
  }
  if (theirs) moment.note = theirs;
  screen.noteSeen();
  if (!ledger.entries.length) moment.isSlow = false;
  if (saved || change.refused || change.clash || change.overtaken) moment.forgetChoice();
  const unseen = unseenDecision(ledger);
  if (unseen) record(unseen);
  const forced = saved?.path === DECISIONS ? forcedDecision(ledger) : null;
  if (forced) record({ ...forced, since: change.since });
  taps.goOn();
  draw();
  if (change.refused || change.clash) focusOn("[data-settle]");
}

/**
 * Show what waits as it was checked here, and what the rules refuse of it.
 * @param {Verdict} verdict
 */
function onVerdict({ refused, problem }) {
  if (!moment.isChecked) return;
  if (refused && refused.state === "waiting") sender.refuse(refused, problem);
  moment.forgetChoice();
  screen.noteSeen();
  const last = ledger.entries.at(-1);
  const forced = last?.path === DECISIONS && !refused && moment.now ? onlyOption(moment.now) : null;
  if (forced) return record(forced);
  taps.goOn();
  draw();
}

/** @param {string} selector */
function focusOn(selector) {
  /** @type {HTMLElement | null} */
  const found = parts.act.querySelector(selector);
  found?.focus();
}

/**
 * Return what is shown after a placement against the rules, which ends its turn; empty after all else.
 * @param {Entry} entry
 */
function noteOf({ note: words = "" }) {
  return ledger.now?.last.at(-1)?.symbol === MISSED ? words : "";
}

/**
 * Let screen readers say something.
 * @param {string[]} sentences
 */
function announce(...sentences) {
  parts.announcement.textContent = sentences.join(" ");
}

// What is done.

/** @param {Tappable} option */
function record({ symbol, words = "", group = "", street: square = null, since }) {
  const misses = symbol === MISSED && moment.isUnchecked;
  store({ ...decision(symbol, words), since, group, street: group === "street" ? square : null, misses });
  if (moment.isOffline) moment.forgetChoice();
  send();
}

/** Send what waits; an answer is waited for a moment. */
function send() {
  taps.hurry();
  draw();
  sender.run();
}

/**
 * Store what was done: after all that waits; where something was refused, before it or in its place.
 * @param {Draft} draft
 */
function store(draft) {
  const { front } = ledger;
  const { now } = moment;
  const isSettling = front?.state === "refused";
  const version = ledger.now?.version ?? null;
  if (!isSettling || !now) ledger.add(draft);
  else if (isAlternative(front, draft, now)) ledger.replaceFront({ ...draft, base: version });
  else ledger.addBefore(version, draft);
  moment.isSlow = !sender.isReached || (moment.isSlow && !isSettling);
}

/**
 * Record something that the rules refuse.
 * @param {Draft} draft
 */
function recordAnyway(draft) {
  store(draft);
  send();
}

/**
 * Send something that is not a decision; it waits like one.
 * @param {Draft} draft
 */
function add(draft) {
  ledger.add(draft);
  send();
}

/** @param {Draft} draft that is sent in the place of what was refused */
function replace(draft) {
  ledger.replaceFront(draft);
  send();
}

function undo() {
  const held = taps.dropLast();
  const dropped = held ? { words: held.words, decision: held.symbol } : ledger.dropLast();
  if (dropped) {
    announce(text("announce.undone", { words: dropped.words || dropped.decision }));
    moment.isAtMap = false;
    draw();
    return;
  }
  const entry = undoEntry(ledger);
  if (entry) add(entry);
}

function redo() {
  add(redoEntry(ledger));
}

/** @param {SubmitEvent} event */
function write(event) {
  event.preventDefault();
  const box = /** @type {HTMLInputElement} */ (screen.typed.elements.namedItem("notation"));
  const symbols = box.value.trim();
  // Before the first answer it is not known what comes by itself before it.
  if (!symbols || !ledger.now) return;
  record({ symbol: symbols, words: symbols });
  box.value = "";
}

/**
 * Do what a tap on a street of the table does; return false where no disc is placed.
 * @param {string} square
 */
function onStreet(square) {
  const { now } = moment;
  if (!now || moment.isSettling || now.over) return false;
  const tap = (/** @type {Tappable} */ option) => taps.tap(option);
  if (!moment.isOffline && tapStreet(now, moment.disc, square, setStreet, tap)) return true;
  // While an answer is on its way, the next disc is placed with what comes of it.
  const isEarly = moment.isOnItsWay && ledger.first?.decision;
  const placement = (isEarly || moment.isUnchecked) && uncheckedPlacement(now, moment.disc, square);
  if (placement) tap(placement);
  return Boolean(placement);
}

/** @param {string} square on which several decisions are legal */
function setStreet(square) {
  moment.street = square;
  draw();
}

/** Return a link to the game, and what copies it. */
function share() {
  if (IS_POCKET) return handOn();
  const key = keys.viewer ? `?key=${keys.viewer}` : "";
  const link = h("input", {
    readonly: true,
    value: `${ORIGIN}${ROOT}/g/${PAGE.id}${key}`,
    "aria-label": text("phones.link"),
  });
  return h("div", { class: "link-row" }, link, copyButton(link.value, link, text("copy"), text("copied")));
}

/** @param {RecentDecision} decided */
function openDecision(decided) {
  if (ledger.now) openCorrection(decided, ledger, ledger.now, sender, add, () => onChange({ corrected: decided }));
}

/** Let somebody correct what was laid out. */
function correctSetup() {
  if (ledger.now) openSetup(ledger, ledger.now, sender, add, () => onChange({ corrected: setupDecision() }));
}

// Keys.

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key === "Escape" && table.close()) return;
  const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  const act = /^[1-9]$/.test(event.key) ? optionAt(Number(event.key) - 1) : letterAct(event.key);
  if (!act) return;
  act();
  event.preventDefault();
}

/** @param {number} at among the options that are visible */
function optionAt(at) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const options = parts.act.querySelectorAll("button[data-symbol]");
  const option = [...options].filter((one) => one.checkVisibility())[at];
  return option && (() => option.click());
}

/** @param {string} letter */
function letterAct(letter) {
  if (letter === "u" && !screen.undoButton.disabled) return undo;
  if (letter === "r" && !screen.redoButton.disabled) return redo;
  return letter === "n" ? writeLine : null;
}

/** Show the line to type, and go to it. */
function writeLine() {
  table.openLog();
  screen.typed.querySelector("input")?.focus();
}

function begin() {
  reloadOnNewKey(({ recorder, owner }) => recorder ?? owner);
  parts.more.addEventListener("click", () =>
    openMore(ledger, keys, moment.isLocked, recordAnyway, record, correctSetup),
  );
  draw();
  if (!sender.key) return;
  taps.listen(parts.table);
  screen.undoButton.addEventListener("click", undo);
  screen.redoButton.addEventListener("click", redo);
  screen.typed.addEventListener("submit", write);
  parts.say.addEventListener("click", () => openComments(ledger, sender, add));
  parts.phones.addEventListener("click", () => ledger.now && openPhones(keys, ledger.now));
  parts.state.addEventListener("click", () => sender.retry());
  addEventListener("storage", (event) => {
    if (!event.key?.endsWith(PAGE.id)) return;
    ledger.reread();
    draw();
  });
  addEventListener("keydown", onKey);
  watch(sender);
  storePage();
}

begin();
