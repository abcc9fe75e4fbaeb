/** The owner's page: who may do what with a game, and what the owner decides about that. */

/** @import { GameInfo, Key, GivenKey, Problem, Rights } from "../common/api.js" */

import { button, byId, copyButton, qrPicture } from "../common/elements.js";
import { forgetKey, keysOf, storeKeys, takeKeyFromAddress } from "../common/keys.js";
import { ask, ROOT } from "../common/service.js";
import { h } from "../viewer/elements.js";
import { format } from "../viewer/words.js";

/** @type {Record<string, string>} */
const PAGES = { owner: "own", recorder: "record", seat: "seat" };

const words = /** @type {Record<string, string>} */ (byId("words").dataset);
const { id } = words;
const panels = byId("panels");

takeKeyFromAddress(id);
const { owner = "" } = keysOf(id);

/** @type {Rights["people"]} */
let people = [];

/** Where the answer to what was tapped last is written: in its panel, at first above all of them. */
let message = byId("above");
for (const kind of ["click", "change", "submit"])
  panels.addEventListener(
    kind,
    ({ target }) => {
      /** @type {HTMLElement | null | undefined} */
      const nearest = target instanceof Element ? target.closest(".panel")?.querySelector(".message") : null;
      message = nearest ?? message;
    },
    true,
  );

/** @param {HTMLElement} place @param {string} text @param {string} kind */
function write(place, text, kind = "") {
  place.textContent = text;
  place.className = `message ${kind}`;
}

/** Take away all answers, and what came of the last request of the kind at hand. */
function clear() {
  /** @type {NodeListOf<HTMLElement>} */
  const messages = document.querySelectorAll(".message");
  for (const place of messages) write(place, "");
  for (const result of message.parentElement?.querySelectorAll(".result") ?? []) result.replaceChildren();
}

/**
 * Ask as the owner. Return the answer, null where there is none; show what is refused, and then return undefined.
 * @template [Answer=unknown]
 * @param {string} path after that of the game @param {string} method @param {unknown} json
 * @param {Record<string, string>} headers @returns {Promise<Answer | undefined>}
 */
async function askAsOwner(path, method = "GET", json = undefined, headers = {}) {
  const place = message;
  if (method !== "GET") clear();
  try {
    const response = await ask(`/api/games/${id}${path}`, { key: owner, method, json, headers });
    const text = await response.text();
    const answer = text ? JSON.parse(text) : null;
    if (!response.ok) {
      write(place, /** @type {Problem} */ (answer)?.detail ?? words.failed, "bad");
      return undefined;
    }
    if (method !== "GET") write(place, words.done, "good");
    return answer;
  } catch {
    write(place, words.failed, "bad");
    return undefined;
  }
}

/** @returns {Promise<Rights | undefined>} */
function askRights() {
  return askAsOwner("/keys");
}

/** @param {string} path @param {string} method @param {unknown} json */
async function change(path, method, json = undefined) {
  /** @type {Rights | undefined} */
  const rights = await askAsOwner(path, method, json);
  show(rights?.keys ? rights : await askRights());
  if (path.startsWith("/names")) showTitle();
}

/**
 * Ask the person whether something is to be done.
 * @param {string} what to what it is done @param {string} text @returns {Promise<boolean>}
 */
function confirmed(what, text) {
  const dialog = byId("surely", HTMLDialogElement);
  return new Promise((done) => {
    const answer = (/** @type {boolean} */ yes) => () => {
      dialog.close();
      done(yes);
    };
    dialog.replaceChildren(
      h("div", { id: "surely-words" }, h("p", {}, h("strong", {}, h("bdi", {}, what))), h("p", {}, text)),
      h("div", { class: "row" }, button(words.yes, answer(true)), button(words.no, answer(false))),
    );
    dialog.oncancel = () => done(false);
    dialog.showModal();
  });
}

// Keys.

/**
 * Return the name under which a key is stored: the role, of a seat with its number.
 * @param {{role: string, seat: number | null}} key
 */
function storedRole({ role, seat }) {
  return role === "seat" ? `seat${seat}` : role;
}

/** @param {{role: string, colour: string | null | undefined}} key */
function roleName({ role, colour }) {
  return words[role].replace("{colour}", words[colour ?? ""] ?? "");
}

/** @param {string} role @param {string} key */
function addressOf(role, key) {
  const page = role === "viewer" ? `/g/${id}?key=${key}` : `/${PAGES[role]}/${id}#${key}`;
  return location.origin + ROOT + page;
}

/** @param {string} link @param {string} name */
function linkBox(link, name) {
  const box = h("input", { readonly: true, value: link, "aria-label": format(words.link, { name }) });
  const shown = h("div", { class: "link-box" }, box, copyButton(link, box, words.copy, words.copied));
  qrPicture(link, name).then(
    (picture) => shown.append(picture),
    () => {},
  );
  return shown;
}

