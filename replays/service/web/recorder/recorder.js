/** The recorder: a game recorded on a phone, by taps. The service says which decisions are legal. */

/** @import { RecentDecision, Disc, Snapshot } from "../common/api.js" */
/** @import { Child } from "../viewer/elements.js" */
/** @import { Change, Draft, Entry, Tappable } from "./entry.js" */
/** @import { Turn } from "./pending.js" */

import { copyButton } from "../common/elements.js";
import { keysOf, takeKeyFromAddress } from "../common/keys.js";
import { ROOT } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { openComments } from "./comments.js";
import { Log, openCorrection } from "./correction.js";
import {
  DECISIONS,
  decision,
  forcedDecision,
  lastCorrection,
  MISSED,
  noteSaved,
  redoEntry,
  UNSEEN,
  undoEntry,
  unseenDecision,
} from "./decisions.js";
import { Ledger } from "./ledger.js";
import { openMore, openPhones } from "./more.js";
import { legalStreets, offlineOptions, optionButtons, tapStreet, uncheckedPlacement } from "./options.js";
import { capitalize, fill, findParts, PAGE, playerTitle, storePage, text } from "./page.js";
import { effective, pendingLine, pendingStreets, pendingTurns } from "./pending.js";
import { nextTiles } from "./scorings.js";
import { Sender, watch } from "./sender.js";
import { alternativesTitle, isAlternative, settlePanel } from "./settle.js";
import { openSetup, setupDecision } from "./setup.js";
import { announcements, deniedPanel, queue, reloadOnNewKey, showStatus, statusOf } from "./status.js";
import { ScribesTable } from "./table.js";

/** How long an answer is waited for before what is tapped is chosen without one, in milliseconds. */
const PATIENCE = 900;

/** A second tap on the same button within this time is a slip of the thumb, in milliseconds. */
const SLIP = 350;

const parts = findParts();
const typed = /** @type {HTMLFormElement} */ (parts.typed);
const [undoButton, redoButton, sayButton, phonesButton] = ["undo", "redo", "say", "phones"].map(
  (name) => /** @type {HTMLButtonElement} */ (parts[name]),
);

takeKeyFromAddress(PAGE.id);
const keys = keysOf(PAGE.id);
const ledger = new Ledger(PAGE.id);
const sender = new Sender(ledger, [keys.recorder, keys.owner].filter(Boolean), "record", onChange);
const log = new Log(sender, (isReached) => {
  drawn = "";
  if (isReached) draw();
  else announce(text("state.away"));
});

const table = new ScribesTable(parts.table, onStreet, share, () => parts.act.focus({ preventScroll: true }));

/** @type {Disc} */
let disc = "c";
let isAtMap = false;
/** @type {string | null} */
let street = null;
let isSlow = ledger.entries.length > 0;
let timer = 0;
let drawn = "";
let note = "";
/** How many decisions there were before what is shown as new, how many there are, and how many are on the table. */
let seen = (ledger.now?.undo ?? 0) - 1;
let shown = ledger.now?.undo ?? 0;
let onTable = shown;
let lastTap = { symbol: "", at: 0 };

// What happens.

/** @param {Change} change */
function onChange(change) {
  const { saved, theirs } = change;
  const sentences = announcements(change, ledger);
  if (sentences.length) announce(...sentences);
  if (saved && !saved.isFree) {
    note = noteOf(saved);
    noteSaved(ledger, saved);
  }
  if (theirs) note = theirs;
  noteSeen();
  if (!ledger.entries.length) {
    isSlow = false;
    lastTap = { symbol: "", at: 0 };
  }
  if (saved || change.refused || change.clash || change.overtaken) forgetChoice();
  const unseen = unseenDecision(ledger);
  if (unseen) record(unseen);
  const forced = saved?.path === DECISIONS ? forcedDecision(ledger) : null;
  if (forced) record({ ...forced, since: change.since });
  draw();
  if (change.refused || change.clash) focusOn("[data-settle]");
}

/** Forget which disc, street and place to go on were chosen for what has been tapped. */
function forgetChoice() {
  disc = "c";
  street = null;
  isAtMap = false;
}

