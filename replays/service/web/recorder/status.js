/** Whether everything is kept, and what waits on this phone. */

import { capital, h } from "./elements.js";
import { isEarly } from "./refused.js";
import { say } from "./told.js";
import { turnsOf } from "./turns.js";

/** Before the service has told how the game stands nobody knows whether everything is kept. */
const OPENING = { kind: "busy", words: "…" };

/**
 * How it stands with what was tapped: `kind` is `kept`, `busy`, `away` or `alarm`.
 * @param {import("./ledger.js").Ledger} ledger @param {import("./sender.js").Sender} sender
 */
export function status(ledger, sender) {
  const number = ledger.entries.length;
  if (!sender.key) return { kind: "alarm", words: say("state.keyless") };
  if (sender.isDenied)
    return { kind: "alarm", words: number ? say("state.denied.waiting", { number }) : say("state.denied") };
  if (number && ledger.first.state !== "waiting") return { kind: "alarm", words: say(`state.${named(ledger.first)}`) };
  if (!sender.reaches)
    return { kind: "away", words: number ? say("state.away.waiting", { number }) : say("state.away") };
  if (!ledger.now) return OPENING;
  if (number) return { kind: "busy", words: say("state.sending", { number }) };
  return { kind: "kept", words: say("state.kept") };
}

/** What an entry is called: one that was refused since something before it is missing is no wrong one. */
function named(entry) {
  return isEarly(entry) ? "early" : entry.state;
}

/** The same as a light and words. */
export function lamp({ kind, words }) {
  return [h("span", { class: `lamp ${kind}`, "aria-hidden": "true" }), words];
}

/** What waits, in order. */
export function waiting(ledger) {
  const full = ledger.keeps ? null : h("p", { class: "bad" }, say("phone.full"));
  if (!ledger.entries.length) return [full];
  const turns = ledger.now ? turnsOf(ledger).of : new Map();
  return [
    full,
    h(
      "details",
      { class: "queue", "data-key": "queue" },
      h("summary", {}, say("queue", { number: ledger.entries.length })),
      h(
        "ol",
        {},
        ledger.entries.map((entry) => line(entry, turns.get(entry.name))),
      ),
    ),
  ];
}

function line(entry, turn) {
  const words = entry.words === entry.decision ? "" : capital(entry.words);
  return h(
    "li",
    {},
    turn ? [h("small", {}, say("turn", { turn })), " "] : null,
    words ? [h("bdi", {}, words), " "] : null,
    entry.decision ? [h("code", {}, entry.decision), " "] : null,
    h("small", {}, say(`entry.${named(entry)}`)),
  );
}
