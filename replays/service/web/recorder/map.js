/** The city as a map of buttons: nine tiles, and between them the twelve streets with their stacks. */

import { disc, drawn, h, s, signOf } from "./elements.js";
import { say } from "./told.js";

const WIDTH = 100;
const MIDDLE = 27;
const RADIUS = 19;
const OVERLAPS = [22, 22, 22, 17, 12];

/**
 * The map.
 * @param {{city: string, streets: object[], may: (street: string) => boolean, active?: {street: string, depth: number},
 *   usual?: string, tapped: (street: string) => void}} shown `city` as in `now`, `streets` those of its turn sheet
 *   with their discs, if these are known, `may` tells whether a street can be chosen
 */
export function cityMap({ city, streets, may, active, tapped }) {
  const tiles = [...city.replaceAll("/", "")].map((action) => (action === "-" ? "C" : action));
  return h(
    "div",
    { class: "map", role: "group", "aria-label": say("city") },
    tiles.map((action, at) => tile(action, at)),
    streets.map((street) => road(street, { may: may(street.street), active, tapped })),
  );
}

function place(element, square, other = square) {
  const at = (number) => [Math.floor((number - 1) / 3) * 2 + 1, ((number - 1) % 3) * 2 + 1];
  const [[row, column], [otherRow, otherColumn]] = [at(square), at(other)];
  element.style.gridArea = `${(row + otherRow) / 2} / ${(column + otherColumn) / 2}`;
  return element;
}

function tile(action, at) {
  return place(
    h("div", { class: "square", "aria-hidden": "true" }, signOf(action), h("span", {}, say(`action.${action}`))),
    at + 1,
  );
}

function road(street, { may, active, tapped }) {
  const [one, other] = [...street.street].map(Number);
  const isActive = active?.street === street.street;
  const kind = ["road", one + 1 === other ? "across" : "down", may && "may", isActive && "active"].filter(Boolean);
  const label = [streetName(street), heardDiscs(street), may || !tapped ? "" : say("refused.street")].filter(Boolean);
  const element = h(
    tapped ? "button" : "div",
    {
      type: tapped && "button",
      role: tapped ? undefined : "img",
      class: kind.join(" "),
      "data-street": street.street,
      "data-key": `street ${street.street}`,
      "aria-label": label.join("; "),
      click: tapped && (() => tapped(street.street)),
    },
    stack(street, isActive ? active.depth : 0),
    street.intrigue ? h("span", { class: "intrigue", "aria-hidden": "true" }, street.intrigue) : null,
  );
  return place(element, one, other);
}

/** What a street is called: its two tiles, in the order of its name in notation. */
export function streetName({ name: [one, other] }) {
  return say("street", { one: say(`action.${one}`), other: say(`action.${other}`) });
}

function heardDiscs({ discs, waiting = [] }) {
  if (discs === undefined) return "";
  const heard = [...[...discs].map((letter) => say(`disc.${letter}`)), ...waiting.map(heardWaiting)];
  return heard.length ? heard.join(", ") : say("street.empty");
}

function heardWaiting(letter) {
  return letter ? `${say(`disc.${letter}`)} – ${say("disc.+")}` : say("disc.+");
}

/**
 * A stack from above, the bottom disc at the left; `depth` counts from the top, 1, and is marked; 0 for none. Letters of
 * discs that are `waiting` come behind the others, "" for one whose colour is not certain.
 */
export function stack({ discs = "", waiting = [] }, depth = 0) {
  const letters = [...discs, ...waiting];
  const overlap = OVERLAPS[letters.length] ?? 12;
  const left = WIDTH / 2 - ((letters.length - 1) * overlap) / 2;
  const at = letters.length - depth;
  return drawn(
    WIDTH,
    WIDTH * 0.56,
    letters.map((letter, number) => {
      const x = left + number * overlap;
      const shown = letter ? disc(letter, x, MIDDLE, RADIUS, number < letters.length - 1) : unknown(x);
      return number < discs.length ? shown : s("g", { class: "waiting-disc" }, shown);
    }),
    depth > 0 && at >= 0 ? s("circle", { cx: left + at * overlap, cy: MIDDLE, r: RADIUS + 3, class: "halo" }) : [],
    letters.length ? [] : s("path", { d: "M50 20v14M43 27h14", class: "free" }),
  );
}

function unknown(x) {
  return s("circle", { cx: x, cy: MIDDLE, r: RADIUS - 2, class: "unknown-disc" });
}
