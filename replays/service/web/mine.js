/** The games that this browser holds keys of, on the first page. */

import { ask, everything, keysOf, strongest } from "./keys.js";

const MOST = 12;
const section = document.getElementById("mine");
const list = section.querySelector("ul");
const words = section.dataset;

function link(address, id, name) {
  const made = document.createElement("a");
  made.href = address.replace("ID", encodeURIComponent(id));
  made.textContent = name;
  return made;
}

async function titleOf(id, key) {
  const answer = await ask(`/api/games/${encodeURIComponent(id)}`, { key });
  if (!answer.ok) return id;
  const { title } = await answer.json();
  return title || id;
}

const ids = Object.keys(everything())
  .filter((id) => strongest(id))
  .reverse()
  .slice(0, MOST);
for (const id of ids) {
  const keys = keysOf(id);
  const game = link(words.game, id, id);
  const item = document.createElement("li");
  item.append(game);
  if (keys.recorder || keys.owner) item.append(" · ", link(words.record, id, words.recording));
  if (keys.owner) item.append(" · ", link(words.own, id, words.owning));
  list.append(item);
  titleOf(id, strongest(id)).then((title) => {
    game.textContent = title;
  });
}
section.hidden = !ids.length;
