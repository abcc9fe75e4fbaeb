/**
 * The page of a game that its address alone does not show: a browser that has a key for it asks again with that, and
 * shows the page that it gets then.
 */

import { strongestKey, takeKeyFromAddress } from "../common/keys.js";
import { ROOT } from "../common/service.js";

const path = location.pathname.slice(ROOT.length);
const [, id] = /^\/(?:g|explore)\/([a-z0-9-]{1,64})(?:\/[^/]+)?$/.exec(path) ?? [];

/** @param {string} id */
async function unlock(id) {
  takeKeyFromAddress(id);
  const key = strongestKey(id);
  if (!key) return;
  // This is a page, not an answer of the service: it keeps its own address, which may not name a language.
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(location.href, { headers, cache: "no-store", credentials: "omit" });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const element of page.querySelectorAll("noscript")) element.remove();
  /** @type {HTMLElement | null} */
  const replay = page.querySelector("calimala-replay");
  if (replay) replay.dataset.locked = "yes";
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  if (!replay) return;
  await import("../calimala-replay.js");
  await import("./game.js");
}

if (id) unlock(id);
