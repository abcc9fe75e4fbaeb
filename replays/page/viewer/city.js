/** The city: nine tiles, and the stacks of the twelve streets between them, the bottom disc at the left. */

import { disc, label, picture, s, sign } from "./shapes.js";

const TILE = 76;
const PITCH = 150;
const RADIUS = 15;
const OVERLAP = 17;

/** @param {object} shown what is shown, see `Shown` in `board.js` */
export function city(shown) {
  const { page } = shown;
  const size = 2 * PITCH + TILE;
  const streets = page.slots.filter((name) => name.startsWith("street:")).map((name) => name.slice(7));
  const heard = streets
    .filter((street) => shown.value(`street:${street}`))
    .map(
      (street) =>
        `${page.names.street[street]}: ${discs(shown, street)
          .map((mark) => shown.owner(mark))
          .join(", ")}`,
    );
  const name = [page.controls.city, ...(heard.length ? heard : [page.controls.empty])].join("; ");
  return picture(
    size,
    size,
    name,
    streets.map((street) => road(shown, street)),
    [...page.city].map((action, at) => tile(shown, action, (at % 3) * PITCH, Math.floor(at / 3) * PITCH)),
    streets.map((street) => stack(shown, street)),
  );
}

function discs(shown, street) {
  return [...shown.value(`street:${street}`)];
}

/** The middle of a street. */
function middle(street) {
  const [one, other] = [...street].map((square) => Number(square) - 1);
  const at = (square) => [(square % 3) * PITCH + TILE / 2, Math.floor(square / 3) * PITCH + TILE / 2];
  const [[x1, y1], [x2, y2]] = [at(one), at(other)];
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

function road(shown, street) {
  const [x, y] = middle(street);
  const slot = `street:${street}`;
  const across = Number(street[1]) - Number(street[0]) === 1;
  const [width, height] = across ? [PITCH - TILE + 12, 40] : [40, PITCH - TILE + 12];
  const kind = ["road", shown.changed(slot) && "changed", shown.pointed(slot) && "pointed"].filter(Boolean).join(" ");
  return s("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 6, class: kind });
}

function tile(shown, action, x, y) {
  const kind = shown.pointed(`square:${action}`) ? "tile pointed" : "tile";
  return s(
    "g",
    {},
    s("rect", { x, y, width: TILE, height: TILE, rx: 9, class: kind }),
    sign(action, x + TILE / 2 - 17, y + 11, 34),
    label(shown.page.names.square[action], x + TILE / 2, y + TILE - 12, TILE - 8, 14, { "text-anchor": "middle" }),
  );
}

function stack(shown, street) {
  const marks = discs(shown, street);
  const [x, y] = middle(street);
  const left = x - ((marks.length - 1) * OVERLAP) / 2;
  const [active, depth] = shown.value("disc").split("/");
  const number = active === street ? marks.length - Number(depth) : -1;
  const intrigue = shown.page.intrigue[shown.streets.indexOf(street)];
  return s(
    "g",
    {},
    intrigue &&
      label([...intrigue].join(" / "), x, y - RADIUS - 5, 60, 11, { "text-anchor": "middle", class: "quiet" }),
    marks.map((mark, at) => disc(shown.colour(mark), left + at * OVERLAP, y, RADIUS, at < marks.length - 1)),
    number >= 0 && s("circle", { cx: left + number * OVERLAP, cy: y, r: RADIUS + 2, class: "halo" }),
    number >= 0 && marker(left + number * OVERLAP, y),
  );
}

/** A small pointer to the disc that is being activated. */
function marker(x, y) {
  return s("polygon", {
    points: `${x - 5},${y + RADIUS + 11} ${x + 5},${y + RADIUS + 11} ${x},${y + RADIUS + 4}`,
    class: "pointer",
  });
}
