/** The notes on the step that is shown: what is said, and what its author, and everybody else, can do with each. */

/** @import { Note } from "../common/api.js" */
/** @import { Desk } from "./desk.js" */

import { button } from "../common/elements.js";
import { h } from "../viewer/elements.js";
import { format } from "../viewer/words.js";

export const LONGEST = 10000;
const LONGEST_NAME = 200;
/** The status by which the service says that what was seen is no longer what there is. */
export const STALE = 412;

export class NoteList {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** The note that is being edited, by its id. */
    this.edited = "";
  }

  draw() {
    const { words } = this.desk.lent;
    const notes = this.desk.here;
    if (!notes.length) return h("p", { class: "quiet" }, words.none);
    return h(
      "ul",
      { class: "notes", "aria-label": words.notes },
      notes.map((note) => this.drawNote(note)),
    );
  }

  /** @param {Note} note */
  drawNote(note) {
    const { words } = this.desk.lent;
    if (this.edited === note.id) return h("li", { "data-note": note.id }, this.drawEdit(note));
    const isLine = note.kind === "variation";
    const said = isLine ? `↳ ${note.label} ${note.text} ` : note.text;
    return h(
      "li",
      { "data-note": note.id, class: `is-${note.kind}` },
      h("b", { class: "author" }, h("bdi", {}, note.author || words.record)),
      " ",
      h("bdi", { class: "said-note" }, said, isLine && h("code", {}, note.decisions.join(" "))),
      h(
        "div",
        { class: "row" },
        isLine && button(words.show, () => this.enter(note), { "data-study": "show" }),
        isLine && note.mine && button(words.extend, () => this.desk.extend(note), { "data-study": "extend" }),
        note.mine && note.kind !== "glyph" && button(isLine ? words.rename : words.edit, () => this.edit(note.id)),
        note.mine && this.deleteButton(note),
        note.layer !== this.desk.notes?.layer &&
          button(words.answer, () => this.answer(note), { "data-study": "answer" }),
      ),
    );
  }

  /** @param {Note} note */
  deleteButton(note) {
    const { words } = this.desk.lent;
    let isConfirmed = false;
    const made = button(
      words.delete,
      () => {
        if (isConfirmed) this.desk.retract(note);
        isConfirmed = true;
        made.textContent = words.surely;
      },
      { "data-study": "delete" },
    );
    return made;
  }

  /** @param {Note} note */
  drawEdit(note) {
    const { words } = this.desk.lent;
    const isLong = note.kind === "comment" || note.kind === "position";
    const attributes = { name: "edited", maxlength: isLong ? LONGEST : LONGEST_NAME, "aria-label": words.edit };
    const box = isLong ? h("textarea", { ...attributes, rows: 3 }) : h("input", { ...attributes, type: "text" });
    box.value = note.text;
    const save = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const answer = await this.desk.ask("PUT", `/${note.id}`, { text: box.value.trim() }, note.version);
      if (answer?.status === STALE && answer.data.note) {
        // What was typed stays in its box; saving again is meant for what somebody else wrote.
        note.version = answer.data.note.version;
        this.desk.say(format(words.changed, { words: answer.data.note.text }), true);
        return;
      }
      if (!answer?.ok) return;
      this.edited = "";
      await this.desk.done(words.saved);
    };
    queueMicrotask(() => box.focus());
    return h(
      "form",
      { submit: save },
      box,
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary" }, words.save),
        button(words.cancel, () => this.edit("")),
      ),
    );
  }

  /** @param {string} id */
  edit(id) {
    this.edited = id;
    this.desk.body.replaceChildren();
    this.desk.draw();
  }

  /** @param {Note} note */
  answer(note) {
    const name = note.author || this.desk.lent.words.record;
    this.desk.about.value = String(Math.max(note.position, Number(this.desk.about.options[0]?.value ?? 0)));
    if (!this.desk.text.value.startsWith(`@${name}`)) this.desk.text.value = `@${name} ${this.desk.text.value}`;
    this.desk.text.focus();
  }

  /** @param {Note} note */
  enter(note) {
    const { player } = this.desk.lent;
    const number = player.page.lines.findIndex(({ id }) => id === note.label);
    if (number > 0) player.enterLine(number);
  }
}
