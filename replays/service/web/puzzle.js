/** A puzzle: the placement that was tapped is asked about, and what was played is shown beside it. */

import { ask, ROOT } from "./keys.js";

const puzzle = document.getElementById("puzzle");
const revealed = document.getElementById("revealed");
const words = puzzle.dataset;
const query = new URLSearchParams(location.search);

function make(name, content, kind) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...[content].flat());
  return made;
}

/** The disc that was chosen; without a choice the only kind that a street takes. */
function disc(button) {
  const chosen = puzzle.querySelector('input[name="disc"]:checked');
  if (chosen) return chosen.value;
  return ["c", "w", "s", "d"].find((kind) => kind in button.dataset);
}

function choice(title, told) {
  const activates = told.activates.map((one) => make("li", one.words));
  return make("div", [
    make("h3", title),
    make("p", told.words),
    make("p", `${words.activates}:`, "quiet"),
    make("ol", activates),
    ...(told.to_council ? [make("p", words.council)] : []),
  ]);
}

function gift(told) {
  const followed = told.followed ? [make("li", told.followed, "quiet")] : [];
  return make("li", make("ul", [...told.done.map((done) => make("li", done)), ...followed]));
}

function show(told) {
  const link = make("a", words.game);
  if (told.game) link.href = told.game;
  revealed.replaceChildren(
    make("h2", told.verdict),
    make(
      "div",
      [...(told.answered ? [choice(words.yours, told.answered)] : []), choice(words.played, told.played)],
      "side-by-side",
    ),
    make("h3", words.gave),
    make("ol", told.gave.map(gift)),
    make("p", told.sum),
    ...(told.game ? [make("p", link)] : []),
  );
  revealed.hidden = false;
  revealed.focus({ preventScroll: true });
  revealed.scrollIntoView({ block: "nearest" });
}

async function answer(symbol) {
  const told = new URLSearchParams();
  for (const name of ["lang", "key"]) if (query.get(name)) told.set(name, query.get(name));
  if (!told.has("lang")) told.set("lang", document.documentElement.lang.replace("-", "_"));
  try {
    const path = words.address.slice(ROOT.length);
    const got = await ask(`${path}?${told}`, { method: "POST", json: { answer: symbol } });
    if (!got.ok) throw new Error((await got.json()).detail);
    show(await got.json());
  } catch (error) {
    revealed.replaceChildren(make("p", error instanceof TypeError ? words.failed : error.message, "bad"));
    revealed.hidden = false;
  }
}

/** Streets that take no disc of the chosen kind cannot be tapped. */
function bound() {
  for (const button of puzzle.querySelectorAll(".puzzle-city button"))
    button.disabled = !(disc(button) in button.dataset);
}

puzzle.addEventListener("change", bound);
puzzle.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.id === "give-up") answer("");
  else answer(button.dataset[disc(button)]);
});
bound();
