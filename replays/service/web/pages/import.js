/** Adding a game: what was pasted, dropped or chosen goes to the service, which reads it and says what is wrong. */

/** @import { GameInfo, MadeGame, Problem } from "../common/api.js" */

import { byId } from "../common/elements.js";
import { storeNewKeys } from "../common/keys.js";
import { ask, IS_POCKET, ROOT } from "../common/service.js";
import { contentOf, h } from "../viewer/elements.js";
import { format } from "../viewer/words.js";

/** @typedef {{made?: MadeGame, problems: Problem[]}} Result */

/** How the type of a problem ends where a text has no share code in it. */
const NO_CODE = "/no-share-code";
const MOST_PROBLEMS = 20;
/** Games that are compared with one that was added. */
const MOST_RECORDS = 3;
/** Where a text lies that another app gave to this one. */
const GIVEN = "calimala.given";

const form = byId("import", HTMLFormElement);
const text = byId("text", HTMLTextAreaElement);
const file = byId("file", HTMLInputElement);
const drop = byId("drop");
const wrong = byId("wrong");
const done = byId("done");
const { at = "", further = "", right = "", shareKey = "", ...words } = form.dataset;

/**
 * Return whether a text can only be a share code: texts of games have headers or are JSON.
 * @param {string} given
 */
