/** What is said about the game while it is played: a comment, and a photo of the table. */

import { button, h } from "./elements.js";
import { dialog } from "./dialog.js";
import { keepPhoto, smaller } from "./photos.js";
import { name } from "./ledger.js";
import { say } from "./told.js";

const LONGEST = 2000;

/** @param {{ledger: object, later: (entry: object) => void}} told */
export function saying({ ledger, later }) {
  const at = ledger.entries.length ? undefined : ledger.now?.last.at(-1)?.id;
  dialog(say("say"), (close) => [comment(at, later, close), photo(at, later, close)]);
}

function comment(at, later, close) {
  const box = h("textarea", { name: "text", rows: 3, maxlength: LONGEST, required: true });
  return h(
    "form",
    {
      submit: (event) => {
        event.preventDefault();
        const text = box.value.trim();
        if (!text) return;
        later({ path: "/comments", json: at ? { at, text } : { text }, words: say("comment"), isFree: true });
        close();
      },
    },
    h("label", {}, h("span", {}, say("comment.what")), box),
    button(say("comment.send"), () => undefined, { kind: "primary", type: "submit" }),
  );
}

function photo(at, later, close) {
  const wrong = h("p", { class: "bad", role: "alert" });
  const input = h("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    name: "photo",
    change: async () => {
      const [file] = input.files;
      if (!file) return;
      try {
        const kept = name();
        await keepPhoto(kept, await smaller(file));
        const query = at ? `?at=${encodeURIComponent(at)}` : "";
        later({ path: `/photos${query}`, photo: kept, words: say("photo"), isFree: true });
        close();
      } catch {
        wrong.textContent = say("photo.wrong");
      }
    },
  });
  return h("div", { class: "photo" }, h("label", {}, h("span", {}, say("photo.what")), input), wrong);
}
