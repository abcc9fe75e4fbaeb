/**
 * The decisions so far, and the correction of an old one.
 *
 * The dialog asks what it was, what it is to be, and, one after the other, what becomes of those after it that do not fit
 * any more, and what was done where nothing is recorded. Each step can be undone; nothing is written before all of that is
 * settled.
 */

/** @import { BrokenDecision, CorrectionResult, Disc, LegalDecision, Mat, Problem, RecentDecision, Snapshot } from "../common/api.js" */
/** @import { Child } from "../viewer/elements.js" */
/** @import { Draft } from "./entry.js" */
/** @import { Ledger } from "./ledger.js" */
/** @import { Sender } from "./sender.js" */

import { newName, request, unlessReached } from "../common/service.js";
import { contentOf, h } from "../viewer/elements.js";
import { noteCorrection } from "./decisions.js";
import { discChoice } from "./options.js";
import {
  button,
  capitalize,
  decisionButton,
  fill,
  GAME_PATH,
  markOf,
  openDialog,
  playerTitle,
  TABLE,
  text,
} from "./page.js";
import { placementSymbol, placementsOf, UNDO } from "./pending.js";
import { streetChoice } from "./table.js";

/** @typedef {{replace?: string, delete?: boolean, setup?: object}} Edit */

/** What becomes of a decision, or of all others. @typedef {{id: string, choice: string} | {rest: string}} Step */

/** What a request answered, null without a connection. @template T @typedef {{ok: boolean, data: T} | null} Answer */

const MISSED = "missed";
/** The id of the placement that begins a turn. */
const PLACEMENT = /^[1-9]\d*\.0\.1$/;

/**
 * @param {RecentDecision} decided @param {Ledger} ledger @param {Snapshot} now @param {Sender} sender
 * @param {(draft: Draft) => void} add @param {() => void} onDone
 */
export function openCorrection(decided, ledger, now, sender, add, onDone) {
  openDialog(text("correct"), (close, body) => {
    if (ledger.entries.length || !sender.isReached) return h("p", { class: "bad" }, text("correct.away"));
    new Correction(decided, ledger, now, sender.key, add, onDone, close, body).begin();
    return h("p", { class: "quiet" }, text("loading"));
  });
}

export class Correction {
  /** @type {Edit} */
  edit = {};

  /** @type {Step[]} */
  steps = [];

  /** What was legal instead. @type {LegalDecision[]} */
  options = [];

  /**
   * @param {RecentDecision} decided @param {Ledger} ledger @param {Snapshot} now @param {string} key
   * @param {(draft: Draft) => void} add @param {() => void} onDone @param {() => void} close @param {HTMLElement} body
   */
  constructor(decided, ledger, now, key, add, onDone, close, body) {
    this.decided = decided;
    this.ledger = ledger;
    this.key = key;
    this.add = add;
    this.onDone = onDone;
    this.close = close;
    this.body = body;
    this.now = now;
  }

  /** @param {Child[]} content */
  show(...content) {
    this.body.replaceChildren(...contentOf(content));
    /** @type {HTMLElement | null} */
    const first = this.body.querySelector("button, input");
    first?.focus();
  }

  showAway() {
    this.show(h("p", { class: "bad", role: "alert" }, text("correct.away")));
  }

  // What it is to be.

