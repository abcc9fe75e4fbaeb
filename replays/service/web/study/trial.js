/**
 * A variation that is being played by tapping. The service says what may come next and draws the page with what was
 * played; nothing is saved before it is asked for, but the taps stay in this browser.
 */

/** @import { DecisionOption, Problem, TrialResult } from "../common/api.js" */
/** @import { Child } from "../viewer/elements.js" */
/** @import { Desk } from "./desk.js" */
/** @import { TrialDraft } from "./drafts.js" */

import { button } from "../common/elements.js";
import { request, unlessReached } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { sentence } from "../viewer/words.js";
import { writeDraft } from "./drafts.js";

const LONGEST_NAME = 200;
const STREET = "street:";

export class Trial {
  /** @param {Desk} desk @param {string} line @param {number} position where it begins */
  constructor(desk, line, position) {
    this.desk = desk;
    this.line = line;
    this.position = position;
    /** @type {string[]} */
    this.symbols = [];
    /** How many decisions there were before each tap. @type {number[]} */
    this.taps = [];
    /** @type {TrialResult | null} */
    this.result = null;
    /** The street whose options are offered. */
    this.street = "";
    this.isBusy = false;
    this.isEnded = false;
    const { words } = desk.lent;
    this.name = h("input", {
      type: "text",
      name: "name",
      maxlength: LONGEST_NAME,
      placeholder: words.name,
      "aria-label": words.name,
    });
    this.name.addEventListener("input", () => this.store());
  }

  /** Whether the page shows what was played. */
  get isPlayed() {
    return this.symbols.length > 0;
  }

  /** @param {TrialDraft} [draft] */
  async begin(draft) {
    if (draft) {
      this.line = draft.line;
      this.position = draft.position;
      this.name.value = draft.name;
      this.taps = draft.taps;
    }
    if (!(await this.ask(draft?.symbols ?? []))) this.desk.endTrial();
    else this.focus();
  }

  /**
   * Let the service play these decisions; return whether it did.
   * @param {string[]} symbols
   */
  async ask(symbols) {
    if (this.isBusy) return false;
    const { id, key, pause, player, words } = this.desk.lent;
    this.isBusy = true;
    this.desk.say("");
    const json = { line: this.line, position: this.position, decisions: symbols.join(" ") };
    /** @type {{ok: boolean, data: TrialResult & Problem} | null} */
    const answer = await request(`/api/games/${id}/trial`, { key, method: "POST", json }).catch(unlessReached);
    this.isBusy = false;
    // Discarded meanwhile: an answer that comes late brings nothing back.
    if (this.isEnded) return false;
    if (!answer?.ok) {
      this.desk.say(answer?.data?.detail ?? words.away, true);
      return false;
    }
    const before = this.isPlayed ? player.position : -1;
    this.result = answer.data;
    this.symbols = answer.data.symbols;
    this.street = "";
    pause(this.isPlayed);
    this.store();
    if (this.result.page) {
      const { page, line } = this.result;
      player.update(page, false);
      const number = page.lines.findIndex((one) => one.id === line);
      const from = before < 0 || before > player.game.line(number).frames.length ? page.lines[number].at : before;
      player.goToLine(number, from);
      if (player.display.motion.isReduced) player.goTo(Infinity);
      else player.runTo(player.line.frames.length);
    } else await this.showStart();
    this.desk.draw();
    return true;
  }

  /** Show the moment at which the variation begins, on the page as it is without it. */
  async showStart() {
    const { player, refresh } = this.desk.lent;
    await refresh();
    const number = player.page.lines.findIndex(({ id }) => id === this.line);
    player.goToLine(Math.max(number, 0), this.position);
  }

  /** Keep what was played in this browser. */
  store() {
    const { line, name, position, symbols, taps } = this;
    writeDraft(this.desk.lent.id, {
      trial: symbols.length ? { line, position, symbols, taps, name: name.value } : undefined,
    });
  }

  focus() {
    /** @type {HTMLElement | null} */
    const first = this.desk.body.querySelector(".options button");
    (first ?? this.desk.root).focus({ preventScroll: true });
  }

  // The table.

  /** What may come, by the street that it is about. @param {string} spot */
  optionsAt(spot) {
    const street = spot.startsWith(STREET) ? spot.slice(STREET.length) : "";
    return this.result?.options.filter((option) => option.group === "street" && option.street === street) ?? [];
  }

