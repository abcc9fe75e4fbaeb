/** The games that this browser has keys of, on the first page. */

/** @import { GameInfo } from "../common/api.js" */

import { byId } from "../common/elements.js";
import { allKeys, keysOf, strongestKey } from "../common/keys.js";
import { ask } from "../common/service.js";
import { h } from "../viewer/elements.js";

const MOST = 12;

const section = byId("mine");
const words = section.dataset;

/** @param {string | undefined} address @param {string} id @param {string | undefined} name */
function link(address = "", id, name) {
  return h("a", { href: address.replace("ID", encodeURIComponent(id)) }, name);
}

/** @param {string} id @returns {Promise<string>} */
async function titleOf(id) {
  const response = await ask(`/api/games/${encodeURIComponent(id)}`, { key: strongestKey(id) });
  if (!response.ok) return id;
  /** @type {GameInfo} */
  const { title } = await response.json();
  return title || id;
}

/** @param {string} id */
function gameItem(id) {
  const { owner, recorder } = keysOf(id);
  const game = link(words.game, id, id);
  titleOf(id).then((title) => {
    game.textContent = title;
  });
  return h(
    "li",
    {},
    game,
    (recorder || owner) && [" · ", link(words.record, id, words.recording)],
    owner && [" · ", link(words.own, id, words.owning)],
  );
}

const ids = Object.keys(allKeys())
  .filter((id) => strongestKey(id))
  .reverse()
  .slice(0, MOST);
section.querySelector("ul")?.append(...ids.map(gameItem));
section.hidden = !ids.length;
