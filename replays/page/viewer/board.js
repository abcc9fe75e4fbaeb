/** The board at a position: all its parts, as pictures side by side. */

import { city } from "./city.js";
import { mat, piles } from "./mats.js";
import { areas, buildings, cities, council, faction, points } from "./places.js";
import { h } from "./shapes.js";

const HOUSES = { T: "TRO", B: "BRU", H: "HAM" };

/** What a picture needs to know: values of slots, what the last step changed, what people and things are called. */
export class Shown {
  constructor(game, line, position, since, pointed) {
    this.game = game;
    this.page = game.page;
    this.now = line.states[position];
    this.earlier = line.states[since];
    this.marks = new Set(pointed);
    this.streets = game.page.slots.filter((name) => name.startsWith("street:")).map((name) => name.slice(7));
    this.touched = new Set(
      line.frames.slice(since, position).flatMap((frame) => frame[4].filter((_, place) => place % 2 === 0)),
    );
  }

  value(slot) {
    return this.now[this.game.slotNumbers.get(slot)];
  }

  before(slot) {
    return this.earlier[this.game.slotNumbers.get(slot)];
  }

  /** Whether the last step did anything to a slot. */
  changed(slot) {
    return this.touched.has(this.game.slotNumbers.get(slot));
  }

  /** Whether somebody's mark points at it. */
  pointed(slot) {
    return this.marks.has(slot);
  }

  /** Whether a part of the position is recorded: points, cubes, goods, cards. */
  known(part) {
    return !this.value("lacking").includes(part);
  }

  /** The colour of a disc or a cube. */
  colour(mark) {
    return mark in this.page.parties ? this.page.parties[mark].colour : "w";
  }

  /** Whose a disc or a cube is. */
  owner(mark) {
    return mark in this.page.parties ? this.page.parties[mark].name : this.page.controls.disc;
  }

  card(code) {
    return this.page.names.action[code] || this.page.controls.unknown;
  }

  place(code) {
    return this.page.names.city[code] || this.page.names.building[code] || this.page.controls.unknown;
  }

  houses(codes) {
    return [...codes].map((code) => this.page.names.city[HOUSES[code]]);
  }
}

function panel(kind, title, ...content) {
  return h("section", { class: `panel ${kind}` }, h("h2", {}, title), ...content);
}

/** All parts of the board. */
export function board(shown) {
  const { page } = shown;
  const { controls } = page;
  const mats = h(
    "div",
    { class: "mats" },
    page.parties.map((_, party) => mat(shown, party)),
  );
  const intrigue = page.intrigue.length > 0;
  const cubes = shown.known("cubes");
  return [
    h(
      "div",
      { class: "column" },
      panel("city", controls.city, city(shown)),
      panel("piles", controls.cards, piles(shown)),
      shown.known("points") && panel("track", controls.track, points(shown)),
      intrigue && shown.known("goods") && panel("track", controls.faction, faction(shown)),
    ),
    h(
      "div",
      { class: "column" },
      panel("council", controls.council, council(shown)),
      cubes && panel("buildings", controls.buildings, buildings(shown)),
      cubes && panel("cities", controls.cities, cities(shown)),
      cubes && intrigue && panel("areas", controls.intrigue, areas(shown)),
    ),
    panel("wide", controls.players, mats),
  ];
}
