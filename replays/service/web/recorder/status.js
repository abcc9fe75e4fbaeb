/** How it is with what was tapped, in words: whether all is saved, what waits on this phone, what just happened. */

/** @import { Keys } from "../common/keys.js" */
/** @import { Change, Entry } from "./entry.js" */
/** @import { Ledger } from "./ledger.js" */
/** @import { Sender } from "./sender.js" */

import { keysOf, takeKeyFromAddress } from "../common/keys.js";
import { h } from "../viewer/elements.js";
import { capitalize, fill, otherPages, PAGE, text } from "./page.js";
import { pendingTurns } from "./pending.js";
import { isEarly, panel } from "./settle.js";

/** @typedef {{kind: "saved" | "busy" | "away" | "alarm", words: string}} Status */

/**
 * Return how it is with what was tapped.
 * @param {Ledger} ledger @param {Sender} sender @returns {Status}
 */
export function statusOf(ledger, sender) {
  const number = ledger.entries.length;
  const { front } = ledger;
  const waiting = number ? ".waiting" : "";
  if (!sender.key) return { kind: "alarm", words: text("state.keyless") };
  if (sender.isDenied) return { kind: "alarm", words: text(`state.denied${waiting}`, { number }) };
  if (front && front.state !== "waiting") return { kind: "alarm", words: text(`state.${stateName(front)}`) };
  if (!sender.isReached) return { kind: "away", words: text(`state.away${waiting}`, { number }) };
  // Before the service has answered nobody knows whether all is saved.
  if (!ledger.now) return { kind: "busy", words: "…" };
  if (number) return { kind: "busy", words: text("state.sending", { number }) };
  return { kind: "saved", words: text("state.saved") };
}

/**
 * Return what the state of an entry is called: one that was refused since something before it is missing is not wrong.
 * @param {Entry} entry
 */
function stateName(entry) {
  return isEarly(entry) ? "early" : entry.state;
}

/**
 * Show a status as a light and words.
 * @param {HTMLElement} element @param {Status} status
 */
export function showStatus(element, { kind, words }) {
  fill(
    element,
    h("span", { class: `lamp ${kind}`, "aria-hidden": "true" }),
    h("span", { class: "state-words" }, words),
  );
  element.dataset.kind = kind;
}

/**
 * Return what waits, in order; nothing of a single decision that is on its way, so that nothing on the page moves.
 * @param {Ledger} ledger @param {boolean} isOnItsWay whether an answer is about to come
 */
export function queue(ledger, isOnItsWay) {
  const { entries, now } = ledger;
  const turns = now && pendingTurns({ entries, now }).of;
  const isFull = !ledger.canStore && h("p", { class: "bad" }, text("phone.full"));
  if (entries.length < (isOnItsWay ? 2 : 1)) return [isFull];
  return [
    isFull,
    h(
      "details",
      { class: "queue", "data-key": "queue" },
      h("summary", {}, text("queue", { number: entries.length })),
      h(
        "ol",
        {},
        entries.map((entry) => queueItem(entry, turns?.get(entry.name))),
      ),
    ),
  ];
}

/** @param {Entry} entry @param {number | undefined} turn */
function queueItem(entry, turn) {
  const words = entry.words === entry.decision ? "" : capitalize(entry.words);
  return h(
    "li",
    {},
    turn ? [h("small", {}, text("turn", { turn })), " "] : null,
    words && [h("bdi", {}, words), " "],
    entry.decision && [h("code", {}, entry.decision), " "],
    h("small", {}, text(`entry.${stateName(entry)}`)),
  );
}

/**
 * Return what screen readers say of what happened, with entries or in the game.
 * @param {Change} change @param {Ledger} ledger
 */
export function announcements({ corrected, saved, same, overtaken, refused, theirs, clash }, { entries, now }) {
  const next = now && !entries.length && `${capitalize(now.over ? text("over") : now.words)}.`;
  const sentences = [
    corrected && text("announce.corrected"),
    saved && (saved.words ? text("announce.saved", { words: saved.words }) : text("state.saved")),
    saved && next,
    same && text("announce.same", { words: same.words || same.decision }),
    overtaken && text("announce.overtaken"),
    refused && text(isEarly(refused) ? "early" : "refused"),
    theirs,
    clash && text("clash"),
  ];
  return sentences.flatMap((words) => words || []);
}

// A phone that may not record the game.

/**
 * Return what is shown where this phone may not record the game, or may not any more; what waits stays on it.
 * @param {Ledger} ledger @param {Keys} keys of this phone @param {string} sentence
 */
export function deniedPanel(ledger, keys, sentence) {
  const waits = ledger.entries.length > 0 && h("p", {}, text("key.waits"));
  return [panel("denied", "", h("p", {}, sentence), waits), otherPages(keys)];
}

/**
 * Load the page again when this browser gets another key of the game: by a link that is opened on this page, or
 * elsewhere.
 * @param {(keys: Keys) => string | undefined} keyIn
 */
export function reloadOnNewKey(keyIn) {
  const known = keyIn(keysOf(PAGE.id));
  const look = () => {
    if (keyIn(keysOf(PAGE.id)) !== known) location.reload();
  };
  addEventListener("hashchange", () => takeKeyFromAddress(PAGE.id) && look());
  addEventListener("storage", look);
}
