/** What lies before each player, and the cards by the board. */

import { cell, disc, h, label, picture, s, shape, sign } from "./shapes.js";

const WIDTH = 376;
const GOOD = 15;
const GOODS_HEIGHT = 78;

/** The mat of a party: points, discs, warehouses, workshops, ships, houses, hand. */
export function mat(shown, party) {
  const { page } = shown;
  const { colour, name, family } = page.parties[party];
  const value = (part) => shown.value(`m${party}.${part}`);
  const isThird = party >= page.players;
  const title = [family ? `${name} (${family})` : name, ...(isThird ? [] : heard(shown, party))].join("; ");
  const isActive = !isThird && shown.value("turn") > 0 && shown.value("active") === party;
  const lower = shown.known("goods") ? 0 : -GOODS_HEIGHT;
  const height = isThird ? 36 : 186 + lower;
  return picture(
    WIDTH,
    height,
    `${title}; ${page.controls.points}: ${shown.known("points") ? value("points") : "?"}`,
    s("rect", { x: 1, y: 1, width: WIDTH - 2, height: height - 2, rx: 9, class: isActive ? "mat active" : "mat" }),
    s("path", { d: `M1 32V10a9 9 0 0 1 9-9H${WIDTH - 10}a9 9 0 0 1 9 9V32z`, class: `head c-${colour}` }),
    shape(colour, 20, 17, 8, "on"),
    label(family ? `${name} · ${family}` : name, 38, 22.5, 250, 16, { class: "onhead" }),
    points(shown, party),
    isThird
      ? null
      : [
          supply(shown, party),
          ...(shown.known("goods") ? goods(shown, party) : []),
          s("g", { transform: `translate(0 ${lower})` }, cards(shown, party)),
        ],
  );
}

function heard(shown, party) {
  const { page } = shown;
  const value = (part) => shown.value(`m${party}.${part}`);
  const told = [
    `${page.names.mat.discs}: ${value("coloured")} ${page.names.colour[page.parties[party].colour]}`,
    `${page.names.mat.discs}: ${value("white")} ${page.names.colour.w}`,
  ];
  if (value("support")) told.push(`${page.controls.support}: ${value("support")}`);
  if (shown.known("goods")) {
    told.push(...["wood", "brick", "marble"].map((kind) => `${page.names.mat[kind]}: ${value(kind)}`));
    told.push(
      `${page.names.mat.workshops}: ${value("cloth").join(", ")}`,
      `${page.names.mat.ships}: ${value("ships")}`,
    );
    const houses = shown.houses(value("houses"));
    told.push(`${page.names.mat.houses}: ${houses.join(", ") || page.controls.nothing}`);
  }
  if (shown.known("cards")) {
    const hand = [...value("hand")].map((card) => shown.card(card));
    told.push(`${page.names.mat.hand}: ${hand.join(", ") || page.controls.nothing}`);
  }
  if (value("influence").length)
    told.push(
      `${page.controls.influence}: ${value("influence")
        .map((card) => shown.place(card))
        .join(", ")}`,
    );
  return told;
}

function points(shown, party) {
  const slot = `m${party}.points`;
  const gained = shown.value(slot) - shown.before(slot);
  const told = shown.known("points") ? String(shown.value(slot)) : "?";
  return [
    gained && shown.known("points")
      ? label(gained > 0 ? `+${gained}` : `−${-gained}`, WIDTH - 58, 22, 40, 14, {
          class: "onhead",
          "text-anchor": "end",
        })
      : null,
    label(told, WIDTH - 14, 24, 44, 20, { class: "onhead strong", "text-anchor": "end" }),
  ];
}

function field(shown, party, part, x, y, width, height) {
  const slot = `m${party}.${part}`;
  const kind = [shown.changed(slot) && "changed", shown.pointed(slot) && "pointed"].filter(Boolean).join(" ");
  return kind ? s("rect", { x: x - 3, y, width, height, rx: 4, class: `row ${kind}` }) : null;
}

function supply(shown, party) {
  const { page } = shown;
  const kinds = [
    ["coloured", page.parties[party].colour],
    ["white", "w"],
  ];
  if (page.players < page.parties.length) kinds.push(["support", page.parties[page.players].colour]);
  return [
    label(page.names.mat.discs, 12, 52, 70, 11.5, { class: "quiet" }),
    kinds.map(([part, colour], at) => [
      field(shown, party, part, 86 + at * 82, 38, 66, 22),
      disc(colour, 98 + at * 82, 48, 8.5),
      label(`× ${shown.value(`m${party}.${part}`)}`, 112 + at * 82, 53, 40, 14),
    ]),
  ];
}

