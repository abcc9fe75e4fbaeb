/** The recorder: a game written down on a phone, by taps. What may come, and whether it may, is told by the service. */

import { keysOf, takeFromAddress } from "../keys.js";
import { announced } from "./announced.js";
import { DECISIONS, decision } from "./asked.js";
import { correction } from "./correction.js";
import { kinds } from "./deeds.js";
import { denied, onNewKey } from "./denied.js";
import { capital, fill, h } from "./elements.js";
import { elsewhere } from "./elsewhere.js";
import { keyboard } from "./keyboard.js";
import { Ledger } from "./ledger.js";
import { log } from "./log.js";
import { city, kindOf, offered, onStreets } from "./offered.js";
import { Past } from "./past.js";
import { standing } from "./pending.js";
import { phones } from "./phones.js";
import { isInstead, rather } from "./refused.js";
import { saying } from "./saying.js";
import { Sender } from "./sender.js";
import { settling } from "./settle.js";
import { Slips } from "./slip.js";
import { lamp, status, waiting } from "./status.js";
import { headed, line, mats, nextTiles, players } from "./strip.js";
import { ID, say } from "./told.js";
import { turnsOf, unsentLine } from "./turns.js";
import { forcedOf, unseenOf } from "./unasked.js";
import { conceivable, unchecked } from "./unchecked.js";
import { correctionBehind, following, redoOf, undoOf } from "./undoing.js";
import { watch } from "./watch.js";

const PATIENCE = 900;
const MISSED = "_";

const parts = Object.fromEntries(
  [...document.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]),
);

takeFromAddress(ID);
const held = keysOf(ID);
const keys = [held.recorder, held.owner].filter(Boolean);
const ledger = new Ledger(ID);
const sender = new Sender(ledger, { path: `/api/games/${ID}`, keys, needs: "record", changed });

const slips = new Slips();
const past = new Past(sender, (reached) => {
  if (!reached) return heard(say("state.away"));
  drawn = "";
  return draw();
});

let kind = "c";
let atMap = false;
let street = null;
let slow = ledger.entries.length > 0;
let timer = 0;
let drawn = "";
let note = "";

/** Something happened: with an entry, or with the connection. */
function changed(what) {
  const sentences = announced(what, ledger);
  if (sentences.length) heard(...sentences);
  if (what.kept && !what.kept.isFree) {
    note = endedBy(what.kept);
    following(ledger, what.kept);
  }
  if (what.theirs) note = what.theirs;
  if (!ledger.entries.length) {
    slow = false;
    slips.forget();
  }
  draw();
  if (what.refused || what.clash) parts.act.querySelector("[data-settle]")?.focus();
  const unseen = unseenOf(ledger);
  if (unseen) record(unseen);
  const forced = what.kept?.path === DECISIONS ? forcedOf(ledger) : null;
  if (forced) record({ ...forced, since: what.since });
}

/** What is said about a placement that nothing made possible, so that its turn is over; "" for all else that was kept. */
function endedBy({ note: told = "" }) {
  return ledger.now?.last.at(-1)?.symbol === MISSED ? told : "";
}

/** Say something to whoever does not see the page. */
function heard(...sentences) {
  parts.heard.textContent = sentences.filter(Boolean).join(" ");
}

/** Whether what is tapped is kept on this phone alone for a while: then there is more to tap than the service told. */
function isApart() {
  return ledger.first?.state === "waiting" && (slow || !sender.reaches);
}

/** Wait a moment for what was asked; then go on without an answer. */
function hurry() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    slow = ledger.entries.length > 0;
    draw();
  }, PATIENCE);
  draw();
  sender.run();
}

/** A decision has been tapped; it counts for nothing where the tap before it is being sent, or was the same. */
function tap(option) {
  const isBusy = ledger.first?.state === "waiting" && !isApart();
  const isSlip = slips.tapped(option.symbol);
  if (!isBusy && !isSlip) record(option);
}

