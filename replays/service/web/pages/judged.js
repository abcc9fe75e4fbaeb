/**
 * The menu of a game's page in which the game is judged: it asks for that, says how far it is, and shows the report; the
 * viewer gets the chances and what the judge says of decisions.
 */

/** @import { JudgementInfo } from "../common/api.js" */
/** @import { CalimalaReplay } from "../viewer/calimala-replay.js" */

import { ask } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { format } from "../viewer/words.js";

/** How often somebody who waits asks how far it is, in milliseconds. */
const PACE = 2000;

export class JudgeMenu {
  /** @param {HTMLDetailsElement} menu @param {CalimalaReplay} replay @param {string} id @param {string} key */
  constructor(menu, replay, id, key) {
    this.menu = menu;
    this.replay = replay;
    this.path = `/api/games/${id}/judgement`;
    this.key = key;
    this.button = menu.querySelector("button");
    this.status = menu.querySelector("[role=status]");
    this.report = menu.querySelector(".report");
    this.timer = 0;
    /** Whether the viewer shows a judgement. */
    this.isShown = false;
    this.button?.addEventListener("click", () => this.load("POST"));
    menu.addEventListener("toggle", () => menu.open && !this.isShown && this.load("GET"));
  }

  /** Show what is judged of the game as it is by now. */
  refresh() {
    if (!this.isShown) return;
    this.isShown = false;
    this.report?.replaceChildren();
    this.load("GET");
  }

  /** @param {"GET" | "POST"} method */
  async load(method) {
    clearTimeout(this.timer);
    try {
      const response = await ask(this.path, { method, key: this.key });
      if (!response.ok) this.say((await response.json()).detail, true);
      else this.show(await response.json());
    } catch {
      this.say(this.menu.dataset.away ?? "", true);
    }
  }

  /** @param {JudgementInfo} info */
  show(info) {
    const isWaiting = info.state === "waiting";
    const { done, moves } = info;
    this.say(isWaiting ? format(this.menu.dataset.waiting ?? "", { done, moves }) : info.failure, !isWaiting);
    if (isWaiting) this.timer = setTimeout(() => this.load("GET"), PACE);
    if (info.state === "done") this.showJudgement(info);
  }

  /** @param {string} words @param {boolean} mayAsk */
  say(words, mayAsk) {
    if (this.status) this.status.textContent = words;
    if (this.button) this.button.disabled = !mayAsk;
  }

  /** @param {JudgementInfo} info */
  showJudgement({ chances, remarks, report }) {
    const { player } = this.replay;
    if (this.button) this.button.hidden = true;
    this.report?.replaceChildren(
      ...report.flatMap(({ title, lines }) => [
        h("h2", {}, title),
        h(
          "ul",
          {},
          lines.map((line) => h("li", { class: line.startsWith(" ") ? "more" : "" }, line.trim())),
        ),
      ]),
    );
    if (!player || this.isShown) return;
    this.isShown = true;
    const { page } = player;
    const said = remarks.map(([at, ofJudge]) => /** @type {typeof page.remarks[number]} */ ([0, at, ofJudge]));
    this.replay.update({ ...page, chances, remarks: [...page.remarks, ...said] });
    player.setGraph(true);
  }
}