function isShareCode(given) {
  return !/^\s*[[{]/m.test(given);
}

/** @param {File} chosen */
async function read(chosen) {
  text.value = await chosen.text();
}

/**
 * Return what became of a text: the game that was made, or the problems with it.
 * @param {string} given @param {string} visibility @returns {Promise<Result>}
 */
async function send(given, visibility) {
  if (isShareCode(given)) {
    const response = await ask("/api/games", { method: "POST", json: { share: given, visibility } });
    const data = await response.json();
    if (response.ok) return { made: data, problems: [] };
    return { problems: [String(data.type).endsWith(NO_CODE) ? { title: words.neither } : data] };
  }
  const response = await ask(`/api/import?visibility=${visibility}`, {
    method: "POST",
    body: given,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
  if (!response.ok) return { problems: [await response.json()] };
  const [first] = (await response.text()).split("\n");
  return { problems: [], ...JSON.parse(first || "{}") };
}

/** @param {Problem} problem */
function drawProblem(problem) {
  const expected = [problem.expected, ...(problem.suggestions ?? [])].filter(Boolean).join(words.semicolon);
  return [
    h("p", {}, h("strong", {}, problem.title ?? words.fault)),
    problem.line && h("p", {}, format(at, { ...problem })),
    problem.detail && h("p", {}, problem.detail),
    problem.context && h("pre", { class: "code", tabindex: 0 }, problem.context),
    expected && h("p", {}, format(right, { words: expected })),
  ];
}

/**
 * Return further problems, folded: most of them only follow from the first one.
 * @param {Problem[]} problems
 */
function drawFurther(problems) {
  return h(
    "details",
    {},
    h("summary", {}, format(further, { number: problems.length })),
    problems.slice(0, MOST_PROBLEMS).map(drawProblem),
  );
}

/** @param {Result} result */
async function show({ made, problems }) {
  const [first, ...rest] = problems;
  wrong.replaceChildren(...contentOf([first && drawProblem(first), rest.length > 0 && drawFurther(rest)]));
  done.replaceChildren();
  if (!made) {
    if (first) select(first);
    wrong.querySelectorAll("pre").forEach(showCaret);
    wrong.focus();
    return;
  }
  storeNewKeys(made.id, made.keys);
  done.append(h("p", {}, words.done), h("p", { class: "row" }, await links(made)));
  if (IS_POCKET) done.append(...contentOf([await otherRecord(made.id)]));
  text.value = "";
  done.focus();
}

/**
 * Return links to the pages of a game; that to record it only where more can be recorded.
 * @param {MadeGame} made
 */
async function links({ id, keys }) {
  const query = words.query ? `?${words.query}` : "";
  const response = await ask(`/api/games/${id}`, { key: keys.owner });
  /** @type {GameInfo} */
  const { over } = response.ok ? await response.json() : {};
  const link = (/** @type {string} */ page, /** @type {string | undefined} */ name, kind = "button") =>
    h("a", { href: `${ROOT}/${page}/${id}${query}`, class: kind }, name);
  return [
    link("g", words.look, "button primary"),
    over ? null : link("record", words.record),
    words.own ? link("own", words.own) : null,
  ];
}

/**
 * Return what is said where this phone has another record of the same game, with a link that merges the two.
 * @param {string} id
 */
async function otherRecord(id) {
  const response = await ask(`/api/games/${id}/records`);
  /** @type {{id: string, title: string}[]} */
  const records = response.ok ? await response.json() : [];
  for (const record of records.slice(0, MOST_RECORDS)) {
    const json = { preferred: [] };
    if (!(await ask(`/api/games/${record.id}/merge?other=${id}`, { method: "POST", json })).ok) continue;
    const address = `${ROOT}/merge/${record.id}?${words.query ? `${words.query}&` : ""}other=${id}`;
    return [
      h("p", {}, format(words.again ?? "", { title: record.title })),
      h("p", {}, h("a", { href: address, class: "button" }, words.merge)),
    ];
  }
  return null;
}

/**
 * Scroll a line until the caret below its mistake is in sight.
 * @param {HTMLElement} box
 */
function showCaret(box) {
  const lines = box.textContent.split("\n");
  const caret = lines[lines.length - 1].indexOf("^");
  const longest = Math.max(...lines.map((line) => line.length));
  if (caret >= 0) box.scrollLeft = (box.scrollWidth * caret) / longest - box.clientWidth / 2;
}

/**
 * Select the place of a problem in the text, and bring it into sight.
 * @param {Problem} problem
 */
function select({ line, column = 1 }) {
  if (!line) return;
  const before = text.value.split("\n").slice(0, line - 1);
  const start = before.join("\n").length + (before.length ? 1 : 0) + column - 1;
  text.setSelectionRange(start, start + 1);
  text.scrollTop = heightOf(text.value.slice(0, start)) - text.clientHeight / 2;
}

/**
 * Return how high a text is in the box, which breaks its lines, in pixels.
 * @param {string} part
 */
function heightOf(part) {
  const ruler = /** @type {HTMLTextAreaElement} */ (text.cloneNode());
  ruler.removeAttribute("id");
  ruler.removeAttribute("name");
  ruler.rows = 1;
  Object.assign(ruler.style, { position: "absolute", visibility: "hidden", height: "0", minHeight: "0" });
  ruler.style.width = getComputedStyle(text).width;
  ruler.value = part;
  text.after(ruler);
  const height = ruler.scrollHeight;
  ruler.remove();
  return height;
}

/** Return what another app gave to this one, once; empty without anything. */
function takeGiven() {
  try {
    const given = sessionStorage.getItem(GIVEN) ?? "";
    sessionStorage.removeItem(GIVEN);
    return given;
  } catch {
    return "";
  }
}

text.value = takeGiven();
const code = location.hash.slice(1);
if (code.startsWith(shareKey)) text.value = code.slice(shareKey.length);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = true;
  done.replaceChildren(words.waiting ?? "");
  wrong.replaceChildren();
  try {
    await show(await send(text.value, String(new FormData(form).get("visibility"))));
  } catch {
    await show({ problems: [{ title: words.fault }] });
  } finally {
    button.disabled = false;
  }
});

file.addEventListener("change", () => {
  const chosen = file.files?.[0];
  if (chosen) read(chosen);
});
for (const kind of ["dragenter", "dragover"]) {
  drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const chosen = event.dataTransfer?.files[0];
  if (chosen) read(chosen);
  else text.value = event.dataTransfer?.getData("text/plain") ?? "";
});
