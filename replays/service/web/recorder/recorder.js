/** The recorder: a game written down on a phone, by taps. It knows no rules; what may come is told by the service. */

import { keysOf, takeFromAddress } from "../keys.js";
import { correction } from "./correction.js";
import { deeds, kinds } from "./deeds.js";
import { anywayOf, elsewhere } from "./elsewhere.js";
import { button, capital, decisionButton, fill, h } from "./elements.js";
import { Ledger } from "./ledger.js";
import { log } from "./log.js";
import { cityMap, stack, streetName } from "./map.js";
import { phones } from "./phones.js";
import { saying } from "./saying.js";
import { Sender, UNSEEN } from "./sender.js";
import { clash, refused } from "./settle.js";
import { line, mats, nextTiles, players } from "./strip.js";
import { ID, say } from "./told.js";
import { conceivable, unchecked } from "./unchecked.js";
import { request } from "./wire.js";
import { watch } from "./watch.js";

const PATIENCE = 900;

const parts = Object.fromEntries([...document.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));

takeFromAddress(ID);
const held = keysOf(ID);
const key = held.recorder ?? held.owner ?? "";
const ledger = new Ledger(ID);
const sender = new Sender(ledger, { path: `/api/games/${ID}`, key, changed });

const KINDS = ["c", "w", "s", "d"];

let kind = "c";
let atMap = false;
let street = null;
let slow = false;
let timer = 0;
let drawn = "";
let older = [];

/** Something happened: with an entry, or with the connection. */
function changed(what) {
  if (what.kept || what.same || what.overtaken || what.corrected) older = [];
  if (what.corrected) heard(say("heard.corrected"));
  if (what.kept) heard(what.kept.words ? say("heard.kept", { words: what.kept.words }) : say("state.kept"));
  if (what.same) heard(say("heard.same", { words: what.same.words || what.same.decision }));
  if (what.overtaken) heard(say("heard.overtaken"));
  if (what.refused) heard(say("refused"));
  if (what.clash) heard(say("clash"));
  if (!ledger.entries.length) slow = false;
  draw();
  if (what.refused || what.clash) parts.act.querySelector("[data-settle]")?.focus();
  unseen();
}

function heard(words) {
  parts.heard.textContent = words;
}

/** What chance decides without anybody at the table seeing it is written down by the phone itself. */
function unseen() {
  const { now } = ledger;
  if (!now || ledger.entries.length || now.auto === null || now.over) return;
  record({ symbol: now.auto, words: "", group: "draw" });
}

/** A decision has been tapped. */
function record({ symbol, words = "", group = "", street: square = null }) {
  const settling = ledger.first && ledger.first.state !== "waiting";
  if (settling && ledger.first.state === "refused" && sender.reaches) instead(symbol, words);
  else
    ledger.add({
      path: "/decisions",
      json: { notation: symbol, auto: true },
      decision: symbol,
      words,
      group,
      street: group === "street" ? square : null,
    });
  kind = "c";
  street = null;
  atMap = false;
  slow = slow || !sender.reaches;
  clearTimeout(timer);
  timer = setTimeout(() => {
    slow = ledger.entries.length > 0;
    draw();
  }, PATIENCE);
  draw();
  sender.run();
}

/** What was refused becomes another decision. */
function instead(symbol, words = "") {
  ledger.replaceFirst({ path: "/decisions", json: { notation: symbol, auto: true }, decision: symbol, words, base: null });
  sender.run();
  draw();
}

/** Ask something of the service that is no decision; it waits like one. */
function later(entry) {
  ledger.add(entry);
  draw();
  sender.run();
}

function undo() {
  const back = ledger.takeBackLast();
  if (back) {
    heard(say("heard.back", { words: back.words || back.decision }));
    atMap = false;
    return draw();
  }
  const symbols = (ledger.now?.last ?? []).map((one) => one.symbol);
  const shown = symbols.findLastIndex((symbol) => !UNSEEN.test(symbol));
  const count = shown < 0 ? 1 : symbols.length - shown;
  later({ path: "/undo", json: { count }, words: say("undo") });
}

function redo() {
  later({ path: "/redo", json: { count: 1 }, words: say("redo") });
}

function dropFirst() {
  ledger.dropFirst(null);
  sender.again();
  draw();
}

