/**
 * A desk beside the game, for those who may write: comments, glyphs, marks and variations, each author's own.
 *
 * What is written is kept in this browser until the service has it. A note that somebody else changed meanwhile, or
 * whose decision was replaced, is not lost: the form stays as it is, and says so.
 */

/** @import { Note, Notes, Problem } from "../common/api.js" */
/** @import { Player } from "../viewer/player.js" */

import { button, byId } from "../common/elements.js";
import { newName, request, unlessReached } from "../common/service.js";
import { contentOf, h } from "../viewer/elements.js";
import { format } from "../viewer/words.js";
import { readDraft, writeDraft } from "./drafts.js";
import { Marks } from "./marks.js";
import { LONGEST, NoteList, STALE } from "./notes.js";
import { Trial } from "./trial.js";

const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"];

/**
 * What the page of a game lends its desk.
 * @typedef {{id: string, key: string, player: Player, words: Record<string, string>, isOver: () => boolean,
 *   refresh: () => Promise<unknown>, pause: (isPaused: boolean) => void}} Lent
 */

/** @typedef {{status: number, ok: boolean, data: Note & Problem & {note?: Note}}} Answer */

export class Desk {
  /** @param {Lent} lent @param {HTMLElement} opener */
  constructor(lent, opener) {
    this.lent = lent;
    this.opener = opener;
    /** @type {Notes | null} */
    this.notes = null;
    this.list = new NoteList(this);
    this.marks = new Marks(this);
    this.requestName = newName();
    const { words } = lent;
    this.message = h("p", { class: "message", role: "status" });
    this.about = h("select", { name: "about", change: () => this.draw() });
    this.text = h("textarea", { name: "comment", rows: 2, maxlength: LONGEST, "aria-label": words.comment });
    this.text.value = readDraft(lent.id).text ?? "";
    this.text.addEventListener("input", () => writeDraft(lent.id, { text: this.text.value }));
    this.audience = h(
      "select",
      { name: "audience" },
      h("option", { value: "table" }, words.everybody),
      h("option", { value: "own" }, words.alone),
    );
    this.who = h("span", { class: "quiet" });
    this.body = h("div", { class: "desk-body" });
    this.root = h(
      "section",
      { class: "desk", "aria-label": words.study, tabindex: -1, hidden: true },
      h(
        "header",
        {},
        h("h2", {}, words.study),
        this.who,
        button("×", () => this.close(), { "aria-label": words.close, "data-study": "close" }),
      ),
      this.body,
      this.message,
    );
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      if (this.marks.isOn) this.marks.turn(false);
      else this.close();
    });
    /** @type {Trial | null} */
    this.trial = null;
    const { player } = lent;
    const shadow = /** @type {ShadowRoot} */ (player.display.root.getRootNode());
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STUDY_STYLE);
    shadow.adoptedStyleSheets.push(sheet);
    shadow.host.addEventListener("calimala:change", () => this.trial || this.draw());
    player.display.root.append(this.root);
    // Before the table hears of it, which would say what it is that was touched.
    player.display.root.addEventListener("click", (event) => this.onTouch(event), true);
    player.display.root.addEventListener("keydown", (event) => this.onTouch(event), true);
    opener.hidden = false;
    opener.addEventListener("click", () => (this.root.hidden ? this.open() : this.close()));
  }

  // Opening and closing.

  async open() {
    this.root.hidden = false;
    this.opener.setAttribute("aria-expanded", "true");
    await this.fetch();
    this.draw();
    this.root.focus({ preventScroll: true });
  }

  close() {
    this.marks.turn(false);
    this.trial?.pause();
    this.root.hidden = true;
    this.opener.setAttribute("aria-expanded", "false");
    this.opener.focus();
  }

  /** @param {string} words @param {boolean} isBad */
  say(words, isBad = false) {
    this.message.textContent = words;
    this.message.classList.toggle("bad", isBad);
  }

  /** Read the notes, and then the page, so that the page is never older than the version that is sent. */
  async fetch() {
    /** @type {{ok: boolean, data: Notes} | null} */
    const answer = await request(`/api/games/${this.lent.id}/notes`, { key: this.lent.key }).catch(unlessReached);
    if (answer?.ok) this.notes = answer.data;
    else this.say(this.lent.words.away, true);
    if (!this.trial?.isPlayed) await this.lent.refresh();
  }

  // What is at hand.

  /** The events of the step that is shown, the first one first; at the start the start. @type {[number, string][]} */
  get events() {
    const { player, words } = this.lent;
    const { game, line, position, since } = player;
    if (!position) return [[0, words.game]];
    return line.frames
      .slice(since, position)
      .map((frame, at) => /** @type {[number, string]} */ ([since + at + 1, game.sentence(frame[3])]))
      .filter(([, said]) => said);
  }

  /**
   * Return the id of the line on which a position is.
   * @param {number} position
   */
  lineAt(position) {
    const { game, line } = this.lent.player;
    return position ? game.owner(line, position).id : "";
  }

  /** The notes on the step that is shown, and the variations that replace something in it. */
  get here() {
    const { position, since } = this.lent.player;
    return (this.notes?.notes ?? []).filter((note) => {
      const first = note.kind === "variation" ? note.position + 1 : note.position;
      const isInStep = position ? first > since && first <= position : first === 0;
      return isInStep && note.line === this.lineAt(first);
    });
  }

  /** The position that is chosen to be written about. */
  get chosen() {
    return Number(this.about.value) || 0;
  }

  // What is shown.

  /** Show the desk for the step that is shown. */
  draw() {
    if (this.root.hidden) return;
    const { words } = this.lent;
    this.who.textContent = this.notes ? format(words.as, { name: this.notes.own }) : "";
    this.showLegal();
    this.root.classList.toggle("is-at-table", this.marks.isOn || this.trial !== null);
    if (this.trial) {
      this.body.replaceChildren(...contentOf(this.trial.draw()));
      return;
    }
    // What is being edited stays as it is while the game goes on.
    if (this.list.edited && this.body.querySelector("[name=edited]")) return;
    const focused = /** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement;
    const kept = this.about.value;
    this.about.replaceChildren(
      ...this.events.map(([position, said]) => h("option", { value: position }, clip(said, 90))),
    );
    if ([...this.about.options].some(({ value }) => value === kept)) this.about.value = kept;
    this.body.replaceChildren(
      ...contentOf([
        h("label", { class: "about" }, h("span", {}, words.about), this.about),
        this.drawGlyphs(),
        this.drawForm(),
        this.drawTools(),
        this.list.draw(),
      ]),
    );
    if (focused instanceof HTMLElement && this.body.contains(focused)) focused.focus({ preventScroll: true });
  }

  /** Show on the table where a disc may be placed in the variation that is tried. */
  showLegal() {
    const streets = this.lent.player.display.root.querySelectorAll('.board g[data-spot^="street:"]');
    for (const street of streets)
      street.toggleAttribute("data-legal", !!this.trial?.optionsAt(street.getAttribute("data-spot") ?? "").length);
  }

  drawGlyphs() {
    const { words } = this.lent;
    const mine = this.glyph;
    return h(
      "div",
      { class: "glyphs", role: "group", "aria-label": words.judge },
      GLYPHS.map((sign, at) =>
        button(sign, () => this.setGlyph(sign), {
          "aria-pressed": String(mine?.text === sign),
          "aria-label": `${sign} ${words[`glyph${at + 1}`]}`,
          title: words[`glyph${at + 1}`],
          "data-glyph": sign,
        }),
      ),
    );
  }

  drawForm() {
    const { isOver, words } = this.lent;
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.addComment();
    };
    return h(
      "form",
      { submit: send },
      this.text,
      h(
        "div",
        { class: "row" },
        !isOver() && h("label", {}, h("span", { class: "heard" }, words.readers), this.audience),
        h("button", { type: "submit", class: "primary", "data-study": "comment" }, words.add),
      ),
    );
  }

  drawTools() {
    const { player, words } = this.lent;
    const canVary = this.notes?.varies && !player.openOnly;
    const draft = readDraft(this.lent.id).trial;
    return h(
      "div",
      { class: "row" },
      this.marks.draw(),
      canVary &&
        player.position > 0 &&
        button(words.instead, () => this.vary(player.since), { "data-study": "instead" }),
      canVary && button(words.onwards, () => this.vary(player.position), { "data-study": "onwards" }),
      canVary && draft && button(words.resume, () => this.vary(draft.position, true), { "data-study": "resume" }),
    );
  }

  // What is done.

  /**
   * Ask the service to change something; return what it answers, null where it cannot be reached. What is refused is
   * shown.
   * @param {string} method @param {string} path @param {unknown} json
   * @param {string | number} version that was seen @param {string} name of the request
   */
  async ask(method, path, json, version, name = "") {
    const { id, key, words } = this.lent;
    this.say("");
    const more = { key, method, json, version, name };
    /** @type {Answer | null} */
    const answer = await request(`/api/games/${id}/notes${path}`, more).catch(unlessReached);
    if (!answer) this.say(words.away, true);
    else if (!answer.ok) this.say(answer.data?.detail ?? words.away, true);
    return answer;
  }

  /**
   * Add a note about what is chosen; return whether it is there.
   * @param {Record<string, unknown>} note
   */
  async add(note) {
    const { isOver, words } = this.lent;
    const position = Number(note.position ?? this.chosen);
    const layer = isOver() ? "own" : this.audience.value;
    const body = { line: this.lineAt(position), position, layer, ...note };
    const answer = await this.ask("POST", "", body, this.notes?.version ?? 0, this.requestName);
    if (answer?.status === STALE) {
      await this.fetch();
      this.draw();
      this.say(words.moved, true);
    }
    // Where no answer came it may have been carried out, so the same name is sent again.
    if (answer) this.requestName = newName();
    return answer?.ok ? answer.data : null;
  }

  /** @param {string} words */
  async done(words) {
    await this.fetch();
    this.draw();
    this.say(words);
  }

  async addComment() {
    const { id, words } = this.lent;
    const text = this.text.value.trim();
    if (!text) {
      this.text.focus();
      return;
    }
    if (!(await this.add({ kind: "comment", text }))) return;
    this.text.value = "";
    writeDraft(id, { text: "" });
    await this.done(words.saved);
  }

  /** The glyph that the author gave to what is chosen. */
  get glyph() {
    const isOwn = (/** @type {Note} */ { kind, layer, first, position }) =>
      kind === "glyph" && layer === this.notes?.layer && first <= this.chosen && this.chosen <= position;
    return this.here.find(isOwn);
  }

  /**
   * Give a glyph to what is chosen, or another one; the same again takes it away.
   * @param {string} sign
   */
  async setGlyph(sign) {
    const { words } = this.lent;
    const given = this.glyph;
    const isSame = given?.text === sign;
    if (given && isSame) await this.retract(given);
    else if (given) {
      const answer = await this.ask("PUT", `/${given.id}`, { text: sign }, given.version);
      if (answer?.ok || answer?.status === STALE) await this.done(words.saved);
    } else if (await this.add({ kind: "glyph", text: sign, layer: "own" })) await this.done(words.saved);
    /** @type {HTMLElement | null} */
    const pressed = this.body.querySelector(`[data-glyph="${sign}"]`);
    pressed?.focus();
  }

  /** @param {Note} note */
  async retract(note) {
    const answer = await this.ask("DELETE", `/${note.id}`, undefined, note.version);
    if (!answer?.ok && answer?.status !== STALE) return;
    await this.done(this.lent.words[answer.ok ? "deleted" : "moved"]);
    this.root.focus({ preventScroll: true });
  }

  /**
   * Take a touch of the table where it is a mark, or a decision that is tried.
   * @param {MouseEvent | KeyboardEvent} event
   */
  onTouch(event) {
    if (this.root.hidden || (!this.marks.isOn && !this.trial)) return;
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    const target = event.target instanceof Element ? event.target : null;
    const touched = target?.closest(".board [data-spot], .side [data-spot]");
    if (!(touched instanceof HTMLElement || touched instanceof SVGElement)) return;
    const spot = touched.dataset.spot ?? "";
    if (this.trial && !this.trial.takes(spot)) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.trial) this.trial.touch(spot);
    else this.marks.add(spot);
  }

  // Variations.

  /** @param {number} position @param {boolean} isResumed */
  async vary(position, isResumed = false) {
    this.marks.turn(false);
    this.trial = new Trial(this, this.lineAt(position), position);
    await this.trial.begin(isResumed ? readDraft(this.lent.id).trial : undefined);
  }

  /** @param {Note} note */
  async extend(note) {
    const { player } = this.lent;
    const number = player.page.lines.findIndex(({ id }) => id === note.label);
    if (number < 0) return;
    player.goToLine(number, Infinity);
    this.trial = new Trial(this, note.label, player.position);
    await this.trial.begin();
  }

  /** End the trial, and show the desk again. */
  endTrial() {
    this.trial = null;
    this.showLegal();
    this.draw();
    this.root.focus({ preventScroll: true });
  }
}

/** @param {string} text @param {number} most */
function clip(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const opener = byId("study");
opener.addEventListener("calimala:study", (event) => {
  if (event instanceof CustomEvent) new Desk(event.detail, opener);
});