  async begin() {
    const { decided } = this;
    /** @type {Answer<{options: LegalDecision[]}>} */
    const answer = await request(`${GAME_PATH}/legal?before=${decided.number}`, { key: this.key }).catch(unlessReached);
    if (!answer) this.showAway();
    if (!answer?.ok) return;
    const { options } = answer.data;
    this.options = options;
    const box = h("input", {
      name: "instead",
      autocomplete: "off",
      maxlength: 500,
      "aria-label": text("correct.typed"),
    });
    /** @param {SubmitEvent} event */
    const submit = (event) => {
      event.preventDefault();
      if (box.value.trim()) this.attempt({ replace: box.value.trim() });
    };
    const undo = () => {
      this.close();
      this.add({ path: UNDO, json: { to: decided.number - 1 }, words: text("undo") });
    };
    this.show(
      h(
        "p",
        {},
        h("strong", {}, turnOf(decided.id)),
        " ",
        h("code", {}, decided.symbol),
        " ",
        capitalize(decided.words),
      ),
      h("h3", {}, text("correct.now")),
      h("div", {}, this.placementChoice(options.map(({ symbol }) => symbol)) ?? this.optionChoice(options)),
      h(
        "form",
        { class: "typed", submit },
        box,
        button(text("correct.try"), () => undefined, { type: "submit" }),
      ),
      button(text("correct.delete"), () => this.attempt({ delete: true }), { "data-correct": "delete" }),
      button(text("correct.back"), undo, { "data-correct": "back" }),
    );
  }

  /** @param {LegalDecision[]} options */
  optionChoice(options) {
    const others = options.filter((option) => option.symbol !== this.decided.symbol);
    return h(
      "div",
      { class: "ways" },
      others.map((option) => decisionButton(option, () => this.attempt({ replace: option.symbol }))),
    );
  }

  /**
   * Return the city, where the decision placed a disc; the discs that were there then are not shown. Return null for
   * another decision.
   * @param {string[]} symbols that are legal
   */
  placementChoice(symbols) {
    const placements = placementsOf(this.now);
    if (!symbols.length || !symbols.every((symbol) => placements[symbol])) return null;
    const discs = [...new Set(symbols.map((symbol) => placements[symbol].kind))];
    const { symbol: was } = this.decided;
    const panel = h("div", {});

    const choose = (/** @type {Disc} */ disc) => {
      const symbolOn = (/** @type {string} */ square) =>
        this.now.turn_sheet.filter(({ street }) => street === square).map((sheet) => placementSymbol(sheet, disc))[0];
      const squares = this.now.turn_sheet.map(({ street }) => street);
      const may = new Set(squares.filter((square) => symbolOn(square) !== was && symbols.includes(symbolOn(square))));
      const choice = streetChoice(this.now.page, may, text("refused.street"), (square) => {
        if (symbolOn(square) !== was) this.attempt({ replace: symbolOn(square) });
      });
      fill(panel, discChoice(this.now, this.decided.seat, discs, disc, choose), choice);
    };

    const disc = placements[was]?.kind;
    choose(discs.includes(disc) ? disc : discs[0]);
    return panel;
  }

  // What becomes of the decisions after it.

  /** @param {Edit} edit */
  async attempt(edit) {
    this.edit = edit;
    this.steps = [];
    await this.tryOut();
  }

  /** @param {Step} step */
  async choose(step) {
    this.steps.push(step);
    await this.tryOut();
  }

  /**
   * Ask what the correction does, or let it be done.
   * @param {boolean} isDry @returns {Promise<Answer<CorrectionResult & Problem>>}
   */
  async post(isDry) {
    const choices = Object.fromEntries(this.steps.flatMap((step) => ("id" in step ? [[step.id, step.choice]] : [])));
    const rest = this.steps.find((step) => "rest" in step);
    /** @type {Answer<CorrectionResult & Problem>} */
    const answer = await request(`${GAME_PATH}/corrections${TABLE}`, {
      key: this.key,
      method: "POST",
      version: this.now.version,
      name: isDry ? undefined : newName(),
      json: { at: this.decided.number, ...this.edit, choices, ...rest, missing: true, dry: isDry },
    }).catch(unlessReached);
    if (!answer) this.showAway();
    else if (!answer.ok) this.showRefused(answer.data);
    return answer?.ok ? answer : null;
  }

  /** Try the correction, and show what is still to be settled. */
  async tryOut() {
    const answer = await this.post(true);
    if (!answer) return;
    const { broken, outcomes } = answer.data;
    const [first] = broken;
    this.show(
      this.describe(),
      outcomes.length > 0 &&
        h(
          "ul",
          {},
          outcomes.map((outcome) => h("li", {}, capitalize(outcome.words))),
        ),
      !outcomes.length && !first && h("p", { class: "good" }, text("correct.fits")),
      first
        ? this.question(first, broken.length)
        : button(text("correct.do"), () => this.write(), { kind: "primary", "data-correct": "do" }),
      button(text("correct.step"), () => this.undoStep(), { "data-correct": "step" }),
    );
  }

