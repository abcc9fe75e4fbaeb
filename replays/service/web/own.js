/** The owner's page: what the service tells the owner's key, and what the owner settles. */

import { ask, forget, keep, keysOf, ROOT, takeFromAddress } from "./keys.js";
import { copy } from "./recorder/copying.js";
import { picture } from "./recorder/qr.js";

const words = document.getElementById("words").dataset;
const { id } = words;
const settled = document.getElementById("settled");
const path = `/api/games/${id}`;
const PAGES = { owner: "own", recorder: "record", seat: "seat" };

takeFromAddress(id);
const { owner } = keysOf(id);

function make(name, content = [], more = {}) {
  const made = Object.assign(document.createElement(name), more);
  made.append(...[content].flat());
  return made;
}

function button(text, act) {
  const made = make("button", text, { type: "button" });
  made.addEventListener("click", act);
  return made;
}

/** Where the answer to what was tapped last is written: in its panel, at first above all of them. */
let here = document.getElementById("above");
for (const kind of ["click", "change", "submit"]) {
  settled.addEventListener(kind, (event) => (here = event.target.closest(".panel").querySelector(".told")), true);
}

function say(text, kind = "", place = here) {
  place.textContent = text;
  place.className = `told ${kind}`;
}

/** Take away the answers that stand anywhere, and what came of the last attempt of the kind at hand. */
function begin() {
  for (const place of document.querySelectorAll(".told")) say("", "", place);
  for (const result of here.parentElement.querySelectorAll(".result")) result.replaceChildren();
}

/** Ask as the owner; the answer's JSON, null where there is none. Shows what is refused, and then gives undefined. */
async function settle(what, method = "GET", json = undefined, headers = {}) {
  const place = here;
  if (method !== "GET") begin();
  try {
    const answer = await ask(path + what, { key: owner, method, json, headers });
    const text = await answer.text();
    const given = text ? JSON.parse(text) : null;
    if (!answer.ok) {
      say(given?.detail ?? words.failed, "bad", place);
      return undefined;
    }
    if (method !== "GET") say(words.done, "good", place);
    return given;
  } catch {
    say(words.failed, "bad", place);
    return undefined;
  }
}

async function change(what, method, json) {
  const rights = await settle(what, method, json);
  show(rights?.keys ? rights : await settle("/keys"));
  if (what.startsWith("/names")) call();
}

/** Ask the person whether it is to be done; `what` says to what it is done. */
function surely(what, text) {
  const dialog = document.getElementById("surely");
  return new Promise((done) => {
    const answer = (yes) => () => {
      dialog.close();
      done(yes);
    };
    dialog.replaceChildren(
      make("div", [make("p", make("strong", make("bdi", what))), make("p", text)], { id: "surely-words" }),
      make("div", [button(words.yes, answer(true)), button(words.no, answer(false))], { className: "row" }),
    );
    dialog.oncancel = () => done(false);
    dialog.showModal();
  });
}

/** What a key is kept as: the role, of a seat with its number. */
function keptAs(key) {
  return key.role === "seat" ? `seat${key.seat}` : key.role;
}

function roleWords(key) {
  return words[key.role].replace("{colour}", words[key.colour] ?? "");
}

function address(role, key) {
  const page = role === "viewer" ? `/g/${id}?key=${key}` : `/${PAGES[role]}/${id}#${key}`;
  return location.origin + ROOT + page;
}

function linkOf(text, name) {
  const box = make("input", [], { readOnly: true, value: text });
  box.setAttribute("aria-label", `${words.link}: ${name}`);
  const tapped = button(words.copy, async () => {
    await copy(text, box);
    tapped.textContent = words.copied;
  });
  const shown = make("div", [box, tapped], { className: "link-box" });
  picture(text, name).then(
    (drawn) => shown.append(drawn),
    () => {},
  );
  return shown;
}

