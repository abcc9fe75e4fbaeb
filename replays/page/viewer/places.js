/** What all share beside the city: the council, the churches and the Palazzo, the six cities, Intrigue, the tracks. */

import { cells, disc, label, picture, round, s, shape, twoLines } from "./shapes.js";

const WIDTH = 376;
const CELL = 15;

// The council.

/** The fifteen scoring tiles with the seats on them. */
export function council(shown) {
  const { page } = shown;
  const marks = [...shown.value("council")];
  const due = shown.value("tile") || page.council[marks.indexOf(".")] || "";
  const more = seatsOnNoTile(marks, shown.value("seats"));
  const seat = (mark) => (mark === "." ? page.controls.free : mark === "x" ? page.controls.closed : shown.owner(mark));
  const name = [
    page.controls.council,
    ...page.council.map((tile, at) => `${page.names.tile[tile]}: ${seat(marks[at])}`),
  ].join("; ");
  const height = 3 * 80 + (more.length ? 26 : 0);
  const before = shown.before("council");
  return picture(
    WIDTH,
    height,
    name,
    page.council.map((tile, at) => councilTile(shown, tile, at, marks[at], tile === due, marks[at] !== before[at])),
    more.length ? label(page.controls.noTile, 0, height - 8, 150, 12, { class: "quiet" }) : null,
    more.map((mark, at) => disc(shown.colour(mark), 170 + at * 24, height - 12, 10)),
  );
}

function councilTile(shown, tile, at, mark, isDue, isChanged) {
  const [x, y] = [(at % 5) * 76, Math.floor(at / 5) * 80];
  const kind = [
    "tile",
    isDue && "due",
    isChanged && "changed",
    mark !== "." && "scored",
    shown.pointed(`tile:${tile}`) && "pointed",
  ];
  return s(
    "g",
    {},
    s("rect", { x: x + 1, y: y + 1, width: 70, height: 74, rx: 8, class: kind.filter(Boolean).join(" ") }),
    label(String(at + 1), x + 5, y + 11, 20, 8.5, { class: "quiet" }),
    twoLines(shown.page.names.tile[tile], x + 36, y + 32, 64, 11.5, { "text-anchor": "middle" }),
    mark === "." || mark === "x"
      ? s("circle", { cx: x + 36, cy: y + 57, r: 12, class: "seat" })
      : disc(shown.colour(mark), x + 36, y + 57, 12),
    mark === "x" && s("path", { d: `M${x + 30} ${y + 51}l12 12m0-12l-12 12`, class: "cross" }),
  );
}

