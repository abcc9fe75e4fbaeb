/** All games of a phone: a copy of them as one file, back from one, how much room there is, and games to delete. */

import { button, byId } from "../common/elements.js";
import { ask } from "../common/service.js";
import { contentOf, h } from "../viewer/elements.js";
import { format } from "../viewer/words.js";

/** What became of a copy. @typedef {{added: string[], continued: string[], same: string[], refused: Record<string, string>}} Restored */

const BACKUP = "/api/backup";
const MEGABYTE = 1e6;
const LITTLE = 50;

const panel = byId("kept");
const words = /** @type {Record<string, string>} */ (panel.dataset);
const message = byId("kept-message");
const room = byId("room");
const surely = byId("surely", HTMLDialogElement);
const file = byId("restore", HTMLInputElement);

/** @param {string} text */
function say(text) {
  message.textContent = text;
}

/** Save all games as a file. */
async function save() {
  const response = await ask(BACKUP);
  if (!response.ok) return say(words.failed);
  const address = URL.createObjectURL(await response.blob());
  const date = new Date().toISOString().slice(0, 10);
  h("a", { href: address, download: `calimala-${date}.ndjson` }).click();
  URL.revokeObjectURL(address);
}

/** @param {File} chosen */
async function restore(chosen) {
  const response = await ask(BACKUP, { method: "POST", body: chosen });
  const answer = await response.json();
  if (!response.ok) return say(answer.detail ?? answer.title);
  /** @type {Restored} */
  const { added, continued, same, refused } = answer;
  const counts = { added: added.length, continued: continued.length, same: same.length };
  const reasons = Object.values(refused).join("; ");
  say([format(words.restored, counts), reasons && format(words.refused, { words: reasons })].filter(Boolean).join(" "));
  if (added.length || continued.length) setTimeout(() => location.reload(), reasons ? 6000 : 1500);
}

/** @param {HTMLElement} asked */
function confirmDelete({ dataset: { delete: id = "", title = "" } }) {
  const act = async () => {
    surely.close();
    const response = await ask(`/api/games/${id}`, { method: "DELETE" });
    if (response.ok) location.reload();
    else say((await response.json()).detail);
  };
  surely.replaceChildren(
    ...contentOf([
      h("p", { id: "surely-words" }, format(words.surely, { title })),
      h(
        "div",
        { class: "row" },
        button(words.yes, act, { class: "primary" }),
        button(words.no, () => surely.close()),
      ),
    ]),
  );
  surely.showModal();
}

/** Say how much room there is, and whether the browser may take it back. */
async function showRoom() {
  if (!navigator.storage?.estimate) return;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  const isSafe = await navigator.storage.persisted?.();
  const free = Math.floor((quota - usage) / MEGABYTE);
  const sentences = [format(words.room, { number: free }), isSafe ? words.safe : words.unsafe];
  room.textContent = [free < LITTLE && words.full, ...sentences].filter(Boolean).join(" ");
}

byId("backup").addEventListener("click", save);
file.addEventListener("change", () => {
  const chosen = file.files?.[0];
  if (chosen) restore(chosen);
  file.value = "";
});
/** @type {NodeListOf<HTMLElement>} */
const deletes = document.querySelectorAll("[data-delete]");
for (const one of deletes) one.addEventListener("click", () => confirmDelete(one));
showRoom();
