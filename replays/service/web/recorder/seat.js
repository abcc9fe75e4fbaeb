/** A seat's phone: its own cards, entered by taps, and seen by nobody else. */

/** @import { GameInfo, Hand, HandCommand, Mat, Snapshot } from "../common/api.js" */
/** @import { Child } from "../viewer/elements.js" */
/** @import { Change } from "./entry.js" */

import { keysOf, seatKeyOf, takeKeyFromAddress } from "../common/keys.js";
import { request, unlessReached } from "../common/service.js";
import { classes, h } from "../viewer/elements.js";
import { Ledger } from "./ledger.js";
import {
  button,
  capitalize,
  decisionButton,
  fill,
  findParts,
  GAME_PATH,
  list,
  markOf,
  openDialog,
  otherPages,
  PAGE,
  playerTitle,
  signOf,
  storePage,
  text,
} from "./page.js";
import { nextTiles } from "./scorings.js";
import { Sender, watch } from "./sender.js";
import { panel } from "./settle.js";
import { reloadOnNewKey, showStatus, statusOf } from "./status.js";

const UNKNOWN = "?";
const PALAZZO = "PAL";

const parts = findParts();
const given = takeKeyFromAddress(PAGE.id);
const keys = keysOf(PAGE.id);
const key = given || seatKeyOf(keys);
const ledger = new Ledger(PAGE.id, "seat.");
const sender = new Sender(ledger, [key], "claim", onChange);

/** @type {Hand | null} */
let hand = ledger.stored("hand");
let seat = hand?.seat ?? null;
/** @type {number | null} */
let fetchedVersion = null;
let drawn = "";

/** @param {Change} change */
function onChange({ answer, refused, saved }) {
  if (answer?.cards !== undefined) setHand(/** @type {Hand} */ (answer));
  if (saved) parts.announcement.textContent = text("seat.saved");
  if (refused) parts.announcement.textContent = text("seat.disagree");
  draw();
  if (ledger.now && ledger.now.version !== fetchedVersion) fetchHand();
}

/** @param {Hand} answer */
function setHand(answer) {
  hand = answer;
  ledger.store("hand", hand);
}

/** Ask for the cards, as often as the game has gone on. */
async function fetchHand() {
  if (sender.isDenied) return;
  fetchedVersion = ledger.now?.version ?? fetchedVersion;
  try {
    seat ??= await fetchSeat();
    /** @type {{ok: boolean, data: Hand} | null} */
    const answer = seat === null ? null : await request(`${GAME_PATH}/hands/${seat}`, { key });
    if (!answer?.ok) {
      drawNoKey();
      return;
    }
    setHand(answer.data);
  } catch (error) {
    unlessReached(error);
    fetchedVersion = null;
  }
  draw();
}

async function fetchSeat() {
  /** @type {{data: GameInfo | null}} */
  const { data } = await request(GAME_PATH, { key });
  return data?.seat ?? null;
}

/**
 * Say what cards were, by the numbers of their decisions; null takes back what was entered.
 * @param {Record<string, string | null>} cards
 */
function enter(cards) {
  const entry = { path: `/hands/${seat}`, method: "PUT", json: { cards }, isFree: true, words: text("seat.entered") };
  if (ledger.first?.state === "refused") ledger.replaceFront(entry);
  else ledger.add(entry);
  draw();
  sender.run();
}

/**
 * Return the card of a decision: what was entered and waits, what the service has, or what the table recorded.
 * @param {HandCommand} command
 */
function cardOf({ number, symbol, entered }) {
  const waiting = ledger.entries.map((entry) => entry.json?.cards?.[number]).findLast((card) => card !== undefined);
  return (waiting ?? entered ?? symbol).replace(/^-/, "");
}

/**
 * Return a card, or several, in words.
 * @param {string} symbol
 */
