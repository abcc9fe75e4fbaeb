/** A seat's phone: its own cards, told by taps, and seen by nobody else. */

import { keysOf, takeFromAddress } from "../keys.js";
import { onNewKey } from "./denied.js";
import { dialog } from "./dialog.js";
import { button, capital, decisionButton, fill, h, signOf } from "./elements.js";
import { Ledger } from "./ledger.js";
import { Sender } from "./sender.js";
import { lamp, status } from "./status.js";
import { headed, mark, nextTiles, players } from "./strip.js";
import { ID, say } from "./told.js";
import { watch } from "./watch.js";
import { ways } from "./ways.js";
import { request, Unreachable } from "./wire.js";

const UNKNOWN = "?";

const parts = Object.fromEntries(
  [...document.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]),
);

const given = takeFromAddress(ID);
const held = keysOf(ID);
const keyOf = (keys) => keys.seat || keys[Object.keys(keys).find((role) => /^seat\d$/.test(role))] || "";
const key = given || keyOf(held);
const path = `/api/games/${ID}`;
const ledger = new Ledger(ID, localStorage, "seat.");
const sender = new Sender(ledger, { path, keys: [key], needs: "tell", changed });

let hand = ledger.kept("hand");
let seat = hand?.seat ?? null;
let seen = null;
let drawnAs = "";

function changed(what) {
  if (what.told?.cards !== undefined) take(what.told);
  if (what.kept) parts.heard.textContent = say("seat.kept");
  if (what.refused) parts.heard.textContent = say("seat.disagree");
  draw();
  if (ledger.now && ledger.now.version !== seen) look();
}

function take(told) {
  hand = told;
  ledger.keep("hand", hand);
}

/** Ask for the cards, as often as the game has gone on. */
async function look() {
  if (sender.isDenied) return undefined;
  seen = ledger.now?.version ?? seen;
  try {
    seat ??= (await request(path, { key })).told?.seat ?? null;
    if (seat === null) return noKey();
    const { ok, told } = await request(`${path}/hands/${seat}`, { key });
    if (!ok) return noKey();
    take(told);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    seen = null;
  }
  return draw();
}

function noKey() {
  fill(parts.act, h("p", { class: "bad" }, say("seat.no.key")));
  fill(parts.ways, ways({ number: ledger.entries.length, held }));
  return undefined;
}

/** Tell what cards were, by the numbers of their decisions; null takes back what was told. */
function tell(cards) {
  const entry = { path: `/hands/${seat}`, method: "PUT", json: { cards }, isFree: true, words: say("seat.told") };
  if (ledger.first?.state === "refused") ledger.replaceFirst(entry);
  else ledger.add(entry);
  draw();
  sender.run();
}

/** What was told of a decision and has not reached the service yet. */
function waiting(number) {
  return ledger.entries.map((entry) => entry.json?.cards?.[number]).findLast((card) => card !== undefined);
}

function cardOf(command) {
  return waiting(command.number) ?? command.told ?? command.symbol;
}

/** Ask which of its cards a decision was. */
function which(command) {
  const cards = command.options.filter((option) => !option.includes(UNKNOWN));
  dialog(say("seat.which"), (close) => {
    const chosen = (symbol) => {
      close();
      tell({ [command.number]: symbol });
    };
    const back = command.told ? button(say("seat.keep"), () => chosen(null)) : null;
    return [
      isDealt(command)
        ? deal(cards, chosen)
        : h(
            "div",
            { class: "ways" },
            cards.map((symbol) => decisionButton({ symbol, words: words(symbol) }, () => chosen(symbol))),
          ),
      back,
    ];
  });
}

/** Several influence cards: tapped one by one until they are a deal. */
function deal(options, chosen) {
  const sets = options.map((option) => option.split("."));
  const most = Math.max(...sets.map((codes) => codes.length));
  const picked = new Set();
  const codes = [...new Set(sets.flat())];
  const count = h("p", { class: "quiet", role: "status" });
  const counted = () => count.replaceChildren(`${picked.size} / ${most}`);
  counted();
  const ways = h(
    "div",
    { class: "ways" },
    codes.map((code) => {
      const element = button(
        words(code),
        () => {
          if (!picked.delete(code)) picked.add(code);
          element.setAttribute("aria-pressed", String(picked.has(code)));
          counted();
          const found = sets.findIndex((set) => set.length === picked.size && set.every((one) => picked.has(one)));
          if (picked.size === most && found >= 0) chosen(options[found]);
        },
        { "aria-pressed": "false", "data-code": code },
      );
      return element;
    }),
  );
  return [count, ways];
}