/** A key in the list. Which of several keys of a role this device holds cannot be known, so the latest counts. */
function keyItem(key, kept) {
  const name = roleWords(key);
  const minutes = { dateStyle: "medium", timeStyle: "short" };
  const time = key.given ? new Date(key.given).toLocaleString(document.documentElement.lang, minutes) : "";
  const told = make("div", [
    make("strong", name),
    " ",
    make("span", words.given.replace("{time}", time), { className: "quiet" }),
  ]);
  const item = make("li", told);
  if (key.revoked) {
    told.append(" ", make("em", words.revoked));
    return item;
  }
  const ways = make("div", [], { className: "row" });
  if (kept) {
    const show = button(words.show, () => show.replaceWith(linkOf(address(key.role, kept), name)));
    ways.append(show);
  }
  ways.append(
    button(words.revoke, async () => {
      if (!(await surely(`${name} (${words.given.replace("{time}", time)})`, words.surelyRevoke))) return;
      if (kept) forget(id, keptAs(key));
      change(`/keys/${key.number}`, "DELETE");
    }),
  );
  item.append(ways);
  return item;
}

async function give(role, seat) {
  const made = await settle("/keys", "POST", role === "seat" ? { role, seat } : { role });
  if (!made) return;
  if (role !== "owner") keep(id, { [keptAs(made)]: made.key });
  show(await settle("/keys"));
  const name = roleWords({ ...made, colour: people[seat]?.colour });
  document.getElementById("given").replaceChildren(make("h3", name), linkOf(made.link, name));
}

let people = [];

function show(rights) {
  if (!rights) return;
  ({ people } = rights);
  const kept = keysOf(id);
  const latest = new Map(rights.keys.filter((key) => !key.revoked).map((key) => [keptAs(key), key.number]));
  const list = rights.keys.map((key) => keyItem(key, latest.get(keptAs(key)) === key.number && kept[keptAs(key)]));
  document.getElementById("keys").replaceChildren(...list);
  const roles = [["recorder"], ["viewer"], ["owner"], ...people.map((_, seat) => ["seat", seat])];
  document
    .getElementById("give")
    .replaceChildren(
      make("p", words.give, { className: "quiet" }),
      ...roles.map(([role, seat]) => button(roleWords({ role, colour: people[seat]?.colour }), () => give(role, seat))),
    );
  document.querySelector(`input[name="visibility"][value="${rights.visibility}"]`).checked = true;
  document.getElementById("names").checked = rights.names_shown;
  document.getElementById("people").replaceChildren(
    ...people.map(({ colour, name }) => {
      const item = make("li", [make("span", `${words[colour]}: ${name || words.nameless} `)]);
      const erase = words.erase.replace("{colour}", words[colour]);
      if (name)
        item.append(
          button(
            erase,
            async () => (await surely(`${erase}: ${name}`, words.surely)) && change(`/names/${colour}`, "DELETE"),
          ),
        );
      return item;
    }),
  );
  settled.hidden = false;
}

document.getElementById("visibility").addEventListener("change", (event) => {
  change("/visibility", "PUT", { visibility: event.target.value });
});
document.getElementById("names").addEventListener("change", (event) => {
  change("/names", "PUT", { shown: event.target.checked });
});
document.getElementById("erase-all").addEventListener("click", async () => {
  if (
    await surely(
      people
        .map(({ name }) => name)
        .filter(Boolean)
        .join(", "),
      words.surelyAll,
    )
  )
    change("/names", "DELETE");
});
document.getElementById("reveal").addEventListener("click", async () => {
  if (await surely(document.title, words.surelyReveal)) settle("/reveal?now=0", "POST", {}, { "If-Match": "*" });
});
document.getElementById("puzzle-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(event.target);
  const made = await settle("/puzzles", "POST", { step: given.get("step"), hand: given.has("hand") });
  if (made) document.getElementById("puzzle-link").replaceChildren(linkOf(made.link, words.link));
});

/** Say which game it is, above everything and in the list of open pages. */
async function call() {
  const game = await settle("");
  if (!game?.title) return;
  document.title = game.title;
  document.querySelector("h1").replaceChildren(make("bdi", game.title));
}

if (owner) call().then(async () => show(await settle("/keys")));
else say(words.none);
