/** A game begins: who plays, how the tiles are laid out, and the keys that this phone stores. */

/** @import { DealtSetup, MadeGame, Problem } from "../common/api.js" */
/** @import { Child } from "../viewer/elements.js" */

import { namedKeys, storeNewKeys } from "../common/keys.js";
import { IS_POCKET, newName, ROOT, request, unlessReached } from "../common/service.js";
import { City } from "../viewer/city.js";
import { contentOf, h } from "../viewer/elements.js";
import { placeIcon } from "../viewer/shapes.js";
import { keyAddress, ownerKey } from "./keeping.js";
import { button, details, findParts, PAGE, playerTitle, signOf, text } from "./page.js";
import { standAlone } from "./table.js";

/** @type {Record<string, object>} */
const RULES = {
  first: { edition: "first" },
  second: { edition: "second" },
  intrigue: { edition: "second", intrigue: true },
  families: { edition: "second", intrigue: true, families: "deal" },
};
const SQUARES = 9;
const MIDDLE = 4;
const CONTRIBUTE = "C";
const LAST_TWO = 2;

const parts = findParts();
const form = /** @type {HTMLFormElement} */ (parts.form);

/** The name of the request that makes the game: a second tap, or a lost answer, makes no second one. */
let requestName = newName();
/** The tiles that were tapped, in their order. @type {string[]} */
let city = [];
/** @type {string[]} */
let council = [];
/** Counts what is shown, so that a late answer is not. */
let shown = 0;

// Who plays.

/** A row of the form. @typedef {{name: HTMLInputElement, colour: HTMLSelectElement, wrong: HTMLElement, isGiven: boolean}} Row */

/** @type {Row[]} `isGiven` says that the colour was given to somebody who was named */
const rows = Array.from(form.querySelectorAll(".seat-row"), (row, seat) => {
  const wrong = h("p", { class: "bad", id: `wrong${seat}`, role: "alert" });
  row.append(wrong);
  const name = /** @type {HTMLInputElement} */ (row.querySelector("input"));
  const colour = /** @type {HTMLSelectElement} */ (row.querySelector("select"));
  return { name, colour, wrong, isGiven: false };
});

/**
 * Let a player who is named play, with the first free colour; a player who is not named any more, and chose none, does
 * not play.
 * @param {Row} row
 */
function onName(row) {
  const isNamed = row.name.value.trim() !== "";
  if (isNamed && !row.colour.value) {
    const taken = rows.map((other) => other.colour.value);
    const colours = Array.from(row.colour.options, (option) => option.value);
    row.colour.value = colours.find((value) => value && !taken.includes(value)) ?? "";
    row.isGiven = true;
  } else if (!isNamed && row.isGiven) {
    row.colour.value = "";
    row.isGiven = false;
  }
  showProblems();
}

/**
 * Take away the name where nobody plays.
 * @param {Row} row
 */
function onColour(row) {
  row.isGiven = false;
  if (!row.colour.value) row.name.value = "";
  showProblems();
}

/** @param {Row} row @param {"name" | "colour"} field */
function fieldValue(row, field) {
  return row[field].value.trim().toLocaleLowerCase();
}

/**
 * Return whether a row repeats one before it.
 * @param {Row} row @param {"name" | "colour"} field
 */
function isRepeated(row, field) {
  const value = fieldValue(row, field);
  return value !== "" && rows.slice(0, rows.indexOf(row)).some((other) => fieldValue(other, field) === value);
}

/** Show what is wrong beside its field, before anything is sent. */
function showProblems() {
  for (const row of rows) {
    const problems = [];
    for (const [field, words] of /** @type {const} */ ([
      ["colour", text("new.colours")],
      ["name", text("new.names")],
    ])) {
      const isWrong = isRepeated(row, field);
      if (isWrong) problems.push(words);
      markField(row[field], isWrong, row.wrong.id);
    }
    const words = problems.join(" ");
    if (row.wrong.textContent !== words) row.wrong.textContent = words;
  }
}