function mine() {
  const entry = ledger.first;
  const { base, theirs } = entry;
  ledger.replaceFirst({ theirs: undefined, base: null });
  ledger.addBefore(base, { path: "/undo", json: { count: theirs.length }, words: say("undo") });
  sender.again();
}

function theirs() {
  const { base, theirs: told } = ledger.first;
  ledger.dropFirst(base);
  sender.compare(told.slice(1), base);
  sender.again();
}

/** The words of a decision that somebody else wrote, if they are among the last. */
function wordsOf(symbol) {
  return ledger.now?.last.findLast((one) => one.symbol === symbol)?.words ?? "";
}

function state() {
  const waiting = ledger.entries.length;
  const settling = waiting && ledger.first.state !== "waiting";
  if (settling) return { kind: "alarm", words: say(`state.${ledger.first.state}`) };
  if (sender.isDenied) return { kind: "alarm", words: say("state.denied") };
  if (!sender.reaches) return { kind: "away", words: waiting ? say("state.away.waiting", { number: waiting }) : say("state.away") };
  if (waiting) return { kind: "busy", words: say("state.sending", { number: waiting }) };
  return { kind: "kept", words: say("state.kept") };
}

/** What is in the middle: something to settle, the map, or buttons. */
function middle() {
  const { now, first } = ledger;
  if (!now) return [h("p", { class: "quiet" }, sender.isDenied ? say("no.key") : say(sender.reaches ? "loading" : "state.away"))];
  if (first?.state === "clash") return [clash({ entry: first, words: wordsOf, mine, theirs })];
  if (first?.state === "refused") {
    const told = {
      entry: first,
      others: ledger.entries.length - 1,
      instead,
      anyway: () => insteadOf(anywayOf({ ...first, symbol: first.decision })),
      drop: dropFirst,
      dropAll: () => {
        ledger.dropAll();
        draw();
      },
    };
    return [refused(told), h("h2", { class: "small" }, say("rather")), ...offered(now)];
  }
  if (ledger.entries.length && slow) {
    return unchecked({
      ledger,
      atMap,
      kind,
      kinds: kinds(conceivable(now), kind, choose),
      turn: (value) => {
        atMap = value;
        draw();
      },
      chosen: record,
    });
  }
  return offered(now);
}

/** Something of the recorder's own in the place of what was refused. */
function insteadOf(entry) {
  ledger.replaceFirst({ ...entry, base: null });
  sender.run();
  draw();
}

function choose(value) {
  kind = value;
  draw();
}

/** What may come, as the service told it. */
function offered(now) {
  if (now.over) return [h("p", { class: "notice" }, say("over")), h("a", { class: "button primary", href: parts.app.dataset.game }, say("look"))];
  const placements = now.options.filter((option) => option.group === "street");
  const others = now.options.filter((option) => option.group !== "street");
  return [
    placements.length ? chooser(placements) : now.active ? activation(now) : null,
    deeds({ options: others, usual: placements.length ? null : now.usual, chosen: record }),
  ];
}

/** The disc to be placed, where there is a choice, and several ways to take one from the street that was tapped. */
function chooser(placements) {
  const found = KINDS.filter((one) => placements.some((option) => option.disc === one));
  if (found.length && !found.includes(kind)) kind = found[0];
  const ways = street ? placements.filter((option) => option.street === street) : [];
  return [
    kinds(found, kind, choose),
    ways.length ? h("div", { class: "ways" }, ways.map((option) => decisionButton(option, record))) : null,
  ];
}

function activation(now) {
  const sheet = now.turn_sheet.find((one) => one.street === now.active.street);
  return h("div", { class: "disc-now" }, stack(sheet.discs, now.active.depth), h("strong", {}, streetName(sheet)));
}

/** The city: where discs may be placed, and else where they lie. */
function map(now) {
  const placements = now.over ? [] : now.options.filter((option) => option.group === "street");
  parts.map.classList.toggle("idle", !placements.length);
  const on = (square) => placements.filter((option) => option.street === square);
  return cityMap({
    city: now.city,
    streets: now.turn_sheet,
    may: (square) => on(square).length > 0,
    active: now.active,
    tapped: placements.length ? (square) => tapped(now, square, on(square)) : undefined,
  });
}

function tapped(now, square, ways) {
  const fits = ways.filter((option) => !option.disc || option.disc === kind);
  const all = fits.length ? fits : ways;
  if (all.length === 1) return record(all[0]);
  if (all.length) {
    street = square;
    return draw();
  }
  const sheet = now.turn_sheet.find((one) => one.street === square);
  return record({ symbol: sheet.name, words: streetName(sheet), group: "street", street: square });
}