  /** Return what is corrected, and to what, in words where it is among the options. @returns {Child} */
  describe() {
    const { decided, edit, options } = this;
    const words = options.find(({ symbol }) => symbol === edit.replace)?.words;
    return h(
      "p",
      {},
      h("strong", {}, turnOf(decided.id)),
      " ",
      capitalize(decided.words),
      " → ",
      words ? capitalize(words) : h("code", {}, edit.replace ?? text("correct.nothing")),
    );
  }

  undoStep() {
    return this.steps.pop() ? this.tryOut() : this.begin();
  }

  /** @param {Problem | null} problem */
  showRefused(problem) {
    const suggestions = problem?.suggestions ?? [];
    this.show(
      h("p", { class: "bad", role: "alert" }, capitalize(problem?.detail ?? "")),
      suggestions.map((symbol) =>
        decisionButton({ symbol, words: text("instead") }, () => this.attempt({ replace: symbol })),
      ),
      button(text("correct.now"), () => this.begin()),
    );
  }

  /**
   * Return the question what becomes of a decision that does not fit any more, or what was done where nothing is
   * recorded.
   * @param {BrokenDecision} broken @param {number} count how many there are
   */
  question({ id, trouble, words, nearest, choices }, count) {
    const isMissing = trouble === "missing";
    const choose = (/** @type {string} */ choice) => () => this.choose({ id, choice });
    return h(
      "section",
      { class: "settle bad", "data-broken": id },
      h("h3", {}, capitalize(words)),
      h("p", { class: "quiet" }, isMissing ? text("correct.now") : text("correct.open", { number: count })),
      h(
        "div",
        { class: "ways" },
        nearest.map((option) => decisionButton(option, choose(option.symbol))),
        choices.map((choice) => {
          const name = text(choice === MISSED ? choice : `correct.${choice}`);
          return button(capitalize(name), choose(choice), { "data-choice": choice });
        }),
      ),
      count > 1 &&
        !isMissing &&
        button(text("correct.rest"), () => this.choose({ rest: "observed" }), { "data-choice": "rest" }),
    );
  }

  async write() {
    const answer = await this.post(false);
    if (!answer) return;
    const { now, version } = answer.data;
    if (now) this.ledger.update(now);
    noteCorrection(this.ledger, { id: turnOf(this.decided.id), before: this.now.version, after: version });
    this.close();
    this.onDone();
  }
}

// The decisions, the newest first, the last ones or all; each can be opened to be corrected.

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

/**
 * Return in which turn something happened, by its id, e.g. `7.2.3`; what has another name keeps it.
 * @param {string} id
 */
function turnOf(id) {
  const [turn] = /^\d+(?=\.)/.exec(id) ?? [];
  if (!turn) return id;
  return turn === "0" ? text("setting.up") : text("turn", { turn });
}

/**
 * Return whether something is more than the end of an activation, which nobody decides.
 * @param {RecentDecision} one
 */
function isDecision(one) {
  return one.symbol !== "/";
}

/** @param {RecentDecision} one @param {Mat | undefined} player @param {(decided: RecentDecision) => void} open */
function entry(one, player, open) {
  const label = text("log.open", { words: one.words });
  const content = [
    h("span", { class: "who" }, player && markOf(player.colour), h("span", {}, capitalize(one.words))),
    h("small", {}, PLACEMENT.test(one.id) ? turnOf(one.id) : ""),
    h("code", {}, one.symbol),
  ];
  if (!isDecision(one)) return h("div", { class: "quiet", "data-number": one.number }, content);
  return button(content, () => open(one), {
    key: `decided ${one.number}`,
    "data-number": one.number,
    "aria-label": player ? text("by.player", { player: playerTitle(player), words: label }) : label,
  });
}