function seatsOnNoTile(marks, seats) {
  const left = [...marks];
  return [...seats].filter((seat) => {
    const at = left.indexOf(seat);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

// Rows of cells.

function row(shown, name, x, y) {
  const slot = `row:${name}`;
  const value = shown.value(slot);
  const count = shown.page.cells[name];
  const kind = [shown.changed(slot) && "changed", shown.pointed(slot) && "pointed"].filter(Boolean).join(" ");
  const wide = Math.min(Math.max(count, value.length), 20) * CELL;
  return s(
    "g",
    {},
    s("rect", { x: x - 2, y: y - 2, width: wide + 4, height: CELL + 4, rx: 4, class: `row ${kind}` }),
    cells(value, count, x, y, CELL, (mark) => shown.colour(mark)),
  );
}

function heardRows(shown, title, rows) {
  const told = rows
    .filter((name) => shown.value(`row:${name}`))
    .map(
      (name) =>
        `${shown.page.names.row[name]}: ${[...shown.value(`row:${name}`)].map((mark) => shown.owner(mark)).join(", ")}`,
    );
  return [title, ...(told.length ? told : [shown.page.controls.empty])].join("; ");
}

const has = (shown, name) => name in shown.page.cells;
const most = (shown, names) =>
  Math.min(Math.max(0, ...names.filter((name) => has(shown, name)).map((name) => shown.page.cells[name])), 20);

/** The churches and the Palazzo with their rows of cells. */
export function buildings(shown) {
  const { page } = shown;
  const places = Object.keys(page.names.building);
  const columns = [..."WBMAR"]
    .map((kind) => [
      kind,
      most(
        shown,
        places.map((place) => `${place}.${kind}`),
      ),
    ])
    .filter(([, count]) => count);
  let x = 2;
  const lefts = new Map();
  for (const [kind, count] of columns) {
    lefts.set(kind, x);
    x += Math.max(count * CELL, 44) + 12;
  }
  const width = Math.max(x, WIDTH);
  const rows = places.flatMap((place) =>
    columns.map(([kind]) => `${place}.${kind}`).filter((name) => has(shown, name)),
  );
  return picture(
    width,
    places.length * 46 + 16,
    heardRows(shown, page.controls.buildings, rows),
    columns.map(([kind, count]) =>
      label(page.names.row_kind[kind], lefts.get(kind), 12, Math.max(count * CELL, 44) + 8, 12, { class: "quiet" }),
    ),
    places.map((place, at) =>
      s(
        "g",
        {},
        label(page.names.building[place], 2, 34 + at * 46, WIDTH, 13.5, { class: "strong" }),
        columns
          .filter(([kind]) => has(shown, `${place}.${kind}`))
          .map(([kind]) => row(shown, `${place}.${kind}`, lefts.get(kind), 41 + at * 46)),
      ),
    ),
  );
}

/** The six cities with their cells, and with Intrigue those of banking. */
export function cities(shown) {
  const { page } = shown;
  const places = Object.keys(page.names.city);
  const cellsWide = most(shown, places) * CELL;
  const banking = places
    .flatMap((place) => [..."WBM"].map((kind) => `${place}.${kind}`))
    .filter((name) => has(shown, name));
  const left = 112;
  const bank = (kind) => left + cellsWide + 14 + "WBM".indexOf(kind) * (most(shown, banking) * CELL + 12);
  const width = Math.max(WIDTH, banking.length ? bank("M") + most(shown, banking) * CELL + 4 : left + cellsWide + 4);
  const top = banking.length ? 18 : 0;
  return picture(
    width,
    places.length * 30 + top,
    heardRows(shown, page.controls.cities, [...places, ...banking]),
    banking.length
      ? [..."WBM"].map((kind) => label(page.names.row_kind[kind], bank(kind), 12, 40, 12, { class: "quiet" }))
      : null,
    places.map((place, at) =>
      s(
        "g",
        {},
        label(page.names.city[place], 2, top + 16 + at * 30, left - 8, 13.5, { class: "strong" }),
        row(shown, place, left, top + 4 + at * 30),
        [..."WBM"]
          .filter((kind) => has(shown, `${place}.${kind}`))
          .map((kind) => row(shown, `${place}.${kind}`, bank(kind), top + 4 + at * 30)),
      ),
    ),
  );
}

/** The two areas of Intrigue. */
export function areas(shown) {
  const { page } = shown;
  const left = 132;
  const kinds = [..."WBM"].filter((kind) => has(shown, `EMP.${kind}`));
  return picture(
    WIDTH,
    92,
    heardRows(shown, page.controls.intrigue, ["CAR", ...kinds.map((kind) => `EMP.${kind}`)]),
    label(page.names.area.CAR, 2, 18, left - 8, 13, { class: "strong" }),
    row(shown, "CAR", left, 6),
    label(page.names.area.EMP, 2, 66, left - 8, 13, { class: "strong" }),
    kinds.map((kind, at) =>
      s(
        "g",
        {},
        label(page.names.row_kind[kind], left + at * 76, 44, 70, 11, { class: "quiet" }),
        row(shown, `EMP.${kind}`, left + at * 76, 54),
      ),
    ),
  );
}

// Tracks.

/** Where everybody stands on a track of numbers from `first` to `last`. */
function track(shown, name, first, last, placeOf, marks, parties) {
  const x = (value) =>
    round(14 + ((Math.min(Math.max(value, first), last) - first) / (last - first || 1)) * (WIDTH - 28));
  const stood = new Map();
  const often = parties.map((party) => parties.filter((other) => placeOf(other) === placeOf(party)).length);
  const ground = 18 + Math.max(...often) * 13;
  return picture(
    WIDTH,
    ground + 8,
    name,
    s("path", { d: `M14 ${ground}H${WIDTH - 14}`, class: "axis" }),
    marks.map((value) =>
      s(
        "g",
        {},
        s("path", { d: `M${x(value)} ${ground - 4}v8`, class: "axis" }),
        label(String(Math.abs(value)), x(value), 8, 24, 10, { "text-anchor": "middle", class: "quiet" }),
      ),
    ),
    parties.map((party) => {
      const value = placeOf(party);
      const above = stood.get(value) || 0;
      stood.set(value, above + 1);
      const colour = shown.page.parties[party].colour;
      return shape(colour, x(value), ground - 9 - above * 13, 6, `piece c-${colour}`);
    }),
  );
}

/** Everybody's points on a track. */
export function points(shown) {
  const { page } = shown;
  const parties = page.parties.map((_, party) => party);
  const placeOf = (party) => shown.value(`m${party}.points`);
  const last = Math.max(50, Math.ceil(Math.max(...parties.map(placeOf)) / 10) * 10);
  const every = last > 100 ? Math.ceil(last / 100) * 10 : 10;
  const marks = Array.from({ length: Math.floor(last / every) + 1 }, (_, at) => at * every);
  const name = [page.controls.track, ...parties.map((party) => `${page.parties[party].name}: ${placeOf(party)}`)].join(
    "; ",
  );
  return track(shown, name, Math.min(0, ...parties.map(placeOf)), last, placeOf, marks, parties);
}

/** Everybody between the cardinal and the emperor. */
export function faction(shown) {
  const { page } = shown;
  const parties = page.parties.slice(0, page.players).map((_, party) => party);
  const placeOf = (party) => shown.value(`m${party}.faction`);
  const marks = [...page.stages.map((stage) => -stage).reverse(), 0, ...page.stages];
  const name = [
    page.controls.faction,
    ...parties.map((party) => `${page.parties[party].name}: ${side(page, placeOf(party))}`),
  ].join("; ");
  return track(shown, name, -page.steps, page.steps, placeOf, marks, parties);
}

function side(page, step) {
  return step ? `${Math.abs(step)} (${step < 0 ? page.names.track.cardinal : page.names.track.emperor})` : "0";
}