/** Write a decision down. */
function record({ symbol, words = "", group = "", street: square = null, since }) {
  const misses = symbol === MISSED && isApart() && atPlace();
  keep({ ...decision(symbol, words), since, group, street: group === "street" ? square : null, misses });
  kind = "c";
  street = null;
  atMap = false;
  hurry();
}

/** Keep what was done: behind all that waits; where something was refused, before it or in its place. */
function keep(entry) {
  const { first, now } = ledger;
  const isSettling = first?.state === "refused";
  if (!isSettling) ledger.add(entry);
  else if (isInstead(first, entry, now)) ledger.replaceFirst({ ...entry, base: now.version });
  else ledger.addBefore(now.version, entry);
  slow = !sender.reaches || (slow && !isSettling);
}

/** What was refused becomes something else, for the version at which it was. */
function instead(entry) {
  ledger.replaceFirst(entry);
  hurry();
}

/** Something was done that the rules refuse. */
function put(entry) {
  keep(entry);
  hurry();
}

/** Ask something of the service that is no decision; it waits like one. */
function later(entry) {
  ledger.add(entry);
  hurry();
}

function undo() {
  const back = ledger.takeBackLast();
  if (back) {
    heard(say("heard.back", { words: back.words || back.decision }));
    atMap = false;
    return draw();
  }
  const asked = undoOf(ledger);
  if (asked) later(asked);
  return undefined;
}

function redo() {
  later({ ...redoOf(ledger), words: say("redo") });
}

/** What was tapped last and waits. */
function unsentWords() {
  const { words, decision } = standing(ledger.entries).at(-1) ?? ledger.entries.at(-1);
  return `${words || decision}: ${say("entry.waiting")}`;
}

/** What is in the middle: something to settle, the map, or buttons. */
function middle() {
  const { now, first } = ledger;
  if (isLocked()) return denied({ ledger, held, sentence: say(sender.key ? "key.gone" : "no.key") });
  if (!now) return [h("p", { class: "quiet" }, say(sender.reaches ? "loading" : "state.away"))];
  const panel = settling({ ledger, sender, draw, instead });
  if (isAnswered()) return [panel, h("h2", { class: "small" }, rather(first, now)), ...offered(now, view())];
  if (panel) return [panel];
  if (isApart()) {
    return unchecked({
      ledger,
      atMap,
      kind,
      kinds: kinds(conceivable(now), kind, choose),
      turn: (value) => {
        atMap = value;
        heard(head(atTurn(turnsOf(ledger))));
        draw();
      },
      chosen: tap,
    });
  }
  if (now.over) return [notice(note || correctedWords()), h("p", { class: "notice" }, say("over")), toLook("primary")];
  return [notice(note || correctedWords()), ...offered(now, view())];
}

function notice(words) {
  return words ? h("p", { class: "notice", role: "status" }, words) : null;
}

/** What is said as long as an undo takes a whole correction back. */
function correctedWords() {
  const made = correctionBehind(ledger);
  return made ? say("corrected", { id: made.id }) : "";
}

function toLook(kind = "") {
  return h("a", { class: `button ${kind}`, href: parts.app.dataset.game }, say("look"));
}

/** What the buttons and the city need to know, and what they do. */
function view() {
  const several = (square) => {
    street = square;
    draw();
  };
  return { kind: kindOf(ledger.now, kind), street, choose, several, record: tap };
}

function choose(value) {
  kind = value;
  draw();
}

/** Whether the next placement is waited for while nobody answers. */
function atPlace() {
  const { turns, next } = turnsOf(ledger);
  return atMap || turns.at(-1).turn === next.turn;
}

/** The turn that is shown: that of the last decision, or the one whose disc is placed next. */
function atTurn({ turns, next }) {
  return atMap ? next : turns.at(-1);
}

/** A turn in words, without a connection with whose it is where that is certain. */
function head({ turn, seat }) {
  const player = isApart() ? ledger.now.players[seat] : null;
  const words = turn ? say("turn", { turn }) : say("setting.up");
  return player ? say("turn.of", { turn: words, player: headed(player) }) : words;
}