function cardName(symbol) {
  const codes = symbol.replace(/^-/, "").split(".");
  const names = codes.map((code) => {
    if (code === UNKNOWN) return text("card.unknown");
    if (code.length === 1) return text(`action.${code}`);
    return text(`${code === PALAZZO ? "place" : "tile"}.${code}`);
  });
  return list(names);
}

// The choice of a card.

/**
 * Ask which of its cards a decision was.
 * @param {HandCommand} command
 */
function openChoice({ number, options, entered }) {
  const cards = options.filter((option) => !option.includes(UNKNOWN));
  openDialog(text("seat.which"), (close) => {
    const choose = (/** @type {string | null} */ symbol) => {
      close();
      enter({ [number]: symbol });
    };
    const isDeal = options.some((option) => option.includes("."));
    return [
      isDeal ? dealChoice(cards, choose) : cardChoice(cards, choose),
      entered && button(text("seat.table"), () => choose(null)),
    ];
  });
}

/** @param {string[]} cards @param {(symbol: string) => void} choose */
function cardChoice(cards, choose) {
  return h(
    "div",
    { class: "ways" },
    cards.map((symbol) => decisionButton({ symbol, words: cardName(symbol) }, () => choose(symbol))),
  );
}

/**
 * Return several influence cards, which are tapped one by one until they are a deal.
 * @param {string[]} options @param {(symbol: string) => void} choose
 */
function dealChoice(options, choose) {
  const deals = options.map((option) => option.split("."));
  const most = Math.max(...deals.map((codes) => codes.length));
  const picked = new Set();
  const count = h("p", { class: "quiet", role: "status" }, text("seat.chosen", { number: 0, count: most }));
  const buttons = [...new Set(deals.flat())].map((code) => {
    const pick = () => {
      if (!picked.delete(code)) picked.add(code);
      made.setAttribute("aria-pressed", String(picked.has(code)));
      count.textContent = text("seat.chosen", { number: picked.size, count: most });
      const found = deals.findIndex((deal) => deal.length === picked.size && deal.every((one) => picked.has(one)));
      if (picked.size === most && found >= 0) choose(options[found]);
    };
    const made = button(cardName(code), pick, { "aria-pressed": "false", "data-code": code });
    return made;
  });
  return [count, h("div", { class: "ways" }, buttons)];
}

// What is shown.

/**
 * Return everybody's points, discs and cards; the player who is to act is highlighted.
 * @param {Snapshot} now
 */
function playerList(now) {
  return h(
    "ul",
    { class: "players", "aria-label": text("players") },
    now.players.map((player, at) => {
      const { coloured, white, points } = player;
      const hand = player.hand.length;
      const signs = [`${coloured}\u2009●`, `${white}\u2009○`, `${hand}\u2009▯`];
      return h(
        "li",
        { class: at === now.seat ? "acting" : false },
        markOf(player.colour),
        h("bdi", {}, playerTitle(player)),
        h("b", { role: "img", "aria-label": text("points", { points }) }, String(points)),
        h(
          "small",
          { role: "img", "aria-label": text("discs", { coloured, white, hand }) },
          signs.map((sign) => h("span", {}, sign)),
        ),
      );
    }),
  );
}

function drawNoKey() {
  fill(parts.act, h("p", { class: "bad" }, text("seat.no.key")));
  fill(parts.links, otherPages(keys, ledger.entries.length));
}

function draw() {
  const { now } = ledger;
  const status = statusOf(ledger, sender);
  const state = JSON.stringify([now?.version, now?.lang, hand, seat, ledger.entries, status]);
  if (state === drawn) return;
  drawn = state;
  showStatus(parts.state, status);
  if (now) {
    const isMine = seat !== null && now.seat === seat;
    fill(parts.waiting, capitalize(now.over ? text("over") : isMine ? text("seat.acts") : now.words));
    fill(parts.strip, nextTiles(now));
    fill(parts.players, playerList(now));
    if (seat !== null) fill(parts.head, drawOwner(now.players[seat]));
  }
  if (sender.isDenied)
    fill(parts.act, h("p", { class: "bad", "data-settle": "denied", tabindex: "-1" }, text("seat.key.gone")));
  else if (hand) fill(parts.act, drawDisagreement(hand), drawHand(hand));
  fill(parts.links, otherPages(keys, ledger.entries.length));
}

