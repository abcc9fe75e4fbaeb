/** Writes a post as it was chosen, and copies it. */

/** @import { Post, Problem } from "../common/api.js" */

import { byId, copyButton, isAlone } from "../common/elements.js";
import { strongestKey, takeKeyFromAddress } from "../common/keys.js";
import { ask } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { format } from "../viewer/words.js";

const WAIT = 300;

const form = byId("composer", HTMLFormElement);
const parts = byId("parts");
const message = byId("message");
const { id = "", ...words } = form.dataset;

takeKeyFromAddress(id);
let timer = 0;
let latest = 0;

function chosen() {
  const given = new FormData(form);
  const query = new URLSearchParams({
    for: String(given.get("for")),
    spoilers: String(given.has("spoilers")),
    pictures: String(given.has("pictures")),
  });
  for (const name of ["from", "to", "words"]) {
    const value = given.get(name);
    if (value) query.set(name, String(value));
  }
  return query;
}

async function write() {
  latest += 1;
  const mine = latest;
  try {
    const key = strongestKey(id) || new URLSearchParams(location.search).get("key") || "";
    const response = await ask(`/api/games/${id}/post?${chosen()}`, { key });
    /** @type {Post & Problem} */
    const post = await response.json();
    if (mine !== latest) return;
    if (!response.ok) throw new Error(post.detail);
    const isLocal = isAlone() && post.parts.some((text) => text.includes(location.host));
    const notices = [!post.scorings && words.unscored, post.unlinked && words.unlinked, isLocal && words.alone];
    show(notices.filter(Boolean).join(" "), "notice");
    parts.replaceChildren(...post.parts.map((text, number) => drawPart(text, number + 1, post.parts.length)));
  } catch (error) {
    if (mine !== latest) return;
    show(error instanceof Error && !(error instanceof TypeError) ? error.message : (words.failed ?? ""), "bad");
    parts.replaceChildren();
  }
}

/** @param {string} text @param {string} kind */
function show(text, kind) {
  message.textContent = text;
  message.className = text && kind;
}

/** @param {string} text @param {number} number @param {number} count */
function drawPart(text, number, count) {
  const { part = "", copy = "", copied = "" } = words;
  const area = h("textarea", { class: "post-part", readonly: true });
  area.value = text;
  return h(
    "div",
    { class: "panel" },
    h("label", {}, h("span", {}, format(part, { number, count })), area),
    copyButton(text, area, copy, copied),
  );
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(write, WAIT);
});
write();