/** Draw everything anew, as far as it has changed. */
function draw() {
  const { now } = ledger;
  const wasHere = [parts.act, parts.map].some((part) => part.contains(document.activeElement));
  const told = status(ledger, sender);
  const seen = JSON.stringify([
    now?.version,
    now?.lang,
    ledger.entries,
    told,
    kind,
    atMap,
    street,
    isApart(),
    note,
    ledger.keeps,
    past.all.length,
  ]);
  if (seen === drawn) return;
  drawn = seen;
  parts.app.setAttribute("aria-busy", String(told.kind === "busy"));
  fill(parts.state, lamp(told));
  parts.state.dataset.kind = told.kind;
  fill(parts.queue, waiting(ledger));
  if (now) {
    const unsent = isApart() ? turnsOf(ledger) : null;
    const shown = unsent ? atTurn(unsent) : now;
    fill(parts.head, head(shown));
    fill(parts.waiting, capital(isApart() ? unsentWords() : now.over ? say("over") : now.words));
    parts.waiting.classList.toggle("unsent", isApart());
    fill(parts.strip, nextTiles(now));
    fill(parts.players, players(now, shown.seat));
    fill(parts.mats, mats(now));
    fill(parts.line, line(now, unsent ? unsentLine(unsent) : ""));
    if (!parts.log.closest("details").open) past.let();
    fill(parts.log, log(now, past, opened));
  }
  fill(parts.act, middle());
  fill(parts.map, now && !isAside() ? city(now, view()) : []);
  for (const part of [parts.log, parts.typed]) part.inert = isLocked();
  for (const tool of [parts.say, parts.phones, ...parts.typed.elements]) tool.disabled = isLocked();
  parts.map.classList.toggle("idle", !now || !onStreets(now).length);
  if (wasHere && document.activeElement === document.body) parts.act.focus({ preventScroll: true });
  parts.act.classList.toggle("busy", told.kind === "busy" && !isApart());
  parts.undo.disabled = isLocked() || (!ledger.entries.length && !(now && undoOf(ledger)));
  parts.redo.disabled = isLocked() || Boolean(ledger.entries.length) || !now?.redo;
}

/** An old decision is looked at, and perhaps set right. */
function opened(one) {
  correction({ one, ledger, sender, later, done: () => changed({ corrected: one }) });
}

/** Whether there is no key that lets this phone write. */
function isLocked() {
  return !sender.key || sender.isDenied;
}

/** Whether a decision was refused, which what is tapped answers. */
function isAnswered() {
  return ledger.first?.state === "refused" && Boolean(ledger.first.decision);
}

/** Whether there is no place for the city: something is settled, or the panel has one of its own. */
function isAside() {
  return isLocked() || isApart() || (["clash", "refused"].includes(ledger.first?.state) && !isAnswered());
}

function typed(event) {
  event.preventDefault();
  const box = event.target.elements.notation;
  const symbol = box.value.trim();
  // Before the first answer it is not known what comes by itself before it.
  if (!symbol || !ledger.now) return;
  record({ symbol, words: symbol });
  box.value = "";
}

function begin() {
  onNewKey(ID, ({ recorder, owner }) => recorder ?? owner);
  parts.else.addEventListener("click", () => elsewhere({ ledger, held, later: put, record, isLocked: isLocked() }));
  if (!sender.key) return draw();
  parts.undo.addEventListener("click", undo);
  parts.redo.addEventListener("click", redo);
  parts.typed.addEventListener("submit", typed);
  parts.say.addEventListener("click", () => saying({ ledger, sender, later }));
  parts.phones.addEventListener("click", () => phones(held, ledger.now));
  parts.state.addEventListener("click", () => sender.again());
  addEventListener("storage", (event) => {
    if (!event.key?.endsWith(ID)) return;
    ledger.reread();
    draw();
  });
  keyboard({ parts, undo, redo });
  draw();
  watch(sender, () => changed({}));
  navigator.serviceWorker
    ?.register(parts.app.dataset.worker, { scope: parts.app.dataset.scope })
    .catch(() => undefined);
  return undefined;
}

begin();