  /**
   * Return whether a touch of a part of the table is a decision.
   * @param {string} spot
   */
  takes(spot) {
    return spot.startsWith(STREET) && this.result?.options.some(({ group }) => group === "street");
  }

  /** @param {string} spot */
  touch(spot) {
    const options = this.optionsAt(spot);
    if (options.length === 1) this.play(options[0]);
    else if (options.length) {
      this.street = spot.slice(STREET.length);
      this.desk.draw();
      this.focus();
    } else this.desk.say(this.desk.lent.words.illegal, true);
  }

  // What is done.

  /** @param {DecisionOption} option */
  async play({ symbol }) {
    const count = this.symbols.length;
    this.taps.push(count);
    if (await this.ask([...this.symbols, symbol])) this.focus();
    else this.taps.pop();
  }

  async undo() {
    const count = this.taps.pop();
    if (count === undefined) return;
    if (await this.ask(this.symbols.slice(0, count))) this.focus();
    else this.taps.push(count);
  }

  async save() {
    const { desk, name, position, result, symbols } = this;
    if (this.isBusy || !result) return;
    const { words } = desk.lent;
    const text = name.value.trim();
    this.isBusy = true;
    const saved = result.continues
      ? await this.extend(result.continues, text)
      : await desk.add({ kind: "variation", text, line: this.line, position, decisions: symbols.join(" ") });
    this.isBusy = false;
    if (!saved) return;
    await this.end();
    const { player } = desk.lent;
    const number = player.page.lines.findIndex(({ id }) => id === saved.label);
    if (number > 0) player.goToLine(number, Infinity);
    desk.say(words.saved);
  }

  /** @param {string} label @param {string} text */
  async extend(label, text) {
    const { notes, lent } = this.desk;
    const note = notes?.notes.find((one) => one.label === label);
    if (!note?.mine) {
      this.desk.say(lent.words.theirs, true);
      return null;
    }
    const decisions = [...note.decisions, ...this.symbols].join(" ");
    const json = text ? { text, decisions } : { decisions };
    const answer = await this.desk.ask("PUT", `/${note.id}`, json, note.version);
    return answer?.ok ? answer.data : null;
  }

  async discard() {
    await this.end();
    await this.showStart();
  }

  /** Forget the trial, and show the game as the service has it. */
  async end() {
    const { desk } = this;
    this.isEnded = true;
    this.symbols = [];
    this.store();
    desk.lent.pause(false);
    await desk.fetch();
    desk.endTrial();
  }

  /** Show the game as the service has it; what was played waits in this browser. */
  pause() {
    const { desk } = this;
    desk.trial = null;
    desk.showLegal();
    desk.lent.pause(false);
    desk.lent.refresh();
  }

  // What is shown.

  /** @returns {Child[]} */
  draw() {
    const { desk, result, street, symbols } = this;
    if (!result) return [];
    const { player, words } = desk.lent;
    const options = street ? result.options.filter((option) => option.street === street) : result.options;
    const isPlacement = !street && options.every(({ group }) => group === "street");
    return [
      h("p", { class: "line" }, symbols.length ? h("code", {}, symbols.join(" ")) : words.begin),
      h(
        "div",
        { class: "row" },
        symbols.length > 0 && this.name,
        symbols.length > 0 &&
          button(words.save, () => this.save(), { class: "primary", "data-study": "save-variation" }),
        this.taps.length > 0 && button(words.undo, () => this.undo(), { "data-study": "undo" }),
        button(symbols.length ? words.discard : words.cancel, () => this.discard(), { "data-study": "discard" }),
      ),
      h("p", { class: "waits" }, sentence(player.page, result.over ? words.over : result.words)),
      options.length > 0 &&
        h(
          "div",
          { class: isPlacement ? "options streets" : "options", role: "group", "aria-label": words.options },
          options.map((option) => this.drawOption(option, isPlacement)),
        ),
    ];
  }

  /** @param {DecisionOption} option @param {boolean} isStreet which is on the board as well, and so said in short */
  drawOption(option, isStreet) {
    const { page } = this.desk.lent.player;
    const { symbol, words } = option;
    const content = [h("code", { "aria-hidden": "true" }, symbol), !isStreet && [" ", sentence(page, words)]];
    return button(content, () => this.play(option), {
      "data-symbol": symbol,
      title: isStreet && words,
      "aria-label": isStreet && `${symbol}: ${words}`,
    });
  }
}