/** Return whether something is sent that nobody tapped: what it follows is not shown without it. */
function isFollowing() {
  const { first } = ledger;
  return first?.state === "waiting" && !isOffline() && (first.since !== undefined || UNSEEN.test(first.decision));
}

/** Note what is new: all that came with the last decisions. */
function noteSeen() {
  const { now } = ledger;
  if (!now || now.undo === shown) return;
  seen = now.undo > shown && shown ? shown : now.undo - 1;
  shown = now.undo;
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

/**
 * Return whether what is tapped stays on this phone alone for a while: then there is more to tap than the service
 * answered.
 */
function isOffline() {
  return ledger.first?.state === "waiting" && (isSlow || !sender.isReached);
}

/** Wait a moment for an answer; then go on without it. */
function hurry() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    isSlow = ledger.entries.length > 0;
    if (isSlow) forgetChoice();
    draw();
  }, PATIENCE);
  draw();
  sender.run();
}

// What is done.

/**
 * Record a decision that has been tapped, unless the tap before it is being sent, or was the same by a slip.
 * @param {Tappable} option
 */
function tap(option) {
  const isBusy = ledger.first?.state === "waiting" && !isOffline();
  const isSlip = lastTap.symbol === option.symbol && performance.now() - lastTap.at < SLIP;
  lastTap = { symbol: option.symbol, at: performance.now() };
  if (!isBusy && !isSlip) record(option);
}

/** @param {Tappable} option */
function record({ symbol, words = "", group = "", street: square = null, since }) {
  const misses = symbol === MISSED && isOffline() && isAtPlacement();
  store({ ...decision(symbol, words), since, group, street: group === "street" ? square : null, misses });
  if (isOffline()) forgetChoice();
  hurry();
}

/**
 * Store what was done: after all that waits; where something was refused, before it or in its place.
 * @param {Draft} draft
 */
function store(draft) {
  const { first, now } = ledger;
  const isSettling = first?.state === "refused";
  if (!isSettling || !now) ledger.add(draft);
  else if (isAlternative(first, draft, now)) ledger.replaceFirst({ ...draft, base: now.version });
  else ledger.addBefore(now.version, draft);
  isSlow = !sender.isReached || (isSlow && !isSettling);
}

/**
 * Record something that the rules refuse.
 * @param {Draft} draft
 */
function recordAnyway(draft) {
  store(draft);
  hurry();
}

/**
 * Send something that is not a decision; it waits like one.
 * @param {Draft} draft
 */
function add(draft) {
  ledger.add(draft);
  hurry();
}

