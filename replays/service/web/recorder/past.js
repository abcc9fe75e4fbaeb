/** The decisions that the list shows: the last ones, and all of them for who asked for all. */

import { request } from "./wire.js";

const ALL = 5000;

export class Past {
  /** @param {import("./sender.js").Sender} sender @param {(reached: boolean) => void} changed all have come, or not */
  constructor(sender, changed) {
    this.sender = sender;
    this.changed = changed;
    this.let();
  }

  /** Only the last ones, as the service tells them anyway. */
  let() {
    this.all = [];
    this.version = null;
  }

  /** Ask for all decisions of the game. */
  async recall() {
    const { path, key } = this.sender;
    const { ok, told } = await request(`${path}/now?sheet=0&last=${ALL}`, { key }).catch(() => ({}));
    if (ok) Object.assign(this, { all: told.last, version: told.version });
    this.changed(Boolean(ok));
  }

  /** As many decisions of `now` as somebody asked for; when the game has gone on they are asked for again. */
  decisions(now) {
    if (!this.all.length) return now.last;
    if (now.version <= this.version) return this.all;
    const since = now.last[0]?.number ?? 1;
    Object.assign(this, { all: [...this.all.filter((one) => one.number < since), ...now.last], version: now.version });
    if (since > 1) this.recall();
    return this.all;
  }
}