function goods(shown, party) {
  const { page } = shown;
  const value = (part) => shown.value(`m${party}.${part}`);
  const filled = (count, most, x, y, kind) =>
    Array.from({ length: Math.max(most, count) }, (_, at) =>
      at < count
        ? s("rect", {
            x: x + at * GOOD + 1,
            y: y + 1,
            width: GOOD - 2,
            height: GOOD - 2,
            rx: 2.5,
            class: `good ${kind}`,
          })
        : cell(x + at * GOOD, y, GOOD),
    );
  const warehouses = ["wood", "brick", "marble"].map((part, at) => [
    label(page.names.mat[part], 12 + at * 122, 77, 48, 11.5, { class: "quiet" }),
    field(shown, party, part, 60 + at * 122, 63, 66, 20),
    filled(value(part), 4, 60 + at * 122, 65, part),
  ]);
  const workshops = [
    label(page.names.mat.workshops, 12, 103, 70, 11.5, { class: "quiet" }),
    field(shown, party, "cloth", 88, 89, 278, 20),
    value("cloth").map((cloth, at) => filled(cloth, 4, 88 + at * 74, 91, "cloth")),
  ];
  const built = [
    label(page.names.mat.ships, 12, 129, 48, 11.5, { class: "quiet" }),
    field(shown, party, "ships", 62, 114, 78, 22),
    Array.from({ length: Math.max(3, value("ships")) }, (_, at) =>
      at < value("ships")
        ? sign("S", 62 + at * 24, 114, 21)
        : s("circle", { cx: 73 + at * 24, cy: 125, r: 3, class: "spot" }),
    ),
    label(page.names.mat.houses, 150, 129, 56, 11.5, { class: "quiet" }),
    field(shown, party, "houses", 208, 114, 162, 22),
    shown
      .houses(value("houses"))
      .map((house, at) => [sign("U", 207 + at * 54, 117, 14), label(house, 223 + at * 54, 129, 36, 11)]),
  ];
  return [warehouses, workshops, built];
}

function cards(shown, party) {
  const { page } = shown;
  const influence = shown.value(`m${party}.influence`);
  const hand = shown.known("cards") ? [...shown.value(`m${party}.hand`)] : [];
  const step = Math.min(24, (influence.length ? 170 : 300) / Math.max(hand.length, 1));
  return [
    shown.known("cards") && label(page.names.mat.hand, 12, 164, 46, 11.5, { class: "quiet" }),
    shown.known("cards") && field(shown, party, "hand", 62, 142, Math.max(hand.length * step + 6, 24), 40),
    hand.map((code, at) => card(shown, code, 62 + at * step, 145)),
    influence.length
      ? [
          label(page.controls.influence, WIDTH - 12, 154, 120, 10, { class: "quiet", "text-anchor": "end" }),
          label(influence.map((code) => shown.place(code)).join(", "), WIDTH - 12, 170, 126, 13, {
            "text-anchor": "end",
          }),
        ]
      : null,
  ];
}

/** An action card: its sign, or a question mark for one that is not known. */
function card(shown, code, x, y) {
  return s(
    "g",
    {},
    s("title", {}, shown.card(code)),
    s("rect", { x, y, width: 22, height: 33, rx: 3, class: code === "?" ? "card hidden" : "card" }),
    code === "?"
      ? label("?", x + 11, y + 22, 20, 15, { "text-anchor": "middle" })
      : [sign(code, x + 3, y + 3, 16), label(code, x + 11, y + 29, 18, 9, { "text-anchor": "middle", class: "quiet" })],
  );
}

/** The deck, the open pile, the starting cards laid out, and the influence cards by the board. */
export function piles(shown) {
  const { page } = shown;
  const pile = shown.value("discard");
  const counted = Object.keys(page.names.square)
    .filter((code) => pile.includes(code))
    .map((code) => `${[...pile].filter((other) => other === code).length} ${page.names.action[code]}`);
  const rows = shown.known("cards")
    ? [
        [page.controls.deck, shown.value("deck")],
        [page.controls.pile, counted.length ? `${pile.length}: ${counted.join(", ")}` : 0],
        [page.controls.laid, [...shown.value("laid")].map((code) => shown.card(code)).join(", ")],
      ]
    : [];
  rows.push([
    page.controls.byBoard,
    shown
      .value("board")
      .map((code) => shown.place(code))
      .join(", "),
  ]);
  return h(
    "dl",
    { class: "piles" },
    rows
      .filter(([, told]) => told !== "")
      .map(([name, told]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(told)))),
  );
}
