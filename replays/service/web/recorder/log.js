/** The decisions, the newest first, the last ones or all; each can be opened to be corrected. */

/** @import { RecentDecision, Mat, Snapshot } from "../common/api.js" */
/** @import { Child } from "../viewer/elements.js" */
/** @import { Sender } from "./sender.js" */

import { request } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { button, capitalize, GAME_PATH, markOf, playerTitle, text } from "./page.js";

const ALL = 5000;

export class Log {
  /** @type {RecentDecision[]} all decisions, where somebody asked for them */
  all = [];

  version = 0;

  /** @param {Sender} sender @param {(isReached: boolean) => void} onAll what is done when all have come, or not */
  constructor(sender, onAll) {
    this.sender = sender;
    this.onAll = onAll;
  }

  /** Show only the last ones, which the service answers anyway. */
  shorten() {
    this.all = [];
  }

  /** Ask for all decisions of the game. */
  async fetchAll() {
    /** @type {{ok: boolean, data: Snapshot} | null} */
    const response = await request(`${GAME_PATH}/now?sheet=0&last=${ALL}`, { key: this.sender.key }).catch(() => null);
    if (response?.ok) {
      this.all = response.data.last;
      this.version = response.data.version;
    }
    this.onAll(Boolean(response?.ok));
  }

  /**
   * Return as many decisions as somebody asked for; when the game has gone on they are asked for again.
   * @param {Snapshot} now
   */
  decisions(now) {
    if (!this.all.length) return now.last;
    if (now.version <= this.version) return this.all;
    const since = now.last[0]?.number ?? 1;
    this.all = [...this.all.filter((one) => one.number < since), ...now.last];
    this.version = now.version;
    if (since > 1) this.fetchAll();
    return this.all;
  }

  /**
   * Return the list.
   * @param {Snapshot} now @param {(decided: RecentDecision) => void} open @returns {Child[]}
   */
  draw(now, open) {
    const all = this.decisions(now);
    if (!all.length) return [h("p", { class: "quiet" }, text("log.empty"))];
    const items = all.map((one) =>
      h("li", {}, entry(one, one.seat === null ? undefined : now.players[one.seat], open)),
    );
    return [
      h("ol", { class: "decided" }, items.reverse()),
      all[0].number > 1 && button(text("log.all"), () => this.fetchAll(), { key: "recall" }),
    ];
  }
}

/** @param {RecentDecision} one @param {Mat | undefined} player @param {(decided: RecentDecision) => void} open */
function entry(one, player, open) {
  const label = text("log.open", { words: one.words });
  const content = [
    h("span", { class: "who" }, player && markOf(player.colour), h("span", {}, capitalize(one.words))),
    h("small", {}, one.id),
    h("code", {}, one.symbol),
  ];
  return button(content, () => open(one), {
    key: `decided ${one.number}`,
    "data-number": one.number,
    "aria-label": player ? `${playerTitle(player)}: ${label}` : label,
  });
}