function undo() {
  const dropped = ledger.dropLast();
  if (dropped) {
    announce(text("announce.undone", { words: dropped.words || dropped.decision }));
    isAtMap = false;
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
  const box = /** @type {HTMLInputElement} */ (typed.elements.namedItem("notation"));
  const symbols = box.value.trim();
  // Before the first answer it is not known what comes by itself before it.
  if (!symbols || !ledger.now) return;
  record({ symbol: symbols, words: symbols });
  box.value = "";
}

// What is shown.

/** Return whether this phone has no key that lets it record. */
function isLocked() {
  return !sender.key || sender.isDenied;
}

/** Return whether a decision was refused, which what is tapped may replace. */
function isAnswered() {
  return ledger.first?.state === "refused" && Boolean(ledger.first.decision);
}

/** Return whether streets cannot be tapped: something is settled first. */
function isSettling() {
  const { state = "" } = ledger.first ?? {};
  return isLocked() || (["clash", "refused"].includes(state) && !isAnswered());
}

/** Return whether a street is tapped without a connection, where every one may be right. */
function isUnchecked() {
  return isOffline() && isAtPlacement();
}

/**
 * Do what a tap on a street of the table does; return false where no disc is placed.
 * @param {string} square
 */
function onStreet(square) {
  const { now } = ledger;
  if (!now || isSettling() || now.over) return false;
  if (!isOffline()) return tapStreet(now, disc, square, setStreet, tap);
  const placement = isUnchecked() && uncheckedPlacement(now, disc, square);
  if (placement) tap(placement);
  return Boolean(placement);
}

/** Return a link to the game, and what copies it. */
function share() {
  const key = keys.viewer ? `?key=${keys.viewer}` : "";
  const link = h("input", {
    readonly: true,
    value: `${location.origin}${ROOT}/g/${PAGE.id}${key}`,
    "aria-label": text("phones.link"),
  });
  return h("div", { class: "link-row" }, link, copyButton(link.value, link, text("copy"), text("copied")));
}

/** Return whether the next decision without an answer is a placement. */
function isAtPlacement() {
  if (!ledger.now) return false;
  const { turns, next } = pendingTurns({ entries: ledger.entries, now: ledger.now });
  return isAtMap || turns.at(-1)?.turn === next.turn;
}

/**
 * Return the turn that is shown: that of the last decision, or the one whose disc is placed next.
 * @param {{turns: Turn[], next: Turn}} pending
 */
function shownTurn({ turns, next }) {
  return isAtMap ? next : turns[turns.length - 1];
}

/**
 * Return a turn in words, without a connection with whose it is where that is certain.
 * @param {Snapshot} now @param {Turn} turn
 */
function turnTitle(now, { turn, seat }) {
  const player = isOffline() && seat !== null ? now.players[seat] : null;
  const words = turn ? text("turn", { turn }) : text("setting.up");
  return player ? text("turn.of", { turn: words, player: playerTitle(player) }) : words;
}

/** Return what was tapped last and waits, in words. */
function unsentWords() {
  const last = effective(ledger.entries).at(-1) ?? ledger.entries.at(-1);
  return text("unsent", { words: last?.words || last?.decision });
}

/** Return what is in the middle: something to settle, the map, or buttons. @returns {Child[]} */
function middle() {
  const { entries, now, first } = ledger;
  if (isLocked()) return deniedPanel(ledger, keys, text(sender.key ? "key.gone" : "no.key"));
  if (!now) return [h("p", { class: "quiet" }, text(sender.isReached ? "loading" : "state.away"))];
  const panel = settlePanel({ ledger, now, sender, draw, replace });
  const buttons = () => optionButtons(now, disc, street, setDisc, tap);
  if (first && isAnswered()) return [panel, h("h2", { class: "small" }, alternativesTitle(first, now)), buttons()];
  if (panel) return [panel];
  if (isOffline())
    return offlineOptions(
      { entries, now },
      { isAtMap: isUnchecked(), disc, setAtMap, setDisc, choosePlacement: () => null, record: tap },
    );
  const correction = lastCorrection(ledger);
  const words = note || (correction && text("corrected", { id: correction.id }));
  return [
    words && h("p", { class: "notice", role: "status" }, words),
    now.over ? [h("a", { class: "button primary", href: parts.app.dataset.game }, text("look"))] : buttons(),
  ];
}

/**
 * Return the turn so far as notation, and after it what the service does not have yet.
 * @param {Snapshot} now @param {string} unsent
 */
function turnLine(now, unsent) {
  return h(
    "p",
    { class: "line" },
    h("span", { class: "heard" }, text("line"), " "),
    h("code", {}, now.line || `${now.turn}.`, unsent && [" ", h("span", { class: "unsent" }, unsent)]),
  );
}

/** @param {Draft} draft that is sent in the place of what was refused */
function replace(draft) {
  ledger.replaceFirst(draft);
  hurry();
}

/** @param {Disc} chosen */
function setDisc(chosen) {
  disc = chosen;
  draw();
}

/** @param {boolean} chosen */
function setAtMap(chosen) {
  isAtMap = chosen;
  const { entries, now } = ledger;
  if (now) announce(turnTitle(now, shownTurn(pendingTurns({ entries, now }))));
  draw();
}

/** @param {string} square on which several decisions are legal */
function setStreet(square) {
  street = square;
  draw();
}

/** Draw everything anew, if something has changed. */
function draw() {
  const { entries, now } = ledger;
  const status = statusOf(ledger, sender);
  const state = [
    now?.version,
    now?.lang,
    entries,
    status,
    disc,
    isAtMap,
    street,
    seen,
    isOffline(),
    note,
    ledger.canStore,
    log.all.length,
  ];
  if (drawn === JSON.stringify(state)) return;
  const isBusy = status.kind === "busy";
  showStatus(parts.state, status);
  if (drawn && isFollowing()) return;
  drawn = JSON.stringify(state);
  const hadFocus = parts.act.contains(document.activeElement) || table.hasFocus(".street");
  parts.app.setAttribute("aria-busy", String(isBusy));
  fill(parts.queue, queue(ledger, isBusy && !isOffline()));
  if (now) drawGame(now);
  fill(parts.act, middle());
  table.isTall = isSettling() || isAnswered() || (isOffline() && !isUnchecked());
  const isLost = document.activeElement === document.body || (table.hasFocus(".street") && !mayPlace());
  if (hadFocus && isLost) parts.act.focus({ preventScroll: true });
  parts.act.classList.toggle("busy", isBusy && !isOffline());
  const locked = isLocked();
  for (const part of [parts.log, typed]) part.inert = locked;
  for (const tool of [sayButton, phonesButton, ...typed.querySelectorAll("input, button")])
    tool.toggleAttribute("disabled", locked);
  undoButton.disabled = locked || (!entries.length && !undoEntry(ledger));
  redoButton.disabled = locked || entries.length > 0 || !now?.redo;
}

/** @param {Snapshot} now */
function drawGame(now) {
  const pending = isOffline() ? pendingTurns({ entries: ledger.entries, now }) : null;
  const turn = pending ? shownTurn(pending) : now;
  fill(parts.head, turnTitle(now, turn));
  fill(parts.waiting, capitalize(pending ? unsentWords() : now.over ? text("over") : now.words));
  parts.waiting.classList.toggle("unsent", pending !== null);
  fill(parts.strip, nextTiles(now));
  drawTable(now, turn.seat);
  fill(parts.line, turnLine(now, pending ? pendingLine(pending) : ""));
  fill(parts.log, log.draw(now, openDecision));
}

/** Return whether a disc is placed now. */
function mayPlace() {
  const { now } = ledger;
  if (!now || isSettling()) return false;
  return isOffline() ? isUnchecked() : legalStreets(now).size > 0;
}

/** @param {Snapshot} now @param {number | null} seat who is to act */
function drawTable(now, seat) {
  const pending = isOffline() ? pendingStreets({ entries: ledger.entries, now }) : [];
  const waiting = pending.flatMap(({ street, waiting: colours }) => {
    const words = colours.map((letter) =>
      letter ? text("disc.waiting", { disc: text(`disc.${letter}`) }) : text("disc.+"),
    );
    return colours.length ? [{ street, colours, words }] : [];
  });
  const every = now.turn_sheet.map(({ street }) => street);
  const may = mayPlace() ? (isOffline() ? new Set(every) : legalStreets(now)) : new Set();
  const since = seen > 0 ? (now.last.find(({ number }) => number === seen)?.at ?? 0) : 0;
  const words = table.show(now, {
    since,
    seat,
    taps: { may, refused: text("refused.street"), waiting: new Map(waiting.map((one) => [one.street, one])) },
    isMoving: now.undo > onTable && onTable > 0,
  });
  // What may be done next is read from its beginning.
  if (now.undo !== onTable) parts.act.parentElement?.scrollTo({ top: 0 });
  onTable = now.undo;
  fill(parts.done, words);
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
  const options = parts.act.querySelectorAll("button.decision");
  const option = [...options].filter((one) => one.checkVisibility())[at];
  return option && (() => option.click());
}

/** @param {string} letter */
function letterAct(letter) {
  if (letter === "u" && !undoButton.disabled) return undo;
  if (letter === "r" && !redoButton.disabled) return redo;
  return letter === "n" ? writeLine : null;
}

/** Show the line to type, and go to it. */
function writeLine() {
  table.openLog();
  typed.querySelector("input")?.focus();
}

function begin() {
  reloadOnNewKey(({ recorder, owner }) => recorder ?? owner);
  parts.more.addEventListener("click", () => openMore(ledger, keys, isLocked(), recordAnyway, record, correctSetup));
  draw();
  if (!sender.key) return;
  undoButton.addEventListener("click", undo);
  redoButton.addEventListener("click", redo);
  typed.addEventListener("submit", write);
  sayButton.addEventListener("click", () => openComments(ledger, sender, add));
  phonesButton.addEventListener("click", () => ledger.now && openPhones(keys, ledger.now));
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