/** A card in words: an action, or an influence card. */
function words(symbol) {
  const codes = symbol.replace(/^-/, "").split(".");
  return codes
    .map((code) =>
      code.length > 1
        ? say(code === "PAL" ? "place.PAL" : `tile.${code}`)
        : code === UNKNOWN
          ? say("seat.unknown")
          : say(`action.${code}`),
    )
    .join(", ");
}

function isDealt(command) {
  return command.options.some((option) => option.includes("."));
}

function card(command) {
  const symbol = cardOf(command).replace(/^-/, "");
  const isUnknown = symbol === UNKNOWN;
  const isAction = symbol.length === 1 && !isUnknown;
  return h(
    "li",
    {},
    button(
      [
        isAction ? signOf(symbol) : h("span", { class: "face", "aria-hidden": "true" }, isUnknown ? "?" : "✦"),
        h("span", {}, capital(words(symbol))),
        h(
          "small",
          {},
          command.kind === "drawn" ? command.id : say(command.kind === "dealt" ? "seat.dealt" : "seat.keeps"),
        ),
      ],
      () => which(command),
      {
        kind: `own-card${isUnknown ? " unknown" : ""}`,
        key: `card ${command.number}`,
        "data-number": command.number,
        "data-card": symbol,
      },
    ),
  );
}

/** What of the told cards the game refutes: the table is believed, or something else is told. */
function disagreement() {
  const first = ledger.first;
  const refused = first?.state === "refused" ? first.problem : null;
  if (!refused && !hand.problem) return null;
  const numbers = refused?.numbers ?? hand.numbers;
  const commands = hand.commands.filter((command) => numbers.includes(command.number));
  return h(
    "section",
    { class: "settle bad", tabindex: "-1", "data-settle": "told", "aria-label": say("seat.disagree") },
    h("h2", {}, say("seat.disagree")),
    h("p", {}, capital(refused?.detail ?? hand.problem ?? "")),
    h(
      "div",
      { class: "two" },
      button(
        h("strong", {}, say("seat.keep")),
        () => tell(Object.fromEntries(numbers.map((number) => [number, null]))),
        { kind: "choice-card", "data-choice": "table" },
      ),
      button(
        h("strong", {}, say("seat.change")),
        () => commands.length && which(commands.findLast((command) => command.options.length) ?? commands.at(-1)),
        { kind: "choice-card", "data-choice": "mine" },
      ),
    ),
  );
}

function draw() {
  const { now } = ledger;
  const told = status(ledger, sender);
  const as = JSON.stringify([now?.version, now?.lang, hand, seat, ledger.entries, told]);
  if (as === drawnAs) return;
  drawnAs = as;
  fill(parts.state, lamp(told));
  parts.state.dataset.kind = told.kind;
  if (now) {
    fill(
      parts.waiting,
      capital(now.over ? say("over") : now.seat === seat && seat !== null ? say("seat.acts") : now.words),
    );
    fill(parts.strip, nextTiles(now));
    fill(parts.players, players(now));
    if (seat !== null) fill(parts.head, whose(now.players[seat]));
  }
  if (sender.isDenied)
    fill(parts.act, h("p", { class: "bad", "data-settle": "denied", tabindex: "-1" }, say("seat.key.gone")));
  else if (hand) fill(parts.act, disagreement(), own());
  fill(parts.ways, ways({ number: ledger.entries.length, held }));
}

/** Whose phone it is. */
function whose(player) {
  return h("span", { class: "whose" }, mark(player.colour), h("bdi", {}, headed(player)), `– ${say("seat.hand")}`);
}

function own() {
  const asked = hand.commands.filter((command) => command.asked);
  const actions = asked.filter((command) => command.kind === "drawn");
  const influence = asked.filter((command) => command.kind !== "drawn");
  const what = h("p", { class: "quiet" }, say("seat.what"));
  return [
    h("h2", {}, say("seat.hand")),
    h(
      "p",
      { class: "hand-line" },
      [...hand.cards].map((one) =>
        h(
          "span",
          { class: "in-hand" },
          one === UNKNOWN ? "?" : signOf(one),
          h("span", {}, one === UNKNOWN ? say("seat.unknown") : say(`action.${one}`)),
        ),
      ),
    ),
    influence.length
      ? [h("h2", {}, say("seat.influence")), what, h("ul", { class: "own-cards" }, influence.map(card))]
      : null,
    h("h2", {}, say("seat.drawn")),
    actions.length && !influence.length ? what : null,
    actions.length
      ? h("ul", { class: "own-cards" }, [...actions].reverse().map(card))
      : h("p", { class: "quiet" }, say("seat.nothing")),
  ];
}

onNewKey(ID, keyOf);
if (!key) noKey();
else {
  draw();
  watch(sender, () => changed({}));
  navigator.serviceWorker
    ?.register(parts.app.dataset.worker, { scope: parts.app.dataset.scope })
    .catch(() => undefined);
}
