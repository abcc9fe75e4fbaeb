/** A puzzle: the placement that was tapped is sent as the answer, and what was played is shown beside it. */

/** @import { Choice, Problem, Revealed } from "../common/api.js" */

import { byId } from "../common/elements.js";
import { ask, ROOT } from "../common/service.js";
import { h } from "../viewer/elements.js";

const DISCS = ["c", "w", "s", "d"];

const puzzle = byId("puzzle");
const revealed = byId("revealed");
const words = puzzle.dataset;

/**
 * Return the placement on a street of the disc that is chosen; without a choice of the only kind that fits there.
 * @param {HTMLButtonElement} button
 */
function placementOn(button) {
  /** @type {HTMLInputElement | null} */
  const chosen = puzzle.querySelector('input[name="disc"]:checked');
  const disc = chosen?.value ?? DISCS.find((kind) => kind in button.dataset);
  return disc && button.dataset[disc];
}

/** @param {string | undefined} title @param {Choice} choice */
function drawChoice(title, choice) {
  return h(
    "div",
    {},
    h("h3", {}, title),
    h("p", {}, choice.words),
    h("p", { class: "quiet" }, words.activates),
    h(
      "ol",
      {},
      choice.activates.map((one) => h("li", {}, one.words)),
    ),
    choice.to_council && h("p", {}, words.council),
  );
}

/** @param {Revealed} answer */
function show(answer) {
  revealed.replaceChildren(
    h("h2", {}, answer.verdict),
    h(
      "div",
      { class: "side-by-side" },
      answer.answered && drawChoice(words.yours, answer.answered),
      drawChoice(words.played, answer.played),
    ),
    h("h3", {}, words.gave),
    h(
      "ol",
      {},
      answer.gave.map(({ done, followed }) =>
        h(
          "li",
          {},
          h(
            "ul",
            {},
            done.map((deed) => h("li", {}, deed)),
            followed && h("li", { class: "quiet" }, followed),
          ),
        ),
      ),
    ),
    h("p", {}, answer.sum),
    ...(answer.judged.length ? [h("h3", {}, words.judge)] : []),
    ...answer.judged.map((line) => h("p", {}, line.trim())),
  );
  if (answer.game) revealed.append(h("p", {}, h("a", { href: answer.game }, words.game)));
  revealed.hidden = false;
  revealed.focus({ preventScroll: true });
  revealed.scrollIntoView({ block: "nearest" });
}

/** @param {string} symbol empty to see what was played without an answer */
async function answer(symbol) {
  const given = new URLSearchParams(location.search);
  const key = given.get("key");
  const query = key ? `?${new URLSearchParams({ key })}` : "";
  const path = (words.address ?? "").slice(ROOT.length);
  try {
    const response = await ask(path + query, { method: "POST", json: { answer: symbol } });
    /** @type {Revealed & Problem} */
    const data = await response.json();
    if (!response.ok) throw new Error(data.detail);
    show(data);
  } catch (error) {
    const why = error instanceof Error && !(error instanceof TypeError) ? error.message : words.failed;
    revealed.replaceChildren(h("p", { class: "bad" }, why));
    revealed.hidden = false;
  }
}

/** Disable the streets on which no disc of the chosen kind can be placed. */
function disableStreets() {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = puzzle.querySelectorAll(".puzzle-city button");
  for (const button of buttons) button.disabled = placementOn(button) === undefined;
}

puzzle.addEventListener("change", disableStreets);
puzzle.addEventListener("click", ({ target }) => {
  const button = target instanceof Element && target.closest("button");
  if (!button) return;
  const symbol = button.id === "give-up" ? "" : placementOn(button);
  if (symbol !== undefined) answer(symbol);
});
disableStreets();
