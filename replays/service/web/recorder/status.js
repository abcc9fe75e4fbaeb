/** Whether everything is kept, and what waits on this phone. */

import { h } from "./elements.js";
import { say } from "./told.js";

/** Before the service has told how the game stands nobody knows whether everything is kept. */
const OPENING = { kind: "busy", words: "…" };

/**
 * How it stands with what was tapped: `kind` is `kept`, `busy`, `away` or `alarm`.
 * @param {import("./ledger.js").Ledger} ledger @param {import("./sender.js").Sender} sender
 */
export function status(ledger, sender) {
  const number = ledger.entries.length;
  if (number && ledger.first.state !== "waiting") return { kind: "alarm", words: say(`state.${ledger.first.state}`) };
  if (sender.isDenied) return { kind: "alarm", words: say("state.denied") };
  if (!sender.reaches) return { kind: "away", words: number ? say("state.away.waiting", { number }) : say("state.away") };
  if (!ledger.now) return OPENING;
  if (number) return { kind: "busy", words: say("state.sending", { number }) };
  return { kind: "kept", words: say("state.kept") };
}

/** The same as a light and words. */
export function lamp({ kind, words }) {
  return [h("span", { class: `lamp ${kind}`, "aria-hidden": "true" }), words];
}

/** What waits, in order. */
export function waiting(ledger) {
  const full = ledger.keeps ? null : h("p", { class: "bad" }, say("phone.full"));
  if (!ledger.entries.length) return [full];
  return [
    full,
    h(
      "details",
      { class: "queue", "data-key": "queue" },
      h("summary", {}, say("queue", { number: ledger.entries.length })),
      h("ol", {}, ledger.entries.map(line)),
    ),
  ];
}

function line(entry) {
  return h("li", {}, h("code", {}, entry.decision || entry.words), " ", h("small", {}, say(`entry.${entry.state}`)));
}