/** @param {Key} key @param {string | undefined} stored the key itself, where this browser has it */
function keyItem(key, stored) {
  const name = roleName(key);
  const minutes = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });
  const time = key.given ? new Date(key.given).toLocaleString(document.documentElement.lang, minutes) : "";
  const given = format(words.given, { time });
  const about = h("div", {}, h("strong", {}, name), " ", h("span", { class: "quiet" }, given));
  if (key.revoked) {
    about.append(" ", h("em", {}, words.revoked));
    return h("li", {}, about);
  }
  const tools = h("div", { class: "row" });
  if (stored) {
    const show = button(words.show, () => {
      show.replaceWith(linkBox(addressOf(key.role, stored), name));
    });
    tools.append(show);
  }
  const revoke = async () => {
    if (!(await confirmed(format(words.key, { name, given }), words.surelyRevoke))) return;
    if (stored) forgetKey(id, storedRole(key));
    change(`/keys/${key.number}`, "DELETE");
  };
  tools.append(button(words.revoke, revoke));
  return h("li", {}, about, tools);
}

/** @param {string} role @param {number} seat -1 for the key of no seat */
async function giveKey(role, seat) {
  /** @type {GivenKey | undefined} */
  const made = await askAsOwner("/keys", "POST", seat < 0 ? { role } : { role, seat });
  if (!made) return;
  if (role !== "owner") storeKeys(id, { [storedRole(made)]: made.key });
  show(await askRights());
  const name = roleName({ role, colour: people[seat]?.colour });
  byId("given").replaceChildren(h("h3", {}, name), linkBox(made.link, name));
}

// All of the page.

/** @param {Rights | undefined} rights */
function show(rights) {
  if (!rights) return;
  ({ people } = rights);
  const stored = keysOf(id);
  // Which of several keys of a role this browser has cannot be known, so the latest counts.
  const latest = new Map(rights.keys.filter((key) => !key.revoked).map((key) => [storedRole(key), key.number]));
  byId("keys").replaceChildren(
    ...rights.keys.map((key) =>
      keyItem(key, latest.get(storedRole(key)) === key.number ? stored[storedRole(key)] : undefined),
    ),
  );
  /** @type {[string, number][]} */
  const roles = [
    ["recorder", -1],
    ["viewer", -1],
    ["owner", -1],
    ...people.map(/** @returns {[string, number]} */ (_, seat) => ["seat", seat]),
  ];
  byId("give").replaceChildren(
    h("p", { class: "quiet" }, words.give),
    ...roles.map(([role, seat]) => button(roleName({ role, colour: people[seat]?.colour }), () => giveKey(role, seat))),
  );
  /** @type {HTMLInputElement | null} */
  const visibility = document.querySelector(`input[name="visibility"][value="${rights.visibility}"]`);
  if (visibility) visibility.checked = true;
  byId("names", HTMLInputElement).checked = rights.names_shown;
  byId("people").replaceChildren(
    ...people.map(({ colour, name }) => {
      const erase = format(words.erase, { colour: words[colour] });
      const eraseName = async () => {
        if (await confirmed(format(words.erasing, { colour: words[colour], name }), words.surely))
          change(`/names/${colour}`, "DELETE");
      };
      return h(
        "li",
        {},
        h("span", {}, format(words.person, { colour: words[colour], name: name || words.nameless }), " "),
        name && button(erase, eraseName),
      );
    }),
  );
  panels.hidden = false;
}

/** Show which game it is, above everything and in the list of open pages. */
async function showTitle() {
  /** @type {GameInfo | undefined} */
  const game = await askAsOwner("");
  if (!game?.title) return;
  document.title = game.title;
  document.querySelector("h1")?.replaceChildren(h("bdi", {}, game.title));
}

byId("visibility").addEventListener("change", ({ target }) => {
  change("/visibility", "PUT", { visibility: /** @type {HTMLInputElement} */ (target).value });
});
byId("names").addEventListener("change", () => {
  change("/names", "PUT", { shown: byId("names", HTMLInputElement).checked });
});
byId("erase-all").addEventListener("click", async () => {
  const names = people.map(({ name }) => name).filter(Boolean);
  if (await confirmed(names.join(words.comma), words.surelyAll)) change("/names", "DELETE");
});
byId("reveal").addEventListener("click", async () => {
  if (await confirmed(document.title, words.surelyReveal)) askAsOwner("/reveal?now=0", "POST", {}, { "If-Match": "*" });
});
const form = byId("puzzle-form", HTMLFormElement);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(form);
  /** @type {{link: string} | undefined} */
  const made = await askAsOwner("/puzzles", "POST", { step: given.get("step"), hand: given.has("hand") });
  if (made) byId("puzzle-link").replaceChildren(linkBox(made.link, words.puzzle));
});

if (owner) showTitle().then(async () => show(await askRights()));
else write(message, words.none);
