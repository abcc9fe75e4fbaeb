/** Two records of one game made into one: what they contradict each other in is asked, and what is answered is taken. */

/** @import { Problem } from "../common/api.js" */

import { byId } from "../common/elements.js";
import { ask, ROOT } from "../common/service.js";
import { contentOf, h } from "../viewer/elements.js";
import { format } from "../viewer/words.js";

/** @typedef {{source: string, id: string, said: string}} Named */
/** @typedef {{reading: Named, words: string[], more: boolean}} Reading */
/** @typedef {{turn: number, taken: Reading, other: Reading, refused: boolean}} Question */
/** @typedef {{questions: Question[], remarks: string[], made: string | null, over: boolean}} Merged */

const form = byId("merge", HTMLFormElement);
const questions = byId("questions");
const add = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
const wrong = byId("wrong");
const done = byId("done");
const words = /** @type {Record<string, string>} */ (form.dataset);

/** The readings of the other record that were chosen. @type {Named[]} */
let preferred = [];

/** @param {boolean} save @returns {Promise<Merged | null>} */
async function merge(save) {
  wrong.replaceChildren();
  questions.setAttribute("aria-busy", "true");
  try {
    const json = { preferred, save };
    const response = await ask(`/api/games/${words.id}/merge?other=${words.other}`, { method: "POST", json });
    const answer = await response.json();
    if (response.ok) return answer;
    report(answer);
  } catch {
    report({ title: words.fault });
  } finally {
    questions.removeAttribute("aria-busy");
  }
  return null;
}

/** @param {Problem} problem */
function report({ title, detail }) {
  questions.replaceChildren();
  wrong.replaceChildren(h("p", {}, detail ?? title));
  wrong.focus();
}

/** @param {Named} one @param {Named} other */
function isSame(one, other) {
  return one.source === other.source && one.id === other.id && one.said === other.said;
}

/**
 * Take the reading of a question that is not taken, and ask again: what follows may depend on it.
 * @param {Question} question @param {number} place
 */
async function choose({ taken, other }, place) {
  const others = preferred.filter((one) => !isSame(one, taken.reading));
  preferred = others.length < preferred.length ? others : [...preferred, other.reading];
  await show();
  const chosen = /** @type {HTMLInputElement | null} */ (
    questions.querySelectorAll("fieldset")[place]?.querySelector(":checked")
  );
  chosen?.focus();
}

/** @param {Reading} reading */
function drawReading({ reading, words: deeds, more }) {
  const described = [deeds.join(words.comma), more ? " …" : ""].join("");
  return [
    h("strong", {}, reading.source),
    ": ",
    h("bdi", {}, described || (reading.said ? "" : words.nothing)),
    " ",
    reading.said && h("code", {}, reading.said),
  ];
}

/** @param {Question} question @param {number} place */
function drawQuestion(question, place) {
  const { turn, taken, other, refused } = question;
  // The record of this phone comes first, whichever is taken.
  const readings = [taken, other].sort((one, two) => Number(isTheirs(one)) - Number(isTheirs(two)));
  return h(
    "fieldset",
    {},
    h("legend", {}, turn ? format(words.turn, { turn }) : words.settingUp),
    h("p", {}, words.clash),
    readings.map((reading) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: `question ${place}`,
          checked: reading === taken,
          change: () => choose(question, place),
        }),
        h("span", {}, drawReading(reading)),
      ),
    ),
    refused && h("p", { class: "bad" }, words.refused),
  );
}

/** @param {Reading} reading */
function isTheirs({ reading }) {
  return reading.source === words.theirs;
}

/** @param {string[]} remarks */
function drawRemarks(remarks) {
  return h(
    "details",
    {},
    h("summary", {}, words.remarks),
    h(
      "ul",
      {},
      remarks.map((remark) => h("li", {}, remark)),
    ),
  );
}

async function show() {
  const merged = await merge(false);
  add.hidden = !merged;
  if (!merged) return;
  questions.replaceChildren(
    ...contentOf([
      merged.questions.length ? merged.questions.map(drawQuestion) : h("p", {}, words.agree),
      merged.remarks.length > 0 && drawRemarks(merged.remarks),
    ]),
  );
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  add.disabled = true;
  const merged = await merge(true);
  add.disabled = false;
  if (!merged?.made) return;
  form.hidden = true;
  const link = (/** @type {string} */ page, /** @type {string} */ name, kind = "button") =>
    h("a", { href: `${ROOT}/${page}/${merged.made}${words.query ? `?${words.query}` : ""}`, class: kind }, name);
  const links = [link("g", words.look, "button primary"), merged.over ? null : link("record", words.record)];
  done.append(h("p", {}, words.done), h("p", { class: "row" }, links));
  done.focus();
});

show();
