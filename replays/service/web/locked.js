/** The page of a game that its address alone does not show: a browser that holds a key for it asks with that. */

import "./calimala-replay.js";
import { begin } from "./game.js";
import { ROOT, ask, strongest, takeFromAddress } from "./keys.js";

const [, id, step] = /^\/g\/([a-z0-9-]{1,64})(?:\/([^/]+))?$/.exec(location.pathname.slice(ROOT.length)) ?? [];

async function unlock() {
  takeFromAddress(id);
  const key = strongest(id);
  if (!key) return;
  const language = document.documentElement.lang.replace("-", "_");
  const answer = await ask(`/api/games/${id}/page?lang=${language}`, { key });
  if (!answer.ok) return;
  const page = await answer.json();
  const replay = document.createElement("calimala-replay");
  const data = document.createElement("script");
  data.type = "application/json";
  data.textContent = JSON.stringify(page);
  replay.append(data);
  for (const name of ["whole", "base", "place"]) replay.setAttribute(name, "");
  replay.setAttribute("base", `${ROOT}/g/${id}`);
  replay.setAttribute("place", step ? decodeURIComponent(step) : "end");
  const told = document.getElementById("told");
  Object.assign(replay.dataset, told.dataset, { game: id, version: "", over: "no" });
  const title = document.querySelector("h1");
  title.textContent = page.title;
  document.title = page.title;
  document.body.classList.add("wide");
  told.textContent = "";
  told.after(replay);
  begin(replay);
}

if (id) unlock();
