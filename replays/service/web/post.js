/** Writes a post as it was chosen, and copies it. */

import { ask, strongest, takeFromAddress } from "./keys.js";
import { isAlone } from "./recorder/alone.js";
import { copy } from "./recorder/copying.js";

const form = document.getElementById("composer");
const parts = document.getElementById("parts");
const told = document.getElementById("told");
const { id, ...words } = form.dataset;
const WAIT = 300;

takeFromAddress(id);
let timer = 0;
let asked = 0;

function chosen() {
  const given = new FormData(form);
  const query = new URLSearchParams({
    for: given.get("for"),
    spoilers: String(given.has("spoilers")),
    pictures: String(given.has("pictures")),
    lang: document.documentElement.lang.replace("-", "_"),
  });
  for (const name of ["from", "to", "words"]) if (given.get(name)) query.set(name, given.get(name));
  return query;
}

async function write() {
  asked += 1;
  const mine = asked;
  try {
    const key = strongest(id) || new URLSearchParams(location.search).get("key") || "";
    const answer = await ask(`/api/games/${id}/post?${chosen()}`, { key });
    const post = await answer.json();
    if (mine !== asked) return;
    if (!answer.ok) throw new Error(post.detail);
    const isLocal = isAlone() && post.parts.some((text) => text.includes(location.host));
    const notices = [!post.scorings && words.unscored, post.unlinked && words.unlinked, isLocal && words.alone];
    told.textContent = notices.filter(Boolean).join(" ");
    told.className = told.textContent ? "notice" : "";
    parts.replaceChildren(...post.parts.map((text, number) => part(text, number, post.parts.length)));
  } catch (error) {
    if (mine !== asked) return;
    told.textContent = error instanceof TypeError ? words.failed : error.message;
    told.className = "bad";
    parts.replaceChildren();
  }
}

function part(text, number, count) {
  const label = document.createElement("label");
  const name = document.createElement("span");
  name.textContent = words.part.replace("{number}", number + 1).replace("{count}", count);
  const area = document.createElement("textarea");
  area.className = "post-part";
  area.readOnly = true;
  area.value = text;
  label.append(name, area);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words.copy;
  button.addEventListener("click", async () => {
    await copy(text, area);
    button.textContent = words.copied;
  });
  const whole = document.createElement("div");
  whole.className = "panel";
  whole.append(label, button);
  return whole;
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(write, WAIT);
});
write();
