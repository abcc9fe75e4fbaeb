/** What is said about the game while it is played: a comment, and a photo of the table, sent together; and what was. */

import { dialog } from "./dialog.js";
import { button, h } from "./elements.js";
import { name } from "./ledger.js";
import { keepPhoto, preview, smaller } from "./photos.js";
import { said } from "./said.js";
import { say } from "./told.js";

const LONGEST = 2000;

/** @param {{ledger: object, sender: object, later: (entry: object) => void}} told */
export function saying({ ledger, sender, later }) {
  const at = ledger.entries.length ? undefined : ledger.now?.last.at(-1)?.id;
  dialog(say("say"), (close) => [form(at, later, close), said(sender)]);
}

function form(at, later, close) {
  const box = h("textarea", { name: "text", rows: 3, maxlength: LONGEST, required: true });
  const wrong = h("p", { class: "bad", role: "alert" });
  const chosen = h("div", { class: "chosen-photo" });
  let photo = null;

  async function choose() {
    const [file] = input.files;
    if (!file) return;
    wrong.textContent = "";
    try {
      photo = await smaller(file);
      chosen.replaceChildren(await preview(photo), button(say("drop"), leaveOut, { "data-photo": "drop" }));
    } catch {
      leaveOut();
      wrong.textContent = say("photo.wrong");
    }
    box.required = !photo;
  }

  function leaveOut() {
    photo = null;
    box.required = true;
    input.value = "";
    chosen.replaceChildren();
  }

  async function send(event) {
    event.preventDefault();
    const text = box.value.trim();
    if ((!text && !photo) || box.disabled) return;
    box.disabled = true;
    if (photo) {
      const kept = name();
      try {
        await keepPhoto(kept, photo);
      } catch {
        wrong.textContent = say("phone.full");
        box.disabled = false;
        return;
      }
      const query = at ? `?at=${encodeURIComponent(at)}` : "";
      later({ path: `/photos${query}`, photo: kept, words: say("photo"), isFree: true });
    }
    if (text) later({ path: "/comments", json: at ? { at, text } : { text }, words: say("comment"), isFree: true });
    close();
  }

  const input = h("input", {
    type: "file",
    accept: "image/*",
    name: "photo",
    "aria-describedby": "photo-what",
    change: choose,
  });
  return h(
    "form",
    { submit: send },
    h("label", {}, h("span", {}, say("comment.what")), box),
    h(
      "div",
      { class: "photo" },
      h("p", { id: "photo-what", class: "quiet" }, say("photo.what")),
      h("label", { class: "button" }, say("photo.choose"), input),
      chosen,
      wrong,
    ),
    button(say("comment.send"), () => undefined, { kind: "primary", type: "submit" }),
  );
}