/**
 * Return whose phone it is.
 * @param {Mat} player
 */
function drawOwner(player) {
  const words = text("seat.whose", { player: playerTitle(player) });
  return h("span", { class: "whose" }, markOf(player.colour), h("bdi", {}, words));
}

/**
 * Return what the game refutes of the cards that were entered, null where nothing: the table is believed, or something
 * else is entered.
 * @param {Hand} own
 */
function drawDisagreement(own) {
  const { first } = ledger;
  const refused = first?.state === "refused" ? first.problem : null;
  if (!refused && !own.problem) return null;
  const numbers = refused?.numbers ?? own.numbers;
  const commands = own.commands.filter((command) => numbers.includes(command.number));
  const takeBack = () => enter(Object.fromEntries(numbers.map((number) => [number, null])));
  const change = () => {
    const command = commands.findLast(({ options }) => options.length) ?? commands.at(-1);
    if (command) openChoice(command);
  };
  return panel(
    "disagreement",
    text("seat.disagree"),
    h("p", {}, capitalize(refused?.detail ?? own.problem ?? "")),
    h(
      "div",
      { class: "two" },
      button(h("strong", {}, text("seat.table")), takeBack, { kind: "choice-card", "data-choice": "table" }),
      button(h("strong", {}, text("seat.change")), change, { kind: "choice-card", "data-choice": "mine" }),
    ),
  );
}

/** @param {Hand} own @returns {Child[]} */
function drawHand({ cards, commands }) {
  const asked = commands.filter((command) => command.asked);
  const actions = asked.filter((command) => command.kind === "drawn");
  const influence = asked.filter((command) => command.kind !== "drawn");
  const what = h("p", { class: "quiet" }, text("seat.what"));
  const drawCards = (/** @type {HandCommand[]} */ some) => h("ul", { class: "own-cards" }, some.map(drawCard));
  return [
    h("h2", {}, text("seat.hand")),
    h(
      "p",
      { class: "hand-line" },
      [...cards].map((one) =>
        h("span", { class: "in-hand" }, one === UNKNOWN ? "?" : signOf(one), h("span", {}, cardName(one))),
      ),
    ),
    influence.length > 0 && [h("h2", {}, text("seat.influence")), what, drawCards(influence)],
    h("h2", {}, text("seat.drawn")),
    actions.length > 0 && !influence.length && what,
    actions.length ? drawCards(actions.reverse()) : h("p", { class: "quiet" }, text("seat.nothing")),
  ];
}

/** @param {HandCommand} command */
function drawCard(command) {
  const { id, kind, number } = command;
  const symbol = cardOf(command);
  const isUnknown = symbol === UNKNOWN;
  const isAction = symbol.length === 1 && !isUnknown;
  const origin = kind === "drawn" ? id : text(kind === "dealt" ? "seat.dealt" : "seat.keeps");
  const content = [
    isAction ? signOf(symbol) : h("span", { class: "face", "aria-hidden": "true" }, isUnknown ? "?" : "✦"),
    h("span", {}, capitalize(cardName(symbol))),
    h("small", {}, origin),
  ];
  const attributes = {
    kind: classes("own-card", isUnknown && "unknown"),
    key: `card ${number}`,
    "data-number": number,
    "data-card": symbol,
  };
  return h(
    "li",
    {},
    button(content, () => openChoice(command), attributes),
  );
}

reloadOnNewKey(seatKeyOf);
if (key) {
  draw();
  watch(sender);
  storePage();
} else drawNoKey();
