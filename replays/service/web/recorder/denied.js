/** What is said where this phone may not write the game, or may not any more; what waits stays on it. */

import { keysOf, takeFromAddress } from "../keys.js";
import { h } from "./elements.js";
import { say } from "./told.js";
import { ways } from "./ways.js";

/** Statuses by which the service says that a key does not let do something. */
export const DENIALS = [401, 403, 404];

/** @param {{ledger: object, held: Record<string, string>, sentence: string}} told `held` are the keys of this phone */
export function denied({ ledger, held, sentence }) {
  return [
    h(
      "section",
      { class: "settle bad", tabindex: "-1", "data-settle": "denied" },
      h("p", {}, sentence),
      ledger.entries.length ? h("p", {}, say("key.waits")) : null,
    ),
    ways({ held }),
  ];
}

/** Begin again when this browser gets another key of the game: by a link that is opened on this page, or elsewhere. */
export function onNewKey(id, keyOf) {
  const known = keyOf(keysOf(id));
  const look = () => keyOf(keysOf(id)) !== known && location.reload();
  addEventListener("hashchange", () => takeFromAddress(id) && look());
  addEventListener("storage", look);
}