/** @param {HTMLElement} field @param {boolean} isWrong @param {string} id of the words that say why */
function markField(field, isWrong, id) {
  if (isWrong) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", id);
  } else {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

/** Return whether all is well with the players; else go to the first field that is wrong. */
function checkPlayers() {
  /** @type {HTMLElement | null} */
  const wrong = form.querySelector("[aria-invalid]");
  wrong?.focus();
  return !wrong;
}

/** Return the table that was entered, as the service takes it. */
function readTable() {
  const fields = new FormData(form);
  const players = rows
    .filter((row) => row.colour.value)
    .map((row) => ({ colour: row.colour.value, name: row.name.value.trim() }));
  const rules = players.length === 2 ? RULES.first : RULES[String(fields.get("rules"))];
  const [event, site, date] = ["event", "site", "date"].map((name) => String(fields.get(name)).trim());
  return { players, ...rules, event, site, date: date.replaceAll("-", "."), deal: true };
}

/** Propose today, by the clock of this phone. */
function proposeDate() {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("date"));
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()];
  field.value ||= date.map((part) => String(part).padStart(2, "0")).join("-");
}

// Requests.

/** @param {string} why */
function showWrong(why) {
  parts.wrong.textContent = why;
}

/**
 * Ask the service; return null, and show why, where it refuses or cannot be reached.
 * @template Answer
 * @param {string} path @param {object} json @param {string} name of the request @returns {Promise<Answer | null>}
 */
async function post(path, json, name = "") {
  /** @type {{ok: boolean, data: Answer & Problem} | null} */
  const answer = await request(path, { method: "POST", json, name }).catch(unlessReached);
  if (answer?.ok) return answer.data;
  const why = details([answer?.data?.detail, answer?.data?.expected].filter((words) => words !== undefined));
  showWrong(answer ? text("new.wrong", { why }) : text("new.away"));
  return null;
}

/**
 * Show a set-up as it is to be laid out, which can still be another.
 * @param {{city?: string, council?: string}} tapped
 */
async function deal(tapped = {}) {
  if (!checkPlayers()) return;
  shown += 1;
  const mine = shown;
  /** @type {DealtSetup | null} */
  const dealt = await post("/api/deal", { ...readTable(), ...tapped });
  if (!dealt || mine !== shown) return;
  requestName = newName();
  const { setup, notation } = dealt;
  const families = setup.players.filter((player) => player.family);
  show(
    h("h2", {}, text("new.laid")),
    h("div", { class: "laid" }, drawCity(setup), drawCouncil(setup.council)),
    families.length > 0 &&
      h(
        "ul",
        {},
        families.map((player) => h("li", {}, text("new.family", { name: playerTitle(player), family: player.family }))),
      ),
    h(
      "div",
      { class: "row" },
      button(text("new.begin"), () => begin(notation), { kind: "primary", "data-new": "begin" }),
      tapped.city
        ? button(text("undo"), undo, { "data-new": "undo" })
        : button(text("new.shuffle"), () => deal(), { "data-new": "again" }),
    ),
  );
  parts.laid.querySelector("button")?.focus();
}

/**
 * Make the game, and go to its recorder.
 * @param {string} notation
 */
async function begin(notation) {
  const visibility = new FormData(form).get("visibility");
  /** @type {MadeGame | null} */
  const made = await post("/api/games", { notation, visibility }, requestName);
  if (!made) return;
  if (IS_POCKET) return location.assign(`${ROOT}/record/${made.id}${location.search}`);
  const isStored = storeNewKeys(made.id, made.keys);
  const record = isStored
    ? `${ROOT}/record/${made.id}${location.search}`
    : keyAddress(made.id, "recorder", made.keys.recorder);
  form.hidden = true;
  show(
    h("h2", {}, text("keep.title")),
    !isStored && h("p", { class: "bad" }, text("new.keys")),
    ownerKey(made.id, namedKeys(made.keys)),
    h("a", { class: "button primary", href: record, "data-new": "record" }, text("new.record")),
  );
  parts.laid.querySelector("input")?.focus();
}

// The tiles.

/** @param {Child[]} content */
function show(...content) {
  showWrong("");
  parts.laid.replaceChildren(...contentOf(content));
  parts.laid.scrollIntoView({ block: "nearest" });
}

