/** A game begins: who plays, how the tiles lie, and the keys that this phone keeps. */

import { keep, ROOT } from "../keys.js";
import { button, h, signOf } from "./elements.js";
import { name } from "./ledger.js";
import { cityMap } from "./map.js";
import { seats } from "./seats.js";
import { headed } from "./strip.js";
import { say, TOLD } from "./told.js";
import { request, Unreachable } from "./wire.js";

const parts = Object.fromEntries(
  [...document.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]),
);
const RULES = {
  first: { edition: "first" },
  second: { edition: "second" },
  intrigue: { edition: "second", intrigue: true },
  families: { edition: "second", intrigue: true, families: "deal" },
};
const SQUARES = 9;
const MIDDLE = 4;
const CONTRIBUTE = "C";

const rows = seats(parts.form);

let begun = name();
let city = [];
let council = [];
/** Counts what is shown, so that an answer for which nobody waits any more is not. */
let shown = 0;

function table() {
  const fields = new FormData(parts.form);
  const players = [];
  for (let seat = 0; fields.has(`colour${seat}`); seat += 1) {
    const colour = fields.get(`colour${seat}`);
    const called = fields.get(`name${seat}`).trim();
    if (colour) players.push({ colour, name: called });
  }
  const rules = players.length === 2 ? RULES.first : RULES[fields.get("rules")];
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) =>
    String(part).padStart(2, "0"),
  );
  return { players, ...rules, date: date.join("."), deal: true };
}

function show(...content) {
  parts.wrong.textContent = "";
  parts.laid.replaceChildren(...content.flat(Infinity).filter(Boolean));
  parts.laid.scrollIntoView({ block: "nearest" });
}

function wrong(why) {
  parts.wrong.textContent = why;
}

async function asked(path, json, named) {
  try {
    const { ok, told } = await request(path, { method: "POST", json, name: named });
    if (ok) return told;
    wrong(say("new.wrong", { why: [told?.detail, told?.expected].filter(Boolean).join("; ") }));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    wrong(say("new.away"));
  }
  return null;
}

/** A set-up as it is to be laid out, which can still be another. */
async function deal(tapped = {}) {
  if (!rows.check()) return;
  shown += 1;
  const mine = shown;
  const dealt = await asked("/api/deal", { ...table(), ...tapped });
  if (!dealt || mine !== shown) return;
  begun = name();
  show(
    h("h2", {}, say("new.laid")),
    h("div", { class: "laid" }, picture(dealt.setup), councilOf(dealt.setup.council)),
    families(dealt.setup.players),
    h(
      "div",
      { class: "row" },
      button(say("new.begin"), () => begin(dealt.notation), { kind: "primary", "data-new": "begin" }),
      tapped.city
        ? button(say("undo"), takeBack, { "data-new": "undo" })
        : button(say("new.shuffle"), () => deal(), { "data-new": "again" }),
    ),
  );
  parts.laid.querySelector(".primary").focus();
}

function picture({ city: lies, intrigue }) {
  const letters = [...lies.replaceAll("/", "")].map((action) => (action === "-" ? CONTRIBUTE : action));
  const streets = TOLD.streets.map((street) => {
    const tiles = [...street].map((square) => letters[Number(square) - 1]).join("");
    const name = TOLD.actions.filter((action) => tiles.includes(action));
    return {
      street,
      tiles,
      name,
      discs: "",
      intrigue: intrigue?.[tiles] ?? intrigue?.[[...tiles].reverse().join("")] ?? "",
    };
  });
  return cityMap({ city: lies, streets, may: () => false });
}

function councilOf(tiles) {
  return h(
    "ol",
    { class: "tiles", "aria-label": say("new.council") },
    tiles.map((tile) => h("li", {}, say(`tile.${tile}`))),
  );
}

function families(players) {
  const some = players.filter((player) => player.family);
  return some.length
    ? h(
        "ul",
        {},
        some.map((player) => h("li", {}, h("bdi", {}, headed(player)), `: ${player.family}`)),
      )
    : null;
}

/** Tiles tapped in the order in which they lie; the one in the middle lies there always. */
function tapping() {
  const left =
    city.length < SQUARES - 1 ? TOLD.actions.filter((tile) => tile !== CONTRIBUTE && !city.includes(tile)) : [];
  const rest = TOLD.tiles.filter((tile) => !council.includes(tile));
  const isCity = left.length > 0;
  const take = (list, tile) => () => {
    list.push(tile);
    tapping();
  };
  shown += 1;
  show(
    h("h2", {}, isCity ? say("new.city") : say("new.council")),
    h("p", {}, say("new.place"), isCity ? [" ", say("new.middle", { tile: say(`action.${CONTRIBUTE}`) })] : null),
    laidSoFar(),
    isCity ? null : councilOf(council),
    h(
      "div",
      { class: "tiles-to-tap" },
      isCity
        ? left.map((tile) => button([signOf(tile), say(`action.${tile}`)], take(city, tile), { "data-tile": tile }))
        : rest.map((tile) => button(say(`tile.${tile}`), take(council, tile), { "data-tile": tile })),
    ),
    h(
      "div",
      { class: "row" },
      city.length ? button(say("undo"), takeBack, { "data-new": "undo" }) : null,
      button(say("new.again"), beginAgain),
    ),
  );
  if (!isCity && !rest.length) {
    const squares = [...city.slice(0, MIDDLE), "-", ...city.slice(MIDDLE)].join("");
    deal({ city: squares.replace(/(...)(?=.)/g, "$1/"), council: council.join(" ") });
  }
}

/** The tile that was tapped last lies there no more. */
function takeBack() {
  (council.length ? council : city).pop();
  tapping();
}

function beginAgain() {
  if (!rows.check()) return;
  city = [];
  council = [];
  tapping();
}

function laidSoFar() {
  const squares = [...Array.from({ length: MIDDLE }, (_, at) => city[at]), CONTRIBUTE, ...city.slice(MIDDLE)];
  return h(
    "ol",
    { class: "squares", "aria-label": say("new.city") },
    Array.from({ length: SQUARES }, (_, at) =>
      h(
        "li",
        { class: squares[at] ? "square" : "square free-square" },
        squares[at] ? [signOf(squares[at]), h("span", {}, say(`action.${squares[at]}`))] : String(at + 1),
      ),
    ),
  );
}

/** Make the game; a second tap, or a lost answer, makes no second one. */
async function begin(notation) {
  const visibility = new FormData(parts.form).get("visibility");
  const made = await asked("/api/games", { notation, visibility }, begun);
  if (!made) return;
  const { owner, recorder, viewer, seats } = made.keys;
  const kept = keep(made.id, {
    owner,
    recorder,
    viewer,
    ...Object.fromEntries(seats.map((key, seat) => [`seat${seat}`, key])),
  });
  const address = `${ROOT}/record/${made.id}${location.search}`;
  if (kept) location.assign(address);
  else
    show(
      h("p", { class: "bad" }, say("new.keys")),
      Object.entries(made.links).map(([role, link]) => h("p", {}, `${role}: `, h("a", { href: link }, link))),
    );
}

parts.form.addEventListener("submit", (event) => {
  event.preventDefault();
  deal();
});
parts.tapping.addEventListener("click", beginAgain);
