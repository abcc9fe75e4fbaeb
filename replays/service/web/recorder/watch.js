/** Keeps an eye on the game while the page is looked at: others may write in it, too. */

import { Unreachable } from "./wire.js";

const PAUSE = 3000;
const LONG = 20000;

/** @param {import("./sender.js").Sender} sender @param {() => void} changed */
export function watch(sender, changed) {
  let timer = 0;
  const seen = () => [sender.reaches, sender.isDenied, sender.ledger.now?.version, sender.ledger.now?.lang].join();
  async function look() {
    clearTimeout(timer);
    if (!document.hidden && !sender.sends) {
      const before = seen();
      if (sender.ledger.first?.state === "waiting" && !sender.isDenied) await sender.run();
      else await asked();
      if (before !== seen()) changed();
    }
    clearTimeout(timer);
    timer = setTimeout(look, document.hidden ? LONG : PAUSE);
  }
  async function asked() {
    try {
      await sender.refresh();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      sender.reaches = false;
    }
  }
  document.addEventListener("visibilitychange", () => document.hidden || look());
  addEventListener("online", look);
  look();
}
