/**
 * The page of a game that its address alone does not show: a browser that holds a key for it asks again with that, and
 * shows the page that it gets then.
 */

import { ask, ROOT, strongest, takeFromAddress } from "./keys.js";

const path = location.pathname.slice(ROOT.length);
const [, id] = /^\/g\/([a-z0-9-]{1,64})(?:\/[^/]+)?$/.exec(path) ?? [];

async function unlock() {
  takeFromAddress(id);
  const key = strongest(id);
  if (!key) return;
  const answer = await ask(path + location.search, { key, cache: "no-store" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const still of page.querySelectorAll("noscript")) still.remove();
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  document.querySelector("calimala-replay").dataset.locked = "yes";
  await import("./calimala-replay.js");
  await import("./game.js");
}

if (id) unlock();