/** Draw everything anew, as far as it has changed. */
function draw() {
  const { now } = ledger;
  const told = state();
  const seen = JSON.stringify([now?.version, ledger.entries, told, kind, atMap, street, slow, ledger.keeps, older.length]);
  if (seen === drawn) return;
  drawn = seen;
  parts.app.setAttribute("aria-busy", String(told.kind === "busy"));
  fill(parts.state, h("span", { class: `lamp ${told.kind}`, "aria-hidden": "true" }), told.words);
  parts.state.dataset.kind = told.kind;
  fill(parts.queue, waiting());
  if (now) {
    fill(parts.head, now.turn ? say("turn", { turn: now.turn }) : say("setting.up"));
    fill(parts.waiting, capital(now.over ? say("over") : now.words));
    fill(parts.strip, nextTiles(now));
    fill(parts.players, players(now));
    fill(parts.mats, mats(now));
    fill(parts.line, line(now));
    fill(parts.log, log(now, older, opened, recall));
  }
  const isAside = !now || first(now);
  fill(parts.act, middle());
  fill(parts.map, isAside ? [] : map(now));
  parts.act.classList.toggle("busy", told.kind === "busy" && !slow);
  parts.undo.disabled = !ledger.entries.length && !now?.undo;
  parts.redo.disabled = Boolean(ledger.entries.length) || !now?.redo;
}

/** An old decision is looked at, and perhaps set right. */
function opened(one) {
  correction({ one, ledger, sender, later, done: () => changed({ corrected: one }) });
}

/** All decisions of the game, for who looks further back. */
async function recall() {
  const { ok, told } = await request(`${sender.path}/now?sheet=0&last=5000`, { key }).catch(() => ({}));
  if (!ok) return heard(say("state.away"));
  older = told.last;
  drawn = "";
  return draw();
}

/** Whether there is no place for the city: something is settled, or the panel has one of its own. */
function first(now) {
  return ledger.first?.state === "clash" || (ledger.entries.length > 0 && slow) || (now.over && !now.turn);
}

/** What waits on this phone, in order. */
function waiting() {
  const full = ledger.keeps ? null : h("p", { class: "bad" }, say("phone.full"));
  if (!ledger.entries.length) return [full];
  return [
    full,
    h(
      "details",
      { class: "queue", "data-key": "queue" },
      h("summary", {}, say("queue", { number: ledger.entries.length })),
      h("ol", {}, ledger.entries.map((entry) => h("li", {}, h("code", {}, entry.decision || entry.words), " ", h("small", {}, say(`entry.${entry.state}`))))),
    ),
  ];
}

function typed(event) {
  event.preventDefault();
  const box = event.target.elements.notation;
  const symbol = box.value.trim();
  if (!symbol) return;
  record({ symbol, words: symbol });
  box.value = "";
}

function begin() {
  if (!key) {
    fill(parts.act, h("p", { class: "bad" }, say("no.key")), h("a", { class: "button", href: parts.app.dataset.game }, say("look")));
    return;
  }
  parts.undo.addEventListener("click", undo);
  parts.redo.addEventListener("click", redo);
  parts.typed.addEventListener("submit", typed);
  parts.say.addEventListener("click", () => saying({ ledger, later }));
  parts.else.addEventListener("click", () => elsewhere({ ledger, later, record }));
  parts.phones.addEventListener("click", () => phones(held, ledger.now));
  parts.state.addEventListener("click", () => sender.again());
  addEventListener("storage", (event) => {
    if (!event.key?.endsWith(ID)) return;
    ledger.reread();
    draw();
  });
  addEventListener("keydown", shortcut);
  draw();
  watch(sender, () => changed({}));
  navigator.serviceWorker?.register(parts.app.dataset.worker, { scope: parts.app.dataset.scope }).catch(() => undefined);
}

/** Letters that need no tap: undo, redo, and the first options by their number. */
function shortcut(event) {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "u") undo();
  else if (event.key === "r" && !parts.redo.disabled) redo();
  else if (/^[1-9]$/.test(event.key)) parts.act.querySelectorAll("button.decision")[Number(event.key) - 1]?.click();
  else if (event.key === "n") parts.typed.elements.notation.focus();
  else return;
  event.preventDefault();
}

begin();