/** @param {DealtSetup["setup"]} setup */
function drawCity({ city: squares, intrigue }) {
  const actions = tilesOf(squares);
  const names = PAGE.streets.map((street) => [...street].map((square) => actions[Number(square) - 1]));
  const square = Object.fromEntries(actions.map((action) => [action, text(`action.${action}`)]));
  const street = names.map(([one, other]) => text("street", { one: square[one], other: square[other] }));
  const { root } = new City(
    {
      city: actions.join(""),
      intrigue: intrigue ? names.map(([one, other]) => intrigue[one + other] ?? intrigue[other + one] ?? "") : [],
      controls: { city: text("city") },
      names: { square, street: Object.fromEntries(PAGE.streets.map((name, at) => [name, street[at]])) },
    },
    PAGE.streets,
  );
  for (const each of root.querySelectorAll(".street")) {
    each.setAttribute("role", "img");
    each.removeAttribute("tabindex");
  }
  return standAlone(root);
}

/**
 * Return the actions of the nine squares.
 * @param {string} city
 */
function tilesOf(city) {
  return [...city.replaceAll("/", "").replace("-", CONTRIBUTE)];
}

/** @param {string[]} tiles */
function drawCouncil(tiles) {
  return h(
    "ol",
    { class: "tiles", "aria-label": text("new.council") },
    tiles.map((tile) => h("li", {}, placeIcon(tile), h("span", {}, text(`tile.${tile}`)))),
  );
}

/** Let somebody tap the tiles in their order; the one in the middle is always there. */
function showTapping() {
  const actions = PAGE.actions.filter((tile) => tile !== CONTRIBUTE && !city.includes(tile));
  const tiles = PAGE.tiles.filter((tile) => !council.includes(tile));
  const isCity = city.length < SQUARES - 1;
  const left = isCity ? actions : tiles;
  const tileButton = (/** @type {string} */ tile, /** @type {string[]} */ list, /** @type {Child} */ content) => {
    const take = () => {
      // The last tile lies where there is room for one.
      list.push(tile, ...(left.length === LAST_TWO ? left.filter((other) => other !== tile) : []));
      showTapping();
    };
    return button(content, take, { "data-tile": tile });
  };
  const middle = isCity && text("new.middle", { tile: text(`action.${CONTRIBUTE}`) });
  shown += 1;
  show(
    h("h2", {}, isCity ? text("new.city") : text("new.council")),
    h("p", {}, text("new.place"), middle && [" ", middle]),
    drawSquares(),
    !isCity && drawCouncil(council),
    h(
      "div",
      { class: "tiles-to-tap" },
      isCity
        ? actions.map((tile) => tileButton(tile, city, [signOf(tile), text(`action.${tile}`)]))
        : tiles.map((tile) => tileButton(tile, council, [placeIcon(tile), text(`tile.${tile}`)])),
    ),
    h(
      "div",
      { class: "row" },
      city.length > 0 && button(text("undo"), undo, { "data-new": "undo" }),
      button(text("new.again"), beginAgain),
    ),
  );
  if (!isCity && !tiles.length) {
    const squares = [...city.slice(0, MIDDLE), "-", ...city.slice(MIDDLE)].join("");
    deal({ city: squares.replace(/(...)(?=.)/g, "$1/"), council: council.join(" ") });
  }
}

/** Take away the tile that was tapped last, and the one that came by itself after it. */
function undo() {
  const list = council.length ? council : city;
  const isFull = list.length === (list === city ? SQUARES - 1 : PAGE.tiles.length);
  list.splice(isFull ? -LAST_TWO : -1);
  showTapping();
}

function beginAgain() {
  if (!checkPlayers()) return;
  city = [];
  council = [];
  showTapping();
}

function drawSquares() {
  const squares = [...Array.from({ length: MIDDLE }, (_, at) => city[at]), CONTRIBUTE, ...city.slice(MIDDLE)];
  return h(
    "ol",
    { class: "squares", "aria-label": text("new.city") },
    Array.from({ length: SQUARES }, (_, at) => {
      const tile = squares[at];
      return tile
        ? h("li", { class: "square" }, signOf(tile), h("span", {}, text(`action.${tile}`)))
        : h("li", { class: "square free-square" }, String(at + 1));
    }),
  );
}

for (const row of rows) {
  row.name.addEventListener("input", () => onName(row));
  row.colour.addEventListener("change", () => onColour(row));
  if (row.name.value.trim()) onName(row);
}
showProblems();
proposeDate();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  deal();
});
parts.tapping.addEventListener("click", beginAgain);
